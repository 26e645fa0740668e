"""Parsers for single settings, which return a value or raise `ValueError`.

The message of the error follows the name of the variable: `WORDLE_WEB_X must be …`.
"""

import functools
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import date
from io import BytesIO
from pathlib import Path
from typing import NamedTuple, TypeVar
from urllib.parse import urlsplit
from zoneinfo import ZoneInfo, available_timezones

from wordle_web.parsing import linear_pattern, whole_number

Value = TypeVar("Value")

_ADDRESS = linear_pattern(
    r"unix:.{1,200}|fd://[0-9]{1,3}|(\[[0-9a-fA-F:.]{1,60}\]|[^\s:/\[\]]{0,255}):[0-9]{1,5}"
)
_ASSIGNMENT = linear_pattern(r"[A-Za-z_]\w{0,80}\s{0,20}=")
_HOST = linear_pattern(r"\.?[\w-]{1,63}(\.[\w-]{1,63}){0,30}|\[[0-9a-fA-F:.]{1,60}\]")
_CONTACT = linear_pattern(r"mailto:[^\s@]{1,64}@[^\s@]{1,255}|https://\S{1,500}|tel:[+\d-]{1,40}")
_STORAGES = ("memory://", "redis://", "rediss://", "redis+unix://", "valkey://", "valkeys://")
MAX_VERSION = 1_000_000_000

_SWITCH = {
    **dict.fromkeys(("on", "true", "yes", "1"), True),
    **dict.fromkeys(("off", "false", "no", "0"), False),
}


@dataclass(frozen=True, slots=True)
class EpochSetting:
    """A period of days with one version of the pools and one key, by default the daily key."""

    first_day: date
    pool_version: int
    key: str = field(default="", repr=False)


@dataclass(frozen=True, slots=True)
class ScheduledWord:
    """A word that a host schedules for a day, and its line in the file."""

    line: int
    day: date
    word: str = field(repr=False)


class BlockedWord(NamedTuple):
    """A word that a host excludes from a language's answers, from a certain day on."""

    language: str
    word: str
    day: date


def name(value: str) -> str:
    """Return a name: one line of at most 40 characters."""
    if len(value) > 40 or not value.isprintable():
        raise ValueError("must be at most 40 characters on one line")
    return value


def words(value: str) -> tuple[str, ...]:
    """Return the non-empty parts of a comma-separated list."""
    return tuple(part.strip() for part in value.split(",") if part.strip())


def languages(value: str) -> tuple[str, ...]:
    """Return the languages in a comma-separated list; a repeated language is an error.

    >>> languages("english, portuguese")
    ('english', 'portuguese')
    """
    hosts = words(value)
    odd = next((host for host in hosts if not (host.isalpha() and host.islower())), None)
    if odd is not None:
        raise ValueError(f"must be names in small letters like english, not {odd!r}")
    if len(set(hosts)) < len(hosts):
        raise ValueError("must not name a language twice")
    return hosts


def hosts(value: str) -> tuple[str, ...]:
    """Return host names; a name with a leading dot matches all subdomains.

    >>> hosts("words.example.org, .school.example")
    ('words.example.org', '.school.example')
    """
    odd = next((word for word in words(value) if not _HOST.fullmatch(word)), None)
    if odd is not None:
        raise ValueError(
            f"must be host names like words.example.org, without https:// or a port, not {odd!r}"
        )
    return words(value)


def environment_lines(text: str) -> list[tuple[str, str]]:
    r"""Return the variables in an environment file; quotes are kept, as containers keep them.

    >>> environment_lines("# A comment\nNAME=two words\n")
    [('NAME', 'two words')]
    """
    lines = [line.strip() for line in text.splitlines()]
    pairs = [line.partition("=") for line in lines if "=" in line and not line.startswith("#")]
    return [(name.rstrip(), value.lstrip()) for name, _, value in pairs]


def is_malformed(line: str) -> bool:
    """Return whether a line of an environment file is neither blank, nor a comment, nor NAME=VALUE.

    >>> is_malformed("export NAME=value"), is_malformed("; systemd takes this for a comment")
    (True, False)
    """
    plain = line.strip()
    return bool(plain) and plain[0] not in "#;" and not _ASSIGNMENT.match(plain)


def checked(description: str) -> Callable[[Callable[[str], Value | None]], Callable[[str], Value]]:
    """Return a decorator for parsers that turns None and errors into a `ValueError`.

    `description` is the part of the error message after "must be".
    """

    def decorated(find: Callable[[str], Value | None]) -> Callable[[str], Value]:
        @functools.wraps(find)
        def parse(value: str) -> Value:
            with suppress(ValueError, LookupError, OSError):
                if (parsed := find(value)) is not None:
                    return parsed
            raise ValueError(f"must be {description}, not {value!r}")

        return parse

    return decorated


def one_of(*choices: str) -> Callable[[str], str]:
    """Return a parser that accepts only `choices`."""
    return checked(" or ".join(choices))(lambda value: value if value in choices else None)


def matching(pattern: str, description: str) -> Callable[[str], str]:
    """Return a parser that accepts texts matching a whole regular expression."""
    whole = linear_pattern(pattern)
    return checked(description)(lambda value: value if whole.fullmatch(value) else None)


def number(low: int, high: int) -> Callable[[str], int]:
    """Return a parser for integers from `low` to `high`."""
    return checked(f"a number from {low} to {high}")(lambda value: whole_number(value, low, high))


word = matching(r"[^\W\d_]{1,20}", "one word of letters")
cookie_name = matching(r"[A-Za-z0-9_-]{1,40}", "1 to 40 letters, digits, _ or -")
day = checked("a date like 2025-01-01")(date.fromisoformat)
first_day = checked("a date like 2025-01-01, before the year 9000")(
    lambda value: date.fromisoformat(value) if value < "9000" else None
)
switch = checked("on or off")(lambda value: _SWITCH[value.lower()])


# A zone file for UTC (RFC 8536): one local time type and no transitions.
_UTC_FILE = b"TZif" + bytes(35) + b"\1\0\0\0\4" + bytes(6) + b"UTC\0"


def zone(value: str) -> ZoneInfo:
    """Return a time zone; UTC even on a machine without zone data."""
    try:
        return ZoneInfo(value)
    except (ValueError, LookupError, OSError) as error:
        if value == "UTC":
            return ZoneInfo.from_file(BytesIO(_UTC_FILE), key="UTC")
        if not available_timezones():
            reason = "needs zone data, which this machine lacks: install the package tzdata"
            raise ValueError(reason) from error
        raise ValueError(f"must be a time zone like Europe/Berlin, not {value!r}") from error


def path(value: str) -> Path:
    """Return an absolute path."""
    return Path(value).expanduser().absolute()


@checked("an existing folder")
def folder(value: str) -> Path | None:
    """Return the path of an existing folder."""
    return path(value) if path(value).is_dir() else None


# A word, optionally with a date or a number.
_ONE_WORD = linear_pattern(r"[^\W\d_]{1,80}|(?=.{0,80}[^\W\d_])(?=.{0,80}\d)[\w\s.,;:#/()-]{3,80}")


def _lines(value: str, kind: str) -> list[tuple[int, str]]:
    """Return the lines of a file with their numbers, without empty lines and comments."""
    try:
        lines = path(value).read_text(encoding="utf-8-sig").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise ValueError(f"must be a readable text file of {kind}, not {value!r}") from error
    return [line for line in enumerate(lines, 1) if line[1].strip() and line[1][0] != "#"]


def word_file(value: str) -> tuple[str, ...]:
    """Return the distinct lines of a file in lower case, each with one word.

    A date or number may be next to the word. Lines that begin with # are comments.
    """
    listed = [line.strip().lower() for _, line in _lines(value, "words")]
    odd = next((word for word in listed if not _ONE_WORD.fullmatch(word)), None)
    if odd is not None:
        raise ValueError(f"must be a file with one word per line; {odd[:20]!r} is not a word")
    return tuple(dict.fromkeys(listed))


@checked("an email address or an https:// address")
def contact(value: str) -> str | None:
    """Return a contact address as a URL.

    >>> contact("security@example.org")
    'mailto:security@example.org'
    """
    uri = value if ":" in value else f"mailto:{value}"
    return uri if _CONTACT.fullmatch(uri) else None


def storage(value: str) -> str:
    """Return the URL of the storage for counters; for Valkey, use the protocol of Redis.

    >>> storage("valkey://10.0.0.5:6379/0")
    'redis://10.0.0.5:6379/0'
    """
    if not value.startswith(_STORAGES):
        raise ValueError("must start with memory://, redis:// or valkey://")
    try:
        urlsplit(value).port  # noqa: B018  # the property checks the port
    except ValueError as error:
        raise ValueError("must be an address like redis://host:6379") from error
    return f"redis{value.removeprefix('valkey')}" if value.startswith("valkey") else value


@checked("an address like 127.0.0.1:8000 or unix:/run/x")
def addresses(value: str) -> str | None:
    """Return the addresses to listen on.

    >>> addresses("127.0.0.1:8000, [::1]:8000, unix:/run/words.sock")
    '127.0.0.1:8000,[::1]:8000,unix:/run/words.sock'
    """
    usable = (
        _ADDRESS.fullmatch(word)
        and (word.startswith(("unix:", "fd://")) or whole_number(word.rpartition(":")[2], 1, 65535))
        for word in words(value)
    )
    return ",".join(words(value)) or None if all(usable) else None


def epochs(value: str) -> tuple[EpochSetting, ...]:
    """Return the epochs in order; error messages never contain their keys."""
    epochs = []
    for word in words(value):
        first, *rest = word.split(":", 2)
        version = whole_number(rest[0], 1, MAX_VERSION) if len(rest) == 2 else None
        if version is None or rest[0].startswith("0"):
            raise ValueError("must be DATE:VERSION:KEY, comma-separated")
        epochs.append(EpochSetting(day(first), version, rest[1]))
    days = [epoch.first_day for epoch in epochs]
    if days != sorted(set(days)):
        raise ValueError("must list its epochs oldest first, each with a different first day")
    return tuple(epochs)


def schedule(value: str) -> tuple[ScheduledWord, ...]:
    """Return the words in a file of lines like `2026-12-24 carol`, by day.

    Lines that begin with # are comments.
    """
    words_by_day: dict[date, ScheduledWord] = {}
    for number, line in _lines(value, "days"):
        parts = line.split()
        try:
            day_named, chosen = date.fromisoformat(parts[0]), parts[1].lower()
        except (ValueError, IndexError) as error:
            raise ValueError(f"line {number} must be a day and a word: 2026-12-24 carol") from error
        if len(parts) > 2 or day_named in words_by_day:
            fault = "has more than a day and a word" if len(parts) > 2 else "names a day again"
            raise ValueError(f"line {number} {fault}")
        words_by_day[day_named] = ScheduledWord(number, day_named, chosen)
    return tuple(words_by_day[day] for day in sorted(words_by_day))


def blocked_words(value: str) -> tuple[BlockedWord, ...]:
    """Return the words in a file of lines like `spanish hostia 2027-02-01`.

    Lines that begin with # are comments.
    """
    blocked = []
    for number, line in _lines(value, "words"):
        try:
            language_named, word_named, since = line.split()
            blocked.append(
                BlockedWord(language_named.lower(), word_named, date.fromisoformat(since))
            )
        except ValueError as error:
            fault = "must be a language, a word and a day: spanish hostia 2027-02-01"
            raise ValueError(f"line {number} {fault}") from error
    return tuple(blocked)
