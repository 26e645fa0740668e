"""The forms that start a game: a random word, a challenge for a friend, or a series."""

from dataclasses import dataclass
from datetime import date
from typing import NamedTuple

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from wtforms import BooleanField, DateField, RadioField, StringField, TextAreaField
from wtforms.fields.choices import SelectChoice
from wtforms.validators import InputRequired, Length
from wtforms.widgets import TextArea

from wordle_web.game.errors import (
    GameError,
    NotInWordListError,
    PuzzleError,
    RefusalError,
    SeriesLineError,
)
from wordle_web.game.history.records import Record, new_game, record_of
from wordle_web.game.puzzles.challenge import (
    MAX_CLUE,
    MAX_NAME,
    Challenge,
    Series,
    nearest_lexicon,
    seal,
    seal_series,
)
from wordle_web.game.puzzles.days import DAILY_LENGTH, DAILY_POOL, POOLS, blocked_on
from wordle_web.game.puzzles.tokens import challenge_id, new_token
from wordle_web.game.puzzles.variants import HOME, Variant
from wordle_web.game.rules import Status
from wordle_web.web.http.bodies import MAX_FORM_BYTES, allow_body
from wordle_web.web.http.paths import variant_of_request, variant_url
from wordle_web.web.http.sessions import history, keep_history, preferences
from wordle_web.web.play.puzzles import challenge_puzzle, find_series, random_puzzle, series_digest
from wordle_web.web.play.variants import VariantMenu, variant_menu
from wordle_web.web.services import services
from wordle_web.web.ui.examples import pairs_of
from wordle_web.web.ui.forms import PageForm
from wordle_web.web.ui.i18n import gettext
from wordle_web.web.ui.i18n import lazy_gettext as _
from wordle_web.web.ui.layout import set_active, words_tag

bp = Blueprint("new_game", __name__)
series_bp = Blueprint("series", __name__)
allow_body(series_bp, "create", 2 * MAX_FORM_BYTES)  # 31 words with clues

MISSING = _("Choose an option.")
AS_TYPED = {"autocapitalize": "none", "spellcheck": "false"}
MAX_DRAWS = 1000  # tries to draw a random game in which no word is blocked
ANY_WORD = _("Allow a word that isn’t in the list, such as a name")
TOO_LONG = _("Use up to %(max)d characters.")


class RandomForm(PageForm):
    """The form that chooses the length and the difficulty of a random game."""

    length = RadioField(_("Letters"), [InputRequired(MISSING)], default="5")
    pool = RadioField(
        _("Difficulty"),
        [InputRequired(MISSING)],
        choices=[
            SelectChoice("easy", _("Easy")),
            SelectChoice("normal", _("Normal")),
            SelectChoice("hard", _("Hard")),
        ],
        default=POOLS[1],
        description=_("Easy words are well known. Hard words are rare."),
    )


class ChallengeForm(PageForm):
    """The form with the words of a challenge, which are sealed in its link."""

    word = StringField(_("Word"))
    name = StringField(
        _("Your name"),
        [Length(max=MAX_NAME, message=TOO_LONG)],
        description=_("Optional. Your friend will see it."),
    )
    clue = StringField(
        _("Clue"),
        [Length(max=MAX_CLUE, message=TOO_LONG)],
        description=_("Optional. Your friend will see it above the board."),
    )
    free = BooleanField(ANY_WORD)


@dataclass(frozen=True, slots=True)
class RandomPage:
    """Context of the page that starts a random game."""

    form: RandomForm
    variant: Variant
    menu: VariantMenu
    begun: Record | None  # a game to resume; None if no random game is in progress


@dataclass(frozen=True, slots=True)
class ChallengePage:
    """Context of the page that makes a challenge."""

    form: ChallengeForm
    variant: Variant
    menu: VariantMenu
    link: str  # link of the challenge just made; empty without one


def challenge_form(boards: int) -> ChallengeForm:
    """Return the form for a challenge; with several boards it takes a word for each."""
    form = ChallengeForm()
    form.word.render_kw = {**AS_TYPED, "lang": words_tag() or False}
    if boards == 1:
        form.word.label.text = gettext("Word, 4 to 8 letters")
    else:
        form.word.label.text = gettext("Words")
        form.word.description = gettext("One for each board, all different and of the same length.")
        form.word.widget = TextArea()
        form.word.render_kw["rows"] = "4"
    return form


@bp.get("/random")
@bp.get("/boards/<boards:boards>/random")
def random(boards: Variant = HOME) -> ResponseReturnValue:
    """Show the form for a random game, with the player's last choice selected."""
    variant = variant_of_request(boards)
    last, chosen = history().last("random", variant), {}
    if last and services().has_pool(last.length, last.pool, variant.boards):
        chosen = {"length": str(last.length), "pool": last.pool}
    return _show_random(_random_form(boards, **chosen), variant)


@bp.post("/random")
@bp.post("/boards/<boards:boards>/random")
def begin_random(boards: Variant = HOME) -> ResponseReturnValue:
    """Start a random game and redirect to it."""
    form, variant = _random_form(boards), variant_of_request(boards)
    if not form.validate():
        return _show_random(form, variant, 422)
    length, pool, site = int(form.length.data), form.pool.data, services()
    if not site.has_pool(length, pool, variant.boards):
        form.pool.errors = [gettext("No words of this kind have this length. Choose another.")]
        return _show_random(form, variant, 422)
    epoch, blocked = site.epochs_begun[-1], blocked_on(site.latest_day, site.blocks)
    for _draw in range(MAX_DRAWS):
        puzzle = random_puzzle(new_token(length, pool, epoch.number, site.randbytes), variant)
        if blocked.isdisjoint(puzzle.answers):
            break
    played = history()
    # Random games without a guess would push games with guesses out of the cookie.
    for record in played.in_progress:
        if record.kind == "random" and not record.guesses:
            played = played.without(record.puzzle)
    game = new_game(puzzle.answers, variant, hard=preferences().hard)
    keep_history(played.with_record(record_of(puzzle.id, game, puzzle.today)))
    return redirect(puzzle.url, 303)


@bp.get("/challenge")
@bp.get("/boards/<boards:boards>/challenge")
def challenge(boards: Variant = HOME) -> ResponseReturnValue:
    """Show the form for a challenge and, if one was just made, its link."""
    token, variant = request.args.get("made", ""), variant_of_request(boards)
    if token:
        challenge_puzzle(token, variant)
    return _show_challenge(challenge_form(variant.boards), variant, token=token)


@bp.post("/challenge")
@bp.post("/boards/<boards:boards>/challenge")
def make_challenge(boards: Variant = HOME) -> ResponseReturnValue:
    """Seal the words of a challenge, and redirect to the page with its link."""
    variant = variant_of_request(boards)
    form = challenge_form(variant.boards)
    if not form.validate():
        return _show_challenge(form, variant, 422)
    site, text = services(), form.word.data or ""
    # A word of another length is checked against the nearest list, which refuses it.
    first = text if variant.boards == 1 else next(iter(text.replace(",", " ").split()), "")
    name, clue, is_free = form.name.data or "", form.clue.data or "", bool(form.free.data)
    try:
        lexicon = nearest_lexicon(first, map(site.lexicon, site.lengths))
        made = Challenge.parse(text, lexicon, name, clue, variant.boards, is_free=is_free)
    except NotInWordListError:
        form.word.errors = [
            gettext(
                "This isn’t in our word list. Check the spelling, or allow it below: "
                "then your friend can type anything."
            )
        ]
        return _show_challenge(form, variant, 422)
    except (RefusalError, PuzzleError) as error:
        form.word.errors = [error.message(gettext)]
        return _show_challenge(form, variant, 422)
    key = site.epochs_begun[-1].key
    token = seal(made, [key], site.randbytes, variant)
    return redirect(variant_url("new_game.challenge", variant, made=token), 303)


def _random_form(boards: Variant, **chosen: str) -> RandomForm:
    form = RandomForm(**chosen)
    site = services()
    form.length.choices = [SelectChoice(str(length)) for length in site.lengths]
    offered = [
        choice
        for choice in form.pool.choices
        if any(site.has_pool(length, choice.value, boards.boards) for length in site.lengths)
    ]
    if len(offered) < len(form.pool.choices):
        form.pool.choices = offered
        form.pool.description = ""  # it describes all choices, but not all are offered
    return form


def _show_random(form: RandomForm, variant: Variant, status: int = 200) -> ResponseReturnValue:
    set_active("random")
    page = RandomPage(
        form=form,
        variant=variant,
        menu=variant_menu(variant, lambda other: variant_url("new_game.random", other)),
        begun=history().latest("random", variant),
    )
    return render_template("play/random.html", page=page), status


def _show_challenge(
    form: ChallengeForm, variant: Variant, status: int = 200, token: str = ""
) -> ResponseReturnValue:
    set_active("challenge")
    link = ""
    if token:
        link = variant_url("play.game", variant, kind="challenge", token=token, _external=True)
    page = ChallengePage(
        form=form,
        variant=variant,
        menu=variant_menu(variant, lambda other: variant_url("new_game.challenge", other)),
        link=link,
    )
    return render_template("play/challenge.html", page=page), status


class SeriesForm(PageForm):
    """The form with the words of a series, and the days on which they open."""

    words = TextAreaField(
        _("Words"),
        description=_("2 to 31 words of 4 to 8 letters, one per line. Add clues after a colon."),
    )
    first = DateField(_("First day"))
    weekdays = BooleanField(_("Weekdays only"))
    name = StringField(_("Name of the series"), description=_("Optional. Shown in shared results."))
    free = BooleanField(ANY_WORD)


@series_bp.get("/series")
def new() -> ResponseReturnValue:
    """Show the form for a series, or the series that was just made."""
    if token := request.args.get("made", ""):
        return _show_series(token, is_new=True)
    return _show_form(SeriesForm(first=services().local_date))


@series_bp.post("/series")
def create() -> ResponseReturnValue:
    """Seal a series, and redirect to the page with its link."""
    form, site = SeriesForm(), services()
    if form.first.data is None:
        form.first.errors = [gettext("Enter a date.")]
        return _show_form(form, 422)
    lexicons = [site.lexicon(length) for length in site.lengths]
    try:
        series = Series.parse(
            form.words.data or "",
            lexicons,
            form.first.data,
            weekdays=bool(form.weekdays.data),
            name=form.name.data or "",
            is_free=bool(form.free.data),
        )
    except GameError as error:
        reason = error.message(gettext)
        if isinstance(error, SeriesLineError) and isinstance(error.error, NotInWordListError):
            advice = gettext(
                "Check the spelling, or allow it below: then your group can type anything."
            )
            reason = f"{reason}. {advice}"
        form.words.errors = [reason]
        return _show_form(form, 422)
    key = site.epochs_begun[-1].key
    token = seal_series(series, [key], site.randbytes, variant_of_request())
    return redirect(url_for(".new", made=token), 303)


@series_bp.get("/series/<token>")
def series(token: str) -> ResponseReturnValue:
    """Show the days of a series."""
    return _show_series(token)


def _show_form(form: SeriesForm, status: int = 200) -> ResponseReturnValue:
    typed = {**AS_TYPED, "autocomplete": "off"}
    form.words.render_kw = {**typed, "rows": "5", "lang": words_tag() or False}
    if services().has_pool(DAILY_LENGTH, DAILY_POOL):
        guess, answer = pairs_of(services().all_words(DAILY_LENGTH))[0]
        clue = gettext("a clue")
        form.words.render_kw["placeholder"] = f"{guess}: {clue}\n{answer}"
    form.name.render_kw = {"maxlength": str(MAX_NAME)}
    return render_template("series/new.html", form=form), status


class SeriesDay(NamedTuple):
    """A day of a series; `status` is None while it is closed, `guesses` is 0 unless it was won."""

    opens: date
    status: Status | None
    guesses: int


@dataclass(frozen=True, slots=True)
class SeriesPage:
    """Context of the page of a series."""

    series: Series
    token: str
    days: tuple[SeriesDay, ...]
    link: str
    is_new: bool  # whether the series has just been created


def _show_series(token: str, *, is_new: bool = False) -> ResponseReturnValue:
    series = find_series(token)
    dates = enumerate(series.dates, 1)
    page = SeriesPage(
        series=series,
        token=token,
        days=tuple(_series_day(token, number, opens) for number, opens in dates),
        link=url_for("series.series", token=token, _external=True),
        is_new=is_new,
    )
    return render_template("series/series.html", page=page)


def _series_day(token: str, number: int, opens: date) -> SeriesDay:
    status, guesses = history().series_log(series_digest(token)).result(number)
    if status is Status.NEW and history().record(
        challenge_id(f"{token}/{number}", variant_of_request())
    ):
        status = Status.PLAYING
    # A day that was begun in a time zone farther east stays open.
    if status is Status.NEW and opens > services().local_date:
        return SeriesDay(opens, None, 0)
    return SeriesDay(opens, status, guesses)
