"""Corrections of word lists: forms of other words, and missing words.

Portuguese and Spanish dictionaries have entries for participles and feminine forms, which are
recognized by their endings. Well-known separate words, such as *comida* and *amiga*, are in a list
written by hand.
"""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace

from wordle_web.engine.wordfiles import key_of
from wordle_web.wordlists.vocabulary import LEAST, Spelling

# The endings of participles, with the endings of possible infinitives.
PARTICIPLES = {"ado": ("ar",), "ada": ("ar",), "ido": ("er", "ir"), "ida": ("er", "ir")}
FEMININE, MASCULINE = "a", "o"
LISTED = (
    1.2  # prior's adjustment for forms with an entry, which other games use more than other forms
)
PLURAL_LEAD = 0.3  # a plural whose Zipf frequency is higher by this is a separate word


def without_forms(
    spellings: Collection[Spelling], exceptions: Collection[str], letters: str
) -> tuple[Spelling, ...]:
    """Mark participles and feminine forms as inflected forms, and return all spellings.

    Args:
        spellings: All spellings of a language.
        exceptions: Keys of separate words that look like such forms.
        letters: The letters of the language's keys.
    """
    zipfs = {spelling.word: spelling.zipf for spelling in spellings if spelling.is_base}
    return tuple(
        replace(spelling, is_base=False, shift=LISTED)
        if spelling.is_base
        and _is_form(spelling.word, zipfs)
        and key_of(spelling.word, letters) not in exceptions
        else spelling
        for spelling in spellings
    )


def _is_form(word: str, zipfs: Mapping[str, float]) -> bool:
    stem, ending = word[:-3], word[-3:]
    if any(stem + infinitive in zipfs for infinitive in PARTICIPLES.get(ending, ())):
        return True
    # A feminine form is rarer than its masculine form, so "casa" is not a form of "caso".
    other = zipfs.get(word[:-1] + MASCULINE) if word.endswith(FEMININE) else None
    return other is not None and other > zipfs[word]


def with_loanwords(
    spellings: Collection[Spelling], loanwords: Iterable[str], zipfs: Mapping[str, float]
) -> tuple[Spelling, ...]:
    """Add missing spellings from a hand list of loanwords; plurals are not base forms.

    Args:
        spellings: All spellings of a language.
        loanwords: Loanwords in their usual spelling.
        zipfs: The Zipf frequencies of words in lower case.
    """
    listed = tuple(dict.fromkeys(loanwords))
    known = {spelling.word for spelling in spellings}
    singular = known.union(listed)
    added = [
        Spelling(word, zipfs.get(word.lower(), LEAST), not _is_plural(word, singular))
        for word in listed
        if word not in known and word.isalpha()
    ]
    return (*spellings, *added)


def with_guesses(
    spellings: Collection[Spelling], guesses: Iterable[str], zipfs: Mapping[str, float]
) -> tuple[Spelling, ...]:
    """Add missing spellings from a hand list of words that are never answers.

    Args:
        spellings: All spellings of a language.
        guesses: Words in their usual spelling.
        zipfs: The Zipf frequencies of words in lower case.
    """
    known = {spelling.word for spelling in spellings}
    added = [
        Spelling(word, zipfs.get(word.lower(), LEAST), is_base=False)
        for word in dict.fromkeys(guesses)
        if word not in known
    ]
    return (*spellings, *added)


def _is_plural(word: str, known: Collection[str]) -> bool:
    return word.endswith("s") and (word[:-1] in known or word.removesuffix("es") in known)


def with_plurals(
    spellings: Collection[Spelling], endings: Mapping[str, str]
) -> tuple[Spelling, ...]:
    """Mark plurals of other words, and return all spellings.

    `endings` maps the ending of a plural to that of its singular: {"s": "", "ns": "m"}.
    """
    zipf_of = {spelling.word: spelling.zipf for spelling in spellings}

    def is_plural(candidate: Spelling) -> bool:
        singulars = (
            candidate.word.removesuffix(ending) + before
            for ending, before in endings.items()
            if candidate.word.endswith(ending)
        )
        return any(
            single != candidate.word and candidate.zipf < zipf_of.get(single, -9.0) + PLURAL_LEAD
            for single in singulars
        )

    return tuple(replace(spelling, is_plural=is_plural(spelling)) for spelling in spellings)
