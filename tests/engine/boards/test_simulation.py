"""Games of several boards, played step by step."""

from itertools import count

from engine.boards.positions import turns_of
from hypothesis import given, settings
from hypothesis import strategies as st

from wordle_web.engine.boards.simulation import after, play_boards
from wordle_web.engine.boards.state import boards_after
from wordle_web.engine.candidates import belief_of
from wordle_web.engine.lexicon import load_lexicon

LEXICON = load_lexicon("english-5")
POOL, REAL = belief_of(LEXICON, "pool"), belief_of(LEXICON)
WORDS = st.sampled_from(LEXICON.words)


@settings(max_examples=60)
@given(
    st.lists(WORDS, min_size=2, max_size=6, unique=True), st.lists(WORDS, max_size=3), st.booleans()
)
def test_each_step_leads_to_the_state_that_all_rows_tell(
    answers: list[str], guesses: list[str], in_turn: bool
) -> None:
    """Boards come into view one after another; all guesses before then narrow them at once."""
    guesses = [*guesses, *answers[:-1]]
    state = boards_after(LEXICON, (), len(answers), belief=REAL, in_turn=in_turn)
    for number, guess in enumerate(guesses, 1):
        state = after(state, guess, answers, in_turn=in_turn)
        turns = turns_of(answers, guesses[:number])
        told = boards_after(LEXICON, turns, len(answers), belief=REAL, in_turn=in_turn)
        for board, expected in zip(state.boards, told.boards, strict=True):
            assert (board.answer, board.is_shown) == (expected.answer, expected.is_shown)
            assert board.candidates.tolist() == expected.candidates.tolist()


def test_each_guess_of_a_game_is_timed_by_itself() -> None:
    # A second passes whenever one looks at the clock: twice a guess.
    game = play_boards(LEXICON, ["crane", "slate"], belief=POOL, clock=count().__next__)
    assert game.is_complete
    assert game.milliseconds == (1000,) * len(game.guesses)
