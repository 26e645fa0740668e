"""The helper's page around its answer: rows or cards, notices, options, and known letters."""

import functools
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import product
from typing import NamedTuple

from flask import url_for

from wordle_web.engine.advice import NO_PATTERNS, BoardAdvice, PatternCount
from wordle_web.engine.boards.state import MAX_BOARDS
from wordle_web.engine.boards.suggestion import BoardProspect, BoardsSuggestion
from wordle_web.engine.diagnosis import near_words
from wordle_web.engine.feedback import digits_of
from wordle_web.engine.hard_mode import HardMode, hard_mode_violation
from wordle_web.engine.knowledge import Knowledge, Turn, learn
from wordle_web.engine.letters import counted_letter, ordinal, plain_letters
from wordle_web.engine.lexicon import Lexicon
from wordle_web.engine.row_parser import parse_rows
from wordle_web.engine.rows import HIDDEN, WAITING, Position, Row, max_rows
from wordle_web.game.board import MARKS, Mark, TileRow, key_marks, played_row, tile_label
from wordle_web.game.puzzles.days import DAILY_LENGTH
from wordle_web.web.helper.answer import (
    Answer,
    WordList,
    can_be_answer,
    gray_text,
    is_spoiler,
    words_left,
)
from wordle_web.web.helper.edits import (
    MAX_DRAFT,
    FormResult,
    add_word,
    delete_row,
    with_count,
    with_length,
)
from wordle_web.web.helper.figures import in_order
from wordle_web.web.helper.result import HelperResult
from wordle_web.web.helper.state import HelperState, problem_text
from wordle_web.web.services import services
from wordle_web.web.ui.components import Link, Option, number_options
from wordle_web.web.ui.examples import pairs_of
from wordle_web.web.ui.formatting import capitals, number_text, words_text
from wordle_web.web.ui.i18n import gettext, language, ngettext, translator
from wordle_web.web.ui.keyboard import Keyboard, marked_keyboard
from wordle_web.web.ui.layout import is_script
from wordle_web.web.ui.queries import (
    DEFAULT_MODE,
    MODE_TEXTS,
    Problem,
    mode_options,
    query_string,
    read_word,
)

# Numbers of boards to choose from; an address may have any number up to 32.
COUNTS = (1, 2, 4, 8, 16, 32)
SURE = 0.995  # probability from which a fact counts as certain
MAX_LISTED = 480  # words listed on all boards together
# Results of a board, in order: the likeliest four, and two more. With more rows above there is room
# for fewer.
OFFERED = slice(4), slice(4, 6)
ROOM = (6, 4, 4, 2)  # the number of results shown, by the number of rows above


Notice = tuple[str, Sequence[Link]]  # a sentence about the rows, and links that help


class TileButton(NamedTuple):
    """A tile whose mark can be changed."""

    letter: str
    mark: Mark  # `typed` until its board has colors in this row
    label: str  # for screen readers
    tap: str  # the value of its button: `2.3`, or `2.1.3` with several boards
    labels: tuple[str, ...]  # for screen readers, by mark: absent, present, correct
    is_known: bool  # whether the rows before the newest one imply that it is correct
    is_wrong: bool = False  # whether its color is one of those that no word can have


class Tiles(NamedTuple):
    """The tiles of a row on one board."""

    tiles: tuple[TileButton, ...]
    field: str  # the name of the hidden field with their marks
    digits: str  # the value of that field; empty while the tiles wait for colors
    start: str  # the marks that the tiles get once one of them is tapped
    is_waiting: bool  # whether the row has a word and waits for colors on this board


class BoardCard(NamedTuple):
    """One of several boards: its words left and its rows, with tiles for the edited row."""

    number: int  # counted from 1
    status: str  # "solved", "open" or, if no word is left, "no-match"
    text: str  # the number of words left or of guesses, or that no word fits
    # The words left. While a row waits for colors, only the likely ones are listed, and none if it
    # waits on this board.
    words: WordList = ((), 0)
    rows: tuple[Sequence[TileRow], ...] = ()  # the rows before the edited row, and those after it
    tiles: Tiles | None = None  # None if the board shows no marks in that row
    # The value of its buttons for gray and solved; empty if no row waits for colors. The buttons
    # and the likeliest results stay until the last board is colored, so that nothing moves under
    # the player's finger.
    button_value: str = ""
    gray: str = ""  # the label of the button for gray
    is_never_gray: bool = False  # whether no word left has the colors of that button
    can_be_answer: bool = False  # whether the word of the edited row could solve the board
    fixes: str = ""  # the id of its fixes; empty without any
    fix: Link | None = None  # the likeliest of them
    after: str = ""  # the words left on the board after the best guess
    # The link to its hints, without an address while they are shown; None if no hints are offered.
    hint: Link | None = None
    results: tuple[PatternCount, ...] = ()  # the four likeliest first, as many as a phone shows


@dataclass(frozen=True)
class HelperPage:
    """The helper's page, whose parts the template reads; a part that does not apply is empty."""

    outcome: FormResult
    answer: Answer
    past_answers: Collection[str] = ()  # past answers that the player has saved
    shows_words: bool = True  # whether the player wants to see the words left

    @property
    def state(self) -> HelperState:
        """The state that is shown."""
        return self.outcome.state

    @cached_property
    def lexicon(self) -> Lexicon:
        """The lexicon of the state's word length."""
        return services().lexicon(self.state.length)

    @property
    def title(self) -> str:
        """The title of the page, with the headline of the answer once a row has a word."""
        title = gettext("Helper")
        has_words = any(row.guess for row in self.state.rows)
        return f"{self.answer.headline[0]} · {title}" if has_words else title

    @property
    def share_url(self) -> str:
        """The address to share, without the player's preferences."""
        path = url_for(".helper", _external=True)
        return self.state.address(
            path, answers_only=False, hint=0, hint_board=None, selected=None, game=""
        )

    @property
    def screenshot(self) -> str:
        """The address of the page that reads screenshots, with the same options."""
        return self.state.options.address(url_for("screenshot.screenshot", purpose="helper"))

    # Problems and fixes.

    @property
    def problems(self) -> Iterable[str]:
        """The problems of the request that no other part of the page shows."""
        shown = {self.answer.guess_problem, *(problem for _, problem in self._row_problems)}
        others = (failure for failure in self.answer.failures if failure not in shown)
        return dict.fromkeys(problem_text(problem, self.state.position) for problem in others)

    @cached_property
    def _row_problems(self) -> list[tuple[int, Problem]]:
        """The problems of rows that exist, with the index of the row."""
        pairs = product(enumerate(row.guess for row in self.state.rows), self.answer.failures)
        kinds = {"row-marks", "boards-marks"}
        unread = [
            (index, failure)
            for (index, guess), failure in pairs
            if failure.kind in kinds and read_word(Row.parse(failure.text).guess) == guess
        ]
        return [*self.outcome.row_problems, *unread]

    @property
    def deleted(self) -> str:
        """The notice of a deletion that a script can undo; empty if there is none."""
        number = self.outcome.deleted
        if number is None or not is_script():
            return ""
        if number == 0:
            return gettext("All rows cleared. Undo brings them back.")
        return gettext("Row %(number)s deleted. Undo brings it back.", number=number)

    @property
    def draft_error(self) -> str:
        """The reason why the text left in the field for a new row isn't a row."""
        problem = self.outcome.draft_problem
        return problem_text(problem, self.state.position) if problem else ""

    @property
    def notices(self) -> Iterator[Notice]:
        """Notices about the rows, with links to fixes."""
        state, site, problem = self.state, services(), self.outcome.draft_problem
        if self.outcome.is_truncated:
            most = max_rows(state.count)
            yield gettext("Only the first %(most)s rows were kept.", most=most), ()
        word = read_word(problem.text) if problem and problem.kind == "word" else None
        if word and len(word) in site.lengths and word in site.lexicon(len(word)):
            label = gettext("Switch to %(number)s letters", number=len(word))
            longer = add_word(with_length(state, len(word)), word)
            yield "", [Link(label, longer.address(self.answer.path))]
        blank = sum(not row.guess for row in state.rows)
        if blank:
            text = ngettext(
                "%(num)s row has colors but no word, so it doesn’t count yet. Type its word.",
                "%(num)s rows have colors but no words, so they don’t count yet. Type "
                "their words in order.",
                blank,
            )
            yield text, ()

    def row_notices(self, index: int) -> Iterator[tuple[str, str, Sequence[Link]]]:
        """Yield the notices beside a row: the kind of notice, its text and links."""
        state, path = self.state, self.answer.path
        row, number = state.rows[index], index + 1
        for problem in (problem for at, problem in self._row_problems if at == index):
            yield "problem", problem_text(problem, state.position), ()
        solved = {state.position.solved_in(board) for board in range(state.count)}
        if row.guess and all(row_index is not None and row_index < index for row_index in solved):
            text = gettext("Row %(number)s comes after the answer.", number=number)
            yield "info", text, (self._deletion(index),)
        if row.guess and row.guess not in self.lexicon:
            near = [
                self._question(word, state.with_row(index, replace(row, guess=word)))
                for word in near_words(self.lexicon, row.guess)
            ]
            word = capitals(row.guess)
            text = (
                gettext("%(word)s isn’t in our word list.", word=word)
                if row.is_waiting
                else gettext("Not in our word list, but counted: %(words)s", words=word)
            )
            is_colored = not (row.is_waiting or (index == state.row and self.answer.untouched))
            links = near or [self._deletion(index)] * is_colored
            yield "word" if near else "info", text, links
        turns, alphabet = (
            replace(state.position, rows=state.rows[:index]).turns(0),
            self.lexicon.alphabet,
        )
        if row.guess and (violation := hard_mode_violation(row.guess, turns, state.hard, alphabet)):
            facts = {"number": number, "hint": violation.message(gettext)}
            text = gettext("Hard mode doesn’t allow row %(number)s: %(hint)s.", **facts)
            if state.hard is HardMode.ULTRA:
                text = gettext("Ultra-hard mode doesn’t allow row %(number)s. %(hint)s.", **facts)
            off = Link(gettext("Turn off hard mode"), state.address(path, hard=HardMode.OFF))
            yield "info", text, (self._deletion(index), off)

    def _deletion(self, index: int) -> Link:
        label = gettext("Delete row %(number)s", number=index + 1)
        return Link(label, delete_row(self.state, index).address(self.answer.path))

    @property
    def unknown(self) -> Iterator[Notice]:
        """A typed word that is in no list, with similar words that may be meant."""
        state, lexicon, draft = self.state, self.lexicon, self.outcome.draft
        first = next(iter(draft.split()), "")
        typed = read_word(plain_letters(first, lexicon.alphabet)) or ""
        if len(typed) == state.length and typed not in lexicon:
            near = near_words(lexicon, typed) if len(state.rows) < max_rows(state.count) else ()
            links = [self._question(word, add_word(state, word)) for word in near]
            yield gettext("%(word)s isn’t in our word list.", word=capitals(typed)), links

    def _question(self, word: str, state: HelperState) -> Link:
        return Link(gettext("%(word)s?", word=capitals(word)), state.address(self.answer.path))

    @cached_property
    def as_boards(self) -> Link | None:
        """The link that reads pasted text as boards side by side; None if there is only one."""
        problem, text, state = self.outcome.draft_problem, self.outcome.draft, self.state
        # A text of the maximum length may be truncated.
        if problem is None or problem.kind != "boards" or len(text) >= MAX_DRAFT:
            return None
        rows = parse_rows(text, state.length, self.lexicon, MAX_BOARDS).rows
        count = max((len(list(filter(None, row.marks))) for row in rows), default=1)
        if count == 1:
            return None
        boards = HelperState(Position(count=count, length=state.length), mode=state.mode)
        label = gettext("Read as %(number)s boards", number=count)
        return Link(label, f"{boards.address(self.answer.path)}&{query_string(('add', text))}")

    # The rows, or the boards.

    def tiles(self, row: int) -> Tiles:
        """Return the tiles of a row in a game of one board."""
        return self._checked(_tiles(self.state, row, 0), row, 0)

    def _checked(self, tiles: Tiles, row: int, board: int) -> Tiles:
        """Return the tiles of a row; those whose colors match no word have `is_wrong`."""
        conflict = self.answer.result.conflict
        if conflict is None or (conflict.board, self.state.row) != (board, row):
            return tiles
        checked = (
            tile._replace(is_wrong=place in conflict.tiles)
            for place, tile in enumerate(tiles.tiles)
        )
        return tiles._replace(tiles=tuple(checked))

    @property
    def cards(self) -> Iterator[BoardCard]:
        """The boards, if there are several, without boards that show nothing yet."""
        boards = (
            board
            for board in self.answer.result.advice.boards
            if self.state.rows and board.is_shown
        )
        return (self._card(board) for board in boards)

    def _card(self, board: BoardAdvice) -> BoardCard:
        card = _card(self.state, self.answer.result, board)
        conflict = self.answer.result.conflict
        if conflict and conflict.board == board.number:
            card = card._replace(status="no-match", text=gettext("No word fits"))
            if card.tiles:
                tiles = self._checked(card.tiles, self.state.row or 0, board.number)
                card = card._replace(tiles=tiles)
        elif board.number in self.answer.unfinished:
            card = card._replace(status="open", text="")
        for failure in self.answer.no_match:
            if failure.board == board.number and (failure.fixes or failure.all_words):
                fix = failure.likeliest
                link = Link(fix.short, fix.url) if fix else failure.all_words
                card = card._replace(fixes=failure.anchor, fix=link)
        if (
            self.answer.is_hint
            and self.answer.row is None
            and board.candidates
            and not board.answer
        ):
            card = card._replace(hint=self._hint(board.number))
        suggestion = self.answer.suggestion
        prospects = suggestion.best[0].prospects if isinstance(suggestion, BoardsSuggestion) else ()
        for prospect in prospects:
            if suggestion and prospect.number == board.number:
                card = card._replace(after=_after(suggestion.best[0].guess, prospect))
        return card if self.shows_words else card._replace(words=((), 0))

    def _hint(self, board: int) -> Link:
        if board == self.answer.result.hint_board:
            return Link(" ".join(list(self.answer.hints)[-1:]) or self.answer.heading[0], "")
        # Start at the first degree, since letters of another board are revealed only on request.
        return Link(gettext("Hint"), self.state.address(self.answer.path, hint=1, hint_board=board))

    @property
    def words(self) -> WordList:
        """The words left; none for several boards, or if the player has hidden them."""
        return self.answer.words if self.shows_words else ((), 0)

    @property
    def can_hide_words(self) -> bool:
        """Whether words are listed, or would be if the player had not hidden them."""
        is_open = self.answer.suggestion and self.state.rows and not is_spoiler(self.state)
        return bool(self.answer.words[0] if self.answer.is_alone else is_open)

    @property
    def keys(self) -> Keyboard:
        """The letters as keys, with their marks on each board that is open."""
        position, shown = self.state.position, self.answer.result.advice.boards
        boards = [board.number for board in shown if board.is_shown and not board.answer] or [0]
        marks = {number + 1: key_marks(position.turns(number)) for number in boards}
        return marked_keyboard(position.length, position.count if boards[1:] else 1, marks)

    @property
    def is_finished(self) -> bool:
        """Whether no guess can follow: all boards are solved."""
        return self.answer.result.advice.is_over and not self.answer.result.advice.contradictory

    @property
    def example(self) -> str:
        """A word as an example of the input."""
        return pairs_of(services().all_words(DAILY_LENGTH))[0][0]

    # The options.

    @cached_property
    def used(self) -> int:
        """The number of past answers that the advice takes into account."""
        state = self.state
        saved = self.past_answers if state.mode == DEFAULT_MODE else ()
        return len({*state.used, *saved})

    @property
    def options(self) -> str:
        """The chosen options in one line, for the closed section."""
        state, n = self.state, number_text(self.used)
        past = ngettext("%(number)s past answer", "%(number)s past answers", self.used, number=n)
        parts = (
            ngettext("%(num)s board", "%(num)s boards", state.count),
            gettext("%(number)s letters", number=state.length),
            state.mode != DEFAULT_MODE and str(MODE_TEXTS[state.mode]),
            state.position.in_turn and gettext("one after another"),
            state.hard and ("", gettext("hard mode"), gettext("ultra-hard mode"))[state.hard],
            state.answers_only and gettext("possible answers only"),
            state.hint and gettext("hints"),
            self.used and past,
        )
        return " · ".join(part for part in parts if part)

    @property
    def modes(self) -> tuple[Option, ...]:
        """The word lists to choose from."""
        return mode_options(self.state.length, self.state.mode)

    @property
    def lengths(self) -> tuple[Option, ...]:
        """The numbers of letters to choose from."""
        return number_options(services().lengths, self.state.length)

    @property
    def boards(self) -> Iterator[Link]:
        """The numbers of boards to choose from; the first boards keep their marks."""
        for count in sorted({*COUNTS, self.state.count}):
            is_now = count == self.state.count
            url = "" if is_now else with_count(self.state, count).address(self.answer.path)
            yield Link(str(count), url)

    # Known letters, and answers to save.

    @cached_property
    def answers(self) -> tuple[str, ...]:
        """The answers of a game elsewhere that is solved, to be saved as past answers."""
        is_elsewhere = self.state.mode == DEFAULT_MODE and self.is_finished
        boards = self.answer.result.advice.boards if is_elsewhere else ()
        return tuple(board.answer for board in boards if board.answer)

    @property
    def new_answers(self) -> list[str]:
        """The answers of the solved game that are not saved yet."""
        return [word for word in self.answers if word not in self.past_answers]

    @cached_property
    def known(self) -> Knowledge | None:
        """The facts that the rows prove.

        None for several boards, without colored rows, and if the rows contradict each other or
        leave only one word.
        """
        turns = self.state.position.turns(0)
        if self.state.count > 1 or self.answer.candidates == 1 or not turns:
            return None
        known = learn(turns, self.state.length, self.lexicon.alphabet)
        return None if known.is_contradictory else known

    @property
    def contained(self) -> str:
        """The letters known to be in the answer, as a text with their numbers where they matter."""
        known, texts = self.known, []
        if known is None:
            return ""
        # If all letters of the word are known, their numbers need no mention.
        is_clear = sum(known.at_least.values()) >= len(known.possible)
        for letter in known.must_contain:
            least, most = known.at_least[letter], known.at_most.get(letter)
            text = counted_letter(capitals(letter), least, gettext)
            if least == most == 1 and not is_clear:
                text = gettext("exactly one %(letter)s", letter=capitals(letter))
            elif least == most and not is_clear:
                text = gettext("exactly %(letters)s", letters=text)
            elif least > 1 and not is_clear:
                text = gettext("at least %(letters)s", letters=text)
            texts.append(text)
        return ", ".join(texts)


def _tiles(state: HelperState, row: int, board: int) -> Tiles:
    digits = state.rows[row].marks[board]
    letters = tuple(map(capitals, state.rows[row].guess))
    start = state.position.starting_marks(row, board)
    known = start if row == len(state.rows) - 1 else ""
    return _tiles_of(letters, digits, start, known, (row, board), state.count == 1, language())


# A tap changes the tiles of one board only. 512 entries of 3 kB: 1.5 MB at most.
@functools.lru_cache(maxsize=512)
def _tiles_of(
    letters: tuple[str, ...],
    digits: str,
    start: str,
    known: str,
    at: tuple[int, int],
    is_alone: bool,
    language: str,
) -> Tiles:
    gettext, row, board = translator(language), at[0] + 1, at[1] + 1
    marks: list[Mark] = [MARKS[int(digit)] for digit in digits or start]
    if digits == WAITING:
        marks = [mark if mark == "correct" else "typed" for mark in marks]
    prefix = "" if is_alone else gettext("Board %(number)s") % {"number": board} + ", "
    buttons = []
    names = letters or ("",) * len(start)
    for place, (name, mark) in enumerate(zip(names, marks, strict=True), 1):
        labels = [prefix + tile_label(place, name or "?", choice, gettext) for choice in MARKS]
        is_known = known[place - 1 : place] == "2"
        if is_known:
            labels[2] = gettext("%(tile)s, already known") % {"tile": labels[2]}
        facts = {"place": ordinal(place, gettext), "letter": name or "?"}
        label = (
            prefix + gettext("%(place)s letter %(letter)s, not colored yet") % facts
            if mark == "typed"
            else labels[MARKS.index(mark)]
        )
        tap = f"{row}.{place}" if is_alone else f"{row}.{board}.{place}"
        buttons.append(TileButton(name, mark, label, tap, tuple(labels), is_known))
    field = f"marks.{row}.{board}"
    return Tiles(tuple(buttons), field, digits, start, bool(letters) and digits == WAITING)


def _card(state: HelperState, result: HelperResult, board: BoardAdvice) -> BoardCard:
    """Return the card of one of several boards, without the parts that depend on the best guess."""
    row, number, position = state.row or 0, board.number, state.position
    colored = [
        played_row(Turn(other.guess, pattern), index + 1, services().alphabet, translator())
        for index, other in enumerate(state.rows)
        if index != row and other.guess and (pattern := other.pattern(number)) is not None
    ]
    before = sum(tile_row.number <= row for tile_row in colored)
    card = _closed_card(state, result, board)._replace(rows=(colored[:before], colored[before:]))
    if state.rows[row].marks[number] == HIDDEN:
        return card
    card = card._replace(tiles=_tiles(state, row, number))
    if position.first_waiting is None:
        return card
    words = () if state.rows[row].marks[number] == WAITING else card.words[0]
    likely = words[: board.likely or None]
    card = card._replace(words=(likely, board.candidates - len(likely)))
    if not (guess := state.rows[row].guess):
        return card
    # All gray, the starting marks and solved have buttons of their own.
    others = ("0" * state.length, position.starting_marks(row, number), "2" * state.length)
    likeliest = result.waiting.get(number, NO_PATTERNS).likeliest(OFFERED[-1].stop + len(others))
    most = ROOM[before] if before < len(ROOM) else 0
    offered = [
        counted for counted in likeliest if digits_of(counted.pattern, state.length) not in others
    ][:most]
    return card._replace(
        button_value=f"{row + 1}.{number + 1}",
        gray=gray_text(state, row, number),
        is_never_gray=number in result.never_gray,
        can_be_answer=can_be_answer(guess, position.turns(number)),
        results=tuple(
            counted for part in OFFERED for counted in in_order(offered[part], state.length)
        ),
    )


def _after(guess: str, prospect: BoardProspect) -> str:
    """Return the mean number of words left on a board after a guess, or that it is solved."""
    if prospect.solve_probability > SURE:
        return gettext("%(word)s solves it", word=capitals(guess))
    words = words_text(max(1, round(prospect.expected_remaining)))
    return gettext("%(word)s leaves %(words)s", word=capitals(guess), words=words)


def _closed_card(state: HelperState, result: HelperResult, board: BoardAdvice) -> BoardCard:
    number = board.number + 1
    if board.answer:
        row = state.position.solved_in(board.number)
        guesses = 0 if row is None else row + 1
        text = ngettext("solved in %(num)s guess", "solved in %(num)s guesses", guesses)
        turns = state.position.turns_by_row(board.number)
        for place, turn in turns.items():
            if Turn.of(turn.guess, board.answer) != turn:
                text = gettext("solved, but row %(number)s doesn’t fit", number=place + 1)
                break
        return BoardCard(number, "solved", text)
    if not board.candidates:
        return BoardCard(number, "no-match", gettext("No word fits"))
    if all(row.marks[board.number] in {WAITING, HIDDEN} for row in state.rows):
        return BoardCard(number, "open", "")
    text = words_text(board.candidates)
    most = 0 if is_spoiler(state) else MAX_LISTED // state.count
    words = words_left(board, result.used, most) if most else ((), 0)
    return BoardCard(number, "open", text, words=words)
