"""Static files under a common digest: `/static/<digest>/js/main.js`, compressed and immutable.

Files are read at the start and served from memory. Scripts and style sheets are minified. Style
sheets are joined into three files: `css/site.css` for all pages, `css/tools.css`, which a first
visit to a game doesn't need, and `css/study.css`, which the helper doesn't need. (WhiteNoise
neither joins nor minifies.)

With `flask run --debug`, Flask serves the folder itself, so that edits show at once.
"""

import base64
import functools
import gzip
import hashlib
import re
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path, PurePosixPath
from types import MappingProxyType
from typing import cast
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

import brotli  # type: ignore[import-untyped,unused-ignore]  # it has no types
from flask import Flask, current_app
from rjsmin import jsmin  # type: ignore[import-untyped,unused-ignore]  # it has no types
from werkzeug.utils import redirect
from werkzeug.wrappers import Request, Response

from wordle_web.web.http.responses import best_encoding

EXTENSION = "wordle_web_static"
STYLES = SITE, TOOLS, STUDY = "css/site.css", "css/tools.css", "css/study.css"
# Folders whose style sheets are joined into `SITE` and `STUDY`; all others are joined into `TOOLS`.
SITE_FOLDERS = {"ui", "play"}
STUDY_FOLDERS = {
    *("analysis", "boards", "bookmark", "history", "lab"),
    *("league", "pages", "screenshot", "series", "today", "watch"),
}
# The style sheets of features come between these two groups: features override common rules, and
# utilities override everything.
FIRST_STYLES = ("tokens", "base", "layout", "components", "forms", "pages")
LAST_STYLES = ("utilities",)
DIGEST_DIGITS = 16
FOREVER = "max-age=315360000, public, immutable"
# Listed here, since the types in `mimetypes` depend on the machine.
MEDIA_TYPES = {
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".png": "image/png",
    ".svg": "image/svg+xml",
}
UNCOMPRESSED = {".png"}
_GAP = r"(?:\s|(?>/\*.*?\*/))"  # atomic, so that a comment ends at the first */
_CSS = re.compile(
    rf"""(?P<text>"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|: (?=[;}}]))"""
    rf"|{_GAP}*(?:;{_GAP}*)?(?P<end>\}}){_GAP}*|{_GAP}*(?P<mark>[{{;]){_GAP}*|(?P<sign>[:,]){_GAP}+"
    rf"|{_GAP}+".encode(),
    re.DOTALL,
)
ENCODERS: Mapping[str, Callable[[bytes], bytes]] = MappingProxyType(
    {
        "br": functools.partial(brotli.compress, quality=11),
        "gzip": functools.partial(gzip.compress, mtime=0),
    }
)


class StaticFiles:
    """Serves static files in front of the application, at paths with the `digest` of all files.

    `contents` includes the joined style sheets. `integrity` maps each path to the value of its
    `integrity` attribute, and `styles` each name in `STYLES` to the files that a page links.
    """

    def __init__(self, application: WSGIApplication, contents: Mapping[str, bytes]) -> None:
        """Wrap `application`."""
        self.application = application
        self.contents = contents
        self.digest = digest_of(contents)
        self.integrity = {
            path: "sha256-" + base64.b64encode(hashlib.sha256(content).digest()).decode()
            for path, content in contents.items()
        }
        self.styles = {path: [path] for path in STYLES}

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        """Respond with a file, or pass the request on."""
        parts = environ.get("PATH_INFO", "").split("/", 3)
        if len(parts) < 4 or parts[1] != "static" or parts[3] not in self.contents:
            return self.application(environ, start_response)
        request = Request(environ)
        if parts[2] == self.digest:
            response = self._file(request, parts[3])
        else:
            # A page of an earlier release may still be open, so redirect to the current files.
            response = redirect(f"{request.script_root}/static/{self.digest}/{parts[3]}")
            response.headers["Cache-Control"] = "no-store"
        return response(environ, start_response)

    def _file(self, request: Request, path: str) -> Response:
        if request.method not in {"GET", "HEAD"}:
            return Response(status=405, headers={"Allow": "GET, HEAD"})
        ending, content = PurePosixPath(path).suffix, self.contents[path]
        response = Response(content, content_type=MEDIA_TYPES.get(ending))
        response.headers["Cache-Control"] = FOREVER
        response.set_etag(self.digest, weak=True)
        if ending not in UNCOMPRESSED:
            response.vary.add("Accept-Encoding")
            if encoding := best_encoding(request.environ.get("HTTP_ACCEPT_ENCODING", "")):
                response.set_data(compressed(content, encoding))
                response.headers["Content-Encoding"] = encoding
        return response.make_conditional(request)


def init_app(app: Flask, folder: Path) -> None:
    """Serve the files of `folder` in front of `app`; templates use `url_for("static", …)`."""
    files = StaticFiles(app.wsgi_app, read_static(folder))
    app.extensions[EXTENSION] = files
    if app.static_folder:  # Flask serves the files
        files.styles, files.integrity = style_sheets(folder), dict.fromkeys(files.integrity, "")
    else:
        app.wsgi_app = files  # type: ignore[method-assign]  # Flask's own way
        app.add_url_rule(f"/static/{files.digest}/<path:filename>", "static", build_only=True)
    app.jinja_env.globals["integrity"] = files.integrity.__getitem__
    app.jinja_env.globals["styles"] = files.styles.__getitem__


def static_files() -> StaticFiles:
    """Return the static files of the current application."""
    return cast(StaticFiles, current_app.extensions[EXTENSION])


def read_static(folder: Path) -> dict[str, bytes]:
    """Return the files in `folder` by path, with minified scripts and joined style sheets."""
    contents = {
        path.relative_to(folder).as_posix(): (
            bytes(jsmin(path.read_bytes())) if path.suffix == ".js" else path.read_bytes()
        )
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }
    for joined, paths in style_sheets(folder).items():
        contents[joined] = b"\n".join(compact(contents.pop(path)) for path in paths)
    return contents


def style_sheets(folder: Path) -> dict[str, list[str]]:
    """Return the style sheets of each joined file, in the order of their layers."""
    order = (*FIRST_STYLES, "", *LAST_STYLES)

    def layer(path: Path) -> tuple[int, Path]:
        return order.index(path.stem if path.stem in order else ""), path

    parts: dict[str, list[str]] = {joined: [] for joined in STYLES}
    for path in sorted(folder.rglob("*.css"), key=layer):
        joined = SITE if path.parent.name in SITE_FOLDERS else TOOLS
        joined = STUDY if path.parent.name in STUDY_FOLDERS else joined
        parts[joined].append(path.relative_to(folder).as_posix())
    return parts


def compact(style: bytes) -> bytes:
    r"""Return a style sheet without comments and most spaces, which saves a quarter of its size.

    rcssmin doesn't support nested blocks, and would change `.rows :is(a)` to `.rows:is(a)`. Empty
    custom properties keep their space, since Safari 16 would ignore them without it.

    >>> compact(b"a { /* why */ }\n\n  b {\n    content: \"; }  /* text */\";\n  }")
    b'a{}b{content:"; }  /* text */"}'
    >>> compact(b"a { --dark: ; }")
    b'a{--dark: }'
    """
    return _CSS.sub(lambda part: part[part.lastgroup] if part.lastgroup else b" ", style)


def digest_of(contents: Mapping[str, bytes]) -> str:
    """Return a digest of all names and contents."""
    whole = hashlib.sha256()
    for path, content in sorted(contents.items()):
        whole.update(f"{path}\n{len(content)}\n".encode())
        whole.update(content)
    return whole.hexdigest()[:DIGEST_DIGITS]


# Cached by content, so that several applications in a process, as in tests, compress a file once.
@functools.cache
def compressed(content: bytes, encoding: str) -> bytes:
    """Return a file's content in an encoding of `ENCODERS`."""
    return ENCODERS[encoding](content)
