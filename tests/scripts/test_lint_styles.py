from pathlib import Path

import lint_styles
import pytest
import tinycss2
from browser_features import DECLARATIONS, FLOOR, QUERIES, SCRIPT_FLOOR, SCRIPTS, SELECTORS


def faults(style: str) -> list[str]:
    nodes = tinycss2.parse_stylesheet(style, skip_comments=True, skip_whitespace=True)
    pieces = list(lint_styles.pieces(Path("x.css"), nodes))
    assert not [piece for piece in pieces if piece.kind == "fault"]
    return [piece.text.partition(" is ")[0] for piece in lint_styles.without_fallback(pieces)]


@pytest.mark.parametrize(
    ("style", "name"),
    [
        ("a { color: light-dark(red, blue); }", "light-dark()"),
        ("a { --shade: color-mix(in srgb, red, blue); }", "color-mix()"),
        ("a { block-size: 100dvh; }", "the units dvh, svh and lvh"),
        ("a { inset: 0.5lh; }", "the unit lh"),
        ("a { inline-size: round(down, 5px, 2px); }", "round(), mod() and rem()"),
        ("a { grid-template-rows: subgrid; }", "subgrid"),
        ("a { user-select: none; }", "user-select"),
        ("a { text-decoration: underline dotted; }", "several values of text-decoration"),
        ('a { content: "x" / ""; }', "the text after / in content"),
        ("a:has(b) { top: 0; }", ":has()"),
        ("a:not(:has(b)) { top: 0; }", ":has()"),
        ("a:nth-last-child(1 of .b) { top: 0; }", ":nth-child(of)"),
        ("a::details-content { top: 0; }", "::details-content"),
        ("a { top: 0; & b { top: 0; } }", "nesting"),
        ("a { @media (min-width: 1px) { top: 0; } }", "nesting"),
        ("@media (width >= 1px) { a { top: 0; } }", "ranges in media queries"),
        ("@media (hover) or (print) { a { top: 0; } }", "or and not( in media queries"),
        ("@media print { a { color: light-dark(red, blue); } }", "light-dark()"),
    ],
)
def test_lint_requires_a_fallback_for_styles_newer_than_the_oldest_browsers(style, name):
    assert faults(style) == [name]


@pytest.mark.parametrize(
    "style",
    [
        "a { block-size: 100vh; block-size: 100dvh; }",
        "a { -webkit-user-select: none; user-select: none; }",
        "@supports (block-size: 1dvh) { a { block-size: 100dvh; } }",
        "@supports selector(:has(a)) { @media print { a:has(b) { top: 0; } } }",
        "a:is(.b, :has(c)) { top: 0; }",
        "a { text-wrap: balance; }",
        "@media (scripting: none) { a { top: 0; } }",
    ],
)
def test_lint_accepts_new_styles_with_a_fallback(style):
    assert not faults(style)


def test_lint_refuses_a_fallback_before_a_value_with_a_variable():
    # Such a declaration is dropped only when its value is computed.
    style = "a { color: red; color: color-mix(in srgb, var(--a), blue); }"
    assert faults(style) == ["color-mix()"]


@pytest.mark.parametrize(
    ("line", "name"),
    [
        ("const signal = AbortSignal.any([a, b]);", "AbortSignal.any()"),
        ("const fields = new FormData(form, button);", "the submitter of FormData"),
        ("element.ariaBusy = 'true';", "attributes of ARIA as properties"),
        ('root.querySelector(".a:has(b)");', ":has()"),
        ("form.requestSubmit();", "requestSubmit()"),
        ("const found = /a[b--c]/v.test(text);", "the flag v of patterns"),
        ("const groups = Object.groupBy(a, b);", "groupBy()"),
    ],
)
def test_lint_refuses_script_features_newer_than_the_oldest_browsers(tmp_path, line, name):
    path = tmp_path / "x.js"
    path.write_text(f"// new FormData(a, b)\n/* AbortSignal.any() */\n{line}\n")
    (fault,) = lint_styles.too_new(path)
    assert fault.place.endswith("x.js:3")
    assert fault.text == f"{name} is too new"


def test_feature_table_lists_only_features_newer_than_the_oldest_browsers():
    for feature in (*DECLARATIONS, *SELECTORS, *QUERIES):
        assert feature.since.newer_than(FLOOR), feature.name
    for feature in SCRIPTS:
        assert feature.since.newer_than(SCRIPT_FLOOR), feature.name
