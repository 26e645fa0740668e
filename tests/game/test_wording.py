"""Ordinals and counted letters, in English and by catalog."""

import pytest

from wordle_web.engine.hard_mode import HardModeViolation
from wordle_web.engine.hard_mode import ordinal as engine_ordinal
from wordle_web.game.errors import HardModeError
from wordle_web.game.wording import counted_letter, ordinal


@pytest.mark.parametrize("number", range(1, 33))
def test_ordinals_are_those_of_the_engine(number: int) -> None:
    assert ordinal(number) == engine_ordinal(number)


@pytest.mark.parametrize(
    "violation",
    [
        *(HardModeViolation("position", "a", position=position) for position in range(1, 9)),
        *(HardModeViolation("count", "e", count=count) for count in range(1, 7)),
    ],
)
def test_a_hard_mode_refusal_reads_as_the_engine_words_it(violation: HardModeViolation) -> None:
    assert HardModeError("crane", violation).message() == str(violation)


def test_a_catalog_can_reorder_the_words() -> None:
    assert (
        counted_letter("e", 2, lambda text: text.replace("two %(letter)ss", "%(letter)s x2"))
        == "E x2"
    )
