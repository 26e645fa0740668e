"""A history as a backup file: versioned, readable JSON.

Nothing in a restored file is trusted; anything wrong raises `HistoryError`. The file does not hold
the answers of unfinished games.
"""

import json
import re
from collections.abc import Mapping
from dataclasses import asdict
from typing import Any, TypeGuard

from wordle_web.game.errors import HistoryError
from wordle_web.game.history.earlier import EarlierStatistics
from wordle_web.game.history.history import (
    MAX_IN_PROGRESS,
    MAX_RECENT,
    MAX_VARIANTS,
    SOURCE_BYTES,
    History,
    SeriesLog,
    Tally,
    check_history,
)
from wordle_web.game.history.records import (
    MAX_COUNT,
    DayLog,
    DayResult,
    Record,
    check_record,
    tries_possible,
)
from wordle_web.game.puzzles.variants import HOME, Variant, read_variant

FORMAT = "wordle-web history"
VERSION = 1
VERSION_OF_VARIANTS = 2  # written once there are games of other variants than `HOME`
MAX_FILE = 1_000_000
MAX_COUNTS = 1000

_DAY_RESULT = re.compile(r"(?P<tries>[1-9][0-9]?|X)(?P<hard>\*?)(?P<archive>a?)")
_DAY = re.compile(r"[1-9][0-9]{0,6}")
_SOURCE = re.compile(rf"[0-9a-f]{{{2 * SOURCE_BYTES}}}")
_BYTES = re.compile(r"(?:[0-9a-f]{2}){0,40}")
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
    games = (*history.recent, *history.in_progress)
    is_home = history.variants <= {HOME}
    contents = {
        "format": FORMAT,
        "version": VERSION if is_home else VERSION_OF_VARIANTS,
        "days": _day_texts(history.days),
        "games": [_record_facts(record) for record in games],
        "counts": [_tally_facts(tally) for tally in history.tallies],
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
    if not isinstance(games, list) or len(games) > MAX_RECENT + MAX_IN_PROGRESS:
        raise HistoryError("record")
    if not isinstance(counts, list) or len(counts) > MAX_COUNTS:
        raise HistoryError("count")
    records = [_record(facts, today) for facts in games]
    history = History(
        days=_days(contents.get("days"), today, HOME),
        recent=tuple(record for record in records if record.is_over),
        in_progress=tuple(record for record in records if not record.is_over),
        tallies=tuple(sorted(map(_tally, counts), key=lambda tally: tally.key)),
        source=_source(contents.get("source"), is_empty_allowed=True),
        other_days=_other_days(contents.get("other_days", {}), today),
        earlier=_earlier(contents.get("earlier"), today),
        pseudonym=_bytes(contents.get("pseudonym", "")),
        series=_series(contents.get("series", [])),
    )
    return check_history(history)


def day_text(result: DayResult) -> str:
    """Return the result of a day as text: guesses or X, `*` for hard mode, `a` for archive.

    >>> day_text(DayResult(4)), day_text(DayResult(0, hard=True, is_on_time=False))
    ('4', 'X*a')
    """
    tries = str(result.tries) if result.is_won else "X"
    return tries + "*" * result.hard + "a" * (not result.is_on_time)


def _day_texts(log: DayLog) -> dict[str, str]:
    return {str(number): day_text(result) for number, result in log}


def _other_days(logs: object, today: int) -> tuple[tuple[Variant, DayLog], ...]:
    if not isinstance(logs, dict) or len(logs) > MAX_VARIANTS:
        raise HistoryError("day")
    read = ((_variant(path), days) for path, days in logs.items())
    return tuple(sorted((variant, _days(days, today, variant)) for variant, days in read))


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


def _tally_facts(tally: Tally) -> dict[str, Any]:
    facts = {**asdict(tally), "source": tally.source.hex(), "variant": tally.variant.path}
    if tally.variant == HOME:
        del facts["variant"]
    return facts


def _record_facts(record: Record) -> dict[str, Any]:
    facts = asdict(record)
    if not record.answer:
        del facts["answer"]
    return facts


def _record(facts: object, today: int) -> Record:
    if not _has_types(facts, _RECORD_TYPES):
        raise HistoryError("record")
    guesses, answer = facts["guesses"], facts.get("answer", "")
    if not all(isinstance(word, str) for word in [*guesses, answer]):
        raise HistoryError("record")
    known = {name: facts[name] for name in _RECORD_TYPES}
    record = check_record(Record(**{**known, "guesses": tuple(guesses), "answer": answer}))
    if max(record.started, record.day or 0) > today:
        raise HistoryError("day")
    return record


def _tally(facts: object) -> Tally:
    if not _has_types(facts, _TALLY_TYPES):
        raise HistoryError("count")
    counts = facts["counts"]
    if not _are_counts(counts):
        raise HistoryError("count")
    source, variant = _source(facts["source"]), _variant(facts.get("variant", ""))
    kind, length, pool = facts["kind"], facts["length"], facts["pool"]
    return Tally(source, kind, length, pool, tuple(counts), variant)


def _series(logs: object) -> tuple[SeriesLog, ...]:
    if not isinstance(logs, list) or not all(type(log) is list and len(log) == 2 for log in logs):
        raise HistoryError("record")
    return tuple(SeriesLog(_bytes(digest), _bytes(results)) for digest, results in logs)


def _bytes(value: object) -> bytes:
    if not isinstance(value, str) or not _BYTES.fullmatch(value):
        raise HistoryError("record")
    return bytes.fromhex(value)


def _are_counts(counts: list[Any]) -> bool:
    return all(type(count) is int and 0 <= count <= MAX_COUNT for count in counts)


def _source(value: object, is_empty_allowed: bool = False) -> bytes:
    if value == "" and is_empty_allowed:
        return b""
    if not isinstance(value, str) or not _SOURCE.fullmatch(value):
        raise HistoryError("count")
    return bytes.fromhex(value)


def _has_types(facts: object, types: Mapping[str, type]) -> TypeGuard[dict[str, Any]]:
    # `isinstance(True, int)` holds in Python, so types are compared exactly.
    if not isinstance(facts, dict):
        return False
    return all(type(facts.get(name)) is kind for name, kind in types.items())
