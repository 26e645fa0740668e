"""Records: the stored facts of a game, and impossible facts, which are refused."""

from collections import Counter
from dataclasses import replace
from itertools import product

import pytest
from game.history.played import TOKEN, WRONG
from hypothesis import given
from hypothesis import strategies as st

from wordle_web.engine.hard_mode import HardMode
from wordle_web.game.errors import HistoryError
from wordle_web.game.history import records
from wordle_web.game.history.records import DayLog, DayResult, Record, check_record, record_of
from wordle_web.game.puzzles.days import daily_id
from wordle_web.game.puzzles.tokens import challenge_id, random_id
from wordle_web.game.puzzles.variants import HOME, Variant
from wordle_web.game.rules import Game, PastHints, Status, ask_hint

LAST_DAY = 4_000_000


def test_record_contains_the_facts_of_its_game() -> None:
    record = record_of(random_id(TOKEN), Game("crane", ("slate", "crane"), hard=HardMode.ON), 12)
    assert (record.kind, record.pool, record.day, record.name) == ("random", "normal", None, TOKEN)
    assert (record.status, record.tries, record.is_over) == (Status.WON, 2, True)
    assert record.game("crane") == Game("crane", ("slate", "crane"), hard=HardMode.ON)
    # A daily game is on time if it was begun on its day.
    daily = [record_of(daily_id(12), Game("crane", ("slate",)), day) for day in (12, 13)]
    assert [(record.is_on_time, record.day) for record in daily] == [(True, 12), (False, 12)]
    # A game that the player gave up is lost.
    record = record_of(random_id(TOKEN), Game("crane", ("slate",), end=Status.LOST), 12)
    assert (record.status, record.tries, record.guesses) == (Status.LOST, 0, ("slate",))


@pytest.mark.parametrize("puzzle", [daily_id(12), random_id(TOKEN), challenge_id("sealed")])
def test_answer_is_stored_only_for_a_lost_challenge(puzzle: str) -> None:
    record = record_of(puzzle, Game("crane", WRONG[:5]), 12)
    assert "crane" not in repr(record)
    is_challenge = puzzle == challenge_id("sealed")
    for guesses, answer in ((WRONG[:5], ""), (WRONG, "crane" * is_challenge), (("crane",), "")):
        record = record_of(puzzle, Game("crane", guesses), 12)
        assert record.answer == answer
        assert "crane" in guesses or "crane" not in repr(record)


def test_record_keeps_the_hints_of_a_single_board() -> None:
    game = ask_hint(ask_hint(Game("crane", ("slate",)), 0), 0)
    record = record_of(daily_id(12), game, 12)
    assert (record.hint_count, record.hints) == (2, (0, 0))
    assert record.game("crane") == game
    later = replace(game, guesses=("slate", "moist"), hints=(), past_hints=(PastHints(1, 0, 2),))
    record = record_of(daily_id(12), later, 12)
    assert (record.hint_count, record.hints, record.past_hints) == (2, (), (PastHints(1, 0, 2),))
    assert record.game("crane") == later
    over = replace(later, guesses=("slate", "moist", "crane"))
    record = record_of(daily_id(12), over, 12)
    assert (record.hint_count, record.hints, record.game("crane")) == (2, (), over)


@given(record=...)
def test_check_record_accepts_every_possible_game(record: Record) -> None:
    assert check_record(record) == record


GOOD = Record(random_id(TOKEN), 5, 12, ("slate", "crane"), status=Status.WON)
FAILED = replace(GOOD, status=Status.LOST)
OPEN = replace(GOOD, status=Status.PLAYING)
LOST = replace(GOOD, puzzle=challenge_id("sealed"), status=Status.LOST, answer="crane")
# Single facts that are impossible while the others stay the same.
WRONG_FACTS = {
    "puzzle": [
        *("", "random/", "daily/0", "daily/9999999", "daily/aaaaaaaaaaaaaaaa", "challenge/12"),
        *("random/0123456789abcdef", "random/" + "A" * 33, GOOD.puzzle + "\n"),
    ],
    "length": [6],
    "started": [-1, 10**9],
    "guesses": [(), ("slate",) * 7, ("slat",), ("SLATE",), ("sl<te",), ("sl te",)],
    "status": [Status.NEW],
    "answer": ["crane"],
}


WRONG_PAST_HINTS = [
    *(
        (fact,)
        for fact in (
            PastHints(-1, 0, 2),
            PastHints(2, 0, 2),
            PastHints(0, 1, 2),
            PastHints(0, -1, 2),
        )
    ),
    *((PastHints(0, 0, hints),) for hints in (-1, 0, 5)),
    (PastHints(0, 0, 2), PastHints(0, 0, 3)),
    (PastHints(1, 0, 2), PastHints(0, 0, 2)),
]


HINTED = replace(
    GOOD, puzzle="boards/2/daily/12", guesses=("moist", "crane", "slate"), hint_count=9
)


@pytest.mark.parametrize(
    "bad",
    [
        *(replace(GOOD, **{name: fact}) for name, facts in WRONG_FACTS.items() for fact in facts),
        replace(GOOD, length=0, guesses=("",)),
        replace(GOOD, status=Status.PLAYING, guesses=WRONG),
        replace(GOOD, status=Status.PLAYING, answer="crane"),
        replace(GOOD, status=Status.LOST, answer="crane"),
        replace(LOST, answer=""),
        replace(LOST, answer="cranes"),
        replace(GOOD, hint_count=9, hints=(0,)),
        replace(OPEN, hints=(0,)),
        replace(OPEN, hint_count=1, hints=(0, 0)),
        replace(OPEN, hint_count=2, hints=(0,), past_hints=(PastHints(0, 0, 2),)),
        *(replace(GOOD, hint_count=count) for count in (-1, 10**6)),
        replace(OPEN, hint_count=9, hints=(0,) * 5),
        replace(OPEN, hint_count=9, hints=(1,)),
        replace(OPEN, hint_count=9, hints=(-1,)),
        replace(OPEN, past_hints=(PastHints(0, 0, 2),)),
        replace(
            GOOD,
            puzzle="boards/2/daily/12",
            guesses=("crane", "slate"),
            hint_count=9,
            past_hints=(PastHints(0, 0, 2),),
        ),
        replace(GOOD, hint_count=9, past_hints=(PastHints(2, 0, 2),)),
        *(replace(OPEN, hint_count=9, past_hints=facts) for facts in WRONG_PAST_HINTS),
        *(replace(HINTED, named=named) for named in ((1,), (4,), (-2,), (2, 2), (3, 2), (1, 3))),
        replace(HINTED, hint_count=0, named=(2,)),
        replace(GOOD, hint_count=9, named=(2,)),
    ],
)
def test_record_of_an_impossible_game_is_refused(bad: Record) -> None:
    assert check_record(LOST) == LOST
    assert check_record(replace(HINTED, named=(2, 3))).named == (2, 3)
    with pytest.raises(HistoryError, match="contains an invalid game"):
        check_record(bad)


def test_past_hints_are_limited_by_letters_and_positions() -> None:
    variant = Variant(boards=32)
    many = tuple(PastHints(turn, 3, 3) for turn in range(9))
    record = Record(daily_id(12, variant), 4, 12, ("word",) * 20, hint_count=99)
    with pytest.raises(HistoryError):
        check_record(replace(record, past_hints=many))
    assert check_record(replace(record, past_hints=many[:8]))


DAILY = Record(daily_id(LAST_DAY), 5, LAST_DAY, ("größe",))
LONG = Record(challenge_id("sealed"), 32, 0, ("a" * 32,) * 5)


@pytest.mark.parametrize(
    ("good", "bad"),
    [
        (DAILY, replace(DAILY, puzzle=daily_id(LAST_DAY + 1))),
        (DAILY, replace(DAILY, started=LAST_DAY + 1)),
        (DAILY, replace(DAILY, guesses=("gr½ße",))),
        (LONG, replace(LONG, started=-1)),
        (LONG, replace(LONG, length=33, guesses=("a" * 33,))),
        (LONG, replace(LONG, guesses=LONG.guesses * 2)),
        (replace(LONG, length=1, guesses=("a",)), replace(LONG, length=0, guesses=("",))),
        (replace(GOOD, guesses=GOOD.guesses * 3), replace(GOOD, guesses=())),
        (replace(FAILED, guesses=WRONG), replace(FAILED, length=4)),
        (replace(FAILED, guesses=()), replace(FAILED, status=Status.NEW, guesses=())),
    ],
)
def test_check_record_accepts_only_possible_games(good: Record, bad: Record) -> None:
    assert check_record(good) == good
    with pytest.raises(HistoryError):
        check_record(bad)


results = st.builds(
    DayResult, st.integers(0, 6), st.sampled_from(HardMode), st.booleans(), st.booleans()
)
logs = st.dictionaries(st.integers(1, 500), results)


def test_day_result_states_end_with_the_maximum_number_of_guesses() -> None:
    flags = ((False, True),) * 2
    every = [DayResult(*facts) for facts in product(range(7), HardMode, *flags)]
    every += [
        DayResult(tries, HardMode.OFF, *facts) for tries, *facts in product(range(7, 42), *flags)
    ]
    assert sorted(result.state for result in every) == list(range(1, 225))
    assert [DayLog(1, bytes([result.state])).result(1) for result in every] == every
    most = DayResult(41, hinted=True)
    log = DayLog.from_states(1, bytes([most.state]), None)
    assert log.result(1) == most
    assert dict(log.counts(is_on_time=True)) == {41: 1}
    with pytest.raises(HistoryError):
        DayLog.from_states(1, bytes([most.state + 1]), None)
    state = DayResult(41).state
    turns = DayLog.from_states(1, bytes([state]), Variant(boards=32, in_turn=True))
    assert turns.result(1) == DayResult(41)


@given(logs)
def test_day_log_contains_exactly_the_given_results(played: dict[int, DayResult]) -> None:
    log = DayLog.from_results(played)
    assert dict(log) == played
    assert len(log) == len(played)
    assert all(log.result(number) == played.get(number) for number in range(510))


def test_impossible_days_or_more_than_a_century_are_refused() -> None:
    win, span = DayResult(3), 40_000
    assert len(DayLog.from_results({1: win, span: win})) == 2
    for days in ({1: win, span + 1: win}, *({day: win} for day in (0, -5, LAST_DAY + 1))):
        with pytest.raises(HistoryError, match="contains an invalid day"):
            DayLog.from_results(days)


@pytest.mark.parametrize(
    ("first", "states"), [(1, b"\x2b"), (0, b"\x01"), (LAST_DAY, b"\x01"), (1, b"\1" * 40_001)]
)
def test_day_log_refuses_impossible_states(first: int, states: bytes) -> None:
    with pytest.raises(HistoryError):
        DayLog.from_states(first, states)


def test_day_log_from_states_begins_and_ends_with_a_played_day() -> None:
    assert DayLog.from_states(5, b"\0\0\x05\0\x06\0") == DayLog(7, b"\x05\0\x06")
    assert DayLog.from_states(5, b"\0\0") == DayLog()
    last = DayLog.from_states(LAST_DAY - 1, b"\1")
    assert (last.first, len(last)) == (LAST_DAY - 1, 1)
    assert len(DayLog.from_states(1, b"\1" * 40_000)) == 40_000


@pytest.mark.parametrize(
    ("variant", "fewest", "most"),
    [(HOME, 1, 6), (Variant(boards=4), 4, 9), (Variant("pt", 2, in_turn=True), 2, 7)],
)
def test_day_result_is_a_loss_or_a_number_of_guesses_possible_in_its_variant(
    variant: Variant, fewest: int, most: int
) -> None:
    possible = [0, *range(fewest, most + 1)]
    assert list(records.tries_possible(variant)) == possible
    for tries in range(most + 3):
        states = bytes([DayResult(tries).state])
        if tries in possible:
            assert DayLog.from_states(1, states, variant).result(1) == DayResult(tries)
        else:
            with pytest.raises(HistoryError):
                DayLog.from_states(1, states, variant)


@given(logs, st.integers(0, 510))
def test_day_log_counts_the_streak_up_to_any_day(played: dict[int, DayResult], day: int) -> None:
    log, wins = DayLog.from_results(played), 0
    while (result := played.get(day - wins)) and result.tries and result.is_on_time:
        wins += 1
    assert log.wins_until(day) == wins
    for is_on_time in (False, True):
        tries = [result.tries for result in played.values() if result.is_on_time == is_on_time]
        assert log.counts(is_on_time=is_on_time) == Counter(tries)
    assert dict(log.after(day)) == {d: result for d, result in played.items() if d > day}
