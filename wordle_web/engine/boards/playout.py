"""What a guess costs in a small state: every outcome played to its end.

Estimates tell good guesses from bad ones, but they cannot promise that a game is not lost. Where
few combinations of words are left, this can.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import compress

import numpy as np

from wordle_web.engine.arrays import Floats, Indices
from wordle_web.engine.boards.lookahead import every_combination
from wordle_web.engine.boards.objective import OpenBoard, separate
from wordle_web.engine.feedback import all_correct, feedback_matrix
from wordle_web.engine.lexicon import Lexicon
from wordle_web.engine.search.solver import LOSS

ChooseForBoards = Callable[[Sequence[OpenBoard], int], int]


@dataclass(frozen=True, slots=True)
class PlayOut:
    """Games played to their end.

    Attributes:
        lexicon: The words.
        choose: Returns the next guess, an index in the lexicon, for boards that all have several
            words left and the guesses that can be wasted on them.
    """

    lexicon: Lexicon
    choose: ChooseForBoards

    def cost(self, boards: Sequence[OpenBoard], guess: int, spare: int) -> float:
        """Return the wasted guesses to expect with `guess` played next; a loss counts twenty more.

        Args:
            boards: The boards that are not solved, with few combinations of words.
            guess: An index in the lexicon.
            spare: Guesses that can be wasted without losing the game, from 0.
        """
        single = separate(boards)
        outcomes, shares = every_combination(single)
        return self._after(single, outcomes, shares, guess, spare)

    def _after(
        self,
        boards: Sequence[OpenBoard],
        outcomes: Indices,
        shares: Floats,
        guess: int,
        spare: int,
    ) -> float:
        patterns = self._patterns(boards, outcomes, guess)
        alike: dict[tuple[int, ...], list[int]] = {}
        for row, given in enumerate(patterns.tolist()):
            alike.setdefault(tuple(given), []).append(row)
        cost = 0.0
        for given, rows in alike.items():
            is_open = np.array(given) != all_correct(self.lexicon.length)
            is_wasted = bool(is_open.all())
            share = float(shares[rows].sum())
            cost += share * is_wasted
            if is_wasted and not spare:
                cost += share * LOSS
            elif len(rows) > 1:  # else every word is known, and none of the next guesses is wasted
                left = list(compress(boards, is_open))
                cost += self._next(
                    left, outcomes[rows][:, is_open], shares[rows], spare - is_wasted
                )
        return cost

    def _patterns(self, boards: Sequence[OpenBoard], outcomes: Indices, guess: int) -> Indices:
        codes = self.lexicon.codes
        patterns = [
            feedback_matrix(codes[[guess]], codes[board.words[places]])[0]
            for board, places in zip(boards, outcomes.T, strict=True)
        ]
        return np.array(patterns, dtype=np.intp).T

    def _next(
        self, boards: Sequence[OpenBoard], outcomes: Indices, shares: Floats, spare: int
    ) -> float:
        left: list[OpenBoard] = []
        places = np.empty_like(outcomes)
        for column, board in enumerate(boards):
            kept, places[:, column] = np.unique(outcomes[:, column], return_inverse=True)
            weights = board.weights[kept]
            left.append(OpenBoard(board.words[kept], weights / weights.sum(), (column,)))
        known = next((int(board.words[0]) for board in left if board.is_known), None)
        guess = self.choose(left, spare) if known is None else known
        return self._after(left, places, shares, guess, spare)
