"""The game: rules, puzzles, history and sharing. Imports the engine, never the web."""
