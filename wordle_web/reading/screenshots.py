"""Screenshots as files: decoded by Pillow within narrow limits, then read.

The size and structure of a file are checked before its pixels are decoded. Of the metadata, only
the orientation is used. Nothing is written.
"""

import io
import warnings
from collections.abc import Sequence
from contextlib import suppress
from typing import ClassVar, Final

import numpy as np
from PIL import Image, ImageOps, PngImagePlugin, UnidentifiedImageError

from wordle_web.engine.lexicon import Lexicon
from wordle_web.parsing import linear_pattern
from wordle_web.reading.lattice import Pixels
from wordle_web.reading.reader import BoardReading, read_boards

FORMATS: Final = ("PNG", "JPEG", "WEBP")
MAX_BYTES: Final = 8 * 1024 * 1024
MAX_PIXELS: Final = 20_000_000
# Rows are decoded as a whole: without a limit, a PNG of 3 kB with one row could take a gigabyte.
MAX_SIDE: Final = 20_000
# Programs write about ten scans. Even a scan of a few bytes makes the decoder process all
# coefficients again.
MAX_SCANS: Final = 50
# Pillow parses segments and chunks in Python, each of which takes microseconds. Files have tens of
# segments, or hundreds if metadata are split; a PNG may have a thousand chunks of 8 kB.
MAX_SEGMENTS: Final = 1_000
MAX_CHUNKS: Final = 10_000
WORKING_PIXELS: Final = 1_500_000  # larger pictures are shrunk to this
# Limit in bytes for decoding plus twice the file's size, since the file is in memory twice. With
# this limit, a request takes less than 60 MB.
MAX_MEMORY: Final = 50_000_000
STRIP_PIXELS = 80_000  # pixels converted and shrunk at a time
SPARE = 4  # extra rows above and below a strip, counted after shrinking

# JPEG markers: start and end of the image, start of a scan, segments that decoders know, and frame
# headers. Restart markers do not start a segment. In the data of a scan, 0xFF is followed by 0 or
# by the code of a restart marker. Elsewhere, a marker may be preceded by more bytes 0xFF.
SOI, EOI, SOS = b"\xff\xd8", 0xD9, 0xDA
SEGMENTS = {*range(0xC0, 0xF0), 0xFE} - {0xC8, *range(0xD0, 0xDA)}
FRAMES = {*range(0xC0, 0xD0), 0xDE} - {0xC4, 0xC8, 0xCC}
MAX_FRAME = 20  # bytes in a frame header with four components
_MARKER = linear_pattern(rb"\xff{1,100}([^\x00\xff])")
_MARKER_AFTER_SCAN = linear_pattern(rb"\xff([^\x00\xd0-\xd7\xff])")

PNG = b"\x89PNG\r\n\x1a\n"

warnings.filterwarnings("ignore", module=r"PIL\.")  # about damaged metadata
warnings.simplefilter("error", Image.DecompressionBombWarning)
# Pillow would unpack up to 64 MB of compressed texts, which we never read.
PngImagePlugin.MAX_TEXT_MEMORY = 2 * 1024 * 1024


class ScreenshotError(ValueError):
    """Raised for a file that cannot be read as a screenshot; `kind` is a key of `TEXTS`."""

    TEXTS: ClassVar = {
        "format": "This is not a PNG, JPEG or WebP picture.",
        "damaged": "This picture is damaged or incomplete. Take the screenshot again.",
        "large": "This picture is too large. Crop it to the board.",
    }

    def __init__(self, kind: str) -> None:
        """Store the kind."""
        super().__init__(self.TEXTS[kind])
        self.kind = kind


def read_screenshot(data: bytes, lexicons: Sequence[Lexicon]) -> tuple[BoardReading, ...]:
    """Return the boards of a screenshot in reading order; empty if it shows no game.

    `lexicons` may have several lengths and languages.

    Raises:
        ScreenshotError: the file isn't a picture, or is damaged or too large.
        DeadlineError: reading the picture takes too long.
    """
    return read_boards(decode(data), lexicons)


def decode(data: bytes) -> Pixels:
    """Return the pixels of a picture, uint8, (height, width, 3), at most 1.5 megapixels.

    Only the first frame is decoded. It is rotated upright, and transparent pixels become white.

    Raises:
        ScreenshotError: the file isn't a picture, or is damaged or too large.
    """
    if len(data) > MAX_BYTES:
        raise ScreenshotError("large")
    scans = _scans(data) if data.startswith(SOI) else []
    if data.startswith(PNG):
        place = len(PNG)  # count chunks here, since Pillow does not limit them
        for _ in range(MAX_CHUNKS):
            if data[place + 4 : place + 8] in {b"", b"IEND"}:
                break
            place += 12 + int.from_bytes(data[place : place + 4])
        else:
            raise ScreenshotError("damaged")
    try:
        with Image.open(io.BytesIO(data), formats=FORMATS) as image:
            _check_size(image, len(data), scans)
            return _shrunk(image)
    except ScreenshotError:
        raise
    except UnidentifiedImageError as error:
        raise ScreenshotError("format") from error
    except (Image.DecompressionBombError, Image.DecompressionBombWarning, MemoryError) as error:
        raise ScreenshotError("large") from error
    except Exception as error:
        # For damaged files, Pillow raises anything from OSError to KeyError.
        raise ScreenshotError("damaged") from error


def _scans(data: bytes) -> list[int]:
    """Return the number of components in each scan of a JPEG.

    Raises:
        ScreenshotError: there are too many scans or segments, a segment is invalid, there are bytes
            between segments (which decoders would skip), or the file has no end.

    Source: ITU-T T.81, annex B.
    """
    scans: list[int] = []
    match = _MARKER.match(data, len(SOI))
    for _ in range(MAX_SEGMENTS):
        if not match or match[1][0] == EOI:
            break
        marker, place = match[1][0], match.end()
        end = place + int.from_bytes(data[place : place + 2])
        is_long = marker in FRAMES and end > place + MAX_FRAME
        if marker not in SEGMENTS or end < place + 2 or is_long:
            raise ScreenshotError("damaged")
        if marker == SOS:
            scans += data[place + 2 : place + 3]
            match = _MARKER_AFTER_SCAN.search(data, end)
        else:
            match = _MARKER.match(data, end)
    if len(scans) > MAX_SCANS:
        raise ScreenshotError("large")
    if not scans or not match or match[1][0] != EOI:
        raise ScreenshotError("damaged")
    return scans


def _check_size(image: Image.Image, size: int, scans: list[int]) -> None:
    pixels = image.width * image.height
    # Bytes per pixel for decoding: 1 in gray, a little over 4 in color. The WebP decoder has four
    # copies of a frame. JPEG is decoded at a smaller scale, unless it has several scans, which need
    # all coefficients in memory.
    bytes_per_pixel = {"1": 1, "L": 1, "CMYK": 9}.get(image.mode, 5)
    if image.format == "WEBP":
        bytes_per_pixel = 16
    elif scans == [len(image.getbands())] and not image.info.get("progressive"):
        bytes_per_pixel = 1
    memory = 2 * size + pixels * bytes_per_pixel
    if pixels > MAX_PIXELS or memory > MAX_MEMORY or max(image.size) > MAX_SIDE:
        raise ScreenshotError("large")


def _shrunk(image: Image.Image) -> Pixels:
    """Return the first frame as RGB, upright, with at most 1.5 megapixels."""
    exif = image.info.get("exif")
    share = min(1.0, (WORKING_PIXELS / (image.width * image.height)) ** 0.5)
    size = max(1, int(image.width * share)), max(1, int(image.height * share))
    image.draft("RGB", size)
    image.load()
    if image.mode == "P":
        image = image.convert("RGBA" if "transparency" in image.info else "RGB")
    scale = image.height / size[1]
    pixels = np.empty((size[1], size[0], 3), dtype=np.uint8)
    # Shrink in strips, to avoid a second copy of a large picture. Each strip has a few extra rows,
    # to interpolate its edges.
    rows = max(1, STRIP_PIXELS // size[0])
    for first in range(0, size[1], rows):
        last = min(first + rows, size[1])
        top = max(0, int((first - SPARE) * scale))
        bottom = min(image.height, int((last + SPARE) * scale) + 1)
        strip = image.crop((0, top, image.width, bottom))
        if "A" in image.getbands() or "transparency" in image.info:  # on a white background
            colored, strip = strip.convert("RGBA"), Image.new("RGB", strip.size, "white")
            strip.paste(colored, mask=colored.getchannel("A"))
        strip = strip.convert("RGB")
        box = (0, first * scale - top, image.width, last * scale - top)
        part = strip.resize((size[0], last - first), Image.Resampling.LANCZOS, box)
        pixels[first:last] = np.asarray(part)
    if exif:
        turned = Image.fromarray(pixels)
        turned.info["exif"] = exif
        with suppress(Exception):  # damaged metadata are ignored
            return np.asarray(ImageOps.exif_transpose(turned))
    return pixels
