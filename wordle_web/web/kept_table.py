"""The table of friends that a browser keeps: starting and leaving it, today's results, links.

The table has its own cookie. The results of its player come from the history, so finishing a game
doesn't write this cookie. `web/league.py` shows the whole table and adds links to it.
"""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Final

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.wrappers import Response

from wordle_web.game.codecs import from_base64url, to_base64url
from wordle_web.game.errors import LeagueError
from wordle_web.game.league.kept import (
    MAX_KEPT_PEOPLE,
    Calendar,
    KeptTable,
    News,
    daily_results,
    is_daily,
    own_game,
    pack_kept,
    people_of,
    read_kept,
    results_of_day,
    results_of_player,
)
from wordle_web.game.league.names import clean_name
from wordle_web.game.league.packing import pack, unpack
from wordle_web.game.league.table import (
    ID_BYTES,
    OWN,
    DailyGame,
    ResultKey,
    Table,
    Values,
    counted,
    games_of,
    merged,
    present_names,
    standings,
)
from wordle_web.game.puzzles.variants import HOME, MAX_ID, Variant, read_variant
from wordle_web.game.share import HINTED
from wordle_web.parsing import MAX_NUMBER, whole_number
from wordle_web.web.http.paths import is_offered, variant_url
from wordle_web.web.http.sessions import history
from wordle_web.web.http.table_cookie import read_table, table_room, write_table
from wordle_web.web.services import first_services, services, services_of
from wordle_web.web.ui.formatting import boards_text, daily_text, decimal, list_text, number_text
from wordle_web.web.ui.forms import refusal
from wordle_web.web.ui.i18n import gettext, ngettext
from wordle_web.web.ui.layout import set_active

MAX_NEWS: Final = 4  # number of new results in a link that are listed for a person
MAX_SHARED: Final = 6  # number of results in the shared text
# The first part of an invitation in the cookie; a table begins with a longer token.
INVITATION: Final = "i"
INVITATION_PARTS: Final = 4  # after the first: day, token, names of the table and of the sender
REMEMBERED_DAYS: Final = 1  # how long an invitation or waiting results are kept
MAX_DAY_DIGITS: Final = 8  # of a day number in the cookie
KEPT_PARTS: Final = 3  # parts of a kept table in the cookie; two more are for waiting results
NBSP: Final = "\N{NO-BREAK SPACE}"

bp = Blueprint("kept_table", __name__)


@dataclass(frozen=True, slots=True)
class TodaysPerson:
    """A person in a table, with what pages show about their result of the day."""

    name: str
    is_player: bool
    is_hinted: bool  # whether the person used hints
    is_hard: bool  # whether the person played in hard mode
    has_two: bool  # whether the person has two different results


@dataclass(frozen=True, slots=True)
class TodaysResult:
    """A result of the day, and the people who had it."""

    guesses: int | None  # `LOSS` for a loss; None if they have not played
    people: tuple[TodaysPerson, ...]


@dataclass(frozen=True, slots=True)
class TodaysTable:
    """Context of a table's results for one day, after a daily game and on the table's page."""

    group: str  # the name of the table, if it has one
    day: str  # the day of the game, such as `Daily 62 · 4 boards`
    results: tuple[TodaysResult, ...]  # the best first; people without a result are last
    progress: str  # how many people have a result; empty for one person
    # The averages of the last seven days, or what to do now; empty if results wait to be added to
    # a table of one person.
    note: str
    news: str  # what the player has just done to the table; empty without that
    invitation: str  # the line above the link in the shared text
    link: str  # link with the table of the last days
    url: str  # address of the table for this game
    waiting: "WaitingResults | None"  # results of opened links that were neither added nor ignored
    game: str  # path of the game, to which the form for waiting results redirects


@dataclass(frozen=True, slots=True)
class Invitation:
    """A link to a table that was opened in this browser, which has not joined the table."""

    url: str
    group: str  # the name of the table, if it has one
    by: str  # the person who sent the link, if known


@dataclass(frozen=True, slots=True)
class PersonsNews:
    """The new results of a person in a link, such as `Daily 698 in 4`."""

    name: str
    results: tuple[str, ...]  # the latest first
    more: int  # number of results that are not listed


@dataclass(frozen=True, slots=True)
class NewResults:
    """Lines about new results in links."""

    news: tuple[PersonsNews, ...]
    conflicts: tuple[str, ...]  # lines about results that differ from known ones


@dataclass(frozen=True, slots=True)
class WaitingResults:
    """New results in links that the player has opened without adding them."""

    here: NewResults | None  # results of the game on the page; None if there are none
    elsewhere: NewResults | None  # results of other games; None if there are none
    renamed: tuple[tuple[str, str], ...]  # earlier and new names of people
    total: int  # number of all these results


@dataclass(frozen=True, slots=True)
class TablePanel:
    """The context of the kept table on the page of a table, which may be another table."""

    kept: KeptTable | None  # None if the browser keeps no table
    is_shown: bool = False  # whether the page shows the kept table
    # People in the table on the page, offered as choices for the player's name.
    people: tuple[str, ...] = ()
    news: tuple[PersonsNews, ...] = ()  # new results, by person
    conflicts: tuple[str, ...] = ()  # lines about new results that differ from known ones
    renamed: tuple[tuple[str, str], ...] = ()  # earlier and new names of people
    total: int = 0  # number of new results
    has_others: bool = False  # whether the player has results that this browser doesn't know
    is_other: bool = False  # whether the browser keeps a table, and the page shows another one
    merged: Table | None = None  # the kept table with the new results; None without a preview
    link: str = ""  # link that shares the kept table


@dataclass(frozen=True, slots=True)
class StartPage:
    """Context of the page that starts a table."""

    name: str  # the player's name, as typed
    group: str  # the name of the table, as typed
    game: str  # the path of the game that has ended
    problem: str  # why the form was refused; empty at first


def keys() -> list[bytes]:
    """Return the keys of the epochs that have begun, the current one first."""
    return [epoch.key for epoch in reversed(services().epochs_begun)]


def calendar() -> Calendar:
    """Return the days of tables, in this visitor's time zone."""
    site = first_services()
    return Calendar.of(site.settings.first_day, site.local_date, site.latest_date)


def kept_table() -> KeptTable | None:
    """Return the table of this browser with its player's results; None without a valid table."""
    text = read_table()
    kept = read_kept(_kept_part(text), keys()) if text else None
    if kept:
        with suppress(LeagueError):  # a forged cookie can contain more games than allowed
            return with_own_results(kept)
    return None


def keeps_table() -> bool:
    """Return whether the cookie contains a table, without reading the table."""
    text = read_table()
    return bool(text) and not text.startswith(f"{INVITATION}.")


def _kept_part(text: str) -> str:
    """Return the text of the kept table in a cookie, without the waiting results."""
    return ".".join(text.split(".")[:KEPT_PARTS])


def with_own_results(kept: KeptTable) -> KeptTable:
    """Return `kept` with the results of this browser's player added.

    Raises:
        LeagueError: the table has too many games or people.
    """
    days = calendar()
    own = results_of_player(history().recent, kept.person, days)
    return kept.adding(own, days)


def keep_table(response: Response, kept: KeptTable) -> None:
    """Store a table in the browser; new results of opened links remain waiting.

    Raises:
        LeagueError: not even the latest day fits into the cookie.
    """
    text = pack_kept(kept, keys()[0], table_room())
    write_table(response, _with_waiting(text, kept, waiting_results(kept)))


def remember_results(response: Response, linked: Table) -> None:
    """Store the new results of a link to the kept table until they are added, or for a day.

    The page of the next finished game offers to add them. The kept table has precedence; the latest
    days of these results are stored in the rest of the cookie.
    """
    kept, days, known = kept_table(), calendar(), read_table()
    if kept is None or not kept.is_same(linked):
        return
    with suppress(LeagueError):  # together, the results are more than a table may have
        waiting = merged(waiting_results(kept), kept.new_part(linked, days))
        text = _with_waiting(_kept_part(known), kept, waiting)
        if text != known:
            write_table(response, text)


def _with_waiting(text: str, kept: KeptTable, waiting: Table) -> str:
    """Return the text of a kept table, followed by as many new results of `waiting` as fit."""
    news = kept.new_part(waiting, calendar())
    start = f"{text}.{calendar().days[-1]}."
    with suppress(LeagueError):  # not even the names fit
        token, fitting = pack(news, keys()[0], table_room() - len(start))
        return start + token if fitting.results else text
    return text


def waiting_results(kept: KeptTable) -> Table:
    """Return the results waiting to be added to this browser's table; none after a day."""
    day, token = (*read_table().split(".")[KEPT_PARTS:], "", "")[:2]
    if not _is_recent(day):
        return Table()
    try:
        waiting, _ = unpack(token, keys())
    except LeagueError:  # damaged
        return Table()
    return kept.new_part(waiting, calendar()) if waiting.id == kept.table.id else Table()


def _is_recent(day: str) -> bool:
    """Return whether the number of a day in a cookie is today's or yesterday's."""
    if not (day.isdecimal() and len(day) <= MAX_DAY_DIGITS):
        return False
    return int(day) in calendar().days[-1 - REMEMBERED_DAYS :]


def _tab(kept: KeptTable, game: str) -> str | None:
    """Return the game for the address of a table; None for the first or an unknown game."""
    games = games_of(kept.table)
    return game if game in games and game != games[0] else None


def _table_url(kept: KeptTable, game: str) -> str:
    """Return the address of the table for a game."""
    return url_for("league.league", game=_tab(kept, game))


def table_link(kept: KeptTable, game: str = "") -> str:
    """Return the link with the last days of a table, which opens the standings of a game."""
    token = kept.link_token(calendar(), keys()[0])
    group = kept.group or None
    return url_for(
        "league.league",
        table=token,
        group=group,
        by=kept.person,
        game=_tab(kept, game),
        _external=True,
    )


def remember_invitation(response: Response, token: str, group: str, by: str) -> None:
    """Store a link to a table in a browser that keeps none, in the cookie for the table.

    A kept table replaces the link, and so does the next invitation. A cookie in another format is
    not changed.
    """
    known = read_table()
    names = (to_base64url(name.encode()) for name in (group, by))
    text = ".".join((INVITATION, str(calendar().days[-1]), token, *names))
    if not keeps_table() and text != known and len(text) <= table_room():
        write_table(response, text)


def invitation() -> Invitation | None:
    """Return the remembered invitation, unless it is older than a day."""
    form, *parts = read_table().split(".")
    if form != INVITATION or len(parts) != INVITATION_PARTS:
        return None
    day, token, *names = parts
    if not _is_recent(day):
        return None
    packed = [from_base64url(name) for name in names]
    try:
        group, by = (clean_name(name.decode()) for name in packed if name is not None)
    except ValueError:  # damaged
        return None
    url = url_for("league.league", table=token, group=group or None, by=by or None)
    return Invitation(url, group, by)


def todays_table(variant: Variant, number: int) -> TodaysTable | None:
    """Return the table at the end of a daily game; None if the browser keeps none."""
    kept = kept_table()
    if kept is None:
        return None
    days, table = calendar(), kept.table
    game = own_game(variant, days.epoch)
    played = results_of_day(table, game, number)
    people = people_of(table, kept.person)
    by_result: dict[int | None, list[TodaysPerson]] = {}
    values_of: dict[str, Values] = dict(played)
    for name in dict.fromkeys((*values_of, *people)):
        values = values_of.get(name, {})
        key = ResultKey(name, game.key, number)
        person = TodaysPerson(
            name,
            is_player=name == kept.person,
            is_hinted=key in table.hinted,
            is_hard=key in table.hard,
            has_two=len(values) > 1,
        )
        by_result.setdefault(counted(values) if values else None, []).append(person)
    is_alone = len(people) == 1
    counts = {"played": number_text(len(played)), "people": number_text(len(people))}
    waiting = waiting_panel(kept, game)
    alone = gettext(
        "Only you are here so far. Send your friends the table. "
        "Their results arrive in the links that they send you."
    )
    note = ("" if waiting else alone) if is_alone else _week(kept, game.key)
    return TodaysTable(
        group=kept.group,
        day=_day_text(game, number),
        results=tuple(TodaysResult(value, tuple(group)) for value, group in by_result.items()),
        progress="" if is_alone else gettext("Results of %(played)s of %(people)s", **counts),
        note=note,
        news=_news(kept.group),
        invitation=_invitation_text(kept, game, number, played),
        link=table_link(kept, game.key),
        url=_table_url(kept, game.key),
        waiting=waiting,
        game=variant.path,
    )


def _news(group: str) -> str:
    """Return a sentence about the form that led to this page; empty if there was none."""
    if request.args.get("started"):
        return started_text(group)
    added = whole_number(request.args.get("added", ""), 1, MAX_NUMBER)
    return added_text(added) if added else ""


def started_text(group: str) -> str:
    """Return the message that a table was started; `group` is its name, which may be empty."""
    if group:
        return gettext("Table started: %(table)s.", table=group)
    return gettext("Table started.")


def added_text(count: int) -> str:
    """Return a sentence about `count` results that were added to the table."""
    return ngettext("%(num)s result added.", "%(num)s results added.", count)


def todays_table_of(game: DailyGame) -> TodaysTable | None:
    """Return today's results of a game; None if this site doesn't offer the game."""
    variant = _variant(game)
    site = services_of(variant.language)
    is_own = game.name == OWN + variant.path
    return todays_table(variant, site.today) if is_own and site and is_offered(variant) else None


def waiting_panel(kept: KeptTable, game: DailyGame | None) -> WaitingResults | None:
    """Return the waiting results of a table for the page of a game; None if there are none.

    Without a game, `here` has the results of the daily word.
    """
    waiting = waiting_results(kept)
    game = game or own_game(HOME, calendar().epoch)
    news = kept.news(waiting, calendar())
    if not news.results:
        return None

    def lines(*, is_here: bool) -> NewResults | None:
        results = {
            key: values for key, values in news.results.items() if (key.game == game.key) == is_here
        }
        some = replace(news, results=results)
        return NewResults(_news_by_person(some, waiting), conflicts_text(some)) if results else None

    renamed = tuple(sorted(news.renamed.items()))
    return WaitingResults(lines(is_here=True), lines(is_here=False), renamed, news.count)


def _invitation_text(
    kept: KeptTable, game: DailyGame, number: int, played: Sequence[tuple[str, Values]]
) -> str:
    """Return the line above a shared link: the results of the day, and an invitation.

    Without results of friends, it doesn't repeat the player's result, which is in the rest of the
    text. Once everybody has played, it invites nobody.
    """
    if all(name == kept.person for name, _ in played):
        if kept.group:
            return gettext("Add your result to %(table)s:", table=kept.group)
        return gettext("Add your result:")
    results = []
    for name, values in played[:MAX_SHARED]:
        hint = f" {HINTED}" if ResultKey(name, game.key, number) in kept.table.hinted else ""
        results.append(f"{name} {_result_text(counted(values))}{hint}")
    if len(played) > MAX_SHARED:
        results.append("…")
    facts = {"table": kept.group, "results": ", ".join(results)}
    if {*people_of(kept.table, kept.person)} == {name for name, _ in played}:
        if kept.group:
            return gettext("%(table)s: %(results)s", **facts)
        return gettext("Today: %(results)s", **facts)
    if kept.group:
        return gettext("%(table)s: %(results)s. Add yours:", **facts)
    return gettext("Today: %(results)s. Add yours:", **facts)


def _result_text(value: int) -> str:
    """Return the number of guesses, or X for a loss."""
    return number_text(value) if value else "X"


def _week(kept: KeptTable, game: str) -> str:
    """Return the averages of all people over the last seven days of a game.

    Empty for one person, and on the first day, whose results are above the line. People without a
    rank come last, with their number of games.
    """
    if game not in kept.table.games:
        return ""
    people = standings(kept.table, game, "week", today=services().local_date).people
    if len(people) == 1 or all(standing.games == 1 for standing in people):
        return ""
    averages = []
    for standing in people:
        name = gettext("You") if standing.name == kept.person else standing.name
        hint = f" {HINTED}" if standing.hinted else ""
        games = ngettext("%(num)s game", "%(num)s games", standing.games)
        count = "" if standing.rank else f" ({games})"
        average = f"{name} {decimal(float(standing.mean))}{hint}{count}"
        averages.append(average.replace(" ", NBSP))
    return gettext("Average of the last 7 days: %(averages)s", averages=", ".join(averages))


def table_panel(table: Table) -> TablePanel | None:
    """Return the context of the kept table for the page that shows `table`.

    None if the page doesn't mention the kept table.
    """
    days, kept = calendar(), kept_table()
    part = daily_results(table, days)
    people = people_of(part)
    if kept and kept.is_same(table) and kept.table.results == part.results:
        return TablePanel(
            kept, is_shown=True, link=table_link(kept), has_others=has_other_results(kept)
        )
    if not part.results or len(people) > MAX_KEPT_PEOPLE:
        return None
    if not kept:
        return TablePanel(None, people=people)
    if not kept.is_same(table):
        return TablePanel(kept, people=people, is_other=True)
    news = kept.news(part, days)
    together = None
    if news and is_daily(table):
        with suppress(LeagueError):  # the form reports the error
            together = kept.adding(part, days).table
    return TablePanel(
        kept,
        people=people,
        merged=together,
        news=_news_by_person(news, part),
        conflicts=conflicts_text(news),
        renamed=tuple(sorted(news.renamed.items())),
        total=news.count,
    )


def _news_by_person(news: News, part: Table) -> tuple[PersonsNews, ...]:
    """Return the new results of another table, `part`, by person and without conflicting ones."""
    texts: dict[str, list[str]] = {}
    for key in sorted(news.results, key=lambda key: (key.person.casefold(), -key.number, key.game)):
        if key not in news.table.results:
            game = part.games[key.game]
            day = _day_text(game, key.number)
            value = counted(news.results[key])
            text = (
                gettext("%(day)s in %(guesses)s", day=day, guesses=number_text(value))
                if value
                else gettext("%(day)s not solved", day=day)
            )
            hint = f"{NBSP}{HINTED}" if key in part.hinted else ""
            texts.setdefault(key.person, []).append(text + hint)
    return tuple(
        PersonsNews(name, tuple(results[:MAX_NEWS]), max(0, len(results) - MAX_NEWS))
        for name, results in texts.items()
    )


def _day_text(game: DailyGame, number: int) -> str:
    """Return the day of a game: `Daily 62`, or `Daily 62 · 4 boards`."""
    return " · ".join(filter(None, (daily_text(number), boards_text(_variant(game)))))


def _variant(game: DailyGame) -> Variant:
    return read_variant(game.name.removeprefix(OWN)) or HOME


def todays_game(game: DailyGame | None) -> tuple[str, str]:
    """Return the address and the boards of today's game, if the player has not finished it.

    Otherwise, both are empty. The boards are also empty for a game of one board.
    """
    variant = _variant(game) if game else HOME
    site = services_of(variant.language)
    if site is None or not is_offered(variant):
        return "", ""
    if history().day_game(site.today, variant)[0].is_over:
        return "", ""
    return variant_url("play.today", variant), boards_text(variant)


def todays_result(table: Table, game: DailyGame, sender: str, *, is_played: bool) -> str:
    """Return sentences for an invitation: today's result in its table, and what to do next.

    It is the sender's result or, without one, the best. Empty without a result of today, and for
    games that are not about one word of this site. `is_played` is whether the visitor has finished
    the game or can't begin it on this page.
    """
    variant, days = _variant(game), calendar()
    site = services_of(variant.language)
    is_own = game.name == OWN + variant.path and variant.boards == 1
    if site is None or not (is_own and is_offered(variant)):
        return ""
    part = daily_results(table, days)
    results = dict(results_of_day(part, own_game(variant, days.epoch), site.today))
    if not results:
        return ""
    name = sender if sender in results else next(iter(results))
    value = counted(results[name])
    is_hinted = ResultKey(name, game.key, site.today) in part.hinted
    hint = f"{NBSP}{HINTED}" if is_hinted else ""
    if value:
        guesses = number_text(value) + hint
        result = gettext("%(name)s solved today’s word in %(guesses)s.", name=name, guesses=guesses)
        advice = gettext("Guess it too, then compare.")
    else:
        result = gettext("%(name)s didn’t solve today’s word.", name=name)
        advice = gettext("Can you?")
    if is_played:
        advice = gettext("Join to compare.")
    return f"{result} {advice}"


def nothing_new(table: Table, by: str) -> str:
    """Return a sentence about a link that adds nothing to the kept table; empty for other links.

    `by` is the sender of the link; empty on the kept table's own page.
    """
    kept, days = kept_table(), calendar()
    if kept is None or not kept.is_same(table) or not is_daily(table):
        return ""
    part = daily_results(table, days)
    if kept.news(part, days):
        return ""
    if by and present_names(kept.table.renames).get(by, by) == kept.person:
        return gettext("This is your own link. There’s nothing new in it.")
    if part.results != kept.table.results:
        return gettext("Nothing new in this link. Your table has more.")
    return gettext("Nothing new in this link.") if by else ""


def conflicts_text(news: News) -> tuple[str, ...]:
    """Return a line for each new result that differs from a known one."""
    lines = []
    for key in news.conflicts:
        game = news.table.games[key.game]
        values = [*news.table.results[key], *news.results[key]]
        results = [_result_text(value) for value in values]
        lines.append(
            gettext(
                "%(name)s: another result for %(day)s (%(results)s)",
                name=key.person,
                day=_day_text(game, key.number),
                results=list_text(results),
            )
        )
    return tuple(lines)


def begun_table(other: Table, group: str) -> KeptTable:
    """Return a new table for this browser, with the results of `other` and the name in the form.

    Raises:
        LeagueError: the name is missing or taken, or the table has too many people.
    """
    person = chosen_person(daily_results(other, calendar()))
    table = replace(Table(), id=other.id or services().randbytes(ID_BYTES))
    return with_own_results(KeptTable(table, person, clean_name(group)).adding(other, calendar()))


def renamed(kept: KeptTable) -> KeptTable:
    """Return a table in which its player has the name in the form.

    Links contain the rename. But if this browser doesn't know all results under the earlier name,
    and the form doesn't claim them, that name may be somebody else's. Then only the results that
    this browser knows get the new name.

    Raises:
        LeagueError: the name is missing or taken, or the table has too many people or renames.
    """
    person = chosen_person(kept.table, kept.person)
    if has_other_results(kept) and not request.form.get("all"):
        own = results_of_player(history().recent, kept.person, calendar())
        return with_own_results(replace(kept.without(own), person=person))
    return with_own_results(kept.calling(person, calendar()))


def edited(kept: KeptTable) -> KeptTable:
    """Return a table with the change in the form: its name, or a person's place in it.

    A person is merged with another, left out or taken back. If the person to leave out is not in
    the table, nothing is changed.

    Raises:
        LeagueError: too many people are renamed or left out, or the names to merge are not those of
            two people in the table.
    """
    form, people = request.form, people_of(kept.table, kept.person)
    if "title" in form:
        return replace(kept, group=clean_name(form["title"]))
    name = form.get("name", "")
    is_friend = name in people and name != kept.person
    if "same" in form:
        if not is_friend or form["same"] not in people or form["same"] == name:
            raise LeagueError("pair")
        return kept.joining(name, form["same"], calendar())
    if name in kept.table.left_out:
        return kept.taking_back(name)
    return kept.leaving_out(name) if is_friend else kept


def has_other_results(kept: KeptTable) -> bool:
    """Return whether a table has results of its player that aren't in this browser's history."""
    own = results_of_player(history().recent, kept.person, calendar())
    return kept.person in people_of(kept.without(own).table)


def chosen_person(table: Table, player: str = "") -> str:
    """Return the name from the form: that of the pressed button, or else the typed name.

    `player` is the current name of the player, who may also reuse an earlier name.

    Raises:
        LeagueError: the name is missing, or the typed name is or was that of another person.
    """
    typed, chosen = (clean_name(request.form.get(field, "")) for field in ("name", "person"))
    names = {**{name: name for name in people_of(table)}, **present_names(table.renames)}
    taken = {name.casefold(): person for name, person in names.items() if person != player}
    if chosen in taken.values():
        return chosen
    if alike := taken.get(typed.casefold()):
        raise LeagueError("taken", name=alike)
    if not typed:
        raise LeagueError("nameless")
    return typed


def claim_conflicts(other: Table, person: str) -> tuple[str, ...]:
    """Return a line for each of the player's results that contradicts `person`'s in `other`."""
    days = calendar()
    kept = KeptTable(daily_results(other, days), person)
    own = results_of_player(history().recent, person, days)
    return conflicts_text(kept.news(own, days))


def rename_conflicts(kept: KeptTable, person: str) -> tuple[str, ...]:
    """Return a line for each of the player's results that contradicts the results of `person`."""
    table = replace(kept.table, renames={})
    mine, theirs = (
        table.part(key for key in table.results if key.person == name)
        for name in (kept.person, person)
    )
    called = mine.with_renames({(kept.person, person): calendar().days[-1]})
    return conflicts_text(KeptTable(theirs, person).news(called, calendar()))


@bp.get("/league/start")
def start() -> ResponseReturnValue:
    """Show the form that starts a table with friends; a browser keeps one at most."""
    if kept_table():
        return redirect(url_for("league.league"))
    return _start_page(refusal())


@bp.post("/league/start")
def begin() -> ResponseReturnValue:
    """Start a table, and redirect to the game that has ended or, without one, to the table."""
    variant = read_variant(request.form.get("game", "")[:MAX_ID])
    if variant is None or not is_offered(variant):
        variant = HOME
    status, *_ = history().day_game(services().today, variant)
    is_new = kept_table() is None  # if not, the form was sent twice, or from an old page
    started = 1 if is_new else None
    way = url_for("league.league", started=started)
    if status.is_over:
        way = variant_url("play.today", variant, _anchor="todays-table", started=started)
    answer = redirect(way, 303)
    if not is_new:
        return answer
    try:
        keep_table(answer, begun_table(Table(), request.form.get("group", "")))
    except LeagueError as error:
        return _start_page(error.message(gettext)), 422
    return answer


def _start_page(problem: str) -> str:
    set_active("league")
    page = StartPage(
        name=clean_name(request.form.get("name", "")),
        group=clean_name(request.form.get("group", "")),
        game=request.values.get("game", "")[:MAX_ID],
        problem=problem,
    )
    return render_template("league/start.html", page=page)


@bp.post("/league/add")
def add() -> ResponseReturnValue:
    """Add the waiting results to the kept table or forget them, and redirect to the ended game."""
    variant = read_variant(request.form.get("game", "")[:MAX_ID])
    if variant is None or not is_offered(variant):
        variant = HOME
    kept = kept_table()
    added = _number_to_add(kept) if kept else 0
    way = variant_url("play.today", variant, _anchor="todays-table", added=added or None)
    return _add_or_ignore(kept, way)


@bp.post("/league/add-here")
def add_here() -> ResponseReturnValue:
    """Add the waiting results to the kept table or forget them, and redirect to the table."""
    kept = kept_table()
    if kept is None:
        return redirect(url_for("league.league"), 303)
    game = _tab(kept, request.form.get("game", ""))
    added = _number_to_add(kept) or None
    return _add_or_ignore(kept, url_for("league.league", game=game, added=added))


def _number_to_add(kept: KeptTable) -> int:
    """Return the number of waiting results that the form adds."""
    is_added = "ignore" not in request.form
    return kept.news(waiting_results(kept), calendar()).count if is_added else 0


def _add_or_ignore(kept: KeptTable | None, way: str) -> Response:
    """Add the waiting results to a table or forget them, as the form says; redirect to `way`."""
    answer = redirect(way, 303)
    if kept is None:
        return answer
    if "ignore" in request.form:
        write_table(answer, _kept_part(read_table()))
        return answer
    waiting = waiting_results(kept)
    try:
        keep_table(answer, kept.adding(waiting, calendar()))
    except LeagueError:  # the page of the table shows the reason
        token, _ = pack(waiting, keys()[0])
        return redirect(url_for("league.league", table=token), 303)
    return answer


@bp.post("/league/leave")
def leave() -> ResponseReturnValue:
    """Delete the table from the browser."""
    answer = redirect(url_for("league.league", left=1), 303)
    write_table(answer, "")
    return answer
