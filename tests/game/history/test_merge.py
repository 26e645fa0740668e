"""Merging histories: nothing is lost or counted twice."""

from collections import Counter
from dataclasses import replace
from functools import reduce

import pytest
from game.history.played import begun, finished, history_of, token
from hypothesis import example, given
from hypothesis import strategies as st

from wordle_web.game.errors import HistoryError
from wordle_web.game.history.codec import decode, encode_whole
from wordle_web.game.history.export import (
    DAY_TALLIES,
    Backup,
    merged,
    parts,
    played_elsewhere,
    read_file,
    sealed,
    unsealed,
    write_file,
)
from wordle_web.game.history.history import MAX_SOURCES, History, SeriesLog, Tally, check_history
from wordle_web.game.history.records import DayLog, DayResult, Record, stores_answer
from wordle_web.game.history.statistics import statistics
from wordle_web.game.puzzles.days import daily_id
from wordle_web.game.puzzles.tokens import random_id
from wordle_web.game.puzzles.variants import HOME, Variant
from wordle_web.game.rules import Status


def with_random_games(history: History, seeds: range) -> History:
    return history_of((finished(random_id(token(seed)), 2) for seed in seeds), history)


def log(number: int, results: bytes) -> SeriesLog:
    return SeriesLog(bytes([number]) * 8, results)


@given(history=...)
def test_merging_with_an_empty_history_changes_nothing(history: History) -> None:
    assert merged(history, History()) == history
    assert replace(merged(History(), history), source=history.source) == history


YEARS = History(DayLog.from_results({day: DayResult(day % 7) for day in range(3, 900)}))


@given(history=...)
@example(YEARS)
def test_history_round_trips_through_cookie_backup_and_transfer_codes(history: History) -> None:
    """A history merged from the parts in transfer codes has no source of its own."""
    assert decode(encode_whole(history)) == history
    assert read_file(write_file(history)).history == history
    for limit in (10**6, len(encode_whole(history)) * 2 // 3 + 100):
        packed, left = parts(history, limit)
        arrived = reduce(merged, map(decode, packed), History())
        assert (left, in_order(arrived)) == (0, in_order(replace(history, source=b"")))


def test_games_that_do_not_fit_into_three_parts_are_counted() -> None:
    whole = with_random_games(YEARS, range(20))
    packed, left = parts(whole, 120)
    arrived = reduce(merged, map(decode, packed), History())
    assert (len(packed), max(map(len, packed)) <= 120) == (3, True)
    assert left == len(whole.days) - len(arrived.days) + 20 - len(arrived.recent) > 0


@pytest.mark.parametrize(
    ("later", "kind"), [(600, ""), (-600, ""), (601, "moved"), (-601, "moved")]
)
def test_sealed_history_is_valid_for_ten_minutes(later: int, kind: str) -> None:
    token, keys = sealed(encode_whole(YEARS), 10_000, b"key" * 11), [b"new" * 11, b"key" * 11]
    if not kind:
        assert unsealed(token, 10_000 + later, keys) == YEARS
    for word, others, expected in (
        (token, keys, kind),
        (token, keys[:1], "code"),
        ("", keys, "code"),
    ):
        if expected:
            with pytest.raises(HistoryError) as refused:
                unsealed(word, 10_000 + later, others)
            assert refused.value.kind == expected


def in_order(history: History) -> History:
    """Return a history with its games sorted by name, since games of one day have no order."""
    recent = sorted(history.recent, key=lambda record: record.puzzle)
    in_progress = sorted(history.in_progress, key=lambda record: record.puzzle)
    return replace(history, recent=tuple(recent), in_progress=tuple(in_progress))


@given(one=..., other=...)
def test_merging_histories_keeps_every_day_and_is_idempotent(one: History, other: History) -> None:
    once = merged(one, other)
    twice = merged(once, other)
    check_history(once)
    days = {day for history in (one, other) for day, _ in history.days}
    assert {day for day, _ in once.days} == days
    assert (twice.days, twice.tallies) == (once.days, once.tallies)
    assert twice.other_days == once.other_days
    assert {r.puzzle for r in twice.recent} == {r.puzzle for r in once.recent}


@given(earlier=..., later=st.lists(st.from_type(Record), max_size=20))
def test_backup_of_the_same_history_adds_nothing(earlier: History, later: list[Record]) -> None:
    history = history_of(later, earlier)
    again = merged(history, earlier)
    assert (again.days, again.tallies) == (history.days, history.tallies)


def numbers_of_days(history: History) -> dict[Variant, int]:
    """Return how many daily games of each variant a history has, including mere counts."""
    numbers = Counter({variant: len(log) for variant, log in history.other_days})
    for tally in history.tallies:
        if tally.kind in DAY_TALLIES:
            numbers[tally.variant] += sum(tally.counts)
    return dict(numbers)


DAYS_OF_FOUR_BOARDS = History().with_days(
    Variant(boards=4), DayLog.from_results({day: DayResult(6) for day in range(3, 203)})
)


@given(earlier=..., steps=st.integers(1, 8))
@example(DAYS_OF_FOUR_BOARDS, 1)
@example(DAYS_OF_FOUR_BOARDS, 8)
@example(replace(DAYS_OF_FOUR_BOARDS, source=b"0123"), 1)
@example(replace(DAYS_OF_FOUR_BOARDS, source=b"0123"), 8)
def test_days_that_became_counts_are_not_added_again_from_a_backup(
    earlier: History, steps: int
) -> None:
    later = earlier
    for _ in range(steps):
        later = later.with_oldest_days_counted() if later.other_days else later
    for joined in (merged(later, earlier), merged(earlier, later)):
        assert numbers_of_days(joined) == numbers_of_days(earlier)


def test_counts_of_two_browsers_and_of_games_after_an_import_are_added() -> None:
    phone, desk = (with_random_games(History(), seeds) for seeds in (range(50), range(100, 103)))
    both = merged(desk, phone)
    for joined in (both, merged(both, phone), merged(phone, both)):
        assert statistics(joined, "random").played == 53
    file = with_random_games(History(), range(5))
    phone = with_random_games(merged(History(), file), range(10, 14))
    desk = with_random_games(merged(History(), file), range(20, 23))
    assert statistics(merged(phone, desk), "random").played == 5 + 4 + 3


def test_result_on_time_takes_precedence_over_a_late_result() -> None:
    late = History(DayLog.from_results({1: DayResult(2, is_on_time=False), 2: DayResult(3)}))
    timely = History(DayLog.from_results({1: DayResult(4), 2: DayResult(5)}))
    assert dict(merged(late, timely).days) == {1: DayResult(4), 2: DayResult(3)}
    assert dict(merged(timely, late).days) == {1: DayResult(4), 2: DayResult(5)}


def test_game_finished_in_either_history_is_finished() -> None:
    playing, done = (history_of([make(daily_id(3), started=3)]) for make in (begun, finished))
    for both in (merged(playing, done), merged(done, playing)):
        assert (both.in_progress, both.recent) == ((), done.recent)
    more = history_of([begun(daily_id(3), 2, started=3)])
    for both in (merged(playing, more), merged(more, playing)):
        assert both.in_progress == more.in_progress


def test_merging_sorts_games_by_day_and_limits_games_in_progress() -> None:
    first, second, third = (finished(daily_id(day), started=day) for day in (1, 3, 5))
    both = merged(history_of([first, third]), history_of([second]))
    assert both.recent == (first, second, third)
    seeds = (range(first, first + 12) for first in (0, 50))
    one, other = (history_of(begun(random_id(token(seed))) for seed in group) for group in seeds)
    assert merged(one, other).in_progress == one.in_progress


def test_merging_keeps_the_sources_with_the_most_games() -> None:
    history = with_random_games(History(), range(1))
    for games in range(1, 18):
        line = with_random_games(History(), range(100 * games, 100 * games + games))
        history = merged(history, line)
    games_of = {tally.source: sum(tally.counts) for tally in history.tallies}
    own = games_of.pop(history.source)
    assert (own, sorted(games_of.values())) == (1, list(range(3, 18)))


def test_restoring_an_old_backup_does_not_add_counted_days_again() -> None:
    four = Variant(boards=4)
    log = DayLog.from_results({day: DayResult(6) for day in range(1, 101)})
    backup = History(other_days=((four, log),), source=b"line")
    later = backup.with_oldest_days_counted()
    for joined in (merged(later, backup), merged(backup, later)):
        assert statistics(joined, "daily", variant=four).played == 100


def test_merging_keeps_all_series_and_the_current_pseudonym() -> None:
    mine = History(pseudonym=b"minemi", series=(log(1, b"\2\0\1"), log(2, b"\3")))
    theirs = History(pseudonym=b"theirs", series=(log(3, b"\1"), log(1, b"\1\4")))
    both = merged(mine, theirs)
    assert both.pseudonym == b"minemi"
    assert both.series == (log(3, b"\1"), log(1, b"\2\4\1"), log(2, b"\3"))
    assert merged(both, theirs) == both
    assert merged(History(), theirs).pseudonym == b"theirs"
    many = History(series=tuple(log(number, b"\1") for number in range(4, 8)))
    assert merged(many, mine).series == many.series


FULL = tuple(
    Tally(number.to_bytes(4), "random", 5, "normal", (0, 0, number, 0, 0, 0, 0))
    for number in range(1, MAX_SOURCES + 1)
)


@pytest.mark.parametrize("own", [b"", b"\0\0\0\1", b"none"])
def test_counts_of_the_current_browser_have_a_reserved_place(own: bytes) -> None:
    for history in (History(tallies=FULL, source=own), merged(History(), History(tallies=FULL))):
        later = with_random_games(history, range(2))
        assert decode(encode_whole(later)) == later
        assert len({tally.source for tally in later.tallies}) == MAX_SOURCES
        assert statistics(later, "random").played >= sum(range(2, MAX_SOURCES + 1)) + 1
        assert FULL[-1] in later.tallies


@given(history=..., today=st.integers(-10, 1000))
def test_history_of_another_site_adds_only_counts_and_past_games(
    history: History, today: int
) -> None:
    backup = Backup(history, frozenset(), 60)
    elsewhere = played_elsewhere(backup, today)
    assert check_history(elsewhere) == elsewhere
    assert decode(encode_whole(elsewhere)) == elsewhere
    assert not (elsewhere.days)
    assert not (elsewhere.in_progress)
    assert not elsewhere.other_days
    assert all(record.is_elsewhere and record.is_restored for record in elsewhere.recent)
    once = merged(History(), elsewhere)
    assert merged(once, elsewhere) == once
    counted = statistics(once, "daily", today=max(today, 0))
    assert counted.played == len(history.days) + (history.earlier.played if history.earlier else 0)
    for variant in history.variants - {HOME}:
        before, after = (
            sum(sum(tally.counts) for tally in part.tallies if tally.variant == variant)
            for part in (history, elsewhere)
        )
        assert after == before + len(history.days_of(variant))


@given(history=...)
def test_restored_game_stays_marked_as_restored(history: History) -> None:
    restored = read_file(write_file(history)).history
    again = decode(encode_whole(restored))
    games = (*again.recent, *again.in_progress)
    assert all(record.is_restored for record in games)
    for record in again.in_progress:
        lost = replace(record, status=Status.LOST, answer="", hints=(), past_hints=())
        lost = replace(lost, is_restored=False)
        if not stores_answer(lost):
            assert again.with_record(lost).recent[-1].is_restored
    assert not any(record.is_restored for record in merged(history, restored).recent)
