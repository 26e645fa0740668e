"""Words of other languages, played on a phone."""

import pytest
from browser_looks import violations
from playwright.sync_api import Page, expect

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
def test_accents_are_typed_and_pasted_as_the_keys_that_there_are(
    open_page, code: str, typed: str, letters: str
) -> None:
    page: Page = open_page(f"/{code}/")
    expect(page.locator(".play[data-ready]")).to_be_visible()
    field = page.locator("#guess")
    field.evaluate(PASTE, typed)
    expect(field).to_have_value(letters)
    expect(page.locator('[data-row="current"]')).to_have_text(letters.upper())
    field.evaluate(PASTE, "")
    field.evaluate(PRESS, [each for each in typed if each.isalpha()])
    expect(field).to_have_value(letters)


@pytest.mark.parametrize("path", ["/pt/", "/es/helper?row=señal:01002", "/de/"])
def test_pages_of_another_language_are_accessible(open_page, path: str) -> None:
    assert violations(open_page(path)) == []
