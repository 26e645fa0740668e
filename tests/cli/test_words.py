"""The command that builds word lists for another language."""

import shutil
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest
from cli.commands import refusal, run

from wordle_web.engine.lexicon import load_lexicon

AFF = "SET UTF-8\nSFX S Y 1\nSFX S o i o\n"
STEMS = [f"{a}{b}tto" for a in "bcdfglmnprst" for b in "aeiou"]


@pytest.fixture(autouse=True)
def no_lemmatizer(monkeypatch):
    """Build without simplemma, even if it is installed."""
    monkeypatch.setitem(sys.modules, "simplemma", None)


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "it.aff").write_text(AFF)
    entries = [f"{stem}/S" for stem in STEMS] + ["città", "Roma", "caffè"]
    (tmp_path / "it.dic").write_text("\n".join([str(len(entries)), *entries]), encoding="utf-8")
    counts = [f"{stem} {100 + place}" for place, stem in enumerate([*STEMS, "città"])]
    (tmp_path / "it.txt").write_text("\n".join(counts), encoding="utf-8")
    return tmp_path


def command(
    folder: Path, *more: str, name: str = "italian", frequencies: str = "it.txt", **lists: str
) -> list[str]:
    """Return the arguments of the command that builds a lexicon in `own`."""
    files = {"aff": "it.aff", "dic": "it.dic", "frequencies": frequencies}
    files |= lists  # such as the file for --barred
    given = [f"--{option}={folder / file}" for option, file in files.items()]
    return ["words", "build", name, *given, f"--into={folder / 'own'}", "--length", "5", *more]


def test_dictionary_and_frequencies_make_a_loadable_lexicon(folder):
    result = run(*command(folder))
    assert result.exit_code == 0, result.output
    assert "italian-5: 122 words; easy 61, normal 61." in result.output
    lexicon = load_lexicon("italian-5", folder / "own")
    assert {"citta", "caffe", "batto", "batti"} <= set(lexicon.words)
    assert lexicon.spellings("citta") == ("città",)
    assert lexicon.prior[lexicon.index("batto")] > lexicon.prior[lexicon.index("batti")]
    assert "batti" not in lexicon.pool().words


def test_words_build_accepts_letters_and_barred_words_and_keeps_existing_pools(folder):
    (folder / "no.txt").write_text("Batto\n")
    letters = "--letters=abcdefghijklmnopqrstuvwxyzà"
    assert run(*command(folder, letters, barred="no.txt")).exit_code == 0
    lexicon = load_lexicon("italian-5", folder / "own")
    assert "città" in lexicon
    assert "batto" in lexicon
    assert "batto" not in lexicon.pool().words
    pool = folder / "own" / "italian-5" / "pools" / "normal-1.txt"
    pool.write_text("batto\n")
    assert "kept easy-1.txt, normal-1.txt" in run(*command(folder)).output
    assert pool.read_text() == "batto\n"


def test_lemmatizer_excludes_inflected_and_unknown_words_from_the_answers(folder, monkeypatch):
    # The lemmatizer takes "batto" for a form of "battere" and doesn't know "betto".
    lemmatizer = SimpleNamespace(
        lemmatize=lambda word, lang: "battere" if word == "batto" else word,
        is_known=lambda word, lang: word != "betto",
    )
    monkeypatch.setitem(sys.modules, "simplemma", lemmatizer)
    result = run(*command(folder))
    assert "Not answers, inflected forms (1): batto …" in result.output
    assert "names, foreign words (1): betto …" in result.output
    lexicon = load_lexicon("italian-5", folder / "own")
    assert {"batto", "betto"} <= set(lexicon.words)
    assert not {"batto", "betto"} & set(lexicon.pool().words)
    assert lexicon.prior[lexicon.index("batto")] < lexicon.prior[lexicon.index("bitto")]


def test_words_build_without_a_lemmatizer_explains_how_to_install_it(folder):
    other = command(folder, name="klingon")
    assert 'pip install "wordle-web[words]"' in run(*other).output


@pytest.mark.parametrize("content", ["batto\nbetto\n", '["batto", "Betto"]'])
def test_offensive_words_are_neither_answers_nor_suggested(folder, content):
    (folder / "rude.txt").write_text(content)
    result = run(*command(folder, f"--insults={folder / 'rude.txt'}"))
    assert "Not answers, insults (2): " in result.output
    lexicon = load_lexicon("italian-5", folder / "own")
    assert {lexicon.words[index] for index in lexicon.avoided} == {"batto", "betto"}
    assert not {"batto", "betto"} & set(lexicon.pool().words)


def test_common_words_that_the_dictionary_lacks_may_be_guessed(folder):
    with (folder / "it.txt").open("a", encoding="utf-8") as file:
        file.write("\ncovid 900\nwifi5 900\n")
    result = run(*command(folder))
    lexicon = load_lexicon("italian-5", folder / "own")
    assert "covid" in lexicon
    assert "covid" not in lexicon.pool().words
    (sample,) = (line for line in result.output.splitlines() if "Some normal answers:" in line)
    shown = sample.partition(": ")[2].rstrip(".").split(", ")
    assert len(shown) == 40
    assert {lexicon.spellings(word)[0] for word in lexicon.pool().words} >= set(shown)


def test_words_that_are_more_common_in_another_language_are_not_answers(folder):
    (folder / "en.txt").write_text("batto 1000000000\nthe 1\n")
    (folder / "it.txt").write_text("".join(f"{stem} {10_000}\n" for stem in [*STEMS, "il" * 3]))
    result = run(*command(folder, f"--other={folder / 'en.txt'}"))
    assert "Not answers, much commoner in another language (1): batto …" in result.output


def test_several_lists_of_offensive_words_are_combined(folder):
    (folder / "one.json").write_text('["batto"]')
    (folder / "two.txt").write_text("betto\n")
    lists = [f"--insults={folder / name}" for name in ("one.json", "two.txt")]
    assert "Not answers, insults (2): " in run(*command(folder, *lists)).output


def test_name_that_is_more_common_in_another_language_is_not_an_answer(
    folder,
):
    with (folder / "it.dic").open("a", encoding="utf-8") as file:
        file.write("\nBatto\nBetto\n")
    (folder / "it.txt").write_text("".join(f"{stem} {10_000}\n" for stem in STEMS))
    # BATTO and BOTTO are about twice as common in the other language, but only BATTO is a name.
    (folder / "en.txt").write_text("batto 300000\nbotto 300000\nbetto 1\nthe 9000000\n")
    result = run(*command(folder, f"--other={folder / 'en.txt'}"))
    assert "Not answers, much commoner in another language (1): batto …" in result.output
    assert {"betto", "botto"} <= set(load_lexicon("italian-5", folder / "own").pool().words)


@pytest.mark.parametrize(
    ("file", "content", "options", "message"),
    [
        ("", b"", {"name": "Italian-5"}, "cannot name a language"),
        ("", b"", {"frequencies": "it.dic"}, "is no word with its count"),
        ("it.aff", b"SET UTF-8\nSFX S o i o\n", {}, "line 2"),
        ("no.txt", "così\n".encode("latin-1"), {"barred": "no.txt"}, "no.txt: is not UTF-8 text"),
        ("rude.txt", b'["batto', {"insults": "rude.txt"}, "rude.txt: is neither a list of words"),
        ("own/italian-5", b"where the folder should be", {}, "italian-5 cannot be written"),
    ],
)
def test_unusable_input_is_reported_in_one_line(folder, file, content, options, message):
    (folder / "own").mkdir()
    if file:
        (folder / file).write_bytes(content)
    assert message in refusal(*command(folder, **options))


def test_words_build_without_words_reports_the_reason_and_writes_nothing(folder):
    result = run(*command(folder, "--length", "8"))
    assert "italian-8: no words. Nothing was written." in result.output
    assert not (folder / "own" / "italian-8").exists()
    aff, dic = (folder / name for name in ("it.aff", "it.dic"))
    content = aff.read_bytes()
    aff.write_bytes(dic.read_bytes())
    dic.write_bytes(content)
    shutil.rmtree(folder / "own")
    assert "Check that --aff and --dic are not swapped" in refusal(*command(folder))
    assert not (folder / "own").exists()
