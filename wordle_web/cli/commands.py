"""The command line, also `python -m wordle_web`: a group of commands that are loaded on demand.

All commands about games accept `--json`. Those that use words also accept custom lists in place of
a lexicon: `--answers FILE --guesses FILE`.
"""

from importlib import import_module
from itertools import pairwise
from typing import Any, Final

import click

HARD_VALUES: Final = {"off", "on", "ultra"}  # a copy, since importing the engine is slow
# The module of each command, since importing the dependencies of all would take longer than running
# one.
MODULES: Final = {
    "analyse": "games",
    "analyze": "games",
    "assist": "terminal",
    "check": "host",
    "keys": "host",
    "lab": "lab",
    "openings": "host",
    "play": "terminal",
    "read": "games",
    "serve": "host",
    "skill": "games",
    "solve": "games",
    "suggest": "games",
    "words": "words",
}


class Commands(click.Group):
    """A group that reports every error as one sentence and exits with status 2."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of all commands."""
        return list(MODULES)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import and return a command; None if there is no such command."""
        if cmd_name not in MODULES:
            return None
        module = import_module(f"wordle_web.cli.{MODULES[cmd_name]}")
        command: click.Command = getattr(module, cmd_name)
        return command

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse the arguments; with `--json`, the errors of every command are JSON as well."""
        ctx.meta["json"] = "--json" in args
        # Click would read a guess after `--hard` as the value of this option.
        pairs = pairwise([*args, ""])
        args = [
            "--hard=on" if arg == "--hard" and after.lower() not in HARD_VALUES else arg
            for arg, after in pairs
        ]
        return super().parse_args(ctx, args)

    def invoke(self, ctx: click.Context) -> Any:
        """Run the chosen command.

        Raises:
            CommandError: the arguments, rows, files or settings are invalid.
        """
        # Imported late: `--version` doesn't need it, and the engine loads NumPy.
        from wordle_web.cli.options import ERRORS, CommandError

        try:
            return super().invoke(ctx)
        except click.UsageError as error:
            raise CommandError(error.format_message()) from error
        except ERRORS as error:
            raise CommandError(str(error)) from error


@click.group(cls=Commands)
@click.version_option(package_name="wordle-web", message="wordle-web %(version)s")
def main() -> None:
    """Play, solve and analyze word games, compare strategies, and manage a wordle-web server."""
