"""Daily, random and challenge games, and the archive."""
