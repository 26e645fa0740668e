"""Patterns for untrusted text run in linear time: all are analyzed, none is compiled elsewhere.

A hostile text makes a search slow if two repeats can divide the same characters between them in
many ways. Therefore, all continuations after a repeat are followed as long as they match characters
of that repeat; they must not reach another repeat.
"""

import ast
import importlib
import pkgutil
import re
import re._constants as op  # type: ignore[import-not-found]
import re._parser as parser  # type: ignore[import-not-found]
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

import wordle_web
from wordle_web.engine.row_parser import parse_rows
from wordle_web.parsing import PATTERNS
from wordle_web.wordlists.hunspell import read_affixes

LONG = 500  # a longer repeat must end a pattern, or not match the pattern's beginning
LONGEST = 10_000
REPEATS = {op.MAX_REPEAT, op.MIN_REPEAT, op.POSSESSIVE_REPEAT}
LOOKS = {op.ASSERT, op.ASSERT_NOT}
# Text from this package itself: styles, scripts, routes, and sentences about listed words.
OWN_TEXT = {"web/app.py", "web/bookmark/views.py", "web/http/static.py", "web/ui/layout.py"}
SAMPLE = [
    *map(chr, range(0x180)),
    *"\u2013\u2014\u2019\u2003\u0661\u0425\u20e3\ufe0f🟩🟥🕐🔟가년年월月일日",
]


@dataclass(eq=False)
class Repeat:
    """A repeat: its maximum count, its last positions, and all its positions."""

    most: int
    ends: set[int] = field(default_factory=set)
    inside: set[int] = field(default_factory=set)


class Automaton:
    """A pattern as positions, one per character of the pattern, with their possible successors."""

    def __init__(self, pattern: re.Pattern[Any]) -> None:
        self.chars: list[frozenset[str]] = []
        # Two positions, and the repeat that is continued by going from the first to the second.
        self.edges: list[tuple[int, int, Repeat | None]] = []
        self.repeats: list[Repeat] = []
        self.faults: list[str] = []
        text = pattern.pattern
        tree = parser.parse(text, pattern.flags & ~re.DEBUG)
        first, _, _ = self._sequence(tree, bool(tree.state.flags & re.IGNORECASE))
        self.begins = frozenset().union(*(self.chars[index] for index in first))

    def _place(self, chars: frozenset[str]) -> tuple[set[int], set[int], bool]:
        self.chars.append(chars)
        here = {len(self.chars) - 1}
        return here, here, False

    def _sequence(self, items: Any, ignores: bool) -> tuple[set[int], set[int], bool]:
        """Return the possible first and last positions, and whether the sequence can be empty."""
        first: set[int] = set()
        last: set[int] = set()
        is_empty = True
        for kind, value in items:
            a, z, empty = self._item(kind, value, ignores)
            self.edges += [(one, other, None) for one in last for other in a]
            first |= a if is_empty else set()
            last = z | (last if empty else set())
            is_empty = is_empty and empty
        return first, last, is_empty

    def _item(self, kind: Any, value: Any, ignores: bool) -> tuple[set[int], set[int], bool]:
        if kind in REPEATS:
            return self._repeat(*value, ignores)
        if kind is op.SUBPATTERN:
            return self._sequence(value[3], ignores or bool(value[1] & re.IGNORECASE))
        if kind is op.ATOMIC_GROUP:
            return self._sequence(value, ignores)
        if kind is op.BRANCH:
            branches = [self._sequence(branch, ignores) for branch in value[1]]
            first, last = (set().union(*(branch[n] for branch in branches)) for n in (0, 1))
            return first, last, any(branch[2] for branch in branches)
        if kind in LOOKS:
            self._sequence(value[1], ignores)
            return self._mark()
        if kind is op.AT:
            return self._mark()
        if kind is op.GROUPREF:
            self.faults.append("refers to a group")
            return self._mark()
        return self._place(frozenset(c for c in SAMPLE if _matches(kind, value, c, ignores)))

    def _mark(self) -> tuple[set[int], set[int], bool]:
        # A lookaround or an anchor consumes nothing.
        first, last, _ = self._place(frozenset())
        return first, last, True

    def _repeat(
        self, least: int, most: int, body: Any, ignores: bool
    ) -> tuple[set[int], set[int], bool]:
        if most == op.MAXREPEAT:
            self.faults.append("has a repeat without a bound")
        start, before = len(self.chars), len(self.repeats)
        first, last, is_empty = self._sequence(body, ignores)
        holds_repeats = len(self.repeats) > before
        if most > 1 and (least < most or holds_repeats):
            repeat = Repeat(int(most), last, set(range(start, len(self.chars))))
            self.repeats.append(repeat)
            self.edges += [(one, other, repeat) for one in last for other in first]
        return first, last, is_empty or least == 0

    def find_faults(self) -> Iterator[str]:
        """Yield the reasons why the pattern is slow for some texts."""
        yield from self.faults
        for repeat in self.repeats:
            yield from self._met(repeat)
            if len(repeat.inside) > 1:
                yield from self._undecided(repeat)

    def _met(self, repeat: Repeat) -> Iterator[str]:
        chars = frozenset().union(*(self.chars[index] for index in repeat.inside))
        todo, seen = set(repeat.ends), set[int]()
        while todo:
            place = todo.pop()
            for one, other, loop in self.edges:
                if one != place or loop is repeat or other in seen:
                    continue
                is_within = {one, other} <= repeat.inside
                if is_within and not (loop and repeat.inside <= loop.inside):
                    continue  # the repeat continues
                if repeat.most > LONG and self.begins & chars:
                    yield f"goes on after a repeat of up to {repeat.most}"
                seen.add(other)
                if self.chars[other] and not self.chars[other] & chars:
                    continue
                met = [repeat for repeat in self.repeats if other in repeat.inside]
                if other in repeat.inside or any(
                    other is not repeat and not repeat.inside < other.inside for other in met
                ):
                    yield "has two repeats that may match the same character"
                todo.add(other)
        if repeat.most > LONGEST:
            yield f"has a repeat of up to {repeat.most}"

    def _undecided(self, repeat: Repeat) -> Iterator[str]:
        # Within a repeat, the next character must determine the path.
        for place in repeat.inside:
            following = {b for a, b, _ in self.edges if a == place and b in repeat.inside}
            for one, other in combinations(following, 2):
                if self.chars[one] & self.chars[other]:
                    yield "has a choice in a repeat that a character does not decide"


def _matches(kind: Any, value: Any, char: str, ignores: bool) -> bool:
    if kind is op.ANY:
        return True
    if kind is op.IN:
        negated = value[0][0] is op.NEGATE
        return negated != any(_matches(*item, char, ignores) for item in value[negated:])
    forms = {char, char.lower(), char.upper()} if ignores else {char}
    if kind is op.LITERAL:
        return any(len(form) == 1 and ord(form) == value for form in forms)
    if kind is op.NOT_LITERAL:
        return ord(char) != value
    if kind is op.RANGE:
        return any(len(form) == 1 and value[0] <= ord(form) <= value[1] for form in forms)
    assert kind is op.CATEGORY, kind
    name = str(value).removeprefix("CATEGORY_").removeprefix("NOT_")
    shorthand = {"DIGIT": r"\d", "SPACE": r"\s", "WORD": r"\w"}[name]
    return bool(re.match(shorthand, char)) != ("NOT_" in str(value))


def faults(pattern: re.Pattern[Any]) -> list[str]:
    return sorted(set(Automaton(pattern).find_faults()))


@pytest.fixture(scope="module", autouse=True)
def every_module() -> None:
    """Import the whole package, and create the patterns that are built at run time."""
    for module in pkgutil.walk_packages(wordle_web.__path__, "wordle_web."):
        if not module.name.endswith("__main__"):
            importlib.import_module(module.name)
    for length in (2, 5, 12, 32):
        parse_rows("x", length)
    read_affixes(b"SFX A Y 1\nSFX A y ies [^aeiou]y\n")


def test_every_pattern_for_untrusted_text_is_linear() -> None:
    assert len(PATTERNS) > 50
    faults_of = {pattern.pattern: faults(pattern) for pattern in PATTERNS}
    assert {text: why for text, why in faults_of.items() if why} == {}


GAP = r"[^\S\n]"
BEFORE = {
    "edited": r"[<(]\W*(?:[^<>()\n]{0,40}\W)?(?:edited|bearbeitet)\b[^<>()\n]{0,10}[>)]",
    "before a number": r"[\s#*_:,\u2013\u2014-]*(?:\b(?:n[oº°r]|nro|núm)\.?)?[\s#]*$",
    "a link": r"/league\?(?:[^\s#]{0,300}&)?table=([\w-]{1,4000})",
    "a name before a time": rf"^([^\s:>\d][^:\n]{{0,59}}?)(?:{GAP}{{2,}})([^\W\d_]{{1,12}})$",
    "a seal": r"/((?:[^\s/?#]{1,40}/){0,5}daily)\?(?:[^\s#]{0,200}&)?seal=([\w-]{1,60})",
    "neighbors": r"a{1,9}[ab]{1,9}c",
    "neighbors with a separator of theirs": r"[a-z]{1,9}e[a-z]{1,9}1",
    "neighbors past an option": r"\s{1,9}(?:,)?\s{1,9}x",
    "nested": r"(?:a{1,9}){1,9}b",
    "nested with an option between": r"(?:a{1,9},?){1,9}b",
    "without a bound": r"\d+x",
    "lazy": r".{0,9}?,.{0,9}?;",
    "possessive": r"a{1,9}+a{1,9}b",
    "a choice in a repeat": r"(?:a|ab|b){1,20}c",
    "in a look ahead": r"(?=\w{0,9}[a-z]{0,9}1)",
    "a long one before more": r"a{1,5000}b",
    "letters of both sizes": r"(?i:[a-z]{1,9})(?i:[A-F]{1,9})1",
    "a group again": r"(['\"])x\1",
}


@pytest.mark.parametrize("text", BEFORE.values(), ids=BEFORE)
def test_nonlinear_pattern_is_refused_by_the_check(text: str) -> None:
    assert faults(re.compile(text, re.MULTILINE))


def test_linear_pattern_is_accepted_by_the_check() -> None:
    fast = r"[a-z]{1,9} [a-z]{1,9}", r"(?:\w{1,9},){0,9};", r"\d{1,3}(?:[.,]\d{3}){1,2}"
    for text in (*fast, r"a{1,9}ab"):
        assert faults(re.compile(text)) == []


def compiled_elsewhere(source: str) -> list[str]:
    """Return the calls that compile a pattern outside `linear_pattern`."""
    return [
        ast.unparse(node.func)
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Call)
        and re.fullmatch(r"re\.(?!escape)[a-z]+", ast.unparse(node.func))
    ]


def test_patterns_are_compiled_only_by_linear_pattern() -> None:
    package = Path(wordle_web.__file__).parent
    calls_of = {
        path.relative_to(package).as_posix(): compiled_elsewhere(path.read_text("utf-8"))
        for path in package.rglob("*.py")
    }
    others = {name for name, calls in calls_of.items() if calls}
    assert others == OWN_TEXT | {"parsing.py"}
    assert compiled_elsewhere("re.sub('a+', '', text)\nimport re") == ["re.sub"]
