"""The rules of a game of one board or several.

A `Game` is immutable and has guesses, boards and a `Status`. `play` returns the next state; a
refused guess raises a `RefusalError` and costs no turn.
"""

import functools
import unicodedata
from collections import Counter
from collections.abc import Container
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final, NamedTuple

import wordle_web.game.errors as errors
from wordle_web.engine.feedback import feedback
from wordle_web.engine.hard_mode import HardMode, hard_mode_violation
from wordle_web.engine.knowledge import TRIES, Turn
from wordle_web.engine.letters import capitals, plain_letters, small_letters
from wordle_web.engine.lexicon import Lexicon

# Every page of a game needs the patterns of all guesses more than once; without the cache,
# computing them takes a quarter of a page's time with 32 boards. 4,096 entries of 0.4 kB (0.8 kB
# for restored games of 32 letters) take at most 3.3 MB.
_pattern = functools.lru_cache(maxsize=4096)(feedback)

MAX_HINTS: Final = 4  # per board and turn: number of words left, letter, position, best guess


class PastHints(NamedTuple):
    """The number of hints for a board in an earlier turn.

    What the hints revealed is not stored, since it can be derived from the game.
    """

    guesses: int  # number of guesses made before the hints
    board: int  # from 0
    hints: int  # number of hints, 1 to `MAX_HINTS`


class KnownLetter(NamedTuple):
    """A letter of the answer that a hint revealed and that the marks do not show yet."""

    letter: str
    least: int = 1  # the minimum count of the letter
    place: int | None = None  # its position, from 0; None if the position was not revealed


class Status(StrEnum):
    """The status of a game, or of one of its boards.

    A new kind of ending also needs a name in `OUTCOMES` and a value in `DayResult`.
    """

    NEW = "new"  # for a puzzle that the player has not begun
    PLAYING = "playing"
    WON = "won"
    LOST = "lost"  # given up, or all guesses used

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self in {Status.WON, Status.LOST}


@dataclass(frozen=True, slots=True)
class Game:
    """One game with its answers, guesses, rules and hints, on one board or several."""

    # The answer of the first board, which is the only one in most games. Like `others`, it is
    # excluded from the representation, since it is secret until the game ends.
    answer: str
    guesses: tuple[str, ...] = ()  # in order; every guess counts on all boards
    hard: HardMode = HardMode.OFF  # the hints that guesses must use
    tries: int = TRIES  # number of guesses allowed
    others: tuple[str, ...] = ()  # the answers of further boards
    in_turn: bool = False  # whether boards after the first unsolved one hide their colors
    # How the game ended, if the guesses do not tell: the player gave up, or the guesses are no
    # longer stored. Otherwise None.
    end: Status | None = None
    hint_count: int = 0  # number of hints that the player asked for, in all turns
    # The boards, from 0, of the hints since the last guess, in order. The second hint for a board
    # reveals more than the first; see `MAX_HINTS`.
    hints: tuple[int, ...] = ()
    # Hints of earlier turns, in order. With several boards, only those for unsolved boards, and
    # none once the game is over.
    past_hints: tuple[PastHints, ...] = ()
    # The numbers of the guesses, from 1, that a hint had named, in order. Empty for one board,
    # whose hints are all kept.
    named: tuple[int, ...] = ()

    def __repr__(self) -> str:
        """Return a representation without the answer, which must not get into logs."""
        return f"Game({self.length} letters, guesses={self.guesses!r}, hard={self.hard!r})"

    @property
    def length(self) -> int:
        """The number of letters of the answer."""
        return len(self.answer)

    @property
    def hinted(self) -> bool:
        """Whether the player asked for a hint."""
        return self.hint_count > 0

    @property
    def answers(self) -> tuple[str, ...]:
        """The answers of all boards."""
        return (self.answer, *self.others)

    @property
    def is_known(self) -> bool:
        """Whether each letter of the first answer was green at least once."""
        return len({place for turn in self.turns for place in turn.greens}) == self.length

    @property
    def boards(self) -> tuple["Game", ...]:
        """The boards as separate games, each with the guesses until it was solved."""
        if not self.others:
            return (self,)
        boards = []
        for answer in self.answers:
            is_solved = answer in self.guesses
            guesses = self.guesses[: self.guesses.index(answer) + 1] if is_solved else self.guesses
            end = None if is_solved else self.end
            boards.append(Game(answer, guesses, self.hard, self.tries, end=end))
        return tuple(boards)

    @property
    def shown(self) -> int:
        """The number of boards that show their colors, counted from the first board."""
        if not self.in_turn or self.is_over:
            return len(self.answers)
        unsolved = (n for n, answer in enumerate(self.answers, 1) if answer not in self.guesses)
        return next(unsolved, len(self.answers))

    @property
    def turn(self) -> int:
        """The number of the next guess, from 1."""
        return len(self.guesses) + 1

    @property
    def patterns(self) -> tuple[int, ...]:
        """The patterns of all guesses on the first board."""
        return tuple(_pattern(guess, self.answer) for guess in self.guesses)

    @property
    def turns(self) -> tuple[Turn, ...]:
        """All guesses with their patterns on the first board."""
        return tuple(map(Turn, self.guesses, self.patterns))

    @property
    def status(self) -> Status:
        """The status; "playing" even before the first guess."""
        if self.end:
            return self.end
        if self.answer in self.guesses and set(self.others) <= set(self.guesses):
            return Status.WON
        return Status.LOST if len(self.guesses) >= self.tries else Status.PLAYING

    @property
    def is_won(self) -> bool:
        """Whether every answer has been found."""
        return self.status is Status.WON

    @property
    def result(self) -> str:
        """The number of guesses if the game is won, otherwise X.

        >>> Game("crane", ("slate", "crane")).result, Game("crane", ("slate",)).result
        ('2', 'X')
        """
        return str(len(self.guesses)) if self.is_won else "X"

    @property
    def is_over(self) -> bool:
        """Whether no further guess can be made."""
        return self.status.is_over


def play(
    game: Game,
    text: str,
    lexicon: Lexicon,
    *,
    is_free: bool = False,
    named: Container[str] = (),
) -> Game:
    """Return `game` with one more guess, as typed in `text`.

    `named` are the words named by the hints before the guess; with one board, they are not needed.

    The answers are always allowed, even if a newer version of the word list lacks one. If `is_free`
    is set, any letters may be guessed.

    Raises:
        GameOverError: the game has ended.
        NotLettersError: a character is not a letter of the lexicon.
        NotEnoughLettersError, TooManyLettersError: the guess has another length.
        NotInWordListError: the lexicon lacks the guess.
        AlreadyGuessedError: the guess was already made in this game.
        HardModeError: in hard or ultra-hard mode, the guess does not use a revealed hint.
    """
    if game.is_over:
        raise errors.GameOverError
    guess = allowed_word(text, lexicon, game.answers, is_free=is_free)
    if guess in game.guesses:
        raise errors.AlreadyGuessedError(guess)
    alphabet = lexicon.alphabet
    if violation := hard_mode_violation(guess, game.turns, game.hard, alphabet):
        raise errors.HardModeError(capitals(guess, alphabet), violation, game.hard)
    later = replace(game, guesses=(*game.guesses, guess), hints=(), past_hints=())
    if game.others and guess in named:
        later = replace(later, named=(*game.named, game.turn))
    # The analysis of a single board needs all hints. Several boards have too many to keep after the
    # game.
    return (
        later
        if later.is_over and game.others
        else replace(later, past_hints=_past_hints(game, guess))
    )


def _past_hints(game: Game, guess: str) -> tuple[PastHints, ...]:
    """Return the hints given before `guess`.

    With several boards, hints for solved boards, and for one that the guess solves, are left out.
    A board has at most `max_revealing_turns` entries, since later hints reveal nothing that stays
    true.
    """
    earlier, counts = Counter(hint.board for hint in game.past_hints), Counter(game.hints)
    given_hints = [
        PastHints(len(game.guesses), board, count)
        for board, count in sorted(counts.items())
        if earlier[board] < max_revealing_turns(game.length)
    ]
    return tuple(
        one
        for one in (*game.past_hints, *given_hints)
        if game.answers[one.board] != guess or not game.others
    )


def max_revealing_turns(length: int) -> int:
    """Return the maximum number of turns whose hints can reveal facts that stay true.

    These facts are: every letter, every position except the last one, and that one word is left.
    """
    return 2 * length


def ask_hint(game: Game, board: int) -> Game:
    """Return `game` with one more hint for a board, numbered from 0.

    After `MAX_HINTS` hints since the last guess, the game is unchanged.

    Raises:
        GameOverError: the game has ended.
    """
    if game.is_over:
        raise errors.GameOverError
    if game.hints.count(board) >= MAX_HINTS:
        return game
    return replace(game, hint_count=game.hint_count + 1, hints=(*game.hints, board))


def allowed_word(
    text: str, lexicon: Lexicon, answers: Container[str] = (), *, is_free: bool = False
) -> str:
    """Return the word typed as `text`; `answers` are always allowed.

    With `is_free`, any letters of the lexicon's alphabet form an allowed word.

    Raises:
        NotLettersError: a character is not a letter of the lexicon.
        NotEnoughLettersError, TooManyLettersError: the word has another length.
        NotInWordListError: the lexicon lacks the word.
    """
    word = normalize(text, lexicon.alphabet)
    if len(word) < lexicon.length:
        raise errors.NotEnoughLettersError(len(word), lexicon.length)
    if len(word) > lexicon.length:
        raise errors.TooManyLettersError(len(word), lexicon.length)
    if not is_free and word not in lexicon and word not in answers:
        raise errors.NotInWordListError(word)
    return word


def normalize(text: str, alphabet: str | None = None) -> str:
    """Return the typed text in lower case, without surrounding spaces.

    Letters are converted one by one, so that a letter whose lower case has two characters can be
    refused. Letters outside the alphabet are replaced as by `plain_letters`. Without an alphabet, a
    letter is allowed if its lower and upper case are single letters.

    >>> normalize(" Crane ", "abcdefghijklmnopqrstuvwxyz")
    'crane'
    >>> normalize("Crâne", "abcdefghijklmnopqrstuvwxyz")
    'crane'
    >>> normalize("Éclair")
    'éclair'

    Raises:
        NotLettersError: a character is not a letter, or not in `alphabet`.
    """
    word = ""
    for character in plain_letters(text, alphabet or "").strip():
        small = character.lower()
        if alphabet is None:
            # The letter must be a single letter in upper case and in compatibility form too. The
            # letter itself serves as the alphabet, so that a dotless i passes as well: by the rules
            # of an alphabet that has it, it is the lower case of its capital.
            capital = capitals(small, small)
            is_same = unicodedata.normalize("NFKC", small) == small == small_letters(capital, small)
            is_letter = small.isalpha() and is_same and len(small) == len(capital) == 1
        else:
            is_letter = len(small) == 1 and small in alphabet
        if not is_letter:
            raise errors.NotLettersError(character)
        word += small
    return word
