"""How gunicorn serves the application in a checkout: just as `wordle-web serve` does."""

from wordle_web.server.gunicorn_config import *  # noqa: F403  # gunicorn reads names of this file
