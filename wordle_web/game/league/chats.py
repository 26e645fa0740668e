"""The messages of a chat as messengers copy and export it: sender, time and text.

Dates may have any order, times 12 or 24 hours, and both may have brackets and invisible marks. Text
is read in pieces, so that no search holds up other requests. `exports` reads files and passes their
text on to `read_messages`.
"""

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator
from itertools import chain
from typing import Final, NamedTuple

from wordle_web.engine.dates import named_dates
from wordle_web.game.errors import LeagueError
from wordle_web.game.league.headers import (
    MAX_LINES_ABOVE,
    NAME,
    SIGN_OF_RESULT,
    Header,
    Shapes,
    headers_in,
    name_above,
    shapes_of,
)
from wordle_web.game.league.lists import Heads, heads_of, is_person, lines_of
from wordle_web.game.league.names import clean_name, is_like_name
from wordle_web.parsing import linear_pattern

BLOCK: Final = 8 * 1024  # characters searched at once
MAX_SAMPLE: Final = 64 * 1024  # characters from which the shapes of headers are learned
MAX_MESSAGE: Final = 16 * 1024  # characters after which a message is cut
_SIGN_OF_RESULT = linear_pattern("[/#\u20e3🟥]|bsurd")  # 4/6, #12, keycaps, absurd mode
# The certainty of a sender: known from a header, to be confirmed once, or to be confirmed for each
# result.
SURE, ASKED, GUESSED = 2, 1, 0

_NUMERIC_DATE = linear_pattern(r"([0-9]{1,4})([./-])\s?([0-9]{1,2})(?:[./-]\s?([0-9]{2,4}))?")
_UNIT_DATE = linear_pattern(r"([0-9]{4})[년年]\s?([0-9]{1,2})[월月]\s?([0-9]{1,2})[일日]")
_TWELVE_HOURS = linear_pattern(r"[0-9]\s?[AaPp]\.?\s?[Mm]")
_WEB_PAGE = linear_pattern(r"\s{0,200}(?:<!doctype html|<html[\s>]|<\?xml)", re.IGNORECASE)
_TAG = linear_pattern(r"</(?:div|span|p|td|li|body)>", re.IGNORECASE)
# Digits and signs of other scripts, with the ASCII ones that replace them.
_NATIVE: Final = {
    **{
        code: str(unicodedata.decimal(chr(code)))
        for code in range(0x80, 0x10000)
        if unicodedata.decimal(chr(code), None) is not None
    },
    **{ord("\u066c"): ",", ord("\u066b"): ".", ord("\u060c"): ",", ord("\uff1a"): ":"},
    **{ord("\uff0f"): "/", ord("\uff0c"): ","},
}
_IS_NATIVE = linear_pattern(f"[{''.join(map(chr, _NATIVE))}]")
# Direction and byte-order marks, which messengers put before and into headers.
_MARKS = tuple("\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\ufeff")
NOBODY: Final = Header(0, 0, "", "", "")  # for text without a header
MAX_ABOVE: Final = 400  # characters above a stamp that are searched for its name
MIN_TAGS: Final = 3  # tags that make a text a web page


class WrittenDate(NamedTuple):
    """A date as written in a header: two or three numbers and their separator.

    The separator is a sign, or "month" if the month is named. After a numeric date, " AM" is added
    if the time has twelve hours, since dates beside such times may have another order.
    """

    numbers: tuple[int, ...]
    separator: str


class Message(NamedTuple):
    """A message of a chat."""

    sender: str  # empty if unknown
    stamp: str  # date and time as written, or an id; a message and its edits have the same stamp
    date: WrittenDate | None  # None if the header has no date
    body: str
    is_edited: bool = False  # whether it replaces an earlier version of the message
    certainty: int = SURE  # certainty of the sender


def blocks_of(text: str | Iterable[str]) -> Iterator[str]:
    """Yield a text, given whole or in pieces, in blocks of whole lines if possible.

    Invisible marks are removed, and digits of other scripts are replaced.
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
    return block.translate(_NATIVE) if _IS_NATIVE.search(block) else block


def read_messages(
    text: str | Iterable[str], pause: Callable[[], object] = lambda: None
) -> Iterator[Message]:
    """Yield the messages of a chat that may contain results; the others are left out.

    Text before the first header has no sender. `pause` is called before each block, so that other
    threads can run.

    Raises:
        LeagueError: the text is a web page.
    """
    blocks = blocks_of(text)
    sample, size = [], 0
    for block in blocks:
        sample.append(block)
        size += len(block)
        if size >= MAX_SAMPLE:
            break
    start = "".join(sample[:2])
    if _WEB_PAGE.match(start) or len(_TAG.findall(start)) >= MIN_TAGS:
        raise LeagueError("html")
    shapes = shapes_of(sample)
    heads = heads_of(sample)
    has_headers = bool(shapes.sure or shapes.asked)
    if heads and not (has_headers and (heads.asked or heads.has_headings)):
        return _listed(chain(sample, blocks), heads, pause)
    return _messages(chain(sample, blocks), shapes, pause)


def _listed(blocks: Iterable[str], heads: Heads, pause: Callable[[], object]) -> Iterator[Message]:
    """Yield the messages of a handwritten list: lines with a name, and the grids below them.

    After the first line that doesn't belong to a list, no sender is certain.
    """
    header, body, size, certainty = NOBODY, list[str](), 0, GUESSED
    known, is_list = heads.all, True
    for block in blocks:
        pause()
        for text, line in lines_of(block.removesuffix("\n"), known):
            is_end = is_list and line is None
            is_list = is_list and (line is not None or heads.has_headings)
            begins = is_list and line is not None and line.head
            if begins or is_end or size > MAX_MESSAGE:
                yield from _message(header, "\n".join(body), certainty)
                header, body, size, certainty = NOBODY, [], 0, GUESSED
            if begins and line is not None:
                header, text = header._replace(sender=line.head), line.rest
                is_sure = line.head in heads.sure or (
                    line.head not in known and is_person(line.head)
                )
                certainty = SURE if is_sure else ASKED
            body.append(text)
            size += len(text) + 1
    yield from _message(header, "\n".join(body), certainty)


def _messages(
    blocks: Iterable[str], shapes: Shapes, pause: Callable[[], object]
) -> Iterator[Message]:
    has_headers = bool(shapes.sure or shapes.asked)
    header, body, certainty = NOBODY, "", GUESSED if has_headers else ASKED
    for block in blocks:
        pause()
        start = 0
        for candidate in headers_in(block):
            level = SURE if candidate.shape in shapes.sure else _certainty(candidate, shapes)
            if level is None:
                continue
            before = body + block[start : candidate.start]
            if candidate.sender is None and not shapes.is_name_below:
                lines = before[-MAX_ABOVE:].splitlines()[-MAX_LINES_ABOVE:]
                above = name_above(lines, candidate.shape)
                if above:
                    before = "\n".join(before.removesuffix("\n").split("\n")[: -above[1]])
                    level = level if above[2] else GUESSED
                candidate = candidate._replace(sender=above[0] if above else "")
                level = level if above else GUESSED
            elif candidate.sender and SIGN_OF_RESULT.search(candidate.sender):
                # The line break before the name is missing, so a grid precedes it.
                candidate = candidate._replace(sender=candidate.sender.rpartition(" ")[2])
                level = GUESSED
            yield from _message(header, before, certainty)
            header, body, start, certainty = candidate, "", candidate.end, level
        body += block[start:]
        if len(body) > MAX_MESSAGE:
            yield from _message(header, body, certainty)
            header, body, certainty = NOBODY, "", GUESSED if has_headers else ASKED
    yield from _message(header, body, certainty)


def _certainty(header: Header, shapes: Shapes) -> int | None:
    """Return the certainty of a header's sender if its shape isn't sure; None for ordinary text."""
    if header.shape in shapes.asked:
        return ASKED
    # A damaged header isn't ordinary text: the result after it isn't the previous sender's.
    sender = header.sender
    is_name = not sender or is_like_name(sender) or sender.casefold() in shapes.names
    return GUESSED if is_name else None


def _message(header: Header, body: str, certainty: int) -> Iterator[Message]:
    if not _SIGN_OF_RESULT.search(body):
        return
    sender, stamp = header.sender, header.stamp
    if sender is None:  # the name is in the line below the stamp
        sender, _, body = body.lstrip("\n").partition("\n")
        if not NAME.fullmatch(sender) or SIGN_OF_RESULT.search(sender):
            sender, body, certainty = "", f"{sender}\n{body}", GUESSED
    yield Message(clean_name(sender), stamp, written_date(stamp), body, certainty=certainty)


def written_date(text: str) -> WrittenDate | None:
    """Return the date in a header; None if there is none.

    >>> written_date("31.12.23, 21:41")
    WrittenDate(numbers=(31, 12, 23), separator='.')
    """
    if match := _UNIT_DATE.search(text):
        return WrittenDate(tuple(map(int, match.groups())), "-")
    for named in named_dates(text):
        return WrittenDate(tuple(named), "month")
    match = _NUMERIC_DATE.search(text)
    if match is None:
        return None
    twelve = " AM" if _TWELVE_HOURS.search(text) else ""
    return WrittenDate(tuple(map(int, filter(None, match.group(1, 3, 4)))), match[2] + twelve)
