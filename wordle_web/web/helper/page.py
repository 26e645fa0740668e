"""The helper's page: rows, notices, options, what is known, and the answer.

From the outcome of a request to the frozen view model of the template.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from flask import url_for

from wordle_web.engine.hard_mode import hard_mode_violation
from wordle_web.engine.knowledge import Turn
from wordle_web.engine.lexicon import Lexicon
from wordle_web.engine.wording import ordinal
from wordle_web.game.board import MARKS, Mark, tile_label
from wordle_web.web.helper.answer import Answer, answer_view
from wordle_web.web.helper.edits import Outcome, add_row, starting_digits, with_length
from wordle_web.web.helper.known import KnownView, known_view
from wordle_web.web.helper.solve import HelperResult
from wordle_web.web.helper.state import HelperState, problem_text
from wordle_web.web.services import services
from wordle_web.web.ui.components import Link, Option
from wordle_web.web.ui.game_texts import MODE_TEXTS, mode_options
from wordle_web.web.ui.i18n import gettext, ngettext
from wordle_web.web.ui.queries import DEFAULT_MODE, MAX_ROWS, InputRow, Problem, read_word


@dataclass(frozen=True, slots=True)
class TileButton:
    """One tile whose mark can be changed; `typed` until its row has colors.

    Attributes:
        tap: The value that its button sends, such as `2.3`.
        labels: Its spoken label for each mark: absent, present, correct.
    """

    letter: str
    mark: Mark
    label: str
    tap: str
    labels: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RowView:
    """One row of the helper with its tiles; one that `is_waiting` has no colors yet.

    Attributes:
        colored_label: What is spoken of the row once it has its colors.
    """

    number: int
    label: str
    value: str
    guess: str
    tiles: tuple[TileButton, ...]
    is_waiting: bool = False
    colored_label: str = ""


@dataclass(frozen=True, slots=True)
class Notice:
    """Something about what was entered: a sentence, or a link that helps."""

    text: str = ""
    link: Link | None = None


@dataclass(frozen=True, slots=True)
class Options:
    """The options: which game's words, how long, which rules, and how much is shown."""

    summary: str
    modes: tuple[Option, ...]
    lengths: tuple[Option, ...]
    hard: bool
    answers_only: bool
    hints: tuple[Option, ...]
    used: str


@dataclass(frozen=True, slots=True)
class HelperPage:
    """Everything on the helper's page."""

    path: str
    address: str
    share_url: str
    length: int
    sort: str
    title: str
    rows: tuple[RowView, ...]
    problems: tuple[str, ...]
    notices: tuple[Notice, ...]
    draft: str
    draft_error: str
    entry_label: str
    options: Options
    known: KnownView | None
    answer: Answer


def helper_page(outcome: Outcome, found: HelperResult, problems: tuple[Problem, ...]) -> HelperPage:
    """Return everything on the page.

    Args:
        outcome: The state, and what became of the form that was sent with it.
        found: What the engine says of the state.
        problems: What is wrong with the address or the form.
    """
    state, path = outcome.state, url_for(".helper")
    lexicon = services().lexicon(state.length)
    guess_problem = next((each for each in problems if each.kind == "guess"), None)
    others = [problem_text(each, state.length) for each in problems if each != guess_problem]
    answer = answer_view(state, found, path, guess_problem)
    draft_problem = outcome.draft_problem
    return HelperPage(
        path=path,
        address=state.address(path),
        # What the player prefers is not the business of whoever is sent the rows.
        share_url=replace(state, answers_only=False, hint=0).address(
            url_for(".helper", _external=True)
        ),
        length=state.length,
        sort=state.sort,
        title=" · ".join(
            [answer.headline] * bool(state.turns or answer.waiting) + [gettext("Helper")]
        ),
        rows=tuple(_row_view(state, row, number) for number, row in enumerate(state.rows, 1)),
        problems=tuple(dict.fromkeys(others)),
        notices=tuple(_notices(outcome, lexicon, path)),
        draft=outcome.draft,
        draft_error=problem_text(draft_problem, state.length) if draft_problem else "",
        entry_label=_entry_label(state),
        options=_options(state),
        known=known_view(state, found.knowledge, lexicon.alphabet),
        answer=answer,
    )


def _row_view(state: HelperState, row: InputRow, number: int) -> RowView:
    word = row.guess.upper() or gettext("no word yet")
    letters = row.guess or " " * len(row.digits)
    marks: list[Mark] = [MARKS[mark] for mark in row.marks]
    label = colored_label = gettext("Row %(number)s, %(word)s", number=number, word=word)
    if row.is_waiting:
        # What is known already is there from the start.
        digits = starting_digits(state, row.guess)
        marks = ["typed" if digit == "0" else MARKS[int(digit)] for digit in digits]
        label = gettext("Row %(number)s, %(word)s, not colored yet", number=number, word=word)
    return RowView(
        number=number,
        label=label,
        value=row.text,
        guess=row.guess,
        tiles=tuple(
            _tile(place, letter.strip(), mark, number)
            for place, (letter, mark) in enumerate(zip(letters, marks, strict=True), 1)
        ),
        is_waiting=row.is_waiting,
        colored_label=colored_label,
    )


def _tile(place: int, letter: str, mark: Mark, row: int) -> TileButton:
    labels = tuple(tile_label(place, letter or "?", name, gettext) for name in MARKS)
    facts = {"place": ordinal(place, gettext), "letter": letter.upper()}
    label = (
        gettext("%(place)s letter %(letter)s, not colored yet", **facts)
        if mark == "typed"
        else labels[MARKS.index(mark)]
    )
    return TileButton(letter.upper(), mark, label, f"{row}.{place}", labels)


def _notices(outcome: Outcome, lexicon: Lexicon, path: str) -> Iterator[Notice]:
    state = outcome.state
    if outcome.is_truncated:
        yield Notice(gettext("Only the first %(most)s rows were kept.", most=MAX_ROWS))
    yield from _other_length(outcome, path)
    blank = sum(row.is_blank for row in state.rows)
    if blank:
        yield Notice(
            ngettext(
                "%(num)s row has colors but no word, so it does not count yet. Type its word.",
                "%(num)s rows have colors but no words, so they do not count yet. Type "
                "their words in order.",
                blank,
            )
        )
    unknown = dict.fromkeys(turn.guess for turn in state.turns if turn.guess not in lexicon)
    if unknown:
        words = ", ".join(unknown).upper()
        yield Notice(gettext("Not in our word list, but counted: %(words)s", words=words))
    if state.hard:
        yield from map(Notice, _hard_mode_texts(state.rows))


def _other_length(outcome: Outcome, path: str) -> Iterator[Notice]:
    """Yield the link to words of another length, where one of those was typed."""
    problem, site = outcome.draft_problem, services()
    word = read_word(problem.text) if problem and problem.kind == "word" else None
    if word and len(word) in site.lengths and word in site.lexicon(len(word)):
        state = add_row(with_length(outcome.state, len(word)), word)
        label = gettext("Switch to %(number)s letters", number=len(word))
        yield Notice(link=Link(label, state.address(path)))


def _hard_mode_texts(rows: Iterable[InputRow]) -> Iterator[str]:
    earlier: list[Turn] = []
    for number, row in enumerate(rows, 1):
        if row.is_blank or row.is_waiting:
            continue
        violation = hard_mode_violation(row.guess, earlier)
        earlier.append(row.turn)
        if violation:
            yield gettext(
                "Hard mode does not allow row %(number)s: %(hint)s.",
                number=number,
                hint=violation.message(gettext),
            )


def _options(state: HelperState) -> Options:
    lengths = services().lengths
    return Options(
        summary=_options_text(state),
        modes=mode_options(state.length, state.mode),
        lengths=tuple(Option(str(n), str(n), n == state.length) for n in lengths),
        hard=state.hard,
        answers_only=state.answers_only,
        hints=(
            Option("0", gettext("Best guesses"), not state.hint),
            Option("1", gettext("Hints, step by step"), bool(state.hint)),
        ),
        used=", ".join(state.used),
    )


def _options_text(state: HelperState) -> str:
    """Return the options in one line, for the closed fold."""
    # The long name of that mode would take the summary to a third line on a phone.
    mode = gettext("another site") if state.mode == DEFAULT_MODE else str(MODE_TEXTS[state.mode])
    parts = [gettext("%(number)s letters", number=state.length), mode]
    if state.hard:
        parts.append(gettext("hard mode"))
    if state.answers_only:
        parts.append(gettext("possible answers only"))
    if state.hint:
        parts.append(gettext("hints"))
    if state.used:
        parts.append(ngettext("%(num)s past answer", "%(num)s past answers", len(state.used)))
    return " · ".join(parts)


def _entry_label(state: HelperState) -> str:
    blank = next((number for number, row in enumerate(state.rows, 1) if row.is_blank), 0)
    if blank:
        return gettext("Word in row %(number)s", number=blank)
    return gettext("Add your first guess") if not state.rows else gettext("Add your next guess")
