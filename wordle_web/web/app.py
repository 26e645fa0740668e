"""Puts the web application together: extensions, pages, headers, static files."""

from collections.abc import Callable
from types import TracebackType
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote

from flask import Flask, Request, request
from werkzeug.exceptions import HTTPException
from werkzeug.middleware.proxy_fix import ProxyFix
from werkzeug.routing import MapAdapter

from wordle_web.config.settings import Settings, resource_folder
from wordle_web.web.absurd import views as absurd
from wordle_web.web.analysis import views as analysis
from wordle_web.web.api import views as api
from wordle_web.web.bookmark import views as bookmark
from wordle_web.web.errors import init_errors
from wordle_web.web.helper import views as helper
from wordle_web.web.history import earlier, move
from wordle_web.web.history import views as history
from wordle_web.web.http import health
from wordle_web.web.http.access_log import LoggedPath
from wordle_web.web.http.bodies import MemoryRequest, init_bodies, max_body
from wordle_web.web.http.compression import init_compression
from wordle_web.web.http.language_prefix import (
    SHARED,
    ForwardedPrefix,
    LanguagePrefix,
    split_language,
    without_prefix,
)
from wordle_web.web.http.limits import init_limits
from wordle_web.web.http.metrics import init_metrics
from wordle_web.web.http.security import SecurityHeaders, init_security
from wordle_web.web.http.sessions import init_sessions
from wordle_web.web.http.slashes import init_slashes
from wordle_web.web.http.static import init_static
from wordle_web.web.lab import views as lab
from wordle_web.web.league import views as league
from wordle_web.web.pages import feeds, gallery, pwa, security_txt
from wordle_web.web.pages import views as pages
from wordle_web.web.play import archive, counts, new_game, previews, today
from wordle_web.web.play import views as play
from wordle_web.web.screenshot import views as screenshot
from wordle_web.web.series import views as series
from wordle_web.web.services import (
    EXTENSION,
    Clock,
    RandomBytes,
    init_services,
    new_services,
    request_code,
)
from wordle_web.web.ui.addresses import BoardsConverter
from wordle_web.web.ui.i18n import init_i18n
from wordle_web.web.ui.layout import init_layout
from wordle_web.web.ui.templating import PageEnvironment, init_templating
from wordle_web.web.watch import views as watch

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIApplication

BLUEPRINTS = (
    play.bp,
    new_game.bp,
    today.bp,
    counts.bp,
    archive.bp,
    previews.bp,
    pages.bp,
    pwa.bp,
    feeds.bp,
    security_txt.bp,
    health.bp,
    helper.bp,
    bookmark.bp,
    screenshot.bp,
    series.bp,
    analysis.bp,
    api.bp,
    absurd.bp,
    history.bp,
    earlier.bp,
    move.bp,
    lab.bp,
    league.bp,
    watch.bp,
)


class Application(Flask):
    """Flask with its own template environment, error log and treatment of refused hosts."""

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

    def ensure_sync(self, func: Callable[..., Any]) -> Callable[..., Any]:
        """Return the function of a view or a hook as it is: none of ours is asynchronous."""
        return func

    def url_for(self, endpoint: str, **values: Any) -> str:
        """Return the address of a page; what all languages share stands outside of them."""
        url = super().url_for(endpoint, **values)
        return without_prefix(url) if endpoint in SHARED and request_code() else url

    def max_body(self, method: str, path: str) -> int:
        """Return how many bytes a body may have at a path, with the prefix of its language."""
        _, rest = split_language(unquote(path), self.extensions[EXTENSION].others)
        return max_body(self, method, rest)

    def log_exception(
        self,
        exc_info: tuple[type, BaseException, TracebackType] | tuple[None, None, None],
    ) -> None:
        """Log an error with the URL rule instead of the URL.

        A URL may hold the token of a game, or a helper's rows, which all but give the answer.
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
    _configure(app, settings)
    init_sessions(app, settings.cookie_name, is_https=settings.is_https)
    init_metrics(app, settings.metrics_token)
    init_limits(app, settings)
    init_bodies(app)
    init_security(app, settings)
    init_slashes(app)
    init_errors(app)
    init_i18n(app)
    init_layout(app)
    init_templating(app)
    app.url_map.converters["boards"] = BoardsConverter
    init_compression(app)
    for blueprint in (*BLUEPRINTS, gallery.bp) if settings.debug else BLUEPRINTS:
        app.register_blueprint(blueprint)
    site = new_services(settings, clock, randbytes)
    init_services(app, site)
    if site.others:
        _wrap(app, LanguagePrefix(app.wsgi_app, site.others))
    init_static(app, resource_folder("static"))
    bookmark.init_bookmark(app, resource_folder("static") / "js" / "bookmark")
    _wrap(app, SecurityHeaders(app.wsgi_app, is_https=settings.is_https))
    if hops := settings.proxy_hops:
        _wrap(app, ProxyFix(app.wsgi_app, x_for=hops, x_proto=hops, x_host=hops, x_prefix=hops))
        _wrap(app, ForwardedPrefix(app.wsgi_app))
    _wrap(app, LoggedPath(app.wsgi_app))
    return app


def _wrap(app: Flask, application: "WSGIApplication") -> None:
    app.wsgi_app = application  # type: ignore[method-assign,assignment]  # Flask's own way


def _configure(app: Flask, settings: Settings) -> None:
    app.config.update(
        SECRET_KEY=settings.secret_key,
        SECRET_KEY_FALLBACKS=list(settings.secret_key_fallbacks),
    )
    app.jinja_options = {**app.jinja_options, "trim_blocks": True, "lstrip_blocks": True}
    app.jinja_options["cache_size"] = -1  # our templates are few, and a plain dictionary is faster
