"""Letters on tiles: their ink is cut out, scaled, and classified by a small neural network.

`scripts/train_glyphs.py` trains the network, and cuts out glyphs with the same functions. Capital
and lower-case letters are separate classes. A lower-case L and a capital I look the same, so the
case is determined from all tiles together. One more class is for ink that is not a letter.
"""

import functools
import io
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from operator import eq
from typing import Final

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view
from numpy.typing import NDArray

from wordle_web.engine.arrays import Flags, Floats
from wordle_web.engine.datafiles import DATA_FOLDER, read_data
from wordle_web.engine.lexicon import Lexicon
from wordle_web.reading.lattice import Boxes, Pixels, difference, label, median_color

Gray = NDArray[np.float32]

CAPITALS: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZÑÄÖÜ"
LETTERS: Final = CAPITALS.lower()
CLASSES: Final = 2 * len(LETTERS) + 1  # the last one is for ink that is not a letter
SIDE: Final = 24  # width and height of a glyph in pixels
INK: Final = 20  # length of the longer side of a glyph's ink in pixels
WORKING_SIDE = 56  # larger tiles are first shrunk by a whole factor, but not below this
MIN_CONTRAST = 36  # minimum difference of ink from the background, 0 to 255
THRESHOLD = 0.42  # pixels with a larger share of the strongest ink belong to the letter
WEIGHTS_FILE = DATA_FOLDER / "glyphs" / "weights.npz"


def background(tile: Pixels) -> NDArray[np.uint8]:
    """Return the color of a tile, (3,): the median of a ring inside its edge."""
    height, width = tile.shape[:2]
    outer_y, outer_x = max(1, height * 7 // 100), max(1, width * 7 // 100)
    inner_y, inner_x = max(2, height * 17 // 100), max(2, width * 17 // 100)
    sides = (
        tile[outer_y:inner_y, inner_x:-inner_x],
        tile[-inner_y:-outer_y, inner_x:-inner_x],
        tile[inner_y:-inner_y, outer_x:inner_x],
        tile[inner_y:-inner_y, -inner_x:-outer_x],
    )
    return median_color(np.concatenate([side.reshape(-1, 3) for side in sides]))


def glyph(tile: Pixels, color: NDArray[np.uint8]) -> Gray | None:
    """Return the ink of the letter on a tile, 0 to 1, float32, (24, 24); None if it has no letter.

    `color` is the background color of the tile.
    """
    margin_y, margin_x = (max(1, side * 8 // 100) for side in tile.shape[:2])
    inside = tile[margin_y:-margin_y, margin_x:-margin_x]
    step = max(1, min(inside.shape[:2]) // WORKING_SIDE)
    ink = difference(inside, color).astype(np.float32)
    rows, columns = (side // step for side in ink.shape)
    ink = ink[: rows * step, : columns * step]
    ink = ink.reshape(rows, step, columns, step).mean(axis=(1, 3))
    peak = float(np.percentile(ink, 99.3))  # a percentile, to ignore stray pixels
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
    scale = INK / max(right - left, bottom - top)
    over_y = _resampling(ink.shape[0], (top + bottom) / 2, scale)
    over_x = _resampling(ink.shape[1], (left + right) / 2, scale)
    return np.asarray(over_y @ masked @ over_x.T, dtype=np.float32)


def _letter_parts(mask: NDArray[np.bool_]) -> Boxes | None:
    """Return the boxes of a letter's body and its dots or accents; None if there is no body."""
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
    # Neither a frame around the letter nor a small sign in a corner can be the body.
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
    # Dots and accents are above or below the body. A part beside it belongs to a broken stroke.
    is_near = (overlaps > 0.6 * sizes[:, 0]) | (heights > 0.4 * sizes[body, 1])
    is_part = is_near & (areas > 0.02 * areas[body]) & ~touches
    is_part[body] = True
    parts: Boxes = boxes[is_part]
    return parts


def _resampling(count: int, middle: float, scale: float) -> Gray:
    """Return the weights, (24, `count`), of source pixels in a glyph's pixels around `middle`."""
    wanted = (np.arange(SIDE) + 0.5 - SIDE / 2) / scale + middle
    apart = np.abs(np.arange(count)[None] + 0.5 - wanted[:, None])
    weights = np.maximum(0, 1 - apart * min(scale, 1.0))
    total = weights.sum(axis=1, keepdims=True)
    shares: Gray = (weights / np.maximum(total, 1e-6) * (total > 0.5)).astype(np.float32)
    return shares


@functools.cache
def weights() -> dict[str, Gray]:
    """Return the weights of the network, 0.3 MB, cached.

    Raises:
        DamagedFileError: the file is missing or damaged.
    """
    with np.load(io.BytesIO(read_data(WEIGHTS_FILE)), allow_pickle=False) as file:
        return {name: file[name].astype(np.float32) for name in file.files}


def classify(images: Gray) -> Gray:
    """Return log probabilities of classes, float32, (glyphs, 61), for images (glyphs, 24, 24)."""
    if not len(images):
        return np.zeros((0, CLASSES), dtype=np.float32)
    net = weights()
    layer = images[..., None]
    for name in ("1", "2", "3"):
        kernel = net["kernel" + name]  # (size * size * channels before, channels after)
        layer = np.maximum(patches(layer, len(kernel)) @ kernel + net["bias" + name], 0)
    scores = layer.reshape(len(images), -1) @ net["dense"] + net["offset"]
    scores -= scores.max(axis=1, keepdims=True)
    logs: Gray = scores - np.log(np.exp(scores).sum(axis=1, keepdims=True))
    return logs


def patches(layer: Gray, kernel_inputs: int) -> Gray:
    """Return the kernel's input at every second pixel, (glyphs, side / 2, side / 2, inputs)."""
    _, side, _, channels = layer.shape
    size = round((kernel_inputs / channels) ** 0.5)
    padded = np.pad(layer, ((0, 0), (size // 2, size // 2), (size // 2, size // 2), (0, 0)))
    half = (side + 1) // 2
    views = sliding_window_view(padded, (size, size), axis=(1, 2))
    views = views[:, : 2 * half : 2, : 2 * half : 2]
    return np.moveaxis(views, 3, -1).reshape(len(layer), half, half, kernel_inputs)


UNKNOWN: Final = "?"
PLAIN: Final = {"ñ": "n", "ä": "a", "ö": "o", "ü": "u"}
# With at least this probability, a letter is clear. A word list never replaces a clear letter,
# since people also play words that are in no list.
CLEAR = 0.8
# A repaired letter may be less likely than the likeliest one by up to 2.3 nats, a factor of ten.
MAX_REPAIR = 2.3
PRIOR_WEIGHT = 0.25  # weight of a word's log prior relative to the log probability of a letter
REPAIRED_CHANCE = 0.5  # maximum probability of a letter chosen by the word list
# A letter is doubtful below the first probability in a listed word, below the second elsewhere.
SURE_IN_WORD = 0.65
SURE_ELSEWHERE = 0.95
KEYBOARD_ROWS = (
    "qwertyuiop", "asdfghjkl", "zxcvbnm", "qwertzuiop", "yxcvbnm", "azertyuiop", "qsdfghjklm",
    "wxcvbn", "abcdefghijklmnopqrstuvwxyz",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Word:
    """A row's word as `read_word` reads it, perhaps with a repaired letter."""

    letters: str  # with `UNKNOWN` for unreadable letters
    chances: tuple[float, ...]  # the probability of each letter, from 0 to 1
    doubtful: frozenset[int]  # columns of uncertain letters
    is_known: bool  # whether a word list has the word without a repair
    is_near: bool = False  # if not, whether a list has one that differs in one tile

    @property
    def clear(self) -> str:
        """The letters, with `UNKNOWN` in place of doubtful ones."""
        return "".join(
            UNKNOWN if column in self.doubtful else letter
            for column, letter in enumerate(self.letters)
        )


def letter_logs(logs: NDArray[np.float32], alphabet: str) -> Floats:
    """Return the log probabilities of letters, float64, (tiles, 30), with one case for all tiles.

    Capital I and lower-case l look the same, so all tiles together determine the case. `logs` holds
    the log probabilities of classes, (tiles, 61). ñ, ä, ö, ü count as n, a, o, u in alphabets
    without them.
    """
    count = len(LETTERS)
    capitals = logs[:, :count].astype(np.float64)
    small = logs[:, count : 2 * count].astype(np.float64)
    in_capitals = np.logaddexp.reduce(capitals, axis=1).sum()
    in_small = np.logaddexp.reduce(small, axis=1).sum()
    kind, other = (capitals, small) if in_capitals >= in_small else (small, capitals)
    # The other case has a small weight, since the network may misjudge the case of one tile.
    letters = np.logaddexp(kind, other - 3.0)
    for special, plain in PLAIN.items():
        if special not in alphabet:
            place, base = LETTERS.index(special), LETTERS.index(plain)
            letters[:, base] = np.logaddexp(letters[:, base], letters[:, place])
            letters[:, place] = -30.0
    letters -= np.logaddexp.reduce(letters, axis=1)[:, None]
    return np.maximum(letters, -30.0)


def read_word(logs: Floats, lexicons: Sequence[Lexicon]) -> Word:
    """Return the word of a row, given lexicons of its length.

    `logs` holds the log probabilities of letters, (tiles, 30), all zero for unreadable tiles.
    """
    unread: Flags = np.logical_not(logs.any(axis=1))
    looks = "".join(LETTERS[place] for place in logs.argmax(axis=1))
    chances = np.where(unread, 0.0, np.exp(logs.max(axis=1)))
    if not unread.any() and any(looks in lexicon for lexicon in lexicons):
        doubtful = frozenset(np.flatnonzero(chances < SURE_IN_WORD).tolist())
        return Word(looks, tuple(chances.tolist()), doubtful, is_known=True)
    near = [*_near_words(looks, unread, lexicons)] if unread.sum() < 2 else []
    letters, sure = looks, SURE_IN_WORD
    if repaired := _repaired(logs, chances, near):
        letters, column = repaired
        chance = np.exp(logs[column, LETTERS.index(letters[column])])
        chances[column] = min(REPAIRED_CHANCE, float(chance))
    else:
        pairs = zip(looks, unread, strict=True)
        letters = "".join(UNKNOWN if is_blank else letter for letter, is_blank in pairs)
        sure = SURE_ELSEWHERE
    doubtful = frozenset(np.flatnonzero(chances < sure).tolist())
    return Word(letters, tuple(chances.tolist()), doubtful, is_known=False, is_near=bool(near))


def _near_words(
    looks: str, unread: Flags, lexicons: Sequence[Lexicon]
) -> Iterator[tuple[str, int, float]]:
    """Yield listed words that differ from `looks` in one tile, with that column and the prior.

    An unread tile differs from every letter.
    """
    for lexicon in lexicons:
        differs = lexicon.codes != np.array([ord(letter) for letter in looks], dtype=np.uint32)
        differs[:, unread] = True
        for index in np.flatnonzero(differs.sum(axis=1) == 1):
            column = int(differs[index].argmax())
            yield lexicon.words[int(index)], column, float(lexicon.prior[index])


def _repaired(
    logs: Floats, chances: Floats, near: Iterable[tuple[str, int, float]]
) -> tuple[str, int] | None:
    """Return the likeliest of the near words that change no clear letter, and the changed column.

    None if there is no such word.
    """
    candidates: list[tuple[float, str, int]] = []
    for word, column, prior in near:
        place = LETTERS.find(word[column])
        if chances[column] >= CLEAR or place < 0:
            continue
        loss = float(logs[column].max() - logs[column, place])
        if loss < MAX_REPAIR:
            candidates.append((PRIOR_WEIGHT * float(np.log(prior + 1e-3)) - loss, word, column))
    return max(candidates)[1:] if candidates else None


def is_keyboard(word: str) -> bool:
    """Return whether most letters are in the order of a keyboard or of the alphabet.

    >>> is_keyboard("qwerty"), is_keyboard("crane")
    (True, False)
    """
    # Other keys, such as Enter, may come before and after the letters.
    return any(
        sum(map(eq, word, f"  {row}  "[start:])) >= max(4, 0.65 * len(word))
        for row in KEYBOARD_ROWS
        for start in range(len(row) - len(word) + 5)
    )
