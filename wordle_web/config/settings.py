"""The settings: one frozen value read from the environment.

Every field is a variable `WORDLE_WEB_<FIELD>` with a line of help, which the table in
`deploy/README.md` repeats word for word (a test compares them). Imports neither Flask nor the game.
"""

import difflib
import os
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields
from datetime import date
from pathlib import Path
from typing import Annotated, Literal, get_type_hints
from zoneinfo import ZoneInfo

from wordle_web.config import parsers as parse
from wordle_web.config.parsers import EpochSetting, ScheduledWord, Setting, Variable

PREFIX = "WORDLE_WEB_"
PACKAGE = Path(__file__).resolve().parent.parent
OTHER_VARIABLES = frozenset({"WORDLE_WEB_CHROMIUM"})  # the browser of the tests

Mode = Literal["local", "production"]


class SettingsError(ValueError):
    """Invalid settings.

    Attributes:
        problems: Everything that is wrong, one sentence each.
    """

    def __init__(self, problems: tuple[str, ...]) -> None:
        """Keep the problems."""
        super().__init__("\n".join(problems))
        self.problems = problems


FIRST_DAY = date(2025, 1, 1)
UTC = ZoneInfo("UTC")
LANGUAGES = ("english", "portuguese", "spanish", "french", "german")  # of the built-in lexicons
KEYS_DEFAULT = "created once in the instance folder (local mode)"


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """Everything that a host can configure, explained by the annotation of each field."""

    mode: Annotated[
        Mode,
        Setting(
            parse.one_of("local", "production"),
            "`local` creates its own keys and serves this machine; `production` refuses "
            "missing or weak keys and expects HTTPS.",
        ),
    ] = "local"
    secret_key: Annotated[
        str, Setting(parse.text, "Signs sessions and forms. At least 32 characters.", KEYS_DEFAULT)
    ] = field(default="", repr=False)
    secret_key_fallbacks: Annotated[
        tuple[str, ...],
        Setting(
            parse.words,
            "Earlier secret keys, comma-separated. Sessions signed with them stay valid.",
        ),
    ] = field(default=(), repr=False)
    daily_key: Annotated[
        str,
        Setting(
            parse.text,
            "Derives the words of daily, random and challenge games. At least 32 characters.",
            KEYS_DEFAULT,
        ),
    ] = field(default="", repr=False)
    epochs: Annotated[
        tuple[EpochSetting, ...],
        Setting(
            parse.epochs,
            "Periods of days, each with its own key and version of the word pools, "
            "oldest first: `2025-01-01:1:KEY,2027-01-01:2:`. An empty key means the "
            "daily key.",
            "version 1, from 2027-01-01 version 2; with the daily key",
        ),
    ] = ()
    first_day: Annotated[date, Setting(parse.day, "Date of daily puzzle no. 1.")] = FIRST_DAY
    zone: Annotated[
        ZoneInfo, Setting(parse.zone, "Time zone in which a new daily word starts at midnight.")
    ] = UTC
    site_name: Annotated[
        str, Setting(parse.name, "Site name, shown on every page and in shared results.")
    ] = "Wordle-web"
    languages: Annotated[
        tuple[str, ...],
        Setting(
            parse.languages,
            "Languages of the words, comma-separated: the lexicons `<language>-<length>`. The "
            "first is at `/`, the others below their code or name: `/pt/`.",
            f"{','.join(LANGUAGES)}; english with a folder of lexicons",
        ),
    ] = ()
    language: Annotated[
        str, Setting(parse.word, "The only language of the words, if there is one.", "see above")
    ] = ""
    outside_links: Annotated[
        bool,
        Setting(
            parse.switch,
            "Links to other sites: the answer in Wiktionary, after a game. `off` suits a school.",
        ),
    ] = True
    lexicons: Annotated[
        Path | None,
        Setting(
            parse.folder,
            "Folder of lexicons of your own, beside the built-in ones. A language that has a "
            "folder there is yours alone: its built-in words are not used.",
            "none",
        ),
    ] = None
    used_words: Annotated[
        tuple[str, ...],
        Setting(
            parse.word_file,
            "File of past answers of another game, one per line. The helper weights them 0.1, "
            "beside those that a player saves; where each has its date, the oldest sixth 0.45 and "
            "the others 0.03.",
        ),
    ] = field(default=(), repr=False)
    possible_words: Annotated[
        tuple[str, ...],
        Setting(
            parse.word_file,
            "File of the possible answers of another game, one per line. The helper believes them "
            "where a player has saved no list.",
        ),
    ] = field(default=(), repr=False)
    schedule: Annotated[
        tuple[ScheduledWord, ...],
        Setting(
            parse.schedule,
            "File of days with a daily word of your own, `2026-12-24 carol` in each line. Never "
            "remove a past line: that day would get another word.",
        ),
    ] = field(default=(), repr=False)
    instance: Annotated[
        Path | None,
        Setting(
            parse.path,
            "Folder for the keys that are created at first start.",
            "`instance` in a checkout, else `var/wordle-web` in the Python environment",
        ),
    ] = None
    https: Annotated[
        Literal["auto", "on", "off"],
        Setting(
            parse.one_of("auto", "on", "off"),
            "Whether visitors use HTTPS (secure cookies, HSTS). `auto` is on in "
            "production; use `off` on a home network.",
        ),
    ] = "auto"
    cookie_name: Annotated[
        str,
        Setting(parse.cookie_name, "Cookie name. Use different names for two sites on one host."),
    ] = "wordle_web"
    trusted_hosts: Annotated[
        tuple[str, ...], Setting(parse.hosts, "Host names to answer to, comma-separated.", "all")
    ] = ()
    proxy_hops: Annotated[
        int,
        Setting(
            parse.number(0, 9),
            "Number of trusted reverse proxies (X-Forwarded-For, -Proto, -Host, -Prefix).",
        ),
    ] = 0
    rate_limits: Annotated[
        bool, Setting(parse.switch, "Rate limits. Turn `off` for load tests only.")
    ] = True
    rate_limit_storage: Annotated[
        str,
        Setting(
            parse.storage,
            "Where requests are counted: `redis://host:6379` is shared by all processes; "
            "with `memory://` each process counts its own.",
        ),
    ] = "memory://"
    limit_pages: Annotated[
        str,
        Setting(
            parse.rate, "Page requests per client IP. The default suits a school behind one IP."
        ),
    ] = "3000/minute"
    limit_posts: Annotated[str, Setting(parse.rate, "Guesses and other forms per client IP.")] = (
        "1500/minute"
    )
    limit_helper: Annotated[
        str,
        Setting(
            parse.rate,
            "Helper, analysis, lab and absurd mode requests, and restored backups, per client IP.",
        ),
    ] = "900/minute"
    limit_tournaments: Annotated[str, Setting(parse.rate, "Lab tournaments per client IP.")] = (
        "20/minute"
    )
    metrics_token: Annotated[
        str,
        Setting(
            parse.text,
            "Serves Prometheus metrics at `/metrics`. Requires this bearer token. At "
            "least 32 characters.",
            "off",
        ),
    ] = field(default="", repr=False)
    security_contact: Annotated[
        str,
        Setting(
            parse.contact,
            "Email or https:// address for reports of vulnerabilities, published in "
            "`/.well-known/security.txt`.",
            "none",
        ),
    ] = ""
    bind: Annotated[
        str,
        Setting(
            parse.addresses, "Where gunicorn listens: `HOST:PORT` or `unix:PATH`, comma-separated."
        ),
    ] = "127.0.0.1:8000"
    workers: Annotated[int, Setting(parse.number(1, 64), "Number of gunicorn workers.")] = 2
    threads: Annotated[int, Setting(parse.number(1, 256), "Threads per worker.")] = 8
    debug: Annotated[bool, Setting(parse.switch, "Serves `/gallery`. Refused in production.")] = (
        False
    )

    @property
    def is_https(self) -> bool:
        """Whether visitors use HTTPS."""
        return self.https == "on" or (self.https == "auto" and self.mode == "production")

    @property
    def instance_folder(self) -> Path:
        """The folder for keys; it may not exist yet."""
        return self.instance or default_instance_folder()

    @classmethod
    def from_environment(cls, environ: Mapping[str, str] = os.environ) -> "Settings":
        """Return the settings in the environment.

        Raises:
            SettingsError: something is wrong; it lists everything.
        """
        settings, problems = read_environment(environ)
        if problems:
            raise SettingsError(problems)
        return settings

    @property
    def word_languages(self) -> tuple[str, ...]:
        """The languages of the words, those at `/` first."""
        if self.languages or self.language:
            return self.languages or (self.language,)
        return LANGUAGES[:1] if self.lexicons else LANGUAGES

    def problems(self) -> Iterator[str]:
        """Yield contradictions between settings that are valid one by one."""
        if self.language and self.languages and self.languages != (self.language,):
            yield f"{PREFIX}LANGUAGE contradicts {PREFIX}LANGUAGES. Unset one of them."
        if self.mode == "production" and self.debug:
            yield f"{PREFIX}DEBUG must be off in production. Unset it."
        if self.epochs and self.epochs[0].first_day != self.first_day:
            yield (
                f"{PREFIX}EPOCHS starts on {self.epochs[0].first_day}, but "
                f"{PREFIX}FIRST_DAY is {self.first_day}. Set both to the same date."
            )


def read_environment(environ: Mapping[str, str]) -> tuple[Settings, tuple[str, ...]]:
    """Return the settings, with defaults for invalid ones, and everything that is wrong."""
    problems = list(_unknown(environ))
    read: dict[str, object] = {}
    for field_name, setting in _settings():
        text = environ.get(variable_name(field_name), "").strip()
        try:
            if text:
                read[field_name] = setting.parse(text)
        except ValueError as error:
            problems.append(f"{variable_name(field_name)} {error}.")
    settings = Settings(**read)  # type: ignore[arg-type]  # each parser returns its field's type
    return settings, (*problems, *settings.problems())


def resource_folder(name: str) -> Path:
    """Return the folder `name` of templates or static files, in a wheel or in a checkout."""
    inside = PACKAGE / name
    return inside if inside.is_dir() else PACKAGE.parent / name


def variable_name(name: str) -> str:
    """Return the variable name of a field.

    >>> variable_name("site_name")
    'WORDLE_WEB_SITE_NAME'
    """
    return PREFIX + name.upper()


def variables() -> tuple[Variable, ...]:
    """Return all variables, in the order in which `deploy/README.md` lists them."""
    defaults = Settings()
    return tuple(
        Variable(
            variable_name(name), setting.default or _written(getattr(defaults, name)), setting.help
        )
        for name, setting in _settings()
    )


def _settings() -> Iterator[tuple[str, Setting]]:
    hints = get_type_hints(Settings, include_extras=True)
    for each in fields(Settings):
        yield each.name, hints[each.name].__metadata__[0]


def default_instance_folder() -> Path:
    """Return `instance` in a checkout, else a folder of this Python environment."""
    if (PACKAGE.parent / "templates").is_dir():
        return PACKAGE.parent / "instance"
    return Path(sys.prefix) / "var" / "wordle-web"


def _written(default: object) -> str:
    if isinstance(default, bool):
        return "on" if default else "off"
    return "" if default in {None, ()} else str(default)


def _unknown(environ: Mapping[str, str]) -> Iterator[str]:
    known = [each.name.upper() for each in fields(Settings)]
    expected = {*map(variable_name, known), *OTHER_VARIABLES}
    for name in sorted(environ):
        if name.startswith(PREFIX) and name not in expected:
            # Compared without the prefix, by which any two names would be alike.
            near = difflib.get_close_matches(name.removeprefix(PREFIX), known, n=1)
            advice = f"Did you mean {PREFIX}{near[0]}?" if near else "Remove it."
            yield f"{name} is not a setting. {advice}"
