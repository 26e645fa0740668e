"""Evaluate the reader on a folder of pictures: `python scripts/read_report.py FOLDER`.

truth.json in the folder has an entry for each picture. It has `rows` (words with their marks as
digits; null if the picture shows no board) and the `typed` letters, or `boards` with these fields.
It may also have `hard`, the reason why the picture is hard to read, and `palette` and `tile`, by
which the report is split.
"""

import argparse
import json
import statistics
import time
import tracemalloc
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from wordle_web.engine.lexicon import lexicon_names, load_lexicon
from wordle_web.reading.reader import BoardReading
from wordle_web.reading.screenshots import read_screenshot

Truth = list[tuple[list[list[str]], str]]


@dataclass
class Tally:
    """Counts for pictures with boards."""

    pictures: int = 0
    right_count: int = 0  # pictures for which the number of boards is right
    whole: int = 0  # pictures without any error
    tiles: int = 0  # tiles of rows that were read
    letters: int = 0  # tiles with the right letter
    marks: int = 0  # tiles with the right mark
    doubtful: int = 0  # tiles that the reader flags as uncertain
    silent: int = 0  # tiles with an error that the reader does not flag
    failed: list[str] = field(default_factory=list)  # names of pictures with errors

    def add(self, name: str, truth: Truth, boards: tuple[BoardReading, ...]) -> None:
        """Count one picture."""
        self.pictures += 1
        self.right_count += len(boards) == len(truth)
        read = [([list(row) for row in board.rows], board.typed) for board in boards]
        is_whole = read == [([list(row) for row in rows], typed) for rows, typed in truth]
        self.whole += is_whole
        if not is_whole:
            self.failed.append(name)
        for (rows, _), board in zip(truth, boards, strict=False):
            self._add_board(rows, board)

    def _add_board(self, rows: list[list[str]], board: BoardReading) -> None:
        doubtful = set(board.doubtful)
        for row, ((word, marks), (letters, digits)) in enumerate(
            zip(rows, board.rows, strict=False)
        ):
            for column, (pair, other) in enumerate(
                zip(zip(word, marks, strict=True), zip(letters, digits, strict=True), strict=False)
            ):
                self.tiles += 1
                self.letters += pair[0] == other[0]
                self.marks += pair[1] == other[1]
                self.doubtful += (row, column) in doubtful
                self.silent += pair != other and (row, column) not in doubtful

    def line(self) -> str:
        """Return the counts as text."""
        return (
            f"boards found {self.right_count}/{self.pictures}, whole {self.whole}/{self.pictures}, "
            f"letters {self.letters}/{self.tiles}, marks {self.marks}/{self.tiles}, "
            f"doubtful tiles {self.doubtful}, silent errors {self.silent}"
        )


def truth_of(entry: dict[str, Any]) -> Truth | None:
    """Return the correct boards of a picture; None if it shows no valid board."""
    if "boards" in entry:
        return [(board["rows"], board["typed"]) for board in entry["boards"]]
    if not entry["rows"] and not entry.get("typed"):
        return None
    return [(entry["rows"], entry.get("typed", ""))]


def groups(entry: dict[str, Any]) -> Iterable[str]:
    """Yield the groups under which a picture is counted."""
    yield "hard" if "hard" in entry else "standard"
    if "palette" in entry:
        yield f"palette {entry['palette']}"
    if "tile" in entry:
        size = next(limit for limit in (30, 50, 80, 1000) if entry["tile"] < limit)
        yield f"tiles below {size} px"


def main() -> None:
    """Read every picture and print the report."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--memory", action="store_true", help="trace memory, which is slow")
    options = parser.parse_args()
    truth = json.loads((options.folder / "truth.json").read_text(encoding="utf-8"))
    lexicons = [load_lexicon(name) for name in lexicon_names()]
    tallies: dict[str, Tally] = defaultdict(Tally)
    refused, others, accepted, seconds, peak = 0, 0, [], [], 0
    for name, entry in sorted(truth.items()):
        data = (options.folder / name).read_bytes()
        if options.memory:
            tracemalloc.start()
        start = time.process_time()
        boards = read_screenshot(data, lexicons)
        seconds.append(time.process_time() - start)
        if options.memory:
            peak = max(peak, tracemalloc.get_traced_memory()[1])
            tracemalloc.stop()
        wanted = truth_of(entry)
        if wanted is None:
            others += 1
            refused += not boards
            accepted += [name] if boards else []
            continue
        for group in groups(entry):
            tallies[group].add(name, wanted, boards)
    for group, tally in sorted(tallies.items()):
        print(f"{group}: {tally.line()}")
        if group in ("standard", "hard") and tally.failed:
            print(f"  not whole: {' '.join(tally.failed)}")
    print(f"others refused {refused}/{others}{': not ' + ' '.join(accepted) if accepted else ''}")
    ordered = sorted(seconds)
    print(
        f"CPU time: median {1000 * statistics.median(ordered):.0f} ms, "
        f"95 % below {1000 * ordered[int(0.95 * (len(ordered) - 1))]:.0f} ms"
    )
    if peak:
        print(f"memory of arrays: {peak / 1e6:.0f} MB at the peak")


if __name__ == "__main__":
    main()
