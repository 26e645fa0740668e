"""What the page of the game that avoids you shows, worded in the reader's language."""

from dataclasses import dataclass
from typing import Literal
from urllib.parse import urlencode

from flask import url_for

from wordle_web.game.absurd import AbsurdGame, Evasion, is_honest
from wordle_web.game.board import Board, Row, announcement, board, played_row
from wordle_web.game.share import Theme, grid
from wordle_web.web.http.sessions import preferences
from wordle_web.web.services import services
from wordle_web.web.ui.components import Link
from wordle_web.web.ui.exports import Value
from wordle_web.web.ui.formatting import number_text
from wordle_web.web.ui.forms import typed_letters, typed_text
from wordle_web.web.ui.i18n import gettext, ngettext
from wordle_web.web.ui.keyboard import Keyboard, keyboard

MAX_HELPER_ROWS = 10


@dataclass(frozen=True, slots=True)
class Proof:
    """One line of the proof: a guess with its reply, and the words that it kept."""

    row: Row
    before: str
    replies: str
    left: str
    runner_up: str


@dataclass(frozen=True, slots=True)
class AbsurdEnd:
    """How the game ended: the number of guesses is the result.

    Attributes:
        headline: For example "7 guesses".
        answer: The word that was left.
        definitions: At most two senses of it.
        share_text: The result to share, without the word.
        is_honest: Whether the word would have given every reply.
        proofs: Each guess with what could have been replied.
        exports: These as CSV and JSON.
    """

    headline: str
    answer: str
    definitions: tuple[str, ...]
    share_text: str
    is_honest: bool
    proofs: tuple[Proof, ...]
    exports: tuple[Link, ...]


@dataclass(frozen=True, slots=True)
class AbsurdPage:
    """The game, or how it ended.

    Attributes:
        puzzle: Names the game: where it changes, another one has begun.
        state: "playing" or "won".
        path: Where a guess, and the choice of a new game, are sent.
        address: The address of the game as it stands.
        hidden: Fields that go along with a guess.
        board: All rows, with one to come.
        keyboard: What each letter is known to be.
        left: How many words are possible: "168 words are possible"; empty after the end.
        turn_label: For example "Guess 3".
        typed: What was typed, if it was refused.
        refusal: Why.
        announcement: What a screen reader says of the last row and of the words left.
        lengths: The lengths to choose from for a new game.
        length: The length of this one.
        words: "normal" or "all".
        choices: Labels of both, with the number of words.
        helper: Leads to the helper with the rows of this game.
        end: None while the game is played.
    """

    puzzle: str
    state: Literal["playing", "won"]
    path: str
    address: str
    hidden: tuple[tuple[str, str], ...]
    board: Board
    keyboard: Keyboard
    left: str
    turn_label: str
    typed: str
    refusal: str
    announcement: str
    lengths: tuple[int, ...]
    length: int
    words: str
    choices: tuple[tuple[str, str], ...]
    helper: Link
    end: AbsurdEnd | None


def absurd_page(
    game: AbsurdGame,
    words: str,
    here: str,
    path: str,
    *,
    refusal: str,
    typed: str,
    exports: tuple[Link, ...],
) -> AbsurdPage:
    """Return what the page shows; a refused guess keeps what was typed."""
    length = game.lexicon.length
    return AbsurdPage(
        puzzle=f"absurd/{length}/{words}",
        state="won" if game.is_over else "playing",
        path=path,
        address=here,
        hidden=_hidden(game, words),
        board=board(game.game, typed_letters(typed, length), gettext),
        keyboard=keyboard(game.game),
        left="" if game.is_over else _left_text(len(game.possible)),
        turn_label=gettext("Guess %(number)s", number=len(game.evasions) + 1),
        typed=typed_text(typed),
        refusal=refusal,
        announcement=_announcement(game),
        lengths=services().lengths,
        length=length,
        words=words,
        choices=_choices(game),
        helper=Link(gettext("Ask the helper"), helper_address(game, words)),
        end=_end(game, exports) if game.is_over else None,
    )


def helper_address(game: AbsurdGame, words: str) -> str:
    """Return the helper's address with the last rows of this game."""
    pairs = [("row", turn.text()) for turn in game.turns[-MAX_HELPER_ROWS:]]
    pairs.append(("length", str(game.lexicon.length)))
    pairs.append(("mode", "real" if words == "all" else "pool"))
    return f"{url_for('helper.helper')}?{urlencode(pairs, safe=':')}"


def _hidden(game: AbsurdGame, words: str) -> tuple[tuple[str, str], ...]:
    """Return the fields that go along with a guess."""
    return (
        ("length", str(game.lexicon.length)),
        ("words", words),
        ("played", ".".join(game.guesses)),
    )


def _choices(game: AbsurdGame) -> tuple[tuple[str, str], ...]:
    """Return the words that a game can be played with."""
    lexicon = game.lexicon
    ordinary, every = number_text(len(lexicon.pool())), number_text(len(lexicon))
    return (
        ("normal", gettext("Ordinary ones (%(number)s)", number=ordinary)),
        ("all", gettext("Every allowed one (%(number)s)", number=every)),
    )


def _left_text(count: int) -> str:
    """Return how many words are possible."""
    number = number_text(count)
    return ngettext(
        "%(number)s word is possible", "%(number)s words are possible", count, number=number
    )


def _announcement(game: AbsurdGame) -> str:
    """Return what a screen reader says of the last guess."""
    left = _left_text(len(game.possible))
    if not game.turns:
        return left
    spoken = announcement(game.turns[-1], len(game.turns), gettext)
    if game.is_over:
        return f"{spoken}. {_headline(game)}"
    return f"{spoken}. {left}"


def _headline(game: AbsurdGame) -> str:
    """Return the result."""
    return ngettext("%(num)s guess", "%(num)s guesses", len(game.guesses))


def _end(game: AbsurdGame, exports: tuple[Link, ...]) -> AbsurdEnd:
    """Return how the game ended, with its proof."""
    return AbsurdEnd(
        headline=_headline(game),
        answer=game.witness,
        definitions=game.lexicon.definitions(game.witness),
        share_text=_share_text(game),
        is_honest=is_honest(game),
        proofs=tuple(_proof(told, number) for number, told in enumerate(game.evasions, 1)),
        exports=exports,
    )


def proof_rows(game: AbsurdGame) -> list[dict[str, Value]]:
    """Return the proof as files hold it; `row` is written as the command line reads it."""
    return [
        {
            "turn": number,
            "guess": told.turn.guess,
            "row": told.turn.text(),
            "words_before": told.before,
            "replies": told.replies,
            "words_kept": told.left,
            "next_largest": told.runner_up,
        }
        for number, told in enumerate(game.evasions, 1)
    ]


def _proof(told: Evasion, number: int) -> Proof:
    """Return one line of the proof."""
    return Proof(
        row=played_row(told.turn, number, gettext),
        before=number_text(told.before),
        replies=number_text(told.replies),
        left=number_text(told.left),
        runner_up=number_text(told.runner_up),
    )


def _share_text(game: AbsurdGame) -> str:
    """Return the result to share."""
    chosen = preferences()
    theme: Theme = "light" if chosen.theme == "light" else "dark"
    name = services().settings.site_name
    title = gettext(
        "%(name)s, the game that avoids you: %(result)s", name=name, result=_headline(game)
    )
    return "\n".join([title, "", *grid(game.game, theme, chosen.contrast)])
