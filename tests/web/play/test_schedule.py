"""A host's own words for days: told on their days, and nowhere before."""

from collections.abc import Iterator
from datetime import date

import pytest
from flask import Flask
from web_visitor import Visitor, answer_of_day, new_app

from wordle_web.config.parsers import ScheduledWord
from wordle_web.config.settings import SettingsError
from wordle_web.web.startup import examine

PAST, TODAY, LATER = date(2025, 3, 2), date(2025, 3, 3), date(2025, 3, 4)


def words(*pairs: tuple[date, str]) -> tuple[ScheduledWord, ...]:
    return tuple(ScheduledWord(number, *each) for number, each in enumerate(pairs, 1))


def test_a_day_has_the_word_that_the_host_gave_it(make_app, wrong):
    app = make_app(schedule=words((TODAY, "hippy"), (LATER, "kudzu")))
    visitor, loser = Visitor(app), Visitor(app)
    visitor.guess("hippy")
    assert visitor.page.state == "won"
    assert 'data-answer="hippy"' in visitor.page.text
    assert visitor.get("/history").status_code == 200
    visitor.guess(answer_of_day(app, 61), "/daily/61")
    assert visitor.page.state == "won"
    for word in wrong:
        loser.guess(word)
    assert "hippy" in loser.get("/history/daily/62").text.lower()


def test_boards_and_other_languages_keep_their_words(lexicons, clock):
    apps = new_app(lexicons, clock), new_app(lexicons, clock, schedule=words((TODAY, "fuzzy")))
    texts = [Visitor(app).get("/boards/2").text.partition("csrf_token")[0] for app in apps]
    assert texts[0] == texts[1]


def visit(app: Flask) -> Iterator[str]:
    """Yield what a visitor sees of a site, today won and tomorrow to come."""
    visitor = Visitor(app)
    places = ("/", "/daily/63", "/daily/2025-03-04", "/archive", "/archive?month=2025-03", "/watch")
    places += ("/history", "/history/download", "/feed.xml", "/feed.json", "/api/v1/suggest")
    for word in ("", "fuzzy"):
        if word:
            visitor.guess(word)
        for place in places:
            yield visitor.seen(place)


def test_a_later_word_changes_nothing_that_can_be_seen(lexicons, clock, caplog):
    pairs = [((PAST, "vivid"), (TODAY, "fuzzy"), (LATER, word)) for word in ("kudzu", "hippy")]
    with caplog.at_level(0):
        sites = [new_app(lexicons, clock, schedule=words(*each)) for each in pairs]
        for one, other in zip(*map(visit, sites), strict=True):
            assert one == other
    assert "kudzu" not in caplog.text + repr(words((LATER, "kudzu")))


def test_an_unknown_word_stops_the_start(make_app):
    with pytest.raises(SettingsError, match="the word in line 1 is not in english-5"):
        make_app(schedule=words((LATER, "zzzzz")))


def test_check_prints_a_digest_of_past_lines_alone(make_app, clock):
    def notes(*pairs: tuple[date, str]) -> tuple[str, ...]:
        settings = make_app(schedule=words(*pairs)).extensions["wordle_web"].settings
        return examine(settings, (), clock).notes

    told = notes((PAST, "vivid"), (LATER, "kudzu"))
    assert "1 past days, digest " in told[0]
    assert told == notes((PAST, "vivid"), (LATER, "hippy"))
    assert told != notes((PAST, "hippy"), (LATER, "kudzu"))
    assert notes((LATER, "kudzu")) == notes() == ()
