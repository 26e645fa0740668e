"""The history: shown, replayed, downloaded, restored, deleted."""

import json
import re
from collections.abc import Callable
from html import unescape
from io import BytesIO
from pathlib import Path

import pytest
from flask import Flask
from web_visitor import (
    OTHERS,
    Clock,
    Visitor,
    answer_of_day,
    answer_of_token,
    new_app,
)
from werkzeug.test import TestResponse

from wordle_web.game.history.export import write_file
from wordle_web.game.history.history import History
from wordle_web.game.history.records import DayLog, DayResult
from wordle_web.web.history.views import MAX_FILE_BYTES


def refusal(page: TestResponse) -> str:
    """Return why a file was refused."""
    match = re.search(r'id="file-error">([^<]*)<', page.text)
    return unescape(match[1]) if match else ""


@pytest.fixture(scope="module")
def played(lexicons: Path) -> str:
    """The cookie of somebody with a won daily game, a lost random one and one under way."""
    app = new_app(lexicons)
    visitor = Visitor(app)
    visitor.guess("moist")
    visitor.guess(answer_of_day(app))
    path = visitor.begin()
    for word in OTHERS[:6]:
        visitor.guess(word, path)
    shown = {answer_of_day(app), answer_of_token(app, path)}
    while answer_of_token(app, path) in shown:  # a small pool: the words must differ
        path = visitor.begin()
    visitor.guess("aahed", path)
    return visitor.cookie


@pytest.fixture
def player(visitor: Visitor, played: str) -> Visitor:
    """Somebody who has played these games."""
    visitor.carry(played)
    visitor.get("/")
    return visitor


def test_a_file_holds_the_whole_history_and_no_answer_of_a_game_under_way(
    player: Visitor,
) -> None:
    page = player.client.get("/history/download")
    assert page.mimetype == "application/json"
    assert 'filename="wordle-web-history-2025-03-03.json"' in page.headers["Content-Disposition"]
    assert page.headers["Cache-Control"] == "no-store"
    assert "Set-Cookie" not in page.headers
    assert page.text == write_file(player.history)
    puzzle = player.history.in_progress[-1].puzzle
    game = next(each for each in json.loads(page.data)["games"] if each["puzzle"] == puzzle)
    assert (game["guesses"], "answer" in game) == (["aahed"], False)


def test_the_bars_of_a_distribution_are_shares_of_the_longest(visitor: Visitor) -> None:
    days = {58: DayResult(2), 59: DayResult(3), 60: DayResult(3), 61: DayResult(3)}
    days[62] = DayResult(0)
    visitor.remember(History(DayLog.from_results(days)))
    page = visitor.get("/history").root
    labels = page.iterfind(".//*[@class='distribution-row']/span[1]")
    assert "".join(label.text or "" for label in labels) == "123456X"
    bars = page.iterfind(".//*[@class='bar-fill']")
    assert [bar.get("width") for bar in bars] == ["0%", "33%", "100%", "0%", "0%", "0%", "33%"]


def test_another_browser_takes_the_file_and_counts_no_game_twice(
    app: Flask, player: Visitor
) -> None:
    file = player.client.get("/history/download").data
    other = Visitor(app)
    answer = other.restore(file)
    assert answer.status_code == 303
    assert answer.headers["Location"] == "/history?notice=added&count=3"
    assert "3 games restored." in other.get(answer.headers["Location"]).text
    before = other.history
    assert before.days == player.history.days
    assert before.recent == player.history.recent
    again = other.restore(file)
    assert other.history == before
    assert "were already here" in other.get(again.headers["Location"]).text


def test_a_game_in_progress_counts_as_restored_once(app: Flask, home: str) -> None:
    visitor, other = Visitor(app), Visitor(app)
    visitor.fill(home, {"guess": "moist"})
    file = visitor.client.get("/history/download").data
    for count in (1, 0):
        answer = other.restore(file)
        assert answer.headers["Location"] == f"/history?notice=added&count={count}"
    assert other.history.in_progress == visitor.history.in_progress


def test_two_histories_are_joined(app: Flask, player: Visitor) -> None:
    file = player.client.get("/history/download").data
    other = Visitor(app)
    other.guess(answer_of_day(app, 5), "/daily/5")
    path = other.begin()
    other.guess(answer_of_token(app, path), path)
    other.restore(file)
    assert len(other.history.days) == 2
    assert sum(sum(tally.counts) for tally in other.history.tallies) == 2


def test_ten_years_of_days_come_back(app: Flask, clock: Clock, visitor: Visitor) -> None:
    clock.forward(days=3600)
    results = {day: DayResult(1 + day % 6, is_on_time=day % 9 > 0) for day in range(1, 3600)}
    answer = visitor.restore(write_file(History(days=DayLog.from_results(results))))
    assert answer.status_code == 303
    assert dict(visitor.history.days) == results
    header = len(answer.headers["Set-Cookie"])
    assert header <= 4093


def changed(**parts: object) -> Callable[[dict], object]:
    """Return what changes parts of a file."""
    return lambda contents: {**contents, **parts}


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"\x00\xff\xfe",
        b"[1, 2",
        b"[" * 100_000,
        b"{}",
        b"null",
        b'"text"',
        b"1" * 5000,
        b"<html>",
        '{"format": "another"}'.encode("utf-16"),
    ],
)
def test_what_is_no_history_is_422(player: Visitor, content: bytes) -> None:
    before = player.history
    answer = player.restore(content)
    assert answer.status_code == 422
    assert refusal(answer) == "This isn’t a backup from this site. Nothing was changed."
    assert player.history == before


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (changed(version=3), "newer version"),
        (changed(days={"62": "9"}), "an invalid day"),
        (changed(days={"0": "4"}), "an invalid day"),
        (changed(days={"63": "4"}), "an invalid day"),
        (changed(days={"62": ["4"]}), "an invalid day"),
        (changed(days=[]), "an invalid day"),
        (changed(games=[{}]), "an invalid game"),
        (changed(games=[None] * 1000), "an invalid game"),
        (changed(games="x"), "an invalid game"),
        (changed(counts=[{}]), "an invalid number"),
        (changed(source="zz"), "an invalid number"),
        (changed(source=5), "an invalid number"),
    ],
)
def test_a_hostile_file_is_422_and_changes_nothing(
    player: Visitor, change: Callable[[dict], object], reason: str
) -> None:
    before = player.history
    contents = json.loads(player.client.get("/history/download").data)
    answer = player.restore(json.dumps(change(contents)))
    assert answer.status_code == 422
    assert reason in refusal(answer)
    assert player.history == before


def test_the_address_of_earlier_versions_answers_the_same(app: Flask, player: Visitor) -> None:
    file = player.client.get("/history/download").data
    page = player.get("/history").text
    assert 'action="/history/restore"' in page
    assert "bring-back" not in page
    other = Visitor(app)

    def bring_back(content: bytes) -> TestResponse:
        fields = {"file": (BytesIO(content), "history.json")}
        return other.fill("/history", fields, to="/history/bring-back")

    assert bring_back(file).headers["Location"] == "/history?notice=added&count=3"
    assert other.history.days == player.history.days
    answer = bring_back(b" " * 100_000)
    assert answer.status_code == 422
    assert refusal(answer) == "This isn’t a backup from this site. Nothing was changed."


def test_no_file_at_all_and_a_text_in_its_place_are_422(player: Visitor) -> None:
    answer = player.fill("/history", to="/history/restore")
    assert refusal(answer) == "Choose a backup file first."
    assert player.restore(b"", name="").status_code == 422
    assert player.fill("/history", {"file": "{}"}, to="/history/restore").status_code == 422


def test_only_this_form_takes_more_than_others(player: Visitor) -> None:
    assert player.restore(b" " * (MAX_FILE_BYTES - 2000)).status_code == 422
    form = "multipart/form-data; boundary=x"
    large = player.client.post(
        "/history/restore", data=b" " * (MAX_FILE_BYTES + 1), content_type=form
    )
    assert large.status_code == 413
    assert player.fill("/", {"file": (BytesIO(b" " * 20_000), "x")}).status_code == 413


def test_a_form_without_its_token_changes_nothing(player: Visitor) -> None:
    file = player.client.get("/history/download").data
    for path in ("/history/restore", "/history/delete"):
        before = player.history
        answer = player.client.post(path, data={"file": (BytesIO(file), "x")})
        assert answer.status_code == 400
        assert "data-error" not in answer.text
        assert player.history == before


def test_a_game_in_progress_is_no_game_of_the_history_that_is_deleted(
    visitor: Visitor, wrong: list[str]
) -> None:
    visitor.fill("/", {"guess": wrong[0]})
    page = visitor.get("/history/delete").text
    assert "This permanently deletes your games in progress. Your settings stay." in page
    visitor.post("/history/delete")
    assert visitor.history == History()


def test_all_games_are_deleted_when_asked_twice(player: Visitor) -> None:
    player.fill("/settings", {"theme": "dark"})
    assert "/history/delete" in player.get("/history").text
    page = player.get("/history/delete")
    assert (
        "This permanently deletes 2 games, your streaks, and your games in progress." in page.text
    )
    assert not player.history.is_empty
    answer = player.post("/history/delete")
    assert answer.status_code == 303
    assert player.history == History()
    page = player.get(answer.headers["Location"]).text
    assert "History deleted." in page
    assert "No games yet" in page
    assert 'data-theme="dark"' in page


def test_an_empty_history_says_so_and_has_nothing_to_delete(visitor: Visitor) -> None:
    page = visitor.get("/history")
    assert page.status_code == 200
    assert "No games yet" in page.text
    assert "/history/delete" not in page.text
    assert ">Restore</button>" in page.text
    for path in ("/history/restore", "/history/bring-back"):
        answer = visitor.get(path)
        assert (answer.status_code, answer.headers["Location"]) == (303, "/history")


def test_a_game_is_replayed_guess_by_guess(player: Visitor) -> None:
    path = next(f"/history/{each.puzzle}" for each in player.history.recent if each.day is None)
    page = player.get(path)
    assert page.text.count('data-row="played"') == 1
    assert "Guess 1 of 6" in page.text
    page = player.get(f"{path}?move=0").text
    assert "move=-1" not in page
    assert 'data-row="played"' not in page
    assert "Before the first guess" in page
    assert "9 words left" in page
    assert page.count('data-row="empty"') == 6
    page = player.get(f"{path}?move=4").text
    assert (page.count('data-row="played"'), page.count('data-row="empty"')) == (4, 2)
    page = player.get(f"{path}?move=6").text
    assert 'data-row="empty"' not in page
    assert page.count('data-row="played"') == 6
    assert "The answer is " in page
    assert f'href="{path}?move=5"' in page
    assert f'href="{path}?move=7"' not in page
    assert 'href="/analysis?answer=' in page


@pytest.mark.parametrize(
    ("move", "steps"),
    [
        (0, {"on": 1, "last": 6}),
        (1, {"first": 0, "back": 0, "on": 2, "last": 6}),
        (5, {"first": 0, "back": 4, "on": 6, "last": 6}),
        (6, {"first": 0, "back": 5}),
    ],
)
def test_a_replay_has_the_steps_that_lead_anywhere(
    player: Visitor, move: int, steps: dict[str, int]
) -> None:
    path = next(f"/history/{each.puzzle}" for each in player.history.recent if each.day is None)
    page = player.get(f"{path}?move={move}").text
    links = re.findall(r'href="[^"]*[?]move=([0-9]+)" data-step="([a-z]+)"', page)
    assert {name: int(number) for number, name in links} == steps


@pytest.mark.parametrize("move", ["7", "99999999", "-1", "x", "", "²", "\0"])
def test_a_move_that_is_none_shows_one_that_is(player: Visitor, move: str) -> None:
    path = f"/history/{player.history.recent[0].puzzle}"
    page = player.get(path, query_string={"move": move})
    assert page.status_code == 200
    assert re.search(r"Guess 1 of \d", page.text)
    assert page.text.count('data-row="played"') == 1


def test_a_game_not_finished_or_not_known_cannot_be_replayed(player: Visitor) -> None:
    in_progress = player.history.in_progress[0].puzzle
    for path in (
        in_progress,
        "daily/5",
        "daily/x",
        "random/x",
        "challenge/0123456789abcdef",
        "a/b",
    ):
        assert player.get(f"/history/{path}").status_code == 404


def test_a_month_of_days_is_the_calendar_of_the_archive(
    app: Flask, clock: Clock, visitor: Visitor
) -> None:
    days = {1: DayResult(4), 2: DayResult(0), 62: DayResult(6, is_on_time=False)}
    visitor.restore(write_file(History(days=DayLog.from_results(days))))

    def shown(query: str = "") -> tuple[str, list[tuple[str, str]]]:
        page = visitor.get(f"/history{query}").text
        days = re.findall(r'data-state="(won|lost)".*?day-result">([^<]*)<', page)
        return re.findall(r'<h2 id="month">([^<]+)', page)[0], days

    assert shown() == ("March 2025", [("won", "6")])
    january = ("January 2025", [("won", "4"), ("lost", "X")])
    assert shown("?month=2025-01") == january
    assert "/history?month=2025-02#days" in visitor.get("/history").text
    clock.forward(days=365)
    visitor.guess(answer_of_day(app))
    assert shown() == ("March 2026", [("won", "1")])
    assert shown("?year=2025")[0] == "December 2025"  # an address of earlier versions
    for query in ("?month=9999-01", "?year=9999", "?month=x", "?year=-5"):
        assert shown(query)[0] == "March 2026"


def test_streaks_of_7_30_100_and_365_days_have_a_badge(visitor: Visitor) -> None:
    days = {number: DayResult(3) for number in range(20, 50)}
    visitor.restore(write_file(History(days=DayLog.from_results(days))))
    for path in ("/history", "/today"):
        page = visitor.get(path).text
        badges = re.findall(r'class="badge-days"( data-earned)?>.*?<span>(\d+)<', page, re.DOTALL)
        assert [int(days) for earned, days in badges if earned] in ([7, 30], []), path
    assert len(badges) in {0, 4}


def test_the_hardest_word_is_named(player: Visitor) -> None:
    page = player.get("/history").text
    lost = next(each for each in player.history.recent if each.outcome == "lost")
    assert "Toughest word" in page
    assert f'hardest-word">{answer_of_token(player.app, f"/{lost.puzzle}").upper()}<' in page


def test_a_lost_challenge_keeps_its_rows_and_is_replayed(
    visitor: Visitor, wrong: list[str]
) -> None:
    path = visitor.challenge("crane")
    for word in wrong:
        visitor.guess(word, path)
    assert "Guess 6: V absent" in visitor.get("/history").text
    puzzle = visitor.history.recent[0].puzzle
    assert "The answer is CRANE." in visitor.get(f"/history/{puzzle}?move=6").text


def test_the_history_opens_on_the_kind_played_most(app: Flask, visitor: Visitor) -> None:
    def first() -> str:
        return re.search(r'id="statistics-first">([^<]*)<', visitor.get("/history").text)[1]

    visitor.guess(answer_of_day(app))
    assert first() == "Daily games"
    for _ in range(2):
        path = visitor.begin()
        visitor.guess(answer_of_token(app, path), path)
    assert first() == "Random games, 5 letters"
