"""The best next guess with its reasons, the words left, and any guess on the same terms.

What the helper, the command line and the lab ask of the engine. Imports the engine only.
"""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from wordle_web.engine.belief import Belief
from wordle_web.engine.candidates import Positions, narrow
from wordle_web.engine.feedback import all_correct, feedback_matrix, letter_codes
from wordle_web.engine.knowledge import Turn, hard_mode_violation
from wordle_web.engine.lexicon import Lexicon
from wordle_web.engine.partition import Measures, measure

CORE = 256
PAIRS = 1_000_000
ANSWER_BITS = 2.0


@dataclass(frozen=True, slots=True)
class RankedGuess:
    """A guess and what it does to the words left.

    Attributes:
        guess: The word.
        expected_remaining: Words expected to be left after it.
        entropy_bits: Information expected from its pattern, in bits.
        worst: Words left in the worst case.
        answer_probability: How likely it is the answer, 0 to 1.
        is_candidate: Whether it can be the answer.
        expected_guesses: Guesses expected until the answer is found, this one included; None
            where that was not searched.
    """

    guess: str
    expected_remaining: float
    entropy_bits: float
    worst: int
    answer_probability: float
    is_candidate: bool
    expected_guesses: float | None = None


@dataclass(frozen=True, slots=True)
class Suggestion:
    """The answer to "what next?".

    Attributes:
        candidates: Words that can be the answer.
        likely: Of these, the ones that are likely answers; in a pool all of them.
        guess: The best guess; None where no word is left.
        expected_guesses: Guesses expected until the answer is found; None where not searched.
        exact: Whether no other guess can be better.
        milliseconds: Time it took.
        best: The best guesses, the suggestion first.
    """

    candidates: int
    likely: int
    guess: str | None
    expected_guesses: float | None
    exact: bool
    milliseconds: float
    best: tuple[RankedGuess, ...]


@dataclass(frozen=True, slots=True)
class Remaining:
    """The words left and how likely each is, the likely ones first; probabilities sum to 1."""

    words: tuple[str, ...]
    probabilities: tuple[float, ...]


def suggest(
    lexicon: Lexicon,
    turns: Sequence[Turn],
    *,
    belief: Belief,
    hard: bool = False,
    budget_ms: float = 90.0,
    guesses_left: int | None = None,
    clock: Callable[[], float] = time.perf_counter,
    best: int = 10,
) -> Suggestion:
    """Return the best next guess after `turns`.

    Args:
        lexicon: The allowed words.
        turns: Guesses made, with their patterns; they need not be in the lexicon.
        belief: How likely each word is.
        hard: Whether every revealed hint must be used.
        budget_ms: Time to think, in ms.
        guesses_left: Default six less the turns.
        clock: Returns seconds.
        best: How many guesses to rank.
    """
    began = clock()
    found = _left(lexicon, turns, belief)
    if not len(found):
        return Suggestion(0, 0, None, None, True, 1000 * (clock() - began), ())
    core = found[:CORE]
    guesses = _promising(lexicon, turns, core, hard)
    ranked = _ranked(lexicon, guesses, core, belief)[:best]
    return Suggestion(
        candidates=len(found),
        likely=int(belief.likely[found].sum()),
        guess=ranked[0].guess,
        expected_guesses=1.0 if len(found) == 1 else None,
        exact=len(found) == 1,
        milliseconds=1000 * (clock() - began),
        best=ranked,
    )


def rank_guess(lexicon: Lexicon, turns: Sequence[Turn], guess: str, belief: Belief) -> RankedGuess:
    """Return what a guess of the player's own does, whether or not the lexicon has it.

    Raises:
        LengthError: The guess is not of the lexicon's length.
    """
    found = _left(lexicon, turns, belief)
    if not len(found):
        return RankedGuess(guess, 0.0, 0.0, 0, 0.0, False)
    patterns = feedback_matrix(letter_codes([guess]), lexicon.codes[found]).T
    weights = belief.weights[found]
    measures = measure(patterns, weights, all_correct(lexicon.length))
    chances = weights * (patterns[:, 0] == all_correct(lexicon.length)) / weights.sum()
    return _rank(guess, measures, 0, float(chances.sum()))


def remaining(lexicon: Lexicon, turns: Sequence[Turn], belief: Belief) -> Remaining:
    """Return the words left, the likely ones first, equally likely ones by the alphabet."""
    found = _left(lexicon, turns, belief)
    weights = belief.weights[found]
    words = tuple(lexicon.words[position] for position in found)
    return Remaining(words, tuple((weights / weights.sum()).tolist()) if words else ())


def _left(lexicon: Lexicon, turns: Sequence[Turn], belief: Belief) -> Positions:
    """Return the positions of the words left, the heaviest first, then by the alphabet."""
    found = narrow(lexicon, turns, np.flatnonzero(belief.weights))
    return found[np.argsort(-belief.weights[found], kind="stable")]


def _promising(lexicon: Lexicon, turns: Sequence[Turn], core: Positions, hard: bool) -> Positions:
    """Return the guesses to weigh: candidates, then those of frequent letters."""
    letters = np.unique(lexicon.codes[core], return_counts=True)
    frequency = np.zeros(int(lexicon.codes.max()) + 1)
    frequency[letters[0]] = letters[1]
    codes = np.sort(lexicon.codes, axis=1)
    fresh = np.ones(codes.shape, dtype=bool)
    fresh[:, 1:] = codes[:, 1:] != codes[:, :-1]
    value = (frequency[codes] * fresh).sum(axis=1)
    value[core] += value.max()
    if hard:
        value[[bool(hard_mode_violation(word, turns)) for word in lexicon.words]] = -1
    order: Positions = np.argsort(-value, kind="stable")[: max(1, PAIRS // len(core))]
    kept: Positions = order[value[order] >= 0]
    return kept


def _ranked(
    lexicon: Lexicon, guesses: Positions, core: Positions, belief: Belief
) -> tuple[RankedGuess, ...]:
    """Return guesses by entropy and two bits for the chance to be right, the best first.

    Source: the bonus of about two bits is an empirical figure of the field.
    """
    weights = belief.weights[core]
    patterns = feedback_matrix(lexicon.codes[guesses], lexicon.codes[core]).T
    measures = measure(patterns, weights, all_correct(lexicon.length))
    chances = np.zeros(len(lexicon))
    chances[core] = weights / weights.sum()
    worth = measures.entropy_bits + ANSWER_BITS * chances[guesses]
    order = np.lexsort((guesses, -chances[guesses], -worth.round(9)))
    return tuple(
        _rank(lexicon.words[guesses[i]], measures, i, float(chances[guesses[i]]))
        for i in order[:50].tolist()
    )


def _rank(guess: str, measures: Measures, index: int, chance: float) -> RankedGuess:
    """Return one guess with its measures."""
    return RankedGuess(
        guess=guess,
        expected_remaining=float(measures.expected_remaining[index]),
        entropy_bits=float(measures.entropy_bits[index]),
        worst=int(measures.worst[index]),
        answer_probability=chance,
        is_candidate=chance > 0,
    )
