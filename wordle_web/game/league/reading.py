"""The table that a chat gives: its results, each with who had it and on which day."""

import re
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from datetime import date
from typing import Final

from wordle_web.game.errors import LeagueError
from wordle_web.game.league.chats import Message, WrittenDate, clean_name
from wordle_web.game.league.results import (
    MAX_GAME_NAME,
    OWN,
    SQUARES,
    Found,
    OwnGames,
    find_results,
)
from wordle_web.game.league.table import (
    MAX_PEOPLE,
    MAX_RESULTS,
    NUMBERED,
    DailyGame,
    Place,
    Table,
    check_table,
)

# A result with its seal: the path of the puzzle, the seal, and the result claimed; the pseudonym.
CheckSeal = Callable[[str, str, int], bytes | None]

MAX_LINES_BACK: Final = 40
NEAR: Final = 1000  # characters around a result in which its link is, or whose it was
# Day, month and year among the three numbers of a date.
ORDERS: Final = {"dmy": (2, 1, 0), "mdy": (2, 0, 1), "ymd": (0, 1, 2)}
AMERICAN: Final = {"/ AM"}  # of two that fit as well, the month first
LATEST: Final = date(2100, 1, 1).toordinal()

_TELEPHONE = re.compile(r"\+?[0-9][0-9\s().\-\u2010-\u2015]{6,}")
_EDITED = re.compile(
    r"[<(]\W*(?:[^<>()\n]{0,40}\W)?(?:edited|bearbeitet|editado|editada|editó|modifié)\b"
    r"[^<>()\n]{0,10}[>)]",
    re.IGNORECASE,
)
_FORWARDED = re.compile(
    r"^\W{0,3}(?:forwarded (?:message )?from|weitergeleitet von|reenviado de|transféré de"
    r"|encaminhad[oa] de):?[^\S\n]+([^\n]{1,80})$",
    re.IGNORECASE | re.MULTILINE,
)
_SEAL = re.compile(
    r"/((?:[^\s/?#]{1,40}/){0,5}daily/[0-9]{1,7})\?(?:[^\s#]{0,200}&)?seal=([\w-]{1,60})"
)
_NO_NAME = re.compile(rf"[{SQUARES}\u20e3🔟🕐-🕛]|://|[0-9]/[0-9]|^>")


@dataclass(frozen=True, slots=True)
class ChatReading:
    """The table that a chat gave, and how many results of nobody in particular it had."""

    table: Table
    nameless: int = 0


@dataclass(slots=True)
class Reader:
    """Reads messages one by one.

    Attributes:
        own: How this site names its games.
        check_seal: Returns the pseudonym of a sealed result; None where the seal is not ours.
        digest: Returns what stands for a telephone number, which is kept nowhere.
        first_day: The date of day 1 of this site's games.
    """

    own: OwnGames
    check_seal: CheckSeal
    digest: Callable[[str], str]
    first_day: date
    _games: dict[str, DailyGame] = field(default_factory=dict)
    _results: dict[Place, dict[int, bool]] = field(default_factory=dict)
    _stamps: dict[Place, str] = field(default_factory=dict)
    _dates: dict[Place, WrittenDate] = field(default_factory=dict)
    _dateless: list[tuple[Place, Found, WrittenDate]] = field(default_factory=list)
    _seals: dict[str, set[bytes]] = field(default_factory=dict)
    _sure: set[str] = field(default_factory=set)
    _with_grid: set[str] = field(default_factory=set)
    _senders: dict[str, str] = field(default_factory=dict)
    _nameless: int = 0
    _count: int = 0
    _named: dict[int, str] = field(default_factory=dict)  # of a message, by where a result begins

    def read(self, messages: Iterable[Message]) -> ChatReading:
        """Return what all messages give.

        Raises:
            LeagueError: there are too many people, games, days or results.
        """
        for message in messages:
            self._named.clear()
            here = sorted(find_results(message.body, self.own), key=lambda each: each.start)
            if here and not message.is_edited and _EDITED.search(message.body):
                message = replace(message, is_edited=True)
            for found in here:
                self._add(message, found)
            self._count += len(here)
            if self._count > MAX_RESULTS:
                raise LeagueError("results", MAX_RESULTS)
        self._date_all()
        spoken = self._sentences()
        results = {place: v for place, v in self._results.items() if place.game not in spoken}
        people = {place.person for place in results}
        table = Table(
            {key: game for key, game in self._games.items() if key not in spoken},
            results,
            {name: frozenset(each) for name, each in self._seals.items() if name in people},
            frozenset(self._sure & people),
        )
        return ChatReading(check_table(table), self._nameless)

    def _add(self, message: Message, found: Found) -> None:
        person = self._person(message, found)
        if not person:
            self._nameless += 1
            return
        if message.sender:
            self._sure.add(person)
        game = DailyGame(found.game, found.boards, found.most)
        if found.number is None:
            if message.date:
                self._dateless.append((Place(person, game.key, 0), found, message.date))
            return
        known = self._games.get(game.key)
        self._games[game.key] = known.merged(game) if known else game
        if found.has_grid:
            self._with_grid.add(game.key)
        place = Place(person, game.key, found.number)
        values = self._results.setdefault(place, {})
        if message.is_edited or (message.stamp and self._stamps.get(place) == message.stamp):
            values.clear()
        values[found.value] = self._is_sealed(message.body, found, person) or values.get(
            found.value, False
        )
        self._stamps[place] = message.stamp
        if message.date:
            self._dates.setdefault(place, message.date)

    def _person(self, message: Message, found: Found) -> str:
        """Return who had a result: the sender, from whom it was forwarded, or the line above."""
        first = max(0, found.start - NEAR)
        forwarded = _FORWARDED.search(message.body, first, found.start + 1) if found.start else None
        if forwarded:
            return clean_name(forwarded[1])
        if not message.sender:
            name = self._named[found.start] = self._name_above(message.body, found.start)
            return name
        known = self._senders.get(message.sender)
        if known is None:
            is_number = _TELEPHONE.fullmatch(message.sender)
            digits = "".join(filter(str.isdecimal, message.sender))
            known = NUMBERED + self.digest(digits) if is_number else message.sender
            if len(self._senders) >= MAX_PEOPLE:
                raise LeagueError("people", MAX_PEOPLE)
            self._senders[message.sender] = known
        return known

    def _name_above(self, body: str, end: int) -> str:
        for _ in range(MAX_LINES_BACK):
            if end <= 0:
                break
            start = body.rfind("\n", 0, end - 1) + 1
            line, end = body[start : end - 1].strip(), start
            if start in self._named:
                return self._named[start]
            if line and not _NO_NAME.search(line):
                is_name = len(line) <= MAX_GAME_NAME and any(map(str.isalpha, line))
                return clean_name(line.rstrip(":")) if is_name else ""
        return ""

    def _is_sealed(self, body: str, found: Found, person: str) -> bool:
        if not found.game.startswith(OWN) or "seal=" not in body:
            return False
        for path, seal in _SEAL.findall(body, found.start, found.start + NEAR):
            puzzle = f"{found.game.removeprefix(OWN)}daily/{found.number}"
            if path.endswith(puzzle):
                pseudonym = self.check_seal(puzzle, seal, found.value)
                if pseudonym:
                    self._seals.setdefault(person, set()).add(pseudonym)
                return pseudonym is not None
        return False

    def _sentences(self) -> set[str]:
        """Return the keys of what are no games: "I had Wordle" where there is a game Wordle."""
        counts = Counter(place.game for place in self._results)
        found = set()
        for key, game in self._games.items():
            words = game.name.casefold().split()
            ends = {f"{game.boards} {' '.join(words[n:])}" for n in range(1, len(words))}
            is_known = any(end in self._with_grid or counts[end] > counts[key] for end in ends)
            if key not in self._with_grid and is_known:
                found.add(key)
        return found

    def _date_all(self) -> None:
        """Find on which date each game has its day 0, and the day of results without a number."""
        dates = (*self._dates.values(), *(written for _, _, written in self._dateless))
        orders = {each: self._order_of(each) for each in {date.separator for date in dates}}
        epochs: dict[str, Counter[int]] = {}
        for place, written in self._dates.items():
            if ordinal := ordinal_of(written, orders[written.separator]):
                epochs.setdefault(place.game, Counter())[ordinal - place.number] += 1
        own_epoch = self.first_day.toordinal() - 1
        for key, game in self._games.items():
            ranked = epochs.get(key, Counter[int]()).most_common(1)
            epoch = own_epoch if game.name.startswith(OWN) else ranked[0][0] if ranked else 0
            self._games[key] = replace(game, epoch=max(0, epoch))
        for place, found, written in self._dateless:
            number = ordinal_of(written, orders[written.separator]) - own_epoch
            if number > 0:
                game = DailyGame(found.game, found.boards, found.most, own_epoch)
                self._games[place.game] = game
                dated = replace(place, number=number)
                self._results.setdefault(dated, {})[found.value] = False

    def _order_of(self, separator: str) -> str:
        """Return the order of the dates with a separator: the one by which days fit numbers best.

        Of orders that fit as well, the day comes first, beside a time of twelve hours the month.
        """
        mine = [(place, each) for place, each in self._dates.items() if each.separator == separator]
        own_epoch, best, order = self.first_day.toordinal() - 1, (-1, -1), ""
        for each in sorted(ORDERS, key=lambda name: name != "mdy" and separator in AMERICAN):
            offsets = Counter(
                (place.game, ordinal - place.number)
                for place, written in mine
                if (ordinal := ordinal_of(written, each))
            )
            ours = sum(
                n for (game, epoch), n in offsets.items() if epoch == own_epoch and OWN in game
            )
            fit = offsets.total(), ours + sum(n for _, n in offsets.most_common(3))
            if fit > best:
                best, order = fit, each
        return order


def ordinal_of(written: WrittenDate, order: str) -> int:
    """Return the ordinal of a date read in an order; 0 if it is none, or has no year.

    >>> date.fromordinal(ordinal_of(WrittenDate((31, 12, 23), "."), "dmy")).isoformat()
    '2023-12-31'
    """
    if len(written.numbers) < 3:
        return 0
    year, month, day = (written.numbers[place] for place in ORDERS[order])
    try:
        found = date(year + 2000 * (year < 100), month, day).toordinal()
    except ValueError:
        return 0
    return found if found < LATEST else 0
