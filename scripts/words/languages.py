"""The languages other than English: alphabets, sources, and coefficients of the prior.

`docs/languages.md` says how the coefficients were chosen and measured.
"""

import json
from collections import defaultdict
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field

from wordle_web.engine.wordfiles import key_of
from wordle_web.wordlists.hunspell import expand
from wordle_web.wordlists.vocabulary import (
    CLOSE,
    COMMON,
    LEAST,
    Spelling,
    Terms,
    read_frequencies,
    spellings_of,
)
from words.german import german_spellings
from words.handlists import hand_list
from words.imperatives import with_pronouns
from words.inputs import (
    FRENCH_DICTIONARY,
    FRENCH_LETTERPRESS,
    GERMAN_ADJECTIVES,
    GERMAN_NOUNS,
    GERMAN_VERBS,
    GERMAN_WORDS,
    PORTUGUESE_DICTIONARY,
    SPANISH_DEBIAN,
    SPANISH_LETTERPRESS,
    WORDFREQ,
    Package,
)
from words.romance import with_loanwords, with_plurals, without_forms

MAX_LETTERS = 8
PLAIN = "abcdefghijklmnopqrstuvwxyz"

Files = Mapping[str, bytes]  # the files of a package by path
Packages = Mapping[str, Files]


@dataclass(frozen=True, slots=True)
class Language:
    """A language other than English, and how its words are read."""

    name: str  # the name in folder names: "portuguese"
    code: str  # the code in URLs and in the source lists: "pt"
    letters: str  # the letters of its keys
    # Returns the spellings, given the packages and the language's frequencies.
    read: Callable[[Packages, Mapping[str, float]], tuple[Spelling, ...]]
    sources: tuple[Package, ...]  # the packages that `read` uses
    terms: Terms  # the coefficients of the prior
    profane: tuple[str, ...] = field(default=())  # files with offensive words of this language

    @property
    def others(self) -> tuple[str, ...]:
        """The codes of the other built-in languages."""
        return tuple(code for code in ("en", "es", "fr", "de", "pt") if code != self.code)


def frequencies(packages: Packages, code: str) -> Mapping[str, float]:
    """Return wordfreq's Zipf frequencies of a language."""
    return read_frequencies(packages[WORDFREQ.name][f"wordfreq/data/large_{code}.msgpack.gz"])


def folded_frequencies(packages: Packages, code: str) -> Mapping[str, float]:
    """Return the Zipf frequencies of a language's words, by spelling without accents."""
    folded: dict[str, float] = {}
    for word, zipf in frequencies(packages, code).items():
        key = key_of(word, PLAIN)
        folded[key] = max(zipf, folded.get(key, LEAST))
    return folded


def portuguese(packages: Packages, zipfs: Mapping[str, float]) -> tuple[Spelling, ...]:
    """Return the Portuguese spellings."""
    files = packages[PORTUGUESE_DICTIONARY.name]
    forms = expand(files["package/index.aff"], files["package/index.dic"], MAX_LETTERS)
    endings = {"s": "", "es": "", "ns": "m", "is": "l", "eis": "el", "ões": "ão", "ães": "ão"}
    spellings = with_loanwords(spellings_of(forms, zipfs), hand_list("pt", "loanwords"), zipfs)
    return with_plurals(without_forms(spellings, hand_list("pt", "kept"), PLAIN), endings)


def spanish(packages: Packages, zipfs: Mapping[str, float]) -> tuple[Spelling, ...]:
    """Return the Spanish spellings.

    The word list has inflected forms without accents, so their spellings come from the frequency
    list if it has them.
    """
    text = packages[SPANISH_DEBIAN.name]["usr/share/dict/spanish"].decode()
    bases = {word for word in text.split() if word.islower() and word.isalpha()}
    listed = json.loads(packages[SPANISH_LETTERPRESS.name]["package/index.json"])
    keys = {word for word in listed if word.isalpha() and len(word) <= MAX_LETTERS}
    keys |= {key for word in bases if len(key := key_of(word, PLAIN + "ñ")) <= MAX_LETTERS}
    joined = _imperatives(bases, keys, zipfs)
    written: dict[str, dict[str, float]] = defaultdict(dict)
    for word, zipf in zipfs.items():
        if word.isalpha() and (key := key_of(word, PLAIN + "ñ")) in keys:
            written[key][word] = zipf
    own = defaultdict(set)
    for word in bases:
        own[key_of(word, PLAIN + "ñ")].add(word)
    shown = []
    for key in sorted(keys):
        known = written[key]
        top = max(known.values(), default=LEAST)
        usual = {word for word, zipf in known.items() if zipf >= top - CLOSE}
        # People omit accents, so a spelling without accents next to a listed word is not another
        # word.
        words = own[key] | (usual - {key} if own[key] else usual) or {key}
        shown += [Spelling(word, known.get(word, LEAST), word in bases) for word in sorted(words)]
    shown += [Spelling(word, zipfs.get(word, LEAST), is_base=False) for word in joined.values()]
    spellings = with_loanwords(shown, hand_list("es", "loanwords"), zipfs)
    spellings = without_forms(spellings, hand_list("es", "kept"), PLAIN + "ñ")
    return with_plurals(spellings, {"s": "", "es": "", "ces": "z"})


def _imperatives(
    bases: Collection[str], keys: Collection[str], zipfs: Mapping[str, float]
) -> Mapping[str, str]:
    """Return the spellings of verbs with pronouns, by key; the known `keys` are left out."""
    spellings = {}
    for word in sorted(bases):
        infinitive = key_of(word, PLAIN + "ñ")
        if infinitive.endswith(("ar", "er", "ir")) and zipfs.get(word, LEAST) >= COMMON:
            for written in with_pronouns(infinitive, keys, MAX_LETTERS):
                spellings[key_of(written, PLAIN + "ñ")] = written
    return {key: written for key, written in sorted(spellings.items()) if key not in keys}


def french(packages: Packages, zipfs: Mapping[str, float]) -> tuple[Spelling, ...]:
    """Return the French spellings."""
    files = packages[FRENCH_DICTIONARY.name]
    forms = expand(files["package/index.aff"], files["package/index.dic"], MAX_LETTERS)
    spellings = spellings_of(forms, zipfs)
    known = {spelling.word for spelling in spellings}
    # The list has "coeur", but the dictionary has "cœur".
    known |= {word.replace("œ", "oe").replace("æ", "ae") for word in known}
    listed = json.loads(packages[FRENCH_LETTERPRESS.name]["package/index.json"])
    added = sorted({word for word in listed if word.isalpha()} - known)
    others = [Spelling(word, zipfs.get(word, LEAST), is_base=False) for word in added]
    extended = with_loanwords([*spellings, *others], hand_list("fr", "loanwords"), zipfs)
    return with_plurals(extended, {"s": "", "x": "", "aux": "al"})


def german(packages: Packages, zipfs: Mapping[str, float]) -> tuple[Spelling, ...]:
    """Return the German spellings."""
    spellings = german_spellings(packages, zipfs)
    return with_loanwords(spellings, hand_list("de", "loanwords"), zipfs)


LANGUAGES = (
    Language(
        name="portuguese",
        code="pt",
        letters=PLAIN,
        read=portuguese,
        sources=(PORTUGUESE_DICTIONARY, WORDFREQ),
        terms=Terms(derived=-1.6, infinitive=0.86, infinitives=("ar", "er", "ir")),
        profane=("pt", "pt-pt"),
    ),
    Language(
        name="spanish",
        code="es",
        letters=PLAIN + "ñ",
        read=spanish,
        sources=(SPANISH_LETTERPRESS, SPANISH_DEBIAN, WORDFREQ),
        terms=Terms(-4.4, 1.48, -1.9, derived=-3.13, plural=-2.73),
        profane=("es",),
    ),
    Language(
        name="french",
        code="fr",
        letters=PLAIN,
        read=french,
        sources=(FRENCH_LETTERPRESS, FRENCH_DICTIONARY, WORDFREQ),
        terms=Terms(-4.06, 1.56, -2.19, derived=-1.6, plural=1.29),
        profane=("fr",),
    ),
    Language(
        name="german",
        code="de",
        letters=PLAIN + "äöü",
        read=german,
        sources=(GERMAN_WORDS, GERMAN_NOUNS, GERMAN_VERBS, GERMAN_ADJECTIVES, WORDFREQ),
        terms=Terms(-4.4, 1.5, -2.0, derived=-3.4, plural=0.0, doubtful=-1.3),
        profane=("de",),
    ),
)
