"""Full and hostile sessions made by tests, with signatures like the server's own."""

import random
import string
from typing import Any

from flask import Flask
from flask.sessions import SecureCookieSessionInterface
from itsdangerous import URLSafeTimedSerializer

from harness.keys import KEYS
from wordle_web.engine.hard_mode import HardMode
from wordle_web.game.history.codec import encode
from wordle_web.game.history.history import History
from wordle_web.game.history.records import DayLog, DayResult, Record
from wordle_web.game.puzzles.days import daily_id
from wordle_web.game.puzzles.tokens import new_token, random_id
from wordle_web.game.rules import Status

DAYS = 3000
GAMES = 40
BYTES = 2800  # bytes of a history that make a signed cookie nearly as large as browsers allow


def signed(contents: object, key: str = KEYS["WORDLE_WEB_SECRET_KEY"]) -> str:
    return str(_signer(key).dumps(contents))


def unsigned(value: str, key: str = KEYS["WORDLE_WEB_SECRET_KEY"]) -> dict[str, Any]:
    contents: dict[str, Any] = _signer(key).loads(value)
    return contents


def _signer(key: str) -> URLSafeTimedSerializer:
    app = Flask("signer")
    app.secret_key = key
    signer = SecureCookieSessionInterface().get_signing_serializer(app)
    assert signer is not None
    return signer


def long_history(seed: int = 1) -> History:
    """Return the history of a player who has played every day and many other games."""
    dice = random.Random(seed)
    days = {
        day: DayResult(dice.randrange(7), HardMode(dice.random() < 0.5), dice.random() < 0.9)
        for day in range(1, DAYS)
    }
    return History(
        DayLog.from_results(days), tuple(_game(dice, day) for day in range(DAYS, DAYS + GAMES))
    )


def _game(dice: random.Random, day: int) -> Record:
    length = dice.choice((5, 8))
    words = tuple("".join(dice.choices(string.ascii_lowercase, k=length)) for _ in range(6))
    puzzle = daily_id(day)
    if length == 8:
        puzzle = random_id(new_token(8, "normal", 1, dice.randbytes))
    return Record(puzzle, length, day, words, status=Status.WON)


def full_session(seed: int = 1) -> dict[str, object]:
    token = f"{random.Random(seed).getrandbits(160):040x}"
    return {"csrf_token": token, "h": encode(long_history(seed), BYTES)}
