"""The state of several boards, and the text form of their turns."""

import pytest
from engine.boards.positions import turns_of
from hypothesis import given
from hypothesis import strategies as st

from wordle_web.engine.arrays import Codes, Patterns
from wordle_web.engine.boards import state as module
from wordle_web.engine.boards.state import BoardCountError, BoardsTurn, boards_after
from wordle_web.engine.candidates import belief_of, candidates_after
from wordle_web.engine.feedback import LengthError, feedback, patterns_of
from wordle_web.engine.knowledge import Turn, TurnError
from wordle_web.engine.lexicon import load_lexicon

LEXICON = load_lexicon("english-5")
BELIEF = belief_of(LEXICON)
WORDS = st.sampled_from(LEXICON.words)


@given(st.lists(WORDS, min_size=2, max_size=4), st.lists(WORDS, max_size=4))
def test_each_board_is_narrowed_independently(answers: list[str], guesses: list[str]) -> None:
    state = boards_after(LEXICON, turns_of(answers, guesses), len(answers), belief=BELIEF)
    for answer, board in zip(answers, state.boards, strict=True):
        alone = candidates_after(LEXICON, [Turn(g, feedback(g, answer)) for g in guesses], BELIEF)
        assert board.answer == (answer if answer in guesses else None)
        assert board.candidates.tolist() == ([] if board.is_solved else alone.tolist())


def test_solved_board_ignores_later_marks_and_contradictory_boards_are_listed() -> None:
    turns = [BoardsTurn.parse("crane:22222.00000"), BoardsTurn.parse("moist:22222.01000")]
    state = boards_after(LEXICON, turns, 2, belief=BELIEF)
    assert state.boards[0].answer == "crane"  # later marks don't matter
    assert (state.unsolved, state.guesses_left) == ((1,), 5)
    turns = [BoardsTurn.parse("crane:00000.22220"), BoardsTurn.parse("crane:22222.11111")]
    assert boards_after(LEXICON, turns, 2, belief=BELIEF).contradictory == (1,)
    # At least one guess per unsolved board is left after any number of guesses.
    turns = [BoardsTurn.parse("crane:00000.01000.00000")] * 9
    assert boards_after(LEXICON, turns, 3, belief=BELIEF).guesses_left == 3
    with pytest.raises(LengthError):
        boards_after(LEXICON, [BoardsTurn.parse("cranes:010020.010020")], 2, belief=BELIEF)


@pytest.mark.parametrize("shown", [1, 2])
def test_sequential_board_shows_no_marks_before_earlier_boards_are_solved(shown: int) -> None:
    turns = [BoardsTurn.parse(f"crane:{'22222' if shown == 2 else '00000'}.01002.-")]
    state = boards_after(LEXICON, turns, 3, belief=BELIEF, in_turn=True)
    assert [board.is_shown for board in state.boards] == [True, shown == 2, False]
    assert (len(state.boards[1].candidates) < len(LEXICON)) == (shown == 2)


def test_word_guessed_before_its_board_is_visible_solves_the_board_later() -> None:
    answers = ("crane", "slate", "moist")
    turns = turns_of(answers, ("slate", "crane"))
    hidden, shown = (
        boards_after(LEXICON, made, 3, belief=BELIEF, in_turn=True) for made in (turns[:1], turns)
    )
    assert [board.answer for board in hidden.boards] == [None] * 3
    assert [len(board.candidates) for board in hidden.boards[1:]] == [len(LEXICON)] * 2
    assert [board.answer for board in shown.boards] == ["crane", "slate", None]
    assert [board.is_shown for board in shown.boards] == [True] * 3
    assert (hidden.is_over, shown.is_over, shown.unsolved) == (False, False, (2,))
    last = BoardsTurn("moist", (None, None, 242))
    over = boards_after(LEXICON, [*turns, last], 3, belief=BELIEF, in_turn=True)
    assert (over.is_over, over.guesses_left) == (True, 6)
    assert over.contradictory == ()


def test_patterns_are_computed_only_for_remaining_words(monkeypatch: pytest.MonkeyPatch) -> None:
    """Otherwise, 41 guesses on 32 boards of the longest list would take seconds."""
    counted: list[int] = []

    def counting(guess: str, answers: Codes) -> Patterns:
        counted.append(len(answers))
        return patterns_of(guess, answers)

    monkeypatch.setattr("wordle_web.engine.boards.state.patterns_of", counting)
    answers = ("crane", "slimy", "fuzzy", "crank")
    turns = turns_of(answers, ("salet", "courd", "nymph", "vibex"))
    boards_after(LEXICON, turns, len(answers), belief=BELIEF)
    assert counted[0] == len(LEXICON)
    assert sum(counted[1:]) < len(LEXICON) / 4


@pytest.mark.parametrize(
    "text",
    ["", "crane", "crane:", "crane:01002.0000", "crane:01003.00000", "cr4ne:01002", "crane:.01002"],
)
def test_turn_text_round_trips_and_other_text_is_refused(text: str) -> None:
    for written in ("crane:01002.00000", "crane:-.22222.-", "été:012.210"):
        assert BoardsTurn.parse(written).text() == written
    with pytest.raises(TurnError):
        BoardsTurn.parse(text)
    with pytest.raises(TurnError):
        BoardsTurn("crane", (0, 243))


def test_board_count_out_of_range_is_refused() -> None:
    for count in (-1, 0, 1, 33):
        with pytest.raises(BoardCountError, match="2 to 32 boards"):
            module.max_guesses(count)
    with pytest.raises(BoardCountError, match="3 boards needed, 2 given"):
        boards_after(LEXICON, [BoardsTurn.parse("crane:01002.00000")], 3)
