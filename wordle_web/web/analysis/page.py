"""The analysis of a game as its template shows it.

From a played game to frozen contexts. Knows Flask only through the wording.
"""

import functools
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from wordle_web.engine.analysis import BUDGET_MS, AnalysedTurn, Analysis, Step, analyse
from wordle_web.engine.arrays import heaviest_first
from wordle_web.engine.candidates import belief_of
from wordle_web.engine.feedback import digits_of, feedback_matrix, letter_codes, pattern_from_digits
from wordle_web.engine.lexicon import Lexicon
from wordle_web.game.board import MARKS, played_row
from wordle_web.web.analysis.chart import chart
from wordle_web.web.analysis.state import PlayedGame, Problem
from wordle_web.web.analysis.view_models import BlankRow, Report, SolverStep, TurnView
from wordle_web.web.helper.page import violation_text
from wordle_web.web.helper.state import HelperState, Row
from wordle_web.web.helper.text import colour_text, decimal, format_decimal, words_left
from wordle_web.web.helper.view_models import Figure, Link
from wordle_web.web.http.fair_lock import SEARCH_LOCK
from wordle_web.web.ui.i18n import gettext, ngettext

NOTHING = "\N{EN DASH}"
MAX_WORDS = 12
MIN_LOSS = 0.005  # guesses: less is not worth a figure


@functools.lru_cache(maxsize=64)
def analysis_of(lexicon: Lexicon, game: PlayedGame, folder: Path | None = None) -> Analysis:
    """Return the analysis of a complete game; the same game is thought about once.

    Args:
        lexicon: The allowed words.
        game: The game.
        folder: Where the engine keeps what it computes once.
    """
    belief = belief_of(lexicon, game.mode)
    with SEARCH_LOCK.share_of(BUDGET_MS) as budget_ms:
        return analyse(
            lexicon,
            game.answer,
            game.guesses,
            belief,
            game.hard,
            budget_ms=budget_ms,
            folder=folder,
        )


def report(game: PlayedGame, lexicon: Lexicon, helper_path: str, folder: Path) -> Report:
    """Return the worded analysis of a complete game."""
    found = analysis_of(lexicon, game, folder)
    steps = tuple(turn.step for turn in found.turns)
    return Report(
        title=title_text(found),
        definitions=lexicon.definitions(game.answer),
        figures=(
            Figure("skill", _rating(found.skill), gettext("Skill"), skill_phrase()),
            Figure("luck", _rating(found.luck), gettext("Luck"), luck_phrase()),
        ),
        notes=tuple(_notes(game, found, lexicon)),
        turns=tuple(
            _turn_view(game, turn, number, helper_path)
            for number, turn in enumerate(found.turns, 1)
        ),
        solver=tuple(_solver_step(step, number) for number, step in enumerate(found.solver, 1)),
        solver_title=_solver_title(found),
        chart=chart(steps, found.solver),
    )


def skill_phrase() -> str:
    """Return what skill is."""
    return gettext("How much each guess told, beside the best guess there was: 99 is the best.")


def luck_phrase() -> str:
    """Return what luck is."""
    return gettext("How few words the colours left, beside what was likely: 50 is as usual.")


def title_text(found: Analysis) -> str:
    """Return how the game ended."""
    word = found.answer.upper()
    if not found.turns or found.turns[-1].step.turn.guess != found.answer:
        return gettext("%(word)s, not found", word=word)
    count = len(found.turns)
    return ngettext("%(word)s in %(num)s guess", "%(word)s in %(num)s guesses", count, word=word)


def _rating(value: int | None) -> str:
    """Return a rating from 0 to 99, or a dash."""
    return NOTHING if value is None else format_decimal(value)


def _notes(game: PlayedGame, found: Analysis, lexicon: Lexicon) -> Iterator[str]:
    """Yield what is odd about the game."""
    if game.answer not in lexicon:
        yield gettext("%(word)s is not in our word list.", word=game.answer.upper())
    elif not found.is_expected:
        yield gettext(
            "%(word)s is not among these words; it was taken as the least likely one.",
            word=game.answer.upper(),
        )
    for number, row in enumerate(game.rows, 1):
        if row.digits:
            yield gettext(
                "Row %(number)s was pasted with other colours than this answer gives.",
                number=number,
            )


def _turn_view(game: PlayedGame, turn: AnalysedTurn, number: int, helper_path: str) -> TurnView:
    """Return one turn of the player."""
    step = turn.step
    return TurnView(
        row=played_row(step.turn, number, gettext),
        change=change_text(step),
        expected=_expected_text(turn),
        skill=_rating(turn.skill),
        luck=_rating(turn.luck),
        verdict=verdict_text(turn),
        best=_best_link(game, turn, number, helper_path),
        notes=tuple(_turn_notes(turn)),
    )


def change_text(step: Step) -> str:
    """Return the words before and after a turn."""
    after = (
        gettext("found")
        if not step.words_after and _is_found(step)
        else words_left(step.words_after)
    )
    return gettext("%(before)s → %(after)s", before=format_decimal(step.words_before), after=after)


def _expected_text(turn: AnalysedTurn) -> str:
    """Return the words that a guess could be expected to leave, where that was open."""
    if turn.step.words_before < 2:
        return ""
    return gettext("%(number)s expected", number=decimal(turn.ranked.expected_remaining))


def _is_found(step: Step) -> bool:
    """Whether a turn was the answer."""
    return all(mark == len(MARKS) - 1 for mark in step.turn.marks)


def verdict_text(turn: AnalysedTurn) -> str:
    """Return how a guess compares with the best there was."""
    if turn.best is None:
        return gettext("No word was left to compare it with.")
    if turn.is_best:
        return gettext("None was better.")
    lost, best = turn.lost or 0.0, turn.best.guess.upper()
    if lost < MIN_LOSS:
        return gettext("Best: %(best)s, by a hair.", best=best)
    return gettext(
        "Best: %(best)s, which takes %(fewer)s guesses fewer on average.",
        best=best,
        fewer=format_decimal(lost, format="0.00"),
    )


def _best_link(game: PlayedGame, turn: AnalysedTurn, number: int, helper_path: str) -> Link | None:
    """Return the link to the position before a turn, in the helper."""
    if turn.best is None or turn.is_best:
        return None
    state = HelperState(
        rows=_rows_before(game, number),
        length=len(game.answer),
        mode=game.mode,
        hard=game.hard,
        mine=turn.step.turn.guess,
    )
    return Link(gettext("See why"), state.address(helper_path))


def _rows_before(game: PlayedGame, number: int) -> tuple[Row, ...]:
    """Return the rows before turn `number`, with the marks that the answer gives."""
    answers = letter_codes([game.answer])
    length = len(game.answer)
    return tuple(
        Row(guess, digits_of(int(feedback_matrix(letter_codes([guess]), answers)[0, 0]), length))
        for guess in game.guesses[: number - 1]
    )


def _turn_notes(turn: AnalysedTurn) -> Iterator[str]:
    """Yield what the word list and hard mode say of a guess."""
    if not turn.is_known:
        yield gettext("Not in our word list.")
    if turn.violation is not None:
        yield gettext("Not allowed in hard mode: %(hint)s.", hint=violation_text(turn.violation))


def _solver_step(step: Step, number: int) -> SolverStep:
    """Return one turn of the solver."""
    left = gettext("found") if _is_found(step) else words_left(step.words_after)
    return SolverStep(played_row(step.turn, number, gettext), left)


def _solver_title(found: Analysis) -> str:
    """Return how the solver fared from the same start."""
    count = len(found.solver)
    if not found.solver or not _is_found(found.solver[-1]):
        return gettext("The solver did not find it")
    return ngettext("The solver, in %(num)s guess", "The solver, in %(num)s guesses", count)


def blank_rows(game: PlayedGame, lexicon: Lexicon) -> tuple[BlankRow, ...]:
    """Return the rows that want their words, with words that the answer would colour so."""
    return tuple(
        _blank_row(game.answer, row.digits, number, lexicon)
        for number, row in enumerate(game.rows, 1)
        if row.is_blank
    )


def _blank_row(answer: str, digits: str, number: int, lexicon: Lexicon) -> BlankRow:
    """Return one row that wants its word."""
    marks = [int(digit) for digit in digits]
    return BlankRow(
        number=number,
        value=f":{digits}",
        label=", ".join(colour_text(mark) for mark in marks),
        marks=tuple(MARKS[mark] for mark in marks),
        words=_words_coloured(answer, digits, lexicon) if answer else (),
    )


def _words_coloured(answer: str, digits: str, lexicon: Lexicon) -> tuple[str, ...]:
    """Return the likeliest words that `answer` would give these marks."""
    patterns = feedback_matrix(lexicon.codes, letter_codes([answer]))[:, 0]
    found = np.flatnonzero(patterns == pattern_from_digits(digits))
    likely = heaviest_first(found, lexicon.prior)[:MAX_WORDS]
    return tuple(lexicon.words[place] for place in likely)


def problem_text(problem: Problem) -> str:
    """Return what is wrong with a part of the form."""
    texts = {
        "answer": gettext("“%(text)s” is not a word of 4 to 8 letters.", text=problem.text),
        "guess": gettext("“%(text)s” does not fit and was left out.", text=problem.text),
        "game": gettext("No guesses could be read in “%(text)s”.", text=problem.text),
        "mode": gettext("There are no words of the kind “%(text)s”.", text=problem.text),
        "too-many": gettext(
            "A game of %(text)s guesses is too long; ten count.", text=problem.text
        ),
        "no-answer": gettext("Type the answer of the game, too."),
        "no-rows": gettext("Type the guesses of the game, too."),
    }
    return texts[problem.kind]
