"""Pictures uploaded to the helper, mostly large ones."""

import contextlib
import http.client
import io
import time
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from draw_boards import Look, picture
from PIL import Image
from web_visitor import multipart

from harness.keys import NAME
from harness.visitor import Socket, Visitor

SCREENSHOT = "/helper/screenshot"
BOUNDED = {"Content-Type": "multipart/form-data; boundary=limit"}


@dataclass(frozen=True, slots=True)
class Sent:
    """The response to a form, and its time in seconds."""

    status: int
    text: str
    seconds: float


def send(site: Socket, path: str, body: bytes, headers: Mapping[str, str]) -> Sent:
    start = time.monotonic()
    with contextlib.closing(site.connect(60)) as link:
        # An early refusal may arrive before the body is sent.
        with contextlib.suppress(BrokenPipeError, ConnectionResetError):
            link.request("POST", path, body, dict(headers))
        answer: http.client.HTTPResponse = link.getresponse()
        return Sent(answer.status, answer.read().decode(), time.monotonic() - start)


def picture_form(data: bytes, token: str = "") -> bytes:
    fields = {"csrf_token": token} if token else {}
    return bytes(multipart(fields, "screenshot", data)["data"])


def noise(side: int = 1_600) -> bytes:
    """Return a picture without a board, with three bytes per pixel: 8 MB by default."""
    data = io.BytesIO()
    pixels = np.random.default_rng(5).integers(0, 256, (side, side, 3), dtype=np.uint8)
    Image.fromarray(pixels).save(data, "PNG", compress_level=1)
    assert side * side * 3 * 0.9 < len(data.getvalue()) < 8 << 20
    return data.getvalue()


def readable() -> bytes:
    data = io.BytesIO()
    rows = [("crane", "01002"), ("slimy", "00110")]
    picture(Look(tile=200, palette="dark"), [(rows, "mo")]).save(data, "PNG")
    return data.getvalue()


def large_picture(site: Socket, side: int = 1_600) -> tuple[bytes, dict[str, str]]:
    """Return a form with a large picture, and the headers of a visitor who may send it."""
    visitor = Visitor(site)
    form = next(f for f in visitor.get(SCREENSHOT).forms if "csrf_token" in f.fields)
    body = picture_form(noise(side), form.fields["csrf_token"])
    return body, {**BOUNDED, "Cookie": f"{NAME}={visitor.cookie}"}
