"""Games of several boards: the state of each board, and the best next guess for all of them."""
