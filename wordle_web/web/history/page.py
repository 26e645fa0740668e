"""What the history page shows: figures, the last games with their guesses, games to go on with."""

import functools

from flask_wtf.csrf import generate_csrf

from wordle_web.engine import LexiconError
from wordle_web.game.board import Row, played_row
from wordle_web.game.history.history import History, Record
from wordle_web.game.history.statistics import hardest
from wordle_web.game.puzzles.errors import PuzzleError
from wordle_web.game.puzzles.puzzles import daily_answer, random_answer
from wordle_web.web.history.view_models import HistoryPage, PastGame
from wordle_web.web.history.year import year_of_days
from wordle_web.web.play.statistics import all_figures
from wordle_web.web.services import services
from wordle_web.web.ui.formatting import day_date, number_text, short_date_text
from wordle_web.web.ui.i18n import gettext, language, translator
from wordle_web.web.ui.layout import address
from wordle_web.web.ui.view_models import Link


def history_page(played: History, year: str = "", refusal: str = "") -> HistoryPage:
    """Return what the page of `played` shows, the latest games first."""
    met = hardest(played)
    return HistoryPage(
        statistics=all_figures(played, services().today),
        year=year_of_days(played.days, year),
        hardest=past_game(met) if met and answer_of(met) else None,
        recent=tuple(past_game(record) for record in reversed(played.recent)),
        in_progress=tuple(
            Link(title_of(record), address(path_of(record)))
            for record in reversed(played.in_progress)
            if path_of(record)
        ),
        token=generate_csrf(),
        refusal=refusal,
        is_empty=played.is_empty,
    )


def past_game(record: Record) -> PastGame:
    """Return a finished game as the history lists it."""
    rows, title, result = rows_of(record), title_of(record), result_text(record)
    return PastGame(
        title=title,
        date=short_date_text(day_date(record.started)),
        result=result,
        is_won=record.outcome == "won",
        answer=answer_of(record),
        rows=rows,
        url=address(f"/history/{record.puzzle}") if rows else "",
        label=gettext("Replay %(game)s, %(result)s", game=title, result=result),
    )


def result_text(record: Record) -> str:
    """Return how a finished game ended: guesses or X of six, and a star for hard mode."""
    tries = len(record.guesses) if record.outcome == "won" else "X"
    return f"{tries}/6{'*' if record.hard else ''}"


def title_of(record: Record) -> str:
    """Return the title of a game."""
    if record.day is not None:
        return gettext("Daily %(number)s", number=number_text(record.day))
    if record.kind == "random":
        return gettext("Random word, %(number)s letters", number=record.length)
    return gettext("Challenge, %(number)s letters", number=record.length)


def path_of(record: Record) -> str:
    """Return where a game is played; empty for a challenge, whose link is not kept."""
    return "" if record.kind == "challenge" else f"/{record.puzzle}"


def answer_of(record: Record) -> str:
    """Return the answer of a finished game; empty where it can no longer be told."""
    site = services()
    if record.outcome == "won":
        return record.guesses[-1]
    if record.kind == "challenge":
        return record.answer
    try:
        if record.day is not None:
            return daily_answer(record.day, site.epochs, site.lexicon(record.length))
        return random_answer(record.name, site.epochs, site.lexicon(record.length))
    except (PuzzleError, LexiconError):
        return ""


def rows_of(record: Record) -> tuple[Row, ...]:
    """Return the rows of a finished game; none where its answer can no longer be told."""
    answer = answer_of(record)
    if len(answer) != record.length:
        return ()
    return _rows(record, answer, language())


@functools.lru_cache(4096)
def _rows(record: Record, answer: str, language: str) -> tuple[Row, ...]:
    """Return the rows of a game, worded in the language of this request."""
    turns, words = record.game(answer).turns, translator()
    return tuple(played_row(turn, number, words) for number, turn in enumerate(turns, 1))
