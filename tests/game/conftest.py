"""Shared lexicon, and how Hypothesis makes records and histories.

The strategies are registered by type, so a test asks for them by annotation alone.
"""

import random

import pytest
from hypothesis import settings
from hypothesis import strategies as st

from wordle_web.engine.lexicon import Lexicon, lexicon_of
from wordle_web.game.history.history import History
from wordle_web.game.history.records import Record
from wordle_web.game.puzzles.puzzles import (
    LENGTHS,
    POOLS,
    challenge_id,
    daily_id,
    new_token,
    random_id,
)

settings.register_profile("untimed", deadline=None)
settings.load_profile("untimed")

ANSWERS = (
    "abbey",
    "algae",
    "babes",
    "crane",
    "eerie",
    "geese",
    "keeps",
    "level",
    "orbit",
    "slate",
    "steel",
    "these",
    "truss",
)


@pytest.fixture(scope="session")
def lexicon() -> Lexicon:
    return lexicon_of(ANSWERS, (*ANSWERS, "aahed", "fuzzy", "moist", "scree", "sleet"))


def words(length: int) -> st.SearchStrategy[str]:
    return st.text("abcdeéñ", min_size=length, max_size=length)


def tokens(length: int) -> st.SearchStrategy[str]:
    return st.builds(
        lambda pool, epoch, seed: new_token(length, pool, epoch, random.Random(seed).randbytes),
        st.sampled_from(POOLS),
        st.integers(0, 9999),
        st.integers(0, 5),
    )


@st.composite
def records(draw: st.DrawFn) -> Record:
    kind = draw(st.sampled_from(("daily", "random", "challenge")))
    length = 5 if kind == "daily" else draw(st.sampled_from(LENGTHS))
    day = draw(st.integers(1, 60))
    started = day if kind != "daily" else draw(st.integers(day, day + 3))
    names = {
        "daily": st.just(daily_id(day)),
        "random": tokens(length).map(random_id),
        "challenge": st.sampled_from("abcdef").map(challenge_id),
    }
    puzzle = draw(names[kind])
    outcome = draw(st.sampled_from(("under way", "won", "lost")))
    least, most = {"under way": (0, 5), "won": (1, 6), "lost": (0, 6)}[outcome]
    guesses = draw(st.lists(words(length), min_size=least, max_size=most).map(tuple))
    answer = draw(words(length)) if outcome == "lost" and kind == "challenge" else ""
    return Record(puzzle, length, started, guesses, draw(st.booleans()), outcome, answer)


def history_of(played: list[Record]) -> History:
    history = History()
    for record in played:
        history = history.with_record(record)
    return history


st.register_type_strategy(Record, records())
st.register_type_strategy(History, st.lists(records(), max_size=60).map(history_of))
