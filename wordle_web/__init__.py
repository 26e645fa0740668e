"""A word game for the browser, and a helper that uses the same engine.

`create_app` is the only function that connects all packages. It imports them when it is called, so
the engine and the command line load without the web.
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

# Must be set before NumPy is loaded. Our matrix products are small, and on a busy machine NumPy's
# threads would wait for each other and take up to twenty times as long.
for library in ("OMP", "OPENBLAS", "MKL"):
    os.environ.setdefault(f"{library}_NUM_THREADS", "1")


def now() -> datetime:
    """Return the current time in UTC."""
    return datetime.now(UTC)


def create_app(
    settings: "Settings | None" = None,
    *,
    clock: Callable[[], datetime] = now,
    randbytes: Callable[[int], bytes] = secrets.token_bytes,
) -> "Flask":
    """Return the application, with settings from the environment unless they are given.

    Raises:
        SettingsError: the site cannot start; the error lists all problems.
    """
    from wordle_web.config.keys import FILE_NAME, with_keys
    from wordle_web.config.settings import SettingsError, read_environment
    from wordle_web.web.app import assemble
    from wordle_web.web.startup import examine

    current, problems = (
        (settings, tuple(settings.problems())) if settings else read_environment(os.environ)
    )
    findings = examine(current, problems, clock)
    if findings.errors:
        raise SettingsError(findings.errors)
    path = current.instance_folder / FILE_NAME
    had_keys = path.exists()
    app = assemble(with_keys(current), clock, randbytes)
    if not had_keys and path.exists():
        # Log a warning, since local mode shows only warnings.
        app.logger.warning("Made new keys in %s. Keep a copy: words and histories need them.", path)
    for warning in (*findings.damage, *findings.warnings):
        app.logger.warning(warning)
    return app
