"""The tiles of the helper: rows of one board, and the card of each of several boards."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace

from wordle_web.engine.advice import BoardAdvice
from wordle_web.engine.feedback import digits_of, marks_of
from wordle_web.engine.results import NO_PATTERNS, PatternCounts
from wordle_web.engine.rows import HIDDEN, WAITING
from wordle_web.engine.wording import ordinal
from wordle_web.engine.words.letters import capitals
from wordle_web.game.board import MARKS, Mark, tile_label
from wordle_web.web.helper.answer import WordGroup, gray_text, word_groups
from wordle_web.web.helper.form import HelperResult
from wordle_web.web.helper.hints import is_spoiler
from wordle_web.web.helper.results import Result, in_order
from wordle_web.web.helper.state import HelperState
from wordle_web.web.ui.formatting import words_text
from wordle_web.web.ui.i18n import gettext, ngettext

MAX_NAMED = 4  # words of a board
MAX_LISTED = 480  # words in the folds of all boards together
MAX_OFFERED = 6  # results of a board: two lines of a card


@dataclass(frozen=True, slots=True)
class TileButton:
    """One tile whose mark can be changed; `typed` until its board has colors in this row.

    Attributes:
        tap: The value that its button sends, such as `2.3`, or `2.1.3` of several boards.
        labels: Its spoken label for each mark: absent, present, correct.
    """

    letter: str
    mark: Mark
    label: str
    tap: str
    labels: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Tiles:
    """The tiles of a row on one board.

    Attributes:
        field: The name of the hidden field that holds their marks.
        digits: Those marks; empty while they wait.
        start: The marks that they begin with once one is touched.
        is_waiting: Whether they are to be colored.
    """

    tiles: tuple[TileButton, ...]
    field: str
    digits: str
    start: str
    is_waiting: bool


@dataclass(frozen=True, slots=True)
class RowView:
    """One row of the helper.

    Attributes:
        colored_label: What is spoken of the row once it has its colors.
        tiles: Of one board; None with several, whose tiles are on their cards.
        url: Of several boards, where the marks of this row are edited.
        is_selected: Whether they are.
    """

    number: int
    label: str
    guess: str
    is_waiting: bool
    colored_label: str = ""
    tiles: Tiles | None = None
    url: str = ""
    is_selected: bool = False


@dataclass(frozen=True, slots=True)
class BoardCard:
    """One board of several: what is left on it, and its tiles in the row that is edited.

    Attributes:
        label: For example "Board 3".
        status: "solved", "hidden", "open" or, where no word is left, "no-match".
        text: What is left on it, in a few words.
        words: The likeliest words left; none beside tiles while a board waits for its colors.
        groups: More of them, in folds.
        tiles: None where it shows no marks in that row.
        at: The value of the buttons that leave it gray or say it is solved, which stay until the
            last board is colored, so that nothing moves under the player's finger.
        gray: The label of the first of these.
        results: Its likeliest results, which stay as long.
    """

    number: int
    label: str
    status: str
    text: str
    words: str = ""
    groups: tuple[WordGroup, ...] = ()
    tiles: Tiles | None = None
    at: str = ""
    gray: str = ""
    results: tuple[Result, ...] = ()


def row_views(state: HelperState, path: str) -> Iterator[RowView]:
    """Yield the rows: of one board with their tiles, of several where they are edited."""
    for index, row in enumerate(state.rows):
        word = capitals(row.guess) or gettext("no word yet")
        label = gettext("Row %(number)s, %(word)s", number=index + 1, word=word)
        view = RowView(index + 1, label, row.guess, row.is_waiting, colored_label=label)
        if state.count > 1:
            url = replace(state, selected=index).address(path)
            yield replace(view, url=url, is_selected=index == state.row)
            continue
        if row.is_waiting:
            label = gettext(
                "Row %(number)s, %(word)s, not colored yet", number=index + 1, word=word
            )
        yield replace(view, label=label, tiles=_tiles(state, index, 0))


def _tiles(state: HelperState, row: int, board: int) -> Tiles:
    guess, digits = state.rows[row].guess, state.rows[row].marks[board]
    # What is known already is there from the start.
    start = state.position.starting_marks(row, board)
    marks: list[Mark] = [MARKS[int(digit)] for digit in digits or start]
    if digits == WAITING:
        marks = ["typed" if mark == "absent" else mark for mark in marks]
    numbers = [row + 1] if state.count == 1 else [row + 1, board + 1]
    prefix = "" if state.count == 1 else gettext("Board %(number)s", number=board + 1) + ", "
    buttons = []
    for place, (letter, mark) in enumerate(zip(guess or " " * state.length, marks, strict=True), 1):
        name = letter.strip()
        labels = tuple(prefix + tile_label(place, name or "?", each, gettext) for each in MARKS)
        facts = {"place": ordinal(place, gettext), "letter": capitals(name) or "?"}
        label = (
            prefix + gettext("%(place)s letter %(letter)s, not colored yet", **facts)
            if mark == "typed"
            else labels[MARKS.index(mark)]
        )
        tap = ".".join(map(str, [*numbers, place]))
        buttons.append(TileButton(capitals(name), mark, label, tap, labels))
    field = f"marks.{row + 1}.{board + 1}"
    return Tiles(tuple(buttons), field, digits, start, bool(guess) and digits == WAITING)


def board_cards(state: HelperState, found: HelperResult) -> Iterator[BoardCard]:
    """Yield the card of each of several boards."""
    row, offered = state.row, dict(found.waiting)
    for board in found.advice.boards:
        card = _card(state, board, found.used)
        number = board.number
        if row is None or state.rows[row].marks[number] == HIDDEN:
            yield card
            continue
        card = replace(card, tiles=_tiles(state, row, number))
        if state.position.first_waiting is None:
            yield card
            continue
        card = replace(card, words="", groups=())
        if not state.rows[row].guess:
            yield card
            continue
        yield replace(
            card,
            at=f"{row + 1}.{number + 1}",
            gray=gray_text(state, row, number),
            results=tuple(_results(state, offered.get(number, NO_PATTERNS), row, number)),
        )


def _results(state: HelperState, patterns: PatternCounts, row: int, board: int) -> Iterator[Result]:
    start = state.position.starting_marks(row, board)
    # All gray and solved have buttons of their own.
    others = ("0" * state.length, start, "2" * state.length)
    likeliest = patterns.likeliest(MAX_OFFERED + len(others))
    offered = [each for each in likeliest if digits_of(each.pattern, state.length) not in others]
    for each in in_order(offered[:MAX_OFFERED], state.length):
        value = f"{row + 1}.{board + 1}.{each.pattern}"
        yield Result(each, marks_of(each.pattern, state.length), value)


def _card(state: HelperState, board: BoardAdvice, used: Collection[str]) -> BoardCard:
    """Return a card without tiles."""
    label = gettext("Board %(number)s", number=board.number + 1)
    if board.answer:
        row = state.position.solved_in(board.number)
        guesses = 0 if row is None else row + 1
        text = ngettext("solved in %(num)s guess", "solved in %(num)s guesses", guesses)
        return BoardCard(board.number + 1, label, "solved", text, capitals(board.answer))
    if not board.is_shown:
        return BoardCard(board.number + 1, label, "hidden", gettext("comes later"))
    if not board.candidates:
        text = gettext("No word matches these colors")
        return BoardCard(board.number + 1, label, "no-match", text)
    text = words_text(board.candidates)
    if board.likely:
        text = ngettext("%(num)s likely", "%(num)s likely", board.likely)
    if not any(row.marks[board.number] not in {WAITING, HIDDEN} for row in state.rows):
        return BoardCard(board.number + 1, label, "open", "")
    card = BoardCard(board.number + 1, label, "open", text)
    if is_spoiler(state):
        return card
    words = ", ".join(board.remaining.words[:MAX_NAMED]).upper()
    if board.candidates <= MAX_NAMED:
        return replace(card, words=words)
    return replace(
        card,
        words=f"{words} …",
        groups=tuple(word_groups(board, used, MAX_LISTED // state.count)),
    )
