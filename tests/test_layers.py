"""Imports go one way, engine ← game ← web, and in it services ← http ← ui ← features ← app."""

import ast
import sys
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[1] / "wordle_web"
ENGINE_LIBRARIES = {"numpy"}
GAME_LIBRARIES = {"numpy", "cryptography"}
WEB = PACKAGE / "web"
WEB_LAYERS = ("services", "http", "ui", "feature", "app")
# A feature that a page of another one really needs, and why.
FEATURE_IMPORTS = {
    ("api", "analysis"): "serves the analysis to programs",
    ("api", "helper"): "serves the helper to programs",
    ("history", "play"): "shows the figures that the page of a game shows",
    ("play", "helper"): "leads to the address of the helper with what several boards show",
    ("lab", "watch"): "links the games of strategies to where they are watched",
    ("pages", "play"): "the gallery shows the components of a game",
    ("screenshot", "analysis"): "leads to the address of an analysis with the rows of a picture",
    ("screenshot", "helper"): "leads to the address of the helper with the rows of a picture",
    ("watch", "play"): "watches the word of a day",
}
FORBIDDEN_CALLS = {"now", "today", "utcnow", "getenv", "token_bytes", "urandom"}


def modules(layer: str) -> list[Path]:
    """Return the modules of a layer."""
    return sorted((PACKAGE / layer).rglob("*.py"))


def imports(path: Path) -> Iterator[str]:
    """Yield the full name of each module that a module imports, inside functions too."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path} imports by a relative name"
            yield node.module or ""
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def ours(path: Path) -> set[str]:
    """Return the parts of this package that a module imports."""
    names = (name.split(".") for name in imports(path))
    return {parts[1] for parts in names if parts[0] == "wordle_web" and len(parts) > 1}


def foreign(path: Path) -> set[str]:
    """Return the libraries that a module imports."""
    tops = {name.partition(".")[0] for name in imports(path)}
    return {top for top in tops if top not in sys.stdlib_module_names} - {"wordle_web"}


@cache
def import_graph() -> dict[Path, frozenset[Path]]:
    """Return the modules of this package that each of its modules imports."""
    paths = {module_name(path): path for path in PACKAGE.rglob("*.py")}
    graph = {}
    for path in paths.values():
        names = set(imports(path))
        # A package that is named only to import a module from it is not used itself.
        names -= {name.rpartition(".")[0] for name in names if name in paths}
        graph[path] = frozenset(paths[name] for name in names if name in paths) - {path}
    return graph


def module_name(path: Path) -> str:
    """Return the name by which a module is imported."""
    name = ".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts)
    return name.removesuffix(".__init__")


def graph_inside(parent: Path) -> dict[str, set[str]]:
    """Return what the modules and folders of a folder import of each other.

    A folder in it counts as one, whatever it holds: two that lead to each other, or a folder and a
    module beside it, are a circle.
    """
    graph: dict[str, set[str]] = {}
    for path, others in import_graph().items():
        if path.is_relative_to(parent):
            names = {name_inside(parent, each) for each in others if each.is_relative_to(parent)}
            graph.setdefault(name_inside(parent, path), set()).update(names)
    return {name: others - {name} for name, others in graph.items()}


def name_inside(parent: Path, path: Path) -> str:
    """Return the name of a module of a folder, or of the folder in it that holds the module."""
    return path.relative_to(parent).parts[0]


def circles(graph: Mapping[str, Iterable[str]]) -> set[frozenset[str]]:
    """Return the groups of names that lead to each other."""
    reached = {name: reachable(graph, name) for name in graph}
    groups = {
        frozenset(other for other in reached[name] if name in reached[other]) for name in graph
    }
    return {group for group in groups if len(group) > 1}


def reachable(graph: Mapping[str, Iterable[str]], start: str) -> set[str]:
    """Return the names that one leads to, over others too."""
    found: set[str] = set()
    waiting = [start]
    while waiting:
        later = set(graph.get(waiting.pop(), ())) - found
        found |= later
        waiting += later
    return found


def web_layer(path: Path) -> str:
    """Return the layer of a module of the web; empty for any other."""
    if not path.is_relative_to(WEB):
        return ""
    room, *inside = path.relative_to(WEB).with_suffix("").parts
    if inside:
        return room if room in WEB_LAYERS else "feature"
    return "services" if room in {"services", "fair_lock"} else "app"


@pytest.mark.parametrize("path", modules("engine"), ids=str)
def test_the_engine_knows_neither_game_nor_web(path: Path) -> None:
    assert ours(path) <= {"engine"}
    assert foreign(path) <= ENGINE_LIBRARIES


@pytest.mark.parametrize("path", modules("game"), ids=str)
def test_the_game_knows_the_engine_and_no_web(path: Path) -> None:
    assert ours(path) <= {"engine", "game"}
    assert foreign(path) <= GAME_LIBRARIES


@pytest.mark.parametrize("path", modules("web"), ids=str)
def test_the_web_knows_no_command_line(path: Path) -> None:
    assert not ours(path) & {"cli", "__main__", "server"}


@pytest.mark.parametrize("path", modules("web"), ids=str)
def test_a_layer_of_the_web_knows_only_those_below_it(path: Path) -> None:
    known = WEB_LAYERS[: WEB_LAYERS.index(web_layer(path)) + 1]
    assert {web_layer(other) for other in import_graph()[path]} <= {"", *known}


def test_a_feature_imports_another_only_for_a_reason() -> None:
    pairs = {
        (path.parent.name, other.parent.name)
        for path, others in import_graph().items()
        for other in others
        if web_layer(path) == web_layer(other) == "feature" and path.parent != other.parent
    }
    assert pairs == FEATURE_IMPORTS.keys()


def test_no_modules_import_each_other() -> None:
    graph = {
        module_name(path): [module_name(other) for other in others]
        for path, others in import_graph().items()
    }
    assert circles(graph) == set()


@pytest.mark.parametrize("parent", sorted({path.parent for path in PACKAGE.rglob("*.py")}), ids=str)
def test_nothing_in_a_folder_leads_back_to_itself(parent: Path) -> None:
    assert circles(graph_inside(parent)) == set()


@pytest.mark.parametrize("path", [*modules("engine"), *modules("game")], ids=str)
def test_engine_and_game_are_given_clock_and_randomness(path: Path) -> None:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            assert node.func.attr not in FORBIDDEN_CALLS, f"{path.name}:{node.lineno}"


@pytest.mark.parametrize("layer", ["engine", "game"])
def test_a_layer_loads_without_flask(layer: str) -> None:
    import subprocess

    names = [
        ".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts) for path in modules(layer)
    ]
    program = f"import {', '.join(names)}, sys; assert 'flask' not in sys.modules"
    subprocess.run([sys.executable, "-c", program], check=True)


def test_only_the_web_knows_templates_and_static_files() -> None:
    for path in PACKAGE.rglob("*.py"):
        if path.is_relative_to(PACKAGE / "web") or path.name == "settings.py":
            continue
        text = path.read_text(encoding="utf-8")
        assert "render_template" not in text, path
        assert ".html" not in text, path


def test_only_sessions_reads_and_writes_the_session() -> None:
    for path in modules("web"):
        names = set(imports(path))
        if path.name != "sessions.py":
            assert "flask.session" not in names, path


def test_templates_do_not_compute() -> None:
    templates = PACKAGE.parent / "templates"
    assert list(templates.rglob("*.html"))
    for path in templates.rglob("*.html"):
        text = path.read_text(encoding="utf-8")
        assert "session" not in text.lower().replace("your session", ""), path
        assert "|safe" not in text.replace(" ", ""), path
