"""Words that are never answers: offensive words, names, and other unsuitable words.

They are still allowed as guesses. Lists written by hand have the words that the packages lack.
"""

import json
import re
from collections.abc import Iterable, Mapping

from wordle_web.engine.wordfiles import key_of
from words.handlists import hand_list
from words.inputs import BADWORDS, CLEAN, CUSS, LETTERPRESS, NAUGHTY
from words.languages import Language

RATING = re.compile(r"""^\s*['"]?(?P<word>[^'":]+)['"]?: (?P<rating>[0-9])""", re.MULTILINE)
QUOTED = re.compile(r'"([^"]*)"')
OFFENSIVE_RATING = 2  # minimum rating of offensive words in the package cuss
MOST = 0.03  # a larger share of offensive words in a lexicon must be an error
NAMES_BY_HAND = frozenset(("balder", "chile", "downing", "french", "goring", "maria", "tangier"))
# Plural and feminine endings of offensive words.
ENDINGS = ("s", "es", "n", "e", "en")


def offensive_words(packages: Mapping[str, Mapping[str, bytes]]) -> frozenset[str]:
    """Return the words that any list marks as offensive, with their plurals.

    Args:
        packages: The files by package name and path.
    """
    harmless = set(hand_list("en", "harmless"))
    listed = (_left_out(packages) | _listed(packages)) - harmless
    listed |= set(hand_list("en", "offensive"))
    return frozenset(listed.union(*map(simple_plurals, listed)) - harmless)


def _left_out(packages: Mapping[str, Mapping[str, bytes]]) -> frozenset[str]:
    """Return the words missing from a copy of the dictionary without offensive words."""
    clean = packages[CLEAN.name]["package/words.txt"].decode().split()
    return letterpress(packages).difference(clean)


def letterpress(packages: Mapping[str, Mapping[str, bytes]]) -> frozenset[str]:
    """Return the words of the dictionary."""
    return frozenset(json.loads(packages[LETTERPRESS.name]["package/index.json"]))


def _listed(packages: Mapping[str, Mapping[str, bytes]]) -> frozenset[str]:
    """Return the words of the three lists of offensive words."""
    naughty = json.loads(packages[NAUGHTY.name]["package/en.json"])
    bad = QUOTED.findall(packages[BADWORDS.name]["package/lib/array.js"].decode())
    rated = RATING.finditer(packages[CUSS.name]["package/index.js"].decode())
    sure = [line["word"] for line in rated if int(line["rating"]) >= OFFENSIVE_RATING]
    return frozenset([*naughty, *bad, *sure])


def simple_plurals(word: str) -> tuple[str, ...]:
    """Return the regular plurals of `word`.

    >>> simple_plurals("hussy")
    ('hussys', 'hussies')
    """
    if word.endswith("y"):
        return word + "s", word[:-1] + "ies"
    sibilant = word.endswith(("s", "x", "z", "ch", "sh"))
    return (word + "es",) if sibilant else (word + "s",)


def share_of(words: Iterable[str], offensive: frozenset[str]) -> float:
    """Return the share of offensive words in `words`, 0 to 1."""
    marks = [word in offensive for word in words]
    return sum(marks) / len(marks)


def offensive_keys(
    packages: Mapping[str, Mapping[str, bytes]], language: Language
) -> frozenset[str]:
    """Return the keys that any list marks as offensive, with simple plurals and feminine forms.

    Args:
        packages: The files by package name and path.
        language: The language of the words.
    """
    code, letters = language.code, language.letters
    listed: list[str] = json.loads(packages[NAUGHTY.name][f"package/{code}.json"])
    for name in language.profane:
        source = packages[CUSS.name].get(f"package/{name}.js", b"").decode()
        rated = RATING.finditer(source)
        listed += [line["word"] for line in rated if int(line["rating"]) >= OFFENSIVE_RATING]
    harmless = set(hand_list(code, "harmless"))
    keys = {key_of(word.strip(), letters) for word in listed} - harmless
    keys.update(hand_list(code, "offensive"))
    return frozenset(keys.union(*map(_inflected, keys)) - harmless)


def barred_keys(language: Language) -> frozenset[str]:
    """Return the keys that are not answers for other reasons: names, forms and non-words."""
    return frozenset(hand_list(language.code, "no-answers"))


def _inflected(key: str) -> Iterable[str]:
    yield from (key + ending for ending in ENDINGS)
    if key.endswith(("o", "a")):
        yield from (key[:-1] + ending for ending in ("a", "o", "as", "os"))
