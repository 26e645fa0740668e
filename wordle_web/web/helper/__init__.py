"""The helper: rows of guesses and colors in, possible words and the best next guess out."""
