"""The words of the built-in languages: properties of every lexicon."""

import json

import numpy as np
import pytest

from wordle_web.engine.datafiles import DATA_FOLDER
from wordle_web.engine.lexicon import Lexicon, lexicon_names, load_lexicon
from wordle_web.engine.matrix import MAX_RANKED, matrix_of

LETTERS = {
    "english": "abcdefghijklmnopqrstuvwxyz",
    "portuguese": "abcdefghijklmnopqrstuvwxyz",
    "spanish": "abcdefghijklmnopqrstuvwxyzñ",
    "french": "abcdefghijklmnopqrstuvwxyz",
    "german": "abcdefghijklmnopqrstuvwxyzäöü",
}
# Number of allowed words, and of words in the pools easy, hard and normal. Digests of the pools are
# in scripts/words/pools.sha256.
TABLE = """
english-4 5563 732 126 1350
english-5 12703 812 226 1768
english-6 22485 904 392 2249
english-7 33375 830 466 2158
english-8 40719 701 516 1896
portuguese-4 4700 338 34 485
portuguese-5 18306 719 107 1220
portuguese-6 47610 723 218 1473
portuguese-7 98063 800 246 1799
portuguese-8 167657 796 301 1839
spanish-4 3168 353 36 565
spanish-5 11641 691 156 1208
spanish-6 28224 764 275 1646
spanish-7 56694 840 317 2098
spanish-8 89086 820 435 2060
french-4 2335 410 35 608
french-5 7138 698 184 1261
french-6 16562 851 318 1906
french-7 30467 911 436 2301
french-8 46256 821 416 2278
german-4 3275 536 61 837
german-5 8748 776 205 1356
german-6 17119 958 379 2177
german-7 29967 884 546 2304
german-8 53695 880 746 2815
"""
SHIPPED = {name: facts for name, *facts in map(str.split, TABLE.strip().splitlines())}


@pytest.fixture(params=SHIPPED)
def shipped(request: pytest.FixtureRequest) -> Lexicon:
    return load_lexicon(request.param)


def test_each_language_has_lexicons_of_every_length() -> None:
    names = [f"{language}-{length}" for language in LETTERS for length in range(4, 9)]
    assert list(SHIPPED) == names
    assert lexicon_names() == tuple(sorted(names))


def test_built_in_lexicons_have_the_recorded_sizes(shipped: Lexicon) -> None:
    pools = [shipped.pool(name, 1) for name in ("easy", "hard", "normal")]
    assert list(map(str, (len(shipped), *map(len, pools)))) == SHIPPED[shipped.name]
    assert len(shipped.pools) == 3


# Everyday words are allowed, and so are rare and offensive ones.
ALLOWED = """
german motel sushi tacos nachos kiwi koala hoodie podcast prosecco brokkoli falafel
portuguese wifi ramen kiwi vodka rugby emoji drone selfie vegano podcast hashtag
spanish blog dron wifi sushi koala padel birra selfi selfie hockey brocoli internet
spanish denle hazlo ponme dime sentaos dandole ponte
french ramen hoodie zumba
english wifi gifs matcha onesie covid queso hygge vapers yeets swole goated regex
german covid chillt zocke shots wlans pilse tschö influ sheesh
spanish covid crush hater click porfa rapea tofus
french padel story kombu cheum poto persos
portuguese covid vegan mozao busao vaper sextou printo
english halon krona rheum strep lemma toque squab newsy
english lynch wench bitch whore gipsy negro
"""
# Well-known words are normal answers, including forms that are separate words.
ANSWERS = """
portuguese sabio amor cafe coracao mundo termo
spanish niño señor mundo arbol campo cancion
french coeur monde ecole foret maison
german haus tisch müde fuss grün mädchen
spanish playa leche pollo guitarra chaqueta
french boule mettre envoyer sauter
portuguese boca cachorro
english wedding morning building feeling evening clothing amazing boring left rose felt best
"""
# Inflected forms, names and offensive words are in no pool.
NEVER = """
english jailbird meanie goofball coco tush codger klaxon pothead juicing
german schisser oreal stuka proll jacuzzi glatzer holzkopf tölpel verbring prolet scrabble vergrub
german lässt musste gelandet geknackt vorigen zweigen kuren malte messner türke
portuguese brigida mutano zanzibar agripa calhorda caolho tomita teflon
portuguese chana itau mustafa angra romeu manel gozar baseada boatos revelou exclamou sabia grana
spanish garona giralda cascante arpia esquirol donut guiri novelo plasta
spanish mogolico arguello rogo putero muera landa altea rafa asenjo folla anus agredida
french rital nichon pouffe esquimau nympho gringo lycra velcro goujat mauser teflon junkie boucau
french raton mollo litt sida tous peri situ anus fournier acquitte revenue suicider
english wore swum geese elves arose began women bitten tastiest larger harder
english crying lying stepping laughing creaking peter harry virgin
english lynch wench bitch whore gipsy negro maria japan kylie texas paris jimmy henry
portuguese merda puta brasil maria foder vagina japao
spanish mierda puta españa jorge coño polla negro
french merde pute france marie bite chine
german hure fotze berlin neger maria china
"""
NOT_NORMAL = "english halon krona rheum strep lemma toque squab newsy"


def words_of(table: str) -> list[tuple[Lexicon, str]]:
    lines = [line.split() for line in table.strip().splitlines()]
    return [(load_lexicon(f"{line[0]}-{len(word)}"), word) for line in lines for word in line[1:]]


def test_everyday_words_are_allowed_and_well_known_words_are_answers() -> None:
    assert [word for lexicon, word in words_of(ALLOWED) if word not in lexicon] == []
    for lexicon, word in words_of(ANSWERS):
        assert word in lexicon.pool("normal").words, word
    for lexicon, word in words_of(NOT_NORMAL):
        assert word not in lexicon.pool("normal").words, word


def test_inflected_forms_names_and_offensive_words_are_not_answers() -> None:
    for lexicon, word in words_of(NEVER):
        assert not any(word in pool.words for pool in lexicon.pools), word


def test_words_are_sorted_and_have_a_valid_prior(shipped: Lexicon) -> None:
    words = list(shipped.words)
    assert words == sorted(set(words))
    assert shipped.alphabet == LETTERS[shipped.language]
    assert ["".join(map(chr, row)) for row in shipped.codes[::997]] == words[::997]
    assert (shipped.codes.shape, shipped.codes.dtype) == ((len(words), shipped.length), np.uint32)
    assert (shipped.prior.shape, shipped.prior.dtype) == ((len(words),), np.float64)
    assert 0 < shipped.prior.min() <= shipped.prior.max() < 1
    # Offensive words may be guessed, but are few, and none is an answer.
    assert 0 < len(shipped.avoided) < 0.03 * len(words)
    assert not set(shipped.avoided) & {
        int(index) for pool in shipped.pools for index in pool.indices
    }
    assert not shipped.codes.flags.writeable
    assert not shipped.prior.flags.writeable


def test_pools_are_valid_and_easy_words_are_in_the_normal_pool(shipped: Lexicon) -> None:
    for pool in shipped.pools:
        assert pool.words == tuple(shipped.words[place] for place in pool.indices)
        assert len(set(pool.words)) == len(pool)
        assert pool.indices.dtype == np.intp
    easy, hard, normal = (set(shipped.pool(name).words) for name in ("easy", "hard", "normal"))
    assert easy < normal < set(shipped.words)
    assert not hard & normal
    assert shipped.prior[shipped.pool("easy").indices].mean() > shipped.prior.mean()


@pytest.mark.parametrize("name", [name for name in SHIPPED if not name.startswith("english")])
def test_license_names_the_sources_of_the_words(name: str) -> None:
    folder = DATA_FOLDER / name
    licence = (folder / "LICENSE").read_text(encoding="utf-8")
    assert "https://creativecommons.org/licenses/by-sa/4.0/" in licence
    assert "wordfreq 3.1.1" in licence
    assert "LICENSE" in json.loads((folder / "manifest.json").read_text())["files"]


def test_very_long_lists_rank_the_likeliest_words_first() -> None:
    lexicon = load_lexicon("portuguese-8")
    columns = matrix_of(lexicon).columns
    known = [*columns.tolist(), *lexicon.avoided.tolist()]
    assert sorted(known) == list(range(len(lexicon)))
    ranked, others = columns[:MAX_RANKED], columns[MAX_RANKED:]
    assert lexicon.prior[ranked].min() >= lexicon.prior[others].max()
