"""A game of several boards guess by guess: what each did to every board, against the best one."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from wordle_web.engine.boards.simulation import after
from wordle_web.engine.boards.state import boards_after
from wordle_web.engine.boards.suggestion import RankedBoardsGuess, rank_boards_guess, suggest_boards
from wordle_web.engine.candidates import Belief
from wordle_web.engine.clock import Stopwatch, deadline, seconds
from wordle_web.engine.feedback import feedback
from wordle_web.engine.lexicon import Lexicon


@dataclass(frozen=True, slots=True)
class BoardStep:
    """What one guess did to one board."""

    number: int  # the board, from 0
    pattern: int
    before: int  # words possible before the guess
    left: int  # words possible after it; none once the board is solved
    is_solved: bool


@dataclass(frozen=True, slots=True)
class BoardsGuess:
    """One guess of a game."""

    guess: str
    # What it did to each board that showed its marks and was not solved before.
    steps: tuple[BoardStep, ...]
    # What was to be expected of it; None where a board already had no word left, and where time was
    # up.
    own: RankedBoardsGuess | None
    best: RankedBoardsGuess | None  # the best guess there was; None as for `own`

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
    """The analysis of a game, up to the guess that solved the last board."""

    answers: tuple[str, ...]
    guesses: tuple[BoardsGuess, ...]
    solved: int  # number of boards that were solved, in turn some before they came into view

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
    """Return what each guess did, up to the one that solved the last board.

    The guesses need not be in the lexicon. After `budget_ms` ms they are no longer compared with
    the best. In turn, only the first unsolved board shows its marks.

    Raises:
        BoardCountError: The number of boards is out of range.
        LengthError: A guess is not of the lexicon's length.
    """
    is_late = deadline(budget_ms, clock)
    state = boards_after(lexicon, (), len(answers), belief=belief, in_turn=in_turn)
    found: list[BoardsGuess] = []
    for guess in guesses:
        if state.is_over:
            break
        later = after(state, guess, answers, in_turn=in_turn)
        own = best = None
        if not state.contradictory and not is_late():
            own = rank_boards_guess(state, guess)
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
        found.append(BoardsGuess(guess, steps, own, best))
        state = later
    solved = len(answers) - len(state.unsolved)
    return BoardsAnalysis(tuple(answers), tuple(found), solved)
