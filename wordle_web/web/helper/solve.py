"""What the engine says of a state of the helper.

From a state and its words to figures; texts come later. Imports the engine and the state, not
Flask.
"""

import functools
from collections.abc import Collection
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from wordle_web.engine.arrays import Indices
from wordle_web.engine.candidates import Belief, belief_of, candidates_after
from wordle_web.engine.diagnosis.diagnosis import Diagnosis, diagnose
from wordle_web.engine.feedback import feedback_matrix, letter_codes
from wordle_web.engine.hard_mode import HardModeViolation, hard_mode_violation
from wordle_web.engine.knowledge import Knowledge, Turn, learn
from wordle_web.engine.lexicon import Lexicon
from wordle_web.engine.openings import fingerprint
from wordle_web.engine.suggestion import (
    RankedGuess,
    Remaining,
    Suggestion,
    rank_guess,
    remaining,
    suggest,
)
from wordle_web.web.fair_lock import SEARCH_LOCK
from wordle_web.web.ui.game_urls import DEFAULT_MODE, HelperState

BUDGET_MS = 90.0
MAX_CACHED_SUGGESTIONS = 64
MAX_LISTED = 1000  # words, as many as a program may ask for


class PatternCount(NamedTuple):
    """A pattern that a guess could get, how many words it would leave, and how likely it is."""

    pattern: int
    words: int
    probability: float


@dataclass(frozen=True, slots=True)
class OwnGuess:
    """The player's own guess, rated; `violation` is what hard mode has against it."""

    ranked: RankedGuess
    is_known: bool
    violation: HardModeViolation | None


@dataclass(frozen=True, slots=True)
class SearchResult:
    """What the search says of a state.

    Attributes:
        suggestion: The best next guess and the next best; without one where no word is left.
        remaining: The words still possible, likely ones first, at most `MAX_LISTED`.
        patterns: What each pattern of the suggestion would leave, largest first.
    """

    suggestion: Suggestion
    remaining: Remaining
    patterns: tuple[PatternCount, ...]


@dataclass(frozen=True, slots=True)
class HelperResult(SearchResult):
    """Everything the engine says of a state.

    Attributes:
        knowledge: What the turns tell.
        own_guess: The player's own guess, where one was typed.
        diagnosis: Why no word is left; None where there are some.
    """

    knowledge: Knowledge
    own_guess: OwnGuess | None
    diagnosis: Diagnosis | None


class SuggestionKey(NamedTuple):
    """All that a suggestion depends on, the weights of the words by their digest.

    A key holds no words: a player may have used thousands.
    """

    lexicon: Lexicon
    turns: tuple[Turn, ...]
    mode: str
    fingerprint: str


def solve(
    state: HelperState, lexicon: Lexicon, used_elsewhere: Collection[str] = ()
) -> HelperResult:
    """Return what the engine says of `state` in the words of `lexicon`.

    Args:
        state: The state.
        lexicon: Words of its length.
        used_elsewhere: Words that the host or the player knows other games to have had.
    """
    # What another game has used says nothing about this site's own pools.
    used = (*state.used, *used_elsewhere) if state.mode == DEFAULT_MODE else state.used
    belief = belief_of(lexicon, state.mode, used)
    found = suggest_cached(lexicon, state.turns, belief, hard=state.hard)
    has_words = bool(found.remaining.words)
    is_rated = has_words and state.own_guess
    return HelperResult(
        found.suggestion,
        found.remaining,
        found.patterns,
        knowledge=learn(state.turns, state.length, lexicon.alphabet),
        own_guess=_rate_own(state, lexicon, belief, found.suggestion) if is_rated else None,
        diagnosis=None if has_words else diagnose(lexicon, state.turns, belief.weights),
    )


def suggest_cached(
    lexicon: Lexicon, turns: tuple[Turn, ...], belief: Belief, *, hard: bool
) -> SearchResult:
    """Return the suggestion after some turns, searched for once and one at a time.

    What was cut short because others were waiting is not kept: the next one searches again.
    """
    digest = fingerprint(lexicon, belief, hard)
    slot = _cache_slot(SuggestionKey(lexicon, turns, belief.name, digest))
    if slot:
        return slot[0]
    with SEARCH_LOCK.share_of(BUDGET_MS) as budget_ms:
        suggestion = suggest(lexicon, turns, belief=belief, hard=hard, budget_ms=budget_ms)
    candidates = candidates_after(lexicon, turns, belief)
    left = remaining(lexicon, candidates, belief, MAX_LISTED)
    guess = suggestion.guess
    patterns = _pattern_counts(lexicon, candidates, belief, guess) if guess else ()
    found = SearchResult(suggestion, left, patterns)
    if suggestion.exact or budget_ms == BUDGET_MS:
        slot.append(found)
    return found


# A slot stays empty until there is something worth keeping, which `lru_cache` alone cannot tell.
# 85 kB at 5 letters, 560 kB at 8 where 3,000 patterns can come back: 36 MB at most.
@functools.lru_cache(maxsize=MAX_CACHED_SUGGESTIONS)
def _cache_slot(key: SuggestionKey) -> list[SearchResult]:
    return []


def _pattern_counts(
    lexicon: Lexicon, candidates: Indices, belief: Belief, guess: str
) -> tuple[PatternCount, ...]:
    row = feedback_matrix(letter_codes([guess]), lexicon.codes[candidates])[0]
    weights = belief.weights[candidates]
    patterns, groups = np.unique(row, return_inverse=True)
    words = np.bincount(groups)
    probabilities = np.bincount(groups, weights / weights.sum())
    order = np.lexsort((patterns, -probabilities, -words))
    counts = zip(*(each[order].tolist() for each in (patterns, words, probabilities)), strict=True)
    return tuple(PatternCount(*count) for count in counts)


def _rate_own(
    state: HelperState, lexicon: Lexicon, belief: Belief, suggestion: Suggestion
) -> OwnGuess:
    return OwnGuess(
        ranked=rank_guess(lexicon, state.turns, state.own_guess, belief, suggestion.best),
        is_known=state.own_guess in lexicon,
        violation=hard_mode_violation(state.own_guess, state.turns) if state.hard else None,
    )
