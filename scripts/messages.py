"""Collect the texts of the site into its catalogs, and say what they lack.

`python scripts/messages.py` reads templates and Python files, brings every catalog in
`wordle_web/translations` up to date, and lists what is left to translate. English is written
in full, being the language of the source. A new language: make its folder with an empty
`LC_MESSAGES/messages.po`, run this, translate, and name it in `wordle_web/web/ui/i18n.py`.
"""

import copy
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import DEFAULT_KEYWORDS, extract_from_dir
from babel.messages.pofile import read_po, write_po

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "wordle_web" / "translations"
SOURCE = "en"
METHODS = [("**.py", "python"), ("**.html", "jinja2")]
OPTIONS = {"**.html": {"trimmed": "true"}}
KEYWORDS = {**DEFAULT_KEYWORDS, "lazy_gettext": None}
PLACES = ("templates", "wordle_web")


def main() -> int:
    """Update every catalog and print what is not translated; 1 where anything is not."""
    texts = collected()
    lacking = 0
    for path in catalog_paths():
        catalog = updated(path, texts)
        write(path, catalog)
        for problem in problems(catalog, texts):
            lacking += 1
            print(f"{path.parent.parent.name}: {problem}")
    return 1 if lacking else 0


def catalog_paths() -> list[Path]:
    """Return the file of every catalog."""
    return sorted(FOLDER.glob("*/LC_MESSAGES/messages.po"))


def collected() -> Catalog:
    """Return all texts that are marked in templates and Python files."""
    found = Catalog()
    for place in PLACES:
        for file, _line, text, comments, context in extract_from_dir(
            ROOT / place, METHODS, OPTIONS, KEYWORDS, comment_tags=["Translators:"]
        ):
            where = f"{place}/{file}"
            # Babel writes a place without its line so, which its types do not know.
            places: Any = [(where, None)]
            found.add(text, None, places, auto_comments=comments, context=context)
    return found


def read_catalog(path: Path) -> Catalog:
    """Return the catalog in a file, of the language that its folder names."""
    with path.open("rb") as file:
        return read_po(file, locale=path.parent.parent.name)


def updated(path: Path, texts: Catalog) -> Catalog:
    """Return the catalog in a file with all `texts` and no others."""
    catalog = read_catalog(path)
    catalog.update(copy.deepcopy(texts), no_fuzzy_matching=True, update_creation_date=False)
    catalog.obsolete.clear()
    if catalog.locale and catalog.locale.language == SOURCE:
        for message in catalog:
            if message.id and not any(_forms(message)):
                message.string = message.id
    return catalog


def problems(catalog: Catalog, texts: Catalog) -> Iterator[str]:
    """Yield what keeps a catalog from saying all `texts`."""
    for text in texts:
        message = catalog.get(text.id, text.context) if text.id else None
        if text.id and message is None:
            yield f"not there: {text.id}"
    for message in catalog:
        if message.id:
            yield from _problems(message, catalog, texts)


def _problems(message: Message, catalog: Catalog, texts: Catalog) -> Iterator[str]:
    """Yield what is wrong with one message."""
    if texts.get(message.id, message.context) is None:
        yield f"no longer needed: {message.id}"
    forms = _forms(message)
    if message.fuzzy or len(forms) < (catalog.num_plurals if message.pluralizable else 1):
        yield f"not translated: {message.id}"
    known = set().union(*map(placeholders, _ids(message)))
    for form in forms:
        if not form:
            yield f"not translated: {message.id}"
        elif placeholders(form) != known and not message.pluralizable:
            yield f"other facts than the source: {form}"
        elif not placeholders(form) <= known:
            yield f"unknown facts: {form}"


def placeholders(text: str) -> set[str]:
    """Return the names of the facts that a text takes.

    >>> sorted(placeholders("Guess %(number)s of %(all)s, 100 %"))
    ['all', 'number']
    """
    return set(re.findall(r"%\(([^)]*)\)[sd]", text))


def _ids(message: Message) -> tuple[str, ...]:
    """Return the source text, or its singular and plural."""
    return (message.id,) if isinstance(message.id, str) else tuple(message.id)


def _forms(message: Message) -> tuple[str, ...]:
    """Return the translation, or its forms by number."""
    text = message.string or ""
    return (text,) if isinstance(text, str) else tuple(text)


def write(path: Path, catalog: Catalog) -> None:
    """Write a catalog, with the same bytes whenever the texts are the same."""
    with path.open("wb") as file:
        file.write(_header(catalog).encode())
        write_po(
            file, catalog, width=100, omit_header=True, sort_by_file=True, include_lineno=False
        )


def _header(catalog: Catalog) -> str:
    """Return the head of a catalog's file, without dates and names."""
    lines = (
        "Project-Id-Version: Wordle-web",
        f"Language: {catalog.locale_identifier}",
        f"Plural-Forms: {catalog.plural_forms}",
        "MIME-Version: 1.0",
        "Content-Type: text/plain; charset=utf-8",
        "Content-Transfer-Encoding: 8bit",
    )
    written = "".join(f'"{line}\\n"\n' for line in lines)
    return f'msgid ""\nmsgstr ""\n{written}\n'


if __name__ == "__main__":
    sys.exit(main())
