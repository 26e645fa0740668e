"""The page of the analysis: the form, and the report on a game of one board or several.

From a game to the frozen view model of the template.
"""

import functools
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from babel.support import LazyProxy
from flask import request, url_for

from wordle_web.engine.analysis import BUDGET_MS, SAME, Analysis, AnalyzedTurn, analyze
from wordle_web.engine.arrays import heaviest_first
from wordle_web.engine.boards.analysis import BoardsAnalysis, BoardsGuess, analyze_boards
from wordle_web.engine.boards.turns import MAX_BOARDS
from wordle_web.engine.candidates import belief_of
from wordle_web.engine.feedback import feedback_matrix, letter_codes, pattern_from_digits
from wordle_web.engine.lexicon import Lexicon
from wordle_web.engine.rows import max_rows
from wordle_web.engine.words.letters import capitals
from wordle_web.game.puzzles.puzzles import DAILY_LENGTH
from wordle_web.web.analysis.chart import Chart, chart
from wordle_web.web.analysis.state import MAX_GAME_TEXT, AnalysisState
from wordle_web.web.fair_lock import SEARCH_LOCK
from wordle_web.web.services import services
from wordle_web.web.ui.components import Link, Option
from wordle_web.web.ui.dictionary import dictionary_links
from wordle_web.web.ui.formatting import decimal, format_decimal, list_text, percent
from wordle_web.web.ui.i18n import gettext, ngettext
from wordle_web.web.ui.i18n import lazy_gettext as _
from wordle_web.web.ui.layout import with_words
from wordle_web.web.ui.queries import DEFAULT_MODE, Problem, available_modes, mode_options
from wordle_web.web.ui.spelling import written

MAX_WORDS = 12
MAX_ANSWER_TEXT = 300  # as many answers as there may be boards, of eight letters
MIN_LOSS = 0.005  # guesses: less is not worth a figure
MIN_CHANCE = 0.01
MIN_SOLVED = 0.01  # more boards solved on average, from which a guess is better by them
BOARDS_BUDGET_MS = 600.0  # for the searches of all guesses together

PROBLEMS: Mapping[str, LazyProxy] = {
    "answer": _("Enter an answer of 4 to 8 letters, not “%(text)s”."),
    "guess": _("“%(text)s” doesn’t fit this game and was skipped."),
    "game": _("No guesses found in “%(text)s”. Enter one word per line."),
    "mode": _("There is no word list “%(text)s” for this length."),
    "too-many": _("%(text)s guesses are too many. Only the first 10 count."),
    "no-answer": _("Enter the answer, too."),
    "no-rows": _("Enter the guesses, too."),
    "answer-twice": _("Enter each word once: boards have different answers."),
    "answers-many": _("Enter at most %(most)s answers."),
}
BOARDS_PROBLEMS: Mapping[str, LazyProxy] = {  # of several boards, which are analyzed without any
    **PROBLEMS,
    "answer-unknown": _("Not in our word list, so it can’t be an answer: %(words)s"),
    "guess": _("Guesses must have %(length)s letters: %(words)s"),
    "too-many": _("Enter at most %(most)s guesses."),
    "no-rows": _("Enter your guesses, too."),
}


class TimedAnalysis(NamedTuple):
    """An analysis, and whether it `is_hurried`: cut short because others were waiting."""

    analysis: Analysis | BoardsAnalysis
    is_hurried: bool


@dataclass(frozen=True, slots=True)
class TurnView:
    """One turn of the player on one board, and what is said of it.

    Attributes:
        chance: How likely a better result was, of which luck speaks, too; "" where there was only
            one result.
        verdict: How it compares with the best guess.
        why: The address of the state before it in the helper; "" where no guess was better.
        notes: Objections of hard mode or the word list to the guess.
    """

    turn: AnalyzedTurn
    chance: str
    verdict: str
    why: str
    notes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Report:
    """A game analyzed.

    Attributes:
        turns: Of one board.
        boards: Of several: each guess with what is said of it.
        chart: Of one board.
    """

    title: str
    summary: str
    found: Analysis | BoardsAnalysis
    notes: tuple[str, ...] = ()
    turns: tuple[TurnView, ...] = ()
    boards: tuple[tuple[BoardsGuess, tuple[str, ...]], ...] = ()
    definitions: tuple[str, ...] = ()
    dictionary: tuple[Link, ...] = ()
    solver_title: str = ""
    chart: Chart | None = None


class BlankRow(NamedTuple):
    """A row of a pasted grid, whose word is still to be typed, and likely words for its marks."""

    number: int
    marks: tuple[int, ...]
    words: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class AnalysisPage:
    """The form, and what was found.

    Attributes:
        state: The game as it was read.
        answer: As typed.
        game: As typed.
        blanks: Rows whose words are still to be typed.
    """

    state: AnalysisState
    answer: str
    game: str
    modes: tuple[Option, ...]
    problems: tuple[str, ...]
    blanks: tuple[BlankRow, ...]
    report: Report | None


def analysis_page(state: AnalysisState, problems: tuple[Problem, ...]) -> AnalysisPage:
    """Return the form with what was found, as far as there are words for the game."""
    lexicon, is_alone = None, len(state.answers) < 2
    if state.position.length and not missing_words(state):
        lexicon = services().lexicon(state.position.length)
    can_report = lexicon and state.is_complete and (is_alone or not problems)
    length = state.position.length
    return AnalysisPage(
        state=state,
        answer=" ".join(state.answers) or request.args.get("answer", "")[:MAX_ANSWER_TEXT],
        game=request.args.get("game", "")[:MAX_GAME_TEXT] or "\n".join(state.guesses),
        modes=mode_options(length if length in services().lengths else DAILY_LENGTH, state.mode),
        problems=tuple(dict.fromkeys(problem_text(each, state) for each in problems)),
        blanks=tuple(_blank_rows(state, lexicon)) if lexicon else (),
        report=_report(state, lexicon) if lexicon and can_report else None,
    )


def missing_words(state: AnalysisState) -> tuple[Problem, ...]:
    """Return which parts of a game this site has no words for."""
    length = state.position.length or DAILY_LENGTH
    if length not in services().lengths:
        return (Problem("answer", " ".join(state.answers)),)
    if state.mode not in available_modes(length):
        return (Problem("mode", state.mode),)
    lexicon = services().lexicon(length)
    odd = [capitals(word) for word in state.answers if word not in lexicon]
    # The words of one board need not be in a list.
    return (Problem("answer-unknown", ", ".join(odd)),) if odd and len(state.answers) > 1 else ()


def problem_text(problem: Problem, state: AnalysisState) -> str:
    """Return what is wrong with a part of the form."""
    facts = {
        "text": problem.text,
        "words": problem.text,
        "length": state.position.length,
        "most": MAX_BOARDS if problem.kind == "answers-many" else max_rows(state.position.count),
    }
    texts = PROBLEMS if state.position.count == 1 else BOARDS_PROBLEMS
    return str(texts[problem.kind]) % facts


def analysis_of(lexicon: Lexicon, state: AnalysisState) -> TimedAnalysis:
    """Return the analysis of a complete game; one that was hurried is not cached."""
    answers, guesses, in_turn = state.answers, state.guesses, state.in_turn
    # Several boards are not cached: the figures of 41 guesses on 32 of them take much room.
    slot = _cache_slot(lexicon, state) if len(answers) == 1 else []
    if slot:
        return slot[0]
    belief = belief_of(lexicon, state.mode)
    whole = BUDGET_MS if len(answers) == 1 else BOARDS_BUDGET_MS
    found: Analysis | BoardsAnalysis
    with SEARCH_LOCK.share_of(whole) as ms:
        if len(answers) == 1:
            found = analyze(lexicon, answers[0], guesses, belief, state.hard, budget_ms=ms)
        else:
            found = analyze_boards(
                lexicon, answers, guesses, belief=belief, in_turn=in_turn, budget_ms=ms
            )
    timed = TimedAnalysis(found, is_hurried=ms < whole)
    if not timed.is_hurried:
        slot.append(timed)
    return timed


# A game takes up to 400 ms, and its address is opened again and shared. 64 of 12 kB: 0.8 MB at
# most. A slot stays empty until there is something worth keeping.
@functools.lru_cache(maxsize=64)
def _cache_slot(lexicon: Lexicon, state: AnalysisState) -> list[TimedAnalysis]:
    return []


def _report(state: AnalysisState, lexicon: Lexicon) -> Report:
    found = analysis_of(lexicon, state).analysis
    if isinstance(found, BoardsAnalysis):
        return Report(
            title=ngettext("%(num)s board", "%(num)s boards", len(found.answers)),
            summary=_boards_summary(found),
            found=found,
            boards=tuple((each, _boards_verdict(each)) for each in found.guesses),
        )
    word = written(found.answer, lexicon)
    return Report(
        title=with_words(_title(found, word), word),
        summary=found.summary(gettext),
        found=found,
        notes=tuple(with_words(note, word) for note in _notes(state, found, word, lexicon)),
        turns=tuple(_turn_view(state, found, number) for number in range(len(found.turns))),
        definitions=lexicon.definitions(found.answer),
        dictionary=dictionary_links(found.answer, lexicon) if found.answer in lexicon else (),
        solver_title=_solver_title(found),
        chart=chart([turn.step for turn in found.turns], found.solver),
    )


def _title(found: Analysis, word: str) -> str:
    if not found.is_solved:
        return gettext("%(word)s, not solved", word=word)
    count = len(found.turns)
    return ngettext("%(word)s in %(num)s guess", "%(word)s in %(num)s guesses", count, word=word)


def _notes(state: AnalysisState, found: Analysis, answer: str, lexicon: Lexicon) -> Iterator[str]:
    if found.answer not in lexicon:
        yield gettext("%(word)s isn’t in our word list.", word=capitals(found.answer))
    elif not found.is_expected:
        yield gettext(
            "%(word)s isn’t in this word list. It was treated as the least likely word.",
            word=answer,
        )
    if found.ignored:
        yield gettext(
            "Not counted after %(answer)s was found: %(words)s.",
            answer=answer,
            words=list_text([capitals(word) for word in found.ignored]),
        )
    for number, row in enumerate(state.rows, 1):
        if row.marks[0]:
            yield gettext(
                "The colors you pasted for row %(number)s don’t match this answer.", number=number
            )


def _turn_view(state: AnalysisState, found: Analysis, number: int) -> TurnView:
    turn, length = found.turns[number], state.position.length
    why = url_for(
        "helper.helper",
        row=[each.step.turn.text() for each in found.turns[:number]],
        length=length if length != DAILY_LENGTH else None,
        mode=state.mode if state.mode != DEFAULT_MODE else None,
        hard="1" if state.hard else None,
        guess=turn.step.turn.guess,
    )
    return TurnView(
        turn=turn,
        chance=_chance_text(turn),
        verdict=_verdict_text(turn),
        why="" if turn.best is None or turn.is_best else why,
        notes=tuple(_turn_notes(turn)),
    )


def _chance_text(turn: AnalyzedTurn) -> str:
    if turn.fewer is None or turn.step.words_before == 1:
        return ""
    if turn.step.is_solved:
        return gettext("%(percent)s chance", percent=percent(turn.ranked.answer_probability))
    if turn.fewer < SAME:
        is_certain = turn.ranked.worst == turn.step.words_after
        return gettext("The only possible result") if is_certain else gettext("Fewest possible")
    return gettext(
        "%(percent)s of answers would have left fewer words", percent=percent(turn.fewer)
    )


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


def _turn_notes(turn: AnalyzedTurn) -> Iterator[str]:
    word = capitals(turn.step.turn.guess)
    if not turn.is_known:
        yield gettext("%(word)s isn’t in our word list.", word=word)
    if turn.violation is not None:
        yield gettext(
            "%(word)s isn’t allowed in hard mode: %(hint)s.",
            word=word,
            hint=turn.violation.message(gettext),
        )


def _solver_title(found: Analysis) -> str:
    count = len(found.solver)
    if not found.solver or not found.solver[-1].is_solved:
        return gettext("The solver didn’t find the word")
    return ngettext("Solver: %(num)s guess", "Solver: %(num)s guesses", count)


def _blank_rows(state: AnalysisState, lexicon: Lexicon) -> Iterator[BlankRow]:
    answer = "".join(state.answers[:1])
    for number, row in enumerate(state.rows, 1):
        if not row.guess:
            words = _words_colored(answer, row.marks[0], lexicon) if answer else ()
            yield BlankRow(number, tuple(map(int, row.marks[0])), words)


def _words_colored(answer: str, digits: str, lexicon: Lexicon) -> tuple[str, ...]:
    """Return the likeliest words that `answer` would give these marks."""
    patterns = feedback_matrix(lexicon.codes, letter_codes([answer]))[:, 0]
    found = np.flatnonzero(patterns == pattern_from_digits(digits))
    likely = heaviest_first(found, lexicon.prior)[:MAX_WORDS]
    return tuple(lexicon.words[index] for index in likely)


def _boards_summary(found: BoardsAnalysis) -> str:
    guesses = ngettext("%(num)s guess", "%(num)s guesses", len(found.guesses))
    judged = [each for each in found.guesses if each.own]
    best = sum(each.is_best for each in judged)
    text = gettext(
        "%(best)s of %(all)s guesses were the best possible.", best=best, all=len(judged)
    )
    if len(judged) < len(found.guesses):
        text += " " + gettext("The others couldn’t be compared.")
    if found.is_solved:
        return gettext("All boards solved in %(guesses)s.", guesses=guesses) + " " + text
    all_boards = len(found.answers)
    boards = gettext("%(solved)s of %(all)s boards solved", solved=found.solved, all=all_boards)
    return f"{boards}. {text}"


def _boards_verdict(guess: BoardsGuess) -> tuple[str, ...]:
    if guess.own is None or guess.best is None:
        return ()
    left = sum(step.left for step in guess.steps)
    expected = decimal(guess.own.expected_remaining)
    luck = ngettext(
        "%(num)s word left; %(expected)s were expected.",
        "%(num)s words left; %(expected)s were expected.",
        left,
        expected=expected,
    )
    lucky = (luck,) if left else ()  # after the last board nothing is left to speak of
    if guess.is_best:
        return (*lucky, gettext("The best guess."))
    best = guess.best
    word = capitals(best.guess)
    fewer = guess.own.expected_remaining - best.expected_remaining
    if best.expected_solved - guess.own.expected_solved >= MIN_SOLVED or fewer <= 0:
        text = gettext(
            "%(word)s was better: it would have solved more boards on average, %(solved)s instead "
            "of %(own_solved)s.",
            word=word,
            solved=decimal(best.expected_solved),
            own_solved=decimal(guess.own.expected_solved),
        )
    else:
        text = gettext(
            "%(word)s was better: it would have left fewer words on average, %(left)s instead of "
            "%(own_left)s.",
            word=word,
            left=decimal(best.expected_remaining),
            own_left=expected,
        )
    return (*lucky, text)
