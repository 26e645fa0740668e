"""The search for the guess that minimizes the expected guesses; it is exact if it finishes.

The cost of a set of candidates is the sum of weight times guesses needed. `Search.solve` returns an
upper bound, which some guess reaches, and a lower bound, which no guess can beat. If they are
equal, the result is exact. The width is the maximum number of guesses tried at each node. Guesses
are tried in the order of their lower bounds, so even a narrow search yields a valid lower bound.

Source: Selby, "The best strategies for Wordle" (2022), and `alex1770/wordle`, for the memo, the
alpha-beta search over cells, smallest first, and the bounds by partition.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from hashlib import blake2b
from itertools import pairwise
from typing import Final, NamedTuple

import numpy as np

from wordle_web.engine.arrays import DIGITS, Flags, Floats, Indices, Patterns, least, summable
from wordle_web.engine.hard_mode import HardRules
from wordle_web.engine.partition import MAX_PAIRED, above_bound, sum_of_heaviest

NEVER: Final = float("inf")
SHORTLIST: Final = 128  # number of guesses ranked by estimates at a time


@dataclass(frozen=True, slots=True, eq=False)
class SearchProblem:
    """Candidates, guesses, and the pattern of each guess for each candidate."""

    patterns: Patterns  # (candidates, guesses); every candidate is among the guesses
    # Weights of the candidates, above 0, the heaviest first, float64, (candidates,).
    weights: Floats
    own: Indices  # the column of each candidate, intp, (candidates,)
    all_correct: int  # the pattern of a guess that is the answer
    rules: HardRules | None = None  # the rules of hard mode; None if every guess is allowed


@dataclass(frozen=True, slots=True, eq=False)
class Node:
    """A node of the search tree; rows and columns are those of the problem's patterns."""

    rows: Indices  # the candidates left
    left: int  # guesses left, from 1
    columns: Indices | None  # the allowed guesses; None if all are allowed

    @property
    def is_trivial(self) -> bool:
        """Whether no search is needed, since at most two words or only one guess is left."""
        return len(self.rows) <= 2 or self.left == 1

    @property
    def key(self) -> tuple[bytes, int, bytes]:
        """The key of the node in the memo."""
        # Use a digest, since hard mode may allow thousands of columns.
        allowed = (
            b"" if self.columns is None else blake2b(self.columns.data, digest_size=16).digest()
        )
        return self.rows.tobytes(), self.left, allowed


@dataclass(frozen=True, slots=True, eq=False)
class Scan:
    """The guesses of a node with their lower bounds; `columns` maps them to the problem's columns.

    `is_own` is a mask of the guesses that are candidates; `size` is how many patterns are possible.
    """

    patterns: Patterns
    weights: Floats
    is_own: Flags
    bounds: Floats
    size: int
    columns: Indices | None

    def column(self, guess: int) -> int:
        """Return the problem's column for a guess of this node."""
        return guess if self.columns is None else int(self.columns[guess])

    def first(self) -> int:
        """Return the column of the guess with the lowest bound; candidates win ties."""
        lowest = np.flatnonzero(self.bounds == self.bounds.min())
        candidates = lowest[self.is_own[lowest]]
        return self.column(int(candidates[0] if len(candidates) else lowest[0]))

    def shortlists(self, limit: float = NEVER) -> Iterator[tuple[list[int], float]]:
        """Yield shortlists of guesses, selected by their bounds and sorted by estimated costs.

        Guesses whose bound is `limit` or more are skipped. Each shortlist comes with a lower bound
        for all guesses after it.
        """
        left = np.flatnonzero(self.bounds < limit)
        while len(left):
            # Most searches end within the first shortlist, so ranking all guesses would be wasted.
            is_chosen = least(self.bounds[left], SHORTLIST, ~self.is_own[left])
            chosen, left = left[is_chosen], left[~is_chosen]
            above = above_bound(self.patterns[:, chosen], self.weights, self.size)
            estimates = (self.bounds[chosen] + above).round(DIGITS)
            order = np.lexsort((chosen, ~self.is_own[chosen], estimates))
            yield chosen[order].tolist(), float(self.bounds[left].min()) if len(left) else NEVER


LOSS: Final = 20.0  # extra guesses for a lost game, so that any detour is better than a loss
EVERY: Final = 1 << 30  # a width that tries every guess
MAX_GUESSES: Final = 12  # guesses per word, besides the loss, up to which sums of costs are exact


class StoppedError(Exception):
    """Raised when a search is stopped; its results so far remain valid."""


class Bounds(NamedTuple):
    """Lower and upper bound for the cost of a node."""

    upper: float  # the cost of guess `column`; infinite if none is below `limit`
    lower: float  # a cost that no guess can beat
    column: int  # the best guess so far; -1 if there is none
    width: int = EVERY  # the number of guesses tried at each node below
    limit: float = NEVER  # costs of at least this were ignored
    lost: float = 0.0  # with guess `column`, the weight of the words that are not solved in time

    @property
    def is_exact(self) -> bool:
        """Whether no guess can be better."""
        return self.lower >= self.upper

    def settles(self, width: int, limit: float) -> bool:
        """Return whether a search with this width and limit cannot improve the bounds."""
        if self.is_exact or self.lower >= limit:
            return True
        return self.width >= width and (self.upper < self.limit or limit <= self.limit)

    def merged(self, earlier: "Bounds") -> "Bounds":
        """Return the tighter of both values for each bound."""
        best = earlier if earlier.upper <= self.upper else self
        lower = max(self.lower, earlier.lower)
        return self._replace(upper=best.upper, column=best.column, lower=lower, lost=best.lost)


class Cost(NamedTuple):
    """The cost of a guess: a sum over words, and the weight of those not solved in time."""

    total: float
    lost: float


class Search:
    """A search for one problem, with its own memo; not thread-safe."""

    def __init__(self, problem: SearchProblem, loss: float = LOSS) -> None:
        """Create an empty memo; an unsolved word counts `loss` extra guesses."""
        weights = summable(problem.weights, (loss + MAX_GUESSES) * problem.weights.sum())
        self.loss = loss
        self.problem = replace(problem, weights=weights)
        self.nodes = 0  # nodes searched so far
        self.tried = 0  # guesses tried so far, at all nodes
        self.scanned = 0  # patterns compared so far
        self.should_stop: Callable[[], bool] = lambda: False  # called at every node
        self._memo: dict[tuple[bytes, int, bytes], Bounds] = {}
        self._mutual = problem.patterns[:, problem.own]
        self._size = problem.all_correct + 1

    def solve(self, left: int, width: int = EVERY, limit: float = NEVER) -> Bounds:
        """Return the bounds for all candidates, with the best guess.

        At most `width` guesses are tried at each node, and costs of at least `limit` are ignored.

        Raises:
            StoppedError: `should_stop` returned True.
        """
        return self._solve(self.start(left), width, limit)

    def start(self, left: int) -> Node:
        """Return the root: all candidates, with `left` guesses left."""
        rules = self.problem.rules
        columns = None if rules is None else np.arange(self.problem.patterns.shape[1])
        return Node(np.arange(len(self.problem.weights)), left, columns)

    def proven(self, node: Node) -> int | None:
        """Return the best column of a node if the search has proven it, else None."""
        known = self._trivial_bounds(node) if node.is_trivial else self._memo.get(node.key)
        return known.column if known is not None and known.is_exact else None

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
        bounds = self.quick_bounds(node)
        if not bounds.settles(width, limit):
            scan = self.scan(node)
            lowest = float(scan.bounds.min())
            if lowest >= limit:
                bounds = Bounds(NEVER, lowest, -1, width, limit)
            elif node.left == 2:
                column = scan.first()
                lost = self.cost_of(node, scan, column, width).lost
                bounds = Bounds(lowest, lowest, column, lost=lost)
            else:
                bounds = self.try_guesses(node, scan, width, limit)
        if known is not None:
            bounds = bounds.merged(known)
        self._memo[key] = bounds
        return bounds

    def _trivial_bounds(self, node: Node) -> Bounds:
        weights = self.problem.weights[node.rows].tolist()
        later = 1 + self.loss if node.left == 1 else 2
        cost = weights[0] + later * sum(weights[1:])
        lost = sum(weights[1:]) if node.left == 1 else 0.0
        return Bounds(cost, cost, int(self.problem.own[node.rows[0]]), lost=lost)

    def quick_bounds(self, node: Node) -> Bounds:
        """Return bounds with only the candidates as guesses, without a scan of all guesses.

        A candidate is often optimal, since any other guess costs at least twice the total weight.
        The bound of a candidate is exact if none of its cells has more than two words.
        """
        if node.is_trivial:
            return self._trivial_bounds(node)
        if len(node.rows) > MAX_PAIRED or node.left == 2:
            return Bounds(NEVER, 0.0, -1, 0)
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
        # With two guesses left, the heaviest word of each cell is solved and all others are lost,
        # so the bounds are exact.
        others = total - sum_of_heaviest(patterns, weights, self._size)
        bounds = 2 * total + (self.loss if node.left == 2 else 1) * others
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
        """Try at most `tries` guesses of a scan, in order, until no other can be better.

        `tries` is by default `width`, the number of guesses tried at each node below. Costs of at
        least `limit` are ignored. `report` is called with the column and cost of each improvement
        as soon as it is found.

        Raises:
            StoppedError: `should_stop` returned True.
        """
        max_tries = width if tries is None else tries
        cut, best, column, proven, tried = limit, Cost(NEVER, 0.0), -1, NEVER, 0
        for shortlist, others in scan.shortlists(limit):
            for guess in shortlist:
                bound = float(scan.bounds[guess])
                if bound >= cut or tried == max_tries:
                    proven = min(proven, bound)
                    continue
                tried += 1
                cost, lower = self.evaluate(node, scan, guess, width, cut)
                proven = min(proven, lower)
                if cost.total < cut:
                    cut, best = cost.total, cost
                    column = scan.column(guess)
                    report(column, cost)
            if others >= cut or tried == max_tries:
                proven = min(proven, others)
                break
        return Bounds(best.total, min(proven, cut), column, width, limit, best.lost)

    def evaluate(
        self, node: Node, scan: Scan, guess: int, width: int, limit: float
    ) -> tuple[Cost, float]:
        """Return the cost of a guess, infinite if not below `limit`, and a lower bound for it.

        `guess` is its index in the scan.

        Raises:
            StoppedError: `should_stop` returned True.
        """
        self.tried += 1
        cost = lower = float(scan.bounds[guess])
        lost = 0.0
        column = scan.column(guess)
        if node.left <= 2:  # the bounds are exact, but do not separate the lost weight
            exact = self.cost_of(node, scan, column, width)
            return (exact if exact.total < limit else Cost(NEVER, 0.0)), lower
        for pattern, rows in self._cells(node, scan.patterns[:, guess]):
            if cost >= limit:
                return Cost(NEVER, 0.0), lower
            # The bound of the guess includes a bound for each cell. Replace these by the costs of
            # the cells, each of which must stay below the rest of the limit.
            weights = self.problem.weights[rows]
            bound = 2 * float(weights.sum()) - float(weights[0])
            columns = node.columns
            if self.problem.rules is not None and columns is not None:
                columns = columns[self.problem.rules(column, pattern)[columns]]
            below = Node(rows, node.left - 1, columns)
            part = self._solve(below, width, limit - cost + bound)
            cost += part.upper - bound
            lower += part.lower - bound
            lost += part.lost
        return Cost(cost, lost) if cost < limit else Cost(NEVER, 0.0), lower

    def cost_of(self, node: Node, scan: Scan, column: int, width: int) -> Cost:
        """Return the cost of the guess in a column, from a search of the given width.

        Raises:
            StoppedError: `should_stop` returned True.
        """
        guess = column if scan.columns is None else int(np.searchsorted(scan.columns, column))
        if node.left > 2:
            return self.evaluate(node, scan, guess, width, NEVER)[0]
        total, patterns = float(scan.weights.sum()), scan.patterns[:, guess]
        if node.left == 2:  # the bounds are exact: one word per cell is solved
            certain = float(sum_of_heaviest(patterns[:, None], scan.weights, self._size)[0])
            return Cost(float(scan.bounds[guess]), total - certain)
        won = float(scan.weights @ (patterns == self.problem.all_correct))
        return Cost(won + (1 + self.loss) * (total - won), total - won)

    def _cells(self, node: Node, patterns: Patterns) -> list[tuple[int, Indices]]:
        order = np.argsort(patterns, kind="stable")
        ordered = patterns[order]
        cuts = (np.flatnonzero(ordered[1:] != ordered[:-1]) + 1).tolist()
        rows = node.rows[order]
        ends = pairwise([0, *cuts, len(rows)])
        # Cells of one or two words cost exactly their bound. Small cells come first: they are cheap
        # and may already exceed the limit.
        cells = [(int(ordered[a]), rows[a:z]) for a, z in ends if z - a > 2]
        return sorted(cells, key=lambda cell: len(cell[1]))
