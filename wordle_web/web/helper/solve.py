"""What the engine finds for a state of the helper.

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
from wordle_web.web.helper.state import HelperState
from wordle_web.web.ui.queries import DEFAULT_MODE

BUDGET_MS = 90.0
MAX_CACHED_SUGGESTIONS = 64
MAX_DETAILED = 24  # patterns, the largest and the likeliest, as many as a page may show
MAX_NAMED = 8  # words of a pattern
MAX_LISTED = 1000  # words, as many as a program may ask for


class PatternCount(NamedTuple):
    """A pattern that a guess could get, and what it would leave.

    Attributes:
        probability: How likely it is, 0 to 1.
        likeliest: The likeliest of these words.
    """

    pattern: int
    words: int
    probability: float
    likeliest: tuple[str, ...]


class PatternCounts(NamedTuple):
    """What the patterns that a guess could get would leave.

    Attributes:
        shown: The largest ones and the likeliest ones, largest first.
        total: How many patterns there are: at 8 letters up to 3,000.
    """

    shown: tuple[PatternCount, ...] = ()
    total: int = 0


NO_PATTERNS = PatternCounts()


class LetterHint(NamedTuple):
    """A letter that is not known yet, and where it may be: the likeliest among the words left.

    Attributes:
        probability: How likely it is in the answer, besides what is known of it, 0 to 1.
        place: Where it is likeliest, from 0.
        place_probability: How likely it is there, 0 to 1.
    """

    letter: str
    probability: float
    place: int
    place_probability: float


@dataclass(frozen=True, slots=True)
class OwnGuess:
    """The player's own guess, rated; `violation` is the hint that it leaves out in hard mode."""

    ranked: RankedGuess
    is_known: bool
    violation: HardModeViolation | None


@dataclass(frozen=True, slots=True)
class SearchResult:
    """What the search finds for a state.

    Attributes:
        suggestion: The best next guess and the next best; without one where no word is left.
        remaining: The words still possible, likely ones first, at most `MAX_LISTED`.
        patterns: What the patterns of the suggestion would leave.
        is_hurried: Whether the search was cut short because others were waiting.
    """

    suggestion: Suggestion
    remaining: Remaining
    patterns: PatternCounts
    is_hurried: bool


@dataclass(frozen=True, slots=True)
class HelperResult(SearchResult):
    """Everything that the engine finds for a state.

    Attributes:
        knowledge: What the turns tell.
        diagnosis: Why no word is left; None if there are some.
        waiting: What the patterns of the row that waits for its colors would leave; empty where
            no row does.
        hint: A letter of the words left, where hints are asked for and there is one.
    """

    knowledge: Knowledge
    own_guess: OwnGuess | None
    diagnosis: Diagnosis | None
    waiting: PatternCounts = NO_PATTERNS
    hint: LetterHint | None = None


class SuggestionKey(NamedTuple):
    """All that a suggestion depends on, the weights of the words by their digest.

    A key holds no words: a player may have used thousands.
    """

    lexicon: Lexicon
    turns: tuple[Turn, ...]
    mode: str
    fingerprint: str
    answers_only: bool


def solve(
    state: HelperState, lexicon: Lexicon, used_elsewhere: Collection[str] = ()
) -> HelperResult:
    """Return what the engine finds for `state` in the words of `lexicon`.

    Args:
        state: The state.
        lexicon: Words of its length.
        used_elsewhere: Past answers of other sites, as the host and the player list them.
    """
    # What another game has used says nothing about this site's own pools.
    used = (*state.used, *used_elsewhere) if state.mode == DEFAULT_MODE else state.used
    belief = belief_of(lexicon, state.mode, used)
    found = suggest_cached(
        lexicon, state.position.turns(0), belief, hard=state.hard, answers_only=state.answers_only
    )
    has_words = bool(found.remaining.words)
    is_rated = has_words and state.own_guess
    knowledge = learn(state.position.turns(0), state.length, lexicon.alphabet)
    return HelperResult(
        found.suggestion,
        found.remaining,
        found.patterns,
        found.is_hurried,
        knowledge=knowledge,
        own_guess=_rate_own(state, lexicon, belief, found.suggestion) if is_rated else None,
        diagnosis=None if has_words else diagnose(lexicon, state.position.turns(0), belief.weights),
        waiting=_waiting_patterns(state, lexicon, belief),
        hint=_letter_hint(state, lexicon, belief, knowledge) if state.hint and has_words else None,
    )


def suggest_cached(
    lexicon: Lexicon,
    turns: tuple[Turn, ...],
    belief: Belief,
    *,
    hard: bool,
    answers_only: bool = False,
) -> SearchResult:
    """Return the suggestion after some turns, searched for once and one at a time.

    A search cut short because others were waiting is not cached: the next request searches again.
    """
    digest = fingerprint(lexicon, belief, hard)
    slot = _cache_slot(SuggestionKey(lexicon, turns, belief.name, digest, answers_only))
    if slot:
        return slot[0]
    with SEARCH_LOCK.share_of(BUDGET_MS) as budget_ms:
        suggestion = suggest(
            lexicon, turns, belief=belief, hard=hard, answers_only=answers_only, budget_ms=budget_ms
        )
    candidates = candidates_after(lexicon, turns, belief)
    left = remaining(lexicon, candidates, belief, MAX_LISTED)
    guess = suggestion.guess
    patterns = _pattern_counts(lexicon, candidates, belief, guess) if guess else NO_PATTERNS
    is_hurried = not suggestion.exact and budget_ms < BUDGET_MS
    found = SearchResult(suggestion, left, patterns, is_hurried)
    if not is_hurried:
        slot.append(found)
    return found


# A slot stays empty until there is something worth keeping, which `lru_cache` alone cannot tell.
# 64 of 100 kB, most of it 1,000 words with their probabilities, and in the key of somebody who has
# saved past answers 56 kB more: 10 MB at most, half of it where suggestions have words in common.
@functools.lru_cache(maxsize=MAX_CACHED_SUGGESTIONS)
def _cache_slot(key: SuggestionKey) -> list[SearchResult]:
    return []


def _pattern_counts(
    lexicon: Lexicon, candidates: Indices, belief: Belief, guess: str
) -> PatternCounts:
    row = feedback_matrix(letter_codes([guess]), lexicon.codes[candidates])[0]
    weights = belief.weights[candidates]
    counts = np.bincount(row)
    patterns = np.flatnonzero(counts)
    words = counts[patterns]
    probabilities = np.bincount(row, weights / weights.sum())[patterns]
    order = np.lexsort((patterns, -probabilities, -words))
    likely = np.lexsort((patterns, -words, -probabilities))[:MAX_DETAILED]
    is_shown = np.isin(order, likely) | (np.arange(len(order)) < MAX_DETAILED)
    shown = tuple(
        PatternCount(
            int(patterns[group]),
            int(words[group]),
            float(probabilities[group]),
            tuple(lexicon.words[each] for each in candidates[row == patterns[group]][:MAX_NAMED]),
        )
        for group in order[is_shown]
    )
    return PatternCounts(shown, len(patterns))


def _waiting_patterns(state: HelperState, lexicon: Lexicon, belief: Belief) -> PatternCounts:
    waiting = state.position.first_waiting
    if waiting is None:
        return NO_PATTERNS
    candidates = candidates_after(lexicon, state.position.turns(0), belief)
    guess = state.rows[waiting].guess
    if not len(candidates):
        return NO_PATTERNS
    return _pattern_counts(lexicon, candidates, belief, guess)


def _letter_hint(
    state: HelperState, lexicon: Lexicon, belief: Belief, knowledge: Knowledge
) -> LetterHint | None:
    """Return the letter of an open place that most of the words left have, by their weight."""
    candidates = candidates_after(lexicon, state.position.turns(0), belief)
    weights = belief.weights[candidates] / belief.weights[candidates].sum()
    codes = lexicon.codes[candidates]
    is_open = [place not in knowledge.positions for place in range(state.length)]
    best: LetterHint | None = None
    for letter in lexicon.alphabet:
        if letter in knowledge.at_least:
            continue
        hits = (codes == ord(letter)) & is_open
        probability = float(weights @ hits.any(axis=1))
        if probability > (best.probability if best else 0.0):
            places = weights @ hits
            place = int(places.argmax())
            best = LetterHint(letter, probability, place, float(places[place]))
    return best


def _rate_own(
    state: HelperState, lexicon: Lexicon, belief: Belief, suggestion: Suggestion
) -> OwnGuess:
    return OwnGuess(
        ranked=rank_guess(
            lexicon, state.position.turns(0), state.own_guess, belief, suggestion.best
        ),
        is_known=state.own_guess in lexicon,
        violation=hard_mode_violation(state.own_guess, state.position.turns(0))
        if state.hard
        else None,
    )
