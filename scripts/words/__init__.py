"""The modules of `build_words.py`: source packages, rules for the pools, priors and definitions."""
