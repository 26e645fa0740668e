"""Puts the web application together: extensions, pages, headers, static files."""

from typing import TYPE_CHECKING

from flask import Flask
from flask_compress import Compress
from werkzeug.middleware.proxy_fix import ProxyFix

from wordle_web.config.settings import Settings, resource_folder
from wordle_web.web.absurd import views as absurd
from wordle_web.web.analysis import views as analysis
from wordle_web.web.api import views as api
from wordle_web.web.helper import views as helper
from wordle_web.web.history import views as history
from wordle_web.web.http import health
from wordle_web.web.http import pwa as installable
from wordle_web.web.http.access_log import LoggedPath
from wordle_web.web.http.errors import Application, init_errors
from wordle_web.web.http.limits import init_limits
from wordle_web.web.http.metrics import init_metrics
from wordle_web.web.http.security import SecurityHeaders, init_security
from wordle_web.web.http.sessions import init_sessions
from wordle_web.web.http.static import read_static, serve_static
from wordle_web.web.lab import files as lab_files
from wordle_web.web.pages import gallery
from wordle_web.web.pages import views as pages
from wordle_web.web.play import give_up as giving_up
from wordle_web.web.play import new_game as archive
from wordle_web.web.play import previews, reports
from wordle_web.web.play import views as play
from wordle_web.web.services import EXTENSION, Clock, RandomBytes, Services, epochs_of, lengths_of
from wordle_web.web.ui.i18n import init_i18n
from wordle_web.web.ui.layout import init_site
from wordle_web.web.ui.templating import init_templating
from wordle_web.web.watch import files as watch_files

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIApplication

BLUEPRINTS = (
    play.bp,
    giving_up.bp,
    reports.bp,
    pages.bp,
    archive.bp,
    health.bp,
    helper.bp,
    analysis.bp,
    api.bp,
    absurd.bp,
    history.bp,
    installable.bp,
    lab_files.bp,
    previews.bp,
    watch_files.bp,
)


def assemble(settings: Settings, clock: Clock, randbytes: RandomBytes) -> Flask:
    """Return the application that `settings` describe, its keys being complete.

    Raises:
        LexiconError: words are missing or damaged.
    """
    templates = str(resource_folder("templates"))
    app = Application("wordle_web", static_folder=None, template_folder=templates)
    _configure(app, settings)
    init_sessions(app, settings.cookie_name, is_https=settings.is_https)
    init_metrics(app, settings.metrics_token)
    init_limits(app, settings)
    init_security(app, settings)
    init_errors(app)
    init_i18n(app)
    init_site(app)
    init_templating(app)
    Compress(app)
    for blueprint in (*BLUEPRINTS, gallery.bp) if settings.debug else BLUEPRINTS:
        app.register_blueprint(blueprint)
    app.extensions[EXTENSION] = made = _parts(app, settings, clock, randbytes)
    made.check_words()
    _wrap(app, serve_static(app.wsgi_app, made.static))
    _wrap(app, SecurityHeaders(app.wsgi_app, is_https=settings.is_https))
    if hops := settings.proxy_hops:
        _wrap(app, ProxyFix(app.wsgi_app, x_for=hops, x_proto=hops, x_host=hops, x_prefix=hops))
    _wrap(app, LoggedPath(app.wsgi_app))
    return app


def _wrap(app: Flask, application: "WSGIApplication") -> None:
    """Let `application`, which leads to the one before, answer for `app`."""
    app.wsgi_app = application  # type: ignore[method-assign,assignment]  # Flask's own way


def _parts(app: Flask, settings: Settings, clock: Clock, randbytes: RandomBytes) -> Services:
    """Return the parts that the views are given."""
    return Services(
        settings=settings,
        epochs=epochs_of(settings),
        static=read_static(resource_folder("static")),
        clock=clock,
        randbytes=randbytes,
        paths=frozenset(rule.rule for rule in app.url_map.iter_rules()),
        lengths=lengths_of(settings),
    )


def _configure(app: Flask, settings: Settings) -> None:
    """Set what Flask itself is to do."""
    app.config.update(
        SECRET_KEY=settings.secret_key,
        SECRET_KEY_FALLBACKS=list(settings.secret_key_fallbacks),
        MAX_CONTENT_LENGTH=16 * 1024,
        MAX_FORM_MEMORY_SIZE=4 * 1024,
        MAX_FORM_PARTS=20,
        COMPRESS_MIMETYPES=["text/html", "application/json", "image/svg+xml"],
        COMPRESS_ALGORITHM=["br", "gzip"],
        COMPRESS_BR_LEVEL=3,
        COMPRESS_EVALUATE_CONDITIONAL_REQUEST=False,
        COMPRESS_LEVEL=3,
    )
    app.jinja_options = {**app.jinja_options, "trim_blocks": True, "lstrip_blocks": True}
