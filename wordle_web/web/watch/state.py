"""What is to be watched, and its address: `/watch?word=truss&strategy=optimal&opener=salet`.

May import the engine and the game, not Flask.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final
from urllib.parse import urlencode

from wordle_web.engine.lexicon import Lexicon
from wordle_web.engine.strategies import STRATEGIES
from wordle_web.game.errors import NotInWordListError
from wordle_web.game.puzzles.puzzles import DAILY_LENGTH
from wordle_web.game.rules import check_length, normalize
from wordle_web.parsing import MAX_NUMBER, printable, whole_number

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
    length: int = DAILY_LENGTH

    @property
    def strategies(self) -> tuple[str, ...]:
        """One or two strategies, each once."""
        return tuple(dict.fromkeys(filter(None, (self.strategy, self.against))))

    @property
    def is_day(self) -> bool:
        """Whether a day is asked for, and no word."""
        return any(character.isdigit() for character in self.word)

    def address(self, path: str) -> str:
        """Return the address of this state at `path`, without what is as usual."""
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
    """Return what an address asks for; what is unknown falls back to its default."""
    strategy, against = fields.get("strategy", ""), fields.get("against", "")
    length = whole_number(fields.get("length", ""), 0, MAX_NUMBER)
    return WatchState(
        word=printable(fields.get("word", ""), MAX_TYPED),
        strategy=strategy if strategy in STRATEGIES else DEFAULT_STRATEGY,
        against=against if against in STRATEGIES else "",
        opener=printable(fields.get("opener", ""), MAX_TYPED),
        hard=fields.get("hard", "") == "1",
        seed=min(whole_number(fields.get("seed", ""), 0, MAX_NUMBER) or 0, MAX_SEED),
        length=length if length in lengths else DAILY_LENGTH,
    )


def allowed_word(text: str, lexicon: Lexicon) -> str:
    """Return the word typed as `text`.

    Raises:
        RefusalError: the lexicon does not allow it.
    """
    word = normalize(text, lexicon.alphabet)
    check_length(word, lexicon.length)
    if word not in lexicon:
        raise NotInWordListError(word)
    return word
