"""A finished game, turn by turn: what was left, how good each guess was, and how lucky.

Skill and luck are defined in `rating`. Imports the engine only.
"""

import functools
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from statistics import fmean
from typing import Final

import numpy as np

from wordle_web.engine.belief import Belief
from wordle_web.engine.candidates import narrow
from wordle_web.engine.feedback import (
    LengthError,
    all_correct,
    feedback,
    feedback_matrix,
    letter_codes,
)
from wordle_web.engine.knowledge import HardModeViolation, Turn, hard_mode_violation
from wordle_web.engine.lexicon import Lexicon
from wordle_web.engine.rating import FULL, Cells, cells_of, luck_of, skill_of
from wordle_web.engine.states import TRIES
from wordle_web.engine.suggestion import RankedGuess, Suggestion, rank_guess, suggest

MAX_PLAYED_OUT: Final = 16  # words left, up to which what a guess leaves is searched as well
BUDGET_MS: Final = 25.0  # a state; a player's six and the solver's together stay below 400 ms

NOTHING: Final = (None, None, None)

Ask = Callable[[tuple[Turn, ...]], Suggestion]


@dataclass(frozen=True, slots=True)
class Step:
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
class AnalysedTurn:
    """One turn of the player.

    Attributes:
        step: The guess with its pattern, and the words before and after.
        skill: From 0 to 99; None where no word was left to judge by.
        luck: From 0 to 99; None where no word was left to judge by.
        lost: Guesses that it can be expected to cost more than the best one, from 0: what skill
            is judged by. None where no word was left to judge by.
        ranked: What the guess could be expected to do; its `expected_remaining` is to be held
            against the words after.
        best: The best guess that could have been made; None where no word was left.
        violation: The hint that hard mode would have missed, whether or not it was on.
        is_known: Whether the guess is an allowed word.
    """

    step: Step
    skill: int | None
    luck: int | None
    lost: float | None
    ranked: RankedGuess
    best: RankedGuess | None
    violation: HardModeViolation | None
    is_known: bool

    @property
    def is_best(self) -> bool:
        """Whether no guess would have been better."""
        return self.skill == FULL


@dataclass(frozen=True, slots=True)
class Analysis:
    """A game analysed.

    Attributes:
        answer: The answer of the game.
        turns: The player's turns, to the answer or the last guess.
        solver: What the engine would have played from the same start.
        is_expected: Whether the belief held the answer possible. One that it did not is taken
            as the least likely word.
    """

    answer: str
    turns: tuple[AnalysedTurn, ...]
    solver: tuple[Step, ...]
    is_expected: bool

    @property
    def skill(self) -> int | None:
        """The mean skill of the turns, from 0 to 99."""
        return _mean(turn.skill for turn in self.turns)

    @property
    def luck(self) -> int | None:
        """The mean luck of the turns, from 0 to 99."""
        return _mean(turn.luck for turn in self.turns)


def analyse(
    lexicon: Lexicon,
    answer: str,
    guesses: Sequence[str],
    belief: Belief,
    hard: bool = False,
    *,
    budget_ms: float = BUDGET_MS,
    clock: Callable[[], float] = time.perf_counter,
    folder: Path | None = None,
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
        folder: Where caches are kept between processes; without one everything is computed.

    Raises:
        LengthError: The answer or a guess is not of the lexicon's length.
    """
    if len(answer) != lexicon.length:
        raise LengthError(lexicon.length, len(answer))
    place = lexicon.position(answer)
    is_expected = place is not None and bool(belief.weights[place] > 0)
    believed = belief if is_expected or place is None else _with_word(belief, place)

    @functools.cache
    def ask(turns: tuple[Turn, ...]) -> Suggestion:
        """Return the suggestion after some turns, found once."""
        return suggest(
            lexicon,
            turns,
            belief=believed,
            hard=hard,
            budget_ms=budget_ms,
            clock=clock,
            best=1,
            folder=folder,
        )

    steps = steps_of(lexicon, _turns(answer, guesses), believed)
    rows = tuple(step.turn for step in steps)
    analysed = tuple(
        _analysed(lexicon, step, rows[:number], believed, ask) for number, step in enumerate(steps)
    )
    path = steps_of(lexicon, solver_turns(answer, ask), believed)
    return Analysis(answer, analysed, path, is_expected)


def solver_turns(answer: str, ask: Ask, start: tuple[Turn, ...] = ()) -> tuple[Turn, ...]:
    """Return the turns of a solver, to the answer or to the sixth.

    Args:
        answer: The answer.
        ask: Returns the suggestion after some turns.
        start: Turns made already, such as a player's own opener; they are returned as well.
    """
    turns = start
    while len(turns) < TRIES and all(turn.guess != answer for turn in turns):
        guess = ask(turns).guess
        if guess is None:
            break
        turns = (*turns, Turn(guess, feedback(guess, answer)))
    return turns


def steps_of(lexicon: Lexicon, turns: Iterable[Turn], belief: Belief) -> tuple[Step, ...]:
    """Return each turn with the words before and after it, as `belief` holds them possible."""
    steps: list[Step] = []
    left = np.flatnonzero(belief.weights)
    for turn in turns:
        before, left = len(left), narrow(lexicon, [turn], left)
        is_found = turn.pattern == all_correct(lexicon.length)
        steps.append(Step(turn, before, 0 if is_found else len(left)))
    return tuple(steps)


def _with_word(belief: Belief, place: int) -> Belief:
    """Return `belief` that also holds one more word possible, as the least likely one."""
    weights = belief.weights.copy()
    weights[place] = weights[weights > 0].min(initial=1.0)
    weights.setflags(write=False)
    return replace(belief, weights=weights)


def _turns(answer: str, guesses: Sequence[str]) -> tuple[Turn, ...]:
    """Return each guess with its pattern, to the answer at most."""
    end = guesses.index(answer) + 1 if answer in guesses else len(guesses)
    return tuple(Turn(guess, feedback(guess, answer)) for guess in guesses[:end])


def _analysed(
    lexicon: Lexicon, step: Step, before: tuple[Turn, ...], belief: Belief, ask: Ask
) -> AnalysedTurn:
    """Return one turn of the player, held against what would have been suggested."""
    guess = step.turn.guess
    best = next(iter(ask(before).best), None)
    skill, luck, lost = _rated(lexicon, step.turn, before, belief, ask) if best else NOTHING
    return AnalysedTurn(
        step=step,
        skill=skill,
        luck=luck,
        lost=lost,
        ranked=rank_guess(lexicon, before, guess, belief),
        best=best,
        violation=hard_mode_violation(guess, before),
        is_known=guess in lexicon,
    )


def _rated(
    lexicon: Lexicon, turn: Turn, before: tuple[Turn, ...], belief: Belief, ask: Ask
) -> tuple[int, int | None, float]:
    """Return the skill and the luck of one turn, and the guesses that it lost.

    Where few words are left, what each guess leaves is searched instead of estimated, and a
    guess that tells nothing costs exactly one guess more than the best.
    """
    words = (turn.guess, ask(before).best[0].guess)
    left = narrow(lexicon, before, np.flatnonzero(belief.weights))
    patterns = feedback_matrix(letter_codes(words), lexicon.codes[left])
    weights, won = belief.weights[left], all_correct(lexicon.length)
    mine, best = (cells_of(row, weights, won) for row in patterns)
    luck = luck_of(mine, turn.pattern)
    if len(left) <= MAX_PLAYED_OUT:
        lost = _played_out(mine, words[0], before, ask) - _played_out(best, words[1], before, ask)
        return skill_of(lost, 1), luck, max(0.0, lost)
    nothing = cells_of(np.zeros_like(patterns[0]), weights, won)
    lost = mine.cost - best.cost
    return skill_of(lost, nothing.cost - best.cost), luck, max(0.0, lost)


def _played_out(cells: Cells, guess: str, before: tuple[Turn, ...], ask: Ask) -> float:
    """Return the cost of a guess, with what a search says that each of its cells needs."""
    further = cells.further.copy()
    for place in np.flatnonzero(cells.left > 2):
        found = next(iter(ask((*before, Turn(guess, int(cells.patterns[place])))).best), None)
        if found is not None and found.expected_guesses is not None and not found.is_estimate:
            further[place] = found.expected_guesses
    return replace(cells, further=further).cost


def _mean(values: Iterable[int | None]) -> int | None:
    """Return the mean of the values there are, rounded; None where there are none."""
    known = [value for value in values if value is not None]
    return round(fmean(known)) if known else None
