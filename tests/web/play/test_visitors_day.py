"""The visitor's day: time zones, the length of a day, travel, and future days."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo, available_timezones

import pytest
from flask import Flask
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from web_visitor import (
    DAILY_KEY,
    FIRST_DAY,
    OTHERS,
    Clock,
    Visitor,
    answer_of_day,
    answers_of_day,
    backup_of,
    parts_of,
    site_settings,
    write_lexicon,
)

from wordle_web import create_app
from wordle_web.config.parsers import EpochSetting
from wordle_web.game.history.history import History
from wordle_web.game.history.records import new_game, record_of
from wordle_web.game.puzzles.days import daily_id
from wordle_web.game.puzzles.variants import HOME, Variant
from wordle_web.game.rules import Status
from wordle_web.web.http.zones import ZONE_COOKIE
from wordle_web.web.services import services

WHOLE = [
    f"Etc/GMT{sign}{hours}" for sign, last in (("+", 12), ("-", 14)) for hours in range(1, last + 1)
]
ODD = ("America/St_Johns", "Asia/Kathmandu", "Australia/Lord_Howe", "Pacific/Chatham")
ZONES = [*WHOLE, "UTC", *ODD]
DAY = timedelta(days=1)
SECOND = timedelta(seconds=1)
# Day 62 begins at 10:00 UTC on March 2, in the easternmost zone, and ends 50 hours later, in the
# westernmost zone.
BEGINS = datetime(2025, 3, 2, 10, tzinfo=UTC)
ENDS = datetime(2025, 3, 4, 12, tzinfo=UTC)
NOT_YET = "Not available yet"


def traveler(app: Flask, zone: str = "") -> Visitor:
    visitor = Visitor(app)
    if zone:
        move(visitor, zone)
    return visitor


def move(visitor: Visitor, zone: str) -> None:
    """Set the cookie that the script of a page writes."""
    visitor.client.set_cookie(ZONE_COOKIE, zone)


def number_of(day: date) -> int:
    return (day - FIRST_DAY).days + 1


def day_shown(visitor: Visitor, path: str = "/") -> int:
    return int(visitor.get(path).fields["day"])


def win(visitor: Visitor, number: int, path: str = "/", variant: Variant = HOME) -> None:
    visitor.guess(OTHERS[0], path)
    for answer in answers_of_day(visitor.app, variant, number):
        visitor.guess(answer, path)


def streak(visitor: Visitor) -> int:
    return int(visitor.get("/history").definitions.get("Current streak", 0))


def countdown(visitor: Visitor) -> int:
    return int(visitor.get("/").first(".//p[@data-seconds]")["data-seconds"])


@pytest.mark.parametrize("zone", ZONES)
def test_each_zone_has_its_own_current_day(app, clock, zone):
    for hour in (0, 9, 11, 23):
        clock.now = datetime(2025, 3, 3, hour, 59, 59, tzinfo=UTC)
        local = clock.now.astimezone(ZoneInfo(zone))
        number, visitor = number_of(local.date()), traveler(app, zone)
        for path in ("/", "/boards/4"):
            assert day_shown(visitor, path) == number
        win(visitor, number)
        assert visitor.get("/").state == "won"
        next_day = datetime.combine(local.date() + DAY, datetime.min.time(), ZoneInfo(zone))
        assert countdown(visitor) == (next_day - local).total_seconds()
        assert f"(00:00 {zone})" in visitor.page.text
        for path in ("/today", "/history", "/archive"):
            page = visitor.get(path)
            page = visitor.get(page.location) if page.location else page
            (cell,) = page.all(".//a[@aria-current='date']")
            assert (cell["href"], cell["data-state"]) == ("/", "won")
            assert cell["aria-label"].startswith(f"Daily {number},")
        assert "1 day in a row" in visitor.get("/today").visible_text
        assert f"Days begin at midnight ({zone})." in visitor.get("/history").visible_text
        assert f"midnight ({zone})" in visitor.get("/how-to-play").text
        reminder = visitor.get("/today/reminder.ics?at=08:00").text.replace("\r\n ", "")
        assert f"DTSTART:{local.date():%Y%m%d}T080000" in reminder
        assert f"DESCRIPTION:Days begin at midnight ({zone})." in reminder


# Time zones, each with a night in which its clocks change.
NIGHTS = [
    ("Europe/Berlin", date(2026, 3, 29)),
    ("Europe/Berlin", date(2026, 10, 25)),
    ("America/New_York", date(2026, 3, 8)),
    ("America/New_York", date(2026, 11, 1)),
    ("America/Santiago", date(2025, 9, 7)),  # the clocks skip midnight itself
    ("America/Havana", date(2025, 11, 2)),  # midnight comes twice
    ("Australia/Lord_Howe", date(2026, 4, 5)),  # the change is half an hour
]


@pytest.mark.parametrize(("zone", "night"), NIGHTS)
def test_streak_continues_over_a_clock_change_in_the_visitors_zone(app, clock, zone, night):
    visitor, last = traveler(app, zone), 0
    clock.now = datetime(night.year, night.month, night.day, tzinfo=ZoneInfo(zone)) - 2 * DAY
    clock.now = clock.now.astimezone(UTC)
    start = number_of(clock.now.astimezone(ZoneInfo(zone)).date())
    for _ in range(4 * 24):  # the hours of four days
        number = number_of(clock.now.astimezone(ZoneInfo(zone)).date())
        if number != last:
            assert last in {0, number - 1}
            assert day_shown(visitor) == number
            win(visitor, number)
            assert 23 * 3600 <= countdown(visitor) <= 25 * 3600
            last = number
        clock.now += timedelta(hours=1)
    assert streak(visitor) == last - start + 1 >= 4


@pytest.mark.parametrize("zone", ["", "Etc/GMT+12", "Europe/Berlin", "Etc/GMT-14", "nonsense"])
def test_day_opens_as_soon_as_it_begins_in_the_first_zone(app, clock, zone):
    visitor = traveler(app, zone)
    visitor.get("/")
    paths = ("/daily/62", "/boards/4/daily/62", "/daily/2025-03-03")
    clock.now = BEGINS - SECOND
    for path in paths:
        for page in (visitor.get(path), visitor.post(path, {"guess": "fuzzy", "turn": "1"})):
            assert page.status_code == 404
            assert NOT_YET in page.text
        visitor.get("/")
    for path in ("/history?day=62", "/watch?word=62"):
        page = visitor.get(path)
        assert page.status_code == 422
        assert NOT_YET in page.text
    clock.now = BEGINS
    assert [visitor.get(path).status_code for path in paths] == [200, 200, 302]
    assert visitor.get("/watch?word=62").status_code == 422
    assert visitor.get("/history?day=62").location == "/daily/62"


def test_front_page_shows_the_day_of_the_visitors_zone(app, clock):
    clock.now = BEGINS
    shown = {zone: day_shown(traveler(app, zone)) for zone in ("", "Etc/GMT-14", "Etc/GMT+12")}
    assert shown == {"": 61, "Etc/GMT-14": 62, "Etc/GMT+12": 60}


@pytest.mark.parametrize("home", ["/", "/boards/4/"])
@pytest.mark.parametrize(("now", "counts"), [(ENDS - SECOND, True), (ENDS, False)])
def test_day_counts_for_a_streak_until_it_has_ended_everywhere(app, clock, home, now, counts):
    visitor, variant = Visitor(app), HOME if home == "/" else Variant(boards=4)
    clock.now = now
    win(visitor, 62, f"{home}daily/62", variant)
    assert visitor.history.days_of(variant).result(62).is_on_time is counts
    other = Visitor(app)
    clock.now = now - timedelta(hours=13)
    other.get(home.rstrip("/") or "/")
    clock.now = now
    answer = other.post(home.rstrip("/") or "/", {"guess": OTHERS[0], "day": "62", "turn": "1"})
    assert answer.status_code == (303 if counts else 422)
    assert bool(other.history.in_progress) is counts


@pytest.mark.parametrize("zone", ["Etc/GMT-14", "UTC", "Etc/GMT+12"])
def test_started_game_keeps_its_day_and_can_be_finished(app, clock, zone):
    visitor = traveler(app, zone)
    clock.now = BEGINS  # it is day 62 only in the easternmost zone
    visitor.guess(OTHERS[0], "/daily/62")
    clock.now = ENDS + 3 * DAY
    visitor.guess(OTHERS[1], "/daily/62")
    visitor.guess(answer_of_day(app, 62), "/daily/62")
    result = visitor.history.days.result(62)
    assert (result.tries, result.is_on_time) == (3, True)


def test_changing_the_zone_does_not_allow_a_second_try(app, clock):
    visitor = traveler(app, "Pacific/Kiritimati")
    clock.now = BEGINS
    for word in OTHERS[:6]:
        visitor.guess(word)
    assert visitor.page.state == "lost"
    before = visitor.history
    for zone in ZONES:
        for hours in (1, 14, 26, 40, 49):
            move(visitor, zone)
            clock.now = BEGINS + timedelta(hours=hours)
            page = visitor.get("/daily/62")
            assert page.state == "lost"
            fields = {"guess": answer_of_day(app, 62), "turn": "1", "day": "62"}
            visitor.get("/random")
            assert visitor.post("/", fields).status_code == 422
    assert visitor.history == before


def itinerary(visitor: Visitor, clock: Clock, steps: list[tuple[float, str]]) -> set[int]:
    """Return the days won by a player who plays all the games offered at every stop."""
    won = set[int]()
    for hours, zone in steps:
        clock.now += timedelta(hours=hours)
        move(visitor, zone)
        page = visitor.get("/")
        if page.state != "won":
            won.add(number := int(page.fields["day"]))
            win(visitor, number)
        while links := [link for link in visitor.get("/").links if "still counts" in link.text]:
            number = int(links[0].address.rpartition("/")[2])
            assert number not in won
            won.add(number)
            win(visitor, number, links[0].address)
    return won


def test_trip_west_around_the_world_skips_a_date_and_keeps_the_streak(app, clock):
    visitor = traveler(app)
    clock.now = datetime(2025, 3, 1, 20, tzinfo=UTC)
    steps = [(0, "Europe/London"), (10, "America/New_York"), (24, "America/Los_Angeles")]
    won = itinerary(visitor, clock, [*steps, (24, "Pacific/Honolulu")])
    assert won == {60, 61, 62}
    # After the evening of day 62 and 9.5 hours in the air, it is the morning of day 64.
    clock.now += timedelta(hours=9.5)
    move(visitor, "Pacific/Auckland")
    assert day_shown(visitor) == 64
    assert ("/daily/63", "Daily 63 still counts") in visitor.page.links
    steps = [(0, "Pacific/Auckland"), (24, "Asia/Tokyo"), (24, "Asia/Dubai"), (24, "Europe/London")]
    won |= itinerary(visitor, clock, steps)
    assert won == set(range(60, 67))
    assert streak(visitor) == visitor.history.days.longest_streak == 7


def test_trip_east_around_the_world_repeats_a_date_with_one_game(app, clock):
    visitor = traveler(app, "Pacific/Auckland")
    clock.now = datetime(2025, 3, 2, 12, tzinfo=UTC)  # 1:00 on day 62 in Auckland
    itinerary(visitor, clock, [(-24, "Asia/Tokyo"), (24, "Pacific/Auckland")])
    before, numbers = streak(visitor), [day_shown_in_title(visitor)]
    move(visitor, "Pacific/Honolulu")  # there, it is 2:00 on day 61
    numbers.append(day_shown_in_title(visitor))
    assert numbers == [62, 61]
    assert visitor.page.state == "won"
    assert streak(visitor) == before
    # A game played farther east stays in the calendar.
    page = visitor.get("/history")
    (later,) = [day for day in page.of_class("day") if day["href"] == "/daily/62"]
    assert later["data-state"] == "won"
    clock.now += DAY
    assert day_shown_in_title(visitor) == 62
    assert visitor.page.state == "won"
    clock.now += DAY
    itinerary(visitor, clock, [(0, "Pacific/Honolulu"), (24, "America/New_York")])
    assert streak(visitor) == before + 2


def day_shown_in_title(visitor: Visitor) -> int:
    return int(visitor.get("/").first(".//h1").visible_text.removeprefix("Daily "))


def test_game_started_farther_east_stays_reachable(app, clock):
    visitor = traveler(app, "Pacific/Kiritimati")
    clock.now = BEGINS
    visitor.guess(OTHERS[0])
    page = visitor.page
    move(visitor, "Pacific/Honolulu")
    assert "/daily/62" in [link.address for link in visitor.get("/history").links]
    visitor.page = page  # this page is still open
    answer = visitor.post("/", {"guess": answer_of_day(app, 62)})
    assert answer.location == "/daily/62"
    assert visitor.history.days.result(62).is_on_time


@given(st.lists(st.tuples(st.floats(0.5, 24), st.sampled_from(ZONES)), min_size=3, max_size=9))
@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_playing_all_offered_games_keeps_the_streak_across_zones(
    app: Flask, clock: Clock, steps: list[tuple[float, str]]
) -> None:
    visitor, clock.now = traveler(app), datetime(2025, 3, 3, 12, tzinfo=UTC)
    won = itinerary(visitor, clock, steps)
    assert won == set(range(min(won), max(won) + 1))
    assert streak(visitor) == len(won)
    assert visitor.history.days.longest_streak == len(won)


def test_missed_day_is_offered_while_it_still_counts_for_the_streak(app, clock):
    visitor = Visitor(app)
    win(visitor, 62)
    clock.now = datetime(2025, 3, 5, 11, 59, 59, tzinfo=UTC)  # day 63 was missed
    note = "Daily 63 still counts. Solve it to keep your streak."
    assert ("/daily/63", "Daily 63 still counts") in visitor.get("/").links
    assert note in visitor.get("/today").visible_text
    win(visitor, 64)
    assert note in visitor.get("/today").visible_text
    assert ("/daily/63", "Daily 63 still counts") in visitor.get("/").links
    assert streak(visitor) == 2
    clock.now += SECOND
    assert "still counts" not in visitor.get("/").text + visitor.get("/today").text
    assert streak(visitor) == 1


def test_day_after_the_end_of_a_streak_is_not_offered(app, clock):
    visitor = Visitor(app)
    win(visitor, 62)
    clock.now = datetime(2025, 3, 6, 9, tzinfo=UTC)  # day 63 has ended, 64 has not
    assert streak(visitor) == 0
    assert "still counts" not in visitor.get("/").text + visitor.get("/today").text


def test_missed_day_is_offered_only_with_a_streak(app, clock):
    visitor = Visitor(app)
    assert "still counts" not in visitor.get("/").text
    win(visitor, 60, "/daily/60")
    assert "still counts" not in visitor.get("/").text


FORGED = (
    *("", "Europe/Nowhere", "europe/berlin", "../../etc/passwd", "/etc/localtime", "+14:00"),
    *("Etc/GMT-15", "Etc/GMT-26", "x" * 5000, "Pacific/Kiritimati" * 9, "\0", "UTC\0", "ü"),
    *('"Pacific/Kiritimati', "Pacific/Kiritimati%00", "posixrules", "Pacific", "tzdata.zi"),
)


@pytest.mark.parametrize("forged", FORGED)
def test_unknown_zone_is_ignored(app, forged):
    visitor = Visitor(app)
    page = visitor.get(
        "/", headers={"Cookie": f"{ZONE_COOKIE}={forged}".encode().decode("latin-1")}
    )
    assert page.status_code == 200
    assert page.fields["day"] == "62"
    assert 'data-zone="UTC"' in page.text


def test_every_zone_has_a_running_day(app, clock):
    for hour in (0, 9, 11, 23):
        clock.now = datetime(2025, 3, 3, hour, 59, tzinfo=UTC)
        for zone in sorted(available_timezones()):
            cookie = {"Cookie": f"{ZONE_COOKIE}={zone}"}
            with app.test_request_context(headers=cookie):
                assert str(services().zone) == zone
                assert services().is_running(services().today)


def test_time_zone_comes_from_the_setting_then_the_cookie_then_the_site(make_app, clock):
    visitor = Visitor(make_app(zone=ZoneInfo("Etc/GMT+12")))  # day 62 begins in this second
    assert day_shown(visitor) == 62
    move(visitor, "Pacific/Kiritimati")
    assert day_shown(visitor) == 63
    assert 'data-zone="Pacific/Kiritimati"' in visitor.page.text
    page = visitor.get("/settings")
    assert "Midnight on this site (Etc/GMT+12)" in page.visible_text
    assert page.fields["midnight"] == "device"
    visitor.fill("/settings", {"midnight": "site"})
    assert day_shown(visitor) == 62
    assert "data-zone" not in visitor.page.text
    assert visitor.get("/settings").fields["midnight"] == "site"
    visitor.fill("/settings", {"midnight": "device"})
    assert day_shown(visitor) == 63


def test_unknown_setting_for_midnight_is_refused(visitor):
    assert visitor.fill("/settings", {"midnight": "mars"}).status_code == 422


@pytest.mark.parametrize("zone", ["UTC", "Pacific/Kiritimati", "Etc/GMT+12"])
def test_host_can_set_one_midnight_for_all_visitors(make_app, clock, zone):
    visitor = Visitor(make_app(day="site", zone=ZoneInfo(zone)))
    midnight = datetime(2025, 3, 4, tzinfo=ZoneInfo(zone))
    for cookie in ("", "Pacific/Kiritimati", "Etc/GMT+12"):
        move(visitor, cookie)
        clock.now = midnight - SECOND
        assert day_shown(visitor) == 62
        assert visitor.get("/daily/63").status_code == 404
        assert visitor.get("/watch?word=62").status_code == 422
        clock.now = midnight
        assert day_shown(visitor) == 63
        assert visitor.get("/daily/64").status_code == 404
        assert visitor.get("/watch?word=62").status_code == 200
    assert "data-zone" not in visitor.page.text
    assert "midnight" not in visitor.get("/settings").fields
    assert "no trip" not in visitor.get("/how-to-play").text
    win(visitor, 62, "/daily/62")
    assert not visitor.history.days.result(62).is_on_time


def test_running_day_can_be_watched_only_after_finishing_it(app, clock):
    for number, now in ((61, BEGINS + DAY), (62, BEGINS + DAY), (62, ENDS - SECOND)):
        clock.now = now
        visitor, path = Visitor(app), f"/watch?word={number}"
        page = visitor.get(path)
        assert page.status_code == 422
        assert "still being played" in page.visible_text
        assert answer_of_day(app, number).upper() not in page.first(".//main").visible_text
        visitor.guess(OTHERS[0], f"/daily/{number}")
        assert visitor.get(path).status_code == 422
        visitor.guess(answer_of_day(app, number), f"/daily/{number}")
        assert visitor.get(path).status_code == 200
    clock.now = ENDS
    assert Visitor(app).get("/watch?word=62").status_code == 200


def test_random_past_day_has_ended_everywhere(make_app, clock):
    clock.now = datetime(2025, 1, 3, 11, 59, tzinfo=UTC)  # days 2, 3 and 4 run
    visitor = traveler(make_app(), "Etc/GMT-14")
    assert visitor.get("/history?day=random").location == "/daily/1"
    win(visitor, 1, "/daily/1")
    assert "You’ve played every past day." in visitor.get("/history?day=random").text
    clock.now += timedelta(minutes=1)
    assert visitor.get("/history?day=random").location == "/daily/2"


def test_day_of_a_series_opens_at_the_visitors_midnight(app, clock):
    clock.now = BEGINS - DAY
    visitor = Visitor(app)
    visitor.get("/series")
    made = visitor.post("/series", {"words": "crane\nslate", "first": "2025-03-02"}).location
    path = f"/series/{made.partition('made=')[2]}"

    def states(zone: str) -> list[str]:
        move(visitor, zone)
        return [day["data-state"] for day in visitor.get(path).of_class("series-day")]

    clock.now = BEGINS - SECOND  # the second before day 62 begins
    assert states("Etc/GMT-14") == ["open", "closed"]
    assert visitor.get(f"{path}/2").status_code == 404
    clock.now = BEGINS
    assert states("Etc/GMT-14") == ["open", "open"]
    assert states("UTC") == ["open", "closed"]
    visitor.guess("crane", f"{path}/2")
    assert states("UTC") == ["open", "playing"]
    visitor.guess("slate", f"{path}/2")
    assert states("Etc/GMT+12") == ["closed", "won"]


@pytest.mark.parametrize("variant", [HOME, Variant(boards=2), Variant(boards=2, in_turn=True)])
def test_backup_with_future_days_reveals_none_of_their_words(app, clock, variant):
    clock.now = BEGINS - SECOND
    visitor, name = Visitor(app), daily_id(62, variant)
    answers = answers_of_day(app, variant, 62)
    lost = [word for word in OTHERS if word not in answers][: variant.tries]
    game = replace(new_game(answers, variant, tuple(lost)), end=Status.LOST)
    visitor.restore(backup_of(app, History().with_record(record_of(name, game, 62))))
    assert visitor.history.recent
    replay = f"/history/{name}?move={len(lost)}"
    paths = ("/history", "/skill", replay, f"/{name}", "/analysis", "/watch?word=62")
    texts = " ".join(visitor.get(path).text for path in paths)
    clock.now = BEGINS
    text = visitor.get(replay).text
    for answer in answers:
        assert f"The answer is {answer.upper()}." in text
        assert answer.upper() not in texts


# No guess has a letter of any answer.
GUESSES = ("fuzzy", "kudzu")
WORDS = ("singe", "stare", "tiger", "grant", "snare", "astir", "inert", "again", "eaten", "tinge")
PLACES = (
    *(
        "/",
        "/today",
        "/history",
        "/history?month=2025-03",
        "/history?day=random",
        "/history?day={}",
    ),
    *("/daily/{}", "/boards/2/daily/{}", "/boards/2/in-turn/daily/{}", "/archive?day={}"),
    *("/watch?word={}", "/feed.xml", "/feed.json", "/today/reminder.ics?at=08:00", "/boards/2"),
    *("/history/daily/{}", "/history/download", "/api/v1/suggest", "/api/v1/suggest?length={}"),
    *("/daily/{}?grid=22222", "/daily/{}?seal=AAAA", "/analysis?answer={}", "/picture/{}.png"),
)


def visit(app: Flask, zone: str, later: int) -> Iterator[object]:
    """Yield all texts that a visitor sees before and after guesses on a day that hasn't begun."""
    visitor = traveler(app, zone)
    days = [later, later + 1, (FIRST_DAY + (later - 1) * DAY).isoformat()]
    for word in ("", *GUESSES):
        if word:
            for path in ("/daily/{}", "/boards/2/daily/{}", "/"):
                for day in days:
                    visitor.get("/")
                    fields = {"guess": word, "day": str(day), "turn": "1"}
                    yield visitor.seen(visitor.post(path.format(day), fields))
        for place in PLACES:
            for day in days if "{}" in place else [""]:
                yield visitor.seen(place.format(day))


@pytest.fixture(scope="module")
def few_words(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("few")
    write_lexicon(folder, "english-5", WORDS, GUESSES)
    return folder


@pytest.mark.parametrize("zone", ["", "Etc/GMT+12", "Etc/GMT-14", "nonsense"])
@pytest.mark.parametrize("day", ["visitor", "site"])
def test_sites_with_equal_past_days_respond_equally_for_future_days(
    few_words, clock, zone, day, caplog
):
    clock.now = BEGINS - SECOND
    sites, texts = [], []
    with caplog.at_level(0):
        for key in (DAILY_KEY, DAILY_KEY[::-1]):
            epochs = (EpochSetting(FIRST_DAY, 1), EpochSetting(date(2025, 3, 3), 1, key))
            changes = site_settings(few_words, day=day, epochs=epochs)
            app = create_app(changes, clock=clock, randbytes=lambda size: b"r" * size)
            sites.append(parts_of(app))
            texts.append(list(visit(app, zone, 62)))
    assert texts[0] == texts[1]
    assert len(texts[0]) > 40
    answers = [{site.daily_answers(number)[0] for number in range(61, 70)} for site in sites]
    assert sites[0].daily_answers(61) == sites[1].daily_answers(61)
    assert answers[0] != answers[1]
