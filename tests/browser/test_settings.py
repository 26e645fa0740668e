"""Settings apply as they are chosen, also where the network is slow or gone."""

from browser_looks import PHONE, Held
from playwright.sync_api import expect


def test_what_is_chosen_applies_at_once_is_said_and_stays(open_page):
    page = open_page("/settings", viewport=PHONE)
    expect(page.get_by_role("button", name="Save settings")).to_be_hidden()
    page.get_by_label("Dark").check()
    said = page.get_by_role("status").filter(has_text="Settings saved.")
    expect(said).to_be_in_viewport(ratio=1)
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    expect(page.locator("meta[name=theme-color]")).to_have_attribute("content", "#121213")
    expect(page.get_by_label("Dark")).to_be_focused()
    page.reload()
    expect(page.get_by_label("Dark")).to_be_checked()
    page.get_by_label("Português").check()
    expect(page.get_by_role("heading", name="Configurações")).to_be_visible()


def test_the_last_of_hurried_choices_stays(open_page, site):
    page = open_page("/settings")
    held = Held(page, f"{site.url}/settings", times=1)
    for theme in ("Light", "Dark", "Light", "Dark"):
        page.get_by_label(theme, exact=True).check()
    held.release()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    page.reload()
    expect(page.get_by_label("Dark")).to_be_checked()


def test_what_is_chosen_before_the_script_has_come_is_saved(open_page):
    page = open_page("/")
    held = Held(page, "**/settings.js*")
    page.goto("/settings", wait_until="commit")
    page.get_by_label("Dark").check()
    held.release()
    expect(page.get_by_text("Settings saved.")).to_be_visible()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")


def test_what_could_not_be_saved_can_be_sent_again(open_page, watch):
    page = open_page("/settings")
    page.context.set_offline(True)
    page.get_by_label("Hard mode").check()
    expect(page.get_by_text("No connection. Your settings weren’t saved.")).to_be_visible()
    page.context.set_offline(False)
    page.get_by_role("button", name="Save settings").click()
    expect(page.get_by_text("Settings saved.")).to_be_visible()
    expect(page.get_by_label("Hard mode")).to_be_checked()
    assert [problem for problem in watch.problems if "ERR_INTERNET" not in problem] == []
    watch.problems.clear()
