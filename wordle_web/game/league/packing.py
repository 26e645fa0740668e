"""A table packed into a link, and back.

The layout: a version byte; then, compressed, the id of a table that browsers keep; names, with the
decisions about them; renames; and for each game a grid of people and days, with a number for each
result. The last 16 bytes are the site's signature; without it, no result is marked as checked.
Reading hostile bytes takes bounded work.
"""

import bisect
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import chain, product
from typing import Final

from wordle_web.game.codecs import ByteReader, read_signed, section, signed, varint
from wordle_web.game.errors import LeagueError
from wordle_web.game.history.history import PSEUDONYM_BYTES
from wordle_web.game.league.names import clean_name
from wordle_web.game.league.table import (
    ID_BYTES,
    MAX_DAYS,
    MAX_GAMES,
    MAX_LIMIT,
    MAX_PEOPLE,
    MAX_RENAMES,
    NUMBERED,
    OWN,
    UNSURE,
    DailyGame,
    ResultKey,
    Table,
    Values,
    check_table,
)
from wordle_web.game.puzzles.variants import MAX_BOARDS, read_variant

VERSION: Final = 1
MAX_TOKEN: Final = 1960  # characters, so that a link has about 2,000
MAX_READ: Final = 4000  # maximum number of characters of a token that is read
MAX_UNPACKED: Final = 256 * 1024  # bytes
# Results in a link. With realistic results, the longest link is full at a third of that.
MAX_LINKED: Final = 20_000
MAX_NUMBER: Final = 9_999_999_999  # the largest number of a day, or of a rename
MAX_EPOCH: Final = 4_000_000  # the ordinal of a date
MAX_VALUES: Final = 20  # different results of one person for one day
SURE, LEFT_OUT = 1, 2  # flags of a name
CUT, WITH_ID, RENAMED = 1, 2, 4  # flags of a table


def pack(table: Table, key: bytes, limit: int = MAX_TOKEN) -> tuple[str, Table]:
    """Return a table as a token of at most `limit` characters, and the table in that token.

    If the table does not fit, its oldest days are left out.

    Raises:
        LeagueError: even without results, the table does not fit.
    """
    if len(table.results) <= MAX_LINKED and len(token := _token(table, key)) <= limit:
        return token, table
    ages = _ages(table)

    def since(days: int) -> Table:
        recent = (result for result in table.results if ages[result.game, result.number] < days)
        return replace(table.part(recent), cut=True)

    def is_too_long(days: int) -> bool:
        part = since(days)
        return len(part.results) > MAX_LINKED or len(_token(part, key)) > limit

    high = 8  # number of days; doubled until too high, since packing a long table is slow
    while high <= max(ages.values(), default=0) and not is_too_long(high):
        high *= 2
    part = since(bisect.bisect_left(range(high), True, key=is_too_long) - 1)
    token = _token(part, key)
    if len(token) > limit:  # the names alone can be too long
        raise LeagueError("people", MAX_PEOPLE)
    return token, part


def unpack(token: str, keys: Sequence[bytes]) -> tuple[Table, bool]:
    """Return the table in a token, and whether the token is signed with any of `keys`.

    If it is not signed, no result in the table is checked, and pseudonyms and renames are left out.

    Raises:
        LeagueError: the token is damaged.
    """
    packed, is_ours = read_signed(token[: MAX_READ + 1], keys, "league")
    try:
        outer = ByteReader(packed)
        if outer.byte() != VERSION:
            raise LeagueError("damaged")
        reader = ByteReader(outer.section(MAX_UNPACKED))
        outer.end()
        table = check_table(_read(reader))
        reader.end()
    except ValueError as error:
        raise LeagueError("damaged") from error
    if is_ours:
        return table, True
    plain = {result: dict.fromkeys(values, False) for result, values in table.results.items()}
    return replace(table, results=plain, seals={}, renames={}), False


def _ages(table: Table) -> dict[tuple[str, int], int]:
    """Return the age of each day of a game, in days before the latest one.

    Games with dates share a calendar; the days of a game without dates are counted on their own.
    """
    games, newest = table.games, Counter[str]()
    calendars = {key: "" if game.epoch else key for key, game in games.items()}
    days = {
        (result.game, result.number): games[result.game].epoch + result.number
        for result in table.results
    }
    for (key, _), day in days.items():
        newest[calendars[key]] = max(newest[calendars[key]], day)
    return {(key, n): newest[calendars[key]] - day for (key, n), day in days.items()}


def _token(table: Table, key: bytes) -> str:
    names = table.people
    index = {name: place for place, name in enumerate(names)}
    flags = CUT * table.cut + WITH_ID * bool(table.id) + RENAMED * bool(table.renames)
    written = [bytes([flags]), table.id, varint(len(names))]
    for name in names:
        seals = sorted(table.seals.get(name, ()))
        decided = SURE * (name in table.sure) + LEFT_OUT * (name in table.left_out)
        written += [_text(name), bytes([decided]), varint(len(seals)), *seals]
    written += [varint(len(table.joins)), *(varint(index[n]) for n in chain(*sorted(table.joins)))]
    if table.renames:
        written.append(varint(len(table.renames)))
        for (old, new), order in sorted(table.renames.items()):
            written += [_text(old), _text(new), varint(order)]
    by_game: dict[str, dict[tuple[int, int], Values]] = {key: {} for key in sorted(table.games)}
    for result, values in table.results.items():
        by_game[result.game][index[result.person], result.number] = values
    marks: dict[str, tuple[set[tuple[int, int]], ...]] = {key: (set(), set()) for key in by_game}
    for place, marked in enumerate((table.hinted, table.hard)):
        for result in marked:
            marks[result.game][place].add((index[result.person], result.number))
    games = (
        _written_game(table.games[key], results, marks[key]) for key, results in by_game.items()
    )
    data = b"".join((*written, varint(len(by_game)), *games))
    return signed(bytes([VERSION]) + section(data), key, "league")


def _written_game(
    game: DailyGame,
    results: dict[tuple[int, int], Values],
    marks: Iterable[set[tuple[int, int]]],
) -> bytes:
    people = sorted({person for person, _ in results})
    days = sorted({number for _, number in results})
    steps = [number - before for before, number in zip([0, *days], days, strict=False)]
    numbers = (game.boards, game.limit, game.epoch, len(people), *people, len(days), *steps)
    # One number per value, with bits for "checked" and "last value"; 0 for a day without a result.
    cells = []
    for cell in product(people, days):
        if cell not in results:
            cells.append(0)
            continue
        values = results[cell]
        *others, last = sorted(values)
        if others:
            cells += [2 + 4 * other + 2 * values[other] for other in others]
        cells.append(1 + 4 * last + 2 * values[last])
    # The indices of results with a hint, then of those in hard mode, stored as differences.
    lists = []
    for mark in marks:
        marked = [place for place, key in enumerate(sorted(results)) if key in mark]
        gaps = [place - before for before, place in zip([0, *marked], marked, strict=False)]
        lists += [len(gaps), *gaps]
    return _text(game.name) + b"".join(map(varint, (*numbers, *cells, *lists)))


def _read(reader: ByteReader) -> Table:
    flags, names, decided = reader.byte(), list[str](), dict[str, int]()
    table_id = reader.take(ID_BYTES) if flags & WITH_ID else b""
    seals: dict[str, frozenset[bytes]] = {}
    for _ in range(reader.varint(MAX_PEOPLE)):
        name = _read_text(reader)
        if not name or clean_name(name) != (name[1:] if name[0] in {NUMBERED, UNSURE} else name):
            raise LeagueError("damaged")
        names.append(name)
        decided[name] = reader.byte()
        if count := reader.varint(MAX_PEOPLE):
            seals[name] = frozenset(reader.take(PSEUDONYM_BYTES) for _ in range(count))
    last = max(0, len(names) - 1)
    pairs = range(reader.varint(MAX_PEOPLE**2))
    joins = frozenset((names[reader.varint(last)], names[reader.varint(last)]) for _ in pairs)
    renames: dict[tuple[str, str], int] = {}
    for _ in range(reader.varint(MAX_RENAMES) if flags & RENAMED else 0):
        old, new = _read_text(reader), _read_text(reader)
        if "" in {old, new} or (old, new) != (clean_name(old), clean_name(new)):
            raise LeagueError("damaged")
        renames[old, new] = reader.varint(MAX_NUMBER)
    games: dict[str, DailyGame] = {}
    results: dict[ResultKey, dict[int, bool]] = {}
    marks = set[ResultKey](), set[ResultKey]()
    for _ in range(reader.varint(MAX_GAMES)):
        game = _read_game(reader, names, results, marks)
        games[game.key] = game
    sure = frozenset(name for name, bits in decided.items() if bits & SURE)
    out = frozenset(name for name, bits in decided.items() if bits & LEFT_OUT)
    hinted, hard = map(frozenset, marks)
    cut = bool(flags & CUT)
    return Table(games, results, seals, sure, joins, out, cut, hinted, hard, table_id, renames)


def _read_game(
    reader: ByteReader,
    names: list[str],
    results: dict[ResultKey, dict[int, bool]],
    marks: Iterable[set[ResultKey]],
) -> DailyGame:
    """Read a game that `_written_game` packed, and add its results to `results`.

    Results with a hint are also added to the first of `marks`, those in hard mode to the second.
    """
    name = _read_text(reader)
    # A name is `OWN` and the path of a variant, `ABSURD`, or a name from a chat.
    is_own = name.startswith(OWN) and (name == "=absurd" or read_variant(name[1:]) is not None)
    if not is_own and (name.startswith(OWN) or name != clean_name(name) or not name):
        raise LeagueError("damaged")
    boards, limit = reader.varint(MAX_BOARDS), reader.varint(MAX_LIMIT)
    game = DailyGame(name, max(1, boards), limit, reader.varint(MAX_EPOCH))
    people = [names[reader.varint(len(names) - 1)] for _ in range(reader.varint(len(names)))]
    days, number = list[int](), 0
    for _ in range(reader.varint(MAX_DAYS)):
        number += reader.varint(MAX_NUMBER)
        days.append(number)
    key, mine = game.key, list[ResultKey]()
    for person in people:
        for day in days:
            if values := _read_cell(reader):
                mine.append(ResultKey(person, key, day))
                results[mine[-1]] = values
                if len(results) > MAX_LINKED:
                    raise LeagueError("results", MAX_LINKED)
    for mark in marks:
        place = 0
        for _ in range(reader.varint(len(mine))):
            place += reader.varint(len(mine))
            if place >= len(mine):
                raise LeagueError("damaged")
            mark.add(mine[place])
    return game


def _read_cell(reader: ByteReader) -> dict[int, bool]:
    values: dict[int, bool] = {}
    for _ in range(MAX_VALUES):
        code = reader.varint(4 * MAX_LIMIT * MAX_BOARDS + 4)
        if not code:
            break
        values[(code - 1) >> 2] = bool((code - 1) & 2)
        if not (code - 1) & 1:
            break
    return values


def _read_text(reader: ByteReader) -> str:
    return reader.take(reader.varint(MAX_UNPACKED)).decode()


def _text(text: str) -> bytes:
    data = text.encode()
    return varint(len(data)) + data
