"""Which words are heard: the ranks of words in the subtitles of films and series."""

import json
from collections.abc import Mapping

from words.inputs import SUBTITLES


def subtitle_ranks(packages: Mapping[str, Mapping[str, bytes]]) -> Mapping[str, int]:
    """Return the rank, 1 for the most frequent, of each word of the list.

    Args:
        packages: The files of each package by path, by the package's name.
    """
    ranked = json.loads(packages[SUBTITLES.name]["package/src/commonWords.json"])
    return {word: rank for rank, word in enumerate(ranked, start=1)}
