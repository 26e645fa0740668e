"""The table of a group: read from its chat, merged, packed into a link, ranked."""
