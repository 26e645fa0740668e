"""Small pages in the style of other games, one for each kind of page, to test the bookmarklet.

All pages are made here from our own words. The expected result `Case.read` is "exact", "turn" (a
sequential game, of which only the first board has colors), "doubtful" (every tile that is read
wrongly is marked as doubtful), "words" (without colors), or the possible kinds of a refusal.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from html import escape

from wordle_web.engine.feedback import digits_of, feedback

LIGHT = ("#787c7e", "#c9b458", "#6aaa64")
DARK = ("#3a3a3c", "#b59f3b", "#538d4e")
CONTRAST = ("#787c7e", "#85c0f9", "#f5793a")
SLATE = ("#94a3b8", "#eab308", "#22c55e")
OKLCH = ("oklch(0.55 0.01 260)", "oklch(0.78 0.15 90)", "oklch(0.65 0.17 145)")
SLATE_OKLCH = ("#90a1b9", "oklch(79.5% 0.184 86.047)", "oklch(72.3% 0.219 149.579)")
GRADIENT = (
    "linear-gradient(#808488, #6c7074)",
    "linear-gradient(90deg, #d2bc58, #bfa94e)",
    "linear-gradient(to top, #5c9c56, #74b46e)",
)
# Shades that no theme uses: of gray, yellow and green, and for high contrast of gray, blue and
# orange.
SHADES = ("#75797b", "#d3b63e", "#4f9f57")
SHADES_CONTRAST = ("#75797b", "#79b4ec", "#ee8240")
NAMES = ("absent", "present", "correct")
STYLE = """
body { font: 16px sans-serif; margin: 20px; background: #fff }
.row { display: flex; gap: 5px; margin-bottom: 5px }
.tile { width: 52px; height: 52px; display: flex; align-items: center; justify-content: center;
  box-sizing: border-box; font-size: 28px; font-weight: bold; text-transform: uppercase }
.e, .t { border: 2px solid #d3d6da } .t { border-color: #878a8c }
p { margin: 0 }
.boards { display: grid; grid-template-columns: repeat(4, max-content); gap: 24px }
"""

Tile = Callable[[str, str], str]


@dataclass(frozen=True)
class Game:
    guesses: tuple[str, ...]
    answers: tuple[str, ...]
    typed: str = ""
    tries: int = 6

    def column(self, board: int) -> list[tuple[str, str]]:
        """Return the rows of a board with their marks, up to the one that solves it."""
        answer, rows = self.answers[board], []
        for guess in self.guesses:
            rows.append((guess, digits_of(feedback(guess, answer), len(answer))))
            if guess == answer:
                break
        return rows

    @property
    def rows(self) -> list[tuple[str, list[str]]]:
        """Each word with its marks on all boards; "-" for a board that is already solved."""
        columns = [self.column(board) for board in range(len(self.answers))]
        return [
            (guess, [column[row][1] if row < len(column) else "-" for column in columns])
            for row, guess in enumerate(self.guesses)
        ]


@dataclass(frozen=True)
class Case:
    """A page, its content, and the expected reading."""

    name: str
    html: str
    game: Game
    read: str = "exact"

    def __str__(self) -> str:
        return self.name


CRANE = Game(("crane",), ("spiny",))
EMPTY = Game((), ("spiny",))
ONE = Game(("crane", "lions"), ("spiny",))
THREE = Game(("crane", "lions", "spine"), ("spiny",))
TWO = Game(("crane", "slimy", "pound"), ("spiny", "mould"), tries=7)
FOUR = Game(("crane", "slimy", "pound"), ("spiny", "mould", "crane", "brick"), tries=9)
EIGHT = Game(
    ("crane", "slimy", "pound", "fight"),
    ("spiny", "mould", "crane", "brick", "eight", "pound", "wormy", "table"),
    tries=13,
)
ALL_ANSWERS = (
    "crane slimy pound fight brick wormy table jumbo spiny mould eight stone house plant "
    "bread water light green black white brown grape lemon melon peach olive onion tiger "
    "horse sheep mouse snake"
)
MANY = Game(tuple(ALL_ANSWERS.split()[:8]), tuple(ALL_ANSWERS.split()), tries=37)


def page(body: str, style: str = "", attributes: str = "") -> str:
    return (
        f"<!doctype html><html lang=en><meta charset=utf-8><title>A game</title>"
        f"<style>{STYLE}{style}</style><body {attributes}>{body}"
    )


def named(letter: str, digit: str) -> str:
    if not digit:
        return f'<div class="tile {"t" if letter else "e"}">{letter}</div>'
    mark = int(digit)
    return f'<div class="tile {NAMES[mark]}" style="background: {LIGHT[mark]}">{letter}</div>'


def colored(palette: Sequence[str] = LIGHT, inner: str = "{}", empty: str = "e") -> Tile:
    """Return tiles with a color and no name."""

    def tile(letter: str, digit: str) -> str:
        text = inner.format(letter) if letter else ""
        if not digit:
            return f'<div class="tile {"t" if letter else empty}">{text}</div>'
        return f'<div class="tile" style="background: {palette[int(digit)]}">{text}</div>'

    return tile


def spoken(attribute: str, texts: Sequence[str]) -> Tile:
    """Return tiles whose mark is only in an attribute."""

    def tile(letter: str, digit: str) -> str:
        value = texts[int(digit)].format(letter.upper()) if digit else "empty"
        return f'<div {attribute}="{escape(value)}"><p class="tile e">{letter}</p></div>'

    return tile


def board(game: Game, tile: Tile = named, number: int = 0, *, padded: bool = True) -> str:
    length = len(game.answers[0])
    rows = [list(zip(word, marks, strict=True)) for word, marks in game.column(number)]
    is_solved = rows and game.column(number)[-1][0] == game.answers[number]
    if game.typed and not is_solved:
        rows.append([(letter, "") for letter in game.typed.ljust(length)])
    if padded:
        rows += [[(" ", "")] * length] * (game.tries - len(rows))
    lines = ("".join(tile(letter.strip(), digit) for letter, digit in row) for row in rows)
    return (
        '<div class="board">'
        + "".join(f'<div class="row">{line}</div>' for line in lines)
        + "</div>"
    )


def boards(game: Game, tile: Tile = named) -> str:
    every = "".join(board(game, tile, number) for number in range(len(game.answers)))
    return f'<div class="boards">{every}</div>'


def keyboard(tag: str = "button", attributes: str = "") -> str:
    rows = ("qwertyuiop", "asdfghjkl", "zxcvbnm")
    keys = (
        "".join(f'<{tag} class="tile {attributes}">{letter}</{tag}>' for letter in row)
        for row in rows
    )
    return "".join(f'<div class="row">{line}</div>' for line in keys)


def shadowed(letter: str, digit: str) -> str:
    value = f'evaluation="{NAMES[int(digit)]}"' if digit else ""
    color = f"background: {LIGHT[int(digit)]}" if digit else ""
    return (
        f'<game-tile {value}><template shadowrootmode="open"><style>{STYLE}</style>'
        f'<div class="tile e" style="{color}">{letter}</div></template></game-tile>'
    )


def typed_in(letter: str, digit: str) -> str:
    name = (
        f'class="tile e {NAMES[int(digit)]}" style="background: {LIGHT[int(digit)]}"'
        if digit
        else 'class="tile e"'
    )
    return f'<input {name} maxlength="1" value="{letter}">'


def flipping(letter: str, digit: str) -> str:
    """Return a card with a gray front, turned so that its back is visible."""
    if not digit:
        return f'<div class="tile e">{letter}</div>'
    return (
        '<div class="tile scene"><div class="turning">'
        f'<div class="tile face">{letter}</div>'
        f'<div class="tile face back" style="background: {LIGHT[int(digit)]}">{letter}</div>'
        "</div></div>"
    )


FLIP = """
.scene { perspective: 400px } .turning { position: relative; width: 52px; height: 52px;
  transform-style: preserve-3d; transform: rotateX(180deg) }
.face { position: absolute; inset: 0; backface-visibility: hidden; background: #fff;
  border: 2px solid #878a8c } .back { transform: rotateX(180deg); border: 0 }
"""
MIDFLIP = ".row:nth-child(1) .tile:nth-child(n+3) { transform: rotateX(89deg) }"
OTHER_PAGES = {
    "words": "<h1>An article</h1>" + "<p>No game is played here. A b c.</p>" * 30,
    "crossword": '<div class="board">'
    + "".join(
        '<div class="row">'
        + "".join(
            '<div class="tile" style="background: #000"></div>'
            if letter == "#"
            else f'<div class="tile e{" yellow" if row == 1 else ""}">{letter}</div>'
            for letter in line
        )
        + "</div>"
        for row, line in enumerate(("spare", "table#", "#olive", "green", "e#eds"))
    )
    + "</div>",
}


def cases() -> list[Case]:
    return [*_marked(), *_built(), *_around(), *_several(), *_refused()]


# Names of marks in an attribute of each tile: absent, present and correct.
SPOKEN = {
    "names in data": ("data-state", NAMES),
    "names spoken": ("aria-label", [f"{{}}, {name}" for name in NAMES]),
    "names in sentences": (
        "aria-label",
        ("{} is not in the word", "{} is in the word, but in the wrong spot", "{} is correct"),
    ),
    "names in German": ("aria-label", ("{}: nicht enthalten", "{}: falsche Stelle", "{}: richtig")),
    "names in Portuguese": ("title", ("{}: ausente", "{}: outra posição", "{}: correta")),
    "names in Spanish": ("title", ("{} ausente", "{} presente", "{} correcta")),
    "names in French": ("title", ("{} : absente", "{} : mal placée", "{} : correcte")),
    "hashed names": (
        "class",
        (
            "tile e Tile-module_absent__x2",
            "tile e Tile-module_present__a3",
            "tile e Tile-module_correct__k1",
        ),
    ),
}


def styled(style: str) -> Tile:
    """Return tiles whose mark is shown only by a style, made of its digit and color."""

    def tile(letter: str, digit: str) -> str:
        if not digit:
            return named(letter, "")
        value = style.format(digit=digit, color=LIGHT[int(digit)])
        return f'<p class="tile e" style="{value}">{letter}</p>'

    return tile


def exchanged(palette: Sequence[str]) -> Tile:
    """Return tiles with the colors of present and correct swapped."""
    absent, present, correct = palette
    return colored((absent, correct, present))


def one_board(
    name: str, game: Game, tile: Tile = named, read: str = "exact", style: str = ""
) -> Case:
    return Case(name, page(board(game, tile), style), game, read)


def all_names(letter: str, digit: str) -> str:
    """Return a tile with the names of all marks, as on pages where every tile has them."""
    return named(letter, digit).replace('"tile', '"select-none tile is-missing absent-font')


def framed(letter: str, digit: str) -> str:
    """Return a tile that is filled if correct, and framed if present."""
    if digit == "2":
        return named(letter, digit).replace("correct", "")
    return styled("border-color: {color}")(letter, digit if digit == "1" else "")


def pictured(letter: str, digit: str) -> str:
    """Return a tile whose mark is in a class and shown by a picture."""
    tile = named(letter, digit)
    return tile.replace(LIGHT[int(digit)], f"url(data:,{digit})") if digit else tile


def half_named(letter: str, digit: str) -> str:
    """Return a tile that has a name if present or correct, and otherwise no fill."""
    return named(letter, digit if digit in {"1", "2"} else "").replace(" t", "")


def crossed(letter: str, digit: str) -> str:
    """Return a tile whose name and color contradict each other."""
    tile = named(letter, digit)
    other = (LIGHT[0], LIGHT[2], LIGHT[1])
    return tile.replace(LIGHT[int(digit)], other[int(digit)]) if digit else tile


def _marked() -> list[Case]:
    bare = colored(("transparent", *LIGHT[1:]))
    stove, blaze = Game(("stove",), ("spiny",)), Game(("blaze",), ("spiny",))
    return [
        one_board("names in classes", ONE),
        *(one_board(name, ONE, spoken(*marks)) for name, marks in SPOKEN.items()),
        one_board("a name that all tiles have", ONE, all_names),
        one_board("light colors", THREE, colored()),
        one_board(
            "dark colors",
            THREE,
            colored(DARK),
            style="body { background: #121213; color: #fff } .e, .t { border-color: #3a3a3c }",
        ),
        one_board("colors for color blindness", THREE, colored(CONTRAST)),
        one_board("bluish gray", THREE, colored(SLATE)),
        one_board("oklch", THREE, colored(OKLCH)),
        one_board("gradients", THREE, colored(GRADIENT)),
        one_board("one row by color alone", ONE, colored()),
        one_board("one row of a theme", CRANE, colored()),
        one_board("one row of the dark theme", CRANE, colored(DARK)),
        one_board("one row of the theme for color blindness", stove, colored(CONTRAST)),
        one_board("shades", THREE, colored(SHADES)),
        one_board("one row of a palette that many share", CRANE, colored(SLATE)),
        one_board("one row of its later version", CRANE, colored(SLATE_OKLCH)),
        one_board("names beside pictures", ONE, pictured),
        one_board("names of colored tiles alone", ONE, half_named),
        one_board("green and yellow exchanged", THREE, exchanged(LIGHT), "doubtful"),
        one_board("shades exchanged, one row", CRANE, exchanged(SHADES), "doubtful"),
        one_board("names against colors", ONE, crossed, "doubtful"),
        one_board("one shade that may be either", stove, colored(SHADES_CONTRAST), "doubtful"),
        one_board("all gray, unnamed", blaze, colored()),
        one_board("all gray as a row may be that is typed", blaze, colored(DARK), "doubtful"),
        one_board("all gray, named", Game(("blaze", "crank"), ("spiny",))),
        one_board(
            "yellow alone, absent tiles without fill",
            Game(("stove",), ("spent",)),
            bare,
        ),
        one_board(
            "yellow alone, absent tiles without fill, no green",
            Game(("ocean",), ("spent",)),
            bare,
        ),
        one_board("absent tiles without fill", ONE, bare),
        one_board(
            "the last tiles without fill", Game(ONE.guesses[::-1], ("spiny",)), bare, "doubtful"
        ),
        one_board("one color as a frame", ONE, framed, "doubtful"),
        one_board("borders alone", ONE, styled("border-color: {color}"), "words"),
        one_board("colored letters", ONE, styled("color: {color}"), "words"),
        one_board(
            "pseudo-elements",
            ONE,
            lambda letter, digit: f'<div class="tile p{digit}">{letter}</div>',
            "words",
            ".tile { position: relative } .p0::before, .p1::before, .p2::before "
            "{ content: ''; position: absolute; inset: 0; z-index: -1; background: #6aaa64 } "
            ".p0::before { background: #787c7e }",
        ),
        one_board("pictures as fill", ONE, styled("background: url(data:,{digit})"), "words"),
    ]


def _built() -> list[Case]:
    table = (
        board(ONE)
        .replace('<div class="row">', "<tr>")
        .replace("</div></div>", "</td></tr>")
        .replace('<div class="tile', '<td class="tile')
        .replace("</div>", "</td>")
    )
    return [
        one_board("shadow roots", ONE, shadowed, style="game-tile { display: block }"),
        Case(
            "a frame",
            page(f'<iframe width=500 height=600 srcdoc="{escape(page(board(ONE)))}"></iframe>'),
            ONE,
        ),
        one_board("fields", ONE, typed_in),
        one_board("cards that have turned", THREE, flipping, style=FLIP),
        Case(
            "scaled",
            page(f'<div style="transform: scale(.5); transform-origin: 0 0">{board(ONE)}</div>'),
            ONE,
        ),
        Case("right to left", page(f'<div dir="rtl">{board(ONE)}</div>'), ONE),
        one_board(
            "narrow letters in spans",
            Game(("milli", "livid"), ("limit",)),
            lambda letter, digit: named(f"<span>{letter}</span>" if letter else "", digit),
        ),
        Case(
            "a table",
            page(
                f"<table>{table}",
                "table { border-spacing: 5px } td.tile { display: table-cell; text-align: center }",
            ),
            ONE,
        ),
        Case("rows that are not there yet", page(board(ONE, padded=False)), ONE),
        one_board("accents", Game(("sábio", "ágeis"), ("ágeis",))),
        one_board("four letters", Game(("tale", "toil"), ("toss",))),
        one_board("eight letters", Game(("notaries", "mountain"), ("fountain",))),
        one_board("Cyrillic letters", Game(("океан", "весна"), ("весло",))),
    ]


def _around() -> list[Case]:
    one, two = Game(("weary",), ("wants",)), Game(("weary", "pills"), ("wants",))
    dialog = 'role="dialog" style="position: fixed; inset: 40px; background: #fff"'
    help_ = f"<div {dialog}>{board(one, padded=False)}</div>"
    example = f'<section class="help">{board(two, padded=False)}</section>'
    half = Game(("crane", "slimy"), ("spiny",), "sp")
    full = Game(("crane", "slimy"), ("spiny",), "shine")
    first = Game((), ("spiny",), "crane")
    green = '<span class="tile" style="background: #6aaa64">{}</span>'
    logo = f'<h1 class="row">{"".join(map(green.format, "wordly"))}</h1>'
    german = keyboard().replace(">z<", ">1<").replace(">y<", ">z<").replace(">1<", ">y<")
    return [
        Case("with a keyboard", page(board(ONE) + keyboard()), ONE),
        Case("with a keyboard of German keys", page(board(ONE) + german), ONE),
        Case("help open", page(help_ + board(ONE)), ONE),
        Case("an example on the page", page(board(ONE) + example), ONE),
        Case("a name in tiles", page(logo + board(ONE)), ONE),
        one_board("half a row typed", half),
        one_board("a row typed", full),
        Case("the first row typed", page(board(first)), CRANE, "words"),
        one_board("mid-flip", ONE, read="doubtful", style=MIDFLIP),
        one_board(
            "mid-flip, by color",
            CRANE,
            lambda letter, digit: colored()(letter, digit if letter in "cra" else ""),
            "doubtful",
            MIDFLIP,
        ),
    ]


def _several() -> list[Case]:
    tiny = (
        ".tile { width: 11px; height: 11px; font-size: 8px; border: 0 } "
        ".row { gap: 1px; margin-bottom: 1px } "
        ".boards { grid-template-columns: repeat(8, max-content); gap: 8px }"
    )
    turn = "".join(
        board(
            Game(FOUR.guesses, (answer,), tries=9),
            named if number == 0 else colored(("transparent",) * 3, ""),
        )
        for number, answer in enumerate(("spiny", "mould"))
    )
    return [
        Case("two boards", page(boards(TWO)), TWO),
        Case("four boards, one solved", page(boards(FOUR)), FOUR),
        Case("eight boards", page(boards(EIGHT)), EIGHT),
        Case("32 boards", page(boards(MANY), tiny), MANY),
        Case("32 boards by color", page(boards(MANY, colored()), tiny), MANY),
        Case(
            "two boards in turn, the second empty",
            page(boards(TWO).replace(board(TWO, number=1), board(Game((), ("mould",), tries=7)))),
            TWO,
            "turn",
        ),
        Case(
            "two boards in turn",
            page(f'<div class="boards">{turn}</div>'),
            Game(FOUR.guesses, ("spiny", "mould"), tries=9),
            "turn",
        ),
    ]


def _refused() -> list[Case]:
    missing = (
        board(THREE)
        .replace('<div class="row">', '<div class="row" style="visibility: hidden">', 2)
        .replace('<div class="row" style="visibility: hidden">', '<div class="row">', 1)
    )
    other = board(Game(("house", "mouse"), ("louse",)))
    twice = '<div class="row"><div class="tile" style="position: absolute">x</div>'
    letterless = boards(TWO).replace(board(TWO, number=0), board(Game((), ("mould",), tries=7)))
    return [
        Case("no game", page(OTHER_PAGES["words"]), EMPTY, "none"),
        Case("a keyboard alone", page(keyboard()), EMPTY, "none"),
        one_board("an empty board", EMPTY, read="none"),
        Case(
            "a crossword",
            page(OTHER_PAGES["crossword"], ".yellow { background: #ffda00 }"),
            EMPTY,
            "gap none several",
        ),
        Case("a row that is hidden", page(missing), THREE, "gap"),
        Case("two games", page(board(ONE) + "<hr>" + other), ONE, "several"),
        Case("a board without letters", page(letterless), TWO, "letters several"),
        Case("letters in closed roots", page("<p>A game</p>"), ONE, "none"),
        Case(
            "two letters in one place",
            page(board(ONE).replace('<div class="row">', twice, 1)),
            ONE,
            "gap",
        ),
    ]
