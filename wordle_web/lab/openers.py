"""How good each allowed word is as an opener, and the file that keeps it.

Every word is measured by a player who always says a possible word, the one that leaves the
fewest words on average; the best of them also by the project's search. Imports the engine's
lexicon only.
"""

import functools
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Final

from wordle_web.engine.lexicon import Lexicon
from wordle_web.lab.results import DATA_FOLDER, ResultsError

COLUMNS: Final = "word total worst late groups left best_total best_worst"
NONE: Final = "-"


@dataclass(frozen=True, slots=True)
class Opener:
    """A first guess, and how the games go that it opens.

    Attributes:
        word: The guess.
        total: Guesses of all games when every later guess is a possible word.
        worst: The most guesses of a game.
        late: Games that take more than six guesses.
        groups: How many different patterns can come back.
        left: Words expected to be left after it.
        best_total: Guesses of all games by the project's search; None where not searched.
        best_worst: The most guesses of a game by the search.
    """

    word: str
    total: int
    worst: int
    late: int
    groups: int
    left: float
    best_total: int | None = None
    best_worst: int | None = None

    def line(self) -> str:
        """Return the opener as its file writes it."""
        best = NONE if self.best_total is None else self.best_total
        worst = NONE if self.best_worst is None else self.best_worst
        facts = (self.word, self.total, self.worst, self.late, self.groups, f"{self.left:.2f}")
        return " ".join(map(str, (*facts, best, worst)))


@dataclass(frozen=True, slots=True)
class Openers:
    """All openers of a lexicon, the best first.

    Attributes:
        facts: What stands at the head of the file: command, lexicon, digest, answers.
        openers: By their guesses in all; equal ones by the words that they leave.
        places: The place of each word, from 0.
    """

    facts: Mapping[str, str]
    openers: tuple[Opener, ...]
    places: Mapping[str, int]

    @property
    def answers(self) -> int:
        """How many games each opener was measured on."""
        return int(self.facts["answers"])

    @property
    def searched(self) -> tuple[Opener, ...]:
        """The openers that the search was asked about, the best first."""
        found = [each for each in self.openers if each.best_total is not None]
        return tuple(sorted(found, key=lambda each: (each.best_total, each.best_worst, each.word)))


def openers_of(facts: Mapping[str, str], openers: Iterable[Opener]) -> Openers:
    """Return openers in order, the best first."""
    ranked = tuple(sorted(openers, key=lambda each: (each.total, each.left, each.word)))
    places = {each.word: place for place, each in enumerate(ranked)}
    return Openers(MappingProxyType(dict(facts)), ranked, MappingProxyType(places))


@functools.lru_cache(maxsize=4)
def openers_for(lexicon: Lexicon, folder: Path = DATA_FOLDER) -> Openers | None:
    """Return the openers of `lexicon`; None where they were never measured.

    Raises:
        ResultsError: the file is damaged.
    """
    path = folder / f"{lexicon.name}-openers.txt"
    if not path.exists():
        return None
    found = read_openers(path)
    return found if found.facts.get("digest") == lexicon.digest else None


def read_openers(path: Path) -> Openers:
    """Return the openers that a file holds.

    Raises:
        ResultsError: it is damaged.
    """
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
        head = [line[2:].partition(": ") for line in lines if line.startswith("# ")]
        facts = {name: value for name, _, value in head}
        int(facts["answers"])
        return openers_of(facts, (read_line(line) for line in lines if not line.startswith("#")))
    except (OSError, ValueError, KeyError) as error:
        raise ResultsError(path, f"cannot be read ({error})") from error


def read_line(line: str) -> Opener:
    """Return the opener of a line.

    >>> read_line("crane 8421 8 10 143 61.45 7990 5").best_worst
    5

    Raises:
        ValueError: it is none.
    """
    word, total, worst, late, groups, left, best, best_worst = line.split(" ")
    return Opener(
        word=word,
        total=int(total),
        worst=int(worst),
        late=int(late),
        groups=int(groups),
        left=float(left),
        best_total=None if best == NONE else int(best),
        best_worst=None if best_worst == NONE else int(best_worst),
    )


def write_openers(path: Path, found: Openers) -> None:
    """Write openers in place of the file's earlier content."""
    head = [f"# {name}: {value}" for name, value in found.facts.items()]
    lines = [*head, f"# columns: {COLUMNS}", *(each.line() for each in found.openers)]
    path.parent.mkdir(parents=True, exist_ok=True)
    unfinished = path.with_name(path.name + ".new")
    unfinished.write_text("\n".join(lines) + "\n", encoding="utf-8")
    unfinished.replace(path)
