"""Arrows between the parts go one way, engine ← game ← web ← templates, by reading the imports."""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[1] / "wordle_web"
ENGINE_LIBRARIES = {"numpy"}
GAME_LIBRARIES = {"numpy", "cryptography"}
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
        assert "url_for(" not in text, path
        assert "session" not in text.lower().replace("your session", ""), path
        assert "|safe" not in text.replace(" ", ""), path
