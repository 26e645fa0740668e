"""Version 1 of each format in docs/stability.md opens with its contents unchanged.

`frozen_formats.json` has a sample of each, written by a site with the fixed keys of `web_visitor`.
From the first release on, never edit a sample: players have such cookies, files and links. A
version 2 gets samples in addition to those of version 1. Before the release, after an intended
change, `FREEZE=1 pytest -n 0 tests/web/test_frozen_formats.py` writes the file again.

In `tests/game`, files named `pinned_*.txt` have samples of everything that a history, a challenge
and a series can contain. `frozen_positions.json` has addresses of the helper, the analysis and the
bookmark.
"""

import json
import os
from pathlib import Path

import pytest
from flask import Flask
from harness.visitor import Answer
from web_visitor import DAILY_KEY, NOON, SECRET_KEY, Clock, Visitor

from wordle_web.config.keys import FILE_NAME, file_text, read_keys
from wordle_web.engine.hard_mode import HardMode
from wordle_web.game.history.history import History
from wordle_web.game.history.records import DayLog, DayResult
from wordle_web.web.http.cookies import SUFFIXES

FILE = Path(__file__).with_name("frozen_formats.json")
KEYS = {"secret_key": SECRET_KEY, "daily_key": DAILY_KEY}
DAY, ANSWER, WRONG = 62, "truss", "moist"  # the puzzle of `NOON`, and a wrong guess
RANDOM_GAME, RANDOM_ANSWER = "/random/5-normal-1-AAECAwQFBgcICQoLDA0ODw", "slate"
PAST_ANSWERS = "CRANE LEVEL"
PLAYER, GROUP, CLUE = "Zoë", "Família", "not dry: wörd"


def written(app: Flask) -> dict[str, str]:
    """Return each format as this release writes it."""
    player = Visitor(app)
    player.fill("/settings", {"theme": "dark", "hard": "1"})
    for word in (WRONG, ANSWER):
        player.guess(word)
    player.guess(WRONG, RANDOM_GAME)
    player.fill("/league/start", {"name": PLAYER, "group": GROUP})
    answers = {"text": PAST_ANSWERS, "list": "used", "checked": "1"}
    player.fill("/helper/past-answers", answers, content_type="multipart/form-data")
    cookies = {name: f"{name}={value}" for name, value in player.cookies.items()}
    shared = player.get("/league").first(".//textarea[@aria-label='Text to share']").root.text
    words = {"words": f"moist: {CLUE}\ncrane", "first": "2025-03-03", "name": GROUP}
    series = str(player.fill("/series", words).location)
    return {
        "session": cookies[player.cookie_name],
        **{end: text for end in SUFFIXES for name, text in cookies.items() if name.endswith(end)},
        "backup": player.client.get("/history/download").text,
        "code": player.get("/history/move").first(".//*[@id='share-link']").visible_text,
        "challenge": player.challenge("moist", name=PLAYER, clue=CLUE),
        "challenge of two boards": player.challenge("moist crane", "/boards/2/", clue=CLUE),
        "series": f"/series/{series.partition('made=')[2]}",
        "league": shared.split()[-1],
        "keys": file_text(KEYS),
    }


@pytest.fixture(scope="module")
def frozen(app_of_all: Flask, clock_of_all: Clock) -> dict[str, str]:
    if "FREEZE" in os.environ:
        clock_of_all.now = NOON
        texts = json.dumps(written(app_of_all), ensure_ascii=False, indent=1)
        FILE.write_text(f"{texts}\n", "utf-8")
    texts: dict[str, str] = json.loads(FILE.read_text("utf-8"))
    return texts


def path_of(link: str) -> str:
    return link.removeprefix("http://localhost")


def carry(visitor: Visitor, cookie: str) -> None:
    name, _, value = cookie.partition("=")
    visitor.carry(value, name)


def typed(visitor: Visitor) -> list[str]:
    """Return the words on the page's board."""
    words = ("".join(tile.letter for tile in row) for row in visitor.page.tiles)
    return [word for word in words if word]


def check_games(visitor: Visitor) -> None:
    """Check that a browser has the day's game, won, and the random game in progress."""
    assert visitor.get(f"/daily/{DAY}").state == "won"
    assert typed(visitor) == [WRONG, ANSWER]
    assert visitor.get(RANDOM_GAME).state == "playing"
    assert typed(visitor) == [WRONG]
    won, playing = *visitor.history.recent, *visitor.history.in_progress
    assert (won.puzzle, won.day, won.guesses) == (f"daily/{DAY}", DAY, (WRONG, ANSWER))
    assert won.hard == playing.hard == HardMode.ON
    assert visitor.history.days == DayLog.from_results({DAY: DayResult(2, HardMode.ON)})


def check_league(page: Answer) -> None:
    """Check that a table has the result of the day, which is checked and not flagged."""
    assert page.first(".//h1").visible_text == GROUP
    assert f"{PLAYER} {DAY} Mar 3 2 *" in page.visible_text  # in hard mode
    # Without a valid signature, the page says that no result is checked.
    assert "checked" not in page.visible_text


def test_session_cookie_restores_its_history_and_preferences(visitor, frozen):
    carry(visitor, frozen["session"])
    check_games(visitor)
    fields = visitor.get("/settings").fields
    assert (fields["theme"], fields["hard"]) == ("dark", "1")


def test_backup_opens_in_another_browser(visitor, frozen):
    assert visitor.restore(frozen["backup"]).location == "/history?notice=added&count=2"
    check_games(visitor)


def test_code_that_moves_a_history_opens_within_its_ten_minutes(visitor, frozen):
    assert visitor.get(path_of(frozen["code"])).status_code == 200
    assert visitor.history == History()
    assert visitor.post("/history/move").status_code == 303
    check_games(visitor)


@pytest.mark.parametrize(
    ("name", "words"), [("challenge", ["moist"]), ("challenge of two boards", ["moist", "crane"])]
)
def test_challenge_opens_with_its_words_and_clue(visitor, frozen, name, words):
    assert CLUE in visitor.get(frozen[name]).visible_text
    assert (PLAYER in visitor.page.visible_text) == (len(words) == 1)
    for word in words:
        visitor.guess(word, frozen[name])
    assert visitor.page.state == "won"


def test_series_link_opens_with_its_days(visitor, clock, frozen):
    assert GROUP in visitor.get(frozen["series"]).visible_text
    assert CLUE in visitor.get(f"{frozen['series']}/1").visible_text
    clock.forward(days=1)
    for day, word in ((1, "moist"), (2, "crane")):
        visitor.guess(word, f"{frozen['series']}/{day}")
        assert visitor.page.state == "won"


def test_link_of_a_league_opens_with_its_checked_results(visitor, frozen):
    check_league(visitor.get(path_of(frozen["league"])))


def test_table_with_friends_opens_with_its_names_and_results(visitor, frozen):
    carry(visitor, frozen["-table"])
    check_league(visitor.get("/league"))
    assert f"You’re in it as {PLAYER}." in visitor.page.visible_text


def test_cookie_with_past_answers_of_version_1_is_read(visitor, frozen):
    carry(visitor, frozen["-used"])
    assert visitor.get("/helper/past-answers").texts("past-words") == [PAST_ANSWERS]


def test_address_of_a_random_game_keeps_its_word(visitor):
    visitor.guess(RANDOM_ANSWER, RANDOM_GAME)
    assert visitor.page.state == "won"


def test_key_file_of_version_1_is_read(tmp_path, frozen):
    (tmp_path / FILE_NAME).write_text(frozen["keys"], "utf-8")
    assert read_keys(tmp_path) == KEYS
