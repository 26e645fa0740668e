"""Bytes as URL-safe text, with exactly one text for any bytes."""

import base64


def encode(data: bytes) -> str:
    """Return `data` as URL-safe base64, without padding.

    >>> encode(b"crane?")
    'Y3JhbmU_'
    """
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def decode(text: str) -> bytes | None:
    """Return the bytes that `encode` turns into `text`, or None.

    >>> decode("Y3JhbmU_"), decode("Y3JhbmU/"), decode("Y3JhbmV")
    (b'crane?', None, None)
    """
    try:
        data = base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
    except ValueError:
        return None
    return data if encode(data) == text else None
