"""Tables as files."""

import csv
import io
import json

import pytest
from flask import Flask
from werkzeug.exceptions import NotFound

from wordle_web.web.ui.exports import csv_text, file_of, json_text

ROWS = [
    {"word": "crane", "mean": 3.5, "won": True, "note": 'a, "b"\nc'},
    {"word": "zoë", "mean": -1.0, "won": None, "note": ""},
]


def test_both_files_hold_every_value() -> None:
    assert json.loads(json_text(ROWS)) == ROWS
    assert "zoë" in json_text(ROWS)
    read = list(csv.DictReader(io.StringIO(csv_text(ROWS), newline="")))
    assert [row["note"] for row in read] == [row["note"] for row in ROWS]
    assert [row["mean"] for row in read] == ["3.5", "-1.0"]
    assert read[1]["won"] == ""
    # Numbers are rounded, and no rows are a file too.
    assert csv_text([{"mean": 3.421249}]).split() == ["mean", "3.4212"]
    assert json.loads(json_text([{"mean": 3.421250001}])) == [{"mean": 3.4213}]
    assert (json_text([]), csv_text([]).strip()) == ("[]\n", "")


@pytest.mark.parametrize("text", ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1"])
def test_no_text_of_a_csv_file_is_a_formula(text: str) -> None:
    rows = [{"word": text}]
    ((_,), (shown,)) = csv.reader(io.StringIO(csv_text(rows), newline=""))
    assert shown == f"'{text}"
    assert json.loads(json_text(rows)) == rows


@pytest.mark.parametrize(
    ("ending", "kind"), [("csv", "text/csv; charset=utf-8"), ("json", "application/json")]
)
def test_a_file_is_kept_under_its_name_and_other_endings_do_not_exist(
    app: Flask, ending: str, kind: str
) -> None:
    with app.test_request_context():
        answer = file_of("words", ROWS, ending)
        with pytest.raises(NotFound):
            file_of("words", ROWS, "xml")
    assert answer.content_type == kind
    assert answer.headers["Content-Disposition"] == f'attachment; filename="words.{ending}"'
