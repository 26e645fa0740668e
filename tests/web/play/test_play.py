"""Playing: today's word, past days, refusals, outdated forms, stored games, giving up."""

import re
from datetime import UTC, datetime
from urllib.parse import urlencode

import pytest
from harness.pages import Page
from harness.visitor import Answer
from web_visitor import (
    ANSWERS,
    OTHERS,
    Visitor,
    answer_of_day,
    answer_of_token,
    new_app,
    write_lexicon,
)

from wordle_web.engine import Turn, candidates_after, feedback, load_lexicon
from wordle_web.game.history.statistics import statistics
from wordle_web.game.rules import Status


def fragment_of(page: Answer) -> str:
    text = page.text[page.text.index('<div class="play"') : page.text.index("</main>")]
    return re.sub(r'(name="csrf_token" value=)"[^"]+"', r"\1", text)  # tokens contain the time


def test_game_names_the_language_of_its_words_if_the_page_has_another(visitor, app):
    note, headers = "Palavras em inglês", {"Accept-Language": "pt-BR"}
    for path in ("/", "/daily/10"):
        assert note in visitor.get(path, headers=headers).visible_text
        assert "Words are in" not in visitor.get(path).visible_text
    visitor.guess(answer_of_day(app))
    assert note in visitor.get("/", headers=headers).visible_text


def test_unknown_language_has_the_name_of_its_folder(tmp_path):
    write_lexicon(tmp_path, "latin-5", ANSWERS, OTHERS)
    assert (
        "Words are in Latin" in Visitor(new_app(tmp_path, language="latin")).get("/").visible_text
    )


def is_new(page: Page) -> bool:
    return any("hidden" not in strip.root.attrib for strip in page.of_class("welcome"))


def test_new_player_sees_the_legend_until_it_is_closed(visitor, app):
    challenge = visitor.challenge(answer_of_day(app))
    for path in ("/", challenge):
        assert is_new(visitor.get(path))
        assert "Guess the word in 6 tries." in visitor.page.text
    assert "Guess all 4 words in 9 tries." in visitor.get("/boards/4").text
    visitor.get(challenge)
    answer = visitor.post(challenge, {"welcome": "close"})
    assert (answer.status_code, answer.location) == (303, challenge)
    for path in ("/", challenge, "/daily/10"):
        page = visitor.get(path)
        assert not is_new(page)
        assert page.state == "playing"
    assert visitor.session["p"] == {"welcomed": True}
    visitor.fill("/settings", {"theme": "dark"})
    assert visitor.session["p"] == {"theme": "dark", "welcomed": True}
    other = Visitor(app)
    assert other.fill("/", {"welcome": "close"}).location == "/"
    assert not is_new(other.get("/"))
    # The legend isn't shown to players who have finished a game, either.
    third = Visitor(app)
    assert is_new(third.get("/"))
    third.guess(answer_of_day(app))
    assert not third.get("/daily/10").of_class("welcome")


@pytest.mark.parametrize("path", ["/", "/boards/4", "random"])
def test_welcome_strip_keeps_its_space_after_the_first_guess(visitor, path):
    path = visitor.begin() if path == "random" else path
    assert is_new(visitor.get(path))
    visitor.guess("moist", path)
    page = visitor.get(path)
    assert not is_new(page)
    assert page.of_class("welcome")


def test_guess_sent_by_the_script_gets_the_page_without_a_redirect(visitor, app, wrong):
    script = {"X-Requested-With": "fetch"}
    # The status 200 of a refusal causes no error in the browser's console.
    refused = visitor.fill("/", {"guess": "zzzzz"}, headers=script)
    assert (refused.status_code, bool(refused.refusal)) == (200, True)
    for number, word in enumerate((*wrong[:2], answer_of_day(app)), 1):
        answer = visitor.post("/", {"guess": word}, headers=script)
        assert answer.status_code == 200
        assert len(answer.rows) == number
        assert "<header" not in answer.text
        assert fragment_of(visitor.get("/")).split() == fragment_of(answer).split()
        twice = {"guess": word, "turn": str(number), "day": "62"}
        again = visitor.post("/", twice, headers=script)
        assert (again.state, again.refusal) == (answer.state, "")
    assert answer.state == "won"
    assert len(visitor.history.recent[0].guesses) == 3


def test_won_game_shows_the_solvers_guesses_and_a_countdown(visitor, app, wrong):
    visitor.guess(wrong[0])
    assert "solver needed" not in visitor.page.text
    visitor.guess(answer_of_day(app))
    page = visitor.page.text
    assert visitor.page.texts("result-summary") == ["Solved in 2"]
    assert visitor.page.texts("analysis-card")[0].partition("The solver ")[2]
    assert f'data-answer="{answer_of_day(app)}"' in page
    assert 'data-seconds="43200"' in page
    assert "12:00:00" in page
    assert 'name="guess"' not in page
    assert "Open in Helper" not in page
    assert visitor.history.days.result(62).tries == 2


@pytest.mark.parametrize(
    ("typed", "reason"),
    [
        ("m" * 4000, "Too many letters. A guess has 5 letters"),
        ("zzzzz", "Not in word list: ZZZZZ. Try another word"),
        ("crabe", "Not in word list: CRABE. Similar words: CRANE"),
        ("rcane", "Not in word list: RCANE. Similar words: CRANE"),
        ("cr\nne", "Use letters only"),
        ("mois\N{RIGHT-TO-LEFT MARK}7", "Use letters only"),
        (" moi ", "Not enough letters. A guess has 5 letters"),
    ],
)
def test_refused_guess_gets_422_and_is_redisplayed(visitor, typed, reason, home):
    answer = visitor.fill(home, {"guess": typed})
    assert answer.status_code == 422
    assert reason in answer.refusal
    assert answer.fields["guess"] == "".join(filter(str.isprintable, typed))[:64].strip()
    assert visitor.history.is_empty


def test_translated_refusal_is_the_only_announcement(visitor):
    refused = visitor.fill("/", {"guess": "se"}, headers={"Accept-Language": "de"})
    assert refused.refusal == "Zu wenige Buchstaben. Ein Versuch hat 5 Buchstaben"


LOST = "Another tab saved at the same moment"
OTHER_TAB = "You continued this game in another tab. This guess wasn’t counted."
NEW_DAY = "It’s a new day."
NO_TURN = "The form didn’t say which guess this is. Send it again from this page."


@pytest.mark.parametrize(
    ("field", "values", "reason"),
    [
        ("turn", ("1", "0", "-1", "x", "99999999999999"), OTHER_TAB),
        ("turn", ("3", "6"), LOST),
        ("turn", ("", None), NO_TURN),
        ("day", ("60", "64", "65", "", "x", "-1", "62.0", None), NEW_DAY),
    ],
)
def test_form_of_another_turn_or_day_is_refused_with_a_reason(
    visitor, wrong, field, values, reason, home
):
    visitor.guess(wrong[0], home)
    for value in values:
        answer = visitor.post(home, {"guess": wrong[1], field: value})
        assert answer.status_code == 422
        assert answer.refusal.startswith(reason)
        facts = answer.fields["guess"], answer.fields["turn"], answer.fields["day"]
        assert facts == (wrong[1], "2", "62")
        assert visitor.history.in_progress[0].guesses == (wrong[0],)


def test_guess_after_the_end_changes_nothing(visitor, app, wrong):
    visitor.guess(answer_of_day(app))
    before = visitor.cookie
    visitor.get("/random")
    for turn in ("1", "2", "7"):
        answer = visitor.post("/", {"guess": wrong[0], "turn": turn, "day": "62"})
        assert answer.status_code == 422
        assert "This game is over" in answer.text
        visitor.get("/random")
    assert visitor.cookie == before


def test_day_with_evicted_guesses_shows_its_result(visitor, app, clock):
    for _ in range(45):
        visitor.guess(answer_of_day(app))
        clock.forward(days=1)
    assert visitor.history.record("daily/62") is None
    page = visitor.get("/daily/62")
    assert page.state == "won"
    assert page.rows == []
    assert f'data-answer="{answer_of_day(app, 62)}"' in page.text
    visitor.get("/random")
    answer = visitor.post("/daily/62", {"guess": "moist", "turn": "1", "day": "62"})
    assert answer.status_code == 422
    assert visitor.history.days.result(62).tries == 1


def test_refusal_of_hard_mode_names_hard_mode(make_app):
    visitor = Visitor(make_app())
    visitor.fill("/settings", {"hard": "1"})
    answer = answer_of_day(visitor.app)
    visitor.guess(next(word for word in ("sleet", "scree", "moist") if set(word) & set(answer)))
    assert "Hard mode" in visitor.page.text
    refused = visitor.guess("kudzu" if not set("kudzu") & set(answer) else "fuzzy")
    assert refused.status_code == 422
    assert "in hard mode you have to use the hints you’ve found" in refused.refusal


def test_ultra_hard_mode_names_the_color_that_was_ignored(make_app):
    visitor = Visitor(make_app())
    visitor.fill("/settings", {"hard": "2"})
    path = visitor.challenge("crane")
    visitor.guess("moist", path)
    assert "Ultra-hard mode" in visitor.page.text
    refused = visitor.guess("sleet", path)
    assert refused.status_code == 422
    assert "S is gray: it isn’t in the word" in refused.refusal
    assert "in ultra-hard mode a guess has to fit all colors" in refused.refusal
    visitor.guess("crane", path)
    assert visitor.page.shared[0].endswith("2/6**")
    assert "2/6**" in visitor.get("/history").visible_text


def test_past_day_can_be_played_and_only_today_counts_for_the_streak(visitor, app):
    visitor.guess(answer_of_day(app, 10), "/daily/10")
    assert visitor.page.request.path == "/daily/10"
    assert not visitor.history.days.result(10).is_on_time
    assert "Games of past days" in visitor.page.text
    assert visitor.page.link("Play today’s word") == "/"
    assert "data-seconds" not in visitor.page.text
    visitor.guess(answer_of_day(app, 62), "/daily/62")
    assert visitor.history.days.result(62).is_on_time


@pytest.mark.parametrize(("named", "leads"), [("2025-01-31", "31"), ("0031", "31"), ("1,0", None)])
def test_day_can_be_opened_by_its_date(visitor, named, leads):
    page = visitor.get(f"/daily/{named}")
    if leads is None:
        assert page.status_code == 404
    else:
        assert (page.status_code, page.location) == (302, f"/daily/{leads}")


@pytest.mark.parametrize(
    ("day", "reason"),
    [
        ("0", "The first puzzle is no. 1."),
        ("64", "Not available yet"),
        ("9999-12-31", "Not available yet"),
        ("9" * 400, "Enter a puzzle number or a date"),
    ],
)
@pytest.mark.parametrize("method", ["GET", "POST"])
def test_invalid_day_gets_404_with_a_reason(visitor, day, reason, method):
    visitor.get("/")
    path = f"/daily/{day}"
    page = visitor.get(path) if method == "GET" else visitor.post(path, {"guess": "moist"})
    assert page.status_code == 404
    assert reason in page.text
    assert visitor.history.is_empty


def test_game_of_yesterday_is_offered_until_it_is_over(app, visitor, clock):
    offer = ("/daily/62", "Finish yesterday’s game")
    visitor.guess("aahed")
    answer = answer_of_day(app)
    assert offer not in visitor.get("/").links
    clock.forward(days=1)
    assert offer in visitor.get("/").links
    assert offer not in visitor.get("/daily/62").links
    visitor.guess(answer, "/daily/62")
    assert offer not in visitor.get("/").links
    assert statistics(visitor.history, "daily", today=63).current_streak == 1
    visitor.guess("aahed")
    clock.forward(days=2)
    assert "yesterday’s game" not in visitor.get("/").text


@pytest.mark.parametrize(("day", "date"), [(62, (2025, 3, 3)), (1, (2025, 1, 1))])
def test_guess_from_before_midnight_counts_for_its_day(visitor, clock, wrong, day, date):
    clock.now = datetime(*date, 23, 59, tzinfo=UTC)
    visitor.get("/")
    clock.forward(minutes=2)
    visitor.post("/", {"guess": wrong[0]})
    assert visitor.history.record(f"daily/{day}").is_on_time


def test_front_page_before_the_first_day_explains_that_there_is_no_puzzle(visitor, clock):
    clock.now = datetime(2024, 12, 31, 12, tzinfo=UTC)
    page = visitor.get("/")
    assert page.status_code == 404
    assert "The first puzzle is no. 1" in page.text
    for path in ("/history", "/random", "/how-to-play", "/settings"):
        assert visitor.get(path).status_code == 200


@pytest.mark.parametrize("is_random", [False, True])
def test_game_opens_in_the_helper_with_its_rows_and_a_link_back(visitor, is_random):
    path, guess = visitor.begin() if is_random else "/", OTHERS[0]
    visitor.guess(guess, path)
    row, address = (
        f"{guess}:{visitor.page.rows[0]}",
        visitor.page.first(".//*[@data-fragment='helper']")["href"],
    )
    assert "length=" not in address
    helper = visitor.get(address)
    assert helper.status_code == 200
    assert helper.fields["row"] == row
    assert helper.fields["mode"] == "pool"
    assert not helper.all(".//*[@data-suggestion='']")
    for query in ("", "&add=crane:01002"):
        helper = visitor.get(address + query, follow_redirects=True)
        assert helper.link("Back to the game") == path


@pytest.mark.parametrize(
    "path",
    [
        *("//evil.example", "/random/x/../../..", "https://evil.example", "/analysis"),
        *("/analysis?answer=truss", "/analysis@evil.example?a=b#guess-1", "/analysis?a=/#guess-1"),
    ],
)
def test_helper_links_back_to_games_of_this_site_only(visitor, path):
    assert "Back to the" not in visitor.get(f"/helper?{urlencode({'game': path})}").text


CURRENT = ".//*[@data-row='current']"


@pytest.fixture
def path(visitor: Visitor) -> str:
    address = visitor.begin()
    visitor.guess("aahed", address)
    return address


def test_giving_up_needs_confirmation(visitor, path):
    assert f"{path}/give-up" in visitor.get(path).addresses
    assert len(visitor.page.all(CURRENT)) == 1
    page = visitor.get(f"{path}/give-up")
    assert "Give up this game?" in page.text
    assert path in page.addresses
    assert answer_of_token(visitor.app, path) not in page.text
    assert visitor.history.in_progress[0].status is Status.PLAYING


def test_given_up_game_is_lost_and_shows_its_word(visitor, path):
    answer = visitor.fill(f"{path}/give-up")
    assert (answer.status_code, answer.location) == (303, path)
    page = visitor.get(path)
    assert page.state == "lost"
    assert page.fact("answer") == answer_of_token(visitor.app, path)
    assert len(page.rows) == 1
    assert not page.all(CURRENT)
    assert "X/6" in page.text
    assert "give-up" not in page.text
    assert visitor.history.recent[0].status is Status.LOST
    assert visitor.history.tallies[0].counts[0] == 1


def test_lost_game_names_the_guess_after_which_only_the_answer_fit(visitor, wrong):
    for word in wrong:
        visitor.guess(word)
    card = visitor.page.texts("analysis-card")[0]
    second = wrong[1].upper()
    assert f" 1 {second} After {second} only the answer fit." in card


@pytest.mark.parametrize(
    ("home", "result"), [("/", ", not solved"), ("/boards/2/", "0 of 2 boards solved.")]
)
@pytest.mark.parametrize("guesses", [0, 1])
def test_lost_game_offers_its_analysis_only_after_a_guess(visitor, home, result, guesses):
    path = visitor.begin(home)
    for word in OTHERS[:guesses]:
        visitor.guess(word, path)
    visitor.fill(f"{path}/give-up")
    page = visitor.get(path)
    assert page.state == "lost"
    links = [link for line in page.of_class("result-line") for link in line.links]
    analyses = [link for link in links if link.text == "Analyze"]
    assert len(analyses) == guesses
    for link in analyses:
        assert result in visitor.get(link.address).visible_text


def test_given_up_game_stays_lost(visitor, path):
    visitor.get(f"{path}/give-up")
    token = visitor.page.fields
    visitor.post(f"{path}/give-up")
    before = visitor.history
    assert visitor.client.get(f"{path}/give-up").status_code == 303
    assert visitor.client.post(f"{path}/give-up", data=token).status_code == 303
    guess = {**token, "guess": "fuzzy", "turn": "2"}
    assert visitor.client.post(path, data=guess).status_code == 422
    assert visitor.history == before


@pytest.mark.parametrize("word", ["foley", "crane"])
def test_all_figures_of_a_challenge_use_the_same_words(shipped, guest, word):
    """The answer may be any word, so all matching words count as possible answers."""
    path = guest.challenge(word)
    every = ["heart", "orbit", "cello", "melon", "golem", "poles"]
    guesses = [guess for guess in every if guess != word]
    for guess in guesses:
        guest.guess(guess, path)
    page = guest.get(path)
    card = page.of_class("analysis-card")[0]
    assert "only the answer fit" not in card.visible_text or word == "crane"
    left = [
        int(text.replace(",", "")) for text in re.findall(r"([\d,]+) [A-Z]{5}", card.visible_text)
    ]
    turns = guest.get(card["href"]).texts("analysis-turn")
    after = [int(re.search(r"→ ([\d,]+) word", text)[1].replace(",", "")) for text in turns]
    assert left == after[: len(left)]
    lexicon = load_lexicon("english-5")
    fit = len(
        candidates_after(lexicon, [Turn(guess, feedback(guess, word)) for guess in guesses[:5]])
    )
    assert after[4] == fit
    record = guest.history.recent[0]
    replay = guest.get(f"/history/{record.puzzle}?move=5").visible_text
    assert f"{fit} word" in replay


def test_challenge_can_be_given_up_before_the_first_guess(visitor):
    challenge = visitor.challenge("crane")
    visitor.fill(f"{challenge}/give-up")
    page = visitor.get(challenge)
    assert page.state == "lost"
    assert page.fact("answer") == "crane"
    assert visitor.history.recent[0].answer == "crane"
    assert visitor.get("/history").status_code == 200
    assert visitor.get(f"/history/{visitor.history.recent[0].puzzle}").status_code == 404


def test_result_of_a_challenge_can_be_sent_to_its_author(app, visitor, wrong):
    path = visitor.challenge("crane")
    for words, text in ((["crane"], "I solved your word in 1/6"), (wrong, "You beat me: X/6")):
        friend = Visitor(app)
        for word in words:
            friend.guess(word, path)
        assert text in friend.get(path).text


def test_giving_up_needs_the_token_of_the_form(visitor, path):
    for address in (path, visitor.challenge("crane")):
        answer = visitor.client.post(f"{address}/give-up")
        assert answer.status_code == 400
        assert "Give up this game?" in answer.text
    assert len(visitor.history.in_progress) == 1


def test_daily_word_cannot_be_given_up(visitor):
    for name in ("/random/x", "/challenge/x", "/daily/62"):
        assert visitor.get(f"{name}/give-up").status_code == 404
    assert "/give-up" not in visitor.get("/").text


@pytest.mark.parametrize(
    "sign", ["\u00a0", "\u200b", "\u200e", "\u202f", "\u2060", "\u3000", "\ufeff", "\t", " "]
)
def test_invisible_characters_around_a_guess_do_not_matter(visitor, wrong, sign):
    visitor.guess(f"{sign}{wrong[0]}{sign}")
    assert visitor.history.in_progress[0].guesses == (wrong[0],)
