"""When a request has arrived completely, and how long it may take."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wordle_web.server.worker import MAX_BODY_BYTES, MAX_HEAD_BYTES, Arrival

GET = b"GET / HTTP/1.1\r\nHost: words.example\r\n\r\n"
POST = b"POST / HTTP/1.1\r\nHost: words.example\r\ncontent-LENGTH: 11\r\n\r\n"
CHUNKED = b"POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n"
HUGE = b"POST / HTTP/1.1\r\nContent-Length: %d\r\n\r\n"


def arrived(*pieces: bytes) -> Arrival:
    arrival = Arrival(None, 0.0)
    for piece in pieces:
        arrival.add(piece, 5.0)
    return arrival


@pytest.mark.parametrize(
    "request_bytes",
    [
        GET,
        POST + b"guess=crane",
        CHUNKED + b"5\r\nguess\r\n0\r\n\r\n",
        CHUNKED + b"0\r\n\r\n",
        CHUNKED + b"9\r\n\r\n0\r\n\r\n\r\n\r\n0\r\n\r\n",
        CHUNKED + b"5\r\nguess\r\n00;x=y\r\nTrailer: 1\r\n\r\n",
    ],
)
@given(data=st.data())
def test_a_request_is_complete_with_its_last_byte_and_not_before(
    data: st.DataObject, request_bytes: bytes
) -> None:
    cuts = sorted(data.draw(st.lists(st.integers(0, len(request_bytes) - 1), max_size=4)))
    arrival = Arrival(None, 0.0)
    for start, end in zip([0, *cuts], [*cuts, len(request_bytes) - 1], strict=True):
        arrival.add(request_bytes[start:end], 5.0)
        assert not arrival.is_complete
    arrival.add(request_bytes[-1:], 5.0)
    assert arrival.is_complete
    assert bytes(arrival.data) == request_bytes


@pytest.mark.parametrize(
    "request_bytes",
    [
        b"x" * (MAX_HEAD_BYTES + 1),
        HUGE % (MAX_BODY_BYTES + 1),
        CHUNKED + b"x" * MAX_BODY_BYTES,
    ],
    ids=["headers", "announced", "chunked"],
)
def test_what_is_too_long_is_not_waited_for(request_bytes: bytes) -> None:
    assert not arrived(request_bytes[:-2]).is_complete
    assert arrived(request_bytes).is_complete


def test_a_body_as_long_as_can_be_is_waited_for() -> None:
    assert not arrived(HUGE % MAX_BODY_BYTES).is_complete


def test_headers_and_body_have_ten_seconds_each_and_a_long_body_more() -> None:
    assert arrived(GET[:-2]).deadline == 10.0
    assert arrived(POST, b"guess").deadline == pytest.approx(15.0 + 11 / 50_000)
    assert arrived(HUGE % 500_000).deadline == 25.0
