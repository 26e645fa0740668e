"""What the engine finds for a state of the helper with several boards, for page and API alike."""

import time
from collections.abc import Collection
from typing import NamedTuple

from wordle_web.engine.boards.state import BoardsState, boards_after
from wordle_web.engine.boards.suggestion import BoardsSuggestion, suggest_in
from wordle_web.engine.candidates import belief_of
from wordle_web.engine.lexicon import Lexicon
from wordle_web.web.fair_lock import SEARCH_LOCK
from wordle_web.web.helper.solve import BUDGET_MS
from wordle_web.web.helper.state import HelperState
from wordle_web.web.ui.queries import DEFAULT_MODE


class BoardsResult(NamedTuple):
    """What the engine finds for a state.

    Attributes:
        boards: What is known of each board.
        suggestion: The best next guess; None while colors are missing.
        is_hurried: Whether the search had less time because others were waiting.
    """

    boards: BoardsState
    suggestion: BoardsSuggestion | None
    is_hurried: bool


def solve_boards(
    state: HelperState, lexicon: Lexicon, used_elsewhere: Collection[str] = ()
) -> BoardsResult:
    """Return what the engine finds for `state`, one search at a time.

    Args:
        state: The state.
        lexicon: Words of its length.
        used_elsewhere: Past answers of other sites, as the host and the player list them.
    """
    # What another game has used says nothing about this site's own pools.
    used = used_elsewhere if state.mode == DEFAULT_MODE else ()
    position = state.position
    belief = belief_of(lexicon, state.mode, used)
    with SEARCH_LOCK.share_of(BUDGET_MS) as budget_ms:
        began = time.perf_counter()
        boards = boards_after(
            lexicon, position.boards_turns, position.count, belief=belief, in_turn=position.in_turn
        )
        if position.first_waiting is not None:
            return BoardsResult(boards, None, is_hurried=False)
        suggestion = suggest_in(boards, budget_ms=budget_ms, began=began)
    return BoardsResult(boards, suggestion, is_hurried=budget_ms < BUDGET_MS)
