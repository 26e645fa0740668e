"""All pages accept positions with solved boards, and boards that no word fits."""

import json
from collections.abc import Iterator
from typing import NamedTuple
from urllib.parse import urlencode

import pytest
from cli.commands import run
from flask import Flask
from hypothesis import example, given, settings
from hypothesis import strategies as st
from web_visitor import ANSWERS, OTHERS

from wordle_web.engine.feedback import digits_of, feedback
from wordle_web.engine.lexicon import load_lexicon
from wordle_web.web.ui.queries import split_query

WORDS = (*ANSWERS, *OTHERS)
SHIPPED = load_lexicon("english-5").pool().words


class Shown(NamedTuple):
    """Rows of several boards; a board may be solved, or its rows may contradict each other."""

    boards: int
    rows: tuple[str, ...]
    in_turn: bool = False

    def query(self, **more: object) -> str:
        order = {"order": "in-turn"} if self.in_turn else {}
        fields = {**order, **more, "boards": self.boards} if self.boards > 1 else more
        return urlencode([*fields.items(), *(("row", row) for row in self.rows)])


@st.composite
def positions(draw: st.DrawFn, words: tuple[str, ...], most: int = 4) -> Shown:
    """Return rows as a game shows them; boards are solved early, late or never."""
    count = draw(st.integers(1, most))
    answers = draw(st.lists(st.sampled_from(words), min_size=count, max_size=count))
    guesses = draw(st.lists(st.sampled_from([*answers, *words[:6]]), max_size=6))
    solved, rows = set[int](), []
    for guess in guesses:
        marks = []
        for board, answer in enumerate(answers):
            digits = digits_of(feedback(guess, answer), len(answer))
            if draw(st.integers(0, 30)) == 0:
                # The player may have mistyped a tile.
                digits = draw(st.text("012", min_size=5, max_size=5))
            is_left_out = board in solved and count > 1
            marks.append("-" if is_left_out else digits)
            if guess == answer:
                solved.add(board)
        rows.append(f"{guess}:{'.'.join(marks)}")
    return Shown(count, tuple(rows), draw(st.booleans()))


# One board is left, with one possible word; some suggested guesses are other words.
KNOWN_WORD = Shown(
    4,
    (
        "crane:00020.00000.02002.00002",
        "moist:22002.00010.00201.10001",
        "mount:22222.00100.00001.10001",
        "bushy:-.02202.00000.00010",
        "dusky:-.22222.00000.00000",
        "theme:-.-.10002.22222",
    ),
)
ALL_SOLVED = Shown(2, ("crane:22222.00000", "moist:-.22222"))


def addresses(shown: Shown) -> Iterator[str]:
    query = shown.query()
    yield f"/api/v1/suggest?{query}&words=1000"
    yield f"/helper?{query}&hint=1&guess=moist"
    yield f"/helper/screenshot?{query}"
    yield "/helper/screenshot?" + urlencode({"other": query})
    yield f"/helper/read?{query}"
    guesses = [("guess", row.partition(":")[0]) for row in shown.rows]
    answers = [("answer", word) for word in dict.fromkeys(word for _, word in guesses)]
    for path in ("/analysis", "/api/v1/analyse"):
        yield f"{path}?{urlencode([*guesses, *answers[: shown.boards]])}"


@given(positions(WORDS))
@settings(max_examples=60)
@example(ALL_SOLVED)
def test_no_page_fails_if_boards_are_solved(app_of_all: Flask, shown: Shown) -> None:
    client = app_of_all.test_client()
    for address in addresses(shown):
        assert client.get(address, follow_redirects=True).status_code in {200, 422}, address


@given(positions(SHIPPED, 3))
@settings(max_examples=15)
@example(KNOWN_WORD)
@example(ALL_SOLVED)
def test_no_page_fails_if_boards_with_built_in_words_are_solved(
    shipped: Flask, shown: Shown
) -> None:
    client = shipped.test_client()
    for address in addresses(shown):
        assert client.get(address, follow_redirects=True).status_code in {200, 422}, address


@given(positions(SHIPPED, 3), st.booleans())
@settings(max_examples=15)
@example(KNOWN_WORD, True)
@example(ALL_SOLVED, False)
def test_suggest_command_does_not_crash_on_solved_boards(shown: Shown, as_json: bool) -> None:
    boards = ["--boards", str(shown.boards)] if shown.boards > 1 else []
    order = ["--in-turn"] if shown.in_turn and boards else []
    result = run("suggest", *boards, *order, *["--json"] * as_json, *shown.rows)
    assert isinstance(result.exception, SystemExit | None), result.exception
    if as_json:
        assert json.loads(result.output or result.stderr)


def test_suggested_guess_without_information_has_a_reason(shipped):
    answer = shipped.test_client().get(f"/api/v1/suggest?{KNOWN_WORD.query()}").json
    reasons = [guess["reason"] for guess in answer["best"]]
    assert reasons[0] == "solves board 3"
    assert "tells nothing new" in reasons


@pytest.mark.parametrize("sign", ["&", "&a", "&a=1", "%26", "%26row%3Dcrane%3A01002"])
@pytest.mark.parametrize("number", [999, 1001, 5000])
def test_nested_query_may_have_any_number_of_fields(visitor, sign, number):
    page = visitor.get(f"/helper/screenshot?other={sign * number}")
    assert page.status_code in {200, 422}


@given(st.text(max_size=200), st.integers(1, 40))
def test_split_query_limits_the_number_of_fields_of_any_text(text: str, times: int) -> None:
    assert len(split_query(text * times)) <= 1000
