"""gunicorn without the current folder among those that Python imports from.

gunicorn puts it there, so that `gunicorn wsgi:app` finds a file beside it. `wordle-web serve` may
be run anywhere, and must not run the files that happen to be there.
"""

import os

from gunicorn.app.wsgiapp import WSGIApplication


class Server(WSGIApplication):  # type: ignore[misc]  # gunicorn has no types
    """gunicorn, configured on its command line."""

    def chdir(self) -> None:
        """Go to the configured folder."""
        os.chdir(self.cfg.chdir)


if __name__ == "__main__":
    Server("%(prog)s [OPTIONS]", prog="wordle-web serve").run()
