"""Keys of other languages that are never an answer: offensive ones, names, and what slips through.

They stay allowed as guesses. Each list by hand says why its words are in it.
"""

import json
from collections.abc import Iterable, Mapping

from wordle_web.engine.wordfiles import key_of
from words.handlists import hand_list
from words.inputs import CUSS, NAUGHTY
from words.languages import Language
from words.offensive import OFFENSIVE_RATING, RATING

# Plural and feminine endings of offensive words.
ENDINGS = ("s", "es", "n", "e", "en")


def offensive_keys(
    packages: Mapping[str, Mapping[str, bytes]], language: Language
) -> frozenset[str]:
    """Return the keys that some list calls offensive, with simple plurals.

    Args:
        packages: The files of each package by path, by the package's name.
        language: Whose words they are.
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
    """Return the keys that are no answers for other reasons: names, forms, and no words."""
    return frozenset(hand_list(language.code, "no-answers"))


def _inflected(key: str) -> Iterable[str]:
    yield from (key + ending for ending in ENDINGS)
    if key.endswith(("o", "a")):
        yield from (key[:-1] + ending for ending in ("a", "o", "as", "os"))
