"""An uploaded picture read: one at a time on this machine, in turn with other costly questions."""

from collections.abc import Sequence
from itertools import chain

from wordle_web.engine.lexicon import Lexicon
from wordle_web.engine.reading.reader import BoardReading
from wordle_web.screenshots import read_screenshot
from wordle_web.web.fair_lock import SEARCH_LOCK, MachineLock
from wordle_web.web.http.bodies import give_back_memory
from wordle_web.web.http.limits import client_network
from wordle_web.web.services import Services, services, sites

# A thread waits at most so long, and few of them do, since each may have a picture of 8 MB.
PATIENCE_SECONDS = 6.0
MAX_WAITING, MAX_OF_ONE_CLIENT = 3, 2

PICTURES = MachineLock(MAX_WAITING, MAX_OF_ONE_CLIENT)


def read_picture(data: bytes) -> tuple[BoardReading, ...]:
    """Return the boards of a picture, by the words of all languages of this site.

    Raises:
        ScreenshotError: the file cannot be read.
        DeadlineError: reading it takes too long.
        BusyError: others are being read.
    """
    with PICTURES.turn(client_network(), PATIENCE_SECONDS), SEARCH_LOCK:
        try:
            return read_screenshot(data, tuple(chain.from_iterable(map(_lexicons, _own_first()))))
        finally:
            give_back_memory()


def site_of(words: Sequence[str]) -> Services:
    """Return the services of the language that most of `words` are of, the request's first."""

    def known(site: Services) -> int:
        """Return how many of them are words of a language."""
        mine = [word for word in words if len(word) in site.lengths]
        return sum(word in site.all_words(len(word)) for word in mine)

    return max(_own_first(), key=known)


def _own_first() -> list[Services]:
    own = services()
    return [own, *(site for site in sites() if site is not own)]


def _lexicons(site: Services) -> list[Lexicon]:
    return [site.all_words(length) for length in site.lengths]
