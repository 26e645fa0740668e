"""Letters of tiles: the ink is cut out, scaled to one size, and named by a small neural net.

The net is trained by `scripts/train_glyphs.py`, which cuts its glyphs out by the same functions.
It knows capital and lower-case letters as different classes, since l and I look alike, and a class
for what is no letter.
"""

import functools
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from wordle_web.engine.reading.regions import Boxes, Pixels, difference, label

Gray = NDArray[np.float32]

CAPITALS: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZÑÄÖÜ"
LETTERS: Final = CAPITALS.lower()
CLASSES: Final = 2 * len(LETTERS) + 1  # the last one: no letter
SIDE: Final = 24  # pixels of a glyph, of which the ink fills 20 in its longer direction
INK: Final = 20
WORKING_SIDE = 56  # larger tiles are reduced first
MIN_CONTRAST = 36
THRESHOLD = 0.42  # of ink, where its strongest is 1
WEIGHTS_FILE = Path(__file__).resolve().parents[2] / "data" / "glyphs" / "weights.npz"


@dataclass(frozen=True, slots=True, eq=False)
class Glyph:
    """The ink of one tile.

    Attributes:
        image: How much each pixel is ink, from 0 to 1, float32, (24, 24).
        height: Of the ink, as a share of the tile.
        contrast: Between ink and tile, from 0 to 255.
    """

    image: Gray
    height: float
    contrast: int


def background(tile: Pixels) -> NDArray[np.uint8]:
    """Return the color of a tile, (3,): the median of a ring inside its edge."""
    height, width = tile.shape[:2]
    outer_y, outer_x = max(1, height * 7 // 100), max(1, width * 7 // 100)
    inner_y, inner_x = max(2, height * 17 // 100), max(2, width * 17 // 100)
    ring = np.concatenate(
        [
            tile[outer_y:inner_y, inner_x:-inner_x].reshape(-1, 3),
            tile[-inner_y:-outer_y, inner_x:-inner_x].reshape(-1, 3),
            tile[inner_y:-inner_y, outer_x:inner_x].reshape(-1, 3),
            tile[inner_y:-inner_y, -inner_x:-outer_x].reshape(-1, 3),
        ]
    )
    color: NDArray[np.uint8] = np.median(ring, axis=0).astype(np.uint8)
    return color


def glyph(tile: Pixels, color: NDArray[np.uint8]) -> Glyph | None:
    """Return the glyph on a tile of a background color; None if nothing stands on it."""
    margin_y, margin_x = (max(1, side * 8 // 100) for side in tile.shape[:2])
    inside = tile[margin_y:-margin_y, margin_x:-margin_x]
    step = max(1, min(inside.shape[:2]) // WORKING_SIDE)
    ink = difference(inside, color).astype(np.float32)
    rows, columns = (side // step for side in ink.shape)
    ink = ink[: rows * step, : columns * step]
    ink = ink.reshape(rows, step, columns, step).mean(axis=(1, 3))
    peak = float(np.percentile(ink, 99.3))
    if peak < MIN_CONTRAST:
        return None
    ink = np.clip(ink / peak, 0, 1)
    boxes = _letter_parts(ink > THRESHOLD)
    if boxes is None:
        return None
    left, top = boxes[:, :2].min(axis=0)
    right, bottom = boxes[:, 2:].max(axis=0)
    masked = np.zeros_like(ink)
    for x0, y0, x1, y1 in boxes:
        area = np.s_[max(0, y0 - 1) : y1 + 1, max(0, x0 - 1) : x1 + 1]
        masked[area] = ink[area]
    image = _scaled(masked, (left, top, right, bottom))
    return Glyph(image, float((bottom - top) / ink.shape[0]), int(peak))


def _letter_parts(mask: NDArray[np.bool_]) -> Boxes | None:
    """Return the boxes of the parts of the letter: its body, and dots or accents above or below."""
    starts = ~mask
    starts[:, 0] = True
    starts[:, 1:] |= mask[:, 1:] != mask[:, :-1]
    regions = label(starts, mask[1:] & mask[:-1], 3)
    if not len(regions.areas):
        return None
    boxes, areas = regions.boxes, regions.areas
    height, width = mask.shape
    sizes = boxes[:, 2:] - boxes[:, :2]
    middles = (boxes[:, :2] + boxes[:, 2:]) / 2 / (width, height)
    # A frame surrounds the letter; a mark in a corner is small and off the middle.
    is_body = (
        ~((sizes[:, 0] > 0.95 * width) & (sizes[:, 1] > 0.95 * height))
        & (np.abs(middles - 0.5) < 0.27).all(axis=1)
        & (sizes[:, 1] > 0.15 * height)
    )
    if not is_body.any():
        return None
    body = np.where(is_body, areas, 0).argmax()
    overlaps = np.minimum(boxes[:, 2], boxes[body, 2]) - np.maximum(boxes[:, 0], boxes[body, 0])
    touches = (boxes[:, :2] <= 0).any(axis=1) | (boxes[:, 2:] >= (width, height)).any(axis=1)
    heights = np.minimum(boxes[:, 3], boxes[body, 3]) - np.maximum(boxes[:, 1], boxes[body, 1])
    # A dot or an accent stands above the body; where a thin stroke breaks, a part stands beside.
    is_near = (overlaps > 0.6 * sizes[:, 0]) | (heights > 0.4 * sizes[body, 1])
    is_part = is_near & (areas > 0.02 * areas[body]) & ~touches
    is_part[body] = True
    parts: Boxes = boxes[is_part]
    return parts


def _scaled(ink: Gray, box: tuple[int, int, int, int]) -> Gray:
    """Return the part of `ink` in a box, scaled to 20 pixels and centered in 24."""
    left, top, right, bottom = box
    scale = INK / max(right - left, bottom - top)
    over_y = _resampling(ink.shape[0], (top + bottom) / 2, scale)
    over_x = _resampling(ink.shape[1], (left + right) / 2, scale)
    return np.asarray(over_y @ ink @ over_x.T, dtype=np.float32)


def _resampling(count: int, middle: float, scale: float) -> Gray:
    """Return weights of `count` pixels for each of 24, with `middle` in their middle."""
    wanted = (np.arange(SIDE) + 0.5 - SIDE / 2) / scale + middle
    apart = np.abs(np.arange(count)[None] + 0.5 - wanted[:, None])
    weights = np.maximum(0, 1 - apart * min(scale, 1.0))
    total = weights.sum(axis=1, keepdims=True)
    shares: Gray = (weights / np.maximum(total, 1e-6) * (total > 0.5)).astype(np.float32)
    return shares


@functools.cache
def weights() -> dict[str, Gray]:
    """Return the weights of the net, read once: 0.3 MB."""
    with np.load(WEIGHTS_FILE, allow_pickle=False) as file:
        return {name: file[name].astype(np.float32) for name in file.files}


def classify(images: Gray) -> Gray:
    """Return the log probability of each class for each glyph, float32, (glyphs, 61).

    Args:
        images: Glyphs, float32, (glyphs, 24, 24).
    """
    if not len(images):
        return np.zeros((0, CLASSES), dtype=np.float32)
    net = weights()
    layer = images[..., None]
    for name in ("1", "2", "3"):
        layer = np.maximum(convolved(layer, net["kernel" + name], net["bias" + name]), 0)
    scores = layer.reshape(len(images), -1) @ net["dense"] + net["offset"]
    scores -= scores.max(axis=1, keepdims=True)
    logs: Gray = scores - np.log(np.exp(scores).sum(axis=1, keepdims=True))
    return logs


def convolved(layer: Gray, kernel: Gray, bias: Gray) -> Gray:
    """Return a layer convolved at every second pixel, float32, (glyphs, side, side, channels).

    Args:
        layer: (glyphs, side, side, channels).
        kernel: (size * size * channels before, channels after).
        bias: (channels after,).
    """
    patched: Gray = patches(layer, kernel.shape[0]) @ kernel + bias
    return patched


def patches(layer: Gray, kernel_inputs: int) -> Gray:
    """Return what the kernel sees at every second pixel, (glyphs, side / 2, side / 2, inputs)."""
    _, side, _, channels = layer.shape
    size = round((kernel_inputs / channels) ** 0.5)
    padded = np.pad(layer, ((0, 0), (size // 2, size // 2), (size // 2, size // 2), (0, 0)))
    half = (side + 1) // 2
    views = [
        padded[:, dy : dy + 2 * half - 1 : 2, dx : dx + 2 * half - 1 : 2]
        for dy in range(size)
        for dx in range(size)
    ]
    return np.concatenate(views, axis=3)
