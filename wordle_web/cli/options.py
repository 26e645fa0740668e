"""Shared parts of the commands: the word lists, output and errors."""

import functools
import json
import os
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import IO, Any, Literal

import click

from wordle_web.config.settings import Settings, SettingsError
from wordle_web.engine.boards.state import MAX_BOARDS, MIN_BOARDS, BoardCountError
from wordle_web.engine.candidates import Belief, belief_of
from wordle_web.engine.feedback import LengthError
from wordle_web.engine.hard_mode import HardMode
from wordle_web.engine.knowledge import TurnError
from wordle_web.engine.letters import capitals, plain_letters
from wordle_web.engine.lexicon import (
    Lexicon,
    folder_of,
    lexicon_names,
    lexicon_of,
    load_lexicon,
)
from wordle_web.engine.used_words import MAX_TEXT, AnswerList, UsedWords, parse_answer_list
from wordle_web.engine.wordfiles import LexiconError, read_words
from wordle_web.game.puzzles.days import FIRST_ZONE, with_pool_versions

MAX_NAMED = 12  # maximum number of skipped words that are listed
# Errors that a command reports as one sentence, like `CommandError`.
ERRORS = (BoardCountError, LexiconError, TurnError, LengthError, SettingsError)
ListFile = click.Path(exists=True, dir_okay=False, path_type=Path)

hard = click.option(
    "--hard",
    type=click.Choice(HardMode, case_sensitive=False),
    is_flag=False,
    flag_value=HardMode.ON,
    default=HardMode.OFF,
    help="Hard mode; ultra: every guess must fit all colors.",
)
as_json = click.option("--json", "as_json", is_flag=True, help="Print JSON.")
mode = click.option(
    "--mode",
    default="real",
    show_default=True,
    help="Answers to assume: real (any word, likely ones first) or a pool such as normal.",
)
used = click.option(
    "--used",
    "used_words",
    type=ListFile,
    help="Text file with past answers of another game, weighted 0.1; if they have dates or "
    "numbers, the oldest sixth weighs 0.45 and the others 0.03, since old answers return.",
)
possible = click.option(
    "--possible",
    type=ListFile,
    help="Text file with the possible answers of another game, equally likely; other words weigh "
    "0.01.",
)
seed = click.option("--seed", default=1, show_default=True, help="Random seed.")
boards = click.option(
    "--boards",
    type=click.IntRange(MIN_BOARDS, MAX_BOARDS),
    help="Number of boards, 2 to 32. Default: one.",
)
in_turn = click.option(
    "--in-turn",
    is_flag=True,
    help="With several boards: only the first unsolved board shows its marks.",
)


class CommandError(click.ClickException):
    """Raised when a command cannot be carried out; shown as one sentence, with exit status 2."""

    exit_code = 2

    def __init__(self, message: str, **facts: object) -> None:
        """Store the sentence and the facts."""
        super().__init__(message)
        context = click.get_current_context(silent=True)
        self.facts = facts  # more fields of the JSON, such as corrections of a row
        # Errors in JSON go to standard output, like results.
        self.as_json = context is not None and context.meta.get("json", False)

    def show(self, file: IO[Any] | None = None) -> None:
        """Print the sentence on standard error, or print JSON with the facts."""
        if self.as_json:
            facts = {"error": self.format_message(), **self.facts}
            click.echo(json.dumps(facts, ensure_ascii=False), file=file)
        else:
            click.echo(f"wordle-web: {self.format_message()}", file=file, err=file is None)


@dataclass(frozen=True, slots=True)
class Words:
    """The lexicon of a command, and how likely it assumes each word to be the answer."""

    lexicon: Lexicon  # a named lexicon, or one made from custom lists
    belief: Belief  # with custom lists, all answers are equally likely
    possible: Path | None = None  # the file of possible answers; None without --possible
    is_own: bool = False  # whether the lexicon is made from custom lists

    @property
    def facts(self) -> dict[str, object]:
        """The lexicon, the mode and the number of past answers, for JSON."""
        mode = "normal" if self.belief.name == "pool" else self.belief.name
        mode = "possible" if self.belief.is_listed else mode
        return {"lexicon": self.lexicon.name, "mode": mode, "used": len(self.belief.used_words)}

    @property
    def line(self) -> str:
        """The facts as a line of text."""
        facts = self.facts
        likely = "likely answers first" if facts["mode"] == "real" else "all equally likely"
        weighted = f"; {facts['used']:,} past answers weigh less" if self.belief.used_words else ""
        return f"Word list: {facts['lexicon']}; answers: {facts['mode']}, {likely}{weighted}"

    def capitals(self, text: str) -> str:
        """Return a text in capitals, by the rules of the words' language."""
        return capitals(text, self.lexicon.alphabet)

    def check(self, word: str) -> str:
        """Return a word in lower case, without accents that no word of the lexicon has.

        Raises:
            CommandError: the word has another length, or characters other than letters.
        """
        plain = plain_letters(word, self.lexicon.alphabet)
        if len(plain) != self.lexicon.length or not plain.isalpha():
            raise CommandError(not_of_length(word, self.lexicon))
        return plain.lower()

    def check_answer(self, word: str) -> str:
        """Return a word as `check` does, and check that it can be the answer.

        Raises:
            CommandError: the word is refused by `check`, or cannot be the answer. The message
                suggests a list or an option.
        """
        answer, name = self.check(word), self.lexicon.name
        place = self.lexicon.index(answer)
        if place is None and self.is_own:
            raise CommandError(f"{word!r} is in neither of your lists. Add it to --answers.")
        if place is None:
            own = "Check its spelling, or use a list of your own with --answers FILE."
            advice = try_list(word, self.lexicon) or own
            raise CommandError(f"{word!r} is not in the word list {name}. {advice}")
        if self.belief.weights[place]:
            return answer
        if self.is_own:
            raise CommandError(f"{word!r} is only a guess in your lists. Add it to --answers.")
        pool = self.facts["mode"]
        raise CommandError(
            f"{word!r} is in {name}, but not among its {pool} answers. Try --mode real."
        )


def not_of_length(word: str, lexicon: Lexicon) -> str:
    """Return the error message for a word of the wrong length; it suggests a list with the word."""
    advice = try_list(word, lexicon)
    return f"{word!r} is not a {lexicon.length}-letter word.{advice and ' '}{advice}"


def try_list(word: str, lexicon: Lexicon) -> str:
    """Return a sentence that suggests a built-in list with the word; empty if there is none.

    Lists in the language of `lexicon` come first, then lists that have the word's accents.
    """
    names = (name for name in lexicon_names() if name.endswith(f"-{len(word)}"))
    lists: list[tuple[bool, bool, str]] = []
    for other in map(load_lexicon, names):
        plain = plain_letters(word, other.alphabet)
        if other.name != lexicon.name and plain.lower() in other:
            lists.append((other.language != lexicon.language, plain != word, other.name))
    return f"Try --lexicon {min(lists)[-1]}." if lists else ""


def _in_use(lexicon: Lexicon, settings: Settings) -> Lexicon:
    """Return a lexicon with the pools of past and current games, without future pools."""
    zone = settings.zone if settings.day == "site" else FIRST_ZONE
    latest, epochs = datetime.now(zone).date(), settings.epochs
    versions = [epoch.pool_version for epoch in epochs if epoch.first_day <= latest] or [
        epochs[0].pool_version if epochs else 1
    ]
    return with_pool_versions(lexicon, frozenset(versions))


def _words_in(file: Path, lexicon: Lexicon) -> AnswerList:
    text = file.read_text(encoding="utf-8", errors="replace")
    if len(text) > MAX_TEXT:
        raise CommandError(f"{file} is too long: at most {MAX_TEXT // 1024} kB are read.")
    answers = parse_answer_list(text, lexicon)
    if not answers.words:
        raise CommandError(f"{file} has no word of {lexicon.name}.")
    if answers.unknown:
        named = " ".join(answers.unknown[:MAX_NAMED])
        more = " …" if len(answers.unknown) > MAX_NAMED else ""
        # Use standard error, since the results may be piped.
        click.echo(f"Skipped, not in {lexicon.name}: {named}{more}", err=True)
    return answers


def with_words(command: Callable[..., None]) -> Callable[..., None]:
    """Add `--json` and the options for choosing words; pass the words as the first argument.

    If a command has `--mode`, `--used` or `--possible`, these set the belief.
    """

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
    @as_json
    @functools.wraps(command)
    def run(
        lexicon: str,
        answers: Path | None,
        guesses: Path | None,
        mode: str | None = None,
        used_words: Path | None = None,
        possible: Path | None = None,
        **options: Any,
    ) -> None:
        settings = Settings.from_environment()
        if answers is not None:
            known = lexicon_of(read_words(answers), read_words(guesses) if guesses else ())
            mode = "pool"
        elif guesses is not None:
            raise CommandError("--guesses needs --answers. Add a file of answers.")
        else:
            folder = folder_of(lexicon.rpartition("-")[0], settings.lexicons)
            known = _in_use(load_lexicon(lexicon, folder), settings)
            # Commands without --mode draw answers from the pool, unless the lab has a file of them.
            mode = mode or ("real" if options.get("played") else "pool")
        past = UsedWords().with_answers(_words_in(used_words, known)).weights if used_words else {}
        listed = _words_in(possible, known).words if possible else ()
        # Possible answers replace the prior, which only the mode "real" uses.
        belief = belief_of(known, "real" if listed else mode, past, listed)
        command(Words(known, belief, possible, answers is not None), **options)

    return run


def show(as_json: bool, facts: object, lines: Iterable[str]) -> None:
    """Print `facts` as one line of JSON, or `lines` as text."""
    if as_json:
        click.echo(json.dumps(facts, ensure_ascii=False))
        return
    for line in lines:
        say(line)


def say(text: str, *, nl: bool = True) -> None:
    """Print a line, with colors if the terminal supports them and NO_COLOR is not set."""
    is_plain = bool(os.environ.get("NO_COLOR")) or os.environ.get("TERM") == "dumb"
    click.echo(text, nl=nl, color=False if is_plain else None)


def refuse(
    is_given: object, option: str, *, only_for: Literal["one board", "several boards"]
) -> None:
    """Refuse an option that is only for games of one board, or only for games of several.

    Raises:
        CommandError: the option was given.
    """
    if is_given:
        more = " Leave it out." if only_for == "one board" else ""
        raise CommandError(f"{option} is for {only_for} only.{more}")
