"""The bookmark that reads a game on a page of another site, and opens the helper with its rows."""
