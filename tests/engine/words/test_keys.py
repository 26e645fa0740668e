"""Words kept as an array behave as the tuple of them would."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wordle_web.engine.feedback import letter_codes
from wordle_web.engine.words.keys import Keys

WORDS = st.lists(st.text("abñäüя", min_size=3, max_size=3), min_size=1, unique=True).map(sorted)


@given(WORDS, st.integers(-4, 4), st.integers(-4, 4))
def test_keys_are_read_like_a_tuple(words: list[str], start: int, stop: int) -> None:
    plain, keys = tuple(words), Keys(letter_codes(words))
    assert keys == plain
    assert tuple(keys) == plain
    assert keys[start:stop] == plain[start:stop]
    assert keys[-1] == plain[-1]
    assert [keys.index(word) for word in plain] == list(range(len(plain)))
    assert all(word in keys for word in plain)
    assert hash(keys) == hash(plain)


@pytest.mark.parametrize("other", ["abd", "zzz", "ab", "", 5, None])
def test_what_is_not_there_is_not_found(other: object) -> None:
    keys = Keys(letter_codes(["abc", "abe"]))
    assert other not in keys
    assert keys not in (("abc",), ("abc", "abd"), other)
    if isinstance(other, str):
        with pytest.raises(ValueError, match="not one of the words"):
            keys.index(other)
