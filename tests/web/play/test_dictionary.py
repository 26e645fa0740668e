"""The link to the answer in a dictionary: after a game, and only if the host allows it."""

import pytest
from web_visitor import Visitor, answer_of_day, new_app, write_lexicon

LINK = "https://en.wiktionary.org/wiki/"


def lost(visitor: Visitor, wrong: list[str]) -> str:
    for word in wrong:
        assert LINK not in visitor.get("/").text
        visitor.guess(word)
    return visitor.get("/").text


@pytest.mark.parametrize("is_allowed", [True, False])
def test_after_a_game_the_answer_links_to_wiktionary_if_allowed(make_app, wrong, is_allowed):
    visitor = Visitor(make_app(outside_links=is_allowed))
    page = lost(visitor, wrong)
    link = f'href="{LINK}{answer_of_day(visitor.app)}" rel="external noreferrer"'
    assert page.count(LINK) == page.count(link) == is_allowed
    analysis = visitor.get(f"/analysis?answer={wrong[0]}&guess={wrong[1]}").text
    assert (f"{LINK}{wrong[0]}" in analysis) == is_allowed
    assert LINK not in visitor.get("/analysis?answer=qqqqq&guess=" + wrong[1]).text


def test_each_spelling_of_the_answer_has_its_own_link(tmp_path):
    write_lexicon(tmp_path, "portuguese-5", ("sabia", "verde"), ())
    (tmp_path / "portuguese-5" / "spellings.txt").write_text("sabia sábia\n")
    visitor = Visitor(new_app(tmp_path, languages=("portuguese",)))
    page = visitor.get("/analysis?answer=sabia&guess=verde").text
    for path, spelling in (("sabia", "sabia"), ("s%C3%A1bia", "sábia")):
        link = f'href="https://pt.wiktionary.org/wiki/{path}" rel="external noreferrer"'
        assert f'{link}><span lang="pt">{spelling.upper()}</span> in Wiktionary</a>' in page
