"""Examples in placeholders are accepted as input."""

import pytest
from flask import Flask
from web_visitor import Visitor

LANGUAGES = {"": "en", "/pt": "pt-BR", "/es": "es", "/fr": "fr", "/de": "de"}
PAGES = ("/helper", "/series", "/league")


def pages_with_placeholders(visitor: Visitor, app: Flask) -> set[str]:
    rules = [rule for rule in app.url_map.iter_rules() if not rule.arguments]
    paths = [rule.rule for rule in rules if "GET" in (rule.methods or ())]
    answers = {path: visitor.client.get(path) for path in paths}
    pages = {path for path, answer in answers.items() if answer.mimetype == "text/html"}
    return {path for path in pages if "placeholder=" in answers[path].text}


def test_list_of_pages_with_placeholders_is_complete(shipped: Flask) -> None:
    assert pages_with_placeholders(Visitor(shipped), shipped) == set(PAGES)


@pytest.mark.parametrize("path", PAGES)
@pytest.mark.parametrize("prefix", LANGUAGES)
def test_placeholder_of_every_field_is_valid_input(shipped: Flask, prefix: str, path: str) -> None:
    visitor, headers = Visitor(shipped), {"Accept-Language": LANGUAGES[prefix]}
    page = visitor.get(prefix + path, headers=headers)
    fields = [element for element in page.root.iter() if element.get("placeholder")]
    assert fields
    for field in fields:
        visitor.get(prefix + path, headers=headers)
        pasted = {field.get("name"): field.get("placeholder")}
        if any(form.method == "post" and field.get("name") in form.fields for form in page.forms):
            answer = visitor.post(prefix + path, pasted, headers=headers)
        else:
            answer = visitor.get(prefix + path, query_string=pasted, headers=headers)
        assert answer.status_code in {200, 303}
        if answer.location:
            answer = visitor.get(answer.location, headers=headers)
        assert answer.status_code == 200
        assert list(filter(None, answer.texts("field-error"))) == []
        assert [alert for alert in answer.all(".//*[@role='alert']") if alert.visible_text] == []
        if path == "/league":
            names = [line.partition(":")[0] for line in str(field.get("placeholder")).splitlines()]
            assert [row[1] for row in answer.table(".//table")[1:]] == names
            assert len(names) == 2
