"""Built-in lexicons, a host's own lexicons, and lexicons that are refused."""

import json
import pickle
import shutil
from dataclasses import replace
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from wordle_web.engine.datafiles import DATA_FOLDER
from wordle_web.engine.lexicon import (
    Lexicon,
    lexicon_names,
    lexicon_of,
    load_lexicon,
    with_pools,
)
from wordle_web.engine.wordfiles import LexiconError

WORDS = ("aahed", "crane", "slate", "trace")


@pytest.fixture(params=range(4, 9))
def shipped(request: pytest.FixtureRequest) -> Lexicon:
    return load_lexicon(f"english-{request.param}")


@pytest.fixture
def own(tmp_path: Path) -> Path:
    """A folder with a host's own lexicon, `school-5`, which has a pool."""
    folder = tmp_path / "school-5"
    (folder / "pools").mkdir(parents=True)
    (folder / "words.txt").write_text("slate\ncrane\naahed\ntrace\n")
    (folder / "pools" / "normal-1.txt").write_text("trace\ncrane\n")
    return tmp_path


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """A folder with a copy of a built-in lexicon and its manifest."""
    shutil.copytree(DATA_FOLDER / "english-4", tmp_path / "english-4")
    return tmp_path


def refusal(name: str, folder: Path) -> LexiconError:
    """Return the error raised by loading; its message is one line."""
    with pytest.raises(LexiconError) as caught:
        load_lexicon(name, folder)
    assert "\n" not in str(caught.value)
    return caught.value


def test_answers_of_pools_have_a_minimum_prior_and_definitions(shipped: Lexicon) -> None:
    for name, least in (("easy", 0.8), ("normal", 0.5), ("hard", 0.1)):
        assert shipped.prior[shipped.pool(name, 1).indices].min() >= least
    answers = {word for pool in shipped.pools for word in pool.words}
    definitions = [shipped.definitions(word) for word in answers]
    assert sum(map(bool, definitions)) > 0.94 * len(answers)
    assert max(map(len, definitions)) == 2
    manifest = json.loads((DATA_FOLDER / shipped.name / "manifest.json").read_text())
    assert 0 < manifest["offensive"] < 0.03 * len(shipped)


def test_inflected_forms_are_unlikely_answers() -> None:
    lexicon = load_lexicon("english-5")
    for word in ("boots", "trees", "pends", "cried", "cared"):
        assert lexicon.prior[lexicon.words.index(word)] < 0.5
    assert len(lexicon.definitions("crane")) == 2
    assert not any("United States" in sense for sense in lexicon.definitions("crane"))
    assert lexicon.definitions("aahed") == ()


def test_lexicon_is_cached_and_can_be_pickled() -> None:
    lexicon = load_lexicon("english-4")
    assert load_lexicon("english-4") is lexicon
    again = pickle.loads(pickle.dumps(lexicon))
    assert (tuple(again.words), again.digest) == (tuple(lexicon.words), lexicon.digest)


@pytest.mark.parametrize(
    "name", ["english-9", "english", "../english-5", "english-5/", "", "klingon-5", "a\x00-5"]
)
def test_unknown_name_is_refused_with_a_list_of_available_names(name: str) -> None:
    with pytest.raises(LexiconError, match="available: english-4, english-5") as caught:
        load_lexicon(name)
    assert "\n" not in str(caught.value)


def test_latest_pool_version_is_the_default_and_unknown_versions_are_refused(own: Path) -> None:
    (own / "school-5" / "pools" / "normal-10.txt").write_text("slate\n")
    lexicon = load_lexicon("school-5", own)
    assert lexicon.pool().version == 10
    assert lexicon.pool(version=1).words == lexicon.pool(version=9).words == ("trace", "crane")
    with pytest.raises(LexiconError, match="has no pool fiendish"):
        lexicon.pool("fiendish")
    with pytest.raises(LexiconError, match="has no pool normal, version 0"):
        lexicon.pool("normal", 0)


def test_custom_words_and_pools_may_be_in_any_order(own: Path) -> None:
    lexicon = load_lexicon("school-5", own)
    assert (lexicon.language, lexicon.length) == ("school", 5)
    assert tuple(lexicon.words) == WORDS
    assert lexicon.pool().words == ("trace", "crane")
    assert lexicon.pool().indices.tolist() == [3, 1]
    assert lexicon.prior.round(3).tolist() == [0.005, 0.995, 0.005, 0.995]
    assert lexicon.definitions("crane") == ()


def test_custom_lexicon_needs_only_a_word_list(own: Path) -> None:
    shutil.rmtree(own / "school-5" / "pools")
    lexicon = load_lexicon("school-5", own)
    assert lexicon.pool().words == ("slate", "crane", "aahed", "trace")


def test_prior_of_a_custom_lexicon_follows_the_order_of_its_word_file(own: Path) -> None:
    (own / "school-5" / "prior.txt").write_text("000001\n200000\n300000\n999999\n")
    assert load_lexicon("school-5", own).prior.tolist() == [0.3, 0.2, 0.000001, 0.999999]


def test_lexicon_with_another_alphabet_is_loaded(tmp_path: Path) -> None:
    (tmp_path / "deutsch-4").mkdir()
    (tmp_path / "deutsch-4" / "words.txt").write_text("übel\näste\nmühe\n", encoding="utf-8")
    lexicon = load_lexicon("deutsch-4", tmp_path)
    assert tuple(lexicon.words) == ("mühe", "äste", "übel")
    assert lexicon.index("übel") == 2
    assert lexicon.codes[2].tolist() == [252, 98, 101, 108]


@pytest.mark.parametrize(
    ("content", "message", "line"),
    [
        (b"", "is empty", None),
        (b"\n\n", "is empty", None),
        (b"\xef\xbb\xbfcrane\n", "starts with a byte order mark", None),
        (b"crane\r\nslate\r\n", "has line endings other than LF", None),
        (b"crane\nslate\ncrane\n", "'crane' is listed twice", 3),
        (b"crane\n\nslate\n", "is empty; remove this line", 2),
        (b"crane\nslates\n", "has 6 letters, but the first word has 5", 2),
        (b"crane\nSlate\n", "must be lower-case letters only", 2),
        (b"crane\nsl te\n", "must be lower-case letters only", 2),
        (b"crane\nsl\x00te\n", "must be lower-case letters only", 2),
        (b"crane\nsl\xffte\n", "is not UTF-8 text", 2),
        ("crane\na\u0308ste\n".encode(), "must be lower-case letters only", 2),
        (b"cranes\n", "has 6-letter words, but its folder is named school-5", None),
    ],
)
def test_lexicon_with_invalid_word_file_is_refused(
    own: Path, content: bytes, message: str, line: int | None
) -> None:
    (own / "school-5" / "words.txt").write_bytes(content)
    error = refusal("school-5", own)
    assert message in str(error)
    assert error.line == line
    assert error.source == own / "school-5" / "words.txt"


@pytest.mark.parametrize(
    ("file", "content", "message"),
    [
        ("pools/normal-1.txt", "grape\n", "'grape' is in pool normal but not in the word list"),
        ("pools/normal-1.txt", "crane\ncrane\n", "'crane' is listed twice"),
        ("pools/normal.txt", "crane\n", "must be named like a pool"),
        ("prior.txt", "500000\n", "has 1 lines for 4 words"),
        ("prior.txt", "0.5\n0.5\n0.5\n0.5\n", "must have exactly six digits on every line"),
        ("prior.txt", "50000x\n" + "500000\n" * 3, "must have exactly six digits on every line"),
        ("prior.txt", "", "is empty"),
        ("manifest.json", "{}", "is not a word data manifest"),
        ("manifest.json", '{"format": 99, "files": {"words.txt": {}}}', "is not a word data"),
        ("manifest.json", "[", "is not a word data manifest"),
    ],
)
def test_lexicon_with_an_invalid_pool_prior_or_manifest_is_refused(
    own: Path, file: str, content: str, message: str
) -> None:
    (own / "school-5" / file).write_text(content)
    assert message in str(refusal("school-5", own))


def test_damaged_spellings_and_definitions_are_refused_on_access(own: Path) -> None:
    (own / "school-5" / "spellings.txt").write_bytes(b"crane cr\xe2ne\n")
    (own / "school-5" / "definitions.json").write_text('{"crane": ')
    lexicon = load_lexicon("school-5", own)
    with pytest.raises(LexiconError, match=r"spellings\.txt, line 1: is not UTF-8 text"):
        lexicon.spellings("crane")
    with pytest.raises(LexiconError, match="is not a JSON object of definitions"):
        lexicon.definitions("crane")


def test_missing_or_unreadable_word_list_is_refused(tmp_path: Path) -> None:
    (tmp_path / "school-5").mkdir()
    assert "is missing" in str(refusal("school-5", tmp_path))
    (tmp_path / "school-5" / "words.txt").mkdir()
    assert "cannot be read" in str(refusal("school-5", tmp_path))
    with pytest.raises(LexiconError, match="cannot be read"):
        lexicon_names(tmp_path / "nowhere")


@pytest.mark.parametrize(
    "file", ["words.txt", "prior.txt", "definitions.json", "pools/easy-1.txt", "pools/normal-1.txt"]
)
def test_built_in_lexicon_with_a_changed_missing_or_added_file_is_refused(
    copy: Path, file: str
) -> None:
    path = copy / "english-4" / file
    data = path.read_bytes()
    path.write_bytes(b"".join(data.splitlines(keepends=True)[:-1]))
    assert file in str(refusal("english-4", copy))
    path.unlink()
    assert str(refusal("english-4", copy)).endswith(f"{file}: is missing")
    path.write_bytes(data.replace(b"able", b"aahs").replace(b"00", b"01"))  # same length
    assert "is damaged" in str(refusal("english-4", copy))
    path.write_bytes(data)
    (copy / "english-4" / "pools" / "extra-1.txt").write_text("able\n")
    assert "is not listed in manifest.json" in str(refusal("english-4", copy))


def test_lexicon_of_makes_a_lexicon_from_two_lists() -> None:
    lexicon = lexicon_of(["trace", "crane"], ["slate", "aahed"])
    assert lexicon.name == "own-5"
    assert tuple(lexicon.words) == WORDS
    assert lexicon.prior.tolist() == [0.0, 0.999, 0.0, 0.999]
    assert lexicon.pool().words == ("trace", "crane")


@pytest.mark.parametrize(
    ("answers", "guesses", "message"),
    [
        ([], ["crane"], "answers: contains no words"),
        (["crane", "crane"], [], "answers, line 2: 'crane' is listed twice"),
        (["crane"], ["slates"], "guesses: have 6 letters, but answers have 5"),
        (["Crane"], [], "answers, line 1"),
        (["crane"], ["sl-te"], "guesses, line 1"),
    ],
)
def test_lexicon_of_refuses_invalid_lists(
    answers: list[str], guesses: list[str], message: str
) -> None:
    with pytest.raises(LexiconError, match=message):
        lexicon_of(answers, guesses)


@given(st.sets(st.text("abcdeü", min_size=3, max_size=3), min_size=1), st.text("abcdeü"))
def test_only_listed_words_have_an_index(words: set[str], other: str) -> None:
    lexicon = lexicon_of(sorted(words))
    for word in words | {other}:
        place = lexicon.index(word)
        assert (place is not None) == (word in words) == (word in lexicon)
        assert place is None or lexicon.words[place] == word


def test_different_words_or_priors_have_different_digests() -> None:
    lexicons = [lexicon_of(["crane"], guesses) for guesses in ([], ["slate"], ["trace"])]
    lexicons.append(lexicon_of(["crane", "slate"]))
    assert all(one.digest != other.digest for one, other in combinations(lexicons, 2))


def test_prior_of_a_lexicon_without_a_prior_file_depends_on_its_pools(own: Path) -> None:
    (own / "school-5" / "pools" / "normal-2.txt").write_text("slate\n")
    lexicon = load_lexicon("school-5", own)
    assert with_pools(lexicon, lexicon.pools) is lexicon
    first = tuple(pool for pool in lexicon.pools if pool.version == 1)
    before = with_pools(lexicon, first)
    assert before.pools == first
    index = lexicon.index("slate")
    assert before.prior[index] < 0.1 < lexicon.prior[index]
    assert before.digest != lexicon.digest
    fixed = replace(lexicon, prior=np.full(len(lexicon), 0.5))
    before = with_pools(fixed, first)
    assert (before.pools, before.digest) == (first, fixed.digest)
    assert before.prior is fixed.prior
