"""Pictures of boards, read with some of the shipped words."""

import numpy as np
from draw_boards import Look, picture
from PIL import Image

from wordle_web.engine.lexicon import load_lexicon
from wordle_web.reading.reader import BoardReading, read_boards

ROWS = [("crane", "01002"), ("slimy", "00110"), ("quick", "00100")]
LEXICONS = [load_lexicon(f"english-{length}") for length in (4, 5, 6, 8)]
LOOK = Look()


def read(image: Image.Image) -> tuple[BoardReading, ...]:
    return read_boards(np.asarray(image.convert("RGB")), LEXICONS)


def one(look: Look, rows: list[tuple[str, str]] = ROWS, typed: str = "") -> BoardReading:
    (board,) = read(picture(look, [(rows, typed)]))
    return board
