"""Inference from limits: from letters to positions and from positions to letters, to a fixpoint.

Rules are repeated until nothing changes. A letter that has as many known positions as it may
occur has no others. Letters that must occur leave only so much room for others. Letters that
must occur as often as they have positions between them fill those positions, so no other letter
does. Positions that need all that their letters may occur use these up, so they have no other
position. Together these leave exactly the letters that some row of letters has there.

Source: Hall's condition, for lower and upper limits at once known as the global cardinality
constraint; Quimper, López-Ortiz, van Beek and Golynski, "Improved algorithms for the global
cardinality constraint" (2004).
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import combinations


@dataclass(frozen=True, slots=True)
class Limits:
    """What is known of the positions and of the number of each letter.

    Attributes:
        possible: The letters still possible in each position.
        at_least: How often a letter occurs at least; 0 where it is left out.
        at_most: How often each letter of the alphabet occurs at most.
    """

    possible: tuple[frozenset[str], ...]
    at_least: Mapping[str, int]
    at_most: Mapping[str, int]

    @property
    def placed(self) -> Counter[str]:
        """How many known positions each letter has."""
        return Counter(next(iter(letters)) for letters in self.possible if len(letters) == 1)

    @property
    def open_positions(self) -> frozenset[int]:
        """The positions with more than one letter."""
        return frozenset(i for i, letters in enumerate(self.possible) if len(letters) > 1)


def settle(limits: Limits) -> Limits:
    """Return `limits` with everything that follows from them by the rules of this module.

    Limits that contradict each other end with a position without letters, or with a letter that
    must occur more often than it may.
    """
    while True:
        tighter = limits
        for rule in (_tighten_counts, _remove_placed, _fill_positions, _remove_used_up):
            tighter = rule(tighter)
        if tighter == limits:
            return limits
        limits = tighter


def _tighten_counts(limits: Limits) -> Limits:
    """Bound how often letters occur by their positions and by the length."""
    placed, room = limits.placed, Counter[str]()
    for letters in limits.possible:
        room.update(letters)
    at_least = {c: max(limits.at_least.get(c, 0), placed[c]) for c in {*limits.at_least, *placed}}
    free = max(0, len(limits.possible) - sum(at_least.values()))
    at_most = {c: min(n, room[c], at_least.get(c, 0) + free) for c, n in limits.at_most.items()}
    return Limits(limits.possible, at_least, at_most)


def _remove_placed(limits: Limits) -> Limits:
    """Leave out letters that have as many known positions as they may occur."""
    placed = limits.placed
    used_up = {letter for letter, at_most in limits.at_most.items() if placed[letter] >= at_most}
    possible = (letters - used_up if len(letters) > 1 else letters for letters in limits.possible)
    return replace(limits, possible=tuple(possible))


def _fill_positions(limits: Limits) -> Limits:
    """Leave out other letters in the positions that some letters must fill.

    Letters that need more positions than they have leave those positions without any letter.
    """
    possible = list(limits.possible)
    for letters, positions, needed in _needy_letters(limits):
        if needed >= len(positions):
            allowed = letters if needed == len(positions) else frozenset()
            for position in positions:
                possible[position] &= allowed
    return replace(limits, possible=tuple(possible))


def _needy_letters(limits: Limits) -> Iterator[tuple[frozenset[str], frozenset[int], int]]:
    """Yield sets of letters still to be placed, their open positions, and how many they need."""
    placed, opened = limits.placed, limits.open_positions
    needed = {c: n - placed[c] for c, n in limits.at_least.items() if n > placed[c]}
    positions = {c: {i for i in opened if c in limits.possible[i]} for c in needed}
    # Where the letters need more than there is, the set of all of them shows it alone. So there
    # are never more such letters than positions, and few sets.
    is_too_much = sum(needed.values()) > len(opened)
    for size in range(len(needed) if is_too_much else 1, len(needed) + 1):
        for letters in combinations(sorted(needed), size):
            taken = frozenset[int]().union(*(positions[letter] for letter in letters))
            yield frozenset(letters), taken, sum(needed[letter] for letter in letters)


def _remove_used_up(limits: Limits) -> Limits:
    """Leave out letters that some positions need for themselves.

    Positions that need more letters than there are stay without any.
    """
    possible, opened = list(limits.possible), limits.open_positions
    for positions, letters, left in _tight_positions(limits):
        if left <= len(positions):
            for position in positions if left < len(positions) else opened - positions:
                possible[position] -= letters
    return replace(limits, possible=tuple(possible))


def _tight_positions(limits: Limits) -> Iterator[tuple[frozenset[int], frozenset[str], int]]:
    """Yield sets of open positions with few letters, these, and how many are left of them."""
    placed, opened = limits.placed, limits.open_positions
    left = {letter: at_most - placed[letter] for letter, at_most in limits.at_most.items()}
    few = [i for i in opened if sum(left[letter] for letter in limits.possible[i]) <= len(opened)]
    for size in range(1, len(few) + 1):
        for positions in combinations(sorted(few), size):
            letters = frozenset[str]().union(*(limits.possible[i] for i in positions))
            yield frozenset(positions), letters, sum(left[letter] for letter in letters)
