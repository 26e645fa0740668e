"""Strategies and openers compared."""
