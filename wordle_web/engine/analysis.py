"""Analysis of a finished game: words left, skill and luck, turn by turn.

The cost of a guess is the expected number of guesses to solve, this one included. Skill compares
it with the cost of the best guess and that of a useless guess, whose pattern is known in advance::

    skill = 99 * (useless cost - cost of the guess) / (useless cost - best cost), from 0 to 99

so the best guess, or one as good, has 99, and a wasted turn has 0. A game that is not solved costs
twenty guesses more; at the last guess skill compares chances. Luck compares the words left with
what other answers would have left after the same guess, each answer counted by its weight::

    luck = 99 * (P(more words left) + P(as many words left) / 2)

so 50 is neither good nor bad luck, and near 99 hardly any answer would have left fewer words.
What is shown beside it, the share of answers that would have left fewer, is of the same count.
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
    CORRECT,
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
from wordle_web.engine.wording import Gettext

MAX_RATING: Final = 99
SAME: Final = 1e-9  # guesses; smaller differences are rounding errors
GUESSES_PER_BIT: Final = float((7920 / 2315 - 1) / np.log2(2315))
MAX_PLAYED_OUT: Final = 16  # words left up to which costs are searched, not estimated
WEAK, STRONG = 65, 80  # mean skill of a game: half of casual games lie between
UNLUCKY, LUCKY = 40, 60  # mean luck of a game, likewise
BUDGET_MS: Final = 25.0  # per state; six turns of the player and six of the solver: below 400 ms

SuggestAfter = Callable[[tuple[Turn, ...]], Suggestion]


@dataclass(frozen=True, slots=True, eq=False)
class PatternCells:
    """The cells into which a guess parts the candidates, each field of shape (cells,).

    Attributes:
        patterns: The pattern of each cell, ascending.
        left: Candidates left in it, int64; 0 where the guess is the answer.
        shares: Its probability, float64; they sum to 1.
        further: Expected guesses after it, float64.
    """

    patterns: Patterns
    left: Counts
    shares: Floats
    further: Floats

    @property
    def cost(self) -> float:
        """Expected guesses to solve, this one included."""
        return float(1 + self.shares @ self.further)


def cells_of(patterns: Patterns, weights: Floats, all_correct: int) -> PatternCells:
    """Return the cells of a guess, each with an estimate of the guesses still needed.

    At best the likeliest word of a cell is guessed next and every other word right after it; a
    large cell needs about one guess for every 4.6 bits. The estimate is the larger of the two.

    Args:
        patterns: The pattern that each candidate gives to the guess, (candidates,).
        weights: Weights of the candidates, above 0, not normalized, float64, (candidates,).
        all_correct: The pattern of a guess that is the answer, after which none is needed.

    Source: n words take at least 2n - 1 guesses; 2,315 words take 7,920 guesses, as proven by
    Selby (2022) and by Bertsimas and Paskov (2024).
    """
    found, cell, left = np.unique(patterns, return_inverse=True, return_counts=True)
    mass, likeliest = np.bincount(cell, weights), np.zeros(len(found))
    np.maximum.at(likeliest, cell, weights)
    bits = np.log2(mass) - np.bincount(cell, weights * np.log2(weights)) / mass
    further = np.maximum(2 - likeliest / mass, 1 + GUESSES_PER_BIT * bits)
    is_open = found != all_correct
    return PatternCells(found, left * is_open, mass / mass.sum(), further * is_open)


def skill_of(lost: float, whole: float) -> int:
    """Return the skill, 0 to 99, of a guess.

    Args:
        lost: Its cost above that of the best guess, in guesses.
        whole: The cost of a useless guess above that of the best guess.

    >>> skill_of(0, 0.9), skill_of(0.3, 0.9), skill_of(0.9, 0.9)
    (99, 66, 0)
    """
    if lost < SAME:
        return MAX_RATING
    return round(MAX_RATING * max(0.0, 1 - lost / whole)) if whole > 0 else 0


class Chances(NamedTuple):
    """How likely a guess was to leave fewer words than it did, as many, or more; sums to 1."""

    fewer: float
    equal: float
    more: float

    @property
    def luck(self) -> int:
        """The luck, 0 to 99, of leaving as many words as it did."""
        return round(MAX_RATING * (self.more + self.equal / 2))


def chances_of(cells: PatternCells, pattern: int) -> Chances | None:
    """Return how likely fewer or more words were than `pattern` leaves.

    None where no candidate gives this pattern.
    """
    actual = cells.left[cells.patterns == pattern]
    if not actual.size:
        return None
    sides = (cells.left < actual, cells.left == actual, cells.left > actual)
    return Chances(*(float(cells.shares[side].sum()) for side in sides))


@dataclass(frozen=True, slots=True)
class PathStep:
    """One guess on the path to the answer.

    Attributes:
        words_before: Number of possible words before it.
        words_after: Number of possible words after it; 0 once the answer is found.
    """

    turn: Turn
    words_before: int
    words_after: int

    @property
    def is_solved(self) -> bool:
        """Whether it found the answer."""
        return set(self.turn.marks) == {CORRECT}


@dataclass(frozen=True, slots=True)
class AnalyzedTurn:
    """One turn of the player.

    Attributes:
        step: The guess with its pattern, and the words before and after.
        skill: From 0 to 99; None where no possible word was left.
        luck: From 0 to 99; None where no possible word was left.
        fewer: The probability that the guess would have left fewer words than it did, 0 to 1, of
            which luck speaks, too; None where no possible word was left.
        lost: Expected guesses above those of the best guess, from 0. None where no possible word
            was left.
        solved: The probability to solve the game after this guess and after the best one, 0 to
            1; None if unknown.
        ranked: What the guess could be expected to do.
        best: The best possible guess; None where no possible word was left.
        violation: The hint that the guess does not use, whether or not hard mode was on.
        is_known: Whether the guess is an allowed word.
    """

    step: PathStep
    skill: int | None
    luck: int | None
    fewer: float | None
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
    """The analysis of a game.

    Attributes:
        turns: The player's turns, up to the answer or the last guess.
        solver: The game of the engine for the same answer.
        is_expected: Whether the answer had weight in the belief; otherwise it is treated as the
            least likely word.
        ignored: The guesses after the answer, which do not count.
    """

    answer: str
    turns: tuple[AnalyzedTurn, ...]
    solver: tuple[PathStep, ...]
    is_expected: bool
    ignored: tuple[str, ...] = ()

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
        return (_won_texts if self.is_solved else _lost_texts)(gettext)[skill][luck]


# A row for weak, fair and strong guesses; in it bad, average and good luck.
def _won_texts(gettext: Gettext) -> Sequence[Sequence[str]]:
    return (
        (
            gettext("You won the hard way: weak guesses and bad luck."),
            gettext("You won, but better guesses were possible."),
            gettext("You won more by luck than by skill."),
        ),
        (
            gettext("Fair guesses: you won despite bad luck."),
            gettext("Fair guesses and average luck."),
            gettext("Fair guesses, and luck helped you win."),
        ),
        (
            gettext("Strong guesses: you won despite bad luck."),
            gettext("Strong guesses and average luck: you earned this win."),
            gettext("Strong guesses and good luck."),
        ),
    )


def _lost_texts(gettext: Gettext) -> Sequence[Sequence[str]]:
    weak = gettext("Luck wasn’t the problem: better guesses were possible.")
    fair = gettext("Fair guesses, but not enough this time.")
    strong = gettext("Strong guesses, but not enough this time.")
    return (
        (gettext("Bad luck, and better guesses were possible."), weak, weak),
        (gettext("Fair guesses, but bad luck."), fair, fair),
        (gettext("Strong guesses, but bad luck."), strong, strong),
    )


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
        guesses: In the order made; those after the answer do not count.
        belief: How likely each word was before the first guess.
        hard: Whether the game was in hard mode, which limits the best guess.
        budget_ms: Time to search each state of the game, in ms.
        clock: Returns seconds.

    Raises:
        LengthError: The answer or a guess is not of the lexicon's length.
    """
    if len(answer) != lexicon.length:
        raise LengthError(lexicon.length, len(answer))
    believed = _believed(lexicon, answer, belief)
    suggest_after = functools.cache(
        functools.partial(
            suggest, lexicon, belief=believed, hard=hard, budget_ms=budget_ms, clock=clock, best=1
        )
    )
    end = guesses.index(answer) + 1 if answer in guesses else len(guesses)
    turns = tuple(Turn(guess, feedback(guess, answer)) for guess in guesses[:end])
    steps = steps_of(lexicon, turns, believed)
    rows = tuple(step.turn for step in steps)
    analyzed = tuple(
        _analyze_turn(lexicon, step, rows[:number], believed, suggest_after)
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

    Args:
        lexicon: The allowed words; the answer is one of them.
        answer: The answer.
        belief: How likely each word is before the first guess.
        hard: Whether the engine plays in hard mode.
        budget_ms: Time to search each of up to six states, in ms of this thread: a busy machine
            finds the same number.
    """
    ask = functools.partial(
        suggest,
        lexicon,
        belief=_believed(lexicon, answer, belief),
        hard=hard,
        budget_ms=budget_ms,
        clock=time.thread_time,
        best=1,
    )
    turns = solver_turns(answer, ask)
    return len(turns) if turns and turns[-1].guess == answer else 0


def words_left(
    lexicon: Lexicon, answer: str, guesses: Iterable[str], belief: Belief
) -> tuple[int, ...]:
    """Return how many possible words each guess left; 0 where it found the answer."""
    turns = (Turn(guess, feedback(guess, answer)) for guess in guesses)
    steps = steps_of(lexicon, turns, _believed(lexicon, answer, belief))
    return tuple(step.words_after for step in steps)


def solver_turns(answer: str, suggest_after: SuggestAfter) -> tuple[Turn, ...]:
    """Return the turns of a solver, up to the answer or the sixth turn.

    Args:
        answer: The answer.
        suggest_after: Returns the suggestion after the given turns.
    """
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


def _believed(lexicon: Lexicon, answer: str, belief: Belief) -> Belief:
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
    guess = step.turn.guess
    best = next(iter(suggest_after(before).best), None)
    rating = _rate(lexicon, step.turn, before, belief, suggest_after) if best else _Rating()
    return AnalyzedTurn(
        step=step,
        skill=rating.skill,
        luck=rating.chances and rating.chances.luck,
        fewer=rating.chances and rating.chances.fewer,
        lost=rating.lost,
        solved=rating.solved,
        ranked=rank_guess(lexicon, before, guess, belief),
        best=best,
        violation=hard_mode_violation(guess, before),
        is_known=guess in lexicon,
    )


class _Rating(NamedTuple):
    skill: int | None = None
    chances: Chances | None = None
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
    chances = chances_of(mine, turn.pattern)
    if tries_left(before) == 1:
        hits = (patterns == won) @ weights / weights.sum()
        skill = skill_of(hits[1] - hits[0], hits[1])
        return _Rating(skill, chances, 0.0, (float(hits[0]), float(hits[1])))
    if len(left) <= MAX_PLAYED_OUT:
        # Costs of so few words are exact, so a useless guess costs exactly one guess more than
        # the best.
        a, b = (
            _played_out(cells, guess, before, suggest_after)
            for cells, guess in zip((mine, best), words, strict=True)
        )
        skill = skill_of(a.cost - b.cost, 1.0)
        return _Rating(skill, chances, max(0.0, a.guesses - b.guesses), (a.solved, b.solved))
    nothing = cells_of(np.zeros_like(patterns[0]), weights, won)
    lost = mine.cost - best.cost
    return _Rating(skill_of(lost, nothing.cost - best.cost), chances, max(0.0, lost))


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
    return Outlook(replace(cells, further=further).cost, float(cells.shares @ solved))


def _mean(values: Iterable[int | None]) -> int | None:
    known = [value for value in values if value is not None]
    return round(fmean(known)) if known else None
