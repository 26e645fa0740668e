"""The search for the guess that needs the fewest further guesses, exact where it is let finish.

The cost of candidates is the sum over them of weight times guesses until found. `Search.solve`
returns bounds of it: a cost that a tried guess reaches, and one that no guess can beat. Where
the two meet the result is exact. A width limits how many guesses are tried at each node;
guesses are tried by their bounds, so a wide search that stops early is still a proof.

Source: memo, alpha-beta over the cells, smallest first, and bounds by partition are after Selby,
"The best strategies for Wordle" (2022), and `alex1770/wordle`.
"""

from collections.abc import Callable
from typing import Final, NamedTuple

import numpy as np

from wordle_web.engine.arrays import Indices, Patterns
from wordle_web.engine.search.bounds import MAX_PAIRED, sum_of_heaviest
from wordle_web.engine.search.nodes import NEVER, Node, Scan, SearchProblem

LOSS: Final = 20.0  # guesses that a word not found in time counts as: worse than any detour
EVERY: Final = 1 << 30  # a width that leaves no guess out
ROUNDING: Final = 1e-9  # relative; sums of weights are not exact


class StoppedError(Exception):
    """The time for the search is over; what was found so far stands."""


class Bounds(NamedTuple):
    """What is known of a node.

    Attributes:
        upper: A cost that `column` reaches, infinite when none was found below `limit`.
        lower: A cost that no guess can beat.
        column: The best guess found; -1 when none was.
        width: How many guesses were tried at each node below.
        limit: Costs from here on were not looked for.
        lost: Of `upper`, the weight of the words that are not found in time.
    """

    upper: float
    lower: float
    column: int
    width: int = EVERY
    limit: float = NEVER
    lost: float = 0.0

    @property
    def is_exact(self) -> bool:
        """Whether no guess can be better."""
        return self.lower >= self.upper * (1 - ROUNDING)

    def settles(self, width: int, limit: float) -> bool:
        """Tell whether a search of that width below that limit has nothing to add."""
        if self.is_exact or self.lower >= limit:
            return True
        return self.width >= width and (self.upper < self.limit or limit <= self.limit)

    def merged(self, earlier: "Bounds") -> "Bounds":
        """Return this with the better of both bounds."""
        better = earlier if earlier.upper <= self.upper else self
        lower = max(self.lower, earlier.lower)
        return self._replace(
            upper=better.upper, column=better.column, lower=lower, lost=better.lost
        )


class Cost(NamedTuple):
    """What a guess costs: a sum over words, and the weight of those not found in time."""

    total: float
    lost: float


class Search:
    """A search over one problem with a memo of its own; for one thread.

    Attributes:
        problem: What the search is about.
        nodes: How many nodes have been searched.
        scanned: How many patterns have been looked at.
        should_stop: Asked at every node; may be set before a search.
    """

    def __init__(
        self, problem: SearchProblem, should_stop: Callable[[], bool] = lambda: False
    ) -> None:
        """Begin with an empty memo; `should_stop` is asked at every node."""
        self.problem = problem
        self.nodes = 0
        self.scanned = 0
        self.should_stop = should_stop
        self._memo: dict[tuple[bytes, int, bytes], Bounds] = {}
        self._mutual = problem.patterns[:, problem.own]
        self._size = problem.all_correct + 1

    def solve(self, left: int, width: int = EVERY, limit: float = NEVER) -> Bounds:
        """Return the best guess for all candidates.

        Args:
            left: Guesses left, from 1.
            width: How many guesses to try at each node.
            limit: Only a cost below it is of interest.

        Raises:
            StoppedError: `should_stop` said so.
        """
        return self._solve(self.start(left), width, limit)

    def start(self, left: int) -> Node:
        """Return the node where nothing has been guessed yet."""
        rules = self.problem.rules
        columns = None if rules is None else np.arange(self.problem.patterns.shape[1])
        return Node(np.arange(len(self.problem.weights)), left, columns)

    def _solve(self, node: Node, width: int, limit: float) -> Bounds:
        if node.is_trivial:
            return self._trivial_bounds(node)
        key = node.key
        known = self._memo.get(key)
        if known is not None and known.settles(width, limit):
            return known
        if self.should_stop():
            raise StoppedError
        self.nodes += 1
        found = self._search(node, width, limit)
        if known is not None:
            found = found.merged(known)
        self._memo[key] = found
        return found

    def _trivial_bounds(self, node: Node) -> Bounds:
        weights = self.problem.weights[node.rows].tolist()
        later = 1 + LOSS if node.left == 1 else 2
        cost = weights[0] + later * sum(weights[1:])
        lost = sum(weights[1:]) if node.left == 1 else 0.0
        return Bounds(cost, cost, int(self.problem.own[node.rows[0]]), lost=lost)

    def _search(self, node: Node, width: int, limit: float) -> Bounds:
        """Try the guesses of a node, the most promising first."""
        found = self.quick_bounds(node)
        if found.settles(width, limit):
            return found
        scan = self.scan(node)
        lowest = float(scan.bounds.min())
        if lowest >= limit:
            return Bounds(NEVER, lowest, -1, width, limit)
        if node.left == 2:
            column = scan.first()
            return Bounds(lowest, lowest, column, lost=self.cost_of(node, scan, column, width).lost)
        return self.try_guesses(node, scan, width, limit)

    def quick_bounds(self, node: Node) -> Bounds:
        """Return what is known without looking at all guesses."""
        if node.is_trivial:
            return self._trivial_bounds(node)
        if len(node.rows) <= MAX_PAIRED and node.left > 2:
            return self._by_candidates(node)
        return Bounds(NEVER, 0.0, -1, 0)

    def _by_candidates(self, node: Node) -> Bounds:
        """Return what the candidates as guesses show: often a guess that nothing can beat.

        A guess that is no candidate costs at least twice the weight; a candidate costs its
        bound where all its cells have one word or two.
        """
        weights = self.problem.weights[node.rows]
        mutual = self._mutual[node.rows[:, None], node.rows]
        bounds = 3 * weights.sum() - sum_of_heaviest(mutual, weights, self._size) - weights
        best = int(bounds.argmin())
        lowest, twice = float(bounds[best]), 2 * float(weights.sum())
        if lowest <= twice and np.bincount(mutual[:, best]).max() <= 2:
            return Bounds(lowest, lowest, int(self.problem.own[node.rows[best]]))
        return Bounds(NEVER, min(lowest, twice), -1, 0)

    def scan(self, node: Node) -> Scan:
        """Return the bounds of all guesses of a node."""
        problem = self.problem
        weights = problem.weights[node.rows]
        patterns, own = problem.patterns, problem.own[node.rows]
        if len(node.rows) < len(patterns):
            patterns = patterns[node.rows]
        if node.columns is not None and len(node.columns) < patterns.shape[1]:
            patterns = patterns[:, node.columns]
            own = np.searchsorted(node.columns, own)
        self.scanned += patterns.size
        total = float(weights.sum())
        # With two guesses left the heaviest word of each cell is found and all others are lost, so
        # the bounds are exact.
        others = total - sum_of_heaviest(patterns, weights, self._size)
        bounds = 2 * total + (LOSS if node.left == 2 else 1) * others
        bounds[own] -= weights
        is_own = np.zeros(len(bounds), dtype=bool)
        is_own[own] = True
        return Scan(patterns, weights, is_own, bounds, self._size, node.columns)

    def try_guesses(
        self,
        node: Node,
        scan: Scan,
        width: int,
        limit: float,
        *,
        tries: int | None = None,
        report: Callable[[int, Cost], None] = lambda column, cost: None,
    ) -> Bounds:
        """Try guesses in order until no other can be better, or as many as `tries`.

        Args:
            node: Where to guess.
            scan: The guesses.
            width: How many guesses to try at each node below.
            limit: Only a cost below it is of interest.
            tries: How many to try here; default the width.
            report: Told of each better guess at once, with its column and its cost.

        Raises:
            StoppedError: `should_stop` said so.
        """
        max_tries = width if tries is None else tries
        cut, best, column, proven, tried = limit, Cost(NEVER, 0.0), -1, NEVER, 0
        for shortlist, others in scan.shortlists(limit):
            for each in shortlist:
                bound = float(scan.bounds[each])
                if bound >= cut or tried == max_tries:
                    proven = min(proven, bound)
                    continue
                tried += 1
                cost, lower = self.evaluate(node, scan, each, width, cut)
                proven = min(proven, lower)
                if cost.total < cut:
                    cut, best = cost.total, cost
                    column = scan.column(each)
                    report(column, cost)
            if others >= cut or tried == max_tries:
                proven = min(proven, others)
                break
        return Bounds(best.total, min(proven, cut), column, width, limit, best.lost)

    def evaluate(
        self, node: Node, scan: Scan, guess: int, width: int, limit: float
    ) -> tuple[Cost, float]:
        """Return a cost that a guess reaches, infinite from `limit` on, and one it cannot beat.

        At least three guesses are left: with two the bounds are what each guess costs.
        """
        cost = lower = float(scan.bounds[guess])
        lost = 0.0
        column = scan.column(guess)
        for pattern, rows in self._cells(node, scan.patterns[:, guess]):
            if cost >= limit:
                return Cost(NEVER, 0.0), lower
            # The bound of the guess holds that of each cell: replace it by what the cell costs,
            # which has to stay below what the others leave of the limit.
            weights = self.problem.weights[rows]
            bound = 2 * float(weights.sum()) - float(weights[0])
            found = self._solve(
                self._after(node, rows, column, pattern), width, limit - cost + bound
            )
            cost += found.upper - bound
            lower += found.lower - bound
            lost += found.lost
        return Cost(cost, lost) if cost < limit else Cost(NEVER, 0.0), lower

    def cost_of(self, node: Node, scan: Scan, column: int, width: int) -> Cost:
        """Return a cost that the guess in a column reaches.

        Raises:
            StoppedError: `should_stop` said so.
        """
        guess = column if scan.columns is None else int(np.searchsorted(scan.columns, column))
        if node.left > 2:
            return self.evaluate(node, scan, guess, width, NEVER)[0]
        total, patterns = float(scan.weights.sum()), scan.patterns[:, guess]
        if node.left == 2:  # where the bounds are what it costs, and of each cell one word is found
            found = float(sum_of_heaviest(patterns[:, None], scan.weights, self._size)[0])
            return Cost(float(scan.bounds[guess]), total - found)
        won = float(scan.weights @ (patterns == self.problem.all_correct))
        return Cost(won + (1 + LOSS) * (total - won), total - won)

    def _cells(self, node: Node, patterns: Patterns) -> list[tuple[int, Indices]]:
        order = np.argsort(patterns, kind="stable")
        ordered = patterns[order]
        cuts = (np.flatnonzero(ordered[1:] != ordered[:-1]) + 1).tolist()
        rows = node.rows[order]
        ends = zip([0, *cuts], [*cuts, len(rows)], strict=True)
        # Cells of one or two words cost their bound. Small ones first: they cut off soonest.
        cells = [(int(ordered[a]), rows[a:z]) for a, z in ends if z - a > 2]
        return sorted(cells, key=lambda cell: len(cell[1]))

    def _after(self, node: Node, rows: Indices, guess: int, pattern: int) -> Node:
        rules = self.problem.rules
        if rules is None or node.columns is None:
            return Node(rows, node.left - 1, None)
        allowed = rules.allowed(guess, pattern)[node.columns]
        return Node(rows, node.left - 1, node.columns[allowed])
