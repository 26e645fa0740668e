"""Creation of word lists from a spelling dictionary and word frequencies."""
