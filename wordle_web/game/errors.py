"""Errors of the game: refused guesses, puzzles that do not exist, unreadable histories and chats.

Every error stores its facts as attributes and can return its message in any language.
"""

from typing import Final, Literal

from wordle_web.engine.hard_mode import HardMode, HardModeViolation
from wordle_web.engine.letters import N_, Gettext

HistoryErrorKind = Literal[
    "damaged", "version", "day", "record", "count", "code", "moved", "unsaved"
]
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
    "clue-too-long",
    "closed",
    "series",
    "series-size",
    "series-words",
]

LeagueErrorKind = Literal[
    "archive",
    "damaged",
    "days",
    "empty",
    "format",
    "games",
    "html",
    "nameless",
    "nested",
    "pair",
    "people",
    "renames",
    "results",
    "room",
    "size",
    "summaries",
    "taken",
    "undated",
    "zip",
]

PUZZLE_SENTENCES: Final[dict[PuzzleErrorKind, str]] = {
    "before-first": N_("The first puzzle is no. 1."),
    "future": N_("Not available yet. Choose an earlier day."),
    "day": N_("Enter a puzzle number or a date, such as 2025-12-31."),
    "token": N_("This link to a random game isn’t valid. Check the link or start a new game."),
    "unknown-epoch": N_("This game is too old: its word is no longer available. Start a new game."),
    "challenge": N_("This challenge link isn’t valid on this site. Ask for a new link."),
    "boards": N_("There are games of 2, 4, 8, 16, and 32 boards. Choose one of them."),
    "few-words": N_("There aren’t enough words for %(number)s boards. Choose fewer."),
    "number-of-words": N_("Enter %(number)s words, one for each board."),
    "same-word": N_("Every board needs a different word."),
    "name-too-long": N_("Name too long. Use up to %(number)s characters."),
    "clue-too-long": N_("Clue too long. Use up to %(number)s characters."),
    "closed": N_("Not open yet. This word opens on %(date)s."),
    "series": N_("This link to a series isn’t valid on this site. Ask for a new link."),
    "series-size": N_("Too long for a link. Shorten the clues by %(number)s letters."),
    "series-words": N_("Enter 2 to 31 words, one per line."),
}
HISTORY_SENTENCES: Final[dict[HistoryErrorKind, str]] = {
    "damaged": N_("This isn’t a backup from this site."),
    "version": N_("This backup comes from a newer version of this site."),
    "day": N_("This backup contains an invalid day."),
    "record": N_("This backup contains an invalid game."),
    "count": N_("This backup contains an invalid number."),
    "code": N_("This code is damaged, or comes from another site. Scan it again."),
    "unsaved": N_("This couldn’t be saved. Your history stays as it was."),
    "moved": N_("This code is older than ten minutes. Show a new one on the other device."),
}
LEAGUE_SENTENCES: Final[dict[LeagueErrorKind, str]] = {
    "archive": N_(
        "This zip file is damaged, locked, or packed in an unusual way. Export the chat again, or "
        "unzip it and choose the text file."
    ),
    "damaged": N_("This link is damaged. Copy the whole link, or ask for it again."),
    "days": N_("More than %(number)s days. Choose a shorter part of the chat."),
    "empty": N_("No results found. Each needs a line such as “Wordle 1,234 4/6”."),
    "format": N_("This isn’t an exported chat. Choose a .txt, .zip, .json, or .csv file."),
    "games": N_("More than %(number)s games. Choose a shorter part of the chat."),
    "html": N_(
        "This is a web page. Export the chat as text or JSON, or select the messages and copy them."
    ),
    "nameless": N_("Enter your name, so that your friends know whose results these are."),
    "nested": N_(
        "We couldn’t read the messages in this JSON file. Export the chat again, as text."
    ),
    "pair": N_("Choose two different names."),
    "people": N_("More than %(number)s people. Choose a shorter part of the chat."),
    "renames": N_("This table has too many changed names. Try again in a few weeks."),
    "results": N_("More than %(number)s results. Choose a shorter part of the chat."),
    "room": N_("A table has room for %(number)s people with short names."),
    "size": N_("More than 8 MB of text. Choose a shorter part, and export without media."),
    "summaries": N_("Several daily summaries have no date. Paste one at a time."),
    "taken": N_(
        "%(name)s is already in this table. Is that you? Then choose %(name)s below, or else enter "
        "another name."
    ),
    "undated": N_("This daily summary has no date. Enter the day on which it was posted."),
    "zip": N_("No chat in this zip file. Choose the file that WhatsApp exports."),
}


class GameError(ValueError):
    """Any error of the game; its text is the English message."""

    sentence: str = ""  # the English message, with placeholders for the other attributes

    def __str__(self) -> str:
        """Return the English message."""
        return self.message()

    def message(self, gettext: Gettext = str) -> str:
        """Return the message to show a player, in the language of `gettext`."""
        return gettext(self.sentence) % vars(self)


class RefusalError(GameError):
    """A refused word: a guess, which then costs no turn, or a word typed for a challenge."""

    rule = ""  # a sentence with the reason for the refusal; empty if the message suffices


class NotLettersError(RefusalError):
    """A word with a character that is not a letter of this game."""

    def __init__(self, character: str) -> None:
        """Store the character."""
        super().__init__(character)
        self.character = character  # the first invalid character, possibly invisible
        if character.isprintable() and not character.isspace():
            self.sentence = N_("Use letters only: remove “%(character)s”")
        else:
            self.sentence = N_("Use letters only: remove the space or hidden character")


class NotEnoughLettersError(RefusalError):
    """A word shorter than those of the lexicon."""

    sentence = N_("Not enough letters")


class TooManyLettersError(RefusalError):
    """A word longer than those of the lexicon."""

    sentence = N_("Too many letters")


class NotInWordListError(RefusalError):
    """A word that is not in the lexicon."""

    sentence = N_("Not in word list")

    def __init__(self, word: str) -> None:
        """Store the word."""
        super().__init__(word)
        self.word = word


class AlreadyGuessedError(RefusalError):
    """A guess that was already made in the same game."""

    sentence = N_("Already guessed")


class HardModeError(RefusalError):
    """A guess that does not use a revealed hint, in hard mode or ultra-hard mode."""

    rule = N_("%(word)s is a valid word, but in hard mode you have to use the hints you’ve found.")

    def __init__(
        self, word: str, violation: HardModeViolation, mode: HardMode = HardMode.ON
    ) -> None:
        """Store the word, given in upper case, and the violation; the mode selects the rule."""
        super().__init__(word)
        self.word = word
        self.violation = violation  # the hint that the guess does not use
        if mode is HardMode.ULTRA:
            self.rule = N_(
                "%(word)s is a valid word, but in ultra-hard mode a guess has to fit all colors."
            )

    def message(self, gettext: Gettext = str) -> str:
        """Return the engine's message about the violation."""
        return self.violation.message(gettext)


class GameOverError(RefusalError):
    """A guess after the end of a game."""

    sentence = N_("This game is over")


class PuzzleError(GameError):
    """A puzzle that does not exist, is not available yet, or cannot be created."""

    def __init__(self, kind: PuzzleErrorKind, number: int | None = None, date: str = "") -> None:
        """Store the facts."""
        super().__init__(kind, number)
        self.kind = kind
        # The requested day or number of boards, the maximum number of characters, or how many are
        # too many for a link; None if the message has no number.
        self.number = number
        self.date = date  # the date on which a word opens, as shown to the player; otherwise empty
        self.sentence = PUZZLE_SENTENCES[kind]


class SeriesLineError(GameError):
    """An invalid line in the words of a series, with its number and the reason."""

    sentence = N_("Line %(line)s: %(reason)s")

    def __init__(self, line: int, error: GameError) -> None:
        """Store the facts."""
        super().__init__(line, error)
        self.line = line  # from 1
        self.error = error

    def message(self, gettext: Gettext = str) -> str:
        """Return the number of the line and the reason."""
        return gettext(self.sentence) % {"line": self.line, "reason": self.error.message(gettext)}


class HistoryError(GameError):
    """A history that is wholly or partly unreadable."""

    def __init__(self, kind: HistoryErrorKind) -> None:
        """Store the kind."""
        super().__init__(kind)
        self.kind = kind
        self.sentence = HISTORY_SENTENCES[kind]


class LeagueError(GameError):
    """A chat, file or link without a valid table, or a name that can’t be used in a table.

    `number` is the limit that was exceeded, as text ("0" if none was), and `name` is a name that
    the table has already (empty for other errors).
    """

    def __init__(self, kind: LeagueErrorKind, number: int = 0, name: str = "") -> None:
        """Store the facts."""
        super().__init__(kind, number, name)
        self.kind = kind
        self.name = name
        self.number = f"{number:,}"
        self.sentence = LEAGUE_SENTENCES[kind]
