"""Openings that are kept: found again for the same question, and for no other."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from wordle_web.engine import belief_of, lexicon_names, lexicon_of, load_lexicon, suggest
from wordle_web.engine.feedback import all_correct, feedback, feedback_matrix, letter_codes
from wordle_web.engine.knowledge import Turn
from wordle_web.engine.lexicon import Lexicon
from wordle_web.engine.matrix import matrix_in_memory
from wordle_web.engine.openings import (
    MIN_WORDS,
    SHIPPED,
    build_opening,
    build_replies,
    find_opening,
    keep_opening,
)

ANSWERS_TEXT = "batch catch hatch latch match patch watch bound found hound mound pound"
ANSWERS = tuple(ANSWERS_TEXT.split())


@pytest.fixture
def lexicon() -> Lexicon:
    """Return a small lexicon of this test's own."""
    return lexicon_of(ANSWERS, [*ANSWERS, "champ", "blimp", "crane"])


def test_an_opening_comes_back_as_it_was_kept(lexicon: Lexicon, tmp_path: Path) -> None:
    belief = belief_of(lexicon, "normal")
    opening = build_opening(matrix_in_memory(lexicon), belief)
    keep_opening(lexicon, belief, False, tmp_path, opening)
    found = find_opening(lexicon, belief, False, tmp_path)
    assert found is not None
    assert found.first.guesses[0][0] == opening.first.guesses[0][0]
    assert found.replies.keys() == opening.replies.keys()
    assert find_opening(lexicon, belief, True, tmp_path) is None
    assert find_opening(lexicon, belief_of(lexicon, "real"), False, tmp_path) is None


def test_several_openings_are_kept_in_one_file(lexicon: Lexicon, tmp_path: Path) -> None:
    belief, matrix = belief_of(lexicon, "normal"), matrix_in_memory(lexicon)
    for hard in (False, True):
        keep_opening(lexicon, belief, hard, tmp_path, build_opening(matrix, belief, hard=hard))
    assert all(find_opening(lexicon, belief, hard, tmp_path) for hard in (False, True))
    assert len(list(tmp_path.iterdir())) == 1


def test_a_damaged_file_is_as_good_as_none(lexicon: Lexicon, tmp_path: Path) -> None:
    belief = belief_of(lexicon, "normal")
    for content in (b"", b"[]", b"{", b'{"x": 1}', b"\xff"):
        (tmp_path / f"{lexicon.name}.json").write_bytes(content)
        assert find_opening(lexicon, belief, False, tmp_path) is None


def test_a_kept_opening_is_suggested_at_once_with_its_reasons(
    lexicon: Lexicon, tmp_path: Path
) -> None:
    belief = belief_of(lexicon, "normal")
    opening = build_opening(matrix_in_memory(lexicon), belief)
    keep_opening(lexicon, belief, False, tmp_path, opening)
    first = suggest(lexicon, [], belief=belief, folder=tmp_path)
    assert first.guess == opening.first.guesses[0][0]
    assert first.best[0].entropy_bits > 0
    for answer in ANSWERS:
        pattern = feedback(first.guess, answer)
        if pattern == all_correct(5):
            continue
        turns = [Turn(first.guess, pattern)]
        kept = suggest(lexicon, turns, belief=belief, folder=tmp_path)
        fresh = suggest(lexicon, turns, belief=belief)
        assert kept.expected_guesses == pytest.approx(fresh.expected_guesses)


@pytest.mark.parametrize("name", lexicon_names())
@pytest.mark.parametrize("mode", ["real", "normal", "easy", "hard"])
@pytest.mark.parametrize("hard", [False, True])
def test_the_shipped_openings_belong_to_the_shipped_words(name: str, mode: str, hard: bool) -> None:
    lexicon = load_lexicon(name)
    belief = belief_of(lexicon, mode)
    opening = find_opening(lexicon, belief, hard, SHIPPED)
    assert opening is not None, "run scripts/build_openings.py: words or pools have changed"
    guess = opening.first.guesses[0][0]
    candidates = lexicon.codes[belief.weights > 0]
    sizes = np.bincount(feedback_matrix(letter_codes([guess]), candidates)[0])
    assert set(opening.replies) == set(np.flatnonzero(sizes >= MIN_WORDS).tolist())


def test_replies_to_other_first_guesses_are_kept_and_given(
    lexicon: Lexicon, tmp_path: Path
) -> None:
    belief, matrix = belief_of(lexicon, "normal"), matrix_in_memory(lexicon)
    opening = build_opening(matrix, belief)
    other = next(word for word in lexicon.words if word != opening.first.guesses[0][0])
    replies = build_replies(matrix, belief, other, min_words=2)
    keep_opening(lexicon, belief, False, tmp_path, replace(opening, others={other: replies}))
    found = find_opening(lexicon, belief, False, tmp_path)
    assert found is not None
    assert found.replies.keys() == opening.replies.keys()
    assert found.others[other].keys() == replies.keys() != set()
    for pattern, reply in replies.items():
        kept = found.reply([Turn(other, pattern)])
        assert kept is not None
        assert [word for word, _ in kept.guesses] == [word for word, _ in reply.guesses]
        assert found.reply([Turn(other, pattern), Turn(other, pattern)]) is None


@pytest.mark.parametrize("row", ["crane:00000", "adieu:00000", "raise:00000"])
def test_what_a_popular_opener_leaves_is_answered_at_once_and_no_worse(row: str) -> None:
    lexicon, turns = load_lexicon("english-5"), [Turn.parse(row)]
    belief = belief_of(lexicon, "real")
    opening = find_opening(lexicon, belief, False, SHIPPED)
    assert opening is not None
    assert opening.reply(turns) is not None, "run scripts/build_openings.py"
    hurried = suggest(lexicon, turns, belief=belief, budget_ms=0)
    searched = suggest(lexicon, turns, belief=belief, guesses_left=6, budget_ms=200)
    assert not hurried.best[0].is_estimate
    assert (hurried.expected_guesses or 9) <= (searched.expected_guesses or 0) + 0.005
