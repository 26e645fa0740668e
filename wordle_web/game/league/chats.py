"""The messages of a chat as messengers copy and export it: who wrote what, and when.

Dates come in any order, times with 12 or 24 hours, with or without brackets and invisible marks.
Text is read in blocks, since a search through eight megabytes would hold up every other request.
"""

import itertools
import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

BLOCK: Final = 32 * 1024  # characters searched at once
MAX_MESSAGE: Final = 16 * 1024
MAX_NAME: Final = 40

_DATE = r"[0-9]{1,4}[./-]\s?[0-9]{1,2}(?:[./-]\s?[0-9]{1,4}\.?|\.)?"
_FULL_DATE = r"[0-9]{1,4}[./-][0-9]{1,2}[./-][0-9]{2,4}"
_TIME = (
    r"[0-9]{1,2}[:.h][0-9]{2}(?:[:.][0-9]{2})?(?:[^\S\n]?[AaPp]\.?[^\S\n]?[Mm]\.?)?(?:[^\S\n]Uhr)?"
)
# A weekday or "today", and the word before a time: "Today at", "heute um", "hier à".
_WORDS = r"(?:[^\W\d_]{1,12},?[^\S\n]){0,3}"
_STAMP = rf"(?:{_WORDS}(?:{_DATE},?[^\S\n])?{_WORDS}{_TIME}|{_TIME},[^\S\n]{_DATE})"
_NAME = r"[^\s:\[\]][^:\n]{0,79}?"
HEADER: Final = re.compile(
    rf"""^(?:
    (?P<a>{_DATE},?[^\S\n]{_WORDS}{_TIME})[^\S\n][-\u2013][^\S\n](?:(?P<a_name>{_NAME}):[^\S\n]?|[^:\n]*$)
    | \[(?P<b>{_STAMP})\][^\S\n]?(?P<b_name>{_NAME})(?::[^\S\n]?|[^\S\n]*$)
    | (?=[^\n]{{0,120}}[0-9][:.h][0-9]{{2}}|[^\n]{{1,60}}\n[^\S\n]*[0-9]{{1,2}}[:.h][0-9]{{2}})(?:
        (?P<c_name>[^\s:][^\n]{{0,79}}?),[^\S\n]\[(?P<c>{_STAMP})\]:?[^\S\n]*$
        | (?P<d_name>[^\s:>\d][^:\n]{{0,59}}?)
          (?:[^\S\n]?[\u2014\u2013|·][^\S\n]?|[^\S\n]{{2,}}|\t|\n[^\S\n]*)(?P<d>{_STAMP})[^\S\n]*$
        | (?P<e_name>[^\s:>\d][^:\n]{{0,59}}?),?[^\S\n](?P<e>{_FULL_DATE},?[^\S\n]{_TIME})[^\S\n]*$
      )
    )""",
    re.MULTILINE | re.VERBOSE,
)
_DATE_IN_STAMP = re.compile(r"([0-9]{1,4})([./-])\s?([0-9]{1,2})(?:[./-]\s?([0-9]{2,4}))?")
# Marks of direction and order, which messengers put before and into headers.
_MARKS = tuple("\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\ufeff")
# What calls people, or is markup somewhere: @everyone, <!here>.
_HARMLESS = {ord("@"): "\uff20", ord("<"): "\u2039", ord(">"): "\u203a", ord("`"): "\u2019"}
_JOINERS = "\u200c\u200d"  # within emoji, and in some scripts within words


@dataclass(frozen=True, slots=True)
class WrittenDate:
    """A date as a header writes it: two or three numbers, and what stands between them.

    `separator` ends in " AM" beside a time of twelve hours, since those dates have their own order.
    """

    numbers: tuple[int, ...]
    separator: str


@dataclass(frozen=True, slots=True)
class Message:
    """A message of a chat.

    Attributes:
        sender: Empty where no header tells.
        stamp: Date and time as written, or an identifier: the same for all forms of a message.
        is_edited: Whether it replaces an earlier form of itself.
    """

    sender: str
    stamp: str
    date: WrittenDate | None
    body: str
    is_edited: bool = False


def blocks_of(text: str) -> Iterator[str]:
    """Yield a text in blocks that end with a line where they can, without invisible marks."""
    start = 0
    while start < len(text):
        end = start + BLOCK
        if end < len(text):
            end = text.rfind("\n", start, end) + 1 or end
        block = text[start:end].replace("\r\n", "\n").replace("\r", "\n")
        for mark in _MARKS:
            block = block.replace(mark, "")
        yield block
        start = end


def read_messages(text: str) -> Iterator[Message]:
    """Yield the messages of a chat; what stands before the first header has no sender."""
    rest = ""
    for block in blocks_of(text):
        rest += block
        headers = list(HEADER.finditer(rest))
        if headers and headers[0].start():
            yield Message("", "", None, rest[: headers[0].start()])
        for header, following in itertools.pairwise(headers):
            yield _message(header, rest[header.end() : following.start()])
        rest = rest[headers[-1].start() :] if headers else rest
        if len(rest) > MAX_MESSAGE:
            yield _last(rest)
            rest = ""
    if rest:
        yield _last(rest)


def _last(text: str) -> Message:
    header = HEADER.match(text)
    return _message(header, text[header.end() :]) if header else Message("", "", None, text)


def _message(header: re.Match[str], body: str) -> Message:
    kind = next(kind for kind in "abcde" if header[kind])
    stamp = header[kind]
    return Message(clean_name(header[f"{kind}_name"] or ""), stamp, written_date(stamp), body)


def written_date(text: str) -> WrittenDate | None:
    """Return the date in a header.

    >>> written_date("31.12.23, 21:41")
    WrittenDate(numbers=(31, 12, 23), separator='.')
    """
    found = _DATE_IN_STAMP.search(text)
    if found is None:
        return None
    twelve = " AM" if re.search(r"[0-9]\s?[AaPp]\.?\s?[Mm]", text) else ""
    return WrittenDate(tuple(map(int, filter(None, found.group(1, 3, 4)))), found[2] + twelve)


def clean_name(text: str) -> str:
    r"""Return a name on one line, without control or direction characters, and calling nobody.

    >>> clean_name("~ @Ana  \u202ab")
    'Ana b'
    """
    kept = (
        each
        for each in " ".join(unicodedata.normalize("NFC", text[:200]).split())
        if each in _JOINERS or unicodedata.category(each)[0] != "C"
    )
    plain = "".join(kept).lstrip("~@#=* \u200c\u200d").translate(_HARMLESS)
    return plain[:MAX_NAME].rstrip(" *~\u200c\u200d")
