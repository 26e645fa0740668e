"""A shared lexicon, and Hypothesis strategies for records and histories.

The strategies are registered by type, so that tests request them by annotation.
"""

import random
from dataclasses import replace

import pytest
from game.history.played import history_of
from hypothesis import strategies as st

from wordle_web.engine.hard_mode import HardMode
from wordle_web.engine.lexicon import Lexicon, lexicon_of
from wordle_web.game.history.history import History
from wordle_web.game.history.records import Record, stores_answer
from wordle_web.game.puzzles.days import LENGTHS, POOLS, daily_id
from wordle_web.game.puzzles.tokens import challenge_id, new_token, random_id
from wordle_web.game.puzzles.variants import HOME, Variant
from wordle_web.game.rules import MAX_HINTS, PastHints, Status

ANSWERS = "abbey algae babes crane eerie geese keeps level orbit slate steel these truss"
OTHERS = "aahed fuzzy moist scree sleet"


@pytest.fixture(scope="session")
def lexicon() -> Lexicon:
    return lexicon_of(ANSWERS.split(), OTHERS.split())


def words(length: int) -> st.SearchStrategy[str]:
    return st.text("abcdeéñ", min_size=length, max_size=length)


def tokens(length: int) -> st.SearchStrategy[str]:
    nonces = st.integers(0, 5).map(lambda seed: random.Random(seed).randbytes)
    pools, epochs = st.sampled_from(POOLS), st.integers(0, 9999)
    return st.builds(new_token, st.just(length), pools, epochs, nonces)


OTHERS_OF_BOARDS = Variant(boards=2), Variant(boards=4, in_turn=True), Variant(boards=32)
VARIANTS = (*(HOME,) * 5, *OTHERS_OF_BOARDS, Variant("pt"), Variant("pt", 8))


@st.composite
def records(draw: st.DrawFn) -> Record:
    variant = draw(st.sampled_from(VARIANTS))
    kind = draw(st.sampled_from(("daily", "random", "challenge")))
    length = 5 if kind == "daily" else draw(st.sampled_from(LENGTHS))
    day = draw(st.integers(1, 60))
    started = day if kind != "daily" else draw(st.integers(day, day + 3))
    names = {
        "daily": st.just(daily_id(day, variant)),
        "random": st.builds(random_id, tokens(length), st.just(variant)),
        "challenge": st.builds(challenge_id, st.sampled_from("abcdef"), st.just(variant)),
    }
    puzzle = draw(names[kind])
    status = draw(st.sampled_from((Status.PLAYING, Status.WON, Status.LOST)))
    least = variant.boards if status is Status.WON else 0
    most = variant.tries - (status is Status.PLAYING)
    count = draw(st.integers(least, most))
    guesses = tuple(draw(words(length)) for _ in range(min(count, 7)))
    guesses = (guesses * count)[:count]
    hard = draw(st.sampled_from(HardMode)) if variant.boards == 1 else HardMode.OFF
    record = Record(puzzle, length, started, guesses, hard, status)
    if draw(st.booleans()):
        boards = st.integers(0, variant.boards - 1)
        hints = st.just(()) if record.is_over else st.lists(boards, max_size=4)
        record = replace(record, hint_count=draw(st.integers(22, 999)), hints=tuple(draw(hints)))
        if guesses and (not record.is_over or variant.boards == 1):
            turns = st.tuples(st.integers(0, count - 1), boards)
            positions = sorted(draw(st.sets(turns, max_size=6)))
            facts = (PastHints(*turn, draw(st.integers(1, MAX_HINTS))) for turn in positions)
            record = replace(record, past_hints=tuple(facts))
        if variant.boards > 1 and count > 1:
            named = draw(st.sets(st.integers(2, count), max_size=6))
            record = replace(record, named=tuple(sorted(named)))
    if stores_answer(record):
        boards = variant.boards
        answers = draw(st.lists(words(length), min_size=1, max_size=3)) * boards
        record = replace(record, answer=" ".join(answers[:boards]))
    return record


st.register_type_strategy(Record, records())
st.register_type_strategy(History, st.lists(records(), max_size=40).map(history_of))
