"""What the engine finds for a state of the helper, on one board or several.

From a state and its words to figures; texts come later. Imports the engine and the state, not
Flask.
"""

import functools
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np

from wordle_web.engine.advice import Advice, AnyRankedGuess, advise, rate
from wordle_web.engine.candidates import Belief, candidates_after, narrow
from wordle_web.engine.hard_mode import HardModeViolation, hard_mode_violation
from wordle_web.engine.knowledge import learn
from wordle_web.engine.lexicon import Lexicon
from wordle_web.engine.openings import fingerprint
from wordle_web.engine.results import (
    NO_PATTERNS,
    LetterHint,
    PatternCounts,
    letter_hint,
    pattern_counts,
)
from wordle_web.engine.rows import HIDDEN, Position
from wordle_web.engine.used_words import NOTHING_KNOWN, OtherGame
from wordle_web.web.fair_lock import SEARCH_LOCK
from wordle_web.web.helper.state import HelperState

BUDGET_MS = 90.0
MAX_CACHED = 64
MAX_OFFERING = 16  # boards, beyond which results would make the page heavy


@dataclass(frozen=True, slots=True)
class OwnGuess:
    """The player's own guess, rated; `violation` is the hint that it leaves out in hard mode."""

    ranked: AnyRankedGuess
    is_known: bool
    violation: HardModeViolation | None


@dataclass(frozen=True, slots=True)
class SearchResult:
    """What the search finds for a position.

    Attributes:
        advice: The best next guesses, and what is known of each board.
        patterns: Of one board, what the patterns of the best guess would leave.
        is_hurried: Whether the search was cut short because others were waiting.
    """

    advice: Advice
    patterns: PatternCounts
    is_hurried: bool


class BoardHint(NamedTuple):
    """The board, from 0, that a hint is about, and a letter of its words; None for no new one."""

    board: int
    letter: LetterHint | None


@dataclass(frozen=True, slots=True)
class HelperResult(SearchResult):
    """Everything that the engine finds for a state.

    Attributes:
        own_guess: The player's own guess; None where there is none to be rated.
        waiting: While some board waits for its colors, by each board that shows marks in the row
            that is edited: what the patterns of its word would leave.
        hint: Where hints are asked for and there are words.
        used: All past answers of the other game.
        used_left: How many of them are among the words left of one board.
    """

    own_guess: OwnGuess | None = None
    waiting: tuple[tuple[int, PatternCounts], ...] = ()
    hint: BoardHint | None = None
    used: frozenset[str] = frozenset()
    used_left: int = 0


class AdviceKey(NamedTuple):
    """All that advice depends on, the weights of the words by their digest.

    A key holds no words: a player may have used thousands.
    """

    lexicon: Lexicon
    position: Position
    mode: str
    fingerprint: str
    answers_only: bool


def solve(state: HelperState, lexicon: Lexicon, other: OtherGame = NOTHING_KNOWN) -> HelperResult:
    """Return what the engine finds for `state` in the words of `lexicon`.

    Args:
        state: The state.
        lexicon: Words of its length.
        other: What the host and the player know of a game elsewhere.
    """
    belief = other.belief(lexicon, state.mode, state.used)
    found = advise_cached(
        lexicon, state.position, belief, hard=state.hard, answers_only=state.answers_only
    )
    is_rated = found.advice.guess and state.own_guess
    past = np.array([lexicon.index(word) for word in belief.used], dtype=np.intp)
    past = past[belief.weights[past] > 0]
    return HelperResult(
        found.advice,
        found.patterns,
        found.is_hurried,
        own_guess=_rate_own(state, lexicon, belief, found.advice) if is_rated else None,
        waiting=tuple(_waiting(state, lexicon, belief).items()),
        hint=_hint(state.position, lexicon, belief, found.advice) if state.hint else None,
        used=frozenset(belief.used),
        used_left=len(narrow(lexicon, state.position.turns(0), past)) if state.count == 1 else 0,
    )


def advise_cached(
    lexicon: Lexicon, position: Position, belief: Belief, *, hard: bool, answers_only: bool = False
) -> SearchResult:
    """Return the advice on a position, searched for once and one at a time.

    A search cut short because others were waiting is not cached: the next request searches again.
    """
    digest = fingerprint(lexicon, belief, hard)
    slot = _cache_slot(AdviceKey(lexicon, position, belief.name, digest, answers_only))
    if slot:
        return slot[0]
    with SEARCH_LOCK.share_of(BUDGET_MS) as budget_ms:
        advice = advise(
            lexicon, position, belief, hard=hard, answers_only=answers_only, budget_ms=budget_ms
        )
    patterns = NO_PATTERNS
    if advice.guess and position.count == 1:
        candidates = candidates_after(lexicon, position.turns(0), belief)
        patterns = pattern_counts(lexicon, candidates, belief, advice.guess)
    is_hurried = not advice.is_exact and budget_ms < BUDGET_MS
    found = SearchResult(advice, patterns, is_hurried)
    if not is_hurried:
        slot.append(found)
    return found


# A slot stays empty until there is something worth keeping, which `lru_cache` alone cannot tell.
# 64 of 100 kB, most of it 1,000 words with their probabilities, and in the key of somebody who has
# saved past answers 56 kB more: 10 MB at most, half of it where suggestions have words in common.
@functools.lru_cache(maxsize=MAX_CACHED)
def _cache_slot(key: AdviceKey) -> list[SearchResult]:
    return []


def _waiting(state: HelperState, lexicon: Lexicon, belief: Belief) -> dict[int, PatternCounts]:
    position, row = state.position, state.row
    guess = "" if row is None else position.rows[row].guess
    if position.first_waiting is None or row is None or not guess or position.count > MAX_OFFERING:
        return {}
    # A board that has its colors already is offered the others as well: a tap may have missed.
    others = replace(position, rows=(*position.rows[:row], *position.rows[row + 1 :]))
    marks = enumerate(position.rows[row].marks)
    turns = {board: others.turns(board) for board, each in marks if each != HIDDEN}
    counts = {  # once for boards that are alike, as all are in the first row
        each: pattern_counts(lexicon, candidates_after(lexicon, each, belief), belief, guess)
        for each in dict.fromkeys(turns.values())
    }
    return {board: counts[each] for board, each in turns.items()}


def _hint(position: Position, lexicon: Lexicon, belief: Belief, advice: Advice) -> BoardHint | None:
    """Return a hint for the board that is nearest to be solved."""
    open_boards = [each for each in advice.boards if each.is_shown and not each.answer]
    boards = [each for each in open_boards if each.candidates]
    if not boards or not advice.guess:
        return None
    board = min(boards, key=lambda each: each.candidates).number
    turns = position.turns(board)
    knowledge = learn(turns, lexicon.length, lexicon.alphabet)
    candidates = candidates_after(lexicon, turns, belief)
    return BoardHint(board, letter_hint(lexicon, candidates, belief, knowledge))


def _rate_own(state: HelperState, lexicon: Lexicon, belief: Belief, advice: Advice) -> OwnGuess:
    turns = state.position.turns(0)
    return OwnGuess(
        ranked=rate(lexicon, state.position, belief, state.own_guess, advice),
        is_known=state.own_guess in lexicon,
        violation=hard_mode_violation(state.own_guess, turns) if state.hard else None,
    )
