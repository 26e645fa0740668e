"""Sessions, security, limits, static files, health and logs: what no page needs to know of."""
