"""Daily, random and challenge games, and giving up.

An accepted guess or hint redirects with 303. A refused one is answered with 422 and the page with
the typed word. Our script always gets the page, with 200. The form contains the number of the
guess, and the day of a daily game, so that a form sent twice counts once.
"""

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType
from urllib.parse import urlencode

from flask import Blueprint, redirect, render_template, request
from flask.typing import ResponseReturnValue

from wordle_web.engine.candidates import belief_of
from wordle_web.engine.diagnosis import near_words
from wordle_web.engine.used_words import is_likely
from wordle_web.engine.wordfiles import key_of
from wordle_web.game.errors import (
    NotEnoughLettersError,
    NotInWordListError,
    RefusalError,
    TooManyLettersError,
)
from wordle_web.game.hints import hint_board, lasting_hints
from wordle_web.game.history.records import record_of
from wordle_web.game.puzzles.variants import HOME, Variant
from wordle_web.game.rules import Game, Status, ask_hint, play
from wordle_web.parsing import printable, whole_number
from wordle_web.web.http import sessions
from wordle_web.web.http.paths import joined, language_url, variant_of_request, with_query
from wordle_web.web.http.security import is_from_this_site
from wordle_web.web.play import puzzles
from wordle_web.web.play.days import statistics_title
from wordle_web.web.play.hints import ASK, DECLINE, NEXT, hint_line, named_words
from wordle_web.web.play.page import play_page
from wordle_web.web.services import request_code, services
from wordle_web.web.ui.formatting import capitals
from wordle_web.web.ui.forms import refusal
from wordle_web.web.ui.i18n import gettext
from wordle_web.web.ui.layout import is_script, notify, set_active
from wordle_web.web.ui.spelling import dictionary_links, spelled_here, tile_row

bp = Blueprint("play", __name__)
bp.add_app_template_global(puzzles.day_url)
bp.add_app_template_global(dictionary_links)
bp.add_app_template_filter(statistics_title)
bp.add_app_template_filter(spelled_here, "spelled")
bp.add_app_template_filter(tile_row)

BOARDS = "/boards/<boards:boards>"
GAME = "/<any(daily, random, challenge):kind>/<token>"
SERIES = "/<any(series):kind>/<token>/<int:day>"
CLOSE = "welcome"  # the button that closes the welcome strip
HINT = "hint"  # the button that asks for a hint, with its number since the last guess
EMPTY: Mapping[str, str] = MappingProxyType({})
GIVE_UP = "/<any(random, challenge):kind>/<token>/give-up"


@bp.get("/")
@bp.get(BOARDS)
def today(boards: Variant = HOME) -> ResponseReturnValue:
    """Show today's game, or redirect to the language of words that the player has chosen.

    Requests from our own pages are not redirected: a link to `/` there means the site's first
    language.
    """
    is_bare = boards == HOME and not request_code() and not is_from_this_site()
    if request.method == "GET" and is_bare and sessions.kept_language() in services().others:
        return redirect(with_query(language_url(sessions.kept_language())))
    # A form with an invalid CSRF token is answered here, too, so the method may be POST.
    puzzle = _posted_day(boards) if request.method == "POST" else puzzles.todays_puzzle(boards)
    return _show(puzzle, puzzles.load_game(puzzle))


@bp.get(GAME)
@bp.get(BOARDS + GAME)
@bp.get(SERIES)
def game(kind: str, token: str, boards: Variant = HOME, day: int = 0) -> ResponseReturnValue:
    """Show the game of a day, a random word, a challenge or a series."""
    puzzle = puzzles.find_puzzle(kind, token, boards, day)
    if puzzle.day and puzzle.token != token:  # a day named by its date
        return redirect(puzzle.url)
    return _show(puzzle, puzzles.load_game(puzzle))


@bp.post("/")
@bp.post(BOARDS)
def guess_today(boards: Variant = HOME) -> ResponseReturnValue:
    """Answer the form of today's game: a guess, a hint, or closing the welcome strip."""
    puzzle = _posted_day(boards)
    if CLOSE in request.form:
        return _close_welcome(puzzle)
    if request.form.get("day") != str(puzzle.day):
        reason = gettext("It’s a new day. Here’s today’s word. Your guess wasn’t counted.")
        if HINT in request.form:
            reason = gettext("It’s a new day. Here’s today’s word. You got no hint.")
        return _show(puzzle, puzzles.load_game(puzzle), reason)
    return _answer_guess(puzzle)


@bp.post(GAME)
@bp.post(BOARDS + GAME)
@bp.post(SERIES)
def guess(kind: str, token: str, boards: Variant = HOME, day: int = 0) -> ResponseReturnValue:
    """Answer the form of any other game: a guess, a hint, or closing the welcome strip."""
    puzzle = puzzles.find_puzzle(kind, token, boards, day)
    return _close_welcome(puzzle) if CLOSE in request.form else _answer_guess(puzzle)


@bp.get(GIVE_UP)
@bp.get(BOARDS + GIVE_UP)
@bp.get(SERIES + "/give-up")
def ask_give_up(kind: str, token: str, boards: Variant = HOME, day: int = 0) -> ResponseReturnValue:
    """Ask whether to give up a game."""
    puzzle = puzzles.find_puzzle(kind, token, boards, day)
    if puzzles.load_game(puzzle).is_over:
        return redirect(puzzle.url, 303)
    set_active(puzzle.kind)
    return render_template("play/give_up.html", puzzle=puzzle)


@bp.post(GIVE_UP)
@bp.post(BOARDS + GIVE_UP)
@bp.post(SERIES + "/give-up")
def give_up(kind: str, token: str, boards: Variant = HOME, day: int = 0) -> ResponseReturnValue:
    """End a game as lost, and redirect to its page, which shows the answer."""
    puzzle = puzzles.find_puzzle(kind, token, boards, day)
    game = puzzles.load_game(puzzle)
    if not game.is_over:
        _keep(puzzle, replace(game, end=Status.LOST))
    return redirect(puzzle.url, 303)


def _keep(puzzle: puzzles.Puzzle, game: Game) -> None:
    record = record_of(puzzle.id, game, puzzle.begun)
    later = sessions.history().with_record(record)
    if puzzle.number and record.is_over:
        digest = puzzles.series_digest(puzzle.token)
        later = later.with_series_result(digest, puzzle.number - 1, record.tries)
    sessions.keep_history(later)


def _show(puzzle: puzzles.Puzzle, game: Game, why: str = "", note: str = "") -> ResponseReturnValue:
    """Return the page of a game; `why` is the reason for a refusal, `note` the rule behind it."""
    set_active(puzzle.kind)
    # A script gets 200 even then, since browsers log other statuses as errors in the console.
    status = 422 if why and not is_script() else 200
    why = why or refusal()
    typed = request.form.get("guess", "") if why else ""
    if request.method == "GET":
        # Kept after a hint, or sent by a script to check whether the word still fits.
        typed = request.args.get("typed", "")
    page = play_page(puzzle, game, why, typed, note)
    if why and page.end:
        notify(why)
    return render_template("play/play.html", page=page), status


def _posted_day(boards: Variant = HOME) -> puzzles.Puzzle:
    # The page may have been opened before midnight, or in another zone: the guess counts for the
    # day that it shows while that day runs. A game that has begun can be finished later, too.
    site, variant = services(), variant_of_request(boards)
    number = whole_number(request.form.get("day", ""), 1, site.latest_day)
    if number and number != site.today:
        status, *_ = sessions.history().day_game(number, variant)
        if site.is_running(number) or status is not Status.NEW:
            return puzzles.daily_puzzle(number, variant)
    return puzzles.todays_puzzle(boards)


def _answer_guess(puzzle: puzzles.Puzzle) -> ResponseReturnValue:
    game, typed = puzzles.load_game(puzzle), request.form.get("guess", "")
    turn = request.form.get("turn", "")
    if HINT in request.form:
        return _answer_hint(puzzle, game, typed, turn)
    number = whole_number(turn, 1, len(game.guesses))
    if number and key_of(printable(typed), puzzle.lexicon.alphabet) == game.guesses[number - 1]:
        # The guess was already counted: a double click or a retrying proxy sent it twice.
        return _accepted(puzzle, game)
    if game.is_over:
        return _show(puzzle, game, gettext("This game is over. Your guess wasn’t counted."))
    if not turn:
        reason = gettext("The form didn’t say which guess this is. Send it again from this page.")
        return _show(puzzle, game, reason)
    if turn != str(game.turn):
        reason = gettext("You continued this game in another tab. This guess wasn’t counted.")
        # If the form is ahead of the game, the response to another tab has overwritten the cookie.
        if whole_number(turn, game.turn + 1, game.tries):
            reason = gettext(
                "Another tab saved at the same moment, so earlier guesses here were lost. Enter "
                "them again."
            )
        return _show(puzzle, game, reason)
    try:
        hinted = lasting_hints(game, puzzle.lexicon, belief_of(puzzle.lexicon, puzzle.mode))
        named = named_words(puzzle, game) if len(game.answers) > 1 else ()
        game = play(hinted, typed, puzzle.lexicon, is_free=puzzle.is_free, named=named)
    except RefusalError as error:
        # An empty rule isn't translated: the message id "" is the header of a catalog.
        rule = error.rule and gettext(error.rule) % vars(error)
        reason = error.message(gettext)
        if isinstance(error, NotEnoughLettersError | TooManyLettersError):
            rule = gettext("A guess has %(number)s letters", number=puzzle.length)
        elif isinstance(error, NotInWordListError):
            reason += f": {capitals(printable(typed))}"
            rule = _taken_instead(puzzle, error.word)
        return _show(puzzle, game, reason, rule)
    _keep(puzzle, game)
    return _accepted(puzzle, game)


def _taken_instead(puzzle: puzzles.Puzzle, word: str) -> str:
    """Return a note about words to play in place of an unlisted one.

    It names likely answers that are similar, regardless of this game's answer.
    """
    near = [
        similar
        for similar in near_words(puzzle.lexicon, word)
        if is_likely(puzzle.lexicon, similar)
    ]
    if near:
        return gettext("Similar words: %(words)s", words=", ".join(map(capitals, near)))
    if puzzle.kind == "challenge":
        return gettext("The word to find is in our list. Try another word from it.")
    return gettext("Try another word")


def _answer_hint(puzzle: puzzles.Puzzle, game: Game, typed: str, turn: str) -> ResponseReturnValue:
    if game.is_over:
        return _show(puzzle, game, gettext("This game is over. There are no more hints."))
    if request.form[HINT] in {ASK, DECLINE}:
        return _accepted(puzzle, game, typed, {HINT: ASK} if request.form[HINT] == ASK else {})
    if request.form[HINT].startswith(NEXT):
        number = whole_number(request.form[HINT].removeprefix(NEXT), 1, len(game.answers))
        return _accepted(puzzle, game, typed, selected=number)
    number = whole_number(request.form[HINT], 1, len(game.hints) + 1)
    if turn != str(game.turn) or not number:
        reason = gettext("You continued this game in another tab. You got no hint.")
        return _show(puzzle, game, reason)
    selected = whole_number(request.form.get("board", ""), 1, len(game.answers))
    board = hint_board(game, selected - 1 if selected else None)
    line = hint_line(puzzle, game, board + 1) if board is not None else None
    # Nothing is revealed if the form was sent twice, or if the board has no further hint.
    has_hint = line and line.is_offered and not line.value.startswith(NEXT)
    if board is not None and has_hint and number > len(game.hints):
        game = ask_hint(game, board)
        _keep(puzzle, game)
    return _accepted(puzzle, game, typed)


def _close_welcome(puzzle: puzzles.Puzzle) -> ResponseReturnValue:
    sessions.keep_preferences(replace(sessions.preferences(), welcomed=True))
    return _accepted(puzzle, puzzles.load_game(puzzle))


def _accepted(
    puzzle: puzzles.Puzzle,
    game: Game,
    typed: str = "",
    facts: Mapping[str, str] = EMPTY,
    selected: int | None = None,
) -> ResponseReturnValue:
    """Redirect to the game, with the typed letters and `facts` in its address.

    A script gets the page at once. Without `selected`, the board in the form stays selected.
    """
    if is_script():
        return _show(puzzle, game)
    selected = selected or whole_number(request.form.get("board", ""), 1, len(puzzle.answers))
    is_selected = len(puzzle.answers) > 1 and selected
    facts = {**facts, "board": str(selected)} if is_selected else {**facts}
    if letters := printable(typed)[: 2 * puzzle.length]:
        facts["typed"] = letters
    address = joined(puzzle.url if is_selected else puzzle.address, urlencode(facts))
    # A fragment would keep the browser from focusing the field for the next guess.
    return redirect(f"{address}#boards" if is_selected and game.is_over else address, 303)
