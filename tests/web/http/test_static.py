"""Static files: one digest for all, immutable, compressed, and served without a writable disk."""

import base64
import gzip
import hashlib
import re
import shutil
from collections.abc import Iterable
from pathlib import Path
from posixpath import dirname, normpath

import brotli
import pytest
import tinycss2
from web_visitor import Visitor, static_url
from werkzeug.exceptions import NotFound
from werkzeug.test import Client

from wordle_web.config.settings import resource_folder
from wordle_web.web.http.static import EXTENSION, StaticFiles, compact, digest_of, read_static


@pytest.fixture
def files(app):
    static: StaticFiles = app.extensions[EXTENSION]
    return static


def test_static_files_are_served_under_their_digest_as_immutable(visitor, files):
    assert {"css/site.css", "js/main.js", "icons/favicon.svg"} <= set(files.contents)
    for path, content in files.contents.items():
        page = visitor.get(static_url(visitor.app, path))
        assert page.status_code == 200
        assert page.data == content
        assert "immutable" in page.headers["Cache-Control"]
        assert "Access-Control-Allow-Origin" not in page.headers


@pytest.mark.parametrize(
    ("encoding", "unpack"), [("gzip", gzip.decompress), ("br", brotli.decompress)]
)
def test_scripts_and_styles_are_served_compressed(visitor, files, encoding, unpack):
    for path in ("css/site.css", "js/main.js"):
        page = visitor.get(static_url(visitor.app, path), headers={"Accept-Encoding": encoding})
        assert page.headers["Content-Encoding"] == encoding
        assert "Accept-Encoding" in page.headers["Vary"]
        assert unpack(page.data) == files.contents[path]


def test_scripts_are_compact_and_import_only_existing_files(files):
    for path, content in files.contents.items():
        if path.endswith(".js"):
            assert not re.search(rb"^\s|^/[/*]", content, re.MULTILINE), path
            for name in re.findall(r'(?:from|import\()\s*"(\.[^"]+)"', content.decode()):
                assert normpath(f"{dirname(path)}/{name}") in files.contents


def test_css_layers_are_joined_in_order(files):
    joined = files.contents["css/site.css"]
    assert joined.startswith(b"@layer tokens,base,layout,components,utilities;")
    assert joined.count(b"@layer utilities{") == 1
    assert joined.index(b"@layer base{") < joined.index(b"@layer utilities{")


def test_every_style_sheet_is_in_exactly_one_bundle(files):
    joined = [files.contents[f"css/{name}.css"] for name in ("site", "tools", "study")]
    for path in resource_folder("static").glob("css/*/*.css"):
        part = compact(path.read_bytes())
        assert sum(part in sheet for sheet in joined) == 1
        assert f"css/{path.parent.name}/{path.name}" not in files.contents


@pytest.mark.parametrize(
    "path",
    [
        *("/helper", "/helper?row=crane:01002", "/helper?row=crane:"),
        *("/helper?row=crane:22222", "/helper?row=crane:01002&row=crane:00000", "/offline"),
        *("/helper?row=crane:01002&hint=2", "/helper?row=crane:01002&guess=zzzzz"),
    ],
)
def test_page_without_the_study_style_sheet_uses_none_of_its_classes(visitor, files, path):
    page = visitor.get(path)
    links = [link["href"].split("/", 3)[-1] for link in page.all(".//link[@rel='stylesheet']")]
    assert links == ["css/site.css", "css/tools.css"]
    linked = b"".join(files.contents[link] for link in links)
    omitted = files.contents["css/study.css"]

    def classes(style: bytes) -> set[str]:
        """Return the classes of selectors that name no other element."""
        return set(re.findall(r"[{},]\.([a-z][\w-]*)(?=[{,:\[])", style.decode()))

    used = {name for element in page.all(".//*[@class]") for name in element["class"].split()}
    assert used & (classes(omitted) - classes(linked)) == set()


def statements(values: Iterable[tinycss2.ast.Node]) -> list[object]:
    """Return rules and declarations as texts, each block as a list.

    Spaces inside the texts count, except after a colon or comma.
    """
    parts, text = [], ""
    for value in values:
        if value.type in {"{} block", "literal"} and value.serialize()[:1] in "{;":
            parts.append(text.strip())
            text = ""
            if value.type == "{} block":
                parts.append(statements(value.content))
        elif value.type == "whitespace" and text.endswith((":", ",")):
            continue
        elif value.type != "comment":
            part = " " if value.type == "whitespace" else value.serialize()
            text += (
                part
                if value.type == "string"
                else re.sub(r"([:,])\s+|\s+", lambda gap: gap[1] or " ", part)
            )
    return [part for part in (*parts, text.strip()) if part]


def parsed(style: str) -> list[object]:
    values = tinycss2.parse_component_value_list(re.sub(r"/\*[^\"]*?\*/\s*", " ", style))
    return statements(values)


@pytest.mark.parametrize(
    "style",
    [
        *(path.read_text() for path in sorted(resource_folder("static").glob("css/*/*.css"))),
        '@layer a { .rows :is(a, b) { content: "a  b; } /* c */"; } } /* d */ p , q{ top : 0 ;}',
        "a::before { content: '\\' ; {'; inline-size: calc(1px + var(--a) - 2px); }",
    ],
)
def test_minified_style_sheet_parses_to_the_same_rules(style):
    short = compact(style.encode()).decode()
    assert len(short) < len(style)
    assert parsed(short) == parsed(style)


def test_integrity_attribute_matches_the_served_file(visitor, files):
    for script in visitor.get("/").all(".//*[@integrity]"):
        content = visitor.get(script["src"] or script["href"]).data
        digest = base64.b64encode(hashlib.sha256(content).digest()).decode()
        assert script["integrity"] == f"sha256-{digest}"


def test_any_change_to_a_static_file_changes_the_digest(tmp_path):
    (tmp_path / "css").mkdir()
    digests = set()
    for name in ("base.css", "icon.svg"):
        for text in ("a", "b", "ab"):
            (tmp_path / "css" / name).write_text(text)
            digests.add(digest_of(read_static(tmp_path)))
    (tmp_path / "css" / "icon.svg").rename(tmp_path / "css" / "other.svg")
    digests.add(digest_of(read_static(tmp_path)))
    assert len(digests) == 7


def test_static_file_of_another_release_redirects_to_the_current_file(visitor, files):
    page = visitor.get("/static/0123456789abcdef/js/play/game.js")
    assert (page.status_code, page.location) == (302, static_url(visitor.app, "js/play/game.js"))
    assert page.headers["Cache-Control"] == "no-store"
    assert visitor.get("/static/0123456789abcdef/js/nothing.js").status_code == 404
    assert visitor.get(f"/static/{files.digest}/js/nothing.js").status_code == 404


def test_static_files_need_no_writable_disk(monkeypatch):
    def full(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("tempfile.mkdtemp", full)
    monkeypatch.setattr("pathlib.Path.write_bytes", full)
    contents = read_static(resource_folder("static"))
    client = Client(StaticFiles(NotFound(), contents))
    for path, content in contents.items():
        page = client.get(f"/static/{digest_of(contents)}/{path}")
        assert (page.status_code, page.data) == (200, content)
    assert client.get("/other").status_code == 404


def test_static_file_allows_get_and_head_only(visitor):
    url = static_url(visitor.app, "css/site.css")
    head = visitor.client.head(url)
    assert (head.data, int(head.headers["Content-Length"]) > 0) == (b"", True)
    answer = visitor.client.post(url)
    assert (answer.status_code, answer.headers["Allow"]) == (405, "GET, HEAD")
    again = visitor.get(url, headers={"If-None-Match": head.headers["ETag"]})
    assert (again.status_code, again.data) == (304, b"")
    assert "immutable" in again.headers["Cache-Control"]


def test_debug_mode_serves_edited_files_immediately(make_app, tmp_path, monkeypatch):
    folders = {name: resource_folder(name) for name in ("static", "templates")}
    folder = Path(shutil.copytree(folders["static"], tmp_path / "static"))
    folders["static"] = folder
    monkeypatch.setattr("wordle_web.web.app.resource_folder", folders.__getitem__)
    monkeypatch.setenv("FLASK_DEBUG", "1")
    visitor = Visitor(make_app())
    page = visitor.get("/helper")
    sheets = [link["href"] for link in page.all(".//link[@rel='stylesheet']")]
    assert sheets[0] == "/static/css/ui/tokens.css"  # it defines the order of the layers
    assert {"/static/css/play/game.css", "/static/css/helper/helper.css"} <= set(sheets)
    scripts = [script["src"] for script in page.all(".//script")]
    for path in (*sheets, *scripts):
        file = folder / path.removeprefix("/static/")
        assert visitor.get(path).data == file.read_bytes()
        file.write_text("/* edited */")
        answer = visitor.get(path)
        assert (answer.data, answer.cache_control.no_cache) == (b"/* edited */", True)
    assert {script["integrity"] for script in page.all(".//*[@integrity]")} == {""}
    worker = visitor.get("/service-worker.js").text
    for path in re.findall(r'"(/static/[^"]+)"', worker):
        assert visitor.get(path).status_code == 200
