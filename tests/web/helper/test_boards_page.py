"""The helper with several boards: a card for each, one row at a time, and the best next guess."""

import re
from urllib.parse import parse_qs, parse_qsl, urlsplit

import pytest
from harness.pages import DIGITS, Page, Part
from web_visitor import Clock, Visitor

from wordle_web import create_app
from wordle_web.config.settings import Settings
from wordle_web.web.helper.result import helper_result
from wordle_web.web.helper.state import HelperState
from wordle_web.web.ui.queries import read_address

SCRIPT = {"X-Requested-With": "fetch"}
TWO = "/helper?boards=2&row=crane:01002.00000"


def cards(page: Page) -> list[Part]:
    return page.of_class("board-card")


MANY = "&".join(["row=crane:00000.00000"] * 41)
KNOWN = "row=slate:00000.02200&row=prick:00100.20100&row=dingo:01101.01100"
# By case: whether a word is suggested, the address, and texts of the page; texts after `~` must be
# absent.
EXPECTED_TEXTS = {
    "a first guess for every board": (True, "", "A strong first guess for every board."),
    "that a word waits for its marks": (
        False,
        "row=crane:",
        "Color CRANE on each board",
        "Tap its tiles: once for yellow, twice for green.",
    ),
    "that known colors are set": (
        False,
        "row=crane:00002.00000&row=slide:",
        "Tap the rest: once for yellow, twice for green.",
        "~Tap its tiles",
    ),
    "for which board it waits": (False, "row=crane:01002", "Color CRANE on board 2", "149 words"),
    "that it waits no more": (True, "row=crane:01002.00000", "~Color CRANE", "~not count yet"),
    "that another one waits while a row is edited": (
        False,
        "row=crane:01002.00000&row=moist&at=1",
        "Row 1, CRANE",
        "Color MOIST",
        "~All boards gray",
    ),
    "which rows lack a word and which words we do not know": (
        True,
        "row=:01002.00000&row=zzzzz:00000.00000",
        "1 row has colors but no word, so it doesn’t count yet.",
        "Not in our word list, but counted: ZZZZZ",
        "Word in row 1",
        "~What is known",
    ),
    "a row too many": (True, f"{MANY}&add=slimy", "You can add up to 41 rows. Delete one first."),
    "which board nothing matches, while others are helped": (
        True,
        "row=crane:22220.00000&row=crack:00000.00001",
        "No word fits",
    ),
    "that the other boards become gray": (False, "row=slate:.22222", "Rest gray"),
    "that known colors stay": (False, f"{KNOWN}&row=plain:.22222", "Rest gray"),
}


@pytest.mark.parametrize("case", EXPECTED_TEXTS)
def test_helper_of_two_boards_shows_the_texts_expected_for_each_query(client, case):
    is_suggested, query, *texts = EXPECTED_TEXTS[case]
    page = client.get(f"/helper?boards=2&{query}")
    assert page.status_code == (422 if "add=" in query else 200)
    assert bool(page.fact("suggestion")) == is_suggested
    for text in texts:
        assert (text.removeprefix("~") in page.visible_text) is not text.startswith("~"), text
    assert len(cards(page)) == (2 if query else 0)  # empty cards take no room


FOUR = "boards=4&row=crane:.01000.00000.00000&row=sloth:..."


def acted_on(page: Page) -> set[str]:
    """Return the numbers of the rows that the buttons of the strip and the cards change."""
    names = ("rest", "gray", "tap", "result")
    buttons = [button for name in names for button in page.all(f".//button[@name='{name}']")]
    return {button["value"].split(".")[0] for button in buttons}


@pytest.mark.parametrize("script", [True, False])
@pytest.mark.parametrize(
    ("at", "edit", "row", "is_next"),
    [
        ("1", "gray=1.1", 1, True),
        ("1", "rest=1", 1, True),
        ("1", "result=1.1.9", 1, True),
        ("1", "marks.1.1=00000&add=", 1, True),
        ("1", "marks.1.1=__1__&add=", 1, False),
        ("1", "tap=1.2.1", 1, False),
        ("2", "gray=2.1", 2, False),
        ("2", "rest=2", 2, True),
    ],
)
def test_board_card_text_and_buttons_match_the_displayed_row(
    client, script, at, edit, row, is_next
):
    """If a script sends the edit that completes a row, the next waiting row is shown."""
    headers = SCRIPT if script else {}
    page = client.get(f"/helper?{FOUR}&at={at}&{edit}", headers=headers)
    page = page if script else client.get(page.location)
    shown = (3 - row) if script and is_next else row
    assert acted_on(page) == {str(shown)}
    word = {1: "CRANE", 2: "SLOTH"}
    heading = page.first(".//*[@id='answer-heading']").visible_text
    assert word[shown] in heading
    assert word[3 - shown] not in heading
    (current,) = (row for row in page.of_class("boards-row") if "aria-current" in row.root.attrib)
    assert current.visible_text == f"{shown} {word[shown]}"


def test_colored_row_links_to_the_next_waiting_row(client):
    page = client.get(f"/helper?{FOUR.replace(':.', ':00000.', 1)}&at=1")
    assert "Row 1, CRANE" in page.visible_text
    following = client.get(page.link("Color SLOTH"))
    assert "Color SLOTH on each board" in following.visible_text
    assert acted_on(following) == {"2"}
    assert "All boards gray" in following.visible_text


def test_reason_names_the_board_that_the_best_guess_solves(client):
    page = client.get(
        "/helper?boards=2&mode=pool"
        "&row=crane:20020.00000&row=slimy:00000.00000&row=chink:22022.00000"
    )
    assert re.match(r"Solves board 1( and narrows board 2)?\.", page.texts("helper-why")[0])


@pytest.mark.parametrize(
    ("query", "mark", "label"),
    [
        ("boards=2&row=crane:01002", "mixed", "C absent on 1"),
        ("boards=2&row=crane:01002.00000", "absent", "C absent"),
        ("boards=2&row=crane:22222.00000", "absent", "C absent"),
        ("boards=2&order=in-turn&row=crane:01002", "absent", "C absent"),
    ],
)
def test_key_is_gray_when_every_visible_board_has_marked_it(client, query, mark, label):
    key = client.get(f"/helper?{query}").first(".//*[@data-key='c']")
    assert (key["data-mark"], key["aria-label"]) == (mark, label)


@pytest.mark.parametrize(
    ("row", "first", "second", "last"),
    [
        ("slide:", "----2", "-----", ("E, correct, already known", "E, not colored yet")),
        (":.01002", "-----", "01002", ("?, not colored yet", "?, correct")),
    ],
)
def test_tiles_start_with_the_known_marks(client, row, first, second, last):
    page = client.get(f"{TWO}&row={row}")
    digits = {"typed": "-", **DIGITS}
    tiles = [card.all(".//button[@name='tap']") for card in cards(page)]
    marks = ["".join(digits[tile["data-mark"]] for tile in card_tiles) for card_tiles in tiles]
    assert marks == [first, second]
    labels = [card_tiles[4]["aria-label"] for card_tiles in tiles]
    assert labels == [f"Board {n}, 5th letter {text}" for n, text in enumerate(last, 1)]
    # These cards have a word without colors.
    waits = ["data-waiting" in card.root.attrib for card in cards(page)]
    assert waits == [row == "slide:"] * 2


def test_board_card_shows_every_row_and_lets_one_row_be_colored(client):
    first, second = cards(client.get(f"{TWO}&row=slimy:00110.00000&row=moult:-&at=2"))
    (before,) = (guess["aria-label"] for guess in first.of_class("mini-board"))
    assert before == "Guess 1: C absent, R present, A absent, N absent, E correct"
    assert [guess.visible_text for guess in first.of_class("mini-board")] == ["C R A N E"]
    assert (
        len(first.all(".//button[@name='tap']")) == len(second.all(".//button[@name='tap']")) == 5
    )
    solved, _ = cards(client.get("/helper?boards=2&row=crane:22222.00000&row=slimy:-.00000"))
    assert [guess.visible_text for guess in solved.of_class("mini-board")] == ["C R A N E"]
    assert len(cards(client.get("/helper?boards=3&order=in-turn&row=crane:01002"))) == 1


def test_solved_board_shows_its_number_of_guesses_and_takes_no_more_marks(client):
    unmatched = client.get("/helper?boards=2&row=crane:22220.00000&row=crack:00000.00001")
    assert unmatched.fact("say").startswith("5 guesses left. Board 1: No matching word. ")
    solved, other = cards(client.get("/helper?boards=2&row=crane:22222.00000&row=slimy:"))
    assert "C R A N E solved in 1 guess" in solved.visible_text
    assert not solved.all(".//button")
    assert len(other.all(".//button[@name='tap']")) == 5


@pytest.mark.parametrize(
    ("marks", "headline", "others"),
    [
        ("00001.22200", "Check board 1: no word fits", True),
        ("22200.00010", "Check board 2: no word fits", True),
        ("00001.00010", "Check boards 1 and 2: no word fits", False),
        ("00001.00010.00001", "Check 3 boards: no word fits", False),
        ("22200.22200", "Best next guess", None),
        ("00001.", "Color CRACK on board 2", None),
    ],
)
def test_contradictory_boards_are_named_in_the_headline(client, marks, headline, others):
    count = len(marks.split("."))
    first = ".".join(["22220"] * count)
    page = client.get(f"/helper?boards={count}&row=crane:{first}&row=crack:{marks}")
    assert page.of_class("helper-count-main")[0].visible_text.endswith(headline)
    states = [card["data-status"] for card in cards(page)]
    assert states == ["open" if mark in {"22200", ""} else "no-match" for mark in marks.split(".")]
    assert bool(page.of_class("helper-others")) == bool(others)
    if others is not None:
        assert bool(page.fact("suggestion")) == others
        assert not page.all(".//a[@data-focus='play'][@data-kind='primary']")
    if others is False:
        assert "Tap a tile to change its color, or choose a fix from the list." in page.visible_text


def test_helper_offers_to_analyze_solved_boards_and_to_save_their_answers(client):
    page = client.get("/helper?boards=2&row=crane:22222.00000&row=slimy:-.22222")
    assert "All boards solved" in page.visible_text
    assert "Add 2 words to past answers" in page.visible_text
    assert page.values("word") == ["crane slimy"]
    assert "New game" in page.visible_text
    assert page.fact("suggestion") == ""
    url = page.link("Analyze this game")
    assert url == "/analysis?answer=crane+slimy&guess=crane+slimy"
    assert "All boards solved in 2 guesses" in client.get(url).visible_text


def test_row_can_be_selected_for_editing(client):
    page = client.get(f"{TWO}&row=slimy:00000.00000&at=1")
    assert page.first(".//a[@aria-current='true'][@data-follow]").visible_text == "1 CRANE"
    places = [f"{board}.{place}" for board in (1, 2) for place in range(1, 6)]
    assert page.values("tap") == [f"1.{place}" for place in places]
    page = client.get("/helper?row=crane:01002")
    assert page.values("tap") == [f"1.{place}" for place in range(1, 6)]


def test_helper_page_of_32_boards_has_a_bounded_size(client):
    marks = ".".join(["00100", "01000"] * 16)
    address = f"/helper?boards=32&row=crane:{marks}&row=slimy:"
    page = client.get(address, headers={"Accept-Encoding": "br"})
    assert page.status_code == 200
    assert len(page.data) <= 30_000
    assert len(client.get(address).data) <= 250_000


def test_helper_of_one_board_links_to_several_boards_with_the_same_row(client):
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
def test_api_suggests_the_same_guess_as_the_page(tmp_path, query):
    used = ("sophy", "poesy", "hypos", "moire", "sally")
    settings = Settings(instance=tmp_path, rate_limits=False, used_words=used)
    visitor = Visitor(create_app(settings, clock=Clock()))
    page = visitor.get(f"/helper?{query}")
    advice = visitor.get(f"/api/v1/suggest?{query}").json
    ranking = [cell.visible_text.split()[0] for cell in page.all(".//th[@scope='row']")]
    assert page.fact("suggestion") == (advice["suggestion"] or "")
    assert ranking == [guess["guess"] for guess in advice["best"]]


@pytest.mark.parametrize(
    ("query", "change"),
    [
        ("row=crane:01002.00000&row=slimy:22220.00000", "Row 1: change the 2nd letter (R) to gray"),
        ("row=slate:00000.22221", "Row 1: change the 5th letter (E) to gray"),
        ("row=crane:01002.00000&row=slimy:22220.00000", "Color row 2 again"),
    ],
)
def test_contradictory_board_is_fixed_with_one_tap(client, query, change):
    page = client.get(f"/helper?boards=2&{query}")
    url = next(url for url, label in page.links_of("helper-fix") if label.startswith(change))
    mended = client.get(url)
    assert "No matching word" not in mended.visible_text
    assert "Impossible colors" not in mended.visible_text


# R is known to be in the first two words of the boards.
@pytest.mark.parametrize(
    ("query", "is_disabled"),
    [
        ("row=crane:", {"1": False, "2": False, "": False}),
        ("row=crane:01000.00000&row=rusty:", {"1": True, "2": False, "": True}),
        ("row=crane:01000.00000&row=rusty:.00000", {"1": True, "2": False, "": True}),
        ("row=crane:01000.00000&row=rusty:10000.", {"1": True, "2": False, "": False}),
        ("row=crane:02000.00000&row=bring:", {"1": False, "2": False, "": False}),
    ],
)
def test_gray_button_of_each_board_is_disabled_if_no_word_left_allows_gray(
    client, query, is_disabled
):
    page = client.get(f"/helper?boards=2&{query}")
    names = {"gray": "", "gray-1": "1", "gray-2": "2"}
    buttons = [one for name in names for one in page.all(f".//button[@data-focus='{name}']")]
    shown = {names[one["data-focus"]]: "disabled" in one.root.attrib for one in buttons}
    assert shown == is_disabled


@pytest.mark.parametrize(
    ("row", "is_disabled"), [("rusty:", True), ("slimy:", False), ("brine:", False)]
)
def test_gray_button_of_a_single_board_is_disabled_if_no_word_left_allows_gray(
    client, row, is_disabled
):
    known = "02000" if row == "brine:" else "01000"
    page = client.get(f"/helper?row=crane:{known}&row={row}")
    (button,) = page.all(".//button[@data-focus='gray']")
    assert ("disabled" in button.root.attrib) is is_disabled


def test_card_of_a_contradictory_board_leads_to_its_fixes(client):
    page = client.get("/helper?boards=4&row=crane:01002.00000.22220.&row=slimy:22220.00000.00001.")
    links = [card.all(".//a[@class='board-card-text']") for card in cards(page)]
    assert [len(found) for found in links] == [1, 0, 1, 0]
    for number, (link,) in ((1, links[0]), (3, links[2])):
        assert link.visible_text == "No word fits"
        title = page.first(f".//*[@id='{link['href'].removeprefix('#')}']")
        assert title.visible_text.startswith(f"Board {number}: ")
        (fixes,) = title.all("./..//details[@open]")
        (button,) = page.all(f".//a[@data-focus='fix-{number}']")
        assert button["href"] == fixes.links_of("helper-fix")[0].address
        assert button.visible_text.endswith(f", Board {number} of 4")


def test_fixing_one_board_keeps_the_marks_of_other_boards(client):
    page = client.get("/helper?boards=2&row=crane:01002.20000&row=slimy:22220.00000")
    for url, _ in page.links_of("helper-fix"):
        assert all(
            row.endswith((".20000", ".00000")) for row in parse_qs(urlsplit(url).query)["row"]
        )


@pytest.mark.parametrize(
    ("hint", "texts", "button"),
    [
        (1, [], "Show the likeliest letter"),
        (2, ["Likeliest new letter: "], "Show its spot"),
        (3, ["Likeliest new letter: ", "Likeliest spot for "], "Show the best guess"),
    ],
)
def test_helper_hints_reveal_no_word_before_the_last_step(client, hint, texts, button):
    page = client.get(f"{TWO}&hint={hint}")
    hints = page.texts("helper-hint")
    assert len(hints) == len(texts)
    assert all(text.startswith(start) for text, start in zip(hints, texts, strict=True))
    assert page.link(button) == f"{TWO}&hint={hint + 1}"
    assert page.fact("suggestion") == ""
    assert not page.of_class("board-card-words") + page.of_class("helper-words")
    assert "149 words" in page.visible_text
    whole = client.get(f"{TWO}&hint=4")
    assert whole.fact("suggestion")
    assert whole.of_class("board-card-words")


@pytest.mark.parametrize("hint", [1, 2, 3])
@pytest.mark.parametrize("board", [1, 2, 3, 4])
def test_hints_are_for_the_chosen_board_and_name_that_board(client, board, hint):
    rows = "/helper?boards=4&row=crane:01002.00000.11000.22222"
    automatic = client.get(f"{rows}&hint={hint}")
    assert "Hint for board 3" in automatic.visible_text  # 36 words, the fewest
    page = client.get(f"{rows}&hint={hint}&board={board}")
    assert page.status_code == 200
    is_open = board != 4
    chosen = board if is_open else 3
    assert f"Hint for board {chosen}" in page.visible_text
    assert f"Hint for board {chosen}." in page.fact("say")
    # On other boards, the hints begin with the first step.
    others = {other for other in (1, 2, 3) if other != chosen}
    links = {page.link(f"Hint, Board {other} of 4") for other in others}
    assert links == {f"{rows}&hint=1&board={other}" for other in others}
    if is_open:
        alone = rows.replace("boards=4&", "").split(":")[0]
        marks = rows.rpartition(":")[2].split(".")[board - 1]
        assert page.texts("helper-hint") == client.get(f"{alone}:{marks}&hint={hint}").texts(
            "helper-hint"
        )


@pytest.mark.parametrize("board", ["0", "5", "x", "1" * 5000])
def test_hint_for_a_missing_board_goes_to_the_board_with_the_fewest_words(client, board):
    page = client.get(f"/helper?boards=4&row=crane:01002.00000.11000.20100&hint=2&board={board}")
    assert page.status_code == 200
    assert "Hint for board 3" in page.visible_text


def test_entered_guess_is_compared_with_the_best_guess(client):
    best = client.get(TWO).fact("suggestion")
    mine = client.get(f"{TWO}&guess=slate")
    assert re.fullmatch(
        rf"On average, SLATE solves [\d.]+ boards and leaves [\d.]+ words; {best.upper()} solves "
        r"[\d.]+ and leaves [\d.]+\.",
        mine.texts("helper-verdict")[0],
    )
    assert (
        f"{best.upper()} is the best guess here." in client.get(f"{TWO}&guess={best}").visible_text
    )
    assert "Not in our word list." in client.get(f"{TWO}&guess=zzzzz").visible_text
    refused = client.get(f"{TWO}&guess=toolong")
    assert refused.status_code == 422
    assert "Enter a word of 5 letters, not “toolong”." in refused.visible_text


@pytest.mark.parametrize(("sort", "falls"), [("after", False), ("chance", True), ("solved", True)])
def test_ten_best_guesses_on_several_boards_are_sorted_by_the_requested_column(client, sort, falls):
    page = client.get(f"{TWO}&row=moist:00000.02020&sort={sort}")
    cells = page.all(f".//td[@data-column='{sort}']")
    figures = [float(re.sub(r"[^\d.]", "", cell.visible_text)) for cell in cells]
    assert figures == sorted(figures, reverse=falls)
    assert len(set(figures)) > 1


def test_each_board_lists_likely_words_first(client):
    page = client.get(f"{TWO}&row=slide:00002.00000")
    for card in cards(page):
        (fold,) = card.of_class("board-card-words")
        assert "open" not in fold.root.attrib
        chances = [item.visible_text.split()[-1].strip("<%") for item in fold.all(".//li")]
        assert len(chances) > 4
        assert list(map(int, chances)) == sorted(map(int, chances), reverse=True)


def test_likely_results_of_each_board_are_one_tap_away(client):
    page = client.get(f"{TWO}&row=slimy:")
    for number, card in enumerate(cards(page), 1):
        buttons = card.all(".//button[@name='result']")
        assert len(buttons) == 4
        for button in buttons:
            row, board, _ = button["value"].split(".")
            assert (row, board) == ("2", str(number))
            pressed = client.get(f"{TWO}&row=slimy:&result={button['value']}").location
            digits = "".join(DIGITS[pip["data-mark"]] for pip in button.of_class("pip"))
            marks = f".{digits}" if number == 2 else digits
            assert pressed == f"{TWO}&row=slimy:{marks}"


def test_card_says_that_the_best_guess_solves_its_board(client):
    page = client.get("/helper?boards=2&row=crane:11000.00000&row=moist:00000.00100")
    assert page.fact("suggestion") == "lurch"
    solved, other = cards(page)
    assert "LURCH solves it" in solved.visible_text
    assert "LURCH leaves" in other.visible_text
    assert "LURCH leaves 1 word" not in page.visible_text


def test_each_board_offers_its_four_likeliest_results_first(client):
    address = f"{TWO}&row=slimy:"
    page, state = client.get(address), read_address(HelperState, parse_qsl(urlsplit(address).query))
    with client.application.test_request_context():
        waiting = helper_result(state.state).waiting
    for number, card in enumerate(cards(page)):
        offered = [int(e["value"].split(".")[2]) for e in card.all(".//button[@name='result']")]
        likeliest = [counted.pattern for counted in waiting[number].likeliest(9)]
        listed = [pattern for pattern in likeliest if pattern in offered]
        assert set(listed[:4]) == set(offered[:4]), number


def test_solved_button_is_missing_for_a_word_that_the_colors_rule_out(client):
    page = client.get("/helper?boards=2&row=crane:01002.00000&row=slimy:")
    assert [len(card.all(".//button[@name='solved']")) for card in cards(page)] == [0, 1]


def test_past_answers_weigh_less_on_several_boards(client):
    row = "row=crane:01002.00000&row=slide:00002.00000"
    plain = client.get(f"/helper?boards=2&{row}")
    used = client.get(f"/helper?boards=2&{row}&used=purge")
    words = [page.of_class("board-card-words")[0].all(".//li/span") for page in (plain, used)]
    assert words[0][0].visible_text == "purge" != words[1][0].visible_text
    assert "1 past answer" in used.visible_text


def test_options_for_a_single_board_are_left_out_on_several_boards(client):
    page = client.get(f"{TWO}&hard=1&only=1")
    assert page.status_code == 200
    assert "Hard mode" not in page.visible_text
    assert "Only words that can be the answer" not in page.visible_text
    assert page.fact("address") == TWO


def test_changing_the_number_of_boards_keeps_the_marks_of_remaining_boards(client):
    page = client.get(f"{TWO}&row=slimy:-.22222")
    assert page.link("1") == "/helper?row=crane:01002&row=slimy:"
    assert page.link("4") == "/helper?boards=4&row=crane:01002.00000&row=slimy:.22222"
    page = client.get("/helper?row=crane:01002&hard=1&only=1")
    assert page.link("2") == "/helper?boards=2&row=crane:01002"


@pytest.mark.parametrize(
    ("language", "prompt"),
    [
        ("en", "Color row 1 on board 2"),
        ("de", "Farben für Spielfeld 2 eingeben: Zeile 1"),
        ("es", "Colorea la fila 1 en el tablero 2"),
    ],
)
def test_coloring_prompt_refers_to_a_row_without_a_word_by_its_number(client, language, prompt):
    headers = {"Accept-Language": language}
    page = client.get("/helper?boards=2&row=:01002.&row=crane:", headers=headers)
    assert prompt in page.visible_text
