"""The search for the best next guess, one idea a module."""
