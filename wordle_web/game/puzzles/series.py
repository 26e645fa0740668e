"""A series: words that open one a day, all in one sealed link.

Everything is encrypted and authenticated (AES-GCM with a subkey of its own) and padded, so a link
tells neither a word nor a hint, nor how long any of them is.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from itertools import count, islice
from typing import Final

from wordle_web.engine.lexicon import Lexicon
from wordle_web.game.errors import PuzzleError, RefusalError, SeriesLineError
from wordle_web.game.puzzles.challenge import (
    MAX_NAME,
    SEPARATOR,
    decrypted,
    encrypted,
    one_line,
    short_line,
)
from wordle_web.game.puzzles.variants import Variant
from wordle_web.game.rules import allowed_word

MIN_DAYS: Final = 2
MAX_DAYS: Final = 31
MAX_HINT: Final = 40
# Bytes of words, hints and name, so that the request line of any day has less than 4,094.
MAX_BYTES: Final = 2560
VERSION: Final = "wordle-web series 1"
# Letters of the languages of this site take a byte each; the other one takes any text.
ENCODINGS: Final = ("cp1252", "utf-8")


@dataclass(frozen=True, slots=True)
class Series:
    """Words that open one a day.

    Attributes:
        answers: One a day; kept out of the representation, like the hints.
        hints: One for each word; may be empty.
        first: The date on which the first one opens.
        weekdays: Whether none opens on a Saturday or Sunday.
        name: At most 30 characters.
    """

    answers: tuple[str, ...] = field(repr=False)
    hints: tuple[str, ...] = field(repr=False)
    first: date
    weekdays: bool = False
    name: str = ""

    @property
    def dates(self) -> tuple[date, ...]:
        """The date on which each word opens."""
        days = (self.first + timedelta(days=number) for number in count())
        kept = (day for day in days if not self.weekdays or day.weekday() < 5)
        return tuple(islice(kept, len(self.answers)))


def new_series(
    text: str, lexicons: Sequence[Lexicon], first: date, *, weekdays: bool, name: str = ""
) -> Series:
    """Return the series of what was pasted: a `word` or `word: hint` in each line.

    Raises:
        SeriesLineError: a line is wrong; it says which.
        PuzzleError: there are too few or too many words, or they do not fit into a link.
    """
    lines = [(number, line) for number, line in enumerate(text.splitlines(), 1) if line.strip()]
    pairs = tuple(_read_lines(lines[: MAX_DAYS + 1], lexicons))
    if not MIN_DAYS <= len(pairs) <= MAX_DAYS:
        raise PuzzleError("series-words")
    if first > date.max - timedelta(days=2 * MAX_DAYS):
        raise PuzzleError("day")
    words, hints = zip(*pairs, strict=True)
    series = Series(words, hints, first, weekdays, short_line(name, MAX_NAME, "name-too-long"))
    if (size := len(_written(series))) > MAX_BYTES:
        raise PuzzleError("series-size", size - MAX_BYTES)
    return series


def _read_lines(
    lines: Sequence[tuple[int, str]], lexicons: Sequence[Lexicon]
) -> Iterator[tuple[str, str]]:
    for number, line in lines:
        typed, _, hint = line.partition(":")
        word = one_line(typed)
        lexicon = min(lexicons, key=lambda each: abs(each.length - len(word)))
        try:
            kept = short_line(hint, MAX_HINT, "hint-too-long")
            yield allowed_word(word, lexicon), kept
        except (RefusalError, PuzzleError) as error:
            raise SeriesLineError(number, error) from error


def _written(series: Series) -> bytes:
    head = f"{series.first.isoformat()}{SEPARATOR}{series.weekdays:d}{SEPARATOR}{series.name}"
    words = map(SEPARATOR.join, zip(series.answers, series.hints, strict=True))
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
    """Return the URL-safe token of a series, sealed with the first of `keys`."""
    return encrypted(_written(series), keys[0], "series", VERSION, variant, randbytes)


def unseal_series(token: str, keys: Sequence[bytes], variant: Variant) -> Series:
    """Return the series in a token.

    Raises:
        PuzzleError: it is damaged, or was sealed with another key or for other words.
    """
    plain = decrypted(token, keys, "series", VERSION, variant)
    if plain is None:
        raise PuzzleError("series")
    head, *lines = plain[1:].decode(ENCODINGS[plain[0]]).split("\n")
    first, weekdays, name = head.split(SEPARATOR)
    words, hints = zip(*(line.split(SEPARATOR) for line in lines), strict=True)
    return Series(words, hints, date.fromisoformat(first), weekdays == "1", name)
