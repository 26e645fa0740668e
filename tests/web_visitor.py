"""What the web tests share: small applications, a clock to set, and a visitor who plays."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from html import unescape
from pathlib import Path
from typing import Any

from flask import Flask
from werkzeug.test import Client, TestResponse

from wordle_web import create_app
from wordle_web.config.settings import Settings
from wordle_web.game.history.codec import decode
from wordle_web.game.history.history import History
from wordle_web.game.puzzles.puzzles import daily_answer, random_answer
from wordle_web.web.http.static import EXTENSION as STATIC_EXTENSION
from wordle_web.web.http.static import StaticFiles
from wordle_web.web.services import EXTENSION, Services

NOON = datetime(2025, 3, 3, 12, tzinfo=UTC)
FIRST_DAY = date(2025, 1, 1)
SECRET_KEY = "a secret key of the tests: 4rYh7-Qk2_vTnB9xLw"
DAILY_KEY = "a daily key of the tests: Pz0dGcJmSfUaEi8Wb1"
ANSWERS = ("crane", "eerie", "geese", "level", "orbit", "slate", "steel", "these", "truss")
OTHERS = ("aahed", "fuzzy", "moist", "scree", "sleet", "vivid", "pupil", "hippy", "kudzu")
SHORT = ("able", "bore", "crow", "dusk", "easy")


@dataclass
class Clock:
    """A clock that stands still until a test sets it."""

    now: datetime = NOON

    def __call__(self) -> datetime:
        return self.now

    def forward(self, **span: float) -> None:
        """Set the clock forward."""
        self.now += timedelta(**span)


def write_lexicon(
    folder: Path, name: str, answers: tuple[str, ...], others: tuple[str, ...]
) -> None:
    """Write a host's own lexicon."""
    (folder / name / "pools").mkdir(parents=True)
    (folder / name / "words.txt").write_text("\n".join([*answers, *others]) + "\n")
    (folder / name / "pools" / "normal-1.txt").write_text("\n".join(answers) + "\n")


def site_settings(lexicons: Path, **changes: Any) -> Settings:
    """Return the settings of a small site."""
    usual = {
        "secret_key": SECRET_KEY,
        "daily_key": DAILY_KEY,
        "first_day": FIRST_DAY,
        "lexicons": lexicons,
        "rate_limits": False,
    }
    return Settings(**{**usual, **changes})


def new_app(lexicons: Path, clock: Clock | None = None, **changes: Any) -> Flask:
    """Return the application of a small site."""
    return create_app(site_settings(lexicons, **changes), clock=clock or Clock())


def parts_of(app: Flask) -> Services:
    """Return what an application was put together from."""
    parts: Services = app.extensions[EXTENSION]
    return parts


def static_url(app: Flask, path: str) -> str:
    """Return the address of a static file of an application."""
    files: StaticFiles = app.extensions[STATIC_EXTENSION]
    return f"/static/{files.digest}/{path}"


def answer_of_day(app: Flask, number: int | None = None) -> str:
    """Return the answer of a day, today's unless one is named."""
    parts = parts_of(app)
    return daily_answer(number or parts.today, parts.epochs, parts.all_words(5))


def answer_of_token(app: Flask, path: str) -> str:
    """Return the answer of a random game by its address."""
    parts, token = parts_of(app), path.rpartition("/")[2]
    return random_answer(token, parts.epochs, parts.lexicon(int(token[0])))


@dataclass
class Visitor:
    """A browser without JavaScript: it fills in the form that the last page holds."""

    app: Flask
    client: Client = field(init=False)
    page: TestResponse = field(init=False)

    def __post_init__(self) -> None:
        self.client = self.app.test_client()

    def get(self, path: str, **options: Any) -> TestResponse:
        """Go to a page."""
        self.page = self.client.get(path, buffered=True, **options)
        return self.page

    def post(
        self, path: str, fields: Mapping[str, object] | None = None, **options: Any
    ) -> TestResponse:
        """Send a form with these fields, after those that the last page's form holds."""
        data = {**fields_of(self.page.text), **(fields or {})}
        kept = {name: value for name, value in data.items() if value is not None}
        answer = self.client.post(path, data=kept, **options)
        if answer.status_code != 303:
            self.page = answer
        return answer

    def guess(self, word: str, path: str = "/", **fields: object) -> TestResponse:
        """Guess a word on the page at `path`, and go where that leads."""
        self.get(path)
        answer = self.post(path, {"guess": word, **fields})
        if answer.status_code == 303:
            self.get(answer.headers["Location"])
        return answer

    @property
    def history(self) -> History:
        """What the visitor's cookie remembers."""
        data = self.session.get("h")
        return decode(data) if data else History()

    @property
    def session(self) -> dict[str, Any]:
        """What the visitor's cookie holds."""
        cookie = self.client.get_cookie(self.app.config["SESSION_COOKIE_NAME"])
        return read_cookie(self.app, cookie.value) if cookie else {}

    def carry(self, value: str) -> None:
        """Carry this cookie from now on."""
        self.client.set_cookie(self.app.config["SESSION_COOKIE_NAME"], value)

    @property
    def cookie(self) -> str:
        """The value of the cookie that the visitor carries."""
        cookie = self.client.get_cookie(self.app.config["SESSION_COOKIE_NAME"])
        return cookie.value if cookie else ""


def read_cookie(app: Flask, value: str) -> dict[str, Any]:
    """Return what a cookie of `app` holds."""
    contents: dict[str, Any] = signer(app).loads(value)
    return contents


def write_cookie(app: Flask, contents: object) -> str:
    """Return a cookie of `app`, truly signed, that holds `contents`."""
    return str(signer(app).dumps(contents))


def signer(app: Flask) -> Any:
    """Return what signs the cookies of `app`."""
    return app.session_interface.get_signing_serializer(app)


def fields_of(page: str) -> dict[str, str]:
    """Return what the form on a page would send if nothing were filled in."""
    found = {}
    for tag in re.findall(r"<input\b[^>]*>", page):
        attributes = dict(re.findall(r'([\w-]+)="([^"]*)"', tag))
        is_choice = attributes.get("type") in {"radio", "checkbox"}
        if "name" in attributes and (not is_choice or "checked" in tag):
            found[attributes["name"]] = unescape(attributes.get("value", ""))
    return found


def refusal_of(page: TestResponse) -> str:
    """Return why the page says that a guess was refused."""
    match = re.search(r'data-fragment="refusal">(.*?)</p>', page.text)
    return unescape(match[1]) if match else ""


def state_of(page: TestResponse) -> str:
    """Return how the game on a page stands."""
    match = re.search(r'data-state="(\w+)"', page.text)
    return match[1] if match else ""


def rows_of(page: TestResponse) -> list[str]:
    """Return the played rows of a page, as marks in digits."""
    digits = {"absent": "0", "present": "1", "correct": "2"}
    board = page.text.partition("<aside")[0]
    rows = re.findall(r'data-row="played".*?</div>', board, re.DOTALL)
    return ["".join(digits[m] for m in re.findall(r'data-mark="(\w+)"', row)) for row in rows]
