"""What views need: settings, clock, randomness, epochs and words.

One frozen value for each language of an application; `services()` returns that of the request.
"""

from bisect import bisect_right
from collections.abc import Callable, Mapping, Sequence
from contextvars import ContextVar
from dataclasses import dataclass, field, replace
from datetime import date, datetime, timedelta
from pathlib import Path
from types import MappingProxyType
from typing import Final, cast

from flask import Flask, current_app, has_request_context, request, request_started

from wordle_web.config.parsers import EpochSetting
from wordle_web.config.settings import Settings, SettingsError, variable_name
from wordle_web.engine.lexicon import (
    DATA_FOLDER,
    Lexicon,
    folder_of,
    lexicon_names,
    load_lexicon,
)
from wordle_web.engine.matrix import matrix_of
from wordle_web.engine.words.letters import use_capitals_of
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
from wordle_web.game.puzzles.variants import HOME, Variant

EXTENSION = "wordle_web"
# In the WSGI environment: the code of the words' language, where it is not the site's first.
LANGUAGE_CODE = "wordle_web.language_code"
# By the name of a language. Any other language is its own code.
CODES: Mapping[str, str] = MappingProxyType(
    {"english": "en", "portuguese": "pt", "spanish": "es", "french": "fr", "german": "de"}
)

# From these days on, answers of the built-in languages come from a newer version of their pools,
# where the host configures no epochs.
BUILT_IN_EPOCHS: Final = ((2, date(2027, 1, 1)),)

Clock = Callable[[], datetime]
RandomBytes = Callable[[int], bytes]
# First parts of our own addresses, which cannot name a language.
PAGES = frozenset(
    {
        "absurd",
        "analysis",
        "api",
        "archive",
        "boards",
        "challenge",
        "daily",
        "healthz",
        "helper",
        "history",
        "lab",
        "language",
        "league",
        "metrics",
        "offline",
        "picture",
        "random",
        "readyz",
        "series",
        "settings",
        "static",
        "today",
        "watch",
    }
)


@dataclass(frozen=True, slots=True)
class Services:
    """What the views of an application need.

    Attributes:
        settings: The host's settings, keys included.
        language: Of the words; a site has services for each of its languages.
        epochs: Stretches of days with a key and a pool version each.
        clock: Returns the present instant, with its zone.
        randbytes: Returns that many secure random bytes.
        lengths: Word lengths that have a word list.
        alphabet: The letters of all words of this language, sorted.
        folder: The host's folder, if the words are its own; None for built-in ones.
        others: The services of the other languages, by their codes, where this is the first.
        schedule: The host's own words of one board in the first language, by day number.
    """

    settings: Settings
    language: str
    epochs: tuple[Epoch, ...]
    clock: Clock
    randbytes: RandomBytes
    lengths: tuple[int, ...]
    alphabet: str
    folder: Path | None = None
    others: Mapping[str, "Services"] = field(default_factory=dict, repr=False)
    schedule: Mapping[int, str] = field(default_factory=dict, repr=False)

    @property
    def code(self) -> str:
        """The code of the language in addresses."""
        return code_of(self.language)

    @property
    def local_date(self) -> date:
        """Today's date."""
        return today(self.clock(), self.settings.zone)

    @property
    def today(self) -> int:
        """Today's day number: throughout a request the same, midnight or not."""
        found = _TODAY.get()
        if found is None:
            found = day_number(self.local_date, self.settings.first_day)
            if has_request_context():
                _TODAY.set(found)
        return found

    def scheduled(self, number: int, variant: Variant = HOME) -> tuple[str, ...]:
        """Return the word that the host gives a day; none for most days, and for other variants."""
        word = self.schedule.get(number, "") if variant == HOME else ""
        return (word,) if word else ()

    @property
    def epochs_begun(self) -> tuple[Epoch, ...]:
        """The epochs that have begun; before the first day the first one."""
        begun = bisect_right(self.epochs, self.today, key=lambda epoch: epoch.first_day)
        return self.epochs[: max(1, begun)]

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
        return load_lexicon(f"{self.language}-{length}", self.folder)

    def has_pool(self, length: int, pool: str, boards: int = 1) -> bool:
        """Return whether a pool has words of a length, a different one for each board."""
        if length not in self.lengths:
            return False
        pools = self.lexicon(length).pools
        return any(pool == each.name and len(each.words) >= boards for each in pools)

    def check_words(self) -> None:
        """Read all words now: before the first visitor, and before a server forks.

        Raises:
            LexiconError: files are missing or damaged, or an epoch's pool is not there.
        """
        for length in {DAILY_LENGTH, *self.lengths}:
            lexicon = self.all_words(length)
            for name in {DAILY_POOL, *(pool.name for pool in lexicon.pools)}:
                lexicon.pool(name, self.epochs[0].pool_version)

    def rank_guesses(self) -> None:
        """Rank the guesses of every length now: no visitor waits for it, and workers share it.

        It takes 30 to 90 ms each. The words of a site's other languages are ranked when somebody
        asks for them.
        """
        for length in self.lengths:
            matrix_of(self.lexicon(length))


def _check_codes(languages: Sequence[str]) -> None:
    codes = [code_of(name) for name in languages[1:]]
    taken = next((code for code in codes if code in PAGES or codes.count(code) > 1), None)
    if taken:
        raise SettingsError(
            (
                f"{variable_name('languages')}: /{taken}/ is already an address of this site. "
                "Give the language another name.",
            )
        )


def _check_pool_versions(site: Services) -> None:
    # A lexicon may lack a version, and then takes its latest before; but one of them has it.
    lexicons = [site.all_words(length) for length in site.lengths]
    known = {pool.version for lexicon in lexicons for pool in lexicon.pools}
    for epoch in site.epochs:
        if epoch.pool_version is not None and epoch.pool_version not in known:
            raise SettingsError((_missing_pools(site.language, epoch.pool_version),))


def _missing_pools(language: str, version: int) -> str:
    return (
        f"{variable_name('epochs')}: {language} has no pools of version {version}. Add one to your "
        f"{variable_name('lexicons')}, such as {language}-{DAILY_LENGTH}/pools/{DAILY_POOL}-"
        f"{version}.txt, or name a version that is there."
    )


def _check_daily_words(site: Services) -> None:
    if DAILY_LENGTH in site.lengths:
        return
    ending = f"-{DAILY_LENGTH}"
    own = site.settings.lexicons
    names = (*(lexicon_names(own) if own else ()), *lexicon_names())
    languages = dict.fromkeys(name.removesuffix(ending) for name in names if name.endswith(ending))
    known = ", ".join(languages)
    raise SettingsError(
        (
            f"{variable_name('languages')}: there is no folder {site.language}{ending}, which the "
            f"daily game needs, in {own or DATA_FOLDER}. Languages with one: {known}.",
        )
    )


# Of this request: asked for a dozen times per page, and many times faster than Flask's proxies.
_SERVICES: ContextVar[Services | None] = ContextVar("services", default=None)
_TODAY: ContextVar[int | None] = ContextVar("today", default=None)


def init_services(app: Flask, site: Services) -> None:
    """Give `app` the services of its first language."""
    app.extensions[EXTENSION] = site
    request_started.connect(_forget, app)
    app.teardown_request(_forget)


def _forget(*_: object, **__: object) -> None:
    _SERVICES.set(None)
    _TODAY.set(None)


def services() -> Services:
    """Return the services of the current application, in the language of the request."""
    found = _SERVICES.get()
    if found is None:
        first, code = first_services(), request_code()
        found = first.others[code] if code else first
        if has_request_context():
            _SERVICES.set(found)
            use_capitals_of(found.alphabet)
    return found


def services_of(code: str) -> Services | None:
    """Return the services of the language with a code, empty for the first; None without any."""
    first = first_services()
    return first.others.get(code) if code else first


def first_services() -> Services:
    """Return the services of the current application in its first language."""
    return cast(Services, current_app.extensions[EXTENSION])


def sites() -> tuple[Services, ...]:
    """Return the services of the current application in each of its languages."""
    first = first_services()
    return (first, *first.others.values())


def use_language(site: Services) -> None:
    """Answer this request in another language than that of its address."""
    is_first = site is first_services()
    request.environ[LANGUAGE_CODE] = "" if is_first else site.code
    _SERVICES.set(site)
    use_capitals_of(site.alphabet)


def request_code() -> str:
    """Return the language code in the address of this request; empty in the first language."""
    return str(request.environ.get(LANGUAGE_CODE, "")) if has_request_context() else ""


def code_of(language: str) -> str:
    """Return the code of a language in addresses.

    >>> code_of("portuguese"), code_of("latin")
    ('pt', 'latin')
    """
    return CODES.get(language, language)


def new_services(settings: Settings, clock: Clock, randbytes: RandomBytes) -> Services:
    """Return what the views of a site are given, its keys being complete and its words read.

    Raises:
        SettingsError: the epochs cannot serve, or a language has no words for the daily game.
        LexiconError: words are damaged.
    """
    _check_codes(settings.word_languages)
    sites = [_services_of(name, settings, clock, randbytes) for name in settings.word_languages]
    for site in sites:
        _check_daily_words(site)
        site.check_words()
    sites[0].rank_guesses()
    _check_pool_versions(sites[0])
    others = {site.code: site for site in sites[1:]}
    return replace(sites[0], others=others, schedule=_schedule(sites[0]))


def _schedule(site: Services) -> dict[int, str]:
    words = site.all_words(DAILY_LENGTH)
    for each in site.settings.schedule:
        if each.word not in words:
            raise SettingsError(
                (
                    f"{variable_name('schedule')}: the word in line {each.line} is not in "
                    f"{words.name}. Choose another.",
                )
            )
    first = site.settings.first_day
    return {day_number(each.day, first): each.word for each in site.settings.schedule}


def _services_of(
    language: str, settings: Settings, clock: Clock, randbytes: RandomBytes
) -> Services:
    folder = folder_of(language, settings.lexicons)
    names = lexicon_names(folder)
    lengths = tuple(length for length in LENGTHS if f"{language}-{length}" in names)
    epochs = epochs_of(settings, is_built_in=folder is None)
    words = (load_lexicon(f"{language}-{length}", folder) for length in lengths)
    alphabet = "".join(sorted(set().union(*(each.alphabet for each in words))))
    return Services(settings, language, epochs, clock, randbytes, lengths, alphabet, folder)


def epochs_of(settings: Settings, *, is_built_in: bool) -> tuple[Epoch, ...]:
    """Return the epochs that the settings describe, numbered from 1.

    Args:
        settings: The host's settings, keys included.
        is_built_in: Whether they are for a built-in language, which has epochs of its own unless
            the settings have some.

    Raises:
        SettingsError: they cannot serve.
    """
    stretches = settings.epochs or _default_epochs(settings, is_built_in)
    numbered = enumerate(stretches, 1)
    try:
        return check_epochs([_epoch(number, each, settings) for number, each in numbered])
    except EpochError as error:
        raise SettingsError((f"{variable_name('epochs')}: {error}.",)) from error


def _default_epochs(settings: Settings, is_built_in: bool) -> tuple[EpochSetting, ...]:
    first = EpochSetting(settings.first_day, 1)
    if not is_built_in:
        return (first,)
    # The first epoch has a day at least: random games may have begun before the first day.
    earliest = settings.first_day + timedelta(days=1)
    later = (EpochSetting(max(day, earliest), version) for version, day in BUILT_IN_EPOCHS)
    return (first, *later)


def _epoch(number: int, stretch: EpochSetting, settings: Settings) -> Epoch:
    first = day_number(stretch.first_day, settings.first_day)
    key = (stretch.key or settings.daily_key).encode()
    return Epoch(number, first, stretch.pool_version, key)
