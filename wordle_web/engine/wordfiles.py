"""Reading and validating the files of a lexicon.

Words are checked all at once, which is fast, and one by one only after a failure, to report the
first bad line.
"""

import functools
import hashlib
import json
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Self, overload

import numpy as np
from numpy.typing import NDArray

from wordle_web.engine.arrays import Codes
from wordle_web.engine.letters import plain_letters

MANIFEST = "manifest.json"
FORMAT = 1
MILLION = 1_000_000
PRIOR_DIGITS = 6
BYTE_ORDER_MARK = b"\xef\xbb\xbf"


class DataError(ValueError):
    """Raised for an unusable data file; the message has the file and the reason."""


class LexiconError(DataError):
    """Raised for unusable word data; has its source, the reason, and the line from 1, if known."""

    def __init__(self, source: Path | str, reason: str, line: int | None = None) -> None:
        """Store the facts, and build a one-line message from them."""
        self.source = source
        self.reason = reason
        self.line = line
        where = f"{source}, line {line:,}" if line else f"{source}"
        super().__init__(f"{where}: {reason}")


@dataclass(frozen=True, slots=True)
class Manifest:
    """The number of lines and the SHA-256 of each file of a lexicon, by its path in the folder."""

    folder: Path
    files: Mapping[str, tuple[int, str]]

    def check(self, name: str, data: bytes) -> None:
        """Refuse the content of file `name` unless it matches the manifest.

        Raises:
            LexiconError: the file is not listed, or its content differs.
        """
        path = self.folder / name
        if name not in self.files:
            raise LexiconError(path, f"is not listed in {MANIFEST}")
        lines, digest = self.files[name]
        if (count := data.count(b"\n")) != lines:
            reason = f"has {count:,} lines instead of {lines:,}; reinstall wordle-web"
            raise LexiconError(path, reason)
        if hashlib.sha256(data).hexdigest() != digest:
            reason = f"is damaged: its SHA-256 does not match {MANIFEST}; reinstall wordle-web"
            raise LexiconError(path, reason)

    @classmethod
    def read(cls, folder: Path) -> Self | None:
        """Return the manifest of `folder`, or None if there is none, as in a host's own lexicon.

        Raises:
            LexiconError: the manifest is malformed, or a file that it lists is missing.
        """
        path = folder / MANIFEST
        if not path.exists():
            return None
        data = read_bytes(path)
        try:
            content: dict[str, Any] = json.loads(data)
            listed: dict[str, Any] = content["files"] if content["format"] == FORMAT else {}
            files = {name: (int(of["lines"]), str(of["sha256"])) for name, of in listed.items()}
        except (ValueError, KeyError, TypeError, AttributeError):
            files = {}
        if not files:
            raise LexiconError(path, f"is not a word data manifest of format {FORMAT}")
        for name in files:
            if not (folder / name).is_file():
                raise LexiconError(folder / name, "is missing")
        return cls(folder, files)


def read_bytes(path: Path, manifest: Manifest | None = None) -> bytes:
    """Return the content of the text file `path`.

    Raises:
        LexiconError: the file is missing, unreadable or empty, begins with a byte order mark, has
            line endings other than LF, or does not match the manifest.
    """
    try:
        data = path.read_bytes()
    except FileNotFoundError as error:
        raise LexiconError(path, "is missing") from error
    except OSError as error:
        raise LexiconError(path, f"cannot be read ({error.strerror})") from error
    if not data.strip():
        raise LexiconError(path, "is empty")
    if data.startswith(BYTE_ORDER_MARK):
        raise LexiconError(path, "starts with a byte order mark; save it as UTF-8 without BOM")
    if b"\r" in data:
        raise LexiconError(path, "has line endings other than LF; save it with Unix line endings")
    if manifest:
        manifest.check(path.relative_to(manifest.folder).as_posix(), data)
    return data


def read_words(path: Path, manifest: Manifest | None = None) -> tuple[str, ...]:
    """Return the words of `path`, one per line, all of one length, in the order of the file.

    Raises:
        LexiconError: the file is missing, empty or damaged, or its lines are not distinct
            lower-case words of the same length.
    """
    words = tuple(_read_text(path, manifest).removesuffix("\n").split("\n"))
    check_words(words, path)
    return words


def _read_text(path: Path, manifest: Manifest | None = None) -> str:
    data = read_bytes(path, manifest)
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise LexiconError(path, "is not UTF-8 text", line) from error


def read_codes(path: Path, length: int, manifest: Manifest) -> NDArray[np.uint32]:
    """Return the code points of the words in a verified file, uint32, (words, letters).

    Only the length is checked, since a file that matches its manifest is sorted and valid.

    Raises:
        LexiconError: the file is missing or damaged, or its words are not of that length.
    """
    data = read_bytes(path, manifest)
    units = np.frombuffer(data, dtype=np.uint8).astype(np.uint32)
    if not data.isascii():
        units = np.frombuffer(data.decode("utf-8").encode("utf-32-le"), dtype="<u4")
    if len(units) % (length + 1) or (units[length :: length + 1] != ord("\n")).any():
        raise LexiconError(path, f"must have words of {length} letters only")
    codes = np.ascontiguousarray(units.reshape(-1, length + 1)[:, :length], dtype=np.uint32)
    codes.setflags(write=False)
    return codes


def check_words(words: Sequence[str], source: Path | str) -> None:
    """Refuse `words` unless they are distinct lower-case words of one length.

    Raises:
        LexiconError: there are no words, or a word breaks these rules; the error has its line.
    """
    if not words or not words[0]:
        raise LexiconError(source, "contains no words")
    text = "".join(words)
    same_length = set(map(len, words)) == {len(words[0])}
    if same_length and _are_letters(text) and len(set(words)) == len(words):
        return
    seen: set[str] = set()
    for line, word in enumerate(words, start=1):
        if not word:
            raise LexiconError(source, "is empty; remove this line", line)
        if not _are_letters(word):
            raise LexiconError(source, f"{word!r} must be lower-case letters only", line)
        if len(word) != len(words[0]):
            reason = f"{word!r} has {len(word)} letters, but the first word has {len(words[0])}"
            raise LexiconError(source, reason, line)
        if word in seen:
            raise LexiconError(source, f"{word!r} is listed twice", line)
        seen.add(word)


def _are_letters(text: str) -> bool:
    return text.isalpha() and text == text.lower() and unicodedata.is_normalized("NFC", text)


def read_prior(path: Path, count: int, manifest: Manifest | None = None) -> NDArray[np.float64]:
    """Return the probabilities in `path`, one for each of `count` words: float64, (count,).

    Each line of the file is a probability in millionths, six digits, in the order of the words.

    Raises:
        LexiconError: the file is missing or damaged, or does not fit the words.
    """
    lines = read_bytes(path, manifest).removesuffix(b"\n") + b"\n"
    width = PRIOR_DIGITS + 1
    if len(lines) % width:
        raise LexiconError(path, "must have exactly six digits on every line")
    table = np.frombuffer(lines, dtype=np.uint8).reshape(-1, width)
    digits = table[:, :-1] - np.uint8(ord("0"))
    if digits.max() > 9 or (table[:, -1] != ord("\n")).any():
        raise LexiconError(path, "must have exactly six digits on every line")
    if len(table) != count:
        raise LexiconError(path, f"has {len(table):,} lines for {count:,} words")
    powers = 10.0 ** np.arange(PRIOR_DIGITS - 1, -1, -1)
    return (digits @ powers) / MILLION


# One entry per lexicon: at most 0.7 MB each, and 4 MB for all built-in lexicons.
@functools.cache
def read_definitions(path: Path) -> Mapping[str, tuple[str, ...]]:
    """Return the senses of each defined word of `path`, the most common first.

    Raises:
        LexiconError: the file is missing, or not a JSON object of lists of senses.
    """
    try:
        definitions: dict[str, list[str]] = json.loads(read_bytes(path))
        return {word: tuple(map(str, senses)) for word, senses in definitions.items()}
    except (json.JSONDecodeError, UnicodeDecodeError, TypeError, AttributeError) as error:
        raise LexiconError(path, "is not a JSON object of definitions") from error


def write_whole(path: Path, text: str) -> None:
    """Write a file atomically: it has the old or the new text, never a part of it.

    Raises:
        OSError: the file cannot be written.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    unfinished = path.with_name(path.name + ".new")
    try:
        unfinished.write_text(text, encoding="utf-8")
        unfinished.replace(path)
    except OSError:
        unfinished.unlink(missing_ok=True)
        raise


class Keys(Sequence[str]):
    """Sorted words of one length, stored as the code points of their letters."""

    __slots__ = ("codes", "texts")

    def __init__(self, codes: Codes) -> None:
        """Store the code points, uint32, (words, letters), sorted by word."""
        self.codes = codes
        # Both views share memory, since NumPy strings are the code points of their letters.
        plain = np.ascontiguousarray(codes, dtype="<u4")
        self.texts = plain.view(f"<U{codes.shape[1]}").ravel()

    def __len__(self) -> int:
        """Return the number of words."""
        return len(self.codes)

    @overload
    def __getitem__(self, index: int) -> str: ...

    @overload
    def __getitem__(self, index: slice) -> tuple[str, ...]: ...

    def __getitem__(self, index: int | slice) -> str | tuple[str, ...]:
        """Return a word, or a tuple of the words of a slice."""
        if isinstance(index, slice):
            return tuple(self.texts[index].tolist())
        return str(self.texts[index])

    def __iter__(self) -> Iterator[str]:
        """Yield the words in order."""
        return map(str, self.texts)

    def find(self, word: str) -> int | None:
        """Return the index of a word, or None if it is missing."""
        place = int(np.searchsorted(self.texts, word))
        return place if place < len(self) and self[place] == word else None


SPELLINGS_FILE: Final = "spellings.txt"


def key_of(word: str, letters: str) -> str:
    """Return the key (the word as typed) of a spelling, in a language with these letters.

    >>> plain = "abcdefghijklmnopqrstuvwxyz"
    >>> key_of("Sábio", plain), key_of("Señor", plain + "ñ"), key_of("Fuß", plain + "äöü")
    ('sabio', 'señor', 'fuss')
    """
    return plain_letters(word, letters).lower()


# One entry per lexicon: 8 MB for Portuguese with 8 letters, 30 MB for all built-in lexicons.
@functools.cache
def read_spellings(path: Path, letters: str) -> Mapping[str, tuple[str, ...]]:
    """Return the spellings in a file by their key, the commonest first.

    Each line has the spellings of one key, separated by spaces. A key that is its own only spelling
    need not be listed. `letters` are the letters of keys.

    Raises:
        LexiconError: the file is damaged, or a line has spellings of several keys.
    """
    spellings: dict[str, tuple[str, ...]] = {}
    for number, line in enumerate(_read_text(path).splitlines(), start=1):
        words = tuple(line.split())
        keys = {key_of(word, letters) for word in words}
        if len(keys) != 1:
            raise LexiconError(path, "must have the spellings of one word on a line", number)
        spellings[keys.pop()] = words
    return spellings
