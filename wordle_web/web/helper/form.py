"""What the helper's form asks for: the next state, and what the engine finds for it.

The form is sent by GET: beside the state it carries what was typed, which button was pressed, and
the tiles that were tapped. `act` returns the next state, to whose address the view redirects; a
script is sent its page at once. `solve` asks the engine for advice on a state, on one board or
several; texts come later. Imports no Flask.
"""

import functools
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np

from wordle_web.engine.advice import Advice, AnyRankedGuess, advise, rate
from wordle_web.engine.candidates import Belief, candidates_after, narrow
from wordle_web.engine.feedback import all_correct
from wordle_web.engine.hard_mode import HardModeViolation, hard_mode_violation
from wordle_web.engine.knowledge import learn
from wordle_web.engine.lexicon import Lexicon
from wordle_web.engine.openings import fingerprint
from wordle_web.engine.results import (
    NO_PATTERNS,
    LetterHint,
    PatternCounts,
    letter_hint,
    pattern_counts,
)
from wordle_web.engine.rows import HIDDEN, Position
from wordle_web.engine.used_words import NOTHING_KNOWN, OtherGame
from wordle_web.engine.words.letters import plain_letters
from wordle_web.game.puzzles.puzzles import LENGTHS
from wordle_web.parsing import MAX_NUMBER, whole_number
from wordle_web.web.fair_lock import SEARCH_LOCK
from wordle_web.web.helper.edits import (
    EditError,
    add_text,
    add_word,
    clear_rows,
    cycle_tile,
    delete_row,
    edit_text,
    gray_board,
    gray_rest,
    move_row,
    set_mark,
    set_result,
    with_length,
)
from wordle_web.web.helper.state import HelperState, is_marks
from wordle_web.web.ui.queries import Pairs, Problem, excerpt, read_word

MAX_DRAFT = 200
DRAFT = "draft"
TEXT_PREFIX = "text."  # a field for the word of each row
MARKS_PREFIX = "marks."
# The marks of a row on a board, both from 1: tiles that were tapped, where there is a script.
MARKS_FIELD = re.compile(r"marks\.([1-9][0-9]?)\.([1-9][0-9]?)", re.ASCII)
BUDGET_MS = 90.0
MAX_CACHED = 64
MAX_OFFERING = 16  # boards, beyond which results would make the page heavy


class Button(NamedTuple):
    """A button of the form: how many numbers its value has, counted from 1, and its edit.

    The first number is a row. Where there are several boards, the second is a board if the edit
    is one of a board; the helper of one board leaves it out.
    """

    numbers: int
    edit: Callable[..., HelperState]
    is_of_board: bool = True


BUTTONS: Mapping[str, Button] = {
    "tap": Button(3, lambda state, row, board, at: cycle_tile(state, row - 1, board - 1, at - 1)),
    "set": Button(
        4, lambda state, row, board, at, mark: set_mark(state, row - 1, board - 1, at - 1, mark)
    ),
    "gray": Button(2, lambda state, row, board: gray_board(state, row - 1, board - 1)),
    "result": Button(
        3, lambda state, row, board, pattern: set_result(state, row - 1, board - 1, pattern)
    ),
    "solved": Button(
        2,
        lambda state, row, board: set_result(state, row - 1, board - 1, all_correct(state.length)),
    ),
    "rest": Button(1, lambda state, row: gray_rest(state, row - 1), is_of_board=False),
    "delete": Button(1, lambda state, row: delete_row(state, row - 1), is_of_board=False),
    # No button of a page moves rows any more; addresses that did still do.
    "up": Button(1, lambda state, row: move_row(state, row - 1, -1), is_of_board=False),
    "down": Button(1, lambda state, row: move_row(state, row - 1, 1), is_of_board=False),
    "clear": Button(1, lambda state, _: clear_rows(state), is_of_board=False),
}
TRY = "try"  # a word that is being typed: taken where it is one, left in the field where not
ACTIONS = frozenset({*BUTTONS, TRY, "add", "resize"})
PREFIXES = (TEXT_PREFIX, MARKS_PREFIX)


@dataclass(frozen=True, slots=True)
class FormResult:
    """The state that an action leads to, and what could not be done.

    Attributes:
        state: The next state, as far as it could be reached.
        draft: What is left in the field for a new row.
        draft_problem: Why that text is no row.
        is_truncated: Whether some of its rows were left out because there was no room.
        problems: What was wrong with other fields and buttons.
    """

    state: HelperState
    is_action: bool = False
    draft: str = ""
    draft_problem: Problem | None = None
    is_truncated: bool = False
    problems: tuple[Problem, ...] = ()

    @property
    def is_refused(self) -> bool:
        """Whether a requested edit could not be made."""
        return bool(self.draft_problem or self.problems)

    def with_problem(self, problem: Problem) -> "FormResult":
        """Return the outcome with one more thing that could not be done."""
        return replace(self, problems=(*self.problems, problem))

    def edited(self, edit: Callable[..., HelperState], *arguments: object) -> "FormResult":
        """Return the outcome of one more edit."""
        try:
            return replace(self, state=edit(self.state, *arguments))
        except EditError as error:
            return self.with_problem(error.problem)


def act(
    state: HelperState,
    pairs: Iterable[tuple[str, str]],
    lengths: Sequence[int] = LENGTHS,
    lexicon: Lexicon | None = None,
) -> FormResult:
    """Return the outcome of submitting the form of `state` with the fields `pairs`.

    There are word lists for `lengths`; `lexicon` is the one of the state's length.
    """
    values = tuple(pairs)
    if not any(name in ACTIONS or name.startswith(PREFIXES) for name, _ in values):
        draft = next((value for name, value in values if name == DRAFT), "")
        return FormResult(state, draft=draft[:MAX_DRAFT])
    outcome = FormResult(_with_marks_fields(state, values), is_action=True)
    # Texts before buttons, which move and delete rows: both go by the numbers of the page sent.
    for name, value in values:
        if name.startswith(TEXT_PREFIX):
            outcome = _with_text(outcome, name.removeprefix(TEXT_PREFIX), value, lexicon)
    for name, value in values:
        if name in BUTTONS:
            outcome = _pressed(outcome, name, value.strip())
        elif name == "resize":
            outcome = _with_length(outcome, value.strip(), lengths)
    tried = next((value for name, value in values if name == TRY), "")
    if tried:
        word = read_word(plain_letters(tried, lexicon.alphabet)) if lexicon else None
        if lexicon is None or word is None or word not in lexicon:
            return replace(outcome, draft=tried[:MAX_DRAFT])
        return outcome.edited(add_word, word)
    return _with_added(outcome, values, lengths, lexicon)


def _with_marks_fields(state: HelperState, values: Pairs) -> HelperState:
    """Return `state` with tapped tiles: `marks.2.3`, sent by a script, is row 2 on board 3."""
    for name, value in values:
        field = MARKS_FIELD.fullmatch(name)
        if field is None or value == HIDDEN or not (value and is_marks(value, state.position)):
            continue
        row, board = (int(each) - 1 for each in field.groups())
        is_there = row < len(state.rows) and board < state.count
        if is_there and state.rows[row].marks[board] not in {HIDDEN, value}:
            state = state.with_row(row, state.rows[row].marked(board, value))
    return state


def _with_text(outcome: FormResult, number: str, text: str, lexicon: Lexicon | None) -> FormResult:
    rows = {str(index + 1): index for index in range(len(outcome.state.rows))}
    index = rows.get(number)
    # The field of a row is always sent; a word that is there already is no edit.
    if index is None or not text.strip() or read_word(text) == outcome.state.rows[index].guess:
        return outcome
    return outcome.edited(edit_text, index, text, lexicon)


def _pressed(outcome: FormResult, name: str, value: str) -> FormResult:
    button = BUTTONS[name]
    texts = value.split(".")
    if button.is_of_board and outcome.state.count == 1:
        texts.insert(1, "1")
    numbers = [whole_number(each, 0, MAX_NUMBER) for each in texts]
    if len(numbers) != button.numbers or None in numbers:
        return outcome.with_problem(Problem("action", excerpt(f"{name}={value}")))
    return outcome.edited(button.edit, *numbers)


def _with_length(outcome: FormResult, value: str, lengths: Sequence[int]) -> FormResult:
    if value == str(outcome.state.length):
        return outcome
    length = whole_number(value, 0, MAX_NUMBER)
    if length is None:
        return outcome.with_problem(Problem("action", excerpt(f"resize={value}")))
    return outcome.edited(with_length, length, lengths)


def _with_added(
    outcome: FormResult, values: Pairs, lengths: Sequence[int], lexicon: Lexicon | None
) -> FormResult:
    """Return the outcome of typing or pasting rows."""
    text = "\n".join(value for name, value in values if name == "add" and value.strip())
    # Whoever taps a tile while typing a word has not finished the word.
    if not text or any(name in BUTTONS for name, _ in values):
        return replace(outcome, draft=text[:MAX_DRAFT])
    try:
        return replace(outcome, state=add_text(outcome.state, text, lengths, lexicon))
    except EditError as error:
        if error.partial:
            return replace(outcome, state=error.partial, is_truncated=True)
        return replace(outcome, draft=text[:MAX_DRAFT], draft_problem=error.problem)


@dataclass(frozen=True, slots=True)
class OwnGuess:
    """The player's own guess, rated; `violation` is the hint that it leaves out in hard mode."""

    ranked: AnyRankedGuess
    is_known: bool
    violation: HardModeViolation | None


@dataclass(frozen=True, slots=True)
class SearchResult:
    """What the search finds for a position.

    Attributes:
        advice: The best next guesses, and what is known of each board.
        patterns: Of one board, what the patterns of the best guess would leave.
        is_hurried: Whether the search was cut short because others were waiting.
    """

    advice: Advice
    patterns: PatternCounts
    is_hurried: bool


class BoardHint(NamedTuple):
    """The board, from 0, that a hint is about, and a letter of its words; None for no new one."""

    board: int
    letter: LetterHint | None


@dataclass(frozen=True, slots=True)
class HelperResult(SearchResult):
    """Everything that the engine finds for a state.

    Attributes:
        own_guess: The player's own guess; None where there is none to be rated.
        waiting: While some board waits for its colors, by each board that shows marks in the row
            that is edited: what the patterns of its word would leave.
        hint: Where hints are asked for and there are words.
        used: All past answers of the other game.
        used_left: How many of them are among the words left of one board.
    """

    own_guess: OwnGuess | None = None
    waiting: tuple[tuple[int, PatternCounts], ...] = ()
    hint: BoardHint | None = None
    used: frozenset[str] = frozenset()
    used_left: int = 0


def solve(state: HelperState, lexicon: Lexicon, other: OtherGame = NOTHING_KNOWN) -> HelperResult:
    """Return what the engine finds for `state` in the words of `lexicon`.

    Args:
        state: The state.
        lexicon: Words of its length.
        other: What the host and the player know of a game elsewhere.
    """
    belief = other.belief(lexicon, state.mode, state.used)
    found = advise_cached(
        lexicon, state.position, belief, hard=state.hard, answers_only=state.answers_only
    )
    is_rated = found.advice.guess and state.own_guess
    past = np.array([lexicon.index(word) for word in belief.used], dtype=np.intp)
    past = past[belief.weights[past] > 0]
    return HelperResult(
        found.advice,
        found.patterns,
        found.is_hurried,
        own_guess=_rate_own(state, lexicon, belief, found.advice) if is_rated else None,
        waiting=tuple(_waiting(state, lexicon, belief).items()),
        hint=_hint(state.position, lexicon, belief, found.advice) if state.hint else None,
        used=frozenset(belief.used),
        used_left=len(narrow(lexicon, state.position.turns(0), past)) if state.count == 1 else 0,
    )


def advise_cached(
    lexicon: Lexicon, position: Position, belief: Belief, *, hard: bool, answers_only: bool = False
) -> SearchResult:
    """Return the advice on a position, searched for once and one at a time.

    A search cut short because others were waiting is not cached: the next request searches again.
    """
    digest = fingerprint(lexicon, belief, hard)
    slot = _cache_slot(lexicon, position, belief.name, digest, answers_only)
    if slot:
        return slot[0]
    with SEARCH_LOCK.share_of(BUDGET_MS) as budget_ms:
        advice = advise(
            lexicon, position, belief, hard=hard, answers_only=answers_only, budget_ms=budget_ms
        )
    patterns = NO_PATTERNS
    if advice.guess and position.count == 1:
        candidates = candidates_after(lexicon, position.turns(0), belief)
        patterns = pattern_counts(lexicon, candidates, belief, advice.guess)
    is_hurried = not advice.is_exact and budget_ms < BUDGET_MS
    found = SearchResult(advice, patterns, is_hurried)
    if not is_hurried:
        slot.append(found)
    return found


# By all that advice depends on, the weights of the words by their digest: a key holds no words, of
# which a player may have used thousands. A slot stays empty until there is something worth keeping,
# which `lru_cache` alone cannot tell. 64 of 100 kB, most of it 1,000 words and their chances, and
# in the key of somebody who has saved past answers 56 kB more: 10 MB at most, half of it where
# suggestions have words in common.
@functools.lru_cache(maxsize=MAX_CACHED)
def _cache_slot(
    lexicon: Lexicon, position: Position, mode: str, digest: str, answers_only: bool, /
) -> list[SearchResult]:
    return []


def _waiting(state: HelperState, lexicon: Lexicon, belief: Belief) -> dict[int, PatternCounts]:
    position, row = state.position, state.row
    guess = "" if row is None else position.rows[row].guess
    if position.first_waiting is None or row is None or not guess or position.count > MAX_OFFERING:
        return {}
    # A board that has its colors already is offered the others as well: a tap may have missed.
    others = replace(position, rows=(*position.rows[:row], *position.rows[row + 1 :]))
    marks = enumerate(position.rows[row].marks)
    turns = {board: others.turns(board) for board, each in marks if each != HIDDEN}
    counts = {  # once for boards that are alike, as all are in the first row
        each: pattern_counts(lexicon, candidates_after(lexicon, each, belief), belief, guess)
        for each in dict.fromkeys(turns.values())
    }
    return {board: counts[each] for board, each in turns.items()}


def _hint(position: Position, lexicon: Lexicon, belief: Belief, advice: Advice) -> BoardHint | None:
    """Return a hint for the board that is nearest to be solved."""
    open_boards = [each for each in advice.boards if each.is_shown and not each.answer]
    boards = [each for each in open_boards if each.candidates]
    if not boards or not advice.guess:
        return None
    board = min(boards, key=lambda each: each.candidates).number
    turns = position.turns(board)
    knowledge = learn(turns, lexicon.length, lexicon.alphabet)
    candidates = candidates_after(lexicon, turns, belief)
    return BoardHint(board, letter_hint(lexicon, candidates, belief, knowledge))


def _rate_own(state: HelperState, lexicon: Lexicon, belief: Belief, advice: Advice) -> OwnGuess:
    turns = state.position.turns(0)
    return OwnGuess(
        ranked=rate(lexicon, state.position, belief, state.own_guess, advice),
        is_known=state.own_guess in lexicon,
        violation=hard_mode_violation(state.own_guess, turns) if state.hard else None,
    )
