"""The game: rules, puzzles, history and sharing; imports the engine and knows no web."""
