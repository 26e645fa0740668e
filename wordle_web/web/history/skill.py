"""How good a player is, apart from luck, over the last games: the page `/skill`.

Games are rated here, not when they end: that takes up to a second, and nobody who plays waits for
searches. What a game cost and what was luck is kept in its record. The costs of its single guesses,
which tell a habit, are found again: up to a bound of work a page, not of time, and the rest on the
next visit.
"""

import functools
import math
from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from statistics import fmean
from typing import Final, NamedTuple

from babel.support import LazyProxy
from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from wordle_web.engine.candidates import belief_of
from wordle_web.engine.knowledge import TRIES
from wordle_web.engine.letters import capitals
from wordle_web.engine.lexicon import Lexicon
from wordle_web.engine.skill import MIN_RATED, FinishedGame, RatedGame, habit_of, mean_of, rate
from wordle_web.engine.wordfiles import DataError
from wordle_web.game.errors import HistoryError
from wordle_web.game.history.records import Record, cost_and_luck, rating_of
from wordle_web.game.puzzles.puzzles import DAILY_LENGTH
from wordle_web.game.rules import Status
from wordle_web.lab.results import results_for
from wordle_web.web.history.views import PastGame, past_game
from wordle_web.web.http.limits import costly
from wordle_web.web.http.paths import analysis_url
from wordle_web.web.http.sessions import history, keep_history
from wordle_web.web.services import services_of
from wordle_web.web.turns import SEARCH_LOCK
from wordle_web.web.ui import formatting
from wordle_web.web.ui.components import Facts, Option
from wordle_web.web.ui.i18n import gettext
from wordle_web.web.ui.i18n import lazy_gettext as _
from wordle_web.web.ui.layout import set_active
from wordle_web.web.ui.queries import mode_of
from wordle_web.web.ui.strategies import TEXTS, StrategyText

MAX_WORK: Final = 1_200_000_000  # of a page, as the engine counts it: two seconds of a processor
USUAL: Final = 3.4  # guesses that the best play takes, where only the rounded figures are known
WINDOW: Final = 8  # games of the moving mean
LEFT, RIGHT, TOP, BOTTOM = 40.0, 312.0, 12.0, 148.0  # of the picture, as in its template
TICKS: Final = 0.5  # guesses between the lines of the picture

# How well somebody plays who loses fewer guesses a game than that.
LEVELS: Final = (
    (0.1, _("You play almost perfectly")),
    (0.3, _("You play very well")),
    (0.5, _("You play well")),
    (math.inf, _("You have room to improve")),
)
HABITS: Mapping[str, LazyProxy] = {
    "opener": _("Your first word is where you can gain most."),
    "absent": _("You sometimes play letters that you know are gray."),
    "place": _("You sometimes put a letter where you know it can’t be."),
    "gamble": _("You often try for the answer when ruling out more words would get you further."),
    "detour": _("You often test letters when it’s time to go for a word."),
    "rare": _("You often play rare words that are hardly ever the answer."),
    "second": _("Your second guess is where you can gain most."),
}

bp = Blueprint("skill", __name__)


class SkillRow(NamedTuple):
    """A game in the table, in guesses: needed = best + cost + luck."""

    past: PastGame
    needed: int  # after a lost game those of the engine included
    cost: float
    luck: float
    game: RatedGame | None  # None if only the figures in the record are known so far

    @property
    def best(self) -> float:
        """What the best play could expect."""
        return self.needed - self.cost - self.luck

    @property
    def url(self) -> str:
        """The address of its analysis."""
        return analysis_url(
            self.past.record.game(*self.past.answers), mode_of(self.past.record.pool)
        )


class Rung(NamedTuple):
    """A step of the scale: a strategy of the lab, or the player."""

    text: StrategyText
    cost: float  # guesses a game from the best
    is_anchor: bool = False  # is shown at first sight
    is_player: bool = False


MEANS: Final = ("needed", "best", "cost", "luck")


@bp.get("/skill")
@costly()
def skill() -> ResponseReturnValue:
    """Show how good the player is over the last games, and what was luck."""
    set_active("history")
    rows, left_out, waiting = _rows()
    cost, _error, margin = mean_of([row.cost for row in rows]) if rows else (0.0, 0.0, 0.0)
    known = [row for row in rows if row.game]
    habit = habit_of([row.game for row in known if row.game])
    exact = [not each.is_estimate for row in known if row.game for each in row.game.guesses]
    rungs, scale_of = _scale(rows, cost)
    return render_template(
        "history/skill.html",
        rows=rows[::-1],
        missing=MIN_RATED - len(rows),
        left_out=left_out,
        waiting=waiting,
        known=len(known),
        exact=exact,
        level=next(text for most, text in LEVELS if cost < most),
        saved=round(10 * cost),  # guesses in ten games
        margin=margin,
        rungs=rungs,
        scale_of=scale_of,
        means={name: fmean(getattr(row, name) for row in rows) for name in MEANS} if rows else {},
        latest=formatting.luck_text(rows[-1].cost, rows[-1].luck) if rows else "",
        habit=habit,
        habit_text=str(HABITS[habit.kind]) if habit and habit.is_certain else "",
        example=_example(known, habit.kind) if habit else "",
        chart=_chart(rows),
        elsewhere=[
            Option(past.record.puzzle, f"{past.written} · {past.result}")
            for past in (past_game(each) for each in history().recent[::-1] if each.is_elsewhere)
        ],
    )


@bp.post("/skill")
def remove() -> ResponseReturnValue:
    """Remove a game from elsewhere."""
    keep_history(history().without_elsewhere(request.form.get("puzzle", "")))
    return redirect(url_for(".skill"), 303)


def _rows() -> tuple[list[SkillRow], int, int]:
    """Return the games that can be rated, oldest first, and how many cannot, or have to wait."""
    played, rows, work, left_out, waiting = history(), list[SkillRow](), 0, 0, 0
    recent = list(played.recent)
    for at in reversed(range(len(recent))):
        record = recent[at]
        past = past_game(record)
        game, misses = None, cached_rate.cache_info().misses
        if work < MAX_WORK:
            game = rated(record, past.answers, past.lexicon)
            if game is None:
                left_out += 1
                continue
            if cached_rate.cache_info().misses > misses:
                work += game.work
            if not record.rating:
                recent[at] = replace(record, rating=rating_of(game.cost, game.luck))
            rows.append(SkillRow(past, game.needed, game.cost, game.luck, game))
        elif record.rating:
            cost, luck = cost_and_luck(record.rating)
            needed = record.tries or max(record.variant.tries + 1, round(USUAL + cost + luck))
            rows.append(SkillRow(past, needed, cost, luck, None))
        else:
            waiting += 1
    later = replace(played, recent=tuple(recent))
    if later.ratings != played.ratings:
        with suppress(HistoryError):  # they follow from the games
            keep_history(later)
    return rows[::-1], left_out, waiting


def rated(record: Record, answers: tuple[str, ...], lexicon: Lexicon | None) -> RatedGame | None:
    """Return a finished game rated; None for one that tells nothing of skill.

    That is a game given up, of several boards, of any letters, or whose answer is in no list.
    """
    if lexicon is None or len(answers) != 1 or answers[0] not in lexicon or not record.guesses:
        return None
    is_given_up = record.status is Status.LOST and len(record.guesses) < TRIES
    is_challenge = record.kind == "challenge" and not record.is_elsewhere
    is_free = is_challenge and not all(guess in lexicon for guess in record.guesses)
    if is_given_up or is_free or record.variant.boards > 1:
        return None
    return cached_rate(lexicon, mode_of(record.pool), answers[0], record.guesses, record.hard)


# A page shows 40 games, an end one. 1,024 of 3 kB: 3 MB at most.
@functools.lru_cache(maxsize=1024)
def cached_rate(
    lexicon: Lexicon, mode: str, answer: str, guesses: tuple[str, ...], hard: bool
) -> RatedGame:
    """Return a game rated; the same one again costs nothing."""
    with SEARCH_LOCK:
        return rate(FinishedGame(lexicon, answer, guesses, belief_of(lexicon, mode), hard))


def _scale(rows: Sequence[SkillRow], cost: float) -> tuple[list[Rung], str]:
    """Return the scale with the player on it, and of which words it is, if of others than theirs.

    Mixed games have the scale of the words most played.
    """
    names = Counter((row.past.record.variant.language, row.past.record.length) for row in rows)
    if not names:
        return [], ""
    code, length = max(names, key=names.__getitem__)
    site = services_of(code)
    for size in dict.fromkeys((length, DAILY_LENGTH)):
        lexicon = site.all_words(size) if site and size in site.lengths else None
        found = None
        with suppress(DataError):  # the rest of the page needs no results
            found = results_for(lexicon) if lexicon else None
        if found is None:
            continue
        means = {each.strategy: each.mean for each in found.chosen("normal", "", hard=False)}
        rungs = [
            Rung(TEXTS[name], max(0.0, mean - means["optimal"]), name in {"optimal", "random"})
            for name, mean in means.items()
        ]
        # “You” is a heading of the menu, which other languages word in their own way.
        rungs.append(Rung(StrategyText(gettext("you").capitalize(), ""), cost, True, True))
        is_own = len(names) == 1 and size == length
        text = gettext("%(number)s letters", number=size)
        return sorted(rungs, key=lambda rung: (rung.cost, rung.is_player)), "" if is_own else (
            f"{formatting.language_text(code or site.code)}, {text}" if site else text
        )
    return [], ""


def _example(rows: Sequence[SkillRow], kind: str) -> str:
    found = [
        (guess, row)
        for row in rows
        for guess in (row.game.guesses if row.game else ())
        if guess.kind == kind
    ]
    if not found:
        return ""
    guess, row = max(found, key=lambda each: each[0].cost)
    return gettext(
        "For example, in %(game)s you played %(guess)s. %(best)s was %(number)s guesses better.",
        game=row.past.title,
        guess=capitals(guess.guess),
        best=capitals(guess.best),
        number="≈" * guess.is_estimate + formatting.decimal(guess.cost),
    )


def _chart(rows: Sequence[SkillRow]) -> Facts | None:
    """Return the mean cost of every few games in a row as places in an SVG; None for few games."""
    ends = range(WINDOW, len(rows) + 1)
    if len(ends) < 2:
        return None
    means = [mean_of([row.cost for row in rows[end - WINDOW : end]]) for end in ends]
    top = max(TICKS, *(mean + margin for mean, _, margin in means))
    step = (RIGHT - LEFT) / (len(means) - 1)

    def point(at: int, value: float) -> tuple[float, float]:
        y = BOTTOM - (BOTTOM - TOP) * max(0.0, value) / top
        return round(LEFT + step * at, 1), round(y, 1)

    upper = [point(at, mean + margin) for at, (mean, _, margin) in enumerate(means)]
    lower = [point(at, mean - margin) for at, (mean, _, margin) in enumerate(means)]
    lines = [TICKS * number for number in range(int(top / TICKS) + 1)]
    return {
        "line": [point(at, mean) for at, (mean, _, _) in enumerate(means)],
        "band": [*upper, *reversed(lower)],  # the outline of its interval
        "ticks": [(point(0, each)[1], formatting.decimal(each)) for each in lines],
        "days": (rows[WINDOW - 1].past.record.started, rows[-1].past.record.started),
        "text": gettext(  # for screen readers
            "Cost of %(window)s games in a row: %(first)s guesses a game at first, %(last)s now."
            " Lower is better.",
            window=WINDOW,
            first=formatting.decimal(means[0][0]),
            last=formatting.decimal(means[-1][0]),
        ),
    }
