"""From words and beliefs to a position that can be searched, and the plan without a deadline.

Imports the engine's matrix, search and words.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import numpy as np

from wordle_web.engine.feedback import all_correct
from wordle_web.engine.matrix import Matrix
from wordle_web.engine.search.anytime import WIDTHS, Thought, think
from wordle_web.engine.search.bounds import Positions, Weights
from wordle_web.engine.search.hard_mode import Flags, HardRules
from wordle_web.engine.search.nodes import Position
from wordle_web.engine.search.solver import EVERY, Search

MAX_SEARCHED: Final = 1024  # words under a deadline; of more than these the heaviest are searched
TAIL: Final = 0.05  # of the weight of the words left: the least likely ones are not searched,
TAIL_WEIGHT: Final = 0.1  # and only such as weigh less than a tenth of the heaviest one
MAX_NODES: Final = 20_000  # a plan without a deadline ends here: the same on any machine
PLAN_WIDTHS: Final = (2, 8, EVERY)


@dataclass(frozen=True, slots=True, eq=False)
class Plan:
    """What a search made of a position.

    Attributes:
        guesses: Position of each column's guess in the lexicon, intp.
        thought: What the search came to.
        mass: The weight of the words that were searched.
        is_exact: Whether no other guess can be better.
    """

    guesses: Positions
    thought: Thought
    mass: float
    is_exact: bool

    @property
    def guess(self) -> int:
        """The position of the best guess in the lexicon."""
        return int(self.guesses[self.thought.found.column])

    def expected_guesses(self, column: int) -> float | None:
        """Return the guesses that a column's guess is expected to need; None if not known."""
        cost = self.thought.costs.get(column)
        return None if cost is None else cost / self.mass


def plan(
    matrix: Matrix,
    candidates: Positions,
    weights: Weights,
    left: int,
    allowed: Flags | None = None,
    should_stop: Callable[[], bool] | None = None,
    *,
    wanted: int = 1,
    most_places: int = MAX_NODES,
) -> Plan:
    """Return the best guess against candidates.

    Args:
        matrix: The patterns of the lexicon.
        candidates: Positions in the lexicon, the heaviest first, intp; not empty.
        weights: Their weights, above 0, float64.
        left: Guesses left, from 1.
        allowed: In hard mode, which words may be guessed now, bool, (words,).
        should_stop: Says that the time is over. Without it a plan takes as long as it needs,
            up to a number of places, so that it never depends on the load.
        wanted: How many good guesses to rank, the best among them.
        most_places: Where a plan without a deadline ends.
    """
    core = core_size(weights)
    if should_stop:
        core = min(core, MAX_SEARCHED)
    gathered = matrix.gather(candidates[:core], allowed, hurried=should_stop is not None)
    codes = matrix.lexicon.codes
    rules = None if allowed is None else HardRules(codes[gathered.guesses])
    size = all_correct(matrix.lexicon.length)
    search = Search(Position(gathered.patterns, weights[:core], gathered.own, size, rules))
    search.should_stop = should_stop or (lambda: search.nodes >= most_places)
    widths = WIDTHS if should_stop else PLAN_WIDTHS
    thought = think(search, left, widths, wanted=wanted)
    is_exact = thought.found.is_exact and gathered.is_all and core == len(candidates)
    return Plan(gathered.guesses, thought, float(weights[:core].sum()), is_exact)


def core_size(weights: Weights) -> int:
    """Return how many of the heaviest words are searched; the rest is a tail of little weight."""
    mass = np.cumsum(weights)
    unlikely = weights < TAIL_WEIGHT * weights[0]
    tail = unlikely & (mass - weights >= (1 - TAIL) * mass[-1])
    return len(weights) - int(np.count_nonzero(tail))
