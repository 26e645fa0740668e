"""A series of words that open one a day."""
