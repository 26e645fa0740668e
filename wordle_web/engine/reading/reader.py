"""From the pixels of a screenshot to its boards.

Lattices of tiles are found, their letters and colors read, and a lattice counts as a board if its
rows are filled from the top, as in a game: played rows, perhaps one being typed, empty ones.
"""

import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from wordle_web.engine.arrays import Flags, Floats
from wordle_web.engine.feedback import CORRECT, digits_of, feedback
from wordle_web.engine.lexicon import Lexicon
from wordle_web.engine.reading.decoding import (
    REPAIRED_CHANCE,
    UNKNOWN,
    Word,
    is_keyboard,
    letter_logs,
    read_word,
)
from wordle_web.engine.reading.glyphs import CLASSES, LETTERS, SIDE, background, classify, glyph
from wordle_web.engine.reading.lattice import (
    MAX_COLUMNS,
    MAX_ROWS,
    Lattice,
    distinct,
    lattices,
    reading_order,
    tile_boxes,
)
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
from wordle_web.engine.reading.regions import Boxes, Pixels, difference, flat_regions

# How much neighbors inside a tile may differ: first as on a screen, then as in a bad JPEG.
TOLERANCES = (8, 20, 4)
MIN_TILE_AREA = 60
MAX_CELLS = 600
MAX_BOARDS = 16
DEADLINE_SECONDS: Final = 5.0
LETTER_CHANCE = 0.5
CLEAN = 0.72
MAX_GRAY_CHROMA = 20.0  # of a bluish gray
NOISE = 1.5  # of a tile's color, in units of CIELAB
USUAL_ROWS = 6
MIN_BIT = 3  # pixels
MIN_BITS = 2  # of a row, since one may be something else


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


@dataclass(frozen=True, slots=True, eq=False)
class Cells:
    """What the tiles of one lattice look like.

    Attributes:
        lattice: Where they are.
        colors: Of their backgrounds, uint8, (rows, columns, 3).
        clean: Share of the background that has this color, (rows, columns).
        has_ink: Whether something stands on the tile, (rows, columns).
        logs: Log probability of each class, (rows, columns, 61).
        page: Color between the tiles, uint8, (3,).
    """

    lattice: Lattice
    colors: NDArray[np.uint8]
    clean: Floats
    has_ink: Flags
    logs: NDArray[np.float32]
    page: NDArray[np.uint8]

    @property
    def letters(self) -> Flags:
        """Which tiles show a letter, (rows, columns)."""
        flags: Flags = self.has_ink & (self.logs[..., -1] < np.log(1 - LETTER_CHANCE))
        return flags


@dataclass(frozen=True, slots=True, eq=False)
class Shape:
    """Which rows of a lattice are played, and how much of the next is typed.

    Attributes:
        cells: The tiles.
        played: Number of played rows.
        typed: Letters in the row after them.
        is_unsure: Whether that row may have been played, too.
    """

    cells: Cells
    played: int
    typed: int
    is_unsure: bool = False


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
            shapes = _board_shapes(pixels, boxes, check_time)
        except DeadlineError:
            if best:
                break
            raise
        boards = _read(shapes, lexicons, pixels, regions.boxes)
        letters = sum(len(board.rows) * board.length + len(board.typed) for board in boards)
        if letters > most:
            best, most = boards, letters
        if boards and all(_is_whole(shape) for shape in shapes):
            break
    return best


def _is_whole(shape: Shape) -> bool:
    """Whether most tiles of the played rows were found, and what is below them, too."""
    lattice = shape.cells.lattice
    found = sum(row < shape.played for row, _ in lattice.found)
    has_end = lattice.rows > shape.played or shape.played >= USUAL_ROWS
    return has_end and found >= 0.8 * shape.played * lattice.columns


def _board_shapes(
    pixels: Pixels, boxes: NDArray[np.int32], check_time: Callable[[], None]
) -> list[Shape]:
    """Return the lattices that are filled like boards, those of the largest tiles only."""
    found: list[Shape] = []
    cells = 0
    every = lattices(boxes)
    by_size = sorted(every, key=lambda one: -one.pitch_x * one.pitch_y)
    for lattice in by_size:
        cells += lattice.rows * lattice.columns
        if cells > MAX_CELLS:
            break
        check_time()
        # Not by the size of tiles: of most empty ones only the inside is found.
        if found and lattice.pitch_x < 0.9 * found[0].cells.lattice.pitch_x:
            break
        shape = filled_shape(_extended(pixels, _cells(pixels, lattice)))
        # Keys may be larger than tiles: they must not set the size that boards have.
        if shape is not None and not _is_keyboard(shape):
            found.append(_widened(pixels, shape, [one for one in every if one is not lattice]))
    order = reading_order([one.cells.lattice for one in found])
    found.sort(key=lambda one: order.index(one.cells.lattice))
    fullest = max(found, key=lambda one: int(one.cells.letters.sum()), default=None)
    return [
        one for one in found
        if fullest and one.cells.lattice.columns == fullest.cells.lattice.columns
    ][:MAX_BOARDS]  # fmt: skip


def _is_keyboard(shape: Shape) -> bool:
    """Whether most rows, and nothing below them, are letters as on a keyboard."""
    cells = shape.cells
    if shape.played < cells.lattice.rows:
        return False
    best = cells.logs[..., :-1].argmax(axis=2) % len(LETTERS)
    names = np.where(cells.letters, np.array(list(LETTERS))[best], UNKNOWN)
    return sum(is_keyboard("".join(row)) for row in names) > shape.played / 2


def _cells(pixels: Pixels, lattice: Lattice) -> Cells:
    """Return what the tiles of a lattice look like."""
    shape = (lattice.rows, lattice.columns)
    colors = np.zeros((*shape, 3), dtype=np.uint8)
    clean = np.zeros(shape)
    has_ink = np.zeros(shape, dtype=np.bool_)
    images = np.zeros((*shape, SIDE, SIDE), dtype=np.float32)
    for row, column in np.ndindex(shape):
        tile = _cut(pixels, lattice.box(row, column))
        if min(tile.shape[:2]) < 8:
            continue
        color = background(tile)
        found = glyph(tile, color)
        colors[row, column] = color
        clean[row, column] = _clean(tile, color)
        if found is not None:
            has_ink[row, column] = True
            images[row, column] = found.image
    logs = np.zeros((*shape, CLASSES), dtype=np.float32)
    logs[has_ink] = classify(images[has_ink])
    return Cells(lattice, colors, clean, has_ink, logs, _page_color(pixels, lattice))


def _extended(pixels: Pixels, cells: Cells) -> Cells:
    """Return the cells with rows of letters above and below that were not found as tiles."""
    for is_above in (True, False):
        while 1 < cells.lattice.rows < MAX_ROWS:
            lattice = cells.lattice
            row = -1 if is_above else lattice.rows
            top = lattice.top + row * lattice.pitch_y
            other = replace(lattice, top=top, rows=1, found=frozenset())
            edges = (other.box(0, 0)[1], other.box(0, 0)[3])
            if edges[0] < 0 or edges[1] > pixels.shape[0]:
                break
            more = _cells(pixels, other)
            if not _is_row(more, cells.page):
                break
            upper, lower = (more, cells) if is_above else (cells, more)
            cells = replace(_joined(upper, lower), page=cells.page)
    return cells


def _is_row(cells: Cells, page: NDArray[np.uint8]) -> bool:
    """Whether a row beside a lattice belongs to it: clear letters, or tiles with most of them."""
    if not (cells.has_ink & (cells.clean > CLEAN)).all():
        return False
    if cells.letters.all() and float(np.exp(cells.logs[..., :-1].max(axis=2)).mean()) >= 0.7:
        return True
    is_tile = [distance(color, page) > SAME_COLOR / 2 for color in cells.colors[0]]
    return all(is_tile) and float(cells.letters.mean()) >= 0.6


def _widened(pixels: Pixels, shape: Shape, others: Sequence[Lattice]) -> Shape:
    """Return the shape with columns of letters at its sides that were not found as tiles.

    What belongs to another lattice is no column of this one.
    """
    for is_left in (True, False):
        while shape.cells.lattice.columns < MAX_COLUMNS:
            lattice = shape.cells.lattice
            left = lattice.left - lattice.pitch_x * is_left
            found = frozenset((row, column + is_left) for row, column in lattice.found)
            wider = replace(lattice, left=left, columns=lattice.columns + 1, found=found)
            column = 0 if is_left else lattice.columns
            box = wider.box(0, column)
            if shape.played == 0 or box[0] < 0 or box[2] > pixels.shape[1]:
                break
            side = replace(wider, left=wider.left + column * wider.pitch_x, columns=1)
            if any(side.overlaps(other) for other in others):
                break
            more = _cells(pixels, replace(side, rows=shape.played))
            # The frames of a board next to this one look like letters, too.
            is_tile = [distance(each, shape.cells.page) > SAME_COLOR for each in more.colors[:, 0]]
            if not (more.letters & (more.clean > CLEAN))[:, 0].all() or not all(is_tile):
                break
            wide = filled_shape(_cells(pixels, wider))
            if wide is None:
                break
            shape = wide
    return shape


def _joined(upper: Cells, lower: Cells) -> Cells:
    """Return two parts of one lattice as one, with the found tiles of both."""
    above = upper.lattice.rows
    moved = {(above + row, column) for row, column in lower.lattice.found}
    return Cells(
        replace(upper.lattice, rows=above + lower.lattice.rows, found=upper.lattice.found | moved),
        np.concatenate([upper.colors, lower.colors]),
        np.concatenate([upper.clean, lower.clean]),
        np.concatenate([upper.has_ink, lower.has_ink]),
        np.concatenate([upper.logs, lower.logs]),
        upper.page,
    )


def _cut(pixels: Pixels, box: tuple[float, float, float, float]) -> Pixels:
    left, top, right, bottom = (round(each) for each in box)
    return pixels[max(0, top) : bottom, max(0, left) : right]


def _clean(tile: Pixels, color: NDArray[np.uint8]) -> float:
    """Return the share of the edge of a tile that has its background color."""
    height, width = tile.shape[:2]
    y, x = max(2, height // 8), max(2, width // 8)
    inner = tile[y:-y, x:-x]
    edges = [inner[0], inner[-1], inner[:, 0], inner[:, -1]]
    return float((difference(np.concatenate(edges), color) < 24).mean())


def _page_color(pixels: Pixels, lattice: Lattice) -> NDArray[np.uint8]:
    """Return the color between the tiles."""
    height, width = pixels.shape[:2]
    middles = []
    for row, column in np.ndindex(lattice.rows, lattice.columns - 1):
        _, top, right, bottom = lattice.box(row, column)
        gap = (lattice.pitch_x - lattice.width) / 2
        x, y = round(right + gap), round((top + bottom) / 2)
        if gap >= 1 and 0 <= x < width and 0 <= y < height:
            middles.append(pixels[y, x])
    if not middles:
        return np.zeros(3, dtype=np.uint8)
    color: NDArray[np.uint8] = np.median(np.stack(middles), axis=0).astype(np.uint8)
    return color


def filled_shape(cells: Cells) -> Shape | None:
    """Return which rows are played and typed; None if tiles are not filled as in a game.

    Played rows are full of letters, but for some tiles that something covers. Below them is at most
    one row with letters from the left, then nothing but empty tiles.
    """
    letters = cells.letters
    columns = letters.shape[1]
    counts = letters.sum(axis=1)
    full = [
        row
        for row, count in enumerate(counts)
        if count >= max(3, 0.6 * columns)
        and (count == columns or not _is_prefix(letters[row]) or _is_colored(cells, row))
    ]
    played = full[-1] + 1 if full else 0
    if played and letters[:played].mean() < 0.6:
        return None
    typed = 0
    if played < len(letters) and _is_prefix(letters[played]):
        typed = int(counts[played])
    if not played and (not typed or len(letters) < 2):
        return None
    rest = np.s_[played + bool(typed) :]
    if letters[rest].sum() > 0.25 * letters[rest].size:
        return None
    # Numbers or pictures: what covers empty tiles leaves few of them clean around its ink.
    if (cells.has_ink & (cells.clean > CLEAN))[rest].sum() > 0.5 * letters[rest].size:
        return None
    return Shape(cells, played, typed)


def _is_colored(cells: Cells, row: int) -> bool:
    """Whether a row differs in color from what is below it: it has been played."""
    below = cells.colors[row + 1 :][~cells.letters[row + 1 :]]
    base = np.median(below, axis=0).astype(np.uint8) if len(below) else cells.page
    return any(distance(color, base) > SAME_COLOR for color in cells.colors[row])


def _is_prefix(row: Flags) -> bool:
    """Whether letters stand in the first columns only."""
    count = int(row.sum())
    return count < len(row) and bool(row[:count].all())


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
    covered = [_covered_rows(pixels, shape, regions) for shape, _ in pairs]
    if any(any(each) for each in covered):
        pairs = [_with_unread(*pair, *each) for pair, each in zip(pairs, covered, strict=True)]
        marked = _marked(pairs)
    return tuple(_readings(pairs, marked, pixels.shape))


def _covered_rows(pixels: Pixels, shape: Shape, regions: Boxes) -> tuple[int, int]:
    """Return how many rows were played above and below those read, by bits of their tiles.

    A notice or a dialog covers the rest of them.
    """
    lattice = shape.cells.lattice
    if not 1 < shape.played < USUAL_ROWS:
        return 0, 0
    more = max(0, USUAL_ROWS - lattice.rows)
    above = [n for n in range(1, more + 1) if _has_bits(pixels, shape, regions, -n)]
    rows = range(shape.played, lattice.rows + more - max(above, default=0))
    below = [row for row in rows if _has_bits(pixels, shape, regions, row)]
    return max(above, default=0), max(below, default=shape.played - 1) + 1 - shape.played


def _has_bits(pixels: Pixels, shape: Shape, regions: Boxes, row: int) -> bool:
    """Whether bits of played tiles are seen in a row.

    A bit lies in a corner of a tile's place and has a played tile's color.
    """
    lattice = shape.cells.lattice
    size = np.array([lattice.width, lattice.height])
    slack, spare = np.maximum(2.0, 0.03 * size), 0.1 * size
    played = lab(shape.cells.colors[: shape.played].reshape(-1, 3))
    bare = lab(np.stack([_empty_color(shape), shape.cells.page]))
    seen = 0
    for column in range(lattice.columns):
        if (row, column) in lattice.found:
            continue
        off = regions - np.array(lattice.box(row, column))
        is_bit = (np.minimum(np.abs(off[:, :2]), np.abs(off[:, 2:])) <= slack).all(axis=1)
        is_bit &= ((off[:, :2] >= -spare) & (off[:, 2:] <= spare)).all(axis=1)
        sizes = regions[:, 2:] - regions[:, :2]
        is_bit &= (sizes >= MIN_BIT).all(axis=1) & (sizes > 0.2 * size).any(axis=1)
        for box in regions[is_bit]:
            left, top, right, bottom = box
            color = np.median(pixels[top:bottom, left:right].reshape(-1, 3), axis=0)
            value = lab(color[None].astype(np.uint8))
            apart = float(np.linalg.norm(played - value, axis=1).min())
            is_bare = np.linalg.norm(bare - value, axis=1).min() < 2 * apart
            if apart < SAME_COLOR and not is_bare:
                seen += 1
                break
    return seen >= MIN_BITS


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


def _empty_color(shape: Shape) -> NDArray[np.uint8]:
    """Return the color of the empty tiles of a board, or of the page if it has none."""
    cells, first = shape.cells, shape.played + bool(shape.typed)
    if first >= len(cells.colors):
        return cells.page
    color: NDArray[np.uint8] = np.median(cells.colors[first:].reshape(-1, 3), axis=0).astype(
        np.uint8
    )
    return color


def _without_draft(shape: Shape) -> Shape:
    """Return a shape whose last full row is typed only, if its tiles look like empty ones.

    Where tiles of absent letters look like empty ones too, it counts as played.
    """
    cells, last = shape.cells, shape.played - 1
    if shape.typed or last < 0 or (last == 0 and cells.lattice.rows == 1):
        return shape
    empty = _empty_color(shape)
    colors = cells.colors[: shape.played]
    apart = np.array([[distance(color, empty) for color in row] for row in colors])
    nearest = apart[:-1].min(initial=np.inf)
    is_empty = apart[-1].max() < SAME_COLOR / 2 and nearest > 2 * apart[-1].max() + NOISE
    if not is_empty and not _is_another_gray(colors):
        return shape
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
    return mark_tiles(tiles, rows, _empty_color(pairs[0][0]))


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
    for shape, words in pairs:
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
        if shape.is_unsure:
            doubtful |= {(shape.played, column) for column in range(shape.typed)}
        rows = tuple(
            (word.letters, "".join(map(str, row)))
            for word, row in zip(words, marks.tolist(), strict=False)
        )
        typed = words[-1].letters if shape.typed else ""
        yield BoardReading(
            lattice.columns, rows, typed, tuple(sorted(doubtful)), _share(lattice, size)
        )


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
