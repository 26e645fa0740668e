"""Marks, word lists and links to a game's analysis, as several pages show them."""

from collections.abc import Iterable, Mapping

from babel.support import LazyProxy
from flask import url_for

from wordle_web.engine.knowledge import Turn
from wordle_web.game.puzzles.puzzles import DAILY_LENGTH
from wordle_web.game.share import Contrast, GridTheme
from wordle_web.web.http.sessions import preferences
from wordle_web.web.services import services
from wordle_web.web.ui.components import Link, Option
from wordle_web.web.ui.i18n import gettext
from wordle_web.web.ui.i18n import lazy_gettext as _
from wordle_web.web.ui.queries import DEFAULT_MODE

# The word list of each mode, as part of a sentence.
MODE_TEXTS: Mapping[str, LazyProxy] = {
    "real": _("another site (such as the newspaper’s)"),
    "pool": _("this site (normal)"),
    "easy": _("this site (easy)"),
    "hard": _("this site (hard)"),
}


def colors_text(marks: Iterable[int]) -> str:
    """Return the colors of marks from 0 to 2: `gray, yellow, green`."""
    names = (gettext("gray"), gettext("yellow"), gettext("green"))
    return ", ".join(names[mark] for mark in marks)


def available_modes(length: int) -> tuple[str, ...]:
    """Return the modes that this site has words of a length for."""
    pools = {mode_of(pool): pool for pool in ("normal", "easy", "hard")}
    site = services()
    return (DEFAULT_MODE, *(mode for mode in pools if site.has_pool(length, pools[mode])))


def mode_of(pool: str) -> str:
    """Return the mode for a game whose answer comes from a pool, or from none of those named."""
    return pool if pool in {"easy", "hard"} else "pool"


def share_colors() -> tuple[GridTheme, Contrast]:
    """Return theme and contrast of the squares that the player shares."""
    chosen = preferences()
    return "light" if chosen.theme == "light" else "dark", chosen.contrast


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


def hint_link(turns: Iterable[Turn], mode: str, length: int, *, hard: bool) -> Link:
    """Return the link to a hint for a game in progress: the helper with the rows played."""
    url = url_for(
        "helper.helper",
        row=[turn.text() for turn in turns],
        length=length if length != DAILY_LENGTH else None,
        mode=mode if mode != DEFAULT_MODE else None,
        hard="1" if hard else None,
        hint=1,
    )
    return Link(gettext("Hint"), url)


def mode_options(length: int, selected: str) -> tuple[Option, ...]:
    """Return the modes that can be chosen for words of a length."""
    return tuple(
        Option(mode, _capitalized(str(MODE_TEXTS[mode])), mode == selected)
        for mode in available_modes(length)
    )


def _capitalized(text: str) -> str:
    # Not `str.capitalize`, which would write the rest of the sentence in lower case.
    return text[:1].upper() + text[1:]
