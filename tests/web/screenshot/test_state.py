"""Combining the contents of several boards in one picture."""

import pytest

from wordle_web.reading.reader import BoardReading
from wordle_web.web.screenshot.state import Shown, edited, games_of, of_boards

TWO = (("crane", "01002"), ("slimy", "00110"))


def board(
    *rows: tuple[str, str], typed: str = "", doubtful: tuple[tuple[int, int], ...] = ()
) -> BoardReading:
    return BoardReading(len(rows[0][0]) if rows else 5, rows, typed, doubtful)


def texts(shown: Shown) -> list[str]:
    return [row.text for row in shown.rows]


def test_boards_of_one_game_are_merged_and_doubtful_tiles_stay_flagged():
    other = board(("cbane", "20000"), ("slimy", "00000"), doubtful=((0, 1),))
    shown, left_out = of_boards([board(*TWO, typed="mo", doubtful=((1, 4), (2, 0))), other])
    assert texts(shown) == ["crane:01002.20000", "slimy:00110.00000"]
    assert (shown.typed, left_out) == ("mo", 0)
    assert shown.doubtful == {(1, 4, 0), (2, 0, 0), (0, 1, 1)}


@pytest.mark.parametrize(
    "other",
    [
        (("moist", "00000"), ("slimy", "00000")),
        (("planet", "000000"), ("garden", "000000")),
        (("crane", "20000"),),
        ((), ()),
    ],
    ids=["other words", "other length", "fewer rows and not solved", "empty"],
)
def test_screenshot_of_several_games_keeps_the_game_with_the_most_rows(other):
    shown, left_out = of_boards([board(*filter(None, other)), board(*TWO, ("fuzzy", "00000"))])
    assert (texts(shown)[:2], left_out) == (["crane:01002", "slimy:00110"], 1)


def test_boards_that_the_picture_cuts_off_are_left_out():
    cut = board(("crane", "00100"))
    shown, left_out = of_boards([board(*TWO), board(("crane", "00000"), ("slimy", "20000")), cut])
    assert (texts(shown), left_out) == (["crane:01002.00000", "slimy:00110.20000"], 1)


def test_solved_board_gives_no_marks_to_unreadable_letters():
    solved = board(("crane", "22222"))
    shown, left_out = of_boards([board(("crane", "00000"), ("slimy", "00000")), solved])
    assert (texts(shown)[1], left_out) == ("slimy:00000.00000", 0)
    shown, left_out = of_boards([board(("crane", "00000"), ("sl?my", "00000")), solved])
    assert (texts(shown)[1], left_out) == ("sl?my:00000", 1)


def test_games_of_a_picture_are_offered_with_the_likeliest_first():
    listed = board(("pound", "00000"), ("mound", "00000"), ("bound", "00000"))
    games, left_out = games_of([listed, board(*TWO), board()])
    assert [texts(game)[0] for game in games] == ["crane:01002", "pound:00000"]
    assert left_out == 1
    assert games_of([board(*TWO)]) == ((of_boards([board(*TWO)])[0],), 0)


@pytest.mark.parametrize(
    ("leave", "rows", "typed"),
    [("1", ["slimy:00110"], "mo"), ("3", ["crane:01002", "slimy:00110"], "")],
)
def test_row_or_typed_letters_of_a_screenshot_can_be_removed(leave, rows, typed):
    shown, _ = of_boards([board(*TWO, typed="mo", doubtful=((1, 4), (2, 0)))])
    fields = (("word", "crane"), ("word", "slimy"), ("draft", "mo"), ("leave", leave))
    left = edited(shown, fields)
    assert (texts(left), left.typed) == (rows, typed)
    assert (len(rows) - 1, 4, 0) in left.doubtful
    assert texts(edited(shown, fields[:1])) == texts(shown)  # a row without a field stays


def test_at_most_sixteen_boards_are_shown():
    shown, left_out = of_boards([board(*TWO)] * 18)
    assert (shown.boards, left_out) == (16, 2)
