"""Results are equal on all processors, although processors add, partition and round differently."""

import ast
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import wordle_web
from wordle_web.engine.arrays import least, log2, summable

PACKAGE = Path(wordle_web.__file__).parent
FEATURES = np.show_config(mode="dicts")["SIMD Extensions"].get("found", [])
ANSWERS = Path(__file__).with_name("answer_positions.py")

costs = st.lists(st.integers(0, 5), min_size=1, max_size=40)


@given(costs, st.integers(1, 45), st.data())
def test_lowest_costs_are_selected_in_order(
    values: list[int], count: int, data: st.DataObject
) -> None:
    ties = data.draw(st.lists(st.booleans(), min_size=len(values), max_size=len(values)))
    chosen = least(np.array(values, dtype=np.float64), count, np.array(ties))
    ranked = sorted(range(len(values)), key=lambda place: (values[place], ties[place], place))
    assert np.flatnonzero(chosen).tolist() == sorted(ranked[:count])


@given(st.lists(st.floats(1e-6, 1.0), min_size=1, max_size=200), st.randoms())
def test_sums_of_weights_are_exact_in_any_order(values: list[float], random: object) -> None:
    weights = summable(np.array(values), sum(values))
    shuffled = weights.copy()
    random.shuffle(shuffled)  # type: ignore[attr-defined]  # it is a `random.Random`
    assert float(np.cumsum(shuffled)[-1]) == float(np.cumsum(weights)[-1]) == weights.sum()
    assert weights == pytest.approx(values, rel=1e-7)


def test_logarithms_are_rounded() -> None:
    logs = log2([3.0, np.nextafter(3.0, 4), np.nextafter(3.0, 2)])
    assert len(set(logs.tolist())) == 1
    assert logs[0] == pytest.approx(1.584962500721156, abs=3e-10)


def unsteady(source: str) -> Iterator[int]:
    """Yield the numbers of lines whose results depend on the processor."""
    for node in ast.walk(ast.parse(source)):
        if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)):
            continue
        name = node.func.attr
        keywords = {keyword.arg: ast.unparse(keyword.value) for keyword in node.keywords}
        is_numpy = ast.unparse(node.func.value) == "np"
        if name in {"argsort", "argpartition"} and keywords.get("kind") != "'stable'":
            yield node.lineno
        if is_numpy and name in {"partition", "log", "log2", "log10", "log1p", "einsum", "dot"}:
            yield node.lineno


UNSTEADY = [
    *("np.argsort(costs)", "costs.argsort()", 'np.argsort(costs, kind="quicksort")'),
    *("np.argpartition(costs, 3)", "costs.argpartition(3)", "np.partition(costs, 3)"),
    *("np.log2(masses)", 'np.einsum("ij,ij->i", mass, logs)'),
]


@pytest.mark.parametrize("line", UNSTEADY)
def test_processor_dependent_code_is_detected(line: str) -> None:
    assert list(unsteady(f"order = 1\nfound = {line}")) == [2]
    assert not list(unsteady('np.argsort(costs, kind="stable"), word.partition(":")'))


def test_only_one_module_breaks_ties_and_computes_logarithms() -> None:
    hits = {
        f"{path.relative_to(PACKAGE)}:{line}"
        for folder in ("engine", "game", "lab", "web", "cli")
        for path in (PACKAGE / folder).rglob("*.py")
        # The letters of a screenshot are classified by a network, not ranked.
        if "reading" not in path.parts and path != PACKAGE / "engine" / "arrays.py"
        for line in unsteady(path.read_text(encoding="utf-8"))
    }
    assert not hits


def answers(**environment: str) -> str:
    command = [sys.executable, "-W", "ignore", str(ANSWERS)]
    return subprocess.check_output(command, env={**os.environ, **environment}, text=True)


def test_results_are_the_same_on_other_processors() -> None:
    expected = answers(NPY_DISABLE_CPU_FEATURES="")
    assert len(expected.splitlines()) > 50
    # First use only vector instructions that every processor has, then sum products in the order of
    # an old processor.
    assert answers(NPY_DISABLE_CPU_FEATURES=" ".join(FEATURES)) == expected
    assert answers(OPENBLAS_CORETYPE="Prescott") == expected
