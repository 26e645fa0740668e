"""The files in `deploy/`, checked by linters.

In `test_proxies`, nginx and Caddy also run with their files. Containers and systemd are not
available in tests, so their files are only checked here.
"""

import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from harness.processes import children_of
from harness.programs import program
from harness.servers import DEPLOY, gunicorn
from harness.visitor import Socket, Visitor

from wordle_web.config.keys import key_problems, keys_text, new_keys
from wordle_web.config.settings import Settings, variables

MAX_EXPOSED = 1.5  # out of 10, by systemd's rating
UNIT = "wordle-web.service"
CONTAINERFILE = (DEPLOY / "Containerfile").read_text(encoding="utf-8")
# A system call that the unit forbids. NumPy's linear algebra tries it on machines with several
# memory nodes, and works without it.
REFUSED = "mbind"


def lint(command: list[str], **options: object) -> str:
    done = subprocess.run(command, check=False, capture_output=True, text=True, **options)  # type: ignore[call-overload]
    assert done.returncode == 0, done.stdout + done.stderr
    return str(done.stdout + done.stderr)


def tool(name: str) -> str:
    path = Path(sys.executable).with_name(name)
    assert path.exists(), f"{name} is missing: make soak installs it"
    return str(path)


def test_containerfile_is_valid_and_copies_what_the_build_needs() -> None:
    assert lint([tool("hadolint"), str(DEPLOY / "Containerfile")]) == ""
    copies = re.findall(r"^COPY (?!--)(.+) \S+$", CONTAINERFILE, re.MULTILINE)
    named = set(" ".join(copies).split())
    ignored = (DEPLOY.parent / ".dockerignore").read_text(encoding="utf-8").split()
    assert {f"!{name}" for name in named} <= set(ignored)
    for name in named:
        assert (DEPLOY.parent / name).exists(), name


def test_only_the_image_defines_a_health_check() -> None:
    assert re.search(r"^HEALTHCHECK .*\\\n +CMD \[.*\]$", CONTAINERFILE, re.MULTILINE)
    # podman-compose 1.0.3, the version in Debian 12, misreads the arguments of health checks.
    for path in DEPLOY.glob("compose*.yaml"):
        assert "healthcheck" not in path.read_text(encoding="utf-8"), path.name


def test_documented_image_builds_include_the_health_check() -> None:
    for path in (DEPLOY / name for name in ("Containerfile", "README.md", "compose.yaml")):
        builds = re.findall(r"podman build .*", path.read_text(encoding="utf-8"))
        assert builds
        assert all("--format docker" in build for build in builds), path.name
        # podman-compose builds images without their health check.
        assert " --build" not in path.read_text(encoding="utf-8").replace(" --build-arg", "")


def test_documented_commands_name_compose_files_by_full_paths() -> None:
    # podman-compose 1.3.0, the version in Debian 13, opens a relative path in the file's folder.
    for path in (DEPLOY / name for name in ("README.md", "compose.yaml", "compose-home.yaml")):
        files = re.findall(r"podman compose --file (\S+)", path.read_text(encoding="utf-8"))
        assert files
        assert all(name.startswith('"$PWD/deploy/') for name in files), path.name


def test_documented_upgrade_pulls_the_images_of_the_compose_file() -> None:
    # With podman, since podman-compose 1.0.3 cannot pull the images of single services.
    compose = (DEPLOY / "compose.yaml").read_text(encoding="utf-8")
    readme = (DEPLOY / "README.md").read_text(encoding="utf-8")
    images = re.findall(r"image: (\S+/\S+)", compose)
    assert len(images) == 2
    assert re.findall(r"`podman pull (\S+)`", readme) == images


def test_documented_command_copies_keys_without_a_terminal() -> None:
    # podman-compose's `exec` has one, which ends lines with CRLF, and prints messages among them.
    readme = (DEPLOY / "README.md").read_text(encoding="utf-8")
    assert re.search(r"podman run --rm .* --entrypoint cat wordle-web keys\.env >", readme)
    assert not re.search(r"exec [^`]*keys\.env", readme)


def test_memory_limits_agree_in_all_deploy_files() -> None:
    for name, bound in (
        ("compose.yaml", "mem_limit: 512m"),
        (UNIT, "MemoryMax=512M"),
        ("README.md", "512 MB"),
        ("README.md", "memory limit of 512Mi"),
        ("README.md", "--memory 512m"),
    ):
        assert bound in (DEPLOY / name).read_text(encoding="utf-8")
    schema = ["--builtin-schema", "vendor.compose-spec"]
    lint([tool("check-jsonschema"), *schema, *map(str, DEPLOY.glob("compose*.yaml"))])


def test_proxies_forward_the_host_header_with_its_port() -> None:
    for name in ("nginx.conf", "README.md"):
        text = (DEPLOY / name).read_text(encoding="utf-8")
        hosts = re.findall(r"proxy_set_header (?:X-Forwarded-)?Host (.+);", text)
        assert hosts == ["$http_host"] * 2


@pytest.mark.usefixtures("has_systemd")
def test_systemd_units_are_valid_and_have_low_exposure(tmp_path: Path) -> None:
    root = tmp_path / "opt"
    path = root / ".venv/bin/wordle-web"
    path.parent.mkdir(parents=True)
    path.touch(0o755)
    for path in DEPLOY.glob("wordle-web.s*"):
        text = path.read_text(encoding="utf-8").replace("/opt/wordle-web", str(root))
        (tmp_path / path.name).write_text(text, encoding="utf-8")
    units = [str(tmp_path / UNIT), str(tmp_path / "wordle-web.socket")]
    assert lint(["systemd-analyze", "verify", *units]) == ""
    output = lint(["systemd-analyze", "security", "--offline=true", units[0]])
    exposed = re.search(r"exposure level for \S+: ([\d.]+)", output)
    assert float(exposed[1]) <= MAX_EXPOSED


@pytest.mark.usefixtures("has_systemd")
def test_documented_systemd_user_unit_is_valid(tmp_path: Path) -> None:
    readme = (DEPLOY / "README.md").read_text(encoding="utf-8")
    (text,) = re.findall(r"^\[Unit\]\n.*?(?=^```)", readme, re.DOTALL | re.MULTILINE)
    assert "%h/.local/bin/wordle-web serve" in text
    text = text.replace("%h/.local/bin/wordle-web", sys.executable)
    (tmp_path / UNIT).write_text(text, encoding="utf-8")
    assert lint(["systemd-analyze", "verify", str(tmp_path / UNIT)]) == ""


@pytest.mark.usefixtures("has_caddy")
def test_caddy_file_is_formatted() -> None:
    lint([program("caddy"), "fmt", str(DEPLOY / "Caddyfile")])


def test_example_settings_are_valid_with_only_keys_added() -> None:
    text = (DEPLOY / "wordle-web.env.example").read_text(encoding="utf-8")
    named = dict(re.findall(r"^(\w+)=(.*)$", text + keys_text(new_keys()), re.MULTILINE))
    assert set(named) <= variables().keys()
    assert all(named.values())
    settings = Settings.from_environment(named)
    assert settings.mode == "production"
    assert settings.trusted_hosts
    assert list(key_problems(settings)) == []


def call_sets() -> dict[str, set[str]]:
    """Return systemd's sets of system calls with their content."""
    sets: dict[str, set[str]] = {}
    for line in lint(["systemd-analyze", "syscall-filter"]).splitlines():
        if line.startswith("@"):
            calls = sets[line.strip()] = set[str]()
        elif line.strip() and not line.strip().startswith("#"):
            calls.add(line.strip())
    return sets


def calls_of(name: str, sets: dict[str, set[str]]) -> set[str]:
    if not name.startswith("@"):
        return {name}
    return {call for set in sets[name] for call in calls_of(set, sets)}


def allowed_calls() -> set[str]:
    """Return the system calls that the unit allows, applying its lines in order."""
    text, sets = (DEPLOY / UNIT).read_text(encoding="utf-8"), call_sets()
    allowed: set[str] = set()
    for line in re.findall(r"^SystemCallFilter=(.+)$", text, re.MULTILINE):
        calls = {call for name in line.lstrip("~").split() for call in calls_of(name, sets)}
        allowed = allowed - calls if line.startswith("~") else allowed | calls
    return allowed


@pytest.mark.usefixtures("has_systemd", "has_strace")
def test_unit_allows_every_system_call_of_a_running_server(tmp_path: Path) -> None:
    traced = tmp_path / "calls"
    strace = [program("strace"), "-f", "-qq", "-o", str(traced), "-e", "signal=none"]
    strace += ["-e", f"inject={REFUSED}:error=EPERM"]
    with gunicorn(tmp_path, prefix=strace) as server:
        visitor = Visitor(Socket(server.port))
        visitor.guess_on(visitor.get("/"), "crane")
        visitor.guess_on(visitor.new_game(8), "strategy")
        assert visitor.get("/helper?row=crane:01002").fact("suggestion")
        master = children_of(server.process.pid)[0]
        os.kill(children_of(master)[-1], signal.SIGKILL)
        os.kill(master, signal.SIGHUP)
        assert visitor.get("/").status_code == 200
        os.kill(master, signal.SIGTERM)
        server.process.wait(30)
    calls = set(re.findall(r"^\d+ +([a-z]\w+)\(", traced.read_text(errors="replace"), re.MULTILINE))
    assert {"accept4", "execve"} <= calls
    assert calls - allowed_calls() <= {REFUSED}
