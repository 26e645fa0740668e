"""The pools of answers and their rules."""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from words.answers import NAMES_BY_HAND
from words.forms import is_mere_form
from words.handlists import hand_list
from words.inputs import SUBTITLES
from words.prior import MILLION, Traits
from words.scowl import Scowl
from words.wordnet import WordNet

EASY_LEVEL = 20
EASY_PRIOR = 8 * MILLION // 10
NORMAL_PRIOR = MILLION // 2
HARD_PRIOR = MILLION // 10
# For each SCOWL level, the last rank in subtitles with which a word counts as known. Words that are
# rarer in SCOWL must be more frequent in subtitles. SCOWL alone would include specialist terms
# (halon, lemma); subtitles alone would include rare slang (strep, squab).
KNOWN_RANKS = ((20, 60_000), (35, 50_000), (50, 30_000))
NAME_LEVEL = 50  # names up to this SCOWL level are common, and words from it on are not
NO_ANSWERS = frozenset(hand_list("en", "no-answers"))


def subtitle_ranks(packages: Mapping[str, Mapping[str, bytes]]) -> Mapping[str, int]:
    """Return the rank of each word in subtitles of films and series; 1 is the most frequent.

    Args:
        packages: The files by package name and path.
    """
    ranked = json.loads(packages[SUBTITLES.name]["package/src/commonWords.json"])
    return {word: rank for rank, word in enumerate(ranked, start=1)}


@dataclass(frozen=True, slots=True)
class Entry:
    """An allowed word, with the facts that the rules of the pools use."""

    word: str
    prior: int  # in millionths
    traits: Traits  # the facts on which its prior is based
    # Whether it is offensive, a name, not the main American spelling, or excluded by hand.
    is_barred: bool
    is_mere_form: bool  # whether it is only a form of another word, not a separate word
    is_known: bool  # whether adults know it
    is_heard: bool  # whether the list of words in subtitles has it


def is_easy(entry: Entry) -> bool:
    """Return whether almost everybody knows the word."""
    common = entry.prior >= EASY_PRIOR and entry.traits.level <= EASY_LEVEL
    return common and is_normal(entry)


def is_normal(entry: Entry) -> bool:
    """Return whether the word is suitable as an answer, known, and not a form of another word."""
    return entry.prior >= NORMAL_PRIOR and entry.is_known and not entry.is_mere_form


def is_hard(entry: Entry) -> bool:
    """Return whether the word is less known, but in use, and not an inflected form."""
    inflected = entry.traits.form is not None or entry.is_mere_form
    is_rare = entry.prior < NORMAL_PRIOR or not entry.is_known
    return entry.prior >= HARD_PRIOR and is_rare and entry.is_heard and not inflected


RULES: Mapping[str, Callable[[Entry], bool]] = {
    "easy": is_easy,
    "hard": is_hard,
    "normal": is_normal,
}


def is_name(word: str, scowl: Scowl) -> bool:
    """Return whether `word` is a common name and not a common word."""
    common_name = scowl.names.get(word, NAME_LEVEL + 1) <= NAME_LEVEL
    return word in NAMES_BY_HAND or (common_name and scowl.level(word) >= NAME_LEVEL)


def is_no_answer(word: str, scowl: Scowl) -> bool:
    """Return whether `word` is a name, a variant spelling, or excluded by hand."""
    return word in NO_ANSWERS or is_name(word, scowl) or is_respelled(word, scowl)


def is_respelled(word: str, scowl: Scowl) -> bool:
    """Return whether `word` is a variant spelling, or a spelling of another country."""
    return scowl.is_variant(word) or scowl.is_foreign_spelling(word)


def is_known(level: int, rank: int | None) -> bool:
    """Return whether a word with SCOWL's `level` and this rank in subtitles is known.

    >>> is_known(35, 45_000), is_known(50, 45_000), is_known(20, None)
    (True, False, False)
    """
    last = next((last for top, last in KNOWN_RANKS if level <= top), 0)
    return rank is not None and rank <= last


def entries_of(
    traits: Mapping[str, Traits],
    prior: Mapping[str, int],
    offensive: frozenset[str],
    scowl: Scowl,
    wordnet: WordNet,
    ranks: Mapping[str, int],
) -> tuple[Entry, ...]:
    """Return the words with the facts for the rules, sorted by word."""
    return tuple(
        Entry(
            word=word,
            prior=prior[word],
            traits=traits[word],
            is_barred=word in offensive or is_no_answer(word, scowl),
            is_mere_form=is_mere_form(word, scowl, wordnet),
            is_known=is_known(traits[word].level, ranks.get(word)),
            is_heard=word in ranks,
        )
        for word in sorted(traits)
    )


def pools_of(entries: tuple[Entry, ...]) -> Mapping[str, tuple[str, ...]]:
    """Return the words of each pool, sorted."""
    open_to_all = [entry for entry in entries if not entry.is_barred]
    return {
        name: tuple(entry.word for entry in open_to_all if rule(entry))
        for name, rule in RULES.items()
    }
