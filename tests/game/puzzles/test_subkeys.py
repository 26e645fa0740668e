"""Keys for single purposes, pinned so that no release changes an answer or a link."""

from wordle_web.game.puzzles.subkeys import subkey


def test_a_known_key_is_pinned() -> None:
    assert subkey(b"key", "daily", 3).hex() == (
        "e44eab00ad938d650d23c34c60316733c723c4af2acb36567687ac14406d1de0"
    )


def test_keys_of_different_purposes_differ() -> None:
    purposes = ((b"key",), (b"key", "daily"), (b"key", "daily", 1), (b"k", "daily"))
    keys = [subkey(*purpose) for purpose in purposes]
    assert len(set(keys)) == len(keys)
    assert {len(key) for key in keys} == {32}
