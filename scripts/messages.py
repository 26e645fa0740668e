"""Collect the texts of the site into its catalogs, and say what they lack.

`python scripts/messages.py` reads templates and Python files, brings every catalog in
`wordle_web/translations` up to date, and lists what is left to translate. English is the language
of the source and has none. A new language: make its folder with an empty `LC_MESSAGES/messages.po`,
run this, translate, and name it in `wordle_web/web/ui/i18n.py`.

It does what `pybabel extract` and `pybabel update` do, but sorts by file and writes no dates, so
that a change of texts changes their lines alone.
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
    catalog = Catalog()
    for place in PLACES:
        for file, _line, text, comments, context in extract_from_dir(
            ROOT / place, METHODS, OPTIONS, KEYWORDS, comment_tags=["Translators:"]
        ):
            where = f"{place}/{file}"
            # Babel writes a place without its line so, which its types do not know.
            places: Any = [(where, None)]
            catalog.add(text, None, places, auto_comments=comments, context=context)
    return catalog


def read_catalog(path: Path) -> Catalog:
    """Return the catalog in a file, of the language that its folder names."""
    with path.open("rb") as file:
        return read_po(file, locale=path.parent.parent.name)


def updated(path: Path, texts: Catalog) -> Catalog:
    """Return the catalog in a file with all `texts` and no others."""
    catalog = read_catalog(path)
    catalog.update(copy.deepcopy(texts), no_fuzzy_matching=True, update_creation_date=False)
    catalog.obsolete.clear()
    return catalog


def problems(catalog: Catalog, texts: Catalog) -> Iterator[str]:
    """Yield what keeps a catalog from saying all `texts`, and no others."""
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
    """Return the names of the facts that a text takes.

    >>> sorted(placeholders("Guess %(number)s of %(all)s, 100 %"))
    ['all', 'number']
    """
    return set(re.findall(r"%\(([^)]*)\)[sd]", text))


def _forms(text: str | tuple[str, ...] | list[str] | None) -> tuple[str, ...]:
    """Return a text, or its forms by number."""
    return tuple(text) if isinstance(text, (tuple, list)) else (text or "",)


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
