"""The application for a WSGI server, or a sentence for each reason why it cannot start."""

import sys

from wordle_web import create_app
from wordle_web.config.settings import SettingsError

try:
    app = create_app()
except SettingsError as error:
    sys.exit(f"wordle-web cannot start.\n{error}")
