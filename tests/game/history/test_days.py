"""The log of days: results by number, in one byte each."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wordle_web.game.history.days import LAST_DAY, MAX_SPAN, DayLog, DayResult, day_log, log_of
from wordle_web.game.history.days import result_of as result_of_state
from wordle_web.game.history.errors import HistoryError

results = st.builds(DayResult, st.integers(0, 6), st.booleans(), st.booleans())
logs = st.dictionaries(st.integers(1, 500), results)


def test_each_result_is_one_state_of_28() -> None:
    every = [DayResult(*facts) for facts in product(range(7), (False, True), (False, True))]
    assert sorted(result.state for result in every) == list(range(1, 29))
    assert [result_of_state(result.state) for result in every] == every


@given(logs)
def test_a_log_tells_each_result_and_no_other(played: dict[int, DayResult]) -> None:
    log = log_of(played)
    assert dict(log) == played
    assert len(log) == len(played)
    assert all(log.result(day) == played.get(day) for day in range(510))


@given(logs, st.integers(1, 500), results)
def test_a_result_can_be_added_on_either_side(
    played: dict[int, DayResult], day: int, result: DayResult
) -> None:
    assert log_of(played).with_result(day, result) == log_of({**played, day: result})


@given(logs)
def test_dropping_the_first_again_and_again_empties_a_log(played: dict[int, DayResult]) -> None:
    log = log_of(played)
    for day in sorted(played):
        assert log.result(day)
        log = log.without_first()
        assert log.result(day) is None
    assert log == DayLog()


@pytest.mark.parametrize("day", [0, -5, LAST_DAY + 1])
def test_a_day_that_cannot_be_is_refused(day: int) -> None:
    with pytest.raises(HistoryError, match="a day that cannot be"):
        DayLog().with_result(day, DayResult(3))


def test_days_more_than_a_century_apart_are_refused() -> None:
    log = DayLog().with_result(1, DayResult(3))
    assert len(log.with_result(MAX_SPAN, DayResult(3))) == 2
    with pytest.raises(HistoryError):
        log.with_result(MAX_SPAN + 1, DayResult(3))


def test_a_log_read_from_states_begins_and_ends_with_a_day_played() -> None:
    assert day_log(5, b"\0\0\x05\0\x06\0") == DayLog(7, b"\x05\0\x06")
    assert day_log(5, b"\0\0") == DayLog()


@pytest.mark.parametrize(
    ("first", "states"), [(1, b"\x1d"), (0, b"\x01"), (LAST_DAY, b"\x01"), (1, b"\1" * 40_001)]
)
def test_states_that_cannot_be_are_refused(first: int, states: bytes) -> None:
    with pytest.raises(HistoryError):
        day_log(first, states)
