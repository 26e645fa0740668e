"""The bookmark that reads a game on another site's page and opens the helper with its rows."""
