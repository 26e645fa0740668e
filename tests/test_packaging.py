"""The wheel contains templates, static files, words and translations, and serves pages.

The lock files for installation are tested, too.
"""

import ast
import json
import os
import re
import subprocess
import sys
import tomllib
import zipfile
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest
from click.testing import CliRunner
from harness.processes import running
from harness.programs import free_port
from harness.servers import answers
from harness.visitor import Socket, Visitor
from packaging.requirements import Requirement

from wordle_web.cli.commands import main

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
PIP = [sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check"]
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
    folder: Path = tmp_path_factory.mktemp("wheel")
    options = ["wheel", "--no-deps", "--no-build-isolation", "--wheel-dir", str(folder)]
    subprocess.run([*PIP, *options, str(ROOT)], check=True, cwd=folder)
    return next(folder.glob("wordle_web-*.whl"))


def test_wheel_has_templates_static_files_words_and_licenses(wheel: Path) -> None:
    names = set(zipfile.ZipFile(wheel).namelist())
    for folder, inside in (
        ("templates", "wordle_web/templates"),
        ("static", "wordle_web/static"),
        ("wordle_web/data", "wordle_web/data"),
        ("wordle_web/translations", "wordle_web/translations"),
    ):
        files = [path for path in (ROOT / folder).rglob("*") if path.is_file()]
        assert files
        wanted = {f"{inside}/{path.relative_to(ROOT / folder)}" for path in files}
        assert wanted - names == set()
    assert any(name.endswith("licenses/NOTICE") for name in names)
    assert "wordle_web/py.typed" in names
    assert not [name for name in names if name.startswith(("tests/", "scripts/", "deploy/"))]


def test_metadata_version_is_accepted_by_the_pinned_upload_tool(wheel: Path) -> None:
    """The newest build tools write versions that the pinned upload tool refuses."""
    files = zipfile.ZipFile(wheel)
    name = next(name for name in files.namelist() if name.endswith("/METADATA"))
    assert files.read(name).decode().startswith("Metadata-Version: 2.4\n")
    targets = PROJECT["tool"]["hatch"]["build"]["targets"]
    assert {target["core-metadata-version"] for target in targets.values()} == {"2.4"}


@pytest.fixture(scope="module")
def site(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder: Path = tmp_path_factory.mktemp("installed") / "site"
    options = ["install", "--no-deps", "--no-index", "--target", str(folder)]
    subprocess.run([*PIP, *options, str(wheel)], check=True)
    return folder


def environment(site: Path) -> dict[str, str]:
    usual = {name: text for name, text in os.environ.items() if "WORDLE_WEB" not in name}
    return {**usual, "PYTHONPATH": str(site)}


def test_installed_wheel_serves_pages(site: Path, tmp_path: Path) -> None:
    command = [sys.executable, "-c", VISIT, str(site)]
    output = subprocess.check_output(command, cwd=tmp_path, env=environment(site), text=True)
    assert output == "served\n"


def test_installed_wheel_runs_the_server_without_a_checkout(site: Path, tmp_path: Path) -> None:
    port = free_port()
    data = {"XDG_DATA_HOME": str(tmp_path / "data")}
    environ = {**environment(site), **data, "WORDLE_WEB_BIND": f"127.0.0.1:{port}"}
    # The folder and the settings file are those of a host, not of a checkout.
    settings = tmp_path / "wordle-web.env"
    settings.write_text("WORDLE_WEB_SITE_NAME=Our own words\n")
    command = [sys.executable, "-P", "-m", "wordle_web", "serve", "--env-file", str(settings)]
    options = {"environ": environ, "cwd": tmp_path, "is_ready": answers}
    with running(command, port, tmp_path, **options) as server:
        visitor = Visitor(Socket(port))
        page = visitor.get("/")
        assert "Guess 1 of 6" in page.text
        assert "Our own words" in page.text
        assert len(visitor.guess_on(page, "crane").rows) == 1
        for address in page.addresses:
            if address.startswith("/static/"):
                assert visitor.get(address).status_code == 200, address
        assert f"wordle-web is ready: open http://127.0.0.1:{port}\n" in server.text()
        keys = tmp_path / "data" / "wordle-web" / "keys.env"
        assert f"Made new keys in {keys}. Keep a copy" in server.text()
    # Installing the wheel again replaces only `site`.
    assert keys.exists()
    assert not list(site.rglob("keys.env"))


def test_every_imported_package_is_declared() -> None:
    trees = [ast.parse(path.read_bytes()) for path in (ROOT / "wordle_web").rglob("*.py")]
    nodes = [node for tree in trees for node in ast.walk(tree)]
    names = {alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names}
    names |= {node.module or "" for node in nodes if isinstance(node, ast.ImportFrom)}
    modules = {name.partition(".")[0] for name in names} - sys.stdlib_module_names
    packages = packages_distributions()
    imported = {packages[module][0].lower() for module in modules & packages.keys()}
    declared = {Requirement(requirement).name for requirement in PROJECT["project"]["dependencies"]}
    # `tzdata`, for systems without time zones, isn't imported by an import statement. `wordle_web`
    # is the project itself.
    assert {name.replace("_", "-") for name in imported} - {"wordle-web"} == declared - {"tzdata"}


def test_version_option_prints_the_package_version() -> None:
    result = CliRunner().invoke(main, ["--version"])
    assert result.output == f"wordle-web {PROJECT['project']['version']}\n"


def test_openapi_document_has_the_version_of_the_package() -> None:
    file = ROOT / "wordle_web" / "web" / "api" / "openapi.json"
    document = json.loads(file.read_text(encoding="utf-8"))
    assert document["info"]["version"] == PROJECT["project"]["version"]


@pytest.mark.parametrize(
    ("file", "groups"),
    [
        ("deploy/requirements.txt", ()),
        ("deploy/requirements-build.txt", ("build",)),
        (".ci/requirements.txt", ("test", "audit", "build")),
    ],
)
def test_lock_file_pins_every_declared_dependency(file: str, groups: tuple[str, ...]) -> None:
    text = (ROOT / file).read_text(encoding="utf-8")
    block = r"^([a-z0-9-]+)(?:\[\w+\])?==(\S+)((?: ;.*)?)\s*\\\n((?: +--hash=.*\n)+)"
    blocks = re.findall(block, text, re.MULTILINE)
    assert len(blocks) == len(re.findall(r"^\S+==", text, re.MULTILINE))
    asked = [] if file.endswith("build.txt") else PROJECT["project"]["dependencies"]
    asked = [
        *asked,
        *(requirement for group in groups for requirement in PROJECT["dependency-groups"][group]),
    ]
    for requirement in map(Requirement, asked):
        locked = [version for name, version, *_ in blocks if name == requirement.name]
        assert locked, f"{requirement.name}: run scripts/lock.sh"
        assert all(map(requirement.specifier.contains, locked)), requirement
