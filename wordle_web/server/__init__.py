"""For gunicorn: its configuration, startup hooks and log."""
