"""The board: rows, marks, labels, key colors, and a key for every letter of the words."""

from string import ascii_lowercase

import pytest

from wordle_web.game.board import (
    KEYBOARDS,
    MAX_ROW,
    announcement,
    board,
    key_rows,
    news,
    next_row,
    played_row,
)
from wordle_web.game.rules import Game


def test_typed_letters_are_shown_in_the_current_row() -> None:
    shown = board(Game("crane", ("slate",)), ascii_lowercase, "cr")
    current = shown.rows[1]
    assert [tile.letter for tile in current.tiles] == ["C", "R", "", "", ""]
    assert [tile.mark for tile in current.tiles] == ["typed"] * 2 + ["empty"] * 3
    assert current.label == "Guess 2, typing: C R"
    assert current.tiles[0].label == "1st letter C, not submitted"
    assert current.tiles[4].label == "5th letter, empty"
    assert current.tiles[0].empty_label == "1st letter, empty"
    assert current.tiles[4].typed_label == "5th letter {}, not submitted"
    assert not shown.rows[0].tiles[0].typed_label


@pytest.mark.parametrize("length", range(4, 9))
def test_typed_letters_never_change_the_length_of_a_row(length: int) -> None:
    game = Game("abcdefgh"[:length], ("hgfedcba"[:length],))
    assert {len(row.tiles) for row in board(game, ascii_lowercase).rows} == {length}
    assert {len(row.tiles) for row in board(game, ascii_lowercase, "cranes" * 900).rows} == {length}


def test_announcement_of_a_row_is_translated() -> None:
    catalog = {
        "%(letter)s absent": "%(letter)s fehlt",
        "Guess %(number)d: %(marks)s": "%(number)d. %(marks)s",
    }
    turn = Game("crane", ("moist",)).turns[0]
    spoken = announcement(turn, 1, ascii_lowercase, lambda text: catalog.get(text, text))
    assert spoken == "1. M fehlt, O fehlt, I fehlt, S fehlt, T fehlt"
    assert played_row(turn, 1, ascii_lowercase).label == announcement(turn, 1, ascii_lowercase)


def test_tiles_show_language_specific_capitals() -> None:
    game = Game("dizin", ("sinir",))
    for letter, alphabet in {"İ": "d\u0131inrsz", "I": "dinrsz"}.items():
        played, current, *_ = board(game, alphabet, "iz").rows
        assert [tile.letter for tile in played.tiles] == ["S", letter, "N", letter, "R"]
        assert played.tiles[1].label == f"2nd letter {letter}, correct"
        assert f"{letter} correct" in played.label
        assert news(game, alphabet) == f"{letter} correct, N present, {letter} correct"
        assert current.label == f"Guess 2, typing: {letter} Z"
        assert current.tiles[0].letter == letter
        assert next_row(game, alphabet).tiles[1].ghost == letter


def test_next_row_shows_known_letters_as_ghosts() -> None:
    game = Game("crane", ("crash", "moist"))
    row = next_row(game, ascii_lowercase, "sl")
    assert [tile.ghost for tile in row.tiles] == ["C", "R", "A", "", ""]
    assert [tile.letter for tile in row.tiles] == ["S", "L", "", "", ""]
    assert (row.number, row.kind, row.label) == (3, "current", "Guess 3, typing: S L")
    assert row.tiles[2].label == "3rd letter, empty: A is known"
    assert row.tiles[0].label == "1st letter S, not submitted"
    assert not any(tile.ghost for tile in next_row(game, ascii_lowercase, shows_ghosts=False).tiles)


LATIN = ascii_lowercase


def test_keyboards_have_letters_in_their_usual_positions() -> None:
    assert KEYBOARDS == {
        "qwerty": ("qwertyuiop", "asdfghjkl", "zxcvbnm"),
        "qwertz": ("qwertzuiop", "asdfghjkl", "yxcvbnm"),
        "azerty": ("azertyuiop", "qsdfghjklm", "wxcvbn"),
        "dvorak": ("pyfgcrl", "aoeuidhtns", "qjkxbmwvz"),
        "bepo": ("bpovdljzw", "auiectsrnm", "yxkqghf"),
    }


@pytest.mark.parametrize("layout", KEYBOARDS)
def test_keyboard_layout_has_each_letter_of_the_language_once(layout: str) -> None:
    assert sorted("".join(KEYBOARDS[layout])) == list(LATIN)
    rows = key_rows(layout, "german", LATIN + "äöü")
    assert sorted("".join(rows)) == sorted(LATIN + "äöü")
    assert max(map(len, rows)) <= MAX_ROW


@pytest.mark.parametrize(
    ("language", "extra", "rows"),
    [
        ("english", "", ("qwertyuiop", "asdfghjkl", "zxcvbnm")),
        ("portuguese", "", ("qwertyuiop", "asdfghjkl", "zxcvbnm")),
        ("spanish", "ñ", ("qwertyuiop", "asdfghjklñ", "zxcvbnm")),
        ("french", "", ("azertyuiop", "qsdfghjklm", "wxcvbn")),
        ("german", "äöü", ("qwertzuiopü", "asdfghjklöä", "yxcvbnm")),
        ("turkish", "çğı", ("qwertyuıopğ", "asdfghjkli", "zxcvbnmç")),
        ("swedish", "åäö", ("qwertyuiopå", "asdfghjklöä", "zxcvbnm")),
        ("polish", "ąę", ("qwertyuiop", "asdfghjkl", "zxcvbnm", "ąę")),
    ],
)
def test_keyboard_of_a_language_has_the_usual_rows(
    language: str, extra: str, rows: tuple[str, ...]
) -> None:
    assert key_rows("language", language, LATIN + extra) == rows


def test_keyboard_of_an_unknown_script_has_rows_of_similar_length() -> None:
    georgian = "აბგდევზთიკლმნოპჟრსტუფქღყშჩცძწჭხჯჰ"
    rows = key_rows("qwerty", "georgian", georgian)
    assert "".join(rows) == georgian
    assert [len(row) for row in rows] == [9, 9, 9, 6]


@pytest.mark.parametrize(
    ("letters", "rows"),
    [
        ("абвгдежзийклмнопрстуфхцчшщъыьэюя", ("йцукенгшщзхъ", "фывапролджэ", "ячсмитьбю")),
        ("αβγδεζηθικλμνξοπρστυφχψω", ("ερτυθιοπ", "ασδφγηξκλ", "ζχψωβνμ")),
        ("אבגדהוזחטיכלמנסעפצקרשת", ("קראטופ", "שדגכעיחל", "זסבהנמצת")),
        ("abcçdefgğhıijklmnoöprsştuüvyz", ("ertyuıopğü", "asdfghjklşi", "zcvbnmöç")),
    ],
)
def test_keyboard_of_a_script_has_the_usual_rows(letters: str, rows: tuple[str, ...]) -> None:
    assert key_rows("language", "", letters) == rows
