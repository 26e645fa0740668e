"""The search equals brute force where that is feasible, and respects its deadline."""

from dataclasses import replace
from functools import partial
from itertools import chain, pairwise, repeat

import numpy as np
import pytest
from engine.alike import ANSWERS, BELIEF, LEXICON
from engine.brute_force import brute_force
from hypothesis import example, given, settings
from hypothesis import strategies as st

from wordle_web.engine import partition
from wordle_web.engine.arrays import Indices
from wordle_web.engine.candidates import USED_WEIGHT, Belief, belief_of, candidates_after
from wordle_web.engine.feedback import feedback
from wordle_web.engine.hard_mode import HardMode, hard_mode_violation, hard_rules
from wordle_web.engine.knowledge import Turn
from wordle_web.engine.lexicon import Lexicon, lexicon_of
from wordle_web.engine.matrix import matrix_in_memory
from wordle_web.engine.planning import AnytimeResult, search_anytime
from wordle_web.engine.search import solver
from wordle_web.engine.search.solver import EVERY, NEVER, Bounds, Cost, Search, SearchProblem
from wordle_web.engine.suggestion import suggest

three_letters = st.text(alphabet="abcd", min_size=3, max_size=3)
lists = st.lists(three_letters, min_size=1, max_size=9, unique=True)
others = st.lists(three_letters, max_size=5, unique=True)
WIDE = partition.MAX_PAIRED_WIDE


def problem_of(lexicon: Lexicon, weights: dict[str, float]) -> tuple[SearchProblem, Indices]:
    """Return the search problem for weighted words, and the guesses of its columns."""
    order = sorted(weights, key=lambda word: (-weights[word], word))
    candidates = np.array([lexicon.words.index(word) for word in order])
    patterns, selection = matrix_in_memory(lexicon).gather(candidates)
    masses = np.array([weights[word] for word in order])
    problem = SearchProblem(patterns, masses, selection.own, 3**lexicon.length - 1)
    return problem, selection.guesses


def alike(heaviest: float = 1.0) -> SearchProblem:
    """Return the search for hard-to-distinguish words, with weights from `heaviest` down to 1."""
    patterns, selection = matrix_in_memory(LEXICON).gather(LEXICON.pool().indices)
    weights = np.linspace(heaviest, 1, len(patterns))
    return SearchProblem(patterns, weights, selection.own, 3**5 - 1)


@pytest.mark.parametrize("more", [-1, 0, 1, 2])
def test_shortlists_contain_every_guess_once_in_order_of_bounds(more: int) -> None:
    guesses = solver.SHORTLIST + more if more < 2 else 3 * solver.SHORTLIST
    patterns = np.random.default_rng(guesses).integers(0, 9, (6, guesses)).astype(np.uint8)
    search = Search(SearchProblem(patterns, np.ones(6), np.arange(6) % guesses, 8))
    scan = search.scan(search.start(4))
    shortlists = list(scan.shortlists())
    assert sorted(column for shortlist, _ in shortlists for column in shortlist) == list(
        range(guesses)
    )
    for (shortlist, lowest), (after, _) in pairwise(shortlists):
        assert len(shortlist) == solver.SHORTLIST
        assert scan.bounds[shortlist].max() <= lowest == scan.bounds[after].min()
    assert shortlists[-1][1] == NEVER


@settings(max_examples=60)
@given(lists, others, st.integers(0, 3), st.integers(1, 5))
@example(["batch", "catch", "hatch", "latch", "match", "patch", "watch"], ["champ", "blimp"], 0, 3)
def test_search_equals_brute_force(
    answers: list[str], more: list[str], seed: int, left: int
) -> None:
    """The weights are equal or unequal; hard modes are included."""
    lexicon, rng = lexicon_of(answers, more), np.random.default_rng(seed)
    masses = rng.uniform(0.01, 1, len(answers)).tolist() if seed else [1.0] * len(answers)
    weights = dict(zip(answers, masses, strict=True))
    problem, guesses = problem_of(lexicon, weights)
    for mode in HardMode:
        rules = hard_rules(lexicon.codes[guesses], mode)
        bounds = Search(replace(problem, rules=rules)).solve(left)
        assert bounds.is_exact
        turns = () if mode else None
        least = brute_force(weights, lexicon.words, left, turns=turns, mode=mode)
        assert bounds.upper == pytest.approx(least, rel=1e-9)


@pytest.mark.parametrize("step", [0.0001, 0.01, 1.0])
def test_search_stops_at_its_deadline_and_is_then_not_exact(step: float) -> None:
    read: list[float] = []

    def clock() -> float:
        """Return the time, which advances at every reading."""
        read.append(len(read) * step)
        return read[-1]

    suggestion = suggest(LEXICON, [], belief=BELIEF, budget_ms=90, clock=clock)
    assert suggestion.guess in LEXICON
    assert suggestion.best[0].guess == suggestion.guess
    assert read[-1] <= 0.09 + 4 * step
    assert not suggestion.exact or step < 1
    assert suggest(LEXICON, [], belief=BELIEF, clock=lambda: 0.0).exact


words = st.sampled_from(
    ["crane", "slate", "batch", "hatch", "round", "sound", "champ", "fjord", "waltz", "mound"]
)


@settings(max_examples=60)
@given(words, words, st.sampled_from(HardMode), st.data())
def test_suggestions_follow_hard_mode_rules(
    first: str, second: str, mode: HardMode, data: st.DataObject
) -> None:
    answer = data.draw(st.sampled_from(ANSWERS))
    turns = [Turn(guess, feedback(guess, answer)) for guess in (first, second)]
    suggestion = suggest(LEXICON, turns, belief=BELIEF, hard=mode)
    assert suggestion.best
    assert {hard_mode_violation(guess.guess, turns, mode) for guess in suggestion.best} == {None}


@pytest.mark.parametrize("rows", [1, 2, partition.MAX_PAIRED, WIDE, WIDE + 1, 600])
@pytest.mark.parametrize("guesses", [1, 20, 2 * partition.BLOCK_GUESSES])
@pytest.mark.parametrize("size", [9, 243, 2187])
@pytest.mark.parametrize("weights", ["even", "even but for the first", "even at first"])
def test_sum_of_heaviest_weights_equals_the_reference(
    rows: int, guesses: int, size: int, weights: str
) -> None:
    rng = np.random.default_rng(rows)
    patterns = rng.integers(0, min(size, 30), (rows, guesses)).astype(np.uint16)
    masses = np.full(rows, 0.5 if weights == "even" else 1.0)
    if weights == "even at first":
        masses[2:] = np.sort(rng.uniform(0.1, 0.9, rows)[2:])[::-1]
    elif weights != "even":
        masses[0] = 2
    expected = [
        sum(masses[column == pattern].max() for pattern in np.unique(column))
        for column in patterns.T
    ]
    sums = partition.sum_of_heaviest(patterns, masses, size)
    assert sums.shape == (guesses,)
    assert sums.dtype == np.float64
    assert sums == pytest.approx(expected)


@pytest.mark.parametrize("rows", [1, 3, 40, 400])
@pytest.mark.parametrize("size", [9, 243, 2187])
@pytest.mark.parametrize("is_even", [True, False])
def test_estimate_of_cell_costs_equals_the_reference(rows: int, size: int, is_even: bool) -> None:
    rng = np.random.default_rng(rows)
    patterns = rng.integers(0, min(size, 30), (rows, 20)).astype(np.uint16)
    masses = np.ones(rows) if is_even else np.sort(rng.uniform(0.1, 1, rows))[::-1]
    typical = partition.TYPICAL_CELL * (masses @ masses) / masses.sum()
    cells = [
        [masses[column == pattern].sum() for pattern in np.unique(column)] for column in patterns.T
    ]
    above = partition.above_bound(patterns, masses, size)
    assert above.shape == (20,)
    assert above.dtype == np.float64
    assert above == pytest.approx(
        [
            partition.GROWTH * sum(mass * np.log2(1 + mass / typical) for mass in cell)
            for cell in cells
        ]
    )


@settings(max_examples=100)
@given(lists, others, st.lists(st.integers(0, 13), max_size=2), st.data())
def test_no_guess_is_better_than_an_exact_result(
    answers: list[str], more: list[str], guessed: list[int], data: st.DataObject
) -> None:
    """Turns, used words, omitted words and allowed guesses are arbitrary."""
    masses = st.lists(st.sampled_from([1.0, 0.5, 0.1, 0.01, 0.0001]), min_size=9, max_size=9)
    used_words = st.lists(st.integers(0, 13), max_size=4)
    left = data.draw(st.sampled_from([1, 2, 3, 4, 5, None]))
    mode, answers_only = data.draw(st.sampled_from(HardMode)), data.draw(st.booleans())
    lexicon = lexicon_of(answers, more)
    weights = np.zeros(len(lexicon))
    weights[[lexicon.words.index(word) for word in answers]] = data.draw(masses)[: len(answers)]
    weights[[index for index in data.draw(used_words) if index < len(lexicon)]] *= USED_WEIGHT
    belief = replace(belief_of(lexicon, "normal"), weights=weights)
    played = [lexicon.words[index % len(lexicon)] for index in guessed]
    turns = tuple(Turn(guess, feedback(guess, answers[0])) for guess in played)
    options = {"hard": mode, "answers_only": answers_only}
    limits = {"guesses_left": left, "clock": lambda: 0.0}
    suggestion = suggest(lexicon, turns, belief=belief, **options, **limits)
    if suggestion.exact:
        candidates = candidates_after(lexicon, turns, belief)
        words = {lexicon.words[candidate]: weights[candidate] for candidate in candidates}
        # In ultra-hard mode, the allowed words are those that can still be the answer.
        guesses, mode = (tuple(words), HardMode.ULTRA) if answers_only else (lexicon.words, mode)
        hints = turns if mode else None
        least = brute_force(words, guesses, suggestion.guesses_left, hints, mode=mode)
        assert suggestion.best[0].cost == pytest.approx(least / sum(words.values()))


def test_belief_with_a_single_word_suggests_that_word() -> None:
    weights = np.zeros(len(LEXICON))
    weights[LEXICON.words.index("sound")] = 0.5
    suggestion = suggest(LEXICON, [], belief=Belief("own", weights, weights > 0))
    assert (suggestion.guess, suggestion.expected_guesses, suggestion.exact) == ("sound", 1.0, True)


@pytest.mark.parametrize(
    ("bounds", "width", "limit", "settles"),
    [
        (Bounds(5.0, 5.0, 1), EVERY, NEVER, True),
        (Bounds(5.0, 5.0 - 1e-9, 1, 0), EVERY, NEVER, False),  # the sums are compared exactly
        (Bounds(6.0, 5.0, 1, 2), 2, NEVER, True),
        (Bounds(6.0, 5.0, 1, 2), 3, NEVER, False),
        (Bounds(6.0, 5.0, 1, 0), 3, 5.0, True),
        (Bounds(6.0, 5.0, 1, 0), 3, 5.1, False),
        (Bounds(NEVER, 5.0, -1, 2, limit=6.0), 2, 6.0, True),
        (Bounds(NEVER, 5.0, -1, 2, limit=6.0), 2, 6.1, False),
        (Bounds(5.9, 5.0, 1, 2, limit=6.0), 2, 9.0, True),
        (Bounds(6.0, 5.0, 1, 2, limit=6.0), 2, 9.0, False),
    ],
)
def test_search_is_settled_if_it_cannot_improve_its_bounds(
    bounds: Bounds, width: int, limit: float, settles: bool
) -> None:
    assert bounds.settles(width, limit) == settles


def test_merging_keeps_the_tighter_bounds() -> None:
    early, late = Bounds(6.0, 4.0, 1, 2, 9.0, 0.5), Bounds(7.0, 5.0, 2, 3, 8.0, 0.25)
    assert late.merged(early) == Bounds(6.0, 5.0, 1, 3, 8.0, 0.5)
    assert late.merged(late._replace(column=4)).column == 4
    assert early.merged(late) == Bounds(6.0, 5.0, 1, 2, 9.0, 0.5)


def test_guesses_are_ranked_by_costs_then_by_estimates() -> None:
    result = AnytimeResult(Bounds(NEVER, 2.0, 7), order=[7, 3, 9, 4, 5])
    for column, total in ((3, 5.0), (9, 4.0), (4, 4.0), (3, 6.0)):
        result.record(column, Cost(total, column / 10))
    assert result.costs == {3: Cost(5.0, 0.3), 9: Cost(4.0, 0.9), 4: Cost(4.0, 0.4)}
    assert result.best == Bounds(4.0, 2.0, 9, lost=0.9)
    assert result.ranking == [9, 4, 3, 7, 5]


def test_comparison_of_the_next_best_guesses_has_a_limit() -> None:
    searches = [Search(alike()) for _ in range(3)]
    none, some, whole = (
        search_anytime(search, 6, top=10, max_compared=most)
        for search, most in zip(searches, (0, 1, 10**9), strict=True)
    )
    # One pattern may still be compared, so one more guess is searched.
    assert len(some.costs) == len(none.costs) + 1 < len(whole.costs)
    assert set(whole.ranking[:10]) <= set(whole.costs)
    assert whole.best.is_exact
    assert min(cost.total for cost in whole.costs.values()) == whole.best.upper
    assert searches[0].scanned < searches[1].scanned < searches[2].scanned


@settings(max_examples=60)
@given(lists, others, st.integers(0, 3), st.integers(1, 5), st.sampled_from(HardMode))
def test_longer_and_wider_searches_never_increase_costs(
    answers: list[str], more: list[str], seed: int, left: int, hard: HardMode
) -> None:
    lexicon, rng = lexicon_of(answers, more), np.random.default_rng(seed)
    masses = rng.uniform(0.01, 1, len(answers)).tolist() if seed else [1.0] * len(answers)
    weights = dict(zip(answers, masses, strict=True))
    problem, guesses = problem_of(lexicon, weights)
    problem = replace(problem, rules=hard_rules(lexicon.codes[guesses], hard))
    longer = []
    for looks in (0, 1, 2, 4, 8, 16, 1000):
        search = Search(problem)
        search.should_stop = partial(next, chain(repeat(False, looks), repeat(True)))
        longer.append(search_anytime(search, left).best)
    wider = [Search(problem).solve(left, width) for width in (1, 2, 3, 5, 8, EVERY)]
    least = brute_force(weights, lexicon.words, left, turns=() if hard else None, mode=hard)
    for bounds in (longer, wider):
        assert all(one.upper >= other.upper for one, other in pairwise(bounds))
        assert all(one.lower <= other.lower for one, other in pairwise(bounds))
        assert bounds[-1].upper == bounds[-1].lower == pytest.approx(least, rel=1e-9)


@pytest.mark.parametrize("width", [1, 2, 4])
@pytest.mark.parametrize("left", [3, 4, 6])
def test_narrow_search_brackets_the_exact_cost(width: int, left: int) -> None:
    problem = alike(heaviest=2)
    searches = Search(problem), Search(problem)
    narrow, exact = searches[0].solve(left, width), searches[1].solve(left)
    assert searches[0].nodes < searches[1].nodes
    assert exact.is_exact
    assert narrow.lower <= exact.upper <= narrow.upper
    assert (narrow.lost > 0) == (exact.lost > 0) == (left == 3)
    for limit in (exact.upper - 0.1, exact.upper + 0.1):
        limited = Search(problem).solve(left, limit=limit)
        assert (limited.upper < limit) == (exact.upper < limit)
        assert limited.lower <= exact.upper + 1e-9


@pytest.mark.parametrize("left", [1, 2, 3])
def test_cost_is_the_sum_of_cells_and_lost_words(left: int) -> None:
    answers = ("batch", "catch", "hatch", "latch", "match", "bound")
    lexicon = lexicon_of(answers, [*answers, "champ", "zzzzz"])
    weights = dict(zip(answers, (6.0, 5.0, 4.0, 3.0, 2.0, 1.0), strict=True))
    problem, guesses = problem_of(lexicon, weights)
    search = Search(problem)
    root = search.start(left)
    assert (search.nodes, search.scanned) == (0, 0)
    scan = search.scan(root)
    assert search.scanned == 6 * 8
    for column, index in enumerate(guesses.tolist()):
        guess = lexicon.words[index]
        cells: dict[int, list[str]] = {}
        for word in set(answers) - {guess}:
            cells.setdefault(feedback(guess, word), []).append(word)
        after = [
            brute_force({word: weights[word] for word in cell}, lexicon.words, left - 1)
            for cell in cells.values()
        ]
        cost = search.cost_of(root, scan, column, EVERY)
        assert cost.total == pytest.approx(21 + sum(after))
        if left < 3:
            heaviest = [max(weights[word] for word in cell) for cell in cells.values()]
            won = weights.get(guess, 0) + (sum(heaviest) if left == 2 else 0)
            assert cost.lost == pytest.approx(21 - won)
    if left == 1:
        assert search.solve(1) == Bounds(6 + 21 * 15, 6 + 21 * 15, int(problem.own[0]), lost=15)


@pytest.mark.parametrize(
    ("patterns", "left", "cost", "is_quick"),
    [
        ([8, 1, 2, 3, 4], 3, 9, True),
        ([8, 1, 2, 3, 3], 3, 10, True),  # two words in a cell cost one more guess
        ([8, 1, 2, 3, 4], 2, 9, False),  # with two guesses left, the bounds are used
        ([8, 1, 1, 3, 3], 3, 11, False),  # another guess might cost ten
        ([8, 1, 3, 3, 3], 4, 12, False),
    ],
)
def test_search_scans_no_guesses_if_none_separates_the_other_words(
    patterns: list[int], left: int, cost: float, is_quick: bool
) -> None:
    """If no word separates the others, they are solved one by one."""
    table = np.zeros((5, 6), dtype=np.uint8)
    table[np.arange(5), np.arange(5)] = 8
    table[:, 0] = patterns
    search = Search(SearchProblem(table, np.ones(5), np.arange(5), 8))
    bounds = search.solve(left)
    assert (bounds.upper, bounds.column, bounds.lost) == (cost, 0, 0)
    assert bounds.is_exact
    assert (search.scanned == 0) == is_quick


def test_search_without_time_returns_a_guess() -> None:
    for left in (1, 3, 6, 2):
        search = Search(alike())
        search.should_stop = lambda: True
        hurried = search_anytime(search, left)
        assert 0 <= hurried.best.column < search.problem.patterns.shape[1]
    best = Search(alike()).solve(2)
    assert hurried.best.is_exact
    assert (hurried.best.upper, hurried.best.lost) == (best.upper, best.lost)


@pytest.mark.parametrize("left", [2, 3, 6])
def test_shortlist_size_does_not_change_search_results(
    left: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    problem = alike(heaviest=2)
    whole = Search(problem).solve(left)
    monkeypatch.setattr("wordle_web.engine.search.solver.SHORTLIST", 1)
    bounds = Search(problem).solve(left)
    assert bounds.is_exact
    assert (bounds.upper, bounds.lost) == pytest.approx((whole.upper, whole.lost))


@pytest.mark.parametrize("count", [1, 2])
def test_exact_result_is_completed_only_if_more_guesses_are_requested(count: int) -> None:
    table = np.array([[8, 0, 1], [1, 8, 1]], dtype=np.uint8)[:count]
    problem = SearchProblem(table, np.ones(count), np.arange(count), 8)
    for top, is_at_once in ((1, True), (2, count == 1)):
        search = Search(problem)
        results = search_anytime(search, 6, top=top)
        assert (results.best.column, results.best.is_exact) == (0, True)
        assert (search.scanned == 0) == (results.order == []) == is_at_once


def test_candidates_are_tried_before_other_guesses_with_equal_estimates() -> None:
    patterns = np.array([[0, 8, 0, 0], [1, 0, 8, 0], [2, 0, 0, 8]], dtype=np.uint8)
    search = Search(SearchProblem(patterns, np.ones(3), np.array([1, 2, 3]), 8))
    scan = search.scan(search.start(2))
    assert scan.is_own.tolist() == [False, True, True, True]
    even = replace(scan, bounds=np.full(4, 6.0))
    assert even.first() == 1
    patterns[:, 1:] = patterns[:, :1]
    assert next(replace(even, patterns=patterns).shortlists())[0] == [1, 2, 3, 0]


def test_no_guess_is_returned_if_none_is_below_the_limit() -> None:
    patterns = np.eye(5, dtype=np.uint8) * 8
    search = Search(SearchProblem(patterns, np.ones(5), np.arange(5), 8))
    cost = search.solve(6).upper
    root = search.start(6)
    for limit, column in ((cost, -1), (cost + 0.5, 0)):
        bounds = search.try_guesses(root, search.scan(root), EVERY, limit)
        assert (bounds.column, bounds.upper < limit, bounds.lower) == (column, column == 0, cost)


@pytest.mark.parametrize("left", [1, 2])
def test_costs_with_two_guesses_left_are_exact_up_to_the_limit(left: int) -> None:
    answers = ("batch", "catch", "hatch", "latch", "match", "bound")
    problem, _ = problem_of(lexicon_of(answers), dict.fromkeys(answers, 1.0))
    search = Search(problem)
    root = search.start(left)
    scan = search.scan(root)
    for guess in range(len(answers)):
        exact = search.cost_of(root, scan, scan.column(guess), EVERY)
        assert search.evaluate(root, scan, guess, EVERY, NEVER)[0] == exact
        assert search.evaluate(root, scan, guess, EVERY, exact.total)[0].total == NEVER


@pytest.mark.parametrize(("left", "lost"), [(1, 5.5), (2, 3.5), (3, 2.0), (4, 1.0)])
def test_cost_of_a_search_includes_words_that_cannot_be_solved(left: int, lost: float) -> None:
    weights = {"batch": 3.0, "catch": 2.0, "hatch": 1.5, "latch": 1.0, "match": 1.0}
    problem, _ = problem_of(lexicon_of(list(weights)), weights)
    least = brute_force(weights, list(weights), left)
    assert Search(problem).solve(left) == Bounds(least, least, 0, lost=lost)
    if left > 1:  # costs that are too high anyway are not searched
        assert Search(problem).solve(left, limit=least)[:3] == (NEVER, least, -1)
