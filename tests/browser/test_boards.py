"""Several boards by keyboard and touch, on desktop and phone: games, and the helper."""

import re

import pytest
from browser_looks import DESK, PHONE, SMALLEST, TOUCHED, box, guess, size, tap, violations
from playwright.sync_api import Page, expect

from wordle_web.game.puzzles.days import daily_answers
from wordle_web.game.puzzles.variants import Variant
from wordle_web.web.services import EXTENSION

TWO = "/helper?boards=2&row=crane:02001.00000"


@pytest.fixture
def words(site):
    parts = site.app.extensions[EXTENSION]
    return lambda variant: daily_answers(site.today, parts.epochs, parts.lexicon(), variant)


def swipe(page: Page) -> None:
    box = page.locator(".board-space").bounding_box()
    y = box["y"] + box["height"] / 2
    touch = page.context.new_cdp_session(page)
    for kind, x in (("Start", 250), ("Move", 200), ("Move", 100), ("End", None)):
        points = [] if x is None else [{"x": x, "y": y}]
        touch.send("Input.dispatchTouchEvent", {"type": f"touch{kind}", "touchPoints": points})


def cards(page: Page, state: str):
    return page.locator(f'.cards > [data-state="{state}"]')


BOTTOMS = "(all) => all.map((one) => one.getBoundingClientRect().bottom)"

IN_VIEW = """() => {
  const space = document.querySelector(".board-space").getBoundingClientRect();
  return Array.from(document.querySelectorAll('.cards [data-row="current"]'), (row) => {
    const { top, bottom } = row.getBoundingClientRect();
    return top > space.top - 1 && bottom < space.bottom + 1;
  });
}"""


@pytest.mark.parametrize("path", ["/boards/4", "/boards/2"])
@pytest.mark.parametrize("height", [640, 667, 740, 844, 915])
def test_row_being_typed_stays_visible_on_each_board(open_page, site, path, height):
    page = open_page(path, viewport={"width": 360 if height == 640 else 390, "height": height})
    for turn, word in enumerate(site.wrong_words(6), 1):
        assert page.evaluate(IN_VIEW) == [True] * int(path[-1])
        guess(page, word)
        expect(page.locator("[name=turn]")).to_have_value(str(turn + 1))
    assert page.evaluate(IN_VIEW) == [True] * int(path[-1])


def test_four_boards_are_played_by_keyboard(open_page, words):
    answers = words(Variant(boards=4))
    page = open_page("/boards/4")
    page.keyboard.type("fuz")
    expect(page.locator('.cards [data-row="current"]')).to_have_text(["FUZ"] * 4)
    guess(page, "zy")
    expect(page.get_by_text("Guess 2 of 9")).to_be_visible()
    page.keyboard.type("fuzzy")
    expect(page.get_by_text("FUZZY no longer fits any board")).to_be_visible()
    page.keyboard.press("Enter")
    expect(page.get_by_role("alert")).to_contain_text("Already guessed")
    for _ in "fuzzy":
        page.keyboard.press("Backspace")
    guess(page, answers[0])
    expect(cards(page, "won")).to_have_count(1)
    expect(page.locator("[data-announcer]")).to_contain_text("Board 1 solved")
    page.keyboard.press("ArrowRight")
    expect(page.locator('[data-card="2"]')).to_have_attribute("data-selected", "")
    expect(page.locator(".key-cells")).to_have_count(0)
    assert violations(page) == []
    page.keyboard.press("Escape")
    expect(page.locator("[data-selected]")).to_have_count(0)
    for word in answers[1:]:
        guess(page, word)
    expect(page.get_by_role("heading", name="All 4 words in 5 guesses")).to_be_visible()
    expect(page.get_by_role("button", name="Share")).to_be_visible()
    assert violations(page) == []


def test_arrow_keys_select_boards_and_announce_their_state(open_page):
    page = open_page("/boards/4")
    guess(page, "crane")
    expect(page.get_by_text("Guess 2 of 9")).to_be_visible()
    page.route("**/boards/4?board=*", lambda route: (page.wait_for_timeout(100), route.continue_()))
    for _ in range(3):
        page.keyboard.press("ArrowRight")
    expect(page.locator("[data-selected]")).to_have_attribute("data-card", "3")
    announcement = re.compile("^Board 3. Guess 1: C (absent|present|correct), R ")
    expect(page.locator("[data-announcer]")).to_have_text(announcement)
    expect(page.get_by_role("link", name="Board 3", exact=True)).to_have_attribute(
        "aria-current", "true"
    )


@pytest.mark.parametrize("locale", ["en", "de", "es", "fr", "pt-BR"])
@pytest.mark.parametrize("window", [DESK, PHONE])
def test_keys_name_the_board_whose_colors_they_show(open_page, site, window, locale):
    page = open_page("/boards/4", viewport=window, locale=locale)
    guess(page, site.wrong_words(1)[0])
    expect(page.locator("[name=turn]")).to_have_value("2")
    keyboard, name = page.locator(".keyboard"), page.locator(".keys-board")
    of_all = keyboard.get_attribute("aria-label")
    expect(name).to_have_count(0)
    for number in ("3", "2"):
        page.locator(f'.cards > [data-card="{number}"] .card-link').click()
        expect(name).to_contain_text(number)
        expect(keyboard).to_have_attribute("aria-label", re.compile(f" {number}$"))
        spoken = keyboard.get_attribute("aria-label")
        expect(page.locator("[data-announcer]")).to_contain_text(spoken)
        shown, button = box(page, ".keys-board"), box(page, ".hint-button")
        assert shown["x"] >= 0
        assert shown["x"] + shown["width"] <= button["x"]
        assert shown["y"] + shown["height"] <= box(page, ".keyboard")["y"]
        # The field keeps the focus, and the cursor stays in the typed row.
        expect(page.locator("#guess")).to_be_focused()
        expect(page.locator(".play")).to_have_attribute("data-typing", "")
    page.locator('.cards > [data-card="2"] .card-link').click()
    expect(name).to_have_count(0)
    expect(keyboard).to_have_attribute("aria-label", of_all)
    expect(page.locator("[data-announcer]")).to_contain_text(of_all)


@pytest.mark.parametrize("has_keyboard", [True, False])
def test_rules_mention_the_escape_key_only_on_devices_with_a_keyboard(open_page, has_keyboard):
    touched = {} if has_keyboard else TOUCHED
    page = open_page("/how-to-play#boards", **touched)
    expect(page.get_by_text("again to see all")).to_be_visible()
    expect(page.get_by_text("Escape")).to_be_visible(visible=has_keyboard)


@pytest.mark.parametrize("window", [DESK, {"width": 390, "height": 844}, PHONE])
def test_no_board_moves_if_all_empty_rows_are_visible(open_page, words, window):
    page = open_page("/boards/4", viewport=window)
    rows = page.locator('[data-row="later"]')
    expect(rows).to_have_count(4 * 8)
    expect(rows.last).to_be_in_viewport(ratio=1)
    hidden = "(space) => space.scrollHeight - space.clientHeight"
    assert page.locator(".board-space").evaluate(hidden) <= 0
    place = "(cards) => cards.map((card) => [card.offsetLeft, card.offsetTop])"
    places = page.locator(".cards > div").evaluate_all(place)
    for word in (*words(Variant(boards=4))[:2], "zzzzz"):
        guess(page, word)
    expect(page.get_by_role("alert")).to_contain_text("Not in word list")
    expect(cards(page, "won")).to_have_count(2)
    assert page.locator(".cards > div").evaluate_all(place) == places


@pytest.mark.parametrize(("boards", "across"), [(8, 2), (32, 4)])
def test_boards_are_played_by_touch_on_a_small_phone(open_page, words, boards, across):
    answers = words(Variant(boards=boards))
    page = open_page(f"/boards/{boards}", **TOUCHED)
    tap(page, answers[0])
    expect(cards(page, "won")).to_have_count(1)
    boxes = [card.bounding_box() for card in page.locator(".cards > div").all()[: across + 1]]
    assert len({box["y"] for box in boxes[:across]}) == 1
    assert boxes[across]["y"] > boxes[0]["y"]
    assert boxes[across - 1]["x"] + boxes[across - 1]["width"] <= 360
    assert size(page) == (360, 640)
    page.locator(f'.cards > [data-card="{boards}"]').tap()
    expect(page.locator(f'.cards > [data-card="{boards}"]')).to_have_attribute("data-selected", "")
    expect(page.locator(f'.cards > [data-card="{boards}"]')).to_be_in_viewport()
    if boards == 32:
        expect(page.locator(".large-card > div")).to_have_attribute("data-card", "32")
        expect(page.locator(".large-card > div")).to_be_in_viewport(ratio=0.9)
    # After the last board, the first two unsolved boards are selected.
    page.get_by_role("link", name="Next unsolved board").tap() if boards == 32 else swipe(page)
    expect(page.locator(".cards > [data-selected]")).to_have_attribute("data-card", "2")
    swipe(page)
    expect(page.locator(".cards > [data-selected]")).to_have_attribute("data-card", "3")
    expect(page.locator("[data-announcer]")).to_contain_text("Board 3")
    assert violations(page) == []


def test_row_being_typed_stays_visible_on_a_small_phone(open_page, site, words):
    answers = words(Variant(boards=8))
    page = open_page("/boards/8", **TOUCHED)
    wrong = [word for word in site.wrong_words(30) if word not in answers][:9]
    for number, word in enumerate(wrong, 2):
        guess(page, word)
        expect(page.get_by_text(f"Guess {number} of 13")).to_be_visible()
        expect(page.locator('.cards > [data-card="1"] [data-row="current"]')).to_be_in_viewport(
            ratio=0.9
        )
    page.locator(".board-space").evaluate("element => element.scrollTo(0, element.scrollHeight)")
    guess(page, answers[0])
    expect(cards(page, "won")).to_have_count(1)
    expect(page.locator('.cards > [data-card="7"] [data-row="current"]')).to_be_in_viewport(
        ratio=0.9
    )


def test_keys_and_guesses_on_32_boards_update_only_what_changes(open_page):
    page = open_page("/boards/32", reduced_motion="no-preference")
    visit = page.context.new_cdp_session(page)
    visit.send("Performance.enable")

    def layouts() -> float:
        metrics = visit.send("Performance.getMetrics")["metrics"]
        return next(metric["value"] for metric in metrics if metric["name"] == "LayoutCount")

    before = layouts()
    rows = "document.querySelectorAll('[data-row=current]:has([data-mark=typed])').length"
    key = "new KeyboardEvent('keydown', {key: 'c', bubbles: true})"
    drawn = page.evaluate(f"[document.activeElement.dispatchEvent({key}), {rows}]")
    assert 0 < drawn[1] <= 8  # the other boards are drawn when they become visible
    expect(page.locator('.cards [data-mark="typed"]')).to_have_count(32)
    assert layouts() - before < 16
    page.evaluate("window.tiles = [...document.querySelectorAll('.boards .tile')]")
    guess(page, "rane")
    expect(page.get_by_text("Guess 2 of 37")).to_be_visible()
    # Unchanged elements stay in the page: only rows and maps are replaced.
    assert page.evaluate("tiles.filter((tile) => !tile.isConnected).length") == 0


@pytest.mark.parametrize("window", [DESK, {"width": 390, "height": 844}])
def test_lost_game_shows_every_answer_and_all_rows(open_page, site, words, window):
    answers = words(Variant(boards=2))
    page = open_page("/boards/2", viewport=window)
    wrong = [word for word in site.wrong_words(9) if word not in answers]
    for word in (*wrong[:4], answers[1], *wrong[4:6]):
        guess(page, word)
    expect(page.get_by_role("heading", name="Not this time")).to_be_visible()
    expect(page.get_by_role("button", name="Share")).to_be_in_viewport(ratio=1)
    expect(page.locator(".row:visible")).to_have_count(8 + 5)
    expect(page.locator(".row").last).to_be_in_viewport(ratio=1)
    tiles = page.locator(".card .row:last-child > .tile:first-child")
    expect(tiles).to_have_text([answers[0][0].upper(), answers[1][0].upper()])
    missed, hit = (
        tile.evaluate("e => getComputedStyle(e).backgroundColor") for tile in tiles.all()
    )
    assert (missed, hit) == ("rgba(0, 0, 0, 0)", "rgb(74, 127, 69)")
    assert violations(page) == []


def test_keys_keep_their_letters_next_to_the_colors_of_each_board(open_page, site):
    def expect_keys(page: Page) -> None:
        expect(page.locator(".key .key-cells").first).to_be_visible()
        letters = page.locator(".key:not([data-key='Enter'], [data-key='Backspace'])")
        assert sorted(letters.all_inner_texts()) == sorted("QWERTYUIOPASDFGHJKLZXCVBNM")

    page = open_page("/boards/4")
    for number, word in enumerate(site.wrong_words(2), 2):
        guess(page, word)
        expect(page.get_by_text(f"Guess {number} of 9")).to_be_visible()
    expect_keys(page)
    page = open_page("/helper?boards=4&row=slate:00000.10000.20000.")
    page.locator(".board-card [name=tap]").last.click()
    expect_keys(page)


def test_guess_is_colored_board_by_board_using_only_the_keyboard(open_page):
    page = open_page("/helper?boards=2", viewport=SMALLEST)
    page.get_by_label("Add your first guess").press_sequentially("crane")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Color CRANE on each board")).to_be_visible()
    expect(
        page.get_by_label("Board 1, 1st letter C").or_(page.locator("[value='1.1.1']")).first
    ).to_be_focused()
    page.keyboard.type("0100200000")
    expect(page.locator("[data-suggestion]:not([data-suggestion=''])")).to_be_visible()
    expect(page).to_have_url(re.compile(r"row=crane:01002\.00000"))
    expect(page.locator("[data-announcer]")).to_contain_text("Best next guess:")
    page.get_by_role("link", name="Use ").click()
    expect(page.locator(".board-card[data-waiting]")).to_have_count(2)
    page.go_back()
    expect(page.locator(".board-card[data-waiting]")).to_have_count(0)


def test_typing_with_focus_on_the_best_guess_begins_a_word(open_page):
    page = open_page(TWO, viewport=SMALLEST)
    page.get_by_role("link", name="Use ").focus()
    page.keyboard.type("moist")
    expect(page).to_have_url(re.compile(r"row=moist:"))


def test_no_board_moves_while_a_row_is_colored_on_a_phone(open_page):
    marks = ".".join(["01000", "00000"] * 4)
    page = open_page(f"/helper?boards=8&row=crane:{marks}&row=slimy:", viewport=SMALLEST)
    place = "element => Math.round(element.getBoundingClientRect().top + scrollY)"
    tile = page.locator("[name=tap][value='2.7.3']")
    before = tile.evaluate(place)
    page.locator("[name=tap][value='2.1.1']").click()
    expect(page.locator("[name=tap][value='2.1.1']")).to_have_attribute("data-mark", "present")
    page.get_by_role("button", name=re.compile("Solved.*Board 2")).click()
    page.get_by_role("button", name=re.compile("All gray.*Board 3")).click()
    page.locator("[name=tap][value='2.4.2']").click()
    assert page.locator(".board-card[data-waiting]").count() == 4
    expect(page).to_have_url(re.compile(r"row=slimy:10000\.22222\.00000\.01000&"))
    assert tile.evaluate(place) == before
    assert violations(page) == []


def test_fixes_are_listed_when_a_row_is_colored_wrongly_on_the_page(open_page):
    page = open_page("/helper?boards=2&row=crane:00000.00000", viewport=PHONE, is_mobile=True)
    page.keyboard.type("strap")
    expect(page.locator("[data-tiles] .tile").first).to_be_focused()
    page.keyboard.type("0020000000")
    fold = page.locator("[data-fold=fixes-0]")
    expect(fold).to_have_attribute("open", "")
    fold.locator("summary").click()
    page.locator("[data-tiles] .tile").last.click()
    expect(page).to_have_url(re.compile("row=strap:00200.00001"))
    expect(page.locator("[aria-busy=true]")).to_have_count(0)
    expect(fold).not_to_have_attribute("open", "")  # closed by the player


@pytest.mark.parametrize("has_script", [True, False])
def test_card_of_a_contradictory_board_leads_to_its_fixes(open_page, has_script):
    rows = "row=crane:22220.01002.22220.00000&row=crack:00001.01000.00001.22222"
    page = open_page(
        f"/helper?boards=4&{rows}", viewport=PHONE, java_script_enabled=has_script, is_mobile=True
    )
    address = page.url
    page.get_by_role("link", name="No word fits").nth(1).click()
    title = page.get_by_role("heading", name="Board 3: No matching word")
    expect(title).to_be_in_viewport(ratio=1)
    fix = page.locator("#fix-3 ~ details").get_by_role("link", name="Color row 1 again")
    expect(fix).to_be_in_viewport(ratio=1)
    assert (page.url == address) is has_script
    fix.click()
    expect(page).to_have_url(re.compile(r"row=crane:22220\.01002\.\.00000"))


@pytest.mark.parametrize("viewport", [PHONE, {"width": 390, "height": 844}, DESK], ids=str)
def test_contradictory_board_is_fixed_on_its_card_without_moving_a_tile(open_page, viewport):
    rows = "row=crane:01002.00000.11000.20100&row=pilot:"
    page = open_page(f"/helper?boards=4&{rows}", viewport=viewport)
    tiles = "() => [...document.querySelectorAll('[name=tap]')].map((one) => one.offsetTop)"
    before = page.evaluate(tiles)
    page.locator("[name=tap][value='2.1.1']").focus()
    page.keyboard.type("00002000000000000000")
    fix = page.get_by_role("link", name="Make T gray in row 2")
    expect(fix).to_be_in_viewport(ratio=1)
    assert page.evaluate(tiles) == pytest.approx(before, abs=1)
    page.wait_for_timeout(600)  # a double press has no effect
    fix.click()
    expect(page).to_have_url(re.compile(r"row=pilot:00000\.00000\.00000\.00000"))
    expect(page.locator("[data-status=no-match]")).to_have_count(0)


def test_board_being_colored_has_a_clear_frame(open_page):
    page = open_page("/helper?boards=4&row=crane:", viewport=PHONE)
    page.locator("[name=tap][value='1.3.2']").click()
    expect(page.locator("[data-tiles][data-waiting]")).to_have_count(3)
    frames = page.locator(".board-card").evaluate_all(
        "(cards) => cards.map((card) => getComputedStyle(card).boxShadow !== 'none')"
    )
    assert frames == [False, False, True, False]


@pytest.mark.parametrize("language", ["en", "es", "fr", "pt-BR"])
@pytest.mark.parametrize("width", [360, 390])
def test_options_of_several_boards_take_one_line_on_a_phone(open_page, width, language):
    page = open_page(
        "/helper?boards=4&row=crane:", viewport={"width": width, "height": 640}, locale=language
    )
    lines = page.locator(".helper-options-open").evaluate(
        """(one) => {
          const text = [...one.childNodes].filter((node) => node.nodeType === 3).at(-1);
          const range = document.createRange();
          range.selectNodeContents(text);
          return range.getBoundingClientRect().height / parseFloat(getComputedStyle(one).fontSize);
        }"""
    )
    assert 0 < lines < 2


def test_selecting_a_row_offers_no_undo(open_page):
    page = open_page(f"{TWO}&row=moist:00000.00100", viewport=SMALLEST)
    page.get_by_role("link", name="1 CRANE").click()
    expect(page).to_have_url(re.compile(r"at=1"))
    expect(page.get_by_role("button", name="Undo")).to_be_hidden()


def test_corrected_word_keeps_colors_on_many_boards(open_page) -> None:
    gray = "&row=slimy:" + ".".join(["00000"] * 32)
    page = open_page(f"/helper?boards=32{gray * 8}&row=crabe:", viewport=SMALLEST, clocked=True)
    expect(page.locator("[name=packed]")).to_have_count(1)
    page.clock.pause_at(page.evaluate("Date.now()") + 60_000)
    page.locator("[name=tap][value='9.1.2']").click()
    page.get_by_role("link", name="CRANE?").click()
    page.clock.run_for(1)  # the end of the press
    expect(page.locator(".boards-row[aria-current]")).to_contain_text("CRANE")
    expect(page.locator("[name='marks.9.1']")).to_have_value("_1___")


@pytest.mark.parametrize("way", ["gray", "tile"])
def test_row_finished_after_the_next_word_was_typed_keeps_its_colors(open_page, way):
    page = open_page("/helper?boards=4&row=crane:.01000.00000.00000", viewport=PHONE)
    page.keyboard.type("sloth")
    expect(page.locator(".boards-row")).to_have_count(2)
    heading, current = page.locator("#answer-heading"), page.locator(".boards-row[aria-current]")
    if way == "gray":
        page.get_by_role("button", name=re.compile("All gray.*Board 1")).click()
    else:
        page.locator("[name=tap][value='1.1.2']").click()
        expect(heading).to_have_text(re.compile("Row 1, CRANE"))
        expect(current).to_contain_text("CRANE")
        page.get_by_role("link", name="Color SLOTH").click()
    expect(heading).to_have_text(re.compile("Color SLOTH on each board"))
    expect(current).to_contain_text("SLOTH")
    page.locator("[name=tap][value='2.1.1']").click()
    first = "00000" if way == "gray" else "01000"
    expect(page).to_have_url(re.compile(rf"row=crane:{first}\.01000\.00000\.00000&row=sloth:10000"))
    assert violations(page) == []


@pytest.mark.parametrize(
    ("width", "height"), [(390, 844), (768, 844), (768, 1024), (1024, 768), (1280, 844)]
)
@pytest.mark.parametrize("boards", [2, 4])
def test_marks_on_keys_are_arranged_like_the_boards_of_the_helper(open_page, boards, width, height):
    query = f"boards={boards}&row=crane:" + ".".join(["01002", "00000", "10000", "00001"][:boards])
    page = open_page(f"/helper?{query}", viewport={"width": width, "height": height})
    in_first_row = """(parent) => {
      const tops = [...parent.children].map((one) => Math.round(one.getBoundingClientRect().top));
      return tops.filter((top) => top === tops[0]).length;
    }"""
    cards, cells = page.locator(".board-card").first.locator(".."), page.locator(".key-cells").first
    assert cells.evaluate(in_first_row) == cards.evaluate(in_first_row)


def test_only_the_selected_board_has_a_thick_frame_with_forced_colors(open_page):
    page = open_page("/boards/4", forced_colors="active")
    page.locator(".card-link").nth(2).click()
    expect(page.locator("[data-selected]")).to_have_attribute("data-card", "3")
    frames = page.locator(".card").evaluate_all(
        """(cards) => cards.map((card) => {
          const { borderTopColor, outlineStyle, outlineWidth } = getComputedStyle(card);
          const page = getComputedStyle(document.body).backgroundColor;
          return [borderTopColor !== page, outlineStyle === "solid" && outlineWidth];
        })"""
    )
    assert frames == [[False, False], [False, False], [True, "3px"], [False, False]]


@pytest.mark.parametrize(("width", "height"), [(768, 1024), (820, 1180), (1024, 768)])
@pytest.mark.parametrize("rows", [0, 1, 2, 3])
def test_tiles_of_four_boards_in_the_helper_are_easy_to_tap_on_a_tablet(
    open_page, rows, width, height
):
    words = ["crane:01002.00000.11000.20100", "pilot:00000.00100.00100.00100"]
    words += ["dusky:00000.00100.00000.00000"]
    query = "".join(f"&row={word}" for word in words[:rows])
    page = open_page(
        f"/helper?boards=4{query}", viewport={"width": width, "height": height}, has_touch=True
    )
    page.keyboard.type("slate")
    tiles = page.locator(".board-card[data-waiting] [data-tiles] .tile")
    expect(tiles).to_have_count(20)
    sizes = tiles.evaluate_all("(all) => all.map((one) => [one.offsetWidth, one.offsetHeight])")
    assert min(min(sides) for sides in sizes) >= 44
    if width < height:  # all boards are above the keys
        end = page.locator(".helper-result").bounding_box()["y"]
        cards = page.locator(".board-card")
        assert cards.evaluate_all(BOTTOMS)[-1] <= end
