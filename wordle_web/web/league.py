"""The page of a table of friends: standings from a chat or from links.

The address contains the table. A browser can keep one table (`web/kept_table.py`), which is shown
if the address contains none. This site's own results in a chat are recognized by the names of its
games, and checked with the keys of its epochs.
"""

import functools
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from itertools import chain, count
from typing import Annotated, Any, Final, Literal

from flask import Blueprint, Response, make_response, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from wordle_web.game.errors import LeagueError
from wordle_web.game.league.exports import MAX_BYTES, messages_of_file, messages_of_text
from wordle_web.game.league.kept import is_daily
from wordle_web.game.league.names import clean_name
from wordle_web.game.league.packing import MAX_READ, pack, unpack
from wordle_web.game.league.reading import ChatReading, OwnGames, Reader
from wordle_web.game.league.table import (
    ABSURD,
    MAX_UNSURE,
    NUMBERED,
    OWN,
    SPANS,
    UNSURE,
    DailyGame,
    Standing,
    Standings,
    Table,
    Values,
    counted,
    games_of,
    guesses_of_loss,
    merged,
    recognized,
    standings,
)
from wordle_web.game.puzzles.variants import BOARD_COUNTS, HOME, Variant, read_variant
from wordle_web.game.share import HINTED, sealed_by
from wordle_web.parsing import MAX_NUMBER, linear_pattern
from wordle_web.web.http.bodies import allow_body
from wordle_web.web.http.limits import costly
from wordle_web.web.kept_table import (
    Invitation,
    TablePanel,
    TodaysTable,
    WaitingResults,
    added_text,
    begun_table,
    calendar,
    claim_conflicts,
    edited,
    invitation,
    keep_table,
    kept_table,
    keys,
    nothing_new,
    remember_invitation,
    remember_results,
    rename_conflicts,
    renamed,
    started_text,
    table_panel,
    todays_game,
    todays_result,
    todays_table_of,
    waiting_panel,
)
from wordle_web.web.services import first_services, services, services_of, sites
from wordle_web.web.turns import check_deadline
from wordle_web.web.ui.components import (
    BAR,
    GAP,
    HEIGHT,
    Axis,
    Histogram,
    axis,
    bars_of,
    histogram,
)
from wordle_web.web.ui.formatting import (
    boards_text,
    day_text,
    decimal,
    list_text,
    month_text,
    number_text,
    own_name,
    short_date_text,
    variant_text,
)
from wordle_web.web.ui.forms import refusal
from wordle_web.web.ui.i18n import LANGUAGES, gettext, ngettext, translator
from wordle_web.web.ui.layout import notify
from wordle_web.web.ui.queries import (
    Address,
    AddressState,
    Part,
    line,
    number,
    one_of,
    parsed,
    read_address,
    split_query,
    switch,
)

TEXT_LINES = 8  # lines of the text to share
MAX_COLUMNS = 9  # bars of a chart of guesses, including the one for losses and longer games
MAX_SHOWN = 8  # largest number of guesses with a column of its own, in games without a limit
MAX_ROWS = 31  # days shown at once
RECENT_DAYS = 300  # days whose dates are clear without the year
MAX_UNRANKED = 9  # maximum number of games without a ranking that a notice names
EN_DASH = "\N{EN DASH}"


@dataclass(frozen=True, slots=True)
class LeagueState(AddressState):
    """The state in the address: the table, the part that is shown, and the last action."""

    table: Annotated[str, Part(line(MAX_READ))] = ""  # the packed table; empty for the kept one
    game: Annotated[str, Part(line())] = ""  # the key of the game; empty for the first
    span: Annotated[str, Part(one_of(SPANS))] = "month"  # the period that counts
    month: Annotated[str, Part(line())] = ""  # the month of the days listed; empty for the latest
    missed: Annotated[bool, Part(switch)] = False  # whether missed days count as losses
    group: Annotated[str, Part(parsed(clean_name))] = ""  # the name of the table
    by: Annotated[str, Part(parsed(clean_name))] = ""  # the person who sent the link
    made: Annotated[bool, Part(switch)] = False  # this visitor made the table from a chat
    # The number of results just added; -1 if none were to be added.
    added: Annotated[int, Part(number(-1, MAX_NUMBER))] = -1
    # The number of results just read whose sender is unclear.
    nameless: Annotated[int, Part(number(0, MAX_NUMBER))] = 0
    # Games without a ranking, with their numbers of results: "Connections (8)".
    unranked: Annotated[tuple[str, ...], Part(Address.texts)] = ()
    left: Annotated[bool, Part(switch)] = False  # the browser has just left its table
    joined: Annotated[bool, Part(switch)] = False  # the browser has just joined a table
    started: Annotated[bool, Part(switch)] = False  # the browser has just started a table
    saved: Annotated[bool, Part(switch)] = False  # a change to the kept table was just saved

    def url(self, **changes: Any) -> str:
        """Return the address of this state with some changes, without month and last action."""
        return self.address(url_for("league.league"), **{**NOTHING_DONE, "month": "", **changes})


# The days that the sentence about the leader is about.
Period = Literal["running week", "week", "day", "days"]

NOTHING_DONE: Final = {
    name: getattr(LeagueState(), name)
    for name in ("added", "nameless", "unranked", "left", "joined", "started", "saved")
}


@dataclass(frozen=True, slots=True)
class ShownStandings:
    """The standings of one game of a table, as the page shows them."""

    ranking: Standings
    titles: Mapping[str, str]  # titles of all games on this page, by their keys
    bars: Mapping[str, Histogram]  # each person's distribution of guesses
    ticks: Axis  # the axis below these bars
    weeks: Mapping[str, Histogram]  # each person's weekly averages; empty for a single week
    leader: str  # a sentence that names the leader; empty if there is none
    # Number, date and lowest score of each day, the latest first; 0 if everyone scored the same.
    days: Sequence[tuple[int, str, int]]
    months: Mapping[str, str]  # names of the months to choose from
    month: str  # the selected month; empty if there is no choice
    text: str  # text to share, without the link
    link: str
    cut: str  # a sentence about days that were left out; empty if none were
    doubled: str  # names that probably belong to the same person; empty if there are none
    # About the days that are shown:
    has_best: bool  # whether a result is better than others of its day
    has_gap: bool  # whether somebody has no result on a day
    has_flagged: bool  # whether somebody has two different results on a day
    # How many of the results have a valid seal: "all", "some" or "none"; empty for games whose
    # results have no seals.
    checked: str


@dataclass(frozen=True, slots=True)
class LeaguePage:
    """The context of the page."""

    state: LeagueState
    table: Table
    labels: Mapping[str, str]  # names shown on the page, by names in the table
    panel: TablePanel | None  # None if the page doesn't mention the kept table
    invitation: Invitation | None  # an opened link to a table, on the page without a table
    shown: ShownStandings | None  # None for a table without results that count
    today: TodaysTable | None  # today's results of the game, on the page of the kept table
    todays_result: str  # in an invitation, who had which result today; empty without any
    waiting: WaitingResults | None  # results of opened links that wait, if `today` is None
    play_url: str  # the address of today's game; empty if it is finished
    play_boards: str  # the boards of this game, in words; empty for one board
    problem: str  # why the chat or the link was refused
    typed: str  # the refused text
    asks_day: bool  # whether the page asks on which day a summary without a date was posted
    keep_problem: str  # why the form with the player's name in the kept table was refused
    edit_problem: str  # why a change to the kept table's name or to its people was refused
    names_problem: str  # why the names of uncertain senders were refused for the kept table
    claimed: str  # a name that the player must confirm; empty if there is none
    chosen: str  # the person chosen in a refused form
    new_name: str  # the name typed in a refused form
    pair: tuple[str, str]  # the chosen names of a person in the kept table who has two
    asks_merge: bool  # whether the page asks to confirm that the names of `pair` are merged
    unsure: Sequence[tuple[str, str, str]]  # placeholder, name and result of uncertain senders
    asked: Sequence[str]  # names to confirm
    nameless: Sequence[str]  # people who have only a number, to be named


def _shown_standings(
    table: Table, state: LeagueState, labels: Mapping[str, str], panel: TablePanel | None
) -> ShownStandings:
    """Return the standings of a table that has results; `labels` are shown for its people."""
    keys = games_of(table)
    ranking = standings(
        table,
        state.game or keys[0],
        state.span,
        counts_missed=state.missed,
        today=first_services().local_date,
    )
    games = [table.games[key] for key in keys]
    are_own = all(game.name.startswith(OWN) for game in games)
    titles = {game.key: own_title(game) if are_own else game_title(game) for game in games}
    # Days by month, the latest first; a few days aren't divided into months.
    months: dict[str, list[int]] = {}
    for played in ranking.days:
        day = _date(ranking.game, played)
        name = day.isoformat()[:7] if day else f"{played // MAX_ROWS}"
        months.setdefault(name if len(ranking.days) > MAX_ROWS else "", []).append(played)
    month = state.month if state.month in months else next(iter(months))
    names = {}
    for key, numbers in months.items():
        numbered = f"{number_text(numbers[-1])}\N{EN DASH}{number_text(numbers[0])}"
        day = _date(ranking.game, numbers[0])
        names[key] = month_text(day) if day else numbered
    dates = _dates(ranking.game, months[month])
    days = [(day, dates[day], _best(ranking, day)) for day in months[month]]
    cells = [standing.results.get(day, {}) for standing in ranking.people for day in months[month]]
    results = [values for values in cells if values]
    whole = LeagueState(state.table, missed=state.missed, group=state.group)
    title = " · ".join(filter(None, (state.group, game_title(ranking.game))))
    own = panel.kept.person if panel and panel.kept and not panel.is_other else ""
    longest = max(
        (guesses for standing in ranking.people for guesses in standing.counts), default=1
    )
    # Several boards take at least one guess per board.
    columns = range(ranking.game.boards, (ranking.game.limit or min(longest, MAX_SHOWN)) + 1)
    columns = columns[: MAX_COLUMNS - 1]
    # The last column has losses and longer games, if there are any.
    has_rest = any(_rest(standing, columns) for standing in ranking.people)
    return ShownStandings(
        ranking,
        titles,
        bars={standing.name: _bars(standing, columns, has_rest) for standing in ranking.people},
        ticks=axis(len(columns) + has_rest, "X" * has_rest, columns.start),
        weeks=_weeks(ranking) if len(ranking.weeks) > 1 else {},
        leader=_leader(ranking, state.span, labels, own),
        days=days,
        months=names,
        month=month if len(months) > 1 else "",
        text=_text(ranking, title, _leader(ranking, state.span, labels), labels),
        link=(panel and panel.link) or whole.address(url_for("league.league", _external=True)),
        cut=_cut_text(table, is_kept=panel is not None and panel.is_shown),
        doubled=", ".join(sorted(labels.get(alias, alias) for alias in table.aliases())),
        has_best=any(best for _, _, best in days),
        has_gap=len(results) < len(cells),
        has_flagged=any(len(values) > 1 for values in results),
        checked=_checked(ranking.game, results),
    )


def _cut_text(table: Table, *, is_kept: bool) -> str:
    """Return a sentence about days that the link or the cookie lacks; empty if there are none."""
    if not (table.cut and table.results):
        return ""
    first = min(table.results, key=lambda key: table.games[key.game].epoch + key.number)
    day = _day_text(table.games[first.game], first.number)
    if is_kept:
        return gettext(
            "The days before %(day)s have left your table. It keeps this calendar month and at "
            "least the last 7 days, as far as they fit.",
            day=day,
        )
    return gettext("The days before %(day)s didn’t fit into the link and were left out.", day=day)


def _checked(game: DailyGame, results: Sequence[Values]) -> str:
    """Return how many of the results are checked: "all", "some" or "none".

    Empty for games whose results can't be checked: those of other sites, and absurd mode.
    """
    if not game.name.startswith(OWN) or game.name == ABSURD:
        return ""
    are_checked = {values[counted(values)] for values in results}
    return "some" if len(are_checked) > 1 else "all" if True in are_checked else "none"


def game_title(game: DailyGame) -> str:
    """Return the name of a game, in the visitor's language for this site's own games."""
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


def own_title(game: DailyGame) -> str:
    """Return the title of one of this site's games in a table that has no games of other sites."""
    if game.name == ABSURD:
        return gettext("Absurd mode")
    variant = read_variant(game.name.removeprefix(OWN)) or HOME
    named = variant_text(replace(variant, boards=1, in_turn=False))
    return ", ".join(filter(None, (boards_text(variant) or gettext("Daily word"), named)))


def _bars(standing: Standing, columns: range, has_rest: bool) -> Histogram:
    """Return a bar for each number of guesses, and maybe one for losses and longer games."""
    counts = [standing.counts.get(guesses, 0) for guesses in columns]
    labels = [str(guesses) for guesses in columns]
    if has_rest:
        counts.append(_rest(standing, columns))
        labels.append("X")
    text = ", ".join(f"{label}: {count}" for label, count in zip(labels, counts, strict=True))
    highest = max(bars_of(counts)) or 1
    return histogram(counts, columns=len(counts), highest=highest, tries=len(columns), text=text)


def _rest(standing: Standing, columns: range) -> int:
    """Return the number of games that were lost or took more guesses than the last column."""
    return standing.games - sum(standing.counts.get(guesses, 0) for guesses in columns)


def _best(ranking: Standings, day: int) -> int:
    """Return the day's lowest score, or 0 if everyone scored the same."""
    guesses = {
        counted(standing.results[day]) for standing in ranking.people if day in standing.results
    }
    return min(guesses - {0}) if len(guesses) > 1 else 0


def _date(game: DailyGame, number: int) -> date | None:
    try:
        return date.fromordinal(game.epoch + number) if game.epoch else None
    except (ValueError, OverflowError):
        return None


def _day_text(game: DailyGame, number: int) -> str:
    return _date_text(game, number) or f"#{number_text(number)}"


def _date_text(game: DailyGame, number: int) -> str:
    day = _date(game, number)
    return short_date_text(day) if day else ""


def _dates(game: DailyGame, numbers: Sequence[int]) -> dict[int, str]:
    """Return the dates of days, without the year if all are recent; empty without dates."""
    dates = {number: _date(game, number) for number in numbers}
    recent = first_services().local_date - timedelta(days=RECENT_DAYS)
    write = day_text if all(day and day > recent for day in dates.values()) else short_date_text
    return {number: write(day) if day else "" for number, day in dates.items()}


def _weeks(ranking: Standings) -> dict[str, Histogram]:
    """Return a chart of weekly averages for each person; lower averages have higher bars."""
    means = [standing.mean for people in ranking.weeks.values() for standing in people]
    lowest, width = min(means), (max(means) - min(means)) or 1
    weeks, pictures = [*ranking.weeks.items()][::-1], {}
    for name in (standing.name for standing in ranking.people):
        bars, texts = [], []
        for place, (day, people) in enumerate(weeks):
            for standing in people:
                if standing.name == name:
                    height = round(HEIGHT * (1 - 0.75 * float((standing.mean - lowest) / width)), 2)
                    bars.append((place * (BAR + GAP), HEIGHT - height, height, standing.rank > 1))
                    texts.append(f"{_day_text(ranking.game, day)}: {decimal(float(standing.mean))}")
        columns = len(weeks) * (BAR + GAP) - GAP
        pictures[name] = Histogram(columns, HEIGHT, BAR, tuple(bars), ", ".join(texts))
    return pictures


def _leader(ranking: Standings, span: str, labels: Mapping[str, str], own: str = "") -> str:
    """Return a sentence that names the leader of the days shown; empty if there is none.

    `own` is the name of the player who reads it; empty in a text for others. A week is won once
    seven days have passed since the first day shown.
    """
    leaders = [standing for standing in ranking.people if standing.rank == 1]
    if not 0 < len(leaders) < len(ranking.people):
        return ""
    leaders.sort(key=lambda standing: standing.name != own)  # the player is named first
    is_own = leaders[0].name == own
    names = [
        (gettext("You") if standing.name == own else labels[standing.name])
        + f" {HINTED}" * bool(standing.hinted)
        for standing in leaders
    ]
    first = _date(ranking.game, ranking.days[-1])
    dates = _dates(ranking.game, ranking.days)
    facts = {
        "you" if is_own else "names": list_text(names),
        "first": dates[ranking.days[-1]] or f"#{number_text(ranking.days[-1])}",
        "day": dates[ranking.days[0]] or f"#{number_text(ranking.days[0])}",
        "mean": decimal(float(ranking.people[0].mean)),
    }
    period: Period = "days" if len(ranking.days) > 1 else "day"
    if span == "week":
        is_running = first and first + timedelta(SPANS["week"]) > first_services().local_date
        period = "running week" if is_running else "week"
    tell = _own_lead if is_own else _lead
    return tell(period, len(names), facts)


def _lead(period: Period, people: int, facts: Mapping[str, str]) -> str:
    """Return a sentence that names the leaders; `people` is their number."""
    if period == "running week":
        return ngettext(
            "%(names)s leads the 7 days to %(day)s: %(mean)s guesses on average.",
            "%(names)s lead the 7 days to %(day)s: %(mean)s guesses on average.",
            people,
            **facts,
        )
    if period == "week":
        return ngettext(
            "%(names)s wins the 7 days to %(day)s: %(mean)s guesses on average.",
            "%(names)s share the 7 days to %(day)s: %(mean)s guesses on average.",
            people,
            **facts,
        )
    if period == "day":
        return ngettext(
            "%(names)s leads so far: %(mean)s guesses on average.",
            "%(names)s lead so far: %(mean)s guesses on average.",
            people,
            **facts,
        )
    return ngettext(
        "%(names)s leads from %(first)s to %(day)s: %(mean)s guesses on average.",
        "%(names)s lead from %(first)s to %(day)s: %(mean)s guesses on average.",
        people,
        **facts,
    )


def _own_lead(period: Period, people: int, facts: Mapping[str, str]) -> str:
    """Return a sentence that says that the player leads, alone or with others.

    `people` is the number of leaders. In `facts`, "you" is `You` or `You and Ben`.
    """
    if period == "running week":
        return ngettext(
            "%(you)s lead the 7 days to %(day)s: %(mean)s guesses on average.",
            "%(you)s lead the 7 days to %(day)s: %(mean)s guesses on average.",
            people,
            **facts,
        )
    if period == "week":
        return ngettext(
            "%(you)s win the 7 days to %(day)s: %(mean)s guesses on average.",
            "%(you)s share the 7 days to %(day)s: %(mean)s guesses on average.",
            people,
            **facts,
        )
    if period == "day":
        return ngettext(
            "%(you)s lead so far: %(mean)s guesses on average.",
            "%(you)s lead so far: %(mean)s guesses on average.",
            people,
            **facts,
        )
    return ngettext(
        "%(you)s lead from %(first)s to %(day)s: %(mean)s guesses on average.",
        "%(you)s lead from %(first)s to %(day)s: %(mean)s guesses on average.",
        people,
        **facts,
    )


def _text(ranking: Standings, title: str, leader: str, labels: Mapping[str, str]) -> str:
    """Return the text to share: title, leader and a line per person, at most eight lines."""
    lines = [title, leader] if leader else [title]
    people, room = ranking.people, TEXT_LINES - len(lines)
    left = len(people) - room
    shown = people if left <= 0 else people[: room - 1]
    for standing in shown:
        rank = f"{number_text(standing.rank)}." if standing.rank else EN_DASH
        games = ngettext("%(num)s game", "%(num)s games", standing.games)
        lines.append(f"{rank} {labels[standing.name]} {decimal(float(standing.mean))}, {games}")
    if left > 0:
        lines.append(gettext("… and %(number)s more", number=len(people) - len(shown)))
    return "\n".join(lines)


bp = Blueprint("league", __name__)

MAX_PASTED: Final = 1024 * 1024  # bytes of a pasted chat; longer chats must be sent as a file
allow_body(bp, "read", MAX_BYTES + 64 * 1024, MAX_PASTED)

bp.add_app_template_filter(counted)
bp.add_app_template_filter(guesses_of_loss)

CHANGES: Final = {"league.change_person", "league.edit"}  # forms of the kept table on its own page
FORMS_OF_OWN_TABLE: Final = CHANGES | {"league.keep"}
MAX_KEPT_TEXT = 20_000  # characters of a refused text that are shown again
PAUSE_SECONDS = 0.0005
MAX_LINKS = 8  # links to tables that are read from a text
MAX_LINKS_TRIED = 100  # links in a text that are checked for a table

_LINK = "/league?"
_QUERY = linear_pattern(r"[^\s#]{1,4400}")
_TABLE = linear_pattern(r"(?<![^?&])table=([\w-]{1,4000})")


@bp.after_request
def keep_out_of_indexes(response: Response) -> Response:
    """Ask search engines not to index pages with names."""
    if request.args:
        response.headers["X-Robots-Tag"] = "noindex"
    return response


@bp.get("/league")
@costly(at_least=512)
def league() -> ResponseReturnValue:
    """Show the table in the address with the requested changes, or else the kept table.

    Without either, show the form for a chat.
    """
    state = _state()
    if request.endpoint == "kept_table.add_here":  # the reason is above the page
        return _own_table(state)
    reason = refusal()
    if reason and request.endpoint in CHANGES:
        return _own_table(state, reason)
    if reason and request.endpoint != "league.keep":
        text = request.form.get("text", "")
        return _show(replace(state, table=""), Table(), reason, text=text)
    if not state.table:
        return _own_table(state)
    try:
        if reason:
            return _show(state, unpack(state.table, keys())[0], reason)
        return _table(state, *unpack(state.table, keys()))
    except LeagueError as error:
        return _show(replace(state, table=""), Table(), error.message(gettext), 422)


def _own_table(
    state: LeagueState,
    problem: str = "",
    status: int = 200,
    claimed: str = "",
    *,
    asks_merge: bool = False,
) -> Response:
    """Return the page of the table that this browser keeps, or the form if it keeps none."""
    kept = kept_table()
    if state.left and not kept:
        notify(gettext("This browser has forgotten the table. Your friends still have theirs."))
    if kept is None:
        return _show(state, Table())
    if state.joined:
        text = gettext("You’re in as %(name)s.", name=kept.person)
        if any(result.person == kept.person for result in kept.table.results):
            text += " " + gettext("Share the table, so that your friends see your results.")
        notify(text)
    elif state.started:
        notify(started_text(kept.group))
    elif state.saved:
        notify(gettext("Saved."))
    else:
        _notify_added(state, kept.table)
    table = replace(kept.table, left_out=frozenset())
    token = packed(replace(table, cut=False), kept.group)
    state = replace(state, table=token, group=kept.group, by="", made=False)
    return _show(state, table, problem, status, claimed=claimed, asks_merge=asks_merge)


def _notify_added(state: LeagueState, table: Table) -> None:
    if state.added > 0 or (state.added == 0 and not table.unconfirmed):
        notify(added_text(state.added))


def _table(state: LeagueState, table: Table, is_ours: bool) -> ResponseReturnValue:
    if text := nothing_new(table, state.by):
        notify(text)
        return _own_table(replace(state, added=-1))
    changed = _changed(table)  # merging it below removes the results of people left out
    if changed != table:
        return redirect(state.url(table=packed(merged(changed, Table()), state.group)), 303)
    if not table.id or not state.added:  # a kept table's link only offers its results
        _notify_added(state, table)
    if state.saved:
        notify(gettext("Saved."))
    if state.nameless:
        notify(
            ngettext(
                "%(num)s result has no clear sender. Say below whose it is.",
                "%(num)s results have no clear sender. Say below whose they are.",
                state.nameless,
            )
        )
    if state.nameless > MAX_UNSURE:
        notify(gettext("Only the first %(number)s of these are kept.", number=MAX_UNSURE))
    notify_unranked(state.unranked)
    altered = gettext(
        "This link was changed, or made on another site. None of its results is checked."
    )
    return _show(state, table, "" if is_ours else altered)


@bp.post("/league")
@costly()
def read() -> ResponseReturnValue:
    """Read a chat, merge it into the table in the form, and redirect to the merged table."""
    state, table, text = _state(), Table(), request.form.get("text", "")
    try:
        file = request.files.get("file")
        if state.table:
            table, _ = unpack(state.table, keys())
        day = _day(request.form.get("day", ""))
        together, reading, group = read_chat(text, file.read() if file else b"", table, day)
        is_same = not table.id or together.id == table.id
        state = replace(state, group=state.group or group if is_same else group)
        token = packed(together, state.group)
    except LeagueError as error:
        return _show(
            state, table, error.message(gettext), 422, text, asks_day=error.kind == "undated"
        )
    added = _certain(together) - _certain(table)
    # The results of linked tables are not from a chat.
    is_new = not state.table and bool(reading.table.results)
    done = {
        "made": (state.made or is_new) and not together.id,
        "added": added,
        "nameless": reading.nameless,
        "unranked": reading.unranked[:MAX_UNRANKED],
    }
    return redirect(state.url(table=token, **done), 303)


@bp.post("/league/keep")
@costly()
def keep() -> ResponseReturnValue:
    """Merge the table in the form into the kept table, or make it the kept table.

    It becomes the kept table if the browser keeps none, or if the player switches tables. The form
    may contain the names of uncertain senders, whose results are then added.
    """
    state, linked = _state(), Table()
    try:
        linked, _ = unpack(state.table, keys())
        table = linked
        kept = kept_table()
        if kept and kept.is_same(table):
            table = merged(_changed(table), Table())
        elif kept:
            if not request.form.get("switch"):  # the page is older than the kept table
                return redirect(state.url(), 303)
            kept = None
        news = kept.news(table, calendar()) if kept else None
        if not kept:
            claimed = begun_table(table, state.group)
            if problem := _unconfirmed(claim_conflicts(table, claimed.person), claimed.person):
                return _show(state, table, problem, 422, claimed=claimed.person)
        kept = kept.adding(table, calendar()) if kept else claimed
        # Show the game that the page showed or, if it has no new results, the first that has some.
        opened, added_to = (
            state.game or next(iter(games_of(table)), ""),
            [key.game for key in (news.results if news else ())],
        )
        game = opened if opened in added_to else next(iter(added_to), "")
        done = {"joined": True} if news is None else {"added": news.count} if news.count else {}
        game = "" if game in games_of(kept.table)[:1] else game
        address = state.url(table="", group="", by="", made=False, game=game, **done)
        if news is not None and (table.unconfirmed or not is_daily(Table(table.games))):
            # The kept table lacks the results of other games and of unknown senders, so that they
            # stay in the address.
            token = packed(table, state.group)
            address = state.url(table=token, saved=news.count > 0)
        answer = redirect(address, 303)
        keep_table(answer, kept)
    except LeagueError as error:
        state = state if linked.results else replace(state, table="")
        return _show(state, linked, error.message(gettext), 422)
    return answer


@bp.post("/league/person")
@costly()
def change_person() -> ResponseReturnValue:
    """Change the name of the player in the kept table."""
    state, kept = _state(), kept_table()
    answer = redirect(state.url(table="", joined=kept is not None), 303)
    if kept:
        try:
            other = renamed(kept)
            conflicts = rename_conflicts(kept, other.person)
            if problem := _unconfirmed(conflicts, other.person):
                return _own_table(state, problem, 422, other.person)
            keep_table(answer, other)
        except LeagueError as error:
            return _own_table(state, error.message(gettext), 422)
    return answer


@bp.post("/league/edit")
@costly()
def edit() -> ResponseReturnValue:
    """Change the name of the kept table, merge two of its people, or leave a person out.

    A merge can't be undone, so the first press only asks whether to do it.
    """
    state, kept = _state(), kept_table()
    answer = redirect(state.url(table="", group="", saved=kept is not None), 303)
    if kept:
        try:
            changed = edited(kept)
            if "same" in request.form and not request.form.get("sure"):
                return _own_table(state, status=422, asks_merge=True)
            keep_table(answer, changed)
        except LeagueError as error:
            return _own_table(state, error.message(gettext), 422)
    return answer


def _unconfirmed(conflicts: Sequence[str], person: str) -> str:
    """Return the question whether a person with contradicting results is the player.

    It is empty if there are no such results, or if the form contains the answer.
    """
    if not conflicts or request.form.get("sure") == person:
        return ""
    asked = gettext(
        "If you are %(name)s, press the button again: the worse result counts, and the day is "
        "marked. Otherwise choose another name.",
        name=person,
    )
    return " ".join([*(f"{line}." for line in conflicts), asked])


def _day(text: str) -> date | None:
    """Return a date as browsers send it, or None for anything else."""
    try:
        return date.fromisoformat(text) if len(text) == len("2026-01-31") else None
    except ValueError:
        return None


def _certain(table: Table) -> int:
    unconfirmed = set(table.unconfirmed)
    return sum(key.person not in unconfirmed for key in table.results)


def _unsure(table: Table) -> list[tuple[str, str, str]]:
    """Return the placeholder of each uncertain sender, a typed or guessed name, and a result."""
    form = request.form
    typed = dict(zip(form.getlist("name"), form.getlist("same"), strict=False))
    questions = []
    for name, results in table.unsure.items():
        key, values = next(iter(results.items()))
        game = table.games[key.game]
        tries = f"{counted(values) or 'X'}/{game.limit}" if game.limit else f"{counted(values)}"
        title = f"{game_title(game)} {number_text(key.number)} {tries}"
        when = _date_text(game, key.number)
        guess = name.removeprefix(UNSURE).rpartition(" ")[0]
        guess = typed.get(name, guess)
        questions.append((name, guess, f"{title} · {when}" if when else title))
    return questions


def notify_unranked(games: Sequence[str]) -> None:
    """Tell the visitor which games have no ranking, such as "Connections (8)"."""
    if games:
        names = list_text([*map(clean_name, games[:MAX_UNRANKED])])
        notify(
            gettext(
                "Not ranked, as fewer guesses aren’t known to be better: %(games)s.", games=names
            )
        )


def _state() -> LeagueState:
    pairs = (*request.args.items(multi=True), *request.form.items(multi=True))
    return read_address(LeagueState, pairs).state


def _changed(table: Table) -> Table:
    """Return a table with the requested changes: names joined, left out or confirmed."""
    people = {*table.people}
    out, sure = ({request.values.get(name, "")} & people for name in ("out", "sure"))
    sure = {name for name in sure if not name.startswith(UNSURE)}
    called = {label: name for name, label in _labels(table).items() if name[0] != UNSURE}
    same = [called.get(text, text) for text in map(clean_name, request.values.getlist("same"))]
    # The form that joins names sends only the new names, in the order of `table.confirmed`; other
    # forms also send the names to be changed.
    names = request.values.getlist("name") or table.confirmed
    typed = zip(names, same, strict=True) if len(names) == len(same) else ()
    joins = {(name, other) for name, other in typed if name in people and other not in ("", name)}
    return replace(
        table, left_out=table.left_out | out, sure=table.sure | sure, joins=table.joins | joins
    )


def _labels(table: Table) -> dict[str, str]:
    """Return the labels of people: their names, or Person 1, Person 2 and so on."""
    numbers = count(1)
    return {
        name: gettext("Person %(number)s", number=next(numbers))
        if name.startswith(NUMBERED)
        else name
        for name in table.people
    }


def _show(
    state: LeagueState,
    table: Table,
    problem: str = "",
    status: int = 200,
    text: str = "",
    asks_day: bool = False,
    claimed: str = "",
    asks_merge: bool = False,
) -> Response:
    linked, panel = table, table_panel(table)
    if panel and panel.kept and panel.merged:
        table = panel.merged
        state = replace(state, group=state.group or panel.kept.group)
    games, labels = games_of(table), _labels(table)
    state = replace(state, game=state.game if state.game in games else "", **NOTHING_DONE)
    shown = _shown_standings(table, state, labels, panel) if games else None
    if shown:
        state = replace(state, month=shown.month)
    game = shown.ranking.game if shown else None
    play_url, play_boards = todays_game(game) if panel else ("", "")
    kept = panel.kept if panel and panel.is_shown else None
    today = todays_table_of(game) if game and kept else None
    is_keeping = panel is not None and request.endpoint in FORMS_OF_OWN_TABLE
    is_editing = is_keeping and request.endpoint == "league.edit"
    is_naming = request.endpoint == "league.keep" and panel is not None and panel.is_shown
    is_joining = is_keeping and not (is_editing or is_naming)
    page = LeaguePage(
        state,
        table,
        labels,
        panel,
        None if table.results or panel else invitation(),
        shown,
        today,
        todays_result(table, game, state.by, is_played=not (play_url and table.id))
        if game and panel and not panel.kept
        else "",
        waiting_panel(kept, game) if kept and not today else None,
        play_url,
        play_boards,
        problem="" if is_keeping else problem,
        typed=text[:MAX_KEPT_TEXT],
        asks_day=asks_day,
        keep_problem=problem if is_joining else "",
        edit_problem=problem if is_editing else "",
        names_problem=problem if is_naming else "",
        claimed=claimed,
        chosen=clean_name(request.form.get("person", "")) if is_keeping else "",
        new_name=clean_name(request.form.get("name", "")) if is_joining else "",
        pair=(request.form.get("name", ""), request.form.get("same", "")),
        asks_merge=asks_merge,
        unsure=_unsure(table),
        asked=[name for name in table.unconfirmed if not name.startswith(UNSURE)],
        nameless=[name for name in table.confirmed if table.names[name].startswith(NUMBERED)],
    )
    response = make_response(render_template("league/league.html", page=page), status)
    if panel and not panel.kept and table.id and request.method == "GET":
        remember_invitation(response, state.table, state.group, state.by)
    if panel and panel.merged and linked.id and request.method == "GET":
        remember_results(response, linked)
    return response


def packed(table: Table, group: str) -> str:
    """Return the token of a table, for a link of at most 2,000 characters with the table's name.

    Raises:
        LeagueError: the table has more names than fit.
    """
    room = 2000 - len(url_for("league.league", table="", group=group, _external=True))
    return pack(table, keys()[0], room)[0]


def read_chat(
    text: str, file: bytes, known: Table, day: date | None = None
) -> tuple[Table, ChatReading, str]:
    """Return a table merged with a pasted text and a file, their `ChatReading`, and a table's name.

    Tables that are linked in the text are merged, too; the name is that of the last linked table
    with a name. If browsers keep one of these tables, nothing but the link is read from a message
    with a link, because the link contains the sender's result under the right name.

    Args:
        text: The pasted text.
        file: An exported chat; may be empty.
        known: The table to add to.
        day: The day on which a daily summary without a date was posted.

    Raises:
        LeagueError: there are no results, or too many; "undated" if a daily summary has no date and
            `day` is None.
    """
    site = services()
    languages = tuple((site.language, site.code) for site in sites())
    reader = Reader(
        own=own_games(site.settings.site_name, languages),
        check_seal=lambda puzzle, seal, value, hinted: sealed_by(
            puzzle, seal, value, keys(), hinted=hinted
        ),
        first_day=site.settings.first_day,
        ranked=frozenset(known.games),
        day=day,
    )
    tokens, end, group = list[str](), len(text), ""
    for _ in range(MAX_LINKS_TRIED):  # backwards from the last link
        end = text.rfind(_LINK, 0, end)
        if end < 0 or len(tokens) == MAX_LINKS:
            break
        query = _QUERY.match(text, end + len(_LINK) - 1)
        if query and (token := _TABLE.search(query[0])):
            tokens.append(token[1])
            group = group or read_address(LeagueState, split_query(query[0])).state.group
    linked = [unpack(token, keys())[0] for token in reversed(tokens)]
    has_kept = any(other.id for other in linked)
    messages = messages_of_text(text, _pause)
    if file:
        messages = chain(messages, messages_of_file(file, _pause))
    reading = reader.read(
        message for message in messages if not (has_kept and _has_link(message.body))
    )
    if reading.undated:
        raise LeagueError("undated" if day is None else "summaries")
    table = known
    for other in linked:
        is_foreign = bool(table.id and other.id) and table.id != other.id
        table = other if is_foreign else merged(table, other)  # kept tables are never mixed
    if not (reading.table.results or tokens or reading.nameless):
        notify_unranked(reading.unranked)
        raise LeagueError("empty")
    ours = recognized(reading.table, table, lambda: site.randbytes(2).hex())
    return merged(table, ours), reading, group


def _has_link(body: str) -> bool:
    """Return whether a message has a link to a table."""
    query = _QUERY.match(body, body.find(_LINK) + len(_LINK) - 1) if _LINK in body else None
    return query is not None and _TABLE.search(query[0]) is not None


def _pause() -> None:
    check_deadline()
    time.sleep(PAUSE_SECONDS)  # let other threads of this process run


# The titles of several boards, and whether they are played one at a time.
SEVERAL: Final = (("%(number)s boards", False), ("%(number)s boards, one at a time", True))


# An entry has some 400 short texts, about 60 kB. 16 entries take at most 1 MB.
@functools.lru_cache(maxsize=16)
def own_games(site_name: str, languages: tuple[tuple[str, str], ...]) -> OwnGames:
    """Return the names of a site's games in all languages of its texts and words.

    `languages` has the names and codes of the languages of the words, the default one first.
    """
    titles: dict[str, str] = {}
    absurd = []
    for place, (language, code) in enumerate(languages):
        name = f"{site_name} {own_name(language)}" if place else site_name
        titles[name.casefold()] = Variant(code if place else "").path
        for text in map(translator, LANGUAGES):
            facts = {"name": name, "result": ""}
            absurd.append((text("%(name)s Absurd mode: %(result)s") % facts).strip().casefold())
            for boards in BOARD_COUNTS:
                for several, in_turn in SEVERAL:
                    title = f"{name} · {text(several) % {'number': boards}}"
                    path = Variant(code if place else "", boards, in_turn).path
                    titles[title.casefold()] = path
    return OwnGames(titles, tuple(dict.fromkeys(absurd)))
