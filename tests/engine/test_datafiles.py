"""The manifest of the data files is complete, and damaged files are reported."""

import pytest

from wordle_web.engine import datafiles
from wordle_web.engine.datafiles import (
    DATA_FOLDER,
    MANIFEST_FILE,
    DamagedFileError,
    damaged_files,
    manifest_text,
    read_data,
)


def test_manifest_of_data_files_is_up_to_date() -> None:
    """After a change of a data file, run `scripts/data_manifest.py`."""
    assert MANIFEST_FILE.read_text() == manifest_text()
    assert list(damaged_files()) == []


@pytest.fixture
def copy(tmp_path, monkeypatch):
    """A data file, the only one that the manifest lists."""
    file = tmp_path / "file.txt"
    file.write_bytes(b"as shipped")
    shipped = {file: "8b4d3b2f"}
    monkeypatch.setattr(datafiles, "digests", lambda: shipped)
    return file


@pytest.mark.parametrize("damage", [lambda file: file.unlink(), lambda file: file.write_bytes(b"")])
def test_missing_or_damaged_file_is_reported_with_a_remedy(copy, damage) -> None:
    damage(copy)
    with pytest.raises(DamagedFileError) as error:
        read_data(copy)
    (sentence,) = damaged_files()
    assert sentence == str(error.value)
    assert sentence.startswith(f"{copy}: ")
    assert sentence.endswith("; reinstall wordle-web")


def test_damaged_manifest_is_reported_and_data_files_stay_readable(monkeypatch, tmp_path) -> None:
    for content in (b"", b"[]", b"{", b"\xff"):
        (tmp_path / "manifest.json").write_bytes(content)
        monkeypatch.setattr(datafiles, "MANIFEST_FILE", tmp_path / "manifest.json")
        monkeypatch.setattr(datafiles, "digests", datafiles.digests.__wrapped__)
        (sentence,) = damaged_files()
        assert "manifest.json: is missing or damaged" in sentence
        assert read_data(DATA_FOLDER / "bookmark.js")
        monkeypatch.undo()


def test_files_of_a_custom_lexicon_are_not_verified(tmp_path) -> None:
    (tmp_path / "own.json").write_bytes(b"{}")
    assert read_data(tmp_path / "own.json") == b"{}"
