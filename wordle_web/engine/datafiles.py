"""The data files next to the lexicons, and their checksums.

One manifest lists the SHA-256 of all these files: the network that reads tiles, the results of the
lab, the openings, and the bookmarklet. A damaged file disables only the pages that need it. Each
built-in lexicon has a manifest of its own, so that its folder is self-contained; the site does not
start with a damaged lexicon.
"""

import functools
import hashlib
import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

from wordle_web.engine.wordfiles import DataError

DATA_FOLDER: Final = Path(__file__).resolve().parent.parent / "data"
MANIFEST_FILE: Final = DATA_FOLDER / "manifest.json"
NOT_DATA: Final = (".md", ".partial")  # documents, and measurements in progress
FOLDERS: Final = ("glyphs", "lab", "openings")
MENDING: Final = "reinstall wordle-web"


class DamagedFileError(DataError):
    """Raised for a data file that is missing or differs from the shipped one."""

    def __init__(self, path: Path, reason: str) -> None:
        """Store the facts, and build a one-line message from them."""
        super().__init__(f"{path}: {reason}; {MENDING}")
        self.path = path
        self.reason = reason


def read_data(path: Path) -> bytes:
    """Return the content of a data file, verified if it is in the manifest.

    Raises:
        DamagedFileError: the file cannot be read, or differs from the manifest.
    """
    try:
        data = path.read_bytes()
    except OSError as error:
        raise DamagedFileError(path, f"cannot be read ({error.strerror})") from error
    expected = digests().get(path)
    if expected and hashlib.sha256(data).hexdigest() != expected:
        raise DamagedFileError(path, f"is damaged: its SHA-256 does not match {MANIFEST_FILE.name}")
    return data


def damaged_files() -> Iterator[str]:
    """Yield a sentence for each shipped data file that is missing or damaged."""
    if not digests():
        yield str(DamagedFileError(MANIFEST_FILE, "is missing or damaged"))
    for path in digests():
        try:
            read_data(path)
        except DamagedFileError as error:
            yield str(error)


@functools.cache
def digests() -> Mapping[Path, str]:
    """Return the SHA-256 of each file in the manifest; empty if the manifest is damaged."""
    try:
        listed = json.loads(MANIFEST_FILE.read_bytes())
        return {DATA_FOLDER / name: str(digest) for name, digest in listed.items()}
    except (OSError, ValueError, AttributeError):
        return {}


def manifest_text() -> str:
    """Return a manifest of the existing files as JSON, with one file per line."""
    paths = [path for folder in FOLDERS for path in sorted((DATA_FOLDER / folder).iterdir())]
    files = [DATA_FOLDER / "bookmark.js", *(path for path in paths if path.suffix not in NOT_DATA)]
    facts = {
        path.relative_to(DATA_FOLDER).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in files
    }
    return json.dumps(facts, indent=1) + "\n"
