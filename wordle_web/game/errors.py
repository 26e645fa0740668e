"""Errors of the game: a refused guess, a puzzle that does not exist, an unreadable history.

Each error carries its facts, and words its message in any language.
"""

from typing import Final, Literal

from wordle_web.engine.hard_mode import HardModeViolation
from wordle_web.engine.wording import N_, Gettext

HistoryErrorKind = Literal["damaged", "version", "day", "record", "count"]
PuzzleErrorKind = Literal[
    "before-first",
    "future",
    "day",
    "token",
    "unknown-epoch",
    "challenge",
    "boards",
    "few-words",
    "number-of-words",
    "same-word",
    "name-too-long",
    "hint-too-long",
]

PUZZLE_SENTENCES: Final[dict[PuzzleErrorKind, str]] = {
    "before-first": N_("The first puzzle is no. 1."),
    "future": N_("Not available yet. Choose an earlier day."),
    "day": N_("Enter a puzzle number or a date, such as 2025-12-31."),
    "token": N_("This link to a random game is not valid. Check the link or start a new game."),
    "unknown-epoch": N_("This game is too old: its word is no longer available. Start a new game."),
    "challenge": N_("This challenge link is not valid on this site. Ask for a new link."),
    "boards": N_("There are games of 2, 4, 8, 16 and 32 boards. Choose one of them."),
    "few-words": N_("There are not enough words for %(number)s boards. Choose fewer."),
    "number-of-words": N_("Enter %(number)s words, one for each board."),
    "same-word": N_("Every board needs a different word."),
    "name-too-long": N_("Name too long. Use up to %(number)s characters."),
    "hint-too-long": N_("Hint too long. Use up to %(number)s characters."),
}
HISTORY_SENTENCES: Final[dict[HistoryErrorKind, str]] = {
    "damaged": N_("This is not a backup of this site."),
    "version": N_("This backup comes from a newer version of this site."),
    "day": N_("This backup contains an invalid day."),
    "record": N_("This backup contains an invalid game."),
    "count": N_("This backup contains an invalid number."),
}


class GameError(ValueError):
    """Any error of the game; its text is the English message.

    Attributes:
        sentence: The English message, with placeholders for the other attributes.
    """

    sentence: str = ""

    def __str__(self) -> str:
        """Return the English message."""
        return self.message()

    def message(self, gettext: Gettext = str) -> str:
        """Return the message to show a player, in the language of `gettext`."""
        return gettext(self.sentence) % vars(self)


class RefusalError(GameError):
    """A refused guess; it costs no turn."""

    def explanation(self, gettext: Gettext = str) -> str:
        """Return which rule refused the guess, or nothing if that is obvious."""
        return ""


class NotLettersError(RefusalError):
    """A guess with a character that is not a letter of the game.

    Attributes:
        character: The first such character, possibly invisible.
    """

    def __init__(self, character: str) -> None:
        """Keep the character."""
        super().__init__(character)
        self.character = character
        if character.isprintable() and not character.isspace():
            self.sentence = N_("Use letters only: remove “%(character)s”")
        else:
            self.sentence = N_("Use letters only: remove the space or hidden character")


class WrongLengthError(RefusalError):
    """A guess of another length than the answer."""


class NotEnoughLettersError(WrongLengthError):
    """A guess shorter than the answer."""

    sentence = N_("Not enough letters")


class TooManyLettersError(WrongLengthError):
    """A guess longer than the answer."""

    sentence = N_("Too many letters")


class NotInWordListError(RefusalError):
    """A guess that the lexicon does not allow."""

    sentence = N_("Not in word list")


class AlreadyGuessedError(RefusalError):
    """A guess that was already made in the same game."""

    sentence = N_("Already guessed")


class HardModeError(RefusalError):
    """A guess that does not use a revealed hint, in hard mode.

    Attributes:
        violation: The hint that it does not use.
    """

    def __init__(self, word: str, violation: HardModeViolation) -> None:
        """Keep the word and the hint."""
        super().__init__(word)
        self.word = word
        self.violation = violation

    def message(self, gettext: Gettext = str) -> str:
        """Return the refusal, as the engine words it."""
        return self.violation.message(gettext)

    def explanation(self, gettext: Gettext = str) -> str:
        """Return that hard mode refuses the guess, not the word list."""
        return gettext("%(word)s is a valid word, but hard mode requires the hints you have.") % {
            "word": self.word.upper()
        }


class GameOverError(RefusalError):
    """A guess after the end of a game."""

    sentence = N_("This game is over")


class PuzzleError(GameError):
    """A puzzle that does not exist, is not available yet, or cannot be created.

    Attributes:
        kind: "before-first" or "future" for a day out of range; "day", "token" or "challenge" for
            a malformed one; "unknown-epoch" for a key that is gone; "boards" or "few-words" for a
            number of boards that is not offered; "number-of-words", "same-word", "name-too-long"
            or "hint-too-long" for a new challenge.
        number: The requested day, boards, or the maximum number of characters, if any.
    """

    def __init__(self, kind: PuzzleErrorKind, number: int | None = None) -> None:
        """Keep the facts."""
        super().__init__(kind, number)
        self.kind = kind
        self.number = number
        self.sentence = PUZZLE_SENTENCES[kind]


class HistoryError(GameError):
    """A history that cannot be read.

    Attributes:
        kind: "version" for one written by a later release; otherwise the faulty part: "day",
            "record" or "count", or "damaged" for the whole.
    """

    def __init__(self, kind: HistoryErrorKind) -> None:
        """Keep the kind."""
        super().__init__(kind)
        self.kind = kind
        self.sentence = HISTORY_SENTENCES[kind]
