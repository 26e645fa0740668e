"""A history as a backup file: versioned, readable JSON.

Nothing in a restored file is trusted; anything wrong raises `HistoryError`. The file does not hold
the answers of unfinished games.
"""

import json
from collections.abc import Container, Mapping
from dataclasses import asdict
from typing import Any, TypeGuard

from wordle_web.game.errors import HistoryError, HistoryErrorKind
from wordle_web.game.history.history import (
    MAX_IN_PROGRESS,
    MAX_RECENT,
    MAX_VARIANTS,
    SOURCE_BYTES,
    EarlierStatistics,
    History,
    SeriesLog,
    Tally,
    check_history,
)
from wordle_web.game.history.records import (
    MAX_COUNT,
    OUTCOMES,
    DayLog,
    DayResult,
    Record,
    check_record,
    tries_possible,
)
from wordle_web.game.puzzles.variants import HOME, Variant, read_variant
from wordle_web.parsing import linear_pattern

FORMAT = "wordle-web history"
VERSION = 1
VERSION_OF_VARIANTS = 2  # written once there are games of other variants than `HOME`
MAX_FILE = 1_000_000
MAX_COUNTS = 1000

_DAY_RESULT = linear_pattern(r"(?P<tries>[1-9][0-9]?|X)(?P<hard>\*?)(?P<archive>a?)")
_DAY = linear_pattern(r"[1-9][0-9]{0,6}")
_BYTES = linear_pattern(r"(?:[0-9a-f]{2}){0,40}")
_RECORD_TYPES = {
    "puzzle": str,
    "length": int,
    "started": int,
    "guesses": list,
    "hard": bool,
    "outcome": str,
}
_EARLIER_TYPES = {"counts": list, "current_streak": int, "max_streak": int, "day": int}
_TALLY_TYPES = {"source": str, "kind": str, "length": int, "pool": str, "counts": list}


def write_file(history: History) -> str:
    """Return the text of the backup file of `history`."""
    is_home = history.variants <= {HOME}
    games, counts = list[dict[str, Any]](), list[dict[str, Any]]()
    for record in (*history.recent, *history.in_progress):
        facts = {name: getattr(record, name) for name in ("puzzle", "length", "started", "guesses")}
        answer = {"answer": record.answer} if record.answer else {}
        games.append({**facts, "hard": record.hard, "outcome": OUTCOMES[record.status], **answer})
    for tally in history.tallies:
        counts.append({**asdict(tally), "source": tally.source.hex()})
        del counts[-1]["variant"]
        if tally.variant != HOME:
            counts[-1]["variant"] = tally.variant.path
    contents = {
        "format": FORMAT,
        "version": VERSION if is_home else VERSION_OF_VARIANTS,
        "days": _day_texts(history.days),
        "games": games,
        "counts": counts,
        "source": history.source.hex(),
    }
    if history.other_days:
        other_days = {variant.path: _day_texts(log) for variant, log in history.other_days}
        contents["other_days"] = other_days
    if history.earlier:
        contents["earlier"] = asdict(history.earlier)
    if history.pseudonym:
        contents["pseudonym"] = history.pseudonym.hex()
    if history.series:
        contents["series"] = [[log.digest.hex(), log.results.hex()] for log in history.series]
    return json.dumps(contents, indent=1, ensure_ascii=False)


def read_file(text: str, today: int) -> History:
    """Return the history in a backup file; no day in it may be after `today`.

    Raises:
        HistoryError: it is not a backup file, or something in it is invalid.
    """
    if len(text) > MAX_FILE:
        raise HistoryError("damaged")
    try:
        contents = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise HistoryError("damaged") from error
    if not isinstance(contents, dict) or contents.get("format") != FORMAT:
        raise HistoryError("damaged")
    if contents.get("version") not in (VERSION, VERSION_OF_VARIANTS):
        raise HistoryError("version")
    games, counts = contents.get("games"), contents.get("counts")
    other_days, series = contents.get("other_days", {}), contents.get("series", [])
    if not isinstance(games, list) or len(games) > MAX_RECENT + MAX_IN_PROGRESS:
        raise HistoryError("record")
    if not isinstance(counts, list) or len(counts) > MAX_COUNTS:
        raise HistoryError("count")
    if not isinstance(other_days, dict) or len(other_days) > MAX_VARIANTS:
        raise HistoryError("day")
    if not isinstance(series, list) or not all(
        type(log) is list and len(log) == 2 for log in series
    ):
        raise HistoryError("record")
    records = [_record(facts, today) for facts in games]
    by_variant = ((_variant(path), days) for path, days in other_days.items())
    history = History(
        days=_days(contents.get("days"), today, HOME),
        recent=tuple(record for record in records if record.is_over),
        in_progress=tuple(record for record in records if not record.is_over),
        tallies=tuple(sorted(map(_tally, counts), key=lambda tally: tally.key)),
        source=_bytes(contents.get("source"), "count", {0, SOURCE_BYTES}),
        other_days=tuple(sorted((each, _days(days, today, each)) for each, days in by_variant)),
        earlier=_earlier(contents.get("earlier"), today),
        pseudonym=_bytes(contents.get("pseudonym", "")),
        series=tuple(SeriesLog(*map(_bytes, log)) for log in series),
    )
    return check_history(history)


def _day_texts(log: DayLog) -> dict[str, str]:
    """Return the result of each day: guesses or X, `*` for hard mode, `a` for archive."""
    return {
        str(number): str(result.tries or "X") + "*" * result.hard + "a" * (not result.is_on_time)
        for number, result in log
    }


def _earlier(facts: object, today: int) -> EarlierStatistics | None:
    if facts is None:
        return None
    if not _has_types(facts, _EARLIER_TYPES) or not _are_counts(facts["counts"]):
        raise HistoryError("count")
    known = {name: facts[name] for name in _EARLIER_TYPES}
    earlier = EarlierStatistics(**{**known, "counts": tuple(facts["counts"])})
    if earlier.day > today:
        raise HistoryError("day")
    return earlier


def _variant(path: object) -> Variant:
    variant = read_variant(path) if isinstance(path, str) else None
    if variant is None:
        raise HistoryError("record")
    return variant


def _days(days: object, today: int, variant: Variant) -> DayLog:
    if not isinstance(days, dict):
        raise HistoryError("day")
    results = {}
    for number, text in days.items():
        match = _DAY_RESULT.fullmatch(text) if isinstance(text, str) else None
        if not match or not _DAY.fullmatch(number) or int(number) > today:
            raise HistoryError("day")
        tries = 0 if match["tries"] == "X" else int(match["tries"])
        if tries not in tries_possible(variant) or (match["hard"] and variant.boards > 1):
            raise HistoryError("day")
        results[int(number)] = DayResult(tries, bool(match["hard"]), not match["archive"])
    return DayLog.from_results(results)


def _record(facts: object, today: int) -> Record:
    if not _has_types(facts, _RECORD_TYPES):
        raise HistoryError("record")
    guesses, answer = facts["guesses"], facts.get("answer", "")
    if not all(isinstance(word, str) for word in [*guesses, answer]):
        raise HistoryError("record")
    status = next((each for each, text in OUTCOMES.items() if text == facts["outcome"]), None)
    if status is None:
        raise HistoryError("record")
    puzzle, length, started = facts["puzzle"], facts["length"], facts["started"]
    record = Record(puzzle, length, started, tuple(guesses), facts["hard"], status, answer)
    check_record(record)
    if max(record.started, record.day or 0) > today:
        raise HistoryError("day")
    return record


def _tally(facts: object) -> Tally:
    if not _has_types(facts, _TALLY_TYPES):
        raise HistoryError("count")
    counts = facts["counts"]
    if not _are_counts(counts):
        raise HistoryError("count")
    source, variant = _bytes(facts["source"], "count", {SOURCE_BYTES}), facts.get("variant", "")
    kind, length, pool = facts["kind"], facts["length"], facts["pool"]
    return Tally(source, kind, length, pool, tuple(counts), _variant(variant))


def _bytes(
    value: object, error: HistoryErrorKind = "record", sizes: Container[int] = range(41)
) -> bytes:
    if isinstance(value, str) and _BYTES.fullmatch(value) and len(value) // 2 in sizes:
        return bytes.fromhex(value)
    raise HistoryError(error)


def _are_counts(counts: list[Any]) -> bool:
    return all(type(count) is int and 0 <= count <= MAX_COUNT for count in counts)


def _has_types(facts: object, types: Mapping[str, type]) -> TypeGuard[dict[str, Any]]:
    # `isinstance(True, int)` holds in Python, so types are compared exactly.
    if not isinstance(facts, dict):
        return False
    return all(type(facts.get(name)) is kind for name, kind in types.items())
