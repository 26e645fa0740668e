"""The time zone of the device determines the day; a page with another date is reloaded, once."""

import pytest
from playwright.sync_api import expect

ZONES = [("Pacific/Kiritimati", 1), ("America/New_York", 0), ("UTC", 0)]


def open_at_noon(open_page, site, zone, **options):
    """Return the front page in a time zone, at noon in UTC, and the list of pages that it loads."""
    page = open_page("about:blank", timezone_id=zone, **options)
    loaded = list[str]()
    page.on("request", lambda sent: loaded.append(sent.url) if sent.is_navigation_request() else 0)
    if options.get("java_script_enabled", True):
        page.clock.set_fixed_time(site.clock.now)
    page.goto("/")
    return page, loaded


def heading(page, number):
    expect(page.get_by_role("heading", level=1)).to_have_text(f"Daily {number}")


@pytest.mark.parametrize(("zone", "later"), ZONES)
def test_first_visit_shows_the_day_of_the_device(open_page, site, zone, later):
    page, loaded = open_at_noon(open_page, site, zone)
    heading(page, site.today + later)
    assert len(loaded) == 1 + later
    cookies = {cookie["name"]: cookie for cookie in page.context.cookies()}
    assert cookies.get("wordle-zone", {}).get("value") == (None if zone == "UTC" else zone)
    if zone != "UTC":
        cookie = cookies["wordle-zone"]
        assert len(f"{cookie['name']}={cookie['value']}") <= 60
        assert (cookie["path"], cookie["sameSite"]) == ("/", "Lax")
    page.goto("/")
    heading(page, site.today + later)
    assert len(loaded) == 2 + later


def test_chosen_midnight_takes_precedence_over_the_device(open_page, site):
    page, loaded = open_at_noon(open_page, site, "Pacific/Kiritimati")
    heading(page, site.today + 1)
    page.goto("/settings")
    page.get_by_text("A new day begins at").first.click()
    page.get_by_label("Midnight on this site (UTC)").check()
    expect(page.get_by_text("Settings saved.")).to_be_visible()
    count = len(loaded)
    page.goto("/")
    heading(page, site.today)
    assert len(loaded) == count + 1


def test_sites_midnight_applies_without_scripts(open_page, site):
    page, loaded = open_at_noon(open_page, site, "Pacific/Kiritimati", java_script_enabled=False)
    heading(page, site.today)
    assert len(loaded) == 1


def test_browser_without_cookies_reloads_no_page(open_page, site):
    page = open_page("about:blank", timezone_id="Pacific/Kiritimati")
    page.add_init_script(
        "Object.defineProperty(Document.prototype, 'cookie', { get: () => '', set: () => {} });"
    )
    loaded = list[str]()
    page.on("request", lambda sent: loaded.append(sent.url) if sent.is_navigation_request() else 0)
    page.clock.set_fixed_time(site.clock.now)
    page.goto("/", wait_until="networkidle")
    heading(page, site.today)
    assert len(loaded) == 1
