"""Days, streaks and countdowns over time: midnights, clock changes, extreme zones, missed days."""

import time
from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from web_visitor import Visitor, answers_of_day, parts_of

from wordle_web.game.history.statistics import statistics
from wordle_web.game.puzzles.variants import HOME, Variant

# Time zones, and a night in which clocks change there, or an ordinary night.
NIGHTS = [
    ("Europe/Berlin", date(2026, 3, 29)),
    ("America/New_York", date(2026, 11, 1)),
    ("America/Santiago", date(2025, 9, 7)),  # the clocks skip midnight itself
    ("America/Havana", date(2025, 11, 2)),  # midnight comes twice
    ("Australia/Lord_Howe", date(2026, 4, 5)),  # half an hour
    ("Pacific/Kiritimati", date(2026, 12, 31)),  # +14
    ("Etc/GMT+12", date(2026, 12, 31)),  # -12
]


def variant_of(home: str) -> Variant:
    return HOME if home == "/" else Variant(boards=4)


def streak(visitor: Visitor, home: str = "/") -> tuple[int, int]:
    today, variant = parts_of(visitor.app).today, variant_of(home)
    figures = statistics(visitor.history, "daily", today=today, variant=variant)
    return figures.current_streak, figures.max_streak


def win(visitor: Visitor, home: str = "/") -> None:
    visitor.guess("aahed", home)
    for answer in answers_of_day(visitor.app, variant_of(home)):
        visitor.guess(answer, home)


def at(zone: str, day: date, hour: int, minute: int = 0, second: int = 0) -> datetime:
    return datetime(day.year, day.month, day.day, hour, minute, second, tzinfo=ZoneInfo(zone))


@pytest.mark.parametrize(("zone", "night"), NIGHTS)
@pytest.mark.parametrize(("home", "time"), [("/", (23, 59, 59)), ("/boards/4", (0, 30, 0))])
def test_streak_continues_over_a_clock_change(make_app, clock, zone, night, time, home):
    visitor = Visitor(make_app(zone=ZoneInfo(zone)))
    numbers = []
    for days in range(-1, 2):
        clock.now = at(zone, night + timedelta(days=days), *time)
        numbers.append(parts_of(visitor.app).today)
        win(visitor, home)
        assert streak(visitor, home) == (len(numbers), len(numbers))
    assert numbers == list(range(numbers[0], numbers[0] + 3))
    assert visitor.get("/history").definitions["Current streak"] == "3"


@pytest.mark.parametrize(("zone", "night"), NIGHTS)
def test_game_played_across_midnight_counts_for_the_day_it_began(
    make_app, clock, zone, night, home
):
    visitor = Visitor(make_app(zone=ZoneInfo(zone)))
    clock.now = at(zone, night - timedelta(days=1), 23, 30)
    number, answers = parts_of(visitor.app).today, answers_of_day(visitor.app, variant_of(home))
    visitor.guess("aahed", home)
    clock.forward(hours=2, minutes=30)
    assert parts_of(visitor.app).today == number + 1
    for turn, answer in enumerate(answers, 2):
        assert visitor.post(home, {"guess": answer, "turn": turn}).status_code == 303
    result = visitor.history.days_of(variant_of(home)).result(number)
    assert (result.tries, result.is_on_time) == (1 + len(answers), True)
    visitor.get(home)
    win(visitor, home)
    assert streak(visitor, home) == (2, 2)


@pytest.mark.parametrize("machine", ["Pacific/Kiritimati", "Etc/GMT+12", "America/New_York"])
def test_time_zone_of_the_machine_has_no_effect(make_app, clock, monkeypatch, machine):
    def around_midnight() -> list[str]:
        clock.now = at("Europe/Berlin", date(2026, 3, 28), 23, 59)
        visitor = Visitor(make_app(zone=ZoneInfo("Europe/Berlin")))
        win(visitor)
        pages = [visitor.get("/")]
        clock.forward(minutes=2)
        pages += [visitor.get("/"), visitor.get("/history")]
        return [page.text.replace(page.fields.get("csrf_token", "-"), "") for page in pages]

    seen = []
    with monkeypatch.context() as changed:
        for zone in ("UTC", machine):
            changed.setenv("TZ", zone)
            time.tzset()
            seen.append(around_midnight())
    time.tzset()
    assert seen[0] == seen[1]
    assert len(set(seen[0])) == 3


def test_pages_name_the_time_zone_of_the_next_midnight(make_app, clock):
    visitor = Visitor(make_app(zone=ZoneInfo("Pacific/Kiritimati")))
    win(visitor)
    assert "(00:00 Pacific/Kiritimati)" in visitor.page.text
    assert "midnight (Pacific/Kiritimati)" in visitor.get("/how-to-play").text


def test_midnight_is_in_local_time_with_scripts_and_in_the_sites_zone_without_them(visitor):
    """Without a script, no cookie names the player's zone, so the page uses the site's zone."""
    page = visitor.get("/how-to-play")
    shown = {part.visible_text: part.root.attrib.keys() for part in page.all(".//span")}
    assert shown["The next word comes at midnight, your time."] == ["data-script"]
    assert shown["The next word comes at midnight (UTC)."] == ["data-plain"]


PAGES = ("/", "/today", "/history", "/daily/1", "/history/download", "/watch")


@pytest.mark.parametrize("back", [{"hours": 1}, {"days": 1}, {"days": 40}, {"days": 400}])
def test_games_survive_a_clock_that_is_set_back(visitor, clock, back, home):
    for _ in range(3):
        win(visitor, home)
        clock.forward(days=1)
    visitor.guess("aahed", home)
    before, now = visitor.history, clock.now
    assert [number for number, _ in before.days_of(variant_of(home))] == [62, 63, 64]
    clock.now -= timedelta(**back)
    for path in PAGES:
        assert visitor.get(path).status_code in {200, 404}, path
    # Before the first day there is no game to guess in.
    if parts_of(visitor.app).today >= 1:
        visitor.guess("fuzzy", home)
        assert visitor.page.status_code < 500
    assert dict(visitor.history.days_of(variant_of(home))) == dict(before.days_of(variant_of(home)))
    clock.now = now
    win(visitor, home)
    assert streak(visitor, home) == (4, 4)


@pytest.mark.parametrize("zone", ["UTC", "Pacific/Kiritimati", "Etc/GMT+12"])
@pytest.mark.parametrize("first", [date(1, 1, 1), date(2025, 1, 1), date(9999, 12, 31)])
def test_last_days_of_the_calendar_can_be_played(make_app, clock, zone, first):
    clock.now = datetime(9999, 12, 31, 12, 30, tzinfo=UTC)
    visitor = Visitor(make_app(zone=ZoneInfo(zone), first_day=first))
    win(visitor)
    assert len(visitor.history.days) == 1
    paths = ("/history?month=9999-12", "/history?month=9999-11", "/history?month=0001-01")
    paths += ("/daily/9999-12-31", "/history?day=9999-12-31", "/history?month=9999-01")
    for path in (*PAGES, *paths):
        assert visitor.get(path).status_code in {200, 302}, path
    clock.now = datetime(9999, 12, 31, 23, 59, 59, 999_999, tzinfo=UTC)
    assert visitor.get("/").status_code == 200
