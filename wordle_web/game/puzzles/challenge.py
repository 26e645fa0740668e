"""Challenges: a word for a friend, or one for each board, sealed in a link.

Words, name and hint are encrypted and authenticated (AES-GCM with a subkey), so the link neither
reveals them nor can be altered. The first key seals; any key opens. Tokens are padded, so that they
do not tell how long anything in them is; those of the first release, which were not, are read too.
"""

import contextlib
import unicodedata
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from wordle_web.engine.lexicon import Lexicon
from wordle_web.engine.words.letters import normalized
from wordle_web.game.errors import PuzzleError, PuzzleErrorKind
from wordle_web.game.puzzles import base64url
from wordle_web.game.puzzles.subkeys import subkey
from wordle_web.game.puzzles.variants import HOME, Variant
from wordle_web.game.rules import allowed_word

MAX_NAME = 30
MAX_HINT = 80
MAX_TOKEN = 3600  # characters: a series of 31 words with hints
NONCE_BYTES = 12
SEPARATOR = "\N{INFORMATION SEPARATOR ONE}"
VERSION = "wordle-web challenge 1"  # not padded
PADDED_VERSION = "wordle-web challenge 2"
STEPS = (256, 512)  # tokens are padded to a multiple of so many bytes; from 1 kB on of the second


@dataclass(frozen=True, slots=True)
class Challenge:
    """Words for a friend, with an optional name and hint.

    Attributes:
        answers: One per board; kept out of the representation, and so out of logs.
        name: Who set it, at most 30 characters; may be empty.
        hint: At most 80 characters; may be empty.
        is_free: Whether any letters count as a guess, since a word need not be in the list.
    """

    answers: tuple[str, ...] = field(repr=False)
    name: str = ""
    hint: str = ""
    is_free: bool = False


def new_challenge(
    text: str,
    lexicon: Lexicon,
    name: str = "",
    hint: str = "",
    boards: int = 1,
    *,
    is_free: bool = False,
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
    answers = tuple(allowed_word(word, lexicon, is_free=is_free) for word in typed)
    if len(set(answers)) < boards:
        raise PuzzleError("same-word")
    name = short_line(name, MAX_NAME, "name-too-long")
    return Challenge(answers, name, short_line(hint, MAX_HINT, "hint-too-long"), is_free)


def seal(
    challenge: Challenge,
    keys: Sequence[bytes],
    randbytes: Callable[[int], bytes],
    variant: Variant = HOME,
) -> str:
    """Return the URL-safe token of `challenge`, sealed for a variant with the first of `keys`."""
    parts = (" ".join(challenge.answers), challenge.name, challenge.hint, str(+challenge.is_free))
    plain = SEPARATOR.join(parts).encode()
    return encrypted(plain, keys[0], "challenge", PADDED_VERSION, variant, randbytes)


def unseal(token: str, keys: Sequence[bytes], variant: Variant = HOME) -> Challenge:
    """Return the challenge in `token`, sealed with any of `keys`.

    Raises:
        PuzzleError: it is damaged, sealed for another variant, or with another key.
    """
    for version in (PADDED_VERSION, VERSION):
        plain = decrypted(token, keys, "challenge", version, variant)
        if plain is not None:
            answers, name, hint, *free = plain.decode().split(SEPARATOR)
            return Challenge(tuple(answers.split()), name, hint, free == ["1"])
    raise PuzzleError("challenge")


def encrypted(
    plain: bytes,
    key: bytes,
    purpose: str,
    version: str,
    variant: Variant,
    randbytes: Callable[[int], bytes],
) -> str:
    """Return the URL-safe token of bytes that end in none of value 0, padded and sealed."""
    step = STEPS[len(plain) >= 1024]
    padded = plain + bytes(-len(plain) % step)
    nonce = randbytes(NONCE_BYTES)
    cipher = AESGCM(subkey(key, purpose))
    return base64url.encode(nonce + cipher.encrypt(nonce, padded, _bound(version, variant)))


def decrypted(
    token: str, keys: Sequence[bytes], purpose: str, version: str, variant: Variant
) -> bytes | None:
    """Return the bytes that `encrypted` sealed with any of `keys`; None if it did not."""
    data = base64url.decode(token) if len(token) <= MAX_TOKEN else None
    if data is None or len(data) < NONCE_BYTES:
        return None
    nonce, sealed = data[:NONCE_BYTES], data[NONCE_BYTES:]
    for key in keys:
        with contextlib.suppress(InvalidTag):
            cipher = AESGCM(subkey(key, purpose))
            return cipher.decrypt(nonce, sealed, _bound(version, variant)).rstrip(b"\0")
    return None


def _bound(version: str, variant: Variant) -> bytes:
    return f"{version} {variant.path}".rstrip().encode()


def one_line(text: str) -> str:
    """Return `text` on one line, NFC-normalized, without control or direction characters."""
    spaced = " ".join(normalized("NFC", text).split())
    return "".join(letter for letter in spaced if unicodedata.category(letter)[0] != "C")


def short_line(text: str, most: int, kind: PuzzleErrorKind) -> str:
    """Return `text` on one line.

    Raises:
        PuzzleError: it has more than `most` characters.
    """
    if len(line := one_line(text)) > most:
        raise PuzzleError(kind, most)
    return line
