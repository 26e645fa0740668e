"""Gunicorn without the current folder in Python's import path.

Gunicorn adds this folder for commands such as `gunicorn wsgi:app`. `wordle-web serve` may be run in
any folder, and must not import files from it.
"""

import os
import signal

# Until gunicorn handles signals, Ctrl+C ends the process without a traceback.
signal.signal(signal.SIGINT, signal.SIG_DFL)

from gunicorn.app.wsgiapp import WSGIApplication  # noqa: E402


class Server(WSGIApplication):  # type: ignore[misc]  # gunicorn has no types
    """Gunicorn, configured by command-line arguments."""

    def chdir(self) -> None:
        """Change to the configured folder, without adding it to the import path."""
        os.chdir(self.cfg.chdir)


if __name__ == "__main__":
    Server("%(prog)s [OPTIONS]", prog="wordle-web serve").run()
