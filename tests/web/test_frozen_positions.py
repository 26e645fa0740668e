"""Addresses, pasted texts, requests of programs and commands mean what they meant at 0.1.0.

`frozen_positions.json` was written by that release. A case is never edited to suit the code: links
are kept and shared, and scripts read the answers. Cases may be added. Sentences may contract.
"""

import json
from html import unescape
from pathlib import Path

import pytest
from click.testing import CliRunner
from lxml.html import HtmlElement
from werkzeug.test import TestResponse

from wordle_web.cli.commands import main

CASES = json.loads(Path(__file__).with_name("frozen_positions.json").read_text("utf-8"))


def meaning(answer: TestResponse) -> dict[str, object]:
    """What a page makes of its address: where it leads, what it keeps and what it says is wrong."""
    found: dict[str, object] = {"status": answer.status_code}
    if answer.status_code == 303:
        return {**found, "leads_to": answer.location}
    root = answer.root
    kept = [each.get("data-address") for each in root.iter() if each.get("data-address")]
    said = {_text(each) for each in root.iter() if _is_problem(each)}
    return {**found, "keeps": kept[:1], "says": sorted(filter(None, said))}


def _is_problem(element: HtmlElement) -> bool:
    classes = (element.get("class") or "").split()
    is_told = element.get("data-kind") == "problem" or element.get("role") == "alert"
    return is_told or "field-error" in classes


def _text(element: HtmlElement) -> str:
    return _spelled_out(" ".join(unescape("".join(element.itertext())).split()))


def _spelled_out(sentence: str) -> str:
    full = sentence.replace("Can’t", "Cannot").replace("can’t", "cannot")
    return full.replace("n’t", " not").replace("it’s", "it is")


def includes(found: object, frozen: object) -> bool:
    """Whether an answer has all that it had; fields may be added to objects."""
    if isinstance(frozen, dict):
        return isinstance(found, dict) and all(
            name in found and includes(found[name], each) for name, each in frozen.items()
        )
    if isinstance(frozen, list):
        return (
            isinstance(found, list)
            and len(found) == len(frozen)
            and all(map(includes, found, frozen))
        )
    if isinstance(frozen, float):
        return found == pytest.approx(frozen)
    return (_spelled_out(found) if isinstance(found, str) else found) == frozen


@pytest.mark.parametrize("address", CASES["pages"])
def test_an_address_leads_where_it_led(client, address):
    assert meaning(client.get(address)) == CASES["pages"][address]


@pytest.mark.parametrize("address", CASES["interface"])
def test_a_program_is_answered_as_it_was(client, address):
    answer = client.get(address)
    frozen = CASES["interface"][address]
    assert answer.status_code == frozen["status"]
    assert includes(answer.get_json(), frozen["answer"])


@pytest.mark.parametrize("command", CASES["commands"])
def test_a_command_prints_what_it_printed(command):
    found = CliRunner().invoke(main, command.split("␠"))
    frozen = CASES["commands"][command]
    assert found.exit_code == frozen["status"]
    assert includes(json.loads(found.stdout), frozen["answer"])
