"""The HTTP Observatory's own scanner before the site behind Caddy; the long form only.

Its package comes from npm, and it looks at ports 80 and 443: both must be had.
"""

import json
import os
import shutil
import socket
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from harness.servers import caddy, caddy_authority, gunicorn

PACKAGE = "@mdn/mdn-http-observatory"
LEAST = 135
Figure = Callable[[str], None]


@pytest.fixture
def scanner(tmp_path: Path, is_short: bool, figure: Figure) -> Path:
    """The folder of the scanner, installed now; the test is left out where it cannot be had."""
    if is_short:
        pytest.skip("left to the long form")
    try:
        for port in (80, 443):
            with socket.socket() as listener:
                listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
                listener.bind(("127.0.0.1", port))
        npm = shutil.which("npm") or "npm"
        command = [npm, "install", "--ignore-scripts", "--no-audit", "--prefix", str(tmp_path)]
        subprocess.run([*command, PACKAGE], check=True, capture_output=True, timeout=300)
    except (OSError, subprocess.SubprocessError) as error:
        figure(f"left out: the Observatory's scanner ({error})")
        pytest.skip(str(error))
    folder = tmp_path / "node_modules" / PACKAGE
    (folder / "conf/hsts-preload.json").write_text("{}")
    return folder


@pytest.mark.usefixtures("has_caddy")
def test_the_observatory_grades_it_best(scanner: Path, tmp_path: Path, figure: Figure) -> None:
    folder = tmp_path / "caddy"
    with (
        gunicorn(tmp_path, proxy_hops="1") as app,
        caddy(folder, f"127.0.0.1:{app.port}", ports=(443, 80)),
    ):
        environ = {**os.environ, "NODE_EXTRA_CA_CERTS": str(caddy_authority(folder))}
        command = ["node", "src/scan.js", "localhost"]
        done = subprocess.run(
            command, check=False, capture_output=True, text=True, cwd=scanner, env=environ
        )
    found = json.loads(done.stdout)
    (tmp_path / "scan.json").write_text(done.stdout)
    scan = found["scan"]
    failed = [name for name, test in found["tests"].items() if not test["pass"]]
    figure(f"HTTP Observatory: {scan['grade']}, {scan['score']}; not passed: {failed or 'none'}")
    assert scan["grade"] == "A+"
    assert scan["score"] >= LEAST
