"""Tables on pages and as files."""

import csv
import io
import json

import pytest
from werkzeug.exceptions import NotFound

from wordle_web.web.ui.tables import Column, download, file_rows, sorted_rows, text_of

ROWS = [
    {"word": "crane", "mean": 3.5, "won": True, "note": 'a, "b"\nc'},
    {"word": "zoë", "mean": -1.0, "won": None, "note": ""},
]
SIZES = (
    Column("size", len, "Size", text="{} letters".format, sort="size"),
    Column("", str.upper, "Word"),
    Column("share", lambda word: len(word) / 3, digits=2),
)


def test_json_and_csv_downloads_contain_every_value():
    assert json.loads(text_of(ROWS, "json")) == ROWS
    assert "zoë" in text_of(ROWS, "json")
    read = list(csv.DictReader(io.StringIO(text_of(ROWS, "csv"), newline="")))
    assert [row["note"] for row in read] == [row["note"] for row in ROWS]
    assert [row["mean"] for row in read] == ["3.5", "-1.0"]
    assert read[1]["won"] == ""
    assert (text_of([], "json"), text_of([], "csv").strip()) == ("[]\n", "")


def test_column_formats_values_for_files_and_pages():
    assert file_rows(["crane"], SIZES) == [{"size": 5, "share": 1.67}]
    assert [column.cell("crane") for column in SIZES[:2]] == ["5 letters", "CRANE"]
    assert Column("real").cell(1.5) == "1.5"  # the attribute of that name
    assert Column("real", lambda row: None).cell(1.5) == "–"  # noqa: RUF001


def test_table_rows_are_sorted_by_a_column_or_keep_their_order():
    words = ["to", "crane", "a", "of"]
    assert sorted_rows(words, SIZES, "size", is_descending=False) == ["a", "to", "of", "crane"]
    assert sorted_rows(words, SIZES, "size", is_descending=True) == ["crane", "to", "of", "a"]
    assert sorted_rows(words, SIZES, "", is_descending=False) == words
    assert sorted_rows(words, SIZES, "", is_descending=True) == words[::-1]


@pytest.mark.parametrize("text", ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1"])
def test_csv_text_cannot_be_a_formula(text):
    rows = [{"word": text}]
    ((_,), (shown,)) = csv.reader(io.StringIO(text_of(rows, "csv"), newline=""))
    assert shown == f"'{text}"
    assert json.loads(text_of(rows, "json")) == rows


def test_unknown_file_extension_gets_404():
    with pytest.raises(NotFound):
        text_of(ROWS, "xml")


@pytest.mark.parametrize(
    ("ending", "kind"), [("csv", "text/csv; charset=utf-8"), ("json", "application/json")]
)
def test_download_has_a_file_name(ending, kind):
    answer = download("words", text_of(ROWS, ending), ending)
    assert answer.content_type == kind
    assert answer.headers["Content-Disposition"] == f'attachment; filename="words.{ending}"'
