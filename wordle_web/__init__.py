"""A word game in the browser, and the helper that shares its engine."""
