"""The page of the bookmark, and the pages that it opens with the game it has read."""

import re
from urllib.parse import unquote

import pytest
from build_bookmark import MODULES, SOURCES, bookmark_code
from web_visitor import Visitor

from wordle_web.engine.lexicon import load_lexicon
from wordle_web.engine.rows import Row
from wordle_web.web.bookmark.views import checked, doubts_of, read_code, read_page

READ = "/helper/read?v=1"


def destination(visitor: Visitor, query: str) -> str:
    answer = visitor.get(f"{READ}&{query}")
    assert answer.status_code == 303
    return str(answer.location)


@pytest.mark.parametrize(
    ("query", "leads_to"),
    [
        ("row=crane:01002", "/helper?row=crane:01002"),
        ("row=crane:01002&typed=sl", "/helper?row=crane:01002&draft=sl"),
        (
            "boards=2&order=in-turn&row=crane:01002.-",
            "/helper?boards=2&row=crane:01002.-&order=in-turn",
        ),
        ("boards=2&row=crane:~1b_", "/helper?boards=2&row=crane:01202"),
        ("row=crane:01002&doubt=theme", "/helper?row=crane:01002"),
        ("row=crane:01002&doubt=0.3.0", "/helper/screenshot?row=crane:01002&doubt=0.3.0&from=page"),
        ("row=slate:00202&doubt=colors", "/helper?row=slate:00202"),
        ("row=planet:000000&doubt=colors", "/helper?row=planet:000000&length=6"),
        ("problem=gap", "/helper/screenshot?problem=page-gap"),
        ("row=cranes:01002", "/helper/screenshot?problem=page-none"),
        ("row=crane:01002&row=slid:0100", "/helper/screenshot?problem=page-none"),
        ("boards=99&row=crane:01002", "/helper/screenshot?problem=page-none"),
        ("boards=2&row=crane:01002", "/helper/screenshot?problem=page-none"),
        ("boards=2&row=crane:~zzzz", "/helper/screenshot?problem=page-none"),
        ("row=cr%00ne:01002", "/helper/screenshot?problem=page-none"),
        ("", "/helper/screenshot?problem=page-none"),
        ("row=crane:01002&mode=pool&hint=1", "/helper?row=crane:01002&mode=pool&hint=1"),
    ],
)
def test_rows_from_the_bookmark_open_in_the_helper_or_on_the_page_that_checks_them(
    visitor, query, leads_to
):
    assert destination(visitor, query) == leads_to


def test_bookmark_error_page_offers_a_screenshot_upload(visitor):
    for kind in ("none", "gap", "several", "letters", "moving", "many", "constructed"):
        page = visitor.get(destination(visitor, f"problem={kind}"))
        assert page.status_code == 422
        assert page.all(".//input[@type='file']")


def test_statistics_from_the_bookmark_fill_the_form_but_are_not_yet_stored(visitor):
    address = destination(visitor, "played=42&current_streak=3&max_streak=17&won_3=30")
    fields = visitor.get(address).fields
    assert (fields["played"], fields["max_streak"]) == ("42", "17")
    assert "42" not in visitor.get("/history").visible_text


def test_marks_of_solved_boards_are_computed_from_their_answers():
    pairs = (("boards", "2"), ("row", "crane:22222.00000"), ("row", "caner:-."))
    reading = read_page(pairs, "abcdefghijklmnopqrstuvwxyz")
    shown = checked(reading, frozenset())
    assert shown.rows == (Row("crane", ("22222", "00000")), Row("caner", ("21111", "00000")))
    assert shown.doubtful == {(1, place, 1) for place in range(5)}


@pytest.mark.parametrize(
    ("rows", "is_sure"),
    [
        (("crane:00020",), False),
        (("crane:00020", "lions:01021", "spine:22220"), True),
        # The same game with yellow and green swapped.
        (("crane:00010", "lions:02012", "spine:11110"), False),
    ],
)
def test_marks_known_only_from_colors_are_doubtful_unless_words_confirm_them(rows, is_sure):
    assert has_doubts(rows, "colors") is not is_sure


@pytest.mark.parametrize(
    ("rows", "is_sure"),
    [
        (("crane:00020",), True),
        (("crane:00010",), True),
        (("crane:00020", "lions:01021", "spine:22220"), True),
        # A likely word has these marks only if yellow and green are swapped.
        (("crane:00010", "lions:02012", "spine:11110"), False),
        # No word has these marks in either reading, and the helper reports that.
        (("crane:22222", "lions:22222"), True),
    ],
)
def test_marks_from_theme_colors_are_trusted_unless_only_swapped_colors_fit_a_word(rows, is_sure):
    assert has_doubts(rows, "theme") is not is_sure


def has_doubts(rows: tuple[str, ...], marked_by: str) -> bool:
    lexicon = load_lexicon("english-5")
    pairs = (*(("row", row) for row in rows), ("doubt", marked_by))
    reading = read_page(pairs, lexicon.alphabet)
    return bool(doubts_of(reading, lexicon))


def test_page_explains_doubtful_tiles_only_once(visitor):
    page = visitor.get(destination(visitor, "row=crane:01002&doubt=0.3.0"))
    assert "Tap a tile to change its color." in page.visible_text
    assert page.visible_text.count("dashed frame") == 1


def test_bookmark_contains_the_address_of_its_own_site(visitor):
    links = visitor.get("/helper/bookmark").addresses
    (address,) = {link for link in links if link.startswith("javascript:")}
    assert "/helper/read'" in unquote(address)
    assert len(address) <= 10_000


@pytest.mark.parametrize(
    ("agent", "opened", "first"),
    [
        ("Windows NT", "On a computer", "Read my board"),
        ("iPhone", "On an iPhone or iPad", "Copy address"),
        ("iPad", "On an iPhone or iPad", "Copy address"),
        ("Android", "On Android", "Copy address"),
    ],
)
def test_instructions_for_the_visitors_device_are_unfolded(visitor, agent, opened, first):
    page = visitor.get("/helper/bookmark", headers={"User-Agent": agent})
    assert [summary.visible_text for summary in page.all(".//details[@open]/summary")] == [opened]
    assert page.first(".//main//*[@data-kind='primary']").visible_text == first


def test_bookmark_code_shortens_its_own_names_but_not_those_of_the_browser():
    modules = [(SOURCES / f"{name}.js").read_text(encoding="utf-8") for name in MODULES]
    code = bookmark_code()
    assert code == read_code()  # `scripts/build_bookmark.py` writes it
    assert "getBoundingClientRect" in code
    for absent in ("transformed", "cellsOf", "/*", "`"):
        assert absent not in code
    name = re.compile(r"^(?:export )?(?:async )?(?:function|const) (\w+)", re.MULTILINE)
    declared = [declaration for module in modules for declaration in name.findall(module)]
    assert len(declared) == len(set(declared)) > 0


def test_helper_reports_that_it_kept_only_the_first_ten_rows(visitor: Visitor) -> None:
    redirection = visitor.get("/helper/read?v=1" + "&row=crane:01002" * 12)
    page = visitor.get(redirection.headers["Location"])
    assert page.status_code == 422
    assert "The link has 12 rows. Only the first 10 were kept." in page.visible_text
    refused = visitor.get("/helper/read?v=1" + "&row=crane:01002" * 50)
    assert "problem=page-none" in refused.headers["Location"]


def test_bookmark_page_confirms_a_successful_trial(client):
    assert "It works: both rows were read" in client.get("/helper/bookmark?works=1").text
