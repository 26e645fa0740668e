"""The game that avoids you: its address is the whole game, so nothing of it is kept.

The guesses stand in the address, from which every reply follows. A guess that is sent leads,
by 303, to the address with that guess; a refused one is answered by 422.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from urllib.parse import urlencode

import numpy as np
from flask import Blueprint, Response, abort, redirect, render_template, request
from flask.typing import ResponseReturnValue

from wordle_web.engine.lexicon import Lexicon
from wordle_web.game.absurd import AbsurdGame, absurd_game
from wordle_web.game.rules import RefusalError, play
from wordle_web.web.absurd.page import absurd_page, proof_rows
from wordle_web.web.services import services
from wordle_web.web.ui.exports import export_of, file_of, links_to_files
from wordle_web.web.ui.i18n import gettext
from wordle_web.web.ui.layout import address, notify, show_as

bp = Blueprint("absurd", __name__)

PATH = "/absurd"
WORDS = ("normal", "all")
DEFAULT_LENGTH = 5
MAX_GUESSES = 200  # keeps the address shorter than servers allow


@dataclass(frozen=True, slots=True)
class AbsurdState:
    """What the address says.

    Attributes:
        length: Letters of the word.
        words: "normal" for the site's ordinary words, "all" for every allowed word.
        played: The guesses, in the order made.
    """

    length: int = DEFAULT_LENGTH
    words: str = "normal"
    played: tuple[str, ...] = ()

    @property
    def query(self) -> str:
        """The state as a query string, without what is as usual."""
        pairs = {
            "length": str(self.length) if self.length != DEFAULT_LENGTH else "",
            "words": self.words if self.words != "normal" else "",
            "played": ".".join(self.played),
        }
        return urlencode({name: value for name, value in pairs.items() if value})

    @property
    def path(self) -> str:
        """The path and query that lead to this state."""
        return f"{PATH}?{self.query}" if self.query else PATH

    @property
    def files(self) -> str:
        """The path and query of this state as a file, `{}` for its ending."""
        return f"{PATH}.{{}}?{self.query}"


@bp.get(PATH)
def absurd() -> ResponseReturnValue:
    """Show the game as its address says it, or take a guess and lead to the next address."""
    show_as("absurd")
    state = read_state(request.args)
    game = game_of(state)
    if game.guesses != _played(request.args):
        notify(gettext("Part of that address could not be read. This is what could be kept."))
    if "guess" not in request.args:
        return _show(state, game)
    typed = request.args["guess"]
    if len(game.guesses) >= MAX_GUESSES:
        return _show(state, game, gettext("That is enough: begin a new game, please"), typed)
    try:
        later = play(game.game, typed, game.lexicon)
    except RefusalError as refusal:
        return _show(state, game, refusal.message(gettext), typed)
    return redirect(address(replace(state, played=later.guesses).path), 303)


@bp.get(f"{PATH}.<ending>")
def absurd_file(ending: str) -> Response:
    """Return the proof of a game that is over."""
    game = game_of(read_state(request.args))
    if not game.is_over:
        abort(404)
    return file_of(export_of("absurd", proof_rows(game)), ending)


def read_state(fields: Mapping[str, str]) -> AbsurdState:
    """Return what can be kept of an address."""
    lengths = services().lengths
    asked = fields.get("length", "")
    length = next((each for each in lengths if str(each) == asked), DEFAULT_LENGTH)
    words = fields.get("words", "")
    kept = allowed(services().lexicon(length), _played(fields))
    return AbsurdState(length, words if words in WORDS else WORDS[0], kept)


def allowed(lexicon: Lexicon, guesses: Iterable[str]) -> tuple[str, ...]:
    """Return the guesses before the first one that could not have been made."""
    kept: list[str] = []
    for guess in guesses:
        if guess not in lexicon or guess in kept:
            break
        kept.append(guess)
    return tuple(kept)


def game_of(state: AbsurdState) -> AbsurdGame:
    """Return the game that an address tells."""
    lexicon = services().lexicon(state.length)
    if state.words == "all":
        among = np.arange(len(lexicon), dtype=np.intp)
    else:
        among = lexicon.pool(state.words).indices
    return absurd_game(lexicon, among, state.played)


def _played(fields: Mapping[str, str]) -> tuple[str, ...]:
    """Return the guesses that an address names, unchecked."""
    text = fields.get("played", "")
    return tuple(text.split(".")[:MAX_GUESSES]) if text else ()


def _show(
    state: AbsurdState, game: AbsurdGame, refusal: str = "", typed: str = ""
) -> ResponseReturnValue:
    """Return the page of a game, with the reason why a guess was refused."""
    kept = replace(state, played=game.guesses)
    if refusal and game.is_over:
        notify(refusal)
    page = absurd_page(
        game,
        kept.words,
        address(kept.path),
        address(PATH),
        refusal=refusal,
        typed=typed,
        exports=links_to_files(address(kept.files)),
    )
    return render_template("absurd/absurd.html", page=page), 422 if refusal else 200
