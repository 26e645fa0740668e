"""Hints in a game of one board or several: given one by one, and kept with the game."""

import re
from dataclasses import replace
from itertools import zip_longest

import pytest
from web_visitor import (
    OTHERS,
    Answer,
    Visitor,
    answer_of_day,
    answer_of_token,
    answers_of_day,
    parts_of,
)

from wordle_web.engine.letters import ordinal
from wordle_web.game.hints import Hint
from wordle_web.game.puzzles.variants import HOME, Variant
from wordle_web.game.rules import KnownLetter, Status
from wordle_web.web.play.hints import line_text

SCRIPT = {"X-Requested-With": "fetch"}


def line(page: Answer) -> str:
    return page.first(".//*[@data-hint]").visible_text


def price(page: Answer) -> str:
    """Return the price of hints; empty if the line shows none."""
    return "".join(line.visible_text for line in page.all(".//*[@data-priced]/*[@data-hint]"))


def button(page: Answer) -> tuple[str, str, bool]:
    """Return the value and label of the button, and whether it is hidden."""
    (hint_button,) = page.of_class("hint-button")
    return hint_button["value"], hint_button.visible_text, "hidden" in hint_button.root.attrib


def is_last(page: Answer) -> bool:
    """Whether the board has no further hint."""
    value, _, is_hidden = button(page)
    return is_hidden or value.startswith("board-")


def confirmed(page: Answer) -> str:
    """Return the label of the button that gives the first hint; empty if it is hidden."""
    (confirm,) = page.of_class("hint-confirm")
    assert confirm["value"] == "1"
    return "" if "hidden" in confirm.root.attrib else confirm.visible_text


def ask(visitor: Visitor, path: str = "/", typed: str = "", **fields: object) -> str:
    """Ask for the next hint, and return the line that is then shown."""
    visitor.get(path)
    number = button(visitor.page)[0].replace("ask", "1").replace("no", "1")
    answer = visitor.post(path, {"guess": typed, "hint": number, **fields})
    assert answer.status_code == 303
    visitor.get(answer.location)
    return line(visitor.page)


@pytest.mark.parametrize("is_random", [False, True])
def test_hints_come_one_after_another_and_cost_no_guess(guest, is_random):
    path = guest.begin() if is_random else "/"
    answer = answer_of_token(guest.app, path) if is_random else answer_of_day(guest.app)
    word = "fluff" if answer == "mummy" else "mummy"
    guest.guess(word, path)
    assert (line(guest.page), button(guest.page)) == ("", ("ask", "Hint", False))
    lines = [ask(guest, path, typed="sl")]
    assert guest.page.fields["guess"] == "sl"
    assert guest.page.fields["turn"] == "2"
    labels = []
    while not button(guest.page)[2]:
        labels.append(button(guest.page)[1])
        lines.append(ask(guest, path))
    facts = {
        "Words left?": "",
        "Show a letter": r"Contains [A-Z]( once more)?, ",
        "Show its place": r"\d\w\w letter: [A-Z], ",
        "Best guess": r"\d\w\w letter: [A-Z], ",
    }
    for label, text in zip(["Words left?", *labels], lines, strict=True):
        if label == "Show answer":
            pattern = "The answer is [A-Z]{5}"
        else:
            pattern = rf"{facts[label]}(1 word|[\d,]+ words) left"
            pattern += r", best guess: [A-Z]{5}( or [A-Z]{5})?" * (label == "Best guess")
            is_pair = label == "Best guess" and bool(re.search(r"\b2 words left", text))
            assert (" or " in text) == is_pair
        assert re.fullmatch(pattern, text), text
    number = len(lines)
    assert button(guest.page) == (str(number + 1), "", True)
    # The page shows the hint again when it is reopened.
    assert line(guest.get(path)) == lines[-1]
    record = guest.history.in_progress[-1]
    assert (record.guesses, record.hinted, record.hints) == ((word,), True, (0,) * number)


def test_revealed_letter_stays_in_the_line_until_the_marks_show_it(guest):
    answer = answer_of_day(guest.app)
    guest.guess("abide")
    for _ in range(3):
        text = ask(guest)
    place, letter = re.search(r"(\d)\w\w letter: ([A-Z])", text).groups()
    assert answer[int(place) - 1].upper() == letter
    guest.guess(next(word for word in OTHERS if letter.lower() not in word and word != answer))
    known = re.compile(rf"Known: {letter} {place}\w\w")
    assert known.fullmatch(line(guest.page))
    assert known.match(ask(guest))
    assert re.fullmatch(rf"{known.pattern}, [\d,]+ words? left", line(guest.page))
    assert "contains" in ask(guest)
    assert len(guest.history.in_progress[0].past_hints) == 1
    guest.guess(answer)
    assert [hint.guesses for hint in guest.history.recent[0].past_hints] == [1, 2]


KNOWN = tuple(KnownLetter(letter, place=place) for place, letter in enumerate("abcd"))
GUESS = {"step": "guess", "letter": "y", "place": 4, "guesses": ("abbey", "madly")}


@pytest.mark.parametrize(
    ("facts", "room", "text"),
    [
        ({}, 60, "known: A 1st, B 2nd, C 3rd, D 4th"),
        ({}, 30, "known: B 2nd, C 3rd, D 4th"),
        ({"step": "count"}, 40, "known: C 3rd, D 4th, 1,234 words left"),
        ({"step": "count"}, 1, "1,234 words left"),
        ({"step": "letter", "letter": "d"}, 48, "known: D 4th, contains D, 1,234 words left"),
        (
            GUESS,
            90,
            "known: B 2nd, C 3rd, D 4th, 5th letter: Y, 1,234 words left, best guess: ABBEY or "
            "MADLY",
        ),
        (GUESS, 61, "5th letter: Y, 1,234 words left, best guess: ABBEY or MADLY"),
        (GUESS, 1, "1,234 words left, best guess: ABBEY or MADLY"),
        (
            GUESS | {"step": "place", "guesses": (), "count": 0, "known": ()},
            50,
            "5th letter: Y, no word in our list fits",
        ),
        (GUESS | {"step": "answer", "guesses": ("abbey",), "count": 1}, 94, "the answer is ABBEY"),
        (
            {"step": "letter", "letter": "t", "count": 1, "following": "answer", "known": ()},
            50,
            "contains T, 1 word left",
        ),
    ],
)
def test_long_hint_line_drops_the_oldest_letters_but_keeps_the_count(app, facts, room, text):
    hint = replace(Hint(0, None, 1234, known=KNOWN), **facts)
    with app.test_request_context("/"):
        shown = line_text(hint, parts_of(app).lexicon(), room)
    assert shown.replace("\xa0", " ") == text
    # No line break separates a letter or number from the word it belongs to.
    assert not re.search(r"(contains|letter:|best|\d|\d\w\w) ", shown)


@pytest.mark.parametrize("language", ["en", "de", "es", "fr", "pt-BR"])
def test_only_letters_and_words_have_capitals_within_the_hint_line(app, language):
    hint = Hint(0, "place", 1234, letter="y", place=4)
    with app.test_request_context("/", headers={"Accept-Language": language}):
        shown = line_text(hint, parts_of(app).lexicon(), 99)
    assert re.findall(r"[A-Z]", shown.replace("Buchstabe", "").replace("Wörter", "")) == ["Y"]


@pytest.mark.parametrize("path", ["/", "/boards/4", "/random"])
def test_cost_of_hints_is_shown_before_the_first_hint(guest, path):
    path = guest.begin() if path == "/random" else path
    board = " Board 1" * (path == "/boards/4")
    guest.guess("fuzzy", path)
    assert button(guest.page) == ("ask", f"Hint{board}", False)
    answer = guest.post(path, {"guess": "sl", "hint": "ask"})
    assert answer.status_code == 303
    page = guest.get(answer.location)
    assert price(page) == (
        "Adds 💡 to your result" if "/random" in path else "Adds 💡, keeps your streak"
    )
    # A second press in the same place hides the price again.
    assert button(page) == ("no", "No hint", False)
    assert confirmed(page) == ("Board 1: Words left?" if board else "How many words are left?")
    assert page.fields["guess"] == "sl"
    declined = guest.get(guest.post(path, {"guess": "sl", "hint": "no"}).location)
    assert (price(declined), line(declined)) == ("", "")
    assert button(declined) == ("ask", f"Hint{board}", False)
    assert (confirmed(declined), declined.fields["guess"]) == ("", "sl")
    assert not guest.history.in_progress[0].hinted
    # A script gets the same page at once.
    assert price(guest.post(path, {"hint": "ask"}, headers=SCRIPT)) == price(page)
    ask(guest, path)
    guest.guess("moist", path)
    assert button(guest.page) == ("1", f"Words left?{board}", False)
    # A request from an outdated page hides nothing that was revealed.
    ask(guest, path)
    assert "left" in line(guest.post(path, {"hint": "ask"}, headers=SCRIPT))


@pytest.mark.parametrize("path", ["/", "/boards/4"])
def test_hint_is_refused_before_the_first_guess(visitor, path):
    page = visitor.get(path)
    assert "hidden" in page.of_class("hint-button")[0].root.attrib
    assert visitor.post(path, {"hint": "1"}).status_code == 303
    assert not visitor.history.in_progress
    visitor.guess("fuzzy", path)
    assert "hidden" not in visitor.page.of_class("hint-button")[0].root.attrib


@pytest.mark.parametrize("path", ["/", "/boards/4"])
def test_hint_button_names_the_next_step_then_the_next_board(guest, path):
    guest.guess("abide", path)
    labels = []
    for _ in range(4):
        ask(guest, path)
        labels.append(button(guest.page)[1].removesuffix(" Board 1"))
    after = "" if path == "/" else "Go to board 2"
    assert labels == ["Show a letter", "Show its place", "Best guess", after]
    assert button(guest.page)[2] == (path == "/")


def test_hint_button_skips_boards_without_further_hints(guest):
    guest.guess("abide", "/boards/2")
    while not (value := button(guest.page)[0]).startswith("board-"):
        ask(guest, "/boards/2")
    assert value == "board-2"
    answer = guest.post("/boards/2", {"guess": "sl", "hint": value, "board": "1"})
    assert answer.status_code == 303
    count = guest.history.in_progress[0].hint_count
    page = guest.get(answer.location)
    assert (page.fields["board"], page.fields["guess"]) == ("2", "sl")
    assert button(page)[1] == "Words left? Board 2"
    guest.post("/boards/2", {"hint": str(count + 1), "board": "1"})
    assert guest.history.in_progress[0].hint_count == count
    while not button(guest.page)[2]:
        number = button(guest.page)[0]
        guest.get(guest.post("/boards/2", {"hint": number, "board": "2"}).location)
    assert line(guest.page).startswith("Board 2: ")
    assert button(guest.get("/boards/2?board=1"))[1:] == ("", True)


def test_hint_ends_with_the_next_guess_but_its_mark_stays(visitor, app):
    visitor.guess("moist")
    ask(visitor)
    assert "💡" not in visitor.get("/archive").text
    visitor.guess("fuzzy")  # the number of words is not kept
    assert (line(visitor.page), button(visitor.page)[0]) == ("", "1")
    visitor.guess(answer_of_day(app))
    assert visitor.page.state == "won"
    record = visitor.history.recent[0]
    assert (record.hint_count, record.hints, record.tries) == (1, (), 3)
    assert visitor.history.day_game(parts_of(app).today) == (Status.WON, 3, True)


@pytest.mark.parametrize("path", ["/", "/boards/4"])
def test_shown_answer_stays_until_the_board_ends_and_is_not_counted_again(guest, path):
    variant = FOUR if "boards" in path else HOME
    answers = answers_of_day(guest.app, variant)
    words = [word for word in OTHERS if word not in answers]
    turns = iter(words)
    name = "Board 1: t" if variant == FOUR else "T"
    shown = f"{name}he answer is {answers[0].upper()}"
    guest.guess(next(turns), path)
    # Guesses and revealed letters narrow the words until the next hint is the last one.
    while not is_last(guest.get(path)) or line(guest.page) != shown:
        if is_last(guest.page):
            guest.guess(next(turns), path)
        else:
            ask(guest, path)
    count = guest.history.in_progress[0].hint_count
    while guest.page.state == "playing":
        record = guest.history.in_progress[0]
        if len(record.guesses) == variant.tries - 1:
            break
        guest.guess(next(turns), path)
        for page in (guest.page, guest.get(path)):
            assert line(page) == shown
            assert button(page)[1:] == (("", True) if variant == HOME else ("Go to board 2", False))
            card = page.all(".//*[@data-row='current']")[0]
            assert "".join(card.root.xpath(".//@data-ghost")).lower() == answers[0]
        guest.post(path, {"hint": "1"})
        assert guest.history.in_progress[0].hint_count == count
    assert count


def test_request_after_the_last_hint_is_not_counted(visitor):
    visitor.guess("fuzzy")
    lines = [ask(visitor) for _ in range(4)]
    assert lines[0].startswith("1 word left")
    assert lines[1:] == [lines[1]] * 3
    assert visitor.history.in_progress[0].hint_count == 2


@pytest.mark.parametrize("hints", [1, 4])
def test_win_with_hints_is_counted_but_not_praised(guest, hints):
    guest.guess("abide")
    for _ in range(hints):
        ask(guest)
    guest.guess(answer_of_day(guest.app))
    assert guest.page.texts("praise") == ["You got it"]
    with_hints = "with a hint" if hints == 1 else "with 4 hints"
    assert guest.page.texts("result-summary") == [f"Solved in 2, {with_hints}"]
    note = "Games with a hint (💡) count in these figures, but not for your skill."
    assert note in guest.page.text
    assert note in guest.get("/history").text
    card = guest.get("/").first(".//a[@class='analysis-card']")
    assert card.visible_text.endswith("Games with a hint don’t count toward your skill.")
    analysis = guest.get(card["href"])
    assert (
        f"This game was played {with_hints}, so it doesn’t count for your skill." in analysis.text
    )


@pytest.mark.parametrize("path", ["/", "/challenge"])
@pytest.mark.parametrize("is_won", [True, False])
@pytest.mark.parametrize("hints", [(1, 0, 0), (0, 2, 0), (2, 0, 3), (4, 0, 0)])
def test_end_of_a_game_and_its_analysis_show_the_same_numbers_of_words_left(
    guest, path, is_won, hints
):
    answer = answer_of_day(guest.app) if path == "/" else "truss"
    path = path if path == "/" else guest.challenge(answer)
    words = ["abide", "fuzzy", "whack", "jumbo", "pixel", "vivid"]
    for word, count in zip_longest(words[: 3 if is_won else 6], hints, fillvalue=0):
        guest.guess(word, path)
        for _ in range(count):
            ask(guest, path)
    if is_won:
        guest.guess(answer, path)
    card = guest.get(path).first(".//a[@class='analysis-card']")
    figures = card.first(".//span[@class='analysis-figures']").visible_text
    shown = re.findall(r"([\d,]+) (Hint|[A-Z]{5})", figures)
    expected, left = list[tuple[str, str]](), ""
    turns = guest.get(card["href"]).texts("analysis-turn")
    for word, text in zip((*words[: len(turns) - is_won], answer), turns, strict=False):
        before, after = re.search(r"([\d,]+) → ([\d,]+ word|solved)", text).groups()
        after = after.removesuffix(" word")
        if left and before != left:  # hints ruled out words
            expected.append((before, "Hint"))
        left = after
        if before != "1" and word != answer:
            expected.append((after, word.upper()))
        if "1" in {before, after}:  # after the step that leaves one word, the card stops
            break
    assert shown == expected
    assert any(name == "Hint" for _, name in shown) == (max(hints) > 1)


def test_game_without_a_hint_does_not_mention_hints(visitor, app):
    visitor.guess("fuzzy")
    visitor.guess(answer_of_day(app))
    assert visitor.page.texts("praise") == ["Magnificent"]
    pages = (visitor.page, visitor.get("/history"))
    assert not any("💡" in page.text for page in pages)
    analysis = visitor.get(visitor.get("/").first(".//a[@class='analysis-card']")["href"])
    assert not any("rated" in page.visible_text for page in (visitor.get("/"), analysis))


def test_hint_request_sent_twice_counts_once(visitor):
    visitor.guess("fuzzy")
    before = visitor.page
    for _ in range(2):
        visitor.page = before
        assert visitor.post("/", {"hint": "1"}).status_code == 303
    assert visitor.history.in_progress[0].hints == (0,)
    answer = visitor.post("/", {"hint": "1"}, headers=SCRIPT)
    assert (answer.status_code, line(answer)) == (200, line(visitor.get("/")))
    assert visitor.history.in_progress[0].hints == (0,)


@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        ({"turn": "1"}, "You continued this game in another tab. You got no hint."),
        ({"turn": "3"}, "You continued this game in another tab. You got no hint."),
        ({"turn": None}, "You continued this game in another tab. You got no hint."),
        ({"hint": "3"}, "You continued this game in another tab. You got no hint."),
        ({"hint": "0"}, "You continued this game in another tab. You got no hint."),
        ({"hint": "9" * 5000}, "You continued this game in another tab. You got no hint."),
        ({"hint": ""}, "You continued this game in another tab. You got no hint."),
        ({"day": "64"}, "It’s a new day. Here’s today’s word. You got no hint."),
        ({"day": "60"}, "It’s a new day. Here’s today’s word. You got no hint."),
        ({"day": ""}, "It’s a new day. Here’s today’s word. You got no hint."),
    ],
)
def test_outdated_or_invalid_hint_request_is_refused(visitor, fields, reason):
    visitor.guess("fuzzy")
    answer = visitor.post("/", {"guess": "sl", "hint": "1", **fields})
    assert answer.status_code == 422
    assert answer.refusal == reason
    assert (line(answer), answer.fields["guess"]) == ("", "sl")
    assert not any(record.hinted for record in visitor.history.in_progress)


def test_hint_requested_by_yesterdays_form_is_for_yesterdays_game(visitor, clock):
    visitor.guess("fuzzy")
    clock.forward(days=1)
    assert visitor.post("/", {"hint": "1"}).status_code == 303
    assert [record.puzzle for record in visitor.history.in_progress] == ["daily/62"]
    assert visitor.history.in_progress[0].hinted


@pytest.mark.parametrize("path", ["/daily/64", "/daily/65", "/boards/4/daily/64"])
def test_hint_is_refused_for_a_future_day(visitor, path):
    visitor.get("/")
    answer = visitor.post(path, {"hint": "1"})
    assert answer.status_code == 404
    assert visitor.history.is_empty


def test_finished_game_gives_no_hint(visitor, app):
    visitor.get("/")
    page = visitor.page
    visitor.guess(answer_of_day(app))
    visitor.page = page
    answer = visitor.post("/", {"hint": "1", "turn": "2"})
    assert "This game is over. There are no more hints." in answer.text
    assert not answer.all(".//button[@name='hint']")
    assert not visitor.history.recent[0].hinted


FOUR = Variant(boards=4)


def test_board_of_the_next_hint_has_a_frame(visitor, app):
    def framed(address: str) -> list[str]:
        return [
            card["data-card"]
            for card in visitor.get(address).of_class("card")
            if "data-framed" in card.root.attrib
        ]

    assert framed("/boards/4") == framed("/boards/4?board=3") == []
    visitor.guess(answers_of_day(app, FOUR)[0], "/boards/4")
    for query in ("", "hint=ask&"):
        for selected, board in (("", "2"), ("3", "3"), ("1", "2")):  # board 1 is solved
            address = f"/boards/4?{query}board={selected}"
            assert framed(address) == [board]
            assert button(visitor.page)[1].endswith(f" Board {board}") != bool(query)
    ask(visitor, "/boards/4")
    assert framed("/boards/4") == ["2"]
    assert framed("/boards/4?board=4") == ["4"]


def test_hint_is_for_the_selected_or_the_first_unsolved_board(visitor, app):
    answers = answers_of_day(app, FOUR)
    visitor.guess(answers[0], "/boards/4")
    assert button(visitor.page)[1] == "Hint Board 2"
    assert ask(visitor, "/boards/4").startswith("Board 2: ")
    third = visitor.get("/boards/4?board=3")
    assert (line(third), button(third)) == ("", ("2", "Words left? Board 3", False))
    answer = visitor.post("/boards/4", {"guess": "sl", "hint": "2"})
    assert answer.location == "/boards/4?board=3&typed=sl"
    page = visitor.get(answer.location)
    assert line(page).startswith("Board 3: ")
    assert page.fields["guess"] == "sl"
    # Board 2 still shows the facts that its hints revealed.
    assert line(visitor.get("/boards/4?board=2")).startswith("Board 2: ")
    assert visitor.history.in_progress[0].hints == (1, 2)
    # A hint for a solved or unknown board is given for the first unsolved board instead.
    for board in ("1", "9", "x"):
        visitor.get("/boards/4")
        visitor.post("/boards/4", {"board": board, "hint": button(visitor.page)[0]})
        assert line(visitor.get("/boards/4")).startswith("Board 2: ")
    assert visitor.history.in_progress[0].hints == (1, 2, 1)  # the last hint of board 2


def test_hidden_board_of_a_sequential_game_gives_no_hint(visitor, app):
    path = "/boards/4/in-turn"
    visitor.guess("fuzzy", path)
    visitor.post(path, {"board": "3", "hint": "1"})
    assert visitor.history.in_progress[0].hints == (0,)


def test_script_gets_the_page_with_the_hint_even_while_letters_are_typed(guest):
    guest.guess("abide")
    answer = guest.post("/", {"guess": "sl", "hint": "1"}, headers=SCRIPT)
    assert answer.status_code == 200
    assert line(answer).endswith("left")
    assert not answer.refusal


def test_typed_letters_of_an_address_are_shown_as_text_only(visitor):
    page = visitor.get("/?typed=<b>cr4ne" + "x" * 99)
    assert page.status_code == 200
    assert "<b>" not in page.text


def test_free_challenge_reports_that_no_listed_word_fits(visitor):
    path = visitor.challenge("zoela", free="y")
    visitor.guess("zoelb", path)
    assert ask(visitor, path) == "No word in our list fits"
    assert ask(visitor, path) == "The answer is ZOELA"  # the letter completes the answer
    assert button(visitor.page)[1:] == ("", True)


def keys(page: Answer) -> dict[str, tuple[str, str]]:
    """Return the marks and labels of the keys that a hint has marked."""
    return {
        key["data-key"]: (key["data-mark"], key["aria-label"])
        for key in page.all(".//*[@data-key]")
        if "hinted" in key["data-mark"]
    }


def ghosts(page: Answer) -> dict[int, tuple[str, str]]:
    """Return the letters and labels of the tiles in the typed row that show a known letter."""
    tiles = page.all(".//*[@data-row='current']/*[@data-mark]")
    return {
        place: (tile["data-ghost"], tile["aria-label"])
        for place, tile in enumerate(tiles)
        if "data-ghost" in tile.root.attrib
    }


@pytest.mark.parametrize("is_plain", [False, True])
def test_revealed_letter_and_place_are_on_the_keys_and_in_the_row(guest, is_plain):
    if is_plain:
        guest.fill("/settings", {"plain_keys": "y"})
    answer = answer_of_day(guest.app)
    guest.guess("abide")
    ask(guest)
    assert (keys(guest.page), ghosts(guest.page)) == ({}, {})
    letter = re.match("Contains ([A-Z])", ask(guest))[1]
    label = f"{letter} present, from a hint"
    hinted = {letter.lower(): ("hinted present", label)}
    assert (keys(guest.page), ghosts(guest.page)) == ({} if is_plain else hinted, {})
    place = int(re.search(r"(\d)\w\w letter", ask(guest))[1]) - 1
    known = {place: (letter, f"{ordinal(place + 1)} letter, empty: {letter} is known")}
    hinted = {letter.lower(): ("hinted correct", f"{letter} correct, from a hint")}
    assert (keys(guest.page), ghosts(guest.page)) == ({} if is_plain else hinted, known)
    # A guess without the letter doesn't change this.
    guest.guess(next(word for word in OTHERS if letter.lower() not in word and word != answer))
    assert (keys(guest.page), ghosts(guest.page)) == ({} if is_plain else hinted, known)


@pytest.mark.parametrize(("answer", "word"), [("sleet", "moist"), ("steel", "moist")])
def test_yellow_keys_keep_their_color_when_hints_show_the_places(visitor, answer, word):
    def marks() -> dict[str, str]:
        return {key["data-key"]: key["data-mark"] for key in visitor.page.all(".//*[@data-key]")}

    path = visitor.challenge(answer)
    visitor.guess(word, path)
    yellow = {letter for letter, mark in marks().items() if mark == "present"}
    assert yellow
    while not button(visitor.page)[2]:
        ask(visitor, path)
    shown = {letter: marks()[letter] for letter in yellow}
    assert set(shown.values()) <= {"present", "present hinted"}
    framed = [letter for letter, mark in shown.items() if mark == "present hinted"]
    assert framed
    for letter, (_, label) in keys(visitor.page).items():
        if letter in framed:
            assert label == f"{letter.upper()} correct, from a hint"


def test_letter_revealed_for_one_of_several_boards_is_shown_only_on_that_board(guest):
    guest.guess("kudzu", "/boards/4")
    guest.get("/boards/4?board=3")
    for _ in range(3):
        number = len(guest.history.in_progress[0].hints) + 1
        guest.post("/boards/4", {"board": "3", "hint": str(number)})
    text = line(guest.get("/boards/4?board=3"))
    place, letter = re.search(r"(\d)\w\w letter: ([A-Z])", text).groups()
    assert answers_of_day(guest.app, FOUR)[2][int(place) - 1] == letter.lower()
    for path in ("/boards/4?board=3", "/boards/4"):
        page = guest.get(path)
        boards = page.all(".//*[@class='cards']/*[@data-card]")
        rows = [board.root.xpath(".//@data-ghost") for board in boards]
        assert rows == [[], [], [letter], []]
    key = page.first(f".//*[@data-key='{letter.lower()}']")
    assert "correct on 3" in key["aria-label"]
    assert [cell.get("data-cell") for cell in key.root.iter("i")] == [None, None, "correct", None]


@pytest.mark.parametrize("path", ["/", "/boards/4", "/random"])
def test_result_with_a_hint_is_marked_everywhere(visitor, app, path):
    variant = FOUR if "boards" in path else HOME
    path = visitor.begin() if path == "/random" else path
    if path.startswith("/random"):
        answers = (answer_of_token(app, path),)
    else:
        answers = answers_of_day(app, variant)
    wrong = next(word for word in OTHERS if word not in answers)
    visitor.guess(wrong, path)
    ask(visitor, path)
    for answer in answers:
        visitor.guess(answer, path)
    assert visitor.page.shared[0].endswith(" 💡")
    assert "ith a hint" in visitor.page.texts("result-summary")[0]
    if not path.startswith("/random"):
        history = visitor.client.get(f"/{variant.path}archive", follow_redirects=True)
        day = history.first(".//a[@aria-current='date']")
        assert day["aria-label"].endswith(f": {len(answers) + 1}, with a hint")
        assert day.visible_text.endswith(f"{len(answers) + 1} 💡")
        assert "💡 with a hint" in history.text
    assert f"{len(answers) + 1}/{variant.tries} 💡" in visitor.get("/history").text
