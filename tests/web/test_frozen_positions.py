"""Addresses, pasted texts, API requests and commands keep their meaning.

`frozen_positions.json` has one case per line. From the first release on, never edit a case to suit
the code: people keep and share links, and scripts read the responses. Until then, after an intended
change, `FREEZE=1 pytest -n 0 tests/web/test_frozen_positions.py` writes the current responses.
"""

import json
import os
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from lxml.html import HtmlElement
from werkzeug.test import TestResponse

from wordle_web.cli.commands import main

FILE = Path(__file__).with_name("frozen_positions.json")
CASES: dict[str, dict[str, Any]] = json.loads(FILE.read_text("utf-8"))


def check(kind: str, case: str, current: dict[str, Any]) -> None:
    """Compare a response with the frozen one, or freeze it."""
    if "FREEZE" not in os.environ:
        assert includes(current, CASES[kind][case])
        return
    if isinstance(answer := current.get("answer"), dict):
        answer.pop("milliseconds", None)
    CASES[kind][case] = current
    parts = []
    for name, cases in CASES.items():
        lines = (json.dumps({key: cases[key]}, ensure_ascii=False)[1:-1] for key in cases)
        parts.append(f'"{name}": {{\n' + ",\n".join(lines) + "\n}")
    FILE.write_text("{\n" + ",\n".join(parts) + "\n}\n", "utf-8")


def meaning(answer: TestResponse) -> dict[str, Any]:
    """Return the meaning of an address: redirection, kept input, and reported problems."""
    facts: dict[str, Any] = {"status": answer.status_code}
    if answer.status_code == 303:
        return {**facts, "leads_to": answer.location}
    root = answer.root
    addresses = [
        element.get("data-address") for element in root.iter() if element.get("data-address")
    ]
    problems = {_text(element) for element in root.iter() if _is_problem(element)}
    return {**facts, "keeps": addresses[:1], "says": sorted(filter(None, problems))}


def _is_problem(element: HtmlElement) -> bool:
    classes = (element.get("class") or "").split()
    is_problem = element.get("data-kind") == "problem" or element.get("role") == "alert"
    return is_problem or "field-error" in classes


def _text(element: HtmlElement) -> str:
    return " ".join(unescape("".join(element.itertext())).split())


def includes(current: object, frozen: object) -> bool:
    """Return whether a response has all frozen contents; objects may have new fields."""
    if isinstance(frozen, dict):
        return isinstance(current, dict) and all(
            name in current and includes(current[name], value) for name, value in frozen.items()
        )
    if isinstance(frozen, list):
        return (
            isinstance(current, list)
            and len(current) == len(frozen)
            and all(map(includes, current, frozen))
        )
    if isinstance(frozen, float):
        return current == pytest.approx(frozen)
    return current == frozen


@pytest.mark.parametrize("address", CASES["pages"])
def test_stored_addresses_keep_their_meaning(client, address):
    check("pages", address, meaning(client.get(address)))


@pytest.mark.parametrize("address", CASES["interface"])
def test_api_responses_to_stored_requests_do_not_change(client, address):
    answer = client.get(address)
    check("interface", address, {"status": answer.status_code, "answer": answer.get_json()})


@pytest.mark.parametrize("command", CASES["commands"])
def test_output_of_stored_commands_does_not_change(command):
    result = CliRunner().invoke(main, command.split("␠"))
    check("commands", command, {"status": result.exit_code, "answer": json.loads(result.stdout)})
