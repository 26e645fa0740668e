"""Startup: every problem is reported in one clear line, and the application is always the same."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from harness.processes import running
from harness.programs import free_port
from harness.servers import answers
from web_visitor import ANSWERS, OTHERS, new_app, site_settings, write_lexicon

from wordle_web.config.parsers import EpochSetting
from wordle_web.config.settings import SettingsError

ROOT = Path(__file__).parents[2]


@pytest.fixture
def lexicons(tmp_path: Path) -> Path:
    write_lexicon(tmp_path / "lexicons", "english-5", ANSWERS, OTHERS)
    return tmp_path / "lexicons"


def test_folder_without_words_for_the_daily_game_prevents_startup(lexicons: Path) -> None:
    (lexicons / "english-5").rename(lexicons / "latin-5")
    # A language for which the host has no words uses the built-in words.
    first = new_app(lexicons, languages=("latin", "english")).extensions["wordle_web"]
    assert (first.folder, first.others["en"].folder) == (lexicons, None)
    assert (len(first.epochs), len(first.others["en"].epochs)) == (1, 1)
    (lexicons / "english-6").mkdir()
    (lexicons / "english-6" / "words.txt").write_text("planet\n")
    with pytest.raises(SettingsError, match=r"no folder english-5, .*: latin, english, "):
        new_app(lexicons)


def test_epoch_with_a_missing_pool_or_a_short_key_stops_the_start(lexicons: Path) -> None:
    epoch = EpochSetting(site_settings(lexicons).first_day, 2, "")
    missing = r"EPOCHS: english has no pools of .*-5/pools/normal-2\.txt"
    with pytest.raises(SettingsError, match=missing):
        new_app(lexicons, epochs=(epoch,))
    with pytest.raises(SettingsError, match="shorter than 16 bytes"):
        new_app(lexicons, daily_key="short")


def start(tmp_path: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """Import the application as a server does, and return the result."""
    usual = {name: text for name, text in os.environ.items() if "WORDLE_WEB" not in name}
    changed = {f"WORDLE_WEB_{name}": text for name, text in environment.items()}
    instance = {"WORDLE_WEB_INSTANCE": str(tmp_path / "instance"), "PYTHONPATH": str(ROOT)}
    options = {"env": {**usual, **instance, **changed}, "capture_output": True, "text": True}
    command = [sys.executable, "-c", "import wsgi"]
    return subprocess.run(command, cwd=tmp_path, check=False, **options)


def test_server_starts_without_configuration(tmp_path: Path) -> None:
    keys = tmp_path / "instance" / "keys.env"
    done = start(tmp_path)
    assert done.returncode == 0
    assert f"Made new keys in {keys}. Keep a copy" in done.stderr
    assert keys.stat().st_mode & 0o777 == 0o600
    again = start(tmp_path)
    assert (again.returncode, again.stderr) == (0, "")


def test_failed_start_reports_the_reason(tmp_path: Path) -> None:
    done = start(tmp_path, INSTANCE="/dev/null/instance")
    assert done.returncode == 1
    assert "wordle-web cannot start." in done.stderr
    assert "Cannot save keys in /dev/null/instance" in done.stderr
    assert "Traceback" not in done.stderr


def test_caches_are_filled_before_the_first_visitor(tmp_path: Path) -> None:
    program = """
from wordle_web.engine.matrix import matrix_of
from wordle_web.server.hooks import load_app
from wordle_web.web.bookmark.views import read_code
from wordle_web.web.ui.i18n import LANGUAGES, _read_catalog

def made():
    caches = (matrix_of, read_code, _read_catalog)
    return [cache.cache_info().misses for cache in caches], sorted(app.jinja_env.cache)

app = load_app()
before = made()
client = app.test_client()
for tag in LANGUAGES:
    for path in ("/", "/helper", "/helper/bookmark"):
        page = client.get(path, headers={"Accept-Language": tag})
        assert page.status_code == 200
assert made() == before
"""
    environ = {"WORDLE_WEB_INSTANCE": str(tmp_path), "PATH": os.environ["PATH"]}
    subprocess.run([sys.executable, "-c", program], env=environ, check=True)


@pytest.mark.parametrize(
    "planted", ["limits.py", "wsgi.py", "gunicorn.conf.py", "wordle_web/__init__.py"]
)
def test_serve_imports_no_file_from_the_current_folder(tmp_path: Path, planted: str) -> None:
    (tmp_path / planted).parent.mkdir(exist_ok=True)
    (tmp_path / planted).write_text(f"open({str(tmp_path / 'was_run')!r}, 'w').close()\n")
    port = free_port()
    usual = {name: text for name, text in os.environ.items() if "WORDLE_WEB" not in name}
    environ = {**usual, "WORDLE_WEB_INSTANCE": "keys", "WORDLE_WEB_LANGUAGES": "english"}
    command = [str(Path(sys.executable).with_name("wordle-web")), "serve", "--port", str(port)]
    with running(command, port, tmp_path, environ=environ, cwd=tmp_path, is_ready=answers):
        assert not (tmp_path / "was_run").exists()
        # Settings are relative to the current folder.
        assert (tmp_path / "keys" / "keys.env").exists()
