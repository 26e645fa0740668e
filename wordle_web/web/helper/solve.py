"""What the engine finds for a state of the helper, gathered once.

From a state and its words to figures; wording and drawing come later. Imports the engine and
the state, not Flask.
"""

import functools
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

import numpy as np

from wordle_web.engine.candidates import Belief, belief_of
from wordle_web.engine.diagnosis.diagnosis import Diagnosis, diagnose
from wordle_web.engine.feedback import feedback_matrix, letter_codes
from wordle_web.engine.hard_mode import HardModeViolation, hard_mode_violation
from wordle_web.engine.knowledge import Knowledge, Turn, learn
from wordle_web.engine.lexicon import Lexicon
from wordle_web.engine.suggestion import (
    RankedGuess,
    Remaining,
    Suggestion,
    rank_guess,
    remaining,
    suggest,
)
from wordle_web.web.helper.state import HelperState
from wordle_web.web.http.fair_lock import SEARCH_LOCK

BUDGET_MS = 90.0
MAX_CACHED_SUGGESTIONS = 256


@dataclass(frozen=True, slots=True)
class Cell:
    """A pattern that a guess could get, how many words it would leave, and how likely it is."""

    pattern: int
    words: int
    share: float


Thought = tuple[Suggestion, Remaining, tuple[Cell, ...]]


@dataclass(frozen=True, slots=True)
class MyGuess:
    """The player's own guess, weighed; `violation` is what hard mode has against it."""

    ranked: RankedGuess
    is_known: bool
    violation: HardModeViolation | None


@dataclass(frozen=True, slots=True)
class HelperResult:
    """Everything the engine says of a state.

    Attributes:
        suggestion: The best next guess and the next best; without one where no word is left.
        remaining: The words still possible, likely ones first.
        knowledge: What the turns tell.
        cells: What each colouring of the suggestion would leave, largest first.
        mine: The player's own guess, where one was typed.
        diagnosis: Why no word is left; None where there are some.
    """

    suggestion: Suggestion
    remaining: Remaining
    knowledge: Knowledge
    cells: tuple[Cell, ...]
    mine: MyGuess | None
    diagnosis: Diagnosis | None


def find(
    state: HelperState,
    lexicon: Lexicon,
    folder: Path | None = None,
    used_elsewhere: tuple[str, ...] = (),
) -> HelperResult:
    """Return what the engine says of `state` in the words of `lexicon`.

    Args:
        state: What is asked.
        lexicon: Words of its length.
        folder: Where the engine keeps what it computes once.
        used_elsewhere: Words that the host knows other games to have had.
    """
    used = (*state.used, *used_elsewhere) if state.mode == "real" else state.used
    belief = belief_for(lexicon, state.mode, used)
    question = Question(lexicon, state.turns, state.mode, used, state.hard, folder)
    suggestion, left, cells = think(question)
    return HelperResult(
        suggestion=suggestion,
        remaining=left,
        knowledge=learn(state.turns, state.length, lexicon.alphabet),
        cells=cells,
        mine=_mine(state, lexicon, belief, suggestion) if state.mine and left.words else None,
        diagnosis=None if left.words else diagnose(lexicon, state.turns, belief.weights),
    )


@functools.lru_cache(maxsize=32)
def belief_for(lexicon: Lexicon, mode: str, used: tuple[str, ...]) -> Belief:
    """Return a belief, made once for each lexicon, mode and used words."""
    return belief_of(lexicon, mode, used)


class Question(NamedTuple):
    """All that a suggestion depends on."""

    lexicon: Lexicon
    turns: tuple[Turn, ...]
    mode: str
    used: tuple[str, ...]
    hard: bool
    folder: Path | None


def think(question: Question) -> Thought:
    """Return the suggestion, the words left and its cells; a question is thought about once.

    What was found in a hurry, while others waited, is not kept.
    """
    try:
        return _thought(question)
    except _HurriedError as hurried:
        return hurried.found


class _HurriedError(Exception):
    """There was less time than there should be; carries what was found in it."""

    def __init__(self, found: Thought) -> None:
        """Keep what was found."""
        super().__init__()
        self.found = found


@functools.lru_cache(maxsize=MAX_CACHED_SUGGESTIONS)
def _thought(question: Question) -> Thought:
    """Think: one search at a time in each process, and a shorter one while others wait.

    Raises:
        _HurriedError: It was a shorter one.
    """
    lexicon, turns, mode, used, hard, folder = question
    belief = belief_for(lexicon, mode, used)
    with SEARCH_LOCK.share_of(BUDGET_MS) as budget_ms:
        suggestion = suggest(
            lexicon, turns, belief=belief, hard=hard, budget_ms=budget_ms, folder=folder
        )
    left = remaining(lexicon, turns, belief)
    found = suggestion, left, _cells(left, suggestion.guess) if suggestion.guess else ()
    if budget_ms < BUDGET_MS and not suggestion.exact:
        raise _HurriedError(found)
    return found


def _cells(left: Remaining, guess: str) -> tuple[Cell, ...]:
    """Return the cells into which `guess` parts the words left, the largest first."""
    patterns = feedback_matrix(letter_codes([guess]), letter_codes(left.words))[0]
    found, places = np.unique(patterns, return_inverse=True)
    words = np.bincount(places)
    shares = np.bincount(places, np.array(left.probabilities))
    cells = [
        Cell(int(pattern), int(count), float(share))
        for pattern, count, share in zip(found, words, shares, strict=True)
    ]
    return tuple(sorted(cells, key=lambda cell: (-cell.words, -cell.share, cell.pattern)))


def _mine(state: HelperState, lexicon: Lexicon, belief: Belief, suggestion: Suggestion) -> MyGuess:
    """Return the player's own guess, weighed on the same terms as the suggestion."""
    return MyGuess(
        ranked=rank_guess(lexicon, state.turns, state.mine, belief, suggestion.best),
        is_known=state.mine in lexicon,
        violation=hard_mode_violation(state.mine, state.turns) if state.hard else None,
    )
