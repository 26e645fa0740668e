"""The helper's page, whose whole state is its address, and what a browser keeps for it.

The form is sent by GET, with the state and what was typed or pressed. The answer is a redirection
to the address of the next state; our script gets its page at once. Whatever cannot be read or done
is reported on the page itself, with status 422 and everything that could be kept.

Two things outlast an address: preferences (whether to suggest only words that can be the answer,
and whether to list the words left), and what the player knows of a game elsewhere. The latter has a
page and a cookie of its own, with a list of past answers and one of possible answers for each
lexicon.
"""

import functools
from dataclasses import dataclass, replace
from typing import Annotated
from urllib.parse import urlencode

import numpy as np
from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from wordle_web.engine.advice import (
    NO_PATTERNS,
    Advice,
    LetterHint,
    PatternCounts,
    advise,
    letter_hint,
    pattern_counts,
    rank_in_position,
)
from wordle_web.engine.candidates import EARLY_WEIGHT, LATE_WEIGHT, Belief, candidates_after, narrow
from wordle_web.engine.hard_mode import hard_mode_violation
from wordle_web.engine.knowledge import learn
from wordle_web.engine.lexicon import Lexicon
from wordle_web.engine.openings import fingerprint
from wordle_web.engine.rows import HIDDEN, Position
from wordle_web.engine.used_words import (
    OtherGame,
    UsedWords,
    find_used,
    is_likely,
    other_game,
    pack,
    unpack,
)
from wordle_web.game.puzzles.puzzles import LENGTHS
from wordle_web.parsing import MAX_NUMBER, whole_number
from wordle_web.web.helper.answer import Answer, HelperResult, OwnGuess
from wordle_web.web.helper.edits import DRAFT, WORDS, act
from wordle_web.web.helper.page import HelperPage
from wordle_web.web.helper.state import HelperState
from wordle_web.web.http.bodies import allow_body
from wordle_web.web.http.limits import costly
from wordle_web.web.http.security import is_from_this_site
from wordle_web.web.http.sessions import keep_preferences, preferences
from wordle_web.web.http.word_lists import read_lists, write_lists
from wordle_web.web.services import services
from wordle_web.web.turns import search_time
from wordle_web.web.ui.forms import refusal, refuse
from wordle_web.web.ui.i18n import gettext
from wordle_web.web.ui.layout import is_script
from wordle_web.web.ui.queries import (
    DEFAULT_MODE,
    AddressReading,
    AddressState,
    Pairs,
    Part,
    Problem,
    available_modes,
    number,
    read_address,
    read_word,
)

bp = Blueprint("helper", __name__)

MAX_TEXT_BYTES = 256 * 1024  # of past answers: thirty years of them, with dates
allow_body(bp, "save_past_answers", MAX_TEXT_BYTES)
BUDGET_MS = 90.0  # for a search
MAX_CACHED = 64
MAX_OFFERING = 16  # boards; results for more would make the page heavy
MAX_NAMED = 12  # words that a page names as skipped
MAX_UNLIKELY = 100  # past answers saved by their letters, since they are not likely answers
POSSIBLE = "?"  # after the name of the lexicon, where a list is one of possible answers


@bp.get("/helper")
@costly()
def helper() -> ResponseReturnValue:
    """Show the helper in the state of its address, or redirect to the next state."""
    pairs = tuple(request.args.items(multi=True))
    (state, unread), site, chosen = read_state(pairs), services(), preferences()
    asked = [value for name, value in pairs if name == "only"]
    is_new = state.count == 1 and state.answers_only != chosen.answers_only
    if is_new and not asked:
        state = replace(state, answers_only=chosen.answers_only)
    # Only our own form sends the box unchecked as well: a link changes nothing.
    elif is_new and "0" in asked and is_from_this_site():
        keep_preferences(replace(chosen, answers_only=state.answers_only))
    if is_from_this_site():
        for value in (value for name, value in pairs if name == WORDS and value in {"0", "1"}):
            keep_preferences(replace(preferences(), words=value == "1"))
    outcome = act(state, pairs, site.lengths, site.lexicon(state.length))
    is_refused = bool(unread) or outcome.is_refused
    # Only the page itself can say that rows were left out: the next address does not know.
    if outcome.is_action and not (is_refused or outcome.is_truncated or is_script()):
        address = outcome.state.address(url_for(".helper"))
        # Text that is still being typed goes along.
        draft = urlencode({DRAFT: outcome.draft}) if outcome.draft else ""
        return redirect(("&" if "?" in address else "?").join(filter(None, (address, draft))), 303)
    found = helper_result(outcome.state, is_player=True)
    answer = Answer(outcome.state, found, url_for(".helper"), (*unread, *outcome.problems))
    past_answers, shows_words = saved_words(outcome.state.length).words, preferences().words
    page = HelperPage(outcome, answer, past_answers, shows_words)
    return render_template("helper/helper.html", page=page), 422 if is_refused else 200


def read_state(pairs: Pairs) -> AddressReading[HelperState]:
    """Return what an address says, for lengths and pools that this site has."""
    reading = read_address(HelperState, pairs, services().lengths, services().alphabet)
    state = reading.state
    if state.mode in available_modes(state.length):
        return reading
    problems = (*reading.problems, Problem("mode", state.mode))
    return AddressReading(replace(state, mode=DEFAULT_MODE), problems)


def helper_result(state: HelperState, *, is_player: bool = False) -> HelperResult:
    """Return what the engine finds for a state; `is_player` uses the visitor's saved lists."""
    lexicon, position, only = services().lexicon(state.length), state.position, state.answers_only
    belief = _belief(state, lexicon, is_player=is_player)
    found = advise_cached(lexicon, position, belief, hard=state.hard, answers_only=only)
    own_guess = None
    if found.advice.guess and state.own_guess:
        turns = position.turns(0)
        own_guess = OwnGuess(
            ranked=rank_in_position(lexicon, position, belief, state.own_guess, found.advice),
            is_known=state.own_guess in lexicon,
            violation=hard_mode_violation(state.own_guess, turns) if state.hard else None,
        )
    hint_board, hint = None, None
    if state.hint:
        hint_board, hint = _hint(position, lexicon, belief, found.advice)
    used_left = 0
    if belief.used and state.count == 1:
        past = np.array([lexicon.index(word) for word in belief.used], dtype=np.intp)
        past = past[belief.weights[past] > 0]
        used_left = len(narrow(lexicon, position.turns(0), past))
    return replace(
        found,
        own_guess=own_guess,
        waiting=_waiting(state, lexicon, belief),
        hint_board=hint_board,
        hint=hint,
        used=frozenset(belief.used),
        used_left=used_left,
    )


def _belief(state: HelperState, lexicon: Lexicon, *, is_player: bool) -> Belief:
    """Return how likely each word is, by what the host and the player know of the other game."""
    site, length = services(), state.length
    used, possible = site.settings.used_words, site.settings.possible_words
    known = other_game(site.all_words(length), used, possible)
    if is_player:
        # The player's own list of possible answers replaces the host's.
        possible = saved_words(length, POSSIBLE).words or known.possible
        known = OtherGame({**known.weights, **saved_words(length).weights}, possible)
    return known.belief(lexicon, state.mode, state.used)


def advise_cached(
    lexicon: Lexicon, position: Position, belief: Belief, *, hard: bool, answers_only: bool = False
) -> HelperResult:
    """Return the advice on a position, from the cache or from a search of its own.

    A search that was cut short because others were waiting is not cached, so that the next request
    searches again.
    """
    digest = fingerprint(lexicon, belief, hard)
    slot = _cache_slot(lexicon, position, belief.name, digest, answers_only)
    if slot:
        return slot[0]
    with search_time(BUDGET_MS) as budget_ms:
        advice = advise(
            lexicon, position, belief, hard=hard, answers_only=answers_only, budget_ms=budget_ms
        )
    patterns = NO_PATTERNS
    if advice.guess and position.count == 1:
        candidates = candidates_after(lexicon, position.turns(0), belief)
        patterns = pattern_counts(lexicon, candidates, belief, advice.guess)
    is_hurried = not advice.is_exact and budget_ms < BUDGET_MS
    found = HelperResult(advice, patterns, is_hurried)
    if not is_hurried:
        slot.append(found)
    return found


# The key is everything that advice depends on, with the weights of the words as a digest, since a
# player may have thousands of past answers. A slot stays empty until there is a result worth
# keeping, which `lru_cache` alone could not express. An entry takes 100 kB, most of it 1,000 words
# with their chances, and up to 56 kB more for a player with past answers: at most 10 MB in all.
@functools.lru_cache(maxsize=MAX_CACHED)
def _cache_slot(
    lexicon: Lexicon, position: Position, mode: str, digest: str, answers_only: bool, /
) -> list[HelperResult]:
    return []


def _waiting(state: HelperState, lexicon: Lexicon, belief: Belief) -> dict[int, PatternCounts]:
    """Return, for each board, the results to offer for the row that waits for its colors."""
    position, row = state.position, state.row
    guess = "" if row is None else position.rows[row].guess
    if position.first_waiting is None or row is None or not guess or position.count > MAX_OFFERING:
        return {}
    # As if the row were not there: boards that are colored already still offer other results, since
    # a tap may have missed.
    others = replace(position, rows=(*position.rows[:row], *position.rows[row + 1 :]))
    marks = enumerate(position.rows[row].marks)
    turns = {board: others.turns(board) for board, each in marks if each != HIDDEN}
    counts = {  # once for boards with equal turns, as all have in the first row
        each: pattern_counts(lexicon, candidates_after(lexicon, each, belief), belief, guess)
        for each in dict.fromkeys(turns.values())
    }
    return {board: counts[each] for board, each in turns.items()}


def _hint(
    position: Position, lexicon: Lexicon, belief: Belief, advice: Advice
) -> tuple[int | None, LetterHint | None]:
    """Return the board that is closest to being solved, and a hint for it."""
    open_boards = [each for each in advice.boards if each.is_shown and not each.answer]
    boards = [each for each in open_boards if each.candidates]
    if not boards or not advice.guess:
        return None, None
    board = min(boards, key=lambda each: each.candidates).number
    turns = position.turns(board)
    knowledge = learn(turns, lexicon.length, lexicon.alphabet)
    candidates = candidates_after(lexicon, turns, belief)
    return board, letter_hint(lexicon, candidates, belief, knowledge)


@dataclass(frozen=True, slots=True)
class Saved(AddressState):
    """What became of a text that was sent, as the address of the next page says it."""

    # How many words are new in the list; None if no text was sent.
    added: Annotated[
        int | None,
        Part(
            lambda address, name: next(
                (whole_number(text, 0, MAX_NUMBER) or 0 for text in address.texts(name)), None
            )
        ),
    ] = None
    # Past answers left out, since the list has too many unlikely ones.
    unlikely: Annotated[int, Part(number(0, MAX_NUMBER))] = 0
    # The first words of the text that no list has.
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


@bp.get("/helper/past-answers")
@bp.get("/helper/past-answers/clear", endpoint="clear_start")
def past_answers() -> ResponseReturnValue:
    """Show which past answers are saved, and what became of the last text."""
    state = _state()
    return render_template(
        "helper/past_answers.html",
        state=state,
        used=saved_words(state.length),
        weights=(EARLY_WEIGHT, LATE_WEIGHT),
        possible=saved_words(state.length, POSSIBLE).words,
        saved=read_address(Saved, request.args.items(multi=True)).state,
        typed=request.form.get("text") or request.form.get("word") or ", ".join(state.used),
        error=refusal(),
        error_list="possible" if _kind() else "used",
    )


@bp.post("/helper/past-answers")
@costly(at_least=16 * 1024)
def save_past_answers() -> ResponseReturnValue:
    """Save the words of a text or a file; one word of a game that was solved leads back to it.

    Past answers are added to the saved ones; possible answers replace them.
    """
    state = replace(_state(), used=())
    file = request.files.get("file")
    texts = [request.form.get("text", ""), *request.form.getlist("word")]
    texts += [file.read().decode("utf-8", "replace")] if file else []
    if not any(text.strip() for text in texts):
        return refuse(gettext("Enter some words or choose a file first."))
    response = redirect("", 303)
    lexicon, kind = services().all_words(state.length), _kind()
    found, name = find_used("\n".join(texts), lexicon), lexicon.name + kind
    if kind:
        before, words = UsedWords(), UsedWords(tuple(sorted(found.words)))
    else:
        unlikely = [word for word in found.words if not is_likely(lexicon, word)]
        left_out = frozenset(unlikely[MAX_UNLIKELY:])
        kept = replace(found, words=tuple(word for word in found.words if word not in left_out))
        before = saved_words(state.length)
        words = before.with_found(kept)
    packed = read_lists()
    packed.pop(name, None)  # the list saved last is at the end
    packed[name] = pack(lexicon, words)
    dropped = write_lists(response, packed)
    saved = Saved(
        added=0 if name in dropped else len(set(words.words) - set(before.words)),
        unlikely=len(set(found.words) - set(words.words)),
        unknown=found.unknown[:MAX_NAMED],
        dropped=tuple(int(each.removesuffix(POSSIBLE).rpartition("-")[2]) for each in dropped),
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
    """Forget the saved past answers of a length."""
    state = replace(_state(), used=())
    response = redirect(state.address(url_for(".past_answers")), 303)
    packed = read_lists()
    packed.pop(services().all_words(state.length).name + _kind(), None)
    write_lists(response, packed)
    return response


def _kind() -> str:
    """Return which of the two lists the form is about."""
    return POSSIBLE if request.form.get("list") == "possible" else ""


def _state() -> HelperState:
    return read_state(tuple(request.args.items(multi=True))).state


def saved_words(length: int, kind: str = "") -> UsedWords:
    """Return the saved past answers of a length, or the `POSSIBLE`; none of a damaged cookie."""
    lexicon = services().all_words(length)
    return unpack(lexicon, read_lists().get(lexicon.name + kind, b""))
