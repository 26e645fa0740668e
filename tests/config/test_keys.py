"""Keys: created once, complete and private; production refuses missing or weak keys."""

import stat
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import date

import pytest

from wordle_web.config import keys as module
from wordle_web.config.keys import FILE_NAME, is_weak, make_keys, with_keys
from wordle_web.config.parsers import EpochSetting
from wordle_web.config.settings import Settings, SettingsError

STRONG = module.new_keys()


def production(**changes: object) -> Settings:
    return replace(Settings(mode="production", **STRONG), **changes)


def test_first_local_start_creates_keys_and_later_starts_reuse_them(tmp_path):
    settings = Settings(instance=tmp_path / "deep" / "instance")
    first = with_keys(settings)
    assert not is_weak(first.secret_key)
    assert not is_weak(first.daily_key)
    assert first.secret_key != first.daily_key
    assert with_keys(settings) == first


def test_concurrent_starts_share_one_private_key_file(tmp_path):
    folder = tmp_path / "instance"
    with ThreadPoolExecutor(16) as threads:
        results = list(threads.map(lambda _: make_keys(folder), range(64)))
    assert all(keys == results[0] for keys in results)
    assert [path.name for path in folder.iterdir()] == [FILE_NAME]
    assert stat.S_IMODE((folder / FILE_NAME).stat().st_mode) == 0o600
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700


def test_key_in_the_environment_overrides_the_stored_key(tmp_path):
    keys = make_keys(tmp_path)
    settings = with_keys(Settings(instance=tmp_path, secret_key="of the environment"))
    assert settings.secret_key == "of the environment"
    assert settings.daily_key == keys["daily_key"]
    head, *lines = (tmp_path / FILE_NAME).read_text().splitlines()
    assert head.startswith("# Checksum: ")
    environment = dict(line.split("=", 1) for line in lines)
    assert Settings.from_environment(environment).secret_key == keys["secret_key"]
    assert module.keys_text(keys).splitlines() == lines


def test_full_disk_leaves_no_key_file(tmp_path, monkeypatch):
    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("wordle_web.config.keys.os.fsync", full)
    with pytest.raises(SettingsError, match="No space left on device"):
        make_keys(tmp_path)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "content",
    [b"", b"\n\n", b"WORDLE_WEB_SECRET_KEY=\n", b"other=1", b"WORDLE_WEB_SECRET_KEY=half\n"],
)
@pytest.mark.parametrize("mode", ["local", "production"])
def test_key_file_without_keys_is_reported_and_left_unchanged(tmp_path, content, mode):
    (tmp_path / FILE_NAME).write_bytes(content)
    missing = f"DAILY_KEY is missing from {tmp_path}/keys.env"
    with pytest.raises(SettingsError, match=missing) as problem:
        with_keys(Settings(instance=tmp_path, mode=mode))
    assert (tmp_path / FILE_NAME).read_bytes() == content
    assert ("delete the file" in str(problem.value)) is not bool(content.strip())
    (tmp_path / FILE_NAME).write_bytes(b"\xff\xfe\x00")
    with pytest.raises(SettingsError, match="Cannot read the keys in"):
        module.read_keys(tmp_path)


def test_production_creates_no_keys_but_uses_existing_ones(tmp_path):
    settings = Settings(mode="production", instance=tmp_path / "instance")
    with pytest.raises(SettingsError) as caught:
        with_keys(settings)
    assert len(caught.value.problems) == 2
    assert not (tmp_path / "instance").exists()
    keys = make_keys(tmp_path / "instance")
    assert with_keys(settings).daily_key == keys["daily_key"]


@pytest.mark.parametrize(
    ("changes", "name"),
    [
        ({"secret_key": "dev"}, "WORDLE_WEB_SECRET_KEY"),
        ({"secret_key": "changeme" * 10}, "WORDLE_WEB_SECRET_KEY"),
        ({"daily_key": "0" * 64}, "WORDLE_WEB_DAILY_KEY"),
        ({"secret_key_fallbacks": ("short", "brief")}, "A key in WORDLE_WEB_SECRET_KEY_FALLBACKS"),
        ({"epochs": (EpochSetting(date(2025, 1, 1), 1, "short"),)}, "A key in WORDLE_WEB_EPOCHS"),
        ({"metrics_token": "short"}, "WORDLE_WEB_METRICS_TOKEN"),
    ],
)
def test_production_refuses_weak_keys_without_printing_them(changes, name):
    with pytest.raises(SettingsError) as caught:
        with_keys(production(**changes))
    (problem,) = caught.value.problems
    assert problem.startswith(f"{name} is too weak")
    # Strong keys are accepted, but not the same key for both purposes.
    assert with_keys(production()) == production()
    with pytest.raises(SettingsError, match="must be different") as equal:
        with_keys(production(daily_key=STRONG["secret_key"]))
    assert STRONG["secret_key"] not in str(equal.value)
    for secret in ("dev", "changeme", "0" * 64, "short", "brief"):
        assert f" {secret}" not in problem


WHOLE = module.file_text(STRONG)


@pytest.mark.parametrize(
    "content",
    [
        WHOLE,
        "\ufeff" + WHOLE,
        WHOLE.replace("\n", "\r\n"),
        "\ufeff" + WHOLE.replace("\n", "\r\n\r\n"),
        WHOLE.rstrip("\n"),
        WHOLE + module.keys_text(STRONG),  # twice the same
        module.keys_text(STRONG),  # written by hand
    ],
)
def test_edited_key_file_is_read(tmp_path, content):
    (tmp_path / FILE_NAME).write_bytes(content.encode())
    assert make_keys(tmp_path) == STRONG


@pytest.mark.parametrize("cut", [1, 2, 20, 44, 60])
def test_truncated_key_file_is_refused_and_not_changed(tmp_path, cut):
    content = WHOLE.rstrip("\n")[:-cut]
    (tmp_path / FILE_NAME).write_text(content)
    with pytest.raises(SettingsError, match="do not match its checksum") as caught:
        with_keys(Settings(instance=tmp_path))
    assert "delete" not in str(caught.value)
    assert STRONG["secret_key"] not in str(caught.value)
    assert (tmp_path / FILE_NAME).read_text() == content


def test_key_with_a_changed_character_is_refused(tmp_path):
    changed = STRONG["daily_key"][:-1] + ("x" if STRONG["daily_key"][-1] != "x" else "y")
    (tmp_path / FILE_NAME).write_text(WHOLE.replace(STRONG["daily_key"], changed))
    with pytest.raises(SettingsError, match="do not match its checksum"):
        with_keys(Settings(instance=tmp_path))


def test_two_different_keys_with_one_name_are_refused(tmp_path):
    (tmp_path / FILE_NAME).write_text(WHOLE + module.keys_text(module.new_keys()))
    with pytest.raises(SettingsError, match="SECRET_KEY is twice in"):
        with_keys(Settings(instance=tmp_path))


def no_links(monkeypatch):
    def refuse(*_: object) -> None:
        raise OSError(1, "Operation not permitted")

    monkeypatch.setattr("wordle_web.config.keys.os.link", refuse)


def test_first_start_creates_keys_on_file_systems_without_hard_links(tmp_path, monkeypatch):
    no_links(monkeypatch)
    with ThreadPoolExecutor(16) as threads:
        results = list(threads.map(lambda _: make_keys(tmp_path / "instance"), range(32)))
    assert all(keys == results[0] for keys in results)
    assert [path.name for path in (tmp_path / "instance").iterdir()] == [FILE_NAME]
    assert stat.S_IMODE((tmp_path / "instance" / FILE_NAME).stat().st_mode) == 0o600


def test_full_disk_without_hard_links_leaves_no_key_file(tmp_path, monkeypatch):
    no_links(monkeypatch)
    synced = []

    def full(handle: int) -> None:
        synced.append(handle)
        if len(synced) > 1:
            raise OSError(28, "No space left on device")

    monkeypatch.setattr("wordle_web.config.keys.os.fsync", full)
    with pytest.raises(SettingsError, match="No space left on device"):
        make_keys(tmp_path)
    assert list(tmp_path.iterdir()) == []
