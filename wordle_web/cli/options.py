"""Shared by the commands: options for the words, output, errors."""

import functools
import json
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextvars import ContextVar
from dataclasses import dataclass, replace
from multiprocessing import get_context
from pathlib import Path
from typing import IO, Any

import click

from wordle_web.config.settings import Settings, SettingsError
from wordle_web.engine.boards.turns import BoardCountError, BoardsTurn
from wordle_web.engine.candidates import Belief, belief_of
from wordle_web.engine.feedback import LengthError, digits_of
from wordle_web.engine.knowledge import TurnError
from wordle_web.engine.lexicon import Lexicon, folder_of, lexicon_of, load_lexicon
from wordle_web.engine.row_parser import MAX_TEXT as MAX_ROWS_TEXT
from wordle_web.engine.row_parser import parse_rows
from wordle_web.engine.rows import HIDDEN, Position, Row
from wordle_web.engine.used_words import MAX_TEXT, FoundWords, UsedWords, find_used
from wordle_web.engine.words.letters import plain_letters, use_capitals_of
from wordle_web.engine.words.wordfiles import LexiconError, read_words

MAX_NAMED = 12  # words that are named as skipped
_BETWEEN = re.compile(r"\s*:\s*|\s+")  # a word and its marks
TASK: ContextVar[Callable[[Any], Any]] = ContextVar("TASK")  # of forked processes
ListFile = click.Path(exists=True, dir_okay=False, path_type=Path)

hard_option = click.option("--hard", is_flag=True, help="Play in hard mode.")
mode_option = click.option(
    "--mode",
    default="real",
    show_default=True,
    help="Answers to assume: real (any word, likely ones first) or a pool such as normal.",
)
used_option = click.option(
    "--used",
    type=ListFile,
    help="Text file with past answers of another game, weighted 0.1; where each has its date or "
    "number, the oldest sixth weighs 0.45 and the others 0.03, since old answers return.",
)
possible_option = click.option(
    "--possible",
    type=ListFile,
    help="Text file with the possible answers of another game: all alike, other words 0.01.",
)
seed_option = click.option("--seed", default=1, show_default=True, help="Random seed.")


class CommandError(click.ClickException):  # says what happened, as a command prints it
    """A command that cannot be carried out: one sentence, and exit status 2.

    Attributes:
        facts: What a program is given beside the sentence, such as corrections of a row.
        as_json: Whether to print JSON, to standard output like a result.
    """

    exit_code = 2

    def __init__(self, message: str, **facts: object) -> None:
        """Keep the sentence and the facts."""
        super().__init__(message)
        self.facts = facts
        self.as_json = False

    def show(self, file: IO[Any] | None = None) -> None:
        """Print the sentence."""
        if self.as_json:
            found = {"error": self.format_message(), **self.facts}
            click.echo(json.dumps(found, ensure_ascii=False), file=file)
        else:
            click.echo(f"wordle-web: {self.format_message()}", file=file, err=file is None)


class CommandGroup(click.Group):
    """A group of commands that report any error in one sentence and exit with 2."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read the arguments; with `--json` errors of any command are JSON as well."""
        ctx.meta["json"] = "--json" in args
        return super().parse_args(ctx, args)

    def invoke(self, ctx: click.Context) -> Any:
        """Run the chosen command.

        Raises:
            CommandError: The arguments, rows, files or settings are wrong.
        """
        try:
            return super().invoke(ctx)
        except CommandError as error:
            error.as_json = ctx.meta["json"]
            raise
        except click.UsageError as error:
            failure = CommandError(error.format_message())
            failure.as_json = ctx.meta["json"]
            raise failure from error
        except (BoardCountError, LexiconError, TurnError, LengthError, SettingsError) as error:
            failure = CommandError(str(error))
            failure.as_json = ctx.meta["json"]
            raise failure from error


@dataclass(frozen=True, slots=True)
class Words:
    """The words a command works with.

    Attributes:
        lexicon: A lexicon by name, or one made of the user's own lists.
        is_own: Whether it is made of the user's own lists; all answers are then equally likely.
    """

    lexicon: Lexicon
    is_own: bool

    def belief(self, mode: str, used: Path | None = None, possible: Path | None = None) -> Belief:
        """Return the belief of a mode; lists of one's own have only their answers to believe.

        Args:
            mode: "real" or the name of a pool.
            used: A text file with past answers.
            possible: A text file with possible answers, which take the place of the mode.

        Raises:
            CommandError: A file has no word of the lexicon, or is too long.
        """
        past = UsedWords().with_found(self._found(used)).weights if used else {}
        if possible:
            return belief_of(self.lexicon, "real", past, self._found(possible).words)
        return belief_of(self.lexicon, "pool" if self.is_own else mode, past)

    def _found(self, file: Path) -> FoundWords:
        text = file.read_text(encoding="utf-8", errors="replace")
        if len(text) > MAX_TEXT:
            raise CommandError(f"{file} is too long: at most {MAX_TEXT // 1024} kB are read.")
        found = find_used(text, self.lexicon)
        if not found.words:
            raise CommandError(f"{file} has no word of {self.lexicon.name}.")
        if found.unknown:
            named = " ".join(found.unknown[:MAX_NAMED])
            more = " …" if len(found.unknown) > MAX_NAMED else ""
            # Not among the results, which may be piped.
            click.echo(f"Skipped, not in {self.lexicon.name}: {named}{more}", err=True)
        return found

    def facts(self, belief: Belief) -> dict[str, object]:
        """Return which words a command believes in: lexicon, mode and number of past answers."""
        mode = "normal" if belief.name == "pool" else belief.name
        mode = "possible" if belief.is_listed else mode
        return {"lexicon": self.lexicon.name, "mode": mode, "used": len(belief.used)}

    def line(self, belief: Belief) -> str:
        """Return the same for a person."""
        facts = self.facts(belief)
        is_even = belief.is_listed or belief.name != "real"
        likely = "all equally likely" if is_even else "likely answers first"
        used = f"; {facts['used']:,} past answers weigh less" if belief.used else ""
        return f"Word list: {facts['lexicon']}; answers: {facts['mode']}, {likely}{used}"

    def position(self, rows: Sequence[str], count: int, *, in_turn: bool) -> Position:
        """Return the position in `rows`.

        Those of one board are in any notation that the helper's page reads; those of several have
        the marks of each board, `-` for one that shows none.

        Raises:
            CommandError: A row cannot be read or lacks something, or the text is too long.
        """
        length = self.lexicon.length
        position = Position((), count, length, in_turn)
        if count == 1:
            return position.with_rows(self._rows("\n".join(rows)))
        # As given: a board that shows no marks says nothing, whatever the others show.
        return replace(position, rows=tuple(_row_of_boards(row, length, count) for row in rows))

    def _rows(self, text: str) -> tuple[Row, ...]:
        length = self.lexicon.length
        if not text.strip():
            return ()
        if len(text) > MAX_ROWS_TEXT:
            raise CommandError(f"the rows are too long: at most {MAX_ROWS_TEXT:,} characters.")
        found = parse_rows(text, length, self.lexicon)
        for error in found.errors:
            if error.kind == "marks":
                reason = f"{error.text!r} needs {length} marks: 0 gray, 1 yellow, 2 green."
            elif error.kind == "boards":
                reason = f"{error.text!r} has several boards side by side."
            elif error.kind == "both":
                reason = f"{error.text!r} can be a word or marks. Write marks as 0, 1 and 2."
            elif error.kind == "word":
                reason = f"{error.text!r} is not a {length}-letter word."
            else:
                reason = f"write a guess with its marks, such as crane:01002, not {error.text!r}."
            raise CommandError(reason)
        odd = next((row for row in found.rows if not row.guess or row.is_waiting), None)
        if odd is not None:
            missing = "marks" if odd.guess else "a word"
            raise CommandError(
                f"{(odd.guess or odd.marks[0])!r} needs {missing}, as in crane:01002."
            )
        return found.rows

    def check(self, word: str) -> str:
        """Return a word in lower case, without accents that the words lack, if it has their length.

        Raises:
            CommandError: It has not.
        """
        plain = plain_letters(word, self.lexicon.alphabet)
        if len(plain) != self.lexicon.length or not plain.isalpha():
            raise CommandError(f"{word!r} is not a {self.lexicon.length}-letter word.")
        return plain.lower()


def _row_of_boards(row: str, length: int, count: int) -> Row:
    example = f"{'crane':.{length}}:{'.'.join(['0' * length] * 2)}"
    try:
        turn = BoardsTurn.parse(_BETWEEN.sub(":", row.strip(), count=1))
    except TurnError as error:
        raise CommandError(
            f"write a guess with the marks of each board, such as {example}, not {row[:60]!r}. "
            "Marks are 0 gray, 1 yellow, 2 green; - is a board that is already solved."
        ) from error
    if len(turn.guess) != length:
        raise CommandError(f"{turn.guess!r} is not a {length}-letter word.")
    given = len(turn.patterns)
    if given != count:
        raise CommandError(
            f"{row[:60]!r} has marks of {given} board{'s' * (given > 1)}, "
            f"but there are {count}. Write - for a board that is already solved."
        )
    marks = (HIDDEN if each is None else digits_of(each, length) for each in turn.patterns)
    return Row(turn.guess, tuple(marks))


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
        folder = folder_of(lexicon.rpartition("-")[0], settings.lexicons)
        found = load_lexicon(lexicon, folder)
        use_capitals_of(found.alphabet)
        return Words(found, False)
    allowed = read_words(guesses) if guesses else ()
    return Words(lexicon_of(read_words(answers), allowed), True)


def show(as_json: bool, found: object, lines: Sequence[str]) -> None:
    """Print `found` as JSON, or its `lines` for a person."""
    click.echo(json.dumps(found, ensure_ascii=False) if as_json else "\n".join(lines))


def forked(task: Callable[[Any], Any], items: Iterable[Any], processes: int) -> Iterator[Any]:
    """Yield what `task` makes of each item, in order, so many at once."""
    if processes == 1:
        yield from map(task, items)
        return
    # Forked, so that words and patterns are shared with the parent without a copy.
    with ProcessPoolExecutor(processes, get_context("fork"), TASK.set, (task,)) as pool:
        yield from pool.map(_run, items)


def _run(item: Any) -> Any:
    return TASK.get()(item)


def refuse_with_boards(is_given: bool, option: str) -> None:
    """Refuse an option that several boards do not have.

    Raises:
        CommandError: It was given.
    """
    if is_given:
        raise CommandError(f"{option} is for one board only. Leave it out.")


def refuse_without_boards(is_given: bool, option: str) -> None:
    """Refuse an option that one board does not have.

    Raises:
        CommandError: It was given.
    """
    if is_given:
        raise CommandError(f"{option} is for several boards only.")
