"""The player's past answers of another game: a cookie of their own, and the page that fills it.

One signed cookie holds a packed list for each lexicon, the one saved last at the end. When it is
full, the list at its start goes. It is no part of the session, so that a long list never takes
room from games.
"""

from base64 import urlsafe_b64decode, urlsafe_b64encode
from binascii import Error as Base64Error
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from flask import current_app, request, url_for
from itsdangerous import BadSignature, Signer
from werkzeug.wrappers import Response

from wordle_web.engine.used_words import can_be_packed, find_used, pack, unpack
from wordle_web.game.puzzles.puzzles import LENGTHS
from wordle_web.parsing import MAX_NUMBER, whole_number
from wordle_web.web.helper.state import HelperState
from wordle_web.web.http.sessions import LIFETIME
from wordle_web.web.services import services
from wordle_web.web.ui.components import Link
from wordle_web.web.ui.formatting import number_text, words_text
from wordle_web.web.ui.i18n import gettext, ngettext
from wordle_web.web.ui.queries import read_word

MAX_BYTES = 3000  # of the cookie, its name included
MAX_SAVED_LENGTHS = 32  # lists in a cookie; more are not read
MAX_NAMED = 12  # words that a page names as skipped
SUFFIX = "-used"
SALT = "past answers"

Packed = dict[str, bytes]  # by the name of the lexicon, the one saved last at the end


@dataclass(frozen=True, slots=True)
class Saved:
    """What became of a text that was sent.

    Attributes:
        added: How many words are new in the list.
        unlikely: How many words are no likely answers, and weigh next to nothing already.
        unknown: What is no word, as far as it is named.
        dropped: The lengths of the lists that had to go.
    """

    added: int
    unlikely: int
    unknown: tuple[str, ...]
    dropped: tuple[int, ...]

    def fields(self) -> dict[str, Any]:
        """Return what the address of the page that follows says of it."""
        return {
            "added": str(self.added),
            "unlikely": str(self.unlikely),
            "unknown": ",".join(self.unknown),
            "dropped": ",".join(map(str, self.dropped)),
        }


def read_saved(fields: Mapping[str, str]) -> Saved | None:
    """Return what an address says of a text that was sent; None where it says nothing."""
    if "added" not in fields:
        return None
    counts = [whole_number(fields.get(name, ""), 0, MAX_NUMBER) for name in ("added", "unlikely")]
    unknown = (read_word(text) for text in fields.get("unknown", "").split(",")[:MAX_NAMED])
    dropped = fields.get("dropped", "").split(",")
    return Saved(
        added=counts[0] or 0,
        unlikely=counts[1] or 0,
        unknown=tuple(word for word in unknown if word and len(word) in LENGTHS),
        dropped=tuple(length for length in LENGTHS if str(length) in dropped),
    )


@dataclass(frozen=True, slots=True)
class PastAnswersPage:
    """The page of past answers.

    Attributes:
        count: How many words are saved: `1,900 words`.
        words: All of them, in capitals.
        typed: What stands in the field.
        notices: What became of the last text.
    """

    length: int
    action: str
    clear: str
    back: Link
    count: str
    words: tuple[str, ...]
    typed: str
    notices: tuple[str, ...]
    error: str = ""


def cookie_name() -> str:
    """Return the name of the cookie, which has the prefix of the session's."""
    return f"{current_app.config['SESSION_COOKIE_NAME']}{SUFFIX}"


def saved_words(length: int) -> tuple[str, ...]:
    """Return the saved past answers of a length; of a damaged cookie none."""
    lexicon = services().all_words(length)
    return unpack(lexicon, _read().get(lexicon.name, b""))


def save_text(response: Response, text: str, length: int) -> Saved:
    """Add the words in `text` to the saved ones of a length, in the cookie of `response`."""
    lexicon = services().all_words(length)
    found = find_used(text, lexicon)
    likely = [word for word in found.words if can_be_packed(lexicon, word)]
    before = set(saved_words(length))
    packed = _read()
    packed.pop(lexicon.name, None)
    packed[lexicon.name] = pack(lexicon, before.union(likely))
    dropped = _write(response, packed)
    added = set(likely) - before
    lengths = tuple(int(name.rpartition("-")[2]) for name in dropped)
    unlikely = len(found.words) - len(likely)
    return Saved(len(added), unlikely, found.unknown[:MAX_NAMED], lengths)


def clear_words(response: Response, length: int) -> None:
    """Forget the saved words of a length, in the cookie of `response`."""
    packed = _read()
    packed.pop(services().all_words(length).name, None)
    _write(response, packed)


def _signer() -> Signer:
    config = current_app.config
    keys = [*config["SECRET_KEY_FALLBACKS"], config["SECRET_KEY"]]  # the newest last
    return Signer(keys, salt=SALT, key_derivation="hmac")


def _read() -> Packed:
    value = request.cookies.get(cookie_name(), "")
    if not value or len(value) > MAX_BYTES:
        return {}
    try:
        text = _signer().unsign(value)
        return _records(urlsafe_b64decode(text + b"=" * (-len(text) % 4)))
    except (BadSignature, Base64Error, ValueError):
        return {}


def _records(data: bytes) -> Packed:
    # Of each list: the length of its name, the name, the length of the list in two bytes, the list.
    packed: Packed = {}
    start = 0
    while start < len(data) and len(packed) < MAX_SAVED_LENGTHS:
        end = start + 1 + data[start]
        size = int.from_bytes(data[end : end + 2], "big")
        packed[data[start + 1 : end].decode()] = data[end + 2 : end + 2 + size]
        start = end + 2 + size
    return packed


def _value(packed: Mapping[str, bytes]) -> str:
    data = b"".join(
        bytes([len(name.encode())]) + name.encode() + len(words).to_bytes(2, "big") + words
        for name, words in packed.items()
    )
    return _signer().sign(urlsafe_b64encode(data).rstrip(b"=")).decode()


def _write(response: Response, packed: Packed) -> tuple[str, ...]:
    """Set the cookie, and return the names of the lists for which there was no room."""
    name, config, dropped = cookie_name(), current_app.config, []
    while len(name) + 1 + len(_value(packed)) > MAX_BYTES:
        oldest = next(iter(packed))
        dropped.append(oldest)
        del packed[oldest]
    options = {
        "path": config["SESSION_COOKIE_PATH"],
        "secure": config["SESSION_COOKIE_SECURE"],
        "httponly": True,
        "samesite": "Lax",
    }
    if packed:
        response.set_cookie(name, _value(packed), max_age=LIFETIME, **options)
    else:
        response.delete_cookie(name, **options)
    return tuple(dropped)


def past_answers_page(
    state: HelperState, notices: tuple[str, ...] = (), error: str = "", typed: str = ""
) -> PastAnswersPage:
    """Return the page of past answers beside the helper in `state`."""
    words = saved_words(state.length)
    return PastAnswersPage(
        length=state.length,
        action=state.address(url_for(".past_answers")),
        clear=state.address(url_for(".clear_past_answers")),
        back=Link(gettext("Back to the helper"), state.address(url_for(".helper"))),
        count=words_text(len(words)) if words else gettext("None yet"),
        words=tuple(word.upper() for word in words),
        typed=typed or ", ".join(state.used),
        notices=notices,
        error=error,
    )


def saved_texts(saved: Saved) -> Iterator[str]:
    """Yield what became of a text, as sentences."""
    yield ngettext(
        "%(number)s word saved.",
        "%(number)s words saved.",
        saved.added,
        number=number_text(saved.added),
    )
    if saved.unknown:
        words = ", ".join(saved.unknown).upper()
        yield gettext("Skipped, not in our word list: %(words)s", words=words)
    if saved.unlikely:
        yield ngettext(
            "%(number)s word skipped: it is an unlikely answer anyway.",
            "%(number)s words skipped: they are unlikely answers anyway.",
            saved.unlikely,
            number=number_text(saved.unlikely),
        )
    for length in saved.dropped:
        yield gettext(
            "There was no room left in your browser, so your list of %(length)s-letter words was "
            "removed.",
            length=length,
        )
