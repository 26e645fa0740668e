"""What `deploy/README.md` promises of new keys, new words, new zones and new releases."""

import base64
import re
import shutil
from collections.abc import Callable
from datetime import UTC, date, datetime
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from flask import Flask
from web_visitor import (
    ANSWERS,
    DAILY_KEY,
    FIRST_DAY,
    OTHERS,
    Clock,
    Visitor,
    answer_of_day,
    answer_of_token,
    new_app,
    rows_of,
    write_cookie,
    write_lexicon,
)

from wordle_web import create_app
from wordle_web.config.keys import make_keys, with_keys
from wordle_web.config.parsers import epochs
from wordle_web.config.settings import Settings, SettingsError
from wordle_web.engine import LexiconError
from wordle_web.game.history.days import DayResult

NEW_KEY = "a later key of the tests: Yb6NqWm1RtKx0CvZsLpE"
TURN = date(2025, 3, 10)  # day 69, a week after the clock's day
BEFORE, AFTER = range(1, 69), range(69, 110)


@pytest.fixture
def words(tmp_path: Path) -> Path:
    """A folder of words that a test may change."""
    write_lexicon(tmp_path, "english-5", ANSWERS, OTHERS)
    return tmp_path


def two_epochs(first: str = "", second: str = "", version: int = 1) -> dict[str, object]:
    """Return the setting of two epochs, the second from the turn."""
    return {"epochs": epochs(f"{FIRST_DAY}:1:{first},{TURN}:{version}:{second}")}


def answers(app: Flask, days: range) -> list[str]:
    """Return the answers of some days."""
    return [answer_of_day(app, day) for day in days]


def begin_random(visitor: Visitor) -> str:
    """Begin a random game, make a guess, and return its address."""
    visitor.get("/random")
    path = visitor.post("/random").headers["Location"]
    visitor.guess("moist", path)
    return path


def continue_as(visitor: Visitor, app: Flask) -> Visitor:
    """Return the visitor as the same browser before another application."""
    later = Visitor(app)
    later.carry(visitor.cookie)
    return later


def test_a_new_daily_key_changes_days_to_come_alone(words: Path) -> None:
    old = new_app(words)
    new = new_app(words, **two_epochs(DAILY_KEY, NEW_KEY), daily_key=NEW_KEY)
    assert answers(old, BEFORE) == answers(new, BEFORE)
    assert answers(old, AFTER) != answers(new, AFTER)


def test_games_under_way_go_on_under_a_new_daily_key(words: Path) -> None:
    old, clock = new_app(words), Clock()
    visitor = Visitor(old)
    visitor.guess("moist")
    path = begin_random(visitor)
    rows = rows_of(visitor.get(path))
    clock.now = datetime(2025, 3, 12, tzinfo=UTC)
    new = new_app(words, clock, **two_epochs(DAILY_KEY, NEW_KEY), daily_key=NEW_KEY)
    later = continue_as(visitor, new)
    assert rows_of(later.get(path)) == rows
    assert answer_of_token(old, path) == answer_of_token(new, path)
    later.guess(answer_of_token(new, path), path)
    assert later.history.is_finished(f"random/{path.rpartition('/')[2]}")
    assert len(rows_of(later.get("/daily/62"))) == 1


def test_challenges_of_an_earlier_key_still_open(words: Path) -> None:
    visitor = Visitor(new_app(words))
    visitor.get("/challenge")
    visitor.get(visitor.post("/challenge", {"word": "crane"}).headers["Location"])
    found = re.search(r"/challenge/[\w-]{20,}", visitor.page.text)
    assert found
    clock = Clock(datetime(2025, 3, 12, tzinfo=UTC))
    new = new_app(words, clock, **two_epochs(DAILY_KEY, NEW_KEY), daily_key=NEW_KEY)
    assert Visitor(new).get(found[0]).status_code == 200


def test_a_new_pool_changes_days_to_come_alone(words: Path) -> None:
    pool = words / "english-5" / "pools" / "normal-2.txt"
    pool.write_text("moist\nvivid\n")
    old = new_app(words)
    new = new_app(words, **two_epochs(version=2))
    assert answers(old, BEFORE) == answers(new, BEFORE)
    assert set(answers(new, AFTER)) == {"moist", "vivid"}


def test_a_withdrawn_word_comes_no_more_and_keeps_its_days(words: Path) -> None:
    pool = words / "english-5" / "pools" / "normal-2.txt"
    pool.write_text("\n".join(word for word in ANSWERS if word != "crane") + "\n")
    old = new_app(words)
    new = new_app(words, **two_epochs(version=2))
    assert "crane" in answers(new, BEFORE)
    assert answers(old, BEFORE) == answers(new, BEFORE)
    assert "crane" not in answers(new, AFTER)


def test_a_pool_that_lacks_the_new_version_is_told_at_the_start(words: Path) -> None:
    pools = words / "english-5" / "pools"
    shutil.copy(pools / "normal-1.txt", pools / "normal-2.txt")
    shutil.copy(pools / "normal-1.txt", pools / "easy-1.txt")
    with pytest.raises(LexiconError, match="has no pool easy, version 2"):
        new_app(words, **two_epochs(version=2))


def test_epochs_must_begin_with_the_first_day(words: Path) -> None:
    with pytest.raises(SettingsError, match="they must be the same"):
        Settings.from_environment({"WORDLE_WEB_EPOCHS": f"{TURN}:1:"})


def test_words_added_in_mid_game_change_no_game_and_no_day(words: Path) -> None:
    old = new_app(words)
    visitor = Visitor(old)
    visitor.guess("moist")
    rows = rows_of(visitor.page)
    write_lexicon(words / "more", "english-5", ANSWERS, (*OTHERS, "aback", "zonal"))
    new = new_app(words / "more")
    later = continue_as(visitor, new)
    assert rows_of(later.get("/")) == rows
    assert answers(old, BEFORE) == answers(new, BEFORE)
    assert later.guess("zonal").status_code == 303


def test_a_list_of_ones_own_needs_two_files(tmp_path: Path) -> None:
    write_lexicon(tmp_path, "english-5", ("größe", "mühle", "äpfel"), ("apfel",))
    app = new_app(tmp_path)
    visitor = Visitor(app)
    assert visitor.guess("APFEL").status_code == 303
    assert visitor.guess("crane").status_code == 422
    assert visitor.guess(answer_of_day(app).upper()).status_code == 303
    assert "data-answer" in visitor.page.text
    assert {answer_of_day(app, day) for day in range(1, 4)} == {"größe", "mühle", "äpfel"}


@pytest.mark.parametrize("zone", ["Pacific/Kiritimati", "Etc/GMT+12", "America/New_York"])
def test_a_new_zone_changes_no_day_and_no_history(words: Path, wrong: list[str], zone: str) -> None:
    old, clock = new_app(words), Clock()
    visitor = Visitor(old)
    for word in wrong:
        visitor.guess(word)
    before = visitor.history
    new = new_app(words, clock, zone=ZoneInfo(zone))
    later = continue_as(visitor, new)
    later.get("/")
    assert later.history == before
    assert answers(old, range(1, 62)) == answers(new, range(1, 62))
    clock.forward(days=2)
    assert "data-answer" in later.get("/daily/62").text


def test_keys_restored_elsewhere_give_the_same_words_and_sessions(
    words: Path, tmp_path: Path
) -> None:
    made = Settings(instance=tmp_path / "instance", lexicons=words, rate_limits=False)
    first = create_app(made, clock=Clock())
    visitor = Visitor(first)
    visitor.guess("moist")
    shutil.copytree(tmp_path / "instance", tmp_path / "elsewhere")
    restored = Settings(instance=tmp_path / "elsewhere", lexicons=words, rate_limits=False)
    second = create_app(restored, clock=Clock())
    assert with_keys(restored).secret_key == make_keys(tmp_path / "instance")["secret_key"]
    later = continue_as(visitor, second)
    assert rows_of(later.get("/")) == rows_of(visitor.page)
    assert answers(first, BEFORE) == answers(second, BEFORE)


def test_a_secret_key_rotated_twice_loses_nothing(words: Path) -> None:
    keys = [f"{name} secret key of the tests: 4rYh7-Qk2_vTn" for name in ("a", "another", "third")]
    visitor = Visitor(new_app(words, secret_key=keys[0]))
    visitor.guess("moist")
    for number in (1, 2):
        app = new_app(
            words, secret_key=keys[number], secret_key_fallbacks=tuple(reversed(keys[:number]))
        )
        visitor = continue_as(visitor, app)
        assert visitor.guess(OTHERS[number + 2]).status_code == 303
        assert len(rows_of(visitor.page)) == number + 1


# A history as the first release wrote it. It stays as it is: later releases must read it.
FIRST_RELEASE = base64.urlsafe_b64decode(
    "ATwDEwIAAQHCwaI8AgcEAQAAAAAAAAQGAAABAAAAAAMBEutgrWDwZWNgYrzEwqTAysQAADgFwQESgCAIBMC3HnoW"
    "peIA1vT7dodpZLvM64NjszgmIx06V8dkQjrFnMXtrTtuIj5IZ9M4h2nkDzi05lLkTafyNw2eJg4nE2W6eBa_jwHP"
    "6g=="
)


def test_sessions_of_the_first_release_are_read(make_app: Callable[..., Flask]) -> None:
    app = make_app()
    visitor = Visitor(app)
    visitor.carry(write_cookie(app, {"h": FIRST_RELEASE}))
    history = visitor.history
    assert history.days.result(60) == DayResult(4, hard=False, is_on_time=True)
    assert [record.kind for record in history.recent] == ["daily", "random", "challenge"]
    assert [record.guesses for record in history.in_progress] == [("moist",)]
    assert {tally.key[1:]: sum(tally.counts) for tally in history.tallies} == {
        ("random", 6, "hard"): 1,
        ("challenge", 4, ""): 1,
    }
    assert len(rows_of(visitor.get("/"))) == 1
    visitor.guess("fuzzy")
    assert visitor.history.recent == history.recent
    assert visitor.history.in_progress[-1].guesses == ("moist", "fuzzy")


def test_a_history_of_a_later_release_breaks_no_page(make_app: Callable[..., Flask]) -> None:
    app = make_app()
    visitor = Visitor(app)
    visitor.carry(write_cookie(app, {"h": bytes([200]) + FIRST_RELEASE[1:]}))
    assert visitor.get("/").status_code == 200
    assert visitor.guess("moist").status_code == 303
