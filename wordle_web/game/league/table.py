"""The table of a group: who had which result on which day, and how two tables become one.

Everything in a table is a set or grows like one, so merging is commutative, associative and
idempotent: two people can add at the same time, and either table, merged with the other, is the
same.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from wordle_web.game.errors import LeagueError
from wordle_web.game.league.results import LOSS

MAX_PEOPLE: Final = 200
MAX_GAMES: Final = 100
MAX_DAYS: Final = 4000
MAX_RESULTS: Final = 40_000
NUMBERED: Final = "#"  # before the digest of a telephone number, in place of a name

# Each value seen, and whether a seal proved it. More than one is a contradiction.
Values = Mapping[int, bool]


@dataclass(frozen=True, slots=True)
class DailyGame:
    """A game that people have results of.

    Attributes:
        name: As written, or the path of a variant of this site; see `results.OWN`.
        most: Guesses allowed; 0 for no bound.
        epoch: The ordinal of the date of day 0; 0 if unknown.
    """

    name: str
    boards: int
    most: int
    epoch: int = 0

    @property
    def key(self) -> str:
        """What is the same in all spellings."""
        return f"{self.boards} {self.name.casefold()}"

    def merged(self, other: "DailyGame") -> "DailyGame":
        """Return the game by what two tables know of it."""
        return DailyGame(
            min(self.name, other.name),
            self.boards,
            max(self.most, other.most),
            max(self.epoch, other.epoch),
        )


@dataclass(frozen=True, slots=True)
class Place:
    """Where in a table a result stands: the person as written, the game's key, the day's number."""

    person: str
    game: str
    number: int


@dataclass(frozen=True, slots=True)
class Table:
    """The results of a group, and what has been decided about its people.

    Attributes:
        games: By their keys.
        results: By person, game and number.
        seals: The pseudonyms that sealed results of a person carried.
        sure: Names that a header told or somebody confirmed; others are asked for.
        joins: Pairs of a spelling and the name that it stands for.
        left_out: Names that do not take part.
        cut: Whether days were left out of a link.
    """

    games: Mapping[str, DailyGame] = field(default_factory=dict)
    results: Mapping[Place, Values] = field(default_factory=dict)
    seals: Mapping[str, frozenset[bytes]] = field(default_factory=dict)
    sure: frozenset[str] = frozenset()
    joins: frozenset[tuple[str, str]] = frozenset()
    left_out: frozenset[str] = frozenset()
    cut: bool = False

    @property
    def people(self) -> tuple[str, ...]:
        """All names as written, those that only stand for others too."""
        joined = {name for pair in self.joins for name in pair}
        return tuple(sorted({place.person for place in self.results} | joined | self.left_out))

    @property
    def asked(self) -> tuple[str, ...]:
        """The names that nobody has confirmed, and that are no results' owners until then."""
        decided = self.sure | self.left_out | {name for name, _ in self.joins}
        targets = {name for _, name in self.joins}
        return tuple(name for name in self.people if name not in decided | targets)

    @property
    def settled(self) -> tuple[str, ...]:
        """The names that can be joined or left out."""
        asked = set(self.asked)
        return tuple(name for name in self.people if name not in self.left_out | asked)

    def part(self, places: Iterable["Place"]) -> "Table":
        """Return the table with the results in some places alone, and their games."""
        results = {place: self.results[place] for place in places}
        kept = {place.game for place in results}
        games = {key: game for key, game in self.games.items() if key in kept}
        return replace(self, results=results, games=games)

    def names(self) -> dict[str, str]:
        """Return for each name as written the one of the person that it belongs to."""
        group = {name: {name} for name in self.people}
        for one, other in sorted(self.joins):
            both = group[one] | group[other]
            group.update(dict.fromkeys(both, both))
        spelled = {name for name, _ in self.joins}
        # The name that others stand for, and never a number where there is a name.
        return {
            name: min(each, key=lambda n: (n.startswith(NUMBERED), n in spelled, n))
            for name, each in group.items()
        }

    def by_person(self) -> dict[Place, Values]:
        """Return the results of those who take part, with the spellings of a person as one."""
        names, asked = self.names(), set(self.asked)
        out = {names[name] for name in self.left_out}
        found: dict[Place, Values] = {}
        for place, values in self.results.items():
            person = names[place.person]
            if person not in out and place.person not in asked:
                where = replace(place, person=person)
                found[where] = merged_values(found.get(where, {}), values)
        return found

    def pretenders(self) -> frozenset[str]:
        """Return the people who share a pseudonym with somebody of another name."""
        names, owners = self.names(), dict[bytes, set[str]]()
        for name, pseudonyms in self.seals.items():
            for each in pseudonyms:
                owners.setdefault(each, set()).add(names.get(name, name))
        return frozenset(name for each in owners.values() if len(each) > 1 for name in each)


def worst(values: Iterable[int]) -> int:
    """Return the result that counts of several for one day.

    >>> worst([3, 5]), worst([3, LOSS])
    (5, 0)
    """
    kept = list(values)
    return LOSS if LOSS in kept else max(kept)


def merged_values(one: Values, other: Values) -> dict[int, bool]:
    """Return all values seen; one that a seal proved in either is proved."""
    return {value: one.get(value, False) or other.get(value, False) for value in {**one, **other}}


def merged(one: Table, other: Table) -> Table:
    """Return what two tables hold together.

    Raises:
        LeagueError: there are too many people, games or days.
    """
    games = dict(one.games)
    for key, game in other.games.items():
        games[key] = games[key].merged(game) if key in games else game
    results: dict[Place, Values] = dict(one.results)
    for place, values in other.results.items():
        results[place] = merged_values(results.get(place, {}), values)
    seals = {
        name: one.seals.get(name, frozenset()) | other.seals.get(name, frozenset())
        for name in {**one.seals, **other.seals}
    }
    together = Table(
        games,
        results,
        seals,
        one.sure | other.sure,
        one.joins | other.joins,
        one.left_out | other.left_out,
        one.cut or other.cut,
    )
    return check_table(without_left_out(together))


def without_left_out(table: Table) -> Table:
    """Return a table without the results of those who are left out; their names stay, to be known.

    They go from whatever is merged later, too.
    """
    names = table.names()
    out = {names[name] for name in table.left_out}
    gone = {name for name, person in names.items() if person in out}
    if not gone:
        return table
    return replace(
        table.part(place for place in table.results if place.person not in gone),
        seals={name: each for name, each in table.seals.items() if name not in gone},
        sure=table.sure - gone,
    )


def check_table(table: Table) -> Table:
    """Return `table` if it is not too large.

    Raises:
        LeagueError: there are too many people, games, days or results.
    """
    days = {(place.game, place.number) for place in table.results}
    if len(table.people) > MAX_PEOPLE:
        raise LeagueError("people", MAX_PEOPLE)
    if len(table.games) > MAX_GAMES:
        raise LeagueError("games", MAX_GAMES)
    if len(days) > MAX_DAYS:
        raise LeagueError("days", MAX_DAYS)
    if len(table.results) > MAX_RESULTS:
        raise LeagueError("results", MAX_RESULTS)
    return table
