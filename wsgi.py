"""The application for a WSGI server: `gunicorn wsgi:app`."""

from wordle_web.server.hooks import load_app

app = load_app()

__all__ = ["app"]
