"""A history on its way to another browser: signed, valid for minutes, in parts for codes."""

from collections.abc import Iterator, Sequence
from typing import Final

from wordle_web.game.errors import HistoryError
from wordle_web.game.history.codec import decode, encode_whole
from wordle_web.game.history.history import History
from wordle_web.game.history.merge import merged
from wordle_web.game.history.records import DayLog
from wordle_web.game.puzzles.subkeys import read_signed, signed

VALID_SECONDS: Final = 600
TIME_BYTES: Final = 5
MAX_PARTS: Final = 3
DAYS_OF_PIECE: Final = 365


def sealed(data: bytes, now: int, key: bytes) -> str:
    """Return the token of a history, or of a part of it, as packed by `codec`, at a time in s."""
    return signed(now.to_bytes(TIME_BYTES) + data, key, "move")


def unsealed(token: str, now: int, keys: Sequence[bytes]) -> History:
    """Return the history in a token that any of `keys` signed.

    Raises:
        HistoryError: "moved" if it is too old; "damaged" if it was altered, or signed elsewhere.
    """
    dated, is_ours = read_signed(token, keys, "move")
    if not is_ours:
        raise HistoryError("code")
    if abs(now - int.from_bytes(dated[:TIME_BYTES])) > VALID_SECONDS:
        raise HistoryError("moved")
    return decode(dated[TIME_BYTES:])


def parts(history: History, limit: int) -> tuple[tuple[bytes, ...], int]:
    """Return a history in at most three parts of so many bytes, and how many games do not fit.

    Any of them can be merged by itself, in any order. Daily results come first, then counts, then
    the last games, the latest first.
    """
    made, part, left = list[bytes](), History(), 0
    for piece in _pieces(history):
        together = merged(part, piece)
        if len(encode_whole(together)) <= limit:
            part = together
        elif len(made) + 1 < MAX_PARTS and len(encode_whole(piece)) <= limit:
            made.append(encode_whole(part))
            part = piece
        else:
            left += len(piece.days) + len(piece.recent) + len(piece.in_progress)
    return (*made, encode_whole(part)), left


def _pieces(history: History) -> Iterator[History]:
    yield History(earlier=history.earlier, pseudonym=history.pseudonym, series=history.series)
    days = history.days
    for start in range(0, len(days.states), DAYS_OF_PIECE):
        states = days.states[start : start + DAYS_OF_PIECE]
        yield History(days=DayLog.from_states(days.first + start, states))
    for variant, log in history.other_days:
        yield History(other_days=((variant, log),))
    for tally in history.tallies:
        yield History(tallies=(tally,))
    for record in reversed((*history.recent, *history.in_progress)):
        over, under_way = ((record,), ()) if record.is_over else ((), (record,))
        yield History(recent=over, in_progress=under_way)
