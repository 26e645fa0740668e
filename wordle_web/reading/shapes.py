"""Lattices as boards: the appearance of their tiles, and the rows that are filled.

Lattices are extended by rows and columns of undetected tiles. Only lattices that are filled as in a
game are kept: played rows, possibly a row being typed, then empty rows. Keyboards are dropped.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

import wordle_web.reading.glyphs as glyphs
from wordle_web.engine.arrays import Flags, Floats
from wordle_web.reading.lattice import (
    MAX_COLUMNS,
    MAX_ROWS,
    Boxes,
    Lattice,
    Pixels,
    difference,
    lattices,
    median_color,
    reading_order,
)
from wordle_web.reading.marks import SAME_COLOR, distance, lab

MAX_CELLS = 600  # maximum number of tiles to examine; the largest lattices come first
MAX_BOARDS = 16
LETTER_CHANCE = 0.5  # minimum probability that ink is a letter
CLEAN = 0.72  # minimum share of the background color in the edge of an uncovered tile
USUAL_ROWS = 6
MIN_BIT = 3  # minimum width and height of the visible part of a covered tile, in pixels
MIN_BITS = 2  # minimum number of such tiles in a row, since a single one may be anything


@dataclass(frozen=True, slots=True, eq=False)
class Cells:
    """The appearance of a lattice's tiles, as arrays of the shape (rows, columns, …)."""

    lattice: Lattice
    colors: NDArray[np.uint8]  # background colors, (rows, columns, 3)
    clean: Floats  # share of the tile's edge that has the background color
    has_ink: Flags  # whether there is anything on the tile, letter or not
    logs: NDArray[np.float32]  # log probabilities of classes, (rows, columns, 61)
    page: NDArray[np.uint8]  # color between the tiles, (3,)

    @property
    def letters(self) -> Flags:
        """Mask of the tiles with a letter, (rows, columns)."""
        flags: Flags = self.has_ink & (self.logs[..., -1] < np.log(1 - LETTER_CHANCE))
        return flags


@dataclass(frozen=True, slots=True, eq=False)
class Shape:
    """The number of played rows in a lattice, and of typed letters in the next row."""

    cells: Cells
    played: int  # number of played rows
    typed: int  # number of typed letters in the next row
    is_unsure: bool = False  # whether it is uncertain if the last full row is played or typed


def is_whole(shape: Shape) -> bool:
    """Return whether most tiles of the played rows, and the end of the board, were detected."""
    lattice = shape.cells.lattice
    count = sum(row < shape.played for row, _ in lattice.tiles)
    has_end = lattice.rows > shape.played or shape.played >= USUAL_ROWS
    return has_end and count >= 0.8 * shape.played * lattice.columns


def board_shapes(
    pixels: Pixels, boxes: NDArray[np.int32], check_time: Callable[[], None]
) -> list[Shape]:
    """Return the lattices that are filled like boards and have the largest tiles.

    They are in reading order, with as many columns as the fullest one. `check_time` raises an error
    after the deadline.
    """
    shapes: list[Shape] = []
    cells = 0
    detected = lattices(boxes)
    by_size = sorted(detected, key=lambda lattice: -lattice.pitch_x * lattice.pitch_y)
    for lattice in by_size:
        cells += lattice.rows * lattice.columns
        if cells > MAX_CELLS:
            break
        check_time()
        # Compare the pitch, since often only the inside of empty tiles is detected.
        if shapes and lattice.pitch_x < 0.9 * shapes[0].cells.lattice.pitch_x:
            break
        shape = filled_shape(_extended(pixels, _cells(pixels, lattice)))
        # Keys may be larger than tiles, but must not determine the size of boards.
        if shape is not None and not _is_keyboard(shape):
            others = [other for other in detected if other is not lattice]
            shapes.append(_widened(pixels, shape, others))
    order = reading_order([shape.cells.lattice for shape in shapes])
    shapes.sort(key=lambda shape: order.index(shape.cells.lattice))
    fullest = max(shapes, key=lambda shape: int(shape.cells.letters.sum()), default=None)
    return [
        shape for shape in shapes
        if fullest and shape.cells.lattice.columns == fullest.cells.lattice.columns
    ][:MAX_BOARDS]  # fmt: skip


def _is_keyboard(shape: Shape) -> bool:
    """Return whether all rows are filled, and most have letters in the order of a keyboard."""
    cells = shape.cells
    if shape.played < cells.lattice.rows:
        return False
    best = cells.logs[..., :-1].argmax(axis=2) % len(glyphs.LETTERS)
    names = np.where(cells.letters, np.array(list(glyphs.LETTERS))[best], glyphs.UNKNOWN)
    return sum(glyphs.is_keyboard("".join(row)) for row in names) > shape.played / 2


def _cells(pixels: Pixels, lattice: Lattice) -> Cells:
    shape = (lattice.rows, lattice.columns)
    colors = np.zeros((*shape, 3), dtype=np.uint8)
    clean = np.zeros(shape)
    has_ink = np.zeros(shape, dtype=np.bool_)
    images = np.zeros((*shape, glyphs.SIDE, glyphs.SIDE), dtype=np.float32)
    for row, column in np.ndindex(shape):
        left, top, right, bottom = (round(side) for side in lattice.box(row, column))
        tile = pixels[max(0, top) : bottom, max(0, left) : right]
        height, width = tile.shape[:2]
        if min(height, width) < 8:
            continue
        colors[row, column] = color = glyphs.background(tile)
        y, x = max(2, height // 8), max(2, width // 8)
        inner = tile[y:-y, x:-x]
        edge = np.concatenate([inner[0], inner[-1], inner[:, 0], inner[:, -1]])
        clean[row, column] = (difference(edge, color) < 24).mean()
        if (image := glyphs.glyph(tile, color)) is not None:
            has_ink[row, column] = True
            images[row, column] = image
    logs = np.zeros((*shape, glyphs.CLASSES), dtype=np.float32)
    logs[has_ink] = glyphs.classify(images[has_ink])
    return Cells(lattice, colors, clean, has_ink, logs, _page_color(pixels, lattice))


def _extended(pixels: Pixels, cells: Cells) -> Cells:
    """Return the cells extended by undetected rows of letters above and below."""
    for is_above in (True, False):
        while 1 < cells.lattice.rows < MAX_ROWS:
            lattice = cells.lattice
            place = -1 if is_above else lattice.rows
            beside = replace(lattice, top=lattice.top + place * lattice.pitch_y, rows=1)
            _, top, _, bottom = beside.box(0, 0)
            is_inside = top >= 0 and bottom <= pixels.shape[0]
            if not is_inside or not _is_row(_cells(pixels, beside), cells.page):
                break
            detected = frozenset((row + is_above, column) for row, column in lattice.tiles)
            first = beside if is_above else lattice
            taller = replace(lattice, top=first.top, rows=lattice.rows + 1, tiles=detected)
            cells = _cells(pixels, taller)
    return cells


def _is_row(cells: Cells, page: NDArray[np.uint8]) -> bool:
    """Return whether a row next to a lattice belongs to it.

    It does if it is full of letters, or full of tiles of which most have letters.
    """
    if not (cells.has_ink & (cells.clean > CLEAN)).all():
        return False
    if cells.letters.all() and float(np.exp(cells.logs[..., :-1].max(axis=2)).mean()) >= 0.7:
        return True
    is_tile = distance(cells.colors[0], page) > SAME_COLOR / 2
    return bool(is_tile.all()) and float(cells.letters.mean()) >= 0.6


def _widened(pixels: Pixels, shape: Shape, others: Sequence[Lattice]) -> Shape:
    """Return the shape extended by undetected columns of letters at its sides."""
    for is_left in (True, False):
        while shape.cells.lattice.columns < MAX_COLUMNS:
            lattice = shape.cells.lattice
            left = lattice.left - lattice.pitch_x * is_left
            detected = frozenset((row, column + is_left) for row, column in lattice.tiles)
            wider = replace(lattice, left=left, columns=lattice.columns + 1, tiles=detected)
            column = 0 if is_left else lattice.columns
            box = wider.box(0, column)
            if shape.played == 0 or box[0] < 0 or box[2] > pixels.shape[1]:
                break
            side = replace(wider, left=wider.left + column * wider.pitch_x, columns=1)
            if any(side.overlaps(other) for other in others):
                break
            more = _cells(pixels, replace(side, rows=shape.played))
            # Frames of an adjacent board look like letters too.
            is_tile = distance(more.colors, shape.cells.page) > SAME_COLOR
            if not (more.letters & (more.clean > CLEAN) & is_tile).all():
                break
            wide = filled_shape(_cells(pixels, wider))
            if wide is None:
                break
            shape = wide
    return shape


def _page_color(pixels: Pixels, lattice: Lattice) -> NDArray[np.uint8]:
    """Return the color between the tiles; black if there are no gaps."""
    height, width = pixels.shape[:2]
    middles = []
    for row, column in np.ndindex(lattice.rows, lattice.columns - 1):
        _, top, right, bottom = lattice.box(row, column)
        gap = (lattice.pitch_x - lattice.width) / 2
        x, y = round(right + gap), round((top + bottom) / 2)
        if gap >= 1 and 0 <= x < width and 0 <= y < height:
            middles.append(pixels[y, x])
    return median_color(np.stack(middles)) if middles else np.zeros(3, dtype=np.uint8)


def filled_shape(cells: Cells) -> Shape | None:
    """Return the played and typed rows; None if the tiles are not filled as in a game.

    Played rows are full of letters, except for covered tiles. Below them, one row may have typed
    letters from the left, or known letters in their positions. All other tiles are empty.
    """
    letters = cells.letters
    columns = letters.shape[1]
    counts = letters.sum(axis=1)
    full = [
        row
        for row, count in enumerate(counts)
        if count >= max(3, 0.6 * columns)
        and not _is_of_known_letters(cells, row)
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
    is_hint = played < len(letters) and _is_of_known_letters(cells, played)
    rest = np.s_[played + bool(typed or is_hint) :]
    if letters[rest].sum() > 0.25 * letters[rest].size:
        return None
    # Numbers and pictures on tiles leave their edges clean; covers rarely do.
    if (cells.has_ink & (cells.clean > CLEAN))[rest].sum() > 0.5 * letters[rest].size:
        return None
    return Shape(cells, played, typed)


def _is_of_known_letters(cells: Cells, row: int) -> bool:
    """Return whether a row has gaps and no colors, so that it only shows known letters."""
    letters = cells.letters[row]
    gaps = ~letters
    if not row or not letters.any() or not gaps.any() or _is_prefix(letters):
        return False
    is_plain = not cells.has_ink[row][gaps].any() and (cells.clean[row][gaps] > CLEAN).all()
    return bool(is_plain) and not _is_colored(cells, row)


def _is_colored(cells: Cells, row: int) -> bool:
    """Return whether a row was played, since a tile's color differs from that of the empty tiles.

    If there are no empty tiles below, the color of the page is used.
    """
    below = cells.colors[row + 1 :][~cells.letters[row + 1 :]]
    base = median_color(below) if len(below) else cells.page
    return bool((distance(cells.colors[row], base) > SAME_COLOR).any())


def _is_prefix(row: Flags) -> bool:
    """Return whether only the first columns, or none, have letters."""
    count = int(row.sum())
    return count < len(row) and bool(row[:count].all())


def empty_color(shape: Shape) -> NDArray[np.uint8]:
    """Return the color of a board's empty tiles, or of the page if it has none."""
    cells, first = shape.cells, shape.played + bool(shape.typed)
    return median_color(cells.colors[first:]) if first < len(cells.colors) else cells.page


def covered_rows(pixels: Pixels, shape: Shape, regions: Boxes) -> tuple[int, int]:
    """Return the number of covered played rows above and below the other rows.

    Parts of their tiles are visible around a notice or a dialog.
    """
    lattice = shape.cells.lattice
    if not 1 < shape.played < USUAL_ROWS:
        return 0, 0
    more = max(0, USUAL_ROWS - lattice.rows)
    higher = range(1, more + 1)
    above = max((n for n in higher if _has_bits(pixels, shape, regions, -n)), default=0)
    lower = range(shape.played, lattice.rows + more - above)
    ends = (row + 1 for row in lower if _has_bits(pixels, shape, regions, row))
    return above, max(ends, default=shape.played) - shape.played


def _has_bits(pixels: Pixels, shape: Shape, regions: Boxes, row: int) -> bool:
    """Return whether parts of played tiles are visible in the corners of a row's tiles."""
    lattice = shape.cells.lattice
    size = np.array([lattice.width, lattice.height])
    slack, spare = np.maximum(2.0, 0.03 * size), 0.1 * size
    played = lab(shape.cells.colors[: shape.played].reshape(-1, 3))
    bare = lab(np.stack([empty_color(shape), shape.cells.page]))
    seen = 0
    for column in range(lattice.columns):
        if (row, column) in lattice.tiles:
            continue
        off = regions - np.array(lattice.box(row, column))
        is_bit = (np.minimum(np.abs(off[:, :2]), np.abs(off[:, 2:])) <= slack).all(axis=1)
        is_bit &= ((off[:, :2] >= -spare) & (off[:, 2:] <= spare)).all(axis=1)
        sizes = regions[:, 2:] - regions[:, :2]
        is_bit &= (sizes >= MIN_BIT).all(axis=1) & (sizes > 0.2 * size).any(axis=1)
        for box in regions[is_bit]:
            left, top, right, bottom = box
            value = lab(median_color(pixels[top:bottom, left:right]))
            apart = float(np.linalg.norm(played - value, axis=1).min())
            is_bare = np.linalg.norm(bare - value, axis=1).min() < 2 * apart
            if apart < SAME_COLOR and not is_bare:
                seen += 1
                break
    return seen >= MIN_BITS
