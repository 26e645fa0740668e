"""A table with friends: started at the end of a game, sent in links, kept in browsers."""

import random
import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from html import unescape
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

import pytest
from harness.pages import Part
from harness.visitor import Answer
from web_visitor import ANSWERS, DAILY_KEY, OTHERS, Visitor, answer_of_day, answers_of_day

from wordle_web.engine.hard_mode import HardMode
from wordle_web.game.history.history import History
from wordle_web.game.history.records import record_of
from wordle_web.game.league.kept import own_game, read_kept
from wordle_web.game.league.packing import pack, unpack
from wordle_web.game.league.table import ABSURD, LOSS, DailyGame, ResultKey, Table, Values
from wordle_web.game.puzzles.variants import HOME, Variant
from wordle_web.game.rules import Game
from wordle_web.web.http.table_cookie import MAX_TABLE_BYTES

KEYS = [DAILY_KEY.encode()]
GAME = own_game(HOME, 0).key
WAITING = ".//form[@class='waiting-results']"


def play(visitor: Visitor, guesses: int = 3, home: str = "/") -> Answer:
    """Finish today's game with the answer after the given number of guesses; 0 is a loss."""
    answer = answer_of_day(visitor.app)
    wrong = [word for word in (*OTHERS, *ANSWERS) if word != answer]
    words = [*wrong[: guesses - 1], answer] if guesses else wrong[:6]
    for word in words:
        visitor.guess(word, home)
    return visitor.page


def start(visitor: Visitor, name: str, **fields: str) -> Answer:
    visitor.get("/league/start")
    return visitor.post("/league/start", {"name": name, **fields})


def shared_link(visitor: Visitor) -> str:
    """Return the link to the table that the end of today's game shares."""
    return shared_link_of(visitor.get("/"))


def shared_link_of(page: Answer) -> str:
    text = page.first(".//textarea[@aria-label='Text to share']").text
    return re.findall(r"http://localhost/league\?[^<\s]+", unescape(text))[0]


def path_of(link: str) -> str:
    parts = urlsplit(link)
    return f"{parts.path}?{parts.query}"


def add(visitor: Visitor, link: str, **fields: str) -> Answer:
    """Open a link, and press the button that keeps the table or adds new results, if shown."""
    page = visitor.get(path_of(link))
    if not page.all(".//form[@action='/league/keep']"):
        return page
    return keep(visitor, link, **fields)


def keep(visitor: Visitor, link: str, **fields: str) -> Answer:
    query = parse_qs(urlsplit(link).query)
    names = {"table": query["table"][0], "group": query.get("group", [""])[0]}
    return visitor.post("/league/keep", {**names, **fields})


def table_cookie(visitor: Visitor) -> str:
    return next((text for name, text in visitor.cookies.items() if name.endswith("-table")), "")


def keeps_table(visitor: Visitor) -> bool:
    return read_kept(table_cookie(visitor), KEYS) is not None


def table_in(visitor: Visitor) -> Table:
    table = read_kept(".".join(table_cookie(visitor).split(".")[:3]), KEYS)
    assert table is not None
    return table.table


def result_on_page(page: Answer) -> list[str]:
    """Return the day's results and people in order, such as `3 Ana`."""
    lines = []
    for card in cards(page):
        for row in card.all("./ul/li"):
            result, people = row.first("./b").visible_text, row.first("./span").visible_text
            lines += [f"{result} {name}" for name in people.split(", ")]
    return lines


def cards(page: Answer) -> list[Part]:
    """Return the tables of the day at the end of a game."""
    return page.all(".//section[@aria-labelledby='todays-table']")


def news(page: Answer) -> str | None:
    """Return the description of the heading of the day's table, if it has one."""
    headings = page.all(".//h2[@id='todays-table'][@aria-describedby]")
    for heading in headings:
        return page.first(f".//*[@id='{heading['aria-describedby']}']").visible_text
    return None


def test_table_is_started_at_the_end_of_a_game_and_shown_there(visitor):
    page = play(visitor, 3)
    visitor.get(page.link("Start a table with friends"))
    assert visitor.page.first(".//h1").visible_text == "Start a table with friends"
    answer = visitor.post("/league/start", {"name": "Ana"})
    assert (answer.status_code, answer.location) == (303, "/?started=1#todays-table")
    page = visitor.get(answer.location)
    assert news(page) == "Table started."
    assert news(visitor.get("/")) is None
    assert result_on_page(page) == ["3 You"]
    assert "Only you are here so far." in page.text
    assert "Start a table with friends" not in page.text
    assert visitor.get("/league/start").location == "/league"


def test_page_without_table_offers_starting_one_before_the_chat(visitor):
    page = visitor.get("/league")
    main = page.first(".//main")
    [button] = main.all(".//*[@data-kind='primary']")
    assert button.visible_text == "Start a table with friends"
    assert main.visible_text.index(button.visible_text) < main.visible_text.index("group chat")
    chat = page.link("Start a table with friends")
    assert visitor.get(chat).link("Start from a group chat instead") == "/league#chat"
    assert page.all(".//h2[@id='chat']")
    refused = visitor.post("/league", {"text": "Nobody sent a result."})
    [button] = visitor.page.first(".//main").all(".//*[@data-kind='primary']")
    assert (refused.status_code, button.visible_text) == (422, "Create table")


def test_starting_a_table_before_the_game_redirects_to_the_table(visitor):
    answer = start(visitor, "Ana", group="Family")
    assert answer.location == "/league?started=1"
    assert "Today with friends" not in visitor.get("/").text
    page = play(visitor, 4)
    assert result_on_page(page) == ["4 You"]
    assert cards(page)[0].first("./h2/a").visible_text == "Family"


@pytest.mark.parametrize("name", ["", " ", "@", "\u202e"])
def test_table_without_the_players_name_is_refused_and_keeps_the_typed_table_name(visitor, name):
    answer = start(visitor, name, group="Family")
    assert answer.status_code == 422
    assert "Enter your name" in answer.text
    assert answer.first(".//input[@name='group']")["value"] == "Family"
    assert not keeps_table(visitor)


@pytest.mark.parametrize("has_played", [True, False])
def test_friend_with_results_is_told_to_share_them_after_joining(app, has_played):
    ana, bob = Visitor(app), Visitor(app)
    play(ana, 3)
    start(ana, "Ana")
    if has_played:
        play(bob, 4)
    text = bob.get(add(bob, shared_link(ana), name="Bob").location).visible_text
    assert "You’re in as Bob." in text
    assert ("Share the table, so that your friends see your results." in text) == has_played


def test_friend_joins_by_link_and_sends_the_table_back(app):
    ana, bob = Visitor(app), Visitor(app)
    play(ana, 3)
    start(ana, "Ana", group="Family")
    link = shared_link(ana)
    assert len(link) <= 400
    page = bob.get(path_of(link))
    assert [choice["value"] for choice in page.all(".//button[@name='person']")] == ["Ana"]
    answer = add(bob, link, name="Bob")
    assert (answer.status_code, answer.location) == (303, "/league?joined=1")
    page = bob.get("/league?joined=1")
    assert "You’re in as Bob." in page.text
    rows = page.all(".//table[@class='league-table']//tbody/tr") or page.all(".//tbody/tr")
    assert [row.visible_text for row in rows][1].startswith("\N{EN DASH} Bob (you) \N{EN DASH}")
    assert page.first(".//h1").visible_text == "Family"
    page = play(bob, 5)
    assert result_on_page(page) == ["3 Ana", "5 You"]
    page = ana.get(path_of(shared_link(bob)))
    assert (
        page.first(".//section[@aria-labelledby='kept']/p").visible_text.replace(" :", ":")
        == "Bob: Daily 62 in 5"
    )
    answer = add(ana, shared_link(bob))
    assert answer.location == "/league?added=1"
    assert "1 result added." in ana.get(answer.location).text
    assert result_on_page(ana.get("/")) == ["3 You", "5 Bob"]
    assert "Add 1 result" not in ana.get(path_of(shared_link(bob))).text
    assert table_in(ana).results == {
        ResultKey("Ana", GAME, 62): {3: True},
        ResultKey("Bob", GAME, 62): {5: True},
    }


def test_row_of_a_new_member_without_results_has_a_cell_for_each_heading(app, clock):
    clock.forward(days=20)
    ana, bob = Visitor(app), Visitor(app)
    start(ana, "Ana")
    results = {ResultKey("Ana", GAME, day): {day % 6 + 1: True} for day in (66, 74, 81)}
    games, names = {GAME: own_game(HOME, 1)}, frozenset({"Ana"})
    token, _ = pack(Table(games, results, sure=names, id=table_in(ana).id), KEYS[0])
    answer = add(bob, f"/league?table={token}", name="Bob")
    assert answer.status_code == 303, answer.first(".//main").visible_text
    page = bob.get("/league")
    headings, rows = page.first(".//thead/tr"), page.all(".//tbody/tr")[:2]
    assert "Weeks" in headings.visible_text
    assert rows[1].visible_text.startswith("\N{EN DASH} Bob (you) \N{EN DASH} 0 0")
    assert {len(row.all("./*")) for row in rows} == {len(headings.all("./th"))}


def test_player_chooses_a_name_from_the_link_or_types_one(app):
    ana = Visitor(app)
    play(ana)
    start(ana, "Ana")
    link = shared_link(ana)
    for fields, person in (
        ({"person": "Ana"}, "Ana"),
        ({"name": "aNA", "person": "Ana"}, "Ana"),
        ({"name": "Bob", "person": "Ana"}, "Ana"),  # the pressed button counts
        ({"name": "Bob"}, "Bob"),
    ):
        friend = Visitor(app)
        assert add(friend, link, **fields).status_code == 303
        assert read_kept(table_cookie(friend), KEYS).person == person
    for fields in ({}, {"person": "Eve"}, {"name": "~"}):
        friend = Visitor(app)
        answer = add(friend, link, **fields)
        assert answer.status_code == 422
        assert "Enter your name" in answer.text
        assert answer.first(".//input[@name='name']")["aria-invalid"] == "true"


@pytest.mark.parametrize("typed", ["Ana", "ana", " aNA "])
def test_taken_name_asks_for_confirmation_and_changes_nothing(app, typed):
    ana, friend = Visitor(app), Visitor(app)
    play(ana, 4)
    start(ana, "Ana")
    link = shared_link(ana)
    answer = add(friend, link, name=typed)
    assert answer.status_code == 422
    assert "Ana is already in this table. Is that you?" in answer.text
    assert answer.first(".//input[@name='name']")["value"] == typed.strip()
    assert answer.first(".//details[@open]//button[@name='person']").visible_text == "I’m Ana"
    assert not keeps_table(friend)


@pytest.mark.parametrize(("others", "result", "worse"), [(0, "X", "X"), (2, "2", "4")])
def test_conflict_with_a_claimed_name_is_shown_before_results_are_added(app, others, result, worse):
    ana, friend = Visitor(app), Visitor(app)
    play(ana, 4)
    start(ana, "Ana")
    link = shared_link(ana)
    play(friend, others)
    answer = add(friend, link, person="Ana")
    assert answer.status_code == 422
    question = answer.first(".//details[@open]//p[@role='alert']").visible_text
    assert question.startswith(f"Ana: another result for Daily 62 (4 and {result}).")
    assert "if you are ana, press the button again" in question.lower()
    assert answer.first(".//details[@open]//button[@name='person']")["value"] == "Ana"
    assert answer.first(".//input[@name='name']")["aria-invalid"] == "false"
    assert not keeps_table(friend)
    sure = answer.first(".//input[@name='sure']")["value"]
    assert add(friend, link, person="Ana", sure=sure).status_code == 303
    assert result_on_page(friend.get("/")) == [f"{worse} You !"]
    page = ana.get(path_of(shared_link(friend)))
    news = page.first(".//section[@aria-labelledby='kept']").visible_text
    assert f"Ana: another result for Daily 62 (4 and {result})" in news
    assert "Daily 62 in" not in news
    add(ana, shared_link(friend))
    assert result_on_page(ana.get("/")) == [f"{worse} You !"]


@pytest.mark.parametrize("group", ["", "Work"])
@pytest.mark.parametrize("name", ["Ana", "Eve"])
def test_link_of_another_table_must_be_confirmed_before_it_changes_anything(app, name, group):
    ana, other = Visitor(app), Visitor(app)
    play(ana, 4)
    start(ana, "Ana", group="Family")
    play(other, 2)
    start(other, name, group=group)
    before, link = table_cookie(ana), shared_link(other)
    page = ana.get(path_of(link))
    heading = "This is another table: Work" if group else "This is another table"
    assert page.first(".//h2[@id='kept']").visible_text.replace(" :", ":") == heading
    assert "You keep Family." in page.text
    assert keep(ana, link, switch="").location.startswith("/league?table=")
    assert table_cookie(ana) == before
    answer = keep(ana, link, switch="1", name="Ana B")
    assert answer.status_code == 303
    assert result_on_page(ana.get("/")) == [f"2 {name}", "4 You"]
    assert table_in(ana).id == table_in(other).id


def test_older_link_reports_nothing_new_and_shows_the_kept_table(app):
    ana, bob = Visitor(app), Visitor(app)
    play(ana, 4)
    start(ana, "Ana")
    old = shared_link(ana)
    add(bob, old, name="Bob")
    play(bob, 3)
    page = bob.get(path_of(old))
    assert "Nothing new in this link. Your table has more." in page.text
    assert [row.visible_text for row in page.all(".//tbody/tr/th[@scope='row']")][:2] == [
        "Bob (you)",
        "Ana",
    ]
    shared = page.first(".//textarea[@aria-label='Text to share']").text
    token = parse_qs(urlsplit(shared.split()[-1]).query)["table"][0]
    assert unpack(token, KEYS)[0].results == {
        ResultKey("Ana", GAME, 62): {4: True},
        ResultKey("Bob", GAME, 62): {3: True},
    }


@pytest.mark.parametrize("is_renamed", [False, True])
def test_page_says_that_a_link_is_the_players_own_or_has_nothing_new(app, is_renamed):
    ana, bob = Visitor(app), Visitor(app)
    play(ana, 4)
    start(ana, "Ana")
    link = shared_link(ana)
    add(bob, link, name="Bob")
    for _ in range(2):  # the link is opened twice
        assert "Nothing new in this link." in bob.get(path_of(link)).text
        assert "Your table has more" not in bob.page.text
    if is_renamed:
        rename(ana, name="Anna")
    page = ana.get(path_of(link))
    own = "This is your own link. There’s nothing new in it."
    assert [own in page.text, "Nothing new in this link" in page.text] == [True, False]
    assert page.first(".//h1").visible_text == "Your table"
    play(bob, 3)
    add(ana, shared_link(bob))
    assert own in ana.get(path_of(link)).text  # her table has more results now
    page = ana.get("/league")
    for days in ("7 days", "All"):  # links of her own page
        page = ana.get(page.link(days))
        assert "nothing new" not in page.text.lower()
    bob.get(path_of(shared_link(ana)))
    assert ("Ana is now called Anna." in bob.page.text) == is_renamed  # this is new to Bob


def test_new_results_are_previewed_and_can_be_shared_only_after_they_are_added(app):
    ana, bob = Visitor(app), Visitor(app)
    play(ana, 4)
    start(ana, "Ana")
    link = shared_link(ana)
    add(bob, link, name="Bob")
    play(bob, 3)
    play_again = Visitor(app)
    play(play_again, 2)
    add(play_again, link, name="Cem")
    page = bob.get(path_of(shared_link(play_again)))
    assert page.first(".//h2[@id='kept']").visible_text == "New in this link"
    assert "Preview: your table with these results" in page.text
    assert " leads " not in page.text
    rows = [row.visible_text for row in page.all(".//tbody/tr/th[@scope='row']")]
    assert rows[:3] == ["Cem", "Bob (you)", "Ana"]
    assert not page.all(".//textarea[@aria-label='Text to share']")
    add(bob, shared_link(play_again))
    assert bob.get("/league").all(".//textarea[@aria-label='Text to share']")


@pytest.mark.parametrize(
    ("group", "by", "headings", "button"),
    [
        ("Family", "Ana", ["Family", "Ana invites you"], "Join Family"),
        ("", "Ana", ["Table with friends", "Ana invites you"], "Join this table"),
        ("Family", "Eve", ["Family", "Join in"], "Join Family"),
        ("", "", ["Table with friends", "Join in"], "Join this table"),
        ("A & B", "Ana", ["A & B", "Ana invites you"], "Join A & B"),
    ],
)
def test_invitation_names_the_sender_and_the_table(app, group, by, headings, button):
    ana, friend = Visitor(app), Visitor(app)
    play(ana, 4)
    start(ana, "Ana")
    query = urlencode({"by": by, "group": group})
    page = friend.get(path_of(shared_link(ana).replace("by=Ana", query)))
    shown = [page.first(path).visible_text for path in (".//h1", ".//h2[@id='kept']")]
    assert shown == headings
    title = " · ".join([*reversed(headings), "Wordle-web"])
    assert page.first(".//title").visible_text == title
    buttons = page.all(".//form[@action='/league/keep']//button")
    assert [shown.visible_text for shown in buttons] == [button, "I’m Ana"]
    [fold] = page.all(".//form[@action='/league/keep']/details")
    assert not page.all(".//details[@open]")
    assert [shown.visible_text for shown in fold.all(".//button")] == ["I’m Ana"]
    assert "Results travel only in the links that you send each other" in page.text
    # The end of the game shows the invitation.
    assert page.link("Play today’s word first") == "/"
    assert not page.all(".//main//textarea")  # only members of the table can share it
    assert not {"Add results", "Names"} & {
        element.visible_text for element in page.all(".//summary")
    }


def invitation_to(results: dict[str, int], by: str = "", game: Variant = HOME, **facts: Any) -> str:
    """Return a link to a table with a result from the day before and some from today."""
    played = own_game(game, 1)
    values = {ResultKey("Zoe", played.key, 61): {LOSS: True}}
    values |= {ResultKey(name, played.key, 62): {value: True} for name, value in results.items()}
    people = frozenset(key.person for key in values)
    table = Table({played.key: played}, values, **{"sure": people, "id": b"abc", **facts})
    return f"/league?table={pack(table, KEYS[0])[0]}&by={by}"


ORDER_OF_INVITATION = (
    "The table stays in your browser.",
    "Results travel only in the links",
    "Already in the table?",
)


def invitation_lines(page: Answer) -> list[str]:
    """Return the lines between the heading of an invitation and its form."""
    parts = page.all(".//section[@aria-labelledby='kept']/*")
    texts = [part.visible_text for part in parts]
    # What a table is comes before the names of those who are in it.
    places = [texts[-1].index(text) for text in ORDER_OF_INVITATION]
    assert places == sorted(places)
    return texts[1:-1]


@pytest.mark.parametrize(
    ("by", "results", "lines"),
    [
        (
            "Ana",
            {"Ana": 4, "Bob": 3},
            ["Ana solved today’s word in 4. Guess it too, then compare."],
        ),
        ("Ana", {"Ana": LOSS, "Bob": 3}, ["Ana didn’t solve today’s word. Can you?"]),
        ("Ana", {"Bob": 3}, ["Bob solved today’s word in 3. Guess it too, then compare."]),
        ("", {"Ana": 4, "Bob": 3}, ["Bob solved today’s word in 3. Guess it too, then compare."]),
        ("Ana", {}, []),
    ],
)
def test_invitation_begins_with_a_result_of_today(visitor, by, results, lines):
    page = visitor.get(invitation_to(results, by))
    assert invitation_lines(page) == lines
    assert page.first(".//section[@aria-labelledby='kept']/form/p/a")["href"] == "/"


def test_invitation_to_a_finished_game_or_a_table_from_a_chat_says_to_join(visitor):
    compare = ["Ana solved today’s word in 4. Join to compare."]
    page = visitor.get(invitation_to({"Ana": 4}, id=b""))  # doesn't wait for the end of the game
    assert invitation_lines(page) == compare
    play(visitor, 3)
    assert invitation_lines(visitor.get(invitation_to({"Ana": 4}))) == compare
    assert "Play today’s word first" not in visitor.page.text


def test_invitation_marks_a_result_with_a_hint(visitor):
    hinted = frozenset({ResultKey("Ana", GAME, 62)})
    [line] = invitation_lines(visitor.get(invitation_to({"Ana": 4}, hinted=hinted)))
    assert line.startswith("Ana solved today’s word in 4 💡.")


@pytest.mark.parametrize("game", [Variant(boards=4), Variant("xx")])
def test_invitation_has_no_result_of_several_boards_or_of_a_language_without_words(visitor, game):
    assert not invitation_lines(visitor.get(invitation_to({"Ana": 6}, game=game)))


@pytest.mark.parametrize("guesses", [3, 0])
def test_renaming_the_player_moves_only_their_own_results(app, guesses):
    ana, bob = Visitor(app), Visitor(app)
    play(ana, 4)
    start(ana, "Ana")
    play(bob, guesses)
    add(bob, shared_link(ana), person="Ana", sure="Ana")
    bob.get("/league")
    answer = bob.post("/league/person", {"name": "Bob"})
    assert "You’re in as Bob." in bob.get(answer.location).text
    assert table_in(bob).results == {
        ResultKey("Ana", GAME, 62): {4: True},
        ResultKey("Bob", GAME, 62): {guesses: True},
    }
    bob.get("/league")
    answer = bob.post("/league/person", {"name": "ana"})
    assert answer.status_code == 422
    assert "Ana is already in this table." in answer.text
    bob.get("/league")
    answer = bob.post("/league/person", {"name": "Eve", "person": "Ana", "csrf_token": "x"})
    assert answer.status_code == 400
    assert answer.first(".//input[@name='name']")["value"] == "Eve"
    fold = answer.first(".//details[@open]//details[@open]")
    assert fold.first(".//p[@role='alert']").visible_text.startswith("This form expired.")
    assert fold.first(".//button[@name='person']")["value"] == "Ana"
    assert read_kept(table_cookie(bob), KEYS).person == "Bob"


def test_new_name_reaches_friends_with_the_next_link(app):
    ana, ben, cem = Visitor(app), Visitor(app), Visitor(app)
    play(ana, 4)
    start(ana, "Ana")
    add(ben, shared_link(ana), name="Ben")
    play(ben, 3)
    old = shared_link(ben)
    add(ana, old)
    add(cem, old, name="Cem")
    ben.get("/league")
    assert not ben.page.all(".//input[@name='all']")
    assert "You’re in as Benny." in ben.get(rename(ben, name="Benny").location).text
    link = shared_link(ben)
    page = ana.get(path_of(link))
    assert "Ben is now called Benny." in page.text
    assert page.first(".//form[@action='/league/keep']//button").visible_text == "Use the new name"
    assert add(ana, link).location == "/league"
    by_hand = {ResultKey("Ana", GAME, 62): {4: True}, ResultKey("Benny", GAME, 62): {3: True}}
    assert table_in(ana).results == table_in(ben).results == by_hand
    assert "Nothing new in this link." in ana.get(path_of(old)).text
    keep(ana, old)
    assert table_in(ana).results == by_hand
    play(cem, 2)
    add(ana, shared_link(cem))
    add(cem, shared_link(ana))
    by_hand[ResultKey("Cem", GAME, 62)] = {2: True}
    assert table_in(ana).results == table_in(cem).results == by_hand
    assert rename(ben, name="Ben").status_code == 303
    keep(cem, shared_link(ben))
    assert ResultKey("Ben", GAME, 62) in table_in(cem).results
    assert ResultKey("Benny", GAME, 62) not in table_in(cem).results


def test_name_form_starts_with_the_present_name_and_keeps_a_refused_name(app):
    ana, ben = Visitor(app), Visitor(app)
    play(ana, 4)
    start(ana, "Ana")
    add(ben, shared_link(ana), name="Ben")
    assert typed_name(ben.get("/league")) == "Ben"
    for name in ("", "ana"):
        answer = rename(ben, name=name)
        assert answer.status_code == 422
        assert typed_name(answer) == name


def typed_name(page: Answer) -> str:
    """Return the text in the field of the form that renames the player."""
    return page.first(".//form[@action='/league/person']//input[@id='other-name']")["value"]


def rename(visitor: Visitor, **fields: str) -> Answer:
    visitor.get("/league")
    return visitor.post("/league/person", fields)


def test_second_browser_of_a_person_takes_the_new_name(app, clock):
    phone, desk = Visitor(app), Visitor(app)
    play(phone, 4)
    start(phone, "Ben")
    add(desk, shared_link(phone), person="Ben")
    clock.forward(days=1)
    play(desk, 3)
    add(phone, shared_link(desk))
    assert [field["value"] for field in phone.get("/league").all(".//input[@name='all']")] == [
        "1",
        "",
    ]
    rename(phone, name="Benny", all="1")
    assert {key.person for key in table_in(phone).results} == {"Benny"}
    add(desk, shared_link_of(phone.get("/league")))
    assert read_kept(table_cookie(desk), KEYS).person == "Benny"
    assert table_in(desk).results == table_in(phone).results
    assert len(table_in(desk).results) == 2


def test_earlier_name_of_a_person_is_reserved(app):
    ana, friend = Visitor(app), Visitor(app)
    play(ana, 4)
    start(ana, "Ana")
    rename(ana, name="Anna")
    answer = add(friend, shared_link(ana), name="ana")
    assert answer.status_code == 422
    assert "Anna is already in this table." in answer.text


def test_claiming_a_name_with_conflicting_results_needs_confirmation(app):
    ana, ben = Visitor(app), Visitor(app)
    play(ana, 4)
    start(ana, "Ana")
    play(ben, 3)
    add(ben, shared_link(ana), name="Ben")
    answer = rename(ben, person="Ana")
    assert answer.status_code == 422
    assert "Ana: another result for Daily 62 (4 and 3)." in answer.text
    assert read_kept(table_cookie(ben), KEYS).person == "Ben"
    sure = answer.first(".//input[@name='sure']")["value"]
    assert rename(ben, person="Ana", sure=sure).status_code == 303
    assert table_in(ben).results == {ResultKey("Ana", GAME, 62): {3: True, 4: True}}


def test_link_of_another_site_cannot_rename_people(app):
    ana = Visitor(app)
    play(ana)
    start(ana, "Ana")
    forged = table_in(ana).with_renames({("Ana", "Eve"): 62})
    token, _ = pack(forged, b"another key")
    keep(ana, f"http://localhost/league?table={token}")
    assert read_kept(table_cookie(ana), KEYS).person == "Ana"
    assert table_in(ana).results[ResultKey("Ana", GAME, 62)] == {3: True}


def test_too_many_names_are_refused_and_change_nothing(visitor):
    play(visitor)
    start(visitor, "Ana")
    for number in range(30):
        answer = rename(visitor, name=f"Ana {number}")
        if answer.status_code != 303:
            break
    assert answer.status_code == 422
    assert "This table has too many changed names." in answer.text
    assert read_kept(table_cookie(visitor), KEYS).person == f"Ana {number - 1}"


@pytest.mark.parametrize(
    ("group", "days", "line"),
    [
        # Bob, the player, has lost.
        ("Family", {"Ana": 62, "Eve": 62}, "Family: Ana 4, Eve 4, Bob X"),
        ("Family", {"Ana": 62, "Eve": 61}, "Family: Ana 4, Bob X. Add yours:"),
        ("Family", {"Eve": 61}, "Add your result to Family:"),
        ("Family", {}, "Add your result to Family:"),
        ("", {"Ana": 62}, "Today: Ana 4, Bob X"),
        ("", {"Ana": 62, "Eve": 61}, "Today: Ana 4, Bob X. Add yours:"),
        ("", {}, "Add your result:"),
        (
            "",
            dict.fromkeys(["Ana", "Ben", "Cem", "Dan", "Eve", "Flo", "Gil"], 62),
            "Today: Ana 4, Ben 4, Cem 4, Dan 4, Eve 4, Flo 4, …",
        ),
    ],
)
def test_shared_text_has_the_results_of_the_day_and_invites_people_who_have_not_played(
    visitor, group, days, line
):
    play(visitor, 0)
    start(visitor, "Bob", group=group)
    if days:
        add(visitor, table_of_days(visitor, {name: {day: 4} for name, day in days.items()}))
    text = visitor.get("/").first(".//textarea[@aria-label='Text to share']").text
    lines = unescape(text.partition(">")[2]).partition("</textarea>")[0].strip().splitlines()
    assert lines[0].endswith("62 X/6")
    assert lines[-2] == line
    assert lines[-1].startswith("http://localhost/league?table=")
    assert not any("Bob" in shown for shown in lines[:-2])


def test_results_with_hints_are_marked_on_pages_and_in_the_shared_text(app):
    ana, bob = Visitor(app), Visitor(app)
    game = Game(answer_of_day(app), (answer_of_day(app),), HardMode.OFF, hint_count=1)
    ana.remember(History().with_record(record_of("daily/62", game, 62)))
    start(ana, "Ana")
    add(bob, shared_link(ana), name="Bob")
    play(bob, 3)
    assert "Today: Ana 1 💡, Bob 3\n" in bob.get("/").text
    assert "Ana 💡 leads so far" in bob.get("/league").text
    add(ana, shared_link(bob))
    assert "You 💡 lead so far" in ana.get("/league").text
    add(bob, table_of_days(bob, {"Ana": {61: 1}, "Bob": {61: 3}}))
    note = cards(bob.get("/"))[0].visible_text.replace("\N{NO-BREAK SPACE}", " ")
    assert note.endswith("Average of the last 7 days: Ana 1.00 💡, You 3.00")


def test_leaving_the_table_deletes_it_but_keeps_the_session(visitor):
    play(visitor)
    start(visitor, "Ana")
    session = visitor.cookie
    page = visitor.get("/league")
    assert "You’re in it as Ana." in page.text
    answer = visitor.post("/league/leave")
    assert answer.status_code == 303
    assert "This browser has forgotten the table." in visitor.get(answer.location).text
    assert not keeps_table(visitor)
    assert visitor.cookie == session
    assert not result_on_page(visitor.get("/"))


def test_games_of_several_boards_have_their_own_results_of_the_day(app):
    home, variant = "/boards/2", Variant(boards=2)
    ana, bob = Visitor(app), Visitor(app)
    play(ana, 2)
    answers = answers_of_day(app, variant)
    for visitor in (ana, bob):
        for word in ("vivid", *answers)[visitor is bob :]:
            visitor.guess(word, home)
    bob.get(bob.page.link("Start a table with friends"))
    answer = bob.post("/league/start", {"name": "Bob"})
    assert answer.location == f"{home}?started=1#todays-table"
    page = bob.get(home)
    assert result_on_page(page) == ["2 You"]
    link = shared_link_of(page)
    assert add(ana, link, name="Ana").location == "/league?joined=1"
    page = ana.get(home)
    table = cards(page)[0].first("./h2/a")["href"]
    assert "2 boards" in ana.get(table).first(".//title").visible_text
    carl = Visitor(app)
    assert "2 boards" in carl.get(path_of(shared_link_of(page))).first(".//title").visible_text
    add(carl, link, name="Carl")
    assert carl.get("/league").link("Play 2 boards") == home
    page = bob.get(path_of(shared_link_of(page)))
    assert "Daily 62 · 2 boards in 3" in page.text
    added = bob.post("/league/keep", {}).location
    page = bob.get(added)
    assert "2 boards" in page.first(".//title").visible_text
    rows = [row.visible_text for row in page.all(".//tbody/tr")]
    assert rows[0].startswith("1 Bob (you) 2.00 1")
    assert rows[1].startswith("2 Ana 3.00 1")
    assert rows[2] == "62 Mar 3 2 day’s best 3"
    assert 'aria-label="2: 1, 3: 0, 4: 0, 5: 0, 6: 0, 7: 0"' in page.text
    assert "Today: Bob 2, Ana 3\n" in bob.get(home).text
    assert ana.get(home).first(".//h2").visible_text == "All 2 words in 3 guesses"
    assert result_on_page(ana.get(home)) == ["2 Bob", "3 You"]
    assert result_on_page(ana.get("/")) == ["2 You", "\N{EN DASH} Bob"]


def test_shared_text_is_the_usual_text_with_a_link_to_the_table(visitor):
    play(visitor, 2)
    start(visitor, "Ana")
    page = visitor.get("/")
    texts = [field.text.partition(">")[2].splitlines() for field in page.all(".//textarea")]
    with_table, usual = texts[:2]
    assert usual[:-1] == with_table[:-2]
    assert with_table[-2] == "Add your result:"
    assert with_table[-1].startswith("http://localhost/league?table=")


def test_table_contains_neither_the_answer_nor_colors(app):
    ana = Visitor(app)
    play(ana, 3)
    start(ana, "Ana")
    answer, grid = answer_of_day(app), "00000"
    friend = Visitor(app)
    pages = [friend.get(path_of(shared_link(ana))).text, table_cookie(ana)]
    token = parse_qs(urlsplit(shared_link(ana)).query)["table"][0]
    pages.append(str(unpack(token, KEYS)))
    for text in pages:
        assert answer not in text.lower()
        assert "🟩" not in text
        assert grid not in text


def test_archive_and_random_games_do_not_show_the_table(visitor):
    start(visitor, "Ana")
    visitor.get("/daily/50")
    visitor.guess(answer_of_day(visitor.app, 50), "/daily/50")
    page = visitor.page
    assert "data-answer" in page.text
    assert "Past days don’t count for the table" in page.text
    assert not result_on_page(page)
    assert "Start a table" not in page.text
    token = visitor.begin()
    visitor.get(token)
    assert not result_on_page(visitor.page)


def test_results_of_a_forged_link_get_no_check_marks(app):
    ana = Visitor(app)
    play(ana)
    start(ana, "Ana")
    forged = Table(
        table_in(ana).games,
        {ResultKey(name, GAME, 62): {1: True} for name in ("Ana", "Eve")},
        sure=frozenset({"Ana", "Eve"}),
    )
    token, _ = pack(replace(forged, id=table_in(ana).id), b"another key")
    page = ana.get(f"/league?table={token}")
    assert "This link was changed, or made on another site." in page.text
    add(ana, f"http://localhost/league?table={token}")
    results = table_in(ana).results
    assert results[ResultKey("Eve", GAME, 62)] == {1: False}
    assert results[ResultKey("Ana", GAME, 62)] == {3: True, 1: False}
    assert "two different results" in ana.get("/").text
    assert result_on_page(ana.get("/")) == ["1 Eve", "3 You !"]
    friend = Visitor(app)
    add(friend, shared_link(ana), name="Bob")
    assert table_in(friend).results[ResultKey("Eve", GAME, 62)] == {1: False}


def test_result_typed_in_a_chat_gets_no_check_mark_in_a_kept_table(app):
    ana = Visitor(app)
    play(ana, 5)
    start(ana, "Ana")
    ana.get("/league")
    post = "Wordle-web 62 2/6\n🟩🟩🟩🟩🟩"
    chat = f"[03/03/2025, 10:00] Ana: {post}\n[03/03/2025, 10:01] Eve: {post}"
    answer = ana.post("/league", {"text": chat}, content_type="multipart/form-data")
    page = ana.get(answer.location)
    assert "Add 2 results" in page.text
    add(ana, answer.location)
    assert table_in(ana).results[ResultKey("Ana", GAME, 62)] == {5: True, 2: False}
    assert table_in(ana).results[ResultKey("Eve", GAME, 62)] == {2: False}
    assert result_on_page(ana.get("/")) == ["2 Eve", "5 You !"]


def test_new_results_list_at_most_the_four_latest_of_each_person(app, clock):
    ana, bob = Visitor(app), Visitor(app)
    start(ana, "Ana")
    start(bob, "Bob")
    values = {62: 4, 63: LOSS, 64: 2, 65: 3, 66: 5, 67: 1}
    results = {ResultKey("Bob", GAME, day): {value: True} for day, value in values.items()}
    results[ResultKey("Eve", GAME, 67)] = {6: True}
    hinted = frozenset({ResultKey("Eve", GAME, 67)})
    table = Table(
        {GAME: own_game(HOME, 1)},
        results,
        sure=frozenset({"Bob", "Eve"}),
        hinted=hinted,
        id=table_in(ana).id,
    )
    clock.forward(days=5)
    play(ana, 2)
    page = ana.get(f"/league?table={pack(table, KEYS[0])[0]}")
    lines = page.all(".//section[@aria-labelledby='kept']/p")
    assert [
        line.visible_text.replace(" :", ":").replace("\N{NO-BREAK SPACE}", " ") for line in lines
    ] == [
        "Bob: Daily 67 in 1, Daily 66 in 5, Daily 65 in 3, Daily 64 in 2, … and 2 more",
        "Eve: Daily 67 in 6 💡",
    ]


def test_two_results_of_a_person_on_two_devices_are_marked(app):
    phone, desk, bob = Visitor(app), Visitor(app), Visitor(app)
    play(phone, 3)
    play(desk, 4)
    start(phone, "Ana")
    link = shared_link(phone)
    add(desk, link, person="Ana", sure="Ana")
    add(bob, link, name="Bob")
    add(bob, shared_link(desk))
    assert table_in(bob).results == {ResultKey("Ana", GAME, 62): {3: True, 4: True}}
    assert result_on_page(play(bob, 5)) == ["4 Ana !", "5 You"]


def test_restored_game_is_in_the_table_without_a_check_mark(visitor):
    play(visitor)
    backup = visitor.get("/history/download").data
    other = Visitor(visitor.app)
    other.restore(backup)
    start(other, "Ana")
    token = parse_qs(urlsplit(shared_link(other)).query)["table"][0]
    assert list(unpack(token, KEYS)[0].results.values()) == [{3: False}]


def test_damaged_links_are_reported_and_change_nothing(visitor):
    visitor.get("/league/start")
    for table in ("", "x", "A" * 5000, "!" * 100):
        answer = visitor.post("/league/keep", {"table": table, "name": "Ana"})
        assert answer.status_code == 422
        assert "This link is damaged." in answer.text
        assert not keeps_table(visitor)


def test_thirteenth_person_is_refused(app):
    ana = Visitor(app)
    play(ana)
    start(ana, "Ana")
    names = [f"P{chr(65 + number)}" for number in range(12)]
    results = {ResultKey(name, GAME, 62): {3: True} for name in names}
    token, _ = pack(
        Table(
            table_in(ana).games or {GAME: own_game(HOME, 1)},
            results,
            sure=frozenset(names),
            id=table_in(ana).id,
        ),
        KEYS[0],
    )
    answer = add(ana, f"http://localhost/league?table={token}")
    assert answer.status_code == 422
    assert "A table has room for 12 people with short names." in answer.text
    assert not table_in(ana).results.keys() & results.keys()


def test_page_reports_that_older_days_were_dropped(make_app, clock):
    app = make_app()
    ana = Visitor(app)
    play(ana)
    start(ana, "Ana")
    clock.forward(days=40)
    play(ana, 2)
    bob = Visitor(app)
    add(bob, shared_link(ana), name="Bob")
    play(bob, 4)
    add(ana, shared_link(bob))
    page = ana.get("/league")
    assert "The days before Apr 12, 2025 have left your table." in page.text
    assert [key.number for key in table_in(ana).results] == [102, 102]


@pytest.mark.parametrize(
    "value",
    ["x", "x.y", "..", "A.QW5h.", "." * 800, "A" * 880, "A" * 4000, "AQ.QW5h.!", "\xff.QW5h."],
)
def test_unreadable_table_cookie_is_ignored_and_replaced(visitor, value):
    visitor.get("/")
    name = f"{visitor.cookie_name}-table"
    visitor.client.set_cookie(name, value)
    page = play(visitor)
    assert page.status_code == 200
    assert not result_on_page(page)
    visitor.get("/settings")
    assert "kB in this browser" not in visitor.page.text
    visitor.get("/league")
    assert "Join this table" not in visitor.page.text
    assert start(visitor, "Ana").status_code == 303
    assert result_on_page(visitor.get("/")) == ["3 You"]


class Post:
    """Links on their way to a group: some are lost, some arrive twice, and none in order."""

    def __init__(self, names: Sequence[str]) -> None:
        self.rng = random.Random(61)
        self.waiting: dict[str, list[str]] = {name: [] for name in names}
        self.unseen: dict[str, list[str]] = {name: [] for name in names}

    def send(self, link: str, sender: str) -> None:
        for name, links in self.waiting.items():
            if name != sender:
                links += [link] * self.rng.choice((0, 1, 1, 2))
                self.unseen[name].append(link)

    def take_some(self, name: str) -> list[str]:
        links = self.waiting[name]
        self.rng.shuffle(links)
        taken = [links.pop() for _ in range(self.rng.randrange(len(links) + 1))]
        self.unseen[name] = [link for link in self.unseen[name] if link not in taken]
        return taken


def test_five_kept_tables_converge_despite_lost_and_repeated_links(make_app, clock):
    clock.now = datetime(2025, 3, 1, 12, tzinfo=UTC)
    app, names = make_app(), ["Ana", "Bob", "Cem", "Dora", "Opa Franz"]
    people, post = {name: Visitor(app) for name in names}, Post(names)
    by_hand: dict[ResultKey, dict[int, bool]] = {}
    start(people["Ana"], "Ana")
    play(people["Ana"], 4)
    by_hand[ResultKey("Ana", GAME, 60)] = {4: True}
    for name in names[1:]:
        add(people[name], shared_link(people["Ana"]), name=name)
    for day in range(60, 91):
        for name in post.rng.sample(names, k=post.rng.choice((3, 4, 5, 5))):
            if ResultKey(name, GAME, day) in by_hand:
                continue
            guesses = post.rng.choice((LOSS, 2, 3, 3, 4, 4, 5, 6))
            by_hand[ResultKey(name, GAME, day)] = {guesses: True}
            play(people[name], guesses)
            link = shared_link(people[name])
            assert len(link) <= 400
            post.send(link, name)
        for name in names:
            for link in post.take_some(name):
                keep(people[name], link)
        clock.forward(days=1)
    clock.forward(days=-1)
    for name in names:
        for link in post.rng.sample(post.unseen[name], k=len(post.unseen[name])):
            keep(people[name], link)
        whole = f"{people[name].cookie_name}-table={table_cookie(people[name])}"
        assert len(whole) <= MAX_TABLE_BYTES
        assert table_in(people[name]).results == by_hand
        assert not table_in(people[name]).cut


@pytest.mark.parametrize("hard", [HardMode.OFF, HardMode.ON])
@pytest.mark.parametrize("is_hinted", [False, True])
def test_hint_and_hard_mode_are_marked_after_the_game_and_in_the_table(app, hard, is_hinted):
    ana, bob = Visitor(app), Visitor(app)
    game = Game(answer_of_day(app), (answer_of_day(app),), hard, hint_count=int(is_hinted))
    ana.remember(History().with_record(record_of("daily/62", game, 62)))
    start(ana, "Ana")
    add(bob, shared_link(ana), name="Bob")
    in_card = cards(ana.get("/"))[0].all(".//span[@role='img']")
    in_table = bob.get("/league").all(".//td/sup")
    for shown in (in_card, in_table):
        labels = [mark["aria-label"] for mark in shown]
        assert labels == ["hard mode"] * bool(hard) + ["with a hint"] * is_hinted
    for cell in bob.page.all(".//td[sup]"):
        value, *marks = cell.visible_text.split(" ")  # a screen reader joins what no space divides
        assert (value.isdecimal(), marks) == (True, ["*"] * bool(hard) + ["💡"] * is_hinted)
    legend = " · ".join(["💡 with a hint"] * is_hinted + ["* hard mode"] * bool(hard))
    lines = [line.visible_text for line in bob.page.of_class("small") if line.visible_text]
    assert [line for line in lines if line[0] in "💡*"] == [legend] * bool(legend)


@pytest.mark.parametrize(
    ("others", "line"),
    [
        ({}, ""),
        ({"Bob": 4}, "Average of the last 7 days: Bob 4.00, You 6.00"),
        (
            {"Bob": 4, "Cem": 2, "Eve": 0},
            "Average of the last 7 days: Cem 2.00, Bob 4.00, You 6.00, Eve 7.00",
        ),
        (
            dict(zip("BCDEF", (2, 3, 4, 4, 0), strict=True)),
            "Average of the last 7 days: B 2.00, C 3.00, D 4.00, E 4.00, You 6.00, F 7.00",
        ),
    ],
)
def test_weekly_line_names_everybody(visitor, others, line):
    play(visitor, 6)
    start(visitor, "Ana")
    days = {name: {61: value, 62: value} for name, value in {**others, "Ana": 6}.items()}
    add(visitor, table_of_days(visitor, {name: {62: value[62]} for name, value in days.items()}))
    first_day = visitor.get("/")
    assert "Average" not in cards(first_day)[0].visible_text  # it would repeat the results
    add(visitor, table_of_days(visitor, days))
    page = visitor.get("/")
    visible_text = cards(page)[0].visible_text
    assert visible_text.replace("\N{NO-BREAK SPACE}", " ").endswith(
        line or "in the links that they send you."
    )
    assert len(result_on_page(page)) == 1 + len(others)


def test_equal_results_share_a_line_and_missing_results_come_last(visitor):
    play(visitor, 4)
    start(visitor, "Ana", group="Family")
    game = table_in(visitor).games[GAME]
    values = {"Bob": (62, 4), "Cem": (62, 0), "Dora": (61, 2), "Eve": (62, 3)}
    results = {ResultKey(name, GAME, day): {value: True} for name, (day, value) in values.items()}
    table = Table({GAME: game}, results, sure=frozenset(values), id=table_in(visitor).id)
    add(visitor, f"http://localhost/league?table={pack(table, KEYS[0])[0]}")
    card = cards(visitor.get("/"))[0]
    rows = [
        row.visible_text.replace(" ,", ",").replace("\N{EN DASH}", "-")
        for row in card.all("./ul/li")
    ]
    assert rows == ["3 Eve", "4 You, Bob", "X Cem", "- Dora"]
    assert card.first("./h2").visible_text == "Family Results of 4 of 5"
    labels = [mark["aria-label"] for mark in card.all(".//span[@role='img']")]
    assert labels == ["not solved", "no result yet"]


def test_expired_forms_are_redisplayed_and_change_nothing(app):
    ana, bob = Visitor(app), Visitor(app)
    play(ana)
    ana.get("/league/start")
    answer = ana.post("/league/start", {"name": "Ana", "csrf_token": "x"})
    assert (answer.status_code, answer.first(".//input[@name='name']")["value"]) == (400, "Ana")
    start(ana, "Ana", group="Family")
    answer = add(bob, shared_link(ana), name="Bob", csrf_token="x")
    assert answer.status_code == 400
    assert answer.first(".//h1").visible_text == "Family"
    assert "This form expired." in answer.first(".//section[@aria-labelledby='kept']").visible_text
    assert not keeps_table(bob)
    ana.get("/league")
    assert ana.post("/league/leave", {"csrf_token": "x"}).status_code == 400
    assert table_in(ana).results


def test_form_sent_twice_keeps_the_first_table(visitor):
    play(visitor)
    visitor.get("/league/start")
    for name, address in (("Ana", "/?started=1#todays-table"), ("Eve", "/#todays-table")):
        answer = visitor.post("/league/start", {"name": name})
        assert (answer.status_code, answer.location) == (303, address)
    assert "You’re in it as Ana." in visitor.get("/league").text


@pytest.mark.parametrize("game", ["xx/", "xx/boards/4/", "//evil.example", "boards/3/", "x" * 9000])
def test_starting_a_table_redirects_only_to_games_of_this_site(visitor, game):
    play(visitor)
    visitor.get("/league/start")
    answer = visitor.post("/league/start", {"name": "Ana", "game": game})
    assert (answer.status_code, answer.location) == (303, "/?started=1#todays-table")


def test_styles_of_the_table_are_loaded_only_by_browsers_with_a_table(app):
    ana, bob = Visitor(app), Visitor(app)
    start(ana, "Ana")
    for visitor, count in ((ana, 3), (bob, 1)):
        page = visitor.get("/")
        assert len(page.all(".//link[@rel='stylesheet']")) == count
        assert not page.all(".//link[@media='(min-width: 79rem)']")


@pytest.mark.parametrize(
    ("group", "by", "text"),
    [
        ("Family", "Ana", "Join Ana in Family"),
        ("", "Ana", "Join Ana’s table with friends"),
        ("Family", "", "Join Family"),
        ("", "", "Join the table with friends"),
    ],
)
def test_invitation_is_shown_after_the_game_until_accepted(app, group, by, text):
    ana, bob = Visitor(app), Visitor(app)
    play(ana, 4)
    start(ana, "Ana")
    token = parse_qs(urlsplit(shared_link(ana)).query)["table"][0]
    bob.get(f"/league?table={token}&group={group}&by={by}")
    page = play(bob, 3)
    assert "Past days don’t count" not in page.text
    [link] = invitations(page)
    assert link.visible_text == text
    primary = page.all(".//div[@class='result-line']//*[@data-kind='primary']")
    assert [button.visible_text for button in primary] == [text]
    assert bob.get(link["href"]).all(".//form[@action='/league/keep']")
    answer = bob.post("/league/keep", {"name": "Bob"})
    assert answer.status_code == 303
    page = bob.get("/")
    assert result_on_page(page) == ["3 You", "4 Ana"]
    assert not invitations(page)


def invitations(page: Answer) -> list[Part]:
    links = page.all(".//div[@class='result-line']/a")
    return [link for link in links if link["href"].startswith("/league?table=")]


@pytest.mark.parametrize(
    ("group", "by", "heading", "label"),
    [
        ("Family", "Ana", "Ana invites you", "Join Family"),
        ("", "", "Join in", "Join this table"),
    ],
)
def test_league_page_shows_the_waiting_invitation(app, group, by, heading, label):
    ana, bob = Visitor(app), Visitor(app)
    play(ana, 4)
    start(ana, "Ana")
    assert not bob.get("/league").all(".//section[@aria-labelledby='invited']")
    token = parse_qs(urlsplit(shared_link(ana)).query)["table"][0]
    bob.get(f"/league?table={token}&group={group}&by={by}")
    page = bob.get("/league")
    [card] = page.all(".//section[@aria-labelledby='invited']")
    assert card.first(".//h2").visible_text == heading
    primary = page.all(".//main//*[@data-kind='primary']")
    assert [button.visible_text for button in primary] == [label]
    assert bob.get(page.link(label)).all(".//form[@action='/league/keep']")
    bob.post("/league/keep", {"table": token, "name": "Bob"})
    assert label not in bob.get("/league").text


def test_invitation_ends_after_a_day_or_when_the_visitor_starts_a_table(app, clock):
    ana, bob, cem = Visitor(app), Visitor(app), Visitor(app)
    play(ana, 4)
    start(ana, "Ana", group="Family")
    link = path_of(shared_link(ana))
    for friend in (bob, cem):
        friend.get(link)
    start(cem, "Cem")
    assert "invites you" not in play(cem, 3).text
    assert result_on_page(cem.get("/")) == ["3 You"]
    clock.forward(days=1)
    assert "Join Ana in Family" in play(bob, 3).text
    bob.get("/daily/50")
    assert "invites you" not in bob.guess(answer_of_day(app, 50), "/daily/50").text
    clock.forward(days=1)
    assert "invites you" not in play(bob, 3).text


@pytest.mark.parametrize(
    "value",
    ["i", "i.", "i....", "i.62.A.!.!", "i.62.A._w.QQ", f"i.{'6' * 700}.A.QQ.QQ", "i.99.A.QQ.QQ"],
)
def test_damaged_invitation_is_ignored(visitor, value):
    visitor.get("/")
    visitor.client.set_cookie(f"{visitor.cookie_name}-table", value)
    page = play(visitor)
    assert page.status_code == 200
    assert not invitations(page)
    assert start(visitor, "Ana").status_code == 303
    assert result_on_page(visitor.get("/")) == ["3 You"]


def test_opening_the_link_of_another_table_does_not_replace_the_kept_table(app):
    ana, other = Visitor(app), Visitor(app)
    for visitor in (ana, other):
        play(visitor, 4)
        start(visitor, "Ana")
    before = table_cookie(ana)
    ana.get(path_of(shared_link(other)))
    assert table_cookie(ana) == before


def edit(visitor: Visitor, **fields: str) -> Answer:
    """Send one of the forms that edit the table, without the fields of the other forms."""
    token = visitor.get("/league").fields["csrf_token"]
    return visitor.open("/league/edit", method="POST", data={"csrf_token": token, **fields})


def friends(app, *names: str) -> list[Visitor]:
    """Return people who have played today and keep one table; the first has all results."""
    first, *others = people = [Visitor(app) for _ in names]
    play(first, 4)
    start(first, names[0], group="Family")
    for name, friend in zip(names[1:], others, strict=True):
        add(friend, shared_link(first), name=name)
        play(friend, 3)
        add(first, shared_link(friend))
    return people


def people_in(visitor: Visitor) -> set[str]:
    return {key.person for key in table_in(visitor).results}


@pytest.mark.parametrize(
    ("fields", "group", "people"),
    [
        ({"title": "Work"}, "Work", {"Ana", "Bob", "Cem"}),
        ({"title": ""}, "", {"Ana", "Bob", "Cem"}),
        ({"name": "Cem", "same": "Bob", "sure": "1"}, "Family", {"Ana", "Bob"}),
        ({"name": "Cem", "same": "Ana", "sure": "1"}, "Family", {"Ana", "Bob"}),
        ({"name": "Cem"}, "Family", {"Ana", "Bob"}),
        ({"name": "Ana"}, "Family", {"Ana", "Bob", "Cem"}),
        ({}, "Family", {"Ana", "Bob", "Cem"}),
    ],
)
def test_every_edit_of_a_kept_table_survives_links_from_friends_and_is_shared(
    app, fields, group, people
):
    ana, bob, cem = friends(app, "Ana", "Bob", "Cem")
    answer = edit(ana, **fields)
    assert (answer.status_code, answer.location) == (303, "/league?saved=1")
    assert "Saved." in ana.get(answer.location).text
    add(ana, shared_link(cem))
    add(ana, shared_link(bob))
    assert people_in(ana) == people
    assert ana.get("/league").first(".//h1").visible_text == (group or "Your table")
    link = shared_link_of(ana.get("/league"))
    assert parse_qs(urlsplit(link).query).get("group", [""]) == [group]
    token = parse_qs(urlsplit(link).query)["table"][0]
    assert {key.person for key in unpack(token, KEYS)[0].results} == people


def test_kept_table_offers_only_edits_that_it_stores(app):
    ana, _ = friends(app, "Ana", "Bob")
    page = ana.get("/league")
    names = {element.visible_text for element in page.all(".//summary")}
    assert {"Edit the table", "Change your name"} <= names
    assert "Names" not in names
    fields = page.all(".//form[@method='get']//input")
    assert not {"same", "out", "group"} & {
        field["name"] for field in fields if field["name"] and field["type"] != "hidden"
    }
    for name, people in (("name", ["", "Bob"]), ("same", ["", "Ana", "Bob"])):
        [select] = page.all(f".//select[@name='{name}'][@required]")
        choices = select.all("./option")
        assert [choice["value"] for choice in choices] == people
        assert choices[0].visible_text == "Choose…"
        assert not select.all("./option[@selected]")


def test_two_names_are_merged_only_after_a_confirmation(app):
    ana, _, _ = friends(app, "Ana", "Bob", "Cem")
    before = table_cookie(ana)
    page = edit(ana, name="Cem", same="Bob")
    assert page.status_code == 422
    form = page.first(".//details[@open]//form[@id='merge']")
    question = "Cem’s results will count for Bob. This can’t be undone."
    assert form.first(".//p[@role='alert']").visible_text == question
    assert form.first(".//button").visible_text == "Merge"
    assert form.first(".//a").visible_text == "Cancel"
    assert not form.all(".//select")
    assert table_cookie(ana) == before
    page = ana.get(form.first(".//a")["href"])
    assert page.first(".//form[@id='merge']").all(".//select")
    sent = {field["name"]: field["value"] for field in form.all(".//input")}
    assert ana.open("/league/edit", method="POST", data=sent).status_code == 303
    assert people_in(ana) == {"Ana", "Bob"}


@pytest.mark.parametrize("sure", ["", "1"])
@pytest.mark.parametrize(
    ("name", "same"),
    [("", ""), ("Bob", ""), ("", "Bob"), ("Bob", "Bob"), ("Ana", "Bob"), ("Eve", "Bob")],
)
def test_merging_empty_or_equal_names_is_refused_and_keeps_the_choice(app, name, same, sure):
    ana, _, _ = friends(app, "Ana", "Bob", "Cem")
    before = table_cookie(ana)
    page = edit(ana, name=name, same=same, sure=sure)
    assert page.status_code == 422
    fold = page.first(".//details[@open]")
    assert fold.first(".//p[@role='alert']").visible_text == "Choose two different names."
    chosen = [option["value"] for option in fold.all(".//option[@selected]")]
    assert chosen == [text for text in (name, same) if text == "Bob"]
    assert page.first(".//input[@id='other-name']")["value"] == "Ana"
    assert table_cookie(ana) == before


def test_excluded_person_stays_out_until_added_back(app):
    ana, bob, cem = friends(app, "Ana", "Bob", "Cem")
    edit(ana, name="Cem")
    page = ana.get(path_of(shared_link(cem)))
    assert not page.all(".//section[@aria-labelledby='kept']")
    add(bob, shared_link(ana))
    add(bob, shared_link(cem))
    assert "Cem" in people_in(bob)
    assert "Take Cem back" in ana.get("/league").text
    edit(ana, name="Cem")
    assert "Take Cem back" not in ana.get("/league").text
    add(ana, shared_link(cem))
    assert people_in(ana) == {"Ana", "Bob", "Cem"}


def test_player_can_take_the_name_of_an_excluded_person(app):
    ana, _, _ = friends(app, "Ana", "Bob", "Cem")
    edit(ana, name="Cem")
    assert rename(ana, name="Cem").status_code == 303
    assert people_in(ana) == {"Cem", "Bob"}


def test_refused_edit_says_why_and_changes_nothing(app):
    ana, _ = friends(app, "Ana", "Bob")
    for letter in "ABCDEFGHIJKLM":
        results = {ResultKey(f"P{letter}", GAME, 62): {3: True}}
        sure = frozenset({f"P{letter}"})
        token, _ = pack(
            Table({GAME: own_game(HOME, 1)}, results, sure=sure, id=table_in(ana).id), KEYS[0]
        )
        add(ana, f"http://localhost/league?table={token}")
        before = table_cookie(ana)
        answer = edit(ana, name=f"P{letter}")
        assert (answer.status_code == 422) == (letter == "M")
    assert answer.status_code == 422
    assert "A table has room for 12 people" in answer.first(".//details[@open]").visible_text
    assert table_cookie(ana) == before
    answer = edit(ana, name="Bob", csrf_token="x")
    assert answer.status_code == 400
    assert "This form expired." in answer.first(".//details[@open]").visible_text
    assert table_cookie(ana) == before


def test_editing_without_a_table_redirects_to_the_league_page(visitor):
    answer = edit(visitor, title="Work")
    assert (answer.status_code, answer.location) == (303, "/league")
    assert not table_cookie(visitor)


def test_without_scripts_the_text_with_the_table_is_labeled_and_the_usual_text_folded(visitor):
    play(visitor, 2)
    start(visitor, "Ana")
    line = visitor.get("/").first(".//div[@class='result-line']")
    plain = line.all(".//*[@data-plain]")
    assert plain[0].visible_text == "Copy this for your friends:"
    assert plain[-1].first("./summary").visible_text == "Share without the table"
    assert plain[-1].first("./textarea")["aria-label"] == "Share without the table"
    assert line.visible_text.count("This link only works on this computer.") == 1
    assert "data-script" in visitor.page.text.partition("data-share-note")[2][:20]


def table_of_days(visitor: Visitor, results: dict[str, dict[int, int]], first: int = 1) -> str:
    """Return the address of the visitor's table with more checked results by person and day."""
    values = {
        ResultKey(name, GAME, day): {value: True}
        for name, days in results.items()
        for day, value in days.items()
    }
    games, sure = {GAME: own_game(HOME, first)}, frozenset(results)
    token, _ = pack(Table(games, values, sure=sure, id=table_in(visitor).id), KEYS[0])
    return f"/league?table={token}"


def test_weekly_line_ends_with_people_who_played_too_few_games(visitor, clock):
    clock.forward(days=1)
    play(visitor, 4)
    start(visitor, "Cem")
    add(visitor, table_of_days(visitor, {"Cem": {61: 4, 62: 4}, "Ana": {62: 3}, "Bob": {62: 0}}))
    text = cards(visitor.get("/"))[0].visible_text.replace("\N{NO-BREAK SPACE}", " ")
    assert text.endswith(
        "Average of the last 7 days: You 4.00, Ana 3.00 (1 game), Bob 7.00 (1 game)"
    )


def test_weekly_line_ranks_people_who_have_not_played_today(visitor, clock):
    """Their earlier games are as many as others have on the days that are over."""
    clock.forward(days=1)
    play(visitor, 4)
    start(visitor, "Cem")
    add(visitor, table_of_days(visitor, {"Cem": {62: 4}, "Ana": {62: 3}, "Bob": {62: 0}}))
    text = cards(visitor.get("/"))[0].visible_text.replace("\N{NO-BREAK SPACE}", " ")
    assert text.endswith("Average of the last 7 days: Ana 3.00, You 4.00, Bob 7.00")


@pytest.mark.parametrize("span", ["week", "month", "all"])
@pytest.mark.parametrize(
    ("results", "steps"),
    [
        ({"Cem": {62: 4, 63: 4}, "Ana": {62: 5, 63: 5}}, ["Cem 4.00 1", "Ana 5.00 2"]),
        ({"Cem": {62: 4, 63: 4}, "Ana": {63: 2}}, []),
        (
            {"Cem": {62: 4, 63: 4}, "Ana": {62: 5, 63: 5}, "Eve": {63: 2}},
            ["Cem 4.00 1", "Ana 5.00 2"],
        ),
    ],
)
def test_first_game_of_a_newcomer_hides_neither_leader_nor_podium(app, clock, results, steps, span):
    clock.forward(days=1)
    ana = Visitor(app)
    start(ana, "Ana")
    add(ana, table_of_days(ana, results))
    page = ana.get(f"/league?span={span}")
    assert "Cem leads " in page.text
    assert [step.visible_text for step in page.all(".//ol[@class='podium']/li")] == steps


@pytest.mark.parametrize(
    ("results", "rows"),
    [
        ({"Ana": {62: 3}, "Bob": {62: 4}}, ["Ana (you)", "Bob"]),
        ({"Bob": {62: 4}}, ["Bob", "Ana (you)"]),
    ],
)
def test_row_of_the_player_is_marked_only_in_their_own_table(visitor, results, rows):
    start(visitor, "Ana")
    link = table_of_days(visitor, results)
    stranger = Visitor(visitor.app)
    assert "(you)" not in stranger.get(link).visible_text
    assert ("Ana (you)" in names_in(visitor.get(link))) == ("Ana" in results)  # a preview
    add(visitor, link)
    assert names_in(visitor.get("/league")) == rows
    play(stranger, 4)
    start(stranger, "Ana")
    assert "(you)" not in stranger.get(link).visible_text  # she keeps another table


def names_in(page: Answer) -> list[str]:
    """Return the names in the standings."""
    return [row.visible_text for row in page.all(".//table")[0].all("./tbody/tr/th")]


@pytest.mark.parametrize(("span", "note"), [("week", False), ("month", True), ("all", True)])
def test_page_of_the_kept_table_begins_with_results_of_today(app, span, note):
    ana, ben = Visitor(app), Visitor(app)
    play(ana, 4)
    start(ana, "Ana", group="Family")
    link = shared_link(ana)
    assert not cards(ben.get(path_of(link)))  # the table of somebody else
    add(ben, link, name="Ben")
    add(ben, table_of_days(ben, {"Ana": {61: 4}}))
    page = ben.get(f"/league?span={span}")
    [card] = cards(page)
    assert card.first(".//h2/span").visible_text == "Daily 62"
    assert result_on_page(page) == ["4 Ana", "\N{EN DASH} You"]
    assert not card.all(".//a")
    play(ben, 0)
    page = ben.get(f"/league?span={span}")
    assert result_on_page(page) == ["4 Ana", "X You"]
    assert ("Average of the last 7 days:" in cards(page)[0].visible_text) == note
    ana.get(path_of(shared_link(ben)))
    assert not cards(ana.page)  # a link shows a preview
    assert "Add 2 results" in cards(ana.get("/league"))[0].visible_text


def test_results_of_today_are_on_the_page_of_their_game(app):
    ana = Visitor(app)
    variant = Variant(boards=4)
    play(ana, 4)
    for answer in answers_of_day(app, variant):
        ana.guess(answer, "/boards/4")
    start(ana, "Ana")
    keys = (own_game(HOME, 0).key, own_game(variant, 0).key)
    pages = [ana.get(f"/league?{urlencode({'game': key})}") for key in keys]
    titles = [cards(page)[0].first(".//h2/span").visible_text for page in pages]
    assert titles == ["Daily 62", "Daily 62 · 4 boards"]


def test_dates_of_recent_days_omit_the_year(visitor):
    start(visitor, "Ana")
    add(visitor, table_of_days(visitor, {"Ana": {61: 4, 62: 3}, "Bob": {61: 5, 62: 5}}))
    page = visitor.get("/league")
    assert "You lead from Mar 2 to Mar 3: 3.50 guesses on average." in page.text
    table = page.first(".//table[@class='lab-table league-days']")
    rows = [row.first("./th").visible_text for row in table.all("./tbody/tr")]
    assert rows == ["62 Mar 3", "61 Mar 2"]


def test_today_counts_as_missed_only_once_it_is_over(visitor, clock):
    clock.forward(days=1)
    start(visitor, "Cem")
    add(visitor, table_of_days(visitor, {"Ana": {62: 4, 63: 4}, "Bob": {62: 2}}))
    for mean in ("2.00", "4.50"):
        rows = visitor.get("/league?missed=1").all(".//table")[0].all("./tbody/tr")
        means = {row.first("./th").visible_text: row.all("./td")[1].visible_text for row in rows}
        assert means == {"Ana": "4.00", "Bob": mean, "Cem (you)": "\N{EN DASH}"}
        clock.forward(days=1)


@pytest.mark.parametrize(("days", "verb"), [(1, "leads"), (6, "leads"), (7, "wins"), (8, "wins")])
def test_week_is_won_after_seven_days(app, clock, days, verb):
    clock.forward(days=days)
    ana = Visitor(app)
    start(ana, "Ana")
    add(ana, table_of_days(ana, {"Cem": {62: 4, 63: 4}, "Ana": {62: 5, 63: 5}}))
    text = ana.get("/league?span=week").text
    assert f"Cem {verb} the 7 days to Mar 4: 4.00 guesses on average." in text


@pytest.mark.parametrize(
    ("days", "results", "sentence"),
    [
        (0, {"Ben": {62: 3}, "Ana": {62: 3}, "Cem": {62: 4}}, "You and Ben lead so far:"),
        (1, {"Ana": {62: 4, 63: 4}, "Cem": {62: 5}}, "You lead the 7 days to Mar 4:"),
        (7, {"Ana": {62: 4, 63: 4}, "Cem": {62: 5}}, "You win the 7 days to Mar 4:"),
        (7, {"Ben": {62: 3}, "Ana": {62: 3}, "Cem": {62: 4}}, "You and Ben share the 7 days to"),
        (1, {"Ben": {62: 3}, "Ana": {62: 4}, "Cem": {62: 4}}, "Ben leads so far:"),
    ],
)
def test_leading_player_is_addressed_on_the_page_but_named_in_the_text_to_share(
    visitor, clock, days, results, sentence
):
    clock.forward(days=days)
    start(visitor, "Ana")
    add(visitor, table_of_days(visitor, results))
    page = visitor.get("/league" + "?span=week" * ("7 days" in sentence))
    assert sentence in page.visible_text
    text = page.first(".//textarea[@aria-label='Text to share']").text
    assert "You" not in text
    assert text.count("guesses on average") == 1


@pytest.mark.parametrize(
    ("results", "marks", "lines"),
    [
        ({"Ana": {4: True}}, [], []),
        ({"Ana": {0: True}, "Bob": {2: True}}, [], []),
        ({"Ana": {0: True}, "Bob": {2: False}}, ["2 day’s best ?"], ["Not checked:", "Checked"]),
        ({"Ana": {4: True}, "Bob": {0: False}}, ["X ?"], ["Not checked:", "Checked"]),
        ({"Ana": {4: True}, "Bob": {2: False, 3: True}}, [], []),
        ({"Ana": {4: False}, "Bob": {0: False}}, [], ["These results aren’t checked."]),
    ],
)
def test_only_unchecked_results_are_marked_and_the_legend_explains_the_mark(
    visitor, results, marks, lines
):
    start(visitor, "Ana")
    table = Table(
        {GAME: own_game(HOME, 1)},
        {ResultKey(name, GAME, 62): values for name, values in results.items()},
        sure=frozenset(results),
        id=table_in(visitor).id,
    )
    add(visitor, f"/league?table={pack(table, KEYS[0])[0]}")
    page = visitor.get("/league")
    cells = [cell.visible_text for cell in page.all(".//td") if cell.all("./sup")]
    assert cells == marks
    labels = [mark["aria-label"] for mark in page.all(".//td/sup")]
    assert labels == ["not checked"] * len(marks)
    legend = ("Not checked:", "Checked:", "These results aren’t checked.")
    shown = [line for line in page.text.split("<p") if any(text in line for text in legend)]
    assert [next(text for text in lines if text in line) for line in shown] == lines


@pytest.mark.parametrize(
    ("results", "legend"),
    [
        ({"Ana": {62: 3}}, ""),
        ({"Ana": {62: 3}, "Bob": {62: 3}}, ""),
        ({"Ana": {62: 3}, "Bob": {62: 4}}, "Bold: the day’s best."),
        ({"Ana": {62: 3}, "Bob": {62: 0}}, "Bold: the day’s best."),
        ({"Ana": {62: 3}, "Bob": {63: 3}}, "A dot: no result."),
        ({"Ana": {62: 3}, "Bob": {62: 2, 63: 3}}, "Bold: the day’s best. A dot: no result."),
    ],
)
def test_legend_explains_only_marks_in_the_table(visitor, clock, results, legend):
    clock.forward(days=1)
    start(visitor, "Ana")
    add(visitor, table_of_days(visitor, results))
    page = visitor.get("/league")
    assert bool(page.all(".//td[@data-best]")) == ("Bold" in legend)
    assert ("·" in [cell.visible_text for cell in page.all(".//td")]) == ("dot" in legend)
    notes = " ".join(note.visible_text for note in page.all(".//p[@class='small quiet']"))
    assert [text in notes for text in ("Bold", "A dot")] == [
        text in legend for text in ("Bold", "A dot")
    ]
    assert legend in notes


@pytest.mark.parametrize(
    ("games", "titles"),
    [
        ([own_game(HOME, 1)], []),
        ([own_game(HOME, 1), own_game(Variant(boards=4), 1)], ["Daily word", "4 boards"]),
        (
            [own_game(HOME, 1), own_game(Variant("pt", 4), 1), own_game(Variant("pt"), 1)],
            ["Daily word", "Daily word, Portuguese", "4 boards, Portuguese"],
        ),
    ],
)
def test_games_of_a_table_are_named_only_if_there_are_several(visitor, games, titles):
    start(visitor, "Ana")
    table = Table(
        {game.key: game for game in games},
        {ResultKey("Ana", game.key, 62): {5: True} for game in games},
        sure=frozenset({"Ana"}),
        id=table_in(visitor).id,
    )
    add(visitor, f"/league?table={pack(table, KEYS[0])[0]}")
    page = visitor.get("/league")
    assert titles_of_games(page) == titles
    assert "Game: " not in page.visible_text


def titles_of_games(page: Answer) -> list[str]:
    return [link.visible_text for link in page.all(".//main//nav[@aria-label='Which game']//a")]


@pytest.mark.parametrize(
    ("other", "titles"),
    [
        (DailyGame(ABSURD, 1, 0, epoch=1), ["Daily word", "Absurd mode"]),
        (DailyGame("Wordle", 1, 6, epoch=1), ["Wordle-web", "Wordle"]),
    ],
)
def test_games_are_named_by_their_sites_only_if_there_are_several_sites(visitor, other, titles):
    games = [own_game(HOME, 1), other]
    results = {ResultKey("Ana", game.key, 62): {5: True} for game in games}
    table = Table({game.key: game for game in games}, results, sure=frozenset({"Ana"}))
    page = visitor.get(f"/league?table={pack(table, KEYS[0])[0]}")
    assert titles_of_games(page) == titles
    title = f"Join in · Table with friends · {titles[0]} · Wordle-web"
    assert page.first(".//title").visible_text == title


def test_text_of_a_table_has_a_line_for_everybody(visitor, clock):
    clock.forward(days=1)
    start(visitor, "Ana")
    add(visitor, table_of_days(visitor, {"Ana": {61: 3, 62: 3, 63: 3}, "Bob": {62: 4}}))
    page = visitor.get("/league")
    text = page.first(".//textarea[@aria-label='Text to share']").text
    assert "You lead from Mar 2 to Mar 4: 3.00 guesses on average." in page.visible_text
    assert text.strip().splitlines()[-4:-1] == [
        "Ana leads from Mar 2 to Mar 4: 3.00 guesses on average.",
        "1. Ana 3.00, 3 games",
        "\N{EN DASH} Bob 4.00, 1 game",
    ]


def test_text_of_a_table_lists_ranks_below_the_sentence_about_leaders(visitor):
    start(visitor, "Ana")
    add(visitor, table_of_days(visitor, {"Ana": {62: 4}, "Bob": {62: 3}, "Cem": {62: 0}}))
    text = visitor.get("/league").first(".//textarea[@aria-label='Text to share']").text
    assert text.strip().splitlines()[1:-1] == [
        "Bob leads so far: 3.00 guesses on average.",
        "1. Bob 3.00, 1 game",
        "2. Ana 4.00, 1 game",
        "3. Cem 7.00, 1 game",
    ]


def test_text_to_copy_has_a_heading_below_the_standings(visitor):
    play(visitor, 4)
    start(visitor, "Ana")
    page = visitor.get("/league")
    section = page.first(".//section[@aria-labelledby='to-copy']")
    assert section.first("./h2").visible_text == "Share the table"
    copied, shared = (
        part.first(".//textarea").text.partition(">")[2]
        for part in (section, page.first(".//section[@data-enhance='share']"))
    )
    assert copied == shared
    order = [page.text.index(text) for text in ("</thead>", 'id="to-copy"', "Edit the table")]
    assert order == sorted(order)


def waiting_lines(page: Answer) -> list[str]:
    """Return the lines of the form that adds results of opened links."""
    forms = page.all(WAITING)
    return [line.visible_text.replace(" :", ":") for form in forms for line in form.all(".//p")]


def add_waiting(visitor: Visitor, page: str = "/", **fields: str) -> Answer:
    """Send the form that adds waiting results at the end of today's game or on another page."""
    form = visitor.get(page).first(WAITING)
    sent = {field["name"]: field["value"] for field in form.all(".//input")} | fields
    return visitor.open(form["action"], method="POST", data=sent)


def family(app) -> tuple[Visitor, Visitor, Visitor]:
    """Return members of a table: Ana and Ben, who have played, and Cem, who has Eve's result only.

    Eve's result is from the day before.
    """
    ana, ben, cem = people = Visitor(app), Visitor(app), Visitor(app)
    start(ana, "Ana", group="Family")
    play(ana, 4)
    link = shared_link(ana)
    add(ben, link, name="Ben")
    unplayed = {GAME: own_game(HOME, 1)}, {ResultKey("Eve", GAME, 61): {2: False}}
    token, _ = pack(Table(*unplayed, sure=frozenset({"Eve"}), id=table_in(ana).id), KEYS[0])
    add(cem, f"/league?table={token}", name="Cem")
    play(ben, 3)
    return people


def test_results_of_an_opened_link_are_offered_after_the_game(app):
    ana, ben, cem = family(app)
    cem.get(path_of(shared_link(ben)))
    before = table_in(cem).results
    page = play(cem, 5)
    assert result_on_page(page) == ["5 You", "\N{EN DASH} Eve"]
    assert waiting_lines(page) == [
        "New in the link that you opened:",
        "Ana: Daily 62 in 4",
        "Ben: Daily 62 in 3",
        "Add 2 results",
    ]
    assert table_in(cem).results == before  # the table doesn't change before the button is pressed
    answer = add_waiting(cem)
    assert (answer.status_code, answer.location) == (303, "/?added=2#todays-table")
    page = cem.get(answer.location)
    assert news(page) == "2 results added."
    assert result_on_page(page) == ["3 Ben", "4 Ana", "5 You", "\N{EN DASH} Eve"]
    assert not waiting_lines(page)
    assert table_in(cem).results[ResultKey("Ben", GAME, 62)] == {3: True}
    add(ana, shared_link(cem))
    assert len(result_on_page(ana.get("/"))) == 4


@pytest.mark.parametrize(
    ("game", "location"),
    [("", "/"), ("boards/2/", "/boards/2"), ("boards/3/", "/"), ("//evil.example", "/")],
)
def test_adding_waiting_results_leads_back_to_the_game(app, game, location):
    _, ben, cem = family(app)
    cem.get(path_of(shared_link(ben)))
    play(cem, 5)
    assert add_waiting(cem, game=game).location == f"{location}?added=2#todays-table"


def test_ignored_results_are_neither_added_nor_offered_again(app):
    _, ben, cem = family(app)
    link = path_of(shared_link(ben))
    cem.get(link)
    play(cem, 5)
    before = table_in(cem)
    answer = add_waiting(cem, ignore="1")
    assert (answer.status_code, answer.location) == (303, "/#todays-table")
    assert not waiting_lines(cem.get("/"))
    assert table_in(cem) == before
    cem.get(link)  # opening the link again is a new offer
    assert waiting_lines(cem.get("/"))[-1] == "Add 2 results"


def test_waiting_results_say_that_they_rename_the_player(app):
    _, ben, cem = family(app)
    play(cem, 5)
    add(ben, shared_link(cem))
    edit(ben, name="Cem", same="Eve", sure="1")
    cem.get(path_of(shared_link(ben)))
    page = cem.get("/")
    assert waiting_lines(page)[-2:] == ["Cem is now called Eve.", "Add 2 results"]
    add_waiting(cem)
    assert "You’re in this table as Eve." in cem.get("/league").text


def test_results_of_several_opened_links_wait_together(app):
    ana, ben, cem = family(app)
    for friend in (ana, ben, ana):
        cem.get(path_of(shared_link(friend)))
    assert waiting_lines(play(cem, 5))[-1] == "Add 2 results"
    add(cem, shared_link(ana))
    assert waiting_lines(cem.get("/"))[1:] == ["Ben: Daily 62 in 3", "Add 1 result"]
    edit(cem, title="Friends")
    assert waiting_lines(cem.get("/"))[1:] == ["Ben: Daily 62 in 3", "Add 1 result"]
    add(cem, shared_link(ben))
    assert not waiting_lines(cem.get("/"))
    assert table_cookie(cem).count(".") == 2


@pytest.mark.parametrize("waiting", [(1,), (4,), (1, 4)])
@pytest.mark.parametrize("count", [1, 4])
def test_waiting_results_of_other_games_are_listed_separately(app, count, waiting):
    _, _, cem = family(app)
    variants = {1: HOME, 4: Variant(boards=4)}
    games = {number: own_game(variants[number], 1) for number in waiting}
    lines = {1: "Ben: Daily 61 not solved", 4: "Ben: Daily 61 · 4 boards not solved"}
    values = {ResultKey("Ben", game.key, 61): {LOSS: True} for game in games.values()}
    table = Table(
        {game.key: game for game in games.values()},
        values,
        sure=frozenset({"Ben"}),
        id=table_in(cem).id,
    )
    cem.get(f"/league?table={pack(table, KEYS[0])[0]}")
    home = "/" if count == 1 else "/boards/4"
    for answer in answers_of_day(app, variants[count]):
        cem.guess(answer, home)
    expected = []
    if count in waiting:
        expected += ["New in the link that you opened:", lines[count]]
    if others := [lines[number] for number in waiting if number != count]:
        expected += ["New for other games, in the link that you opened:", *others]
    button = "Add 1 result" if len(waiting) == 1 else "Add 2 results"
    assert waiting_lines(cem.get(home)) == [*expected, button]
    form = cem.page.first(WAITING)
    sent = {field["name"]: field["value"] for field in form.all(".//input")}
    answer = cem.open("/league/add", method="POST", data=sent)
    assert answer.location == f"{home}?added={len(waiting)}#todays-table"
    assert not waiting_lines(cem.get(home))
    assert values.items() <= table_in(cem).results.items()


def test_waiting_results_that_conflict_are_marked_before_and_after_they_are_added(app):
    _, ben, cem = family(app)
    add(cem, shared_link(ben))
    token, _ = pack(
        Table(
            {GAME: own_game(HOME, 1)},
            {ResultKey(name, GAME, 62): {2: False} for name in ("Ben", "Cem")},
            sure=frozenset({"Ben", "Cem"}),
            id=table_in(cem).id,
        ),
        b"another key of 32 bytes or longer",
    )
    play(cem, 5)
    cem.get(f"/league?table={token}")
    assert waiting_lines(cem.get("/"))[1:] == [
        "! Ben: another result for Daily 62 (3 and 2)",
        "! Cem: another result for Daily 62 (5 and 2)",
        "Add 2 results",
    ]
    add_waiting(cem)
    assert result_on_page(cem.get("/"))[:3] == ["3 Ben !", "4 Ana", "5 You !"]
    assert table_in(cem).results[ResultKey("Ben", GAME, 62)] == {3: True, 2: False}


def test_waiting_results_expire_after_a_day_and_with_the_table(app, clock):
    _, ben, cem = family(app)
    link = path_of(shared_link(ben))
    cem.get(link)
    clock.forward(days=1)
    assert waiting_lines(play(cem, 5))[-1] == "Add 2 results"
    clock.forward(days=1)
    assert not waiting_lines(play(cem, 5))
    cem.get(link)
    assert waiting_lines(cem.get("/"))
    cem.get("/league")
    cem.post("/league/leave")
    start(cem, "Cem")
    assert not waiting_lines(cem.get("/"))


def test_results_of_an_excluded_person_do_not_wait(app):
    ana, ben, cem = family(app)
    add(cem, shared_link(ana))
    edit(cem, name="Ben")
    cem.get(path_of(shared_link(ben)))
    play(cem, 5)
    assert waiting_lines(cem.get("/"))[1:] == ["Ben: Daily 62 in 3", "Add 1 result"]
    add(cem, shared_link(ben))
    edit(cem, name="Ben")
    cem.get(path_of(shared_link(ben)))
    assert not waiting_lines(cem.get("/"))


@pytest.mark.parametrize(
    "waiting", ["", ".", "..", ".62.A", ".62.!", ".x.A", f".{'6' * 700}.A", ".62"]
)
def test_damaged_waiting_results_are_ignored(app, waiting):
    *_, cem = family(app)
    play(cem, 5)
    kept = table_cookie(cem)
    cem.client.set_cookie(f"{cem.cookie_name}-table", kept + waiting)
    page = cem.get("/")
    assert not waiting_lines(page)
    if len(waiting) < 700:  # a longer cookie isn't read at all
        assert result_on_page(page) == ["5 You", "\N{EN DASH} Eve"]
    token = cem.get("/settings").fields["csrf_token"]
    answer = cem.open("/league/add", method="POST", data={"csrf_token": token, "game": ""})
    assert answer.status_code == 303


def test_waiting_results_do_not_change_a_full_table(app):
    ana, ben, cem = family(app)
    numbers = range(40, 63)
    names = [f"Person with a long name {place}" for place in range(9)]
    results = {
        ResultKey(name, GAME, day): {(day * place) % 6 + 1: False}
        for place, name in enumerate(names, 3)
        for day in numbers
    }
    table = Table({GAME: own_game(HOME, 1)}, results, sure=frozenset(names), id=table_in(ana).id)
    token, _ = pack(table, KEYS[0])
    add(cem, f"/league?table={token}")
    before = table_in(cem)
    cem.get(path_of(shared_link(ben)))
    assert table_in(cem) == before
    assert len(f"{cem.cookie_name}-table={table_cookie(cem)}") <= MAX_TABLE_BYTES


def test_expired_form_of_waiting_results_shows_the_game_and_changes_nothing(app):
    _, ben, cem = family(app)
    cem.get(path_of(shared_link(ben)))
    play(cem, 5)
    answer = add_waiting(cem, csrf_token="x")
    assert answer.status_code == 400
    assert "This form expired. Send it again." in answer.text
    assert waiting_lines(answer)[-1] == "Add 2 results"


def test_results_of_an_opened_link_are_offered_on_the_page_of_the_table(app):
    _, ben, cem = family(app)
    cem.get(path_of(shared_link(ben)))
    page = cem.get("/league")
    lines = [
        "New in the link that you opened:",
        "Ana: Daily 62 in 4",
        "Ben: Daily 62 in 3",
        "Add 2 results",
    ]
    assert waiting_lines(page) == lines
    answer = add_waiting(cem, "/league", csrf_token="x")
    assert answer.status_code == 400
    assert "This form expired. Send it again." in answer.text
    assert waiting_lines(answer) == lines
    answer = add_waiting(cem, "/league")
    assert (answer.status_code, answer.location) == (303, "/league?added=2")
    page = cem.get(answer.location)
    assert "2 results added." in page.text
    assert not waiting_lines(page)
    assert result_on_page(page)[:2] == ["3 Ben", "4 Ana"]


def link_of(visitor: Visitor, person: str, game: DailyGame) -> str:
    """Return a link to the table of a visitor with an unsolved game of a friend."""
    results = {ResultKey(person, game.key, 61): {LOSS: False}}
    table = Table({game.key: game}, results, sure=frozenset({person}), id=table_in(visitor).id)
    return f"/league?table={pack(table, KEYS[0])[0]}"


@pytest.mark.parametrize("has_results", [True, False])
def test_waiting_results_can_be_ignored_on_a_page_without_results_of_today(app, has_results):
    """The table has no results, or only those of a game that this site doesn't offer."""
    ana = Visitor(app)
    start(ana, "Ana")
    if has_results:
        add(ana, link_of(ana, "Eve", own_game(Variant("xx"), 1)))
    ana.get(link_of(ana, "Ben", own_game(HOME, 1)))
    page = ana.get("/league")
    assert not cards(page)
    assert waiting_lines(page)[-2:] == ["Ben: Daily 61 not solved", "Add 1 result"]
    answer = add_waiting(ana, "/league", ignore="1")
    assert (answer.status_code, answer.location) == (303, "/league")
    assert not waiting_lines(ana.get("/league"))
    assert people_in(ana) == ({"Eve"} if has_results else set())


def test_page_with_waiting_results_does_not_say_that_only_the_player_is_here(app):
    ana = Visitor(app)
    start(ana, "Ana")
    play(ana, 4)
    ana.get(link_of(ana, "Ben", own_game(HOME, 1)))
    for address in ("/", "/league"):
        page = ana.get(address)
        assert waiting_lines(page)[-1] == "Add 1 result"
        assert "Only you are here so far." not in page.text
    add_waiting(ana, ignore="1")
    for address in ("/", "/league"):
        assert "Only you are here so far." in ana.get(address).text


def test_adding_waiting_results_after_leaving_the_table_redirects_to_the_league_page(app):
    _, ben, cem = family(app)
    cem.get(path_of(shared_link(ben)))
    form = cem.get("/league").first(WAITING)
    sent = {field["name"]: field["value"] for field in form.all(".//input")}
    cem.post("/league/leave")
    assert cem.open(form["action"], method="POST", data=sent).location == "/league"


def test_adding_waiting_results_of_too_many_people_redirects_to_their_link(app):
    ana, ben, cem = family(app)
    cem.get(path_of(shared_link(ben)))
    play(cem, 5)
    page = cem.get("/")
    names = frozenset(f"P{place}" for place in range(9))
    results = {ResultKey(name, GAME, 62): {4: False} for name in names}
    token, _ = pack(
        Table({GAME: own_game(HOME, 1)}, results, sure=names, id=table_in(ana).id), KEYS[0]
    )
    waiting = page.first(WAITING)
    fields = {field["name"]: field["value"] for field in waiting.all(".//input")}
    add(cem, f"/league?table={token}")
    assert len(people_in(cem)) == 11
    answer = cem.open("/league/add", method="POST", data=fields)
    assert answer.location.startswith("/league?table=")
    assert cem.get(answer.location).all(".//form[@action='/league/keep']")
    assert len(people_in(cem)) == 11


def paste(visitor: Visitor, text: str) -> Answer:
    """Paste a text into the form of the kept table, and return the resulting page."""
    page = visitor.get("/league")
    form = page.first(".//form[@action='/league']")
    sent = {field["name"]: field["value"] for field in form.all(".//input") if field["value"]}
    answer = visitor.open("/league", method="POST", data={**sent, "text": text})
    assert answer.status_code == 303, answer.first(".//main").visible_text
    return visitor.get(answer.location)


def message_of(visitor: Visitor) -> str:
    """Return the message with the table that the end of today's game shares."""
    return unescape(visitor.get("/").first(".//textarea").text)


HEADERS = ["Hi!\n", "[03/03/2025, 12:00:01] Mum: ", "03.03.25, 12:00 - Mum: ", "Mum: "]


@pytest.mark.parametrize(
    ("language", "header", "group"),
    [
        *((language, "", "Family") for language in ("en", "de", "es", "fr", "pt-BR")),
        *(("en", "", group) for group in ("", "Ana", "Ana & Co: 3/6")),
        *(("en", header, group) for header in HEADERS for group in ("Family", "Ana & Co: 3/6")),
    ],
)
def test_only_the_link_of_a_pasted_message_is_read(app, language, header, group):
    ana, ben = Visitor(app), Visitor(app)
    for visitor in (ana, ben):
        visitor.headers["Accept-Language"] = language
    start(ana, "Ana", group=group)
    play(ana, 4)
    add(ben, re.findall(r"http\S+/league\?\S+", message_of(ana))[0], name="Ben")
    play(ben, 3)
    message = message_of(ben)
    page = paste(ana, header + message)
    assert not page.all(".//*[@id='unsure']") + page.all(".//*[@id='asked']")
    assert not page.all(".//*[@class='notice']")
    [form] = page.all(".//form[@action='/league/keep']")
    sent = {field["name"]: field["value"] for field in form.all(".//input")}
    assert ana.open("/league/keep", method="POST", data=sent).location == "/league?added=1"
    assert table_in(ana).results == {
        ResultKey("Ana", GAME, 62): {4: True},
        ResultKey("Ben", GAME, 62): {3: True},
    }
    page = paste(ana, header + message)
    assert not page.all(".//*[@id='unsure']") + page.all(".//*[@id='asked']")
    assert len(table_in(ana).results) == 2


def test_pasted_chat_offers_results_of_messages_with_and_without_a_link(app):
    ana, ben, _ = family(app)
    chat = (
        f"03.03.25, 12:00 - Mum: {message_of(ben)}\n"
        "03.03.25, 12:01 - Dan: Wordle-web 62 2/6\n\n⬛⬛⬛⬛⬛\n🟩🟩🟩🟩🟩\n"
    )
    page = paste(ana, chat)
    news = page.first(".//section[@aria-labelledby='kept']").visible_text.replace(" :", ":")
    assert "Ben: Daily 62 in 3 Dan: Daily 62 in 2 Add 2 results" in news


def test_pasted_link_of_another_table_is_not_mixed_with_the_kept_table(app):
    ana, ben, _ = family(app)
    eve = Visitor(app)
    play(eve, 2)
    start(eve, "Eve", group="Work")
    before = table_in(ana).results
    page = paste(ana, message_of(eve))
    heading = page.first(".//h2[@id='kept']").visible_text.replace(" :", ":")
    assert heading == "This is another table: Work"
    page = paste(ana, message_of(eve) + "\n" + message_of(ben))
    assert page.first(".//h2[@id='kept']").visible_text == "New in this link"
    assert table_in(ana).results == before


GRID = "\n\n⬛⬛⬛⬛⬛\n🟩🟩🟩🟩🟩\n"


def questions(page: Answer) -> list[Part]:
    """Return the forms that ask for the senders of results and save the answers."""
    sections = page.all(".//section[@aria-labelledby='unsure']")
    sections += page.all(".//section[@aria-labelledby='asked']")
    return [form for part in sections for form in part.all(".//form[@method='post']")]


def answer_question(visitor: Visitor, *answers: str) -> Answer:
    """Send the form about senders with a name for each result, or press the button of a name."""
    [form] = questions(visitor.page)
    fields = form.all(".//input[@type='hidden']")
    sent: list[tuple[str, str]] = [(field["name"], field["value"]) for field in fields]
    if buttons := form.all(".//button[@name='sure']"):
        sent.append(("sure", buttons[0]["value"]))
    data: dict[str, list[str]] = {}
    for name, value in (*sent, *(("same", name) for name in answers)):
        data.setdefault(name, []).append(value)
    return visitor.open(form["action"], method="POST", data=data)


@pytest.mark.parametrize("name", ["Ben", "Dan", "Ana"])
def test_naming_the_sender_of_a_pasted_result_saves_the_result(app, name):
    ana, _, _ = family(app)
    page = paste(ana, f"Wordle-web 61 2/6{GRID}")
    assert "1 result has no clear sender. Say below whose it is." in page.text
    text = page.text
    assert text.index("<h1") < text.index('id="unsure"') < text.index("league-table")
    assert answer_question(ana, name).location == "/league?added=1"
    page = ana.get("/league?added=1")
    assert "1 result added." in page.text
    assert not questions(page)
    assert table_in(ana).results[ResultKey(name, GAME, 61)] == {2: False}
    assert "New in this link" not in page.text


def test_confirming_a_name_above_a_pasted_result_saves_the_result(app):
    ana, _, _ = family(app)
    page = paste(ana, f"Dan\nWordle-web 61 2/6{GRID}")
    assert "Are these names?" in page.text
    assert answer_question(ana).location == "/league?added=1"
    assert table_in(ana).results[ResultKey("Dan", GAME, 61)] == {2: False}


@pytest.mark.parametrize("other", ["Wordle-web 60 4/6", "Wordle 900 4/6"])
@pytest.mark.parametrize("is_named", [False, True])
def test_results_that_a_kept_table_does_not_save_stay_on_the_page(app, other, is_named):
    ana, _, _ = family(app)
    new = {ResultKey("Dan", GAME, 61): {2: False}}

    def saved() -> dict[ResultKey, Values]:
        return {key: v for key, v in table_in(ana).results.items() if key.number != 62}

    page = paste(ana, f"Wordle-web 61 2/6{GRID}{other}{GRID}")
    names = [
        ("Dan" if "61 2/6" in label.visible_text else "Dan" * is_named)
        for label in questions(page)[0].all(".//label")
    ]
    answer = answer_question(ana, *names)
    if is_named and "web" in other:
        assert answer.location == "/league?added=2"
        new[ResultKey("Dan", GAME, 60)] = {4: False}
        assert saved() == new
        return
    assert saved() == new
    page = ana.get(answer.location)
    assert "Saved." in page.text
    assert len(questions(page)) == (not is_named)
    if is_named:
        assert page.link("Wordle")
    else:
        answer_question(ana, "Eva")
        left = ResultKey("Eva", GAME, 60)
        assert (left in saved()) == ("web" in other)


def test_refused_name_of_a_sender_stays_in_its_field(app):
    ana, _, _ = family(app)
    others = {f"P{number}": {61: 3} for number in range(11)}
    add(ana, table_of_days(ana, others))
    before = table_cookie(ana)
    paste(ana, f"Wordle-web 61 2/6{GRID}")
    page = answer_question(ana, "Zoe")
    assert page.status_code == 422
    section = page.first(".//section[@aria-labelledby='unsure']")
    alert = section.first(".//p[@role='alert']").visible_text
    assert alert.startswith("A table has room for 12 people")
    assert section.first(".//input[@name='same']")["value"] == "Zoe"
    assert not page.all(".//details[@open]//p[@role='alert']")
    assert table_cookie(ana) == before


def test_refusal_of_a_name_above_a_pasted_result_is_shown_beside_the_question(app):
    ana, _, _ = family(app)
    others = {f"P{number}": {61: 3} for number in range(11)}
    add(ana, table_of_days(ana, others))
    before = table_cookie(ana)
    paste(ana, f"Zoe\nWordle-web 61 2/6{GRID}")
    page = answer_question(ana)
    assert page.status_code == 422
    [alert] = page.all(".//p[@role='alert']")
    assert alert.visible_text.startswith("A table has room for 12 people")
    section = page.first(".//section[@aria-labelledby='asked']")
    assert alert.visible_text in section.visible_text
    assert section.first(".//button[@name='sure']")["aria-label"] == "Zoe is a name"
    assert table_cookie(ana) == before


@pytest.mark.parametrize("group", ["", "Family"])
def test_today_page_has_a_line_with_the_progress_of_the_kept_table(app, group):
    ana, ben = Visitor(app), Visitor(app)
    for path in ("/today", "/today?order=in-turn"):
        assert not ana.get(path).of_class("today-table")
    start(ana, "Ana", group=group)
    play(ana, 4)
    assert not ana.get("/today").of_class("today-table")  # the table has no other people
    add(ben, shared_link(ana), name="Ben")
    assert ben.get("/today").texts("today-table") == [
        f"{group or 'Today with friends'} Results of 1 of 2"
    ]
    play(ben, 3)
    page = ben.get("/today")
    assert page.texts("today-table")[0].endswith("Results of 2 of 2")
    assert page.link(group or "Today with friends") == "/league"


def test_table_started_before_a_game_says_how_to_add_the_first_result(app):
    ana = Visitor(app)
    start(ana, "Ana", group="Family")
    page = ana.get("/league")
    assert page.first(".//h1").visible_text == "Family"
    assert "No results yet. Finish today’s word, then share it with the table." in page.text
    assert page.link("Play today’s word") == "/"
