"""Files that may be pictures: which are decoded, and which are refused before decoding."""

import io
import struct
import tracemalloc
import zlib

import numpy as np
import pytest
from draw_boards import Look, picture
from PIL import Image

from wordle_web.engine.lexicon import load_lexicon
from wordle_web.reading import screenshots
from wordle_web.reading.screenshots import MAX_BYTES, ScreenshotError, decode, read_screenshot

WORDS = [load_lexicon("english-5")]
ROWS = [("crane", "01002"), ("slimy", "00110")]
BOARD = picture(Look(), [(ROWS, "")])


def stored(image: Image.Image, kind: str = "PNG", **options: object) -> bytes:
    data = io.BytesIO()
    image.save(data, kind, **options)
    return data.getvalue()


def chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def segment(marker: int, data: bytes) -> bytes:
    return struct.pack(">BBH", 0xFF, marker, len(data) + 2) + data


def png_of(width: int, height: int, mode: int = 0, rows: bytes = b"") -> bytes:
    """Return a PNG whose header has the given size and color type: 0 is grayscale, 2 is RGB."""
    head = struct.pack(">IIBBBBB", width, height, 8, mode, 0, 0, 0)
    body = zlib.compress(rows or bytes((width + 1) * height), 9)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", body) + chunk(b"IEND", b"")


def jpeg_of(width: int, height: int, components: int, *scans: bytes, frame: int = 0xC0) -> bytes:
    """Return a JPEG of flat pixels, with a scan for each of the given scan headers."""
    parts = b"".join(bytes([number, 0x11, 0]) for number in range(1, components + 1))
    # The tables have a single code of one bit, which means "no difference" or "end of block".
    codes = bytes([1, *[0] * 15, 0])
    start = (
        segment(0xDB, bytes([0, *[1] * 64])),
        segment(frame, struct.pack(">BHHB", 8, height, width, components) + parts),
        segment(0xC4, b"\x00" + codes),
        segment(0xC4, b"\x10" + codes),
    )
    blocks = -(-width // 8) * -(-height // 8)
    body = b"".join(segment(0xDA, scan) + bytes(blocks * scan[0] // 4 + 2) for scan in scans)
    return b"\xff\xd8" + b"".join(start) + body + b"\xff\xd9"


ALL_AT_ONCE = bytes([3, 1, 0, 2, 0, 3, 0, 0, 63, 0])
ONE_BY_ONE = tuple(bytes([1, number, 0, 0, 63, 0]) for number in (1, 2, 3))
GRAY = bytes([1, 1, 0, 0, 0, 0])
FINER = bytes([1, 1, 0, 1, 63, 0])


def refused(data: bytes) -> str:
    with pytest.raises(ScreenshotError) as caught:
        decode(data)
    assert str(caught.value).endswith(".")
    return caught.value.kind


def rows_of(data: bytes) -> list[tuple[str, str]]:
    (board,) = read_screenshot(data, WORDS)
    return list(board.rows)


LOSSY = {"quality": 80}
FORMATS = (("PNG", {}), ("JPEG", LOSSY), ("JPEG", {**LOSSY, "progressive": True}), ("WEBP", LOSSY))


@pytest.mark.parametrize(("kind", "options"), [*FORMATS, ("WEBP", {"lossless": True})])
def test_pictures_in_each_format_are_read(kind: str, options: dict[str, object]) -> None:
    assert rows_of(stored(BOARD, kind, **options)) == ROWS


@pytest.mark.parametrize("mode", ["1", "L", "P", "RGBA", "LA", "CMYK"])
def test_pictures_in_each_color_mode_are_decoded(mode: str) -> None:
    kind = "JPEG" if mode == "CMYK" else "PNG"
    pixels = decode(stored(BOARD.convert(mode), kind))
    assert pixels.shape == (BOARD.height, BOARD.width, 3)
    assert pixels.dtype == np.uint8
    # Transparent pixels are white.
    assert decode(stored(Image.new("RGBA", (20, 20), (0, 0, 0, 0)))).min() == 255


OTHER_FILES = {
    "empty": b"",
    "text": b"no picture",
    "short gif": b"GIF89a" + bytes(40),
    **{kind: stored(BOARD, kind) for kind in ("GIF", "BMP", "TIFF", "ICO")},
    "eps": b"%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 10 10\n",
    "svg": b"<svg xmlns='http://www.w3.org/2000/svg'/>",
    "pdf": b"%PDF-1.4",
    "zip": b"PK\x03\x04" + bytes(60),
}


@pytest.mark.parametrize("data", OTHER_FILES.values(), ids=OTHER_FILES)
def test_files_that_are_not_pictures_are_refused(data: bytes) -> None:
    assert refused(data) == "format"


@pytest.mark.parametrize("kind", ["PNG", "JPEG", "WEBP"])
@pytest.mark.parametrize("share", [0.3, 0.6, 0.95])
def test_truncated_file_is_refused(kind: str, share: float) -> None:
    noise = np.random.default_rng(1).integers(0, 256, (80, 80, 3), dtype=np.uint8)
    data = stored(Image.fromarray(noise), kind)
    assert refused(data[: int(share * len(data))]) in {"damaged", "format"}


@pytest.mark.parametrize("kind", ["PNG", "JPEG", "WEBP"])
def test_damaged_picture_files_are_refused_or_read(kind: str) -> None:
    rng = np.random.default_rng(2)
    data = np.frombuffer(stored(BOARD.resize((90, 100)), kind), dtype=np.uint8)
    for _ in range(60):
        damaged = data.copy()
        places = rng.integers(0, len(data), 6)
        damaged[places] = rng.integers(0, 256, 6)
        try:
            pixels = decode(damaged.tobytes())
        except ScreenshotError:
            continue
        assert pixels.shape[0] * pixels.shape[1] <= screenshots.WORKING_PIXELS


TOO_LARGE = {
    "40 megapixels": png_of(8_000, 5_000),
    "bomb": png_of(60_000, 60_000, rows=b"\0"),
    "wide": png_of(2**31 - 1, 1, rows=b"\0"),
    "high": png_of(1, 2**31 - 1, rows=b"\0"),
    "18 megapixels in color": png_of(4_500, 4_000, 2, rows=b"\0"),
    "one row": png_of(20_001, 1, rows=b"\0"),
    "one column": png_of(1, 20_001, rows=b"\0"),
    "18 megapixels held at once": jpeg_of(4_500, 4_000, 3, *ONE_BY_ONE),
    "18 megapixels, one color of them": jpeg_of(4_500, 4_000, 3, ONE_BY_ONE[0]),
    "scans": jpeg_of(64, 64, 1, GRAY, *[FINER] * 50, frame=0xC2),
    "bytes": bytes(MAX_BYTES + 1),
}


@pytest.mark.parametrize("data", TOO_LARGE.values(), ids=TOO_LARGE)
def test_too_large_pictures_are_refused_before_decoding(data: bytes) -> None:
    tracemalloc.start()
    try:
        assert refused(data) == "large"
        assert tracemalloc.get_traced_memory()[1] < 1_000_000
    finally:
        tracemalloc.stop()


def test_large_photo_is_decoded_at_a_smaller_scale() -> None:
    photo = jpeg_of(4_500, 4_000, 3, ALL_AT_ONCE)
    assert decode(photo).shape[0] == pytest.approx(4_000 * (1_500_000 / 18_000_000) ** 0.5, abs=1)
    assert decode(photo[:2] + b"\xff" * 9 + photo[2:]).shape == decode(photo).shape
    assert decode(jpeg_of(640, 480, 3, *ONE_BY_ONE)).shape == (480, 640, 3)
    assert decode(jpeg_of(64, 64, 1, GRAY, *[FINER] * 49, frame=0xC2)).shape == (64, 64, 3)
    several = Image.new("RGB", (3_000, 2_900), "white")
    assert decode(stored(several, "MPO", save_all=True, append_images=[several])).min() > 250


def test_phone_screenshot_is_decoded_in_every_format() -> None:
    phone = Image.new("RGB", (1_170, 2_532), "white")
    shapes = {decode(stored(phone, kind)).shape for kind in ("PNG", "JPEG", "WEBP")}
    assert shapes == {(1_801, 832, 3)}


@pytest.mark.parametrize("junk", [b"junk", b"\xff\x01", b"\xff\xd8", b"\xff\xe0\0\1", b"\xff\0"])
def test_junk_bytes_do_not_hide_scans_of_a_jpeg_from_the_limit(junk: bytes) -> None:
    photo = jpeg_of(64, 64, 1, *[GRAY] * 60)
    assert refused(photo) == "large"
    hidden = photo.replace(b"\xff\xda", junk + b"\xff\xda", 1)
    assert refused(hidden) in {"damaged", "format"}
    second = photo.index(b"\xff\xda", photo.index(b"\xff\xda") + 1)
    hidden = photo[:second] + segment(0xFE, b"") + b"junk" + photo[second:]
    assert refused(hidden) == "damaged"


PIXELS = png_of(8, 8)[33:-12]
FRAME = struct.pack(">BHHB", 8, 64, 64, 1) + b"\x01\x11\0"

JPEG, PNG, PNG_END = jpeg_of(64, 64, 1, GRAY)[2:], png_of(8, 8)[:33], chunk(b"IEND", b"")
FULL = {
    "fill bytes": (b"\xff\xd8", b"\xff", JPEG),
    "fill bytes after the end": (b"\xff\xd8\xff\xd9", b"\xff", JPEG),
    "comments": (b"\xff\xd8", segment(0xFE, b""), JPEG),
    "unknown segments": (b"\xff\xd8", segment(0xF0, b"\xff" * 65_000), JPEG),
    "frames": (b"\xff\xd8", segment(0xC0, FRAME * 7_000), JPEG),
    "chunks": (PNG, chunk(b"prIv", b""), PIXELS + PNG_END),
    "chunks after the pixels": (PNG + PIXELS, chunk(b"prIv", b""), PNG_END),
    "chunks of pixels": (PNG, chunk(b"IDAT", b""), PIXELS + PNG_END),
}


@pytest.mark.parametrize(("start", "filled", "end"), FULL.values(), ids=FULL)
def test_file_without_pixels_is_refused_before_decoding(start, filled, end, monkeypatch) -> None:
    count = (MAX_BYTES - len(start) - len(end)) // len(filled)
    monkeypatch.setattr(Image, "open", None)
    assert refused(start + filled * count + end) == "damaged"


def test_extra_segments_and_trailing_bytes_do_not_affect_reading() -> None:
    whole = stored(BOARD, "JPEG", quality=80)
    camera = (
        segment(0xE0, b"JFIF\0\x01\x01\0\0\x01\0\x01\0\0"),
        segment(0xE1, b"Exif\0\0MM\0*\0\0\0\x08\0\0\0\0\0\0" + whole[:9_000]),
        segment(0xE1, b"http://ns.adobe.com/xap/1.0/\0<x:xmpmeta/>"),
        *[segment(0xE2, b"ICC_PROFILE\0" + bytes([n, 255]) + bytes(20)) for n in range(1, 256)],
        segment(0xED, b"Photoshop 3.0\x008BIM\x03\xed\0\0" + bytes(20)),
        segment(0xEE, b"Adobe\0\x64\0\0\0\0\x01"),
        segment(0xFE, b"a comment"),
    )
    for copy in (
        whole[:2] + b"".join(camera) + whole[2:],
        whole + bytes(1_000),
        whole + whole,
        stored(BOARD, "JPEG", quality=80, restart_marker_rows=1),
        stored(BOARD, "JPEG", quality=80, progressive=True, restart_marker_blocks=4),
        stored(BOARD) + b"junk",
    ):
        assert rows_of(copy) == ROWS


def test_pictures_with_large_compressed_texts_are_refused() -> None:
    text, data = chunk(b"zTXt", b"note\0\0" + zlib.compress(bytes(40_000_000), 9)), stored(BOARD)
    assert refused(data[:33] + text + data[33:]) == "damaged"


def test_only_large_pictures_are_shrunk() -> None:
    large = decode(png_of(5_000, 3_000))
    assert 0.99 < large.shape[0] * large.shape[1] / screenshots.WORKING_PIXELS <= 1
    assert large.shape[1] / large.shape[0] == pytest.approx(5 / 3, abs=0.01)
    assert decode(stored(BOARD)).shape[:2] == (BOARD.height, BOARD.width)
    image = picture(Look(tile=260, has_keyboard=False), [(ROWS, "")])
    pixels = decode(stored(image))
    whole = image.resize((pixels.shape[1], pixels.shape[0]), Image.Resampling.LANCZOS)
    assert np.abs(pixels.astype(int) - np.asarray(whole)).max() <= 2


@pytest.mark.parametrize(("orientation", "turned"), [(1, 0), (6, 90), (3, 180), (8, 270)])
def test_picture_is_rotated_by_its_metadata(orientation: int, turned: int) -> None:
    exif = Image.Exif()
    exif[0x0112] = orientation
    image = BOARD.rotate(turned, expand=True)
    assert rows_of(stored(image, "JPEG", quality=90, exif=exif)) == ROWS


@pytest.mark.filterwarnings("ignore:Corrupt EXIF")
def test_damaged_metadata_is_ignored() -> None:
    data = stored(BOARD, "JPEG", exif=b"Exif\0\0" + b"II*\0\xff\xff\xff\xff" + bytes(20))
    assert decode(data).shape[2] == 3


def test_only_the_first_frame_of_a_picture_is_read() -> None:
    frames = [Image.new("RGB", BOARD.size, "red")] * 3
    assert rows_of(stored(BOARD, "PNG", save_all=True, append_images=frames)) == ROWS
