"""Reading the boards in the pixels of a screenshot.

`lattice.py` detects lattices of tiles, and `shapes.py` selects lattices that are filled like
boards. `glyphs.py` reads letters, and `marks.py` reads colors. This module combines words and
marks, checks that they make sense as a game, and flags uncertain tiles.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

import wordle_web.reading.glyphs as glyphs
from wordle_web.engine.arrays import Flags
from wordle_web.engine.clock import Stopwatch, seconds
from wordle_web.engine.feedback import ABSENT, CORRECT, feedback, marks_of
from wordle_web.engine.lexicon import Lexicon
from wordle_web.reading.lattice import Boxes, Pixels, distinct, flat_regions, tile_boxes
from wordle_web.reading.marks import (
    CLEAR_CHROMA,
    SAME_COLOR,
    SURE_MARGIN,
    Marked,
    contradictions,
    distance,
    lab,
    mark_tiles,
)
from wordle_web.reading.shapes import (
    CLEAN,
    Shape,
    board_shapes,
    covered_rows,
    empty_color,
    is_whole,
)

# How much adjacent pixels inside a tile may differ, 0 to 255, in the order of the attempts: 20 is
# for bad JPEGs, and 4 for tiles that hardly differ from the page.
TOLERANCES = (8, 20, 4)
MIN_TILE_AREA = 60  # pixels
DEADLINE_SECONDS: Final = 5.0
MAX_GRAY_CHROMA = 20.0  # maximum chroma of a gray, which may be bluish
MAX_ROW_PITCH = 1.35  # maximum distance between rows, relative to that between columns
MIN_CHANCE = 0.6  # minimum mean probability of the letters of a board
NOISE = 1.5  # noise of a tile's color, in units of CIELAB


class DeadlineError(ValueError):
    """Raised if reading a picture takes too long."""

    def __init__(self) -> None:
        """Set the message."""
        super().__init__("This picture takes too long to read. Crop it to the board")


@dataclass(frozen=True, slots=True)
class BoardReading:
    """One board of a screenshot, as it was read."""

    length: int  # number of letters in a word
    # The played rows: words, with `?` for unread letters, and their marks as digits.
    rows: tuple[tuple[str, str], ...]
    typed: str  # letters of the row being typed, as in `rows`; empty if there is none
    doubtful: tuple[tuple[int, int], ...]  # rows and columns of uncertain tiles, typed row last
    # Left, top, right and bottom in the picture, as fractions from 0 to 1.
    box: tuple[float, float, float, float] = (0.0, 0.0, 1.0, 1.0)


def read_boards(
    pixels: Pixels, lexicons: Sequence[Lexicon], stopwatch: Stopwatch = seconds
) -> tuple[BoardReading, ...]:
    """Return the boards of a picture in reading order; empty if it shows no game.

    `pixels` has the dtype uint8 and the shape (height, width, 3). `lexicons` may have several
    lengths and languages. `stopwatch` returns seconds and is monotonic.

    Raises:
        DeadlineError: no board has been read after five seconds.
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
        boards = _read_game(shapes, lexicons, pixels, regions.boxes)
        letters = sum(len(board.rows) * board.length + len(board.typed) for board in boards)
        if letters > most:
            best, most = boards, letters
        if boards and all(is_whole(shape) for shape in shapes):
            break
    return best


def _read_game(
    shapes: Sequence[Shape], lexicons: Sequence[Lexicon], pixels: Pixels, regions: Boxes
) -> tuple[BoardReading, ...]:
    """Return the readings of boards of one length; empty if they don't look like a game."""
    if not shapes:
        return ()
    length = shapes[0].cells.lattice.columns
    known = [lexicon for lexicon in lexicons if lexicon.length == length]
    shapes = [_with_last_row_typed(shape) for shape in shapes]
    # Each language has its own letters: an N in one language may be an Ñ in another.
    readings = []
    for language in dict.fromkeys(lexicon.language for lexicon in known) or [""]:
        mine = [lexicon for lexicon in known if lexicon.language == language]
        alphabet = "".join(lexicon.alphabet for lexicon in mine)
        readings.append([_words(shape, mine, alphabet) for shape in shapes])
    words = max(readings, key=lambda rows: sum(word.is_known for row in rows for word in row))
    pairs = [
        (shape, rows)
        for shape, rows in zip(shapes, words, strict=True)
        if not _is_keyboard(rows)
        and float(np.mean([chance for word in rows for chance in word.chances])) > MIN_CHANCE
    ]
    if not pairs:
        return ()
    marked = _marked(pairs)
    if not _is_game(pairs, marked):
        return ()
    covered = [covered_rows(pixels, shape, regions) for shape, _ in pairs]
    if any(any(pair) for pair in covered):
        pairs = [_with_unread(*pair, *unread) for pair, unread in zip(pairs, covered, strict=True)]
        marked = _marked(pairs)
    height, width = pixels.shape[:2]
    return tuple(_board_readings(pairs, marked, width, height))


def _is_keyboard(words: Sequence[glyphs.Word]) -> bool:
    """Return whether half of the rows or more look like keys; fewer may be guesses like PAZER."""
    keys = [word for word in words if not word.is_known and glyphs.is_keyboard(word.letters)]
    return bool(keys) and len(keys) >= len(words) / 2


def _with_unread(
    shape: Shape, words: Sequence[glyphs.Word], above: int, below: int
) -> tuple[Shape, list[glyphs.Word]]:
    """Return a board with unread rows added above and below its played rows.

    If rows are added below, the letters that seemed to be typed are part of a covered row.
    """
    cells, typed = shape.cells, 0 if below else shape.typed
    count = shape.played + bool(typed)
    lattice, columns = cells.lattice, cells.lattice.columns
    blank = glyphs.Word(
        glyphs.UNKNOWN * columns, (0.0,) * columns, frozenset(range(columns)), is_known=False
    )

    def padded(tiles: NDArray[Any]) -> NDArray[Any]:
        return np.pad(tiles[:count], [(above, below), *[(0, 0)] * (tiles.ndim - 1)])

    taller = replace(lattice, top=lattice.top - above * lattice.pitch_y, rows=above + count + below)
    # From here on, no other arrays of the cells are used.
    colors, clean = padded(cells.colors), padded(cells.clean)
    unread = replace(cells, lattice=taller, colors=colors, clean=clean)
    read = [blank] * above + [*words[:count]] + [blank] * below
    return Shape(unread, taller.rows - bool(typed), typed), read


def _with_last_row_typed(shape: Shape) -> Shape:
    """Return the shape, with its last full row as typed if the row doesn't look played.

    The tiles of such a row look empty, or have a gray of their own. If absent letters look empty
    too, the row counts as played, but is uncertain.
    """
    cells, last = shape.cells, shape.played - 1
    if shape.typed or last < 0 or (last == 0 and cells.lattice.rows == 1):
        return shape
    colors = cells.colors[: shape.played]
    from_empty = distance(colors, empty_color(shape))
    farthest, others = from_empty[-1].max(), from_empty[:-1].min(initial=np.inf)
    looks_empty = bool(farthest < SAME_COLOR / 2)
    is_typed = looks_empty and others > 2 * farthest + NOISE
    if not is_typed and not _is_another_gray(colors):
        return replace(shape, is_unsure=looks_empty)
    # Without another row to compare with, absent letters may look almost like empty tiles.
    is_unsure = not last and farthest > NOISE
    return Shape(cells, last, cells.lattice.columns, is_unsure)


def _is_another_gray(colors: NDArray[np.uint8]) -> bool:
    """Return whether the last row has a single gray that the rows above, which have colors, lack.

    All absent letters of a board look alike, so such a row isn't played yet. This works even
    without an empty row to compare with.
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


def _words(shape: Shape, lexicons: Sequence[Lexicon], alphabet: str) -> list[glyphs.Word]:
    """Return the words of the played rows, followed by that of the typed row if there is one."""
    cells, columns = shape.cells, shape.cells.lattice.columns
    count = shape.played + bool(shape.typed)
    flags = cells.letters[:count]
    if count > shape.played:
        flags = flags.copy()
        flags[shape.played, shape.typed :] = False
    logs = np.zeros((count, columns, len(glyphs.LETTERS)))
    if flags.any():
        logs[flags] = glyphs.letter_logs(cells.logs[:count][flags], alphabet)
    words = [glyphs.read_word(row, lexicons) for row in logs[: shape.played]]
    if shape.typed:
        words.append(glyphs.read_word(logs[shape.played, : shape.typed], ()))
    return words


def _marked(pairs: Sequence[tuple[Shape, list[glyphs.Word]]]) -> Marked:
    """Return the marks of the played tiles of all boards together.

    Uncertain letters are not used to infer marks.
    """
    boards = [[word.clear for word in words[: shape.played]] for shape, words in pairs]
    if not any(boards):
        return Marked(np.zeros(0, dtype=np.int64), np.zeros(0), 0)
    colors = [shape.cells.colors[: shape.played].reshape(-1, 3) for shape, _ in pairs]
    clean = [shape.cells.clean[: shape.played].ravel() > CLEAN for shape, _ in pairs]
    tiles, is_clean = np.concatenate(colors), np.concatenate(clean)
    if is_clean.any():
        # The color of a covered tile is distorted, so use the most similar color of a clean tile.
        apart = np.abs(tiles[:, None].astype(int) - tiles[None, is_clean]).sum(axis=2)
        tiles = np.where(is_clean[:, None], tiles, tiles[is_clean][apart.argmin(axis=1)])
    return mark_tiles(tiles, boards, empty_color(pairs[0][0]))


def _is_game(pairs: Sequence[tuple[Shape, list[glyphs.Word]]], marked: Marked) -> bool:
    """Return whether words, colors and marks look like a game, not like other text."""
    words = [word for shape, rows in pairs for word in rows[: shape.played]]
    if not words:
        return all(min(word.chances) > 0.8 for _, rows in pairs for word in rows)
    known = sum(word.is_known for word in words)
    unlisted = [word for word in words if not word.is_known and glyphs.UNKNOWN not in word.letters]
    if known >= 0.5 * len(words):
        return True
    # Without an empty row, a game differs from other letters in colored squares only by its words.
    is_full = all(shape.played == shape.cells.lattice.rows for shape, _ in pairs)
    likely = known + sum(word.is_near for word in words)
    if is_full and likely < len(words) / 3:
        return False
    has_colors = len(set(marked.marks.tolist())) > 1
    # In a game without any color yet, players avoid guessing a letter twice.
    is_plain = not is_full and (
        likely >= 0.5 * len(words)
        or not any(_shares_letters(rows[: shape.played]) for shape, rows in pairs)
    )
    sure = float(np.mean([chance for word in words for chance in word.chances])) > 0.85
    looks_played = has_colors or is_plain
    return bool(unlisted) and looks_played and sure and marked.contradictions <= len(words) // 3


def _board_readings(
    pairs: Sequence[tuple[Shape, list[glyphs.Word]]], marked: Marked, width: int, height: int
) -> Iterable[BoardReading]:
    """Yield the readings of boards with their uncertain tiles; `marked` has all boards' marks."""
    start = 0
    for (shape, words), typed in zip(pairs, _typed_rows(pairs), strict=True):
        lattice = shape.cells.lattice
        count = shape.played * lattice.columns
        part = slice(start, start + count)
        marks = marked.marks[part].reshape(-1, lattice.columns).copy()
        margins = marked.margins[part].reshape(-1, lattice.columns)
        start += count
        doubtful = {(row, column) for row, word in enumerate(words) for column in word.doubtful}
        is_unsure = (margins < SURE_MARGIN) | (shape.cells.clean[: shape.played] < CLEAN)
        doubtful |= {(row, column) for row, column in np.argwhere(is_unsure).tolist()}
        doubtful |= _check_marks(words[: shape.played], marks, is_unsure)
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
        left, top, right, bottom = lattice.bounds
        box = (left / width, top / height, right / width, bottom / height)
        yield BoardReading(lattice.columns, rows, typed, tuple(sorted(doubtful)), box)


def _typed_rows(pairs: Sequence[tuple[Shape, list[glyphs.Word]]]) -> list[str]:
    """Return the typed letters on each board.

    Boards of one game share the typed row. If it differs between boards with the same guesses, it
    only shows known letters, and is dropped.
    """
    typed = [words[-1].letters if shape.typed else "" for shape, words in pairs]
    played = [tuple(word.letters for word in words[: shape.played]) for shape, words in pairs]
    return [
        row
        if all(
            row == other
            for other, played_row in zip(typed, played, strict=True)
            if played_row == typed_row
        )
        else ""
        for row, typed_row in zip(typed, played, strict=True)
    ]


def _is_example(
    shape: Shape, words: Sequence[glyphs.Word], marks: NDArray[np.int64], *, has_colors: bool
) -> bool:
    """Return whether rows look like examples in a game's rules, or like a list of words.

    Examples are rows with text between them, or single rows with at most one colored tile or with
    absent letters in the page's color. In a list of words, no row has colors, but rows share
    letters that a game would have shown to be absent.
    """
    cells, lattice = shape.cells, shape.cells.lattice
    if lattice.pitch_y > MAX_ROW_PITCH * lattice.pitch_x:
        return True
    if lattice.rows == 1 and len(marks):
        if np.count_nonzero(marks) <= 1:
            return True
        absent = cells.colors[0][marks[0] == ABSENT]
        return bool((distance(absent, cells.page) < SAME_COLOR / 2).any())
    return not has_colors and _shares_letters(words)


def _shares_letters(words: Sequence[glyphs.Word]) -> bool:
    """Return whether any two rows have a letter in common."""
    letters = [set(word.letters.replace(glyphs.UNKNOWN, "")) for word in words]
    return any(one & other for one, other in combinations(letters, 2))


def _check_marks(
    words: Sequence[glyphs.Word], marks: NDArray[np.int64], is_unsure: Flags
) -> set[tuple[int, int]]:
    """Return the row and column of tiles whose marks contradict others, and repair unsure marks.

    A last row that is all correct is the answer, which determines all other marks. If the answer
    and the word of another row are clear, unsure marks of that row are replaced in `marks`, (rows,
    columns). Other marks are not changed.
    """
    doubtful: set[tuple[int, int]] = set()
    if not len(marks):
        return doubtful
    answer = words[-1].clear
    if (marks[-1] == CORRECT).all() and glyphs.UNKNOWN not in answer:
        for row, word in enumerate(words):
            if glyphs.UNKNOWN in word.clear:
                continue
            right = np.array(marks_of(feedback(word.letters, answer), len(answer)))
            doubtful |= {(row, column) for column in np.flatnonzero(marks[row] != right).tolist()}
            marks[row] = np.where(is_unsure[row], right, marks[row])
        return doubtful
    letters = [word.letters for word in words]
    faults = contradictions([letters], marks.ravel())
    if not faults:
        return doubtful
    for row, column in np.ndindex(marks.shape):
        others = letters.copy()
        others[row] = f"{letters[row][:column]}{glyphs.UNKNOWN}{letters[row][column + 1 :]}"
        if contradictions([others], marks.ravel()) < faults:
            doubtful.add((row, column))
    return doubtful
