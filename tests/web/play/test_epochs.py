"""New words and new keys from a day to come: what has been played keeps its word."""

from datetime import date
from pathlib import Path

import pytest
from flask import Flask
from web_visitor import (
    ANSWERS,
    DAILY_KEY,
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

FIRST_DAY = date(2025, 1, 1)
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


@pytest.fixture
def after(folder: Path) -> Flask:
    """The site with a new key and new words from a day to come."""
    epochs = (EpochSetting(FIRST_DAY, 1, DAILY_KEY), EpochSetting(SWITCH, 2, ""))
    return new_app(folder, daily_key=NEW_KEY, epochs=epochs)


def test_every_day_before_keeps_its_word(before: Flask, after: Flask) -> None:
    for number in range(1, SWITCH_NUMBER):
        assert answer_of_day(before, number) == answer_of_day(after, number)


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
    before: Flask, folder: Path
) -> None:
    one = Visitor(before)
    path = one.begin()
    epochs = (EpochSetting(FIRST_DAY, 1, DAILY_KEY), EpochSetting(SWITCH, 2, ""))
    clock = Clock()
    clock.forward(days=30)
    after = new_app(folder, clock, daily_key=NEW_KEY, epochs=epochs)
    assert answer_of_token(after, path) == answer_of_token(before, path)
    other = Visitor(after)
    fresh = other.begin()
    assert "-normal-2-" in fresh


def test_words_of_days_to_come_are_nowhere_yet(after: Flask, folder: Path) -> None:
    assert Visitor(after).get("/random/5-normal-2-AAAAAAAAAAAAAAAAAAAAAA").status_code == 404
    clock = Clock()
    clock.forward(days=30)
    epochs = (EpochSetting(FIRST_DAY, 1, DAILY_KEY), EpochSetting(SWITCH, 2, ""))
    later = new_app(folder, clock, daily_key=NEW_KEY, epochs=epochs)
    assert Visitor(later).get("/random/5-normal-2-AAAAAAAAAAAAAAAAAAAAAA").status_code == 200
    counts = [
        Visitor(app).get("/helper?mode=pool").text.count(f'data-candidate-count="{count}"')
        for app, count in ((after, len(ANSWERS)), (later, len(ANSWERS) - 2 + len(OTHERS)))
    ]
    assert counts == [1, 1]


def test_words_put_beside_those_in_use_wait_for_their_epoch(before: Flask) -> None:
    page = Visitor(before).get("/helper?mode=pool").text
    assert f'data-candidate-count="{len(ANSWERS)}"' in page


def test_no_word_is_likelier_for_a_pool_of_days_to_come(
    before: Flask, after: Flask, folder: Path
) -> None:
    clock = Clock()
    clock.forward(days=30)
    epochs = (EpochSetting(FIRST_DAY, 1, DAILY_KEY), EpochSetting(SWITCH, 2, ""))
    later = new_app(folder, clock, daily_key=NEW_KEY, epochs=epochs)
    likely = [
        Visitor(app).get("/api/v1/suggest?mode=real").get_json()["likely"]
        for app in (before, after, later)
    ]
    assert likely == [len(ANSWERS), len(ANSWERS), len(ANSWERS) + len(OTHERS)]


def test_a_link_whose_epoch_is_gone_is_told_so(after: Flask) -> None:
    page = Visitor(after).get("/random/5-normal-7-AAAAAAAAAAAAAAAAAAAAAA")
    assert page.status_code == 404
    assert "its word is no longer available" in page.text


def test_rotating_the_secret_key_does_not_change_the_words(folder: Path, before: Flask) -> None:
    other = new_app(folder, secret_key="another key, of forty characters or so, 3rW")
    for number in range(1, 70):
        assert answer_of_day(before, number) == answer_of_day(other, number)
