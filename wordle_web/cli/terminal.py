"""Interactive commands: a game to play, and help with a game elsewhere.

Both read lines from a person or a program until the game is over or the input ends. Their output
shows marks as brackets too, so it needs no colors.
"""

import secrets
import sys
from collections.abc import Iterator
from contextlib import suppress
from typing import Any, Final, Literal

import click

from wordle_web.as_json import advice_json
from wordle_web.cli import options
from wordle_web.cli.games import no_match, rows_in, solved_in
from wordle_web.cli.options import CommandError, Words, say, show
from wordle_web.config.settings import Settings
from wordle_web.engine.advice import Advice, advise
from wordle_web.engine.feedback import all_correct, pattern_from_digits
from wordle_web.engine.hard_mode import HardMode
from wordle_web.engine.knowledge import Turn, learn
from wordle_web.engine.letters import capitals
from wordle_web.engine.lexicon import Lexicon
from wordle_web.engine.rows import Position, Row
from wordle_web.game.errors import HardModeError, RefusalError
from wordle_web.game.rules import Game
from wordle_web.game.rules import play as play_guess
from wordle_web.game.share import share_text

MAX_LINE: Final = 1_000  # characters read per line
MAX_NAMED: Final = 12  # maximum number of remaining words that are listed
TAKE_BACK: Final[Literal["-"]] = "-"
# Formats of a letter by mark, and colors by mark for terminals that support them.
TILES: Final = (" {} ", "({})", "[{}]")
COLORS: Final[tuple[dict[str, Any], ...]] = (
    {"fg": "white", "bg": "bright_black"},
    {"fg": "black", "bg": "yellow"},
    {"fg": "black", "bg": "green"},
)
LEGEND: Final = "[E] right spot, (E) wrong spot, E not in the word."


def ask(prompt: str) -> str | None:
    """Return the next line of input; None at the end of the input, or after Ctrl-C.

    The prompt is shown only if the input is a terminal.
    """
    is_person = sys.stdin.isatty()
    with suppress(KeyboardInterrupt, EOFError):
        if is_person:
            say(prompt, nl=False)
        line = sys.stdin.readline(MAX_LINE)
        if line:
            return line.strip()
    if is_person:
        say("")
    return None


def tiles(turn: Turn, alphabet: str) -> str:
    """Return a guess with its marks, as brackets and as colors."""
    return "".join(
        click.style(TILES[mark].format(capitals(letter, alphabet)), **COLORS[mark])
        for letter, mark in turn.tiles
    )


@click.command()
@click.option("--pool", default="normal", show_default=True, help="Pool to draw the word from.")
@options.hard
@options.with_words
def play(words: Words, pool: str, hard: HardMode, as_json: bool) -> None:
    """Play a game with a random word: type guesses, one per line.

    With --json, a line of JSON answers every guess, and another one ends the game.
    """
    lexicon = words.lexicon
    game = Game(secrets.choice(lexicon.pool(pool).words), hard=hard)
    answer = words.capitals(game.answer)
    if not as_json:
        mode = f", in {hard.label}" if hard else ""
        say(f"Guess the {lexicon.length}-letter word in {game.tries} tries{mode}. Ctrl-D ends it.")
        say(LEGEND)
    while not game.is_over:
        text = ask("" if as_json else f"Guess {game.turn} of {game.tries}: ")
        if text is None:
            show(as_json, end_of(game), [f"The word was {answer}. Goodbye."])
            return
        if not text:
            continue
        try:
            game = play_guess(game, text, lexicon)
        except RefusalError as error:
            show(as_json, {"error": str(error)}, [f"{error}.", *rule_of(error)])
            continue
        turn, left = game.turns[-1], game.tries - len(game.guesses)
        facts = {"guess": turn.guess, "marks": turn.digits}
        show(
            as_json,
            {**facts, "guesses_left": left},
            [tiles(turn, lexicon.alphabet), *absent_line(game, lexicon)],
        )
    result = f"The word was {answer}."
    if game.is_won:
        result = f"Solved in {len(game.guesses)} of {game.tries}."
    share = share_text(game, Settings.from_environment().site_name, theme="dark")
    show(as_json, {**end_of(game), "share": share}, [result, "", share])


def end_of(game: Game) -> dict[str, Any]:
    """Return the answer, the result and the guesses of a game, for JSON."""
    return {"answer": game.answer, "solved": game.is_won, "guesses": list(game.guesses)}


def rule_of(error: RefusalError) -> list[str]:
    """Return the hard-mode rule that a guess breaks, as a line; empty for other errors."""
    return [error.rule % vars(error)] if isinstance(error, HardModeError) else []


def absent_line(game: Game, lexicon: Lexicon) -> list[str]:
    """Return a line with the guessed letters that are not in the word.

    Empty if there are none, or if the game is over.
    """
    if game.is_over:
        return []
    known = learn(game.turns, lexicon.length, lexicon.alphabet)
    letters = sorted({*known.cannot_contain} & {*"".join(game.guesses)})
    shown = capitals(" ".join(letters), lexicon.alphabet)
    return [f"Not in the word: {shown}"] if letters else []


@click.command()
@options.hard
@options.mode
@options.used
@options.possible
@options.with_words
def assist(words: Words, hard: HardMode, as_json: bool) -> None:
    """Help with a game elsewhere: suggest a guess, read its marks, until the word is solved.

    Type the marks as 01002, _?__! or bybbg (black, yellow, green); another guess with its marks as
    crane 01002; - takes back the last row. With --json, every suggestion is a line of JSON.
    """
    lexicon, rows = words.lexicon, tuple[Row, ...]()
    if not as_json:
        say("Marks: 0 or _ gray, 1 or ? yellow, 2 or ! green. With another guess than ours: crane")
        say(f"01002. {TAKE_BACK} takes the last row back, Ctrl-D ends it.")
    while True:
        position = Position(rows, 1, lexicon.length)
        advice = advise(lexicon, position, words.belief, hard=hard)
        if advice.contradictory:
            # Remove the last row, so that its marks can be typed again.
            print_error(no_match(advice), as_json)
            rows = rows[:-1]
            continue
        show(as_json, advice_json(advice), suggestion_lines(advice, words))
        row = next_row(advice.guess or "", lexicon, as_json)
        if row is None:
            show(as_json, {"solved": False, "guesses": len(rows)}, ["Goodbye."])
            return
        if row == TAKE_BACK:
            rows = rows[:-1]
            continue
        rows = (*rows, Row.of(row))
        if not as_json:
            say(tiles(row, lexicon.alphabet))
        if row.pattern == all_correct(lexicon.length):
            show(as_json, {"solved": True, "guesses": len(rows)}, [solved_in(len(rows))])
            return


def suggestion_lines(advice: Advice, words: Words) -> Iterator[str]:
    """Yield lines with the number of candidates and the best guess."""
    board = advice.boards[0]
    count = f"{board.candidates:,} word{'s' * (board.candidates != 1)} left"
    named = [words.capitals(word) for word in board.remaining.words[:MAX_NAMED]]
    if board.candidates <= len(named):
        yield f"{count}: {' '.join(named)}"
    else:
        yield f"{board.likely:,} likely of {count}"
    yield f"Best next guess: {words.capitals(advice.guess or '')}"


def next_row(guess: str, lexicon: Lexicon, as_json: bool) -> Turn | Literal["-"] | None:
    """Read the marks of a guess, or another word with its marks, and return the turn.

    Returns None at the end of the input, and `-` to remove the last row.
    """
    while True:
        text = ask("" if as_json else f"Marks for {capitals(guess, lexicon.alphabet)}: ")
        if text is None:
            return None
        if text == TAKE_BACK:
            return TAKE_BACK
        if not text:
            continue
        try:
            row, *others = rows_in(text, lexicon)
        except CommandError as error:
            print_error(error, as_json)
            continue
        if others:
            print_error(CommandError("one row at a time, please."), as_json)
            continue
        guess = row.guess or guess
        if not row.is_waiting:
            return Turn(guess, pattern_from_digits(row.marks[0]))


def print_error(error: CommandError, as_json: bool) -> None:
    """Print an error as a sentence, or as JSON."""
    sentence = error.format_message()
    show(as_json, {"error": sentence, **error.facts}, [sentence[:1].upper() + sentence[1:]])
