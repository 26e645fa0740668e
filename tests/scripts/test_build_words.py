"""The build of the word data, with tiny inputs made here; nothing is downloaded."""

import doctest
import hashlib
import io
import json
import lzma
import tarfile
import zipfile
from dataclasses import replace
from importlib import import_module
from pathlib import Path

import build_words
import pytest
from build_words import Sources, allowed_words, build_lexicon, differences
from words import inputs, pools, scowl
from words.answers import offensive_words, share_of
from words.definitions import MAX_LENGTH, OWN, define, definitions_of, shortened
from words.forms import KEPT, Form, form_of, is_mere_form
from words.handlists import ACCENTS, hand_list, hand_meanings, meaning_problems
from words.inputs import LANGUAGE_PACKAGES, PACKAGES, InputError, Package, fetch, members, verify
from words.languages import LANGUAGES
from words.prior import Traits, prior_of, probability
from words.scowl import Scowl, fold, read_scowl
from words.wordnet import PARTS, Meaning, Sense, Usage, WordNet, terms_of
from words.writing import definitions_text, next_pools, prior_text, read_pools, write_files

from wordle_web.engine.datafiles import DATA_FOLDER
from wordle_web.engine.lexicon import load_lexicon

ROOT = Path(__file__).parents[2]
MODULES = sorted(path.stem for path in (ROOT / "scripts" / "words").glob("[a-z]*.py"))

# Part of speech, lemmas, gloss; the senses of a word come in this order.
SYNSETS = (
    ("noun", ("crane",), 'large wading bird; "a crane stood there"'),
    ("noun", ("Crane",), "United States writer"),
    ("noun", ("crane",), "lifts heavy objects"),
    ("verb", ("crane", "stretch_out"), "stretch the neck"),
    ("noun", ("boot",), "footwear"),
    ("verb", ("bake",), "cook in an oven"),
    ("adj", ("fine(p)",), "of good quality"),
    ("noun", ("wolf",), "a wild dog"),
    ("noun", ("japan",), "lacquer"),
    ("noun", ("Japan",), "a country"),
    ("noun", ("Maria",), "a name"),
    ("noun", ("fink",), "an offensive name for someone"),
)
TAGGED = "crane%1:05:00:: 1 3\ncrane%2:29:00:: 1 9\n"
SCOWL = {
    "english-words.10": "boot\nbake\nfine\nthat\nOKed\nboot's\n",
    "english-words.20": "crane\nfoamy\n",
    "english-words.50": "japan\nvoilà\n",
    "english-words.80": "aahed\n",
    "american-words.20": "color\n",
    "british-words.20": "colour\n",
    "variant_2-words.20": "crain\n",
    "australian-words.35": "arvos\n",
    "english-upper.50": "Japan\nCrane\n",
    "english-proper-names.95": "Boot\n",
    "special-hacker.50": "frobs\n",
}
SUBTITLES = ["boot", "color", "crane", "foamy", "voila", "japan"]
Packages = dict[str, dict[str, bytes]]


def wordnet_files() -> dict[str, bytes]:
    files = {f"{part}.exc": b"" for part in PARTS} | {"cntlist.rev": TAGGED.encode()}
    files["noun.exc"] = b"wolves wolf\n"
    for part in PARTS:
        data, offsets = b"  1 a licence\n", dict[str, list[int]]()
        for _, lemmas, gloss in (synset for synset in SYNSETS if synset[0] == part):
            for lemma in lemmas:
                offsets.setdefault(lemma.removesuffix("(p)").lower(), []).append(len(data))
            listed = " ".join(f"{lemma} 0" for lemma in lemmas)
            line = f"{len(data):08d} 05 {part[0]} {len(lemmas):02x} {listed} 000 | {gloss}  \n"
            data += line.encode()
        files[f"data.{part}"] = data
        files[f"index.{part}"] = b"  1 a licence\n" + b"".join(
            f"{word} {part[0]} {len(places)} 0 {len(places)} 0 "
            f"{' '.join(f'{place:08d}' for place in places)}  \n".encode()
            for word, places in sorted(offsets.items())
        )
    return {f"usr/share/wordnet/{name}": content for name, content in files.items()}


@pytest.fixture(scope="module")
def packages():
    letterpress = ["aahed", "boots", "foamy", "crane", "cranes", "wolves", "minge", "baked", "fink"]
    clean = [word for word in letterpress if word != "minge"]
    files = {
        inputs.LETTERPRESS.name: {"package/index.json": json.dumps(letterpress).encode()},
        inputs.CLEAN.name: {"package/words.txt": "\n".join(clean).encode()},
        inputs.NAUGHTY.name: {"package/en.json": b'["big rude", "sod", "spit"]'},
        inputs.CUSS.name: {"package/index.js": b"const cuss = {\n  pixy: 1,\n  'foamy': 2,\n}\n"},
        inputs.BADWORDS.name: {"package/lib/array.js": b'module.exports = ["hussy"];'},
        inputs.SCOWL.name: {f"usr/{name}": text.encode() for name, text in SCOWL.items()},
        inputs.WORDNET.name: wordnet_files(),
        inputs.SUBTITLES.name: {"package/src/commonWords.json": json.dumps(SUBTITLES).encode()},
    }
    for package in PACKAGES:
        for path in package.licences:
            files[package.name][path] = f"Licence of {package.name}\n".encode()
    return files


@pytest.fixture(scope="module")
def sources(packages):
    return build_words.read_sources(packages)


def traits(level: int = 20, senses: int = 1, **others: object) -> Traits:
    plain = {"form": None, "has_entry": senses > 0, "is_foreign": False, "is_only_name": False}
    return Traits(level=level, senses=senses, **(plain | others))


def entry(prior: int, level: int = 20, **others: object) -> pools.Entry:
    """Return the entry of an ordinary word, apart from the given facts."""
    plain = {"is_barred": False, "is_mere_form": False, "is_known": True, "is_heard": True}
    form = others.pop("form", None)
    return pools.Entry(
        word="crane", prior=prior, traits=traits(level, form=form), **(plain | others)
    )


@pytest.mark.parametrize("name", MODULES)
def test_docstring_examples_are_correct(name):
    assert doctest.testmod(import_module(f"words.{name}")).failed == 0


@pytest.mark.parametrize(
    "package", [*PACKAGES, *LANGUAGE_PACKAGES], ids=lambda package: package.name
)
def test_every_word_source_is_pinned_and_its_license_is_included(package):
    assert package.manager in {"npm", "apt", "pip"}
    assert len(bytes.fromhex(package.sha256)) == 32
    assert package.version.partition(":")[2] or package.version in package.file
    notice = (ROOT / "NOTICE").read_text(encoding="utf-8")
    assert f"{package.name} {package.version}" in notice
    assert f"licences/{package.plain_name}.txt" in notice
    assert (ROOT / "licences" / f"{package.plain_name}.txt").stat().st_size > 100


def test_package_with_another_digest_is_refused(tmp_path):
    digest = hashlib.sha256(b"as recorded").hexdigest()
    package = Package("npm", "tiny", "1.0.0", digest, ("package/license",))
    (tmp_path / package.file).write_bytes(b"as recorded")
    assert fetch(package, tmp_path) == tmp_path / package.file
    with pytest.raises(InputError, match=r"tiny-1\.0\.0\.tgz has SHA-256"):
        verify(package, b"something else")


def test_missing_npm_is_reported(tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(InputError, match="npm is not installed; put cuss"):
        fetch(inputs.CUSS, tmp_path / "downloads")


def test_npm_debian_and_python_packages_are_unpacked(tmp_path):
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w") as archive:
        file = tarfile.TarInfo("./usr/words")
        file.size = 4
        archive.addfile(file, io.BytesIO(b"able"))
    data = lzma.compress(packed.getvalue())
    parts = b"".join(
        f"{name:<16}{0:<12}{0:<6}{0:<6}{644:<8}{len(body):<10}`\n".encode() + body + b"\n" * odd
        for name, body, odd in (("debian-binary", b"2.0", 1), ("data.tar.xz", data, 0))
    )
    (tmp_path / "tiny.deb").write_bytes(b"!<arch>\n" + parts)
    (tmp_path / "tiny.tgz").write_bytes(packed.getvalue())
    with zipfile.ZipFile(tmp_path / "tiny.whl", "w") as wheel:
        wheel.writestr("usr/words", "able")
    for name in ("tiny.deb", "tiny.tgz", "tiny.whl"):
        assert members(tmp_path / name) == {"usr/words": b"able"}


def test_scowl_distinguishes_levels_regions_and_variants(sources):
    scowl = sources.scowl
    assert fold("voilà") == "voila"
    assert scowl.american["voila"] == 50
    assert "oked" not in scowl.american
    is_foreign = [scowl.is_foreign_spelling(word) for word in ("colour", "color", "unheard")]
    assert is_foreign == [True, False, False]
    assert [scowl.is_variant(word) for word in ("crain", "colour")] == [True, False]
    assert [scowl.level(word) for word in ("frobs", "arvos")] == [99, 99]
    lowest = read_scowl({"english-words.35": b"able\n", "british-words.10": b"able\n"})
    assert lowest.level("able") == 10


@pytest.mark.parametrize(
    ("british", "american", "is_british"),
    [
        ("metre", "meter", True),
        ("odour", "odor", True),
        ("realise", "realize", True),
        ("ploughed", "plowed", True),
        ("grey", "gray", True),
        # Words without an American equivalent, or equally common in American and British English.
        ("snuck", "sneaked", False),
        ("color", "color", False),
    ],
)
def test_spelling_is_british_if_the_american_spelling_differs(british, american, is_british):
    lists = {"british-words.20": british.encode(), "american-words.20": american.encode()}
    assert scowl.is_british(british, read_scowl(lists)) is is_british


def test_wordnet_senses_have_part_of_speech_count_name_and_gloss(sources):
    wordnet = sources.wordnet
    senses = wordnet.senses["crane"]
    assert [(s.part, s.number, s.count, s.is_name) for s in senses] == [
        ("noun", 1, 3, False),
        ("noun", 2, 0, True),
        ("noun", 3, 0, False),
        ("verb", 1, 9, False),
    ]
    assert senses[0].gloss == "large wading bird"
    assert [wordnet.has_entry(word) for word in ("wolves", "stretch")] == [True, False]
    assert [wordnet.is_only_name(word) for word in ("maria", "japan")] == [True, False]
    assert wordnet.is_part("fine", "adj")


@pytest.mark.parametrize(
    ("words", "form"),
    [
        ("boots pends", Form.PLURAL),
        ("chaos grass sheds bring baker", None),
        ("baked", Form.PAST),
        ("baking", Form.PARTICIPLE),
        ("finer finest", Form.COMPARATIVE),
    ],
)
def test_inflected_forms_are_recognized(sources, words, form):
    for word in words.split():
        assert form_of(word, sources.wordnet, {"boot"}, {"pend"}) is form, word


def senses(word: str, part: str, number: int = 1, count: int = 0) -> dict[str, tuple[Sense, ...]]:
    """Return `number` senses of a word, each counted `count` times."""
    return {word: tuple(Sense(part, number, count, False, "") for number in range(1, number + 1))}


@pytest.mark.parametrize(
    ("word", "own", "level_of", "is_mere"),
    [
        # A common plural, a common adverb, or other uses make an -ing form a word.
        ("wedding", senses("wedding", "noun"), {"weddings": 35}, False),
        ("trotting", {}, {"trottings": 35}, True),
        ("stroking", senses("stroking", "noun"), {"strokings": 80}, True),
        ("boring", senses("boring", "adj"), {"boringly": 35}, False),
        ("laughing", senses("laughing", "adj"), {"laughingly": 60}, True),
        ("camping", senses("camping", "noun", count=13), {}, False),
        ("running", senses("running", "noun", count=5), {}, True),
        ("lying", {}, {}, True),
        ("sapling", senses("sapling", "noun"), {}, False),
        ("tied", senses("tied", "adj", count=3), {}, True),
        ("confused", senses("confused", "adj", count=13), {}, False),
        ("seed", senses("seed", "noun"), {}, False),
        # An irregular form needs senses or uses of its own.
        ("wore", {}, {}, True),
        ("elves", senses("elves", "noun"), {}, True),
        ("felt", senses("felt", "noun", 2), {}, False),
        ("known", senses("known", "adj", count=10), {}, False),
        ("women", {}, {}, True),
        ("abdomen", {}, {}, False),
        # A form that is also a noun is not a mere comparative.
        ("bluer", {}, {}, True),
        ("larger", senses("larger", "adj", count=52), {}, True),
        ("dryer", senses("dryer", "noun"), {}, False),
        ("harvest", senses("harvest", "verb"), {}, False),
        # This word is in a list written by hand.
        ("frozen", {}, {}, False),
    ],
)
def test_inflected_form_is_an_answer_only_if_it_is_also_a_separate_word(
    word, own, level_of, is_mere
):
    verbs = ("wed", "trot", "stroke", "bore", "laugh", "camp", "lie", "tie", "confuse", "see")
    bases = [senses(verb, "verb", count=9) for verb in verbs]
    bases += [senses("run", "verb", count=99), senses("woman", "noun")]
    bases += [senses(adjective, "adj") for adjective in ("blue", "large", "dry", "free")]
    irregular = {"lying": "lie", "wore": "wear", "elves": "elf", "felt": "feel", "known": "know"}
    irregular |= {"bluer": "blue", "frozen": "freeze"}
    known = {form: meaning for base in (*bases, own) for form, meaning in base.items()}
    wordnet = WordNet(known, {form: (base,) for form, base in irregular.items()})
    assert is_mere_form(word, Scowl(level_of, {}, {}, {}), wordnet) is is_mere


@pytest.mark.parametrize(
    ("facts", "logit"),
    [
        (traits(20, senses=0), 0.5 + 1.5 - 0.5),
        (traits(35, senses=1), 0.5 + 1.5 * 0.6931),
        (traits(40, senses=20), 0.5 - 1 + 1.5 * 2.5),
        (traits(50, senses=0, form=Form.PLURAL), 0.5 - 2 - 6),
        (traits(55, senses=0, form=Form.PLURAL, has_entry=True), 0.5 - 3 - 5),
        (traits(60, senses=0, form=Form.PAST), 0.5 - 3.5 - 3.5),
        (traits(70, senses=0, form=Form.PAST, has_entry=True), 0.5 - 4.5 - 4.5),
        (traits(80, senses=0, form=Form.PARTICIPLE), 0.5 - 6 - 3.5),
        (traits(95, senses=0, form=Form.COMPARATIVE), 0.5 - 6 - 0.5),
        (traits(10, senses=0, is_foreign=True), 0.5 + 1.5 - 2.5),
        (traits(10, senses=1, is_only_name=True), 0.5 + 1.5 - 0.5 + 1.5 * 0.6931),
    ],
)
def test_prior_is_the_logistic_sum_of_its_terms(facts, logit):
    assert probability(facts) == pytest.approx(1 / (1 + 2.718281828**-logit), rel=1e-3)


def test_one_percent_of_the_prior_is_spread_evenly():
    known, unknown = traits(10, senses=20), traits(99, senses=0, form=Form.PLURAL)
    prior = prior_of({"known": known, "unknown": unknown})
    mass = 1e6 * (probability(known) + probability(unknown))
    assert sum(prior.values()) == pytest.approx(mass, abs=2)
    assert prior["unknown"] == pytest.approx(0.005 * 1e6, rel=0.02)


def test_words_to_avoid_have_the_lowest_prior():
    traits_of = {word: traits(10, senses=9) for word in ("avoided", "known")}
    prior = prior_of(traits_of, {"avoided"})
    assert prior["avoided"] == 1
    assert prior["known"] == prior_of(traits_of)["known"]


def test_only_offensive_words_have_the_lowest_prior(sources, tmp_path):
    files = build_lexicon(5, replace(sources, offensive=frozenset({"foamy"})), {})
    prior = dict(zip(files["words.txt"].split(), files["prior.txt"].split(), strict=True))
    assert prior["foamy"] == "000001"
    assert "foamy" not in files["pools/easy-1.txt"].split()
    assert min(chance for word, chance in prior.items() if word != "foamy") > "000001"


def test_offensive_words_are_combined_and_too_many_stop_the_build(packages, sources):
    offensive = offensive_words(packages)
    listed = {"minge", "minges", "sod", "sods", "foamy", "foamies", "hussy", "hussies"}
    assert listed | {"lynch", "wench", "wenches"} <= offensive
    # Exceptions to these lists are in a list written by hand.
    assert not {"pixy", "spits"} & offensive
    assert share_of(["foamy", "crane", "bakes", "fine"], offensive) == 0.25
    with pytest.raises(InputError, match=r"\d% of the words of 5 letters count as offensive"):
        build_lexicon(5, sources, {})


def test_names_and_other_spellings_are_not_answers(sources):
    assert not KEPT & pools.NO_ANSWERS
    for words, is_barred, expected in (
        ("japan maria crane boot", pools.is_name, [True, True, False, False]),
        ("colour crain color", pools.is_respelled, [True, True, False]),
    ):
        assert [is_barred(word, sources.scowl) for word in words.split()] == expected
    made = {"colour": traits(10, is_foreign=True), "color": traits(10)}
    prior, ranks = dict.fromkeys(made, 900_000), {"color": 1}
    entries = pools.entries_of(made, prior, frozenset(), sources.scowl, sources.wordnet, ranks)
    expected = [(entry.word, entry.is_barred) for entry in entries]
    assert expected == [("color", False), ("colour", True)]


@pytest.mark.parametrize(
    ("level", "ranks"),
    [(20, {55_830: 1, None: 0}), (35, {50_000: 1, 50_001: 0}), (50, {30_000: 1, 36_660: 0})],
)
def test_words_of_higher_scowl_levels_must_be_more_frequent_in_subtitles(level, ranks):
    assert {rank: pools.is_known(level, rank) for rank in ranks} == ranks
    assert not pools.is_known(55, 1)


@pytest.mark.parametrize(
    ("facts", "names"),
    [
        (entry(800_000, 20), "easy normal"),
        (entry(800_000, 35), "normal"),
        (entry(799_999, 10), "normal"),
        (entry(500_000, 50), "normal"),
        (entry(900_000, 10, is_mere_form=True), ""),
        (entry(499_999, 50), "hard"),
        (entry(100_000, 70), "hard"),
        (entry(99_999, 70), ""),
        (entry(900_000, 10, is_known=False), "hard"),
        (entry(500_000, 35, is_known=False), "hard"),
        (entry(500_000, 35, is_known=False, is_mere_form=True), ""),
        (entry(200_000, 50, form=Form.PLURAL), ""),
        (entry(200_000, 50, is_mere_form=True), ""),
        (entry(200_000, 50, is_known=False), "hard"),
    ],
)
def test_pools_of_a_word_depend_on_its_prior_level_and_form(facts, names):
    rules = {"easy": pools.is_easy, "normal": pools.is_normal, "hard": pools.is_hard}
    assert [name for name, rule in rules.items() if rule(facts)] == names.split()


def test_definitions_use_the_most_common_senses_and_the_base_form(sources):
    as_counted = ("verb: stretch the neck", "noun: large wading bird")
    for word, own, definitions in (
        ("crane", {}, as_counted),
        ("crane", {"crane": ("noun: a bird",)}, ("noun: a bird",)),
        ("wolves", {}, ("wolf, noun: a wild dog",)),
        ("boots", {}, ("boot, noun: footwear",)),
        ("baked", {}, ("bake, verb: cook in an oven",)),
        ("finest", {}, ("fine, adjective: of good quality",)),
    ):
        assert define(word, sources.wordnet, own) == definitions
    assert define("japan", sources.wordnet) == ("noun: lacquer",)
    assert define("maria", sources.wordnet) == define("fink", sources.wordnet) == ()
    senses = definitions_of(["aahed", "crane", "boot"], sources.wordnet)
    assert list(senses) == ["boot", "crane"]


def sense(gloss: str, part: str = "noun", **facts: int) -> Sense:
    numbered = {"number": 1, "count": 0, "relations": 2, **facts}
    return Sense(part, is_name=False, gloss=gloss, **numbered)


@pytest.mark.parametrize(
    ("word", "senses", "first"),
    [
        # A sense with more relations wins over one whose gloss uses the word.
        ("otter", [sense("the fur of an otter"), sense("a mammal", number=2, relations=4)], 1),
        # A sense that is counted often wins over one with more relations.
        ("style", [sense("how it is done", count=28), sense("a way", number=2, relations=37)], 0),
        # One of many words for a meaning that is usually expressed by another word.
        ("chirp", [sense("a note"), sense("a pinch", number=2, relations=9, place=3)], 0),
        # Never counted, but used in other definitions.
        ("gulch", [sense("overeat", "verb", count=1), sense("a ravine", uses=5)], 1),
        # Most people think of the thing, not the action.
        ("awl", [sense("to bore", "verb"), sense("a tool")], 1),
        ("slice", [sense("a golf shot", relations=9), sense("a share of something", number=2)], 1),
        ("truss", [sense("worn to hold a hernia", relations=9), sense("a frame", number=2)], 1),
    ],
)
def test_most_familiar_sense_comes_first(word, senses, first):
    wordnet = WordNet({word: tuple(senses)}, {})
    assert define(word, wordnet, {})[0].partition(": ")[2] == senses[first].gloss


def test_neighboring_words_determine_the_sense_used_in_a_definition():
    texts = {
        ("noun", 1): "gorge; a deep ravine with steep rocks",
        ("verb", 1): "gorge; eat too much food",
        ("noun", 2): "canyon; a gorge between steep rocks",
        ("noun", 3): "gorge; the throat",
    } | {
        ("adj", number): f"{chr(97 + number % 26)}{chr(97 + number // 26)}x" for number in range(60)
    }
    links = {("noun", 2): frozenset({("noun", 1)})}
    meanings = {
        key: Meaning(terms_of(text), links.get(key, frozenset())) for key, text in texts.items()
    }
    usage = Usage(meanings)
    assert usage.counts("gorge", [("noun", 1), ("verb", 1), ("noun", 3)]) == [1, 0, 0]
    assert usage.counts("canyon", [("noun", 2)]) == [0]


@pytest.mark.parametrize(
    "gloss", ["a slur for a man", "of or relating to sexual desire", "a brothel"]
)
def test_definitions_omit_offensive_senses_and_less_common_unpleasant_senses(gloss):
    for glosses, shown in (
        ((gloss,), ()),
        ((gloss, "a term"), ("noun: a term",)),
        (("a bin", "a box for a corpse"), ("noun: a bin",)),
    ):
        senses = tuple(sense(gloss, number=n, count=9) for n, gloss in enumerate(glosses, 1))
        assert define("word", WordNet({"word": senses}, {}), {}) == shown


NEW = (
    "new, adjective: not of long duration; having just (or relatively recently) come into being"
    " or been made or acquired"
)


@pytest.mark.parametrize(
    ("text", "short"),
    [
        ("noun: " + "a tool " * 10, "noun: " + "a tool " * 10),
        ("noun: " + "a" * 60 + "; " + "b" * 60, "noun: " + "a" * 60),
        ("noun: " + "a" * 60 + " (" + "b, " * 60 + ")", "noun: " + "a" * 60),
        ("noun: " + "word " * 40, "noun: " + "word " * 21 + "word…"),
        ("noun: " + "a word of " * 20, "noun: " + "a word of " * 10 + "a word"),
        (NEW + " or discovered", NEW),
    ],
)
def test_long_definition_is_cut_after_a_clause_a_phrase_or_a_word(text, short):
    assert shortened(text) == short
    assert len(short) <= MAX_LENGTH


def test_all_built_in_english_definitions_are_short():
    for length in build_words.LENGTHS:
        text = (DATA_FOLDER / f"english-{length}" / "definitions.json").read_text(encoding="utf-8")
        assert (
            max(
                len(definition)
                for definitions in json.loads(text).values()
                for definition in definitions
            )
            <= MAX_LENGTH
        )


@pytest.mark.parametrize("code", ACCENTS)
def test_answers_of_five_letters_have_suitable_definitions(code):
    meanings = hand_meanings(code)
    assert not meaning_problems(code, meanings)
    name = next(language.name for language in LANGUAGES if language.code == code)
    normal = read_pools(DATA_FOLDER / f"{name}-5")["normal", 1]
    assert len(meanings.keys() & set(normal)) > 0.94 * len(normal)
    text = (DATA_FOLDER / f"{name}-5" / "definitions.json").read_text(encoding="utf-8")
    assert {key: tuple(definitions) for key, definitions in json.loads(text).items()} == meanings


@pytest.mark.parametrize(
    ("code", "word", "text", "problem"),
    [
        ("es", "abeja", "insecto como la Abeja", "holds the word itself"),
        ("fr", "eleve", "un élève de l'école", "holds the word itself"),
        ("de", "fuss", "der Fuß am Bein", "holds the word itself"),
        ("pt", "agora", "a" * 91, "91 characters, at most 90"),
        ("fr", "annee", "doce meses del año", "ñ is not written in this language"),
        ("de", "angst", "чувство страха", "is not written in this language"),
    ],
)
def test_invalid_definition_is_refused(code, word, text, problem):
    assert problem in "".join(meaning_problems(code, {word: (text,)}))
    assert not meaning_problems(code, {word: ("mit x",)})


def test_allowed_words_include_dictionary_words_and_common_words(sources):
    by_hand = {*hand_list("en", "loanwords"), *hand_list("en", "guesses")}
    for length, words in (
        (4, "bake boot fine fink that"),
        (5, "aahed baked boots color crane foamy japan minge voila"),
    ):
        assert set(allowed_words(length, sources, {})) - by_hand == set(words.split())
    assert "wifi" in allowed_words(4, sources, {})
    assert "covid" in allowed_words(5, sources, {})
    # A word of a released pool stays allowed.
    assert "zzzzz" in allowed_words(5, sources, {("normal", 1): ("zzzzz",)})


def test_priors_and_definitions_are_written_one_entry_per_line():
    assert prior_text(["able", "baker"], {"able": 1, "baker": 999_999}) == "000001\n999999\n"
    text = definitions_text({"able": ("adjective: can",), "bake": ()})
    assert json.loads(text) == {"able": ["adjective: can"], "bake": []}
    assert text.count("\n") == 4


def test_changed_pool_is_written_as_the_next_version():
    shipped = {("normal", 1): ("able",), ("normal", 2): ("able", "bake"), ("easy", 1): ("able",)}
    made = {"normal": ("able",), "easy": ("able",), "hard": ("cove",)}
    assert next_pools(shipped, made) == {("normal", 3): ("able",), ("hard", 1): ("cove",)}


def harmless(sources: Sources) -> Sources:
    """Return the sources without offensive words, since one is too many for such a short list."""
    return replace(sources, offensive=frozenset())


def test_built_lexicons_are_reproducible_and_can_be_loaded(sources, tmp_path):
    files = build_lexicon(5, harmless(sources), {})
    write_files(tmp_path / "tiny-5", files)
    assert not differences(tmp_path / "tiny-5", files)
    again = build_lexicon(5, harmless(sources), read_pools(tmp_path / "tiny-5"))
    assert dict(again) == dict(files)
    lexicon = load_lexicon("tiny-5", tmp_path)
    assert tuple(lexicon.words) == allowed_words(5, sources, {})
    assert lexicon.pool("easy").words == ("color", "crane", "foamy")
    assert lexicon.definitions("crane") == OWN["crane"]
    other = {**files, "prior.txt": "new\n", "three.txt": "new\n"}
    changed = {tmp_path / "tiny-5" / name for name in ("prior.txt", "three.txt")}
    assert set(differences(tmp_path / "tiny-5", other)) == changed


def test_changed_words_add_a_pool_and_keep_the_released_pool(sources):
    shipped = {("easy", 1): ("crane", "aahed"), ("normal", 1): ("crane",), ("hard", 1): ("foamy",)}
    files = build_lexicon(5, harmless(sources), shipped, new_pools=False)
    assert files["pools/easy-1.txt"] == "crane\naahed\n"
    assert "pools/easy-2.txt" not in files
    both = build_lexicon(5, harmless(sources), shipped, new_pools=True)
    assert both["pools/easy-1.txt"] == "crane\naahed\n"
    assert both["pools/easy-2.txt"] == "color\ncrane\nfoamy\n"


def test_every_license_is_included(packages):
    files = build_words.licence_files(packages)
    others = {f"{package.plain_name}.txt" for package in LANGUAGE_PACKAGES}
    assert {path.name for path in (ROOT / "licences").iterdir()} == set(files) | others
    notice = (ROOT / "NOTICE").read_text(encoding="utf-8")
    assert "Copyright (c) J Ross Beresford 1993-1999. All Rights Reserved." in notice
    assert files["cuss.txt"] == "Licence of cuss\n"
    assert files["zxcvbn-ts-language-en.txt"].count("Licence of @zxcvbn-ts/language-en\n") == 2
