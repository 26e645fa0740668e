"""Showing, replaying, downloading, restoring and deleting the history."""

import json
from io import BytesIO

import pytest
from harness.visitor import Answer
from web_visitor import (
    OTHERS,
    Visitor,
    answer_of_day,
    answer_of_token,
    answers_of_day,
    backup_of,
    new_app,
)

from wordle_web.game.history.history import History
from wordle_web.game.history.records import DayLog, DayResult, Record
from wordle_web.game.history.statistics import MIN_COMPARED
from wordle_web.game.puzzles.variants import Variant
from wordle_web.game.rules import Status


def refusal(page: Answer) -> str:
    return page.first(".//*[@id='file-error']").visible_text


@pytest.fixture(scope="module")
def played(lexicons):
    """The cookie of a player with a won day, a lost random game, and another in progress."""
    app = new_app(lexicons)
    visitor = Visitor(app)
    visitor.guess("moist")
    visitor.guess(answer_of_day(app))
    path = visitor.begin()
    for word in OTHERS[:6]:
        visitor.guess(word, path)
    shown = {answer_of_day(app), answer_of_token(app, path)}
    while answer_of_token(app, path) in shown:  # the pool is small, and the words must differ
        path = visitor.begin()
    visitor.guess("aahed", path)
    return visitor.cookie


@pytest.fixture
def player(visitor, played):
    visitor.carry(played)
    visitor.get("/")
    return visitor


def test_backup_contains_the_whole_history_without_answers_of_games_in_progress(player):
    page = player.client.get("/history/download")
    assert page.mimetype == "application/json"
    assert 'filename="wordle-web-history-2025-03-03.json"' in page.headers["Content-Disposition"]
    assert page.headers["Cache-Control"] == "no-store"
    assert "Set-Cookie" not in page.headers
    assert page.text == backup_of(player.app, player.history)
    puzzle = player.history.in_progress[-1].puzzle
    game = next(
        exported for exported in json.loads(page.data)["games"] if exported["puzzle"] == puzzle
    )
    assert (game["guesses"], "answer" in game) == (["aahed"], False)


def test_bars_of_a_distribution_are_relative_to_the_longest_bar(visitor):
    days = {58: DayResult(2), 59: DayResult(3), 60: DayResult(3), 61: DayResult(3)}
    days[62] = DayResult(0)
    visitor.remember(History(DayLog.from_results(days)))
    page = visitor.get("/history")
    labels = page.all(".//*[@class='distribution-row']/span[1]")
    assert "".join(label.visible_text for label in labels) == "123456X"
    widths = [bar["width"] for bar in page.of_class("bar-fill")]
    assert widths == ["0%", "33%", "100%", "0%", "0%", "0%", "33%"]


def test_backup_restored_twice_in_another_browser_counts_each_game_once(app, player):
    file = player.client.get("/history/download").data
    other = Visitor(app)
    answer = other.restore(file)
    assert (answer.status_code, answer.location) == (303, "/history?notice=added&count=3")
    assert "3 games restored." in other.get(answer.location).text
    before = other.history
    assert before.days == player.history.days
    assert before.recent == player.history.recent
    again = other.restore(file)
    assert other.history == before
    assert "were already here" in other.get(again.location).text


def test_games_in_a_language_that_the_site_lacks_are_not_restored(visitor):
    for code, count in (("", 1), ("pt/", 0)):
        record = Record(f"{code}daily/62", 5, 62, ("crane",), status=Status.WON)
        visitor.remember(History())
        visitor.restore(backup_of(visitor.app, History(recent=(record,))))
        assert len(visitor.history.recent) == count


def test_game_in_progress_is_counted_as_restored_only_once(app, home):
    visitor, other = Visitor(app), Visitor(app)
    visitor.fill(home, {"guess": "moist"})
    file = visitor.client.get("/history/download").data
    for count in (1, 0):
        assert other.restore(file).location == f"/history?notice=added&count={count}"
    assert other.history.in_progress == visitor.history.in_progress


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (b"\x00\xff\xfe", "This isn’t a backup from this site."),
        ({"version": 2}, "This backup comes from a newer version of this site."),
        ({"days": {"63": "7"}}, "This backup contains an invalid day."),
        ({"counts": [{}]}, "This backup contains an invalid number."),
    ],
)
def test_invalid_backup_is_refused_with_a_reason_and_changes_nothing(player, change, reason):
    before = player.history
    contents = json.loads(player.client.get("/history/download").data)
    file = change if isinstance(change, bytes) else json.dumps(contents | change)
    answer = player.restore(file)
    assert answer.status_code == 422
    assert refusal(answer) == f"{reason} Nothing was changed."
    assert player.history == before


def test_downloaded_backup_is_restored_in_another_browser(app, player):
    file = player.client.get("/history/download").data
    page = player.get("/history").text
    assert 'action="/history/restore"' in page
    other, fields = Visitor(app), {"file": (BytesIO(file), "history.json")}
    answer = other.fill("/history", fields, to="/history/restore")
    assert answer.location == "/history?notice=added&count=3"
    assert other.history.days == player.history.days


def test_restoring_without_a_backup_file_is_refused_with_422(player):
    answer = player.fill("/history", to="/history/restore")
    assert refusal(answer) == "Choose a backup file first."
    assert player.restore(b"", name="").status_code == 422
    assert player.fill("/history", {"file": "{}"}, to="/history/restore").status_code == 422


def test_deletion_page_counts_only_finished_games(visitor, wrong):
    visitor.fill("/", {"guess": wrong[0]})
    page = visitor.get("/history/delete").text
    assert "This permanently deletes your games in progress. Your settings stay." in page
    visitor.post("/history/delete")
    assert visitor.history == History()


def test_all_games_are_deleted_after_confirmation(player):
    player.fill("/settings", {"theme": "dark"})
    assert "/history/delete" in player.get("/history").text
    page = player.get("/history/delete")
    assert "deletes 2 games, your streaks, and your games in progress." in page.text
    assert not player.history.is_empty
    answer = player.post("/history/delete")
    assert answer.status_code == 303
    assert player.history == History()
    page = player.get(answer.location).text
    assert "History deleted." in page
    assert "No games yet" in page
    assert 'data-theme="dark"' in page


def test_empty_history_shows_a_message_and_no_delete_button(visitor):
    page = visitor.get("/history")
    assert page.status_code == 200
    assert "No games yet" in page.text
    assert "/history/delete" not in page.text
    assert ">Restore</button>" in page.text
    answer = visitor.get("/history/restore")
    assert (answer.status_code, answer.location) == (303, "/history")


@pytest.mark.parametrize(
    ("move", "steps", "status"),
    [
        (0, {"on": 1, "last": 6}, "Before the first guess 9 words left"),
        (1, {"first": 0, "back": 0, "on": 2, "last": 6}, "Guess 1 of 6 "),
        (5, {"first": 0, "back": 4, "on": 6, "last": 6}, "Guess 5 of 6 "),
        (6, {"first": 0, "back": 5}, "Guess 6 of 6 The answer is "),
    ],
)
def test_replay_steps_through_the_guesses_of_a_game(player, move, steps, status):
    path = next(
        f"/history/{record.puzzle}" for record in player.history.recent if record.day is None
    )
    page = player.get(f"{path}?move={move}")
    assert {link["data-step"]: link["href"] for link in page.all(".//a[@data-step]")} == {
        name: f"{path}?move={number}" for name, number in steps.items()
    }
    assert page.texts("replay-status")[0].startswith(status)
    assert (len(page.tiles), len(page.all(".//*[@data-row='empty']"))) == (move, 6 - move)
    assert page.link("Analyze this game").startswith("/analysis?answer=")


@pytest.mark.parametrize("move", ["7", "99999999", "-1", "x", "", "²", "\0"])
def test_invalid_step_of_a_replay_shows_the_first_guess(player, move):
    path = f"/history/{player.history.recent[0].puzzle}"
    page = player.get(path, query_string={"move": move})
    assert page.status_code == 200
    assert page.texts("replay-status")[0].startswith("Guess 1 of ")
    assert len(page.tiles) == 1


def test_unfinished_or_unknown_game_cannot_be_replayed(player):
    in_progress = player.history.in_progress[0].puzzle
    for path in (in_progress, "daily/5", "random/x", "challenge/0123456789abcdef", "a/b"):
        assert player.get(f"/history/{path}").status_code == 404


def test_calendar_shows_the_results_of_each_month(app, clock, visitor):
    days = {1: DayResult(4), 2: DayResult(0), 62: DayResult(6, is_on_time=False)}
    visitor.restore(backup_of(visitor.app, History(days=DayLog.from_results(days))))

    def shown(query: str = "") -> tuple[str, list[tuple[str, str]]]:
        page = visitor.get(f"/history{query}")
        days = [
            (day["data-state"], "".join(day.texts("day-result"))) for day in page.of_class("day")
        ]
        return page.first(".//*[@id='month']").visible_text, [day for day in days if day[1]]

    assert shown() == ("March 2025", [("won", "6")])
    assert shown("?month=2025-01") == ("January 2025", [("won", "4"), ("lost", "X")])
    assert "/history?month=2025-02#days" in visitor.get("/history").text
    clock.forward(days=365)
    visitor.guess(answer_of_day(app))
    assert shown() == ("March 2026", [("won", "1")])
    for query in ("?month=9999-01", "?month=x"):
        assert shown(query)[0] == "March 2026"


def test_streaks_of_7_30_100_and_365_days_have_a_badge(visitor):
    days = {number: DayResult(3) for number in range(20, 50)}
    visitor.restore(backup_of(visitor.app, History(days=DayLog.from_results(days))))
    badges = visitor.get("/history").texts("badge-days")
    assert badges == ["7 earned", "30 earned", "100 not earned yet", "365 not earned yet"]


def test_hardest_word_is_shown_only_after_enough_games(player):
    lost = next(record for record in player.history.recent if record.status is Status.LOST)
    word = answer_of_token(player.app, f"/{lost.puzzle}").upper()
    assert not player.get("/history").texts("answer-word")
    while len(player.history.own) < MIN_COMPARED:
        path = player.begin()
        player.guess(answer_of_token(player.app, path), path)
    assert player.get("/history").texts("answer-word") == [word]


def test_lost_challenge_keeps_its_rows_and_can_be_replayed(visitor, wrong):
    path = visitor.challenge("crane")
    for word in wrong:
        visitor.guess(word, path)
    assert "Guess 6: V absent" in visitor.get("/history").text
    puzzle = visitor.history.recent[0].puzzle
    assert "The answer is CRANE." in visitor.get(f"/history/{puzzle}?move=6").text


def test_daily_statistics_come_first_even_with_more_random_games(app, visitor):
    def first() -> str:
        return visitor.get("/history").first(".//*[@id='statistics-first']").visible_text

    for _ in range(2):
        path = visitor.begin()
        visitor.guess(answer_of_token(app, path), path)
    assert first() == "Random games, 5 letters"
    visitor.guess(answer_of_day(app))
    assert first() == "Daily games"
    titles = visitor.page.all(".//h2")
    order = ["Daily games", "Streak badges", "Recent games", "Past days"]
    assert [title.visible_text for title in titles if title.visible_text in order] == order


def test_history_with_games_links_to_the_calendar_below_them(app, visitor):
    links = [link.address for link in visitor.get("/history").links]
    assert "#days" not in links  # the calendar is in view
    visitor.guess(answer_of_day(app))
    page = visitor.get("/history")
    assert page.link("Past days") == "#days"
    assert page.first(".//section[@id='days']").first(".//h2").visible_text == "Past days"


def test_random_game_is_in_progress_after_its_first_guess(visitor):
    path = visitor.begin()
    assert "In progress" not in visitor.get("/history").visible_text
    visitor.guess("fuzzy", path)
    assert "In progress" in visitor.get("/history").visible_text


def test_latest_three_games_in_progress_are_shown_with_their_guesses(visitor):
    puzzles = ("boards/4/daily/61", "daily/50", "daily/51")
    records = tuple(Record(puzzle, 5, 61, guesses=("kudzu",)) for puzzle in puzzles)
    visitor.remember(History(in_progress=records))
    page = visitor.get("/history")
    assert not page.all(".//section[@aria-labelledby='in-progress']/details")
    path = visitor.begin()
    visitor.guess("aahed", path)
    visitor.guess("moist", path)
    visitor.guess("fuzzy", "/boards/4")
    section = visitor.get("/history").first(".//section[@aria-labelledby='in-progress']")
    shown, folded = section.of_class("unfinished-games")
    assert [link.text for link in shown.links] == [
        "Continue: Daily 62, 4 boards Guess 2 of 9 · FUZZY",
        "Continue: Random word, 5 letters Guess 3 of 6 · MOIST",
        "Continue: Daily 51 Guess 2 of 6 · KUDZU",
    ]
    assert len(folded.links) == 2
    assert section.texts("helper-fold")[0].startswith("2 more games in progress ")
    assert [button.visible_text for button in section.all(".//a[@data-kind='primary']")] == [
        shown.links[0].text
    ]


def test_lost_game_of_several_boards_is_marked_in_the_history(app, visitor, wrong):
    for word in (answers_of_day(app, Variant(boards=2))[0], *wrong):
        visitor.guess(word, "/boards/2")
    lost = visitor.get("/history").all(".//span[@data-state='lost']")
    assert [tile.visible_text for tile in lost] == ["X"]


def test_recent_game_shows_the_date_of_its_puzzle(app, visitor):
    path = visitor.begin()
    visitor.guess(answer_of_token(app, path), path)
    visitor.guess(answer_of_day(app))
    visitor.guess(answer_of_day(app, 60), "/daily/60")
    games = visitor.get("/history").of_class("game")
    captions = {game.root.find(".//h3").text_content(): game.visible_text for game in games}
    assert captions["Daily 60"].endswith("Mar 1, 2025 (played Mar 3, 2025)")
    assert captions["Daily 62"].endswith("1/6 Mar 3, 2025")
    random = captions[answer_of_token(app, path).upper()]
    assert random.endswith("1/6 Mar 3, 2025 Random word, 5 letters")


def test_games_are_sorted_by_day_even_if_played_late(app, visitor):
    visitor.guess(answer_of_day(app))
    path = visitor.begin()
    visitor.guess(answer_of_token(app, path), path)
    for day in (58, 57, 60, 59, 61):
        visitor.guess(answer_of_day(app, day), f"/daily/{day}")
    games = visitor.get("/history").of_class("game")
    assert [game.root.find(".//h3").text_content() for game in games] == [
        answer_of_token(app, path).upper(),
        *(f"Daily {day}" for day in (62, 61, 60, 59, 58, 57)),
    ]


def test_random_games_of_one_board_are_named_by_their_answer(app, visitor):
    paths = [visitor.begin(), visitor.begin("/boards/2/")]
    for path in paths:
        visitor.guess(answer_of_token(app, path), path)
        visitor.post(f"{path}/give-up")
    games = visitor.get("/history").of_class("game")
    titles = [game.root.find(".//h3").text_content() for game in games]
    assert titles == ["Random word, 5 letters, 2 boards", answer_of_token(app, paths[0]).upper()]


@pytest.mark.parametrize(("days", "later"), [((62, 60, 59), 2), ((62,), 0), ((60, 59), 0)])
def test_statistics_say_how_many_daily_words_were_played_later(app, visitor, days, later):
    for day in days:
        visitor.guess(answer_of_day(app, day), f"/daily/{day}" if day != 62 else "/")
    visitor.guess(answers_of_day(app, Variant(boards=2))[0], "/daily/60/boards/2")
    text = visitor.get("/history").visible_text
    assert ("on the day" in text) == bool(later)
    assert not later or f"Daily words: 1 on the day, {later} later." in text


def test_only_the_latest_games_and_the_main_figures_are_shown_at_first(app, visitor):
    for day in range(56, 63):
        visitor.guess(answer_of_day(app, day), f"/daily/{day}")
    page = visitor.get("/history")
    games = [
        (part.visible_text, part.root.iterancestors("details"))
        for part in page.of_class("game-title")
    ]
    shown = [title for title, folds in games if next(folds, None) is None]
    assert shown == [f"Daily {day}" for day in (62, 61, 60, 59)]
    assert len(page.of_class("game")) == 7
    assert [summary.visible_text for summary in page.all(".//main//summary")][:2] == [
        "More statistics",
        "Earlier games",
    ]
