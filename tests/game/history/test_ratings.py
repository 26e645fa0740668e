"""The rating of a game as bytes."""

from hypothesis import given
from hypothesis import strategies as st

from wordle_web.engine.rating import KINDS, GameRating, GuessRating
from wordle_web.game.history.ratings import StoredGuess, pack_rating, rating_size, unpack_rating

HUNDREDTHS = st.integers(0, 4000).map(lambda number: number / 100)
GUESSES = st.builds(
    GuessRating,
    guess=st.just("crane"),
    best=st.just("slate"),
    cost=HUNDREDTHS,
    luck=st.just(0.0),
    chance=st.just(1.0),
    best_chance=st.just(1.0),
    kind=st.sampled_from(KINDS),
    is_estimate=st.booleans(),
)


@given(st.lists(GUESSES, min_size=1, max_size=10), st.integers(-30000, 30000))
def test_stored_rating_has_full_precision(guesses: list[GuessRating], luck: int) -> None:
    cost = sum(round(100 * guess.cost) for guess in guesses)
    rating = GameRating(7, round(7 - cost / 100 - luck / 100, 2), tuple(guesses), 0)
    packed = pack_rating(rating)
    assert len(packed) == rating_size(len(guesses))
    unpacked = unpack_rating(packed)
    assert unpacked.guesses == tuple(StoredGuess(g.kind, g.cost, g.is_estimate) for g in guesses)
    assert (unpacked.cost, unpacked.luck) == (rating.cost, rating.luck)
