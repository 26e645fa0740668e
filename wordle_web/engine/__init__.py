"""The engine: feedback, lexicons, knowledge and the search; knows no game and no web."""

from wordle_web.engine.candidates import Belief, belief_of
from wordle_web.engine.feedback import feedback
from wordle_web.engine.knowledge import Turn
from wordle_web.engine.lexicon import Lexicon, lexicon_names, lexicon_of, load_lexicon
from wordle_web.engine.suggestion import Suggestion, suggest
from wordle_web.engine.wordfiles import LexiconError

__all__ = [
    "Belief",
    "Lexicon",
    "LexiconError",
    "Suggestion",
    "Turn",
    "belief_of",
    "feedback",
    "lexicon_names",
    "lexicon_of",
    "load_lexicon",
    "suggest",
]
