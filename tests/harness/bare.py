"""The yardstick of the load tests: a Flask application with one route that does nothing."""

from flask import Flask

app = Flask(__name__)


@app.get("/")
def nothing() -> str:
    return "ok"
