"""Load from wrk: the cost of pages relative to an empty Flask route on the same server."""

import statistics
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlencode

import pytest
from harness.keys import NAME
from harness.load import Request, wrk
from harness.processes import Server
from harness.servers import gunicorn
from harness.visitor import Socket, Visitor

# Relative to the empty route: requests per second and CPU time for a page, then requests per second
# for guesses sent by a script and by a form.
MIN_READ, MAX_CPU, MIN_SCRIPT, MIN_FORM = 0.25, 4.5, 0.19, 0.12
MIN_FOUR_BOARDS = 0.5  # requests per second, relative to those for one board


@dataclass(frozen=True, slots=True)
class Cost:
    """Requests per second, and the server's CPU time per request in ms."""

    rate: float
    processor: float


@pytest.fixture(scope="module")
def app(tmp_path_factory):
    with gunicorn(tmp_path_factory.mktemp("app")) as running:
        yield running


@pytest.fixture(scope="module")
def bare(tmp_path_factory):
    with gunicorn(tmp_path_factory.mktemp("bare"), app="harness.bare:app") as running:
        yield running


def cost(server: Server, requests: Sequence[Request], folder: Path, seconds: int) -> Cost:
    before = server.processor_seconds()
    measured = wrk(server.port, requests, folder, seconds)
    spent = server.processor_seconds() - before
    assert measured.errors == 0
    return Cost(measured.rate, spent / measured.requests * 1000)


def middle(costs: Sequence[Cost]) -> Cost:
    rates, processors = zip(*((cost.rate, cost.processor) for cost in costs), strict=True)
    return Cost(statistics.median(rates), statistics.median(processors))


def visit(server: Server, home: str = "/") -> dict[str, list[Request]]:
    """Return the requests for a daily page in the middle of a game, and for a guess and its page.

    The guess is sent once by a form, which redirects to the page, and once by a script.
    """
    visitor = Visitor(Socket(server.port))
    page = visitor.guess_on(visitor.guess_on(visitor.get(home), "mohel"), "gucky")
    form, before = page.guess_form, f"{NAME}={visitor.cookie}"
    assert len(page.rows) >= 2
    visitor.guess_on(page, "clipt")
    after = f"{NAME}={visitor.cookie}"
    body = urlencode({**form.fields, "guess": "clipt"})
    return {
        "read": [Request("GET", home, before)],
        "form": [Request("POST", home, before, body), Request("GET", home, after)],
        "script": [Request("POST", home, before, body, is_script=True)],
    }


def test_pages_take_at_most_a_few_times_the_cpu_time_of_an_empty_route(
    app, bare, tmp_path, is_short, figure
):
    times, seconds = (3, 2) if is_short else (5, 5)
    nothing = [Request("GET", "/")]
    boards = {f"{count} boards": visit(app, f"/boards/{count}")["read"] for count in (4, 32)}
    asked = {"bare": nothing, "first": nothing, **visit(app), **boards}
    runs: dict[str, list[Cost]] = {name: [] for name in asked}
    for _ in range(times):
        for name, requests in asked.items():
            server = bare if name == "bare" else app
            runs[name].append(cost(server, requests, tmp_path, seconds))
    medians = {name: middle(costs) for name, costs in runs.items()}
    yardstick = medians["bare"]
    for name, median in medians.items():
        figure(
            f"{name}: {median.rate:.0f} requests a second, "
            f"{median.rate / yardstick.rate:.2f} x the bare route; "
            f"{median.processor:.2f} ms of processor, "
            f"{median.processor / yardstick.processor:.1f} x"
        )
    forms = medians["form"].rate / 2 / yardstick.rate
    figure(f"guess by form, redirection and page: {forms:.2f} x the bare route")
    if is_short:  # there are too few requests to measure a speed; the full test does
        return
    assert medians["read"].rate >= MIN_READ * yardstick.rate
    assert medians["read"].processor <= MAX_CPU * yardstick.processor
    assert medians["script"].rate >= MIN_SCRIPT * yardstick.rate
    assert forms >= MIN_FORM
    assert medians["4 boards"].rate >= MIN_FOUR_BOARDS * medians["read"].rate
