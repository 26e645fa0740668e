"""The address of a game in absurd mode, which holds the whole game: the server stores nothing."""

from dataclasses import dataclass
from typing import Annotated, Final

from wordle_web.game.puzzles.puzzles import DAILY_LENGTH
from wordle_web.web.services import services
from wordle_web.web.ui.address_state import Address, AddressState, Part, one_of, word_length

WORDS: Final = ("normal", "all")
MAX_GUESSES: Final = 200  # keeps the address shorter than servers allow


def _read_played(address: Address, name: str) -> tuple[str, ...]:
    """Return the guesses up to the first that the game would have refused."""
    text = next(iter(address.texts(name)), "")
    lexicon = services().lexicon(address.values["length"])
    played: dict[str, None] = {}
    for guess in text.split(".")[:MAX_GUESSES] if text else ():
        if guess not in lexicon or guess in played:
            address.leave_out(name, guess)
            break
        played[guess] = None
    return tuple(played)


@dataclass(frozen=True, slots=True)
class AbsurdState(AddressState):
    """A game as its address says.

    Attributes:
        words: "normal" for the site's ordinary words, "all" for every allowed word.
        played: The guesses, in the order made.
    """

    length: Annotated[int, Part(word_length)] = DAILY_LENGTH
    words: Annotated[str, Part(one_of(WORDS))] = WORDS[0]
    played: Annotated[tuple[str, ...], Part(_read_played, write=".".join)] = ()
