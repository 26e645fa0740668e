"""After a game, words in other languages are shown as people write them."""

import re
from dataclasses import replace

import pytest
from web_visitor import Visitor, new_app, parts_of

from wordle_web.engine.feedback import feedback, marks_of
from wordle_web.engine.knowledge import Turn
from wordle_web.engine.lexicon import lexicon_of, load_lexicon
from wordle_web.game.board import played_row
from wordle_web.game.history import statistics
from wordle_web.game.puzzles.days import daily_answers
from wordle_web.game.puzzles.variants import Variant
from wordle_web.web.services import CODES
from wordle_web.web.ui.examples import PAIRS, examples
from wordle_web.web.ui.spelling import spelled, written, written_row

NAMES = {code: name for name, code in CODES.items()}


@pytest.fixture(scope="module")
def app():
    return new_app(None, languages=("english", "portuguese", "spanish", "french", "german"))


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
def test_word_is_shown_in_its_usual_spelling_in_texts_and_tiles(name, key, shown, tiles):
    lexicon = load_lexicon(name)
    assert written(key, lexicon) == shown
    row = played_row(Turn(key, 0), 1, key)
    accented = written_row(row, lexicon)
    assert "".join(tile.letter for tile in accented.tiles) == tiles == spelled(key, lexicon)
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
def test_finished_game_shows_the_usual_spelling_of_its_answer(
    app, code, key, shown, link, monkeypatch
):
    monkeypatch.setattr(statistics, "MIN_COMPARED", 1)  # one game is enough
    visitor = Visitor(app)
    path = visitor.challenge(shown.partition(" ")[0], f"/{code}/")
    assert shown not in visitor.get(path).text
    visitor.guess(shown.partition(" ")[0], path)
    page = visitor.get(path)
    answers = [element.visible_text for element in page.all(f".//strong[@lang='{code}']")]
    assert (shown in answers) == (shown.lower() != key)  # otherwise, the board shows it
    assert f"The answer is {shown}." in page.text
    assert link in page.addresses
    history = visitor.get(f"/{code}/history")
    assert shown in [element.visible_text for element in history.all(f".//p[@lang='{code}']")]
    replay = next(
        address
        for address in history.addresses
        if address.startswith(f"/{code}/history/daily/")
        or address.startswith(f"/{code}/history/challenge/")
    )
    assert f"The answer is {shown}." in visitor.get(f"{replay.partition('?')[0]}?move=1").text
    analysis = visitor.get(f"/{code}/analysis?answer={key}&guess={key}").text
    assert f"{shown} in 1 guess" in analysis


def test_finished_game_of_several_boards_shows_the_usual_spelling_of_its_answers(app):
    visitor, path = Visitor(app), "/fr/boards/2/daily/1"
    site = parts_of(app).others["fr"]
    answers = daily_answers(1, site.epochs, site.lexicon(), Variant(boards=2, language="fr"))
    spellings = {written(answer, site.lexicon()) for answer in answers}
    visitor.guess("ecole", path)
    assert ">É</span>" in visitor.page.text
    assert not any(spelling in visitor.page.text for spelling in spellings)
    for answer in answers:
        visitor.guess(answer, path)
    texts = {element.visible_text.casefold() for element in visitor.page.all(".//*[@lang='fr']")}
    assert spellings <= texts


def test_shared_result_names_the_language_of_its_words(app):
    site = parts_of(app)
    name = site.settings.site_name
    for code, title in (("", name), ("pt/", f"{name} Português")):
        visitor = Visitor(app)
        words = (site.others["pt"] if code else site).lexicon().pool("easy").words
        for word in words[:6]:
            visitor.guess(word, f"/{code}")
        (shared, *_) = visitor.get(f"/{code}").shared
        assert re.match(rf"{re.escape(title)} [\d,]+ [X\d]/6", shared), shared


def test_worked_examples_match_their_explanations():
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
        assert [answer.count("e") for _, answer in pairs[1:]] == [1, 2, 2]
        shown = examples(load_lexicon("english-5"))
        assert shown.adapted("The answer is THEIR.") == "The answer is THEIR."
        assert len(shown.repeated) == 3
        assert examples(lexicon).adapted("T; R and I; A and N") == "T; R and I; A and N"


def test_examples_for_a_custom_language_use_its_words():
    words = ["πετρα", "πρωτη", "αγαπη", "αερασ", "αρωμα", "αλατι", "αυριο", "αρθρο", "αντισ"]
    legend = examples(replace(lexicon_of(words), language="greek"))
    assert not legend.repeated
    assert [tile.mark for tile in legend.marks.tiles] == [
        *("correct", "present", "absent", "present", "absent")
    ]
    first, second, third, fourth, fifth = legend.letters
    assert legend.adapted("T; R, I; A, N") == f"{first}; {second}, {fourth}; {third}, {fifth}"


@pytest.mark.parametrize("code", ["pt", "es", "fr", "de"])
@pytest.mark.parametrize("texts", ["en", "pt-BR", "es", "fr", "de"])
def test_pages_explain_with_words_of_the_language_being_played(app, code, texts):
    client = app.test_client()
    for path in ("", "how-to-play", "helper", "lab", "watch"):
        answer = client.get(f"/{code}/{path}", headers={"Accept-Language": texts})
        assert answer.status_code == 200
        words = answer.visible_text
        # LEVEL is also a German word, so the lab may name it.
        foreign = "THEIR THERE EAGLE GEESE EAGER TIGER TRUSS" + " LEVEL" * (code != "de")
        assert not [word for word in foreign.split() if word in words], path
        assert 'placeholder="crane' not in answer.text
        assert path != "helper" or "placeholder=" in answer.text
        if path == "how-to-play":
            shown = {word.upper() for pair in PAIRS[NAMES[code]][1:] for word in pair}
            assert all(word in words for word in shown)


def test_guess_is_shown_with_its_accents_in_games_and_analyses(app):
    site = parts_of(app).others["es"]
    visitor = Visitor(app)
    visitor.guess("sumio", "/es/boards/2")
    announced = visitor.get("/es/boards/2").fact("announcement")
    assert announced.startswith("Guess 1, SUMIÓ")
    visitor.guess("sumio", "/es/")
    visitor.guess(site.daily_answers(site.today, Variant("es"))[0], "/es/")
    (card,) = visitor.get("/es/").texts("analysis-card")
    assert "SUMIÓ" in card
    analysis = visitor.get("/es/analysis?answer=calva&guess=sumio&guess=calva")
    assert "SUMIO" not in analysis.visible_text
    boards = visitor.get("/es/analysis?answer=calva+señal&guess=sumio+calva+señal")
    assert "SUMIÓ" in boards.texts("boards-turn-word")[0]
