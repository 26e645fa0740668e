"""Games of several boards played step by step, and the search over all pairs."""

from collections import Counter
from collections.abc import Sequence
from itertools import combinations, count

import numpy as np
from engine.boards.positions import turns_of
from hypothesis import given, settings
from hypothesis import strategies as st

from wordle_web.engine.arrays import Indices
from wordle_web.engine.boards.simulation import PairWalk, after, play_boards
from wordle_web.engine.boards.state import boards_after
from wordle_web.engine.candidates import belief_of
from wordle_web.engine.feedback import feedback
from wordle_web.engine.lexicon import lexicon_of, load_lexicon
from wordle_web.engine.matrix import matrix_of

LEXICON = load_lexicon("english-5")
POOL, REAL = belief_of(LEXICON, "pool"), belief_of(LEXICON)
WORDS = st.sampled_from(LEXICON.words)


@settings(max_examples=60)
@given(
    st.lists(WORDS, min_size=2, max_size=6, unique=True), st.lists(WORDS, max_size=3), st.booleans()
)
def test_simulated_steps_equal_the_state_rebuilt_from_all_rows(
    answers: list[str], guesses: list[str], in_turn: bool
) -> None:
    """Boards become visible one after another; all earlier guesses then narrow them at once."""
    guesses = [*guesses, *answers[:-1]]
    state = boards_after(LEXICON, (), len(answers), belief=REAL, in_turn=in_turn)
    for number, guess in enumerate(guesses, 1):
        state = after(state, guess, answers, in_turn=in_turn)
        turns = turns_of(answers, guesses[:number])
        rebuilt = boards_after(LEXICON, turns, len(answers), belief=REAL, in_turn=in_turn)
        for board, expected in zip(state.boards, rebuilt.boards, strict=True):
            assert (board.answer, board.is_shown) == (expected.answer, expected.is_shown)
            assert board.candidates.tolist() == expected.candidates.tolist()


def test_lab_times_each_guess_separately() -> None:
    # A second passes at every reading of the clock: twice per guess.
    game = play_boards(LEXICON, ["crane", "slate"], belief=POOL, clock=count().__next__)
    assert game.is_complete
    assert game.milliseconds == (1000,) * len(game.guesses)


SMALL = ("crane", "light", "match", "moist", "night", "patch", "right", "slate", "watch")
GUESSES = 40  # so that even a poor policy solves every word
SMALL_LEXICON = lexicon_of(SMALL, [*SMALL, "aahed"])


def choose(sets: Sequence[Indices], guesses_left: int) -> int:
    """Return a word left on any board, depending on all arguments."""
    words = np.unique(np.concatenate(sets))
    return int(words[(guesses_left + sum(map(len, sets))) % len(words)])


def taken(answers: tuple[str, str], opener: str) -> int:
    """Return the number of guesses for a pair; a known word is guessed at once."""
    left = {answer: list(SMALL) for answer in answers}
    guess, count = opener, 0
    while True:
        count += 1
        for answer, words in left.items():
            left[answer] = [w for w in words if feedback(guess, w) == feedback(guess, answer)]
        left.pop(guess, None)
        if not left:
            return count
        known = [words[0] for words in left.values() if len(words) == 1]
        sets = [
            np.array([SMALL_LEXICON.words.index(word) for word in words]) for words in left.values()
        ]
        guess = known[0] if known else SMALL_LEXICON.words[choose(sets, GUESSES - count)]


def test_pairs_played_by_walking_the_tree_equal_single_games() -> None:
    answers = np.array([SMALL_LEXICON.words.index(word) for word in SMALL])
    for opener in SMALL_LEXICON.words:
        walk = PairWalk(matrix_of(SMALL_LEXICON), choose, GUESSES)
        parts = walk.parts(answers, SMALL_LEXICON.words.index(opener))
        counts = sum(map(walk.walk, parts), Counter[int]())
        assert counts == Counter(taken(pair, opener) for pair in combinations(SMALL, 2))
