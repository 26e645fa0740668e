"""Challenges: a word for a friend, sealed in a link.

Word, name and hint are encrypted and authenticated (AES-GCM with a subkey), so the link neither
reveals them nor can be altered. The first key seals; any key opens.
"""

import unicodedata
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from wordle_web.engine.lexicon import Lexicon
from wordle_web.game.errors import PuzzleError
from wordle_web.game.puzzles import base64url
from wordle_web.game.puzzles.subkeys import subkey
from wordle_web.game.rules import allowed_word

MAX_NAME = 30
MAX_HINT = 80
MAX_TOKEN = 700
NONCE_BYTES = 12
SEPARATOR = "\N{INFORMATION SEPARATOR ONE}"
VERSION = b"wordle-web challenge 1"


@dataclass(frozen=True, slots=True)
class Challenge:
    """A word for a friend, with an optional name and hint.

    Attributes:
        answer: Kept out of the representation, and so out of logs.
        name: Who set it, at most 30 characters; may be empty.
        hint: At most 80 characters; may be empty.
    """

    answer: str = field(repr=False)
    name: str = ""
    hint: str = ""


def new_challenge(text: str, lexicon: Lexicon, name: str = "", hint: str = "") -> Challenge:
    """Return the challenge for the word typed as `text`.

    Raises:
        RefusalError: it is not a word, of another length, or not allowed.
        PuzzleError: the name or the hint is too long.
    """
    challenge = Challenge(allowed_word(text, lexicon), one_line(name), one_line(hint))
    if len(challenge.name) > MAX_NAME:
        raise PuzzleError("name-too-long", MAX_NAME)
    if len(challenge.hint) > MAX_HINT:
        raise PuzzleError("hint-too-long", MAX_HINT)
    return challenge


def seal(challenge: Challenge, keys: Sequence[bytes], randbytes: Callable[[int], bytes]) -> str:
    """Return the URL-safe token of `challenge`, sealed with the first of `keys`."""
    nonce = randbytes(NONCE_BYTES)
    plain = SEPARATOR.join((challenge.answer, challenge.name, challenge.hint)).encode()
    sealed = _cipher(keys[0]).encrypt(nonce, plain, VERSION)
    return base64url.encode(nonce + sealed)


def unseal(token: str, keys: Sequence[bytes]) -> Challenge:
    """Return the challenge in `token`, sealed with any of `keys`.

    Raises:
        PuzzleError: it is damaged, or sealed with another key.
    """
    data = base64url.decode(token[: MAX_TOKEN + 1])
    if data is None or not NONCE_BYTES < len(data) < MAX_TOKEN:
        raise PuzzleError("challenge")
    for key in keys:
        try:
            plain = _cipher(key).decrypt(data[:NONCE_BYTES], data[NONCE_BYTES:], VERSION)
        except InvalidTag:
            continue
        return Challenge(*plain.decode().split(SEPARATOR, 2))
    raise PuzzleError("challenge")


def _cipher(key: bytes) -> AESGCM:
    return AESGCM(subkey(key, "challenge"))


def one_line(text: str) -> str:
    """Return `text` on one line, NFC-normalized, without control or direction characters."""
    spaced = " ".join(unicodedata.normalize("NFC", text).split())
    return "".join(letter for letter in spaced if unicodedata.category(letter)[0] != "C")
