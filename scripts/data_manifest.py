"""Write the manifest of the data files beside the lexicons, after any of them has changed."""

from wordle_web.engine.datafiles import MANIFEST_FILE, manifest_text

if __name__ == "__main__":
    MANIFEST_FILE.write_text(manifest_text(), encoding="utf-8")
