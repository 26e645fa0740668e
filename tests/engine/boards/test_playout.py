"""Playing every outcome to its end, against games played one by one."""

from collections.abc import Sequence
from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from wordle_web.engine.boards.objective import OpenBoard
from wordle_web.engine.boards.playout import PlayOut
from wordle_web.engine.boards.policy import choose
from wordle_web.engine.feedback import feedback
from wordle_web.engine.lexicon import load_lexicon
from wordle_web.engine.matrix import matrix_of
from wordle_web.engine.search.solver import LOSS

LEXICON = load_lexicon("english-5")
WORDS = LEXICON.pool().words[:300]


def index(word: str) -> int:
    """Return the index of a word in the lexicon."""
    return LEXICON.words.index(word)


def board(words: Sequence[str], number: int) -> OpenBoard:
    """Return a board with these words left, the first twice as likely as each other."""
    weights = np.ones(len(words))
    weights[0] = 2
    return OpenBoard(np.array([index(word) for word in words]), weights / weights.sum(), (number,))


def first_word(sets: Sequence[Sequence[str]]) -> str:
    """Return a word that is the only one left, or else the first of the first board."""
    return next((words[0] for words in sets if len(words) == 1), sets[0][0])


def left_after(
    guess: str, sets: Sequence[Sequence[str]], answers: Sequence[str]
) -> tuple[list[list[str]], list[str]]:
    """Return the words left on each board that a guess does not solve, and their answers."""
    unsolved = [
        (words, answer) for words, answer in zip(sets, answers, strict=True) if answer != guess
    ]
    left = [[w for w in words if feedback(guess, w) == feedback(guess, a)] for words, a in unsolved]
    return left, [answer for _, answer in unsolved]


def wasted(sets: Sequence[Sequence[str]], answers: Sequence[str], guess: str, spare: int) -> float:
    """Return the guesses of one game that solve nothing, where a loss counts twenty more."""
    is_wasted = guess not in answers
    if is_wasted and not spare:
        return 1 + LOSS
    later, others = left_after(guess, sets, answers)
    rest = wasted(later, others, first_word(later), spare - is_wasted) if others else 0
    return is_wasted + rest


SETS = st.lists(
    st.lists(st.sampled_from(WORDS), min_size=1, max_size=4, unique=True), min_size=1, max_size=2
)


@given(SETS, st.sampled_from(WORDS), st.integers(0, 3))
def test_a_guess_costs_what_its_games_cost(sets: list[list[str]], guess: str, spare: int) -> None:
    boards = [board(words, number) for number, words in enumerate(sets)]

    def first(left: Sequence[OpenBoard], _: int) -> int:
        assert [each.weights.sum() for each in left] == pytest.approx([1] * len(left))
        return int(left[0].words[0])

    play_out = PlayOut(LEXICON, first)
    expected = 0.0
    for answers in product(*sets):
        chances = [
            (2 if answer == words[0] else 1) / (len(words) + 1)
            for words, answer in zip(sets, answers, strict=True)
        ]
        expected += float(np.prod(chances)) * wasted(sets, answers, guess, spare)
    assert play_out.cost(boards, index(guess), spare) == pytest.approx(expected)


def test_no_game_is_lost_where_a_guess_wins_them_all() -> None:
    # By the estimates DEPTH is best, and then no guess tells JOKER, ROGER and ROVER apart from each
    # other and FATTY from TATTY in time.
    sets = [
        ["hover", "joker", "poker", "rodeo", "roger", "rover"],
        ["fatty", "patty", "taffy", "tatty"],
    ]
    for answers in product(*sets):
        left, others, guesses_left = sets, list(answers), 4
        while others and guesses_left:
            indices = [np.array([index(word) for word in words]) for words in left]
            is_known = any(len(words) == 1 for words in left)
            best = choose(matrix_of(LEXICON), indices, guesses_left)
            guess = first_word(left) if is_known else LEXICON.words[best]
            left, others = left_after(guess, left, others)
            guesses_left -= 1
        assert not others, answers
