"""Bytes as text fit for an address, with exactly one text for any bytes."""

import base64


def text_of(data: bytes) -> str:
    """Return `data` in the URL-safe alphabet of base64, without padding.

    >>> text_of(b"crane?")
    'Y3JhbmU_'
    """
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def bytes_of(text: str) -> bytes | None:
    """Return the bytes that `text_of` writes as `text`, or None where there are none.

    >>> bytes_of("Y3JhbmU_"), bytes_of("Y3JhbmU/"), bytes_of("Y3JhbmV")
    (b'crane?', None, None)
    """
    try:
        data = base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
    except ValueError:
        return None
    return data if text_of(data) == text else None
