"""Measure marks that count a letter of the answer more than once.

The author of the minimax bot in `docs/benchmarks.md` computed marks like this.
`python scripts/loose_marks.py --answers FILE --guesses FILE` prints how many of these patterns are
wrong: for all pairs of answers, and for all guesses with all answers. Then the bot plays every
answer. The game gives correct marks, but the bot filters and rates words by loose ones, so it may
run out of words.
"""

import argparse
from pathlib import Path

import numpy as np

from wordle_web.engine.arrays import Codes, Indices, Patterns
from wordle_web.engine.feedback import CORRECT, PRESENT, feedback_matrix, letter_codes
from wordle_web.engine.strategies import MIN_CANDIDATE_WORDS, MIN_FREQUENCY_WORDS

BLOCK = 400  # guesses per block


def loose_patterns(guesses: Codes, answers: Codes) -> Patterns:
    """Return patterns in which a letter is always present if the answer has it anywhere.

    Both arguments are letter codes, uint32, (words, letters); the result is (guesses, answers).
    """
    patterns = np.zeros((len(guesses), len(answers)), dtype=np.uint8)
    for place in range(guesses.shape[1]):
        letters = guesses[:, place, None]
        marks = PRESENT * (letters[..., None] == answers).any(axis=2)
        marks[letters == answers[:, place]] = CORRECT
        patterns = patterns * np.uint8(3) + marks.astype(np.uint8)
    return patterns


def both_patterns(guesses: Codes, answers: Codes) -> tuple[Patterns, Patterns]:
    """Return the patterns by loose marks and by the rules of the game, (guesses, answers)."""
    parts = [guesses[start : start + BLOCK] for start in range(0, len(guesses), BLOCK)]
    loose = np.concatenate([loose_patterns(part, answers) for part in parts])
    return loose, feedback_matrix(guesses, answers)


class Bot:
    """The bot: it guesses frequent letters, then minimizes the largest cell, by loose marks."""

    def __init__(self, guesses: list[str], answers: list[str]) -> None:
        """Compute all patterns."""
        self.guesses, self.answers = guesses, answers
        codes = letter_codes(guesses)
        self.loose, self.real = both_patterns(codes, letter_codes(answers))
        index = {word: place for place, word in enumerate(guesses)}
        self.guess_of = np.array([index[answer] for answer in answers])
        alphabet = np.unique(codes)
        self.has_letter = (codes[:, :, None] == alphabet).any(axis=1)

    def choose(self, left: Indices) -> int:
        """Return the guess for the answers that are left according to the bot's marks."""
        own = self.guess_of[left]
        if len(left) >= MIN_FREQUENCY_WORDS:
            letters = self.has_letter[own]
            return int(own[(letters * letters.sum(axis=0)).sum(axis=1).argmax()])
        guesses = own
        if 2 < len(left) < MIN_CANDIDATE_WORDS:
            guesses = np.arange(len(self.guesses))
        cells = [np.bincount(row) for row in self.loose[np.ix_(guesses, left)]]
        worst = np.array([sizes.max() for sizes in cells])
        total = np.array([(sizes * sizes).sum() for sizes in cells])
        order = np.lexsort((guesses, ~np.isin(guesses, own), total, worst))
        return int(guesses[order[0]])

    def given_up(self) -> int:
        """Return the number of answers for which the bot runs out of words."""
        chosen: dict[bytes, int] = {}
        count = 0
        for answer in range(len(self.answers)):
            left, guess = np.arange(len(self.answers)), -1
            while len(left) and guess != self.guess_of[answer]:
                key = left.tobytes()
                guess = chosen[key] if key in chosen else self.choose(left)
                chosen[key] = guess
                fits = self.loose[guess, left] == self.real[guess, answer]
                left = left[fits & (self.guess_of[left] != guess)]
            count += guess != self.guess_of[answer]
        return count


def words_in(path: Path) -> list[str]:
    """Return the words of a file."""
    return path.read_text(encoding="utf-8").split()


def main() -> None:
    """Print how many marks are wrong, and how many words the bot gives up."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--answers", type=Path, required=True)
    parser.add_argument("--guesses", type=Path, help="other allowed guesses, for the second line")
    options = parser.parse_args()
    answers = sorted(words_in(options.answers))
    allowed = sorted({*answers, *(words_in(options.guesses) if options.guesses else ())})
    for name, guesses in (("answers", answers), ("allowed guesses", allowed)):
        loose, real = both_patterns(letter_codes(guesses), letter_codes(answers))
        wrong = int(np.count_nonzero(loose != real))
        share = 100 * wrong / real.size
        print(
            f"{len(guesses):,} {name}, {len(answers):,} answers: {wrong:,} of {real.size:,} ",
            end="",
        )
        print(f"replies are wrong, {share:.2f} %")
    print(f"Guessing answers only, the bot gives up on {Bot(answers, answers).given_up():,} words.")


if __name__ == "__main__":
    main()
