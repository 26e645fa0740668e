"""What gunicorn is told: its hooks, its log lines and what is computed at start."""
