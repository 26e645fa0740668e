"""Spanish verbs with attached pronouns: *dime*, *hazlo*, *denle*, *sentaos*, *dándole*.

No word list has them. They are generated from infinitives and listed forms, with an accent that
preserves the stress of the verb.
"""

import re
from collections.abc import Collection, Iterator, Mapping

DIRECT = ("lo", "la", "los", "las")
PRONOUNS = ("me", "te", "se", "nos", "le", "les", *DIRECT)
PAIRS = tuple(first + second for first in ("me", "te", "se", "nos") for second in DIRECT)
# Familiar imperatives that differ from the third person; compounds have the same endings.
FAMILIAR = {"decir": "di", "hacer": "haz", "poner": "pon", "salir": "sal", "tener": "ten"}
FAMILIAR |= {"venir": "ven", "ir": "ve", "ser": "se"}
# Irregular polite imperatives.
POLITE = {"decir": "diga", "hacer": "haga", "poner": "ponga", "salir": "salga", "tener": "tenga"}
POLITE |= {"venir": "venga", "ir": "vaya", "ser": "sea", "dar": "de", "estar": "este"}
POLITE |= {"traer": "traiga", "oir": "oiga", "caer": "caiga", "ver": "vea", "saber": "sepa"}
POLITE |= {"valer": "valga", "haber": "haya"}
# Changes in the spelling of a stem's last consonant before another vowel.
HARD = (("c", "qu"), ("g", "gu"), ("z", "c"))  # buscar, busque
SOFT = (("gu", "g"), ("g", "j"), ("c", "z"))  # coger, coja
# Changes of a stem's last vowel.
CHANGES = (("e", "ie"), ("e", "i"), ("o", "ue"), ("u", "ue"))  # pensar, piensa
VOWELS = re.compile(r"[aeiou]+")
ACCENTS = str.maketrans("aeiou", "áéíóú")


def with_pronouns(infinitive: str, listed: Collection[str], max_letters: int) -> Iterator[str]:
    """Yield the spellings of a verb with one or two pronouns.

    >>> sorted(set(with_pronouns("dar", {"da", "de", "den"}, 4)))
    ['dala', 'dale', 'dalo', 'dame', 'daos', 'date', 'dela', 'dele', 'delo', 'deme', 'dese']

    Args:
        infinitive: Without accents.
        listed: Keys of known words. A form with a changed stem is used only if it is listed.
        max_letters: Longer words are left out.
    """
    if len(infinitive) < max_letters:
        yield infinitive.removesuffix("r") + "os"  # sentaos
    for host, is_last, not_with in sorted(set(_hosts(infinitive, listed)), reverse=True):
        for tail in (*PRONOUNS, *PAIRS):
            if len(host) + len(tail) > max_letters or tail[:2] in not_with.split():
                continue
            # If the last syllable is stressed, no accent is needed before a single pronoun.
            has_sign = tail in PAIRS or not is_last
            yield (_stressed(host, is_last) if has_sign else host) + tail


def _hosts(infinitive: str, listed: Collection[str]) -> Iterator[tuple[str, bool, str]]:
    """Yield verb forms, whether their last syllable is stressed, and the excluded pronouns."""
    stem, kind = infinitive[:-2], infinitive[-2:]
    short = infinitive.removesuffix("r")
    yield infinitive, True, ""
    yield stem + ("ando" if kind == "ar" else "iendo"), False, ""
    yield short + "d", True, "te se no"
    yield short, True, "se no"
    familiar, polite = ("a", "e") if kind == "ar" else ("e", "a")
    if own := _irregular(infinitive, FAMILIAR):
        yield own, True, "se"
    if other := _irregular(infinitive, POLITE):
        is_last = len(VOWELS.findall(other)) < 2
        yield from ((other, is_last, "te"), (other + "n", is_last, "te"))
    for variant in _stems(stem):
        if not own and variant + familiar in listed:
            yield variant + familiar, not VOWELS.search(variant), "se"
        for changed in (variant, *_written(variant, HARD if kind == "ar" else SOFT)):
            if not other and changed + polite in listed:
                yield from ((changed + polite + end, False, "te") for end in ("", "n"))


def _irregular(infinitive: str, forms: Mapping[str, str]) -> str:
    """Return an irregular form of a verb or of its base verb; empty if there is none."""
    for end, form in forms.items():
        if infinitive == end or (len(end) > 4 and infinitive.endswith(end)):
            return infinitive.removesuffix(end) + form
    return ""


def _stems(stem: str) -> Iterator[str]:
    """Yield a stem, and variants with common vowel changes."""
    yield stem
    for vowel, changed in CHANGES:
        place = stem.rfind(vowel)
        if place >= 0 and not VOWELS.search(stem[place + 1 :]):
            yield stem[:place] + changed + stem[place + 1 :]


def _written(stem: str, pairs: Collection[tuple[str, str]]) -> Iterator[str]:
    for old, new in pairs:
        if stem.endswith(old):
            yield stem.removesuffix(old) + new


def _stressed(host: str, is_last: bool) -> str:
    """Return a verb form with an accent on its stressed vowel."""
    groups = list(VOWELS.finditer(host))
    if not groups:
        return host
    group = groups[-1] if is_last or len(groups) == 1 else groups[-2]
    strong = [place for place in range(*group.span()) if host[place] in "aeo"]
    place = strong[-1] if strong else group.end() - 1
    return host[:place] + host[place].translate(ACCENTS) + host[place + 1 :]
