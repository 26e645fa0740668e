"""Turns that no word fits: which rows are at fault, and which small change brings words back.

Every guess is judged against all words once. Leaving out rows, and changing one tile of a row,
are then comparisons of patterns; only a changed letter needs new feedback (see `mistyped`).
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
# How mistakes come about: a tile is taken for another color twice as often as a letter is
# mistyped; whoever guesses takes likely answers rather than other words, and those rather than
# words that we do not know.
MARKS_A_LETTER: Final = 2.0
ANY_WORD: Final = 0.02
UNKNOWN_WORD: Final = 0.002


class TooManyTurnsError(ValueError):
    """More `turns`, a number, than can be diagnosed at once."""

    def __init__(self, turns: int) -> None:
        """Keep the number."""
        super().__init__(f"cannot diagnose {turns} turns; the limit is {MAX_TURNS}")
        self.turns = turns


@dataclass(frozen=True, slots=True)
class Fix:
    """A change of one row that brings words back.

    Attributes:
        kind: "mark" for one tile of another color, "order" for the possible marks nearest to
            impossible ones, "letter" for one letter that may have been mistyped.
        row: The row to change, from 0.
        position: The first tile that changes, from 0.
        turn: The row as it would be.
        words: How many words would fit then.
        weight: The summed weight of those words.
        odds: How likely it is that the row was meant so, beside the other fixes.
        is_known: Whether the guess would be an allowed word; one without a changed letter
            counts as known, since a game took it.
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
    """What is wrong with turns, and what would put it right. Rows count from 0.

    Attributes:
        candidates: How many words of positive weight fit all turns. The four fields after the
            next are empty unless this is 0.
        matching: How many words of the lexicon fit all turns, of whatever weight.
        impossible: The rows whose marks no answer could give.
        conflict: The smallest set of rows that no word fits together.
        at_fault: The fewest rows to leave out for words to come back; of several such sets the
            one that the likeliest words speak for.
        words_without: How many words fit when those are left out.
        fixes: Every change of one tile or letter that brings words back. Those that keep to
            allowed words come first, then the likelier ones.
        knowledge: What the turns tell, contradictory or not.
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
    """The turns under diagnosis, judged against the words that are believed in.

    Attributes:
        indices: Words of positive weight, intp, (words,).
        weights: Their weight, float64, (words,).
        patterns: What each turn's guess would be given, (turns, words).
        fitting: Which turns each word fits, the sum of 1 << turn over them, int64, (words,).
    """

    lexicon: Lexicon
    turns: tuple[Turn, ...]
    indices: Indices
    weights: Floats
    patterns: Patterns
    fitting: Counts

    @property
    def everything(self) -> int:
        """The number of a word that fits every turn."""
        return (1 << len(self.turns)) - 1

    def fitting_the_others(self, row: int) -> Indices:
        """Return which of the words fit every turn but `row`, as indices into `indices`."""
        return np.flatnonzero(self.fitting == self.everything - (1 << row))


def diagnose(lexicon: Lexicon, turns: Sequence[Turn], weights: Floats) -> Diagnosis:
    """Return why no word fits `turns` and which changes would bring words back.

    Args:
        lexicon: The words.
        turns: As entered; the guesses need not be in the lexicon.
        weights: How likely each word is the answer, float64, (words,), not normalized. Words
            of weight 0 are left aside.

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
    """Return the fewest rows to leave out for words to come back, and how many words do."""
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
