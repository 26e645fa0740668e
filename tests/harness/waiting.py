"""An application for tests of the server: one route computes until the client disconnects."""

import time

from flask import Flask, request

from wordle_web.web.turns import check_deadline

STEP_SECONDS = 0.02
app = Flask(__name__)
app.config["MAX_CONTENT_LENGTH"] = 1_000_000  # as in our app: a truncated body gives a 400


@app.route("/", methods=["GET", "POST"])
def length_of_body() -> str:
    return str(len(request.get_data()))


@app.get("/compute")
def compute() -> str:
    while True:
        time.sleep(STEP_SECONDS)
        check_deadline()
