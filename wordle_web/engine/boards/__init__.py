"""Several boards at once: what is known on each, and the best next guess for all of them."""
