"""What of the lab is to be shown, and its address.

May import the engine and the lab's results, not Flask.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final
from urllib.parse import urlencode

from wordle_web.engine.states import TRIES

FAMILIES: Final = ("rule", "measure", "search")
SORTS: Final = ("strategy", "won", "mean", "worst", "time")
FALLING: Final = frozenset({"won"})  # columns in which the most is the best
MIN_TRIES, MAX_TRIES = 3, 10
DEFAULT_LENGTH: Final = 5


@dataclass(frozen=True, slots=True)
class LabState:
    """What an address asks for.

    Attributes:
        length: Letters of the words.
        opener: The first guess of all; empty for their own.
        hard: Whether every revealed hint had to be used.
        tries: Guesses allowed.
        family: "rule", "measure" or "search"; empty for all.
        sort: The column to sort by; empty for the order of the strategies.
        is_reversed: Whether the worst come first.
    """

    length: int = DEFAULT_LENGTH
    opener: str = ""
    hard: bool = False
    tries: int = TRIES
    family: str = ""
    sort: str = ""
    is_reversed: bool = False

    @property
    def pairs(self) -> tuple[tuple[str, str], ...]:
        """The state as the fields of an address, without what is as usual."""
        pairs = {
            "length": str(self.length) if self.length != DEFAULT_LENGTH else "",
            "opener": self.opener,
            "hard": "1" if self.hard else "",
            "tries": str(self.tries) if self.tries != TRIES else "",
            "family": self.family,
            "sort": self.sort,
            "order": "reversed" if self.is_reversed else "",
        }
        return tuple((name, value) for name, value in pairs.items() if value)

    def address(self, path: str) -> str:
        """Return the address of this state at `path`."""
        return f"{path}?{urlencode(self.pairs)}" if self.pairs else path

    def sorted_by(self, column: str) -> "LabState":
        """Return this state sorted by a column; the other way round if it is already."""
        return replace(self, sort=column, is_reversed=self.sort == column and not self.is_reversed)


def read_state(fields: Mapping[str, str], lengths: tuple[int, ...]) -> LabState:
    """Return what an address asks for; what is unknown is as usual."""
    sort, family = fields.get("sort", ""), fields.get("family", "")
    opener = fields.get("opener", "").strip().lower()
    tries = whole(fields.get("tries", ""), TRIES)
    length = whole(fields.get("length", ""), DEFAULT_LENGTH)
    return LabState(
        length=length if length in lengths else DEFAULT_LENGTH,
        opener=opener if opener.isalpha() and len(opener) < 12 else "",
        hard=fields.get("hard", "") == "1",
        tries=min(max(tries, MIN_TRIES), MAX_TRIES),
        family=family if family in FAMILIES else "",
        sort=sort if sort in SORTS else "",
        is_reversed=fields.get("order", "") == "reversed",
    )


def whole(text: str, usual: int) -> int:
    """Return a number written in a few digits.

    >>> whole("12", 5), whole("12.5", 5), whole("1" * 50, 5)
    (12, 5, 5)
    """
    is_number = text.isascii() and text.isdigit() and len(text) < 7
    return int(text) if is_number else usual
