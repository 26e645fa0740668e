"""What views need: settings, clock, randomness, epochs and words.

One frozen value per application; `services()` returns that of the current one.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import cast

from flask import current_app

from wordle_web.config.parsers import EpochSetting
from wordle_web.config.settings import Settings, SettingsError, variable_name
from wordle_web.engine.lexicon import Lexicon, lexicon_names, load_lexicon
from wordle_web.engine.matrix import matrix_of
from wordle_web.game.puzzles.dates import day_number, today
from wordle_web.game.puzzles.puzzles import (
    DAILY_LENGTH,
    DAILY_POOL,
    LENGTHS,
    Epoch,
    EpochError,
    check_epochs,
    with_pool_versions,
)

EXTENSION = "wordle_web"

Clock = Callable[[], datetime]
RandomBytes = Callable[[int], bytes]


@dataclass(frozen=True, slots=True)
class Services:
    """What the views of an application need.

    Attributes:
        settings: The host's settings, keys included.
        epochs: Stretches of days with a key and a pool version each.
        clock: Returns the present instant, with its zone.
        randbytes: Returns that many secure random bytes.
        lengths: Word lengths that have a word list.
    """

    settings: Settings
    epochs: tuple[Epoch, ...]
    clock: Clock
    randbytes: RandomBytes
    lengths: tuple[int, ...]

    @property
    def today(self) -> int:
        """Today's day number."""
        return day_number(today(self.clock(), self.settings.zone), self.settings.first_day)

    @property
    def epochs_begun(self) -> tuple[Epoch, ...]:
        """The epochs that have begun; before the first day the first one."""
        if len(self.epochs) == 1:
            return self.epochs
        today = self.today
        return tuple(each for each in self.epochs if each.first_day <= max(1, today))

    def lexicon(self, length: int = DAILY_LENGTH) -> Lexicon:
        """Return the words of a length with the pools of the epochs that have begun.

        Raises:
            LexiconError: there are none, or their files are damaged.
        """
        versions = frozenset(epoch.pool_version or 0 for epoch in self.epochs_begun)
        return with_pool_versions(self.all_words(length), versions)

    def all_words(self, length: int) -> Lexicon:
        """Return the words of a length with all their pools, read once.

        Raises:
            LexiconError: there are none, or their files are damaged.
        """
        return load_lexicon(lexicon_name(self.settings, length), self.settings.lexicons)

    def has_pool(self, length: int, pool: str) -> bool:
        """Return whether a pool has words of a length."""
        if length not in self.lengths:
            return False
        return any(pool == each.name for each in self.lexicon(length).pools)

    def check_words(self) -> None:
        """Read all words now: before the first visitor, and before a server forks.

        Raises:
            LexiconError: files are missing or damaged, or an epoch's pool is not there.
        """
        for length in {DAILY_LENGTH, *self.lengths}:
            lexicon = self.all_words(length)
            names = {DAILY_POOL, *(pool.name for pool in lexicon.pools)}
            for epoch in self.epochs:
                for name in sorted(names):
                    lexicon.pool(name, epoch.pool_version)
        for length in self.lengths:
            # Ranking all guesses takes up to 70 ms: no visitor waits for it, and workers share it.
            matrix_of(self.lexicon(length))


def services() -> Services:
    """Return the services of the current application."""
    return cast(Services, current_app.extensions[EXTENSION])


def new_services(settings: Settings, clock: Clock, randbytes: RandomBytes) -> Services:
    """Return what the views of a site are given, its keys being complete and its words read.

    Raises:
        SettingsError: the epochs cannot serve.
        LexiconError: words are missing or damaged.
    """
    made = Services(settings, epochs_of(settings), clock, randbytes, lengths_of(settings))
    made.check_words()
    return made


def epochs_of(settings: Settings) -> tuple[Epoch, ...]:
    """Return the epochs that the settings describe, numbered from 1.

    Raises:
        SettingsError: they cannot serve.
    """
    stretches = settings.epochs or (EpochSetting(settings.first_day, 1),)
    numbered = enumerate(stretches, 1)
    try:
        return check_epochs([_epoch(number, each, settings) for number, each in numbered])
    except EpochError as error:
        raise SettingsError((f"{variable_name('epochs')}: {error}.",)) from error


def _epoch(number: int, stretch: EpochSetting, settings: Settings) -> Epoch:
    first = day_number(stretch.first_day, settings.first_day)
    key = (stretch.key or settings.daily_key).encode()
    return Epoch(number, first, stretch.pool_version, key)


def lexicon_name(settings: Settings, length: int) -> str:
    """Return the name of the words of a length in the site's language."""
    return f"{settings.language}-{length}"


def lengths_of(settings: Settings) -> tuple[int, ...]:
    """Return the word lengths that have a word list.

    Raises:
        LexiconError: the folder of lexicons cannot be read.
    """
    names = lexicon_names(settings.lexicons)
    return tuple(length for length in LENGTHS if lexicon_name(settings, length) in names)
