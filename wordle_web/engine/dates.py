"""Dates with the name of a month, in lists of answers and in chats.

Callers parse purely numeric dates, because only all dates of a text together show which number is
the month.
"""

from collections.abc import Iterator
from string import ascii_lowercase
from typing import Final, NamedTuple

from wordle_web.engine.letters import plain_letters
from wordle_web.parsing import linear_pattern

# Names of the months from January on, without accents, in the languages of the site and in Italian
# and Dutch.
_NAMES: Final = (
    "january januar janvier janeiro enero gennaio januari",
    "february februar fevrier fevereiro febrero febbraio februari",
    "march marz mars marco marzo maart",
    "april avril abril aprile",
    "may mai maio mayo maggio mei",
    "june juni juin junho junio giugno",
    "july juli juillet julho julio luglio",
    "august aout agosto augustus",
    "september septembre setembro septiembre settembre",
    "october oktober octobre outubro octubre ottobre",
    "november novembre novembro noviembre",
    "december dezember decembre dezembro diciembre dicembre",
)


def _months() -> dict[str, int]:
    """Map the names and abbreviations of months to their numbers.

    The first three letters are an abbreviation unless two months share them.
    """
    months = {"janv": 1, "fevr": 2, "mrz": 3, "juil": 7, "sept": 9, "sett": 9}
    shared = {"jui"}  # juin, juillet
    for number, names in enumerate(_NAMES, start=1):
        for name in names.split():
            months |= {name: number, name[:3]: number}
    return {start: number for start, number in months.items() if start not in shared}


_MONTHS: Final = _months()

# A year followed by a digit would be a longer number; followed by a dot or colon and a digit, it
# would be part of a time.
_DAY_FIRST = linear_pattern(
    r"(?<![0-9])([0-9]{1,2})(?:st|nd|rd|th|\.)?(?:\s{1,9}(?:(?:de|of)\s{1,9})?|-)([^\W\d_]{3,20})"
    r"\.?(?:,?\s{1,9}(?:de\s{1,9})?|-)([0-9]{2,4})(?![0-9]|[:.][0-9])"
)
_MONTH_FIRST = linear_pattern(
    r"(?<![^\W\d_])([^\W\d_]{3,20})\.?\s{1,9}([0-9]{1,2})(?:st|nd|rd|th)?,?\s{1,9}([0-9]{4})(?![0-9])"
)


class NamedDate(NamedTuple):
    """A date as written in a text; it is not validated, so the day may be February 31."""

    year: int
    month: int  # from 1 to 12
    day: int


def month_number(name: str) -> int | None:
    """Return the number of a month, given its name or an abbreviation; None for other words.

    >>> month_number("Janeiro"), month_number("juil"), month_number("Août"), month_number("decal")
    (1, 7, 8, None)
    """
    return _MONTHS.get(plain_letters(name.casefold(), ascii_lowercase))


def named_dates(text: str) -> Iterator[NamedDate]:
    """Yield dates with a month's name and a year, those like "3 May 2024" before "May 3, 2024".

    >>> list(named_dates("January 3rd, 2024; 31. Dez. 23; 5 de mayo de 2022"))
    [NamedDate(year=2023, month=12, day=31), NamedDate(year=2022, month=5, day=5), \
NamedDate(year=2024, month=1, day=3)]
    """
    dates = [(year, name, day) for day, name, year in _DAY_FIRST.findall(text)]
    dates += [(year, name, day) for name, day, year in _MONTH_FIRST.findall(text)]
    for year, name, day in dates:
        if month := month_number(name):
            yield NamedDate(int(year) + 2000 * (int(year) < 100), month, int(day))
