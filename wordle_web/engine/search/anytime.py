"""An answer at any moment: one search after another, each wider, until the time is over.

Imports NumPy, `search` and `nodes` only.
"""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Final

from wordle_web.engine.search.nodes import NEVER, Node, Scan
from wordle_web.engine.search.solver import EVERY, Found, Search, StoppedError

WIDTHS: Final = (1, 4, 16, EVERY)
OUTER: Final = 4  # so many times as many guesses are tried at the first place as below
COMPARED: Final = 16  # the width by which the next best guesses are held against the best one
MAX_COMPARED: Final = 3_000_000  # patterns looked at for that; what is left is estimated
WANTED: Final = 10  # guesses to rank


@dataclass(slots=True)
class Thought:
    """What a search has come to so far.

    Attributes:
        found: The best guess with its cost, infinite before one was tried to the end.
        costs: The cost that each guess reached, by its column, where one was reached.
        order: Columns of guesses by what they will probably cost.
    """

    found: Found
    costs: dict[int, float] = field(default_factory=dict)
    order: list[int] = field(default_factory=list)

    @property
    def ranking(self) -> list[int]:
        """Columns of guesses, the best first."""
        tried = sorted(self.costs, key=lambda column: (self.costs[column], column))
        ranked = dict.fromkeys([*tried, *self.order])
        return [self.found.column, *(each for each in ranked if each != self.found.column)]

    def note(self, column: int, cost: float) -> None:
        """Keep the cost that a guess reached."""
        self.costs[column] = min(cost, self.costs.get(column, NEVER))
        if cost < self.found.upper:
            self.found = self.found._replace(upper=cost, column=column)


def think(
    search: Search, left: int, widths: Sequence[int] = WIDTHS, *, wanted: int = WANTED
) -> Thought:
    """Return the best guess that searches of growing width find before they are stopped.

    Args:
        search: The search, which knows when to stop.
        left: Guesses left, from 1.
        widths: How many guesses to try at each place; the last one leaves none out where the
            answer is to be exact.
        wanted: How many good guesses to rank, the best among them; what each of these costs
            is found as well while there is time.
    """
    node = search.start(left)
    glance = _glance(search, node)
    thought = Thought(glance)
    if glance.is_exact:
        thought.note(glance.column, glance.upper)
        if wanted <= 1 or len(node.rows) == 1:
            return thought
    scan = search.scan(node)
    thought.order = scan.promising()
    if not glance.is_exact:
        thought.found = Found(NEVER, glance.lower, thought.order[0])
    with suppress(StoppedError):
        _search(search, node, scan, widths, thought)
        _compare(search, node, scan, wanted, thought)
    return thought


def _search(
    search: Search, node: Node, scan: Scan, widths: Sequence[int], thought: Thought
) -> None:
    """Search with one width after another until no guess can be better."""
    for width in widths:
        if thought.found.is_exact:
            return
        _widen(search, node, scan, width, thought)


def _compare(search: Search, node: Node, scan: Scan, wanted: int, thought: Thought) -> None:
    """Find what the next best guesses cost, as far as that is quickly done."""
    most = search.scanned + MAX_COMPARED
    for column in thought.ranking[:wanted]:
        if column not in thought.costs and search.scanned < most:
            cost = search.cost_of(node, scan, column, COMPARED)
            least = thought.found.upper if thought.found.is_exact else 0.0
            thought.note(column, max(cost, least))


def _glance(search: Search, node: Node) -> Found:
    """Return what shows at once: all there is to know with two guesses left, if there is time."""
    if node.left == 2:
        with suppress(StoppedError):
            return search.solve(node.left)
    return search.at_a_glance(node)


def _widen(search: Search, node: Node, scan: Scan, width: int, thought: Thought) -> None:
    """Search once with one width, and keep what it finds."""
    limit = thought.found.upper
    found = search.try_guesses(
        node, scan, width, limit, tries=min(EVERY, OUTER * width), report=thought.note
    )
    lower = max(thought.found.lower, found.lower)
    thought.found = thought.found._replace(lower=lower, width=width)
