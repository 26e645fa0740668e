"""Words of other languages, in browsers set to the same language."""

import re

import pytest
from browser_looks import TOUCHED, tap, violations
from playwright.sync_api import Page, expect

from wordle_web.engine.letters import plain_letters
from wordle_web.game.puzzles.days import daily_answer
from wordle_web.web.services import Services
from wordle_web.web.ui.i18n import translator

# The code in URLs, the browser's locale, the language of the texts, a word in its usual spelling.
LANGUAGES = [
    ("pt", "pt-BR", "pt-BR", "sábio"),
    ("es", "es-ES", "es", "señal"),
    ("fr", "fr-FR", "fr", "cœur"),
    ("de", "de-AT", "de", "Füße"),
]
languages = pytest.mark.parametrize(("code", "locale", "tag", "word"), LANGUAGES)

PASTE = """(field, text) => {
  field.value = text;
  field.dispatchEvent(new InputEvent("input", { bubbles: true, inputType: "insertFromPaste" }));
}"""
PRESS = """(field, keys) => {
  const press = (key) => new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true });
  for (const key of keys) field.dispatchEvent(press(key));
}"""


@pytest.mark.parametrize(
    ("code", "typed", "letters"),
    [
        ("pt", "ação", "acao"),
        ("es", "Ñandú", "ñandu"),
        ("fr", "cœur", "coeur"),
        ("de", "Füße", "füsse"),
        ("pt", "sa\u0301bio", "sabio"),
    ],
)
def test_accented_letters_become_letters_of_the_keyboard(open_page, code, typed, letters):
    page: Page = open_page(f"/{code}/")
    expect(page.locator(".play[data-ready]")).to_be_visible()
    field = page.locator("#guess")
    field.evaluate(PASTE, typed)
    expect(field).to_have_value(letters)
    expect(page.locator('[data-row="current"]')).to_have_text(letters.upper())
    field.evaluate(PASTE, "")
    field.evaluate(PRESS, [letter for letter in typed if letter.isalpha()])
    expect(field).to_have_value(letters)


def words_of(site, code: str) -> Services:
    services: Services = site.app.extensions["wordle_web"].others[code]
    return services


def key_of(site, code: str, word: str) -> str:
    return plain_letters(word, words_of(site, code).alphabet).lower()


def answer_of(site, code: str) -> str:
    services = words_of(site, code)
    return daily_answer(services.today, services.epochs, services.lexicon())


@languages
def test_game_is_played_and_shared_by_touch(open_page, site, code, locale, tag, word):
    text, key = translator(tag), key_of(site, code, word)
    page: Page = open_page(f"/{code}/", locale=locale, **TOUCHED)
    tap(page, key, text("Enter"))
    shown = word.upper() if len(word) == len(key) else key.upper()
    expect(page.locator('.board [data-row="played"]')).to_have_text(shown)
    tap(page, answer_of(site, code), text("Enter"))
    expect(page.get_by_role("heading", name=text("Magnificent"))).to_be_in_viewport()
    page.get_by_role("button", name=text("Share")).tap()
    expect(page.locator("[data-share-note]")).to_contain_text(text("Copied to clipboard"))
    shared = page.get_by_role("textbox", name=text("Text to share"), include_hidden=True)
    assert re.match(r"Wordle-web \w+ 426 2/6\n\n", shared.input_value())
    assert page.locator(f'a[href^="https://{code}.wiktionary.org/wiki/"]').count() >= 1
    assert violations(page) == []


@languages
def test_helper_accepts_a_word_in_its_usual_spelling(open_page, site, code, locale, tag, word):
    text = translator(tag)
    page: Page = open_page(f"/{code}/helper", locale=locale, **TOUCHED)
    page.get_by_label(text("Add your first guess")).press_sequentially(word)
    tiles = page.locator(".helper-row .tile")
    expect(tiles).to_have_text(list(key_of(site, code, word).upper()))
    tiles.first.tap()
    expect(page.locator(".helper-word")).to_be_visible()
    expect(page.locator(".helper-caption").first).to_contain_text(text("Best next guess"))
    assert violations(page) == []
