"""Dates with named months: in the languages of the site, and beside times and other numbers."""

import pytest

from wordle_web.engine.dates import named_dates

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
def test_date_needs_year_and_month(text: str) -> None:
    assert not list(named_dates(text))
