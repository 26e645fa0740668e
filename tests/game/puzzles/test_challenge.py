"""Challenges: encrypted, tamper-proof, readable with earlier keys, and never displayed."""

import random
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wordle_web.game import errors
from wordle_web.game.errors import NotInWordListError, PuzzleError
from wordle_web.game.puzzles import challenge as module
from wordle_web.game.puzzles.challenge import Challenge
from wordle_web.game.puzzles.variants import HOME, Variant

KEYS = (b"the key of today", b"the key of old")
ADDRESS = set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_")


def sealed(challenge: Challenge, keys=KEYS, seed: int = 1, variant: Variant = HOME) -> str:
    return module.seal(challenge, keys, random.Random(seed).randbytes, variant)


@given(
    answer=st.text("abcñ", min_size=4, max_size=8),
    name=st.text(max_size=30),
    clue=st.text(max_size=80),
)
def test_sealed_challenge_can_be_opened(answer: str, name: str, clue: str) -> None:
    challenge = Challenge((answer,), module.one_line(name), module.one_line(clue))
    token = sealed(challenge)
    assert Challenge.unseal(token, KEYS) == challenge
    assert len(token) <= 3600
    assert set(token) <= ADDRESS


def test_length_of_a_link_does_not_depend_on_its_content():
    """The contents are padded to 256 bytes, then to 512, and so on."""
    some = [
        Challenge((word,), name, clue, is_free)
        for word in ("abri", "crossing", "çãõéíóúâ")
        for name in ("", "🦉" * 30)
        for clue in ("", "x" * 80)
        for is_free in (False, True)
    ]
    assert {len(sealed(challenge)) for challenge in some} == {len(sealed(some[0]))}
    lengths = [len(sealed(Challenge(("crane",), clue="x" * size))) for size in range(0, 2500, 7)]
    assert len(set(lengths)) == 7  # of 256, 512, 768, 1,024, 1,536, 2,048 and 2,560 bytes


def test_challenge_link_of_version_1_still_opens():
    """From the first release on, links that have been sent must still open."""
    challenge = Challenge(("crane", "slate"), "Ada", "birds")
    pinned = (Path(__file__).parent / "pinned_challenge.txt").read_text().strip()
    assert module.seal(challenge, KEYS, bytes, Variant("pt", 2)) == pinned
    assert Challenge.unseal(pinned, KEYS, Variant("pt", 2)) == challenge
    assert "crane" not in repr(challenge)


@pytest.mark.parametrize(
    ("text", "refusal"),
    [
        ("", errors.NotEnoughLettersError),
        ("moisty", errors.TooManyLettersError),
        ("zzzzz", NotInWordListError),
        ("mo1st", errors.NotLettersError),
    ],
)
def test_challenge_accepts_unlisted_words_only_if_the_author_allows_them(lexicon, text, refusal):
    with pytest.raises(refusal):
        Challenge.parse(text, lexicon)
    if refusal is not NotInWordListError:
        with pytest.raises(refusal):
            Challenge.parse(text, lexicon, is_free=True)
    challenge = Challenge.parse("zzzzz", lexicon, is_free=True)
    assert Challenge.unseal(sealed(challenge), KEYS) == challenge


def test_link_works_while_its_key_is_a_fallback():
    token, other = (sealed(Challenge(("crane",), "Ada"), (KEYS[1],), seed) for seed in (1, 2))
    assert Challenge.unseal(token, KEYS).answers == ("crane",)
    with pytest.raises(PuzzleError):
        Challenge.unseal(token, (KEYS[0],))
    # Two links for the same word have nothing in common.
    assert token[:16] != other[:16]
    assert token[16:] != other[16:]


@given(place=st.integers(0, 10_000), letter=st.sampled_from(sorted(ADDRESS)))
def test_link_with_one_changed_letter_is_refused(place: int, letter: str) -> None:
    token = sealed(Challenge(("crane",), "Ada", "a bird"))
    place %= len(token)
    changed = token[:place] + letter + token[place + 1 :]
    if changed == token:
        return
    with pytest.raises(PuzzleError, match="This challenge link isn’t valid") as refused:
        Challenge.unseal(changed, KEYS)
    assert refused.value.kind == "challenge"


@given(st.text() | st.text(sorted(ADDRESS), min_size=30, max_size=900))
def test_text_that_is_not_a_challenge_link_is_refused(text: str) -> None:
    with pytest.raises(PuzzleError):
        Challenge.unseal(text, KEYS)


def test_truncated_or_too_long_link_is_refused():
    token = sealed(Challenge(("crane",)))
    too_long = sealed(Challenge(("crane",), clue="x" * 3000))
    for text in (*(token[:length] for length in range(len(token))), too_long):
        with pytest.raises(PuzzleError):
            Challenge.unseal(text, KEYS)


def test_challenge_accepts_allowed_words_and_visible_text(lexicon):
    ada = Challenge(("moist",), "Ada", "it rains")
    assert Challenge.parse(" MOIST ", lexicon, " Ada\n", " it  rains ") == ada
    hidden = Challenge.parse("moist", lexicon, "A\u202eda\x00\x1f", "i\ud800t\r\nrains")
    assert hidden == ada
    longest = Challenge.parse("moist", lexicon, "🦉" * 30, "🦉" * 80)
    assert Challenge.unseal(sealed(longest), KEYS) == longest
    for too_long, most in (({"name": "x" * 31}, 30), ({"clue": "x" * 81}, 80)):
        with pytest.raises(PuzzleError, match=f"Use up to {most} characters"):
            Challenge.parse("crane", lexicon, **too_long)


def test_challenge_of_several_boards_has_different_words(lexicon):
    challenge = Challenge.parse(" Moist, crane\nSLATE  fuzzy", lexicon, "Ada", boards=4)
    assert challenge == Challenge(("moist", "crane", "slate", "fuzzy"), "Ada")
    for text, kind in (("crane slate", "number-of-words"), ("crane slate crane", "same-word")):
        with pytest.raises(PuzzleError) as refused:
            Challenge.parse(text, lexicon, boards=3 if kind == "same-word" else 4)
        assert refused.value.kind == kind
    with pytest.raises(NotInWordListError):
        Challenge.parse("crane zzzzz", lexicon, boards=2)


def test_challenge_opens_only_with_its_number_of_boards():
    four, turns = Variant(boards=4), Variant(boards=4, in_turn=True)
    challenge = Challenge(("crane", "slate", "moist", "fuzzy"), "Ada", "weather")
    token = sealed(challenge, variant=four)
    assert Challenge.unseal(token, KEYS, four) == challenge
    for variant in (Variant(), Variant(boards=2), turns, Variant("pt", 4)):
        with pytest.raises(PuzzleError):
            Challenge.unseal(token, KEYS, variant)


def test_longest_challenge_fits_into_a_link():
    words, many = tuple(f"{number:08}" for number in range(32)), Variant(boards=32)
    challenge = Challenge(words, "🦉" * 30, "🦉" * 80)
    token = sealed(challenge, variant=many)
    assert len(token) <= 3600
    assert Challenge.unseal(token, KEYS, many) == challenge
