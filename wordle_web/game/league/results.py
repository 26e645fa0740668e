"""The results of daily games within a message: `Wordle 1,234 4/6`, and grids of keycaps."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final

from wordle_web.game.league.chats import clean_name
from wordle_web.game.puzzles.variants import BOARD_COUNTS, read_variant
from wordle_web.game.share import CLOCKS, TWO_DIGITS_FROM

LOSS: Final = 0
OWN: Final = "="  # before the path of a variant, as the name of a game of this site
ABSURD: Final = "=absurd"
MAX_MOST: Final = 60
MAX_GAME_NAME: Final = 40
SPARE: Final = 5  # guesses more than boards, as every such game has it

_GAP = r"[^\S\n]"
_NUMBER = r"[0-9]{1,3}(?:[.,’'\s][0-9]{3}){1,2}(?![0-9])|[0-9]{1,7}"
_RESULT = re.compile(
    rf"(?<![0-9.,/])(?P<number>{_NUMBER}){_GAP}{{0,3}}[:,\u2013\u2014-]?(?:{_GAP}{{0,3}}\([^()\n]{{1,30}}\))?"
    rf"{_GAP}{{1,3}}(?P<tries>[0-9]{{1,2}}|[Xx\u0425\u0445\u00d7]){_GAP}?/{_GAP}?(?P<most>[0-9]{{1,2}})(?![0-9/])"
)
_CELL = "(?:[0-9]\ufe0f?\u20e3|🔟|[🕐-🕛]|🟥)"
_BOARDS = re.compile(
    rf"^(?P<head>[^\n]{{1,60}}?){_GAP}#?(?P<number>{_NUMBER})(?:{_GAP}+[Xx0-9]{{1,2}}/[0-9]{{1,2}})?{_GAP}*\n(?:[^\n]{{0,60}}\n)??"
    rf"(?P<grid>(?:{_GAP}*(?:{_CELL}{_GAP}*){{1,8}}(?:\n|\Z))+)",
    re.MULTILINE,
)
_CELLS = re.compile(_CELL)
SQUARES: Final = "⬛⬜🟩🟨🟦🟧🟥🟪🟫🔴🟢🟡🔵🟠⚫⚪"
_GRID_BELOW = re.compile(rf"[^\n]*\n(?:{_GAP}*\n)?{_GAP}*[{SQUARES}]")
_BEFORE_NUMBER = re.compile(
    r"[\s#*_:,\u2013\u2014-]*(?:\b(?:n[oº°r]|nro|núm)\.?)?[\s#]*$", re.IGNORECASE
)
_WRAPPERS = "*_~`| \t"


@dataclass(frozen=True, slots=True)
class OwnGames:
    """How this site names its games in shared texts, in any of its languages.

    Attributes:
        titles: The paths of variants by their titles, in small letters.
        absurd: How results of absurd mode begin, in small letters.
    """

    titles: Mapping[str, str] = field(default_factory=dict)
    absurd: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Found:
    """A result in a text.

    Attributes:
        game: Its name as written, or `OWN` and the path of a variant.
        number: Of the day; None for absurd mode, whose day is the message's.
        value: Guesses of all boards together; `LOSS` for a loss.
        most: Guesses allowed; 0 for no bound.
        start: Where the line begins.
    """

    game: str
    number: int | None
    value: int
    boards: int
    most: int
    start: int
    has_grid: bool


def find_results(body: str, own: OwnGames) -> Iterator[Found]:
    """Yield the results in the text of a message, as they come; quoted lines are left out."""
    if "/" in body:
        for match in _RESULT.finditer(body):
            if found := _single(match, body, own):
                yield found
    if "\u20e3" in body or "🟥" in body:
        for match in _BOARDS.finditer(body):
            if found := _several(match, own):
                yield found
    if "bsurd" in body and own.absurd:
        yield from _absurd(body, own)


def _single(match: re.Match[str], body: str, own: OwnGames) -> Found | None:
    first = max(0, match.start() - 4 * MAX_GAME_NAME)
    start = body.rfind("\n", first, match.start()) + 1 or first
    if start and start == first:
        return None
    name = game_name(body[start : match.start()])
    tries, most = match["tries"], int(match["most"])
    value = int(tries) if tries.isdecimal() else LOSS
    if not name or not 2 <= most <= MAX_MOST or value > most or tries in {"0", "00"}:
        return None
    has_grid = bool(_GRID_BELOW.match(body, match.end()))
    path = own.titles.get(name.casefold())
    if path is not None and (variant := read_variant(path)) and variant.boards > 1:
        return None  # whose boards are told below
    game = name if path is None else OWN + path
    return Found(game, _whole(match["number"]), value, 1, most, start, has_grid)


def _several(match: re.Match[str], own: OwnGames) -> Found | None:
    name, cells = game_name(match["head"]), _CELLS.findall(match["grid"])
    numbers = _board_numbers(cells)
    if not name or len(numbers) not in BOARD_COUNTS:
        return None
    count, path = len(numbers), own.titles.get(name.casefold())
    variant = read_variant(path) if path is not None else None
    is_ours = variant is not None and variant.boards == count
    most = variant.tries if variant and is_ours else max(count + SPARE, *numbers)
    value = LOSS if LOSS in numbers else sum(numbers)
    game = f"{OWN}{path}" if is_ours else name
    return Found(game, _whole(match["number"]), value, count, most, match.start(), has_grid=True)


def _board_numbers(cells: list[str]) -> list[int]:
    """Return the guesses for each board, 0 for a red square."""
    has_pairs = len(cells) >= TWO_DIGITS_FROM and not any(cell in f"🔟{CLOCKS}" for cell in cells)
    if not has_pairs:
        return [_cell_number(cell) for cell in cells]
    pairs = zip(cells[::2], cells[1::2], strict=False)
    return [0 if "🟥" in pair else int(pair[0][0] + pair[1][0]) for pair in pairs]


def _cell_number(cell: str) -> int:
    if cell in CLOCKS:  # from 11 to 22, as `share.CLOCKS` has them
        return 11 + (CLOCKS.index(cell) + 1) % 12
    return int(cell[0]) if cell[0].isdecimal() else 10 * (cell == "🔟")


def _absurd(body: str, own: OwnGames) -> Iterator[Found]:
    start = 0
    for line in body.splitlines(keepends=True):
        small = line.casefold()
        prefix = next((each for each in own.absurd if small.startswith(each)), "")
        guesses = re.search(r"[0-9]{1,2}", line[len(prefix) :]) if prefix else None
        if guesses and int(guesses[0]):
            yield Found(ABSURD, None, int(guesses[0]), 1, 0, start, has_grid=True)
        start += len(line)


def game_name(text: str) -> str:
    """Return the name of a game before its number; empty if it can be none.

    >>> game_name("*Wordle* No. "), game_name("> Wordle "), game_name("https://x.example/ ")
    ('Wordle', '', '')
    >>> game_name("7. 12 "), game_name("Wordle of our whole family and all its friends ")
    ('', '')
    """
    plain = text.lstrip(_WRAPPERS)
    if plain[:1] in {">", "┃", "│"} or "://" in plain:
        return ""
    name = clean_name(_BEFORE_NUMBER.sub("", plain).replace("*", ""))
    while name and not (name[0].isalnum() or name[0] in "¡¿("):
        name = name[1:].lstrip()
    return name if len(name) < MAX_GAME_NAME and any(map(str.isalpha, name)) else ""


def _whole(text: str) -> int:
    return int("".join(filter(str.isdecimal, text)))
