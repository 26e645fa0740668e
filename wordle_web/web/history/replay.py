"""A finished game, step by step: the board after each guess, and how many words were left."""

from dataclasses import dataclass, replace

from flask import request, url_for

from wordle_web.engine.candidates import narrow
from wordle_web.engine.knowledge import TRIES
from wordle_web.engine.words.wordfiles import LexiconError
from wordle_web.game.board import Board, announcement, empty_row
from wordle_web.game.history.records import Record
from wordle_web.game.puzzles.puzzles import DAILY_POOL
from wordle_web.game.rules import Game
from wordle_web.parsing import whole_number
from wordle_web.web.history.page import (
    answers_of,
    lexicon_of,
    replay_url,
    result_text,
    rows_of,
    title_of,
    written_answer,
)
from wordle_web.web.play.cards import Boards, boards_announcement, boards_view
from wordle_web.web.play.games import GameState
from wordle_web.web.services import services
from wordle_web.web.ui.components import Link
from wordle_web.web.ui.formatting import date_text, day_date, words_left_text
from wordle_web.web.ui.i18n import gettext, translator
from wordle_web.web.ui.links import analysis_link
from wordle_web.web.ui.queries import mode_of


@dataclass(frozen=True, slots=True)
class ReplayLink:
    """A step through a replayed game; without an address if it leads nowhere."""

    name: str
    label: str
    url: str


@dataclass(frozen=True, slots=True)
class ReplayPage:
    """A finished game after one of its guesses.

    Attributes:
        subtitle: When, and how it ended.
        board: With the guesses up to this one.
        label: Which guess this is, for example "Guess 2 of 4".
        words_left: How many words were still possible then; at the end, the answer.
        steps: Links to the start, back, on, and to the end.
        boards: Several boards; None for a game of one.
    """

    title: str
    subtitle: str
    board: Board
    label: str
    words_left: str
    announcement: str
    steps: tuple[ReplayLink, ...]
    links: tuple[Link, ...]
    boards: Boards | None


def replay_page(record: Record, move: int) -> ReplayPage:
    """Return a finished game after its first `move` guesses; 0 is the start."""
    whole = record.game(*answers_of(record))
    game = replace(whole, guesses=whole.guesses[:move])
    label = _label(move, len(whole.guesses))
    boards = _boards(record, game, move)
    words_left = boards.left if boards else _words_left(record, game)
    spoken = [label]
    if move:
        last = announcement(game.turns[-1], move, gettext)
        spoken = [boards_announcement(game) if boards else last]
    return ReplayPage(
        title=title_of(record),
        subtitle=f"{date_text(day_date(record.started))}, {result_text(record)}",
        board=_board(record, move),
        label=label,
        words_left=words_left,
        announcement=". ".join(filter(None, [*spoken, words_left])),
        steps=_steps(record, move),
        links=_links(record, whole),
        boards=boards,
    )


def read_move(text: str, record: Record) -> int:
    """Return how many guesses to show, as the address says; 1 by default."""
    move = whole_number(text, 0, len(record.guesses))
    return 1 if move is None else move


def _boards(record: Record, game: Game, move: int) -> Boards | None:
    if len(game.answers) == 1:
        return None
    wanted, url = request.args.get("board", ""), replay_url(record, move=move)
    result: GameState = "lost" if game.guesses == record.guesses else "playing"  # of each board
    return boards_view(game, lexicon_of(record), "", wanted, url, result)


def _board(record: Record, move: int) -> Board:
    if record.variant.boards > 1:
        return Board((), record.length)
    later = range(move + 1, TRIES + 1)
    empty = [empty_row(record.length, number, translator()) for number in later]
    return Board((*rows_of(record)[:move], *empty), record.length)


def _label(move: int, moves: int) -> str:
    if not move:
        return gettext("Before the first guess")
    return gettext("Guess %(number)s of %(all)s", number=move, all=moves)


def _words_left(record: Record, game: Game) -> str:
    if game.guesses == record.guesses:
        return gettext("The answer is %(answer)s.", answer=written_answer(record))
    try:
        lexicon = services().lexicon(record.length)
    except LexiconError:
        return ""
    # A challenge may be any allowed word, not only one of a pool.
    is_any_word = record.kind == "challenge"
    among = None if is_any_word else lexicon.pool(record.pool or DAILY_POOL).indices
    return words_left_text(len(narrow(lexicon, game.turns, among)))


def _steps(record: Record, move: int) -> tuple[ReplayLink, ...]:
    last = len(record.guesses)
    ways = (
        ("first", gettext("Start"), 0, move > 0),
        ("back", gettext("Back"), move - 1, move > 0),
        ("on", gettext("Next"), move + 1, move < last),
        ("last", gettext("End"), last, move < last),
    )
    return tuple(
        ReplayLink(name, label, replay_url(record, move=number) if leads else "")
        for name, label, number, leads in ways
    )


def _links(record: Record, game: Game) -> tuple[Link, ...]:
    history = Link(gettext("History"), url_for(".games"))
    if len(game.answers) > 1:
        return (history,)
    mode = mode_of(record.pool)
    return (analysis_link(game.answer, game.guesses, mode, hard=game.hard), history)
