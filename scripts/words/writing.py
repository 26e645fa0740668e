"""The files of a lexicon's folder: their texts, the versions of pools, and the manifest."""

import functools
import hashlib
import json
import re
from collections.abc import Iterable, Mapping
from pathlib import Path

from wordle_web.wordlists.vocabulary import lines

FORMAT = 1
POOL_FILE = re.compile(r"(?P<name>[a-z]+)-(?P<version>[1-9]\d*)\.txt")

Pools = Mapping[tuple[str, int], tuple[str, ...]]


def prior_text(words: Iterable[str], prior: Mapping[str, int]) -> str:
    """Return the prior of `words` as text: six digits per line, in millionths."""
    return lines(f"{prior[word]:06d}" for word in words)


def definitions_text(definitions: Mapping[str, tuple[str, ...]]) -> str:
    """Return `definitions` as a JSON object with one word per line."""
    encode = functools.partial(json.dumps, ensure_ascii=False)
    entries = [f"{encode(word)}: {encode(senses)}" for word, senses in definitions.items()]
    return "{\n" + ",\n".join(entries) + "\n}\n"


def read_pools(folder: Path) -> Pools:
    """Return the existing pools in `folder`, which must never change."""
    pools = {}
    for path in sorted((folder / "pools").glob("*.txt")):
        named = POOL_FILE.fullmatch(path.name)
        if named:
            pools[named["name"], int(named["version"])] = tuple(path.read_text().split())
    return pools


def next_pools(shipped: Pools, made: Mapping[str, tuple[str, ...]]) -> Pools:
    """Return those pools in `made` that differ from the latest version, with new versions."""
    fresh = {}
    for name, words in made.items():
        versions = [version for pool, version in shipped if pool == name]
        latest = max(versions, default=0)
        if not latest or shipped[name, latest] != words:
            fresh[name, latest + 1] = words
    return fresh


def manifest_text(files: Mapping[str, str], offensive: int) -> str:
    """Return the manifest of `files`, with their numbers of lines and SHA-256.

    Args:
        files: Texts by path inside the folder.
        offensive: Number of allowed words that are offensive.
    """
    listed = {
        name: {"lines": text.count("\n"), "sha256": hashlib.sha256(text.encode()).hexdigest()}
        for name, text in sorted(files.items())
    }
    content = {"format": FORMAT, "offensive": offensive, "files": listed}
    return json.dumps(content, indent=2) + "\n"


def write_files(folder: Path, files: Mapping[str, str]) -> None:
    """Write `files`, which are texts by path inside `folder`, with Unix line ends."""
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode())
