"""The address of a game in absurd mode, which holds the whole game: the server stores nothing."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from flask import url_for

from wordle_web.engine.lexicon import Lexicon
from wordle_web.game.puzzles.puzzles import DAILY_LENGTH
from wordle_web.web.services import services

WORDS = ("normal", "all")
MAX_GUESSES = 200  # keeps the address shorter than servers allow


@dataclass(frozen=True, slots=True)
class AbsurdState:
    """A game as its address says.

    Attributes:
        words: "normal" for the site's ordinary words, "all" for every allowed word.
        played: The guesses, in the order made.
    """

    length: int = DAILY_LENGTH
    words: str = "normal"
    played: tuple[str, ...] = ()

    def url(self, ending: str = "") -> str:
        """Return the address of this state, or of a file of it; defaults are left out."""
        return url_for(
            "absurd.proof_file" if ending else "absurd.absurd",
            ending=ending or None,
            length=self.length if self.length != DAILY_LENGTH else None,
            words=self.words if self.words != WORDS[0] else None,
            played=".".join(self.played) or None,
        )


def read_state(fields: Mapping[str, str]) -> AbsurdState:
    """Return what can be kept of an address."""
    typed = fields.get("length", "")
    length = next((n for n in services().lengths if str(n) == typed), DAILY_LENGTH)
    words = fields.get("words", "")
    played = _allowed(services().lexicon(length), guesses_in(fields))
    return AbsurdState(length, words if words in WORDS else WORDS[0], played)


def guesses_in(fields: Mapping[str, str]) -> tuple[str, ...]:
    """Return the guesses that an address names, unchecked."""
    text = fields.get("played", "")
    return tuple(text.split(".")[:MAX_GUESSES]) if text else ()


def _allowed(lexicon: Lexicon, guesses: Iterable[str]) -> tuple[str, ...]:
    # Stops at the first guess that the game would have refused.
    allowed: list[str] = []
    for guess in guesses:
        if guess not in lexicon or guess in allowed:
            break
        allowed.append(guess)
    return tuple(allowed)
