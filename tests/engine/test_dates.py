"""Dates with named months: in the languages of the site, and next to times and other numbers."""

import pytest

from wordle_web.engine.dates import month_number, named_dates
from wordle_web.engine.lexicon import load_lexicon

FIFTH_OF_MAY = """
    May 5, 2024; may 5th 2024; 5 May 2024; 5th of May, 2024; 05-May-24; 5. Mai 2024; 5 mai 2024;
    5 de mayo de 2024; 5 de maio de 2024; 5.  Mai  2024; Sunday, May 5, 2024 at 21:41;
    [5 May 2024, 21:41:00]
"""
NO_DATES = """
    5 May; May 5; 5 May 21:41; 5 May, 21.41; 15 words 2024; 5 May 20245; 2024 May 5; Maybe 5 of 2024
"""


def texts(block: str) -> list[str]:
    return [text.strip() for text in block.split(";")]


@pytest.mark.parametrize("text", texts(FIFTH_OF_MAY))
def test_date_with_named_month_is_read(text: str) -> None:
    assert list(named_dates(text)) == [(2024, 5, 5)]


@pytest.mark.parametrize("text", texts(NO_DATES))
def test_incomplete_or_misordered_date_is_not_read(text: str) -> None:
    assert not list(named_dates(text))


@pytest.mark.parametrize(
    ("names", "month"),
    [
        ("January Januar janvier janeiro enero Jan ene", 1),
        ("February Februar février fevereiro febrero FEB fév févr", 2),
        ("March März marz mars março marzo mar mär", 3),
        ("May Mai maio mayo", 5),
        ("June Juni juin junho junio jun", 6),
        ("July Juli juillet julho julio jul juil", 7),
        ("August août aout agosto ago aug aoû", 8),
        ("September septembre setembro septiembre sep sept set", 9),
        ("December Dezember décembre dezembro diciembre dec dez dic déc", 12),
    ],
)
def test_month_is_recognized_by_its_name_or_a_prefix(names: str, month: int) -> None:
    assert {name: month_number(name) for name in names.split()} == dict.fromkeys(
        names.split(), month
    )


@pytest.mark.parametrize("name", ["english", "german", "spanish", "french", "portuguese"])
def test_answer_that_begins_like_a_month_is_not_read_as_a_month(name: str) -> None:
    words = {word for size in range(4, 9) for word in load_lexicon(f"{name}-{size}").pool().words}
    starts = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
    assert sum(word.startswith(starts) for word in words) >= 20
    months = {word for word in words if month_number(word)}
    assert len(months) <= 12  # the months themselves
    assert not months & {"decal", "junco", "novel", "marry", "octet", "maybe", "fever", "dice"}
