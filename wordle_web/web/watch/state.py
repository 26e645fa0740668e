"""What to watch, as its address says: `/watch?word=truss&strategy=optimal&opener=salet`."""

from dataclasses import dataclass
from typing import Annotated, Final

from wordle_web.engine.strategies import STRATEGIES
from wordle_web.game.puzzles.puzzles import DAILY_LENGTH
from wordle_web.web.ui.address_state import (
    AddressState,
    Part,
    line,
    number,
    one_of,
    switch,
    word_length,
)

DEFAULT_STRATEGY: Final = "optimal"
MAX_SEED: Final = 9_999
MAX_WORDS: Final = 160  # characters: eight words of eight letters, and what stands between them


@dataclass(frozen=True, slots=True)
class WatchState(AddressState):
    """What an address requests.

    Attributes:
        word: A word, or the number or date of a past day, as it was typed; may be empty.
        against: A second one beside it; empty for none.
        opener: The first guess of both; empty for their own.
        hard: Whether every revealed hint must be used.
        seed: Selects the game of a strategy that picks at random.
        length: Of the word that is picked at random.
    """

    word: Annotated[str, Part(line(MAX_WORDS))] = ""
    strategy: Annotated[str, Part(one_of(STRATEGIES))] = DEFAULT_STRATEGY
    against: Annotated[str, Part(one_of(STRATEGIES))] = ""
    opener: Annotated[str, Part(line())] = ""
    hard: Annotated[bool, Part(switch)] = False
    seed: Annotated[int, Part(number(0, MAX_SEED))] = 0
    length: Annotated[int, Part(word_length)] = DAILY_LENGTH

    @property
    def strategies(self) -> tuple[str, ...]:
        """One or two strategies, each once."""
        return tuple(dict.fromkeys(filter(None, (self.strategy, self.against))))

    @property
    def is_day(self) -> bool:
        """Whether `word` names a day."""
        return any(character.isdigit() for character in self.word)
