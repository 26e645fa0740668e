"""The files of a lexicon's folder: words, prior, pools, spellings."""

from collections.abc import Iterable, Mapping, Sequence

from wordle_web.engine.words.spellings import SPELLINGS_FILE
from wordle_web.wordlists.vocabulary import Entry


def lexicon_files(
    entries: Sequence[Entry],
    prior: Mapping[str, int],
    pools: Mapping[tuple[str, int], Sequence[str]],
) -> dict[str, str]:
    """Return the files of a lexicon: text by path inside its folder.

    Args:
        entries: Its words, sorted by key.
        prior: The prior of each key, in millionths.
        pools: The keys of each pool, by name and version.
    """
    files = {
        "words.txt": lines(entry.key for entry in entries),
        "prior.txt": lines(f"{prior[entry.key]:06d}" for entry in entries),
    }
    # A key that is written as it stands needs no line.
    written = ((entry.shown, entry.key) for entry in entries if entry.spellings)
    if shown := [words for words, key in written if words != (key,)]:
        files[SPELLINGS_FILE] = lines(" ".join(words) for words in shown)
    files |= {f"pools/{name}-{version}.txt": lines(pool) for (name, version), pool in pools.items()}
    return files


def lines(items: Iterable[str]) -> str:
    """Return `items` as lines of text."""
    return "".join(f"{item}\n" for item in items)
