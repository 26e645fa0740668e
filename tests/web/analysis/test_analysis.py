"""The analysis of a finished game of one board or several: address, form and report."""

import re
from urllib.parse import parse_qsl, quote, urlencode

import pytest
from flask.testing import FlaskClient
from harness.pages import Part
from harness.visitor import Answer
from hypothesis import given
from hypothesis import strategies as st
from web_visitor import answer_of_day, answers_of_day, new_app

from wordle_web.engine.analysis import analyze
from wordle_web.engine.candidates import belief_of
from wordle_web.engine.hard_mode import HardMode
from wordle_web.engine.knowledge import Turn
from wordle_web.engine.lexicon import load_lexicon
from wordle_web.engine.rating import SLIGHT, GameState, luck_text, rate_guesses
from wordle_web.engine.rows import Row
from wordle_web.game.puzzles.variants import Variant
from wordle_web.game.rules import Game, PastHints
from wordle_web.game.share import share_text
from wordle_web.web.analysis.state import AnalysisState, read_analysis

GUESSES = ("crane", "slimy", "roust", "truss")
BOARDS = "/analysis?answer=crane+slimy&guess=trace+slimy+crane&mode=pool"
LOST = "/analysis?answer=hatch&" + urlencode([("guess", "crane")] * 6)
ADDRESS = "/analysis?answer=truss&" + urlencode([("guess", guess) for guess in GUESSES])


@pytest.fixture(scope="module")
def client():
    return FlaskClient(new_app(None), Answer, use_cookies=False)


@st.composite
def played_games(draw):
    length, count = draw(st.integers(4, 8)), draw(st.integers(1, 4))
    hints = draw(st.integers(0, 9))
    word = st.text("abcdefghijklmnopqrstuvwxyz", min_size=length, max_size=length)
    guesses = draw(st.lists(word, max_size=6))
    return AnalysisState(
        answers=tuple(draw(st.lists(word, min_size=count, max_size=count, unique=True))),
        rows=tuple(Row(guess, ("",) * count) for guess in guesses),
        mode=draw(st.sampled_from(["real", "pool", "easy", "hard"])),
        in_turn=count > 1 and draw(st.booleans()),
        hard=draw(st.sampled_from(HardMode)) if count == 1 else HardMode.OFF,
        hints=hints,
        past_hints=tuple(
            PastHints(before, 0, draw(st.integers(1, 4)))
            for before in range(1, len(guesses))
            if count == 1 and draw(st.booleans())
        ),
        named=tuple(
            number
            for number in range(2, len(guesses) + 1)
            if count > 1 and hints and draw(st.booleans())
        ),
    )


@given(played_games())
def test_address_of_a_game_round_trips(game):
    assert read_analysis(parse_qsl(game.address("").removeprefix("?"))).state == game


@given(st.lists(st.sampled_from(["crane", "slimy", "truss", "erase"]), min_size=1, max_size=6))
def test_pasted_grid_keeps_every_row_and_only_the_solved_row_has_a_guess(guesses):
    guesses = guesses[: guesses.index("truss") + 1] if "truss" in guesses else guesses
    text = share_text(Game("truss", tuple(guesses)), "My game 7")
    game = read_analysis([("answer", "truss"), ("game", text)]).state
    assert len(game.rows) == len(guesses)
    solved = [row for row in game.rows if row.guess]
    assert all(row.guess == "truss" for row in solved)
    assert len(solved) == guesses.count("truss")


def test_analysis_page_shows_the_figures_that_the_engine_computes(client):
    answer = client.get(ADDRESS + "&mode=pool")
    lexicon = load_lexicon("english-5")
    analysis = analyze(lexicon, "truss", GUESSES, belief_of(lexicon, "pool"))
    assert answer.status_code == 200
    assert "Set-Cookie" not in answer.headers
    assert "TRUSS in 4 guesses" in answer.plain
    for turn in analysis.turns:
        assert f"{turn.step.words_before:,} → " in answer.plain
    assert re.search(r"Solver: \d guess", answer.plain)
    assert analysis.summary() in answer.plain
    assert lexicon.definitions("truss")[0] in answer.plain


def test_chart_has_a_text_alternative_and_a_scale_that_ends_at_solved(client):
    page = client.get(ADDRESS)
    caption = page.first(".//figcaption").visible_text
    assert page.of_class("chart-picture")[0]["aria-label"].startswith(f"{caption}. You: 12,703, ")
    assert not page.all(".//*[@style]")
    ticks = [label.visible_text for label in page.all(".//text[@text-anchor='end']")]
    assert ticks == ["solved", "1", "10", "100", "1,000", "10,000"]
    heights = [float(line["y1"]) for line in page.of_class("chart-grid")]
    assert heights == sorted(set(heights), reverse=True)
    assert heights[0] == 164
    lines = [line["points"].split() for line in page.all(".//polyline")]
    assert [line[0] for line in lines] == ["47.0,8.0", "47.0,8.0"]
    assert max(line[-1] for line in lines) == "308.0,164.0"
    legend = page.of_class("chart-legend")[0].all("li")
    assert [line.visible_text for line in legend] == ["you", "solver"]
    labels = [step.first("div")["aria-label"] for step in page.of_class("analysis-step")]
    assert [label.partition(":")[0] for label in labels] == [
        f"Guess {number}" for number in range(1, len(labels) + 1)
    ]


def test_hard_mode_note_names_the_guess_and_precedes_the_best_guess(client):
    assert "hard mode:" not in client.get(ADDRESS).visible_text
    turns = client.get(f"{ADDRESS}&hard=1").texts("analysis-turn")
    assert ["hard mode" in turn for turn in turns] == [False, True, True, False]
    note = "SLIMY isn’t allowed in hard mode: 2nd letter must be R."
    assert note in turns[1].partition("Best guess")[0]
    turns = client.get(f"{ADDRESS}&hard=ultra").texts("analysis-turn")
    note = "SLIMY isn’t allowed in ultra-hard mode. 2nd letter must be R: it was green there."
    assert note in turns[1].partition("Best guess")[0]


def test_each_turn_shows_its_cost_and_luck(client):
    guesses = ("slate", "crony", "batch", "latch", "match", "hatch")
    query = urlencode([("guess", guess) for guess in guesses])
    turns = client.get(f"/analysis?answer=hatch&{query}").texts("analysis-turn")
    lexicon = load_lexicon("english-5")
    analysis = analyze(lexicon, "hatch", guesses, belief_of(lexicon, "real"))
    before = ""
    for turn, text in list(zip(analysis.turns, turns, strict=True)):
        rating = turn.rating
        best = rating.best if rating.cost >= SLIGHT else ""
        is_new, before = best != before, best
        assert f"Cost {'≈' * (rating.is_estimate and rating.cost > 0)}{rating.cost:.2f} " in text
        assert f"Luck {luck_text(rating.luck)} " in text
        assert (f"{rating.grade.text}. " in text) == bool(best)
        # A better guess is explained once, even if it remains the better guess for several turns.
        assert ("See why" in text) == bool(best and is_new)
        assert (f"Best guess: still {best.upper()}." in text) == bool(best and not is_new)
        if turn.fewer > 0.005 and not turn.step.is_solved:
            fewer, equal = (round(100 * share) for share in (turn.fewer, turn.equal))
            chance = f"{fewer}% of answers would have left fewer words; {equal}%, the same number"
            assert chance in text
    assert turns[3].endswith("See why 4 → 4 words")
    assert "solved, a 33% chance" in turns[5]
    assert not any("expected" in text for text in turns)
    others = [text.partition(" → ")[2] for text in client.get(ADDRESS).texts("analysis-turn")[2:]]
    assert others == ["1 word · Fewest possible", "solved"]


RHYMES = (
    "/analysis?answer=hatch&guess=crane&guess=catch&guess=match&guess=patch&guess=watch&guess=batch"
)
UNLUCKY = (
    "/analysis?answer=pudgy&guess=crane&guess=moist&guess=fluid&guess=bulky&guess=dummy&guess=puppy"
)


MISSED = (
    "/analysis?answer=kiosk&guess=crane&guess=moist&guess=noisy&guess=bulky&guess=dummy&guess=puppy"
)


@pytest.mark.parametrize(
    ("address", "number", "text"),
    [
        (
            RHYMES,
            5,
            "With 4 words left, WATCH wins 51% of games, BRAWL 100%. "
            "BRAWL can’t be the answer, but it tells more words apart.",
        ),
        (UNLUCKY, 6, "With 2 words left, PUPPY wins 0% of games, PUDGY 99%."),
        (MISSED, 5, "KIOSK was the only word left."),
        # No guess lowered the chance to win by much.
        (RHYMES + "&hard=1", 2, "CATCH cost ≈0.36 guesses. Best guess: MACHO."),
    ],
)
def test_analysis_of_a_lost_game_begins_with_the_guess_that_lost_it(client, address, number, text):
    page = client.get(address)
    (lesson,) = page.texts("analysis-lesson")
    assert lesson.startswith("Where the game was lost ")
    assert f" {text} " in lesson
    assert lesson.endswith(f" See guess {number}")


def test_lesson_says_that_the_answer_was_the_only_word_left(client):
    (lesson,) = client.get(
        "/analysis?answer=toxic&guess=slate&guess=toxin&guess=bulky&guess=toxic"
    ).texts("analysis-lesson")
    assert lesson.startswith("Your most expensive guess ")
    assert re.search(r"BULKY cost 1\.00 guesses\. TOXIC was the only word left\.", lesson)


@pytest.mark.parametrize("query", ["", "&hints=2&hint=2.2"])
@pytest.mark.parametrize("address", [ADDRESS, ADDRESS + "&mode=pool"])
def test_analysis_begins_with_the_most_expensive_guess_and_names_a_better_guess(
    client, address, query
):
    page = client.get(address + query)
    assert "Your most expensive guess" in page.visible_text
    (lesson,) = page.of_class("analysis-lesson")
    costs = [
        float(re.search(r"Cost ≈?([\d.]+)", text)[1]) for text in page.texts("analysis-ratings")
    ]
    number = 1 + costs.index(max(costs))
    (turn,) = page.all(f".//li[@id='guess-{number}']")
    (link,) = lesson.links
    assert link == (f"#guess-{number}", f"See guess {number}")
    text = re.search(
        r"([A-Z]+) cost ≈?([\d.]+) guesses\. (?:Best guess: )?([A-Z]+)", lesson.visible_text
    )
    guess, cost, better = text.groups()
    guesses = [word for name, word in parse_qsl(address.partition("?")[2]) if name == "guess"]
    assert (guess.lower(), float(cost)) == (guesses[number - 1], max(costs))
    assert f"Best guess: {better}." in turn.visible_text.replace("still ", "")


@pytest.mark.parametrize("address", [ADDRESS, LOST])
def test_content_of_the_analysis_precedes_the_folded_explanations(client, address):
    page = client.get(address)
    parts = ["analysis-lesson", "rating-figures", "analysis-turns", 'class="chart"', "<details"]
    places = [page.text.index(part, page.text.index("<h1")) for part in parts]
    assert places == sorted(places)
    folded = " ".join(part.visible_text for part in page.all(".//main//details"))
    for text in ("with best play", "Cost: guesses that", "counts as 8", "may open with", "noun: "):
        assert page.first(".//main").visible_text.count(text) == folded.count(text) > 0


def test_analysis_reports_that_no_guess_was_costly(client):
    lexicon = load_lexicon("english-5")
    path = analyze(lexicon, "truss", GUESSES, belief_of(lexicon, "real")).solver
    guesses = urlencode([("guess", step.turn.guess) for step in path])
    page = client.get(f"/analysis?answer=truss&{guesses}")
    assert page.of_class("analysis-lesson") == []
    assert "No guess cost you much." in page.visible_text
    lucky = client.get("/analysis?answer=truss&guess=truss").visible_text
    assert "pure luck" in lucky
    assert "No guess cost you much." not in lucky


def test_analysis_of_several_boards_begins_with_the_most_expensive_guess(client):
    for address in (BOARDS, BOARDS.replace("slimy+crane", "silly+mound+zzzzz")):
        page = client.get(address)
        (lesson,) = page.of_class("analysis-lesson")
        assert page.text.index("analysis-lesson") < page.text.index("boards-turns")
        (link,) = lesson.links
        (turn,) = page.all(f".//li[@id='{link.address[1:]}']")
        (better,) = re.findall(r"[A-Z]+ was better: .+?\d\.(?= See)", lesson.visible_text)
        assert better in turn.visible_text
        assert lesson.texts("boards-turn-word") == turn.texts("boards-turn-word")


@pytest.mark.parametrize(
    ("address", "lead"),
    [
        (f"{ADDRESS}&hints=2&hint=2.2", "Solved in 4, with 2 hints."),
        (f"{ADDRESS}&hints=1", "Solved in 4, with a hint."),
        (f"{LOST}&hints=3", "Not solved, with 3 hints."),
    ],
)
def test_analysis_of_a_game_with_hints_begins_with_its_result(client, address, lead):
    page = client.get(address)
    assert page.texts("lead") == [lead]
    assert "so it doesn’t count for your skill." in page.first(".//main//details").visible_text


def test_guess_that_ruled_out_no_words_shows_only_the_number_of_words_left(client):
    guesses = ("crane", "slipt", "moody", "build", "fudge", "whack")
    query = urlencode([("guess", guess) for guess in guesses])
    turns = client.get(f"/analysis?answer=seven&mode=pool&{query}").texts("analysis-turn")
    for text in turns[2:5]:
        assert text.endswith(" 2 → 2 words")
    assert text.endswith("Best guess: still SEVEN. 2 → 2 words")
    assert turns[5].endswith("2 → 1 word · The only possible result")


def test_guess_has_no_figures_when_no_words_are_left(client):
    page = client.get("/analysis?answer=fjfjf&guess=fjord&guess=jiffy&guess=fluff")
    first, *others = page.texts("analysis-ratings")
    assert re.fullmatch("Cost ≈?[0-9.]{4} Luck \N{EN DASH}", first)
    assert others == ["Cost \N{EN DASH} Luck \N{EN DASH}"] * 2


def test_best_play_plus_cost_plus_luck_equals_the_number_of_guesses(client):
    pattern = (
        r"(\d) guesses = ([\d.]+) with best play \+ ([\d.]+) cost "
        r"([+\u2212] [\d.]+) (?:good|bad) luck"
    )
    for address in (ADDRESS, f"{ADDRESS}&mode=pool", f"{ADDRESS}&hard=1", LOST):
        page = client.get(address)
        needed, *parts = re.search(pattern, page.visible_text).groups()
        assert sum(
            round(100 * float(part.replace("\u2212", "-").replace(" ", ""))) for part in parts
        ) == 100 * int(needed)
        assert needed == ("8" if address is LOST else "4")
        assert (
            "A game you don’t solve counts as 8, so that gambling doesn’t pay." in page.visible_text
        )


def test_guesses_after_the_answer_are_reported_as_not_counted(client):
    text = client.get(f"{ADDRESS}&guess=slate&guess=truss").plain
    assert "TRUSS in 4 guesses" in text
    assert "Not counted after TRUSS was found: SLATE and TRUSS." in text
    assert "Not counted" not in client.get(ADDRESS).plain


def test_analysis_compares_chances_of_solving_only_if_they_differ(client):
    turns = client.get(LOST).texts("analysis-turn")
    assert "Almost as good as SLATE, the solver’s guess." in turns[0]
    pattern = r"Best guess: [A-Z]+\. It solves (\d+)% of games from here, yours (\d+)%\."
    better, own = re.search(pattern, turns[-1]).groups()
    assert int(better) > int(own) == 0


def test_guess_as_good_as_the_solvers_is_not_called_the_best(client):
    """The page also shows the solver's guess, and must not contradict itself."""
    lexicon = load_lexicon("english-5")
    state = GameState(lexicon, (Turn.parse("slate:00000"),), belief_of(lexicon, "pool"))
    words = lexicon.pool().words
    rated = rate_guesses(state, *words)
    equal = [word for word, cost in zip(words, rated.costs, strict=True) if not cost]
    address = "/analysis?answer=proud&guess=slate&guess={}&guess=proud&mode=pool"
    for word in (rated.best, *equal[:1]):
        text = client.get(address.format(word)).texts("analysis-turn")[1]
        is_best = word == rated.best
        assert ("Best possible guess." in text) == is_best
        assert (f"As good as {rated.best.upper()}, the solver’s guess." in text) != is_best


@pytest.mark.parametrize(
    ("fields", "query"),
    [
        ({"game": "crane 02000\ntruss 22222"}, "answer=truss&guess=crane&guess=truss"),
        (
            {"game": "crane", "answer": " TRUSS ", "mode": "pool", "hard": "1"},
            "answer=truss&guess=crane&mode=pool&hard=1",
        ),
    ],
)
def test_typed_game_redirects_to_its_own_address(client, fields, query):
    answer = client.get("/analysis", query_string=fields)
    assert (answer.status_code, answer.location) == (303, f"/analysis?{query}")


def test_grid_row_asks_for_its_word_and_wrong_colors_are_reported(client):
    grid = client.get("/analysis?answer=truss&guess=:02000&guess=truss")
    assert "Which words did you guess?" in grid.text
    assert len(grid.all(".//input[@name='fill']")) == 1
    assert len(grid.all(".//datalist/option")) == 12
    wrong = client.get("/analysis?answer=truss&guess=crane:00000").plain
    assert "The colors you pasted for row 1 don’t match this answer." in wrong


@pytest.mark.parametrize(
    ("query", "message"),
    [
        ("answer=truss&guess=crane:012", "“crane:012” doesn’t fit"),
        ("answer=stray&game=cranes%0Amoist%0Astray", "“cranes” doesn’t fit"),
        ("answer=truss&guess=%3Cscript%3E", "“<script>” doesn’t fit"),
        ("answer=" + "+".join(["crane"] * 33) + "&guess=crane", "at most 32 answers"),
        ("answer=crane+slimy&guess=tra+12345", "must have 5 letters: TRA, 12345"),
        ("answer=crane+slimy&guess=" + "+".join(["trace"] * 42), "at most 41 guesses"),
    ],
)
def test_unreadable_parts_of_an_analysis_address_are_reported(client, query, message):
    answer = client.get(f"/analysis?{query}")
    assert answer.status_code == 422
    assert message in answer.plain


def test_solved_game_in_the_helper_links_to_its_analysis(client):
    page = client.get("/helper?row=crane:01002&row=there:22222&mode=pool")
    game = AnalysisState(("there",), (Row("crane", ("",)), Row("there", ("",))), "pool")
    assert page.link("Analyze this game") == game.address("/analysis")


@pytest.mark.parametrize(
    ("answer", "mode", "note"),
    [
        ("crane", "pool", ""),
        ("crane", "real", ""),
        ("aahed", "pool", " isn’t in this word list, so every word we know counts as possible."),
        ("zzyzx", "real", " isn’t in our word list."),
    ],
)
def test_analysis_notes_an_answer_that_is_not_in_the_word_list(client, answer, mode, note):
    page = client.get(f"/analysis?answer={answer}&guess=slate&guess={answer}:22222&mode={mode}")
    assert page.status_code == 200
    assert f"{answer.upper()} in 2 guesses" in page.plain
    assert (f"{answer.upper()} isn’t in " in page.plain) == bool(note)
    assert f"{answer.upper()}{note}" in page.plain


@pytest.mark.parametrize("query", ["", "&mode=pool", "&hard=1", "&hints=0"])
def test_helper_opened_from_an_analysis_links_back_to_the_guess(client, query):
    analysis = client.get(f"{ADDRESS}{query}")
    reasons = [link.address for link in analysis.links if link.text == "See why"]
    assert reasons
    for reason in reasons:
        helper = client.get(reason)
        assert helper.status_code == 200
        (origin,) = helper.of_class("helper-game")
        (why,) = helper.texts("helper-verdict")
        assert origin.visible_text.startswith(why)
        for edit in ("", "&add=mouth", "&clear=1"):
            helper = client.get(reason + edit, follow_redirects=True)
            address, _, guess = helper.link("Back to the analysis").partition("#")
            assert len(client.get(address).all(f".//li[@id='{guess}']")) == 1
            assert client.get(address).texts("analysis-verdict") == analysis.texts(
                "analysis-verdict"
            )
        for shared in client.get(reason).all(".//input[@readonly]"):
            assert "analysis" not in shared["value"]


TORCH = "/analysis?answer=torch&guess=crane&guess=story&guess=extol&guess=torch"


@pytest.mark.parametrize(
    ("address", "mode"),
    [
        (ADDRESS, ""),
        (TORCH + "&mode=pool", "pool"),
        (ADDRESS + "&mode=pool", ""),  # a list without the answer was replaced by all words
    ],
)
def test_guess_links_to_the_helper_only_if_another_guess_was_better(client, address, mode):
    verdicts = client.get(address).of_class("analysis-verdict")
    is_better = ["Best guess: " in verdict.visible_text for verdict in verdicts]
    assert set(is_better) == {True, False}
    links = [verdict.links for verdict in verdicts]
    assert [[link.text for link in of_verdict] for of_verdict in links] == [
        ["See why"] if better else [] for better in is_better
    ]
    queries = [
        parse_qsl(link.address.partition("?")[2]) for of_verdict in links for link in of_verdict
    ]
    assert {dict(query).get("mode", "") for query in queries} == {mode}
    assert {dict(query)["guess"] for query in queries} <= {*GUESSES, "story", "extol"}


GAMES = (
    "answer=hatch&guess=crane+catch+match+patch+watch+batch",
    "answer=hatch&guess=crane+catch+match+patch+watch+batch&mode=pool",
    "answer=hatch&guess=crane+catch+match+patch+watch+batch&hard=1",
    "answer=pudgy&guess=crane+moist+fluid+pudgy&mode=pool",  # an answer outside of the list
    "answer=torch&guess=story+extol+month+torch&mode=pool",
)


@pytest.mark.parametrize("game", GAMES)
def test_helper_shows_the_cost_and_the_best_guess_of_the_analysis(client, game):
    turns = client.get(f"/analysis?{game}", follow_redirects=True).of_class("analysis-turn")
    explained = [turn for turn in turns if "See why" in turn.visible_text]
    assert explained
    for turn in explained:
        cost, best = re.search(
            r"Cost (≈?[\d.]+) .* Best guess: (\w+)\.", turn.visible_text
        ).groups()
        (verdict,) = client.get(turn.link("See why")).texts("helper-verdict")
        assert f" costs {cost} guesses more than {best}." in verdict
        chances = re.search(r"It solves (\S+) of games from here, yours (\S+)\.", turn.visible_text)
        if chances:
            theirs, mine = chances.groups()
            assert f"It solves {mine} of games from here, {best} {theirs}." in verdict


def test_guess_on_several_boards_shows_its_effect_and_a_better_guess(client):
    page = client.get(BOARDS)
    assert page.status_code == 200
    turns = page.of_class("boards-turn")
    assert [boards_of(turn) for turn in turns] == [["1", "2"], ["", "2"], ["1"]]
    assert "All boards solved in 3 guesses." in page.text
    assert " were expected." in turns[0].visible_text
    assert "expected" not in turns[-1].visible_text  # nothing is left
    assert len(page.all(".//*[@data-solved]")) == 2
    lost = client.get(BOARDS.replace("slimy+crane", "zzzzz+crane")).text
    assert "1 of 2 boards solved. " in lost
    longer = client.get(BOARDS.replace("slimy+crane", "silly+mound+crane+slimy"))
    (turns,) = longer.texts("boards-turns")
    better = re.findall(r"was better: it would have (left fewer words|solved more boards)", turns)
    assert better == ["left fewer words", "solved more boards"]


def boards_of(turn: Part) -> list[str]:
    """Return the numbers of the boards that a guess changed, and "" for the others."""
    return [step.visible_text[len("Board ") :][:1] for step in turn.all(".//li")]


def test_each_guess_shows_the_boards_that_it_changed_in_their_places(client):
    page = client.get(
        "/analysis?answer=crane+slimy+truss+pound&guess=trace+truss+crane+crane+pound+slimy"
    )
    turns = [boards_of(turn) for turn in page.of_class("boards-turn")]
    assert len(turns) == 6
    assert turns[0] == ["1", "2", "3", "4"]
    assert all(number in ("", str(place)) for turn in turns for place, number in enumerate(turn, 1))
    assert turns[3] == []  # the same guess again
    assert page.text.count("Nothing new on any board.") == 1
    assert turns[-1] == ["", "2"]


def test_best_guess_is_labeled_and_the_number_of_words_left_depends_on_the_mode(client):
    # The board has only one word left, so no guess is better.
    page = client.get("/analysis?answer=crane+crank&guess=crank+crane&mode=pool")
    assert "The best guess." in page.texts("boards-turn")[-1]
    pages = [client.get(BOARDS.replace("pool", mode)).text for mode in ("pool", "real")]
    pool, real = (re.search(r"([\d,]+) words left", page)[1] for page in pages)
    assert len(pool) < len(real) == len("1,000")


def test_sequential_board_is_analyzed_only_after_it_becomes_visible(client):
    page = client.get(f"{BOARDS}&order=in-turn")
    # After the first guess, the word is known, so the second guess adds no information.
    assert [boards_of(turn) for turn in page.of_class("boards-turn")] == [["1"], [], ["1"]]
    assert "Board 2" not in page.text
    assert "All boards solved in 3 guesses." in page.text


@pytest.mark.parametrize(
    ("query", "shown"),
    [
        ("order=in-turn&answer=crane+slate", '<input type="hidden" name="order"'),
        ("guess=:02000&guess=truss&hard=1", 'id="blank-answer"'),
        ("guess=:02000&guess=truss&hard=1", '<input type="hidden" name="hard"'),
    ],
)
def test_analysis_form_keeps_the_fields_of_the_address(client, query, shown):
    assert shown in client.get(f"/analysis?{query}").text


def test_analysis_page_without_a_game_offers_the_latest_finished_game(app, visitor, wrong):
    assert "Your latest game" not in visitor.get("/analysis").visible_text
    visitor.guess(wrong[0])
    # The latest game isn't over.
    assert "Your latest game" not in visitor.get("/analysis").visible_text
    visitor.guess(answer_of_day(app))
    page = visitor.get("/analysis")
    assert [button.visible_text for button in page.all(".//*[@data-kind='primary']")] == [
        "Analyze this game"
    ]
    report = visitor.get(page.link("Analyze this game"))
    assert "in 2 guesses" in report.visible_text


@pytest.mark.parametrize("hints", ["", "&hints=2"])
def test_hints_do_not_change_the_costs_of_guesses_on_several_boards(client, hints):
    for address in (BOARDS, BOARDS.replace("slimy+crane", "silly+mound+zzzzz")):
        usual, page = client.get(address), client.get(address + hints)
        assert page.texts("boards-turn") == usual.texts("boards-turn")
        (lesson,) = page.texts("analysis-lesson")
        number, cost = re.search(
            r"(?:guess|helped) (\d+) .* cost (≈\d\.\d) guesses\. \w+ was better", lesson
        ).groups()
        turn = page.texts("boards-turn")[int(number) - 1]
        assert f" cost {cost} guesses. " in turn
        assert (
            "This game was played with 2 hints. Guesses are compared as if there had been no"
            " hint." in page.visible_text
        ) == bool(hints)
        assert "Count this game" not in page.visible_text


FOUR = "/analysis?answer=crane+slimy+truss+pouty&guess=fuzzy+slimy+trace+truss+pouty+crane"


@pytest.mark.parametrize(
    ("named", "recorded", "text"),
    [
        ("", (), ""),
        ("&hints=3&named=2+3", (2, 3), "2 guesses came from hints."),
        ("&hints=3&named=3", (3,), "1 guess came from a hint."),
        # Impossible numbers, and numbers without a hint, are ignored.
        ("&hints=3&named=0+1+7+x+3", (3,), "1 guess came from a hint."),
        ("&named=2+3", (), ""),
    ],
)
def test_guess_named_by_a_hint_has_no_cost_on_several_boards(client, named, recorded, text):
    page = client.get(FOUR + named)
    turns = page.texts("boards-turn")
    for number, turn in enumerate(turns, 1):
        assert ("From the hint." in turn) == (number in recorded)
        if number in recorded:
            assert not re.search("cost|better|best guess", turn)
    lead, count = page.texts("lead")[0], 6 - len(recorded)
    assert ("from a hint" in lead or "from hints" in lead) == bool(recorded)
    assert f" of {count} guesses were the best possible. {text}".strip() in lead
    (lesson,) = page.texts("analysis-lesson")
    number = int(re.search(r"See guess (\d)", lesson)[1])
    assert number not in recorded


@pytest.mark.parametrize("address", [ADDRESS, LOST])
@pytest.mark.parametrize("hints", ["hints=1", "hints=5&hint=2.3", "hints=4&hint=1.2&hint=3.2"])
def test_guesses_of_a_game_with_hints_are_compared_unless_a_hint_named_them(client, address, hints):
    usual, page = client.get(address), client.get(f"{address}&{hints}")
    assert "so it doesn’t count for your skill." in page.visible_text
    assert "Count this game" not in page.visible_text
    assert page.texts("rating-figure") == []
    assert ("as if there had been no hint" in page.visible_text) == ("hint=" not in hints)
    first = int(hints.partition("hint=")[2][:1] or 9)  # guesses before the first hint
    rows = [[turn.visible_text for turn in one.of_class("analysis-turn")] for one in (usual, page)]
    for number, (without, with_hint) in enumerate(zip(*rows, strict=True)):
        # With one word left, the third hint names the answer.
        is_named = "hint=3.2" in hints and address == ADDRESS and number == 3
        assert ("From the hint." in with_hint) == is_named
        assert bool(re.search(r"Best possible guess|Best guess:|[Aa]s good as", with_hint)) != (
            is_named
        )
        assert ("After a hint" in with_hint) == (number >= first and not is_named)
        # A hint may change the luck of the guess just before it, but of no earlier guess.
        if number < first - 1:
            assert with_hint == without


@pytest.mark.parametrize(
    ("guesses", "hint", "own"),
    [
        # The best guess by a hint, the same word before the hint that names it, and another word.
        ("crane gable maple", "1.4", 0),
        ("crane gable maple", "1.3", 2),
        ("crane fable maple", "1.4", 2),
        # The answer, and in a lost game the other word left.
        ("crane gable maple", "2.4", 2),
        ("crane slimy fuzzy vivid mummy blunk", "5.4", 5),
    ],
)
def test_guess_named_by_a_hint_has_no_cost_and_is_never_the_lesson(client, guesses, hint, own):
    query = urlencode([("guess", guess) for guess in guesses.split()])
    answer = "blunt" if "blunk" in guesses else "maple"
    page = client.get(f"/analysis?answer={answer}&{query}&hints=4&hint={hint}")
    named = {"1.4": "gable", "2.4": "maple", "5.4": "blunk"}.get(hint)
    for number, (guess, turn) in enumerate(
        zip(guesses.split(), page.texts("analysis-turn"), strict=True)
    ):
        is_named = guess == named
        assert ("From the hint." in turn) == is_named, guess
        assert ("Cost \N{EN DASH} " in turn) == is_named
        assert bool(re.search("[Bb]est|[Gg]ood as", turn)) != is_named
        assert ("After a hint" in turn) == (number >= int(hint[0]) and not is_named)
        if is_named:
            assert "See why" not in turn
    lesson = " ".join(page.texts("analysis-lesson"))
    assert (f"See guess {own}" in lesson) if own else not lesson
    assert ("No guess cost you much." in page.visible_text) == (not own)


@pytest.mark.parametrize(
    "hint", ["0.1", "1.5", "1.0", "9.1", "-1.1", "1", "1.1.1", "\u0661.\u0661", "a.b", "1.11"]
)
def test_impossible_hint_in_the_address_is_ignored(client, hint):
    page = client.get(f"{ADDRESS}&hints=1&hint={quote(hint)}")
    assert page.status_code == 200
    assert "After a hint" not in page.visible_text


@pytest.mark.parametrize("count", [1, 4])
def test_address_of_the_analysis_includes_the_hint_mark(app, visitor, count):
    path = "/" if count == 1 else f"/boards/{count}"
    visitor.guess("fuzzy", path)
    visitor.post(path, {"turn": "2", "hint": "1"})
    for answer in answers_of_day(app, Variant("", count)):
        visitor.guess(answer, path)
    addresses = [link.address for link in visitor.page.links if "/analysis?" in link.address]
    page = visitor.get(addresses[0])
    assert "played with a hint" in page.visible_text
    (replay,) = [link.address for link in page.links if link.text.startswith("Replay ")]
    assert visitor.get(replay).status_code == 200
    assert replay.startswith("/history/")
    assert "Replay " not in visitor.get(ADDRESS).visible_text  # a game from elsewhere


@pytest.mark.parametrize("path", ["/boards/4", "/boards/4/in-turn"])
def test_answers_named_by_hints_on_four_boards_are_labeled_as_from_the_hint(app, visitor, path):
    variant = Variant("", 4, in_turn="in-turn" in path)
    answers = answers_of_day(app, variant)
    visitor.guess("fuzzy", path)
    named = []
    for _ in answers:
        turn = str(len(visitor.history.in_progress[-1].guesses) + 1)
        for number in range(1, 5):
            visitor.post(path, {"turn": turn, "hint": str(number)})
        shown = visitor.get(path).first(".//*[@data-hint]").visible_text
        word = re.search(r"(?:best guess:|answer is) ([A-Z]{5})", shown, re.I)[1].lower()
        named.append(word)
        visitor.guess(word, path)
    for answer in answers:
        if answer not in named:
            visitor.guess(answer, path)
    record = visitor.history.recent[-1]
    assert record.named[:4] == (2, 3, 4, 5)
    (address,) = {link.address for link in visitor.page.links if "/analysis?" in link.address}
    turns = visitor.get(address).texts("boards-turn")
    marked = [number for number, turn in enumerate(turns, 1) if "From the hint." in turn]
    assert marked == [*record.named]
    assert record.named == tuple(
        number for number, guess in enumerate(record.guesses, 1) if guess in named
    )
