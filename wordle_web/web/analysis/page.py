"""The page of the analysis: the form, and the report on a game.

From a game to the frozen view model of the template.
"""

import functools
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from babel.support import LazyProxy
from flask import request, url_for

from wordle_web.engine.analysis import BUDGET_MS, SAME, Analysis, AnalyzedTurn, PathStep, analyze
from wordle_web.engine.arrays import heaviest_first
from wordle_web.engine.candidates import belief_of
from wordle_web.engine.feedback import CORRECT, feedback_matrix, letter_codes, pattern_from_digits
from wordle_web.engine.lexicon import Lexicon
from wordle_web.engine.words.letters import capitals
from wordle_web.game.board import MARKS, Mark, TileRow, played_row
from wordle_web.game.puzzles.puzzles import DAILY_LENGTH
from wordle_web.web.analysis.chart import Chart, chart
from wordle_web.web.analysis.state import MAX_GAME_TEXT, PlayedGame
from wordle_web.web.fair_lock import SEARCH_LOCK
from wordle_web.web.services import services
from wordle_web.web.ui.components import Figure, Link, Option
from wordle_web.web.ui.dictionary import dictionary_links
from wordle_web.web.ui.formatting import format_decimal, list_text, number_text, percent, words_text
from wordle_web.web.ui.i18n import gettext, ngettext
from wordle_web.web.ui.i18n import lazy_gettext as _
from wordle_web.web.ui.layout import with_words
from wordle_web.web.ui.queries import (
    DEFAULT_MODE,
    Problem,
    available_modes,
    marks_text,
    mode_options,
)
from wordle_web.web.ui.spelling import written

NOTHING = "\N{EN DASH}"
MAX_WORDS = 12
MAX_ANSWER_TEXT = 20
MIN_LOSS = 0.005  # guesses: less is not worth a figure
MIN_CHANCE = 0.01

PROBLEMS: Mapping[str, LazyProxy] = {
    "answer": _("Enter an answer of 4 to 8 letters, not “%(text)s”."),
    "guess": _("“%(text)s” does not fit this game and was skipped."),
    "game": _("No guesses found in “%(text)s”. Enter one word per line."),
    "mode": _("There is no word list “%(text)s” for this length."),
    "too-many": _("%(text)s guesses are too many. Only the first 10 count."),
    "no-answer": _("Enter the answer, too."),
    "no-rows": _("Enter the guesses, too."),
}


class TimedAnalysis(NamedTuple):
    """An analysis, and whether it `is_hurried`: cut short because others were waiting."""

    analysis: Analysis
    is_hurried: bool


@dataclass(frozen=True, slots=True)
class TurnView:
    """One turn of the player.

    Attributes:
        change: Words before and after.
        chance: How likely a better result was, of which `luck` speaks, too; "" where there was
            only one result.
        skill: From 0 to 99, or a dash.
        luck: From 0 to 99, or a dash.
        verdict: How it compares with the best guess.
        best: The state before it in the helper; None where no guess was better.
        notes: Objections of hard mode or the word list to the guess.
    """

    row: TileRow
    change: str
    chance: str
    skill: str
    luck: str
    verdict: str
    best: Link | None
    notes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SolverStep:
    """One turn of the solver from the same start."""

    row: TileRow
    left: str


@dataclass(frozen=True, slots=True)
class Report:
    """A game analyzed."""

    title: str
    summary: str
    definitions: tuple[str, ...]
    dictionary: tuple[Link, ...]
    figures: tuple[Figure, ...]
    notes: tuple[str, ...]
    turns: tuple[TurnView, ...]
    solver: tuple[SolverStep, ...]
    solver_title: str
    chart: Chart


@dataclass(frozen=True, slots=True)
class BlankRow:
    """A row of a pasted grid whose word is still to be typed.

    Attributes:
        label: The colors, spoken.
        words: Likely words that would get these colors.
    """

    number: int
    label: str
    marks: tuple[Mark, ...]
    words: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class AnalysisPage:
    """The form, and what was found.

    Attributes:
        answer: As typed.
        game: As typed.
        played: The game as it was read.
        known: Rows that are known already, sent along with the words for the others.
        blanks: Rows whose words are still to be typed.
    """

    answer: str
    game: str
    played: PlayedGame
    modes: tuple[Option, ...]
    problems: tuple[str, ...]
    known: tuple[str, ...]
    blanks: tuple[BlankRow, ...]
    report: Report | None


def analysis_page(game: PlayedGame, problems: tuple[Problem, ...]) -> AnalysisPage:
    """Return the form with what was found, as far as there are words for the game."""
    lexicon = None
    if game.length and not missing_words(game):
        lexicon = services().lexicon(game.length)
    length = game.length if game.length in services().lengths else DAILY_LENGTH
    typed = request.args.get("game", "")[:MAX_GAME_TEXT]
    return AnalysisPage(
        answer=game.answer or request.args.get("answer", "")[:MAX_ANSWER_TEXT],
        game=typed or "\n".join(game.guesses),
        played=game,
        modes=mode_options(length, game.mode),
        problems=tuple(dict.fromkeys(map(problem_text, problems))),
        known=tuple(row.text.removesuffix(":") for row in game.rows),
        blanks=tuple(_blank_rows(game, lexicon)) if lexicon else (),
        report=_report(game, lexicon) if lexicon and game.is_complete else None,
    )


def missing_words(game: PlayedGame) -> tuple[Problem, ...]:
    """Return which parts of a game this site has no words for."""
    length = game.length or DAILY_LENGTH
    if length not in services().lengths:
        return (Problem("answer", game.answer),)
    return () if game.mode in available_modes(length) else (Problem("mode", game.mode),)


def problem_text(problem: Problem) -> str:
    """Return what is wrong with a part of the form."""
    return str(PROBLEMS[problem.kind]) % {"text": problem.text}


def analysis_of(lexicon: Lexicon, game: PlayedGame) -> TimedAnalysis:
    """Return the analysis of a complete game; one that was hurried is not cached."""
    slot = _cache_slot(lexicon, game)
    if slot:
        return slot[0]
    belief = belief_of(lexicon, game.mode)
    with SEARCH_LOCK.share_of(BUDGET_MS) as budget_ms:
        found = analyze(lexicon, game.answer, game.guesses, belief, game.hard, budget_ms=budget_ms)
    timed = TimedAnalysis(found, is_hurried=budget_ms < BUDGET_MS)
    if not timed.is_hurried:
        slot.append(timed)
    return timed


# A game takes up to 400 ms, and its address is opened again and shared. 64 of 12 kB: 0.8 MB at
# most. A slot stays empty until there is something worth keeping.
@functools.lru_cache(maxsize=64)
def _cache_slot(lexicon: Lexicon, game: PlayedGame) -> list[TimedAnalysis]:
    return []


def _report(game: PlayedGame, lexicon: Lexicon) -> Report:
    found = analysis_of(lexicon, game).analysis
    word = written(game.answer, lexicon)
    skill = gettext("How good your guesses were next to the best ones, out of 99.")
    luck = gettext("How lucky your results were, out of 99. 50 is average.")
    return Report(
        title=with_words(_title(found, word), word),
        summary=found.summary(gettext),
        definitions=lexicon.definitions(game.answer),
        dictionary=dictionary_links(game.answer, lexicon) if game.answer in lexicon else (),
        figures=(
            Figure(gettext("Skill"), _rating(found.skill), "skill", skill),
            Figure(gettext("Luck"), _rating(found.luck), "luck", luck),
        ),
        notes=tuple(with_words(note, word) for note in _notes(game, found, word, lexicon)),
        turns=tuple(_turn_view(game, found, number) for number in range(1, len(found.turns) + 1)),
        solver=tuple(
            SolverStep(played_row(step.turn, number, gettext), _left_text(step))
            for number, step in enumerate(found.solver, 1)
        ),
        solver_title=_solver_title(found),
        chart=chart([turn.step for turn in found.turns], found.solver),
    )


def _title(found: Analysis, word: str) -> str:
    if not found.is_solved:
        return gettext("%(word)s, not solved", word=word)
    count = len(found.turns)
    return ngettext("%(word)s in %(num)s guess", "%(word)s in %(num)s guesses", count, word=word)


def _rating(value: int | None) -> str:
    return NOTHING if value is None else number_text(value)


def _notes(game: PlayedGame, found: Analysis, answer: str, lexicon: Lexicon) -> Iterator[str]:
    if game.answer not in lexicon:
        yield gettext("%(word)s is not in our word list.", word=capitals(game.answer))
    elif not found.is_expected:
        yield gettext(
            "%(word)s is not in this word list. It was treated as the least likely word.",
            word=answer,
        )
    if found.ignored:
        yield gettext(
            "Not counted after %(answer)s was found: %(words)s.",
            answer=answer,
            words=list_text([capitals(word) for word in found.ignored]),
        )
    for number, row in enumerate(game.rows, 1):
        if row.marks[0]:
            yield gettext(
                "The colors you pasted for row %(number)s do not match this answer.", number=number
            )


def _turn_view(game: PlayedGame, found: Analysis, number: int) -> TurnView:
    turn = found.turns[number - 1]
    step = turn.step
    return TurnView(
        row=played_row(step.turn, number, gettext),
        change=gettext(
            "%(before)s → %(after)s", before=number_text(step.words_before), after=_left_text(step)
        ),
        chance=_chance_text(turn),
        skill=_rating(turn.skill),
        luck=_rating(turn.luck),
        verdict=_verdict_text(turn),
        best=None if turn.best is None or turn.is_best else _helper_link(game, found, number),
        notes=tuple(_turn_notes(turn)),
    )


def _chance_text(turn: AnalyzedTurn) -> str:
    if turn.fewer is None or turn.step.words_before == 1:
        return ""
    if _is_found(turn.step):
        return gettext("%(percent)s chance", percent=percent(turn.ranked.answer_probability))
    if turn.fewer < SAME:
        is_certain = turn.ranked.worst == turn.step.words_after
        return gettext("The only possible result") if is_certain else gettext("Fewest possible")
    return gettext("Fewer in %(percent)s of cases", percent=percent(turn.fewer))


def _left_text(step: PathStep) -> str:
    return gettext("solved") if _is_found(step) else words_text(step.words_after)


def _is_found(step: PathStep) -> bool:
    return set(step.turn.marks) == {CORRECT}


def _verdict_text(turn: AnalyzedTurn) -> str:
    if turn.best is None:
        return gettext("No words were left to compare with.")
    if turn.is_best:
        return gettext("Best possible guess.")
    lost, best = turn.lost or 0.0, capitals(turn.best.guess)
    mine, theirs = turn.solved or (1.0, 1.0)
    if theirs - mine >= MIN_CHANCE:
        return gettext(
            "Best guess: %(best)s. It solves %(theirs)s of games from here, yours %(mine)s.",
            best=best,
            theirs=percent(theirs),
            mine=percent(mine),
        )
    if lost < MIN_LOSS:
        return gettext("Best guess: %(best)s, by a hair.", best=best)
    return gettext(
        "Best guess: %(best)s, %(fewer)s fewer guesses on average.",
        best=best,
        fewer=format_decimal(lost, "0.00"),
    )


def _helper_link(game: PlayedGame, found: Analysis, number: int) -> Link:
    url = url_for(
        "helper.helper",
        row=[turn.step.turn.text() for turn in found.turns[: number - 1]],
        length=game.length if game.length != DAILY_LENGTH else None,
        mode=game.mode if game.mode != DEFAULT_MODE else None,
        hard="1" if game.hard else None,
        guess=game.guesses[number - 1],
    )
    return Link(gettext("See why"), url)


def _turn_notes(turn: AnalyzedTurn) -> Iterator[str]:
    word = capitals(turn.step.turn.guess)
    if not turn.is_known:
        yield gettext("%(word)s is not in our word list.", word=word)
    if turn.violation is not None:
        yield gettext(
            "%(word)s is not allowed in hard mode: %(hint)s.",
            word=word,
            hint=turn.violation.message(gettext),
        )


def _solver_title(found: Analysis) -> str:
    count = len(found.solver)
    if not found.solver or not _is_found(found.solver[-1]):
        return gettext("The solver did not find the word")
    return ngettext("Solver: %(num)s guess", "Solver: %(num)s guesses", count)


def _blank_rows(game: PlayedGame, lexicon: Lexicon) -> Iterator[BlankRow]:
    """Yield the rows without a word, each with words that would get its colors."""
    for number, row in enumerate(game.rows, 1):
        if not row.guess:
            yield BlankRow(
                number=number,
                label=marks_text(map(int, row.marks[0])),
                marks=tuple(MARKS[int(mark)] for mark in row.marks[0]),
                words=_words_colored(game.answer, row.marks[0], lexicon) if game.answer else (),
            )


def _words_colored(answer: str, digits: str, lexicon: Lexicon) -> tuple[str, ...]:
    """Return the likeliest words that `answer` would give these marks."""
    patterns = feedback_matrix(lexicon.codes, letter_codes([answer]))[:, 0]
    found = np.flatnonzero(patterns == pattern_from_digits(digits))
    likely = heaviest_first(found, lexicon.prior)[:MAX_WORDS]
    return tuple(lexicon.words[index] for index in likely)
