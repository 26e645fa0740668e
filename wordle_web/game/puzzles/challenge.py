"""Challenges: a word for a friend, or one for each board, sealed in a link.

Words, name and hint are encrypted and authenticated (AES-GCM with a subkey), so the link neither
reveals them nor can be altered. The first key seals; any key opens.
"""

import unicodedata
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from wordle_web.engine.lexicon import Lexicon
from wordle_web.engine.words.letters import normalized
from wordle_web.game.errors import PuzzleError
from wordle_web.game.puzzles import base64url
from wordle_web.game.puzzles.subkeys import subkey
from wordle_web.game.puzzles.variants import HOME, Variant
from wordle_web.game.rules import allowed_word

MAX_NAME = 30
MAX_HINT = 80
MAX_TOKEN = 1100  # characters: 32 words of 8 letters, with a name and a hint in any script
NONCE_BYTES = 12
SEPARATOR = "\N{INFORMATION SEPARATOR ONE}"
VERSION = "wordle-web challenge 1"


@dataclass(frozen=True, slots=True)
class Challenge:
    """Words for a friend, with an optional name and hint.

    Attributes:
        answers: One per board; kept out of the representation, and so out of logs.
        name: Who set it, at most 30 characters; may be empty.
        hint: At most 80 characters; may be empty.
    """

    answers: tuple[str, ...] = field(repr=False)
    name: str = ""
    hint: str = ""


def new_challenge(
    text: str, lexicon: Lexicon, name: str = "", hint: str = "", boards: int = 1
) -> Challenge:
    """Return the challenge for the words typed as `text`, one per board.

    Raises:
        RefusalError: one is not a word, of another length, or not allowed.
        PuzzleError: there are more or fewer words than boards, or one of them twice; or the name
            or the hint is too long.
    """
    # A single word is not split, so that a space in it is named as what is wrong.
    typed = text.replace(",", " ").split() if boards > 1 else [text]
    if len(typed) != boards:
        raise PuzzleError("number-of-words", boards)
    answers = tuple(allowed_word(word, lexicon) for word in typed)
    if len(set(answers)) < boards:
        raise PuzzleError("same-word")
    challenge = Challenge(answers, one_line(name), one_line(hint))
    if len(challenge.name) > MAX_NAME:
        raise PuzzleError("name-too-long", MAX_NAME)
    if len(challenge.hint) > MAX_HINT:
        raise PuzzleError("hint-too-long", MAX_HINT)
    return challenge


def seal(
    challenge: Challenge,
    keys: Sequence[bytes],
    randbytes: Callable[[int], bytes],
    variant: Variant = HOME,
) -> str:
    """Return the URL-safe token of `challenge`, sealed for a variant with the first of `keys`."""
    nonce = randbytes(NONCE_BYTES)
    answers = " ".join(challenge.answers)
    plain = SEPARATOR.join((answers, challenge.name, challenge.hint)).encode()
    sealed = _cipher(keys[0]).encrypt(nonce, plain, _version(variant))
    return base64url.encode(nonce + sealed)


def unseal(token: str, keys: Sequence[bytes], variant: Variant = HOME) -> Challenge:
    """Return the challenge in `token`, sealed with any of `keys`.

    Raises:
        PuzzleError: it is damaged, sealed for another variant, or with another key.
    """
    data = base64url.decode(token) if len(token) <= MAX_TOKEN else None
    if data is None or len(data) < NONCE_BYTES:
        raise PuzzleError("challenge")
    for key in keys:
        try:
            plain = _cipher(key).decrypt(data[:NONCE_BYTES], data[NONCE_BYTES:], _version(variant))
        except InvalidTag:
            continue
        answers, name, hint = plain.decode().split(SEPARATOR, 2)
        return Challenge(tuple(answers.split()), name, hint)
    raise PuzzleError("challenge")


def _version(variant: Variant) -> bytes:
    return f"{VERSION} {variant.path}".rstrip().encode()


def _cipher(key: bytes) -> AESGCM:
    return AESGCM(subkey(key, "challenge"))


def one_line(text: str) -> str:
    """Return `text` on one line, NFC-normalized, without control or direction characters."""
    spaced = " ".join(normalized("NFC", text).split())
    return "".join(letter for letter in spaced if unicodedata.category(letter)[0] != "C")
