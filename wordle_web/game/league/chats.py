"""The messages of a chat as messengers copy and export it: who wrote what, and when.

Dates come in any order, times with 12 or 24 hours, with or without brackets and invisible marks.
Exports are text, WhatsApp's zip or Telegram's JSON. Whatever a file claims, at most `MAX_BYTES` of
text are unpacked, and text and JSON are read in pieces, so that no search holds up other requests
and neither a zip bomb nor nested lists take more time or memory than a chat.
"""

import codecs
import json
import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator
from itertools import chain
from typing import Any, Final, NamedTuple

from wordle_web.game.errors import LeagueError
from wordle_web.game.league.archives import unpack_chat
from wordle_web.parsing import linear_pattern

BLOCK: Final = 8 * 1024  # characters searched at once
MAX_MESSAGE: Final = 16 * 1024
MAX_NAME: Final = 40
SIGNS_OF_RESULTS: Final = ("/", "\u20e3", "🟥", "bsurd", "#")  # 4/6, keycaps, absurd mode, #12
MAX_LINE: Final = 300  # characters of a header

_GAP = r"[^\S\n]"
_DATE = r"[0-9]{1,4}[./-]\s?[0-9]{1,2}(?:[./-]\s?[0-9]{1,4}\.?|\.)?"
_FULL_DATE = r"[0-9]{1,4}[./-][0-9]{1,2}[./-][0-9]{2,4}"
_HALF = rf"{_GAP}?[AaPp]\.?{_GAP}?[Mm]\.?"  # of the day
_TIME = rf"[0-9]{{1,2}}[:.h][0-9]{{2}}(?:[:.][0-9]{{2}})?(?:{_HALF})?(?:{_GAP}Uhr)?"
# A weekday or "today", and the word before a time: "Today at", "heute um", "hier à".
_WORDS = rf"(?:[^\W\d_]{{1,12}},?{_GAP}){{0,3}}"
_STAMP = rf"(?:(?:{_WORDS}{_DATE},?{_GAP})?{_WORDS}{_TIME}|{_TIME},{_GAP}{_DATE})"
_SIGN_OF_TIME = linear_pattern(r"[0-9][:.h][0-9]{2}")
# What begins a line: a stamp in brackets, or with a dash; then the name, up to a colon.
_STAMP_FIRST = linear_pattern(
    rf"""\[(?P<bracket>{_STAMP})\]{_GAP}?(?P<sender>[^\s:\[\]][^:\n]{{0,79}})(?::{_GAP}?|$)
    | (?P<dash>{_DATE},?{_GAP}{_WORDS}{_TIME}){_GAP}[-\u2013]{_GAP}
      (?:(?P<dash_sender>[^\s:\[\]][^:\n]{{0,79}}):{_GAP}?|(?P<notice>[^:\n]{{0,{MAX_LINE}}})$)""",
    re.VERBOSE | re.MULTILINE,
)
# What ends a line, after the name.
_STAMP_LAST = linear_pattern(
    rf"""(?:
    ,{_GAP}\[(?P<bracket>{_STAMP})\]:?
    | (?P<sign>{_GAP}?[\u2014\u2013|\u00b7]{_GAP}?|{_GAP}{{2,20}}|\t)(?P<plain>{_STAMP})
    | ,?{_GAP}(?P<full>{_FULL_DATE},?{_GAP}{_TIME})
    ){_GAP}{{0,20}}$""",
    re.VERBOSE | re.MULTILINE,
)
# A line with only a time, below the line with the name.
_STAMP_BELOW = linear_pattern(
    rf"{_GAP}{{0,20}}(?=[0-9]{{1,2}}[:.h][0-9]{{2}})(?P<plain>{_STAMP}){_GAP}{{0,20}}$",
    re.MULTILINE,
)
_NAME = linear_pattern(r"[^\s:>\d][^:\n]{0,59}")
_LONG_NAME = linear_pattern(r"[^\s:][^\n]{0,79}")
_DATE_IN_STAMP = linear_pattern(r"([0-9]{1,4})([./-])\s?([0-9]{1,2})(?:[./-]\s?([0-9]{2,4}))?")
_TWELVE_HOURS = linear_pattern(r"[0-9]\s?[AaPp]\.?\s?[Mm]")
# Marks of direction and order, which messengers put before and into headers.
_MARKS = tuple("\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\ufeff")
# What calls people, or is markup somewhere: @everyone, <!here>.
_HARMLESS = {ord("@"): "\uff20", ord("<"): "\u2039", ord(">"): "\u203a", ord("`"): "\u2019"}
_JOINERS = "\u200c\u200d"  # within emoji, and in some scripts within words
MAX_BYTES: Final = 8 * 1024 * 1024
# Of a message in JSON; one of Telegram has at most 4,096 characters, written twice.
WINDOWS: Final = (1024, 64 * 1024)  # bytes
MESSAGES_AT_ONCE, MAX_MESSAGES = 100, 100_000
MAX_DEPTH: Final = 8

_MESSAGES = linear_pattern(rb'"messages"\s{0,200}:\s{0,200}\[\s{0,200}')
_NEXT = linear_pattern(rb"\s{0,200},\s{0,200}")


class WrittenDate(NamedTuple):
    """A date as a header writes it: two or three numbers and their separator.

    `separator` ends in " AM" beside a time of twelve hours, since those dates have their own order.
    """

    numbers: tuple[int, ...]
    separator: str


class Message(NamedTuple):
    """A message of a chat."""

    sender: str  # empty where no header tells
    stamp: str  # date and time as written, or an identifier: the same for all forms of a message
    date: WrittenDate | None
    body: str
    is_edited: bool = False  # whether it replaces an earlier form of itself


class _Header(NamedTuple):
    """Where a header begins and ends, and what it says.

    `sender` is None where the name stands in the line above.
    """

    start: int
    end: int
    sender: str | None
    stamp: str


def blocks_of(text: str | Iterable[str]) -> Iterator[str]:
    """Yield a text, or its pieces, in blocks that end with a line where they can.

    Invisible marks are removed.
    """
    if isinstance(text, str):
        whole = text
        text = (whole[start : start + BLOCK] for start in range(0, len(whole), BLOCK))
    rest = ""
    for piece in text:
        rest += piece
        end = rest.rfind("\n") + 1 or (len(rest) if len(rest) >= BLOCK else 0)
        yield _plain(rest[:end])
        rest = rest[end:]
    if rest:
        yield _plain(rest)


def _plain(block: str) -> str:
    block = block.replace("\r\n", "\n").replace("\r", "\n")
    for mark in _MARKS:
        block = block.replace(mark, "")
    return block


def read_messages(
    text: str | Iterable[str], pause: Callable[[], object] = lambda: None
) -> Iterator[Message]:
    """Yield the messages of a chat that may contain results.

    Text before the first header has no sender.
    `pause` is called before each block, so that other threads have their turn.
    """
    header, body = None, ""
    for block in blocks_of(text):
        pause()
        start = 0
        for found in _headers(block):
            above = ""
            if found.sender is None:
                tail = body[-MAX_LINE:] + block[max(start, found.start - MAX_LINE) : found.start]
                place = tail.rfind("\n", 0, max(0, len(tail) - 1)) + 1
                above = tail[place:]
                if (header and not place) or not _NAME.fullmatch(above[:-1]):
                    continue
                found = found._replace(sender=above[:-1])
            yield from _message(header, (body + block[start : found.start]).removesuffix(above))
            header, body, start = found, "", found.end
        body += block[start:]
        if len(body) > MAX_MESSAGE:
            yield from _message(header, body)
            header, body = None, ""
    yield from _message(header, body)


def _headers(block: str) -> Iterator[_Header]:
    """Yield the headers in whole lines; only lines with a time are looked at."""
    end = 0
    for sign in _SIGN_OF_TIME.finditer(block):
        if sign.start() < end:
            continue
        start = block.rfind("\n", end, sign.start()) + 1 or end
        end = block.find("\n", sign.end())
        end = len(block) if end < 0 else end
        if first := _STAMP_FIRST.match(block, start):
            sender = first["sender"] or first["dash_sender"] or ""
            yield _Header(start, first.end(), sender, first["bracket"] or first["dash"])
        elif end - start > MAX_LINE:
            continue
        elif below := _STAMP_BELOW.match(block, start, end):
            yield _Header(start, end, None, below["plain"])
        elif last := _STAMP_LAST.search(block, start + 1, end):
            name = block[start : last.start()]
            if (_LONG_NAME if last["bracket"] else _NAME).fullmatch(name):
                yield _Header(start, end, name, last["bracket"] or last["plain"] or last["full"])


def _message(header: _Header | None, body: str) -> Iterator[Message]:
    if not any(sign in body for sign in SIGNS_OF_RESULTS):
        return
    if header is None:
        yield Message("", "", None, body)
    else:
        sender, stamp = clean_name(header.sender or ""), header.stamp
        yield Message(sender, stamp, written_date(stamp), body)


def written_date(text: str) -> WrittenDate | None:
    """Return the date in a header.

    >>> written_date("31.12.23, 21:41")
    WrittenDate(numbers=(31, 12, 23), separator='.')
    """
    found = _DATE_IN_STAMP.search(text)
    if found is None:
        return None
    twelve = " AM" if _TWELVE_HOURS.search(text) else ""
    return WrittenDate(tuple(map(int, filter(None, found.group(1, 3, 4)))), found[2] + twelve)


def clean_name(text: str) -> str:
    r"""Return a name on one line, without control or direction characters, and without mentions.

    >>> clean_name("~ @Ana  \u202ab")
    'Ana b'
    """
    plain = " ".join(unicodedata.normalize("NFC", text[:200]).split())
    if not plain.isprintable():
        plain = "".join(c for c in plain if c in _JOINERS or unicodedata.category(c)[0] != "C")
    plain = plain.lstrip("~@#=* \u200c\u200d").translate(_HARMLESS)
    return plain[:MAX_NAME].rstrip(" *~\u200c\u200d")


def messages_of_file(data: bytes, pause: Callable[[], object] = lambda: None) -> Iterator[Message]:
    """Yield the messages in an exported file; `pause` is called before each block of them.

    Raises:
        LeagueError: it is too large, or no export.
    """
    if len(data) > MAX_BYTES:
        raise LeagueError("size")
    if data.startswith(b"PK"):
        data = unpack_chat(data, MAX_BYTES)
    is_wide = data[:2] in {b"\xff\xfe", b"\xfe\xff"}
    if b"\0" in data[:4096] and not is_wide:
        raise LeagueError("format")
    blocks = (data[start : start + BLOCK] for start in range(0, len(data), BLOCK))
    pieces = codecs.iterdecode(blocks, "utf-16" if is_wide else "utf-8-sig", "replace")
    start = next(pieces, "")
    if start[:200].lstrip()[:1] == "{":
        if is_wide:
            data = b"".join(piece.encode() for piece in (start, *pieces))
        return _telegram_messages(data, pause)
    return read_messages(chain([start], pieces), pause)


def _telegram_messages(data: bytes, pause: Callable[[], object]) -> Iterator[Message]:
    decoder, count, place = json.JSONDecoder(), 0, data.find(b'"messages"')
    while place >= 0:
        chat = _MESSAGES.match(data, place)
        place = chat.end() if chat else place + 1
        while chat and data[place : place + 1] == b"{":
            if count % MESSAGES_AT_ONCE == 0:
                pause()
            count += 1
            if count > MAX_MESSAGES:
                raise LeagueError("nested")
            found, length = _first_object(decoder, data, place)
            if message := _telegram_message(found):
                yield message
            following = _NEXT.match(data, place + length)
            place += length
            if following is None:
                break
            place = following.end()
        place = data.find(b'"messages"', place)


def _first_object(decoder: json.JSONDecoder, data: bytes, place: int) -> tuple[dict[str, Any], int]:
    """Return the JSON object that begins at `place`, and how many bytes it takes."""
    for window in WINDOWS:
        text = data[place : place + window].decode("utf-8", "surrogateescape")
        try:
            found, length = decoder.raw_decode(text)
        except RecursionError:
            break
        except ValueError:
            continue
        if _depth(found) > MAX_DEPTH:
            break
        return found, len(text[:length].encode("utf-8", "surrogateescape"))
    raise LeagueError("nested")


def _depth(value: object) -> int:
    if isinstance(value, dict):
        value = list(value.values())
    return 1 + max(map(_depth, value), default=0) if isinstance(value, list) else 0


def _telegram_message(found: dict[str, Any]) -> Message | None:
    sender, day, parts = found.get("from"), found.get("date"), found.get("text")
    if not isinstance(sender, str) or not isinstance(day, str):
        return None
    parts = [parts] if isinstance(parts, str) else parts
    if not isinstance(parts, list):
        return None
    texts = [each.get("text") if isinstance(each, dict) else each for each in parts]
    body = "".join(each for each in texts if isinstance(each, str))
    origin = found.get("forwarded_from")
    owner = origin if isinstance(origin, str) else sender
    stamp = f"id {found.get('id')}"[:40]
    return Message(clean_name(owner), stamp, written_date(day), body, "edited" in found)
