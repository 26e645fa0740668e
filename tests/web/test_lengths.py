"""A site with only five- and eight-letter words refuses other lengths everywhere."""

import shutil

import pytest
from web_visitor import ANSWERS, OTHERS, Visitor, new_app, write_lexicon


@pytest.fixture
def visitor(tmp_path):
    write_lexicon(tmp_path, "english-5", ANSWERS, OTHERS)
    write_lexicon(tmp_path, "english-8", ("absolute", "building", "children", "distance"), ())
    return Visitor(new_app(tmp_path))


@pytest.mark.parametrize(
    ("word", "status"),
    [
        *(("dusk", 422), ("letter", 422), ("sixteen", 422), ("something", 422)),
        *(("geese", 303), ("building", 303)),
    ],
)
def test_challenge_of_a_length_without_words_is_refused(visitor, word, status):
    assert visitor.fill("/challenge", {"word": word}).status_code == status


def test_links_to_words_of_a_removed_length_are_refused_with_a_message(visitor, tmp_path):
    challenge = visitor.challenge("building")
    lines = {"words": "geese\nbuilding", "first": "2025-03-02", "name": ""}
    series = visitor.fill("/series", lines).location.partition("made=")[2]
    (tmp_path / "less").mkdir()
    (tmp_path / "less" / "english-5").symlink_to(tmp_path / "english-5")
    less = Visitor(new_app(tmp_path / "less"))
    for path, kind in ((challenge, "challenge link"), (f"/series/{series}/2", "link to a series")):
        assert visitor.get(path).status_code == 200
        page = less.get(path)
        assert (page.status_code, f"This {kind} isn’t valid" in page.visible_text) == (404, True)


@pytest.mark.parametrize("length", [4, 6, 7, 9])
def test_helper_refuses_a_length_without_words(visitor, length):
    page = visitor.get(f"/helper?tap=9.9&resize={length}")
    assert page.status_code == 422
    assert f"This site has no words of {length} letters." in page.text


def test_random_games_offer_the_pools_that_exist(visitor, tmp_path):
    page = visitor.get("/random")
    assert page.values("pool") == ["normal"]
    shutil.copytree(tmp_path, tmp_path / "more")  # a folder's words are read only once
    (tmp_path / "more" / "english-8" / "pools" / "hard-1.txt").write_text("absolute\n")
    more = Visitor(new_app(tmp_path / "more"))
    page = more.get("/random")
    assert page.values("pool") == ["normal", "hard"]
    form = next(form for form in page.forms if form.action == "/random")
    for pool, length, status in (("easy", "5", 422), ("hard", "5", 422), ("hard", "8", 303)):
        assert more.submit(form, pool=pool, length=length).status_code == status
