"""Requests that never repeat, chosen to fill every cache of a server."""

import itertools
import json
import random
from collections.abc import Iterator
from urllib.parse import urlencode

from wordle_web.engine.lexicon import load_lexicon

LENGTH = 8
MAX_USED = 40
MAX_PLAYED = 200
GAMES = 40
# Letters outside Unicode's basic plane take the most memory each.
ALPHABET = [chr(0x10428 + number) for number in range(40)]


def helper_questions(count: int, seed: int = 1) -> Iterator[str]:
    """Yield URLs of the helper and its API, each without rows and with other used words."""
    dice, words = random.Random(seed), load_lexicon(f"english-{LENGTH}").words
    for number in range(count):
        used_words = dice.sample(words, dice.choice((1, MAX_USED)))
        fields = {"length": LENGTH, "used": ",".join(used_words)}
        if number % 3 == 0:
            yield "/helper?" + urlencode(fields)
        else:
            yield "/api/v1/suggest?" + urlencode({**fields, "words": 1000})


def absurd_games(count: int, seed: int = 2) -> Iterator[str]:
    dice, words = random.Random(seed), load_lexicon(f"english-{LENGTH}").words
    for _ in range(count):
        played = ".".join(dice.sample(words, MAX_PLAYED))
        yield "/absurd?" + urlencode({"length": LENGTH, "words": "all", "played": played})


def histories(count: int, seed: int = 3) -> Iterator[bytes]:
    """Yield backup files full of games, half of them with longer words than any site has.

    All of them fit into a cookie.
    """
    dice = random.Random(seed)
    for number in range(count):
        games = [_game(dice, (LENGTH, 32)[number % 2]) for _ in range(GAMES)]
        facts = {"format": "wordle-web history", "version": 1, "days": {}, "games": games}
        yield json.dumps({**facts, "counts": [], "source": ""}).encode()


def _game(dice: random.Random, length: int) -> dict[str, object]:
    letters = dice.sample(ALPHABET, 7)
    # Runs of one letter take a few bytes in the cookie, but their full size in memory.
    guesses = [letter * length for letter in letters[:6]]
    return {
        "puzzle": f"challenge/{dice.getrandbits(64):016x}",
        "length": length,
        "started": 1,
        "guesses": guesses,
        "hard": "",
        "outcome": "lost",
        "answer": letters[6] * length,
    }


def languages(count: int) -> Iterator[str]:
    """Yield `Accept-Language` headers: known and unknown regions of English, and long headers."""
    letters = [chr(ord("A") + number) for number in range(26)]
    for number, region in zip(range(count), itertools.product(letters, letters), strict=False):
        yield f"en-{''.join(region)}, {'x' * 7000}-{number}"
