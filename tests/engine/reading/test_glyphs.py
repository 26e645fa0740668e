import json

import numpy as np
import pytest
from draw_boards import Drawing, Look
from numpy.typing import NDArray

from wordle_web.engine.reading.glyphs import (
    CAPITALS,
    CLASSES,
    LETTERS,
    SIDE,
    WEIGHTS_FILE,
    Glyph,
    background,
    classify,
    glyph,
)

MAX_WEIGHTS = 150_000  # bytes


def tile(letter: str, look: Look, mark: str = "2") -> NDArray[np.uint8]:
    """Return the pixels of a tile."""
    drawing = Drawing(look, (look.tile, look.tile))
    drawing.tile(0, 0, letter, mark)
    return np.asarray(drawing.image)


def cut(pixels: NDArray[np.uint8]) -> Glyph:
    found = glyph(pixels, background(pixels))
    assert found is not None
    return found


def said(images: list[NDArray[np.float32]]) -> str:
    names = [*CAPITALS, *LETTERS, "*"]
    return "".join(names[each] for each in classify(np.stack(images)).argmax(axis=1))


@pytest.mark.parametrize("size", [22, 34, 62, 140])
@pytest.mark.parametrize("palette", ["light", "dark", "primary"])
def test_capitals_are_read_at_every_size(size: int, palette: str) -> None:
    look = Look(palette=palette, tile=size, letter=0.6)
    letters = CAPITALS[:26]
    images = [cut(tile(letter, look)).image for letter in letters]
    plain = said(images).upper().translate(str.maketrans("ÑÄÖÜ", "NAOU"))
    right = sum(a == b for a, b in zip(plain, letters, strict=True))
    assert right >= (24 if size < 30 else 26)


def test_lower_case_letters_are_read() -> None:
    look = Look(tile=62, letter=0.7, is_lower=True)
    read = said([cut(tile(letter, look)).image for letter in "abcdefghijkmnopqrstuvwxyz"])
    assert read.lower() == "abcdefghijkmnopqrstuvwxyz"


def test_accented_letters_count_as_their_plain_ones() -> None:
    # Pillow's own font has no accents.
    images = []
    for letter in "aeou":
        drawing = Drawing(Look(tile=62, letter=0.6), (62, 62))
        drawing.tile(0, 0, letter, "2")
        drawing.draw.line((31, 13, 37, 6), "white", 4)
        images.append(cut(np.asarray(drawing.image)).image)
    plain = said(images).upper().translate(str.maketrans("ÑÄÖÜ", "NAOU"))
    assert sum(a == b for a, b in zip(plain, "AEOU", strict=True)) >= 3


def test_digits_and_signs_are_no_letters() -> None:
    look = Look(tile=62, letter=0.6)
    texts = ["2", "4", "7", "9", "?", "+", "64", "128"]
    assert said([cut(tile(text, look)).image for text in texts]).count("*") >= 7


def test_an_empty_tile_has_no_glyph_and_its_frame_is_none() -> None:
    pixels = tile("", Look(tile=62), "")
    assert glyph(pixels, background(pixels)) is None


def test_a_glyph_is_scaled_to_one_size_with_its_letter_in_the_middle() -> None:
    small, large = (cut(tile("w", Look(tile=size))) for size in (48, 140))
    assert small.image.shape == (SIDE, SIDE)
    assert small.image.dtype == np.float32
    assert np.abs(small.image - large.image).mean() < 0.1
    columns = np.flatnonzero(large.image.max(axis=0) > 0.4)
    assert 19 <= columns[-1] - columns[0] + 1 <= 21
    assert abs(columns.mean() - (SIDE - 1) / 2) < 1


def test_a_frame_and_a_sign_in_a_corner_do_not_belong_to_the_letter() -> None:
    pixels = tile("e", Look(tile=62)).copy()
    plain = cut(pixels).image
    pixels[:2] = pixels[-2:] = pixels[:, :2] = pixels[:, -2:] = 255
    pixels[6:11, 6:11] = 255
    assert np.abs(cut(pixels).image - plain).max() < 0.02


def test_classes_are_log_probabilities() -> None:
    found = classify(np.zeros((3, SIDE, SIDE), dtype=np.float32))
    assert (found.shape, found.dtype) == ((3, CLASSES), np.float32)
    assert np.exp(found).sum(axis=1) == pytest.approx(1)
    assert classify(np.zeros((0, SIDE, SIDE), dtype=np.float32)).shape == (0, CLASSES)


def test_the_weights_are_small_and_name_the_fonts_that_they_come_from() -> None:
    assert WEIGHTS_FILE.stat().st_size <= MAX_WEIGHTS
    record = json.loads(WEIGHTS_FILE.with_name("provenance.json").read_text(encoding="utf-8"))
    assert record["made_by"] == "scripts/train_glyphs.py"
    assert len(record["fonts"]) > 100
    assert not set(record["fonts"]) & set(record["held_out"])
    licences = (WEIGHTS_FILE.with_name("README.md")).read_text(encoding="utf-8")
    assert record["packages"]
    for package in record["packages"]:
        assert package.split()[0] in licences, package
