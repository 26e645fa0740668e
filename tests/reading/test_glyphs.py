import json

import numpy as np
import pytest
from draw_boards import Drawing, Look
from numpy.typing import NDArray

from wordle_web.reading import glyphs
from wordle_web.reading.glyphs import CAPITALS, SIDE, Gray, background, classify, glyph


def tile(letter: str, look: Look, mark: str = "2") -> NDArray[np.uint8]:
    drawing = Drawing(look, (look.tile, look.tile))
    drawing.tile(0, 0, letter, mark)
    return np.asarray(drawing.image)


def cut(pixels: NDArray[np.uint8]) -> Gray:
    return glyph(pixels, background(pixels))


def letters_in(images: list[NDArray[np.float32]]) -> str:
    names = [*CAPITALS, *glyphs.LETTERS, "*"]
    return "".join(names[index] for index in classify(np.stack(images)).argmax(axis=1))


def plain(images: list[NDArray[np.float32]]) -> str:
    """Return the classified letters as capitals without accents."""
    return letters_in(images).upper().translate(str.maketrans("ÑÄÖÜ", "NAOU"))


@pytest.mark.parametrize("size", [22, 34, 62, 140])
@pytest.mark.parametrize("palette", ["light", "dark", "primary"])
def test_capital_letters_are_read_at_every_size(size: int, palette: str) -> None:
    look = Look(palette=palette, tile=size, letter=0.6)
    letters = CAPITALS[:26]
    read = plain([cut(tile(letter, look)) for letter in letters])
    right = sum(a == b for a, b in zip(read, letters, strict=True))
    assert right >= (24 if size < 30 else 26)


def test_glyph_reader_accepts_lower_case_letters_and_rejects_digits() -> None:
    look = Look(tile=62, letter=0.7, is_lower=True)
    read = letters_in([cut(tile(letter, look)) for letter in "abcdefghijkmnopqrstuvwxyz"])
    assert read.lower() == "abcdefghijkmnopqrstuvwxyz"
    look = Look(tile=62, letter=0.6)
    texts = ["2", "4", "7", "9", "?", "+", "64", "128"]
    assert letters_in([cut(tile(text, look)) for text in texts]).count("*") >= 7
    pixels = tile("", look, "")  # only a frame
    assert glyph(pixels, background(pixels)) is None


def test_accented_letters_are_read_as_plain_letters() -> None:
    # Pillow's default font has no accents.
    images = []
    for letter in "aeou":
        drawing = Drawing(Look(tile=62, letter=0.6), (62, 62))
        drawing.tile(0, 0, letter, "2")
        drawing.draw.line((31, 13, 37, 6), "white", 4)
        images.append(cut(np.asarray(drawing.image)))
    assert sum(a == b for a, b in zip(plain(images), "AEOU", strict=True)) >= 3


def test_frame_and_corner_sign_are_not_part_of_the_letter() -> None:
    pixels = tile("e", Look(tile=62)).copy()
    plain = cut(pixels)
    pixels[:2] = pixels[-2:] = pixels[:, :2] = pixels[:, -2:] = 255
    pixels[6:11, 6:11] = 255
    assert np.abs(cut(pixels) - plain).max() < 0.02


def tile_with(left: int, top: int, right: int, bottom: int, side: int = 100) -> NDArray[np.uint8]:
    """Return a black tile with a white box, whose sides are in pixels from the tile's center."""
    pixels, middle = np.zeros((side, side, 3), dtype=np.uint8), side // 2
    pixels[middle + top : middle + bottom, middle + left : middle + right] = 255
    return pixels


def test_glyph_is_scaled_to_twenty_pixels_at_any_position() -> None:
    black = np.zeros(3, dtype=np.uint8)
    image = glyph(tile_with(-10, -30, 30, 30), black)
    assert (image.shape, image.dtype) == ((SIDE, SIDE), np.float32)
    assert np.array_equal(image, glyph(tile_with(-18, -27, 22, 33), black))
    assert image == pytest.approx(image[::-1], abs=1e-6)
    assert image == pytest.approx(image[:, ::-1], abs=1e-6)
    assert image.sum() == pytest.approx(20 * 40 / 3, rel=0.01)
    assert image[3:21, 7:17].min() == pytest.approx(1)
    assert image[:, :4].max() == image[0].max() == 0
    lines = image[:, 12]
    assert (lines[1], lines[2]) == pytest.approx((1 / 9, 8 / 9))
    # A small letter that reaches the edges of its tile has its full strength there.
    image = glyph(tile_with(-2, -7, 2, 7, side=14), black)
    assert image[2:22, 11:13].min() == pytest.approx(1)
    assert glyph(tile_with(-7, -2, 7, 2, side=14), black) == pytest.approx(image.T)


@pytest.mark.parametrize(
    ("height", "width", "ring"),
    [(100, 200, (7, 17, 14, 34)), (200, 100, (14, 34, 7, 17)), (8, 8, (1, 2, 1, 2))],
)
def test_background_color_is_the_median_of_a_ring(
    height: int, width: int, ring: tuple[int, int, int, int]
) -> None:
    """Half of the ring is dark and half is light, so a single pixel would change the median."""
    outer_y, inner_y, outer_x, inner_x = ring
    for dark in ((0, 1), (0, 2), (0, 3), (1, 3)):
        tile = np.zeros((height, width, 3), dtype=np.uint8)
        sides = [
            tile[outer_y:inner_y, inner_x : width - inner_x],
            tile[height - inner_y : height - outer_y, inner_x : width - inner_x],
            tile[inner_y : height - inner_y, outer_x:inner_x],
            tile[inner_y : height - inner_y, width - inner_x : width - outer_x],
        ]
        for number, side in enumerate(sides):
            side[:] = (100, 40, 200) if number in dark else (200, 60, 100)
        assert background(tile).tolist() == [150, 50, 150]


@pytest.mark.parametrize(("side", "size", "channels"), [(4, 3, 1), (5, 3, 2), (6, 5, 2)])
def test_input_of_a_kernel_is_the_neighborhood_of_its_pixel(
    side: int, size: int, channels: int
) -> None:
    layer = np.arange(2 * side * side * channels, dtype=np.float32) + 1
    layer = layer.reshape(2, side, side, channels)
    patches = glyphs.patches(layer, size * size * channels)
    around = size // 2
    wide = np.zeros((2, side + 2 * around, side + 2 * around, channels))
    wide[:, around:-around, around:-around] = layer
    half = (side + 1) // 2
    assert patches.shape == (2, half, half, size * size * channels)
    for image, y, x in np.ndindex(2, half, half):
        seen = wide[image, 2 * y : 2 * y + size, 2 * x : 2 * x + size]
        assert patches[image, y, x].tolist() == seen.ravel().tolist()


def test_classifier_returns_log_probabilities_for_any_ink() -> None:
    for ink in (0, 1e5):
        logs = classify(np.full((3, SIDE, SIDE), ink, dtype=np.float32))
        assert (logs.shape, logs.dtype) == ((3, glyphs.CLASSES), np.float32)
        assert np.exp(logs).sum(axis=1) == pytest.approx(1)
    assert classify(np.zeros((0, SIDE, SIDE), dtype=np.float32)).shape == (0, glyphs.CLASSES)


def test_weights_file_is_small_and_its_provenance_names_the_fonts() -> None:
    file = glyphs.WEIGHTS_FILE
    assert file.stat().st_size <= 150_000
    record = json.loads(file.with_name("provenance.json").read_text(encoding="utf-8"))
    assert record["made_by"] == "scripts/train_glyphs.py"
    assert len(record["fonts"]) > 100
    assert not set(record["fonts"]) & set(record["held_out"])
    licences = file.with_name("README.md").read_text(encoding="utf-8")
    assert record["packages"]
    for package in record["packages"]:
        assert package.split()[0] in licences, package
