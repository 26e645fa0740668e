"""The application for a WSGI server: `gunicorn wsgi:app`."""

import sys

from wordle_web import create_app
from wordle_web.config.settings import SettingsError
from wordle_web.engine.wordfiles import LexiconError

try:
    app = create_app()
except (SettingsError, LexiconError) as error:
    sys.exit(f"wordle-web cannot start.\n{error}")
