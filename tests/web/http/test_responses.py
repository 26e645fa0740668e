"""Signs of life: plain, without cookie, and honest about missing words and keys."""

from dataclasses import replace

from web_visitor import Clock, site_settings

from wordle_web.web.services import EXTENSION


def test_alive_and_ready(app):
    for path, text in (("/healthz", "ok"), ("/readyz", "ready")):
        answer = app.test_client().get(path)
        assert (answer.status_code, answer.text.strip()) == (200, text)
        assert answer.mimetype == "text/plain"
        assert answer.headers["Cache-Control"] == "no-store"
        assert "Set-Cookie" not in answer.headers


def test_without_keys_or_words_it_is_not_ready(make_app, lexicons, tmp_path):
    app = make_app()
    for settings, reason in (
        (site_settings(lexicons, secret_key=""), "keys are missing"),
        (site_settings(tmp_path), "words are missing or damaged"),
    ):
        parts = {"settings": settings, "folder": settings.lexicons, "clock": Clock()}
        app.extensions[EXTENSION] = replace(app.extensions[EXTENSION], **parts)
        answer = app.test_client().get("/readyz")
        assert (answer.status_code, answer.text.strip()) == (503, reason)
