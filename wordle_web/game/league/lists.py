"""Handwritten lists of results: lines such as `Ana: Wordle 925 3/6`, without headers of messages.

A list consists of such lines, with grids, links, headings such as `Monday`, and ordinary text by
the same people. In any other text, a line that looks like one of a list may be prose, or a quote
below a header that was lost.
"""

import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from wordle_web.game.league.headers import SENDER_KEYS, SQUARES_SET, TIME_WORDS
from wordle_web.game.league.names import clean_name, is_like_name, without_phone_numbers
from wordle_web.parsing import linear_pattern

MAX_HEAD: Final = 80  # characters before the colon
MAX_TITLE: Final = 80  # characters after the colon and before the number of guesses
_TRIES = linear_pattern(
    r"(?<![0-9/])(?:[0-9]{1,2}|[Xx\u0425\u0445\u00d7])(?:&[0-9Xx]{1,2}){0,31}\s?/\s?[0-9]{1,2}(?![0-9/])"
)
_DAY = linear_pattern(r"#?[0-9][0-9.,]{0,8}")
_ITEM = linear_pattern(r"\s{0,20}(?:[-\u2013\u2014\u2022\u00b7*]|[0-9]{1,2}[.)])\s{1,9}(?=\S)")
# Marks of quotes, mentions and headers. An opening parenthesis before a digit is none: it may begin
# a phone number.
_NO_HEAD = linear_pattern(
    r"\s{0,20}(?:[@>|\u2503\u2502\u2039\u201c\u201e\u201d\u00ab\"'\[<]|\((?![0-9]))"
)
_FULL_DATE = linear_pattern(r"(?<![0-9])[0-9]{1,4}[./-]\s?[0-9]{1,2}[./-]\s?[0-9]{1,4}(?![0-9])")
_CELL_SIGNS: Final = SQUARES_SET | {"\u20e3", "🔟"}
# Words that are not names: they begin the text before a colon that says how or when somebody
# played, or which game.
_NO_NAMES: Final = TIME_WORDS | {
    *("again", "also", "anyway", "daily", "easy", "edit", "finally", "game", "hard", "last", "me"),
    *("mine", "morning", "my", "new", "next", "note", "now", "ok", "phew", "ps", "puzzle", "quote"),
    *("random", "re", "result", "results", "score", "scores", "so", "stats", "then", "update"),
    *("weekly", "well", "word", "wow", "yay", "yes", "no", "tonight", "this", "tomorrow"),
    *("danach", "dann", "endlich", "ergebnis", "ergebnisse", "ich", "jetzt", "leicht"),
    *("mein", "meine", "morgen", "nochmal", "rätsel", "schwer", "schließlich", "spiel", "täglich"),
    *("tägliches", "puh", "hurra", "neu", "ja", "nein", "zuletzt", "abends", "morgens", "nun"),
    *("ahora", "diario", "difícil", "fácil", "finalmente", "hecho", "juego", "luego"),
    *("nuevo", "otra", "por", "resultado", "resultados", "sí", "uf", "yo", "mañana", "diaria"),
    *("alors", "après", "demain", "difficile", "encore", "enfin", "facile", "finalement", "jeu"),
    *("maintenant", "moi", "mon", "nouveau", "oui", "ouf", "puis", "quotidien", "résultat"),
    *("résultats", "agora", "amanhã", "depois", "diária", "diário", "então", "eu", "jogo", "meu"),
    *("minha", "novo", "ufa", "sim", "pronto", "até", "enfim"),
}


# Keys of fields, as in the header of an email; these are not names either.
_KEYS: Final = SENDER_KEYS | {
    *("sent", "date", "time", "to", "subject", "cc", "gesendet", "datum", "an", "betreff"),
    *("enviado", "fecha", "hora", "para", "asunto", "envoyé", "objet", "data", "assunto"),
}


class Line(NamedTuple):
    """A line of a list; head and rest are empty for a grid, a link or an empty line."""

    head: str  # the text before the colon, usually a person
    rest: str  # the text after the colon
    is_result: bool


NOTHING: Final = Line("", "", is_result=False)


def lines_of(text: str, known: frozenset[str]) -> Iterator[tuple[str, Line | None]]:
    """Yield the lines of a text, as text and parsed; None for a line that isn't part of a list.

    Any line with one of the `known` heads is part of the list, even without a result. `text` must
    have whole lines.
    """
    lines = text.split("\n")
    for place, line in enumerate(lines):
        yield line, _line(lines, place, known) if line else NOTHING


def _line(lines: Sequence[str], place: int, known: frozenset[str]) -> Line | None:
    line = lines[place]
    if line.isspace() or _is_picture(line):
        return NOTHING
    if ":" not in line:
        return None
    if _is_link(line):
        return NOTHING
    item = _ITEM.match(line)
    head, colon, rest = line[item.end() if item else 0 :].partition(":")
    if not colon or len(head) > MAX_HEAD or _NO_HEAD.match(head):
        return None
    head, tries = clean_name(head), _TRIES.search(rest, 0, MAX_TITLE + 8)
    title = rest[: tries.start()] if tries else ""
    is_result = any(map(str.isalpha, title)) and any(map(str.isdecimal, title))
    words = rest[:MAX_TITLE].split()
    if not tries and len(words) > 1 and _DAY.fullmatch(words[-1]):
        below = next(filter(str.strip, lines[place + 1 : place + 3]), "")
        is_result = _is_picture(below)
    return Line(head, rest, is_result) if head and (is_result or head in known) else None


def _is_link(line: str) -> bool:
    return line.lstrip().startswith(("https://", "http://")) and len(line.split()) == 1


def _is_picture(line: str) -> bool:
    return not _CELL_SIGNS.isdisjoint(line) and not any(map(str.isalpha, line))


class Heads(NamedTuple):
    """The texts before the colons of a list."""

    sure: frozenset[str]  # people
    asked: frozenset[str]  # texts that may not be names, so the page asks
    has_headings: bool  # whether the text has lines outside the list, which are headings

    @property
    def all(self) -> frozenset[str]:
        """The texts of both kinds."""
        return self.sure | self.asked


def heads_of(blocks: Iterable[str]) -> Heads | None:
    """Return the heads of a handwritten list; None for any other text.

    A head with two different results of the same game and day, such as `Hard`, may not be a person.
    """
    text = "".join(blocks)
    results: dict[tuple[str, str], set[str]] = {}
    first = list(lines_of(text, frozenset()))
    for _, line in first:
        if line and line.is_result:
            title, tries = _parts(line.rest)
            results.setdefault((line.head, title), set()).add(tries)
    known = frozenset(head for head, _ in results)
    if not known:
        return None
    doubtful = {head for (head, _), tries in results.items() if len(tries) > 1}
    sure = frozenset(head for head in known - doubtful if is_person(head))
    if _shares_a_day(results, sure):
        sure |= _talkers(first)
        known |= sure
    lines = list(lines_of(text, known))
    has_headings = any(line is None for _, line in lines)
    if has_headings and not _are_headings(lines, sure):
        return None
    return Heads(sure, known - sure, has_headings)


def _shares_a_day(results: Iterable[tuple[str, str]], people: frozenset[str]) -> bool:
    """Return whether two people have results of the same game and day.

    In personal notes, heads are not people, and no two of them have the same game and day.
    """
    titles = [title for head, title in results if head in people]
    return len(set(titles)) < len(titles)


def _talkers(lines: Iterable[tuple[str, Line | None]]) -> frozenset[str]:
    """Return the people in lines without a result, such as `Mia: well done`."""
    others = (text.partition(":") for text, line in lines if line is None and ": " in text)
    heads = (clean_name(head) for head, _, _ in others if not _NO_HEAD.match(head))
    return frozenset(filter(is_person, heads))


def _are_headings(lines: Iterable[tuple[str, Line | None]], people: frozenset[str]) -> bool:
    """Return whether all lines outside the list are headings, such as `Monday`.

    A heading isn't a name, and below it, two people have results of the same game. In the notes of
    one person, only that person has results below such a line.
    """
    # Whether two such people are still to come below the current heading, and the first person with
    # a result there, by game.
    is_waiting, first = False, dict[str, str]()
    for text, line in lines:
        if line is None:
            if (first and is_waiting) or is_person(clean_name(text.strip().rstrip(":"))):
                return False
            is_waiting, first = True, {}
        elif is_waiting and line.is_result and line.head in people:
            is_waiting = first.setdefault(_parts(line.rest)[0], line.head) == line.head
    return not is_waiting


def _parts(rest: str) -> tuple[str, str]:
    tries = _TRIES.search(rest)
    title = rest[: tries.start()] if tries else rest
    return " ".join(title.casefold().split()), tries[0] if tries else ""


def is_person(head: str) -> bool:
    """Return whether the text before a colon is a name or a phone number.

    >>> [is_person(head) for head in ("Dana María", "+351 912 345 678", "Finally", "31.12.2023")]
    [True, True, False, False]
    """
    name = without_phone_numbers(head)
    if name != head and _FULL_DATE.search(head):  # the digits belong to a header
        return False
    if not name:
        return True
    words = name.casefold().replace("\u2019", "'").split()
    is_seen = name[0].isalpha() or any(c.isalpha() or unicodedata.category(c) == "So" for c in name)
    is_word = words[0].partition("'")[0] in _NO_NAMES or name.casefold() in _KEYS
    return is_seen and is_like_name(name) and not is_word and "wordle" not in name.casefold()
