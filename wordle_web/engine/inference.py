"""Inference from limits: letter to possible places and place to possible letters, to a fixpoint.

Four rules are repeated until nothing changes: a letter that must occur as often as it has
places stands in all of them; a letter that stands as often as it may stands nowhere else; a
letter that stands somewhere occurs; and letters that must occur leave only so much room for
others. Imports the standard library only.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass


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
        tighter = _with_places(_with_counts(limits))
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
    """Return `limits` with fewer letters by place, as the counts demand."""
    standing, possible = _standing(limits), list(limits.possible)
    for letter, most in limits.most.items():
        places = [place for place, letters in enumerate(possible) if letter in letters]
        if places and limits.least.get(letter, 0) >= len(places):
            for place in places:
                possible[place] &= {letter}
        elif standing[letter] >= most:
            for place in places:
                if len(possible[place]) > 1:
                    possible[place] -= {letter}
    return Limits(tuple(possible), limits.least, limits.most)


def _standing(limits: Limits) -> Counter[str]:
    """Return in how many places each letter is known to stand."""
    known = (letters for letters in limits.possible if len(letters) == 1)
    return Counter(letter for letters in known for letter in letters)
