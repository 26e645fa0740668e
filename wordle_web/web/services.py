"""What views need from the application: settings, clock, randomness, epochs and words.

An application has an immutable `Services` object for each language; `services()` returns the one
for the request.
"""

import functools
from bisect import bisect_right
from collections.abc import Callable, Mapping
from contextvars import ContextVar
from dataclasses import dataclass, field, replace
from datetime import date, datetime, tzinfo
from pathlib import Path
from types import MappingProxyType
from typing import cast
from zoneinfo import ZoneInfo

from flask import Flask, current_app, has_request_context, request, request_started

from wordle_web.config.parsers import EpochSetting
from wordle_web.config.settings import Settings, SettingsError, variable_name
from wordle_web.engine.lexicon import Lexicon, folder_of, lexicon_names, load_lexicon
from wordle_web.engine.wordfiles import key_of
from wordle_web.game.puzzles.days import (
    DAILY_LENGTH,
    DAILY_POOL,
    FIRST_ZONE,
    LAST_ZONE,
    LENGTHS,
    Blocks,
    Epoch,
    EpochError,
    check_epochs,
    daily_answers,
    day_number,
    today,
    with_pool_versions,
)
from wordle_web.game.puzzles.variants import HOME, Variant

# Every request needs the answers of its day. Without this cache, the steps through the permutation
# of a short word list would take longer than the rest of the page. An entry takes 3 kB.
_daily_answers = functools.lru_cache(maxsize=64)(daily_answers)

EXTENSION, ZONE_EXTENSION = "wordle_web", "wordle_web_zone"
# The key of the language code in the WSGI environment; absent or empty for the first language.
LANGUAGE_CODE = "wordle_web.language_code"
# Codes by language. The code of any other language is its name.
CODES: Mapping[str, str] = MappingProxyType(
    {"english": "en", "portuguese": "pt", "spanish": "es", "french": "fr", "german": "de"}
)

Clock = Callable[[], datetime]
FindZone = Callable[[], ZoneInfo | None]
RandomBytes = Callable[[int], bytes]


@dataclass(frozen=True, slots=True)
class Services:
    """What views need to serve games in one language: settings, words, clock, random source."""

    settings: Settings  # including the keys
    language: str  # language of the words
    epochs: tuple[Epoch, ...]
    clock: Clock
    randbytes: RandomBytes
    lengths: tuple[int, ...]  # lengths of the words that this site has in the language
    alphabet: str  # the letters of all words, sorted
    folder: Path | None = None  # the folder of the host's own words, if there are any
    # Only in the services of the first language: `others`, the services of other languages by code,
    # and `schedule`, the words that the host has chosen, by day number.
    others: Mapping[str, "Services"] = field(default_factory=dict, repr=False)
    schedule: Mapping[int, str] = field(default_factory=dict, repr=False)
    # Words that the host has blocked, with the days from which they are no answers.
    blocks: Blocks = field(default=frozenset(), repr=False)

    @property
    def code(self) -> str:
        """The code of the language in addresses."""
        return code_of(self.language)

    @property
    def now(self) -> datetime:
        """The current time, which stays the same throughout a request."""
        moment = _NOW.get()
        if moment is None:
            moment = self.clock()
            if has_request_context():
                _NOW.set(moment)
        return moment

    @property
    def has_one_midnight(self) -> bool:
        """Whether a day begins and ends at the same moment for all visitors."""
        return self.settings.day == "site"

    @property
    def zone(self) -> ZoneInfo:
        """The zone whose midnight begins the visitor's days: the visitor's, or else the site's."""
        if self.has_one_midnight or not has_request_context():
            return self.settings.zone
        find = cast(FindZone, current_app.extensions[ZONE_EXTENSION])
        return find() or self.settings.zone

    @property
    def local_date(self) -> date:
        """The visitor's date, clamped to the dates that are current somewhere on earth."""
        local = _DATE.get()
        if local is None:
            local = max(today(self.now, self.zone), today(self.now, LAST_ZONE))
            local = min(local, self.latest_date)
            if has_request_context():
                _DATE.set(local)
        return local

    @property
    def latest_date(self) -> date:
        """The last date that has begun anywhere."""
        return today(self.now, self.settings.zone if self.has_one_midnight else FIRST_ZONE)

    @property
    def today(self) -> int:
        """The number of the visitor's day."""
        return day_number(self.local_date, self.settings.first_day)

    @property
    def latest_day(self) -> int:
        """The last day that has begun anywhere; later days do not exist yet."""
        return day_number(self.latest_date, self.settings.first_day)

    @property
    def last_zone(self) -> tzinfo:
        """The zone in which a day ends last."""
        return self.settings.zone if self.has_one_midnight else LAST_ZONE

    @property
    def last_day_ended(self) -> int:
        """The last day that has ended everywhere; later words stay secret."""
        return self.day_in(self.last_zone) - 1

    def day_in(self, zone: tzinfo) -> int:
        """Return the current day in a zone."""
        return day_number(today(self.now, zone), self.settings.first_day)

    def is_running(self, number: int) -> bool:
        """Return whether a day is still running anywhere; its game then counts for a streak."""
        return self.last_day_ended < number <= self.latest_day

    def daily_answers(
        self, number: int, variant: Variant = HOME, length: int = DAILY_LENGTH
    ) -> tuple[str, ...]:
        """Return the answers of a day; a word that the host has scheduled takes precedence.

        Raises:
            PuzzleError: the day is before the first day, or the pool is too small.
        """
        if variant == HOME and number in self.schedule:
            return (self.schedule[number],)
        return _daily_answers(number, self.epochs, self.lexicon(length), variant, self.blocks)

    @property
    def epochs_begun(self) -> tuple[Epoch, ...]:
        """The epochs that have begun; before the first day, the first epoch."""
        begun = bisect_right(self.epochs, self.latest_day, key=lambda epoch: epoch.first_day)
        return self.epochs[: max(1, begun)]

    def lexicon(self, length: int = DAILY_LENGTH) -> Lexicon:
        """Return the words of a length, with the pools of the epochs that have begun.

        Raises:
            LexiconError: there are no such words, or their files are damaged.
        """
        versions = frozenset(epoch.pool_version or 0 for epoch in self.epochs_begun)
        return with_pool_versions(self.all_words(length), versions)

    def all_words(self, length: int) -> Lexicon:
        """Return the words of a length with all pools; they are read once.

        Raises:
            LexiconError: there are no such words, or their files are damaged.
        """
        return load_lexicon(f"{self.language}-{length}", self.folder)

    def has_pool(self, length: int, pool: str, boards: int = 1) -> bool:
        """Return whether a pool exists for a length and has enough words for all boards."""
        if length not in self.lengths:
            return False
        pools = self.lexicon(length).pools
        return any(known.name == pool and len(known.words) >= boards for known in pools)

    def check_words(self) -> None:
        """Load and check all words, so that requests and forked workers find them in memory.

        Raises:
            LexiconError: files are missing or damaged, or the pool of an epoch is missing.
        """
        for length in {DAILY_LENGTH, *self.lengths}:
            lexicon = self.all_words(length)
            for name in {DAILY_POOL, *(pool.name for pool in lexicon.pools)}:
                # Only the first epoch needs its version of a pool: later epochs use the previous
                # version if theirs is missing.
                lexicon.pool(name, self.epochs[0].pool_version)


# Values for the current request. Pages read them a dozen times, and Flask's proxies are slower.
_SERVICES: ContextVar[Services | None] = ContextVar("services", default=None)
_NOW: ContextVar[datetime | None] = ContextVar("now", default=None)
# The visitor's date, cached because a calendar page reads it a hundred times, 15 % of its time.
_DATE: ContextVar[date | None] = ContextVar("date", default=None)


def init_app(app: Flask, site: Services, find_zone: FindZone) -> None:
    """Give `app` the services of its first language.

    `find_zone` returns the time zone of the visitor who sent the request; None if it is unknown.
    """
    app.extensions[EXTENSION], app.extensions[ZONE_EXTENSION] = site, find_zone
    request_started.connect(_forget, app)
    app.teardown_request(_forget)


def _forget(*_: object, **__: object) -> None:
    _SERVICES.set(None)
    _NOW.set(None)
    _DATE.set(None)


def services() -> Services:
    """Return the services of the current application, in the language of the request."""
    site = _SERVICES.get()
    if site is None:
        first, code = first_services(), request_code()
        site = first.others[code] if code else first
        if has_request_context():
            _SERVICES.set(site)
    return site


def services_of(code: str) -> Services | None:
    """Return the services for a language code ("" is the first language); None if unknown."""
    first = first_services()
    return first.others.get(code) if code else first


def first_services() -> Services:
    """Return the services of the current application for its first language."""
    return cast(Services, current_app.extensions[EXTENSION])


def sites() -> tuple[Services, ...]:
    """Return the services of the current application for all its languages."""
    first = first_services()
    return (first, *first.others.values())


def use_language(site: Services) -> None:
    """Use the language of `site` for this request, instead of the one in its address."""
    is_first = site is first_services()
    request.environ[LANGUAGE_CODE] = "" if is_first else site.code
    _SERVICES.set(site)


def request_code() -> str:
    """Return the language code in the request's address; empty for the first language."""
    return str(request.environ.get(LANGUAGE_CODE, "")) if has_request_context() else ""


def code_of(language: str) -> str:
    """Return the code of a language in addresses.

    >>> code_of("portuguese"), code_of("latin")
    ('pt', 'latin')
    """
    return CODES.get(language, language)


def new_services(settings: Settings, clock: Clock, randbytes: RandomBytes) -> Services:
    """Return the services of a site's first language, which include those of its other languages.

    The keys in `settings` must be complete.

    Raises:
        SettingsError: the epochs are invalid.
        LexiconError: words are missing or damaged.
    """
    sites = []
    for language in settings.word_languages:
        folder = folder_of(language, settings.lexicons)
        names = lexicon_names(folder)
        lengths = tuple(length for length in LENGTHS if f"{language}-{length}" in names)
        words = (load_lexicon(f"{language}-{length}", folder) for length in lengths)
        alphabet = "".join(sorted(set().union(*(lexicon.alphabet for lexicon in words))))
        epochs = epochs_of(settings)
        blocks = frozenset(
            (key_of(line.word, alphabet), day_number(line.day, settings.first_day))
            for line in settings.blocked_words
            if code_of(line.language) == code_of(language)
        )
        site = Services(
            settings, language, epochs, clock, randbytes, lengths, alphabet, folder, blocks=blocks
        )
        sites.append(site)
    first, *others = sites
    schedule = {day_number(line.day, settings.first_day): line.word for line in settings.schedule}
    return replace(first, others={site.code: site for site in others}, schedule=schedule)


def epochs_of(settings: Settings) -> tuple[Epoch, ...]:
    """Return the epochs that the settings describe, numbered from 1.

    By default there is one epoch, from the first day on, with version 1 of the pools.

    Raises:
        SettingsError: the epochs are invalid.
    """
    stretches = settings.epochs or (EpochSetting(settings.first_day, 1),)
    try:
        return check_epochs(
            [
                Epoch(
                    number,
                    day_number(stretch.first_day, settings.first_day),
                    stretch.pool_version,
                    (stretch.key or settings.daily_key).encode(),
                )
                for number, stretch in enumerate(stretches, 1)
            ]
        )
    except EpochError as error:
        raise SettingsError((f"{variable_name('epochs')}: {error}.",)) from error
