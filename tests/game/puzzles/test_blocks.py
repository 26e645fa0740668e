"""Words that a host blocks are blocked from their day on, but not on earlier days."""

import os
import subprocess
import sys
from collections.abc import Iterator
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wordle_web.engine.lexicon import lexicon_of, load_lexicon
from wordle_web.game.puzzles import days
from wordle_web.game.puzzles.days import (
    Epoch,
    blocked_on,
    daily_answer,
    daily_answers,
    days_of_cycle,
)
from wordle_web.game.puzzles.variants import Variant

EPOCHS = [Epoch(1, 1, 2, b"a key of many bytes for the tests")]
DAYS = range(1, 401)
WORDS = tuple(f"{a}{b}{c}{d}e" for a in "bc" for b in "ae" for c in "lm" for d in "st")


@pytest.fixture(autouse=True, scope="module")
def _cached_permutations() -> Iterator[None]:
    """Compute each index of a permutation once: with 16 words, an index takes 4,000 steps."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(days, "permuted", cache(days.permuted))
        yield


def days_with_blocks(name: str) -> tuple[list[str], list[str], frozenset[tuple[str, int]]]:
    """Return the words of 400 days without and with blocks, and the blocks of every tenth word."""
    lexicon = load_lexicon(name)
    plain = [daily_answer(day, EPOCHS, lexicon) for day in DAYS]
    # A word is blocked from the day before its own, from its own day, or from the next. Some
    # reserve words are blocked, too.
    blocks = {(plain[day - 1], day - shift) for day in DAYS[9::10] for shift in (day % 3 - 1,)}
    words = lexicon.pool("normal", 2).words
    blocks |= {(word, 50) for word in words[::20] if word not in plain}
    fixed = frozenset(blocks)
    return plain, [daily_answer(day, EPOCHS, lexicon, fixed) for day in DAYS], fixed


@pytest.mark.parametrize("language", ["english", "portuguese", "spanish", "french", "german"])
def test_only_the_day_of_a_blocked_word_gets_another_word(
    language: str,
) -> None:
    plain, blocked, blocks = days_with_blocks(f"{language}-5")
    cycle = {
        daily_answer(day, EPOCHS, load_lexicon(f"{language}-5"))
        for day in range(1, 1 + days_of_cycle(len(load_lexicon(f"{language}-5").pool("normal", 2))))
    }
    replaced = 0
    for day, before, after in zip(DAYS, plain, blocked, strict=True):
        assert after not in blocked_on(day, blocks)
        if before in blocked_on(day, blocks):
            assert after not in cycle
            replaced += 1
        else:
            assert after == before
    assert len(set(blocked)) == len(blocked)
    assert replaced > 20


def test_another_process_replaces_blocked_words_by_the_same_words() -> None:
    code = "from game.puzzles.test_blocks import *; print(*days_with_blocks('spanish-5')[1])"
    paths = os.pathsep.join(path for path in sys.path if path)
    environment = {**os.environ, "PYTHONPATH": paths, "PYTHONHASHSEED": "7"}
    completed = subprocess.run(  # it runs only our own code
        [sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True
    )
    assert completed.stdout.split() == days_with_blocks("spanish-5")[1]


@given(
    blocks=st.frozensets(st.tuples(st.sampled_from(WORDS), st.integers(1, 40)), max_size=12),
    later=st.tuples(st.sampled_from(WORDS), st.integers(1, 40)),
    boards=st.sampled_from((1, 2, 4)),
)
def test_blocked_word_does_not_change_earlier_days(
    blocks: frozenset[tuple[str, int]], later: tuple[str, int], boards: int
) -> None:
    lexicon, epochs = lexicon_of(WORDS), [Epoch(1, 1, 1, EPOCHS[0].key)]
    for day in range(1, later[1]):
        both = (blocks, blocks | {later})
        one, other = (
            daily_answers(day, epochs, lexicon, Variant("", boards), blocks) for blocks in both
        )
        assert one == other
        assert len(set(one)) == boards


def test_blocked_words_on_several_boards_are_replaced_if_enough_words_are_left() -> None:
    lexicon, epochs = lexicon_of(WORDS), [Epoch(1, 1, 1, EPOCHS[0].key)]
    blocks = frozenset((word, 5) for word in WORDS[:10])
    variant = Variant("", 4)
    for day in DAYS[:60]:
        plain = daily_answers(day, epochs, lexicon, variant)
        answers = daily_answers(day, epochs, lexicon, variant, blocks)
        assert (answers == plain) or day >= 5
        assert day < 5 or set(answers).isdisjoint(WORDS[:10])
    every = frozenset((word, 1) for word in WORDS)
    assert daily_answers(7, epochs, lexicon, variant, every) == daily_answers(
        7, epochs, lexicon, variant
    )
    assert daily_answer(7, epochs, lexicon, every) == daily_answer(7, epochs, lexicon)
