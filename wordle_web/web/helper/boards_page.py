"""The page of the helper with several boards: a card for each board, and the best next guess."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from flask import url_for

from wordle_web.engine.boards.state import Board, BoardsState
from wordle_web.engine.boards.suggestion import BoardsSuggestion, RankedBoardsGuess
from wordle_web.engine.lexicon import Lexicon
from wordle_web.engine.rows import HIDDEN, WAITING, max_rows
from wordle_web.game.board import MARKS, Mark, tile_label
from wordle_web.web.helper.boards_solve import BoardsResult
from wordle_web.web.helper.edits import MARKS_PREFIX, Outcome, add_word, starting_digits
from wordle_web.web.helper.page import COUNTS, Notice, TileButton, entry_label, unknown_words
from wordle_web.web.helper.state import HelperState, problem_text
from wordle_web.web.services import services
from wordle_web.web.ui.boards_explained import board_numbers, why_text
from wordle_web.web.ui.components import Link, Option, number_options
from wordle_web.web.ui.formatting import decimal, number_text, words_text
from wordle_web.web.ui.i18n import gettext, ngettext
from wordle_web.web.ui.links import boards_analysis_link
from wordle_web.web.ui.queries import IN_TURN, Problem, mode_options

MAX_NAMED = 4  # words of a board
MAX_WAITING = 4  # boards named that are still to be colored, which takes two lines at most


@dataclass(frozen=True, slots=True)
class BoardCard:
    """One board: what is left on it, and its marks in the row that is edited.

    Attributes:
        label: For example "Board 3".
        status: "solved", "hidden", "open" or, where no word is left, "no-match".
        text: What is left on it, in a few words.
        words: The likeliest words left, in capitals; none beside tiles while a board waits for its
            colors.
        field: The name of the hidden field that holds its marks in the row that is edited.
        tiles: Its tiles in that row; none where it shows no marks there.
        marks: Those marks as digits; empty while they wait.
        start: The marks that it starts with once a tile is touched.
        is_waiting: Whether it is to be colored.
        at: The value of the buttons that leave it gray or say it is solved, which stay until the
            last board is colored, so that nothing moves under the player's finger.
    """

    number: int
    label: str
    status: str
    text: str
    words: str
    field: str
    tiles: tuple[TileButton, ...] = ()
    marks: str = ""
    start: str = ""
    is_waiting: bool = False
    at: str = ""


@dataclass(frozen=True, slots=True)
class RowLink:
    """A row of the game, and where its marks are edited."""

    number: int
    word: str
    url: str
    is_selected: bool
    is_waiting: bool


@dataclass(frozen=True, slots=True)
class RankedRow:
    """One of the best guesses in figures."""

    word: str
    url: str
    solved: str
    left: str
    is_candidate: bool


@dataclass(frozen=True, slots=True)
class BoardsSuggestionView:
    """The best next guess, why, and the ten best."""

    word: str
    play: Link
    why: str
    ranking: tuple[RankedRow, ...]


@dataclass(frozen=True, slots=True)
class BoardsOptions:
    """How many boards, in which order, of which words; and all that in one line."""

    summary: str
    counts: tuple[Option, ...]
    modes: tuple[Option, ...]
    lengths: tuple[Option, ...]
    orders: tuple[Option, ...]


@dataclass(frozen=True, slots=True)
class BoardsHelperPage:
    """Everything on the page."""

    state: HelperState
    address: str
    share_url: str
    screenshot: str
    title: str
    headline: str
    rest: str
    spoken: str
    selected: int
    options: BoardsOptions
    rows: tuple[RowLink, ...]
    prompt: str
    rest_gray: int
    cards: tuple[BoardCard, ...]
    suggestion: BoardsSuggestionView | None
    analysis: Link | None
    problems: tuple[str, ...]
    notices: tuple[Notice, ...]
    draft: str
    draft_error: str
    entry_label: str


def boards_helper_page(
    outcome: Outcome, found: BoardsResult, problems: Sequence[Problem]
) -> BoardsHelperPage:
    """Return everything on the page."""
    state, path, boards = outcome.state, url_for(".helper"), found.boards
    headline = _headline(boards)
    left = boards.guesses_left
    rest = "" if boards.is_over else ngettext("%(num)s guess left", "%(num)s guesses left", left)
    row = state.row
    draft_problem = outcome.draft_problem
    view = _suggestion_view(state, found.suggestion, path) if found.suggestion else None
    cards = tuple(_card(state, boards, number, board) for number, board in enumerate(boards.boards))
    return BoardsHelperPage(
        state=state,
        address=state.address(path),
        share_url=replace(state, selected=None).address(url_for(".helper", _external=True)),
        screenshot=state.options.address(url_for("screenshot.screenshot", place="helper")),
        title=" · ".join([headline] * bool(state.rows) + [gettext("Helper")]),
        headline=headline,
        rest=rest,
        spoken=_spoken(state, headline, view, cards),
        selected=0 if row is None else row + 1,
        options=_options(state),
        rows=tuple(_row_links(state, path)),
        prompt=_prompt(state),
        rest_gray=_rest_gray(state),
        cards=cards,
        suggestion=view,
        analysis=_analysis_link(state, boards) if boards.is_over else None,
        problems=tuple(dict.fromkeys(problem_text(each, state.position) for each in problems)),
        notices=tuple(_notices(state, boards.lexicon)),
        draft=outcome.draft,
        draft_error=problem_text(draft_problem, state.position) if draft_problem else "",
        entry_label=entry_label([row.guess for row in state.rows]),
    )


def _headline(boards: BoardsState) -> str:
    if boards.is_over:
        return gettext("All boards solved")
    count = len(boards.boards)
    solved = number_text(count - len(boards.unsolved))
    return ngettext(
        "%(solved)s of %(num)s board solved",
        "%(solved)s of %(num)s boards solved",
        count,
        solved=solved,
    )


def _analysis_link(state: HelperState, boards: BoardsState) -> Link:
    answers = [board.answer for board in boards.boards if board.answer]
    guesses = [turn.guess for turn in state.position.boards_turns]
    return boards_analysis_link(answers, guesses, state.mode, in_turn=state.position.in_turn)


def _options(state: HelperState) -> BoardsOptions:
    summary = [
        ngettext("%(num)s board", "%(num)s boards", state.count),
        gettext("%(number)s letters", number=state.length),
        *([gettext("one after another")] if state.position.in_turn else []),
    ]
    return BoardsOptions(
        summary=" · ".join(summary),
        counts=number_options(sorted({*COUNTS, state.count}), state.count),
        modes=mode_options(state.length, state.mode),
        lengths=number_options(services().lengths, state.length),
        orders=(
            Option("", gettext("All boards together"), not state.position.in_turn),
            Option(IN_TURN, gettext("One board after another"), state.position.in_turn),
        ),
    )


def _row_links(state: HelperState, path: str) -> Iterator[RowLink]:
    for index, row in enumerate(state.rows):
        yield RowLink(
            number=index + 1,
            word=row.guess.upper() or gettext("no word yet"),
            url=replace(state, selected=index).address(path),
            is_selected=index == state.row,
            is_waiting=row.is_waiting,
        )


def _prompt(state: HelperState) -> str:
    """Return what is to be done next, where marks are missing."""
    row = state.row
    waiting = [] if row is None else state.position.waiting(row)
    if row is None or not waiting:
        return ""
    word = state.rows[row].guess.upper() or gettext("no word yet")
    shown = sum(each != HIDDEN for each in state.rows[row].marks)
    if len(waiting) < shown and len(waiting) <= MAX_WAITING:
        boards = board_numbers(waiting)
        return gettext("Color %(word)s on %(boards)s.", word=word, boards=boards)
    return gettext("Color %(word)s on each board.", word=word)


def _rest_gray(state: HelperState) -> int:
    """Return how many boards wait in the row that is edited, where a button grays them all."""
    row = state.row
    return 0 if row is None or not state.rows[row].guess else len(state.position.waiting(row))


def _card(state: HelperState, boards: BoardsState, number: int, board: Board) -> BoardCard:
    status, text, words = _status(state, boards, number, board)
    card = BoardCard(
        number=number + 1,
        label=gettext("Board %(number)s", number=number + 1),
        status=status,
        text=text,
        words=words,
        field=f"{MARKS_PREFIX}{(state.row or 0) + 1}.{number + 1}",
    )
    row = state.row
    if row is None or state.rows[row].marks[number] == HIDDEN:
        return card
    guess, marks = state.rows[row].guess, state.rows[row].marks[number]
    return replace(
        card,
        words="" if state.position.first_waiting is not None else words,
        tiles=tuple(_tiles(state, row, number)),
        marks=marks,
        start=starting_digits(state, row, number) if guess else "",
        is_waiting=bool(guess) and marks == WAITING,
        at=f"{row + 1}.{number + 1}" if guess and state.position.first_waiting is not None else "",
    )


def _status(
    state: HelperState, boards: BoardsState, number: int, board: Board
) -> tuple[str, str, str]:
    if board.answer:
        row = state.position.solved_in(number)
        guesses = 0 if row is None else row + 1
        text = ngettext("solved in %(num)s guess", "solved in %(num)s guesses", guesses)
        return "solved", text, board.answer.upper()
    if not board.is_shown:
        return "hidden", gettext("comes later"), ""
    if not len(board.candidates):
        return "no-match", gettext("No word matches these colors"), ""
    likely = int(boards.belief.likely[board.candidates].sum())
    if not any(row.marks[number] not in {WAITING, HIDDEN} for row in state.rows):
        return "open", "", ""
    text = ngettext("%(num)s likely", "%(num)s likely", likely)
    if not likely:
        text = words_text(len(board.candidates))
    named = board.candidates[:MAX_NAMED].tolist()
    words = ", ".join(boards.lexicon.words[index].upper() for index in named)
    return "open", text, f"{words} …" if len(board.candidates) > len(named) else words


def _tiles(state: HelperState, row: int, board: int) -> Iterator[TileButton]:
    guess, marks = state.rows[row].guess, state.rows[row].marks[board]
    known = starting_digits(state, row, board) if guess and marks == WAITING else marks
    for place in range(state.length):
        letter = guess[place : place + 1]
        digit = known[place : place + 1]
        mark: Mark = MARKS[int(digit)] if digit else "empty"
        if marks == WAITING and mark in {"absent", "empty"}:
            mark = "typed"
        labels = tuple(
            gettext("Board %(number)s", number=board + 1)
            + ", "
            + tile_label(place + 1, letter or "?", name, gettext)
            for name in MARKS
        )
        label = labels[MARKS.index(mark)] if mark in MARKS else _uncolored(board, place, letter)
        tap = f"{row + 1}.{board + 1}.{place + 1}"
        yield TileButton(letter.upper(), mark, label, tap, labels)


def _uncolored(board: int, place: int, letter: str) -> str:
    return gettext(
        "Board %(board)s, letter %(place)s, %(letter)s, not colored yet",
        board=board + 1,
        place=place + 1,
        letter=letter.upper() or "?",
    )


def _suggestion_view(
    state: HelperState, found: BoardsSuggestion, path: str
) -> BoardsSuggestionView | None:
    if not found.best:
        return None
    ranking = tuple(_ranked_row(state, each, path) for each in found.best)
    play = Link(gettext("Use it"), ranking[0].url)
    return BoardsSuggestionView(ranking[0].word, play, why_text(found.best[0]), ranking)


def _ranked_row(state: HelperState, each: RankedBoardsGuess, path: str) -> RankedRow:
    has_room = len(state.rows) < max_rows(state.count)
    return RankedRow(
        word=each.guess.upper(),
        url=add_word(state, each.guess).address(path) if has_room else "",
        solved=decimal(each.expected_solved),
        left=decimal(each.expected_remaining),
        is_candidate=each.is_candidate,
    )


def _spoken(
    state: HelperState,
    headline: str,
    suggestion: BoardsSuggestionView | None,
    cards: Iterable[BoardCard],
) -> str:
    problems = [f"{card.label}: {card.text}." for card in cards if card.status == "no-match"]
    rest = [_prompt(state)]
    if suggestion:
        rest = [gettext("Best next guess: %(word)s.", word=suggestion.word), suggestion.why]
    return " ".join([f"{headline}.", *problems, *filter(None, rest)])


def _notices(state: HelperState, lexicon: Lexicon) -> Iterator[Notice]:
    if any(not row.guess for row in state.rows):
        yield Notice(gettext("Rows without a word do not count yet. Type their words in order."))
    yield from unknown_words((row.guess for row in state.rows), lexicon)
