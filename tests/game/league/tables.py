"""A reader of chats that knows a site's names, but no keys, and the text form of its tables."""

from datetime import date

from wordle_web.game.league.chats import read_messages
from wordle_web.game.league.reading import ChatReading, OwnGames, Reader
from wordle_web.game.league.table import UNSURE, Table

FIRST_DAY = date(2025, 1, 1)
OWN = OwnGames(
    {
        "wordle-web": "",
        "wordle-web português": "pt/",
        "wordle-web · 4 boards": "boards/4/",
        "wordle-web · 4 spielfelder": "boards/4/",
        "wordle-web · 2 grilles à la suite": "boards/2/in-turn/",
        "wordle-web · 2 tableros en serie": "boards/2/in-turn/",
    },
    ("wordle-web absurd mode:", "wordle-web modo absurdo:"),
)


def reader(check_seal=lambda puzzle, seal, value, hinted: None) -> Reader:
    """Return a reader of a site without keys."""
    return Reader(OWN, check_seal, FIRST_DAY)


def read(text: str, **options) -> ChatReading:
    return reader(**options).read(read_messages(text))


def as_lines(table: Table) -> tuple[str, ...]:
    """Return the results of a table as in the corpus, where people without names are numbered."""
    numbers: dict[str, str] = {}
    lines = []
    for result, values in table.results.items():
        name = result.person
        if name.startswith("#"):
            name = numbers.setdefault(name, f"#{len(numbers) + 1}")
        elif name.startswith(UNSURE):  # a guess at the name, and the code of the result
            name = f"?{name[1:].rpartition(' ')[0]}"
        shown = " ".join(f"{value or 'X'}{'!' * values[value]}" for value in sorted(values))
        shown += " *" * (result in table.hard) + " 💡" * (result in table.hinted)
        lines.append(f"{name} | {table.games[result.game].name} | {result.number} | {shown}")
    return tuple(lines)
