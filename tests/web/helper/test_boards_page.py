"""The helper with several boards: a card for each, one row at a time, and the best next guess."""

import re
from urllib.parse import parse_qs, urlsplit
from xml.etree.ElementTree import Element

import pytest
from web_visitor import Visitor
from werkzeug.test import TestResponse

from wordle_web import create_app
from wordle_web.config.settings import Settings

TWO = "/helper?boards=2&row=crane:01002.00000"


def rows(answer: TestResponse) -> list[str]:
    """The rows of the address that an edit leads to."""
    assert answer.status_code == 303
    return parse_qs(urlsplit(answer.headers["Location"]).query)["row"]


def cards(answer: TestResponse) -> list[Element]:
    return answer.root.findall(".//section[@class='board-card']")


def suggestion(answer: TestResponse) -> str:
    return re.findall(r'data-suggestion="(\w*)"', answer.text)[0]


MANY = "&".join(["row=crane:00000.00000"] * 41)
KNOWN = "row=slate:00000.02200&row=prick:00100.20100&row=dingo:01101.01100"
# By what is told: whether a word is suggested, the address, and texts of the page, or after `~`
# texts that it has not.
TOLD = {
    "a first guess for every board": (True, "", "A strong first guess for every board."),
    "that a word waits for the marks of each board": (
        False,
        "row=crane:",
        "Color CRANE on each board.",
    ),
    "that it waits for those of one board": (
        False,
        "row=crane:01002",
        "Color CRANE on board 2.",
        "55 likely",
    ),
    "that it waits no more": (True, "row=crane:01002.00000", "~Color CRANE", "~not count yet"),
    "that another one waits while a row is edited": (
        False,
        "row=crane:01002.00000&row=moist&at=1",
        "Color MOIST on each board.",
    ),
    "which rows lack a word and which words we do not know": (
        True,
        "row=:01002.00000&row=zzzzz:00000.00000",
        "1 row has colors but no word, so it doesn’t count yet.",
        "Not in our word list, but counted: ZZZZZ",
        "Word in row 1",
    ),
    "that a row is too many": (
        True,
        f"{MANY}&add=slimy",
        "You can add up to 41 rows. Delete one first.",
    ),
    "that there are colors for too many boards": (
        False,
        "row=crane:01002&add=00000 00000",
        "There are colors for 2 boards, which is too many.",
    ),
    "which board nothing matches, while others are helped": (
        True,
        "row=crane:22220.00000&row=crack:00000.00001",
        "No word matches these colors",
    ),
    "that the other boards become gray": (
        False,
        "row=slate:.22222",
        "Leave the other boards gray",
    ),
    "that known colors stay": (False, f"{KNOWN}&row=plain:.22222", "All others gray"),
}


@pytest.mark.parametrize("told", TOLD)
def test_a_page_tells(client, told):
    is_suggested, query, *texts = TOLD[told]
    page = client.get(f"/helper?boards=2&{query}")
    assert page.status_code == (422 if "add=" in query else 200)
    assert bool(suggestion(page)) == is_suggested
    for text in texts:
        assert (text.removeprefix("~") in page.said) is not text.startswith("~"), text
    assert len(cards(page)) == 2


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("row=crane:.00001&tap=1.2.5", ["crane:.00002"]),
        ("row=crane:.00002&tap=1.2.5", ["crane:.00000"]),
        ("row=crane:00002.00000&row=slide:&rest=2", ["crane:00002.00000", "slide:00002.00000"]),
        ("row=crane:&marks.1.1=01002&marks.1.2=00000", ["crane:01002.00000"]),
        ("row=crane:01002&add=bbbbb", ["crane:01002.00000"]),
        ("row=crane:&add=slimy 00110 22222", ["crane:", "slimy:00110.22222"]),
    ],
)
def test_an_edit_leads_to_the_next_address(client, query, expected):
    assert rows(client.get(f"/helper?boards=2&{query}")) == expected


def test_a_board_with_one_word_left_is_solved_and_the_others_narrowed(client):
    page = client.get(
        "/helper?boards=2&mode=pool"
        "&row=crane:20020.00000&row=slimy:00000.00000&row=chink:22022.00000"
    )
    why = re.findall(r'helper-why">([^<]*)', page.text)
    assert why
    assert re.match(r"Solves board 1( and narrows board 2)?\.", why[0])


@pytest.mark.parametrize(
    ("row", "first", "second", "label"),
    [
        ("slide:", ["typed"] * 4 + ["correct"], ["typed"] * 5, "Board 1, 5th letter E, correct"),
        (
            "slide:",
            ["typed"] * 4 + ["correct"],
            ["typed"] * 5,
            "Board 2, 1st letter S, not colored yet",
        ),
        (
            ":.01002",
            ["typed"] * 5,
            ["absent", "present", "absent", "absent", "correct"],
            "Board 2, 5th letter ?, correct",
        ),
    ],
)
def test_tiles_begin_with_what_is_known_of_them(client, row, first, second, label):
    page = client.get(f"/helper?boards=2&row=crane:01002.00000&row={row}")
    tiles = [card.iterfind(".//button[@class='tile']") for card in cards(page)]
    assert [[tile.get("data-mark") for tile in each] for each in tiles] == [first, second]
    assert f'aria-label="{label}"' in page.text


def test_solved_boards_are_counted_and_take_no_more_marks(client):
    unmatched = client.get("/helper?boards=2&row=crane:22220.00000&row=crack:00000.00001")
    assert unmatched.fact("say").startswith("0 of 2 boards solved. Board 1: No matching word. ")
    page = client.get("/helper?boards=2&row=crane:22222.00000&row=slimy:")
    solved, other = cards(page)
    assert "CRANE" in "".join(solved.itertext())
    assert not solved.findall(".//button")
    assert len(other.findall(".//button[@name='tap']")) == 5


def test_solved_boards_are_analyzed_and_added_to_past_answers(client):
    page = client.get("/helper?boards=2&row=crane:22222.00000&row=slimy:-.22222")
    assert "All boards solved" in page.said
    assert "Add 2 words to past answers" in page.said
    assert 'name="word" value="crane slimy"' in page.text
    assert "New game" in page.said
    assert suggestion(page) == ""
    url = next(link.address for link in page.links if link.text == "Analyze this game")
    assert url == "/analysis?answer=crane+slimy&guess=crane+slimy"
    assert "All boards solved in 2 guesses" in client.get(url).said


def test_a_row_is_chosen_to_be_edited(client):
    page = client.get(f"{TWO}&row=slimy:00000.00000&at=1")
    assert re.findall(r'aria-current="true" data-follow>[^C]*(CRANE)<', page.text) == ["CRANE"]
    assert 'value="1.1.1"' in page.text
    assert 'value="2.1.1"' not in page.text


def test_thirty_two_boards_are_a_page_of_bounded_size(client):
    marks = ".".join(["00100", "01000"] * 16)
    address = f"/helper?boards=32&row=crane:{marks}&row=slimy:"
    page = client.get(address, headers={"Accept-Encoding": "br"})
    assert page.status_code == 200
    assert len(page.data) <= 30_000
    assert len(client.get(address).data) <= 250_000


def test_the_helper_of_one_board_leads_to_several_and_back(client):
    one = client.get("/helper?row=crane:01002&length=5")
    assert "/helper?boards=4&row=crane:01002" in {link.address for link in one.links}
    assert client.get("/helper?boards=1&row=crane:01002").status_code == 200


@pytest.mark.parametrize(
    "query",
    [
        "boards=2&row=crane:01002.00000&row=guilt:00000.01001",
        "boards=2&row=crane:01002.00000&row=guilt:00000.01001&mode=hard",
        "boards=2&order=in-turn&row=crane:01002.-&row=shore:00122.-",
        "boards=2&row=crane:22222.00000&row=slimy:-.22222",
    ],
)
def test_the_interface_for_programs_suggests_what_the_page_does(tmp_path, query):
    used = ("sophy", "poesy", "hypos", "moire", "sally")
    visitor = Visitor(create_app(Settings(instance=tmp_path, rate_limits=False, used_words=used)))
    page = visitor.get(f"/helper?{query}")
    found = visitor.get(f"/api/v1/suggest?{query}").json
    ranking = page.root.iterfind(".//table[@class='helper-table']/tbody/tr/th/a")
    assert suggestion(page).lower() == (found["suggestion"] or "")
    assert ["".join(each.itertext()).lower() for each in ranking] == [
        each["guess"] for each in found["best"]
    ]


@pytest.mark.parametrize(
    ("query", "change"),
    [
        ("row=crane:01002.00000&row=slimy:22220.00000", "Row 1: change the 2nd letter (R) to gray"),
        ("row=slate:00000.22221", "Row 1: change the 5th letter (E) to gray"),
        ("row=crane:01002.00000&row=slimy:22220.00000", "Color row 2 again"),
    ],
)
def test_a_board_that_contradicts_itself_is_mended_by_one_tap(client, query, change):
    page = client.get(f"/helper?boards=2&{query}")
    url = next(url for url, label in page.links_of("helper-fix") if label.startswith(change))
    mended = client.get(url)
    assert "No matching word" not in mended.said
    assert "Impossible colors" not in mended.said


def test_a_mend_leaves_the_other_boards_as_they_are(client):
    page = client.get("/helper?boards=2&row=crane:01002.20000&row=slimy:22220.00000")
    for url, _ in page.links_of("helper-fix"):
        assert all(
            row.endswith((".20000", ".00000")) for row in parse_qs(urlsplit(url).query)["row"]
        )


@pytest.mark.parametrize(
    ("hint", "texts", "button"),
    [
        (1, [], "Show the likeliest letter"),
        (2, ["Board 1", "Likeliest new letter: "], "Show its spot"),
        (3, ["Board 1", "Likeliest new letter: ", "Likeliest spot for "], "Show the best guess"),
    ],
)
def test_hints_come_by_degrees_and_name_no_word_before_the_last(client, hint, texts, button):
    page = client.get(f"{TWO}&hint={hint}")
    said = re.findall(r'class="helper-hint">([^<]*)<', page.text)
    assert len(said) == len(texts)
    assert all(text.startswith(start) for text, start in zip(said, texts, strict=True))
    more = next(link for link in page.links if link.text == button)
    assert more.address == f"{TWO}&hint={hint + 1}"
    assert suggestion(page) == ""
    assert "board-card-words" not in page.text
    assert "helper-words" not in page.text
    assert "55 likely" in page.said
    whole = client.get(f"{TWO}&hint=4")
    assert suggestion(whole)
    assert "board-card-words" in whole.text


def test_a_guess_of_ones_own_is_rated_beside_the_best(client):
    best = suggestion(client.get(TWO))
    mine = client.get(f"{TWO}&guess=slate")
    verdict = re.findall(r'helper-verdict">([^<]*)<', mine.text)[0]
    assert re.fullmatch(
        rf"On average, SLATE solves [\d.]+ boards and leaves [\d.]+ words; {best.upper()} solves "
        r"[\d.]+ and leaves [\d.]+\.",
        verdict,
    )
    assert f"{best.upper()} is the best guess here." in client.get(f"{TWO}&guess={best}").said
    assert "Not in our word list." in client.get(f"{TWO}&guess=zzzzz").said
    refused = client.get(f"{TWO}&guess=toolong")
    assert refused.status_code == 422
    assert "Enter a word of 5 letters, not “toolong”." in refused.said


@pytest.mark.parametrize(
    ("sort", "is_descending"), [("after", False), ("chance", True), ("solved", True)]
)
def test_the_ten_best_of_several_boards_are_sorted(client, sort, is_descending):
    page = client.get(f"{TWO}&row=moist:00000.02020&sort={sort}")
    raw = re.findall(rf'<td data-column="{sort}" data-raw="([^"]*)"', page.text)
    figures = [float(each) for each in raw]
    assert figures == sorted(figures, reverse=is_descending)
    assert len(set(figures)) > 1


def test_each_board_lists_the_words_left_likely_ones_first(client):
    page = client.get(f"{TWO}&row=slide:00002.00000")
    for card in cards(page):
        words = [li.find("span").text for li in card.iterfind(".//ul[@class='helper-words']/li")]
        named = "".join(card.find("p[@class='board-card-words']").itertext())
        assert named.removesuffix(" …").lower().split(", ") == words[:4]


def test_likely_results_of_each_board_are_one_tap_away(client):
    page = client.get(f"{TWO}&row=slimy:")
    for number, card in enumerate(cards(page), 1):
        buttons = card.findall(".//button[@name='result']")
        assert len(buttons) == 6
        for button in buttons:
            row, board, _ = button.get("value").split(".")
            assert (row, board) == ("2", str(number))
            pressed = rows(client.get(f"{TWO}&row=slimy:&result={button.get('value')}"))
            marks = [pip.get("data-mark") for pip in button.iterfind(".//span[@class='pip']")]
            digits = "".join(str(["absent", "present", "correct"].index(mark)) for mark in marks)
            assert pressed[1].split(":")[1].split(".")[number - 1 :][:1] == [digits]


def test_words_used_elsewhere_weigh_less_on_several_boards(client):
    row = "row=crane:01002.00000&row=slide:00002.00000"
    plain = client.get(f"/helper?boards=2&{row}")
    used = client.get(f"/helper?boards=2&{row}&used=purge")
    first = [re.findall(r'board-card-words"[^>]*>([A-Z]+)', page.text)[0] for page in (plain, used)]
    assert first[0] == "PURGE" != first[1]
    assert "1 past answer" in used.said


def test_what_has_no_meaning_for_several_boards_is_left_out(client):
    page = client.get(f"{TWO}&hard=1&only=1")
    assert page.status_code == 200
    assert "Hard mode" not in page.said
    assert "Only words that can be the answer" not in page.said
    assert page.root.find(".//div[@data-address]").get("data-address") == TWO


def test_other_numbers_of_boards_keep_the_marks_of_the_first(client):
    page = client.get(f"{TWO}&row=slimy:-.22222")
    counts = {link.text: link.address for link in page.links}
    assert counts["1"] == "/helper?row=crane:01002&row=slimy:"
    assert counts["4"] == "/helper?boards=4&row=crane:01002.00000&row=slimy:.22222"
