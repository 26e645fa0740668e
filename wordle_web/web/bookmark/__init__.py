"""The bookmark that reads a game on another site's page and leads to the helper with its rows."""
