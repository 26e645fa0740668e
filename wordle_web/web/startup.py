"""Checks of a site before it starts: errors, warnings and notes.

The start and `wordle-web check` both call `examine`, so they always agree. The site does not start
if there are errors, and logs warnings.
"""

import contextlib
import re
import secrets
import sys
from collections.abc import Iterator
from dataclasses import fields, replace
from typing import Final, NamedTuple

from wordle_web.config.keys import FILE_NAME, key_problems, new_keys, with_missing, with_stored_keys
from wordle_web.config.settings import Settings, SettingsError, variable_name
from wordle_web.engine.datafiles import DATA_FOLDER, damaged_files
from wordle_web.engine.lexicon import lexicon_names
from wordle_web.engine.wordfiles import LexiconError, key_of
from wordle_web.game.codecs import subkey
from wordle_web.game.puzzles.days import DAILY_LENGTH, DAILY_POOL, date_of, days_of_cycle
from wordle_web.parsing import linear_pattern
from wordle_web.web.app import page_names
from wordle_web.web.http.metrics import share_folder
from wordle_web.web.services import Clock, Services, code_of, new_services
from wordle_web.web.ui import i18n

DAYS_OF_YEAR = 365
STORE_PATIENCE: Final = 2.0  # seconds to wait for the store of rate limits, even if it is busy
# RFC 2606 reserves these names for documentation, so no site has one.
_EXAMPLE_HOST = linear_pattern(r"(.{0,250}\.)?example(\.(com|net|org))?", re.IGNORECASE)
TRADEMARK: Final = "wordle"
# Warnings for a public site, by the setting that is empty, 0 or off.
IN_PRODUCTION: Final = {
    "trusted_hosts": "is empty: the site answers to any host name and uses it in links. Set it "
    "to your host name.",
    "proxy_hops": "is 0: no proxy is configured. A public site needs one for HTTPS that sets "
    "X-Forwarded-Proto, such as nginx or Caddy with the files in deploy/. It also reads slow "
    "requests before they take a thread, and limits headers and connections. Set this to the "
    "number of proxies, or all visitors share one client IP and its rate limits.",
    "is_https": "is off: games and cookies travel unencrypted. Use HTTPS for a public site.",
    "rate_limits": "is off: one visitor can slow the site for all.",
}


class Findings(NamedTuple):
    """Results of the checks, as sentences."""

    errors: tuple[str, ...]  # why the site cannot start
    warnings: tuple[str, ...]  # possible improvements
    notes: tuple[str, ...] = ()  # facts to compare with another machine or release
    damage: tuple[str, ...] = ()  # files without which some pages do not work


def examine(settings: Settings, problems: tuple[str, ...], clock: Clock) -> Findings:
    """Return the errors, warnings and notes of a site; no keys are stored.

    `settings` do not include keys from the instance folder; `problems` has a sentence for each
    invalid environment variable.
    """
    wrong_keys = tuple(key_problems(settings))
    errors, notes = [*problems, *wrong_keys], tuple[str, ...]()
    if settings.mode == "production":  # a site whose only host is an example refuses all visitors
        errors += filter(None, [_example_host(settings)])
    warnings = [*_warnings(settings)]
    try:
        with_keys = with_stored_keys(settings) if not wrong_keys else settings
        if wrong_keys:  # continue with new keys, to check the words
            blank = tuple(replace(epoch, key="") for epoch in settings.epochs)
            with_keys = replace(settings, secret_key="", daily_key="", epochs=blank)
        site = new_services(with_missing(with_keys, new_keys()), clock, secrets.token_bytes)
        word_errors = list(_word_errors(site))
        errors += word_errors
        if not word_errors:
            warnings += _word_warnings(site)
            notes = tuple(_notes(site))
    except SettingsError as error:
        errors += error.problems
    except LexiconError as error:
        errors.append(str(error))
    if settings.metrics_token:
        try:
            share_folder()  # create it here, so that a failure keeps the site from starting
        except SettingsError as error:
            errors += error.problems
    damage = (*damaged_files(), *i18n.damaged_catalogs())
    return Findings(tuple(errors), tuple(warnings), notes, damage)


def _word_errors(site: Services) -> Iterator[str]:
    settings, sites = site.settings, (site, *site.others.values())
    codes = [code_of(language) for language in settings.word_languages[1:]]
    # Codes of two letters are safe, since no page has a name of two letters.
    own = page_names() if any(len(code) > 2 for code in codes) else set()
    if taken := next((code for code in codes if code in own or codes.count(code) > 1), None):
        yield (
            f"{variable_name('languages')}: /{taken}/ is already an address of this site. "
            "Give the language another name."
        )
    ending = f"-{DAILY_LENGTH}"
    for services in sites:
        if DAILY_LENGTH in services.lengths:
            services.check_words()  # raises LexiconError
            continue
        own_names = lexicon_names(settings.lexicons) if settings.lexicons else ()
        names = (name for name in (*own_names, *lexicon_names()) if name.endswith(ending))
        known = ", ".join(dict.fromkeys(name.removesuffix(ending) for name in names))
        yield (
            f"{variable_name('languages')}: there is no folder {services.language}{ending}, "
            f"which the daily game needs, in {settings.lexicons or DATA_FOLDER}. "
            f"Languages with one: {known}."
        )
    if DAILY_LENGTH not in site.lengths:
        return
    # A lexicon that lacks a version uses an earlier one, but at least one lexicon must have it.
    lexicons = [site.all_words(length) for length in site.lengths]
    known_versions = {pool.version for lexicon in lexicons for pool in lexicon.pools}
    for version in {epoch.pool_version for epoch in site.epochs} - known_versions - {None}:
        yield (
            f"{variable_name('epochs')}: {site.language} has no pools of version {version}. Add "
            f"one to your {variable_name('lexicons')}, such as {site.language}-{DAILY_LENGTH}/pools"
            f"/{DAILY_POOL}-{version}.txt, or name a version that is there."
        )
    for line in settings.schedule:
        words = site.all_words(DAILY_LENGTH)
        if line.word not in words:
            yield (
                f"{variable_name('schedule')}: the word in line {line.line} is not in "
                f"{words.name}. Choose another."
            )


def _notes(site: Services) -> Iterator[str]:
    # The digest is keyed, so that nobody can find the words by trying. It covers only the lines for
    # days that have begun, since these must never change.
    past = sorted(
        (number, word) for number, word in site.schedule.items() if number <= site.latest_day
    )
    blocks = sorted(
        (since, services.code, word)
        for services in (site, *site.others.values())
        for word, since in services.blocks
        if since <= site.latest_day
    )
    counts = {
        variable_name("schedule"): past and f"{len(past)} past days",
        variable_name("blocked_words"): blocks and f"{len(blocks)} words out",
    }
    counted = {name: count for name, count in counts.items() if count}
    if counted:
        key = site.settings.daily_key.encode()
        lines = (" ".join(map(str, line)) for line in (*past, *blocks))
        digest = subkey(key, "schedule", *lines).hex()[:16]
        yield (
            f"{', '.join(counted)}: {', '.join(counted.values())}, digest {digest}. The same on "
            "all machines, and after an upgrade on this day."
        )
    for line in site.settings.blocked_words:
        yield f"{variable_name('blocked_words')}: {line.language} {line.word} from {line.day} on."


def _example_host(settings: Settings) -> str:
    name = next(filter(_EXAMPLE_HOST.fullmatch, settings.trusted_hosts), "")
    return name and f"{variable_name('trusted_hosts')} has an example: replace {name} by your host."


def _mode_warnings(settings: Settings) -> Iterator[str]:
    if settings.mode == "production":
        for name in (name for name in IN_PRODUCTION if not getattr(settings, name)):
            yield f"{variable_name(name.removeprefix('is_'))} {IN_PRODUCTION[name]}"
        if TRADEMARK in settings.site_name.casefold():
            yield (
                f"{variable_name('site_name')} is {settings.site_name}: Wordle is a trademark of a "
                "newspaper. Give a public site a name of its own."
            )
    elif example := _example_host(settings):
        yield example
    elif settings.trusted_hosts and settings.proxy_hops:
        yield (
            f"{variable_name('mode')} is local, with a host name and a proxy. Set it to production "
            "for a public site."
        )


def _warnings(settings: Settings) -> Iterator[str]:
    yield from _mode_warnings(settings)
    for name in (setting.name for setting in fields(settings)):
        value = getattr(settings, name)
        if isinstance(value, str) and value[:1] in {"'", '"'} and value[1:].endswith(value[0]):
            yield (
                f"{variable_name(name)} is in quotes, and they are part of it. Remove them: "
                "values in an environment file may have spaces."
            )
    path = settings.instance_folder / FILE_NAME
    with contextlib.suppress(OSError):
        if path.stat().st_mode & 0o077:
            yield f"Other users can read your keys. Run `chmod 600 {path}`."
        if path.is_relative_to(sys.prefix):
            yield (
                f"The keys are in {path}, in the Python environment, which an upgrade may delete. "
                f"Move the file to another folder, and set {variable_name('instance')} to it."
            )
    answers = not settings.rate_limits or settings.rate_limit_storage.startswith("memory:")
    with contextlib.suppress(Exception):  # the client library may raise any exception
        answers = answers or _store_answers(settings.rate_limit_storage)
    if not answers:
        yield (
            f"{variable_name('rate_limit_storage')} does not answer. Until it does, each process "
            "counts CPU time for itself."
        )


def _store_answers(url: str) -> bool:
    from wordle_web.web.http.shared_store import SharedStore  # the import takes 0.1 s

    return SharedStore(url, STORE_PATIENCE).ping()


def _word_warnings(site: Services) -> Iterator[str]:
    if site.latest_day < 1:
        first = site.settings.first_day
        yield (f"{variable_name('first_day')} is {first}: until that day there is no daily word.")
    begun = [epoch for epoch in site.epochs[1:] if epoch.first_day <= site.latest_day]
    if begun and site.settings.epochs:
        day = date_of(begun[-1].first_day, site.settings.first_day)
        yield (
            f"{variable_name('epochs')}: the latest epoch began on {day}. If you add it only now, "
            "it changes the words of days already played, and of games in progress: begin it on "
            "a future day."
        )
    sites = (site, *site.others.values())
    answers = {
        services.code: {
            word
            for length in services.lengths
            for pool in services.all_words(length).pools
            for word in pool.words
        }
        for services in sites
        if services.blocks
    }
    alphabets = {services.code: services.alphabet for services in sites}
    for line in site.settings.blocked_words:
        code = code_of(line.language)
        if key_of(line.word, alphabets.get(code, "")) not in answers.get(code, ()):
            yield (
                f"{variable_name('blocked_words')}: {line.language} {line.word} is no answer of "
                "this site. Nothing is blocked by this line."
            )
    for services in sites:
        lexicon = services.all_words(DAILY_LENGTH)
        pools = (lexicon.pool(DAILY_POOL, epoch.pool_version) for epoch in services.epochs)
        for pool in dict.fromkeys(pools):
            if (days := days_of_cycle(len(pool))) < DAYS_OF_YEAR:
                yield (
                    f"{lexicon.name} has {len(pool)} words in pool {DAILY_POOL}, version "
                    f"{pool.version}: daily words may come again after {days} days."
                )
