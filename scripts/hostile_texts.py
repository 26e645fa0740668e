"""Measure whether regular expressions take linear time on hostile input.

    hostile_texts.py double [--size 1048576]    texts made from each pattern, doubled up to a size
    hostile_texts.py grow [--seconds 600] [--seed 1] [--write FOLDER]    chats that a fuzzer grows

For each pattern, `double` prints how much longer the worst text takes if its length is doubled, and
the time for the longest piece that is searched at once. `grow` changes chats at random, and keeps
those with the longest time per character, for each pattern and for reading a whole chat.
"""

import argparse
import functools
import importlib
import pkgutil
import random
import re
import re._constants as op  # type: ignore[import-not-found]
import re._parser as parser  # type: ignore[import-not-found]
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from datetime import date
from pathlib import Path
from typing import Any

import wordle_web
from wordle_web.engine.row_parser import parse_rows
from wordle_web.game.errors import LeagueError
from wordle_web.game.league.chats import BLOCK, MAX_MESSAGE, read_messages
from wordle_web.game.league.reading import OwnGames, Reader
from wordle_web.parsing import PATTERNS

PIECE = MAX_MESSAGE + 2 * BLOCK  # characters of a chat that are searched at once, at most
MAX_GROWTH = 2.3  # maximum growth of the time if the length is doubled
FIRST = 32 * 1024  # characters; shorter texts take too little time to measure
CHATS, CHAT_SIZE = 200, 2_000  # number of chats that `grow` keeps, and characters of each
SIGNS = " \n\t([<.,:;/#-&?=_aA1 9é\u2014🟩\u20e3"  # characters that the fuzzer inserts
REPEATS = {op.MAX_REPEAT, op.MIN_REPEAT, op.POSSESSIVE_REPEAT}
SEEDS = (
    "Ana\nWordle 1,000 3/6\n((((((....",
    "31.12.23, 21:41 - Ana: Wordle 925 4/6\n\n⬛🟨⬛⬛⬛\n🟩🟩🟩🟩🟩\n",
    "[31/12/2023, 21:41:05] Ana: Daily Quordle 707\n3️⃣5️⃣\n7️⃣8️⃣ (edited)\n",
    "Ana — Today at 9:41 PM\nForwarded from Bob\nWordle 1 234 X/6\n",
    "a" + "#" * 60 + "a 1 3/6\n",
    "a1.00" + " " * 60 + "x\n",
    "crane 01002, slimy .y..g 1-1-0 https://w.example/league?a=b&table=abc\n",
    "2023-12-31 crane; 31st de dezembro de 2023, slate; Jan. 3, 2024\n",
)


def use_all_patterns() -> None:
    """Import the whole package, so that all patterns are compiled."""
    for module in pkgutil.walk_packages(wordle_web.__path__, "wordle_web."):
        if not module.name.endswith("__main__"):
            importlib.import_module(module.name)
    for length in (4, 5, 11):
        parse_rows("x", length)


def sample(items: Any, most: int) -> str:
    """Return a text for the items of a parsed pattern, with each repeat up to `most` times."""
    return "".join(_sample(kind, value, most) for kind, value in items)


def _sample(kind: Any, value: Any, most: int) -> str:
    if kind in REPEATS:
        return sample(value[2], most) * min(int(value[1]), most)
    if kind is op.SUBPATTERN:
        return sample(value[3], most)
    if kind is op.ATOMIC_GROUP:
        return sample(value, most)
    if kind is op.BRANCH:
        return sample(max(value[1], key=lambda branch: len(sample(branch, most))), most)
    if kind in {op.LITERAL, op.NOT_LITERAL}:
        return chr(value if kind is op.LITERAL else value ^ 1)
    if kind in {op.ASSERT, op.ASSERT_NOT, op.AT, op.GROUPREF}:
        return ""
    signs = " a1.,:/-_#?!0é🟩\t(\n"
    item = re.compile(".", re.DOTALL) if kind is op.ANY else None
    return next((c for c in signs if item or _is_in(value, c)), "a")


def _is_in(value: Any, char: str) -> bool:
    """Whether a character set of a pattern contains a character."""
    names = {"DIGIT": r"\d", "SPACE": r"\s", "WORD": r"\w"}
    is_in = False
    for kind, part in value:
        if kind is op.LITERAL:
            is_in |= ord(char) == part
        elif kind is op.RANGE:
            is_in |= part[0] <= ord(char) <= part[1]
        elif kind is op.CATEGORY:
            name = str(part).removeprefix("CATEGORY_")
            is_match = re.match(names[name.removeprefix("NOT_")], char) is not None
            is_in |= is_match != name.startswith("NOT_")
    return is_in != (value[0][0] is op.NEGATE)


def units(pattern: re.Pattern[Any]) -> Iterator[str]:
    """Yield short texts to repeat: matches, and texts that almost match, cut off or changed."""
    tree = list(parser.parse(pattern.pattern, pattern.flags))
    for most in (3, 60, 400):
        whole = sample(tree, most)
        yield whole
        for eighth in range(1, 8):
            yield whole[: len(whole) * eighth // 8]
            yield whole[: len(whole) * eighth // 8] + "\n"
        yield f"{whole[:-1]}\x00"
        yield f"{whole[:-1]}\x00\n"
        for start in range(len(tree)):
            yield sample(tree[start:], most)[:-1] + "\x00"


def seconds_of(work: Callable[[], object], times: int = 3) -> float:
    """Return the minimum CPU time of some calls, in seconds."""
    least = float("inf")
    for _ in range(times):
        began = time.thread_time()
        work()
        least = min(least, time.thread_time() - began)
    return least


def searched(pattern: re.Pattern[Any], text: str) -> Callable[[], object]:
    """Return a function that finds all matches in a text."""
    data = text.encode("utf-8", "replace") if isinstance(pattern.pattern, bytes) else text
    return lambda: sum(1 for _ in pattern.finditer(data))


def double(size: int) -> bool:
    """Print the growth of the time for each pattern, and return whether all are linear."""
    is_linear = True
    print("growth  ms/piece  ns/char  pattern")
    for pattern in sorted(PATTERNS, key=lambda compiled: str(compiled.pattern)):
        worst, growth, slowest = 0.0, 0.0, ""
        for unit in filter(None, dict.fromkeys(units(pattern))):
            text = (unit * (FIRST // len(unit) + 1))[:FIRST]
            seconds = seconds_of(searched(pattern, text), 1)
            if seconds > worst:
                worst, slowest = seconds, unit
        before = 0.0
        for length in (FIRST << n for n in range((size // FIRST).bit_length())):
            text = (slowest * (length // len(slowest) + 1))[:length] if slowest else ""
            seconds = seconds_of(searched(pattern, text))
            growth = max(growth, seconds / before if before > 0.001 else 0)
            before = seconds
        is_linear &= growth <= MAX_GROWTH
        text = (slowest * (PIECE // len(slowest) + 1))[:PIECE] if slowest else ""
        piece = 1000 * seconds_of(searched(pattern, text))
        name = repr(pattern.pattern)[:80]
        print(f"{growth:6.2f}  {piece:8.2f}  {1e6 * piece / PIECE:7.0f}  {name}", flush=True)
    return is_linear


def read(text: str) -> None:
    """Read a chat as the page does, but without verifying the seals of results."""
    reader = Reader(OwnGames(), lambda *arguments: None, date(2025, 1, 1))
    with suppress(LeagueError):
        reader.read(read_messages(text))


def grow(
    work: Callable[[str], Callable[[], object]], seconds: float, rng: random.Random
) -> list[tuple[float, str]]:
    """Return the chats with the longest times per character, in ns, the slowest first."""
    end = time.monotonic() + seconds
    pool = [(0.0, (seed * CHAT_SIZE)[:CHAT_SIZE]) for seed in SEEDS]
    while time.monotonic() < end:
        _, text = rng.choice(pool)
        text = _changed(text, rng, pool)
        cost = 1e9 * seconds_of(work(text), 2) / len(text)
        if len(pool) < CHATS or cost > pool[-1][0]:
            pool = sorted({*pool, (cost, text)}, reverse=True)[:CHATS]
    return pool


def _changed(text: str, rng: random.Random, pool: list[tuple[float, str]]) -> str:
    for _ in range(rng.choice((1, 1, 2, 4))):
        start = rng.randrange(len(text))
        end = start + rng.choice((1, 1, 2, 5, 20, 100))
        match rng.randrange(5):
            case 0:  # repeat a piece
                text = text[:start] + text[start:end] * rng.choice((2, 3, 10, 50)) + text[end:]
            case 1:  # remove a piece
                text = text[:start] + text[end:]
            case 2:  # insert a character
                text = text[:start] + rng.choice(SIGNS) + text[start:]
            case 3:  # replace a piece by one of another chat
                other = rng.choice(pool)[1]
                place = rng.randrange(len(other))
                text = text[:start] + other[place : place + end - start] + text[end:]
            case _:  # repeat a piece until it fills the chat
                unit = text[start:end] or "a"
                text = unit * (CHAT_SIZE // len(unit) + 1)
        text = (text or "a" * CHAT_SIZE)[:CHAT_SIZE]
    return text + text[: CHAT_SIZE - len(text)]


def main() -> int:
    """Run the given command; return 1 if `double` finds a pattern that is not linear."""
    options = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    options.add_argument("command", choices=("double", "grow"))
    options.add_argument("--size", type=int, default=1 << 20, help="characters of the longest text")
    options.add_argument("--seconds", type=float, default=600, help="for each pattern")
    options.add_argument("--seed", type=int, default=1)
    options.add_argument(
        "--only", default="", help="only patterns that contain this text, or: reading"
    )
    options.add_argument("--write", type=Path, help="folder for the slowest chats")
    given = options.parse_args()
    use_all_patterns()
    if given.command == "double":
        return not double(given.size)
    works: dict[str, Callable[[str], Callable[[], object]]] = {
        str(pattern.pattern): functools.partial(searched, pattern) for pattern in PATTERNS
    }
    works["reading"] = lambda text: lambda: read(text * 10)
    slowest: list[tuple[float, str]] = []
    for name in sorted(works, key=lambda name: (name != "reading", name)):
        if given.only in name:
            rng = random.Random(given.seed)  # noqa: S311  # nothing secret
            pool = grow(works[name], given.seconds, rng)
            slowest += pool[: CHATS if name == "reading" else 3]
            print(f"{pool[0][0]:7.0f} ns a character  {name[:80]!r}", flush=True)
    if given.write:
        given.write.mkdir(parents=True, exist_ok=True)
        for number, (_, text) in enumerate(sorted(slowest, reverse=True)[:CHATS]):
            (given.write / f"{number:03}.txt").write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
