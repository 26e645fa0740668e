"""The baseline of the load tests: a Flask application with one empty route."""

from flask import Flask

app = Flask(__name__)


@app.get("/")
def nothing() -> str:
    return "ok"
