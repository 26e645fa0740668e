"""Absurd mode: no answer is chosen; each guess gets the reply that keeps the most words.

Nothing is random, so the guesses alone determine the game. Any word still possible proves that all
replies were honest: as the answer, it would have led to the same ones.
"""

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from wordle_web.engine.arrays import Indices
from wordle_web.engine.feedback import ABSENT, CORRECT, all_correct, marks_of, patterns_of
from wordle_web.engine.knowledge import TRIES, Turn
from wordle_web.engine.lexicon import Lexicon
from wordle_web.game.rules import Game


@dataclass(frozen=True, slots=True)
class Evasion:
    """A guess with its reply, and how many words and replies were possible."""

    turn: Turn
    before: int  # number of possible words before the guess, at least 1
    left: int  # number of possible words after it
    replies: int  # number of different replies that were possible
    runner_up: int  # number of words that the second-best reply would have kept; 0 if there is none


@dataclass(frozen=True, slots=True, eq=False)
class AbsurdGame:
    """A game whose answer stays open until only one word is left."""

    lexicon: Lexicon
    possible: Indices  # indices in `lexicon.words` of the words that agree with every reply
    evasions: tuple[Evasion, ...]  # all guesses and replies, in order

    @property
    def turns(self) -> tuple[Turn, ...]:
        """All guesses with their replies, in order."""
        return tuple(evasion.turn for evasion in self.evasions)

    @property
    def guesses(self) -> tuple[str, ...]:
        """The guesses, in order."""
        return tuple(turn.guess for turn in self.turns)

    @property
    def words(self) -> tuple[str, ...]:
        """The words still possible, in the order of the lexicon."""
        return tuple(self.lexicon.words[index] for index in np.sort(self.possible))

    @property
    def is_over(self) -> bool:
        """Whether the last possible word has been guessed."""
        return bool(self.turns) and self.turns[-1].pattern == all_correct(self.lexicon.length)

    @property
    def witness(self) -> str:
        """The first word that fits every reply; it is the answer once the game is over."""
        return self.words[0]

    @property
    def is_honest(self) -> bool:
        """Whether every reply is right if the witness is the answer."""
        return self.game.turns == self.turns

    @property
    def game(self) -> Game:
        """The same guesses as an ordinary game, with the witness as the answer.

        Absurd mode has no limit on guesses, so a running game always has at least one left.
        """
        tries = len(self.evasions) + (not self.is_over)
        return Game(self.witness, self.guesses, tries=max(TRIES, tries))

    @classmethod
    def after(cls, lexicon: Lexicon, among: Indices, guesses: Iterable[str]) -> "AbsurdGame":
        """Return the game after `guesses`; guesses after its end are ignored.

        `among` holds the indices of the words that can be the answer. Guesses need not be in the
        lexicon.
        """
        game = AbsurdGame(lexicon, among, ())
        for guess in guesses:
            if game.is_over:
                break
            game = evade(game, guess)
        return game


def evade(game: AbsurdGame, guess: str) -> AbsurdGame:
    """Return the game after `guess`, with the reply that keeps the most words.

    Of several such replies, the one with the fewest green tiles is chosen, then the fewest colored
    tiles, then the lowest pattern. So a guess is right only if no other word is left.
    """
    codes = game.lexicon.codes[game.possible]
    patterns = patterns_of(guess, codes)
    replies, counts = np.unique(patterns, return_counts=True)
    ranked = []
    for reply, count in zip(replies.tolist(), counts.tolist(), strict=True):
        marks = marks_of(reply, len(guess))
        ranked.append((-count, marks.count(CORRECT), -marks.count(ABSENT), reply))
    (largest, *_, chosen), *others = sorted(ranked)
    evasion = Evasion(
        turn=Turn(guess, chosen),
        before=len(game.possible),
        left=-largest,
        replies=len(ranked),
        runner_up=-others[0][0] if others else 0,
    )
    possible = game.possible[patterns == chosen]
    return AbsurdGame(game.lexicon, possible, (*game.evasions, evasion))
