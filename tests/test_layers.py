"""Imports go one way, engine ← game ← web, and in it services ← http ← ui ← features ← app.

Each rule is a function that lists what breaks it: nothing in this package, and what a test plants.
"""

import ast
import sys
from collections.abc import Callable, Iterator, Mapping
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PURE = {  # what the rooms that know no web may import
    "engine": {"engine", "parsing", "numpy"},
    "reading": {"engine", "reading", "parsing", "numpy", "PIL"},
    "game": {"engine", "game", "parsing", "numpy", "cryptography"},
}
WEB_LAYERS = ("services", "http", "ui", "feature", "app")
# A feature that a page of another one really needs, and why.
FEATURE_IMPORTS = {
    ("api", "analysis"): "serves the analysis to programs",
    ("api", "helper"): "serves the helper to programs",
    ("bookmark", "helper"): "leads to the address of the helper with the rows of another page",
    ("bookmark", "screenshot"): "leads to where doubtful rows are checked",
    ("history", "play"): "shows the figures that the page of a game shows",
    ("play", "helper"): "leads to the address of the helper with what a game shows",
    ("lab", "watch"): "links the games of strategies to where they are watched",
    ("pages", "play"): "feeds tell the words of days",
    ("screenshot", "analysis"): "leads to the address of an analysis with the rows of a picture",
    ("screenshot", "helper"): "leads to the address of the helper with the rows of a picture",
    ("watch", "play"): "watches the word of a day",
}
GIVEN = {"now", "today", "utcnow", "getenv", "token_bytes", "urandom"}  # clock, randomness

SOURCES = {path: path.read_text("utf-8") for path in (ROOT / "wordle_web").rglob("*.py")}
TEMPLATES = {path: path.read_text("utf-8") for path in (ROOT / "templates").rglob("*.html")}
PARTS = {path: path.relative_to(ROOT).with_suffix("").parts[1:] for path in SOURCES}
PATHS = {".".join(("wordle_web", *PARTS[path])).removesuffix(".__init__"): path for path in SOURCES}

Graph = Mapping[Path, set[str]]  # the names that each module imports
Rule = Callable[[Graph], list[str]]


def imports(source: str) -> set[str]:
    """Return the full names that a module imports, inside functions too."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{node.module} is imported by a relative name"
            names |= {node.module or "", *(f"{node.module}.{alias.name}" for alias in node.names)}
    # A package that is named only to import a module from it is not used itself.
    return names - {name.rpartition(".")[0] for name in names if name in PATHS}


@pytest.fixture(scope="module")
def graph() -> Graph:
    return {path: imports(source) for path, source in SOURCES.items()}


def ours(graph: Graph) -> Iterator[tuple[Path, Path]]:
    """Yield each module with another one of this package that it imports."""
    for path, names in graph.items():
        yield from ((path, PATHS[name]) for name in names if PATHS.get(name, path) != path)


def layer(path: Path) -> int:
    """Return the layer of a module of the web, from 0; -1 for any other."""
    room, *inside = PARTS[path]
    if room != "web":
        return -1
    if inside[0] in {"__init__", "app", "errors", "startup"}:
        return WEB_LAYERS.index("app")
    name = "services" if inside[0] == "turns" else inside[0]
    return WEB_LAYERS.index(name if name in WEB_LAYERS else "feature")


def wrong_ways(graph: Graph) -> list[str]:
    return [
        f"{path} imports {other}"
        for path, other in ours(graph)
        if layer(path) >= 0
        if layer(other) > layer(path) or PARTS[other][0] in {"cli", "__main__", "server"}
    ]


def strangers(graph: Graph) -> list[str]:
    """Return what engine, reading and game import beside their libraries and each other."""
    return [
        f"{path} imports {name}"
        for path, names in graph.items()
        if PARTS[path][0] in PURE
        for name in names
        if (top := name.removeprefix("wordle_web.").partition(".")[0]) not in PURE[PARTS[path][0]]
        and top not in sys.stdlib_module_names
    ]


def feature_pairs(graph: Graph) -> set[tuple[str, str]]:
    """Return the features of which one imports the other."""
    feature = WEB_LAYERS.index("feature")
    found = [pair for pair in ours(graph) if {*map(layer, pair)} == {feature}]
    return {(PARTS[a][1], PARTS[b][1]) for a, b in found if PARTS[a][1] != PARTS[b][1]}


def circles(graph: Graph) -> list[str]:
    """Return what leads back to itself in a folder; a folder in it counts as one module."""
    faults = []
    for folder in {path.parent for path in graph}:
        inside: dict[str, set[str]] = {}
        for path, other in ours(graph):
            if path.is_relative_to(folder) and other.is_relative_to(folder):
                a, b = (each.relative_to(folder).parts[0] for each in (path, other))
                inside.setdefault(a, set()).update({b} - {a})
        try:
            TopologicalSorter(inside).prepare()
        except CycleError as error:
            faults.append(f"{folder}: {error.args[1]}")
    return faults


def clocks(sources: Mapping[Path, str]) -> list[str]:
    """Return where engine and game look for the time, the environment or randomness."""
    return [
        f"{path}:{node.lineno}"
        for path, source in sources.items()
        if PARTS[path][0] in PURE
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr in GIVEN
    ]


def sessions(graph: Graph) -> list[str]:
    return [
        str(path)
        for path, names in graph.items()
        if "flask.session" in names and path.name != "sessions.py"
    ]


def pages_elsewhere(sources: Mapping[Path, str]) -> list[str]:
    return [
        str(path)
        for path, source in sources.items()
        if PARTS[path][0] != "web" and path.name != "settings.py"
        if "render_template" in source or ".html" in source
    ]


def computing(templates: Mapping[Path, str]) -> list[str]:
    return [
        str(path)
        for path, text in templates.items()
        if "session" in text.lower().replace("your session", "") or "|safe" in text.replace(" ", "")
    ]


def test_each_rule_holds(graph: Graph) -> None:
    assert len(SOURCES) > 100
    assert [rule(graph) for rule in (wrong_ways, strangers, circles, sessions)] == [[]] * 4
    assert [*clocks(SOURCES), *pages_elsewhere(SOURCES), *computing(TEMPLATES)] == []


def test_a_feature_imports_another_only_for_a_reason(graph: Graph) -> None:
    assert feature_pairs(graph) == FEATURE_IMPORTS.keys()


@pytest.mark.parametrize(
    ("broken", "module", "line"),
    [
        (wrong_ways, "web.http.limits", "from wordle_web.web.ui import layout"),
        (wrong_ways, "web.services", "from wordle_web.web.http.sessions import history"),
        (wrong_ways, "web.play.page", "from wordle_web.web.app import assemble"),
        (wrong_ways, "web.play.page", "def late():\n    import wordle_web.cli.commands"),
        (strangers, "engine.lexicon", "from wordle_web.game import rules"),
        (strangers, "engine.lexicon", "import flask"),
        (strangers, "engine.lexicon", "from wordle_web.reading import read_boards"),
        (strangers, "reading.reader", "from wordle_web.game import rules"),
        (strangers, "game.rules", "from wordle_web.reading import read_boards"),
        (strangers, "game.rules", "from wordle_web.web.services import services"),
        (strangers, "game.rules", "import babel.support"),
        (circles, "engine.feedback", "from wordle_web.engine.lexicon import Lexicon"),
        (circles, "engine.feedback", "from wordle_web.engine.boards import policy"),
        (circles, "config.parsers", "from wordle_web.web.services import services"),
        (sessions, "web.play.puzzles", "from flask import request, session"),
    ],
)
def test_an_import_that_breaks_a_rule_is_found(
    graph: Graph, broken: Rule, module: str, line: str
) -> None:
    path = PATHS[f"wordle_web.{module}"]
    assert broken({**graph, path: graph[path] | imports(line)})


def test_what_else_breaks_a_rule_is_found(graph: Graph) -> None:
    rules, page = PATHS["wordle_web.game.rules"], next(iter(TEMPLATES))
    assert clocks({rules: "begun = datetime.now()"})
    assert pages_elsewhere({rules: 'render_template("x")'})
    assert computing({page: "{{ text | safe }}"})
    assert computing({page: "{{ session.history }}"})
    views = PATHS["wordle_web.web.absurd"]
    planted = {**graph, views: {*graph[views], "wordle_web.web.helper.state"}}
    assert feature_pairs(planted) - FEATURE_IMPORTS.keys() == {("absurd", "helper")}
