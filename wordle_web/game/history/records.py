"""The entries of a history: the result of each day, and the last games with their guesses.

A day takes one byte, so that years of results fit in the cookie. The answer of an unfinished game
is never stored.
"""

import hashlib
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Final, get_args
from unicodedata import category

from wordle_web.engine.hard_mode import HardMode
from wordle_web.game.errors import HistoryError, PuzzleError
from wordle_web.game.puzzles.days import LENGTHS
from wordle_web.game.puzzles.tokens import read_token
from wordle_web.game.puzzles.variants import HOME, MAX_BOARDS, MAX_TRIES, Kind, Variant, read_id
from wordle_web.game.rules import (
    MAX_HINTS,
    Game,
    PastHints,
    Status,
    max_revealing_turns,
)
from wordle_web.parsing import linear_pattern

# The names of statuses in backups. The codec stores their indices in two bits: append at most one.
OUTCOMES: Final = {Status.PLAYING: "under way", Status.WON: "won", Status.LOST: "lost"}
KINDS: Final[tuple[Kind, ...]] = get_args(Kind)
NOT_PLAYED: Final = 0
LAST_DAY: Final = 4_000_000  # beyond the year 9999
MAX_SPAN: Final = 40_000  # days from the first to the last result, about 110 years
MAX_WORD_LENGTH: Final = 32
MAX_HINT_COUNT: Final = MAX_HINTS * MAX_BOARDS * MAX_TRIES  # hints in one game
MAX_COUNT: Final = 100_000  # a game every ten minutes, day and night, for two years

_DAY_NAME = linear_pattern(r"[1-9][0-9]{0,6}")
_CHALLENGE_NAME = linear_pattern(r"[0-9a-f]{16}")


@dataclass(frozen=True, slots=True)
class DayResult:
    """The result of a day's finished game, without the words guessed."""

    tries: int  # number of guesses of a win (on one board, 1 to 6); 0 for a loss
    hard: HardMode = HardMode.OFF
    is_on_time: bool = True  # whether the game was begun on its day, not from the archive
    hinted: bool = False  # whether the player asked for a hint

    @property
    def status(self) -> Status:
        """How the game ended."""
        return Status.WON if self.tries else Status.LOST

    @property
    def state(self) -> int:
        """The result as a number from 1 to 224."""
        return _STATES[self]


# All possible results, at index `state - 1`. They are created once, since pages read years of
# results. Hard mode is only for one board with six guesses, so a result fits into a byte.
_RESULTS: Final = tuple(
    DayResult(tries, hard, is_on_time, hinted)
    for hinted in (False, True)
    for tries in range(MAX_TRIES + 1)
    for hard in (HardMode if tries <= HOME.tries else (HardMode.OFF,))
    for is_on_time in (False, True)
)
_STATES: Final = {result: state for state, result in enumerate(_RESULTS, 1)}

# A table for `bytes.translate`, which processes years of states at once: 1 for a win on time,
# otherwise `NO_WIN`.
NO_WIN = b"\0"
_WON_ON_TIME: Final = bytes(
    [False, *(result.is_on_time and result.tries > 0 for result in _RESULTS)]
).ljust(256, NO_WIN)


@dataclass(frozen=True, slots=True)
class DayLog:
    """The results of one variant's days, by day number."""

    first: int = 0  # the day of the first state; 0 if there are none
    # One byte per day: `DayResult.state`, or 0 for a day that was not finished. The first and the
    # last byte are not 0.
    states: bytes = b""

    @classmethod
    def from_results(cls, results: Mapping[int, DayResult]) -> "DayLog":
        """Return the log of `results` by day number.

        Raises:
            HistoryError: a day is out of range, or the days span more than `MAX_SPAN`.
        """
        if not results:
            return cls()
        first, last = min(results), max(results)
        if last - first >= MAX_SPAN:
            raise HistoryError("day")
        states = bytearray(last - first + 1)
        for number, result in results.items():
            states[number - first] = result.state
        return cls.from_states(first, bytes(states), None)

    @classmethod
    def from_states(cls, first: int, states: bytes, variant: Variant | None = HOME) -> "DayLog":
        """Return the log of `states` from day `first` on, without zeros at both ends.

        `variant` limits the possible states; None allows those of any variant.

        Raises:
            HistoryError: a day is out of range, a state is impossible, or there are more states
                than `MAX_SPAN`.
        """
        later = states.lstrip(b"\0")
        start = first + len(states) - len(later)
        results = later.rstrip(b"\0")
        if not results:
            return cls()
        if max(results) > len(_RESULTS) or len(results) > MAX_SPAN:
            raise HistoryError("day")
        if variant and not all(
            _RESULTS[state - 1].tries in tries_possible(variant) for state in set(results) - {0}
        ):
            raise HistoryError("day")
        if not 1 <= start <= LAST_DAY - len(results):
            raise HistoryError("day")
        return cls(start, results)

    def __len__(self) -> int:
        """Return the number of results."""
        return len(self.states) - self.states.count(NOT_PLAYED)

    def __iter__(self) -> Iterator[tuple[int, DayResult]]:
        """Yield the finished days with their results, in order."""
        for number, state in enumerate(self.states, self.first):
            if state != NOT_PLAYED:
                yield number, _RESULTS[state - 1]

    def result(self, number: int) -> DayResult | None:
        """Return the result of a day, or None if it was not finished."""
        if not self.first <= number < self.first + len(self.states):
            return None
        state = self.states[number - self.first]
        return None if state == NOT_PLAYED else _RESULTS[state - 1]

    def counts(self, *, is_on_time: bool) -> Counter[int]:
        """Return the number of games on time, or from the archive, by their number of guesses.

        The key is 0 for a loss.
        """
        tries = Counter[int]()
        for state, count in Counter(self.states).items():
            if state != NOT_PLAYED and _RESULTS[state - 1].is_on_time == is_on_time:
                tries[_RESULTS[state - 1].tries] += count
        return tries

    def wins_until(self, number: int) -> int:
        """Return the number of days won in a row and on time that end with this day."""
        place = number - self.first
        if not 0 <= place < len(self.states):
            return 0
        return place - self.states.translate(_WON_ON_TIME).rfind(NO_WIN, 0, place + 1)

    @property
    def longest_streak(self) -> int:
        """The largest number of days won in a row and on time."""
        return max(map(len, self.states.translate(_WON_ON_TIME).split(NO_WIN)))

    @property
    def last(self) -> int:
        """The day of the last result; -1 if there is none."""
        return self.first + len(self.states) - 1

    def after(self, day: int) -> "DayLog":
        """Return the log without a day and all days before it."""
        gone = max(0, day + 1 - self.first)
        return self.from_states(self.first + gone, self.states[gone:], None)


@dataclass(frozen=True, slots=True)
class Record:
    """A game, finished or in progress."""

    # The puzzle's name: `daily/12`, `random/<token>` or `challenge/<16 hexadecimal digits>`, after
    # the path of its variant: `boards/4/daily/12`.
    puzzle: str
    length: int
    started: int  # the puzzle's day if the game began on it, otherwise the player's day
    guesses: tuple[str, ...] = ()  # in order
    hard: HardMode = HardMode.OFF
    status: Status = Status.PLAYING  # playing, won, or lost (including given up)
    # The answers, joined by spaces, of lost challenges and of finished challenges with several
    # boards, since they cannot be derived again. Empty for all other games.
    answer: str = field(default="", repr=False)
    hint_count: int = 0  # number of hints that the player asked for, in all turns
    # The boards, from 0, of the hints since the last guess, in order; empty for finished games.
    hints: tuple[int, ...] = ()
    # Hints of earlier turns, in order; for several boards, empty once the game is finished.
    past_hints: tuple[PastHints, ...] = ()
    # The numbers of the guesses, from 1, that a hint had named, in order; empty for one board.
    named: tuple[int, ...] = ()
    # The rating of the game, packed by `pack_rating`; empty if unknown. It is not compared, since
    # it is derived from the game.
    rating: bytes = field(default=b"", compare=False)
    # Whether the game came from a file. Anyone can write files, so such games get no seal.
    is_restored: bool = field(default=False, compare=False)

    @property
    def variant(self) -> Variant:
        """The language, boards and order of the puzzle."""
        return self._id[0]

    @property
    def kind(self) -> Kind:
        """The kind of puzzle."""
        return self._id[1]

    @property
    def _id(self) -> tuple[Variant, Kind, str]:
        return read_id(self.puzzle) or (HOME, "daily", "0")

    @property
    def day(self) -> int | None:
        """The day number of a daily puzzle; None for any other."""
        return int(self.name) if self.kind == "daily" else None

    @property
    def name(self) -> str:
        """The puzzle's name without variant and kind: the number, the token or the digits."""
        return self._id[2]

    @property
    def pool(self) -> str:
        """The pool of a random puzzle, "real" for a game from elsewhere, otherwise empty."""
        if self.is_elsewhere:
            return "real"
        return read_token(self.name).pool if self.kind == "random" else ""

    @property
    def is_elsewhere(self) -> bool:
        """Whether the game was played on another site."""
        return self.kind == "challenge" and self.name == _digest(
            self.variant, *self.guesses, self.answer
        )

    @property
    def hinted(self) -> bool:
        """Whether the player asked for a hint."""
        return self.hint_count > 0

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.status.is_over

    @property
    def is_on_time(self) -> bool:
        """Whether this is a daily game begun on its day, so that it counts for a streak."""
        return self.day == self.started

    @property
    def tries(self) -> int:
        """The number of guesses of a won game; 0 for any other."""
        return len(self.guesses) if self.status is Status.WON else 0

    def game(self, *answers: str) -> Game:
        """Return the game with these answers, one per board."""
        game = new_game(answers, self.variant, self.guesses, self.hard)
        game = replace(
            game,
            hint_count=self.hint_count,
            hints=self.hints,
            past_hints=self.past_hints,
            named=self.named,
        )
        is_told = game.status is self.status or not self.is_over
        return game if is_told else replace(game, end=self.status)


def new_game(
    answers: tuple[str, ...],
    variant: Variant,
    guesses: tuple[str, ...] = (),
    hard: HardMode = HardMode.OFF,
) -> Game:
    """Return a game of a variant; with several boards, `hard` is ignored."""
    mode = hard if variant.boards == 1 else HardMode.OFF
    return Game(answers[0], guesses, mode, variant.tries, answers[1:], variant.in_turn)


def tries_possible(variant: Variant) -> tuple[int, ...]:
    """Return the possible values of `DayResult.tries`: 0 for a loss, or the guesses of a win."""
    return (0, *range(variant.boards, variant.tries + 1))


def record_of(puzzle: str, game: Game, started: int) -> Record:
    """Return the record of `game`, begun on day `started`."""
    record = Record(puzzle, game.length, started, game.guesses, game.hard, game.status)
    record = replace(
        record, hint_count=game.hint_count, past_hints=game.past_hints, named=game.named
    )
    if not record.is_over:
        return replace(record, hints=game.hints)
    return replace(record, answer=" ".join(game.answers)) if stores_answer(record) else record


def record_elsewhere(
    variant: Variant, answer: str, guesses: tuple[str, ...], hard: HardMode, started: int
) -> Record:
    """Return the record of a game that was finished on another site.

    The record has the format of a challenge, and its name is a digest of the game, so that the same
    game is stored only once.
    """
    status, revealed = (Status.WON, "") if answer in guesses else (Status.LOST, answer)
    puzzle = f"{variant.path}challenge/{_digest(variant, *guesses, revealed)}"
    return Record(puzzle, len(answer), started, guesses, hard, status, revealed)


def _digest(variant: Variant, *words: str) -> str:
    return hashlib.sha256(" ".join((variant.path, *words)).encode()).hexdigest()[:16]


def check_record(record: Record) -> Record:
    """Return `record` if it is possible.

    Raises:
        HistoryError: no real game has this record.
    """
    variant, guesses, is_won = record.variant, record.guesses, record.status is Status.WON
    answers = tuple(record.answer.split(" ")) if record.answer else ()
    is_possible = (
        _is_puzzle(record)
        and record.status in OUTCOMES
        and variant.boards * is_won <= len(guesses) <= variant.tries - (not record.is_over)
        and len(answers) == variant.boards * stores_answer(record)
        and _has_possible_hints(record)
    )
    if not is_possible:
        raise HistoryError("record")
    for word in guesses + answers:
        is_word = word.isalpha() or all(category(letter)[0] in "LM" for letter in word)
        if len(word) != record.length or word != word.lower() or not is_word:
            raise HistoryError("record")
    return record


def stores_answer(record: Record) -> bool:
    """Return whether a record stores its answers."""
    # The guesses don't reveal the answer of a lost game, or which word was on which board.
    is_unknown = record.status is Status.LOST or (record.is_over and record.variant.boards > 1)
    return is_unknown and record.kind == "challenge"


def _has_possible_hints(record: Record) -> bool:
    given = len(record.hints) + sum(hint.hints for hint in record.past_hints)
    if not given <= record.hint_count <= MAX_HINT_COUNT:
        return False
    if record.named and not (
        record.hinted
        and record.variant.boards > 1
        and record.named == tuple(sorted(set(record.named)))
        and 1 < record.named[0] <= record.named[-1] <= len(record.guesses)
    ):
        return False
    if not (record.hints or record.past_hints):
        return True
    now, earlier = Counter(record.hints), Counter(hint.board for hint in record.past_hints)
    turns = [hint[:2] for hint in record.past_hints]
    return (
        not (record.is_over and (now or record.variant.boards > 1))
        and all(0 <= board < record.variant.boards for board in {*now, *earlier})
        and all(count <= MAX_HINTS for count in now.values())
        and all(count <= max_revealing_turns(record.length) for count in earlier.values())
        and turns == sorted(set(turns))
        and all(0 <= hint.guesses < len(record.guesses) for hint in record.past_hints)
        and all(1 <= hint.hints <= MAX_HINTS for hint in record.past_hints)
    )


def _is_puzzle(record: Record) -> bool:
    if not (1 <= record.length <= MAX_WORD_LENGTH and 0 <= record.started <= LAST_DAY):
        return False
    known = read_id(record.puzzle)
    if known is None:
        return False
    variant, kind, name = known
    if variant.boards > 1 and (record.length not in LENGTHS or record.hard):
        return False
    if kind == "daily":
        return bool(_DAY_NAME.fullmatch(name)) and int(name) <= LAST_DAY
    if kind == "challenge":
        return bool(_CHALLENGE_NAME.fullmatch(name))
    try:
        return kind == "random" and read_token(name).length == record.length
    except PuzzleError:
        return False
