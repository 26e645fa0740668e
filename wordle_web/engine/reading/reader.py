"""From the pixels of a screenshot to its boards.

Lattices that are filled like boards (`shapes.py`) become words and marks, which must look like a
game together; what is not sure is said of each tile.
"""

import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from wordle_web.engine.arrays import Flags
from wordle_web.engine.feedback import ABSENT, CORRECT, digits_of, feedback
from wordle_web.engine.lexicon import Lexicon
from wordle_web.engine.reading.decoding import (
    REPAIRED_CHANCE,
    UNKNOWN,
    Word,
    is_keyboard,
    letter_logs,
    read_word,
)
from wordle_web.engine.reading.glyphs import LETTERS
from wordle_web.engine.reading.lattice import Lattice, distinct, tile_boxes
from wordle_web.engine.reading.marks import (
    CLEAR_CHROMA,
    SAME_COLOR,
    SURE_MARGIN,
    Marked,
    contradictions,
    distance,
    lab,
    mark_tiles,
)
from wordle_web.engine.reading.regions import Boxes, Pixels, flat_regions
from wordle_web.engine.reading.shapes import (
    CLEAN,
    Shape,
    board_shapes,
    covered_rows,
    empty_color,
    is_whole,
)

# How much neighbors inside a tile may differ: first as on a screen, then as in a bad JPEG.
TOLERANCES = (8, 20, 4)
MIN_TILE_AREA = 60
DEADLINE_SECONDS: Final = 5.0
MAX_GRAY_CHROMA = 20.0  # of a bluish gray
MAX_ROW_PITCH = 1.35  # of rows of one board, in columns
NOISE = 1.5  # of a tile's color, in units of CIELAB


class DeadlineError(ValueError):
    """Reading a picture takes too long."""

    def __init__(self) -> None:
        """Say so."""
        super().__init__("This picture takes too long to read. Crop it to the board")


@dataclass(frozen=True, slots=True)
class BoardReading:
    """One board of a screenshot.

    Attributes:
        length: Letters of a word.
        rows: Played rows, each a word and its marks as digits; `?` for an unread letter.
        typed: Letters of the row being typed.
        doubtful: Tiles that are not sure, as row and column from 0; the typed row comes last.
        box: Left, top, right and bottom of the board in the picture, as shares from 0 to 1.
    """

    length: int
    rows: tuple[tuple[str, str], ...]
    typed: str
    doubtful: tuple[tuple[int, int], ...]
    box: tuple[float, float, float, float]


def read_boards(
    pixels: Pixels, lexicons: Sequence[Lexicon], stopwatch: Callable[[], float] = time.monotonic
) -> tuple[BoardReading, ...]:
    """Return the boards of a picture, the upper left one first; none if it shows none.

    Args:
        pixels: The picture, uint8, (height, width, 3).
        lexicons: Word lists of any length and language.
        stopwatch: Seconds of any clock that only goes forward.

    Raises:
        DeadlineError: it takes more than five seconds.
    """
    end = stopwatch() + DEADLINE_SECONDS

    def check_time() -> None:
        if stopwatch() > end:
            raise DeadlineError

    boxes = np.zeros((0, 4), dtype=np.int32)
    best: tuple[BoardReading, ...] = ()
    most = 0
    for tolerance in TOLERANCES:
        try:
            check_time()
            regions = flat_regions(pixels, tolerance, MIN_TILE_AREA)
            if regions is None:
                continue
            boxes = distinct(np.concatenate([boxes, tile_boxes(regions)]))
            shapes = board_shapes(pixels, boxes, check_time)
        except DeadlineError:
            if best:
                break
            raise
        boards = _read(shapes, lexicons, pixels, regions.boxes)
        letters = sum(len(board.rows) * board.length + len(board.typed) for board in boards)
        if letters > most:
            best, most = boards, letters
        if boards and all(is_whole(shape) for shape in shapes):
            break
    return best


def _read(
    shapes: Sequence[Shape], lexicons: Sequence[Lexicon], pixels: Pixels, regions: Boxes
) -> tuple[BoardReading, ...]:
    """Return the readings of boards of one length; none if these are no words."""
    if not shapes:
        return ()
    length = shapes[0].cells.lattice.columns
    known = [lexicon for lexicon in lexicons if lexicon.length == length]
    shapes = [_without_draft(shape) for shape in shapes]
    words = _words_in_likeliest_language(shapes, known)
    pairs = [(shape, rows) for shape, rows in zip(shapes, words, strict=True) if _is_text(rows)]
    if not pairs:
        return ()
    marked = _marked(pairs)
    if not _is_game(pairs, marked):
        return ()
    covered = [covered_rows(pixels, shape, regions) for shape, _ in pairs]
    if any(any(each) for each in covered):
        pairs = [_with_unread(*pair, *each) for pair, each in zip(pairs, covered, strict=True)]
        marked = _marked(pairs)
    return tuple(_readings(pairs, marked, pixels.shape))


def _with_unread(
    shape: Shape, words: Sequence[Word], above: int, below: int
) -> tuple[Shape, list[Word]]:
    """Return a board with unread rows above and below its played ones.

    What seemed typed where a row was played is a bit of a tile.
    """
    cells, typed = shape.cells, 0 if below else shape.typed
    count = shape.played + bool(typed)
    lattice, columns = cells.lattice, cells.lattice.columns
    blank = Word(UNKNOWN * columns, (0.0,) * columns, frozenset(range(columns)), is_known=False)

    def padded(tiles: NDArray[Any]) -> NDArray[Any]:
        sides = [(above, below), *[(0, 0)] * (tiles.ndim - 1)]
        return np.pad(tiles[:count], sides)

    taller = replace(
        lattice,
        top=lattice.top - above * lattice.pitch_y,
        rows=above + count + below,
        found=frozenset((row + above, column) for row, column in lattice.found if row < count),
    )
    unread = replace(
        cells,
        lattice=taller,
        colors=padded(cells.colors),
        clean=padded(cells.clean),
        has_ink=padded(cells.has_ink),
        logs=padded(cells.logs),
    )
    read = [blank] * above + [*words[:count]] + [blank] * below
    return Shape(unread, taller.rows - bool(typed), typed), read


def _without_draft(shape: Shape) -> Shape:
    """Return a shape whose last full row is typed only, if its tiles look like empty ones.

    Where tiles of absent letters look like empty ones too, it counts as played, and as unsure.
    """
    cells, last = shape.cells, shape.played - 1
    if shape.typed or last < 0 or (last == 0 and cells.lattice.rows == 1):
        return shape
    empty = empty_color(shape)
    colors = cells.colors[: shape.played]
    apart = np.array([[distance(color, empty) for color in row] for row in colors])
    nearest = apart[:-1].min(initial=np.inf)
    is_empty = apart[-1].max() < SAME_COLOR / 2 and nearest > 2 * apart[-1].max() + NOISE
    if not is_empty and not _is_another_gray(colors):
        return replace(shape, is_unsure=bool(apart[-1].max() < SAME_COLOR / 2))
    # Without another row to compare with, absent letters may look nearly like empty tiles.
    is_unsure = not last and apart[-1].max() > NOISE
    return Shape(cells, last, cells.lattice.columns, is_unsure)


def _is_another_gray(colors: NDArray[np.uint8]) -> bool:
    """Whether the last row has one gray, and those above have colors and another gray only.

    Absent letters have one look on a board. A row without any color that looks unlike them is not
    played, also where no empty row is left to compare it with.
    """
    values = lab(colors.reshape(-1, 3))
    last, above = values[-colors.shape[1] :], values[: -colors.shape[1]]
    middle = np.median(last, axis=0)
    chromas = np.hypot(above[:, 1], above[:, 2])
    if not len(above) or chromas.max() < CLEAR_CHROMA or chromas.min() > MAX_GRAY_CHROMA:
        return False
    return bool(
        np.hypot(middle[1], middle[2]) < MAX_GRAY_CHROMA
        and np.linalg.norm(last - middle, axis=1).max() < SAME_COLOR / 3
        and np.linalg.norm(above - middle, axis=1).min() > SAME_COLOR / 2
    )


def _words_in_likeliest_language(
    shapes: Sequence[Shape], lexicons: Sequence[Lexicon]
) -> list[list[Word]]:
    """Return the words of each shape, in the language that knows most of them.

    Each language has its own letters: what is an N in one may be an Ñ in another.
    """
    languages = list(dict.fromkeys(lexicon.language for lexicon in lexicons))
    best: list[list[Word]] = []
    most = -1
    for language in languages or [""]:
        mine = [lexicon for lexicon in lexicons if lexicon.language == language]
        alphabet = "".join(lexicon.alphabet for lexicon in mine)
        words = [_words(shape, mine, alphabet) for shape in shapes]
        known = sum(word.is_known for row in words for word in row)
        if known > most:
            best, most = words, known
    return best


def _words(shape: Shape, lexicons: Sequence[Lexicon], alphabet: str) -> list[Word]:
    """Return the words of the played rows, then of the typed one."""
    cells, columns = shape.cells, shape.cells.lattice.columns
    count = shape.played + bool(shape.typed)
    flags = cells.letters[:count]
    if count > shape.played:
        flags = flags.copy()
        flags[shape.played, shape.typed :] = False
    logs = np.zeros((count, columns, len(LETTERS)))
    if flags.any():
        logs[flags] = letter_logs(cells.logs[:count][flags], alphabet)
    words = [read_word(row, lexicons) for row in logs[: shape.played]]
    if shape.typed:
        words.append(read_word(logs[shape.played, : shape.typed], ()))
    return words


def _is_text(words: Sequence[Word]) -> bool:
    """Whether rows are words, or at least letters that no keyboard has in this order."""
    if any(is_keyboard(word.letters) and not word.is_known for word in words):
        return False
    chances = [chance for word in words for chance in word.chances]
    return float(np.mean(chances)) > 0.6


def _marked(pairs: Sequence[tuple[Shape, list[Word]]]) -> Marked:
    """Return the marks of the played tiles of all boards together."""
    colors, clean, rows, tile = [], [], [], 0
    for shape, words in pairs:
        for word, row in zip(words, shape.cells.colors[: shape.played], strict=False):
            rows.append([(letter, tile + column) for column, letter in enumerate(word.letters)])
            colors.append(row)
            tile += len(row)
        clean.append(shape.cells.clean[: shape.played].ravel() > CLEAN)
        rows.append([])
    if not colors:
        return Marked(np.zeros(0, dtype=np.int64), np.zeros(0), 0)
    tiles = _uncovered(np.concatenate(colors), np.concatenate(clean))
    return mark_tiles(tiles, rows, empty_color(pairs[0][0]))


def _uncovered(colors: NDArray[np.uint8], clean: Flags) -> NDArray[np.uint8]:
    """Return colors where a tile that something covers has that of the tile most like it.

    What covers it is no color of the game, by which the others could be told.
    """
    if not clean.any():
        return colors
    apart = np.abs(colors[:, None].astype(int) - colors[None, clean]).sum(axis=2)
    return np.where(clean[:, None], colors, colors[clean][apart.argmin(axis=1)])


def _is_game(pairs: Sequence[tuple[Shape, list[Word]]], marked: Marked) -> bool:
    """Whether words, colors and marks together look like a game, not like other letters."""
    words = [word for shape, rows in pairs for word in rows[: shape.played]]
    if not words:
        return all(min(word.chances) > 0.8 for _, rows in pairs for word in rows)
    known = sum(word.is_known for word in words)
    whole = [word for word in words if not word.is_known and UNKNOWN not in word.letters]
    if known >= 0.5 * len(words):
        return True
    # Without any empty row, it takes words to tell a game from other letters in colored squares.
    is_full = all(shape.played == shape.cells.lattice.rows for shape, _ in pairs)
    repaired = sum(min(word.chances) <= REPAIRED_CHANCE for word in whole)
    if is_full and known + repaired < len(words) / 3:
        return False
    has_colors = len(set(marked.marks.tolist())) > 1
    sure = float(np.mean([chance for word in words for chance in word.chances])) > 0.85
    return bool(whole) and has_colors and sure and marked.contradictions <= len(words) // 3


def _readings(
    pairs: Sequence[tuple[Shape, list[Word]]], marked: Marked, size: tuple[int, ...]
) -> Iterable[BoardReading]:
    """Yield the reading of each board."""
    start = 0
    drafts = _drafts(pairs)
    for (shape, words), typed in zip(pairs, drafts, strict=True):
        lattice = shape.cells.lattice
        count = shape.played * lattice.columns
        part = slice(start, start + count)
        marks = marked.marks[part].reshape(-1, lattice.columns).copy()
        margins = marked.margins[part].reshape(-1, lattice.columns)
        start += count
        doubtful = {(row, column) for row, word in enumerate(words) for column in word.doubtful}
        doubtful |= {
            (int(row), int(column))
            for row, column in np.argwhere(
                (margins < SURE_MARGIN) | (shape.cells.clean[: shape.played] < CLEAN)
            )
        }
        doubtful |= _checked(words[: shape.played], marks)
        if _is_example(shape, words[: shape.played], marks, has_colors=bool(marked.marks.any())):
            doubtful |= set(np.ndindex(marks.shape))
        if shape.is_unsure:
            last = len(words) - 1
            doubtful |= {(last, column) for column in range(len(words[last].letters))}
        rows = tuple(
            (word.letters, "".join(map(str, row)))
            for word, row in zip(words, marks.tolist(), strict=False)
        )
        doubtful = {tile for tile in doubtful if typed or tile[0] < shape.played}
        yield BoardReading(
            lattice.columns, rows, typed, tuple(sorted(doubtful)), _share(lattice, size)
        )


def _drafts(pairs: Sequence[tuple[Shape, list[Word]]]) -> list[str]:
    """Return what is typed on each board.

    Boards of one game have one row being typed: letters that differ are those known of each.
    """
    typed = [words[-1].letters if shape.typed else "" for shape, words in pairs]
    played = [tuple(word.letters for word in words[: shape.played]) for shape, words in pairs]
    return [
        draft
        if all(draft == other for other, those in zip(typed, played, strict=True) if those == mine)
        else ""
        for draft, mine in zip(typed, played, strict=True)
    ]


def _is_example(
    shape: Shape, words: Sequence[Word], marks: NDArray[np.int64], *, has_colors: bool
) -> bool:
    """Whether rows look less like a game than like the examples of its rules, or a list of words.

    Examples stand apart with text between them, or alone with at most one tile colored, or with
    tiles that have no color at all. The words of a list
    have no colors, and share letters that would be known to be absent.
    """
    cells, lattice = shape.cells, shape.cells.lattice
    if lattice.pitch_y > MAX_ROW_PITCH * lattice.pitch_x:
        return True
    if lattice.rows == 1 and len(marks):
        if np.count_nonzero(marks) <= 1:
            return True
        absent = cells.colors[0][marks[0] == ABSENT]
        return any(distance(color, cells.page) < SAME_COLOR / 2 for color in absent)
    letters = [set(word.letters.replace(UNKNOWN, "")) for word in words]
    return not has_colors and any(one & other for one, other in combinations(letters, 2))


def _checked(words: Sequence[Word], marks: NDArray[np.int64]) -> set[tuple[int, int]]:
    """Return tiles whose marks do not fit the others; one in a row is corrected in place.

    A last row that is all correct names the answer, from which every mark follows.
    """
    doubtful: set[tuple[int, int]] = set()
    if not len(marks):
        return doubtful
    answer = words[-1].letters
    if (marks[-1] == CORRECT).all() and UNKNOWN not in answer:
        for row, word in enumerate(words):
            if UNKNOWN in word.letters:
                continue
            digits = digits_of(feedback(word.letters, answer), len(answer))
            wrong = [
                column for column, digit in enumerate(digits) if int(digit) != marks[row, column]
            ]
            doubtful |= {(row, column) for column in wrong}
            if len(wrong) == 1:
                marks[row, wrong[0]] = int(digits[wrong[0]])
        return doubtful
    rows = [
        [(letter, row * len(answer) + column) for column, letter in enumerate(word.letters)]
        for row, word in enumerate(words)
    ]
    for row, column in np.ndindex(marks.shape):
        if contradictions(rows, marks.reshape(-1)):
            others = [list(each) for each in rows]
            others[row][column] = (UNKNOWN, others[row][column][1])
            if contradictions(others, marks.reshape(-1)) < contradictions(rows, marks.reshape(-1)):
                doubtful.add((row, column))
    return doubtful


def _share(lattice: Lattice, size: tuple[int, ...]) -> tuple[float, float, float, float]:
    """Return where a board lies in the picture, as shares of its width and height."""
    left, top, _, _ = lattice.box(0, 0)
    _, _, right, bottom = lattice.box(lattice.rows - 1, lattice.columns - 1)
    height, width = size[:2]
    return (left / width, top / height, right / width, bottom / height)
