"""What the views are given from outside: settings, clock, randomness, epochs, words, files.

One frozen value an application, put together by `create_app` and found by `parts()`.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, datetime
from typing import cast

from flask import current_app

from wordle_web.config import Settings
from wordle_web.engine.lexicon import Lexicon, lexicon_names, load_lexicon
from wordle_web.game.dates import day_number, today
from wordle_web.game.puzzles import DAILY_LENGTH, LENGTHS, Epoch, check_epochs
from wordle_web.web.static import StaticTree

EXTENSION = "wordle_web"

Clock = Callable[[], datetime]
RandomBytes = Callable[[int], bytes]


@dataclass(frozen=True, slots=True)
class Parts:
    """The parts that an application is made of.

    Attributes:
        settings: The host's decisions, keys included.
        epochs: Stretches of days with a key and a pool version each.
        static: The static files and their addresses.
        clock: Returns the present instant, with its zone.
        randbytes: Returns that many secure random bytes.
        paths: The addresses that are served, as their rules are written.
    """

    settings: Settings
    epochs: tuple[Epoch, ...]
    static: StaticTree
    clock: Clock
    randbytes: RandomBytes
    paths: frozenset[str]

    @property
    def today(self) -> int:
        """The number of the present day."""
        return day_number(today(self.clock(), self.settings.zone), self.settings.first_day)

    @property
    def lengths(self) -> tuple[int, ...]:
        """The lengths that there are words of, for random games."""
        names = lexicon_names(self.settings.lexicons)
        return tuple(length for length in LENGTHS if self._name(length) in names)

    def lexicon(self, length: int = DAILY_LENGTH) -> Lexicon:
        """Return the words of a length, read once.

        Raises:
            LexiconError: there are none, or their files are damaged.
        """
        return load_lexicon(self._name(length), self.settings.lexicons)

    def _name(self, length: int) -> str:
        """Return the name of a lexicon."""
        return f"{self.settings.language}-{length}"


def parts() -> Parts:
    """Return the parts of the application that is answering."""
    return cast(Parts, current_app.extensions[EXTENSION])


def epochs_of(settings: Settings) -> tuple[Epoch, ...]:
    """Return the epochs that the settings describe, numbered from 1.

    Raises:
        EpochError: they cannot serve.
    """
    daily_key = settings.daily_key.encode()
    if not settings.epochs:
        return check_epochs([Epoch(1, 1, 1, daily_key)])
    return check_epochs(
        [
            Epoch(
                number,
                day_number(epoch.first_day, settings.first_day),
                epoch.pool_version,
                epoch.key.encode() or daily_key,
            )
            for number, epoch in enumerate(settings.epochs, 1)
        ]
    )


def date_of_today(site: Parts) -> date:
    """Return the present date in the host's zone."""
    return today(site.clock(), site.settings.zone)
