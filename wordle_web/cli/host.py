"""Commands for the host: `check` the configuration, create `keys`, find `openings`."""

import os
import sys
import time
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import accumulate
from pathlib import Path
from typing import NoReturn

import click

from wordle_web import create_app
from wordle_web.config.keys import (
    FILE_NAME,
    key_problems,
    keys_text,
    make_keys,
    new_keys,
    read_keys,
    with_stored_keys,
)
from wordle_web.config.settings import Settings, SettingsError, read_environment, variable_name
from wordle_web.engine.lexicon import Lexicon, lexicon_names, load_lexicon
from wordle_web.engine.openings import add_opening, find_opening, opening_keys
from wordle_web.engine.wordfiles import LexiconError
from wordle_web.game.puzzles.puzzles import with_pool_versions

EXIT_PROBLEMS = 2


@click.command()
def check() -> None:
    """Check the configuration and list every problem; exit with 2 if there is one."""
    settings, problems = read_environment(os.environ)
    try:
        complete = with_stored_keys(settings)
    except SettingsError as error:
        _fail((*problems, *error.problems, *_app_problems(settings)))
    missing = list(key_problems(complete))
    if missing and settings.mode == "local":
        missing = list(_key_folder_problems(settings))
        if not missing:
            click.echo("Keys will be created at first start.")
    if found := (*problems, *missing, *_app_problems(settings)):
        _fail(found)
    for line in advice(settings):
        click.echo(line)
    click.echo(f"Configuration OK ({settings.mode} mode).")


def advice(settings: Settings) -> Iterator[str]:
    """Yield what could be improved in settings that work."""
    if settings.mode == "production" and not settings.trusted_hosts:
        yield (
            f"{variable_name('trusted_hosts')} is empty: the site answers to any host "
            "name and uses it in links. Set it to your host name."
        )
    if settings.mode == "production" and not settings.proxy_hops:
        yield (
            f"{variable_name('proxy_hops')} is 0: behind a proxy, all visitors share "
            "one client IP and its rate limits. Set it to the number of proxies."
        )


@click.command()
@click.option("--print", "is_printed", is_flag=True, help="Print new keys without saving them.")
def keys(*, is_printed: bool) -> None:
    """Create the keys in the instance folder, readable only by its owner; keep existing ones."""
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
        click.echo(f"Keys already exist in {folder / FILE_NAME}. Nothing was changed.")
    else:
        click.echo(f"New keys saved to {folder / FILE_NAME}. Back up this file.")


@click.command()
def openings() -> None:
    """Find the helper's best openings for your own words, and keep them beside these."""
    settings = Settings.from_environment()
    if settings.lexicons is None:
        click.echo(
            f"Nothing to do: {variable_name('lexicons')} is not set. Shipped words have theirs."
        )
        return
    folder = settings.lexicons / "openings"
    if not can_be_written(folder):
        _fail([_unwritable(folder, "it cannot be written")])
    try:
        for name in lexicon_names(settings.lexicons):
            lexicon = load_lexicon(name, settings.lexicons)
            for versions in pool_versions(settings):
                find_openings(with_pool_versions(lexicon, versions), settings.used_words)
    except OSError as error:
        _fail([_unwritable(folder, error.strerror or str(error))])
    click.echo(f"All is kept in {folder}. A running site finds it when it is restarted.")


def _unwritable(folder: Path, reason: str) -> str:
    return f"Openings cannot be kept in {folder} ({reason}). Let this user write there."


def find_openings(lexicon: Lexicon, used: tuple[str, ...] = (), *, again: bool = False) -> None:
    """Find and keep the openings of a lexicon, and report each.

    Args:
        lexicon: The words.
        used: Past answers of games elsewhere.
        again: Whether to find the openings that exist already as well.
    """
    for belief, hard in opening_keys(lexicon, used):
        if find_opening(lexicon, belief, hard) and not again:
            continue
        began = time.perf_counter()
        word = add_opening(lexicon, belief, hard)
        seconds = time.perf_counter() - began
        rules = "hard mode" if hard else "normal rules"
        click.echo(
            f"{lexicon.name}, {belief.name}, {rules}: opens with {word}; found in {seconds:.0f} s."
        )


def pool_versions(settings: Settings) -> tuple[frozenset[int], ...]:
    """Return the sets of pool versions in use, one for each epoch that adds a version.

    A new version may change the prior of every word, so each set has openings of its own.
    """
    versions = [each.pool_version for each in settings.epochs] or [1]
    return tuple(dict.fromkeys(map(frozenset, accumulate([each] for each in versions))))


def _key_folder_problems(settings: Settings) -> Iterator[str]:
    folder = settings.instance_folder
    if not can_be_written(folder):
        yield (
            f"Cannot save keys in {folder}. Set {variable_name('instance')} to a "
            "writable folder, or set the keys in the environment."
        )


def can_be_written(folder: Path) -> bool:
    """Whether files could be created in a folder, or the folder itself; creates nothing."""
    there = next(each for each in (folder, *folder.parents) if each.exists())
    return there.is_dir() and os.access(there, os.W_OK | os.X_OK)


def _app_problems(settings: Settings) -> Iterator[str]:
    try:
        create_app(replace(settings, mode="local", **new_keys()))  # type: ignore[arg-type]  # text
    except SettingsError as error:
        yield from error.problems
    except LexiconError as error:
        yield str(error)


def _fail(problems: Iterable[str]) -> NoReturn:
    for problem in problems:
        click.echo(problem, err=True)
    sys.exit(EXIT_PROBLEMS)
