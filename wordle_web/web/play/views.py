"""Daily, random and challenge games, giving up, and where games are found.

A guess is answered with 303, and a refused one with 422, the page and what was typed. Our script
gets the page at once, with 200 even if the guess was refused. The form names the turn that it
answers, and the day of a daily game, so that a form sent twice counts once.
"""

from calendar import monthrange
from dataclasses import dataclass, replace
from datetime import date
from typing import Annotated
from urllib.parse import urlencode

from flask import Blueprint, Response, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from wtforms import StringField

from wordle_web.engine.diagnosis import near_words
from wordle_web.engine.feedback import digits_of
from wordle_web.engine.letters import capitals
from wordle_web.engine.used_words import is_likely
from wordle_web.game.errors import (
    NotEnoughLettersError,
    NotInWordListError,
    PuzzleError,
    RefusalError,
    TooManyLettersError,
)
from wordle_web.game.hints import hint_board
from wordle_web.game.history.records import new_game, record_of
from wordle_web.game.history.statistics import days_statistics
from wordle_web.game.puzzles.puzzles import DAILY_LENGTH, check_day, day_number, read_day
from wordle_web.game.puzzles.variants import HOME, Variant
from wordle_web.game.rules import Game, Status, ask_hint, play
from wordle_web.parsing import linear_pattern, printable, whole_number
from wordle_web.web.http import sessions
from wordle_web.web.http.paths import language_url, variant_of_request, variant_url, with_query
from wordle_web.web.http.security import is_from_this_site
from wordle_web.web.play import puzzles
from wordle_web.web.play.days import (
    DayGame,
    calendar_text,
    days,
    month_of,
    next_game,
    read_month,
    shown_month,
    statistics_title,
    todays_boards,
)
from wordle_web.web.play.page import play_page
from wordle_web.web.services import request_code, services
from wordle_web.web.ui.formatting import span_text
from wordle_web.web.ui.forms import PageForm, refusal
from wordle_web.web.ui.i18n import gettext
from wordle_web.web.ui.i18n import lazy_gettext as _
from wordle_web.web.ui.layout import is_script, notify, set_active
from wordle_web.web.ui.queries import AddressState, Part, line, parsed, state_of_request
from wordle_web.web.ui.spelling import dictionary_links

bp = Blueprint("play", __name__)
bp.add_app_template_global(puzzles.day_url)
bp.add_app_template_global(dictionary_links)
bp.add_app_template_filter(statistics_title)

BOARDS = "/boards/<boards:boards>"
GAME = "/<any(daily, random, challenge):kind>/<token>"
SERIES = "/<any(series):kind>/<token>/<int:day>"
CLOSE = "welcome"  # the button that closes the strip for somebody new
HINT = "hint"  # the button that asks for a hint, with its number since the last guess
GIVE_UP = "/<any(random, challenge):kind>/<token>/give-up"


@bp.get("/")
@bp.get(BOARDS)
def today(boards: Variant = HOME) -> ResponseReturnValue:
    """Show today's game; the bare address leads to the words' language that the player chose.

    From our own pages it is the site's first language, since links stay in that of their page.
    """
    is_bare = boards == HOME and not request_code() and not is_from_this_site()
    if request.method == "GET" and is_bare and sessions.kept_language() in services().others:
        return redirect(with_query(language_url(sessions.kept_language())))
    # A form with a failed token is answered here, too, by POST.
    puzzle = _posted_day(boards) if request.method == "POST" else puzzles.todays_puzzle(boards)
    return _show(puzzle, _load(puzzle))


@bp.get(GAME)
@bp.get(BOARDS + GAME)
@bp.get(SERIES)
def game(kind: str, token: str, boards: Variant = HOME, day: int = 0) -> ResponseReturnValue:
    """Show the game of a day, a random word, a challenge or a series."""
    puzzle = puzzles.find_puzzle(kind, token, boards, day)
    if puzzle.day and puzzle.token != token:  # a day named by its date
        return redirect(puzzle.url)
    return _show(puzzle, _load(puzzle))


@bp.post("/")
@bp.post(BOARDS)
def guess_today(boards: Variant = HOME) -> ResponseReturnValue:
    """Answer a guess at today's word."""
    puzzle = _posted_day(boards)
    if CLOSE in request.form:
        return _close_welcome(puzzle)
    if request.form.get("day") != str(puzzle.day):
        reason = gettext("It’s a new day. Here’s today’s word. Your guess wasn’t counted.")
        if HINT in request.form:
            reason = gettext("It’s a new day. Here’s today’s word. You got no hint.")
        return _show(puzzle, _load(puzzle), reason)
    return _answer_guess(puzzle)


@bp.post(GAME)
@bp.post(BOARDS + GAME)
@bp.post(SERIES)
def guess(kind: str, token: str, boards: Variant = HOME, day: int = 0) -> ResponseReturnValue:
    """Answer a guess at the word of a day, a random word, a challenge or a series."""
    puzzle = puzzles.find_puzzle(kind, token, boards, day)
    return _close_welcome(puzzle) if CLOSE in request.form else _answer_guess(puzzle)


@bp.get(GIVE_UP)
@bp.get(BOARDS + GIVE_UP)
@bp.get(SERIES + "/give-up")
def ask_give_up(kind: str, token: str, boards: Variant = HOME, day: int = 0) -> ResponseReturnValue:
    """Ask whether to give up a game."""
    puzzle = puzzles.find_puzzle(kind, token, boards, day)
    if _load(puzzle).is_over:
        return redirect(puzzle.url, 303)
    set_active(puzzle.kind if puzzle.variant.boards == 1 else "boards")
    return render_template("play/give_up.html", puzzle=puzzle)


@bp.post(GIVE_UP)
@bp.post(BOARDS + GIVE_UP)
@bp.post(SERIES + "/give-up")
def give_up(kind: str, token: str, boards: Variant = HOME, day: int = 0) -> ResponseReturnValue:
    """End a game as lost, and redirect to its answer."""
    puzzle = puzzles.find_puzzle(kind, token, boards, day)
    game = _load(puzzle)
    if not game.is_over:
        _keep(puzzle, replace(game, end=Status.LOST))
    return redirect(puzzle.url, 303)


def _load(puzzle: puzzles.Puzzle) -> Game:
    """Return the player's game of a puzzle, or a new one."""
    played, record = sessions.history(), puzzle.record
    if record and (record.guesses or record.hinted):
        return record.game(*puzzle.answers)
    # Of games finished long ago only the result is kept.
    status, hinted = (record.status, record.hinted) if record else (Status.NEW, False)
    if not record and puzzle.number:
        status, _ = played.series_log(puzzles.series_digest(puzzle.token)).result(puzzle.number)
    elif not record and puzzle.day is not None and puzzle.length == DAILY_LENGTH:
        status, _, hinted = played.day_game(puzzle.day, puzzle.variant)
    game = new_game(puzzle.answers, puzzle.variant, hard=sessions.preferences().hard)
    return replace(game, end=status, hinted=hinted) if status.is_over else game


def _keep(puzzle: puzzles.Puzzle, game: Game) -> None:
    record = record_of(puzzle.id, game, puzzle.begun)
    later = sessions.history().with_record(record)
    if puzzle.number and record.is_over:
        digest = puzzles.series_digest(puzzle.token)
        later = later.with_series_result(digest, puzzle.number - 1, record.tries)
    sessions.keep_history(later)


def _show(puzzle: puzzles.Puzzle, game: Game, why: str = "", note: str = "") -> ResponseReturnValue:
    """Return the page of a game, with the reason if a guess was refused and the rule behind it."""
    set_active(puzzle.kind if puzzle.variant.boards == 1 else "boards")
    # A browser would write each refused word of a script into its console as an error.
    status = 422 if why and not is_script() else 200
    why = why or refusal()
    typed = request.form.get("guess", "") if why else ""
    if request.method == "GET":
        typed = request.args.get("typed", "")  # beside a hint, or to ask whether it still fits
    page = play_page(puzzle, game, why, typed, note)
    if why and page["end"]:
        notify(why)
    return render_template("play/play.html", page=page), status


def _posted_day(boards: Variant = HOME) -> puzzles.Puzzle:
    # The page may have been opened before midnight: the guess counts for the day it shows.
    yesterday = services().today - 1
    if yesterday > 0 and request.form.get("day") == str(yesterday):
        return replace(puzzles.daily_puzzle(yesterday, variant_of_request(boards)), today=yesterday)
    return puzzles.todays_puzzle(boards)


def _answer_guess(puzzle: puzzles.Puzzle) -> ResponseReturnValue:
    game, typed = _load(puzzle), request.form.get("guess", "")
    turn = request.form.get("turn", "")
    if HINT in request.form:
        return _answer_hint(puzzle, game, typed, turn)
    number = whole_number(turn, 1, len(game.guesses))
    if number and printable(typed).lower() == game.guesses[number - 1]:
        # It has been counted: sent twice by a double click, or by a proxy that tried again.
        return _accepted(puzzle, game)
    if game.is_over:
        return _show(puzzle, game, gettext("This game is over. Your guess wasn’t counted."))
    if not turn:
        reason = gettext("The form didn’t say which guess this is. Send it again from this page.")
        return _show(puzzle, game, reason)
    if turn != str(game.turn):
        reason = gettext("You continued this game in another tab. This guess wasn’t counted.")
        if whole_number(turn, game.turn + 1, game.tries):  # the cookie of a later answer came last
            reason = gettext(
                "Another tab saved at the same moment, so earlier guesses here were lost. Enter "
                "them again."
            )
        return _show(puzzle, game, reason)
    try:
        game = play(game, typed, puzzle.lexicon, is_free=puzzle.is_free)
    except RefusalError as error:
        rule = error.rule and gettext(error.rule) % vars(error)  # the text "" is a catalog's head
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
    """Return which words would be taken in place of one that is in no list.

    Similar words are likely ones of the list, whatever the answer is.
    """
    near = [each for each in near_words(puzzle.lexicon, word) if is_likely(puzzle.lexicon, each)]
    if near:
        return gettext("Similar words: %(words)s", words=", ".join(map(capitals, near)))
    if puzzle.kind == "challenge":
        return gettext("The word to find is in our list. Try another word from it.")
    return gettext("Guess a word from our word list")


def _answer_hint(puzzle: puzzles.Puzzle, game: Game, typed: str, turn: str) -> ResponseReturnValue:
    if game.is_over:
        return _show(puzzle, game, gettext("This game is over. There are no more hints."))
    number = whole_number(request.form[HINT], 1, len(game.hints) + 1)
    if turn != str(game.turn) or not number:
        reason = gettext("You continued this game in another tab. You got no hint.")
        return _show(puzzle, game, reason)
    selected = whole_number(request.form.get("board", ""), 1, len(game.answers))
    board = hint_board(game, selected - 1 if selected else None)
    if board is not None and number > len(game.hints):  # else it was sent twice
        game = ask_hint(game, board)
        _keep(puzzle, game)
    return _accepted(puzzle, game, typed)


def _close_welcome(puzzle: puzzles.Puzzle) -> ResponseReturnValue:
    sessions.keep_preferences(replace(sessions.preferences(), welcomed=True))
    return _accepted(puzzle, _load(puzzle))


def _accepted(puzzle: puzzles.Puzzle, game: Game, typed: str = "") -> ResponseReturnValue:
    """Show the game, with letters that are still typed."""
    if is_script():
        return _show(puzzle, game)
    selected = whole_number(request.form.get("board", ""), 1, len(puzzle.answers))
    is_selected = len(puzzle.answers) > 1 and selected
    facts = {"board": str(selected)} if is_selected else {}
    if letters := printable(typed)[: 2 * puzzle.length]:
        facts["typed"] = letters
    address = puzzle.url if is_selected else puzzle.address
    if facts:
        address += ("&" if "?" in address else "?") + urlencode(facts)
    return redirect(f"{address}#boards" if is_selected else address, 303)


today_bp = Blueprint("today", __name__)
boards_bp = Blueprint("boards", __name__)
archive_bp = Blueprint("archive", __name__)

TILES = str.maketrans("012", "apc")  # how the drawing of a board names its marks
EMPTY_TILE = "-"
DRAWN_ROWS = 6
CLOCK = linear_pattern(r"([01][0-9]|2[0-3]):[0-5][0-9]")
RANDOM_DAY = "random"  # sent in place of a day, for one that the player has not played


@today_bp.get("/today", endpoint="today")
def games_of_today() -> str:
    """Show the games of today, done or to do."""
    puzzle, shown = puzzles.todays_puzzle(), days()
    game, word = _load(puzzle), shown["word"]
    headline = {
        Status.NEW: gettext("A new word is ready"),
        Status.WON: gettext("Solved in %(number)s", number=word.guesses),
        Status.LOST: gettext("Not solved"),
    }.get(word.status, word.text)
    return render_template(
        "play/today.html",
        puzzle=puzzle,
        days=shown,
        next=next_game(shown["boards"]) if game.is_over else None,
        headline=headline,
        rows=_rows(game),
        drawn=_drawn,
        wait=span_text(puzzles.seconds_to_next()) if game.is_over else "",
    )


def _rows(board: Game) -> list[str]:
    """Return the last rows of a board as a drawing names their tiles, empty ones below."""
    patterns = board.patterns[-DRAWN_ROWS:]
    played = [digits_of(pattern, board.length).translate(TILES) for pattern in patterns]
    return played + [EMPTY_TILE * board.length] * (DRAWN_ROWS - len(played))


def _drawn(day: DayGame) -> list[list[str]]:
    """Return the drawn rows of each board of a day's game; none before the first guess."""
    game = _load(puzzles.todays_puzzle(day.variant))
    boards = (*game.boards[: game.shown], *(Game(word) for word in game.answers[game.shown :]))
    return list(map(_rows, boards)) if game.guesses else []


@today_bp.get("/today/reminder.ics")
def reminder() -> ResponseReturnValue:
    """Return a calendar with a daily entry at the time the visitor chose, which isn't stored."""
    typed = request.args.get("at", "")
    if not CLOCK.fullmatch(typed):
        notify(gettext("Enter a time, such as 08:30."))
        return games_of_today(), 422
    text = calendar_text(typed, url_for("play.today", _external=True))
    return Response(text, mimetype="text/calendar")


@boards_bp.get("/boards")
def index() -> ResponseReturnValue:
    """Show the numbers of boards that can be played, together or in turn."""
    in_turn = request.args.get("order") == "in-turn"
    games, lengths = todays_boards(in_turn=in_turn), services().lengths
    facts = {"in_turn": in_turn, "games": games, "next": next_game(games), "lengths": lengths}
    return render_template("play/counts.html", drawn=_drawn, **facts)


@boards_bp.route("/boards/<path:rest>", methods=["GET", "POST"])
def unknown(rest: str) -> ResponseReturnValue:
    """Refuse any other number of boards."""
    raise PuzzleError("boards")


@dataclass(frozen=True, slots=True)
class ArchiveState(AddressState):
    """What an address requests: a day as it was typed, or the first day of a month."""

    day: Annotated[str, Part(line())] = ""
    month: Annotated[date | None, Part(parsed(read_month))] = None


class DayForm(PageForm):
    """A day of the archive, by its number or its date."""

    class Meta(PageForm.Meta):
        """Needs no token: the form is sent by GET."""

        csrf = False

    day = StringField(_("Puzzle number or date"), description=_("For example, 31 or 2025-12-31."))


@archive_bp.get("/archive")
@archive_bp.get("/boards/<boards:boards>/archive")
def archive(boards: Variant = HOME) -> ResponseReturnValue:
    """Show a month of past days, or redirect to the requested day."""
    variant = variant_of_request(boards)
    set_active("archive" if variant.boards == 1 else "boards")
    state, site, reason = state_of_request(ArchiveState), services(), ""
    typed, number, played = state.day, 0, sessions.history()
    if typed == RANDOM_DAY:
        begun = {record.day for record in played.in_progress if record.variant == variant}
        finished = {day for day, _ in played.days_of(variant)}
        unplayed = sorted(set(range(1, site.today)) - finished - begun)
        typed = ""
        if unplayed:
            number = unplayed[int.from_bytes(site.randbytes(8)) % len(unplayed)]
        else:
            notify(gettext("You’ve played every past day."))
    elif typed:
        try:
            number = check_day(read_day(typed, site.settings.first_day), site.today)
        except PuzzleError as error:
            reason = error.message(gettext)
    if number:
        return redirect(variant_url("play.game", variant, kind="daily", token=number))
    month = shown_month(state.month)
    first = day_number(month, site.settings.first_day)
    month_days = range(first, first + monthrange(month.year, month.month)[1])
    page = render_template(
        "play/archive.html",
        variant=variant,
        shown=month_of(month, variant, "archive.archive"),
        figures=days_statistics(played, month_days, variant),
        form=DayForm(None, day=typed),
        refusal=reason,
    )
    return page, 422 if reason else 200
