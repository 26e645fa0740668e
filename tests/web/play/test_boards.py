"""Several boards: playing, order, selection, sharing and storage, and no answer revealed early."""

from itertools import pairwise
from urllib.parse import parse_qsl, urlsplit

import pytest
from web_visitor import OTHERS, Visitor, answers_of_day, backup_of, parts_of

from wordle_web import create_app
from wordle_web.config.settings import Settings
from wordle_web.game.history.history import History
from wordle_web.game.history.records import DayLog, DayResult
from wordle_web.game.history.statistics import statistics
from wordle_web.game.puzzles.tokens import random_answers
from wordle_web.game.puzzles.variants import BOARD_COUNTS, Variant

FOUR, TURNS = Variant(boards=4), Variant(boards=4, in_turn=True)
PATHS = {FOUR: "/boards/4", TURNS: "/boards/4/in-turn"}


def cards(visitor: Visitor) -> list[str]:
    elements = visitor.page.root.iterfind(".//*[@class='cards']/div")
    return [card.get("data-state", "") for card in elements]


def solve(visitor: Visitor, variant: Variant) -> tuple[str, ...]:
    answers = answers_of_day(visitor.app, variant)
    for word in answers:
        visitor.guess(word, PATHS[variant])
    return answers


def test_keys_show_the_colors_of_all_boards_or_of_the_selected_board(visitor):
    visitor.guess(answers_of_day(visitor.app, FOUR)[0], PATHS[FOUR])
    key = ".//*[@data-key='e']"
    assert visitor.page.first(key)["data-mark"] == "mixed"
    alone = visitor.get(f"{PATHS[FOUR]}?board=2").first(key)["data-mark"]
    assert alone in {"correct", "present", "absent", "unknown"}
    assert visitor.page.fields["board"] == "2"
    refused = visitor.post(PATHS[FOUR], {"guess": "zzzzz"})
    assert (refused.status_code, refused.fields["board"]) == (422, "2")
    assert visitor.post(PATHS[FOUR], {"guess": "fuzzy"}).location == "/boards/4?board=2"
    assert visitor.get(PATHS[FOUR]).fields["board"] == ""
    visitor.get("/boards/2?board=2")
    assert visitor.post("/boards/2", {"guess": "fuzzy"}).location == "/boards/2?board=2"


def test_settings_can_hide_known_letters_and_typed_letters_on_boards(visitor):
    answers = answers_of_day(visitor.app, FOUR)
    shares = next(
        word
        for word in OTHERS
        if any(word[place] == answers[board][place] for place in range(5) for board in range(4))
    )
    visitor.guess(shares, PATHS[FOUR])
    page, typed = visitor.get(f"{PATHS[FOUR]}?typed=ab"), ".//*[@data-row='current']"
    assert page.all(".//*[@data-ghost]")
    assert len(page.all(typed)) == cards(visitor).count("open") > 1
    visitor.fill("/settings", {"ghosts": None, "echo": None})
    page = visitor.get(f"{PATHS[FOUR]}?typed=ab")
    assert not page.all(".//*[@data-ghost]")
    assert len(page.all(typed)) == 1


def test_board_is_marked_after_all_its_letters_have_been_green(visitor):
    path = visitor.challenge("heart, moist", "/boards/2/", free="y")
    for guess in ("earth", "hears"):
        visitor.guess(guess, path)
        assert "all letters known" not in visitor.get(path).text
    visitor.guess("slant", path)
    assert visitor.get(path).text.count("Board 1, all letters known") == 2  # the card, and its link
    assert "Board 2, all letters known" not in visitor.page.text


def test_typed_word_that_fits_no_board_is_reported(visitor):
    assert not visitor.get("/boards/2?typed=crane").fragment("fits")
    visitor.guess("fuzzy", "/boards/2")
    hint = visitor.get("/boards/2?typed=kudzu").fragment("fits")
    assert hint == "KUDZU no longer fits any board"
    assert not visitor.get("/boards/2?typed=zzzzz").fragment("fits")
    answer = answers_of_day(visitor.app, Variant(boards=2))[0]
    assert not visitor.get(f"/boards/2?typed={answer}").fragment("fits")


def test_games_of_several_boards_link_to_the_helper_and_then_to_their_analysis(visitor):
    answers = answers_of_day(visitor.app, TURNS)
    visitor.guess(answers[2], PATHS[TURNS])
    visitor.guess(answers[0], PATHS[TURNS])
    link = visitor.page.first(".//*[@data-fragment='helper']")["href"]
    rows = [text.split(":") for name, text in parse_qsl(urlsplit(link).query) if name == "row"]
    assert [row[0] for row in rows] == [answers[2], answers[0]]
    assert all(marks.split(".")[2:] == ["-", "-"] for _, marks in rows)
    assert rows[1][1].startswith("22222.")
    assert visitor.get(link).status_code == 200
    # A finished game links to its analysis.
    for word in (answers[1], answers[3]):
        visitor.guess(word, PATHS[TURNS])
    page = visitor.get(visitor.page.link("Analyze this game"))
    assert page.status_code == 200
    assert "All boards solved in 4 guesses." in page.text


def test_long_game_of_many_boards_opens_in_the_helper(shipped):
    visitor = Visitor(shipped)
    answers = answers_of_day(visitor.app, Variant(boards=32))
    words = [word for word in parts_of(visitor.app).lexicon().words if word not in answers][:16]
    for word in words:
        visitor.guess(word, "/boards/32")
    link = visitor.page.first(".//*[@data-fragment='helper']")["href"]
    assert len(link) < 2_000
    helper = visitor.get(link)
    assert helper.status_code == 200
    assert helper.texts("boards-row-word") == [word.upper() for word in words]


def test_boards_are_small_on_a_page_of_16_but_not_on_a_page_of_8(shipped):
    pages = [Visitor(shipped).get(f"/boards/{count}") for count in (8, 16)]
    assert [len(page.all(".//*[@data-small]")) for page in pages] == [0, 1]


def test_longest_page_of_32_boards_has_a_bounded_size(tmp_path):
    app = create_app(
        Settings(instance=tmp_path, rate_limits=False, daily_key="k" * 40),
        randbytes=lambda size: b"r" * size,
    )
    visitor = Visitor(app)
    path = visitor.begin("/boards/32/", length="8")
    words = parts_of(app).lexicon(8).pool("hard").words
    visitor.get(path)
    for word in words[:: len(words) // 36][:36]:
        assert visitor.post(path, {"guess": word}).status_code == 303
        visitor.get(path)
    assert cards(visitor).count("open") >= 31
    for query in ("", "?board=32"):
        for encoding in ("gzip", "br"):
            packed = visitor.client.get(path + query, headers={"Accept-Encoding": encoding})
            assert len(packed.data) <= 30_000
        assert len(visitor.client.get(path + query).data) <= 250_000


def test_random_game_of_several_boards_can_be_given_up_and_played_again(visitor):
    path = visitor.begin("/boards/4/", length="4")
    assert path.startswith("/boards/4/random/4-normal-1-")
    parts = parts_of(visitor.app)
    answers = random_answers(path.rpartition("/")[2], parts.epochs, parts.lexicon(4), FOUR)
    visitor.guess(answers[0], path)
    assert visitor.fill(f"{path}/give-up").location == path
    assert (visitor.get(path).state, cards(visitor)) == ("lost", ["won", *["lost"] * 3])
    again = next(form for form in visitor.page.forms if "length" in form.fields)
    assert (again.action, again.fields["length"]) == ("/boards/4/random", "4")
    assert statistics(visitor.history, "random", 4, variant=FOUR).played == 1
    assert statistics(visitor.history, "random", 4).played == 0


def test_challenge_of_several_boards_has_the_given_words(app, visitor):
    refused = visitor.fill("/boards/2/in-turn/challenge", {"word": "crane"})
    assert (refused.status_code, "Enter 2 words" in refused.text) == (422, True)
    path = visitor.challenge("moist, crane", "/boards/2/in-turn/", name="Ada")
    friend = Visitor(app)
    assert "moist" not in friend.get(path).text
    for other in ("/boards/2/challenge/", "/challenge/"):
        assert friend.get(other + path.rpartition("/")[2]).status_code == 404
    for word in ("crane", "moist"):
        friend.guess(word, path)
    assert friend.page.state == "won"
    assert "I solved your words in 2/7" in friend.page.text
    record = friend.history.recent[0]
    assert record.answer == "moist crane"
    assert record.puzzle.startswith("boards/2/in-turn/challenge/")
    replay = friend.get(f"/history/{record.puzzle}?move=2")
    assert (replay.status_code, cards(friend)) == (200, ["won", "won"])


def test_pages_link_to_the_games_of_several_boards(visitor):
    for path in ("/how-to-play", "/boards/4"):
        assert "/today#boards" in [link.address for link in visitor.get(path).links]
    assert "picture/5x4.png" in visitor.get("/boards/4").text


def test_announcement_of_many_boards_names_only_new_letters(visitor):
    visitor.guess("crane", "/boards/8")
    announcement = visitor.get("/boards/8").fact("announcement")
    assert "New letters on boards " in announcement
    assert "present" not in announcement


def test_today_page_shows_progress_for_each_number_of_boards(visitor):
    visitor.guess("crane", "/boards/2")
    solve(visitor, FOUR)

    def days(order: str) -> list[tuple[str, str]]:
        page = visitor.get(f"/today{order}")
        spoken, results = (page.texts("visually-hidden"), page.texts("count-result"))
        games = [text for text in spoken if "boards" in text]
        return list(zip(games, results, strict=True))

    assert days("") == [
        ("2 boards: Guess 2 of 7", "Resume"),
        ("4 boards: 4/9", "4/9"),
        ("8 boards: Play", "Play"),
    ]
    assert days("?order=in-turn")[1] == ("4 boards, one at a time: Play", "Play")


def test_past_days_of_several_boards_can_be_played_and_appear_in_the_archive(visitor):
    for word in answers_of_day(visitor.app, FOUR, 60):
        visitor.guess(word, "/boards/4/daily/60")
    assert 'href="/boards/4/daily/60" data-state="won"' in visitor.get("/history?boards=4").text
    for path in ("/history", "/history?boards=4/in-turn"):
        page = visitor.get(path)
        assert [day for day in page.of_class("day") if day["data-state"] == "won"] == []
    assert statistics(visitor.history, "archive", today=62, variant=FOUR).played == 1


def test_finished_game_of_several_boards_can_be_shared_and_replayed(visitor):
    answers = solve(visitor, FOUR)
    link = "http://localhost/boards/4/daily/62"
    assert visitor.page.shared == ["Wordle-web · 4 boards 62", "1️⃣2️⃣", "3️⃣4️⃣", link]
    page = visitor.get("/history").text
    assert "Daily 62, 4 boards" in page
    assert "Guesses for each board: 1, 2, 3, 4" in page
    for move in (0, 1, 2, 4):
        replay = visitor.get(f"/history/boards/4/daily/62?move={move}")
        assert replay.status_code == 200
        assert cards(visitor) == ["won"] * move + ["open"] * (4 - move)
        assert move == 4 or answers[3] not in replay.text.lower()


def test_old_day_of_several_boards_shows_all_words_without_guess_counts(visitor):
    log = DayLog.from_results({60: DayResult(5), 61: DayResult(0)})
    visitor.restore(backup_of(visitor.app, History(other_days=((FOUR, log),))))
    for day, state in ((60, "won"), (61, "lost")):
        page = visitor.get(f"/boards/4/daily/{day}").text
        assert (visitor.page.state, cards(visitor)) == (state, [state] * 4)
        assert "card-result" not in page
        assert "not solved" not in page
        for word in answers_of_day(visitor.app, FOUR, day):
            assert f"The answer is {word.upper()}." in page


def test_unsupported_number_of_boards_gets_404_with_a_message(visitor):
    page = visitor.get("/boards/3")
    assert page.status_code == 404
    assert "There are games of 2, 4, 8, 16, and 32 boards." in page.text
    few = visitor.get("/boards/16")  # the small site has nine words
    assert (few.status_code, "aren’t enough words for 16 boards" in few.text) == (404, True)
    offered = visitor.get("/today").links_of("todays-game")
    assert [link.address for link in offered] == ["/boards/2", "/boards/4", "/boards/8"]


@pytest.mark.parametrize("solved", [0, 1, 4])
def test_finished_game_of_several_boards_names_the_answers_first(visitor, solved):
    answers, path = answers_of_day(visitor.app, FOUR), PATHS[FOUR]
    wrong = [word for word in OTHERS if word not in answers]
    for word in (*answers[:solved], *wrong[: (FOUR.tries - solved) * (solved < 4)]):
        visitor.guess(word, path)
    page = visitor.page
    result = page.first(".//section[@class='result']")
    chips = [chip.visible_text for chip in result.all(".//li[@class='answer-chip']")]
    expected = [
        f"{word} solved in guess {number}" if number <= solved else f"{word} not solved ✗"
        for number, word in enumerate(answers, 1)
    ]
    assert [chip.lower() for chip in chips] == expected
    summary = [f"{solved} of 4 words found"] if solved < 4 else []
    assert page.texts("result-summary") == summary
    classes = [part.root.get("class") for part in result.all("./*")]
    assert classes.index("answers") < classes.index("result-line")
    terms = [term.visible_text for term in result.all(".//details//dt")]
    assert [term.lower() for term in terms] == list(answers)
    defined = [word for word in answers if parts_of(visitor.app).lexicon().definitions(word)]
    assert len(result.all(".//details//dd")) >= len(defined)


def test_next_game_is_the_daily_word_then_the_next_unplayed_number_of_boards(visitor):
    def play(count: int) -> list[str]:
        path = f"/boards/{count}" if count > 1 else "/"
        for answer in answers_of_day(visitor.app, Variant(boards=count)):
            visitor.guess(answer, path)
        links = [link for link in visitor.get(path).links if link.text.startswith("Next game")]
        return [link.address for link in links]

    links = [link.address for link in visitor.get("/today").links]
    most = max(count for count in BOARD_COUNTS if f"/boards/{count}" in links)
    assert play(4) == ["/"]
    assert play(1) == ["/boards/2"]
    counts = [count for count in BOARD_COUNTS if 4 < count <= most]
    for count, later in pairwise(counts):
        assert play(count) == [f"/boards/{later}"]
    assert play(most) == ["/boards/2"]
    assert play(2) == []
    assert visitor.page.all(".//form[@action='/boards/2/random']")
