"""Requests that are expensive to parse: archives, bodies, headers and URLs, drawn with a seed.

Each generator yields named variants of one kind of request. Some variants are written by hand, the
others are drawn at random.
"""

import bz2
import functools
import io
import lzma
import random
import struct
import zipfile
import zlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from urllib.parse import quote

from harness.visitor import FORM
from wordle_web.engine.feedback import digits_of, feedback

MEGABYTE = 1024 * 1024
LARGE = 8 * MEGABYTE
CHAT = b"[31/12/2023, 21:41:05] Ana: Wordle 925 4/6\n"
IN_ZIP64 = 0xFFFFFFFF


@dataclass(frozen=True, slots=True)
class Member:
    """A file in an archive, whose header may contain false values; None stands for the true one."""

    content: bytes  # as stored in the archive
    name: bytes = b"_chat.txt"
    method: int = 0
    flags: int = 0
    size: int | None = None
    packed: int | None = None
    checksum: int | None = None
    extra: bytes = b""
    offset: int | None = None


def packed(members: Sequence[Member], *, count: int | None = None, zip64: bytes = b"") -> bytes:
    """Return a zip archive; its end claims `count` members, and `zip64` precedes the end."""
    data, listed = bytearray(), bytearray()
    for member in members:
        content = member.content
        size = len(content) if member.size is None else member.size
        stored = len(content) if member.packed is None else member.packed
        checksum = zlib.crc32(content) if member.checksum is None else member.checksum
        facts = member.flags, member.method, 0, 0, checksum, stored, size, len(member.name)
        offset = len(data) if member.offset is None else member.offset
        data += struct.pack("<4s H 4H 3L 2H", b"PK\3\4", 20, *facts, 0) + member.name + content
        head = struct.pack("<4s 2H 4H 3L 2H", b"PK\1\2", 20, 20, *facts, len(member.extra))
        listed += head + struct.pack("<3H 2L", 0, 0, 0, 0, offset) + member.name + member.extra
    number = (len(members) if count is None else count) & 0xFFFF
    sizes = number, number, len(listed), len(data)
    return bytes(data + listed + zip64 + struct.pack("<4s 2H 2H 2L H", b"PK\5\6", 0, 0, *sizes, 0))


@functools.cache
def deflated(unit: bytes, size: int) -> bytes:
    packer = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS)
    block = unit * (MEGABYTE // len(unit))
    pieces = [packer.compress(block) for _ in range(size // len(block))]
    return b"".join((*pieces, packer.flush()))


@functools.cache
def compressed_spaces() -> tuple[int, bytes, bytes]:
    """Return a size, and that many spaces compressed with bzip2 and with LZMA, as in a zip."""
    spaces = b" " * (64 * MEGABYTE)
    packer = lzma.LZMACompressor(lzma.FORMAT_RAW, filters=[{"id": lzma.FILTER_LZMA1}])
    stream = b"\x09\x04\x05\x00\x5d\x00\x00\x80\x00" + packer.compress(spaces) + packer.flush()
    return len(spaces), bz2.compress(spaces), stream


def exported(content: bytes = CHAT * 50) -> bytes:
    """Return a chat as a messenger exports it: the text, with a picture next to it."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("_chat.txt", content)
        archive.writestr("photo.jpg", b"\xff\xd8" * 5_000)
    return buffer.getvalue()


def archives(count: int, seed: int = 1) -> Iterator[tuple[str, bytes]]:
    """Yield archives that `zipfile` unpacks without a limit, reads slowly, or cannot read."""
    dice = random.Random(seed)
    size, in_bzip2, in_lzma = compressed_spaces()
    yield "bzip2", packed([Member(in_bzip2, method=12, size=size)])
    yield "LZMA", packed([Member(in_lzma, method=14, size=size)])
    yield "damaged LZMA", packed([Member(in_lzma[:200], method=14, size=size)])
    for unit in (b"\n", b" ", CHAT, b"1 1/6\n"):
        for size in (MEGABYTE, 7 * MEGABYTE, 60 * MEGABYTE):
            for claimed in (100, 7 * MEGABYTE, size, IN_ZIP64):
                bomb = Member(deflated(unit, size), method=8, size=claimed)
                yield f"{size >> 20} MB of {unit[:3]!r} that claim {claimed}", packed([bomb])
    for flag in (0, 5, 6, 13):
        yield f"flag {flag}", packed([Member(CHAT, flags=1 << flag)])
    fields = struct.pack("<2H", 0xCAFE, 0) * 16_000
    yield "extra fields", packed([Member(CHAT, extra=fields)] * 100)
    yield "6,000 files", packed([Member(b"", name=b"%d" % n) for n in range(6_000)])
    yield "170,000 files", packed([Member(b"", name=b"")] * 100_000, count=65_535)
    yield "long names", packed([Member(CHAT, name=b"\xe9" * 65_000)] * 60)
    yield "chats in each other", packed([replace(Member(CHAT), offset=0)] * 4_000)
    large = struct.pack("<2HQQQ", 1, 24, 1 << 62, 1 << 62, 1 << 63)
    zip64 = Member(CHAT, extra=large)
    yield "zip64 size", packed([replace(zip64, size=IN_ZIP64)])
    yield "zip64 packed size", packed([replace(zip64, packed=IN_ZIP64)])
    yield "zip64 offset", packed([replace(zip64, offset=IN_ZIP64)])
    end = struct.pack("<4sQ2H2L4Q", b"PK\6\6", 44, 45, 45, 0, 0, 5, 5, 1 << 40, 1 << 41)
    locator = struct.pack("<4sLQL", b"PK\6\7", 0, 0, 1)
    yield "zip64 end", packed([Member(CHAT)], count=65_535, zip64=end + locator)
    yield "no size", packed([Member(CHAT, size=0)])
    yield "false size", packed([Member(CHAT, size=9_999)])
    yield "false packed size", packed([Member(CHAT, packed=9_999)])
    yield "false offset", packed([Member(CHAT, offset=1 << 31)])
    yield "false checksum", packed([Member(CHAT, checksum=1)])
    yield "end in the end", exported() + b"PK\5\6" * 5_000
    yield "only ends", b"PK\5\6" * (LARGE // 4)
    whole = exported()
    for number in range(count):
        data = bytearray(whole)
        for _ in range(dice.randrange(1, 5)):
            place = dice.randrange(len(data) - 120, len(data)) if number % 2 else 0
            data[place or dice.randrange(2, len(data))] = dice.choice((0, 1, 0x7F, 0xFF))
        cut = len(data) if dice.random() < 0.7 else dice.randrange(4, len(data))
        yield f"damaged {number}", bytes(data[:cut])


PART = b'--%s\r\nContent-Disposition: form-data; name="%s"%s\r\n\r\n'


def part(name: bytes, content: bytes, file: bytes = b"") -> bytes:
    return PART % (b"b", name, file) + content + b"\r\n"


UNITS = b"a&", b"%41", b"&", b"=&", b"a=b&", b"a[]=%00&", b"\xff&", b";", b"text=x&", b"%25", b"+"
HEADER_UNITS = b"a:\r\n", b"\r\n a", b"x", b";a=b", b';a="\\"', b"a: b\n", b";a*0=b", b"%41", b":"
END = b"--b--\r\n"
FORM_DATA = "multipart/form-data; boundary="


def bodies(count: int, seed: int = 2) -> Iterator[tuple[str, str, bytes]]:
    """Yield names, types and bodies that are expensive to parse for their size."""
    dice = random.Random(seed)

    def some(size: int, units: Sequence[bytes]) -> bytes:
        unit = dice.choice(units)
        return unit * (size // len(unit))

    def sized() -> int:
        return dice.choice((15_000, 60_000, 64 * 1024 + 2, MEGABYTE, LARGE))

    kinds: Sequence[Callable[[], tuple[str, str, bytes]]] = (
        lambda: ("fields", FORM, some(sized(), UNITS)),
        lambda: ("fields in an odd encoding", f"{FORM}; charset=utf-32", some(sized(), UNITS)),
        lambda: ("part header", f"{FORM_DATA}b", b"--b\r\n" + some(sized(), HEADER_UNITS) + END),
        lambda: (
            "disposition",
            f"{FORM_DATA}b",
            b"--b\r\nContent-Disposition: form-data; name=f" + some(sized(), HEADER_UNITS) + END,
        ),
        lambda: (
            "parts with headers",
            f"{FORM_DATA}b",
            (b"--b\r\nContent-Disposition: form-data; name=f" + some(4_000, HEADER_UNITS)) * 20
            + END,
        ),
        lambda: ("parts", f"{FORM_DATA}b", part(b"f", b"x") * (sized() // 50) + END),
        lambda: ("field", f"{FORM_DATA}b", part(b"text", some(sized(), UNITS)) + END),
        lambda: (
            "emoji",
            f"{FORM_DATA}b",
            part(b"text", b"x" * (MEGABYTE - 9) + "🟩".encode()) + END,
        ),
        lambda: (
            "file",
            f"{FORM_DATA}b",
            part(b"file", some(sized(), (b"x", b"\r\n", b"\r\n--b", b"--b")), b'; filename="a"')
            + END,
        ),
        lambda: ("preamble", f"{FORM_DATA}b", some(sized(), (b"x", b"--b", b"\r\n")) + END),
        lambda: ("epilogue", f"{FORM_DATA}b", END + some(sized(), (b"x", b"--b", b"\r\n"))),
        lambda: (
            "no end",
            f"{FORM_DATA}b",
            part(b"text", some(sized(), (b"\r\n", b"\n"))) + b"--b",
        ),
        lambda: ("spaces", f"{FORM_DATA}b", (b"--b" + b" " * 9_000) * (sized() // 9_000)),
        lambda: ("boundary", FORM_DATA + "b" * dice.randrange(0, 7_000), part(b"f", b"x") + END),
        lambda: ("type", FORM_DATA + "b" + "; a=b" * dice.randrange(1_500), part(b"f", b"x") + END),
        lambda: ("text", dice.choice(("text/plain", "a/b", "application/json")), b"[" * sized()),
    )
    for number in range(max(count, len(kinds))):
        name, kind, body = kinds[number % len(kinds)]()
        yield f"{name} {number}", kind, body


NAMES = (
    *("Accept", "Accept-Encoding", "Accept-Language", "Authorization", "Cookie", "Forwarded"),
    *("If-Match", "If-Modified-Since", "If-None-Match", "If-Range", "Origin", "Range", "Referer"),
    *("Sec-Fetch-Site", "User-Agent", "X-CSRFToken", "X-Forwarded-For", "X-Forwarded-Host"),
    *("X-Forwarded-Prefix", "X-Forwarded-Proto", "X-Requested-With", "X-Other"),
)
FILLERS = (
    *("a,", "a;", "a=b;", '"a",', '"', '"\\",', "q=1,", "br;q=0.1,", "/,", "%41", "bytes=0-1,"),
    *("[", "x", "http://x/,", 'W/"a",', "~"),
)
MAX_LINE = 8_000  # bytes of a header; servers join headers with the same name


def headers(count: int, seed: int = 3) -> Iterator[tuple[str, list[tuple[str, str]]]]:
    """Yield names and header lines of one or three headers, up to 370 kB in total."""
    dice = random.Random(seed)
    for number in range(count):
        size = dice.choice((7_000, 20_000, 31_000, 34_000, 100_000, 370_000))
        chosen = dice.sample(NAMES, dice.choice((1, 1, 1, 3)))
        lines: list[tuple[str, str]] = []
        while size > 0:
            filler = dice.choice(FILLERS)
            lines.append((dice.choice(chosen), filler * (min(size, MAX_LINE) // len(filler))))
            size -= MAX_LINE
        yield f"{number}: {len(lines)} lines of {' '.join(chosen)}", lines


PAGES = """
    / /helper /helper/screenshot /helper/read /analysis /analysis/screenshot /api/v1/suggest
    /api/v1/analyse /watch /lab/openers /absurd /archive /history /boards/4 /random /league
"""
PARAMETERS = "row guess answer used other boards text-1 add played word month day order"
# Separators, invalid escapes, several encodings, and characters that a parser may use internally.
QUERY_UNITS = """
    & %26 = ; %3D + % %00 %ff %2B%26 . : - , %0A [ 9 a=a& crane:01002 crane:-.22222
    %C4%B0%C4%B1%EF%AC%83%F0%9F%9F%A9
"""
WORDS = ("crane", "moist", "mount", "bushy", "dusky", "theme", "truss")
MAX_ADDRESS = 4_000  # bytes; the server accepts a line of 4,094


def queries(count: int, seed: int = 4) -> Iterator[tuple[str, str]]:
    """Yield names and URLs with a unit repeated up to the limit, or with rows of four boards."""
    dice = random.Random(seed)
    for number in range(count):
        page, unit = dice.choice(PAGES.split()), dice.choice(QUERY_UNITS.split())
        if number % 2:
            answers, fields, solved = dice.sample(WORDS, 4), ["boards=4"], set[str]()
            for guess in dice.sample(WORDS, dice.randint(1, 6)):
                marks = (
                    dice.choice(("-", "22222"))
                    if answer in solved
                    else digits_of(feedback(guess, answer), 5)
                    for answer in answers
                )
                fields.append(f"row={guess}:{'.'.join(marks)}")
                solved.add(guess)
            query = "&".join(fields)
            if page.endswith("screenshot"):
                query = f"other={quote(query)}"
        else:
            head = f"{dice.choice(PARAMETERS.split())}="
            query = head + unit * ((MAX_ADDRESS - len(page) - len(head) - 1) // len(unit))
        yield f"{number}: {page}?{query[:40]}", f"{page}?{query}"
