"""Unpacking the chat in a zip archive, which messengers export together with pictures and videos.

Only the chat is unpacked, and only in the formats that messengers write: stored or compressed with
Deflate, neither encrypted nor in zip64. All sizes are checked first. The module `zipfile` isn't
used, since it reads the whole list of files first, some entries in time that grows with the square
of their size, and unpacks bzip2 and LZMA without a limit.

Source: PKWARE, .ZIP File Format Specification 6.3.10, sections 4.3 to 4.5.
"""

import struct
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from wordle_web.game.errors import LeagueError
from wordle_web.parsing import linear_pattern

CHAT: Final = b"_chat.txt"
ANDROID_CHAT: Final = linear_pattern(rb"WhatsApp[^/\\]{1,400}\.txt")
MAX_ENTRIES: Final = 5_000
# The maximum ratio of a chat's size to its packed size. Deflate can expand one byte to a thousand;
# a chat that consists of results reaches a ratio of 20.
MAX_RATIO: Final = 100
# A chat with fewer packed bytes is treated as if it had this many, since short texts may repeat a
# single line.
MIN_PACKED: Final = 1024
STORED, DEFLATED = 0, 8  # compression methods
# These flags give the compression level, or say that sizes follow the content or that names are
# UTF-8. Other flags mean encryption or patches.
HARMLESS_FLAGS: Final = 0b1000_0000_1110
IN_ZIP64: Final = 0xFFFFFFFF  # replaces a size or an offset that is written in a zip64 field
MAX_COMMENT: Final = 0xFFFF  # bytes of the comment at the end of an archive

# The records at the end of an archive, in its central directory and before a file. `x` skips
# versions, times, attributes and other unused fields.
_END = struct.Struct("<4s2H2xH2L2x")
_ENTRY = struct.Struct("<4s4x2H4x3L3H8xL")
_HEADER = struct.Struct("<4s4xH16x2H")


@dataclass(frozen=True, slots=True)
class _Entry:
    """A file in an archive, as its central directory lists it."""

    name: bytes
    flags: int
    method: int
    checksum: int
    packed: int  # compressed size in bytes
    size: int  # uncompressed size in bytes
    header: int  # the offset of the file's own header


def unpack_chat(data: bytes, max_size: int) -> bytes:
    """Return the text of the chat in a zip archive.

    Raises:
        LeagueError: "zip" if there is no chat, "size" if the chat has more than `max_size` bytes,
            "archive" if the archive cannot be opened.
    """
    try:
        chats = [
            entry
            for entry in _entries(data)
            if entry.name == CHAT or ANDROID_CHAT.fullmatch(entry.name)
        ]
        if not chats:
            raise LeagueError("zip")
        return _unpacked(data, min(chats, key=lambda entry: entry.name != CHAT), max_size)
    except (struct.error, zlib.error) as error:
        raise LeagueError("archive") from error


def _entries(data: bytes) -> Iterator[_Entry]:
    end = data.rfind(b"PK\x05\x06", -_END.size - MAX_COMMENT)
    _check(end >= 0)
    _, disk, first_disk, count, size, place = _END.unpack_from(data, end)
    _check(disk == first_disk == 0 and count <= MAX_ENTRIES and place + size <= end)
    for _ in range(count):
        sign, flags, method, checksum, packed, size, name, extra, comment, header = (
            _ENTRY.unpack_from(data, place)
        )
        place += _ENTRY.size
        _check(sign == b"PK\x01\x02" and place + name <= end)
        whole_name = data[place : place + name]
        yield _Entry(whole_name, flags, method, checksum, packed, size, header)
        place += name + extra + comment


def _unpacked(data: bytes, chat: _Entry, max_size: int) -> bytes:
    _check(not chat.flags & ~HARMLESS_FLAGS and chat.method in {STORED, DEFLATED})
    _check(IN_ZIP64 not in {chat.packed, chat.size, chat.header})
    if chat.size > max_size:
        raise LeagueError("size")
    _check(chat.size <= MAX_RATIO * max(chat.packed, MIN_PACKED))
    sign, method, name, extra = _HEADER.unpack_from(data, chat.header)
    start = chat.header + _HEADER.size + name + extra
    text = data[start : start + chat.packed]
    _check(sign == b"PK\x03\x04" and method == chat.method and len(text) == chat.packed)
    if method == DEFLATED:
        unpacker = zlib.decompressobj(-zlib.MAX_WBITS)
        text = unpacker.decompress(text, chat.size + 1)
        _check(unpacker.eof and not unpacker.unused_data)
    _check(len(text) == chat.size and zlib.crc32(text) == chat.checksum)
    return text


def _check(holds: bool) -> None:
    if not holds:
        raise LeagueError("archive")
