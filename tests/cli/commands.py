"""Helpers that run a command and return its result, its JSON or its error message."""

import json
from typing import Any

from click.testing import CliRunner, Result

from wordle_web.cli.commands import main


def run(*words: str) -> Result:
    return CliRunner().invoke(main, words)


def printed_json(*words: str) -> Any:
    result = run(*words, "--json")
    assert result.exit_code == 0, result.output
    return json.loads(result.stdout)


def refusal(*words: str) -> str:
    result = run(*words)
    assert result.exit_code == 2
    (line,) = result.stderr.splitlines()
    return line
