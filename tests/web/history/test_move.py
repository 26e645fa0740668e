"""Moving a history to another browser by a link or by codes, read by an independent decoder."""

import random
import re
from dataclasses import replace
from datetime import timedelta

import numpy as np
import pytest
import zxingcpp
from flask import Flask
from harness.pages import Page, Part
from web_visitor import NOON, OTHERS, Clock, Visitor, parts_of, write_cookie

from wordle_web.engine.hard_mode import HardMode
from wordle_web.game.history.codec import encode
from wordle_web.game.history.history import EarlierStatistics, History, SeriesLog, Tally
from wordle_web.game.history.records import DayLog, DayResult, new_game, record_of
from wordle_web.game.puzzles.days import daily_id
from wordle_web.game.puzzles.tokens import new_token, random_id
from wordle_web.game.puzzles.variants import Variant
from wordle_web.game.rules import Game

TODAY = 1200


def years(days: int) -> History:
    results = {
        TODAY - day: DayResult(day**2 % 7, hard=HardMode(2 * (day % 11 == 0)))
        for day in range(1, days)
    }
    boards = Variant(boards=4)
    history = History(
        days=DayLog.from_results(results),
        other_days=((boards, DayLog.from_results({n: DayResult(7) for n in range(900, 1000)})),),
        tallies=(Tally(b"abcd", "random", 5, "normal", (1, 2, 3, 4, 5, 6, 7)),),
        source=b"abcd",
        earlier=EarlierStatistics((1, 2, 3, 4, 5, 6, 7), 3, 9, 10),
        pseudonym=b"abcdef",
        series=(SeriesLog(b"12345678", b"\2\3\1"),),
    )
    for day in range(TODAY - 12, TODAY):
        game = Game("crane", (*OTHERS[: day % 5], "crane"))
        history = history.with_record(record_of(daily_id(day), game, day))
    token = new_token(5, "normal", 1, lambda size: b"x" * size)
    return history.with_record(record_of(random_id(token), Game("slate", ("crane",)), TODAY))


@pytest.fixture
def later(app: Flask, clock: Clock) -> Flask:
    clock.now = NOON + timedelta(days=TODAY - 62)
    assert parts_of(app).today == TODAY
    return app


def owner_of(app: Flask, history: History) -> Visitor:
    visitor = Visitor(app)
    visitor.carry(write_cookie(app, {"h": encode(history, 2600)}))
    return visitor


def drawn(svg: Part, path: str, scale: int = 4) -> np.ndarray:
    """Return the pixels of a code, whose path by segno moves and draws lines to the right."""
    size = int(svg["viewbox"].split()[2])
    pixels = np.full((size, size), 255, np.uint8)
    x = y = 0.0
    for command, first, second in re.findall(r"([Mmh])(-?[\d.]+)(?:[ ,]?(-?[\d.]+))?", path):
        if command == "M":
            x, y = float(first), float(second)
        elif command == "m":
            x, y = x + float(first), y + float(second)
        else:
            pixels[int(y), int(x) : int(x + float(first))] = 0
            x += float(first)
    return np.kron(pixels, np.ones((scale, scale), np.uint8))


def codes(page: Page) -> list[str]:
    """Return the contents of a page's codes, read by an independent decoder."""
    texts = []
    for svg in page.all(".//main//svg"):
        if lines := svg.of_class("qrline"):
            results = zxingcpp.read_barcodes(drawn(svg, lines[0]["d"]))
            assert len(results) == 1
            texts.append(results[0].text)
    return texts


def accept(visitor: Visitor, link: str) -> str:
    page = visitor.get(link.removeprefix("http://localhost"))
    assert page.status_code == 200, page.text
    assert "Add games to this browser?" in page.text
    answer = visitor.post("/history/move")
    assert answer.status_code == 303
    return visitor.get(answer.location).text


def test_three_years_of_games_are_moved_by_codes_and_counted_once(later):
    owner, other = owner_of(later, years(1096)), Visitor(later)
    before = owner.history
    links = codes(owner.get("/history/move"))
    assert 1 <= len(links) <= 3
    assert all(len(link) <= 1273 for link in links)
    for link in (*links, *links[::-1]):
        assert accept(other, link)
    moved = other.history
    assert replace(moved, recent=(), in_progress=(), source=b"", other_days=()) == replace(
        before, recent=(), in_progress=(), source=b"", other_days=()
    )
    assert len(moved.days) >= 1090
    assert owner.history == before
    assert len(moved.recent) == len({record.puzzle for record in moved.recent})


def test_link_that_moves_a_history_works_for_ten_minutes(later, clock):
    owner, other = owner_of(later, years(1096)), Visitor(later)
    text = owner.get("/history/move").first(".//*[@id='share-link']").visible_text
    assert len(text) < 4000
    clock.forward(minutes=9)
    accept(other, text)
    assert other.history.days == owner.history.days
    assert other.history.recent == owner.history.recent
    assert other.history.in_progress == owner.history.in_progress
    assert "already here" in accept(other, text)


def test_moving_ten_years_of_games_reports_those_that_do_not_fit(app, clock):
    clock.now = NOON + timedelta(days=4000)
    results = {day: DayResult((day * day * 7) % 6 + 1) for day in range(300, 4000)}
    history = History(days=DayLog.from_results(results))
    for day in range(4000, 4036):
        variant = Variant(boards=32)
        rng = random.Random(day)
        words = ["".join(rng.choices("abcdefghijklmnopqrstuvwxyz", k=5)) for _ in range(69)]
        answers, guesses = tuple(words[:32]), tuple(words[32:])
        game = new_game(answers, variant, guesses)
        history = history.with_record(record_of(daily_id(day, variant), game, day))
    owner, other = owner_of(app, history), Visitor(app)
    page = owner.get("/history/move")
    links = codes(page)
    assert len(links) == 3
    for link in links:
        accept(other, link)
    assert other.history.days == owner.history.days
    missing = len(owner.history.recent) - len(other.history.recent)
    assert missing > 0
    assert re.search(rf"\b{missing} games? do(es)?n’t fit into the codes.", page.text)


@pytest.mark.parametrize("change", ["old", "cut", "bit", "other site", "nothing", "future"])
def test_expired_or_altered_code_is_refused(later, clock, make_app, change):
    owner, other = owner_of(later, years(30)), Visitor(later)
    path = codes(owner.get("/history/move"))[0].removeprefix("http://localhost")
    if change == "other site":
        other = Visitor(make_app(secret_key="another secret key of the tests, long enough"))
    if change in {"old", "future"}:
        clock.forward(minutes=11 if change == "old" else -11)
    middle = len(path) // 2
    bit = path[:middle] + ("A" if path[middle] != "A" else "B") + path[middle + 1 :]
    path = {"cut": path[:-3], "bit": bit, "nothing": "/history/move?data=x"}.get(change, path)
    page = other.get(path)
    assert page.status_code == 422
    message = "older than ten minutes" if change in {"old", "future"} else "This code is damaged"
    assert message in page.text
    other.get("/history/move")
    data = path.partition("data=")[2]
    other.get("/settings")
    assert other.post("/history/move", {"data": data}).status_code == 422
    assert other.history == History()


def test_pages_with_codes_that_move_a_history_are_not_cached(later):
    empty = Visitor(later).get("/history/move")
    assert "no games in this browser yet" in empty.text
    assert codes(empty) == []
    page = owner_of(later, years(30)).get("/history/move")
    assert page.headers["Cache-Control"] == "no-store"
    link = codes(page)[0].removeprefix("http://localhost")
    other = Visitor(later)
    offer = other.get(link)
    answer = other.post("/history/move", {"csrf_token": "x"})
    assert answer.status_code == 400
    assert "new games" in offer.text
    assert "new games" in answer.text


def test_moving_a_history_reports_games_in_progress_or_no_new_games(app, wrong):
    owner, other = Visitor(app), Visitor(app)
    owner.guess(wrong[0])
    link = owner.get("/history/move").first(".//textarea").root.text
    page = other.get(link.removeprefix("http://localhost"))
    assert page.texts("lead") == ["1 game in progress"]
    assert owner.get(link.removeprefix("http://localhost")).texts("lead") == ["No new games"]


LOCAL = ["localhost", "127.0.0.1:5000", "[::1]:5000", "words.localhost"]
REACHABLE = ["192.168.1.7:5000", "words.example", "127.example"]


@pytest.mark.parametrize("host", [*LOCAL, *REACHABLE])
def test_page_warns_that_links_to_a_local_address_work_only_on_this_computer(app, wrong, host):
    base = {"base_url": f"http://{host}"}
    visitor = Visitor(app)
    visitor.get("/", **base)
    visitor.post("/", {"guess": wrong[0]}, **base)
    is_local = host in LOCAL
    page = visitor.get("/history/move", **base)
    assert ("These codes only work on this computer." in page.visible_text) == is_local
    assert ("This link only works on this computer." in page.visible_text) == is_local
