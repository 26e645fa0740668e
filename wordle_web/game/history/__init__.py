"""Games played: results, statistics, backup and the compact form for the cookie."""
