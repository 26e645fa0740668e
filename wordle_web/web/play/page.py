"""The page of a game: the game itself, its end, and what surrounds the two."""

import functools
from collections.abc import Iterator
from dataclasses import dataclass

from flask import request

from wordle_web.engine.words.letters import plain_letters
from wordle_web.game.board import TileBoard, board
from wordle_web.game.rules import Game
from wordle_web.parsing import letters_of, printable, whole_number
from wordle_web.web.play.cards import Boards, boards_announcement, boards_view, shared_boards
from wordle_web.web.play.games import GameState, GameStatus, Puzzle, game_status, game_url
from wordle_web.web.play.result import GameResult, game_result
from wordle_web.web.play.surroundings import Surroundings, surroundings_of
from wordle_web.web.ui.formatting import list_text
from wordle_web.web.ui.i18n import gettext, language, translator
from wordle_web.web.ui.keyboard import Keyboard, keyboard
from wordle_web.web.ui.spelling import written, written_board


@dataclass(frozen=True, slots=True)
class GameView:
    """A game in progress or finished, with the form for the next guess.

    Attributes:
        puzzle: Its name, by which scripts notice that another game has begun.
        state: In progress, or how it ended.
        hard: Whether it is played in hard mode.
        length: Letters of a word.
        board: All rows, those to come included; None for several boards.
        boards: Several boards; None for a game of one.
        keyboard: Each letter's best mark so far.
        action: Where the form is sent.
        turn: Number of the guess that it takes, from 1.
        turn_label: For example "Guess 2 of 6".
        day: Number of the daily puzzle; empty for any other.
        typed: What was typed, after a refusal.
        refusal: Why the last guess was refused; empty if it was not.
        refusal_note: The rule behind it, where that is not obvious.
        announcement: What a screen reader says of the last row and of the end.
    """

    puzzle: str
    state: GameState
    hard: bool
    length: int
    board: TileBoard | None
    boards: Boards | None
    keyboard: Keyboard
    action: str
    turn: int
    turn_label: str
    day: str
    typed: str
    refusal: str
    refusal_note: str
    announcement: str


@dataclass(frozen=True, slots=True)
class PlayPage:
    """A game, how it ended (None while it is played), and what surrounds it."""

    game: GameView
    end: GameResult | None
    around: Surroundings


def play_page(puzzle: Puzzle, refusal: str = "", typed: str = "", note: str = "") -> PlayPage:
    """Return the view model of a game; after a refused guess it has what was typed."""
    status = game_status(puzzle)
    game = status.game
    around = surroundings_of(puzzle, status)
    end = game_result(puzzle, status, around) if status.is_over else None
    letters = letters_of(plain_letters(typed, puzzle.lexicon.alphabet), puzzle.length)
    boards = _boards(puzzle, status, letters) if len(game.answers) > 1 else None
    is_given_up = status.is_over and not game.is_over
    shown = None if boards else _board(game, letters, language(), is_given_up=is_given_up)
    view = GameView(
        puzzle=puzzle.id,
        state=status.state,
        hard=game.hard,
        length=puzzle.length,
        board=written_board(shown, puzzle.lexicon) if shown else None,
        boards=boards,
        keyboard=_keyboard(game, boards),
        action=game_url(puzzle),
        turn=status.turn,
        turn_label=gettext("Guess %(number)s of %(all)s", number=status.turn, all=game.tries),
        day="" if puzzle.day is None else str(puzzle.day),
        typed=printable(typed),
        refusal=refusal,
        refusal_note=note,
        announcement=". ".join(filter(None, _said(puzzle, game, boards or shown, end))),
    )
    return PlayPage(view, end, around)


def _boards(puzzle: Puzzle, status: GameStatus, typed: str) -> Boards:
    game, wanted = status.game, request.args.get("board", "")
    posted = whole_number(request.form.get("board", ""), 1, len(game.answers))
    if posted and not game.boards[posted - 1].is_won:  # once it is solved, the keys are free
        wanted = str(posted)
    return boards_view(game, puzzle.lexicon, typed, wanted, puzzle.url, status.state)


def _keyboard(game: Game, boards: Boards | None) -> Keyboard:
    if boards is None:
        return keyboard(game)
    if boards.selected and (number := int(boards.selected)) <= game.shown:
        return keyboard(game.boards[number - 1])
    shared = shared_boards(game)
    if len(shared) == 1:  # the last board, or in turn the only one that shows its colors
        return keyboard(shared[0][1])
    return keyboard(game, shared)


# Many players have the same board. 256 of 12 kB at
# 8 letters: 3 MB at most.
@functools.lru_cache(maxsize=256)
def _board(game: Game, typed: str, language: str, *, is_given_up: bool) -> TileBoard:
    return board(game, typed, translator(language), is_given_up=is_given_up)


def _said(
    puzzle: Puzzle, game: Game, shown: TileBoard | Boards | None, end: GameResult | None
) -> Iterator[str]:
    """Yield what a screen reader says of the last guess and of the end."""
    if isinstance(shown, TileBoard) and game.guesses:
        yield shown.rows[len(game.guesses) - 1].label
    elif isinstance(shown, Boards):
        yield boards_announcement(game)
        yield shown.left if game.guesses and not end else ""
    if end:
        yield end.headline
        if isinstance(shown, TileBoard):
            yield gettext("The answer is %(answer)s.", answer=end.written)
        elif lost := [board.answer for board in game.boards if not board.is_won]:
            words = list_text([written(answer, puzzle.lexicon) for answer in lost])
            yield gettext("Not found: %(words)s", words=words)
