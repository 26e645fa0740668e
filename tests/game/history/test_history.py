"""Histories of games, finished or in progress; every game is counted once."""

from collections.abc import Iterable
from dataclasses import replace
from itertools import product, zip_longest

import pytest
from game.history.played import WRONG, begun, finished, history_of, token

from wordle_web.engine.hard_mode import HardMode
from wordle_web.game.errors import HistoryError
from wordle_web.game.history.codec import decode, encode
from wordle_web.game.history.history import (
    History,
    SeriesLog,
    Tally,
    check_history,
    source_of,
)
from wordle_web.game.history.ratings import rating_size
from wordle_web.game.history.records import (
    DayLog,
    DayResult,
    Record,
    record_elsewhere,
    record_of,
)
from wordle_web.game.history.statistics import current_streak, statistics
from wordle_web.game.puzzles.days import LENGTHS, POOLS, daily_id
from wordle_web.game.puzzles.tokens import challenge_id, random_id
from wordle_web.game.puzzles.variants import BOARD_COUNTS, HOME, Variant
from wordle_web.game.rules import Game, Status


def test_finished_games_are_removed_from_games_in_progress() -> None:
    puzzles = [daily_id(9), daily_id(4), random_id(token(1)), random_id(token(2))]
    history = history_of(begun(puzzle, started=9) for puzzle in puzzles)
    assert [record.puzzle for record in history.in_progress] == puzzles
    assert [history.record(puzzle).guesses for puzzle in puzzles] == [("abbey",)] * 4
    assert history.latest("random").puzzle == puzzles[3]
    history = history.with_record(begun(puzzles[2], 2))
    assert history.latest("random").guesses == WRONG[:2]
    assert len(history.in_progress) == 4
    assert history.latest("challenge") is None
    won = finished(daily_id(4), 4, started=9)
    history = history.with_record(won)
    assert daily_id(4) not in [record.puzzle for record in history.in_progress]
    assert (history.recent, history.days.result(4).tries) == ((won,), 4)
    assert history.is_finished(daily_id(4))
    days = (Status.PLAYING, 1, False), (Status.WON, 4, False), (Status.NEW, 0, False)
    assert tuple(map(history.day_game, (9, 4, 5))) == days


@pytest.mark.parametrize("variant", [HOME, Variant(boards=32), Variant("pt")])
@pytest.mark.parametrize("count", [0, 1, 99])
def test_day_with_a_hint_is_marked_and_counts_for_the_streak(variant: Variant, count: int) -> None:
    guesses = tuple("".join(letters) for letters in product("abc", repeat=5))[: variant.boards]
    won = Record(daily_id(4, variant), 5, 4, guesses, status=Status.WON, hint_count=9)
    earlier = replace(won, puzzle=daily_id(3, variant), started=3, hint_count=0)
    history = history_of([earlier, won])
    # The day stays marked, even if the game and its guesses are dropped.
    history = replace(history, recent=history.recent[:count])
    boards = variant.boards
    assert history.day_game(4, variant) == (Status.WON, boards, True)
    assert history.day_game(3, variant) == (Status.WON, boards, False)
    assert current_streak(history, 4, variant) == 2


def test_puzzle_recorded_repeatedly_counts_once() -> None:
    for puzzle in (daily_id(1), random_id(token(1)), challenge_id("sealed")):
        once = History().with_record(finished(puzzle, 3))
        assert once.with_record(finished(puzzle, 2)) == once
        assert once.with_record(begun(puzzle)) == once


def test_finished_day_cannot_be_played_again() -> None:
    last = 44
    history = history_of(finished(daily_id(day), started=day) for day in range(1, last + 1))
    assert len(history.recent) == 40
    assert statistics(history, "daily").played == last
    assert history.record(daily_id(1)) is None
    assert history.is_finished(daily_id(1))
    assert history.with_record(begun(daily_id(1))) == history


def test_day_counts_as_on_time_if_its_first_guess_was_made_on_that_day() -> None:
    history = history_of([begun(daily_id(7), started=7), finished(daily_id(3), started=9)])
    won = replace(history.record(daily_id(7)), guesses=("crane",), status=Status.WON)
    history = history.with_record(won)
    assert [history.days.result(day).is_on_time for day in (7, 3)] == [True, False]


def test_oldest_game_in_progress_except_the_daily_game_is_evicted() -> None:
    most = 12
    others = [random_id(token(seed)) for seed in range(most + 2)]
    history = history_of(begun(puzzle, started=9) for puzzle in (daily_id(9), *others))
    assert len(history.in_progress) == most
    assert history.record(daily_id(9))
    assert history.record(others[2]) is None
    assert history.record(others[-1])
    # If all games were begun on their day, the oldest is dropped.
    history = history_of(begun(daily_id(day), started=day) for day in range(1, most + 2))
    assert history.record(daily_id(1)) is None
    assert history.record(daily_id(2))


def test_history_is_empty_initially_and_after_its_only_game_is_removed() -> None:
    history = History().with_record(begun(daily_id(9), started=9))
    assert history.without(daily_id(8)) == history
    for empty in (History(), history.without(daily_id(9))):
        assert empty.is_empty
        assert empty.record(daily_id(9)) is None
        assert not empty.is_finished(daily_id(9))


@pytest.mark.parametrize(
    ("guess", "hard"),
    [("crane", HardMode.ON), ("crane", HardMode.ULTRA), ("telephone", HardMode.OFF)],
)
def test_games_of_several_boards_cannot_have_hard_mode_or_another_length(
    guess: str, hard: HardMode
) -> None:
    good = Record("boards/2/daily/1", 5, 1, ("crane",))
    assert History().with_record(good).in_progress == (good,)
    with pytest.raises(HistoryError):
        History().with_record(Record(good.puzzle, len(guess), 1, (guess,), hard))


def test_inconsistent_history_is_refused() -> None:
    won, started = (finished(daily_id(1)),), (begun(daily_id(1)),)
    for recent, in_progress in ((won * 2, ()), (won, started), (started, ()), ((), won)):
        with pytest.raises(HistoryError):
            check_history(History(recent=recent, in_progress=in_progress))


def test_tally_stops_at_the_maximum_count() -> None:
    record = record_of(random_id(token(4, "easy", 4)), Game("abcd", ("abcd",)), 1)
    most = Tally(b"line", "random", 4, "easy", (0, 100_000, 3, 0, 0, 0, 0))
    history = History(tallies=(most,), source=b"line").with_record(record)
    assert history.tallies[0].counts == most.counts
    assert decode(encode(history, 600)).tallies == (most,)


def test_statistics_count_lengths_and_pools_separately() -> None:
    history = History()
    for length, pool in product(LENGTHS, POOLS):
        game = Game("a" * length, ("a" * length,))
        history = history.with_record(record_of(random_id(token(length, pool, length)), game, 1))
    assert len(history.tallies) == len(LENGTHS) * len(POOLS)
    assert statistics(history, "random", 6).played == 3
    hard = [tally for tally in history.tallies if (tally.length, tally.pool) == (6, "hard")]
    assert [sum(tally.counts) for tally in hard] == [1]
    assert statistics(history, "random").played == 15
    assert history.days == DayLog()


def test_very_long_history_is_shortened_in_few_steps() -> None:
    """With many steps, a hostile backup would take seconds, since each step packs the history."""
    log = DayLog.from_results({day: DayResult(0, is_on_time=day % 2 > 0) for day in range(1, 600)})
    codes = ("", "de", "es", "fr", "pt")
    variants = [Variant(code, boards) for code in codes for boards in BOARD_COUNTS]
    history = History(other_days=tuple((variant, log) for variant in variants))
    for _ in range(60):
        history = history.with_oldest_days_counted()
    days = sum(len(log) for _, log in history.other_days)
    assert 0 < days < 400
    assert days + sum(sum(tally.counts) for tally in history.tallies) == 25 * 599


DAY = DayLog.from_results({1: DayResult(4)})
LANGUAGES = [Variant(a + b) for a in "abcdefghijklmno" for b in "abcdefghijklmno"]


def tally(number: int = 0, **facts: object) -> Tally:
    whole = {"kind": "challenge", "length": 5, "pool": "", "counts": (1, 0, 0, 0, 0, 0, 0)}
    return Tally(number.to_bytes(4), **{**whole, **facts})  # type: ignore[arg-type]  # fields of several types


@pytest.mark.parametrize(
    ("most", "history_with"),
    [
        (40, lambda n: History(recent=tuple(finished(daily_id(day)) for day in range(1, n + 1)))),
        (12, lambda n: History(in_progress=tuple(begun(daily_id(d)) for d in range(1, n + 1)))),
        (200, lambda n: History(other_days=tuple((language, DAY) for language in LANGUAGES[:n]))),
        (16, lambda n: History(tallies=tuple(map(tally, range(n))))),
    ],
)
def test_history_with_too_many_records_of_a_kind_is_refused(most, history_with) -> None:
    assert check_history(history_with(most)) == history_with(most)
    with pytest.raises(HistoryError):
        check_history(history_with(most + 1))


RANDOM, PT = {"kind": "random", "pool": "easy"}, {"variant": Variant("pt")}
GOOD_TALLIES = [
    *({}, {"length": 1}, {"length": 32}, RANDOM),
    *({"kind": kind, **PT} for kind in ("daily", "archive")),
]
BAD_TALLIES = [
    *({"length": 0}, {"length": 33}, {"pool": "easy"}, {"counts": (1, 0, 0, 0, 0, 0)}),
    *({"kind": "random"}, {**RANDOM, "length": 9}, {"kind": "daily"}, {"kind": "weekly"}),
    *({"kind": "weekly", **PT}, {"kind": "archive", "length": 9, **PT}),
    {"kind": "daily", "pool": "easy", **PT},
]


def test_history_accepts_only_possible_unique_and_sorted_tallies() -> None:
    for facts in GOOD_TALLIES:
        history = History(tallies=(tally(**facts),))
        assert check_history(history) == history
    for bad in (
        *((tally(**facts),) for facts in BAD_TALLIES),
        (tally(1), tally(0)),
        (tally(),) * 2,
    ):
        with pytest.raises(HistoryError, match="an invalid number"):
            check_history(History(tallies=bad))


def test_only_the_last_four_series_are_stored() -> None:
    history = History()
    for digest in (b"one", b"two", b"one", *(b"%d" % n for n in range(3))):
        history = history.with_series_result(digest, 1, 3)
    assert history.series_log(b"one").results == b"\0\4"
    assert history.series_log(b"two").results == b""
    assert len(history.series) == 4
    results = (Status.NEW, 0), (Status.LOST, 0), (Status.WON, 3), (Status.NEW, 0)
    assert tuple(map(SeriesLog(b"one", b"\0\1\4").result, range(1, 5))) == results


STEPS = [((20,), [20]), ((31,), [30]), ((200, 100), [50]), ((500, 400), [125])]
# A sixteenth of six times 80 days is 30 days. One step of 30 days isn't more, so another follows.
STEPS += [((80,) * 6, [30, 30]), ((79,) * 6, [30])]


@pytest.mark.parametrize(("days", "counted"), STEPS)
def test_oldest_days_are_reduced_to_counts_in_steps(
    days: tuple[int, ...], counted: list[int]
) -> None:
    """The largest variants come first, until more than a sixteenth of all days are counted."""
    logs = [
        DayLog.from_results({day: DayResult(4, is_on_time=day % 3 > 0) for day in range(5, 5 + n)})
        for n in days
    ]
    history = History(other_days=tuple(zip(LANGUAGES, logs, strict=False)))
    later = history.with_oldest_days_counted()
    for variant, log, number in zip_longest(LANGUAGES[: len(days)], logs, counted, fillvalue=0):
        assert later.days_of(variant) == log.after(4 + number)
        late = sum(day % 3 == 0 for day in range(5, 5 + number))
        counts = [(t.kind, t.counts[4]) for t in later.tallies if t.variant == variant]
        assert counts == [("archive", late), ("daily", number - late)][: 2 * (number > 0)]
    assert later.source == source_of(daily_id(5, LANGUAGES[0]))


def test_ratings_are_assigned_to_the_latest_games_first() -> None:
    played = history_of(finished(daily_id(day), started=day) for day in range(1, 5))
    ratings = [bytes([number] * rating_size(len(played.recent[0].guesses))) for number in range(4)]
    given = b"".join(b"\1" + rating for rating in ratings)
    rated = played.with_ratings(given)
    assert [game.rating for game in rated.recent] == ratings[::-1]
    assert rated.ratings == given
    # The oldest games are dropped first.
    shorter = decode(encode(played, len(encode(played, 4000)) - 4))
    assert 0 < len(shorter.recent) < 4
    packed = b"".join(b"\1" + rating for rating in ratings[: len(shorter.recent)])
    assert shorter.with_ratings(given).ratings == packed
    assert played.with_ratings(b"").ratings == b""


def test_game_between_rated_games_may_have_no_rating() -> None:
    played = history_of(finished(daily_id(day), started=day) for day in range(1, 5))
    rating = bytes(rating_size(len(played.recent[0].guesses)))
    given = b"\0\1" + rating
    rated = played.with_ratings(given)
    assert [game.rating for game in rated.recent] == [b"", b"", rating, b""]
    assert rated.ratings == given
    assert played.with_ratings(given[:-1]).ratings == b""  # truncated


def elsewhere(*guesses: str, answer: str = "crane") -> Record:
    return record_elsewhere(HOME, answer, guesses, False, 9)


def own(count: int, variant: Variant = HOME) -> Iterable[Record]:
    answers = ("crane", "slate", "truss", "level")[: variant.boards]
    game = Game(answers[0], answers, tries=variant.tries, others=answers[1:])
    for day in range(1, count + 1):
        yield record_of(f"{variant.path}daily/{day}", game, day)


def test_game_from_elsewhere_replaces_the_oldest_single_board_game():
    played, boards = History(), Variant(boards=4)
    for record in (*own(2, boards), *own(40 - 2)):
        played = played.with_record(record)
    later = played.with_elsewhere(elsewhere("slate", "crane"))
    assert later.recent == (*played.recent[:2], *played.recent[3:], elsewhere("slate", "crane"))
    assert (later.days, later.tallies) == (played.days, played.tallies)
    size = len(encode(later, 4000))
    decoded = decode(encode(later, size - 8))
    assert len(decoded.recent) < 40
    assert decoded.recent[:2] == played.recent[:2]
    assert decoded.recent[-1].is_elsewhere
    assert (decoded.days, decoded.other_days) == (played.days, played.other_days)
    # If no game is from elsewhere, the oldest game is dropped.
    assert decode(encode(played, len(encode(played, 4000)) - 1)).recent[0] != played.recent[0]


def test_games_from_elsewhere_are_distinguished_by_language_answer_and_guesses():
    games = [
        elsewhere("slate", "crane"),
        elsewhere("truss", "crane"),
        elsewhere(*WRONG),
        elsewhere(*WRONG, answer="eerie"),
        record_elsewhere(Variant("pt"), "crane", ("slate", "crane"), False, 9),
    ]
    played = History()
    for record in (*games, *games):
        played = played.with_elsewhere(record)
    assert played.recent == tuple(games)
    assert played.without_elsewhere(games[0].puzzle).recent == tuple(games[1:])
    assert decode(encode(played, 4000)) == played
    assert [game.status for game in games[2:4]] == [Status.LOST] * 2
    assert all(not record.is_elsewhere for record in own(3))
    played = history_of(own(3))
    assert played.without_elsewhere("daily/2") == played
