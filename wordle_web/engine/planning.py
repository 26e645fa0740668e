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

# Guesses tried at each node, search by search, under a deadline.
WIDTHS: Final = (1, 4, 16, solver.EVERY)
# At the root, this many times as many guesses are tried as at the nodes below it.
ROOT_FACTOR: Final = 4
COMPARED: Final = 16  # width of the searches that compare the next best guesses with the best one
MAX_COMPARED: Final = 3_000_000  # patterns scanned for this comparison; other costs are estimated
DEFAULT_TOP: Final = 10  # guesses to rank


@dataclass(slots=True)
class AnytimeResult:
    """The results of a search so far."""

    best: Bounds  # the best guess and its cost, which is infinite until a guess has been evaluated
    # The cost of each evaluated guess, by column.
    costs: dict[int, Cost] = field(default_factory=dict)
    order: list[int] = field(default_factory=list)  # columns by increasing estimated cost

    @property
    def ranking(self) -> list[int]:
        """Columns of guesses, the best first."""
        tried = sorted(self.costs, key=lambda column: (self.costs[column].total, column))
        ranked = dict.fromkeys([*tried, *self.order])
        return [self.best.column, *(column for column in ranked if column != self.best.column)]

    def record(self, column: int, cost: Cost) -> None:
        """Record the cost of a guess unless a lower one is known, and update the best guess."""
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
    """Return the results of searches of growing width, until they are exact or stopped.

    `widths` has the number of guesses that each search tries per node; for an exact result, the
    last one is `EVERY`. The columns in `first` are tried first. While time remains, the costs of
    the `top` best guesses are searched, comparing at most `max_compared` patterns.
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
        result.best = Bounds(solver.NEVER, quick.lower, result.order[0])  # before any search
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
    if root.left == 2:  # a full search is fast, since it scans all guesses only once
        with suppress(StoppedError):
            return search.solve(root.left)
    return search.quick_bounds(root)


MAX_SEARCHED: Final = 1024  # candidates searched under a deadline, the heaviest first
# The limit without a deadline: at most 0.4 GB of patterns. English stays below it; Portuguese has
# 107,000 words of eight letters outside the tail.
MAX_UNHURRIED: Final = 12_000
# The least likely candidates are not searched: those with less than TAIL_WEIGHT of the largest
# weight, as long as they have at most TAIL of the total weight.
TAIL: Final = 0.05
TAIL_WEIGHT: Final = 0.1
MAX_WHOLE: Final = 4  # with at most this many guesses left, unlikely candidates are searched too
# Limit for a search without a deadline, which must give the same result on any machine.
MAX_NODES: Final = 20_000
MAX_TRIED: Final = 20  # limit for the mean number of guesses tried per node in such a search
# Guesses tried at each node, search by search, without a deadline.
PLAN_WIDTHS: Final = (2, 8, 24, 72, 216, solver.EVERY)


class Outlook(NamedTuple):
    """The expected outcome of a guess."""

    guesses: float  # expected guesses, including this one; an unsolved game counts all its guesses
    solved: float  # share of games solved with the guesses left, 0 to 1

    @property
    def cost(self) -> float:
        """The cost that a search minimizes: an unsolved game counts twenty extra guesses."""
        return self.guesses + solver.LOSS * (1 - self.solved)


@dataclass(frozen=True, slots=True, eq=False)
class Plan:
    """The result of `plan`: a finished search, and the words that it compared."""

    search: Search
    candidates: Indices  # indices of the searched candidates in the lexicon, intp
    guesses: Indices  # the index in the lexicon of the guess in each column of the search, intp
    result: AnytimeResult
    mass: float  # total weight of the searched candidates
    is_whole: bool  # whether all candidates were searched
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
        """Return the best guess for some of the candidates, or None if it is not proven.

        `candidates`, `left` and `allowed` are as in `plan`.
        """
        if not (self.is_whole and self.is_complete):
            return None
        columns = None if allowed is None else np.flatnonzero(allowed[self.guesses])
        rows = np.flatnonzero(np.isin(self.candidates, candidates))
        column = self.search.proven(solver.Node(rows, left, columns))
        return None if column is None else int(self.guesses[column])

    def outlook(self, column: int) -> Outlook | None:
        """Return the expected outcome of the guess in a column, or None if unknown."""
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
        allowed: Mask of the words that may be guessed now, bool, (words,); None if all may.
        should_stop: Returns whether time is up. Without it the search ends after `max_nodes`,
            so that the result does not depend on the load of the machine.
        hard: The mode whose rules apply to all later guesses.
        top: How many of the best guesses to rank.
        widths: How many guesses to try at each node, search by search, without a deadline.
        max_nodes: Limit of nodes in a search without a deadline.
        first: Promising guesses to try first, by their indices in the lexicon.
        max_compared: Limit of patterns to compare for the costs of the next best guesses.
        loss: Extra guesses that a word counts if it is not solved with the guesses left.
    """
    # Late in a game, few words are left, and a word left out of the search might not be solved.
    size = likely_size(weights) if left > MAX_WHOLE else len(weights)
    size = min(size, MAX_SEARCHED if should_stop else MAX_UNHURRIED)
    patterns, selection = matrix.gather(candidates[:size], allowed, hurried=should_stop is not None)
    guesses = selection.guesses
    rules = hard_rules(matrix.lexicon.codes[guesses], hard)
    won = all_correct(matrix.lexicon.length)
    search = Search(SearchProblem(patterns, weights[:size], selection.own, won, rules), loss)
    # Wide searches add few nodes but many guesses, so these are limited too.
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
    """Return the expected outcomes of first guesses in hard mode; this takes seconds.

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
    """Return how many of the words left are worth searching, the heaviest first.

    The least likely words are left out, so figures from the search are close estimates.
    """
    mass = np.cumsum(weights)
    unlikely = weights < TAIL_WEIGHT * weights[0]
    tail = unlikely & (mass - weights >= (1 - TAIL) * mass[-1])
    return len(weights) - int(np.count_nonzero(tail))


def unhurried_size(weights: Floats) -> int:
    """Return how many of the words left are searched without a deadline, early in a game."""
    return min(likely_size(weights), MAX_UNHURRIED)
