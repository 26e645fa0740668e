"""The engine: feedback, lexicons, knowledge and the search; knows no game and no web."""
