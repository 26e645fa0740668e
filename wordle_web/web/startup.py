"""What is wrong with a site, and what could be better, found before it serves anybody.

The start and `wordle-web check` both call `examine`, so that they always agree: the start refuses
what is an error and logs what is a warning.
"""

import re
import secrets
from collections.abc import Iterator
from dataclasses import dataclass, fields, replace

from wordle_web.config.keys import (
    FILE_NAME,
    is_readable_by_others,
    key_problems,
    new_keys,
    with_missing,
    with_stored_keys,
)
from wordle_web.config.settings import Settings, SettingsError, variable_name
from wordle_web.engine.words.wordfiles import LexiconError
from wordle_web.game.puzzles.dates import date_of
from wordle_web.game.puzzles.puzzles import DAILY_LENGTH, DAILY_POOL, days_of_cycle
from wordle_web.game.puzzles.subkeys import subkey
from wordle_web.web.http.limits import shared_store
from wordle_web.web.http.metrics import share_folder
from wordle_web.web.services import BUILT_IN_EPOCHS, Clock, Services, new_services

DAYS_OF_YEAR = 365
# Reserved for documents, so that no site has such a name: RFC 2606.
_EXAMPLE_HOST = re.compile(r"(.*\.)?example(\.(com|net|org))?", re.IGNORECASE)
_QUOTED = re.compile(r"(['\"]).*\1", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Findings:
    """What was found, a sentence each.

    Attributes:
        errors: Why the site cannot start.
        warnings: What could be better.
        notes: What to compare with another machine, or with an earlier release.
    """

    errors: tuple[str, ...]
    warnings: tuple[str, ...]
    notes: tuple[str, ...] = ()


def examine(settings: Settings, problems: tuple[str, ...], clock: Clock) -> Findings:
    """Return what is wrong with a site, and what could be better; no key is made.

    Args:
        settings: As the environment describes them, keys of the instance folder left out.
        problems: What was wrong with the environment itself.
        clock: Returns the present instant.
    """
    wrong_keys = tuple(key_problems(settings))
    errors, notes = [*problems, *wrong_keys], tuple[str, ...]()
    warnings = list(_warnings(settings))
    try:
        site = new_services(_with_any_keys(settings, bool(wrong_keys)), clock, secrets.token_bytes)
        warnings += _warnings_of_days(site)
        notes = tuple(_notes(site))
    except SettingsError as error:
        errors += error.problems
    except LexiconError as error:
        errors.append(str(error))
    if settings.metrics_token:
        try:
            share_folder()
        except SettingsError as error:
            errors += error.problems
    return Findings(tuple(errors), tuple(warnings), notes)


def _notes(site: Services) -> Iterator[str]:
    # Keyed, so that nobody can try words; of past lines alone, which must never change.
    past = sorted((number, word) for number, word in site.schedule.items() if number <= site.today)
    if past:
        key = site.settings.daily_key.encode()
        lines = (f"{number} {word}" for number, word in past)
        digest = subkey(key, "schedule", *lines).hex()[:16]
        yield (
            f"{variable_name('schedule')}: {len(past)} past days, digest {digest}. The same on all "
            "machines, and after an upgrade on this day."
        )


def _with_any_keys(settings: Settings, are_wrong: bool) -> Settings:
    # Words are looked at even where keys are wrong, or still to be made.
    if are_wrong:
        blank = tuple(replace(epoch, key="") for epoch in settings.epochs)
        settings = replace(settings, secret_key="", daily_key="", epochs=blank)
    return with_missing(settings if are_wrong else with_stored_keys(settings), new_keys())


def _warnings(settings: Settings) -> Iterator[str]:
    if settings.mode == "production":
        yield from _warnings_in_production(settings)
    example = next(filter(_EXAMPLE_HOST.fullmatch, settings.trusted_hosts), None)
    if example:
        yield f"{variable_name('trusted_hosts')} has an example: replace {example} by your host."
    for name in (each.name for each in fields(settings)):
        value = getattr(settings, name)
        if isinstance(value, str) and _QUOTED.fullmatch(value):
            yield (
                f"{variable_name(name)} is in quotes, and they are part of it. Remove them: "
                "values in an environment file may have spaces."
            )
    if is_readable_by_others(settings):
        path = settings.instance_folder / FILE_NAME
        yield f"Other users can read your keys. Run `chmod 600 {path}`."
    if settings.rate_limits and not _is_answering(settings.rate_limit_storage):
        yield (
            f"{variable_name('rate_limit_storage')} does not answer. Until it does, each process "
            "counts requests for itself."
        )


def _warnings_in_production(settings: Settings) -> Iterator[str]:
    if not settings.trusted_hosts:
        yield (
            f"{variable_name('trusted_hosts')} is empty: the site answers to any host "
            "name and uses it in links. Set it to your host name."
        )
    if not settings.proxy_hops:
        yield (
            f"{variable_name('proxy_hops')} is 0: behind a proxy, all visitors share "
            "one client IP and its rate limits. Set it to the number of proxies."
        )
    if not settings.is_https:
        yield (
            f"{variable_name('https')} is off: games and cookies travel unencrypted. Use HTTPS "
            "for a public site."
        )
    if not settings.rate_limits:
        yield f"{variable_name('rate_limits')} is off: one visitor can slow the site for all."


def _is_answering(storage: str) -> bool:
    if storage.startswith("memory:"):
        return True
    try:
        return bool(shared_store(storage).check())
    except Exception:  # its library raises what it likes, and the site can do without it
        return False


def _warnings_of_days(site: Services) -> Iterator[str]:
    if site.today < 1:
        first = site.settings.first_day
        yield (f"{variable_name('first_day')} is {first}: until that day there is no daily word.")
    begun = [epoch for epoch in site.epochs[1:] if epoch.first_day <= site.today]
    if begun and site.settings.epochs:
        day = date_of(begun[-1].first_day, site.settings.first_day)
        yield (
            f"{variable_name('epochs')}: the latest epoch began on {day}. If you add it only now, "
            "it changes the words of days already played, and of games in progress: begin it on "
            "a future day."
        )
    for each in (site, *site.others.values()):
        yield from _warnings_of_pools(each)
    if site.settings.epochs:
        yield from _warnings_of_versions(site)


def _warnings_of_versions(site: Services) -> Iterator[str]:
    newest, used = BUILT_IN_EPOCHS[-1][0], max(epoch.pool_version or 0 for epoch in site.epochs)
    sites = (site, *site.others.values())
    if used < newest and any(each.folder is None for each in sites):
        yield (
            f"{variable_name('epochs')}: none uses version {newest} of the built-in answers. To "
            f"use it, add an epoch with it that begins on a future day: DATE:{newest}:."
        )


def _warnings_of_pools(site: Services) -> Iterator[str]:
    lexicon = site.all_words(DAILY_LENGTH)
    pools = (lexicon.pool(DAILY_POOL, epoch.pool_version) for epoch in site.epochs)
    for pool in dict.fromkeys(pools):
        if (days := days_of_cycle(len(pool))) < DAYS_OF_YEAR:
            yield (
                f"{lexicon.name} has {len(pool)} words in pool {DAILY_POOL}, version "
                f"{pool.version}: daily words may come again after {days} days."
            )
