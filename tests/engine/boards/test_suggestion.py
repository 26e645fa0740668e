"""The best next guess for several boards, and its reason."""

from collections.abc import Iterator
from itertools import count

from wordle_web.engine.boards.state import boards_after
from wordle_web.engine.boards.suggestion import (
    BoardsSuggestion,
    Reason,
    rank_boards_guess,
    suggest_boards,
)
from wordle_web.engine.boards.turns import BoardsTurn
from wordle_web.engine.candidates import belief_of
from wordle_web.engine.feedback import feedback
from wordle_web.engine.lexicon import lexicon_of

FAMILY = ["light", "night", "right", "sight", "fight", "might"]
LEXICON = lexicon_of([*FAMILY, "crane", "slate"], ["flirs", "mains"])
BELIEF = belief_of(LEXICON, "pool")


def suggested(answers: list[str], guesses: list[str], **options: object) -> BoardsSuggestion:
    """Return the suggestion after some guesses at some answers."""
    turns = [BoardsTurn(guess, tuple(feedback(guess, a) for a in answers)) for guess in guesses]
    return suggest_boards(LEXICON, turns, len(answers), belief=BELIEF, **options)  # type: ignore[arg-type]  # options of the test


def test_a_board_with_one_word_left_comes_first() -> None:
    found = suggested(["fight", "crane"], ["slate"])
    assert found.guess == "crane"
    assert found.reason == Reason("solves", (1,), (0,))
    assert found.boards[1].word == "crane"
    solved = suggested(["fight", "crane"], ["slate", "crane"])
    assert [(each.answer, each.candidates) for each in solved.boards] == [(None, 2), ("crane", 1)]


def test_a_guess_that_tells_a_family_apart_splits_its_boards() -> None:
    found = suggested(["fight", "might"], ["crane"])
    assert found.guess in {"flirs", "mains", "slate"} | set(FAMILY)
    assert found.reason is not None
    assert 0 in found.reason.splits
    assert 1 in found.reason.splits


def test_what_the_rows_take_to_be_read_is_part_of_the_time() -> None:
    everything = suggested(["fight", "might"], ["crane"])
    assert len(everything.best) == 10
    assert suggested(["fight", "might"], ["crane"], clock=lambda: 0.0).best == everything.best
    hurried = suggested(["fight", "might"], ["crane"], budget_ms=0.0)
    assert hurried.best != everything.best
    # A second passes whenever one reads the rows, and none else.
    read: list[None] = []

    class SlowTurns(list[BoardsTurn]):
        def __iter__(self) -> Iterator[BoardsTurn]:
            read.append(None)
            return super().__iter__()

    def found(budget_ms: float) -> BoardsSuggestion:
        read.clear()
        turns = SlowTurns([BoardsTurn("crane", (0, 0))])
        return suggest_boards(
            LEXICON, turns, 2, belief=BELIEF, budget_ms=budget_ms, clock=lambda: float(len(read))
        )

    late, early = found(500.0), found(60_000.0)
    assert late.best == hurried.best
    assert early.best == everything.best
    assert late.milliseconds == early.milliseconds == 1000.0 * len(read) > 500.0


def test_nothing_is_suggested_once_all_is_solved() -> None:
    found = suggested(["light", "crane"], ["light", "crane"], clock=count(5).__next__)
    assert [each.answer for each in found.boards] == ["light", "crane"]
    assert (found.guess, found.reason, found.best) == (None, None, ())
    assert found.milliseconds == 1000  # from before the rows are read to the end


def test_boards_that_no_word_fits_are_named_and_the_others_still_helped() -> None:
    turns = [BoardsTurn.parse("slate:22220.00202")]
    found = suggest_boards(LEXICON, turns, 2, belief=BELIEF)
    assert found.contradictory == (0,)
    assert found.guess == "crane"


def test_any_guess_is_rated_like_the_best_ones() -> None:
    turns = [BoardsTurn("slate", (feedback("slate", "fight"), feedback("slate", "crane")))]
    state = boards_after(LEXICON, turns, 2, belief=BELIEF)
    rated = rank_boards_guess(state, "fight")
    assert [each.number for each in rated.prospects] == [0, 1]
    assert rated.reason.kind == "may_solve"
    assert rated.is_candidate
