"""The share text: a result as colored squares, without letters."""

from typing import Literal

from wordle_web.engine.feedback import marks_of
from wordle_web.game.rules import Game

MISS = "🟥"
KEYCAP = "\N{VARIATION SELECTOR-16}\N{COMBINING ENCLOSING KEYCAP}"
CLOCKS = "🕛🕐🕑🕒🕓🕔🕕🕖🕗🕘🕙🕚"  # 11 is 🕚, 12 🕛, 13 🕐
TWO_DIGITS_FROM = 16  # boards

GridTheme = Literal["light", "dark"]
Contrast = Literal["normal", "high"]


def share_text(
    game: Game,
    title: str,
    *,
    theme: GridTheme = "light",
    contrast: Contrast = "normal",
    link: str = "",
) -> str:
    """Return the text that shares a finished game.

    Args:
        game: The game; shared as lost unless it is won.
        title: The name of the puzzle, for example from `daily_title`.
        theme: Absent letters are white squares in the light theme, black in the dark one.
        contrast: "high" uses orange and blue squares.
        link: Added below the grid unless empty.

    >>> print(share_text(Game("crane", ("slate", "crane")), daily_title("Wordle-web", 1234)))
    Wordle-web 1,234 2/6
    <BLANKLINE>
    ⬜⬜🟩⬜🟩
    🟩🟩🟩🟩🟩
    """
    tries = str(len(game.guesses)) if game.is_won else "X"
    headline = f"{title} {tries}/{game.tries}" + "*" * game.hard
    lines = [headline, "", *grid(game, theme, contrast)]
    return "\n".join([*lines, "", link] if link else lines)


def daily_title(site: str, number: int) -> str:
    """Return the title of a shared daily game.

    >>> daily_title("Wordle-web", 1234)
    'Wordle-web 1,234'
    """
    return f"{site} {number:,}"


def grid(game: Game, theme: GridTheme = "light", contrast: Contrast = "normal") -> tuple[str, ...]:
    """Return one line of squares for each guess."""
    absent = "⬜" if theme == "light" else "⬛"
    present, correct = "🟦🟧" if contrast == "high" else "🟨🟩"
    squares = (absent, present, correct)
    return tuple(
        "".join(squares[mark] for mark in marks_of(pattern, game.length))
        for pattern in game.patterns
    )


def boards_text(game: Game, title: str, *, link: str = "") -> str:
    """Return the text that shares a finished game of several boards, as players know it.

    Each board has the number of the guess that solved it, or a red square; two boards a line, or
    four where numbers have two digits. A lost game says so behind its title.

    >>> game = Game("crane", ("slate", "crane"), others=("slate", "orbit", "truss"), tries=9)
    >>> print(boards_text(game, "Wordle-web 4 boards 31"))
    Wordle-web 4 boards 31 X/9
    2️⃣1️⃣
    🟥🟥
    """
    has_two_digits = len(game.answers) >= TWO_DIGITS_FROM
    write = _two_keycaps if has_two_digits else _clock_or_keycap
    results = [
        write(len(board.guesses)) if board.is_won else MISS * (1 + has_two_digits)
        for board in game.boards
    ]
    across, space = (4, " ") if has_two_digits else (2, "")
    starts = range(0, len(results), across)
    lines = [space.join(results[start : start + across]) for start in starts]
    headline = title if game.is_won else f"{title} X/{game.tries}"
    return "\n".join([headline, *lines, *([link] if link else [])])


def _clock_or_keycap(number: int) -> str:
    if number < 10:
        return f"{number}{KEYCAP}"
    return "🔟" if number == 10 else CLOCKS[number % 12]


def _two_keycaps(number: int) -> str:
    return "".join(f"{digit}{KEYCAP}" for digit in f"{number:02}")


def board_results(game: Game) -> tuple[str, ...]:
    """Return in which guess each board was solved, or X.

    >>> board_results(Game("crane", ("slate", "crane"), others=("slate", "orbit")))
    ('2', '1', 'X')
    """
    boards = game.boards
    return tuple(str(len(board.guesses)) if board.is_won else "X" for board in boards)
