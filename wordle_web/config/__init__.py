"""Settings, their parsers, and the keys."""
