"""The lab and watched games: choosing, sorting, stepping through games, and automatic play."""

import re

import pytest
from browser_looks import DESK, EMPTY, PHONE, Held, box, settle, wait_until
from playwright.sync_api import Page, expect


def test_lab_table_follows_the_selected_options(open_page):
    page = open_page("/lab")
    expect(page.get_by_role("button", name="Show table", exact=True)).to_be_hidden()
    page.get_by_label("Type").select_option("Full search")
    expect(page.locator(".lab-strategies tbody tr")).to_have_count(1)
    page.wait_for_url("**/lab?**family=search**")
    page.go_back()
    expect(page.locator(".lab-strategies tbody tr")).to_have_count(15)


def test_lab_table_is_sorted_in_place(open_page):
    page = open_page("/lab")
    expect(page.locator(".lab-strategies tbody th").first).to_contain_text("Optimal")
    page.get_by_role("link", name="Average guesses").click()
    expect(page.locator(".lab-strategies tbody th").first).to_contain_text("Fresh letters")
    expect(page.get_by_role("link", name="Average guesses")).to_be_focused()
    page.get_by_label("Tries allowed").first.select_option("4")
    page.wait_for_url("**/lab?**tries=4**")
    assert "sort=mean" in page.url
    expect(page.locator(".lab-strategies tbody th").first).to_contain_text("Fresh letters")


def test_phone_shows_the_figures_of_a_row_side_by_side(open_page):
    page = open_page("/lab", viewport=PHONE)
    won = page.get_by_role("row").nth(1).get_by_role("cell").nth(1)
    page.get_by_text("Published results", exact=True).click()
    theirs, ours = page.locator(".lab-claims tr").nth(2).get_by_role("cell").all()
    for cell in (won, theirs, ours):
        box = cell.bounding_box()
        assert box["x"] + box["width"] <= PHONE["width"] - 16
    assert theirs.bounding_box()["y"] == ours.bounding_box()["y"]


TWO = "/watch?word=graze&strategy=minimax&against=frequency-then-minimax&opener=raise"


def shown(page: Page) -> int:
    return page.locator(".watched-turn:not([inert])").count()


def test_whole_watched_games_are_shown_without_javascript(open_page):
    page = open_page(TWO, java_script_enabled=False, viewport=PHONE)
    assert shown(page) == 12
    assert [label.is_visible() for label in page.locator(".watched-limit").all()] == [True, False]
    expect(page.get_by_text("7 guesses", exact=True)).to_be_visible()
    expect(page.get_by_role("group", name="Playback controls")).to_be_hidden()
    page.get_by_text("Why DRACK?").click()
    expect(page.get_by_text("It can’t be the answer").first).to_be_visible()


@pytest.mark.parametrize("viewport", [PHONE, DESK])
def test_watch_form_does_not_move_when_the_script_loads(open_page, viewport):
    page = open_page(EMPTY, viewport=viewport)
    held = Held(page, "**/js/watch.js")
    page.goto("/watch", wait_until="commit")
    wait_until(page, "document.styleSheets.length && document.readyState !== 'loading'")
    form = page.locator(".watch-form")
    before = form.bounding_box()
    held.release()
    expect(page.get_by_role("button", name="Autoplay")).to_be_visible()
    settle(page)
    assert abs(form.bounding_box()["y"] - before["y"]) <= 1


def test_watched_games_advance_step_by_step(open_page):
    page = open_page(TWO)
    expect(page.locator("strong[data-count]").get_by_text("Guess 1", exact=True)).to_have_count(2)
    assert [game.locator(".row").count() for game in page.locator("[data-game]").all()] == [7, 7]
    assert shown(page) == 2
    expect(page.get_by_text("Lost from here on").first).to_be_hidden()
    page.get_by_role("button", name="Next guess").click()
    assert shown(page) == 4
    announcer = page.locator("[data-announcer]")
    expect(announcer).to_contain_text("Guess 2: G correct")
    page.get_by_role("button", name="Previous guess").click()
    assert shown(page) == 2
    expect(announcer).to_contain_text("Guess 1")
    page.get_by_role("button", name="End").click()
    assert shown(page) == 12
    titles = page.locator(".watched h2").all_inner_texts()
    expect(announcer).to_have_text(
        re.compile(rf"^{titles[0]}\. Guess 7: .+ solved\. {titles[1]}\. Guess 5: .+ solved$")
    )
    expect(page.get_by_text("7 guesses", exact=True)).to_be_visible()
    expect(page.get_by_text("Lost: more than six guesses.")).to_be_visible()
    assert [label.is_visible() for label in page.locator(".watched-limit").all()] == [True, False]
    page.get_by_role("button", name="Start").click()
    assert shown(page) == 0
    page.get_by_role("button", name="Next guess").focus()
    for _ in range(9):
        page.keyboard.press("Enter")
    assert shown(page) == 12
    expect(page.get_by_role("button", name="Next guess")).to_be_focused()


def test_screen_readers_get_only_the_guesses_shown(open_page):
    page = open_page("/watch?word=tiger")
    group = page.get_by_role("group")
    rows = group.filter(has=page.get_by_role("img", name="1st letter"))
    expect(rows).to_have_count(1)
    page.get_by_role("button", name="End").click()
    expect(rows).to_have_count(2)
    page.get_by_role("button", name="Start").click()
    expect(rows).to_have_count(0)
    items = page.locator(".watched-turns").get_by_role("listitem")
    expect(items).to_have_count(0)


def test_games_play_automatically_and_can_be_paused(open_page):
    page = open_page(TWO)
    page.clock.install()
    page.reload()
    page.get_by_role("button", name="Autoplay").click()
    assert shown(page) == 4
    page.clock.run_for(2000)
    assert shown(page) == 6
    page.get_by_role("button", name="Pause").click()
    page.clock.run_for(5000)
    assert shown(page) == 6
    page.get_by_role("button", name="Autoplay").click()
    page.clock.run_for(20_000)
    assert shown(page) == 12
    page.get_by_role("button", name="Watch again").click()
    assert shown(page) == 2
    expect(page.get_by_role("button", name="Pause")).to_be_visible()


@pytest.mark.parametrize("language", ["en", "de", "es", "fr", "pt-BR"])
def test_step_buttons_keep_their_place_at_the_end_of_a_game(open_page, language):
    page = open_page("/watch", viewport=PHONE, locale=language)

    def place() -> tuple[float, float]:
        play, back = box(page, "[data-move=play]"), box(page, "[data-move=back]")
        return back["x"], back["y"] - play["y"]

    places = [place()]
    for name in ("end", "play"):
        page.locator(f"[data-move={name}]").click()
        places.append(place())
    assert places == [places[0]] * 3


SHORT = {"width": 360, "height": 640}


@pytest.mark.parametrize("language", ["en", "de", "es", "fr", "pt-BR"])
def test_reasons_follow_the_last_guess_on_short_phones(open_page, language):
    page = open_page("/watch", viewport=SHORT, locale=language)
    places = []
    for turn in (1, 2, 3):
        row, why = (box(page, f"[data-current] {part}") for part in (".row", "summary"))
        assert page.locator("[data-current]").get_attribute("data-turn") == str(turn)
        assert 0 < why["y"] - row["y"] - row["height"] < 24
        assert why["y"] + why["height"] <= SHORT["height"]
        places.append((box(page, "[data-move=on]"), box(page, ".watch-form")))
        if turn < 3:
            page.locator("[data-move=on]").click()
    assert places == [places[0]] * 3


LONG = "word=watch&strategy=minimax"  # eight guesses


@pytest.mark.parametrize("language", ["en", "de", "es", "fr", "pt-BR"])
@pytest.mark.parametrize(
    "query", [LONG, f"{LONG}&against=optimal", "word=hatch&strategy=letter-frequency"]
)
def test_steps_by_hand_keep_the_reasons_of_a_long_game_in_view(open_page, language, query):
    viewport = {"width": 390, "height": 844}
    page = open_page(f"/watch?{query}", viewport=viewport, locale=language)
    on = page.locator("[data-move=on]")
    turns = page.locator("[data-game]").first.locator("[data-turn]").count()
    assert turns >= 7
    place = box(page, "[data-move=on]")
    for turn in range(2, turns + 1):
        on.click()
        why = page.locator(f"[data-game] >> nth=0 >> [data-turn='{turn}'] .watched-why")
        expect(why).to_be_in_viewport(ratio=1)
        assert box(page, "[data-move=on]") == place


def test_steps_of_a_scrolled_game_scroll_on_to_the_reasons(open_page):
    page = open_page(f"/watch?{LONG}", viewport=SHORT)
    page.mouse.wheel(0, 240)
    on = page.locator("[data-move=on]")
    wait_until(page, "document.querySelector('.watch-player').getBoundingClientRect().top <= 0")
    place = box(page, "[data-move=on]")
    for turn in range(2, 9):
        on.click()
        expect(page.locator(f"[data-turn='{turn}'] .watched-why")).to_be_in_viewport(ratio=1)
        assert box(page, "[data-move=on]") == place


def test_autoplay_brings_the_reasons_of_a_long_game_into_view(open_page):
    page = open_page("/watch?word=graze&strategy=minimax&opener=raise", viewport=SHORT)
    page.clock.install()
    page.reload()
    page.get_by_role("button", name="Autoplay").click()
    page.clock.run_for(20_000)
    expect(page.get_by_text("Why GRAZE?")).to_be_in_viewport(ratio=1)
