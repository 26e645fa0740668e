"""The command that reads a screenshot."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import click

from wordle_web.cli.options import CommandError, ListFile, show
from wordle_web.engine.lexicon import Lexicon, lexicon_names, load_lexicon
from wordle_web.engine.reading.reader import BoardReading, DeadlineError
from wordle_web.screenshots import MAX_BYTES, ScreenshotError, read_screenshot


@click.command()
@click.argument("screenshot", type=ListFile)
@click.option(
    "--lexicon",
    "names",
    multiple=True,
    metavar="NAME",
    help="Word list, such as english-5; repeatable. Default: all that are built in.",
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def read(screenshot: Path, names: Sequence[str], as_json: bool) -> None:
    """Read the rows and colors of a game from a screenshot (PNG, JPEG or WebP).

    Rows are printed as suggest takes them. Letters and colors that are not sure are listed.
    """
    boards = _boards(screenshot, [load_lexicon(name) for name in names or lexicon_names()])
    facts = {"boards": [_facts(board) for board in boards]}
    lines = [line for number, board in enumerate(boards, 1) for line in _lines(number, board)]
    show(as_json, facts, lines or ["No board found."])


def _boards(path: Path, lexicons: Sequence[Lexicon]) -> tuple[BoardReading, ...]:
    """Return the boards of a file.

    Raises:
        CommandError: it cannot be read.
    """
    try:
        with path.open("rb") as file:
            # One byte more than is allowed says that there are too many.
            return read_screenshot(file.read(MAX_BYTES + 1), lexicons)
    except OSError as error:
        raise CommandError(f"{path}: {error.strerror}") from error
    except (ScreenshotError, DeadlineError) as error:
        raise CommandError(f"{path}: {error}") from error


def _facts(board: BoardReading) -> dict[str, Any]:
    return {
        "length": board.length,
        "rows": [list(row) for row in board.rows],
        "typed": board.typed,
        "doubtful": [list(tile) for tile in board.doubtful],
    }


def _lines(number: int, board: BoardReading) -> Iterator[str]:
    if number > 1:
        yield ""
        yield f"Board {number}"
    for word, digits in board.rows:
        yield f"{word}:{digits}"
    if board.typed:
        yield f"typed: {board.typed}"
    for row, column in board.doubtful:
        yield f"not sure: row {row + 1}, letter {column + 1}"
