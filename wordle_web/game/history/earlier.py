"""Statistics of daily games played elsewhere, as the player has entered them once.

They are kept apart from the games played here, and added where statistics are shown.
"""

from dataclasses import dataclass

from wordle_web.game.errors import HistoryError
from wordle_web.game.history.records import LAST_DAY, MAX_COUNT
from wordle_web.game.puzzles.variants import HOME


@dataclass(frozen=True, slots=True)
class EarlierStatistics:
    """Statistics of daily games played elsewhere.

    Attributes:
        counts: Losses, then wins in 1 to 6 guesses.
        current_streak: Days won in a row when they were entered.
        max_streak: The longest streak until then.
        day: Number of the day on which they were entered; the streak goes on from there.
    """

    counts: tuple[int, ...]
    current_streak: int
    max_streak: int
    day: int

    @property
    def played(self) -> int:
        """Games finished."""
        return sum(self.counts)

    @property
    def won(self) -> int:
        """Games won."""
        return sum(self.counts[1:])


def check_earlier(earlier: EarlierStatistics) -> EarlierStatistics:
    """Return `earlier` if real games could have led to it.

    Raises:
        HistoryError: none could.
    """
    is_counted = len(earlier.counts) == HOME.results and earlier.played
    if not is_counted or not all(0 <= count <= MAX_COUNT for count in earlier.counts):
        raise HistoryError("count")
    if not 0 <= earlier.current_streak <= earlier.max_streak <= earlier.won:
        raise HistoryError("count")
    if not 0 <= earlier.day <= LAST_DAY:
        raise HistoryError("day")
    return earlier
