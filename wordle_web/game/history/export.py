"""Exporting a history as a backup file or as QR codes for another browser, and merging histories.

A backup is versioned, readable JSON without the answers of unfinished games. Imported files are not
trusted: invalid content raises `HistoryError`. A backup identifies its site by fingerprints of the
keys that determine the words, since other sites have other words on the same day. To move to
another browser, a history is split into parts, and each is signed for a QR code that is valid for
`VALID_SECONDS`.

Merging counts no game twice, whether the imported history is older or newer. Days and recent games
are matched one by one. Tallies of the same source only grow, so the larger count includes the
smaller one; tallies of different sources add up.
"""

import heapq
import json
from collections.abc import Container, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from itertools import islice, zip_longest
from typing import Any, Final, TypeGuard

from wordle_web.engine.hard_mode import HardMode
from wordle_web.game.codecs import read_signed, signed
from wordle_web.game.errors import HistoryError, HistoryErrorKind
from wordle_web.game.history.codec import decode, encode_whole
from wordle_web.game.history.history import (
    MAX_IN_PROGRESS,
    MAX_RECENT,
    MAX_SERIES,
    MAX_SOURCES,
    MAX_VARIANTS,
    SOURCE_BYTES,
    EarlierStatistics,
    History,
    SeriesLog,
    Tally,
    check_history,
    result_slot,
    within_sources,
)
from wordle_web.game.history.records import (
    LAST_DAY,
    MAX_COUNT,
    OUTCOMES,
    DayLog,
    DayResult,
    Record,
    check_record,
    record_elsewhere,
    tries_possible,
)
from wordle_web.game.history.statistics import statistics
from wordle_web.game.puzzles.variants import HOME, Variant, read_variant
from wordle_web.game.rules import PastHints
from wordle_web.parsing import linear_pattern

FORMAT = "wordle-web history"
VERSION = 1
MAX_FILE = 1_000_000  # characters
MAX_COUNTS = 1000  # tallies
MAX_SITE = 100  # number of fingerprints that are read

_DAY_RESULT = linear_pattern(
    r"(?P<tries>[1-9][0-9]?|X)(?P<hard>\*{0,2})(?P<archive>a?)(?P<hinted>h?)"
)
_DAY = linear_pattern(r"[1-9][0-9]{0,6}")
_BYTES = linear_pattern(r"(?:[0-9a-f]{2}){0,40}")
_RECORD_TYPES = {
    "puzzle": str,
    "length": int,
    "started": int,
    "guesses": list,
    "hard": str,
    "outcome": str,
}
_EARLIER_TYPES = {"counts": list, "current_streak": int, "max_streak": int, "day": int}
_TALLY_TYPES = {"source": str, "kind": str, "length": int, "pool": str, "counts": list}


@dataclass(frozen=True, slots=True)
class Backup:
    """The content of a backup file."""

    history: History
    site: frozenset[str]  # fingerprints of the keys of its site, in hexadecimal; may be empty
    day: int  # number of the day on which it was written; 0 if unknown


def write_file(history: History, site: Sequence[str] = (), today: int = 0) -> str:
    """Return the text of a backup file; `site` has the fingerprints of the site's keys."""
    games, counts = list[dict[str, Any]](), list[dict[str, Any]]()
    for record in (*history.recent, *history.in_progress):
        facts = {name: getattr(record, name) for name in ("puzzle", "length", "started", "guesses")}
        answer = {"answer": record.answer} if record.answer else {}
        hints: dict[str, Any] = {"hint_count": record.hint_count} if record.hinted else {}
        hints |= {"hints": record.hints} if record.hints else {}
        given_hints: dict[str, Any] = {"told": record.past_hints} if record.past_hints else {}
        given_hints |= {"named": record.named} if record.named else {}
        outcome = OUTCOMES[record.status]
        mode = {"hard": record.hard.stars}
        games.append({**facts, **mode, "outcome": outcome, **hints, **given_hints, **answer})
    for tally in history.tallies:
        counts.append({**asdict(tally), "source": tally.source.hex()})
        del counts[-1]["variant"]
        if tally.variant != HOME:
            counts[-1]["variant"] = tally.variant.path
    contents = {
        "format": FORMAT,
        "version": VERSION,
        "site": list(site),
        "day": today,
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


def read_file(text: str) -> Backup:
    """Return the content of a backup file; its games are marked as restored.

    Days may be in the future, since the clock may have been set back.

    Raises:
        HistoryError: the text is not a backup file, or something in it is invalid.
    """
    if len(text) > MAX_FILE:
        raise HistoryError("damaged")
    try:
        contents = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise HistoryError("damaged") from error
    if not isinstance(contents, dict) or contents.get("format") != FORMAT:
        raise HistoryError("damaged")
    if contents.get("version") != VERSION:
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
    records = list(map(_record, games))
    source = _bytes(contents.get("source"), "count", {0, SOURCE_BYTES})
    by_variant = ((_variant(path), days) for path, days in other_days.items())
    history = History(
        days=_days(contents.get("days"), HOME),
        recent=tuple(record for record in records if record.is_over),
        in_progress=tuple(record for record in records if not record.is_over),
        tallies=_tallies_of_file(counts, source),
        source=source,
        other_days=tuple(sorted((variant, _days(days, variant)) for variant, days in by_variant)),
        earlier=_earlier(contents.get("earlier")),
        pseudonym=_bytes(contents.get("pseudonym", "")),
        series=tuple(SeriesLog(*map(_bytes, log)) for log in series),
    )
    return Backup(check_history(history), *_origin(contents))


def _tallies_of_file(counts: list[Any], own: bytes) -> tuple[Tally, ...]:
    tallies = sorted(map(_tally, counts), key=lambda tally: tally.key)
    is_full = len({tally.source for tally in tallies}) > MAX_SOURCES
    return within_sources(tallies, own) if is_full else tuple(tallies)


def _origin(contents: dict[str, Any]) -> tuple[frozenset[str], int]:
    site, day = contents.get("site", []), contents.get("day", 0)
    if not isinstance(site, list) or not all(isinstance(item, str) for item in site):
        raise HistoryError("damaged")
    if type(day) is not int or abs(day) > LAST_DAY:
        raise HistoryError("day")
    return frozenset(site[:MAX_SITE]), day


def played_elsewhere(backup: Backup, today: int) -> History:
    """Return the history in another site's backup as games played elsewhere.

    The days have other words here, so they don't count as played: those of `HOME` become statistics
    from elsewhere, and those of other variants become counts. Finished games of one board with
    known answers stay as games from elsewhere, and unfinished games are dropped. A streak continues
    if it had not ended when the file was written.
    """
    history = backup.history
    counted = history
    while counted.other_days:
        counted = counted.with_oldest_days_counted()
    recent = {}
    for record in history.recent:
        answer = record.guesses[-1] if record.tries else record.answer
        if record.variant.boards == 1 and answer and record.guesses:
            started = max(0, min(record.started, today))
            made = record_elsewhere(record.variant, answer, record.guesses, record.hard, started)
            # What its hints showed is unknown here: it depends on the other site's word list.
            recent[made.puzzle] = replace(made, hint_count=record.hint_count, is_restored=True)
    earlier = _as_earlier(history, backup.day, today)
    return History(recent=tuple(recent.values()), tallies=counted.tallies, earlier=earlier)


def _as_earlier(history: History, day: int, today: int) -> EarlierStatistics | None:
    counts = list(history.earlier.counts if history.earlier else (0,) * HOME.results)
    for _, result in history.days:
        slot = result_slot(HOME, result.tries)
        counts[slot] = min(counts[slot] + 1, MAX_COUNT)
    if not any(counts):
        return None
    figures = statistics(history, "daily", today=day)
    entered = max(0, min(today, LAST_DAY))
    return EarlierStatistics(tuple(counts), figures.current_streak, figures.max_streak, entered)


def _day_texts(log: DayLog) -> dict[str, str]:
    """Return the results of days as texts, by day number.

    A text is the number of guesses or X, followed by the stars of the hard mode, `a` for a game
    from the archive, and `h` for a game with a hint.
    """
    return {
        str(number): str(result.tries or "X")
        + result.hard.stars
        + "a" * (not result.is_on_time)
        + "h" * result.hinted
        for number, result in log
    }


def _earlier(facts: object) -> EarlierStatistics | None:
    if facts is None:
        return None
    if not _has_types(facts, _EARLIER_TYPES) or not _are_counts(facts["counts"]):
        raise HistoryError("count")
    known = {name: facts[name] for name in _EARLIER_TYPES}
    return EarlierStatistics(**{**known, "counts": tuple(facts["counts"])})


def _variant(path: object) -> Variant:
    variant = read_variant(path) if isinstance(path, str) else None
    if variant is None:
        raise HistoryError("record")
    return variant


def _days(days: object, variant: Variant) -> DayLog:
    if not isinstance(days, dict):
        raise HistoryError("day")
    results = {}
    for number, text in days.items():
        match = _DAY_RESULT.fullmatch(text) if isinstance(text, str) else None
        if not match or not _DAY.fullmatch(number):
            raise HistoryError("day")
        tries = 0 if match["tries"] == "X" else int(match["tries"])
        if tries not in tries_possible(variant) or (match["hard"] and variant.boards > 1):
            raise HistoryError("day")
        hard, hinted = HardMode(len(match["hard"])), bool(match["hinted"])
        results[int(number)] = DayResult(tries, hard, not match["archive"], hinted)
    return DayLog.from_results(results)


def _record(facts: object) -> Record:
    if not _has_types(facts, _RECORD_TYPES):
        raise HistoryError("record")
    guesses, answer = facts["guesses"], facts.get("answer", "")
    if not all(isinstance(word, str) for word in [*guesses, answer]):
        raise HistoryError("record")
    status = next((outcome for outcome, text in OUTCOMES.items() if text == facts["outcome"]), None)
    if status is None:
        raise HistoryError("record")
    hard = next((mode for mode in HardMode if mode.stars == facts["hard"]), None)
    if hard is None:
        raise HistoryError("record")
    puzzle, length, started = facts["puzzle"], facts["length"], facts["started"]
    count, hints = facts.get("hint_count", 0), facts.get("hints", [])
    named = facts.get("named", [])
    if not type(hints) is type(named) is list:
        raise HistoryError("record")
    if not all(type(number) is int for number in (count, *hints, *named)):
        raise HistoryError("record")
    given_hints = facts.get("told", [])
    if type(given_hints) is not list or not all(map(_is_past_hints, given_hints)):
        raise HistoryError("record")
    record = Record(puzzle, length, started, tuple(guesses), hard, status, answer)
    record = replace(record, hint_count=count, hints=tuple(hints), named=tuple(named))
    record = replace(record, past_hints=tuple(PastHints(*fact) for fact in given_hints))
    return replace(check_record(record), is_restored=True)


def _is_past_hints(fact: Any) -> bool:
    return type(fact) is list and [*map(type, fact)] == [int] * len(PastHints._fields)


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
    # Types are compared exactly, since `True` is an `int` in Python.
    if not isinstance(facts, dict):
        return False
    return all(type(facts.get(name)) is kind for name, kind in types.items())


DAY_TALLIES = frozenset({"daily", "archive"})
VALID_SECONDS: Final = 600
TIME_BYTES: Final = 5
MAX_PARTS: Final = 3
DAYS_OF_PIECE: Final = 365  # days of `HOME` that are put into a part, or left out, together


def merged(current: History, imported: History) -> History:
    """Return `current` merged with `imported`.

    Merging the same history again changes nothing. If both have a result for a day, a game played
    on that day wins over one from the archive; otherwise `current` wins.

    Raises:
        HistoryError: the days of both together span more than `MAX_SPAN` days.
    """
    known = {record.puzzle for record in current.recent}
    new = [record for record in imported.recent if record.puzzle not in known]
    recent = tuple(heapq.merge(new, current.recent, key=lambda record: record.started))
    logs = {log.digest: log.results for log in imported.series}
    for log in current.series:
        pairs = zip_longest(log.results, logs.pop(log.digest, b""), fillvalue=0)
        # The logs of `current` come last, so that those of `imported` are dropped first.
        logs[log.digest] = bytes(ours or theirs for ours, theirs in pairs)
    joined = History(
        days=_merged_days(current.days, imported.days),
        recent=recent[-MAX_RECENT:],
        tallies=_tallies(current, imported),
        source=current.source,
        # Both describe the same games on another site, so they are not added up.
        earlier=current.earlier or imported.earlier,
        pseudonym=current.pseudonym or imported.pseudonym,
        series=tuple(SeriesLog(*log) for log in list(logs.items())[-MAX_SERIES:]),
    )
    for variant in {variant for variant, _ in (*current.other_days, *imported.other_days)}:
        here = _uncounted(current, imported, variant)
        there = _uncounted(imported, current, variant)
        joined = joined.with_days(variant, _merged_days(here, there))
    # If a game is unfinished in both, the state with more guesses is kept.
    games = {record.puzzle: record for record in imported.in_progress}
    for record in current.in_progress:
        other = games.pop(record.puzzle, record)
        games[record.puzzle] = max(record, other, key=_progress)
    unfinished = [record for puzzle, record in games.items() if not joined.is_finished(puzzle)]
    return replace(joined, in_progress=tuple(unfinished[-MAX_IN_PROGRESS:]))


def _progress(record: Record) -> tuple[int, int, tuple[int, ...], tuple[PastHints, ...]]:
    return len(record.guesses), record.hint_count, record.hints, record.past_hints


def _merged_days(current: DayLog, imported: DayLog) -> DayLog:
    results = dict(current)
    for number, result in imported:
        known = results.get(number)
        if known is None or (result.is_on_time and not known.is_on_time):
            results[number] = result
    return DayLog.from_results(results)


def _uncounted(one: History, other: History, variant: Variant) -> DayLog:
    """Return the days of `one` that `other` has not turned into counts.

    If `other` has counts with the source of `one`, both were the same history once. Then `other`
    has counted the days before its first day, or, if it has none left, as many of the oldest days
    as it has counted more than `one`.
    """
    log, left = one.days_of(variant), other.days_of(variant)
    counted = _days_counted(other, one, variant)
    if not counted:
        return log
    if len(left):
        return log.after(left.first - 1)
    more = max(0, counted - _days_counted(one, one, variant))
    return DayLog.from_results(dict(islice(log, more, None)))


def _days_counted(history: History, source: History, variant: Variant) -> int:
    """Return how many days of a variant have become counts of `source` in `history`.

    If `source` has not counted anything yet, these are counts of a later copy of it.
    """
    return sum(
        sum(tally.counts)
        for tally in history.tallies
        if tally.source in source.sources and tally.variant == variant and tally.kind in DAY_TALLIES
    )


def _tallies(current: History, imported: History) -> tuple[Tally, ...]:
    tallies = {tally.key: tally for tally in imported.tallies}
    for tally in current.tallies:
        other = tallies.get(tally.key, tally)
        counts = tuple(map(max, tally.counts, other.counts))
        tallies[tally.key] = replace(tally, counts=counts)
    return within_sources(tallies.values(), current.source)


def sealed(data: bytes, now: int, key: bytes) -> str:
    """Return the signed token of a packed history and `now`, a Unix time in seconds."""
    return signed(now.to_bytes(TIME_BYTES) + data, key, "move")


def unsealed(token: str, now: int, keys: Sequence[bytes]) -> History:
    """Return the history in a token signed by any of `keys`.

    Raises:
        HistoryError: "code" if the token was altered or signed with other keys; "moved" if it is
            older than `VALID_SECONDS`; any other kind if the history in it is invalid.
    """
    dated, is_ours = read_signed(token, keys, "move")
    if not is_ours:
        raise HistoryError("code")
    if abs(now - int.from_bytes(dated[:TIME_BYTES])) > VALID_SECONDS:
        raise HistoryError("moved")
    return decode(dated[TIME_BYTES:])


def parts(history: History, limit: int) -> tuple[tuple[bytes, ...], int]:
    """Split a history into at most `MAX_PARTS` parts of at most `limit` bytes.

    The parts can be merged separately, in any order. Daily results come first, then counts, then
    the last games, the latest first. The second value is the number of daily results of `HOME` and
    of last games that do not fit into the parts.
    """
    days = history.days
    pieces = [History(earlier=history.earlier, pseudonym=history.pseudonym, series=history.series)]
    for start in range(0, len(days.states), DAYS_OF_PIECE):
        states = days.states[start : start + DAYS_OF_PIECE]
        pieces.append(History(days=DayLog.from_states(days.first + start, states)))
    pieces += [History(other_days=(item,)) for item in history.other_days]
    pieces += [History(tallies=(tally,)) for tally in history.tallies]
    for record in reversed((*history.recent, *history.in_progress)):
        is_over = record.is_over
        pieces.append(History(recent=(record,)) if is_over else History(in_progress=(record,)))
    made, part, left = list[bytes](), History(), 0
    for piece in pieces:
        together = merged(part, piece)
        if len(encode_whole(together)) <= limit:
            part = together
        elif len(made) + 1 < MAX_PARTS and len(encode_whole(piece)) <= limit:
            made.append(encode_whole(part))
            part = piece
        else:
            left += len(piece.days) + len(piece.recent) + len(piece.in_progress)
    return (*made, encode_whole(part)), left
