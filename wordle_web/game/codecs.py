"""Encoding and decoding: base64url, numbers, compressed sections, and signed tokens.

Reading hostile bytes takes bounded work, and `ByteReader` raises only `HistoryError`.
"""

import base64
import hmac
import zlib
from collections.abc import Sequence
from typing import Final

from wordle_web.game.errors import HistoryError

MAC_BYTES: Final = 16
MAX_VARINT_BYTES: Final = 5
RAW_DEFLATE: Final = -zlib.MAX_WBITS  # without header and checksum, since the session is signed
# Raw deflate with a window of 4 kB and less memory. Sections are short, and with the maximum sizes
# the setup of the compressor took ten times as long as everything else.
SMALL_WINDOW, SMALL_MEMORY = -12, 7
# Data without repetitions compresses better with Huffman coding alone, so both are tried.
STRATEGIES: Final = (zlib.Z_DEFAULT_STRATEGY, zlib.Z_HUFFMAN_ONLY)


def to_base64url(data: bytes) -> str:
    """Return `data` as URL-safe base64, without padding.

    >>> to_base64url(b"crane?")
    'Y3JhbmU_'
    """
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def from_base64url(text: str) -> bytes | None:
    """Return the bytes that `to_base64url` encodes as this text, or None.

    >>> from_base64url("Y3JhbmU_"), from_base64url("Y3JhbmU/"), from_base64url("Y3JhbmV")
    (b'crane?', None, None)
    """
    try:
        data = base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
    except ValueError:
        return None
    return data if to_base64url(data) == text else None


def subkey(key: bytes, *purpose: str | int) -> bytes:
    """Return a key of 32 bytes derived from `key` for a single purpose (HMAC-SHA-256).

    The parts of a purpose must not contain a line feed, so that different purposes never coincide.
    """
    return hmac.digest(key, "\n".join(map(str, ("wordle-web", *purpose))).encode(), "sha256")


def signed(data: bytes, key: bytes, purpose: str) -> str:
    """Return `data` and its MAC of 16 bytes as a URL-safe token; for purposes, see `subkey`."""
    return to_base64url(data + subkey(key, purpose, data.hex())[:MAC_BYTES])


def read_signed(token: str, keys: Sequence[bytes], purpose: str) -> tuple[bytes, bool]:
    """Return the data in a token (empty if it is malformed) and whether any of `keys` signed it."""
    whole = from_base64url(token) or b""
    data, mac = whole[:-MAC_BYTES], whole[-MAC_BYTES:]
    macs = (subkey(key, purpose, data.hex())[:MAC_BYTES] for key in keys)
    return data, any(hmac.compare_digest(allowed, mac) for allowed in macs)


_BYTES = tuple(bytes([number]) for number in range(0x80))


def varint(number: int) -> bytes:
    r"""Return a number from 0 to 2^35 - 1 in as few bytes as possible.

    Each byte has seven bits of the number, the lowest first, and a flag if another byte follows.

    >>> varint(5), varint(300)
    (b'\x05', b'\xac\x02')
    """
    if number < 0x80:
        return _BYTES[number]
    written = bytearray()
    while number >= 0x80:
        written.append(number & 0x7F | 0x80)
        number >>= 7
    written.append(number)
    return bytes(written)


def zigzag(number: int) -> int:
    """Map 0, -1, 1, -2, 2 to 0, 1, 2, 3, 4, so that numbers near 0 stay small."""
    return 2 * number if number >= 0 else -2 * number - 1


def unzigzag(number: int) -> int:
    """Return the inverse of `zigzag`."""
    return -(number + 1) // 2 if number % 2 else number // 2


def section(data: bytes) -> bytes:
    """Return the compressed `data`, preceded by its compressed length."""
    packers = (
        zlib.compressobj(9, zlib.DEFLATED, SMALL_WINDOW, SMALL_MEMORY, strategy)
        for strategy in STRATEGIES
    )
    packed = min((packer.compress(data) + packer.flush() for packer in packers), key=len)
    return varint(len(packed)) + packed


class ByteReader:
    """A reader of bytes from front to back; reading past the end raises `HistoryError`."""

    def __init__(self, data: bytes) -> None:
        """Start at the beginning of `data`."""
        self._data = data
        self._offset = 0

    def take(self, count: int) -> bytes:
        """Return the next `count` bytes."""
        end = self._offset + count
        if end > len(self._data):
            raise HistoryError("damaged")
        data = self._data[self._offset : end]
        self._offset = end
        return data

    def byte(self) -> int:
        """Return the next byte."""
        return self.take(1)[0]

    def varint(self, maximum: int) -> int:
        """Return the next number, as encoded by the function `varint`.

        Raises:
            HistoryError: the number is larger than `maximum`, or malformed.
        """
        number = 0
        for shift in range(0, 7 * MAX_VARINT_BYTES, 7):
            byte = self.byte()
            number |= (byte & 0x7F) << shift
            if byte < 0x80:
                break
        if byte >= 0x80 or number > maximum:
            raise HistoryError("count")
        return number

    def section(self, max_size: int) -> bytes:
        """Return the next compressed section, at most `max_size` bytes uncompressed.

        Raises:
            HistoryError: the section is larger, truncated or malformed.
        """
        unpacker = zlib.decompressobj(RAW_DEFLATE)
        try:
            data = unpacker.decompress(self.take(self.varint(len(self._data))), max_size + 1)
        except zlib.error as error:
            raise HistoryError("damaged") from error
        if len(data) > max_size or not unpacker.eof or unpacker.unused_data:
            raise HistoryError("damaged")
        return data

    @property
    def has_more(self) -> bool:
        """Whether there are bytes that have not been read."""
        return self._offset < len(self._data)

    def end(self) -> None:
        """Check that all bytes have been read.

        Raises:
            HistoryError: there are more bytes.
        """
        if self.has_more:
            raise HistoryError("damaged")
