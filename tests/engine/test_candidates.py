"""Narrowing keeps exactly the words that would have given every turn its pattern."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from wordle_web.engine.candidates import belief_of, narrow
from wordle_web.engine.feedback import LengthError, feedback
from wordle_web.engine.knowledge import Turn
from wordle_web.engine.lexicon import lexicon_of, load_lexicon


def test_narrowing_keeps_the_order_of_words():
    lexicon = lexicon_of(["crane", "crate", "grate", "irate"])
    among = np.array([3, 1], dtype=np.intp)
    assert narrow(lexicon, [], among).tolist() == [3, 1]
    assert narrow(lexicon, [Turn.parse("trace:12202")], among).tolist() == [3]
    backwards = np.arange(len(lexicon), dtype=np.intp)[::-1]
    assert narrow(lexicon, [Turn.parse("crimp:02000")], backwards).tolist() == [2]
    assert narrow(lexicon, [Turn.parse("zzzzz:00000")], backwards).tolist() == [3, 2, 1, 0]
    none = narrow(lexicon, [Turn.parse("zzzzz:22222")])
    assert narrow(lexicon, []).dtype == none.dtype == np.intp
    assert none.shape == (0,)
    with pytest.raises(LengthError):
        narrow(lexicon, [Turn.parse("cranes:000000")])


@st.composite
def questions(draw):
    """A lexicon with turns of any marks, possible or not."""
    length = draw(st.integers(1, 8))
    words = st.text("abж", min_size=length, max_size=length)
    patterns = st.integers(0, 3**length - 1)
    lexicon = lexicon_of(draw(st.lists(words, min_size=1, max_size=40, unique=True)))
    return lexicon, draw(st.lists(st.builds(Turn, words, patterns), max_size=4))


@given(questions())
def test_remaining_words_are_exactly_those_that_fit_every_turn(question):
    lexicon, turns = question
    left = [lexicon.words[position] for position in narrow(lexicon, turns)]
    fits = {
        word: all(feedback(t.guess, word) == t.pattern for t in turns) for word in lexicon.words
    }
    assert left == [word for word in lexicon.words if fits[word]]


def test_past_answers_have_a_tenth_of_their_usual_weight():
    lexicon = lexicon_of(["crane", "slate"], ["aahed"])
    belief = belief_of(lexicon, "pool", ["slate", "zzzzz", "slate"])
    assert belief.weights.tolist() == [0, 1, 0.1]
    assert belief.likely.tolist() == [False, True, True]
    assert belief.used_words == ("slate",)


def test_listed_possible_answers_have_a_hundred_times_the_weight_of_others() -> None:
    lexicon = load_lexicon("english-5")
    belief = belief_of(lexicon, "real", {"crane": 0.03}, ("crane", "slate", "aahed", "zzzzz"))
    weights = {word: float(belief.weights[lexicon.index(word)]) for word in ("crane", "slate")}
    assert weights == {"crane": 0.03, "slate": 1.0}
    assert belief.weights[lexicon.index("aahed")] == 1.0
    assert belief.weights[lexicon.index("moist")] == 0.01
    assert belief.is_listed
    assert belief.likely.sum() == 3
    own = belief_of(lexicon, "pool", (), ("crane",))  # pools ignore listed answers
    assert not own.is_listed
    assert own.likely.sum() == len(lexicon.pool())
