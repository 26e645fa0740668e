"""Absurd mode: the game that keeps dodging."""
