"""Rows as people type and paste them: `crane 01002`, `_?!`, coloured squares, a share grid.

`read_entries` finds guesses and marks in any text, with any lines around them. It imports
nothing but the state's reader of words, and knows nothing of what the rows mean.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from wordle_web.web.helper_state import read_word

SQUARES = {
    **dict.fromkeys("⬛⬜⚫⚪◼◻🔲🔳", "0"),
    **dict.fromkeys("🟨🟦🟡🔵", "1"),
    **dict.fromkeys("🟩🟧🟢🟠", "2"),
}
SIGNS = {"_": "0", "?": "1", "!": "2"}
MOST_TEXT = 4000
VARIATION_SELECTOR = "\N{VARIATION SELECTOR-16}"

_TOKEN = re.compile(
    rf"(?P<word>[^\W\d_]+)|(?P<squares>[{''.join(SQUARES)}]+)|(?P<signs>[_?!]+)|(?P<digits>[0-9]+)"
)


@dataclass(frozen=True, slots=True)
class Entry:
    """What was typed of one row: a guess, its digits, or both; what is missing is empty."""

    guess: str = ""
    digits: str = ""


@dataclass(frozen=True, slots=True)
class _Token:
    """A piece of a line: a word of the right length, the digits of marks, or neither."""

    text: str
    word: str = ""
    digits: tuple[str, ...] = ()


def read_entries(text: str, length: int) -> tuple[Entry, ...]:
    """Return the rows found in `text`, in their order; empty where none is found.

    Words count where they stand beside marks or alone on their line, so that greetings and
    headlines around a pasted grid are passed over. Words on lines of their own belong to the
    marks without a word, in order.

    >>> read_entries("crane 01002", 5)
    (Entry(guess='crane', digits='01002'),)
    >>> read_entries("My game 1,201 4/6*" + chr(10) + "🟩🟨⬛⬛⬛" + chr(10) + "CHORE", 5)
    (Entry(guess='chore', digits='21000'),)
    """
    entries: list[Entry] = []
    for line in text[:MOST_TEXT].replace(VARIATION_SELECTOR, "").splitlines():
        entries += _entries_of_line(_tokens(line, length))
    return _joined(entries, is_grid=any(sign in SQUARES for sign in text))


def wrong_words(text: str) -> tuple[str, ...]:
    """Return the words typed in `text`, for a refusal that names them."""
    return tuple(match["word"] for match in _TOKEN.finditer(text[:MOST_TEXT]) if match["word"])


def _tokens(line: str, length: int) -> tuple[_Token, ...]:
    """Return the words and marks of `line`; punctuation between them is passed over."""
    return tuple(_token(match, length) for match in _TOKEN.finditer(line))


def _token(match: re.Match[str], length: int) -> _Token:
    """Return what one piece of a line means for words of `length` letters."""
    text = match.group()
    if match["word"]:
        word = read_word(text) or ""
        return _Token(text, word=word if len(word) == length else "")
    if match["squares"]:
        return _Token(text, digits=_chunks("".join(SQUARES[sign] for sign in text), length))
    digits = "".join(SIGNS.get(sign, sign) for sign in text)
    is_marks = len(digits) == length and set(digits) <= set("012")
    return _Token(text, digits=(digits,) if is_marks else ())


def _chunks(digits: str, length: int) -> tuple[str, ...]:
    """Return `digits` cut into rows: a field of one line joins the rows of a pasted grid."""
    if len(digits) % length:
        return ()
    return tuple(digits[start : start + length] for start in range(0, len(digits), length))


def _entries_of_line(tokens: Sequence[_Token]) -> Iterator[Entry]:
    """Yield the rows of one line: each marks with the free word beside them."""
    if not any(token.digits for token in tokens):
        if all(token.word for token in tokens):
            yield from (Entry(guess=token.word) for token in tokens)
        return
    taken: set[int] = set()
    for place, token in enumerate(tokens):
        beside = _word_beside(tokens, place, taken)
        if not token.digits or (beside < 0 and _is_stray_number(token, tokens)):
            continue
        taken.add(beside)
        yield Entry(tokens[beside].word if beside >= 0 else "", token.digits[0])
        yield from (Entry(digits=digits) for digits in token.digits[1:])


def _is_stray_number(token: _Token, tokens: Sequence[_Token]) -> bool:
    """Whether `token`, which has no word beside it, is a number in some other line."""
    return token.text.isdecimal() and not all(bool(other.digits) for other in tokens)


def _word_beside(tokens: Sequence[_Token], place: int, taken: set[int]) -> int:
    """Return the index of the free word before or after the marks at `place`, or -1."""
    for beside in (place - 1, place + 1):
        if 0 <= beside < len(tokens) and tokens[beside].word and beside not in taken:
            return beside
    return -1


def _joined(entries: Sequence[Entry], is_grid: bool) -> tuple[Entry, ...]:
    """Return `entries` with the words that stood alone given to the marks without a word.

    Around a pasted grid a lone word that fits no row is talk and is dropped.
    """
    alone = [entry.guess for entry in entries if not entry.digits]
    wordless = sum(not entry.guess for entry in entries)
    if not wordless:
        return tuple(entry for entry in entries if entry.digits or not is_grid)
    words = iter(alone if len(alone) == wordless else ())
    marked = (entry for entry in entries if entry.digits)
    return tuple(
        entry if entry.guess else replace(entry, guess=next(words, "")) for entry in marked
    )
