"""nginx and Caddy with the files in `deploy/`, in front of the real server."""

import contextlib
import json
import re
import socket
import subprocess
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest
from harness.cookies import full_session, long_history, signed, unsigned
from harness.load import players
from harness.processes import wait_until
from harness.programs import free_port, program
from harness.servers import caddy, gunicorn, nginx
from harness.visitor import Socket, Visitor

from wordle_web.game.history.codec import decode
from wordle_web.game.history.export import write_file
from wordle_web.game.history.history import History
from wordle_web.game.history.records import DayLog, DayResult

ENOUGH_PAGES = 10


@pytest.fixture(scope="module")
def app(tmp_path_factory):
    with gunicorn(tmp_path_factory.mktemp("app"), proxy_hops="1") as running:
        yield running


@pytest.fixture(scope="module", params=["nginx", "caddy"])
def proxy(request):
    """Return a function that runs a proxy with its file in `deploy/`, in a folder, for a server."""
    if request.param == "nginx":
        return nginx
    request.getfixturevalue("has_caddy")
    return caddy


@pytest.fixture(scope="module")
def site(app, proxy, tmp_path_factory):
    with proxy(tmp_path_factory.mktemp("proxy"), f"127.0.0.1:{app.port}") as through:
        yield through


def test_game_is_played_through_a_proxy_on_any_port(site):
    visitor = Visitor(site, headers={"Sec-Fetch-Site": "same-origin"})
    page = visitor.guess_on(visitor.get("/"), "crane")
    assert page.status_code == 200
    assert len(page.rows) == 1
    assert page.headers["strict-transport-security"]
    assert visitor.cookie
    visitor = Visitor(site, headers={"Host": f"localhost:{site.port}"})
    page = visitor.get("/")
    assert f"https://localhost:{site.port}/" in page.text
    # A browser without Sec-Fetch-Site sends this instead.
    visitor.headers["Origin"] = site.url.rstrip("/")
    assert len(visitor.guess_on(page, "crane").rows) == 1


def test_full_cookie_passes_through_a_proxy_in_both_directions(site):
    visitor = Visitor(site, signed(full_session()))
    page = visitor.new_game(8)
    assert len(visitor.cookie) > 3500
    page = visitor.guess_on(page, "strategy")
    assert len(page.rows) == 1
    assert len(decode(unsigned(visitor.cookie)["h"]).days) == len(long_history().days)


def test_large_history_is_restored_through_a_proxy(site):
    bring_back_a_large_history(Visitor(site))


def bring_back_a_large_history(visitor: Visitor, root: str = "") -> None:
    """Restore a file of some hundred kilobytes, as if an editor had enlarged a small file."""
    history = History(DayLog.from_results(dict.fromkeys(range(1, 600), DayResult(4))))
    content = json.dumps(json.loads(write_file(history)), indent=60).encode().ljust(300_000)
    form = next(form for form in visitor.get(f"{root}/history").forms if "restore" in form.action)
    page = visitor.send_file(form, "file", content)
    assert page.status_code == 200, page.text[:200]
    assert "Its 599 games count as played there." in page.text  # the file names no site


@pytest.mark.parametrize("size", [17_000, 100_000, 600_000, 9_000_000])
def test_too_large_form_is_refused_through_a_proxy(site, tmp_path, size):
    body = tmp_path / "body"
    body.write_bytes(b"guess=".ljust(size, b"a"))
    command = [program("curl"), "--silent", "--insecure", "--data", f"@{body}"]
    command += ["--write-out", "%{http_code}", site.url]
    # Caddy responds before it has the body. Over HTTP/2, curl 7.88 then discards the response.
    command.append("--http1.1")
    answer = subprocess.check_output(command, text=True, timeout=60)
    assert answer.endswith("413")
    assert "This is more than the" in answer
    assert "<h1>Too much data</h1>" in answer
    if size > 100_000:  # refused by the proxy, which does not know the form
        assert "500 kB for a backup" in answer


@pytest.mark.parametrize(
    "path", ["/", "/helper", "/league", "/history/restore", "/static/js/main.js"]
)
def test_proxy_shows_a_page_while_the_app_is_stopped(proxy, tmp_path, path):
    with (
        proxy(tmp_path, f"127.0.0.1:{free_port()}") as site,
        contextlib.closing(site.connect()) as link,
    ):
        link.request("GET", path)
        answer = link.getresponse()
        page = answer.read().decode()
    assert answer.status == 503
    assert int(answer.headers["Retry-After"]) >= 30
    assert "text/html" in answer.headers["Content-Type"]
    assert "<h1>Back soon</h1>" in page
    for language, words in {
        "de": "neu oder",
        "es": "está",
        "fr": "arrêté",
        "pt-BR": "navegador",
    }.items():
        assert re.search(f"""<p lang=['"]{language}['"]>[^<]*{words}""", page)


@pytest.mark.parametrize(
    ("headers", "is_read"),
    [({"Cookie": 16_000}, True), ({"X-One": 14_000, "X-Two": 14_000, "X-Three": 14_000}, False)],
    ids=["a cookie line of 16 kB", "42 kB in all"],
)
def test_proxy_accepts_a_16_kb_cookie_and_refuses_42_kb_of_headers(site, headers, is_read):
    with contextlib.closing(site.connect()) as link:
        link.request("GET", "/", headers={name: "a" * size for name, size in headers.items()})
        assert (link.getresponse().status == 200) is is_read


def test_forwarding_headers_of_a_visitor_are_replaced_by_a_proxy(site):
    visitor = Visitor(site)
    for name in ("For", "Host", "Prefix", "Proto", "Port"):
        visitor.headers[f"X-Forwarded-{name}"] = "/evil"
    page = visitor.get("/")
    assert page.status_code == 200
    assert "evil" not in page.text
    # A form from another site is refused.
    visitor = Visitor(site)
    page = visitor.get("/")
    visitor.headers["Origin"] = "https://elsewhere.example"
    assert visitor.guess_on(page, "crane").status_code == 400
    assert visitor.get("/").rows == []


def test_site_works_under_a_path_behind_a_proxy(app, proxy, tmp_path):
    with proxy(tmp_path, f"127.0.0.1:{app.port}", under_a_path=True) as site:
        visitor = Visitor(site)
        visitor.headers["X-Forwarded-Prefix"] = "/evil"
        page = visitor.get("/words")
        assert page.request.path == "/words/"
        page = visitor.guess_on(page, "crane")
        assert page.request.path == "/words/"
        assert len(page.rows) == 1
        bring_back_a_large_history(visitor, "/words")
        page = visitor.new_game(root="/words")
        assert page.request.path.startswith("/words/random/")
        assert len(visitor.guess_on(page, "crane").rows) == 1
        for address in page.addresses:
            if address.startswith("/"):
                assert address.startswith("/words/"), address
                # The menu's form for the language of words accepts only POST.
                status = 405 if address == "/words/language" else 200
                assert visitor.get(address).status_code == status, address


@contextlib.contextmanager
def serving(take: Callable[[socket.socket], object]) -> Iterator[int]:
    """Pass each connection to a function, until the block ends; yield the port."""
    with socket.create_server(("127.0.0.1", 0)) as listener:

        def take_all() -> None:
            with contextlib.suppress(OSError):
                while True:
                    link, _ = listener.accept()
                    with link:
                        link.settimeout(10)
                        take(link)

        threading.Thread(target=take_all, daemon=True).start()
        try:
            yield listener.getsockname()[1]
        finally:
            listener.shutdown(socket.SHUT_RDWR)


@pytest.mark.parametrize("version", ["1.1", "2"])
def test_proxy_forwards_forms_and_pictures_with_their_length(proxy, tmp_path, version):
    picture = tmp_path / "picture.png"
    picture.write_bytes(b"x" * 3_000_000)
    forms = {
        "/": ["--data", "guess=crane&csrf_token=x"],
        "/helper/screenshot": ["--form", f"screenshot=@{picture};type=image/png"],
    }
    heads: list[bytes] = []

    def record(link: socket.socket) -> None:
        """Read a request up to its stated length, store its headers, and respond."""
        data = b""
        while b"\r\n\r\n" not in data:
            data += link.recv(65536)
        head, _, body = data.partition(b"\r\n\r\n")
        match = re.search(rb"(?i)content-length: (\d+)", head)
        while match and len(body) < int(match[1]):
            body += link.recv(65536)
        heads.append(head + b"\r\n\r\n")
        link.sendall(b"HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n")

    with serving(record) as port, proxy(tmp_path, f"127.0.0.1:{port}") as site:
        for path, form in forms.items():
            command = [program("curl"), "--silent", "--insecure", f"--http{version}", *form]
            command += ["--write-out", "%{http_code} %{http_version}", site.url.rstrip("/") + path]
            output = subprocess.check_output(command, text=True, timeout=30)
            assert output == f"204 {version}"
    assert len(heads) == len(forms)
    for head in heads:
        assert b"transfer-encoding" not in head.lower()
        assert re.search(rb"(?i)\r\ncontent-length: [1-9]", head)


def test_nginx_uses_the_next_server_if_one_dies_during_a_guess(app, tmp_path):
    # One server reads requests and then closes the connection, like a killed worker.
    with serving(lambda link: link.recv(65536)) as port:
        upstreams = [f"127.0.0.1:{number} max_fails=0" for number in (port, port, app.port)]
        with nginx(tmp_path, *upstreams) as site:
            visitor = Visitor(site)
            page = visitor.new_game()
            for number, word in enumerate(("soare", "clipt", "gucky", "mohel"), 1):
                page = visitor.guess_on(page, word)
                assert page.status_code == 200
                assert len(page.rows) == number


@contextlib.contextmanager
def reading(site: Socket) -> Iterator[Counter[str]]:
    """Let a visitor request the first page repeatedly; yield the number of responses and errors."""
    visitor, is_over, results = Visitor(site), threading.Event(), Counter[str]()

    def read() -> None:
        while not is_over.wait(0.01):
            try:
                results[visitor.get("/").status] += 1
            except OSError as error:
                results[repr(error)] += 1

    with ThreadPoolExecutor(1) as threads:
        threads.submit(read)
        try:
            yield results
        finally:
            is_over.set()


@pytest.mark.usefixtures("has_caddy")
def test_pages_wait_in_caddy_while_the_app_restarts(tmp_path, figure):
    port = free_port()
    with contextlib.ExitStack() as outer:
        stack = outer.enter_context(contextlib.ExitStack())
        stack.enter_context(gunicorn(tmp_path, port=str(port)))
        site = outer.enter_context(caddy(tmp_path / "caddy", f"127.0.0.1:{port}"))
        with players([site] * 3) as tally, reading(site) as pages:
            time.sleep(1)
            stack.close()
            time.sleep(1)
            server = stack.enter_context(gunicorn(tmp_path, port=str(port)))
            wait_until(lambda: pages.total() > ENOUGH_PAGES, server, 60)
    figure(
        f"restart behind Caddy: pages {dict(pages)}, {tally.guesses} guesses, "
        f"{len(tally.failures)} forms failed, slowest {tally.slowest:.2f} s"
    )
    assert pages.keys() == {"200 OK"}
    assert tally.lost == []
