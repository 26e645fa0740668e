"""The best next guess for several boards.

If a board has one word left, that word is guessed at once: it costs one guess at any time, and an
early guess also reveals something about the other boards. Otherwise guesses are ranked in three
steps. First, all guesses are compared on a sample of the words of each board. Second, the best of
these are compared on all words, by the sum over boards of P(not solved by this guess) + k E h(n')
(see `needed`). Third, the best of those are compared by lookahead (see `lookahead`), which takes
the remaining guesses into account. If few guesses and few combinations of words are left, the best
guess is also played to the end of the game (see `PlayOut`). Nothing is cached, and the work is
bounded in every state.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import compress
from typing import Final

import numpy as np

import wordle_web.engine.boards.lookahead as lookahead
from wordle_web.engine.arrays import DIGITS, Floats, Indices, least
from wordle_web.engine.boards.lookahead import OpenBoard
from wordle_web.engine.boards.state import BoardsState
from wordle_web.engine.feedback import all_correct, feedback_matrix
from wordle_web.engine.hard_mode import HardMode
from wordle_web.engine.knowledge import TRIES
from wordle_web.engine.lexicon import Lexicon
from wordle_web.engine.matrix import Matrix, matrix_of
from wordle_web.engine.openings import stored_reply
from wordle_web.engine.planning import likely_size
from wordle_web.engine.search.solver import LOSS, StoppedError

ChooseForBoards = Callable[[Sequence[OpenBoard], int], int]


@dataclass(frozen=True, slots=True)
class PlayOut:
    """Evaluation of a guess by playing all games after it to the end."""

    lexicon: Lexicon
    # Returns the index of the next guess in the lexicon. Takes boards with several words left each,
    # and the number of guesses that can be wasted.
    choose: ChooseForBoards

    def cost(self, boards: Sequence[OpenBoard], guess: int, spare: int) -> float:
        """Return the expected wasted guesses if `guess` is next; a loss counts as twenty more.

        The boards are unsolved and have few combinations of words. `guess` is an index in the
        lexicon; `spare` is the number of guesses that can be wasted without losing the game.
        """
        single = lookahead.separate(boards)
        outcomes, shares = lookahead.every_combination(single)
        return self._after(single, outcomes, shares, guess, spare)

    def _after(
        self, boards: Sequence[OpenBoard], outcomes: Indices, shares: Floats, guess: int, spare: int
    ) -> float:
        codes = self.lexicon.codes
        patterns = [
            feedback_matrix(codes[[guess]], codes[board.words[places]])[0].tolist()
            for board, places in zip(boards, outcomes.T, strict=True)
        ]
        alike: dict[tuple[int, ...], list[int]] = {}
        for row, given in enumerate(zip(*patterns, strict=True)):
            alike.setdefault(given, []).append(row)
        cost = 0.0
        for given, rows in alike.items():
            is_open = np.array(given) != all_correct(self.lexicon.length)
            is_lost = bool(is_open.all())
            share = float(shares[rows].sum())
            cost += share * is_lost
            if is_lost and not spare:
                cost += share * LOSS
            elif len(rows) > 1:  # otherwise every word is known, and no later guess is wasted
                left = list(compress(boards, is_open))
                cost += self._next(left, outcomes[rows][:, is_open], shares[rows], spare - is_lost)
        return cost

    def _next(
        self, boards: Sequence[OpenBoard], outcomes: Indices, shares: Floats, spare: int
    ) -> float:
        left: list[OpenBoard] = []
        places = np.empty_like(outcomes)
        for column, board in enumerate(boards):
            remaining, places[:, column] = np.unique(outcomes[:, column], return_inverse=True)
            weights = board.weights[remaining]
            left.append(OpenBoard(board.words[remaining], weights / weights.sum(), (column,)))
        known = next((int(board.words[0]) for board in left if board.is_known), None)
        guess = self.choose(left, spare) if known is None else known
        return self._after(left, places, shares, guess, spare)


# Maximum number of guesses considered; there are fewer English words of five letters.
MAX_GUESSES: Final = 13_000
# Patterns computed per board in each of the first two steps. A single board counts as two boards,
# and more than three boards count as three.
MAX_SCANNED: Final = 100_000
MAX_WEIGHED: Final = 50_000
MIN_SAMPLE: Final = 4  # minimum number of words in the sample of a board
MIN_WEIGHED: Final = 60  # minimum number of guesses compared on all words
MAX_LIKELY: Final = 12  # number of the likeliest words of each board that are always compared
# With at most this many words left on all boards, guesses are compared by lookahead.
MAX_AHEAD: Final = 6_000
COMPARED: Final = 30  # guesses compared by lookahead, and as many likely answers
REFINED: Final = 16  # how many of these are compared on more outcomes if time allows
MIN_REFINED: Final = 3  # boards; with fewer, this step is not worth its time
# Guesses are played out if at most this many may be wasted; with more, games are rarely lost.
MAX_SPARE: Final = 2
MAX_PLAYED: Final = 12  # maximum number of guesses played out in one state
OPENER_EFFORT: Final = 10  # multiplies the work for an opener that is not stored
TINY: Final = 1e-9

# k and a (see `needed`) for games of up to this many boards; the best of several values tried.
CONSTANTS: Final = {1: (0.3, 3.0), 2: (0.3, 3.0), 4: (0.2, 6.0), 8: (0.4, 0.0), 16: (0.02, 0.0)}
CONSTANTS_OF_MANY: Final = (0.003, 0.0)


@dataclass(frozen=True, slots=True, eq=False)
class RankedGuesses:
    """Guesses, the best first, with their costs."""

    guesses: Indices  # indices in the lexicon, intp, (guesses,)
    # Expected wasted guesses, including this one; a loss counts as twenty more. float64. Without
    # lookahead, costs are on another scale and only their order counts.
    costs: Floats


def open_boards(state: BoardsState) -> tuple[OpenBoard, ...]:
    """Return the visible unsolved boards with their likely words, merged if these are equal."""
    open_boards: list[OpenBoard] = []
    for number, board in enumerate(state.boards):
        if board.is_solved or not board.is_shown or not len(board.candidates):
            continue
        size = likely_size(state.belief.weights[board.candidates])
        words = board.candidates[:size]  # heaviest first
        weights = state.belief.weights[words]
        open_boards.append(OpenBoard(words, weights / weights.sum(), (number,)))
    return _merged(open_boards)


def _merged(boards: Iterable[OpenBoard]) -> tuple[OpenBoard, ...]:
    merged: dict[bytes, OpenBoard] = {}
    for board in boards:
        key = board.words.tobytes()
        same = merged[key].numbers if key in merged else ()
        merged[key] = replace(board, numbers=(*same, *board.numbers))
    # Sorted, so that the guess does not depend on the order of the boards.
    return tuple(merged[key] for key in sorted(merged, key=lambda key: (len(key), key)))


def known_words(boards: Sequence[OpenBoard]) -> Indices:
    """Return the words of boards with one word left, in the order of the boards, intp."""
    known = [(min(board.numbers), int(board.words[0])) for board in boards if board.is_known]
    return np.array([word for _, word in sorted(known)], dtype=np.intp)


def rank(
    state: BoardsState, top: int = 10, *, should_stop: Callable[[], bool] = lambda: False
) -> RankedGuesses:
    """Return the best guesses, at most `top`; empty if no board has a word left.

    The best guess does not depend on `top`. Once `should_stop` returns True, no lookahead is
    started.
    """
    boards = open_boards(state)
    if not boards:
        return RankedGuesses(np.empty(0, dtype=np.intp), np.empty(0))
    lexicon = state.lexicon
    if state.guesses:
        spare = max(0, state.guesses_left - len(state.unsolved))
        ranking = BoardsRanking(lexicon, boards, spare, matrix_of(lexicon))
        return ranking.rank(top, should_stop)
    # The best openers for one board are nearly the best for several. Costs only set their order
    # here.
    if stored := stored_reply(lexicon, (), state.belief, HardMode.OFF):
        indices = lexicon.indices(guess for guess, _ in stored.guesses)
        guesses = np.array(indices[:top], dtype=np.intp)
        return RankedGuesses(guesses, np.arange(len(guesses), dtype=np.float64))
    one = replace(boards[0], numbers=(0,))
    alone = BoardsRanking(lexicon, (one,), TRIES, matrix_of(lexicon), OPENER_EFFORT)
    return alone.rank(top, lambda: True)


def best_guess(state: BoardsState) -> str:
    """Return the best guess in a state with words left, the first one that `rank` returns."""
    return state.lexicon.words[int(rank(state, 1).guesses[0])]


def choose(matrix: Matrix, sets: Sequence[Indices], guesses_left: int) -> int:
    """Return the index of the best guess for boards with these equally likely words left."""
    boards = _merged(
        OpenBoard(words, np.full(len(words), 1 / len(words)), (n,)) for n, words in enumerate(sets)
    )
    spare = max(0, guesses_left - len(sets))
    return int(BoardsRanking(matrix.lexicon, boards, spare, matrix).rank(1).guesses[0])


@dataclass(frozen=True, slots=True, eq=False)
class BoardsRanking:
    """A state with the parameters for ranking its guesses."""

    lexicon: Lexicon
    boards: tuple[OpenBoard, ...]
    spare: int  # guesses that can be wasted without losing the game, from 0
    matrix: Matrix
    effort: int = 1  # multiplies the number of patterns to compute
    plays_out: bool = True  # whether guesses are played out when the game could be lost

    def rank(self, top: int, should_stop: Callable[[], bool] = lambda: False) -> RankedGuesses:
        """Return the best guesses, at most `top`; the best one does not depend on it."""
        unbeatable = self._unbeatable() if top == 1 else None
        if unbeatable is not None:
            return unbeatable
        guesses = self._promising()
        costs = self._costs(self.boards, guesses)
        known = known_words(self.boards)
        words = sum(len(board.words) * len(board.numbers) for board in self.boards)
        if not (len(known) or words > MAX_AHEAD or should_stop()):
            ties = self._ties(guesses)
            is_likely = least(ties[0], COMPARED, *ties) & (ties[0] < 0)  # possible answers only
            guesses = guesses[least(costs, COMPARED, *ties) | is_likely]
            costs = lookahead.costs(self.lexicon, self.boards, guesses, self.spare)
            count, more = (lookahead.outcome_count(self.boards, n) for n in (len(guesses), REFINED))
            if count < more and self._board_count() >= MIN_REFINED and not should_stop():
                guesses = guesses[least(costs, REFINED, *self._ties(guesses))]
                costs = lookahead.costs(self.lexicon, self.boards, guesses, self.spare)
            is_risky = self.plays_out and self.spare <= MAX_SPARE
            if is_risky and lookahead.are_all_looked_at(self.boards):
                costs = self._played_out(guesses, costs, should_stop)
        others = ~np.isin(guesses, known)
        order = np.lexsort((guesses[others], costs[others]))
        guesses = np.concatenate([known, guesses[others][order]])[:top]
        costs = np.concatenate([np.zeros(len(known)), costs[others][order]])[:top]
        return RankedGuesses(guesses, costs)

    def _played_out(self, guesses: Indices, costs: Floats, is_over: Callable[[], bool]) -> Floats:
        """Return the costs; if time allows, the lowest one is exact instead of estimated."""

        def choose(boards: Sequence[OpenBoard], spare: int) -> int:
            if is_over():
                raise StoppedError
            # Later guesses must not be played out in turn, since that work would be unbounded.
            later = replace(self, boards=_merged(boards), spare=spare, plays_out=False)
            return int(later.rank(1).guesses[0])

        play_out = PlayOut(self.lexicon, choose)
        refined = costs.copy()
        is_known = np.zeros(len(costs), dtype=bool)
        for _ in range(MAX_PLAYED):
            best = int(np.lexsort((guesses, refined.round(DIGITS)))[0])
            if is_known[best]:
                break
            try:
                refined[best] = play_out.cost(self.boards, int(guesses[best]), self.spare)
            except StoppedError:
                break
            is_known[best] = True
        else:
            # Too many estimates were too low, so no estimate may rank before an exact cost.
            refined[~is_known] = np.maximum(refined[~is_known], refined[is_known].min() + TINY)
        return refined.round(DIGITS)

    def _ties(self, guesses: Indices) -> tuple[Floats, Floats]:
        """Return the tie-breakers for guesses of equal cost: likely answers, then common words."""
        chances = lookahead.solved(self.boards, guesses, len(self.lexicon))
        return -chances, -self.lexicon.prior[guesses]

    def _unbeatable(self) -> RankedGuesses | None:
        """Return a guess after which no guess is wasted: a known word, or one of the likeliest.

        Nothing can be better, so no other guess is compared. None if there is no such word.
        """
        known = known_words(self.boards)
        if len(known):
            return RankedGuesses(known[:1], np.zeros(1))
        if not lookahead.are_all_looked_at(self.boards):
            return None
        words = np.unique(np.concatenate([board.words for board in self.boards]))
        chances = lookahead.solved(self.boards, words, len(self.lexicon))
        words = words[chances == chances.max()]
        costs = lookahead.costs(self.lexicon, self.boards, words, self.spare)
        best = int(np.argmin(costs))
        # Costs are wasted guesses, and this guess is wasted unless it solves a board.
        if costs[best] > 1 - chances.max() + TINY:
            return None
        return RankedGuesses(words[[best]], costs[[best]])

    def _promising(self) -> Indices:
        """Return the guesses to compare: all if few words are left, else the best ones."""
        everything = self.matrix.columns[:MAX_GUESSES]
        words = sum(len(board.words) for board in self.boards)
        effort = self.effort * min(max(self._board_count(), 2), 3)
        if len(everything) * words > effort * MAX_SCANNED:
            # Sample each board so that all samples together stay within the limit.
            size = max(MIN_SAMPLE, effort * MAX_SCANNED // len(everything) // len(self.boards))
            spare = sum(max(0, size - len(board.words)) for board in self.boards)
            if large := sum(len(board.words) > size for board in self.boards):
                size += spare // large
            sampled = tuple(board.sampled(size) for board in self.boards)
            costs = self._costs(sampled, everything)
            weighed = max(MIN_WEIGHED, effort * MAX_WEIGHED // words)
            everything = everything[least(costs, weighed, *self._ties(everything))]
        elif len(everything) == len(self.lexicon):
            return everything
        likely = np.concatenate([board.words[:MAX_LIKELY] for board in self.boards])
        return np.fromiter(dict.fromkeys([*everything.tolist(), *likely.tolist()]), dtype=np.intp)

    def _costs(self, boards: Sequence[OpenBoard], guesses: Indices) -> Floats:
        """Return an estimate of the guesses needed for all boards after each guess.

        A board counts `k` times the mean of h over its words, where `spread` is the constant a; the
        expected number of boards that the guess solves is subtracted.
        """
        fitting = [limit for limit in CONSTANTS if self._board_count() <= limit]
        k, spread = CONSTANTS[min(fitting)] if fitting else CONSTANTS_OF_MANY
        won = all_correct(self.lexicon.length)
        costs = -lookahead.solved(boards, guesses, len(self.lexicon))
        for board in boards:
            patterns = self.matrix.patterns(board.words, guesses)
            costs += k * len(board.numbers) * lookahead.needed(patterns, board, spread, won)
        return costs.round(DIGITS)

    def _board_count(self) -> int:
        return sum(len(board.numbers) for board in self.boards)
