"""Small pages of games as other sites might make them, each of one kind, for the bookmark to read.

All are made here from our own words. `read` says what a reading may be: "exact", "doubtful" (each
tile that is wrong is marked), "words" (no colors) or the kind of a refusal.
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
GRADIENT = (
    "linear-gradient(#808488, #6c7074)",
    "linear-gradient(90deg, #d2bc58, #bfa94e)",
    "linear-gradient(to top, #5c9c56, #74b46e)",
)
SWAPPED = (LIGHT[0], LIGHT[2], LIGHT[1])
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
    """What has been played: guesses, answers, and the row that is being typed."""

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
        """Return each word with the marks of all boards, "-" where a board shows none."""
        columns = [self.column(board) for board in range(len(self.answers))]
        return [
            (guess, [column[row][1] if row < len(column) else "-" for column in columns])
            for row, guess in enumerate(self.guesses)
        ]


@dataclass(frozen=True)
class Case:
    """A page, what is on it, and how it may be read."""

    name: str
    html: str
    game: Game
    read: str = "exact"

    def __str__(self) -> str:
        return self.name


ONE = Game(("crane", "lions"), ("spiny",))
THREE = Game(("crane", "lions", "spine"), ("spiny",))
TWO = Game(("crane", "slimy", "pound"), ("spiny", "mould"), tries=7)
FOUR = Game(("crane", "slimy", "pound"), ("spiny", "mould", "crane", "brick"), tries=9)
EIGHT = Game(
    ("crane", "slimy", "pound", "fight"),
    ("spiny", "mould", "crane", "brick", "eight", "pound", "wormy", "table"),
    tries=13,
)
ALL_GUESSES = ("crane", "slimy", "pound", "fight", "brick", "wormy", "table", "jumbo")
ALL_ANSWERS = [
    "crane",
    "slimy",
    "pound",
    "fight",
    "brick",
    "wormy",
    "table",
    "jumbo",
    "spiny",
    "mould",
    "eight",
    "stone",
    "house",
    "plant",
    "bread",
    "water",
    "light",
    "green",
    "black",
    "white",
    "brown",
    "grape",
    "lemon",
    "melon",
    "peach",
    "olive",
    "onion",
    "tiger",
    "horse",
    "sheep",
    "mouse",
    "snake",
]
MANY = Game(ALL_GUESSES, tuple(ALL_ANSWERS), tries=37)


def page(body: str, style: str = "", attributes: str = "") -> str:
    """Return a whole page."""
    return (
        f"<!doctype html><html lang=en><meta charset=utf-8><title>A game</title>"
        f"<style>{STYLE}{style}</style><body {attributes}>{body}"
    )


def named(letter: str, digit: str) -> str:
    """Return a tile that says its mark in its class, and has its color."""
    if not digit:
        return f'<div class="tile {"t" if letter else "e"}">{letter}</div>'
    mark = int(digit)
    return f'<div class="tile {NAMES[mark]}" style="background: {LIGHT[mark]}">{letter}</div>'


def colored(palette: Sequence[str] = LIGHT, inner: str = "{}", empty: str = "e") -> Tile:
    """Return tiles that have a color and no name."""

    def tile(letter: str, digit: str) -> str:
        text = inner.format(letter) if letter else ""
        if not digit:
            return f'<div class="tile {"t" if letter else empty}">{text}</div>'
        return f'<div class="tile" style="background: {palette[int(digit)]}">{text}</div>'

    return tile


def spoken(attribute: str, texts: Sequence[str]) -> Tile:
    """Return tiles that say their mark in an attribute alone."""

    def tile(letter: str, digit: str) -> str:
        value = texts[int(digit)].format(letter.upper()) if digit else "empty"
        return f'<div {attribute}="{escape(value)}"><p class="tile e">{letter}</p></div>'

    return tile


def board(game: Game, tile: Tile = named, number: int = 0, *, padded: bool = True) -> str:
    """Return a board: its rows, the one being typed, and the empty ones."""
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
    """Return all boards of a game beside each other."""
    every = "".join(board(game, tile, number) for number in range(len(game.answers)))
    return f'<div class="boards">{every}</div>'


def keyboard(tag: str = "button", attributes: str = "") -> str:
    """Return three rows of keys as large as tiles."""
    rows = ("qwertyuiop", "asdfghjkl", "zxcvbnm")
    keys = (
        "".join(f'<{tag} class="tile {attributes}">{letter}</{tag}>' for letter in row)
        for row in rows
    )
    return "".join(f'<div class="row">{line}</div>' for line in keys)


def shadowed(letter: str, digit: str) -> str:
    """Return a tile inside a shadow root, its mark at its host."""
    value = f'evaluation="{NAMES[int(digit)]}"' if digit else ""
    color = f"background: {LIGHT[int(digit)]}" if digit else ""
    return (
        f'<game-tile {value}><template shadowrootmode="open"><style>{STYLE}</style>'
        f'<div class="tile e" style="{color}">{letter}</div></template></game-tile>'
    )


def typed_in(letter: str, digit: str) -> str:
    """Return a tile that is a field of a form."""
    name = (
        f'class="tile e {NAMES[int(digit)]}" style="background: {LIGHT[int(digit)]}"'
        if digit
        else 'class="tile e"'
    )
    return f'<input {name} maxlength="1" value="{letter}">'


def flipping(letter: str, digit: str) -> str:
    """Return a card with a gray front, and a back that has turned to the reader."""
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
    """Return all pages."""
    return [*_marked(), *_built(), *_around(), *_several(), *_refused()]


def _marked() -> list[Case]:
    swapped = colored(SWAPPED)
    return [
        Case("names in classes", page(board(ONE)), ONE),
        Case("names in data", page(board(ONE, spoken("data-state", NAMES))), ONE),
        Case(
            "names spoken",
            page(board(ONE, spoken("aria-label", [f"{{}}, {name}" for name in NAMES]))),
            ONE,
        ),
        Case(
            "names in sentences",
            page(
                board(
                    ONE,
                    spoken(
                        "aria-label",
                        (
                            "{} is not in the word",
                            "{} is in the word, but in the wrong spot",
                            "{} is correct",
                        ),
                    ),
                )
            ),
            ONE,
        ),
        Case(
            "names in German",
            page(
                board(
                    ONE,
                    spoken(
                        "aria-label", ("{}: nicht enthalten", "{}: falsche Stelle", "{}: richtig")
                    ),
                )
            ),
            ONE,
        ),
        Case(
            "names in Portuguese",
            page(board(ONE, spoken("title", ("{}: ausente", "{}: outra posição", "{}: correta")))),
            ONE,
        ),
        Case(
            "names in Spanish",
            page(board(ONE, spoken("title", ("{} ausente", "{} presente", "{} correcta")))),
            ONE,
        ),
        Case(
            "names in French",
            page(board(ONE, spoken("title", ("{} : absente", "{} : mal placée", "{} : correcte")))),
            ONE,
        ),
        Case(
            "hashed names",
            page(
                board(
                    ONE,
                    spoken(
                        "class",
                        (
                            "tile e Tile-module_absent__x2",
                            "tile e Tile-module_present__a3",
                            "tile e Tile-module_correct__k1",
                        ),
                    ),
                )
            ),
            ONE,
        ),
        Case(
            "a name that all tiles have",
            page(
                board(
                    ONE,
                    lambda letter, digit: named(letter, digit).replace(
                        '"tile', '"select-none tile is-missing absent-font'
                    ),
                )
            ),
            ONE,
        ),
        Case("light colors", page(board(THREE, colored())), THREE),
        Case(
            "dark colors",
            page(
                board(THREE, colored(DARK)),
                "body { background: #121213; color: #fff } .e, .t { border-color: #3a3a3c }",
            ),
            THREE,
        ),
        Case("colors for color blindness", page(board(THREE, colored(CONTRAST))), THREE),
        Case("bluish gray", page(board(THREE, colored(SLATE))), THREE),
        Case("oklch", page(board(THREE, colored(OKLCH))), THREE),
        Case("gradients", page(board(THREE, colored(GRADIENT))), THREE),
        Case("one row by color alone", page(board(ONE, colored())), ONE),
        Case("green and yellow exchanged", page(board(THREE, swapped)), THREE, "doubtful"),
        Case(
            "green and yellow exchanged, one row",
            page(board(Game(("crane",), ("spiny",)), swapped)),
            Game(("crane",), ("spiny",)),
            "doubtful",
        ),
        Case(
            "names against colors",
            page(
                board(
                    ONE,
                    lambda letter, digit: (
                        named(letter, digit)
                        .replace(LIGHT[2], "#111111x")
                        .replace(LIGHT[1], LIGHT[2])
                        .replace("#111111x", LIGHT[1])
                    ),
                )
            ),
            ONE,
            "words",
        ),
        Case(
            "one color that may be either",
            page(board(Game(("stove",), ("spiny",)), colored(CONTRAST))),
            Game(("stove",), ("spiny",)),
            "doubtful",
        ),
        Case(
            "all gray, unnamed",
            page(board(Game(("blaze",), ("spiny",)), colored())),
            Game(("blaze",), ("spiny",)),
            "doubtful",
        ),
        Case(
            "all gray, named",
            page(board(Game(("blaze", "crank"), ("spiny",)))),
            Game(("blaze", "crank"), ("spiny",)),
        ),
        Case(
            "yellow alone, absent tiles without fill",
            page(board(Game(("stove",), ("spent",)), colored(("transparent", *LIGHT[1:])))),
            Game(("stove",), ("spent",)),
            "doubtful",
        ),
        Case(
            "yellow alone, absent tiles without fill, no green",
            page(board(Game(("ocean",), ("spent",)), colored(("transparent", *LIGHT[1:])))),
            Game(("ocean",), ("spent",)),
            "doubtful",
        ),
        Case(
            "absent tiles without fill",
            page(board(ONE, colored(("transparent", *LIGHT[1:])))),
            ONE,
            "doubtful",
        ),
        Case(
            "borders alone",
            page(
                board(
                    ONE,
                    lambda letter, digit: (
                        f'<p class="tile e" style="border-color: {LIGHT[int(digit)]}">{letter}</p>'
                        if digit
                        else named(letter, "")
                    ),
                )
            ),
            ONE,
            "words",
        ),
        Case(
            "colored letters",
            page(
                board(
                    ONE,
                    lambda letter, digit: (
                        f'<div class="tile e" style="color: {LIGHT[int(digit)]}">{letter}</div>'
                        if digit
                        else named(letter, "")
                    ),
                )
            ),
            ONE,
            "words",
        ),
        Case(
            "pseudo-elements",
            page(
                board(ONE, lambda letter, digit: f'<div class="tile p{digit}">{letter}</div>'),
                ".tile { position: relative } .p0::before, .p1::before, .p2::before "
                "{ content: ''; position: absolute; inset: 0; z-index: -1; background: #6aaa64 } "
                ".p0::before { background: #787c7e }",
            ),
            ONE,
            "words",
        ),
        Case(
            "pictures as fill",
            page(
                board(
                    ONE,
                    lambda letter, digit: (
                        f'<div class="tile" style="background: url(data:,{digit})">{letter}</div>'
                        if digit
                        else named(letter, "")
                    ),
                )
            ),
            ONE,
            "words",
        ),
    ]


def _built() -> list[Case]:
    narrow = Game(("milli", "livid"), ("limit",))
    return [
        Case("shadow roots", page(board(ONE, shadowed), "game-tile { display: block }"), ONE),
        Case(
            "a frame",
            page(f'<iframe width=500 height=600 srcdoc="{escape(page(board(ONE)))}"></iframe>'),
            ONE,
        ),
        Case("fields", page(board(ONE, typed_in)), ONE),
        Case("cards that have turned", page(board(THREE, flipping), FLIP), THREE),
        Case(
            "scaled",
            page(f'<div style="transform: scale(.5); transform-origin: 0 0">{board(ONE)}</div>'),
            ONE,
        ),
        Case("right to left", page(f'<div dir="rtl">{board(ONE)}</div>'), ONE),
        Case(
            "narrow letters in spans",
            page(
                board(
                    narrow,
                    lambda letter, digit: named(f"<span>{letter}</span>" if letter else "", digit),
                )
            ),
            narrow,
        ),
        Case(
            "a table",
            page(
                "<table>"
                + board(ONE)
                .replace('<div class="row">', "<tr>")
                .replace("</div></div>", "</td></tr>")
                .replace('<div class="tile', '<td class="tile')
                .replace("</div>", "</td>"),
                "table { border-spacing: 5px } td.tile { display: table-cell; text-align: center }",
            ),
            ONE,
        ),
        Case("rows that are not there yet", page(board(ONE, padded=False)), ONE),
        Case(
            "accents",
            page(board(Game(("sábio", "ágeis"), ("ágeis",)))),
            Game(("sábio", "ágeis"), ("ágeis",)),
        ),
        Case(
            "four letters",
            page(board(Game(("tale", "toil"), ("toss",)))),
            Game(("tale", "toil"), ("toss",)),
        ),
        Case(
            "eight letters",
            page(board(Game(("notaries", "mountain"), ("fountain",)))),
            Game(("notaries", "mountain"), ("fountain",)),
        ),
        Case(
            "Cyrillic letters",
            page(board(Game(("океан", "весна"), ("весло",)))),
            Game(("океан", "весна"), ("весло",)),
        ),
    ]


def _around() -> list[Case]:
    one, two = Game(("weary",), ("wants",)), Game(("weary", "pills"), ("wants",))
    dialog = 'role="dialog" style="position: fixed; inset: 40px; background: #fff"'
    help_ = f"<div {dialog}>{board(one, padded=False)}</div>"
    example = f'<section class="help">{board(two, padded=False)}</section>'
    half = Game(("crane", "slimy"), ("spiny",), "sp")
    full = Game(("crane", "slimy"), ("spiny",), "shine")
    first = Game((), ("spiny",), "crane")
    logo = (
        '<h1 class="row">'
        + "".join(
            f'<span class="tile" style="background: #6aaa64">{letter}</span>' for letter in "wordly"
        )
        + "</h1>"
    )
    return [
        Case("with a keyboard", page(board(ONE) + keyboard()), ONE),
        Case(
            "with a keyboard of German keys",
            page(
                board(ONE)
                + keyboard().replace(">z<", ">1<").replace(">y<", ">z<").replace(">1<", ">y<")
            ),
            ONE,
        ),
        Case("help open", page(help_ + board(ONE)), ONE),
        Case("an example on the page", page(board(ONE) + example), ONE),
        Case("a name in tiles", page(logo + board(ONE)), ONE),
        Case("half a row typed", page(board(half)), half),
        Case("a row typed", page(board(full)), full),
        Case("a row typed, by color", page(board(full, colored())), full),
        Case("the first row typed", page(board(first)), Game(("crane",), ("spiny",)), "words"),
        Case("mid-flip", page(board(ONE), MIDFLIP), ONE, "doubtful"),
        Case(
            "mid-flip, by color",
            page(
                board(
                    Game(("crane",), ("spiny",)),
                    lambda letter, digit: colored()(letter, digit if letter in "cra" else ""),
                ),
                MIDFLIP,
            ),
            Game(("crane",), ("spiny",)),
            "doubtful",
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
        Case("four boards by color", page(boards(FOUR, colored())), FOUR),
        Case("eight boards", page(boards(EIGHT)), EIGHT),
        Case(
            "eight boards, a row typed",
            page(boards(Game(EIGHT.guesses, EIGHT.answers, "ta", 13))),
            Game(EIGHT.guesses, EIGHT.answers, "ta", 13),
        ),
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
    letterless = boards(TWO).replace(board(TWO, number=0), board(Game((), ("mould",), tries=7)))
    return [
        Case("no game", page(OTHER_PAGES["words"]), Game((), ("spiny",)), "none"),
        Case("a keyboard alone", page(keyboard()), Game((), ("spiny",)), "none"),
        Case("an empty board", page(board(Game((), ("spiny",)))), Game((), ("spiny",)), "none"),
        Case(
            "a crossword",
            page(OTHER_PAGES["crossword"], ".yellow { background: #ffda00 }"),
            Game((), ("spiny",)),
            "gap none several",
        ),
        Case("a row that is hidden", page(missing), THREE, "gap"),
        Case("two games", page(board(ONE) + "<hr>" + other), ONE, "several"),
        Case("a board without letters", page(letterless), TWO, "letters several"),
        Case("letters in closed roots", page("<p>A game</p>"), ONE, "none"),
        Case(
            "two letters in one place",
            page(
                board(ONE).replace(
                    '<div class="row">',
                    '<div class="row"><div class="tile" style="position: absolute">x</div>',
                    1,
                )
            ),
            ONE,
            "gap",
        ),
    ]
