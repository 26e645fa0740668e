"""The bookmarklet that reads the page of another game, in a real browser."""

import re
from contextlib import suppress
from urllib.parse import parse_qs, unquote, urlsplit

import pytest
from bookmark_gallery import Case, Game, board, cases, page
from browser_looks import guess, visit, wait_until
from playwright.sync_api import Browser, Error, Page, Route, expect

from wordle_web.engine.letters import plain_letters
from wordle_web.engine.lexicon import load_lexicon
from wordle_web.engine.rows import HIDDEN, WAITING
from wordle_web.web.bookmark.views import bookmark_address, doubts_of, read_code, read_page

HOME = "http://home.example/helper/read"
ELSEWHERE = "http://game.example/"
STRICT = "default-src 'none'; style-src 'unsafe-inline'; frame-src 'self'; base-uri 'none'"
CASES = cases()
# Counts the expensive operations of a browser: computing styles and layout.
COUNT_LOOKS = """
let looks = 0;
for (const [owner, name] of [
  [window, "getComputedStyle"],
  [Element.prototype, "checkVisibility"],
  [Element.prototype, "getBoundingClientRect"],
]) {
  const look = owner[name];
  owner[name] = function (...given) {
    looks += 1;
    return look.apply(this, given);
  };
}"""


@pytest.fixture(scope="module")
def code() -> str:
    """The installed script, without the prefix of its URL."""
    return read_code()


@pytest.fixture(scope="module")
def elsewhere(browser: Browser) -> Page:
    return browser.new_context().new_page()


def show(page: Page, html: str) -> None:
    def answer(route: Route) -> None:
        body = html if route.request.url == ELSEWHERE else "<title>Home</title>"
        headers = {"Content-Security-Policy": STRICT}
        route.fulfill(body=body, content_type="text/html", headers=headers)

    page.unroute_all()
    page.route("**/*", answer)
    page.goto(ELSEWHERE)


def tapped(page: Page, code: str, pause: int = 20) -> dict[str, list[str]]:
    """Return the fields of the URL opened by the bookmarklet."""
    script = unquote(bookmark_address(code, HOME, pause)).removeprefix("javascript:")
    page.evaluate(f"void setTimeout(() => {script})")
    page.wait_for_url(f"{HOME}**")
    return parse_qs(urlsplit(page.url).query)


def test_gallery_has_at_least_forty_distinct_pages():
    assert len(CASES) >= 40
    assert len({case.name for case in CASES}) == len(CASES)


def test_four_in_five_boards_of_the_gallery_open_directly_in_the_helper():
    boards = [case.read for case in CASES if case.read in {"exact", "turn", "words", "doubtful"}]
    assert len([read for read in boards if read in {"exact", "turn"}]) >= len(boards) * 4 / 5


@pytest.mark.parametrize("case", CASES, ids=str)
def test_bookmark_reads_every_page_of_the_gallery(elsewhere, code, case):
    show(elsewhere, case.html)
    fields = tapped(elsewhere, code)
    print(fields)
    assert fields["v"] == ["1"]
    if "row" not in fields:
        assert fields["problem"][0] in case.read.split()
        return
    check(case, fields)


def check(case: Case, fields: dict[str, list[str]]) -> None:
    pairs = tuple((name, value) for name, values in fields.items() for value in values)
    length = len(case.game.guesses[0])
    lexicon = load_lexicon(f"english-{length}")
    reading = read_page(pairs, lexicon.alphabet)
    rows, doubts = reading.position.rows, doubts_of(reading, lexicon)
    assert bool(doubts) is (case.read == "doubtful")
    assert [row.guess for row in rows] == [
        plain_letters(word, lexicon.alphabet) for word, _ in case.game.rows
    ]
    for row, (read, (_, truth)) in enumerate(zip(rows, case.game.rows, strict=True)):
        for number, (digits, right) in enumerate(zip(read.marks, truth, strict=True)):
            if case.read == "words":
                assert digits == WAITING
            elif case.read == "turn" and number:
                assert digits == HIDDEN
            else:
                for place, (digit, mark) in enumerate(zip(digits, right, strict=True)):
                    assert digit == mark or (row, place, number) in doubts, (row, place)
    if case.read == "exact":
        assert reading.typed == case.game.typed
    assert reading.position.in_turn is (case.read == "turn")


STATISTICS = """<main><h2>Statistics</h2>
<dl><div><dd>42</dd><dt>Played</dt></div><div><dd>95</dd><dt>Win %</dt></div>
<div><dd>3</dd><dt>Current Streak</dt></div><div><dd>17</dd><dt>Max Streak</dt></div></dl>
<h2>Guess Distribution</h2><table>
<tr><td>1<td>0<tr><td>2<td>4<tr><td>3<td>11<tr><td>4<td>15<tr><td>5<td>8<tr><td>6<td>2
</table></main>"""


def test_bookmark_reads_statistics(elsewhere, code):
    show(elsewhere, page(STATISTICS))
    fields = tapped(elsewhere, code)
    counts = [fields[f"won_{tries}"] for tries in range(1, 7)]
    assert counts == [["0"], ["4"], ["11"], ["15"], ["8"], ["2"]]
    figures = [fields[name] for name in ("played", "current_streak", "max_streak")]
    assert figures == [["42"], ["3"], ["17"]]


def test_statistics_are_read_only_beside_a_finished_game(elsewhere, code):
    show(elsewhere, page(board(Game(("crane", "spiny"), ("spiny",))) + STATISTICS))
    assert "played" in tapped(elsewhere, code)
    show(elsewhere, page(board(Game(("crane",), ("spiny",))) + STATISTICS))
    assert tapped(elsewhere, code)["row"] == ["crane:00020"]


def test_turning_tiles_are_read_when_they_stop(elsewhere, code):
    turning = "@keyframes turn { from { transform: rotateX(90deg); background: #fff } }"
    style = f"{turning} .tile {{ animation: turn .5s }}"
    show(elsewhere, page(board(Game(("crane", "lions"), ("spiny",))), style))
    fields = tapped(elsewhere, code, 300)
    assert fields["row"] == ["crane:00020", "lions:01021"] or "doubt" not in fields
    assert "doubt" not in fields


def test_only_possible_tiles_are_inspected_on_a_large_page(elsewhere, code):
    filler = "".join(
        f"<div><b>{number}</b><i>words</i><p>a text</p></div>" for number in range(5_000)
    )
    show(elsewhere, page(board(Game(("crane", "lions"), ("spiny",))) + filler))
    assert elsewhere.evaluate("document.querySelectorAll('*').length") >= 20_000
    script = unquote(bookmark_address(code, HOME, 0)).removeprefix("javascript:")
    name = script.rpartition(";")[2].partition("(")[0]
    # Only the declarations that read the page, without the call that opens a URL.
    reading = script.rpartition(f";{name}(")[0].removeprefix("{")
    read = re.search(r"let (\w+)=(\w+)\(\);if\(\1===", reading)
    looks = elsewhere.evaluate(f"() => {{{COUNT_LOOKS}; {reading}; {read[2]}(); return looks; }}")
    assert 0 < looks <= 300


def test_bookmark_works_under_the_content_security_policy_of_this_site(open_page, site):
    page = open_page("/helper/bookmark")
    address = page.get_attribute("[data-drag]", "href") or ""
    assert len(address) <= 10_000
    start(page, address)
    page.wait_for_url("**/helper/bookmark?works=1**")
    expect(page.get_by_text("It works")).to_be_visible()


@pytest.mark.parametrize("is_mobile", [False, True])
def test_dragging_the_bookmark_is_explained_only_on_a_computer(open_page, is_mobile):
    page = open_page("/helper/bookmark", is_mobile=is_mobile, has_touch=is_mobile)
    shown = page.get_by_role("heading", name=re.compile("^On a")).all_text_contents()
    assert shown == [*["On a computer"][is_mobile:], "On an iPhone or iPad"]


def start(page: Page, address: str) -> None:
    with suppress(Error):  # a script that navigates interrupts the current navigation
        page.goto(address)


@pytest.mark.parametrize("path", ["/", "/boards/32", "/boards/2/in-turn"])
def test_bookmark_reads_games_of_this_site(open_page, site, path):
    page = open_page(path)
    for word in site.wrong_words(2):
        guess(page, word)
        wait_until(
            page,
            "word => document.querySelector('[data-fragment=helper]').href.includes(word)",
            word,
        )
    link = page.get_attribute("[data-fragment=helper]", "href") or ""
    home = page.context.new_page()
    visit(home, "/helper/bookmark")
    start(page, home.get_attribute("[data-drag]", "href") or "")
    home.close()
    page.wait_for_url("**/helper?**")
    assert parse_qs(urlsplit(page.url).query)["row"] == parse_qs(urlsplit(link).query)["row"]


def test_doubtful_rows_are_confirmed_before_use(open_page, site):
    page = open_page("/helper/read?v=1&row=crane:00020&doubt=colors")
    expect(page.get_by_role("heading", name="Check the board")).to_be_visible()
    assert page.locator(".tile[data-doubtful]").count() == 1
    page.get_by_role("button", name="Use these rows").click()
    page.wait_for_url("**/helper?row=crane:00020")
