"""Games that are watched as files, at the address of their page with `.csv` or `.json`."""

from flask import Response, request

from wordle_web.web.http.errors import error_answer
from wordle_web.web.services import services
from wordle_web.web.ui.exports import Export, Value, file_of
from wordle_web.web.watch.page import PATH
from wordle_web.web.watch.playing import Seen
from wordle_web.web.watch.state import WatchState, read_state
from wordle_web.web.watch.views import WatchError, bp, opener_of, seen_of, subject_of

__all__ = ["bp"]


@bp.get(f"{PATH}.<ending>")
def watch_file(ending: str) -> Response:
    """Return the games that the page shows, a turn a row."""
    state = read_state(request.args, services().lengths)
    try:
        subject = subject_of(state)
        opener = opener_of(state, subject)
    except WatchError as error:
        return error_answer(422, error.message)
    rows = [
        _row(state, strategy, number, seen)
        for strategy in state.strategies
        for number, seen in enumerate(seen_of(state, subject, strategy, opener), 1)
    ]
    return file_of(Export("watch", rows), ending)


def _row(state: WatchState, strategy: str, number: int, seen: Seen) -> dict[str, Value]:
    """Return one turn as files hold it; `row` is written as the command line reads it."""
    return {
        "strategy": strategy,
        "hard": state.hard,
        "turn": number,
        "guess": seen.turn.guess,
        "row": seen.turn.text(),
        "words_before": seen.before,
        "words_left": seen.left,
        "expected_remaining": round(seen.expected, 4),
        "worst": seen.worst,
        "replies": seen.groups,
        "entropy_bits": round(seen.bits, 4),
        "can_be_answer": seen.is_possible,
    }
