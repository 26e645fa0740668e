"""A game of several boards guess by guess: what each did to every board, against the best one."""

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from wordle_web.engine.boards.simulation import after
from wordle_web.engine.boards.state import BoardsState, boards_after
from wordle_web.engine.boards.suggestion import (
    RankedBoardsGuess,
    rank_boards_guess,
    suggest_boards,
)
from wordle_web.engine.candidates import Belief
from wordle_web.engine.feedback import feedback
from wordle_web.engine.lexicon import Lexicon


@dataclass(frozen=True, slots=True)
class BoardStep:
    """What one guess did to one board.

    Attributes:
        number: The board, from 0.
        pattern: Its base-3 code.
        before: Words possible before the guess.
        left: Words possible after it; none once the board is solved.
        is_solved: Whether the guess solved it.
    """

    number: int
    pattern: int
    before: int
    left: int
    is_solved: bool


@dataclass(frozen=True, slots=True)
class BoardsGuess:
    """One guess of a game.

    Attributes:
        guess: The word.
        steps: What it did to each board that showed its marks and was not solved before.
        own: What was to be expected of it; None where a board already had no word left, and
            where time was up.
        best: The best guess there was; None as for `own`.
    """

    guess: str
    steps: tuple[BoardStep, ...]
    own: RankedBoardsGuess | None
    best: RankedBoardsGuess | None

    @property
    def changes(self) -> tuple[BoardStep | None, ...]:
        """The steps up to the last board that it changed; None for boards that stayed as they were.

        A board that waits for its known word, or that a guess told nothing about, is as it was:
        with 32 boards most are, most of the time.
        """
        changed = {step.number: step for step in self.steps if step.left != step.before}
        return tuple(map(changed.get, range(max(changed, default=-1) + 1)))

    @property
    def is_best(self) -> bool:
        """Whether no guess was to be expected to do better, on either figure."""
        if self.own is None or self.best is None:
            return False
        return self.own.guess == self.best.guess or (
            self.own.expected_solved >= self.best.expected_solved
            and self.own.expected_remaining <= self.best.expected_remaining
        )


@dataclass(frozen=True, slots=True)
class BoardsAnalysis:
    """The analysis of a game, up to the guess that solved the last board.

    Attributes:
        solved: Number of boards that were solved, in turn some before they came into view.
    """

    answers: tuple[str, ...]
    guesses: tuple[BoardsGuess, ...]
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
    clock: Callable[[], float] = time.perf_counter,
) -> BoardsAnalysis:
    """Return what each guess did, up to the one that solved the last board.

    Args:
        lexicon: The allowed words.
        answers: The answer of each board.
        guesses: The guesses made; they need not be in the lexicon.
        belief: How likely each word was to be an answer.
        in_turn: Whether only the first unsolved board shows its marks.
        budget_ms: Time after which guesses are no longer compared with the best, in ms.
        clock: Returns seconds.

    Raises:
        BoardCountError: There cannot be so many boards.
        LengthError: A guess is not of the lexicon's length.
    """
    deadline = clock() + budget_ms / 1000
    state = boards_after(lexicon, (), len(answers), belief=belief, in_turn=in_turn)
    found: list[BoardsGuess] = []
    for guess in guesses:
        if state.is_over:
            break
        later = after(state, guess, answers, in_turn=in_turn)
        own = best = None
        if not state.contradictory and clock() < deadline:
            own = rank_boards_guess(state, guess)
            left = max(state.guesses_left, len(state.unsolved))
            before = replace(state, guesses_left=left)
            suggestion = suggest_boards(
                before, budget_ms=budget_ms / len(guesses), clock=clock, best=1
            )
            best = suggestion.best[0] if suggestion.best else None
        found.append(BoardsGuess(guess, tuple(_steps(guess, answers, state, later)), own, best))
        state = later
    solved = len(answers) - len(state.unsolved)
    return BoardsAnalysis(tuple(answers), tuple(found), solved)


def _steps(
    guess: str, answers: Sequence[str], state: BoardsState, later: BoardsState
) -> Iterator[BoardStep]:
    for number, answer in enumerate(answers):
        before, left = state.boards[number], later.boards[number]
        if before.is_shown and not before.is_solved:
            sizes = len(before.candidates), len(left.candidates)
            yield BoardStep(number, feedback(guess, answer), *sizes, left.is_solved)
