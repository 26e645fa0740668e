"""Tables of results on pages and in files: CSV for spreadsheets, JSON for programs.

A `Column` defines everything about a column: its value in a row, its name in files, its title and
format on pages, and its name in addresses that sort by it. The markup is in `ui/table.html`.
"""

import csv
import io
import json
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Final, Generic, Literal, TypeVar

from babel.support import LazyProxy
from flask import Response, abort

FORMULA: Final = ("=", "+", "-", "@", "\t", "\r")  # first characters of formulas in spreadsheets
NO_VALUE: Final = "\N{EN DASH}"
MIMETYPES: Final = MappingProxyType({"csv": "text/csv", "json": "application/json"})

Row = TypeVar("Row")
Value = str | int | float | bool | None
TableRow = Mapping[str, Value]  # values by the names of columns, as in files


@dataclass(frozen=True, slots=True)
class Column(Generic[Row]):
    """A column of a table, on pages and in files."""

    name: str  # the name in files, in English; empty if only pages have the column
    # Returns the value in a row; by default, this is the row's attribute `name`.
    value: Callable[[Row], Any] | None = None
    title: LazyProxy | str = ""  # the heading on a page
    text: Callable[[Any], str] = str  # formats a value on a page
    sort: str = ""  # parameter value that sorts by this column; empty if none does
    kind: Literal["", "text"] = ""  # "text" is aligned to the left, other values to the right
    digits: int = 4  # number of decimals in files

    def value_of(self, row: Row) -> Any:
        """Return the value of the column in a row."""
        return self.value(row) if self.value else getattr(row, self.name)

    def cell(self, row: Row) -> str:
        """Return the formatted value in a row; a dash if there is none."""
        value = self.value_of(row)
        return NO_VALUE if value is None or value == "" else self.text(value)


def sorted_rows(
    rows: Sequence[Row], columns: Iterable[Column[Row]], sort: str, *, is_descending: bool
) -> Sequence[Row]:
    """Return rows sorted by the column with this `sort`; without one, in their own order.

    If `is_descending`, both orders are reversed.
    """
    for column in columns:
        if sort and column.sort == sort:
            return sorted(rows, key=column.value_of, reverse=is_descending)
    return rows[::-1] if is_descending else rows


def file_rows(rows: Iterable[Row], columns: Collection[Column[Row]]) -> list[dict[str, Value]]:
    """Return the rows of a file: values by the names of columns, with rounded numbers."""
    return [
        {
            column.name: round(value, column.digits) if isinstance(value, float) else value
            for column in columns
            if column.name
            for value in (column.value_of(row),)
        }
        for row in rows
    ]


def text_of(rows: Sequence[TableRow], ending: str) -> str:
    r"""Return the text of a file: CSV, or JSON with an object per line; 404 for other endings.

    >>> text_of([{"a": 1, "b": "c,d"}], "csv")
    'a,b\r\n1,"c,d"\r\n'
    >>> text_of([{"a": 1}], "json")
    '[\n{"a": 1}\n]\n'
    """
    if ending not in MIMETYPES:
        abort(404)
    if ending == "json":
        lines = (json.dumps(row, ensure_ascii=False) for row in rows)
        return "[\n" + ",\n".join(lines) + "\n]\n" if rows else "[]\n"
    text = io.StringIO()
    writer = csv.writer(text)
    writer.writerow(rows[0] if rows else ())
    # With a leading apostrophe, spreadsheets do not read a text as a formula.
    writer.writerows(
        [
            f"'{value}" if isinstance(value, str) and value.startswith(FORMULA) else value
            for value in row.values()
        ]
        for row in rows
    )
    return text.getvalue()


def download(name: str, content: str | bytes, ending: str) -> Response:
    """Return a response that downloads a file."""
    named = f'attachment; filename="{name}.{ending}"'
    return Response(content, mimetype=MIMETYPES[ending], headers={"Content-Disposition": named})
