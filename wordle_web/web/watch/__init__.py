"""Watching a strategy solve a word."""
