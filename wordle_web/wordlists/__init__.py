"""Making word lists of a language from a spelling dictionary and a list of frequencies."""
