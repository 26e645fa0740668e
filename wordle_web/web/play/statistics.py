"""Statistics as pages show them: labeled figures and bars."""

from collections.abc import Iterable
from dataclasses import dataclass

from wordle_web.game.history.history import History
from wordle_web.game.history.statistics import (
    Statistics,
    StatisticsKind,
    days_statistics,
    kinds_played,
    statistics,
)
from wordle_web.game.puzzles.variants import HOME, Variant
from wordle_web.web.ui.components import Figure
from wordle_web.web.ui.formatting import decimal, number_text, variant_text
from wordle_web.web.ui.i18n import gettext, ngettext


@dataclass(frozen=True, slots=True)
class Bar:
    """One bar of a distribution; `percent` is its length from 0 to 100."""

    label: str
    count: str
    percent: int
    is_last: bool
    spoken: str


@dataclass(frozen=True, slots=True)
class StatisticsView:
    """Statistics of one kind of game, with the distribution of guesses.

    `note` says how many of the games were played elsewhere.
    """

    title: str
    played: int
    figures: tuple[Figure, ...]
    distribution: tuple[Bar, ...]
    note: str = ""


def statistics_views(played: History, today: int) -> tuple[StatisticsView, ...]:
    """Return the statistics of every kind and length played, those with the most games first."""
    views = (
        statistics_view(played, kind, length, today, variant, shows_last=True)
        for variant, kind, length in kinds_played(played)
    )
    return tuple(sorted(views, key=lambda view: view.played, reverse=True))


def statistics_view(
    played: History,
    kind: StatisticsKind,
    length: int,
    today: int,
    variant: Variant = HOME,
    *,
    shows_last: bool,
) -> StatisticsView:
    """Return the statistics of one kind and length; `shows_last` marks the last game's bar."""
    stats = statistics(played, kind, length, today, variant)
    return _view(_title(kind, length, variant), stats, kind, stats.last if shows_last else None)


def days_view(
    played: History, days: Iterable[int], title: str, variant: Variant = HOME
) -> StatisticsView:
    """Return the statistics of some days' games."""
    return _view(title, days_statistics(played, days, variant), "archive")


def _view(
    title: str, stats: Statistics, kind: StatisticsKind, last: int | None = None
) -> StatisticsView:
    return StatisticsView(
        title=title,
        played=stats.played,
        figures=_figures(stats, kind) if stats.played else (),
        distribution=_bars(stats, last) if stats.played else (),
        note=_note(stats),
    )


def _note(stats: Statistics) -> str:
    if not stats.earlier:
        return ""
    return ngettext(
        "Includes %(number)s game from elsewhere.",
        "Includes %(number)s games from elsewhere.",
        stats.earlier,
        number=number_text(stats.earlier),
    )


def _title(kind: StatisticsKind, length: int, variant: Variant) -> str:
    title = _kind_title(kind, length)
    if variant == HOME:
        return title
    named = gettext("%(variant)s: %(title)s", variant=variant_text(variant), title=title)
    return named[:1].upper() + named[1:]  # many languages write their names small


def _kind_title(kind: StatisticsKind, length: int) -> str:
    if kind == "daily":
        return gettext("Daily games")
    if kind == "archive":
        return gettext("Archive games")
    if kind == "random":
        return gettext("Random games, %(number)s letters", number=length)
    return gettext("Challenges, %(number)s letters", number=length)


def _figures(stats: Statistics, kind: StatisticsKind) -> tuple[Figure, ...]:
    figures = [
        Figure(gettext("Played"), number_text(stats.played)),
        Figure(gettext("Win %"), str(stats.win_percent)),
    ]
    if kind == "daily":
        figures += [
            Figure(gettext("Current streak"), number_text(stats.current_streak)),
            Figure(gettext("Max streak"), number_text(stats.max_streak)),
        ]
    if stats.average is not None:
        figures.append(Figure(gettext("Average"), decimal(stats.average)))
    return tuple(figures)


def _bars(stats: Statistics, last: int | None) -> tuple[Bar, ...]:
    highest = max(stats.counts)
    fewest = stats.variant.boards
    results = [*enumerate(stats.distribution, fewest), (0, stats.counts[0])]  # the losses last
    return tuple(
        Bar(
            label=str(number) if number else "X",
            count=number_text(count),
            percent=round(100 * count / highest),
            is_last=number == last,
            spoken=_spoken(number, count),
        )
        for number, count in results
    )


def _spoken(number: int, count: int) -> str:
    games = ngettext("%(num)s game", "%(num)s games", count)
    if not number:
        return gettext("Lost: %(games)s", games=games)
    guesses = ngettext("%(num)s guess", "%(num)s guesses", number)
    return f"{guesses}: {games}"
