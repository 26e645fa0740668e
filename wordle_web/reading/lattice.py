"""Boards as lattices: tiles of one size at equal distances, in rows and columns.

A tile is a flat region that is roughly square. Tiles are linked to their neighbors on the right and
below. Linked tiles at equal distances form a lattice, which also gives the positions of undetected
tiles, such as covered ones.
"""

from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from wordle_web.engine.arrays import Flags, Floats, Indices
from wordle_web.engine.boards.state import MAX_BOARDS, max_guesses

Pixels = NDArray[np.uint8]  # (height, width, 3): red, green, blue
Boxes = NDArray[np.int32]  # (regions, 4): left, top, right, bottom; the last two exclusive

# Photos have more runs of similar pixels, and no tiles. Joining 400,000 runs takes about 25 MB.
MAX_RUNS = 400_000


@dataclass(frozen=True, slots=True, eq=False)
class Regions:
    """The flat regions of a picture, as arrays with one entry per region."""

    boxes: Boxes
    areas: NDArray[np.int64]  # number of pixels of each region
    # How much of each side of its box a region touches, 0 to 1, (regions, 4): left, top, right,
    # bottom.
    sides: NDArray[np.float64]


def difference(one: Pixels, other: Pixels) -> NDArray[np.uint8]:
    """Return the differences between pixels, in the channel that differs most."""
    larger = np.maximum(one, other)
    larger -= np.minimum(one, other)
    return np.maximum(np.maximum(larger[..., 0], larger[..., 1]), larger[..., 2])


def median_color(pixels: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Return the color, (3,), with the median of each channel of pixels, (..., 3)."""
    color: NDArray[np.uint8] = np.median(pixels.reshape(-1, 3), axis=0).astype(np.uint8)
    return color


def flat_regions(pixels: Pixels, tolerance: int, min_area: int) -> Regions | None:
    """Return the flat regions of at least `min_area` pixels; None if there is too much detail.

    In a region, adjacent pixels differ by at most `tolerance`, 0 to 255, in each channel.
    """
    starts = np.ones(pixels.shape[:2], dtype=np.bool_)
    starts[:, 1:] = difference(pixels[:, 1:], pixels[:, :-1]) > tolerance
    if starts.sum() > MAX_RUNS:
        return None
    joined = difference(pixels[1:], pixels[:-1]) <= tolerance
    return label(starts, joined, min_area)


def label(starts: Flags, joined: Flags, min_area: int) -> Regions:
    """Return the connected regions of a picture, given as runs of pixels in its rows.

    A run begins at each of `starts`, (height, width), whose first column is all true. `joined` is a
    mask of the pixels connected with the pixel above, (height - 1, width). Regions smaller than
    `min_area` pixels are left out.
    """
    width = starts.shape[1]
    firsts = np.flatnonzero(starts)
    runs = (np.cumsum(starts, dtype=np.int32) - 1).reshape(starts.shape)
    # Two runs are joined only once: where they first touch.
    once = starts[1:] | starts[:-1]
    once[:, 1:] |= ~joined[:, :-1]
    once &= joined
    roots = join(len(firsts), runs[:-1][once], runs[1:][once])
    lengths = np.diff(firsts, append=starts.size)
    areas = np.bincount(roots, weights=lengths, minlength=len(firsts)).astype(np.int64)
    chosen = np.flatnonzero(areas >= min_area)
    count = len(chosen)
    numbers = np.full(len(firsts), -1, dtype=np.int32)
    numbers[chosen] = np.arange(count, dtype=np.int32)
    # From here on, only the runs of these regions are used.
    is_kept = numbers[roots] >= 0
    regions, lengths = numbers[roots][is_kept], lengths[is_kept]
    tops, lefts = np.divmod(firsts[is_kept], width)
    rights = lefts + lengths
    boxes = np.zeros((count, 4), dtype=np.int32)
    boxes[:, :2] = np.iinfo(np.int32).max
    np.minimum.at(boxes[:, 0], regions, lefts)
    np.minimum.at(boxes[:, 1], regions, tops)
    np.maximum.at(boxes[:, 2], regions, rights)
    np.maximum.at(boxes[:, 3], regions, tops + 1)
    own = boxes[regions]

    def share(touching: Flags, weights: Any, whole: Any) -> NDArray[np.float64]:
        covered = np.bincount(regions[touching], weights[touching], minlength=count)
        shares: NDArray[np.float64] = np.minimum(covered / whole, 1.0)
        return shares

    ones = np.ones(len(regions))
    widths, heights = boxes[:, 2] - boxes[:, 0], boxes[:, 3] - boxes[:, 1]
    # Pixels next to the outermost ones also count as touching a side, because of rounded corners
    # and blurred frames.
    sides = np.stack(
        [
            share(lefts - own[:, 0] <= 1, ones, heights),
            share(tops - own[:, 1] <= 1, lengths, 2 * widths),
            share(own[:, 2] - rights <= 1, ones, heights),
            share(own[:, 3] - tops <= 2, lengths, 2 * widths),
        ],
        axis=1,
    )
    return Regions(boxes, areas[chosen], sides)


def join(count: int, one: NDArray[np.int32], other: NDArray[np.int32]) -> Indices:
    """Return, for each of `count` members, the smallest member of its connected group.

    The members in `one` and `other`, (pairs,), are connected pairwise.
    """
    parents = np.arange(count)
    while True:  # two iterations at least halve the number of groups to join
        first, second = parents[one], parents[other]
        apart = first != second
        if not apart.any():
            return parents
        one, other = first[apart].astype(np.int32), second[apart].astype(np.int32)
        np.minimum.at(parents, np.maximum(one, other), np.minimum(one, other))
        while not np.array_equal(parents, above := parents[parents]):
            parents = above


MIN_COLUMNS = 4
MAX_COLUMNS = 8
MAX_ROWS = max_guesses(MAX_BOARDS, in_turn=True)  # no game has more guesses
MIN_SIDE = 10  # pixels; letters on smaller tiles are unreadable
# Enough for sixteen boards of eight rows and five columns. Comparing all pairs takes 2 MB per
# array.
MAX_TILES = 700
MAX_LATTICES = 40
MAX_FRAME = 1.5  # size of a frame in tiles; a larger region is not the frame of a tile
MAX_PITCH = 2.1  # distance between columns or rows in tiles; a gap may be as wide as a tile


@dataclass(frozen=True, slots=True)
class Lattice:
    """The positions of a board's tiles, detected or not, in pixels."""

    left: float  # center of the first column
    top: float  # center of the first row
    pitch_x: float  # distance between columns
    pitch_y: float  # distance between rows
    width: float  # width of a tile
    height: float  # height of a tile
    columns: int
    rows: int
    tiles: frozenset[tuple[int, int]]  # rows and columns of the detected tiles

    def box(self, row: int, column: int) -> tuple[float, float, float, float]:
        """Return left, top, right and bottom of a tile."""
        x, y = self.left + column * self.pitch_x, self.top + row * self.pitch_y
        return (x - self.width / 2, y - self.height / 2, x + self.width / 2, y + self.height / 2)

    @property
    def bounds(self) -> tuple[float, float, float, float]:
        """Left, top, right and bottom of the whole board."""
        return (*self.box(0, 0)[:2], *self.box(self.rows - 1, self.columns - 1)[2:])

    def overlaps(self, other: "Lattice") -> bool:
        """Return whether the bounds of two lattices overlap."""
        bounds, other_bounds = self.bounds, other.bounds
        return all(
            bounds[side] < other_bounds[side + 2] and other_bounds[side] < bounds[side + 2]
            for side in (0, 1)
        )


def tile_boxes(regions: Regions) -> Boxes:
    """Return the boxes of the `MAX_TILES` largest regions that have the shape of a tile."""
    boxes = regions.boxes
    widths, heights = boxes[:, 2] - boxes[:, 0], boxes[:, 3] - boxes[:, 1]
    ratios = widths / heights
    filled = regions.areas / (widths * heights)
    touched = np.sort(regions.sides, axis=1)[:, 1]
    # A disk touches its box in few places, and fills most of it except the corners.
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
    """Return the boxes that are not near duplicates of earlier ones, at most `MAX_TILES`."""
    tiles = boxes.astype(np.float32)
    sizes = tiles[:, 2:] - tiles[:, :2]
    near = 0.2 * sizes.min(axis=1)
    alike = np.ones((len(tiles), len(tiles)), dtype=np.bool_)
    for axis in (0, 1):
        centers = (tiles[:, axis] + tiles[:, axis + 2]) / 2
        apart = np.abs(centers[:, None] - centers[None])
        # A tile is not a duplicate of a much larger box around it, such as a square dialog.
        alike &= (apart < near[:, None]) & (apart < near[None])
        alike &= sizes[:, None, axis] < MAX_FRAME * sizes[None, :, axis]
    distinct: Boxes = boxes[~np.triu(alike, 1).any(axis=0)][:MAX_TILES]
    return distinct


def lattices(boxes: Boxes) -> list[Lattice]:
    """Return the lattices with 4 to 8 columns and at most `MAX_ROWS` rows, in reading order."""
    if not len(boxes):
        return []
    tiles = boxes.astype(np.float64)
    beside, below = _neighbors(tiles, 0), _neighbors(tiles, 1)
    groups = _groups(len(tiles), np.concatenate([beside, below]))
    candidates: list[Lattice] = []
    for members in groups:
        candidates += _pitched(tiles, members, beside, below)
    candidates.sort(key=lambda one: -len(one.tiles))
    parts = candidates[:MAX_LATTICES]
    # Join the parts of a board whose middle is covered by something.
    while torn := next(
        ((pair, whole) for pair in combinations(parts, 2) if (whole := _joined(*pair))), None
    ):
        pair, whole = torn
        parts = [part for part in parts if part not in pair] + [whole]
    good = [part for part in parts if MIN_COLUMNS <= part.columns <= MAX_COLUMNS]
    return reading_order([part for part in good if part.rows <= MAX_ROWS])


def reading_order(lattices: list[Lattice]) -> list[Lattice]:
    """Return lattices line by line, each line from the left.

    A line consists of all lattices that begin above the middle of its first lattice.
    """
    lines: list[list[Lattice]] = []
    for lattice in sorted(lattices, key=lambda lattice: lattice.top):
        first = lines[-1][0] if lines else None
        if first and lattice.top < first.top + first.rows * first.pitch_y / 2:
            lines[-1].append(lattice)
        else:
            lines.append([lattice])
    return [lattice for line in lines for lattice in sorted(line, key=lambda lattice: lattice.left)]


def _neighbors(tiles: Floats, axis: int) -> Indices:
    """Return the indices of tiles and their neighbors, (pairs, 2): axis 0 to the right, 1 below."""
    centers = ((tiles[:, :2] + tiles[:, 2:]) / 2).astype(np.float32)
    sizes = (tiles[:, 2:] - tiles[:, :2]).astype(np.float32)
    steps = centers[None, :, axis] - centers[:, None, axis]
    size = sizes[:, None, axis]
    near = (steps > 0.92 * size) & (steps < MAX_PITCH * size)
    aside = np.abs(centers[None, :, 1 - axis] - centers[:, None, 1 - axis])
    near &= aside < 0.12 * sizes[:, None, 1 - axis] + 1
    for side in (0, 1):
        apart = np.abs(sizes[None, :, side] - sizes[:, None, side])
        near &= apart <= np.maximum(2.5, 0.12 * sizes[:, None, side])
    steps = np.where(near, steps, np.float32(np.inf))
    nearest = steps.argmin(axis=1)
    firsts = np.flatnonzero(near.any(axis=1))
    return np.stack([firsts, nearest[firsts]], axis=1)


def _groups(count: int, pairs: Indices) -> list[Indices]:
    """Return the members of each connected group with at least two members."""
    roots = join(count, pairs[:, 0].astype(np.int32), pairs[:, 1].astype(np.int32))
    order = np.argsort(roots, kind="stable")
    _, starts, sizes = np.unique(roots[order], return_index=True, return_counts=True)
    chosen = zip(starts[sizes > 1], sizes[sizes > 1], strict=True)
    return [order[start : start + size] for start, size in chosen]


def _pitched(tiles: Floats, members: Indices, beside: Indices, below: Indices) -> list[Lattice]:
    """Return the lattices of one group, which is split where the pitch changes."""
    inside = np.zeros(len(tiles), dtype=np.bool_)
    inside[members] = True
    size = np.median(tiles[members, 2:] - tiles[members, :2], axis=0)
    pitches, pairs = [], []
    for axis, links in enumerate((beside, below)):
        pairs_inside = links[inside[links[:, 0]]]
        centers = (tiles[:, axis] + tiles[:, axis + 2]) / 2
        steps = centers[pairs_inside[:, 1]] - centers[pairs_inside[:, 0]]
        pitch = 1.1 * size[axis]
        if len(steps):  # use the mean of the largest cluster of steps
            alike = np.abs(steps[:, None] - steps[None]) <= max(1.6, 0.05 * size[axis])
            pitch = steps[alike[alike.sum(axis=1).argmax()]].mean()
        good = np.abs(steps - pitch) <= max(1.6, 0.06 * size[axis])
        pitches.append(pitch)
        pairs.append(pairs_inside[good])
    parts = _groups(len(tiles), np.concatenate(pairs))
    boards = [board for part in parts for board in _boards(tiles[part], pitches[0])]
    return [one for board in boards if (one := _placed(board, pitches[0], pitches[1])) is not None]


def _boards(tiles: Floats, pitch: float) -> list[Floats]:
    """Split tiles into boards, of which several may be side by side.

    Only gaps between boards are wider than the gaps between columns.
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
    """Return how much the gaps between tiles of this size may differ, in pixels."""
    return max(1.6, 0.03 * size)


def _placed(tiles: Floats, pitch_x: float, pitch_y: float) -> Lattice | None:
    """Return the lattice of some tiles; None if too many of them are off the grid."""
    centers = (tiles[:, :2] + tiles[:, 2:]) / 2
    size = np.median(tiles[:, 2:] - tiles[:, :2], axis=0)
    pitches = np.array([pitch_x, pitch_y])
    # Count from the tile in the middle, so that a small error in the pitch does not accumulate.
    middle = np.abs(centers - np.median(centers, axis=0)).sum(axis=1).argmin()
    places = np.rint((centers - centers[middle]) / pitches).astype(int)
    places -= places.min(axis=0)
    counts = places.max(axis=0) + 1
    origin, steps = centers.mean(axis=0), pitches.copy()
    for axis in (0, 1):
        if counts[axis] > 1:
            steps[axis], origin[axis] = np.polyfit(places[:, axis], centers[:, axis], 1)
    off = np.abs(centers - origin - places * steps) > 0.15 * size
    if off.any(axis=1).mean() > 0.2:
        return None
    tiles_at = frozenset((int(y), int(x)) for x, y in places)
    floats = np.concatenate([origin, steps, size]).tolist()
    columns, rows = counts.tolist()
    left, top, pitch_x, pitch_y, width, height = floats
    return Lattice(left, top, pitch_x, pitch_y, width, height, columns, rows, tiles_at)


def _joined(one: Lattice, other: Lattice) -> Lattice | None:
    """Return two lattices as one if they fit the same rows and columns; None otherwise."""
    # Sizes may differ a little: of an empty tile, only the inside is detected, not its frame.
    if abs(one.width - other.width) > 0.25 * max(one.width, other.width) + 2:
        return None
    if abs(one.height - other.height) > 0.25 * max(one.height, other.height) + 2:
        return None
    base = one if len(one.tiles) >= len(other.tiles) else other
    rest = other if base is one else one
    steps_x = (rest.left - base.left) / base.pitch_x
    steps_y = (rest.top - base.top) / base.pitch_y
    shift_x, shift_y = round(steps_x), round(steps_y)
    if max(abs(steps_x - shift_x), abs(steps_y - shift_y)) > 0.08:
        return None
    moved = {(row + shift_y, column + shift_x) for row, column in rest.tiles}
    if moved & base.tiles:
        return None
    is_beside = not {row for row, _ in moved}.isdisjoint(row for row, _ in base.tiles)
    aside = abs(steps_x - shift_x) * base.pitch_x
    if is_beside and min(one.columns, other.columns) >= MIN_COLUMNS and aside > _slack(base.width):
        return None  # these are two boards with a gap between them
    cells = base.tiles | moved
    rows, columns = zip(*cells, strict=True)
    first_row, first_column = min(rows), min(columns)
    if max(columns) - first_column >= MAX_COLUMNS or max(rows) - first_row >= MAX_ROWS:
        return None
    # No complete row or column may be missing between the lattices.
    if len(set(rows)) <= max(rows) - first_row or len(set(columns)) <= max(columns) - first_column:
        return None
    return replace(
        base,
        left=base.left + first_column * base.pitch_x,
        top=base.top + first_row * base.pitch_y,
        columns=max(columns) - first_column + 1,
        rows=max(rows) - first_row + 1,
        tiles=frozenset((row - first_row, column - first_column) for row, column in cells),
    )
