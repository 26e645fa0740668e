"""Advice on a position, which has the same form for one board and several."""

from itertools import chain, repeat
from operator import attrgetter
from time import sleep

import numpy as np
import pytest
from engine.boards.positions import FAMILY
from engine.boards.positions import FAMILY_BELIEF as BELIEF
from engine.boards.positions import FAMILY_LEXICON as LEXICON

from wordle_web.engine.advice import Advice, advise, rank_in_position
from wordle_web.engine.boards.policy import BoardsRanking
from wordle_web.engine.boards.state import max_guesses
from wordle_web.engine.boards.suggestion import BoardsSuggestion
from wordle_web.engine.candidates import Belief
from wordle_web.engine.feedback import digits_of, feedback
from wordle_web.engine.rows import HIDDEN, WAITING, Position, Row, known_digits, max_rows
from wordle_web.engine.suggestion import Suggestion, suggest


def position(*rows: str, count: int = 1, in_turn: bool = False) -> Position:
    """Return the position for rows in URL form."""
    parts = (row.partition(":") for row in rows)
    made = [Row(guess, tuple(marks.split("."))) for guess, _, marks in parts]
    return Position((), count, 5, in_turn).with_rows(made)


def marks(guess: str, *answers: str) -> str:
    return f"{guess}:{'.'.join(digits_of(feedback(guess, answer), 5) for answer in answers)}"


def test_advice_uses_the_search_for_one_board_and_the_policy_for_several() -> None:
    alone = advise(LEXICON, position("crane:00000"), BELIEF)
    assert isinstance(alone.suggestion, Suggestion)
    assert alone.guess == suggest(LEXICON, position("crane:00000").turns(0), belief=BELIEF).guess
    both = advise(LEXICON, position("crane:00000.00000", count=2), BELIEF)
    assert isinstance(both.suggestion, BoardsSuggestion)
    assert both.best[0].guess == both.guess


def test_advice_for_a_board_does_not_depend_on_other_boards() -> None:
    row = marks("slate", "fight")
    (alone,) = advise(LEXICON, position(row), BELIEF).boards
    first, second = advise(LEXICON, position(f"{row}.22222", count=2), BELIEF).boards
    facts = attrgetter("candidates", "likely", "remaining")
    assert facts(first) == facts(alone)
    assert (second.answer, second.candidates, second.remaining.words) == ("slate", 1, ())


def test_no_guess_is_suggested_with_missing_marks_or_after_the_end() -> None:
    for waiting in (position("slate:"), position("slate:.00000", count=2)):
        advice = advise(LEXICON, waiting, BELIEF)
        assert (advice.suggestion, advice.guess, advice.best) == (None, None, ())
        assert advice.boards[0].candidates == len(FAMILY) + 2
    rows = ["light:22222.00000", "crane:-.22222"]
    for number, is_over in ((1, False), (2, True)):
        advice = advise(LEXICON, position(*rows[:number], count=2), BELIEF)
        assert advice.is_over == is_over


def test_contradictory_board_is_diagnosed_and_other_boards_get_suggestions() -> None:
    advice = advise(LEXICON, position("slate:22220.00202", count=2), BELIEF)
    (board,) = advice.contradictory
    assert board.number == 0
    assert [fix.turn.text() for fix in board.diagnosis.fixes][:1] == ["slate:22222"]
    assert advice.guess == "crane"


def test_remaining_words_of_hidden_boards_are_counted() -> None:
    belief = Belief("own", np.arange(1.0, len(LEXICON) + 1), np.arange(len(LEXICON)) % 2 == 0)
    rows = position("crane:00000.22222.00000", count=3, in_turn=True)
    boards = advise(LEXICON, rows, belief).boards
    left = [word for word in LEXICON.words if not set(word) & set("crane")]
    likely = [word for word in left if LEXICON.words.index(word) % 2 == 0]
    counts = [(board.number, board.candidates, board.likely) for board in boards]
    later = [(number, len(LEXICON), 5) for number in (1, 2)]
    assert counts == [(0, len(left), len(likely)), *later]
    assert [board.is_shown for board in boards] == [True, False, False]


def test_reading_rows_counts_toward_the_time_limit() -> None:
    rows = position("crane:00000.00000", count=2)

    def advised(budget_ms: float) -> Advice:
        ticks = chain([0.0], repeat(1.0))  # the clock shows 0, then always 1 second
        return advise(LEXICON, rows, BELIEF, budget_ms=budget_ms, clock=lambda: next(ticks))

    late, early = advised(500.0), advised(60_000.0)
    assert late.best != early.best
    assert late.best == advise(LEXICON, rows, BELIEF, budget_ms=0.0).best
    assert {advice.suggestion and advice.suggestion.milliseconds for advice in (late, early)} == {
        1000.0
    }


def test_suggestion_does_not_depend_on_machine_load(monkeypatch: pytest.MonkeyPatch) -> None:
    rows, costs = position("crane:00000.00000", count=2), BoardsRanking._costs
    calm = advise(LEXICON, rows, BELIEF)
    # The machine is busy with something else for longer than a search may take.
    monkeypatch.setattr(BoardsRanking, "_costs", lambda *arguments: sleep(0.1) or costs(*arguments))
    assert advise(LEXICON, rows, BELIEF).best == calm.best
    assert advise(LEXICON, rows, BELIEF, budget_ms=0.0).best != calm.best


@pytest.mark.parametrize("rows", [position("crane:00000"), position("crane:00000.00000", count=2)])
def test_chosen_guess_is_rated_like_the_best_guesses(rows: Position) -> None:
    advice = advise(LEXICON, rows, BELIEF)
    best = advice.best[0]
    ranked = rank_in_position(LEXICON, rows, BELIEF, best.guess, advice)
    assert ranked.expected_remaining == pytest.approx(best.expected_remaining)
    assert rank_in_position(LEXICON, rows, BELIEF, "zzzzz", advice).is_candidate is False


def test_boards_hide_marks_after_they_are_solved_and_before_their_turn() -> None:
    rows = position("light:22222.00000", "crane:01000.22222", "slate:.", count=2)
    shown = [row.marks for row in rows.rows]
    assert shown == [("22222", "00000"), (HIDDEN, "22222"), (HIDDEN, HIDDEN)]
    later = position("light:00000.01000", count=2, in_turn=True)
    assert later.rows[0].marks == ("00000", HIDDEN)
    assert later.first_waiting is None
    alone = position("light:22222", "crane:00000")
    assert [row.marks for row in alone.rows] == [("22222",), ("00000",)]


def test_row_reports_boards_with_missing_marks() -> None:
    rows = position("light:00000.", count=2)
    assert (rows.first_waiting, rows.waiting(0)) == (0, (1,))
    assert rows.rows[0].text == "light:00000"
    assert rows.rows[0].marked(1, "22222").text == "light:00000.22222"
    assert rows.turns(1) == ()
    assert rows.boards_turns[0].patterns == (0, None)
    assert position("light:").rows[0].marks == (WAITING,)
    # An edit of a row's marks starts with those that the other rows imply.
    rows = position("crane:01002.00000", "slide:.", count=2)
    assert [rows.starting_marks(1, board) for board in (0, 1)] == ["00002", "00000"]
    assert position(":01002").starting_marks(0, 0) == "00000"
    assert max_rows(1) == 10
    assert all(max_rows(n) >= max_guesses(n, in_turn=True) for n in (2, 32))


@pytest.mark.parametrize(
    ("rows", "word", "digits"),
    [
        (["crane:01002"], "slide", "00002"),
        (["lurid:10000", "mealy:00212"], "slays", "02200"),  # with an inferred position
        (["crane:01002"], "purge", "00002"),  # although a gray R contradicts the other row
        (["geese:01000"], "eerie", "00000"),
    ],
)
def test_new_row_starts_with_implied_marks(rows: list[str], word: str, digits: str) -> None:
    assert known_digits(position(*rows).turns(0), word) == digits
