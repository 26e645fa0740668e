"""What is known of several boards: which are solved, and the words left on each of the others."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from wordle_web.engine.arrays import Indices, heaviest_first
from wordle_web.engine.boards.turns import (
    BoardsTurn,
    check_board_count,
    check_turns,
    max_guesses,
)
from wordle_web.engine.candidates import Belief, belief_of
from wordle_web.engine.feedback import LengthError, all_correct, feedback_matrix, letter_codes
from wordle_web.engine.lexicon import Lexicon


@dataclass(frozen=True, slots=True, eq=False)
class Board:
    """What is known of one board.

    Attributes:
        candidates: Indices of the words left, heaviest first, intp; of a solved board none.
        answer: The word that solved it; None while it is not solved.
        is_shown: Whether it shows its marks: in turn, only the first board that is not solved
            and those before it do.
    """

    candidates: Indices
    answer: str | None
    is_shown: bool

    @property
    def is_solved(self) -> bool:
        """Whether the board is solved."""
        return self.answer is not None

    @property
    def is_contradictory(self) -> bool:
        """Whether no word is left although it is not solved."""
        return self.answer is None and not len(self.candidates)


@dataclass(frozen=True, slots=True, eq=False)
class BoardsState:
    """What is known of all boards, and the guesses left.

    Attributes:
        lexicon: The words.
        belief: How likely each word is to be an answer.
        guesses: The guesses made, in order.
        boards: The boards, in order.
        guesses_left: From 0; never fewer than boards to solve after too many guesses elsewhere.
    """

    lexicon: Lexicon
    belief: Belief
    guesses: tuple[str, ...]
    boards: tuple[Board, ...]
    guesses_left: int

    @property
    def unsolved(self) -> tuple[int, ...]:
        """The numbers of the boards that are not solved, from 0."""
        return tuple(n for n, board in enumerate(self.boards) if not board.is_solved)

    @property
    def is_over(self) -> bool:
        """Whether every board is solved."""
        return not self.unsolved

    @property
    def contradictory(self) -> tuple[int, ...]:
        """The numbers of the boards on which no word is left, from 0."""
        return tuple(n for n, board in enumerate(self.boards) if board.is_contradictory)


def boards_after(
    lexicon: Lexicon,
    turns: Sequence[BoardsTurn],
    count: int,
    *,
    belief: Belief | None = None,
    in_turn: bool = False,
) -> BoardsState:
    """Return the state of `count` boards after `turns`.

    A board stops at the turn that solves it. Marks that a board does not show (None) say nothing.

    Args:
        lexicon: The allowed words.
        turns: Guesses made, with their patterns; they need not be in the lexicon.
        count: Number of boards, 2 to 32.
        belief: How likely each word is to be an answer; by default its prior.
        in_turn: Whether only the first unsolved board shows its marks.

    Raises:
        BoardCountError: There cannot be so many boards, or a turn has another number of them.
        LengthError: A guess is not of the lexicon's length.
    """
    check_turns(turns, check_board_count(count))
    belief = belief or belief_of(lexicon)
    words = heaviest_first(np.flatnonzero(belief.weights), belief.weights)
    answers = [_solving(turns, number) for number in range(count)]
    shown = answers.index(None) + 1 if in_turn and None in answers else count
    words_left = _left(lexicon, turns, words, [n for n in range(shown) if answers[n] is None])
    none = np.empty(0, dtype=np.intp)
    boards = [
        Board(
            words_left.get(n, words if n >= shown else none),
            answer if n < shown else None,
            n < shown,
        )
        for n, answer in enumerate(answers)
    ]
    unsolved = sum(not board.is_solved for board in boards)
    left = max(max_guesses(count, in_turn=in_turn) - len(turns), unsolved)
    return BoardsState(lexicon, belief, tuple(turn.guess for turn in turns), tuple(boards), left)


def _solving(turns: Sequence[BoardsTurn], number: int) -> str | None:
    """Return the guess that solved a board; None while it is not solved."""
    return next(
        (turn.guess for turn in turns if turn.patterns[number] == all_correct(len(turn.guess))),
        None,
    )


def _left(
    lexicon: Lexicon, turns: Sequence[BoardsTurn], words: Indices, numbers: Sequence[int]
) -> dict[int, Indices]:
    """Return the words left on each of these boards, in the order of `words`."""
    odd = next((turn.guess for turn in turns if len(turn.guess) != lexicon.length), None)
    if odd is not None:
        raise LengthError(lexicon.length, len(odd))
    left = dict.fromkeys(numbers, np.arange(len(words)))
    for turn in turns:
        # Patterns are computed once for all boards, of the words that are left on any of them.
        is_left = np.zeros(len(words), dtype=bool)
        for places in left.values():
            is_left[places] = True
        given = np.zeros(len(words), dtype=np.uint16)
        codes = lexicon.codes[words[is_left]]
        given[is_left] = feedback_matrix(letter_codes([turn.guess]), codes)[0]
        for number, places in left.items():
            pattern = turn.patterns[number]
            if pattern is not None:
                left[number] = places[given[places] == pattern]
    return {number: words[places] for number, places in left.items()}
