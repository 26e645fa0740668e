"""Analysis of a finished game: the rating of each guess, the words left, and the solver's own game.

`fewer` and `equal` of a turn compare the number of words that the guess left with the numbers that
it would have left for other answers, weighted by their probabilities.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from wordle_web.engine.arrays import Flags, Indices
from wordle_web.engine.candidates import Belief, candidates_after, narrow
from wordle_web.engine.feedback import CORRECT, LengthError, all_correct, patterns_of
from wordle_web.engine.hard_mode import HardMode, HardModeViolation, hard_mode_violation
from wordle_web.engine.knowledge import Turn, until_answer
from wordle_web.engine.letters import N_, Gettext
from wordle_web.engine.lexicon import Lexicon
from wordle_web.engine.rating import (
    FinishedGame,
    GameRating,
    GuessRating,
    belief_for,
    best_play,
    grade_limit,
    rate_game,
    rate_turns,
)
from wordle_web.engine.suggestion import RankedGuess, measure_guesses

# Limits in guesses: the total cost below which play is strong, that below which it is still fair,
# and the absolute value below which luck is average. A game with a costly guess is never called
# strong.
STRONG, FAIR, EVEN = grade_limit("fair"), 0.8, 0.4


@dataclass(frozen=True, slots=True)
class PathStep:
    """One guess on the path to the answer."""

    turn: Turn
    words_before: int  # number of possible words before the guess
    words_after: int  # number of possible words after it; 0 if it found the answer

    @property
    def is_solved(self) -> bool:
        """Whether the guess found the answer."""
        return set(self.turn.marks) == {CORRECT}


@dataclass(frozen=True, slots=True)
class AnalyzedTurn:
    """One turn of the player, with its figures and those of the best guess."""

    step: PathStep
    rating: GuessRating | None  # None if no possible word was left before it
    ranked: RankedGuess  # the figures of the guess before it was made; all 0 without a rating
    best: RankedGuess | None  # the figures of the best guess at that point; None without a rating
    # The hint that the guess ignores under the rules of hard mode, even if it was off; None if it
    # ignores none.
    violation: HardModeViolation | None
    is_known: bool  # whether the guess is an allowed word
    # The probabilities, 0 to 1, that the guess would have left fewer words than it did, and equally
    # many; None if no possible word gives its pattern.
    fewer: float | None
    equal: float | None

    @property
    def is_best(self) -> bool:
        """Whether no guess would have been better; False without a rating."""
        return self.rating is not None and not self.rating.cost


# Rows: weak, fair and strong guesses. Columns: bad, average and good luck.
WON_TEXTS: Final = (
    (
        N_("You won the hard way: weak guesses and bad luck."),
        N_("You won, but better guesses were possible."),
        N_("You won more by luck than by skill."),
    ),
    (
        N_("Fair guesses: you won despite bad luck."),
        N_("Fair guesses and average luck."),
        N_("Fair guesses, and luck helped you win."),
    ),
    (
        N_("Strong guesses: you won despite bad luck."),
        N_("Strong guesses and average luck: you earned this win."),
        N_("Strong guesses and good luck."),
    ),
)
_WEAK = N_("Luck wasn’t the problem: better guesses were possible.")
_FAIR = N_("Fair guesses, but not enough this time.")
_STRONG = N_("Strong guesses, but not enough this time.")
LOST_TEXTS: Final = (
    (N_("Better guesses were possible, and you had bad luck."), _WEAK, _WEAK),
    (N_("Fair guesses, but bad luck."), _FAIR, _FAIR),
    (N_("Strong guesses, but bad luck."), _STRONG, _STRONG),
)


@dataclass(frozen=True, slots=True)
class Analysis:
    """A finished game, analyzed turn by turn, with the best play for the same answer."""

    answer: str
    turns: tuple[AnalyzedTurn, ...]  # the player's turns, up to the answer or the last guess
    solver: tuple[PathStep, ...]  # the best play for the same answer
    rating: GameRating | None  # None without guesses, or if the answer is not in the lexicon
    # Whether the belief gave the answer any weight; if not, `belief_for` chose another belief.
    is_expected: bool
    ignored: tuple[str, ...] = ()  # the guesses after the answer, which do not count

    @property
    def is_solved(self) -> bool:
        """Whether the player found the answer."""
        return any(turn.step.turn.guess == self.answer for turn in self.turns)

    def summary(self, gettext: Gettext = str) -> str:
        """Return one sentence about the guesses and luck; empty if there are no figures."""
        if self.is_solved and len(self.turns) == 1:
            return gettext("Right on the first guess: pure luck.")
        if self.rating is None:
            return ""
        skill = (self.rating.cost < FAIR) + (self.rating.cost < STRONG)
        luck = (self.rating.luck < EVEN) + (self.rating.luck <= -EVEN)
        return gettext((WON_TEXTS if self.is_solved else LOST_TEXTS)[skill][luck])


def analyze(
    lexicon: Lexicon,
    answer: str,
    guesses: Sequence[str],
    belief: Belief,
    hard: HardMode = HardMode.OFF,
    hints: tuple[Flags | None, ...] = (),
) -> Analysis:
    """Return the analysis of a game whose answer is known.

    Neither the answer nor the guesses need be in the lexicon; guesses after the answer are ignored.
    `belief` is the belief before the first guess. In hard mode, only guesses that it allows can be
    the best one. `hints` has the words allowed by the hints before each guess, as in
    `FinishedGame`.

    Raises:
        LengthError: the answer or a guess is not of the lexicon's length.
    """
    if len(answer) != lexicon.length:
        raise LengthError(lexicon.length, len(answer))
    believed = belief_for(lexicon, answer, belief)
    game = FinishedGame(lexicon, answer, tuple(guesses), belief, hard, hints)
    turns = tuple(Turn.of(guess, answer) for guess in until_answer(guesses, answer))
    rating = rate_game(game) if turns and answer in lexicon else None
    ratings = rating.guesses if rating else rate_turns(game)
    analyzed = tuple(
        _analyze_turn(lexicon, step, turns[:number], believed, words, rated, hard)
        for number, ((step, words), rated) in enumerate(
            zip(_walk(lexicon, turns, believed, hints), ratings, strict=True)
        )
    )
    path = steps_of(lexicon, best_play(lexicon, answer, belief, hard), believed)
    index = lexicon.index(answer)
    is_expected = index is not None and bool(belief.weights[index] > 0)
    return Analysis(answer, analyzed, path, rating, is_expected, tuple(guesses[len(turns) :]))


def steps_after_hints(
    lexicon: Lexicon,
    answer: str,
    guesses: Iterable[str],
    belief: Belief,
    hints: tuple[Flags | None, ...] = (),
) -> tuple[PathStep, ...]:
    """Return each guess with the number of possible words before and after it.

    `hints` has the words allowed by the hints before each guess, as in `FinishedGame`.
    """
    turns = (Turn.of(guess, answer) for guess in guesses)
    walk = _walk(lexicon, turns, belief_for(lexicon, answer, belief), hints)
    return tuple(step for step, _ in walk)


def steps_of(lexicon: Lexicon, turns: Iterable[Turn], belief: Belief) -> tuple[PathStep, ...]:
    """Return each turn with the number of words of positive weight before and after it."""
    return tuple(step for step, _ in _walk(lexicon, turns, belief))


def _walk(
    lexicon: Lexicon,
    turns: Iterable[Turn],
    belief: Belief,
    hints: tuple[Flags | None, ...] = (),
) -> Iterator[tuple[PathStep, Indices]]:
    """Yield the step of each turn, and the words left before it."""
    left = candidates_after(lexicon, (), belief)
    for number, turn in enumerate(turns):
        if number < len(hints) and (mask := hints[number]) is not None:
            left = left[mask[left]]
        before, left = left, narrow(lexicon, [turn], left)
        is_found = turn.pattern == all_correct(lexicon.length)
        yield PathStep(turn, len(before), 0 if is_found else len(left)), before


def _analyze_turn(
    lexicon: Lexicon,
    step: PathStep,
    before: tuple[Turn, ...],
    belief: Belief,
    words: Indices,
    rating: GuessRating | None,
    hard: HardMode,
) -> AnalyzedTurn:
    guess, fewer, equal = step.turn.guess, None, None
    ranked, best = RankedGuess(guess, 0.0, 0.0, 0, 0.0, False), None
    if rating:
        measures = measure_guesses(lexicon, before, belief, words, guess, rating.best)
        ranked, best = measures[0], measures[-1]
        fewer, equal = _chances(lexicon, step.turn, words, belief)
    return AnalyzedTurn(
        step=step,
        rating=rating,
        ranked=ranked,
        best=best,
        violation=hard_mode_violation(guess, before, hard or HardMode.ON, lexicon.alphabet),
        is_known=guess in lexicon,
        fewer=fewer,
        equal=equal,
    )


def _chances(
    lexicon: Lexicon, turn: Turn, words: Indices, belief: Belief
) -> tuple[float | None, float | None]:
    """Return the values of `fewer` and `equal` of an `AnalyzedTurn`."""
    row = patterns_of(turn.guess, lexicon.codes[words])
    patterns, cell, left = np.unique(row, return_inverse=True, return_counts=True)
    if turn.pattern not in patterns:
        return None, None
    weights = belief.weights[words]
    shares = np.bincount(cell, weights) / weights.sum()
    left[patterns == all_correct(lexicon.length)] = 0
    actual = left[patterns == turn.pattern]
    return float(shares[left < actual].sum()), float(shares[left == actual].sum())
