"""Series: the format of lines, and the size and secrecy of links."""

import random
from datetime import date
from pathlib import Path

import pytest

from wordle_web.engine.lexicon import Lexicon, load_lexicon
from wordle_web.game.errors import GameError, PuzzleError, SeriesLineError
from wordle_web.game.puzzles.challenge import Series, nearest_lexicon, seal_series
from wordle_web.game.puzzles.variants import HOME, Variant

KEYS = (b"the key of today", b"the key of old")
FIRST = date(2026, 12, 1)
LETTERS = {
    "english": "abcdefghij",
    "portuguese": "ãçéíóõúâêà",
    "spanish": "ñáéíóúü¿¡o",
    "french": "éèêàçœ’«»ù",
    "german": "äöüß„“\u2013éÄÖ",
}


def seal(series: Series, variant: Variant = HOME) -> str:
    return seal_series(series, KEYS, random.Random(1).randbytes, variant)


def made(text: str, lexicon: Lexicon, **options) -> Series:
    return Series.parse(text, [lexicon], FIRST, **{"weekdays": False, **options})


def test_series_line_is_a_word_with_an_optional_hint(lexicon: Lexicon) -> None:
    series = made("crane\n\n SLATE : it is : grey \n", lexicon, name=" Class 4b ")
    assert series.answers == ("crane", "slate")
    assert series.clues == ("", "it is : grey")
    assert series.name == "Class 4b"
    assert series.dates == (FIRST, date(2026, 12, 2))
    assert not {word for word in ("crane", "grey") if word in repr(series)}


@pytest.mark.parametrize("typed", ["Straße", " STRASSE ", "Stra\u1e9ee"])
def test_word_of_a_series_is_looked_up_in_the_list_of_its_length(typed: str) -> None:
    lexicons = [load_lexicon(f"german-{length}") for length in range(4, 9)]
    assert nearest_lexicon(typed, lexicons).length == 7
    series = Series.parse(f"{typed}\nHund", lexicons, FIRST, weekdays=False)
    assert series.answers == ("strasse", "hund")


def test_series_can_skip_weekends(lexicon: Lexicon) -> None:
    weekend = Series.parse("crane\nslate", [lexicon], date(2026, 12, 5), weekdays=True)
    assert [day.day for day in weekend.dates] == [7, 8]
    with pytest.raises(GameError):  # the day after the last is beyond the calendar
        Series.parse("crane\nslate", [lexicon], date.max, weekdays=True)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("crane\n\ncra", "Line 3: Not enough letters"),
        ("crane\nslate: " + "x" * 41, "Line 2: Clue too long. Use up to 40 characters."),
        ("cr4ne\nslate", "Line 1: Use letters only"),
        ("", "Enter 2 to 31 words"),
        ("crane\n" * 32, "Enter 2 to 31 words"),
        ("crane: " + "字" * 40 + "\n" + f"crane: {'字' * 40}\n" * 30, "Too long for a link"),
    ],
)
def test_invalid_list_is_refused_with_line_and_reason(
    lexicon: Lexicon, text: str, message: str
) -> None:
    with pytest.raises((PuzzleError, SeriesLineError)) as refused:
        made(text, lexicon)
    assert str(refused.value).startswith(message)
    if "字" in text:  # for other scripts, the message says how much fits
        assert refused.value.number
        fits = made(text.replace("字" * 40, "字" * 22), lexicon)
        assert Series.unseal(seal(fits), KEYS, HOME) == fits


@pytest.mark.parametrize("language", LETTERS)
def test_thirty_one_words_with_hints_fit_into_a_request_line(language: str) -> None:
    lexicon = load_lexicon(f"{language}-8")
    clue = (LETTERS[language] * 4)[:40]
    assert len(clue) == 40
    text = "\n".join(f"{word}: {clue}" for word in lexicon.pool("normal").words[:31])
    variant = Variant(lexicon.name[:2])
    series = Series.parse(text, [lexicon], FIRST, weekdays=True, name="ß" * 30)
    token = seal(series, variant)
    assert Series.unseal(token, KEYS, variant) == series
    for end in ("/give-up", f"?grid={'-'.join(['01201201'] * 6)}"):
        assert len(f"POST /words/pt/series/{token}/31{end} HTTP/1.1\r\n") < 4094


def test_token_length_does_not_depend_on_words_and_hints() -> None:
    some = [Series(("crane",) * 20, (clue,) * 20, FIRST) for clue in ("", "x", "x" * 5)]
    some += [Series(("crossing",) * 20, ("",) * 20, FIRST, weekdays=True, name="x" * 30)]
    assert len({len(seal(series)) for series in some}) == 1
    lengths = {
        len(seal(Series(("crane",) * days, ("x" * size,) * days, FIRST)))
        for days in (2, 9, 20, 31)
        for size in range(0, 41, 3)
    }
    assert len(lengths) <= 7


def test_series_link_of_version_1_still_opens() -> None:
    """After any change, links that have been sent must still open."""
    series = Series(("crane", "slate"), ("", "grey"), FIRST, weekdays=True, name="Ada")
    token = seal_series(series, KEYS, bytes, Variant("pt"))
    pinned = (Path(__file__).parent / "pinned_series.txt").read_text().strip()
    assert token == pinned
    assert Series.unseal(pinned, KEYS[::-1], Variant("pt")) == series


def test_altered_series_token_is_refused() -> None:
    token = seal(Series(("crane", "slate"), ("", ""), FIRST))
    altered = [token[:-1], "", "x" * 100, "x" * 5000, token[:20] + "A" + token[21:], token + "A"]
    others = [(token, KEYS, Variant("pt")), (token, [b"another"], HOME)]
    for sealed in [*((text, KEYS, HOME) for text in altered), *others]:
        with pytest.raises(PuzzleError):
            Series.unseal(*sealed)
