"""Static files: one digest, immutable, compressed, and served from a full disk too."""

import base64
import gzip
import hashlib
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import brotli
import pytest
from flask import Flask
from web_visitor import Visitor

from wordle_web.config.settings import resource_folder
from wordle_web.web.http import static
from wordle_web.web.http.static import StaticTree, compressed_copy, read_static, serve_static


@pytest.fixture
def tree(app: Flask) -> StaticTree:
    """The static files of the site."""
    found: StaticTree = app.extensions["wordle_web"].static
    return found


def test_every_file_is_served_under_the_digest_for_ever(visitor: Visitor, tree: StaticTree) -> None:
    assert {"css/site.css", "js/main.js", "icons/favicon.svg"} <= set(tree.contents)
    for path, content in tree.contents.items():
        page = visitor.get(tree.url(path))
        assert page.status_code == 200
        assert page.data == content
        assert "immutable" in page.headers["Cache-Control"]
        assert "Access-Control-Allow-Origin" not in page.headers


@pytest.mark.parametrize(
    ("encoding", "unpack"), [("gzip", gzip.decompress), ("br", brotli.decompress)]
)
def test_scripts_and_styles_come_compressed(
    visitor: Visitor, tree: StaticTree, encoding: str, unpack: Callable[[bytes], bytes]
) -> None:
    for path in ("css/site.css", "js/main.js"):
        page = visitor.get(tree.url(path), headers={"Accept-Encoding": encoding})
        assert page.headers["Content-Encoding"] == encoding
        assert "Accept-Encoding" in page.headers["Vary"]
        assert unpack(page.data) == tree.contents[path]


def test_modules_import_their_neighbours_under_the_same_digest(tree: StaticTree) -> None:
    for path, content in tree.contents.items():
        if not path.endswith(".js"):
            continue
        for name in re.findall(r'(?:from|import\()\s*"(\./[^"]+)"', content.decode()):
            assert f"js/{name[2:]}" in tree.contents


def test_the_layers_are_joined_in_their_order(tree: StaticTree) -> None:
    joined = tree.contents["css/site.css"]
    assert joined.startswith(b"@layer tokens, base, layout, components, utilities;")
    assert joined.count(b"@layer utilities {") == 1
    assert joined.index(b"@layer base {") < joined.index(b"@layer utilities {")


def test_integrity_is_the_digest_of_what_is_served(visitor: Visitor, tree: StaticTree) -> None:
    page = visitor.get("/").text
    for url, integrity in re.findall(r'(?:src|href)="([^"]+\.js)" integrity="([^"]+)"', page):
        content = visitor.get(url).data
        digest = base64.b64encode(hashlib.sha384(content).digest()).decode()
        assert integrity == f"sha384-{digest}"


def test_any_change_changes_the_digest(tmp_path: Path) -> None:
    (tmp_path / "css").mkdir()
    sheet = tmp_path / "css" / "tokens.css"
    digests = set()
    for text in ("a", "b", "a\n"):
        sheet.write_text(text)
        digests.add(read_static(tmp_path).digest)
    sheet.rename(tmp_path / "css" / "base.css")
    digests.add(read_static(tmp_path).digest)
    assert len(digests) == 4


def test_a_page_of_another_release_gets_the_files_of_this_one(
    visitor: Visitor, tree: StaticTree
) -> None:
    page = visitor.get("/static/0123456789abcdef/js/game.js")
    assert (page.status_code, page.headers["Location"]) == (302, tree.url("js/game.js"))
    assert page.headers["Cache-Control"] == "no-store"
    assert visitor.get("/static/0123456789abcdef/js/nothing.js").status_code == 404
    assert visitor.get(f"/static/{tree.digest}/js/nothing.js").status_code == 404


@pytest.mark.parametrize("path", ["/static/", "/static", "/static/x"])
def test_folders_are_not_listed(visitor: Visitor, path: str) -> None:
    assert visitor.get(path).status_code == 404


def test_without_a_place_to_write_all_files_are_still_served(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def full(**_: object) -> str:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("wordle_web.web.http.static.tempfile.mkdtemp", full)
    compressed_copy.cache_clear()
    tree = read_static(resource_folder("static"))
    application = serve_static(nothing, tree)
    compressed_copy.cache_clear()
    for path, content in tree.contents.items():
        status, body = ask(application, tree.url(path))
        assert (status, body) == ("200 OK", content)
    assert ask(application, tree.url("css/site.css"), "HEAD") == ("200 OK", b"")
    assert ask(application, "/other")[0] == "404 Nothing"


def test_a_disk_that_fills_up_meanwhile_leaves_nothing_behind(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def full(path: Path, content: bytes) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("wordle_web.web.http.static.tempfile.tempdir", str(tmp_path))
    monkeypatch.setattr(static, "_write_forms", full)
    compressed_copy.cache_clear()
    assert compressed_copy(read_static(resource_folder("static"))) is None
    compressed_copy.cache_clear()
    assert list(tmp_path.iterdir()) == []


def test_the_compressed_copy_goes_with_its_process_and_not_with_a_fork(tmp_path: Path) -> None:
    program = f"""
import os, tempfile
tempfile.tempdir = {str(tmp_path)!r}
from wordle_web.config.settings import resource_folder
from wordle_web.web.http.static import compressed_copy, read_static
folder = compressed_copy(read_static(resource_folder("static")))
child = os.fork()
if child:
    os.waitpid(child, 0)
    print(folder.is_dir())
"""
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "True"
    assert list(tmp_path.iterdir()) == []


def test_a_first_visit_is_small(visitor: Visitor) -> None:
    page = visitor.get("/", headers={"Accept-Encoding": "br"})
    assert page.headers["Content-Encoding"] == "br"
    text = brotli.decompress(page.data).decode()
    urls = set(re.findall(r'(?:src|href)="(/static/[^"]+)"', text))
    sizes = [len(visitor.get(url, headers={"Accept-Encoding": "br"}).data) for url in urls]
    assert len(urls) + 1 <= 8
    assert len(page.data) + sum(sizes) < 30_000


def nothing(environ: dict[str, Any], start_response: Callable[..., Any]) -> list[bytes]:
    """Answer that there is nothing."""
    start_response("404 Nothing", [])
    return []


def ask(application: Callable[..., Any], path: str, method: str = "GET") -> tuple[str, bytes]:
    """Return status and body of an answer."""
    seen: list[str] = []
    environ = {"REQUEST_METHOD": method, "PATH_INFO": path, "SCRIPT_NAME": ""}
    chunks = application(environ, lambda status, headers: seen.append(status))
    body = b"".join(chunks)
    if hasattr(chunks, "close"):
        chunks.close()
    return seen[0], body
