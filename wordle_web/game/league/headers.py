"""Headers of messages: the sender and the time, recognized by a shape that repeats in the text.

A header is a line with a time. Its shape is the order of the time stamp (S), the name (N) if there
is one, and the punctuation around them: `[S] N:`, `S - N:`, `N, [S]` or `N — S`. In the code, a
stamp without brackets beside a name is D if it has a date, otherwise T, and K is a word such as
`Sent`. The shapes of known messengers are accepted unless they are rare, any other shape if it
precedes several results. Below all other headers, the sender of a result is uncertain.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import chain
from typing import Final, NamedTuple

from wordle_web.engine.dates import month_number
from wordle_web.parsing import linear_pattern

MAX_LINE: Final = 300  # characters of a header
MAX_PREFIX: Final = 100  # characters before the time
MAX_STAMP: Final = 48  # characters of a stamp in brackets
MAX_KINDS: Final = 500  # number of different shapes, and of names for each, that are counted
# An unknown shape is accepted if it precedes this many results. Its names must be confirmed, unless
# one of them has as many messages.
ENOUGH: Final = 2
RARE: Final = 4  # a shape that is this many times rarer than another may be ordinary text

_GAP = r"[^\S\n]"
# Hours and minutes; with dots only if they can't be a date.
_SIGN_OF_TIME = linear_pattern(
    r"(?<![0-9:./-])[0-9]{1,2}(?:[:h][0-9]{2}"
    r"|(?<=[^\S\n][0-9])\.[0-9]{2}|(?<=[^\S\n][0-9][0-9])\.[0-9]{2}"
    r"(?:\.[0-9]{2})?(?![.]|,?\s[0-9]))(?![0-9])"
)
# These only locate a date; `written_date` and `named_dates` parse it.
_DATE = r"[0-9]{1,4}[./-]\s?[0-9]{1,2}(?:[./-]\s?[0-9]{1,4}(?![0-9])|(?![0-9]))"
_UNITS = r"(?:[0-9]{4}[년年]\s?)?[0-9]{1,2}[월月]\s?[0-9]{1,2}[일日]"
_DAY_MONTH = r"[0-9]{1,2}(?:st|nd|rd|th|\.)?(?:\sde\s|\sof\s|\s|-)(?P<month>[^\W\d_]{3,12})"
_MONTH_DAY = r"(?P<month_first>[^\W\d_]{3,12})\.?\s[0-9]{1,2}(?:st|nd|rd|th)?(?![0-9./])"
_YEAR = r"(?:\.?(?:\sde\s|,?\s|-)[0-9]{2,4}(?![0-9]))?"
_DATE_BEFORE = linear_pattern(
    rf"(?<![^\W_])(?:{_DATE}|{_UNITS}|(?:{_DAY_MONTH}|{_MONTH_DAY}){_YEAR})"
)
# The text after hours and minutes: seconds, AM or PM, a zone, a unit, a date.
_TAIL = linear_pattern(
    rf"(?::[0-9]{{2}})?(?:[.,][0-9]{{1,6}}(?![0-9]))?"
    rf"(?:{_GAP}?(?:[AaPp]\.?{_GAP}?[Mm](?![^\W\d_])\.?|(?:Uhr|μ\.μ\.|π\.μ\.|ч\.?|م|ص|PTG|PG|SA|CH|Z)"
    rf"(?![^\W\d_])))?"
    rf"(?:{_GAP}?(?:[+-][0-9]{{2}}:?[0-9]{{2}}|UTC|GMT))?"
    rf"(?:(?:,|{_GAP}ngày)?{_GAP}(?P<date>{_DATE}))?"
)
# The shapes of most messengers in one search: `[S] N:` and `S - N:`.
_FAST = linear_pattern(
    rf"\[(?P<bracket>[^\[\]\n]{{4,48}})\]{_GAP}?(?P<sender>[^\s:<\[\]~-][^:\n]{{0,79}}):{_GAP}?"
    rf"|(?P<dash>{_DATE},?{_GAP}[0-9]{{1,2}}[:.][0-9]{{2}}(?::[0-9]{{2}})?(?:{_GAP}?[AaPp][Mm])?)"
    rf"{_GAP}-{_GAP}(?P<dash_sender>[^\s:<\[\]][^:\n]{{0,79}}):{_GAP}?"
)
_AFTER = linear_pattern(rf"{_GAP}{{0,20}}(?:[-\u2013\u2014|·,:;>]{{1,2}}{_GAP}{{0,20}})?")
# The last punctuation before a time, and at most four words of any language after it.
_BEFORE = linear_pattern(
    rf"(?P<sign>[-\u2013\u2014|·•,:;~]|\t|{_GAP}{{2}})"
    r"[^\n\d\t\u2013\u2014|·•,:;~-]{0,50}\Z"
)
_EDGES: Final = " \t*_~•-–—|·,;\u202f\u00a0"
_FIELD = linear_pattern(r"\W{0,4}([^\W\d_]{2,14}):[^\S\n]{0,9}([^\s][^\n]{0,79})")
SENDER_KEYS: Final = {
    *("from", "von", "de", "da", "di", "van", "från", "fra", "author", "sender", "name", "user"),
    *("autor", "absender", "remitente", "expéditeur", "remetente"),
}
# Words that may come between a name and a time without punctuation, and are not part of the name.
TIME_WORDS: Final = {
    *("today", "yesterday", "at", "on", "heute", "gestern", "um", "am", "hoy", "ayer", "a", "las"),
    *("hier", "aujourd’hui", "à", "hoje", "ontem", "às"),
    *("mon", "tue", "wed", "thu", "fri", "sat", "sun", "monday", "tuesday", "wednesday"),
    *("thursday", "friday", "saturday", "sunday", "montag", "dienstag", "mittwoch", "donnerstag"),
    *("freitag", "samstag", "sonntag", "lunes", "martes", "miércoles", "jueves", "viernes"),
    *("sábado", "domingo", "lundi", "mardi", "mercredi", "jeudi", "vendredi", "samedi", "dimanche"),
    *("오전", "오후", "上午", "下午", "早上", "晚上", "凌晨", "中午", "午前", "午後"),
}
_CLOSERS: Final = {"[": "]", "(": ")", "<": ">"}
SQUARES: Final = "⬛⬜🟩🟨🟦🟧🟥🟪🟫🔴🟢🟡🔵🟠⚫⚪"
SQUARES_SET: Final = frozenset(SQUARES)
SIGN_OF_RESULT: Final = linear_pattern(
    r"(?<![0-9/])[0-9Xx]\s?/\s?[0-9](?![0-9/])|\u20e3|[🟩🟨🟥🟧🟦]"
)
NAME: Final = linear_pattern(r"[^\s:>\d][^:\n]{0,59}")
# A badge that chat programs put on a line between a name and the time: `[:3]`, `APP`, `:house:`.
_BADGE = linear_pattern(r"\[[^\n\]]{0,20}\]|APP|BOT|OP|MOD|ADMIN|:[a-z0-9_+-]{1,40}:")
MAX_LINES_ABOVE: Final = 3  # lines above a stamp that are searched for its name
MAX_KEY: Final = 14  # letters of a word such as `Sent`

# The shapes of known messengers: first those with the text on the line of the header, then those
# with the text below it.
KNOWN_LINES: Final = frozenset({"[S]N:", "(S)N:", "D-N:", "[N][S]"})
KNOWN_BLOCKS: Final = frozenset(
    {
        "[S]N",
        "N,[S]",
        "N[S]",
        "N—D",
        "N—T",
        "N–D",
        "N–T",
        "N|D",
        "N|T",
        "N·D",
        "N·T",
        "N•D",
        "N•T",
        "N  D",
    }
    | {"N  T", "N\tD", "N\tT", "N D", "N,D", "K:S"}
)
# The shapes of a stamp on a line of its own; the name is above or below it.
ALONE: Final = frozenset({"S", "—S", "–S", "-S", "[S]", "(S)", "K:S"})


class Header(NamedTuple):
    """A possible header: its position in a block of text, and its contents."""

    start: int
    end: int
    sender: str | None  # None if the name is on another line; empty if there is none
    stamp: str  # date and time as written
    shape: str


def headers_in(block: str) -> Iterator[Header]:
    """Yield possible headers: at the start of lines or, with a stamp in brackets, within them."""
    end, line_end = 0, -1
    for sign in _SIGN_OF_TIME.finditer(block):
        start, stop = sign.span()
        if start < end:
            continue
        if start < line_end:
            # Within a line, only a stamp in brackets begins a message.
            line = block.rfind("[", max(end, start - MAX_STAMP), start)
            if line < 0:
                continue
        else:
            line = block.rfind("\n", end, start) + 1 or end
            line_end = block.find("\n", stop)
            line_end = len(block) if line_end < 0 else line_end
        if fast := _FAST.match(block, line, line_end):
            end = fast.end()
            bracket, sender, dash, dash_sender = fast.groups()
            if dash:
                yield Header(line, end, dash_sender, dash, "D-N:")
            else:
                yield Header(line, end, sender, bracket, "[S]N:")
            continue
        header = _header(block, line, min(line_end, line + MAX_LINE), start, stop)
        if header and (header.shape in KNOWN_LINES or header.end <= line_end):
            yield header
            end = max(header.end, stop)


def _header(block: str, line: int, end: int, start: int, stop: int) -> Header | None:
    """Return the header in the line from `line` to `end`; None if there is none.

    The line has a time from `start` to `stop`.
    """
    if start - line > MAX_PREFIX:
        return None
    prefix = block[line:start]
    for opener, closer in _CLOSERS.items():
        if opener in prefix:
            place = line + prefix.rindex(opener)
            close = block.find(closer, stop, min(end, place + MAX_STAMP))
            if close >= 0:
                return _bracketed(block, line, end, place, close)
    tail = _TAIL.match(block, stop, end)
    stamp_end = tail.end() if tail else stop
    first, sign, has_date = _split_prefix(prefix)
    stamp = block[line + first : stamp_end].strip(_EDGES)
    letter = "D" if has_date or (tail and tail["date"]) else "T"
    after = _AFTER.match(block, stamp_end, end)
    place = after.end() if after else stamp_end
    gap = block[stamp_end:place]
    name = prefix[:first].strip(_EDGES) if sign else ""
    if not name:
        return _stamp_first(block, line, end, (stamp_end, place), stamp, ("", letter))
    if sign == ":":
        is_key = place == end and len(name) <= MAX_KEY and name.isalpha()
        return Header(line, end, None, stamp, "K:S") if is_key else None
    if not NAME.fullmatch(name):
        return None
    if place == end:
        return Header(line, end, name, stamp, f"N{sign}{letter}")
    return Header(line, place, name, stamp, f"N{sign}{letter}:") if ":" in gap else None


def _split_prefix(prefix: str) -> tuple[int, str, bool]:
    """Return where a stamp starts before its time, the sign there, and whether it has a date.

    `prefix` is the text before the time. The sign is the punctuation before the stamp, empty if
    there is no name.
    """
    for date in _DATE_BEFORE.finditer(prefix):
        month = date["month"] or date["month_first"]
        if not month or month_number(month):
            before = _without_time_words(prefix[: date.start()])
            if not before.strip(" ,.*[(\u2022"):
                return 0, "", True
            sign = _BEFORE.search(before)
            return (sign.start() if sign else len(before)), sign["sign"] if sign else " ", True
    if sign := _BEFORE.search(prefix):
        return sign.start(), sign["sign"], False
    name = _without_time_words(prefix)
    return (len(name), " ", False) if name.strip() else (0, "", False)


def _without_time_words(text: str) -> str:
    """Return the text before a time without words such as "Monday" or "today at" at its end."""
    while True:
        trimmed = text.rstrip(" ,.\u00a0\u202f")
        start = max(trimmed.rfind(sign) for sign in " \t:\u00a0") + 1
        if start >= len(trimmed) or trimmed[start:].casefold() not in TIME_WORDS:
            return text
        text = trimmed[:start]


def _bracketed(block: str, line: int, end: int, place: int, close: int) -> Header | None:
    stamp, before, after = block[place + 1 : close], block[line:place], block[close + 1 : end]
    brackets = block[place] + "S" + block[close]
    name = before.strip(_EDGES)
    if not name:
        gap = _AFTER.match(block, close + 1, end)
        rest = gap.end() if gap else close + 1
        return _stamp_first(block, line, end, (close + 1, rest), stamp, (brackets, ""))
    if after.strip() in {"", ":"}:
        comma = "," if before.rstrip().endswith(",") else ""
        return Header(line, end, name, stamp, f"N{comma}{brackets}")
    if name[0] == "[" and name[-1] == "]":
        return Header(line, close + 1, name[1:-1], stamp, "[N]" + brackets)
    return Header(line, close + 2, name, stamp, f"N{brackets}:") if after[0] == ":" else None


def _stamp_first(
    block: str, line: int, end: int, gap: tuple[int, int], stamp: str, kind: tuple[str, str]
) -> Header | None:
    """Return the header that begins with a stamp; None if there is none.

    `gap` is the range between the stamp and the text after it. `kind` is the brackets of the stamp
    or, without brackets, its letter in shapes.
    """
    brackets, letter = kind
    place = gap[1]
    between = block[gap[0] : place]
    sign = between.strip() or ("\t" if "\t" in between else "" if brackets or not between else " ")
    if place == end:
        lead = block[line : line + 3].strip()[:1] if not brackets else ""
        return Header(line, end, None, stamp, f"{lead if lead in '-–—' else ''}{brackets or 'S'}")
    shape = f"{brackets or letter}{'-' if sign == '–' else sign}"
    if (opener := block[place]) in "<[":
        close = block.find(_CLOSERS[opener], place, min(end, place + 82))
        if close < 0:
            return None
        return Header(line, close + 1, block[place + 1 : close], stamp, f"{shape}<N>")
    stop = block.find(sign if sign in {"\t", "|"} else ":", place, min(end, place + 81))
    if stop > place:
        name = block[place:stop]
        skip = stop + 1 < end and block[stop + 1].isspace()
        return Header(line, stop + 1 + skip, name, stamp, f"{shape}N:")
    if stop == place:
        return None
    if SIGN_OF_RESULT.search(block, place, end):  # a damaged header: name and text are joined
        return Header(line, place, "", stamp, f"{shape}?")
    if sign in {"-", "–"} and letter == "D":  # a notice of the messenger, such as "Ana joined"
        return Header(line, end, "", stamp, "D-N:")
    return Header(line, end, block[place:end], stamp, f"{shape}N") if end - place <= 80 else None


@dataclass(frozen=True, slots=True)
class Shapes:
    """The shapes that begin messages in a text."""

    sure: frozenset[str]  # shapes whose names are certain
    asked: frozenset[str] = frozenset()  # shapes whose names must be confirmed
    is_name_below: bool = False  # whether names are below a stamp on a line of its own
    names: frozenset[str] = frozenset()  # names of senders, in lower case


@dataclass(slots=True)
class _Counts:
    headers: Counter[str] = field(default_factory=Counter)  # headers by shape
    followed: Counter[str] = field(default_factory=Counter)  # headers before a result, by shape
    names: dict[str, Counter[str]] = field(default_factory=dict)  # names in headers, by shape
    # Names above and below stamps that have a line of their own. Lines that are not names count as
    # the name "".
    above: Counter[str] = field(default_factory=Counter)
    below: Counter[str] = field(default_factory=Counter)

    def add(self, block: str, header: Header) -> None:
        shape = header.shape
        if len(self.headers) >= MAX_KINDS and shape not in self.headers:
            return
        self.headers[shape] += 1
        start = header.end + (block[header.end : header.end + 1] == "\n")
        end = block.find("\n", start)
        end = min(len(block) if end < 0 else end, start + MAX_LINE)
        if SIGN_OF_RESULT.search(block, start, end):
            self.followed[shape] += 1
        if header.sender is None:
            lines = block[max(0, header.start - MAX_LINE) : header.start].splitlines()
            above = name_above(lines, shape)
            self._count(self.above, above[0] if above else "")
            self._count(self.below, block[start:end])
        elif header.sender:
            self._count(self.names.setdefault(shape, Counter()), header.sender)

    @staticmethod
    def _count(names: Counter[str], line: str) -> None:
        name = line.strip().casefold()
        is_name = NAME.fullmatch(name) and not SIGN_OF_RESULT.search(name)
        if len(names) < MAX_KINDS or name in names:
            names[name if is_name else ""] += 1


def shapes_of(blocks: Iterable[str]) -> Shapes:
    """Return the shapes that begin messages in a text."""
    counts = _Counts()
    for block in blocks:
        for header in headers_in(block):
            counts.add(block, header)
    headers, followed = counts.headers, counts.followed
    lines = sum(headers[shape] for shape in KNOWN_LINES)
    blocks_known = sum(headers[shape] for shape in KNOWN_BLOCKS - ALONE)
    sure = {shape for shape in KNOWN_LINES if headers[shape]}
    # Ordinary text such as `Dinner — 21:30` looks like a header with its text below.
    dominant = max(headers.values(), default=0)
    sure |= {
        shape
        for shape in KNOWN_BLOCKS - ALONE
        if (headers[shape] > lines and headers[shape] * RARE > dominant)
        or followed[shape] >= ENOUGH
    }
    asked = set[str]()
    alone = sum(headers[shape] for shape in ALONE)
    if not lines and alone:
        sure |= {shape for shape in ALONE if headers[shape]}
    most = max((followed[shape] for shape in sure), default=0)
    for shape in headers.keys() - sure - ALONE:
        if (
            followed[shape] >= ENOUGH
            and followed[shape] > most
            and not blocks_known > followed[shape]
        ):
            names = counts.names.get(shape, Counter())
            is_proved = max(names.values(), default=0) >= ENOUGH
            (sure if is_proved else asked).add(shape)
    above, below = counts.above, counts.below
    is_below = (below[""], len(below)) < (above[""], len(above))
    known = (counts.names.get(shape, ()) for shape in sure | asked)
    seen = {*chain.from_iterable(known), *(below if is_below else above)} - {""}
    return Shapes(frozenset(sure), frozenset(asked), is_below, frozenset(seen))


def name_above(lines: list[str], shape: str) -> tuple[str, int, bool] | None:
    """Return the name above a stamp, its number of lines, and whether it is certain.

    The stamp is on a line of its own. Badges between name and stamp are skipped. None if there is
    no name.
    """
    for count, line in enumerate(reversed(lines[-MAX_LINES_ABOVE:]), 1):
        text = line.strip()
        if _BADGE.fullmatch(text):
            continue
        if match := _FIELD.fullmatch(text):
            return (match[2], count, True) if match[1].casefold() in SENDER_KEYS else None
        if SIGN_OF_RESULT.search(text):
            return None
        # The line just above a stamp with a dash may be a badge of an unknown kind.
        is_sure = shape[0] not in "-–—" or count > 1
        return (text, count, is_sure) if NAME.fullmatch(text) else None
    return None
