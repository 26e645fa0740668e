"""What is to be watched, and its address: `/watch?word=truss&strategy=optimal&opener=salet`.

May import the engine and the game, not Flask.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final
from urllib.parse import urlencode

from wordle_web.engine.strategies import STRATEGIES

DEFAULT_STRATEGY: Final = "optimal"
MAX_TYPED: Final = 32
MAX_SEED: Final = 9_999


@dataclass(frozen=True, slots=True)
class WatchState:
    """What an address asks for.

    Attributes:
        word: A word, or the number or date of a past day, as it was typed; may be empty.
        strategy: The strategy to watch.
        against: A second one beside it; empty for none.
        opener: The first guess of both; empty leaves it to them.
        hard: Whether every revealed hint must be used.
        seed: Which of the games of a strategy that draws lots.
        length: Letters of a word to be drawn by lot.
    """

    word: str = ""
    strategy: str = DEFAULT_STRATEGY
    against: str = ""
    opener: str = ""
    hard: bool = False
    seed: int = 0
    length: int = 5

    @property
    def strategies(self) -> tuple[str, ...]:
        """One or two strategies, each once."""
        return tuple(dict.fromkeys(filter(None, (self.strategy, self.against))))

    @property
    def is_day(self) -> bool:
        """Whether a day is asked for, and no word."""
        return any(character.isdigit() for character in self.word)

    @property
    def query(self) -> str:
        """The state as a query string, without what is as usual."""
        pairs = {
            "word": self.word,
            "strategy": self.strategy,
            "against": self.against,
            "opener": self.opener,
            "hard": "1" if self.hard else "",
            "seed": str(self.seed) if self.seed else "",
        }
        return urlencode({name: value for name, value in pairs.items() if value})


def read_state(fields: Mapping[str, str], lengths: tuple[int, ...]) -> WatchState:
    """Return what an address asks for; what is unknown is as usual."""
    strategy, against = fields.get("strategy", ""), fields.get("against", "")
    seed, length = fields.get("seed", ""), fields.get("length", "")
    return WatchState(
        word=_short(fields.get("word", "")),
        strategy=strategy if strategy in STRATEGIES else DEFAULT_STRATEGY,
        against=against if against in STRATEGIES else "",
        opener=_short(fields.get("opener", "")),
        hard=fields.get("hard", "") == "1",
        seed=_number(seed, MAX_SEED),
        length=_number(length, 99) if _number(length, 99) in lengths else 5,
    )


def _short(text: str) -> str:
    """Return what was typed, short and without what cannot be seen."""
    return "".join(filter(str.isprintable, text[:MAX_TYPED])).strip()


def _number(text: str, most: int) -> int:
    """Return a number written in digits, 0 where there is none."""
    is_number = text.isascii() and text.isdigit() and len(text) < 6
    return min(int(text), most) if is_number else 0
