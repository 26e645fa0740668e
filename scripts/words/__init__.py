"""The parts of `build_words.py`, one idea a module; the standard library only."""
