"""The app's server and the servers around it on this machine: gunicorn, nginx, Caddy, Redis.

nginx and Caddy run the actual files of `deploy/`, with other ports and a temporary certificate.
"""

import contextlib
import http.client
import os
import re
import socket
import ssl
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from harness.keys import KEYS
from harness.processes import Server, running
from harness.programs import free_port, program
from harness.visitor import Socket

ROOT = Path(__file__).resolve().parents[2]
DEPLOY = ROOT / "deploy"


def environment(folder: Path, **settings: str) -> dict[str, str]:
    """Return the environment of a production server with the given settings.

    Settings are named in lower case, without their prefix.
    """
    ours = {f"WORDLE_WEB_{name.upper()}": value for name, value in settings.items()}
    return {
        "PATH": os.environ.get("PATH", os.defpath),
        "HOME": str(folder),
        "LANG": "C.UTF-8",
        "PYTHONPATH": str(ROOT / "tests"),
        "WORDLE_WEB_MODE": "production",
        "WORDLE_WEB_INSTANCE": str(folder / "instance"),
        "WORDLE_WEB_RATE_LIMITS": "off",
        **KEYS,
        **ours,
    }


@contextlib.contextmanager
def gunicorn(
    folder: Path,
    *,
    app: str = "wsgi:app",
    arguments: Sequence[str] = (),
    prefix: Sequence[str] = (),
    **settings: str,
) -> Iterator[Server]:
    """Run the app, or another app, under gunicorn with `gunicorn.conf.py`.

    `prefix` is the command of a program that runs and observes gunicorn.
    """
    port = int(settings.pop("port", "0")) or free_port()
    command = [*prefix, str(Path(sys.executable).with_name("gunicorn")), *arguments, app]
    environ = environment(folder, bind=f"127.0.0.1:{port}", **settings)
    with running(command, port, folder, environ=environ, cwd=ROOT, is_ready=answers) as server:
        yield server


@contextlib.contextmanager
def gunicorn_of_held_socket(folder: Path, socket_number: int, port: int) -> Iterator[Server]:
    """Run the app on a socket held by another process, as systemd does."""
    gunicorn_path = Path(sys.executable).with_name("gunicorn")
    script = f"exec env LISTEN_PID=$$ LISTEN_FDS=1 {gunicorn_path} wsgi:app 3<&{socket_number}"
    command = ["/bin/bash", "-c", script]
    with running(
        command,
        port,
        folder,
        environ=environment(folder),
        cwd=ROOT,
        is_ready=answers,
        pass_fds=[socket_number],
    ) as server:
        yield server


def answers(port: int) -> bool:
    link = http.client.HTTPConnection("127.0.0.1", port, timeout=5)
    try:
        link.request("GET", "/healthz", headers={"Connection": "close"})
        return link.getresponse().status < 500
    except OSError:
        return False
    finally:
        link.close()


@contextlib.contextmanager
def redis(folder: Path) -> Iterator[Server]:
    port = free_port()
    options = {"port": str(port), "bind": "127.0.0.1", "save": "", "dir": str(folder)}
    command = [program("redis-server")]
    for name, value in options.items():
        command += [f"--{name}", value]
    folder.mkdir(parents=True, exist_ok=True)
    with running(command, port, folder) as server:
        yield server


def nginx_site(text: str, upstreams: Sequence[str], port: int, plain: int, folder: Path) -> str:
    """Return one of the sites in `deploy/` with other addresses and a certificate."""
    servers = "\n    ".join(f"server {upstream};" for upstream in upstreams)
    for old, new in {
        r"( *server 127\.0\.0\.1:8000[^;]*;\n)+": f"    {servers}\n",
        r" *listen \[::\].*;\n": "",
        # Many hosts enable HTTP/2, which browsers then use with nginx.
        r"listen 443 ssl;": f"listen 127.0.0.1:{port} ssl http2;",
        r"listen 80;": f"listen 127.0.0.1:{plain};",
        r"words\.example\.org;": "localhost;",
        r"/\S+/fullchain\.pem": str(folder / "certificate.pem"),
        r"/\S+/privkey\.pem": str(folder / "key.pem"),
    }.items():
        text = re.sub(old, new, text)
    return text


def nginx_under_a_path(site: str) -> str:
    """Return nginx's site with the location from `deploy/README.md` in place of its own."""
    readme = (DEPLOY / "README.md").read_text(encoding="utf-8")
    part = re.search(r"^location = /words .*?^}$", readme, re.DOTALL | re.MULTILINE)
    assert part
    first = site.index("    location / {")
    return site[:first] + part[0] + site[site.index("\n}\n", first) :]


@contextlib.contextmanager
def nginx(folder: Path, *upstreams: str, under_a_path: bool = False) -> Iterator[Socket]:
    """Run nginx with the site in `deploy/` in front of some servers, and yield its address.

    A single server is listed twice, as in that file. The header `X-Test-Address` from this machine
    sets the visitor's address.
    """
    if len(upstreams) == 1:
        upstreams = (f"{upstreams[0]} max_fails=0",) * 2
    port, plain = free_port(), free_port()
    folder.mkdir(parents=True, exist_ok=True)
    make_certificate(folder)
    text = (DEPLOY / "nginx.conf").read_text(encoding="utf-8")
    if under_a_path:
        text = nginx_under_a_path(text)
    site = nginx_site(text, upstreams, port, plain, folder)
    temporary = "\n".join(
        f"    {kind}_temp_path {folder}/{kind};"
        for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    address = "set_real_ip_from 127.0.0.1;\nreal_ip_header X-Test-Address;\n"
    user = "user root;\n" if os.geteuid() == 0 else ""
    path = folder / "nginx.conf"
    path.write_text(
        f"{user}daemon off;\nworker_processes 1;\npid {folder}/nginx.pid;\n"
        "error_log stderr warn;\nevents { worker_connections 4096; }\n"
        f"http {{\n    access_log off;\n{address}{temporary}\n{site}\n}}\n",
        encoding="utf-8",
    )
    command = [program("nginx"), "-e", "stderr", "-p", str(folder), "-c", str(path)]
    with running(command, port, folder) as server:
        assert "[warn]" not in server.text()
        yield Socket(port, trusting(folder / "certificate.pem"))


def caddy_under_a_path(text: str) -> str:
    """Return Caddy's file with the site under a path, which that file has as a comment."""
    block = re.search(r"^#\twww\.example\.org.*", text, re.DOTALL | re.MULTILINE)
    assert block
    site = re.sub(r"^#\t?", "", block[0], flags=re.MULTILINE)
    shared = text[: text.index("{$SITE:localhost}")]
    return f"{shared}{site.replace('www.example.org', '{$SITE:localhost}')}"


def caddy_as_here(text: str) -> str:
    """Return a Caddyfile, adapted to the installed version as `deploy/README.md` explains."""
    version = subprocess.check_output([program("caddy"), "version"], text=True)
    if version.lstrip("v").startswith("2.6"):
        return re.sub(r"request_buffers (.*)", r"buffer_requests\n\t\tmax_buffer_size \1", text)
    return text


@contextlib.contextmanager
def caddy(folder: Path, upstream: str, *, under_a_path: bool = False) -> Iterator[Socket]:
    """Run Caddy with the file in `deploy/` in front of a server, and yield its address.

    Caddy is its own certificate authority.
    """
    port, plain = free_port(), free_port()
    folder.mkdir(parents=True, exist_ok=True)
    text = caddy_as_here((DEPLOY / "Caddyfile").read_text(encoding="utf-8"))
    if under_a_path:
        text = caddy_under_a_path(text)
    options = ["admin off", "default_bind 127.0.0.1", "skip_install_trust"]
    options += [f"http_port {plain}", f"https_port {port}"]
    text = text.replace("\n{\n", "\n{\n\t" + "\n\t".join(options) + "\n", 1)
    path = folder / "Caddyfile"
    path.write_text(text, encoding="utf-8")
    environ = {
        "PATH": os.environ.get("PATH", os.defpath),
        "HOME": str(folder),
        "XDG_DATA_HOME": str(folder),
        "SITE": "localhost",
        "UPSTREAM": upstream,
    }
    command = [program("caddy"), "run", "--adapter", "caddyfile", "--config", str(path)]
    authority = folder / "caddy/pki/authorities/local/root.crt"
    with running(
        command, port, folder, environ=environ, is_ready=lambda port: speaks_tls(port, authority)
    ):
        yield Socket(port, trusting(authority))


def speaks_tls(port: int, certificate: Path) -> bool:
    """Return whether a server on this machine presents a trusted certificate."""
    try:
        with (
            socket.create_connection(("127.0.0.1", port), timeout=5) as link,
            trusting(certificate).wrap_socket(link, server_hostname="localhost"),
        ):
            return True
    except OSError:
        return False


def trusting(certificate: Path) -> ssl.SSLContext:
    """Return a TLS context that trusts a server's certificate."""
    return ssl.create_default_context(cafile=str(certificate))


def make_certificate(folder: Path) -> None:
    names = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1"]
    key = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"]
    files = ["-keyout", str(folder / "key.pem"), "-out", str(folder / "certificate.pem")]
    command = [program("openssl"), "req", "-x509", "-days", "1", *key, *names, *files]
    subprocess.run(command, check=True, capture_output=True)
