"""All texts are marked for translation, translated in every catalog, and translated on pages.

For the last, a test adds a language in which every message is in brackets: any text outside of
brackets on a page was not marked.
"""

import ast
import functools
import re
from collections.abc import Iterator
from gettext import NullTranslations
from io import BytesIO
from pathlib import Path
from typing import Any

import jinja2
import messages
import pytest
from babel import Locale
from babel.messages.catalog import Catalog
from flask import Flask
from harness.pages import Html
from harness.visitor import Answer
from lxml.html import HtmlElement
from web_visitor import ANSWERS, OTHERS, SHORT, Visitor

from wordle_web.web import app as application
from wordle_web.web.ui import i18n

TEMPLATES = sorted((Path(messages.__file__).resolve().parent.parent / "templates").rglob("*.html"))
SPOKEN = """
alt aria-label aria-description aria-roledescription data-announcement data-copied data-enter-label
data-erase-label data-offline data-select placeholder title
"""
TAGS = {*i18n.LANGUAGES, "eo"}
NAMES = {"wordle", "web", "utc", "qwerty", "qwertz", "azerty", "dvorak", "bépo", "csv", "json"}
# Mistakes by language: quotation marks and spaces of another language, or another form of address.
# English texts use contractions, with a curly apostrophe. Only English lists of three have a comma
# before "and"; the "0, 1 or 2" that the API has published stays.
SERIAL = r"|, [\w%()]+, (?:{}) [\w%()]+(?=[.,;:]|$)"
WRONG = {
    "en": r"""["']|\b(?:can|(?:do|does|did|is|are|was|were|has|have|could) )not\b(?! affil)"""
    r"""|(?<!example), (?!with |1 or 2)[\w%()]+ (?:and|or) """,
    "de": r"""["'“](?=\w)|\w["”]|(?<=\w )(?:Sie|Ihre?[mnr]?)\b""" + SERIAL.format("und|oder"),
    "es": r"""["']|^[^¿]*\?|^[^¡]*!|(?i:\b(?:usted|vos)\b)""" + SERIAL.format("[yeou]"),
    "fr": r"""["'“”]|(?<!\u202f)(?:[;?!»]|:(?!\S))|«(?!\u202f)|(?i:\b(?:tu|toi|ton|ta|tes)\b)"""
    + SERIAL.format("et|ou"),
    "pt_BR": r"""["']|(?i:\b(?:tu|teus?|tuas?|vós)\b)""" + SERIAL.format("e|ou"),
}
# Texts that players send to friends.
TO_FRIENDS = {
    "Can you guess my word? %(link)s",
    "Can you guess my %(number)s words? %(link)s",
    "You beat me: %(result)s",
    "I solved your word in %(result)s",
    "I solved your words in %(result)s",
}


PACKAGE = Path(messages.__file__).resolve().parent.parent / "wordle_web"


@pytest.mark.parametrize(
    "path", sorted(PACKAGE.rglob("*.py")), ids=lambda path: str(path.relative_to(PACKAGE))
)
def test_no_f_string_is_an_argument_of_a_translation(path: Path) -> None:
    """Babel ignores f-strings as messages; from 2.19 on, it warns about them as values."""
    for call in ast.walk(ast.parse(path.read_bytes())):
        if isinstance(call, ast.Call) and getattr(call.func, "id", "") in messages.KEYWORDS:
            values = [*call.args, *(keyword.value for keyword in call.keywords)]
            assert not any(isinstance(value, ast.JoinedStr) for value in values), call.lineno


def texts_of(html: str, skips_english: bool = False) -> list[str]:
    """Return the texts and labels of a page, or only those outside of parts with a language tag."""

    def texts(element: HtmlElement) -> Iterator[str]:
        for child in element:
            is_foreign = child.tag in {"style", "script"} or child.get("lang") in TAGS
            if not (is_foreign and skips_english and child.tag != "html"):
                yield from (value for name, value in child.items() if name in SPOKEN.split())
                if child.get("name") == "description" or child.get("property") == "og:title":
                    yield child.get("content", "")
                yield child.text or ""
                yield from texts(child)
            yield child.tail or ""

    root = Html(html).root
    return [root.text or "", *texts(root)]


def plain_html(template: Path) -> str:
    """Return a template without its Jinja expressions and statements."""
    environment = jinja2.Environment(trim_blocks=True, lstrip_blocks=True)
    tokens = environment.lex(template.read_text(), str(template))
    return "".join(text if kind == "data" else "" for _, kind, text in tokens)


@pytest.mark.parametrize("template", TEMPLATES, ids=lambda path: path.name)
def test_every_text_of_a_template_is_marked_for_translation(template):
    words = re.findall(r"[^\W\d_]{2,}", "\n".join(texts_of(plain_html(template))))
    assert [word for word in words if word.lower() not in NAMES] == []


@pytest.fixture(scope="module")
def texts():
    return messages.collected()


@pytest.mark.parametrize("path", messages.catalog_paths(), ids=lambda path: path.parts[-3])
def test_every_catalog_is_complete(path, texts):
    assert list(messages.problems(messages.read_catalog(path), texts)) == []


def test_each_language_except_the_source_has_a_catalog(texts):
    folders = {path.parts[-3]: messages.read_catalog(path) for path in messages.catalog_paths()}
    assert folders.keys() == set(map(i18n.locale_name, i18n.LANGUAGES)) - {i18n.SOURCE}
    for name, catalog in folders.items():
        same = [message.id for message in catalog if message.id and message.string == message.id]
        assert len(same) < len(texts) / 20, name


@pytest.mark.parametrize(
    ("entry", "problem"),
    [
        ("", "not there: ('%(num)s game'"),
        ('msgid "Old"\nmsgstr "Alt"', "no longer needed: Old"),
        ('msgid "Name %(name)s"\nmsgstr ""', "not translated: Name %(name)s"),
        ('#, fuzzy\nmsgid "Name %(name)s"\nmsgstr "x %(name)s"', "not translated: Name %(name)s"),
        ('msgid "Name %(name)s"\nmsgstr "x"', "other facts than the source: x"),
        (
            '#, python-format\nmsgid "Name %(name)s"\nmsgstr "%(no)s %(name)s"',
            "unknown named placeholder 'no': Name %(name)s",
        ),
        (
            'msgid "%(num)s game"\nmsgid_plural "%(num)s games"\nmsgstr[0] "%(num)s Spiel"',
            "not translated: ('%(num)s game', '%(num)s games')",
        ),
    ],
)
def test_problems_of_a_catalog_are_listed(tmp_path, entry, problem):
    texts = Catalog()
    for text in ("Name %(name)s", ("%(num)s game", "%(num)s games")):
        texts.add(text)
    path = tmp_path / "de" / "LC_MESSAGES" / "messages.po"
    path.parent.mkdir(parents=True)
    path.write_text(entry + "\n", encoding="utf-8")
    problems = list(messages.problems(messages.read_catalog(path), texts))
    assert [line for line in problems if line.startswith(problem)]


def test_new_text_is_listed_once_as_not_translated(tmp_path):
    texts = Catalog()
    texts.add("New text")
    path = tmp_path / "de" / "LC_MESSAGES" / "messages.po"
    path.parent.mkdir(parents=True)
    path.write_text("\n")
    problems = list(messages.problems(messages.updated(path, texts), texts))
    assert problems == ["not translated: New text"]


@pytest.mark.parametrize("folder", WRONG)
def test_punctuation_and_form_of_address_fit_the_language(folder, texts):
    path = messages.FOLDER / folder / "LC_MESSAGES" / "messages.po"
    catalog = texts if folder == i18n.SOURCE else messages.read_catalog(path)
    messages_to_us = [message for message in catalog if message.id and message.id not in TO_FRIENDS]
    strings = [
        message.id if folder == i18n.SOURCE else message.string for message in messages_to_us
    ]
    texts = [form for string in strings for form in forms(string)]
    assert len(texts) > 900
    assert [text for text in texts if re.search(WRONG[folder], text)] == []


def forms(string: str | tuple[str, ...]) -> list[str]:
    """Return the singular and plural of a translation, with placeholders replaced by a letter."""
    strings = (string,) if isinstance(string, str) else string
    return [re.sub(r"%\(\w+\)[sd]", "x", form) for form in strings]


def test_plural_forms_follow_the_language():
    portuguese = i18n.catalog("pt-BR").ngettext
    shown = [portuguese("%(num)s game", "%(num)s games", number) for number in (0, 1, 2)]
    assert shown == ["%(num)s jogo", "%(num)s jogo", "%(num)s jogos"]
    english = i18n.catalog("en").ngettext
    shown = [english("%(num)s game", "%(num)s games", number) for number in (0, 1, 2)]
    assert shown == ["%(num)s games", "%(num)s game", "%(num)s games"]


class Brackets(NullTranslations):
    """A language in which every message is the English message in brackets."""

    def gettext(self, message: str) -> str:
        return f"⟦{message}⟧"

    def pgettext(self, context: str, message: str) -> str:
        return self.gettext(message)

    def ngettext(self, singular: str, plural: str, number: int) -> str:
        return f"⟦{singular if number == 1 else plural}⟧"


@pytest.fixture
def bracketed(monkeypatch):
    """Give the site a language in brackets, with the dates of Esperanto."""
    assert application.assemble  # imported before the languages are replaced
    real = i18n.catalog
    monkeypatch.setattr(i18n, "LANGUAGES", {"en": "English", "eo": "Esperanto"})
    monkeypatch.setattr(i18n, "catalog", lambda tag: Brackets() if tag == "eo" else real(tag))


@functools.cache
def names_of_days() -> set[str]:
    locale = Locale("eo")
    widths = [*locale.months["format"].values(), *locale.months["stand-alone"].values()]
    days = [*locale.days["format"].values(), *locale.days["stand-alone"].values()]
    names = [name for width in [*widths, *days] for name in width.values()]
    return {part for name in names for part in re.findall(r"[^\W\d_]+", name)} | {"de", "la"}


KNOWN = {
    *NAMES,
    *ANSWERS,
    *OTHERS,
    *SHORT,
    *("zzzzz", "train", "tiger", "there", "their", "geese", "eagle", "eager", "level"),
}


def forgotten(html: str) -> list[str]:
    """Return the texts of a page that aren't in brackets, except names, words, dates and links."""
    texts = []
    whole = re.sub(r'<span lang="en">([^<]*)</span>', r"\1", html)  # a word in a sentence
    for text in texts_of(whole, skips_english=True):
        rest = re.sub(r"(https?://|javascript:)\S+", "", text)
        while (less := re.sub(r"⟦[^⟦⟧]*⟧", "", rest)) != rest:
            rest = less
        words = {word for word in re.findall(r"[^\W\d_]{2,}", rest) if word.lower() not in KNOWN}
        if words - names_of_days():
            texts.append(text.strip())
    return texts


class Reader(Visitor):
    def __init__(self, app: Flask) -> None:
        super().__init__(app)
        self.client.environ_base["HTTP_ACCEPT_LANGUAGE"] = "eo"

    def open(self, path: str, **options: Any) -> Answer:
        """Send a request and assert that its page has no text of another language."""
        answer = super().open(path, **options)
        if answer.mimetype == "text/html" and not answer.location:
            assert '<html lang="eo"' in answer.text
            assert (path, forgotten(answer.text)) == (path, [])
        return answer


@pytest.fixture
def reader(make_app, bracketed):
    return Reader(make_app())


def test_every_page_is_in_the_readers_language(reader):
    rules = [rule for rule in reader.app.url_map.iter_rules() if not rule.arguments]
    paths = [rule.rule for rule in rules if "GET" in (rule.methods or ())]
    assert len(paths) > 15
    for path in paths:
        reader.get(path)


def test_whole_game_is_in_the_readers_language(reader):
    for word in ("ab", "zzzzz", "moist", "moist", "fuzzy", "vivid", "pupil", "hippy"):
        reader.guess(word)
    reader.fill("/settings", {"hard": "1"})
    path = reader.fill("/random").location
    for word in ("aahed", "scree", "fuzzy", "x1"):
        reader.guess(word, path)
    reader.fill(f"{path}/give-up")
    for address in (
        path,
        "/history",
        *(f"/history/{game.puzzle}" for game in reader.history.recent),
    ):
        reader.get(address)


TRANSLATED_PAGES = """
/helper?row=crane:01002 /helper?row=crane:01002&row=zzzzz:22221 /helper?row=crane:22222
/helper?row=crane:00000&row=crane:22222 /helper?row=geese:00100&mode=pool&hard=1
/helper?row=abc:9&row=crane:012&length=99&mode=x&hard=1&used=crane /absurd?row=crane
/analysis?answer=crane&guess=moist&guess=crane /analysis?answer=&guess=x
/analysis?answer=crane&guess=zzzzz&hard=1&mode=pool /history?day=99999 /history?day=x
/daily/99999 /daily/0 /random/x /challenge/x /no-such-page
"""


@pytest.mark.parametrize("path", TRANSLATED_PAGES.split())
def test_responses_and_errors_are_in_the_readers_language(reader, path):
    reader.get(path)


def test_notices_are_in_the_readers_language(reader):
    reader.guess("moist")
    path = reader.fill("/random").location
    reader.fill(f"{path}/give-up")
    file = reader.client.get("/history/download").data
    forms: list[tuple[str, str, dict[str, object]]] = [
        ("/settings", "/settings", {"hard": "1"}),
        ("/settings", "/settings", {"theme": "dark"}),
        ("/history/delete", "/history/delete", {}),
        ("/history", "/history/restore", {"file": (BytesIO(file), "history.json")}),
        ("/history", "/history/restore", {"file": (BytesIO(file), "history.json")}),
    ]
    for page, action, fields in forms:
        reader.get(page)
        answer = reader.post(action, fields)
        assert (action, "notice=" in answer.location) == (action, True)
        assert reader.get(answer.location).texts("notice")


def test_refused_forms_are_in_the_readers_language(reader):
    forms = [
        ("/settings", {"theme": "x"}),
        ("/random", {"length": "99"}),
        ("/random", {"length": None}),
        ("/challenge", {"word": "zzzzz", "name": "x" * 99}),
        ("/challenge", {"word": "crane", "csrf_token": "x"}),
        ("/history/restore", {}),
        ("/history/delete", {"csrf_token": "x"}),
        ("/", {"guess": "crane", "csrf_token": "x"}),
        ("/", {"guess": "crane", "day": "1"}),
        ("/", {"guess": "x" * 20_000}),
    ]
    for path, fields in forms:
        assert reader.fill(path, fields).status_code >= 400
    reader.open("/", method="PUT")
