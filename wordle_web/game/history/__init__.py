"""Results, statistics and the compact form in which a session carries them."""
