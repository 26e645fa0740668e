"""Lists of past answers in any format: the answer in each line or record, and its date.

JSON, tables and lines with a date are recognized first, so that field names, months and other words
are not read as answers. Any other text is a list of words.
"""

import csv
import json
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any, Final

from wordle_web.engine.dates import month_number, named_dates
from wordle_web.engine.letters import plain_letters
from wordle_web.engine.lexicon import Lexicon
from wordle_web.parsing import linear_pattern

MAX_DEPTH: Final = 12  # levels of nested JSON that are read
MAX_COLUMNS: Final = 40  # lines with more columns are not read as a table
MIN_SHARE: Final = 0.6  # minimum share of allowed words in a column of answers
MIN_ROWS: Final = 0.8  # minimum share of a table's lines that have the usual number of columns
MAX_CELL: Final = 64  # characters; longer cells and JSON values are not answers
# Names of the field or column with the answer.
ANSWERS: Final = frozenset(
    {"answer", "answers", "solution", "solutions", "word", "words", "target"}
    | {"lösung", "wort", "wörter", "respuesta", "palabra", "palabras", "solución", "réponse"}
    | {"mot", "mots", "resposta", "palavra", "palavras", "solução"}
)
# Names of JSON fields with the number of the puzzle.
NUMBERS: Final = frozenset(
    {"number", "days_since_launch", "no", "num", "nr", "index", "puzzle", "day", "id", "game", "#"}
)

_DATE_OR_NUMBER = linear_pattern(
    r"\b\d{1,4}[-/.]\d{1,2}[-/.]\d{2,4}\b"
    r"|\b\d{1,2}(?:st|nd|rd|th|\.)?\s(?:de\s)?(?P<month>[^\W\d_]{3,12})\b\.?(?:,?\s(?:de\s)?\d{4}\b)?"
    r"|\b(?P<first>[^\W\d_]{3,12})\.?\s\d{1,2}(?:st|nd|rd|th)?\b(?:,?\s\d{4}\b)?"
    r"|\d{1,5}"
)
_WEEKDAY = linear_pattern(
    r"\b(?:mon|tues|wednes|thurs|fri|satur|sun)day\b"
    r"|\b(?:montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag"
    r"|lunes|martes|miércoles|jueves|viernes|sábado|domingo"
    r"|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|segunda|terça|quarta|quinta|sexta)\b"
)
_LETTERS = linear_pattern(r"(?<![^\W\d_])[^\W\d_]{1,64}")
_MARKS: Final = (":", " - ", " \u2013 ", " \u2014 ", "=", "|", "\t")


def answer_lines(text: str, lexicon: Lexicon) -> Sequence[str]:
    """Return a line for each answer in a text: its date or number, if given, and the word.

    If a text is neither JSON nor a table, its lines are returned, with dates moved to their start.
    """
    start = text.lstrip("\ufeff \t\r\n")[:1]
    if start and start in "{[":
        values = _json_values(text)
        if values is not None:
            return list(_lines_of_json(values, lexicon))
    lines = text.splitlines()
    return _lines_of_table(lines, lexicon) or [_line_of_talk(line, lexicon) for line in lines]


def _json_values(text: str) -> list[Any] | None:
    """Parse a text as JSON or as JSON Lines; return None if it is neither."""
    try:
        return [json.loads(text.lstrip("\ufeff"))]
    except (ValueError, RecursionError):
        pass
    try:
        return [json.loads(line.rstrip(", \r")) for line in text.splitlines() if line.strip()]
    except (ValueError, RecursionError):
        return None


def _lines_of_json(values: list[Any], lexicon: Lexicon) -> Iterator[str]:
    records: list[dict[str, Any]] = []
    todo = [(value, 0) for value in reversed(values)]
    while todo:
        value, depth = todo.pop()
        if depth > MAX_DEPTH:
            continue
        if isinstance(value, list):
            yield from (item for item in value if isinstance(item, str) and len(item) <= MAX_CELL)
            todo += [(item, depth + 1) for item in reversed(value) if not isinstance(item, str)]
        elif isinstance(value, dict):
            if pairs := list(_pairs(value, lexicon)):
                yield from pairs
                continue
            records.append(value)
            inner = [item for item in value.values() if isinstance(item, (list, dict))]
            todo += [(item, depth + 1) for item in reversed(inner)]
    counts = Counter(
        key
        for record in records
        for key, value in record.items()
        if isinstance(value, str) and _is_known(value, lexicon)
    )
    if counts:
        answer = max(counts, key=lambda key: (key.casefold() in ANSWERS, counts[key]))
        for record in records:
            if isinstance(word := record.get(answer), str) and len(word) <= MAX_CELL:
                yield f"{_date_of(record, answer)} {word}".strip()


def _pairs(value: dict[str, Any], lexicon: Lexicon) -> Iterator[str]:
    """Yield dates and words of an object such as {"2024-01-03": "crane"}; either may be the key."""
    texts = {key: f"{item}" if isinstance(item, (str, int)) else "" for key, item in value.items()}
    has_words = all(key.isalpha() and text[:1].isdigit() for key, text in texts.items())
    for key, text in texts.items():
        if len(key) > MAX_CELL or len(text) > MAX_CELL:
            continue
        if key[:1].isdigit() and _is_known(text, lexicon):
            yield f"{key} {text}"
        elif has_words and _is_known(key, lexicon):
            yield f"{text} {key}"


def _date_of(record: dict[str, Any], answer: str) -> str:
    """Return the first date in a record, else its number; empty if it has neither.

    The field named `answer` is skipped.
    """
    others = {key: value for key, value in record.items() if key != answer}
    for value in others.values():
        if isinstance(value, str) and len(value) <= MAX_CELL:
            dates = [date for date in _dates_and_numbers(value) if not date.isdigit()]
            if dates:
                return dates[0]
    numbers = (value for key, value in others.items() if key.casefold() in NUMBERS)
    return next((f"{n}" for n in numbers if f"{n}".isdigit() and len(f"{n}") <= 6), "")


def _lines_of_table(lines: Sequence[str], lexicon: Lexicon) -> list[str]:
    """Return the answers in a table, with dates and numbers; empty if there is no table."""
    filled = [line for line in lines if line.strip()]
    for delimiter in "\t;,|":
        if len(filled) < 2 or delimiter not in filled[0]:
            continue
        try:
            rows = [
                [cell.strip() for cell in row]
                for row in csv.reader(filled, delimiter=delimiter, skipinitialspace=True)
            ]
        except csv.Error:
            continue
        width = Counter(map(len, rows)).most_common(1)[0][0]
        rows = [row for row in rows if len(row) == width]
        if not 2 <= width <= MAX_COLUMNS or len(rows) < MIN_ROWS * len(filled):
            continue
        names = [cell.casefold() for cell in rows[0]]
        body = rows[1:]
        good = [
            column
            for column in range(width)
            if sum(_is_known(row[column], lexicon) for row in body) >= MIN_SHARE * len(body)
        ]
        named = [column for column in good if names[column] in ANSWERS]
        if not named and len(good) != 1:
            continue  # several words per line, or none
        answer = (named or good)[0]
        is_header = bool(set(names) & ANSWERS) or not _is_known(rows[0][answer], lexicon)
        return [
            " ".join(
                (*_dates_and_numbers("  ".join(row[:answer] + row[answer + 1 :])), row[answer])
            )
            for row in (body if is_header else rows)
        ]
    return []


def _line_of_talk(line: str, lexicon: Lexicon) -> str:
    """Return a line of text with its dates and numbers first, without weekdays and labels."""
    if not any(map(str.isdigit, line)):
        return line
    dates, plain = _dates_and_numbers(line), _DATE_OR_NUMBER.sub(_without_date, line)
    if plain != line:
        plain = _WEEKDAY.sub(" ", plain.lower()) if plain.islower() else _without_weekdays(plain)
    words = [word for word in _LETTERS.findall(plain) if len(word) == lexicon.length]
    if len(set(words)) > 1 and not any(word.isupper() for word in words):
        for mark in _MARKS:
            _, separator, rest = plain.rpartition(mark)
            last = [word for word in _LETTERS.findall(rest) if len(word) == lexicon.length]
            if separator and len(last) == 1:
                plain = rest
                break
    return " ".join((*dates, plain)) if plain != line else line


def _without_weekdays(line: str) -> str:
    parts, end = [], 0
    for match in _WEEKDAY.finditer(line.lower()):
        parts.append(line[end : match.start()])
        end = match.end()
    return " ".join((*parts, line[end:]))


def _without_date(match: re.Match[str]) -> str:
    """Return a space for a date, and any other match unchanged."""
    name = match["month"] or match["first"]
    is_date = name is None and not match[0].isdigit()
    return " " if is_date or (name and month_number(name)) else match[0]


def _dates_and_numbers(text: str) -> list[str]:
    """Return the dates and numbers in a text, except dates like "3 May" without a year."""
    texts = []
    for match in _DATE_OR_NUMBER.finditer(text):
        name = match["month"] or match["first"]
        if name is None:
            texts.append(match[0])
        elif month_number(name):
            dates = named_dates(match[0])
            texts += [f"{year:04}-{month:02}-{day:02}" for year, month, day in dates]
        else:
            texts += [part for part in match[0].split() if part.isdigit()]
    return texts


def _is_known(text: str, lexicon: Lexicon) -> bool:
    if not lexicon.length / 2 <= len(text) <= MAX_CELL:
        return False
    return plain_letters(text.strip(), lexicon.alphabet).lower() in lexicon
