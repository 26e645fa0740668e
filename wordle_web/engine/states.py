"""What a strategy sees before it guesses, and the parts that strategies share.

Imports the engine's words, knowledge and measures; knows no strategy.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

import numpy as np

from wordle_web.engine.belief import Belief
from wordle_web.engine.feedback import Codes, all_correct
from wordle_web.engine.knowledge import Turn
from wordle_web.engine.lexicon import Lexicon
from wordle_web.engine.matrix import Matrix
from wordle_web.engine.partition import Counts, Floats, Measures, joined, measure
from wordle_web.engine.search.bounds import Positions
from wordle_web.engine.search.hard_mode import Flags, allowed_guesses

TRIES: Final = 6


@dataclass(frozen=True, slots=True, eq=False)
class State:
    """What is known before a guess.

    Attributes:
        matrix: The patterns of the lexicon that is played with.
        belief: How likely each word is the answer.
        turns: Guesses made, with their patterns.
        candidates: Positions of the words left, the heaviest first, intp; never empty.
        hard: Whether every revealed hint must be used.
        rng: Randomness for the strategies that want it.
    """

    matrix: Matrix
    belief: Belief
    turns: tuple[Turn, ...]
    candidates: Positions
    hard: bool
    rng: np.random.Generator

    @property
    def lexicon(self) -> Lexicon:
        """The words."""
        return self.matrix.lexicon

    @property
    def weights(self) -> Floats:
        """The weight of each word left, float64, (candidates,)."""
        return self.belief.weights[self.candidates]

    @property
    def left(self) -> int:
        """Guesses left, from 1; counted anew for a game that goes on after the last."""
        return TRIES - len(self.turns) if len(self.turns) < TRIES else TRIES

    @property
    def allowed(self) -> Flags | None:
        """Which words may be guessed, bool, (words,); None where all may."""
        return allowed_guesses(self.lexicon.codes, self.turns) if self.hard else None


@dataclass(frozen=True, slots=True, eq=False)
class Measured:
    """Guesses with their measures, and which of them are candidates."""

    guesses: Positions
    measures: Measures
    chances: Floats

    def best(self, *keys: Floats | Counts) -> int:
        """Return the position of the guess with the smallest keys, first key first.

        Ties go to a candidate, then to the alphabet; a guess that parts nothing comes last.
        """
        idle = (self.measures.cells < 2) & (self.chances == 0)
        rounded = [np.round(key, 9) for key in reversed(keys)]
        order = np.lexsort((self.guesses, self.chances == 0, *rounded, idle))
        return int(self.guesses[order[0]])


def measured(state: State, *, only_candidates: bool = False) -> Measured:
    """Return all guesses that are allowed, or the candidates only, with their measures.

    Of two words left either is best by every measure, so no others are looked at.
    """
    flags = state.allowed
    if only_candidates or len(state.candidates) <= 2:
        flags = np.zeros(len(state.lexicon), dtype=bool)
        flags[state.candidates] = True
    asked = state.matrix.asked(state.candidates, flags, hurried=False)
    size = all_correct(state.lexicon.length)
    blocks = state.matrix.blocks(state.candidates, asked)
    measures = joined([measure(patterns, state.weights, size) for patterns in blocks])
    chances = np.zeros(len(asked.guesses))
    chances[asked.own] = state.weights / state.weights.sum()
    return Measured(asked.guesses, measures, chances)


def worth(lexicon: Lexicon, words: Positions, values: Mapping[int, float]) -> Floats:
    """Return the summed value of the different letters of each word, float64, (words,)."""
    table = np.zeros(max(map(ord, lexicon.alphabet)) + 1)
    for letter, value in values.items():
        if letter < len(table):
            table[letter] = value
    letters, new = _different(lexicon, words)
    total: Floats = (table[letters] * new).sum(axis=1)
    return total


def without_repeats(lexicon: Lexicon, words: Positions) -> Positions:
    """Return the words in which no letter occurs twice."""
    _, new = _different(lexicon, words)
    return words[new.all(axis=1)]


def frequencies(lexicon: Lexicon, words: Positions) -> dict[int, float]:
    """Return in how many of the words each letter occurs, by its code point."""
    letters, new = _different(lexicon, words)
    found, counts = np.unique(letters[new], return_counts=True)
    return dict(zip(found.tolist(), counts.astype(np.float64).tolist(), strict=True))


def highest(words: Positions, values: Floats) -> int:
    """Return the word of the highest value, the first of the alphabet among equals."""
    return int(words[np.lexsort((words, -np.round(values, 9)))[0]])


def _different(lexicon: Lexicon, words: Positions) -> tuple[Codes, Flags]:
    """Return the sorted letters of words, and which are not the same as the one before."""
    letters = np.sort(lexicon.codes[words], axis=1)
    new = np.ones(letters.shape, dtype=bool)
    new[:, 1:] = letters[:, 1:] != letters[:, :-1]
    return letters, new
