"""Write the manifest of the data files next to the lexicons, after any of them has changed."""

from wordle_web.engine import datafiles


def write_manifest() -> None:
    """Write the manifest of the existing files."""
    datafiles.MANIFEST_FILE.write_text(datafiles.manifest_text(), encoding="utf-8")


if __name__ == "__main__":
    write_manifest()
