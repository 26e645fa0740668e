"""Errors and warnings before a site starts are the same at startup and in `check`."""

import logging
import socketserver
import threading
from datetime import date
from itertools import islice, permutations
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from web_visitor import ANSWERS, OTHERS, SHORT, Clock, new_app, site_settings, write_lexicon

from wordle_web import create_app
from wordle_web.cli.host import check
from wordle_web.config.keys import FILE_NAME, make_keys, new_keys
from wordle_web.config.parsers import EpochSetting
from wordle_web.config.settings import SettingsError
from wordle_web.web.startup import Findings, examine

FIRST = date(2025, 1, 1)
KEYS = {f"WORDLE_WEB_{name.upper()}": key for name, key in new_keys().items()}
SHORT_YEAR = "english-5 has 9 words in pool normal, version 1: daily words may come again after 6"


@pytest.fixture(scope="module")
def year(tmp_path_factory):
    folder: Path = tmp_path_factory.mktemp("year")
    words = tuple(sorted("".join(letters) for letters in islice(permutations("crates", 5), 490)))
    write_lexicon(folder, "english-5", words, ())
    return folder


def findings_of(lexicons: Path | None, **changes: Any) -> Findings:
    settings = site_settings(lexicons, **{"rate_limits": True, **changes})
    return examine(settings, tuple(settings.problems()), Clock())


def test_check_reports_nothing_for_a_valid_site(year, store):
    public = {"mode": "production", "trusted_hosts": ("words.test",), "proxy_hops": 1}
    public["site_name"] = "Our words"
    coming = (EpochSetting(FIRST, 1), EpochSetting(date(2025, 3, 5), 1))
    begun = {"first_day": date(2025, 3, 3)}
    for changes in ({}, public, begun, {"epochs": coming}, {"rate_limit_storage": store}):
        assert findings_of(year, **changes) == Findings((), ())


@pytest.mark.parametrize(
    ("changes", "warning"),
    [
        ({"mode": "production", "https": "off"}, "WORDLE_WEB_HTTPS is off"),
        ({"mode": "production", "rate_limits": False}, "WORDLE_WEB_RATE_LIMITS is off"),
        ({"mode": "production", "trusted_hosts": ()}, "WORDLE_WEB_TRUSTED_HOSTS is empty"),
        ({"mode": "production", "proxy_hops": 0}, "WORDLE_WEB_PROXY_HOPS is 0"),
        ({"mode": "production", "site_name": "Wordle-web"}, "WORDLE_WEB_SITE_NAME is Wordle-web"),
        ({"mode": "production", "site_name": "My WORDLE"}, "WORDLE_WEB_SITE_NAME is My WORDLE"),
        ({"trusted_hosts": ("a.test", "words.example.org")}, "WORDLE_WEB_TRUSTED_HOSTS has an ex"),
        ({"trusted_hosts": (".school.example",)}, "WORDLE_WEB_TRUSTED_HOSTS has an example"),
        ({"trusted_hosts": ("words.test",), "proxy_hops": 1}, "WORDLE_WEB_MODE is local"),
        ({"site_name": '"Our words"'}, "WORDLE_WEB_SITE_NAME is in quotes"),
        ({"secret_key": f"'{'4rYh7Qk2vTnB9xLwPz0' * 2}'"}, "WORDLE_WEB_SECRET_KEY is in quotes"),
        ({"first_day": date(2025, 3, 5)}, "WORDLE_WEB_FIRST_DAY is 2025-03-05"),
        ({"rate_limit_storage": "redis://127.0.0.1:9"}, "WORDLE_WEB_RATE_LIMIT_STORAGE does not"),
        (
            {"epochs": (EpochSetting(FIRST, 1), EpochSetting(date(2025, 3, 3), 1))},
            "WORDLE_WEB_EPOCHS: the latest epoch began on 2025-03-03",
        ),
    ],
)
def test_check_reports_a_doubtful_setting_as_a_warning(year, changes, warning):
    public = {"trusted_hosts": ("words.test",), "proxy_hops": 1, "site_name": "Our words"}
    findings = findings_of(year, **{**(public if "mode" in changes else {}), **changes})
    assert findings.errors == ()
    (text,) = findings.warnings
    assert text.startswith(warning)
    assert text.endswith(".")


@pytest.mark.parametrize("name", ["words.example.org", "example.com", "a.EXAMPLE.net", ".example"])
def test_check_refuses_a_placeholder_host_name_on_a_public_site(year, name):
    public = {"proxy_hops": 1, "site_name": "Our words", "trusted_hosts": ("words.test", name)}
    problem = f"WORDLE_WEB_TRUSTED_HOSTS has an example: replace {name} by your host."
    assert findings_of(year, mode="production", **public) == Findings((problem,), ())


def test_keys_readable_by_other_users_cause_a_warning(year, tmp_path):
    make_keys(tmp_path)
    site = {"secret_key": "", "daily_key": "", "instance": tmp_path}
    assert findings_of(year, **site) == Findings((), ())
    (tmp_path / FILE_NAME).chmod(0o640)
    (warning,) = findings_of(year, **site).warnings
    assert warning == f"Other users can read your keys. Run `chmod 600 {tmp_path}/{FILE_NAME}`."


class Pong(socketserver.StreamRequestHandler):
    """A minimal Redis server that answers the requests of these tests."""

    def handle(self) -> None:
        while line := self.rfile.readline():
            if line.startswith(b"*"):
                self.wfile.write(b"+PONG\r\n")


@pytest.fixture
def store():
    with socketserver.ThreadingTCPServer(("127.0.0.1", 0), Pong) as server:
        server.daemon_threads = True
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"redis://127.0.0.1:{server.server_address[1]}"
        server.shutdown()


def test_doubtful_settings_are_logged_when_the_server_starts(lexicons, caplog):
    with caplog.at_level(logging.WARNING, "wordle_web"):
        new_app(lexicons, site_name="'Words'")
    messages = [record.getMessage() for record in caplog.records]
    assert len(messages) == 2
    assert messages[0].startswith("WORDLE_WEB_SITE_NAME is in quotes")
    assert messages[1].startswith(SHORT_YEAR)


# Settings of a host, and whether the site starts with them.
SITES: dict[str, tuple[dict[str, str], bool]] = {
    "nothing": ({}, True),
    "public": ({"MODE": "production", **{n[11:]: key for n, key in KEYS.items()}}, True),
    "public without keys": ({"MODE": "production"}, False),
    "weak at home": ({"SECRET_KEY": "dev", "DAILY_KEY": "sixteen letters!"}, True),
    "short key of an epoch": ({"EPOCHS": "2025-01-01:1:short"}, False),
    "half of the keys": ({"keys.env": "WORDLE_WEB_SECRET_KEY=half\n"}, False),
    "the other half": ({"keys.env": "WORDLE_WEB_SECRET_KEY=half\n", "DAILY_KEY": "x" * 40}, True),
    "keys for production": (
        {"keys.env": "".join(f"{n}={k}\n" for n, k in KEYS.items()), "MODE": "production"},
        True,
    ),
    "keys that are no text": ({"keys.env": "\udcff"}, False),
    "no place for keys": ({"INSTANCE": "/dev/null/instance"}, False),
    "unknown name": ({"SITENAME": "Words"}, False),
    "store away": ({"RATE_LIMIT_STORAGE": "redis://127.0.0.1:9"}, True),
    "two first days": ({"EPOCHS": "2025-01-02:1:"}, False),
    "past epoch": ({"EPOCHS": "2025-01-01:1:,2025-02-01:1:"}, True),
    "epoch without a pool": ({"EPOCHS": "2025-01-01:1:,2099-01-01:2:"}, False),
    "last day of all": ({"FIRST_DAY": "9999-12-31"}, False),
    "last first day": ({"FIRST_DAY": "8999-12-31"}, True),
    "other language": ({"LANGUAGE": "klingon"}, False),
    "example": ({"TRUSTED_HOSTS": "words.example.org"}, True),
    "public example": (
        {
            "MODE": "production",
            "TRUSTED_HOSTS": "words.example.org",
            **{n[11:]: key for n, key in KEYS.items()},
        },
        False,
    ),
    "number in quotes": ({"WORKERS": '"2"'}, False),
    "two faults": ({"ZONE": "Mars/Base", "LANGUAGE": "klingon"}, False),
    "damaged words": ({"words.txt": "crane\ncrane\n"}, False),
    "no words": ({"words.txt": ""}, False),
}


@pytest.mark.parametrize("name", SITES)
def test_start_and_check_refuse_the_same_settings(name, tmp_path, monkeypatch):
    settings, starts = SITES[name]
    write_lexicon(tmp_path / "lexicons", "english-5", ANSWERS, OTHERS)
    write_lexicon(tmp_path / "lexicons", "english-4", SHORT, ())
    instance, lexicons = tmp_path / "instance", tmp_path / "lexicons"
    environ = {"INSTANCE": str(instance), "LEXICONS": str(lexicons), **settings}
    for file, folder in ((FILE_NAME, instance), ("words.txt", lexicons / "english-5")):
        if (text := environ.pop(file, None)) is not None:
            folder.mkdir(exist_ok=True)
            (folder / file).write_bytes(text.encode(errors="surrogateescape"))
            (folder / file).chmod(0o600)
    for variable, text in environ.items():
        monkeypatch.setenv(f"WORDLE_WEB_{variable}", text)
    checked = CliRunner().invoke(check)
    try:
        create_app()
        problems: tuple[str, ...] = ()
    except SettingsError as error:
        problems = error.problems
    assert (checked.exit_code, not problems) == (0 if starts else 2, starts)
    if not starts:
        assert checked.output.splitlines()[1:] == list(problems)  # the first line names the file
        assert (instance / FILE_NAME).exists() == (FILE_NAME in settings)  # no key is created
        assert len(problems) == 2 or name != "two faults"
