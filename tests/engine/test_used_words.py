"""Past answers of another game: any text can be parsed, and packed lists round-trip."""

import random
import zlib
from datetime import date, timedelta
from itertools import compress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wordle_web.engine.candidates import LIKELY, USED_WEIGHT
from wordle_web.engine.lexicon import Lexicon, lexicon_of, load_lexicon
from wordle_web.engine.used_words import UsedWords, pack, parse_answer_list, unpack

NAMES = [*(f"english-{length}" for length in range(4, 9)), "german-8"]
LEXICON = lexicon_of(["crane", "slate", "moist", "voila"], ["aahed"])
ENGLISH = load_lexicon("english-5")


def likely_words(lexicon: Lexicon) -> list[str]:
    """Return the words that are packed as bits."""
    return list(compress(lexicon.words, lexicon.prior >= LIKELY))


@pytest.mark.parametrize(
    ("text", "words", "unknown"),
    [
        ("crane slate", ("crane", "slate"), ()),
        ("Crane,slate;crane\n\nMOIST", ("crane", "slate", "moist"), ()),
        ("2024-01-03 CRANE\n2024-01-04 SLATE", ("crane", "slate"), ()),
        ("930. CRANE (Jan 3)\n931. SLATE (March 4)", ("crane", "slate"), ()),
        ("Today it was CRANE, after SLATE. Great fun in March!", ("crane", "slate"), ()),
        ('["crane", "slate"]', ("crane", "slate"), ()),
        ("<li>crane</li><li>moist</li>", ("crane", "moist"), ()),
        ("crane_slate-moist", ("crane", "slate", "moist"), ()),
        ("voilà\nＣＲＡＮＥ", ("voila", "crane"), ()),  # noqa: RUF001  # full-width letters are read
        ("voilà", ("voila",), ()),
        ("crane zzzzz crnae zzzzz", ("crane",), ("zzzzz", "crnae")),
        ("aahed", ("aahed",), ()),
        ("", (), ()),
        ("\x00\ud800 crane", ("crane",), ()),
    ],
)
def test_answer_list_is_read_from_various_texts(
    text: str, words: tuple[str, ...], unknown: tuple[str, ...]
) -> None:
    answers = parse_answer_list(text, LEXICON)
    assert (answers.words, answers.unknown) == (words, unknown)


@pytest.mark.parametrize(
    ("lexicon", "text", "words"),
    [
        ("french-5", "cœur, élève", ("coeur", "eleve")),
        ("german-5", "Füße, Mäuse", ("füsse", "mäuse")),
        ("german-7", "STRAẞE", ("strasse",)),
        ("spanish-5", "señal, árbol", ("señal", "arbol")),
    ],
)
def test_answer_list_in_any_language_is_read(
    lexicon: str, text: str, words: tuple[str, ...]
) -> None:
    assert parse_answer_list(text, load_lexicon(lexicon)).words == words


@given(st.text())
def test_answer_list_of_any_text_contains_only_allowed_words(text: str) -> None:
    assert set(parse_answer_list(text, LEXICON).words) <= set(LEXICON.words)


def test_answer_list_limits_text_and_checks_the_length_of_converted_words() -> None:
    for last, words in ((256 * 1024, ("crane",)), (256 * 1024 + 1, ())):
        assert parse_answer_list("crane".rjust(last), LEXICON).words == words
    # A word of half the length can become long enough when it is converted.
    assert parse_answer_list("ßß sss", lexicon_of(["ssss"])).words == ("ssss",)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("share", [0, 0.001, 0.05, 0.5, 0.9, 1])
def test_packed_list_of_past_answers_round_trips(name: str, share: float) -> None:
    lexicon = load_lexicon(name)
    likely = likely_words(lexicon)
    words = random.Random(1).sample(likely, int(share * len(likely)))
    data = pack(lexicon, UsedWords(tuple(sorted(words))))
    assert unpack(lexicon, data) == UsedWords(tuple(sorted(words)))
    assert len(data) <= 16 + (len(likely) + 7) // 8
    assert len(data) <= 21 + 3 * len(words)


def test_past_answers_outside_the_likely_words_survive_packing() -> None:
    assert ENGLISH.prior[ENGLISH.index("aahed")] < LIKELY
    words = UsedWords(("aahed", "crane"))
    assert unpack(ENGLISH, pack(ENGLISH, words)) == words


@pytest.mark.parametrize("name", [*NAMES, "portuguese-8"])
def test_packed_list_with_dates_takes_one_more_bit_per_word(name: str) -> None:
    lexicon = load_lexicon(name)
    likely = likely_words(lexicon)
    words = random.Random(1).sample(likely, len(likely) // 2)
    early = frozenset(words[: len(words) // 6])
    dated = UsedWords(tuple(sorted(words)), early, True)
    data = pack(lexicon, dated)
    assert unpack(lexicon, data) == dated
    assert len(data) <= len(pack(lexicon, UsedWords(dated.words))) + len(words) // 8 + 40


def dated_text(count: int, line: str, order: int = 1) -> str:
    """Return lines with random likely words, one per day; an `order` of -1 reverses them."""
    words, first = random.Random(2).sample(likely_words(ENGLISH), count), date(2021, 6, 19)
    days = [first + timedelta(number) for number in range(count)]
    pairs = enumerate(zip(words, days, strict=True))
    lines = [line.format(word=w, WORD=w.upper(), day=day, number=n) for n, (w, day) in pairs]
    return "\n".join(lines[::order])


DATED = [
    *("{day:%Y-%m-%d} {word}", "{day:%m/%d/%Y}\t{WORD}", "{day:%d.%m.%Y}; {word}"),
    *("{day:%d/%m/%y} {word}", "{day:%B} {day.day}, {day.year}: {WORD}", "{word},{number}"),
    *("{WORD} - {day.day} {day:%b} {day.year} - #{number}", "{number} {WORD}"),
]


@pytest.mark.parametrize("order", [1, -1])
@pytest.mark.parametrize("line", DATED)
def test_oldest_sixth_of_a_dated_or_numbered_list_counts_as_early(line, order) -> None:
    answers = parse_answer_list(dated_text(600, line, order), ENGLISH)
    assert answers.is_dated
    assert answers.early == set(dated_text(600, "{word}").split()[:100])


@pytest.mark.parametrize(
    "text",
    [
        dated_text(600, "{word}"),
        dated_text(200, "{day:%Y-%m-%d} {word}"),  # less than a year
        "\n".join(f"{n} {word}" for n, word in enumerate(ENGLISH.words)),
        "\n".join(f"{n + 1}. {word}" for n, word in enumerate(dated_text(600, "{word}").split())),
        dated_text(600, "{word} 12"),
        dated_text(600, "{word} 3.{number}"),
        dated_text(600, "{word} {day.day} xyz {day.year}"),
        dated_text(600, "{word} xyz {day.day}, {day.year}"),
        "\n".join(f"{n * 99} {word}" for n, word in enumerate(dated_text(600, "{word}").split())),
    ],
    ids=[
        *("an order", "few days", "the alphabet", "numbered lines", "one number", "measures"),
        *("no month", "no month first", "far apart"),
    ],
)
def test_answers_of_an_undated_list_have_equal_weights(text: str) -> None:
    answers = parse_answer_list(text, ENGLISH)
    assert not answers.is_dated
    assert not answers.early
    # Only very old answers of a dated list weigh much, as the page explains.
    words = UsedWords(("crane", "slate"), frozenset({"crane"}), True)
    assert words.weights == {"crane": 0.45, "slate": 0.03}
    assert UsedWords(("crane",)).weights == {"crane": USED_WEIGHT}


def test_list_stays_dated_unless_most_words_are_undated() -> None:
    answers = parse_answer_list(dated_text(600, "{day} {word}"), ENGLISH)
    dated = UsedWords().with_answers(answers)
    more = dated.with_answers(parse_answer_list("crane slate", ENGLISH))
    assert more.is_dated
    assert more.early == dated.early
    assert not UsedWords(ENGLISH.pool().words[:2000]).with_answers(answers).is_dated


@pytest.mark.parametrize(
    "other", [load_lexicon("english-6"), lexicon_of(["adieu", "moist", "slate"])]
)
def test_list_packed_with_other_likely_words_is_read_as_empty(other: Lexicon) -> None:
    packed = pack(LEXICON, UsedWords(("moist", "slate")))
    assert unpack(other, packed) == UsedWords()


@given(st.binary(max_size=2000))
def test_unpacking_used_words_accepts_any_bytes(data: bytes) -> None:
    unpack(LEXICON, data)
    version = pack(LEXICON, UsedWords())[:4]
    unpack(LEXICON, version + data)
    unpack(LEXICON, version + zlib.compress(data, wbits=-zlib.MAX_WBITS))
    assert unpack(LEXICON, version + b"\xff") == UsedWords()


@pytest.mark.parametrize(("size", "words"), [(1 << 16, ("crane",)), ((1 << 16) + 1, ())])
def test_unpacked_list_of_past_answers_has_a_maximum_size(
    size: int, words: tuple[str, ...]
) -> None:
    body = bytes(4) + b"crane".rjust(size - 4)
    version = pack(LEXICON, UsedWords())[:4]
    deflated = zlib.compress(body, wbits=-zlib.MAX_WBITS)
    assert unpack(LEXICON, version + deflated).words == words
