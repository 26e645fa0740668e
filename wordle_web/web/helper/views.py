"""The helper's page: one address, read by GET, that keeps nothing and sets nothing.

The form beside the state sends what was typed and pressed; that leads, by 303, to the address
of the state that follows. What cannot be read or done is said on the page itself, by 422, with
everything that could be kept.
"""

import functools
from collections.abc import Iterator
from dataclasses import replace
from urllib.parse import urlencode

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from wordle_web.web.helper.actions import MAX_DRAFT, Outcome, act
from wordle_web.web.helper.answer import answer_view
from wordle_web.web.helper.edits import add_row, with_length
from wordle_web.web.helper.page import entry_label, known_view, notices, options_view, row_views
from wordle_web.web.helper.solve import HelperResult, find
from wordle_web.web.helper.state import (
    MAX_ROWS,
    MODES,
    HelperState,
    Problem,
    Reading,
    excerpt,
    pool_of,
    read_address,
    read_word,
)
from wordle_web.web.helper.text import edit_error_text, problem_text
from wordle_web.web.helper.view_models import HelperPage, KnownView, Link, Mine, Notice
from wordle_web.web.services import services
from wordle_web.web.ui.i18n import gettext
from wordle_web.web.ui.layout import show_as

bp = Blueprint("helper", __name__)

DRAFT = "draft"


@bp.get("/helper")
def helper() -> ResponseReturnValue:
    """Show the helper in the state that its address says, or lead to the state asked for."""
    show_as("helper")
    pairs = tuple(request.args.items(multi=True))
    reading = within_reach(read_address(pairs, services().lengths))
    outcome = act(reading.state, pairs, services().lengths)
    problems = (*reading.problems, *outcome.problems)
    is_refused = bool(problems) or outcome.is_refused
    if outcome.is_action and not is_refused and not outcome.is_cut:
        return redirect(_next_address(outcome), 303)
    if not outcome.is_action:
        outcome = replace(outcome, draft=request.args.get(DRAFT, "")[:MAX_DRAFT])
    page = helper_page(outcome, problems)
    return render_template("helper/helper.html", page=page), 422 if is_refused else 200


def within_reach(reading: Reading) -> Reading:
    """Return `reading` with a pool that this site has."""
    state = reading.state
    if state.mode in available_modes(state.length):
        return reading
    problem = Problem("mode", excerpt(state.mode))
    return Reading(replace(state, mode="real"), (*reading.problems, problem))


def available_modes(length: int) -> tuple[str, ...]:
    """Return the modes that there are words for."""
    site = services()
    return tuple(m for m in MODES if m == "real" or site.has_pool(length, pool_of(m)))


def helper_result(state: HelperState) -> HelperResult:
    """Return what the engine says of `state`, with the words and the caches of this site."""
    site = services()
    return find(
        state,
        site.lexicon(state.length),
        services().settings.cache_folder,
        used_words(site.settings.used_words, state.length),
    )


@functools.lru_cache(maxsize=16)
def used_words(words: tuple[str, ...], length: int) -> tuple[str, ...]:
    """Return those of `words` that have a length."""
    return tuple(word for word in words if len(word) == length)


def _next_address(outcome: Outcome) -> str:
    """Return where an action leads; a text that is still being typed goes along."""
    draft = {DRAFT: outcome.draft} if outcome.draft else {}
    address = outcome.state.address(url_for(".helper"))
    return f"{address}{'&' if '?' in address else '?'}{urlencode(draft)}" if draft else address


def helper_page(outcome: Outcome, problems: tuple[Problem, ...]) -> HelperPage:
    """Return everything on the page, from what was asked for and what was wrong with it."""
    state, path = outcome.state, url_for(".helper")
    lexicon = services().lexicon(state.length)
    found = helper_result(state)
    answer = answer_view(state, found, path, url_for("analysis.analysis"))
    refusal = outcome.draft_error
    return HelperPage(
        path=path,
        address=state.address(path),
        share_url=state.address(url_for(".helper", _external=True)),
        length=state.length,
        title=_title(state, answer.count.headline),
        state=(("length", str(state.length)), ("sort", state.sort)),
        rows=row_views(state),
        empty_rows=0 if state.rows else 1,
        problems=_problem_notices(outcome, problems),
        notices=(*_left_out(outcome), *_other_length(outcome, path), *notices(state, lexicon)),
        draft=outcome.draft,
        draft_error=edit_error_text(refusal, state.length) if refusal else "",
        entry_label=entry_label(state),
        options=options_view(state, services().lengths, available_modes(state.length)),
        known=_known(state, found, lexicon.alphabet),
        answer=replace(answer, mine=_with_error(answer.mine, problems, state.length)),
    )


def _left_out(outcome: Outcome) -> Iterator[Notice]:
    """Yield that there was no room for all the rows of a text, where there was not."""
    if outcome.is_cut:
        text = gettext("There is room for %(most)s rows; the rest was left out.", most=MAX_ROWS)
        yield Notice("info", text)


def _other_length(outcome: Outcome, path: str) -> Iterator[Notice]:
    """Yield the way to words of another length, where one of those was typed."""
    error, site = outcome.draft_error, services()
    word = read_word(error.text) if error and error.kind == "word" else None
    if word and len(word) in site.lengths and word in site.lexicon(len(word)):
        state = add_row(with_length(outcome.state, len(word)), word)
        label = gettext("Words of %(number)s letters", number=len(word))
        yield Notice("info", "", (Link(label, state.address(path)),))


def _known(state: HelperState, found: HelperResult, alphabet: str) -> KnownView | None:
    """Return what the rows tell, where they tell anything that makes sense."""
    if not state.turns or state.is_solved or found.knowledge.is_contradictory:
        return None
    return known_view(found.knowledge, alphabet)


def _title(state: HelperState, headline: str) -> str:
    """Return the title of the page, with what matters first."""
    return f"{headline} · {gettext('Helper')}" if state.turns else gettext("Helper")


def _problem_notices(outcome: Outcome, problems: tuple[Problem, ...]) -> tuple[Notice, ...]:
    """Return what was wrong with the address, a notice each; each kind of text once."""
    length = outcome.state.length
    texts = [problem_text(problem, length) for problem in problems if problem.kind != "mine"]
    texts += [edit_error_text(error, length) for error in outcome.edit_errors]
    return tuple(Notice("problem", text) for text in dict.fromkeys(texts))


def _with_error(mine: Mine | None, problems: tuple[Problem, ...], length: int) -> Mine | None:
    """Return the player's own guess with the reason why it cannot be weighed."""
    problem = next((problem for problem in problems if problem.kind == "mine"), None)
    if problem is None or mine is None:
        return mine
    return replace(mine, typed=problem.text, error=problem_text(problem, length))
