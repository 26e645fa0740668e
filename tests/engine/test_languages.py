"""The words of the shipped languages: what holds for each of their lexicons."""

import hashlib
import json

import numpy as np
import pytest

from wordle_web.engine.datafiles import DATA_FOLDER
from wordle_web.engine.lexicon import Lexicon, lexicon_names, load_lexicon
from wordle_web.engine.matrix import MAX_RANKED, matrix_of
from wordle_web.game.puzzles.puzzles import POOLS

LETTERS = {
    "english": "abcdefghijklmnopqrstuvwxyz",
    "portuguese": "abcdefghijklmnopqrstuvwxyz",
    "spanish": "abcdefghijklmnopqrstuvwxyzñ",
    "french": "abcdefghijklmnopqrstuvwxyz",
    "german": "abcdefghijklmnopqrstuvwxyzäöü",
}
# Allowed words; of the pools easy, hard and normal, how many words, and the first 12 digits of the
# SHA-256 of the pools one after another; the same of their version 2. The answers of days past
# depend on the order of the first pools; those of version 2 may be made anew until they begin.
TABLE = """
english-4 5534 783 425 1450 435f3dda7825 731 182 1347 9a0831a21a5a
english-5 12663 873 998 1928 fc56360138a4 812 356 1769 6fd1ece81367
english-6 22442 1004 1895 2494 e9771836f73c 904 475 2247 26e3d8e895fe
english-7 33332 1009 2749 2611 30adeff6131e 829 552 2158 5c62c5e28511
english-8 40681 870 3318 2391 1c431b95cd68 701 599 1897 03f2e6168b30
portuguese-4 4674 388 401 745 152915295f72 336 165 483 dfa2a731d17f
portuguese-5 18263 743 677 1465 cc4016329c94 717 262 1219 e1b3c58c9da1
portuguese-6 47562 766 1046 1807 38739c18da3f 723 449 1474 469e6846bc13
portuguese-7 98038 841 1303 2172 a1ef0109890a 800 547 1799 c3687d26d15b
portuguese-8 167650 832 1459 2180 4bf94b01207b 795 611 1839 b400b6c20be3
spanish-4 3132 427 358 840 46f18f85980c 349 155 559 d07b15a5cb68
spanish-5 11592 797 918 1589 048b1d957089 682 363 1195 8dd49386153b
spanish-6 28180 932 1468 2292 fac69754e205 764 566 1644 ee4dd7612fc0
spanish-7 56656 998 1830 2789 cddfb82c374a 838 642 2094 9bee50c25a4d
spanish-8 89072 972 2094 2725 531ff40997c7 818 751 2059 5526801b69a4
french-4 2313 481 215 874 b06704c8b192 407 111 605 6eef33570704
french-5 7106 791 698 1625 d1687b6b6401 690 367 1254 abe7de16fddc
french-6 16542 924 1272 2298 cba036bdcfe2 846 584 1894 73d5b250192b
french-7 30456 968 1765 2679 df10bcfd1455 908 798 2297 de5b9cb6cde4
french-8 46253 866 2011 2576 a062f4fb7e78 819 835 2276 6de892c8b1a0
german-4 3251 597 133 975 a0246fbd8a73 536 162 837 2741ecdafbc7
german-5 8711 825 345 1436 7c90a4fdbb66 776 390 1358 090513c4a9dd
german-6 17101 1043 795 2313 10a638d318f6 959 646 2181 bccf83ee3e45
german-7 29958 1025 1234 2514 1a56f7a7f317 884 892 2305 2b8796293f87
german-8 53690 1012 1760 2914 f43747ebca61 880 1262 2818 0a38cf9c99e0
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
    found = [len(shipped)]
    for version in (1, 2):
        pools = [shipped.pool(name, version) for name in ("easy", "hard", "normal")]
        text = "\n\n".join("\n".join(pool.words) for pool in pools)
        digest = hashlib.sha256(text.encode()).hexdigest()[:12]
        found += [*map(len, pools), digest]
    assert list(map(str, found)) == SHIPPED[shipped.name]
    assert len(shipped.pools) == 6


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
# Other forms, names and what is rude are no answers from the second version on,
NO_LONGER = """
german lässt musste gelandet geknackt vorigen zweigen kuren malte messner türke
portuguese angra romeu manel gozar baseada boatos revelou exclamou sabia grana
spanish muera landa altea rafa asenjo folla anus agredida
french raton mollo litt sida tous peri situ anus fournier acquitte revenue suicider
english wore swum geese elves arose began women bitten tastiest larger harder
english crying lying stepping laughing creaking peter harry virgin
"""
# and offensive words and the commonest names never were.
NEVER = """
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
    for lexicon, word in words_of(NO_LONGER):
        assert not any(word in lexicon.pool(name, 2).words for name in POOLS), word
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
