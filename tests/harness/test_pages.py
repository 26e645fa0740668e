"""The reader of pages, by a page that has what pages have."""

from harness.pages import Form, Html, Link, Tile

PAGE = Html("""<!doctype html><title>x</title><main data-state="won">
<p role="status">Saved.</p><p role="alert" data-fragment="refusal">Not in
  <b>word</b> list</p>
<form action="/" method="POST"><input name="guess" value="a&amp;b"><input name="no">
  <input type="submit" name="go" value="Go"><input type="radio" name="theme" value="dark" checked>
  <input type="radio" name="theme" value="light"><input type="checkbox" name="hard" value="y">
  <select name="length"><option value="4"><option value="5" selected></select>
  <textarea name="text">one
two</textarea></form>
<form action="/more"></form><a href="/x">Next <i>one</i></a><img src="/y.png">
<div data-row="played"><span data-mark="correct" aria-label="A, correct">A</span>
  <span data-mark="absent">B</span></div><div data-row="current"><i data-mark="empty"></i></div>
<aside><div data-row="played"><span data-mark="present">C</span></div></aside>""")


def test_forms_hold_what_a_browser_would_send() -> None:
    fields = {"guess": "a&b", "no": "", "theme": "dark", "length": "5", "text": "one\ntwo"}
    assert PAGE.forms == (Form("/", "post", fields), Form("/more", "get", {}))
    assert PAGE.fields == fields
    assert PAGE.guess_form == PAGE.forms[0]
    assert Html("<p>over").guess_form is None


def test_rows_are_those_played_on_the_board() -> None:
    assert PAGE.rows == ("20",)
    assert PAGE.tiles == ((Tile("a", "correct", "A, correct"), Tile("b", "absent", "")),)


def test_links_addresses_and_announcements_are_read() -> None:
    assert PAGE.links == (Link("/x", "Next one"),)
    assert PAGE.addresses == ("/", "/more", "/x", "/y.png")
    assert PAGE.announcements == ("Not in word list", "Saved.")


def test_facts_and_fragments_are_found_by_name() -> None:
    assert (PAGE.fact("state"), PAGE.fact("answer")) == ("won", "")
    assert (PAGE.fragment("refusal"), PAGE.fragment("board")) == ("Not in word list", "")
