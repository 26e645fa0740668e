"""Tables as files: CSV for spreadsheets, JSON for programs.

All rows of a table have the same columns, named in English, since programs read them.
"""

import csv
import io
import json
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Final

from flask import Response, abort

from wordle_web.web.ui.components import Link

FORMULA: Final = ("=", "+", "-", "@", "\t", "\r")  # a spreadsheet would run text that begins so
DIGITS: Final = 4  # after the decimal point

Value = str | int | float | bool | None
TableRow = Mapping[str, Value]


def links_to_files(path: str) -> tuple[Link, ...]:
    """Return the links to a table as files; `{}` in the path is replaced by the ending."""
    return tuple(Link(ending.upper(), path.replace("{}", ending)) for ending in FORMATS)


def file_of(name: str, rows: Sequence[TableRow], ending: str) -> Response:
    """Return a table as a download; 404 for an unknown ending."""
    return download(name, text_of(rows, ending), ending)


def text_of(rows: Sequence[TableRow], ending: str) -> str:
    """Return a table as the text of a file; 404 for an unknown ending."""
    return FORMATS[ending][1](rows) if ending in FORMATS else abort(404)


def download(name: str, content: str | bytes, ending: str) -> Response:
    """Return a file as a download."""
    disposition = f'attachment; filename="{name}.{ending}"'
    return Response(
        content, mimetype=FORMATS[ending][0], headers={"Content-Disposition": disposition}
    )


def csv_text(rows: Sequence[TableRow]) -> str:
    r"""Return a table as CSV, lines ending as spreadsheets expect.

    >>> csv_text([{"a": 1, "b": "c,d"}])
    'a,b\r\n1,"c,d"\r\n'
    """
    text = io.StringIO()
    writer = csv.writer(text)
    writer.writerow(rows[0] if rows else ())
    writer.writerows([_harmless(_rounded(value)) for value in row.values()] for row in rows)
    return text.getvalue()


def json_text(rows: Sequence[TableRow]) -> str:
    r"""Return a table as JSON: a list of objects, one a line.

    >>> json_text([{"a": 1}])
    '[\n{"a": 1}\n]\n'
    """
    lines = (
        json.dumps({name: _rounded(value) for name, value in row.items()}, ensure_ascii=False)
        for row in rows
    )
    return "[\n" + ",\n".join(lines) + "\n]\n" if rows else "[]\n"


def _rounded(value: Value) -> Value:
    return round(value, DIGITS) if isinstance(value, float) else value


def _harmless(value: Value) -> Value:
    # A leading quote keeps a spreadsheet from reading text as a formula.
    return f"'{value}" if isinstance(value, str) and value.startswith(FORMULA) else value


FORMATS: Final[Mapping[str, tuple[str, Callable[[Sequence[TableRow]], str]]]] = MappingProxyType(
    {"csv": ("text/csv", csv_text), "json": ("application/json", json_text)}
)
