"""The engine: feedback, lexicons, knowledge and search, independent of games and the web.

The names imported here are its interface, with examples in `docs/engine.md`; everything else may
change at any time.
"""

from wordle_web.engine.boards.state import (
    Board,
    BoardCountError,
    BoardsState,
    BoardsTurn,
    boards_after,
)
from wordle_web.engine.boards.suggestion import (
    BoardProspect,
    BoardsSuggestion,
    RankedBoardsGuess,
    Reason,
    rank_boards_guess,
    suggest_boards,
)
from wordle_web.engine.candidates import Belief, belief_of, candidates_after
from wordle_web.engine.feedback import (
    CaseError,
    LengthError,
    PatternError,
    digits_of,
    feedback,
    feedback_matrix,
    letter_codes,
)
from wordle_web.engine.hard_mode import HardMode
from wordle_web.engine.knowledge import Knowledge, Turn, TurnError, learn
from wordle_web.engine.lexicon import Lexicon, Pool, lexicon_names, lexicon_of, load_lexicon
from wordle_web.engine.rating import (
    FinishedGame,
    GameRating,
    GameState,
    GuessRating,
    StateRating,
    rate_game,
    rate_guesses,
)
from wordle_web.engine.simulation import StrategyError, simulate, solve
from wordle_web.engine.skill import Habit, Skill, rate_player
from wordle_web.engine.strategies import STRATEGIES, State, Strategy
from wordle_web.engine.suggestion import RankedGuess, Suggestion, rank_guess, suggest
from wordle_web.engine.wordfiles import LexiconError

__all__ = [
    "STRATEGIES", "Belief", "Board", "BoardCountError", "BoardProspect", "BoardsState",
    "BoardsSuggestion", "BoardsTurn", "CaseError", "FinishedGame", "GameRating", "GameState",
    "GuessRating", "Habit", "HardMode", "Knowledge", "LengthError", "Lexicon", "LexiconError",
    "PatternError", "Pool", "RankedBoardsGuess", "RankedGuess", "Reason", "Skill", "State",
    "StateRating", "Strategy", "StrategyError", "Suggestion", "Turn", "TurnError", "belief_of",
    "boards_after", "candidates_after", "digits_of", "feedback", "feedback_matrix", "learn",
    "letter_codes", "lexicon_names", "lexicon_of", "load_lexicon", "rank_boards_guess",
    "rank_guess", "rate_game", "rate_guesses", "rate_player", "simulate", "solve", "suggest",
    "suggest_boards",
]  # fmt: skip
