"""Tables: merging is commutative, associative and idempotent; joined and omitted people."""

from dataclasses import replace
from datetime import date

import pytest
from game.league.tables import read
from hypothesis import given
from hypothesis import strategies as st

from wordle_web.game.errors import LeagueError
from wordle_web.game.league import table as module
from wordle_web.game.league.packing import pack, unpack
from wordle_web.game.league.table import (
    DailyGame,
    ResultKey,
    Table,
    check_table,
    games_of,
    merged,
    recognized,
    standings,
)

KEY = b"a key of the tests, 32 bytes or so"
CHARACTERS = ("aa", "bb", "cc", "dd", "ee")  # in place of random characters
NAMES = ("Ana", "ana", "Bob", "#1f", "#2e", "Zoé 🎉")
GAMES = (DailyGame("Wordle", 1, 6, 738_252), DailyGame("=boards/4/", 4, 9, 739_000))

keys = st.sampled_from([game.key for game in GAMES])
result_keys = st.builds(ResultKey, st.sampled_from(NAMES), keys, st.integers(1, 40))


@st.composite
def tables(draw: st.DrawFn) -> Table:
    """Return a table as it results from a chat and some taps."""
    values = st.dictionaries(st.integers(0, 36), st.booleans(), min_size=1, max_size=3)
    results = draw(st.dictionaries(result_keys, values, max_size=12))
    some = st.frozensets(st.sampled_from(NAMES), max_size=3)
    people = sorted({result.person for result in results})
    pseudonyms = st.frozensets(st.binary(min_size=6, max_size=6), max_size=2)
    seals = {name: draw(pseudonyms) for name in people}
    table = Table(
        {game.key: game for game in GAMES if any(result.game == game.key for result in results)},
        results,
        {name: pseudonyms for name, pseudonyms in seals.items() if pseudonyms},
        draw(some) & frozenset(people),
        draw(st.frozensets(st.tuples(st.sampled_from(NAMES), st.sampled_from(NAMES)), max_size=2)),
        draw(st.frozensets(st.sampled_from(NAMES), max_size=1)),
        draw(st.booleans()),
        frozenset(key for key in results if draw(st.booleans())),
        frozenset(key for key in results if draw(st.booleans())),
    )
    return merged(table, Table())


@given(tables(), tables(), tables())
def test_merging_is_commutative_and_idempotent(one: Table, two: Table, three: Table) -> None:
    both = merged(one, two)
    assert both == merged(two, one)
    assert merged(both, three) == merged(one, merged(two, three))
    assert merged(one, one) == one
    assert merged(both, two) == both == merged(one, both)
    # Two people who add results at the same time get the same link.
    assert pack(both, KEY) == pack(merged(two, one), KEY)


@given(tables())
def test_table_round_trips_through_its_link(table: Table) -> None:
    token, part = pack(table, KEY, 10_000)
    assert part == table
    assert unpack(token, [b"another key of the tests", KEY]) == (table, True)


def test_table_of_more_than_40000_results_is_refused() -> None:
    result_keys = [
        ResultKey(f"P{number % 200}", GAMES[0].key, number // 200) for number in range(40_001)
    ]
    table = Table(results={result: {4: False} for result in result_keys[1:]})
    assert check_table(table) is table
    with pytest.raises(LeagueError, match="results"):
        check_table(Table(results={result: {4: False} for result in result_keys}))


def chat(*results: str) -> Table:
    """Return the table of a chat with results such as `Ana 1 4/6`."""
    lines = [result.split() for result in results]
    text = "\n".join(f"[31/12, 21:41] {name}: Wordle {day} {tries}" for name, day, tries in lines)
    return read(text).table


def numbered(*results: str, known: Table | None = None) -> Table:
    """Return the table of results such as `351 1 4/6`, added to `known` as on the page."""
    lines = [result.split() for result in results]
    text = "\n".join(
        f"[31/12, 21:41] +351 900 000 {name}: Wordle {day} {tries}" for name, day, tries in lines
    )
    known = known or Table()
    return merged(known, recognized(read(text).table, known, iter(CHARACTERS).__next__))


def results_of_people(table: Table) -> list[dict[int, int]]:
    """Return the results of people by day; people are in the order of their numbers on the page."""
    return list(named(table).values())


def named(table: Table) -> dict[str, dict[int, int]]:
    by_person: dict[str, dict[int, int]] = {}
    for result, values in table.by_person.items():
        by_person.setdefault(result.person, {})[result.number] = module.counted(values)
    return by_person


def test_people_without_names_get_numbers_independent_of_their_phone_numbers() -> None:
    one, other = numbered("351 1 4/6", "352 1 3/6"), numbered("777 1 4/6", "888 1 3/6")
    assert one == other
    assert one.people == ("#001aa", "#002bb")
    assert one.sure == frozenset(one.people)


def test_people_in_a_chat_read_again_are_recognized_by_their_results() -> None:
    table = numbered("351 1 4/6", "352 1 3/6", "352 2 X/6")
    again = numbered("351 1 4/6", "352 1 3/6", "352 2 X/6", known=table)
    assert again == table
    longer = numbered("352 1 3/6", "352 2 X/6", "351 1 4/6", "351 2 2/6", "353 2 5/6", known=table)
    assert results_of_people(longer) == [{1: 4, 2: 2}, {1: 3, 2: 0}, {2: 5}]
    part = numbered("352 2 X/6", known=longer)
    assert part == longer
    long = numbered(*(f"351 {day} {day % 3 + 3}/6" for day in range(1, 9)))
    later = numbered(*(f"351 {day} {day % 3 + 3}/6" for day in range(6, 12)), known=long)
    assert len(later.people) == 1


def test_unrecognized_people_are_new() -> None:
    table = numbered("351 1 4/6", "351 2 3/6")
    assert results_of_people(numbered("351 1 4/6", "351 2 2/6", known=table)) == [
        {1: 4, 2: 3},
        {1: 4, 2: 2},
    ]
    assert results_of_people(numbered("351 3 4/6", known=table)) == [{1: 4, 2: 3}, {3: 4}]
    # Nobody gets the name of another person with the same results.
    alike = numbered("351 1 4/6", "352 1 4/6")
    called = replace(alike, joins=frozenset({("#001aa", "Ana")}))
    assert len(numbered("352 1 4/6", "352 2 4/6", known=called).people) == 4


def test_person_keeps_an_assigned_name_when_the_chat_is_read_again() -> None:
    table = numbered("351 1 4/6", "352 1 3/6")
    called = merged(replace(table, joins=frozenset({("#001aa", "Ana")})), Table())
    again = numbered("351 1 4/6", "352 1 3/6", "351 2 5/6", known=called)
    assert named(again)["Ana"] == {1: 4, 2: 5}


def test_people_added_to_a_table_concurrently_get_different_numbers() -> None:
    base = numbered("351 1 4/6")
    one = merged(base, recognized(numbered("352 2 4/6"), base, lambda: "cc"))
    other = merged(base, recognized(numbered("353 2 3/6"), base, lambda: "dd"))
    assert merged(one, other) == merged(other, one)
    assert results_of_people(merged(one, other)) == [{1: 4}, {2: 4}, {2: 3}]


def test_joined_spellings_are_one_person_even_in_a_chain_or_cycle() -> None:
    table = replace(chat("Ana 1 4/6", "ana 2 3/6"), joins=frozenset({("ana", "Ana")}))
    assert named(table) == {"Ana": {1: 4, 2: 3}}
    joins = frozenset({("a", "b"), ("b", "c"), ("c", "a")})
    assert set(named(replace(chat("a 1 4/6", "b 2 3/6", "c 3 5/6"), joins=joins))) == {"a"}


def test_excluded_person_stays_excluded_after_merges_in_all_spellings() -> None:
    without = merged(replace(chat("Ana 1 4/6", "Bob 1 3/6"), left_out=frozenset({"Bob"})), Table())
    assert named(without) == {"Ana": {1: 4}}
    assert "Bob" not in {result.person for result in without.results}
    assert named(merged(without, chat("Bob 2 3/6", "Ana 2 2/6"))) == {"Ana": {1: 4, 2: 2}}
    joins, left_out = frozenset({("bob", "Bob")}), frozenset({"bob"})
    all_spellings = replace(chat("Bob 1 3/6", "bob 2 3/6"), joins=joins, left_out=left_out)
    assert named(merged(all_spellings, Table())) == {}


def test_name_without_a_message_header_is_confirmed_by_a_chat_or_a_join() -> None:
    table = read("Ana\nWordle 1 4/6").table
    assert table.unconfirmed == ("Ana",)
    assert named(merged(table, chat("Ana 2 3/6"))) == {"Ana": {1: 4, 2: 3}}
    assert merged(table, replace(table, joins=frozenset({("Ana", "Eva")}))).unconfirmed == ()


def test_worse_of_two_different_results_counts() -> None:
    better, worse = chat("Ana 1 3/6"), chat("Ana 1 5/6")
    for table in (merged(better, worse), merged(worse, better)):
        assert table.results[ResultKey("Ana", "1 wordle", 1)] == {3: False, 5: False}
        assert named(table) == {"Ana": {1: 5}}


@pytest.mark.parametrize(
    ("values", "number"),
    [
        ({1: False, module.LOSS: False, 6: False}, module.LOSS),
        ({1: True, module.LOSS: True, 6: True}, module.LOSS),
        ({3: True, 5: True}, 5),
        ({3: True, 5: False}, 3),
        ({3: False, 5: True}, 5),
        ({3: True, 2: False, module.LOSS: False}, 3),
    ],
)
def test_checked_result_takes_precedence_over_a_typed_result(
    values: dict[int, bool], number: int
) -> None:
    assert module.counted(values) == number


def test_ties_share_a_rank_and_a_loss_counts_one_more_than_allowed() -> None:
    first = ("Ana 1 4/6", "Bob 1 4/6", "Cem 1 X/6", "Dan 1 3/6")
    table = chat(*first, "Ana 2 4/6", "Bob 2 4/6", "Cem 2 X/6", "Dan 2 5/6")
    ranking = standings(table, games_of(table)[0])
    ranks = [(standing.name, standing.rank, float(standing.mean)) for standing in ranking.people]
    assert ranks == [("Ana", 1, 4.0), ("Bob", 1, 4.0), ("Dan", 1, 4.0), ("Cem", 4, 7.0)]
    assert ranking.days == (2, 1)


def test_missed_days_can_count_as_losses_from_the_first_game_on() -> None:
    table = chat("Ana 1 2/6", "Ana 2 2/6", "Ana 3 2/6", "Bob 1 2/6", "Eva 3 2/6")
    key = games_of(table)[0]
    means = {standing.name: float(standing.mean) for standing in standings(table, key).people}
    assert means == {"Ana": 2, "Bob": 2, "Eva": 2}
    counted = standings(table, key, counts_missed=True)
    figures = [(standing.name, float(standing.mean), standing.games) for standing in counted.people]
    assert figures == [("Ana", 2, 3), ("Bob", (2 + 7 + 7) / 3, 1), ("Eva", 2, 1)]
    assert [standing.rank for standing in counted.people] == [1, 2, 0]  # Eva has one day


@pytest.mark.parametrize(
    ("epoch", "today", "missed"),
    [(739_000, 4, 2), (739_000, 3, 1), (739_000, 2, 0), (739_000, None, 2), (0, 3, 2)],
)
@pytest.mark.parametrize("span", ["week", "all"])
def test_day_does_not_count_as_missed_before_it_ends(
    epoch: int, today: int | None, missed: int, span: str
) -> None:
    table = chat("Ana 1 2/6", "Ana 2 2/6", "Ana 3 2/6", "Bob 1 2/6")
    key = games_of(table)[0]
    table = replace(table, games={key: replace(table.games[key], epoch=epoch)})
    day = date.fromordinal(739_000 + today) if today else None
    ranking = standings(table, key, span, counts_missed=True, today=day)
    means = {standing.name: float(standing.mean) for standing in ranking.people}
    assert means == {"Ana": 2, "Bob": (2 + 7 * missed) / (1 + missed)}


@pytest.mark.parametrize("counts_missed", [False, True])
@pytest.mark.parametrize("most", [2, 3, 4, 5, 8])
def test_single_game_does_not_lead_if_others_have_more_games(
    most: int, counts_missed: bool
) -> None:
    table = chat(*(f"Ana {day} 4/6" for day in range(1, most + 1)), f"Bob {most} 1/6")
    ranking = standings(table, games_of(table)[0], counts_missed=counts_missed)
    assert [(standing.name, standing.rank) for standing in ranking.people] == [
        ("Ana", 1),
        ("Bob", 0),
    ]
    assert ranking.least_games == 2


@pytest.mark.parametrize("counts_missed", [False, True])
@pytest.mark.parametrize("over", [1, 2])
def test_rank_requires_games_of_days_that_are_over(over: int, counts_missed: bool) -> None:
    """On the second day, those who have played already don't lead for that reason alone."""
    table = chat("Ana 1 3/6", "Bob 1 5/6", "Bob 2 3/6")
    key = games_of(table)[0]
    table = replace(table, games={key: replace(table.games[key], epoch=739_000)})
    day = date.fromordinal(739_000 + over + 1)
    ranking = standings(table, key, counts_missed=counts_missed, today=day)
    ranks = {standing.name: standing.rank for standing in ranking.people}
    missed = counts_missed and over == 2
    assert ranks == {"Ana": 1 if over == 1 else 2 * missed, "Bob": 1 + (over == 1)}
    assert ranking.least_games == over


def test_single_game_leads_if_no_one_has_more_games() -> None:
    table = chat("Ana 1 4/6", "Bob 1 3/6", "Cem 2 3/6")
    ranking = standings(table, games_of(table)[0])
    assert [(standing.name, standing.rank) for standing in ranking.people] == [
        ("Bob", 1),
        ("Cem", 1),
        ("Ana", 3),
    ]
    assert ranking.least_games == 1


def test_week_and_month_end_with_the_latest_day() -> None:
    table = chat(*(f"Ana {day} 4/6" for day in range(1, 41)), "Bob 1 2/6")
    key = games_of(table)[0]
    days = [len(standings(table, key, span).days) for span in ("week", "month", "all")]
    assert days == [7, 30, 40]
    assert [standing.name for standing in standings(table, key, "week").people] == ["Ana"]


def test_standings_have_wins_streak_and_distribution() -> None:
    table = chat("Ana 1 4/6", "Ana 2 4/6", "Ana 3 X/6", "Ana 4 2/6", "Ana 6 3/6", "Ana 7 3/6")
    ana = standings(table, games_of(table)[0]).people[0]
    assert (ana.games, ana.wins, ana.streak) == (6, 5, 2)
    assert dict(ana.counts) == {0: 1, 2: 1, 3: 2, 4: 2}


@pytest.mark.parametrize(
    ("last", "mean", "counts"), [("8️⃣", 8, {8: 1}), ("4️⃣", 7, {7: 1}), ("🟥", 10, {0: 1})]
)
def test_result_of_several_boards_counts_guesses_to_the_last_board(
    last: str, mean: int, counts: dict[int, int]
) -> None:
    table = read(f"[31/12, 21:41] Ana: Daily Quordle 707\n3️⃣5️⃣\n7️⃣{last}").table
    ana = standings(table, games_of(table)[0]).people[0]
    assert float(ana.mean) == mean
    assert dict(ana.counts) == counts
