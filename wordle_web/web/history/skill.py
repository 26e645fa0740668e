"""The player's skill, apart from luck, over the last games: the page `/skill`.

Games are rated when this page is requested, not when they end: a rating may take a tenth of a
second, and games must not wait for searches. A rating is stored with the record of its game, so
that the page is the same in all requests and processes. A request stops after a fixed amount of
work, not time; the next request continues.
"""

import functools
import math
import sys
from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from operator import attrgetter
from statistics import fmean
from typing import Final, NamedTuple

from babel.support import LazyProxy
from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from wordle_web.engine.candidates import belief_of, candidates_after
from wordle_web.engine.hard_mode import HardMode
from wordle_web.engine.knowledge import TRIES, Turn
from wordle_web.engine.lexicon import Lexicon
from wordle_web.engine.rating import (
    LOST,
    SLIGHT,
    FinishedGame,
    GuessKind,
    best_guess,
    rate_game,
    rate_opener,
)
from wordle_web.engine.skill import MIN_RATED, Habit, habit_of, mean_of
from wordle_web.engine.wordfiles import DataError
from wordle_web.game.board import TileRow
from wordle_web.game.errors import HistoryError
from wordle_web.game.history.history import MAX_RECENT
from wordle_web.game.history.ratings import StoredRating, pack_rating, unpack_rating
from wordle_web.game.rules import Status
from wordle_web.lab.results import results_for
from wordle_web.web.history.views import PastGame, past_game
from wordle_web.web.http.limits import costly
from wordle_web.web.http.paths import analysis_url, variant_of_request
from wordle_web.web.http.sessions import history, keep_history
from wordle_web.web.play.days import day_game
from wordle_web.web.services import services, services_of
from wordle_web.web.turns import SEARCH_LOCK
from wordle_web.web.ui import formatting
from wordle_web.web.ui.components import Link, Option
from wordle_web.web.ui.formatting import capitals
from wordle_web.web.ui.i18n import gettext
from wordle_web.web.ui.i18n import lazy_gettext as _
from wordle_web.web.ui.strategies import TEXTS, StrategyText

# The work of one request in the engine's units: about 0.05 s of CPU time. The last step may exceed
# this limit.
MAX_WORK: Final = 60_000_000
# Reloads without a script; more than the requests that rate all games, some of which may rate none.
MAX_RELOADS: Final = MAX_RECENT + 8
WINDOW: Final = 8  # games of the moving mean
LEFT, RIGHT, TOP, BOTTOM = 40.0, 312.0, 12.0, 148.0  # bounds of the chart, as in its template
TICKS: Final = 0.5  # guesses between the grid lines of the chart

# The levels: each level's upper limit of guesses lost per game, exclusive, and its text.
LEVELS: Final = (
    (0.1, _("You play almost perfectly")),
    (0.3, _("You play very well")),
    (0.5, _("You play well")),
    (math.inf, _("You have room to improve")),
)
# The texts if the interval has several levels, by the best and the worst of them. Wider intervals
# have no level.
RANGES: Mapping[tuple[int, int], LazyProxy] = {
    (0, 1): _("You play very well or even better"),
    (0, 2): _("You play well or even better"),
    (1, 2): _("You play well or very well"),
    (2, 3): _("You have at least a little room to improve"),
}
MAX_EXAMPLES: Final = 3  # expensive guesses for which a better one is searched, 0.1 s each
FEW_WORDS: Final = 2  # words left; with so few, guessing the answer would have been luck
HABITS: Mapping[str, LazyProxy] = {
    "opener": _("Your first word is where you can gain most."),
    "absent": _("In %(some)s of %(all)s games, you played letters that you knew were gray."),
    "place": _("In %(some)s of %(all)s games, you put a letter where you knew it couldn’t be."),
    "gamble": _(
        "In %(some)s of %(all)s games, you tried for the answer when ruling out more words would"
        " have got you further."
    ),
    "detour": _(
        "In %(some)s of %(all)s games, you tested letters when it was time to go for a word."
    ),
    "rare": _(
        "In %(some)s of %(all)s games, you played rare words that are hardly ever the answer."
    ),
    "second": _("Your second guess is where you can gain most."),
}

bp = Blueprint("skill", __name__)


class SkillRow(NamedTuple):
    """A rated game: guesses needed = best + cost + luck."""

    past: PastGame
    rating: StoredRating

    @property
    def needed(self) -> int:
        """The number of guesses, plus the penalty if the game was lost."""
        return self.past.record.tries or self.past.record.variant.tries + LOST

    @property
    def cost(self) -> float:
        """The guesses lost by the player's own choices."""
        return self.rating.cost

    @property
    def luck(self) -> float:
        """The guesses lost by luck; negative if luck saved guesses."""
        return self.rating.luck

    @property
    def best(self) -> float:
        """The expected number of guesses with the best play."""
        return round(self.needed - self.cost - self.luck, 2)

    @property
    def url(self) -> str:
        """The address of the game's analysis."""
        return analysis_url(self.past.record.game(*self.past.answers), self.past.mode)


class WorstGuess(NamedTuple):
    """One of the guesses that cost most in the rated games, and a better one."""

    row: TileRow
    text: str
    url: str  # the address of its row in the analysis of the game
    is_costliest: bool  # whether no other guess cost more


class Rung(NamedTuple):
    """A step of the scale: a strategy of the lab, or the player."""

    text: StrategyText
    cost: float  # how many more guesses per game than with the best play
    is_anchor: bool = False  # whether the short version of the scale has it, too
    # The confidence interval of the player's cost; None for strategies.
    interval: tuple[float, float] | None = None


class Scale(NamedTuple):
    """Strategies and the player, compared on one language and length."""

    rungs: tuple[Rung, ...]  # best first
    words: str  # the language and length as text; empty if all rated games have them
    games: int  # number of the player's games that are compared

    @property
    def width(self) -> float:
        """The cost at the end of the longest bar."""
        return max(rung.interval[1] if rung.interval else rung.cost for rung in self.rungs)


@dataclass(frozen=True, slots=True)
class Means:
    """The means of the figures in `SkillRow` over the rated games, in guesses."""

    needed: float
    best: float
    cost: float
    luck: float

    @classmethod
    def of(cls, rows: Sequence[SkillRow]) -> "Means":
        """Return the means of some games, rounded so that they add up as shown."""
        needed, best, cost = (
            round(fmean(getattr(row, name) for row in rows), 2)
            for name in ("needed", "best", "cost")
        )
        return cls(needed, best, cost, round(needed - best - cost, 2))


class CostChart(NamedTuple):
    """The mean cost of `WINDOW` games in a row over time, as coordinates for an SVG."""

    line: list[tuple[float, float]]
    band: list[tuple[float, float]]  # outline of the interval around the line
    ticks: list[tuple[float, str]]  # heights and labels
    days: tuple[int, int]  # the first and the last day
    text: str  # the description for screen readers


@dataclass(frozen=True, slots=True)
class SkillPage:
    """The context of the page: figures of the games rated so far."""

    rows: tuple[SkillRow, ...]  # by day, the latest first, as on the history page
    missing: int  # number of games to play before there is a level; 0 or less if there is one
    waiting: int  # number of games that later requests rate; there are no results before
    reload_url: str  # where a page without scripts goes on by itself; empty if it stops
    left_out: int  # number of games that reveal nothing about skill
    hinted: int  # number of games of one board that were left out because of hints
    means: Means | None  # None before the first rated game
    margin: float  # half the width of the confidence interval of the mean cost, in guesses
    level: str  # the level of the player's skill, or several, as text
    exact: int  # how many of `guesses` were rated exactly
    guesses: int  # number of guesses in the rated games
    scale: Scale | None  # None if no strategies were measured for words of enough games
    habit: Habit | None  # None if there are too few games, or no kind of guess cost anything
    habit_text: str  # empty if no habit is certain
    example: Link  # the most expensive guess of the habit's kind, in the analysis of its game
    more_games: int  # about how many more games may show a habit; 0 if none are needed, or too many
    worst: WorstGuess | None  # None if no guess cost much, or until all games are rated
    chart: CostChart | None  # None if there are too few games
    elsewhere: tuple[Option, ...]  # games from other sites, to remove
    # Whether today's game is over. Players with too few games are then offered a random word.
    is_today_over: bool


@bp.get("/skill")
@costly()
def skill() -> ResponseReturnValue:
    """Show the player's mean cost and luck over the last games."""
    rows, left_out, hinted, waiting = _rows()
    reloads = max(0, request.args.get("reload", 0, type=int))
    cost, _error, margin = mean_of([row.cost for row in rows]) if rows else (0.0, 0.0, 0.0)
    habit = habit_of([(guess.kind, guess.cost) for guess in row.rating.guesses] for row in rows)
    guesses = [guess for row in rows for guess in row.rating.guesses]
    page = SkillPage(
        rows=tuple(sorted(rows, key=attrgetter("past.day"))[::-1]),
        missing=MIN_RATED - len(rows) - waiting,
        waiting=waiting,
        reload_url=url_for(".skill", reload=reloads + 1)
        if waiting and reloads < MAX_RELOADS
        else "",
        left_out=left_out,
        hinted=hinted,
        means=Means.of(rows) if rows else None,
        margin=margin,
        level=_level(cost, margin, len(rows)),
        exact=sum(not guess.is_estimate for guess in guesses),
        guesses=len(guesses),
        scale=_scale(rows),
        habit=habit,
        habit_text=_habit_text(rows, habit.kind) if habit and habit.is_certain else "",
        example=_example(rows, habit.kind) if habit else Link("", ""),
        # The history keeps no more than `MAX_RECENT` games, so a higher number can't be reached.
        more_games=more if habit and len(rows) + (more := habit.more or 0) <= MAX_RECENT else 0,
        worst=None if waiting else _worst_guess(rows),
        chart=_chart(rows),
        elsewhere=tuple(
            Option(past.record.puzzle, f"{past.written} · {past.result}")
            for past in (past_game(game) for game in history().recent[::-1] if game.is_elsewhere)
        ),
        is_today_over=day_game(services().today, variant_of_request()).status.is_over,
    )
    return render_template("history/skill.html", page=page)


def _level(cost: float, margin: float, games: int) -> str:
    """Return the levels that the confidence interval of a mean cost has, as text."""
    best, worst = (
        next(number for number, level in enumerate(LEVELS) if value < level[0])
        for value in (cost - margin, min(cost + margin, sys.float_info.max))
    )
    if best == worst:
        return str(LEVELS[best][1])
    if (best, worst) in RANGES:
        return str(RANGES[best, worst])
    # The history keeps no more games than that.
    if games >= MAX_RECENT:
        return gettext("Your games vary too much to say how well you play")
    return gettext("Too early to say how well you play")


def _interval(cost: float, margin: float) -> tuple[float, float]:
    return max(0.0, cost - margin), cost + margin


@bp.post("/skill")
def remove() -> ResponseReturnValue:
    """Remove a game from elsewhere."""
    keep_history(history().without_elsewhere(request.form.get("puzzle", "")))
    return redirect(url_for(".skill"), 303)


def _rows() -> tuple[list[SkillRow], int, int, int]:
    """Return the rated games, oldest first, and the numbers of games left out, hinted, waiting."""
    played, rows, work, left_out, waiting = history(), list[SkillRow](), 0, 0, 0
    recent = list(played.recent)
    hinted = 0  # games left out because hints helped with some of their guesses
    for at in reversed(range(len(recent))):
        if recent[at].hinted and recent[at].variant.boards == 1:
            hinted += 1
            continue
        past = past_game(recent[at])
        if not recent[at].rating:
            game = finished_game(past)
            if game is None:
                left_out += 1
                continue
            with SEARCH_LOCK:
                # The opener is rated first, since its rating is cached: if it uses up the work of
                # this request, the next one to this process needs only the rest.
                work += rate_opener(game) if work < MAX_WORK else 0
                rating = rate_game(game) if work < MAX_WORK else None
            if rating is None:
                waiting += 1
                continue
            work += rating.work
            recent[at] = replace(recent[at], rating=pack_rating(rating))
        rows.append(SkillRow(past, unpack_rating(recent[at].rating)))
    later = replace(played, recent=tuple(recent))
    if later.ratings != played.ratings:
        with suppress(HistoryError):  # ratings that can't be saved are computed again
            keep_history(later)
    return rows[::-1], left_out, hinted, waiting


def finished_game(past: PastGame) -> FinishedGame | None:
    """Return a game to rate; None if the game reveals nothing about skill.

    Such a game was given up, has several boards, has an answer that is unknown or unlisted, or is a
    challenge in which any letters were allowed and unlisted words were played.
    """
    record, lexicon, answers = past.record, past.lexicon, past.answers
    if lexicon is None or len(answers) != 1 or answers[0] not in lexicon or not record.guesses:
        return None
    is_given_up = record.status is Status.LOST and len(record.guesses) < TRIES
    is_challenge = record.kind == "challenge" and not record.is_elsewhere
    is_free = is_challenge and not all(guess in lexicon for guess in record.guesses)
    if is_given_up or is_free or record.variant.boards > 1:
        return None
    belief = belief_of(lexicon, past.mode)
    return FinishedGame(lexicon, answers[0], record.guesses, belief, record.hard)


def _scale(rows: Sequence[SkillRow]) -> Scale | None:
    """Return the scale of the language and length with the most games; None if there is none.

    Only games with these words count. There must be `MIN_RATED` of them, and the strategies must
    have been measured on these words.
    """
    names = Counter((row.past.record.variant.language, row.past.record.length) for row in rows)
    for (code, length), count in names.most_common():
        site = services_of(code)
        if count < MIN_RATED or site is None or length not in site.lengths:
            continue
        results = None
        with suppress(DataError):  # the page is shown without the scale
            results = results_for(site.all_words(length))
        if results is None:
            continue
        means = {
            result.strategy: result.mean
            for result in results.chosen("normal", "", hard=HardMode.OFF)
        }
        rungs = [
            Rung(TEXTS[name], max(0.0, mean - means["optimal"]), name in {"optimal", "random"})
            for name, mean in means.items()
        ]
        cost, _error, margin = mean_of(
            [
                row.cost
                for row in rows
                if (row.past.record.variant.language, row.past.record.length) == (code, length)
            ]
        )
        low, high = _interval(cost, margin)
        # “You” is also a heading of the menu, which may need another translation.
        player = StrategyText(
            gettext("you").capitalize(),
            gettext(
                "Probably between %(low)s and %(high)s",
                low=formatting.decimal(low),
                high=formatting.decimal(high),
            ),
        )
        rungs.append(Rung(player, cost, is_anchor=True, interval=(low, high)))
        rungs.sort(key=lambda rung: (rung.cost, rung.interval is not None))
        language = formatting.language_text(code or site.code)
        words = f"{language}, {gettext('%(number)s letters', number=length)}"
        return Scale(tuple(rungs), words if len(names) > 1 else "", count)
    return None


def _habit_text(rows: Sequence[SkillRow], kind: GuessKind) -> str:
    """Return the text on a habit, with the number of games that it made worse."""
    some = sum(
        any(guess.kind == kind and guess.cost >= SLIGHT for guess in row.rating.guesses)
        for row in rows
    )
    return str(HABITS[kind]) % {"some": some, "all": len(rows)}


def _example(rows: Sequence[SkillRow], kind: GuessKind) -> Link:
    examples = [
        (guess, word, number, row)
        for row in rows
        for number, (guess, word) in enumerate(
            zip(row.rating.guesses, row.past.record.guesses, strict=True), 1
        )
        if guess.kind == kind
    ]
    guess, word, number, row = max(examples, key=lambda item: item[0].cost)
    text = gettext(
        "For example, in %(game)s your %(guess)s cost %(number)s guesses.",
        game=row.past.title,
        guess=capitals(word),
        number="≈" * guess.is_estimate + formatting.decimal(guess.cost),
    )
    return Link(text, f"{row.url}#guess-{number}")


def _worst_guess(rows: Sequence[SkillRow]) -> WorstGuess | None:
    """Return one of the guesses that cost most; None if none cost much.

    Of the `MAX_EXAMPLES` most expensive guesses, it is the first for which a better guess teaches
    something, or else the first of all. Of guesses with equal costs, the latest comes first.
    """
    guesses = sorted(
        (
            (guess.cost, game, number)
            for game, row in enumerate(rows)
            for number, guess in enumerate(row.rating.guesses)
            if guess.cost >= SLIGHT and _has_words(row.past)
        ),
        reverse=True,
    )[:MAX_EXAMPLES]
    examples = ((example, _better_at(rows[example[1]].past, example[2])) for example in guesses)
    first = (guesses[0], "") if guesses else None
    chosen = next((example for example in examples if example[1]), first)
    if chosen is None:
        return None
    (_, game, number), best = chosen
    past, known_after = rows[game].past, 0
    if not best and (known_after := _known_after(past)) and number > known_after:
        number = known_after  # of the guesses that missed the only word left, the first
    guess = rows[game].rating.guesses[number]
    facts = {
        "game": past.written,
        "guess": capitals(past.record.guesses[number]),
        "number": "≈" * guess.is_estimate + formatting.decimal(guess.cost),
    }
    text = gettext("In %(game)s, your %(guess)s cost %(number)s guesses.", **facts)
    if not best and number == known_after:
        last = capitals(past.record.guesses[number - 1])
        text += " " + gettext("After %(word)s only the answer fit.", word=last)
    if best:
        text = gettext(
            "In %(game)s, your %(guess)s cost %(number)s guesses. %(best)s would have been better.",
            best=capitals(best),
            **facts,
        )
    is_costliest = guess.cost >= guesses[0][0]
    return WorstGuess(past.rows[number], text, f"{rows[game].url}#guess-{number + 1}", is_costliest)


def _known_after(past: PastGame) -> int:
    """Return the number of guesses after which only the answer fit; 0 if never."""
    lexicon, answer = past.lexicon, past.answers[0]
    if lexicon is None:
        return 0
    belief, guesses = belief_of(lexicon, past.mode), past.record.guesses
    for number in range(1, len(guesses)):
        turns = [Turn.of(guess, answer) for guess in guesses[:number]]
        if len(candidates_after(lexicon, turns, belief)) == 1:
            return number
    return 0


def _has_words(past: PastGame) -> bool:
    # A backup may contain the rating of a game for which this site has no words.
    return past.lexicon is not None and bool(past.rows) and past.answers[0] in past.lexicon


def _better_at(past: PastGame, number: int) -> str:
    """Return the best guess in place of a guess; empty if the best guess teaches nothing.

    `number` counts guesses from 0. The best guess teaches nothing if it is the answer and at most
    `FEW_WORDS` words were left.
    """
    record, lexicon, answer = past.record, past.lexicon, past.answers[0]
    if lexicon is None:
        return ""
    guesses = record.guesses[: number + 1]
    best, left = _better_guess(lexicon, answer, guesses, past.mode, record.hard)
    return "" if best == answer and left <= FEW_WORDS else best


# The same guesses are the worst ones in many requests, and a search takes up to a tenth of a
# second. An entry takes 0.5 kB.
@functools.lru_cache(maxsize=256)
def _better_guess(
    lexicon: Lexicon, answer: str, guesses: tuple[str, ...], mode: str, hard: HardMode
) -> tuple[str, int]:
    """Return the best guess in place of the last of `guesses`, and the number of words left."""
    belief = belief_of(lexicon, mode)
    game = FinishedGame(lexicon, answer, guesses, belief, hard)
    with SEARCH_LOCK:
        best = best_guess(game, len(guesses) - 1)
    turns = [Turn.of(guess, answer) for guess in guesses[:-1]]
    return best, len(candidates_after(lexicon, turns, belief))


def _chart(rows: Sequence[SkillRow]) -> CostChart | None:
    """Return the chart; None if there are too few games."""
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
    return CostChart(
        line=[point(at, mean) for at, (mean, _, _) in enumerate(means)],
        band=[*upper, *reversed(lower)],
        ticks=[(point(0, tick)[1], formatting.decimal(tick)) for tick in lines],
        days=(rows[WINDOW - 1].past.record.started, rows[-1].past.record.started),
        text=gettext(
            "Cost of %(window)s games in a row: %(first)s guesses a game at first, %(last)s now."
            " Lower is better.",
            window=WINDOW,
            first=formatting.decimal(means[0][0]),
            last=formatting.decimal(means[-1][0]),
        ),
    )
