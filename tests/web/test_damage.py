"""Damaged data files are reported at startup and by `check`, and affect only pages using them."""

import logging
import shutil
from io import BytesIO

import pytest
from click.testing import CliRunner
from flask import Flask
from PIL import Image
from web_visitor import Clock, Visitor, new_app, site_settings

from wordle_web.cli.host import check
from wordle_web.engine import datafiles
from wordle_web.engine.datafiles import DATA_FOLDER
from wordle_web.lab import results
from wordle_web.reading import glyphs
from wordle_web.web.app import warm_up
from wordle_web.web.bookmark import views as bookmark
from wordle_web.web.startup import examine
from wordle_web.web.ui import i18n

OTHER_PAGES = ("/", "/helper", "/history", "/settings", "/random", "/skill")
CACHES = (
    datafiles.digests,
    glyphs.weights,
    bookmark.read_code,
    results.results_for,
    results.boards_results_for,
    results.openers_for,
    results.published_claims,
    i18n._read_catalog,
)


def forget() -> None:
    for cache in CACHES:
        cache.cache_clear()


@pytest.fixture
def data(tmp_path, monkeypatch):
    """A copy of the data files that a test may damage."""
    for name in ("glyphs", "lab", "openings"):
        shutil.copytree(DATA_FOLDER / name, tmp_path / name)
    for name in ("bookmark.js", "manifest.json"):
        shutil.copy(DATA_FOLDER / name, tmp_path / name)
    shutil.copytree(i18n.FOLDER, tmp_path / "translations")
    monkeypatch.setattr(datafiles, "DATA_FOLDER", tmp_path)
    monkeypatch.setattr(datafiles, "MANIFEST_FILE", tmp_path / "manifest.json")
    monkeypatch.setattr(glyphs, "WEIGHTS_FILE", tmp_path / "glyphs" / "weights.npz")
    monkeypatch.setattr(bookmark, "BOOKMARK_FILE", tmp_path / "bookmark.js")
    monkeypatch.setattr(results, "DATA_FOLDER", tmp_path / "lab")
    for name in ("results_for", "boards_results_for", "openers_for"):
        monkeypatch.setattr(getattr(results, name).__wrapped__, "__defaults__", (tmp_path / "lab",))
    monkeypatch.setattr(i18n, "FOLDER", tmp_path / "translations")
    forget()
    yield tmp_path
    monkeypatch.undo()
    forget()


def picture(visitor: Visitor) -> int:
    """Send a screenshot of tiles with letters, and return the status of the response."""
    image = Image.new("RGB", (300, 360), "white")
    for row in range(6):
        for column in range(5):
            left, top = 10 + 58 * column, 5 + 58 * row
            image.paste((120, 124, 126), (left, top, left + 52, top + 52))
            image.paste("white", (left + 22, top + 12, left + 28, top + 40))
    file = BytesIO()
    image.save(file, "PNG")
    fields = {"file": (BytesIO(file.getvalue()), "picture.png")}
    visitor.get("/helper/screenshot")
    return visitor.post("/helper/screenshot", fields).status_code


def cut(path) -> None:
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])


def flipped(path) -> None:
    content = bytearray(path.read_bytes())
    content[len(content) // 2] ^= 1
    path.write_bytes(content)


@pytest.mark.parametrize("damage", [cut, flipped, lambda path: path.unlink()])
@pytest.mark.parametrize(
    ("name", "page"),
    [
        ("glyphs/weights.npz", picture),
        ("lab/english-5.json", lambda visitor: visitor.get("/lab").status_code),
        ("lab/published.json", lambda visitor: visitor.get("/lab").status_code),
        ("bookmark.js", lambda visitor: visitor.get("/helper/bookmark").status_code),
    ],
)
def test_damaged_file_is_logged_and_breaks_only_its_page(data, name, page, damage, caplog):
    damage(data / name)
    forget()
    app: Flask = new_app(None)
    warm_up(app)
    assert f"{data / name}: " in caplog.text
    caplog.clear()
    visitor = Visitor(app)
    # Word lists without results for the lab are no error.
    is_optional = name == "lab/english-5.json" and not (data / name).exists()
    assert page(visitor) == (200 if is_optional else 503)
    if not is_optional:
        assert "Out of order" in visitor.page.text
        assert str(data) not in visitor.page.text
        assert name.rpartition("/")[2] in caplog.text
    for path in OTHER_PAGES:
        assert visitor.get(path).status_code == 200
    assert not any(record.levelno >= logging.CRITICAL for record in caplog.records)


def test_check_command_names_every_damaged_file_and_fails(data, tmp_path):
    (data / "glyphs" / "weights.npz").unlink()
    cut(data / "openings" / "english-5.json")
    cut(data / "translations" / "de" / "LC_MESSAGES" / "messages.po")
    forget()
    environ = {"WORDLE_WEB_INSTANCE": str(tmp_path / "instance")}
    done = CliRunner().invoke(check, env=environ)
    assert done.exit_code == 2
    for name in ("glyphs/weights.npz", "openings/english-5.json", "de/LC_MESSAGES/messages.po"):
        assert f"{data}/" in done.output
        assert name in done.output
    assert "OK" not in done.output
    assert done.output.count("reinstall wordle-web") == 3


@pytest.mark.parametrize(
    "damage",
    [
        lambda path: path.unlink(),
        lambda path: path.write_bytes(b""),
        lambda path: path.write_bytes(path.read_bytes()[:-700]),
        lambda path: path.write_bytes(path.read_bytes()[:50_001]),
        lambda path: path.write_bytes(b"\xff" + path.read_bytes()),
        lambda path: path.write_text(path.read_text().replace("msgid", "msg", 3)),
    ],
)
def test_damaged_catalog_is_reported_and_pages_still_work(data, damage, caplog):
    path = data / "translations" / "de" / "LC_MESSAGES" / "messages.po"
    damage(path)
    forget()
    (sentence,) = examine(site_settings(None), (), Clock()).damage
    assert sentence.startswith(f"{path}: ")
    assert sentence.endswith("; reinstall wordle-web")
    app = new_app(None)
    warm_up(app)
    assert sentence in caplog.text
    for language in ("de", "fr"):
        page = Visitor(app).get("/", headers={"Accept-Language": language})
        assert page.status_code == 200
        assert page.texts("guess-label")


def test_intact_files_are_not_reported(data):
    assert examine(site_settings(None), (), Clock()).damage == ()
