"""New words and new keys from a day to come: what has been played keeps its word."""

from datetime import date
from pathlib import Path

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
    state_of,
    write_lexicon,
)

from wordle_web.config.parsers import EpochSetting
from wordle_web.game.puzzles.puzzles import days_of_cycle

SWITCH = date(2025, 3, 10)
SWITCH_NUMBER = 69
NEW_KEY = "the next daily key, of forty characters, 9xQ"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A host's own words, of which a second version of the pool has been added."""
    write_lexicon(tmp_path, "english-5", ANSWERS, OTHERS)
    longer = [*ANSWERS[2:], *OTHERS]
    (tmp_path / "english-5" / "pools" / "normal-2.txt").write_text("\n".join(longer) + "\n")
    return tmp_path


@pytest.fixture
def before(folder: Path) -> Flask:
    """The site as it was: one epoch."""
    return new_app(folder)


EPOCHS = (EpochSetting(FIRST_DAY, 1, DAILY_KEY), EpochSetting(SWITCH, 2, ""))


@pytest.fixture
def after(folder: Path) -> Flask:
    """The site with a new key and new words from a day to come."""
    return new_app(folder, daily_key=NEW_KEY, epochs=EPOCHS)


@pytest.fixture
def later(folder: Path) -> Flask:
    """The same site once that day has come."""
    clock = Clock()
    clock.forward(days=30)
    return new_app(folder, clock, daily_key=NEW_KEY, epochs=EPOCHS)


def test_every_day_before_keeps_its_word_and_a_new_secret_key_changes_none(
    folder: Path, before: Flask, after: Flask
) -> None:
    rotated = new_app(folder, secret_key="another key, of forty characters or so, 3rW")
    for number in range(1, SWITCH_NUMBER):
        assert answer_of_day(before, number) == answer_of_day(after, number)
    for number in range(1, 70):
        assert answer_of_day(before, number) == answer_of_day(rotated, number)


def test_the_days_after_take_the_new_words_each_once(after: Flask) -> None:
    count = days_of_cycle(len(ANSWERS) - 2 + len(OTHERS))
    days = range(SWITCH_NUMBER, SWITCH_NUMBER + count)
    words = {answer_of_day(after, number) for number in days}
    assert len(words) == count
    assert not words & set(ANSWERS[:2])


def test_a_game_in_its_middle_goes_on_with_its_word(before: Flask, after: Flask) -> None:
    one = Visitor(before)
    one.guess("moist")
    rows = rows_of(one.page)
    other = Visitor(after)
    other.carry(one.cookie)
    assert rows_of(other.get("/")) == rows
    other.guess(answer_of_day(before))
    assert state_of(other.page) == "won"


def test_a_random_link_keeps_its_word_and_new_ones_take_the_new_words(
    before: Flask, later: Flask
) -> None:
    path = Visitor(before).begin()
    assert answer_of_token(later, path) == answer_of_token(before, path)
    assert "-normal-2-" in Visitor(later).begin()


def test_words_of_days_to_come_are_nowhere_yet(before: Flask, after: Flask, later: Flask) -> None:
    in_the_end = len(ANSWERS) - 2 + len(OTHERS)
    for app, status, pool, likely in (
        (before, 404, len(ANSWERS), len(ANSWERS)),
        (after, 404, len(ANSWERS), len(ANSWERS)),
        (later, 200, in_the_end, len(ANSWERS) + len(OTHERS)),
    ):
        visitor = Visitor(app)
        token = "5-normal-2-AAAAAAAAAAAAAAAAAAAAAA"
        assert visitor.get(f"/random/{token}").status_code == status
        assert visitor.get("/helper?mode=pool").fact("candidate-count") == str(pool)
        assert visitor.get("/api/v1/suggest?mode=real").get_json()["likely"] == likely


def test_a_link_whose_epoch_is_gone_is_told_so(after: Flask) -> None:
    page = Visitor(after).get("/random/5-normal-7-AAAAAAAAAAAAAAAAAAAAAA")
    assert page.status_code == 404
    assert "its word is no longer available" in page.text
