"""The table of a group, from its chat."""
