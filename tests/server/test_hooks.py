"""Startup of the server: checking for free addresses, and printing where to play."""

import re
import socket

import pytest
from harness.servers import DEPLOY

from wordle_web.server import hooks
from wordle_web.server.hooks import bind_problem, browser_addresses, exit_unless_free

TAKEN = "address already in use"


@pytest.fixture
def taken():
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        listener.listen()
        yield listener.getsockname()


@pytest.mark.parametrize("name", ["LISTEN_FDS", "GUNICORN_FD"])
def test_address_in_use_stops_the_start_with_a_message(taken, name, monkeypatch):
    with pytest.raises(SystemExit) as caught:
        exit_unless_free([taken])
    message = str(caught.value.code)
    assert message.startswith(f"wordle-web cannot listen on 127.0.0.1:{taken[1]}: {TAKEN}.")
    assert "WORDLE_WEB_BIND" in message
    assert len(message.splitlines()) == 1
    message = hooks.cannot_listen(bind_problem(("203.0.113.9", 8000)))
    assert "kill" not in message
    assert "Use `--host 0.0.0.0`" in message
    for port, advised in ((8000, 8001), (8001, 8002)):  # a different port than the one in use
        message = hooks.cannot_listen(f"0.0.0.0:{port}: {TAKEN}")
        assert message.endswith(f"such as 127.0.0.1:{advised}.")
    # A socket passed in by the system is not checked.
    monkeypatch.setenv(name, "1")
    exit_unless_free([taken])


@pytest.mark.parametrize(
    ("platform", "command"), [("linux", "ss -ltnp sport = :{}"), ("darwin", "lsof -ti :{}")]
)
def test_error_for_an_address_in_use_names_commands_to_end_the_other_server(
    taken, platform, command, monkeypatch
):
    monkeypatch.setattr("sys.platform", platform)
    message = hooks.cannot_listen(bind_problem(taken))
    assert f"`{command.format(taken[1])}` shows its process, `kill PID` ends it." in message


def test_address_that_was_just_released_can_be_used_again(taken, tmp_path):
    with socket.create_connection(taken):
        pass
    assert TAKEN in bind_problem(taken)
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        free = other.getsockname()
    exit_unless_free([free, str(tmp_path / "words.sock"), 3])


def test_address_that_cannot_be_bound_is_reported():
    for address, reason in (
        (("203.0.113.9", 8000), "this machine has no such address"),
        (("no.such.host.invalid", 8000), "no.such.host.invalid:8000: "),
        ("/nowhere/words.sock", "/nowhere/words.sock: cannot create a socket there"),
    ):
        assert reason in bind_problem(address)


@pytest.fixture
def networks(monkeypatch):
    """A machine whose addresses in two networks are known only from its host name."""
    known = ("127.0.1.1", "192.168.1.5", "192.168.1.5", "fe80::1%eth0", "2001:db8::5")
    addresses = [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (address, 0)) for address in known]
    monkeypatch.setattr("socket.getaddrinfo", lambda *_: addresses)
    monkeypatch.setattr("socket.socket.connect", unreachable)
    monkeypatch.setattr("os.path.exists", lambda _: False)
    monkeypatch.delenv("container", raising=False)


def unreachable(*_: object) -> None:
    raise OSError("no route")


@pytest.mark.usefixtures("networks")
def test_start_prints_the_url_to_open(capsys):
    hooks.print_addresses([("0.0.0.0", 8000), "/run/words.sock", ("words.example", 80)])
    assert capsys.readouterr().err.splitlines() == [
        "wordle-web is ready: open http://127.0.0.1:8000 here, "
        "or http://192.168.1.5:8000 on any device in your network",
        "wordle-web is ready: open http://words.example:80",
    ]
    assert list(browser_addresses(("::", 8000))) == [
        "http://127.0.0.1:8000",
        "http://192.168.1.5:8000",
        "http://[2001:db8::5]:8000",
    ]


def test_server_opens_the_site_only_once_in_a_browser(monkeypatch):
    opened = list[str]()
    monkeypatch.setattr("webbrowser.open", opened.append)
    monkeypatch.setenv(hooks.OPEN, "1")
    hooks.print_addresses(["/run/words.sock", ("::1", 80), ("127.0.0.1", 80)])
    hooks.print_addresses([("127.0.0.1", 80)])
    assert opened == ["http://[::1]:80"]


@pytest.mark.usefixtures("networks")
@pytest.mark.parametrize(
    ("address", "is_printed"),
    [
        ("192.168.1.5", True),
        ("10.0.0.5", True),
        ("192.0.2.2", True),  # a range for documentation, used by some virtual machines
        ("203.0.113.5", True),
        ("100.64.0.5", True),
        ("8.8.4.4", True),
        ("127.0.1.1", False),
        ("169.254.7.7", False),
    ],
)
def test_every_network_address_except_local_ones_is_printed(address, is_printed, monkeypatch):
    entry = (socket.AF_INET, socket.SOCK_STREAM, 6, "", (address, 0))
    monkeypatch.setattr("socket.getaddrinfo", lambda *_: [entry])
    urls = ["http://127.0.0.1:80", *([f"http://{address}:80"] if is_printed else [])]
    assert list(browser_addresses(("0.0.0.0", 80))) == urls


@pytest.mark.usefixtures("networks")
def test_container_prints_no_network_address(monkeypatch):
    monkeypatch.setattr("os.path.exists", lambda path: path == "/run/.containerenv")
    assert hooks.network_addresses(4, 6) == ()


@pytest.mark.usefixtures("networks")
def test_image_built_from_the_containerfile_prints_no_network_address(monkeypatch):
    containerfile = (DEPLOY / "Containerfile").read_text(encoding="utf-8")
    (value,) = re.findall(r"^ +container=(\w+) \\$", containerfile, re.MULTILINE)
    monkeypatch.setenv("container", value)
    assert hooks.network_addresses(4, 6) == ()


def test_machine_without_a_name_prints_its_local_address(monkeypatch):
    monkeypatch.setattr("socket.getaddrinfo", unreachable)
    monkeypatch.setattr("socket.socket.connect", unreachable)
    assert list(browser_addresses(("0.0.0.0", 8000))) == ["http://127.0.0.1:8000"]
