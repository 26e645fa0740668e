"""Update the translation catalogs and list untranslated texts.

`python scripts/messages.py` extracts texts from templates and Python files, updates every catalog
in `wordle_web/translations`, and lists untranslated texts. English is the source language and has
no catalog. To add a language: create its folder with an empty `LC_MESSAGES/messages.po`, run this
script, translate, and add it to `wordle_web/web/ui/i18n.py`.

It is equivalent to `pybabel extract` and `pybabel update`, but sorts by file and writes no dates,
so a changed text changes only its own lines.
"""

import copy
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from babel.messages.catalog import Catalog
from babel.messages.extract import DEFAULT_KEYWORDS, extract_from_dir
from babel.messages.pofile import read_po, write_po

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "wordle_web" / "translations"
METHODS = [("**.py", "python"), ("**.html", "jinja2")]
OPTIONS = {"**.html": {"trimmed": "true"}}
KEYWORDS = {**DEFAULT_KEYWORDS, "lazy_gettext": None}
PLACES = ("templates", "wordle_web")


def main() -> int:
    """Update every catalog and print untranslated texts; return 1 if there are any."""
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
    """Return all marked texts in templates and Python files."""
    catalog = Catalog()
    for place in PLACES:
        for file, _line, text, comments, context in extract_from_dir(
            ROOT / place, METHODS, OPTIONS, KEYWORDS, comment_tags=["Translators:"]
        ):
            where = f"{place}/{file}"
            # Babel accepts this form for a location without a line, but its types don't.
            places: Any = [(where, None)]
            catalog.add(text, None, places, auto_comments=comments, context=context)
    return catalog


def read_catalog(path: Path) -> Catalog:
    """Return the catalog in a file, in the language of its folder."""
    with path.open("rb") as file:
        return read_po(file, locale=path.parent.parent.name)


def updated(path: Path, texts: Catalog) -> Catalog:
    """Return the catalog in a file, updated to exactly these `texts`."""
    catalog = read_catalog(path)
    catalog.update(copy.deepcopy(texts), no_fuzzy_matching=True, update_creation_date=False)
    catalog.obsolete.clear()
    return catalog


def problems(catalog: Catalog, texts: Catalog) -> Iterator[str]:
    """Yield the differences between a catalog and `texts`."""
    for text in texts:
        if text.id and catalog.get(text.id, text.context) is None:
            yield f"not there: {text.id}"
    for message, errors in catalog.check():
        if all(_forms(message.string)):
            yield from (f"{error}: {message.id}" for error in errors)
    for message in catalog:
        forms = _forms(message.string)
        if message.id and texts.get(message.id, message.context) is None:
            yield f"no longer needed: {message.id}"
        if message.id and (message.fuzzy or not all(forms)):
            yield f"not translated: {message.id}"
        elif message.id and placeholders(forms[-1]) != placeholders(_forms(message.id)[-1]):
            yield f"other facts than the source: {forms[-1]}"


def placeholders(text: str) -> set[str]:
    """Return the names of the placeholders in a text.

    >>> sorted(placeholders("Guess %(number)s of %(all)s, 100 %"))
    ['all', 'number']
    """
    return set(re.findall(r"%\(([^)]*)\)[sd]", text))


def _forms(text: str | tuple[str, ...] | list[str] | None) -> tuple[str, ...]:
    """Return a text, or its singular and plural forms, as a tuple."""
    return tuple(text) if isinstance(text, (tuple, list)) else (text or "",)


def write(path: Path, catalog: Catalog) -> None:
    """Write a catalog; equal texts give equal bytes."""
    with path.open("wb") as file:
        file.write(_header(catalog).encode())
        write_po(
            file, catalog, width=100, omit_header=True, sort_by_file=True, include_lineno=False
        )


def _header(catalog: Catalog) -> str:
    """Return the header of a catalog file, without dates and names."""
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
