"""Every letter of the words has a key, where players of the language look for it."""

import string

import pytest

from wordle_web.game.board import KEYBOARDS, MAX_ROW, key_rows

LATIN = string.ascii_lowercase


def test_keyboards_have_their_letters_where_typists_expect_them() -> None:
    assert KEYBOARDS == {
        "qwerty": ("qwertyuiop", "asdfghjkl", "zxcvbnm"),
        "qwertz": ("qwertzuiop", "asdfghjkl", "yxcvbnm"),
        "azerty": ("azertyuiop", "qsdfghjklm", "wxcvbn"),
        "dvorak": ("pyfgcrl", "aoeuidhtns", "qjkxbmwvz"),
        "bepo": ("bpovdljzw", "auiectsrnm", "yxkqghf"),
    }


@pytest.mark.parametrize("layout", KEYBOARDS)
def test_a_layout_has_each_letter_once_and_those_of_the_language_too(layout: str) -> None:
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
def test_a_language_has_its_keyboard(language: str, extra: str, rows: tuple[str, ...]) -> None:
    assert key_rows("language", language, LATIN + extra) == rows


def test_another_script_has_rows_of_its_own_of_about_equal_length() -> None:
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
def test_a_script_has_the_keyboard_of_its_readers(letters: str, rows: tuple[str, ...]) -> None:
    assert key_rows("language", "", letters) == rows
