"""Report CSS that is unsupported, unused or too new, and scripts that are too new.

    .venv/bin/python scripts/lint_styles.py

tinycss2 parses the style sheets, and Chromium checks whether it supports each declaration, selector
and query. A custom property must be both declared and used: in a style sheet, a script or a
template. Features that are newer than the oldest browsers (`browser_features.py`) need a fallback:
an `@supports` around them, an earlier declaration of the same property, a list in `:is()`, or the
same property with a prefix. Scripts must not use newer features. The script prints the file, the
line and the text of each fault, and exits with status 1 if there are any.
"""

import os
import re
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import tinycss2
from browser_features import (
    AT_RULES,
    DECLARATIONS,
    FLOOR,
    HARMLESS_AT_RULES,
    QUERIES,
    SCRIPT_FLOOR,
    SCRIPTS,
    SELECTORS,
)
from start_browser import chromium

ROOT = Path(__file__).resolve().parents[1]
# How Chromium checks the condition of an at-rule; an empty value means that it has no condition to
# check.
KINDS = {"media": "query", "supports": "declaration"} | dict.fromkeys(
    ("container", "layer", "keyframes"), ""
)
ASK = """asked => asked.map(([kind, text]) => {
    // An unknown query is dropped, or neither the query nor its opposite is true.
    if (kind === "query") {
        const opposites = [text, `not (${text})`, `not all and ${text}`];
        return opposites.some((query) => matchMedia(query).matches);
    }
    if (kind === "declaration") return CSS.supports(text.replace(/^not /, ""));
    const style = document.head.appendChild(document.createElement("style"));
    style.textContent = kind === "property" ? text : `${text} {}`;
    const { length } = style.sheet.cssRules;
    style.remove();
    return length === 1;
})"""
# Prefixes for other browsers, which are harmless in browsers that do not know them.
OTHERS = re.compile(r"-(moz|webkit)-")
_LIST = re.compile(r":(is|where)\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)")
_COMMENT = re.compile(r"/\*.*?\*/|(?<![:\"'])//[^\n]*", re.DOTALL)
FEATURES = {"declaration": DECLARATIONS, "selector": SELECTORS, "query": QUERIES}
# Names of custom properties in scripts and templates.
NAMED = re.compile(r"--([a-z][a-z0-9-]*)|duration\(\"([a-z-]+)\"\)")


@dataclass(frozen=True, slots=True)
class Piece:
    """A declaration, selector, query or at-rule of a style sheet, or a fault in its text.

    `has_fallback` is true inside an `@supports`, or if browsers that drop this declaration use an
    earlier one of the same property, with or without a prefix.
    """

    place: str
    kind: str
    text: str
    has_fallback: bool = False


def pieces(
    path: Path, nodes: Sequence[Any], inside: str = "", is_guarded: bool = False
) -> Iterator[Piece]:
    """Yield the pieces of a style sheet, or of the content of one of its rules."""
    before: set[str] = set()
    for node in nodes:
        place = f"{os.path.relpath(path)}:{node.source_line}"
        if inside == "rule" and node.type in {"qualified-rule", "at-rule"}:
            yield Piece(place, "at-rule", "nesting", is_guarded)
        if node.type == "error":
            yield Piece(place, "fault", node.message)
        elif node.type == "declaration":
            value = tinycss2.serialize(node.value).strip()
            # A declaration with a variable is dropped only when its value is computed, which is too
            # late for the fallback.
            is_replaced = bool({node.name, f"-webkit-{node.name}"} & before) and "var(" not in value
            before.add(node.name)
            yield Piece(place, "declaration", f"{node.name}: {value}", is_guarded or is_replaced)
        elif node.type == "qualified-rule":
            if inside != "keyframes":
                selector = tinycss2.serialize(node.prelude).strip()
                yield Piece(place, "selector", selector, is_guarded)
            yield from pieces(path, content(node), "rule", is_guarded)
        elif node.type == "at-rule":
            yield from at_rule_pieces(path, node, place, inside, is_guarded)


def at_rule_pieces(
    path: Path, node: Any, place: str, inside: str, is_guarded: bool
) -> Iterator[Piece]:
    """Yield the pieces of a rule such as `@media`."""
    keyword = node.at_keyword
    if keyword == "property":
        yield Piece(place, "at-rule", "@property", is_guarded)
        yield Piece(place, "property", node.serialize())
    elif keyword not in KINDS:
        yield Piece(place, "fault", f"@{keyword} is not known")
    else:
        is_question = keyword == "supports"
        if kind := KINDS[keyword]:
            prelude = tinycss2.serialize(node.prelude).strip()
            queries = [prelude] if is_question else prelude.split(",")
            asked = (query.strip() for query in queries if "(" in query)
            yield from (Piece(place, kind, query, is_question) for query in asked)
        within = "rule" if inside == "rule" else keyword
        yield from pieces(path, content(node), within, is_guarded or is_question)


def content(rule: Any) -> Sequence[Any]:
    """Return the declarations and rules in a rule."""
    if rule.content is None:
        return []
    blocks: Sequence[Any] = tinycss2.parse_blocks_contents(
        rule.content, skip_comments=True, skip_whitespace=True
    )
    return blocks


def refused(asked: Sequence[Piece]) -> list[Piece]:
    """Return the pieces that Chromium does not support."""
    with chromium() as browser:
        known = browser.new_page().evaluate(ASK, [[piece.kind, piece.text] for piece in asked])
    return [piece for piece, is_known in zip(asked, known, strict=True) if not is_known]


def without_fallback(pieces: Sequence[Piece]) -> Iterator[Piece]:
    """Yield the pieces that the oldest browsers drop, and that need a fallback."""
    for piece in pieces:
        if piece.has_fallback:
            continue
        if piece.kind == "at-rule":
            is_newer = piece.text in AT_RULES and AT_RULES[piece.text].newer_than(FLOOR)
            names = [piece.text] if is_newer and piece.text not in HARMLESS_AT_RULES else []
        else:
            # Browsers drop unknown selectors from :is() and keep the others.
            text = _LIST.sub("", piece.text) if piece.kind == "selector" else piece.text
            names = [
                feature.name
                for feature in FEATURES.get(piece.kind, ())
                if not feature.without
                and feature.pattern.search(text)
                and feature.since.newer_than(FLOOR)
            ]
        for name in names:
            yield Piece(piece.place, "fault", f"{name} is too new, and has no fallback")


def too_new(path: Path) -> Iterator[Piece]:
    """Yield features in the script `path` that are newer than the browsers that run our scripts."""
    script = _COMMENT.sub(lambda match: "\n" * match.group().count("\n"), path.read_text("utf-8"))
    for number, line in enumerate(script.splitlines(), 1):
        for feature in SCRIPTS:
            if feature.pattern.search(line) and feature.since.newer_than(SCRIPT_FLOOR):
                place = f"{os.path.relpath(path)}:{number}"
                yield Piece(place, "fault", f"{feature.name} is too new")


def unmatched_properties(pieces: Sequence[Piece]) -> Iterator[Piece]:
    """Yield custom properties that are used but never declared, or declared but never used."""
    others = [*(ROOT / "static/js").rglob("*.js"), *(ROOT / "templates").rglob("*.html")]
    elsewhere = {
        f"--{first or second}"
        for path in others
        for first, second in NAMED.findall(path.read_text("utf-8"))
    }
    declarations = [piece for piece in pieces if piece.kind == "declaration"]
    declared = {declaration.text.partition(":")[0] for declaration in declarations} | elsewhere
    referenced = {
        name
        for declaration in declarations
        for name in re.findall(r"var\((--[\w-]+)", declaration.text)
    }
    for declaration in declarations:
        name, _, value = declaration.text.partition(":")
        if name.startswith("--") and name not in referenced | elsewhere:
            yield Piece(declaration.place, "fault", f"{name} is never used")
        for name in re.findall(r"var\((--[\w-]+)", value):
            if name not in declared:
                yield Piece(declaration.place, "fault", f"{name} is never declared")


def read(folder: Path) -> list[Piece]:
    """Return the pieces of the style sheets in a folder."""
    return [
        piece
        for path in sorted(folder.rglob("*.css"))
        for piece in pieces(
            path,
            tinycss2.parse_stylesheet(
                path.read_text("utf-8"), skip_comments=True, skip_whitespace=True
            ),
        )
    ]


def questions(pieces: Sequence[Piece]) -> list[Piece]:
    """Return the pieces that a browser can check."""
    return [
        piece
        for piece in pieces
        if piece.kind not in {"fault", "at-rule"}
        and not piece.text.startswith("--")
        and not OTHERS.search(piece.text)
    ]


def main(folder: Path = ROOT / "static") -> int:
    """Print the faults of the style sheets and scripts in a folder and return the exit status."""
    pieces = read(folder)
    faults = [piece for piece in pieces if piece.kind == "fault"]
    faults += [*unmatched_properties(pieces), *without_fallback(pieces)]
    faults += [fault for path in sorted(folder.rglob("*.js")) for fault in too_new(path)]
    faults += refused(questions(pieces))
    for fault in faults:
        print(f"{fault.place}: {'' if fault.kind == 'fault' else fault.kind + ' '}{fault.text}")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(*map(Path, sys.argv[1:])))
