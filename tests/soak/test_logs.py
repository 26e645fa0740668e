"""During games, the real server's log has lines of JSON without personal data."""

import json
import re

from harness.processes import wait_until
from harness.servers import KEYS, gunicorn
from harness.visitor import Socket, Visitor, ask

from wordle_web.engine.lexicon import load_lexicon
from wordle_web.game.puzzles.days import Epoch, daily_answer
from wordle_web.game.puzzles.tokens import random_answers

DAILY_KEY = KEYS["WORDLE_WEB_DAILY_KEY"].encode()
EPOCHS = (Epoch(1, 1, 1, DAILY_KEY),)
TOKEN = "Kp8sWq3zXv6yTn1bRm4cHj7dFg2kLe5u"
VISITOR = "203.0.113.77"
PATHS = {"/", "/healthz", "/random", "/random/*", "/helper", "/nowhere/*", "/*", "/metrics"}
MESSAGES = (
    r"WORDLE_WEB_TRUSTED_HOSTS is empty: [^:]+: Set it to your host name\.",
    r"WORDLE_WEB_TRUSTED_HOSTS is empty: [^.]+\. Set it to your host name\.",
    r"WORDLE_WEB_RATE_LIMITS is off: [^.]+\.",
    r"WORDLE_WEB_SITE_NAME is Wordle-web: [^.]+\. Give a public site a name of its own\.",
    r"Starting gunicorn [\d.]+",
    r"Listening at: http://127\.0\.0\.1:\d+ \(\d+\)",
    r"Using worker: gthread",
    r"Booting worker with pid: \d+",
    r"Bad request: Invalid HTTP (Version|header name|request line)",
    r"Bad request: Request Line is too large",
)


def test_logs_are_lines_of_json_without_answers_tokens_or_addresses(tmp_path):
    settings = {"metrics_token": TOKEN, "proxy_hops": "1"}
    with gunicorn(tmp_path, **settings) as server:
        visitor = Visitor(Socket(server.port), headers={"X-Forwarded-For": VISITOR})
        page = visitor.get("/")
        form = page.guess_form
        today = daily_answer(int(form.fields["day"]), EPOCHS, load_lexicon("english-5"))
        visitor.guess_on(page, today)
        page = visitor.new_game(6)
        token = page.request.path.rpartition("/")[2]
        answer = random_answers(token, EPOCHS, load_lexicon("english-6"))[0]
        visitor.guess_on(visitor.guess_on(page, "strain"), answer)
        visitor.get("/helper?row=zebra:01002")
        visitor.get(f"/nowhere/{token}?row=zebra:01002")
        visitor.get(f"/{token}")
        visitor.headers["Authorization"] = f"Bearer {TOKEN}"
        assert visitor.get("/metrics").status_code == 200
        for request in (
            f"GET /random/{token} HTTP/7.7\r\n\r\n",
            f"GET /?row=zebra:{'x' * 5000} HTTP/1.1\r\nHost: x\r\n\r\n",
            f"GET / HTTP/1.1\r\nHost: x\r\nX{token} : zebra\r\n\r\n",
            f"zebra {token}\r\n\r\n",
        ):
            ask(server.port, request.encode())
        # A line may be written after its response.
        wait_until(lambda: all(f'"{path}"' in server.text() for path in PATHS), server)
        written = server.text()
    lines = [json.loads(line) for line in written.splitlines()]
    requests = [line for line in lines if "path" in line]
    messages = [line["message"] for line in lines if "path" not in line]
    # An answer may be a word that logs contain anyway, so each line must match an allowed form.
    assert {" ".join(line) for line in lines} == {
        "time method path status bytes ms request",
        "time level process message",
    }
    assert {line["method"] for line in requests} == {"GET", "POST"}
    assert {line["path"] for line in requests} == PATHS
    assert [message for message in messages if not re.fullmatch("|".join(MESSAGES), message)] == []
    secrets = {token, token[11:], "zebra", "strain", TOKEN, VISITOR, *KEYS.values(), visitor.cookie}
    assert [secret for secret in secrets if secret.lower() in written.lower()] == []
