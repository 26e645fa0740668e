"""Making word lists of a host's own language with the command."""

from pathlib import Path

import pytest
from cli.commands import refusal, run

from wordle_web.engine.lexicon import load_lexicon

AFF = "SET UTF-8\nSFX S Y 1\nSFX S o i o\n"
STEMS = [f"{a}{b}tto" for a in "bcdfglmnprst" for b in "aeiou"]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with a small dictionary of Italian looks, and frequencies."""
    (tmp_path / "it.aff").write_text(AFF)
    entries = [f"{stem}/S" for stem in STEMS] + ["città", "Roma", "caffè"]
    (tmp_path / "it.dic").write_text("\n".join([str(len(entries)), *entries]), encoding="utf-8")
    counts = [f"{stem} {100 + place}" for place, stem in enumerate([*STEMS, "città"])]
    (tmp_path / "it.txt").write_text("\n".join(counts), encoding="utf-8")
    return tmp_path


def command(
    folder: Path, *more: str, name: str = "italian", frequencies: str = "it.txt"
) -> list[str]:
    """Return the words of the command that builds a lexicon in `own`."""
    files = [f"--{kind}={folder / f'it.{kind}'}" for kind in ("aff", "dic")]
    given = [*files, f"--frequencies={folder / frequencies}", f"--into={folder / 'own'}"]
    return ["words", "build", name, *given, "--length", "5", *more]


def test_a_dictionary_and_frequencies_make_a_lexicon_that_loads(folder: Path) -> None:
    result = run(*command(folder))
    assert result.exit_code == 0, result.output
    assert "italian-5: 122 words; easy 61, normal 61." in result.output
    lexicon = load_lexicon("italian-5", folder / "own")
    assert {"citta", "caffe", "batto", "batti"} <= set(lexicon.words)
    assert lexicon.spellings("citta") == ("città",)
    assert lexicon.prior[lexicon.index("batto")] > lexicon.prior[lexicon.index("batti")]
    assert "batti" not in lexicon.pool().words


def test_letters_can_be_kept_and_words_barred(folder: Path) -> None:
    (folder / "no.txt").write_text("Batto\n")
    letters = "--letters=abcdefghijklmnopqrstuvwxyzà"
    assert run(*command(folder, letters, f"--barred={folder / 'no.txt'}")).exit_code == 0
    lexicon = load_lexicon("italian-5", folder / "own")
    assert "città" in lexicon
    assert "batto" in lexicon
    assert "batto" not in lexicon.pool().words


def test_a_pool_that_is_there_stays(folder: Path) -> None:
    run(*command(folder))
    pool = folder / "own" / "italian-5" / "pools" / "normal-1.txt"
    pool.write_text("batto\n")
    assert "kept easy-1.txt, normal-1.txt" in run(*command(folder)).output
    assert pool.read_text() == "batto\n"


@pytest.mark.parametrize(
    ("more", "message"),
    [
        ({"name": "Italian-5"}, "cannot name a language"),
        ({"frequencies": "it.dic"}, "is no word with its count"),
    ],
)
def test_what_cannot_serve_is_told_in_one_line(
    folder: Path, more: dict[str, str], message: str
) -> None:
    assert message in refusal(*command(folder, **more))


def test_a_folder_that_cannot_be_written_is_named(folder: Path) -> None:
    (folder / "own").mkdir()
    (folder / "own" / "italian-5").write_text("a file where the folder should be")
    assert "italian-5 cannot be written" in refusal(*command(folder))


def test_barred_words_in_another_encoding_are_told(folder: Path) -> None:
    (folder / "no.txt").write_bytes("così\n".encode("latin-1"))
    said = refusal(*command(folder, f"--barred={folder / 'no.txt'}"))
    assert "no.txt: is not UTF-8 text" in said


def test_a_length_that_has_no_words_is_told(folder: Path) -> None:
    result = run(*command(folder, "--length", "8"))
    assert "italian-8: no words. Nothing was written." in result.output
    assert not (folder / "own" / "italian-8").exists()


def test_a_damaged_dictionary_is_told_by_its_line(folder: Path) -> None:
    (folder / "it.aff").write_text("SET UTF-8\nSFX S o i o\n")
    assert "line 2" in refusal(*command(folder))


def test_a_dictionary_without_a_word_is_told_and_nothing_is_written(folder: Path) -> None:
    aff, dic = folder / "it.aff", folder / "it.dic"
    aff.rename(folder / "aff")
    dic.rename(aff)
    (folder / "aff").rename(dic)
    assert "Check that --aff and --dic are not swapped" in refusal(*command(folder))
    assert not (folder / "own").exists()
