"""HTTP concerns below all pages: sessions, security, limits, static files."""
