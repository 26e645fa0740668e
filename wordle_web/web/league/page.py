"""The page of a group's table: standings, days, people, and what goes back into the chat."""

from dataclasses import dataclass, replace
from datetime import date
from fractions import Fraction
from typing import Annotated, Any

from flask import url_for

from wordle_web.game.errors import PuzzleError
from wordle_web.game.league.packing import MAX_READ
from wordle_web.game.league.results import ABSURD, LOSS, OWN
from wordle_web.game.league.standings import SPANS, Standing, Standings, games_of, standings
from wordle_web.game.league.table import NUMBERED, DailyGame, Table, Values, worst
from wordle_web.game.puzzles.variants import HOME, read_variant
from wordle_web.parsing import MAX_NUMBER
from wordle_web.web.services import services, services_of
from wordle_web.web.ui.address_state import AddressState, Part, line, number, one_of, switch
from wordle_web.web.ui.components import Option
from wordle_web.web.ui.formatting import (
    boards_text,
    format_decimal,
    number_text,
    own_name,
    short_date_text,
)
from wordle_web.web.ui.histogram import Histogram, bars_of, histogram
from wordle_web.web.ui.i18n import gettext
from wordle_web.web.ui.queries import Pairs

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
class Cell:
    """A result of somebody on a day; empty where there is none."""

    text: str
    is_lost: bool = False
    is_checked: bool = False
    is_flagged: bool = False


@dataclass(frozen=True, slots=True)
class PersonRow:
    """Somebody in the standings, with figures as texts and a picture of the results."""

    rank: str
    name: str
    mean: str
    games: str
    wins: str
    streak: str
    bars: Histogram
    is_flagged: bool


@dataclass(frozen=True, slots=True)
class DayRow:
    """A day, with a result for each person, in the order of the standings."""

    label: str
    date: str
    cells: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class Tables:
    """What there is to see of a game.

    Attributes:
        title: The game's name.
        games: All games, as links.
        spans: Week, month and all, as links.
        missed: Counts missed days like losses, or no longer.
        loss: What a loss counts, in a sentence.
        text: To be copied back into the chat.
        link: To the table.
    """

    title: str
    games: tuple[Option, ...]
    spans: tuple[Option, ...]
    missed: Option
    loss: str
    rows: tuple[PersonRow, ...]
    days: tuple[DayRow, ...]
    text: str
    link: str
    has_checked: bool
    has_flagged: bool


@dataclass(frozen=True, slots=True)
class LeaguePage:
    """The form for a chat, and the table that the address holds.

    Attributes:
        hidden: Fields that the forms take along.
        kept: Those of forms that change the table.
        people: Names as written, to be joined or left out: value and label.
        asked: Names that no header told.
        cut: Which days did not fit, in a sentence.
    """

    hidden: Pairs
    problem: str
    typed: str
    tables: Tables | None
    people: tuple[Option, ...]
    asked: tuple[Option, ...]
    pretenders: str
    cut: str


def league_page(state: LeagueState, table: Table, problem: str, typed: str) -> LeaguePage:
    """Return the view model of a table; without results, of the form alone."""
    keys = games_of(table)
    shown = replace(state, game=state.game if state.game in keys else "", added=-1, nameless=0)
    labels = _labels(table)
    names = [name for name in table.people if name not in table.left_out]
    return LeaguePage(
        hidden=shown.pairs(),
        problem=problem,
        typed=typed,
        tables=_tables(shown, table, keys, labels) if keys else None,
        people=tuple(Option(name, labels[name]) for name in names if name not in table.asked),
        asked=tuple(Option(name, labels[name]) for name in table.asked),
        pretenders=", ".join(sorted(labels.get(name, name) for name in table.pretenders())),
        cut=_cut_text(table),
    )


def _labels(table: Table) -> dict[str, str]:
    """Return how each name is shown: a telephone number as "Person 1"."""
    numbered = [name for name in table.people if name.startswith(NUMBERED)]
    labels = {name: name for name in table.people}
    for place, name in enumerate(numbered, 1):
        labels[name] = gettext("Person %(number)s", number=place)
    return labels


def _cut_text(table: Table) -> str:
    if not table.cut or not table.results:
        return ""
    first = min(table.results, key=lambda each: table.games[each.game].epoch + each.number)
    day = _date_text(table.games[first.game], first.number) or number_text(first.number)
    return gettext("The days before %(day)s did not fit into the link and were left out.", day=day)


def _tables(
    state: LeagueState, table: Table, keys: tuple[str, ...], labels: dict[str, str]
) -> Tables:
    key = state.game or keys[0]
    found = standings(table, key, state.span, counts_missed=state.missed)
    flagged = table.pretenders()
    days = tuple(_day_row(found, number) for number in found.days)
    spans = {"week": gettext("Week"), "month": gettext("Month"), "all": gettext("All")}
    titles = {each: game_title(table.games[each]) for each in keys}
    cells = [cell for day in days for cell in day.cells]
    most = found.game.most
    loss = gettext("A loss counts as %(number)s guesses.", number=most + 1) if most else ""
    return Tables(
        title=titles[key],
        games=tuple(Option(state.url(game=each), titles[each], each == key) for each in keys),
        spans=tuple(
            Option(state.url(span=each), label, each == state.span) for each, label in spans.items()
        ),
        missed=Option(state.url(missed=not state.missed), "", state.missed),
        loss=loss,
        rows=tuple(_person_row(each, found, labels, flagged) for each in found.people),
        days=days,
        text=_text(found, titles[key], spans[state.span], labels),
        link=LeagueState(state.table, missed=state.missed).address(
            url_for("league.league", _external=True)
        ),
        has_checked=any(cell.is_checked for cell in cells),
        has_flagged=any(cell.is_flagged for cell in cells),
    )


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


def _person_row(
    each: Standing, found: Standings, labels: dict[str, str], flagged: frozenset[str]
) -> PersonRow:
    most = min(found.game.most or max(each.counts, default=1), MAX_COLUMNS - 1)
    counts = [0] * (most + 1)  # 1, 2, 3 … guesses, and last what was lost or took more
    for guesses, games in each.counts.items():
        counts[min(guesses, most + 1) - 1 if guesses else most] += games
    spoken = [
        f"{'X' if place == most else place + 1}: {number_text(count)}"
        for place, count in enumerate(counts)
    ]
    bars = histogram(
        counts,
        columns=most + 1,
        highest=max(bars_of(counts)) or 1,
        tries=most,
        text=", ".join(spoken),
    )
    return PersonRow(
        rank=number_text(each.rank),
        name=labels[each.name],
        mean=_mean_text(each.mean),
        games=number_text(each.games),
        wins=number_text(each.wins),
        streak=number_text(each.streak),
        bars=bars,
        is_flagged=each.name in flagged,
    )


def _mean_text(mean: Fraction) -> str:
    return format_decimal(float(mean), "0.00")


def _day_row(found: Standings, number: int) -> DayRow:
    cells = tuple(_cell(each.results.get(number, {}), found.game) for each in found.people)
    return DayRow(number_text(number), _date_text(found.game, number), cells)


def _cell(values: Values, game: DailyGame) -> Cell:
    if not values:
        return Cell("")
    value = worst(values)
    mean = "X" if value == LOSS else format_decimal(value / game.boards, "0.##")
    return Cell(mean, value == LOSS, values[value], len(values) > 1)


def _date_text(game: DailyGame, number: int) -> str:
    try:
        return short_date_text(date.fromordinal(game.epoch + number)) if game.epoch else ""
    except (ValueError, OverflowError, PuzzleError):
        return ""


def _text(found: Standings, title: str, span: str, labels: dict[str, str]) -> str:
    """Return the standings as at most eight lines, figures first, so that they stand in columns."""
    people = found.people
    left = len(people) - (TEXT_LINES - 1)
    shown = people if left <= 0 else people[: TEXT_LINES - 2]
    lines = [f"{title} · {span}"]
    for each in shown:
        rank = str(each.rank).rjust(2, FIGURE_SPACE)
        games = number_text(each.games).rjust(3, FIGURE_SPACE)
        lines.append(f"{rank}. {_mean_text(each.mean)} ({games}) {labels[each.name]}")
    if left > 0:
        lines.append(gettext("… and %(number)s more", number=len(people) - len(shown)))
    return "\n".join(lines)
