"""The feedback matrix of a lexicon: mapped from a cache folder, or computed as it is needed.

The file holds what each likely answer would answer to each guess, the most promising guesses
first, so that "the best part of the guesses" is a slice. Whatever is not in the file, and
everything when there is none, is computed on demand: the matrix saves time and never changes
a result.
"""

import functools
import json
import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from mmap import MADV_DONTNEED
from pathlib import Path
from typing import IO, Final

import numpy as np

from wordle_web.engine.arrays import Flags, Indices, Patterns
from wordle_web.engine.candidates import LIKELY
from wordle_web.engine.feedback import all_correct, feedback_matrix, pattern_dtype
from wordle_web.engine.lexicon import Lexicon
from wordle_web.engine.search.bounds import sum_of_heaviest

MAX_CELLS: Final = 48_000_000  # of a file: guesses times answers
MAX_SELECTED: Final = 8_000_000  # bytes of patterns under a deadline
MAX_COMPUTED: Final = 2_500_000  # bytes of these that are computed on demand
MAX_BLOCK: Final = 64_000_000  # bytes of patterns at a time where there are very many
MIN_GUESSES: Final = 256
RANKING_SAMPLE: Final = 64  # likely answers that tell promising guesses from others
RELEASE_BYTES: Final = 1 << 20  # after reading more at once the pages of the file are released
MAX_FILES: Final = 12
MAGIC: Final = b"wordle-web feedback matrix 1\n"
PAGE: Final = 4096


@dataclass(frozen=True, slots=True, eq=False)
class GuessSelection:
    """Which guesses are considered against some candidates.

    Attributes:
        ranked: Indices of the guesses, the most promising first, intp.
        added: Indices of the candidates that are not among these, intp.
        own: The column of each candidate in `guesses`, intp.
        is_complete: Whether every guess that is allowed is among them.
    """

    ranked: Indices
    added: Indices
    own: Indices
    is_complete: bool

    @property
    def guesses(self) -> Indices:
        """All guesses, in the order of their columns."""
        return np.concatenate([self.ranked, self.added])


@dataclass(frozen=True, slots=True, eq=False)
class Matrix:
    """The patterns of a lexicon.

    Attributes:
        lexicon: The words.
        columns: Guesses, the most promising first; indices in the lexicon, intp.
        column_of: The column of each word of the lexicon, -1 where it has none, intp, (words,).
        row_of: The row of each word of the lexicon, -1 where it has none, intp, (words,).
        patterns: What each likely answer would answer, (likely answers, guesses); without rows
            where nothing is kept.
    """

    lexicon: Lexicon
    columns: Indices
    column_of: Indices
    row_of: Indices
    patterns: Patterns

    def gather(
        self, candidates: Indices, allowed: Flags | None = None, *, hurried: bool = True
    ) -> tuple[Patterns, GuessSelection]:
        """Return the patterns of candidates, (candidates, guesses), and which guesses these are.

        Args:
            candidates: Indices in the lexicon, intp.
            allowed: Which words may be guessed, bool, (words,); default all.
            hurried: Whether to leave out the least promising guesses when there is much to do.
        """
        selection = self.select(candidates, allowed, hurried=hurried)
        patterns = self._patterns(candidates, selection.ranked)
        if len(selection.added):
            patterns = np.hstack([patterns, self._computed(candidates, selection.added)])
        return patterns, selection

    def select(
        self, candidates: Indices, allowed: Flags | None = None, *, hurried: bool = True
    ) -> GuessSelection:
        """Return which guesses `gather` takes."""
        ranked = self._guesses(candidates, allowed, hurried=hurried)
        column_of = np.full(len(self.lexicon), -1, dtype=np.intp)
        column_of[ranked] = np.arange(len(ranked))
        # Every candidate has to be among the guesses: the last one left is guessed.
        added = candidates[column_of[candidates] < 0]
        column_of[added] = len(ranked) + np.arange(len(added))
        total = len(self.lexicon) if allowed is None else int(np.count_nonzero(allowed))
        is_complete = len(ranked) + len(added) >= total
        return GuessSelection(ranked, added, column_of[candidates], is_complete)

    def blocks(
        self, candidates: Indices, selection: GuessSelection, max_bytes: int = MAX_BLOCK
    ) -> Iterator[Patterns]:
        """Yield what `gather` gathers, some guesses at a time.

        Args:
            candidates: Indices in the lexicon, intp.
            selection: The guesses.
            max_bytes: Of a block, unless a single guess has more.
        """
        step = max(1, max_bytes // (len(candidates) * self.patterns.dtype.itemsize))
        for start in range(0, len(selection.ranked), step):
            yield self._patterns(candidates, selection.ranked[start : start + step])
        for start in range(0, len(selection.added), step):
            yield self._computed(candidates, selection.added[start : start + step])

    def _guesses(self, candidates: Indices, allowed: Flags | None, *, hurried: bool) -> Indices:
        width = self.patterns.dtype.itemsize**2  # wider patterns also take longer to count
        max_selected, max_computed = MAX_SELECTED // width, MAX_COMPUTED // width
        columns = self.columns if allowed is None else self.columns[allowed[self.columns]]
        everything = len(self.lexicon) if allowed is None else np.count_nonzero(allowed)
        # The file has room for the promising guesses of long words only. Where few candidates are
        # left the others are computed as well.
        if everything > len(columns) and everything * len(candidates) <= max_computed:
            others = np.ones(len(self.lexicon), dtype=bool) if allowed is None else allowed.copy()
            others[columns] = False
            return np.concatenate([columns, np.flatnonzero(others)])
        if not hurried:
            return columns
        missing = max(1, int(np.count_nonzero(self.row_of[candidates] < 0)))
        count = min(max_selected // len(candidates), max_computed // missing)
        return columns[: max(MIN_GUESSES, count)]

    def _patterns(self, candidates: Indices, guesses: Indices) -> Patterns:
        rows, columns = self.row_of[candidates], self.column_of[guesses]
        if not len(self.patterns) or columns.min(initial=0) < 0:
            return self._computed(candidates, guesses)
        patterns = np.empty((len(candidates), len(guesses)), dtype=self.patterns.dtype)
        is_stored = rows >= 0
        patterns[is_stored] = self._read(rows[is_stored], columns)
        if not is_stored.all():
            patterns[~is_stored] = self._computed(candidates[~is_stored], guesses)
        return patterns

    def _read(self, rows: Indices, columns: Indices) -> Patterns:
        start = int(columns[0]) if len(columns) else 0
        if np.array_equal(columns, np.arange(start, start + len(columns))):
            found = self.patterns[rows, start : start + len(columns)]
        else:
            found = self.patterns[rows][:, columns]
        # A worker reads all of a file of 96 MB in time; its memory would grow by as much.
        if isinstance(self.patterns, np.memmap) and found.nbytes > RELEASE_BYTES:
            self.patterns._mmap.madvise(MADV_DONTNEED)  # type: ignore[attr-defined]  # NumPy's own
        return found

    def _computed(self, candidates: Indices, guesses: Indices) -> Patterns:
        codes = self.lexicon.codes
        return np.ascontiguousarray(feedback_matrix(codes[guesses], codes[candidates]).T)


@functools.lru_cache(maxsize=16)
def open_matrix(lexicon: Lexicon, folder: Path | None = None) -> Matrix:
    """Return the matrix of a lexicon, mapped from `folder`, where it is built when missing.

    A folder that cannot be written, or no folder, gives a matrix that computes everything.
    """
    if folder is not None:
        path = matrix_path(lexicon, folder)
        with suppress(OSError, ValueError):
            return _map(lexicon, path)
        with suppress(OSError, ValueError):
            _write(path, _build(lexicon))
            return _map(lexicon, path)
    columns = _ranked_guesses(lexicon, _likely_answers(lexicon))
    return _matrix(lexicon, columns, np.empty((0, len(columns)), pattern_dtype(lexicon.length)))


def available_matrix(lexicon: Lexicon, folder: Path | None) -> Matrix:
    """Return the matrix that `folder` has, else one that computes everything: nobody waits."""
    exists = folder is not None and matrix_path(lexicon, folder).is_file()
    return open_matrix(lexicon, folder if exists else None)


def matrix_path(lexicon: Lexicon, folder: Path) -> Path:
    """Return where a folder keeps the matrix of a lexicon."""
    return folder / f"{lexicon.name}-{lexicon.digest[:16]}.matrix"


@functools.lru_cache(maxsize=2)
def matrix_in_memory(lexicon: Lexicon) -> Matrix:
    """Return the matrix of a lexicon, computed whole and held by this process."""
    return _build(lexicon)


def _likely_answers(lexicon: Lexicon) -> Indices:
    likely = np.flatnonzero(lexicon.prior >= LIKELY)
    return likely if len(likely) else np.arange(len(lexicon))


def _ranked_guesses(lexicon: Lexicon, likely: Indices) -> Indices:
    # What parts a sample into most cells is promising; all answers would take seconds.
    sample = likely[
        np.linspace(0, len(likely) - 1, min(RANKING_SAMPLE, len(likely)), dtype=np.intp)
    ]
    patterns = feedback_matrix(lexicon.codes, lexicon.codes[sample]).T
    size = all_correct(lexicon.length) + 1
    cells = sum_of_heaviest(np.ascontiguousarray(patterns), np.ones(len(sample)), size)
    return np.argsort(-cells, kind="stable")


def _build(lexicon: Lexicon) -> Matrix:
    likely = _likely_answers(lexicon)
    columns = _ranked_guesses(lexicon, likely)[: max(MIN_GUESSES, MAX_CELLS // len(likely))]
    patterns = feedback_matrix(lexicon.codes[columns], lexicon.codes[likely]).T
    return _matrix(lexicon, columns, np.ascontiguousarray(patterns))


def _matrix(lexicon: Lexicon, columns: Indices, patterns: Patterns) -> Matrix:
    column_of = np.full(len(lexicon), -1, dtype=np.intp)
    column_of[columns] = np.arange(len(columns))
    row_of = np.full(len(lexicon), -1, dtype=np.intp)
    if len(patterns):
        row_of[_likely_answers(lexicon)] = np.arange(len(patterns))
    return Matrix(lexicon, columns, column_of, row_of, patterns)


def _map(lexicon: Lexicon, path: Path) -> Matrix:
    """Return the matrix that a file holds.

    Raises:
        OSError: There is none, or it cannot be mapped.
        ValueError: It is another file, or was not finished.
    """
    with path.open("rb") as file:
        head = file.read(PAGE)
    if not head.startswith(MAGIC):
        raise ValueError(path)
    facts = json.loads(head[len(MAGIC) :].rstrip(b"\0"))
    shape = int(facts["answers"]), int(facts["guesses"])
    dtype = pattern_dtype(lexicon.length)
    start = PAGE + shape[1] * 4
    whole = start + shape[0] * shape[1] * dtype.itemsize
    if facts["digest"] != lexicon.digest or path.stat().st_size != whole:
        raise ValueError(path)
    columns = np.fromfile(path, dtype="<i4", count=shape[1], offset=PAGE).astype(np.intp)
    return _matrix(lexicon, columns, np.memmap(path, dtype, "r", start, shape))


def _write(path: Path, matrix: Matrix) -> None:
    """Write a matrix in one step, and tidy old ones away."""
    answers, guesses = matrix.patterns.shape
    facts = {"digest": matrix.lexicon.digest, "answers": answers, "guesses": guesses}
    with replacing(path) as file:
        file.write((MAGIC + json.dumps(facts).encode()).ljust(PAGE, b"\0"))
        file.write(matrix.columns.astype("<i4").tobytes())
        file.write(matrix.patterns.data)
    files = sorted(path.parent.glob("*.matrix"), key=lambda each: each.stat().st_mtime)
    for old in files[:-MAX_FILES]:
        old.unlink(missing_ok=True)


@contextmanager
def replacing(path: Path) -> Iterator[IO[bytes]]:
    """Open a new file that takes the place of `path` when it is complete, and not before."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(prefix=".", suffix=".tmp", dir=path.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            yield file
        Path(name).replace(path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
