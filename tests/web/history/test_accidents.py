"""Accidents after which a player still has the history, and sees a short notice at most.

Nothing is lost, there is no server error, and the log has the information that the host needs.
"""

import json
import logging
import re
from datetime import UTC, datetime, timedelta

import pytest
from flask import Flask
from harness.cookies import long_history
from web_visitor import (
    DAILY_KEY,
    FIRST_DAY,
    NOON,
    OTHERS,
    SECRET_KEY,
    Clock,
    Visitor,
    answer_of_day,
    answer_of_token,
    backup_of,
    new_app,
    session_name,
    write_cookie,
)

from wordle_web.config.parsers import epochs
from wordle_web.game.history.history import MAX_SOURCES, History, Tally
from wordle_web.game.history.records import DayLog, DayResult, Record
from wordle_web.game.rules import Status
from wordle_web.web.play import views as play_views

OTHER_KEY = "another key, of forty characters or so, 3rW"
OTHER_DAILY_KEY = "a daily key of another site: 8sKq3-Zw1_xYpM5vRt"
STRIP = "This browser has a history that this server can’t read"
PAGES = ("/", "/daily/3", "/random", "/history", "/skill", "/settings", "/boards/4")


@pytest.fixture
def player(visitor) -> Visitor:
    """A player with a finished day, a random game that was won, and a day in progress."""
    visitor.guess("moist")
    visitor.guess(answer_of_day(visitor.app))
    path = visitor.begin()
    visitor.guess(answer_of_token(visitor.app, path), path)
    visitor.guess("moist", "/daily/3")
    return visitor


def history_after_visit(visitor: Visitor) -> History:
    """Return the history of a visitor after a visit to each page."""
    for path in PAGES:
        assert visitor.get(path).status_code in {200, 404}, path
    return visitor.history


def sixteen_browsers() -> tuple[Tally, ...]:
    """Return counts of the maximum number of browsers in a history, most games first."""
    names = (number.to_bytes(4) for number in range(1, MAX_SOURCES + 1))
    return tuple(
        Tally(name, "random", 5, "normal", (0, 0, 0, 20 - place, 0, 0, 0))
        for place, name in enumerate(names)
    )


def test_restoring_a_backup_reports_games_that_do_not_fit(visitor):
    days = DayLog.from_results({day: DayResult(4) for day in range(1, 61)})
    answer = visitor.restore(backup_of(visitor.app, History(days=days, tallies=sixteen_browsers())))
    page = visitor.get(answer.location).text
    assert "5 games of other browsers don’t fit into your statistics." in page
    for number in range(3):
        path = visitor.begin()
        visitor.guess(answer_of_token(visitor.app, path), path)
        assert len(visitor.history.recent) == number + 1
    after = history_after_visit(visitor)
    assert len(after.days) == 60
    assert len({tally.source for tally in after.tallies}) == MAX_SOURCES
    assert sum(sum(tally.counts) for tally in after.tallies) == sum(range(6, 21)) + 3


def test_games_survive_repeated_deletion_and_restoring(app, visitor):
    for played in range(1, 21):
        path = visitor.begin()
        visitor.guess(answer_of_token(app, path), path)
        file = visitor.client.get("/history/download").data
        visitor.fill("/history/delete")
        assert visitor.restore(file).status_code == 303
        counted = sum(sum(tally.counts) for tally in visitor.history.tallies)
        assert counted <= played
        assert len({tally.source for tally in visitor.history.tallies}) <= MAX_SOURCES
        assert visitor.history.recent


@pytest.mark.parametrize("order", ["twice", "from the other device as well", "in turns"])
def test_restoring_a_backup_again_adds_nothing(app, player, order):
    file, other = player.client.get("/history/download").data, Visitor(app)
    before = player.history
    if order == "twice":
        for _ in range(2):
            player.restore(file)
    else:
        for _ in range(1 + (order == "in turns")):
            other.restore(file)
            player.restore(other.client.get("/history/download").data)
    for field in ("days", "recent", "in_progress", "tallies"):
        assert getattr(player.history, field) == getattr(before, field)
    assert "were already here" in player.get(player.restore(file).location).text


def move_history(visitor: Visitor, other: Visitor) -> None:
    """Move a visitor's history to `other` with the link on the page for moving it."""
    page = visitor.get("/history/move").text
    address = re.search(r"http://localhost(/history/move\?data=[\w-]+)", page)
    assert address
    other.get(address[1])
    assert other.post("/history/move").status_code == 303


def test_history_moves_to_another_browser_and_back(app, player):
    other, before = Visitor(app), player.history
    other.guess("fuzzy", "/daily/4")
    move_history(player, other)
    move_history(other, player)
    assert player.history.recent == before.recent == other.history.recent
    assert {record.puzzle for record in player.history.in_progress} == {"daily/3", "daily/4"}
    assert not any(record.is_restored for record in other.history.recent)


def test_how_to_play_explains_that_games_are_saved_only_in_a_cookie(app):
    window = Visitor(app)
    window.guess("moist")
    closed = Visitor(app)  # after closing the window, its cookies are gone
    assert "saved only in a cookie" in closed.get("/how-to-play").text
    assert STRIP not in closed.get("/").text
    refused = closed.post("/daily/3", {"guess": "moist", "turn": "1", "csrf_token": "x"})
    assert refused.status_code == 400


@pytest.mark.parametrize("days", [-7000, -500, -62, -61, 1, 401, 500, 4800, 27_000, 36_000])
def test_games_survive_a_clock_change(app, clock, player, days, caplog):
    before = player.history
    clock.forward(days=days)
    player.get("/random")
    after = history_after_visit(player)
    assert (after.days, after.recent[-2:]) == (before.days, before.recent)
    played = player.begin()
    if "/random/" in played:
        answer = player.guess("moist", played)
        assert answer.status_code in {303, 422}
    clock.now = NOON
    later = history_after_visit(player)
    assert (later.days, later.recent) == (before.days, before.recent)
    assert {record.puzzle for record in before.in_progress} <= {
        record.puzzle for record in later.in_progress
    }
    assert "Traceback" not in caplog.text


@pytest.mark.parametrize("year", [2038, 2039, 2100, 9998])
def test_game_of_a_distant_year_is_kept(lexicons, year):
    clock = Clock(datetime(year, 2, 28, 12, tzinfo=UTC))
    visitor = Visitor(new_app(lexicons, clock))
    for _ in range(3):
        visitor.guess("aahed")
        assert visitor.guess(answer_of_day(visitor.app)).status_code == 303
        clock.forward(days=1)
    assert len(history_after_visit(visitor).days) == 3


def test_games_in_progress_survive_a_clock_that_is_set_back_and_forward(app, clock, visitor):
    visitor.guess("moist")
    for span in (timedelta(days=3), -timedelta(days=30), timedelta(days=400), -timedelta(days=373)):
        clock.now += span
        visitor.guess("fuzzy")
        assert history_after_visit(visitor).in_progress
    assert {record.puzzle for record in visitor.history.in_progress} >= {"daily/62", "daily/65"}
    clock.now = NOON
    visitor.guess("scree")
    assert visitor.history.record("daily/62").guesses[0] == "moist"


def test_backup_with_future_days_is_restored(app, clock, player):
    clock.forward(days=100)
    player.guess(answer_of_day(app))
    file = player.client.get("/history/download").data
    clock.now = NOON
    other = Visitor(app)
    assert other.restore(file).status_code == 303
    assert other.history.days == player.history.days
    assert history_after_visit(other).days.last == 162


def test_backup_with_days_beyond_the_calendar_is_refused(app, player):
    contents = json.loads(player.client.get("/history/download").data)
    before = player.history
    for days in ({"3999999": "3"}, {"3": "3", "60000": "3"}):
        answer = player.restore(json.dumps({**contents, "days": days}))
        assert answer.status_code == 422
        assert "This backup contains an invalid day. Nothing was changed." in answer.text
        assert player.history == before


def test_restored_keys_restore_the_history(player, make_app, caplog):
    other = make_app(secret_key=OTHER_KEY)
    before = player.history
    with caplog.at_level(logging.WARNING):
        there = player.at(other)
        history_after_visit(there)
        assert STRIP in there.get("/").text
        there.guess("fuzzy", "/daily/9")
    assert "cannot be read here and were left alone" in caplog.text
    assert history_after_visit(player) == before
    # The keys made in the meantime become fallbacks, so both histories are merged.
    both = player.at(make_app(secret_key_fallbacks=(OTHER_KEY,)))
    assert history_after_visit(both).days == before.days
    assert {record.puzzle for record in both.history.in_progress} == {"daily/3", "daily/9"}
    assert len(player.cookies) == 1


def test_page_opened_before_a_key_rotation_can_still_be_used(player, make_app):
    rotated = player.at(make_app(secret_key=OTHER_KEY, secret_key_fallbacks=(SECRET_KEY,)))
    rotated.page = player.get("/daily/3")
    refused = rotated.post("/daily/3", {"guess": "fuzzy"})
    assert refused.status_code == 400
    assert "This form expired. Send it again." in refused.text
    assert rotated.post("/daily/3", {"guess": "fuzzy"}).status_code == 303
    assert rotated.history.record("daily/3").guesses == ("moist", "fuzzy")
    assert rotated.history.recent == player.at(rotated.app).history.recent


def test_older_release_keeps_the_history_of_a_newer_release(app, player):
    newer = write_cookie(app, {"h": b"\x09 of a later release", "later": 1})
    player.carry(newer)
    assert STRIP in player.get("/").text
    player.guess("fuzzy", "/daily/5")
    for path in PAGES:
        assert player.get(path).status_code == 200
    assert player.cookies[session_name(app)] == newer
    assert len(player.get("/daily/5").rows) == 1


def test_truncated_cookie_is_left_alone_and_later_games_are_kept(app, player):
    """The server can't read the truncated cookie, so it stores later games in another cookie."""
    player.carry(player.cookie[:-20])
    cut = player.cookie
    player.guess("fuzzy", "/daily/5")
    assert player.cookies[session_name(app)] == cut
    assert player.get("/daily/5").rows


def test_history_is_kept_when_a_mount_path_is_added(app, player):
    before = player.cookies
    client = player.client
    page = client.get("/", environ_overrides={"SCRIPT_NAME": "/games"})
    assert page.status_code == 200
    assert STRIP in page.text
    assert player.cookies.items() >= before.items()
    assert player.get("/").state == "won"


def test_cookies_of_another_app_on_the_host_do_not_evict_games(app, player):
    for number in range(40):
        player.carry("x" * 200, f"other-{number}")
    before = player.history
    assert history_after_visit(player) == before
    player.guess("fuzzy", "/daily/5")
    assert player.history.record("daily/5")


def test_full_cookie_has_room_for_years_of_daily_results(app, clock):
    visitor = Visitor(app)
    visitor.remember(long_history())
    days = visitor.history.days
    clock.forward(days=3100)
    for _ in range(5):
        visitor.guess(answer_of_day(app))
        clock.forward(days=1)
    assert len(visitor.cookie) < 4093
    assert len(history_after_visit(visitor).days) == len(days) + 5


def test_deleted_history_can_be_restored_from_the_offered_backup(app, player):
    before = player.history
    page = player.get("/history/delete")
    file = player.client.get(page.link("Download backup")).data
    player.post("/history/delete")
    assert player.history == History()
    player.restore(file)
    assert (player.history.days, player.history.recent) == (before.days, before.recent)


def test_games_from_a_backup_of_another_site_count_as_played_elsewhere(player, lexicons):
    other = Visitor(new_app(lexicons, Clock(), daily_key=OTHER_DAILY_KEY))
    answer = other.restore(player.client.get("/history/download").data)
    page = other.get(answer.location)
    assert "This backup is from another site. Its" in page.text
    after = history_after_visit(other)
    assert (len(after.days), after.in_progress) == (0, ())
    assert all(record.is_elsewhere for record in after.recent)
    assert after.earlier.played == 1
    assert (after.earlier.current_streak, after.earlier.max_streak) == (1, 1)
    assert sum(sum(tally.counts) for tally in after.tallies) == 1
    assert other.get("/").rows == []  # this site has another word today
    again = other.restore(player.client.get("/history/download").data)
    assert other.history == after
    assert "none of its games is new" in other.get(again.location).text


@pytest.mark.parametrize("change", ["secret key", "new epoch", "no change"])
def test_backup_is_recognized_after_keys_change(player, lexicons, change):
    changes = {
        "secret key": {"secret_key": OTHER_KEY},
        "new epoch": {
            "daily_key": OTHER_DAILY_KEY,
            "epochs": epochs(f"{FIRST_DAY}:1:{DAILY_KEY},2025-06-01:1:"),
        },
        "no change": {},
    }[change]
    other = Visitor(new_app(lexicons, Clock(), **changes))
    other.restore(player.client.get("/history/download").data)
    assert other.history.days == player.history.days
    assert other.history.record("daily/3").guesses == ("moist",)


def with_seals(app: Flask) -> Visitor:
    visitor = Visitor(app)
    visitor.fill("/settings", {"seal": "y"})
    return visitor


def test_results_from_a_restored_backup_are_not_sealed(app, player):
    sealed = with_seals(app)
    sealed.guess(answer_of_day(app))
    assert "seal=" in sealed.get("/").text
    forger = with_seals(app)
    forger.restore(sealed.client.get("/history/download").data)
    assert forger.history.days == sealed.history.days
    assert "seal=" not in forger.get("/").text
    # A game that was begun in a backup file gets no seal when it is finished here.
    begun = Record("daily/62", 5, 62, ("moist",))
    late = with_seals(app)
    late.restore(backup_of(app, History(in_progress=(begun,))))
    late.guess(answer_of_day(app))
    assert late.get("/").state == "won"
    assert "seal=" not in late.page.text
    # Restoring the player's own backup removes no seal.
    sealed.restore(late.client.get("/history/download").data)
    assert "seal=" in sealed.get("/").text


def test_restored_game_stays_marked_as_restored_on_another_device(app):
    forger, other = with_seals(app), with_seals(app)
    won = Record("daily/62", 5, 62, ("moist", answer_of_day(app)), status=Status.WON)
    forger.restore(backup_of(app, History(recent=(won,))))
    move_history(forger, other)
    assert other.history.recent[0].is_restored
    assert "seal=" not in other.get("/").text


def test_next_guess_explains_that_another_tab_overwrote_the_game(app):
    """Both tabs change the same cookie, and the browser keeps the response that arrives last."""
    first, second = Visitor(app), Visitor(app)
    first.get("/settings")
    second.carry(first.cookie)
    first.get("/daily/3")
    second.get("/daily/4")
    for tab, path in ((first, "/daily/3"), (second, "/daily/4")):
        assert tab.post(path, {"guess": "moist"}).status_code == 303
    first.get("/daily/3")
    turn = first.page.fields["turn"]
    first.carry(second.cookie)  # the later response
    answer = first.post("/daily/3", {"guess": "fuzzy", "turn": turn})
    assert answer.status_code == 422
    assert answer.refusal.startswith("Another tab saved at the same moment")
    assert answer.fields["guess"] == "fuzzy"
    assert answer.fields["turn"] == "1"
    assert first.history.record("daily/4").guesses == ("moist",)


def test_game_that_cannot_be_saved_shows_a_message(app, player, monkeypatch, caplog):
    before = player.history
    monkeypatch.setattr(
        play_views, "record_of", lambda puzzle, game, day: Record(puzzle, 5, -1, ("moist",))
    )
    player.get("/daily/5")
    answer = player.post("/daily/5", {"guess": "moist"})
    assert answer.status_code == 422
    assert "This couldn’t be saved. Your history stays as it was." in answer.text
    assert player.history == before


def test_backup_of_a_distant_year_contains_its_day(app, clock, player):
    clock.forward(days=40_000)
    page = player.client.get("/history/download")
    assert page.status_code == 200
    assert json.loads(page.data)["day"] == 40_062


def test_games_of_a_removed_language_are_kept(make_app, player):
    won = Record("pt/daily/60", 5, 60, ("moist", "crane"), status=Status.WON)
    log = ((won.variant, DayLog.from_results({60: DayResult(2)})),)
    player.remember(History(recent=(won,), other_days=log))
    before = player.history
    assert history_after_visit(player) == before
    player.guess("moist", "/daily/5")
    assert player.history.recent == before.recent
    assert player.history.other_days == before.other_days


def test_invalid_cookie_beside_a_history_is_ignored(app, player):
    before = player.history
    player.carry("junk", f"{session_name(app)}-2")
    player.carry(OTHERS[0], f"{session_name(app)}-999")
    player.guess("fuzzy", "/daily/5")
    assert history_after_visit(player).recent == before.recent
    assert player.cookies[f"{session_name(app)}-2"] == "junk"
