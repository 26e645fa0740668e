"""Ordinals and counted letters, in English and by catalog."""

import pytest

from wordle_web.engine.wording import counted_letter, ordinal


@pytest.mark.parametrize("number", [11, 12, 13, 111])
def test_the_teens_are_ordinals_of_their_own(number: int) -> None:
    assert ordinal(number) == f"{number}th"


def test_letters_are_counted_in_words_up_to_five() -> None:
    words = "E", "two Es", "three Es", "four Es", "five Es", "6 Es", "10 Es"
    assert tuple(counted_letter("e", count) for count in (1, 2, 3, 4, 5, 6, 10)) == words


def test_a_catalog_can_reorder_the_words() -> None:
    reordered = counted_letter(
        "e", 2, lambda text: text.replace("two %(letter)ss", "%(letter)s x2")
    )
    assert reordered == "E x2"
