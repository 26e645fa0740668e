"""Several boards on a page: cards in a fixed order, one of them selected, and their announcements.

Up to eight boards show their rows. More boards are small cards, each with a map of its colors and
the letters known, and the selected one is also shown large.
"""

import functools
from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from wordle_web.engine.feedback import all_correct, feedback
from wordle_web.engine.knowledge import Turn
from wordle_web.engine.letters import capitals
from wordle_web.engine.lexicon import Lexicon
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
from wordle_web.game.hints import hint_board
from wordle_web.game.rules import Game, KnownLetter, Status
from wordle_web.parsing import whole_number
from wordle_web.web.http.paths import joined
from wordle_web.web.http.sessions import preferences
from wordle_web.web.ui.formatting import list_text
from wordle_web.web.ui.i18n import gettext, language, ngettext, translator
from wordle_web.web.ui.spelling import alphabet_of, spelled, written_board

SMALL_FROM = 16  # number of boards from which their cards are small
MAX_SPOKEN = 4  # with more boards, only the numbers of boards with new letters are read out
NO_HINTS: Mapping[int, tuple[KnownLetter, ...]] = MappingProxyType({})


class Card(NamedTuple):
    """One of several boards, as the page shows it."""

    number: int  # counted from 1
    status: Status | None  # None while the board is hidden, since its turn has not come
    # None while the board is hidden. A small card has only the row being typed or, once finished,
    # the answer. In sequential games, a larger card of a finished board has only the answer, too,
    # unless it is selected or the game is over.
    board: TileBoard | None
    # The number of the guess that solved it, or X; empty while it is open, or if no guesses are
    # kept.
    result: str
    label: str  # for screen readers
    url: str  # the address at which it is selected
    is_selected: bool
    # Whether it has a frame: it is also shown large, above the small ones, or the next hint is for
    # it.
    is_framed: bool
    # The yellow and the green tiles of a small open card, as SVG paths; None on other cards.
    map: tuple[tuple[Mark, str], ...] | None
    is_ready: bool  # whether it is open and each of its letters was green


class Boards(NamedTuple):
    """The boards of a game as cards, and the selected one."""

    game: Game
    cards: tuple[Card, ...]  # all boards, in their order
    # If the cards are small, the one that is also shown with all its rows; after the end only if it
    # is selected.
    large: Card | None
    selected: int | None  # the number of the board that the player has selected, if any
    url: str  # the address without a selected board
    # The address with the next unsolved board as the large one; empty if there is none.
    following: str
    fits: str  # a message that the typed word fits no open board; empty if it fits one
    # Empty rows of later guesses, the same on every board; none on small cards, or at the end.
    later: tuple[TileRow, ...]

    @property
    def is_small(self) -> bool:
        """Whether all boards but the large one are small."""
        return len(self.cards) >= SMALL_FROM

    @property
    def left(self) -> str:
        """The number of boards still to be solved, in words."""
        solved = sum(board.is_won for board in self.game.boards[: self.game.shown])
        number = len(self.cards) - solved
        return ngettext("%(num)s board left", "%(num)s boards left", number)


def boards_view(
    game: Game,
    lexicon: Lexicon | None,
    typed: str,
    wanted: str,
    url: str,
    hinted: Mapping[int, tuple[KnownLetter, ...]] = NO_HINTS,
    *,
    offers_hints: bool = False,
) -> Boards:
    """Return the boards of a game; `wanted` is the number of the one to select, if any.

    `hinted` has the letters that hints revealed, by board, from 0. With `offers_hints`, the board
    that the next hint is for has a frame. Guesses have the accents of the lexicon, if it is known.
    """
    boards, count, player = game.boards, len(game.answers), preferences()
    is_over, are_small = game.is_over, count >= SMALL_FROM
    selected = whole_number(wanted, 1, count)
    unsolved = (number for number, board in enumerate(boards, 1) if not board.is_won)
    active = selected or next(unsolved, 1)  # always shows the typed letters
    has_large = are_small and bool(selected or not is_over)
    shown, alphabet = game.shown, alphabet_of(lexicon)
    for_hint = hint_board(game, selected - 1 if selected else None) if offers_hints else None

    def card(number: int, *, is_small: bool) -> Card:
        board = boards[number - 1] if number <= shown else None
        status = board.status if board else None
        echo = typed if player.echo or number == active else None
        is_done = status is not None and status.is_over
        is_folded = is_done and (is_small or (game.in_turn and number != selected and not is_over))
        is_open = status is Status.PLAYING
        is_ready = is_open and boards[number - 1].is_known
        rows = None
        if board:
            known = hinted.get(number - 1, ())
            rows = _rows(
                board, echo, language(), alphabet, known, player.ghosts, is_small, is_folded
            )
        result = board.result if board and board.guesses and is_done else ""
        return Card(
            number=number,
            status=status,
            board=written_board(rows, lexicon) if rows else None,
            result=result,
            label=_label(number, status, result, is_ready=is_ready),
            url=_board_url(url, number, is_over=is_over),
            is_selected=number == selected,
            is_framed=(is_small and has_large and number == active) or number - 1 == for_hint,
            map=_map(boards[number - 1]) if is_small and is_open else None,
            is_ready=is_ready,
        )

    following = ""
    if has_large and not is_over:
        others = [number for number, _ in shared_boards(game) if number != active]
        later = [number for number in others if number > active]
        following = next((_board_url(url, number, is_over=False) for number in later + others), "")
    later_rows: tuple[TileRow, ...] = ()
    if not (are_small or is_over):
        numbers = range(game.turn + 1, game.tries + 1)
        empty = (empty_row(game.length, number, translator(language())) for number in numbers)
        later_rows = tuple(row._replace(kind="later") for row in empty)
    return Boards(
        game=game,
        cards=tuple(card(number, is_small=are_small) for number in range(1, count + 1)),
        large=card(active, is_small=False) if has_large else None,
        selected=selected,
        url=url,
        following=following,
        fits="" if is_over else _fits_text(game, lexicon, typed),
        later=later_rows,
    )


def _board_url(url: str, number: int, *, is_over: bool) -> str:
    # A fragment would keep the browser from focusing the field for the next guess.
    return joined(url, f"board={number}{'#boards' if is_over else ''}")


def shared_boards(game: Game) -> tuple[tuple[int, Game], ...]:
    """Return the unsolved boards that show their colors, each with its number, from 1."""
    shown = enumerate(game.boards[: game.shown], 1)
    return tuple((number, board) for number, board in shown if not board.is_won)


def boards_announcement(game: Game, lexicon: Lexicon | None) -> str:
    """Return the announcement of the last guess and its effects; empty before the first guess."""
    number = len(game.guesses)
    if not number:
        return ""
    word = spelled(game.guesses[-1], lexicon)
    sentences = [gettext("Guess %(number)d, %(word)s") % {"number": number, "word": word}]
    changed = {}
    for place, board in enumerate(game.boards[: game.shown], 1):
        if board.is_won and len(board.guesses) == number:
            sentences.append(gettext("Board %(number)s solved") % {"number": place})
        elif not board.is_won and (marks := _news(board, language(), alphabet_of(lexicon))):
            changed[place] = marks
    if len(game.answers) <= MAX_SPOKEN:
        sentences += [
            gettext("Board %(number)s: %(marks)s") % {"number": place, "marks": marks}
            for place, marks in changed.items()
        ]
    elif changed:
        boards = list_text(list(map(str, changed)))
        sentences.append(gettext("New letters on boards %(boards)s") % {"boards": boards})
    return ". ".join(sentences)


# Without the cache, this takes a third of the time of a page of 32 boards. 256 entries of 1 kB:
# 0.3 MB at most.
@functools.lru_cache(maxsize=256)
def _news(board: Game, language: str, alphabet: str) -> str:
    return news(board, alphabet, translator(language))


def _fits_text(game: Game, lexicon: Lexicon | None, word: str) -> str:
    if len(word) != game.length or not game.guesses or (lexicon and word not in lexicon):
        return ""
    for _, board in shared_boards(game):
        if all(feedback(turn.guess, word) == turn.pattern for turn in board.turns):
            return ""
    return gettext("%(word)s no longer fits any board", word=capitals(word, alphabet_of(lexicon)))


# A page has up to 33 boards, and without the cache they take 40 % of its time. At first, many
# players have the same boards. 256 entries of 5 kB besides the rows played: 1.3 MB at most.
@functools.lru_cache(maxsize=256)
def _rows(
    board: Game,
    typed: str | None,
    language: str,
    alphabet: str,
    hinted: tuple[KnownLetter, ...],
    shows_ghosts: bool,
    is_small: bool,
    is_folded: bool,
) -> TileBoard:
    gettext = translator(language)
    if is_folded:
        return TileBoard((_answer_row(board, language, alphabet),), board.length)
    rows: tuple[TileRow, ...] = ()
    if not is_small:
        turns = enumerate(board.turns, 1)
        rows = tuple(played_row(turn, number, alphabet, gettext) for number, turn in turns)
    if board.is_over and board.answer not in board.guesses:
        rows = (*rows, _answer_row(board, language, alphabet))
    if not board.is_over:
        row = next_row(board, alphabet, typed or "", gettext, hinted, shows_ghosts=shows_ghosts)
        # Rows that don't show typed letters need no labels for scripts.
        rows = (*rows, row if typed is not None else row._replace(kind="empty"))
    return TileBoard(rows, board.length)


def _answer_row(board: Game, language: str, alphabet: str) -> TileRow:
    turn, gettext = Turn(board.answer, all_correct(board.length)), translator(language)
    row = played_row(turn, len(board.guesses), alphabet, gettext)
    if board.answer in board.guesses:
        return row
    label = gettext("The answer is %(answer)s.")
    return row._replace(label=label % {"answer": capitals(board.answer, alphabet)})


def _label(number: int, status: Status | None, result: str, *, is_ready: bool) -> str:
    facts = {"number": number, "result": result}
    if is_ready:
        return gettext("Board %(number)s, all letters known", **facts)
    if status is None:
        return gettext("Board %(number)s, hidden until its turn", **facts)
    if not result:
        return gettext("Board %(number)s", **facts)
    if status is Status.WON:
        return gettext("Board %(number)s, solved in guess %(result)s", **facts)
    return gettext("Board %(number)s, not solved", **facts)


# Without the cache, this takes a sixth of the time of a page of 32 boards. 256 entries of 3 kB:
# 0.8 MB at most.
@functools.lru_cache(maxsize=256)
def _map(board: Game) -> tuple[tuple[Mark, str], ...]:
    """Return SVG paths of the yellow and of the green tiles; row numbers are the y coordinates."""
    by_mark: dict[Mark, list[tuple[int, int]]] = {"present": [], "correct": []}
    for row, turn in enumerate(board.turns):
        for column, mark in enumerate(turn.marks):
            if mark:
                by_mark[MARKS[mark]].append((row, column))
    return tuple(
        (mark, "".join(f"M{column} {row}h1" for row, column in cells))
        for mark, cells in by_mark.items()
    )
