"""The best next guess for several boards, and its reason."""

from collections import Counter
from itertools import count
from math import prod

import numpy as np
import pytest
from engine.boards.positions import FAMILY, turns_of
from engine.boards.positions import FAMILY_BELIEF as BELIEF
from engine.boards.positions import FAMILY_LEXICON as LEXICON

from wordle_web.engine.boards import suggestion
from wordle_web.engine.boards.state import BoardsTurn, boards_after
from wordle_web.engine.boards.suggestion import Reason, rank_boards_guess, suggest_boards
from wordle_web.engine.candidates import Belief
from wordle_web.engine.feedback import feedback


def suggested(answers: list[str], guesses: list[str], **options) -> suggestion.BoardsSuggestion:
    state = boards_after(LEXICON, turns_of(answers, guesses), len(answers), belief=BELIEF)
    return suggest_boards(state, **options)


def test_suggestion_solves_a_known_board_or_splits_the_others() -> None:
    suggestion = suggested(["fight", "crane"], ["slate"])
    assert (suggestion.guess, suggestion.reason) == ("crane", Reason("solves", (1,), (0,)))
    suggestion = suggested(["fight", "might"], ["crane"])
    assert suggestion.guess in {"flirs", "mains", "slate"} | set(FAMILY)
    assert {0, 1} <= set(suggestion.reason.splits)
    # Contradictory boards do not prevent suggestions for the others.
    state = boards_after(LEXICON, [BoardsTurn.parse("slate:22220.00202")], 2, belief=BELIEF)
    assert (state.contradictory, suggest_boards(state).guess) == ((0,), "crane")


def test_reason_is_written_in_english() -> None:
    for reason, text in (
        (Reason("opener", (), (0,)), "a good opener"),
        (Reason("solves", (2, 0, 1), (0,)), "solves boards 1, 2 and 3"),
        (Reason("may_solve", (0,), (3, 0, 1)), "may solve board 1, splits boards 2 and 4"),
        (Reason("splits", (1,), (1, 0)), "splits board 2"),
        (Reason("nothing", (), ()), "tells nothing new"),
    ):
        assert str(reason) == text


def test_every_suggested_guess_has_a_reason_if_other_boards_are_contradictory() -> None:
    state = boards_after(LEXICON, [BoardsTurn.parse("slate:22220.00202")], 2, belief=BELIEF)
    assert [len(board.candidates) for board in state.boards] == [0, 1]
    assert {str(guess.reason) for guess in suggest_boards(state).best} == {
        "solves board 2",
        "tells nothing new",
    }


def test_search_for_several_boards_stops_at_the_deadline() -> None:
    everything = suggested(["fight", "might"], ["crane"])
    assert len(everything.best) == 10
    assert suggested(["fight", "might"], ["crane"], clock=lambda: 0.0).best == everything.best
    hurried = suggested(["fight", "might"], ["crane"], budget_ms=0.0)
    assert hurried.best != everything.best
    stopped = suggested(["fight", "might"], ["crane"], budget_ms=0.0, clock=lambda: 0.0)
    assert stopped.best == hurried.best


def test_no_guess_is_suggested_after_all_boards_are_solved() -> None:
    suggestion = suggested(["light", "crane"], ["light", "crane"], clock=count(5).__next__)
    assert (suggestion.guess, suggestion.reason, suggestion.best) == (None, None, ())
    assert suggestion.milliseconds == 1000  # the clock is read at the beginning and at the end


def weighed(*weights: float) -> Belief:
    """Return a belief with weights for the first words of the lexicon, in alphabetical order."""
    all_weights = np.zeros(len(LEXICON))
    all_weights[: len(weights)] = weights
    return Belief("own", all_weights, all_weights > 0)


def test_rating_describes_effect_on_each_board() -> None:
    belief = weighed(1, 2, 3, 4, 5, 6, 7, 8, 9, 10)
    shares = dict(zip(LEXICON.words, belief.weights.tolist(), strict=True))
    turns = turns_of(["fight", "crane", "slate"], ["slate"])
    state = boards_after(LEXICON, turns, 3, belief=belief)
    for guess in (*LEXICON.words, "zzzzz"):
        rated = rank_boards_guess(state, guess)
        assert [prospect.number for prospect in rated.prospects] == [0, 1]
        for answer, prospect in zip(("fight", "crane"), rated.prospects, strict=True):
            given = feedback("slate", answer)
            left = [word for word in LEXICON.words if feedback("slate", word) == given]
            total = sum(shares[word] for word in left)
            cells = Counter(feedback(guess, word) for word in left if word != guess)
            chance = shares[guess] / total if guess in left else 0
            assert prospect.solve_probability == pytest.approx(chance)
            assert prospect.worst == max(cells.values(), default=0)
            remaining = sum(shares[w] / total * cells[feedback(guess, w)] for w in left)
            assert prospect.expected_remaining == pytest.approx(remaining)
        chances = [prospect.solve_probability for prospect in rated.prospects]
        assert rated.expected_solved == pytest.approx(sum(chances))
        assert rated.solve_probability == pytest.approx(1 - prod(1 - chance for chance in chances))
        assert rated.expected_remaining == sum(
            prospect.expected_remaining for prospect in rated.prospects
        )
        assert rated.is_candidate == (sum(chances) > 0)


# The first two words of the lexicon are CRANE and FIGHT, which have no letter in common.
@pytest.mark.parametrize(
    ("weights", "guess", "reason"),
    [
        ((1999, 1), "crane", Reason("solves", (0, 1), (0, 1))),
        ((1998, 2), "crane", Reason("may_solve", (0, 1), (0, 1))),
        ((2, 98), "crane", Reason("may_solve", (0, 1), (0, 1))),
        ((1, 98), "crane", Reason("splits", (0, 1), (0, 1))),
        ((1, 1), "mains", Reason("splits", (0, 1), (0, 1))),
        ((1, 1), "zzzzz", Reason("splits", (0, 1), ())),
    ],
)
def test_suggestion_gives_the_first_applicable_reason(
    weights: tuple[float, ...], guess: str, reason: Reason
) -> None:
    nothing = BoardsTurn("zzzzz", (0, 0))
    state = boards_after(LEXICON, [nothing], 2, belief=weighed(*weights))
    assert rank_boards_guess(state, guess).reason == reason
    first = boards_after(LEXICON, [], 2, belief=weighed(*weights))
    assert rank_boards_guess(first, guess).reason == Reason("opener", (), reason.splits)


def test_reason_lists_boards_in_order_of_effect() -> None:
    turns = [
        BoardsTurn("zzzzz", (0, 0, 0)),
        BoardsTurn("slate", (None, feedback("slate", "fight"), None)),
    ]
    state = boards_after(LEXICON, turns, 3, belief=BELIEF)
    reason = rank_boards_guess(state, "fight").reason
    assert (reason.kind, reason.boards) == ("may_solve", (1, 0, 2))
    remaining = [
        prospect.expected_remaining for prospect in rank_boards_guess(state, "mains").prospects
    ]
    # On average, MAINS leaves a smaller share of the eight words of board 0 than of the four words
    # of board 1, of which it leaves at most half.
    assert remaining[0] / 8 < remaining[1] / 4 <= 0.5
    assert rank_boards_guess(state, "mains").reason.splits == (0, 2, 1)
