"""The share grid: as players know it, and read back by the helper as it was written."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wordle_web.engine.row_parser import parse_rows
from wordle_web.game.rules import Game
from wordle_web.game.share import boards_text, daily_title, share_text


def test_a_link_stands_below_the_grid() -> None:
    text = share_text(Game("crane", ("crane",)), "Wordle-web random", link="https://example.org/r")
    assert text == "Wordle-web random 1/6\n\n🟩🟩🟩🟩🟩\n\nhttps://example.org/r"


ANSWERS = [f"word{letter}" for letter in "abcdefghijklmnop"]
SIXTEEN = """
0️⃣5️⃣ 0️⃣6️⃣ 0️⃣7️⃣ 0️⃣8️⃣
0️⃣9️⃣ 1️⃣0️⃣ 1️⃣1️⃣ 1️⃣2️⃣
1️⃣3️⃣ 1️⃣4️⃣ 1️⃣5️⃣ 1️⃣6️⃣
1️⃣7️⃣ 1️⃣8️⃣ 1️⃣9️⃣ 2️⃣0️⃣
"""


@pytest.mark.parametrize(
    ("answers", "first", "lines"),
    [
        (ANSWERS[:4], ["aahed"] * 5, ["6️⃣7️⃣", "8️⃣9️⃣"]),
        (ANSWERS[:4], ["aahed"] * 6, ["7️⃣8️⃣", "9️⃣🔟"]),
        (ANSWERS[:8], ["aahed"] * 5, ["6️⃣7️⃣", "8️⃣9️⃣", "🔟🕚", "🕛🕐"]),
        (ANSWERS, ["aahed"] * 4, SIXTEEN.split("\n")[1:-1]),
    ],
)
def test_boards_are_shared_by_the_guess_that_solved_each(
    answers: list[str], first: list[str], lines: list[str]
) -> None:
    game = Game(answers[0], (*first, *answers), others=tuple(answers[1:]), tries=24)
    assert boards_text(game, "T").splitlines() == ["T", *lines]
    missed = Game(answers[0], (*first, *answers[1:]), others=tuple(answers[1:]), tries=23)
    head, first_line, *_, last = boards_text(missed, "T", link="L").splitlines()
    assert (head, first_line[0], last) == ("T X/23", "🟥", "L")


@given(
    data=st.data(),
    length=st.integers(4, 8),
    theme=st.sampled_from(("light", "dark")),
    contrast=st.sampled_from(("normal", "high")),
    link=st.sampled_from(("", "https://example.org/random/5-normal-1-x")),
)
def test_a_grid_is_read_as_it_was_written(
    data: st.DataObject, length: int, theme: str, contrast: str, link: str
) -> None:
    words = st.text("abc", min_size=length, max_size=length)
    answer = data.draw(words)
    guesses = data.draw(st.lists(words.filter(lambda word: word != answer), max_size=5))
    game = Game(answer, (*guesses, answer))
    text = share_text(game, daily_title("Site", 7), theme=theme, contrast=contrast, link=link)
    digits = ["".join(map(str, turn.marks)) for turn in game.turns]
    assert [row.marks[0] for row in parse_rows(text, length).rows] == digits
