"""The state of the lab's pages: their query parameters."""

from dataclasses import dataclass, replace
from typing import Annotated, ClassVar, Final, Self

from wordle_web.engine.hard_mode import HardMode
from wordle_web.engine.knowledge import TRIES
from wordle_web.game.puzzles.days import DAILY_LENGTH
from wordle_web.parsing import MAX_NUMBER, MAX_TYPED, letters_of
from wordle_web.web.ui import queries
from wordle_web.web.ui.strategies import FAMILIES

SORTS: Final = ("strategy", "won", "mean", "worst", "time")
OPENER_SORTS: Final = ("rank", "word", "worst", "late", "groups", "left", "best")
DESCENDING: Final = frozenset({"won", "groups"})  # columns in which larger values are better
REVERSED: Final = "reversed"  # the value of the parameter `order`
TRIES_RANGE: Final = range(3, 11)  # the numbers of allowed guesses to choose from
MAX_OPENER: Final = 12  # characters; an opener must be shorter


def _read_opener_sort(address: queries.Address, name: str) -> str | None:
    # Each of the two lists has a column that the other one lacks.
    lacking = "late" if queries.switch(address, "best") else "best"
    return queries.one_of(set(OPENER_SORTS) - {lacking})(address, name)


@dataclass(frozen=True, slots=True)
class SortState(queries.AddressState):
    """The order of a table."""

    # The column; empty for the default order.
    sort: Annotated[str, queries.Part(queries.one_of(SORTS))] = ""
    is_reversed: Annotated[
        bool,
        queries.Part(
            queries.parsed(lambda text: text == REVERSED or None),
            "order",
            lambda value: value and REVERSED,
        ),
    ] = False

    @property
    def default_column(self) -> str:
        """The default column for sorting the table, with the best first."""
        return "mean"

    @property
    def column(self) -> str:
        """The column that the table is sorted by."""
        return self.sort or self.default_column

    @property
    def is_descending(self) -> bool:
        """Whether the largest values come first."""
        return (self.column in DESCENDING) != self.is_reversed

    @property
    def order_pairs(self) -> queries.Pairs:
        """The query parameters that set the order."""
        return SortState(self.sort, self.is_reversed).pairs()

    def sorted_by(self, column: str) -> Self:
        """Return this state sorted by a column; if it already is, the order is reversed."""
        is_reversed = self.column == column and not self.is_reversed
        return replace(self, sort=column, is_reversed=is_reversed)


@dataclass(frozen=True, slots=True)
class LabState(SortState):
    """The compared strategies and the conditions of their games."""

    TRIES_RANGE: ClassVar = TRIES_RANGE
    length: Annotated[int, queries.Part(queries.word_length)] = DAILY_LENGTH
    # The first guess of the compared games; empty if strategies choose it.
    opener: Annotated[
        str,
        queries.Part(
            queries.parsed(
                lambda text: text.lower() if text.isalpha() and len(text) < MAX_OPENER else None
            )
        ),
    ] = ""
    hard: Annotated[HardMode, queries.HARD] = HardMode.OFF
    # The number of guesses allowed; longer games count as lost.
    tries: Annotated[int, queries.Part(queries.number(TRIES_RANGE[0], TRIES_RANGE[-1]))] = TRIES
    family: Annotated[str, queries.Part(queries.one_of(FAMILIES))] = ""  # empty for all families


@dataclass(frozen=True, slots=True)
class OpenersState(SortState):
    """The listed openers: all of them, or the best ones, which were measured with the search."""

    sort: Annotated[str, queries.Part(_read_opener_sort)] = ""
    # The opener to look up; empty if there is none.
    word: Annotated[str, queries.Part(queries.parsed(lambda text: letters_of(text, MAX_TYPED)))] = (
        ""
    )
    is_best: Annotated[bool, queries.Part(queries.switch, "best")] = False
    page: Annotated[int, queries.Part(queries.number(1, MAX_NUMBER))] = 1

    def sorted_by(self, column: str) -> Self:
        """Return this state sorted by a column, on the first page."""
        return replace(SortState.sorted_by(self, column), page=1)

    @property
    def default_column(self) -> str:
        """The default column for sorting the list."""
        return "best" if self.is_best else "rank"
