"""Puzzles: the word of a day, a random token or a challenge link."""
