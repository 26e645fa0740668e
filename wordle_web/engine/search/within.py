"""Proof that no strategy solves every word within a number of guesses.

A set of words is *hopeless* with n guesses left if every guess leaves a cell that is hopeless with
n - 1 guesses left. Every superset of a hopeless set is hopeless. So each hopeless set is trimmed to
a small *core*, and all other guesses that leave a core in one cell are refuted without a search.
Sets that are hopeless here are also hopeless in hard mode, which allows fewer guesses.
"""

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from wordle_web.engine.arrays import Flags, Indices, Patterns
from wordle_web.engine.partition import sum_of_heaviest
from wordle_web.engine.search.solver import StoppedError

# Words, and a bit mask of the guesses that leave all of them in one cell.
Core = tuple[Indices, NDArray[np.uint8]]


class Prover:
    """Decides whether words can be solved with the guesses left, and stores hopeless cores."""

    def __init__(
        self, patterns: Patterns, all_correct: int, should_stop: Callable[[], bool]
    ) -> None:
        """Start without cores.

        `patterns` has the shape (words, guesses); every word must be among the guesses.
        `should_stop` is called before each comparison.
        """
        self.scanned = 0  # patterns compared so far
        self._patterns = patterns
        self._all_correct = all_correct
        self._should_stop = should_stop
        self._cores: dict[int, list[Core]] = defaultdict(list)  # by guesses left
        self._solvable = set[tuple[int, bytes]]()

    def is_hopeless(self, words: Indices, left: int) -> bool:
        """Return whether these words cannot all be solved with the guesses left.

        `words` are row indices in ascending order.

        Raises:
            StoppedError: `should_stop` returned True.
        """
        key = left, words.tobytes()
        if len(words) <= 2 or left == 1 or key in self._solvable:
            return left == 1 and len(words) > 1
        if self._should_stop():
            raise StoppedError
        is_open = self._not_refuted(words, left - 1)
        guesses = np.flatnonzero(is_open)
        patterns = self._patterns[words] if is_open.all() else self._patterns[words][:, guesses]
        self.scanned += patterns.size
        cells = sum_of_heaviest(patterns, np.ones(len(words)), self._all_correct + 1)
        if left == 2:  # each word needs a cell of its own
            is_hopeless = bool(cells.max() < len(words))
        else:
            order = guesses[np.argsort(-cells, kind="stable")].tolist()
            is_hopeless = all(
                not is_open[guess] or self._refute(words, guess, left - 1, is_open)
                for guess in order
            )
        if not is_hopeless:
            self._solvable.add(key)
        return is_hopeless

    def _not_refuted(self, words: Indices, left: int) -> Flags:
        """Return a mask of the guesses that no core of these words refutes, bool, (guesses,)."""
        refuted = np.packbits(np.zeros(self._patterns.shape[1], dtype=bool))
        if cores := self._cores[left]:
            is_among = np.zeros(len(self._patterns), dtype=bool)
            is_among[words] = True
            starts = np.cumsum([0, *(len(core) for core, _ in cores[:-1])])
            among = is_among[np.concatenate([core for core, _ in cores])]
            for index in np.flatnonzero(np.logical_and.reduceat(among, starts)).tolist():
                refuted |= cores[index][1]
        return ~np.unpackbits(refuted, count=self._patterns.shape[1]).view(bool)

    def _refute(self, words: Indices, guess: int, left: int, is_open: Flags) -> bool:
        """Return whether a guess leaves a hopeless cell.

        If so, store a core of the cell, and clear the flags of all guesses that the core refutes.
        """
        patterns = self._patterns[words, guess]
        replies, sizes = np.unique(patterns, return_counts=True)
        for pattern in replies[np.argsort(-sizes, kind="stable")].tolist():
            cell = words[patterns == pattern]
            core = None if pattern == self._all_correct else self._core(cell, left, is_open)
            if core is not None:
                together = (self._patterns[core] == self._patterns[core[0]]).all(axis=0)
                self._cores[left].append((core, np.packbits(together)))
                is_open &= ~together
                return True
        return False

    def _core(self, words: Indices, left: int, is_open: Flags) -> Indices | None:
        """Return a small hopeless subset, preferably one that many open guesses leave in one cell.

        None if the words are not hopeless. `is_open` is a mask of the guesses that are not refuted
        yet, bool, (guesses,).
        """
        if left <= 2 and not self.is_hopeless(words, left):
            return None
        # First, order the words so that as many open guesses as possible leave each word in one
        # cell with the words before it.
        equal = (self._patterns[words] == self._patterns[words[0]])[:, is_open]
        core, order, others = words[:0], words[:0], words
        while len(others):
            index = int(equal.sum(axis=1).argmax())
            order, others = np.append(order, others[index]), np.delete(others, index)
            equal = np.delete(equal[:, equal[index]], index, axis=0)

        def is_enough(size: int) -> bool:
            return self.is_hopeless(np.sort(np.append(core, order[:size])), left)

        # Then find a hopeless prefix, starting with few words, which are compared quickly.
        size = min(len(words), 2 << left)
        while not is_enough(size):
            if size == len(words):
                return None
            size = min(2 * size, len(words))
        # Finally, trim it. The last word of the shortest hopeless prefix is needed; repeat this for
        # the words before it. If comparisons take long, keep all of them.
        while not is_enough(0):
            size = bisect_left(range(size), True, key=is_enough) - 1
            core, order = np.append(core, order[size]), order[:size]
            if left > 2:
                core = np.append(core, order)
                break
        return np.sort(core)
