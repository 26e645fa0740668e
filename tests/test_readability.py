"""What a reader meets: short functions, each with one idea."""

import ast
from collections.abc import Iterator
from pathlib import Path

PACKAGE = Path(__file__).parents[1] / "wordle_web"
MODULES = sorted(path for path in PACKAGE.rglob("*.py"))
MAX_FUNCTION = 40


def functions() -> Iterator[tuple[str, int]]:
    """Yield each function with its lines of code: no docstring, comments or blank lines."""
    for path in MODULES:
        text = path.read_text(encoding="utf-8")
        lines = text.splitlines()
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                docstring = ast.get_docstring(node, clean=False)
                body = lines[node.lineno - 1 : node.end_lineno]
                code = [line for line in body if line.strip() and not line.strip().startswith("#")]
                said = [line for line in (docstring or "").splitlines() if line.strip()]
                yield (
                    f"{path.relative_to(PACKAGE)}:{node.lineno} {node.name}",
                    len(code) - len(said),
                )


def test_functions_are_short() -> None:
    lengths = sorted(length for _, length in functions())
    assert lengths[len(lengths) // 2] <= 10
    assert lengths[len(lengths) * 9 // 10] <= 25


def test_no_function_is_two_ideas() -> None:
    long = [name for name, length in functions() if length > MAX_FUNCTION]
    assert long == []


def test_no_two_public_types_share_a_name() -> None:
    modules: dict[str, list[str]] = {}
    for path in MODULES:
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                modules.setdefault(node.name, []).append(str(path.relative_to(PACKAGE)))
    assert len(modules) > 200
    shared = {name: found for name, found in modules.items() if len(found) > 1}
    assert shared == {}
