"""The host's commands: they report all problems, and create keys once."""

import os
import re
import socket
import subprocess
import sys
import threading
from pathlib import Path
from unittest.mock import patch

import pytest
from click.testing import CliRunner, Result
from web_visitor import ANSWERS, OTHERS, SHORT, write_lexicon

from wordle_web.cli.host import SERVER, check, keys, openings, pool_versions, serve
from wordle_web.config.keys import FILE_NAME, new_keys
from wordle_web.config.settings import Settings
from wordle_web.engine.candidates import belief_of
from wordle_web.engine.hard_mode import HardMode
from wordle_web.engine.lexicon import lexicon_names, load_lexicon
from wordle_web.engine.openings import find_opening
from wordle_web.game.puzzles.days import with_pool_versions

Env = dict[str, str]
KEYS = {f"WORDLE_WEB_{name.upper()}": key for name, key in new_keys().items()}


@pytest.fixture
def environment(tmp_path):
    write_lexicon(tmp_path / "lexicons", "english-5", ANSWERS, OTHERS)
    return {
        "WORDLE_WEB_INSTANCE": str(tmp_path / "instance"),
        "WORDLE_WEB_LEXICONS": str(tmp_path / "lexicons"),
        "WORDLE_WEB_MODE": "local",
    }


def run(command: object, environment: Env, *arguments: str, **settings: str) -> Result:
    """Run a command with changed settings, named without their prefix."""
    changed = {f"WORDLE_WEB_{name}": text for name, text in settings.items()}
    return CliRunner().invoke(command, arguments, env=environment | changed)


def refusal(command: object, environment: Env, *arguments: str, **settings: str) -> list[str]:
    result = run(command, environment, *arguments, **settings)
    assert result.exit_code == 2
    return result.output.splitlines()


def test_check_passes_in_local_mode_and_creates_nothing(environment):
    result = run(check, environment)
    assert result.exit_code == 0
    place = Path(environment["WORDLE_WEB_INSTANCE"]) / FILE_NAME
    assert f"The first start will make keys in {place}." in result.output
    assert "The site will be at http://127.0.0.1:8000." in result.output
    assert "Configuration OK (local mode)." in result.output
    assert not place.parent.exists()
    assert run(keys, environment).exit_code == 0
    assert f"The keys are in {place}. Keep a copy." in run(check, environment).output


def test_check_passes_in_production_and_prints_warnings(environment):
    public = {"MODE": "production", "TRUSTED_HOSTS": "words.test", "PROXY_HOPS": "1"}
    public["SITE_NAME"] = "Our words"
    result = run(check, environment | KEYS, LEXICONS="", **public)
    file = Path(environment["WORDLE_WEB_INSTANCE"]) / "settings.env"
    expected = (f"No settings file: there is no {file}.", "Configuration OK (production mode).")
    assert result.exit_code == 0
    assert result.output.splitlines() == list(expected)
    result = run(check, environment | KEYS, MODE="production")
    assert result.exit_code == 0
    expected = ("No settings file", "WORDLE_WEB_TRUSTED_HOSTS is empty")
    expected += ("WORDLE_WEB_PROXY_HOPS is 0",)
    expected += ("WORDLE_WEB_SITE_NAME is Wordle-web: Wordle is a trademark",)
    expected += ("english-5 has 9 words in pool normal", "Configuration OK (production mode).")
    for line, start in zip(result.output.splitlines(), expected, strict=True):
        assert line.startswith(start)


@pytest.mark.parametrize(
    ("arguments", "bound", "listens"),
    [
        (("--port", "8123"), "", "127.0.0.1:8123"),
        (("--port", "8123"), "0.0.0.0:9000,[::1]:9000", "0.0.0.0:8123"),
        (("--host", "::1"), "unix:/run/words.sock", "[::1]:8000"),
        (("--host", "127.0.0.1", "--open"), "0.0.0.0:9000", "127.0.0.1:9000"),
        ((), "127.0.0.1:9000", "127.0.0.1:9000"),
    ],
)
def test_serve_accepts_host_and_port(environment, arguments, bound, listens):
    def served(_: str, command: list[str], environ: Env) -> None:
        assert command[-2:] == ["--config", f"python:{SERVER}"]
        seen.update(environ)

    seen: Env = {}
    with patch("os.execve", served), patch("wordle_web.server.hooks.exit_unless_free"):
        assert run(serve, environment, *arguments, BIND=bound).exit_code == 0
    assert seen["WORDLE_WEB_BIND"] == listens
    assert ("WORDLE_WEB_OPEN" in seen) == ("--open" in arguments)


def test_check_and_keys_commands_report_an_unwritable_key_folder(environment, tmp_path):
    (tmp_path / "instance").write_text("a file in the way")
    for command in (check, keys):
        line = refusal(command, environment)[-1]
        assert line.startswith(f"Cannot save keys in {tmp_path}/instance (")
        assert f". Let user {os.getuid()} write there, " in line
        assert "WORDLE_WEB_INSTANCE" in line


def test_check_command_reads_the_same_settings_file_as_the_site(environment, tmp_path):
    path = tmp_path / "wordle-web.env"
    settings = {**environment, "WORDLE_WEB_SITE_NAME": "Our own words", "WORDLE_WEB_WORKERS": "no"}
    path.write_text("# Ours\n" + "".join(f"{name}={text}\n" for name, text in settings.items()))
    for workers, status in (("", 2), ("3", 0)):
        with patch.dict(os.environ, {"WORDLE_WEB_WORKERS": workers} if workers else {}):
            result = run(check, {}, "--env-file", str(path))
        assert result.exit_code == status
        assert f"Read the settings in {path}.\n" in result.output
        assert ("WORDLE_WEB_WORKERS must be" in result.output) is (status == 2)
    # Without --env-file, the file next to the keys is used.
    folder = Path(environment["WORDLE_WEB_INSTANCE"])
    folder.mkdir()
    path.rename(folder / "settings.env")
    home = {"WORDLE_WEB_INSTANCE": str(folder)}
    with patch.dict(os.environ):
        lines = refusal(check, home)
    assert lines[0] == f"Read the settings in {folder / 'settings.env'}."
    assert lines[1].startswith("WORDLE_WEB_WORKERS must be")
    path.touch()
    with patch.dict(os.environ):
        assert run(check, home, "--env-file", str(path)).exit_code == 0


@pytest.mark.parametrize("mode", [0o600, 0o640, 0o604])
@pytest.mark.parametrize("secret", [True, False])
def test_settings_file_with_world_readable_keys_is_reported(environment, tmp_path, mode, secret):
    path = tmp_path / "wordle-web.env"
    lines = {**environment, **(KEYS if secret else {})}
    path.write_text("".join(f"{name}={text}\n" for name, text in lines.items()))
    path.chmod(mode)
    with patch.dict(os.environ):
        result = run(check, {}, "--env-file", str(path))
    assert result.exit_code == 0
    assert ("chmod 600" in result.output) == (secret and mode != 0o600)
    # systemd lets a service read a file through its group.
    with patch.dict(os.environ), patch("os.geteuid", lambda: path.stat().st_uid + 1):
        result = run(check, {}, "--env-file", str(path))
    assert ("chmod 600" in result.output) == (secret and mode == 0o604)


def test_check_accepts_a_settings_pipe_with_any_file_mode(environment, tmp_path):
    path = tmp_path / "pipe"
    os.mkfifo(path)
    path.chmod(0o777)
    text = "".join(f"{name}={text}\n" for name, text in {**environment, **KEYS}.items())
    writer = threading.Thread(target=path.write_text, args=(text,))
    writer.start()
    with patch.dict(os.environ):
        result = run(check, {}, "--env-file", str(path))
    writer.join()
    assert result.exit_code == 0
    assert f"Read the settings in {path}.\n" in result.output
    assert "chmod" not in result.output


@pytest.mark.parametrize(
    ("bind", "urls"),
    [
        ("127.0.0.1:8123", ["http://127.0.0.1:8123"]),
        (
            "0.0.0.0:8123",
            ["http://127.0.0.1:8123 here, or http://192.0.2.2:8123 on any device in your network"],
        ),
        ("127.0.0.1:8123,[::1]:8123", ["http://127.0.0.1:8123", "http://[::1]:8123"]),
        ("unix:words.sock", []),
    ],
)
def test_check_command_prints_the_urls_of_the_site(environment, bind, urls, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("wordle_web.server.hooks.network_addresses", lambda *_: ("192.0.2.2",))
    lines = run(check, environment, BIND=bind).output.splitlines()
    assert [line for line in lines if "http" in line] == [f"The site will be at {u}." for u in urls]


def test_check_reads_settings_from_a_pipe(environment):
    text = "".join(f"{name}={value}\n" for name, value in environment.items())
    command = [sys.executable, "-m", "wordle_web", "check", "--env-file", "/dev/stdin"]
    for twice, status in ((text, 0), (text + text, 2)):
        done = subprocess.run(command, input=twice, capture_output=True, text=True, check=False)
        assert done.returncode == status, done.stderr
    assert "more than once in /dev/stdin: WORDLE_WEB_" in done.stderr


def test_check_warns_of_keys_stored_in_the_python_environment(environment, tmp_path):
    run(keys, environment)
    message = "in the Python environment, which an upgrade may delete"
    assert message not in run(check, environment).output
    with patch("sys.prefix", str(tmp_path)):
        assert message in run(check, environment).output


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"WORDLE_WEB_ZONE=UTC\nexport WORDLE_WEB_SECRET_KEY=hidden\n", "line 2 of"),
        (b"WORDLE_WEB_ZONE UTC\n", "line 1 of"),
        (b"\xff\n", "must be UTF-8 text"),
        (
            b"WORDLE_WEB_ZONE=UTC\n# more\nWORDLE_WEB_ZONE=UTC\n" + b"WORDLE_WEB_DAY=site\n" * 2,
            "WORDLE_WEB_ZONE, WORDLE_WEB_DAY. Keep one line of each",
        ),
    ],
)
def test_check_command_reports_an_invalid_line_of_the_settings_file(
    environment, tmp_path, content, message
):
    path = tmp_path / "wordle-web.env"
    path.write_bytes(content)
    output = "\n".join(refusal(check, environment, "--env-file", str(path)))
    assert message in output
    assert "hidden" not in output


def test_check_lists_variables_that_lack_the_settings_prefix(environment, tmp_path):
    path = tmp_path / "wordle-web.env"
    path.write_text("ZONE=UTC\nwordle_web_day=site\nWORDLE_WEB_THREADS=8\n")
    lines = run(check, environment, "--env-file", str(path)).output.splitlines()
    assert "do not begin with WORDLE_WEB_: ZONE, wordle_web_day." in lines[0]


def test_check_reports_a_public_site_in_local_mode(environment):
    public = {"TRUSTED_HOSTS": "words.school.edu", "PROXY_HOPS": "1"}
    assert "Set it to production for a public site." in run(check, environment, **public).output
    for name, value in public.items():
        assert "for a public site" not in run(check, environment, **{name: value}).output


def test_check_accepts_an_address_in_use_and_refuses_an_address_of_another_machine(environment):
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        listener.listen()
        port = listener.getsockname()[1]
        assert run(check, environment, BIND=f"127.0.0.1:{port}").exit_code == 0
    _, line = refusal(check, environment, BIND="203.0.113.9:8000")
    assert "203.0.113.9:8000: this machine has no such address" in line


def test_check_prints_all_problems_and_exits_with_status_2(environment, tmp_path):
    (tmp_path / "lexicons" / "english-5" / "pools" / "normal-1.txt").write_text("crane\nnever\n")
    wrong = {"SECRET_KEY": "dev", "ZONE": "Mars/Base", "BINDS": "x"}
    lines = refusal(check, environment, MODE="production", **wrong)
    assert len(lines) == 6
    for part in (
        "No settings file",
        "WORDLE_WEB_BINDS is not a setting",
        "WORDLE_WEB_ZONE must be a time zone",
        "WORDLE_WEB_DAILY_KEY is missing",
        "WORDLE_WEB_SECRET_KEY is too weak",
        "'never' is in pool normal but not in the word list",
    ):
        assert any(part in line for line in lines)
    # Unreadable keys do not hide other problems.
    folder = Path(environment["WORDLE_WEB_INSTANCE"])
    folder.mkdir()
    (folder / FILE_NAME).write_bytes(b"\xff")
    output = "\n".join(refusal(check, environment, ZONE="x"))
    assert "Cannot read the keys in" in output
    assert "WORDLE_WEB_ZONE" in output


def test_keys_command_prints_new_keys_or_saves_them_once(environment):
    path = Path(environment["WORDLE_WEB_INSTANCE"]) / FILE_NAME
    lines = run(keys, environment, "--print").output.splitlines()
    names = [line.partition("=")[0] for line in lines]
    assert names == ["WORDLE_WEB_SECRET_KEY", "WORDLE_WEB_DAILY_KEY"]
    assert not path.parent.exists()
    assert f"New keys saved to {path}." in run(keys, environment).output
    content = path.read_text()
    result = run(keys, environment)
    assert result.exit_code == 0
    assert "Nothing was changed." in result.output
    assert path.read_text() == content
    assert content.splitlines()[0] not in result.output


def lines_of(environment: Env, **changes: str) -> list[str]:
    """Return the output of `openings`, except its last line."""
    result = run(openings, environment, **changes)
    assert result.exit_code == 0, result.output
    *lines, last = result.output.splitlines()
    assert last.startswith(f"All is kept in {environment['WORDLE_WEB_LEXICONS']}/openings.")
    return lines


def test_openings_of_custom_words_are_computed_and_stored(environment, tmp_path):
    write_lexicon(tmp_path / "lexicons", "english-4", SHORT, ("aahs", "zoom"))
    write_lexicon(tmp_path / "lexicons", "klingon-4", SHORT, ())
    own_words = Settings.from_environment(environment)
    lines = lines_of(environment)
    line = r"(english|klingon)-[45], (real|normal), (normal rules|hard mode): opens with [a-z]+; "
    assert len(lines) == 10  # both beliefs are the same if every word can be an answer
    assert all(re.fullmatch(line + r"found in \d+ s\.", printed) for printed in lines)
    files = {path.name for path in (own_words.lexicons / "openings").iterdir()}
    assert files == {"english-4.json", "english-5.json", "klingon-4.json"}
    for name in lexicon_names(own_words.lexicons):
        lexicon = load_lexicon(name, own_words.lexicons)
        for mode in ("real", "normal"):
            belief = belief_of(lexicon, mode)
            assert all(find_opening(lexicon, belief, hard) for hard in (HardMode.OFF, HardMode.ON))
    assert lines_of(environment) == []
    assert run(check, environment).exit_code == 0
    # Used words get an opening of their own.
    path = own_words.lexicons.parent / "used.txt"
    path.write_text("crane\nable\nstranger\n")
    lines = lines_of(environment, USED_WORDS=str(path))
    names, rules = ("english-4", "english-5", "klingon-4"), ("normal rules", "hard mode")
    names_of_files = [line.partition(":")[0] for line in lines]
    assert names_of_files == [f"{name}, real, {rule}" for name in names for rule in rules]


def test_openings_of_future_pools_are_computed_in_advance(environment, tmp_path):
    pools = tmp_path / "lexicons" / "english-5" / "pools"
    (pools / "normal-2.txt").write_text("\n".join(OTHERS) + "\n")
    assert len(lines_of(environment)) == 4
    coming = "2025-01-01:1:,2026-01-01:2:"
    assert len(lines_of(environment, EPOCHS=coming)) == 4
    site = Settings.from_environment({**environment, "WORDLE_WEB_EPOCHS": coming})
    for versions in pool_versions(site):
        lexicon = with_pool_versions(load_lexicon("english-5", site.lexicons), versions)
        assert find_opening(lexicon, belief_of(lexicon, "normal"), False)


def test_openings_command_has_nothing_to_do_for_built_in_words(environment):
    result = run(openings, environment, LEXICONS="")
    assert result.exit_code == 0
    assert result.output.startswith("Nothing to do: WORDLE_WEB_LEXICONS is not set.")
    for name in filter(re.compile("english").match, lexicon_names()):
        lexicon = load_lexicon(name)
        assert find_opening(lexicon, belief_of(lexicon), False), name


def test_openings_that_cannot_be_stored_are_reported(environment, tmp_path, monkeypatch):
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    folder = tmp_path / "lexicons" / "openings"
    folder.write_text("a file in the way")
    (line,) = refusal(openings, environment)
    assert line.startswith(f"Openings cannot be kept in {folder}")
    folder.unlink()
    monkeypatch.setattr("wordle_web.engine.openings.Path.replace", full)
    (line,) = refusal(openings, environment)
    assert "No space left on device" in line
