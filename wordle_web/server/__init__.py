"""For gunicorn: its worker, its startup hooks and its log."""
