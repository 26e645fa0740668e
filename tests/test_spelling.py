"""American spelling in the catalogs, the templates and the command line."""

import re
from collections.abc import Callable, Iterator

import click
import messages
import pytest

from wordle_web.cli.commands import main
from wordle_web.config.settings import variables

# Verbs with an s in British spelling only; others, such as "revise", always have it.
VERBS = "author|capital|custom|minim|maxim|memor|normal|optim|organ|prior|random|real|recogn|summar"
BRITISH = re.compile(
    r"colour|grey|favour|behaviour|honour|neighbour|licence|centre|catalogue|dialogue|judgement"
    r"|defence|cancell(?:ed|ing)|labell(?:ed(?!by)|ing)|modell(?:ed|ing)|travell(?:ed|ing|er)"
    # The names of the URL and the command stay.
    rf"|(?<![/`])\banaly(?:se|sed|ser|sing)\b|\b(?:{VERBS})is(?:e[ds]?|ing|ation)\b",
    re.IGNORECASE,
)


def catalog_texts() -> Iterator[str]:
    """Yield every translated text of templates and Python files."""
    for message in messages.collected():
        yield from [message.id] if isinstance(message.id, str) else message.id


def template_texts() -> Iterator[str]:
    for path in sorted((messages.ROOT / "templates").rglob("*.html")):
        yield path.read_text(encoding="utf-8")


def command_texts(command: click.Command = main) -> Iterator[str]:
    """Yield the help texts of a command, its options and its subcommands."""
    yield command.help or ""
    yield from (option.help or "" for option in command.params if isinstance(option, click.Option))
    if isinstance(command, click.Group):
        context = click.Context(command)
        for name in command.list_commands(context):
            yield from command_texts(command.get_command(context, name))


def setting_texts() -> Iterator[str]:
    for setting in variables().values():
        yield f"{setting.default} {setting.help}"


@pytest.mark.parametrize("texts", [catalog_texts, template_texts, command_texts, setting_texts])
def test_texts_have_american_spelling(texts: Callable[[], Iterator[str]]) -> None:
    everything = list(texts())
    assert sum(map(bool, everything)) > 20
    assert [text for text in everything if BRITISH.search(text)] == []


def test_spelling_check_detects_british_spelling() -> None:
    british = "Coloured grey behaviour licence analysed normalise summarising"
    for word in british.split():
        assert BRITISH.search(f"A {word} text")
    for word in ("analyses", "`analyse`", "/api/v1/analyse", "raise", "otherwise"):
        assert not BRITISH.search(f"A {word} text")
