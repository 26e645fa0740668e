"""Days, tokens and games of 0.1.0 keep their words, whatever pools come later."""

import hashlib
from collections.abc import Iterator
from datetime import date

import pytest

from wordle_web.config.settings import Settings
from wordle_web.engine.lexicon import load_lexicon
from wordle_web.game.puzzles.puzzles import (
    NONCE_BYTES,
    POOLS,
    RandomPuzzle,
    daily_answers,
    epoch_of_day,
    random_answers,
)
from wordle_web.game.puzzles.variants import BOARD_COUNTS, HOME, Variant
from wordle_web.web.services import epochs_of

SETTINGS = Settings(daily_key="a fixed key of more than thirty-two characters")
DAYS = range(1, 731)  # until December 31, 2026
TOKENS = 400
# The first 16 digits of the SHA-256 of all these answers, as 0.1.0 gave them.
KEPT = {
    "english-4": "070cd74c55870dba",
    "english-5": "15d761317fc117cd",
    "english-6": "a3bc9dfffbb12f58",
    "english-7": "6778614319efcf44",
    "english-8": "4e830ad1270f3184",
    "portuguese-4": "41a99a69cf1b51f3",
    "portuguese-5": "73c9b8de1a933384",
    "portuguese-6": "1400ac41e05dd845",
    "portuguese-7": "3775b081e6200aa0",
    "portuguese-8": "bab7d3c6b3793908",
    "spanish-4": "9923d90edb1fab79",
    "spanish-5": "2aae5c4f8e705859",
    "spanish-6": "66819f4bbfe3de7e",
    "spanish-7": "52e4b023e6cc4739",
    "spanish-8": "678d057c5507cefc",
    "french-4": "525d9687146557a5",
    "french-5": "014f22030590c399",
    "french-6": "f6e000e9696fc691",
    "french-7": "383c68ae8fee34ab",
    "french-8": "a1f894bc4c67b71d",
    "german-4": "6b45aac95f3ab6b1",
    "german-5": "6aeeaf2218565f90",
    "german-6": "61c465cdeeb45455",
    "german-7": "ed80dbc279d3f18a",
    "german-8": "07d0f91819680367",
}


def answers_of(name: str) -> Iterator[str]:
    lexicon, epochs = load_lexicon(name), epochs_of(SETTINGS, is_built_in=True)
    for pool in POOLS:
        for number in range(TOKENS):
            nonce = hashlib.sha256(f"{name} {pool} {number}".encode()).digest()[:NONCE_BYTES]
            token = RandomPuzzle(lexicon.length, pool, 1, nonce).token
            yield from random_answers(token, epochs, lexicon)
            if number < 20:
                yield from random_answers(token, epochs, lexicon, Variant("", 8))
    if lexicon.length == 5:
        for day in DAYS:
            yield from daily_answers(day, epochs, lexicon, HOME)
        for count in BOARD_COUNTS:
            for day in DAYS[::10]:
                yield from daily_answers(day, epochs, lexicon, Variant("", count, count > 4))


@pytest.mark.parametrize("name", KEPT)
def test_every_day_and_token_of_the_first_epoch_has_the_word_it_had(name):
    text = "\n".join(answers_of(name))
    assert hashlib.sha256(text.encode()).hexdigest()[:16] == KEPT[name]


def test_the_next_day_has_a_word_of_the_next_version():
    last, first = DAYS[-1], DAYS[-1] + 1
    epochs = epochs_of(SETTINGS, is_built_in=True)
    assert [epoch_of_day(day, epochs).pool_version for day in (last, first)] == [1, 2]
    german = load_lexicon("german-5")
    later = {daily_answers(day, epochs, german)[0] for day in range(first, first + 1000)}
    assert later <= set(german.pool("normal", 2).words)
    assert not later <= set(german.pool("normal", 1).words)


def test_a_site_that_opens_later_has_a_first_epoch_of_a_day():
    later = Settings(daily_key=SETTINGS.daily_key, first_day=date(2028, 5, 1))
    epochs = epochs_of(later, is_built_in=True)
    assert [(each.first_day, each.pool_version) for each in epochs] == [(1, 1), (2, 2)]
    assert len(epochs_of(SETTINGS, is_built_in=False)) == 1  # a host's own words begin none
