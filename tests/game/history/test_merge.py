"""Joining histories: nothing lost, nothing counted twice."""

from dataclasses import replace

from game.history.played import begun, finished, history_of, token
from hypothesis import given
from hypothesis import strategies as st

from wordle_web.game.history.history import (
    MAX_IN_PROGRESS,
    MAX_SOURCES,
    History,
    SeriesLog,
    check_history,
)
from wordle_web.game.history.merge import merged
from wordle_web.game.history.records import DayLog, DayResult, Record
from wordle_web.game.history.statistics import statistics
from wordle_web.game.puzzles.puzzles import daily_id, random_id
from wordle_web.game.puzzles.variants import Variant


def with_random_games(history: History, seeds: range) -> History:
    return history_of((finished(random_id(token(seed)), 2) for seed in seeds), history)


def log(number: int, results: bytes) -> SeriesLog:
    """Return the results of a series."""
    return SeriesLog(bytes([number]) * 8, results)


@given(history=...)
def test_a_history_joined_with_none_is_itself(history: History) -> None:
    assert merged(history, History()) == history
    assert replace(merged(History(), history), source=history.source) == history


@given(one=..., other=...)
def test_joining_again_changes_no_figure(one: History, other: History) -> None:
    once = merged(one, other)
    twice = merged(once, other)
    check_history(once)
    assert (twice.days, twice.tallies) == (once.days, once.tallies)
    assert twice.other_days == once.other_days
    assert {r.puzzle for r in twice.recent} == {r.puzzle for r in once.recent}


@given(one=..., other=...)
def test_every_day_of_either_is_kept(one: History, other: History) -> None:
    days = {day for history in (one, other) for day, _ in history.days}
    assert {day for day, _ in merged(one, other).days} == days


@given(earlier=..., later=st.lists(st.from_type(Record), max_size=20))
def test_a_backup_of_ones_own_line_of_play_adds_nothing(
    earlier: History, later: list[Record]
) -> None:
    history = history_of(later, earlier)
    again = merged(history, earlier)
    assert (again.days, again.tallies) == (history.days, history.tallies)


def test_games_of_two_browsers_add_up() -> None:
    phone = with_random_games(History(), range(50))
    desk = with_random_games(History(), range(100, 103))
    both = merged(desk, phone)
    assert statistics(both, "random").played == 53
    assert statistics(merged(both, phone), "random").played == 53
    assert statistics(merged(phone, both), "random").played == 53


def test_play_after_an_import_into_a_new_browser_is_a_line_of_its_own() -> None:
    file = with_random_games(History(), range(5))
    phone = with_random_games(merged(History(), file), range(10, 14))
    desk = with_random_games(merged(History(), file), range(20, 23))
    assert statistics(merged(phone, desk), "random").played == 5 + 4 + 3


def test_a_day_played_in_time_goes_before_one_from_the_archive() -> None:
    late = History(DayLog.from_results({1: DayResult(2, is_on_time=False), 2: DayResult(3)}))
    timely = History(DayLog.from_results({1: DayResult(4), 2: DayResult(5)}))
    assert dict(merged(late, timely).days) == {1: DayResult(4), 2: DayResult(3)}
    assert dict(merged(timely, late).days) == {1: DayResult(4), 2: DayResult(5)}


def test_a_game_finished_in_one_is_not_under_way_in_both() -> None:
    playing, done = (history_of([make(daily_id(3), started=3)]) for make in (begun, finished))
    for both in (merged(playing, done), merged(done, playing)):
        assert both.in_progress == ()
        assert both.recent == done.recent


def test_a_game_under_way_in_both_stands_as_in_the_present_one() -> None:
    less, more = (begun(daily_id(3), guesses, started=3) for guesses in (1, 2))
    assert merged(history_of([less]), history_of([more])).in_progress == (less,)


def test_recent_games_come_in_the_order_of_their_days() -> None:
    first, second, third = (finished(daily_id(day), started=day) for day in (1, 3, 5))
    both = merged(history_of([first, third]), history_of([second]))
    assert both.recent == (first, second, third)


def test_games_under_way_stay_within_their_number() -> None:
    one, other = (
        history_of(begun(random_id(token(first + n))) for n in range(MAX_IN_PROGRESS))
        for first in (0, 50)
    )
    assert merged(one, other).in_progress == one.in_progress


def test_the_lines_of_play_with_the_most_games_stay() -> None:
    history = with_random_games(History(), range(1))
    for games in range(1, MAX_SOURCES + 2):
        line = with_random_games(History(), range(100 * games, 100 * games + games))
        history = merged(history, line)
    games_of = {tally.source: sum(tally.counts) for tally in history.tallies}
    own = games_of.pop(history.source)
    assert (own, sorted(games_of.values())) == (1, list(range(3, MAX_SOURCES + 2)))


def test_a_backup_from_before_days_became_counts_adds_none_of_them_again() -> None:
    four = Variant(boards=4)
    log = DayLog.from_results({day: DayResult(6) for day in range(1, 101)})
    backup = History(other_days=((four, log),), source=b"line")
    later = backup.with_oldest_days_counted()
    for joined in (merged(later, backup), merged(backup, later)):
        assert statistics(joined, "daily", variant=four).played == 100


def test_series_and_pseudonyms_of_both_are_kept() -> None:
    mine = History(pseudonym=b"minemi", series=(log(1, b"\2\0\1"), log(2, b"\3")))
    theirs = History(pseudonym=b"theirs", series=(log(3, b"\1"), log(1, b"\1\4")))
    both = merged(mine, theirs)
    assert both.pseudonym == b"minemi"
    assert both.series == (log(3, b"\1"), log(1, b"\2\4\1"), log(2, b"\3"))
    assert merged(both, theirs) == both
    assert merged(History(), theirs).pseudonym == b"theirs"
    many = History(series=tuple(log(number, b"\1") for number in range(4, 8)))
    assert merged(many, mine).series == many.series
