"""A finished game, turn by turn: what was left, how good each guess was, and how lucky.

Skill is measured in guesses. A guess has a cost: itself, and the guesses that its patterns can
be expected to leave. It gains what it costs less than a guess that tells nothing, and skill is
that gain beside the gain of the best guess::

    skill = 99 * (cost of telling nothing - cost of the guess)
               / (cost of telling nothing - cost of the best), from 0 to 99

so 99 is the best guess or its equal, and 0 one that told nothing and lost the whole turn. A game
that is not solved in time counts as many guesses more as in the search, and at the last guess skill
is the chance of the guess beside that of the best. Luck
compares what a pattern left with what other answers would have left after the same guess, each
answer counted by its weight::

    luck = 99 * (P(more words left) + P(as many words left) / 2)

so 50 is as good as bad, and 99 a stroke that hardly another answer would have given.
"""

import functools
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from statistics import fmean
from typing import Final, NamedTuple

import numpy as np

from wordle_web.engine.arrays import Counts, Floats, Patterns
from wordle_web.engine.candidates import Belief, narrow
from wordle_web.engine.feedback import (
    LengthError,
    all_correct,
    feedback,
    feedback_matrix,
    letter_codes,
)
from wordle_web.engine.hard_mode import HardModeViolation, hard_mode_violation
from wordle_web.engine.knowledge import TRIES, Turn, tries_left
from wordle_web.engine.lexicon import Lexicon
from wordle_web.engine.planning import Outlook
from wordle_web.engine.suggestion import RankedGuess, Suggestion, rank_guess, suggest

MAX_RATING: Final = 99
SAME: Final = 1e-9  # guesses: a smaller difference is one of rounding
GUESSES_PER_BIT: Final = float((7920 / 2315 - 1) / np.log2(2315))
MAX_PLAYED_OUT: Final = 16  # words left, up to which what a guess leaves is searched as well
BUDGET_MS: Final = 25.0  # a state; a player's six and the solver's together stay below 400 ms

SuggestAfter = Callable[[tuple[Turn, ...]], Suggestion]


@dataclass(frozen=True, slots=True, eq=False)
class Cells:
    """The cells into which a guess parts the candidates, each field of shape (cells,).

    Attributes:
        patterns: The pattern of each, ascending.
        left: Candidates that it leaves, int64; none where the guess is the answer.
        shares: How likely it is, float64, summing to 1.
        further: Guesses expected after it, float64.
    """

    patterns: Patterns
    left: Counts
    shares: Floats
    further: Floats

    @property
    def cost(self) -> float:
        """Guesses that the guess can be expected to need in all, itself included."""
        return float(1 + self.shares @ self.further)


def cells_of(patterns: Patterns, weights: Floats, all_correct: int) -> Cells:
    """Return the cells of a guess, with an estimate of the guesses that each needs yet.

    At best one word of a cell is guessed at once and every other at the second try, the likely
    ones first; and a large cell needs about 1.2 guesses for every four bits and a half.

    Args:
        patterns: What each candidate answers to the guess, (candidates,).
        weights: Of the candidates, above 0, not normalized, float64, (candidates,).
        all_correct: The pattern of a guess that is the answer, which needs no other.

    Source: the bound of 2n - 1 guesses for n words, and 7,920 guesses for 2,315 words as
    proven by Selby (2022) and by Bertsimas and Paskov (2024).
    """
    found, cell, left = np.unique(patterns, return_inverse=True, return_counts=True)
    mass, likeliest = np.bincount(cell, weights), np.zeros(len(found))
    np.maximum.at(likeliest, cell, weights)
    bits = np.log2(mass) - np.bincount(cell, weights * np.log2(weights)) / mass
    further = np.maximum(2 - likeliest / mass, 1 + GUESSES_PER_BIT * bits)
    is_open = found != all_correct
    return Cells(found, left * is_open, mass / mass.sum(), further * is_open)


def skill_of(lost: float, whole: float) -> int:
    """Return the skill, 0 to 99, of a guess.

    Args:
        lost: Guesses that it costs more than the best one.
        whole: Guesses that one that tells nothing costs more than the best one.

    >>> skill_of(0, 0.9), skill_of(0.3, 0.9), skill_of(0.9, 0.9)
    (99, 66, 0)
    """
    if lost < SAME:
        return MAX_RATING
    return round(MAX_RATING * max(0.0, 1 - lost / whole)) if whole > 0 else 0


def luck_of(cells: Cells, pattern: int) -> int | None:
    """Return the luck, 0 to 99, of a guess that was given `pattern`.

    None where no candidate would have given it.
    """
    actual = cells.left[cells.patterns == pattern]
    if not actual.size:
        return None
    worse, equal = (
        cells.shares[where].sum() for where in (cells.left > actual, cells.left == actual)
    )
    return round(MAX_RATING * float(worse + equal / 2))


@dataclass(frozen=True, slots=True)
class PathStep:
    """One guess of a path to the answer.

    Attributes:
        turn: The guess with its pattern.
        words_before: Words possible before it.
        words_after: Words still to be told apart after it; 0 once the answer is found.
    """

    turn: Turn
    words_before: int
    words_after: int


@dataclass(frozen=True, slots=True)
class AnalyzedTurn:
    """One turn of the player.

    Attributes:
        step: The guess with its pattern, and the words before and after.
        skill: From 0 to 99; None where no word was left to judge by.
        luck: From 0 to 99; None where no word was left to judge by.
        lost: Guesses that it can be expected to cost more than the best one, from 0. None where
            no word was left to judge by.
        solved: How likely the guesses left were enough after this guess, and after the best one,
            0 to 1; None where that is not known.
        ranked: What the guess could be expected to do; its `expected_remaining` is to be held
            against the words after.
        best: The best guess that could have been made; None where no word was left.
        violation: The hint that hard mode would have missed, whether or not it was on.
        is_known: Whether the guess is an allowed word.
    """

    step: PathStep
    skill: int | None
    luck: int | None
    lost: float | None
    solved: tuple[float, float] | None
    ranked: RankedGuess
    best: RankedGuess | None
    violation: HardModeViolation | None
    is_known: bool

    @property
    def is_best(self) -> bool:
        """Whether no guess would have been better."""
        return self.skill == MAX_RATING


@dataclass(frozen=True, slots=True)
class Analysis:
    """A game analyzed.

    Attributes:
        answer: The answer of the game.
        turns: The player's turns, to the answer or the last guess.
        solver: What the engine would have played from the same start.
        is_expected: Whether the belief held the answer possible. One that it did not is taken
            as the least likely word.
    """

    answer: str
    turns: tuple[AnalyzedTurn, ...]
    solver: tuple[PathStep, ...]
    is_expected: bool

    @property
    def skill(self) -> int | None:
        """The mean skill of the turns, from 0 to 99."""
        return _mean(turn.skill for turn in self.turns)

    @property
    def luck(self) -> int | None:
        """The mean luck of the turns, from 0 to 99."""
        return _mean(turn.luck for turn in self.turns)


def analyze(
    lexicon: Lexicon,
    answer: str,
    guesses: Sequence[str],
    belief: Belief,
    hard: bool = False,
    *,
    budget_ms: float = BUDGET_MS,
    clock: Callable[[], float] = time.perf_counter,
) -> Analysis:
    """Return the analysis of a game whose answer is known.

    Args:
        lexicon: The allowed words; neither answer nor guesses need be among them.
        answer: The answer.
        guesses: In the order made; those after the answer was found are left out.
        belief: How likely each word was before the first guess.
        hard: Whether the game was in hard mode, where fewer guesses could have been made.
        budget_ms: Time to think about each state of the game, in ms.
        clock: Returns seconds.

    Raises:
        LengthError: The answer or a guess is not of the lexicon's length.
    """
    if len(answer) != lexicon.length:
        raise LengthError(lexicon.length, len(answer))
    index = lexicon.index(answer)
    is_expected = index is not None and bool(belief.weights[index] > 0)
    believed = belief if is_expected or index is None else _with_word(belief, index)

    suggest_after = functools.cache(
        functools.partial(
            suggest,
            lexicon,
            belief=believed,
            hard=hard,
            budget_ms=budget_ms,
            clock=clock,
            best=1,
        )
    )
    steps = steps_of(lexicon, _turns(answer, guesses), believed)
    rows = tuple(step.turn for step in steps)
    analyzed = tuple(
        _analyze_turn(lexicon, step, rows[:number], believed, suggest_after)
        for number, step in enumerate(steps)
    )
    path = steps_of(lexicon, solver_turns(answer, suggest_after), believed)
    return Analysis(answer, analyzed, path, is_expected)


def solver_turns(
    answer: str, suggest_after: SuggestAfter, start: tuple[Turn, ...] = ()
) -> tuple[Turn, ...]:
    """Return the turns of a solver, to the answer or to the sixth.

    Args:
        answer: The answer.
        suggest_after: Returns the suggestion after some turns.
        start: Turns made already, such as a player's own opener; they are returned as well.
    """
    turns = start
    while len(turns) < TRIES and all(turn.guess != answer for turn in turns):
        guess = suggest_after(turns).guess
        if guess is None:
            break
        turns = (*turns, Turn(guess, feedback(guess, answer)))
    return turns


def steps_of(lexicon: Lexicon, turns: Iterable[Turn], belief: Belief) -> tuple[PathStep, ...]:
    """Return each turn with the words before and after it, as `belief` holds them possible."""
    steps: list[PathStep] = []
    left = np.flatnonzero(belief.weights)
    for turn in turns:
        before, left = len(left), narrow(lexicon, [turn], left)
        is_found = turn.pattern == all_correct(lexicon.length)
        steps.append(PathStep(turn, before, 0 if is_found else len(left)))
    return tuple(steps)


def _with_word(belief: Belief, index: int) -> Belief:
    weights = belief.weights.copy()
    weights[index] = weights[weights > 0].min(initial=1.0)
    weights.setflags(write=False)
    return replace(belief, weights=weights)


def _turns(answer: str, guesses: Sequence[str]) -> tuple[Turn, ...]:
    end = guesses.index(answer) + 1 if answer in guesses else len(guesses)
    return tuple(Turn(guess, feedback(guess, answer)) for guess in guesses[:end])


def _analyze_turn(
    lexicon: Lexicon,
    step: PathStep,
    before: tuple[Turn, ...],
    belief: Belief,
    suggest_after: SuggestAfter,
) -> AnalyzedTurn:
    guess = step.turn.guess
    best = next(iter(suggest_after(before).best), None)
    rating = _rate(lexicon, step.turn, before, belief, suggest_after) if best else _Rating()
    return AnalyzedTurn(
        step=step,
        skill=rating.skill,
        luck=rating.luck,
        lost=rating.lost,
        solved=rating.solved,
        ranked=rank_guess(lexicon, before, guess, belief),
        best=best,
        violation=hard_mode_violation(guess, before),
        is_known=guess in lexicon,
    )


class _Rating(NamedTuple):
    skill: int | None = None
    luck: int | None = None
    lost: float | None = None
    solved: tuple[float, float] | None = None


def _rate(
    lexicon: Lexicon,
    turn: Turn,
    before: tuple[Turn, ...],
    belief: Belief,
    suggest_after: SuggestAfter,
) -> _Rating:
    words = (turn.guess, suggest_after(before).best[0].guess)
    left = narrow(lexicon, before, np.flatnonzero(belief.weights))
    patterns = feedback_matrix(letter_codes(words), lexicon.codes[left])
    weights, won = belief.weights[left], all_correct(lexicon.length)
    mine, best = (cells_of(row, weights, won) for row in patterns)
    luck = luck_of(mine, turn.pattern)
    if tries_left(before) == 1:
        chances = (patterns == won) @ weights / weights.sum()
        skill = skill_of(chances[1] - chances[0], chances[1])
        return _Rating(skill, luck, 0.0, (float(chances[0]), float(chances[1])))
    if len(left) <= MAX_PLAYED_OUT:
        # A search says what each cell needs. A guess that tells nothing then costs exactly one
        # guess more than the best.
        a, b = (
            _played_out(cells, guess, before, suggest_after)
            for cells, guess in zip((mine, best), words, strict=True)
        )
        skill = skill_of(a.cost - b.cost, 1.0)
        return _Rating(skill, luck, max(0.0, a.guesses - b.guesses), (a.solved, b.solved))
    nothing = cells_of(np.zeros_like(patterns[0]), weights, won)
    lost = mine.cost - best.cost
    return _Rating(skill_of(lost, nothing.cost - best.cost), luck, max(0.0, lost))


def _played_out(
    cells: Cells, guess: str, before: tuple[Turn, ...], suggest_after: SuggestAfter
) -> Outlook:
    further, solved = cells.further.copy(), np.ones(len(cells.further))
    # Two words take two guesses; where there is one, either may be lost.
    for cell in np.flatnonzero(cells.left > (1 if tries_left(before) == 2 else 2)):
        turn = Turn(guess, int(cells.patterns[cell]))
        best = next(iter(suggest_after((*before, turn)).best), None)
        if best is not None and best.outlook is not None:
            further[cell], solved[cell] = best.outlook
    return Outlook(replace(cells, further=further).cost, float(cells.shares @ solved))


def _mean(values: Iterable[int | None]) -> int | None:
    known = [value for value in values if value is not None]
    return round(fmean(known)) if known else None
