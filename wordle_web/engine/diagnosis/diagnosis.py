"""Why no word matches: which rows conflict, and which small change makes words match again.

Every guess is compared with all words once. Removing rows or changing one tile then only compares
patterns; a changed letter needs new feedback (see `mistyped`).
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Final, Literal

import numpy as np

from wordle_web.engine.arrays import Counts, Floats, Indices, Patterns
from wordle_web.engine.diagnosis.impossible import ImpossibleMarks, impossibility
from wordle_web.engine.diagnosis.mistyped import mistypings
from wordle_web.engine.feedback import (
    ABSENT,
    CORRECT,
    PRESENT,
    feedback_matrix,
    letter_codes,
    pattern_of,
)
from wordle_web.engine.knowledge import Knowledge, Turn, learn
from wordle_web.engine.lexicon import Lexicon

MAX_TURNS: Final = 62  # one bit each in an int64
# Rough odds of mistakes: a wrong color is twice as common as a wrong letter; players guess likely
# answers more often than other words, and those more often than unknown words.
MARKS_A_LETTER: Final = 2.0
ANY_WORD: Final = 0.02
UNKNOWN_WORD: Final = 0.002


class TooManyTurnsError(ValueError):
    """More turns than can be diagnosed at once; `turns` is their number."""

    def __init__(self, turns: int) -> None:
        """Keep the number."""
        super().__init__(f"cannot diagnose {turns} turns; the limit is {MAX_TURNS}")
        self.turns = turns


@dataclass(frozen=True, slots=True)
class Fix:
    """A change of one row after which words match.

    Attributes:
        kind: "mark" for another color of one tile, "order" for the possible marks nearest to
            impossible ones, "letter" for one letter that may be mistyped.
        row: The row to change, from 0.
        position: The first tile that changes, from 0.
        turn: The row after the change.
        words: Number of words that match then.
        weight: The total weight of these words.
        odds: Relative likelihood among the fixes that the row was meant this way.
        is_known: Whether the guess is an allowed word after the change; an unchanged guess counts
            as known, since a game accepted it.
    """

    kind: Literal["mark", "order", "letter"]
    row: int
    position: int
    turn: Turn
    words: int
    weight: float
    odds: float
    is_known: bool = True


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """What is wrong with some turns, and how to fix it. Rows count from 0.

    Attributes:
        candidates: Number of words of positive weight that match all turns. `conflict`,
            `at_fault`, `words_without` and `fixes` are empty unless this is 0.
        matching: Number of words of the lexicon that match all turns, whatever their weight.
        impossible: The rows whose marks no answer could give.
        conflict: The smallest set of rows that no word matches together.
        at_fault: The fewest rows to remove for words to match; of several such sets, the one
            with the likeliest words.
        words_without: Number of words that match once these are removed.
        fixes: Every change of one tile or letter after which words match; those with allowed
            words first, then the likelier ones.
        knowledge: What the turns reveal, contradictory or not.
    """

    candidates: int
    matching: int
    impossible: tuple[tuple[int, ImpossibleMarks], ...]
    conflict: tuple[int, ...]
    at_fault: tuple[int, ...]
    words_without: int
    fixes: tuple[Fix, ...]
    knowledge: Knowledge


@dataclass(frozen=True, slots=True)
class _Case:
    """The turns under diagnosis, compared with the words of positive weight.

    Attributes:
        indices: Words of positive weight, intp, (words,).
        weights: Their weights, float64, (words,).
        patterns: The pattern of each turn's guess for each word, (turns, words).
        fitting: Which turns each word matches, as the sum of 1 << turn, int64, (words,).
    """

    lexicon: Lexicon
    turns: tuple[Turn, ...]
    indices: Indices
    weights: Floats
    patterns: Patterns
    fitting: Counts

    @property
    def everything(self) -> int:
        """The value of `fitting` for a word that matches every turn."""
        return (1 << len(self.turns)) - 1

    def fitting_the_others(self, row: int) -> Indices:
        """Return the words that match every turn but `row`, as indices into `indices`."""
        return np.flatnonzero(self.fitting == self.everything - (1 << row))


def diagnose(lexicon: Lexicon, turns: Sequence[Turn], weights: Floats) -> Diagnosis:
    """Return why no word matches `turns`, and which changes would help.

    Args:
        lexicon: The words.
        turns: As entered; the guesses need not be in the lexicon.
        weights: How likely each word is to be the answer, float64, (words,), not normalized;
            words of weight 0 are ignored.

    Raises:
        LengthError: A guess is not of the lexicon's length.
        TooManyTurnsError: There are more than `MAX_TURNS`.
    """
    if len(turns) > MAX_TURNS:
        raise TooManyTurnsError(len(turns))
    knowledge = learn(turns, lexicon.length, lexicon.alphabet)
    matching, case = _case(lexicon, tuple(turns), weights)
    candidates = int((case.fitting == case.everything).sum())
    marked = ((row, impossibility(turn)) for row, turn in enumerate(turns))
    impossible = tuple((row, fault) for row, fault in marked if fault)
    if candidates or not case.indices.size:
        return Diagnosis(candidates, matching, impossible, (), (), 0, (), knowledge)
    at_fault, words_without = _at_fault(case)
    fixes = sorted(
        _fixes(case, dict(impossible)),
        key=lambda fix: (not fix.is_known, -fix.odds, fix.row, fix.position),
    )
    return Diagnosis(
        0, matching, impossible, _conflict(case), at_fault, words_without, tuple(fixes), knowledge
    )


def _case(lexicon: Lexicon, turns: tuple[Turn, ...], weights: Floats) -> tuple[int, _Case]:
    guesses = letter_codes([turn.guess for turn in turns]).reshape(len(turns), lexicon.length)
    patterns = feedback_matrix(guesses, lexicon.codes)
    fits = patterns == np.array([[turn.pattern] for turn in turns], dtype=np.int64).reshape(-1, 1)
    fitting = (1 << np.arange(len(turns), dtype=np.int64)) @ fits
    matching = int(fits.all(axis=0).sum())
    believed = np.flatnonzero(weights > 0)
    case = _Case(
        lexicon, turns, believed, weights[believed], patterns[:, believed], fitting[believed]
    )
    return matching, case


def _at_fault(case: _Case) -> tuple[tuple[int, ...], int]:
    """Return the fewest rows to remove for words to match, and how many words match then."""
    kinds, kind = np.unique(case.fitting, return_inverse=True)
    weights = np.bincount(kind, case.weights).tolist()
    best = max(zip(kinds.tolist(), weights, strict=True), key=lambda k: (k[0].bit_count(), k[1]))
    rows = tuple(row for row in range(len(case.turns)) if not best[0] >> row & 1)
    return rows, int((case.fitting & best[0] == best[0]).sum())


def _conflict(case: _Case) -> tuple[int, ...]:
    kinds = np.unique(case.fitting)
    rows = range(len(case.turns))
    for size in range(1, len(rows)):
        for chosen in combinations(rows, size):
            bits = sum(1 << row for row in chosen)
            if not (kinds & bits == bits).any():
                return chosen
    return tuple(rows)


def _guess_chance(case: _Case, word: str) -> float:
    index = case.lexicon.index(word)
    return UNKNOWN_WORD if index is None else ANY_WORD + float(case.lexicon.prior[index])


def _fixes(case: _Case, impossible: dict[int, ImpossibleMarks]) -> Iterator[Fix]:
    for row in range(len(case.turns)):
        near = case.fitting_the_others(row)
        if not near.size:
            continue
        nearest = impossible[row].fix if row in impossible else None
        yield from _changed_marks(case, row, near, nearest)
        yield from _changed_letters(case, row, near)


def _changed_marks(case: _Case, row: int, near: Indices, nearest: Turn | None) -> Iterator[Fix]:
    turn, given = case.turns[row], case.patterns[row, near]
    chance = MARKS_A_LETTER * _guess_chance(case, turn.guess) / (2 * len(turn.guess))
    changes: list[tuple[Literal["mark", "order"], Turn]] = [
        ("mark", changed) for changed in _one_tile_away(turn)
    ]
    if nearest and nearest not in [changed for _, changed in changes]:
        changes.append(("order", nearest))
    for kind, changed in changes:
        hits = near[given == changed.pattern]
        if hits.size:
            weight = float(case.weights[hits].sum())
            position = _first_change(turn, changed)
            yield Fix(kind, row, position, changed, hits.size, weight, chance * weight)


def _one_tile_away(turn: Turn) -> Iterator[Turn]:
    marks = turn.marks
    for position, old in enumerate(marks):
        for mark in {ABSENT, PRESENT, CORRECT} - {old}:
            yield Turn(turn.guess, pattern_of((*marks[:position], mark, *marks[position + 1 :])))


def _first_change(turn: Turn, changed: Turn) -> int:
    pairs = enumerate(zip(turn.marks, changed.marks, strict=True))
    return next(position for position, (old, new) in pairs if old != new)


def _changed_letters(case: _Case, row: int, near: Indices) -> Iterator[Fix]:
    turn, answers = case.turns[row], case.lexicon.codes[case.indices[near]]
    others = len(turn.guess) * max(1, len(case.lexicon.alphabet) - 1)
    for position, guess, fits in mistypings(turn, answers, case.lexicon.alphabet):
        changed, weight = Turn(guess, turn.pattern), float(case.weights[near[fits]].sum())
        odds = weight * _guess_chance(case, guess) / others
        is_known = guess in case.lexicon
        yield Fix("letter", row, position, changed, fits.size, weight, odds, is_known)
