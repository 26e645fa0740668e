"""Analysis of a finished game: words left, skill and luck, turn by turn.

The cost of a guess is the expected number of guesses to solve, this one included. Skill compares
it with the cost of the best guess and that of a useless guess, whose pattern is known in advance::

    skill = 99 * (useless cost - cost of the guess) / (useless cost - best cost), from 0 to 99

so the best guess, or one as good, has 99, and a wasted turn has 0. A game that is not solved costs
twenty guesses more; at the last guess skill compares chances. Luck compares the words left with
what other answers would have left after the same guess, each answer counted by its weight::

    luck = 99 * (P(more words left) + P(as many words left) / 2)

so 50 is neither good nor bad luck, and near 99 hardly any answer would have left fewer words.
The share of answers that would have left fewer words, shown beside it, counts the same answers.
"""

import functools
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from statistics import fmean
from typing import Final

import numpy as np

from wordle_web.engine.arrays import Counts, Floats, Patterns, log2
from wordle_web.engine.candidates import Belief, narrow
from wordle_web.engine.clock import Stopwatch, seconds, thread_seconds
from wordle_web.engine.feedback import (
    CORRECT,
    LengthError,
    all_correct,
    feedback,
    feedback_matrix,
    letter_codes,
)
from wordle_web.engine.hard_mode import HardModeViolation, hard_mode_violation
from wordle_web.engine.knowledge import TRIES, Turn, tries_left
from wordle_web.engine.letters import N_, Gettext
from wordle_web.engine.lexicon import Lexicon
from wordle_web.engine.planning import Outlook
from wordle_web.engine.suggestion import SAME, RankedGuess, Suggestion, rank_guess, suggest

MAX_RATING: Final = 99
GUESSES_PER_BIT: Final = float((7920 / 2315 - 1) / log2(2315))
MAX_PLAYED_OUT: Final = 16  # words left up to which costs are searched, not estimated
WEAK, STRONG = 65, 80  # mean skill of a game: half of casual games lie between
UNLUCKY, LUCKY = 40, 60  # mean luck of a game, likewise
BUDGET_MS: Final = 25.0  # per state; six turns of the player and six of the solver: below 400 ms

SuggestAfter = Callable[[tuple[Turn, ...]], Suggestion]


@dataclass(frozen=True, slots=True, eq=False)
class PatternCells:
    """The cells into which a guess parts the candidates, each field of shape (cells,)."""

    patterns: Patterns  # the pattern of each cell, ascending
    left: Counts  # candidates left in it, int64; 0 where the guess is the answer
    shares: Floats  # its probability, float64; they sum to 1
    further: Floats  # expected guesses after it, float64

    @property
    def cost(self) -> float:
        """Expected guesses to solve, this one included."""
        return float(1 + (self.shares * self.further).sum())


def cells_of(patterns: Patterns, weights: Floats, all_correct: int) -> PatternCells:
    """Return the cells of a guess, each with an estimate of the guesses still needed.

    At best the likeliest word of a cell is guessed next and every other word right after it; a
    large cell needs about one guess for every 4.6 bits. The estimate is the larger of the two.

    `patterns` are those that each candidate gives to the guess, (candidates,); `weights`, float64,
    (candidates,), are above 0 and not normalized.

    Source: n words take at least 2n - 1 guesses; 2,315 words take 7,920 guesses, as proven by
    Selby (2022) and by Bertsimas and Paskov (2024).
    """
    found, cell, left = np.unique(patterns, return_inverse=True, return_counts=True)
    mass, likeliest = np.bincount(cell, weights), np.zeros(len(found))
    np.maximum.at(likeliest, cell, weights)
    bits = log2(mass) - np.bincount(cell, weights * log2(weights)) / mass
    further = np.maximum(2 - likeliest / mass, 1 + GUESSES_PER_BIT * bits)
    is_open = found != all_correct
    return PatternCells(found, left * is_open, mass / mass.sum(), further * is_open)


def skill_of(lost: float, whole: float) -> int:
    """Return the skill, 0 to 99, of a guess that costs `lost` guesses more than the best one.

    A useless guess costs `whole` more than the best one.

    >>> skill_of(0, 0.9), skill_of(0.3, 0.9), skill_of(0.9, 0.9)
    (99, 66, 0)
    """
    if lost < SAME:
        return MAX_RATING
    return round(MAX_RATING * max(0.0, 1 - lost / whole)) if whole > 0 else 0


def luck_of(cells: PatternCells, pattern: int) -> tuple[int, float, float] | None:
    """Return the luck of a pattern, 0 to 99, and how likely fewer or as many words left were.

    None if no candidate gives this pattern.
    """
    actual = cells.left[cells.patterns == pattern]
    if not actual.size:
        return None
    sides = (cells.left < actual, cells.left == actual, cells.left > actual)
    fewer, equal, more = (float(cells.shares[side].sum()) for side in sides)
    return round(MAX_RATING * (more + equal / 2)), fewer, equal


@dataclass(frozen=True, slots=True)
class PathStep:
    """One guess on the path to the answer."""

    turn: Turn
    words_before: int
    words_after: int  # number of possible words after it; 0 once the answer is found

    @property
    def is_solved(self) -> bool:
        """Whether it found the answer."""
        return set(self.turn.marks) == {CORRECT}


@dataclass(frozen=True, slots=True)
class AnalyzedTurn:
    """One turn of the player. Ratings and best guess are None if no possible word was left."""

    step: PathStep
    ranked: RankedGuess  # what the guess could be expected to do
    best: RankedGuess | None
    # The hint that the guess does not use, whether or not hard mode was on.
    violation: HardModeViolation | None
    is_known: bool  # whether the guess is an allowed word
    skill: int | None = None  # from 0 to 99, as luck is
    luck: int | None = None
    # The probabilities that the guess would have left fewer words than it did, or as many, 0 to 1.
    fewer: float | None = None
    equal: float | None = None
    lost: float | None = None  # expected guesses above those of the best guess, from 0
    # The probability to solve the game after this guess and after the best one, 0 to 1; None if
    # unknown.
    solved: tuple[float, float] | None = None

    @property
    def is_best(self) -> bool:
        """Whether no guess would have been better."""
        return self.skill == MAX_RATING


# A row for weak, fair and strong guesses; in it bad, average and good luck.
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
    (N_("Bad luck, and better guesses were possible."), _WEAK, _WEAK),
    (N_("Fair guesses, but bad luck."), _FAIR, _FAIR),
    (N_("Strong guesses, but bad luck."), _STRONG, _STRONG),
)


@dataclass(frozen=True, slots=True)
class Analysis:
    """The analysis of a game."""

    answer: str
    turns: tuple[AnalyzedTurn, ...]  # the player's turns, up to the answer or the last guess
    solver: tuple[PathStep, ...]  # the game of the engine for the same answer
    # Whether the answer had weight in the belief; otherwise it is treated as the least likely word.
    is_expected: bool
    ignored: tuple[str, ...] = ()  # the guesses after the answer, which do not count

    @property
    def is_solved(self) -> bool:
        """Whether the player found the answer."""
        return any(turn.step.turn.guess == self.answer for turn in self.turns)

    @property
    def skill(self) -> int | None:
        """The mean skill of the turns, from 0 to 99."""
        return _mean(turn.skill for turn in self.turns)

    @property
    def luck(self) -> int | None:
        """The mean luck of the turns, from 0 to 99."""
        return _mean(turn.luck for turn in self.turns)

    def summary(self, gettext: Gettext = str) -> str:
        """Return one sentence on how much was skill and how much luck; "" without figures."""
        if self.is_solved and len(self.turns) == 1:
            return gettext("Right on the first guess: pure luck.")
        if self.skill is None or self.luck is None:
            return ""
        skill = (self.skill >= WEAK) + (self.skill >= STRONG)
        luck = (self.luck > UNLUCKY) + (self.luck >= LUCKY)
        return gettext((WON_TEXTS if self.is_solved else LOST_TEXTS)[skill][luck])


def analyze(
    lexicon: Lexicon,
    answer: str,
    guesses: Sequence[str],
    belief: Belief,
    hard: bool = False,
    *,
    budget_ms: float = BUDGET_MS,
    clock: Stopwatch = seconds,
) -> Analysis:
    """Return the analysis of a game whose answer is known.

    Neither answer nor guesses need be in the lexicon; guesses after the answer do not count. The
    belief is that before the first guess. Hard mode limits the best guess. Each state of the game
    is searched for `budget_ms` ms.

    Raises:
        LengthError: The answer or a guess is not of the lexicon's length.
    """
    if len(answer) != lexicon.length:
        raise LengthError(lexicon.length, len(answer))
    believed = believing(lexicon, answer, belief)
    suggest_after = functools.cache(
        functools.partial(
            suggest, lexicon, belief=believed, hard=hard, budget_ms=budget_ms, clock=clock, best=1
        )
    )
    end = guesses.index(answer) + 1 if answer in guesses else len(guesses)
    turns = tuple(Turn(guess, feedback(guess, answer)) for guess in guesses[:end])
    steps = steps_of(lexicon, turns, believed)
    analyzed = tuple(
        _analyze_turn(lexicon, step, turns[:number], believed, suggest_after)
        for number, step in enumerate(steps)
    )
    path = steps_of(lexicon, solver_turns(answer, suggest_after), believed)
    index = lexicon.index(answer)
    is_expected = index is not None and bool(belief.weights[index] > 0)
    return Analysis(answer, analyzed, path, is_expected, tuple(guesses[end:]))


def solver_guesses(
    lexicon: Lexicon, answer: str, belief: Belief, hard: bool = False, *, budget_ms: float
) -> int:
    """Return how many guesses the engine needs for an answer; 0 if six are not enough.

    Each of up to six states is searched for `budget_ms` ms of this thread, so that a busy machine
    finds the same number.
    """
    ask = functools.partial(
        suggest,
        lexicon,
        belief=believing(lexicon, answer, belief),
        hard=hard,
        budget_ms=budget_ms,
        clock=thread_seconds,
        best=1,
    )
    turns = solver_turns(answer, ask)
    return len(turns) if turns and turns[-1].guess == answer else 0


def words_left(
    lexicon: Lexicon, answer: str, guesses: Iterable[str], belief: Belief
) -> tuple[int, ...]:
    """Return how many possible words each guess left; 0 where it found the answer."""
    turns = (Turn(guess, feedback(guess, answer)) for guess in guesses)
    steps = steps_of(lexicon, turns, believing(lexicon, answer, belief))
    return tuple(step.words_after for step in steps)


def solver_turns(answer: str, suggest_after: SuggestAfter) -> tuple[Turn, ...]:
    """Return the turns of a solver, up to the answer or the sixth turn."""
    turns: tuple[Turn, ...] = ()
    while len(turns) < TRIES and all(turn.guess != answer for turn in turns):
        guess = suggest_after(turns).guess
        if guess is None:
            break
        turns = (*turns, Turn(guess, feedback(guess, answer)))
    return turns


def steps_of(lexicon: Lexicon, turns: Iterable[Turn], belief: Belief) -> tuple[PathStep, ...]:
    """Return each turn with the number of words of positive weight before and after it."""
    steps: list[PathStep] = []
    left = np.flatnonzero(belief.weights)
    for turn in turns:
        before, left = len(left), narrow(lexicon, [turn], left)
        is_found = turn.pattern == all_correct(lexicon.length)
        steps.append(PathStep(turn, before, 0 if is_found else len(left)))
    return tuple(steps)


def believing(lexicon: Lexicon, answer: str, belief: Belief) -> Belief:
    """Return a belief in which the answer is at least the least likely word."""
    index = lexicon.index(answer)
    if index is None or belief.weights[index] > 0:
        return belief
    weights = belief.weights.copy()
    weights[index] = weights[weights > 0].min(initial=1.0)
    weights.setflags(write=False)
    return replace(belief, weights=weights)


def _analyze_turn(
    lexicon: Lexicon,
    step: PathStep,
    before: tuple[Turn, ...],
    belief: Belief,
    suggest_after: SuggestAfter,
) -> AnalyzedTurn:
    """Return a turn rated by chances at the last guess, else by exact costs, else by estimates."""
    turn, best = step.turn, next(iter(suggest_after(before).best), None)
    rated = AnalyzedTurn(
        step=step,
        ranked=rank_guess(lexicon, before, turn.guess, belief),
        best=best,
        violation=hard_mode_violation(turn.guess, before),
        is_known=turn.guess in lexicon,
    )
    if best is None:
        return rated
    left = narrow(lexicon, before, np.flatnonzero(belief.weights))
    patterns = feedback_matrix(letter_codes((turn.guess, best.guess)), lexicon.codes[left])
    weights, won = belief.weights[left], all_correct(lexicon.length)
    cells, best_cells = (cells_of(row, weights, won) for row in patterns)
    if found := luck_of(cells, turn.pattern):
        rated = replace(rated, luck=found[0], fewer=found[1], equal=found[2])
    if tries_left(before) == 1:
        hits = (np.where(patterns == won, weights, 0.0).sum(axis=1) / weights.sum()).tolist()
        skill = skill_of(hits[1] - hits[0], hits[1])
        return replace(rated, skill=skill, lost=0.0, solved=(hits[0], hits[1]))
    if len(left) <= MAX_PLAYED_OUT:
        # Costs of so few words are exact: a useless guess costs one guess more than the best.
        mine = _played_out(cells, turn.guess, before, suggest_after)
        theirs = _played_out(best_cells, best.guess, before, suggest_after)
        lost = max(0.0, mine.guesses - theirs.guesses)
        skill, solved = skill_of(mine.cost - theirs.cost, 1.0), (mine.solved, theirs.solved)
        return replace(rated, skill=skill, lost=lost, solved=solved)
    useless = cells_of(np.zeros_like(patterns[0]), weights, won)
    lost = cells.cost - best_cells.cost
    skill = skill_of(lost, useless.cost - best_cells.cost)
    return replace(rated, skill=skill, lost=max(0.0, lost))  # estimates may favor the guess


def _played_out(
    cells: PatternCells, guess: str, before: tuple[Turn, ...], suggest_after: SuggestAfter
) -> Outlook:
    further, solved = cells.further.copy(), np.ones(len(cells.further))
    # Two words take two guesses; where there is one, either may be lost.
    for cell in np.flatnonzero(cells.left > (1 if tries_left(before) == 2 else 2)):
        turn = Turn(guess, int(cells.patterns[cell]))
        best = next(iter(suggest_after((*before, turn)).best), None)
        if best is not None and best.outlook is not None:
            further[cell], solved[cell] = best.outlook
    return Outlook(replace(cells, further=further).cost, float((cells.shares * solved).sum()))


def _mean(values: Iterable[int | None]) -> int | None:
    known = [value for value in values if value is not None]
    return round(fmean(known)) if known else None
