"""The helper's page: rows or cards, notices, options, what is known, and the answer.

From the outcome of a request to the frozen view model of the template.
"""

from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace
from typing import NamedTuple

from flask import url_for

from wordle_web.engine.advice import Advice
from wordle_web.engine.boards.turns import MAX_BOARDS
from wordle_web.engine.hard_mode import hard_mode_violation
from wordle_web.engine.knowledge import Knowledge, Turn, learn
from wordle_web.engine.lexicon import Lexicon
from wordle_web.engine.near_words import near_words
from wordle_web.engine.row_parser import parse_rows
from wordle_web.engine.rows import Position, max_rows
from wordle_web.engine.wording import counted_letter
from wordle_web.engine.words.letters import capitals, plain_letters
from wordle_web.game.puzzles.puzzles import DAILY_LENGTH
from wordle_web.web.helper.answer import Answer, answer_view
from wordle_web.web.helper.edits import (
    add_word,
    delete_row,
    with_count,
    with_length,
)
from wordle_web.web.helper.form import MAX_DRAFT, FormResult, HelperResult
from wordle_web.web.helper.state import HelperState, problem_text
from wordle_web.web.helper.tiles import BoardCard, RowView, board_cards, row_views
from wordle_web.web.services import services
from wordle_web.web.ui.components import Link, Option, number_options
from wordle_web.web.ui.examples import example_word
from wordle_web.web.ui.formatting import number_text, words_text
from wordle_web.web.ui.i18n import gettext, ngettext
from wordle_web.web.ui.queries import (
    DEFAULT_MODE,
    IN_TURN,
    MODE_TEXTS,
    Problem,
    mode_options,
    query_string,
    read_word,
)

COUNTS = (1, 2, 4, 8, 16, 32)  # of boards, to choose from; an address may have any up to 32


@dataclass(frozen=True, slots=True)
class Notice:
    """Something about what was entered: a sentence, or links that help."""

    text: str = ""
    links: tuple[Link, ...] = ()


@dataclass(frozen=True, slots=True)
class PastAnswer:
    """The answers of a solved game among past answers, or where their button adds them.

    Attributes:
        action: Where the form that adds them goes; empty where they are saved.
        label: Of the button, or the sentence that they are saved.
    """

    words: tuple[str, ...]
    action: str
    label: str


@dataclass(frozen=True, slots=True)
class Options:
    """The options: which game's words, how long, which rules, and how much is shown.

    Attributes:
        orders: Of several boards: together, or one after another.
        boards: The other numbers of boards; the marks so far stay those of the first boards.
    """

    summary: str
    past_answers: Link
    modes: tuple[Option, ...]
    lengths: tuple[Option, ...]
    hints: tuple[Option, ...]
    orders: tuple[Option, ...]
    boards: tuple[Link, ...]


class KnownLetters(NamedTuple):
    """What the rows tell of letters and places, and in words how often letters are contained."""

    knowledge: Knowledge
    alphabet: str
    contained: str


@dataclass(frozen=True, slots=True)
class HelperPage:
    """Everything on the helper's page.

    Attributes:
        cards: The boards, where there are several.
        selected: The number of the row whose tiles are on them; 0 without rows.
        known: What the rows of one board tell.
        blank: The number of the first row without a word; 0 where each has one.
        several: Where the boards side by side that were pasted can be read.
        unknown: Words that are in no list, typed or in rows, and which may be meant.
        is_closed: Whether no guess can follow: all boards are solved.
    """

    state: HelperState
    address: str
    share_url: str
    screenshot: str
    title: str
    rows: tuple[RowView, ...]
    cards: tuple[BoardCard, ...]
    selected: int
    is_over: bool
    problems: tuple[str, ...]
    notices: tuple[Notice, ...]
    draft: str
    draft_error: str
    several: Link | None
    unknown: tuple[Notice, ...]
    is_closed: bool
    blank: int
    example: str
    options: Options
    past_answer: PastAnswer | None
    known: KnownLetters | None
    answer: Answer


def helper_page(
    outcome: FormResult,
    found: HelperResult,
    problems: tuple[Problem, ...],
    past_answers: Collection[str] = (),
) -> HelperPage:
    """Return everything on the page, with what is wrong with the address or the form."""
    state, path, advice = outcome.state, url_for(".helper"), found.advice
    lexicon = services().lexicon(state.length)
    guess_problem = next((each for each in problems if each.kind == "guess"), None)
    others = [problem_text(each, state.position) for each in problems if each != guess_problem]
    answer = answer_view(state, found, path, guess_problem)
    draft_problem = outcome.draft_problem
    # What the player prefers is not the business of whoever is sent the rows.
    shared = replace(state, answers_only=False, hint=0, selected=None)
    title = [gettext("Helper")]
    if any(row.guess for row in state.rows):
        title.insert(0, answer.headline)
    return HelperPage(
        state=state,
        address=state.address(path),
        share_url=shared.address(url_for(".helper", _external=True)),
        screenshot=state.options.address(url_for("screenshot.screenshot", place="helper")),
        title=" · ".join(title),
        rows=tuple(row_views(state, path)),
        cards=tuple(board_cards(state, found)) if state.count > 1 else (),
        selected=0 if state.row is None else state.row + 1,
        is_over=advice.is_over,
        problems=tuple(dict.fromkeys(others)),
        notices=tuple(_notices(outcome, lexicon, path)),
        draft=outcome.draft,
        draft_error=problem_text(draft_problem, state.position) if draft_problem else "",
        several=_several_link(outcome, path),
        unknown=tuple(_unknown_words(outcome, lexicon, path)),
        is_closed=advice.is_over and not advice.contradictory,
        blank=next((number for number, row in enumerate(state.rows, 1) if not row.guess), 0),
        example=example_word(services().all_words(DAILY_LENGTH)),
        options=_options(state, past_answers, path),
        past_answer=_past_answer(state, advice, past_answers),
        known=_known(state, lexicon) if state.count == 1 and not advice.is_over else None,
        answer=answer,
    )


def _notices(outcome: FormResult, lexicon: Lexicon, path: str) -> Iterator[Notice]:
    state = outcome.state
    if outcome.is_truncated:
        most = max_rows(state.count)
        yield Notice(gettext("Only the first %(most)s rows were kept.", most=most))
    yield from _other_length(outcome, path)
    blank = sum(not row.guess for row in state.rows)
    if blank:
        yield Notice(
            ngettext(
                "%(num)s row has colors but no word, so it doesn’t count yet. Type its word.",
                "%(num)s rows have colors but no words, so they don’t count yet. Type "
                "their words in order.",
                blank,
            )
        )
    if state.hard:
        yield from _hard_mode_notices(state, path)


def _other_length(outcome: FormResult, path: str) -> Iterator[Notice]:
    """Yield the link to words of another length, where one of those was typed."""
    problem, site = outcome.draft_problem, services()
    word = read_word(problem.text) if problem and problem.kind == "word" else None
    if word and len(word) in site.lengths and word in site.lexicon(len(word)):
        state = add_word(with_length(outcome.state, len(word)), word)
        label = gettext("Switch to %(number)s letters", number=len(word))
        yield Notice(links=(Link(label, state.address(path)),))


def _unknown_words(outcome: FormResult, lexicon: Lexicon, path: str) -> Iterator[Notice]:
    """Ask whether another word is meant: by what is being typed, and by the words of rows."""
    state, typed = outcome.state, read_word(plain_letters(outcome.draft, lexicon.alphabet)) or ""
    if outcome.draft_problem is None and len(typed) == state.length and typed not in lexicon:
        near = near_words(lexicon, typed) if len(state.rows) < max_rows(state.count) else ()
        links = [_question(word, add_word(state, word), path) for word in near]
        yield Notice(
            gettext("%(word)s isn’t in our word list.", word=capitals(typed)), tuple(links)
        )
    for index, row in enumerate(state.rows):
        if not row.guess or row.guess in lexicon:
            continue
        links = [
            _question(word, state.with_row(index, replace(row, guess=word)), path)
            for word in near_words(lexicon, row.guess)
        ]
        text = gettext("Not in our word list, but counted: %(words)s", words=capitals(row.guess))
        yield Notice(text, tuple(links))


def _question(word: str, state: HelperState, path: str) -> Link:
    return Link(gettext("%(word)s?", word=capitals(word)), state.address(path))


def _hard_mode_notices(state: HelperState, path: str) -> Iterator[Notice]:
    """Yield which rows hard mode does not allow, and the ways out."""
    earlier: list[Turn] = []
    for number, row in enumerate(state.rows, 1):
        for turn in replace(state.position, rows=(row,)).turns(0):
            violation = hard_mode_violation(row.guess, earlier)
            earlier.append(turn)
            if violation is None:
                continue
            text = gettext(
                "Hard mode doesn’t allow row %(number)s: %(hint)s.",
                number=number,
                hint=violation.message(gettext),
            )
            without = delete_row(state, number - 1)
            links = (
                (gettext("Delete row %(number)s", number=number), without),
                (gettext("Turn off hard mode"), replace(state, hard=False)),
            )
            yield Notice(text, tuple(Link(label, new.address(path)) for label, new in links))


def _past_answer(
    state: HelperState, advice: Advice, past_answers: Collection[str]
) -> PastAnswer | None:
    """Return how the answers of a game elsewhere are saved, once it is solved."""
    if not advice.is_over or advice.contradictory or state.mode != DEFAULT_MODE:
        return None
    answers = [board.answer for board in advice.boards if board.answer]
    new = tuple(word for word in answers if word not in past_answers)
    words = ", ".join(answers).upper()
    if not new:
        text = gettext("%(word)s is in your past answers.", word=words)
        if len(answers) > 1:
            text = gettext("All of these words are in your past answers.")
        return PastAnswer((), "", text)
    label = gettext("Add %(word)s to past answers", word=capitals(new[0]))
    if len(new) > 1:
        label = gettext("Add %(number)s words to past answers", number=len(new))
    return PastAnswer(new, state.address(url_for(".save_past_answers")), label)


def _options(state: HelperState, past_answers: Collection[str], path: str) -> Options:
    used = len({*state.used, *past_answers}) if state.mode == DEFAULT_MODE else len(state.used)
    in_turn = state.position.in_turn
    return Options(
        summary=_options_text(state, used),
        past_answers=Link(
            gettext("Edit") if used else gettext("Add"),
            state.address(url_for(".past_answers")),
            words_text(used) if used else gettext("None yet"),
        ),
        modes=mode_options(state.length, state.mode),
        lengths=number_options(services().lengths, state.length),
        hints=(
            Option("0", gettext("Best guesses"), not state.hint),
            Option("1", gettext("Hints, step by step"), bool(state.hint)),
        ),
        orders=(
            Option("", gettext("All boards together"), not in_turn),
            Option(IN_TURN, gettext("One board after another"), in_turn),
        ),
        boards=tuple(
            Link(str(count), "" if count == state.count else with_count(state, count).address(path))
            for count in sorted({*COUNTS, state.count})
        ),
    )


def _several_link(outcome: FormResult, path: str) -> Link | None:
    problem, text, state = outcome.draft_problem, outcome.draft, outcome.state
    if problem is None or problem.kind != "boards" or len(text) >= MAX_DRAFT:  # cut short
        return None
    lexicon = services().lexicon(state.length)
    rows = parse_rows(text, state.length, lexicon, MAX_BOARDS).rows
    count = max((len([each for each in row.marks if each]) for row in rows), default=1)
    if count == 1:
        return None
    boards = HelperState(Position(count=count, length=state.length), mode=state.mode)
    label = gettext("Read as %(number)s boards", number=count)
    return Link(label, f"{boards.address(path)}&{query_string(('add', text))}")


def _options_text(state: HelperState, used: int) -> str:
    """Return the options in one line, with so many past answers, for the closed fold."""
    # The long name of that mode would take the summary to a third line on a phone.
    mode = gettext("another site") if state.mode == DEFAULT_MODE else str(MODE_TEXTS[state.mode])
    number = number_text(used)
    past = ngettext("%(number)s past answer", "%(number)s past answers", used, number=number)
    parts = (
        state.count > 1 and ngettext("%(num)s board", "%(num)s boards", state.count),
        gettext("%(number)s letters", number=state.length),
        mode,
        state.position.in_turn and gettext("one after another"),
        state.hard and gettext("hard mode"),
        state.answers_only and gettext("possible answers only"),
        state.hint and gettext("hints"),
        used and past,
    )
    return " · ".join(part for part in parts if part)


def _known(state: HelperState, lexicon: Lexicon) -> KnownLetters | None:
    """Return what the rows tell, where there is anything that makes sense."""
    turns = state.position.turns(0)
    found = learn(turns, state.length, lexicon.alphabet)
    if not turns or found.is_contradictory:
        return None
    contained = ", ".join(_count_text(letter, found) for letter in found.must_contain)
    return KnownLetters(found, lexicon.alphabet, contained)


def _count_text(letter: str, knowledge: Knowledge) -> str:
    least, most = knowledge.at_least[letter], knowledge.at_most.get(letter)
    letters = counted_letter(letter, least, gettext)
    # Where all letters of the word are known, how often each occurs goes without saying.
    if sum(knowledge.at_least.values()) >= len(knowledge.possible):
        return letters
    if least == most == 1:
        return gettext("exactly one %(letter)s", letter=capitals(letter))
    if least == most:
        return gettext("exactly %(letters)s", letters=letters)
    return gettext("at least %(letters)s", letters=letters) if least > 1 else letters
