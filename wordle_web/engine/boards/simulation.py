"""Games on several boards: simulated with the policy, or analyzed guess by guess."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations_with_replacement, product
from math import log2
from typing import Final

import numpy as np

from wordle_web.engine.arrays import Indices, Patterns
from wordle_web.engine.boards.policy import best_guess
from wordle_web.engine.boards.state import Board, BoardsState, boards_after
from wordle_web.engine.boards.suggestion import RankedBoardsGuess, rank_boards_guess, suggest_boards
from wordle_web.engine.candidates import Belief
from wordle_web.engine.clock import Stopwatch, deadline, seconds
from wordle_web.engine.feedback import all_correct, feedback, patterns_of
from wordle_web.engine.lexicon import Lexicon
from wordle_web.engine.matrix import Matrix

# Guesses needed for each doubling of the words left on a board; rough, only to compare guesses.
PER_DOUBLING: Final = 0.3


@dataclass(frozen=True, slots=True)
class BoardsGame:
    """A game that the policy played."""

    answers: tuple[str, ...]
    # The guesses in order. An answer that the belief excludes is never guessed.
    guesses: tuple[str, ...]
    is_complete: bool  # whether every board was solved, with any number of guesses
    milliseconds: tuple[float, ...]  # the time for each guess


def play_boards(
    lexicon: Lexicon,
    answers: Sequence[str],
    *,
    belief: Belief,
    clock: Stopwatch,
    in_turn: bool = False,
    opener: str | None = None,
) -> BoardsGame:
    """Return the game that the policy plays for `answers`, continued even if it is lost.

    The policy uses `belief`, and opens with `opener` (default: its own choice). In sequential
    games, only the first unsolved board shows its marks. `clock` measures the time for each guess.
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
    """Return the state after a guess, given the answers."""
    guesses = (*state.guesses, guess)
    cache: dict[int, Patterns] = {}  # early in a game, all boards have the same words
    boards: list[Board] = []
    is_shown = True
    for board, answer in zip(state.boards, answers, strict=True):
        if board.is_solved or not is_shown:
            boards.append(board)
            continue
        # A board that becomes visible shows the marks of all earlier guesses.
        was_shown = board.is_shown
        for played in (guess,) if was_shown else guesses:
            board = _narrowed(state, board, played, answer, cache if was_shown else {})
            if board.is_solved:
                break
        boards.append(board)
        is_shown = not in_turn or board.is_solved
    left = max(0, state.guesses_left - 1)
    return replace(state, guesses=guesses, boards=tuple(boards), guesses_left=left)


def _narrowed(
    state: BoardsState, board: Board, guess: str, answer: str, cache: dict[int, Patterns]
) -> Board:
    """Return a board after a guess; boards with the same words share the cached patterns."""
    pattern = feedback(guess, answer)
    if pattern == all_correct(len(guess)):
        return Board(np.empty(0, dtype=np.intp), guess, True)
    key = id(board.candidates)
    if key not in cache:
        codes = state.lexicon.codes[board.candidates]
        cache[key] = patterns_of(guess, codes)
    return Board(board.candidates[cache[key] == pattern], None, True)


ChooseForPair = Callable[[Sequence[Indices], int], int]
Cell = tuple[Indices, bool]  # the words with one pattern, and whether it solves the board


@dataclass(slots=True)
class PairWalk:
    """A walk over all unordered pairs of different answers, for the lab's games of two boards."""

    matrix: Matrix  # the patterns of the whole lexicon, in memory
    # Returns the index of the guess in the lexicon. Takes the words left on each unsolved board,
    # and the number of guesses left.
    choose: ChooseForPair
    guesses: int  # number of guesses in a game
    # The number of pairs by guesses needed, in the current part.
    _counts: Counter[int] = field(default_factory=Counter)
    # Results of `_finish`, by words and guesses made.
    _alone: dict[tuple[bytes, int], Mapping[int, int]] = field(default_factory=dict)

    def parts(self, answers: Indices, opener: int) -> tuple[tuple[Cell, Cell], ...]:
        """Split all pairs into parts for `walk`, by their patterns for the first guess.

        `answers`, intp, and `opener` are indices in the lexicon.
        """
        return tuple(combinations_with_replacement(self._cells(answers, opener), 2))

    def walk(self, part: tuple[Cell, Cell]) -> Counter[int]:
        """Return how many pairs of a part need 1, 2, 3, … guesses."""
        self._counts = Counter()
        self._walk([part], 1)
        return self._counts

    def _walk(self, pairs: Iterable[tuple[Cell, Cell]], count: int) -> None:
        for (one, is_one_won), (other, is_other_won) in pairs:
            if is_one_won and is_other_won:
                continue  # the two answers of a game differ
            if is_one_won or is_other_won:
                self._counts.update(self._finish(other if is_one_won else one, count))
            elif len(one) > 1 and len(other) > 1:
                guess = self.choose((one, other), self.guesses - count)
                ones = self._cells(one, guess)
                # If both boards have the same words, every pair is counted only once. Otherwise
                # they have no word in common.
                alike = combinations_with_replacement(ones, 2)
                pairs_left = alike if one is other else product(ones, self._cells(other, guess))
                self._walk(pairs_left, count + 1)
            elif one is not other:
                known, unknown = (one, other) if len(one) == 1 else (other, one)
                if len(unknown) == 1:
                    self._counts.update({count + 2: 1})
                else:
                    for cell, _ in self._cells(unknown, int(known[0])):
                        self._counts.update(self._finish(cell, count + 1))

    def _finish(self, words: Indices, count: int) -> Mapping[int, int]:
        """Return how many of the words left on the last board need 1, 2, 3, … guesses."""
        if len(words) == 1:
            return {count + 1: 1}
        key = (words.tobytes(), count)
        if key not in self._alone:
            counts: Counter[int] = Counter()
            guess = self.choose((words,), self.guesses - count)
            for cell, is_won in self._cells(words, guess):
                counts.update({count + 1: 1} if is_won else self._finish(cell, count + 1))
            self._alone[key] = counts
        return self._alone[key]

    def _cells(self, words: Indices, guess: int) -> list[Cell]:
        patterns = self.matrix.patterns(words, np.array([guess]))[:, 0]
        order = np.argsort(patterns, kind="stable")
        ordered = patterns[order]
        cuts = np.flatnonzero(ordered[1:] != ordered[:-1]) + 1
        won = all_correct(self.matrix.lexicon.length)
        return [(words[cell], bool(patterns[cell[0]] == won)) for cell in np.split(order, cuts)]


@dataclass(frozen=True, slots=True)
class BoardStep:
    """The effect of one guess on one board."""

    number: int  # the board, from 0
    pattern: int
    before: int  # number of words possible before the guess
    left: int  # number of words possible after it; 0 once the board is solved
    is_solved: bool


@dataclass(frozen=True, slots=True)
class BoardsGuess:
    """One guess of a game, its effects, and the best guess to compare it with."""

    guess: str
    # Its effect on each visible board that was not solved before.
    steps: tuple[BoardStep, ...]
    # The engine's figures for the guess; None if a board had no candidates, or time ran out.
    own: RankedBoardsGuess | None
    best: RankedBoardsGuess | None  # the best guess at that point; None if `own` is

    @property
    def changes(self) -> tuple[BoardStep | None, ...]:
        """The steps up to the last board that the guess changed; None for unchanged boards.

        A board is unchanged if it has one word left or the guess reveals nothing about it. With 32
        boards, most boards are usually unchanged.
        """
        changed = {step.number: step for step in self.steps if step.left != step.before}
        return tuple(map(changed.get, range(max(changed, default=-1) + 1)))

    @property
    def is_best(self) -> bool:
        """Whether the best guess had no better figures; False if they were not compared."""
        if self.own is None or self.best is None:
            return False
        return self.own.guess == self.best.guess or (
            self.own.expected_solved >= self.best.expected_solved
            and self.own.expected_remaining <= self.best.expected_remaining
        )

    @property
    def cost(self) -> float:
        """Roughly how many guesses the best guess would have saved, to compare guesses; from 0."""
        if self.own is None or self.best is None or self.is_best:
            return 0.0
        needed = (
            PER_DOUBLING
            * sum(log2(max(1.0, board.expected_remaining)) for board in guess.prospects)
            - guess.expected_solved
            for guess in (self.own, self.best)
        )
        own, best = needed
        return max(0.0, own - best)


@dataclass(frozen=True, slots=True)
class BoardsAnalysis:
    """The analysis of a game, up to the guess that solved the last board."""

    answers: tuple[str, ...]
    guesses: tuple[BoardsGuess, ...]
    # Number of solved boards; in sequential games, some were solved before they became visible.
    solved: int

    @property
    def is_solved(self) -> bool:
        """Whether all boards were solved."""
        return self.solved == len(self.answers)


def analyze_boards(
    lexicon: Lexicon,
    answers: Sequence[str],
    guesses: Sequence[str],
    *,
    belief: Belief,
    in_turn: bool = False,
    budget_ms: float = 1000.0,
    clock: Stopwatch = seconds,
) -> BoardsAnalysis:
    """Return the effect of each guess, up to the one that solved the last board.

    The guesses need not be in the lexicon. Once `budget_ms` ms have passed, guesses are no longer
    compared with the best one. In sequential games, only the first unsolved board shows its marks.

    Raises:
        BoardCountError: the number of boards is out of range.
        LengthError: a guess is not of the lexicon's length.
    """
    is_late = deadline(budget_ms, clock)
    state = boards_after(lexicon, (), len(answers), belief=belief, in_turn=in_turn)
    rated: list[BoardsGuess] = []
    for guess in guesses:
        if state.is_over:
            break
        later = after(state, guess, answers, in_turn=in_turn)
        own = best = None
        if not state.contradictory and not is_late():
            own = rank_boards_guess(state, guess)
            # A game from another site may allow more guesses than this site.
            left = max(state.guesses_left, len(state.unsolved))
            suggestion = suggest_boards(
                replace(state, guesses_left=left),
                budget_ms=budget_ms / len(guesses),
                clock=clock,
                best=1,
            )
            best = suggestion.best[0] if suggestion.best else None
        boards = enumerate(zip(answers, state.boards, later.boards, strict=True))
        steps = tuple(
            BoardStep(
                number,
                feedback(guess, answer),
                before=len(board.candidates),
                left=len(narrowed.candidates),
                is_solved=narrowed.is_solved,
            )
            for number, (answer, board, narrowed) in boards
            if board.is_shown and not board.is_solved
        )
        rated.append(BoardsGuess(guess, steps, own, best))
        state = later
    solved = len(answers) - len(state.unsolved)
    return BoardsAnalysis(tuple(answers), tuple(rated), solved)
