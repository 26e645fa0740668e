"""Decision trees: which guess after which patterns. Walked, counted, written and read.

A tree is independent of how it was found; it is written as JSON and printed as text. Imports
the engine's feedback only.
"""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from wordle_web.engine.feedback import (
    all_correct,
    digits_of,
    feedback,
    pattern_from_digits,
)


class TreeError(ValueError):
    """A text that is not a decision tree.

    Attributes:
        reason: What is wrong with it.
    """

    def __init__(self, reason: str) -> None:
        """Keep the reason."""
        super().__init__(f"not a decision tree: {reason}")
        self.reason = reason


@dataclass(frozen=True, slots=True)
class DecisionTree:
    """A guess, and what follows each pattern it may be given.

    Attributes:
        guess: The word.
        branches: By pattern. None ends a game: won where the pattern is all correct, else
            because no word is left.
        is_proven: Whether no other tree with this guess needs fewer guesses; only where it is
            so for every branch.
    """

    guess: str
    branches: Mapping[int, "DecisionTree | None"]
    is_proven: bool = False

    def walk(self, answer: str) -> tuple[str, ...]:
        """Return the guesses that are made when the answer is `answer`.

        They end with it, except where the tree does not know the word.

        Raises:
            LengthError: The word is of another length.

        >>> DecisionTree("ab", {8: None, 0: DecisionTree("cd", {8: None})}).walk("cd")
        ('ab', 'cd')
        """
        guesses: list[str] = []
        tree: DecisionTree | None = self
        while tree is not None:
            guesses.append(tree.guess)
            tree = tree.branches.get(feedback(tree.guess, answer))
        return tuple(guesses)

    def counts(self) -> dict[str, int]:
        """Return how many guesses each word takes that the tree finds."""
        return dict(self._counts(1))

    def _counts(self, turn: int) -> Iterator[tuple[str, int]]:
        """Yield each word with its number of guesses, the first of which is number `turn`."""
        for pattern, branch in self.branches.items():
            if branch is not None:
                yield from branch._counts(turn + 1)
            elif pattern == all_correct(len(self.guess)):
                yield self.guess, turn

    @property
    def total(self) -> int:
        """Guesses of all words that the tree finds."""
        return sum(self.counts().values())

    @property
    def mean(self) -> float:
        """Guesses a word."""
        counts = self.counts()
        return sum(counts.values()) / len(counts) if counts else 0.0

    @property
    def worst(self) -> int:
        """The most guesses that a word takes."""
        return max(self.counts().values(), default=0)

    def text(self) -> str:
        """Return the tree as lines: a pattern, the guess that follows it, its own patterns below.

        >>> print(DecisionTree("ab", {8: None, 0: DecisionTree("cd", {8: None})}).text())
        AB
          00 CD
            22
          22
        """
        return "\n".join([self.guess.upper(), *self._lines("  ")])

    def _lines(self, indent: str) -> Iterator[str]:
        """Yield the lines below a guess."""
        for pattern, branch in sorted(self.branches.items()):
            marks = digits_of(pattern, len(self.guess))
            yield f"{indent}{marks} {branch.guess.upper()}" if branch else indent + marks
            if branch is not None:
                yield from branch._lines(indent + "  ")

    def dump(self) -> str:
        """Return the tree as JSON, which `load_tree` reads."""
        return json.dumps(self._plain(), separators=(",", ":"))

    def _plain(self) -> list[Any]:
        """Return the tree as lists and dictionaries."""
        length = len(self.guess)
        branches = {
            digits_of(pattern, length): branch and branch._plain()
            for pattern, branch in sorted(self.branches.items())
        }
        return [self.guess, self.is_proven, branches]


def load_tree(text: str) -> DecisionTree:
    """Return the tree that `DecisionTree.dump` wrote.

    Raises:
        TreeError: The text is something else.
    """
    try:
        return _read(json.loads(text))
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
        raise TreeError(str(error)) from error


def _read(plain: Any) -> DecisionTree:
    """Return the tree of lists and dictionaries."""
    guess, is_proven, branches = plain
    if not isinstance(guess, str) or not isinstance(is_proven, bool):
        raise TreeError("a guess or its proof is missing")
    if any(len(marks) != len(guess) for marks in branches):
        raise TreeError(f"marks do not fit {guess!r}")
    read = {
        pattern_from_digits(marks): None if branch is None else _read(branch)
        for marks, branch in branches.items()
    }
    return DecisionTree(guess, read, is_proven)
