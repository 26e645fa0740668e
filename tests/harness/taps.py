"""Counting the taps and keys that a row of the helper takes, without JavaScript.

A tap is one press on a link, a button or a tile; a key is one letter or digit. A suggested word
takes one tap if its result is offered; otherwise it takes one for the word, and the taps for its
tiles. Any other word takes its letters, Enter unless the page accepts the word automatically, and
the cheapest of three ways: the offered result, the tiles, or one digit per tile. With several
boards, the word takes one tap, and each unsolved board the cheapest of its offered result, *Solved*
and its tiles. The last boards take a single tap if they all stay gray.
"""

import random
from collections.abc import Callable

from harness.pages import Page
from harness.visitor import Visitor
from wordle_web.engine.candidates import narrow
from wordle_web.engine.feedback import digits_of, feedback
from wordle_web.engine.knowledge import Turn
from wordle_web.engine.lexicon import load_lexicon

LENGTH, MAX_GUESSES = 5, 10
LEXICON = load_lexicon(f"english-{LENGTH}")
OPENERS = ("crane", "slate", "adieu", "stare", "raise", "audio", "trace", "house")
MARKS = {"typed": 0, "absent": 0, "present": 1, "correct": 2}
Play = Callable[[Visitor, list[str], str, random.Random], tuple[str, int]]


def page_of(visitor: Visitor, rows: list[str], **fields: object) -> Page:
    """Return the helper's page with these rows."""
    query = [("row", row) for row in rows] + list(fields.items())
    return visitor.get("/helper", query_string=query, follow_redirects=True)


def digits(guess: str, answer: str) -> str:
    """Return the marks of a guess as digits."""
    return digits_of(feedback(guess, answer), LENGTH)


def offers(page: Page, row: str) -> bool:
    """Return whether a page has a link to this row."""
    links = page.links_of("helper-result-row")
    return any(link.address.split("row=")[-1].startswith(row) for link in links)


def turns(new: str, old: list[int]) -> int:
    """Return the number of taps that change tiles from some colors to others."""
    return sum((int(digit) - mark) % 3 for digit, mark in zip(new, old, strict=True))


def coloring(page: Page, new: str) -> int:
    """Return the number of taps that color the last row of a page."""
    marks = [tile["data-mark"] for tile in page.of_class("helper-row")[-1].of_class("tile")]
    return max(turns(new, [MARKS[mark] for mark in marks]), 1 if "typed" in marks else 0)


def suggested_word(
    visitor: Visitor, rows: list[str], answer: str, _dice: random.Random
) -> tuple[str, int]:
    """Return the next row, with the suggested word, and its taps."""
    page = page_of(visitor, rows)
    guess = page.fact("suggestion")
    row = f"{guess}:{digits(guess, answer)}"
    if offers(page, row):
        return row, 1
    return row, 1 + coloring(page_of(visitor, rows, add=guess), row[-LENGTH:])


def own_word(
    visitor: Visitor, rows: list[str], answer: str, dice: random.Random
) -> tuple[str, int]:
    """Return the next row, with an opener or a likely word, and its taps and keys."""
    guess = dice.choice(OPENERS)
    if rows:
        left = narrow(LEXICON, [Turn.parse(row) for row in rows]).tolist()
        likely = sorted(left, key=lambda index: -LEXICON.prior[index])[:20]
        guess = LEXICON.words[dice.choice(likely)]
    row = f"{guess}:{digits(guess, answer)}"
    query = [("row", row) for row in rows] + [("try", guess)]
    tried = visitor.get("/helper", query_string=query, follow_redirects=False)
    page = page_of(visitor, rows, add=guess)
    colors = 1 if offers(page, row) else min(coloring(page, row[-LENGTH:]), LENGTH)
    return row, LENGTH + (tried.status_code != 303) + colors


def taps_a_row(visitor: Visitor, play: Play, games: int, dice: random.Random) -> float:
    """Return the mean number of taps and keys per row on one board."""
    taps = []
    for answer in dice.sample(LEXICON.pool().words, games):
        rows: list[str] = []
        while not (rows and rows[-1].endswith("2" * LENGTH)) and len(rows) < MAX_GUESSES:
            row, cost = play(visitor, rows, answer, dice)
            rows.append(row)
            taps.append(cost)
    return sum(taps) / len(taps)


def coloring_boards(page: Page, answers: list[str], played: list[str]) -> int:
    """Return the number of taps that color the last row on all unsolved boards."""
    costs, is_gray = [], []
    for card, answer in zip(page.of_class("board-card"), answers, strict=True):
        if answer in played[:-1]:
            continue
        new, start = digits(played[-1], answer), card.fact("start")
        results = [value.rpartition(".")[2] for value in card.values("result")]
        is_offered = str(feedback(played[-1], answer)) in results or new == "2" * LENGTH
        if new != start:
            costs.append(1 if is_offered else max(turns(new, list(map(int, start))), 1))
        is_gray.append(new == start)
    return sum(costs) + any(is_gray)


def boards_taps_a_row(visitor: Visitor, boards: int, games: int, dice: random.Random) -> float:
    """Return the mean number of taps per row with suggested words on several boards."""
    taps = rows = 0
    for _ in range(games):
        answers, played = dice.sample(LEXICON.pool().words, boards), list[str]()
        while not set(answers) <= set(played):
            known = [
                f"{guess}:"
                + ".".join(
                    "-" if answer in played[:number] else digits(guess, answer)
                    for answer in answers
                )
                for number, guess in enumerate(played)
            ]
            played.append(page_of(visitor, known, boards=boards).fact("suggestion"))
            page = page_of(visitor, [*known, f"{played[-1]}:"], boards=boards)
            taps += 1 + coloring_boards(page, answers, played)
            rows += 1
    return taps / rows
