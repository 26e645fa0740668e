"""Inference from limits: letter to possible places and place to possible letters, to a fixpoint.

Rules are repeated until nothing changes. A letter that stands as often as it may stands nowhere
else. Letters that must occur leave only so much room for others. Letters that must occur as
often as they have places between them fill those places, so no other letter does. Places that
need all that their letters may occur use these up, so they stand in no other place. Together
these leave exactly the letters that some row of letters has there. Imports the standard library
only.

Source: Hall's condition, for lower and upper limits at once known as the global cardinality
constraint; Quimper, López-Ortiz, van Beek and Golynski, "Improved algorithms for the global
cardinality constraint" (2004).
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations


@dataclass(frozen=True, slots=True)
class Limits:
    """What is known of the places and of the number of each letter.

    Attributes:
        possible: The letters still possible in each place.
        least: How often a letter occurs at least; 0 where it is left out.
        most: How often each letter of the alphabet occurs at most.
    """

    possible: tuple[frozenset[str], ...]
    least: Mapping[str, int]
    most: Mapping[str, int]


def settle(limits: Limits) -> Limits:
    """Return `limits` with everything that follows from them by the rules of this module.

    Limits that contradict each other end with a place without letters, or with a letter that
    must occur more often than it may.
    """
    while True:
        tighter = _with_spent_letters(_with_full_places(_with_places(_with_counts(limits))))
        if tighter == limits:
            return limits
        limits = tighter


def _with_counts(limits: Limits) -> Limits:
    """Return `limits` with counts as tight as the places and the length allow."""
    standing, room = _standing(limits), Counter[str]()
    for letters in limits.possible:
        room.update(letters)
    least = {c: max(limits.least.get(c, 0), standing[c]) for c in {*limits.least, *standing}}
    free = max(0, len(limits.possible) - sum(least.values()))
    most = {c: min(top, room[c], least.get(c, 0) + free) for c, top in limits.most.items()}
    return Limits(limits.possible, least, most)


def _with_places(limits: Limits) -> Limits:
    """Return `limits` without the letters that stand elsewhere as often as they may."""
    standing = _standing(limits)
    used_up = {letter for letter, most in limits.most.items() if standing[letter] >= most}
    possible = (letters - used_up if len(letters) > 1 else letters for letters in limits.possible)
    return Limits(tuple(possible), limits.least, limits.most)


def _with_full_places(limits: Limits) -> Limits:
    """Return `limits` without other letters in the places that some letters must fill.

    Letters that need more places than they have leave those places without any letter.
    """
    possible = list(limits.possible)
    for letters, places, needed in _groups(limits):
        if needed >= len(places):
            allowed = letters if needed == len(places) else frozenset()
            for place in places:
                possible[place] &= allowed
    return Limits(tuple(possible), limits.least, limits.most)


def _groups(limits: Limits) -> Iterator[tuple[frozenset[str], frozenset[int], int]]:
    """Yield sets of letters not yet placed, the open places they may take, and how many they need.

    Where they need more than there is, the set of all of them says so and comes alone; so there
    are never more such letters than places, and few sets.
    """
    standing = _standing(limits)
    needed = {c: least - standing[c] for c, least in limits.least.items() if least > standing[c]}
    opened = _open_places(limits)
    places = {c: {place for place in opened if c in limits.possible[place]} for c in needed}
    is_too_much = sum(needed.values()) > len(opened)
    for size in range(len(needed) if is_too_much else 1, len(needed) + 1):
        for letters in combinations(sorted(needed), size):
            taken = frozenset[int]().union(*(places[letter] for letter in letters))
            yield frozenset(letters), taken, sum(needed[letter] for letter in letters)


def _with_spent_letters(limits: Limits) -> Limits:
    """Return `limits` without the letters that some places need for themselves.

    Places that need more letters than there are stay without any.
    """
    possible, opened = list(limits.possible), _open_places(limits)
    for places, letters, left in _tight_places(limits):
        if left <= len(places):
            spent = places if left < len(places) else opened - places
            for place in spent:
                possible[place] -= letters
    return Limits(tuple(possible), limits.least, limits.most)


def _tight_places(limits: Limits) -> Iterator[tuple[frozenset[int], frozenset[str], int]]:
    """Yield sets of open places with few letters, these letters, and how many are left of them."""
    standing, opened = _standing(limits), _open_places(limits)
    left = {letter: most - standing[letter] for letter, most in limits.most.items()}
    few = [p for p in opened if sum(left[letter] for letter in limits.possible[p]) <= len(opened)]
    for size in range(1, len(few) + 1):
        for places in combinations(sorted(few), size):
            letters = frozenset[str]().union(*(limits.possible[place] for place in places))
            yield frozenset(places), letters, sum(left[letter] for letter in letters)


def _open_places(limits: Limits) -> frozenset[int]:
    """Return the places with more than one letter."""
    return frozenset(place for place, letters in enumerate(limits.possible) if len(letters) > 1)


def _standing(limits: Limits) -> Counter[str]:
    """Return in how many places each letter is known to stand."""
    known = (letters for letters in limits.possible if len(letters) == 1)
    return Counter(letter for letters in known for letter in letters)
