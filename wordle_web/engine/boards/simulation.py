"""Games of several boards played by the policy of the pages, with the time of each decision."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from wordle_web.engine.arrays import Patterns
from wordle_web.engine.boards.policy import best_guess
from wordle_web.engine.boards.state import Board, BoardsState, boards_after
from wordle_web.engine.candidates import Belief
from wordle_web.engine.feedback import all_correct, feedback, feedback_matrix, letter_codes
from wordle_web.engine.lexicon import Lexicon

Stopwatch = Callable[[], float]


@dataclass(frozen=True, slots=True)
class BoardsGame:
    """A game that was played.

    Attributes:
        answers: The answer of each board.
        guesses: The guesses, in order; None of an answer that the belief lacks is ever guessed.
        is_complete: Whether every board was solved, in however many guesses.
        milliseconds: The time of each decision, in ms.
    """

    answers: tuple[str, ...]
    guesses: tuple[str, ...]
    is_complete: bool
    milliseconds: tuple[float, ...]


def play_boards(
    lexicon: Lexicon,
    answers: Sequence[str],
    *,
    belief: Belief,
    clock: Stopwatch,
    in_turn: bool = False,
    opener: str | None = None,
) -> BoardsGame:
    """Return the game that the policy plays for `answers`, to its end, even if it is lost.

    Args:
        lexicon: The allowed words.
        answers: The answer of each board.
        belief: How likely the policy takes each word to be an answer.
        clock: Returns seconds.
        in_turn: Whether only the first unsolved board shows its marks.
        opener: The first guess; by default the policy's own.
    """
    state = boards_after(lexicon, (), len(answers), belief=belief, in_turn=in_turn)
    guesses: list[str] = []
    times: list[float] = []
    while not state.is_over and not state.contradictory:
        began = clock()
        guess = opener if opener and not guesses else best_guess(state)
        times.append(1000 * (clock() - began))
        guesses.append(guess)
        state = after(state, guess, answers, in_turn=in_turn)
    return BoardsGame(tuple(answers), tuple(guesses), state.is_over, tuple(times))


def after(
    state: BoardsState, guess: str, answers: Sequence[str], *, in_turn: bool = False
) -> BoardsState:
    """Return the state after a guess whose answers are known."""
    guesses = (*state.guesses, guess)
    known: dict[int, Patterns] = {}  # at first all boards have the same words
    boards: list[Board] = []
    is_shown = True
    for board, answer in zip(state.boards, answers, strict=True):
        if board.is_solved or not is_shown:
            boards.append(board)
            continue
        # A board that comes into view shows the marks of all guesses before.
        was_shown = board.is_shown
        for each in (guess,) if was_shown else guesses:
            board = _narrowed(state, board, each, answer, known if was_shown else {})
            if board.is_solved:
                break
        boards.append(board)
        is_shown = not in_turn or board.is_solved
    left = max(0, state.guesses_left - 1)
    return replace(state, guesses=guesses, boards=tuple(boards), guesses_left=left)


def _narrowed(
    state: BoardsState, board: Board, guess: str, answer: str, known: dict[int, Patterns]
) -> Board:
    """Return a board after a guess; `known` has its patterns by the identity of words left."""
    pattern = feedback(guess, answer)
    if pattern == all_correct(len(guess)):
        return Board(np.empty(0, dtype=np.intp), guess, True)
    place = id(board.candidates)
    if place not in known:
        codes = state.lexicon.codes[board.candidates]
        known[place] = feedback_matrix(letter_codes([guess]), codes)[0]
    return Board(board.candidates[known[place] == pattern], None, True)
