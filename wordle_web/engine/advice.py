"""Advice on a position: the best guesses, the words left on each board, and what contradicts.

Who asks need not know how many boards there are. One is searched (`engine/suggestion.py`), several
are played by a policy (`engine/boards/suggestion.py`); what they find is told in one way.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final

from wordle_web.engine.boards.state import Board, BoardsState, boards_after
from wordle_web.engine.boards.suggestion import (
    BoardsSuggestion,
    RankedBoardsGuess,
    rank_boards_guess,
    suggest_boards,
)
from wordle_web.engine.candidates import Belief, candidates_after
from wordle_web.engine.diagnosis.diagnosis import Diagnosis, diagnose
from wordle_web.engine.knowledge import tries_left
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

MAX_LISTED: Final = 1000  # words left, of all boards together
MAX_DIAGNOSED: Final = 4  # boards without a word; whoever mends these is shown the next ones

AnyRankedGuess = RankedGuess | RankedBoardsGuess


@dataclass(frozen=True, slots=True)
class BoardAdvice:
    """What is known of one board.

    Attributes:
        number: The board, from 0.
        candidates: Number of words left; of several boards 1 on a solved one.
        likely: Number of likely answers among them.
        answer: The word that solved it; None while it is not solved.
        is_shown: Whether it shows its marks; in turn, later boards do not.
        remaining: The likeliest of the words left; of a solved board none.
        diagnosis: Why no word is left and what would bring words back; None if there are some.
    """

    number: int
    candidates: int
    likely: int
    answer: str | None
    is_shown: bool
    remaining: Remaining
    diagnosis: Diagnosis | None


@dataclass(frozen=True, slots=True)
class Advice:
    """What the engine says of a position.

    Attributes:
        boards: What is known of each board.
        suggestion: The best guesses and their figures; None while marks are missing.
        guesses_left: Guesses left, the next one included.
    """

    boards: tuple[BoardAdvice, ...]
    suggestion: Suggestion | BoardsSuggestion | None
    guesses_left: int

    @property
    def guess(self) -> str | None:
        """The best guess; None where there is none, or marks are missing."""
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
        """Whether no other guess can be better."""
        return isinstance(self.suggestion, Suggestion) and self.suggestion.exact


def advise(
    lexicon: Lexicon,
    position: Position,
    belief: Belief,
    *,
    hard: bool = False,
    answers_only: bool = False,
    budget_ms: float = 90.0,
    clock: Callable[[], float] = time.perf_counter,
) -> Advice:
    """Return the best next guesses in a position, and what is known of its boards.

    Args:
        lexicon: The allowed words.
        position: The rows; those without a word say nothing.
        belief: How likely each word is to be an answer.
        hard: Whether every revealed hint must be used; of one board only.
        answers_only: Whether only words that can be the answer are suggested; of one board only.
        budget_ms: Time to search, in ms.
        clock: Returns seconds.
    """
    is_waiting = position.first_waiting is not None
    if position.count > 1:
        began = clock()
        state = _boards(lexicon, position, belief)
        several, spent = None, 1000 * (clock() - began)
        if not is_waiting:
            found = suggest_boards(state, budget_ms=budget_ms - spent, clock=clock)
            several = replace(found, milliseconds=found.milliseconds + spent)
        boards = tuple(_of_several(state, position, *each) for each in enumerate(state.boards))
        return Advice(boards, several, state.guesses_left)
    turns = position.turns(0)
    alone = (
        None
        if is_waiting
        else suggest(
            lexicon,
            turns,
            belief=belief,
            hard=hard,
            answers_only=answers_only,
            budget_ms=budget_ms,
            clock=clock,
        )
    )
    return Advice((_alone(lexicon, position, belief),), alone, tries_left(turns))


def rate(
    lexicon: Lexicon, position: Position, belief: Belief, guess: str, advice: Advice
) -> AnyRankedGuess:
    """Return the figures of any guess, whether or not the lexicon has it.

    Args:
        lexicon: The allowed words.
        position: The rows.
        belief: How likely each word is to be an answer.
        guess: The guess.
        advice: On this position, with whose best guesses its figures shall compare.

    Raises:
        LengthError: The guess is not of the lexicon's length.
    """
    if isinstance(advice.suggestion, Suggestion):
        return rank_guess(lexicon, position.turns(0), guess, belief, advice.suggestion.best)
    return rank_boards_guess(_boards(lexicon, position, belief), guess)


def _boards(lexicon: Lexicon, position: Position, belief: Belief) -> BoardsState:
    turns, in_turn = position.boards_turns, position.in_turn
    return boards_after(lexicon, turns, position.count, belief=belief, in_turn=in_turn)


def _alone(lexicon: Lexicon, position: Position, belief: Belief) -> BoardAdvice:
    turns = position.turns(0)
    candidates = candidates_after(lexicon, turns, belief)
    solved_in = position.solved_in(0)
    return BoardAdvice(
        number=0,
        candidates=len(candidates),
        likely=int(belief.likely[candidates].sum()),
        answer=None if solved_in is None else position.rows[solved_in].guess or None,
        is_shown=True,
        remaining=remaining(lexicon, candidates, belief, MAX_LISTED),
        diagnosis=None if len(candidates) else diagnose(lexicon, turns, belief.weights),
    )


def _of_several(state: BoardsState, position: Position, number: int, board: Board) -> BoardAdvice:
    lexicon, belief = state.lexicon, state.belief
    is_diagnosed = number in state.contradictory[:MAX_DIAGNOSED]
    turns = position.turns(number)
    return BoardAdvice(
        number=number,
        candidates=1 if board.is_solved else len(board.candidates),
        likely=1 if board.is_solved else int(belief.likely[board.candidates].sum()),
        answer=board.answer,
        is_shown=board.is_shown,
        remaining=remaining(lexicon, board.candidates, belief, MAX_LISTED // position.count),
        diagnosis=diagnose(lexicon, turns, belief.weights) if is_diagnosed else None,
    )
