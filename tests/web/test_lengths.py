"""A host's words of five and eight letters: the lengths between are refused kindly everywhere."""

import re
from pathlib import Path

import pytest
from web_visitor import ANSWERS, OTHERS, Visitor, new_app, write_lexicon

EIGHT = ("absolute", "building", "children", "distance")


@pytest.fixture
def visitor(tmp_path: Path) -> Visitor:
    write_lexicon(tmp_path, "english-5", ANSWERS, OTHERS)
    write_lexicon(tmp_path, "english-8", EIGHT, ())
    return Visitor(new_app(tmp_path))


@pytest.mark.parametrize(
    ("word", "status"),
    [
        *(("dusk", 422), ("letter", 422), ("sixteen", 422), ("something", 422)),
        *(("geese", 303), ("building", 303)),
    ],
)
def test_a_challenge_of_another_length_is_refused(visitor: Visitor, word: str, status: int) -> None:
    assert visitor.fill("/challenge", {"word": word}).status_code == status


@pytest.mark.parametrize("length", [4, 6, 7, 9])
def test_the_helper_has_no_words_of_another_length(visitor: Visitor, length: int) -> None:
    page = visitor.get(f"/helper?tap=9.9&resize={length}")
    assert page.status_code == 422
    assert f"This site has no words of {length} letters." in page.text


def test_random_games_offer_the_pools_that_exist(tmp_path: Path) -> None:
    plain, more = tmp_path / "plain", tmp_path / "more"
    for folder in (plain, more):
        write_lexicon(folder, "english-5", ANSWERS, OTHERS)
        write_lexicon(folder, "english-8", EIGHT, ())
    (more / "english-8" / "pools" / "hard-1.txt").write_text("absolute\n")
    page = Visitor(new_app(plain)).get("/random")
    assert re.findall(r'name="pool"[^>]*value="(\w+)"', page.text) == ["normal"]
    visitor = Visitor(new_app(more))
    page = visitor.get("/random")
    assert re.findall(r'name="pool"[^>]*value="(\w+)"', page.text) == ["normal", "hard"]
    form = next(form for form in page.forms if form.action == "/random")
    assert visitor.submit(form, pool="easy", length="5").status_code == 422
    assert visitor.submit(form, pool="hard", length="5").status_code == 422
    assert visitor.submit(form, pool="hard", length="8").status_code == 303
