"""What the game refuses: a guess, a puzzle that does not exist, a history that cannot be read.

Each error carries its facts and can word itself in any language. Imports the engine's hard-mode
violation and the shared wording only.
"""

from typing import ClassVar, Literal

from wordle_web.engine.knowledge import HardModeViolation
from wordle_web.game.wording import N_, Gettext, counted_letter, ordinal

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


class GameError(ValueError):
    """Anything that the game refuses; its text is the English message."""

    def __str__(self) -> str:
        """Return the English message."""
        return self.message()

    def message(self, gettext: Gettext = str) -> str:
        """Return what is wrong, in a sentence fit to show a player."""
        raise NotImplementedError


class RefusalError(GameError):
    """A guess, or a change of the rules in mid-game, that is refused; it costs no turn.

    Attributes:
        sentence: The English message, before translation.
    """

    sentence: ClassVar[str] = ""

    def message(self, gettext: Gettext = str) -> str:
        """Return the refusal in the words that players know."""
        return gettext(self.sentence)

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

    def message(self, gettext: Gettext = str) -> str:
        """Return the refusal; it quotes the character only where it can be seen."""
        if self.character.isprintable() and not self.character.isspace():
            facts = {"character": self.character}
            return gettext("Only letters, please: “%(character)s” cannot be used") % facts
        return gettext("Only letters, please: there is a space or a hidden character in it")


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
        """Return the refusal: `3rd letter must be A`, `Guess must contain two Es`."""
        hint = self.violation
        if hint.kind == "place":
            return gettext("%(place)s letter must be %(letter)s") % {
                "place": ordinal(hint.place, gettext),
                "letter": hint.letter.upper(),
            }
        return gettext("Guess must contain %(letters)s") % {
            "letters": counted_letter(hint.letter, hint.count, gettext)
        }

    def explanation(self, gettext: Gettext = str) -> str:
        """Return that it is hard mode, not the word list, that refuses."""
        return gettext("%(word)s is in the word list; it is hard mode that refuses it.") % {
            "word": self.word.upper()
        }


class HardModeLateError(RefusalError):
    """Hard mode asked for after the first guess."""

    sentence = N_("Hard mode can only be switched on before the first guess")


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
