"""Say what a browser would drop from our style sheets without a word.

    .venv/bin/python scripts/lint_styles.py

A style sheet is read by tinycss2; Chromium is asked whether it knows each declaration, selector and
query. A custom property must be both declared and used somewhere: in a style sheet, a script or a
template. Prints `file:line: what` for each fault and exits with status 1 if there is one.
"""

import os
import re
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import tinycss2
from start_browser import chromium

ROOT = Path(__file__).resolve().parents[1]
KINDS = {"media": "query", "supports": "declaration"} | dict.fromkeys(
    ("container", "layer", "keyframes"), ""
)
ASK = """asked => asked.map(([kind, text]) => {
    // What is unknown in a query is neither true nor false.
    if (kind === "query") return [text, `not (${text})`].some((query) => matchMedia(query).matches);
    if (kind === "declaration") return CSS.supports(text);
    const sheet = new CSSStyleSheet();
    if (kind === "property") {
        sheet.replaceSync(text);
        return sheet.cssRules.length === 1;
    }
    sheet.replaceSync(`* { ${text} {} }`);
    return sheet.cssRules[0].cssRules.length === 1;
})"""
# Of other browsers: harmless where they are not known.
OTHERS = re.compile(r"-(moz|webkit)-")
# As scripts and templates name a custom property.
NAMED = re.compile(r"--([a-z][a-z0-9-]*)|duration\(\"([a-z-]+)\"\)")


@dataclass(frozen=True, slots=True)
class Piece:
    """What a style sheet says, a declaration, a selector or the like, or a fault in its text."""

    place: str
    kind: str
    text: str


def pieces(path: Path, nodes: Sequence[Any], inside: str = "") -> Iterator[Piece]:
    """Yield the pieces of a style sheet, or of the content of one of its rules."""
    for node in nodes:
        place = f"{os.path.relpath(path)}:{node.source_line}"
        if node.type == "error":
            yield Piece(place, "fault", node.message)
        elif node.type == "declaration":
            yield Piece(
                place, "declaration", f"{node.name}: {tinycss2.serialize(node.value).strip()}"
            )
        elif node.type == "qualified-rule":
            if inside != "keyframes":
                yield Piece(place, "selector", tinycss2.serialize(node.prelude).strip())
            yield from pieces(path, content(node), "rule")
        elif node.type == "at-rule" and node.at_keyword == "property":
            yield Piece(place, "property", node.serialize())
        elif node.type == "at-rule" and node.at_keyword not in KINDS:
            yield Piece(place, "fault", f"@{node.at_keyword} is not known")
        elif node.type == "at-rule":
            prelude = tinycss2.serialize(node.prelude).strip()
            if KINDS[node.at_keyword]:
                queries = (each.strip() for each in prelude.split(",") if "(" in each)
                yield from (Piece(place, KINDS[node.at_keyword], each) for each in queries)
            yield from pieces(path, content(node), node.at_keyword)


def content(rule: Any) -> Sequence[Any]:
    """Return the declarations and rules in a rule."""
    if rule.content is None:
        return []
    found: Sequence[Any] = tinycss2.parse_blocks_contents(
        rule.content, skip_comments=True, skip_whitespace=True
    )
    return found


def refused(asked: Sequence[Piece]) -> list[Piece]:
    """Return the pieces that Chromium does not know."""
    with chromium() as browser:
        known = browser.new_page().evaluate(ASK, [[each.kind, each.text] for each in asked])
    return [each for each, is_known in zip(asked, known, strict=True) if not is_known]


def unmatched_properties(found: Sequence[Piece]) -> Iterator[Piece]:
    """Yield custom properties that are used and never declared, or declared and never used."""
    others = [*(ROOT / "static/js").rglob("*.js"), *(ROOT / "templates").rglob("*.html")]
    elsewhere = {
        f"--{first or second}"
        for path in others
        for first, second in NAMED.findall(path.read_text("utf-8"))
    }
    texts = [each for each in found if each.kind == "declaration"]
    declared = {each.text.partition(":")[0] for each in texts} | elsewhere
    used = {name for each in texts for name in re.findall(r"var\((--[\w-]+)", each.text)}
    for each in texts:
        name, _, value = each.text.partition(":")
        if name.startswith("--") and name not in used | elsewhere:
            yield Piece(each.place, "fault", f"{name} is never used")
        for name in re.findall(r"var\((--[\w-]+)", value):
            if name not in declared:
                yield Piece(each.place, "fault", f"{name} is never declared")


def main(folder: Path = ROOT / "static/css") -> int:
    """Print the faults of the style sheets in a folder and return the exit status."""
    found = [
        piece
        for path in sorted(folder.rglob("*.css"))
        for piece in pieces(
            path,
            tinycss2.parse_stylesheet(
                path.read_text("utf-8"), skip_comments=True, skip_whitespace=True
            ),
        )
    ]
    asked = [
        each
        for each in found
        if each.kind != "fault" and not each.text.startswith("--") and not OTHERS.search(each.text)
    ]
    faults = [each for each in found if each.kind == "fault"]
    faults += [*unmatched_properties(found), *refused(asked)]
    for fault in faults:
        print(f"{fault.place}: {'' if fault.kind == 'fault' else fault.kind + ' '}{fault.text}")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(*map(Path, sys.argv[1:])))
