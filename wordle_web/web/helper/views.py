"""The helper's page, whose state is in its address, and the word lists stored in the browser.

The form is sent by GET, with the state, the typed text and the pressed button. The response is a
redirect to the address of the next state; our script gets its page at once. Unreadable parts and
impossible edits are reported on the page with status 422, and all other fields are kept.

Two things are stored in the browser instead: preferences (whether to suggest only words that can be
the answer, and whether to list the words left), and the player's lists for a game elsewhere. These
have their own page and cookie, with a list of past answers and one of possible answers for each
lexicon.
"""

from dataclasses import dataclass, replace
from typing import Annotated
from urllib.parse import urlencode

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from wordle_web.engine.candidates import EARLY_WEIGHT, LATE_WEIGHT
from wordle_web.engine.used_words import (
    AnswerList,
    UsedWords,
    is_likely,
    pack,
    parse_answer_list,
)
from wordle_web.game.puzzles.days import LENGTHS
from wordle_web.parsing import MAX_NUMBER, whole_number
from wordle_web.web.helper.answer import Answer
from wordle_web.web.helper.edits import DRAFT, WORDS, act, marks_set, next_selected
from wordle_web.web.helper.page import HelperPage
from wordle_web.web.helper.result import POSSIBLE, helper_result, read_state, saved_words
from wordle_web.web.helper.state import HelperState
from wordle_web.web.http.bodies import allow_body
from wordle_web.web.http.limits import costly
from wordle_web.web.http.paths import joined
from wordle_web.web.http.security import is_from_this_site
from wordle_web.web.http.sessions import keep_preferences, preferences
from wordle_web.web.http.word_lists import read_lists, write_lists
from wordle_web.web.services import services
from wordle_web.web.ui.forms import refusal, refuse
from wordle_web.web.ui.i18n import gettext
from wordle_web.web.ui.layout import is_script
from wordle_web.web.ui.queries import (
    AddressState,
    Part,
    number,
    read_address,
    read_word,
)

bp = Blueprint("helper", __name__)

MAX_TEXT_BYTES = 256 * 1024  # size of a text of past answers: thirty years of them, with dates
allow_body(bp, "save_past_answers", MAX_TEXT_BYTES)
MAX_NAMED = 12  # words that a page names as skipped
MAX_UNLIKELY = 100  # past answers saved by their letters, since they are not likely answers


@bp.get("/helper")
@costly()
def helper() -> ResponseReturnValue:
    """Show the helper in the state of its address, or redirect to the next state."""
    pairs = tuple(request.args.items(multi=True))
    (state, unread), site, chosen = read_state(pairs), services(), preferences()
    switches = [value for name, value in pairs if name == "only"]
    is_new = state.count == 1 and state.answers_only != chosen.answers_only
    if is_new and not switches:
        state = replace(state, answers_only=chosen.answers_only)
    # Only our own form sends a 0: in its hidden field, or if its switch is turned off. A link
    # changes no preference.
    elif is_new and "0" in switches and is_from_this_site():
        keep_preferences(replace(chosen, answers_only=state.answers_only))
    if is_from_this_site():
        for value in (value for name, value in pairs if name == WORDS and value in {"0", "1"}):
            keep_preferences(replace(preferences(), words=value == "1"))
    outcome = act(state, pairs, site.lengths, site.lexicon(state.length))
    is_refused = bool(unread) or outcome.is_refused
    # After a redirect, the page could not report rows that were left out.
    if outcome.is_action and not (is_refused or outcome.is_truncated or is_script()):
        address = outcome.state.address(url_for(".helper"))
        # Unfinished text in the field is kept in the address.
        draft = urlencode({DRAFT: outcome.draft}) if outcome.draft else ""
        return redirect(joined(address, draft), 303)
    unfinished = marks_set(outcome.state, pairs)
    # While a board has tiles that are gray by default, the next tap may be on one of them, so the
    # row stays selected.
    if is_script() and not unfinished:
        outcome = replace(outcome, state=next_selected(state, outcome.state))
    result = helper_result(outcome.state, unfinished, is_player=True)
    problems = (*unread, *outcome.problems)
    answer = Answer(outcome.state, result, url_for(".helper"), problems, frozenset(unfinished))
    past_answers, shows_words = saved_words(outcome.state.length).words, preferences().words
    page = HelperPage(outcome, answer, past_answers, shows_words)
    return render_template("helper/helper.html", page=page), 422 if is_refused else 200


@dataclass(frozen=True, slots=True)
class Saved(AddressState):
    """The outcome of saving the words of a text, passed to the next page in its address."""

    # How many words are new in the list; None if no text was sent.
    added: Annotated[
        int | None,
        Part(
            lambda address, name: next(
                (whole_number(text, 0, MAX_NUMBER) or 0 for text in address.texts(name)), None
            )
        ),
    ] = None
    # The number of unlikely past answers left out, because a list keeps at most `MAX_UNLIKELY`.
    unlikely: Annotated[int, Part(number(0, MAX_NUMBER))] = 0
    # The first words of the text that the lexicon lacks.
    unknown: Annotated[
        tuple[str, ...],
        Part(
            lambda address, name: tuple(
                word
                for word in map(read_word, address.texts(name)[:MAX_NAMED])
                if word and len(word) in LENGTHS
            )
        ),
    ] = ()
    # The lengths of the lists that were removed to make room.
    dropped: Annotated[
        tuple[int, ...],
        Part(lambda address, name: tuple(n for n in LENGTHS if str(n) in address.texts(name))),
    ] = ()


@dataclass(frozen=True, slots=True)
class PastAnswersPage:
    """Context of the page of both lists: past and possible answers."""

    # Words of a text, which the player confirms before they are saved; None if no text was sent.
    taken: AnswerList | None
    taken_list: str  # the list of these words: `used` or `possible`
    state: HelperState
    used: UsedWords  # the saved past answers
    weights: tuple[float, float]  # weights of early and late past answers
    possible: tuple[str, ...]  # the saved possible answers
    saved: Saved
    typed: str  # the words in the field for a text
    error: str  # why a form was refused; empty if none was
    error_list: str  # the list of the refused form: `used` or `possible`


@bp.get("/helper/past-answers")
@bp.get("/helper/past-answers/clear", endpoint="clear_start")
def past_answers() -> ResponseReturnValue:
    """Show the saved past answers, and the outcome of the last text."""
    return _show_lists()


def _show_lists(taken: AnswerList | None = None) -> str:
    """Return the page of both lists; `taken` has the submitted words, to be confirmed first."""
    state = _state()
    page = PastAnswersPage(
        taken=taken,
        taken_list="possible" if _kind() else "used",
        state=state,
        used=saved_words(state.length),
        weights=(EARLY_WEIGHT, LATE_WEIGHT),
        possible=saved_words(state.length, POSSIBLE).words,
        saved=read_address(Saved, request.args.items(multi=True)).state,
        typed=request.form.get("text") or request.form.get("word") or ", ".join(state.used),
        error=refusal(),
        error_list="possible" if _kind() else "used",
    )
    return render_template("helper/past_answers.html", page=page)


@bp.post("/helper/past-answers")
@costly(at_least=16 * 1024)
def save_past_answers() -> ResponseReturnValue:
    """Save the words of a text or a file, or the answer of a solved game.

    The words of a text are shown first, and saved after confirmation. Past answers are added to
    the saved ones; possible answers replace them.
    """
    state = replace(_state(), used=())
    file = request.files.get("file")
    texts = [request.form.get("text", ""), *request.form.getlist("word")]
    texts += [file.read().decode("utf-8", "replace")] if file else []
    if not any(text.strip() for text in texts):
        return refuse(gettext("Enter some words or choose a file first."))
    response = redirect("", 303)
    lexicon, kind = services().all_words(state.length), _kind()
    answers, name = parse_answer_list("\n".join(texts), lexicon), lexicon.name + kind
    if answers.words and not {"word", "checked"} & request.form.keys():
        return _show_lists(answers)
    if kind:
        before, words = UsedWords(), UsedWords(tuple(sorted(answers.words)))
    else:
        unlikely = [word for word in answers.words if not is_likely(lexicon, word)]
        left_out = frozenset(unlikely[MAX_UNLIKELY:])
        added = replace(
            answers, words=tuple(word for word in answers.words if word not in left_out)
        )
        before = saved_words(state.length)
        words = before.with_answers(added)
    packed = read_lists()
    packed.pop(name, None)  # the list saved last is at the end
    packed[name] = pack(lexicon, words)
    dropped = write_lists(response, packed)
    saved = Saved(
        added=0 if name in dropped else len(set(words.words) - set(before.words)),
        unlikely=len(set(answers.words) - set(words.words)),
        unknown=answers.unknown[:MAX_NAMED],
        dropped=tuple(int(key.removesuffix(POSSIBLE).rpartition("-")[2]) for key in dropped),
    )
    if "word" in request.form and not saved.dropped:
        response.location = state.address(url_for(".helper"))
    else:
        response.location = "&".join(
            filter(None, (saved.address(url_for(".past_answers")), state.query))
        )
    return response


@bp.post("/helper/past-answers/clear")
def clear_past_answers() -> ResponseReturnValue:
    """Delete the saved past answers of a length, or the possible ones."""
    state = replace(_state(), used=())
    response = redirect(state.address(url_for(".past_answers")), 303)
    packed = read_lists()
    packed.pop(services().all_words(state.length).name + _kind(), None)
    write_lists(response, packed)
    return response


def _kind() -> str:
    """Return the kind of the list in the form: `POSSIBLE`, or empty for past answers."""
    return POSSIBLE if request.form.get("list") == "possible" else ""


def _state() -> HelperState:
    return read_state(tuple(request.args.items(multi=True))).state
