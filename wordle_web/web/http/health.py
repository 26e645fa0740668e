"""Health checks for monitoring: without cookie, rate limit or page."""

from flask import Blueprint, Response

from wordle_web.engine.words.wordfiles import LexiconError
from wordle_web.web.services import services

bp = Blueprint("health", __name__)


@bp.get("/healthz")
def alive() -> Response:
    """Answer that this process is alive."""
    return _plain("ok", 200)


@bp.get("/readyz")
def ready() -> Response:
    """Answer whether words and keys are there, so that games can be played."""
    try:
        site = services()
        site.check_words()
    except LexiconError:
        return _plain("words are missing or damaged", 503)
    if not (site.settings.secret_key and site.settings.daily_key):
        return _plain("keys are missing", 503)
    return _plain("ready", 200)


def _plain(text: str, status: int) -> Response:
    headers = {"Cache-Control": "no-store"}
    return Response(f"{text}\n", status, headers, mimetype="text/plain")
