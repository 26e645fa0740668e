"""The helper's address read as its state, keeping what can be kept of a damaged one.

The state is in the address so that it can be bookmarked, shared and undone with the back button.
What could not be read, or not be done, is a `Problem` with a text of its own.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, NamedTuple, TypeVar

from babel.support import LazyProxy

from wordle_web.engine.feedback import all_correct
from wordle_web.engine.knowledge import Turn
from wordle_web.engine.words.letters import plain_letters
from wordle_web.game.puzzles.puzzles import DAILY_LENGTH, LENGTHS
from wordle_web.parsing import whole_number
from wordle_web.web.ui.i18n import lazy_gettext as _
from wordle_web.web.ui.queries import (
    DEFAULT_MODE,
    MAX_ROWS,
    SWITCHED_ON,
    InputRow,
    Pairs,
    Problem,
    excerpt,
    first_value,
    query_string,
    read_mode,
    read_optional_word,
    read_word,
)

State = TypeVar("State")  # of the helper with one board, or with several

SORTS = ("word", "after", "bits", "worst", "chance", "turns")
MAX_USED = 40
MAX_HINT = 4  # the number of words left, a letter, its place, the word

WRONG_WORD = _("Enter a word of %(length)s letters, not “%(text)s”.")

# By the kind of problem: first those of an address, then those of an edit.
PROBLEMS: Mapping[str, LazyProxy] = {
    "row": _("“%(text)s” is not a valid row and was skipped."),
    "row-marks": _(
        "“%(text)s” needs %(length)s colors: 0 for gray, 1 for yellow, 2 for green. "
        "Missing colors are shown as gray."
    ),
    "row-length": _("“%(text)s” was skipped: words have %(length)s letters here."),
    "too-many-rows": _("The link has %(text)s rows. Only the first %(most)s were kept."),
    "length": _("Choose %(least)s to %(most)s letters, not “%(text)s”."),
    "mode": _("There is no word list “%(text)s” for this length."),
    "used": _("Past answer “%(text)s” was skipped: it is not a word of %(length)s letters."),
    "used-many": _("The link has %(text)s past answers. Only the first %(most)s count."),
    "guess": WRONG_WORD,
    "sort": _("Cannot sort by “%(text)s”: there is no such column."),
    "action": _("Unknown action “%(text)s”."),
    "no-row": _("Row %(text)s no longer exists."),
    "no-tile": _("This tile does not exist."),
    "nothing": _("Type a word of %(length)s letters, with or without its colors, or paste a grid."),
    "word": WRONG_WORD,
    "marks": _("“%(text)s” needs %(length)s colors: 0 for gray, 1 for yellow, 2 for green."),
    "boards": _("“%(text)s” has several boards side by side. Add the rows of one board at a time."),
    "both": _("“%(text)s” can be a word or its colors. Write colors as 0, 1, and 2."),
    "boards-count": _("Choose 2 to 32 boards, not “%(text)s”."),
    "boards-marks": _("“%(text)s” needs the colors of each board: 01002.00000."),
    "boards-many": _("There are colors for %(text)s boards, which is too many."),
    "packed": _("This link is damaged, so its rows are lost."),
    "no-room": _("You can add up to %(text)s rows. Delete one first."),
    "no-length": _("This site has no words of %(text)s letters."),
}
LIMITS = {"too-many-rows": MAX_ROWS, "used-many": MAX_USED, "length": LENGTHS[-1]}


@dataclass(frozen=True, slots=True)
class HelperState:
    """The helper's whole state, as its address says it.

    Attributes:
        mode: Whose words: "real" for another site's, or one of this site's pools.
        own_guess: The player's own guess, to be rated.
        sort: The column that the best guesses are sorted by.
        answers_only: Whether only words that can be the answer are suggested.
        hint: 0 for full answers; else how much of a hint to give, from 1 to `MAX_HINT`.
    """

    rows: tuple[InputRow, ...] = ()
    length: int = DAILY_LENGTH
    mode: str = DEFAULT_MODE
    hard: bool = False
    used: tuple[str, ...] = ()
    own_guess: str = ""
    sort: str = ""
    answers_only: bool = False
    hint: int = 0

    @property
    def turns(self) -> tuple[Turn, ...]:
        """The turns that count: the rows that have a word and its colors."""
        return tuple(row.turn for row in self.rows if row.guess and row.digits)

    @property
    def waiting(self) -> int | None:
        """The index of the first row that has a word and no colors yet; None where none has."""
        return next((index for index, row in enumerate(self.rows) if row.is_waiting), None)

    @property
    def solved_turns(self) -> int:
        """The number of turns up to the one that is all green; 0 where none is."""
        last = all_correct(self.length)
        return next((n for n, turn in enumerate(self.turns, 1) if turn.pattern == last), 0)

    @property
    def is_solved(self) -> bool:
        """Whether one of the rows is all green."""
        return self.solved_turns > 0

    @property
    def query(self) -> str:
        """The state as a query string without default values: `row=crane:01002&hard=1`."""
        return query_string(
            *(("row", row.text) for row in self.rows),
            ("length", str(self.length) if self.length != DAILY_LENGTH else ""),
            ("mode", self.mode if self.mode != DEFAULT_MODE else ""),
            ("hard", "1" if self.hard else ""),
            ("used", ",".join(self.used)),
            ("guess", self.own_guess),
            ("sort", self.sort),
            ("only", "1" if self.answers_only else ""),
            ("hint", str(self.hint) if self.hint else ""),
        )

    def address(self, path: str) -> str:
        """Return the address of this state at the helper's `path`."""
        query = self.query
        return f"{path}?{query}" if query else path


class Reading(NamedTuple, Generic[State]):
    """What an address says: the state that could be kept, and what could not."""

    state: State
    problems: tuple[Problem, ...] = ()


def read_address(
    pairs: Iterable[tuple[str, str]], lengths: Sequence[int] = LENGTHS, alphabet: str = ""
) -> Reading[HelperState]:
    """Return the state that the query's `pairs` describe, and the problems met on the way.

    Args:
        pairs: Names and values of the query.
        lengths: For which there are words.
        alphabet: Letters that it lacks lose their accents.
    """
    values = tuple((name, plain_letters(value, alphabet)) for name, value in pairs)
    problems: list[Problem] = []
    length = read_length(values, 2, lengths, problems)
    state = HelperState(
        rows=_rows(values, length, problems),
        length=length,
        mode=read_mode(first_value(values, "mode"), problems),
        hard=first_value(values, "hard") in SWITCHED_ON,
        used=_used(values, length, problems),
        own_guess=read_optional_word(first_value(values, "guess"), {length}, problems, "guess"),
        sort=_sort(values, problems),
        # The last one: the box that is checked comes after the hidden field that says it is not.
        answers_only=first_value(values[::-1], "only") in SWITCHED_ON,
        hint=whole_number(first_value(values, "hint"), 0, MAX_HINT) or 0,
    )
    return Reading(state, tuple(problems))


def problem_text(problem: Problem, length: int) -> str:
    """Return what was wrong with an address or an edit, and what was done about it."""
    return str(PROBLEMS[problem.kind]) % {
        "text": problem.text,
        "length": length,
        "least": LENGTHS[0],
        "most": LIMITS.get(problem.kind),
    }


def read_length(pairs: Pairs, part: int, allowed: Sequence[int], problems: list[Problem]) -> int:
    """Return the letters of a word, as named, or by the word (part 0) or marks (2) of a row."""
    text = first_value(pairs, "length")
    if text in map(str, allowed):
        return int(text)
    if text:
        problems.append(Problem("length", excerpt(text)))
    lengths = (len(value.partition(":")[part].strip()) for key, value in pairs if key == "row")
    return next((length for length in lengths if length in allowed), DAILY_LENGTH)


def _rows(pairs: Pairs, length: int, problems: list[Problem]) -> tuple[InputRow, ...]:
    texts = [value for key, value in pairs if key == "row" and value.strip()]
    if len(texts) > MAX_ROWS:
        problems.append(Problem("too-many-rows", str(len(texts))))
    rows = (_row(text, length, problems) for text in texts[:MAX_ROWS])
    return tuple(row for row in rows if row is not None)


def _row(text: str, length: int, problems: list[Problem]) -> InputRow | None:
    letters, _, digits = text.strip().partition(":")
    digits = digits.strip()
    guess = read_word(letters) if letters.strip(" _") else ""
    if guess is None or (not guess and not digits):
        problems.append(Problem("row", excerpt(text)))
        return None
    if guess and len(guess) != length:
        problems.append(Problem("row-length", excerpt(guess)))
        return None
    if (guess and not digits) or (len(digits) == length and set(digits) <= set("012")):
        return InputRow(guess, digits)
    problems.append(Problem("row-marks" if guess else "row", excerpt(text)))
    return InputRow(guess, _repaired_digits(digits, length)) if guess else None


def _repaired_digits(digits: str, length: int) -> str:
    valid = "".join(digit if digit in "012" else "0" for digit in digits[:length])
    return valid.ljust(length, "0")


def _used(pairs: Pairs, length: int, problems: list[Problem]) -> tuple[str, ...]:
    pieces = " ".join(value for key, value in pairs if key == "used").replace(",", " ").split()
    if len(pieces) > MAX_USED:
        problems.append(Problem("used-many", str(len(pieces))))
    words: dict[str, None] = {}
    for piece in pieces[:MAX_USED]:
        word = read_word(piece)
        if word is None or len(word) != length:
            problems.append(Problem("used", excerpt(piece)))
        else:
            words[word] = None
    return tuple(words)


def _sort(pairs: Pairs, problems: list[Problem]) -> str:
    # The last one: the column's button comes after the hidden field of the state.
    text = first_value(pairs[::-1], "sort")
    if text in {"", *SORTS}:
        return text
    problems.append(Problem("sort", excerpt(text)))
    return ""
