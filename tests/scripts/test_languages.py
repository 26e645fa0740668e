"""Building the words of the languages other than English from their packages."""

import json
import re

import pytest
from build_words import build_language
from words import inputs
from words.answers import offensive_keys
from words.german import german_spellings
from words.handlists import hand_list
from words.imperatives import with_pronouns
from words.inputs import CUSS, NAUGHTY, WORDFREQ
from words.languages import LANGUAGES, Language, frequencies, spanish
from words.notices import notice_of
from words.romance import with_guesses, with_loanwords, with_plurals, without_forms
from words.shown import as_read

from wordle_web.engine.wordfiles import key_of
from wordle_web.wordlists.vocabulary import Entry, Spelling

# "día", and two centibels below it "canto" and "cantó".
ZIPFS = (
    b"\xdc\x00\x05\x82\xa6format\xa2cB\xa7version\x01"
    b"\x90\x91\xa4d\xc3\xada\x90\x92\xa5canto\xa6cant\xc3\xb3"
)
Packages = dict[str, dict[str, bytes]]


def language(name: str) -> Language:
    return next(language for language in LANGUAGES if language.name == name)


@pytest.mark.parametrize("source", LANGUAGES, ids=lambda language: language.name)
def test_license_of_a_folder_names_every_source(source):
    notice = notice_of(source)
    assert all(f"{package.name} {package.version}" in notice for package in source.sources)
    assert max(map(len, notice.splitlines())) <= 100
    assert ("Mozilla" in notice) == (source.code in {"pt", "fr"})


GERMAN = {
    inputs.GERMAN_WORDS.name: {
        "package/woerter.json": b'["Otto", "Haus", "Hauses", "klein", "kleinere", "heute"]'
    },
    inputs.GERMAN_NOUNS.name: {
        "german_nouns/nouns.csv": (
            b"lemma,pos,nominativ singular,genitiv singular\n"
            b"Haus,Substantiv,Haus,Hauses\n"
            b'Otto,"Substantiv,Vorname",Otto,Ottos\n'
            b"Motel,Substantiv,Motel,Motels\n"
        )
    },
    inputs.GERMAN_VERBS.name: {
        "package/dist/verbs.json": json.dumps(
            {
                "landen": {"hasPrefix": False, "INF": "landen", "PA2": ["gelandet"]},
                "abbauen": {
                    "hasPrefix": True,
                    "INF": "abbauen",
                    "PRÄ": {"S": {"3": ["baut", "ab"]}},
                },
                "kennen": {"hasPrefix": False, "INF": "kennen", "PA2": ["bekannt"]},
            }
        ).encode()
    },
    inputs.GERMAN_ADJECTIVES.name: {
        "package/dist/adjectives.json": json.dumps(
            {"klein": {"NOM": {"DEF": {"M": "kleine"}}}, "gelandet": {}, "bekannt": {}}
        ).encode()
    },
}


def test_german_names_and_forms_are_distinguished_by_part_of_speech():
    spelling_of = {spelling.word: spelling for spelling in german_spellings(GERMAN, {})}
    bases = {word for word, spelling in spelling_of.items() if spelling.is_base}
    lexicalized = set(hand_list("de", "lexicalized")) - {"bekannt"}
    expected = "Haus Motel landen abbauen kennen klein bekannt heute"
    assert bases - lexicalized == set(expected.split())
    assert {"Hauses", "Motels", "abbaut", "gelandet", "kleine", "kleinere", "Otto"} <= set(
        spelling_of
    )
    assert {word for word, spelling in spelling_of.items() if spelling.is_doubtful} == {"Otto"}


def test_participles_and_feminine_forms_are_base_forms_only_if_listed():
    zipfs = {"hablar": 5.0, "hablado": 4.0, "comer": 5.0, "comida": 5.0, "rojo": 4.5, "roja": 4.0}
    zipfs |= {"amigo": 5.0, "amiga": 4.5, "caso": 4.0, "casa": 5.0, "sábado": 5.0}
    spellings = [Spelling(word, zipf, is_base=True) for word, zipf in zipfs.items()]
    remaining = without_forms(spellings, {"comida", "amiga"}, "abcdefghijklmnopqrstuvwxyzñ")
    assert {spelling.word for spelling in remaining if not spelling.is_base} == {"hablado", "roja"}
    # Missing loanwords are added without their plurals.
    remaining = with_loanwords(
        [Spelling("café", 4.0, True)], ["café", "blog", "blogs"], {"blog": 4.0}
    )
    assert [(spelling.word, spelling.is_base) for spelling in remaining[1:]] == [
        ("blog", True),
        ("blogs", False),
    ]


@pytest.mark.parametrize(
    ("key", "spellings", "shown"),
    [
        ("jetzt", "Jetzt jetzt", "jetzt"),
        ("laufen", "Laufen laufen", "laufen"),
        ("morgen", "Morgen morgen", "Morgen"),
        ("hecke", "Hecke hecke", "Hecke"),
        ("buch", "Buch bûch", "Buch"),
        ("spass", "Spass Spaß", "Spaß"),
        ("blass", "blass blaß", "blass"),
        ("maquina", "máquina maquina", "máquina"),
        ("vida", "vida", "vida"),
        # A town and its wine, which people rarely mean.
        ("macon", "maçon mâcon", "maçon"),
    ],
)
def test_answers_have_the_spellings_that_readers_expect(key, spellings, shown):
    first, *rest = spellings.split()
    # Frequencies ignore capitals.
    zipfs = {first: 5.0} | {word: 5.0 - (word.lower() != first.lower()) for word in rest}
    words = [Spelling(word, zipf, word != "vida") for word, zipf in zipfs.items()]
    shown_entry = as_read(Entry(key, tuple(words)), {"vida"}, {"mâcon"})
    assert shown_entry.shown == (shown,)
    assert shown_entry.bases


PRONOUNS = """
decir dime dímelo decidme decirle · hacer hazlo haznos hágalo · poner ponme ponte póngalo
sentar siéntate sentaos · dar denle démelo dándole dame · mantener mantente
"""


@pytest.mark.parametrize("words", re.split(r"[·\n]", PRONOUNS.strip()))
def test_verbs_with_pronouns_have_correct_accents(words):
    infinitive, *forms = words.split()
    assert set(forms) <= set(with_pronouns(infinitive, {"sienta", "siente"}, 8))


@pytest.fixture
def packages():
    listed = ["dia", "dias", "canto", "perra", "perras"]
    cuss = b"export const cuss = {\n  canto: 1,\n  perra: 2,\n  'dos palabras': 2\n}\n"
    codes = ("es", "en", "fr", "de", "pt")
    zipfs = {f"wordfreq/data/large_{code}.msgpack.gz": ZIPFS for code in codes}
    return {
        inputs.SPANISH_DEBIAN.name: {"usr/share/dict/spanish": "día\ncanto\nMadrid\n".encode()},
        inputs.SPANISH_LETTERPRESS.name: {"package/index.json": json.dumps(listed).encode()},
        NAUGHTY.name: {"package/es.json": b'["martillo", "Dia malo"]'},
        CUSS.name: {"package/es.js": cuss},
        WORDFREQ.name: zipfs,
    }


def test_spanish_accents_come_from_entries_and_frequencies(packages):
    spellings = spanish(packages, frequencies(packages, "es"))
    loanwords = hand_list("es", "loanwords")
    bases = {
        spelling.word: spelling.is_base for spelling in spellings if spelling.word not in loanwords
    }
    forms = dict.fromkeys(("dias", "cantó", "perra", "perras"), False)
    assert bases == {"día": True, "canto": True, **forms}


def test_all_forms_of_offensive_words_but_no_harmless_words_are_recognized(packages):
    keys = offensive_keys(packages, language("spanish"))
    assert {"perra", "perras"} <= keys
    # A dog is not offensive, though the rule for feminine forms suggests it.
    assert not {"perro", "canto", "martillo", "martillos"} & keys


@pytest.mark.parametrize("code", ["en", "de", "es", "fr", "pt"])
def test_no_word_is_listed_as_both_offensive_and_harmless(code):
    assert not set(hand_list(code, "harmless")) & set(hand_list(code, "offensive"))


def test_guesses_listed_by_hand_are_allowed_but_never_answers():
    spellings = [Spelling("café", 4.0, True)]
    extended = with_guesses(spellings, ["café", "Covid"], {"covid": 5.0})
    assert extended == (*spellings, Spelling("Covid", 5.0, is_base=False))


def test_building_a_language_keeps_released_pools(packages, tmp_path):
    pools = tmp_path / "spanish-5" / "pools"
    pools.mkdir(parents=True)
    (pools / "normal-1.txt").write_text("zzzzz\n")
    known = ["abcd", "aaaa"]
    padded = json.dumps([*known, "dia", "canto", "perra", "aaaaaa", "aaaaaaa", "aaaaaaaa"]).encode()
    packages[inputs.SPANISH_LETTERPRESS.name]["package/index.json"] = padded
    files = build_language(language("spanish"), packages, tmp_path)[tmp_path / "spanish-5"]
    letters = language("spanish").letters
    by_hand = [*hand_list("es", "loanwords"), *hand_list("es", "guesses")]
    loanwords = {key_of(word, letters) for word in by_hand}
    words = [word for word in files["words.txt"].split() if word not in loanwords]
    assert words == ["canto", "perra", "zzzzz"]
    assert files["pools/normal-1.txt"] == "zzzzz\n"
    assert files["pools/normal-2.txt"] == "canto\n"
    assert "cantó" not in files["spellings.txt"]
    assert "CC BY-SA" in files["LICENSE"] or "ShareAlike" in files["LICENSE"]
    assert {"manifest.json", "prior.txt"} <= set(files)


def test_word_is_a_plural_unless_it_is_much_more_common_than_its_singular():
    words = [Spelling("pino", 3.0, True), Spelling("pinos", 3.2, True)]
    words += [Spelling("féria", 2.0, True), Spelling("férias", 4.0, True)]
    plurals = with_plurals(words, {"s": ""})
    assert [plural.word for plural in plurals if plural.is_plural] == ["pinos"]
