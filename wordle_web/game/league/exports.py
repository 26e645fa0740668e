"""Exported chats: text, WhatsApp's zip, and JSON or CSV from any program.

Fields of JSON and CSV are identified by their names and contents: the text is the field that
contains results, the time is a field such as `date` that has dates, and the sender is a short text
in a field such as `author` or `from`. JSON is read object by object, so that nested lists take no
more time or memory than a chat.
"""

import codecs
import csv
import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import UTC, datetime
from itertools import chain, islice
from typing import Any, Final, NamedTuple

from wordle_web.game.errors import LeagueError
from wordle_web.game.league.archives import unpack_chat
from wordle_web.game.league.chats import (
    BLOCK,
    GUESSED,
    SURE,
    Message,
    WrittenDate,
    read_messages,
    written_date,
)
from wordle_web.game.league.names import clean_name
from wordle_web.parsing import linear_pattern

MAX_BYTES: Final = 8 * 1024 * 1024
# The numbers of bytes in which a JSON object must fit: the second is tried if the first is too
# small. A message from Telegram has at most 4,096 characters, written twice.
WINDOWS: Final = (1024, 64 * 1024)
MESSAGES_AT_ONCE, MAX_MESSAGES = 100, 100_000  # messages between two pauses, and in all
MAX_UNREADABLE: Final = 50  # objects in lists that are malformed, too large or too deep
MAX_DEPTH: Final = 8  # levels of nested objects and lists
MAX_FIELDS: Final = 200  # fields of a message that are read
MAX_FIELD: Final = 16 * 1024  # characters of a text
MAX_SENDER: Final = 80  # characters of a field with a sender or a date
SAMPLE: Final = 100  # messages from which the meaning of fields is inferred
# A field has the sender, or codes, only if at least this share of these messages has a possible
# value in it.
MIN_SHARE: Final = 0.6
MIN_COLUMNS, MAX_COLUMNS = 3, 60
MAX_NAME: Final = 40  # maximum average length of the names of columns

_JSON_START = linear_pattern(r"\ufeff?\s{0,200}(?:\{|\[\s{0,200}\{)")
_LIST = linear_pattern(rb"\[\s{0,200}\{")
_NEXT = linear_pattern(rb"[\s,]{0,200}(?=\{)")
_RESULT = linear_pattern(r"(?<![0-9/])(?:[0-9]{1,2}|[Xx]) ?/ ?[0-9]{1,2}(?![0-9/])|\u20e3|#[0-9]")
_WORDS = linear_pattern(r"[A-Z]?[a-zà-ÿ]{1,30}|[A-Z]{1,30}")
_CODE = linear_pattern(r"[A-Z0-9_-]{8,80}|[0-9a-f-]{16,80}")  # ids of users, not names
# Words in the names of fields that may have the sender, with a weight: the highest one wins.
_SENDERS: Final = {
    **dict.fromkeys(("display", "nickname", "nick", "real"), 5),
    **dict.fromkeys(("author", "sender", "from", "creator", "autor", "absender", "von"), 4),
    **dict.fromkeys(("remitente", "expéditeur", "remetente", "who", "person", "participant"), 4),
    **dict.fromkeys(("user", "username", "name", "member", "handle", "poster", "usuario"), 3),
}
# Words in the names of fields that never have the sender.
_NO_SENDERS: Final = {
    *("to", "recipient", "channel", "room", "chat", "group", "server", "guild", "type", "id"),
    *("reply", "replied", "quoted", "mention", "mentions", "title", "subject", "file", "url"),
    *("avatar", "color", "role", "roles", "status", "app", "team", "forwarded", "reference"),
}
# Words in the names of fields that may have the time.
_TIMES: Final = {
    *("date", "time", "timestamp", "ts", "sent", "created", "datetime", "datum", "fecha", "data"),
    *("heure", "hora", "zeit", "at"),
}

# Words in the names of lists that belong to a single message, so they don't contain messages.
_PARTS: Final = {"attachments", "embeds", "blocks", "reactions", "mentions", "files", "entities"}

Record = Mapping[str, Any]  # the fields of a message by name


def messages_of_file(data: bytes, pause: Callable[[], object] = lambda: None) -> Iterator[Message]:
    """Yield the messages in an exported file.

    `pause` is called before each block of them, so that other threads can run.

    Raises:
        LeagueError: the file is too large or damaged, or isn't an exported chat.
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
    if _JSON_START.match(start):
        if is_wide:
            data = b"".join(piece.encode() for piece in (start, *pieces))
        return _by_fields(_json_records(data, pause))
    return _messages_of_text(start, pieces, pause)


def messages_of_text(text: str, pause: Callable[[], object] = lambda: None) -> Iterator[Message]:
    """Yield the messages in a pasted chat, which may be JSON or CSV.

    Raises:
        LeagueError: the text is a web page, or a damaged JSON or CSV file.
    """
    if _JSON_START.match(text):
        return _by_fields(_json_records(text.encode("utf-8", "replace"), pause))
    pieces = (text[place : place + BLOCK] for place in range(BLOCK, len(text), BLOCK))
    return _messages_of_text(text[:BLOCK], pieces, pause)


def _messages_of_text(
    start: str, pieces: Iterable[str], pause: Callable[[], object]
) -> Iterator[Message]:
    delimiter = _delimiter(start)
    if delimiter:
        return _by_fields(_csv_records(chain([start], pieces), delimiter, pause))
    return read_messages(chain([start], pieces), pause)


def _delimiter(start: str) -> str:
    """Return the column separator of a table that begins with `start`; empty for a chat.

    The first row of a table names its columns; at least two of these names must be known.
    """
    first = start.lstrip("\ufeff").partition("\n")[0]
    for delimiter in ",;\t":
        names = first.split(delimiter)
        is_named = len(first) <= MAX_COLUMNS * MAX_NAME and not any(map(str.isdigit, first))
        if is_named and MIN_COLUMNS <= len(names) <= MAX_COLUMNS:
            words = [_words(name) for name in names]
            has_sender = any(parts & _SENDERS.keys() for parts in words)
            has_time = any(parts & _TIMES for parts in words)
            if has_sender and has_time and not _RESULT.search(first):
                return delimiter
    return ""


def _csv_records(
    pieces: Iterable[str], delimiter: str, pause: Callable[[], object]
) -> Iterator[Record]:
    try:
        for count, record in enumerate(csv.DictReader(_lines(pieces), delimiter=delimiter)):
            if count % MESSAGES_AT_ONCE == 0:
                pause()
            if count >= MAX_MESSAGES:
                raise LeagueError("nested")
            yield {name: text for name, text in record.items() if name and isinstance(text, str)}
    except csv.Error as error:
        raise LeagueError("format") from error


def _lines(pieces: Iterable[str]) -> Iterator[str]:
    rest = ""
    for piece in pieces:
        lines = (rest + piece).splitlines(keepends=True)
        rest = lines.pop() if lines else ""
        if len(rest) > MAX_FIELD:
            raise LeagueError("format")
        yield from lines
    yield rest


def _json_records(data: bytes, pause: Callable[[], object]) -> Iterator[Record]:
    """Yield the messages with results in all lists of a JSON text, or in JSON lines.

    Raises:
        LeagueError: there are too many objects, or unreadable ones in a list.
    """
    decoder, count, unreadable, place = json.JSONDecoder(), 0, 0, data.find(b"{")
    in_list = data[:place].rstrip().endswith(b"[")
    while place >= 0:
        if count % MESSAGES_AT_ONCE == 0:
            pause()
        count += 1
        if count > MAX_MESSAGES or unreadable > MAX_UNREADABLE:
            raise LeagueError("nested")
        node, length = _first_object(decoder, data, place)
        if node is None:
            unreadable += in_list
        else:
            yield from _unfolded(node)
        following = _NEXT.match(data, place + length) if length else None
        if following is None:
            following = _LIST.search(data, place + max(length, 1))
            in_list = True
        # A match of `_LIST` includes the brace of an object; a match of `_NEXT` ends before it.
        place = -1 if following is None else data.find(b"{", max(place + 1, following.end() - 1))
    if unreadable:
        raise LeagueError("nested")


def _first_object(
    decoder: json.JSONDecoder, data: bytes, place: int
) -> tuple[dict[str, Any] | None, int]:
    """Return the JSON object at `place` and its length in bytes; None and 0 if it is unreadable."""
    for window in WINDOWS:
        text = data[place : place + window].decode("utf-8", "surrogateescape")
        try:
            value, length = decoder.raw_decode(text)
        except RecursionError:
            break
        except ValueError:
            continue
        if _depth(value) > MAX_DEPTH:
            break
        return value, len(text[:length].encode("utf-8", "surrogateescape"))
    return None, 0


def _depth(value: object) -> int:
    if isinstance(value, dict):
        value = list(value.values())
    return 1 + max(map(_depth, value), default=0) if isinstance(value, list) else 0


def _unfolded(node: dict[str, Any]) -> Iterator[Record]:
    """Yield the fields of the messages with results in the lists of an object.

    If there are none, the object itself may be such a message.
    """
    has_messages = False
    for value in _lists(node):
        for item in value:
            if isinstance(item, dict):
                for record in _unfolded(item):
                    has_messages = True
                    yield record
    fields = {} if has_messages else dict(islice(_fields(node, ""), MAX_FIELDS))
    if any(isinstance(value, str) and _RESULT.search(value) for value in fields.values()):
        yield fields


def _lists(node: dict[str, Any]) -> Iterator[list[Any]]:
    for name, value in node.items():
        if isinstance(value, dict):
            yield from _lists(value)
        elif isinstance(value, list) and not _is_text(value) and not _words(name) & _PARTS:
            yield value


def _is_text(parts: list[Any]) -> bool:
    """Return whether a list is a text in parts, some of them formatted, as Telegram exports it."""
    return bool(parts) and all(
        isinstance(part, str) or (isinstance(part, dict) and {"type", "text"} <= part.keys())
        for part in parts
    )


def _fields(node: dict[str, Any], path: str) -> Iterator[tuple[str, Any]]:
    """Yield texts and numbers with the paths of their fields, such as `author name`."""
    for name, value in node.items():
        here = f"{path} {name}".strip()
        if isinstance(value, dict):
            yield from _fields(value, here)
        elif isinstance(value, list):
            if _is_text(value):
                yield here, "".join(f"{p['text'] if isinstance(p, dict) else p}" for p in value)
        elif isinstance(value, (str, int, float)):
            yield here, _repaired(value) if isinstance(value, str) else value


def _repaired(text: str) -> str:
    """Decode UTF-8 that was written as Latin-1 characters, as in Facebook's exports.

    Any other text is returned unchanged.
    """
    if text.isascii() or max(text) > "\xff":
        return text
    try:
        return text.encode("latin-1").decode("utf-8")
    except UnicodeDecodeError:
        return text


class _Roles(NamedTuple):
    """The names of the fields with text, sender and time; empty if there is no such field."""

    text: str
    sender: str
    certainty: int  # the certainty of the senders in that field
    time: str


def _by_fields(records: Iterator[Record]) -> Iterator[Message]:
    sample = list(islice((r for r in records if _text_of(r)), SAMPLE))
    roles = _roles(sample)
    for record in chain(sample, records):
        body = record.get(roles.text)
        if not isinstance(body, str) or not _RESULT.search(body[:MAX_FIELD]):
            continue
        owner = next((v for name, v in record.items() if name.endswith("forwarded_from")), None)
        sender = owner or record.get(roles.sender)
        name = clean_name(sender) if isinstance(sender, str) else ""
        time = record.get(roles.time)
        stamp = f"id {record['id']}" if "id" in record else f"{time}"
        edited = any("edited" in field.casefold() and bool(record[field]) for field in record)
        certainty = roles.certainty if name else GUESSED
        yield Message(name, stamp[:40], _date(time), body[:MAX_FIELD], edited, certainty)


def _text_of(record: Record) -> str:
    """Return the name of the first field with a result; empty if there is none."""
    texts = ((name, value) for name, value in record.items() if isinstance(value, str))
    return next((name for name, value in texts if _RESULT.search(value[:MAX_FIELD])), "")


def _roles(sample: list[Record]) -> _Roles:
    texts = Counter(
        name
        for record in sample
        for name, value in record.items()
        if isinstance(value, str) and _RESULT.search(value[:MAX_FIELD])
    )
    text = max(texts, key=lambda name: (texts[name], -len(name.split())), default="")
    mine = [record for record in sample if text in record]
    names = dict.fromkeys(name for record in mine for name in record if name != text)
    times = {name: _share(mine, name, lambda value: _date(value) is not None) for name in names}
    times = {name: share for name, share in times.items() if share and _words(name) & _TIMES}
    time = max(times, key=lambda name: (times[name], -len(name.split())), default="")
    weights = {name: _weight(name, mine) for name in names if name != time}
    most = max(weights.values(), default=0)
    best = [name for name, weight in weights.items() if weight == most > 0]
    alike = all(len({f"{record.get(name)}".casefold() for name in best}) == 1 for record in mine)
    certainty = SURE if alike else GUESSED
    return _Roles(text, best[0] if best else "", certainty if best else GUESSED, time)


def _weight(name: str, records: list[Record]) -> float:
    """Return a weight for how likely it is that a field has the sender; 0 if it can't have it."""
    last = name.split()[-1] if name else ""
    words = _words(last)
    hint = max((weight for word, weight in _SENDERS.items() if word in words), default=0)
    parents = _words(" ".join(name.split()[:-1]))
    if not hint or (words | parents) & _NO_SENDERS:
        return 0
    if _share(records, name, _is_sender) < MIN_SHARE:
        return 0
    is_code = _share(records, name, lambda value: _CODE.fullmatch(f"{value}") is not None)
    return hint / 2 if is_code > MIN_SHARE else hint + bool(parents & _SENDERS.keys()) / 2


def _is_sender(value: object) -> bool:
    return (
        isinstance(value, str)
        and 0 < len(value) <= MAX_SENDER
        and "\n" not in value
        and "://" not in value
    )


def _share(records: list[Record], name: str, is_so: Callable[[object], bool]) -> float:
    return sum(name in r and is_so(r[name]) for r in records) / (len(records) or 1)


def _words(name: str) -> set[str]:
    """Return the words of a field's name, which are equal for `senderName` and `sender_name`."""
    return {word.casefold() for word in _WORDS.findall(name[:MAX_SENDER])}


def _date(value: object) -> WrittenDate | None:
    """Return the date in a field, as text or as a Unix time in seconds or milliseconds, or None."""
    if isinstance(value, str) and len(value) <= MAX_SENDER:
        number = value.partition(".")[0]
        if not (number.isascii() and number.isdigit() and 9 <= len(number) <= 13):
            return written_date(value)
        value = int(number)
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return None
    if not 1e9 <= value < 4e12:  # before a division, which fails for an integer of 400 digits
        return None
    seconds = value / 1000 if value > 1e11 else value
    if not 1e9 <= seconds < 4e9:
        return None
    day = datetime.fromtimestamp(seconds, UTC)
    return WrittenDate((day.year, day.month, day.day), "-")
