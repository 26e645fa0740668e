"""Promises about new keys and zones (`deploy/README.md`) and new words (`docs/word-lists.md`)."""

import shutil
from datetime import UTC, date, datetime
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
    answers_of_day,
    backup_of,
    new_app,
    write_lexicon,
)

from wordle_web import create_app
from wordle_web.config.keys import make_keys, with_keys
from wordle_web.config.parsers import epochs
from wordle_web.config.settings import Settings
from wordle_web.game.history.history import History
from wordle_web.game.history.records import Record
from wordle_web.game.puzzles.variants import Variant
from wordle_web.game.rules import Status

NEW_KEY = "a later key of the tests: Yb6NqWm1RtKx0CvZsLpE"
TURN = date(2025, 3, 10)  # day 69, a week after the clock's day
BEFORE = range(1, 69)


@pytest.fixture
def words(tmp_path):
    write_lexicon(tmp_path, "english-5", ANSWERS, OTHERS)
    return tmp_path


def two_epochs(first: str = "", second: str = "", version: int = 1) -> dict[str, object]:
    return {"epochs": epochs(f"{FIRST_DAY}:1:{first},{TURN}:{version}:{second}")}


def answers(app: Flask, days: range) -> list[str]:
    return [answer_of_day(app, day) for day in days]


def continue_as(visitor: Visitor, app: Flask) -> Visitor:
    later = Visitor(app)
    later.carry(visitor.cookie, visitor.cookie_name)
    return later


def test_backup_keeps_games_of_a_future_epoch(words):
    clock = Clock()
    visitor = Visitor(new_app(words, clock, **two_epochs("", NEW_KEY)))
    games = [f"random/5-normal-{epoch}-{'A' * 22}" for epoch in (1, 2, 3)]
    lost = tuple(Record(game, 5, 62, OTHERS[:6], status=Status.LOST) for game in games)
    backup = backup_of(visitor.app, History(recent=lost))
    answer = visitor.restore(backup)
    assert answer.status_code == 303
    assert len(visitor.history.recent) == 3
    assert visitor.get(answer.location).status_code == 200
    for days, statuses in ((0, [200, 404, 404]), (BEFORE.stop, [200, 200, 404])):
        clock.forward(days=days)
        assert [visitor.get(f"/history/{game}").status_code for game in games] == statuses


def test_words_and_keys_of_a_future_epoch_change_no_earlier_day(words):
    longer = [*ANSWERS[2:], *OTHERS]
    (words / "english-5" / "pools" / "normal-2.txt").write_text("\n".join(longer) + "\n")
    new, clock = {"daily_key": NEW_KEY, **two_epochs(DAILY_KEY, version=2)}, Clock()
    clock.forward(days=30)
    before, after, later = new_app(words), new_app(words, **new), new_app(words, clock, **new)
    rotated = new_app(words, secret_key="another key, of forty characters or so, 3rW")
    assert answers(before, BEFORE) == answers(after, BEFORE) == answers(rotated, BEFORE)
    path = Visitor(before).begin()
    assert answer_of_token(later, path) == answer_of_token(before, path)
    assert "-normal-2-" in Visitor(later).begin()
    for app, status, pool, likely in (
        (after, 404, len(ANSWERS), len(ANSWERS)),
        (later, 200, len(longer), len(ANSWERS) + len(OTHERS)),
    ):
        visitor = Visitor(app)
        assert visitor.get(f"/random/5-normal-2-{'A' * 22}").status_code == status
        assert visitor.get("/helper?mode=pool").fact("candidate-count") == str(pool)
        assert visitor.get("/api/v1/suggest?mode=real").json["likely"] == likely
    gone = visitor.get(f"/random/5-normal-7-{'A' * 22}")
    assert gone.status_code == 404
    assert "its word is no longer available" in gone.text


@pytest.mark.parametrize(
    ("home", "word"),
    [("/", "crane"), ("/boards/2/", "moist crane"), ("/boards/2/in-turn/", "vivid crane")],
)
def test_challenge_opens_only_if_its_key_is_in_an_epoch(words, home, word):
    path = Visitor(new_app(words)).challenge(word, home)
    clock = Clock(datetime(2025, 3, 12, tzinfo=UTC))
    friend = Visitor(new_app(words, clock, **two_epochs(DAILY_KEY, NEW_KEY), daily_key=NEW_KEY))
    for guess in word.split():
        friend.guess(guess, path)
    assert friend.page.state == "won"
    assert Visitor(new_app(words, clock, daily_key=NEW_KEY)).get(path).status_code == 404


def test_words_added_during_a_game_change_no_game_and_no_day(words, home):
    old = new_app(words)
    visitor = Visitor(old)
    visitor.guess("moist", home)
    rows = visitor.page.rows
    write_lexicon(words / "more", "english-5", ANSWERS, (*OTHERS, "aback", "zonal"))
    new = new_app(words / "more")
    later = continue_as(visitor, new)
    assert later.get(home).rows == rows
    assert answers(old, BEFORE) == answers(new, BEFORE)
    assert later.guess("zonal", home).status_code == 303


def test_boards_in_progress_continue_under_a_new_daily_key(words):
    old, clock = new_app(words), Clock()
    visitor = Visitor(old)
    visitor.guess("moist", "/boards/4")
    path = visitor.begin("/boards/4/in-turn/")
    visitor.guess("moist", path)
    seen = [visitor.get(address).rows for address in ("/boards/4/daily/62", path)]
    clock.now = datetime(2025, 3, 12, tzinfo=UTC)
    new = new_app(words, clock, **two_epochs(DAILY_KEY, NEW_KEY), daily_key=NEW_KEY)
    later = continue_as(visitor, new)
    assert [later.get(address).rows for address in ("/boards/4/daily/62", path)] == seen
    variant = Variant(boards=4)
    # The second day is the last one before the change.
    for day in (62, TURN.toordinal() - FIRST_DAY.toordinal()):
        assert answers_of_day(old, variant, day) == answers_of_day(new, variant, day)
    assert answers_of_day(old, variant, 69) != answers_of_day(new, variant, 69)


def test_two_files_suffice_for_a_custom_word_list(tmp_path):
    write_lexicon(tmp_path, "english-5", ("größe", "mühle", "äpfel"), ("apfel",))
    app = new_app(tmp_path)
    visitor = Visitor(app)
    assert visitor.guess("APFEL").status_code == 303
    assert visitor.guess("crane").status_code == 422
    assert visitor.guess(answer_of_day(app).title()).status_code == 303
    assert "data-answer" in visitor.page.text
    assert {answer_of_day(app, day) for day in range(1, 40)} == {"größe", "mühle", "äpfel"}


@pytest.mark.parametrize("zone", ["Pacific/Kiritimati", "Etc/GMT+12", "America/New_York"])
def test_changing_the_sites_zone_changes_no_day_and_no_history(words, wrong, zone):
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


def test_keys_restored_elsewhere_give_the_same_words_and_sessions(words, tmp_path):
    made = Settings(instance=tmp_path / "instance", lexicons=words, rate_limits=False)
    first = create_app(made, clock=Clock())
    visitor = Visitor(first)
    visitor.guess("moist")
    shutil.copytree(tmp_path / "instance", tmp_path / "elsewhere")
    restored = Settings(instance=tmp_path / "elsewhere", lexicons=words, rate_limits=False)
    second = create_app(restored, clock=Clock())
    assert with_keys(restored).secret_key == make_keys(tmp_path / "instance")["secret_key"]
    assert continue_as(visitor, second).get("/").rows == visitor.page.rows
    assert answers(first, BEFORE) == answers(second, BEFORE)
