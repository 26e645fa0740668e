"""Lexicons: allowed words, their prior, the pools of answers, and definitions.

A lexicon is one language and length, in one folder of files. A folder with a manifest is built in
and checked against it; one without is a host's own. Nothing here assumes five letters or a to z.
"""

import functools
import hashlib
import re
from bisect import bisect_left
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from wordle_web.engine.arrays import Codes, Floats, Indices
from wordle_web.engine.feedback import letter_codes
from wordle_web.engine.wordfiles import (
    MANIFEST,
    LexiconError,
    Manifest,
    check_words,
    read_bytes,
    read_definitions,
    read_manifest,
    read_prior,
    read_words,
)

DATA_FOLDER = Path(__file__).resolve().parent.parent / "data"
NAME = re.compile(r"(?P<language>[^\W\d_]+)-(?P<length>[1-9]\d?)")
POOL_FILE = re.compile(r"(?P<name>[a-z]+)-(?P<version>[1-9]\d*)\.txt")
SURE = 0.999  # prior of the words in a user's own list of answers
EVEN_POOL = "normal"  # without a prior file, all words of these pools are equally likely
EVEN_SPREAD = 0.01  # share of such a prior that is spread over all allowed words

# As many as there are lexicons: 1.7 MB at 8 letters, 6 MB for the shipped ones.
_read_definitions = functools.cache(read_definitions)


@dataclass(frozen=True, slots=True, eq=False)
class Pool:
    """Words that answers are drawn from.

    Attributes:
        name: "easy", "normal", "hard" or a host's own.
        version: From 1. A pool in use never changes; a changed pool gets the next version.
        words: In the order of the file, which never changes either: days and random tokens map
            to indices into it.
        indices: The index of each word among the words of the lexicon, intp, (words,).
    """

    name: str
    version: int
    words: tuple[str, ...]
    indices: Indices

    def __len__(self) -> int:
        """Return the number of words."""
        return len(self.words)


@dataclass(frozen=True, slots=True, eq=False, weakref_slot=True)
class Lexicon:
    """The allowed words of one language and length, with prior, pools and definitions.

    Lexicons compare and hash by identity, so they can key a cache.

    Attributes:
        name: For example "english-5".
        language: For example "english".
        length: Letters of every word.
        words: Allowed words, sorted by code point.
        codes: Code points of the letters, uint32, (words, letters), read-only.
        prior: Probability of each word being chosen for a list of answers, from 0 to 1; not
            normalized. float64, (words,), read-only.
        pools: Every version of every pool.
        alphabet: The letters that occur, sorted.
        digest: SHA-256 of words and prior in hexadecimal; files of results name it.
        definitions_file: The file of definitions, read on first use.
        openings_file: The file of stored openings; None for words from memory.
    """

    name: str
    language: str
    length: int
    words: tuple[str, ...]
    codes: Codes
    prior: Floats
    pools: tuple[Pool, ...]
    alphabet: str
    digest: str
    definitions_file: Path | None = None
    openings_file: Path | None = None

    def __len__(self) -> int:
        """Return the number of allowed words."""
        return len(self.words)

    def __contains__(self, word: object) -> bool:
        """Whether `word` is allowed."""
        return isinstance(word, str) and self.index(word) is not None

    def index(self, word: str) -> int | None:
        """Return the index of `word` in `words`, or None."""
        index = bisect_left(self.words, word)
        found = index < len(self.words) and self.words[index] == word
        return index if found else None

    def pool(self, name: str = "normal", version: int | None = None) -> Pool:
        """Return a pool by name, by default its latest version.

        Raises:
            LexiconError: there is no such pool.
        """
        named = [pool for pool in self.pools if pool.name == name]
        found = [pool for pool in named if version in (None, pool.version)]
        if not found:
            wanted = name if version is None else f"{name}, version {version}"
            raise LexiconError(self.name, f"has no pool {wanted}")
        return max(found, key=lambda pool: pool.version)

    def definitions(self, word: str) -> tuple[str, ...]:
        """Return at most two senses of `word`; none if it is not defined.

        Raises:
            LexiconError: the file of definitions is damaged.
        """
        if self.definitions_file is None:
            return ()
        return _read_definitions(self.definitions_file).get(word, ())


def lexicon_names(folder: Path | None = None) -> tuple[str, ...]:
    """Return the names of the lexicons in `folder` (default: the built-in ones), by length.

    Raises:
        LexiconError: the folder cannot be read.
    """
    parent = folder or DATA_FOLDER
    try:
        found = [path.name for path in parent.iterdir() if path.is_dir()]
    except OSError as error:
        raise LexiconError(parent, f"cannot be read ({error.strerror})") from error
    names = filter(NAME.fullmatch, found)
    return tuple(sorted(names, key=_language_and_length))


def load_lexicon(name: str, folder: Path | None = None) -> Lexicon:
    """Return the lexicon `name` of `folder` (default: the built-in ones), read once.

    >>> load_lexicon("english-5").index("zzzzz") is None
    True

    Raises:
        LexiconError: there is no such lexicon, or a file is missing, empty or damaged.
    """
    return _load(name, folder or DATA_FOLDER)


def lexicon_of(answers: Iterable[str], guesses: Iterable[str] = ()) -> Lexicon:
    """Return a lexicon of a user's own lists; only `answers` can be the answer.

    >>> lexicon_of(["crane", "slate"], ["aahed"]).words
    ('aahed', 'crane', 'slate')

    Raises:
        LexiconError: a list is not of distinct lower-case words, or they differ in length.
    """
    pool, allowed = tuple(answers), tuple(guesses)
    check_words(pool, "answers")
    check_words(allowed or pool, "guesses")
    words = tuple(sorted({*pool, *allowed}))
    if allowed and len(allowed[0]) != len(pool[0]):
        raise LexiconError(
            "guesses", f"have {len(allowed[0])} letters, but answers have {len(pool[0])}"
        )
    prior = np.where(np.isin(np.array(words), np.array(pool)), SURE, 0.0)
    return _assemble(f"own-{len(words[0])}", words, prior, {("normal", 1): pool})


def with_pools(lexicon: Lexicon, pools: tuple[Pool, ...]) -> Lexicon:
    """Return a lexicon with some of its pools, and no trace of the others in its prior.

    A prior read from a file stays; one derived from the pools is derived again.
    """
    if pools == lexicon.pools:
        return lexicon
    if not np.array_equal(lexicon.prior, _even_prior(len(lexicon), lexicon.pools)):
        return replace(lexicon, pools=pools)
    prior = _even_prior(len(lexicon), pools)
    return replace(lexicon, pools=pools, prior=prior, digest=_digest(lexicon.codes, prior))


def _even_prior(count: int, pools: Iterable[Pool]) -> Floats:
    """Return a prior that is even over the pools, with a small share for all `count` words."""
    chosen = np.zeros(count, dtype=np.bool_)
    for pool in pools:
        if pool.name == EVEN_POOL:
            chosen[pool.indices] = True
    prior: Floats = (1 - EVEN_SPREAD) * chosen + EVEN_SPREAD * chosen.mean()
    prior.setflags(write=False)
    return prior


def _digest(codes: Codes, prior: Floats) -> str:
    return hashlib.sha256(codes.tobytes() + prior.tobytes()).hexdigest()


@functools.cache
def _load(name: str, parent: Path) -> Lexicon:
    folder = parent / name
    if not NAME.fullmatch(name) or not folder.is_dir():
        known = ", ".join(lexicon_names(parent)) or "none"
        raise LexiconError(parent, f"has no lexicon {name!r} (available: {known})")
    manifest = read_manifest(folder)
    if manifest is None and parent == DATA_FOLDER:
        raise LexiconError(folder / MANIFEST, "is missing")
    unsorted = read_words(folder / "words.txt", manifest)
    words = tuple(sorted(unsorted))
    _, length = _language_and_length(name)
    if len(words[0]) != length:
        reason = f"has {len(words[0])}-letter words, but its folder is named {name}"
        raise LexiconError(folder / "words.txt", reason)
    pools = _read_pools(folder, manifest) or {("normal", 1): unsorted}
    prior = None
    if manifest or (folder / "prior.txt").exists():
        # The file is in the order of words.txt, the lexicon in that of the code points.
        order = sorted(range(len(words)), key=unsorted.__getitem__)
        prior = read_prior(folder / "prior.txt", len(words), manifest)[order]
    lexicon = _assemble(name, words, prior, pools, folder)
    return replace(
        lexicon,
        definitions_file=_definitions_file(folder, manifest),
        openings_file=parent / "openings" / f"{name}.json",
    )


def _language_and_length(name: str) -> tuple[str, int]:
    language, _, length = name.rpartition("-")
    return language, int(length)


def _read_pools(folder: Path, manifest: Manifest | None) -> dict[tuple[str, int], tuple[str, ...]]:
    pools = {}
    for path in sorted((folder / "pools").glob("*.txt")):
        named = POOL_FILE.fullmatch(path.name)
        if not named:
            raise LexiconError(path, "must be named like a pool: <name>-<version>.txt")
        pools[named["name"], int(named["version"])] = read_words(path, manifest)
    return pools


def _definitions_file(folder: Path, manifest: Manifest | None) -> Path | None:
    path = folder / "definitions.json"
    if not path.exists():
        return None
    if manifest:
        manifest.check(path.name, read_bytes(path))
    return path


def _assemble(
    name: str,
    words: tuple[str, ...],
    prior: Floats | None,
    pools: Mapping[tuple[str, int], tuple[str, ...]],
    folder: Path | None = None,
) -> Lexicon:
    """Return the lexicon of sorted, checked `words`, with the indices of its pools.

    Raises:
        LexiconError: a pool has a word that is not allowed.
    """
    codes = letter_codes(words)
    index = dict(zip(words, range(len(words)), strict=True))
    tied = tuple(_tie(key, pool, index, folder or name) for key, pool in pools.items())
    if prior is None:
        prior = _even_prior(len(words), tied)
    prior.setflags(write=False)
    letters = np.flatnonzero(np.bincount(codes.ravel()))
    language, length = _language_and_length(name)
    return Lexicon(
        name=name,
        language=language,
        length=length,
        words=words,
        codes=codes,
        prior=prior,
        pools=tied,
        alphabet="".join(map(chr, letters)),
        digest=_digest(codes, prior),
    )


def _tie(
    key: tuple[str, int], words: tuple[str, ...], index: Mapping[str, int], source: Path | str
) -> Pool:
    try:
        indices = np.fromiter(map(index.__getitem__, words), dtype=np.intp, count=len(words))
    except KeyError as error:
        reason = f"{error.args[0]!r} is in pool {key[0]} but not in the word list"
        raise LexiconError(source, reason) from error
    indices.setflags(write=False)
    return Pool(*key, words, indices)
