"""The player's days: games of today, a month or a week of daily games, and the streak."""

from calendar import Calendar
from collections.abc import Callable, Iterable
from contextlib import suppress
from datetime import UTC, date, timedelta
from re import findall
from typing import NamedTuple
from urllib.parse import urlsplit
from zoneinfo import ZoneInfo

from babel import Locale

from wordle_web.game.history.statistics import Statistics, statistics
from wordle_web.game.puzzles.days import DAILY_LENGTH, DAILY_POOL, daily_id, day_number
from wordle_web.game.puzzles.variants import BOARD_COUNTS, HOME, Variant
from wordle_web.game.rules import Status
from wordle_web.game.share import HINTED
from wordle_web.web.http.paths import variant_of_request
from wordle_web.web.http.sessions import history
from wordle_web.web.play.puzzles import day_url
from wordle_web.web.services import request_code, services
from wordle_web.web.ui import formatting
from wordle_web.web.ui.components import Link
from wordle_web.web.ui.i18n import gettext, locale, ngettext

A_MONDAY = date(2024, 1, 1)  # from which the names of weekdays are counted
WEEK = 7
MAX_OCTETS = 75  # maximum length of a line in a calendar file
BADGES = (7, 30, 100, 365)  # the number of days won in a row that earns each badge


class DayGame(NamedTuple):
    """The player's progress in the game of a day; `guesses` is 0 after a loss."""

    number: int
    variant: Variant
    status: Status
    guesses: int
    hinted: bool = False  # whether hints were used; False until the game is over

    @property
    def date(self) -> date:
        """The date of the day."""
        return formatting.day_date(self.number)

    @property
    def is_today(self) -> bool:
        """Whether it is the current day."""
        return self.number == services().today

    @property
    def url(self) -> str:
        """The address of the game."""
        return day_url(self.number, self.variant)

    @property
    def mark(self) -> str:
        """The mark in a calendar: the guesses of a win, X for a loss, … in progress, or empty."""
        if self.status is Status.WON:
            return str(self.guesses)
        return {Status.LOST: "X", Status.PLAYING: "…"}.get(self.status, "")

    @property
    def label(self) -> str:
        """The label in a calendar for screen readers: `Daily 31, January 31, 2025: 4`."""
        label = f"{formatting.daily_text(self.number)}, {formatting.date_text(self.date)}"
        mark = gettext("in progress") if self.status is Status.PLAYING else self.mark
        facts = [mark, gettext("with a hint")] if self.hinted else [mark]
        return f"{label}: {', '.join(facts)}" if mark else label

    @property
    def result(self) -> str:
        """The result, `3/9`, or `X/9` if the game was lost; before the end, the next step.

        A bulb follows the result of a game with a hint.
        """
        if not self.status.is_over:
            return gettext("Play") if self.status is Status.NEW else gettext("Resume")
        guesses = "X" if self.status is Status.LOST else self.guesses
        return f"{guesses}/{self.variant.tries}" + f" {HINTED}" * self.hinted

    @property
    def text(self) -> str:
        """The progress: `7/9`, `Guess 4 of 9`, `Play`."""
        if self.status is Status.PLAYING:
            facts = {"number": self.guesses + 1, "all": self.variant.tries}
            return gettext("Guess %(number)s of %(all)s", **facts)
        return self.result


CalendarDay = DayGame | date | None


class Weeks(NamedTuple):
    """Rows of seven days, and the short names of the weekdays in their order.

    A day without a puzzle is represented by its date, a day outside the month shown by None.
    """

    weekdays: tuple[str, ...]
    days: tuple[tuple[CalendarDay, ...], ...]


class Month(NamedTuple):
    """A month of days, and links to the adjacent months, which are None without puzzles."""

    title: str
    weeks: Weeks
    zone: str  # a sentence about the zone whose midnight begins these days
    previous: Link | None
    following: Link | None


class Streak(NamedTuple):
    """Days won in a row up to now, and the most ever."""

    current: int
    best: int
    note: str  # a note on how to keep it, or on the next badge; may be empty

    @property
    def badges(self) -> tuple[tuple[int, bool], ...]:
        """The days that each badge is for, and whether it was earned."""
        return tuple((days, days <= self.best) for days in BADGES)

    @property
    def badge(self) -> int:
        """The days of the highest badge earned; 0 without one, or once the streak has ended."""
        earned = (days for days, is_earned in self.badges if is_earned and self.current)
        return max(earned, default=0)


class Days(NamedTuple):
    """The games of today, the daily games of the last seven days, and the streak."""

    word: DayGame
    boards: tuple[DayGame, ...]
    week: Weeks
    streak: Streak


def days(figures: Statistics | None = None, *, in_turn: bool = False) -> Days:
    """Return the games of today, with boards together or in turn, the last week and the streak.

    `figures` are the statistics of the daily games; they are computed if they are not given.
    """
    word = day_game(services().today, variant_of_request())
    dates = [word.date - timedelta(back) for back in reversed(range(WEEK))]
    week = Weeks(tuple(map(formatting.weekday_text, dates)), (_cells(dates, word.variant),))
    streak = streak_of(word, figures)
    return Days(word, todays_boards(in_turn=in_turn), week, streak)


def day_game(number: int, variant: Variant) -> DayGame:
    """Return the player's progress in the game of a day."""
    return DayGame(number, variant, *history().day_game(number, variant))


def todays_boards(*, in_turn: bool = False) -> tuple[DayGame, ...]:
    """Return today's game for each number of boards that this site has enough words for."""
    site, played, code = services(), history(), request_code()
    variants = (
        Variant(code, count, in_turn=in_turn)
        for count in BOARD_COUNTS
        if site.has_pool(DAILY_LENGTH, DAILY_POOL, count)
    )
    return tuple(
        DayGame(site.today, variant, *played.day_game(site.today, variant)) for variant in variants
    )


def next_game(games: Iterable[DayGame]) -> DayGame | None:
    """Return the game to play next: the first in progress, or else the first new one, or None."""
    left = (game for game in games if not game.status.is_over)
    return min(left, key=lambda game: game.status is not Status.PLAYING, default=None)


def streak_of(word: DayGame, figures: Statistics | None = None) -> Streak:
    """Return the player's streak with a note on today's word."""
    if figures is None:
        site = services()
        figures = statistics(
            history(),
            "daily",
            today=site.latest_day,
            variant=word.variant,
            ended=site.last_day_ended,
        )
    current, best, note = figures.current_streak, figures.max_streak, ""
    if earlier := earlier_day(word.variant):
        day = formatting.daily_text(earlier.number)
        note = gettext("%(day)s still counts. Solve it to keep your streak.", day=day)
    elif not word.status.is_over:
        note = gettext("Solve today’s word to start a streak.")
        if current:
            note = gettext("Solve today’s word to keep it going.")
    elif current and (left := next((days - current for days in BADGES if days > best), 0)):
        note = ngettext("%(num)s day to your next badge", "%(num)s days to your next badge", left)
    return Streak(current, best, note)


def earlier_day(variant: Variant) -> DayGame | None:
    """Return the first day before today that the streak depends on and whose game isn't over.

    Such a day still runs somewhere, or its game was begun while it did. None if there is none.
    """
    site, played = services(), history()
    for number in range(min(site.last_day_ended + 1, site.today - 1), site.today):
        day = day_game(number, variant)
        if number < 1 or day.status.is_over:
            continue
        if day.status is Status.PLAYING:
            record = played.record(daily_id(number, variant))
            if record is not None and record.is_on_time:
                return day
        elif site.is_running(number):
            before, ended = number - 1, min(number - 1, site.last_day_ended)
            if statistics(played, "daily", None, before, variant, ended=ended).current_streak:
                return day
    return None


def read_month(text: str) -> date | None:
    """Return the first day of a month written as `2025-12`."""
    with suppress(ValueError):
        return date.fromisoformat(f"{text}-01")
    return None


def shown_month(wanted: date | None) -> date:
    """Return the first day of the month to show, by default the current one.

    If the month wanted has no puzzles, the nearest one with puzzles is shown.
    """
    present = formatting.day_date(services().today).replace(day=1)
    first = services().settings.first_day.replace(day=1)
    return min(max(wanted, first), present) if wanted else present


def month_of(month: date, variant: Variant, address: Callable[[date], str]) -> Month:
    """Return a month, given its first day; `address` returns the address of a month next to it."""
    calendar = Calendar(Locale.parse(locale()).first_week_day)
    weeks = calendar.monthdayscalendar(month.year, month.month)
    names = [formatting.weekday_text(A_MONDAY + timedelta(day)) for day in calendar.iterweekdays()]
    cells = (
        _cells((month.replace(day=day) if day else None for day in week), variant) for week in weeks
    )
    return Month(
        formatting.month_text(month),
        Weeks(tuple(names), tuple(cells)),
        midnight_text(services().zone),
        _month_link(month, -1, address),
        _month_link(month, 31, address),
    )


def _month_link(shown: date, days: int, address: Callable[[date], str]) -> Link | None:
    try:
        month = (shown + timedelta(days)).replace(day=1)
    except OverflowError:  # the end of the calendar
        return None
    last = formatting.day_date(services().today)
    if not services().settings.first_day.replace(day=1) <= month <= last:
        return None
    return Link(formatting.month_text(month), address(month))


def _cells(days: Iterable[date | None], variant: Variant) -> tuple[CalendarDay, ...]:
    site, played = services(), history()
    numbers = ((day, day_number(day, site.settings.first_day) if day else 0) for day in days)
    cells: list[CalendarDay] = []
    for day, number in numbers:
        game = DayGame(number, variant, *played.day_game(number, variant))
        # A day that was begun in a zone farther east can be later than today.
        is_later = number > site.today
        is_shown = number >= 1 and not (is_later and game.status is Status.NEW)
        cells.append(game if is_shown and number <= site.latest_day else day)
    return tuple(cells)


def statistics_title(figures: Statistics) -> str:
    """Return the title of statistics: `Daily games`, `4 boards: Random games, 5 letters`."""
    title = {
        "daily": gettext("Daily games"),
        "archive": gettext("Games of past days"),
        "random": gettext("Random games, %(number)s letters", number=figures.length),
        "challenge": gettext("Challenges, %(number)s letters", number=figures.length),
    }[figures.kind]
    if figures.variant != HOME:
        variant = formatting.variant_text(figures.variant)
        title = gettext("%(variant)s: %(title)s", variant=variant, title=title)
    return formatting.sentence(title)  # in many languages, the name of a language is lower case


def midnight_text(zone: ZoneInfo) -> str:
    """Return a sentence about the zone whose midnight begins a day."""
    return gettext("Days begin at midnight (%(zone)s).", zone=zone)


def escaped(text: str) -> str:
    """Return a text escaped for calendar files."""
    return text.translate({ord(char): f"\\{char}" for char in "\\,;"})


def calendar_text(at: str, url: str) -> str:
    """Return a calendar file with an entry for the daily word each day at a time such as `08:30`.

    The time is that of the reader's clock, wherever it is. Source: RFC 5545.
    """
    site = services()
    name = escaped(f"{gettext('A new word is ready')} · {formatting.shared_name()}")
    lines = (
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        "PRODID:-//wordle-web//daily word//EN",
        "BEGIN:VEVENT",
        f"UID:daily-word-{at}@{urlsplit(url).hostname}",
        f"DTSTAMP:{site.now.astimezone(UTC):%Y%m%dT%H%M%SZ}",
        f"DTSTART:{site.local_date:%Y%m%d}T{at.replace(':', '')}00",
        "RRULE:FREQ=DAILY",
        f"SUMMARY:{name}",
        f"DESCRIPTION:{escaped(midnight_text(site.zone))}",
        f"URL:{url}",
        "BEGIN:VALARM",
        "ACTION:DISPLAY",
        f"DESCRIPTION:{name}",
        "TRIGGER:PT0S",
        "END:VALARM",
        "END:VEVENT",
        "END:VCALENDAR",
    )
    # A character has up to four octets, so 18 of them fit. A continued line begins with a space.
    folded = (
        line if len(line.encode()) <= MAX_OCTETS else "\r\n ".join(findall(".{1,18}", line))
        for line in lines
    )
    return "".join(f"{line}\r\n" for line in folded)
