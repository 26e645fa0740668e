"""Choosing a guess for weighted candidates: the search problem, its limits and its result."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import numpy as np

from wordle_web.engine.arrays import Flags, Floats, Indices
from wordle_web.engine.feedback import all_correct
from wordle_web.engine.hard_mode import HardRules
from wordle_web.engine.matrix import Matrix
from wordle_web.engine.search.anytime import WIDTHS, AnytimeResult, search_anytime
from wordle_web.engine.search.nodes import SearchProblem
from wordle_web.engine.search.solver import EVERY, Search

MAX_SEARCHED: Final = 1024  # candidates searched under a deadline, the heaviest first
# The least likely candidates are not searched: at most this share of the total weight, and only
# those that weigh less than a tenth of the heaviest.
TAIL: Final = 0.05
TAIL_WEIGHT: Final = 0.1
MAX_NODES: Final = 20_000  # where a search without a deadline ends, the same on any machine
PLAN_WIDTHS: Final = (2, 8, EVERY)


@dataclass(frozen=True, slots=True, eq=False)
class Plan:
    """What a search found.

    Attributes:
        guesses: For each column of the search, the index of its guess in the lexicon, intp.
        result: The result of the search.
        mass: The total weight of the candidates that were searched.
        is_exact: Whether no other guess can be better.
    """

    guesses: Indices
    result: AnytimeResult
    mass: float
    is_exact: bool

    @property
    def guess(self) -> int:
        """The index of the best guess in the lexicon."""
        return int(self.guesses[self.result.best.column])

    def expected_guesses(self, column: int) -> float | None:
        """Return the expected guesses to solve with a column's guess, or None if unknown."""
        cost = self.result.costs.get(column)
        return None if cost is None else cost / self.mass


def plan(
    matrix: Matrix,
    candidates: Indices,
    weights: Floats,
    left: int,
    allowed: Flags | None = None,
    should_stop: Callable[[], bool] | None = None,
    *,
    top: int = 1,
    max_nodes: int = MAX_NODES,
) -> Plan:
    """Return the best guess for weighted candidates.

    Args:
        matrix: The patterns of the lexicon.
        candidates: Indices in the lexicon, the heaviest first, intp; not empty.
        weights: Their weights, above 0, float64.
        left: Guesses left, from 1.
        allowed: In hard mode, which words may be guessed now, bool, (words,).
        should_stop: Returns whether time is up. Without it the search ends after `max_nodes`,
            so that the result does not depend on the load of the machine.
        top: How many of the best guesses to rank.
        max_nodes: The most nodes of a search without a deadline.
    """
    core = _core_size(weights)
    if should_stop:
        core = min(core, MAX_SEARCHED)
    patterns, selection = matrix.gather(candidates[:core], allowed, hurried=should_stop is not None)
    guesses = selection.guesses
    rules = None if allowed is None else HardRules(matrix.lexicon.codes[guesses])
    won = all_correct(matrix.lexicon.length)
    search = Search(SearchProblem(patterns, weights[:core], selection.own, won, rules))
    search.should_stop = should_stop or (lambda: search.nodes >= max_nodes)
    result = search_anytime(search, left, WIDTHS if should_stop else PLAN_WIDTHS, top=top)
    is_exact = result.best.is_exact and selection.is_complete and core == len(candidates)
    return Plan(guesses, result, float(weights[:core].sum()), is_exact)


def _core_size(weights: Floats) -> int:
    mass = np.cumsum(weights)
    unlikely = weights < TAIL_WEIGHT * weights[0]
    tail = unlikely & (mass - weights >= (1 - TAIL) * mass[-1])
    return len(weights) - int(np.count_nonzero(tail))
