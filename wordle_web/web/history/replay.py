"""A finished game, step by step: the board after each guess, and how many words were left."""

from dataclasses import dataclass, replace

from flask import request

from wordle_web.engine.candidates import narrow
from wordle_web.engine.knowledge import TRIES
from wordle_web.engine.words.wordfiles import LexiconError
from wordle_web.game.board import TileBoard, announcement, empty_row
from wordle_web.game.history.records import Record
from wordle_web.game.puzzles.puzzles import DAILY_POOL
from wordle_web.game.rules import Game
from wordle_web.parsing import whole_number
from wordle_web.web.analysis.state import analysis_link
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
from wordle_web.web.ui.queries import mode_of


@dataclass(frozen=True, slots=True)
class ReplayPage:
    """A finished game after one of its guesses.

    Attributes:
        subtitle: When, and how it ended.
        board: With the guesses up to this one; None for several boards.
        boards: Several boards; None for a game of one.
        move: How many guesses are shown; 0 is the start.
        last: How many there are.
        words_left: How many words were still possible then; at the end, the answer.
        spoken: What the last guess got.
        steps: Where each of the replay's buttons leads: first, back, on, last.
        analysis: Link to the analysis of a game of one board.
    """

    title: str
    subtitle: str
    board: TileBoard | None
    boards: Boards | None
    move: int
    last: int
    words_left: str
    spoken: str
    steps: dict[str, str]
    analysis: Link | None


def replay_page(record: Record, move: int) -> ReplayPage:
    """Return a finished game after its first `move` guesses; 0 is the start."""
    whole = record.game(*answers_of(record))
    game = replace(whole, guesses=whole.guesses[:move])
    boards = board = analysis = None
    if len(game.answers) > 1:
        wanted, url = request.args.get("board", ""), replay_url(record, move=move)
        result: GameState = "lost" if game.guesses == record.guesses else "playing"
        boards = boards_view(game, lexicon_of(record), "", wanted, url, result)
    else:
        later = range(move + 1, TRIES + 1)
        empty = [empty_row(record.length, number, translator()) for number in later]
        board = TileBoard((*rows_of(record)[:move], *empty), record.length)
        mode = mode_of(record.pool)
        analysis = analysis_link(whole.answers, whole.guesses, mode, hard=whole.hard)
    last = len(whole.guesses)
    spoken = announcement(game.turns[-1], move, gettext) if move else ""
    return ReplayPage(
        title=title_of(record),
        subtitle=f"{date_text(day_date(record.started))}, {result_text(record)}",
        board=board,
        boards=boards,
        move=move,
        last=last,
        words_left=boards.left if boards else _words_left(record, game),
        spoken=boards_announcement(game) if boards else spoken,
        steps={
            name: replay_url(record, move=number)
            for name, number in {"first": 0, "back": move - 1, "on": move + 1, "last": last}.items()
            if 0 <= number <= last and number != move
        },
        analysis=analysis,
    )


def read_move(text: str, record: Record) -> int:
    """Return how many guesses to show, as the address says; 1 by default."""
    move = whole_number(text, 0, len(record.guesses))
    return 1 if move is None else move


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
