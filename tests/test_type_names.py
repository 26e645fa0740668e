"""No two public types of the package share a name."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

PACKAGE = Path(__file__).parents[1] / "wordle_web"


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
    for path in sorted(PACKAGE.rglob("*.py")):
        for name in types_of(path):
            modules.setdefault(name, []).append(str(path.relative_to(PACKAGE)))
    assert len(modules) > 100
    shared = {name: found for name, found in modules.items() if len(found) > 1}
    assert shared == {}
