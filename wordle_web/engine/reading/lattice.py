"""Boards as lattices: tiles of one size at equal distances, in rows and columns.

Each tile finds its neighbor to the right and below; what hangs together at one pitch is a lattice.
Its columns and rows then say where tiles must be that were not found: covered ones, for example.
"""

from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from wordle_web.engine.arrays import Floats, Indices
from wordle_web.engine.boards.turns import MAX_BOARDS, max_guesses
from wordle_web.engine.reading.regions import Boxes, Regions, join

MIN_COLUMNS = 4
MAX_COLUMNS = 8
MAX_ROWS = max_guesses(MAX_BOARDS, in_turn=True)  # no game has more
MIN_SIDE = 10  # pixels; smaller letters cannot be told
# Sixteen boards of eight rows. Comparing each with each takes 2 MB an array.
MAX_TILES = 700
MAX_LATTICES = 40
MAX_FRAME = 1.5  # in tiles: what surrounds one and is no wider is its frame
MAX_PITCH = 2.1  # in tiles: the gap between tiles may be as wide as a tile


@dataclass(frozen=True, slots=True)
class Lattice:
    """A board's tiles, found or derived.

    Attributes:
        left: Center of the first column, in pixels.
        top: Center of the first row, in pixels.
        pitch_x: Distance of columns, in pixels.
        pitch_y: Distance of rows, in pixels.
        width: Of a tile, in pixels.
        height: Of a tile, in pixels.
        columns: How many.
        rows: How many.
        found: Which tiles were found, as pairs of row and column.
    """

    left: float
    top: float
    pitch_x: float
    pitch_y: float
    width: float
    height: float
    columns: int
    rows: int
    found: frozenset[tuple[int, int]]

    def box(self, row: int, column: int) -> tuple[float, float, float, float]:
        """Return left, top, right and bottom of a tile."""
        x, y = self.left + column * self.pitch_x, self.top + row * self.pitch_y
        return (x - self.width / 2, y - self.height / 2, x + self.width / 2, y + self.height / 2)

    def overlaps(self, other: "Lattice") -> bool:
        """Whether the tiles of two lattices lie in one place."""
        left, top, _, _ = self.box(0, 0)
        _, _, right, bottom = self.box(self.rows - 1, self.columns - 1)
        other_left, other_top, _, _ = other.box(0, 0)
        _, _, other_right, other_bottom = other.box(other.rows - 1, other.columns - 1)
        return (
            left < other_right and other_left < right and top < other_bottom and other_top < bottom
        )


def tile_boxes(regions: Regions) -> Boxes:
    """Return the boxes of the regions that have the shape of a tile, the largest first."""
    boxes = regions.boxes
    widths, heights = boxes[:, 2] - boxes[:, 0], boxes[:, 3] - boxes[:, 1]
    ratios = widths / heights
    filled = regions.areas / (widths * heights)
    touched = np.sort(regions.sides, axis=1)[:, 1]
    # A disk touches little of the sides of its box, and fills most of it, but no corner.
    is_disk = (filled > 0.6) & (filled < 0.9) & (touched > 0.15)
    is_tile = (
        (np.minimum(widths, heights) >= MIN_SIDE)
        & (ratios > 0.62)
        & (ratios < 1.6)
        & (filled > 0.36)
        & (is_disk | (touched > 0.42))
    )
    chosen = np.flatnonzero(is_tile)
    order = np.argsort(-regions.areas[chosen], kind="stable")[:MAX_TILES]
    return boxes[chosen[order]]


def distinct(boxes: Boxes) -> Boxes:
    """Return the first boxes, without those that nearly equal an earlier one."""
    tiles = boxes.astype(np.float32)
    sizes = tiles[:, 2:] - tiles[:, :2]
    near = 0.2 * sizes.min(axis=1)
    alike = np.ones((len(tiles), len(tiles)), dtype=np.bool_)
    for axis in (0, 1):
        centers = (tiles[:, axis] + tiles[:, axis + 2]) / 2
        apart = np.abs(centers[:, None] - centers[None])
        # A tile in the middle of a page or dialog of tile shape is still a tile of its own.
        alike &= (apart < near[:, None]) & (apart < near[None])
        alike &= sizes[:, None, axis] < MAX_FRAME * sizes[None, :, axis]
    kept: Boxes = boxes[~np.triu(alike, 1).any(axis=0)][:MAX_TILES]
    return kept


def lattices(boxes: Boxes) -> list[Lattice]:
    """Return the lattices of 4 to 8 columns that tiles form, from the top left.

    Args:
        boxes: Boxes of tiles, at most `MAX_TILES` of them.
    """
    if not len(boxes):
        return []
    tiles = boxes.astype(np.float64)
    beside, below = _neighbors(tiles, 0), _neighbors(tiles, 1)
    groups = _groups(len(tiles), np.concatenate([beside, below]))
    found: list[Lattice] = []
    for members in groups:
        found += _pitched(tiles, members, beside, below)
    found.sort(key=lambda one: -len(one.found))
    merged = _merged(found[:MAX_LATTICES])
    good = [one for one in merged if MIN_COLUMNS <= one.columns <= MAX_COLUMNS]
    return reading_order([one for one in good if one.rows <= MAX_ROWS])


def reading_order(found: list[Lattice]) -> list[Lattice]:
    """Return lattices line by line, each line from the left.

    Those that begin above the middle of a line's first one stand beside it.
    """
    lines: list[list[Lattice]] = []
    for one in sorted(found, key=lambda one: one.top):
        first = lines[-1][0] if lines else None
        if first and one.top < first.top + first.rows * first.pitch_y / 2:
            lines[-1].append(one)
        else:
            lines.append([one])
    return [one for line in lines for one in sorted(line, key=lambda one: one.left)]


def _neighbors(tiles: Floats, axis: int) -> Indices:
    """Return pairs of tiles that follow each other along an axis: 0 to the right, 1 below."""
    centers = ((tiles[:, :2] + tiles[:, 2:]) / 2).astype(np.float32)
    sizes = (tiles[:, 2:] - tiles[:, :2]).astype(np.float32)
    steps = centers[None, :, axis] - centers[:, None, axis]
    size = sizes[:, None, axis]
    near = (steps > 0.92 * size) & (steps < MAX_PITCH * size)
    aside = np.abs(centers[None, :, 1 - axis] - centers[:, None, 1 - axis])
    near &= aside < 0.12 * sizes[:, None, 1 - axis] + 1
    for each in (0, 1):
        apart = np.abs(sizes[None, :, each] - sizes[:, None, each])
        near &= apart <= np.maximum(2.5, 0.12 * sizes[:, None, each])
    steps = np.where(near, steps, np.float32(np.inf))
    nearest = steps.argmin(axis=1)
    firsts = np.flatnonzero(near.any(axis=1))
    return np.stack([firsts, nearest[firsts]], axis=1)


def _groups(count: int, pairs: Indices) -> list[Indices]:
    """Return the members of each group of at least two that hang together."""
    roots = join(count, pairs[:, 0].astype(np.int32), pairs[:, 1].astype(np.int32))
    order = np.argsort(roots, kind="stable")
    starts = np.flatnonzero(np.diff(roots[order], prepend=-1))
    sizes = np.diff(starts, append=count)
    chosen = zip(starts[sizes > 1], sizes[sizes > 1], strict=True)
    return [order[start : start + size] for start, size in chosen]


def _pitched(tiles: Floats, members: Indices, beside: Indices, below: Indices) -> list[Lattice]:
    """Return the lattices of one group, which several pitches may divide."""
    inside = np.zeros(len(tiles), dtype=np.bool_)
    inside[members] = True
    size = np.median(tiles[members, 2:] - tiles[members, :2], axis=0)
    pitches, pairs = [], []
    for axis, links in enumerate((beside, below)):
        mine = links[inside[links[:, 0]]]
        centers = (tiles[:, axis] + tiles[:, axis + 2]) / 2
        steps = centers[mine[:, 1]] - centers[mine[:, 0]]
        pitch = _usual(steps, max(1.6, 0.05 * size[axis])) if len(steps) else 1.1 * size[axis]
        good = np.abs(steps - pitch) <= max(1.6, 0.06 * size[axis])
        pitches.append(pitch)
        pairs.append(mine[good])
    parts = _groups(len(tiles), np.concatenate(pairs))
    boards = [board for part in parts for board in _boards(tiles[part], pitches[0])]
    return [one for board in boards if (one := _placed(board, pitches[0], pitches[1])) is not None]


def _boards(tiles: Floats, pitch: float) -> list[Floats]:
    """Return the tiles of each of the boards that stand closely side by side.

    Their columns are as far apart as others, but for the gap between two boards.
    """
    centers = (tiles[:, 0] + tiles[:, 2]) / 2
    order = np.argsort(centers, kind="stable")
    starts = np.flatnonzero(np.diff(centers[order], prepend=-np.inf) > pitch / 2)
    columns = np.array([np.median(part) for part in np.split(centers[order], starts[1:])])
    steps = np.diff(columns)
    if len(columns) < 2 * MIN_COLUMNS:
        return [tiles]
    size = float(np.median(tiles[:, 2] - tiles[:, 0]))
    wide = steps > np.median(steps) + _slack(size)
    cuts = np.flatnonzero(wide) + 1
    if not len(cuts) or np.diff(cuts, prepend=0, append=len(columns)).min() < MIN_COLUMNS:
        return [tiles]
    ends = (columns[cuts - 1] + columns[cuts]) / 2
    places = np.searchsorted(ends, centers)
    return [tiles[places == place] for place in range(len(cuts) + 1)]


def _slack(size: float) -> float:
    """Return how unequal the gaps of one board may be, beside tiles of a size, in pixels."""
    return max(1.6, 0.03 * size)


def _usual(steps: Floats, tolerance: float) -> float:
    """Return the step that most others equal nearly."""
    alike = np.abs(steps[:, None] - steps[None]) <= tolerance
    best = alike.sum(axis=1).argmax()
    return float(steps[alike[best]].mean())


def _placed(tiles: Floats, pitch_x: float, pitch_y: float) -> Lattice | None:
    """Return the lattice on which the tiles lie; None if they lie on none."""
    centers = (tiles[:, :2] + tiles[:, 2:]) / 2
    size = np.median(tiles[:, 2:] - tiles[:, :2], axis=0)
    pitches = np.array([pitch_x, pitch_y])
    # Counted from the tile in the middle, so that a small error of the pitch cannot add up.
    middle = np.abs(centers - np.median(centers, axis=0)).sum(axis=1).argmin()
    places = np.rint((centers - centers[middle]) / pitches).astype(int)
    places -= places.min(axis=0)
    counts = places.max(axis=0) + 1
    fitted = [_fitted(places[:, axis], centers[:, axis], pitches[axis]) for axis in (0, 1)]
    origin, steps = np.array(fitted).T
    off = np.abs(centers - origin - places * steps) > 0.15 * size
    if off.any(axis=1).mean() > 0.2:
        return None
    found = frozenset((int(y), int(x)) for x, y in places)
    return Lattice(
        float(origin[0]),
        float(origin[1]),
        float(steps[0]),
        float(steps[1]),
        float(size[0]),
        float(size[1]),
        int(counts[0]),
        int(counts[1]),
        found,
    )


def _fitted(places: NDArray[np.int_], centers: Floats, pitch: float) -> tuple[float, float]:
    """Return where place 0 lies and the pitch, by least squares."""
    if places.max() == 0:
        return float(centers.mean()), pitch
    slope, start = np.polyfit(places, centers, 1)
    return float(start), float(slope)


def _merged(found: list[Lattice]) -> list[Lattice]:
    """Return the lattices with those joined that something covered has torn apart."""
    waiting = list(found)
    while True:
        for one, other in combinations(waiting, 2):
            joined = _joined(one, other)
            if joined:
                waiting = [each for each in waiting if each not in (one, other)] + [joined]
                break
        else:
            return waiting


def _joined(one: Lattice, other: Lattice) -> Lattice | None:
    """Return one lattice of two whose tiles lie on the same rows and columns."""
    # Of empty tiles only the inside is found, without their frame.
    if abs(one.width - other.width) > 0.25 * max(one.width, other.width) + 2:
        return None
    if abs(one.height - other.height) > 0.25 * max(one.height, other.height) + 2:
        return None
    base = one if len(one.found) >= len(other.found) else other
    rest = other if base is one else one
    steps_x = (rest.left - base.left) / base.pitch_x
    steps_y = (rest.top - base.top) / base.pitch_y
    shift_x, shift_y = round(steps_x), round(steps_y)
    if max(abs(steps_x - shift_x), abs(steps_y - shift_y)) > 0.08:
        return None
    moved = {(row + shift_y, column + shift_x) for row, column in rest.found}
    if moved & base.found:
        return None
    is_beside = not {row for row, _ in moved}.isdisjoint(row for row, _ in base.found)
    aside = abs(steps_x - shift_x) * base.pitch_x
    if is_beside and min(one.columns, other.columns) >= MIN_COLUMNS and aside > _slack(base.width):
        return None  # two boards, with a gap of their own between them
    cells = base.found | moved
    rows = [row for row, _ in cells]
    columns = [column for _, column in cells]
    first_row, first_column = min(rows), min(columns)
    if max(columns) - first_column >= MAX_COLUMNS or max(rows) - first_row >= MAX_ROWS:
        return None
    # No whole row or column may be missing between the two.
    if len(set(rows)) <= max(rows) - first_row or len(set(columns)) <= max(columns) - first_column:
        return None
    return Lattice(
        base.left + first_column * base.pitch_x,
        base.top + first_row * base.pitch_y,
        base.pitch_x,
        base.pitch_y,
        base.width,
        base.height,
        max(columns) - first_column + 1,
        max(rows) - first_row + 1,
        frozenset((row - first_row, column - first_column) for row, column in cells),
    )
