"""Watching the solver on several boards at once."""

import re

import pytest
from flask import Flask
from web_visitor import Visitor


def test_each_guess_has_a_reason_and_what_it_did_to_each_board(shipped: Flask) -> None:
    page = Visitor(shipped).get("/watch?word=truss+crane+SLIMY+model").text
    turns = page.split('class="boards-turn"')[1:]
    assert re.search(rf"Solved in {len(turns)} guesses of 9\.", page)
    assert "A strong first guess for every board." in turns[0]
    assert turns[0].count('class="boards-step"') == 4
    assert page.count("data-solved") == 4


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        ("crane slimz", "Not in word list"),
        ("crane able", "Not enough letters"),
        ("crane crane", "Enter each word once"),
        (",+".join(["absolute"] * 8), "Enter each word once"),  # read whole
        ("abc def", "no words of this length"),
        ("1 2", "Use letters only"),
        ("crane slimy truss model fjord waltz nymph blitz brick", "Enter at most 8 words."),
    ],
)
def test_words_that_cannot_be_boards_are_told(shipped: Flask, words: str, reason: str) -> None:
    answer = Visitor(shipped).get(f"/watch?word={words}")
    assert answer.status_code == 422
    assert reason in answer.text
