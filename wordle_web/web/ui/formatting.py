"""Numbers, dates and names in the reader's language.

What is written the same way on every page of a region is kept.
"""

import functools
from datetime import date

from babel import dates
from flask_babel import format_date, format_decimal

from wordle_web.game.puzzles.dates import date_of
from wordle_web.web.services import services
from wordle_web.web.ui.i18n import gettext, language, locale, locale_name


def number_text(number: int) -> str:
    """Return a number: `1,234`."""
    return _number_text(number, locale())


def date_text(day: date) -> str:
    """Return a date: `January 31, 2025`."""
    return _date_text(day, locale())


def short_date_text(day: date) -> str:
    """Return a date in little room: `Jan 31, 2025`."""
    return _short_date_text(day, locale())


def month_text(day: date) -> str:
    """Return the month of a date: `January 2025`."""
    return str(format_date(day, "LLLL yyyy"))


def weekday_text(day: date) -> str:
    """Return the name of a day of the week, as short as in the language of the texts: `Mon`."""
    return str(dates.format_date(day, "EEE", locale=locale_name(language())))


def day_date(number: int) -> date:
    """Return the date of a day number."""
    return date_of(number, services().settings.first_day)


def pool_text(pool: str) -> str:
    """Return the name of a pool within a sentence."""
    names = {"easy": gettext("easy"), "normal": gettext("normal"), "hard": gettext("hard")}
    return str(names.get(pool, pool))


def clock_text(seconds: int) -> str:
    """Return a span as hours, minutes and seconds.

    >>> clock_text(3 * 3600 + 62)
    '03:01:02'
    """
    minutes, second = divmod(seconds, 60)
    hour, minute = divmod(minutes, 60)
    return f"{hour:02}:{minute:02}:{second:02}"


@functools.lru_cache(maxsize=4096)
def _number_text(number: int, locale: str) -> str:
    """Return a number as the locale of this request writes it."""
    return str(format_decimal(number))


@functools.lru_cache(maxsize=4096)
def _date_text(day: date, locale: str) -> str:
    """Return a date as the locale of this request writes it."""
    return str(format_date(day, "long"))


@functools.lru_cache(maxsize=4096)
def _short_date_text(day: date, locale: str) -> str:
    """Return a date as the locale of this request writes it."""
    return str(format_date(day, "medium"))
