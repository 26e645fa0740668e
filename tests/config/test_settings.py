"""Settings are read from the environment, or refused with a list of all problems."""

from datetime import date, datetime
from pathlib import Path
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import pytest

from wordle_web.config import parsers
from wordle_web.config import settings as module
from wordle_web.config.parsers import EpochSetting, schedule
from wordle_web.config.settings import Settings, SettingsError, variables

HOSTING = Path(__file__).parents[2] / "deploy" / "README.md"


def test_no_setting_is_required_and_empty_variables_count_as_unset() -> None:
    for environment in ({}, {"WORDLE_WEB_ZONE": " ", "OTHER": "x"}):
        assert Settings.from_environment(environment) == Settings()
    assert Settings().mode == "local"
    assert not Settings().is_https


def test_every_setting_is_read_from_its_variable(tmp_path: Path) -> None:
    values = {
        "MODE": "production",
        "SECRET_KEY": " s ",
        "SECRET_KEY_FALLBACKS": "a, b,,",
        "EPOCHS": "2024-05-01:1:old:key,2025-05-01:2:",
        "FIRST_DAY": "2024-05-01",
        "ZONE": "Europe/Berlin",
        "SITE_NAME": "Wörter",
        "LEXICONS": str(tmp_path),
        "INSTANCE": "~/instance",
        "HTTPS": "off",
        "TRUSTED_HOSTS": "words.example.org",
        "PROXY_HOPS": "1",
        "RATE_LIMITS": "No",
        "RATE_LIMIT_STORAGE": "redis://localhost:6379/1",
        "CPU_BUDGET": "45",
        "WORKERS": "3",
    }
    settings = Settings.from_environment({f"WORDLE_WEB_{name}": values[name] for name in values})
    assert settings.secret_key == "s"
    assert settings.secret_key_fallbacks == ("a", "b")
    assert settings.epochs == (
        EpochSetting(date(2024, 5, 1), 1, "old:key"),
        EpochSetting(date(2025, 5, 1), 2, ""),
    )
    assert settings.first_day == date(2024, 5, 1)
    assert settings.zone == ZoneInfo("Europe/Berlin")
    assert settings.lexicons == tmp_path
    assert settings.instance_folder == Path.home() / "instance"
    assert not settings.is_https
    assert not settings.rate_limits
    assert (settings.proxy_hops, settings.workers, settings.cpu_budget) == (1, 3, 45)


def test_installed_wheel_stores_keys_in_the_home_folder_or_else_in_var_lib(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def nobody(user: int) -> None:
        raise KeyError(user)

    monkeypatch.setattr(module, "PACKAGE", tmp_path / "wordle_web")
    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    assert tmp_path in Settings().instance_folder.parents
    # This is what systemd's DynamicUser finds on a machine without libnss-systemd.
    monkeypatch.delenv("HOME")
    monkeypatch.setattr("pwd.getpwuid", nobody)
    assert Settings().instance_folder == Path("/var/lib/wordle-web")


@pytest.mark.parametrize(
    ("name", "value", "reason"),
    [
        ("MODE", "dev", "must be local or production, not 'dev'"),
        ("FIRST_DAY", "1.1.2025", "must be a date like 2025-01-01"),
        ("FIRST_DAY", "2025-02-30", "must be a date like 2025-01-01"),
        ("ZONE", "Mars/Base", "must be a time zone like Europe/Berlin"),
        ("ZONE", "../etc/passwd", "must be a time zone"),
        ("ZONE", "/", "must be a time zone"),
        ("SITE_NAME", "x" * 41, "must be at most 40 characters on one line"),
        ("SITE_NAME", "a\nb", "must be at most 40 characters on one line"),
        ("LANGUAGE", "english-5", "must be one word of letters"),
        ("LANGUAGES", "english,german,english", "must not name a language twice"),
        ("LANGUAGES", "english,German", "must be names in small letters like english"),
        ("BIND", "nowhere", "must be an address like 127.0.0.1:8000 or unix:/run/x"),
        ("SCHEDULE", "/nowhere", "must be a readable text file of days"),
        ("LEXICONS", "/nowhere", "must be an existing folder"),
        ("USED_WORDS", "/nowhere", "must be a readable text file of words"),
        ("USED_WORDS", __file__, "must be a file with one word per line; "),
        ("HTTPS", "yes", "must be auto or on or off"),
        ("TRUSTED_HOSTS", "https://a.test", "must be host names like words.example.org, without "),
        ("TRUSTED_HOSTS", "a.test:8443", "must be host names like words.example.org, without "),
        ("COOKIE_NAME", "a b", "must be 1 to 40 letters"),
        ("COOKIE_NAME", "x" * 41, "must be 1 to 40 letters"),
        ("PROXY_HOPS", "-1", "must be a number from 0 to 9"),
        ("PROXY_HOPS", "\N{SUPERSCRIPT TWO}", "must be a number from 0 to 9"),
        ("WORKERS", "0", "must be a number from 1 to 64"),
        ("THREADS", "many", "must be a number from 1 to 256"),
        ("RATE_LIMITS", "maybe", "must be on or off"),
        ("RATE_LIMIT_STORAGE", "http://x", "must start with memory://"),
        ("RATE_LIMIT_STORAGE", "redis://x:y", "must be an address like redis://host:6379"),
        ("CPU_BUDGET", "0", "must be a number from 5 to 3600"),
        ("EPOCHS", "2025-01-01", "must be DATE:VERSION:KEY"),
        ("EPOCHS", "2025-01-01:0:k", "must be DATE:VERSION:KEY"),
        ("EPOCHS", "x:1:k", "must be a date"),
        ("EPOCHS", "2026-01-01:1:k,2025-01-01:1:k", "must list its epochs oldest first"),
        ("EPOCHS", "2025-01-01:1:k,2025-01-01:1:k", "must list its epochs oldest first"),
    ],
)
def test_error_for_an_invalid_value_names_the_expected_form(
    name: str, value: str, reason: str
) -> None:
    with pytest.raises(SettingsError) as caught:
        Settings.from_environment({f"WORDLE_WEB_{name}": value})
    assert len(caught.value.problems) == 1
    assert caught.value.problems[0].startswith(f"WORDLE_WEB_{name} {reason}")


def test_all_problems_are_reported_together() -> None:
    environment = {
        "WORDLE_WEB_ZONE": "x",
        "WORDLE_WEB_WORKERS": "x",
        "WORDLE_WEB_SECRETKEY": "a secret",
        "WORDLE_WEB_PREPARE": "of another release",
        "WORDLE_WEB_PORT": "80",
        "WORDLE_WEB_LANGUAGE": "german",
        "WORDLE_WEB_LANGUAGES": "english,german",
        "WORDLE_WEB_MODE": "production",
        "WORDLE_WEB_EPOCHS": "2020-01-01:1:secret",
    }
    with pytest.raises(SettingsError) as caught:
        Settings.from_environment(environment)
    message = str(caught.value)
    assert len(caught.value.problems) == 7
    assert "WORDLE_WEB_LANGUAGE contradicts WORDLE_WEB_LANGUAGES. Unset one of them." in message
    assert "WORDLE_WEB_SECRETKEY is not a setting. Did you mean WORDLE_WEB_SECRET_KEY?" in message
    assert "WORDLE_WEB_PREPARE is not a setting. Remove it." in message
    assert "WORDLE_WEB_PORT is not a setting. Did you mean WORDLE_WEB_BIND?" in message
    assert "Set both to the same date" in message
    assert "a secret" not in message
    assert ":secret" not in message
    # Valid settings are still read.
    settings, problems = module.read_environment({**environment, "WORDLE_WEB_WORKERS": "5"})
    assert (settings.workers, settings.zone, len(problems)) == (5, ZoneInfo("UTC"), 6)


def test_key_can_be_read_from_a_mounted_file(tmp_path: Path) -> None:
    secret = tmp_path / "secret"
    secret.write_text("a mounted key\n", encoding="utf-8")
    name = "WORDLE_WEB_SECRET_KEY"
    settings = Settings.from_environment({f"{name}_FILE": str(secret)})
    assert settings.secret_key == "a mounted key"
    for more, reason in (
        ({name: "another"}, f"{name}_FILE contradicts {name}. Unset one of them."),
        ({f"{name}_FILE": str(tmp_path)}, f"{name}_FILE must be a text file of one line"),
        ({"WORDLE_WEB_ZONE_FILE": str(secret)}, "WORDLE_WEB_ZONE_FILE is not a setting."),
    ):
        with pytest.raises(SettingsError, match=reason):
            Settings.from_environment({f"{name}_FILE": str(secret), **more})


def test_production_defaults_to_https_and_repr_hides_keys() -> None:
    for mode, https, expected in (
        ("local", "auto", False),
        ("local", "on", True),
        ("production", "auto", True),
        ("production", "off", False),
    ):
        environment = {"WORDLE_WEB_MODE": mode, "WORDLE_WEB_HTTPS": https}
        assert Settings.from_environment(environment).is_https is expected
    keys = {"secret_key": "key-1", "daily_key": "key-2", "secret_key_fallbacks": ("key-4",)}
    epochs = (EpochSetting(date(2025, 1, 1), 1, "key-3"),)
    assert "key-" not in repr(Settings(**keys, epochs=epochs))


@pytest.mark.parametrize("name", variables())
def test_every_setting_is_in_the_table_of_the_hosting_document(name: str) -> None:
    setting = variables()[name]
    value = getattr(Settings(), name.removeprefix("WORDLE_WEB_").lower())
    default = {"True": "on", "False": "off", "None": "", "()": ""}.get(str(value), value)
    row = f"| `{name}` | {setting.default or default} | {setting.help} |"
    rows = HOSTING.read_text(encoding="utf-8").splitlines()
    assert row in rows, f"Write this row into the table of {HOSTING.name} in deploy/:\n{row}"


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        ("", []),
        ("# ours\n\n2026-12-25 Carol\n2026-12-24 bells\n", ["bells", "carol"]),
        ("2026-12-24", "line 1 must be a day and a word"),
        ("\n24.12.2026 carol", "line 2 must be a day and a word"),
        ("2026-12-24 silent night", "line 1 has more than a day and a word"),
        ("2026-12-24 carol\n2026-12-24 bells", "line 2 names a day again"),
    ],
)
def test_schedule_file_is_read_or_its_faulty_line_is_reported(
    tmp_path: Path, lines: str, expected: list[str] | str
) -> None:
    file = tmp_path / "days.txt"
    file.write_text(lines, encoding="utf-8")
    if isinstance(expected, str):
        with pytest.raises(ValueError, match=expected):
            schedule(str(file))
    else:
        assert [scheduled.word for scheduled in schedule(str(file))] == expected


def test_only_utc_is_accepted_without_time_zone_data(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    noon = datetime(2100, 7, 1, 12, tzinfo=ZoneInfo("UTC"))

    class Lacking(ZoneInfo):
        def __new__(cls, key: str) -> "Lacking":
            raise ZoneInfoNotFoundError(key)

    monkeypatch.setattr(parsers, "ZoneInfo", Lacking)
    monkeypatch.setattr(parsers, "available_timezones", set)
    zone = parsers.zone("UTC")
    assert noon.astimezone(zone).isoformat() == noon.isoformat()
    with pytest.raises(ValueError, match="needs zone data, which this machine lacks"):
        parsers.zone("Europe/Berlin")


def test_first_day_near_the_end_of_the_calendar_is_refused() -> None:
    with pytest.raises(SettingsError, match="FIRST_DAY must be a date like"):
        Settings.from_environment({"WORDLE_WEB_FIRST_DAY": "9999-12-31"})
    late = Settings.from_environment({"WORDLE_WEB_FIRST_DAY": "8999-12-31"})
    assert late.first_day == date(8999, 12, 31)
