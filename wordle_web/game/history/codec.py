"""Packing a history into a few bytes for the cookie, and back.

The layout: a version byte, the table of the variants other than `HOME`, the results of days of
`HOME` (compressed), those of other variants (compressed), the tallies, the numbers of games, then
for all games the facts (compressed), the guesses and stored answers (compressed), and the names.
Data of one kind is grouped because it compresses better; names are random and stay uncompressed. If
there are other variants, the results of each of them, each tally and each game begin with the index
of their variant, which is 0 for `HOME`. At the end there are optional parts, each after a marker
byte: statistics from another site, the pseudonym, the results of series and the ratings of games.

Guesses are stored as letters, not as indices into a word list, so that lists may change. Decoding
hostile bytes takes bounded work and raises only `HistoryError`.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from typing import Final

from wordle_web.engine.hard_mode import HardMode
from wordle_web.game.codecs import ByteReader, section, unzigzag, varint, zigzag
from wordle_web.game.errors import HistoryError
from wordle_web.game.history.history import (
    DIGEST_BYTES,
    MAX_IN_PROGRESS,
    MAX_RECENT,
    MAX_SERIES,
    MAX_SERIES_DAYS,
    MAX_SOURCES,
    MAX_TALLIES,
    MAX_VARIANTS,
    PSEUDONYM_BYTES,
    SOURCE_BYTES,
    EarlierStatistics,
    History,
    SeriesLog,
    Tally,
    TallyKind,
    check_history,
    with_room,
    without_oldest_game,
)
from wordle_web.game.history.ratings import rating_size
from wordle_web.game.history.records import (
    KINDS,
    LAST_DAY,
    MAX_COUNT,
    MAX_HINT_COUNT,
    MAX_SPAN,
    MAX_WORD_LENGTH,
    OUTCOMES,
    DayLog,
    Record,
    check_record,
    stores_answer,
)
from wordle_web.game.puzzles.days import LENGTHS, POOLS
from wordle_web.game.puzzles.tokens import NONCE_BYTES, RandomPuzzle, read_token
from wordle_web.game.puzzles.variants import HOME, MAX_BOARDS, MAX_TRIES, Variant, read_variant
from wordle_web.game.rules import MAX_HINTS, PastHints, max_revealing_turns

VERSION: Final = 1
# Marker bytes of the optional parts, in the order of these parts.
EARLIER: Final = 1
PSEUDONYM: Final = 2
SERIES: Final = 3
RATINGS: Final = 4
IN_TURN: Final = 64  # flag in the byte with the number of boards
ULTRA: Final = 32  # flag in the byte with a game's word length minus one
RESTORED: Final = 64  # another flag in the byte with the word length
HINTED: Final = 128  # another flag in the byte with the word length
# A flag in a game's first byte if it has several boards and hints named some of its guesses. With
# one board, these bits are the number of guesses.
NAMED: Final = 32
MAX_ENCODING: Final = 8192  # bytes
# The hints for a board in an earlier turn take a byte: the board, plus this for every hint after
# the first.
PER_HINT: Final = 64
# Words on several boards have at most `LENGTHS[-1]` letters. Games with a longer word have a single
# board, and so fewer entries.
MAX_PAST_HINTS: Final = MAX_BOARDS * max_revealing_turns(LENGTHS[-1])
MAX_FACTS: Final = (MAX_RECENT + MAX_IN_PROGRESS) * (22 + 1 + MAX_TRIES) + MAX_IN_PROGRESS * (
    1 + MAX_HINTS * MAX_BOARDS + 2 + 2 * MAX_PAST_HINTS
)
MAX_LETTERS: Final = max((MAX_TRIES + MAX_BOARDS) * LENGTHS[-1], (HOME.tries + 1) * MAX_WORD_LENGTH)
MAX_TEXT: Final = (MAX_RECENT + MAX_IN_PROGRESS) * MAX_LETTERS * 4
# If days of other variants take more than this, the earliest become counts before any guesses are
# dropped.
MAX_OTHER_DAYS_BYTES: Final = 500
# If all tallies take more than this, those of other browsers are dropped before any guesses are.
MAX_TALLIES_BYTES: Final = 1000
MAX_EPOCH: Final = 9999
TALLIED: Final[tuple[TallyKind, ...]] = ("random", "challenge", "daily", "archive")
TALLIED_POOLS: Final = (*POOLS, "")
STATUSES: Final = tuple(OUTCOMES)


class TooSmallError(ValueError):
    """Raised for a limit below the size of an empty history."""


def encode(history: History, limit: int) -> bytes:
    """Return `history` in at most `limit` bytes.

    If it does not fit, parts are dropped in this order:

    1. tallies of other browsers, while all tallies together are large
    2. days of other variants, while these are large; they become counts
    3. records of finished games except the last one, oldest first; if there are games from
       elsewhere, games of one board are dropped first
    4. games in progress except the last one, oldest first; those that can count for a streak are
       dropped last
    5. series
    6. the last finished game and the last game in progress
    7. all other tallies of other browsers
    8. all other days of other variants, then their tallies, least played first
    9. the earliest days, which happens only after more than ten years of results
    10. the player's own tallies

    Raises:
        TooSmallError: the limit is too small for any history.
    """
    return shrunk(history, limit)[1]


def shrunk(history: History, limit: int) -> tuple[History, bytes]:
    """Return the part of `history` that fits into `limit` bytes, and its encoding.

    Raises:
        TooSmallError: the limit is too small for any history.
    """
    written = encode_whole(history)
    # How much dropping a part saves is known only after the rest has been compressed without it.
    while len(written) > limit:
        history = _without_next_part(history)
        written = encode_whole(history)
    return history, written


def encode_whole(history: History) -> bytes:
    """Return all of `history` as bytes."""
    variants = _variants(history)
    facts, names, words, previous = [], [], [], 0
    for record in (*history.recent, *history.in_progress):
        record_facts, name = _write_record(record, previous, variants)
        facts.append(record_facts)
        names.append(name)
        words += [*record.guesses, record.answer.replace(" ", "")]
        previous = record.started
    return b"".join(
        [
            bytes([VERSION]),
            _write_variants(variants),
            varint(history.days.first),
            section(history.days.states),
            _write_other_days(history, variants),
            _write_tallies(history, variants),
            varint(len(history.recent)),
            varint(len(history.in_progress)),
            section(b"".join(facts)),
            section("".join(words).encode()),
            *names,
            _write_ending(history),
        ]
    )


def decode(data: bytes) -> History:
    """Return the history encoded by `encode`.

    Raises:
        HistoryError: the data is damaged, or was written by a later release.
    """
    if not 0 < len(data) <= MAX_ENCODING:
        raise HistoryError("damaged")
    if data[0] != VERSION:
        raise HistoryError("version")
    reader = ByteReader(data[1:])
    variants = _read_variants(reader)
    days = DayLog.from_states(reader.varint(LAST_DAY), reader.section(MAX_SPAN), HOME)
    other_days = []
    for _ in range(reader.varint(len(variants) - 1)):
        variant = _read_index(reader, variants)
        first, states = reader.varint(LAST_DAY), reader.section(MAX_SPAN)
        other_days.append((variant, DayLog.from_states(first, states, variant)))
    tallies, source = _read_tallies(reader, variants)
    finished, open_games = reader.varint(MAX_RECENT), reader.varint(MAX_IN_PROGRESS)
    facts = ByteReader(reader.section(MAX_FACTS))
    try:
        letters = iter(reader.section(MAX_TEXT).decode())
    except UnicodeDecodeError as error:
        raise HistoryError("damaged") from error
    records: list[Record] = []
    for _ in range(finished + open_games):
        previous = records[-1].started if records else 0
        records.append(_read_record(facts, letters, reader, previous, variants))
    facts.end()
    if next(letters, None) is not None:
        raise HistoryError("damaged")
    recent, in_progress = tuple(records[:finished]), tuple(records[finished:])
    history = History(days, recent, in_progress, tallies, source, tuple(other_days))
    return check_history(_read_ending(history, reader))


def _variants(history: History) -> tuple[Variant, ...]:
    """Return all variants of a history, `HOME` first."""
    return (HOME, *sorted(history.variants - {HOME}))


def _write_variants(variants: tuple[Variant, ...]) -> bytes:
    written = [varint(len(variants) - 1)]
    for variant in variants[1:]:
        language = variant.language.encode()
        boards = variant.boards + IN_TURN * variant.in_turn
        written.append(bytes([len(language)]) + language + bytes([boards]))
    return b"".join(written)


def _read_variants(reader: ByteReader) -> tuple[Variant, ...]:
    variants = [HOME]
    for _ in range(reader.varint(MAX_VARIANTS)):
        language = reader.take(reader.byte()).decode(errors="replace")
        boards = reader.byte()
        variant = Variant(language, boards % IN_TURN, boards >= IN_TURN)
        if variant in variants or read_variant(variant.path) != variant:
            raise HistoryError("damaged")
        variants.append(variant)
    return tuple(variants)


def _write_index(variant: Variant, variants: tuple[Variant, ...]) -> bytes:
    # Without other variants there are no indices.
    return varint(variants.index(variant)) if len(variants) > 1 else b""


def _read_index(reader: ByteReader, variants: tuple[Variant, ...]) -> Variant:
    return variants[reader.varint(len(variants) - 1)] if len(variants) > 1 else HOME


def _write_other_days(history: History, variants: tuple[Variant, ...]) -> bytes:
    logs = [
        _write_index(variant, variants) + varint(log.first) + section(log.states)
        for variant, log in history.other_days
    ]
    return b"".join([varint(len(logs)), *logs])


def _write_tallies(history: History, variants: tuple[Variant, ...]) -> bytes:
    sources = sorted({tally.source for tally in history.tallies})
    own = sources.index(history.source) + 1 if history.source in sources else 0
    written = [varint(own), varint(len(sources))]
    for source in sources:
        tallies = [tally for tally in history.tallies if tally.source == source]
        written += [source, varint(len(tallies))]
        for tally in tallies:
            facts = TALLIED.index(tally.kind) | TALLIED_POOLS.index(tally.pool) << 2
            written.append(_write_index(tally.variant, variants) + bytes([facts, tally.length]))
            written += map(varint, tally.counts)
    return b"".join(written)


def _read_tallies(
    reader: ByteReader, variants: tuple[Variant, ...]
) -> tuple[tuple[Tally, ...], bytes]:
    """Return the tallies and the history's own source."""
    own = reader.varint(MAX_SOURCES)
    sources, tallies = [b""], []  # index 0 means that the history has no source of its own
    for _ in range(reader.varint(MAX_SOURCES)):
        source = reader.take(SOURCE_BYTES)
        sources.append(source)
        for _ in range(reader.varint(MAX_TALLIES)):
            variant = _read_index(reader, variants)
            facts, length = reader.byte(), reader.byte()
            if facts >= 16:
                raise HistoryError("damaged")
            kind, pool = TALLIED[facts & 3], TALLIED_POOLS[facts >> 2]
            counts = tuple(reader.varint(MAX_COUNT) for _ in range(variant.results))
            tallies.append(Tally(source, kind, length, pool, counts, variant))
    if own >= len(sources):
        raise HistoryError("damaged")
    return tuple(tallies), sources[own]


def _write_record(
    record: Record, previous: int, variants: tuple[Variant, ...]
) -> tuple[bytes, bytes]:
    """Return the facts of a game, and the bytes of its name, which are empty for a daily game.

    `previous` is the day on which the game before it was begun; days are stored as differences.
    """
    head = KINDS.index(record.kind) | bool(record.hard) << 2 | STATUSES.index(record.status) << 3
    count = varint(len(record.guesses))
    if record.variant.boards == 1:  # the number of guesses, up to 6, fits into the first byte
        head, count = head | len(record.guesses) << 5, b""
    elif record.named:
        head |= NAMED
    length = record.length - 1 + ULTRA * (record.hard is HardMode.ULTRA)
    length += RESTORED * record.is_restored + HINTED * record.hinted
    facts = _write_index(record.variant, variants) + bytes([head, length]) + count
    if record.hinted:
        facts += varint(record.hint_count)
    if record.hinted and not record.is_over:
        facts += bytes([len(record.hints), *record.hints])
    if record.hinted and not (record.is_over and record.variant.boards > 1):
        facts += varint(len(record.past_hints))
        for hint in record.past_hints:
            facts += bytes([hint.guesses, hint.board + PER_HINT * (hint.hints - 1)])
    if record.named:
        facts += bytes([len(record.named), *record.named])
    facts += varint(zigzag(record.started - previous))
    if record.kind == "daily":
        return facts + varint(zigzag(int(record.name) - record.started)), b""
    if record.kind == "challenge":
        return facts, bytes.fromhex(record.name)
    puzzle = read_token(record.name)
    return facts + bytes([POOLS.index(puzzle.pool)]) + varint(puzzle.epoch), puzzle.nonce


def _read_record(
    facts: ByteReader,
    letters: Iterator[str],
    names: ByteReader,
    previous: int,
    variants: tuple[Variant, ...],
) -> Record:
    variant = _read_index(facts, variants)
    head, length = facts.byte(), facts.byte()
    hinted, is_restored, is_ultra = (bool(length & flag) for flag in (HINTED, RESTORED, ULTRA))
    length = length % ULTRA + 1
    is_hard = bool(head >> 2 & 1)
    if head & 3 >= len(KINDS) or head >> 3 & 3 >= len(STATUSES) or is_ultra > is_hard:
        raise HistoryError("damaged")
    kind, status = KINDS[head & 3], STATUSES[head >> 3 & 3]
    count = head >> 5 if variant.boards == 1 else facts.varint(MAX_TRIES)
    hint_count = facts.varint(MAX_HINT_COUNT) if hinted else 0
    if hinted and not hint_count:
        raise HistoryError("damaged")
    is_open = hinted and not status.is_over
    hints = tuple(facts.take(facts.byte())) if is_open else ()
    has_past_hints = is_open or (hinted and variant.boards == 1)
    hints_given = tuple(
        PastHints(facts.byte(), (board := facts.byte()) % PER_HINT, 1 + board // PER_HINT)
        for _ in range(facts.varint(MAX_PAST_HINTS) if has_past_hints else 0)
    )
    has_named = variant.boards > 1 and bool(head & NAMED)
    named = tuple(facts.take(facts.byte())) if has_named else ()
    started = previous + unzigzag(facts.varint(2 * LAST_DAY))
    if kind == "daily":
        name = str(started + unzigzag(facts.varint(2 * LAST_DAY)))
    elif kind == "challenge":
        name = names.take(DIGEST_BYTES).hex()
    else:
        pool, epoch = facts.byte(), facts.varint(MAX_EPOCH)
        if pool >= len(POOLS):
            raise HistoryError("damaged")
        name = RandomPuzzle(length, POOLS[pool], epoch, names.take(NONCE_BYTES)).token
    guesses = tuple("".join(islice(letters, length)) for _ in range(count))
    record = Record(
        f"{variant.path}{kind}/{name}",
        length,
        started,
        guesses,
        HardMode(is_hard + is_ultra),
        status,
    )
    record = replace(record, hint_count=hint_count, hints=hints, is_restored=is_restored)
    record = replace(record, past_hints=hints_given, named=named)
    if stores_answer(record):
        answers = ("".join(islice(letters, length)) for _ in range(variant.boards))
        record = replace(record, answer=" ".join(answers))
    return check_record(record)


def _write_ending(history: History) -> bytes:
    written = list[bytes]()
    if earlier := history.earlier:
        numbers = (*earlier.counts, earlier.current_streak, earlier.max_streak, earlier.day)
        written += [bytes([EARLIER]), *map(varint, numbers)]
    if history.pseudonym:
        written += [bytes([PSEUDONYM]), history.pseudonym]
    if history.series:
        written.append(bytes([SERIES, len(history.series)]))
        for log in history.series:
            written += [log.digest, varint(len(log.results)), log.results]
    if ratings := history.ratings:
        written += [bytes([RATINGS]), varint(len(ratings)), ratings]
    return b"".join(written)


def _read_ending(history: History, reader: ByteReader) -> History:
    last = 0
    while reader.has_more:
        last, before = reader.byte(), last
        if last <= before or last > RATINGS:
            raise HistoryError("version" if last > RATINGS else "damaged")
        if last == EARLIER:
            counts = tuple(reader.varint(MAX_COUNT) for _ in range(HOME.results))
            current, longest = (reader.varint(MAX_COUNT * HOME.results) for _ in range(2))
            earlier = EarlierStatistics(counts, current, longest, reader.varint(LAST_DAY))
            history = replace(history, earlier=earlier)
        elif last == PSEUDONYM:
            history = replace(history, pseudonym=reader.take(PSEUDONYM_BYTES))
        elif last == SERIES:
            logs = tuple(
                SeriesLog(reader.take(DIGEST_BYTES), reader.take(reader.varint(MAX_SERIES_DAYS)))
                for _ in range(reader.varint(MAX_SERIES))
            )
            history = replace(history, series=logs)
        else:
            most = sum(1 + rating_size(len(game.guesses)) for game in history.recent)
            ratings = reader.take(reader.varint(most))
            history = history.with_ratings(ratings)
    return history


def _without_next_part(history: History) -> History:
    """Return the history without the part that is dropped next; see `encode`."""
    recent, in_progress = history.recent, history.in_progress
    games: Counter[bytes] = Counter()
    for tally in history.tallies:
        games[tally.source] += sum(tally.counts)
    # The sources of other browsers; the one with the fewest games is first.
    others = sorted(games.keys() - {history.source}, key=lambda source: (games[source], source))
    variants = _variants(history)
    if others and len(_write_tallies(history, variants)) > MAX_TALLIES_BYTES:
        return _without_source(history, others[0])
    if len(_write_other_days(history, variants)) > MAX_OTHER_DAYS_BYTES:
        return history.with_oldest_days_counted()
    if len(recent) > 1:
        return replace(history, recent=without_oldest_game(recent))
    if len(in_progress) > 1:
        older = with_room(in_progress[:-1], len(in_progress) - 1)
        return replace(history, in_progress=(*older, in_progress[-1]))
    if history.series:
        return replace(history, series=history.series[1:])
    if recent or in_progress:
        return replace(history, recent=()) if recent else replace(history, in_progress=())
    return _without_source(history, others[0]) if others else _without_results(history)


def _without_results(history: History) -> History:
    """Drop results: steps 8 to 10 of `encode`."""
    if history.other_days:
        return history.with_oldest_days_counted()
    if more := [tally for tally in history.tallies if tally.variant != HOME]:
        least = min(more, key=lambda tally: (sum(tally.counts), tally.key))
        return replace(history, tallies=tuple(tally for tally in history.tallies if tally != least))
    if history.days:
        return replace(history, days=history.days.after(history.days.first))
    if history.tallies:
        return replace(history, tallies=history.tallies[1:])
    raise TooSmallError("no history fits into so few bytes")


def _without_source(history: History, source: bytes) -> History:
    tallies = tuple(tally for tally in history.tallies if tally.source != source)
    return replace(history, tallies=tallies)
