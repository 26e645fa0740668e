"""The share text: a result as colored squares, without letters."""

from typing import Literal

from wordle_web.engine.feedback import marks_of
from wordle_web.game.rules import Game

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
