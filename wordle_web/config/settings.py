"""The settings: an immutable value read from the environment.

Every field is a variable `WORDLE_WEB_<FIELD>` with a line of help, which the table in
`deploy/README.md` repeats word for word (a test compares them). This module imports neither Flask
nor the game.
"""

import difflib
import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, fields
from datetime import date
from pathlib import Path
from typing import Any, Literal, NamedTuple
from zoneinfo import ZoneInfo

from platformdirs import user_data_path

import wordle_web.config.parsers as parse
from wordle_web.config.parsers import BlockedWord, EpochSetting, ScheduledWord

PREFIX = "WORDLE_WEB_"
PACKAGE = Path(__file__).resolve().parent.parent
# Variables of the browser tests and of `serve --open`.
OTHER_VARIABLES = frozenset({"WORDLE_WEB_CHROMIUM", "WORDLE_WEB_OPEN"})

Mode = Literal["local", "production"]


class SettingsError(ValueError):
    """Raised for invalid settings; `problems` has a sentence for each."""

    def __init__(self, problems: tuple[str, ...]) -> None:
        """Store all problems, each as a sentence."""
        super().__init__("\n".join(problems))
        self.problems = problems


FIRST_DAY = date(2025, 1, 1)
UTC = parse.zone("UTC")
LANGUAGES = ("english", "portuguese", "spanish", "french", "german")  # of the built-in lexicons
# The keys of a site. `<variable>_FILE` may name a file with the key instead, since containers mount
# secrets as files.
KEYS = ("secret_key", "daily_key")
KEYS_DEFAULT = "created once in the instance folder (local mode)"


class Setting(NamedTuple):
    """A variable: its parser, its help, and a description of its default.

    Without a description, the documentation shows the default value itself.
    """

    parse: Callable[[str], object]
    help: str
    default: str


def setting(
    value: Any, parser: Callable[[str], object], text: str, default: str = "", *, repr: bool = True
) -> Any:
    """Return a field with a default value and its help."""
    facts = {"setting": Setting(parser, text, default)}
    return field(default=value, repr=repr, metadata=facts)


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """Every setting that a host can configure, with its help text."""

    mode: Mode = setting(
        "local",
        parse.one_of("local", "production"),
        "`local` creates its own keys and serves this machine; `production` refuses "
        "missing or weak keys and expects HTTPS.",
    )
    secret_key: str = setting(
        "", str, "Signs sessions and forms. At least 32 characters.", KEYS_DEFAULT, repr=False
    )
    secret_key_fallbacks: tuple[str, ...] = setting(
        (),
        parse.words,
        "Earlier secret keys, comma-separated. Sessions signed with them stay valid.",
        repr=False,
    )
    daily_key: str = setting(
        "",
        str,
        "Derives the words of daily, random and challenge games. At least 32 characters.",
        KEYS_DEFAULT,
        repr=False,
    )
    epochs: tuple[EpochSetting, ...] = setting(
        (),
        parse.epochs,
        "Periods of days, each with its own key and version of the word pools, "
        "oldest first: `2025-01-01:1:KEY,2027-01-01:2:`. An empty key means the "
        "daily key.",
        "one, with the daily key and version 1",
    )
    first_day: date = setting(FIRST_DAY, parse.first_day, "Date of daily puzzle no. 1.")
    zone: ZoneInfo = setting(
        UTC,
        parse.zone,
        "Time zone of the site's days, used for visitors whose own zone isn't known and for the "
        "feeds.",
    )
    day: Literal["visitor", "site"] = setting(
        "visitor",
        parse.one_of("visitor", "site"),
        "When a new daily word starts: `visitor` is each visitor's own midnight, `site` the "
        "midnight of the site's zone for everybody, for example in a school.",
    )
    site_name: str = setting(
        "Wordle-web",
        parse.name,
        "Site name, shown on every page and in shared results; at most 40 characters.",
    )
    languages: tuple[str, ...] = setting(
        (),
        parse.languages,
        "Languages of the words, comma-separated, as in the lexicons' names "
        "(`<language>-<length>`). The first is at `/`, the others below their code or name: "
        "`/pt/`.",
        f"{','.join(LANGUAGES)}; with `WORDLE_WEB_LEXICONS` only english",
    )
    language: str = setting(
        "", parse.word, "Short for `WORDLE_WEB_LANGUAGES` with one language.", "none"
    )
    outside_links: bool = setting(
        True,
        parse.switch,
        "Whether pages link to other sites, such as the answer's page in Wiktionary. `off` suits "
        "a school.",
    )
    reports: str = setting(
        "",
        parse.contact,
        "Email or https:// address for *Report this word* after a game. An https:// page gets "
        "word, language, length and day as parameters, but never the word of a day that has not "
        "ended everywhere.",
        "the project's form",
    )
    lexicons: Path | None = setting(
        None,
        parse.folder,
        "Folder of your own lexicons, in addition to the built-in ones. If a language has a "
        "folder there, its built-in words are not used.",
        "none",
    )
    used_words: tuple[str, ...] = setting(
        (),
        parse.word_file,
        "File of past answers of another game, one per line, in addition to those that a player "
        "saves. The helper weights them by 0.1; if they have dates, the oldest sixth by 0.45 and "
        "the others by 0.03.",
        repr=False,
    )
    possible_words: tuple[str, ...] = setting(
        (),
        parse.word_file,
        "File of the possible answers of another game, one per line. The helper uses them "
        "unless a player has saved a list.",
        repr=False,
    )
    schedule: tuple[ScheduledWord, ...] = setting(
        (),
        parse.schedule,
        "File of your own daily words, one line per day: `2026-12-24 carol`. Never remove the "
        "line of a past day, because the day would get another word.",
        repr=False,
    )
    blocked_words: tuple[BlockedWord, ...] = setting(
        (),
        parse.blocked_words,
        "File of words that are never answers from a date on, one per line: `spanish hostia "
        "2027-02-01`. Never remove a line with a past date, because past days would get other "
        "words.",
        repr=False,
    )
    instance: Path | None = setting(
        None,
        parse.path,
        "Folder for the keys that the first start creates.",
        "`instance` in a checkout, else `wordle-web` in the user's data folder",
    )
    https: Literal["auto", "on", "off"] = setting(
        "auto",
        parse.one_of("auto", "on", "off"),
        "Whether visitors use HTTPS (secure cookies, HSTS). `auto` is on in production and off in "
        "local mode, because home networks use HTTP.",
    )
    cookie_name: str = setting(
        "wordle_web",
        parse.cookie_name,
        "Prefix of cookie names. A fingerprint of key and path follows, so several sites on one "
        "host may use the same prefix.",
    )
    trusted_hosts: tuple[str, ...] = setting(
        (), parse.hosts, "Host names to answer to, comma-separated.", "all"
    )
    proxy_hops: int = setting(
        0,
        parse.number(0, 9),
        "Number of trusted reverse proxies (X-Forwarded-For, -Proto, -Host, -Prefix), 0 to 9.",
    )
    rate_limits: bool = setting(
        True, parse.switch, "Rate limits. Set to `off` only for load tests."
    )
    rate_limit_storage: str = setting(
        "memory://",
        parse.storage,
        "Where CPU time is counted: with `redis://host:6379` for all processes together, with "
        "`memory://` for each process separately.",
    )
    cpu_budget: int = setting(
        45,
        parse.number(5, 3600),
        "Seconds of CPU time per minute for each client IP, 5 to 3600. Games may exceed it by "
        "half. The default suits a school behind one IP.",
    )
    log_level: Literal["", "info", "warning", "error"] = setting(
        "",
        parse.one_of("info", "warning", "error"),
        "Minimum severity of messages in the log. Requests are always logged.",
        "info in production, warning in local mode",
    )
    metrics_token: str = setting(
        "",
        str,
        "Bearer token for Prometheus metrics at `/metrics`, at least 32 characters. Without it, "
        "there are no metrics.",
        "off",
        repr=False,
    )
    security_contact: str = setting(
        "",
        parse.contact,
        "Email or https:// address for reports of vulnerabilities, published in "
        "`/.well-known/security.txt`.",
        "none",
    )
    bind: str = setting(
        "127.0.0.1:8000",
        parse.addresses,
        "Where gunicorn listens: `HOST:PORT` or `unix:PATH`, comma-separated.",
    )
    workers: int = setting(2, parse.number(1, 64), "Number of gunicorn workers, 1 to 64.")
    threads: int = setting(
        64,
        parse.number(1, 256),
        "Threads per worker, 1 to 256. Expensive requests occupy at most three quarters of them "
        "while they wait.",
    )

    @property
    def is_https(self) -> bool:
        """Whether visitors use HTTPS."""
        return self.https == "on" or (self.https == "auto" and self.mode == "production")

    @property
    def instance_folder(self) -> Path:
        """The folder for keys; it may not exist yet."""
        if self.instance:
            return self.instance
        if (PACKAGE.parent / "templates").is_dir():  # this is a checkout
            return PACKAGE.parent / "instance"
        # Keys can't be in the Python environment, which pipx and uv delete when they reinstall.
        with suppress(RuntimeError):  # a service's user may have no home
            return user_data_path("wordle-web", appauthor=False)
        return Path("/var/lib/wordle-web")

    @classmethod
    def from_environment(cls, environ: Mapping[str, str] = os.environ) -> "Settings":
        """Return the settings in the environment.

        Raises:
            SettingsError: a setting is invalid; the error lists all problems.
        """
        settings, problems = read_environment(environ)
        if problems:
            raise SettingsError(problems)
        return settings

    @property
    def word_languages(self) -> tuple[str, ...]:
        """The languages of the words, starting with the one at `/`.

        If none are set, they are the built-in ones, or only the first of these on a site with its
        own lexicons.
        """
        if self.languages or self.language:
            return self.languages or (self.language,)
        return LANGUAGES[:1] if self.lexicons else LANGUAGES

    def problems(self) -> Iterator[str]:
        """Yield contradictions between valid settings."""
        if self.language and self.languages and self.languages != (self.language,):
            yield f"{PREFIX}LANGUAGE contradicts {PREFIX}LANGUAGES. Unset one of them."
        if self.epochs and self.epochs[0].first_day != self.first_day:
            yield (
                f"{PREFIX}EPOCHS starts on {self.epochs[0].first_day}, but "
                f"{PREFIX}FIRST_DAY is {self.first_day}. Set both to the same date."
            )


def variables() -> dict[str, Setting]:
    """Return the settings by the names of their variables, in the order of the fields."""
    return {variable_name(option.name): option.metadata["setting"] for option in fields(Settings)}


def read_environment(environ: Mapping[str, str]) -> tuple[Settings, tuple[str, ...]]:
    """Return the settings, with defaults for invalid ones, and all problems."""
    settings, problems = variables(), list[str]()
    environ, files = dict(environ), {f"{key}_FILE": key for key in map(variable_name, KEYS)}
    for name in files.keys() & environ.keys():
        text = _key_in(Path(environ.pop(name)))
        if text is None:
            problems.append(f"{name} must be a text file of one line that this user can read.")
            continue
        if environ.get(files[name], text) != text:
            problems.append(f"{name} contradicts {files[name]}. Unset one of them.")
        environ[files[name]] = text
    # Compare names without the prefix, which would make all of them similar.
    known = [name.removeprefix(PREFIX) for name in settings]
    for name in sorted(name for name in environ if name.startswith(PREFIX)):
        if name not in {*settings, *OTHER_VARIABLES}:
            near = difflib.get_close_matches(name.removeprefix(PREFIX), known, n=1)
            if name in {f"{PREFIX}HOST", f"{PREFIX}PORT"}:
                near = ["BIND"]
            advice = f"Did you mean {PREFIX}{near[0]}?" if near else "Remove it."
            problems.append(f"{name} is not a setting. {advice}")
    read: dict[str, object] = {}
    for name, setting in settings.items():
        text = environ.get(name, "").strip()
        try:
            if text:
                read[name.removeprefix(PREFIX).lower()] = setting.parse(text)
        except ValueError as error:
            problems.append(f"{name} {error}.")
    loaded = Settings(**read)  # type: ignore[arg-type]  # each parser returns its field's type
    return loaded, (*problems, *loaded.problems())


def _key_in(path: Path) -> str | None:
    """Return the key in a file; None if the file is unreadable or has more than one line."""
    try:
        text = path.read_text(encoding="utf-8-sig").strip()
    except (OSError, UnicodeDecodeError):
        return None
    return text if len(text.splitlines()) <= 1 else None


def resource_folder(name: str) -> Path:
    """Return the folder of templates or static files, in a wheel or in a checkout."""
    inside = PACKAGE / name
    return inside if inside.is_dir() else PACKAGE.parent / name


def variable_name(name: str) -> str:
    """Return the variable name of a field.

    >>> variable_name("site_name")
    'WORDLE_WEB_SITE_NAME'
    """
    return PREFIX + name.upper()
