"""Layout and colors of the pages: one grid, the essentials in view, contrast."""

from collections.abc import Callable, Iterator
from io import BytesIO
from itertools import pairwise, product
from typing import Any

import pytest
from browser_looks import DESK, EMPTY, PHONE, SMALLEST, box, challenge, contrast, guess, visit
from PIL import Image
from playwright.sync_api import Page, expect

from wordle_web.engine.knowledge import Turn
from wordle_web.game.puzzles.days import daily_answer
from wordle_web.web.services import EXTENSION

LONG = "crane.moist.fuzzy.bulky.jumpy.puppy.guppy.wooly"
ALIGNED = ["/random", "/history", "/settings", "/helper", "/lab", "/watch", "/nowhere"]
# Pages with tabs have no other visible heading.
EDGES = [".wordmark", "main :is(h1:not(.visually-hidden), .tabs) >> nth=0", ".site-footer > p"]


# Titles of games and tools are smaller, since these need the space.
TITLED = {
    "page": [
        "/today",
        "/history",
        "/settings",
        "/league",
        "/random",
        "/watch",
        "/lab/openers",
        "/how-to-play",
        "/helper/screenshot",
        "/helper/past-answers",
        "/no-such-page",
    ],
    "tool": ["/", "/daily/9", "/boards/4", "/absurd", "/helper", "/helper?boards=4"],
}


def left(page: Page, selector: str) -> float:
    box = page.locator(selector).first.bounding_box()
    return round(box["x"], 1)


def tops(page: Page, selector: str) -> set[float]:
    boxes = "(all) => all.map((element) => Math.round(element.getBoundingClientRect().top))"
    return set(page.locator(selector).evaluate_all(boxes))


def test_header_content_and_footer_share_an_edge(open_page):
    page = open_page(EMPTY)
    edges = {768: set(), 1280: set(), 1920: set()}
    for path in ALIGNED:
        page.goto(path)
        for width, positions in edges.items():
            page.set_viewport_size({"width": width, "height": 800})
            positions |= {left(page, edge) for edge in EDGES}
    assert [len(positions) for positions in edges.values()] == [1, 1, 1]


@pytest.mark.parametrize("path", ["/", "/helper?row=crane:01002", "/no-such-page"])
def test_open_menu_is_opaque_and_inside_the_window(open_page, path):
    page = open_page(path, viewport=SMALLEST)
    page.get_by_text("More", exact=True).click()
    expect(page.get_by_role("link", name="How to play").first).to_be_in_viewport(ratio=1)
    expect(page.get_by_role("link", name="Language", exact=True)).to_be_in_viewport(ratio=1)
    covered = page.locator(".more-link:visible").evaluate_all(
        """(links) => links.filter((link) => {
          const { left, top, width, height } = link.getBoundingClientRect();
          return [0.05, 0.25, 0.5, 0.75, 0.95].some((part) =>
            document.elementFromPoint(left + part * width, top + height / 2) !== link);
        }).map((link) => link.textContent)"""
    )
    assert covered == []
    heights = page.locator(".more-link:visible").evaluate_all(
        "(links) => links.map((link) => link.getBoundingClientRect().height)"
    )
    assert set(heights) == {44}
    page.keyboard.press("Escape")
    expect(page.locator("details.more")).not_to_have_attribute("open", "")


@pytest.mark.parametrize("locale", ["en-US", "pt-BR"])
def test_controls_of_a_watched_game_stay_on_one_line(open_page, locale):
    page = open_page("/watch?word=truss", viewport=SMALLEST, locale=locale)
    expect(page.locator(".watch-player button").first).to_be_visible()
    assert len(tops(page, ".watch-player button")) == 1


def test_month_and_its_links_stay_on_one_line(open_page):
    page = open_page("/history?month=2026-02", viewport=SMALLEST)
    before, after = page.locator(".calendar-head .button").all()
    expect(before).to_have_accessible_name("January 2026")
    expect(after).to_have_accessible_name("March 2026")
    heading = page.get_by_role("heading", name="February 2026").bounding_box()
    assert heading["y"] < before.bounding_box()["y"] + 44
    assert heading["y"] + heading["height"] > after.bounding_box()["y"]


def test_link_to_the_previous_month_does_not_move(open_page):
    page = open_page("/history?month=2026-02")
    back = page.locator("[rel=prev]")
    place = back.bounding_box()
    page.goto("/history")
    assert back.bounding_box() == place
    expect(page.locator("[rel=next]")).to_have_count(0)


def test_settings_use_the_width_of_a_desktop(open_page):
    page = open_page("/settings")
    sides = page.locator(".settings > div").evaluate_all(
        "(fields) => fields.map((field) => field.getBoundingClientRect().left)"
    )
    assert len(set(sides)) == 2
    assert sides == sorted(sides)


@pytest.mark.parametrize("path", ["/lab", "/lab/openers"])
def test_row_label_stays_visible_while_scrolling(open_page, path):
    table = open_page(path, viewport=SMALLEST).locator(".table-scroll").first
    table.evaluate("(box) => box.scrollTo(box.scrollWidth, 0)")
    name = table.locator("tbody th").first
    expect(name).to_be_visible()
    assert name.bounding_box()["x"] >= table.bounding_box()["x"]


def test_current_page_in_the_more_menu_is_marked_and_more_is_underlined(open_page):
    line = "(element) => getComputedStyle(element).borderBottomColor"
    page = open_page("/history")
    more, history = page.locator(".more > summary"), page.locator(".site-nav-link[aria-current]")
    none, marked = more.evaluate(line), history.evaluate(line)
    page.goto("/league")
    expect(page.locator(".site-header [aria-current]")).to_have_text("Table with friends")
    assert more.evaluate(line) == marked != none


LEAGUE = """Ana: Wordle-web 697 3/6
Mia Fernandes: Wordle-web 697 5/6
Ana: Wordle-web 698 4/6
Mia Fernandes: Wordle-web 698 X/6
Zoé: Wordle-web 698 2/6
"""
MORE_PEOPLE = "Bartholomew Featherstonehaugh: Wordle-web 698 X/6\nDana María: Wordle-web 698 3/6\n"


@pytest.mark.parametrize("text", [LEAGUE, LEAGUE + MORE_PEOPLE], ids=["three", "five"])
@pytest.mark.parametrize("locale", ["en-US", "de"])
@pytest.mark.parametrize("width", [360, 390])
def test_table_with_friends_fits_a_phone_despite_long_names(open_page, width, locale, text):
    page = open_page("/league", viewport={"width": width, "height": 844}, locale=locale)
    page.locator("#text").fill(text)
    page.locator("form:has(#text) button").click()
    tables = page.locator(".table-scroll")
    expect(tables).to_have_count(2)
    for table in tables.all():
        assert table.evaluate("(box) => box.scrollWidth - box.clientWidth") == 0


@pytest.mark.parametrize("viewport", [SMALLEST, DESK])
def test_menu_has_the_same_position_on_every_page(open_page, viewport):
    page = open_page(EMPTY, viewport=viewport)
    places = set()
    for path in ["/", "/random", "/helper", "/history", "/settings"]:
        page.goto(path)
        boxes = "(all) => all.map((element) => element.getBoundingClientRect().left).join()"
        places.add(page.locator(".wordmark, .site-nav-link, .icon-link").evaluate_all(boxes))
    assert len(places) == 1


@pytest.mark.parametrize("locale", ["en-US", "pt-BR"])
def test_suggestion_and_its_button_stay_on_one_line(open_page, locale):
    page = open_page("/helper?row=crane:01002", viewport=SMALLEST, locale=locale)
    word, button = page.locator(".helper-word"), page.locator(".helper-suggestion > .button")
    assert button.bounding_box()["y"] < word.bounding_box()["y"] + 44
    assert button.bounding_box()["x"] > word.bounding_box()["x"] + 100


@pytest.mark.parametrize("locale", ["en-US", "de", "es", "fr", "pt-BR"])
@pytest.mark.parametrize("width", [360, 390])
def test_contradictory_boards_are_named_above_the_guess_for_the_others(open_page, locale, width):
    query = "boards=4&row=crane:22220.01002.22220.00000&row=crack:00001.01000.00001.22222"
    window = {"width": width, "height": 640}
    page = open_page(f"/helper?{query}", viewport=window, locale=locale, is_mobile=True)
    count, action = page.locator(".helper-count"), page.locator(".helper-suggestion")
    for part in (count, action, page.locator(".helper-suggestion > .button")):
        assert part.evaluate("(one) => one.scrollWidth <= one.clientWidth + 1")
    assert box(page, ".helper-suggestion")["height"] <= 45
    word, note = box(page, ".helper-word"), box(page, ".helper-others")
    assert note["y"] + note["height"] <= word["y"] + 2
    keys = box(page, ".helper > .keyboard")
    assert word["y"] + word["height"] <= keys["y"]
    marked = page.locator(".board-card[data-status=no-match]")
    assert marked.count() == 2
    assert marked.first.evaluate("(one) => getComputedStyle(one).outlineStyle") == "solid"


def test_figures_are_aligned_under_labels_of_any_length(open_page):
    page = open_page("/helper?row=crane:01002", locale="pt-BR")
    page.locator("[data-fold=ranking] > summary").click()
    assert len(tops(page, "[data-fold=ranking] .helper-figure-value:visible")) == 1


def test_keys_and_choices_respond_to_the_pointer(open_page):
    page = open_page("/")
    edge = "(element) => getComputedStyle(element).borderTopColor"
    key = page.locator("button.key").first
    before = key.evaluate(edge)
    key.hover()
    assert key.evaluate(edge) != before
    page.goto("/settings")
    label = page.locator(".choice-label").nth(1)
    before = label.evaluate(edge)
    label.locator("..").hover()
    assert label.evaluate(edge) != before


def test_long_definition_does_not_hide_figures(open_page):
    page = open_page("/challenge", reduced_motion="reduce")
    visit(page, challenge(page, "bream"))
    guess(page, "bream")
    expect(page.locator(".distribution-row").last).to_be_in_viewport(ratio=1)
    # The word has two definitions; a single one has at most 120 characters.
    assert len(page.get_by_role("region", name=" means").inner_text()) > 140


def test_challenge_form_fits_a_small_phone(open_page):
    page = open_page("/challenge", viewport=PHONE)
    expect(page.get_by_role("button", name="Create link")).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("viewport", [SMALLEST, DESK])
def test_text_to_share_is_shown_completely_without_javascript(open_page, viewport):
    page = open_page("/challenge", viewport=viewport, java_script_enabled=False)
    text = page.locator(".share-text")
    hidden = "(field) => field.scrollHeight - field.clientHeight"
    link = challenge(page, "truss", Clue="it bears a roof, and it may hold something else")
    assert text.evaluate(hidden) == 0
    page.goto(link)
    page.locator("#guess").fill("truss")
    page.locator(".guess-button").click()
    # One text is for sharing with others, the other for the author of the word.
    expect(text).to_have_count(2)
    assert text.evaluate_all(f"(fields) => fields.map({hidden})") == [0, 0]


@pytest.mark.parametrize("viewport", [SMALLEST, DESK])
def test_five_figures_are_evenly_spaced_on_one_line(open_page, site, viewport):
    page = open_page(viewport=viewport)
    guess(page, site.answer)
    expect(page.locator(".figure")).to_have_count(5)
    lefts = page.locator(".figure").evaluate_all(
        "(all) => all.map((element) => element.getBoundingClientRect().left)"
    )
    steps = [after - before for before, after in pairwise(lefts)]
    assert steps == pytest.approx([steps[0]] * 4, abs=0.5)
    assert steps[0] > 0
    assert len(tops(page, ".figure > dd")) == 1
    heights = page.locator(".figure > dd").evaluate_all("(all) => all.map((e) => e.offsetHeight)")
    assert len(set(heights)) == 1


def test_explanation_of_an_analysis_is_beside_its_form(open_page):
    page = open_page("/analysis")
    assert left(page, "main form") < left(page, "main .empty-state")
    assert len(tops(page, "main form, main .empty-state")) == 1


@pytest.mark.parametrize("has_scripts", [True, False])
@pytest.mark.parametrize("viewport", [SMALLEST, DESK])
def test_link_of_a_new_challenge_is_in_view(open_page, viewport, has_scripts):
    page = open_page("/challenge", viewport=viewport, java_script_enabled=has_scripts)
    address = challenge(page, "truss")
    link = page.get_by_role("textbox", name="Link", exact=True)
    expect(link).to_be_in_viewport(ratio=1)
    expect(link).to_have_value(address)
    if has_scripts:
        link.click()
        assert page.evaluate("getSelection().toString()") == address


@pytest.mark.parametrize("viewport", [SMALLEST, PHONE])
@pytest.mark.parametrize("path", ["/boards/4", "/boards/4/random/5-easy-1-AAAAAAAAAAAAAAAAAAAAAA"])
def test_links_beside_a_title_are_far_enough_apart(open_page, path, viewport):
    page = open_page(path, viewport=viewport)
    guess(page, "crane")  # from now on, the random game can be given up
    expect(page.get_by_text("Guess 2 of 9")).to_have_count(1)
    boxes = [link.bounding_box() for link in page.locator(".play-title a:visible").all()]
    assert len(boxes) >= 3
    for place, one in enumerate(boxes):
        for other in boxes[place + 1 :]:
            across = abs(one["x"] - other["x"]) - (one if one["x"] < other["x"] else other)["width"]
            down = abs(one["y"] - other["y"]) - 24
            assert across >= 8 or down >= 4


# For each area, pixels of an otherwise empty edge, which have several colors if it is shaded.
@pytest.mark.parametrize(
    ("path", "selector", "edge"),
    [
        ("/boards/32", ".board-space", {"x": 0, "y": -4, "width": 2, "height": 4}),
        ("/lab", ".table-scroll:has(.lab-boards)", {"x": -4, "y": 0, "width": 4, "height": 2}),
        (f"/absurd?played={LONG}", ".board-space", {"x": 0, "y": 0, "width": 2, "height": 4}),
    ],
)
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_edge_of_a_scrollable_area_is_shaded_unless_scrolled_to_the_end(
    open_page, path, selector, edge, scheme
):
    page = open_page(path, viewport=PHONE, color_scheme=scheme)
    space = page.locator(selector)
    page.locator("details").filter(has=space).evaluate_all(
        "(all) => all.map((one) => (one.open = 1))"
    )
    space.scroll_into_view_if_needed()
    box = space.bounding_box()
    start = {"x": box["x"], "y": box["y"]}
    if edge["x"] < 0:
        start["x"] += box["width"]
    if edge["y"] < 0:
        start["y"] += box["height"]
    clip = {**edge, "x": start["x"] + edge["x"], "y": start["y"] + edge["y"]}
    assert len(colors(page.screenshot(clip=clip))) > 1
    far = 1 if edge["x"] or edge["y"] else -1  # or upwards: absurd mode shows the latest rows
    space.evaluate("(box, far) => box.scrollTo(box.scrollWidth, far * box.scrollHeight)", far)
    assert len(colors(page.screenshot(clip=clip))) == 1


def colors(picture: bytes) -> list[object]:
    return Image.open(BytesIO(picture)).getcolors()


@pytest.mark.parametrize("width", [768, 1280])
def test_screenshot_form_is_beside_its_advice(open_page, width):
    page = open_page("/helper/screenshot", viewport={"width": width, "height": 800})
    tips = page.get_by_role("region", name="What works best").bounding_box()
    form = page.locator("[data-send]").bounding_box()
    assert tips["y"] < form["y"] + form["height"] / 2
    assert tips["x"] > form["x"] + form["width"]
    page.goto("/helper/screenshot?row=crane:01002")
    expect(page.get_by_role("region", name="What works best")).to_have_count(0)
    assert page.locator("[data-reading]").bounding_box()["x"] == form["x"]


@pytest.mark.parametrize("viewport", [SMALLEST, DESK])
def test_helper_begins_at_the_same_height_for_one_board_and_several(open_page, viewport):
    page = open_page("/helper?row=crane:01002", viewport=viewport)
    top = page.get_by_role("heading", name="Helper").bounding_box()["y"]
    page.goto("/helper?boards=4&row=crane:01002.00000")
    assert page.get_by_role("heading", name="Helper").bounding_box()["y"] == top


MARKS = ["correct", "present", "absent"]
THEMES = [(theme, contrast) for theme in ("light", "dark") for contrast in ("normal", "high")]

COLORS = """(board) => {
  const painted = (element) => {
    for (let ancestor = element; ancestor; ancestor = ancestor.parentElement) {
      const color = getComputedStyle(ancestor).backgroundColor;
      if (color !== "rgba(0, 0, 0, 0)") return color;
    }
    return "rgb(255, 255, 255)";
  };
  const read = (element) => ({
    mark: element.dataset.mark,
    edge: getComputedStyle(element).borderTopColor,
    around: painted(element.parentElement),
  });
  return Array.from(board.querySelectorAll(".tile"), read);
}"""


@pytest.fixture
def marks(open_page, site) -> Callable[..., Iterator[Page]]:
    def show(**options: Any) -> Iterator[Page]:
        page = open_page("/challenge", **options)
        visit(page, challenge(page, "crane"))
        page.keyboard.type("react\nst")
        expect(page.locator("[data-mark=typed]")).to_have_count(2)
        for theme, chosen in THEMES:
            page.locator("html").evaluate(
                "(root, chosen) => Object.assign(root.dataset, chosen)",
                {"theme": theme, "contrast": chosen},
            )
            yield page

    return show


def test_tiles_have_a_visible_fill_or_edge(marks):
    for page, theme in zip(marks(), THEMES, strict=True):
        tiles = page.locator(".board").evaluate(COLORS)
        assert {tile["mark"] for tile in tiles} == {*MARKS, "typed", "empty"}
        ratios = {tile["mark"]: contrast(tile["edge"], tile["around"]) for tile in tiles}
        assert (theme, [mark for mark, ratio in ratios.items() if ratio < 3]) == (theme, [])


def test_marks_have_a_corner_sign_only_with_high_contrast(marks):
    for page, (_, chosen) in zip(marks(), THEMES, strict=True):
        sizes = page.locator(".board").evaluate(
            """(board) => ["correct", "present"].map((mark) => {
              const tile = board.querySelector(`.tile[data-mark=${mark}]`);
              return parseFloat(getComputedStyle(tile, "::after").width);
            })"""
        )
        assert all(size > 0 for size in sizes) == (chosen == "high")


CONTRAST = """() => ["--corner", "--page", "--absent-faint", "--shade"].map((name) =>
  getComputedStyle(document.documentElement).getPropertyValue(name).trim())"""


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_contrast_follows_the_system_unless_the_player_has_chosen_one(open_page, theme):
    page = open_page("/settings", color_scheme=theme, contrast="more")
    choices = page.get_by_role("group", name="Contrast")
    expect(page.locator("html")).to_have_attribute("data-contrast", "system")
    wanted = page.evaluate(CONTRAST)
    looks = {}
    for name in ("Normal", "High", "System default"):
        choices.get_by_role("radio", name=name).check()
        value = {"System default": "system"}.get(name, name.lower())
        expect(page.locator("html")).to_have_attribute("data-contrast", value)
        looks[name] = page.evaluate(CONTRAST)
    assert looks["High"] == looks["System default"] == wanted
    page.emulate_media(contrast="no-preference")
    assert page.evaluate(CONTRAST) == looks["Normal"] != wanted


def test_marks_have_different_borders_with_forced_colors(marks):
    page = next(marks(forced_colors="active"))
    styles = page.evaluate(
        """(marks) => marks.map((mark) => {
          const style = getComputedStyle(document.querySelector(`.tile[data-mark=${mark}]`));
          return `${style.borderTopStyle} ${style.borderTopWidth}`;
        })""",
        MARKS,
    )
    assert len(set(styles)) == 3


@pytest.mark.parametrize("width", [390, 768, 1280])
def test_page_titles_have_one_size_and_tool_titles_another(open_page, width):
    sizes: dict[str, set[str]] = {"page": set(), "tool": set()}
    page = open_page(EMPTY, viewport={"width": width, "height": 844})
    for kind, paths in TITLED.items():
        for path in paths:
            page.goto(path)
            sizes[kind] |= set(
                page.locator("h1:not(.visually-hidden)").evaluate_all(
                    "(all) => all.map((one) => getComputedStyle(one).fontSize)"
                )
            )
    assert [len(heights) for heights in sizes.values()] == [1, 1]
    assert sizes["page"] != sizes["tool"]


def test_recent_games_are_aligned_and_beside_the_past_days(open_page, site):
    page = open_page("/")
    parts = site.app.extensions[EXTENSION]
    for count, day in enumerate(range(site.today - 3, site.today + 1)):
        answer = daily_answer(day, parts.epochs, parts.lexicon())
        visit(page, f"/daily/{day}")
        for turn, word in enumerate(site.wrong_words(count), 2):
            guess(page, word)
            expect(page.locator("[name=turn]")).to_have_value(str(turn))
        guess(page, answer)
        page.get_by_role("region", name="Result", exact=True).wait_for()
    visit(page, "/history")
    assert len(tops(page, ".game-title")) == 1
    assert len(tops(page, ".game")) == 1
    recent, past = (box(page, f"[aria-labelledby={name}]") for name in ("recent", "past-days"))
    assert recent["x"] + recent["width"] <= past["x"]
    # Neither column leaves a third of the other one empty.
    ends = [part["y"] + part["height"] for part in (recent, past)]
    start = past["y"]
    assert min(ends) - start >= (max(ends) - start) * 2 / 3
    page.set_viewport_size({"width": 390, "height": 844})
    assert len(tops(page, ".game-title")) == 2


@pytest.mark.parametrize("path", ["/history?month=2026-02", "/today"])
def test_played_days_stand_out_from_days_not_played(open_page, site, path):
    parts, (won, begun, unplayed) = site.app.extensions[EXTENSION], range(421, 424)
    page = open_page(f"/daily/{won}")
    guess(page, daily_answer(won, parts.epochs, parts.lexicon()))
    page.get_by_role("region", name="Result", exact=True).wait_for()
    visit(page, f"/daily/{begun}")
    guess(page, site.wrong_words(1)[0])
    expect(page.locator("[name=turn]")).to_have_value("2")
    visit(page, path)

    def outline(day: int) -> float:
        """Return the width of the border of a day in pixels times its contrast to the page."""
        color, width, behind = page.locator(f".day[href$='/daily/{day}']").evaluate(
            "(day) => [getComputedStyle(day).borderTopColor, getComputedStyle(day).borderTopWidth,"
            " getComputedStyle(document.body).backgroundColor]"
        )
        return float(width.removesuffix("px")) * contrast(color, behind)

    for chosen in product(["light", "dark"], ["normal", "high"]):
        page.evaluate(
            "([theme, contrast]) => Object.assign(document.documentElement.dataset,"
            " { theme, contrast, motion: 'reduced' })",
            chosen,
        )
        assert min(outline(won), outline(begun)) > outline(unplayed), chosen


BOXES = """(rows) => rows.flatMap((row) => Array.from(row.querySelectorAll(".tile"), (tile) => {
  const { border, backgroundColor, fontSize } = getComputedStyle(tile);
  const corner = parseFloat(getComputedStyle(tile, "::after").width) || 0;
  return `${border} ${backgroundColor} ${fontSize} ${corner}`;
}))"""


@pytest.mark.parametrize("look", [{}, {"contrast": "more"}, {"forced_colors": "active"}], ids=str)
def test_guesses_of_a_watched_game_look_empty_until_they_are_shown(open_page, look):
    page = open_page("/watch?word=patch", **look)
    expect(page.locator(".watched-turn[inert]")).to_have_count(5)
    later = page.locator(".watched-turn[inert]")
    expect(later.locator("[data-mark=present]")).not_to_have_count(0)
    expect(later.locator("[data-mark=correct]")).not_to_have_count(0)
    (empty,) = set(later.locator(".row").evaluate_all(BOXES))
    shown = page.locator(".watched-turn:not([inert]) > .row").evaluate_all(BOXES)
    assert empty not in shown


def test_progress_of_a_watched_game_is_visible_with_forced_colors(open_page):
    page = open_page("/watch?word=truss", forced_colors="active")
    expect(page.locator(".watched-turn[inert]")).to_have_count(5)
    before = page.get_by_role("progressbar").screenshot()
    page.get_by_role("button", name="End").click()
    assert page.get_by_role("progressbar").screenshot() != before


def test_best_results_of_a_day_are_framed_with_forced_colors(open_page):
    page = open_page("/league", forced_colors="active")
    page.locator("#text").fill(LEAGUE)
    page.locator("form", has=page.locator("#text")).get_by_role("button").click()
    frames = page.locator(".league-days td").evaluate_all(
        "(cells) => cells.map((cell) => [cell.textContent, getComputedStyle(cell).outlineStyle])"
    )
    assert dict(frames) == {
        "3 day’s best": "solid",
        "5": "none",
        "2 day’s best": "solid",
        "4": "none",
        "X": "none",
        "·": "none",
    }


def test_bars_over_the_limit_are_dashed_with_forced_colors(open_page):
    page = open_page("/lab?tries=3", forced_colors="active")
    bars = page.locator(".histogram > rect").evaluate_all(
        """(bars) => bars.map((bar) => {
          const { fill, strokeDasharray } = getComputedStyle(bar);
          return ["late" in bar.dataset, fill === "none", strokeDasharray !== "none"];
        })"""
    )
    assert {tuple(bar) for bar in bars} == {(True, True, True), (False, False, False)}


def test_absent_keys_are_struck_through_in_the_usual_color_with_forced_colors(marks):
    page = next(marks(forced_colors="active"))
    look = """(key) => {
      const { color, borderTopColor, textDecorationLine } = getComputedStyle(key);
      return [color, borderTopColor, textDecorationLine];
    }"""
    absent, untried = (page.locator(f"[data-key={key}]").evaluate(look) for key in "tq")
    assert absent == [*untried[:2], "line-through"]
    assert untried[2] == "none"


def test_main_button_has_a_thicker_border_with_forced_colors(open_page):
    page = open_page("/watch?word=patch", forced_colors="active")
    main, other = (
        page.get_by_role("button", name=name).evaluate(
            "(button) => parseFloat(getComputedStyle(button).borderTopWidth)"
        )
        for name in ("Autoplay", "Watch game")
    )
    assert main >= 3 * other > 0


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_drawn_boards_have_system_colors_with_forced_colors(open_page, site, theme):
    page = open_page("/", forced_colors="active", color_scheme=theme)
    words = site.wrong_words(200)
    guess(page, next(word for word in words if len({*Turn.of(word, site.answer).marks}) == 3))
    expect(page.locator("[name=turn]")).to_have_value("2")
    visit(page, "/today")
    looks = page.locator(".today-board > .fill").evaluate_all(
        """(fills) => {
          const text = getComputedStyle(document.body).color;
          return fills.map((fill) => {
            const style = getComputedStyle(fill);
            const colors = [style.fill, style.stroke].map((color) => color === text);
            return [fill.dataset.mark, colors.includes(true), style.fill + style.fillOpacity];
          });
        }"""
    )
    assert {mark for mark, is_text, _ in looks if is_text} == {"absent", "present", "empty"}
    assert len({look for *_, look in looks}) == len(looks)


def test_dashes_of_small_boards_are_thin_with_forced_colors(open_page):
    page = open_page("/watch", forced_colors="active")
    page.get_by_text("A wrong word can be the best guess").click()
    small, large = (
        page.locator(f"{part} .tile[data-mark=present]").first.evaluate(
            "(tile) => [getComputedStyle(tile).borderTopStyle, tile.clientTop]"
        )
        for part in (".mini-board", ".watch-example > .row")
    )
    assert small == ["dashed", 2]
    assert large == ["dashed", 4]
