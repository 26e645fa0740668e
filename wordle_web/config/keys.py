"""The two keys of a site: reading, creating and checking them.

Keys are read from the environment, then from `keys.env` in the instance folder. In local mode the
first start creates that file; in production only `wordle-web keys` creates it.
"""

import contextlib
import hashlib
import os
import secrets
import tempfile
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from wordle_web.config.parsers import environment_lines
from wordle_web.config.settings import KEYS, Settings, SettingsError, variable_name

FILE_NAME = "keys.env"
KEY_BYTES = 32
MIN_KEY_LENGTH = 32
MIN_DISTINCT_CHARACTERS = 10
TRIAL_BYTES = 4096  # size of the trial file that detects a full disk
CHECKSUM = "# Checksum: "
ATTEMPTS, PAUSE_SECONDS = 20, 0.1  # attempts to read a file while another process writes it


def with_keys(settings: Settings) -> Settings:
    """Return `settings` with both keys; the first start in local mode creates them.

    Raises:
        SettingsError: keys are missing or weak, or cannot be read or saved.
    """
    if problems := tuple(key_problems(settings)):
        raise SettingsError(problems)
    complete = with_stored_keys(settings)
    if any(_missing(complete)):
        return with_missing(settings, make_keys(settings.instance_folder))
    return complete


def with_stored_keys(settings: Settings) -> Settings:
    """Return `settings` with missing keys filled in from the instance folder.

    Raises:
        SettingsError: the keys cannot be read.
    """
    if not any(_missing(settings)):
        return settings
    return with_missing(settings, read_keys(settings.instance_folder))


def with_missing(settings: Settings, stored: dict[str, str]) -> Settings:
    """Return `settings` with missing keys taken from `stored`."""
    missing = {name: key for name, key in stored.items() if not getattr(settings, name)}
    return replace(settings, **missing)  # type: ignore[arg-type]  # both are text


def _missing(settings: Settings) -> Iterator[str]:
    return (name for name in KEYS if not getattr(settings, name))


def key_problems(settings: Settings) -> Iterator[str]:
    """Yield the problems with the keys that would prevent a start; nothing is created.

    Local mode accepts weak keys, and creates missing ones if there is no file.
    """
    path = settings.instance_folder / FILE_NAME
    # Check this before reading, since another process may be creating the file now.
    is_there = os.path.lexists(path)
    try:
        complete = with_stored_keys(settings)
    except SettingsError as error:
        yield from error.problems
        return
    missing = tuple(_missing(complete))
    if missing and not is_there and settings.mode == "local":
        reason = write_problem(path.parent)
        yield from [_unsaved(path.parent, reason)] if reason else []
        return
    for name in missing:
        if is_there:
            advice = "Restore it from a backup."
            if is_empty(path):
                advice += (
                    " If there is none, delete the file to create new keys: words change, and "
                    "histories can no longer be read."
                )
            yield f"{variable_name(name)} is missing from {path}. {advice}"
        else:
            yield (
                f"{variable_name(name)} is missing. Run `wordle-web keys` to create it, or add "
                "what `wordle-web keys --print` prints to your settings."
            )
    if settings.mode != "production":
        return
    named = {variable_name(name): [getattr(complete, name)] for name in (*KEYS, "metrics_token")}
    named[f"A key in {variable_name('secret_key_fallbacks')}"] = [*complete.secret_key_fallbacks]
    named[f"A key in {variable_name('epochs')}"] = [epoch.key for epoch in complete.epochs]
    for name, keys in named.items():
        if any(key and is_weak(key) for key in keys):
            yield (
                f"{name} is too weak. Use at least {MIN_KEY_LENGTH} random "
                "characters: `wordle-web keys --print` makes some."
            )
    if complete.secret_key and complete.secret_key == complete.daily_key:
        yield f"{variable_name('secret_key')} and {variable_name('daily_key')} must be different."


def is_weak(key: str) -> bool:
    """Return whether a key is short, or has few distinct characters.

    >>> is_weak("changeme"), is_weak("abc" * 20), is_weak("4rYh7-Qk2_vTnB9xLwPz0dGcJmSfUaEi")
    (True, True, False)
    """
    return len(key) < MIN_KEY_LENGTH or len(set(key)) < MIN_DISTINCT_CHARACTERS


def new_keys() -> dict[str, str]:
    """Return a new key for each purpose."""
    return {name: secrets.token_urlsafe(KEY_BYTES) for name in KEYS}


def keys_text(keys: dict[str, str]) -> str:
    """Return keys as lines of an environment file."""
    return "".join(f"{variable_name(name)}={key}\n" for name, key in keys.items())


def file_text(keys: dict[str, str]) -> str:
    """Return the content of the key file: a checksum, then the keys.

    Without the checksum, a key that lost a character would go unnoticed and give other words.
    """
    return f"{CHECKSUM}{_checksum(keys)}\n{keys_text(keys)}"


def _checksum(keys: dict[str, str]) -> str:
    return hashlib.sha256(keys_text(keys).encode()).hexdigest()[:16]


def read_keys(folder: Path) -> dict[str, str]:
    """Return the keys in the instance folder; empty if there is no file.

    Raises:
        SettingsError: the file cannot be read, is damaged, or has two values of a key.
    """
    path = folder / FILE_NAME
    try:
        text = path.read_text(encoding="utf-8-sig")
    except (FileNotFoundError, NotADirectoryError):
        return {}
    except (OSError, UnicodeDecodeError) as error:
        problem = f"Cannot read the keys in {path} ({_reason(error)}). Restore it from a backup."
        raise SettingsError((problem,)) from error
    keys, pairs = {}, environment_lines(text)
    for name in KEYS:
        values = {value for variable, value in pairs if variable == variable_name(name)}
        if len(values) > 1:
            problem = f"{variable_name(name)} is twice in {path}. Keep the line that is in use."
            raise SettingsError((problem,))
        keys[name] = next(iter(values), "")
    sums = [line.removeprefix(CHECKSUM) for line in text.splitlines() if line.startswith(CHECKSUM)]
    if any(sum.strip() != _checksum(keys) for sum in sums):
        raise SettingsError(
            (
                f"The keys in {path} do not match its checksum. Restore the file from a backup, "
                f'or if you changed a key on purpose, remove the line "{CHECKSUM.strip()} …".',
            )
        )
    return keys


def is_empty(path: Path) -> bool:
    """Return whether a file exists and is empty, so that it may be replaced."""
    try:
        return not path.read_bytes().strip()
    except OSError:
        return False


def make_keys(folder: Path) -> dict[str, str]:
    """Return the keys in the instance folder; create them unless another process did so first.

    The file is created atomically, readable only by its owner. On a file system without hard links,
    other processes wait until it is complete.

    Raises:
        SettingsError: the keys cannot be saved.
    """
    path = folder / FILE_NAME
    draft = folder / f".{FILE_NAME}.{os.getpid()}.{secrets.token_hex(4)}"
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        try:
            handle = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
            with os.fdopen(handle, "w", encoding="utf-8") as file:
                file.write(file_text(new_keys()))
                file.flush()
                os.fsync(file.fileno())
            # If another process was first, a link fails and keeps its keys; a rename would replace
            # them.
            with contextlib.suppress(FileExistsError):
                try:
                    os.link(draft, path)
                except FileExistsError:
                    raise
                except OSError:  # exFAT and some network shares have no hard links
                    _copy(draft, path)
        finally:
            draft.unlink(missing_ok=True)
    except OSError as error:
        raise SettingsError((_unsaved(folder, _reason(error)),)) from error
    return _read_complete(folder)


def _copy(draft: Path, path: Path) -> None:
    """Copy a file to a path that does not exist yet.

    Raises:
        FileExistsError: another process created the path first.
    """
    handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(draft.read_bytes())
            file.flush()
            os.fsync(file.fileno())
    except OSError:
        path.unlink(missing_ok=True)
        raise


def _read_complete(folder: Path) -> dict[str, str]:
    """Return the keys from a file that another process may still be writing.

    Raises:
        SettingsError: the keys cannot be read.
    """
    for _ in range(ATTEMPTS):
        with contextlib.suppress(SettingsError):
            if all((keys := read_keys(folder)).values()) and keys:
                return keys
        time.sleep(PAUSE_SECONDS)
    return read_keys(folder)


def write_problem(folder: Path) -> str:
    """Return the reason why no file can be created in a folder; empty if one can.

    The folder need not exist yet.
    """
    try:
        existing = next(parent for parent in (folder, *folder.parents) if parent.exists())
        with tempfile.TemporaryFile(dir=existing) as trial:
            trial.write(bytes(TRIAL_BYTES))
            trial.flush()
            os.fsync(trial.fileno())
    except OSError as error:
        return _reason(error)
    return ""


def _unsaved(folder: Path, reason: str) -> str:
    return (
        f"Cannot save keys in {folder} ({reason}). Let user {os.getuid()} write there, set "
        f"{variable_name('instance')} to another folder, or set the keys in the environment."
    )


def _reason(error: Exception) -> str:
    return error.strerror if isinstance(error, OSError) and error.strerror else str(error)
