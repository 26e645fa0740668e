"""The page of a group's table: standings, days, people, and what goes back into the chat."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from itertools import count
from typing import Annotated, Any

from flask import url_for

from wordle_web.game.errors import PuzzleError
from wordle_web.game.league.packing import MAX_READ
from wordle_web.game.league.results import ABSURD, OWN
from wordle_web.game.league.standings import SPANS, Standing, Standings, games_of, standings
from wordle_web.game.league.table import NUMBERED, DailyGame, Table
from wordle_web.game.puzzles.variants import HOME, read_variant
from wordle_web.parsing import MAX_NUMBER
from wordle_web.web.services import services, services_of
from wordle_web.web.ui.address_state import AddressState, Part, line, number, one_of, switch
from wordle_web.web.ui.formatting import (
    boards_text,
    decimal,
    number_text,
    own_name,
    short_date_text,
)
from wordle_web.web.ui.histogram import Histogram, bars_of, histogram
from wordle_web.web.ui.i18n import gettext

TEXT_LINES = 8
MAX_COLUMNS = 9
FIGURE_SPACE = "\N{FIGURE SPACE}"


@dataclass(frozen=True, slots=True)
class LeagueState(AddressState):
    """What the address says: the table, which part of it is shown, and what has just been done."""

    table: Annotated[str, Part(line(MAX_READ))] = ""
    game: Annotated[str, Part(line())] = ""
    span: Annotated[str, Part(one_of(SPANS))] = "month"
    missed: Annotated[bool, Part(switch)] = False
    added: Annotated[int, Part(number(-1, MAX_NUMBER))] = -1
    nameless: Annotated[int, Part(number(0, MAX_NUMBER))] = 0

    def url(self, **changes: Any) -> str:
        """Return the address of this state, with some changes."""
        shown = replace(self, **{"added": -1, "nameless": 0, **changes})
        return shown.address(url_for("league.league"))


@dataclass(frozen=True, slots=True)
class LeaguePage:
    """The form for a chat, and the table that the address holds.

    Attributes:
        labels: How each name is shown.
        titles: The names of all games, by their keys.
        found: The standings of one of them; None without results.
        bars: A picture of the results of each person in them.
        days: The date of each day by its number, empty if unknown.
        text: To be copied back into the chat.
    """

    state: LeagueState
    table: Table
    problem: str
    typed: str
    labels: Mapping[str, str]
    titles: Mapping[str, str] = field(default_factory=dict)
    found: Standings | None = None
    bars: Mapping[str, Histogram] = field(default_factory=dict)
    days: Mapping[int, str] = field(default_factory=dict)
    text: str = ""
    cut: str = ""

    @property
    def link(self) -> str:
        """The address to send, of the table without what is chosen of it."""
        state = LeagueState(self.state.table, missed=self.state.missed)
        return state.address(url_for("league.league", _external=True))

    @property
    def pretenders(self) -> str:
        """Who shares a pseudonym with somebody."""
        return ", ".join(sorted(self.labels.get(each, each) for each in self.table.pretenders()))

    @property
    def has_flagged(self) -> bool:
        """Whether a day has two different results of somebody."""
        people = self.found.people if self.found else ()
        return any(len(values) > 1 for each in people for values in each.results.values())


def league_page(state: LeagueState, table: Table, problem: str, typed: str) -> LeaguePage:
    """Return the view model of a table; without results, of the form alone."""
    keys, labels = games_of(table), _labels(table)
    key = state.game if state.game in keys else ""
    state = replace(state, game=key, added=-1, nameless=0)
    if not keys:
        return LeaguePage(state, table, problem, typed, labels)
    found = standings(table, key or keys[0], state.span, counts_missed=state.missed)
    titles = {each: game_title(table.games[each]) for each in keys}
    return LeaguePage(
        state,
        table,
        problem,
        typed,
        labels,
        titles,
        found,
        bars={each.name: _bars(each, found) for each in found.people},
        days={number: _date_text(found.game, number) for number in found.days},
        text=_text(found, titles[found.game.key], labels),
        cut=_cut_text(table),
    )


def _labels(table: Table) -> dict[str, str]:
    """Return how each name is shown: a telephone number as "Person 1"."""
    numbers = count(1)
    return {
        name: gettext("Person %(number)s", number=next(numbers))
        if name.startswith(NUMBERED)
        else name
        for name in table.people
    }


def _cut_text(table: Table) -> str:
    if not table.cut or not table.results:
        return ""
    first = min(table.results, key=lambda each: table.games[each.game].epoch + each.number)
    day = _date_text(table.games[first.game], first.number) or number_text(first.number)
    return gettext("The days before %(day)s didn’t fit into the link and were left out.", day=day)


def game_title(game: DailyGame) -> str:
    """Return the name of a game: of this site's own in the visitor's language."""
    if not game.name.startswith(OWN):
        return game.name
    name = services().settings.site_name
    if game.name == ABSURD:
        return f"{name} · {gettext('Absurd mode')}"
    variant = read_variant(game.name.removeprefix(OWN)) or HOME
    site = services_of(variant.language)
    if variant.language:
        name = f"{name} {own_name(site.language) if site else variant.language}"
    return " · ".join(filter(None, (name, boards_text(variant))))


def _bars(each: Standing, found: Standings) -> Histogram:
    most = min(found.game.most or max(each.counts, default=1), MAX_COLUMNS - 1)
    counts = [0] * (most + 1)  # 1, 2, 3 … guesses, and last what was lost or took more
    for guesses, games in each.counts.items():
        counts[min(guesses, most + 1) - 1 if guesses else most] += games
    labels = (*range(1, most + 1), "X")
    text = ", ".join(f"{label}: {count}" for label, count in zip(labels, counts, strict=True))
    highest = max(bars_of(counts)) or 1
    return histogram(counts, columns=most + 1, highest=highest, tries=most, text=text)


def _date_text(game: DailyGame, number: int) -> str:
    try:
        return short_date_text(date.fromordinal(game.epoch + number)) if game.epoch else ""
    except (ValueError, OverflowError, PuzzleError):
        return ""


def _text(found: Standings, title: str, labels: dict[str, str]) -> str:
    """Return the standings as at most eight lines, figures first, so that they stand in columns."""
    people = found.people
    left = len(people) - (TEXT_LINES - 1)
    shown = people if left <= 0 else people[: TEXT_LINES - 2]
    lines = [title]
    for each in shown:
        rank = str(each.rank).rjust(2, FIGURE_SPACE)
        games = number_text(each.games).rjust(3, FIGURE_SPACE)
        lines.append(f"{rank}. {decimal(float(each.mean))} ({games}) {labels[each.name]}")
    if left > 0:
        lines.append(gettext("… and %(number)s more", number=len(people) - len(shown)))
    return "\n".join(lines)
