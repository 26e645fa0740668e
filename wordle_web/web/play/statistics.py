"""Statistics as pages show them: which of them, under which title."""

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
from wordle_web.web.ui.formatting import variant_text
from wordle_web.web.ui.i18n import gettext


@dataclass(frozen=True, slots=True)
class StatisticsView:
    """Statistics of one kind of game, with the distribution of guesses.

    Attributes:
        figures: How many games, how many won, and so on.
        has_streaks: Whether a streak of days means something.
        last: The guesses of the last game, 0 for a loss; None where its bar is not marked.
    """

    title: str
    figures: Statistics
    has_streaks: bool = False
    last: int | None = None

    @property
    def bars(self) -> tuple[tuple[int, int, int], ...]:
        """Guesses, or 0 for a loss; how many games; and the length of the bar, 0 to 100."""
        counts = self.figures.counts
        wins = enumerate(self.figures.distribution, self.figures.variant.boards)
        results = ((number, count) for number, count in (*wins, (0, counts[0])))
        return tuple((number, count, round(100 * count / max(counts))) for number, count in results)


def statistics_views(played: History, today: int) -> tuple[StatisticsView, ...]:
    """Return the statistics of every kind and length played, those with the most games first."""
    views = (
        statistics_view(played, kind, length, today, variant, shows_last=True)
        for variant, kind, length in kinds_played(played)
    )
    return tuple(sorted(views, key=lambda view: view.figures.played, reverse=True))


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
    stats, title = statistics(played, kind, length, today, variant), _title(kind, length)
    if variant != HOME:
        title = gettext("%(variant)s: %(title)s", variant=variant_text(variant), title=title)
        title = title[:1].upper() + title[1:]  # many languages write their names small
    return StatisticsView(title, stats, kind == "daily", stats.last if shows_last else None)


def days_view(
    played: History, days: Iterable[int], title: str, variant: Variant = HOME
) -> StatisticsView:
    """Return the statistics of some days' games."""
    return StatisticsView(title, days_statistics(played, days, variant))


def _title(kind: StatisticsKind, length: int) -> str:
    if kind == "daily":
        return gettext("Daily games")
    if kind == "archive":
        return gettext("Archive games")
    if kind == "random":
        return gettext("Random games, %(number)s letters", number=length)
    return gettext("Challenges, %(number)s letters", number=length)
