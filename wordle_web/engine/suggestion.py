"""The best next guess with its measures, the words left, and a rating of any other guess."""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from wordle_web.engine.arrays import Flags, Floats, Indices
from wordle_web.engine.candidates import Belief, candidates_after
from wordle_web.engine.feedback import all_correct, feedback_matrix, letter_codes
from wordle_web.engine.hard_mode import allowed_guesses
from wordle_web.engine.knowledge import Turn, tries_left
from wordle_web.engine.lexicon import Lexicon
from wordle_web.engine.matrix import matrix_of
from wordle_web.engine.openings import Reply, kept_reply, reply_of
from wordle_web.engine.partition import measure
from wordle_web.engine.planning import plan
from wordle_web.engine.search.bounds import estimated_guesses

FINISH_MS: Final = 4.0  # reserved for ranking the result


@dataclass(frozen=True, slots=True)
class RankedGuess:
    """A guess with its measures.

    Attributes:
        guess: The word.
        expected_remaining: Expected number of words left after it.
        entropy_bits: Expected information of its pattern, in bits.
        worst: Number of words left in the worst case.
        answer_probability: Probability of being the answer, 0 to 1.
        is_candidate: Whether it can be the answer.
        expected_guesses: Expected guesses to solve, this one included; guesses are ranked by it.
            A word not found in time counts as twenty more.
        is_estimate: Whether `expected_guesses` is an estimate, since the search did not reach it.
    """

    guess: str
    expected_remaining: float
    entropy_bits: float
    worst: int
    answer_probability: float
    is_candidate: bool
    expected_guesses: float | None = None
    is_estimate: bool = False


@dataclass(frozen=True, slots=True)
class Suggestion:
    """The best next guess after some turns.

    Attributes:
        candidates: Number of words that can be the answer.
        likely: Number of likely answers among them; in a pool, all of them.
        guess: The best guess; None where no word is left.
        expected_guesses: Expected guesses to solve; None without a guess.
        exact: Whether no other guess can be better.
        milliseconds: Time taken, in ms.
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
    """The likeliest words left with their probabilities, which sum to 1 over all words left."""

    words: tuple[str, ...]
    probabilities: tuple[float, ...]


def suggest(
    lexicon: Lexicon,
    turns: Sequence[Turn],
    *,
    belief: Belief,
    hard: bool = False,
    answers_only: bool = False,
    budget_ms: float = 90.0,
    guesses_left: int | None = None,
    clock: Callable[[], float] = time.perf_counter,
    best: int = 10,
) -> Suggestion:
    """Return the best next guess after `turns`.

    Args:
        lexicon: The allowed words.
        turns: Guesses made, with their patterns; they need not be in the lexicon.
        belief: How likely each word is to be the answer.
        hard: Whether every revealed hint must be used.
        answers_only: Whether only words that can be the answer are suggested, now and later.
        budget_ms: Time to search, in ms.
        guesses_left: By default six minus the turns, or six again after six turns.
        clock: Returns seconds.
        best: How many guesses to rank.
    """
    began = clock()
    candidates = candidates_after(lexicon, turns, belief)
    if not len(candidates):
        return Suggestion(0, 0, None, None, True, 1000 * (clock() - began), ())
    left, reply = guesses_left or tries_left(turns), None
    if left == tries_left(turns):  # stored openings are for games of six guesses
        reply = kept_reply(lexicon, turns, belief, hard)
    if reply and answers_only:
        reply = _among(reply, lexicon, candidates)
    if reply is None:
        allowed = _allowed(lexicon, turns, hard, candidates if answers_only else None)
        weights, should_stop = belief.weights[candidates], _timer(budget_ms - FINISH_MS, clock)
        found = plan(matrix_of(lexicon), candidates, weights, left, allowed, should_stop, top=best)
        reply = reply_of(lexicon, found, best)
        # Later guesses are searched by the rules of hard mode, which allow a few more words.
        reply = replace(reply, is_exact=reply.is_exact and not answers_only)
    measured = _measure(lexicon, reply.guesses[: max(1, best)], candidates, belief)
    ranked = tuple(sorted(measured, key=lambda guess: guess.expected_guesses or 0.0))
    return Suggestion(
        candidates=len(candidates),
        likely=int(belief.likely[candidates].sum()),
        guess=ranked[0].guess,
        expected_guesses=ranked[0].expected_guesses,
        exact=reply.is_exact,
        milliseconds=1000 * (clock() - began),
        best=ranked,
    )


def _allowed(
    lexicon: Lexicon, turns: Sequence[Turn], hard: bool, only: Indices | None
) -> Flags | None:
    if only is not None:
        return np.isin(np.arange(len(lexicon)), only)
    return allowed_guesses(lexicon.codes, turns) if hard else None


def _among(reply: Reply, lexicon: Lexicon, candidates: Indices) -> Reply | None:
    """Return what is left of a reply if only candidates are suggested; None if nothing is."""
    words = {lexicon.words[index] for index in candidates.tolist()}
    guesses = tuple(each for each in reply.guesses if each[0] in words)
    return Reply(guesses, is_exact=False) if guesses else None


def _timer(milliseconds: float, clock: Callable[[], float]) -> Callable[[], bool]:
    deadline = clock() + milliseconds / 1000
    return lambda: clock() >= deadline


def rank_guess(
    lexicon: Lexicon,
    turns: Sequence[Turn],
    guess: str,
    belief: Belief,
    beside: Sequence[RankedGuess] = (),
) -> RankedGuess:
    """Return the measures of any guess, whether or not the lexicon has it.

    Args:
        lexicon: The allowed words.
        turns: Guesses made, with their patterns.
        guess: The guess.
        belief: How likely each word is to be the answer.
        beside: The best guesses after the same turns, to calibrate the estimate.

    Raises:
        LengthError: The guess is not of the lexicon's length.
    """
    candidates = candidates_after(lexicon, turns, belief)
    if not len(candidates):
        return RankedGuess(guess, 0.0, 0.0, 0, 0.0, False)
    known = next((each for each in beside if each.guess == guess), None)
    if known is not None:
        return known
    costs = [(each.guess, None if each.is_estimate else each.expected_guesses) for each in beside]
    return _measure(lexicon, (*costs, (guess, None)), candidates, belief)[-1]


def remaining(lexicon: Lexicon, candidates: Indices, belief: Belief, count: int) -> Remaining:
    """Return the first words of `candidates`, at most `count`, each with its probability."""
    weights = belief.weights[candidates]
    words = tuple(lexicon.words[index] for index in candidates[:count])
    return Remaining(words, tuple((weights[:count] / weights.sum()).tolist()) if words else ())


def _measure(
    lexicon: Lexicon,
    guesses: Sequence[tuple[str, float | None]],
    candidates: Indices,
    belief: Belief,
) -> tuple[RankedGuess, ...]:
    weights, won = belief.weights[candidates], all_correct(lexicon.length)
    words, costs = zip(*guesses, strict=True)
    patterns = feedback_matrix(letter_codes(words), lexicon.codes[candidates]).T
    measures = measure(patterns, weights, won)
    chances = (weights @ (patterns == won) / weights.sum()).tolist()
    expected = completed(costs, estimated_guesses(patterns, weights, won))
    return tuple(
        RankedGuess(
            guess=word,
            expected_remaining=float(measures.expected_remaining[index]),
            entropy_bits=float(measures.entropy_bits[index]),
            worst=int(measures.worst[index]),
            answer_probability=chances[index],
            is_candidate=chances[index] > 0,
            expected_guesses=expected[index],
            is_estimate=costs[index] is None,
        )
        for index, word in enumerate(words)
    )


def completed(known: Sequence[float | None], estimates: Floats) -> tuple[float, ...]:
    """Return `known` with its gaps filled by estimates.

    Estimates are corrected by their mean error where the cost is known, and are never below the
    first cost, which is that of the best guess.

    >>> import numpy as np
    >>> [round(each, 2) for each in completed([2.5, None, 2.7], np.array([2.4, 2.7, 2.6]))]
    [2.5, 2.8, 2.7]
    >>> completed([None, None], np.array([3.0, 2.9]))
    (3.0, 3.0)
    """
    pairs = list(zip(known, estimates.tolist(), strict=True))
    off = [cost - estimate for cost, estimate in pairs if cost is not None]
    shift = sum(off) / len(off) if off else 0.0
    filled = [estimate + shift if cost is None else cost for cost, estimate in pairs]
    return tuple(max(filled[0], each) for each in filled)
