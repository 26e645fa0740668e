"""Limits by what is asked for: a friendly page, and when to come back."""

from collections.abc import Callable

import pytest
from flask import Flask
from limits.storage import MemoryStorage
from web_visitor import Visitor, static_url

from wordle_web.web.http.limits import Limiter, RequestCounts, client_network, kind_of_request


@pytest.fixture
def limited(make_app: Callable[..., Flask]) -> Flask:
    """A site with very low limits."""
    return make_app(
        rate_limits=True, limit_pages="3/minute", limit_posts="2/minute", limit_helper="1/minute"
    )


def test_who_asks_too_often_is_asked_to_wait(limited: Flask) -> None:
    visitor = Visitor(limited)
    for _ in range(3):
        assert visitor.get("/history").status_code == 200
    page = visitor.get("/history")
    assert page.status_code == 429
    assert "Wait a minute" in page.text
    assert 'href="/"' in page.text
    assert 1 <= int(page.headers["Retry-After"]) <= 61
    assert visitor.get("/archive").status_code == 429


def test_each_kind_of_request_has_a_limit_of_its_own(limited: Flask) -> None:
    visitor = Visitor(limited)
    visitor.get("/")
    statuses = [visitor.post("/", {"guess": "zzzzz"}).status_code for _ in range(3)]
    assert statuses == [422, 422, 429]
    assert visitor.get("/helper").status_code == 200
    assert visitor.get("/helper").status_code == 429
    assert visitor.get("/").status_code == 200


def test_a_guess_that_comes_too_early_loses_nothing(limited: Flask) -> None:
    visitor = Visitor(limited)
    visitor.guess("moist")
    before = visitor.history
    visitor.post("/", {"guess": "fuzzy", "turn": "9"})
    assert visitor.post("/", {"guess": "fuzzy"}).status_code == 429
    assert visitor.history == before


def test_addresses_where_nothing_is_count_too(limited: Flask) -> None:
    client = limited.test_client()
    statuses = [client.get(f"/nothing/{number}").status_code for number in range(4)]
    assert statuses == [404, 404, 404, 429]
    assert client.get("/history").status_code == 429
    assert client.get("/healthz").status_code == 200
    odd = [client.open("/history", method="BREW").status_code for _ in range(2)]
    assert odd == [429, 429]


def test_signs_of_life_and_static_files_have_no_limit(limited: Flask) -> None:
    client = limited.test_client()
    url = static_url(limited, "css/site.css")
    for _ in range(20):
        assert client.get("/healthz").status_code == 200
        assert client.get("/readyz").status_code == 200
        assert client.get(url, buffered=True).status_code == 200
    assert client.get("/history").status_code == 200


def test_addresses_are_counted_apart_and_networks_together(limited: Flask) -> None:
    client = limited.test_client()

    def ask(address: str) -> int:
        return client.get("/history", environ_base={"REMOTE_ADDR": address}).status_code

    assert [ask("192.0.2.1") for _ in range(4)] == [200, 200, 200, 429]
    assert ask("192.0.2.2") == 200
    assert [ask(f"2001:db8:1:2::{n}") for n in range(4)] == [200, 200, 200, 429]
    assert ask("2001:db8:1:3::1") == 200


def test_limits_can_be_switched_off(make_app: Callable[..., Flask]) -> None:
    client = make_app(rate_limits=False, limit_pages="1/minute").test_client()
    assert {client.get("/history").status_code for _ in range(5)} == {200}


def test_while_the_store_cannot_be_reached_each_process_counts_alone(
    make_app: Callable[..., Flask], caplog: pytest.LogCaptureFixture
) -> None:
    away = "redis://127.0.0.1:1"
    app = make_app(rate_limits=True, rate_limit_storage=away, limit_pages="3/minute")
    visitor = Visitor(app)
    assert visitor.guess("moist").status_code == 303  # which takes a page before and one after
    statuses = [visitor.get("/history").status_code for _ in range(4)]
    assert statuses == [200, 429, 429, 429]
    assert caplog.text.count("counts alone") == 1


def test_a_shared_store_counts_for_all_processes() -> None:
    store = MemoryStorage()
    one, other = (Limiter({"pages": "9/second; 2/minute"}, store) for _ in range(2))
    waits = [each.seconds_to_wait("pages", "192.0.2.1") for each in (one, other, one, other)]
    assert waits[:2] == [0, 0]
    assert all(50 < wait <= 60 for wait in waits[2:])
    assert one.seconds_to_wait("pages", "192.0.2.2") == 0


def test_counts_last_as_long_as_their_span_and_are_forgotten() -> None:
    counts = RequestCounts(60)
    assert [counts.add("192.0.2.1", now) for now in (5, 6)] == [(1, 60), (2, 59)]
    assert counts.add("192.0.2.2", 40) == (1, 60)
    assert counts.add("192.0.2.1", 64.5) == (3, 0.5)
    assert counts.add("192.0.2.1", 65) == (1, 60)
    counts.add("192.0.2.3", 200)
    assert len(counts) == 1


@pytest.mark.parametrize(
    ("address", "network"),
    [
        ("192.0.2.1", "192.0.2.1"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"),
        ("2001:db8:1:2:ffff::1", "2001:db8:1:2::"),
        ("2001:db8:1:ffff::1", "2001:db8:1:ffff::"),
        ("fe80::1%eth0", "fe80::"),
        ("::ffff:192.0.2.1", "192.0.2.1"),
        ("192.0.2.1:50000", "192.0.2.1"),
        ("[2001:db8:1:2::1]:50000", "2001:db8:1:2::"),
        ("not:an:address", "not:an:address"),
        ("", ""),
    ],
)
def test_whose_requests_are_counted_together(app: Flask, address: str, network: str) -> None:
    with app.test_request_context("/", environ_base={"REMOTE_ADDR": address}):
        assert client_network() == network


@pytest.mark.parametrize(
    ("method", "path", "kind"),
    [
        ("GET", "/", "pages"),
        ("HEAD", "/history", "pages"),
        ("POST", "/", "posts"),
        ("GET", "/helper", "helper"),
        ("GET", "/absurd?played=crane", "helper"),
        ("GET", "/absurd.csv", "helper"),
        ("POST", "/history/restore", "helper"),
        ("POST", "/history/bring-back", "helper"),
        ("POST", "/history/delete", "posts"),
        ("GET", "/healthz", ""),
    ],
)
def test_what_counts_against_which_limit(app: Flask, method: str, path: str, kind: str) -> None:
    with app.test_request_context(path, method=method):
        assert kind_of_request() == kind
