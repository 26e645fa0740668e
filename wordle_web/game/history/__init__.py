"""The history of games: results, statistics, backups and the compact form for the cookie."""
