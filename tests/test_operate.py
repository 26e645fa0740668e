"""The host's commands: what is wrong, all of it, and keys made once."""

from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from web_visitor import ANSWERS, OTHERS, write_lexicon

from wordle_web.keys import FILE_NAME, new_keys
from wordle_web.operate import check, keys


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
    assert "Keys will be made at the first start." in result.output
    assert "All is well: local mode." in result.output
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
        },
    )
    assert (result.exit_code, result.output) == (0, "All is well: production mode.\n")


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
        "WORDLE_WEB_BINDS is no setting",
        "WORDLE_WEB_ZONE must be a time zone",
        "WORDLE_WEB_DAILY_KEY is missing",
        "WORDLE_WEB_SECRET_KEY is too weak",
        "'never' is in the pool normal and not among the allowed words",
    ):
        assert part in result.output
    assert len(result.output.splitlines()) == 5


def test_keys_that_cannot_be_read_do_not_hide_other_faults(environment: dict[str, str]) -> None:
    folder = Path(environment["WORDLE_WEB_INSTANCE"])
    folder.mkdir()
    (folder / FILE_NAME).write_bytes(b"\xff")
    result = run(check, {**environment, "WORDLE_WEB_ZONE": "x"})
    assert result.exit_code == 2
    assert "cannot be read" in result.output
    assert "WORDLE_WEB_ZONE" in result.output


def test_keys_are_made_once(environment: dict[str, str]) -> None:
    path = Path(environment["WORDLE_WEB_INSTANCE"]) / FILE_NAME
    assert f"New keys are in {path}" in run(keys, environment).output
    content = path.read_text()
    result = run(keys, environment)
    assert result.exit_code == 0
    assert "they stay as they are" in result.output
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
