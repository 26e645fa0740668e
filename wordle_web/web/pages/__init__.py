"""Settings, how to play, and the files that programs fetch."""
