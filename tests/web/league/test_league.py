"""The league page: a URL holds the results of a chat, and they are stored nowhere else."""

import random
import re
from datetime import date
from io import BytesIO
from typing import Any
from urllib.parse import quote_plus, urlencode

import pytest
from flask import Flask
from game.league.corpus import CHATS, GRID
from harness.visitor import Answer
from web_visitor import Visitor, answer_of_day, answers_of_day, multipart

from wordle_web.game.league.packing import pack, unpack
from wordle_web.game.league.table import DailyGame, ResultKey, Table
from wordle_web.game.puzzles.variants import Variant
from wordle_web.web import league as views
from wordle_web.web.ui.formatting import short_date_text

CHAT = (
    f"31.12.23, 21:41 - Ana: Wordle 925 4/6{GRID}\n31.12.23, 21:50 - Bob: Wordle 925 3/6{GRID}\n"
    f"01.01.24, 21:41 - Ana: Wordle 926 X/6{GRID}\n01.01.24, 22:00 - Bob: Daily Tile 12 3/6{GRID}"
)
ASKED = ".//section[@aria-labelledby='unsure']//label"
UNCHECKED = ".//*[@aria-label='not checked']"
NOTHING_CHECKED = "These results aren’t checked."
MULTIPART = {"content_type": "multipart/form-data"}


def send(visitor: Visitor, text: str = "", **fields: Any) -> Answer:
    if not getattr(visitor, "page", None):
        visitor.get("/league")
    return visitor.post("/league", {"text": text, **fields}, **MULTIPART)


def table_of(visitor: Visitor, text: str = CHAT, **fields: Any) -> str:
    answer = send(visitor, text, **fields)
    assert answer.status_code == 303, answer.text
    visitor.get(answer.location)
    return str(answer.location)


def figures(page: Answer) -> list[list[str]]:
    return [row[:6] for row in page.table()[1:]] if page.all(".//table") else []


def names(page: Answer) -> list[str]:
    return [row[1] for row in figures(page)]


@pytest.mark.parametrize("is_file", [False, True])
def test_pasted_chat_and_uploaded_file_yield_standings(visitor, is_file):
    if is_file:
        table_of(visitor, "", file=(BytesIO(CHAT.encode()), "_chat.txt"))
    else:
        table_of(visitor)
    assert figures(visitor.page) == [
        ["1", "Ana", "5.50", "2", "1", "1"],
        ["\N{EN DASH}", "Bob", "3.00", "1", "1", "1"],
    ]
    assert "4 results added." in visitor.page.text
    assert "Dec 31, 2023" in visitor.page.text
    assert "A loss counts as 7 guesses." in visitor.page.text
    counts = "1: 0, 2: 0, 3: 0, 4: 1, 5: 0, 6: 0, X: 1"
    assert counts in [
        picture["aria-label"] for picture in visitor.page.all(".//td//svg[@aria-label]")
    ]
    best = [cell.visible_text for cell in visitor.page.all(".//td[@data-best]")]
    assert best == ["3 day’s best"]


def test_every_link_of_a_table_made_from_all_sample_chats_works(visitor):
    table_of(visitor, "\n".join(chat.text for chat in CHATS), day="2024-01-30")
    for link in visitor.page.links:
        if "/league?" in link.address:
            assert visitor.get(link.address).status_code == 200


def test_pages_with_names_are_not_indexed_and_nothing_is_stored(visitor, caplog):
    with caplog.at_level(0):
        address = table_of(visitor)
    page = visitor.get(address)
    assert page.headers["X-Robots-Tag"] == "noindex"
    assert '<meta name="robots" content="noindex">' in page.text
    assert "noindex" not in visitor.get("/league").text
    assert page.headers["Cache-Control"] == "no-store"
    assert set(visitor.session) <= {"csrf_token"}
    assert "table=" not in caplog.text
    assert "Ana" not in caplog.text


def test_name_of_a_league_is_only_in_its_link_and_on_its_page(visitor):
    address = table_of(visitor, group=" ~The <b> Oberhubers\u202e & friends of \n" + "x" * 40)
    name = "The \u2039b\u203a Oberhubers & friends of xxxxxxxx"
    page = visitor.page
    assert page.first(".//h1").visible_text == name
    assert "Oberhubers" not in page.first(".//head").text
    named = [link for link in page.addresses if "Oberhubers" in link]
    assert named == [link for link in page.addresses if "table=" in link]
    assert all(
        link.startswith("/league?") and f"group={quote_plus(name)}" in link for link in named
    )
    assert page.shared[0] == f"{name} · Wordle"
    assert page.shared[-1].startswith("http://localhost/league?table=")
    # The link contains the name, which is ignored if a league has a name already.
    for group, shown in (("", name), ("Us", "Us")):
        other = Visitor(visitor.app)
        table_of(other, f"look: http://localhost{address}", group=group)
        assert other.page.first(".//h1").visible_text == shown
    assert "Renamed" in visitor.get(f"{address.partition('&group')[0]}&group=Renamed").shared[0]


def test_name_of_a_league_stays_visible_when_its_chat_is_refused(visitor):
    page = send(visitor, "nothing", group="Us")
    assert page.first(".//details[@open]//input[@name='group']")["value"] == "Us"


@pytest.mark.parametrize(
    ("results", "labels", "spoken"),
    [
        ("34", "123456", "1: 0, 2: 0, 3: 1, 4: 0, 5: 0, 6: 0"),
        ("3X", "123456X", "1: 0, 2: 0, 3: 1, 4: 0, 5: 0, 6: 0, X: 0"),
        ("X4", "123456X", "1: 0, 2: 0, 3: 0, 4: 0, 5: 0, 6: 0, X: 1"),
    ],
)
def test_distribution_has_a_column_of_losses_if_somebody_lost(visitor, results, labels, spoken):
    pairs = zip(("Ana", "Bob"), results, strict=True)
    table_of(visitor, "\n".join(f"05.01.24, 21:41 - {name}: Wordle 930 {n}/6" for name, n in pairs))
    page = visitor.page
    assert page.first(".//thead//svg").visible_text.replace(" ", "") == labels
    own = next(row for row in page.all(".//tbody/tr") if "Ana" in row.visible_text)
    assert own.first(".//svg")["aria-label"] == spoken


def test_league_page_shows_a_leader_or_winner_a_podium_and_a_chart(visitor):
    wins = [("Ana", "28.12.23", 922, 2), ("Bob", "28.12.23", 922, 5), ("Ana", "05.01.24", 930, 5)]
    wins += [("Bob", "05.01.24", 930, 3), ("Cem", "05.01.24", 930, 4), ("Eva", "05.01.24", 930, 6)]
    chat = "\n".join(f"{day}, 21:41 - {person}: Wordle {no} {n}/6" for person, day, no, n in wins)
    table_of(visitor, chat)
    leader = "Ana leads from Dec 28, 2023 to Jan 5, 2024: 3.50 guesses on average."
    assert leader in visitor.page.text
    assert visitor.page.shared[:2] == ["Wordle", leader]
    steps = visitor.page.all(".//ol[@class='podium']/li")
    assert [step.visible_text for step in steps] == ["Ana 3.50 1", "Bob 4.00 2"]
    period = ".//ol[@class='podium']/../p"
    assert visitor.page.first(period).visible_text == "30 days"
    assert visitor.get(visitor.page.link("All")).first(period).visible_text == "All results"
    pictures = visitor.page.all(".//td[7]/svg")
    late_bars = {
        picture["aria-label"]: len(picture.all(".//rect[@data-late]")) for picture in pictures
    }
    assert late_bars == {
        "Dec 28, 2023: 2.00, Jan 5, 2024: 5.00": 1,
        "Dec 28, 2023: 5.00, Jan 5, 2024: 3.00": 1,
        "Jan 5, 2024: 4.00": 1,
        "Jan 5, 2024: 6.00": 1,
    }
    heights = [[float(bar["height"]) for bar in picture.all(".//rect")] for picture in pictures]
    # The best mean has the full height, the worst mean a quarter of it.
    assert heights == [[32, 14], [14, 26], [20], [8]]
    widths = {picture["width"] for picture in visitor.page.all(".//td[6]/svg")}
    assert widths == {"76"}  # six bars: nobody lost
    week = visitor.get(visitor.page.link("7 days"))
    winner = "Bob wins the 7 days to Jan 5, 2024: 3.00 guesses on average."
    assert week.shared[:2] == ["Wordle", winner]
    assert week.first(period).visible_text == "7 days"
    assert week.first(".//ol[@class='podium']/li").visible_text == "Bob 3.00 1"
    later = "06.01.24, 21:41 - Cem: Wordle 931 2/6\n06.01.24, 21:42 - Bob: Wordle 931 3/6"
    table_of(visitor, later)
    assert (
        "Bob and Cem share the 7 days to Jan 6, 2024"
        in visitor.get(visitor.page.link("7 days")).text
    )
    month = Visitor(visitor.app)
    table_of(month, chat[chat.index("05.01.24") :])
    assert "Bob leads so far: 3.00 guesses on average." in month.page.text
    alone = Visitor(visitor.app)
    table_of(alone, "05.01.24, 21:41 - Cem: Wordle 930 4/6")
    assert "on average" not in alone.page.text


def test_unranked_results_are_counted_by_game(visitor):
    groups = "05.01.24, 21:41 - Ana: Connections\nPuzzle #208\n🟨🟨🟨🟨\n🟩🟩🟩🟩"
    other = "05.01.24, 21:42 - Bob: Strands #12\n“Home”\n🔵🔵🟡🔵"
    says = "Not ranked, as fewer guesses aren’t known to be better: Connections (1)"
    assert says in send(visitor, groups).text
    assert "No results found" in visitor.page.text
    address = table_of(visitor, f"{groups}\n{other}\n{CHAT}")
    assert f"{says} and Strands (1)." in visitor.page.text
    assert "4 results added." in visitor.page.text
    assert not any("Strands" in link.address for link in visitor.page.links)
    odd = "&unranked=%E2%80%AE%3Cb%3E" + "&unranked=x" * 90
    assert visitor.get(address.partition("&")[0] + odd).text.count("x, ") < 9


def test_links_of_a_league_select_the_game_the_span_and_missed_days(visitor):
    address = table_of(visitor)
    assert figures(visitor.get(f"{address}&game=1+daily+tile"))[0][:3] == ["1", "Bob", "3.00"]
    missed = figures(visitor.get(f"{address}&missed=1&span=all"))
    assert missed == [["1", "Bob", "5.00", "1", "1", "1"], ["2", "Ana", "5.50", "2", "1", "1"]]
    for odd in ("game=x", "span=x", "missed=x", "added=x", "name=x&same=y", "out=x", "sure=x"):
        assert visitor.get(f"{address}&{odd}").status_code == 200


def test_links_of_concurrent_additions_are_merged(visitor):
    start, links = table_of(visitor).partition("&")[0], []
    for text in ("02.01.24, 21:41 - Eva: Wordle 927 2/6", "02.01.24, 21:41 - Cem: Wordle 927 5/6"):
        visitor.get(start)
        links.append(table_of(visitor, text))
    visitor.get(links[0])
    table_of(visitor, f"look: http://localhost{links[1]}")
    assert names(visitor.page) == ["Ana", "Eva", "Bob", "Cem"]
    assert "1 result added." in visitor.page.text


def test_spellings_of_a_name_can_be_joined_and_a_person_can_be_excluded(visitor):
    address = table_of(visitor, f"{CHAT}\n02.01.24, 21:41 - ana: Wordle 927 4/6")
    assert visitor.page.text.count('name="same"') == 3
    for fields in ("name=ana&same=Ana", "same=&same=&same=Ana"):
        joined = visitor.get(f"{address}&{fields}").location
        assert names(visitor.get(joined)) == ["Ana", "Bob"]
    assert visitor.get(f"{address}&same=Eva").status_code == 200
    assert names(visitor.get(visitor.get(f"{joined}&out=Bob").location)) == ["Ana"]


def linked(people: int, days: int, games: int = 1, epoch: int = 738_000) -> str:
    """Return the address of a table that this site did not sign."""
    played = [DailyGame(f"Game {number} x", 1, 6, epoch) for number in range(games)]
    names = [f"Person {number}" for number in range(people)]
    result_keys = (
        ResultKey(name, game.key, day)
        for game in played
        for name in names
        for day in range(1, days + 1)
    )
    results = {result: {3 + result.number % 3: False} for result in result_keys}
    table = Table({game.key: game for game in played}, results, {}, frozenset(names))
    return f"/league?table={pack(table, b'of another site, of 32 bytes or so')[0]}&span=all"


def days_shown(page: Answer) -> list[int]:
    rows = page.table(".//table[@class='lab-table league-days']")[1:]
    return [int(row[0].split()[0].replace(",", "")) for row in rows]


def test_month_of_ten_people_and_two_games_is_shown_completely(visitor):
    page = visitor.get(linked(10, 31, 2))
    assert days_shown(page) == list(range(31, 0, -1))
    assert len(figures(page)) == 10
    assert 'name="month"' not in page.text


def test_year_is_divided_into_months(visitor):
    address = linked(15, 365)
    page = visitor.get(address)
    months = [option["value"] for option in page.all(".//select[@name='month']/option")]
    assert [len(month) for month in months] == [len("2024-12")] * 13
    assert [row[3] for row in figures(page)] == ["365"] * 15
    shown = [days_shown(visitor.get(f"{address}&month={month}")) for month in months]
    assert shown[0] == days_shown(page)
    assert max(map(len, shown)) == 31
    assert [day for month in shown for day in month] == list(range(365, 0, -1))
    assert days_shown(visitor.get(f"{address}&month=1999-01")) == days_shown(page)


def test_days_without_dates_are_shown_by_their_numbers(visitor):
    address = linked(2, 100, epoch=0)
    page = visitor.get(address)
    assert days_shown(page) == list(range(100, 92, -1))
    assert "62\u201392</option>" in page.text
    assert days_shown(visitor.get(f"{address}&month=0"))[-1] == 1
    beyond_the_calendar = visitor.get(linked(1, 9, epoch=date.max.toordinal() - 4))
    assert days_shown(beyond_the_calendar) == list(range(9, 0, -1))


def test_page_reports_days_omitted_from_its_link(visitor):
    game, names = DailyGame("Wordle", 1, 6, 738_000), [f"Person {n}" for n in range(30)]
    tries = random.Random(1)
    days = [ResultKey(name, game.key, day) for name in names for day in range(1, 366)]
    results = {result: {tries.randrange(7): False} for result in days}
    token, part = pack(Table({game.key: game}, results, {}, frozenset(names)), b"of another site")
    first = short_date_text(
        date.fromordinal(game.epoch + min(result.number for result in part.results))
    )
    page = visitor.get(f"/league?table={token}")
    assert (
        f"The days before {first} didn’t fit into the link and were left out." in page.visible_text
    )


@pytest.mark.parametrize(("people", "days", "games"), [(200, 100, 1), (10, 1999, 1), (2, 39, 100)])
def test_page_of_a_large_table_has_a_bounded_size(visitor, people, days, games):
    page = visitor.get(linked(people, days, games))
    assert page.status_code == 200
    assert len(page.data) < 700_000


def test_shared_text_of_more_than_seven_people_counts_the_rest(visitor):
    assert visitor.get(linked(7, 1)).shared[-2].startswith("1. Person 6 4.00, ")
    assert visitor.get(linked(8, 1)).shared[-3].startswith("1. Person 5 4.00, ")
    assert visitor.page.shared[-2] == "… and 2 more"


def test_sender_with_only_a_phone_number_is_numbered_until_named(visitor):
    address = table_of(visitor, "31.12.23, 21:41 - +351 912 345 678: Wordle 925 3/6")
    assert names(visitor.page) == ["Person 1"]
    assert not re.search("912 ?345", address + visitor.page.text)
    assert names(visitor.get(visitor.get(f"{address}&same=Eva").location)) == ["Eva"]
    assert "Who are they?" not in visitor.page.text


PHONES = (
    "31.12.23, 21:41 - +351 912 345 678: Wordle 925 3/6\n"
    "31.12.23, 21:42 - +351 912 345 679: Wordle 925 4/6\n"
)


def test_page_asks_for_names_of_people_known_by_phone_number(visitor):
    table_of(visitor, PHONES)
    assert "Who are they?" in visitor.page.text
    fields = [
        field["value"] for field in visitor.page.all(".//input[@type='hidden'][@name='name']")
    ]
    assert len(fields) == 2
    assert names(visitor.page) == ["Person 1", "Person 2"]
    typed = [("name", fields[0]), ("same", ""), ("name", fields[1]), ("same", "Eva")]
    address = visitor.page.request.url + "&" + urlencode(typed)
    assert names(visitor.get(visitor.get(address).location)) == ["Person 1", "Eva"]
    same = urlencode([("name", fields[0]), ("same", "Person 2")])
    merged = visitor.get(f"{visitor.page.request.url}&{same}").location
    assert names(visitor.get(merged)) == ["Eva"]


@pytest.mark.parametrize(
    "text",
    [
        PHONES,
        "31.12.23, 21:41 - Ana: Forwarded from: +351 912 345 678\nWordle 925 3/6",
        "31.12.23, 21:41 - Ana +351 912 345 678: Wordle 925 3/6",
        "31.12.23, 21:41 - Ana: +351 912 345 678 Wordle 925 3/6",
        "Tel. +351 912 345 678\nWordle 925 3/6",
        "+351 912 345 678: Wordle 925 3/6",
        "31.12.23, 21:41 - Ana: Tel. 00351912345678 Connections #516\n🟨🟨🟨🟨\n🟩🟩🟩🟩",
    ],
)
def test_links_and_pages_have_no_phone_numbers(visitor, text):
    answer = send(visitor, text)
    page = visitor.get(answer.location) if answer.status_code == 303 else None
    digits = re.sub("[^0-9]", "", page.text if page else "")
    assert not re.search("912 ?345|912345", (page.text if page else "") + str(answer.location))
    assert "351912345678" not in digits
    if answer.status_code == 303:
        token = re.search(r"table=([\w-]+)", answer.location)[1]
        table, _ = unpack(token, [b"any key"])
        words = " ".join((*table.people, *(game.name for game in table.games.values())))
        assert "912" not in words


def test_links_of_two_sites_share_no_ids_for_the_same_phone_numbers(visitor, make_app):
    tokens = [table_of(Visitor(app), PHONES) for app in (visitor.app, make_app(), make_app())]
    people = [unpack(re.search(r"table=([\w-]+)", token)[1], [b"x"])[0].people for token in tokens]
    assert not {*people[0]} & {*people[1]}
    assert not {*people[1]} & {*people[2]}


def test_names_above_results_and_missing_senders_need_confirmation(visitor):
    address = table_of(visitor, f"Ana\nWordle 925 4/6{GRID}")
    assert "Are these names?" in visitor.page.text
    assert figures(visitor.page) == []
    assert names(visitor.get(visitor.get(f"{address}&sure=Ana").location)) == ["Ana"]
    anonymous = Visitor(visitor.app)
    table_of(anonymous, f"Wordle 925 4/6{GRID}")
    assert "1 result has no clear sender. Say below whose it is." in anonymous.page.text


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
def test_chat_that_yields_no_table_is_refused_and_redisplayed(visitor, text, says):
    page = send(visitor, text)
    assert page.status_code == 422
    assert says in page.text
    assert text.splitlines()[:1] == [] or text.splitlines()[0] in page.text


def test_damaged_link_is_reported(visitor):
    page = visitor.get(table_of(visitor).partition("&")[0][:-40])
    assert page.status_code == 422
    assert "This link is damaged" in page.text
    assert visitor.get("/league?table=%ff%00").status_code == 422


def test_too_large_chat_is_refused(visitor):
    fields = {"csrf_token": visitor.get("/league").fields["csrf_token"]}
    pasted = {**fields, "text": "x" * (2**20 + 1)}
    for form, status, reason in (
        (multipart(fields, "file", b"x" * (8 * 2**20 + 1)), 422, "More than 8 MB of text"),
        (multipart(fields, "file", b"x" * (9 * 2**20)), 413, "more than the page can take"),
        (multipart(pasted, "file", None), 413, "more than the page can take"),
    ):
        page = visitor.client.post("/league", **form)
        assert page.status_code == status
        assert reason in page.text


def test_expired_form_redisplays_the_pasted_chat(visitor):
    page = visitor.fill("/league", {"text": CHAT, "csrf_token": "x"}, **MULTIPART)
    assert page.status_code == 400
    assert "Ana: Wordle 925 4/6" in page.text


def test_share_text_titles_are_recognized_in_all_languages(app):
    with app.test_request_context("/"):
        own = views.own_games("Words", (("english", "en"), ("portuguese", "pt")))
    assert own.titles["words"] == ""
    assert own.titles["words português"] == "pt/"
    assert own.titles["words · 4 spielfelder nacheinander"] == "boards/4/in-turn/"
    assert own.titles["words · 4 boards, one at a time"] == "boards/4/in-turn/"
    assert own.titles["words português · 8 grilles"] == "pt/boards/8/"
    assert "words, modo absurdo:" in own.absurd


def finished(app: Flask, *guesses: str, seal: bool = True) -> Visitor:
    """Return a visitor who has played today's word, with seals turned on or off."""
    visitor = Visitor(app)
    if seal:
        visitor.fill("/settings", {"seal": "y"})
    for guess in guesses:
        visitor.guess(guess)
    return visitor


def shared(visitor: Visitor) -> str:
    return "\n".join(visitor.get("/").shared)


def chat(ana: str, bob: str) -> str:
    return f"[3/3/25, 21:41] Ana: {ana}\n[3/3/25, 21:50] Bob: {bob}"


def test_only_a_result_sealed_by_this_site_is_marked_as_checked(app, wrong):
    ana = finished(app, wrong[0], answer_of_day(app))
    bob = finished(app, answer_of_day(app), seal=False)
    text = chat(shared(ana), shared(bob))
    assert "seal=" in shared(ana)
    assert "seal=" not in shared(bob)
    visitor, flag = Visitor(app), ".//*[@aria-label='one player under two names']"
    address = table_of(visitor, text)
    assert (len(visitor.page.all(UNCHECKED)), visitor.page.all(flag)) == (1, [])
    assert "doesn’t prove who played" in visitor.page.text
    twice = Visitor(app)
    table_of(twice, chat(shared(ana), shared(ana)))
    assert twice.page.all(flag)
    forged = Visitor(app)
    table_of(forged, text.replace(" 2/6", " 1/6"))
    assert NOTHING_CHECKED in forged.page.text
    flip = address.partition("&")[0]
    flip = flip[:-1] + ("A" if flip[-1] != "A" else "Q")
    assert NOTHING_CHECKED in visitor.get(flip).text


@pytest.mark.parametrize("seal", [False, True])
def test_lost_game_is_marked_as_checked_only_with_a_seal(app, wrong, seal):
    visitor = Visitor(app)
    table_of(visitor, f"[3/3/25, 21:41] Ana: {shared(finished(app, *wrong, seal=seal))}")
    assert (NOTHING_CHECKED in visitor.page.text) == (not seal)
    assert not visitor.page.all(UNCHECKED)


@pytest.mark.parametrize("home", ["/", "/boards/4"])
def test_seal_of_a_result_covers_its_hint_mark(app, home):
    ana = finished(app)
    ana.guess("moist", home)
    assert ana.post(home, {"hint": "1"}).status_code == 303
    answers = answers_of_day(app, Variant(boards=4)) if home != "/" else [answer_of_day(app)]
    for answer in answers:
        ana.guess(answer, home)
    text = "\n".join(ana.get(home).shared)
    assert text.splitlines()[0].endswith(" 💡")
    visitor, bulb = Visitor(app), ".//*[@aria-label='with a hint']"
    address = table_of(visitor, f"[3/3/25, 21:41] Ana: {text}")
    assert len(visitor.get(address).all(bulb)) == 1
    assert NOTHING_CHECKED not in visitor.page.text
    visitor = Visitor(app)
    table_of(visitor, f"[3/3/25, 21:41] Ana: {text.replace(' 💡', '')}")
    assert not visitor.page.all(bulb)
    assert NOTHING_CHECKED in visitor.page.text


def test_deleting_the_history_disables_seals(app):
    ana = finished(app, answer_of_day(app))
    ana.fill("/history/delete")
    assert not ana.history.pseudonym
    assert not ana.session.get("p", {}).get("seal")


@pytest.mark.parametrize("tries", [(3, 2), (3,)])
def test_two_different_results_of_a_person_on_one_day_are_flagged(visitor, tries):
    text = "\n".join(f"01.01.24, 2{n}:41 - Ana: Wordle 926 {n}/6{GRID}" for n in tries)
    page = visitor.get(table_of(visitor, text, group="Us"))
    assert ("Marked days have two different results." in page.text) is (len(tries) == 2)


def test_uncertain_senders_are_confirmed_one_by_one(visitor):
    damaged = f"{CHAT}\n01.01.24, 23:00 Cem Wordle 926 5/6{GRID}\nWordle 926 2/6{GRID}"
    address = table_of(visitor, damaged)
    assert "4 results added." in visitor.page.text
    assert "2 results have no clear sender. Say below whose they are." in visitor.page.text
    assert names(visitor.page) == ["Ana", "Bob"]
    fields = visitor.page.all(".//input[@type='hidden'][@name='name']")
    labels = [label.visible_text for label in visitor.page.all(ASKED)]
    assert labels == ["Wordle 926 5/6 · Jan 1, 2024", "Wordle 926 2/6 · Jan 1, 2024"]
    typed = [
        ("name", fields[0]["value"]),
        ("same", "Cem"),
        ("name", fields[1]["value"]),
        ("same", ""),
    ]
    named = visitor.get(f"{address}&{urlencode(typed)}").location
    assert sorted(names(visitor.get(named))) == ["Ana", "Bob", "Cem"]
    assert len(visitor.page.all(ASKED)) == 1
    out = urlencode({"out": fields[1]["value"]})
    visitor.get(visitor.get(f"{named}&{out}").location)
    assert "Who had these results?" not in visitor.page.text
    # Results in a made-up address don't count.
    sure = visitor.get(f"{address}&{urlencode({'sure': fields[0]['value']})}")
    assert names(sure) == ["Ana", "Bob"]


def test_questions_about_names_are_below_the_table(visitor):
    table_of(visitor, f"{CHAT}\n01.01.24, 23:00 Cem Wordle 926 5/6{GRID}\nEva\nWordle 926 2/6")
    text = visitor.page.text
    assert 0 < text.index("league-table") < text.index('id="unsure"') < text.index("league-days")
    doubtful = Visitor(visitor.app)
    table_of(doubtful, "Ana: Wordle 925 3/6\nLeo: Wordle 925 4/6\nFinally: Wordle 926 3/6")
    text = doubtful.page.text
    assert 0 < text.index("league-table") < text.index('id="asked"') < text.index("league-days")
    assert names(doubtful.page) == ["Ana", "Leo"]
    assert "2 results added." in text


def test_results_with_unconfirmed_names_are_not_reported_as_added(visitor):
    table_of(visitor, f"Ana\nWordle 925 4/6{GRID}")
    assert "Are these names?" in visitor.page.text
    assert "added" not in visitor.page.visible_text


def test_handwritten_list_becomes_a_table_immediately(visitor):
    table_of(visitor, "Ana: Wordle 925 3/6\nMia Fernandes: Wordle 925 4/6\nAna: Wordle 926 4/6")
    assert "3 results added." in visitor.page.text
    assert figures(visitor.page) == [
        ["1", "Ana", "3.50", "2", "2", "2"],
        ["\N{EN DASH}", "Mia Fernandes", "4.00", "1", "1", "1"],
    ]
    assert "Are these names?" not in visitor.page.text


def test_chat_pasted_twice_asks_about_its_sender_only_once(visitor):
    text = f"31.12.23, 21:41 - Ana: Bob: Wordle 925 3/6{GRID}"
    table_of(visitor, text)
    table_of(visitor, text)
    assert len(visitor.page.all(ASKED)) == 1


SUMMARY = "Here are yesterday's results:\n👑 3/6: @Ana\n4/6: @Bob @Cem"


def test_daily_summary_without_a_date_asks_for_the_date(visitor):
    page = send(visitor, SUMMARY)
    assert page.status_code == 422
    assert "Enter the day on which it was posted." in page.text
    assert page.first(".//input[@type='date']")["name"] == "day"
    assert "@Bob @Cem" in page.text
    table_of(visitor, SUMMARY, day="2024-01-30")
    assert names(visitor.page) == ["Ana", "Bob", "Cem"]
    assert "Jan 29, 2024" in visitor.page.text
    days = f"Wordle — Yesterday at 9:00 AM\n{SUMMARY}\nWordle — Today at 9:00 AM\n{SUMMARY}"
    two = Visitor(visitor.app)
    table_of(two, days, day="2024-01-30")
    assert figures(two.page)[0][3] == "2"


@pytest.mark.parametrize(
    "page", ["<!DOCTYPE html><html><p>x</p></html>", "<div>" + "<p>Ana</p>" * 9]
)
def test_chat_saved_as_a_web_page_is_refused_with_advice(visitor, page):
    answer = send(visitor, f"{page}\nWordle 925 3/6")
    assert answer.status_code == 422
    assert "This is a web page." in answer.text


def test_person_with_few_days_has_no_rank_unless_missed_days_count_as_losses(visitor):
    days = [f"{n:02}.01.24, 21:41 - Ana: Wordle {925 + n} 4/6" for n in range(1, 13)]
    address = table_of(visitor, "\n".join([*days, "03.01.24, 21:50 - Bob: Wordle 928 2/6"]))
    assert [row[:4] for row in figures(visitor.page)] == [
        ["1", "Ana", "4.00", "12"],
        ["\N{EN DASH}", "Bob", "2.00", "1"],
    ]
    assert "A rank takes at least 3 games." in visitor.page.text
    podium = ".//ol[@class='podium']/li"
    assert not visitor.page.all(podium)
    missed = visitor.get(f"{address}&missed=1")
    assert len(missed.all(podium)) == 2
    assert [row[0] for row in figures(missed)] == ["1", "2"]


def test_several_summaries_without_a_date_are_refused(visitor):
    text = f"Wordle — 9:00 AM\n{SUMMARY}\nWordle — 9:05 AM\n{SUMMARY}"
    assert "Paste one at a time." in send(visitor, text, day="2024-01-30").text


KEEP = ".//section[@aria-labelledby='kept']//form"
OWN_CHAT = "\n".join(
    f"{name}: Wordle-web {day} {guesses}/6"
    for name, day, guesses in [("Ana", 61, 3), ("Ana", 62, 4), ("Bob", 61, 5), ("Bob", 62, 6)]
)


def is_offered_below_standings(page: Answer) -> bool:
    return page.text.index("Standings</h2>") < page.text.index('id="kept"')


@pytest.mark.parametrize("is_file", [False, True])
def test_table_made_from_a_chat_is_shown_and_shared_before_it_is_kept(visitor, is_file):
    if is_file:
        address = table_of(visitor, "", file=(BytesIO(OWN_CHAT.encode()), "_chat.txt"))
    else:
        address = table_of(visitor, OWN_CHAT)
    page = visitor.page
    parts = ("leads from", "data-share-note", 'class="podium"', "Standings</h2>", 'id="kept"')
    positions = [page.text.index(part) for part in parts]
    assert positions == sorted(positions)
    assert page.first(".//h1").visible_text == "Your table"
    assert page.first(".//h2[@id='kept']").visible_text == "Keep this table"
    primary = [part.visible_text for part in page.all(".//main//*[@data-kind='primary']")]
    assert primary == ["Share the table", "Add to this table"]
    assert page.first(f"{KEEP}//button").visible_text == "Keep table"
    # The offer stays there after another choice, a further chat and a refused name.
    assert is_offered_below_standings(visitor.get(page.link("7 days")))
    visitor.get(address)
    table_of(visitor, "Cem: Wordle-web 62 2/6")
    page = visitor.page
    assert is_offered_below_standings(page)
    form = page.first(KEEP)
    assert form["action"] == "/league/keep"
    sent = {field["name"]: field["value"] for field in form.all(".//input")}
    answer = visitor.open("/league/keep", method="POST", data=sent)
    assert (answer.status_code, is_offered_below_standings(answer)) == (422, True)
    answer = visitor.open("/league/keep", method="POST", data={**sent, "name": "Dan"})
    assert answer.location == "/league?joined=1"


def test_offer_to_keep_comes_first_in_a_table_that_somebody_sent(visitor, app):
    table_of(visitor, OWN_CHAT)
    link = visitor.page.shared[-1]
    friend = Visitor(app)
    assert not is_offered_below_standings(friend.get(link.removeprefix("http://localhost")))
    table_of(friend, "Cem: Wordle-web 62 2/6")  # added to the table in the link
    assert not is_offered_below_standings(friend.page)
    other = Visitor(app)
    table_of(other, link)  # the link is pasted as a chat
    assert not is_offered_below_standings(other.page)


def test_table_made_from_a_chat_of_other_people_offers_to_replace_the_kept_table(visitor):
    address = table_of(visitor, OWN_CHAT)
    visitor.get("/league/start")
    visitor.post("/league/start", {"name": "Eve"})
    page = visitor.get(address)
    assert is_offered_below_standings(page)
    assert page.first(".//h2[@id='kept']").visible_text == "This is another table"
    assert page.link("Open your table") == "/league"
    assert page.first(f"{KEEP}//p/button").visible_text == "Switch to this table"
    assert page.first(".//main//*[@data-kind='primary']").visible_text == "Share the table"
