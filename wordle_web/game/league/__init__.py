"""Tables of friends: reading them from chats, merging them, packing them into links, ranking."""
