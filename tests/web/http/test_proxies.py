"""Body limits in the files for proxies, compared with those of the application."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from flask import Flask

from wordle_web.web.http.bodies import MAX_FORM_BYTES, body_limits

DEPLOY = Path(__file__).parents[3] / "deploy"
KILOBYTE = 1024
ROOM = 100 * KILOBYTE  # a proxy may accept this much more than the app, which answers with a page
Sizes = Callable[[str], list[int]]


def nginx_sizes() -> Sizes:
    """Return a function that lists the limits of an address in bytes, of which one should apply."""
    text = (DEPLOY / "nginx.conf").read_text(encoding="utf-8")
    limits = re.findall(r"location ~ (\S+) \{\s*client_max_body_size (\d+)k;", text)
    usual = re.findall(r"^ {4}client_max_body_size (\d+)k;", text, re.MULTILINE)
    # The proxies keep bodies in memory.
    assert re.findall(r"max_body_size (\w+);", text) == re.findall(r"body_buffer_size (\w+);", text)

    def sizes(address: str) -> list[int]:
        fitting = [size for place, size in limits if re.search(place, address)]
        return [int(size) * KILOBYTE for size in fitting or usual]

    return sizes


def caddy_sizes() -> Sizes:
    text = (DEPLOY / "Caddyfile").read_text(encoding="utf-8")
    places = dict(re.findall(r"^\t@(\w+) path_regexp (\S+)$", text, re.MULTILINE))
    block = r"handle (?:@(\w+) )?\{\s*@long header_regexp Content-Length (\S+)\n.*?max_size (\d+)KB"
    limits = {}
    for name, long, kilobytes in re.findall(block, text, re.DOTALL):
        limits[name] = int(kilobytes) * 1000
        lengths = (str(limits[name] + more) for more in (-1, 0, 1_000_000, 10**12))
        assert [bool(re.match(long, length)) for length in lengths] == [False, True, True, True]
    assert limits.keys() == {*places, ""}
    assert re.findall(r"request_buffers (\d+)KB", text) == [str(max(limits.values()) // 1000)]

    def sizes(address: str) -> list[int]:
        fitting = [limits[name] for name, place in places.items() if re.search(place, address)]
        return fitting or [limits[""]]

    return sizes


@pytest.mark.parametrize("sizes", [nginx_sizes(), caddy_sizes()], ids=["nginx", "caddy"])
def test_body_limits_of_proxies_match_the_app(app: Flask, sizes: Sizes) -> None:
    for rule in app.url_map.iter_rules():
        path = re.sub(r"<[^>]+>", "1", re.sub(r"<any\((\w+)[^>]*>", r"\1", rule.rule))
        limit, _ = body_limits(app).get(rule.endpoint, (MAX_FORM_BYTES, 0))
        for address in (path, f"/pt{path}"):
            if (rule.methods or set()) - {"GET", "HEAD", "OPTIONS"}:
                (size,) = sizes(address)
                most = max(70_000, limit + ROOM)
                if 70_000 < limit < 600_000:  # Caddy has one limit for all of these
                    most = 600_000
                assert limit <= size <= most, address
