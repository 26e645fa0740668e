"""Configuration for running gunicorn from a checkout, the same as for `wordle-web serve`."""

from wordle_web.server.gunicorn_config import *  # noqa: F403  # gunicorn reads names of this file
