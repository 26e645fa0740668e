"""Every pair walked together, against every pair played by itself."""

from collections import Counter
from collections.abc import Sequence
from itertools import combinations

import numpy as np

from wordle_web.engine.arrays import Indices
from wordle_web.engine.boards.pairs import PairWalk
from wordle_web.engine.feedback import feedback
from wordle_web.engine.lexicon import lexicon_of
from wordle_web.engine.matrix import matrix_of

WORDS = ("crane", "light", "match", "moist", "night", "patch", "right", "slate", "watch")
GUESSES = 40  # so that even a poor policy finds every word
LEXICON = lexicon_of(WORDS, [*WORDS, "aahed"])


def choose(sets: Sequence[Indices], guesses_left: int) -> int:
    """Return a word left on any board; which one depends on all that is passed in."""
    words = np.unique(np.concatenate(sets))
    return int(words[(guesses_left + sum(map(len, sets))) % len(words)])


def taken(answers: tuple[str, str], opener: str) -> int:
    """Return the guesses that a pair takes: known words at once, others as they are chosen."""
    left = {answer: list(WORDS) for answer in answers}
    guess, used = opener, 0
    while True:
        used += 1
        for answer, words in left.items():
            left[answer] = [w for w in words if feedback(guess, w) == feedback(guess, answer)]
        left.pop(guess, None)
        if not left:
            return used
        known = [words[0] for words in left.values() if len(words) == 1]
        sets = [np.array([LEXICON.words.index(word) for word in words]) for words in left.values()]
        guess = known[0] if known else LEXICON.words[choose(sets, GUESSES - used)]


def test_all_pairs_take_what_they_take_one_by_one() -> None:
    answers = np.array([LEXICON.words.index(word) for word in WORDS])
    for opener in LEXICON.words:
        walk = PairWalk(matrix_of(LEXICON), choose, GUESSES)
        parts = walk.parts(answers, LEXICON.words.index(opener))
        found = sum(map(walk.walk, parts), Counter[int]())
        assert found == Counter(taken(pair, opener) for pair in combinations(WORDS, 2))
