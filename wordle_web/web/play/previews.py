"""Pictures for previews of links: a shared grid as colored squares, without letters.

They are PNG, since few previews show SVG.
"""

from collections.abc import Sequence
from io import BytesIO

from flask import Blueprint, Response, abort
from PIL import Image

from wordle_web.game.puzzles.days import LENGTH_PATTERN
from wordle_web.game.puzzles.variants import COUNT_PATTERN
from wordle_web.game.share import read_grid
from wordle_web.parsing import linear_pattern

bp = Blueprint("previews", __name__)

# The smallest size that previews show at full width.
WIDTH, HEIGHT = 600, 315
GAP = 6
MARGIN = 20
MAX_ROWS = 6
# Background, then the marks from absent to correct, then an empty tile.
PALETTE = bytes.fromhex("ffffff 696d70 c9b458 4a7f45 e4e5e7")
BACKGROUND, EMPTY = 0, 4

_EMPTY = linear_pattern(rf"({LENGTH_PATTERN})(?:x({COUNT_PATTERN}))?")
BOARD_ROWS = 3  # rows of each of several boards, enough to be recognized as a board

FOREVER = "public, max-age=31536000, immutable"  # the address determines the picture


@bp.get("/picture/<grid>.png")
def picture(grid: str) -> Response:
    """Return the picture of a grid such as `01002-22222`, or of empty boards.

    `5` is one board of five letters, `5x4` is four of them.
    """
    empty, marks = _EMPTY.fullmatch(grid), read_grid(grid)
    if not empty and not marks:
        abort(404)
    length = int(empty[1]) if empty else len(grid.partition("-")[0])
    if empty and empty[2]:
        count = int(empty[2])
        across = 2 ** (count.bit_length() // 2)  # at least as many boards across as down
        row = ([EMPTY] * length + [BACKGROUND]) * across
        board = [row[:-1]] * BOARD_ROWS + [[BACKGROUND] * (len(row) - 1)]
        rows = (board * (count // across))[:-1]
        step = min((WIDTH - 2 * MARGIN) // len(rows[0]), (HEIGHT - 2 * MARGIN) // len(rows))
        image = draw(rows, step, max(1, step // 10))
    else:
        rows = [[mark + 1 for mark in row] for row in marks or ()]
        rows += [[EMPTY] * length] * (MAX_ROWS - len(rows))
        # The height limits the size of tiles, even with eight letters.
        step = (HEIGHT - 2 * MARGIN + GAP) // MAX_ROWS
        image = draw(rows, step, GAP)
    return Response(image, mimetype="image/png", headers={"Cache-Control": FOREVER})


def draw(rows: Sequence[Sequence[int]], step: int, gap: int) -> bytes:
    """Return the PNG of tiles, each an index into the palette, one every `step` pixels."""
    image = Image.new("P", (WIDTH, HEIGHT), BACKGROUND)
    image.putpalette(PALETTE)
    left = (WIDTH - step * len(rows[0]) + gap) // 2
    top = (HEIGHT - step * len(rows) + gap) // 2
    for y, row in enumerate(rows):
        for x, color in enumerate(row):
            corner = left + x * step, top + y * step
            image.paste(color, (*corner, corner[0] + step - gap, corner[1] + step - gap))
    content = BytesIO()
    image.save(content, "PNG")
    return content.getvalue()
