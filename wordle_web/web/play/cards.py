"""Several boards on a page: cards in a fixed order, one of them selected, and what is said of them.

Up to eight boards show their rows. Of more there are small cards, with a map of their colors and
the letters known, and the selected one is large.
"""

import functools
from dataclasses import dataclass
from typing import Literal

from wordle_web.engine.feedback import all_correct, feedback
from wordle_web.engine.knowledge import Turn, most_colored
from wordle_web.engine.lexicon import Lexicon
from wordle_web.engine.words.letters import capitals
from wordle_web.game.board import (
    MARKS,
    Mark,
    TileBoard,
    TileRow,
    empty_row,
    news,
    next_row,
    played_row,
)
from wordle_web.game.rules import Game
from wordle_web.parsing import whole_number
from wordle_web.web.http.sessions import preferences
from wordle_web.web.play.games import GameState
from wordle_web.web.ui.formatting import list_text
from wordle_web.web.ui.i18n import gettext, language, ngettext, translator
from wordle_web.web.ui.keyboard import cells_path
from wordle_web.web.ui.spelling import written_board

CardState = Literal["open", "won", "lost", "hidden"]

SMALL_FROM = 16  # boards
MAX_SPOKEN = 4  # boards whose letters are read out


@dataclass(frozen=True, slots=True)
class Card:
    """One of several boards.

    Attributes:
        number: From 1.
        state: In progress, solved, not solved at the end, or still hidden because its turn has
            not come.
        board: Its rows; of a finished one only that of its answer, unless it is selected or the
            game is over; None while it is hidden.
        result: The guess that solved it, or X; empty while it is open, or if no guesses are kept.
        label: Spoken.
        url: Where it is selected.
        is_selected: Whether it has the keys to itself.
        is_enlarged: Whether it stands here small and beside them large.
        map: Of a small one that is open, where each color is, as paths; None for any other.
        is_ready: Whether it is open and all its letters are known.
    """

    number: int
    state: CardState
    board: TileBoard | None
    result: str
    label: str
    url: str
    is_selected: bool
    is_enlarged: bool
    map: tuple[tuple[Mark, str], ...] | None
    is_ready: bool


@dataclass(frozen=True, slots=True)
class Boards:
    """Several boards.

    Attributes:
        cards: All of them, in their order.
        large: Of many boards, the one that is large, with all its rows; at the end only one that
            is selected.
        is_small: Whether there are so many that the others are small.
        selected: The number of the one that has the keys to itself; empty for none.
        unselect: Where none is selected.
        following: Where the board is large that is the next one not solved; empty where none is
            large, or no other one is left.
        left: How many are still to be solved, in words.
        fits: A hint that the word typed so far fits no board any more.
        guesses: All guesses so far, by which scripts know how far the game is.
        length: Letters of the answers.
        later: The rows of later guesses, the same on every board, where there is room for them.
    """

    cards: tuple[Card, ...]
    large: Card | None
    is_small: bool
    selected: str
    unselect: str
    following: str
    left: str
    fits: str
    guesses: tuple[str, ...]
    length: int
    later: tuple[TileRow, ...]


def boards_view(
    game: Game, lexicon: Lexicon | None, typed: str, wanted: str, url: str, result: GameState
) -> Boards:
    """Return the boards of a game; `wanted` is the number of the one to select, if any.

    Guesses have the accents of the lexicon, where it is known.
    Of a game finished long ago no guesses are kept, only its result.
    """
    boards, count, chosen = game.boards, len(game.answers), preferences()
    selected, active = _chosen_boards(game, wanted)
    is_over, is_small = result != "playing", count >= SMALL_FROM
    has_large = is_small and bool(selected or not is_over)

    def card(number: int, *, is_small: bool) -> Card:
        board = boards[number - 1] if is_over or number <= game.shown else None
        state = "won" if result == "won" else _state(board, is_over=is_over)
        echo = typed if chosen.echo or number == active else None
        is_folded = state in {"won", "lost"} and (is_small or not (number == selected or is_over))
        is_ready = state == "open" and _is_ready(board)
        rows = _rows(board, state, echo, language(), chosen.ghosts, is_small, is_folded)
        return Card(
            number=number,
            state=state,
            board=written_board(rows, lexicon) if rows else None,
            result=_result(board, state),
            label=_label(number, state, _result(board, state), is_ready=is_ready),
            url=_board_url(url, number),
            is_selected=number == selected,
            is_enlarged=is_small and has_large and number == active,
            map=_map(board) if is_small and state == "open" else None,
            is_ready=is_ready,
        )

    return Boards(
        cards=tuple(card(number, is_small=is_small) for number in range(1, count + 1)),
        large=card(active, is_small=False) if has_large else None,
        is_small=is_small,
        selected=str(selected or ""),
        unselect=url,
        following=_following(game, active, url) if has_large and not is_over else "",
        left=_left_text(game),
        fits="" if is_over else _fits_text(game, lexicon, typed),
        guesses=game.guesses,
        length=game.length,
        later=() if is_small or is_over else _later_rows(game),
    )


def _chosen_boards(game: Game, wanted: str) -> tuple[int | None, int]:
    """Return the number of the board that is selected, and that of the one to look at."""
    selected = whole_number(wanted, 1, len(game.answers))
    open_boards = (number for number, each in enumerate(game.boards, 1) if not each.is_won)
    return selected, selected or next(open_boards, 1)


def _board_url(url: str, number: int) -> str:
    return f"{url}{'&' if '?' in url else '?'}board={number}#boards"


def _following(game: Game, active: int, url: str) -> str:
    others = [number for number, _ in shared_boards(game) if number != active]
    later = [number for number in others if number > active]
    return next((_board_url(url, number) for number in later + others), "")


def shared_boards(game: Game) -> tuple[tuple[int, Game], ...]:
    """Return the boards whose colors the keys show: those that are not solved, by their numbers."""
    shown = enumerate(game.boards[: game.shown], 1)
    return tuple((number, board) for number, board in shown if not board.is_won)


def boards_announcement(game: Game) -> str:
    """Return what a screen reader says of the last guess: what changed on which board."""
    number = len(game.guesses)
    if not number:
        return ""
    word = capitals(game.guesses[-1])
    said = [gettext("Guess %(number)d, %(word)s") % {"number": number, "word": word}]
    changed = {}
    for place, board in enumerate(game.boards[: game.shown], 1):
        if board.is_won and len(board.guesses) == number:
            said.append(gettext("Board %(number)s solved") % {"number": place})
        elif not board.is_won and (found := _news(board, language())):
            changed[place] = found
    if len(game.answers) <= MAX_SPOKEN:
        said += [
            gettext("Board %(number)s: %(marks)s") % {"number": place, "marks": found}
            for place, found in changed.items()
        ]
    elif changed:
        boards = list_text(list(map(str, changed)))
        said.append(gettext("New letters on boards %(boards)s") % {"boards": boards})
    return ". ".join(said)


@functools.lru_cache(maxsize=256)  # of 1 kB: 0.3 MB at most
def _news(board: Game, language: str) -> str:
    return news(board, translator(language))


def _fits_text(game: Game, lexicon: Lexicon | None, word: str) -> str:
    if len(word) != game.length or not game.guesses or (lexicon and word not in lexicon):
        return ""
    for _, board in shared_boards(game):
        if all(feedback(turn.guess, word) == turn.pattern for turn in board.turns):
            return ""
    return gettext("%(word)s no longer fits any board", word=capitals(word))


def _state(board: Game | None, *, is_over: bool) -> CardState:
    if board is None:
        return "hidden"
    return "won" if board.is_won else "lost" if is_over else "open"


# A page has up to 33 boards, which many players have in common at first. 256 of 5 kB besides the
# rows played: 1.3 MB at most.
@functools.lru_cache(maxsize=256)
def _rows(
    board: Game | None,
    state: CardState,
    typed: str | None,
    language: str,
    shows_ghosts: bool,
    is_small: bool,
    is_folded: bool,
) -> TileBoard | None:
    if board is None:
        return None
    if is_folded:
        return TileBoard((_answer_row(board, language),), board.length)
    rows: tuple[TileRow, ...] = ()
    if not is_small:
        turns = enumerate(board.turns, 1)
        rows = tuple(_played_row(turn, number, language) for number, turn in turns)
    if state in {"won", "lost"} and not board.is_won:
        rows = (*rows, _answer_row(board, language))
    if state == "open":
        gettext = translator(language)
        row = next_row(board, typed or "", gettext, shows_ghosts=shows_ghosts)
        # Where what is typed does not show, no script fills the row.
        rows = (*rows, row if typed is not None else row._replace(kind="empty"))
    return TileBoard(rows, board.length)


def _left_text(game: Game) -> str:
    solved = sum(board.is_won for board in game.boards[: game.shown])
    return ngettext("%(num)s board left", "%(num)s boards left", len(game.answers) - solved)


def _later_rows(game: Game) -> tuple[TileRow, ...]:
    gettext = translator(language())
    numbers = range(len(game.guesses) + 2, game.tries + 1)
    return tuple(empty_row(game.length, each, gettext)._replace(kind="later") for each in numbers)


def _answer_row(board: Game, language: str) -> TileRow:
    row = _played_row(Turn(board.answer, all_correct(board.length)), len(board.guesses), language)
    if board.is_won:
        return row
    said = translator(language)("The answer is %(answer)s.")
    return row._replace(label=said % {"answer": capitals(board.answer)})


# Most rows of a page were on the one before. 2,048 of 2 kB at 8 letters: 4 MB at most.
@functools.lru_cache(maxsize=2048)
def _played_row(turn: Turn, number: int, language: str) -> TileRow:
    return played_row(turn, number, translator(language))


def _is_ready(board: Game | None) -> bool:
    return board is not None and most_colored(board.turns).total() == board.length


def _result(board: Game | None, state: CardState) -> str:
    if board is None or not board.guesses or state == "open":
        return ""
    return str(len(board.guesses)) if state == "won" else "X"


def _label(number: int, state: CardState, result: str, *, is_ready: bool) -> str:
    facts = {"number": number, "result": result}
    if is_ready:
        return gettext("Board %(number)s, all letters known", **facts)
    if state == "hidden":
        return gettext("Board %(number)s, hidden until its turn", **facts)
    if not result:
        return gettext("Board %(number)s", **facts)
    if state == "won":
        return gettext("Board %(number)s, solved in guess %(result)s", **facts)
    return gettext("Board %(number)s, not solved", **facts)


@functools.lru_cache(maxsize=256)  # of 3 kB: 0.8 MB at most
def _map(board: Game) -> tuple[tuple[Mark, str], ...]:
    """Return where a board has each color, as paths; all else is absent."""
    found: dict[Mark, list[tuple[int, int]]] = {"present": [], "correct": []}
    for row, turn in enumerate(board.turns):
        for column, mark in enumerate(turn.marks):
            if mark:
                found[MARKS[mark]].append((row, column))
    return tuple((mark, cells_path(cells)) for mark, cells in found.items())
