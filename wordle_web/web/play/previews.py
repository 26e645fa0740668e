"""Pictures for previews of links: a shared grid as colored squares, without letters.

They are PNG, since few previews show SVG, and written by hand, since four colors need no library.
"""

import re
import struct
import zlib

import numpy as np
from flask import Blueprint, Response, abort
from numpy.typing import NDArray

from wordle_web.game.puzzles.puzzles import LENGTH_PATTERN, LENGTHS
from wordle_web.game.puzzles.variants import COUNT_PATTERN

bp = Blueprint("previews", __name__)

# The smallest size that previews show at full width.
WIDTH, HEIGHT = 600, 315
GAP = 6
MARGIN = 20
MAX_ROWS = 6
SIGNATURE = b"\x89PNG\r\n\x1a\n"
# Background, then the marks from absent to correct, then an empty tile.
PALETTE = bytes.fromhex("ffffff 696d70 c9b458 4a7f45 e4e5e7".replace(" ", ""))
BACKGROUND, EMPTY = 0, 4

_ROW = f"[0-2]{{{LENGTHS[0]},{LENGTHS[-1]}}}"
_GRID = re.compile(rf"{_ROW}(?:-{_ROW}){{0,5}}|{LENGTH_PATTERN}")
_BOARDS = re.compile(rf"({LENGTH_PATTERN})x({COUNT_PATTERN})")
BOARD_ROWS = 3  # of each of several boards, enough to be one at a glance

FOREVER = "public, max-age=31536000, immutable"  # the address alone says what is drawn

Marks = tuple[tuple[int, ...], ...]


@bp.get("/picture/<grid>.png")
def picture(grid: str) -> Response:
    """Return the picture of a grid such as `01002-22222`, or of empty boards: `5`, `5x4`."""
    several, marks = _BOARDS.fullmatch(grid), read_grid(grid)
    if several:
        image = draw_boards(int(several[1]), int(several[2]))
    elif marks is not None:
        image = draw_grid(marks)
    else:
        abort(404)
    return Response(image, mimetype="image/png", headers={"Cache-Control": FOREVER})


def read_grid(text: str) -> Marks | None:
    """Return the marks written as `01002-22222`, or a blank row for a length alone.

    None for any other text, such as rows of different lengths. A blank tile is -1.

    >>> read_grid("0100-2222"), read_grid("4"), read_grid("0100-22222")
    (((0, 1, 0, 0), (2, 2, 2, 2)), ((-1, -1, -1, -1),), None)
    """
    if not _GRID.fullmatch(text):
        return None
    if len(text) == 1:
        return ((-1,) * int(text),)
    rows = tuple(tuple(map(int, row)) for row in text.split("-"))
    return rows if len({len(row) for row in rows}) == 1 else None


def draw_grid(marks: Marks) -> bytes:
    """Return the PNG of a grid: its rows, blank ones below them up to six."""
    length = len(marks[0])
    rows = [*marks, *[(-1,) * length] * (MAX_ROWS - len(marks))]
    step = (HEIGHT - 2 * MARGIN + GAP) // MAX_ROWS  # less than across, even of eight letters
    left = (WIDTH - step * length + GAP) // 2
    top = (HEIGHT - step * MAX_ROWS + GAP) // 2
    pixels: NDArray[np.uint8] = np.full((HEIGHT, WIDTH), BACKGROUND, np.uint8)
    for y, row in enumerate(rows):
        for x, mark in enumerate(row):
            at = np.s_[top + y * step :, left + x * step :]
            pixels[at][: step - GAP, : step - GAP] = EMPTY if mark < 0 else mark + 1
    return png(pixels, PALETTE)


def draw_boards(length: int, count: int) -> bytes:
    """Return the PNG of several empty boards, at least as many across as down."""
    across = 2 ** (count.bit_length() // 2)
    down = count // across
    wide, high = across * (length + 1) - 1, down * (BOARD_ROWS + 1) - 1
    step = min((WIDTH - 2 * MARGIN) // wide, (HEIGHT - 2 * MARGIN) // high)
    gap = max(1, step // 10)
    left, top = (WIDTH - step * wide + gap) // 2, (HEIGHT - step * high + gap) // 2
    pixels: NDArray[np.uint8] = np.full((HEIGHT, WIDTH), BACKGROUND, np.uint8)
    for y in range(high):
        for x in range(wide):
            if (x + 1) % (length + 1) and (y + 1) % (BOARD_ROWS + 1):
                at = np.s_[top + y * step :, left + x * step :]
                pixels[at][: step - gap, : step - gap] = EMPTY
    return png(pixels, PALETTE)


def png(pixels: NDArray[np.uint8], palette: bytes) -> bytes:
    """Return the PNG of `pixels`, (height, width) uint8, each an index into `palette`.

    Source: Portable Network Graphics (PNG) Specification, third edition, sections 5 and 11.
    """
    height, width = pixels.shape
    head = struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)
    lines = np.zeros((height, width + 1), np.uint8)  # each line begins with its filter: none
    lines[:, 1:] = pixels
    data = zlib.compress(lines.tobytes(), 9)
    parts = ((b"IHDR", head), (b"PLTE", palette), (b"IDAT", data), (b"IEND", b""))
    return SIGNATURE + b"".join(_chunk(name, content) for name, content in parts)


def _chunk(name: bytes, content: bytes) -> bytes:
    check = zlib.crc32(name + content)
    return struct.pack(">I", len(content)) + name + content + struct.pack(">I", check)
