"""Settings, how to play, and the gallery of components."""
