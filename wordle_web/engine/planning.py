"""Choosing a guess for weighted candidates: the search problem, its limits and its result."""

from collections.abc import Callable, Collection, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Final, NamedTuple

import numpy as np

import wordle_web.engine.search.solver as solver
from wordle_web.engine.arrays import Flags, Floats, Indices
from wordle_web.engine.feedback import all_correct
from wordle_web.engine.hard_mode import HardMode, hard_rules
from wordle_web.engine.knowledge import TRIES
from wordle_web.engine.matrix import Matrix
from wordle_web.engine.search.solver import Bounds, Cost, Search, SearchProblem, StoppedError

WIDTHS: Final = (1, 4, 16, solver.EVERY)
ROOT_FACTOR: Final = 4  # the root tries this many times the guesses of the nodes below it
COMPARED: Final = 16  # width of the searches that compare the next best guesses with the best
MAX_COMPARED: Final = 3_000_000  # patterns scanned for that; other costs are estimated
DEFAULT_TOP: Final = 10  # guesses to rank


@dataclass(slots=True)
class AnytimeResult:
    """What a search has found so far."""

    best: Bounds  # the best guess with its cost; infinite until one guess has been evaluated
    # The cost of each evaluated guess, by column.
    costs: dict[int, Cost] = field(default_factory=dict)
    order: list[int] = field(default_factory=list)  # columns of guesses by estimated cost

    @property
    def ranking(self) -> list[int]:
        """Columns of guesses, the best first."""
        tried = sorted(self.costs, key=lambda column: (self.costs[column].total, column))
        ranked = dict.fromkeys([*tried, *self.order])
        return [self.best.column, *(column for column in ranked if column != self.best.column)]

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

    Each of `widths` is how many guesses one search tries at each node; for an exact result the last
    is `EVERY`. Columns of `first` are tried first. The costs of the `top` guesses are searched
    while time remains, looking at no more than `max_compared` patterns.
    """
    root = search.start(left)
    quick = _quick_bounds(search, root)
    result = AnytimeResult(quick)
    if quick.is_exact:
        result.record(quick.column, Cost(quick.upper, quick.lost))
        if top <= 1 or len(root.rows) == 1:
            return result
    scan = search.scan(root)
    shortlist, _bound = next(scan.shortlists())
    result.order = list(map(scan.column, shortlist))
    if not quick.is_exact:
        result.best = Bounds(solver.NEVER, quick.lower, result.order[0])  # none is searched yet
    with suppress(StoppedError):
        if not result.best.is_exact:
            for column in first:
                result.record(column, search.cost_of(root, scan, column, widths[0]))
        for width in widths:
            if not result.best.is_exact:
                tries, limit = min(solver.EVERY, ROOT_FACTOR * width), result.best.upper
                seen = search.try_guesses(
                    root, scan, width, limit, tries=tries, report=result.record
                )
                lower = max(result.best.lower, seen.lower)
                result.best = result.best._replace(lower=lower, width=width)
        max_scanned = search.scanned + max_compared
        for column in result.ranking[:top]:
            if column not in result.costs and search.scanned < max_scanned:
                result.record(column, search.cost_of(root, scan, column, COMPARED))
    return result


def _quick_bounds(search: Search, root: solver.Node) -> Bounds:
    if root.left == 2:  # a full search is quick: it reads the bounds of all guesses once
        with suppress(StoppedError):
            return search.solve(root.left)
    return search.quick_bounds(root)


MAX_SEARCHED: Final = 1024  # candidates searched under a deadline, the heaviest first
# The same without one: 0.4 GB of patterns at most. Portuguese has 107,000 words of eight letters
# that are not in the tail; English never has so many.
MAX_UNHURRIED: Final = 12_000
# The least likely candidates are not searched: at most this share of the total weight, and only
# those that weigh less than a tenth of the heaviest.
TAIL: Final = 0.05
TAIL_WEIGHT: Final = 0.1
MAX_WHOLE: Final = 4  # guesses left, up to which every candidate is searched
MAX_NODES: Final = 20_000  # where a search without a deadline ends, the same on any machine
MAX_TRIED: Final = 20  # guesses tried a node, on average, that such a search tries at most
PLAN_WIDTHS: Final = (2, 8, 24, 72, 216, solver.EVERY)


class Outlook(NamedTuple):
    """What a guess can be expected to lead to."""

    guesses: float  # guesses, this one included; a game that is not solved counts all that it has
    solved: float  # the share of games that are solved with the guesses that are left, 0 to 1

    @property
    def cost(self) -> float:
        """What a search minimizes: a game that is not solved counts twenty guesses more."""
        return self.guesses + solver.LOSS * (1 - self.solved)


@dataclass(frozen=True, slots=True, eq=False)
class Plan:
    """What a search found."""

    search: Search
    candidates: Indices  # that were searched, by their indices in the lexicon, intp
    guesses: Indices  # for each column of the search, the index of its guess in the lexicon, intp
    result: AnytimeResult
    mass: float  # the total weight of the candidates that were searched
    is_whole: bool  # whether these were all candidates
    is_complete: bool  # whether every allowed guess was considered

    @property
    def guess(self) -> int:
        """The index of the best guess in the lexicon."""
        return int(self.guesses[self.result.best.column])

    @property
    def is_exact(self) -> bool:
        """Whether no other guess can be better."""
        return self.result.best.is_exact and self.is_complete and self.is_whole

    def proven_reply(self, candidates: Indices, left: int, allowed: Flags | None) -> int | None:
        """Return the best guess for some of the candidates, if this search has proven it.

        Candidates, guesses left and allowed guesses are as in `plan`.
        """
        if not (self.is_whole and self.is_complete):
            return None
        columns = None if allowed is None else np.flatnonzero(allowed[self.guesses])
        rows = np.flatnonzero(np.isin(self.candidates, candidates))
        column = self.search.proven(solver.Node(rows, left, columns))
        return None if column is None else int(self.guesses[column])

    def outlook(self, column: int) -> Outlook | None:
        """Return what to expect of a column's guess, or None if unknown."""
        cost = self.result.costs.get(column)
        return None if cost is None else _outlook(cost, self.mass)


def plan(
    matrix: Matrix,
    candidates: Indices,
    weights: Floats,
    left: int,
    allowed: Flags | None = None,
    should_stop: Callable[[], bool] | None = None,
    *,
    hard: HardMode = HardMode.OFF,
    top: int = 1,
    widths: Sequence[int] = PLAN_WIDTHS,
    max_nodes: int = MAX_NODES,
    first: Collection[int] = (),
    max_compared: int = MAX_COMPARED,
    loss: float = solver.LOSS,
) -> Plan:
    """Return the best guess for weighted candidates.

    Args:
        matrix: The patterns of the lexicon.
        candidates: Indices in the lexicon, the heaviest first, intp; not empty.
        weights: Their weights, above 0, float64.
        left: Guesses left, from 1.
        allowed: Which words may be guessed now, bool, (words,); None where all may.
        should_stop: Returns whether time is up. Without it the search ends after `max_nodes`,
            so that the result does not depend on the load of the machine.
        hard: The mode that limits all later guesses.
        top: How many of the best guesses to rank.
        widths: How many guesses to try at each node, search by search, without a deadline.
        max_nodes: The most nodes of a search without a deadline.
        first: Promising guesses to try first, by their indices in the lexicon.
        max_compared: The most patterns to look at for the costs of the next best guesses.
        loss: Guesses that a word counts more that is not found with the guesses left.
    """
    # Late in a game few words are left, and one that was left out could not be found in time.
    size = likely_size(weights) if left > MAX_WHOLE else len(weights)
    size = min(size, MAX_SEARCHED if should_stop else MAX_UNHURRIED)
    patterns, selection = matrix.gather(candidates[:size], allowed, hurried=should_stop is not None)
    guesses = selection.guesses
    rules = hard_rules(matrix.lexicon.codes[guesses], hard)
    won = all_correct(matrix.lexicon.length)
    search = Search(SearchProblem(patterns, weights[:size], selection.own, won, rules), loss)
    # Wide searches try many guesses at nodes that were searched before.
    search.should_stop = should_stop or (
        lambda: search.nodes >= max_nodes or search.tried >= MAX_TRIED * max_nodes
    )
    column_of = {guess: column for column, guess in enumerate(guesses.tolist())} if first else {}
    result = search_anytime(
        search,
        left,
        WIDTHS if should_stop else widths,
        top=top,
        first=[column_of[guess] for guess in first if guess in column_of],
        max_compared=max_compared,
    )
    is_whole = size == len(candidates)
    mass = float(search.problem.weights.sum())
    return Plan(search, candidates[:size], guesses, result, mass, is_whole, selection.is_complete)


def hard_mode_outlooks(
    matrix: Matrix,
    candidates: Indices,
    weights: Floats,
    guesses: Sequence[int],
) -> dict[int, Outlook]:
    """Return what to expect of first guesses in hard mode; takes seconds.

    Candidates, the heaviest first, and guesses are indices in the lexicon.
    """
    size = unhurried_size(weights)
    patterns, selection = matrix.gather(candidates[:size], hurried=False)
    rules = hard_rules(matrix.lexicon.codes[selection.guesses], HardMode.ON)
    won = all_correct(matrix.lexicon.length)
    search = Search(SearchProblem(patterns, weights[:size], selection.own, won, rules))
    root = search.start(TRIES)
    scan, mass = search.scan(root), float(search.problem.weights.sum())
    column_of = {guess: column for column, guess in enumerate(selection.guesses.tolist())}
    costs = {
        guess: search.cost_of(root, scan, column_of[guess], COMPARED)
        for guess in guesses
        if guess in column_of
    }
    return {guess: _outlook(cost, mass) for guess, cost in costs.items()}


def _outlook(cost: Cost, mass: float) -> Outlook:
    return Outlook((cost.total - solver.LOSS * cost.lost) / mass, 1 - cost.lost / mass)


def likely_size(weights: Floats) -> int:
    """Return how many of the words left are worth a search, the heaviest first.

    The least likely words are left out, so the figures of the others are close estimates.
    """
    mass = np.cumsum(weights)
    unlikely = weights < TAIL_WEIGHT * weights[0]
    tail = unlikely & (mass - weights >= (1 - TAIL) * mass[-1])
    return len(weights) - int(np.count_nonzero(tail))


def unhurried_size(weights: Floats) -> int:
    """Return how many of the words left a search without a deadline looks at, early in a game."""
    return min(likely_size(weights), MAX_UNHURRIED)
