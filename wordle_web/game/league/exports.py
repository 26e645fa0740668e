"""The messages in a file that a messenger exports: text, WhatsApp's zip, Telegram's JSON.

Whatever a file claims, at most `MAX_BYTES` of text are unpacked, and JSON is read message by
message: neither a zip bomb nor nested lists take more time or memory than a chat.
"""

import json
import re
import zipfile
import zlib
from collections.abc import Iterator
from io import BytesIO
from typing import Any, Final

from wordle_web.game.errors import LeagueError
from wordle_web.game.league.chats import Message, clean_name, read_messages, written_date

MAX_BYTES: Final = 8 * 1024 * 1024
MAX_DIRECTORY: Final = 256 * 1024  # bytes of a zip's list of files: some thousand pictures
CHAT: Final = "_chat.txt"
ANDROID_CHAT: Final = re.compile(r"WhatsApp[^/]{1,200}\.txt")
# Of a message in JSON; one of Telegram has at most 4,096 characters, written twice.
WINDOWS: Final = (4 * 1024, 64 * 1024)
MAX_DEPTH: Final = 8

_MESSAGES = re.compile(r'"messages"\s*:\s*\[\s*')
_NEXT = re.compile(r"\s*,\s*")
_END_OF_DIRECTORY = b"PK\x05\x06"


def messages_of_file(data: bytes) -> Iterator[Message]:
    """Yield the messages in an exported file.

    Raises:
        LeagueError: it is too large, or no export.
    """
    if len(data) > MAX_BYTES:
        raise LeagueError("size")
    if data.startswith(b"PK"):
        data = _unpacked(data)
    is_wide = data[:2] in {b"\xff\xfe", b"\xfe\xff"}
    if b"\0" in data[:4096] and not is_wide:
        raise LeagueError("format")
    text = data.decode("utf-16" if is_wide else "utf-8-sig", errors="replace")
    if text[:200].lstrip()[:1] == "{":
        return _telegram_messages(text)
    return read_messages(text)


def _unpacked(data: bytes) -> bytes:
    try:
        _check_directory(data)
        with zipfile.ZipFile(BytesIO(data)) as archive:
            names = archive.namelist()
            chats = [name for name in names if name == CHAT or ANDROID_CHAT.fullmatch(name)]
            with archive.open(min(chats, key=lambda name: name != CHAT)) as file:
                text = file.read(MAX_BYTES + 1)
    # What the library raises for what is damaged, encrypted, or packed in another way.
    except (zipfile.BadZipFile, zlib.error, RuntimeError, ValueError, OSError, EOFError) as error:
        raise error if isinstance(error, LeagueError) else LeagueError("zip") from error
    if len(text) > MAX_BYTES:
        raise LeagueError("size")
    return text


def _check_directory(data: bytes) -> None:
    # The library makes an object for each file named, and a zip can name 170,000.
    place = data.rfind(_END_OF_DIRECTORY)
    size = data[place + 12 : place + 16]
    if place < 0 or len(size) < 4 or int.from_bytes(size, "little") > MAX_DIRECTORY:
        raise LeagueError("zip")


def _telegram_messages(text: str) -> Iterator[Message]:
    decoder = json.JSONDecoder()
    for chat in _MESSAGES.finditer(text):
        place = chat.end()
        while text[place : place + 1] == "{":
            found, length = _decoded(decoder, text, place)
            if message := _telegram_message(found):
                yield message
            following = _NEXT.match(text, place + length)
            if following is None:
                break
            place = following.end()


def _decoded(decoder: json.JSONDecoder, text: str, place: int) -> tuple[dict[str, Any], int]:
    for window in WINDOWS:
        try:
            found, length = decoder.raw_decode(text[place : place + window])
        except RecursionError:
            break
        except ValueError:
            continue
        if _depth(found) > MAX_DEPTH:
            break
        return found, length
    raise LeagueError("nested")


def _depth(value: object) -> int:
    if isinstance(value, dict):
        value = list(value.values())
    return 1 + max(map(_depth, value), default=0) if isinstance(value, list) else 0


def _telegram_message(found: dict[str, Any]) -> Message | None:
    sender, day, parts = found.get("from"), found.get("date"), found.get("text")
    if not isinstance(sender, str) or not isinstance(day, str):
        return None
    if isinstance(parts, str):
        parts = [parts]
    if not isinstance(parts, list):
        return None
    texts = [each.get("text") if isinstance(each, dict) else each for each in parts]
    body = "".join(each for each in texts if isinstance(each, str))
    origin = found.get("forwarded_from")
    owner = origin if isinstance(origin, str) else sender
    stamp = f"id {found.get('id')}"[:40]
    return Message(clean_name(owner), stamp, written_date(day), body, "edited" in found)
