"""Measure the most expensive requests of each kind: `expensive_requests.py [--write DOCUMENT]`.

Each request is as large as its route accepts, and is sent to an application in this process. The
script measures the CPU time of the whole response, Python's peak memory during it, and the size of
the page. The first request of each kind is not counted, since it fills shared caches.
"""

import argparse
import gc
import json
import random
import re
import sys
import tempfile
import time
import tracemalloc
from collections.abc import Callable, Iterator
from io import BytesIO
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import numpy as np
from flask import Flask
from flask.testing import FlaskClient
from PIL import Image

from wordle_web import create_app
from wordle_web.config.settings import Settings
from wordle_web.engine.boards.state import max_guesses
from wordle_web.engine.feedback import digits_of, feedback
from wordle_web.engine.lexicon import load_lexicon
from wordle_web.engine.rows import Position, Row
from wordle_web.game.league.exports import MAX_BYTES
from wordle_web.game.league.packing import pack as pack_table
from wordle_web.game.league.table import DailyGame, ResultKey, Table
from wordle_web.game.puzzles.challenge import MAX_NAME
from wordle_web.web.helper.state import pack as pack_position

BEGIN, END = "<!-- costs -->", "<!-- end of costs -->"
Ask = Callable[[FlaskClient, int], Any]  # sends a request with a number, which bypasses caches
RNG = random.Random(1)  # noqa: S311  # nothing secret
WORDS = load_lexicon("english-5").words


def league_link(people: int, days: int, games: int) -> str:
    """Return an unsigned URL of a league table, full of results that compress well."""
    played = [DailyGame(f"Game {number} x", 1, 6, 738_000) for number in range(games)]
    results = {
        ResultKey(f"P{person}", game.key, day): {1 + day % 6: False}
        for game in played
        for person in range(people)
        for day in range(1, days + 1)
    }
    names = frozenset(result.person for result in results)
    table = Table({game.key: game for game in played}, results, {}, names)
    token = pack_table(table, b"of another site, and long enough", 4000)[0]
    return "/league?" + urlencode({"table": token, "span": "all", "missed": 1})


def helper_link(boards: int) -> str:
    """Return a helper URL with the maximum number of rows and no solved board."""
    answers, guesses = RNG.sample(WORDS, boards), RNG.sample(WORDS, max_guesses(boards))
    rows = tuple(
        Row(guess, tuple(digits_of(feedback(guess, answer), 5) for answer in answers))
        for guess in guesses
    )
    for count in range(len(rows), 0, -1):
        packed = pack_position(Position(rows[:count], boards), "real")
        if len(packed) < 3_800:
            return "/helper?" + urlencode({"boards": boards, "packed": packed})
    raise ValueError(boards)


def chat(size: int) -> bytes:
    """Return a chat of about `size` bytes: 39,000 messages with results, then others."""
    lines = (
        f"[{1 + n % 28}/{1 + n // 28 % 12}/26, 21:41] P{n % 20}: Wordle {1000 + n // 20} 4/6\n"
        for n in range(39_000)
    )
    text = "".join(lines).encode()
    return text + b"[1/1/26, 21:41] P1: nothing to see here\n" * ((size - len(text)) // 41)


def backup() -> bytes:
    """Return the largest accepted backup, with days and games of several boards."""
    days = {str(number): "4*" for number in range(1, 600)}
    games = [
        {
            "puzzle": f"challenge/{number:016x}",
            "length": 5,
            "started": 1,
            "guesses": RNG.sample(WORDS, 6),
            "hard": False,
            "outcome": "lost",
            "answer": "zzzzz",
        }
        for number in range(40)
    ]
    facts = {"format": "wordle-web history", "version": 1, "days": days, "games": games}
    text = json.dumps({**facts, "counts": [], "source": ""})
    return text.encode().ljust(499_000)


def picture() -> bytes:
    """Return a picture with many small tiles, which is the most expensive kind to read."""
    tiles = np.full((2400, 2400, 3), 255, dtype=np.uint8)
    for row in range(0, 2400, 40):
        for column in range(0, 2400, 40):
            color = [(106, 170, 100), (201, 180, 88), (120, 124, 126)][(row + column) // 40 % 3]
            tiles[row + 2 : row + 38, column + 2 : column + 38] = color
    file = BytesIO()
    Image.fromarray(tiles).save(file, "PNG")
    return file.getvalue()


def used_words() -> str:
    """Return a text with nearly as many past answers, each with a date, as the form accepts."""
    lines = (
        f"{2000 + n // 336}-{1 + n // 28 % 12:02}-{1 + n % 28:02} {RNG.choice(WORDS)}"
        for n in range(15_300)
    )
    return "\n".join(lines)


def get(address: str) -> Ask:
    """Return a function that requests a page."""
    return lambda client, turn: client.get(f"{address}{'&' if '?' in address else '?'}n={turn}")


def post(address: str, **fields: Any) -> Ask:
    """Return a function that submits a form; a field of bytes is an uploaded file."""

    def ask(client: FlaskClient, turn: int) -> Any:
        files = {
            name: (BytesIO(value), f"{turn}.png" if value.startswith(b"\x89") else f"{turn}.txt")
            if isinstance(value, bytes)
            else value
            for name, value in fields.items()
        }
        return client.post(
            address, data={**files, **token(client)}, content_type="multipart/form-data"
        )

    return ask


def token(client: FlaskClient) -> dict[str, str]:
    """Return the CSRF field of a page."""
    match = re.search(r'name="csrf_token"[^>]*value="([^"]+)"', client.get("/league").text)
    return {"csrf_token": match[1] if match else ""}


def made(client: FlaskClient, address: str, fields: dict[str, str], pattern: str) -> str:
    """Submit a form, and return the part of the redirect's URL that `pattern` captures."""
    answer = client.post(address, data={**fields, **token(client)})
    match = re.search(pattern, answer.headers.get("Location", ""))
    if not match:
        raise ValueError(f"{address}: {answer.status}")
    return match[1]


def kinds(client: FlaskClient) -> Iterator[tuple[str, Ask]]:
    """Yield the kinds of requests with the most expensive request of each."""
    yield "league, 10 people, 2,000 days", get(league_link(10, 2000, 1))
    yield "league, 200 people, 100 days", get(league_link(200, 100, 1))
    yield "league, 5 people, 40 days, 100 games", get(league_link(5, 40, 100))
    yield "league, a year of 15 people", get(league_link(15, 365, 1))
    yield "league, a month of 10 people in 2 games", get(league_link(10, 31, 2))
    facts = {"word": "\n".join(RNG.sample(WORDS, 32)), "name": "x" * MAX_NAME, "clue": "y" * 80}
    challenge = made(client, "/boards/32/challenge", facts, r"made=([^&]+)")
    yield "challenge of 32 boards", get(f"/boards/32/challenge/{challenge}")
    lines = "\n".join(f"{word}: {'h' * 40}" for word in RNG.sample(WORDS, 31))
    facts = {"words": lines, "first": "2026-01-01", "name": "n" * MAX_NAME}
    yield "series of 31 words", get(f"/series/{made(client, '/series', facts, 'made=([^&]+)')}")
    yield "helper, 4 boards", get(helper_link(4))
    yield "helper, 32 boards", get(helper_link(32))
    words = ".".join(RNG.sample(WORDS, 200))
    yield "absurd mode, 200 words", get("/absurd?" + urlencode({"words": "all", "played": words}))
    answers = " ".join(RNG.sample(WORDS, 32))
    game = [("answer", answers), *(("guess", word) for word in RNG.sample(WORDS, 37))]
    yield "analysis, 32 boards", get("/analysis?" + urlencode(game))
    yield "backup, 500 kB", post("/history/restore", file=backup())
    link = re.search(r"/history/move\?data=[\w-]+", client.get("/history/move").text)
    yield "code that moves that history", get(link[0] if link else "/history/move")
    yield "page with codes that move a history", get("/history/move")
    yield "past answers, 256 kB", post("/helper/past-answers", text=used_words())
    yield "chat, 8 MB", post("/league", file=chat(MAX_BYTES - 1000))
    yield "screenshot, 3,600 tiles", post("/helper/screenshot", file=picture())
    yield "picture of a grid", get("/picture/" + "-".join(["21012012"] * 6) + ".png")


def costs(app: Flask) -> Iterator[str]:
    """Yield the rows of the table."""
    yield "| input | CPU time, ms | memory, MB | response, kB | status |"
    yield "| --- | --- | --- | --- | --- |"
    client = app.test_client()
    for name, ask in kinds(client):
        ask(client, 0)
        took = []
        for turn in range(1, 4):
            began = time.process_time()
            answer = ask(client, turn)
            took.append(time.process_time() - began)
        gc.collect()
        tracemalloc.start()
        size = len(ask(client, 5).data)
        most = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        row = f"{1000 * min(took):,.0f} | {most / 1e6:,.1f} | {size / 1000:,.0f}"
        yield f"| {name} | {row} | {answer.status_code} |"


def main() -> int:
    """Print the table, and write it into the given document."""
    options = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    options.add_argument("--write", type=Path, help="document with the table to replace")
    given = options.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        key = "only for these figures " * 3
        settings = Settings(
            instance=Path(folder), rate_limits=False, secret_key=key, daily_key=key[::-1]
        )
        app = create_app(settings)
        rows = []
        for row in costs(app):
            print(row, flush=True)
            rows.append(row)
    if given.write:
        text = given.write.read_text(encoding="utf-8")
        before, after = text.partition(BEGIN)[0], text.partition(END)[2]
        table = "\n".join(rows)
        given.write.write_text(f"{before}{BEGIN}\n{table}\n{END}{after}", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
