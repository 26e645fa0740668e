"""The rules of a game of one board or several.

A game is a frozen `Game`; `play` returns the next state. A refused guess raises a `RefusalError`
and costs no turn.
"""

import functools
import unicodedata
from collections.abc import Container
from dataclasses import dataclass, replace

from wordle_web.engine.feedback import feedback
from wordle_web.engine.hard_mode import hard_mode_violation
from wordle_web.engine.knowledge import TRIES, Turn
from wordle_web.engine.lexicon import Lexicon
from wordle_web.engine.words.letters import plain_letters
from wordle_web.game.errors import (
    AlreadyGuessedError,
    GameOverError,
    HardModeError,
    NotEnoughLettersError,
    NotInWordListError,
    NotLettersError,
    TooManyLettersError,
)

# Every page of a game computes the patterns of all guesses again, more than once. 4,096 entries of
# 0.4 kB, or 0.8 kB for restored games of 32 letters: 3.3 MB at most.
_pattern = functools.lru_cache(maxsize=4096)(feedback)


@dataclass(frozen=True, slots=True)
class Game:
    """One game: its answers, its guesses and its rules.

    Attributes:
        answer: Of the first board, in most games the only one. Like `others`, left out of the
            representation, since it must not show before the end.
        guesses: In the order made; each counts on every board.
        hard: Whether revealed hints must be used.
        tries: Guesses allowed.
        others: The answers of further boards.
        in_turn: Whether only the first unsolved board shows its colors.
    """

    answer: str
    guesses: tuple[str, ...] = ()
    hard: bool = False
    tries: int = TRIES
    others: tuple[str, ...] = ()
    in_turn: bool = False

    def __repr__(self) -> str:
        """Return a description that keeps the answer out of logs."""
        return f"Game({self.length} letters, guesses={self.guesses!r}, hard={self.hard!r})"

    @property
    def length(self) -> int:
        """Letters of the answer."""
        return len(self.answer)

    @property
    def answers(self) -> tuple[str, ...]:
        """The answer of each board."""
        return (self.answer, *self.others)

    @property
    def boards(self) -> tuple["Game", ...]:
        """Each board as a game of its own, with the guesses up to the one that solved it."""
        if not self.others:
            return (self,)
        return tuple(self._board(answer) for answer in self.answers)

    def _board(self, answer: str) -> "Game":
        end = self.guesses.index(answer) + 1 if answer in self.guesses else len(self.guesses)
        return Game(answer, self.guesses[:end], self.hard, self.tries)

    @property
    def shown(self) -> int:
        """How many boards show their colors: all, but in turn only up to the first unsolved one."""
        if not self.in_turn or self.is_over:
            return len(self.answers)
        unsolved = (n for n, answer in enumerate(self.answers, 1) if answer not in self.guesses)
        return next(unsolved, len(self.answers))

    @property
    def patterns(self) -> tuple[int, ...]:
        """The pattern of each guess, on the first board."""
        return tuple(_pattern(guess, self.answer) for guess in self.guesses)

    @property
    def turns(self) -> tuple[Turn, ...]:
        """Each guess with its pattern, on the first board."""
        return tuple(map(Turn, self.guesses, self.patterns))

    @property
    def is_won(self) -> bool:
        """Whether every answer has been found."""
        return self.answer in self.guesses and set(self.others) <= set(self.guesses)

    @property
    def is_lost(self) -> bool:
        """Whether all guesses are used up without every answer."""
        return len(self.guesses) >= self.tries and not self.is_won

    @property
    def is_over(self) -> bool:
        """Whether no further guess can be made."""
        return self.is_won or self.is_lost


def play(game: Game, text: str, lexicon: Lexicon, *, is_free: bool = False) -> Game:
    """Return `game` with one more guess, as typed in `text`.

    The answers themselves are always allowed, even if a later word list lacks one. In a free game
    any letters are a guess.

    Raises:
        GameOverError: the game has ended.
        NotLettersError: a character is not a letter of the lexicon.
        WrongLengthError: the guess is too short or too long.
        NotInWordListError: the lexicon does not have it.
        AlreadyGuessedError: it was already guessed in this game.
        HardModeError: in hard mode, the guess does not use a revealed hint.
    """
    if game.is_over:
        raise GameOverError
    guess = allowed_word(text, lexicon, game.answers, is_free=is_free)
    if guess in game.guesses:
        raise AlreadyGuessedError(guess)
    violation = hard_mode_violation(guess, game.turns) if game.hard else None
    if violation:
        raise HardModeError(guess, violation)
    return replace(game, guesses=(*game.guesses, guess))


def allowed_word(
    text: str, lexicon: Lexicon, answers: Container[str] = (), *, is_free: bool = False
) -> str:
    """Return the word typed as `text`; `answers` are allowed whether the lexicon has them or not.

    With `is_free`, so are any letters of the lexicon's alphabet.

    Raises:
        NotLettersError: something typed is no letter of the lexicon.
        WrongLengthError: the word is too short or too long.
        NotInWordListError: the lexicon does not have it.
    """
    word = normalize(text, lexicon.alphabet)
    if len(word) < lexicon.length:
        raise NotEnoughLettersError(len(word), lexicon.length)
    if len(word) > lexicon.length:
        raise TooManyLettersError(len(word), lexicon.length)
    if not is_free and word not in lexicon and word not in answers:
        raise NotInWordListError(word)
    return word


def normalize(text: str, alphabet: str | None = None) -> str:
    """Return what was typed in lower case, without surrounding spaces.

    Letters are converted one by one, since lower-casing a whole word can change its length. Those
    that the alphabet lacks lose their accents. Without an alphabet, any letter counts whose
    lower-case form is a single letter.

    >>> normalize(" Crane ", "abcdefghijklmnopqrstuvwxyz")
    'crane'
    >>> normalize("Crâne", "abcdefghijklmnopqrstuvwxyz")
    'crane'
    >>> normalize("Éclair")
    'éclair'

    Raises:
        NotLettersError: a character is not a letter, or not in `alphabet`.
    """
    plain = plain_letters(text.strip(" "), alphabet or "")
    return "".join(_small_letter(character, alphabet) for character in plain)


def _small_letter(character: str, alphabet: str | None) -> str:
    small = character.lower()
    if alphabet is None:
        is_letter = small.isalpha() and _is_one_letter(small)
    else:
        is_letter = len(small) == 1 and small in alphabet
    if not is_letter:
        raise NotLettersError(character)
    return small


def _is_one_letter(small: str) -> bool:
    """Whether a lower-case letter stays one letter in upper case and in compatibility forms."""
    is_same = unicodedata.normalize("NFKC", small) == small == small.upper().lower()
    return len(small) == 1 and len(small.upper()) == 1 and is_same
