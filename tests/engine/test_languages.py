"""The words of the shipped languages: what holds for each of their lexicons."""

import hashlib
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
# Allowed words; of the pools easy, hard and normal, how many words, and the first 12 digits of the
# SHA-256 of the pools one after another. From the first release on, the answers of past days depend
# on the order of the pools.
TABLE = """
english-4 5534 731 182 1347 9a0831a21a5a
english-5 12663 812 356 1769 6fd1ece81367
english-6 22442 904 475 2247 26e3d8e895fe
english-7 33332 829 552 2158 5c62c5e28511
english-8 40681 701 599 1897 03f2e6168b30
portuguese-4 4674 336 165 483 dfa2a731d17f
portuguese-5 18263 717 262 1219 e1b3c58c9da1
portuguese-6 47562 723 449 1474 469e6846bc13
portuguese-7 98038 800 547 1799 c3687d26d15b
portuguese-8 167650 795 611 1839 b400b6c20be3
spanish-4 3132 349 155 559 d07b15a5cb68
spanish-5 11592 682 363 1195 8dd49386153b
spanish-6 28180 764 566 1644 ee4dd7612fc0
spanish-7 56656 838 642 2094 9bee50c25a4d
spanish-8 89072 818 751 2059 5526801b69a4
french-4 2313 407 111 605 6eef33570704
french-5 7106 690 367 1254 abe7de16fddc
french-6 16542 846 584 1894 73d5b250192b
french-7 30456 908 798 2297 de5b9cb6cde4
french-8 46253 819 835 2276 6de892c8b1a0
german-4 3251 536 162 837 2741ecdafbc7
german-5 8711 776 390 1358 090513c4a9dd
german-6 17101 959 646 2181 bccf83ee3e45
german-7 29958 884 892 2305 2b8796293f87
german-8 53690 880 1262 2818 0a38cf9c99e0
"""
SHIPPED = {name: facts for name, *facts in map(str.split, TABLE.strip().splitlines())}


@pytest.fixture(params=SHIPPED)
def shipped(request: pytest.FixtureRequest) -> Lexicon:
    return load_lexicon(request.param)


def test_each_language_has_every_length() -> None:
    names = [f"{language}-{length}" for language in LETTERS for length in range(4, 9)]
    assert list(SHIPPED) == names
    assert lexicon_names() == tuple(sorted(names))


def test_the_words_and_the_pools_are_those_that_were_shipped(shipped: Lexicon) -> None:
    pools = [shipped.pool(name, 1) for name in ("easy", "hard", "normal")]
    text = "\n\n".join("\n".join(pool.words) for pool in pools)
    digest = hashlib.sha256(text.encode()).hexdigest()[:12]
    found = [len(shipped), *map(len, pools), digest]
    assert list(map(str, found)) == SHIPPED[shipped.name]
    assert len(shipped.pools) == 3


# What everybody says is allowed, and so is what few know or what is offensive.
ALLOWED = """
german motel sushi tacos nachos kiwi koala hoodie podcast prosecco brokkoli falafel
portuguese wifi ramen kiwi vodka rugby emoji drone selfie vegano podcast hashtag
spanish blog dron wifi sushi koala padel birra selfi selfie hockey brocoli internet
spanish denle hazlo ponme dime sentaos dandole ponte
french ramen hoodie zumba
english wifi gifs matcha onesie
english halon krona rheum strep lemma toque squab newsy
english lynch wench bitch whore gipsy negro
"""
# The words that everybody knows are normal answers, and forms that are words of their own.
ANSWERS = """
portuguese sabio amor cafe coracao mundo termo
spanish niño señor mundo arbol campo cancion
french coeur monde ecole foret maison
german haus tisch müde fuss grün mädchen
english wedding morning building feeling evening clothing amazing boring left rose felt best
"""
# Other forms, names, offensive words and the commonest names are in no pool.
NEVER = """
german lässt musste gelandet geknackt vorigen zweigen kuren malte messner türke
portuguese angra romeu manel gozar baseada boatos revelou exclamou sabia grana
spanish muera landa altea rafa asenjo folla anus agredida
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
    return [(load_lexicon(f"{each[0]}-{len(word)}"), word) for each in lines for word in each[1:]]


def test_what_anybody_says_is_allowed_and_what_everybody_knows_an_answer() -> None:
    assert [word for lexicon, word in words_of(ALLOWED) if word not in lexicon] == []
    for lexicon, word in words_of(ANSWERS):
        assert word in lexicon.pool("normal").words, word
    for lexicon, word in words_of(NOT_NORMAL):
        assert word not in lexicon.pool("normal").words, word


def test_forms_names_and_what_is_rude_are_no_answers() -> None:
    for lexicon, word in words_of(NEVER):
        assert not any(word in pool.words for pool in lexicon.pools), word


def test_words_are_sorted_keys_of_the_alphabet_with_a_possible_prior(shipped: Lexicon) -> None:
    words = list(shipped.words)
    assert words == sorted(set(words))
    assert shipped.alphabet == LETTERS[shipped.language]
    assert ["".join(map(chr, row)) for row in shipped.codes[::997]] == words[::997]
    assert (shipped.codes.shape, shipped.codes.dtype) == ((len(words), shipped.length), np.uint32)
    assert (shipped.prior.shape, shipped.prior.dtype) == ((len(words),), np.float64)
    assert 0 < shipped.prior.min() <= shipped.prior.max() < 1
    assert not shipped.codes.flags.writeable
    assert not shipped.prior.flags.writeable


def test_every_word_of_a_pool_is_allowed_and_easy_ones_are_normal(shipped: Lexicon) -> None:
    for pool in shipped.pools:
        assert pool.words == tuple(shipped.words[place] for place in pool.indices)
        assert len(set(pool.words)) == len(pool)
        assert pool.indices.dtype == np.intp
    easy, hard, normal = (set(shipped.pool(name).words) for name in ("easy", "hard", "normal"))
    assert easy < normal < set(shipped.words)
    assert not hard & normal
    assert shipped.prior[shipped.pool("easy").indices].mean() > shipped.prior.mean()


@pytest.mark.parametrize("name", [name for name in SHIPPED if not name.startswith("english")])
def test_the_folder_says_what_its_words_were_made_from(name: str) -> None:
    folder = DATA_FOLDER / name
    licence = (folder / "LICENSE").read_text(encoding="utf-8")
    assert "https://creativecommons.org/licenses/by-sa/4.0/" in licence
    assert "wordfreq 3.1.1" in licence
    assert "LICENSE" in json.loads((folder / "manifest.json").read_text())["files"]


def test_the_likeliest_of_very_many_words_are_ranked_and_none_is_left_out() -> None:
    lexicon = load_lexicon("portuguese-8")
    columns = matrix_of(lexicon).columns
    assert sorted(columns.tolist()) == list(range(len(lexicon)))
    ranked, others = columns[:MAX_RANKED], columns[MAX_RANKED:]
    assert lexicon.prior[ranked].min() >= lexicon.prior[others].max()
