"""The encoding of a history: round trips, limits, years of games in a cookie, hostile bytes."""

import random
from dataclasses import replace
from pathlib import Path

import pytest
from game.history.played import history_of
from hypothesis import given
from hypothesis import strategies as st

from wordle_web.engine.hard_mode import HardMode
from wordle_web.game.codecs import section
from wordle_web.game.errors import HistoryError
from wordle_web.game.history.codec import TooSmallError, decode, encode, encode_whole
from wordle_web.game.history.history import EarlierStatistics, History, SeriesLog, Tally
from wordle_web.game.history.ratings import rating_size
from wordle_web.game.history.records import KINDS, DayLog, DayResult, Record, record_of
from wordle_web.game.history.statistics import statistics
from wordle_web.game.puzzles.days import LENGTHS, POOLS, daily_id
from wordle_web.game.puzzles.tokens import challenge_id, new_token, random_id
from wordle_web.game.puzzles.variants import HOME, Variant
from wordle_web.game.rules import Game, PastHints, Status

ROOM = 2720
EMPTY = encode_whole(History())
PINNED = bytes.fromhex((Path(__file__).parent / "pinned_history.txt").read_text())
LETTERS = "eeeeeeaaaaaarrrrriiiiooooottttnnnnssslllccuudppmhgbyfwkvzxjq"


def days(count: int, source: random.Random) -> DayLog:
    """Return results of days, one in seven with a hint."""
    tries = source.choices(range(7), [3, 1, 6, 23, 33, 22, 12], k=count)
    results = (DayResult(number, hinted=source.randrange(7) == 0) for number in tries)
    return DayLog.from_results(dict(enumerate(results, 300)))


def games(count: int, source: random.Random, kind: str, last: int) -> tuple[Record, ...]:
    records = []
    for day in range(last - count + 1, last + 1):
        length = 5 if kind == "daily" else source.choice(LENGTHS)
        tries = source.choices(range(1, 7), [1, 6, 23, 33, 22, 15])[0]
        made = new_token(length, source.choice(POOLS), 1, source.randbytes)
        puzzle = daily_id(day) if kind == "daily" else random_id(made)
        guesses = ("".join(source.choices(LETTERS, k=length)) for _ in range(tries))
        records.append(Record(puzzle, length, day, tuple(guesses), status=Status.WON))
    return tuple(records)


def under_way(count: int, source: random.Random) -> tuple[Record, ...]:
    won = games(count, source, "random", 600)
    return tuple(
        replace(record, status=Status.PLAYING, guesses=record.guesses[:5]) for record in won
    )


def tallies(source: random.Random) -> tuple[Tally, ...]:
    name = source.randbytes(4)
    kinds = [("random", length, pool) for length in LENGTHS for pool in POOLS]
    kinds += [("challenge", length, "") for length in LENGTHS]
    made = [Tally(name, *kind, tuple(source.randrange(300) for _ in range(7))) for kind in kinds]
    return tuple(sorted(made, key=lambda tally: tally.key))


home_records = st.from_type(Record).filter(lambda record: record.variant == HOME)


@given(records=st.lists(home_records), limit=st.integers(500, 1500))
def test_encoded_history_never_exceeds_the_limit(records: list[Record], limit: int) -> None:
    history = history_of(records)
    written = encode(history, limit)
    decoded = decode(written)
    assert len(written) <= limit
    assert (decoded.days, decoded.tallies) == (history.days, history.tallies)
    assert history.recent[len(history.recent) - len(decoded.recent) :] == decoded.recent
    assert set(decoded.in_progress) <= set(history.in_progress)


@given(history=..., limit=st.integers(-1, 900))
def test_encoding_respects_small_size_limits_with_any_variants(history: History, limit) -> None:
    try:
        written = encode(history, limit)
    except TooSmallError:
        assert limit < len(EMPTY)
        return
    assert len(written) <= limit
    decoded = decode(written)
    assert limit < 300 or decoded.days == history.days


def test_counts_of_other_browsers_never_evict_days() -> None:
    source = random.Random(5)
    counts = [tally for _ in range(15) for tally in tallies(source)]
    own = replace(counts[0], source=b"\0own")
    others = [replace(count, counts=(10**5,) * 7) for count in counts]
    kinds = tuple(sorted((own, *others), key=lambda tally: tally.key))
    recent = games(3, source, "daily", 599)
    history = History(days(600, source), recent, (), kinds, own.source)
    decoded = decode(encode(history, ROOM))
    assert (decoded.days, decoded.recent) == (history.days, history.recent)
    assert own in decoded.tallies


def test_counts_of_the_browser_with_the_fewest_games_are_evicted_first() -> None:
    few, many, own = (
        Tally(name, "challenge", 5, "", (games,) * 7)
        for name, games in ((b"bbbb", 200), (b"aaaa", 300), (b"cccc", 1))
    )
    history = History(tallies=(many, few, own), source=own.source)
    size = len(encode_whole(history))
    assert decode(encode(history, size - 1)).tallies == (many, own)
    alone = replace(history, tallies=(few, own))
    assert decode(encode(alone, len(encode_whole(alone)) - 1)).tallies == (own,)
    # Of the history's own counts, those of the variant with the fewest games are dropped first.
    two, four = (Variant("", 2), 3), (Variant("", 4), 200)
    counts = [Tally(b"cccc", "challenge", 5, "", (n,) * 7, day) for day, n in (two, four)]
    both = History(tallies=tuple(counts), source=own.source)
    assert decode(encode(both, len(encode_whole(both)) - 1)).tallies == (counts[1],)


def test_current_daily_game_is_evicted_after_other_games() -> None:
    source = random.Random(5)
    started = replace(games(1, source, "daily", 600)[0], status=Status.PLAYING, guesses=("crane",))
    others = under_way(11, source)
    in_progress = decode(encode(History(in_progress=(started, *others)), 120)).in_progress
    assert (in_progress[0], in_progress[-1]) == (started, others[-1])
    assert len(in_progress) < 12


def test_last_finished_game_and_last_game_in_progress_are_evicted_last() -> None:
    source = random.Random(5)
    recent = games(2, source, "random", 600)
    history = History(in_progress=under_way(2, source), recent=recent)
    stages, left = [], history
    while left.recent or left.in_progress:
        left = decode(encode(left, len(encode_whole(left)) - 1))
        stages.append((left.recent, left.in_progress))
    assert stages == [
        (recent[1:], history.in_progress),
        (recent[1:], history.in_progress[1:]),
        ((), history.in_progress[1:]),
        ((), ()),
    ]


# A pseudonym for seals, and four series, all of the maximum size.
WITH_SERIES = {
    "pseudonym": bytes(range(6)),
    "series": tuple(
        SeriesLog(random.Random(n).randbytes(8), bytes((n + day) % 8 for day in range(31)))
        for n in range(4)
    ),
}


@pytest.mark.parametrize("history", [History(**WITH_SERIES), History(pseudonym=b"abcdef")])
def test_seals_and_series_round_trip_in_at_most_175_bytes(history: History) -> None:
    assert decode(encode_whole(history)) == history
    assert len(encode_whole(history)) - len(EMPTY) <= 175
    assert encode(history, len(encode_whole(history))) == encode_whole(history)


ENDINGS = [
    *(
        b"\4\2\1\1",
        b"\4\0\3\0",
        b"\2short",
        b"\3\5",
        b"\3\0\2abcdef",
        b"\2abcdef" * 2,
        b"\3\1" + b"d" * 8 + b"\1\x09",
    ),
    *(b"\3\1" + b"d" * 8 + b"\x20" + bytes(32), b"\3\2" + (b"d" * 8 + b"\1\1") * 2),
]


def written(tallies=b"\0\0", games=b"\0\0", facts=b"", letters=b"", names=b"") -> bytes:
    """Return the encoding of an empty history with some parts replaced."""
    head = EMPTY[:1] + b"\0\0" + section(b"") + b"\0"
    return head + tallies + games + section(facts) + section(letters) + names


REST = b"\0" + section(b"") + bytes(5) + section(b"") * 2  # after the table of variants
RANDOM = bytes([KINDS.index("random"), 4, 2])
CRAFTED = [
    written(letters=b"more"),
    written(tallies=b"\0\1abcd\1" + bytes([16, 5]) + bytes(7)),  # a pool that doesn't exist
    written(tallies=b"\2\1abcd\0"),  # with a missing source
    written(games=b"\1\0", facts=b"\3\4\2"),  # an unknown kind of game
    # Ultra-hard, but not hard.
    written(games=b"\0\1", facts=bytes([KINDS.index("daily"), 36, 2, 0])),
    b"\1\1\0\3" + REST,  # an impossible number of boards
    b"\1\2\0\2\0\2" + REST,  # a variant twice
    b"\1\1\0\2\0" + section(b"") + b"\1\2" + bytes(20),  # days of a missing variant
    b"\1\1\0\2\0" + section(b"") + b"\2" + bytes(20),  # days of more variants than there are
    written(games=b"\1\0", facts=RANDOM + b"\3\1", names=bytes(16)),  # without a pool
]
DAMAGED = [*CRAFTED, *(EMPTY + ending for ending in ENDINGS)]
DAMAGED += [b"", b"\x01", b"\x01" * 9000, bytes(100)]


def test_series_are_evicted_before_the_last_games() -> None:
    source = random.Random(5)
    last = {"recent": games(1, source, "random", 600), "in_progress": under_way(1, source)}
    history = History(**last, **WITH_SERIES)
    decoded = decode(encode(history, len(encode_whole(history)) - 1))
    assert decoded == replace(history, series=history.series[1:])


@pytest.mark.parametrize("data", DAMAGED)
def test_damaged_bytes_are_refused(data: bytes) -> None:
    assert written() == EMPTY
    assert decode(b"\1\1\0\2" + REST) == History()
    with pytest.raises(HistoryError):
        decode(data)


@pytest.mark.parametrize(
    ("data", "kind"),
    [
        (b"\0" + EMPTY[1:], "version"),
        (b"\2" + bytes(8191), "version"),
        (b"\xff" + EMPTY[1:], "version"),
        (EMPTY + b"\5later", "version"),
        (b"\2" + bytes(8192), "damaged"),
    ],
)
def test_history_of_an_unknown_version_is_refused_with_a_specific_error(
    data: bytes, kind: str
) -> None:
    with pytest.raises(HistoryError) as refused:
        decode(data)
    assert refused.value.kind == kind


def test_history_of_many_years_loses_only_old_guesses() -> None:
    """Eleven years with a game every day and a random game every five days fit into the cookie.

    About one daily game in seven is played with a hint, and the mode changes every 500 days.
    """
    source, history, limit = random.Random(6), History(), ROOM
    for day in range(1, 4016):
        daily = replace(games(1, source, "daily", day)[0], hint_count=int(source.randrange(7) == 0))
        daily = replace(daily, hard=HardMode(day // 500 % 3))
        history = history.with_record(daily)
        if day % 5 == 0:
            history = history.with_record(games(1, source, "random", day)[0])
        if day % 50 == 0:
            history = decode(encode(history, limit))
        assert day != 3000 or len(history.recent) >= 30
    decoded = decode(encode(history, limit))
    assert statistics(decoded, "daily", today=4015).current_streak == 4015
    assert decoded.days == history.days
    assert statistics(decoded, "random").played == 803
    assert len(decoded.recent) >= 25


@pytest.mark.parametrize("puzzle", ["daily/9", "challenge/0123456789abcdef"])
def test_encoding_does_not_depend_on_the_answer_of_an_unfinished_game(puzzle: str) -> None:
    """The bytes are the same for every answer if puzzle and guesses are the same."""
    games = [Game(answer, ("abbey", "algae")) for answer in ("crane", "slate")]
    written = {encode_whole(History().with_record(record_of(puzzle, game, 9))) for game in games}
    assert len(written) == 1


@given(history=..., place=st.integers(0, 3000), byte=st.integers(0, 255), cut=st.booleans())
def test_history_with_a_changed_byte_is_refused_or_read(
    history: History, place: int, byte: int, cut
) -> None:
    whole = bytearray(encode_whole(history))
    place %= len(whole)
    whole[place] = byte
    try:
        decoded = decode(bytes(whole[:place] if cut else whole))
    except HistoryError:
        return
    assert decode(encode_whole(decoded)) == decoded


def test_history_layout_of_version_1_does_not_change() -> None:
    """A change of the layout needs a new version byte."""
    four, turns = Variant(boards=4), Variant("pt", 2, in_turn=True)
    guesses, answer = ("word", "crow", "easy", "able"), "able easy word crow"
    played = (
        Record("daily/12", 5, 12, ("slate", "crane"), HardMode.ON, Status.WON),
        Record("random/4-easy-1-AAECAwQFBgcICQoLDA0ODw", 4, 12, ("word",), status=Status.LOST),
        Record(
            "challenge/0123456789abcdef", 6, 13, ("planet",), status=Status.LOST, answer="garden"
        ),
        Record(
            "daily/13",
            5,
            13,
            ("slate",),
            hint_count=9,
            hints=(0, 0, 0),
            past_hints=(PastHints(0, 0, 2),),
        ),
        Record(
            "daily/14",
            5,
            14,
            ("crane",),
            HardMode.ULTRA,
            Status.WON,
            hint_count=9,
            past_hints=(PastHints(0, 0, 3),),
        ),
        Record(
            "boards/4/challenge/0123456789abcdef", 4, 12, guesses, status=Status.WON, answer=answer
        ),
        Record("pt/boards/2/in-turn/random/4-easy-1-AAECAwQFBgcICQoLDA0ODw", 4, 12, ("word",)),
        Record(
            "boards/4/daily/13",
            5,
            13,
            ("slate", "crane") * 4 + ("level",),
            HardMode.OFF,
            Status.LOST,
        ),
    )
    history = history_of(played, History(earlier=EarlierStatistics((1,) * 7, 2, 3, 4)))
    history = history.with_days(turns, DayLog.from_results({1: DayResult(7)}))
    history = history.counted(Tally(history.source, "archive", 5, "", variant=four), 4)
    ratings = b"\1" + bytes(range(rating_size(9))) + b"\0\1" + bytes(range(rating_size(1)))
    history = replace(history, **WITH_SERIES).with_ratings(ratings)
    assert decode(PINNED) == history
    assert decode(PINNED).ratings == history.ratings
    assert encode_whole(history) == PINNED


@given(history=..., seed=st.integers())
def test_encoding_keeps_each_rating_with_its_game(history: History, seed: int) -> None:
    dice = random.Random(seed)
    rated = history.with_ratings(bytes(dice.randrange(1, 256) for _ in 2 * history.recent))
    assert decode(encode_whole(rated)).ratings == rated.ratings
    fewer = decode(encode(rated, max(len(encode_whole(rated)) - 30, 300)))
    ratings = {record.puzzle: record.rating for record in rated.recent}
    assert all(record.rating == ratings[record.puzzle] for record in fewer.recent)


@pytest.mark.parametrize(("boards", "fitting"), [(2, 40), (4, 40), (8, 30), (16, 16), (32, 9)])
def test_games_of_several_boards_fit_beside_three_years_of_daily_results(
    boards: int, fitting: int
) -> None:
    """These are the figures in docs/architecture.md; the oldest guesses are dropped first."""
    source, variant = random.Random(boards), Variant(boards=boards)
    history = History(days(1096, source), **WITH_SERIES)
    for day in range(300, 340):
        guesses = tuple("".join(source.choices(LETTERS, k=5)) for _ in range(boards + 4))
        won = Record(daily_id(day, variant), 5, day, guesses, status=Status.WON)
        history = history.with_record(won)
    decoded = decode(encode(history, ROOM))
    assert len(encode(history, ROOM)) <= ROOM
    assert len(decoded.recent) >= fitting
    assert decoded.recent == history.recent[-len(decoded.recent) :]
    assert (decoded.days, decoded.other_days) == (history.days, history.other_days)


def test_results_of_other_variants_become_counts_before_days_are_evicted() -> None:
    source = random.Random(7)
    variants = Variant(boards=4), Variant("pt"), Variant(boards=2, in_turn=True), Variant(boards=8)
    logs = []
    for variant in sorted(variants):
        tries = (0, *range(variant.boards, variant.tries + 1))
        results = {day: DayResult(source.choice(tries)) for day in range(1, 2001)}
        logs.append((variant, DayLog.from_results(results)))
    recent = games(40, source, "daily", 3299)
    history = History(days(3000, source), recent, other_days=tuple(logs))
    decoded = decode(encode(history, ROOM))
    assert decoded.days == history.days
    assert len(decoded.recent) >= 20
    for variant in variants:
        before, after = (
            statistics(state, "daily", variant=variant) for state in (history, decoded)
        )
        assert after.counts == before.counts
        assert len(decoded.days_of(variant)) > 100
    assert sum(len(log) for _, log in decoded.other_days) < 8000


def test_longest_possible_games_round_trip() -> None:
    """Every letter takes four bytes."""
    variant, word = Variant("x" * 40, 32, in_turn=True), "\N{DESERET SMALL LETTER LONG I}" * 8
    names = [challenge_id(str(number), variant) for number in range(52)]
    played = [Record(name, 8, 10**5 * (n % 2), (word,) * 40) for n, name in enumerate(names)]
    lost = {"status": Status.LOST, "guesses": (word,) * 41, "answer": " ".join([word] * 32)}
    recent = tuple(replace(record, **lost) for record in played[:40])
    past_hints = tuple(PastHints(turn, board, 3) for turn in range(16) for board in range(32))
    hints = {"hint_count": 1664, "hints": tuple(range(32)) * 4, "past_hints": past_hints}
    hints["named"] = tuple(range(2, 41))
    lost |= {"hint_count": 1664, "named": tuple(range(2, 42))}
    history = History(recent=recent, in_progress=tuple(replace(n, **hints) for n in played[40:]))
    assert decode(encode_whole(history)) == history
