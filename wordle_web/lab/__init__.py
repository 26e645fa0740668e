"""Strategies measured side by side: results, how they are kept, and the commands that make them."""
