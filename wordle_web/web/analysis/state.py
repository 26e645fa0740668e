"""The analyzed game read from its address: `/analysis?answer=truss&guess=crane&guess=…`.

A game is typed, pasted, or comes from a finished one. Rows of a pasted grid have no words yet
and are written as `guess=:01002`. Knows no Flask.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from wordle_web.engine.feedback import digits_of, feedback
from wordle_web.engine.row_parser import parse_rows
from wordle_web.engine.rows import MAX_ROWS_ALONE, WAITING, Row
from wordle_web.engine.words.letters import plain_letters
from wordle_web.game.puzzles.puzzles import DAILY_LENGTH, LENGTHS
from wordle_web.web.ui.queries import (
    DEFAULT_MODE,
    SWITCHED_ON,
    Pairs,
    Problem,
    excerpt,
    query_string,
    read_mode,
    read_optional_word,
    read_word,
)

MAX_GAME_TEXT = 4000
FIELDS = frozenset({"game", "fill"})


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A game to analyze, as far as it is known.

    Attributes:
        answer: Empty while it is not known.
        rows: In the order played; a row without its word has digits, one with it need not.
        mode: "real" for a game elsewhere, or one of this site's pools.
        hard: Whether it was played in hard mode.
    """

    answer: str = ""
    rows: tuple[Row, ...] = ()
    mode: str = DEFAULT_MODE
    hard: bool = False

    @property
    def is_complete(self) -> bool:
        """Whether answer and words are all known."""
        return bool(self.answer and self.rows) and not any(not row.guess for row in self.rows)

    @property
    def guesses(self) -> tuple[str, ...]:
        """The words played."""
        return tuple(row.guess for row in self.rows)

    @property
    def length(self) -> int:
        """Letters of the words; 0 where nothing says."""
        return len(self.answer) or next((len(row.guess or row.marks[0]) for row in self.rows), 0)

    def address(self, path: str) -> str:
        """Return the address of the analysis of this game."""
        query = query_string(
            ("answer", self.answer),
            *(("guess", row.text.removesuffix(":")) for row in self.rows),
            ("mode", self.mode if self.mode != DEFAULT_MODE else ""),
            ("hard", "1" if self.hard else ""),
        )
        return f"{path}?{query}" if query else path


@dataclass(frozen=True, slots=True)
class GameReading:
    """What an address says: the game, and what could not be read."""

    game: PlayedGame
    problems: tuple[Problem, ...] = ()


def read_game(pairs: Iterable[tuple[str, str]], alphabet: str = "") -> GameReading:
    """Return the game that a query describes; letters that `alphabet` lacks lose their accents."""
    values = [(name, plain_letters(value, alphabet).strip()) for name, value in pairs]
    problems: list[Problem] = []
    game = PlayedGame(
        answer=read_optional_word(_first(values, "answer"), LENGTHS, problems, "answer"),
        rows=_rows(values, problems),
        mode=read_mode(_first(values, "mode"), problems),
        hard=any(name == "hard" and value in SWITCHED_ON for name, value in values),
    )
    game = _with_text(game, values, problems)
    game = _with_words(game, values, problems)
    game = _without_misfits(game, problems)
    is_empty = not any(value for name, value in values if name in {"answer", "guess", "game"})
    if not (problems or is_empty):
        if not game.rows:
            problems.append(Problem("no-rows"))
        elif not game.answer:
            problems.append(Problem("no-answer"))
    return GameReading(_without_implied_digits(game), tuple(problems))


def _first(values: Pairs, name: str) -> str:
    return next((value for key, value in values if key == name and value), "")


def _rows(values: Pairs, problems: list[Problem]) -> tuple[Row, ...]:
    texts = [value for name, value in values if name == "guess" and value]
    if len(texts) > MAX_ROWS_ALONE:
        problems.append(Problem("too-many", str(len(texts))))
    rows = []
    for text in texts[:MAX_ROWS_ALONE]:
        letters, _, digits = text.partition(":")
        guess = read_word(letters) if letters else ""
        is_row = guess is not None and set(digits) <= set("012") and (guess or digits)
        if not is_row or (guess and digits and len(guess) != len(digits)):
            problems.append(Problem("guess", excerpt(text)))
        else:
            rows.append(Row(guess or "", (digits,)))
    return tuple(rows)


def _with_text(game: PlayedGame, values: Pairs, problems: list[Problem]) -> PlayedGame:
    """Return `game` with the rows typed or pasted into the form's field."""
    text = "\n".join(value for name, value in values if name == "game")[:MAX_GAME_TEXT].strip()
    if not text:
        return game
    entered = _entered(text, game.length)
    if not entered:
        problems.append(Problem("game", excerpt(text)))
        return game
    rows = entered[:MAX_ROWS_ALONE]
    answer = game.answer or next((row.guess for row in rows if set(row.marks[0]) == {"2"}), "")
    return replace(game, rows=rows, answer=answer)


def _entered(text: str, length: int) -> tuple[Row, ...]:
    """Return the rows in `text`, of `length` letters or of the length that gives most rows."""
    lengths = (length,) if length else (DAILY_LENGTH, *LENGTHS)
    rows = max((parse_rows(text, each).rows for each in lengths), key=len)
    return tuple(row for row in rows if not row.guess or read_word(row.guess))


def _with_words(game: PlayedGame, values: Pairs, problems: list[Problem]) -> PlayedGame:
    """Return `game` with words in blank rows: the answer in a green one, those typed in others."""
    words = iter([value for name, value in values if name == "fill"])
    rows = []
    for row in game.rows:
        text = next(words, "") if not row.guess else ""
        is_answer = not row.guess and set(row.marks[0]) == {"2"}
        word = read_word(text) if text else game.answer if is_answer else ""
        if word is None:
            problems.append(Problem("guess", excerpt(text)))
        rows.append(replace(row, guess=word) if word else row)
    return replace(game, rows=tuple(rows))


def _without_misfits(game: PlayedGame, problems: list[Problem]) -> PlayedGame:
    """Return `game` without rows that are not as long as the answer, or as the first row."""
    length = game.length if game.length in LENGTHS else None
    rows = []
    for row in game.rows:
        if len(row.guess or row.marks[0]) == length:
            rows.append(row)
        else:
            problems.append(Problem("guess", excerpt(row.text.strip(":"))))
    return replace(game, rows=tuple(rows))


def _without_implied_digits(game: PlayedGame) -> PlayedGame:
    """Return `game` with marks only where the answer does not say the same."""
    return replace(game, rows=tuple(_plain(row, game.answer) for row in game.rows))


def _plain(row: Row, answer: str) -> Row:
    if not row.guess or not answer:
        return row
    implied = digits_of(feedback(row.guess, answer), len(answer))
    return row.marked(0, WAITING) if row.marks == (implied,) else row
