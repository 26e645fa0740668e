"""The application for a WSGI server: `gunicorn wsgi:app`."""

from wordle_web.server.wsgi import app

__all__ = ["app"]
