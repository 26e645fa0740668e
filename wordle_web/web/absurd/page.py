"""The page of absurd mode: the game, or the result with its proof."""

from dataclasses import dataclass
from typing import Literal

from flask import url_for

from wordle_web.engine.rows import MAX_ROWS_ALONE
from wordle_web.engine.words.letters import plain_letters
from wordle_web.game.absurd import AbsurdGame, Evasion, is_honest
from wordle_web.game.board import TileBoard, TileRow, announcement, board, played_row
from wordle_web.game.share import grid
from wordle_web.parsing import letters_of, printable
from wordle_web.web.absurd.state import AbsurdState
from wordle_web.web.http.sessions import preferences
from wordle_web.web.services import services
from wordle_web.web.ui.components import Link, Option, number_options
from wordle_web.web.ui.dictionary import dictionary_links
from wordle_web.web.ui.exports import Value, links_to_files
from wordle_web.web.ui.formatting import number_text, shared_name, words_left_text
from wordle_web.web.ui.i18n import gettext, ngettext
from wordle_web.web.ui.keyboard import Keyboard, keyboard
from wordle_web.web.ui.queries import Pairs
from wordle_web.web.ui.spelling import written, written_board, written_row


@dataclass(frozen=True, slots=True)
class AbsurdEnd:
    """How the game ended: the number of guesses is the result.

    Attributes:
        headline: For example "7 guesses".
        answer: The word that was left, as it is typed.
        written: As people write it.
        definitions: Up to two meanings.
        dictionary: Links to its pages in a dictionary elsewhere, if the host allows them.
        share_text: The result to share, without the word.
        is_honest: Whether the word would have given every pattern.
        proof: Each guess as a row, and the results that it could have had.
        exports: The proof as CSV and JSON.
    """

    headline: str
    answer: str
    written: str
    definitions: tuple[str, ...]
    dictionary: tuple[Link, ...]
    share_text: str
    is_honest: bool
    proof: tuple[tuple[TileRow, Evasion], ...]
    exports: tuple[Link, ...]


@dataclass(frozen=True, slots=True)
class AbsurdPage:
    """The game, or how it ended.

    Attributes:
        puzzle: Its name, by which scripts notice another game.
        state: "playing" or "won".
        address: The address of the game so far.
        hidden: Hidden fields of the form for a guess.
        board: All rows, with one to come.
        keyboard: Each letter's best mark so far.
        left: How many words are possible: "168 words are possible"; empty after the end.
        turn_label: For example "Guess 3".
        typed: What was typed, if it was refused.
        refusal: Why.
        announcement: What a screen reader says of the last row and of the words left.
        lengths: Those to choose from for a new game.
        words: Answer pools for a new game.
        helper: Link to the helper with the rows of this game.
        end: None while the game is played.
    """

    puzzle: str
    state: Literal["playing", "won"]
    address: str
    hidden: Pairs
    board: TileBoard
    keyboard: Keyboard
    left: str
    turn_label: str
    typed: str
    refusal: str
    announcement: str
    lengths: tuple[Option, ...]
    words: tuple[Option, ...]
    helper: Link
    end: AbsurdEnd | None


def absurd_page(
    game: AbsurdGame, state: AbsurdState, refusal: str = "", typed: str = ""
) -> AbsurdPage:
    """Return the view model of the game; after a refused guess it has what was typed."""
    length = state.length
    letters = letters_of(plain_letters(typed, game.lexicon.alphabet), length)
    left = words_left_text(len(game.possible))
    said = [announcement(turn, len(game.turns), gettext) for turn in game.turns[-1:]]
    return AbsurdPage(
        puzzle=f"absurd/{length}/{state.words}",
        state="won" if game.is_over else "playing",
        address=state.address(url_for("absurd.absurd")),
        hidden=state.pairs(full=True),
        board=written_board(board(game.game, letters, gettext), game.lexicon),
        keyboard=keyboard(game.game),
        left="" if game.is_over else left,
        turn_label=gettext("Guess %(number)s", number=len(game.evasions) + 1),
        typed=printable(typed),
        refusal=refusal,
        announcement=". ".join([*said, _headline(game) if game.is_over else left]),
        lengths=number_options(services().lengths, length),
        words=_words_options(game, state.words),
        helper=Link(gettext("Open in Helper"), _helper_url(game, state.words)),
        end=_end(game, state) if game.is_over else None,
    )


def _helper_url(game: AbsurdGame, words: str) -> str:
    rows = [turn.text() for turn in game.turns[-MAX_ROWS_ALONE:]]
    mode = "real" if words == "all" else "pool"
    return url_for("helper.helper", row=rows, length=game.lexicon.length, mode=mode)


def _words_options(game: AbsurdGame, chosen: str) -> tuple[Option, ...]:
    lexicon = game.lexicon
    common, every = number_text(len(lexicon.pool())), number_text(len(lexicon))
    labels = {
        "normal": gettext("Common words (%(number)s)", number=common),
        "all": gettext("All words (%(number)s)", number=every),
    }
    return tuple(Option(value, label, value == chosen) for value, label in labels.items())


def _headline(game: AbsurdGame) -> str:
    return ngettext("%(num)s guess", "%(num)s guesses", len(game.guesses))


def _end(game: AbsurdGame, state: AbsurdState) -> AbsurdEnd:
    return AbsurdEnd(
        headline=_headline(game),
        answer=game.witness,
        written=written(game.witness, game.lexicon),
        definitions=game.lexicon.definitions(game.witness),
        dictionary=dictionary_links(game.witness, game.lexicon),
        share_text=_share_text(game),
        is_honest=is_honest(game),
        proof=tuple(
            (written_row(played_row(evasion.turn, number, gettext), game.lexicon), evasion)
            for number, evasion in enumerate(game.evasions, 1)
        ),
        exports=links_to_files(state.address(f"{url_for('absurd.absurd')}.{{}}")),
    )


def proof_rows(game: AbsurdGame) -> list[dict[str, Value]]:
    """Return the proof as files hold it; `row` is written as the command line reads it."""
    return [
        {
            "turn": number,
            "guess": evasion.turn.guess,
            "row": evasion.turn.text(),
            "words_before": evasion.before,
            "replies": evasion.replies,
            "words_kept": evasion.left,
            "next_largest": evasion.runner_up,
        }
        for number, evasion in enumerate(game.evasions, 1)
    ]


def _share_text(game: AbsurdGame) -> str:
    title = gettext("%(name)s Absurd mode: %(result)s", name=shared_name(), result=_headline(game))
    chosen = preferences()
    return "\n".join([title, "", *grid(game.game, chosen.grid_theme, chosen.contrast)])
