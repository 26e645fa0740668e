"""Refused fields: a screen reader reads the reason with the field, which has the focus."""

import pytest
from web_visitor import Visitor

FORMS = {
    "/": {"guess": "zz"},
    "/challenge": {"words": "zzzzz"},
    "/series": {"words": "zzzzz"},
    "/history/earlier": {"statistics": "nothing"},
    "/league/start": {"name": ""},
    "/league": {"text": "nothing"},
}
LINKS = [
    "/watch?word=zzzzz",
    "/watch?word=crane&opener=zzzzz",
    "/lab/openers?word=zzzzz",
    "/helper?row=crane:00000&guess=zzzzzz",
    "/helper?add=zzzzzzz",
]


@pytest.mark.parametrize("path", [*FORMS, *LINKS])
def test_reason_for_a_refusal_describes_its_field(shipped, path):
    visitor = Visitor(shipped)
    page = visitor.get(path)
    if path in FORMS:
        page = visitor.post(path, FORMS[path])
    refused = page.all(".//main//*[@aria-invalid='true']")
    assert refused, page.visible_text
    for field in refused:
        ids = field["aria-describedby"].split()
        reasons = [page.first(f".//*[@id='{name}']").visible_text for name in ids]
        assert any(reasons)
        if not path.startswith("/helper?row"):  # the section of this field is closed
            assert page.all(f".//*[@id='{field['id']}'][@autofocus]"), field["id"]


def test_reasons_of_valid_fields_have_no_place(visitor):
    page = visitor.get("/")
    assert not page.all(".//*[@id='refusal']")
    assert not page.all(".//*[@name='guess'][@aria-describedby]")
