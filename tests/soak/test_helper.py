"""The helper under gunicorn: the time from a new row to a suggestion.

A visitor on the loopback interface measures the times, so the server's own times are lower.
"""

import random
import statistics
import time
from collections.abc import Iterator, Sequence
from urllib.parse import urlencode

import pytest
from harness.servers import gunicorn
from harness.visitor import Socket, Visitor

from wordle_web.engine.candidates import narrow
from wordle_web.engine.feedback import feedback
from wordle_web.engine.knowledge import Turn
from wordle_web.engine.lexicon import load_lexicon

LENGTHS = (5, 5, 5, 5, 4, 6, 7, 8)
OPENERS = ("crane", "slate", "adieu", "stare", "raise", "salet", "audio", "trace")
POSITIONS, MIN_LEFT = 300, 3
MEDIAN, PERCENTILE = 40, 130  # ms, median and 99th percentile
Fields = list[tuple[str, str]]


@pytest.fixture(scope="module")
def app(tmp_path_factory):
    with gunicorn(tmp_path_factory.mktemp("app"), workers="2") as running:
        for length in dict.fromkeys(LENGTHS):
            ask(running.port, [("length", str(length)), ("row", f"{'x' * length}:{'0' * length}")])
        yield running


def positions(count: int, seed: int) -> Iterator[tuple[Fields, str]]:
    """Yield the rows of games in progress, and the next row, which leaves at least three words."""
    dice, number = random.Random(seed), 0
    while number < count:
        length = dice.choice(LENGTHS)
        lexicon = load_lexicon(f"english-{length}")
        pool = lexicon.pool().words
        answer, first = dice.choice(pool), dice.choice(OPENERS if length == 5 else pool)
        later = dice.choices(pool, k=dice.choice((0, 0, 1, 1, 2, 3)))
        guesses = (dice.choice((first, dice.choice(lexicon.words))), *later)
        turns = [Turn(guess, feedback(guess, answer)) for guess in guesses]
        if len(narrow(lexicon, turns)) >= MIN_LEFT:
            number += 1
            rows = [turn.text() for turn in turns]
            fields = [("row", row) for row in rows[:-1]]
            yield [*fields, ("length", str(length))], rows[-1]


def ask(port: int, fields: Fields) -> float:
    """Return the ms until the helper has responded, including its redirect."""
    visitor = Visitor(Socket(port))
    began = time.perf_counter()
    page = visitor.get("/helper?" + urlencode(fields))
    spent = 1000 * (time.perf_counter() - began)
    assert page.status_code == 200
    assert "data-suggestion" in page.text
    return spent


def percentile(times: Sequence[float], share: float) -> float:
    return sorted(times)[min(len(times) - 1, int(share * len(times)))]


def test_helper_responds_to_a_new_row_within_the_time_limit(app, is_short, figure):
    count = 60 if is_short else POSITIONS
    times = [ask(app.port, [*fields, ("add", row)]) for fields, row in positions(count, 1)]
    median, high = statistics.median(times), percentile(times, 0.99)
    figure(
        f"helper, a new row to a suggestion, {count} positions: median {median:.0f} ms, "
        f"99th percentile {high:.0f} ms, slowest {max(times):.0f} ms"
    )
    assert is_short or median <= MEDIAN
    assert is_short or high <= PERCENTILE
