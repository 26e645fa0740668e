"""What to watch, as its address says: `/watch?word=truss&strategy=optimal&opener=salet`.

May import the engine and the game, not Flask.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final
from urllib.parse import urlencode

from wordle_web.engine.strategies import STRATEGIES
from wordle_web.game.puzzles.puzzles import DAILY_LENGTH
from wordle_web.parsing import MAX_NUMBER, printable, whole_number

DEFAULT_STRATEGY: Final = "optimal"
MAX_SEED: Final = 9_999
MAX_WORDS: Final = 160  # characters: eight words of eight letters, and what stands between them


@dataclass(frozen=True, slots=True)
class WatchState:
    """What an address requests.

    Attributes:
        word: A word, or the number or date of a past day, as it was typed; may be empty.
        against: A second one beside it; empty for none.
        opener: The first guess of both; empty for their own.
        hard: Whether every revealed hint must be used.
        seed: Selects the game of a strategy that picks at random.
    """

    word: str = ""
    strategy: str = DEFAULT_STRATEGY
    against: str = ""
    opener: str = ""
    hard: bool = False
    seed: int = 0
    length: int = DAILY_LENGTH

    @property
    def strategies(self) -> tuple[str, ...]:
        """One or two strategies, each once."""
        return tuple(dict.fromkeys(filter(None, (self.strategy, self.against))))

    @property
    def is_day(self) -> bool:
        """Whether `word` names a day."""
        return any(character.isdigit() for character in self.word)

    def address(self, path: str) -> str:
        """Return the address of this state at `path`, without default values."""
        pairs = {
            "word": self.word,
            "strategy": self.strategy,
            "against": self.against,
            "opener": self.opener,
            "hard": "1" if self.hard else "",
            "seed": str(self.seed) if self.seed else "",
        }
        query = urlencode({name: value for name, value in pairs.items() if value})
        return f"{path}?{query}"


def read_state(fields: Mapping[str, str], lengths: tuple[int, ...]) -> WatchState:
    """Return what an address requests; unknown values fall back to their defaults."""
    strategy, against = fields.get("strategy", ""), fields.get("against", "")
    length = whole_number(fields.get("length", ""), 0, MAX_NUMBER)
    return WatchState(
        word=printable(fields.get("word", ""), MAX_WORDS),
        strategy=strategy if strategy in STRATEGIES else DEFAULT_STRATEGY,
        against=against if against in STRATEGIES else "",
        opener=printable(fields.get("opener", "")),
        hard=fields.get("hard", "") == "1",
        seed=min(whole_number(fields.get("seed", ""), 0, MAX_NUMBER) or 0, MAX_SEED),
        length=length if length in lengths else DAILY_LENGTH,
    )
