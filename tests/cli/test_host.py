"""The host's commands: what is wrong, all of it, and keys made once."""

from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from web_visitor import ANSWERS, OTHERS, write_lexicon

from wordle_web.cli.host import check, keys
from wordle_web.config.keys import FILE_NAME, new_keys
from wordle_web.config.settings import variables


@pytest.fixture
def environment(tmp_path: Path) -> dict[str, str]:
    """The environment of a small site without keys."""
    write_lexicon(tmp_path / "lexicons", "english-5", ANSWERS, OTHERS)
    return {
        "WORDLE_WEB_INSTANCE": str(tmp_path / "instance"),
        "WORDLE_WEB_LEXICONS": str(tmp_path / "lexicons"),
        "WORDLE_WEB_MODE": "local",
    }


def run(command: object, environment: dict[str, str], *arguments: str) -> Result:
    """Run a command and return how it ended."""
    return CliRunner().invoke(command, arguments, env=environment)


def test_all_is_well_at_home_and_looking_makes_nothing(environment: dict[str, str]) -> None:
    result = run(check, environment)
    assert result.exit_code == 0
    assert "Keys will be created at first start." in result.output
    assert "Configuration OK (local mode)." in result.output
    assert not Path(environment["WORDLE_WEB_INSTANCE"]).exists()


def test_all_is_well_in_production(environment: dict[str, str]) -> None:
    made = new_keys()
    result = run(
        check,
        {
            **environment,
            "WORDLE_WEB_MODE": "production",
            "WORDLE_WEB_SECRET_KEY": made["secret_key"],
            "WORDLE_WEB_DAILY_KEY": made["daily_key"],
            "WORDLE_WEB_TRUSTED_HOSTS": "words.example.org",
            "WORDLE_WEB_PROXY_HOPS": "1",
        },
    )
    assert (result.exit_code, result.output) == (0, "Configuration OK (production mode).\n")


def test_what_could_be_better_in_production_is_told_and_is_no_fault(
    environment: dict[str, str], tmp_path: Path
) -> None:
    made = {f"WORDLE_WEB_{name.upper()}": key for name, key in new_keys().items()}
    (tmp_path / "file").write_text("in the way")
    instance = str(tmp_path / "file" / "instance")
    public = {**environment, **made, "WORDLE_WEB_MODE": "production"}
    result = run(check, {**public, "WORDLE_WEB_INSTANCE": instance})
    assert result.exit_code == 0
    lines = result.output.splitlines()
    assert lines[0].startswith("WORDLE_WEB_TRUSTED_HOSTS is empty")
    assert lines[1].startswith("WORDLE_WEB_PROXY_HOPS is 0")
    assert lines[2].startswith(f"Cannot write to {instance}/cache:")
    assert lines[3:] == ["Configuration OK (production mode)."]


def test_keys_that_could_not_be_made_at_the_first_start_are_told(
    environment: dict[str, str], tmp_path: Path
) -> None:
    (tmp_path / "instance").write_text("a file in the way")
    result = run(check, environment)
    assert result.exit_code == 2
    assert result.output.startswith(f"Cannot save keys in {tmp_path}/instance.")
    assert len(result.output.splitlines()) == 1


# For each variable a value that cannot be, in production where that makes the difference.
WRONG = {
    "MODE": "dev",
    "SECRET_KEY": "changeme",
    "SECRET_KEY_FALLBACKS": "old",
    "DAILY_KEY": "x" * 40,
    "EPOCHS": "2025-01-01:one:",
    "FIRST_DAY": "yesterday",
    "ZONE": "Mars/Base",
    "SITE_NAME": "x" * 41,
    "LANGUAGE": "klingon",
    "LEXICONS": "/nowhere",
    "USED_WORDS": "/nowhere",
    "INSTANCE": "/dev/null/instance",
    "PREPARE": "later",
    "HTTPS": "yes",
    "COOKIE_NAME": "a b",
    "TRUSTED_HOSTS": "https://words.example.org/",
    "PROXY_HOPS": "one",
    "RATE_LIMITS": "some",
    "RATE_LIMIT_STORAGE": "localhost",
    "LIMIT_PAGES": "many",
    "LIMIT_POSTS": "10",
    "LIMIT_HELPER": "-1/minute",
    "LIMIT_TOURNAMENTS": "1/fortnight",
    "METRICS_TOKEN": "token",
    "BIND": "8000",
    "WORKERS": "0",
    "THREADS": "1.5",
    "DEBUG": "on",
}


def test_every_variable_can_be_wrong() -> None:
    assert {f"WORDLE_WEB_{name}" for name in WRONG} == {each.name for each in variables()}


@pytest.mark.parametrize("name", WRONG)
def test_a_wrong_variable_is_told_in_one_sentence_and_the_exit_is_2(
    environment: dict[str, str], name: str
) -> None:
    made = {f"WORDLE_WEB_{each.upper()}": key for each, key in new_keys().items()}
    public = {**environment, **made, "WORDLE_WEB_MODE": "production"}
    if name == "INSTANCE":
        public = environment
    result = run(check, {**public, f"WORDLE_WEB_{name}": WRONG[name]})
    assert result.exit_code == 2, result.output
    assert "Traceback" not in result.output
    (line,) = result.output.splitlines()
    assert f"WORDLE_WEB_{name}" in line or name in {"LANGUAGE", "INSTANCE"}
    if name != "LANGUAGE":
        assert line.endswith(".")


def test_everything_that_is_wrong_is_printed_and_the_exit_is_2(
    environment: dict[str, str], tmp_path: Path
) -> None:
    (tmp_path / "lexicons" / "english-5" / "pools" / "normal-1.txt").write_text("crane\nnever\n")
    result = run(
        check,
        {
            **environment,
            "WORDLE_WEB_MODE": "production",
            "WORDLE_WEB_SECRET_KEY": "dev",
            "WORDLE_WEB_ZONE": "Mars/Base",
            "WORDLE_WEB_BINDS": "x",
        },
    )
    assert result.exit_code == 2
    for part in (
        "WORDLE_WEB_BINDS is not a setting",
        "WORDLE_WEB_ZONE must be a time zone",
        "WORDLE_WEB_DAILY_KEY is missing",
        "WORDLE_WEB_SECRET_KEY is too weak",
        "'never' is in pool normal but not in the word list",
    ):
        assert part in result.output
    assert len(result.output.splitlines()) == 5


def test_keys_that_cannot_be_read_do_not_hide_other_faults(environment: dict[str, str]) -> None:
    folder = Path(environment["WORDLE_WEB_INSTANCE"])
    folder.mkdir()
    (folder / FILE_NAME).write_bytes(b"\xff")
    result = run(check, {**environment, "WORDLE_WEB_ZONE": "x"})
    assert result.exit_code == 2
    assert "Cannot read the keys in" in result.output
    assert "WORDLE_WEB_ZONE" in result.output


def test_keys_are_made_once(environment: dict[str, str]) -> None:
    path = Path(environment["WORDLE_WEB_INSTANCE"]) / FILE_NAME
    assert f"New keys saved to {path}." in run(keys, environment).output
    content = path.read_text()
    result = run(keys, environment)
    assert result.exit_code == 0
    assert "Nothing was changed." in result.output
    assert path.read_text() == content
    assert content.splitlines()[0] not in result.output


def test_keys_can_be_printed_instead(environment: dict[str, str]) -> None:
    lines = run(keys, environment, "--print").output.splitlines()
    assert [line.partition("=")[0] for line in lines] == [
        "WORDLE_WEB_SECRET_KEY",
        "WORDLE_WEB_DAILY_KEY",
    ]
    assert not Path(environment["WORDLE_WEB_INSTANCE"]).exists()


def test_keys_that_cannot_be_kept_are_told(environment: dict[str, str], tmp_path: Path) -> None:
    (tmp_path / "instance").write_text("a file in the way")
    result = run(keys, environment)
    assert result.exit_code == 2
    assert len(result.output.splitlines()) == 1
