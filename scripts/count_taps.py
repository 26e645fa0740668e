"""Count what the helper asks of a player: `python scripts/count_taps.py [GAMES]`.

Plays games against the pages as a visitor without JavaScript would see them. A tap is one press on
a link, a button or a tile; a key is one letter or digit. A row costs:

- with the suggested word: one tap where the result is among the offered ones; otherwise one for
  the word and those that turn its tiles, or the one for a row that has no color of its own;
- with a word of one's own: its letters, Enter if the page does not take the word by itself, and
  the cheapest of the offered result, the tiles, and a digit a tile.

The last row, all green, counts as any other. Words of one's own are consistent with the rows.

With several boards, a row with the suggested word costs one tap for the word, and on each board
that is not solved the cheapest of: its offered result, *All gray* or *Solved*, and the taps that
turn its tiles; the boards that are last and stay gray take one tap together.
"""

import random
import re
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from html import unescape
from pathlib import Path

from flask.testing import FlaskClient

from wordle_web import create_app
from wordle_web.config.settings import Settings
from wordle_web.engine.candidates import narrow
from wordle_web.engine.feedback import digits_of, feedback
from wordle_web.engine.knowledge import Turn
from wordle_web.engine.lexicon import load_lexicon

LENGTH = 5
MAX_GUESSES = 10
OPENERS = ("crane", "slate", "adieu", "stare", "raise", "audio", "trace", "house")
OFFERED = re.compile(r'class="helper-result-row" href="([^"]*)"')
ROW = '<div class="helper-row" role="group"'
MARK = re.compile(r'class="tile" name="tap"[^>]*data-mark="(\w+)"')
DIGITS = {"typed": 0, "absent": 0, "present": 1, "correct": 2}
BOARDS = 4
CARD = re.compile(r'<section class="board-card".*?</section>', re.DOTALL)
START = re.compile(r'data-start="(\d*)"')
RESULT = re.compile(r'name="result" value="\d+\.\d+\.(\d+)"')


@dataclass(frozen=True, slots=True)
class Page:
    """A page of the helper, read."""

    text: str

    @property
    def suggestion(self) -> str:
        """The suggested word."""
        found = re.search(r'data-suggestion="(\w+)"', self.text)
        return found.group(1) if found else ""

    @property
    def marks(self) -> tuple[str, ...]:
        """The marks of the last row's tiles, `typed` where they have no color yet."""
        return tuple(MARK.findall(self.text.split(ROW)[-1]))

    def offers(self, row: str) -> bool:
        """Return whether one tap makes the last row `row`."""
        return any(unescape(url).split("row=")[-1][: len(row)] == row for url in self.offered)

    @property
    def offered(self) -> list[str]:
        """The addresses of the results that one tap takes."""
        return OFFERED.findall(self.text)


def coloring_taps(page: Page, digits: str) -> int:
    """Return the presses that color the last row of `page` with `digits`."""
    marks = page.marks
    taps = sum((int(digit) - DIGITS[mark]) % 3 for digit, mark in zip(digits, marks, strict=True))
    is_waiting = "typed" in marks
    return max(taps, 1) if is_waiting else taps


class Player:
    """Plays with the helper and counts."""

    def __init__(self, client: FlaskClient) -> None:
        """Visit by `client`."""
        self._client = client
        self._lexicon = load_lexicon(f"english-{LENGTH}")

    def page(self, rows: list[str], added: str = "") -> Page:
        """Return the page of some rows, to which a word has just been added."""
        fields = [("row", row) for row in rows] + ([("add", added)] if added else [])
        answer = self._client.get("/helper", query_string=fields, follow_redirects=True)
        return Page(answer.get_data(as_text=True))

    def suggested(self, rows: list[str], answer: str) -> tuple[str, int]:
        """Play the suggested word; return its row and what that took."""
        page = self.page(rows)
        guess = page.suggestion
        digits = digits_of(feedback(guess, answer), LENGTH)
        row = f"{guess}:{digits}"
        if page.offers(row):
            return row, 1
        return row, 1 + coloring_taps(self.page(rows, guess), digits)

    def own(self, rows: list[str], answer: str, dice: random.Random) -> tuple[str, int]:
        """Play a word of one's own; return its row and what that took."""
        guess = self._own_word(rows, dice)
        digits = digits_of(feedback(guess, answer), LENGTH)
        row = f"{guess}:{digits}"
        page = self.page(rows, guess)
        coloring = min(coloring_taps(page, digits), LENGTH, 1 if page.offers(row) else LENGTH)
        enter = 0 if self._takes(rows, guess) else 1
        return row, LENGTH + enter + coloring

    def _own_word(self, rows: list[str], dice: random.Random) -> str:
        if not rows:
            return dice.choice(OPENERS)
        left = narrow(self._lexicon, [Turn.parse(row) for row in rows])
        likely = sorted(left.tolist(), key=lambda index: -self._lexicon.prior[index])[:20]
        word: str = self._lexicon.words[dice.choice(likely)]
        return word

    def _takes(self, rows: list[str], word: str) -> bool:
        fields = [("row", row) for row in rows] + [("try", word)]
        return self._client.get("/helper", query_string=fields).status_code == 303


def count(client: FlaskClient, games: int, seed: int = 1) -> tuple[float, float]:
    """Return taps a row with suggested words, and taps and keys a row with words of one's own."""
    dice = random.Random(seed)  # noqa: S311 the same words each time
    answers = dice.sample(load_lexicon(f"english-{LENGTH}").pool().words, games)
    player = Player(client)
    return (
        _mean(answers, player.suggested),
        _mean(answers, lambda rows, answer: player.own(rows, answer, dice)),
    )


def _mean(answers: list[str], play: Callable[[list[str], str], tuple[str, int]]) -> float:
    taps = []
    for answer in answers:
        rows: list[str] = []
        while not (rows and rows[-1].endswith("2" * LENGTH)) and len(rows) < MAX_GUESSES:
            row, cost = play(rows, answer)
            rows.append(row)
            taps.append(cost)
    return sum(taps) / len(taps)


def count_boards(client: FlaskClient, games: int, seed: int = 1) -> float:
    """Return taps a board and row of games of four boards, with suggested words."""
    dice = random.Random(seed)  # noqa: S311 the same words each time
    words = load_lexicon(f"english-{LENGTH}").pool().words
    taps = rows = 0
    for _ in range(games):
        answers = dice.sample(words, BOARDS)
        played: list[str] = []
        while not set(answers) <= set(played):
            known = [_boards_row(guess, answers, played) for guess in played]
            page = _boards_page(client, known)
            played.append(page.suggestion)
            taps += 1 + _coloring_of_boards(
                _boards_page(client, [*known, f"{played[-1]}:"]), answers, played
            )
            rows += 1
    return taps / rows / BOARDS


def _boards_row(guess: str, answers: list[str], played: list[str]) -> str:
    sets = (
        "-"
        if answer in played[: played.index(guess)]
        else digits_of(feedback(guess, answer), LENGTH)
        for answer in answers
    )
    return f"{guess}:{'.'.join(sets)}"


def _boards_page(client: FlaskClient, rows: list[str]) -> Page:
    fields = [("boards", str(BOARDS)), *(("row", row) for row in rows)]
    return Page(client.get("/helper", query_string=fields).get_data(as_text=True))


def _coloring_of_boards(page: Page, answers: list[str], played: list[str]) -> int:
    """Return the taps that color the last row on all boards that are not solved."""
    costs, is_gray = [], []
    for card, answer in zip(CARD.findall(page.text), answers, strict=True):
        if answer in played[:-1]:
            continue
        pattern = feedback(played[-1], answer)
        digits, start = digits_of(pattern, LENGTH), START.findall(card)[0]
        turns = sum((int(new) - int(old)) % 3 for new, old in zip(digits, start, strict=True))
        is_offered = str(pattern) in RESULT.findall(card) or digits == "2" * LENGTH
        costs.append(1 if is_offered else max(turns, 1))
        is_gray.append(digits == start)
    # One tap leaves all boards gray that are not colored by then.
    return sum(cost for cost, gray in zip(costs, is_gray, strict=True) if not gray) + any(is_gray)


def main(games: int) -> None:
    """Print the figures."""
    with tempfile.TemporaryDirectory() as folder:
        client = create_app(Settings(instance=Path(folder), rate_limits=False)).test_client()
        suggested, own = count(client, games)
        boards = count_boards(client, games)
    print(
        f"{suggested:.2f} taps a row with suggested words, {own:.2f} taps and keys with own words; "
        f"{boards:.2f} taps a board and row of four boards"
    )


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 25)
