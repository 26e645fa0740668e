"""The board and the keyboard of a game: tiles, marks, labels for screen readers, rows of keys.

Every `gettext` must translate to a fixed language, because it is part of cache keys. Tiles have
upper-case letters, by the rules of the words' `alphabet`. Tiles, rows and boards are named tuples,
since a page creates and compares many of them.
"""

import functools
import math
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Literal, NamedTuple

from wordle_web.engine.feedback import CORRECT
from wordle_web.engine.knowledge import Turn, most_colored
from wordle_web.engine.letters import Gettext, capitals, ordinal
from wordle_web.game.rules import Game, KnownLetter

GridTheme = Literal["light", "dark"]
Contrast = Literal["normal", "high"]
Mark = Literal["correct", "present", "absent", "empty", "typed"]
# "hinted present" and "hinted correct" come from a hint alone. "present hinted" means that a guess
# marked the letter as present, and a hint revealed its position.
KeyMark = Mark | Literal["hinted present", "hinted correct", "present hinted"]
RowKind = Literal["played", "current", "empty", "later"]

MARKS: tuple[Mark, ...] = ("absent", "present", "correct")  # by the engine's numbers, 0 to 2


class Tile(NamedTuple):
    """One tile of the board, with all its texts, so that templates need not compute any."""

    letter: str  # in upper case, or empty
    mark: Mark
    label: str  # for screen readers
    # The other fields are empty except in the row being typed.
    empty_label: str = ""  # the label while the tile is empty
    typed_label: str = ""  # the label once a letter is typed, with `{}` for the letter
    ghost: str = ""  # the letter known to be there, in upper case; empty if unknown


class TileRow(NamedTuple):
    """One line of the board; `number` counts from 1."""

    tiles: tuple[Tile, ...]
    kind: RowKind
    label: str
    number: int


class TileBoard(NamedTuple):
    """The rows of a game, including empty ones for later guesses."""

    rows: tuple[TileRow, ...]
    length: int

    @property
    def open(self) -> tuple[TileRow, ...]:
        """The rows that are not played yet."""
        return tuple(row for row in self.rows if row.kind != "played")


def board(
    game: Game,
    alphabet: str,
    typed: str = "",
    gettext: Gettext = str,
    hinted: Sequence[KnownLetter] = (),
) -> TileBoard:
    """Return the board of `game`: played rows, the row being typed, and empty rows.

    The row being typed includes the letters whose position a hint revealed. A finished game has
    only played rows.
    """
    rows = [
        played_row(turn, number, alphabet, gettext) for number, turn in enumerate(game.turns, 1)
    ]
    if not game.is_over:
        row = current_row(typed, game.length, len(rows) + 1, alphabet, gettext)
        rows.append(_with_ghosts(row, _places(hinted), alphabet, gettext))
        later = range(len(rows) + 1, game.tries + 1)
        rows += [empty_row(game.length, number, gettext) for number in later]
    return TileBoard(tuple(rows), game.length)


def next_row(
    game: Game,
    alphabet: str,
    typed: str = "",
    gettext: Gettext = str,
    hinted: Sequence[KnownLetter] = (),
    *,
    shows_ghosts: bool = True,
) -> TileRow:
    """Return the row being typed on one of several boards.

    It includes the letters whose position a hint revealed and, with `shows_ghosts`, those whose
    position is known from earlier rows.
    """
    row = current_row(typed, game.length, len(game.guesses) + 1, alphabet, gettext)
    known = _places(hinted)
    for turn in game.turns if shows_ghosts else ():
        known |= turn.greens
    return _with_ghosts(row, known, alphabet, gettext)


def _places(hinted: Sequence[KnownLetter]) -> dict[int, str]:
    return {place: letter for letter, _, place in hinted if place is not None}


def _with_ghosts(
    row: TileRow, known: Mapping[int, str], alphabet: str, gettext: Gettext
) -> TileRow:
    """Return the row being typed with the known letter of each position."""
    tiles = list(row.tiles)
    for place, letter in known.items():
        ghost = capitals(letter, alphabet)
        facts = {"place": ordinal(place + 1, gettext), "letter": ghost}
        empty = gettext("%(place)s letter, empty: %(letter)s is known") % facts
        tile = tiles[place]
        label = tile.label if tile.letter else empty
        tiles[place] = tile._replace(ghost=ghost, label=label, empty_label=empty)
    return row._replace(tiles=tuple(tiles))


# Most rows of a page were on the previous page too, so caching saves a third of the time of a
# history page. 2,048 entries of 2.5 kB (with 8 letters) take at most 5 MB; the two caches below
# take at most 1.3 MB.
@functools.lru_cache(maxsize=2048)
def played_row(turn: Turn, number: int, alphabet: str, gettext: Gettext = str) -> TileRow:
    """Return the row of a played guess."""
    letters = [(capitals(letter, alphabet), MARKS[mark]) for letter, mark in turn.tiles]
    present = {letter for letter, mark in letters if mark != "absent"}
    tiles = tuple(
        Tile(letter, mark, tile_label(place, letter, mark, gettext, letter in present))
        for place, (letter, mark) in enumerate(letters, 1)
    )
    return TileRow(tiles, "played", announcement(turn, number, alphabet, gettext), number)


@functools.lru_cache(maxsize=256)
def current_row(
    typed: str, length: int, number: int, alphabet: str, gettext: Gettext = str
) -> TileRow:
    """Return the row being typed; letters beyond its length are dropped."""
    shown = [capitals(letter, alphabet) for letter in typed[:length]]
    letters = [*shown, *[""] * (length - len(shown))]
    tiles = tuple(
        _open_tile(place, letter, gettext)._replace(
            empty_label=tile_label(place, "", "empty", gettext),
            typed_label=tile_label(place, "{}", "typed", gettext),
        )
        for place, letter in enumerate(letters, 1)
    )
    facts = {"number": number, "letters": " ".join(shown)}
    if typed:
        label = gettext("Guess %(number)d, typing: %(letters)s") % facts
    else:
        label = gettext("Guess %(number)d, nothing typed yet") % facts
    return TileRow(tiles, "current", label, number)


@functools.lru_cache(maxsize=256)
def empty_row(length: int, number: int, gettext: Gettext = str) -> TileRow:
    """Return the empty row of a later guess."""
    tiles = tuple(_open_tile(place, "", gettext) for place in range(1, length + 1))
    return TileRow(tiles, "empty", gettext("Guess %(number)d, empty") % {"number": number}, number)


def _open_tile(place: int, letter: str, gettext: Gettext) -> Tile:
    mark: Mark = "typed" if letter else "empty"
    return Tile(letter, mark, tile_label(place, letter, mark, gettext))


def tile_label(
    place: int, letter: str, mark: Mark, gettext: Gettext = str, is_found: bool = False
) -> str:
    """Return the label of a tile for screen readers; `place` counts from 1.

    The letter is in upper case. `is_found` means that the same letter is colored elsewhere in the
    guess, so an absent mark only says that the word does not contain it once more.

    >>> tile_label(1, "A", "present")
    '1st letter A, present'
    >>> tile_label(3, "", "empty")
    '3rd letter, empty'
    """
    facts = {"place": ordinal(place, gettext), "letter": letter}
    if not letter:
        return gettext("%(place)s letter, empty") % facts
    if mark == "correct":
        return gettext("%(place)s letter %(letter)s, correct") % facts
    if mark == "present":
        return gettext("%(place)s letter %(letter)s, present") % facts
    if mark == "absent" and is_found:
        return gettext("%(place)s letter %(letter)s, absent: no other %(letter)s") % facts
    if mark == "absent":
        return gettext("%(place)s letter %(letter)s, absent") % facts
    return gettext("%(place)s letter %(letter)s, not submitted") % facts


def announcement(turn: Turn, number: int, alphabet: str, gettext: Gettext = str) -> str:
    """Return the result of a guess for screen readers.

    >>> announcement(Turn.parse("slate:00202"), 1, "aelst")
    'Guess 1: S absent, L absent, A correct, T absent, E correct'
    """
    letters = ((capitals(letter, alphabet), MARKS[mark]) for letter, mark in turn.tiles)
    spoken = ", ".join(_spoken_mark(letter, mark, gettext) for letter, mark in letters)
    return gettext("Guess %(number)d: %(marks)s") % {"number": number, "marks": spoken}


def _spoken_mark(letter: str, mark: Mark, gettext: Gettext) -> str:
    facts = {"letter": letter}
    if mark == "correct":
        return gettext("%(letter)s correct") % facts
    if mark == "present":
        return gettext("%(letter)s present") % facts
    return gettext("%(letter)s absent") % facts


def key_marks(turns: Iterable[Turn]) -> dict[str, Mark]:
    """Return the best mark of each guessed letter so far.

    >>> key_marks(Game("abbey", ("babes", "algae")).turns)["b"]
    'correct'
    """
    best: dict[str, int] = {}
    for turn in turns:
        for letter, mark in turn.tiles:
            best[letter] = max(mark, best.get(letter, 0))
    return {letter: MARKS[mark] for letter, mark in best.items()}


def with_hints(marks: Mapping[str, Mark], hinted: Sequence[KnownLetter]) -> dict[str, KeyMark]:
    """Return the marks of keys, including letters and positions that only hints revealed.

    >>> with_hints({"e": "present"}, (KnownLetter("e", place=4), KnownLetter("s")))
    {'e': 'present hinted', 's': 'hinted present'}
    """
    known: dict[str, KeyMark] = dict(marks)
    for letter, _, place in hinted:
        if place is not None and known.get(letter) != "correct":
            is_present = marks.get(letter) == "present"
            known[letter] = "present hinted" if is_present else "hinted correct"
        elif known.get(letter, "absent") == "absent":
            known[letter] = "hinted present"
    return known


def news(game: Game, alphabet: str, gettext: Gettext = str) -> str:
    """Return the letters that the last guess revealed on one board: `C correct, A present`."""
    *before, last = game.turns
    if not last.pattern:
        return ""
    greens = {place for turn in before for place in turn.greens}
    seen = most_colored(before)
    spoken, colored = [], Counter[str]()
    for place, (letter, mark) in enumerate(last.tiles):
        colored[letter] += 1  # gray tiles may count, since no yellow tile of the letter follows
        is_new = place not in greens if mark == CORRECT else mark and colored[letter] > seen[letter]
        if is_new:
            spoken.append(_spoken_mark(capitals(letter, alphabet), MARKS[mark], gettext))
    return ", ".join(spoken)


def key_label(letter: str, mark: KeyMark, gettext: Gettext = str) -> str:
    """Return the label of the key of a letter, given in upper case.

    The mark "empty" means that the letter was not guessed yet.
    """
    if mark == "empty" or mark == "typed":
        return letter
    if mark == "hinted present" or mark == "hinted correct" or mark == "present hinted":
        spoken = _spoken_mark(letter, plain_mark(mark), gettext)
        return gettext("%(mark)s, from a hint") % {"mark": spoken}
    return _spoken_mark(letter, mark, gettext)


def plain_mark(mark: KeyMark) -> Mark:
    """Return the mark of a key, no matter whether a guess or a hint revealed it."""
    if mark == "hinted present":
        return "present"
    return "correct" if mark == "hinted correct" or mark == "present hinted" else mark


def praise(game: Game, gettext: Gettext = str) -> str:
    """Return the customary praise for a win; an empty text for any other game."""
    words = (
        gettext("Genius"),
        gettext("Magnificent"),
        gettext("Impressive"),
        gettext("Splendid"),
        gettext("Great"),
        gettext("Phew"),
    )
    if not (game.is_won and game.guesses):
        return ""
    return words[min(len(game.guesses), len(words)) - 1]


KEYBOARDS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "qwerty": ("qwertyuiop", "asdfghjkl", "zxcvbnm"),
        "qwertz": ("qwertzuiop", "asdfghjkl", "yxcvbnm"),
        "azerty": ("azertyuiop", "qsdfghjklm", "wxcvbn"),
        "dvorak": ("pyfgcrl", "aoeuidhtns", "qjkxbmwvz"),
        "bepo": ("bpovdljzw", "auiectsrnm", "yxkqghf"),
    }
)
LANGUAGE = "language"  # the usual layout for the language of the words
LANGUAGE_LAYOUTS: Mapping[str, str] = MappingProxyType({"french": "azerty", "german": "qwertz"})
DEFAULT_LAYOUT = "qwerty"
# Keyboards of Turkish and of alphabets other than Latin, each with a letter of its alphabet as its
# key. The first keyboard whose key is in the alphabet is used, so Ukrainian comes before Russian.
# Letters outside the alphabet, such as the Hebrew final letters, are not on the keyboard.
NATIVE: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "ı": ("qwertyuıopğü", "asdfghjklşi", "zxcvbnmöç"),
        "ї": ("йцукенгшщзхї", "фівапролджє", "ґячсмитьбю"),
        "я": ("йцукенгшщзхъ", "фывапролджэ", "ячсмитьбюё"),
        "λ": ("ςερτυθιοπ", "ασδφγηξκλ", "ζχψωβνμ"),
        "ש": ("קראטוןםפ", "שדגכעיחלךף", "זסבהנמצתץ"),
    }
)
# Letters, each with the key after which it is inserted, in this order.
_BEFORE = (("ñ", "l"), ("ü", "p"), ("å", "p"), ("ö", "l"), ("ä", "ö"), ("æ", "l"), ("ø", "æ"))
MAX_ROW = 11  # letters: a row of a Latin layout has up to 10, and a language may add one more


# One entry per layout and language of a site: 100 entries of 0.5 kB.
@functools.lru_cache(maxsize=100)
def key_rows(layout: str, language: str, alphabet: str) -> tuple[str, ...]:
    """Return the letters of a keyboard's rows, from the top.

    Letters without a position in the layout get rows of their own. A layout without any letter of
    the alphabet is not used.

    `layout` is one of `KEYBOARDS`, or `LANGUAGE`; `alphabet` has every letter of the words.

    >>> key_rows("language", "spanish", "abcdefghijklmnopqrstuvwxyzñ")
    ('qwertyuiop', 'asdfghjklñ', 'zxcvbnm')
    >>> key_rows("language", "greek", "αβγδεζηθικλμνξοπρστυφχψω")
    ('ερτυθιοπ', 'ασδφγηξκλ', 'ζχψωβνμ')
    """
    native = next((rows for letter, rows in NATIVE.items() if letter in alphabet), ())
    is_latin = not set(alphabet).isdisjoint("".join(KEYBOARDS[DEFAULT_LAYOUT]))
    if native and (layout == LANGUAGE or not is_latin):
        rows = ["".join(letter for letter in row if letter in alphabet) for row in native]
        return (*rows, *_rows_of(set(alphabet) - set("".join(rows))))
    name = LANGUAGE_LAYOUTS.get(language, DEFAULT_LAYOUT) if layout == LANGUAGE else layout
    rows = list(KEYBOARDS[name])
    if set(alphabet).isdisjoint("".join(rows)):
        rows = []
    for letter, old in _BEFORE:
        if letter in alphabet:
            rows = [row.replace(old, old + letter) if len(row) < MAX_ROW else row for row in rows]
    return (*rows, *_rows_of(set(alphabet) - set("".join(rows))))


def _rows_of(letters: Collection[str]) -> tuple[str, ...]:
    """Return rows of nearly equal length for letters that have no position in a layout."""
    rest = sorted(letters)
    count = math.ceil(len(rest) / (MAX_ROW - 1))
    size = math.ceil(len(rest) / count) if count else 1
    return tuple("".join(rest[start : start + size]) for start in range(0, len(rest), size))
