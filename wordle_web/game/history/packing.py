"""Reading and writing of small numbers, bytes and compressed sections, without surprises.

A reader of hostile bytes raises nothing but `HistoryError` and does bounded work. Standard
library only.
"""

import zlib

from wordle_web.game.history.errors import HistoryError

MAX_NUMBER_BYTES = 5
RAW_DEFLATE = -zlib.MAX_WBITS
# Looking for repetitions costs more than it gives where results come in no order.
STRATEGIES = (zlib.Z_DEFAULT_STRATEGY, zlib.Z_HUFFMAN_ONLY)


def number_bytes(number: int) -> bytes:
    r"""Return a number from 0 to 2^35 - 1 in as few bytes as it needs, seven bits in each.

    >>> number_bytes(5), number_bytes(300)
    (b'\x05', b'\xac\x02')
    """
    written = bytearray()
    while number >= 0x80:
        written.append(number & 0x7F | 0x80)
        number >>= 7
    written.append(number)
    return bytes(written)


def folded(number: int) -> int:
    """Return 0, 1, 2, 3, 4 for 0, -1, 1, -2, 2, so that a small number stays small."""
    return 2 * number if number >= 0 else -2 * number - 1


def unfolded(number: int) -> int:
    """Return the number that `folded` makes `number` of."""
    return -(number + 1) // 2 if number % 2 else number // 2


def section_bytes(data: bytes) -> bytes:
    """Return `data` compressed, with its length before it."""
    packed = min((_deflated(data, strategy) for strategy in STRATEGIES), key=len)
    return number_bytes(len(packed)) + packed


def _deflated(data: bytes, strategy: int) -> bytes:
    """Return `data` compressed without header or checksum: the session is signed."""
    packer = zlib.compressobj(9, zlib.DEFLATED, RAW_DEFLATE, 9, strategy)
    return packer.compress(data) + packer.flush()


class Reader:
    """Reads from bytes, front to back."""

    def __init__(self, data: bytes) -> None:
        """Begin at the front of `data`."""
        self._data = data
        self._place = 0

    def take(self, count: int) -> bytes:
        """Return the next `count` bytes.

        Raises:
            HistoryError: there are not so many left.
        """
        end = self._place + count
        if end > len(self._data):
            raise HistoryError("damaged")
        taken = self._data[self._place : end]
        self._place = end
        return taken

    def byte(self) -> int:
        """Return the next byte."""
        return self.take(1)[0]

    def number(self, most: int) -> int:
        """Return the next number, which may be at most `most`.

        Raises:
            HistoryError: it is larger, or there is none.
        """
        number = 0
        for shift in range(0, 7 * MAX_NUMBER_BYTES, 7):
            byte = self.byte()
            number |= (byte & 0x7F) << shift
            if byte < 0x80:
                break
        if byte >= 0x80 or number > most:
            raise HistoryError("count")
        return number

    def section(self, most: int) -> bytes:
        """Return the next compressed section, at most `most` bytes when unpacked.

        Raises:
            HistoryError: it is larger, cut off, or no such section.
        """
        unpacker = zlib.decompressobj(RAW_DEFLATE)
        try:
            data = unpacker.decompress(self.take(self.number(len(self._data))), most + 1)
        except zlib.error as error:
            raise HistoryError("damaged") from error
        if len(data) > most or not unpacker.eof or unpacker.unused_data:
            raise HistoryError("damaged")
        return data

    def end(self) -> None:
        """Check that nothing is left.

        Raises:
            HistoryError: something is.
        """
        if self._place < len(self._data):
            raise HistoryError("damaged")
