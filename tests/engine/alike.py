"""A small lexicon whose answers are hard to distinguish, with guesses that separate them."""

from wordle_web.engine.candidates import belief_of
from wordle_web.engine.lexicon import lexicon_of

ANSWERS_TEXT = "batch catch hatch latch match patch watch bound found hound mound pound round sound"
HELPERS_TEXT = "champ blimp clomp whelp probs fjord vibex waltz nymph crane slate"
ANSWERS, HELPERS = tuple(ANSWERS_TEXT.split()), tuple(HELPERS_TEXT.split())
LEXICON = lexicon_of(ANSWERS, HELPERS)
BELIEF = belief_of(LEXICON, "normal")
