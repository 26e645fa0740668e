"""Words that a host blocks or schedules, and the link that reports a word."""

from collections.abc import Iterator
from datetime import UTC, date, datetime
from urllib.parse import unquote

import pytest
from flask import Flask
from harness.pages import Page
from web_visitor import ANSWERS, Clock, Visitor, answer_of_day, answer_of_token, new_app, parts_of

from wordle_web.config.parsers import BlockedWord, ScheduledWord, blocked_words
from wordle_web.config.settings import SettingsError
from wordle_web.web.startup import examine
from wordle_web.web.ui import spelling

PAST, TODAY, TOMORROW = date(2025, 3, 2), date(2025, 3, 3), date(2025, 3, 4)


@pytest.fixture(autouse=True)
def _morning(clock: Clock) -> None:
    """Set a time at which tomorrow hasn't begun anywhere."""
    clock.now = datetime(2025, 3, 3, 9, tzinfo=UTC)


def test_blocked_word_is_replaced_from_its_day_on(make_app, clock):
    plain = make_app()
    today, tomorrow = answer_of_day(plain), answer_of_day(plain, 63)
    blocks = tuple(BlockedWord("english", word.upper(), TOMORROW) for word in (today, tomorrow))
    one, other = (Visitor(make_app(blocked_words=blocks)) for _ in range(2))
    one.guess(today)
    assert one.page.state == "won"
    clock.forward(days=1)
    one.guess(tomorrow, "/")
    assert one.page.state != "won"
    assert parts_of(one.app).daily_answers(63) == parts_of(other.app).daily_answers(63)
    one.guess(parts_of(other.app).daily_answers(63)[0])
    assert one.page.state == "won"
    one.guess(today, "/daily/62")
    assert f'data-answer="{today}"' in one.page.text


def test_blocked_word_is_excluded_from_new_random_games_only(make_app, clock):
    blocks = tuple(BlockedWord("en", word, TOMORROW) for word in ANSWERS if word != "orbit")
    visitor = Visitor(make_app(blocked_words=blocks))
    paths = [visitor.new_game().location for _ in range(12)]
    begun = {answer_of_token(visitor.app, path) for path in paths}
    assert begun - {"orbit"}
    clock.forward(days=1)
    assert {answer_of_token(visitor.app, visitor.new_game().location) for _ in range(6)} == {
        "orbit"
    }
    assert {answer_of_token(visitor.app, path) for path in paths} == begun


def test_scheduled_word_is_used_even_if_it_is_blocked(make_app):
    app = make_app(
        schedule=(ScheduledWord(1, TODAY, "hippy"),),
        blocked_words=(BlockedWord("english", "hippy", TODAY),),
    )
    visitor = Visitor(app)
    visitor.guess("hippy")
    assert visitor.page.state == "won"


def test_check_command_lists_blocked_and_unknown_words(make_app, clock):
    def findings(*blocks: BlockedWord) -> tuple[str, str]:
        result = examine(parts_of(make_app(blocked_words=blocks)).settings, (), clock)
        return "\n".join(result.notes), "\n".join(result.warnings)

    slate, later = BlockedWord("english", "Slate", TODAY), BlockedWord("en", "geese", TOMORROW)
    notes, warnings = findings(slate, later)
    assert "WORDLE_WEB_BLOCKED_WORDS: 1 words out, digest " in notes
    assert "english Slate from 2025-03-03 on" in notes
    assert "is no answer" not in warnings
    digest = notes.partition("digest ")[2][:16]
    assert digest in findings(slate)[0]
    assert digest not in findings(BlockedWord("english", "geese", TODAY))[0]
    _, warnings = findings(
        BlockedWord("english", "kudzu", TODAY), BlockedWord("xx", "slate", TODAY)
    )
    assert "english kudzu is no answer" in warnings
    assert "xx slate is no answer" in warnings


@pytest.mark.parametrize("text", ["spanish hostia", "spanish hostia 1.2.2027", "a b c d"])
def test_invalid_line_of_blocked_words_is_named(tmp_path, text):
    file = tmp_path / "out.txt"
    file.write_text(f"# out\n\nes posó 2027-02-01\n{text}\n")
    with pytest.raises(ValueError, match="line 4 must be a language, a word and a day"):
        blocked_words(str(file))


def report_of(page: Page) -> str:
    texts = {"Report this word", "Report a word"}
    return next((unquote(link.address) for link in page.links if link.text in texts), "")


def test_word_can_be_reported_to_the_host_by_email_right_after_the_game(make_app):
    visitor = Visitor(make_app(reports="mailto:words@example.org"))
    answer = answer_of_day(visitor.app)
    assert not report_of(visitor.get("/"))
    visitor.guess(answer)
    assert report_of(visitor.get("/")) == (
        f"mailto:words@example.org?subject={answer.upper()}&body=word: {answer.upper()}\r\n"
        "language: English\r\nlength: 5\r\nday: 2025-03-03"
    )
    closed = Visitor(make_app(reports="mailto:words@example.org", outside_links=False))
    closed.guess(answer)
    assert not report_of(closed.get("/"))


def test_public_report_form_is_linked_after_the_day_has_ended_everywhere(make_app, clock):
    visitor = Visitor(make_app(reports="https://words.example.org/new?kind=word"))
    answer = answer_of_day(visitor.app)
    visitor.guess(answer)
    for hour, is_linked in ((11, False), (12, True)):
        clock.now = datetime(2025, 3, 4, hour, 0, 0, tzinfo=UTC)
        page = visitor.get("/daily/62")
        assert bool(report_of(page)) is is_linked
    assert report_of(page) == (
        f"https://words.example.org/new?kind=word&word={answer.upper()}&language=English&length=5"
        "&day=2025-03-03"
    )
    path = visitor.new_game().location
    visitor.guess(answer_of_token(visitor.app, path), path)
    assert "length=5" in report_of(visitor.page)
    assert "day=" not in report_of(visitor.page)


def test_words_can_be_reported_to_the_project_if_the_host_has_no_address(make_app, monkeypatch):
    visitor = Visitor(make_app())
    form = "https://code.example.org/words/issues/new?template=word.yml"
    for address in ("", form):
        monkeypatch.setattr(spelling, "project_form", lambda address=address: address)
        path = visitor.new_game().location
        visitor.guess(answer_of_token(visitor.app, path), path)
        assert report_of(visitor.page).partition("&")[0] == address


@pytest.mark.parametrize("reports", ["mailto:words@example.org", "https://words.example.org/"])
def test_word_chosen_by_a_friend_can_be_reported_by_email_only(make_app, reports):
    visitor = Visitor(make_app(reports=reports))
    visitor.guess("slate", visitor.challenge("slate"))
    assert visitor.page.state == "won"
    assert bool(report_of(visitor.page)) is reports.startswith("mailto:")


def test_word_of_several_boards_can_be_reported(make_app):
    visitor = Visitor(make_app(reports="mailto:words@example.org"))
    path = visitor.begin("/boards/2/")
    visitor.fill(f"{path}/give-up")
    assert visitor.get(path).link("Report a word")


def given(*pairs: tuple[date, str]) -> tuple[ScheduledWord, ...]:
    return tuple(ScheduledWord(number, *pair) for number, pair in enumerate(pairs, 1))


def test_scheduled_day_has_the_word_of_the_schedule(make_app, wrong):
    app = make_app(schedule=given((TODAY, "hippy"), (TOMORROW, "kudzu")))
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


def test_schedule_does_not_change_several_boards_or_other_languages(lexicons, clock):
    apps = new_app(lexicons, clock), new_app(lexicons, clock, schedule=given((TODAY, "fuzzy")))
    texts = [Visitor(app).get("/boards/2").text.partition("csrf_token")[0] for app in apps]
    assert texts[0] == texts[1]


def seen(app: Flask) -> Iterator[str]:
    """Yield a site's pages before and after today's word is guessed, all of them today."""
    visitor = Visitor(app)
    places = ("/", "/daily/63", "/daily/2025-03-04", "/history", "/history?month=2025-03", "/watch")
    places += ("/history", "/history/download", "/feed.xml", "/feed.json", "/api/v1/suggest")
    for word in ("", "fuzzy"):
        if word:
            visitor.guess(word)
        for place in places:
            yield visitor.seen(place)


def test_later_scheduled_word_changes_no_visible_output(lexicons, clock, caplog):
    pairs = [((PAST, "vivid"), (TODAY, "fuzzy"), (TOMORROW, word)) for word in ("kudzu", "hippy")]
    with caplog.at_level(0):
        sites = [new_app(lexicons, clock, schedule=given(*pair)) for pair in pairs]
        for one, other in zip(*map(seen, sites), strict=True):
            assert one == other
    assert "kudzu" not in caplog.text + repr(given((TOMORROW, "kudzu")))


def test_site_with_an_unknown_scheduled_word_does_not_start(make_app):
    with pytest.raises(SettingsError, match="the word in line 1 is not in english-5"):
        make_app(schedule=given((TOMORROW, "zzzzz")))


def test_check_command_prints_a_digest_of_past_days_of_the_schedule_only(make_app, clock):
    def notes(*pairs: tuple[date, str]) -> tuple[str, ...]:
        settings = make_app(schedule=given(*pairs)).extensions["wordle_web"].settings
        return examine(settings, (), clock).notes

    past_notes = notes((PAST, "vivid"), (TOMORROW, "kudzu"))
    assert "1 past days, digest " in past_notes[0]
    assert past_notes == notes((PAST, "vivid"), (TOMORROW, "hippy"))
    assert past_notes != notes((PAST, "hippy"), (TOMORROW, "kudzu"))
    assert notes((TOMORROW, "kudzu")) == notes() == ()
