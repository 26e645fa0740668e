"""Ultra-hard mode on a phone: selecting it in the settings, and its errors in every language."""

import os
import re
from pathlib import Path

import pytest
from browser_looks import challenge, guess, violations, visit
from playwright.sync_api import Page, expect

from wordle_web.engine.hard_mode import HardMode, hard_mode_violation
from wordle_web.engine.knowledge import Turn
from wordle_web.web.ui.i18n import translator

PHONE = {"width": 390, "height": 844}
LOCALES = [("en-US", "en"), ("de-DE", "de"), ("es-MX", "es"), ("fr-FR", "fr"), ("pt-BR", "pt-BR")]
TURN = Turn.parse("eerie:10102")  # the answer is THERE
IGNORING = ("about", "abide", "merge", "genre", "retie")  # green, unused, yellow, gray, too many
PICTURES = os.environ.get("WORDLE_WEB_PICTURES")  # a folder for pictures of the pages


def picture(page: Page, name: str) -> None:
    if PICTURES:
        page.screenshot(path=Path(PICTURES) / f"{name}.png")


@pytest.mark.parametrize(("locale", "tag"), LOCALES)
def test_refusals_name_the_color_in_every_language(open_page, locale, tag):
    path = challenge(open_page("/challenge"), "there")
    page = open_page("/settings", viewport=PHONE, locale=locale)
    gettext = translator(tag)
    page.get_by_role("radio", name=gettext("Ultra-hard"), exact=True).check()
    expect(page.get_by_role("status").filter(has_text=gettext("Settings saved."))).to_be_visible()
    picture(page, f"settings-{tag}")
    visit(page, path)
    expect(page.get_by_text(gettext("Ultra-hard mode"))).to_be_visible()
    guess(page, "eerie")
    hints = [hard_mode_violation(word, [TURN], HardMode.ULTRA) for word in IGNORING]
    assert len({hint and hint.kind for hint in hints} - {None}) == len(IGNORING)
    for word, hint in zip(IGNORING, hints, strict=True):
        guess(page, word)
        message = page.get_by_text(hint.message(gettext)).first
        expect(message).to_be_in_viewport(ratio=1)
        picture(page, f"{hint.kind}-{tag}")
        for _ in word:
            page.keyboard.press("Backspace")
    assert not violations(page)
    guess(page, "there")
    shared = page.get_by_role("textbox", name=gettext("Text to share"), include_hidden=True)
    expect(shared).to_have_value(re.compile(r"^[^\n]+ 2/6\*\*\n"))
    picture(page, f"end-{tag}")
