"""Statistics as pages show them: labeled figures and bars."""

from dataclasses import dataclass

from wordle_web.game.history.history import History
from wordle_web.game.history.statistics import Statistics, StatisticsKind, kinds_played, statistics
from wordle_web.web.ui.components import Figure
from wordle_web.web.ui.formatting import format_decimal, number_text
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
    """Statistics of one kind of game, with the distribution of guesses."""

    title: str
    played: int
    figures: tuple[Figure, ...]
    distribution: tuple[Bar, ...]


def statistics_views(played: History, today: int) -> tuple[StatisticsView, ...]:
    """Return the statistics of every kind and length played, daily games first."""
    return tuple(
        statistics_view(played, kind, length, today, shows_last=True)
        for kind, length in kinds_played(played)
    )


def statistics_view(
    played: History, kind: StatisticsKind, length: int, today: int, *, shows_last: bool
) -> StatisticsView:
    """Return the statistics of one kind and length; `shows_last` marks the last game's bar."""
    stats = statistics(played, kind, length, today)
    last = stats.last if shows_last else None
    return StatisticsView(
        title=_title(kind, length),
        played=stats.played,
        figures=_figures(stats, kind) if stats.played else (),
        distribution=_bars(stats, last) if stats.played else (),
    )


def _title(kind: StatisticsKind, length: int) -> str:
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
        figures.append(Figure(gettext("Average"), format_decimal(stats.average, format="0.00")))
    return tuple(figures)


def _bars(stats: Statistics, last: int | None) -> tuple[Bar, ...]:
    highest = max(stats.counts)
    tries = [*range(1, len(stats.counts)), 0]  # the losses last
    return tuple(
        Bar(
            label=str(number) if number else "X",
            count=number_text(stats.counts[number]),
            percent=round(100 * stats.counts[number] / highest),
            is_last=number == last,
            spoken=_spoken(number, stats.counts[number]),
        )
        for number in tries
    )


def _spoken(number: int, count: int) -> str:
    games = ngettext("%(num)s game", "%(num)s games", count)
    if not number:
        return gettext("Lost: %(games)s", games=games)
    guesses = ngettext("%(num)s guess", "%(num)s guesses", number)
    return f"{guesses}: {games}"
