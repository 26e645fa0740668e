"""The game: rules, puzzles, history and sharing. It imports the engine, never the web."""
