"""Mutation tests: change the code in one place at a time, and check that a test fails.

    .venv/bin/python scripts/mutate.py engine game --mutants 40 --seed 1

A part is a folder of `wordle_web/`. Its tests are those in `tests/<part>`, its doctests, and for
the game also the tables of player-visible results. A mutant differs from our code in one operator,
condition, constant, sign or returned truth value. The same tree and seed give the same mutants, in
the same order.

First, the tests run under coverage, which records the tests that execute each line. The record is
cached in the Python environment until the parts or their tests change. Every mutant is tested with
the tests of its statement until one fails, starting with those in the module's own test file. If
none fails, two more groups of tests are run. One is the module's own test file, since a test of a
constant may execute no line of the module. The other is the folder that mirrors the module, since
filling a cache is recorded only for the first test that uses it. Everything runs in temporary
copies of the tree. A mutant whose tests time out counts as killed, and is printed, since the
machine may just have been busy.

The script prints the diff of each survivor, and `killed N of M`. A survivor needs a stricter test
unless it is equivalent to the original, which a human must decide.
"""

import argparse
import ast
import difflib
import hashlib
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import accumulate
from pathlib import Path
from queue import SimpleQueue

from coverage import CoverageData

ROOT = Path(__file__).resolve().parents[1]
LEFT_OUT = shutil.ignore_patterns(".*", "__pycache__", "instance", "build", "dist", "browser")
SWAPS = {"<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "==", "and": "or"}
SWAPS |= {"in": "not in", "not in": "in", "is": "is not", "is not": "is", "or": "and"}
SWAPS |= {"+": "-", "-": "+", "*": "//", "//": "*", "/": "*", "%": "*", "**": "*", "@": "*"}
SWAPS |= {"<<": ">>", ">>": "<<", "&": "|", "|": "&", "^": "|"}
OPERATOR = re.compile(r"not in|is not|\b(?:in|is|and|or)\b|<<|>>|\*\*|//|[<>=!]=|[-+*/%@&|^<>]")
SEEN = "tests/web/play/test_what_a_player_sees.py"
PYTEST = [sys.executable, "-m", "pytest", "-p", "quick_laws", "-p", "no:randomly"]
# A pytest plugin: Hypothesis with the same examples in each run, without shrinking.
QUICK = """from hypothesis import Phase, settings
few = [Phase.explicit, Phase.generate]
settings.register_profile("mutants", phases=few, derandomize=True, database=None)
settings.load_profile("mutants")"""


@dataclass(frozen=True, slots=True)
class Mutant:
    """Our code with a single change in one module."""

    path: str  # path of the module, relative to the root of the tree
    start: int  # first byte to replace
    end: int  # first byte after the replaced ones
    replacement: str
    # First and last line of the statement that contains the change, without the statement's body.
    lines: tuple[int, int]

    def applied(self, source: bytes) -> bytes:
        """Return the module with this change."""
        return source[: self.start] + self.replacement.encode() + source[self.end :]

    def diff(self) -> str:
        """Return the change as a diff."""
        source = (ROOT / self.path).read_bytes()
        before, after = (text.decode().splitlines() for text in (source, self.applied(source)))
        return "\n".join(difflib.unified_diff(before, after, self.path, self.path, "", "", 1, ""))


class Module:
    """A module of the package, with the mutants of its source."""

    def __init__(self, path: str) -> None:
        """Read a module, given its path relative to the root of the tree."""
        self.path = path
        self.source = (ROOT / path).read_bytes()
        self.starts = [0, *accumulate(map(len, self.source.splitlines(keepends=True)))]

    def mutants(
        self, node: ast.AST, lines: tuple[int, int] = (1, 1), is_predicate: bool = False
    ) -> Iterator[Mutant]:
        """Yield the mutants of a node and its descendants, except types, decorators and texts."""
        if isinstance(node, ast.JoinedStr):
            return  # before Python 3.12, the parts of an f-string have no positions
        if isinstance(node, ast.stmt):
            body = getattr(node, "body", None)
            last = max(node.lineno, body[0].lineno - 1) if body else node.end_lineno
            lines = (node.lineno, last or node.lineno)
        if isinstance(node, ast.FunctionDef):
            is_predicate = isinstance(node.returns, ast.Name) and node.returns.id == "bool"
        for (start, end), text in self.changes(node, is_predicate):
            yield Mutant(self.path, start, end, text, lines)
        for name, value in ast.iter_fields(node):
            if name not in {"annotation", "returns", "decorator_list"}:
                for child in value if isinstance(value, list) else [value]:
                    if isinstance(child, ast.AST):
                        yield from self.mutants(child, lines, is_predicate)

    def changes(self, node: ast.AST, is_predicate: bool) -> Iterator[tuple[tuple[int, int], str]]:
        """Yield the byte ranges to replace at a node, and the replacements."""
        match node:
            case ast.Compare():
                yield from self.swapped(node.left, node.comparators[0])
            case ast.BoolOp(values=[left, right, *_]) | ast.BinOp(left=left, right=right):
                yield from self.swapped(left, right)
            case ast.AugAssign():
                yield from self.swapped(node.target, node.value)
            case ast.UnaryOp(op=ast.USub() | ast.Not(), operand=operand):
                yield self.span(node), self.text("({})", operand)
            case ast.If(test=test) | ast.IfExp(test=test) | ast.While(test=test):
                yield self.span(test), self.text("(not ({}))", test)
            case ast.comprehension(ifs=[test, *_]):
                yield self.span(test), self.text("(not ({}))", test)
            case ast.Return(value=ast.expr() as test) if is_predicate:
                yield self.span(test), self.text("(not ({}))", test)
            case ast.Constant(value=bool(truth)):
                yield self.span(node), str(not truth)
            case ast.Constant(value=int() | float()):
                yield self.span(node), self.text("({} + 1)", node)

    def span(self, node: ast.expr) -> tuple[int, int]:
        """Return the byte range of an expression."""
        end = self.starts[(node.end_lineno or 1) - 1] + (node.end_col_offset or 0)
        return self.starts[node.lineno - 1] + node.col_offset, end

    def text(self, frame: str, node: ast.expr) -> str:
        """Return an expression as source text, in a template."""
        return frame.replace("{}", self.source[slice(*self.span(node))].decode())

    def swapped(self, left: ast.expr, right: ast.expr) -> Iterator[tuple[tuple[int, int], str]]:
        """Yield the changes of the operator between two expressions."""
        start, end = self.span(left)[1], self.span(right)[0]
        match = OPERATOR.search(self.source[start:end].decode())
        if match:
            yield (start + match.start(), start + match.end()), SWAPS[match[0]]


def mutants_of(parts: Sequence[str]) -> list[Mutant]:
    """Return every mutant of the parts, in source order."""
    paths = [path for part in parts for path in sorted((ROOT / "wordle_web" / part).rglob("*.py"))]
    modules = [Module(str(path.relative_to(ROOT))) for path in paths]
    return [mutant for module in modules for mutant in module.mutants(ast.parse(module.source))]


def run_tests(tree: Path, arguments: Sequence[str], timeout: float | None = None) -> int:
    """Return pytest's exit status in a copy of the tree; negative after a timeout."""
    environ = {**os.environ, "PYTHONPATH": str(tree), "PYTHONDONTWRITEBYTECODE": "1"}
    with (tree / "tests.log").open("wb") as log:
        process = subprocess.Popen(  # noqa: S603  # our own command
            [*PYTEST, *arguments], cwd=tree, env=environ, stdout=log, stderr=log, process_group=0
        )
        try:
            return process.wait(timeout)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            return process.wait()


def record(parts: Sequence[str], tree: Path, workers: int) -> CoverageData:
    """Return the tests that execute each line, from a file if the parts have not changed."""
    folders = [f"{top}/{part}" for part in parts for top in ("tests", "wordle_web")]
    tables = [SEEN] * ("game" in parts)
    digest = hashlib.sha256(" ".join(parts).encode())
    paths = (path for folder in folders for path in (tree / folder).rglob("*.py"))
    for path in sorted([*paths, *(tree / table for table in tables)]):
        digest.update(path.read_bytes())
    data = Path(sys.prefix, "mutate", digest.hexdigest()[:16])
    if not data.exists():
        data.parent.mkdir(exist_ok=True)
        rc, raw = tree / "coverage.ini", tree / "coverage.data"
        rc.write_text(f"[run]\nrelative_files = true\ndata_file = {raw}\n", encoding="utf-8")
        sources = [f"--cov=wordle_web/{part}" for part in parts]
        options = ["--cov-context=test", f"--cov-config={rc}", "--cov-report=", f"-n{workers}"]
        if run_tests(tree, [*options, *sources, *folders, *tables]):
            print((tree / "tests.log").read_text(encoding="utf-8"))
            raise SystemExit("The tests fail as they are: see to that first.")
        shutil.copy(raw, data)
    coverage = CoverageData(str(data))
    coverage.read()
    return coverage


def check_import_failed(tree: Path) -> None:
    """Raise RuntimeError unless pytest failed because the mutant cannot be imported."""
    text = (tree / "tests.log").read_text(encoding="utf-8")
    if "while loading conftest" not in text:
        raise RuntimeError(text)


def is_killed(mutant: Mutant, data: CoverageData, tree: Path, timeout: float) -> bool:
    """Return whether a test fails, or times out, with a mutant in a copy of the tree."""
    contexts = data.contexts_by_lineno(mutant.path)
    first, last = mutant.lines
    of_lines = {name for line in range(first, last + 1) for name in contexts.get(line, ())}
    of_module = {name for names in contexts.values() for name in names}
    room = str(Path("tests", *Path(mutant.path).parts[1:-1]))
    # The names of the module's doctests start with its path.
    own = {name for name in of_module if name.startswith((room, mutant.path))} or of_module
    module, chosen = tree / mutant.path, tree / "tests.txt"
    mirror = f"/test_{module.stem}.py"
    own_file = room + mirror
    source = module.read_bytes()
    module.write_bytes(mutant.applied(source))
    try:
        for group in (of_lines, (own if of_lines else of_module) - of_lines):
            names = {name.rpartition("|")[0] for name in group} - {""}
            # The tests of the module's own file, then of its folder, since they are likeliest to
            # fail.
            ordered = sorted(names, key=lambda name: (mirror not in name, room not in name, name))
            if group is not of_lines and (tree / own_file).exists():
                ordered.insert(0, own_file)  # a test of a constant may execute no line of a module
            chosen.write_text("\n".join(ordered), encoding="utf-8")
            command = ["-x", "-p", "no:xdist", f"@{chosen}"]
            status = run_tests(tree, command, timeout) if ordered else 0
            if status == 4:  # the mutant changed a test's parameters, and thus its name
                functions = dict.fromkeys(name.partition("[")[0] for name in ordered)
                chosen.write_text("\n".join(functions), encoding="utf-8")
                status = run_tests(tree, command, timeout)
            if status in {4, 5}:
                check_import_failed(tree)
            if status:
                if status < 0:
                    print(f"no end in {timeout:.0f} s:\n{mutant.diff()}\n", flush=True)
                return True
        return False
    finally:
        module.write_bytes(source)


def survivors_of(drawn: Sequence[Mutant], options: argparse.Namespace) -> Iterator[Mutant]:
    """Yield the mutants that no test kills."""
    trees: SimpleQueue[Path] = SimpleQueue()

    def kill(mutant: Mutant) -> bool:
        tree = trees.get()
        killed = is_killed(mutant, data, tree, options.timeout)
        trees.put(tree)
        return killed

    with tempfile.TemporaryDirectory() as name, ThreadPoolExecutor(options.workers) as pool:
        for number in range(options.workers):
            tree = shutil.copytree(ROOT, Path(name, str(number)), ignore=LEFT_OUT)
            (tree / "quick_laws.py").write_text(QUICK, encoding="utf-8")
            trees.put(tree)
        data = record(options.parts, Path(name, "0"), options.workers)
        killed = pool.map(kill, drawn)
        yield from (mutant for mutant, is_dead in zip(drawn, killed, strict=True) if not is_dead)


def main() -> None:
    """Select mutants and print the survivors."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("parts", nargs="+", help="folders of wordle_web/: engine game, or web")
    parser.add_argument("--mutants", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    parser.add_argument(
        "--timeout", type=float, default=240, help="seconds for the tests of one mutant"
    )
    options = parser.parse_args()
    places = mutants_of(options.parts)
    killed = number = min(options.mutants, len(places))
    drawn = random.Random(options.seed).sample(places, number)  # noqa: S311  # no secret
    for survivor in survivors_of(drawn, options):
        print(survivor.diff(), end="\n\n", flush=True)
        killed -= 1
    print(f"killed {killed} of {number} (seed {options.seed})")


if __name__ == "__main__":
    main()
