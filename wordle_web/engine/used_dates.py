"""When words were used, as far as a pasted list tells: by a date or a number beside each.

An order alone tells nothing: it may be the alphabet's, or the newest first. So does a numbering of
the lines, and a few words: only a list that spans a year or more has words that are long past.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from itertools import pairwise
from typing import Final

MIN_SPAN: Final = 365  # days, or numbers, between the first and the last word
MIN_SHARE: Final = 0.9  # of the lines with a word that must say when
EARLY_SHARE: Final = 1 / 6  # of the words: those that have come back

_MONTHS: Final = {
    name: number
    for number, names in enumerate(
        (
            ("jan", "ene"),
            ("feb", "fev"),
            ("mar", "mär"),
            ("apr", "abr", "avr"),
            ("may", "mai"),
            ("jun", "juin"),
            ("jul", "juil"),
            ("aug", "ago", "aoû"),
            ("sep", "set"),
            ("oct", "okt", "out"),
            ("nov",),
            ("dec", "dez", "dic", "déc"),
        ),
        1,
    )
    for name in names
}
_NUMERIC = re.compile(r"\b(\d{1,4})[-/.](\d{1,2})[-/.](\d{2,4})\b")
_DAY_FIRST = re.compile(
    r"\b(\d{1,2})(?:st|nd|rd|th|\.)?\s+(?:de\s+)?([^\W\d_]{3,})\.?,?\s+(?:de\s+)?(\d{4})\b"
)
_MONTH_FIRST = re.compile(r"\b([^\W\d_]{3,})\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})\b")
_NUMBER = re.compile(r"(?<![\d/:-])(?<!\d[.,])(\d{1,5})(?![\d/:-]|[.,]\d)")
_NUMBERING = re.compile(r"\s*\d{1,5}[.)]\s")


def early_words(lines: Sequence[tuple[str, str]]) -> tuple[frozenset[str], bool]:
    """Return the words that were used long ago, and whether the lines tell.

    Args:
        lines: Each line that names one word, and that word.

    >>> early_words([("2024-01-03 crane", "crane"), ("2024-01-04 slate", "slate")])
    (frozenset(), False)
    """
    for days in (_by_date(lines, swapped=False), _by_date(lines, swapped=True), _by_number(lines)):
        if _tells(days, lines):
            order = sorted(days, key=lambda word: days[word])
            return frozenset(order[: round(len(order) * EARLY_SHARE)]), True
    return frozenset(), False


def _tells(days: Mapping[str, int], lines: Sequence[tuple[str, str]]) -> bool:
    """Return whether the days are those of the words, and not the places in some other order."""
    words = {word for _, word in lines}
    if not days or len(days) < MIN_SHARE * len(words):
        return False
    if len(set(days.values())) < MIN_SHARE * len(days):
        return False
    if max(days.values()) - min(days.values()) < MIN_SPAN:
        return False
    order = sorted(days, key=lambda word: days[word])
    rising = sum(one < other for one, other in pairwise(order))
    return 1 - MIN_SHARE < rising / len(order) < MIN_SHARE


def _by_date(lines: Sequence[tuple[str, str]], *, swapped: bool) -> dict[str, int]:
    """Return the day of each word, the last that is named; none if one cannot be."""
    days: dict[str, int] = {}
    for line, word in lines:
        found = list(_dates(line.lower(), swapped=swapped))
        if None in found:
            return {}
        if found and found[0] is not None:
            days[word] = max(days.get(word, 0), found[0])
    return days


def _dates(line: str, *, swapped: bool) -> Iterator[int | None]:
    for first, second, third in _NUMERIC.findall(line):
        if len(first) == 4:
            yield _ordinal(int(first), int(second), int(third))
        else:
            year = int(third) + (2000 if len(third) == 2 else 0)
            month, day = (int(second), int(first)) if swapped else (int(first), int(second))
            yield _ordinal(year, month, day)
    for day, name, year in _DAY_FIRST.findall(line):
        if (number := _month(name)) is not None:
            yield _ordinal(int(year), number, int(day))
    for name, day, year in _MONTH_FIRST.findall(line):
        if (number := _month(name)) is not None:
            yield _ordinal(int(year), number, int(day))


def _month(name: str) -> int | None:
    return _MONTHS.get(name[:4], _MONTHS.get(name[:3]))


def _ordinal(year: int, month: int, day: int) -> int | None:
    try:
        return date(year, month, day).toordinal()
    except ValueError:
        return None


def _by_number(lines: Sequence[tuple[str, str]]) -> dict[str, int]:
    """Return the number beside each word; none where the numbers only count the lines."""
    found = [(word, int(match[1])) for line, word in lines if (match := _NUMBER.search(line))]
    numbers = [number for _, number in found]
    is_counted = numbers == list(range(1, len(numbers) + 1))
    if is_counted and all(_NUMBERING.match(line) for line, _ in lines):
        return {}
    if numbers and max(numbers) - min(numbers) > 2 * len(numbers) + MIN_SPAN:
        return {}
    days: dict[str, int] = {}
    for word, number in found:
        days[word] = max(days.get(word, 0), number)
    return days
