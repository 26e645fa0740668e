"""The analysis of a finished game: the form, and the report on one board or several.

The form redirects with 303 to the address of its game. Unreadable parts are reported on the page
with 422, and all other fields are kept. Nothing is stored unless the player asks to count the game
for their skill.
"""

import functools
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import log10
from typing import NamedTuple

import numpy as np
from babel.support import LazyProxy
from flask import Blueprint, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from markupsafe import Markup

from wordle_web.engine.analysis import Analysis, AnalyzedTurn, PathStep, analyze
from wordle_web.engine.arrays import Flags, heaviest_first
from wordle_web.engine.boards.simulation import BoardsAnalysis, BoardsGuess, analyze_boards
from wordle_web.engine.boards.state import MAX_BOARDS
from wordle_web.engine.candidates import belief_of
from wordle_web.engine.feedback import feedback_matrix, letter_codes, pattern_from_digits
from wordle_web.engine.hard_mode import HardMode
from wordle_web.engine.knowledge import TRIES, Turn, until_answer
from wordle_web.engine.lexicon import Lexicon
from wordle_web.engine.rating import SLIGHT
from wordle_web.engine.rows import max_rows
from wordle_web.engine.suggestion import SAME
from wordle_web.game.hints import words_after_hints, words_named
from wordle_web.game.history.records import Record, record_elsewhere
from wordle_web.game.puzzles.days import DAILY_LENGTH
from wordle_web.game.rules import Game
from wordle_web.web.analysis.state import FIELDS, MAX_GAME_TEXT, AnalysisState, read_analysis
from wordle_web.web.history.views import PastGame, past_game
from wordle_web.web.http.limits import costly
from wordle_web.web.http.paths import HARD_MODES, analysis_url, variant_of_request
from wordle_web.web.http.sessions import history, keep_history
from wordle_web.web.services import services
from wordle_web.web.turns import SEARCH_LOCK, search_time
from wordle_web.web.ui import formatting
from wordle_web.web.ui.components import Option
from wordle_web.web.ui.formatting import capitals
from wordle_web.web.ui.i18n import gettext, ngettext
from wordle_web.web.ui.i18n import lazy_gettext as _
from wordle_web.web.ui.layout import with_words
from wordle_web.web.ui.queries import DEFAULT_MODE, Problem, available_modes, mode_options
from wordle_web.web.ui.spelling import written

MAX_WORDS = 12  # words suggested for a row without its word
MAX_ANSWER_TEXT = 300  # characters; enough for `MAX_BOARDS` answers of eight letters
MIN_CHANCE = 0.01  # smaller differences in the chance to win are not mentioned
MIN_LOST_CHANCE = 0.05  # of winning; a guess that lost less is not the lesson of a lost game
MIN_SOLVED = 0.01  # boards; a smaller average gain is not named as the reason for a better guess
BOARDS_BUDGET_MS = 600.0  # time for the searches of all guesses together

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
BOARDS_PROBLEMS: Mapping[str, LazyProxy] = {  # the problems of games of several boards
    **PROBLEMS,
    "answer-unknown": _("Not in our word list, so it can’t be an answer: %(words)s"),
    "guess": _("Guesses must have %(length)s letters: %(words)s"),
    "too-many": _("Enter at most %(most)s guesses."),
    "no-rows": _("Enter your guesses, too."),
}

RIGHT, TOP, BOTTOM = 308.0, 8.0, 164.0  # bounds of the chart, as in its template
# The width of the widest label and the gap after it are on the left of the chart.
LETTER, GAP = 6.5, 8.0

bp = Blueprint("analysis", __name__)


class TurnReport(NamedTuple):
    """A turn as the page shows it."""

    turn: AnalyzedTurn
    # The address of the position before the guess in the helper. Empty if no guess was clearly
    # better, if the better one is the same as a turn earlier, or after a hint, which the helper
    # doesn't know.
    helper_url: str
    notes: tuple[str, ...]  # whether the guess followed a hint, is unknown, or broke hard mode
    still: str  # the better guess, if it is the same as a turn earlier; otherwise empty
    is_named: bool  # whether a hint had named the guess, which then gets no cost and no verdict


class BoardsTurnReport(NamedTuple):
    """A guess on several boards, with its verdict."""

    guess: BoardsGuess
    verdict: tuple[str, ...]  # sentences; none if the guess couldn't be compared


class Lesson(NamedTuple):
    """The guess of a game from which there is most to learn."""

    title: str
    number: int  # counted from 1
    guess: str
    turn: Turn | None  # the row with its marks; None for several boards
    text: str  # its effect, and the better guess


class WordsChart(NamedTuple):
    """The words left after each guess of the solver and the player, as coordinates for an SVG."""

    # Kind and name of each line, and its points: x, y and label.
    lines: list[tuple[str, str, list[tuple[float, float, str]]]]
    words: list[tuple[float, str]]  # y and label of each tick of the logarithmic axis
    turns: list[tuple[float, str]]  # x and label of each number of guesses, from 0
    left: float  # x of the logarithmic axis, after its widest label
    text: str  # the description for screen readers


@dataclass(frozen=True, slots=True)
class Report:
    """The analysis of a game as the page shows it.

    `analysis`, `turns` and `chart` are only for a game of one board; `boards` is for several.
    """

    title: str | Markup
    summary: str
    lesson: Lesson | None = None  # None if no guess cost much, or none was compared
    is_compared: bool = False  # whether guesses were compared with the best ones
    hinted: str = ""  # a note on how hints affect the rating; empty without hints
    analysis: Analysis | None = None
    notes: tuple[str | Markup, ...] = ()
    turns: tuple[TurnReport, ...] = ()
    chart: WordsChart | None = None
    has_total: bool = True  # whether cost and luck of the whole game are shown; not with hints
    boards: tuple[BoardsTurnReport, ...] = ()


class BlankRow(NamedTuple):
    """A pasted row without its word, and the likeliest words for it."""

    number: int  # counted from 1
    marks: tuple[int, ...]
    words: tuple[str, ...]  # empty if the answer is unknown, or if no word has these marks


@dataclass(frozen=True, slots=True)
class AnalysisPage:
    """Context of the page: the form, and the report on a game or the rows that lack their words.

    `lexicon` is None if the length is unknown or this site has no words for the game.
    """

    state: AnalysisState
    answer: str  # the value of the field for answers
    game: str  # the value of the field for guesses
    modes: tuple[Option, ...]
    problems: tuple[str, ...]
    blanks: tuple[BlankRow, ...]
    report: Report | None  # None until the game can be analyzed
    lexicon: Lexicon | None
    # Whether the game counts for the player's skill; None if it can't be counted.
    is_counted: bool | None
    latest: PastGame | None  # the latest game, offered only at the address without a game
    latest_url: str  # the address of the latest game's analysis; empty if none is offered
    past: PastGame | None  # the analyzed game, if the history has it


def missing_words(state: AnalysisState) -> tuple[Problem, ...]:
    """Return the parts of a game that this site has no words for."""
    length = state.position.length or DAILY_LENGTH
    if length not in services().lengths:
        return (Problem("answer", " ".join(state.answers)),)
    if state.mode not in available_modes(length):
        return (Problem("mode", state.mode),)
    lexicon = services().lexicon(length)
    odd = [capitals(word) for word in state.answers if word not in lexicon]
    # The answer of a single board need not be in the lexicon.
    return (Problem("answer-unknown", ", ".join(odd)),) if odd and len(state.answers) > 1 else ()


def problem_text(problem: Problem, state: AnalysisState) -> str:
    """Return the problem of a part of the form as a sentence."""
    facts = {
        "text": problem.text,
        "words": problem.text,
        "length": state.position.length,
        "most": MAX_BOARDS if problem.kind == "answers-many" else max_rows(state.position.count),
    }
    texts = PROBLEMS if state.position.count == 1 else BOARDS_PROBLEMS
    return str(texts[problem.kind]) % facts


def analysis_of(lexicon: Lexicon, state: AnalysisState) -> tuple[Analysis | BoardsAnalysis, bool]:
    """Return the analysis of a complete game, and whether waiting requests shortened its search."""
    if len(state.answers) == 1:
        return _analysis_of_one(lexicon, state), False
    belief = belief_of(lexicon, state.mode)
    with search_time(BOARDS_BUDGET_MS) as ms:
        analysis = analyze_boards(
            lexicon,
            state.answers,
            state.guesses,
            belief=belief,
            in_turn=state.in_turn,
            budget_ms=ms,
        )
    return analysis, ms < BOARDS_BUDGET_MS


# The address of a game is often reloaded and shared. 64 entries of 12 kB: 0.8 MB at most. Games of
# several boards are not cached: the figures of 41 guesses on 32 boards take much memory.
@functools.lru_cache(maxsize=64)
def _analysis_of_one(lexicon: Lexicon, state: AnalysisState) -> Analysis:
    belief = belief_of(lexicon, state.mode)
    with SEARCH_LOCK:
        hints: tuple[Flags | None, ...] = ()
        if state.past_hints:
            game = Game(state.answers[0], state.guesses, past_hints=state.past_hints)
            hints = words_after_hints(game, lexicon, belief)
        return analyze(lexicon, state.answers[0], state.guesses, belief, state.hard, hints)


@functools.lru_cache(maxsize=64)
def _named(lexicon: Lexicon, state: AnalysisState) -> frozenset[int]:
    """Return the numbers of the guesses, from 0, that a hint had named."""
    if not state.past_hints:
        return frozenset()
    game = Game(state.answers[0], state.guesses, past_hints=state.past_hints)
    with SEARCH_LOCK:
        named = words_named(game, lexicon, belief_of(lexicon, state.mode))
    pairs = enumerate(zip(state.guesses, named, strict=True))
    return frozenset(number for number, (guess, words) in pairs if guess in words)


def _report(state: AnalysisState, analysis: Analysis, lexicon: Lexicon) -> Report:
    named = _named(lexicon, state)
    word, n = written(analysis.answer, lexicon), len(analysis.turns)
    title = gettext("%(word)s, not solved", word=word)
    if analysis.is_solved:
        title = ngettext("%(word)s in %(num)s guess", "%(word)s in %(num)s guesses", n, word=word)
    notes: list[str] = []

    if analysis.answer not in lexicon:
        notes.append(gettext("%(word)s isn’t in our word list.", word=capitals(analysis.answer)))
    elif not analysis.is_expected:
        text = gettext(
            "%(word)s isn’t in this word list, so every word we know counts as possible."
        )
        notes.append(text % {"word": word})
    if analysis.ignored:
        words = formatting.list_text([capitals(guess) for guess in analysis.ignored])
        text = gettext("Not counted after %(answer)s was found: %(words)s.")
        notes.append(text % {"answer": word, "words": words})
    notes += (
        gettext("The colors you pasted for row %(number)s don’t match this answer.", number=number)
        for number, row in enumerate(state.rows, 1)
        if row.marks[0]
    )
    return Report(
        title=with_words(title, word),
        summary=_hinted_result(state, analysis) or analysis.summary(gettext),
        lesson=_lesson(analysis, lexicon, named),
        is_compared=len(analysis.turns) > 1 and all(turn.rating for turn in analysis.turns),
        hinted=_hinted_text(state),
        has_total=not state.hints,
        analysis=analysis,
        notes=tuple(with_words(note, word) for note in notes),
        turns=tuple(_turn(state, analysis, number, named) for number in range(n)),
        chart=_chart([turn.step for turn in analysis.turns], analysis.solver),
    )


def _lesson(analysis: Analysis, lexicon: Lexicon, named: frozenset[int]) -> Lesson | None:
    """Return the guess to learn from; None if no guess cost much, except those `named` by hints.

    In a lost game, this is the guess that lowered the chance to win most, if any did clearly, or
    the first of several that missed the only word left. Otherwise, it is the most expensive guess.
    """
    own_turns = [(turn, number not in named) for number, turn in enumerate(analysis.turns)]
    lost = [_lost_chance(turn) * is_own for turn, is_own in own_turns]
    if not analysis.is_solved and max(lost, default=0.0) >= MIN_LOST_CHANCE:
        number = lost.index(max(lost))
        words_before = [turn.step.words_before for turn in analysis.turns]
        if words_before[number] == 1:
            number = words_before.index(1)
        turn = analysis.turns[number]
        text, played = _safer_guess(turn, lexicon), turn.step.turn
        return Lesson(_lesson_title(is_solved=False), number + 1, played.guess, played, text)
    costs = [turn.rating.cost * is_own if turn.rating else 0.0 for turn, is_own in own_turns]
    cost = max(costs, default=0.0)
    if not cost:
        return None
    number = costs.index(cost)
    turn = analysis.turns[number]
    rating, own, best, guess = turn.rating, turn.ranked, turn.best, turn.step.turn.guess
    if rating is None or best is None or rating.is_slight:
        return None
    text = gettext(
        "%(guess)s cost %(number)s guesses.",
        guess=capitals(written(guess, lexicon)),
        number="≈" * rating.is_estimate + formatting.decimal(cost),
    )
    left, own_left = (formatting.decimal(item.expected_remaining) for item in (best, own))
    is_safer = _lost_chance(turn) >= MIN_CHANCE
    if turn.step.words_before == 1:
        better = _safer_guess(turn, lexicon)
    elif is_safer or best.expected_remaining > own.expected_remaining or left == own_left:
        better = verdict_text(turn)
    else:
        better = _fewer_words(best.guess, left, own_left)
    title = _lesson_title(is_solved=analysis.is_solved)
    return Lesson(title, number + 1, guess, turn.step.turn, f"{text} {better}")


def _lesson_title(*, is_solved: bool) -> str:
    return gettext("Your most expensive guess") if is_solved else gettext("Where the game was lost")


def _lost_chance(turn: AnalyzedTurn) -> float:
    """Return how much more often the best guess leads to a win, 0 to 1."""
    return turn.rating.best_chance - turn.rating.chance if turn.rating else 0.0


def _safer_guess(turn: AnalyzedTurn, lexicon: Lexicon) -> str:
    """Return a text about how often a guess and the best one lead to a win."""
    rating = turn.rating
    if rating is None:
        return ""
    best = capitals(written(rating.best, lexicon))
    if turn.step.words_before == 1:
        return gettext("%(word)s was the only word left.", word=best)
    text = ngettext(
        "With %(num)s word left, %(guess)s wins %(mine)s of games, %(best)s %(theirs)s.",
        "With %(num)s words left, %(guess)s wins %(mine)s of games, %(best)s %(theirs)s.",
        turn.step.words_before,
        guess=capitals(written(rating.guess, lexicon)),
        best=best,
        mine=formatting.percent(rating.chance),
        theirs=formatting.percent(rating.best_chance),
    )
    if turn.best is None or turn.best.is_candidate:
        return text
    excluded = gettext("%(word)s can’t be the answer, but it tells more words apart.", word=best)
    return f"{text} {excluded}"


def _fewer_words(best: str, left: str, own_left: str) -> str:
    return gettext(
        "%(word)s was better: it would have left fewer words on average, %(left)s instead of "
        "%(own_left)s.",
        word=capitals(best),
        left=left,
        own_left=own_left,
    )


def _hinted_result(state: AnalysisState, analysis: Analysis) -> str:
    """Return the result of a game with hints as a sentence; empty for one without hints."""
    if not state.hints:
        return ""
    result = gettext("Not solved")
    if analysis.is_solved:
        result = gettext("Solved in %(number)s", number=len(analysis.turns))
    return f"{result}, {formatting.hints_text(state.hints)}."


def _hinted_text(state: AnalysisState) -> str:
    """Return a note on how a game with hints is rated; empty for one without hints."""
    if not state.hints:
        return ""
    text = gettext(
        "This game was played %(with_hints)s, so it doesn’t count for your skill.",
        with_hints=formatting.hints_text(state.hints),
    )
    if state.answers[1:]:  # no game of several boards counts
        text = gettext(
            "This game was played %(with_hints)s.", with_hints=formatting.hints_text(state.hints)
        )
    # Without `past_hints`, the hints showed only how many words were left, or what they showed is
    # unknown: a finished game of several boards records only which guesses a hint had named.
    compared = gettext("Guesses are compared as if there had been no hint.")
    if state.past_hints:
        compared = gettext("Guesses after a hint are compared by what it showed.")
    return f"{text} {compared}"


def _turn(
    state: AnalysisState, analysis: Analysis, number: int, named: frozenset[int]
) -> TurnReport:
    turn, length = analysis.turns[number], state.position.length
    guess, notes = turn.step.turn.guess, list[str]()
    is_hinted = any(hint.guesses <= number for hint in state.past_hints)
    if is_hinted and number not in named:
        notes.append(gettext("After a hint"))
    helper_url = url_for(
        "helper.helper",
        row=[earlier.step.turn.text() for earlier in analysis.turns[:number]],
        length=length if length != DAILY_LENGTH else None,
        # If the mode's list lacks the answer, the analysis used all words instead.
        mode=state.mode if state.mode != DEFAULT_MODE and analysis.is_expected else None,
        hard=HARD_MODES.get(state.hard),
        guess=guess,
        game=f"{state.address(request.path)}#guess-{number + 1}",
    )
    if not turn.is_known:
        notes.append(gettext("%(word)s isn’t in our word list.", word=capitals(guess)))
    if state.hard and turn.violation is not None:
        text = gettext("%(word)s isn’t allowed in hard mode: %(hint)s.")
        if state.hard is HardMode.ULTRA:
            text = gettext("%(word)s isn’t allowed in ultra-hard mode. %(hint)s.")
        notes.append(text % {"word": capitals(guess), "hint": turn.violation.message(gettext)})
    better = "" if number in named else _better_guess(turn)
    is_shown = number > 0 and number - 1 not in named
    is_still = is_shown and better and better == _better_guess(analysis.turns[number - 1])
    return TurnReport(
        turn,
        helper_url if better and not is_still and not is_hinted else "",
        tuple(notes),
        still=capitals(better) if is_still else "",
        is_named=number in named,
    )


def _better_guess(turn: AnalyzedTurn) -> str:
    """Return the guess that was clearly better than the one made; empty if none was."""
    if turn.best is None or turn.rating is None or turn.rating.is_slight:
        return ""
    return turn.rating.best


@bp.app_template_filter()
def chance_text(turn: AnalyzedTurn) -> str:
    """Return a text about the chance of a guess's result, or of a better one.

    Empty if one word was left, if no word left gives this result, or if it ruled out no word.
    """
    if turn.fewer is None or turn.equal is None or turn.step.words_before == 1:
        return ""
    if turn.step.is_solved:
        return gettext(
            "a %(percent)s chance", percent=formatting.percent(turn.ranked.answer_probability)
        )
    if turn.fewer < SAME:
        if turn.step.words_before == turn.step.words_after:
            return ""  # the count shows that the guess revealed nothing
        is_certain = turn.ranked.worst == turn.step.words_after
        return gettext("The only possible result") if is_certain else gettext("Fewest possible")
    return gettext(
        "%(fewer)s of answers would have left fewer words; %(equal)s, the same number",
        fewer=formatting.percent(turn.fewer),
        equal=formatting.percent(turn.equal),
    )


@bp.app_template_filter()
def verdict_text(turn: AnalyzedTurn) -> str:
    """Return a comparison of a guess with the best one."""
    rating = turn.rating
    if rating is None:
        return gettext("No words were left to compare with.")
    best = capitals(rating.best)
    if rating.is_slight:
        if rating.cost:
            return gettext("Almost as good as %(best)s, the solver’s guess.", best=best)
        if rating.best != rating.guess:
            return gettext("As good as %(best)s, the solver’s guess.", best=best)
        return gettext("Best possible guess.")
    if _lost_chance(turn) >= MIN_CHANCE:
        return gettext(
            "Best guess: %(best)s. It solves %(theirs)s of games from here, yours %(mine)s.",
            best=best,
            theirs=formatting.percent(rating.best_chance),
            mine=formatting.percent(rating.chance),
        )
    return gettext("Best guess: %(best)s.", best=best)


@bp.app_template_filter()
def grade_text(turn: AnalyzedTurn) -> str:
    """Return the grade of a guess as a word; empty if no word was left to compare with."""
    return gettext(turn.rating.grade.text) if turn.rating else ""


def _chart(player_steps: Sequence[PathStep], solver_steps: Sequence[PathStep]) -> WordsChart:
    """Return the chart of the player's and the solver's game."""
    player, solver = (
        [steps[0].words_before, *(step.words_after for step in steps)] if steps else [0]
        for steps in (player_steps, solver_steps)
    )
    turns, top = max(len(player), len(solver)) - 1, max(10, *player, *solver)
    scale = [0, 1]
    while scale[-1] * 10 <= top:
        scale.append(scale[-1] * 10)

    def y(count: int) -> float:
        # Add 1 to both, so that 0 words have a position on the logarithmic scale, at the bottom.
        share = log10(count + 1) / log10(top + 1)
        return round(BOTTOM - (BOTTOM - TOP) * share, 1)

    def count_text(count: int) -> str:
        return formatting.number_text(count) if count else gettext("solved")

    left = GAP + LETTER * max(len(count_text(count)) for count in scale)

    def x(turn: int) -> float:
        return round(left + (RIGHT - left) * turn / max(turns, 1), 1)

    def points(name: str, counts: Sequence[int]) -> list[tuple[float, float, str]]:
        return [
            (x(turn), y(count), f"{name}: {formatting.words_text(count)}")
            for turn, count in enumerate(counts)
        ]

    lines = (("solver", gettext("solver"), solver), ("player", gettext("you"), player))
    return WordsChart(
        lines=[(kind, name, points(name, counts)) for kind, name, counts in lines],
        words=[(y(count), count_text(count)) for count in scale],
        turns=[(x(turn), formatting.number_text(turn)) for turn in range(turns + 1)],
        left=left,
        text=gettext(
            "Words left after each guess. You: %(player)s. Solver: %(solver)s.",
            player=", ".join(map(count_text, player)),
            solver=", ".join(map(count_text, solver)),
        ),
    )


def _blank_rows(state: AnalysisState, lexicon: Lexicon) -> Iterator[BlankRow]:
    """Yield the rows without a word, with the likeliest words that would get their marks."""
    for number, row in enumerate(state.rows, 1):
        if row.guess:
            continue
        words: tuple[str, ...] = ()
        if state.answers:
            patterns = feedback_matrix(lexicon.codes, letter_codes(state.answers[:1]))[:, 0]
            matching = np.flatnonzero(patterns == pattern_from_digits(row.marks[0]))
            likely = heaviest_first(matching, lexicon.prior)[:MAX_WORDS]
            words = tuple(lexicon.words[index] for index in likely)
        yield BlankRow(number, tuple(map(int, row.marks[0])), words)


def _boards_report(state: AnalysisState, analysis: BoardsAnalysis) -> Report:
    guesses = ngettext("%(num)s guess", "%(num)s guesses", len(analysis.guesses))
    own = [guess for number, guess in _numbered(analysis) if number not in state.named]
    rated = [guess for guess in own if guess.own]
    best, count = sum(guess.is_best for guess in rated), len(analysis.answers)
    text = gettext("%(best)s of %(all)s guesses were the best possible.", best=best, all=len(rated))
    if len(rated) < len(own):
        text += " " + gettext("The others couldn’t be compared.")
    if from_hints := len(analysis.guesses) - len(own):
        text += " " + ngettext(
            "%(num)s guess came from a hint.", "%(num)s guesses came from hints.", from_hints
        )
    text = " ".join(filter(None, (text, _hinted_text(state))))
    boards = gettext("%(solved)s of %(all)s boards solved", solved=analysis.solved, all=count) + "."
    if analysis.is_solved:
        boards = gettext("All boards solved in %(guesses)s.", guesses=guesses)
    return Report(
        title=ngettext("%(num)s board", "%(num)s boards", count),
        summary=f"{boards} {text}",
        lesson=_boards_lesson(analysis, state.named),
        is_compared=bool(rated),
        boards=tuple(
            BoardsTurnReport(guess, _boards_verdict(guess, is_named=number in state.named))
            for number, guess in _numbered(analysis)
        ),
    )


def _numbered(analysis: BoardsAnalysis) -> Iterator[tuple[int, BoardsGuess]]:
    return enumerate(analysis.guesses, 1)


def _boards_lesson(analysis: BoardsAnalysis, named: tuple[int, ...]) -> Lesson | None:
    """Return the most expensive guess; None if none cost much, except those `named` by hints.

    Of guesses with equal costs, this is the earliest. The costs are rough estimates.
    """
    own = [item for item in _numbered(analysis) if item[0] not in named]
    number, guess = max(own, key=lambda item: (item[1].cost, -item[0]))
    if guess.cost < SLIGHT:
        return None
    text = f"{_boards_cost(guess)} {_boards_better(guess)}"
    return Lesson(_lesson_title(is_solved=True), number, guess.guess, None, text)


def _boards_cost(guess: BoardsGuess) -> str:
    return gettext(
        "%(guess)s cost %(number)s guesses.",
        guess=capitals(guess.guess),
        number="≈" + formatting.format_decimal(guess.cost, "0.0"),
    )


def _boards_verdict(guess: BoardsGuess, *, is_named: bool) -> tuple[str, ...]:
    if guess.own is None or guess.best is None:
        return (gettext("From the hint."),) if is_named else ()
    left = sum(step.left for step in guess.steps)
    expected = formatting.decimal(guess.own.expected_remaining)
    luck = ngettext(
        "%(num)s word left; %(expected)s were expected.",
        "%(num)s words left; %(expected)s were expected.",
        left,
        expected=expected,
    )
    lucky = (luck,) if left else ()  # after the last board there is no luck to report
    if is_named:
        return (*lucky, gettext("From the hint."))
    if guess.is_best:
        return (*lucky, gettext("The best guess."))
    costs = (_boards_cost(guess),) if guess.cost >= SLIGHT else ()
    return (*lucky, " ".join((*costs, _boards_better(guess))))


def _boards_better(guess: BoardsGuess) -> str:
    """Return why the best guess was better; empty if the guess couldn't be compared."""
    own, best = guess.own, guess.best
    if own is None or best is None:
        return ""
    fewer = own.expected_remaining - best.expected_remaining
    if best.expected_solved - own.expected_solved >= MIN_SOLVED or fewer <= 0:
        return gettext(
            "%(word)s was better: it would have solved more boards on average, %(solved)s instead "
            "of %(own_solved)s.",
            word=capitals(best.guess),
            solved=formatting.decimal(best.expected_solved),
            own_solved=formatting.decimal(own.expected_solved),
        )
    left, own_left = map(formatting.decimal, (best.expected_remaining, own.expected_remaining))
    return _fewer_words(best.guess, left, own_left)


@bp.get("/analysis")
@costly(at_least=1)
def analysis() -> ResponseReturnValue:
    """Show the analysis of the game in the address, or redirect from a sent form to its game."""
    state, unread = read_analysis(request.args.items(multi=True), services().alphabet)
    problems = (*unread, *missing_words(state))
    if not problems and any(name in FIELDS for name in request.args):
        return redirect(state.address(url_for(".analysis")), 303)
    length, lexicon, report = state.position.length, None, None
    if length and not missing_words(state):
        lexicon = services().lexicon(length)
    if lexicon and state.is_complete and not (problems and state.answers[1:]):
        analyzed, _hurried = analysis_of(lexicon, state)
        if isinstance(analyzed, BoardsAnalysis):
            report = _boards_report(state, analyzed)
        else:
            report = _report(state, analyzed, lexicon)
    record = _elsewhere(state) if report else None
    latest = None if request.args else _latest_game()
    page = AnalysisPage(
        state=state,
        answer=" ".join(state.answers) or request.args.get("answer", "")[:MAX_ANSWER_TEXT],
        game=request.args.get("game", "")[:MAX_GAME_TEXT] or "\n".join(state.guesses),
        modes=mode_options(length if length in services().lengths else DAILY_LENGTH, state.mode),
        problems=tuple(dict.fromkeys(problem_text(problem, state) for problem in problems)),
        blanks=tuple(_blank_rows(state, lexicon)) if lexicon else (),
        report=report,
        lexicon=lexicon,
        is_counted=history().has_game(record) if record else None,
        latest=latest,
        latest_url=analysis_url(latest.record.game(*latest.answers), latest.mode) if latest else "",
        past=_past(state) if report else None,
    )
    return render_template("analysis/analysis.html", page=page), 422 if problems else 200


def _latest_game() -> PastGame | None:
    """Return the latest finished game that can be analyzed and has the language of this request."""
    code = variant_of_request().language
    games = (past_game(record) for record in reversed(history().recent))
    return next((game for game in games if _can_analyze(game, code)), None)


def _past(state: AnalysisState) -> PastGame | None:
    """Return the analyzed game from the history; None if the history lacks it."""
    records = (
        record
        for record in reversed(history().recent)
        if record.guesses == state.guesses and record.variant.boards == len(state.answers)
    )
    games = map(past_game, records)
    return next(
        (game for game in games if game.is_replayable and game.answers == state.answers), None
    )


def _can_analyze(game: PastGame, code: str) -> bool:
    return game.is_replayable and game.record.variant.language == code


@bp.post("/analysis")
def count() -> ResponseReturnValue:
    """Add the game in the address to the history as one from elsewhere, unless it is there."""
    state, problems = read_analysis(request.args.items(multi=True), services().alphabet)
    record = None if problems or missing_words(state) else _elsewhere(state)
    if record is None:
        abort(400)
    keep_history(history().with_elsewhere(record))
    return redirect(state.address(url_for(".analysis")), 303)


def _elsewhere(state: AnalysisState) -> Record | None:
    """Return the record of a game from elsewhere that can count for skill; None for other games.

    Such a game has one board, a listed answer, the default mode and no hints, and it ended within
    six guesses.
    """
    if not state.is_complete or state.answers[1:] or state.hints or state.mode != DEFAULT_MODE:
        return None
    answer, words = state.answers[0], state.guesses
    guesses = until_answer(words, answer)
    is_over = answer in guesses[:TRIES] or len(guesses) == TRIES
    if not is_over or len(guesses) > TRIES or answer not in services().lexicon(len(answer)):
        return None
    today = max(0, services().today)
    return record_elsewhere(variant_of_request(), answer, guesses, state.hard, today)
