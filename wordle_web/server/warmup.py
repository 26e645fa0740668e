"""Warm-up: what makes the helper quick, computed ahead of the first request, in the cache folder.

For each length the patterns that every likely answer gives (a file of up to 96 MB, in seconds),
and the openings of words that come without: of a host's own lists, or where words have been used
elsewhere (some minutes for a long list, once). Without it everything is computed when it is
asked, for each question again. Imports settings, engine and game.
"""

import fcntl
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import accumulate
from pathlib import Path
from typing import Final

from wordle_web.config.settings import Settings
from wordle_web.engine.candidates import Belief, belief_of
from wordle_web.engine.lexicon import Lexicon, lexicon_names, load_lexicon
from wordle_web.engine.matrix import matrix_path, open_matrix
from wordle_web.engine.openings import build_opening, find_opening, keep_opening
from wordle_web.game.puzzles.puzzles import LENGTHS, in_use

Say = Callable[[str], None]

LOCK: Final = "preparing.lock"
STALE_SECONDS: Final = 3600  # a file that was not finished by then never will be


class CacheFolderError(ValueError):
    """A cache folder that cannot be written; the site serves all the same."""


@dataclass(frozen=True, slots=True)
class OpeningKey:
    """Which opening: for which belief, and whether in hard mode."""

    belief: Belief
    hard: bool

    @property
    def label(self) -> str:
        """The opening in words."""
        return f"{self.belief.name}, {'hard mode' if self.hard else 'normal rules'}"


def prepare(settings: Settings, say: Say = lambda line: None) -> bool:
    """Compute and keep what is not there yet; what has been kept stays when this is ended.

    Returns:
        Whether this was the only one to do so; the others leave it to the first.

    Raises:
        NothingKeptError: the cache folder cannot be written, or its disk is full.
        LexiconError: words are missing or damaged.
    """
    folder = settings.cache_folder
    try:
        with exclusive_lock(folder) as is_first:
            if is_first:
                _prepare_all(settings, folder, say)
            return is_first
    except OSError as error:
        reason = f"Cannot write to {folder} ({error.strerror or error})."
        raise CacheFolderError(reason) from error


@contextmanager
def exclusive_lock(folder: Path) -> Iterator[bool]:
    """Yield whether nobody else prepares the same folder while the block lasts.

    Raises:
        OSError: the folder cannot be written.
    """
    folder.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    folder.mkdir(exist_ok=True)
    with (folder / LOCK).open("w") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            yield False
        else:
            yield True


def served_lexicons(settings: Settings) -> tuple[Lexicon, ...]:
    """Return the words that a site serves.

    Raises:
        LexiconError: they are damaged, or their folder cannot be read.
    """
    names = lexicon_names(settings.lexicons)
    served = (f"{settings.language}-{length}" for length in LENGTHS)
    return tuple(load_lexicon(name, settings.lexicons) for name in served if name in names)


def pool_versions(settings: Settings) -> tuple[frozenset[int], ...]:
    """Return which versions of pools are in use, from one time on after another.

    A new one may change what is known of all words, so each time has openings of its own.
    """
    begun = [each.pool_version for each in sorted(settings.epochs, key=lambda each: each.first_day)]
    return tuple(dict.fromkeys(map(frozenset, accumulate([[each] for each in begun or [1]]))))


def opening_keys(lexicon: Lexicon, used: tuple[str, ...] = ()) -> Iterator[OpeningKey]:
    """Yield the openings that the helper asks for, hard mode after normal rules.

    Args:
        lexicon: The words; of each pool the latest version is taken.
        used: Words that games elsewhere have had.
    """
    own = tuple(word for word in used if len(word) == lexicon.length)
    names = dict.fromkeys(pool.name for pool in lexicon.pools)
    beliefs = [belief_of(lexicon, "real", own), *(belief_of(lexicon, name) for name in names)]
    for belief in beliefs:
        for hard in (False, True):
            yield OpeningKey(belief, hard)


def add_opening(lexicon: Lexicon, key: OpeningKey, folder: Path, matrices: Path | None) -> str:
    """Find an opening, keep it in a folder, and return its word; hard mode opens like the other.

    Args:
        lexicon: The words.
        key: Which opening.
        folder: Where openings are kept.
        matrices: Where patterns are kept.

    Raises:
        OSError: it cannot be kept.
    """
    belief, hard = key.belief, key.hard
    same = find_opening(lexicon, belief, False, folder) if hard else None
    opener = same.first.guesses[0][0] if same else None
    matrix = open_matrix(lexicon, matrices)
    opening = build_opening(matrix, belief, hard=hard, opener=opener)
    keep_opening(lexicon, belief, hard, folder, opening)
    return opening.first.guesses[0][0]


def _prepare_all(settings: Settings, folder: Path, say: Say) -> None:
    times = pool_versions(settings)
    lexicons = [in_use(each, versions) for each in served_lexicons(settings) for versions in times]
    _tidy(folder, {matrix_path(lexicon, folder) for lexicon in lexicons})
    for lexicon in lexicons:
        _keep_patterns(lexicon, folder, say)
    for lexicon in lexicons:
        for key in opening_keys(lexicon, settings.used_words):
            if find_opening(lexicon, key.belief, key.hard, folder):
                continue
            began = time.perf_counter()
            word = add_opening(lexicon, key, folder, folder)
            seconds = time.perf_counter() - began
            say(f"{lexicon.name}, {key.label}: opens with {word}; found in {seconds:.0f} s.")


def _keep_patterns(lexicon: Lexicon, folder: Path, say: Say) -> None:
    path = matrix_path(lexicon, folder)
    was_there = path.is_file()
    open_matrix(lexicon, folder)
    if not path.is_file():
        raise OSError(None, f"no space for the pattern table of {lexicon.name}")
    if not was_there:
        say(f"{lexicon.name}: pattern table cached, {path.stat().st_size / 1e6:.0f} MB.")


def _tidy(folder: Path, served: set[Path]) -> None:
    for path in folder.glob("*.matrix"):
        if path not in served:
            path.unlink(missing_ok=True)
    for path in folder.glob(".*.tmp"):
        if time.time() - path.stat().st_mtime > STALE_SECONDS:
            path.unlink(missing_ok=True)
