"""The engine: feedback, lexicons, knowledge and the search; knows no game and no web."""

from wordle_web.engine.feedback import feedback
from wordle_web.engine.lexicon import load_lexicon

__all__ = ["feedback", "load_lexicon"]
