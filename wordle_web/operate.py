"""Commands for the host: `check` what is configured, and make `keys`."""

import os
import sys
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import NoReturn

import click

from wordle_web import create_app
from wordle_web.config import Settings, SettingsError, read_environment
from wordle_web.engine.lexicon import LexiconError
from wordle_web.keys import (
    FILE_NAME,
    key_problems,
    keys_text,
    make_keys,
    new_keys,
    read_keys,
    with_kept_keys,
)

WRONG = 2


@click.command()
def check() -> None:
    """Say everything that is wrong with the configuration; exit with 2 if anything is."""
    settings, problems = read_environment(os.environ)
    try:
        complete = with_kept_keys(settings)
    except SettingsError as error:
        _fail((*problems, *error.problems, *_problems_of_words(settings)))
    missing = list(key_problems(complete))
    if missing and settings.mode == "local":
        click.echo("Keys will be made at the first start.")
        missing = []
    if found := (*problems, *missing, *_problems_of_words(settings)):
        _fail(found)
    click.echo(f"All is well: {settings.mode} mode.")


@click.command()
@click.option("--print", "is_printed", is_flag=True, help="Print new keys and keep nothing.")
def keys(*, is_printed: bool) -> None:
    """Make the keys once, in the instance folder, readable by its owner only."""
    if is_printed:
        click.echo(keys_text(new_keys()), nl=False)
        return
    folder = read_environment(os.environ)[0].instance_folder
    try:
        is_old = bool(read_keys(folder))
        make_keys(folder)
    except SettingsError as error:
        _fail(error.problems)
    if is_old:
        click.echo(f"There are keys in {folder / FILE_NAME}; they stay as they are.")
    else:
        click.echo(f"New keys are in {folder / FILE_NAME}. Keep a copy of that file.")


def _problems_of_words(settings: Settings) -> Iterator[str]:
    """Yield why the application cannot be put together, whatever its keys."""
    try:
        create_app(replace(settings, mode="local", **new_keys()))  # type: ignore[arg-type]  # text
    except SettingsError as error:
        yield from error.problems
    except LexiconError as error:
        yield str(error)


def _fail(problems: Iterable[str]) -> NoReturn:
    """Print what is wrong and exit."""
    for problem in problems:
        click.echo(problem, err=True)
    sys.exit(WRONG)
