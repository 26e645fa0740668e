"""Write the manifest of the data files, and the record of all pools, after a change of any of them.

    python scripts/data_manifest.py
    python scripts/data_manifest.py --unreleased   changed pools, too

A released pool never changes, because answers of days and random games are positions in it. So new
pools are added to the record, but changed pools are refused. `--unreleased` allows changes of pools
that are in no release. A test compares the record with the pools. The record is also in the format
of `sha256sum --check`.
"""

import argparse
import hashlib
from collections.abc import Mapping
from pathlib import Path

from wordle_web.engine import datafiles

RECORD = Path(__file__).parent / "words" / "pools.sha256"

Digests = Mapping[str, str]  # SHA-256 by path inside the data folder


def write_manifest() -> None:
    """Write the manifest of the existing files."""
    datafiles.MANIFEST_FILE.write_text(datafiles.manifest_text(), encoding="utf-8")


def existing_pools(folder: Path = datafiles.DATA_FOLDER) -> Digests:
    """Return the digests of the pools in a folder of lexicons."""
    return {
        path.relative_to(folder).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(folder.glob("*/pools/*"))
    }


def recorded_pools(record: Path = RECORD) -> Digests:
    """Return the digests in the record."""
    lines = (line.split("  ") for line in record.read_text(encoding="utf-8").splitlines())
    return {name: digest for digest, name in lines}


def changed_pools(recorded: Digests, existing: Digests) -> tuple[str, ...]:
    """Return the recorded pools that are missing or have other words now."""
    return tuple(name for name, digest in recorded.items() if existing.get(name) != digest)


def record_pools(folder: Path, record: Path, *, is_unreleased: bool = False) -> None:
    """Write the record of the pools in a folder of lexicons.

    Args:
        folder: The folder of all lexicons.
        record: The file of the record.
        is_unreleased: Whether to accept changed and missing pools, because no release has them.

    Raises:
        SystemExit: a recorded pool has changed or is missing, and `is_unreleased` is false.
    """
    existing = existing_pools(folder)
    changed = changed_pools(recorded_pools(record), existing)
    if changed and not is_unreleased:
        raise SystemExit(
            f"Changed or missing: {', '.join(changed)}. Restore them, and add the next version "
            "beside them (`scripts/build_words.py --new-pools`). Only if no release has them, "
            "pass --unreleased."
        )
    lines = (f"{digest}  {name}\n" for name, digest in existing.items())
    record.write_text("".join(lines), encoding="utf-8")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Write the manifest and the record of pools.")
    parser.add_argument("--unreleased", action="store_true", help="record changed pools, too")
    options = parser.parse_args()
    record_pools(datafiles.DATA_FOLDER, RECORD, is_unreleased=options.unreleased)
    write_manifest()
