"""The best next guess for several boards, the reason for it, and its effect on each board."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal

import numpy as np

from wordle_web.engine.arrays import Codes, Floats
from wordle_web.engine.boards.policy import rank
from wordle_web.engine.boards.state import Board, BoardsState
from wordle_web.engine.clock import Stopwatch, deadline, seconds
from wordle_web.engine.feedback import LengthError, all_correct, feedback_matrix, letter_codes

SURE: Final = 0.9995  # with at least this probability, a guess "solves" a board
MIN_CHANCE: Final = 0.02  # with at least this probability, a guess "may solve" a board
# A guess "splits" a board if, on average, it rules out at least this share of the words.
MIN_SPLIT: Final = 0.5

ReasonKind = Literal["solves", "may_solve", "splits", "opener", "nothing"]


@dataclass(frozen=True, slots=True)
class BoardProspect:
    """The expected effect of a guess on one visible board that is not solved."""

    number: int  # the board, from 0
    solve_probability: float  # probability of solving it, 0 to 1
    expected_remaining: float  # expected number of words left on it; 0 if it is solved
    worst: int  # number of words left in the worst case


@dataclass(frozen=True, slots=True)
class Reason:
    """The reason for a guess; pages turn it into a sentence."""

    # The first of these that applies. "opener": it is the first guess. "solves": the guess is the
    # only word left on a board. "may_solve": it solves a board with a probability of at least 2 %.
    # "splits": it separates the words of a board. "nothing": every board has one word left, and the
    # guess is another word.
    kind: ReasonKind
    # The boards to which the reason applies, from 0, the most affected first; empty for "opener"
    # and "nothing".
    boards: tuple[int, ...]
    # The boards, from 0, on which it rules out at least half of the words, the best split first.
    splits: tuple[int, ...]

    def __str__(self) -> str:
        """Return the reason in English: `solves board 1, splits boards 2 and 4`."""
        if self.kind == "opener":
            return "a good opener"
        if self.kind == "nothing":
            return "tells nothing new"
        others = tuple(number for number in self.splits if number not in self.boards)
        more = f", splits {board_names(others)}" if others and self.kind != "splits" else ""
        return f"{self.kind.replace('_', ' ')} {board_names(self.boards)}{more}"


def board_names(numbers: Sequence[int]) -> str:
    """Return the names of boards, counted from 0, in English: `board 3`, `boards 1 and 4`.

    `numbers` is not empty.
    """
    shown = [str(number + 1) for number in sorted(numbers)]
    if len(shown) == 1:
        return f"board {shown[0]}"
    return f"boards {', '.join(shown[:-1])} and {shown[-1]}"


@dataclass(frozen=True, slots=True)
class RankedBoardsGuess:
    """One of the best guesses for several boards, or any other guess, with its figures."""

    guess: str
    # Its effect on each visible board that is not solved, in the order of the boards.
    prospects: tuple[BoardProspect, ...]
    # Probability of solving at least one board, 0 to 1, assuming independent boards.
    solve_probability: float
    expected_solved: float  # expected number of boards that it solves
    expected_remaining: float  # expected total number of words left on all visible boards
    is_candidate: bool
    reason: Reason
    # Suggested guesses are ranked by this, the lowest first; players do not see it.
    cost: float


@dataclass(frozen=True, slots=True)
class BoardsSuggestion:
    """The best next guess for several boards."""

    guess: str | None  # the best guess; None if all boards are solved or no word is left
    reason: Reason | None  # the reason for it; None without a guess
    guesses_left: int  # guesses left, the next one included
    best: tuple[RankedBoardsGuess, ...]  # the best guesses, the suggestion first
    milliseconds: float  # time taken, by the given clock


def suggest_boards(
    state: BoardsState, *, budget_ms: float = 90.0, clock: Stopwatch = seconds, best: int = 10
) -> BoardsSuggestion:
    """Return the best next guesses for all boards in a state.

    Boards without any word left are ignored. After `budget_ms` ms, the search returns the best
    guesses so far.
    """
    should_stop = deadline(budget_ms, clock)
    began = clock()
    ranking = rank(state, best, should_stop=should_stop)
    words = [state.lexicon.words[index] for index in ranking.guesses.tolist()]
    ranked = _described(state, words, ranking.costs)
    return BoardsSuggestion(
        guess=words[0] if words else None,
        reason=ranked[0].reason if ranked else None,
        guesses_left=state.guesses_left,
        best=ranked,
        milliseconds=1000 * (clock() - began),
    )


def rank_boards_guess(state: BoardsState, guess: str) -> RankedBoardsGuess:
    """Return the effects of any guess in a state; it need not be in the lexicon.

    Raises:
        LengthError: the guess is not of the lexicon's length.
    """
    if len(guess) != state.lexicon.length:
        raise LengthError(state.lexicon.length, len(guess))
    return _described(state, [guess], np.zeros(1))[0]


def _described(
    state: BoardsState, words: Sequence[str], costs: Floats
) -> tuple[RankedBoardsGuess, ...]:
    """Return guesses with their costs and their effects on every open board."""
    if not words:
        return ()
    codes = letter_codes(words)
    rows: list[list[BoardProspect]] = [[] for _ in words]
    measured: dict[bytes, list[tuple[float, float, int]]] = {}
    for number, board in enumerate(state.boards):
        if board.is_solved or not board.is_shown or not len(board.candidates):
            continue
        key = board.candidates.tobytes()  # before the second guess, many boards have the same words
        if key not in measured:
            measured[key] = _measured(state, board, codes)
        for row, measures in zip(rows, measured[key], strict=True):
            row.append(BoardProspect(number, *measures))
    ranked = []
    for word, row, cost in zip(words, rows, costs.tolist(), strict=True):
        chances = [prospect.solve_probability for prospect in row]
        ranked.append(
            RankedBoardsGuess(
                guess=word,
                prospects=tuple(row),
                solve_probability=1 - float(np.prod([1 - chance for chance in chances])),
                expected_solved=sum(chances),
                expected_remaining=sum(prospect.expected_remaining for prospect in row),
                is_candidate=any(chances),
                reason=_reason(state, row),
                cost=cost,
            )
        )
    return tuple(ranked)


def _measured(state: BoardsState, board: Board, guesses: Codes) -> list[tuple[float, float, int]]:
    """Return the last three fields of a `BoardProspect` for each guess."""
    won = all_correct(state.lexicon.length)
    weights = state.belief.weights[board.candidates]
    measures = []
    for given in feedback_matrix(guesses, state.lexicon.codes[board.candidates]):
        sizes = np.bincount(given, minlength=won + 1)
        shares = np.bincount(given, weights / weights.sum(), minlength=won + 1)
        solved = float(shares[won])
        sizes[won] = 0
        measures.append((solved, float((shares * sizes).sum()), int(sizes.max())))
    return measures


def _reason(state: BoardsState, prospects: Sequence[BoardProspect]) -> Reason:
    left = {
        prospect.number: len(state.boards[prospect.number].candidates) for prospect in prospects
    }
    shares = {
        prospect.number: prospect.expected_remaining / left[prospect.number]
        for prospect in prospects
    }
    wide = [prospect.number for prospect in prospects if left[prospect.number] > 1]
    splits = tuple(sorted((n for n in wide if shares[n] <= 1 - MIN_SPLIT), key=lambda n: shares[n]))
    if not state.guesses:
        return Reason("opener", (), splits)
    chances = {prospect.number: prospect.solve_probability for prospect in prospects}
    chance = {number: chance for number, chance in chances.items() if chance >= MIN_CHANCE}
    sure = tuple(number for number, probability in chance.items() if probability >= SURE)
    if sure:
        return Reason("solves", sure, splits)
    if chance:
        likeliest = sorted(chance, key=lambda number: -chance[number])
        return Reason("may_solve", tuple(likeliest), splits)
    return Reason("splits" if wide else "nothing", splits or tuple(wide), splits)
