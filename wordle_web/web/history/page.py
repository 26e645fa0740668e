"""The history page: statistics, a month of days, the last games, games in progress."""

import functools
from dataclasses import dataclass
from datetime import date

from wordle_web.engine.knowledge import Turn
from wordle_web.engine.lexicon import Lexicon
from wordle_web.engine.words.wordfiles import LexiconError
from wordle_web.game.board import TileRow, played_row
from wordle_web.game.errors import PuzzleError
from wordle_web.game.history.history import History
from wordle_web.game.history.records import Record
from wordle_web.game.history.statistics import hardest
from wordle_web.game.puzzles.puzzles import LENGTHS, daily_answers, random_answers
from wordle_web.game.puzzles.variants import HOME, Variant
from wordle_web.game.share import board_results
from wordle_web.web.play.calendar import Month, month_of, shown_month
from wordle_web.web.play.days import Streak, streak_of, todays_game
from wordle_web.web.play.statistics import StatisticsView, statistics_views
from wordle_web.web.services import services, services_of
from wordle_web.web.ui.addresses import is_offered, variant_of_request, variant_url
from wordle_web.web.ui.components import Link
from wordle_web.web.ui.formatting import (
    daily_text,
    day_date,
    short_date_text,
    tag_of,
    variant_text,
)
from wordle_web.web.ui.i18n import gettext, language, translator
from wordle_web.web.ui.spelling import written, written_row


@dataclass(frozen=True, slots=True)
class PastGame:
    """A finished game as the history lists it.

    Attributes:
        date: The day on which it was started.
        result: For example "4/6*".
        answer: As people write it; empty if it is no longer known.
        tag: Of the language of the answer; empty where that is not known.
        rows: Of a game of one board; empty if the answer is no longer known.
        boards: In which guess each of several boards was solved, or X.
        url: Address of the replay; empty if there is none.
        label: Spoken label of that link.
    """

    title: str
    date: str
    result: str
    answer: str
    tag: str
    rows: tuple[TileRow, ...]
    boards: tuple[str, ...]
    url: str
    label: str


@dataclass(frozen=True, slots=True)
class HistoryPage:
    """A player's games and statistics.

    Attributes:
        statistics: Figures of each kind and length, the one played most first.
        month: Daily games by day; None before the first.
        streak: Days won in a row, and the badges for them.
        hardest: The game among the last that took the most guesses; None before the first.
        recent: The last games, the latest first.
        in_progress: Links to the games in progress.
        is_empty: Whether there is nothing to back up or delete.
    """

    statistics: tuple[StatisticsView, ...]
    month: Month | None
    streak: Streak
    hardest: PastGame | None
    recent: tuple[PastGame, ...]
    in_progress: tuple[Link, ...]
    refusal: str
    is_empty: bool


def history_page(played: History, month: date | None = None, refusal: str = "") -> HistoryPage:
    """Return the view model of the history, latest games first."""
    toughest, variant = hardest(played), variant_of_request(HOME)
    return HistoryPage(
        statistics=statistics_views(played, services().today),
        month=_month(played, variant, month),
        streak=streak_of(todays_game(variant)),
        hardest=past_game(toughest) if toughest and answer_of(toughest) else None,
        recent=tuple(past_game(record) for record in reversed(played.recent)),
        in_progress=tuple(
            Link(
                title_of(record),
                variant_url("play.game", record.variant, kind=record.kind, token=record.name),
            )
            for record in reversed(played.in_progress)
            if record.kind != "challenge"  # its link is not kept
            and is_offered(record.variant)
        ),
        refusal=refusal,
        is_empty=played.is_empty,
    )


def replay_url(record: Record, **values: int) -> str:
    """Return the address of the replay of a finished game."""
    kind, name = record.kind, record.name
    return variant_url("history.replay", record.variant, kind=kind, name=name, **values)


def past_game(record: Record) -> PastGame:
    """Return a finished game as the history lists it."""
    title, result = title_of(record), result_text(record)
    answers, site = answers_of(record), services_of(record.variant.language)
    rows = rows_of(record) if record.variant.boards == 1 else ()
    return PastGame(
        title=title,
        date=short_date_text(day_date(record.started)),
        result=result,
        answer=written_answer(record) if len(answers) == 1 else "",
        tag=tag_of(site.language) if site else "",
        rows=rows,
        boards=board_results(record.game(*answers)) if len(answers) > 1 else (),
        url=replay_url(record) if can_replay(record) else "",
        label=gettext("Replay %(game)s, %(result)s", game=title, result=result),
    )


def result_text(record: Record) -> str:
    """Return how a finished game ended: guesses or X of six, and a star for hard mode."""
    tries = len(record.guesses) if record.outcome == "won" else "X"
    return f"{tries}/{record.variant.tries}{'*' if record.hard else ''}"


def title_of(record: Record) -> str:
    """Return the title of a game."""
    title = _title_of(record)
    if record.variant == HOME:
        return title
    return gettext("%(title)s, %(variant)s", title=title, variant=variant_text(record.variant))


def _title_of(record: Record) -> str:
    if record.day is not None:
        return daily_text(record.day)
    if record.kind == "random":
        return gettext("Random word, %(number)s letters", number=record.length)
    return gettext("Challenge, %(number)s letters", number=record.length)


def answer_of(record: Record) -> str:
    """Return the answer of a finished game of one board; empty if it can no longer be found."""
    return next(iter(answers_of(record)), "")


def answers_of(record: Record) -> tuple[str, ...]:
    """Return the answers of a finished game, one per board; none if they cannot be found."""
    if record.answer:
        return tuple(record.answer.split())
    if record.outcome == "won" and record.variant.boards == 1:
        return record.guesses[-1:]
    site, variant = services_of(record.variant.language), record.variant
    if site is None:
        return ()
    try:
        lexicon = site.lexicon(record.length)
        if record.day is not None:
            derived = daily_answers(record.day, site.epochs, lexicon, variant)
            return site.scheduled(record.day, variant) or derived
        return random_answers(record.name, site.epochs_begun, lexicon, variant)
    except (PuzzleError, LexiconError):
        return ()


def written_answer(record: Record) -> str:
    """Return the answer of a finished game of one board, as people write it."""
    return written(answer_of(record), lexicon_of(record))


def lexicon_of(record: Record) -> Lexicon | None:
    """Return the words of a game; None where this site has none of its language and length."""
    site = services_of(record.variant.language)
    return site.lexicon(record.length) if site and record.length in site.lengths else None


def can_replay(record: Record) -> bool:
    """Return whether a finished game can be shown step by step: it has guesses and answers.

    Only a backup that somebody has written by hand has words longer than those of this site; they
    are not shown, since they could be made to take much time and memory.
    """
    answers = answers_of(record)
    is_known = bool(answers) and all(len(answer) == record.length for answer in answers)
    return is_known and bool(record.guesses) and record.length in LENGTHS


def rows_of(record: Record) -> tuple[TileRow, ...]:
    """Return the rows of a finished game of one board; none if it cannot be replayed."""
    if not can_replay(record):
        return ()
    turns = enumerate(record.game(answer_of(record)).turns, 1)
    rows = tuple(_row(turn, number, language()) for number, turn in turns)
    lexicon = lexicon_of(record)
    return tuple(written_row(row, lexicon) for row in rows)


# The page shows up to 240 rows. 2,048 of 2 kB at 8 letters: 4 MB at most.
@functools.lru_cache(maxsize=2048)
def _row(turn: Turn, number: int, language: str) -> TileRow:
    return played_row(turn, number, translator(language))


def _month(played: History, variant: Variant, wanted: date | None) -> Month | None:
    days = played.days_of(variant)
    if not len(days):
        return None
    last = day_date(days.first + len(days.states) - 1).replace(day=1)
    return month_of(shown_month(wanted or last), variant, "history.games", _anchor="days")
