"""Reading a chat into a table: the results in its messages, their players and days.

A result is a line such as `Wordle 1,234 4/6`, or a title above a grid of keycaps. If a title with
the number of a day is above a picture that doesn't show the number of guesses, the result is
counted but not ranked.
"""

import re
import zlib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from itertools import accumulate, takewhile
from typing import Final, NamedTuple

from wordle_web.engine.boards.state import SPARE_GUESSES
from wordle_web.game.errors import LeagueError
from wordle_web.game.league.chats import (
    ASKED,
    GUESSED,
    SURE,
    Message,
    WrittenDate,
)
from wordle_web.game.league.headers import SQUARES, SQUARES_SET
from wordle_web.game.league.names import clean_name, is_like_name, without_phone_numbers
from wordle_web.game.league.table import (
    ABSURD,
    LOSS,
    MAX_LIMIT,
    MAX_PEOPLE,
    MAX_RESULTS,
    MAX_UNSURE,
    NUMBERED,
    OWN,
    UNSURE,
    DailyGame,
    ResultKey,
    Table,
    check_table,
)
from wordle_web.game.puzzles.variants import BOARD_COUNTS, read_variant
from wordle_web.game.share import CLOCKS, HINTED, TWO_DIGITS_FROM
from wordle_web.parsing import linear_pattern

MAX_GAME_NAME: Final = 40  # characters
MAX_LINE: Final = 160  # characters of a line before the number of the day
UNRANKED: Final = -1  # the value of a result whose number of guesses is unknown
# Cells that aren't keycaps of one digit, with their numbers of guesses: 11 to 22 are clocks.
NUMBERS: Final = {"🟥": LOSS, "🔟": 10, **{CLOCKS[n % 12]: n for n in range(11, 23)}}

_GAP = r"[^\S\n]"
_THOUSAND = r"[.,’'\s][0-9]{3}"
_NUMBER = rf"[0-9]{{1,3}}{_THOUSAND}(?:{_THOUSAND})?(?![0-9])|[0-9]{{1,7}}"
_TRY = "(?:[0-9]{1,2}|[Xx\u0425\u0445\u00d7])"
_RESULT = linear_pattern(
    rf"""(?<![0-9.,/])(?P<number>{_NUMBER})(?:{_GAP}{{0,3}}[:,\u2013\u2014-])?
    (?:{_GAP}{{0,6}}\([^()\n]{{1,30}}\))?
    (?:{_GAP}{{1,3}}(?::[a-z0-9_+-]{{1,40}}:|[^\w\s/()\[\].,:;#*&@<>-]{{1,8}}))?{_GAP}{{1,6}}
    (?P<tries>{_TRY}(?:&{_TRY}){{0,31}}){_GAP}?/{_GAP}?(?P<limit>[0-9]{{1,2}})(?![0-9/])""",
    re.VERBOSE,
)
_HINT = linear_pattern(rf"\*{{0,3}}{_GAP}{{1,3}}{HINTED}")  # after a result of this site
_CELL = "(?:[0-9]\ufe0f?\u20e3|🔟|[🕐-🕛]|🟥)"
# A game of several boards: the end of its title, then the lines of its grid.
_TITLE_END = linear_pattern(
    rf"{_GAP}\#?(?P<number>{_NUMBER})(?:{_GAP}{{1,20}}[Xx0-9]{{1,2}}/[0-9]{{1,2}})?{_GAP}{{0,20}}\Z"
)
_CELLS_LINE = linear_pattern(rf"{_GAP}{{0,20}}(?:{_CELL}{_GAP}{{0,20}}){{1,8}}")
_CELLS = linear_pattern(_CELL)
_PICTURE = linear_pattern(
    rf"(?=[^\n]{{0,40}}[{SQUARES}]){_GAP}{{0,20}}(?:[^\w\s]{_GAP}{{0,3}}){{2,60}}"
)
_DAY = linear_pattern(_NUMBER)
_IN_GUESSES = linear_pattern(
    rf"(?:\b(?:in|em|en)|\|){_GAP}(?P<tries>[1-9][0-9]{{0,2}}){_GAP}"
    rf"(?:guess|tries|tent|int|essa|Versuch)|\|{_GAP}[0-9]{{1,2}}:[0-9]{{2}}\b"
)
NOT_TRIES: Final = {"waffle"}  # games whose number before the slash is not the number of guesses
_MENTION = linear_pattern(r"[\s*_~]{0,3}@([^\s@]{1,40})\s")
# Games in which fewer guesses are better, and which are often shared without a grid.
_FEWER = linear_pattern(
    r"wordle|dle\b|\b(?:termo|le mot|sutom|motus|palabra del d[ií]a|nerd)", re.IGNORECASE
)
MAX_GRID: Final = 800  # characters below a result in which rows are counted
_NUMBER_SIGN = linear_pattern(r"\b(?:n[oº°r]|nro|núm)\.?\Z", re.IGNORECASE)
_GUESSES = linear_pattern("[0-9]{1,2}")
_BEFORE_NUMBER = "#*_:,\u2013\u2014- "
_WRAPPERS = "*_~`| \t"
_AROUND_HEAD = " \t,;|/"  # separators of a header that follows another result on its line
# Checks a sealed result: takes the name of the puzzle in a history, the seal, the claimed number of
# guesses (0 for a loss), and whether a hint was used. Returns the pseudonym; None if the seal isn't
# from this site.
CheckSeal = Callable[[str, str, int, bool], bytes | None]

MAX_GUESS: Final = 30  # characters of the name of an uncertain sender
# The summary of the day before, as the game's own app posts it: `👑 3/6: @Ana @Bob`.
_SUMMARY = linear_pattern(r"^[^\w\n]{0,6}(?P<tries>[1-6Xx])/6:", re.MULTILINE)
MAX_SUMMARY_LINE: Final = 2000
_YESTERDAY = linear_pattern(r"yesterday|gestern|ayer|hier|ontem", re.IGNORECASE)
SUMMARY_GAME: Final = "Wordle"
SUMMARY_EPOCH: Final = date(2021, 6, 19).toordinal()
MAX_LINES_BEFORE: Final = 1  # with more lines above a result, the last of them may be a name
MAX_LINES_BACK: Final = 40  # lines above a result that are searched for a name
MAX_WORK: Final = 2 * MAX_RESULTS  # results, and texts that only look like results
NEAR: Final = 1000  # characters around a result that are searched for its link or its player
# The positions of the year, month and day among the three numbers of a date.
ORDERS: Final = {"dmy": (2, 1, 0), "mdy": (2, 0, 1), "ymd": (0, 1, 2)}
AMERICAN: Final = {"/ AM"}  # separators: the month comes first if two orders fit equally well
LATEST: Final = date(2100, 1, 1).toordinal()

_IN_BRACKETS = linear_pattern(r"[<(][^<>()\n]{1,60}[>)]")
_BRACKETS: Final = dict.fromkeys(map(ord, "[]()<>\u2039\u203a:"))
MAX_NAME_WORDS: Final = 4
_EDITED = linear_pattern(
    r"\W(?:edited|bearbeitet|editad[oa]|editó|modifié)\b[^<>()\n]{0,10}[>)]\Z", re.IGNORECASE
)
_FORWARDED = linear_pattern(
    r"^\W{0,3}(?:forwarded (?:message )?from|weitergeleitet von|reenviado de|transféré de"
    r"|encaminhad[oa] de):?[^\S\n]([^\n]{1,80})$",
    re.IGNORECASE | re.MULTILINE,
)
_QUERY = linear_pattern(r"\?[^\s#]{1,300}")
_SEAL = linear_pattern(r"[?&]seal=([\w-]{1,60})")
_NO_NAME = linear_pattern(rf"[{SQUARES}\u20e3🔟🕐-🕛]|://|[0-9]/[0-9]|^[>“„«\"]|^Puzzle #")


@dataclass(frozen=True, slots=True)
class OwnGames:
    """How this site names its games in shared texts, in any of its languages."""

    # The paths of variants by their titles, in lower case.
    titles: Mapping[str, str] = field(default_factory=dict)
    absurd: tuple[str, ...] = ()  # texts that begin a result of absurd mode, in lower case


class PostedResult(NamedTuple):
    """A result as found in the text of a message, before its player is known."""

    game: str  # the name as written, or `OWN` and the path of a variant, or `ABSURD`
    number: int | None  # day number; None for results that have the date of the message instead
    value: int  # guesses to the last solved board; `LOSS` for a loss, `UNRANKED` if unknown
    boards: int
    limit: int  # number of guesses allowed; 0 if there is no limit or it is unknown
    start: int  # the offset of the result's line in the text
    has_grid: bool  # whether rows are below the result, or its form alone proves a game
    head: str = ""  # the text before the game on its line: a name with a colon, or a mention
    vote: int = 0  # according to the grid: 1 if fewer guesses are better, -1 if more, 0 if unknown
    hinted: bool = False  # whether the player asked for a hint, in a game of this site
    hard: bool = False  # whether it was in hard mode, in a game of this site


def find_results(body: str, own: OwnGames) -> Iterator[PostedResult | None]:
    """Yield the results in the text of a message; quoted lines are left out.

    None is yielded for a text that only looks like a result, so that the caller can bound the work.
    """
    for pattern, sign in ((_RESULT, "/"), (_IN_GUESSES, "#")):
        end = 0  # end of the previous result, which may be on the same line
        for match in pattern.finditer(body) if sign in body else ():
            first = max(end, match.start() - MAX_LINE)
            start = body.rfind("\n", first, match.start()) + 1 or (end if first == end else 0)
            is_bare = start == end and body[start : match.start()].isspace()
            end = match.end()
            if is_bare:
                continue
            if start or not first:
                yield (_single if sign == "/" else _in_guesses)(match, start, body, own)
    if any(sign in body for sign in "\u20e3🟥#"):
        yield from _of_boards(body, own)
    if "bsurd" in body and own.absurd:
        start = 0
        for line in body.splitlines(keepends=True):
            small = line.casefold()
            prefix = next((sentence for sentence in own.absurd if small.startswith(sentence)), "")
            guesses = _GUESSES.search(line, len(prefix)) if prefix else None
            if guesses and int(guesses[0]):
                yield PostedResult(ABSURD, None, int(guesses[0]), 1, 0, start, has_grid=True)
            start += len(line)


def _single(match: re.Match[str], start: int, body: str, own: OwnGames) -> PostedResult | None:
    head, name = _head_and_name(body[start : match.start()])
    tries, limit = match["tries"].split("&"), int(match["limit"])
    values = [int(guesses) if guesses.isdecimal() else LOSS for guesses in tries]
    if not name or not 2 <= limit <= MAX_LIMIT or max(values) > limit or {"0", "00"} & {*tries}:
        return None
    path = own.titles.get(name.casefold())
    if path is not None and (variant := read_variant(path)) and variant.boards > 1:
        return None  # its boards are on the lines below
    value = LOSS if LOSS in values else max(values)
    vote, has_grid = _grid_below(body, match.end(), value)
    game = name if path is None else OWN + path
    value = UNRANKED if name.casefold() in NOT_TRIES else value
    number, boards = _whole(match["number"]), len(tries)
    hinted = path is not None and _HINT.match(body, match.end()) is not None
    hard = False
    if path is not None:  # text between stars is bold in a messenger
        is_bold = "*" in body[start : match.start()]
        hard = not is_bold and body.startswith("*", match.end())
    return PostedResult(
        game, number, value, boards, limit, start, has_grid, head, vote, hinted, hard
    )


def _head_and_name(text: str) -> tuple[str, str]:
    """Return the text before a game on its line, such as a name or a mention, and the game.

    >>> _head_and_name("Bob: Wordle "), _head_and_name("@Ligabot Wordle ")
    (('Bob', 'Wordle'), ('@Ligabot', 'Wordle'))
    """
    head, _, rest = text.rpartition(":") if ":" in text and "://" not in text else ("", "", text)
    if mention := _MENTION.match(rest):
        head, rest = f"@{mention[1]}", rest[mention.end() :]
    return head.strip(_AROUND_HEAD), game_name(rest)


def _grid_below(body: str, end: int, value: int) -> tuple[int, bool]:
    """Return the vote of the rows below a result, and whether there are rows.

    Fewer guesses are better after a loss, or if there is one row per guess. More are better if the
    number of green squares, but not of rows, is the number before the slash. See
    `PostedResult.vote`.
    """
    lines = body[end : end + MAX_GRID].split("\n")[1:]
    if lines and not lines[0].strip():
        del lines[0]
    grid = [*takewhile(lambda line: line.lstrip()[:1] in SQUARES_SET, lines)]
    if not grid:
        return value == LOSS, False
    greens = sum(line.count("🟩") for line in grid)
    if value == LOSS or (len(grid) == value != greens):
        return 1, True
    return -(greens == value != len(grid)), True


def _in_guesses(match: re.Match[str], start: int, body: str, own: OwnGames) -> PostedResult | None:
    name, number = _numbered(body[start : match.start()])
    game, value = name.split()[-1:], int(match["tries"] or UNRANKED)  # "I solved Semantle"
    return PostedResult(game[0], number, value, 1, 0, start, has_grid=True) if game else None


def _of_boards(body: str, own: OwnGames) -> Iterator[PostedResult | None]:
    """Yield results of several boards, and results with a picture.

    There may be a line between the title and the grid or picture.
    """
    lines = body.split("\n")
    starts = [0, *accumulate(len(line) + 1 for line in lines)]
    is_grid = [_CELLS_LINE.fullmatch(line) is not None for line in lines]
    pictures = [_PICTURE.fullmatch(line) for line in [*lines, ""]]
    for row in range(1, len(lines)):
        if not is_grid[row] or is_grid[row - 1]:
            if (first := pictures[row]) and not pictures[row - 1]:
                tries = (UNRANKED, 0) if pictures[row + 1] else _tries_in(first[0])
                yield _pictured(lines, starts, row, *tries)
            continue
        for title in (row - 2, row - 1) if row > 1 and len(lines[row - 1]) <= 60 else (row - 1,):
            plain = lines[title].rstrip().removesuffix(HINTED)
            end = _TITLE_END.search(plain, 1, MAX_LINE)
            if end and end.start() <= 60:
                grid = takewhile(is_grid.__getitem__, range(row, len(lines)))
                cells = [cell for index in grid for cell in _CELLS.findall(lines[index])]
                name, number = game_name(plain[: end.start()]), _whole(end["number"])
                posted = _several(name, number, cells, starts[title], own)
                hinted = plain != lines[title].rstrip()
                yield posted and posted._replace(hinted=hinted and posted.game.startswith(OWN))
                break


def _several(
    name: str, number: int, cells: list[str], start: int, own: OwnGames
) -> PostedResult | None:
    """Return the result in a grid with one cell per board, or with two digits from 16 boards on."""
    if len(cells) >= TWO_DIGITS_FROM and not any(map(NUMBERS.get, cells)):
        pairs = zip(cells[::2], cells[1::2], strict=False)
        guesses = [LOSS if "🟥" in pair else int(pair[0][0] + pair[1][0]) for pair in pairs]
    else:
        guesses = [NUMBERS[cell] if cell in NUMBERS else int(cell[0]) for cell in cells]
    count, path = len(guesses), own.titles.get(name.casefold())
    if not name or count not in BOARD_COUNTS:
        return None
    variant = read_variant(path) if path is not None else None
    is_ours = variant is not None and variant.boards == count
    limit = variant.tries if variant and is_ours else max(count + SPARE_GUESSES, *guesses)
    value = LOSS if LOSS in guesses else max(guesses)
    game = f"{OWN}{path}" if is_ours else name
    return PostedResult(game, number, value, count, limit, start, has_grid=True)


def _pictured(
    lines: list[str], starts: list[int], row: int, value: int, limit: int
) -> PostedResult | None:
    # There may be a theme or an empty line between `Strands #250` and its picture.
    for title in range(row - 1, max(-1, row - 3), -1):
        if _RESULT.search(lines[title], 0, MAX_LINE):
            break
        name, number = _numbered(lines[title][:MAX_LINE])
        # `Connections` is the line above its `Puzzle #516`.
        if name == "Puzzle" and title and (above := game_name(lines[title - 1][:MAX_LINE])):
            name, title = above, title - 1
        if name:
            vote = int(value != UNRANKED)
            return PostedResult(
                name, number, value, 1, limit, starts[title], has_grid=True, vote=vote
            )
    return None


def _tries_in(picture: str) -> tuple[int, int]:
    """Return the guesses used and allowed in a line such as 🎥 🟥 🟩 ⬛ ⬛.

    They are `UNRANKED` and 0 for any other line. A line that begins with a square is a row of a
    grid. ⬛ and ⬜ after 🟩 are unused guesses. Before 🟩, ⬛ is a skipped guess, and ⬜ belongs to
    another kind of picture.
    """
    before, green, after = "".join(filter(SQUARES.__contains__, picture)).partition("🟩")
    if picture.strip()[0] in SQUARES or set(after) - set("⬛⬜") or "⬜" in before:
        return UNRANKED, 0
    value = len(before) + 1 if green else LOSS if "🟥" in before else UNRANKED
    return value, len(before + green + after)


def _numbered(text: str) -> tuple[str, int]:
    """Return name and number in a text such as `Framed #632`; for any other text, "" and 0."""
    name, _, rest = text.rpartition("#")
    number = _DAY.match(rest)
    return (game_name(name), _whole(number[0])) if number else ("", 0)


def game_name(text: str) -> str:
    """Return the name of a game in the text before a number; empty if the text is not a name.

    >>> game_name("*Wordle* No. "), game_name("> Wordle "), game_name("https://x.example/ ")
    ('Wordle', '', '')
    >>> game_name("7. 12 "), game_name("Wordle of our whole family and all its friends ")
    ('', '')
    """
    plain = text.lstrip(_WRAPPERS)
    if plain[:1] in {">", "┃", "│"} or "://" in plain:
        return ""
    plain = _NUMBER_SIGN.sub("", " ".join(plain.split()).rstrip("# ")).rstrip(_BEFORE_NUMBER)
    name = without_phone_numbers(clean_name(plain.replace("*", "")))
    while name and not (name[0].isalnum() or name[0] in "¡¿("):
        name = name[1:].lstrip()
    if not name or len(name) >= MAX_GAME_NAME:
        return ""
    return name if name[0].isalpha() or any(map(str.isalpha, name)) else ""


def _whole(text: str) -> int:
    return int("".join(filter(str.isdecimal, text)))


class ChatReading(NamedTuple):
    """The table of a chat, and counts of the results that it lacks or that are uncertain."""

    table: Table
    nameless: int  # number of results without a certain sender; the page asks about some of them
    unranked: tuple[str, ...]  # games, each with the number of its results: "Connections (8)"
    undated: int = 0  # number of results of daily summaries without a date


class _Undated(NamedTuple):
    """A result without a day number, which is computed from the date of its message."""

    key: ResultKey  # with the number 0
    posted: PostedResult
    written: WrittenDate | None  # None if the message has no date
    epoch: int  # the ordinal of the date of day 0
    delay: int  # days from the result to its message
    # The number of a daily summary, from 1: only the first without a date gets the date that the
    # page asks for. 0 for any other result, and for a summary of "yesterday", which gets that
    # date, too.
    summary: int = 0


@dataclass(slots=True)
class Reader:
    """A reader of one chat, which collects the results of all messages in its private fields."""

    own: OwnGames  # how this site names its games
    check_seal: CheckSeal
    first_day: date  # the date of day 1 of this site's games
    # Keys of games in which fewer guesses are known to be better, such as those already in a table.
    ranked: frozenset[str] = frozenset()
    day: date | None = None  # the date of a daily summary that has none itself
    _games: dict[str, DailyGame] = field(default_factory=dict)  # by key
    _results: dict[ResultKey, dict[int, bool]] = field(default_factory=dict)
    _hinted: set[ResultKey] = field(default_factory=set)
    _hard: set[ResultKey] = field(default_factory=set)
    # The stamp of the last message with each result, and the date of the first one that has a date.
    _stamps: dict[ResultKey, str] = field(default_factory=dict)
    _dates: dict[ResultKey, WrittenDate] = field(default_factory=dict)
    _numberless: list[_Undated] = field(default_factory=list)
    # Results below a line that may be the name of another sender, and that line.
    _late: dict[ResultKey, tuple[Message, PostedResult, str]] = field(default_factory=dict)
    _votes: Counter[str] = field(default_factory=Counter)  # sums of votes, by the game's key
    _summaries: int = 0  # number of daily summaries
    _unsure: set[str] = field(default_factory=set)  # placeholders for uncertain senders
    _seals: dict[str, set[bytes]] = field(default_factory=dict)  # pseudonyms in seals, by person
    _sure: set[str] = field(default_factory=set)  # certain names
    _with_grid: set[str] = field(default_factory=set)  # keys of games of which a result has a grid
    _senders: dict[str, str] = field(default_factory=dict)  # names in the table, by sender
    _telephones: dict[str, str] = field(default_factory=dict)  # names in place of phone numbers
    _nameless: int = 0  # number of results without a certain sender
    # The player and the day of each unranked result, by the name of the game.
    _unranked: dict[str, set[tuple[str, int | None]]] = field(default_factory=dict)
    _count: int = 0  # number of results
    _work: int = 0  # number of results, and of texts that only look like results
    _names_above: dict[int, str] = field(default_factory=dict)  # by the start of a result

    def read(self, messages: Iterable[Message]) -> ChatReading:
        """Return the table of all messages; to be called once.

        Raises:
            LeagueError: there are too many people, games, days or results.
        """
        for message in messages:
            self._names_above.clear()
            here = []
            for posted in find_results(message.body, self.own):
                here += [posted] if posted else []
                self._work += 1
                if self._work > MAX_WORK:
                    raise LeagueError("results", MAX_RESULTS)
            brackets = _IN_BRACKETS.finditer(message.body) if here else ()
            if any(_EDITED.search(match[0]) for match in brackets):
                message = message._replace(is_edited=True)
            if len(here) > 1:
                here.sort(key=lambda posted: posted.start)  # names are on the lines above
            self._add_all(message, here)
            self._count += len(here)
            if "/6:" in message.body:
                self._add_summary(message)
            if self._count > MAX_RESULTS:
                raise LeagueError("results", MAX_RESULTS)
        self._settle_late()
        undated = self._date_all()
        no_games = self._keys_of_sentences() | self._keys_without_rank()
        results = {key: v for key, v in self._results.items() if key.game not in no_games}
        people = {result.person for result in results}
        table = Table(
            {key: game for key, game in self._games.items() if key not in no_games},
            results,
            {
                name: frozenset(pseudonyms)
                for name, pseudonyms in self._seals.items()
                if name in people
            },
            frozenset(self._sure & people),
            hinted=frozenset(self._hinted & results.keys()),
            hard=frozenset(self._hard & results.keys()),
        )
        unranked = tuple(f"{game} ({len(posts)})" for game, posts in self._unranked.items())
        return ChatReading(check_table(table), self._nameless, unranked, undated)

    def _add_all(self, message: Message, results: Sequence[PostedResult]) -> None:
        """Add the results of a message to those of its player, or ask who the player is."""
        first: dict[str, tuple[int | None, int]] = {}
        twice = set()
        for posted in results:
            game = f"{posted.boards} {posted.game}"
            if first.setdefault(game, (posted.number, posted.value)) != (
                posted.number,
                posted.value,
            ):
                twice.add(game)
        seen, end = set[tuple[str, str]](), 0
        for place, posted in enumerate(results):
            person, guess = self._person(message, posted, end)
            game = f"{posted.boards} {posted.game}"
            is_named = not message.sender and bool(posted.head) and posted.head[0] != "@"
            if game in twice and guess is None and not is_named:
                # Nobody posts a game twice in one message, so a header is missing, or another
                # message is quoted.
                line = _line_above(message.body[end : posted.start])
                if message.sender:
                    guess = line if is_like_name(line) else "" if place else person
                elif not line and (person, game) in seen:
                    guess = ""
            seen.add((person, game))
            end = posted.start + 1
            if guess is None:
                self._add(message, posted, person)
            else:
                self._ask(message, posted, guess)

    def _ask(self, message: Message, posted: PostedResult, guess: str) -> None:
        """Store a result under a placeholder, so that the page asks for the name of the player.

        `guess` is a possible name; it may be empty.
        """
        if posted.value == UNRANKED:
            self._unranked.setdefault(posted.game, set()).add((guess, posted.number))
            return
        self._nameless += 1
        facts = f"{posted.game.casefold()} {posted.number} {posted.value}"
        code = f"{zlib.crc32(facts.encode()):08x}"[:4]
        person = UNSURE + f"{self._named(clean_name(guess))[:MAX_GUESS]} {code}".strip()
        if person in self._unsure or len(self._unsure) < MAX_UNSURE:
            self._unsure.add(person)
            self._add(message._replace(certainty=ASKED), posted, person)

    def _add(self, message: Message, posted: PostedResult, person: str) -> None:
        if posted.value == UNRANKED:
            self._unranked.setdefault(posted.game, set()).add((person, posted.number))
            return
        if message.certainty == SURE:
            self._sure.add(person)
        game = DailyGame(posted.game, posted.boards, posted.limit)
        if posted.number is None:
            if message.date:
                epoch = self.first_day.toordinal() - 1
                key = ResultKey(person, game.key, 0)
                self._numberless.append(_Undated(key, posted, message.date, epoch, 0))
            return
        self._games[game.key] = self._games.get(game.key, game).merged(game)
        self._votes[game.key] += posted.vote
        if posted.has_grid:
            self._with_grid.add(game.key)
        result = ResultKey(person, game.key, posted.number)
        values = self._results.setdefault(result, {})
        if message.is_edited or (message.stamp and self._stamps.get(result) == message.stamp):
            values.clear()
            self._hinted.discard(result)
            self._hard.discard(result)
        if posted.hinted:
            self._hinted.add(result)
        if posted.hard:
            self._hard.add(result)
        values[posted.value] = self._is_sealed(message.body, posted, person) or values.get(
            posted.value, False
        )
        self._stamps[result] = message.stamp
        if message.date:
            self._dates.setdefault(result, message.date)

    def _add_summary(self, message: Message) -> None:
        """Add the results of a daily summary, which the game's own app posts on the next day."""
        body = message.body
        lines = [
            (line, body[line.end() : line.end() + MAX_SUMMARY_LINE].partition("\n")[0])
            for line in _SUMMARY.finditer(body)
        ]
        if not any("@" in people for _, people in lines):
            return
        # A message from "Yesterday at 9:41 AM" is a day older than the date that the page asks for.
        delay = 2 if not message.date and _YESTERDAY.search(message.stamp) else 1
        self._summaries += 1
        place = self._summaries if delay == 1 else 0
        for line, people in lines:
            tries = line["tries"]
            value = int(tries) if tries.isdecimal() else LOSS
            posted = PostedResult(SUMMARY_GAME, None, value, 1, 6, line.start(), has_grid=True)
            game = DailyGame(SUMMARY_GAME, 1, 6)
            unclear, *names = people.split("@")
            self._nameless += bool(unclear.strip())
            for name in filter(None, map(clean_name, names)):
                self._count += 1
                person = self._sender(name.rstrip(" ,;&"))
                self._sure.add(person)
                key = ResultKey(person, game.key, 0)
                undated = _Undated(key, posted, message.date, SUMMARY_EPOCH, delay, place)
                self._numberless.append(undated)

    def _settle_late(self) -> None:
        """Ask who sent results if the line above them, or part of their game's name, may be a name.

        This happens last, since all senders must be known.
        """
        senders = {name.casefold() for name in self._senders}
        for result, (message, posted, line) in self._late.items():
            if line.casefold() in senders and result in self._results:
                self._results[result].pop(posted.value, None)
                if not self._results[result]:
                    del self._results[result]
                self._ask(message, posted, line)
        results = self._by_game()
        for key, game in [*self._games.items()]:
            words = game.name.casefold().translate(_BRACKETS).split()
            for count in range(1, min(len(words), MAX_NAME_WORDS + 1)):
                rest = " ".join(words[count:])
                is_sender = " ".join(words[:count]) in senders
                if is_sender or f"{game.boards} {rest}" in self._games:
                    self._ask_again(game, results.get(key, ()), count, only_unsure=not is_sender)
                    break

    def _ask_again(
        self, game: DailyGame, results: Iterable[ResultKey], count: int, *, only_unsure: bool
    ) -> None:
        """Ask who sent the results of a game whose first `count` words may be a person's name.

        With `only_unsure`, results with a certain sender are left as they are.
        """
        unnamed = Message("", "", None, "")
        words = game.name.translate(_BRACKETS).split()
        name, rest = " ".join(words[:count]), " ".join(words[count:])
        for result in results:
            if only_unsure and result.person not in self._unsure:
                continue
            self._nameless -= result.person in self._unsure
            self._unsure.discard(result.person)
            for value in self._results.pop(result):
                posted = PostedResult(
                    rest, result.number, value, game.boards, game.limit, 0, has_grid=True
                )
                self._ask(unnamed, posted, name)

    def _person(self, message: Message, posted: PostedResult, end: int) -> tuple[str, str | None]:
        """Return the player, and a guess at the name; the guess is None if the player is certain.

        The player is the sender, the author of a forwarded message, or a name before or above the
        result. `end` is an offset in the message, just after the start of the previous result.
        """
        first = max(0, posted.start - NEAR)
        forwarded = (
            _FORWARDED.search(message.body, first, posted.start + 1) if posted.start else None
        )
        if forwarded and message.certainty == SURE:
            return self._named(clean_name(forwarded[1])), None
        head = clean_name(posted.head) if posted.head else ""
        if message.certainty == GUESSED or not message.sender:
            name = head if posted.head and posted.head[0] != "@" else message.sender
            name = name or self._name_above(message.body, posted.start)
            self._names_above[posted.start] = self._named(name)
            is_asked = message.certainty == ASKED and name
            return self._named(name), None if is_asked else name
        person = self._sender(message.sender)
        if head and head.casefold() != message.sender.casefold():
            # The mention of a bot precedes a grid; that of a quoted person doesn't.
            if posted.head[0] != "@" or not posted.has_grid:
                return person, head
            return person, None
        if not posted.start:
            return person, None
        above = message.body[end : posted.start]
        line = _line_above(above)
        if line and line.casefold() != message.sender.casefold():
            is_late = end or (above.count("\n") > MAX_LINES_BEFORE and above.strip() != line)
            if is_late and is_like_name(line):
                return person, line
            if posted.number is not None and len(line.split()) <= MAX_NAME_WORDS:
                key = DailyGame(posted.game, posted.boards, posted.limit).key
                self._late[ResultKey(person, key, posted.number)] = message, posted, line
        return person, None

    def _sender(self, name: str) -> str:
        known = self._senders.get(name)
        if known is None:
            known = self._named(name)
            if len(self._senders) >= MAX_PEOPLE:
                raise LeagueError("people", MAX_PEOPLE)
            self._senders[name] = known
        return known

    def _named(self, name: str) -> str:
        """Return a name without phone numbers; a number such as "#1" if nothing is left.

        An empty name stays empty.
        """
        if not name or (cleaned := without_phone_numbers(name)):
            return cleaned if name else ""
        digits = "".join(filter(str.isdecimal, name))
        return self._telephones.setdefault(digits, f"{NUMBERED}{len(self._telephones) + 1}")

    def _name_above(self, body: str, end: int) -> str:
        """Return the name on the lines before `end`; empty if there is none.

        Several results in a row can share a name.
        """
        for _ in range(MAX_LINES_BACK):
            if end <= 0:
                break
            start = body.rfind("\n", 0, end - 1) + 1
            line, end = body[start : end - 1].strip(), start
            if start in self._names_above:
                return self._names_above[start]
            if line and not _NO_NAME.search(line):
                is_name = len(line) <= MAX_GAME_NAME and any(map(str.isalpha, line))
                return self._named(clean_name(line.rstrip(":"))) if is_name else ""
        return ""

    def _is_sealed(self, body: str, posted: PostedResult, person: str) -> bool:
        if not posted.game.startswith(OWN):
            return False
        puzzle = f"{posted.game.removeprefix(OWN)}daily/{posted.number}"
        _, _, rest = body[posted.start : posted.start + NEAR].partition(f"/{puzzle}?")
        seal = _SEAL.search(query[0]) if (query := _QUERY.match("?" + rest)) else None
        pseudonym = self.check_seal(puzzle, seal[1], posted.value, posted.hinted) if seal else None
        if pseudonym:
            self._seals.setdefault(person, set()).add(pseudonym)
        return pseudonym is not None

    def _keys_of_sentences(self) -> set[str]:
        """Return the keys of supposed games that are sentences about a game: "I had Wordle"."""
        counts = Counter(result.game for result in self._results)
        keys = set()
        for key, game in self._games.items():
            words = game.name.casefold().split()
            ends = {f"{game.boards} {' '.join(words[n:])}" for n in range(1, len(words))}
            is_known = any(end in self._with_grid or counts[end] > counts[key] for end in ends)
            if key not in self._with_grid and is_known:
                keys.add(key)
        return keys

    def _keys_without_rank(self) -> set[str]:
        """Return the keys of games in which fewer guesses aren't known to be better.

        Their results are counted as unranked.
        """
        keys, results = set(), self._by_game()
        for key, game in self._games.items():
            is_known = key in self.ranked or game.name.startswith(OWN) or not game.limit
            is_known = is_known or game.boards > 1 or bool(_FEWER.search(game.name))
            if not is_known and self._votes[key] <= 0:
                keys.add(key)
                days = {(result.person, result.number) for result in results.get(key, ())}
                if days:
                    self._unranked.setdefault(game.name, set()).update(days)
        return keys

    def _by_game(self) -> dict[str, list[ResultKey]]:
        by_game: dict[str, list[ResultKey]] = {}
        for result in self._results:
            by_game.setdefault(result.game, []).append(result)
        return by_game

    def _date_all(self) -> int:
        """Compute the date of day 0 of every game, and the day of results without a number.

        Return the number of results of daily summaries that have no date.
        """
        written_dates = (
            *self._dates.values(),
            *(numberless.written for numberless in self._numberless),
        )
        dates = [written for written in written_dates if written]
        orders = {
            separator: self._order_of(separator) for separator in {date.separator for date in dates}
        }
        epochs: dict[str, Counter[int]] = {}
        for result, written in self._dates.items():
            if ordinal := ordinal_of(written, orders[written.separator]):
                epochs.setdefault(result.game, Counter())[ordinal - result.number] += 1
        own_epoch = self.first_day.toordinal() - 1
        for key, game in self._games.items():
            days = epochs.get(key, Counter())
            epoch = max(0, max(days, key=days.__getitem__, default=0))
            is_ours = game.name.startswith(OWN)
            self._games[key] = replace(game, epoch=own_epoch if is_ours else epoch)
        undated, last = 0, 0
        for result, posted, dated, first, delay, summary in self._numberless:
            day = ordinal_of(dated, orders[dated.separator]) if dated else 0
            if not day and delay:
                last = last or summary
                day = self.day.toordinal() if self.day and summary in {0, last} else 0
                undated += not day
            number = day - delay - first
            if number > 0:
                game = DailyGame(posted.game, posted.boards, posted.limit, first)
                self._games[result.game] = self._games.get(result.game, game).merged(game)
                values = self._results.setdefault(result._replace(number=number), {})
                values.setdefault(posted.value, False)
        return undated

    def _order_of(self, separator: str) -> str:
        """Return the order of dates with this separator that best fits the numbers of the days.

        If several orders are equally good, the day comes first; in dates with slashes beside times
        with AM and PM, the month.
        """
        mine = [
            (result, written)
            for result, written in self._dates.items()
            if written.separator == separator
        ]
        own_epoch, best, order = self.first_day.toordinal() - 1, (-1, -1), ""
        for candidate in sorted(ORDERS, key=lambda name: name != "mdy" and separator in AMERICAN):
            offsets = Counter(
                (result.game, ordinal - result.number)
                for result, written in mine
                if (ordinal := ordinal_of(written, candidate))
            )
            ours = sum(
                n for (game, epoch), n in offsets.items() if epoch == own_epoch and OWN in game
            )
            others = (dated.written for dated in self._numberless)
            valid = sum(
                bool(ordinal_of(written, candidate))
                for written in others
                if written and written.separator == separator
            )
            # The number of valid dates counts first, then that of results which agree on the date
            # of a game's day 0.
            fit = (offsets.total() + valid, ours + sum(n for _, n in offsets.most_common(3)))
            if fit > best:
                best, order = fit, candidate
        return order


def _line_above(text: str) -> str:
    """Return the last line of the text above a result; empty if it can't be a name."""
    text = text.rstrip()[-MAX_LINE:]
    line = text[text.rfind("\n") + 1 :].strip().strip(":\u2014\u2013-,[(|\u00b7\t ")
    return "" if not line or _NO_NAME.search(line) else clean_name(line)


def ordinal_of(written: WrittenDate, order: str) -> int:
    """Return the ordinal of a date in this order; 0 if it is invalid or has no year.

    >>> date.fromordinal(ordinal_of(WrittenDate((31, 12, 23), "."), "dmy")).isoformat()
    '2023-12-31'
    """
    if len(written.numbers) < 3:
        return 0
    first, second, third = ORDERS[order]
    year, month, day = written.numbers[first], written.numbers[second], written.numbers[third]
    try:
        ordinal = date(year + 2000 * (year < 100), month, day).toordinal()
    except ValueError:
        return 0
    return ordinal if ordinal < LATEST else 0
