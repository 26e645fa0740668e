"""Flat regions of a picture: connected pixels that hardly differ from their neighbors.

The inside of a tile is one, whether the tile is filled or only has a frame; so are backgrounds and
the strokes of letters. Runs of similar pixels in a line are found first, then joined over lines.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from wordle_web.engine.arrays import Flags, Indices

Pixels = NDArray[np.uint8]  # (height, width, 3): red, green, blue
Boxes = NDArray[np.int32]  # (regions, 4): left, top, right, bottom; the last two exclusive

# A photo has more, and no tiles. 400,000 runs take about 25 MB while they are joined.
MAX_RUNS = 400_000


@dataclass(frozen=True, slots=True, eq=False)
class Regions:
    """Flat regions of a picture.

    Attributes:
        boxes: Their bounding boxes.
        areas: Pixels of each, int64, (regions,).
        sides: Share of each side of its box that the region touches, from 0 to 1: left, top,
            right, bottom; float64, (regions, 4).
    """

    boxes: Boxes
    areas: NDArray[np.int64]
    sides: NDArray[np.float64]


def difference(one: Pixels, other: Pixels) -> NDArray[np.uint8]:
    """Return how much two arrays of pixels differ, in the color that differs most."""
    larger = np.maximum(one, other)
    larger -= np.minimum(one, other)
    return np.maximum(np.maximum(larger[..., 0], larger[..., 1]), larger[..., 2])


def flat_regions(pixels: Pixels, tolerance: int, min_area: int) -> Regions | None:
    """Return the flat regions of at least `min_area` pixels; None if there is too much detail.

    Args:
        pixels: The picture.
        tolerance: How much neighbors may differ in a color, 0 to 255.
        min_area: Smaller regions are left out.
    """
    starts = np.ones(pixels.shape[:2], dtype=np.bool_)
    starts[:, 1:] = difference(pixels[:, 1:], pixels[:, :-1]) > tolerance
    if starts.sum() > MAX_RUNS:
        return None
    joined = difference(pixels[1:], pixels[:-1]) <= tolerance
    return label(starts, joined, min_area)


def label(starts: Flags, joined: Flags, min_area: int) -> Regions:
    """Return the regions of runs that begin at `starts` and hang together at `joined`.

    Args:
        starts: Where a run begins, (height, width); the first column is all true.
        joined: Whether a pixel hangs together with the one above it, (height - 1, width).
        min_area: Smaller regions are left out.
    """
    width = starts.shape[1]
    firsts = np.flatnonzero(starts)
    runs = (np.cumsum(starts, dtype=np.int32) - 1).reshape(starts.shape)
    # Two runs are joined once, where the later of them begins, or where they first touch.
    once = starts[1:] | starts[:-1]
    once[:, 1:] |= ~joined[:, :-1]
    once &= joined
    roots = join(len(firsts), runs[:-1][once], runs[1:][once])
    lengths = np.diff(firsts, append=starts.size)
    areas = np.bincount(roots, weights=lengths, minlength=len(firsts)).astype(np.int64)
    chosen = np.flatnonzero(areas >= min_area)
    places = np.full(len(firsts), -1, dtype=np.int32)
    places[chosen] = np.arange(len(chosen), dtype=np.int32)
    kept = places[roots]
    mine = kept >= 0
    tops, lefts = np.divmod(firsts[mine], width)
    return _measured(kept[mine], lefts, tops, lengths[mine], areas[chosen])


def join(count: int, one: NDArray[np.int32], other: NDArray[np.int32]) -> Indices:
    """Return the smallest member of each one's group.

    Args:
        count: How many there are.
        one: First members of the pairs that belong together, (pairs,).
        other: Second members, (pairs,).
    """
    parents = np.arange(count)
    while True:  # two rounds at least halve the groups of each that hang together
        first, second = parents[one], parents[other]
        apart = first != second
        if not apart.any():
            return parents
        one, other = first[apart].astype(np.int32), second[apart].astype(np.int32)
        np.minimum.at(parents, np.maximum(one, other), np.minimum(one, other))
        while not np.array_equal(parents, above := parents[parents]):
            parents = above


def _measured(
    regions: NDArray[np.int32],
    lefts: Indices,
    tops: Indices,
    lengths: Indices,
    areas: NDArray[np.int64],
) -> Regions:
    """Return regions with their boxes, from the runs of each."""
    count = len(areas)
    rights = lefts + lengths
    boxes = np.zeros((count, 4), dtype=np.int32)
    boxes[:, :2] = np.iinfo(np.int32).max
    np.minimum.at(boxes[:, 0], regions, lefts)
    np.minimum.at(boxes[:, 1], regions, tops)
    np.maximum.at(boxes[:, 2], regions, rights)
    np.maximum.at(boxes[:, 3], regions, tops + 1)
    own = boxes[regions]

    def share(touching: Flags, weights: Any, whole: Any) -> NDArray[np.float64]:
        found = np.bincount(regions[touching], weights[touching], minlength=count)
        shares: NDArray[np.float64] = np.minimum(found / whole, 1.0)
        return shares

    ones = np.ones(len(regions))
    widths, heights = boxes[:, 2] - boxes[:, 0], boxes[:, 3] - boxes[:, 1]
    # Within two pixels of a side counts as touching: rounded corners, blurred frames.
    sides = np.stack(
        [
            share(lefts - own[:, 0] <= 1, ones, heights),
            share(tops - own[:, 1] <= 1, lengths, 2 * widths),
            share(own[:, 2] - rights <= 1, ones, heights),
            share(own[:, 3] - tops <= 2, lengths, 2 * widths),
        ],
        axis=1,
    )
    return Regions(boxes, areas, sides)
