"""The table that a browser keeps: merging, adding results from other tables, and limits."""

import random
from dataclasses import replace
from datetime import date, timedelta
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wordle_web.engine.hard_mode import HardMode
from wordle_web.game.errors import LeagueError
from wordle_web.game.history.records import Record
from wordle_web.game.league.kept import (
    LINK_DAYS,
    MAX_KEPT_PEOPLE,
    MAX_LINK_TOKEN,
    Calendar,
    KeptTable,
    daily_results,
    own_game,
    pack_kept,
    people_of,
    read_kept,
    results_of_day,
    results_of_player,
)
from wordle_web.game.league.packing import MAX_TOKEN, unpack
from wordle_web.game.league.table import (
    LOSS,
    DailyGame,
    Renames,
    ResultKey,
    Table,
    counted,
    merged_renames,
    present_names,
)
from wordle_web.game.puzzles.variants import BOARD_COUNTS, HOME, Variant
from wordle_web.game.rules import Status

KEY = b"a key of the tests, 32 bytes or so"
FIRST_DAY = date(2025, 1, 1)
TODAY = date(2025, 3, 31)
MARCH = Calendar.of(FIRST_DAY, TODAY, TODAY)
FOUR = Variant(boards=4)
GAMES = [own_game(variant, MARCH.epoch) for variant in (HOME, FOUR)]
NAMES = ("Ana", "Bob", "Cem", "Zoé 🎉")


def table_of(
    *results: tuple[str, int, int], variant: Variant = HOME, is_checked: bool = False
) -> Table:
    """Return a table with results, given as name, day and guesses."""
    game = own_game(variant, MARCH.epoch)
    values = {ResultKey(name, game.key, day): {value: is_checked} for name, day, value in results}
    return Table({game.key: game}, values, sure=frozenset(name for name, *_ in results))


@st.composite
def tables(draw: st.DrawFn) -> Table:
    """Return a table of any group, with decisions about names."""
    games = [*GAMES, DailyGame("Wordle", 1, 6, 738_252), DailyGame("=absurd", 1, 0, MARCH.epoch)]
    names = st.sampled_from([*NAMES, "#001aa", "* ab12"])
    keys = st.builds(
        ResultKey, names, st.sampled_from([game.key for game in games]), st.integers(50, 95)
    )
    values = st.dictionaries(st.integers(0, 40), st.booleans(), min_size=1, max_size=3)
    results = draw(st.dictionaries(keys, values, max_size=12))
    some = st.frozensets(names, max_size=4)
    table = Table(
        {game.key: game for game in games if any(key.game == game.key for key in results)},
        results,
        sure=draw(some),
        joins=draw(st.frozensets(st.tuples(names, names), max_size=2)),
        left_out=draw(some),
        cut=draw(st.booleans()),
        hinted=frozenset(key for key in results if draw(st.booleans())),
        hard=frozenset(key for key in results if draw(st.booleans())),
    )
    people = st.sampled_from([*NAMES, "Zoe", "Bobby"])
    pairs = st.tuples(people, people).filter(lambda pair: pair[0] != pair[1])
    return table.with_renames(draw(st.dictionaries(pairs, st.integers(50, 110), max_size=4)))


def present(name: str, *tables: Table) -> str:
    """Return the current name of a person after merging these tables."""
    renames: Renames = {}
    for table in tables:
        renames = merged_renames(renames, daily_results(table, MARCH).renames)
    return present_names(renames).get(name, name)


@given(tables(), tables(), tables())
def test_adding_tables_is_commutative_and_idempotent(one: Table, two: Table, three: Table) -> None:
    empty = KeptTable(Table(), "Ana")
    both = empty.adding(one, MARCH).adding(two, MARCH)
    assert both == empty.adding(two, MARCH).adding(one, MARCH)
    assert both.adding(two, MARCH) == both == both.adding(both.table, MARCH)
    later = empty.adding(two, MARCH).adding(three, MARCH)
    assert both.adding(three, MARCH) == empty.adding(one, MARCH).adding(later.table, MARCH)


@given(tables(), tables())
def test_news_of_a_merged_table_lists_the_added_results_and_renames(one: Table, two: Table) -> None:
    kept = KeptTable(Table(), "Ana").adding(one, MARCH)
    later, news = kept.adding(two, MARCH), kept.news(two, MARCH)
    called = kept.table.with_renames(later.table.renames)
    before, after = (sum(map(len, table.results.values())) for table in (called, later.table))
    assert news.count == after - before
    assert not later.news(two, MARCH)
    assert all(news.results.values())
    assert set(news.renamed) == {
        name for name in people_of(kept.table, kept.person) if present(name, one, two) != name
    }


@given(tables(), tables())
def test_new_part_of_a_table_adds_the_same_results_as_the_whole_table(
    one: Table, two: Table
) -> None:
    kept = KeptTable(Table(), "Ana").adding(one, MARCH)
    part = kept.new_part(two, MARCH)
    whole = kept.adding(two, MARCH)
    added = kept.adding(part, MARCH)
    seen, expected = (
        {key: {*values} for key, values in table.results.items()}
        for table in (added.table, whole.table)
    )
    assert (seen, added.person) == (expected, whole.person)
    assert part.results.keys() == kept.news(two, MARCH).results.keys()
    assert not added.new_part(two, MARCH).results


@given(tables(), tables())
def test_existing_results_are_never_replaced(one: Table, two: Table) -> None:
    kept = KeptTable(Table(), "Ana").adding(one, MARCH)
    later = kept.adding(two, MARCH).table
    for known, values in kept.table.results.items():
        key = known._replace(person=present(known.person, one, two))
        assert later.results[key].keys() >= values.keys()
        if later.results[key].keys() == values.keys():
            assert all(later.results[key][value] >= values[value] for value in values)


@given(tables(), tables())
def test_results_do_not_depend_on_the_order_in_which_tables_are_added(
    one: Table, two: Table
) -> None:
    kept = KeptTable(Table(id=b"abc"), "Ana")
    tables = [
        kept.adding(first, MARCH).adding(second, MARCH).table
        for first, second in ((one, two), (two, one))
    ]
    counts = [{key: counted(values) for key, values in table.results.items()} for table in tables]
    assert counts[0] == counts[1]
    read = read_kept(pack_kept(replace(kept, table=tables[0]), KEY, MAX_TOKEN), [KEY])
    assert read is not None
    assert read.table.id == b"abc"
    for key, values in read.table.results.items():
        assert counted(values) == counts[0][key]


@given(tables(), tables())
def test_renaming_leaves_no_results_under_earlier_names(one: Table, two: Table) -> None:
    kept = KeptTable(Table(), "Ana").adding(one, MARCH).adding(two, MARCH)
    for name in people_of(kept.table, kept.person):
        assert present(name, one, two) == name


@given(tables(), st.permutations(["Zoe", "Bobby", "Ana", "Bob", "Zoe"]))
def test_latest_name_is_used_in_any_order_of_merging(table: Table, names: list[str]) -> None:
    first = KeptTable(Table(), "Eve").adding(table_of(("Eve", 80, 3)), MARCH)
    steps = [first]
    for name in names:
        steps.append(steps[-1].calling(name, MARCH))
    assert steps[-1].person == names[-1]
    last = steps[-1].adding(table, MARCH)
    other = KeptTable(daily_results(table, MARCH), "Eve")
    assert last == other.adding(steps[-1].table, MARCH)
    if not table.renames:
        assert last.person == names[-1]


def test_rename_is_dropped_after_results_under_the_earlier_name() -> None:
    kept = KeptTable(table_of(("Ana", 85, 3)), "Ana").calling("Anna", MARCH)
    assert set(kept.table.renames.values()) == {MARCH.days[-1]}
    may = Calendar.of(FIRST_DAY, date(2025, 5, 20), date(2025, 5, 20))
    later = kept.adding(table_of(("Anna", 130, 3)), may)
    assert (later.person, later.table.renames) == ("Anna", {})


def test_renames_of_a_day_are_limited() -> None:
    kept = KeptTable(Table(), "Ana")
    for number in range(LINK_DAYS + 1):
        kept = kept.calling(f"Ana {number}", MARCH)
    with pytest.raises(LeagueError, match="too many changed names"):
        kept.calling("Eve", MARCH)


@given(tables())
def test_only_possible_results_in_games_of_this_site_are_accepted(
    table: Table,
) -> None:
    taken = daily_results(table, MARCH)
    assert taken == daily_results(taken, MARCH)
    assert not any((taken.joins, taken.left_out, taken.seals, taken.cut))
    assert set(people_of(taken)) <= {*NAMES, "Zoe", "Bobby"}
    for (_, game, number), values in taken.results.items():
        assert (taken.games[game] in GAMES, number in MARCH.days) == (True, True)
        least, most = (1, 6) if game == GAMES[0].key else (4, 9)
        assert all(value == LOSS or least <= value <= most for value in values)


def test_result_under_another_name_loses_its_check_mark() -> None:
    table = table_of(("Ana", 80, 3), is_checked=True)
    key = ResultKey("Ana", GAMES[0].key, 80)
    assert daily_results(table, MARCH).results == {key: {3: True}}
    joined = daily_results(replace(table, joins=frozenset({("Ana", "Bob")})), MARCH)
    assert joined.results == {key._replace(person="Bob"): {3: False}}
    assert not daily_results(replace(table, left_out=frozenset({"Ana"})), MARCH).results


@pytest.mark.parametrize(
    ("today", "first"),
    [
        (date(2025, 1, 1), date(2025, 1, 1)),
        (date(2025, 3, 31), date(2025, 3, 1)),
        (date(2025, 3, 7), date(2025, 3, 1)),
        (date(2025, 4, 2), date(2025, 3, 27)),
    ],
)
def test_table_covers_the_current_month_and_at_least_the_last_week(
    today: date, first: date
) -> None:
    calendar = Calendar.of(FIRST_DAY, today, today + timedelta(days=1))
    dates = [date.fromordinal(calendar.epoch + number) for number in calendar.days]
    assert (dates[0], dates[-1]) == (first, today + timedelta(days=1))
    assert len(calendar.last_days.days) == min(LINK_DAYS, len(dates))
    assert calendar.last_days.days[-1] == calendar.days[-1]


def test_older_days_are_dropped_and_table_is_marked_as_cut() -> None:
    kept = KeptTable(Table(), "Ana").adding(table_of(("Ana", 70, 3), ("Ana", 90, 4)), MARCH)
    assert not kept.table.cut
    april = Calendar.of(FIRST_DAY, date(2025, 4, 20), date(2025, 4, 20))
    later = kept.adding(table_of(("Bob", 105, 4), ("Bob", 60, 4)), april)
    assert [key.number for key in later.table.results] == [105]
    assert later.table.cut
    assert later.adding(Table(), april).table.cut


def group(people: int, days: int, variants: tuple[Variant, ...] = (HOME,)) -> Table:
    """Return a table in which nearly everybody has played on each of the last days."""
    rng = random.Random(people * days)
    names = [
        "Ana",
        "Benedikt",
        "Cem",
        "Dorothea",
        "Opa Franz",
        "Zoé",
        *map("Friend {}".format, "ABCDEF"),
    ]
    games = [own_game(variant, MARCH.epoch) for variant in variants]
    results = {
        ResultKey(name, game.key, day): {
            game.boards - 1 + rng.choice((3, 4, 4, 4, 5, 6)): rng.random() < 0.9
        }
        for name, game, day in product(names[:people], games, MARCH.days[-days:])
        if rng.random() < 0.95
    }
    hinted, hard = (frozenset(key for key in results if rng.random() < 0.1) for _ in range(2))
    return Table(
        {game.key: game for game in games},
        results,
        sure=frozenset(names[:people]),
        hinted=hinted,
        hard=hard,
    )


@pytest.mark.parametrize("variants", [(HOME,), (HOME, FOUR)])
def test_link_for_six_people_and_a_week_has_at_most_400_characters(
    variants: tuple[Variant, ...],
) -> None:
    kept = KeptTable(group(6, 31, variants), "Ana", "Family")
    kept = kept.calling("Anastasia", MARCH)
    link = f"https://words.example.org/league?table={kept.link_token(MARCH, KEY)}&group=Family"
    assert len(link) <= 400
    table, is_ours = unpack(kept.link_token(MARCH, KEY), [KEY])
    assert is_ours
    assert table == daily_results(kept.table, MARCH.last_days)
    assert len({key.number for key in table.results}) == LINK_DAYS


def test_link_for_many_games_contains_the_latest_days_that_fit() -> None:
    variants = (
        HOME,
        *(
            Variant(boards=count, in_turn=in_turn)
            for count, in_turn in product(BOARD_COUNTS, (False, True))
        ),
    )
    kept = KeptTable(group(6, 31, variants), "Ana", "Family")
    token = kept.link_token(MARCH, KEY)
    table, _ = unpack(token, [KEY])
    days = {key.number for key in table.results}
    assert len(token) <= MAX_LINK_TOKEN
    assert 2 <= len(days) < LINK_DAYS
    assert table.cut
    latest = MARCH._replace(days=MARCH.days[-len(days) :])
    assert table.results == daily_results(kept.table, latest).results


def test_link_with_very_long_names_may_exceed_the_limit() -> None:
    table = table_of(*((name[:20], 90, 3) for name in people_of(long_names())))
    token = KeptTable(table, "x").link_token(MARCH, KEY)
    assert MAX_LINK_TOKEN < len(token) <= MAX_TOKEN
    assert unpack(token, [KEY])[0] == table


def test_month_of_twelve_people_fits_in_the_cookie() -> None:
    kept = KeptTable(group(12, 31), "Opa Franz", "Family")
    text = pack_kept(kept, KEY, 820)
    assert len(text) <= 820
    assert read_kept(text, [KEY]) == kept
    kept = kept.calling("Grandpa", MARCH).calling("Opa", MARCH)
    text = pack_kept(kept, KEY, 820)
    assert len(text) <= 820
    assert read_kept(text, [KEY]) == kept


def test_oldest_days_are_dropped_first_from_a_full_cookie() -> None:
    kept = KeptTable(group(12, 31, (HOME, FOUR, Variant(boards=8))), "Ana")
    text = pack_kept(kept, KEY, 820)
    assert len(text) <= 820
    read = read_kept(text, [KEY])
    assert read is not None
    assert read.table.cut
    days = {key.number for key in read.table.results}
    assert days == set(MARCH.days[-len(days) :])
    assert len(days) >= LINK_DAYS
    with pytest.raises(LeagueError, match="short names"):
        pack_kept(replace(kept, table=long_names()), KEY, 820)


def long_names() -> Table:
    """Return a table with twelve people whose names have the maximum length."""
    rng = random.Random(5)
    letters = [*map(chr, range(0x4E00, 0x9000))]
    names = ["".join(rng.choices(letters, k=40)) for _ in range(MAX_KEPT_PEOPLE)]
    return table_of(*((name, 80, 3) for name in names))


@pytest.mark.parametrize("end", [0, 1, 40, 110])
def test_damaged_cookie_is_ignored(end: int) -> None:
    text = pack_kept(KeptTable(group(3, 7), "Ana", "Us"), KEY, 820)
    assert end < text.index(".")
    assert read_kept(text[:end] + text[text.index(".") :], [KEY]) is None
    assert read_kept(text + ".", [KEY]) is None
    assert read_kept(text.replace(".", "..", 1), [KEY]) is None
    other = read_kept(text, [b"another key"])
    assert other is not None
    assert not any(any(values.values()) for values in other.table.results.values())


@pytest.mark.parametrize("names", [("", "Us"), ("@Ana", "Us"), ("Ana", "a\u202eb"), ("x" * 41, "")])
def test_cookie_with_invalid_names_is_ignored(names: tuple[str, str]) -> None:
    assert read_kept(pack_kept(KeptTable(group(3, 7), *names), KEY, 820), [KEY]) is None


def test_thirteenth_person_in_a_table_is_refused() -> None:
    everyone = [(f"P{chr(65 + number)}", 80, 3) for number in range(MAX_KEPT_PEOPLE + 1)]
    kept = KeptTable(Table(), "PA").adding(table_of(*everyone[:-1]), MARCH)
    with pytest.raises(LeagueError, match="12 people"):
        kept.adding(table_of(*everyone[-1:]), MARCH)
    with pytest.raises(LeagueError, match="12 people"):
        KeptTable(Table(), "New").adding(table_of(*everyone[:-1]), MARCH)
    assert read_kept(pack_kept(KeptTable(table_of(*everyone), "PA"), KEY, 820), [KEY]) is None


def record(puzzle: str, *guesses: str, day: int = 80, **changes: object) -> Record:
    status = Status.WON if guesses[-1] == "crane" else Status.LOST
    return Record(puzzle, 5, day, guesses, status=status, **changes)  # type: ignore[arg-type]


def test_player_results_in_the_table_are_daily_games_played_on_time() -> None:
    records = (
        record("daily/80", "slate", "crane", hint_count=1),
        record("daily/81", "slate", "slate", day=81, hard=HardMode.ULTRA),
        record("daily/82", "crane", day=82, is_restored=True),
        record("daily/83", "crane", day=84),  # from the archive
        record("daily/40", "crane", day=40),  # too old
        record("random/5-normal-1-AAAAAAAAAAAAAAAAAAAAAA", "crane"),
        replace(record("daily/84", "slate", day=84), status=Status.PLAYING),
    )
    table = results_of_player(records, "Ana", MARCH)
    days = {key.number: values for key, values in table.results.items()}
    assert days == {80: {2: True}, 81: {LOSS: True}, 82: {1: False}}
    assert [key.number for key in table.hinted] == [80]
    assert [key.number for key in table.hard] == [81]
    assert daily_results(table, MARCH) == table


def test_result_of_several_boards_is_the_number_of_guesses() -> None:
    games = (record("boards/2/daily/80", "trace", "slate", "crane"),)
    table = results_of_player(games, "Ana", MARCH)
    assert list(table.results.values()) == [{3: True}]


def test_results_of_a_day_are_sorted_with_losses_last() -> None:
    table = table_of(("Bob", 80, 0), ("Ana", 80, 4), ("Cem", 80, 3), ("Cem", 81, 1))
    names = [name for name, _ in results_of_day(table, GAMES[0], 80)]
    assert names == ["Cem", "Ana", "Bob"]
