"""Rows as people type and paste them; `frozen_positions.json` has more."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wordle_web.engine.lexicon import lexicon_of
from wordle_web.engine.row_parser import ParsedText, parse_rows
from wordle_web.engine.rows import Position, Row

CRANE = Row("crane", ("01002",))
GRID = "🟩🟨⬛⬛⬛\n⬛🟨🟩⬛⬛\n🟩🟩🟩🟩🟩"
GRID_MARKS = [("21000",), ("01200",), ("22222",)]
STYLES_TEXT = "⬛🟨🟩 ⬜🟨🟩 ⬛🟦🟧 ⚫🟡🟢 ◼🔵🟠 🤍💛💚 ⬛🟪🟩 🟥🟨🟩 🟫🟨🟩 _?! 012"
STYLES = STYLES_TEXT.split()
SMALL = lexicon_of(["gybby", "crane"])


@pytest.mark.parametrize(
    "text",
    [
        # Digits.
        *("crane01002", "crane,01002", "crane 0 1 0 0 2", "crane 0-1-0-0-2", "1. crane 01002"),
        *("\n\ncrane\n01002\n\n", "cra\u200bne\ufeff 01002\u2060", "crane\u00a001002\r\n"),
        # Signs.
        *("crane_?__!", "crane _ ? _ _ !", "crane -1--2", "crane .1..2"),
        # Squares.
        *("crane ⬛🟨⬛⬛🟩", "crane ⬛ 🟨 ⬛ ⬛ 🟩", "⬛🟨⬛⬛🟩 CRANE", "⬛🟨⬛⬛🟩\ncrane"),
        *("crane ⬛🟦⬜⬛🟧", "||CRANE|| ⬛\ufe0f🟨◼\ufe0f⬛🟩", "Guess 1: crane ⬛🟨⬛⬛🟩"),
        # Letters for colors.
        *("crane\nbybbg", "Guess 1: crane .y..g", "crane xyxxg", "crane .Y..G.", "crane -y--g"),
        *("crane - -y--g", "crane _y__g", ".y..g crane"),
    ],
)
def test_row_is_read_in_every_notation(text):
    assert parse_rows(text, 5) == ParsedText((CRANE,), ())


ALONE = dict.fromkeys(("01002", "_?__!", ".y..g", "bybbg", "-1--2", "0-1-0-0-2"), "01002")
ALONE |= {"GYGYG": "21212", ".y...": "01000", "00000": "00000"}  # the last has only gray tiles


@pytest.mark.parametrize(("text", "marks"), ALONE.items())
def test_marks_without_a_word_are_a_row_in_every_notation(text, marks):
    assert parse_rows(text, 5) == ParsedText((Row("", (marks,)),), ())


def test_several_rows_are_read_in_order():
    assert parse_rows("crane 01002\n Slimy\n", 5).rows == (CRANE, Row("slimy", ("",)))
    for text in ("crane 01002slimy 00110", "01002 crane 00110 slimy"):
        assert parse_rows(text, 5).rows == (CRANE, Row("slimy", ("00110",)))
    assert parse_rows("crane .....", 5).rows == (Row("crane", ("00000",)),)
    for last, rows in ((10_000, (CRANE,)), (10_001, ())):
        assert parse_rows("crane 01002".rjust(last), 5).rows == rows


@pytest.mark.parametrize(
    "text",
    [
        GRID,
        GRID.replace("\n", " "),
        "Game 12 3/6" + GRID.replace("\n", ""),
        f"Wordle-web 1,234 3/6*\n\n{GRID}\n",
        f"Hello, look at this!\nWordle 1,201 3/6\n\n{GRID}\nhttps://example.org/12012\nGreat",
        f"{GRID}\n\nhello\nworld",
        f"Really!!!!! great 00000\n{GRID}",
        GRID.replace("\n", "\r\n"),
        "> " + GRID.replace("\n", "\n> "),
        f"[21:03, 12/3/2026] Ana: Wordle 1 234 3/6\n{GRID}",
        f"{GRID}\n\nWordle 2 2/6\n⬛⬛⬛⬛🟨\n🟩🟩🟩🟩🟩",
        f"{GRID}\nslimy ⬛⬛⬛⬛🟨",
    ],
)
def test_share_grid_is_extracted_from_surrounding_text(text):
    assert parse_rows(text, 5) == ParsedText(tuple(Row("", marks) for marks in GRID_MARKS), ())


@pytest.mark.parametrize(
    "text",
    [
        "🟩🟨⬛⬛⬛ chore\n⬛🟨🟩⬛⬛ cabin\n🟩🟩🟩🟩🟩 cloud",
        "🟩🟨⬛⬛⬛ chore ⬛🟨🟩⬛⬛ cabin 🟩🟩🟩🟩🟩 cloud",
        "chore 🟩🟨⬛⬛⬛\ncabin ⬛🟨🟩⬛⬛\ncloud 🟩🟩🟩🟩🟩",
        f"chore, cabin, cloud\n{GRID}",
        "chore\n🟩🟨⬛⬛⬛\ncabin\n⬛🟨🟩⬛⬛\ncloud\n🟩🟩🟩🟩🟩",
    ],
)
def test_share_grid_is_joined_with_nearby_words(text):
    rows = parse_rows(text, 5).rows
    assert [row.guess for row in rows] == ["chore", "cabin", "cloud"]
    assert [row.marks for row in rows] == GRID_MARKS


NO_ROWS = {
    "marks": ["crane 0100", "crane 01003", "🟩🟨⬛", "crane x.y0g", "🟩🟩"],
    "word": ["cran", "cranes 010020"],
    # A line of dashes is a separator, and a single square is decoration.
    "nothing": ["", "12345", "crane slim", "1,201 4/6", "?!", ".....", "-----", "1.211", "🟩"],
}


@pytest.mark.parametrize(("kind", "texts"), NO_ROWS.items())
def test_unreadable_rows_are_reported_with_the_kind_of_error(kind: str, texts: list[str]) -> None:
    for text in (*texts, *["2-1-0", "x-ray"] * (kind == "nothing")):
        parsed = parse_rows(text, 5)
        assert parsed.rows == ()
        part = "cranes" if text.startswith("cranes") else text
        assert [(error.kind, error.text) for error in parsed.errors] == [(kind, part)]


def test_rows_of_other_lengths_and_alphabets_are_read():
    assert parse_rows("planet 010020", 6).rows[0].marks == ("010020",)
    assert parse_rows("Wordle 1201 4/6\n🟩🟨⬛⬛", 4).rows == (Row("", ("2100",)),)
    assert parse_rows("ЖИРАФ 00100", 5).rows[0].guess == "жираф"
    assert parse_rows("E\u0301TE\u0301S 00100", 4).rows == ()
    assert parse_rows("E\u0301TE\u0301 0010", 3).rows == ()
    assert parse_rows("E\u0301TE\u0301 001", 3).rows[0].guess == "été"
    for text in ("crane 01002", "CRANE bybbg", "Crane _?__!"):
        wide = "".join(letter if letter == " " else chr(ord(letter) + 0xFEE0) for letter in text)
        assert parse_rows(wide, 5).rows == (CRANE,)


def test_letters_that_could_be_marks_are_read_as_a_word_only_if_listed():
    parsed = parse_rows("gybby", 5, SMALL)
    assert (parsed.rows, parsed.errors[0].kind) == ((), "both")
    assert parse_rows("crane gybby", 5, SMALL).rows == (Row("crane", ("21001",)),)
    assert parse_rows("gybby 01002", 5, SMALL).rows == (Row("gybby", ("01002",)),)
    assert parse_rows("zzzzz 01002", 5, None, 2).rows == (Row("zzzzz", ("01002", "")),)
    assert parse_rows("gybby 01002", 5, None, 2).rows == (Row("", ("21001", "01002")),)
    assert parse_rows("gybby 01002", 5, SMALL, 2).rows == (Row("gybby", ("01002", "")),)
    # Letters outside the alphabet lose their accents.
    assert parse_rows("Çrâné 01002", 5, SMALL).rows == (CRANE,)
    assert parse_rows("C\u0327rane", 5, SMALL).rows == (Row("crane", ("",)),)


def test_boards_side_by_side_are_refused_for_one_board():
    four = "🟩🟨⬛⬛ ⬛🟨🟩⬛\n🟩🟩🟩🟩 ⬛🟨🟩⬛"
    assert [error.kind for error in parse_rows(four, 4).errors] == ["boards"]
    assert parse_rows(four, 4).rows == parse_rows(four, 8).rows == ()


@st.composite
def written_rows(draw):
    """A word length, rows up to the first solved one, and the signs for their marks."""
    length = draw(st.integers(4, 8))
    word = st.text("abcdefghijklmnopqrstuvwxyzé", min_size=length, max_size=length)
    marks = st.text("012", min_size=length, max_size=length).map(lambda digits: (digits,))
    rows = draw(st.lists(st.builds(Row, word, marks), min_size=1, max_size=6))
    style = draw(st.sampled_from(STYLES))
    ends = [place for place, row in enumerate(rows, 1) if set(row.marks[0]) == {"2"}]
    return length, rows[: ends[0]] if ends else rows, style


@given(written_rows(), st.sampled_from(["{word} {signs}", "{word}:{signs}", "{signs} {word}"]))
def test_rows_round_trip_through_text(written, form):
    length, rows, style = written
    signs = ["".join(style[int(mark)] for mark in row.marks[0]) for row in rows]
    lines = [form.format(word=row.guess, signs=s) for row, s in zip(rows, signs, strict=True)]
    assert parse_rows("\n".join(lines), length).rows == tuple(rows)
    assert parse_rows("\n".join(lines).upper(), length).rows == tuple(rows)
    text = " ".join(turn.text() for turn in Position(tuple(rows), length=length).turns(0))
    assert parse_rows(text, length).rows == tuple(rows)
    grid = "\n".join(signs)
    if style not in {"_?!", "012"}:
        grid = f"Wordle-web 1,234 4/6*\n\n{grid}\n\nhttps://example.org/daily/1234"
    assert [row.marks for row in parse_rows(grid, length).rows] == [row.marks for row in rows]


@pytest.mark.parametrize("text", ["x" * 25, "x y " * 7, "🟩" * 26])
def test_unreadable_text_is_quoted_up_to_24_characters(text: str) -> None:
    assert [error.text for error in parse_rows(text, 5).errors] == [text[:24]]


SHARED = """Four boards 812
6️⃣5️⃣
9️⃣🟥

⬛🟨⬛⬛🟩 ⬛⬛⬛⬛⬛
🟩🟩🟩🟩🟩 ⬛🟩⬛⬛⬛
⬛⬛⬛⬛⬛ 🟩🟩🟩🟩🟩

🟨⬛⬛⬛⬛ ⬛⬛⬛⬛🟨
⬛⬛🟩⬛⬛ ⬛⬛⬛⬛⬛
"""


def test_grids_below_each_other_are_read_as_separate_boards() -> None:
    parsed = parse_rows(SHARED, 5, count=4)
    assert len(parsed.rows) == 3
    for headline in ("Daily Boards 812", "Today: 4/9", "Boards", "12012", "Boards 🟥🟥"):
        assert parse_rows(f"{headline}\n{SHARED}", 5, count=4) == parsed


def test_marks_of_several_boards_need_no_spaces() -> None:
    spaced = parse_rows("crane 01002 00000 11000 00100", 5, count=4)
    assert parse_rows("crane 01002000001100000100", 5, count=4) == spaced
    assert parse_rows("crane 01002 0000011000 00100", 5, count=4) == spaced
    for digits, kind in (("010020000", "marks"), ("010020000000000", "boards-many")):
        parsed = parse_rows(f"crane {digits}", 5, count=2)
        assert (parsed.rows, [error.kind for error in parsed.errors]) == ((), [kind])


@given(st.text(max_size=300), st.integers(1, 10), st.integers(1, 32))
def test_parse_rows_returns_rows_or_an_error_for_any_text(
    text: str, length: int, count: int
) -> None:
    parsed = parse_rows(text, length, count=count)
    assert parsed.rows or parsed.errors
    assert not (parsed.rows and parsed.errors) or count == 1
    for row in parsed.rows:
        assert len(row.guess) in {0, length}
        assert len(row.marks) == count
        assert all(len(mark) in {0, length} and not set(mark) - set("012") for mark in row.marks)
        assert row.guess or row.marks[0] or count > 1


G, Y, W, B = ":large_green_square:", ":large_yellow_square:", ":white_large_square:", "⬛"
SHORTCODES = {
    f"{G}{W}{Y}{W}{W}": "20100",
    f"{G} {W} {Y} {W} {W}": "20100",
    ":large_orange_square::black_large_square::large_blue_square:" + W * 2: "20100",
    ":green_square::black_large_square::yellow_square:" + W * 2: "20100",
    ":orange_square::black_large_square::blue_square:" + W * 2: "20100",
    ":green_heart::white_heart::yellow_heart::white_heart::white_heart:": "20100",
    ":large_green_circle::white_circle::large_yellow_circle:" + W * 2: "20100",
    ":green_circle::black_circle::yellow_circle::black_circle::black_circle:": "20100",
    ":white_medium_square::large_purple_square:" + G * 3: "01222",
    ":red_square::brown_square:" + G * 3: "00222",
    f"{G}⬛🟨{B}{W}": "20100",
}


@pytest.mark.parametrize(("text", "marks"), SHORTCODES.items())
def test_color_shortcodes_are_read_as_marks(text, marks):
    assert parse_rows(text, 5) == ParsedText((Row("", (marks,)),), ())
    assert parse_rows(f"crane {text}", 5).rows == (Row("crane", (marks,)),)


def test_other_shortcodes_are_not_read_as_marks():
    for code in (":green_apple:", ":square_root:", ":white_check_mark:", ":large_square:"):
        assert parse_rows(code * 5, 5).rows == ()


SENTENCES = {
    "Line 1: 2nd perfect, but 4th in the wrong place.": "02010",
    "Line 1: 2nd and 3rd perfect.": "02200",
    "Line 1: 1st, 2nd and 5th in the wrong place.": "11001",
    "Line 1: 1st and 2nd perfect, but 3rd, 4th and 5th in the wrong place.": "22111",
    "Line 1: nothing right": "00000",
    "line 2: Nothing.": "00000",
    "Line 3: all in the wrong order": "11111",
    "Line 4: Won!": "22222",
    "Line 5: all perfect.": "22222",
    "Line 1: 1st correct but in the wrong place.": "10000",
    "Row 2: first letter green, third letter yellow": "20100",
    "Guess 3: 4th in the right place, 5th misplaced": "00021",
}


@pytest.mark.parametrize(("text", "marks"), SENTENCES.items())
def test_marks_written_as_sentences_are_read(text, marks):
    assert parse_rows(text, 5) == ParsedText((Row("", (marks,)),), ())


def test_marks_written_as_sentences_are_joined_with_nearby_words():
    text = "Wordle 1,201 2/6\n\nLine 1: 2nd perfect.\nLine 2: Won!\n\ncrane\nbrave"
    assert parse_rows(text, 5).rows == (Row("crane", ("02000",)), Row("brave", ("22222",)))
    text = "Guess 1: CRANE, 2nd perfect\nGuess 2: BRAVE, all perfect"
    assert parse_rows(text, 5).rows == (Row("crane", ("02000",)), Row("brave", ("22222",)))


@pytest.mark.parametrize(
    "text",
    [
        *("Line 1: 9th perfect", "Line 1: 2nd perfect, 3rd purple", "Line 1: 2nd perfect, 3rd"),
        *(
            "Line 1: 2nd",
            "Line 1: perhaps 2nd perfect",
            "Line one: 2nd perfect",
            "Line 1: 0th wrong",
        ),
    ],
)
def test_incomplete_or_invalid_sentence_is_not_read_as_a_row(text):
    assert parse_rows(text, 5).rows == ()


INVISIBLE = "\u00a0\u200b\u200c\u200d\u200e\u200f\u202a\u202f\u2009\u2060\u2066\u3000\ufeff\u00ad"


@pytest.mark.parametrize("sign", INVISIBLE, ids=lambda sign: f"{ord(sign):04x}")
def test_invisible_characters_around_a_row_are_ignored(sign):
    text = f"{sign}crane{sign} 01002{sign}"
    assert parse_rows(text, 5, SMALL) == ParsedText((CRANE,), ())
