"""The HTTP layer below all pages: sessions, security, limits, static files."""
