"""Statistics: played, won, streaks, average, distribution, last game."""

from dataclasses import replace
from itertools import count

from game.history.played import WRONG, begun, finished, history_of, token
from hypothesis import given
from hypothesis import strategies as st

from wordle_web.game.history import statistics as module
from wordle_web.game.history.history import History
from wordle_web.game.history.records import DayLog, DayResult, new_game, record_of
from wordle_web.game.history.statistics import current_streak, hardest, kinds_played, statistics
from wordle_web.game.puzzles.days import daily_id
from wordle_web.game.puzzles.tokens import challenge_id, random_id
from wordle_web.game.puzzles.variants import HOME, Variant
from wordle_web.game.rules import Game, Status

WON, LOST, LATE = DayResult(3), DayResult(0), DayResult(3, is_on_time=False)


def days_of(results: dict[int, DayResult]) -> History:
    return History(DayLog.from_results(results))


def test_empty_history_has_zero_statistics() -> None:
    figures = statistics(History(), "daily", today=5)
    assert figures == module.Statistics(kind="daily")
    assert (figures.played, figures.win_percent) == (0, 0)
    assert (figures.average, figures.last) == (None, None)


def test_unfinished_game_ends_a_streak_only_if_it_was_started_late() -> None:
    history = days_of({1: WON, 2: WON}).with_record(begun(daily_id(3), started=3))
    assert current_streak(history, 3) == 2
    assert (
        statistics(history, "daily").current_streak == 0
    )  # there is no streak before the first day
    assert current_streak(history, 4) == 2
    later = history.with_record(finished(daily_id(3), 4, started=3))
    assert current_streak(later, 4) == 3
    lost = history.with_record(finished(daily_id(3), 0, started=3))
    assert current_streak(lost, 4) == 0
    begun_late = days_of({1: WON, 2: WON}).with_record(begun(daily_id(3), started=4))
    assert current_streak(begun_late, 4) == 0


days = st.dictionaries(
    st.integers(1, 30),
    st.builds(DayResult, st.integers(0, 2), is_on_time=st.booleans()),
)


@given(days, st.integers(29, 33))
def test_streaks_equal_a_simple_count(results: dict[int, DayResult], today: int) -> None:
    wins = {day for day, result in results.items() if result.tries and result.is_on_time}
    runs = "".join("x" if day in wins else " " for day in range(32)).split()
    history = days_of(results)
    figures, archive = statistics(history, "daily", today=today), statistics(history, "archive")
    assert figures.max_streak == max(map(len, runs), default=0)
    is_over = today in results and results[today].is_on_time
    last = today if is_over else today - 1
    assert figures.current_streak == next(n for n in count() if last - n not in wins)
    assert figures.played + archive.played == len(results)
    assert (archive.current_streak, archive.max_streak) == (0, 0)


def test_random_games_are_counted_by_length() -> None:
    played = enumerate([(3, "easy"), (4, "easy"), (0, "hard")])
    history = history_of(finished(random_id(token(n, pool)), tries) for n, (tries, pool) in played)
    assert statistics(history, "random").counts == (1, 0, 0, 1, 1, 0, 0)
    assert [statistics(history, "random", length).played for length in (5, 6)] == [3, 0]
    assert (statistics(history, "random").last, statistics(history, "challenge").played) == (0, 0)


def test_statistics_include_the_last_game_of_the_requested_kind() -> None:
    played = ((daily_id(5), 4), (daily_id(2), 6), (challenge_id("x"), 2))
    history = history_of(finished(puzzle, tries, started=5) for puzzle, tries in played)
    kinds = ("daily", "archive", "challenge")
    assert [statistics(history, kind, today=5).last for kind in kinds] == [4, 6, 2]
    history = days_of({4: DayResult(2), 5: LATE, 9: DayResult(5), 12: DayResult(6)})
    assert statistics(history, "daily", today=12).last == 6
    assert statistics(history, "archive").last == 3
    won = days_of({1: WON})
    assert statistics(won, "archive").last is None
    assert [statistics(won, "daily", length, today=1).played for length in (5, 6)] == [1, 0]


def test_kinds_and_lengths_in_the_statistics_are_sorted() -> None:
    history = days_of({1: WON, 2: LATE})
    for length in (8, 4):
        game = Game("a" * length, ("a" * length,))
        history = history.with_record(record_of(random_id(token(length, length=length)), game, 1))
    history = history.with_record(finished(challenge_id("x"), 2))
    kinds = ("daily", 5), ("archive", 5), ("random", 4), ("random", 8), ("challenge", 5)
    assert list(kinds_played(history)) == [(HOME, *kind) for kind in kinds]
    assert list(kinds_played(History())) == []


def test_hardest_game_is_the_latest_loss_or_else_the_longest_game() -> None:
    assert hardest(History()) is None
    history = History()
    for seed, (tries, place) in enumerate(((3, 0), (6, 1), (3, 1), (6, 3), (3, 3), (4, 3))):
        history = history.with_record(finished(random_id(token(seed)), tries))
        expected = history.recent[place] if seed >= module.MIN_COMPARED - 1 else None
        assert hardest(history) == expected
    hinted = replace(finished(random_id(token(9)), 0), hint_count=1)
    assert hardest(history.with_record(hinted)) == history.recent[3]
    lost = history.with_record(finished(daily_id(1), 0))
    assert hardest(lost) == lost.recent[-1]
    given_up = record_of(daily_id(2), Game("crane", WRONG[:1], end=Status.LOST), 1)
    assert hardest(lost.with_record(given_up)) == lost.recent[-1]


def test_each_variant_has_separate_statistics_and_streaks() -> None:
    four = Variant(boards=4)
    won, lost = ("crane", "slate", "abbey", "orbit"), (*WRONG, "geese", "level", "steel")
    history = days_of({1: WON, 2: WON})
    for day, guesses in ((1, lost), (2, won), (3, (*WRONG[:3], *won))):
        game = new_game(won, four, guesses)
        history = history.with_record(record_of(daily_id(day, four), game, day))
    figures = statistics(history, "daily", today=3, variant=four)
    assert figures.counts == (1, 1, 0, 0, 1, 0, 0)
    assert (figures.played, figures.win_percent, figures.average) == (3, 67, 5.5)
    assert (figures.current_streak, figures.max_streak, figures.last) == (2, 2, 7)
    assert statistics(history, "daily", today=3).counts == (0, 0, 0, 2, 0, 0, 0)
    assert statistics(history, "daily", today=3, variant=Variant("pt")).played == 0
    assert list(kinds_played(history)) == [(HOME, "daily", 5), (four, "daily", 5)]


def test_days_reduced_to_counts_stay_in_the_statistics() -> None:
    four = Variant(boards=4)
    results = {day: DayResult(4 + day % 3, is_on_time=day < 50) for day in range(1, 61)}
    history = History(other_days=((four, DayLog.from_results(results)),))
    later = history.with_oldest_days_counted().with_oldest_days_counted()
    assert not later.other_days
    for kind in ("daily", "archive"):
        before, after = (statistics(state, kind, variant=four) for state in (history, later))
        assert before.played == after.played > 0
        assert before.counts == after.counts


def test_days_that_have_not_ended_do_not_end_a_streak() -> None:
    history = days_of({1: WON, 2: WON, 4: WON})
    assert current_streak(history, 4, ended=2) == 3
    assert current_streak(history, 5, ended=2) == 3
    assert current_streak(history, 4, ended=3) == 1
    assert current_streak(history, 6, ended=5) == 0
    figures = statistics(history, "daily", today=5, ended=2)
    assert (figures.current_streak, figures.played) == (3, 3)
    lost = days_of({1: WON, 2: WON, 3: LOST, 4: WON})
    assert current_streak(lost, 5, ended=2) == 1


@given(days, st.integers(29, 33), st.integers(1, 4))
def test_streak_includes_a_win_on_a_day_that_has_not_ended(
    results: dict[int, DayResult], today: int, running: int
) -> None:
    """A day that has not ended and was not played neither counts nor ends the streak."""
    on_time = {day for day, result in results.items() if result.is_on_time}
    open_days = set(range(today - running + 1, today + 1)) - on_time
    filled = days_of({**results, **dict.fromkeys(open_days, WON)})
    streak = current_streak(days_of(results), today, ended=today - running)
    whole = current_streak(filled, today)
    assert streak == whole - len(open_days & set(range(today - whole + 1, today + 1)))


def test_streak_from_elsewhere_continues_over_a_day_that_has_not_ended() -> None:
    earlier = module.EarlierStatistics((0, 0, 0, 5, 0, 0, 0), 5, 5, 1)
    history = replace(days_of({2: WON, 4: WON}), earlier=earlier)
    assert statistics(history, "daily", today=4, ended=2).current_streak == 7
    assert statistics(history, "daily", today=4, ended=3).current_streak == 1
