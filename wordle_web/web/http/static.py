"""The static files under one digest: `/static/<digest>/js/main.js`, compressed and immutable.

The style sheets are joined at start into `css/site.css`. WhiteNoise serves a compressed copy of
the tree from a temporary folder; where none can be written it serves the tree as it is, and
the joined style sheet comes from memory. Knows WSGI and files only.
"""

import atexit
import base64
import contextlib
import fcntl
import functools
import gzip
import hashlib
import os
import shutil
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from whitenoise import WhiteNoise

try:
    import brotli  # type: ignore[import-untyped,unused-ignore]  # comes with Flask-Compress
except ImportError:  # pragma: no cover - gzip alone serves as well
    brotli = None

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

JOINED = "css/site.css"
FIRST_STYLES = ("tokens", "base", "layout", "components")
LAST_STYLES = ("utilities",)
DIGEST_DIGITS = 16
COMPRESSIBLE = frozenset({".css", ".js", ".svg", ".json", ".webmanifest", ".txt", ".map"})


@dataclass(frozen=True, slots=True)
class StaticTree:
    """All static files, joined style sheet included, under the digest of them all.

    Attributes:
        folder: Where the files lie.
        contents: What each file holds, by its path with forward slashes.
        digest: Digest of names and contents.
        urls: The address of each file.
        hashes: The digest of each file.
    """

    folder: Path = field(compare=False)
    contents: Mapping[str, bytes] = field(compare=False, repr=False)
    digest: str
    urls: Mapping[str, str] = field(compare=False, repr=False)
    hashes: Mapping[str, str] = field(compare=False, repr=False)

    @property
    def prefix(self) -> str:
        """The path under which the files are served."""
        return f"/static/{self.digest}/"

    def url(self, path: str) -> str:
        """Return the address of a file by its path in `static/`."""
        return self.urls[path]

    def integrity(self, path: str) -> str:
        """Return a file's digest for the `integrity` attribute."""
        return self.hashes[path]


def read_static(folder: Path) -> StaticTree:
    """Return the files of `folder`, with the style sheets joined."""
    contents = {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }
    contents[JOINED] = b"\n".join(map(contents.__getitem__, style_order(contents)))
    digest = _digest(contents)
    urls = {path: f"/static/{digest}/{path}" for path in contents}
    hashes = {path: _integrity(content) for path, content in contents.items()}
    return StaticTree(folder, contents, digest, urls, hashes)


def style_order(paths: Iterable[str]) -> tuple[str, ...]:
    """Return the style sheets among `paths` in the order of their layers.

    >>> style_order(["css/utilities.css", "css/game.css", "css/tokens.css", "js/main.js"])
    ('css/tokens.css', 'css/game.css', 'css/utilities.css')
    """
    names = {Path(path).stem: path for path in paths if path.endswith(".css") and path != JOINED}
    others = sorted(names.keys() - {*FIRST_STYLES, *LAST_STYLES})
    return tuple(names[name] for name in (*FIRST_STYLES, *others, *LAST_STYLES) if name in names)


def serve_static(application: "WSGIApplication", tree: StaticTree) -> "WSGIApplication":
    """Return `application` with the static files before it."""
    folder = compressed_copy(tree)
    served = folder or tree.folder
    noise = WhiteNoise(
        _OtherDigests(application, tree),
        root=served,
        prefix=tree.prefix,
        allow_all_origins=False,
        immutable_file_test=lambda path, url: True,
    )
    if folder is None:
        noise.application = _Joined(noise.application, tree)
    application_with_files: WSGIApplication = noise
    return application_with_files


@functools.lru_cache(4)
def compressed_copy(tree: StaticTree) -> Path | None:
    """Return a temporary folder with all files and their compressed forms.

    It is removed when this process ends. None on a full or read-only disk.
    """
    try:
        folder = Path(tempfile.mkdtemp(prefix="wordle-web-static-"))
    except OSError:
        return None
    atexit.register(_remove, folder, os.getpid())
    try:
        _lock(folder)
        for path, content in tree.contents.items():
            _write_forms(folder / path, content)
    except OSError:
        _remove(folder, os.getpid())
        return None
    return folder


class _OtherDigests:
    """Sends who asks for a file of another release, as an open page may, to this one's."""

    def __init__(self, application: "WSGIApplication", tree: StaticTree) -> None:
        """Wrap `application`."""
        self.application = application
        self.urls = tree.urls

    def __call__(
        self, environ: "WSGIEnvironment", start_response: "StartResponse"
    ) -> Iterable[bytes]:
        """Answer with a redirection, or pass the request on."""
        path = environ.get("PATH_INFO", "")
        parts = path.split("/", 3)
        if len(parts) < 4 or parts[1] != "static" or parts[3] not in self.urls:
            return self.application(environ, start_response)
        address = environ.get("SCRIPT_NAME", "") + self.urls[parts[3]]
        start_response("302 Found", [("Location", address), ("Cache-Control", "no-store")])
        return []


class _Joined:
    """Serves the joined style sheet from memory, where no copy of the tree could be written."""

    def __init__(self, application: "WSGIApplication", tree: StaticTree) -> None:
        """Wrap `application`."""
        self.application = application
        self.url = tree.url(JOINED)
        self.content = tree.contents[JOINED]
        self.headers = [
            ("Content-Type", "text/css; charset=utf-8"),
            ("Content-Length", str(len(self.content))),
            ("Cache-Control", f"max-age={WhiteNoise.FOREVER}, public, immutable"),
        ]

    def __call__(
        self, environ: "WSGIEnvironment", start_response: "StartResponse"
    ) -> Iterable[bytes]:
        """Answer with the style sheet, or pass the request on."""
        if environ.get("PATH_INFO") != self.url:
            return self.application(environ, start_response)
        start_response("200 OK", list(self.headers))
        return [] if environ["REQUEST_METHOD"] == "HEAD" else [self.content]


def _write_forms(path: Path, content: bytes) -> None:
    """Write a file and, where it helps, its compressed forms beside it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)
    for ending, form in _forms(path.suffix, content):
        if len(form) < len(content):
            path.with_name(path.name + ending).write_bytes(form)


def _forms(suffix: str, content: bytes) -> Iterator[tuple[str, bytes]]:
    """Yield the compressed forms of a file with their endings."""
    if suffix not in COMPRESSIBLE:
        return
    yield ".gz", gzip.compress(content, 9, mtime=0)
    compress: Callable[..., Any] | None = getattr(brotli, "compress", None)
    if compress:
        yield ".br", compress(content, quality=10)


def _lock(folder: Path) -> None:
    """Lock the folder until this process ends, so that no cleaner of old files takes it.

    systemd-tmpfiles passes over folders that are locked.
    """
    fcntl.flock(os.open(folder, os.O_RDONLY), fcntl.LOCK_SH)


def _remove(folder: Path, owner: int) -> None:
    """Remove the temporary folder, unless this is a fork of the process that made it."""
    if os.getpid() == owner:
        with contextlib.suppress(OSError):
            shutil.rmtree(folder)


def _digest(contents: Mapping[str, bytes]) -> str:
    """Return a digest of all names and contents."""
    whole = hashlib.sha256()
    for path, content in sorted(contents.items()):
        whole.update(f"{path}\n{len(content)}\n".encode())
        whole.update(content)
    return whole.hexdigest()[:DIGEST_DIGITS]


def _integrity(content: bytes) -> str:
    """Return the digest of a file as the `integrity` attribute writes it."""
    return "sha384-" + base64.b64encode(hashlib.sha384(content).digest()).decode()
