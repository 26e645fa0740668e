"""The policy for several boards: rules in any position, and results compared with the optimum."""

import functools
import random
from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations, product

import numpy as np
import pytest
from engine.boards.positions import even_board, turns_of
from hypothesis import given, settings
from hypothesis import strategies as st

from wordle_web.engine.boards import lookahead, policy
from wordle_web.engine.boards.lookahead import OpenBoard
from wordle_web.engine.boards.policy import BoardsRanking, PlayOut, best_guess, choose, rank
from wordle_web.engine.boards.simulation import after, play_boards
from wordle_web.engine.boards.state import BoardsState, BoardsTurn, boards_after
from wordle_web.engine.candidates import belief_of
from wordle_web.engine.feedback import feedback
from wordle_web.engine.hard_mode import HardMode
from wordle_web.engine.lexicon import lexicon_of, load_lexicon
from wordle_web.engine.matrix import matrix_of
from wordle_web.engine.openings import stored_reply
from wordle_web.engine.search.solver import LOSS
from wordle_web.lab.playing import measure_pairs

LEXICON = load_lexicon("english-5")
POOL = belief_of(LEXICON, "pool")
ANSWERS = LEXICON.pool().words


def state_after(answers: Sequence[str], guesses: Sequence[str]) -> BoardsState:
    return boards_after(LEXICON, turns_of(answers, guesses), len(answers), belief=POOL)


POSITIONS = st.tuples(
    st.lists(st.sampled_from(ANSWERS), min_size=2, max_size=8, unique=True),
    st.lists(st.sampled_from(ANSWERS), min_size=1, max_size=4),
)


@settings(max_examples=25)
@given(POSITIONS, st.randoms())
def test_ranking_does_not_depend_on_the_order_of_boards(
    position: tuple[list[str], list[str]], order: random.Random
) -> None:
    answers, guesses = position
    shuffled = order.sample(answers, len(answers))
    one, other = (rank(state_after(permutation, guesses)) for permutation in (answers, shuffled))
    assert set(one.guesses.tolist()) == set(other.guesses.tolist())
    assert one.costs.tolist() == other.costs.tolist()


@settings(max_examples=25)
@given(POSITIONS)
def test_best_guess_for_several_boards_solves_or_narrows_a_board(
    position: tuple[list[str], list[str]],
) -> None:
    """The best guess is the first of the ten best; after the game, there are none."""
    state = state_after(*position)
    while not state.is_over:
        left = [board.candidates for board in state.boards]
        known = [LEXICON.words[words[0]] for words in left if len(words) == 1]
        guess = best_guess(state)
        assert guess == LEXICON.words[rank(state).guesses[0]]
        assert not known or guess == known[0]
        state = after(state, guess, position[0])
        assert sum(len(board.candidates) for board in state.boards) < sum(map(len, left))
    ranking = rank(state)
    assert (ranking.guesses.tolist(), ranking.costs.tolist()) == ([], [])


def test_ranking_without_time_for_lookahead_has_as_many_guesses() -> None:
    state = state_after(["crane", "moist", "humid"], ["slate"])
    hurried = rank(state, should_stop=lambda: True)
    assert len(hurried.guesses) == 10
    assert hurried.costs.tolist() != rank(state).costs.tolist()


def test_policy_plays_the_likeliest_word_at_the_last_guess() -> None:
    belief = belief_of(LEXICON)
    turns = [BoardsTurn.parse("crane:22222.20000"), BoardsTurn.parse("moist:-.00000")]
    state = replace(boards_after(LEXICON, turns, 2, belief=belief), guesses_left=1)
    words = state.boards[1].candidates
    assert len(words) > 1
    assert belief.weights[LEXICON.index(best_guess(state))] == belief.weights[words].max()


TINY = ["crane", "light", "moist", "night", "right", "slate", "trace"]
TINY_LEXICON = lexicon_of(TINY, ["films", "corns", "aahed"])
TINY_MATRIX = matrix_of(TINY_LEXICON)


def ranking(boards: Sequence[OpenBoard], spare: int, **options: bool) -> BoardsRanking:
    return BoardsRanking(TINY_LEXICON, tuple(boards), spare, TINY_MATRIX, **options)


def open_board(text: str, *numbers: int) -> OpenBoard:
    return even_board(TINY_LEXICON, text.split(), *numbers)


@functools.cache
def least_total(pairs: frozenset[tuple[str, str]]) -> int:
    """Return the minimum total of guesses for all pairs; an empty string is a solved word."""
    if pairs == {("", "")}:
        return 0
    totals = []
    for guess in TINY_LEXICON.words:
        cells: dict[tuple[int, ...], set[tuple[str, str]]] = {}
        for pair in pairs:
            given = tuple(feedback(guess, answer) if answer else -1 for answer in pair)
            one, other = ("" if answer == guess else answer for answer in pair)
            cells.setdefault(given, set()).add((one, other))
        after = [frozenset(cell) for cell in cells.values()]
        if after != [pairs]:
            totals.append(len(pairs) + sum(map(least_total, after)))
    return min(totals)


def test_policy_solves_all_pairs_with_few_more_guesses_than_the_optimum() -> None:
    every = frozenset(combinations(TINY, 2))
    best = least_total(every)
    measured = measure_pairs(TINY_LEXICON, opener="crane", matrix=TINY_MATRIX)
    assert measured.games == len(every) == 21
    assert best <= measured.total_guesses <= 1.05 * best


@pytest.mark.parametrize("opener", TINY_LEXICON.words)
def test_tree_counts_equal_games_played_one_by_one(opener: str) -> None:
    belief = belief_of(TINY_LEXICON, "pool")
    counts = [0] * 10
    for pair in combinations(TINY, 2):
        options = {"belief": belief, "clock": lambda: 0.0, "opener": opener}
        game = play_boards(TINY_LEXICON, pair, **options)
        assert game.is_complete
        counts[len(game.guesses) - 1] += 1
    measured = measure_pairs(TINY_LEXICON, opener=opener, matrix=TINY_MATRIX)
    assert list(measured.distribution) == counts[: len(measured.distribution)]
    assert sum(counts) == measured.games


# The measured values plus one percent, since another pool changes them a little.
@pytest.mark.parametrize(
    ("boards", "games", "most", "most_hurried"),
    [(2, 80, 381, 382), (4, 40, 269, 275), (8, 20, 214, 217), (16, 8, 145, 145), (32, 4, 136, 135)],
)
def test_games_are_won_within_the_measured_number_of_guesses(
    boards: int, games: int, most: int, most_hurried: int
) -> None:
    dice = random.Random(boards)
    drawn = [dice.sample(ANSWERS, boards) for _ in range(games)]
    played = [play_boards(LEXICON, answers, belief=POOL, clock=lambda: 0.0) for answers in drawn]
    assert all(game.is_complete and len(game.guesses) <= boards + 5 for game in played)
    assert sum(len(game.guesses) for game in played) <= most
    hurried = 0  # without time for lookahead
    for answers in drawn:
        state = state_after(answers, ())
        while not state.is_over:
            guess = rank(state, 1, should_stop=lambda: True).guesses[0]
            state = after(state, LEXICON.words[guess], answers)
        hurried += len(state.guesses)
    assert hurried <= most_hurried


def test_sequential_boards_are_solved_in_order_within_eight_guesses() -> None:
    answers = ["crane", "moist", "humid"]
    game = play_boards(LEXICON, answers, belief=POOL, clock=lambda: 0.0, in_turn=True)
    assert game.is_complete
    places = [game.guesses.index(answer) for answer in game.answers]
    assert places == sorted(places)
    assert len(game.guesses) <= 8


def test_ranking_begins_with_known_words_in_the_order_of_boards() -> None:
    boards = (open_board("slate", 3), open_board("crane", 1, 2), open_board("light night", 0))
    ranked = ranking(boards, 5).rank(20)
    words = [TINY_LEXICON.words[index] for index in ranked.guesses.tolist()]
    assert words[:2] == ["crane", "slate"]
    assert sorted(words) == list(TINY_LEXICON.words)
    assert ranked.costs[:2].tolist() == [0, 0]
    hurried = ranking(boards, 5).rank(20, lambda: True)
    assert ranked.costs.tolist() == hurried.costs.tolist()
    first = ranking(boards, 5).rank(1)
    assert (first.guesses.tolist(), first.costs.tolist()) == (ranked.guesses[:1].tolist(), [0])
    # The guess for a single unsolved board is one of its words.
    words = np.array([TINY_LEXICON.words.index(word) for word in ("light", "night")])
    assert choose(TINY_MATRIX, [words], 5) in words.tolist()


@pytest.mark.parametrize("spare", [0, 1, 2, 3])
def test_guesses_are_compared_by_playing_out_games_that_could_be_lost(spare: int) -> None:
    boards = (open_board("crane slate trace", 0), open_board("light night right", 1))
    everything = np.arange(len(TINY_LEXICON))
    ranked = ranking(boards, spare).rank(20)
    estimates = lookahead.costs(TINY_LEXICON, boards, everything, spare)[ranked.guesses]
    assert sorted(ranked.guesses.tolist()) == everything.tolist()
    assert ranked.costs.tolist() == sorted(ranked.costs.tolist())
    best = int(ranked.guesses[0])
    assert ranking(boards, spare).rank(1).guesses.tolist() == [best]
    if spare > 2:
        assert ranked.costs == pytest.approx(estimates)
        return
    calm = ranking(boards, spare, plays_out=False)
    assert sorted(calm.rank(20).costs) == pytest.approx(sorted(estimates))

    def go_on(left: Sequence[OpenBoard], spare: int) -> int:
        sets = [board.words for board in left]
        return int(ranking(merged(sets), spare, plays_out=False).rank(1).guesses[0])

    played = PlayOut(TINY_LEXICON, go_on).cost(boards, best, spare)
    assert ranked.costs[0] == pytest.approx(played)


COUNTS = [(1, 0.3, 3), (2, 0.3, 3), (3, 0.2, 6), (4, 0.2, 6), (5, 0.4, 0), (8, 0.4, 0)]


@pytest.mark.parametrize(("count", "k", "spread"), [*COUNTS, (9, 0.02, 0), (17, 0.003, 0)])
def test_words_are_weighted_by_the_number_of_boards_that_they_fit(
    count: int, k: float, spread: float
) -> None:
    board = open_board("crane light night slate", *range(count))
    ranked = ranking([board], 5).rank(20, lambda: True)
    patterns = TINY_MATRIX.patterns(board.words, ranked.guesses)
    needed = lookahead.needed(patterns, board, spread, 242)
    solved = lookahead.solved([board], ranked.guesses, len(TINY_LEXICON))
    assert len(ranked.guesses) == len(TINY_LEXICON)
    assert ranked.costs == pytest.approx(k * count * needed - solved, abs=1e-6)


def merged(sets: Sequence[np.ndarray]) -> tuple[OpenBoard, ...]:
    numbers: dict[tuple[int, ...], list[int]] = {}
    for number, words in enumerate(sets):
        numbers.setdefault(tuple(words.tolist()), []).append(number)
    return tuple(
        OpenBoard(np.array(words), np.full(len(words), 1 / len(words)), tuple(indices))
        for words, indices in sorted(numbers.items(), key=lambda item: len(item[0]))
    )


def test_several_boards_start_with_the_stored_opener_for_one_board() -> None:
    belief = belief_of(LEXICON)
    stored = stored_reply(LEXICON, (), belief, hard=HardMode.OFF).guesses
    ranking = rank(boards_after(LEXICON, (), 4, belief=belief), 3)
    assert [LEXICON.words[index] for index in ranking.guesses] == [word for word, _ in stored[:3]]
    assert ranking.costs.tolist() == [0, 1, 2]


def test_cost_of_a_guess_depends_on_the_number_of_spare_guesses() -> None:
    turns = turns_of(["right", "slate"], ["aahed"])
    state = boards_after(TINY_LEXICON, turns, 2, belief=belief_of(TINY_LEXICON, "pool"))
    costs = [rank(replace(state, guesses_left=left), 20).costs.tolist() for left in (1, 2, 3, 7)]
    boards = policy.open_boards(state)
    expected = [ranking(boards, spare).rank(20).costs.tolist() for spare in (0, 0, 1, 5)]
    assert costs == expected
    assert expected[1] != expected[2] != expected[3]


WORDS = LEXICON.pool().words[:300]

index = {word: number for number, word in enumerate(LEXICON.words)}.__getitem__


def board(words: Sequence[str], number: int) -> OpenBoard:
    """Return a board with these words left, the first twice as likely as the others."""
    weights = np.ones(len(words))
    weights[0] = 2
    return OpenBoard(np.array([index(word) for word in words]), weights / weights.sum(), (number,))


def first_word(sets: Sequence[Sequence[str]]) -> str:
    """Return the only word left on some board, else the first word of the first board."""
    return next((words[0] for words in sets if len(words) == 1), sets[0][0])


def left_after(
    guess: str, sets: Sequence[Sequence[str]], answers: Sequence[str]
) -> tuple[list[list[str]], list[str]]:
    """Return the words left on each board that a guess does not solve, and their answers."""
    unsolved = [
        (words, answer) for words, answer in zip(sets, answers, strict=True) if answer != guess
    ]
    left = [[w for w in words if feedback(guess, w) == feedback(guess, a)] for words, a in unsolved]
    return left, [answer for _, answer in unsolved]


def wasted(sets: Sequence[Sequence[str]], answers: Sequence[str], guess: str, spare: int) -> float:
    """Return the number of guesses that solve nothing in a game; a loss adds twenty."""
    is_wasted = guess not in answers
    if is_wasted and not spare:
        return 1 + LOSS
    later, others = left_after(guess, sets, answers)
    rest = wasted(later, others, first_word(later), spare - is_wasted) if others else 0
    return is_wasted + rest


SETS = st.lists(
    st.lists(st.sampled_from(WORDS), min_size=1, max_size=4, unique=True), min_size=1, max_size=2
)


@given(SETS, st.sampled_from(WORDS), st.integers(0, 3))
def test_played_out_cost_of_a_guess_is_the_mean_over_all_games(
    sets: list[list[str]], guess: str, spare: int
) -> None:
    boards = [board(words, number) for number, words in enumerate(sets)]

    def first(left: Sequence[OpenBoard], _: int) -> int:
        assert [board.weights.sum() for board in left] == pytest.approx([1] * len(left))
        return int(left[0].words[0])

    play_out = PlayOut(LEXICON, first)
    expected = 0.0
    for answers in product(*sets):
        chances = [
            (2 if answer == words[0] else 1) / (len(words) + 1)
            for words, answer in zip(sets, answers, strict=True)
        ]
        expected += float(np.prod(chances)) * wasted(sets, answers, guess, spare)
    assert play_out.cost(boards, index(guess), spare) == pytest.approx(expected)


def test_policy_finds_the_only_guess_that_avoids_a_loss() -> None:
    # The estimates prefer DEPTH, but after it no guess separates JOKER, ROGER and ROVER, and FATTY
    # from TATTY, in time.
    sets = [
        ["hover", "joker", "poker", "rodeo", "roger", "rover"],
        ["fatty", "patty", "taffy", "tatty"],
    ]

    @functools.cache
    def best(boards: tuple[str, ...], guesses_left: int) -> str:
        indices = [np.array([index(word) for word in words.split()]) for words in boards]
        return LEXICON.words[choose(matrix_of(LEXICON), indices, guesses_left)]

    for answers in product(*sets):
        left, others, guesses_left = sets, list(answers), 4
        while others and guesses_left:
            is_known = any(len(words) == 1 for words in left)
            boards = tuple(map(" ".join, left))
            guess = first_word(left) if is_known else best(boards, guesses_left)
            left, others = left_after(guess, left, others)
            guesses_left -= 1
        assert not others, answers
