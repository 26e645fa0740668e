"""Build the bookmarklet's script, `wordle_web/data/bookmark.js`, from `static/js/bookmark`.

Run it after a change in that folder. It joins the modules, removes comments and spaces, and
shortens declared names, unless a name is also used as a property, a key or a keyword. The modules
must follow some rules: they declare names with `const` and `let`, write functions as arrow
functions with parentheses around parameters, use no template literals, and use every name with only
one meaning.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import product
from pathlib import Path
from string import ascii_letters
from typing import Final

from wordle_web.web.bookmark.views import BOOKMARK_FILE

MODULES: Final = ("tiles", "boards", "marks", "statistics", "bookmark")
ROOT: Final = Path(__file__).resolve().parents[1]
SOURCES: Final = ROOT / "static" / "js" / "bookmark"

# Properties that only our own objects have, so that they can be shortened, too.
PROPERTIES: Final = frozenset(
    (
        *("element", "box", "letter", "order", "isUnsure", "isVoid", "isFull", "isTyped", "word"),
        *("isBroken", "isNamed", "isAlone", "rows", "words", "typed", "cells", "boards", "marks"),
        *("doubts", "named", "kind", "hue", "isThemed", "longest"),
    )
)

_TOKEN = re.compile(
    r"(?P<comment>/\*.*?\*/|//[^\n]*)"
    r"|(?P<text>\"(?:[^\"\\\n]|\\.)*\")"
    # A slash after a value is a division; otherwise it starts a regular expression.
    r"|(?P<pattern>(?:(?<=[(,=:!&|?>])|(?<=return))\s*/(?:[^/\\\n\[]|\\.|\[(?:[^\]\\\n]|\\.)*\])+/[a-z]*)"
    r"|(?P<number>0x[0-9a-f]+|\d+n?(?:\.\d+)?(?:e\d+)?)"
    r"|(?P<name>[A-Za-z_$][\w$]*)"
    r"|(?P<space>\s+)"
    r"|(?P<sign>\?\.|\.\.\.|=>|.)",
    re.DOTALL,
)
_MODULE = re.compile(r"^import .*?;\n|^export ", re.MULTILINE)
_DECLARED = re.compile(r"\b(?:const|let) ([\w$]+|\{[^{}]*\}|\[[^\[\]]*\])|\(([^()]*)\) =>")
_WORD_SIGN = re.compile(r"[\w$]")

Token = tuple[str, str]  # its kind and its text


def bookmark_code() -> str:
    """Return `MODULES` as one small script, which declares the start function."""
    sources = [(SOURCES / f"{name}.js").read_text(encoding="utf-8") for name in MODULES]
    tokens = [
        (match.lastgroup or "", match.group().strip())
        for match in _TOKEN.finditer(_MODULE.sub("", "".join(sources)))
        if match.lastgroup not in {"comment", "space"}
    ]
    return "".join(_joined(_with_one_let(_trimmed(_renamed(tokens)))))


def _renamed(tokens: list[Token]) -> list[Token]:
    """Return the tokens with short names for declared identifiers and for `PROPERTIES`."""
    names = Counter(text for kind, text in tokens if kind == "name")
    fixed = _fixed(tokens) - PROPERTIES
    # Take the names of variables and parameters, but not of default values.
    source = " ".join(text for kind, text in tokens if kind != "text")
    declared = re.findall(
        r"(?<![\w$])(?<!= )[A-Za-z_$][\w$]*", " ".join(map("".join, _DECLARED.findall(source)))
    )
    free = sorted({*declared, *PROPERTIES} - fixed)
    all_short = (
        "".join(letters) for size in (1, 2) for letters in product(ascii_letters, repeat=size)
    )
    short = (name for name in all_short if name not in names)
    new = dict(zip(sorted(free, key=lambda name: -names[name]), short, strict=False))
    return [(kind, new.get(text, text) if kind == "name" else text) for kind, text in tokens]


def _trimmed(tokens: Sequence[Token]) -> list[Token]:
    """Return the tokens without optional punctuation and parentheses around single parameters."""
    made: list[Token] = []
    for kind, text in tokens:
        last = made[-1][1] if made else ""
        if (text in {"}", "]", ")"} and last == ",") or (text == "}" and last == ";"):
            made.pop()
        if text == "=>" and [mark for _, mark in made[-3::2]] == ["(", ")"]:
            made[-3:] = made[-2:-1]
        made.append((kind, text))
    return made


def _fixed(tokens: Sequence[Token]) -> set[str]:
    """Return the names that are properties: after a dot, as keys, or in destructuring patterns."""
    fixed, opened = set(), []
    for index, (kind, text) in enumerate(tokens[:-1]):
        before, after = tokens[index - 1][1] if index else "", tokens[index + 1][1]
        if text in {"{", "[", "("}:
            opened.append(text)
        elif text in {"}", "]", ")"}:
            opened.pop()
        is_item = before in {"{", ","} and after in {":", ",", "}"} and opened[-1:] == ["{"]
        if kind == "name" and (is_item or before in {".", "?."}):
            fixed.add(text)
    return fixed


def _with_one_let(tokens: Sequence[Token]) -> list[Token]:
    """Return the tokens with consecutive declarations joined into one."""
    made: list[Token] = []
    is_let = [False]  # for each depth of brackets, whether the statement is a declaration
    for kind, text in tokens:
        text = "let" if text == "const" else text
        before = made[-1][1] if made else ";"
        if text == "let" and before == ";" and is_let[-1]:
            made[-1] = ("sign", ",")
            continue
        if kind == "name" and before in {";", "{", "}"}:
            is_let[-1] = text == "let"
        if text == "{":
            is_let.append(False)
        elif text == "}":
            is_let.pop()
        made.append((kind, text))
    return made


def _joined(tokens: Sequence[Token]) -> Iterator[str]:
    """Yield the texts of tokens, with a space between two that would otherwise merge."""
    last = ""
    for kind, text in tokens:
        if kind == "text" and "'" not in text:
            text = f"'{text[1:-1]}'"  # a double quote takes three characters in a URL
        if kind == "number" and text.startswith("0."):
            text = text[1:]
        if kind == "name":
            text = {"true": "!0", "false": "!1"}.get(text, text)
        if last and _WORD_SIGN.match(last[-1]) and _WORD_SIGN.match(text[0]):
            yield " "
        yield text
        last = text


if __name__ == "__main__":
    BOOKMARK_FILE.write_text(bookmark_code(), encoding="utf-8")
