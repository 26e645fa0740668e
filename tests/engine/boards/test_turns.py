"""A guess on several boards: how it is written, and how many a game has."""

import pytest

from wordle_web.engine.boards.turns import BoardCountError, BoardsTurn, check_turns, max_guesses
from wordle_web.engine.knowledge import TurnError


@pytest.mark.parametrize("text", ["crane:01002.00000", "crane:-.22222.-", "été:012.210"])
def test_turns_are_read_as_they_are_written(text: str) -> None:
    assert BoardsTurn.parse(text).text() == text


@pytest.mark.parametrize(
    "text",
    ["", "crane", "crane:", "crane:01002.0000", "crane:01003.00000", "cr4ne:01002", "crane:.01002"],
)
def test_other_text_and_patterns_out_of_range_are_refused(text: str) -> None:
    with pytest.raises(TurnError):
        BoardsTurn.parse(text)
    with pytest.raises(TurnError):
        BoardsTurn("crane", (0, 243))


@pytest.mark.parametrize("count", [-1, 0, 1, 33])
def test_numbers_of_boards_out_of_range_are_refused(count: int) -> None:
    with pytest.raises(BoardCountError, match="2 to 32 boards"):
        max_guesses(count)


def test_turns_of_another_number_of_boards_are_refused() -> None:
    with pytest.raises(BoardCountError, match="3 boards needed, 2 given"):
        check_turns([BoardsTurn.parse("crane:01002.00000")], 3)
