"""The games of today, how far the player is with them, and the streak."""

from dataclasses import dataclass

from wordle_web.game.history.statistics import statistics
from wordle_web.game.puzzles.puzzles import DAILY_LENGTH, DAILY_POOL, daily_id
from wordle_web.game.puzzles.variants import BOARD_COUNTS, HOME, Variant
from wordle_web.web.http.sessions import history
from wordle_web.web.play.calendar import Weeks, last_week
from wordle_web.web.play.games import GameState
from wordle_web.web.services import request_code, services
from wordle_web.web.ui.addresses import variant_of_request
from wordle_web.web.ui.i18n import gettext, ngettext

BADGES = (7, 30, 100, 365)  # days won in a row


@dataclass(frozen=True, slots=True)
class TodaysGame:
    """How far the player is with a game of today.

    Attributes:
        state: None before the first guess.
        guesses: Those made.
    """

    variant: Variant
    state: GameState | None = None
    guesses: int = 0

    @property
    def result(self) -> str:
        """Guesses of all that there are, `3/9`, `X/9` if it was lost; empty before the first."""
        if self.state is None:
            return ""
        return f"{'X' if self.state == 'lost' else self.guesses}/{self.variant.tries}"

    @property
    def text(self) -> str:
        """How far it is: `7/9`, `Guess 4 of 9`, `Play`."""
        if self.state == "playing":
            facts = {"number": self.guesses + 1, "all": self.variant.tries}
            return gettext("Guess %(number)s of %(all)s", **facts)
        return self.result or gettext("Play")


@dataclass(frozen=True, slots=True)
class Streak:
    """Days won in a row.

    Attributes:
        current: Up to today or yesterday.
        best: The longest ever.
        note: What keeps it, or how far it is to the next badge; empty where nothing is to be said.
    """

    current: int
    best: int
    note: str

    @property
    def badges(self) -> tuple[tuple[int, bool], ...]:
        """The days that each badge is for, and whether it was earned."""
        return tuple((days, days <= self.best) for days in BADGES)

    @property
    def badge(self) -> int:
        """The days of the highest badge that was earned, 0 for none."""
        return max((days for days, is_earned in self.badges if is_earned), default=0)


@dataclass(frozen=True, slots=True)
class Days:
    """The games of today, the last week and the streak.

    Attributes:
        word: The game of one board.
        boards: The games of several.
    """

    word: TodaysGame
    boards: tuple[TodaysGame, ...]
    week: Weeks
    streak: Streak


def days() -> Days:
    """Return the days of the player, in the language of the words of the request."""
    word = todays_game(variant_of_request(HOME))
    return Days(word, todays_boards(), last_week(word.variant), streak_of(word))


def todays_boards(*, in_turn: bool = False) -> tuple[TodaysGame, ...]:
    """Return today's games of several boards, those that this site has words for."""
    code, is_offered = request_code(), services().has_pool
    counts = (count for count in BOARD_COUNTS if is_offered(DAILY_LENGTH, DAILY_POOL, count))
    return tuple(todays_game(Variant(code, count, in_turn=in_turn)) for count in counts)


def todays_game(variant: Variant) -> TodaysGame:
    """Return how far the player is with today's game of a variant."""
    today, played = services().today, history()
    result = played.days_of(variant).result(today)
    if result is not None:
        return TodaysGame(variant, "won" if result.is_won else "lost", result.tries)
    record = played.record(daily_id(today, variant))
    guesses = len(record.guesses) if record else 0
    return TodaysGame(variant, "playing" if guesses else None, guesses)


def streak_of(word: TodaysGame) -> Streak:
    """Return the player's streak, with a note by how far today's word is."""
    figures = statistics(history(), "daily", today=services().today, variant=word.variant)
    current, best = figures.current_streak, figures.max_streak
    return Streak(current, best, _note(word, current, best))


def _note(word: TodaysGame, current: int, best: int) -> str:
    if word.state in {None, "playing"}:
        if current:
            return gettext("Solve today’s word to keep it going.")
        return gettext("Solve today’s word to start a streak.")
    left = next((days - current for days in BADGES if days > best), 0)
    if not left:
        return ""
    return ngettext("%(num)s day to your next badge", "%(num)s days to your next badge", left)
