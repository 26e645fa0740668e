"""Advice on a position: the best guesses, the words left on each board, and contradictory rows.

The interface is the same for any number of boards. One board is searched (`engine/suggestion.py`);
for several, a policy chooses the guess (`engine/boards/suggestion.py`). This module also lists the
patterns that a guess can get, and finds the letter that occurs in most of the words left.
"""

from dataclasses import dataclass, replace
from typing import Final, NamedTuple

import numpy as np

from wordle_web.engine.arrays import Indices, summable
from wordle_web.engine.boards.state import Board, BoardsState, boards_after
from wordle_web.engine.boards.suggestion import (
    BoardsSuggestion,
    RankedBoardsGuess,
    rank_boards_guess,
    suggest_boards,
)
from wordle_web.engine.candidates import Belief, candidates_after
from wordle_web.engine.clock import Stopwatch, thread_seconds
from wordle_web.engine.diagnosis import Diagnosis, diagnose
from wordle_web.engine.feedback import patterns_of
from wordle_web.engine.hard_mode import HardMode
from wordle_web.engine.knowledge import Knowledge, tries_left
from wordle_web.engine.lexicon import Lexicon
from wordle_web.engine.rows import Position
from wordle_web.engine.suggestion import (
    RankedGuess,
    Remaining,
    Suggestion,
    rank_guess,
    remaining,
    suggest,
)

MAX_LISTED: Final = 1000  # words listed on all boards together
MAX_DIAGNOSED: Final = 4  # the first contradictory boards, which are diagnosed; others must wait

AnyRankedGuess = RankedGuess | RankedBoardsGuess


class BoardAdvice(NamedTuple):
    """The words left on one board, or its contradiction."""

    number: int  # the board, from 0
    candidates: int  # number of words left; 1 on a solved board of several
    likely: int  # number of likely answers among them
    answer: str | None  # the word that solved it; None if it is not solved or the word is missing
    # Whether its marks are visible. In sequential games, later boards are hidden.
    is_shown: bool
    remaining: Remaining  # the likeliest words left; empty on a solved board of several
    # Why no word is left and how to fix that; None if words are left, or if `MAX_DIAGNOSED` boards
    # before this one are contradictory.
    diagnosis: Diagnosis | None


@dataclass(frozen=True, slots=True)
class Advice:
    """The best guesses in a position, and the state of each board."""

    boards: tuple[BoardAdvice, ...]
    # The best guesses and their figures; None while marks are missing.
    suggestion: Suggestion | BoardsSuggestion | None
    guesses_left: int  # guesses left, the next one included

    @property
    def guess(self) -> str | None:
        """The best guess; None if there is none, or marks are missing."""
        return self.suggestion.guess if self.suggestion else None

    @property
    def best(self) -> tuple[AnyRankedGuess, ...]:
        """The best guesses, the suggestion first."""
        return self.suggestion.best if self.suggestion else ()

    @property
    def contradictory(self) -> tuple[BoardAdvice, ...]:
        """The boards on which no word is left."""
        return tuple(board for board in self.boards if not board.candidates)

    @property
    def is_over(self) -> bool:
        """Whether every board is solved."""
        return all(board.answer for board in self.boards)

    @property
    def is_exact(self) -> bool:
        """Whether the suggestion is proven to be the best guess; never for several boards."""
        return isinstance(self.suggestion, Suggestion) and self.suggestion.exact


def advise(
    lexicon: Lexicon,
    position: Position,
    belief: Belief,
    *,
    hard: HardMode = HardMode.OFF,
    answers_only: bool = False,
    budget_ms: float = 90.0,
    clock: Stopwatch = thread_seconds,
) -> Advice:
    """Return the best next guesses in a position, and the state of each board.

    Rows without a word are ignored. `hard` and `answers_only` (suggest only words that can be the
    answer) require a single board. `budget_ms` limits the search in ms of CPU time, so a busy
    machine gives the same answer.
    """
    is_waiting = position.first_waiting is not None
    if position.count > 1:
        began = clock()
        state = _boards(lexicon, position, belief)
        several, spent = None, 1000 * (clock() - began)
        if not is_waiting:
            suggestion = suggest_boards(state, budget_ms=budget_ms - spent, clock=clock)
            several = replace(suggestion, milliseconds=suggestion.milliseconds + spent)
        diagnosed = state.contradictory[:MAX_DIAGNOSED]
        boards = tuple(
            _advice_on(lexicon, position, belief, board, number, is_diagnosed=number in diagnosed)
            for number, board in enumerate(state.boards)
        )
        return Advice(boards, several, state.guesses_left)
    turns, solved_in = position.turns(0), position.solved_in(0)
    alone = None
    if not is_waiting:
        alone = suggest(
            lexicon,
            turns,
            belief=belief,
            hard=hard,
            answers_only=answers_only,
            budget_ms=budget_ms,
            clock=clock,
        )
    left = candidates_after(lexicon, turns, belief)
    board = _advice_on(
        lexicon, position, belief, Board(left, None, True), 0, is_diagnosed=not len(left)
    )
    if solved_in is not None:
        board = board._replace(answer=position.rows[solved_in].guess or None)
    return Advice((board,), alone, tries_left(turns))


def rank_in_position(
    lexicon: Lexicon, position: Position, belief: Belief, guess: str, advice: Advice
) -> AnyRankedGuess:
    """Return the figures of any guess, even if the lexicon lacks it.

    `advice` is for the same position, without missing marks; on one board, its best guesses
    calibrate the figures.

    Raises:
        LengthError: the guess is not of the lexicon's length.
    """
    if isinstance(advice.suggestion, Suggestion):
        return rank_guess(lexicon, position.turns(0), guess, belief, advice.suggestion.best)
    return rank_boards_guess(_boards(lexicon, position, belief), guess)


def _boards(lexicon: Lexicon, position: Position, belief: Belief) -> BoardsState:
    turns, in_turn = position.boards_turns, position.in_turn
    return boards_after(lexicon, turns, position.count, belief=belief, in_turn=in_turn)


def _advice_on(
    lexicon: Lexicon,
    position: Position,
    belief: Belief,
    board: Board,
    number: int,
    *,
    is_diagnosed: bool,
) -> BoardAdvice:
    words, turns = board.candidates, position.turns(number)
    return BoardAdvice(
        number=number,
        candidates=1 if board.is_solved else len(words),
        likely=1 if board.is_solved else int(belief.likely[words].sum()),
        answer=board.answer,
        is_shown=board.is_shown,
        remaining=remaining(lexicon, words, belief, MAX_LISTED // position.count),
        diagnosis=diagnose(lexicon, turns, belief.weights) if is_diagnosed else None,
    )


MAX_DETAILED: Final = 24  # patterns listed that leave the most words, and as many of the likeliest
MAX_NAMED: Final = 8  # words listed for each pattern


class PatternCount(NamedTuple):
    """A pattern that a guess could get, and the words it would leave."""

    pattern: int
    words: int  # number of words it would leave
    probability: float  # how likely it is, 0 to 1
    likeliest: tuple[str, ...]  # the likeliest of these words


@dataclass(frozen=True, slots=True)
class PatternCounts:
    """The patterns that a guess could get, and the words each would leave."""

    shown: tuple[PatternCount, ...] = ()  # the largest ones and the likeliest ones, largest first
    total: int = 0  # number of all patterns: up to 3,000 with 8 letters

    def likeliest(self, count: int) -> tuple[PatternCount, ...]:
        """Return the likeliest patterns, at most `count`, likeliest first."""
        return tuple(sorted(self.shown, key=lambda word: -word.probability)[:count])


NO_PATTERNS: Final = PatternCounts()


def pattern_counts(lexicon: Lexicon, left: Indices, belief: Belief, guess: str) -> PatternCounts:
    """Return the patterns that `guess` could get, and how many words of `left` each would leave.

    Only the `MAX_DETAILED` patterns that leave the most words, and the `MAX_DETAILED` likeliest
    ones, are listed.
    """
    if not len(left):
        return NO_PATTERNS
    row = patterns_of(guess, lexicon.codes[left])
    weights = belief.weights[left]
    counts = np.bincount(row)
    patterns = np.flatnonzero(counts)
    words = counts[patterns]
    probabilities = np.bincount(row, weights / weights.sum())[patterns].round(12)
    order = np.lexsort((patterns, -probabilities, -words))
    likely = np.lexsort((patterns, -words, -probabilities))[:MAX_DETAILED]
    is_shown = np.isin(order, likely) | (np.arange(len(order)) < MAX_DETAILED)
    shown = tuple(
        PatternCount(
            int(patterns[group]),
            int(words[group]),
            float(probabilities[group]),
            tuple(lexicon.words[index] for index in left[row == patterns[group]][:MAX_NAMED]),
        )
        for group in order[is_shown]
    )
    return PatternCounts(shown, len(patterns))


class LetterHint(NamedTuple):
    """A letter that is not known yet, and its likeliest position among the words left."""

    letter: str
    probability: float  # probability that the answer contains it, 0 to 1
    place: int  # its likeliest position, from 0
    place_probability: float  # probability that it is there, 0 to 1


def letter_hint(
    lexicon: Lexicon, candidates: Indices, belief: Belief, knowledge: Knowledge
) -> LetterHint | None:
    """Return the likeliest letter besides those known to occur; None if no other can occur."""
    weights = belief.weights[candidates]
    weights = summable(weights / weights.sum(), 2.0)
    codes = lexicon.codes[candidates]
    is_open = [place not in knowledge.positions for place in range(lexicon.length)]
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
