"""A table with friends in browsers: starting it, sending it, keeping it and sending it back."""

import itertools

import pytest
from browser_looks import PHONE, SMALL_TARGETS, TOUCHED, guess, violations, visit
from playwright.sync_api import Page, expect

from wordle_web.game.league.kept import own_game
from wordle_web.game.league.packing import pack
from wordle_web.game.league.table import LOSS, ResultKey, Table
from wordle_web.game.puzzles.variants import HOME
from wordle_web.web.services import EXTENSION


def win(page: Page, site, wrong: int) -> None:
    for number, word in enumerate(site.wrong_words(wrong), 2):
        guess(page, word)
        page.get_by_text(f"Guess {number} of 6").wait_for(state="attached")
    guess(page, site.answer)
    page.get_by_role("button", name="Share").first.wait_for()


def win_without_script(page: Page, site, wrong: int) -> None:
    play_without_script(page, [*site.wrong_words(wrong), site.answer])


def play_without_script(page: Page, words: list[str]) -> None:
    page.goto("/")
    for word in words:
        page.get_by_role("textbox").fill(word)
        page.get_by_role("textbox").press("Enter")


def path_of(site, results: dict[tuple[str, int], int]) -> str:
    """Return the address of a table with checked results; the keys are names and days."""
    settings = site.app.extensions[EXTENSION].settings
    game = own_game(HOME, settings.first_day.toordinal() - 1)
    keyed = {ResultKey(name, game.key, day): {n: True} for (name, day), n in results.items()}
    names = frozenset(name for name, _ in results)
    table = Table({game.key: game}, keyed, sure=names, id=b"abc")
    return f"/league?table={pack(table, settings.daily_key.encode())[0]}"


def copied(page: Page) -> str:
    return str(page.evaluate("navigator.clipboard.readText()")).splitlines()[-1]


def test_friends_exchange_a_table_by_links(open_page, site):
    """The friend has no JavaScript, and uses only the links and buttons of pages."""
    ana = open_page(viewport=PHONE, permissions=("clipboard-read", "clipboard-write"))
    win(ana, site, 1)
    start = ana.get_by_role("link", name="Start a table with friends")
    expect(start).to_have_css("text-decoration-line", "underline")  # it has no border
    start.click()
    ana.get_by_label("Your name").fill("Ana")
    ana.get_by_role("button", name="Start table").click()
    expect(ana.get_by_text("Only you are here so far.")).to_be_visible()
    ana.get_by_role("button", name="Share", exact=True).click()
    expect(ana.get_by_text("Copied.")).to_be_visible()

    bob = open_page(copied(ana), viewport=PHONE, java_script_enabled=False)
    bob.get_by_label("Your name").fill("Bob")
    bob.get_by_role("button", name="Join this table").click()
    bob.get_by_role("link", name="Play today’s word").click()
    win_without_script(bob, site, 2)
    card = bob.get_by_role("region", name="Today with friends")
    expect(card).to_contain_text("2 Ana")
    expect(card).to_contain_text("3 You")
    back = bob.get_by_role("textbox", name="Text to share").input_value()

    visit(ana, back.splitlines()[-1])
    expect(ana.get_by_text("Bob: Daily")).to_be_visible()
    ana.get_by_role("button", name="Add 1 result").click()
    expect(ana.get_by_text("1 result added.")).to_be_visible()
    visit(ana, "/")
    expect(ana.get_by_role("region", name="Today with friends")).to_contain_text("3 Bob")


@pytest.mark.parametrize("size", [PHONE, {"width": 390, "height": 844}])
def test_sharing_with_the_table_causes_no_layout_shift(open_page, site, size):
    page = open_page(viewport=size, permissions=("clipboard-read", "clipboard-write"))
    visit(page, "/league/start")
    page.get_by_label("Your name").fill("Ana")
    page.get_by_role("button", name="Start table").click()
    page.get_by_role("link", name="Play today’s word").click()
    page.wait_for_url("/")
    visit(page, "/")
    win(page, site, 1)
    button = page.get_by_role("button", name="Share", exact=True)
    button.scroll_into_view_if_needed()
    before = page.locator(".result").evaluate("(part) => part.offsetHeight")
    button.click()
    expect(page.get_by_text("Copied.")).to_be_in_viewport(ratio=1)
    assert page.locator(".result").evaluate("(part) => part.offsetHeight") == before


@pytest.mark.parametrize("size", [(360, 640), (390, 844)])
@pytest.mark.parametrize("label", ["Share", "Share without the table"])
def test_pressed_button_itself_confirms_the_copy(open_page, site, size, label):
    """After a loss, the note below the buttons is out of view."""
    view = {"width": size[0], "height": size[1]}
    page = open_page(
        "/league/start", viewport=view, permissions=("clipboard-read", "clipboard-write")
    )
    page.get_by_label("Your name").fill("Ana")
    page.get_by_role("button", name="Start table").click()
    page.wait_for_url("/league?started=1")
    visit(page, "/")
    for number, word in enumerate(site.wrong_words(6), 2):
        guess(page, word)
        if number <= 6:
            page.get_by_text(f"Guess {number} of 6").wait_for(state="attached")
    button = page.get_by_role("button", name=label, exact=True)
    button.scroll_into_view_if_needed()
    before = button.bounding_box()
    page.clock.install()
    button.click()
    expect(button).to_have_text("Copied")
    expect(button).to_be_in_viewport(ratio=0.9)  # scrolled by whole pixels
    expect(button).to_have_accessible_name(label)
    assert button.bounding_box() == before
    expect(page.get_by_role("status").filter(has_text="Copied")).to_have_count(1)
    button.click()
    page.clock.fast_forward(3000)
    expect(button).to_have_text(label)
    assert button.bounding_box() == before


def test_finished_game_shows_its_table_without_a_reload(open_page, site):
    page = open_page("/league/start", **TOUCHED)
    page.get_by_label("Your name").fill("Ana")
    page.get_by_role("button", name="Start table").tap()
    page.get_by_role("link", name="Play today’s word").tap()
    page.wait_for_url("/")
    page.evaluate("window.isHere = true")
    win(page, site, 0)
    expect(page.get_by_role("region", name="Today with friends")).to_contain_text("1 You")
    assert page.evaluate("window.isHere")


@pytest.mark.parametrize("has_script", [True, False])
@pytest.mark.parametrize("is_invited", [True, False])
@pytest.mark.parametrize("size", [(390, 844), (1280, 800)])
def test_link_to_start_or_join_a_table_is_in_view_after_a_loss(
    open_page, site, size, is_invited, has_script
):
    view = {"width": size[0], "height": size[1]}
    label = "Start a table with friends"
    link = "/"
    if is_invited:
        label = "Join Ana’s table with friends"
        ana = open_page("/league/start", viewport=view, java_script_enabled=False)
        ana.get_by_label("Your name").fill("Ana")
        ana.get_by_role("button", name="Start table").click()
        win_without_script(ana, site, 1)
        link = ana.get_by_role("textbox", name="Text to share").input_value().splitlines()[-1]
    page = open_page(
        link,
        viewport=view,
        java_script_enabled=has_script,
        permissions=("clipboard-read", "clipboard-write") if has_script else (),
    )
    way = page.get_by_role("link", name=label)
    if not has_script:
        play_without_script(page, site.wrong_words(6))
        expect(way).to_be_in_viewport(ratio=1)
        return
    visit(page, "/")
    for number, word in enumerate(site.wrong_words(6), 2):
        guess(page, word)
        if number <= 6:
            page.get_by_text(f"Guess {number} of 6").wait_for(state="attached")
    expect(way).to_be_in_viewport(ratio=1)
    share, other = page.get_by_role("button", name="Share"), page.get_by_text("Next game")
    before = [part.bounding_box() for part in (share, other, way)]
    assert before[0]["y"] + before[0]["height"] < before[2]["y"]
    share.click()
    expect(page.get_by_text("Copied.")).to_be_in_viewport(ratio=1)
    assert [part.bounding_box() for part in (share, other, way)] == before
    assert not page.evaluate(SMALL_TARGETS)


@pytest.mark.parametrize("width", [360, 390, 1280])
def test_text_to_copy_comes_first_and_the_next_game_last_without_scripts(open_page, site, width):
    size = {"width": width, "height": 800}
    page = open_page("/league/start", viewport=size, java_script_enabled=False)
    page.get_by_label("Your name").fill("Ana")
    page.get_by_role("button", name="Start table").click()
    win_without_script(page, site, 1)
    shown = [
        page.get_by_text("Copy this for your friends:"),
        page.get_by_role("textbox", name="Text to share"),
        page.locator("summary", has_text="Share without the table"),
        page.get_by_role("link", name="Next game"),
    ]
    boxes = [part.bounding_box() for part in shown]
    for above, below in itertools.pairwise(boxes):
        assert above["y"] + above["height"] <= below["y"]
    assert {(round(box["x"]), round(box["width"])) for box in boxes} == {
        (round(boxes[0]["x"]), round(boxes[0]["width"]))
    }
    expect(page.get_by_text("This link only works on this computer.")).to_have_count(1)


@pytest.mark.parametrize("size", [(390, 844), (1280, 800)])
@pytest.mark.parametrize("has_script", [True, False])
def test_results_of_an_opened_link_are_added_at_the_end_of_the_game(
    open_page, site, size, has_script
):
    view = {"width": size[0], "height": size[1]}
    ana = open_page("/league/start", viewport=view, java_script_enabled=False)
    ana.get_by_label("Your name").fill("Ana")
    ana.get_by_role("button", name="Start table").click()
    win_without_script(ana, site, 1)
    link = ana.get_by_role("textbox", name="Text to share").input_value().splitlines()[-1]
    bob = open_page(link, viewport=view, java_script_enabled=False)
    bob.get_by_label("Your name").fill("Bob")
    bob.get_by_role("button", name="Join this table").click()
    win_without_script(bob, site, 2)
    back = bob.get_by_role("textbox", name="Text to share").input_value().splitlines()[-1]
    cem = open_page(link, viewport=view, java_script_enabled=has_script)
    cem.get_by_label("Your name").fill("Cem")
    cem.get_by_role("button", name="Join this table").click()
    cem.get_by_text("You’re in as Cem.").wait_for()
    cem.goto(back)
    cem.get_by_role("button", name="Add 1 result").wait_for()  # it is not pressed
    if has_script:
        visit(cem, "/")
        win(cem, site, 3)
        expect(cem.get_by_role("button", name="Share", exact=True)).to_be_in_viewport(ratio=1)
        expect(cem.get_by_role("link", name="Next game")).to_be_in_viewport(ratio=1)
    else:
        win_without_script(cem, site, 3)
    card = cem.get_by_role("region", name="Today with friends")
    expect(card).to_contain_text("Results of 2 of 2")
    expect(card).to_contain_text("Bob: Daily 426 in 3")
    if has_script:
        assert not violations(cem)
        assert not cem.evaluate(SMALL_TARGETS)
    card.get_by_role("button", name="Add 1 result").click()
    expect(card).to_contain_text("Results of 3 of 3")
    expect(card).to_contain_text("3 Bob")
    expect(card).to_be_in_viewport(ratio=1)
    expect(card.get_by_role("button")).to_have_count(0)


@pytest.mark.parametrize("form", ["join", "rename"])
@pytest.mark.parametrize("has_script", [True, False])
def test_pressed_name_from_the_table_takes_precedence_over_a_typed_name(
    open_page, site, form, has_script
):
    """Pressing Enter in the field sends the typed name; the names of the table are folded away."""
    ana = open_page("/league/start", java_script_enabled=False)
    ana.get_by_label("Your name").fill("Ana")
    ana.get_by_role("button", name="Start table").click()
    win_without_script(ana, site, 1)
    link = ana.get_by_role("textbox", name="Text to share").input_value().splitlines()[-1]
    page = open_page(link, viewport=PHONE, java_script_enabled=has_script)
    fold, choice = (
        page.locator("summary", has_text="already in the table"),
        page.get_by_role("button", name="I’m Ana"),
    )
    name = page.get_by_label("Your name")
    if form == "rename":
        name.fill("Bob")
        name.press("Enter")
        page.get_by_text("You’re in as Bob.").wait_for()
        page.locator("summary", has_text="Change your name").click()
    button = page.get_by_role("button", name="Join this table" if form == "join" else "Change name")
    assert button.bounding_box()["y"] < fold.bounding_box()["y"]
    expect(choice).to_be_hidden()
    name.fill("Cem")
    fold.click()
    choice.click()
    expect(page.get_by_text("You’re in as Ana.")).to_be_visible()


@pytest.mark.parametrize("language", ["en", "de", "es", "fr", "pt-BR"])
def test_waiting_results_and_their_button_have_enough_width(open_page, site, language):
    page = open_page(path_of(site, {("Ana", site.today): 4}), viewport=PHONE, locale=language)
    page.locator("input[name=name]").fill("Cem")
    page.locator("form[action='/league/keep'] button[data-kind=primary]").click()
    page.wait_for_url("**joined=1**")
    visit(page, path_of(site, {("Ben", site.today): 3, ("Ben", site.today - 1): LOSS}))
    visit(page, "/")
    guess(page, site.answer)
    form = page.locator(".waiting-results")
    form.wait_for()
    width = form.bounding_box()["width"]
    assert form.locator("div").bounding_box()["width"] >= width / 2
    for result in form.locator(".news-result").all():
        assert result.bounding_box()["height"] < 2 * 18  # a single line
    assert page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]


@pytest.mark.parametrize("width", [360, 390, 1280])
@pytest.mark.parametrize("order", ["12", "213"])
def test_podium_is_filled_from_the_left(open_page, site, width, order):
    results = {(f"P{rank}", site.today): int(rank) + 1 for rank in order}
    page = open_page(path_of(site, results), viewport={"width": width, "height": 800})
    podium = page.get_by_role("list", name="Podium")
    boxes = {
        step.locator("b").inner_text(): step.bounding_box() for step in podium.locator("li").all()
    }
    assert "".join(sorted(boxes, key=lambda rank: boxes[rank]["x"])) == order
    assert min(box["x"] for box in boxes.values()) == pytest.approx(
        podium.bounding_box()["x"], abs=1
    )


@pytest.mark.parametrize("size", [(360, 640), (390, 844), (1280, 800)])
def test_table_shows_today_and_the_standings_before_its_forms(open_page, site, size):
    results = {
        (name, site.today - day): 3 + (day + place) % 3
        for place, name in enumerate(("Ana", "Leo", "Mia"))
        for day in range(5)
    }
    page = open_page(path_of(site, results), viewport={"width": size[0], "height": size[1]})
    page.get_by_label("Your name").fill("Cem")
    page.get_by_role("button", name="Join this table").click()
    page.wait_for_url("**joined=1**")
    visit(page, "/league")
    play, standings, days, form = (
        part.bounding_box()
        for part in (
            page.get_by_role("link", name="Play today’s word"),
            page.get_by_role("region", name="Standings"),
            page.get_by_role("region", name="Day by day"),
            page.locator("summary", has_text="Add results"),
        )
    )
    today = page.get_by_role("region", name=f"Daily {site.today}")
    expect(today).to_be_in_viewport(ratio=1)
    expect(page.get_by_role("link", name="Play today’s word")).to_be_in_viewport(ratio=1)
    column = [today.bounding_box(), play, standings, *([] if size[0] == 1280 else [days]), form]
    for above, below in itertools.pairwise(column):
        assert above["y"] + above["height"] <= below["y"]
    if size[0] == 1280:
        assert days["x"] > standings["x"] + standings["width"]
        assert days["y"] == pytest.approx(standings["y"], abs=2)
        expect(page.get_by_role("list", name="Podium")).to_be_in_viewport(ratio=1)
        expect(page.get_by_role("region", name="Standings")).to_be_in_viewport(ratio=1)
        expect(page.get_by_role("region", name="Day by day")).to_be_in_viewport(ratio=1)
    assert page.evaluate("document.documentElement.scrollWidth") == size[0]
    assert not page.evaluate(SMALL_TARGETS)
    assert not violations(page)


@pytest.mark.parametrize("width", [360, 390, 1280])
@pytest.mark.parametrize("count", [3, 12])
def test_long_names_are_cut_but_stay_horizontal(open_page, site, width, count):
    names = [f"{letter}{'bartholomeus' * 2}" for letter in "ABCDEFGHIJKL"[:count]]
    results = {(name, site.today): place % 6 + 1 for place, name in enumerate(names)}
    page = open_page(path_of(site, results), viewport={"width": width, "height": 800})
    heads = page.locator(".league-days thead .league-name")
    assert heads.count() == count
    for name in names:
        head, row = (page.get_by_role(role, name=name) for role in ("columnheader", "rowheader"))
        for cell in (head, row):
            expect(cell.locator("[title]")).to_have_attribute("title", name)
            size = cell.bounding_box()
            assert size["height"] <= 60
        assert head.locator("[title]").bounding_box()["width"] >= 40
        assert row.locator("[title]").bounding_box()["width"] >= 80
    assert heads.first.evaluate("(name) => getComputedStyle(name).writingMode") == "horizontal-tb"
    if width < 480:  # the last column is in view
        table = page.locator(".table-scroll").first
        assert table.evaluate("(part) => part.scrollWidth - part.clientWidth") <= 0
    assert page.evaluate("document.documentElement.scrollWidth") == width
    assert not violations(page)


@pytest.mark.parametrize("has_script", [True, False])
def test_merging_two_names_needs_confirmation(open_page, site, has_script):
    results = {("Ana", site.today): 4, ("Eli", site.today - 1): 3}
    page = open_page(path_of(site, results), viewport=PHONE, java_script_enabled=has_script)
    page.get_by_label("Your name").fill("Cem")
    page.get_by_role("button", name="Join this table").click()
    for button in ("Cancel", "Merge"):
        page.locator("summary", has_text="Edit the table").click()
        page.get_by_role("button", name="Merge").click()
        expect(page.get_by_label("This name")).to_be_visible()  # no name was chosen
        page.get_by_label("This name").select_option("Ana")
        page.get_by_label("is the same person as").select_option("Eli")
        page.get_by_role("button", name="Merge").click()
        question = page.get_by_text("Ana’s results will count for Eli. This can’t be undone.")
        expect(question).to_be_in_viewport(ratio=1)
        expect(page.get_by_role("rowheader", name="Ana")).to_have_count(1)
        if has_script:
            assert not violations(page)
            assert not page.evaluate(SMALL_TARGETS)
        page.get_by_role("button", name=button).or_(page.get_by_role("link", name=button)).click()
    expect(page.get_by_text("Saved.")).to_be_visible()
    expect(page.get_by_role("rowheader", name="Ana")).to_have_count(0)


@pytest.mark.parametrize("size", [(360, 640), (1280, 800)])
@pytest.mark.parametrize("has_script", [True, False])
def test_pasted_result_is_saved_once_its_sender_is_named(open_page, site, size, has_script):
    view = {"width": size[0], "height": size[1]}
    link = path_of(site, {("Ana", site.today): 4, ("Eli", site.today): 3})
    page = open_page(link, viewport=view, java_script_enabled=has_script)
    page.get_by_label("Your name").fill("Cem")
    page.get_by_role("button", name="Join this table").click()
    page.locator("summary", has_text="Add results").click()
    grid = "⬛⬛⬛⬛⬛\n🟩🟩🟩🟩🟩"
    page.get_by_label("Messages from your chat").fill(
        f"Wordle-web {site.today - 1} 2/6\n\n{grid}\n"
    )
    page.get_by_role("button", name="Add to this table").click()
    save = page.get_by_role("button", name="Save names")
    expect(save).to_be_in_viewport(ratio=1)
    if has_script:
        assert not violations(page)
    page.get_by_label(f"Wordle-web {site.today - 1} 2/6").first.fill("Dan")
    save.click()
    expect(page.get_by_text("1 result added.")).to_be_visible()
    page.goto("/league")
    expect(page.get_by_role("rowheader", name="Dan")).to_have_count(1)


@pytest.mark.parametrize("has_script", [True, False])
def test_refused_name_in_an_invitation_focuses_its_field_with_the_reason(
    open_page, site, has_script
):
    link = f"{path_of(site, {('Ana', site.today): 3})}&by=Ana&group=Lunch"
    page = open_page(link, java_script_enabled=has_script)
    expect(page).to_have_title("Ana invites you · Lunch · Wordle-web")
    field = page.get_by_label("Your name")
    expect(field).not_to_be_focused()
    page.get_by_role("button", name="Join Lunch").press("Enter")
    expect(field).to_be_focused()
    expect(field).to_have_accessible_description(
        "Enter your name, so that your friends know whose results these are."
    )
    page.keyboard.type("Ana")
    page.keyboard.press("Enter")
    expect(field).to_be_focused()
    expect(field).to_have_value("Ana")
    page.keyboard.press("Control+a")
    page.keyboard.type("Ben")
    page.keyboard.press("Enter")
    expect(page.get_by_text("You’re in as Ben.")).to_be_visible()


def test_refused_name_below_the_standings_is_in_view(open_page, site):
    page = open_page("/league", viewport=PHONE)
    chat = "".join(f"{name}: Wordle-web {site.today} 3/6\n" for name in ("Ana", "Leo", "Mia"))
    page.get_by_label("Messages from your chat").fill(chat)
    page.get_by_role("button", name="Create table").click()
    page.get_by_role("button", name="Keep table").press("Enter")
    expect(page.get_by_label("Your name")).to_be_focused()
    expect(page.get_by_label("Your name")).to_be_in_viewport(ratio=1)


def test_question_before_a_merge_is_focused(open_page, site):
    page = open_page(path_of(site, {(name, site.today): 3 for name in ("Ana", "Ben", "Cem")}))
    page.get_by_label("Your name").fill("Dan")
    page.get_by_role("button", name="Join this table").click()
    page.get_by_text("Edit the table").click()
    page.get_by_label("This name").select_option("Ana")
    page.get_by_label("is the same person as").select_option("Ben")
    page.get_by_role("button", name="Merge").press("Enter")
    expect(page.get_by_text("results will count for Ben")).to_be_focused()


@pytest.mark.parametrize("has_script", [True, False])
def test_forms_of_a_table_focus_a_message_that_says_what_changed(open_page, site, has_script):
    page = open_page("/league/start", java_script_enabled=has_script)
    page.get_by_label("Your name").fill("Ana")
    page.get_by_label("Name of the table").fill("Lunch club")
    page.get_by_role("button", name="Start table").press("Enter")
    expect(page.get_by_role("status").get_by_text("Table started: Lunch club.")).to_be_focused()
    page.get_by_text("Leave the table").first.click()
    page.get_by_role("button", name="Leave the table").press("Enter")
    expect(page.get_by_text("This browser has forgotten the table.")).to_be_focused()

    if has_script:
        visit(page, "/")
        win(page, site, 1)
    else:
        win_without_script(page, site, 1)
    page.get_by_role("link", name="Start a table with friends").click()
    page.get_by_label("Your name").fill("Ana")
    page.get_by_label("Name of the table").fill("Lunch club")
    page.get_by_role("button", name="Start table").press("Enter")
    heading = page.get_by_role("heading", name="Lunch club")
    expect(heading).to_be_focused()
    expect(heading).to_be_in_viewport(ratio=1)
    expect(heading).to_have_accessible_description("Table started: Lunch club.")


def test_share_button_without_the_table_keeps_a_gap_with_forced_colors(open_page, site):
    page = open_page("/league/start", forced_colors="active")
    page.get_by_label("Your name").fill("Ana")
    page.get_by_role("button", name="Start table").click()
    page.wait_for_url("/*")
    visit(page, "/")
    guess(page, site.answer)
    share, without = (
        page.get_by_role("button", name=name, exact=True).bounding_box()
        for name in ("Share", "Share without the table")
    )
    assert without["y"] >= share["y"] + share["height"] + 8
