"""After a game, words of other languages are shown as people write them."""

import re
from dataclasses import replace

import pytest
from flask import Flask
from web_visitor import Visitor, new_app, parts_of, shared_of

from wordle_web.engine.feedback import feedback, marks_of
from wordle_web.engine.knowledge import Turn
from wordle_web.engine.lexicon import lexicon_of, load_lexicon
from wordle_web.game.board import played_row
from wordle_web.game.puzzles.puzzles import daily_answers
from wordle_web.game.puzzles.variants import Variant
from wordle_web.web.services import CODES
from wordle_web.web.ui.examples import PAIRS, examples, marks_example
from wordle_web.web.ui.spelling import written, written_row

NAMES = {code: name for name, code in CODES.items()}
LANGUAGES = ("english", "portuguese", "spanish", "french", "german")


@pytest.fixture(scope="module")
def app() -> Flask:
    """A site of the shipped words of all languages."""
    return new_app(None, languages=LANGUAGES)


@pytest.mark.parametrize(
    ("name", "key", "shown", "tiles"),
    [
        ("english-5", "truss", "TRUSS", "TRUSS"),
        ("portuguese-5", "sabio", "sábio", "SÁBIO"),
        ("portuguese-5", "sabia", "sabia / sábia", "SABIA"),
        ("spanish-5", "arbol", "árbol", "ÁRBOL"),
        ("french-5", "coeur", "cœur", "COEUR"),
        ("german-5", "fuesse", "fuesse", "FUESSE"),
        ("german-4", "haus", "Haus", "HAUS"),
        ("german-4", "fuss", "Fuß", "FUSS"),
    ],
)
def test_a_word_is_named_as_it_is_written_and_its_tiles_have_the_accents(
    name: str, key: str, shown: str, tiles: str
) -> None:
    lexicon = load_lexicon(name)
    assert written(key, lexicon) == shown
    row = played_row(Turn(key, 0), 1)
    accented = written_row(row, lexicon)
    assert "".join(tile.letter for tile in accented.tiles) == tiles
    assert [tile.label for tile in accented.tiles] == [tile.label for tile in row.tiles]


@pytest.mark.parametrize(
    ("code", "key", "shown", "link"),
    [
        ("pt", "sabio", "sábio", "https://pt.wiktionary.org/wiki/s%C3%A1bio"),
        ("pt", "sabia", "sabia / sábia", "https://pt.wiktionary.org/wiki/sabia"),
        ("es", "arbol", "árbol", "https://es.wiktionary.org/wiki/%C3%A1rbol"),
        ("fr", "coeur", "cœur", "https://fr.wiktionary.org/wiki/c%C5%93ur"),
        ("de", "abend", "Abend", "https://de.wiktionary.org/wiki/Abend"),
    ],
)
def test_a_finished_game_shows_its_answer_as_it_is_written(
    app: Flask, code: str, key: str, shown: str, link: str
) -> None:
    visitor = Visitor(app)
    path = visitor.challenge(shown.partition(" ")[0], f"/{code}/")
    page = visitor.get(path).text
    assert shown not in page
    visitor.guess(shown.partition(" ")[0], path)
    page = visitor.get(path).text
    told = f'<strong class="answer-word" lang="{code}">{shown}</strong>'
    assert (told in page) == (shown.lower() != key)  # otherwise it is on the board
    assert f"The answer is {shown}." in page
    assert f'href="{link}"' in page
    history = visitor.get(f"/{code}/history").text
    assert f'<p class="hardest-word" lang="{code}">{shown}</p>' in history
    replay = re.search(rf'href="(/{code}/history/[^"?]+)', history)[1]
    assert f"The answer is {shown}." in visitor.get(f"{replay}?move=1").text
    analysis = visitor.get(f"/{code}/analysis?answer={key}&guess={key}").text
    assert f"{shown} in 1 guess" in analysis


def test_several_boards_name_their_answers_after_the_game(app: Flask) -> None:
    visitor, path = Visitor(app), "/fr/boards/2/daily/1"
    site = parts_of(app).others["fr"]
    variant = Variant(boards=2, language="fr")
    answers = daily_answers(1, site.epochs, site.lexicon(), variant)
    shown = ", ".join(written(each, site.lexicon()) for each in answers)
    visitor.guess("ecole", path)
    assert ">É</span>" in visitor.page.text
    assert shown not in visitor.page.text
    for answer in answers:
        visitor.guess(answer, path)
    assert f'<p class="small" lang="fr">{shown}</p>' in visitor.page.text


def test_a_shared_result_names_the_language_of_its_words(app: Flask) -> None:
    site = parts_of(app)
    name = site.settings.site_name
    for code, title in (("", name), ("pt/", f"{name} Português")):
        visitor = Visitor(app)
        words = (site.others["pt"] if code else site).lexicon().pool("easy").words
        for word in words[:6]:
            visitor.guess(word, f"/{code}")
        (shared, *_) = shared_of(visitor.get(f"/{code}"))
        assert re.match(rf"{re.escape(title)} [\d,]+ [X\d]/6", shared), shared


def test_worked_examples_of_each_language_fit_the_sentences_that_explain_them() -> None:
    for language, pairs in PAIRS.items():
        lexicon = load_lexicon(f"{language}-5")
        assert all(word in lexicon for pair in pairs for word in pair)
        marks, one, two, both = (
            [*zip(guess, marks_of(feedback(guess, answer), 5), strict=True)]
            for guess, answer in pairs
        )
        assert sorted(marks) == [("a", 0), ("i", 1), ("n", 0), ("r", 1), ("t", 2)]
        assert marks[0] == ("t", 2)
        assert [mark for letter, mark in one if letter == "e"] == [2, 0]
        assert [mark for letter, mark in two if letter == "e"] == [1, 0, 2]
        assert all(mark for letter, mark in both if letter == "e")
        assert sum(letter == "e" for letter, _ in both) == 2
        counts = [answer.count("e") for _, answer in pairs[1:]]
        assert counts == [1, 2, 2]
        repeated = examples(load_lexicon("english-5")).repeated
        assert repeated is not None
        assert "THEIR" in repeated.told("The answer is THEIR.")
        legend = marks_example(lexicon)
        assert legend.told("T; R and I; A and N") == "T; R and I; A and N"


def test_a_language_of_ones_own_has_an_example_of_its_own_words() -> None:
    words = ["πετρα", "πρωτη", "αγαπη", "αερασ", "αρωμα", "αλατι", "αυριο", "αρθρο", "αντισ"]
    legend = marks_example(replace(lexicon_of(words), language="greek"))
    assert [tile.mark for tile in legend.row.tiles] == [
        *("correct", "present", "absent", "present", "absent"),
    ]
    first, second, third, fourth, fifth = legend.letters
    assert legend.told("T; R, I; A, N") == f"{first}; {second}, {fourth}; {third}, {fifth}"


@pytest.mark.parametrize("code", ["pt", "es", "fr", "de"])
@pytest.mark.parametrize("texts", ["en", "pt-BR", "es", "fr", "de"])
def test_pages_explain_with_words_of_the_language_that_is_played(
    app: Flask, code: str, texts: str
) -> None:
    client = app.test_client()
    for path in ("", "how-to-play", "helper", "lab", "watch"):
        answer = client.get(f"/{code}/{path}", headers={"Accept-Language": texts})
        assert answer.status_code == 200
        words = re.sub(r"<[^>]*>", "", answer.text)
        # German has the word, too, and the lab may name it.
        foreign = r"THEIR|THERE|EAGLE|GEESE|EAGER|TIGER|TRUSS" + "|LEVEL" * (code != "de")
        assert not re.findall(foreign, words), path
        assert 'placeholder="crane' not in answer.text
        assert path != "helper" or "placeholder=" in answer.text
        if path == "how-to-play":
            shown = {word.upper() for pair in PAIRS[NAMES[code]][1:] for word in pair}
            assert all(word in words for word in shown)
