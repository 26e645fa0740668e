"""What the game refuses: a guess, a puzzle that does not exist, a history that cannot be read.

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
    """Anything that the game refuses; its text is the English message.

    Attributes:
        sentence: The English message; the error's other attributes fill its gaps.
    """

    sentence: str = ""

    def __str__(self) -> str:
        """Return the English message."""
        return self.message()

    def message(self, gettext: Gettext = str) -> str:
        """Return what is wrong, in a sentence fit to show a player."""
        return gettext(self.sentence) % vars(self)


class RefusalError(GameError):
    """A guess that is refused; it costs no turn."""

    def explanation(self, gettext: Gettext = str) -> str:
        """Return a sentence that says which rule refused, or nothing where that is plain."""
        return ""


class NotLettersError(RefusalError):
    """Something that is no letter of the game was typed.

    Attributes:
        character: The first such character; it may be invisible.
    """

    def __init__(self, character: str) -> None:
        """Keep the character at fault."""
        super().__init__(character)
        self.character = character
        if character.isprintable() and not character.isspace():
            self.sentence = N_("Use letters only: remove “%(character)s”")
        else:
            self.sentence = N_("Use letters only: remove the space or hidden character")


class WrongLengthError(RefusalError):
    """A guess that is not as long as the answer."""


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
    """A guess made before in the same game."""

    sentence = N_("Already guessed")


class HardModeError(RefusalError):
    """A guess that leaves out a revealed hint in hard mode.

    Attributes:
        word: The guess.
        violation: The hint, with its kind, letter, place and count.
    """

    def __init__(self, word: str, violation: HardModeViolation) -> None:
        """Keep the word and the hint it leaves out."""
        super().__init__(word)
        self.word = word
        self.violation = violation

    def message(self, gettext: Gettext = str) -> str:
        """Return the refusal, as the engine words it."""
        return self.violation.message(gettext)

    def explanation(self, gettext: Gettext = str) -> str:
        """Return that it is hard mode, not the word list, that refuses."""
        return gettext("%(word)s is a valid word, but hard mode requires the hints you have.") % {
            "word": self.word.upper()
        }


class GameOverError(RefusalError):
    """A guess after the end of a game."""

    sentence = N_("This game is over")


class PuzzleError(GameError):
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
        self.sentence = PUZZLE_SENTENCES[kind]


class HistoryError(GameError):
    """A history that cannot be read.

    Attributes:
        kind: "version" for one written by a later release; else which part is at fault:
            "day", "record" or "count", or "damaged" for the whole.
    """

    def __init__(self, kind: HistoryErrorKind) -> None:
        """Keep the fact."""
        super().__init__(kind)
        self.kind = kind
        self.sentence = HISTORY_SENTENCES[kind]
