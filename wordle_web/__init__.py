"""A word game in the browser, and the helper that shares its engine.

`create_app` is the only place where the parts meet. It imports them when called, so that the
engine and the command line load without the web.
"""

import os
import secrets
from collections.abc import Callable
from datetime import UTC, datetime
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from flask import Flask

    from wordle_web.config.settings import Settings

__all__ = ["create_app"]


def now() -> datetime:
    """Return the current time."""
    return datetime.now(UTC)


def create_app(
    settings: "Settings | None" = None,
    *,
    clock: Callable[[], datetime] = now,
    randbytes: Callable[[int], bytes] = secrets.token_bytes,
) -> "Flask":
    """Return the application, with settings from the environment unless they are given.

    Raises:
        SettingsError: something in the settings is wrong; it lists everything.
        LexiconError: the words of the daily game are missing or damaged.
    """
    from wordle_web.config.keys import with_keys
    from wordle_web.config.settings import read_environment
    from wordle_web.web.app import assemble

    found, problems = (settings, ()) if settings else read_environment(os.environ)
    return assemble(with_keys(found, problems), clock, randbytes)
