"""The costs and the luck of guesses, compared with exhaustive searches and brute force."""

import math
import random
from collections import Counter
from collections.abc import Iterator

import numpy as np
import pytest
from engine.brute_force import brute_force
from hypothesis import given, settings
from hypothesis import strategies as st

from wordle_web.engine import (
    FinishedGame,
    GameRating,
    GameState,
    Turn,
    belief_of,
    candidates_after,
    feedback,
    lexicon_of,
    load_lexicon,
    rate_game,
    rate_guesses,
)
from wordle_web.engine.feedback import all_correct, feedback_matrix
from wordle_web.engine.hard_mode import HardMode, allowed_guesses, hard_rules
from wordle_web.engine.knowledge import TRIES, tries_left
from wordle_web.engine.rating import LOST, best_guess, best_play, grade_of, rate_turns
from wordle_web.engine.search.solver import EVERY, Search, SearchProblem
from wordle_web.engine.suggestion import familiarity

ENGLISH = load_lexicon("english-5")
NORMAL = belief_of(ENGLISH, "normal")
POOL = ENGLISH.pool().words
ANSWERS = ["crane", "crate", "grate", "irate", "plate", "slate", "trust", "truss"]
SMALL = lexicon_of(ANSWERS, [*ANSWERS, "cigar", "gipsy", "fuzzy", "spilt"])
SMALL_POOL = belief_of(SMALL, "pool")
RHYMES = [letter + "ight" for letter in "efrlmnst"]


def states(hard: HardMode, count: int, most: int) -> Iterator[tuple[GameState, str]]:
    """Yield random states with few words, each with an allowed guess."""
    dice = random.Random(37)
    while count:
        answer, turns = dice.choice(POOL), list[Turn]()
        for _ in range(dice.randint(1, 5)):
            allowed = allowed_guesses(ENGLISH.codes, turns if hard else (), hard or HardMode.ON)
            words = {ENGLISH.words[index] for index in np.flatnonzero(allowed).tolist()}
            likely = [word for word in POOL if word in words]
            turns.append(Turn(guess := dice.choice(likely), feedback(guess, answer)))
        left = candidates_after(ENGLISH, turns, NORMAL)
        allowed = allowed_guesses(ENGLISH.codes, turns if hard else (), hard or HardMode.ON)
        if 1 <= len(left) <= most:
            count -= 1
            guess = ENGLISH.words[dice.choice(np.flatnonzero(allowed).tolist())]
            yield GameState(ENGLISH, tuple(turns), NORMAL, hard), guess


def exhaustive(state: GameState, guess: str) -> tuple[float, float]:
    """Return the cost of a guess and the value of its state, by exhaustive search."""
    left = candidates_after(ENGLISH, state.turns, NORMAL)
    codes, index = ENGLISH.codes, ENGLISH.index(guess)
    assert index is not None
    patterns = np.ascontiguousarray(feedback_matrix(codes, codes[left]).T)
    rules = hard_rules(codes, state.hard)
    problem = SearchProblem(patterns, NORMAL.weights[left], left, all_correct(5), rules)
    search = Search(problem, LOST)
    root = search.start(tries_left(state.turns))
    if state.hard:
        allowed = np.flatnonzero(allowed_guesses(codes, state.turns, state.hard))
        root = type(root)(root.rows, root.left, allowed)
    scan = search.scan(root)
    own = search.cost_of(root, scan, index, EVERY).total
    if root.left == 1:
        costs = (search.cost_of(root, scan, column, EVERY).total for column in left.tolist())
        best = min(costs)
    else:
        best = search.try_guesses(root, scan, EVERY, math.inf).upper
    return (own - best) / len(left), best / len(left)


@pytest.mark.parametrize("hard", list(HardMode))
def test_costs_and_values_equal_an_exhaustive_search(hard: HardMode) -> None:
    for state, guess in states(hard, 24, 25):
        rated = rate_guesses(state, guess)
        cost, value = exhaustive(state, guess)
        error = 0.03 if rated.is_estimate[0] else 0.0101  # both values are rounded
        assert rated.costs[0] == pytest.approx(cost, abs=error)
        assert rated.value == pytest.approx(value, abs=0.0101)


@pytest.mark.parametrize(
    "answers",
    [
        ["might", "night", "light", "sight"],
        ["crane", "crate", "grate", "irate", "plate"],
        ["watch", "match", "catch", "hatch", "patch"],
        ["slate", "stale", "least", "steal"],
    ],
)
def test_guesses_that_equal_the_best_have_zero_cost(answers: list[str]) -> None:
    allowed = [*answers, "clomp", "shunt", "pitch"]
    lexicon = lexicon_of(answers, allowed)
    weights = dict.fromkeys(answers, 1.0)
    totals = {guess: brute_force(weights, allowed, 9, first=[guess]) for guess in allowed}
    rated = rate_guesses(GameState(lexicon, (), belief_of(lexicon, "pool")), *allowed)
    lost = [min(1.0, (total - min(totals.values())) / len(answers)) for total in totals.values()]
    assert rated.costs.tolist() == pytest.approx(lost, abs=0.0051)
    assert not rated.is_estimate.any()
    assert [cost == 0 for cost in rated.costs] == [loss == 0 for loss in lost]


def test_ratings_of_several_guesses_are_arrays() -> None:
    state = GameState(ENGLISH, (Turn.parse("raise:00000"),), NORMAL)
    rated = rate_guesses(state, "could", "mount", "zzzzz")
    assert rated.costs.shape == rated.chances.shape == (3,)
    assert rated.costs.dtype == rated.chances.dtype == np.float64
    assert rated.is_estimate.dtype == bool
    assert (rated.costs >= 0).all()
    assert 0.9 < rated.costs[2] <= 1
    assert rate_guesses(state).costs.shape == (0,)


def test_state_without_remaining_words_has_no_best_guess() -> None:
    rated = rate_guesses(GameState(ENGLISH, (Turn.parse("zzzzz:22222"),)), "crane")
    assert (rated.best, rated.value, rated.costs.tolist()) == ("", 0.0, [0.0])


def test_familiar_word_is_preferred_to_a_marginally_better_guess() -> None:
    is_known = familiarity(ENGLISH) > 0
    known = [word for word, is_it in zip(ENGLISH.words, is_known, strict=True) if is_it]
    bests = list[str]()
    for state, _ in states(HardMode.OFF, 12, 8):
        if len(candidates_after(ENGLISH, state.turns, NORMAL)) > 2 and tries_left(state.turns) > 1:
            bests.append(rate_guesses(state).best)
            assert bests[-1] in known or (rate_guesses(state, *known).costs > 0).all()
    assert any(best in known for best in bests)


@pytest.mark.parametrize(("guess", "chance"), [("crane", 1 / 6), ("cigar", 0)])
def test_last_guess_is_rated_only_by_its_probability(guess: str, chance: float) -> None:
    """Only two words have a U, so six words are left after FUZZY, however often it is guessed."""
    turns = (Turn("fuzzy", feedback("fuzzy", "slate")),) * 5
    rated = rate_guesses(GameState(SMALL, turns, SMALL_POOL), guess)
    assert rated.chances[0] == pytest.approx(chance)
    assert rated.best_chance == pytest.approx(1 / 6)
    assert rated.costs[0] == pytest.approx(LOST * (1 / 6 - chance), abs=0.0051)
    assert rated.value == pytest.approx(1 + LOST * 5 / 6, abs=0.0051)
    assert rated.best in ANSWERS


@pytest.mark.parametrize("guess", ["crane", "crate", "plate", "cigar"])
def test_chance_with_few_guesses_left_depends_on_the_cells(guess: str) -> None:
    words = [word for word in ANSWERS if "u" not in word]
    cells = Counter(feedback(guess, word) for word in words)
    turn = Turn("fuzzy", feedback("fuzzy", "slate"))
    two = rate_guesses(GameState(SMALL, (turn,) * 4, SMALL_POOL), guess)
    assert two.chances[0] == pytest.approx(len(cells) / len(words))
    three = rate_guesses(GameState(SMALL, (turn,) * 3, SMALL_POOL), guess)
    assert (three.chances[0] == pytest.approx(1)) == (max(cells.values()) <= 3)


def checked(game: FinishedGame) -> GameRating:
    """Return the rating of a game, asserting that its figures add up exactly."""
    rated = rate_game(game)
    hundredths = [
        round(100 * figure) for figure in (rated.needed, rated.best, rated.cost, rated.luck)
    ]
    assert hundredths[0] == sum(hundredths[1:])
    assert [round(hundredth / 100, 2) for hundredth in hundredths[1:]] == [
        rated.best,
        rated.cost,
        rated.luck,
    ]
    lucks = [guess.luck for guess in rated.guesses]
    assert sum(round(100 * luck) for luck in lucks if luck is not None) == hundredths[3]
    assert all(guess.cost >= 0 for guess in rated.guesses)
    return rated


@pytest.mark.parametrize("hard", list(HardMode))
def test_best_plus_cost_plus_luck_equals_guesses_needed(hard: HardMode) -> None:
    won = checked(FinishedGame(ENGLISH, "night", ("raise", "night"), NORMAL, hard))
    assert (won.needed, len(won.guesses)) == (2, 2)
    assert checked(FinishedGame(ENGLISH, "truss", ("crane", "truss"), NORMAL, hard)).needed == 2
    rhymes = ("raise", "eight", "light", "might", "fight", "sight")
    assert checked(FinishedGame(ENGLISH, "night", rhymes, NORMAL, hard)).needed == 8
    unfinished = checked(FinishedGame(ENGLISH, "night", rhymes[:3], NORMAL, hard))
    assert 4 < unfinished.needed < 8  # as if best play had finished the game
    longer = checked(FinishedGame(ENGLISH, "night", (*rhymes, "tight", "night"), NORMAL, hard))
    assert longer.needed == 8


@settings(max_examples=40)
@given(
    st.sampled_from(SMALL.words),
    st.lists(st.text("acegirst", min_size=5, max_size=5), max_size=8),
    st.booleans(),
    st.sampled_from(["pool", "real"]),
)
def test_best_plus_cost_plus_luck_equals_guesses_needed_in_any_game(
    answer: str, guesses: list[str], hard: HardMode, mode: str
) -> None:
    if guesses:
        checked(FinishedGame(SMALL, answer, tuple(guesses), belief_of(SMALL, mode), hard))


def test_luck_of_best_play_averages_to_zero() -> None:
    words = lexicon_of(["eight", "fight", "light", "might", "night", "sight"], ["films", "terns"])
    belief = belief_of(words, "pool")
    games = [
        FinishedGame(
            words, answer, tuple(t.guess for t in best_play(words, answer, belief)), belief
        )
        for answer in words.pool().words
    ]
    rated = [rate_game(game) for game in games]
    assert sum(game.luck for game in rated) == pytest.approx(0, abs=0.005 * len(rated))
    assert all(game.cost == 0 for game in rated)


def test_unlisted_answer_has_ratings_while_words_are_left() -> None:
    game = FinishedGame(SMALL, "zzzzz", ("trust", "crane", "fuzzy", "zzzzz"), SMALL_POOL)
    with pytest.raises(ValueError, match="zzzzz"):
        rate_game(game)
    first, *_, last = rate_turns(game)
    assert first is not None
    assert last is None


def test_game_with_an_answer_outside_the_pool_is_rated_among_all_words() -> None:
    rated = rate_game(FinishedGame(ENGLISH, "foley", ("golem", "poles", "foley"), NORMAL))
    real = rate_game(FinishedGame(ENGLISH, "foley", ("golem", "poles", "foley")))
    assert rated == real
    assert rate_game(FinishedGame(SMALL, "cigar", ("crane", "cigar"), SMALL_POOL)).needed == 2


def test_best_play_stops_after_six_guesses() -> None:
    lexicon = lexicon_of(RHYMES)
    belief = belief_of(lexicon, "pool")
    ends = [best_play(lexicon, word, belief) for word in RHYMES]
    assert max(map(len, ends)) == TRIES
    assert sum(turns[-1].guess == word for word, turns in zip(RHYMES, ends, strict=True)) == TRIES
    assert len(best_play(SMALL, "zzzzz", SMALL_POOL)) < TRIES
    assert best_play(SMALL, "cigar", SMALL_POOL)[-1].guess == "cigar"


def test_rating_of_a_game_does_not_depend_on_other_ratings() -> None:
    """The rating does not depend on earlier ratings, their order, or caches."""
    games = [
        FinishedGame(ENGLISH, answer, guesses, NORMAL, hard)
        for answer, guesses in (
            ("night", ("juicy", "night")),
            ("proud", ("juicy", "crown", "proud")),
        )
        for hard in (HardMode.OFF, HardMode.ON)
    ]
    first = [rate_game(game).guesses for game in games]
    assert [rate_game(game).guesses for game in reversed(games)] == first[::-1]
    opener = rate_guesses(GameState(ENGLISH, (), NORMAL), "juicy", "crown")
    assert opener.costs[0] == first[0][0].cost


@pytest.mark.parametrize(
    ("answer", "guesses", "kinds"),
    [
        ("night", "crane crimp", "opener absent"),
        ("night", "raise think", "opener place"),
        ("lover", "raise cover hover", "opener gamble other"),
        ("lover", "raise cover hover mover lower", "opener gamble other other detour"),
    ],
)
def test_each_guess_of_a_rated_game_has_a_kind(answer: str, guesses: str, kinds: str) -> None:
    rated = rate_game(FinishedGame(ENGLISH, answer, tuple(guesses.split()), NORMAL))
    assert " ".join(guess.kind for guess in rated.guesses) == kinds


@pytest.mark.parametrize(
    ("cost", "name"),
    [(0, "best"), (0.01, "good"), (0.09, "good"), (0.1, "fair"), (0.3, "costly"), (5, "costly")],
)
def test_grade_depends_on_cost(cost: float, name: str) -> None:
    assert grade_of(cost).name == name


def test_best_guess_equals_the_best_guess_of_the_game_rating() -> None:
    guesses = ("raise", "build", "night", "sight")
    for hard in (HardMode.OFF, HardMode.ON):
        game = FinishedGame(ENGLISH, "sight", guesses, NORMAL, hard)
        assert [best_guess(game, number) for number in range(4)] == [
            guess.best for guess in rate_game(game).guesses
        ]


GUESSES = ("raise", "build", "light", "fight", "sight")


def test_hints_that_rule_out_no_word_change_no_rating() -> None:
    everything = np.ones(len(ENGLISH), dtype=bool)
    hints = (None, *[everything] * (len(GUESSES) - 1))
    usual = rate_game(FinishedGame(ENGLISH, "sight", GUESSES, NORMAL))
    assert rate_game(FinishedGame(ENGLISH, "sight", GUESSES, NORMAL, hints=hints)) == usual


@pytest.mark.parametrize("first", [1, 2, 3])
def test_hint_changes_only_the_ratings_of_later_guesses(first: int) -> None:
    """The hint reveals the first letter, so later guesses are compared with words that have it."""
    begins = np.array([word[0] == "s" for word in ENGLISH.words])
    hints = (*[None] * first, *[begins] * (len(GUESSES) - first))
    usual = rate_game(FinishedGame(ENGLISH, "sight", GUESSES, NORMAL))
    rated = rate_game(FinishedGame(ENGLISH, "sight", GUESSES, NORMAL, hints=hints))
    assert rated.guesses[:first] == usual.guesses[:first]
    assert [guess.cost > 0 for guess in rated.guesses[max(first, 2) :]] == [
        guess != "sight" for guess in GUESSES[max(first, 2) :]
    ]
