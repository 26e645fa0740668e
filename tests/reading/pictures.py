"""Pictures of boards, read with some of the built-in lexicons."""

from collections.abc import Iterator

import numpy as np
from draw_boards import Look, picture
from PIL import Image

from wordle_web.engine.feedback import digits_of, feedback
from wordle_web.engine.lexicon import load_lexicon
from wordle_web.reading.reader import BoardReading, read_boards

ROWS = [("crane", "01002"), ("slimy", "00110"), ("quick", "00100")]
LEXICONS = [load_lexicon(f"english-{length}") for length in (4, 5, 6, 8)]
LOOK = Look()


def read(image: Image.Image) -> tuple[BoardReading, ...]:
    return read_boards(np.asarray(image.convert("RGB")), LEXICONS)


def one(look: Look, rows: list[tuple[str, str]] = ROWS, typed: str = "") -> BoardReading:
    (board,) = read(picture(look, [(rows, typed)]))
    return board


def unlisted_boards(
    count: int, seed: int
) -> Iterator[tuple[Look, list[tuple[str, str]], list[tuple[str, str]]]]:
    """Yield looks and boards with mostly unlisted guesses, and their expected readings.

    An unlisted guess usually differs from a word in one letter, like a name or typo; a fifth of the
    answers are unlisted, too. Palettes are light, dark and both in high contrast, in turn.
    """
    rng = np.random.default_rng(seed)
    alphabet = [chr(code) for code in range(ord("a"), ord("z") + 1)]

    def word(pool: tuple[str, ...], unlisted: float) -> str:
        word = str(rng.choice(pool))
        if rng.random() >= unlisted:
            return word
        while any(word in lexicon for lexicon in LEXICONS):
            column = rng.integers(len(word))
            word = f"{word[:column]}{rng.choice(alphabet)}{word[column + 1 :]}"
        return word

    for number in range(count):
        length = int(rng.choice([5, 5, 5, 4, 6]))
        pool = load_lexicon(f"english-{length}").pool().words
        answer = word(pool, 0.2)
        guesses = [word(pool, 0.6) for _ in range(rng.integers(1, 7))]
        if rng.random() < 0.3:
            guesses[-1] = answer
        look = Look(
            palette=("light", "dark", "contrast-light", "contrast-dark")[number % 4],
            tile=int(rng.integers(36, 90)),
            gap=float(rng.choice([0.05, 0.08, 0.12])),
            letter=float(rng.uniform(0.5, 0.7)),
            jpeg=int(rng.choice([0, 0, 0, 0, 75])),
        )
        rows = [(guess, digits_of(feedback(guess, answer), length)) for guess in guesses]
        boards = read(picture(look, [(rows, "")]))
        yield look, rows, [row for board in boards for row in board.rows]
