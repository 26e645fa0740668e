"""Words in another language than the texts are tagged for screen readers."""

import re
from collections.abc import Iterator

import pytest
from harness.visitor import Answer
from lxml.html import HtmlElement
from web_visitor import Visitor, answers_of_day, new_app, parts_of, write_lexicon

from wordle_web.game.puzzles.days import daily_answer
from wordle_web.game.puzzles.variants import Variant

ANSWERS = ("carro", "verde", "livro", "norte", "feliz", "amigo", "trigo", "vinho")
WORDS = re.compile("|".join((*ANSWERS, "s[aá]bi[ao]")), re.IGNORECASE)


@pytest.fixture(scope="module")
def app(tmp_path_factory):
    folder = tmp_path_factory.mktemp("lexicons")
    write_lexicon(folder, "english-5", ("crane", "moist"), ("aahed",))
    write_lexicon(folder, "portuguese-5", ANSWERS, ("sabio", "sabia"))
    (folder / "portuguese-5" / "spellings.txt").write_text("sabia sábia\nsábio\n")
    return new_app(folder, languages=("english", "portuguese"))


PAGES = """
how-to-play helper helper/past-answers absurd?row=carro
helper?row=carro: helper?row=carro:00001&guess=verde helper?row=carro:22222 helper?row=carro:22221
helper?row=carro:00001&row=verdo:00002 helper?row=carro:00001&row=verde:00000&hard=1
helper?boards=2&row=carro: helper?boards=2&row=carro:00001.00000
analysis?answer=sabia&guess=carro&guess=verde&hard=1 analysis?answer=amigo&guess=:00001
analysis?answer=amigo&guess=carro&guess=amigo&guess=verde&mode=pool
analysis?answer=amigo+livro&guess=carro&guess=amigo&guess=livro
watch?word=sabia&strategy=random&against=optimal watch?word=amigo+sabio
"""


@pytest.mark.parametrize("path", PAGES.split())
def test_words_of_another_language_have_a_lang_attribute_on_pages(app, path):
    assert untagged(Visitor(app).get(f"/pt/{path}")) == []


def untagged(page: Answer) -> list[str]:
    def texts(element: HtmlElement, tag: str) -> Iterator[str]:
        tag = element.get("lang") or tag
        # A part of a window's title can't be tagged.
        if tag != "pt" and element.tag != "title":
            yield element.text or ""
        for child in element:
            yield from texts(child, tag)
            if tag != "pt":
                yield child.tail or ""

    return [text for text in texts(page.root, "") if WORDS.search(text)]


def test_words_of_another_language_have_a_lang_attribute_in_games(app):
    visitor, parts = Visitor(app), parts_of(app).others["pt"]
    for word in ("carro", "sabia", daily_answer(parts.today, parts.epochs, parts.lexicon())):
        visitor.guess(word, "/pt/")
        assert untagged(visitor.page) == []
    assert 'lang="pt"' in visitor.page.text
    two = Variant("portuguese", 2)
    for word in ("sabio", *answers_of_day(app, two)):
        visitor.guess(word, "/pt/boards/2")
        assert untagged(visitor.page) == []
    assert untagged(visitor.get("/pt/history")) == []
