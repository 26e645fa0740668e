"""Tables of games and what players see: tiles, keys, labels, result, shared text, statistics.

Each sign stands for a tile: `+` right spot, `~` wrong spot, `-` not in the word, `=` not in the
word again.
"""

from typing import NamedTuple

import pytest
from harness.pages import Page, Part
from web_visitor import OTHERS, Visitor, answer_of_day

MARKS = {"+": "correct", "~": "present", "-": "absent", "=": "absent"}
PLACES = ("1st", "2nd", "3rd", "4th", "5th")
SQUARES = {"+": "🟩", "~": "🟨", "-": "⬛", "=": "⬛"}


def labels(guess: str, signs: str) -> list[str]:
    again = {"=": ": no other {}"}
    return [
        f"{place} letter {letter}, {MARKS[sign]}{again.get(sign, '').format(letter)}"
        for place, letter, sign in zip(PLACES, guess.upper(), signs, strict=False)
    ]


def spoken(number: int, guess: str, signs: str) -> str:
    pairs = zip(guess.upper(), signs, strict=True)
    return f"Guess {number}: " + ", ".join(f"{letter} {MARKS[sign]}" for letter, sign in pairs)


class Row(NamedTuple):
    """A row of the board: its kind, its label, and its tiles."""

    kind: str
    label: str
    tiles: list[tuple[str, str, str]]


def rows_in(part: Page) -> list[Row]:
    return [
        Row(
            row["data-row"],
            row["aria-label"],
            [(tile.visible_text, tile["data-mark"], tile["aria-label"]) for tile in row.all("*")],
        )
        for row in part.all(".//*[@data-row]")
    ]


def played(number: int, guess: str, signs: str) -> Row:
    marks = [MARKS[sign] for sign in signs]
    tiles = list(zip(guess.upper(), marks, labels(guess, signs), strict=True))
    return Row("played", spoken(number, guess, signs), tiles)


def blank(number: int, length: int, kind: str) -> Row:
    state = "nothing typed yet" if kind == "current" else "empty"
    tiles = [("", "empty", f"{place} letter, empty") for place in PLACES[:length]]
    return Row(kind, f"Guess {number}, {state}", tiles)


def keys_of(page: Page) -> str:
    """Return the letters of the keys by color, `right spot/wrong spot/not in the word`."""
    keys = {key["data-key"]: (key["data-mark"], key["aria-label"]) for key in keys_on(page)}
    for key, (mark, label) in keys.items():
        assert label == (key.upper() if mark == "unknown" else f"{key.upper()} {mark}")
    colored = ("correct", "present", "absent")
    return "/".join("".join(sorted(k for k in keys if keys[k][0] == mark)) for mark in colored)


def keys_on(page: Page) -> list[Part]:
    return page.all(".//*[@data-key]")


def figures_of(page: Page) -> dict[str, str]:
    section = page.first(".//section[@class='statistics stack']")
    labels = [bar["aria-label"] for bar in section.all(".//li")]
    last = [bar["aria-label"].split()[0] for bar in section.all(".//li[@data-last]")]
    bars = " ".join(label.rpartition(": ")[2].split()[0] for label in labels)
    return {**section.definitions, "bars": bars, "last": "".join(last)}


# By result and praise: the answer, and the guesses with their tiles and, if shown, the keys after
# them.
GAMES = {
    "1/6 Genius": "orbit: orbit +++++",
    "2/6 Magnificent": "level: lever ++++- elv//r, level +++++",
    "2/6 Magnificent, four letters": "able: bale ~~++ el/ab/, able ++++",
    "3/6 Impressive": "crane: slate --+-+ ae//lst, eerie ==~-+ ae/r/ilst, crane +++++",
    "4/6 Splendid": "abbey: babes ~~++- be/a/s, bbbbb =++== be/a/s, algae +--=~ abe//gls,"
    " abbey +++++",
    "4/6 Splendid, a letter three times": "geese: eagle ~-~-+ e/g/al, eeeee =++=+ e/g/al,"
    " sedge ~+-~+ e/gs/adl, geese +++++",
    "5/6 Great": "crane: moist ----- //imost, fuzzy ----- //fimostuyz,"
    " nacre ~~~~+ e/acnr/fimostuyz, react ~~+~- ae/cnr/fimostuyz, crane +++++",
    "6/6 Phew": "their: three ++~~= ht/er/, tenth +~-=~ ht/er/n, earth ~-~~~ ht/er/an,"
    " hhhhh =+=== ht/er/an, tttte +===~ ht/er/an, their +++++",
    "X/6 Not this time": "these: abbey ---~- /e/aby, steel ~~+~- e/st/abyl, sheet ~++~~ he/st/abyl,"
    " eeeee ==+=+ he/st/abyl, sssss ===+= hes/t/abyl, theme +++-+",
    "playing": "crane: nacre ~~~~+ e/acnr/",
}


@pytest.mark.parametrize("name", GAMES)
def test_page_of_one_board_shows_the_expected_game(app, name):
    answer, _, turns_text = GAMES[name].partition(": ")
    turns = [turn.split() for turn in turns_text.split(", ")]
    visitor, path, length = Visitor(app), Visitor(app).challenge(answer, free="y"), len(answer)
    rows = []
    result, _, praise = name.partition(",")[0].partition(" ")
    visitor.get(path)
    for number, (guess, signs, *keys) in enumerate([("", "", "//"), *turns]):
        if guess:
            visitor.guess(guess, path)
            rows.append(played(number, guess, signs))
        page = visitor.page
        is_over = number == len(turns) and bool(praise)
        current = [] if is_over else [blank(number + 1, length, "current")]
        later = () if is_over else range(number + 2, 7)
        board = page.first(".//*[@data-fragment='board']")
        assert rows_in(board) == [*rows, *current, *(blank(n, length, "empty") for n in later)]
        end = f". {praise}. The answer is {answer.upper()}."
        announcement = rows[-1].label + end * is_over if guess else ""
        assert page.fact("announcement") == announcement
        if not is_over:
            assert page.state == "playing"
            assert f"Guess {number + 1} of 6" in page.text
            colors = ["".join(sorted(part)) for part in keys[0].split("/")]
            assert keys_of(page) == "/".join(colors)
    if not praise:
        return
    assert page.state == ("lost" if result == "X/6" else "won")
    missed = [answer.upper()] if result == "X/6" else []  # otherwise, the answer is on the board
    assert (page.texts("praise"), page.texts("answer-word")) == ([praise], missed)
    squares = ["".join(SQUARES[sign] for sign in signs) for _, signs, *_ in turns]
    assert page.shared[: 2 + len(turns)] == [f"Wordle-web {result}", "", *squares]
    figures = figures_of(page)
    tries = result[0]
    won = {"Played": "1", "Win %": "100", "Guesses per win": f"{tries}.00", "last": tries}
    lost = {"Played": "1", "Win %": "0", "last": "Lost:"}
    bars = " ".join(str(int(bar == tries)) for bar in "123456X")
    assert figures == {**(lost if tries == "X" else won), "bars": bars}


# By address, answers and result: each guess with its tiles on every board; the boards after it; the
# keys that are colored, but not gray, with their boards; the announcement. A `.` stands for a board
# without the guess, and for the keys after the end.
BOARDS = {
    ("/boards/2", "crane slate", "3️⃣2️⃣"): """
eerie ==~-+ ==--+ | open open | E+12 R~1 | Board 1: R present, E correct. Board 2: E correct.
 2 boards left
slate --+-+ +++++ | open won:2 | A+ E+ R~ | Board 2 solved. Board 1: A correct. 1 board left
crane +++++ | won:3 won:2 | . | Board 1 solved. All 2 words in 3 guesses
""",
    ("/boards/2/in-turn", "crane slate", "2️⃣3️⃣"): """
eerie ==~-+ ==--+ | open hidden | E+ R~ | Board 1: R present, E correct. 2 boards left
crane +++++ --+-+ | won:2 open | A+ E+ | Board 1 solved. Board 2: A correct. 1 board left
slate . +++++ | won:2 won:3 | . | Board 2 solved. All 2 words in 3 guesses
""",
    # A board that is solved before its turn stays solved.
    ("/boards/2/in-turn", "crane level", "2️⃣1️⃣"): """
level -~-=- +++++ | open hidden | E~ | Board 1: E present. 2 boards left
crane +++++ | won:2 won:1 | . | Board 1 solved. All 2 words in 2 guesses
""",
    ("/boards/4", "crane slate orbit these", "8️⃣3️⃣ 🟥1️⃣"): """
these --=-+ ~-=~+ ~---- +++++ | open open open won:1 | E+12 S~2 T~23 | Board 4 solved.
 Board 1: E correct. Board 2: T present, S present, E correct. Board 3: T present. 3 boards left
moist ----- ---~~ -~~-+ | open open open won:1 | E+12 I~3 O~3 S~2 T+3 T~2 | Board 3: O present,
 I present, T correct. 3 boards left
slate --+-+ +++++ ---~- | open won:3 open won:1 | A+1 E+1 I~3 O~3 T+3 | Board 2 solved.
 Board 1: A correct. 2 boards left
fuzzy ----- . ----- | open won:3 open won:1 | A+1 E+1 I~3 O~3 T+3 | 2 boards left
pupil ----- . ---+- | open won:3 open won:1 | A+1 E+1 I+3 O~3 T+3 | Board 3: I correct.
 2 boards left
kudzu ----- . ----- | open won:3 open won:1 | A+1 E+1 I+3 O~3 T+3 | 2 boards left
vivid ----- . -=-+- | open won:3 open won:1 | A+1 E+1 I+3 O~3 T+3 | 2 boards left
crane +++++ . -+--- | won:8 won:3 open won:1 | I+ O~ R+ T+ | Board 1 solved. Board 3: R correct.
 1 board left
hippy . . -~--- | won:8 won:3 lost won:1 | . | Not this time. Not found: ORBIT
""",
}
CARDS = {"open": "", "hidden": ", hidden until its turn", "lost": ", not solved"}


def key_label(key: str) -> str:
    letter, sign, *boards = key
    return f"{letter} {MARKS[sign]}" + f" on {', '.join(boards)}" * bool(boards)


@pytest.mark.parametrize("game", BOARDS, ids=lambda game: " ".join(game[:2]))
def test_page_of_several_boards_shows_the_expected_game(app, game):
    root_path, words, result = game
    lines = BOARDS[game].strip().replace("\n ", " ").splitlines()
    steps, answers = [line.split(" | ") for line in lines], words.split()
    visitor, path = Visitor(app), Visitor(app).challenge(words, f"{root_path}/", free="y")
    rows: list[list[Row]] = [[] for _ in answers]
    for number, (step, states, keys, end) in enumerate(steps, 1):
        guess, *signs = step.split()
        visitor.guess(guess, path)
        for board, marks in zip(rows, signs, strict=False):
            if marks != ".":
                board.append(played(number, guess, marks))
        is_over = keys == "."
        page = visitor.page
        cards = page.all(".//*[@data-card]")
        for place, (card, state) in enumerate(zip(cards, states.split(), strict=True)):
            name, _, solved_in = state.partition(":")
            suffix = f", solved in guess {solved_in}" if solved_in else CARDS[name]
            assert card["aria-label"] == f"Board {place + 1}{suffix}"
            shown = [row for row in rows_in(card) if row.kind == "played"]
            expected = [] if name == "hidden" else rows[place]
            if name == "won" and root_path.endswith("in-turn") and not is_over:
                expected = expected[-1:]
            if name == "lost":
                assert shown.pop().label == f"The answer is {answers[place].upper()}."
            assert shown == expected
        assert page.fact("announcement") == f"Guess {number}, {guess.upper()}. {end}"
        of_keys = [key["aria-label"] for key in keys_on(page)]
        colored = [label for label in of_keys if "correct" in label or "present" in label]
        expected = "; ".join(key_label(key) for key in keys.split() if not is_over)
        assert "; ".join(sorted(colored)) == expected
    tries, is_won = len(steps), "🟥" not in result
    assert page.state == ("won" if is_won else "lost")
    assert " ".join(page.shared[1:-1]) == result
    results = [*(is_won and tries == len(answers) + wasted for wasted in range(6)), not is_won]
    bars = " ".join(str(int(bar)) for bar in results)
    figures = figures_of(page)
    assert (figures["Played"], figures["Win %"]) == ("1", "100" if is_won else "0")
    assert figures.get("Guesses per win") == (f"{tries}.00" if is_won else None)
    assert (figures["bars"], figures["last"]) == (bars, str(tries) if is_won else "Lost:")


# Results of consecutive days, `.` for no result, and the statistics on the last day.
DAYS = {
    "3": ("1 100 3.00 1 1", "0 0 1 0 0 0 0", "3"),
    "X": ("1 0 - 0 0", "0 0 0 0 0 0 1", "Lost:"),
    "3 4 X . 2": ("4 75 3.00 1 2", "0 1 1 1 0 0 1", "2"),
    "2 2 . 1 1 1": ("5 100 1.40 3 3", "3 2 0 0 0 0 0", "1"),
    "6 6 5 X": ("4 75 5.67 0 3", "0 0 0 0 1 2 1", "Lost:"),
}
FIGURES = ("Played", "Win %", "Guesses per win", "Current streak", "Max streak")


@pytest.mark.parametrize("results", DAYS)
def test_statistics_of_daily_games_show_the_expected_figures(app, clock, results):
    visitor = Visitor(app)
    for result in results.split():
        tries = 7 if result == "X" else int(result.replace(".", "0"))
        answer = answer_of_day(app)
        for word in [*OTHERS[: tries - 1], answer][:6] if tries else []:
            visitor.guess(word)
        clock.forward(days=1)
    clock.forward(days=-1)
    shown, bars, last = DAYS[results]
    figures = figures_of(visitor.get("/"))
    assert " ".join(figures.get(name, "-") for name in FIGURES) == shown
    assert (figures["bars"], figures["last"]) == (bars, last)


@pytest.mark.parametrize(
    ("settings", "shared"),
    [
        ({"theme": "dark"}, "2/6  🟨⬛⬛🟨⬛ 🟩🟩🟩🟩🟩"),
        ({"theme": "light"}, "2/6  🟨⬜⬜🟨⬜ 🟩🟩🟩🟩🟩"),
        ({"theme": "light", "contrast": "high"}, "2/6  🟦⬜⬜🟦⬜ 🟧🟧🟧🟧🟧"),
        ({"hard": "1"}, "2/6*  🟨⬛⬛🟨⬛ 🟩🟩🟩🟩🟩"),
        ({"hard": "2"}, "2/6**  🟨⬛⬛🟨⬛ 🟩🟩🟩🟩🟩"),
    ],
)
def test_shared_grid_follows_the_settings(app, settings, shared):
    visitor, path = Visitor(app), Visitor(app).challenge("crane", free="y")
    visitor.fill("/settings", settings)
    for word in ("abbey", "crane"):
        visitor.guess(word, path)
    assert " ".join(visitor.page.shared[:4]) == f"Wordle-web {shared}"
