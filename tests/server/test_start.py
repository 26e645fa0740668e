"""Starting: one clear line for whatever is missing, and the same application every time."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from web_visitor import ANSWERS, OTHERS, new_app, site_settings, write_lexicon

from wordle_web import create_app
from wordle_web.config.parsers import EpochSetting
from wordle_web.config.settings import Settings, SettingsError

ROOT = Path(__file__).parents[2]


@pytest.fixture
def lexicons(tmp_path: Path) -> Path:
    """A folder with one small lexicon, to be damaged."""
    write_lexicon(tmp_path / "lexicons", "english-5", ANSWERS, OTHERS)
    return tmp_path / "lexicons"


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("words.txt", None),
        ("words.txt", b""),
        ("words.txt", b"crane\r\nslate\r\n"),
        ("words.txt", b"\xef\xbb\xbfcrane\n"),
        ("words.txt", b"crane\ncrane\n"),
        ("words.txt", b"crane\nslates\n"),
        ("words.txt", b"cr\xffne\n"),
        ("pools/normal-1.txt", b""),
        ("pools/normal-1.txt", b"never\n"),
        ("pools/normal-x.txt", b"crane\n"),
        ("prior.txt", b"0.5\n"),
    ],
)
def test_damaged_words_stop_the_start_with_one_line(
    lexicons: Path, name: str, content: bytes | None
) -> None:
    path = lexicons / "english-5" / name
    if content is None:
        path.unlink()
    else:
        path.write_bytes(content)
    with pytest.raises(SettingsError) as caught:
        new_app(lexicons)
    assert len(str(caught.value).splitlines()) == 1
    assert "english-5" in str(caught.value)


def test_a_folder_without_words_for_the_day_stops_the_start(lexicons: Path) -> None:
    (lexicons / "english-5").rename(lexicons / "latin-5")
    (lexicons / "english-6").mkdir()
    (lexicons / "english-6" / "words.txt").write_text("planet\n")
    with pytest.raises(SettingsError, match=r"no folder english-5, .*: latin, english, "):
        new_app(lexicons)


def test_a_language_without_words_of_ones_own_is_built_in(lexicons: Path) -> None:
    (lexicons / "english-5").rename(lexicons / "latin-5")
    app = new_app(lexicons, languages=("latin", "english"))
    first = app.extensions["wordle_web"]
    assert (first.folder, first.others["en"].folder) == (lexicons, None)
    assert (len(first.epochs), len(first.others["en"].epochs)) == (1, 2)


def test_an_epoch_with_a_pool_that_is_not_there_stops_the_start(lexicons: Path) -> None:
    first = site_settings(lexicons).first_day
    with pytest.raises(
        SettingsError, match=r"EPOCHS: english has no pools of .*-5/pools/normal-2\.txt"
    ):
        new_app(lexicons, epochs=(EpochSetting(first, 2, ""),))


def test_a_key_too_short_for_an_epoch_stops_the_start(lexicons: Path) -> None:
    with pytest.raises(SettingsError, match="shorter than 16 bytes"):
        new_app(lexicons, daily_key="short")


def test_an_application_needs_no_environment(lexicons: Path, tmp_path: Path) -> None:
    app = create_app(Settings(lexicons=lexicons, instance=tmp_path / "instance"))
    assert app.test_client().get("/").status_code == 200


def start(tmp_path: Path, module: str = "wsgi", **environment: str) -> subprocess.CompletedProcess:
    """Import a module at the top as a server would, and return how that ended."""
    usual = {name: text for name, text in os.environ.items() if "WORDLE_WEB" not in name}
    changed = {f"WORDLE_WEB_{name}": text for name, text in environment.items()}
    instance = {"WORDLE_WEB_INSTANCE": str(tmp_path / "instance"), "PYTHONPATH": str(ROOT)}
    return subprocess.run(
        [sys.executable, "-c", f"import {module}"],
        env={**usual, **instance, **changed},
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )


def test_a_server_starts_with_no_configuration(tmp_path: Path) -> None:
    done = start(tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert (tmp_path / "instance" / "keys.env").stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize(
    ("environment", "reason"),
    [
        ({"INSTANCE": "/dev/null/instance"}, "Cannot save keys in /dev/null/instance"),
        ({"LEXICONS": "/tmp", "LANGUAGE": "klingon"}, "klingon-5"),
    ],
)
def test_a_server_that_cannot_start_says_why_without_a_traceback(
    tmp_path: Path, environment: dict[str, str], reason: str
) -> None:
    done = start(tmp_path, **environment)
    assert done.returncode == 1
    assert "wordle-web cannot start." in done.stderr
    assert reason in done.stderr
    assert "Traceback" not in done.stderr
