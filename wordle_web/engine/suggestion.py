"""The best next guess with its reasons, the words left, and any guess on the same terms."""

import functools
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from wordle_web.engine.arrays import Floats, Indices
from wordle_web.engine.candidates import Belief, candidates_after
from wordle_web.engine.feedback import all_correct, feedback_matrix, letter_codes
from wordle_web.engine.hard_mode import allowed_guesses
from wordle_web.engine.knowledge import Turn, tries_left
from wordle_web.engine.lexicon import Lexicon
from wordle_web.engine.matrix import available_matrix
from wordle_web.engine.openings import Reply, kept_reply, reply_of
from wordle_web.engine.partition import measure
from wordle_web.engine.search.bounds import estimated_guesses
from wordle_web.engine.search.planning import plan

FINISH_MS: Final = 4.0  # kept back for ranking what was found


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
        expected_guesses: Guesses expected until the answer is found, this one included: what
            guesses are ranked by. A word that is not found in time counts as twenty more.
        is_estimate: Whether that was estimated, because a search did not come to it.
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
    """The answer to "what next?".

    Attributes:
        candidates: Words that can be the answer.
        likely: Of these, the ones that are likely answers; in a pool all of them.
        guess: The best guess; None where no word is left.
        expected_guesses: Guesses expected until the answer is found; None without a guess.
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
    folder: Path | None = None,
) -> Suggestion:
    """Return the best next guess after `turns`.

    Args:
        lexicon: The allowed words.
        turns: Guesses made, with their patterns; they need not be in the lexicon.
        belief: How likely each word is.
        hard: Whether every revealed hint must be used.
        budget_ms: Time to think, in ms; a cache that has to be built first is not counted.
        guesses_left: Default six less the turns; six again where there are more turns.
        clock: Returns seconds.
        best: How many guesses to rank.
        folder: Where caches are kept between processes; without one everything is computed.
    """
    began = clock()
    request = _Request(
        lexicon, tuple(turns), belief, hard, guesses_left or tries_left(turns), best, folder
    )
    return replace(_suggest(request, budget_ms, clock), milliseconds=1000 * (clock() - began))


@dataclass(frozen=True, slots=True)
class _Request:
    """What a suggestion depends on: the key under which it is cached."""

    lexicon: Lexicon
    turns: tuple[Turn, ...]
    belief: Belief
    hard: bool
    guesses_left: int
    best: int
    folder: Path | None


@functools.lru_cache(maxsize=512)
def _suggest(request: _Request, budget_ms: float, clock: Callable[[], float]) -> Suggestion:
    lexicon, belief = request.lexicon, request.belief
    candidates = candidates_after(lexicon, request.turns, belief)
    if not len(candidates):
        return Suggestion(0, 0, None, None, True, 0.0, ())
    reply = _known_reply(request) or _search(request, candidates, budget_ms, clock)
    measured = _measure(lexicon, reply.guesses[: max(1, request.best)], candidates, belief)
    ranked = tuple(sorted(measured, key=lambda guess: guess.expected_guesses or 0.0))
    return Suggestion(
        candidates=len(candidates),
        likely=int(belief.likely[candidates].sum()),
        guess=ranked[0].guess,
        expected_guesses=ranked[0].expected_guesses,
        exact=reply.is_exact,
        milliseconds=0.0,
        best=ranked,
    )


def _known_reply(request: _Request) -> Reply | None:
    if request.guesses_left != tries_left(request.turns):
        return None  # openings are kept for games of six guesses
    return kept_reply(request.lexicon, request.turns, request.belief, request.hard, request.folder)


def _search(
    request: _Request, candidates: Indices, budget_ms: float, clock: Callable[[], float]
) -> Reply:
    codes = request.lexicon.codes
    matrix = available_matrix(request.lexicon, request.folder)
    deadline = clock() + (budget_ms - FINISH_MS) / 1000
    found = plan(
        matrix,
        candidates,
        request.belief.weights[candidates],
        request.guesses_left,
        allowed_guesses(codes, request.turns) if request.hard else None,
        lambda: clock() >= deadline,
        top=request.best,
    )
    return reply_of(request.lexicon, found, request.best)


def rank_guess(
    lexicon: Lexicon,
    turns: Sequence[Turn],
    guess: str,
    belief: Belief,
    beside: Sequence[RankedGuess] = (),
) -> RankedGuess:
    """Return what a guess of the player's own does, whether or not the lexicon has it.

    Args:
        lexicon: The allowed words.
        turns: Guesses made, with their patterns.
        guess: The guess.
        belief: How likely each word is.
        beside: The best guesses of the same turns, to hold its estimate against.

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


def remaining(lexicon: Lexicon, turns: Sequence[Turn], belief: Belief) -> Remaining:
    """Return the words left, the likely ones first, equally likely ones by the alphabet."""
    candidates = candidates_after(lexicon, turns, belief)
    weights = belief.weights[candidates]
    words = tuple(lexicon.words[index] for index in candidates)
    return Remaining(words, tuple((weights / weights.sum()).tolist()) if words else ())


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

    Estimates are shifted by as much as they are off where the figure is known, and never fall
    below the first one, which is that of the best guess.

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
