"""The descriptions of strategies, and the reasons for guesses on several boards."""

import pytest

from wordle_web.engine.boards.suggestion import BoardProspect, RankedBoardsGuess, Reason
from wordle_web.engine.strategies import STRATEGIES
from wordle_web.web.ui.strategies import TEXTS, why_text


def test_every_strategy_has_a_text() -> None:
    assert list(TEXTS) == list(STRATEGIES)


@pytest.mark.parametrize(
    ("reason", "chances", "text"),
    [
        (Reason("opener", (), ()), (0.01, 0.01), "A strong first guess for every board."),
        (Reason("solves", (1,), (1,)), (0, 1), "Solves board 2."),
        (
            Reason("solves", (1,), (2, 1, 0)),
            (0, 1, 0),
            "Solves board 2 and narrows boards 1 and 3.",
        ),
        (Reason("may_solve", (1,), (1,)), (0, 0.05), "Solves board 2 in 5% of cases."),
        (
            Reason("may_solve", (1,), (1, 0)),
            (0.04, 0.5),
            "Solves board 2 in 50% of cases and narrows board 1.",
        ),
        (Reason("may_solve", (1,), ()), (0, 0.04), "Narrows board 2 the most."),
        (Reason("splits", (0,), (1, 0)), (0, 0, 0), "Narrows boards 1 and 2 the most."),
        (
            Reason("splits", (0,), (1, 0)),
            (0, 0),
            "Can’t be an answer, but narrows every board.",
        ),
        (Reason("splits", (0,), (1, 0)), (0, 0.01), "Narrows every board."),
        (Reason("splits", (0,), ()), (0,), "Narrows board 1 the most."),
        (Reason("nothing", (), ()), (0,), "Tells you nothing new."),
    ],
)
def test_reason_names_the_boards_that_a_guess_solves_and_narrows(app, reason, chances, text):
    prospects = tuple(BoardProspect(board, chance, 2, 2) for board, chance in enumerate(chances))
    guess = RankedBoardsGuess(
        "crane", prospects, 0.5, 0.5, 2, is_candidate=any(chances), reason=reason, cost=1
    )
    with app.test_request_context():
        assert why_text(guess) == text
