"""Sentences that mention a control use the control's own text.

A name in quotation marks is a placeholder of its sentence, `“%(control)s”`, filled with the text of
the control, so it can't differ from it in any language.
"""

import re

import messages
import pytest

from wordle_web.web.ui.i18n import SOURCE

QUOTED = {
    SOURCE: "“([^”]+)”",
    "de": "„([^“]+)“",
    "es": "«([^»]+)»|“([^”]+)”",
    "fr": "«\u202f([^»]+)\u202f»",
    "pt_BR": "“([^”]+)”",
}
FACT = re.compile(r"%\([a-z_]+\)s")
# Quoted texts that are not names of controls: typed text, a line of a chat, and a command.
NO_CONTROLS = {"board", "wordle-web check"}
CHAT = re.compile("Wordle 1.234 4/6")


def quoted(language: str, text: str) -> list[str]:
    matches = re.findall(QUOTED[language], text)
    return ["".join(names) if isinstance(names, tuple) else names for names in matches]


@pytest.mark.parametrize("language", QUOTED)
def test_no_message_quotes_the_name_of_a_control_literally(language: str) -> None:
    catalog = messages.collected()
    if language != SOURCE:
        catalog = messages.read_catalog(messages.FOLDER / language / "LC_MESSAGES" / "messages.po")
    names = {message.string for message in catalog} if language != SOURCE else set()
    literal = [
        name
        for message in catalog
        if isinstance(message.id, str) and quoted(SOURCE, message.id)
        for name in quoted(language, message.id if language == SOURCE else str(message.string))
        if not FACT.fullmatch(name) and name not in NO_CONTROLS | names and not CHAT.match(name)
    ]
    assert literal == []


def test_quoted_names_are_found_in_english_and_french() -> None:
    assert quoted(SOURCE, "“Ready” means that you know all letters") == ["Ready"]
    assert quoted("fr", "«\u202fPrêt\u202f» veut dire") == ["Prêt"]
