"""Puts the web application together: extensions, pages, headers, static files."""

from flask import Flask
from werkzeug.middleware.proxy_fix import ProxyFix

from wordle_web.config import Settings, resource_folder
from wordle_web.web.i18n import init_i18n
from wordle_web.web.parts import EXTENSION, Clock, Parts, RandomBytes, epochs_of
from wordle_web.web.sessions import init_sessions
from wordle_web.web.site import init_site
from wordle_web.web.static import read_static, serve_static


def assemble(settings: Settings, clock: Clock, randbytes: RandomBytes) -> Flask:
    """Return the application that `settings` describe, its keys being complete."""
    app = Flask("wordle_web", static_folder=None, template_folder=resource_folder("templates"))
    _configure(app, settings)
    init_sessions(app, settings.cookie_name, settings.is_https)
    init_i18n(app)
    init_site(app)
    made = Parts(
        settings=settings,
        epochs=epochs_of(settings),
        static=read_static(resource_folder("static")),
        clock=clock,
        randbytes=randbytes,
        paths=frozenset(rule.rule for rule in app.url_map.iter_rules()),
    )
    made.lexicon()
    app.extensions[EXTENSION] = made
    app.wsgi_app = serve_static(app.wsgi_app, made.static, {})  # type: ignore[method-assign,assignment]
    _believe_proxies(app, settings.proxy_hops)
    return app


def _configure(app: Flask, settings: Settings) -> None:
    """Set what Flask itself is to do."""
    app.config.update(
        SECRET_KEY=settings.secret_key,
        SECRET_KEY_FALLBACKS=list(settings.secret_key_fallbacks),
        MAX_CONTENT_LENGTH=16 * 1024,
        MAX_FORM_MEMORY_SIZE=4 * 1024,
        MAX_FORM_PARTS=20,
    )
    app.jinja_options = {**app.jinja_options, "trim_blocks": True, "lstrip_blocks": True}


def _believe_proxies(app: Flask, hops: int) -> None:
    """Take address, scheme, host and prefix from that many proxies in front."""
    if hops:
        app.wsgi_app = ProxyFix(  # type: ignore[method-assign,assignment]
            app.wsgi_app, x_for=hops, x_proto=hops, x_host=hops, x_prefix=hops
        )
