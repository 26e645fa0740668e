"""Gunicorn's configuration, startup hooks and log."""
