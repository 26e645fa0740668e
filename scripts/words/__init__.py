"""The modules of `build_words.py`; they need only the standard library."""
