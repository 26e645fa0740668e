"""Absurd mode: the word keeps dodging. The address holds the whole game.

A guess is answered with 303 to the address that includes it, or with the page at once where our
script sent it; a refused one with 422.
"""

from dataclasses import replace

import numpy as np
from flask import Blueprint, Response, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from wordle_web.game.absurd import AbsurdGame, absurd_game, evade
from wordle_web.game.errors import RefusalError
from wordle_web.game.rules import play
from wordle_web.web.absurd.page import absurd_page, proof_rows
from wordle_web.web.absurd.state import MAX_GUESSES, AbsurdState
from wordle_web.web.services import services
from wordle_web.web.ui.address_state import AddressReading, read_address
from wordle_web.web.ui.exports import file_of
from wordle_web.web.ui.i18n import gettext
from wordle_web.web.ui.layout import is_script, notify

bp = Blueprint("absurd", __name__)


@bp.get("/absurd")
def absurd() -> ResponseReturnValue:
    """Show the game in its address, or play a guess and redirect to the next address."""
    state, problems = _read_state()
    game = _game(state)
    if problems or game.guesses != state.played:
        notify(gettext("Part of this link couldn’t be read, so some guesses may be missing."))
        state = replace(state, played=game.guesses)
    if "guess" not in request.args:
        return _show(game, state)
    typed = request.args["guess"]
    if len(game.guesses) >= MAX_GUESSES:
        return _show(game, state, gettext("Guess limit reached. Start a new game."), typed)
    try:
        later = play(game.game, typed, game.lexicon)
    except RefusalError as refusal:
        return _show(game, state, refusal.message(gettext), typed)
    state = replace(state, played=later.guesses)
    if is_script():
        return _show(evade(game, later.guesses[-1]), state)
    return redirect(state.address(url_for(".absurd")), 303)


@bp.get("/absurd.<ending>")
def proof_file(ending: str) -> Response:
    """Return the proof of a game that is over."""
    game = _game(_read_state().state)
    if not game.is_over:
        abort(404)
    return file_of("absurd", proof_rows(game), ending)


def _read_state() -> AddressReading[AbsurdState]:
    return read_address(AbsurdState, request.args.items(multi=True), services().lengths)


def _game(state: AbsurdState) -> AbsurdGame:
    lexicon = services().lexicon(state.length)
    if state.words == "all":
        among = np.arange(len(lexicon), dtype=np.intp)
    else:
        among = lexicon.pool(state.words).indices
    return absurd_game(lexicon, among, state.played)


def _show(
    game: AbsurdGame, state: AbsurdState, refusal: str = "", typed: str = ""
) -> ResponseReturnValue:
    if refusal and game.is_over:
        notify(refusal)
    page = absurd_page(game, state, refusal, typed)
    return render_template("absurd/absurd.html", page=page), 422 if refusal else 200
