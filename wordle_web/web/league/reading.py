"""Chats read with this site's keys and names, one at a time in each process."""

import functools
import re
import time
from collections.abc import Iterator
from itertools import chain
from typing import Final

from flask import url_for

from wordle_web.game.errors import LeagueError
from wordle_web.game.league.chats import Message, read_messages
from wordle_web.game.league.exports import MAX_BYTES, messages_of_file
from wordle_web.game.league.packing import pack, unpack
from wordle_web.game.league.reading import ChatReading, Reader
from wordle_web.game.league.results import OwnGames
from wordle_web.game.league.seals import sealed_by
from wordle_web.game.league.table import Table, merged
from wordle_web.game.puzzles.subkeys import subkey
from wordle_web.game.puzzles.variants import BOARD_COUNTS, Variant
from wordle_web.web.fair_lock import MachineLock
from wordle_web.web.http.limits import client_network
from wordle_web.web.services import services, sites
from wordle_web.web.ui.formatting import own_name
from wordle_web.web.ui.i18n import LANGUAGES, translator

PATIENCE_SECONDS: Final = 6.0
MESSAGES_AT_ONCE, PAUSE_SECONDS = 100, 0.0005
MAX_LINKS: Final = 8  # of tables, in a text

# Never opened, so each process has its own.
CHATS: Final = MachineLock(4, 2)

_LINK = re.compile(r"/league\?(?:[^\s#]{0,300}&)?table=([\w-]{1,4000})")


def keys() -> list[bytes]:
    """Return the keys of this site, the present one first."""
    epochs = services().epochs_begun
    return [epoch.key for epoch in reversed(epochs)]


def packed(table: Table) -> str:
    """Return the token of a table, in a link of at most 2,000 characters.

    Raises:
        LeagueError: it has more names than fit.
    """
    room = 2000 - len(url_for("league.league", table="", _external=True))
    return pack(table, keys()[0], room)[0]


def read_chat(text: str, file: bytes) -> tuple[Table, ChatReading]:
    """Return the table of what was pasted and of a file, and what the chat alone gave.

    Links of tables in the text are merged.

    Raises:
        LeagueError: nothing was found, or too much.
        BusyError: others are being read.
    """
    with CHATS.turn(client_network(), PATIENCE_SECONDS):
        if len(text) > MAX_BYTES:
            raise LeagueError("size")
        found = _reader().read(_messages(text, file))
        table = found.table
        for match in list(_LINK.finditer(text))[-MAX_LINKS:]:
            table = merged(table, unpack(match[1], keys())[0])
        if not table.results and not found.nameless:
            raise LeagueError("empty")
        return table, found


def _messages(text: str, file: bytes) -> Iterator[Message]:
    messages = chain(read_messages(text), messages_of_file(file) if file else ())
    for number, message in enumerate(messages):
        if number % MESSAGES_AT_ONCE == 0:
            time.sleep(PAUSE_SECONDS)  # other threads of this process need not wait for their turn
        yield message


def _reader() -> Reader:
    site, key = services(), keys()[-1]
    return Reader(
        own=own_games(
            site.settings.site_name, tuple((each.language, each.code) for each in sites())
        ),
        check_seal=lambda puzzle, seal, value: sealed_by(puzzle, seal, value, keys()),
        digest=lambda number: subkey(key, "telephone", number).hex()[:6],
        first_day=site.settings.first_day,
    )


# How several boards are named, and whether they are played one at a time. The last is what results
# said before, which chats still hold.
SEVERAL: Final = (
    ("%(number)s boards", False),
    ("%(number)s boards, one at a time", True),
    ("%(number)s boards in turn", True),
)


# One of some 400 short texts for each site: 16 of 60 kB, 1 MB at most.
@functools.lru_cache(maxsize=16)
def own_games(site_name: str, languages: tuple[tuple[str, str], ...]) -> OwnGames:
    """Return how a site names its games in all languages of its texts and words.

    Args:
        site_name: As shared results have it.
        languages: Name and code of each language of the words, the first one first.
    """
    titles: dict[str, str] = {}
    absurd = []
    for place, (language, code) in enumerate(languages):
        name = f"{site_name} {own_name(language)}" if place else site_name
        titles[name.casefold()] = Variant(code if place else "").path
        for text in map(translator, LANGUAGES):
            facts = {"name": name, "result": ""}
            absurd.append((text("%(name)s Absurd mode: %(result)s") % facts).strip().casefold())
            for boards in BOARD_COUNTS:
                for several, in_turn in SEVERAL:
                    title = f"{name} · {text(several) % {'number': boards}}"
                    path = Variant(code if place else "", boards, in_turn).path
                    titles[title.casefold()] = path
    return OwnGames(titles, tuple(dict.fromkeys(absurd)))
