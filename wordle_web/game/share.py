"""Share texts (results as colored squares without letters) and the seals of shared links.

A seal is a pseudonym and a MAC, a few bytes that prove how a puzzle ended here. The pseudonym is
derived from six random bytes in the player's history and a key of this site, so a player has
a different one on each site. Nothing in a seal depends on the answer.
"""

import hmac
from collections.abc import Sequence
from typing import Final

from wordle_web.engine.feedback import digits_of, marks_of
from wordle_web.game.board import Contrast, GridTheme
from wordle_web.game.codecs import from_base64url, subkey, to_base64url
from wordle_web.game.history.history import PSEUDONYM_BYTES
from wordle_web.game.puzzles.days import LENGTHS
from wordle_web.game.rules import Game
from wordle_web.parsing import linear_pattern

MISS = "🟥"
HINTED: Final = "💡"  # after the result of a game with hints
KEYCAP = "\N{VARIATION SELECTOR-16}\N{COMBINING ENCLOSING KEYCAP}"
# For numbers above 10, by the hour: 🕚 for 11, 🕛 for 12, 🕐 for 13.
CLOCKS = "🕛🕐🕑🕒🕓🕔🕕🕖🕗🕘🕙🕚"
TWO_DIGITS_FROM = 16  # with at least this many boards, numbers of guesses have two digits

MAC_BYTES: Final = 9  # a forgery succeeds with a probability of 1 in 2^72
Marks = tuple[tuple[int, ...], ...]

_ROW = f"[0-2]{{{LENGTHS[0]},{LENGTHS[-1]}}}"
_GRID = linear_pattern(rf"{_ROW}(?:-{_ROW}){{0,5}}")


def share_text(
    game: Game,
    title: str,
    *,
    theme: GridTheme = "light",
    contrast: Contrast = "normal",
    link: str = "",
) -> str:
    """Return the share text of a finished game.

    Games that are not won are shared as lost. With several boards, the result after the title is
    shown only for a loss. A light bulb means that the player asked for a hint, and stars that the
    game was played in a hard mode. Absent letters are white squares in the light theme and black
    squares in the dark theme; with high contrast, orange and blue squares replace green and yellow
    ones.

    >>> print(share_text(Game("crane", ("slate", "crane")), "Wordle-web 1,234"))
    Wordle-web 1,234 2/6
    <BLANKLINE>
    ⬜⬜🟩⬜🟩
    🟩🟩🟩🟩🟩
    """
    hint = f" {HINTED}" * game.hinted
    if game.others:
        headline = title if game.is_won else f"{title} X/{game.tries}"
        lines = [headline + hint, *board_numbers(game)]
    else:
        headline = f"{title} {game.result}/{game.tries}" + game.hard.stars + hint
        lines = [headline, "", *grid(game, theme, contrast), *[""] * bool(link)]
    return "\n".join([*lines, link] if link else lines)


def grid(game: Game, theme: GridTheme = "light", contrast: Contrast = "normal") -> tuple[str, ...]:
    """Return one line of squares for each guess of a game of one board."""
    absent = "⬜" if theme == "light" else "⬛"
    present, correct = "🟦🟧" if contrast == "high" else "🟨🟩"
    squares = (absent, present, correct)
    return tuple(
        "".join(squares[mark] for mark in marks_of(pattern, game.length))
        for pattern in game.patterns
    )


def link_grid(game: Game) -> str:
    """Return the marks of each guess for a shared link: `01002-22222`."""
    return "-".join(digits_of(pattern, game.length) for pattern in game.patterns)


def read_grid(text: str) -> Marks | None:
    """Return the marks in a text from `link_grid`; None for any other text.

    >>> read_grid("0100-2222"), read_grid("0100-22222")
    (((0, 1, 0, 0), (2, 2, 2, 2)), None)
    """
    rows = tuple(tuple(map(int, row)) for row in text.split("-")) if _GRID.fullmatch(text) else ()
    return rows if len({len(row) for row in rows}) == 1 else None


def board_numbers(game: Game) -> list[str]:
    r"""Return the number of the guess that solved each board, or red squares, in lines.

    A line has two boards, or four if numbers have two digits.

    >>> game = Game("crane", ("slate", "crane"), others=("slate", "orbit", "truss"), tries=9)
    >>> print(*board_numbers(game), sep="\n")
    2️⃣1️⃣
    🟥🟥
    """
    has_two_digits = len(game.answers) >= TWO_DIGITS_FROM
    results = []
    for board in game.boards:
        number = len(board.guesses)
        if not board.is_won:
            results.append(MISS * (1 + has_two_digits))
        elif has_two_digits or number < 10:
            digits = f"{number:02}" if has_two_digits else str(number)
            results.append("".join(f"{digit}{KEYCAP}" for digit in digits))
        else:
            results.append("🔟" if number == 10 else CLOCKS[number % 12])
    across, space = (4, " ") if has_two_digits else (2, "")
    starts = range(0, len(results), across)
    return [space.join(results[start : start + across]) for start in starts]


def seal(puzzle: str, value: int, source: bytes, key: bytes, *, hinted: bool = False) -> str:
    """Return the seal of a finished daily game.

    `puzzle` is its name in a history, `value` is the number of guesses (0 for a loss), and `source`
    is the six random bytes of the player's history.
    """
    pseudonym = subkey(key, "pseudonym", source.hex())[:PSEUDONYM_BYTES]
    return to_base64url(pseudonym + _mac(puzzle, value, pseudonym, key, hinted=hinted))


def sealed_by(
    puzzle: str, token: str, value: int, keys: Sequence[bytes], *, hinted: bool = False
) -> bytes | None:
    """Return the pseudonym in a seal; None unless this site sealed this result."""
    data = from_base64url(token)
    if data is None or len(data) != PSEUDONYM_BYTES + MAC_BYTES:
        return None
    pseudonym, mac = data[:PSEUDONYM_BYTES], data[PSEUDONYM_BYTES:]
    macs = (_mac(puzzle, value, pseudonym, key, hinted=hinted) for key in keys)
    is_ours = any(hmac.compare_digest(allowed, mac) for allowed in macs)
    return pseudonym if is_ours else None


def _mac(puzzle: str, value: int, pseudonym: bytes, key: bytes, *, hinted: bool) -> bytes:
    kind = "seal with a hint" if hinted else "seal"
    return subkey(key, kind, puzzle, value, pseudonym.hex())[:MAC_BYTES]
