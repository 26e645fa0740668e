"""The board: rows, marks, spoken labels and key colors."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wordle_web.game.board import (
    announcement,
    board,
    key_label,
    key_marks,
    news,
    next_row,
    played_row,
    praise,
)
from wordle_web.game.rules import Game

ORDER = {"absent": 0, "present": 1, "correct": 2}


def test_a_new_game_shows_a_row_to_type_in_and_five_empty_ones() -> None:
    shown = board(Game("crane"))
    assert [row.kind for row in shown.rows] == ["current", *["empty"] * 5]
    assert [row.number for row in shown.rows] == [1, 2, 3, 4, 5, 6]
    assert {tile.mark for row in shown.rows for tile in row.tiles} == {"empty"}
    assert shown.length == 5


def test_what_is_being_typed_stands_in_the_current_row() -> None:
    shown = board(Game("crane", ("slate",)), "cr")
    current = shown.rows[1]
    assert [tile.letter for tile in current.tiles] == ["C", "R", "", "", ""]
    assert [tile.mark for tile in current.tiles] == ["typed", "typed", "empty", "empty", "empty"]
    assert current.label == "Guess 2, typing: C R"
    assert current.tiles[0].label == "1st letter C, not submitted"
    assert current.tiles[4].label == "5th letter, empty"
    assert current.tiles[0].empty_label == "1st letter, empty"
    assert current.tiles[4].typed_label == "5th letter {}, not submitted"
    assert not shown.rows[0].tiles[0].typed_label


def test_too_long_a_text_does_not_widen_the_row() -> None:
    assert len(board(Game("crane"), "cranes" * 900).rows[0].tiles) == 5


@pytest.mark.parametrize(
    "guesses", [("crane",), ("abbey", "algae", "geese", "orbit", "slate", "truss")]
)
def test_a_finished_game_has_no_row_to_type_in(guesses: tuple[str, ...]) -> None:
    kinds = [row.kind for row in board(Game("crane", guesses)).rows]
    assert kinds == ["played"] * len(guesses) + ["empty"] * (6 - len(guesses))


def test_tiles_say_their_place_letter_and_mark() -> None:
    row = board(Game("crane", ("slate",))).rows[0]
    assert [tile.label for tile in row.tiles] == [
        "1st letter S, absent",
        "2nd letter L, absent",
        "3rd letter A, correct",
        "4th letter T, absent",
        "5th letter E, correct",
    ]
    assert row.label == "Guess 1: S absent, L absent, A correct, T absent, E correct"


def test_a_letter_elsewhere_is_said_to_be_present() -> None:
    tile = board(Game("crane", ("abbey",))).rows[0].tiles[0]
    assert (tile.mark, tile.label) == ("present", "1st letter A, present")


def test_a_gray_repeat_of_a_found_letter_is_not_said_to_be_missing() -> None:
    tiles = board(Game("crane", ("geese",))).rows[0].tiles
    assert tiles[1].label == "2nd letter E, absent: no other E"
    assert tiles[4].label == "5th letter E, correct"


@pytest.mark.parametrize("length", range(4, 9))
def test_a_board_has_the_length_of_its_answer(length: int) -> None:
    shown = board(Game("abcdefgh"[:length], ("hgfedcba"[:length],)))
    assert {len(row.tiles) for row in shown.rows} == {length}


words = st.text("abc", min_size=5, max_size=5)


@given(words, st.lists(words, max_size=5, unique=True))
def test_a_key_never_loses_a_better_color(answer: str, guesses: list[str]) -> None:
    best: dict[str, int] = {}
    for number in range(len(guesses) + 1):
        marks = {
            key: ORDER[mark]
            for key, mark in key_marks(Game(answer, tuple(guesses[:number]))).items()
        }
        assert all(marks[key] >= mark for key, mark in best.items())
        best = marks


def test_letters_not_guessed_have_no_mark() -> None:
    assert set(key_marks(Game("crane", ("slate",)))) == set("slate")


@pytest.mark.parametrize(
    ("mark", "label"),
    [("empty", "E"), ("absent", "E absent"), ("present", "E present"), ("correct", "E correct")],
)
def test_a_key_says_its_mark(mark: str, label: str) -> None:
    assert key_label("e", mark) == label


@pytest.mark.parametrize(
    ("guesses", "word"),
    [
        (1, "Genius"),
        (2, "Magnificent"),
        (3, "Impressive"),
        (4, "Splendid"),
        (5, "Great"),
        (6, "Phew"),
    ],
)
def test_a_win_is_praised_by_its_number_of_guesses(guesses: int, word: str) -> None:
    wrong = ("abbey", "algae", "geese", "orbit", "slate")[: guesses - 1]
    assert praise(Game("crane", (*wrong, "crane"))) == word


def test_a_game_not_won_is_not_praised() -> None:
    assert praise(Game("crane", ("slate",))) == ""


def test_a_catalog_words_rows_and_marks() -> None:
    catalog = {
        "%(letter)s absent": "%(letter)s fehlt",
        "Guess %(number)d: %(marks)s": "%(number)d. %(marks)s",
    }
    turn = Game("crane", ("moist",)).turns[0]
    spoken = announcement(turn, 1, lambda text: catalog.get(text, text))
    assert spoken == "1. M fehlt, O fehlt, I fehlt, S fehlt, T fehlt"
    assert played_row(turn, 1).label == announcement(turn, 1)


def test_the_next_row_shows_known_letters_as_ghosts() -> None:
    game = Game("crane", ("crash", "moist"))
    row = next_row(game, "sl")
    assert [tile.ghost for tile in row.tiles] == ["C", "R", "A", "", ""]
    assert [tile.letter for tile in row.tiles] == ["S", "L", "", "", ""]
    assert (row.number, row.kind, row.label) == (3, "current", "Guess 3, typing: S L")
    assert row.tiles[2].label == "3rd letter, empty: A is known"
    assert row.tiles[0].label == "1st letter S, not submitted"
    assert not any(tile.ghost for tile in next_row(game, shows_ghosts=False).tiles)


@pytest.mark.parametrize(
    ("guesses", "said"),
    [
        (("crash",), "C correct, R correct, A correct"),
        (("crash", "crumb"), ""),
        (("moist",), ""),
        (("acorn", "caned"), "C correct, E present"),
        (("eerie", "where"), "H correct, E correct"),
    ],
)
def test_news_of_a_board_are_what_was_not_known(guesses: tuple[str, ...], said: str) -> None:
    answer = "their" if guesses[0] == "eerie" else "crane"
    assert news(Game(answer, guesses)) == said
