"""Comparison of strategies: playing, measuring, and the files of results."""
