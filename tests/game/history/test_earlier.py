"""Statistics from another site: added to daily games, and stored in the cookie and backups."""

import json
from dataclasses import replace

import pytest

from wordle_web.game.errors import HistoryError
from wordle_web.game.history.codec import decode, encode, encode_whole
from wordle_web.game.history.export import merged, read_file, write_file
from wordle_web.game.history.history import EarlierStatistics, History, check_earlier
from wordle_web.game.history.records import DayLog, DayResult
from wordle_web.game.history.statistics import kinds_played, statistics

ENTERED = 100  # the day on which the statistics were entered
EARLIER = EarlierStatistics((4, 0, 6, 40, 80, 50, 20), 31, 60, ENTERED)


def history(days: dict[int, int]) -> History:
    results = {day: DayResult(tries) for day, tries in days.items()}
    return History(DayLog.from_results(results), earlier=EARLIER)


STREAKS = [
    ({}, 100, 31, 60),
    ({}, 101, 31, 60),  # the day of entry may have been played on the other site
    ({}, 102, 0, 60),
    ({100: 3}, 100, 32, 60),
    ({101: 3}, 101, 32, 60),
    ({100: 3, 101: 4}, 102, 33, 60),
    ({98: 3, 99: 3, 100: 3}, 100, 32, 60),  # the days before are part of the earlier streak
    ({100: 0, 101: 3}, 101, 1, 60),
    ({100: 3, 103: 2}, 103, 1, 60),
    (dict.fromkeys(range(100, 140), 4), 139, 71, 71),
]


@pytest.mark.parametrize(("days", "today", "current", "longest"), STREAKS)
def test_streaks_include_earlier_statistics(
    days: dict[int, int], today: int, current: int, longest: int
) -> None:
    stats = statistics(history(days), "daily", today=today)
    assert (stats.current_streak, stats.max_streak) == (current, longest)


def test_earlier_statistics_are_added_only_to_daily_games() -> None:
    played = history({100: 3, 101: 0})
    stats = statistics(played, "daily", today=101)
    assert stats.counts == (5, 0, 6, 41, 80, 50, 20)
    assert (stats.played, stats.earlier) == (202, 200)
    assert statistics(played, "archive").played == 0
    assert [kind for _, kind, _ in kinds_played(History(earlier=EARLIER))] == ["daily"]


def test_earlier_statistics_take_few_bytes_and_are_evicted_last() -> None:
    played = history(dict.fromkeys(range(1, 3000), 3))
    assert decode(encode_whole(played)) == played
    most = EarlierStatistics((100_000,) * 7, 600_000, 600_000, 4_000_000)
    written = encode_whole(History(earlier=most))
    assert decode(written).earlier == most
    assert len(written) - len(encode_whole(History())) <= 32
    assert decode(encode(played, 40)).earlier == EARLIER


def test_earlier_statistics_are_backed_up_and_merged_only_once() -> None:
    played = history({100: 3})
    assert read_file(write_file(played)).history == played
    assert merged(History(), played).earlier == EARLIER
    assert merged(played, played) == played


@pytest.mark.parametrize(
    "change",
    [{"counts": [1, 2]}, {"counts": "1234567"}, {"max_streak": 197}, {"day": -1}, {"day": True}],
)
def test_backup_with_impossible_statistics_is_refused(change: dict[str, object]) -> None:
    contents = json.loads(write_file(history({})))
    contents["earlier"] |= change
    with pytest.raises(HistoryError):
        read_file(json.dumps(contents))


def test_check_earlier_accepts_only_possible_statistics() -> None:
    most = EarlierStatistics((1, 100_000, 0, 0, 0, 0, 0), 100_000, 100_000, 4_000_000)
    for earlier in (most, EARLIER, EarlierStatistics((1, 0, 0, 0, 0, 0, 0), 0, 0, 0)):
        assert check_earlier(earlier) == earlier
    for change in (
        {"counts": (0,) * 7},
        {"counts": (1,) * 6},
        {"counts": (1, 100_001, 0, 0, 0, 0, 0)},
        {"counts": (-1, 100_000, 0, 0, 0, 0, 0)},
        {"current_streak": 100_001, "max_streak": 100_001},
        {"current_streak": -1},
        {"max_streak": 99_999},
        {"day": 4_000_001},
        {"day": -1},
    ):
        with pytest.raises(HistoryError):
            check_earlier(replace(most, **change))  # type: ignore[arg-type]  # fields of several types
