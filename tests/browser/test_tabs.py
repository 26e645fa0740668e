"""Two tabs of one browser, whose games share a cookie; and a history that can't be read."""

from browser_looks import PHONE, visit
from playwright.sync_api import Page, Route, expect
from web_visitor import session_name

STRIP = "This browser has a history that this server can’t read"


def guess(page: Page, word: str) -> None:
    page.bring_to_front()
    page.keyboard.type(word)
    page.keyboard.press("Enter")


def test_concurrent_tabs_take_turns_and_lose_no_guess(open_page, site):
    first = open_page("/daily/3")
    second = first.context.new_page()
    visit(second, "/daily/4")
    held, sent = list[Route](), list[str]()

    def hold(route: Route) -> None:
        if route.request.method != "POST":
            route.continue_()
            return
        sent.append(route.request.url)
        if held:
            route.continue_()
        else:
            held.append(route)

    first.context.route("**/daily/*", hold)
    word = site.wrong_words(1)[0]
    guess(first, word)
    first.wait_for_function("navigator.locks.query().then(({ held }) => held.length === 1)")
    guess(second, word)
    second.wait_for_function("navigator.locks.query().then(({ pending }) => pending.length === 1)")
    assert [url.rpartition("/")[2] for url in sent] == ["3"]  # the second waits for its turn
    held[0].continue_()
    for page in (first, second):
        expect(page.locator('.board > [data-row="played"]')).to_have_count(1)
    assert len(sent) == 2
    for page in (first, second):
        page.reload()
        expect(page.locator('.board > [data-row="played"]')).to_have_count(1)
    first.context.unroute_all()


def test_notice_of_an_unreadable_history_closes_permanently(open_page, site):
    page = open_page("/healthz", viewport=PHONE)
    cookie = {"name": "wordle_web-0123456789", "value": "x" * 300, "url": site.url}
    page.context.add_cookies([cookie])
    visit(page, "/")
    strip = page.get_by_text(STRIP)
    expect(strip).to_be_visible()
    expect(page.get_by_role("button", name="Enter")).to_be_in_viewport(ratio=0.9)
    page.locator("form.notice").get_by_role("button", name="Close").click()
    expect(strip).to_be_hidden()
    look = "fetch('/settings').then((answer) => answer.text())"
    page.wait_for_function(f"{look}.then((text) => !text.includes('can’t read'))")
    name = session_name(site.app)
    visit(page, "/history")
    expect(page.get_by_text(STRIP)).to_have_count(0)
    assert {cookie["name"] for cookie in page.context.cookies()} == {cookie["name"], name}
