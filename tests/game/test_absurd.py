"""Absurd mode: replies evade every guess, but stay truthful."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from wordle_web.engine.candidates import narrow
from wordle_web.engine.feedback import feedback
from wordle_web.engine.lexicon import Lexicon, load_lexicon
from wordle_web.game.absurd import AbsurdGame

FIVE = load_lexicon("english-5")


def game_of(lexicon: Lexicon, *guesses: str, words: str = "") -> AbsurdGame:
    """Return a game in which the possible answers are those of the pool, or the given words."""
    among = [lexicon.index(word) for word in words.split()]
    indices = np.array(among, dtype=np.intp) if words else lexicon.pool().indices
    return AbsurdGame.after(lexicon, indices, guesses)


def test_absurd_mode_replies_with_the_pattern_of_the_largest_cell(lexicon: Lexicon) -> None:
    game = game_of(lexicon)
    assert (game.words, game.is_over) == (lexicon.pool().words, False)
    game = game_of(lexicon, "geese")
    replies = [feedback("geese", word) for word in lexicon.pool().words]
    sizes = sorted((replies.count(reply) for reply in set(replies)), reverse=True)
    evasion = game.evasions[0]
    assert (evasion.before, evasion.left, evasion.runner_up) == (13, sizes[0], sizes[1])
    assert evasion.replies == len(sizes)


def test_absurd_mode_accepts_a_guess_as_right_only_if_no_other_word_is_possible(
    lexicon: Lexicon,
) -> None:
    assert game_of(lexicon, "babes", words="babes abbey").words == ("abbey",)
    assert game_of(lexicon, "babes", "abbey", words="babes abbey").is_over
    # Among equally good replies, the game chooses the one that reveals least.
    assert game_of(lexicon, "geese", words="level orbit").words == ("orbit",)


def test_absurd_mode_ignores_guesses_after_the_end_and_allows_more_than_six() -> None:
    game = game_of(FIVE, "truss", "abbey", words="truss")
    assert (game.guesses, game.game.is_won) == (("truss",), True)
    game = game_of(FIVE, "fuzzy", "aahed", "moist", "scree", "crane", "babes", "orbit")
    assert (len(game.game.turns), game.game.is_over) == (7, False)


@pytest.mark.parametrize("name", ["english-4", "english-5", "english-8"])
def test_absurd_game_ends_with_a_word_that_was_always_possible(name: str) -> None:
    words = load_lexicon(name)
    game = game_of(words)
    while not game.is_over:
        game = game_of(words, *game.guesses, game.witness)
    assert game.is_honest
    assert game.words == (game.guesses[-1],)
    assert [evasion.before for evasion in game.evasions[1:]] == [
        evasion.left for evasion in game.evasions[:-1]
    ]


@given(guesses=st.lists(st.sampled_from(FIVE.words), max_size=6, unique=True))
def test_absurd_mode_replies_are_truthful_and_deterministic(guesses: list[str]) -> None:
    game = game_of(FIVE, *guesses)
    assert game_of(FIVE, *guesses).turns == game.turns
    left = narrow(FIVE, game.turns, FIVE.pool().indices)
    assert np.array_equal(np.sort(left), np.sort(game.possible))
    assert len(left) >= 1
    assert game.is_honest
