"""The game to analyze, as stored in the address: `/analysis?answer=truss&guess=crane&guess=…`.

Several boards have an answer each: `/analysis?answer=crane+slimy&guess=trace+slimy+crane`. The form
sends the guesses as typed or pasted text in the field `game`. Rows of a pasted grid have no words
yet; in an address they are written as marks: `guess=:01002`.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Annotated, Final

from wordle_web.engine.boards.state import MAX_BOARDS
from wordle_web.engine.feedback import digits_of, feedback, is_marks
from wordle_web.engine.hard_mode import HardMode
from wordle_web.engine.row_parser import parse_rows
from wordle_web.engine.rows import WAITING, Position, Row, max_rows
from wordle_web.game.history.records import MAX_HINT_COUNT
from wordle_web.game.puzzles.days import DAILY_LENGTH, LENGTHS
from wordle_web.game.rules import MAX_HINTS, PastHints
from wordle_web.parsing import linear_pattern
from wordle_web.web.ui import queries
from wordle_web.web.ui.formatting import capitals

MAX_GAME_TEXT: Final = 4000  # characters
FIELDS: Final = frozenset({"game", "fill"})  # sent by the form; addresses of games don't have them
_HINT: Final = linear_pattern(r"[1-9]\.[1-9]")
_NUMBER: Final = linear_pattern(r"[1-9][0-9]?")
_BETWEEN: Final = linear_pattern(r"[\s,;.]")


def _words(texts: Iterable[str]) -> list[str]:
    return [word for text in texts for word in _BETWEEN.split(text) if word]


def _read_answers(address: queries.Address, name: str) -> tuple[str, ...]:
    typed = _words(address.texts(name))
    if not typed:
        return tuple(row.guess for row in _pasted(address, 0, 1) if set(row.marks[0]) == {"2"})[:1]
    if len(typed) > MAX_BOARDS:
        address.leave_out("answers-many")
        return ()
    words = [address.word(text, LENGTHS, name) for text in typed]
    if not all(words):
        return ()
    if len(set(words)) < len(words):
        address.leave_out("answer-twice")
    return tuple(words)


def _read_rows(address: queries.Address, name: str) -> tuple[Row, ...]:
    answers: tuple[str, ...] = address.values["answers"]
    count, length = len(answers) or 1, len("".join(answers[:1]))
    rows = [(text, _read_row(text, count)) for text in _words(address.texts(name))]
    odd: list[str] = []
    if pasted := _pasted(address, length, count):
        rows = [(row.text.strip(":"), row) for row in pasted]
        # Without any marks, the text is a list of words, so a word of another length is a mistake.
        # Next to a grid, it is other text.
        if not any(any(row.marks) for row in pasted):
            lines = map(str.strip, "\n".join(address.texts("game"))[:MAX_GAME_TEXT].splitlines())
            words = (queries.read_word(line) for line in lines)
            odd = [word for word in words if word and len(word) != len(pasted[0].guess)]
    elif text := " ".join(address.texts("game")):
        address.leave_out("game", text)
    if len(rows) > max_rows(count):
        address.leave_out("too-many", str(len(rows)))
    filled = list(_filled(rows[: max_rows(count)], address, "".join(answers[:1])))
    # Rows must be as long as the answer or, if it is missing, as the first readable row.
    first = next((row for _, row in filled if row), Row("", ("",)))
    length = length or len(first.guess or first.marks[0])
    fitting = []
    for text, row in filled:
        if row and len(row.guess or row.marks[0]) == length and length in LENGTHS:
            # Marks that follow from the answer are dropped; the page reports any others.
            implied = (
                digits_of(feedback(row.guess, answers[0]), length) if row.guess and answers else ""
            )
            fitting.append(row.marked(0, WAITING) if row.marks == (implied,) else row)
        else:
            odd.append(queries.excerpt(text))
    # A game of one board is analyzed without these words, and each is reported. A game of several
    # boards isn't analyzed until they are corrected, so one message lists them all.
    texts = odd if count == 1 else [capitals(", ".join(odd))] if odd else []
    address.problems += [queries.Problem("guess", text) for text in texts]
    return tuple(fitting)


def _read_row(text: str, count: int) -> Row | None:
    letters, _, digits = text.partition(":")
    guess = queries.read_word(letters) if letters else ""
    if count > 1:  # the marks follow from the answers
        return Row(guess, (WAITING,) * count) if guess else None
    if guess is None or not (guess or digits):
        return None
    fits = not digits or is_marks(digits, len(guess or digits))
    return Row(guess, (digits,)) if fits else None


def _pasted(address: queries.Address, length: int, count: int) -> tuple[Row, ...]:
    """Return the rows in the form's field `game` that have `length` letters.

    A length of 0 stands for the one that gives the most rows.
    """
    text = "\n".join(address.texts("game"))[:MAX_GAME_TEXT]
    if count > 1:
        rows = (_read_row(word, count) for word in _words([text]) if len(word) == length)
        return tuple(filter(None, rows))
    lengths = (length,) if length else (DAILY_LENGTH, *LENGTHS)
    parsed = max((parse_rows(text, size).rows for size in lengths), key=len)
    return tuple(row for row in parsed if not row.guess or queries.read_word(row.guess))


def _filled(
    rows: Iterable[tuple[str, Row | None]], address: queries.Address, answer: str
) -> Iterator[tuple[str, Row | None]]:
    """Yield each text with its row, after adding missing guesses.

    A missing guess is the word typed in the row's field `fill` or, if that is empty and all tiles
    are green, the answer.
    """
    words = iter([value.strip() for name, value in address.pairs if name == "fill"])
    for text, row in rows:
        typed = next(words, "") if row and not row.guess else ""
        is_answer = row is not None and not row.guess and set(row.marks[0]) == {"2"}
        word = queries.read_word(typed) if typed else answer if is_answer else ""
        if word is None:
            address.leave_out("guess", typed)
        yield text, replace(row, guess=word) if row and word else row


def _row_texts(rows: tuple[Row, ...]) -> tuple[str, ...]:
    texts = tuple(row.text.removesuffix(":") for row in rows)
    return texts if len(rows[0].marks) == 1 else (" ".join(texts),)


def _read_hints(address: queries.Address, name: str) -> tuple[PastHints, ...]:
    """Read the hints of a game of one board: `3.2` means two hints after the third guess."""
    if len(address.values["answers"]) != 1:
        return ()
    guesses = len(address.values["rows"])
    hints = {
        int(text[0]): int(text[2])
        for text in address.texts(name)
        if _HINT.fullmatch(text) and int(text[0]) < guesses and int(text[2]) <= MAX_HINTS
    }
    return tuple(PastHints(before, 0, hints[before]) for before in sorted(hints))


def _hint_texts(hints: tuple[PastHints, ...]) -> tuple[str, ...]:
    return tuple(f"{hint.guesses}.{hint.hints}" for hint in hints)


def _read_named(address: queries.Address, name: str) -> tuple[int, ...]:
    """Read the numbers of the guesses that hints named, in a game of several boards."""
    if len(address.values["answers"]) < 2 or not address.values["hints"]:
        return ()
    numbers = {int(text) for text in _words(address.texts(name)) if _NUMBER.fullmatch(text)}
    return tuple(sorted(numbers & {*range(2, len(address.values["rows"]) + 1)}))


def _named_texts(named: tuple[int, ...]) -> str:
    return " ".join(map(str, named))


def _read_hard(address: queries.Address, name: str) -> HardMode | None:
    return queries.read_hard_mode(address, name) if len(address.values["answers"]) < 2 else None


@dataclass(frozen=True, slots=True)
class AnalysisState(queries.AddressState):
    """A game to analyze, as far as it is known."""

    # One per board; empty if unknown.
    answers: Annotated[tuple[str, ...], queries.Part(_read_answers, "answer", " ".join)] = ()
    # In the order played. With one board, a row has a word, marks, or both; with several, a word.
    rows: Annotated[tuple[Row, ...], queries.Part(_read_rows, "guess", _row_texts)] = ()
    mode: Annotated[str, queries.Part(queries.read_mode)] = queries.DEFAULT_MODE
    in_turn: Annotated[
        bool,
        queries.Part(
            lambda address, name: (
                len(address.values["answers"]) > 1 and queries.IN_TURN in address.texts(name)
            ),
            "order",
            lambda in_turn: queries.IN_TURN,
        ),
    ] = False
    hard: Annotated[HardMode, queries.HARD._replace(read=_read_hard)] = HardMode.OFF
    # The number of hints used. A game with hints doesn't count for the player's skill.
    hints: Annotated[int, queries.Part(queries.number(0, MAX_HINT_COUNT))] = 0
    # By turn, the number of hints that revealed more than the marks. Empty for several boards,
    # whose finished games record only `named`.
    past_hints: Annotated[
        tuple[PastHints, ...], queries.Part(_read_hints, "hint", _hint_texts)
    ] = ()
    # With several boards, the numbers of the guesses, from 1, that a hint had named.
    named: Annotated[tuple[int, ...], queries.Part(_read_named, "named", _named_texts)] = ()

    @property
    def position(self) -> Position:
        """The rows as a position; its word length is 0 if there are no answers and no rows."""
        texts = (*self.answers, *(row.guess or row.marks[0] for row in self.rows), "")
        return Position(self.rows, len(self.answers) or 1, len(texts[0]), self.in_turn)

    @property
    def is_complete(self) -> bool:
        """Whether there are answers and rows, and every row has its word."""
        return bool(self.answers and self.rows and all(self.guesses))

    @property
    def guesses(self) -> tuple[str, ...]:
        """The word of each row; empty where it is missing."""
        return tuple(row.guess for row in self.rows)


def read_analysis(
    pairs: Iterable[tuple[str, str]], alphabet: str = ""
) -> queries.AddressReading[AnalysisState]:
    """Return the game that a query describes, and its problems.

    Letters outside `alphabet`, unless it is empty, lose their accents.
    """
    state, problems = queries.read_address(AnalysisState, pairs, alphabet=alphabet)
    if not problems and bool(state.answers) != bool(state.rows):
        problems = (queries.Problem("no-rows" if state.answers else "no-answer"),)
    return queries.AddressReading(state, problems)
