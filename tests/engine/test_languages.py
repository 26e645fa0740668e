"""The words of the shipped languages beside English: what holds for each of their lexicons."""

import hashlib
import json

import numpy as np
import pytest

from wordle_web.engine.lexicon import DATA_FOLDER, Lexicon, lexicon_names, load_lexicon
from wordle_web.engine.matrix import MAX_RANKED, matrix_of
from wordle_web.game.puzzles.puzzles import POOLS

LETTERS = {
    "portuguese": "abcdefghijklmnopqrstuvwxyz",
    "spanish": "abcdefghijklmnopqrstuvwxyzñ",
    "french": "abcdefghijklmnopqrstuvwxyz",
    "german": "abcdefghijklmnopqrstuvwxyzäöü",
}
# Allowed words, words of the pools easy, hard and normal; and the first 12 digits of the SHA-256 of
# these pools, one after another. The answers of days past depend on their order.
SHIPPED = {
    "portuguese-4": (4_674, (388, 401, 745), "152915295f72"),
    "portuguese-5": (18_263, (743, 677, 1_465), "cc4016329c94"),
    "portuguese-6": (47_562, (766, 1_046, 1_807), "38739c18da3f"),
    "portuguese-7": (98_038, (841, 1_303, 2_172), "a1ef0109890a"),
    "portuguese-8": (167_650, (832, 1_459, 2_180), "4bf94b01207b"),
    "spanish-4": (3_132, (427, 358, 840), "46f18f85980c"),
    "spanish-5": (11_592, (797, 918, 1_589), "048b1d957089"),
    "spanish-6": (28_180, (932, 1_468, 2_292), "fac69754e205"),
    "spanish-7": (56_656, (998, 1_830, 2_789), "cddfb82c374a"),
    "spanish-8": (89_072, (972, 2_094, 2_725), "531ff40997c7"),
    "french-4": (2_313, (481, 215, 874), "b06704c8b192"),
    "french-5": (7_106, (791, 698, 1_625), "d1687b6b6401"),
    "french-6": (16_542, (924, 1_272, 2_298), "cba036bdcfe2"),
    "french-7": (30_456, (968, 1_765, 2_679), "df10bcfd1455"),
    "french-8": (46_253, (866, 2_011, 2_576), "a062f4fb7e78"),
    "german-4": (3_251, (597, 133, 975), "a0246fbd8a73"),
    "german-5": (8_711, (825, 345, 1_436), "7c90a4fdbb66"),
    "german-6": (17_101, (1_043, 795, 2_313), "10a638d318f6"),
    "german-7": (29_958, (1_025, 1_234, 2_514), "1a56f7a7f317"),
    "german-8": (53_690, (1_012, 1_760, 2_914), "f43747ebca61"),
}
# The same of the pools of version 2; they may be made anew until they begin.
LATER = {
    "portuguese-4": ((320, 165, 483), "f98199899cf0"),
    "portuguese-5": ((668, 262, 1_230), "7b5510031394"),
    "portuguese-6": ((687, 450, 1_497), "ffefa9fe53e0"),
    "portuguese-7": ((754, 548, 1_866), "9174c2d65765"),
    "portuguese-8": ((762, 611, 1_918), "6e31b5ac958b"),
    "spanish-4": ((358, 155, 630), "58f72c15334c"),
    "spanish-5": ((710, 362, 1_335), "1fce68159c52"),
    "spanish-6": ((788, 566, 1_809), "0574b0d30588"),
    "spanish-7": ((850, 642, 2_256), "86eb4ad5c32e"),
    "spanish-8": ((832, 750, 2_213), "cbfdac104aa1"),
    "french-4": ((435, 111, 681), "f6b7b789c36c"),
    "french-5": ((750, 366, 1_470), "adf9c345eff0"),
    "french-6": ((880, 584, 2_097), "42ab46d955e3"),
    "french-7": ((940, 797, 2_531), "555db3d14a0f"),
    "french-8": ((834, 835, 2_475), "8dc9bc9e385c"),
    "german-4": ((567, 161, 915), "e8552c8f5525"),
    "german-5": ((811, 390, 1_516), "b50e28af7557"),
    "german-6": ((1_011, 648, 2_430), "61ad0fc8a2b2"),
    "german-7": ((906, 892, 2_539), "b95dc549762e"),
    "german-8": ((900, 1_264, 3_011), "d2fa6dbecf41"),
}
NAMES = tuple(f"{language}-{length}" for language in LETTERS for length in range(4, 9))


@pytest.fixture(params=NAMES)
def shipped(request: pytest.FixtureRequest) -> Lexicon:
    return load_lexicon(request.param)


def test_each_language_has_every_length() -> None:
    assert set(NAMES) <= set(lexicon_names())
    assert tuple(SHIPPED) == NAMES


def test_the_counts_and_the_pools_are_those_that_were_shipped(shipped: Lexicon) -> None:
    pools = [shipped.pool(name, 1) for name in ("easy", "hard", "normal")]
    text = "\n\n".join("\n".join(pool.words) for pool in pools)
    digest = hashlib.sha256(text.encode()).hexdigest()[:12]
    assert (len(shipped), tuple(map(len, pools)), digest) == SHIPPED[shipped.name]


def test_the_pools_that_begin_later_are_pinned_too(shipped: Lexicon) -> None:
    pools = [shipped.pool(name, 2) for name in ("easy", "hard", "normal")]
    text = "\n\n".join("\n".join(pool.words) for pool in pools)
    digest = hashlib.sha256(text.encode()).hexdigest()[:12]
    assert (tuple(map(len, pools)), digest) == LATER[shipped.name]


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("german", "motel sushi tacos nachos kiwi koala hoodie podcast prosecco brokkoli falafel"),
        ("portuguese", "wifi ramen kiwi vodka rugby emoji drone selfie vegano podcast hashtag"),
        ("spanish", "blog dron wifi sushi koala padel birra selfi selfie hockey brocoli internet"),
        ("spanish", "denle hazlo ponme dime sentaos dandole ponte"),
        ("french", "ramen hoodie zumba"),
        ("english", "wifi gifs matcha onesie"),
    ],
)
def test_what_everybody_says_is_allowed(language: str, words: str) -> None:
    refused = [
        word for word in words.split() if word not in load_lexicon(f"{language}-{len(word)}")
    ]
    assert refused == []


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("german", "lässt musste gelandet geknackt vorigen zweigen kuren malte messner türke"),
        ("portuguese", "angra romeu manel gozar baseada boatos revelou exclamou"),
        ("spanish", "muera landa altea rafa asenjo folla anus agredida"),
        ("french", "litt sida tous peri situ anus fournier acquitte revenue suicider"),
        ("english", "wore swum geese elves arose began women bitten tastiest larger harder"),
        ("english", "crying lying stepping laughing creaking peter harry virgin"),
    ],
)
def test_forms_names_and_what_is_rude_are_no_answers_from_then_on(
    language: str, words: str
) -> None:
    for word in words.split():
        lexicon = load_lexicon(f"{language}-{len(word)}")
        assert not any(word in lexicon.pool(name, 2).words for name in POOLS), word


def test_forms_that_are_words_of_their_own_stay_answers() -> None:
    words = "wedding morning building feeling evening clothing amazing boring left rose felt best"
    for word in words.split():
        assert word in load_lexicon(f"english-{len(word)}").pool("normal", 2).words, word


def test_words_are_sorted_keys_of_the_alphabet_with_a_possible_prior(shipped: Lexicon) -> None:
    words = list(shipped.words)
    assert words == sorted(set(words))
    assert set(map(len, words)) == {shipped.length}
    assert set(shipped.alphabet) <= set(LETTERS[shipped.language])
    assert shipped.prior.shape == (len(words),)
    assert 0 < shipped.prior.min() <= shipped.prior.max() < 1
    assert shipped.codes.dtype == np.uint32


def test_easy_words_are_normal_and_hard_ones_are_not(shipped: Lexicon) -> None:
    easy, hard, normal = (set(shipped.pool(name).words) for name in ("easy", "hard", "normal"))
    assert easy < normal < set(shipped.words)
    assert not hard & normal
    assert shipped.prior[shipped.pool("easy").indices].mean() > shipped.prior.mean()


def test_the_folder_says_what_its_words_were_made_from(shipped: Lexicon) -> None:
    folder = DATA_FOLDER / shipped.name
    licence = (folder / "LICENSE").read_text(encoding="utf-8")
    assert "https://creativecommons.org/licenses/by-sa/4.0/" in licence
    assert "wordfreq 3.1.1" in licence
    assert "LICENSE" in json.loads((folder / "manifest.json").read_text())["files"]


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("portuguese", "merda puta brasil maria foder vagina japao"),
        ("spanish", "mierda puta españa jorge coño polla negro"),
        ("french", "merde pute france marie bite chine"),
        ("german", "hure fotze berlin neger maria china"),
    ],
)
def test_offensive_words_and_names_are_no_answers(language: str, words: str) -> None:
    for word in words.split():
        pools = load_lexicon(f"{language}-{len(word)}").pools
        assert not any(word in pool.words for pool in pools), word


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("portuguese", "sabia sabio amor cafe coração mundo termo"),
        ("spanish", "niño señor mundo arbol campo cancion"),
        ("french", "coeur monde ecole foret maison"),
        ("german", "haus tisch müde fuss grün mädchen"),
    ],
)
def test_the_words_that_everybody_knows_are_answers(language: str, words: str) -> None:
    for word in words.replace("ç", "c").replace("ã", "a").split():
        assert word in load_lexicon(f"{language}-{len(word)}").pool("normal").words, word


def test_the_likeliest_of_very_many_words_are_ranked_and_none_is_left_out() -> None:
    lexicon = load_lexicon("portuguese-8")
    columns = matrix_of(lexicon).columns
    assert sorted(columns.tolist()) == list(range(len(lexicon)))
    ranked, others = columns[:MAX_RANKED], columns[MAX_RANKED:]
    assert lexicon.prior[ranked].min() >= lexicon.prior[others].max()
