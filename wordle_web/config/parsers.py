"""Parsers of single settings: each returns a value, or raises `ValueError`.

The error message continues the name of the variable: `WORDLE_WEB_X must be …`.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path
from typing import TypeVar
from urllib.parse import urlsplit
from zoneinfo import ZoneInfo

from wordle_web.parsing import whole_number

Value = TypeVar("Value")

_ADDRESS = re.compile(r"unix:.+|fd://[0-9]{1,3}|(\[[0-9a-fA-F:.]+\]|[^\s:/\[\]]*):[0-9]{1,5}")
_ASSIGNMENT = re.compile(r"[A-Za-z_]\w*\s*=")
_HOST = re.compile(r"\.?[\w-]+(\.[\w-]+)*|\[[0-9a-fA-F:.]+\]")
_CONTACT = re.compile(r"mailto:[^\s@]+@[^\s@]+|https://\S+|tel:[+\d-]+")
_STORAGES = ("memory://", "redis://", "rediss://", "redis+unix://", "valkey://", "valkeys://")
MAX_VERSION = 1_000_000_000

_ON = frozenset({"on", "true", "yes", "1"})
_OFF = frozenset({"off", "false", "no", "0"})


@dataclass(frozen=True, slots=True)
class Variable:
    """An environment variable: its name, its default as text, and its help."""

    name: str
    default: str
    help: str


@dataclass(frozen=True, slots=True)
class Setting:
    """The annotation of a field: its parser, its help, and a description of its default."""

    parse: Callable[[str], object]
    help: str
    default: str = ""


@dataclass(frozen=True, slots=True)
class EpochSetting:
    """An epoch as configured; an empty key means the daily key."""

    first_day: date
    pool_version: int
    key: str = field(default="", repr=False)


@dataclass(frozen=True, slots=True)
class ScheduledWord:
    """A word that a host gives a day, and the line of the file that does."""

    line: int
    day: date
    word: str = field(repr=False)


def text(value: str) -> str:
    """Return the text unchanged."""
    return value


def name(value: str) -> str:
    """Return a name of at most 40 characters on one line."""
    if len(value) > 40 or not value.isprintable():
        raise ValueError("must be at most 40 characters on one line")
    return value


def words(value: str) -> tuple[str, ...]:
    """Return the non-empty parts between commas."""
    return tuple(part.strip() for part in value.split(",") if part.strip())


def languages(value: str) -> tuple[str, ...]:
    """Return different names of languages.

    >>> languages("english, portuguese")
    ('english', 'portuguese')
    """
    found = words(value)
    odd = next((each for each in found if not (each.isalpha() and each.islower())), None)
    if odd is not None:
        raise ValueError(f"must be names in small letters like english, not {odd!r}")
    if len(set(found)) < len(found):
        raise ValueError("must not name a language twice")
    return found


def hosts(value: str) -> tuple[str, ...]:
    """Return host names; one with a leading dot matches all subdomains.

    >>> hosts("words.example.org, .school.example")
    ('words.example.org', '.school.example')
    """
    odd = next((each for each in words(value) if not _HOST.fullmatch(each)), None)
    if odd is not None:
        raise ValueError(
            f"must be host names like words.example.org, without https:// or a port, not {odd!r}"
        )
    return words(value)


def environment_lines(text: str) -> dict[str, str]:
    r"""Return the variables in an environment file, as containers read it: quotes are kept.

    >>> environment_lines("# A comment\nNAME=two words\n")
    {'NAME': 'two words'}
    """
    lines = [line.strip() for line in text.splitlines()]
    pairs = [line.partition("=") for line in lines if "=" in line and not line.startswith("#")]
    return {name.rstrip(): value.lstrip() for name, _, value in pairs}


def malformed_lines(text: str) -> tuple[int, ...]:
    r"""Return the numbers, from 1, of the lines of an environment file that set nothing.

    >>> malformed_lines("# A comment\nexport NAME=value\n\nOTHER value\nNAME=value")
    (2, 4)
    """
    lines = enumerate(map(str.strip, text.splitlines()), 1)
    # systemd takes lines with a semicolon for comments, too.
    return tuple(
        number
        for number, line in lines
        if line and line[0] not in "#;" and not _ASSIGNMENT.match(line)
    )


def one_of(*choices: str) -> Callable[[str], str]:
    """Return a parser of one of `choices`."""

    def parse(value: str) -> str:
        if value not in choices:
            raise ValueError(f"must be {' or '.join(choices)}, not {value!r}")
        return value

    return parse


def matching(pattern: str, description: str) -> Callable[[str], str]:
    """Return a parser of texts that fully match a regular expression."""

    def parse(value: str) -> str:
        if not re.fullmatch(pattern, value):
            raise ValueError(f"must be {description}, not {value!r}")
        return value

    return parse


def converted(convert: Callable[[str], Value], description: str) -> Callable[[str], Value]:
    """Return a parser that calls `convert`."""

    def parse(value: str) -> Value:
        try:
            return convert(value)
        except (ValueError, LookupError, OSError) as error:
            raise ValueError(f"must be {description}, not {value!r}") from error

    return parse


def number(low: int, high: int) -> Callable[[str], int]:
    """Return a parser of a whole number from `low` to `high`."""

    def parse(value: str) -> int:
        found = whole_number(value, low, high)
        if found is None:
            raise ValueError(f"must be a number from {low} to {high}, not {value!r}")
        return found

    return parse


def _rate(value: str) -> str:
    # Imported late: it takes as long as all else that a command loads.
    from limits import parse_many

    # A limit of 0 would refuse everybody.
    if any(limit.amount < 1 for limit in parse_many(value)):
        raise ValueError(value)
    return value


word = matching(r"[^\W\d_]{1,20}", "one word of letters")
cookie_name = matching(r"[A-Za-z0-9_-]{1,40}", "1 to 40 letters, digits, _ or -")
day = converted(date.fromisoformat, "a date like 2025-01-01")
zone = converted(ZoneInfo, "a time zone like Europe/Berlin")
rate = converted(_rate, "a rate like 600/minute")


def switch(value: str) -> bool:
    """Return whether a switch is on."""
    if value.lower() not in _ON | _OFF:
        raise ValueError(f"must be on or off, not {value!r}")
    return value.lower() in _ON


def path(value: str) -> Path:
    """Return an absolute path."""
    return Path(value).expanduser().absolute()


def folder(value: str) -> Path:
    """Return the path of an existing folder."""
    if not path(value).is_dir():
        raise ValueError(f"must be an existing folder, not {value!r}")
    return path(value)


# A word, with or without what tells its day: a date or a number.
_ONE_WORD = re.compile(r"[^\W\d_]+|(?=.*[^\W\d_])(?=.*\d)[\w\s.,;:#/()-]{3,80}")


def word_file(value: str) -> tuple[str, ...]:
    """Return the distinct lines of a file, each with a word; those starting with # are comments.

    A word may have its date or its number beside it.
    """
    try:
        lines = path(value).read_text(encoding="utf-8-sig").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise ValueError(f"must be a readable text file of words, not {value!r}") from error
    found = [line.strip().lower() for line in lines if line.strip() and line[0] != "#"]
    odd = next((each for each in found if not _ONE_WORD.fullmatch(each)), None)
    if odd is not None:
        raise ValueError(f"must be a file with one word per line; {odd[:20]!r} is not a word")
    return tuple(dict.fromkeys(found))


def contact(value: str) -> str:
    """Return where people can be reached.

    >>> contact("security@example.org")
    'mailto:security@example.org'
    """
    uri = value if ":" in value else f"mailto:{value}"
    if not _CONTACT.fullmatch(uri):
        raise ValueError(f"must be an email address or an https:// address, not {value!r}")
    return uri


def storage(value: str) -> str:
    """Return the URL of a store for counters; Valkey uses the protocol of Redis.

    >>> storage("valkey://10.0.0.5:6379/0")
    'redis://10.0.0.5:6379/0'
    """
    if not value.startswith(_STORAGES):
        raise ValueError("must start with memory://, redis:// or valkey://")
    try:
        urlsplit(value).port  # noqa: B018  # the property checks the port
    except ValueError as error:
        raise ValueError("must be an address like redis://host:6379") from error
    return re.sub("^valkey", "redis", value)


def addresses(value: str) -> str:
    """Return the addresses that a server listens on.

    >>> addresses("127.0.0.1:8000, [::1]:8000, unix:/run/words.sock")
    '127.0.0.1:8000,[::1]:8000,unix:/run/words.sock'
    """
    found = words(value)
    if not found or not all(_ADDRESS.fullmatch(each) and _has_port(each) for each in found):
        raise ValueError(f"must be an address like 127.0.0.1:8000 or unix:/run/x, not {value!r}")
    return ",".join(found)


def _has_port(address: str) -> bool:
    port = address.rpartition(":")[2]
    return address.startswith(("unix:", "fd://")) or whole_number(port, 1, 65535) is not None


def epochs(value: str) -> tuple[EpochSetting, ...]:
    """Return epochs in order; error messages never contain their keys."""
    found = tuple(map(_epoch, words(value)))
    days = [epoch.first_day for epoch in found]
    if days != sorted(set(days)):
        raise ValueError("must list its epochs oldest first, each with a different first day")
    return found


def _epoch(value: str) -> EpochSetting:
    first, *rest = value.split(":", 2)
    version = whole_number(rest[0], 1, MAX_VERSION) if len(rest) == 2 else None
    if version is None or rest[0].startswith("0"):
        raise ValueError("must be DATE:VERSION:KEY, comma-separated")
    return EpochSetting(day(first), version, rest[1])


def schedule(value: str) -> tuple[ScheduledWord, ...]:
    """Return the words in a file of days, `2026-12-24 carol` in each line; # begins a comment."""
    try:
        lines = path(value).read_text(encoding="utf-8-sig").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise ValueError(f"must be a readable text file of days, not {value!r}") from error
    found: dict[date, ScheduledWord] = {}
    for number, line in enumerate(lines, 1):
        if not line.strip() or line.startswith("#"):
            continue
        parts = line.split()
        try:
            day_named, chosen = date.fromisoformat(parts[0]), parts[1].lower()
        except (ValueError, IndexError) as error:
            raise ValueError(f"line {number} must be a day and a word: 2026-12-24 carol") from error
        if len(parts) > 2 or day_named in found:
            fault = "has more than a day and a word" if len(parts) > 2 else "names a day again"
            raise ValueError(f"line {number} {fault}")
        found[day_named] = ScheduledWord(number, day_named, chosen)
    return tuple(found[each] for each in sorted(found))
