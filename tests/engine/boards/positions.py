"""Builders of positions on several boards."""

from collections.abc import Sequence

import numpy as np

from wordle_web.engine.boards.lookahead import OpenBoard
from wordle_web.engine.boards.state import BoardsTurn
from wordle_web.engine.candidates import belief_of
from wordle_web.engine.feedback import feedback
from wordle_web.engine.lexicon import Lexicon, lexicon_of

FAMILY = ["light", "night", "right", "sight", "fight", "might"]
FAMILY_LEXICON = lexicon_of([*FAMILY, "crane", "slate"], ["flirs", "mains"])
FAMILY_BELIEF = belief_of(FAMILY_LEXICON, "pool")


def turns_of(answers: Sequence[str], guesses: Sequence[str]) -> list[BoardsTurn]:
    return [BoardsTurn(guess, tuple(feedback(guess, a) for a in answers)) for guess in guesses]


def even_board(lexicon: Lexicon, words: Sequence[str], *numbers: int) -> OpenBoard:
    indices = np.array([lexicon.index(word) for word in words])
    return OpenBoard(indices, np.full(len(words), 1 / len(words)), numbers)
