"""Shared helpers of the web tests: small applications, a settable clock, and a player."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import Any

import harness.visitor
from flask import Flask
from flask.testing import FlaskClient
from harness.cookies import signed
from harness.visitor import Answer

from wordle_web import create_app
from wordle_web.config.settings import Settings
from wordle_web.engine.lexicon import load_lexicon
from wordle_web.game.absurd import AbsurdGame
from wordle_web.game.history.codec import decode, encode
from wordle_web.game.history.export import write_file
from wordle_web.game.history.history import History
from wordle_web.game.puzzles.days import daily_answer, daily_answers
from wordle_web.game.puzzles.tokens import random_answers
from wordle_web.game.puzzles.variants import Variant
from wordle_web.web.history.views import fingerprints
from wordle_web.web.http.cookies import cookie_name
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
    now: datetime = NOON

    def __call__(self) -> datetime:
        return self.now

    def forward(self, **span: float) -> None:
        self.now += timedelta(**span)


def write_lexicon(folder: Path, name: str, answers: Sequence[str], others: Sequence[str]) -> None:
    (folder / name / "pools").mkdir(parents=True)
    (folder / name / "words.txt").write_text("\n".join([*answers, *others]) + "\n")
    (folder / name / "pools" / "normal-1.txt").write_text("\n".join(answers) + "\n")


def site_settings(lexicons: Path, **changes: Any) -> Settings:
    usual = {
        "secret_key": SECRET_KEY,
        "daily_key": DAILY_KEY,
        "first_day": FIRST_DAY,
        "lexicons": lexicons,
        "rate_limits": False,
    }
    return Settings(**{**usual, **changes})


class Client(FlaskClient):
    def __init__(self, app: Flask, _: object, **options: Any) -> None:
        super().__init__(app, Answer, **options)


def new_app(lexicons: Path, clock: Clock | None = None, **changes: Any) -> Flask:
    app = create_app(site_settings(lexicons, **changes), clock=clock or Clock())
    app.test_client_class = Client
    return app


def parts_of(app: Flask) -> Services:
    parts: Services = app.extensions[EXTENSION]
    return parts


def static_url(app: Flask, path: str) -> str:
    files: StaticFiles = app.extensions[STATIC_EXTENSION]
    return f"/static/{files.digest}/{path}"


def answer_of_day(app: Flask, number: int | None = None) -> str:
    parts = parts_of(app)
    return daily_answer(number or parts.today, parts.epochs, parts.all_words(5))


def answers_of_day(app: Flask, variant: Variant, number: int | None = None) -> tuple[str, ...]:
    parts = parts_of(app)
    return daily_answers(number or parts.today, parts.epochs, parts.all_words(5), variant)


def answer_of_token(app: Flask, path: str) -> str:
    parts, token = parts_of(app), path.rpartition("/")[2]
    return random_answers(token, parts.epochs, parts.lexicon(int(token[0])))[0]


@cache
def absurd_game(opener: str = "crane") -> tuple[str, ...]:
    """Return the guesses of a whole absurd game; all but the first are possible words."""
    lexicon, guesses = load_lexicon("english-5"), [opener]
    indices = lexicon.pool(version=1).indices
    while not (game := AbsurdGame.after(lexicon, indices, guesses)).is_over:
        guesses.append(game.witness)
    return game.guesses


class Visitor(harness.visitor.Visitor):
    """A visitor who remembers the last page, and submits its fields."""

    follows = False
    home = "/"

    def __init__(self, app: Flask) -> None:
        super().__init__(app)
        self.app = app
        self.page: Answer

    def get(self, path: str, **options: Any) -> Answer:
        self.page = super().get(path, **options)
        return self.page

    def post(self, path: str, fields: Mapping[str, object] | None = None, **options: Any) -> Answer:
        """Submit a form with these fields, in addition to those in the form on the last page."""
        data = {**self.page.fields, **(fields or {})}
        sent = {name: value for name, value in data.items() if value is not None}
        answer = super().post(path, sent, **options)
        if answer.status_code != 303:
            self.page = answer
        return answer

    def guess(self, word: str, path: str = "/", **fields: object) -> Answer:
        self.get(path)
        answer = self.post(path, {"guess": word, **fields})
        if answer.status_code == 303:
            self.get(answer.location)
        return answer

    def fill(
        self, path: str, fields: Mapping[str, object] | None = None, to: str = "", **options: Any
    ) -> Answer:
        self.get(path, **options)
        return self.post(to or path, fields, **options)

    def begin(self, home: str = "/", length: str = "5") -> str:
        return str(self.fill(f"{home}random", {"length": length}).location)

    def challenge(self, words: str, home: str = "/", **fields: str) -> str:
        answer = self.fill(f"{home}challenge", {"word": words, **fields})
        made = str(answer.location)
        return f"{home}challenge/{made.partition('made=')[2].partition('&')[0]}"

    def restore(self, backup: str | bytes, name: str = "history.json") -> Answer:
        data = backup.encode() if isinstance(backup, str) else backup
        return self.fill("/history", {"file": (BytesIO(data), name)}, to="/history/restore")

    def at(self, app: Flask) -> "Visitor":
        """Return the same browser at another server on the same host."""
        other = Visitor(app)
        other.client._cookies = self.client._cookies
        return other

    def remember(self, history: History) -> None:
        values = {"h": encode(history, 4000), "r": history.ratings}
        self.carry(write_cookie(self.app, {name: value for name, value in values.items() if value}))

    def seen(self, page: str | Answer, **options: Any) -> str:
        """Return all that is visible in a response or on the page at a path, except form tokens."""
        page = self.get(page, **options) if isinstance(page, str) else page
        headers = [header for header in page.headers if header[0] not in {"Set-Cookie", "Date"}]
        session = [item for item in self.session.items() if item[0] not in {"csrf_token", "h"}]
        # The tokens of two forms on a first page differ if a second passes in between.
        text = re.sub('(?<=name="csrf_token" value=")[^"]+', "csrf", page.text)
        # A backup contains fingerprints of the site's keys.
        text = re.sub(r'(?<="site": )\[[^]]*]', "site", text)
        has_cookie = "Set-Cookie" in page.headers
        return f"{page.status_code} {headers} {has_cookie} {text} {session} {self.history}"

    @property
    def history(self) -> History:
        session = self.session
        history = decode(session["h"]) if "h" in session else History()
        return history.with_ratings(session.get("r", b""))

    @property
    def session(self) -> dict[str, Any]:
        return read_cookie(self.app, self.cookie) if self.cookie else {}


def session_name(app: Flask, path: str = "") -> str:
    """Return the name of the session cookie of a site mounted at `path`."""
    return cookie_name(app.config["SESSION_COOKIE_NAME"], app.config["SECRET_KEY"], path)


def backup_of(app: Flask, history: History) -> str:
    """Return the backup file that `app` would write for a history."""
    with app.app_context():
        return write_file(history, fingerprints(), parts_of(app).today)


def read_cookie(app: Flask, value: str) -> dict[str, Any]:
    signer: Any = app.session_interface
    contents: dict[str, Any] = signer.get_signing_serializer(app).loads(value)
    return contents


def write_cookie(app: Flask, contents: object) -> str:
    """Return a validly signed cookie of `app` with these `contents`."""
    return signed(contents, str(app.secret_key))


def multipart(fields: Mapping[str, str], name: str, data: bytes | None) -> dict[str, Any]:
    """Return the body of a form with a file; Werkzeug's client would create a file on disk."""
    head = '--limit\r\nContent-Disposition: form-data; name="{}"{}\r\n\r\n'
    body = "".join(f"{head.format(field, '')}{text}\r\n" for field, text in fields.items()).encode()
    if data is not None:
        body += head.format(name, '; filename="a b"').encode() + data + b"\r\n"
    return {"data": body + b"--limit--\r\n", "content_type": "multipart/form-data; boundary=limit"}
