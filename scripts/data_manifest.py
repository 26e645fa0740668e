"""Write the manifest of the data files beside the lexicons, after any of them has changed."""

from wordle_web.engine import datafiles


def write_manifest() -> None:
    """Write the manifest of the files that are there."""
    datafiles.MANIFEST_FILE.write_text(datafiles.manifest_text(), encoding="utf-8")


if __name__ == "__main__":
    write_manifest()
