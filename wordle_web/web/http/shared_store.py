"""Accounts of networks in Redis or Valkey, which all processes and machines of a site share.

Only sites with such a store import this module, since importing its client library takes 0.1 s.
"""

import logging
import threading
import time
from typing import Final

from redis import Redis
from redis.backoff import NoBackoff
from redis.exceptions import RedisError
from redis.retry import Retry

# If the store doesn't answer within `STORE_SECONDS`, it isn't asked again for `ALONE_SECONDS`.
STORE_SECONDS: Final = 0.1
ALONE_SECONDS: Final = 30


class SharedStore:
    """The CPU time that each network has spent in its current minute, in all processes."""

    def __init__(self, url: str, patience: float = STORE_SECONDS) -> None:
        """Use the store at a URL, with a timeout of `patience` seconds."""
        self._client = Redis.from_url(
            url.removeprefix("redis+"),  # the library expects `unix://`, not `redis+unix://`
            socket_connect_timeout=patience,
            socket_timeout=patience,
            retry=Retry(NoBackoff(), 0),
        )
        self._alone_until = 0.0
        self._asked: dict[int, float] = {}  # by thread, the time of a question without an answer

    def ping(self) -> bool:
        """Return whether the store answers.

        Raises:
            RedisError: it does not; the library may also raise other exceptions.
        """
        return bool(self._client.ping())

    def charge(self, network: str, milliseconds: int, minute: int) -> tuple[int, float] | None:
        """Add CPU time to a network's account, which expires `minute` seconds after its start.

        Returns:
            The ms spent and the seconds until the account expires, or None if the store does not
            answer. It isn't asked again for `ALONE_SECONDS`.
        """
        now = time.monotonic()
        # The timeout of the client does not include the lookup of the store's name.
        hangs = any(now - asked > STORE_SECONDS for asked in list(self._asked.values()))
        if hangs or now < self._alone_until:
            return None
        self._asked[threading.get_ident()] = now
        try:
            key = f"wordle-web/{network}"
            with self._client.pipeline() as commands:
                commands.set(key, 0, ex=minute, nx=True)
                commands.incrby(key, milliseconds)
                commands.pttl(key)
                _, spent, left = commands.execute()
        except (RedisError, OSError) as error:
            self._alone_until = time.monotonic() + ALONE_SECONDS
            logging.getLogger(__name__).warning(
                "The store of rate limits does not answer (%s): this process counts alone for %d "
                "seconds",
                type(error).__name__,
                ALONE_SECONDS,
            )
            return None
        finally:
            del self._asked[threading.get_ident()]
        return spent, left / 1000
