"""The search for the best next guess."""
