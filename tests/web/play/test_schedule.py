"""A host's own words for days: told on their days, and nowhere before."""

from collections.abc import Callable, Iterator
from datetime import date
from pathlib import Path

import pytest
from flask import Flask
from web_visitor import Clock, Visitor, answer_of_day, new_app, state_of

from wordle_web.config.parsers import ScheduledWord, schedule
from wordle_web.config.settings import SettingsError, read_environment
from wordle_web.web.startup import examine

PAST, TODAY, LATER = date(2025, 3, 2), date(2025, 3, 3), date(2025, 3, 4)


def words(*pairs: tuple[date, str]) -> tuple[ScheduledWord, ...]:
    return tuple(ScheduledWord(number, *each) for number, each in enumerate(pairs, 1))


def test_a_day_has_the_word_that_the_host_gave_it(
    make_app: Callable[..., Flask], wrong: list[str]
) -> None:
    app = make_app(schedule=words((TODAY, "hippy"), (LATER, "kudzu")))
    visitor, loser = Visitor(app), Visitor(app)
    visitor.guess("hippy")
    assert state_of(visitor.page) == "won"
    assert 'data-answer="hippy"' in visitor.page.text
    assert visitor.get("/history").status_code == 200
    visitor.guess(answer_of_day(app, 61), "/daily/61")
    assert state_of(visitor.page) == "won"
    for word in wrong:
        loser.guess(word)
    assert "hippy" in loser.get("/history/daily/62").text.lower()


def test_boards_and_other_languages_keep_their_words(lexicons: Path, clock: Clock) -> None:
    plain, own = (
        new_app(lexicons, clock),
        new_app(lexicons, clock, schedule=words((TODAY, "fuzzy"))),
    )
    texts = [Visitor(app).get("/boards/2").text.partition("csrf_token")[0] for app in (plain, own)]
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
            page = visitor.get(place)
            headers = [each for each in page.headers if each[0] not in {"Set-Cookie", "Date"}]
            text = page.text.partition('name="csrf_token"')
            tail = text[2].partition(">")[2]
            yield f"{page.status_code} {headers} {text[0]} {tail.count('<')} {visitor.history}"


def test_a_later_word_changes_nothing_that_can_be_seen(
    lexicons: Path, clock: Clock, caplog: pytest.LogCaptureFixture
) -> None:
    pairs = [((PAST, "vivid"), (TODAY, "fuzzy"), (LATER, word)) for word in ("kudzu", "hippy")]
    with caplog.at_level(0):
        sites = [new_app(lexicons, clock, schedule=words(*each)) for each in pairs]
        for one, other in zip(*map(visit, sites), strict=True):
            assert one == other
    assert "kudzu" not in caplog.text + repr(words((LATER, "kudzu")))


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("2025-03-04 crane\n2025-03-04 slate", "line 2 names a day again"),
        ("# ours\n\n04.03.2025 crane", "line 3 must be a day and a word"),
        ("2025-03-04", "line 1 must be a day and a word"),
        ("2025-03-04 crane slate", "line 1 has more than a day and a word"),
        ("2025-02-30 crane", "line 1 must be a day and a word"),
    ],
)
def test_a_wrong_line_stops_the_start(tmp_path: Path, text: str, fault: str) -> None:
    file = tmp_path / "days.txt"
    file.write_text(text)
    with pytest.raises(ValueError, match=fault):
        schedule(str(file))
    _, problems = read_environment({"WORDLE_WEB_SCHEDULE": str(file)})
    assert fault in problems[0]
    with pytest.raises(ValueError, match="must be a readable text file of days"):
        schedule(str(tmp_path / "nowhere"))


def test_an_unknown_word_stops_the_start(make_app: Callable[..., Flask]) -> None:
    with pytest.raises(SettingsError, match="the word in line 1 is not in english-5"):
        make_app(schedule=words((LATER, "zzzzz")))


def test_check_prints_a_digest_of_past_lines_alone(
    make_app: Callable[..., Flask], clock: Clock
) -> None:
    def notes(*pairs: tuple[date, str]) -> tuple[str, ...]:
        settings = make_app(schedule=words(*pairs)).extensions["wordle_web"].settings
        return examine(settings, (), clock).notes

    told = notes((PAST, "vivid"), (LATER, "kudzu"))
    assert "1 past days, digest " in told[0]
    assert told == notes((PAST, "vivid"), (LATER, "hippy"))
    assert told != notes((PAST, "hippy"), (LATER, "kudzu"))
    assert notes((LATER, "kudzu")) == notes() == ()
