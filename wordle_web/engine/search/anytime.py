"""Anytime search: one search after another, each wider, until time is up."""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Final

from wordle_web.engine.search.nodes import NEVER, Node, Scan
from wordle_web.engine.search.solver import EVERY, Bounds, Cost, Search, StoppedError

WIDTHS: Final = (1, 4, 16, EVERY)
OUTER: Final = 4  # the root tries this many times the guesses of the nodes below it
COMPARED: Final = 16  # width of the searches that compare the next best guesses with the best
MAX_COMPARED: Final = 3_000_000  # patterns scanned for that; other costs are estimated
DEFAULT_TOP: Final = 10  # guesses to rank


@dataclass(slots=True)
class AnytimeResult:
    """What a search has found so far.

    Attributes:
        best: The best guess with its cost; infinite until one guess has been evaluated.
        costs: The cost of each evaluated guess, by column.
        order: Columns of guesses by estimated cost.
    """

    best: Bounds
    costs: dict[int, Cost] = field(default_factory=dict)
    order: list[int] = field(default_factory=list)

    @property
    def ranking(self) -> list[int]:
        """Columns of guesses, the best first."""
        tried = sorted(self.costs, key=lambda column: (self.costs[column].total, column))
        ranked = dict.fromkeys([*tried, *self.order])
        return [self.best.column, *(each for each in ranked if each != self.best.column)]

    def record(self, column: int, cost: Cost) -> None:
        """Record the cost of a guess."""
        self.costs[column] = min(cost, self.costs.get(column, cost))
        if cost.total < self.best.upper:
            self.best = self.best._replace(upper=cost.total, column=column, lost=cost.lost)


def search_anytime(
    search: Search,
    left: int,
    widths: Sequence[int] = WIDTHS,
    *,
    top: int = DEFAULT_TOP,
    first: Sequence[int] = (),
    max_compared: int = MAX_COMPARED,
) -> AnytimeResult:
    """Return the best guess that searches of growing width find before they are stopped.

    Args:
        search: The search; its `should_stop` ends it.
        left: Guesses left, from 1.
        widths: How many guesses to try at each node, search by search; for an exact result the
            last is `EVERY`.
        top: How many of the best guesses to rank; their costs are searched while time remains.
        first: Columns of promising guesses, which are tried first.
        max_compared: The most patterns to look at for the costs of the next best guesses.
    """
    root = search.start(left)
    quick = _quick_bounds(search, root)
    result = AnytimeResult(quick)
    if quick.is_exact:
        result.record(quick.column, Cost(quick.upper, quick.lost))
        if top <= 1 or len(root.rows) == 1:
            return result
    scan = search.scan(root)
    result.order = scan.promising()
    if not quick.is_exact:
        result.best = Bounds(NEVER, quick.lower, result.order[0])
    with suppress(StoppedError):
        if not result.best.is_exact:
            for column in first:
                result.record(column, search.cost_of(root, scan, column, widths[0]))
        for width in widths:
            if not result.best.is_exact:
                _widen(search, root, scan, width, result)
        _compare(search, root, scan, top, result, max_compared)
    return result


def _quick_bounds(search: Search, root: Node) -> Bounds:
    if root.left == 2:  # a full search is quick: it reads the bounds of all guesses once
        with suppress(StoppedError):
            return search.solve(root.left)
    return search.quick_bounds(root)


def _widen(search: Search, root: Node, scan: Scan, width: int, result: AnytimeResult) -> None:
    tries = min(EVERY, OUTER * width)
    found = search.try_guesses(
        root, scan, width, result.best.upper, tries=tries, report=result.record
    )
    lower = max(result.best.lower, found.lower)
    result.best = result.best._replace(lower=lower, width=width)


def _compare(
    search: Search, root: Node, scan: Scan, top: int, result: AnytimeResult, max_compared: int
) -> None:
    """Search the costs of the next best guesses, as far as that is quick."""
    max_scanned = search.scanned + max_compared
    for column in result.ranking[:top]:
        if column not in result.costs and search.scanned < max_scanned:
            cost = search.cost_of(root, scan, column, COMPARED)
            # Costs are sums of floats: rounding must not rank a guess above a proven best one.
            lowest = result.best.upper if result.best.is_exact else 0.0
            result.record(column, cost._replace(total=max(cost.total, lowest)))
