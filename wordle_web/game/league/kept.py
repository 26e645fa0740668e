"""The table that a browser keeps: daily games of friends on this site in the current month.

A table has at most 12 people. Two kinds of decisions about names are stored: renames, which the
table's links contain, and the people whom its player left out, which its links don't contain. Only
results of this site's games are added from links of others. A link contains the last days, not only
the latest, so that a lost message doesn't matter. Tables are merged by
`wordle_web.game.league.table.merged`.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import date, timedelta
from typing import Final, NamedTuple

from wordle_web.game.codecs import from_base64url, to_base64url
from wordle_web.game.errors import LeagueError
from wordle_web.game.history.records import Record
from wordle_web.game.league.names import clean_name
from wordle_web.game.league.packing import pack, unpack
from wordle_web.game.league.table import (
    ABSURD,
    LOSS,
    NUMBERED,
    OWN,
    UNSURE,
    DailyGame,
    Renames,
    ResultKey,
    Table,
    Values,
    check_table,
    counted,
    guesses_of_loss,
    merged,
    merged_renames,
    present_names,
)
from wordle_web.game.puzzles.variants import Variant, read_variant
from wordle_web.game.rules import Status

MAX_KEPT_PEOPLE: Final = 12
LINK_DAYS: Final = 7  # days in a shared link, up to the latest one
# Characters of a link's token, which is longer only if not even the latest day fits. Six people and
# two games take half of it; large groups with many games share fewer days.
MAX_LINK_TOKEN: Final = 600


class Calendar(NamedTuple):
    """The days that a kept table contains."""

    epoch: int  # the ordinal of the date of day 0
    days: range  # range of day numbers

    @classmethod
    def of(cls, first_day: date, today: date, latest: date) -> "Calendar":
        """Return the calendar of the current month and the last week.

        `first_day` is the date of day 1, `today` the visitor's date, and `latest` the date of the
        latest day that has begun anywhere, which is the last one of the calendar.
        """
        epoch = first_day.toordinal() - 1
        first = min(today.replace(day=1), today - timedelta(days=LINK_DAYS - 1))
        return cls(epoch, range(max(1, first.toordinal() - epoch), latest.toordinal() - epoch + 1))

    @property
    def last_days(self) -> "Calendar":
        """The calendar of the days that a link contains."""
        return self._replace(days=self.days[-LINK_DAYS:])

    @property
    def renames(self) -> range:
        """The possible sequence numbers of a rename: the number of its day, or a little more.

        Because renames with other numbers are dropped, a rename disappears some days after the last
        results under the earlier name.
        """
        return range(self.days.start, self.days.stop + LINK_DAYS)


@dataclass(frozen=True, slots=True)
class News:
    """The results and names that another table would add to the kept table."""

    table: Table  # the kept table without the new results, but with the new names
    results: Mapping[ResultKey, Values]  # new results, under the new names
    renamed: Mapping[str, str]  # new names of people in the kept table, by earlier name

    def __bool__(self) -> bool:
        """Return whether there is anything new."""
        return bool(self.results or self.renamed)

    @property
    def count(self) -> int:
        """The number of new results."""
        return sum(map(len, self.results.values()))

    @property
    def conflicts(self) -> tuple[ResultKey, ...]:
        """The keys of new results that contradict those of the kept table."""
        return tuple(sorted(self.results.keys() & self.table.results.keys()))


@dataclass(frozen=True, slots=True)
class KeptTable:
    """The table of a browser, and its player's name in it."""

    table: Table
    person: str  # the player's name
    group: str = ""  # the name of the table; may be empty

    def adding(self, other: Table, calendar: Calendar) -> "KeptTable":
        """Return the table merged with the results of `other` on the days of `calendar`.

        Its own results on other days are dropped.

        Raises:
            LeagueError: the merged table has too many people, games, days or renames.
        """
        mine, theirs = daily_results(self.table, calendar), daily_results(other, calendar)
        is_cut = self.table.cut or len(mine.results) < len(self.table.results)
        out = self._left_out(merged_renames(mine.renames, theirs.renames))
        together = merged(replace(mine, left_out=out), theirs)
        person = present_names(together.renames).get(self.person, self.person)
        if len(people_of(together, person)) > MAX_KEPT_PEOPLE:
            raise LeagueError("room", MAX_KEPT_PEOPLE)
        return replace(self, table=replace(together, cut=is_cut), person=person)

    def _left_out(self, renames: Renames) -> frozenset[str]:
        """Return the names left out of the table, except the player's and those renamed since."""
        names = present_names(renames)
        player = names.get(self.person, self.person)
        return frozenset(
            name for name in self.table.left_out if names.get(name, name) == name != player
        )

    def leaving_out(self, name: str) -> "KeptTable":
        """Return the table without a person, whose results in later links will be ignored.

        Raises:
            LeagueError: too many people are left out.
        """
        out = self.table.left_out | {name}
        if len(out) > MAX_KEPT_PEOPLE:
            raise LeagueError("room", MAX_KEPT_PEOPLE)
        table = self.table.part(key for key in self.table.results if key.person != name)
        return replace(self, table=replace(table, sure=table.sure - {name}, left_out=out))

    def taking_back(self, name: str) -> "KeptTable":
        """Return the table with a person allowed again; later links add this person's results."""
        return replace(self, table=replace(self.table, left_out=self.table.left_out - {name}))

    def calling(self, person: str, calendar: Calendar) -> "KeptTable":
        """Return the table with another name for its player; its links rename the player, too.

        Raises:
            LeagueError: there are too many renames.
        """
        return replace(self.joining(self.person, person, calendar), person=person)

    def joining(self, name: str, person: str, calendar: Calendar) -> "KeptTable":
        """Return the table with `name` renamed to `person`, who may be in the table already.

        The links of the table contain the rename.

        Raises:
            LeagueError: there are too many renames.
        """
        if name == person:
            return self
        order = max([calendar.days[-1], *(order + 1 for order in self.table.renames.values())])
        if order not in calendar.renames:
            raise LeagueError("renames")
        table = self.table.with_renames({(name, person): order})
        return replace(self, table=check_table(table))

    def without(self, other: Table) -> "KeptTable":
        """Return the table without the results of `other`."""
        results = dict(self.table.results)
        for key, values in other.results.items():
            if left := {v: seen for v, seen in results.pop(key, {}).items() if v not in values}:
                results[key] = left
        sure = frozenset(key.person for key in results)
        part = replace(self.table, results=results, sure=sure)
        return replace(self, table=part.part(results))

    def is_same(self, other: Table) -> bool:
        """Return whether another table belongs to the same group.

        If both tables have an id, these are compared. Otherwise, as for a table from a chat, they
        belong to the same group if they have people in common.
        """
        if other.id and self.table.id:
            return other.id == self.table.id
        return not {*people_of(self.table, self.person)}.isdisjoint(people_of(other))

    def news(self, other: Table, calendar: Calendar) -> News:
        """Return the results and names that another table would add to this one."""
        theirs = daily_results(other, calendar)
        mine = self.table.with_renames(theirs.renames)
        results, out = {}, self._left_out(mine.renames)
        for key, values in theirs.with_renames(mine.renames).results.items():
            if key.person in out:
                continue
            known = mine.results.get(key, {})
            if added := {value: values[value] for value in values if value not in known}:
                results[key] = added
        names = present_names(mine.renames)
        renamed = {name: names.get(name, name) for name in people_of(self.table, self.person)}
        return News(mine, results, {old: new for old, new in renamed.items() if old != new})

    def new_part(self, other: Table, calendar: Calendar) -> Table:
        """Return the part of another table that is new to this one, under current names."""
        theirs = daily_results(other, calendar)
        news = self.news(theirs, calendar)
        part = theirs.with_renames(news.table.renames).part(news.results)
        sure = frozenset(key.person for key in news.results)
        return replace(part, sure=sure, id=self.table.id, renames=theirs.renames)

    def link_token(self, calendar: Calendar, key: bytes) -> str:
        """Return the token of the last days, for a link."""
        part = daily_results(self.table, calendar.last_days)
        token, linked = pack(part, key, MAX_LINK_TOKEN)
        return token if linked.results else pack(part, key)[0]


def is_daily(table: Table) -> bool:
    """Return whether a table has only daily games of this site, by people with confirmed names.

    It must not have other decisions about names than renames.
    """
    has_others = any(
        not game.name.startswith(OWN) or game.name == ABSURD for game in table.games.values()
    )
    return not (has_others or table.joins or table.left_out or table.unconfirmed)


def people_of(table: Table, *others: str) -> tuple[str, ...]:
    """Return the names in the results of a table, and some others, sorted."""
    return tuple(sorted({*others, *(key.person for key in table.results)} - {""}))


def own_game(variant: Variant, epoch: int) -> DailyGame:
    """Return the daily game of a variant of this site as tables store it."""
    return DailyGame(OWN + variant.path, variant.boards, variant.tries, epoch)


def daily_results(table: Table, calendar: Calendar) -> Table:
    """Return a table of the valid results of named people in this site's daily games.

    Only the days of `calendar` are included. Joined names and people left out are applied, then
    dropped; renames stay. A result that gets another name by a join is no longer checked, so that
    nobody can claim the checked results of others.
    """
    games: dict[str, DailyGame] = {}
    for key, game in table.games.items():
        variant = read_variant(game.name.removeprefix(OWN)) if game.name.startswith(OWN) else None
        if variant is not None:
            games[key] = own_game(variant, calendar.epoch)
    results: dict[ResultKey, Values] = {}
    for result, values in table.by_person.items():
        is_named = not result.person.startswith((NUMBERED, UNSURE))
        if is_named and result.number in calendar.days and result.game in games:
            game, written = games[result.game], table.results.get(result, {})
            possible = {
                value: written.get(value, False)
                for value in values
                if value == LOSS or game.boards <= value <= game.limit
            }
            if possible:
                results[result] = possible
    names, played = table.names, {key.game for key in results}
    hinted, hard = (
        frozenset(key._replace(person=names[key.person]) for key in marked) & results.keys()
        for marked in (table.hinted, table.hard)
    )
    return Table(
        {key: games[key] for key in sorted(played)},
        results,
        sure=frozenset(key.person for key in results),
        hinted=hinted,
        hard=hard,
        id=table.id,
        renames={pair: n for pair, n in table.renames.items() if n in calendar.renames},
    )


def results_of_player(records: Iterable[Record], person: str, calendar: Calendar) -> Table:
    """Return a table of the player's own daily games that were begun on their day.

    The results are checked, unless they came from a file. `person` is the player's name in the
    table.
    """
    games: dict[str, DailyGame] = {}
    results: dict[ResultKey, Values] = {}
    hinted, hard = set[ResultKey](), set[ResultKey]()
    for record in records:
        day = record.day
        if day is None or not (record.is_over and record.is_on_time and day in calendar.days):
            continue
        game = own_game(record.variant, calendar.epoch)
        key = ResultKey(person, game.key, day)
        games[game.key] = game
        value = len(record.guesses) if record.status is Status.WON else LOSS
        results[key] = {value: not record.is_restored}
        if record.hinted:
            hinted.add(key)
        if record.hard:
            hard.add(key)
    return Table(
        games,
        results,
        sure=frozenset({person}),
        hinted=frozenset(hinted),
        hard=frozenset(hard),
    )


def results_of_day(table: Table, game: DailyGame, number: int) -> tuple[tuple[str, Values], ...]:
    """Return the people and results of a day, the best first."""
    results = [
        (key.person, values)
        for key, values in table.results.items()
        if (key.game, key.number) == (game.key, number)
    ]
    lost = guesses_of_loss(game.limit)
    return tuple(sorted(results, key=lambda item: (counted(item[1]) or lost, item[0].casefold())))


def pack_kept(kept: KeptTable, key: bytes, room: int) -> str:
    """Return a kept table as a text of at most `room` characters, with the latest days that fit.

    Raises:
        LeagueError: not even the latest day fits.
    """
    rest = "".join("." + to_base64url(text.encode()) for text in (kept.person, kept.group))
    token, fitting = pack(kept.table, key, room - len(rest))
    if kept.table.results and not fitting.results:
        raise LeagueError("room", MAX_KEPT_PEOPLE)
    return token + rest


def read_kept(text: str, keys: list[bytes]) -> KeptTable | None:
    """Return the table that `pack_kept` wrote; None for any other text.

    The caller must limit the length of the text.
    """
    token, *names = text.split(".")
    if len(names) != 2:
        return None
    try:
        person, group = ((from_base64url(name) or b"").decode() for name in names)
        table, _ = unpack(token, keys)
    except ValueError:
        return None
    if not person or person != clean_name(person) or group != clean_name(group):
        return None
    if len(people_of(table, person)) > MAX_KEPT_PEOPLE:
        return None
    return KeptTable(table, person, group)
