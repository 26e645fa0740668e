"""Absurd mode: the word keeps changing. The address contains the whole game.

The response to a guess is a redirect (303) to the address that includes it. A request from our
script gets the page itself. The response to a refused guess has the status 422.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Final

import numpy as np
from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from wordle_web.engine.letters import plain_letters
from wordle_web.engine.rows import MAX_ROWS_ALONE
from wordle_web.game.absurd import AbsurdGame, Evasion, evade
from wordle_web.game.board import TileBoard, TileRow, announcement, board
from wordle_web.game.errors import RefusalError
from wordle_web.game.puzzles.days import DAILY_LENGTH
from wordle_web.game.rules import play
from wordle_web.game.share import grid
from wordle_web.parsing import letters_of, printable
from wordle_web.web.http.limits import costly
from wordle_web.web.http.sessions import preferences
from wordle_web.web.services import services
from wordle_web.web.ui.components import Link, Option, number_options
from wordle_web.web.ui.formatting import number_text, shared_name, words_left_text
from wordle_web.web.ui.i18n import gettext, ngettext, translator
from wordle_web.web.ui.keyboard import Keyboard, keyboard
from wordle_web.web.ui.layout import is_script, notify
from wordle_web.web.ui.queries import Address, AddressState, Part, one_of, read_address, word_length
from wordle_web.web.ui.spelling import report_link, tile_row, written, written_board

bp = Blueprint("absurd", __name__)

WORDS: Final = ("normal", "all")  # the site's common words, or every allowed word
MAX_GUESSES: Final = 200  # keeps the address shorter than servers allow


def _read_played(address: Address, name: str) -> tuple[str, ...]:
    """Return the guesses before the first one that the game would have refused."""
    text = next(iter(address.texts(name)), "")
    lexicon = services().lexicon(address.values["length"])
    played: dict[str, None] = {}
    for guess in text.split(".")[:MAX_GUESSES] if text else ():
        if guess not in lexicon or guess in played:
            address.leave_out(name, guess)
            break
        played[guess] = None
    return tuple(played)


@dataclass(frozen=True, slots=True)
class AbsurdState(AddressState):
    """A game, as its address describes it."""

    length: Annotated[int, Part(word_length)] = DAILY_LENGTH
    words: Annotated[str, Part(one_of(WORDS))] = WORDS[0]
    played: Annotated[tuple[str, ...], Part(_read_played, write=".".join)] = ()


@bp.get("/absurd")
@costly(at_least=256)
def absurd() -> ResponseReturnValue:
    """Show the game that the address describes, or play a guess and redirect."""
    pairs = request.args.items(multi=True)
    state, problems = read_address(AbsurdState, pairs, services().lengths)
    lexicon = services().lexicon(state.length)
    among = np.arange(len(lexicon), dtype=np.intp)
    if state.words != "all":
        among = lexicon.pool(state.words).indices
    game = AbsurdGame.after(lexicon, among, state.played)
    if problems or game.guesses != state.played:
        notify(gettext("Part of this link couldn’t be read, so some guesses may be missing."))
        state = replace(state, played=game.guesses)
    if "guess" not in request.args:
        return _show(game, state)
    typed = request.args["guess"]
    if len(game.guesses) >= MAX_GUESSES:
        return _show(game, state, gettext("Guess limit reached. Start a new game."), typed)
    try:
        later = play(game.game, typed, lexicon)
    except RefusalError as refusal:
        return _show(game, state, refusal.message(gettext), typed)
    state = replace(state, played=later.guesses)
    if is_script():
        return _show(evade(game, later.guesses[-1]), state)
    return redirect(state.address(url_for(".absurd")), 303)


@dataclass(frozen=True, slots=True)
class AbsurdPage:
    """Context of the page of a game."""

    game: AbsurdGame
    state: AbsurdState
    address: str
    tiles: TileBoard
    keys: Keyboard
    left: str  # how many words are still possible, as text
    headline: str  # the number of guesses, as text
    typed: str
    refusal: str  # why the typed guess was refused; empty if it was not
    announcement: str  # for screen readers
    lengths: Sequence[Option]
    pools: Sequence[Option]
    helper: str  # the address of the helper with the rows of the game
    answer: str  # a word that is still possible; the answer once the game is over
    share_text: str
    proof_rows: Sequence[tuple[TileRow, Evasion]]  # guesses and their figures; none until the end
    report: Link | None  # the link for reporting the word to the host; None until the end


def _show(
    game: AbsurdGame, state: AbsurdState, refusal: str = "", typed: str = ""
) -> ResponseReturnValue:
    if refusal and game.is_over:
        notify(refusal)
    lexicon, chosen = game.lexicon, preferences()
    letters = letters_of(plain_letters(typed, lexicon.alphabet), state.length)
    left = words_left_text(len(game.possible))
    headline = ngettext("%(num)s guess", "%(num)s guesses", len(game.guesses))
    alphabet = lexicon.alphabet
    spoken = [announcement(turn, len(game.turns), alphabet, gettext) for turn in game.turns[-1:]]
    labels = {
        "normal": gettext("Common words (%(number)s)", number=number_text(len(lexicon.pool()))),
        "all": gettext("All words (%(number)s)", number=number_text(len(lexicon))),
    }
    title = gettext("%(name)s Absurd mode: %(result)s", name=shared_name(), result=headline)
    page = AbsurdPage(
        game=game,
        state=state,
        address=state.address(url_for(".absurd")),
        tiles=written_board(board(game.game, alphabet, letters, translator()), lexicon),
        keys=keyboard(game.game),
        left=left,
        headline=headline,
        typed=printable(typed),
        refusal=refusal,
        announcement=". ".join([*spoken, headline if game.is_over else left]),
        lengths=number_options(services().lengths, state.length),
        pools=[Option(value, labels[value], value == state.words) for value in WORDS],
        helper=url_for(
            "helper.helper",
            row=[turn.text() for turn in game.turns[-MAX_ROWS_ALONE:]],
            length=lexicon.length,
            mode="real" if state.words == "all" else "pool",
        ),
        answer=written(game.witness, lexicon),
        share_text="\n".join(
            [title, "", *grid(game.game, chosen.grid_theme, chosen.grid_contrast)]
        ),
        proof_rows=[
            (tile_row(evasion.turn, number), evasion)
            for number, evasion in enumerate(game.evasions if game.is_over else (), 1)
        ],
        report=report_link([game.witness], lexicon) if game.is_over else None,
    )
    return render_template("absurd/absurd.html", page=page), 422 if refusal else 200
