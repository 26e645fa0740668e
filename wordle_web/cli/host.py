"""Commands for the host: `check` what is configured, make `keys`, `prepare` the helper."""

import logging
import os
import signal
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
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
from wordle_web.engine.wordfiles import LexiconError
from wordle_web.server.warmup import CacheFolderError
from wordle_web.server.warmup import prepare as prepare_now

EXIT_PROBLEMS = 2
EXIT_TERMINATED = 128 + signal.SIGTERM  # as a shell reports it
BUSY = "Another process is already preparing the cache. Nothing to do."


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
    """Yield what could be better with settings that serve."""
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
    if settings.prepare and not can_be_written(settings.cache_folder):
        yield (
            f"Cannot write to {settings.cache_folder}: the helper will be slower, since "
            "nothing is cached. Make the folder writable."
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
@click.option("--log", "is_log", is_flag=True, help="Log JSON lines, like the server.")
def prepare(*, is_log: bool) -> None:
    """Precompute and cache what makes the helper fast; the server does this at startup."""
    settings = Settings.from_environment()
    say = _log_writer() if is_log else click.echo
    try:
        with _exit_on_sigterm():
            is_first = prepare_now(settings, say)
    except CacheFolderError as error:
        say(f"{error} The helper will be slower, since nothing is cached.")
        sys.exit(0 if is_log else EXIT_PROBLEMS)
    if not is_log:
        click.echo(f"Cache ready in {settings.cache_folder}." if is_first else BUSY)


@contextmanager
def _exit_on_sigterm() -> Iterator[None]:
    # An exception lets the warm-up remove what it has half written; the signal alone would not.
    before = signal.signal(signal.SIGTERM, lambda *_: sys.exit(EXIT_TERMINATED))
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def _log_writer() -> Callable[[str], None]:
    from wordle_web.server.logging import JsonFormatter  # here, since it loads gunicorn

    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonFormatter())
    logger = logging.getLogger("wordle_web.server.warmup")
    logger.handlers, logger.propagate = [handler], False
    logger.setLevel(logging.INFO)
    return logger.info


def _key_folder_problems(settings: Settings) -> Iterator[str]:
    folder = settings.instance_folder
    if not can_be_written(folder):
        yield (
            f"Cannot save keys in {folder}. Set {variable_name('instance')} to a "
            "writable folder, or set the keys in the environment."
        )


def can_be_written(folder: Path) -> bool:
    """Return whether files can be made in a folder, or it can be made; nothing is made now."""
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
