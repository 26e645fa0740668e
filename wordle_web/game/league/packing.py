"""A table packed into a link, and back.

A version byte; names, with what has been decided about them; then for each game a grid of days and
people, a number for each result. All is compressed, and ends in 16 bytes that only this site makes:
without them nothing is marked as checked. Reading hostile bytes does bounded work.
"""

import hmac
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from wordle_web.game.errors import HistoryError, LeagueError
from wordle_web.game.history.history import PSEUDONYM_BYTES
from wordle_web.game.history.serialization import ByteReader, section, varint
from wordle_web.game.league.chats import clean_name
from wordle_web.game.league.results import OWN
from wordle_web.game.league.table import (
    MAX_DAYS,
    MAX_GAMES,
    MAX_PEOPLE,
    NUMBERED,
    DailyGame,
    Place,
    Table,
    check_table,
)
from wordle_web.game.puzzles import base64url
from wordle_web.game.puzzles.subkeys import subkey
from wordle_web.game.puzzles.variants import read_variant

VERSION: Final = 1
SEAL_BYTES: Final = 16
MAX_TOKEN: Final = 1960  # characters, so that a link has 2,000
MAX_READ: Final = 4000  # characters of a link that are read
MAX_UNPACKED: Final = 256 * 1024
MAX_NUMBER: Final = 9_999_999_999
MAX_BOARDS: Final = 32
MAX_MOST: Final = 60
MAX_VALUES: Final = 20  # different results of one person for one day
SURE, LEFT_OUT = 1, 2


def pack(table: Table, key: bytes, limit: int = MAX_TOKEN) -> tuple[str, Table]:
    """Return the token of a table of at most `limit` characters, and the table that it holds.

    Of what does not fit, the oldest days are left out.
    """
    ages = _ages(table)
    oldest = max(ages.values(), default=0)
    if len(token := _token(table, key)) <= limit:
        return token, table
    # The longest span that fits lies from `low` to `high`, in days.
    low, high = 0, 8
    while high <= oldest and len(_token(_since(table, ages, high), key)) <= limit:
        low, high = high, 2 * high
    while high - low > 1:
        middle = (low + high) // 2
        fits = len(_token(_since(table, ages, middle), key)) <= limit
        low, high = (middle, high) if fits else (low, middle)
    kept = _since(table, ages, low)
    token = _token(kept, key)
    if len(token) > limit:  # names alone can be too many
        raise LeagueError("people", MAX_PEOPLE)
    return token, kept


def unpack(token: str, keys: Sequence[bytes]) -> tuple[Table, bool]:
    """Return the table in a token, and whether this site made it with any of `keys`.

    Of any other table nothing is checked, and no pseudonym is known.

    Raises:
        LeagueError: it is damaged.
    """
    data = base64url.decode(token) if len(token) <= MAX_READ else None
    if data is None or len(data) <= SEAL_BYTES:
        raise LeagueError("damaged")
    packed, seal = data[:-SEAL_BYTES], data[-SEAL_BYTES:]
    try:
        outer = ByteReader(packed)
        if outer.byte() != VERSION:
            raise LeagueError("damaged")
        reader = ByteReader(outer.section(MAX_UNPACKED))
        outer.end()
        table = check_table(_read(reader))
        reader.end()
    except (HistoryError, UnicodeDecodeError, ValueError) as error:
        raise LeagueError("damaged") from error
    if any(hmac.compare_digest(_seal(packed, key), seal) for key in keys):
        return table, True
    plain = {place: dict.fromkeys(values, False) for place, values in table.results.items()}
    return replace(table, results=plain, seals={}), False


def _token(table: Table, key: bytes) -> str:
    packed = bytes([VERSION]) + section(_written(table))
    return base64url.encode(packed + _seal(packed, key))


def _seal(packed: bytes, key: bytes) -> bytes:
    return subkey(key, "league", packed.hex())[:SEAL_BYTES]


def _ages(table: Table) -> dict[tuple[str, int], int]:
    """Return how many days before the latest one each day of a game is."""
    newest: dict[str, int] = {}
    for place in table.results:
        newest[place.game] = max(newest.get(place.game, 0), place.number)
    dated = [table.games[key].epoch + n for key, n in newest.items() if table.games[key].epoch]
    latest = max(dated, default=0)
    gap = {
        key: max(0, latest - table.games[key].epoch - number) if table.games[key].epoch else 0
        for key, number in newest.items()
    }
    return {
        (each.game, each.number): newest[each.game] - each.number + gap[each.game]
        for each in table.results
    }


def _since(table: Table, ages: dict[tuple[str, int], int], days: int) -> Table:
    results = {
        each: values
        for each, values in table.results.items()
        if ages[each.game, each.number] < days
    }
    kept = {place.game for place in results}
    games = {key: game for key, game in table.games.items() if key in kept}
    return replace(table, results=results, games=games, cut=True)


def _written(table: Table) -> bytes:
    names = table.people
    index = {name: place for place, name in enumerate(names)}
    written = [bytes([table.cut]), varint(len(names))]
    for name in names:
        seals = sorted(table.seals.get(name, ()))
        decided = SURE * (name in table.sure) + LEFT_OUT * (name in table.left_out)
        written += [_text(name), bytes([decided]), varint(len(seals)), *seals]
    written.append(varint(len(table.joins)))
    for one, other in sorted(table.joins):
        written.append(varint(index[one]) + varint(index[other]))
    written.append(varint(len(table.games)))
    by_game: dict[str, dict[tuple[int, int], dict[int, bool]]] = {key: {} for key in table.games}
    for place, values in table.results.items():
        by_game[place.game][index[place.person], place.number] = dict(values)
    for key in sorted(by_game):
        written.append(_written_game(table.games[key], by_game[key]))
    return b"".join(written)


def _written_game(game: DailyGame, results: dict[tuple[int, int], dict[int, bool]]) -> bytes:
    people = sorted({person for person, _ in results})
    days = sorted({number for _, number in results})
    steps = [number - before for before, number in zip([0, *days], days, strict=False)]
    numbers = (game.boards, game.most, game.epoch, len(people), *people, len(days), *steps)
    cells = [_written_cell(results.get((who, day), {})) for who in people for day in days]
    return _text(game.name) + b"".join(map(varint, numbers)) + b"".join(cells)


def _written_cell(values: dict[int, bool]) -> bytes:
    # A number for each value, two of its bits for "checked" and "one more"; 0 for a day not played.
    last = max(values, default=0)
    numbers = [1 + 4 * each + 2 * values[each] + (each != last) for each in sorted(values)]
    return b"".join(map(varint, numbers or [0]))


def _read(reader: ByteReader) -> Table:
    cut, names, decided = bool(reader.byte()), list[str](), dict[str, int]()
    seals: dict[str, frozenset[bytes]] = {}
    for _ in range(reader.varint(MAX_PEOPLE)):
        name = _read_name(reader)
        names.append(name)
        decided[name] = reader.byte()
        count = reader.varint(MAX_PEOPLE)
        if count:
            seals[name] = frozenset(reader.take(PSEUDONYM_BYTES) for _ in range(count))
    last = max(0, len(names) - 1)
    pairs = range(reader.varint(MAX_PEOPLE**2))
    joins = frozenset((names[reader.varint(last)], names[reader.varint(last)]) for _ in pairs)
    games: dict[str, DailyGame] = {}
    results: dict[Place, dict[int, bool]] = {}
    for _ in range(reader.varint(MAX_GAMES)):
        game = _read_game(reader, names, results)
        games[game.key] = game
    sure = frozenset(name for name, each in decided.items() if each & SURE)
    out = frozenset(name for name, each in decided.items() if each & LEFT_OUT)
    return Table(games, results, seals, sure, joins, out, cut)


def _read_game(
    reader: ByteReader, names: list[str], results: dict[Place, dict[int, bool]]
) -> DailyGame:
    name = reader.take(reader.varint(MAX_UNPACKED)).decode()
    is_own = name.startswith(OWN) and (name == "=absurd" or read_variant(name[1:]) is not None)
    if not is_own and (name.startswith(OWN) or name != clean_name(name) or not name):
        raise LeagueError("damaged")
    boards, most = reader.varint(MAX_BOARDS), reader.varint(MAX_MOST)
    game = DailyGame(name, max(1, boards), most, reader.varint(4_000_000))
    people = [names[reader.varint(len(names) - 1)] for _ in range(reader.varint(len(names)))]
    days, number = list[int](), 0
    for _ in range(reader.varint(MAX_DAYS)):
        number += reader.varint(MAX_NUMBER)
        days.append(number)
    for person in people:
        for day in days:
            if values := _read_cell(reader):
                results[Place(person, game.key, day)] = values
    return game


def _read_cell(reader: ByteReader) -> dict[int, bool]:
    values: dict[int, bool] = {}
    for _ in range(MAX_VALUES):
        code = reader.varint(4 * MAX_MOST * MAX_BOARDS + 4)
        if not code:
            break
        values[(code - 1) >> 2] = bool((code - 1) & 2)
        if not (code - 1) & 1:
            break
    return values


def _read_name(reader: ByteReader) -> str:
    name = reader.take(reader.varint(MAX_UNPACKED)).decode()
    if not name or clean_name(name) != name.removeprefix(NUMBERED):
        raise LeagueError("damaged")
    return name


def _text(text: str) -> bytes:
    data = text.encode()
    return varint(len(data)) + data
