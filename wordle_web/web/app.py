"""Puts the web application together: extensions, pages, headers, static files."""

import re
from collections.abc import Callable
from types import TracebackType
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote

from flask import Flask, Request, request
from jinja2 import make_logging_undefined
from werkzeug.exceptions import HTTPException
from werkzeug.middleware.proxy_fix import ProxyFix
from werkzeug.routing import MapAdapter

from wordle_web.config.settings import Settings, resource_folder
from wordle_web.engine.matrix import matrix_of
from wordle_web.web.absurd import bp as absurd
from wordle_web.web.analysis.views import bp as analysis
from wordle_web.web.api.views import bp as api
from wordle_web.web.bookmark.views import bp as bookmark
from wordle_web.web.bookmark.views import read_code
from wordle_web.web.errors import bp as errors
from wordle_web.web.helper.views import bp as helper
from wordle_web.web.history.elsewhere import earlier_bp, move_bp
from wordle_web.web.history.views import bp as history
from wordle_web.web.http.bodies import MemoryRequest, init_bodies, max_body
from wordle_web.web.http.limits import init_limits
from wordle_web.web.http.metrics import init_metrics
from wordle_web.web.http.paths import (
    SHARED,
    BoardsConverter,
    ForwardedPrefix,
    LanguagePrefix,
    mount_path,
    split_language,
    without_slash,
)
from wordle_web.web.http.responses import compress, health
from wordle_web.web.http.security import SecurityHeaders, init_security
from wordle_web.web.http.sessions import init_sessions
from wordle_web.web.http.static import init_static, static_files
from wordle_web.web.lab.views import bp as lab
from wordle_web.web.league import bp as league
from wordle_web.web.pages.files import feeds_bp, pwa_bp, security_txt_bp
from wordle_web.web.pages.views import bp as pages
from wordle_web.web.play.new_game import bp as new_game
from wordle_web.web.play.new_game import series_bp
from wordle_web.web.play.previews import bp as previews
from wordle_web.web.play.views import archive_bp, boards_bp, today_bp
from wordle_web.web.play.views import bp as play
from wordle_web.web.screenshot.views import bp as screenshot
from wordle_web.web.services import (
    EXTENSION,
    Clock,
    RandomBytes,
    first_services,
    init_services,
    new_services,
    request_code,
)
from wordle_web.web.ui.forms import init_forms
from wordle_web.web.ui.i18n import LANGUAGES, catalog, init_i18n
from wordle_web.web.ui.layout import PageEnvironment, init_layout
from wordle_web.web.watch import bp as watch

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIApplication

BLUEPRINTS = (
    errors,
    play,
    new_game,
    today_bp,
    boards_bp,
    archive_bp,
    previews,
    pages,
    pwa_bp,
    feeds_bp,
    security_txt_bp,
    health,
    helper,
    bookmark,
    screenshot,
    series_bp,
    analysis,
    api,
    absurd,
    history,
    move_bp,
    earlier_bp,
    lab,
    league,
    watch,
)


class Application(Flask):
    """Flask with our template environment, error log and handling of refused hosts."""

    jinja_environment = PageEnvironment
    request_class = MemoryRequest

    def create_url_adapter(self, request: Request | None) -> MapAdapter | None:
        """Return the URL adapter, also for a refused host: its error page has links."""
        try:
            return super().create_url_adapter(request)
        except HTTPException as error:
            if request is None:
                raise
            request.routing_exception = error
            return self.url_map.bind("localhost", script_name=f"{request.script_root}/")

    # Measured as one with `vary` and the cache in `http/responses.py`: 1 to 2 % of a page.
    def ensure_sync(self, func: Callable[..., Any]) -> Callable[..., Any]:
        """Return the function as it is: no view or hook of ours is asynchronous."""
        return func

    def url_for(self, endpoint: str, **values: Any) -> str:
        """Return the address of a page; routes shared by all languages have no prefix."""
        url = super().url_for(endpoint, **values)
        if endpoint in SHARED and request_code():
            return mount_path() + url.removeprefix(request.script_root)
        return url

    def max_body(self, method: str, path: str) -> int:
        """Return the size limit of a body, in bytes, at a path with its language prefix."""
        _, rest = split_language(unquote(path), self.extensions[EXTENSION].others)
        return max_body(self, method, rest)

    def log_exception(
        self, exc_info: tuple[type, BaseException, TracebackType] | tuple[None, None, None]
    ) -> None:
        """Log an error with the URL rule instead of the URL.

        A URL may hold the token of a game, or rows that almost give the answer away.
        """
        rule = request.url_rule.rule if request.url_rule else "no page"
        self.logger.error("Error on %s [%s]", rule, request.method, exc_info=exc_info)


def assemble(settings: Settings, clock: Clock, randbytes: RandomBytes) -> Flask:
    """Return the application for `settings`, whose keys are complete.

    Raises:
        LexiconError: words are missing or damaged.
    """
    templates = str(resource_folder("templates"))
    app = Application("wordle_web", static_folder=None, template_folder=templates)
    app.config.update(
        SECRET_KEY=settings.secret_key, SECRET_KEY_FALLBACKS=list(settings.secret_key_fallbacks)
    )
    app.jinja_options = {
        "undefined": make_logging_undefined(app.logger),  # tests fail at an unknown name
        "cache_size": -1,  # our templates are few, and a plain dictionary is faster
        "trim_blocks": True,
        "lstrip_blocks": True,
        **app.jinja_options,
    }
    init_sessions(app, settings.cookie_name, is_https=settings.is_https)
    init_metrics(app, settings.metrics_token)
    init_limits(app, settings)
    init_bodies(app)
    init_security(app, settings)
    app.before_request(without_slash)
    init_i18n(app)
    init_forms(app)
    init_layout(app)
    app.after_request(compress)
    _add_pages(app)
    site = new_services(settings, clock, randbytes)
    init_services(app, site)
    if site.others:
        _wrap(app, LanguagePrefix(app.wsgi_app, site.others))
    init_static(app, resource_folder("static"))
    _wrap(app, SecurityHeaders(app.wsgi_app, is_https=settings.is_https))
    if hops := settings.proxy_hops:
        _wrap(app, ProxyFix(app.wsgi_app, x_for=hops, x_proto=hops, x_host=hops, x_prefix=hops))
        _wrap(app, ForwardedPrefix(app.wsgi_app))
    return app


def _add_pages(app: Flask) -> None:
    app.url_map.converters["boards"] = BoardsConverter
    for blueprint in BLUEPRINTS:
        app.register_blueprint(blueprint)


def page_names() -> set[str]:
    """Return the first parts of the site's own addresses, which cannot name a language."""
    app = Flask("wordle_web", static_folder=None)
    _add_pages(app)
    firsts = (rule.rule.split("/")[1] for rule in app.url_map.iter_rules())
    # One of several names is written `<any(daily, random):kind>`.
    names = (
        re.findall(r"[\w.-]+", first.removeprefix("<any").partition(":")[0]) for first in firsts
    )
    return {"metrics", "static"}.union(*names)


def warm_up(app: Flask) -> None:
    """Prepare what visitors would wait for, in memory that the server's workers share.

    Guesses of a site's other languages are ranked on first use.
    """
    with app.app_context():
        site = first_services()
        for length in site.lengths:
            matrix_of(site.lexicon(length))
        static_files().compress()
    for tag in LANGUAGES:
        catalog(tag)
    for name in app.jinja_env.list_templates():
        app.jinja_env.get_template(name)
    read_code()


def _wrap(app: Flask, application: "WSGIApplication") -> None:
    app.wsgi_app = application  # type: ignore[method-assign,assignment]  # Flask's own way
