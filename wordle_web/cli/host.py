"""Commands for the host: `serve`, `check` the configuration, create `keys`, compute `openings`."""

import os
import sys
import time
from collections import Counter
from collections.abc import Iterable
from itertools import accumulate
from pathlib import Path
from stat import S_ISREG
from typing import NoReturn

import click

import wordle_web.server.hooks as hooks
from wordle_web import now
from wordle_web.config.keys import (
    FILE_NAME,
    key_problems,
    keys_text,
    new_keys,
    read_keys,
    with_keys,
    with_stored_keys,
    write_problem,
)
from wordle_web.config.parsers import environment_lines, is_malformed
from wordle_web.config.settings import (
    KEYS,
    PREFIX,
    Settings,
    read_environment,
    variable_name,
)
from wordle_web.engine.candidates import Belief
from wordle_web.engine.lexicon import Lexicon, lexicon_names, load_lexicon
from wordle_web.engine.openings import add_opening, find_opening, opening_keys
from wordle_web.engine.used_words import other_game
from wordle_web.game.puzzles.days import with_pool_versions

RUNNER = "wordle_web.server.serve"
SERVER = "wordle_web.server.gunicorn_config"
EXIT_PROBLEMS = 2
SETTINGS_FILE = "settings.env"  # next to the keys, read if no file is named
SECRETS = frozenset(
    map(variable_name, (*KEYS, "secret_key_fallbacks", "epochs", "metrics_token")),
)


def load_environment(ctx: click.Context, param: click.Parameter, path: Path | None) -> None:
    """Load variables from a file, by default `settings.env`, unless the environment has them.

    `check` prints the name of the file.
    """
    is_check = ctx.command.name == "check"
    path = path or read_environment(os.environ)[0].instance_folder / SETTINGS_FILE
    try:
        text = path.read_text(encoding="utf-8-sig")
    except (FileNotFoundError, NotADirectoryError):
        if is_check:
            click.echo(f"No settings file: there is no {path}.")
        return
    except (OSError, UnicodeDecodeError) as error:
        raise click.BadParameter(f"{path} must be UTF-8 text that this user can read.") from error
    # The message does not show the line, which may contain a key.
    if malformed := [n for n, line in enumerate(text.splitlines(), 1) if is_malformed(line)]:
        raise click.BadParameter(
            f"line {malformed[0]} of {path} is not NAME=VALUE. Write a setting like "
            "WORDLE_WEB_ZONE=Europe/Berlin, and # before a comment."
        )
    pairs = environment_lines(text)
    counts = Counter(name for name, _ in pairs)
    if repeated := [name for name, count in counts.items() if count > 1]:
        raise click.BadParameter(
            f"these are more than once in {path}: {', '.join(repeated)}. Keep one line of each; "
            "of a key, the one that the site has run with."
        )
    if is_check and (foreign := [name for name in counts if not name.startswith(PREFIX)]):
        click.echo(f"No settings, since they do not begin with {PREFIX}: {', '.join(foreign)}.")
    # The file may belong to another user, such as root, and be readable through a group.
    # A pipe, such as the input of a container, has a mode that does not matter.
    known = path.stat()
    others = 0o077 if known.st_uid == os.geteuid() else 0o007
    if SECRETS & dict(pairs).keys() and known.st_mode & others and S_ISREG(known.st_mode):
        click.echo(f"Other users can read the keys in {path}. Run `chmod 600 {path}`.", err=True)
    for name, value in pairs:
        os.environ.setdefault(name, value)
    if is_check:
        click.echo(f"Read the settings in {path}.")


environment_file = click.option(
    "--env-file",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    expose_value=False,
    callback=load_environment,
    help="File of settings, one NAME=VALUE per line; by default settings.env next to the keys, if "
    "it exists. Environment variables take precedence.",
)


@click.command()
@environment_file
@click.option("--host", help="Address to listen on; 0.0.0.0 for your whole network.")
@click.option("--port", type=click.IntRange(1, 65535), help="Port to listen on.")
@click.option("--open", "is_opened", is_flag=True, help="Open the site in your browser.")
def serve(*, host: str | None, port: int | None, is_opened: bool) -> None:
    """Serve the site until it is interrupted.

    `--host` and `--port` take precedence over WORDLE_WEB_BIND.
    """
    environ = {**os.environ, hooks.OPEN: "1"} if is_opened else {**os.environ}
    if host or port:
        known = _addresses(read_environment(environ)[0])[0]
        usual = known if isinstance(known, tuple) else ("127.0.0.1", 8000)
        environ[variable_name("bind")] = hooks.written_address(host or usual[0], port or usual[1])
    # Check this first, since all later checks must wait until the words are read.
    hooks.exit_unless_free(_addresses(read_environment(environ)[0]))
    arguments = ["-P", "-m", RUNNER, "--config", f"python:{SERVER}"]
    # Start a new process, since NumPy was loaded before the server could configure its threads.
    os.execve(sys.executable, [sys.executable, *arguments], environ)  # noqa: S606


@click.command()
@environment_file
def check() -> None:
    """Check configuration and files and list every problem; exit with 2 if there is one."""
    # Imported late, so that other commands load without the web.
    from wordle_web.web.startup import examine

    settings, problems = read_environment(os.environ)
    findings = examine(settings, problems, now)
    # An address in use isn't an error, since the site may already be running there.
    unusable = (hooks.bind_problem(address, may_be_in_use=True) for address in _addresses(settings))
    listening = map(hooks.cannot_listen, filter(None, unusable))
    if errors := (*findings.errors, *findings.damage, *listening):
        _fail(errors)
    for line in (*findings.warnings, *findings.notes):
        click.echo(line)
    stored = with_stored_keys(settings)
    if not (stored.secret_key and stored.daily_key):
        click.echo(f"The first start will make keys in {settings.instance_folder / FILE_NAME}.")
    elif stored != settings:
        click.echo(f"The keys are in {settings.instance_folder / FILE_NAME}. Keep a copy.")
    if settings.mode == "local":
        for urls in filter(None, map(list, map(hooks.browser_addresses, _addresses(settings)))):
            click.echo(f"The site will be at {hooks.urls_text(urls)}.")
    click.echo(f"Configuration OK ({settings.mode} mode).")


def _addresses(settings: Settings) -> list[hooks.BindAddress]:
    from gunicorn.util import parse_address

    return [parse_address(address) for address in settings.bind.split(",")]


@click.command()
@click.option("--print", "is_printed", is_flag=True, help="Print new keys without saving them.")
def keys(*, is_printed: bool) -> None:
    """Create the keys in the instance folder, readable only by its owner; keep existing ones."""
    if is_printed:
        click.echo(keys_text(new_keys()), nl=False)
        return
    folder = read_environment(os.environ)[0].instance_folder
    # Default settings mean local mode, which may create keys.
    stored = Settings(instance=folder)
    if problems := tuple(key_problems(stored)):
        _fail(problems)
    is_old = bool(read_keys(folder))
    with_keys(stored)
    if is_old:
        click.echo(f"Keys already exist in {folder / FILE_NAME}. Nothing was changed.")
    else:
        click.echo(f"New keys saved to {folder / FILE_NAME}. Back up this file.")


@click.command()
@environment_file
def openings() -> None:
    """Compute the helper's best openings for your own words, and store them next to the words."""
    settings = Settings.from_environment()
    if settings.lexicons is None:
        click.echo(
            f"Nothing to do: {variable_name('lexicons')} is not set. Shipped words have theirs."
        )
        return
    folder = settings.lexicons / "openings"
    unwritable = "Openings cannot be kept in {} ({}). Let this user write there."
    if reason := write_problem(folder):
        _fail([unwritable.format(folder, reason)])
    try:
        for name in lexicon_names(settings.lexicons):
            lexicon = load_lexicon(name, settings.lexicons)
            for versions in pool_versions(settings):
                other = other_game(lexicon, settings.used_words, settings.possible_words)
                known = with_pool_versions(lexicon, versions)
                find_openings(known, other.belief(known, "real"))
    except OSError as error:
        _fail([unwritable.format(folder, error.strerror or error)])
    click.echo(f"All is kept in {folder}. A running site finds it when it is restarted.")


def find_openings(lexicon: Lexicon, real: Belief | None = None) -> None:
    """Compute and store the missing openings of a lexicon, and report each."""
    for belief, hard in opening_keys(lexicon, real):
        if find_opening(lexicon, belief, hard):
            continue
        began = time.perf_counter()
        word = add_opening(lexicon, belief, hard)
        seconds = time.perf_counter() - began
        click.echo(
            f"{lexicon.name}, {belief.name}, {hard.label}: opens with {word}; "
            f"found in {seconds:.0f} s."
        )


def pool_versions(settings: Settings) -> tuple[frozenset[int], ...]:
    """Return the sets of pool versions in use, one for each epoch that adds a version.

    A new version may change the prior of every word, so every set needs its own openings.
    """
    versions = [epoch.pool_version for epoch in settings.epochs] or [1]
    return tuple(dict.fromkeys(map(frozenset, accumulate([version] for version in versions))))


def _fail(problems: Iterable[str]) -> NoReturn:
    for problem in problems:
        click.echo(problem, err=True)
    sys.exit(EXIT_PROBLEMS)
