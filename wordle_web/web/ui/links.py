"""Links that lead from a game to its analysis, and to a hint for it."""

from collections.abc import Iterable

from flask import url_for

from wordle_web.engine.knowledge import Turn
from wordle_web.game.puzzles.puzzles import DAILY_LENGTH
from wordle_web.web.ui.components import Link
from wordle_web.web.ui.i18n import gettext
from wordle_web.web.ui.queries import DEFAULT_MODE, IN_TURN, query_string


def analysis_link(answer: str, guesses: Iterable[str], mode: str, *, hard: bool) -> Link:
    """Return the link to the analysis of a finished game."""
    url = url_for(
        "analysis.analysis",
        answer=answer,
        guess=tuple(guesses),
        mode=mode if mode != DEFAULT_MODE else None,
        hard="1" if hard else None,
    )
    return Link(gettext("Analyze this game"), url)


def boards_analysis_link(
    answers: Iterable[str], guesses: Iterable[str], mode: str, *, in_turn: bool
) -> Link:
    """Return the link to the analysis of a finished game of several boards."""
    query = query_string(
        ("answer", " ".join(answers)),
        ("guess", " ".join(guesses)),
        ("mode", mode if mode != DEFAULT_MODE else ""),
        ("order", IN_TURN if in_turn else ""),
    )
    return Link(gettext("Analyze this game"), f"{url_for('analysis.analysis')}?{query}")


def hint_link(turns: Iterable[Turn], mode: str, length: int, *, hard: bool) -> Link:
    """Return the link to a hint for a game in progress: the helper with the rows played."""
    query = query_string(
        *(("row", turn.text()) for turn in turns),
        ("length", str(length) if length != DAILY_LENGTH else ""),
        ("mode", mode if mode != DEFAULT_MODE else ""),
        ("hard", "1" if hard else ""),
        ("hint", "1"),
    )
    return Link(gettext("Hint"), f"{url_for('helper.helper')}?{query}")
