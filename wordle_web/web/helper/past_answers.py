"""What a player knows of another game: a cookie of its own, and the page that fills it.

For each lexicon there may be a list of past answers, and one of possible answers. One signed cookie
holds them all, packed, the one saved last at the end. When it is full, the list at its start goes.
It is no part of the session, so that a long list never takes room from games.
"""

from base64 import urlsafe_b64decode, urlsafe_b64encode
from binascii import Error as Base64Error
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from flask import current_app, request, url_for
from itsdangerous import BadSignature, Signer
from werkzeug.wrappers import Response

from wordle_web.engine.used_words import (
    FoundWords,
    OtherGame,
    UsedWords,
    can_be_packed,
    find_used,
    other_game,
    pack,
    unpack,
)
from wordle_web.engine.words.letters import capitals
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
MAX_UNLIKELY = 100  # past answers that are no likely answers, and are kept by their letters
POSSIBLE = "?"  # after the name of the lexicon, where a list is one of possible answers
SUFFIX = "-used"
SALT = "past answers"

Packed = dict[str, bytes]  # by the name of the lexicon, the one saved last at the end


@dataclass(frozen=True, slots=True)
class Saved:
    """What became of a text that was sent.

    Attributes:
        added: How many words are new in the list.
        unlikely: How many past answers were left out: no likely answers, of which there were many.
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
        count: How many past answers are saved: `1,900 words`.
        words: All of them, in capitals.
        early: What their dates change, as a sentence; empty where they have none.
        possible_count: How many possible answers are saved.
        possible: All of them, in capitals.
        typed: What stands in the field.
        notices: What became of the last text.
        error_list: Which of the two lists the error is about: `used` or `possible`.
    """

    length: int
    action: str
    clear: str
    back: Link
    count: str
    words: tuple[str, ...]
    early: str
    possible_count: str
    possible: tuple[str, ...]
    typed: str
    notices: tuple[str, ...]
    error: str = ""
    error_list: str = "used"


def cookie_name() -> str:
    """Return the name of the cookie, which has the prefix of the session's."""
    return f"{current_app.config['SESSION_COOKIE_NAME']}{SUFFIX}"


def saved_words(length: int) -> tuple[str, ...]:
    """Return the saved past answers of a length; of a damaged cookie none."""
    return _saved(length).words


def known_game(length: int, *, is_player: bool = True) -> OtherGame:
    """Return what the host, and the player if asked for, know of another game's answers.

    Where the player has saved a list of possible answers, the host's own does not count.
    """
    site, lexicon = services(), services().all_words(length)
    host = other_game(lexicon, site.settings.used_words, site.settings.possible_words)
    if not is_player:
        return host
    possible = _saved(length, POSSIBLE).words or host.possible
    return OtherGame({**host.weights, **_saved(length).weights}, possible)


def _saved(length: int, kind: str = "") -> UsedWords:
    lexicon = services().all_words(length)
    return unpack(lexicon, _read().get(lexicon.name + kind, b""))


def save_text(response: Response, text: str, length: int, *, is_possible: bool = False) -> Saved:
    """Save the words in `text`, in the cookie of `response`.

    Past answers are added to the saved ones. Possible answers take their place.
    """
    lexicon = services().all_words(length)
    found = find_used(text, lexicon)
    if is_possible:
        return _keep(response, length, UsedWords(tuple(sorted(found.words))), found, POSSIBLE)
    unlikely = [word for word in found.words if not can_be_packed(lexicon, word)]
    left_out = frozenset(unlikely[MAX_UNLIKELY:])
    kept = replace(found, words=tuple(word for word in found.words if word not in left_out))
    return _keep(response, length, _saved(length).with_found(kept), found)


def _keep(
    response: Response, length: int, words: UsedWords, found: FoundWords, kind: str = ""
) -> Saved:
    lexicon = services().all_words(length)
    before = set() if kind else set(_saved(length).words)
    packed = _read()
    packed.pop(lexicon.name + kind, None)
    packed[lexicon.name + kind] = pack(lexicon, words)
    dropped = _write(response, packed)
    lengths = tuple(int(name.removesuffix(POSSIBLE).rpartition("-")[2]) for name in dropped)
    left_out = set(found.words) - set(words.words)
    added = 0 if lexicon.name + kind in dropped else len(set(words.words) - before)
    return Saved(added, len(left_out), found.unknown[:MAX_NAMED], lengths)


def clear_words(response: Response, length: int, *, is_possible: bool = False) -> None:
    """Forget the saved words of a length, in the cookie of `response`."""
    packed = _read()
    packed.pop(services().all_words(length).name + (POSSIBLE if is_possible else ""), None)
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
        newest = next(reversed(packed))
        # A list that is too long by itself takes no other list with it.
        is_too_long = len(name) + 1 + len(_value({newest: packed[newest]})) > MAX_BYTES
        oldest = newest if is_too_long else next(iter(packed))
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
    state: HelperState,
    notices: tuple[str, ...] = (),
    error: str = "",
    typed: str = "",
    error_list: str = "used",
) -> PastAnswersPage:
    """Return the page of past and possible answers beside the helper in `state`."""
    used, possible = _saved(state.length), _saved(state.length, POSSIBLE).words
    return PastAnswersPage(
        length=state.length,
        action=state.address(url_for(".past_answers")),
        clear=state.address(url_for(".clear_past_answers")),
        back=Link(gettext("Back to the helper"), state.address(url_for(".helper"))),
        count=words_text(len(used.words)) if used.words else gettext("None yet"),
        words=tuple(capitals(word) for word in used.words),
        early=_early_text(used),
        possible_count=words_text(len(possible)) if possible else gettext("None yet"),
        possible=tuple(capitals(word) for word in possible),
        typed=typed or ", ".join(state.used),
        notices=notices,
        error=error,
        error_list=error_list,
    )


def _early_text(used: UsedWords) -> str:
    if not used.is_dated:
        return ""
    return gettext(
        "Your list has dates or numbers: the %(number)s oldest words count 0.45, since old "
        "answers return most, and the others 0.03.",
        number=number_text(len(used.early)),
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
        words = capitals(", ".join(saved.unknown))
        yield gettext("Skipped, not in our word list: %(words)s", words=words)
    if saved.unlikely:
        yield ngettext(
            "%(number)s rare word skipped: too many for your browser.",
            "%(number)s rare words skipped: too many for your browser.",
            saved.unlikely,
            number=number_text(saved.unlikely),
        )
    for length in saved.dropped:
        yield gettext(
            "There was no room left in your browser, so your list of %(length)s-letter words was "
            "removed.",
            length=length,
        )
