"""Day numbers, dates and the next midnight in the site's time zone.

Days are counted as dates, not hours, so that a clock change never loses or repeats one.
"""

import re
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from wordle_web.game.errors import PuzzleError

# Digit groups as in any language: commas, periods, apostrophes, or spaces of several kinds.
_NUMBER = re.compile(r"[0-9]{1,7}|[0-9]{1,3}(?:[,.’\s][0-9]{3}){1,2}")
_DATE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")


def today(now: datetime, zone: ZoneInfo) -> date:
    """Return the calendar date in `zone` at the instant `now`, which must be timezone-aware."""
    if now.tzinfo is None:
        raise ValueError("the time of day needs its zone")
    try:
        return now.astimezone(zone).date()
    except OverflowError:
        return date.max  # the calendar ends in UTC before it does in the zone


def day_number(day: date, first_day: date) -> int:
    """Return the number of a date: 1 for the first day, 0 or less before it.

    >>> day_number(date(2025, 1, 31), date(2025, 1, 1))
    31
    """
    return (day - first_day).days + 1


def date_of(number: int, first_day: date) -> date:
    """Return the date of a day number.

    Raises:
        PuzzleError: the calendar does not extend that far.
    """
    try:
        return first_day + timedelta(days=number - 1)
    except OverflowError as error:
        raise PuzzleError("future" if number > 0 else "before-first", number) from error


def check_day(number: int, today_number: int) -> int:
    """Return `number` if its puzzle can be played today.

    Raises:
        PuzzleError: it is before day 1 or after today.
    """
    if number < 1:
        raise PuzzleError("before-first", number)
    if number > today_number:
        raise PuzzleError("future", number)
    return number


def read_day(text: str, first_day: date) -> int:
    """Return the day number for a number (`1,234`, `1.234`) or a date (`2025-12-31`).

    Raises:
        PuzzleError: it is neither.
    """
    stripped = text.strip()
    if _NUMBER.fullmatch(stripped):
        return int("".join(filter(str.isdecimal, stripped)))
    if not _DATE.fullmatch(stripped):
        raise PuzzleError("day")
    try:
        return day_number(date.fromisoformat(stripped), first_day)
    except ValueError as error:
        raise PuzzleError("day") from error


def next_midnight(now: datetime, zone: ZoneInfo) -> datetime:
    """Return the instant at which the next date begins in `zone`.

    If the clocks skip midnight, it is the first minute of the new date.
    """
    if (day := today(now, zone)) == date.max:
        return datetime.max.replace(tzinfo=UTC)
    tomorrow = day + timedelta(days=1)
    return datetime.combine(tomorrow, time(), zone).astimezone(UTC).astimezone(zone)


def seconds_to_midnight(now: datetime, zone: ZoneInfo) -> int:
    """Return the seconds until the next date begins in `zone`, rounded up; at least 1."""
    left = next_midnight(now, zone).astimezone(UTC) - now.astimezone(UTC)
    return max(1, -(-left // timedelta(seconds=1)))
