"""Inference about positions and letter counts, by rules repeated until nothing changes.

- A letter with as many known positions as its maximum count has no others.
- Letters that must occur limit the room for all others.
- Letters that must occur as often as they have open positions between them fill these positions.
- Positions that need all occurrences of their letters use these letters up.

Together the rules leave in each position exactly the letters that some consistent answer has there.

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
    """What is known about positions and letter counts.

    Attributes:
        possible: The letters still possible in each position.
        at_least: The minimum count of each letter; 0 where it is missing.
        at_most: The maximum count of each letter of the alphabet.
    """

    possible: tuple[frozenset[str], ...]
    at_least: Mapping[str, int]
    at_most: Mapping[str, int]

    @property
    def placed(self) -> Counter[str]:
        """The number of known positions of each letter."""
        return Counter(next(iter(letters)) for letters in self.possible if len(letters) == 1)

    @property
    def open_positions(self) -> frozenset[int]:
        """The positions with more than one possible letter."""
        return frozenset(i for i, letters in enumerate(self.possible) if len(letters) > 1)


def settle(limits: Limits) -> Limits:
    """Return `limits` with everything that follows from them.

    Contradictory limits end with a position without letters, or with a letter whose minimum count
    is above its maximum.
    """
    while True:
        tighter = limits
        for rule in (_tighten_counts, _remove_placed, _fill_positions, _remove_used_up):
            tighter = rule(tighter)
        if tighter == limits:
            return limits
        limits = tighter


def _tighten_counts(limits: Limits) -> Limits:
    """Tighten the counts of letters by their positions and by the length."""
    placed, room = limits.placed, Counter[str]()
    for letters in limits.possible:
        room.update(letters)
    at_least = {c: max(limits.at_least.get(c, 0), placed[c]) for c in {*limits.at_least, *placed}}
    free = max(0, len(limits.possible) - sum(at_least.values()))
    at_most = {c: min(n, room[c], at_least.get(c, 0) + free) for c, n in limits.at_most.items()}
    return Limits(limits.possible, at_least, at_most)


def _remove_placed(limits: Limits) -> Limits:
    """Remove letters elsewhere once their known positions reach their maximum count."""
    placed = limits.placed
    used_up = {letter for letter, at_most in limits.at_most.items() if placed[letter] >= at_most}
    possible = (letters - used_up if len(letters) > 1 else letters for letters in limits.possible)
    return replace(limits, possible=tuple(possible))


def _fill_positions(limits: Limits) -> Limits:
    """Remove other letters from the positions that some letters must fill.

    If letters need more positions than they have, these positions end up without any letter.
    """
    possible = list(limits.possible)
    for letters, positions, needed in _needy_letters(limits):
        if needed >= len(positions):
            allowed = letters if needed == len(positions) else frozenset()
            for position in positions:
                possible[position] &= allowed
    return replace(limits, possible=tuple(possible))


def _needy_letters(limits: Limits) -> Iterator[tuple[frozenset[str], frozenset[int], int]]:
    """Yield sets of letters to be placed, their open positions, and how many they need."""
    placed, opened = limits.placed, limits.open_positions
    needed = {c: n - placed[c] for c, n in limits.at_least.items() if n > placed[c]}
    positions = {c: {i for i in opened if c in limits.possible[i]} for c in needed}
    # If all letters together need more positions than are open, the full set alone shows the
    # contradiction. So otherwise there are at most as many letters as positions, and few subsets.
    is_too_much = sum(needed.values()) > len(opened)
    for size in range(len(needed) if is_too_much else 1, len(needed) + 1):
        for letters in combinations(sorted(needed), size):
            taken = frozenset[int]().union(*(positions[letter] for letter in letters))
            yield frozenset(letters), taken, sum(needed[letter] for letter in letters)


def _remove_used_up(limits: Limits) -> Limits:
    """Remove letters elsewhere that some positions need all of.

    If positions need more letters than there are, they end up without any letter.
    """
    possible, opened = list(limits.possible), limits.open_positions
    for positions, letters, left in _tight_positions(limits):
        if left <= len(positions):
            for position in positions if left < len(positions) else opened - positions:
                possible[position] -= letters
    return replace(limits, possible=tuple(possible))


def _tight_positions(limits: Limits) -> Iterator[tuple[frozenset[int], frozenset[str], int]]:
    """Yield sets of open positions, their letters, and how many of these are left."""
    placed, opened = limits.placed, limits.open_positions
    left = {letter: at_most - placed[letter] for letter, at_most in limits.at_most.items()}
    few = [i for i in opened if sum(left[letter] for letter in limits.possible[i]) <= len(opened)]
    for size in range(1, len(few) + 1):
        for positions in combinations(sorted(few), size):
            letters = frozenset[str]().union(*(limits.possible[i] for i in positions))
            yield frozenset(positions), letters, sum(left[letter] for letter in letters)
