"""What a reader meets: short functions, each with one idea."""

import ast
import re
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


def types_of(path: Path) -> Iterator[str]:
    """Yield the public types of a module: its classes, and what it names in capitalized words."""
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.ClassDef):
            names, value = [node.name], ""
        elif isinstance(node, ast.Assign):
            names, value = [ast.unparse(target) for target in node.targets], ast.unparse(node.value)
        else:
            continue
        if not value.startswith("TypeVar("):
            yield from (name for name in names if re.fullmatch(r"[A-Z]\w*[a-z]\w*", name))


def test_no_two_public_types_share_a_name() -> None:
    modules: dict[str, list[str]] = {}
    for path in MODULES:
        for name in types_of(path):
            modules.setdefault(name, []).append(str(path.relative_to(PACKAGE)))
    assert len(modules) > 200
    shared = {name: found for name, found in modules.items() if len(found) > 1}
    assert shared == {}
