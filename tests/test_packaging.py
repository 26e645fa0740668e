"""The wheel: it holds templates, static files, words and translations, and serves a page."""

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
VISIT = """
import re, sys
from pathlib import Path
import wordle_web
from wordle_web.config.settings import Settings, resource_folder
assert Path(wordle_web.__file__).is_relative_to(sys.argv[1]), wordle_web.__file__
for name in ("templates", "static"):
    assert resource_folder(name).is_relative_to(sys.argv[1])
app = wordle_web.create_app(Settings(instance=Path("instance").absolute()))
client = app.test_client()
page = client.get("/")
assert page.status_code == 200, page.text
assert "Guess 1 of 6" in page.text
for url in set(re.findall(r'(?:src|href)="(/static/[^"]+)"', page.text)):
    assert client.get(url).status_code == 200, url
for path in ("/helper", "/random", "/history", "/how-to-play", "/settings", "/readyz"):
    assert client.get(path).status_code == 200, path
assert '<html lang="pt-BR"' in client.get("/", headers={"Accept-Language": "pt-BR"}).text
print("served")
"""


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel that a release would publish."""
    folder: Path = tmp_path_factory.mktemp("wheel")
    pip = [sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check"]
    options = ["wheel", "--no-deps", "--no-build-isolation", "--wheel-dir", str(folder)]
    subprocess.run([*pip, *options, str(ROOT)], check=True, cwd=folder)
    return next(folder.glob("wordle_web-*.whl"))


def test_templates_static_files_words_and_licences_travel_in_the_wheel(wheel: Path) -> None:
    names = set(zipfile.ZipFile(wheel).namelist())
    for folder, inside in (
        ("templates", "wordle_web/templates"),
        ("static", "wordle_web/static"),
        ("wordle_web/data", "wordle_web/data"),
        ("wordle_web/translations", "wordle_web/translations"),
    ):
        files = [path for path in (ROOT / folder).rglob("*") if path.is_file()]
        assert files
        missing = [
            path for path in files if f"{inside}/{path.relative_to(ROOT / folder)}" not in names
        ]
        assert missing == []
    assert any(name.endswith("licenses/NOTICE") for name in names)
    assert not [name for name in names if name.startswith(("tests/", "scripts/", "deploy/"))]


def test_an_installed_wheel_serves_pages(wheel: Path, tmp_path: Path) -> None:
    site = tmp_path / "site"
    pip = [sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check"]
    options = ["install", "--no-deps", "--no-index", "--target", str(site)]
    subprocess.run([*pip, *options, str(wheel)], check=True)
    environment = {name: text for name, text in os.environ.items() if "WORDLE_WEB" not in name}
    done = subprocess.run(
        [sys.executable, "-c", VISIT, str(site)],
        capture_output=True,
        text=True,
        check=False,
        cwd=tmp_path,
        env={**environment, "PYTHONPATH": str(site)},
    )
    assert (done.stdout.strip(), done.returncode) == ("served", 0), done.stderr
