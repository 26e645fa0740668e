"""Which word a day or a token means."""
