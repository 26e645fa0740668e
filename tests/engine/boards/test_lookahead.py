"""Lookahead and the estimates for single boards, compared with slow, readable references."""

import functools
from collections import Counter
from collections.abc import Sequence
from itertools import product

import numpy as np
import pytest
from engine.boards.positions import even_board
from hypothesis import given, settings
from hypothesis import strategies as st

from wordle_web.engine.boards import lookahead
from wordle_web.engine.boards.lookahead import MAX_PAIRED, OpenBoard
from wordle_web.engine.feedback import feedback, feedback_matrix
from wordle_web.engine.lexicon import load_lexicon

LEXICON = load_lexicon("english-5")
WORDS = LEXICON.pool().words[:300]
board = functools.partial(even_board, LEXICON)


def left_in_the_end(guess: str, boards: list[list[str]], answers: Sequence[str]) -> list[int]:
    """Return how many words are left on each board after the guess and then all known words."""

    def after(guess: str, left: list[list[str]]) -> list[list[str]]:
        given = [feedback(guess, answer) for answer in answers]
        pairs = zip(left, given, strict=True)
        return [
            [word for word in words if feedback(guess, word) == marks] for words, marks in pairs
        ]

    left = after(guess, boards)
    for _ in range(lookahead.ROUNDS):
        for solved in [words[0] for words in left if len(words) == 1]:
            left = after(solved, left)
    return [len(words) for words in left]


SETS = st.lists(
    st.lists(st.sampled_from(WORDS), min_size=1, max_size=3, unique=True), min_size=2, max_size=3
)


@given(SETS, st.lists(st.sampled_from(LEXICON.words), min_size=1, max_size=3))
def test_remaining_words_of_each_outcome_equal_the_reference(
    sets: list[list[str]], guesses: list[str]
) -> None:
    boards = [board(words, number) for number, words in enumerate(sets)]
    outcomes = lookahead.outcomes_of(LEXICON, boards, len(guesses))
    items = LEXICON.codes[outcomes.items]
    codes = LEXICON.codes[[LEXICON.index(guess) for guess in guesses]]
    counts = lookahead.words_left(feedback_matrix(codes, items), outcomes)
    assert counts.shape == (len(guesses), len(outcomes.shares), len(sets))
    for row, guess in zip(counts.tolist(), guesses, strict=True):
        assert row == [left_in_the_end(guess, sets, answers) for answers in product(*sets)]


@pytest.mark.parametrize("sizes", [(40, 30), (200, 1), (9, 9, 9, 9, 9, 9, 9, 9)])
def test_sampled_outcomes_preserve_word_probabilities(sizes: tuple[int, ...]) -> None:
    boards = [board(WORDS[:size], number) for number, size in enumerate(sizes)]
    outcomes = lookahead.outcomes_of(LEXICON, boards, 30)
    assert outcomes.shares.sum() == pytest.approx(1)
    for start, size in zip(outcomes.starts.tolist(), sizes, strict=True):
        answers = outcomes.own[:, start]
        assert answers.min() >= start
        assert answers.max() < start + size
        counts = np.bincount(answers - start, minlength=size)
        assert counts.max() - counts.min() <= 1


def test_loss_costs_more_than_any_wasted_guess() -> None:
    # LIGHT can solve a board now. FILMS separates all words but NIGHT and RIGHT, but loses the game
    # if there is no guess to spare.
    family = ["light", "night", "right", "sight", "fight", "might"]
    boards = [board(family, 0), board(["crane"], 1)]
    guesses = np.array([LEXICON.words.index(word) for word in ("light", "films")])
    hurried, calm = (lookahead.costs(LEXICON, boards, guesses, spare) for spare in (0, 5))
    assert hurried[0] < hurried[1]
    assert calm[1] < calm[0]


def test_estimated_waste_grows_with_words_left_and_ignores_known_boards() -> None:
    alone = np.arange(1, 11)
    # On a single board, a guess is wasted unless it is the answer.
    one = lookahead.FIRST.chances(alone[:, np.newaxis, np.newaxis])[:, 0]
    assert one == pytest.approx(1 - 1 / alone, abs=0.03)
    every = np.array(lookahead.SIZES[1:])
    for boards in lookahead.BOARDS:
        sizes = np.repeat(every[:, np.newaxis, np.newaxis], boards, axis=2)
        first, second = (t.chances(sizes)[:, 0] for t in (lookahead.FIRST, lookahead.SECOND))
        assert (np.diff(first) > 0).all()
        assert (np.diff(second) > 0).all()
        assert (second < first).all()
        # Boards with a known word waste no guess and reveal nothing more.
        known = np.ones((len(every), 1, 3), dtype=np.int64)
        beside = lookahead.FIRST.chances(np.append(sizes, known, axis=2))[:, 0]
        assert beside == pytest.approx(first)


def test_estimated_waste_per_board_decreases_with_more_boards() -> None:
    """A guess for one board also reveals something about the others."""
    for table, first in ((lookahead.FIRST, 0), (lookahead.SECOND, 1)):
        counts = np.array(lookahead.BOARDS[first:])
        chances = [table.chances(np.full((1, 1, boards), 2))[0, 0] for boards in counts]
        assert (np.diff(-np.log1p(-np.array(chances)) / counts) < 0).all()


@settings(max_examples=40)
@given(SETS, st.lists(st.sampled_from(LEXICON.words), min_size=1, max_size=2), st.integers(0, 5))
def test_lookahead_cost_is_the_expected_number_of_wasted_guesses(
    sets: list[list[str]], guesses: list[str], spare: int
) -> None:
    """The cost is the guess itself, if wasted, and the expected waste after it."""
    boards = [board(words, number) for number, words in enumerate(sets)]
    guesses = [*guesses, sets[0][0]]
    indices = np.array([LEXICON.index(guess) for guess in guesses])
    costs = lookahead.costs(LEXICON, boards, indices, spare)
    for guess, cost in zip(guesses, costs.tolist(), strict=True):
        outcomes = list(product(*sets))
        # A guess that solves two boards at once saves a guess.
        expected = 1 - sum(answers.count(guess) for answers in outcomes) / len(outcomes)
        for answers in outcomes:
            left = np.array([[left_in_the_end(guess, sets, answers)]])
            one, two = (float(t.chances(left)[0, 0]) for t in (lookahead.FIRST, lookahead.SECOND))
            # The chances that at least 0, 1, 2, 3 and 4 more guesses are wasted.
            risks = [1, one, two, 0.13 * two, 0]
            solves = guess in answers
            lost = risks[min(spare + solves, 3 + solves)]
            expected += (one + two + 20 * lost) / len(outcomes)
        assert cost == pytest.approx(expected)


@pytest.mark.parametrize(
    ("boards", "counts"),
    [
        (1, {1: 128, 1_000: 100, 100_000: 12}),
        (8, {1_000: 12}),
        (9, {100: 111, 1_000: 24, 2_000: 16, 30_000: 12}),
    ],
)
def test_number_of_outcomes_depends_on_boards_and_guesses(
    boards: int, counts: dict[int, int]
) -> None:
    """Each board has ten words; more than eight boards get more time."""
    one = OpenBoard(np.arange(10), np.full(10, 0.1), tuple(range(boards)))
    assert {guesses: lookahead.outcome_count([one], guesses) for guesses in counts} == counts


@pytest.mark.parametrize(("sizes", "is_all"), [((6, 6), True), ((37,), False), ((36, 1), True)])
def test_all_combinations_are_examined_if_there_are_at_most_36(
    sizes: tuple[int, ...], is_all: bool
) -> None:
    boards = [board(WORDS[:size], number) for number, size in enumerate(sizes)]
    assert lookahead.are_all_looked_at(boards) == is_all
    if sizes == (6, 6):
        same = OpenBoard(boards[0].words, boards[0].weights, (0, 1))
        more = OpenBoard(np.arange(7), np.full(7, 1 / 7), (0, 1))
        assert lookahead.are_all_looked_at([same])
        assert not lookahead.are_all_looked_at([more])
    _, shares = lookahead.every_combination(boards)
    assert len(lookahead.outcomes_of(LEXICON, boards, 10**6).shares) == (
        len(shares) if is_all else lookahead.MIN_OUTCOMES
    )


@pytest.mark.parametrize(("boards", "known"), [(2, 2), (8, 4), (9, 9), (12, 9)])
def test_lookahead_follows_more_known_words_on_more_boards(boards: int, known: int) -> None:
    """Each board has two words; its answer reveals that of the next board."""
    items = np.arange(2 * boards)
    differs = np.zeros((1, boards, len(items)), dtype=np.float32)
    differs[0, np.arange(boards - 1), items[3::2]] = 1
    own = items[np.newaxis] // 2 * 2
    outcomes = lookahead.Outcomes(items, items[::2], own, differs, np.ones(1))
    only_the_first = (items == 1).astype(np.uint8)[np.newaxis]
    counts = lookahead.words_left(only_the_first, outcomes)
    assert counts.tolist() == [[[1] * known + [2] * (boards - known)]]


SPREAD = 3.0


def by_definition(pattern: list[int], weights: list[float]) -> float:
    """Return the mean of h over all words, as `lookahead.needed` defines it."""
    mass, squares, entropy = Counter(), Counter(), Counter()
    for reply, weight in zip(pattern, weights, strict=True):
        mass[reply] += weight
    for reply, weight in zip(pattern, weights, strict=True):
        share = weight / mass[reply]
        squares[reply] += share**2
        entropy[reply] -= share * np.log2(share)
    return sum(mass[reply] * (entropy[reply] + SPREAD * (1 - squares[reply])) for reply in mass)


FEW = lookahead.FEW


@pytest.mark.parametrize("words", [1, 2, FEW, FEW + 1, MAX_PAIRED, MAX_PAIRED + 1, 300])
@pytest.mark.parametrize("is_even", [True, False])
@pytest.mark.parametrize(("dtype", "won"), [(np.uint8, 242), (np.uint16, 6560)])
def test_every_counting_method_equals_the_expected_value(
    words: int, is_even: bool, dtype, won: int
) -> None:
    dice = np.random.default_rng(words)
    patterns = dice.choice([0, 1, 5, 27, won], (words, 7)).astype(dtype)
    weights = np.ones(words) if is_even else np.sort(dice.random(words))[::-1] + 0.01
    board = OpenBoard(np.arange(words), weights / weights.sum(), (0,))
    expected = [by_definition(column, board.weights.tolist()) for column in patterns.T.tolist()]
    assert MAX_PAIRED < lookahead.MAX_PAIRED_WIDE < 300
    assert lookahead.needed(patterns, board, SPREAD, won) == pytest.approx(expected, abs=1e-5)


EIGHT, LESS = [10, 11, 12, 13, 14, 15, 16, 17], [8, 4, 2, 1, 1]
SAMPLES = [([1] * 8, 4, [10, 12, 14, 16]), ([1] * 8, 8, EIGHT), ([1] * 8, 9, EIGHT)]
SAMPLES += [(LESS, 4, [10, 10, 11, 12]), (LESS, 1, [10]), ([4, 4, 1, 1], 2, [10, 11])]


@pytest.mark.parametrize(("weights", "count", "words"), SAMPLES)
def test_sampled_words_represent_equal_shares_of_the_probability(
    weights: list[int], count: int, words: list[int]
) -> None:
    board = OpenBoard(np.arange(10, 10 + len(weights)), np.array(weights) / sum(weights), (3, 5))
    sample = board.sampled(count)
    assert sample.words.tolist() == words
    assert sample.weights.tolist() == [1 / len(words)] * len(words)
    assert sample.numbers == (3, 5)
    assert (board.is_even, sample.is_even) == (len(set(weights)) == 1, True)
    assert sample.is_known == (count == 1)


def test_expected_number_of_solved_boards_is_the_sum_of_probabilities() -> None:
    one = OpenBoard(np.array([4, 2]), np.array([0.75, 0.25]), (0, 3))
    other = OpenBoard(np.array([2, 5]), np.array([0.5, 0.5]), (1,))
    solved = lookahead.solved((one, other), np.array([2, 4, 5, 1]), 6)
    assert solved.tolist() == [1.0, 1.5, 0.5, 0.0]
    assert lookahead.separate((one, other)) == (one, one, other)
