"""The analyzed game read from its address: `/analysis?answer=truss&guess=crane&guess=…`.

Several boards have several answers: `/analysis?answer=crane+slimy&guess=trace+slimy+crane`. A game
is typed, pasted, or comes from a finished one. Rows of a pasted grid have no words yet and are
written as `guess=:01002`.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Annotated, Final

from flask import url_for

from wordle_web.engine.boards.turns import MAX_BOARDS
from wordle_web.engine.feedback import digits_of, feedback
from wordle_web.engine.row_parser import parse_rows
from wordle_web.engine.rows import WAITING, Position, Row, max_rows
from wordle_web.engine.words.letters import capitals
from wordle_web.game.puzzles.puzzles import DAILY_LENGTH, LENGTHS
from wordle_web.web.ui.address_state import (
    Address,
    AddressReading,
    AddressState,
    Part,
    read_address,
    switch,
)
from wordle_web.web.ui.components import Link
from wordle_web.web.ui.i18n import gettext
from wordle_web.web.ui.queries import (
    DEFAULT_MODE,
    IN_TURN,
    Problem,
    excerpt,
    read_mode,
    read_optional_word,
    read_word,
)

MAX_GAME_TEXT: Final = 4000
FIELDS: Final = frozenset({"game", "fill"})
_BETWEEN: Final = re.compile(r"[\s,;.]+")


def _words(texts: Iterable[str]) -> list[str]:
    return [word for text in texts for word in _BETWEEN.split(text) if word]


def _read_answers(address: Address, name: str) -> tuple[str, ...]:
    typed = _words(address.texts(name))
    if not typed:
        return tuple(row.guess for row in _pasted(address, 0, 1) if set(row.marks[0]) == {"2"})[:1]
    if len(typed) > MAX_BOARDS:
        address.leave_out("answers-many")
        return ()
    found = [read_optional_word(text, LENGTHS, address.problems, name) for text in typed]
    if not all(found):
        return ()
    if len(set(found)) < len(found):
        address.leave_out("answer-twice")
    return tuple(found)


def _read_rows(address: Address, name: str) -> tuple[Row, ...]:
    answers: tuple[str, ...] = address.values["answers"]
    count, length = len(answers) or 1, len("".join(answers[:1]))
    rows = [(text, _read_row(text, count)) for text in _words(address.texts(name))]
    odd: list[str] = []
    if pasted := _pasted(address, length, count):
        rows = [(row.text.strip(":"), row) for row in pasted]
        if not any(any(row.marks) for row in pasted):  # just words: none is talk around a grid
            odd = _other_lengths(address, len(pasted[0].guess))
    elif text := " ".join(address.texts("game")):
        address.leave_out("game", text)
    if len(rows) > max_rows(count):
        address.leave_out("too-many", str(len(rows)))
    filled = list(_filled(rows[: max_rows(count)], address, "".join(answers[:1])))
    # Rows are as long as the answer, or as the first of them.
    first = next((row for _, row in filled if row), Row("", ("",)))
    length = length or len(first.guess or first.marks[0])
    kept = []
    for text, row in filled:
        if row and len(row.guess or row.marks[0]) == length and length in LENGTHS:
            kept.append(_without_implied_digits(row, answers))
        else:
            odd.append(excerpt(text))
    # One board is analyzed without them, several are not.
    texts = odd if count == 1 else [capitals(", ".join(odd))] if odd else []
    address.problems += [Problem("guess", text) for text in texts]
    return tuple(kept)


def _read_row(text: str, count: int) -> Row | None:
    letters, _, digits = text.partition(":")
    guess = read_word(letters) if letters else ""
    if count > 1:  # whose marks follow from the answers
        return Row(guess, (WAITING,) * count) if guess else None
    is_row = guess is not None and set(digits) <= set("012") and (guess or digits)
    if not is_row or (guess and digits and len(guess) != len(digits)):
        return None
    return Row(guess or "", (digits,))


def _pasted(address: Address, length: int, count: int) -> tuple[Row, ...]:
    """Return the rows in the form's field, of `length` letters or of the one that gives most."""
    text = "\n".join(address.texts("game"))[:MAX_GAME_TEXT]
    if count > 1:
        rows = (_read_row(word, count) for word in _words([text]) if len(word) == length)
        return tuple(filter(None, rows))
    lengths = (length,) if length else (DAILY_LENGTH, *LENGTHS)
    found = max((parse_rows(text, each).rows for each in lengths), key=len)
    return tuple(row for row in found if not row.guess or read_word(row.guess))


def _other_lengths(address: Address, length: int) -> list[str]:
    """Return the words alone on a line of the form's field that are longer or shorter."""
    lines = "\n".join(address.texts("game"))[:MAX_GAME_TEXT].splitlines()
    words = (read_word(line.strip()) for line in lines)
    return [word for word in words if word and len(word) != length]


def _filled(
    rows: Iterable[tuple[str, Row | None]], address: Address, answer: str
) -> Iterator[tuple[str, Row | None]]:
    """Yield rows with words in blank ones: the answer in a green one, those typed in others."""
    words = iter([value.strip() for name, value in address.pairs if name == "fill"])
    for text, row in rows:
        typed = next(words, "") if row and not row.guess else ""
        is_answer = row is not None and not row.guess and set(row.marks[0]) == {"2"}
        word = read_word(typed) if typed else answer if is_answer else ""
        if word is None:
            address.leave_out("guess", typed)
        yield text, replace(row, guess=word) if row and word else row


def _without_implied_digits(row: Row, answers: tuple[str, ...]) -> Row:
    """Return a row with marks only where the answer does not say the same."""
    if len(answers) != 1 or not row.guess:
        return row
    implied = digits_of(feedback(row.guess, answers[0]), len(answers[0]))
    return row.marked(0, WAITING) if row.marks == (implied,) else row


def _row_texts(rows: tuple[Row, ...]) -> tuple[str, ...]:
    texts = tuple(row.text.removesuffix(":") for row in rows)
    return texts if len(rows[0].marks) == 1 else (" ".join(texts),)


def _read_in_turn(address: Address, name: str) -> bool:
    return len(address.values["answers"]) > 1 and IN_TURN in address.texts(name)


def _read_hard(address: Address, name: str) -> bool:
    return len(address.values["answers"]) < 2 and switch(address, name)


@dataclass(frozen=True, slots=True)
class AnalysisState(AddressState):
    """A game to analyze, as far as it is known.

    Attributes:
        answers: One a board; empty while they are not known.
        rows: In the order played. On one board, a row without its word has digits, and one with it
            need not.
        mode: "real" for a game elsewhere, or one of this site's pools.
        in_turn: Whether only the first unsolved of several boards showed its marks.
        hard: Whether it was played in hard mode, which only one board has.
    """

    answers: Annotated[tuple[str, ...], Part(_read_answers, "answer", " ".join)] = ()
    rows: Annotated[tuple[Row, ...], Part(_read_rows, "guess", _row_texts)] = ()
    mode: Annotated[
        str,
        Part(lambda address, name: read_mode("".join(address.texts(name)[:1]), address.problems)),
    ] = DEFAULT_MODE
    in_turn: Annotated[bool, Part(_read_in_turn, "order", lambda _: IN_TURN)] = False
    hard: Annotated[bool, Part(_read_hard)] = False

    @property
    def position(self) -> Position:
        """The rows on their boards; of length 0 where nothing says how long words are."""
        texts = (*self.answers, *(row.guess or row.marks[0] for row in self.rows), "")
        return Position(self.rows, len(self.answers) or 1, len(texts[0]), self.in_turn)

    @property
    def is_complete(self) -> bool:
        """Whether answers and words are all known."""
        return bool(self.answers and self.rows and all(self.guesses))

    @property
    def guesses(self) -> tuple[str, ...]:
        """The words played."""
        return tuple(row.guess for row in self.rows)


def read_analysis(
    pairs: Iterable[tuple[str, str]], alphabet: str = ""
) -> AddressReading[AnalysisState]:
    """Return the game that a query describes; letters that `alphabet` lacks lose their accents."""
    state, problems = read_address(AnalysisState, pairs, alphabet=alphabet)
    if not problems and bool(state.answers) != bool(state.rows):
        problems = (Problem("no-rows" if state.answers else "no-answer"),)
    return AddressReading(state, problems)


def analysis_link(
    answers: Iterable[str],
    guesses: Iterable[str],
    mode: str,
    *,
    hard: bool = False,
    in_turn: bool = False,
) -> Link:
    """Return the link to the analysis of a finished game, of one board or several."""
    answers = tuple(answers)
    rows = tuple(Row(guess, (WAITING,) * len(answers)) for guess in guesses)
    state = AnalysisState(answers, rows, mode, in_turn, hard and len(answers) == 1)
    return Link(gettext("Analyze this game"), state.address(url_for("analysis.analysis")))
