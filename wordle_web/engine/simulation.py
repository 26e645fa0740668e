"""Playing a strategy against answers: its decision tree, and the guesses each answer took.

Games with the same turns so far are played as one, so a strategy decides once for each state.
Random strategies are played game by game, each with its own generator, so that a seed gives the
same games in any order.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from wordle_web.engine.arrays import Indices, Patterns
from wordle_web.engine.candidates import Belief, candidates_after
from wordle_web.engine.feedback import (
    all_correct,
    digits_of,
    feedback,
    feedback_matrix,
    letter_codes,
    pattern_dtype,
)
from wordle_web.engine.knowledge import Turn
from wordle_web.engine.matrix import Matrix
from wordle_web.engine.strategies import State, Strategy

FEW: Final = 64  # up to this many words, the reference feedback is faster than the matrix

Progress = Callable[[int], None]


@dataclass(frozen=True, slots=True)
class DecisionTree:
    """A guess, and what follows each of its patterns."""

    guess: str
    # The next guess by pattern; None ends the game, won if the pattern is all correct, otherwise
    # because no word is left.
    branches: Mapping[int, "DecisionTree | None"]
    is_proven: bool = False  # whether no other tree with this guess needs fewer guesses

    def walk(self, answer: str) -> tuple[str, ...]:
        """Return the guesses for an answer; the last is the answer, unless the tree lacks it.

        Raises:
            LengthError: The answer has another length.

        >>> DecisionTree("ab", {8: None, 0: DecisionTree("cd", {8: None})}).walk("cd")
        ('ab', 'cd')
        """
        guesses: list[str] = []
        tree: DecisionTree | None = self
        while tree is not None:
            guesses.append(tree.guess)
            tree = tree.branches.get(feedback(tree.guess, answer))
        return tuple(guesses)

    def nested(self) -> dict[str, Any]:
        """Return the tree as JSON has it: a guess, and by its patterns what comes next, or null.

        >>> DecisionTree("ab", {8: None, 0: DecisionTree("cd", {8: None})}).nested()
        {'guess': 'ab', 'next': {'22': None, '00': {'guess': 'cd', 'next': {'22': None}}}}
        """
        length = len(self.guess)
        after = {
            digits_of(pattern, length): branch and branch.nested()
            for pattern, branch in self.branches.items()
        }
        return {"guess": self.guess, "next": after}

    def counts(self) -> dict[str, int]:
        """Return the number of guesses for each word that the tree finds."""
        found: dict[str, int] = {}
        for pattern, branch in self.branches.items():
            if branch is not None:
                found |= {word: count + 1 for word, count in branch.counts().items()}
            elif pattern == all_correct(len(self.guess)):
                found[self.guess] = 1
        return found


@dataclass(frozen=True, slots=True)
class Player:
    """A strategy with its words, belief and rules."""

    strategy: Strategy
    matrix: Matrix
    belief: Belief  # the strategy's belief; the answers played may be other words
    opener: str | None = None  # the first guess; None leaves it to the strategy
    hard: bool = False
    seed: int = 0
    within: int | None = None  # guesses in which every word is to be found, by `optimal`

    def simulate(
        self, answers: Sequence[str], progress: Progress = lambda games: None
    ) -> dict[str, int]:
        """Return the number of guesses for each answer, 0 where the strategy ran out of words.

        `progress` is called with the games that end.
        """
        groups = [[answer] for answer in answers] if self.strategy.is_random else [answers]
        counts: dict[str, int] = {}
        for group in groups:
            counts.update(self.tree(group, progress).counts())
        return {answer: counts.get(answer, 0) for answer in answers}

    def tree(self, answers: Sequence[str], progress: Progress = lambda games: None) -> DecisionTree:
        """Return the decision tree over `answers`, or one game of a random strategy."""
        candidates = candidates_after(self.matrix.lexicon, (), self.belief)
        # Seeded by the answer, so that earlier games have no influence.
        rng = np.random.default_rng([self.seed, *map(ord, answers[0])])
        return self._grow((), candidates, tuple(answers), rng, progress)

    def _grow(
        self,
        turns: tuple[Turn, ...],
        candidates: Indices,
        answers: tuple[str, ...],
        rng: np.random.Generator,
        progress: Progress,
    ) -> DecisionTree:
        guess, is_proven = self._guess(turns, candidates, rng)
        lexicon = self.matrix.lexicon
        expected = _patterns(guess, [lexicon.words[index] for index in candidates.tolist()])
        played = _patterns(guess, answers)
        branches: dict[int, DecisionTree | None] = {}
        for pattern in np.unique(played).tolist():
            cell = tuple(answers[i] for i in np.flatnonzero(played == pattern).tolist())
            kept = candidates[expected == pattern]
            if pattern == all_correct(lexicon.length) or not len(kept):
                progress(len(cell))
                branches[pattern] = None
                continue
            turn = Turn(guess, pattern)
            branches[pattern] = self._grow((*turns, turn), kept, cell, rng, progress)
        proven = all(branch is None or branch.is_proven for branch in branches.values())
        return DecisionTree(guess, branches, is_proven and proven)

    def _guess(
        self, turns: tuple[Turn, ...], candidates: Indices, rng: np.random.Generator
    ) -> tuple[str, bool]:
        if self.opener is not None and not turns:
            return self.opener, True
        state = State(self.matrix, self.belief, turns, candidates, self.hard, rng, self.within)
        words = self.matrix.lexicon.words
        if len(candidates) == 1:
            return words[candidates[0]], True
        if self.strategy.prove is None:
            return words[self.strategy.choose(state)], False
        decision = self.strategy.prove(state)
        return words[decision.guess], decision.is_proven


def _patterns(guess: str, words: Sequence[str]) -> Patterns:
    if len(words) <= FEW:
        dtype = pattern_dtype(len(guess))
        return np.fromiter((feedback(guess, word) for word in words), dtype, len(words))
    patterns: Patterns = feedback_matrix(letter_codes([guess]), letter_codes(words))[0]
    return patterns
