"""Invalid arguments of library functions, and their error messages."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from wordle_web.engine import (
    STRATEGIES,
    BoardsTurn,
    CaseError,
    GameState,
    LengthError,
    LexiconError,
    PatternError,
    State,
    Strategy,
    StrategyError,
    Turn,
    belief_of,
    candidates_after,
    digits_of,
    feedback,
    feedback_matrix,
    learn,
    letter_codes,
    lexicon_of,
    rank_guess,
    rate_guesses,
    rate_player,
    simulate,
    solve,
    suggest,
)
from wordle_web.engine.hard_mode import HardMode

WORDS = lexicon_of(["eight", "fight", "light", "might", "night"], ["films", "slate"])
BELIEF = belief_of(WORDS)
Call = Callable[[], Any]

CASES: list[Call] = [
    lambda: feedback("CRANE", "cigar"),
    lambda: feedback("crane", "Cigar"),
    lambda: feedback("ÉTUDE", "étude"),
    lambda: Turn("CRANE", 0),
    lambda: BoardsTurn("CRANE", (0, 0)),
    lambda: letter_codes(["crane", "SLATE"]),
    lambda: rank_guess(WORDS, [], "LIGHT"),
    lambda: rate_guesses(GameState(WORDS, (), BELIEF), "LIGHT"),
    lambda: solve(WORDS, "NIGHT"),
    lambda: solve(WORDS, "night", opener="SLATE"),
    lambda: simulate(WORDS, "minimax", ["night", "LIGHT"]),
]


@pytest.mark.parametrize("call", CASES)
def test_capital_letters_are_refused_with_a_hint_to_lower_case(call: Call) -> None:
    with pytest.raises(CaseError) as caught:
        call()
    assert repr(caught.value.word.lower()) in str(caught.value)


LENGTHS: list[Call] = [
    lambda: feedback("crane", "cigars"),
    lambda: letter_codes(["crane", "slates"]),
    lambda: feedback_matrix(letter_codes(["ab"]), letter_codes(["abc"])),
    lambda: suggest(WORDS, [Turn("cran", 0)]),
    lambda: candidates_after(WORDS, [Turn("cran", 0)]),
    lambda: rank_guess(WORDS, [], "ligh"),
    lambda: learn([Turn("crane", 0)], 4),
    lambda: solve(WORDS, "nights"),
    lambda: solve(WORDS, "night", opener="slates"),
    lambda: simulate(WORDS, "minimax", ["night", "nigh"]),
]


@pytest.mark.parametrize("call", LENGTHS)
def test_words_of_another_length_are_refused(call: Call) -> None:
    with pytest.raises(LengthError, match="letters needed"):
        call()


TYPES: list[tuple[Call, str]] = [
    (lambda: feedback_matrix(["crane"], ["slate"]), "letter_codes"),
    (lambda: feedback_matrix(letter_codes(["crane"]), ["slate"]), "letter_codes"),
    (lambda: feedback_matrix(letter_codes(["crane"])[0], letter_codes(["crane"])), "letter_codes"),
    (lambda: letter_codes("crane"), "words must be a list"),
    (lambda: lexicon_of("crane"), "answers must be a list"),
    (lambda: lexicon_of(["crane"], "slate"), "guesses must be a list"),
    (lambda: belief_of(WORDS, used_words="night"), "used_words must be a list"),
    (lambda: belief_of(WORDS, possible="night"), "possible must be a list"),
    (lambda: simulate(WORDS, "minimax", "night"), "answers must be a list"),
    (lambda: suggest(WORDS, ["slate:00010"]), r"Turn.parse\('slate:00010'\)"),
    (lambda: candidates_after(WORDS, ["slate:00010"]), r"Turn.parse"),
    (lambda: learn(["slate:00010"], 5), r"Turn.parse"),
    (lambda: Turn("slate", "00010"), r"Turn.parse"),
]


@pytest.mark.parametrize(("call", "message"), TYPES)
def test_argument_of_the_wrong_type_is_refused_with_the_expected_type(
    call: Call, message: str
) -> None:
    with pytest.raises(TypeError, match=message):
        call()


@pytest.mark.parametrize("pattern", [-1, 243])
def test_impossible_pattern_is_refused(pattern: int) -> None:
    with pytest.raises(PatternError, match="0 to 242"):
        digits_of(pattern, 5)


def test_request_for_no_guesses_or_no_games_is_refused() -> None:
    with pytest.raises(ValueError, match="best must be 1 or more"):
        suggest(WORDS, best=0)
    with pytest.raises(ValueError, match="no games"):
        rate_player([])


@pytest.mark.parametrize("name", STRATEGIES)
@pytest.mark.parametrize("hard", list(HardMode))
def test_solve_and_simulate_agree_for_every_strategy(name: str, hard: HardMode) -> None:
    counts = simulate(WORDS, name, hard=hard)
    assert counts.keys() == set(WORDS.pool().words)
    for answer, count in counts.items():
        turns = solve(WORDS, answer, name, hard=hard)
        assert len(turns) == count
        assert [turn.pattern for turn in turns] == [feedback(turn.guess, answer) for turn in turns]
        assert turns[-1].guess == answer
        assert simulate(WORDS, name, [answer], hard=hard) == {answer: count}


def likeliest(state: State) -> int:
    return int(state.candidates[0])


def test_function_can_be_used_as_a_strategy() -> None:
    assert list(simulate(WORDS, likeliest).values()) == [1, 2, 3, 4, 5]
    assert simulate(WORDS, Strategy("own", likeliest)) == simulate(WORDS, likeliest)
    assert [turn.guess for turn in solve(WORDS, "might", likeliest, opener="slate")] == [
        "slate", "fight", "might",
    ]  # fmt: skip
    pool = belief_of(WORDS, used_words=["eight"])
    assert simulate(WORDS, likeliest, belief=pool)["eight"] == 5


def test_seed_determines_games_of_a_random_strategy() -> None:
    chosen = Strategy("own", lambda state: int(state.rng.choice(state.candidates)), is_random=True)
    games = [simulate(WORDS, chosen, seed=seed) for seed in (1, 1, 2, 3, 4)]
    assert games[0] == games[1]
    assert any(game != games[0] for game in games[2:])


def test_game_is_lost_if_the_belief_lacks_the_answer() -> None:
    turns = solve(WORDS, "slate")
    assert turns[-1].guess != "slate"
    assert not len(candidates_after(WORDS, turns))
    assert solve(WORDS, "zzzzz")[-1].pattern == 0
    assert simulate(WORDS, "minimax", ["slate", "zzzzz"]) == {"slate": 0, "zzzzz": 0}
    assert simulate(WORDS, "minimax", []) == {}


WRONG = [
    ("nope", HardMode.OFF, "is not one of random, "),
    (lambda state: 7, HardMode.OFF, "returned 7, which is no index of the 7 words"),
    (lambda state: -1, HardMode.OFF, "returned -1"),
    (lambda state: 6, HardMode.OFF, "guessed 'slate' twice"),
    (lambda state: 6 - len(state.turns) * 4, HardMode.ON, "guessed 'films' against hard mode: "),
]


@pytest.mark.parametrize(("strategy", "hard", "message"), WRONG)
def test_unplayable_strategy_is_refused_with_a_reason(
    strategy: Any, hard: HardMode, message: str
) -> None:
    with pytest.raises(StrategyError, match=message) as caught:
        simulate(WORDS, strategy, hard=hard)
    assert repr(caught.value.strategy) in str(caught.value)
    assert caught.value.reason in str(caught.value)


def test_simulate_needs_answers_if_the_lexicon_has_no_normal_pool() -> None:
    bare = replace(WORDS, pools=())
    with pytest.raises(LexiconError):
        simulate(bare, likeliest)
    assert simulate(bare, likeliest, ["night"]) == {"night": 5}
