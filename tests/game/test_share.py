"""The share grid has the usual form, and the helper can read it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wordle_web.engine.hard_mode import HardMode
from wordle_web.engine.row_parser import parse_rows
from wordle_web.game.rules import Game, Status
from wordle_web.game.share import share_text

ANSWERS = [f"word{letter}" for letter in "abcdefghijklmnop"]
SIXTEEN = """
0️⃣5️⃣ 0️⃣6️⃣ 0️⃣7️⃣ 0️⃣8️⃣
0️⃣9️⃣ 1️⃣0️⃣ 1️⃣1️⃣ 1️⃣2️⃣
1️⃣3️⃣ 1️⃣4️⃣ 1️⃣5️⃣ 1️⃣6️⃣
1️⃣7️⃣ 1️⃣8️⃣ 1️⃣9️⃣ 2️⃣0️⃣
"""

CLOCKS = ["6️⃣7️⃣", "8️⃣9️⃣", "🔟🕚", "🕛🕐"]
SHARED = [(4, 5, CLOCKS[:2]), (4, 6, ["7️⃣8️⃣", "9️⃣🔟"]), (8, 5, CLOCKS)]
SHARED += [(16, 4, SIXTEEN.split("\n")[1:-1])]


@pytest.mark.parametrize(("boards", "grays", "lines"), SHARED)
def test_share_text_arranges_boards_in_rows(boards: int, grays: int, lines: list[str]) -> None:
    answers, first = ANSWERS[:boards], ["aahed"] * grays
    game = Game(answers[0], (*first, *answers), others=tuple(answers[1:]), tries=24)
    assert share_text(game, "T").splitlines() == ["T", *lines]
    text = share_text(Game("crane", ("crane",)), "Wordle-web random", link="https://example.org/r")
    assert text == "Wordle-web random 1/6\n\n🟩🟩🟩🟩🟩\n\nhttps://example.org/r"
    missed = Game(answers[0], (*first, *answers[1:]), others=tuple(answers[1:]), tries=23)
    head, first_line, *_, last = share_text(missed, "T", link="L").splitlines()
    assert (head, first_line[0], last) == ("T X/23", "🟥", "L")


@pytest.mark.parametrize(
    ("game", "headline"),
    [
        (Game("crane", ("crane",), hint_count=9), "T 1/6 💡"),
        (Game("crane", ("slate", "crane"), hard=HardMode.ON, hint_count=9), "T 2/6* 💡"),
        (Game("crane", ("slate", "crane"), hard=HardMode.ULTRA, hint_count=9), "T 2/6** 💡"),
        (Game("crane", end=Status.LOST, hint_count=9), "T X/6 💡"),
        (Game("crane", ("crane", "slate"), others=("slate",), tries=7, hint_count=9), "T 💡"),
        (Game("crane", ("crane",), others=("slate",), end=Status.LOST, hint_count=9), "T X/6 💡"),
    ],
)
def test_share_text_marks_a_hint_after_the_result(game: Game, headline: str) -> None:
    assert share_text(game, "T").splitlines()[0] == headline


themes, contrasts = st.sampled_from(("light", "dark")), st.sampled_from(("normal", "high"))


@given(st.data(), st.integers(4, 8), themes, contrasts)
def test_share_grid_round_trips(data: st.DataObject, length: int, theme, contrast) -> None:
    link = data.draw(st.sampled_from(("", "https://example.org/random/5-normal-1-x")))
    words = st.text("abc", min_size=length, max_size=length)
    answer = data.draw(words)
    guesses = data.draw(st.lists(words.filter(lambda word: word != answer), max_size=5))
    game = Game(answer, (*guesses, answer))
    text = share_text(game, "Site 7", theme=theme, contrast=contrast, link=link)
    digits = ["".join(map(str, turn.marks)) for turn in game.turns]
    assert [row.marks[0] for row in parse_rows(text, length).rows] == digits
