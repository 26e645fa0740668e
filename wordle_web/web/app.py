"""Assembly of the web application: extensions, pages, headers, static files."""

import functools
import re
from contextlib import suppress
from types import TracebackType
from typing import Any
from wsgiref.types import WSGIApplication

from flask import Blueprint, Flask, Request, request
from flask.helpers import get_debug_flag
from jinja2 import make_logging_undefined
from werkzeug.exceptions import HTTPException
from werkzeug.middleware.proxy_fix import ProxyFix
from werkzeug.routing import MapAdapter

import wordle_web.web.analysis.views as analysis
import wordle_web.web.api.views as api
import wordle_web.web.bookmark.views as bookmark
import wordle_web.web.helper.views as helper
import wordle_web.web.history.archive as archive
import wordle_web.web.history.elsewhere as elsewhere
import wordle_web.web.history.skill as skill
import wordle_web.web.history.unread as unread
import wordle_web.web.history.views as history
import wordle_web.web.lab.views as lab
import wordle_web.web.pages.files as files
import wordle_web.web.pages.views as pages
import wordle_web.web.play.views as play
import wordle_web.web.screenshot.views as screenshot
from wordle_web.config.settings import Settings, resource_folder
from wordle_web.engine.matrix import matrix_of
from wordle_web.engine.rating import prepare_openers
from wordle_web.engine.wordfiles import DataError
from wordle_web.game.puzzles.days import DAILY_LENGTH, DAILY_POOL
from wordle_web.web import absurd, errors, kept_table, league, services, today, watch
from wordle_web.web.http import (
    bodies,
    gate,
    limits,
    metrics,
    paths,
    responses,
    security,
    sessions,
    static,
    zones,
)
from wordle_web.web.play import new_game, previews
from wordle_web.web.ui import forms, i18n, layout
from wordle_web.web.ui.queries import mode_of

# The modules with the blueprints of pages: common pages, games, and tools.
SITE = (errors, pages, files)
GAMES = (
    play,
    today,
    new_game,
    previews,
    history,
    archive,
    elsewhere,
    skill,
    unread,
    absurd,
    kept_table,
    league,
)
TOOLS = (helper, bookmark, screenshot, analysis, api, lab, watch)


class Application(Flask):
    """Flask with our template environment, our error log, and error pages for refused hosts."""

    jinja_environment = layout.PageEnvironment
    request_class = bodies.MemoryRequest

    def create_url_adapter(self, request: Request | None) -> MapAdapter | None:
        """Return the URL adapter, even for a refused host, since the error page has links."""
        try:
            return super().create_url_adapter(request)
        except HTTPException as error:
            if request is None:
                raise
            request.routing_exception = error
            return self.url_map.bind("localhost", script_name=f"{request.script_root}/")

    def url_for(self, endpoint: str, **values: Any) -> str:
        """Return the address of a page; language-independent routes have no language prefix."""
        url = super().url_for(endpoint, **values)
        if endpoint in paths.SHARED and services.request_code():
            # `script_root` is the mount path and the language.
            return paths.mount_path() + url.removeprefix(request.script_root)
        return url

    def log_exception(
        self, exc_info: tuple[type, BaseException, TracebackType] | tuple[None, None, None]
    ) -> None:
        """Log an error with the URL rule instead of the URL.

        A URL may contain the token of a game, or rows that almost reveal the answer.
        """
        rule = request.url_rule.rule if request.url_rule else "no page"
        self.logger.error("Error on %s [%s]", rule, request.method, exc_info=exc_info)


def assemble(settings: Settings, clock: services.Clock, randbytes: services.RandomBytes) -> Flask:
    """Return the application for `settings`, whose keys are complete.

    Raises:
        LexiconError: words are missing or damaged.
        SettingsError: the epochs are invalid, or there is no folder for the metrics.
    """
    static_folder = resource_folder("static")
    app = Application(
        "wordle_web",
        static_folder=str(static_folder) if get_debug_flag() else None,
        template_folder=str(resource_folder("templates")),
    )
    app.config.update(
        SECRET_KEY=settings.secret_key, SECRET_KEY_FALLBACKS=list(settings.secret_key_fallbacks)
    )
    app.jinja_options = {
        # An unknown name is logged, and fails tests.
        "undefined": make_logging_undefined(app.logger),
        "cache_size": -1,  # unlimited: there are few templates, and a plain dictionary is faster
        "trim_blocks": True,
        "lstrip_blocks": True,
        **app.jinja_options,
    }
    sessions.init_app(app, settings.cookie_name, is_https=settings.is_https)
    metrics.init_app(app, settings.metrics_token)
    limits.init_app(app, settings)
    bodies.init_app(app)
    security.init_app(app, settings)
    app.before_request(paths.without_slash)
    i18n.init_app(app)
    forms.init_app(app)
    layout.init_app(app)
    app.after_request(responses.compress)
    _add_pages(app)
    site = services.new_services(settings, clock, randbytes)
    services.init_app(app, site, zones.visitor_zone)
    if site.others:
        _wrap(app, paths.LanguagePrefix(app.wsgi_app, site.others))
    static.init_app(app, static_folder)
    _wrap(app, security.SecurityHeaders(app.wsgi_app, is_https=settings.is_https))
    if hops := settings.proxy_hops:
        _wrap(app, ProxyFix(app.wsgi_app, x_for=hops, x_proto=hops, x_host=hops, x_prefix=hops))
        _wrap(app, paths.ForwardedPrefix(app.wsgi_app))

    def problem() -> str:
        return gate.problem_of(app.extensions[services.EXTENSION])

    cookie = app.config["SESSION_COOKIE_NAME"]
    refusal = functools.partial(errors.headers_page, settings.site_name, cookie)
    _wrap(app, gate.Gate(app.wsgi_app, problem, refusal, is_https=settings.is_https))
    return app


def _add_pages(app: Flask) -> None:
    app.url_map.converters["boards"] = paths.BoardsConverter
    for module in (*SITE, *GAMES, *TOOLS):
        for blueprint in vars(module).values():
            if isinstance(blueprint, Blueprint):
                app.register_blueprint(blueprint)


def page_names() -> set[str]:
    """Return the first path segments of the site's pages, which cannot be language codes."""
    app = Flask("wordle_web", static_folder=None)
    _add_pages(app)
    heads = (rule.rule.split("/")[1] for rule in app.url_map.iter_rules())
    # A choice of names has the form `<any(daily, random):kind>`.
    names = (re.findall(r"[\w.-]+", head.removeprefix("<any").partition(":")[0]) for head in heads)
    return {"healthz", "metrics", "readyz", "static"}.union(*names)


def warm_up(app: Flask) -> None:
    """Fill the caches that first visitors need, in memory that the server's workers share.

    Other templates are compiled on first use, and guesses in a site's other languages are ranked on
    first use.
    """
    with app.app_context():
        site = services.first_services()
        for length in site.lengths:
            matrix_of(site.lexicon(length))
        if DAILY_LENGTH in site.lengths:
            prepare_openers(site.lexicon(DAILY_LENGTH), mode_of(DAILY_POOL))
    for tag in i18n.LANGUAGES:
        i18n.catalog(tag)
    zones.zone_names()
    for name in app.jinja_env.list_templates():
        if name.startswith(("base", "bookmark/", "helper/", "play/", "ui/")):
            app.jinja_env.get_template(name)
    with suppress(DataError):  # reported at startup; the rest of the site works without it
        bookmark.read_code()


def _wrap(app: Flask, application: WSGIApplication) -> None:
    app.wsgi_app = application  # type: ignore[method-assign,assignment]  # Flask's own way
