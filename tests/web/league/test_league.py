"""The league's page: a chat becomes an address, and nothing of it stays anywhere else."""

import re
from collections.abc import Callable
from io import BytesIO
from typing import Any

import pytest
from flask import Flask
from game.league.corpus import CHATS, GRID
from harness.pages import Html
from web_visitor import Visitor, answer_of_day, multipart
from werkzeug.test import TestResponse

from wordle_web.web.league import reading
from wordle_web.web.league.reading import CHATS as LOCK

CHAT = (
    f"31.12.23, 21:41 - Ana: Wordle 925 4/6{GRID}\n31.12.23, 21:50 - Bob: Wordle 925 3/6{GRID}\n"
    f"01.01.24, 21:41 - Ana: Wordle 926 X/6{GRID}\n01.01.24, 22:00 - Bob: Daily Tile 12 3/6{GRID}"
)
MULTIPART = {"content_type": "multipart/form-data"}


def send(visitor: Visitor, text: str = "", **fields: Any) -> TestResponse:
    """Send a chat from the page that the visitor has, or from a new one."""
    if not getattr(visitor, "page", None):
        visitor.get("/league")
    return visitor.post("/league", {"text": text, **fields}, **MULTIPART)


def table_of(visitor: Visitor, text: str = CHAT, **fields: Any) -> str:
    """Send a chat, go where that leads, and return the address."""
    answer = send(visitor, text, **fields)
    assert answer.status_code == 303, answer.text
    visitor.get(answer.headers["Location"])
    return str(answer.headers["Location"])


def figures(page: TestResponse) -> list[list[str]]:
    """Return the rows of the standings as texts."""
    body = page.text.partition("<tbody>")[2].partition("</tbody>")[0]
    cells = [re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row, re.DOTALL) for row in body.split("<tr>")]
    plain = [[re.sub(r"<[^>]+>", "", cell).strip() for cell in row][:6] for row in cells]
    return [row for row in plain if row]


@pytest.mark.parametrize("is_file", [False, True])
def test_a_pasted_chat_and_a_chosen_file_give_standings(visitor: Visitor, is_file: bool) -> None:
    if is_file:
        table_of(visitor, "", file=(BytesIO(CHAT.encode()), "_chat.txt"))
    else:
        table_of(visitor)
    assert figures(visitor.page) == [
        ["1", "Bob", "3.00", "1", "1", "1"],
        ["2", "Ana", "5.50", "2", "1", "1"],
    ]
    assert "4 results added." in visitor.page.text
    assert "Dec 31, 2023" in visitor.page.text
    assert "A loss counts as 7 guesses." in visitor.page.text


def test_the_whole_corpus_gives_a_page(visitor: Visitor) -> None:
    table_of(visitor, "\n".join(chat.text for chat in CHATS))
    for link in Html(visitor.page.text).links:
        if "/league?" in link.address:
            assert visitor.get(link.address.replace("&amp;", "&")).status_code == 200


def test_nobody_is_indexed_and_nothing_is_kept(
    visitor: Visitor, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(0):
        address = table_of(visitor)
    page = visitor.get(address)
    assert page.headers["X-Robots-Tag"] == "noindex"
    assert '<meta name="robots" content="noindex">' in page.text
    assert page.headers["Cache-Control"] == "no-store"
    assert set(visitor.session) <= {"csrf_token"}
    assert "table=" not in caplog.text
    assert "Ana" not in caplog.text


def test_game_and_span_and_missed_days_are_links(visitor: Visitor) -> None:
    address = table_of(visitor)
    assert figures(visitor.get(f"{address}&game=1+daily+tile"))[0][:3] == ["1", "Bob", "3.00"]
    missed = figures(visitor.get(f"{address}&missed=1&span=all"))
    assert missed == [["1", "Bob", "5.00", "1", "1", "1"], ["2", "Ana", "5.50", "2", "1", "1"]]
    for odd in ("game=x", "span=x", "missed=x", "added=x", "name=x&same=y", "out=x", "sure=x"):
        assert visitor.get(f"{address}&{odd}").status_code == 200


def test_adding_to_a_link_gives_both(visitor: Visitor) -> None:
    table_of(visitor)
    table_of(visitor, "02.01.24, 21:41 - Eva: Wordle 927 2/6")
    assert [row[1] for row in figures(visitor.page)] == ["Eva", "Bob", "Ana"]
    assert "1 result added." in visitor.page.text


def test_two_who_add_at_the_same_time_can_merge_their_links_in_any_order(app: Flask) -> None:
    start = table_of(Visitor(app)).partition("&")[0]
    links = []
    for text in ("02.01.24, 21:41 - Eva: Wordle 927 2/6", "02.01.24, 21:41 - Cem: Wordle 927 5/6"):
        visitor = Visitor(app)
        visitor.get(start)
        links.append(table_of(visitor, text))
    merged = []
    for mine, theirs in (links, links[::-1]):
        visitor = Visitor(app)
        visitor.get(mine)
        merged.append(table_of(visitor, f"look: http://localhost{theirs}").partition("&")[0])
    assert merged[0] == merged[1]
    assert [row[1] for row in figures(visitor.page)] == ["Eva", "Bob", "Cem", "Ana"]


def test_two_spellings_are_joined_and_somebody_is_left_out(visitor: Visitor) -> None:
    table_of(visitor, f"{CHAT}\n02.01.24, 21:41 - ana: Wordle 927 4/6")
    address = visitor.page.request.full_path.partition("&added")[0]
    answer = visitor.get(f"{address}&name=ana&same=Ana")
    assert answer.status_code == 303
    joined = answer.headers["Location"]
    assert [row[1] for row in figures(visitor.get(joined))] == ["Bob", "Ana"]
    answer = visitor.get(f"{joined}&out=Bob")
    alone = visitor.get(answer.headers["Location"])
    assert [row[1] for row in figures(alone)] == ["Ana"]


def test_a_number_is_a_person_without_a_name_until_it_gets_one(visitor: Visitor) -> None:
    address = table_of(visitor, "31.12.23, 21:41 - +351 912 345 678: Wordle 925 3/6")
    assert figures(visitor.page)[0][1] == "Person 1"
    assert "912" not in address + visitor.page.text
    number = next(value for value in re.findall(r'name="name" value="([^"]+)"', visitor.page.text))
    answer = visitor.get(f"{address}&name={number.replace('#', '%23')}&same=Eva")
    assert figures(visitor.get(answer.headers["Location"]))[0][1] == "Eva"


def test_names_above_results_are_asked_for_and_results_without_one_left_out(
    visitor: Visitor,
) -> None:
    address = table_of(visitor, f"Ana\nWordle 925 4/6{GRID}")
    assert "Are these names?" in visitor.page.text
    assert figures(visitor.page) == []
    answer = visitor.get(f"{address}&sure=Ana")
    assert figures(visitor.get(answer.headers["Location"]))[0][1] == "Ana"
    nobody = Visitor(visitor.app)
    table_of(nobody, f"Wordle 925 4/6{GRID}")
    assert "1 result was left out: no name stands above it." in nobody.page.text


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "No results found"),
        ("hello", "No results found"),
        (
            "\n".join(f"[31/12, 21:41] P{n}: Wordle 1 4/6" for n in range(300)),
            "More than 200 people",
        ),
        ("https://w.example/league?table=xyz", "This link is damaged"),
    ],
)
def test_a_chat_that_gives_no_table_is_refused_and_stays(
    visitor: Visitor, text: str, says: str
) -> None:
    page = send(visitor, text)
    assert page.status_code == 422
    assert says in page.text
    assert text.splitlines()[:1] == [] or text.splitlines()[0] in page.text


def test_a_damaged_link_says_so(visitor: Visitor) -> None:
    address = table_of(visitor).partition("&")[0]
    page = visitor.get(address[:-40])
    assert page.status_code == 422
    assert "This link is damaged" in page.text
    assert visitor.get("/league?table=%ff%00").status_code == 422


def large(visitor: Visitor, size: int) -> TestResponse:
    """Send a file of so many bytes."""
    fields = {"csrf_token": visitor.get("/league").fields["csrf_token"]}
    return visitor.client.post("/league", **multipart(fields, "file", b"x" * size))


def test_what_is_too_large_is_refused(visitor: Visitor) -> None:
    page = large(visitor, 8 * 1024 * 1024 + 1)
    assert page.status_code == 422
    assert "More than 8 MB of text" in page.text
    assert large(visitor, 9 * 1024 * 1024).status_code == 413


def test_without_a_token_the_text_comes_back(visitor: Visitor) -> None:
    page = visitor.fill("/league", {"text": CHAT, "csrf_token": "x"}, **MULTIPART)
    assert page.status_code == 400
    assert "Ana: Wordle 925 4/6" in page.text


def test_who_has_a_chat_read_already_is_asked_to_wait(visitor: Visitor) -> None:
    visitor.get("/league")
    waiting = [("127.0.0.1", object())] * 2
    LOCK._queue.extend(waiting)
    try:
        page = send(visitor, CHAT)
    finally:
        LOCK._queue.clear()
    assert page.status_code == 429
    assert page.headers["Retry-After"] == "5"
    assert "Ana: Wordle 925 4/6" in page.text


def test_titles_in_all_languages_are_those_that_are_shared(app: Flask) -> None:
    with app.test_request_context("/"):
        own = reading.own_games("Words", (("english", "en"), ("portuguese", "pt")))
    assert own.titles["words"] == ""
    assert own.titles["words português"] == "pt/"
    assert own.titles["words · 4 spielfelder nacheinander"] == "boards/4/in-turn/"
    assert own.titles["words · 4 boards, one at a time"] == "boards/4/in-turn/"
    assert own.titles["words · 4 boards in turn"] == "boards/4/in-turn/"
    assert own.titles["words português · 8 grilles"] == "pt/boards/8/"
    assert "words, modo absurdo:" in own.absurd


def finished(app: Flask, *guesses: str, seal: bool = True) -> Visitor:
    """Return somebody who has played today's word, with seals switched on or off."""
    visitor = Visitor(app)
    if seal:
        visitor.fill("/settings", {"seal": "y"})
    for guess in guesses:
        visitor.guess(guess)
    return visitor


def shared(visitor: Visitor) -> str:
    """Return the text that shares a visitor's result of today."""
    return re.findall(r"<textarea[^>]*>(.*?)</textarea>", visitor.get("/").text, re.DOTALL)[0]


def chat(ana: str, bob: str) -> str:
    """Return a chat in which two have shared a result."""
    return f"[3/3/25, 21:41] Ana: {ana}\n[3/3/25, 21:50] Bob: {bob}"


def test_a_result_that_is_sealed_here_is_checked_here(app: Flask, wrong: list[str]) -> None:
    ana = finished(app, wrong[0], answer_of_day(app))
    bob = finished(app, answer_of_day(app), seal=False)
    text = chat(shared(ana), shared(bob))
    assert "seal=" in shared(ana)
    assert "seal=" not in shared(bob)
    visitor = Visitor(app)
    address = table_of(visitor, text)
    assert visitor.page.text.count('aria-label="checked here"') == 1
    assert "doesn’t prove who played" in visitor.page.text
    forged = Visitor(app)
    table_of(forged, text.replace(" 2/6", " 1/6"))
    assert 'aria-label="checked here"' not in forged.page.text
    flip = address.partition("&")[0]
    flip = flip[:-1] + ("A" if flip[-1] != "A" else "Q")
    altered = visitor.get(flip)
    assert 'aria-label="checked here"' not in altered.text


def test_a_lost_game_and_several_boards_are_sealed(app: Flask, wrong: list[str]) -> None:
    ana = finished(app, *wrong)
    visitor = Visitor(app)
    table_of(visitor, f"[3/3/25, 21:41] Ana: {shared(ana)}")
    assert visitor.page.text.count('aria-label="checked here"') == 1


def test_a_seal_under_two_names_is_flagged_and_two_who_began_on_one_day_are_not(
    app: Flask,
) -> None:
    ana, bob = (finished(app, answer_of_day(app)) for _ in range(2))
    assert ana.history.pseudonym != bob.history.pseudonym
    flag = 'aria-label="one player under two names"'
    visitor = Visitor(app)
    for other, is_flagged in ((ana, True), (bob, False)):
        visitor = Visitor(app)
        table_of(visitor, chat(shared(ana), shared(other)))
        assert (flag in visitor.page.text) == is_flagged


def test_deleting_the_history_switches_seals_off(app: Flask) -> None:
    ana = finished(app, answer_of_day(app))
    ana.fill("/history/delete")
    assert not ana.history.pseudonym
    assert not ana.session.get("p", {}).get("seal")


def test_a_seal_is_the_same_whatever_the_word_is(
    make_app: Callable[..., Flask], wrong: list[str]
) -> None:
    """A seal depends on the puzzle's name, its end, and the player's bytes: never on the word."""
    app = make_app()
    texts = [shared(finished(app, *words)) for words in (wrong, wrong[::-1])]
    assert all(len(text.partition("seal=")[2]) == 20 for text in texts)
