"""Strategies measured side by side: playing, measuring, and the files of results."""
