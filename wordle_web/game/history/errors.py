"""What can be wrong with a history that is read."""

from typing import Literal

from wordle_web.game.wording import Gettext

HistoryErrorKind = Literal["damaged", "version", "day", "record", "count"]


class HistoryError(ValueError):
    """A history that cannot be read.

    Attributes:
        kind: "version" for one written by a later release; else which part is at fault:
            "day", "record" or "count", or "damaged" for the whole.
    """

    def __init__(self, kind: HistoryErrorKind) -> None:
        """Keep the fact."""
        super().__init__(kind)
        self.kind = kind

    def __str__(self) -> str:
        """Return the English message."""
        return self.message()

    def message(self, gettext: Gettext = str) -> str:
        """Return what is wrong, in a sentence fit to show a player."""
        sentences = {
            "damaged": gettext("This history is damaged."),
            "version": gettext("This history was written by a later version of the site."),
            "day": gettext("This history has a day that cannot be."),
            "record": gettext("This history has a game that cannot be."),
            "count": gettext("This history has a number that cannot be."),
        }
        return sentences[self.kind]
