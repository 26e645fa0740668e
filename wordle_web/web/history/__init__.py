"""The player's games, statistics, backup and replay."""
