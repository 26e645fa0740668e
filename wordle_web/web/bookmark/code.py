"""The bookmark's address, made at start from the readable modules in `static/js/bookmark`.

The modules are joined, comments and spaces are left out, and names that they declare become short.
A name keeps its spelling where it stands for anything else as well: a property, a key, a word of
the language. Held by what the modules do without: template literals, and one name for two things.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import product
from string import ascii_letters
from typing import Final
from urllib.parse import quote

MODULES: Final = ("tiles", "boards", "marks", "statistics", "bookmark")
# Of what has a meaning in an address, only this is left as it is: no client changes it.
SAFE: Final = "!$&'()*+,-./:;=?@[]_~"

# Properties of our own objects, which are no property of anything else.
PROPERTIES: Final = frozenset(
    (
        *("element", "box", "letter", "order", "isMoving", "isVoid", "isFull", "isTyped", "word"),
        *("isBroken", "isNamed", "isAlone", "rows", "words", "typed", "cells", "boards", "marks"),
        *("doubts", "named", "kind", "hue", "learnt", "roles", "longest"),
    )
)

_TOKEN = re.compile(
    r"(?P<comment>/\*.*?\*/|//[^\n]*)"
    r"|(?P<text>\"(?:[^\"\\\n]|\\.)*\")"
    # A slash begins an expression only where a value cannot end: a division follows a value.
    r"|(?P<pattern>(?:(?<=[(,=:!&|?>])|(?<=return))\s*/(?:[^/\\\n\[]|\\.|\[(?:[^\]\\\n]|\\.)*\])+/[a-z]*)"
    r"|(?P<number>0x[0-9a-f]+|\d+n?(?:\.\d+)?(?:e\d+)?)"
    r"|(?P<name>[A-Za-z_$][\w$]*)"
    r"|(?P<space>\s+)"
    r"|(?P<sign>\?\.|\.\.\.|=>|.)",
    re.DOTALL,
)
_IMPORT = re.compile(r"^import .*?;\n", re.MULTILINE)
_DECLARED = re.compile(r"\b(?:const|let|function|class)\s+([A-Za-z_$][\w$]*)")
_WORD_SIGN = re.compile(r"[\w$]")

Token = tuple[str, str]  # its kind and its text


def bookmark_code(sources: Iterable[str]) -> str:
    """Return `sources`, those of `MODULES`, as one small script that declares a way to start it."""
    tokens = _renamed(list(_tokens(_IMPORT.sub("", "".join(sources)))))
    return "".join(_joined(_without_signs(_with_one_let(_with_arrows(tokens)))))


def bookmark_address(code: str, address: str, pause: int = 600) -> str:
    """Return the address of the bookmark that leads to `address`.

    Args:
        code: What `bookmark_code` returns.
        address: Of the page that takes the rows, in full.
        pause: Milliseconds between the two readings.
    """
    name = re.findall(r"async function ([\w$]+)", code)[-1]
    script = f"{{{code};{name}('{address}',{pause})}}"
    return f"javascript:{quote(script, safe=SAFE)}"


def _tokens(source: str) -> Iterator[Token]:
    for match in _TOKEN.finditer(source):
        kind, text = match.lastgroup or "", match.group()
        if kind == "name" and text == "export":
            continue
        if kind not in {"comment", "space"}:
            yield kind, text.strip()


def _renamed(tokens: list[Token]) -> list[Token]:
    """Return the tokens with short names for those that are declared here."""
    names = Counter(text for kind, text in tokens if kind == "name")
    fixed = _fixed(tokens) - PROPERTIES
    free = sorted({*_declared(tokens), *PROPERTIES} - fixed)
    short = (name for name in _short_names() if name not in names)
    new = dict(zip(sorted(free, key=lambda name: -names[name]), short, strict=False))
    return [(kind, new.get(text, text) if kind == "name" else text) for kind, text in tokens]


def _fixed(tokens: Sequence[Token]) -> set[str]:
    """Return the names of properties: after a dot, keys of objects, what is taken from these."""
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


def _declared(tokens: list[Token]) -> set[str]:
    """Return the names that are declared: by a word of the language, or as a parameter."""
    found: set[str] = set()
    for index, (kind, text) in enumerate(tokens):
        if kind == "name" and text in {"const", "let", "function", "class"}:
            found.update(_pattern_names(tokens, index + 1))
        if text == "=>" and tokens[index - 1][0] == "name":
            found.add(tokens[index - 1][1])
        if text == "=>" and tokens[index - 1][1] == ")":
            found.update(_parameter_names(tokens, index - 1))
        if kind == "name" and text == "function":
            end = next(
                at
                for at in range(index, len(tokens))
                if tokens[at][1] == "{" and tokens[at - 1][1] == ")"
            )
            found.update(_parameter_names(tokens, end - 1))
    return found


def _pattern_names(tokens: list[Token], start: int) -> Iterator[str]:
    """Yield the names of a declaration: up to its value, over the values of a pattern."""
    depth = 0
    for kind, text in tokens[start:]:
        if kind == "name":
            yield text
        depth += (text in {"{", "["}) - (text in {"}", "]"})
        if depth == 0:
            return


def _parameter_names(tokens: list[Token], end: int) -> Iterator[str]:
    """Yield the names in the brackets that end at `end`, but for those of default values."""
    depth, at = 1, end
    while depth:
        at -= 1
        depth += (tokens[at][1] == ")") - (tokens[at][1] == "(")
    for index in range(at + 1, end):
        if tokens[index][0] == "name" and tokens[index - 1][1] != "=":
            yield tokens[index][1]


def _short_names() -> Iterator[str]:
    for length in (1, 2):
        for letters in product(ascii_letters, repeat=length):
            yield "".join(letters)


def _with_arrows(tokens: Sequence[Token]) -> list[Token]:
    """Return the tokens with functions that are no arrows yet, nor wait for anything, as arrows."""
    made: list[Token] = []
    ends: list[int] = []
    for index, (kind, text) in enumerate(tokens):
        if text == "function" and tokens[index - 1][1] != "async":
            start = _opening(tokens, index)
            ends.append(_closing(tokens, start))
            made.append(("name", "let"))
            continue
        if text == "(" and tokens[index - 2][1] == "function" and tokens[index - 3][1] != "async":
            made.append(("sign", "="))
        if text == "{" and ends and ends[-1] == _closing(tokens, index):
            made.append(("sign", "=>"))
        made.append((kind, text))
        if ends and index == ends[-1]:
            made.append(("sign", ";"))
            ends.pop()
    return _with_values(made)


def _with_values(tokens: Sequence[Token]) -> list[Token]:
    """Return the tokens with arrows that only return a value as arrows to that value."""
    made: list[Token] = []
    skipped: set[int] = set()
    for index, token in enumerate(tokens):
        if token[1] == "=>" and [text for _, text in tokens[index + 1 : index + 3]] == [
            "{",
            "return",
        ]:
            end = _closing(tokens, index + 1)
            if _semicolon(tokens, index + 3) == end - 1 and tokens[index + 3][1] != "{":
                skipped |= {index + 1, index + 2, end - 1, end}
        if index not in skipped:
            made.append(token)
    return made


def _opening(tokens: Sequence[Token], start: int) -> int:
    """Return where the body of the function begins that is declared at `start`."""
    return next(
        at for at in range(start, len(tokens)) if (tokens[at - 1][1], tokens[at][1]) == (")", "{")
    )


def _closing(tokens: Sequence[Token], start: int) -> int:
    """Return where the bracket closes that opens at `start`."""
    opening = tokens[start][1]
    closing = {"{": "}", "(": ")"}[opening]
    depth = 0
    for at in range(start, len(tokens)):
        depth += (tokens[at][1] == opening) - (tokens[at][1] == closing)
        if not depth:
            return at
    raise ValueError("a bracket is not closed")


def _semicolon(tokens: Sequence[Token], start: int) -> int:
    """Return where the statement ends that begins at `start`."""
    depth = 0
    for at in range(start, len(tokens)):
        depth += (tokens[at][1] in {"{", "(", "["}) - (tokens[at][1] in {"}", ")", "]"})
        if not depth and tokens[at][1] == ";":
            return at
    raise ValueError("a statement does not end")


def _with_one_let(tokens: Sequence[Token]) -> list[Token]:
    """Return the tokens with declarations that follow each other as one."""
    made: list[Token] = []
    is_let = [False]  # of the statement under way, at each depth of brackets
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


def _without_signs(tokens: Sequence[Token]) -> list[Token]:
    """Return the tokens without brackets around one parameter, and signs before an end."""
    made: list[Token] = []
    skipped: set[int] = set()
    for index, (kind, text) in enumerate(tokens):
        if text == "=>" and tokens[index + 1][1] == "(" and tokens[index + 2][1] != "{":
            end = _closing(tokens, index + 1)
            if tokens[end + 1][1] in {")", ",", ";", "]", "}"}:
                skipped |= {index + 1, end}
        if index in skipped:
            continue
        if text == "=>" and _is_one_name(made):
            made[-3:] = [made[-2]]
        if text in {"}", "]", ")"} and made and made[-1][1] in {",", ";"} and made[-2][1] != ";":
            made.pop()
        made.append((kind, text))
    return made


def _is_one_name(tokens: Sequence[Token]) -> bool:
    """Return whether tokens end with one name in brackets, and no call."""
    before, opening, name, closing = tokens[-4:]
    is_call = before[0] == "name" and before[1] != "return"
    return (opening[1], name[0], closing[1]) == ("(", "name", ")") and not is_call


def _joined(tokens: Sequence[Token]) -> Iterator[str]:
    """Yield the texts of tokens, with a space between two that would become one."""
    last = ""
    for kind, text in tokens:
        if kind == "text" and "'" not in text:
            text = f"'{text[1:-1]}'"  # a double quote takes three characters in an address
        if kind == "number" and text.startswith("0."):
            text = text[1:]
        if kind == "name":
            text = {"true": "!0", "false": "!1"}.get(text, text)
        if last and _WORD_SIGN.match(last[-1]) and _WORD_SIGN.match(text[0]):
            yield " "
        yield text
        last = text
