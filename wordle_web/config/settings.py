"""The settings: one frozen value, read from the environment, and complete or refused.

Every field is a variable `WORDLE_WEB_<FIELD>` with a line of help, from which the README's
table and `python -m wordle_web check` are made. Imports the standard library and the readers
of single values; knows neither Flask nor the game.
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
from wordle_web.config.parsers import EpochSetting, Setting, Variable

PREFIX = "WORDLE_WEB_"
PACKAGE = Path(__file__).resolve().parent.parent
OTHER_VARIABLES = frozenset({"WORDLE_WEB_CHROMIUM"})  # names the browser of the tests

Mode = Literal["local", "production"]


class SettingsError(ValueError):
    """Settings that cannot serve.

    Attributes:
        problems: Everything that is wrong, a sentence each.
    """

    def __init__(self, problems: tuple[str, ...]) -> None:
        """Keep the problems."""
        super().__init__("\n".join(problems))
        self.problems = problems


FIRST_DAY = date(2025, 1, 1)
UTC = ZoneInfo("UTC")
KEYS_DEFAULT = "made once into the instance folder (local)"


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """Everything that a host can decide; what each field means stands in its annotation."""

    mode: Annotated[
        Mode,
        Setting(
            parse.one_of("local", "production"),
            "`local` makes keys by itself and serves this machine; `production` refuses missing "
            "or weak keys and expects HTTPS.",
        ),
    ] = "local"
    secret_key: Annotated[
        str,
        Setting(parse.text, "Signs sessions and forms. At least 32 characters.", KEYS_DEFAULT),
    ] = field(default="", repr=False)
    secret_key_fallbacks: Annotated[
        tuple[str, ...],
        Setting(
            parse.words,
            "Earlier secret keys, separated by commas: sessions signed with them still count.",
        ),
    ] = field(default=(), repr=False)
    daily_key: Annotated[
        str,
        Setting(
            parse.text,
            "Derives the words of days, random games and challenges. At least 32 characters.",
            KEYS_DEFAULT,
        ),
    ] = field(default="", repr=False)
    epochs: Annotated[
        tuple[EpochSetting, ...],
        Setting(
            parse.epochs,
            "Stretches of days, each with its own key and version of the word pools, oldest "
            "first: `2025-01-01:1:KEY,2027-01-01:2:`. No key means the daily key.",
            "one, of version 1, under the daily key",
        ),
    ] = ()
    first_day: Annotated[date, Setting(parse.day, "The date of day 1.")] = FIRST_DAY
    zone: Annotated[ZoneInfo, Setting(parse.zone, "The time zone whose midnight begins a day.")] = (
        UTC
    )
    site_name: Annotated[str, Setting(parse.name, "The name on every page and result.")] = (
        "Wordle-web"
    )
    language: Annotated[
        str,
        Setting(parse.word, "The language of the words: the lexicons `<language>-<length>`."),
    ] = "english"
    lexicons: Annotated[
        Path | None,
        Setting(parse.folder, "A folder of lexicons in place of those shipped.", "those shipped"),
    ] = None
    used_words: Annotated[
        tuple[str, ...],
        Setting(
            parse.word_file,
            "A file of words, one a line, that a game elsewhere has had already: the helper counts "
            "them a tenth.",
        ),
    ] = field(default=(), repr=False)
    instance: Annotated[
        Path | None,
        Setting(
            parse.path,
            "The folder for keys that are made by themselves.",
            "`instance` in a checkout, else below the environment's `var`",
        ),
    ] = None
    https: Annotated[
        Literal["auto", "on", "off"],
        Setting(
            parse.one_of("auto", "on", "off"),
            "Whether visitors come over HTTPS: secure cookies, HSTS. `auto` is on in production; "
            "`off` is for a home network.",
        ),
    ] = "auto"
    cookie_name: Annotated[
        str, Setting(parse.cookie_name, "The cookie's name: tells two sites on one host apart.")
    ] = "wordle_web"
    trusted_hosts: Annotated[
        tuple[str, ...],
        Setting(parse.hosts, "Host names to answer to, separated by commas.", "all"),
    ] = ()
    proxy_hops: Annotated[
        int,
        Setting(
            parse.number(0, 9),
            "How many proxies in front to believe about address, scheme, host and prefix.",
        ),
    ] = 0
    rate_limits: Annotated[bool, Setting(parse.switch, "Switch `off` for load tests only.")] = True
    rate_limit_storage: Annotated[
        str,
        Setting(
            parse.storage,
            "Where requests are counted: `redis://host:6379` is shared; with `memory://` each "
            "process counts alone.",
        ),
    ] = "memory://"
    limit_pages: Annotated[
        str,
        Setting(parse.rate, "Pages that an address may ask for; sized for a school behind one."),
    ] = "3000/minute"
    limit_posts: Annotated[
        str, Setting(parse.rate, "Guesses and other forms that an address may send.")
    ] = "1500/minute"
    limit_helper: Annotated[
        str, Setting(parse.rate, "Questions that an address may ask the helper.")
    ] = "900/minute"
    limit_tournaments: Annotated[
        str, Setting(parse.rate, "Tournaments that an address may run in the lab.")
    ] = "20/minute"
    metrics_token: Annotated[
        str,
        Setting(
            parse.text,
            "Serves figures for Prometheus at `/metrics` to who shows it as a bearer token. At "
            "least 32 characters.",
            "off",
        ),
    ] = field(default="", repr=False)
    bind: Annotated[
        str,
        Setting(
            parse.addresses,
            "Where gunicorn listens: `HOST:PORT` or `unix:PATH`, more than one with commas.",
        ),
    ] = "127.0.0.1:8000"
    workers: Annotated[int, Setting(parse.number(1, 64), "Processes of gunicorn.")] = 2
    threads: Annotated[int, Setting(parse.number(1, 256), "Threads of each process.")] = 8
    debug: Annotated[bool, Setting(parse.switch, "Serve `/gallery`; refused in production.")] = (
        False
    )

    @property
    def is_https(self) -> bool:
        """Whether visitors come over HTTPS."""
        return self.https == "on" or (self.https == "auto" and self.mode == "production")

    @property
    def instance_folder(self) -> Path:
        """The folder for keys; it may not exist yet."""
        return self.instance or default_instance_folder()

    @classmethod
    def from_environment(cls, environ: Mapping[str, str] = os.environ) -> "Settings":
        """Return the settings that the environment describes.

        Raises:
            SettingsError: anything is wrong; it lists everything that is.
        """
        settings, problems = read_environment(environ)
        if problems:
            raise SettingsError(problems)
        return settings

    def problems(self) -> Iterator[str]:
        """Yield what is wrong between settings that are each right."""
        if self.mode == "production" and self.debug:
            yield f"{PREFIX}DEBUG must be off in production."
        if self.epochs and self.epochs[0].first_day != self.first_day:
            yield (
                f"{PREFIX}EPOCHS begins on {self.epochs[0].first_day}, and {PREFIX}FIRST_DAY is "
                f"{self.first_day}: they must be the same."
            )


def read_environment(environ: Mapping[str, str]) -> tuple[Settings, tuple[str, ...]]:
    """Return the settings of the environment, defaults where it is wrong, and what is wrong."""
    problems = list(_unknown(environ))
    read: dict[str, object] = {}
    for field_name, setting in _settings():
        text = environ.get(variable_name(field_name), "").strip()
        try:
            if text:
                read[field_name] = setting.parse(text)
        except ValueError as error:
            problems.append(f"{variable_name(field_name)} {error}.")
    settings = Settings(**read)  # type: ignore[arg-type]  # each reader returns its field's type
    return settings, (*problems, *settings.problems())


def resource_folder(name: str) -> Path:
    """Return the folder `name` of templates or static files, in a wheel or in a checkout."""
    inside = PACKAGE / name
    return inside if inside.is_dir() else PACKAGE.parent / name


def variable_name(name: str) -> str:
    """Return the variable of a field.

    >>> variable_name("site_name")
    'WORDLE_WEB_SITE_NAME'
    """
    return PREFIX + name.upper()


def variables() -> tuple[Variable, ...]:
    """Return all variables, in the order in which the README lists them."""
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
    known = [variable_name(each.name) for each in fields(Settings)]
    for name in sorted(environ):
        if name.startswith(PREFIX) and name not in known and name not in OTHER_VARIABLES:
            near = difflib.get_close_matches(name, known, n=1)
            yield f"{name} is no setting." + (f" Did you mean {near[0]}?" if near else "")
