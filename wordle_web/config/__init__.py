"""Settings, how their texts are read, and the keys."""
