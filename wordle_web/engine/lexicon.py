"""Lexicons: allowed words, their prior, pools of answers, spellings and definitions.

A lexicon contains the words of one language and length. Its files are in one folder. A built-in
lexicon is verified against the manifest in its folder; a host's own lexicon needs no manifest.
Nothing here assumes words of five letters, or letters from a to z.
"""

import functools
import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

import wordle_web.engine.wordfiles as wordfiles
from wordle_web.engine.arrays import Codes, Floats, Indices
from wordle_web.engine.datafiles import DATA_FOLDER
from wordle_web.engine.feedback import check_is_list, letter_codes
from wordle_web.engine.wordfiles import Keys, LexiconError, Manifest
from wordle_web.parsing import linear_pattern

NAME = linear_pattern(r"(?P<language>[^\W\d_]{1,60})-(?P<length>[1-9]\d?)")
POOL_FILE = linear_pattern(r"(?P<name>[a-z]{1,40})-(?P<version>[1-9]\d{0,9})\.txt")
SURE = 0.999  # prior of the words in a custom list of answers
EVEN_POOL = "normal"  # without a prior file, all words of pools with this name are equally likely
# The prior of words, such as offensive ones, that may be guessed but are suggested only as a last
# resort.
AVOIDED = 1e-6
EVEN_SPREAD = 0.01  # fraction of the total prior that is spread evenly over all allowed words


@dataclass(frozen=True, slots=True, eq=False)
class Pool:
    """One version of a list of words that answers are drawn from."""

    name: str  # "easy", "normal", "hard", or a name that a host chose
    # From 1. The words of a published version never change; changed words get the next version.
    version: int
    # In the order of the file, which must not change, since days and random tokens map to indices
    # of this tuple.
    words: tuple[str, ...]
    indices: Indices  # the index of each word in the lexicon, intp, (words,)

    def __len__(self) -> int:
        """Return the number of words."""
        return len(self.words)


@dataclass(frozen=True, slots=True, eq=False, weakref_slot=True)
class Lexicon:
    """The allowed words of one language and length, with prior, pools, spellings and definitions.

    Lexicons compare and hash by identity, so they can key a cache.
    """

    name: str  # for example "english-5"
    language: str
    length: int
    # The allowed words as they are typed and compared ("sabio" for "sábio"), sorted by code point.
    words: Keys
    codes: Codes  # code points of the letters, uint32, (words, letters), read-only
    # Probability that a word is chosen for a list of answers, 0 to 1, not normalized. float64,
    # (words,), read-only.
    prior: Floats
    pools: tuple[Pool, ...]
    alphabet: str  # the letters that occur, sorted
    # SHA-256 of words and prior, in hexadecimal, which shows whether stored results are outdated.
    digest: str
    # Indices of the words that may be guessed but are suggested only as a last resort.
    avoided: Indices
    definitions_file: Path | None = None  # None if no word has a definition
    spellings_file: Path | None = None  # None if no spellings are recorded
    # The file of stored openings, which need not exist; None for a lexicon made from lists.
    openings_file: Path | None = None

    def __len__(self) -> int:
        """Return the number of allowed words."""
        return len(self.words)

    def __contains__(self, word: object) -> bool:
        """Return whether `word` is allowed."""
        return isinstance(word, str) and self.index(word) is not None

    def index(self, word: str) -> int | None:
        """Return the index of `word` in `words`, or None if it is not allowed."""
        return self.words.find(word)

    def indices(self, words: Iterable[str]) -> list[int]:
        """Return the indices of `words` in the given order, skipping words that are not allowed."""
        return [index for index in map(self.index, words) if index is not None]

    def pool(self, name: str = "normal", version: int | None = None) -> Pool:
        """Return a pool by name: the latest version, or the latest one up to `version`.

        Raises:
            LexiconError: there is no such pool.
        """
        named = [pool for pool in self.pools if pool.name == name]
        pools = [pool for pool in named if version is None or pool.version <= version]
        if not pools:
            wanted = name if version is None else f"{name}, version {version}"
            known = ", ".join(dict.fromkeys(pool.name for pool in self.pools)) or "none"
            raise LexiconError(self.name, f"has no pool {wanted} (available: {known})")
        return max(pools, key=lambda pool: pool.version)

    def spellings(self, word: str) -> tuple[str, ...]:
        """Return the spellings of `word`, the commonest first: ("sabia", "sábia").

        If none are recorded, or the word is not in the lexicon, only the word itself is returned.

        Raises:
            LexiconError: the file of spellings is damaged.
        """
        if self.spellings_file is None:
            return (word,)
        return wordfiles.read_spellings(self.spellings_file, self.alphabet).get(word, (word,))

    def definitions(self, word: str) -> tuple[str, ...]:
        """Return the senses of `word`, the most common first; empty if it has no definition.

        Raises:
            LexiconError: the file of definitions is damaged.
        """
        if self.definitions_file is None:
            return ()
        return wordfiles.read_definitions(self.definitions_file).get(word, ())


def lexicon_names(folder: Path | None = None) -> tuple[str, ...]:
    """Return the names of the lexicons in `folder` (default: the built-in ones).

    They are sorted by language, then by length.

    Raises:
        LexiconError: the folder cannot be read.
    """
    parent = Path(folder or DATA_FOLDER)
    try:
        folders = [path.name for path in parent.iterdir() if path.is_dir()]
    except OSError as error:
        raise LexiconError(parent, f"cannot be read ({error.strerror})") from error
    names = filter(NAME.fullmatch, folders)
    return tuple(sorted(names, key=_language_and_length))


def folder_of(language: str, own: Path | None) -> Path | None:
    """Return the host's folder `own` if it has words of the language, otherwise None.

    Raises:
        LexiconError: the folder cannot be read.
    """
    names = lexicon_names(own) if own else ()
    return own if any(_language_and_length(name)[0] == language for name in names) else None


def load_lexicon(name: str, folder: Path | None = None) -> Lexicon:
    """Return the lexicon `name` in `folder` (default: the built-in lexicons), cached.

    Raises:
        LexiconError: there is no such lexicon, or a file is missing, empty or damaged.
    """
    return _load(name, folder or DATA_FOLDER)


def lexicon_of(answers: Iterable[str], guesses: Iterable[str] = ()) -> Lexicon:
    """Return a lexicon of custom lists: `answers`, and further words that can only be guessed.

    >>> list(lexicon_of(["crane", "slate"], ["aahed"]).words)
    ['aahed', 'crane', 'slate']

    Raises:
        LexiconError: `answers` is empty, a list has a word twice, or words are not in lower case or
            differ in length.
        TypeError: `answers` or `guesses` is a string.
    """
    check_is_list(answers, "answers")
    check_is_list(guesses, "guesses")
    pool, allowed = tuple(answers), tuple(guesses)
    wordfiles.check_words(pool, "answers")
    wordfiles.check_words(allowed or pool, "guesses")
    if allowed and len(allowed[0]) != len(pool[0]):
        raise LexiconError(
            "guesses", f"have {len(allowed[0])} letters, but answers have {len(pool[0])}"
        )
    words = Keys(letter_codes(sorted({*pool, *allowed})))
    prior = np.where(np.isin(words.texts, np.array(pool)), SURE, 0.0)
    return _assemble(f"own-{len(pool[0])}", words, prior, {("normal", 1): pool})


def with_pools(lexicon: Lexicon, pools: tuple[Pool, ...]) -> Lexicon:
    """Return a lexicon with only these pools.

    A prior read from a file is unchanged; a prior derived from pools is derived again from these.
    """
    if pools == lexicon.pools:
        return lexicon
    if not np.array_equal(lexicon.prior, _even_prior(len(lexicon), lexicon.pools)):
        return replace(lexicon, pools=pools)
    prior = _even_prior(len(lexicon), pools)
    return replace(lexicon, pools=pools, prior=prior, digest=_digest(lexicon.codes, prior))


def _even_prior(count: int, pools: Iterable[Pool]) -> Floats:
    """Return an even prior for the normal pools; a small part goes to all `count` words evenly."""
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
    manifest = wordfiles.Manifest.read(folder)
    if manifest is None and parent == DATA_FOLDER:
        raise LexiconError(folder / wordfiles.MANIFEST, "is missing")
    _, length = _language_and_length(name)
    prior: Floats | None = None
    if manifest:
        words = Keys(wordfiles.read_codes(folder / "words.txt", length, manifest))
        prior = wordfiles.read_prior(folder / "prior.txt", len(words), manifest)
        return _assemble(name, words, prior, _read_pools(folder, manifest), folder, manifest)
    unsorted = wordfiles.read_words(folder / "words.txt")
    words = Keys(letter_codes(sorted(unsorted)))
    if len(words[0]) != length:
        reason = f"has {len(words[0])}-letter words, but its folder is named {name}"
        raise LexiconError(folder / "words.txt", reason)
    pools = _read_pools(folder, None) or {("normal", 1): unsorted}
    if (folder / "prior.txt").exists():
        # The file is in the order of words.txt, the lexicon in the order of code points.
        order = sorted(range(len(words)), key=unsorted.__getitem__)
        prior = wordfiles.read_prior(folder / "prior.txt", len(words))[order]
    return _assemble(name, words, prior, pools, folder)


def _language_and_length(name: str) -> tuple[str, int]:
    language, _, length = name.rpartition("-")
    return language, int(length)


def _read_pools(folder: Path, manifest: Manifest | None) -> dict[tuple[str, int], tuple[str, ...]]:
    pools = {}
    texts: dict[str, str] = {}
    for path in sorted((folder / "pools").glob("*.txt")):
        named = POOL_FILE.fullmatch(path.name)
        if not named:
            raise LexiconError(path, "must be named like a pool: <name>-<version>.txt")
        words = wordfiles.read_words(path, manifest)
        # Pools and their versions have most words in common, so equal words share one string.
        pools[named["name"], int(named["version"])] = tuple(
            texts.setdefault(word, word) for word in words
        )
    return pools


def _optional_file(folder: Path | None, name: str, manifest: Manifest | None) -> Path | None:
    if folder is None or not (folder / name).exists():
        return None
    if manifest:
        wordfiles.read_bytes(folder / name, manifest)  # verified now, read on demand
    return folder / name


def _assemble(
    name: str,
    words: Keys,
    prior: Floats | None,
    pools: Mapping[tuple[str, int], tuple[str, ...]],
    folder: Path | None = None,
    manifest: Manifest | None = None,
) -> Lexicon:
    """Return the lexicon of sorted, checked `words`, with the indices of its pools.

    Raises:
        LexiconError: a pool has a word that is not allowed.
    """
    codes, texts = words.codes, words.texts
    tied: list[Pool] = []
    for (pool_name, version), pool in pools.items():
        indices = np.searchsorted(texts, np.array(pool))
        strange = np.flatnonzero(texts.take(indices, mode="clip") != np.array(pool))
        if strange.size:
            word = pool[strange[0]]
            raise LexiconError(
                folder or name, f"{word!r} is in pool {pool_name} but not in the word list"
            )
        indices.setflags(write=False)
        tied.append(Pool(pool_name, version, pool, indices))
    avoided = np.flatnonzero(prior == AVOIDED) if prior is not None else np.arange(0)
    avoided.setflags(write=False)
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
        pools=tuple(tied),
        alphabet="".join(map(chr, letters)),
        digest=_digest(codes, prior),
        avoided=avoided,
        definitions_file=_optional_file(folder, "definitions.json", manifest),
        spellings_file=_optional_file(folder, wordfiles.SPELLINGS_FILE, manifest),
        openings_file=folder and folder.parent / "openings" / f"{name}.json",
    )
