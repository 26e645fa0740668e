"""Day numbers and midnights, across time zones and clock changes."""

from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wordle_web.game.errors import PuzzleError
from wordle_web.game.puzzles.days import (
    date_of,
    day_number,
    next_midnight,
    read_day,
    seconds_to_midnight,
    today,
)

FIRST = date(2025, 1, 1)
WEST = "Etc/GMT+12 America/Havana America/New_York UTC"
EAST = "Europe/Berlin Africa/Cairo Asia/Kathmandu Australia/Lord_Howe Pacific/Kiritimati"
ZONES = f"{WEST} {EAST}".split()


@given(st.dates())
def test_date_and_day_number_round_trip(day: date) -> None:
    assert date_of(day_number(day, FIRST), FIRST) == day
    assert day_number(FIRST, FIRST) == 1


BEYOND = [(10**7, FIRST, "future"), (10**20, FIRST, "future")]
BEYOND += [(-(10**7), FIRST, "before-first"), (0, date.min, "before-first")]


@pytest.mark.parametrize(("number", "first", "kind"), BEYOND)
def test_days_beyond_the_calendar_are_refused(number: int, first: date, kind: str) -> None:
    assert date_of(1, first) == first
    with pytest.raises(PuzzleError) as refused:
        date_of(number, first)
    assert refused.value.kind == kind


def test_read_day_accepts_a_number_or_a_date() -> None:
    for text in (" 1,234 ", "1.234", "1 234", "1\u202f234", "1234"):
        assert read_day(text, FIRST) == 1234
    days = {"1": 1, "2025-01-31": 31, "2024-12-31": 0, "0": 0}
    assert {text: read_day(text, FIRST) for text in days} == days


@pytest.mark.parametrize(
    "text",
    [
        *("", "today", "-1", "1.5", "2025-02-30", "2025-1-1", "٣", "1,23", "9" * 5000),
        *("0000-01-01", "20250101", "2025-W01-1", "2025-01-01T00", "2025-001"),
    ],
)
def test_text_other_than_a_number_or_a_date_is_refused(text: str) -> None:
    with pytest.raises(PuzzleError, match="Enter a puzzle number or a date") as refused:
        read_day(text, FIRST)
    assert refused.value.kind == "day"


@given(st.text())
def test_read_day_returns_a_number_or_raises_puzzle_error(text: str) -> None:
    try:
        number = read_day(text, FIRST)
    except PuzzleError:
        return
    assert isinstance(number, int)


def test_today_is_the_date_in_the_zone_of_the_site() -> None:
    now = datetime(2025, 6, 1, 11, 30, tzinfo=UTC)
    for same in (now, now.astimezone(ZoneInfo("Asia/Tokyo"))):
        assert today(same, ZoneInfo("Pacific/Kiritimati")) == date(2025, 6, 2)
        assert today(same, ZoneInfo("Etc/GMT+12")) == date(2025, 5, 31)
    with pytest.raises(ValueError, match="needs its zone"):
        today(datetime(2025, 6, 1), ZoneInfo("UTC"))


@pytest.mark.parametrize(
    ("now", "seconds"),
    [
        (datetime(2025, 3, 29, 23, 0, tzinfo=UTC), 23 * 3600),
        (datetime(2025, 10, 25, 22, 0, tzinfo=UTC), 25 * 3600),
        # A fraction of a second is rounded up, so that no page is reloaded too early.
        (datetime(2025, 6, 1, 21, 59, 59, 500_000, tzinfo=UTC), 1),
        (datetime(2025, 6, 1, 21, 59, 58, 600_000, tzinfo=UTC), 2),
    ],
)
def test_countdown_handles_days_of_23_and_25_hours(now: datetime, seconds: int) -> None:
    assert seconds_to_midnight(now, ZoneInfo("Europe/Berlin")) == seconds


def test_day_begins_at_its_first_instant_even_if_clocks_change() -> None:
    cairo = ZoneInfo("Africa/Cairo")
    following = next_midnight(datetime(2024, 4, 25, 12, tzinfo=UTC), cairo)
    assert (following, following.hour) == (datetime(2024, 4, 26, 1, tzinfo=cairo), 1)
    midnight = next_midnight(datetime(2024, 11, 2, 16, tzinfo=UTC), ZoneInfo("America/Havana"))
    assert midnight.astimezone(UTC) == datetime(2024, 11, 3, 4, tzinfo=UTC)


@given(
    now=st.datetimes(datetime(2015, 1, 1), datetime(2036, 1, 1), timezones=st.just(UTC)),
    name=st.sampled_from(ZONES),
)
def test_next_midnight_is_the_first_instant_of_the_next_date(now: datetime, name: str) -> None:
    zone = ZoneInfo(name)
    midnight = next_midnight(now, zone)
    just_before = midnight.astimezone(UTC) - timedelta(microseconds=1)
    assert midnight.astimezone(UTC) > now
    assert today(midnight, zone) == today(now, zone) + timedelta(days=1)
    assert today(just_before, zone) == today(now, zone)
    assert 0 < seconds_to_midnight(now, zone) <= 25 * 3600


@given(st.integers(0, 20 * 365), st.sampled_from(ZONES))
def test_clock_change_neither_skips_nor_repeats_a_day(days: int, name: str) -> None:
    zone = ZoneInfo(name)
    start = next_midnight(datetime(2015, 1, 1, tzinfo=UTC) + timedelta(days=days), zone)
    following = next_midnight(start, zone)
    assert day_number(today(following, zone), FIRST) == day_number(today(start, zone), FIRST) + 1
