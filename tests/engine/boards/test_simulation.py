"""Games of several boards, played step by step."""

import random
from itertools import count

import pytest

from wordle_web.engine.boards.simulation import after, play_boards
from wordle_web.engine.boards.state import boards_after
from wordle_web.engine.boards.turns import BoardsTurn
from wordle_web.engine.candidates import belief_of
from wordle_web.engine.feedback import feedback
from wordle_web.engine.lexicon import load_lexicon

LEXICON = load_lexicon("english-5")
POOL = belief_of(LEXICON, "pool")


@pytest.mark.parametrize("in_turn", [False, True])
@pytest.mark.parametrize("seed", range(10))
def test_each_step_leads_to_the_state_of_its_turns(seed: int, in_turn: bool) -> None:
    lot = random.Random(seed)
    answers = lot.sample(LEXICON.pool().words, 6)
    # Boards come into view after 2, 3, 4, … guesses, all of which then narrow them at once.
    guesses = [*lot.sample(LEXICON.pool().words, 2), *answers[:-1]]
    state = boards_after(LEXICON, (), len(answers), belief=POOL, in_turn=in_turn)
    turns: list[BoardsTurn] = []
    for guess in guesses:
        state = after(state, guess, answers, in_turn=in_turn)
        turns.append(BoardsTurn(guess, tuple(feedback(guess, each) for each in answers)))
        whole = boards_after(LEXICON, turns, len(answers), belief=POOL, in_turn=in_turn)
        for board, expected in zip(state.boards, whole.boards, strict=True):
            assert (board.answer, board.is_shown) == (expected.answer, expected.is_shown)
            assert board.candidates.tolist() == expected.candidates.tolist()


def test_each_guess_of_a_game_is_timed_by_itself() -> None:
    # A second passes whenever one looks at the clock: twice a guess.
    game = play_boards(LEXICON, ["crane", "slate"], belief=POOL, clock=count().__next__)
    assert game.is_complete
    assert game.milliseconds == (1000,) * len(game.guesses)
