"""Games of several boards played by the policy of the pages, with the time of each decision."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations_with_replacement, product

import numpy as np

from wordle_web.engine.arrays import Indices, Patterns
from wordle_web.engine.boards.policy import best_guess
from wordle_web.engine.boards.state import Board, BoardsState, boards_after
from wordle_web.engine.candidates import Belief
from wordle_web.engine.clock import Stopwatch
from wordle_web.engine.feedback import all_correct, feedback, feedback_matrix, letter_codes
from wordle_web.engine.lexicon import Lexicon
from wordle_web.engine.matrix import Matrix


@dataclass(frozen=True, slots=True)
class BoardsGame:
    """A game that was played."""

    answers: tuple[str, ...]
    # The guesses, in order; None of an answer that the belief lacks is ever guessed.
    guesses: tuple[str, ...]
    is_complete: bool  # whether every board was solved, in however many guesses
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

    `belief` is what the policy believes; it opens with `opener`, by default its own. In turn, only
    the first unsolved board shows its marks. `clock` times its decisions.
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


ChooseForPair = Callable[[Sequence[Indices], int], int]
Cell = tuple[Indices, bool]  # the words of a pattern, and whether it is the one that solves


@dataclass(slots=True)
class PairWalk:
    """A walk over all unordered pairs of different answers."""

    matrix: Matrix  # the patterns of the lexicon, kept in memory
    # Returns the guess, as an index in the lexicon, for the words left on each unsolved board and
    # the guesses left.
    choose: ChooseForPair
    guesses: int  # guesses of a game
    _counts: Counter[int] = field(default_factory=Counter)
    _alone: dict[tuple[bytes, int], Mapping[int, int]] = field(default_factory=dict)

    def parts(self, answers: Indices, opener: int) -> tuple[tuple[Cell, Cell], ...]:
        """Return all pairs by the patterns that the first guess gets, to be walked one by one.

        Answers, intp, and opener are indices in the lexicon.
        """
        return tuple(combinations_with_replacement(self._cells(answers, opener), 2))

    def walk(self, part: tuple[Cell, Cell]) -> Counter[int]:
        """Return how many pairs of a part take 1, 2, 3, … guesses."""
        self._counts = Counter()
        self._walk([part], 1)
        return self._counts

    def _walk(self, pairs: Iterable[tuple[Cell, Cell]], used: int) -> None:
        for (one, is_one_won), (other, is_other_won) in pairs:
            if is_one_won and is_other_won:
                continue  # the answers of a game differ
            if is_one_won or is_other_won:
                self._counts.update(self._finish(other if is_one_won else one, used))
            elif len(one) > 1 and len(other) > 1:
                guess = self.choose((one, other), self.guesses - used)
                ones = self._cells(one, guess)
                # Of the same words, each pair of two once; others have no word in common.
                alike = combinations_with_replacement(ones, 2)
                pairs_left = alike if one is other else product(ones, self._cells(other, guess))
                self._walk(pairs_left, used + 1)
            elif one is not other:
                known, unknown = (one, other) if len(one) == 1 else (other, one)
                if len(unknown) == 1:
                    self._counts.update({used + 2: 1})
                else:
                    for cell, _ in self._cells(unknown, int(known[0])):
                        self._counts.update(self._finish(cell, used + 1))

    def _finish(self, words: Indices, used: int) -> Mapping[int, int]:
        """Return how many of the words left on the last board take 1, 2, 3, … guesses."""
        if len(words) == 1:
            return {used + 1: 1}
        key = (words.tobytes(), used)
        if key not in self._alone:
            found: Counter[int] = Counter()
            guess = self.choose((words,), self.guesses - used)
            for cell, is_won in self._cells(words, guess):
                found.update({used + 1: 1} if is_won else self._finish(cell, used + 1))
            self._alone[key] = found
        return self._alone[key]

    def _cells(self, words: Indices, guess: int) -> list[Cell]:
        patterns = self.matrix.patterns(words, np.array([guess]))[:, 0]
        order = np.argsort(patterns, kind="stable")
        ordered = patterns[order]
        cuts = np.flatnonzero(ordered[1:] != ordered[:-1]) + 1
        won = all_correct(self.matrix.lexicon.length)
        return [(words[cell], bool(patterns[cell[0]] == won)) for cell in np.split(order, cuts)]
