"""The best next guess with its reasons, the words left, and any guess on the same terms.

What the helper, the command line and the lab ask of the engine. Imports the engine only.
"""

import functools
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

import numpy as np

from wordle_web.engine.belief import Belief
from wordle_web.engine.candidates import narrow
from wordle_web.engine.estimates import completed, estimated_guesses
from wordle_web.engine.feedback import all_correct, feedback_matrix, letter_codes
from wordle_web.engine.knowledge import Turn
from wordle_web.engine.lexicon import Lexicon
from wordle_web.engine.matrix import matrix_at_hand
from wordle_web.engine.openings import Reply, kept_reply
from wordle_web.engine.partition import Measures, measure
from wordle_web.engine.search.bounds import Positions
from wordle_web.engine.search.hard_mode import allowed_guesses
from wordle_web.engine.search.planning import plan
from wordle_web.engine.states import TRIES

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
    question = _Question(lexicon, tuple(turns), belief, hard, guesses_left, best, folder)
    answer = _answer(question, budget_ms, clock)
    return replace(answer, milliseconds=1000 * (clock() - began))


@dataclass(frozen=True, slots=True)
class _Question:
    """What was asked; the same question has the same answer."""

    lexicon: Lexicon
    turns: tuple[Turn, ...]
    belief: Belief
    hard: bool
    guesses_left: int | None
    best: int
    folder: Path | None

    @property
    def left(self) -> int:
        """Guesses left, from 1."""
        made = len(self.turns)
        return self.guesses_left or (TRIES - made if made < TRIES else TRIES)


@functools.lru_cache(maxsize=512)
def _answer(question: _Question, budget_ms: float, clock: Callable[[], float]) -> Suggestion:
    """Return the answer to a question, as good as there is time for; thought about once."""
    lexicon, belief = question.lexicon, question.belief
    found = _left(lexicon, question.turns, belief)
    if not len(found):
        return Suggestion(0, 0, None, None, True, 0.0, ())
    reply = _kept(question) or _searched(question, found, budget_ms, clock)
    ranked = _ranked(lexicon, reply, found, belief, question.best)
    return Suggestion(
        candidates=len(found),
        likely=int(belief.likely[found].sum()),
        guess=ranked[0].guess,
        expected_guesses=ranked[0].expected_guesses,
        exact=reply.is_exact,
        milliseconds=0.0,
        best=ranked,
    )


def _kept(question: _Question) -> Reply | None:
    """Return the best guesses that are kept of an opening, where it is one."""
    if question.left != TRIES - len(question.turns):
        return None
    return kept_reply(
        question.lexicon, question.turns, question.belief, question.hard, question.folder
    )


def _searched(
    question: _Question, found: Positions, budget_ms: float, clock: Callable[[], float]
) -> Reply:
    """Return the best guesses that a search finds in its time."""
    lexicon, weights = question.lexicon, question.belief.weights[found]
    matrix = matrix_at_hand(lexicon, question.folder)
    deadline = clock() + (budget_ms - FINISH_MS) / 1000
    made = plan(
        matrix,
        found,
        weights,
        question.left,
        allowed_guesses(lexicon.codes, question.turns) if question.hard else None,
        lambda: clock() >= deadline,
        wanted=question.best,
    )
    columns = made.thought.ranking[: question.best]
    words = (lexicon.words[made.guesses[column]] for column in columns)
    costs = map(made.expected_guesses, columns)
    return Reply(tuple(zip(words, costs, strict=True)), made.is_exact)


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
    found = _left(lexicon, turns, belief)
    if not len(found):
        return RankedGuess(guess, 0.0, 0.0, 0, 0.0, False)
    known = next((each for each in beside if each.guess == guess), None)
    if known is not None:
        return known
    costs = [(each.guess, None if each.is_estimate else each.expected_guesses) for each in beside]
    return _measured(lexicon, (*costs, (guess, None)), found, belief)[-1]


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


def _ranked(
    lexicon: Lexicon, reply: Reply, found: Positions, belief: Belief, most: int
) -> tuple[RankedGuess, ...]:
    """Return the best guesses by what they are expected to need."""
    ranked = _measured(lexicon, reply.guesses[: max(1, most)], found, belief)
    return tuple(sorted(ranked, key=lambda guess: guess.expected_guesses or 0.0))


def _measured(
    lexicon: Lexicon, guesses: Sequence[tuple[str, float | None]], found: Positions, belief: Belief
) -> tuple[RankedGuess, ...]:
    """Return guesses with their measures, what they need estimated where it is not known."""
    weights, won = belief.weights[found], all_correct(lexicon.length)
    words, costs = zip(*guesses, strict=True)
    patterns = feedback_matrix(letter_codes(words), lexicon.codes[found]).T
    measures = measure(patterns, weights, won)
    chances = (weights @ (patterns == won) / weights.sum()).tolist()
    expected = completed(costs, estimated_guesses(patterns, weights, won))
    return tuple(
        replace(
            _rank(word, measures, index, chances[index]),
            expected_guesses=expected[index],
            is_estimate=costs[index] is None,
        )
        for index, word in enumerate(words)
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
