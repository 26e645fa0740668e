"""What can be wrong with a puzzle that is asked for: a day, a token or a challenge."""

from typing import Literal

from wordle_web.game.wording import Gettext

PuzzleErrorKind = Literal[
    "before-first",
    "future",
    "day",
    "token",
    "unknown-epoch",
    "challenge",
    "name-too-long",
    "hint-too-long",
]


class PuzzleError(ValueError):
    """A puzzle that does not exist, or not yet, or cannot be made so.

    Attributes:
        kind: "before-first" or "future" for a day; "day", "token" or "challenge" for a text
            that names none; "unknown-epoch" for a key that is gone; "name-too-long" or
            "hint-too-long" for a challenge to be made.
        number: The day asked for, or the most characters allowed; None where there is none.
    """

    def __init__(self, kind: PuzzleErrorKind, number: int | None = None) -> None:
        """Keep the facts."""
        super().__init__(kind, number)
        self.kind = kind
        self.number = number

    def __str__(self) -> str:
        """Return the English message."""
        return self.message()

    def message(self, gettext: Gettext = str) -> str:
        """Return what is wrong, in a sentence fit to show a player."""
        sentences = {
            "before-first": gettext("The puzzles begin with day 1."),
            "future": gettext("That day has not come yet."),
            "day": gettext("Name a day by its number or as a date like 2025-12-31."),
            "token": gettext("This link to a random game is damaged."),
            "unknown-epoch": gettext("The word of this game is no longer known here."),
            "challenge": gettext("This challenge is damaged, or was not made on this site."),
            "name-too-long": gettext("The name is too long: at most %(number)s characters."),
            "hint-too-long": gettext("The hint is too long: at most %(number)s characters."),
        }
        return sentences[self.kind] % {"number": self.number}
