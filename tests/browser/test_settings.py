"""Settings apply at once, even if the network is slow or offline."""

import pytest
from browser_looks import COUNT_MOVEMENTS, PHONE, SMALLEST, Held, guess, size, typed_row, visit
from playwright.sync_api import Page, expect


def test_changed_setting_applies_immediately_is_confirmed_and_persists(open_page):
    page = open_page("/settings", viewport=PHONE)
    expect(page.get_by_role("button", name="Save settings")).to_be_hidden()
    page.get_by_label("Dark").check()
    status = page.get_by_role("status").filter(has_text="Settings saved.")
    expect(status).to_be_in_viewport(ratio=1)
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    expect(page.locator("meta[name=theme-color]")).to_have_attribute("content", "#121213")
    expect(page.get_by_label("Dark")).to_be_focused()
    page.reload()
    expect(page.get_by_label("Dark")).to_be_checked()
    page.get_by_label("Language of the pages").select_option("Português (Brasil)")
    expect(page.get_by_role("heading", name="Configurações")).to_be_visible()


def test_last_of_several_quick_changes_of_a_setting_persists(open_page, site):
    page = open_page("/settings")
    held = Held(page, f"{site.url}/settings", times=1)
    for theme in ("Light", "Dark", "Light", "Dark"):
        page.get_by_label(theme, exact=True).check()
    held.release()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    page.reload()
    expect(page.get_by_label("Dark")).to_be_checked()


def test_setting_changed_before_the_script_loads_is_saved(open_page):
    page = open_page("/")
    held = Held(page, "**/settings.js*")
    page.goto("/settings", wait_until="commit")
    page.get_by_label("Dark").check()
    held.release()
    expect(page.get_by_text("Settings saved.")).to_be_visible()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")


def test_setting_that_failed_to_save_can_be_saved_again(open_page, watch):
    page = open_page("/settings")
    page.context.set_offline(True)
    page.get_by_role("radio", name="Ultra-hard").check()
    expect(page.get_by_text("No connection. Your settings weren’t saved.")).to_be_visible()
    page.context.set_offline(False)
    page.get_by_role("button", name="Save settings").click()
    expect(page.get_by_text("Settings saved.")).to_be_visible()
    expect(page.get_by_role("radio", name="Ultra-hard")).to_be_checked()
    assert [problem for problem in watch.problems if "ERR_INTERNET" not in problem] == []
    watch.problems.clear()


@pytest.mark.parametrize("has_scripts", [True, False])
def test_settings_show_a_button_and_mention_javascript_only_without_scripts(open_page, has_scripts):
    page = open_page("/settings", viewport=PHONE, java_script_enabled=has_scripts)
    page.locator("summary").filter(has_text="A new day begins at").click()
    expect(page.get_by_label("Midnight on this site (UTC)")).to_be_visible()
    expect(page.get_by_text("Without JavaScript")).to_be_visible(visible=not has_scripts)
    page.mouse.wheel(0, -5000)
    button = page.get_by_role("button", name="Save settings")
    if has_scripts:
        expect(button).to_be_hidden()
    else:  # the end of the form is below the screen
        expect(button).to_be_in_viewport(ratio=1)


def test_save_button_without_scripts_never_covers_the_focused_element(open_page):
    page = open_page("/settings", viewport=SMALLEST, java_script_enabled=False)
    button = page.get_by_role("button", name="Save settings")
    top = button.bounding_box()["y"]
    last = page.locator("summary").last
    while not last.evaluate("(summary) => summary === document.activeElement"):
        page.keyboard.press("Tab")
        box = page.locator(":focus").bounding_box()
        assert box["y"] + box["height"] <= top


@pytest.fixture
def choose(open_page):
    def choose_them(*labels: str, **options: object) -> Page:
        page = open_page("/settings", **options)
        page.locator("details").evaluate_all(
            "(folds) => folds.forEach((fold) => (fold.open = true))"
        )
        for label in labels:
            field = page.get_by_label(label, exact=True).first
            if not field.is_checked():
                field.check()
                expect(page.get_by_text("Settings saved.")).to_be_visible()
        visit(page, "/")
        return page

    return choose_them


@pytest.mark.parametrize(
    ("scheme", "label"), [("dark", "Light"), ("light", "Dark"), ("light", ""), ("dark", "")]
)
def test_chosen_theme_overrides_the_theme_of_the_system(choose, scheme, label):
    page = choose(*filter(None, [label]), color_scheme=scheme)
    background = page.evaluate("getComputedStyle(document.body).backgroundColor")
    is_dark = (label or scheme).lower() == "dark"
    assert background == ("rgb(18, 18, 19)" if is_dark else "rgb(255, 255, 255)")


def test_enter_and_backspace_can_be_swapped(choose):
    last_row = choose("Swap Enter and Backspace").locator(".keyboard-row").last
    expect(last_row.get_by_role("button").first).to_have_accessible_name("Backspace")
    expect(last_row.get_by_role("button").last).to_have_accessible_name("Enter")


def test_another_keyboard_layout_moves_the_letters(choose):
    """Dvorak has the longest last row, which must fit between Enter and Backspace."""
    page = choose("Dvorak", "Large", viewport=SMALLEST)
    keys = [
        row.locator("[data-key]").evaluate_all("(keys) => keys.map((key) => key.dataset.key)")
        for row in page.locator(".keyboard-row").all()
    ]
    assert keys == [[*"pyfgcrl"], [*"aoeuidhtns"], ["Enter", *"qjkxbmwvz", "Backspace"]]
    assert size(page) == (320, 568)
    widths = page.locator("button.key").evaluate_all("(keys) => keys.map((key) => key.offsetWidth)")
    assert min(widths) >= 24
    page.get_by_role("button", name="Z", exact=True).click()
    page.keyboard.type("qw")
    assert typed_row(page) == "zqw"


def test_on_screen_keyboard_only_setting_ignores_the_physical_keyboard(choose):
    page = choose("On-screen keyboard only")
    page.keyboard.type("ab")
    page.get_by_role("button", name="C", exact=True).click()
    guess(page, "de")
    assert typed_row(page) == "c"
    expect(page.get_by_role("alert")).to_have_count(0)


@pytest.mark.parametrize(("motion", "moves"), [("None", False), ("System default", True)])
def test_tiles_flip_only_if_animations_are_enabled(choose, site, motion, moves):
    page = choose(motion, reduced_motion="no-preference")
    page.evaluate(COUNT_MOVEMENTS)
    guess(page, site.wrong_words(1)[0])
    expect(page.get_by_text("Guess 2 of 6")).to_have_count(1)
    assert (page.evaluate("window.movements") > 0) == moves
