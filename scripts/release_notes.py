"""Print the section of CHANGELOG.md for a version: its release notes.

    python scripts/release_notes.py 1.0.0

The script exits with a message if the changelog has no dated section for that version, or if the
version differs from the one in pyproject.toml.
"""

import re
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]


def notes_of(changelog: str, version: str) -> str:
    """Return the section of a version, without its heading.

    Raises:
        SystemExit: there is no such section with a date, or it is empty.
    """
    heading = rf"^## {re.escape(version)} \(\d{{4}}-\d\d-\d\d\)\n"
    match = re.search(rf"{heading}(.*?)(?=^## |\Z)", changelog, re.MULTILINE | re.DOTALL)
    if not match or not match[1].strip():
        raise SystemExit(f"CHANGELOG.md has no section like ## {version} (2026-11-22).")
    return f"{match[1].strip()}\n"


def main(version: str) -> None:
    """Print the notes of a version."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    if project["version"] != version:
        raise SystemExit(f"pyproject.toml says {project['version']}, not {version}.")
    print(notes_of((ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), version), end="")


if __name__ == "__main__":
    main(*sys.argv[1:])
