"""Answers of days and tokens: no word repeats within a cycle, and recorded answers never change."""

import random
from collections import Counter
from dataclasses import replace

import pytest
from game.history.played import token
from hypothesis import given, settings
from hypothesis import strategies as st

from wordle_web.engine.lexicon import Lexicon, lexicon_of
from wordle_web.game.errors import PuzzleError
from wordle_web.game.puzzles.days import (
    LENGTHS,
    POOLS,
    Epoch,
    EpochError,
    check_epochs,
    daily_answer,
    daily_answers,
    days_of_cycle,
    epoch_of_day,
    permuted,
    with_pool_versions,
)
from wordle_web.game.puzzles.tokens import new_token, random_answers, read_token
from wordle_web.game.puzzles.variants import BOARD_COUNTS, HOME, Variant

KEY = b"a key of many bytes for the tests"
FIRST = Epoch(1, 1, 1, KEY)
WORDS = tuple(f"{a}{b}{c}{d}e" for a in "bcdf" for b in "aeiou" for c in "lmnr" for d in "st")


@pytest.fixture(scope="module")
def many() -> Lexicon:
    return lexicon_of(WORDS)


@settings(max_examples=20)
@given(cycle=st.integers(0, 5), key=st.binary(min_size=16, max_size=32))
def test_daily_cycle_uses_three_quarters_of_the_pool_without_repeats(
    cycle: int, key: bytes
) -> None:
    lexicon, epochs = lexicon_of(WORDS), [Epoch(1, 1, 1, key)]
    length = days_of_cycle(len(WORDS))
    days = range(1 + cycle * length, 1 + (cycle + 1) * length)
    assert len({daily_answer(day, epochs, lexicon) for day in days}) == length == 120
    assert len(WORDS) == 160


@pytest.mark.parametrize("size", [1, 2, 3, 12])
def test_past_words_do_not_determine_the_last_day_of_a_cycle(size: int) -> None:
    """With many keys, every word occurs on the last day of a cycle."""
    lexicon = lexicon_of(WORDS[:size])
    last = days_of_cycle(size)
    keys = [KEY + bytes([number]) for number in range(8 * size)]
    seen = {daily_answer(last, [Epoch(1, 1, 1, key)], lexicon) for key in keys}
    assert seen == set(WORDS[:size])


def test_order_of_words_depends_on_cycle_epoch_and_key(many: Lexicon) -> None:
    size = days_of_cycle(len(WORDS))
    epochs = [(FIRST, 1 + cycle * size) for cycle in range(5)]
    epochs += [(replace(FIRST, number=2), 1), (replace(FIRST, key=KEY[::-1]), 1)]
    orders = {
        tuple(daily_answer(start + day, [epoch], many) for day in range(20))
        for epoch, start in epochs
    }
    assert len(orders) == 7


def test_answers_of_known_days_do_not_change(many: Lexicon) -> None:
    """Answers are the same on every worker, machine and Python version, and must never change."""
    answers = [daily_answer(day, [FIRST], many) for day in (1, 2, 3, 120, 121, 9999)]
    assert answers == ["cente", "darte", "banse", "barse", "comse", "carse"]


@given(st.integers(2, 500), st.integers(1, 1000))
def test_new_epoch_does_not_change_earlier_days(begins: int, day: int) -> None:
    lexicon = lexicon_of(WORDS[:40])
    second = Epoch(2, begins, 1, KEY[::-1])
    alone = daily_answer(day, [FIRST], lexicon)
    both = daily_answer(day, [second, FIRST], lexicon)
    if day < begins:
        assert both == alone
    else:
        assert both == daily_answer(day, [replace(second, first_day=begins)], lexicon)


def test_epochs_are_sorted_and_a_day_belongs_to_the_latest_epoch_begun() -> None:
    second = Epoch(2, 10, 1, KEY[:16])
    assert check_epochs([second, FIRST]) == (FIRST, second)
    assert [epoch_of_day(day, [FIRST, second]) for day in (9, 10)] == [FIRST, second]


@pytest.mark.parametrize("number", [0, -1, -(10**12)])
def test_days_before_the_first_day_have_no_answer(many: Lexicon, number: int) -> None:
    with pytest.raises(PuzzleError, match=r"The first puzzle is no\. 1\.") as refused:
        daily_answer(number, [FIRST], many)
    assert (refused.value.kind, refused.value.number) == ("before-first", number)
    with pytest.raises(PuzzleError):
        daily_answer(number, [replace(FIRST, first_day=-(10**12))], many)


@pytest.mark.parametrize(
    ("epochs", "fault"),
    [
        ([], "no epoch covers day 1"),
        ([Epoch(1, 2, 1, KEY)], "no epoch covers day 1"),
        ([FIRST, Epoch(2, 1, 1, KEY)], "the same first day"),
        ([Epoch(1, 1, 1, KEY[:15])], "shorter than 16 bytes"),
    ],
)
def test_invalid_epochs_are_refused(epochs: list[Epoch], fault: str) -> None:
    with pytest.raises(EpochError, match=fault):
        check_epochs(epochs)
    assert "many bytes" not in repr(FIRST)


lengths, pools = st.sampled_from(LENGTHS), st.sampled_from(POOLS)


@given(lengths, pools, st.integers(0, 9999), st.binary(min_size=16, max_size=16))
def test_token_of_a_random_game_round_trips(
    length: int, pool: str, epoch: int, nonce: bytes
) -> None:
    made = new_token(length, pool, epoch, lambda count: nonce[:count])
    puzzle = read_token(made)
    assert (puzzle.length, puzzle.pool, puzzle.epoch, puzzle.nonce) == (length, pool, epoch, nonce)
    assert puzzle.token == made
    assert set(made) <= set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_")


@given(st.text())
def test_read_token_returns_a_puzzle_or_raises_puzzle_error(text: str) -> None:
    try:
        puzzle = read_token(text)
    except PuzzleError:
        return
    assert puzzle.token == text


NONCE, FIVE = "A" * 21, "\N{ARABIC-INDIC DIGIT FIVE}"
STARTS = "5-normal-01", "5-normal-99999", "9-normal-1", "5-secret-1", f"{FIVE}-normal-1"
ENDS = NONCE, f"{NONCE}B", f"{NONCE}A\n", "A" * 5000
DAMAGED = ["", *(f"{start}-{NONCE}A" for start in STARTS), *(f"5-normal-1-{end}" for end in ENDS)]


@pytest.mark.parametrize("text", DAMAGED)
def test_damaged_token_is_refused_with_a_message(text: str) -> None:
    with pytest.raises(PuzzleError, match="This link to a random game isn’t valid") as refused:
        read_token(text)
    assert refused.value.kind == "token"


def test_answer_depends_on_token_and_key(many: Lexicon) -> None:
    tokens = [token(seed) for seed in range(20)]
    answers = [random_answers(text, [FIRST], many)[0] for text in tokens]
    others = [random_answers(text, [replace(FIRST, key=KEY[::-1])], many)[0] for text in tokens]
    assert answers == [random_answers(text, [FIRST], many)[0] for text in tokens] != others
    assert answers[:4] == ["dinse", "fimte", "forse", "durse"]


def test_answers_of_random_tokens_are_uniformly_distributed() -> None:
    """For 20,000 tokens and 13 words, no count is off by more than five standard deviations."""
    lexicon, source = lexicon_of(WORDS[:13]), random.Random(7)
    tokens = (new_token(5, "normal", 1, source.randbytes) for _ in range(20_000))
    counts = Counter(random_answers(text, [FIRST], lexicon)[0] for text in tokens)
    expected = 20_000 / 13
    assert all(abs(count - expected) < 5 * (expected * 12 / 13) ** 0.5 for count in counts.values())
    assert len(counts) == 13


def test_token_without_its_key_or_words_is_refused(many: Lexicon) -> None:
    for length, pool in ((3, "normal"), (9, "normal"), (5, "huge")):
        with pytest.raises(PuzzleError):
            new_token(length, pool, 1, random.Random(1).randbytes)
    with pytest.raises(PuzzleError, match="its word is no longer available"):
        random_answers(token(1), [replace(FIRST, number=7)], many)
    with pytest.raises(PuzzleError):
        random_answers(token(1), [FIRST], lexicon_of(["word"]))


EVERY_VARIANT = [HOME, *(Variant(boards=n, in_turn=o) for n in BOARD_COUNTS for o in (False, True))]


def test_words_of_several_boards_differ_and_reveal_no_other_days(many: Lexicon) -> None:
    """Words depend only on day, variant and key; no list is the beginning of another."""
    pairs = set()
    for variant in EVERY_VARIANT:
        for drawn in (
            daily_answers(7, [FIRST], many, variant),
            daily_answers(8, [FIRST], many, variant),
            daily_answers(7, [replace(FIRST, key=KEY[::-1])], many, variant),
            random_answers(token(1), [FIRST], many, variant),
        ):
            assert len(set(drawn)) == len(drawn) == variant.boards
            assert set(drawn) <= set(WORDS)
            pairs.add(drawn[:2])
    assert len(pairs) == 4 * len(EVERY_VARIANT)


def test_daily_answers_of_several_boards_do_not_change(many: Lexicon) -> None:
    """The words of days that were played never change: these answers were recorded."""
    four, two, turns = Variant(boards=4), Variant(boards=2), Variant(boards=2, in_turn=True)
    assert daily_answers(1, [FIRST], many, four) == ("bilte", "borse", "dimse", "femte")
    assert daily_answers(1, [FIRST], many, turns) == ("bunte", "farte")
    assert random_answers(token(1), [FIRST], many, two) == ("furse", "bemte")


def test_more_boards_than_words_are_refused() -> None:
    few = lexicon_of(WORDS[:3])
    assert set(daily_answers(1, [FIRST], lexicon_of(WORDS[:4]), Variant(boards=4))) == {*WORDS[:4]}
    with pytest.raises(PuzzleError, match="aren’t enough words for 4 boards"):
        daily_answers(1, [FIRST], few, Variant(boards=4))


def test_pool_version_selects_the_latest_pools_up_to_that_version(many: Lexicon) -> None:
    first = many.pool()
    easy, later = replace(first, name="easy", version=2), replace(first, version=3)
    lexicon = replace(many, pools=(first, easy, later))
    for versions, pools in (({1}, (first,)), ({2}, (first, easy)), ({3}, (easy, later))):
        assert with_pool_versions(lexicon, frozenset(versions)).pools == pools
    assert with_pool_versions(lexicon, frozenset({1, 4})).pools == lexicon.pools


@settings(max_examples=30)
@given(size=st.integers(1, 400), key=st.binary(max_size=40))
def test_permutation_contains_each_number_once(size: int, key: bytes) -> None:
    assert sorted(permuted(index, size, key) for index in range(size)) == list(range(size))


def test_permutation_keeps_known_values_and_covers_the_domain() -> None:
    few, many = (
        [permuted(index, size, b"key") for index in range(size)] for size in (2400, 65_536)
    )
    assert few[:6] == [1722, 1574, 2282, 296, 1793, 668]
    assert many[:4] == [58243, 20074, 31348, 30873]
    assert len(set(many)) == 65_536


@given(one=st.binary(min_size=1, max_size=32), other=st.binary(min_size=1, max_size=32))
def test_permutations_of_different_keys_differ(one: bytes, other: bytes) -> None:
    if one.rstrip(b"\0") == other.rstrip(b"\0"):
        return
    orders = [[permuted(index, 1000, key) for index in range(20)] for key in (one, other)]
    assert orders[0] != orders[1]


@pytest.mark.parametrize(("index", "size"), [(5, 5), (-1, 5), (0, 0), (0, 65_537)])
def test_invalid_permutation_is_refused(index: int, size: int) -> None:
    with pytest.raises(ValueError, match="no place"):
        permuted(index, size, b"key")
