"""Tables of friends: results by day, merging of tables, and standings.

All parts of a table merge like sets, so merging is commutative, associative and idempotent: two
people can add results at the same time, and their tables are equal once each is merged with the
other.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, field, replace
from datetime import date
from fractions import Fraction
from functools import cached_property
from itertools import groupby, islice
from typing import Final, NamedTuple

from wordle_web.game.errors import LeagueError

ID_BYTES: Final = 3  # length of the random id of a table that browsers keep
LOSS: Final = 0  # the value of a lost game; that of a won game is its number of guesses
OWN: Final = "="  # before the path of a variant, as the name of a game of this site
ABSURD: Final = "=absurd"  # the name of absurd mode
MAX_LIMIT: Final = 60  # guesses allowed in a game
MAX_PEOPLE: Final = 200
MAX_GAMES: Final = 100
MAX_DAYS: Final = 4000
MAX_RESULTS: Final = 40_000
MAX_RENAMES: Final = 24
# A missing name is replaced by this sign, a number and random characters, which are not derived
# from the phone number.
NUMBERED: Final = "#"
# The name of an uncertain sender is replaced by this sign, a possible name and a code.
UNSURE: Final = "*"
MAX_UNSURE: Final = 40  # uncertain senders in a chat
ENOUGH_SHARED: Final = 3  # number of shared results that identify a person without a name

# The values of one result, each with whether a seal proved it. More than one is a contradiction.
Values = Mapping[int, bool]
# Pairs of an earlier and a later name, with the sequence number of the rename. The rename with the
# highest number determines the current name.
Renames = Mapping[tuple[str, str], int]
SPANS: Final = {"week": 7, "month": 30, "all": 0}  # days up to the latest one; 0 for all
MAX_WEEKS: Final = 8
SHARE_OF_GAMES: Final = 4  # a rank requires the most games of one person divided by this
LEAST_GAMES: Final = 2  # games that a rank requires, unless nobody has played as many


@dataclass(frozen=True, slots=True)
class DailyGame:
    """A game with numbered days, of this or any other site."""

    name: str  # as written in a chat, or `OWN` and the path of a variant of this site, or `ABSURD`
    boards: int
    limit: int  # number of guesses allowed; 0 for no limit
    epoch: int = 0  # the ordinal of the date of day 0; 0 if unknown

    @property
    def key(self) -> str:
        """The key of the game, which ignores the case of its name."""
        return f"{self.boards} {self.name.casefold()}"

    def merged(self, other: "DailyGame") -> "DailyGame":
        """Return the game with the facts of this and another table; both must have the same key."""
        limit, epoch = max(self.limit, other.limit), max(self.epoch, other.epoch)
        return DailyGame(min(self.name, other.name), self.boards, limit, epoch)


class ResultKey(NamedTuple):
    """The key of a result: the person's name as written, the game's key, the day's number."""

    person: str
    game: str
    number: int


@dataclass(frozen=True)
class Table:
    """The results of a group, and the decisions about names."""

    games: Mapping[str, DailyGame] = field(default_factory=dict)  # by their keys
    results: Mapping[ResultKey, Values] = field(default_factory=dict)
    # The pseudonyms in the sealed results of each person.
    seals: Mapping[str, frozenset[bytes]] = field(default_factory=dict)
    # Names that come from a header or were confirmed; the page asks about the others.
    sure: frozenset[str] = frozenset()
    joins: frozenset[tuple[str, str]] = frozenset()  # pairs of a spelling and the name to use
    left_out: frozenset[str] = frozenset()  # names of people whose results do not count
    cut: bool = False  # whether older days are missing, because they did not fit or were dropped
    hinted: frozenset[ResultKey] = frozenset()  # results that were shared with a hint
    hard: frozenset[ResultKey] = frozenset()  # results that were shared in hard mode
    id: bytes = b""  # identifies a table that browsers keep; empty for others
    renames: Renames = field(default_factory=dict)  # already applied: no result has an earlier name

    @cached_property
    def people(self) -> tuple[str, ...]:
        """All names as written, including those joined to others or left out, sorted."""
        joined = {name for pair in self.joins for name in pair}
        return tuple(sorted({result.person for result in self.results} | joined | self.left_out))

    @cached_property
    def unsure(self) -> Mapping[str, Mapping[ResultKey, Values]]:
        """The results of uncertain senders who are not confirmed yet, by placeholder (`UNSURE`)."""
        placeholders = {name for name in self.unconfirmed if name.startswith(UNSURE)}
        by_placeholder: dict[str, dict[ResultKey, Values]] = {}
        for key, values in self.results.items():
            if key.person in placeholders:
                by_placeholder.setdefault(key.person, {})[key] = values
        return by_placeholder

    @property
    def unconfirmed(self) -> tuple[str, ...]:
        """The names that nobody has confirmed; their results do not count until then."""
        decided = self.sure | self.left_out | {name for name, _ in self.joins}
        targets = {name for _, name in self.joins}
        return tuple(name for name in self.people if name not in decided | targets)

    @property
    def confirmed(self) -> tuple[str, ...]:
        """The names that count, without placeholders; these can be joined or left out."""
        unconfirmed = set(self.unconfirmed)
        hidden = self.left_out | unconfirmed
        return tuple(n for n in self.people if n not in hidden and not n.startswith(UNSURE))

    def part(self, keys: Iterable[ResultKey]) -> "Table":
        """Return the table with only the results of these keys, and their games."""
        results = {key: self.results[key] for key in keys}
        keys_of_games = {result.game for result in results}
        games = {key: game for key, game in self.games.items() if key in keys_of_games}
        hinted, hard = self.hinted & results.keys(), self.hard & results.keys()
        return replace(self, results=results, games=games, hinted=hinted, hard=hard)

    def with_renames(self, renames: Renames) -> "Table":
        """Return the table with more renames, and everything in it under the current names."""
        together = merged_renames(self.renames, renames)
        names = present_names(together)
        if not names:
            return self

        def present(name: str) -> str:
            return names.get(name, name)

        results: dict[ResultKey, Values] = {}
        for result, values in self.results.items():
            key = result._replace(person=present(result.person))
            results[key] = merged_values(results.get(key, {}), values)
        seals: dict[str, frozenset[bytes]] = {}
        for name, pseudonyms in self.seals.items():
            seals[present(name)] = seals.get(present(name), frozenset()) | pseudonyms
        joins = ((present(name), present(other)) for name, other in self.joins)
        hinted, hard = (
            frozenset(key._replace(person=present(key.person)) for key in marked)
            for marked in (self.hinted, self.hard)
        )
        return replace(
            self,
            results=results,
            seals=seals,
            sure=frozenset(map(present, self.sure)),
            joins=frozenset((name, other) for name, other in joins if name != other),
            left_out=frozenset(map(present, self.left_out)),
            hinted=hinted,
            hard=hard,
            renames=together,
        )

    @cached_property
    def names(self) -> Mapping[str, str]:
        """For each name as written, the name of the person, which joined names share."""
        group = {name: {name} for name in self.people}
        for one, other in sorted(self.joins):
            if other not in group[one]:
                both = group[one] | group[other]
                group.update(dict.fromkeys(both, both))
        spelled = {name for name, _ in self.joins}
        # Names that others were joined to come first, then their other spellings, then numbers and
        # placeholders.
        return {
            name: min(spellings, key=lambda n: (n.startswith((NUMBERED, UNSURE)), n in spelled, n))
            for name, spellings in group.items()
        }

    @cached_property
    def by_person(self) -> Mapping[ResultKey, Values]:
        """The results of confirmed participants, with all spellings of a person merged."""
        names, unconfirmed = self.names, set(self.unconfirmed)
        out = {names[name] for name in self.left_out}
        by_person: dict[ResultKey, Values] = {}
        for result, values in self.results.items():
            person = names[result.person]
            if person not in out and result.person not in unconfirmed:
                key = result._replace(person=person) if person != result.person else result
                by_person[key] = (
                    merged_values(by_person[key], values) if key in by_person else values
                )
        return by_person

    def aliases(self) -> frozenset[str]:
        """Return the people who share a pseudonym in their seals with another person of the table.

        They are probably the same person under two names.
        """
        names, owners = self.names, dict[bytes, set[str]]()
        for name, pseudonyms in self.seals.items():
            for pseudonym in pseudonyms:
                owners.setdefault(pseudonym, set()).add(names.get(name, name))
        return frozenset(
            name for sharing in owners.values() if len(sharing) > 1 for name in sharing
        )


def guesses_of_loss(limit: int) -> int:
    """Return the number of guesses for which a loss counts in averages: one more than allowed.

    The rating of guesses (`engine/rating.py`) counts a loss as two more than allowed, so that the
    best play is a certain win rather than a gamble that is as good on average.
    """
    return limit + 1


def counted(values: Values) -> int:
    """Return the value that counts if a result has several: the worst of those that are checked.

    If none is checked, the worst of all counts.

    >>> counted({3: False, 5: False}), counted({3: True, LOSS: True}), counted({3: True, 5: False})
    (5, 0, 3)
    """
    countable = [value for value, is_checked in values.items() if is_checked] or list(values)
    return LOSS if LOSS in countable else max(countable)


def merged_values(one: Values, other: Values) -> dict[int, bool]:
    """Return the values of both; a value that is checked in either is checked."""
    return {value: one.get(value, False) or other.get(value, False) for value in {**one, **other}}


def merged_renames(one: Renames, other: Renames) -> Renames:
    """Return all renames of two tables; a rename in both has the higher sequence number."""
    return {pair: max(one.get(pair, 0), other.get(pair, 0)) for pair in {**one, **other}}


def present_names(renames: Renames) -> dict[str, str]:
    """Return the current names of renamed people, by all of their names.

    >>> present_names({("Ben", "Benny"): 1, ("Benny", "Benjamin"): 2})
    {'Ben': 'Benjamin', 'Benny': 'Benjamin', 'Benjamin': 'Benjamin'}
    >>> present_names({("Ben", "Benny"): 1, ("Benny", "Ben"): 2})
    {'Ben': 'Ben', 'Benny': 'Ben'}
    """
    names: dict[str, str] = {}
    for (old, new), _ in sorted(renames.items(), key=lambda rename: (rename[1], rename[0])):
        called = {names.get(old, old), names.get(new, new)}
        names.update({name: new for name, present in names.items() if present in called})
        names[old] = names[new] = new
    return names


def merged(one: Table, other: Table) -> Table:
    """Return the union of two tables, without the results of people left out of either.

    Raises:
        LeagueError: there are too many people, games, days, results or renames.
    """
    games = dict(one.games)
    for key, game in other.games.items():
        games[key] = games.get(key, game).merged(game)
    results: dict[ResultKey, Values] = dict(one.results)
    for result, values in other.results.items():
        results[result] = merged_values(results.get(result, {}), values)
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
        one.hinted | other.hinted,
        one.hard | other.hard,
        one.id or other.id,
    ).with_renames(merged_renames(one.renames, other.renames))
    # The names of people left out stay, so that results merged later are left out, too.
    names = together.names
    out = {names[name] for name in together.left_out}
    if gone := {name for name, person in names.items() if person in out}:
        seals = {name: sealed for name, sealed in together.seals.items() if name not in gone}
        together = replace(
            together.part(result for result in together.results if result.person not in gone),
            seals=seals,
            sure=together.sure - gone,
        )
    return check_table(together)


def recognized(chat: Table, known: Table, characters: Callable[[], str]) -> Table:
    """Return the table of a chat with new numbers in place of missing names.

    A person gets the number of the same person in `known`, who is recognized by the results: all
    those in one table are in the other, or at least `ENOUGH_SHARED`, and none contradicts. Anybody
    else gets the next number, followed by the random characters that `characters` returns.
    """
    ours, theirs = _nameless(chat), _nameless(known)
    joined = {name for pair in known.joins for name in pair}
    count = sum(name.startswith(NUMBERED) for name in known.people)
    names: dict[str, str] = {}
    for name, results in ours.items():
        shared = {other: _shared(results, theirs[other]) for other in theirs}
        most = max(shared.values(), default=0)
        alike = [other for other, number in shared.items() if number and number == most]
        # If several people match, a joined name could be that of the wrong person.
        if alike and not (alike[1:] and joined & {*alike}):
            names[name] = alike[0]
            del theirs[alike[0]]
        else:
            count += 1
            names[name] = f"{NUMBERED}{count:03}{characters()}"

    def renamed(name: str) -> str:
        return names.get(name, name)

    return replace(
        chat,
        results={
            key._replace(person=renamed(key.person)): values for key, values in chat.results.items()
        },
        seals={renamed(name): pseudonyms for name, pseudonyms in chat.seals.items()},
        sure=frozenset(map(renamed, chat.sure)),
        hinted=frozenset(key._replace(person=renamed(key.person)) for key in chat.hinted),
        hard=frozenset(key._replace(person=renamed(key.person)) for key in chat.hard),
    )


def _nameless(table: Table) -> dict[str, dict[tuple[str, int], Values]]:
    """Return the results of people with a number instead of a name, by game and day."""
    nameless: dict[str, dict[tuple[str, int], Values]] = {}
    for key, values in table.results.items():
        if key.person.startswith(NUMBERED):
            nameless.setdefault(key.person, {})[key.game, key.number] = values
    return nameless


def _shared(one: Mapping[tuple[str, int], Values], other: Mapping[tuple[str, int], Values]) -> int:
    """Return how many results two people share; 0 if they need not be the same person."""
    both = one.keys() & other.keys()
    is_enough = len(both) in {len(one), len(other)} or len(both) >= ENOUGH_SHARED
    if not is_enough or any(one[key].keys().isdisjoint(other[key]) for key in both):
        return 0
    return len(both)


def check_table(table: Table) -> Table:
    """Return `table` if it is not too large.

    Raises:
        LeagueError: there are too many people, games, days, results or renames.
    """
    days = {(result.game, result.number) for result in table.results}
    if len(table.people) > MAX_PEOPLE:
        raise LeagueError("people", MAX_PEOPLE)
    if len(table.games) > MAX_GAMES:
        raise LeagueError("games", MAX_GAMES)
    if len(days) > MAX_DAYS:
        raise LeagueError("days", MAX_DAYS)
    if len(table.results) > MAX_RESULTS:
        raise LeagueError("results", MAX_RESULTS)
    if len(table.renames) > MAX_RENAMES:
        raise LeagueError("renames", MAX_RENAMES)
    return table


class Standing(NamedTuple):
    """A person's row in the standings of a game."""

    name: str
    rank: int  # from 1, the same for equal averages; 0 if there are too few games
    games: int  # number of games played; missed days are not among them
    mean: Fraction  # mean number of guesses; losses and missed days count as `guesses_of_loss`
    wins: int
    streak: int  # the most days won in a row
    counts: Mapping[int, int]  # number of games by guesses, 0 for a loss
    results: Mapping[int, Values]  # by the day's number, latest first
    hinted: frozenset[int] = frozenset()  # the days with a hint
    hard: frozenset[int] = frozenset()  # the days in hard mode


class Standings(NamedTuple):
    """A game's standings, and the days that they cover, the latest first."""

    game: DailyGame
    people: tuple[Standing, ...]
    days: tuple[int, ...]
    # The standings of the last weeks, by the latest day of the week; the latest week first.
    weeks: Mapping[int, tuple[Standing, ...]]
    least_games: int = 1  # games that a rank requires, on days that are over


def standings(
    table: Table,
    key: str,
    span: str = "all",
    *,
    counts_missed: bool = False,
    today: date | None = None,
) -> Standings:
    """Return the standings of the game with this key within a span of `SPANS`.

    The table must have a countable result of the game. With `counts_missed`, a day that a person
    missed counts as a loss if others played it, the person had begun before, and the day is over;
    for games with dates, `today` determines that. Without `counts_missed`, a rank requires a
    quarter of the games of the person who played most. In both cases, a rank requires two games, if
    anybody has two, so that nobody leads after a single lucky day. Who has enough games on the days
    that are over keeps the rank while others have played on the current day already.
    """
    game, mine = table.games[key], dict[str, dict[int, Values]]()
    for result, values in table.by_person.items():
        if result.game == key:
            mine.setdefault(result.person, {})[result.number] = values
    hinted, hard = _marked_days(table, key, table.hinted), _marked_days(table, key, table.hard)
    numbers = sorted({number for results in mine.values() for number in results}, reverse=True)
    days = tuple(n for n in numbers if not SPANS[span] or n > numbers[0] - SPANS[span])
    end = numbers[0] + 1  # the first day that is not over
    if today and game.epoch:
        end = today.toordinal() - game.epoch

    def standings_of(
        days: Sequence[int], least: int = 1, least_over: int = 1
    ) -> tuple[Standing, ...]:
        ranking, ranked = [], set[str]()
        for name, results in mine.items():
            since = min(results)
            missed = sum(since < n < end and n not in results for n in days) if counts_missed else 0
            played = {number: results[number] for number in days if number in results}
            if played or missed:
                over = sum(number < end for number in played)
                if len(played) + missed >= least or over + missed >= least_over:
                    ranked.add(name)
                values = [counted(played[number]) for number in played]
                standing = _standing(game, name, played, values, missed)
                marks = [frozenset(days.get(name, ())) & played.keys() for days in (hinted, hard)]
                ranking.append(standing._replace(hinted=marks[0], hard=marks[1]))
        ranking.sort(
            key=lambda standing: (
                standing.name not in ranked,
                standing.mean,
                -standing.games,
                standing.name.casefold(),
            )
        )
        means = [standing.mean for standing in ranking]
        return tuple(
            standing._replace(rank=means.index(standing.mean) + 1)
            if standing.name in ranked
            else standing
            for standing in ranking
        )

    weeks = groupby(numbers, lambda number: (numbers[0] - number) // SPANS["week"])
    latest = (
        (days[0], standings_of(days)) for _, week in islice(weeks, MAX_WEEKS) for days in [[*week]]
    )
    share = 0 if counts_missed else SHARE_OF_GAMES
    least, least_over = (
        _least_games(mine.values(), part, share)
        for part in (set(days), {number for number in days if number < end})
    )
    people = standings_of(days, least, least_over)
    return Standings(game, people, days, dict(latest), least_over)


def _least_games(people: Iterable[Mapping[int, Values]], days: Set[int], share: int) -> int:
    """Return how many games on these days a rank requires.

    `share` divides the most games that a person has; 0 if there is no such requirement.
    """
    most = max(len(results.keys() & days) for results in people)
    return max(1, -(-most // share) if share else 0, min(most, LEAST_GAMES))


def _marked_days(table: Table, game: str, marked: Iterable[ResultKey]) -> dict[str, set[int]]:
    """Return the days of a game's marked results, by person."""
    days: dict[str, set[int]] = {}
    for result in marked:
        if result.game == game:
            days.setdefault(table.names[result.person], set()).add(result.number)
    return days


def _standing(
    game: DailyGame, name: str, results: dict[int, Values], values: list[int], missed: int
) -> Standing:
    """Return the row of a person, without a rank.

    `values` are the values that count, in the order of `results`, and `missed` is the number of
    missed days that count as losses.
    """
    lost = guesses_of_loss(game.limit or max([*values, 0]))  # absurd mode has no limit
    losses = values.count(LOSS) + missed
    won = sorted(number for number, value in zip(results, values, strict=True) if value != LOSS)
    # Consecutive days have the same difference between their number and their index in this list.
    runs = groupby(number - place for place, number in enumerate(won))
    return Standing(
        name=name,
        rank=0,
        games=len(values),
        mean=Fraction(sum(values) + lost * losses, len(values) + missed),
        wins=len(won),
        streak=max((len(list(run)) for _, run in runs), default=0),
        counts=Counter(values),
        results=results,
    )


def games_of(table: Table) -> tuple[str, ...]:
    """Return the keys of games with countable results, those with the most results first."""
    counts = Counter(result.game for result in table.by_person)
    return tuple(sorted(counts, key=lambda key: (-counts[key], key)))
