"""Statistics as the pages show them: labelled figures and bars."""

from wordle_web.game.history.history import History
from wordle_web.game.history.statistics import Statistics, StatisticsKind, kinds_played, statistics
from wordle_web.web.play.view_models import Bar, StatisticsView
from wordle_web.web.ui.components import Figure
from wordle_web.web.ui.formatting import format_decimal, number_text
from wordle_web.web.ui.i18n import gettext, ngettext


def all_figures(played: History, today: int) -> tuple[StatisticsView, ...]:
    """Return the figures of every kind and length that has been played, daily games first."""
    return tuple(
        figures_of(played, kind, length, today, shows_last=True)
        for kind, length in kinds_played(played)
    )


def figures_of(
    played: History, kind: StatisticsKind, length: int, today: int, *, shows_last: bool
) -> StatisticsView:
    """Return the figures of one kind and length; `shows_last` marks the last game's bar."""
    found = statistics(played, kind, length, today)
    last = found.last if shows_last else None
    return StatisticsView(
        title=title_of(kind, length),
        played=found.played,
        figures=_figures(found, kind) if found.played else (),
        distribution=_bars(found, last) if found.played else (),
    )


def title_of(kind: StatisticsKind, length: int) -> str:
    """Return the title of the figures of one kind and length."""
    if kind == "daily":
        return gettext("Daily games")
    if kind == "archive":
        return gettext("Days of the archive")
    if kind == "random":
        return gettext("Random games, %(number)s letters", number=length)
    return gettext("Challenges, %(number)s letters", number=length)


def _figures(found: Statistics, kind: StatisticsKind) -> tuple[Figure, ...]:
    """Return the labelled figures; streaks belong to daily games only."""
    figures = [
        Figure(gettext("Played"), number_text(found.played)),
        Figure(gettext("Win %"), str(found.win_percent)),
    ]
    if kind == "daily":
        figures += [
            Figure(gettext("Current streak"), number_text(found.current_streak)),
            Figure(gettext("Max streak"), number_text(found.max_streak)),
        ]
    if found.average is not None:
        figures.append(Figure(gettext("Average"), format_decimal(found.average, format="0.00")))
    return tuple(figures)


def _bars(found: Statistics, last: int | None) -> tuple[Bar, ...]:
    """Return a bar for each number of guesses, and one for losses."""
    most = max(found.counts)
    tries = [*range(1, len(found.counts)), 0]
    return tuple(
        Bar(
            label=str(number) if number else "X",
            count=number_text(found.counts[number]),
            percent=round(100 * found.counts[number] / most),
            is_last=number == last,
            spoken=_spoken(number, found.counts[number]),
        )
        for number in tries
    )


def _spoken(number: int, count: int) -> str:
    """Return a bar in words: `4 guesses: 12 games`."""
    games = ngettext("%(num)s game", "%(num)s games", count)
    if not number:
        return gettext("Lost: %(games)s", games=games)
    guesses = ngettext("%(num)s guess", "%(num)s guesses", number)
    return f"{guesses}: {games}"
