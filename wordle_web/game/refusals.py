"""The refusals of a guess: each carries its facts and can word itself in any language.

A refusal costs no turn. Imports the engine's hard-mode violation and the shared wording only.
"""

from typing import ClassVar

from wordle_web.engine.hard_mode import HardModeViolation
from wordle_web.game.wording import Gettext, counted_letter, ordinal


class RefusalError(ValueError):
    """A guess, or a change of the rules in mid-game, that is refused.

    Attributes:
        kind: A stable name of the refusal, for markup and tests.
    """

    kind: ClassVar[str] = "refused"

    def __str__(self) -> str:
        """Return the English message."""
        return self.message()

    def message(self, gettext: Gettext = str) -> str:
        """Return the refusal in the words that players know."""
        return gettext("That is not possible")

    def explanation(self, gettext: Gettext = str) -> str:
        """Return a sentence that says which rule refused, or nothing where that is plain."""
        return ""


class NotLettersError(RefusalError):
    """Something that is no letter of the game was typed.

    Attributes:
        character: The first such character; it may be invisible.
    """

    kind = "not-letters"

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
    """A guess that is not as long as the answer.

    Attributes:
        letters: Letters typed.
        length: Letters of the answer.
    """

    def __init__(self, letters: int, length: int) -> None:
        """Keep both lengths."""
        super().__init__(letters, length)
        self.letters = letters
        self.length = length


class NotEnoughLettersError(WrongLengthError):
    """A guess shorter than the answer."""

    kind = "not-enough-letters"

    def message(self, gettext: Gettext = str) -> str:
        """Return the refusal."""
        return gettext("Not enough letters")


class TooManyLettersError(WrongLengthError):
    """A guess longer than the answer."""

    kind = "too-many-letters"

    def message(self, gettext: Gettext = str) -> str:
        """Return the refusal."""
        return gettext("Too many letters")


class WordError(RefusalError):
    """A guess refused for the word it is.

    Attributes:
        word: The guess.
    """

    def __init__(self, word: str) -> None:
        """Keep the word."""
        super().__init__(word)
        self.word = word


class NotInWordListError(WordError):
    """A guess that the lexicon does not allow."""

    kind = "not-in-word-list"

    def message(self, gettext: Gettext = str) -> str:
        """Return the refusal."""
        return gettext("Not in word list")


class AlreadyGuessedError(WordError):
    """A guess made before in the same game."""

    kind = "already-guessed"

    def message(self, gettext: Gettext = str) -> str:
        """Return the refusal."""
        return gettext("Already guessed")


class HardModeError(WordError):
    """A guess that leaves out a revealed hint in hard mode.

    Attributes:
        violation: The hint, with its kind, letter, place and count.
    """

    kind = "hard-mode"

    def __init__(self, word: str, violation: HardModeViolation) -> None:
        """Keep the word and the hint it leaves out."""
        super().__init__(word)
        self.violation = violation

    def message(self, gettext: Gettext = str) -> str:
        """Return the refusal: `3rd letter must be A`, `Guess must contain two Es`."""
        hint = self.violation
        if hint.kind == "position":
            return gettext("%(place)s letter must be %(letter)s") % {
                "place": ordinal(hint.position, gettext),
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

    kind = "hard-mode-late"

    def message(self, gettext: Gettext = str) -> str:
        """Return the refusal."""
        return gettext("Hard mode can only be switched on before the first guess")


class GameOverError(RefusalError):
    """A guess after the end of a game."""

    kind = "game-over"

    def message(self, gettext: Gettext = str) -> str:
        """Return the refusal."""
        return gettext("This game is over")
