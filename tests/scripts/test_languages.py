"""Making the words of the languages beside English from their packages."""

import json
from pathlib import Path

import pytest
from build_words import build_language
from words import inputs
from words.answers import HARMLESS, barred_keys, offensive_keys
from words.german import german_spellings
from words.inputs import CUSS, LANGUAGE_PACKAGES, NAUGHTY, WORDFREQ, members
from words.languages import LANGUAGES, Language, frequencies, spanish
from words.notices import notice_of

ROOT = Path(__file__).parents[2]
# "día", and rarer by two centibels "canto" and "cantó".
ZIPFS = (
    b"\xdc\x00\x05\x82\xa6format\xa2cB\xa7version\x01"
    b"\x90\x91\xa4d\xc3\xada\x90\x92\xa5canto\xa6cant\xc3\xb3"
)


def language(name: str) -> Language:
    return next(each for each in LANGUAGES if each.name == name)


@pytest.mark.parametrize("each", LANGUAGE_PACKAGES, ids=lambda package: package.name)
def test_every_package_is_pinned_named_and_its_licence_kept(each: inputs.Package) -> None:
    assert each.manager in {"npm", "apt", "pip"}
    assert len(each.sha256) == 64
    assert f"{each.name} {each.version}" in (ROOT / "NOTICE").read_text(encoding="utf-8")
    assert (ROOT / "licences" / each.licence_file).stat().st_size > 100


@pytest.mark.parametrize("each", LANGUAGES, ids=lambda each: each.name)
def test_the_license_of_a_folder_names_every_source(each: Language) -> None:
    notice = notice_of(each)
    assert all(f"{package.name} {package.version}" in notice for package in each.sources)
    assert max(map(len, notice.splitlines())) <= 100
    assert ("Mozilla" in notice) == (each.code in {"pt", "fr"})


def test_a_wheel_is_opened(tmp_path: Path) -> None:
    import zipfile

    with zipfile.ZipFile(tmp_path / "one.whl", "w") as wheel:
        wheel.writestr("one/data.txt", "text")
    assert members(tmp_path / "one.whl") == {"one/data.txt": b"text"}


def test_german_tells_nouns_from_names_and_base_forms_from_others() -> None:
    nouns = "Haus Hauses Baum Bäume Wagen Wagens Rose Rosen Otto Aaron"
    compounds = (
        "Rathaus Krankenhaus Rathauses Krankenhauses Laubbaum Nadelbaum Laubbäume Nadelbäume"
    )
    compounds += " Lastwagen Schlafwagen Heckenrose Wildrose Heckenrosen Wildrosen Ottomane"
    verbs = "zeigen zeige zeigt zeigst zog zogst zogt zogen ziehen klein kleine kleinem kleiner"
    words = f"{nouns} {compounds} {verbs}".split()
    zipfs = dict.fromkeys(map(str.lower, words), 3.0)
    found = {
        each.word: each.is_base for each in german_spellings(words, zipfs) if len(each.word) < 8
    }
    bases = {word for word, is_base in found.items() if is_base}
    assert bases >= {"Haus", "Baum", "Wagen", "Rose", "zeigen", "ziehen", "klein"}
    assert not bases & {"Hauses", "Bäume", "Rosen", "zeige", "zeigt", "zog", "kleine", "kleinem"}
    assert not {"Otto", "Aaron"} & set(found)


@pytest.fixture
def packages() -> dict[str, dict[str, bytes]]:
    listed = ["dia", "dias", "canto", "perra", "perras"]
    cuss = b"export const cuss = {\n  canto: 1,\n  perra: 2,\n  'dos palabras': 2\n}\n"
    zipfs = {
        f"wordfreq/data/large_{code}.msgpack.gz": ZIPFS for code in ("es", "en", "fr", "de", "pt")
    }
    return {
        inputs.SPANISH_DEBIAN.name: {"usr/share/dict/spanish": "día\ncanto\nMadrid\n".encode()},
        inputs.SPANISH_LETTERPRESS.name: {"package/index.json": json.dumps(listed).encode()},
        NAUGHTY.name: {"package/es.json": b'["martillo", "Dia malo"]'},
        CUSS.name: {"package/es.js": cuss},
        WORDFREQ.name: zipfs,
    }


def test_spanish_takes_accents_from_its_entries_and_from_the_frequencies(
    packages: dict[str, dict[str, bytes]],
) -> None:
    found = spanish(packages, frequencies(packages, "es"))
    assert {(each.word, each.is_base) for each in found} == {
        ("día", True),
        ("dias", False),
        ("canto", True),
        ("cantó", False),
        ("perra", False),
        ("perras", False),
    }


def test_offensive_words_are_known_in_their_forms_and_harmless_ones_are_not(
    packages: dict[str, dict[str, bytes]],
) -> None:
    found = offensive_keys(packages, language("spanish"))
    assert {"perra", "perras", "perro"} <= found
    assert not {"canto", "martillo", "martillos"} & found


def test_no_word_is_both_harmless_and_barred() -> None:
    for each in LANGUAGES:
        assert not set(HARMLESS[each.code].split()) & barred_keys(each)


def test_a_language_is_built_with_its_files_and_a_shipped_pool_stays(
    packages: dict[str, dict[str, bytes]], tmp_path: Path
) -> None:
    pools = tmp_path / "spanish-5" / "pools"
    pools.mkdir(parents=True)
    (pools / "normal-1.txt").write_text("zzzzz\n")
    known = ["abcd", "aaaa"]
    padded = json.dumps([*known, "dia", "canto", "perra", "aaaaaa", "aaaaaaa", "aaaaaaaa"]).encode()
    packages[inputs.SPANISH_LETTERPRESS.name]["package/index.json"] = padded
    files = build_language(language("spanish"), packages, tmp_path)[tmp_path / "spanish-5"]
    assert files["words.txt"] == "canto\nperra\nzzzzz\n"
    assert files["pools/normal-1.txt"] == "zzzzz\n"
    assert files["pools/normal-2.txt"] == "canto\n"
    assert files["spellings.txt"] == "canto cantó\n"
    assert "CC BY-SA" in files["LICENSE"] or "ShareAlike" in files["LICENSE"]
    assert {"manifest.json", "prior.txt"} <= set(files)
