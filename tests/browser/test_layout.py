"""Sizes: contents that fit without scrolling, targets, and the cost of a visit, key or guess."""

import re
from datetime import UTC, datetime
from itertools import pairwise

import pytest
from browser_looks import (
    DESK,
    PHONE,
    SMALLEST,
    box,
    challenge,
    counted_updates,
    guess,
    settle,
    size,
    sizes_received,
    violations,
    visit,
)
from playwright.sync_api import Page, expect

# The top and the baseline of the line in each visible element, in pixels of the window.
BASELINES = """(all) => all.filter((element) => element.checkVisibility()).map((element) => {
  const mark = document.createElement("span");
  mark.style.display = "inline-block";
  const line = element.matches(".give-up") ? element : element.querySelector("button") ?? element;
  const text = document.createElement("span");
  text.append(...line.childNodes);
  line.append(text);
  text.append(mark);
  return [line.getBoundingClientRect().top, mark.getBoundingClientRect().bottom];
})"""


def boxes(page: Page, selector: str) -> list[dict[str, float]]:
    return [dict(element.bounding_box()) for element in page.locator(selector).all()]


def test_whole_game_fits_a_small_phone(phone, site):
    assert size(phone) == (360, 640)
    guess(phone, "abc")
    expect(phone.get_by_role("alert")).to_contain_text("Not enough letters")
    expect(phone.get_by_role("alert")).to_be_in_viewport()
    assert size(phone) == (360, 640)
    assert violations(phone) == []
    tile = box(phone, ".board > :first-child > :first-child")
    assert tile["width"] == pytest.approx(tile["height"], abs=0.5)
    assert tile["width"] >= 44


@pytest.mark.parametrize("language", ["en", "de", "fr", "es", "pt-BR"])
def test_welcome_strip_overlaps_no_other_element(open_page, language):
    page = open_page(locale=language)
    strip, board = page.locator(".welcome"), page.locator(".board")
    for width, height in [(1280, 800), (740, 360), (390, 844), (360, 640)]:
        page.set_viewport_size({"width": width, "height": height})
        expect(strip).to_be_in_viewport(ratio=1)
        expect(board).to_be_in_viewport(ratio=1)
        place, tiles = box(page, ".welcome"), box(page, ".board")
        keys = box(page, ".keyboard")
        is_below = tiles["y"] + tiles["height"] <= place["y"] + 1
        assert is_below or tiles["x"] + tiles["width"] <= place["x"]
        assert place["y"] + place["height"] <= keys["y"]
        assert size(page) == (width, height)
    page.keyboard.type("a")
    expect(strip).to_be_visible()
    tiles, keys = (boxes(page, parts) for parts in (".board .tile", ".key"))
    with page.expect_response("**/"):
        strip.get_by_role("button").click()
        expect(strip).to_be_hidden()
    assert [boxes(page, ".board .tile"), boxes(page, ".key")] == [tiles, keys]
    page.keyboard.type("bc")
    expect(page.locator('[data-row="current"] [data-mark="typed"]')).to_have_count(3)
    page.reload()
    expect(page.locator(".play[data-ready]")).to_be_visible()
    expect(strip).to_be_hidden()
    assert [boxes(page, ".board .tile"), boxes(page, ".key")] == [tiles, keys]


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("path", ["/boards/4", "/random"])
@pytest.mark.parametrize(("width", "height"), [(360, 640), (390, 844)])
def test_first_guess_moves_no_tile_and_no_key(open_page, path, width, height, language):
    page = open_page(path, viewport={"width": width, "height": height}, locale=language)
    if path == "/random":
        page.locator(".begin > button").click()
    expect(page.locator(".play[data-ready]")).to_be_visible()
    parts = (".board-space", ".keyboard", ".key")
    before = [boxes(page, part) for part in parts]
    for turn, word in enumerate(("aahed", "immix"), 2):  # too rare to be answers
        guess(page, word)
        expect(page.locator("[name=turn]")).to_have_value(str(turn))
        expect(page.locator(".welcome")).to_be_hidden()
        assert [boxes(page, part) for part in parts] == before
    page.reload()
    expect(page.locator(".play[data-ready]")).to_be_visible()
    assert [boxes(page, part) for part in parts] == before


@pytest.mark.parametrize("letter", ["W", "W "])
def test_challenge_with_the_longest_texts_fits(open_page, letter):
    page = open_page("/challenge", viewport=SMALLEST)
    name, clue = ((letter * length)[: length - 1] + "W" for length in (30, 80))
    visit(page, challenge(page, "absolute", Your_name=name, Clue=clue))
    assert size(page) == (320, 568)
    page.set_viewport_size(PHONE)
    assert size(page) == (360, 640)
    guess(page, "notaries")  # from now on, the player can give up
    page.get_by_role("link", name="Give up").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Give up this game?")
    page.set_viewport_size(SMALLEST)
    assert size(page)[0] == 320


def test_start_button_is_just_below_the_choices_on_a_small_phone(
    open_page,
):
    page = open_page("/random", viewport=SMALLEST, locale="pt-BR")
    expect(page.locator("html")).to_have_attribute("lang", "pt-BR")
    assert size(page)[0] == 320
    for width, height in [(320, 568), (360, 640), (390, 844)]:
        page.set_viewport_size({"width": width, "height": height})
        begin = box(page, ".form .button")
        assert begin["y"] < height - begin["height"]
        assert begin["width"] > 0.85 * width
        choices, more = box(page, ".form > .field >> nth=-1"), box(page, "main details")
        assert 0 < begin["y"] - choices["y"] - choices["height"] <= 48
        assert 0 < more["y"] - begin["y"] - begin["height"] <= 48


@pytest.mark.parametrize("name", ["hints", "hard-mode", "days", "boards", "your-data"])
def test_link_to_a_folded_rule_opens_the_rule_without_scripts(open_page, name):
    page = open_page("/how-to-play", viewport=PHONE, java_script_enabled=False)
    folds = page.locator("main details")
    expect(folds).to_have_count(5)
    assert size(page)[1] < 1700
    expect(page.locator("main details[open]")).to_have_count(0)
    page.goto("/")
    page.goto(f"/how-to-play#{name}")
    expect(page.locator("main details[open]")).to_have_count(1)
    expect(page.locator(f"main details[open] > #{name}")).to_be_in_viewport()
    expect(page.locator("main details[open] > summary")).to_be_in_viewport(ratio=1)


def test_opening_a_rule_on_a_desktop_moves_no_heading_above_the_rule(open_page):
    page = open_page("/how-to-play", viewport={"width": 1280, "height": 2000})
    for summary in page.locator("main summary").all():
        before = boxes(page, "main h2")
        summary.click()
        opened = [box["y"] for box in boxes(page, "main h2")]
        place = summary.bounding_box()["y"]
        kept = [box["y"] for box in before if box["y"] <= place + 20]
        assert opened[: len(kept)] == kept


def test_wide_window_shows_statistics_beside_the_board(desktop, site):
    assert box(desktop, ".board")["width"] <= 500
    assert box(desktop, ".board .tile >> nth=0")["width"] >= 64
    expect(desktop.locator(".play-aside")).to_be_hidden()  # it is still empty
    guess(desktop, site.answer)
    expect(desktop.locator(".play-aside")).to_be_visible()
    board, aside = box(desktop, ".board"), box(desktop, ".play-aside")
    assert board["x"] + board["width"] < aside["x"]


@pytest.mark.parametrize("path", ["/", "/random/8-normal-1-AAAAAAAAAAAAAAAAAAAAAA"])
@pytest.mark.parametrize(("width", "height"), [(1280, 800), (1920, 1080)])
def test_board_is_centered_on_a_desktop(open_page, width, height, path):
    page = open_page(path, viewport={"width": width, "height": height})
    for part in (".board", ".keyboard"):
        place = box(page, part)
        assert abs(place["x"] + place["width"] / 2 - width / 2) <= 24
    assert size(page) == (width, height)


def test_streak_and_days_are_left_of_the_board_in_a_wide_window(open_page, site):
    page = open_page("/boards/2", viewport={"width": 1280, "height": 800})
    guess(page, site.wrong_words(1)[0])
    expect(page.get_by_text("Guess 2 of 7")).to_have_count(1)
    visit(page, "/")
    days, board = box(page, ".play-days"), box(page, ".board")
    assert days["x"] >= 0
    assert days["x"] + days["width"] < board["x"]
    assert abs(board["x"] + board["width"] / 2 - 640) <= 24
    assert size(page) == (1280, 800)
    page.set_viewport_size({"width": 1024, "height": 768})
    expect(page.locator(".play-days")).to_be_hidden()
    guess(page, site.answer)
    page.set_viewport_size({"width": 1280, "height": 800})
    expect(page.get_by_role("region", name="1 day in a row")).to_be_visible()


@pytest.mark.parametrize("language", ["en", "de", "fr", "es", "pt-BR"])
def test_page_of_today_shows_all_games_on_a_small_phone(open_page, language):
    page = open_page("/today", viewport=PHONE, locale=language)
    for selector in (".todays-game", ".today-order > a"):  # games to play come before the streak
        expect(page.locator(selector).last).to_be_in_viewport(ratio=1)
        assert boxes(page, selector)[-1]["y"] < box(page, ".streak")["y"]
    for card, name in zip(
        boxes(page, ".todays-game"), boxes(page, ".todays-name"), strict=True
    ):  # the name isn't cut off
        assert min(card["width"], card["height"]) >= 44
        assert card["x"] <= name["x"]
        assert name["x"] + name["width"] <= card["x"] + card["width"]
    names = page.locator(".todays-name").all_inner_texts()
    assert all(re.fullmatch(r"\d+ \w{6,}", name) for name in names)
    assert size(page)[0] == 360


@pytest.mark.parametrize("language", ["en", "de", "fr"])
def test_next_game_has_a_row_of_its_own_on_a_small_phone(open_page, site, language):
    page = open_page("/", viewport=PHONE, locale=language)
    guess(page, site.answer)
    expect(page.locator("[data-answer]")).to_be_visible()
    visit(page, "/today")
    first, *others = boxes(page, ".todays-game")
    button = box(page, ".count-result[data-next]")
    assert first["width"] == PHONE["width"] - 32
    assert button["height"] >= 44
    assert button["width"] >= 100
    assert others[0]["y"] == others[1]["y"] > first["y"] + first["height"]
    expect(page.locator(".today-order > a").last).to_be_in_viewport(ratio=1)
    assert size(page)[0] == PHONE["width"]


def test_tablet_has_one_column_with_large_tiles_and_keys(open_page):
    page = open_page(viewport={"width": 820, "height": 1180})
    assert size(page) == (820, 1180)
    assert box(page, ".board .tile >> nth=0")["width"] >= 96
    assert box(page, "button.key >> nth=0")["height"] >= 60


@pytest.mark.parametrize(("width", "height"), [(820, 1180), (1280, 800)])
def test_finished_board_keeps_its_size_beside_its_result(open_page, site, width, height):
    page = open_page(viewport={"width": width, "height": height})
    before = box(page, ".board .tile >> nth=0")["width"]
    guess(page, site.answer)
    expect(page.get_by_role("button", name="Share")).to_be_in_viewport(ratio=1)
    assert box(page, ".board .tile >> nth=0")["width"] >= 0.9 * before
    expect(page.locator(".board")).to_be_in_viewport(ratio=1)


def test_board_grows_with_the_window(open_page):
    page = open_page()
    widths = []
    for width, height in [(1024, 600), (1280, 800), (1920, 1080)]:
        page.set_viewport_size({"width": width, "height": height})
        assert size(page) == (width, height)
        widths.append(box(page, ".board .tile >> nth=0")["width"])
    assert widths == sorted(set(widths))
    assert widths[-1] >= 96


def test_keys_are_large_enough_for_a_finger(phone):
    keys = phone.locator("button.key").evaluate_all(
        "(keys) => keys.map((key) => key.getBoundingClientRect())"
    )
    assert len(keys) == 28
    assert min(key["height"] for key in keys) >= 40
    assert min(key["width"] for key in keys) >= 24


@pytest.mark.parametrize("width", [568, 640, 844])
def test_phone_in_landscape_shows_the_board_beside_its_result(open_page, site, width):
    page = open_page("/", viewport={"width": width, "height": 360})
    guess(page, site.answer)
    expect(page.get_by_role("button", name="Share")).to_be_in_viewport(ratio=1)
    board = box(page, ".board")
    assert board["x"] + board["width"] <= box(page, ".result")["x"]
    assert size(page)[0] == width


@pytest.mark.parametrize(
    ("path", "files", "size"), [("/", 7, 22_000), ("/helper?row=crane:01002", 99, 35_000)]
)
def test_first_visit_downloads_few_files_and_bytes(open_page, path, files, size):
    page = open_page("about:blank", fresh=True, service_workers="allow")
    received = sizes_received(page)
    page.goto(path, wait_until="networkidle")
    expect(page.locator("main [data-ready]")).to_be_visible()
    assert len(received) <= files
    assert sum(received) <= size, sum(received)


@pytest.mark.parametrize("width", [360, 390])
@pytest.mark.parametrize("path", ["/", "/boards/4", "/boards/32", "/random", "/boards/4/random"])
def test_title_of_a_game_stays_on_one_line_on_a_phone(open_page, site, path, width):
    page = open_page(path, viewport={"width": width, "height": 844})
    if "random" in path:
        page.locator(".begin > .button").click()
        expect(page.locator(".play[data-ready]")).to_be_visible()
    guess(page, site.wrong_words(1)[0])
    expect(page.locator("[name=turn]")).to_have_value("2")
    links = page.locator(".play-title > :is(h1, a:not(.help-link)):visible").all()
    middles = [link.bounding_box()["y"] + link.bounding_box()["height"] / 2 for link in links]
    assert max(middles) - min(middles) < 12
    assert size(page)[0] == width


@pytest.mark.parametrize("language", ["en", "de", "fr", "es", "pt-BR"])
def test_links_to_today_and_the_helper_share_the_line_of_the_title(open_page, site, language):
    site.clock.now = datetime(2026, 11, 30, 12, 0, tzinfo=UTC)  # the longest date
    page = open_page(viewport=PHONE, locale=language)
    links = ".play-title > :is(h1, [href='/today'], [data-fragment=helper])"
    places = [boxes(page, part) for part in (links, ".board .tile")]
    middles = [link["y"] + link["height"] / 2 for link in places[0]]
    assert len(middles) == 3
    assert max(middles) - min(middles) < 12
    helper = page.locator("[data-fragment=helper]")
    expect(helper).to_have_attribute("title", re.compile("💡"))
    assert helper.inner_text() in helper.get_attribute("aria-label").title()
    # In other languages, an offer of words in that language takes a line.
    assert places[1][0]["width"] >= (48 if language == "en" else 44)
    guess(page, site.wrong_words(1)[0])
    expect(page.locator("[name=turn]")).to_have_value("2")
    expect(page.locator(".welcome")).to_be_hidden()
    assert boxes(page, ".board .tile") == places[1]


def test_four_boards_on_a_phone_show_all_rows_in_readable_letters(open_page, site):
    page = open_page("/boards/4", viewport={"width": 390, "height": 844})
    for number, word in enumerate(site.wrong_words(4), 2):
        guess(page, word)
        expect(page.locator("[name=turn]")).to_have_value(str(number))
    rows = page.locator(".cards .row").all()
    assert len(rows) == 36
    space = box(page, ".board-space")
    for row in rows:
        bounds = row.bounding_box()
        assert bounds["y"] >= space["y"]
        assert bounds["y"] + bounds["height"] <= space["y"] + space["height"]
    tile = box(page, '[data-card="1"] .tile >> nth=0')
    assert tile["width"] >= 28
    assert tile["height"] >= 24


@pytest.mark.parametrize(("width", "height"), [(360, 640), (375, 667), (390, 740)])
@pytest.mark.parametrize("path", ["/boards/4", "/boards/4/in-turn"])
def test_four_boards_on_a_short_phone_have_letters_of_a_readable_size(
    open_page, site, path, width, height
):
    page = open_page(
        path, viewport={"width": width, "height": height}, reduced_motion="no-preference"
    )
    letters = """(tiles) => tiles.map((tile) => parseFloat(getComputedStyle(tile).fontSize))"""
    page.evaluate(
        """() => {
          window.shifts = 0;
          new PerformanceObserver((list) => {
            for (const { value, hadRecentInput } of list.getEntries())
              if (!hadRecentInput) window.shifts += value;
          }).observe({ type: "layout-shift" });
        }"""
    )
    cards = boxes(page, ".cards > div")
    for turn, word in enumerate(site.wrong_words(8), 2):
        guess(page, word)
        expect(page.locator("[name=turn]")).to_have_value(str(turn))
        tiles = page.locator('.cards :not([data-row="later"]) > .tile')
        assert min(tiles.evaluate_all(letters)) >= (14 if turn <= 5 else 9.5)
        space = box(page, ".board-space")
        for tile in page.locator(".cards .tile").evaluate_all(
            "(tiles) => tiles.map((tile) => tile.getBoundingClientRect().toJSON())"
        ):
            assert tile["width"] >= 26
            assert tile["left"] >= 0
            assert tile["right"] <= width
            assert tile["top"] >= space["y"]
            assert tile["bottom"] <= space["y"] + space["height"] + 0.5
        if path == "/boards/4":
            assert boxes(page, ".cards > div") == cards
    assert page.evaluate("window.shifts") == 0


@pytest.mark.parametrize(
    ("width", "height"),
    [(390, 844), (600, 900), (768, 1024), (820, 1180), (960, 900), (1024, 768), (1280, 800)],
)
def test_tiles_of_four_boards_fill_the_space_above_the_keys(open_page, width, height):
    page = open_page("/boards/4", viewport={"width": width, "height": height})
    space, content, *tiles = page.evaluate(
        """() => {
          const space = document.querySelector(".board-space");
          const tiles = [...document.querySelectorAll(".cards .tile")];
          const boxes = tiles.map((tile) => tile.getBoundingClientRect());
          return [
            [space.clientWidth, space.clientHeight],
            [space.scrollWidth, space.scrollHeight],
            ...boxes.map((box) => [box.width, box.height]),
          ];
        }"""
    )
    assert content == space
    assert len(tiles) == 4 * 9 * 5
    assert sum(x * y for x, y in tiles) >= 0.44 * space[0] * space[1]


@pytest.mark.parametrize("path", ["/boards/4", "/boards/4/in-turn"])
@pytest.mark.parametrize(
    ("width", "height"), [(600, 900), (768, 1024), (820, 1180), (960, 900), (1024, 1366)]
)
def test_tiles_of_four_boards_on_a_tablet_are_nearly_square(open_page, path, width, height):
    page = open_page(path, viewport={"width": width, "height": height})
    tile = box(page, ".cards .tile >> nth=0")
    assert tile["height"] >= 26
    most = 4 / 3 if tile["height"] < 34 else 1
    assert tile["width"] <= most * tile["height"] + 1


@pytest.mark.parametrize("language", ["en", "pt-BR"])
def test_labels_of_the_chart_are_whole_and_apart_in_large_text(large_text, language):
    large_text.set_extra_http_headers({"Accept-Language": language})
    visit(large_text, "/analysis?game=crane%0Asloth%0Atrust%0Atruss&answer=truss")
    for width, height in [(1280, 800), (768, 1024), (360, 640)]:
        large_text.set_viewport_size({"width": width, "height": height})
        chart = box(large_text, ".chart")
        labels = boxes(large_text, ".chart-tick[text-anchor=end]")
        assert all(label["x"] >= chart["x"] - 4 for label in labels)
        words = large_text.locator(".chart-tick").first
        # The boxes of texts include the space below their letters.
        drawn = words.evaluate("(text) => parseFloat(getComputedStyle(text).fontSize)")
        scale = box(large_text, ".chart-picture")["width"] / 320
        assert drawn * scale <= 2 * 16
        baselines = [label["y"] + label["height"] for label in labels]
        assert all(lower - upper > 0.75 * drawn * scale for lower, upper in pairwise(baselines))
        signs, names = (boxes(large_text, f".chart-legend {part}") for part in ("svg", "li"))
        text = large_text.locator(".chart-legend").evaluate(
            "(all) => getComputedStyle(all).fontSize"
        )
        assert text == "26px"
        for sign, name in zip(signs, names, strict=True):
            assert sign["x"] == pytest.approx(name["x"], abs=1)
            assert name["width"] > sign["width"] + 8
        assert names[0]["x"] + names[0]["width"] + 16 <= names[1]["x"]


@pytest.mark.parametrize("language", ["en", "de", "es", "fr", "pt-BR"])
def test_button_that_continues_a_random_game_has_one_line_for_its_title(open_page, site, language):
    path = "/random/5-normal-1-AAAAAAAAAAAAAAAAAAAAAA"
    page = open_page(path, viewport=DESK, locale=language)
    with page.expect_response(lambda response: response.request.method == "POST"):
        guess(page, site.wrong_words(1)[0])
    visit(page, "/history")
    title, note = boxes(page, ".unfinished-games .button > span")
    assert title["height"] <= 1.3 * 16
    assert note["y"] >= title["y"] + title["height"]


def test_past_days_are_beside_the_statistics_on_a_tablet(open_page, site):
    page = open_page(viewport={"width": 768, "height": 1024})
    for word in site.wrong_words(6):
        guess(page, word)
    page.locator(".result").wait_for()
    visit(page, "/history")
    days, games = (
        page.get_by_role("region", name=name).bounding_box()
        for name in ("Past days", "Recent games")
    )
    assert days["x"] >= games["x"] + games["width"]
    assert days["y"] < games["y"]
    day = box(page, ".calendar .day >> nth=0")
    assert min(day["width"], day["height"]) >= 40
    assert size(page)[0] == 768


@pytest.mark.parametrize("path", ["/", "/boards/4", "/daily/9"])
@pytest.mark.parametrize(("width", "height"), [(768, 1024), (1280, 800), (740, 360)])
def test_links_beside_the_title_are_easy_to_tap(open_page, site, path, width, height):
    page = open_page(path, viewport={"width": width, "height": height})
    guess(page, site.wrong_words(1)[0])  # from now on, there is a link to the helper
    page.locator(".title-link[data-fragment=helper]").wait_for()
    links = boxes(page, ".play-title > a:visible")
    assert len(links) >= 3
    assert min(link["height"] for link in links) >= 44
    title = page.locator(".play-title")
    # The targets take no room: they are higher than the line.
    assert title.bounding_box()["height"] < 50
    assert size(page)[0] == width


def test_links_beside_the_title_are_apart_in_large_text(large_text, site):
    large_text.set_viewport_size(DESK)
    visit(large_text, "/")
    guess(large_text, site.wrong_words(1)[0])
    large_text.locator(".title-link[data-fragment=helper]").wait_for()
    first, second = boxes(large_text, ".play-title > .title-link:visible")
    assert second["x"] - first["x"] - first["width"] >= 16


def test_four_boards_grow_with_the_window_in_large_text(large_text):
    large_text.set_viewport_size(DESK)
    visit(large_text, "/boards/4")
    first, last = (
        box(large_text, ".cards .tile >> nth=0"),
        box(large_text, ".cards .tile >> nth=-1"),
    )
    assert last["x"] + last["width"] - first["x"] >= 0.3 * DESK["width"]
    assert last["y"] + last["height"] - first["y"] >= 0.8 * DESK["height"]
    assert last["y"] + last["height"] <= DESK["height"]
    assert size(large_text) == (DESK["width"], DESK["height"])
    for link in large_text.locator(".play-title > a:visible").all():
        expect(link).to_be_in_viewport(ratio=0.99)


@pytest.mark.parametrize("language", ["en", "de", "fr", "es", "pt-BR"])
@pytest.mark.parametrize("path", ["/random", "/boards/4/random", "/boards/32/random"])
def test_start_of_a_random_game_is_in_view_on_a_small_phone(open_page, path, language):
    page = open_page(path, viewport=PHONE, locale=language)
    start = page.locator(".begin > .button")
    expect(start).to_be_in_viewport(ratio=1)
    # No focused choice is behind the button.
    for choice in page.locator("main input[type=radio]:checked").all():
        choice.focus()
        settle(page)
        label = choice.evaluate("(one) => one.labels[0].getBoundingClientRect().bottom")
        assert label <= start.bounding_box()["y"]


@pytest.mark.parametrize("viewport", [PHONE, {"width": 390, "height": 844}, DESK])
def test_links_after_a_game_form_one_column_of_equal_height(open_page, site, viewport):
    page = open_page("/", viewport=viewport)
    guess(page, site.answer)
    page.get_by_role("region", name="Result", exact=True).wait_for()
    links = boxes(page, ".result-links .text-link")
    assert len(links) >= 4
    assert len({link["x"] for link in links}) == 1
    assert len({link["height"] for link in links}) == 1
    assert viewport == DESK or links[0]["height"] >= 44


@pytest.mark.parametrize("locale", ["en-US", "de", "fr", "es", "pt-BR"])
def test_large_text_leaves_enough_space_for_tiles_and_keys(large_text, site, locale):
    site.clock.now = datetime(2026, 11, 30, 12, 0, tzinfo=UTC)
    large_text.set_extra_http_headers({"Accept-Language": locale})
    large_text.set_viewport_size(PHONE)
    for path, least in (("/", 30), ("/boards/4", 17)):
        visit(large_text, path)
        for turn in (2, 3):
            assert size(large_text) == (360, 640)
            tile = box(large_text, ".board .tile >> nth=0")
            assert tile["height"] >= least
            keys = box(large_text, ".keyboard")
            assert keys["y"] + keys["height"] <= 640
            guess(large_text, site.wrong_words(2)[turn - 2])
            expect(large_text.locator("[name=turn]")).to_have_value(str(turn))


def test_board_and_keys_fit_together_in_large_text(large_text):
    for path, rows in (("/", 1), ("/boards/8", 4)):
        for width, height in ((360, 640), (390, 844)):
            large_text.set_viewport_size({"width": width, "height": height})
            visit(large_text, path)
            assert box(large_text, ".site-header")["height"] <= 56
            assert box(large_text, ".play-title")["height"] <= 56
            for row in large_text.locator('[data-row="current"]').all()[:rows]:
                expect(row).to_be_in_viewport(ratio=0.99)
                assert row.bounding_box()["height"] >= 20
            for key in large_text.locator("button.key").all():
                expect(key).to_be_in_viewport(ratio=0.99)
            if path == "/":
                expect(large_text.locator(".welcome")).to_be_in_viewport(ratio=0.99)
            assert size(large_text) == (width, height)


@pytest.mark.parametrize(
    ("window", "growth"), [(PHONE, 1.1), ({"width": 390, "height": 844}, 1.3)], ids=["360", "390"]
)
@pytest.mark.parametrize("path", ["/", "/daily/9", "/boards/4"])
def test_texts_of_a_game_grow_with_large_text(open_page, large_text, site, path, window, growth):
    usual = open_page(path, viewport=window)
    large_text.set_viewport_size(window)
    visit(large_text, path)
    texts = ("h1", "[data-fragment=helper]", ".guess-label", '[data-key="w"]')
    for selector in texts:
        sizes = [
            page.locator(f".play {selector}").evaluate(
                "(one) => parseFloat(getComputedStyle(one).fontSize)"
            )
            for page in (usual, large_text)
        ]
        assert sizes[1] >= growth * sizes[0], selector
    guess(large_text, site.wrong_words(1)[0])
    expect(large_text.locator("[name=turn]")).to_have_value("2")
    # Nothing is cut off at the edges of the window, and no letter at the edges of its key.
    shown = large_text.locator(
        ".play-title > :visible, .site-nav-list > :visible, .play-line :visible"
    )
    for part in shown.all():
        bounds = part.bounding_box()
        assert bounds["x"] >= 0
        assert bounds["x"] + bounds["width"] <= window["width"]
    overflowing = """(all) => all.filter((one) => one.scrollWidth > one.clientWidth)
      .map((one) => one.textContent)"""
    cut = large_text.locator(".play-title, .key, .hint-button, .site-nav").evaluate_all(overflowing)
    assert cut == []
    assert size(large_text) == (window["width"], window["height"])


@pytest.mark.parametrize("path", ["/", "/history", "/helper"])
def test_menu_with_large_text_shows_today_and_the_current_page(large_text, path):
    for width in (320, 360, 390):
        large_text.set_viewport_size({"width": width, "height": 844})
        visit(large_text, path)
        names = large_text.locator(".site-nav-link:visible").all_inner_texts()
        current = {"/": [], "/history": ["History"], "/helper": ["Helper"]}[path]
        assert names == ["Today", *current, "More"]
        links = boxes(large_text, ".site-nav-link:visible")
        gear = box(large_text, ".site-header > .icon-link")
        assert len({link["y"] for link in links}) == 1
        assert max(link["x"] + link["width"] for link in links) <= gear["x"] + 1


@pytest.mark.parametrize("path", ["/", "/daily/9", "/boards/2", "/boards/8"])
def test_all_keys_are_visible_below_a_header_of_any_height(open_page, path):
    page = open_page(path, viewport={"width": 390, "height": 844}, has_touch=True)
    # Like browsers that enlarge only the text: media queries are not affected.
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    assert box(page, ".site-header")["height"] >= 80
    for key in page.locator("button.key").all():
        expect(key).to_be_in_viewport(ratio=0.99)
    expect(page.locator('[data-row="current"]').first).to_be_in_viewport(ratio=0.99)


@pytest.mark.parametrize("language", ["en", "de", "es", "fr", "pt-BR"])
def test_result_of_the_helper_is_not_cut_off_in_large_text(open_page, language):
    page = open_page("/helper", viewport=PHONE, locale=language)
    rows = "row=crane:01002.00000.11000.20100"
    for query in (
        "row=crane:01002",
        "row=crane:01002&row=slide:",
        "boards=4&row=crane:",
        f"boards=4&{rows}",
        f"boards=4&{rows}&row=slide:.00000.00000.00000",
    ):
        visit(page, f"/helper?{query}")
        # Like browsers that enlarge only the text: media queries are not affected.
        page.evaluate("document.documentElement.style.fontSize = '200%'")
        frame = box(page, ".helper-result")
        shown = page.locator(".helper-result :is(p, .button, .helper-count > *):visible")
        for part in shown.all():
            if not part.inner_text().strip():
                continue
            text = part.evaluate(
                """(element) => {
                  const text = document.createRange();
                  text.selectNodeContents(element);
                  return text.getBoundingClientRect().toJSON();
                }"""
            )
            assert text["right"] <= frame["x"] + frame["width"], part.text_content()
            assert text["top"] >= frame["y"], part.text_content()
            assert text["bottom"] <= frame["y"] + frame["height"], part.text_content()


@pytest.mark.parametrize("width", [360, 390])
def test_link_to_the_helper_fits_in_large_text(large_text, width):
    large_text.set_viewport_size({"width": width, "height": 844})
    for path in ("/", "/daily/9", "/boards/4"):
        visit(large_text, path)
        link = box(large_text, "[data-fragment=helper]")
        assert link["x"] >= 4
        assert link["x"] + link["width"] <= width - 4


@pytest.mark.parametrize(
    "path", ["/", "/daily/9", "/boards/4", "/today", "/history", "/settings", "/absurd"]
)
def test_icon_buttons_are_large_enough_for_a_finger(phone, path):
    visit(phone, path)
    signs = phone.locator("a:not(.wordmark), button:not(.key, .tile), summary").evaluate_all(
        """(all) => all.filter((one) => one.checkVisibility() && one.innerText.trim().length <= 1)
          .map((one) => [one.outerHTML.slice(0, 90), one.offsetWidth, one.offsetHeight])"""
    )
    assert signs
    assert [sign for sign in signs if min(sign[1:]) < 24 or sign[1] * sign[2] < 40 * 40] == []


@pytest.mark.parametrize("path", ["/", "/daily/9", "/boards/2"])
def test_elements_beside_a_title_share_its_baseline(open_page, path):
    page = open_page(path, viewport={"width": 390, "height": 844})
    places = page.locator(".play-title > *").evaluate_all(BASELINES)
    lines = {}
    for top, baseline in places:
        lines.setdefault(round(top / 20), []).append(baseline)
    assert all(max(line) - min(line) <= 1 for line in lines.values())
    header = box(page, ".site-header")
    assert box(page, ".play-title > h1")["y"] >= header["y"] + header["height"] + 6


def test_large_text_does_not_truncate_menu_and_figures(large_text, site):
    visit(large_text, "/")
    guess(large_text, site.answer)
    figures = large_text.locator(".figure > dd")
    expect(figures).to_have_count(5)
    heights = figures.evaluate_all(
        "(all) => all.map((one) => one.offsetHeight / parseFloat(getComputedStyle(one).fontSize))"
    )
    assert max(heights) < 2
    large_text.get_by_text("More", exact=True).click()
    hidden = "(list) => list.scrollWidth - list.clientWidth"
    assert large_text.locator(".more-list").evaluate(hidden) == 0
    expect(large_text.get_by_role("link", name="Helper")).to_be_in_viewport(ratio=1)
    assert size(large_text)[0] == 390


def test_field_and_its_button_stay_on_one_line_in_large_text(plain):
    plain.set_viewport_size(SMALLEST)
    assert len({box(plain, part)["y"] for part in (".guess-input", ".guess-button")}) == 1
    plain.evaluate("document.documentElement.style.fontSize = '200%'")
    assert size(plain)[0] == SMALLEST["width"]


# A game in progress has the longest label.
@pytest.mark.parametrize("language", ["en", "de", "es", "fr", "pt-BR"])
@pytest.mark.parametrize(
    ("path", "size"), [("/today", PHONE), ("/today", DESK), ("/", {"width": 1280, "height": 800})]
)
def test_label_of_todays_boards_fits_its_card(open_page, language, path, size):
    page = open_page("/boards/4", viewport=size, locale=language)
    guess(page, "crane")
    expect(page.locator('.cards [data-row="played"]').first).to_be_visible()
    visit(page, path)
    widths = page.locator(".count-result").evaluate_all(
        "(labels) => labels.map((label) => ["
        " label.getBoundingClientRect().right, label.parentElement.getBoundingClientRect().right])"
    )
    assert len(widths) == 5
    for label, card in widths:
        assert label <= card


# If the boards had another height, even for a moment, all of their tiles would be styled again.
@pytest.mark.parametrize("path", ["/boards/2", "/boards/4", "/boards/8", "/boards/16"])
@pytest.mark.parametrize(("width", "height"), [(360, 640), (390, 844), (768, 1024), (844, 390)])
def test_typing_a_letter_does_not_restyle_the_boards_twice(open_page, path, width, height):
    page = open_page(path, viewport={"width": width, "height": height})
    page.keyboard.type("a")
    with counted_updates(page) as updates:
        for letter in "bcde":
            page.keyboard.press(letter)
            settle(page)
    assert updates["layout"] >= 4
    assert updates["style"] < 1.5 * updates["layout"]


@pytest.mark.parametrize("boards", [4, 8])
def test_guess_causes_fewer_layouts_than_it_has_tiles(open_page, site, boards):
    page = open_page(f"/boards/{boards}", viewport=PHONE)
    first, second = site.wrong_words(2)
    guess(page, first)  # this also hides the strip for new players
    expect(page.locator("[name=turn]")).to_have_value("2")
    page.keyboard.type(second)
    with counted_updates(page) as updates:
        page.keyboard.press("Enter")
        expect(page.locator("[name=turn]")).to_have_value("3")
    assert updates["layout"] < boards * len(second) / 2
