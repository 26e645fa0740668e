"""Templates: cached parts equal newly rendered ones, and values are escaped."""

import pytest
from flask import Flask, render_template_string
from jinja2 import UndefinedError
from markupsafe import Markup


def test_cached_macro_equals_the_rendered_macro_in_each_language(app):
    drawn, cached = [], app.jinja_env.globals["cached"]

    def macro(text: str) -> Markup:
        drawn.append(text)
        return Markup("<b>{}</b>").format(text)

    for language in ("en", "pt-BR", "en"):
        with app.test_request_context("/", headers={"Accept-Language": language}):
            for _ in range(3):
                assert cached(macro, "a<b") == Markup("<b>a&lt;b</b>")
            assert cached(macro, "c") == Markup("<b>c</b>")
    assert drawn == ["a<b", "c"] * 2


def test_cached_macros_escape_values_and_can_use_globals(app):
    macro = "{% macro bold(text) %}<b>{{ text }}</b>{{ _('Guess') }}{% endmacro %}"
    template = macro + "{{ cached(bold, '<i>') }}"
    with app.test_request_context("/"):
        assert render_template_string(template) == "<b>&lt;i&gt;</b>Guess"


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("<b>", "&lt;b&gt;"),
        ("Haus&'\"", "Haus&amp;&#39;&#34;"),
        ("açúcar2", "açúcar2"),
        ("", ""),
        (Markup("<b>"), "<b>"),
        (7, "7"),
    ],
)
def test_text_outside_markup_is_escaped(app, value, text):
    with app.test_request_context("/"):
        assert render_template_string("{{ value }}", value=value) == text


def test_undefined_template_variable_fails_tests_but_is_only_logged_by_sites(
    make_app, monkeypatch, caplog
):
    with make_app().test_request_context("/"), pytest.raises(UndefinedError, match="nothing"):
        render_template_string("{{ nothing }}")
    monkeypatch.delitem(Flask.jinja_options, "undefined")
    with make_app().test_request_context("/"):
        assert render_template_string("a{{ nothing }}b") == "ab"
    assert "'nothing' is undefined" in caplog.text
