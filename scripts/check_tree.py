"""Check the decision tree of a strategy, using only the rules of the game.

    python scripts/check_tree.py TREE --answers FILE [--guesses FILE] [--hard [ultra]] [--within N]

TREE is the output of `wordle-web lab --tree TREE`. It has a line for each answer, with guesses and
their colors: `salet 00100 crony 00020` (0 gray, 1 yellow, 2 green). Or it is a JSON value with a
guess and the next trees by colors: `{"guess": "salet", "next": {"22222": null, "00000": {…}}}`. The
files have one word per line; every answer is also an allowed guess.

The script checks that every guess depends only on earlier colors, is allowed, uses all hints in
hard mode, and has the right colors, and that the tree ends with every answer once. It prints the
number of answers, the total, mean and maximum of their guesses, and a hash of the sorted lines. If
there are faults, it prints the first ten and exits with 1. It does not import the program that it
checks.
"""

import argparse
import hashlib
import json
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

GRAY, YELLOW, GREEN = "012"
MOST_FAULTS = 10
Rows = tuple[tuple[str, str], ...]  # guesses and their colors, in order


def colors(guess: str, answer: str) -> str:
    """Return the colors of a guess: a letter is colored at most as often as the answer has it.

    >>> colors("geese", "eagle")
    '11002'
    """
    tiles = [GREEN if a == b else GRAY for a, b in zip(guess, answer, strict=True)]
    free = Counter(b for a, b in zip(guess, answer, strict=True) if a != b)
    for place, letter in enumerate(guess):
        if tiles[place] == GRAY and free[letter]:
            free[letter] -= 1
            tiles[place] = YELLOW
    return "".join(tiles)


def unused_hint(guess: str, earlier: Rows) -> str | None:
    """Return a hint of earlier rows that a guess in hard mode does not use, or None.

    >>> unused_hint("those", (("crane", "00002"),))
    >>> unused_hint("toxic", (("crane", "00002"),))
    'E in place 5'
    >>> unused_hint("crepe", (("eerie", "11000"),)), unused_hint("crane", (("eerie", "11000"),))
    (None, '2 of E')
    """
    for row, marks in earlier:
        for place, letter in enumerate(row):
            if marks[place] == GREEN and guess[place] != letter:
                return f"{letter.upper()} in place {place + 1}"
        seen = Counter(letter for letter, mark in zip(row, marks, strict=True) if mark != GRAY)
        for letter, count in seen.items():
            if guess.count(letter) < count:
                return f"{count} of {letter.upper()}"
    return None


def ignored_row(guess: str, earlier: Rows) -> str | None:
    """Return the first row whose feedback is inconsistent with a guess, or None.

    >>> ignored_row("crepe", (("eerie", "01001"),)), ignored_row("abide", (("crane", "00102"),))
    ('the colors of eerie', None)
    """
    return next(
        (f"the colors of {row}" for row, marks in earlier if colors(row, guess) != marks), None
    )


def paths(text: str) -> Iterator[Rows]:
    """Yield the rows of each game of a tree, in either format."""
    if not text.lstrip().startswith("{"):
        for line in filter(str.strip, text.splitlines()):
            parts = line.split()
            yield tuple(zip(parts[::2], parts[1::2], strict=True))
        return
    waiting: list[tuple[Rows, dict[str, Any]]] = [((), json.loads(text))]
    while waiting:
        before, node = waiting.pop()
        for marks, after in node["next"].items():
            rows = (*before, (node["guess"], marks))
            if after:
                waiting.append((rows, after))
            else:
                yield rows


RULES = {"on": unused_hint, "ultra": ignored_row}


def faults(games: list[Rows], answers: set[str], allowed: set[str], hard: str) -> Iterator[str]:
    """Yield the faults in the games of a tree, one sentence each."""
    guesses: dict[Rows, str] = {}
    ends = Counter(rows[-1][0] for rows in games)
    for rows in games:
        answer = rows[-1][0]
        if answer not in answers:
            yield f"{answer} is no answer, or its game does not end."
            continue
        for turn, (guess, marks) in enumerate(rows):
            name, before = f"{answer}, guess {turn + 1}, {guess}", rows[:turn]
            if guesses.setdefault(before, guess) != guess:
                yield f"{name}: elsewhere {guesses[before]} follows from the same rows."
            if guess not in allowed:
                yield f"{name}: not in the word list."
            elif marks != colors(guess, answer):
                yield f"{name}: its colors are {colors(guess, answer)}, not {marks}."
            if hard and (hint := RULES[hard](guess, before)):
                yield f"{name}: does not use {hint}."
    yield from (
        f"{answer}: {ends[answer]} games end with it."
        for answer in sorted(answers)
        if ends[answer] != 1
    )


def main() -> int:
    """Check the tree given on the command line; return 1 if it has faults."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("tree", type=Path)
    parser.add_argument("--answers", type=Path, required=True)
    parser.add_argument("--guesses", type=Path)
    parser.add_argument(
        "--hard",
        nargs="?",
        const="on",
        default="",
        choices=RULES,
        help="check hard mode, or ultra-hard mode",
    )
    parser.add_argument("--within", type=int, help="limit of guesses for every answer")
    options = parser.parse_args()
    answers = set(options.answers.read_text(encoding="utf-8").split())
    allowed = answers | set(
        (options.guesses or options.answers).read_text(encoding="utf-8").split()
    )
    try:
        games = sorted(paths(options.tree.read_text(encoding="utf-8")))
        problems = list(faults(games, answers, allowed, options.hard))
    except (LookupError, ValueError, TypeError, AttributeError) as error:
        print(f"{options.tree} is no tree: {error}.")
        return 1
    counts = Counter(map(len, games))
    worst, total = max(counts, default=0), sum(size * count for size, count in counts.items())
    if options.within and worst > options.within:
        late = sum(count for size, count in counts.items() if size > options.within)
        problems.append(f"{late} answers take more than {options.within} guesses.")
    for fault in problems[:MOST_FAULTS]:
        print(fault)
    if problems:
        print(f"{len(problems)} faults.")
        return 1
    lines = "\n".join(" ".join(" ".join(row) for row in rows) for rows in games)
    print(
        f"{len(games):,} answers, {total:,} guesses, {total / len(games):.4f} each, {worst} at most"
    )
    print("  ".join(f"{size}: {counts[size]:,}" for size in sorted(counts)))
    print(f"sha256 {hashlib.sha256(lines.encode()).hexdigest()}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
