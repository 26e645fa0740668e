"""What words are made of: letters and their spellings, and the files that lists are read from."""
