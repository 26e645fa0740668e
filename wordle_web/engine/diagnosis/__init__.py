"""Why no word fits, and which correction helps."""
