"""Words sealed in a link: a challenge for a friend, or a series with a word per day.

Words, name and clues are encrypted and authenticated (AES-GCM, with a subkey for each kind of
link), so a link neither reveals them nor can be altered. Links are sealed with the first key and
opened with any key. Tokens are padded to hide the length of their content.
"""

import contextlib
import unicodedata
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from itertools import count, islice
from typing import Final, Self

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from wordle_web.engine.letters import normalized, plain_letters
from wordle_web.engine.lexicon import Lexicon
from wordle_web.game.codecs import from_base64url, subkey, to_base64url
from wordle_web.game.errors import PuzzleError, PuzzleErrorKind, RefusalError, SeriesLineError
from wordle_web.game.puzzles.variants import HOME, Variant
from wordle_web.game.rules import allowed_word

MAX_NAME = 30  # characters
MAX_CLUE = 80  # characters
MAX_TOKEN = 3600  # characters, enough for a series of 31 words with clues
NONCE_BYTES = 12
SEPARATOR = "\N{INFORMATION SEPARATOR ONE}"
CHALLENGE_VERSION: Final = "wordle-web challenge 1"
# Content is padded to a multiple of the first number of bytes, or of the second one from 1,024
# bytes on.
STEPS = (256, 512)
MIN_DAYS: Final = 2
MAX_DAYS: Final = 31
MAX_DAY_CLUE: Final = 40  # characters
# Limit for a series before padding and encryption, so that the request line of its link stays below
# 4,094 bytes.
MAX_SERIES_BYTES: Final = 2560
SERIES_VERSION: Final = "wordle-web series 1"
# The first encodes Western European letters in one byte each; the second encodes any text.
ENCODINGS: Final = ("cp1252", "utf-8")


@dataclass(frozen=True, slots=True)
class Challenge:
    """Words for a friend, with an optional name and clue."""

    # One word per board. Excluded from the representation, and thus from logs.
    answers: tuple[str, ...] = field(repr=False)
    name: str = ""  # the author's name, at most `MAX_NAME` characters; may be empty
    clue: str = ""  # at most `MAX_CLUE` characters; may be empty
    # Whether any letters may be guessed, since the words need not be in the word list.
    is_free: bool = False

    @classmethod
    def unseal(cls, token: str, keys: Sequence[bytes], variant: Variant = HOME) -> Self:
        """Return the challenge in `token`, sealed with any of `keys`.

        Raises:
            PuzzleError: the token is damaged, or was sealed for another variant or by another key.
        """
        plain = decrypted(token, keys, "challenge", CHALLENGE_VERSION, variant)
        if plain is None:
            raise PuzzleError("challenge")
        answers, name, clue, free = plain.decode().split(SEPARATOR)
        return cls(tuple(answers.split()), name, clue, free == "1")

    @classmethod
    def parse(
        cls,
        text: str,
        lexicon: Lexicon,
        name: str = "",
        clue: str = "",
        boards: int = 1,
        *,
        is_free: bool = False,
    ) -> Self:
        """Return the challenge for the words typed as `text`, one per board.

        Raises:
            RefusalError: a word has an invalid character or another length, or is not in the
                lexicon (unless `is_free` is set).
            PuzzleError: the number of words differs from the number of boards, a word is repeated,
                or the name or the clue is too long.
        """
        # A single word is not split, so that the error points out a space in it.
        typed = text.replace(",", " ").split() if boards > 1 else [text]
        if len(typed) != boards:
            raise PuzzleError("number-of-words", boards)
        answers = tuple(allowed_word(word, lexicon, is_free=is_free) for word in typed)
        if len(set(answers)) < boards:
            raise PuzzleError("same-word")
        name = short_line(name, MAX_NAME, "name-too-long")
        return cls(answers, name, short_line(clue, MAX_CLUE, "clue-too-long"), is_free)


def seal(
    challenge: Challenge,
    keys: Sequence[bytes],
    randbytes: Callable[[int], bytes],
    variant: Variant = HOME,
) -> str:
    """Return the URL-safe token of `challenge`, sealed for a variant with the first of `keys`."""
    parts = (" ".join(challenge.answers), challenge.name, challenge.clue, str(+challenge.is_free))
    plain = SEPARATOR.join(parts).encode()
    return encrypted(plain, keys[0], "challenge", CHALLENGE_VERSION, variant, randbytes)


def encrypted(
    plain: bytes,
    key: bytes,
    purpose: str,
    version: str,
    variant: Variant,
    randbytes: Callable[[int], bytes],
) -> str:
    """Return the URL-safe token of `plain`, padded with zero bytes and encrypted.

    `plain` must not end with a zero byte, since decryption strips the padding.
    """
    step = STEPS[len(plain) >= 1024]
    padded = plain + bytes(-len(plain) % step)
    nonce = randbytes(NONCE_BYTES)
    cipher = AESGCM(subkey(key, purpose))
    return to_base64url(nonce + cipher.encrypt(nonce, padded, _bound(version, variant)))


def decrypted(
    token: str, keys: Sequence[bytes], purpose: str, version: str, variant: Variant
) -> bytes | None:
    """Return the bytes in a token, without padding; None if no key decrypts it.

    The purpose, version and variant must be those of the encryption.
    """
    data = from_base64url(token) if len(token) <= MAX_TOKEN else None
    if data is None or len(data) < NONCE_BYTES:
        return None
    nonce, sealed = data[:NONCE_BYTES], data[NONCE_BYTES:]
    for key in keys:
        with contextlib.suppress(InvalidTag):
            cipher = AESGCM(subkey(key, purpose))
            return cipher.decrypt(nonce, sealed, _bound(version, variant)).rstrip(b"\0")
    return None


def _bound(version: str, variant: Variant) -> bytes:
    return f"{version} {variant.path}".rstrip().encode()


def nearest_lexicon(word: str, lexicons: Iterable[Lexicon]) -> Lexicon:
    """Return the lexicon whose word length is closest to the length of a typed word.

    The lexicon may still lack the word. Letters that become two on the tiles, such as ß, count as
    two.
    """

    def distance(lexicon: Lexicon) -> int:
        return abs(lexicon.length - len(plain_letters(word, lexicon.alphabet).strip()))

    return min(lexicons, key=distance)


def one_line(text: str) -> str:
    """Return `text` on one line, NFC-normalized, without control and invisible characters."""
    spaced = " ".join(normalized("NFC", text).split())
    return "".join(letter for letter in spaced if unicodedata.category(letter)[0] != "C")


def short_line(text: str, most: int, kind: PuzzleErrorKind) -> str:
    """Return `text` on one line.

    Raises:
        PuzzleError: the text has more than `most` characters; the error is of this `kind`.
    """
    if len(line := one_line(text)) > most:
        raise PuzzleError(kind, most)
    return line


@dataclass(frozen=True, slots=True)
class Series:
    """A series of words, one of which opens each day."""

    # One word per day. Excluded from the representation, like the clues.
    answers: tuple[str, ...] = field(repr=False)
    clues: tuple[str, ...] = field(repr=False)  # one text per word, possibly empty
    first: date  # the first word opens on this date, or on the next one not left out
    weekdays: bool = False  # whether weekends are left out
    name: str = ""  # the author's name, at most `MAX_NAME` characters; may be empty
    # Whether any letters may be guessed, since the words need not be in the word list.
    is_free: bool = False

    @property
    def dates(self) -> tuple[date, ...]:
        """The date on which each word opens."""
        days = (self.first + timedelta(days=number) for number in count())
        played = (day for day in days if not self.weekdays or day.weekday() < 5)
        return tuple(islice(played, len(self.answers)))

    @classmethod
    def unseal(cls, token: str, keys: Sequence[bytes], variant: Variant) -> Self:
        """Return the series in a token.

        Raises:
            PuzzleError: the token is damaged, or was sealed for another variant or by another key.
        """
        plain = decrypted(token, keys, "series", SERIES_VERSION, variant)
        if plain is None:
            raise PuzzleError("series")
        head, *lines = plain[1:].decode(ENCODINGS[plain[0]]).split("\n")
        first, weekdays, name, free = head.split(SEPARATOR)
        words, clues = zip(*(line.split(SEPARATOR) for line in lines), strict=True)
        return cls(words, clues, date.fromisoformat(first), weekdays == "1", name, free == "1")

    @classmethod
    def parse(
        cls,
        text: str,
        lexicons: Sequence[Lexicon],
        first: date,
        *,
        weekdays: bool,
        name: str = "",
        is_free: bool = False,
    ) -> Self:
        """Return the series in a text with a `word` or `word: clue` per line.

        Words may differ in length: each is looked up in the one of `lexicons` closest in length.

        Raises:
            SeriesLineError: a line is invalid; the error says which.
            PuzzleError: there are too few or too many words, they do not fit into a link, the name
                is too long, or `first` is too close to the end of the calendar.
        """
        lines = [(number, line) for number, line in enumerate(text.splitlines(), 1) if line.strip()]
        pairs = []
        for number, line in lines[: MAX_DAYS + 1]:
            typed, _, clue = line.partition(":")
            word = one_line(typed)
            lexicon = nearest_lexicon(word, lexicons)
            try:
                short_clue = short_line(clue, MAX_DAY_CLUE, "clue-too-long")
                pairs.append((allowed_word(word, lexicon, is_free=is_free), short_clue))
            except (RefusalError, PuzzleError) as error:
                raise SeriesLineError(number, error) from error
        if not MIN_DAYS <= len(pairs) <= MAX_DAYS:
            raise PuzzleError("series-words")
        if first > date.max - timedelta(days=2 * MAX_DAYS):
            raise PuzzleError("day")
        words, clues = zip(*pairs, strict=True)
        name = short_line(name, MAX_NAME, "name-too-long")
        series = cls(words, clues, first, weekdays, name, is_free)
        if (size := len(_written(series))) > MAX_SERIES_BYTES:
            raise PuzzleError("series-size", size - MAX_SERIES_BYTES)
        return series


def _written(series: Series) -> bytes:
    parts = (series.first.isoformat(), f"{series.weekdays:d}", series.name, f"{series.is_free:d}")
    head = SEPARATOR.join(parts)
    words = map(SEPARATOR.join, zip(series.answers, series.clues, strict=True))
    text = "\n".join((head, *words))
    for place, encoding in enumerate(ENCODINGS):
        try:
            return bytes([place]) + text.encode(encoding)
        except UnicodeEncodeError:
            continue
    raise PuzzleError("series")


def seal_series(
    series: Series, keys: Sequence[bytes], randbytes: Callable[[int], bytes], variant: Variant
) -> str:
    """Return the URL-safe token of `series`, sealed for a variant with the first of `keys`."""
    return encrypted(_written(series), keys[0], "series", SERIES_VERSION, variant, randbytes)
