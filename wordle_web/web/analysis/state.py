"""The analysed game and its address: `/analysis?answer=truss&guess=crane&guess=…`.

A game is typed, pasted, or comes from a finished one. Rows of a pasted grid have no words yet
and stand as `guess=:01002`. May import the engine and the helper's state, not Flask.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Literal
from urllib.parse import urlencode

from wordle_web.engine.feedback import digits_of, feedback
from wordle_web.engine.row_parser import ParsedRow, parse_rows
from wordle_web.web.helper.state import LENGTHS, MODES, Row, excerpt, read_word

MAX_ROWS = 10
MAX_GAME_TEXT = 4000
FIELDS = frozenset({"game", "fill"})

ProblemKind = Literal["answer", "guess", "game", "mode", "too-many", "no-answer", "no-rows"]


@dataclass(frozen=True, slots=True)
class Problem:
    """A part of the question that could not be read: its kind and a short piece of its text."""

    kind: ProblemKind
    text: str = ""


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A game to be analysed, as far as it is known.

    Attributes:
        answer: Empty while it is not known.
        rows: In the order played; a row without its word has digits, one with it need not.
        mode: Whose words: "real" or one of this site's pools.
        hard: Whether it was played in hard mode.
    """

    answer: str = ""
    rows: tuple[Row, ...] = ()
    mode: str = "real"
    hard: bool = False

    @property
    def is_complete(self) -> bool:
        """Whether answer and words are all known."""
        return bool(self.answer and self.rows) and not any(row.is_blank for row in self.rows)

    @property
    def guesses(self) -> tuple[str, ...]:
        """The words played."""
        return tuple(row.guess for row in self.rows)

    @property
    def length(self) -> int:
        """Letters of the words; 0 where nothing says."""
        return len(self.answer) or next((len(row.guess or row.digits) for row in self.rows), 0)

    def address(self, path: str) -> str:
        """Return the address of the analysis of this game."""
        pairs = [("answer", self.answer)] if self.answer else []
        pairs += [("guess", row.text.removesuffix(":")) for row in self.rows]
        pairs += [("mode", self.mode)] if self.mode != "real" else []
        pairs += [("hard", "1")] if self.hard else []
        return f"{path}?{urlencode(pairs, safe=':')}" if pairs else path


def played_game(
    answer: str, guesses: Iterable[str], mode: str = "real", *, hard: bool = False
) -> PlayedGame:
    """Return a game whose answer and guesses are known, for the address of its analysis."""
    return PlayedGame(answer, tuple(Row(guess, "") for guess in guesses), mode, hard)


@dataclass(frozen=True, slots=True)
class Question:
    """What an address asks: the game, what could not be read, and whether a form was sent."""

    game: PlayedGame
    problems: tuple[Problem, ...] = ()
    is_sent: bool = False
    is_empty: bool = False


def read_question(pairs: Iterable[tuple[str, str]]) -> Question:
    """Return the game that the query's `pairs` describe."""
    values = [(name, value.strip()) for name, value in pairs]
    problems: list[Problem] = []
    game = PlayedGame(
        answer=_answer(values, problems),
        rows=_rows(values, problems),
        mode=_mode(values, problems),
        hard=any(name == "hard" and value in {"1", "on"} for name, value in values),
    )
    game = _filled(_with_text(game, values, problems), values, problems)
    misfits = _misfits(game)
    problems += [Problem("guess", excerpt(row.text.strip(":"))) for row in misfits]
    game = replace(game, rows=tuple(row for row in game.rows if row not in misfits))
    is_sent = any(name in FIELDS for name, _ in values)
    is_empty = not any(value for name, value in values if name in {"answer", "guess", "game"})
    if not (problems or is_empty) and not game.is_complete:
        problems += _gaps(game)
    return Question(_without_needless_digits(game), tuple(problems), is_sent, is_empty)


def _answer(values: Sequence[tuple[str, str]], problems: list[Problem]) -> str:
    """Return the answer that was typed."""
    text = next((value for name, value in values if name == "answer" and value), "")
    word = read_word(text) if text else ""
    if word is not None and len(word) in {0, *LENGTHS}:
        return word
    problems.append(Problem("answer", excerpt(text)))
    return ""


def _rows(values: Sequence[tuple[str, str]], problems: list[Problem]) -> tuple[Row, ...]:
    """Return the rows of the address."""
    texts = [value for name, value in values if name == "guess" and value]
    if len(texts) > MAX_ROWS:
        problems.append(Problem("too-many", str(len(texts))))
    rows = []
    for text in texts[:MAX_ROWS]:
        letters, _, digits = text.partition(":")
        guess = read_word(letters) if letters else ""
        is_row = guess is not None and set(digits) <= set("012") and (guess or digits)
        if not is_row or (guess and digits and len(guess) != len(digits)):
            problems.append(Problem("guess", excerpt(text)))
        else:
            rows.append(Row(guess or "", digits))
    return tuple(rows)


def _mode(values: Sequence[tuple[str, str]], problems: list[Problem]) -> str:
    """Return whose words the game was about."""
    text = next((value for name, value in values if name == "mode" and value), "real")
    mode = "pool" if text == "normal" else text
    if mode in MODES:
        return mode
    problems.append(Problem("mode", excerpt(text)))
    return "real"


def _with_text(
    game: PlayedGame, values: Sequence[tuple[str, str]], problems: list[Problem]
) -> PlayedGame:
    """Return `game` with the rows typed or pasted into the form's field."""
    text = "\n".join(value for name, value in values if name == "game")[:MAX_GAME_TEXT].strip()
    if not text:
        return game
    entered = _entered(text, game.length)
    if not entered:
        problems.append(Problem("game", excerpt(text)))
        return game
    rows = tuple(Row(row.guess, row.digits) for row in entered[:MAX_ROWS])
    answer = game.answer or next((row.guess for row in rows if set(row.digits) == {"2"}), "")
    return replace(game, rows=rows, answer=answer)


def _entered(text: str, length: int) -> tuple[ParsedRow, ...]:
    """Return the rows in `text`, of `length` letters or of the length that gives most rows."""
    lengths = (length,) if length else (5, *LENGTHS)
    found = (parse_rows(text, each).rows for each in lengths)
    rows = max(found, key=len)
    return tuple(row for row in rows if not row.guess or read_word(row.guess))


def _filled(
    game: PlayedGame, values: Sequence[tuple[str, str]], problems: list[Problem]
) -> PlayedGame:
    """Return `game` with the words typed for the rows that had none."""
    words = iter([value for name, value in values if name == "fill"])
    rows = []
    for row in game.rows:
        text = next(words, "") if row.is_blank else ""
        word = read_word(text) if text else _solving_word(row, game.answer)
        if word is None:
            problems.append(Problem("guess", excerpt(text)))
        rows.append(replace(row, guess=word) if word else row)
    return replace(game, rows=tuple(rows))


def _solving_word(row: Row, answer: str) -> str:
    """Return the word of a row that is all green."""
    return answer if row.is_blank and set(row.digits) == {"2"} else ""


def _misfits(game: PlayedGame) -> tuple[Row, ...]:
    """Return the rows that are not as long as the answer, or as the first row."""
    return tuple(
        row
        for row in game.rows
        if game.length not in LENGTHS or len(row.guess or row.digits) != game.length
    )


def _gaps(game: PlayedGame) -> list[Problem]:
    """Return what is still missing before the game can be analysed."""
    if not game.rows:
        return [Problem("no-rows")]
    return [] if game.answer else [Problem("no-answer")]


def _without_needless_digits(game: PlayedGame) -> PlayedGame:
    """Return `game` with marks only where the answer does not say the same."""
    if not game.answer:
        return game
    return replace(game, rows=tuple(_plain(row, game.answer) for row in game.rows))


def _plain(row: Row, answer: str) -> Row:
    """Return `row` without its marks where they follow from the answer."""
    if not row.guess or len(row.guess) != len(answer):
        return row
    given = digits_of(feedback(row.guess, answer), len(answer))
    return replace(row, digits="") if row.digits == given else row
