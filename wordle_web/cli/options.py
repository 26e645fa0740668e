"""Shared by the commands: options for the words, output, errors."""

import functools
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

import click

from wordle_web.config.settings import Settings, SettingsError
from wordle_web.engine.candidates import Belief, belief_of
from wordle_web.engine.feedback import LengthError
from wordle_web.engine.knowledge import Turn, TurnError
from wordle_web.engine.lexicon import Lexicon, lexicon_of, load_lexicon
from wordle_web.engine.wordfiles import LexiconError, read_words

ListFile = click.Path(exists=True, dir_okay=False, path_type=Path)

hard_option = click.option("--hard", is_flag=True, help="Play in hard mode.")
mode_option = click.option(
    "--mode",
    default="real",
    show_default=True,
    help="Answers to assume: real (any word, likely ones first) or a pool such as normal.",
)
seed_option = click.option("--seed", default=1, show_default=True, help="Random seed.")


class CommandError(click.ClickException):
    """A command that cannot be carried out: one sentence, and exit status 2."""

    exit_code = 2

    def show(self, file: IO[Any] | None = None) -> None:
        """Print the sentence."""
        click.echo(f"wordle-web: {self.format_message()}", file=file, err=file is None)


class CommandGroup(click.Group):
    """A group of commands that report any error in one sentence and exit with 2."""

    def invoke(self, ctx: click.Context) -> Any:
        """Run the chosen command.

        Raises:
            CommandError: The arguments, rows, files or settings are wrong.
        """
        try:
            return super().invoke(ctx)
        except click.UsageError as error:
            raise CommandError(error.format_message()) from error
        except (LexiconError, TurnError, LengthError, SettingsError) as error:
            raise CommandError(str(error)) from error


@dataclass(frozen=True, slots=True)
class Words:
    """The words a command works with.

    Attributes:
        lexicon: A lexicon by name, or one made of the user's own lists.
        is_own: Whether it is made of the user's own lists; all answers are then equally likely.
    """

    lexicon: Lexicon
    is_own: bool

    def belief(self, mode: str) -> Belief:
        """Return the belief of a mode; the user's own lists have only one."""
        return belief_of(self.lexicon, "pool" if self.is_own else mode)

    def turns(self, rows: Sequence[str]) -> tuple[Turn, ...]:
        """Return the turns written as rows such as `crane:01002`.

        Raises:
            TurnError: A row is malformed.
            CommandError: A row has another length.
        """
        turns = tuple(Turn.parse(row.lower()) for row in rows)
        for turn in turns:
            self.check(turn.guess)
        return turns

    def check(self, word: str) -> str:
        """Return a word in lower case if it has the right number of letters.

        Raises:
            CommandError: It has not.
        """
        if len(word) != self.lexicon.length or not word.isalpha():
            raise CommandError(f"{word!r} is not a {self.lexicon.length}-letter word.")
        return word.lower()


def with_words(command: Callable[..., None]) -> Callable[..., None]:
    """Add the options that choose the words, pass these to the command first, and add `--json`."""

    @click.option(
        "--lexicon", default="english-5", show_default=True, help="Name of the word list."
    )
    @click.option(
        "--answers", type=ListFile, help="File of answers, one per line; replaces --lexicon."
    )
    @click.option(
        "--guesses",
        type=ListFile,
        help="File of other allowed guesses, one per line; needs --answers.",
    )
    @click.option("--json", "as_json", is_flag=True, help="Print JSON.")
    @functools.wraps(command)
    def run(lexicon: str, answers: Path | None, guesses: Path | None, **options: Any) -> None:
        command(load_words(lexicon, answers, guesses), **options)

    return run


def load_words(lexicon: str, answers: Path | None, guesses: Path | None) -> Words:
    """Return the words that the options select.

    Raises:
        CommandError: There are guesses without answers.
        LexiconError: A list cannot be read, or there is no such lexicon.
    """
    settings = Settings.from_environment()
    if answers is None:
        if guesses is not None:
            raise CommandError("--guesses needs --answers. Add a file of answers.")
        return Words(load_lexicon(lexicon, settings.lexicons), False)
    allowed = read_words(guesses) if guesses else ()
    return Words(lexicon_of(read_words(answers), allowed), True)


def show(as_json: bool, found: object, lines: Sequence[str]) -> None:
    """Print `found` as JSON, or its `lines` for a person."""
    click.echo(json.dumps(found, ensure_ascii=False) if as_json else "\n".join(lines))
