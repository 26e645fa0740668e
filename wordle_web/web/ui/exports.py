"""Tables as files: CSV for spreadsheets, JSON for programs."""

import csv
import io
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from flask import Response, abort

from wordle_web.web.ui.components import Link

FORMULA: Final = ("=", "+", "-", "@", "\t", "\r")  # begin what a spreadsheet would work out

Value = str | int | float | bool | None


@dataclass(frozen=True, slots=True)
class Export:
    """A table of plain values.

    Attributes:
        name: Of the file, without its ending.
        rows: A value for each column; the columns have English names, since programs read them.
    """

    name: str
    rows: Sequence[Mapping[str, Value]]


def links_to_files(path: str) -> tuple[Link, ...]:
    """Return the ways to a table as files; `{}` in the path stands for the ending."""
    return tuple(Link(ending.upper(), path.replace("{}", ending)) for ending in FORMATS)


def file_of(export: Export, ending: str) -> Response:
    """Return a table as a file to be kept."""
    if ending not in FORMATS:
        abort(404)
    mimetype, write = FORMATS[ending]
    headers = {"Content-Disposition": f'attachment; filename="{export.name}.{ending}"'}
    return Response(write(export), mimetype=mimetype, headers=headers)


def csv_text(export: Export) -> str:
    r"""Return a table as CSV, lines ending as spreadsheets expect.

    >>> csv_text(Export("x", [{"a": 1, "b": "c,d"}]))
    'a,b\r\n1,"c,d"\r\n'
    """
    text = io.StringIO()
    writer = csv.writer(text)
    writer.writerow(export.rows[0] if export.rows else ())
    writer.writerows(map(_harmless, row.values()) for row in export.rows)
    return text.getvalue()


def _harmless(value: Value) -> Value:
    # No spreadsheet may take a text for a formula.
    return f"'{value}" if isinstance(value, str) and value.startswith(FORMULA) else value


def json_text(export: Export) -> str:
    r"""Return a table as JSON: a list of objects, one a line.

    >>> json_text(Export("x", [{"a": 1}]))
    '[\n{"a": 1}\n]\n'
    """
    lines = [json.dumps(dict(row), ensure_ascii=False) for row in export.rows]
    return "[\n" + ",\n".join(lines) + "\n]\n" if lines else "[]\n"


FORMATS: Final[Mapping[str, tuple[str, Callable[[Export], str]]]] = MappingProxyType(
    {"csv": ("text/csv", csv_text), "json": ("application/json", json_text)}
)
