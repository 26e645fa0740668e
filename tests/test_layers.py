"""Rules that the import contracts in `pyproject.toml` can't express.

A rule is a function that lists violations. This package has none; a test plants some.
"""

import ast
from collections.abc import Mapping
from pathlib import Path

ROOT = Path(__file__).parents[1]
PURE = ("wordle_web/engine", "wordle_web/game", "wordle_web/reading")
# Sources of time, settings and randomness.
GIVEN = {"now", "today", "utcnow", "getenv", "token_bytes", "urandom"}

Sources = Mapping[str, str]  # text by path


def sources(folder: str, pattern: str) -> Sources:
    paths = (ROOT / folder).rglob(pattern)
    return {path.relative_to(ROOT).as_posix(): path.read_text("utf-8") for path in paths}


def clocks(files: Sources) -> list[str]:
    """Return where engine, game and reading use the time, the environment or randomness."""
    return [
        f"{path}:{node.lineno}"
        for path, source in files.items()
        if path.startswith(PURE)
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr in GIVEN
    ]


def sessions(files: Sources) -> list[str]:
    """Return the modules that import the session, except the one that reads and writes it."""
    return [
        path
        for path, source in files.items()
        if not path.endswith("web/http/sessions.py")
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.ImportFrom) and node.module == "flask"
        if any(alias.name == "session" for alias in node.names)
    ]


def unsafe_templates(files: Sources) -> list[str]:
    """Return the templates that use the session, or mark a text as safe."""
    return [
        path
        for path, text in files.items()
        if "session" in text.lower().replace("your session", "") or "|safe" in text.replace(" ", "")
    ]


def test_package_follows_the_layer_rules() -> None:
    modules, templates = sources("wordle_web", "*.py"), sources("templates", "*.html")
    assert min(len(modules), len(templates)) > 40
    assert [*clocks(modules), *sessions(modules), *unsafe_templates(templates)] == []


def test_layer_rules_detect_violations() -> None:
    assert clocks({"wordle_web/game/rules.py": "begun = datetime.now()"})
    assert sessions({"wordle_web/web/watch.py": "from flask import request, session"})
    assert unsafe_templates({"base.html": "{{ text | safe }}"})
    assert unsafe_templates({"base.html": "{{ session.history }}"})
