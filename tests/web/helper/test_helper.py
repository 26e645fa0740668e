"""The helper's page by plain requests: what it answers, what it keeps, what it refuses."""

import re
from collections import defaultdict
from html import unescape
from string import ascii_lowercase
from urllib.parse import quote, urlencode

import pytest
from harness.pages import Html
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from web_visitor import Visitor

from wordle_web import create_app
from wordle_web.config.settings import Settings
from wordle_web.engine.candidates import belief_of, narrow
from wordle_web.engine.feedback import feedback
from wordle_web.engine.knowledge import Turn
from wordle_web.engine.lexicon import load_lexicon
from wordle_web.engine.rows import Position, Row
from wordle_web.game.puzzles.puzzles import with_pool_versions
from wordle_web.web.helper.state import HelperState
from wordle_web.web.helper.views import helper_result

CRANE = "/helper?row=crane:01002"


@pytest.fixture(scope="module")
def client(tmp_path_factory):
    app = create_app(Settings(instance=tmp_path_factory.mktemp("instance"), rate_limits=False))
    return app.test_client()


def text_of(answer):
    return unescape(answer.get_data(as_text=True))


def data(answer, name):
    return re.search(rf'data-{name}="([^"]*)"', text_of(answer)).group(1)


def count(answer):
    return int(data(answer, "candidate-count"))


def rows_of(answer):
    return re.findall(r'name="row" value="([^"]*)"', text_of(answer))


def own_chance(answer):
    """The chance in percent of the guess that was typed; under one counts as none."""
    found = re.findall(r"Chance</span>\s*<span[^>]*>(<?)([\d.]+)%", text_of(answer))
    under, number = found[-1]
    return 0.0 if under else float(number)


def links(answer, css_class):
    pattern = rf'<a class="{css_class}" href="([^"]*)"[^>]*>(.*?)</a>'
    return [
        (unescape(url), re.sub(r"<[^>]+>", "", unescape(label)).strip())
        for url, label in re.findall(pattern, answer.get_data(as_text=True), re.DOTALL)
    ]


@pytest.mark.parametrize(
    "rows",
    [
        ["crane:01002"],
        ["crane:01002", "slide:00002"],
        ["zzzzz:00000"],
        ["soare:00000", "unlit:01010"],
    ],
)
def test_the_count_is_the_engines_and_the_suggestion_is_allowed(client, rows):
    answer = client.get("/helper?" + urlencode([("row", row) for row in rows]))
    lexicon = load_lexicon("english-5")
    assert answer.status_code == 200
    assert count(answer) == len(narrow(lexicon, [Turn.parse(row) for row in rows]))
    assert data(answer, "suggestion") in lexicon


@pytest.mark.parametrize(("mode", "pool"), [("pool", "normal"), ("easy", "easy"), ("hard", "hard")])
def test_a_pool_counts_only_its_own_words(client, mode, pool):
    lexicon = with_pool_versions(load_lexicon("english-5"), frozenset({1}))
    weights = belief_of(lexicon, pool).weights
    left = narrow(lexicon, [Turn.parse("crane:01002")])
    assert count(client.get(f"{CRANE}&mode={mode}")) == int((weights[left] > 0).sum())


def test_the_alphabet_shows_what_is_known_of_each_letter(client):
    letters = Html(client.get(CRANE).text).root.iterfind(".//li[@class='helper-letter']")
    marks = {"".join(each.itertext()): each.get("data-mark") for each in letters}
    known = {"c": "absent", "r": "present", "a": "absent", "n": "absent", "e": "correct"}
    assert marks == dict.fromkeys(ascii_lowercase, "unknown") | known


@pytest.mark.parametrize(
    ("query", "language", "headline", "rest"),
    [
        ("mode=pool", "en", "{} words left", ""),
        ("mode=pool", "pt-BR", "{} palavras restantes", ""),
        ("row=zesty:22220", "en", "1 word left", "an unlikely one"),
        ("row=zesty:22220", "pt-BR", "1 palavra restante", "mas improvável"),
        ("mode=real", "en", r"[\d,]+ likely", "of {} words left"),
    ],
)
def test_the_count_says_how_many_words_are_left(client, query, language, headline, rest):
    query = query if "row" in query else f"row=crane:01002&{query}"
    answer = client.get(f"/helper?{query}", headers={"Accept-Language": language})
    main, more = re.search(
        r'helper-count-main">([^<]*)</span> <span class="helper-count-rest">([^<]*)<',
        text_of(answer),
    ).groups()
    assert re.fullmatch(headline.format(count(answer)), main)
    assert more == rest.format(count(answer))
    assert data(answer, "say").startswith(f"{main}, {more}. " if more else f"{main}. ")


def test_nothing_is_kept_but_the_address(client):
    answer = client.get(CRANE)
    assert "Set-Cookie" not in answer.headers
    assert "csrf" not in text_of(answer).lower()


@pytest.mark.parametrize(
    ("fields", "query"),
    [
        ("tap=1.1", "?row=crane:11002"),
        ("set=1.1.2", "?row=crane:21002"),
        ("add=slide", "?row=crane:01002&row=slide:"),
        ("try=slide", "?row=crane:01002&row=slide:"),
        ("try=slidx", "?row=crane:01002&draft=slidx"),
        ("add=slide&gray=1", "?row=crane:01002&draft=slide"),
        ("row=slide:&gray=2", "?row=crane:01002&row=slide:00002"),
        ("row=slide:&tap=2.2", "?row=crane:01002&row=slide:01002"),
        ("hint=1&add=", "?row=crane:01002&hint=1"),
        ("hint=0&add=", "?row=crane:01002"),
        ("add=slide+00000", "?row=crane:01002&row=slide:00000"),
        ("add=" + quote("slide _?!__"), "?row=crane:01002&row=slide:01200"),
        ("add=" + quote("⬛⬛🟨⬛🟩"), "?row=crane:01002&row=:00102"),
        ("delete=1", ""),
        ("clear=1", ""),
        ("text.1=crate", "?row=crate:01002"),
        ("resize=6&add=", "?length=6"),
        ("add=&resize=5&guess=&used=&sort=&mode=real", "?row=crane:01002"),
        ("mode=pool&hard=1&add=", "?row=crane:01002&mode=pool&hard=1"),
        ("used=shire,+shore&add=", "?row=crane:01002&used=shire,shore"),
        ("guess=shore&add=", "?row=crane:01002&guess=shore"),
        ("sort=&sort=worst&add=", "?row=crane:01002&sort=worst"),
        ("tap=1.1&add=sli", "?row=crane:11002&draft=sli"),
    ],
)
def test_a_submitted_field_leads_to_its_own_address(client, fields, query):
    answer = client.get(f"{CRANE}&{fields}")
    assert answer.status_code == 303
    assert answer.headers["Location"] == f"/helper{query}"
    assert client.get(answer.headers["Location"]).status_code == 200


def test_a_text_being_typed_is_still_there_after_a_tap(client):
    assert 'name="add" value="sli"' in text_of(client.get(f"{CRANE}&draft=sli"))


@pytest.mark.parametrize(
    ("query", "kept", "said"),
    [
        ("row=cr4ne:01002&row=slide:00002", ["slide:00002"], "“cr4ne:01002” isn’t a valid row"),
        (
            "row=crane:01009",
            ["crane:01000"],
            "needs 5 colors: 0 for gray, 1 for yellow, 2 for green",
        ),
        (
            "row=planet:010020&row=crane:01002&length=5",
            ["crane:01002"],
            "words have 5 letters here",
        ),
        ("row=crane:01002&length=99", ["crane:01002"], "4 to 8 letters"),
        ("row=crane:01002&mode=evil", ["crane:01002"], "no word list “evil”"),
        ("row=crane:01002&guess=abc", ["crane:01002"], "Enter a word of 5 letters, not “abc”"),
        ("row=crane:01002&add=cranes", ["crane:01002"], "Enter a word of 5 letters, not “cranes”"),
        ("row=crane:01002&delete=7", ["crane:01002"], "Row 7 no longer exists"),
        ("row=crane:01002&tap=x", ["crane:01002"], "Unknown action “tap=x”"),
        ("&".join(["row=crane:01002"] * 50), ["crane:01002"] * 10, "has 50 rows"),
        (
            "row=" + "x" * 10_000 + "&row=crane:01002",
            ["crane:01002"],
            "xxx…” was skipped: words have 5 letters here",
        ),
        ("row=%00%ff%fe:01002&row=crane:01002", ["crane:01002"], "isn’t a valid row"),
        ("row=%3Cscript%3E:01002&row=crane:01002", ["crane:01002"], "isn’t a valid row"),
    ],
)
def test_a_bad_address_says_so_and_keeps_what_can_be_kept(client, query, kept, said):
    answer = client.get(f"/helper?{query}")
    assert answer.status_code == 422
    assert rows_of(answer) == kept
    assert said in text_of(answer)
    assert "<script>:" not in answer.get_data(as_text=True)
    assert count(answer) > 0


def test_a_word_of_another_length_shows_the_way_to_its_length(client):
    answer = client.get("/helper?add=planet")
    assert answer.status_code == 422
    ((url, _label),) = re.findall(
        r'href="(/helper[^"]*)" data-follow>(Switch to 6 letters)', text_of(answer)
    )
    assert rows_of(client.get(url)) == ["planet:"]
    assert "Switch to" not in text_of(client.get("/helper?add=plxnet"))


def test_an_unknown_guess_is_accepted_with_a_notice(client):
    answer = client.get("/helper?row=clxpt:00000")
    assert answer.status_code == 200
    assert "Not in our word list, but counted: CLXPT" in text_of(answer)
    assert count(answer) == len(narrow(load_lexicon("english-5"), [Turn.parse("clxpt:00000")]))


def test_hard_mode_says_which_row_it_would_refuse(client):
    answer = client.get(f"{CRANE}&row=slimy:00000&hard=1&guess=mount")
    assert "Hard mode doesn’t allow row 2: 5th letter must be E" in text_of(answer)
    assert "Not allowed in hard mode: " in text_of(answer)


def test_words_used_elsewhere_weigh_less(client):
    before = client.get(f"{CRANE}&row=slide:00002&guess=there")
    after = client.get(f"{CRANE}&row=slide:00002&guess=there&used=there")
    assert count(before) == count(after)
    assert own_chance(before) > own_chance(after)


def test_a_host_can_name_the_words_that_another_game_has_had(client, tmp_path):
    host = Settings(instance=tmp_path, rate_limits=False, used_words=("there", "planet"))
    query = f"{CRANE}&row=slide:00002&guess=there"
    other = create_app(host).test_client()
    assert own_chance(client.get(query)) > own_chance(other.get(query))
    pool = f"{query}&mode=pool"
    assert own_chance(client.get(pool)) == own_chance(other.get(pool))


guesses = st.sampled_from(["crane", "slimy", "eerie", "geese", "moult", "abbey", "zzzzz"])
turns = st.tuples(guesses, st.text("012", min_size=5, max_size=5)).map(":".join)


@settings(max_examples=40, suppress_health_check=list(HealthCheck))
@given(st.lists(turns, min_size=1, max_size=3))
def test_whatever_was_entered_a_mend_gives_the_words_it_promises(client, rows):
    answer = client.get("/helper?" + urlencode([("row", row) for row in rows]))
    if count(answer):
        return
    for url, label in links(answer, "helper-fix")[:3]:
        promised = re.search(r"([\d,]+) words?$", label)
        mended = client.get(url)
        if promised:
            assert count(mended) == int(promised.group(1).replace(",", "")) > 0
        else:
            assert rows_of(mended) != rows


@pytest.mark.parametrize(
    ("language", "label"),
    [
        ("en", "Row 1: change the 1st letter (E) to yellow and change the 2nd letter (E) to gray"),
        (
            "en-GB",
            "Row 1: change the 1st letter (E) to yellow and change the 2nd letter (E) to gray",
        ),
        ("pt-BR", "Linha 1: mude a 1ª letra (E) para amarelo e mude a 2ª letra (E) para cinza"),
    ],
)
def test_a_fix_says_each_change_of_a_color(client, language, label):
    answer = client.get("/helper?row=eerie:01000", headers={"Accept-Language": language})
    text = links(answer, "helper-fix")[0][1]
    assert re.fullmatch(rf"{re.escape(label)} 1[,.]195 (words|palavras)", text)


def test_a_fix_of_a_letter_names_its_row_and_both_words(client):
    answer = client.get("/helper?row=slimy:00000&row=graxe:22222")
    labels = [label for _, label in links(answer, "helper-fix")]
    assert "Row 2: GRADE instead of GRAXE 1 word" in labels


def test_impossible_marks_are_offered_every_other_change_that_helps_too(client):
    answer = client.get("/helper?row=slate:00000&row=crony:22221")
    pages = [client.get(url) for url, _ in links(answer, "helper-fix")]
    mended = [rows_of(page)[-1] for page in pages]
    assert mended[0] == "crony:22220"
    assert "crony:22222" in mended[1:]
    assert len(mended) == len(set(mended))
    assert all(count(page) for page in pages[1:])


def test_rows_that_are_wrong_together_can_be_left_out_together(client):
    query = "row=crane:01002&row=slimy:22220&row=moult:22222&row=pudgy:22200"
    answer = client.get(f"/helper?{query}")
    assert count(answer) == 0
    url, label = links(answer, "helper-fix")[-1]
    said = re.match(r"Remove rows ([\d, ]+) and (\d)\s+([\d,]+) words?$", label)
    assert said
    assert count(client.get(url)) == int(said.group(3).replace(",", "")) > 0
    assert len(rows_of(client.get(url))) == 4 - len(re.findall(r"\d+", f"{said[1]} {said[2]}"))


def test_the_wider_list_is_offered_where_a_pool_has_nothing(client):
    answer = client.get("/helper?row=aalii:22222&mode=easy")
    assert "No matching word on this site" in text_of(answer)
    assert "Search all words" in text_of(answer)


def test_a_word_we_lack_is_answered_with_what_is_known(client):
    answer = client.get("/helper?row=fuzzy:22220")
    assert count(answer) == 0
    assert "The answer may be missing from our word list." in text_of(answer)
    assert 'aria-label="1st letter: F"' in text_of(answer)


def test_inferred_places_are_marked_as_inferred(client):
    answer = client.get("/helper?row=lurid:10000&row=mealy:00212")
    assert 'aria-label="2nd letter: L, deduced"' in text_of(answer)
    assert 'aria-label="3rd letter: A"' in text_of(answer)


def column(answer, key):
    """The figures of a column of the ten best, and how they are written."""
    pattern = rf'<td data-column="{key}" data-raw="([^"]*)">([^<]*)</td>'
    return [(float(raw), text) for raw, text in re.findall(pattern, text_of(answer))]


@pytest.mark.parametrize(
    "query",
    ["", "mode=pool", "mode=easy&hard=1", "row=crane:00000", "row=crane:01002", "length=8",
     "row=crane:01002&row=slide:00002&row=build:00000&row=mouth:00000"],
)  # fmt: skip
def test_every_guess_of_the_ten_best_shows_the_figure_it_is_ranked_by(client, query):
    answer = client.get(f"/helper?{query}")
    shown = column(answer, "turns")
    rows = len(re.findall(r'<th scope="row"', text_of(answer)))
    assert len(shown) == rows > 0
    assert [raw for raw, _ in shown] == sorted(raw for raw, _ in shown)
    assert all(re.fullmatch(r"≈?\d+\.\d\d", text) for _, text in shown)
    assert re.search(r'data-column="turns" aria-sort="ascending"', text_of(answer))
    first = re.search(
        r'data-fold="figure-turns">.*?helper-figure-value">([^<]*)<', text_of(answer), re.S
    )
    assert first.group(1) == shown[0][1]


def test_a_guess_that_leaves_fewer_words_than_the_suggestion_is_explained(client):
    answer = client.get(CRANE)
    left = [raw for raw, _ in column(answer, "after")]
    assert min(left) < 0.9 * left[0]
    assert "leaves fewer words on average, but they are harder to tell apart" in text_of(answer)


def test_the_last_word_is_not_set_against_itself(client):
    answer = client.get(f"{CRANE}&row=slimy:00110")
    assert "The answer must be" in text_of(answer)
    assert "harder to tell apart" not in text_of(answer)


def test_the_last_word_stands_there_once(client):
    answer = client.get("/helper?row=crane:20020&row=slimy:00000&row=chink:22022&mode=pool")
    assert count(answer) == 1
    assert "The answer must be" in text_of(answer)
    for heading in ("Ten best guesses", "Show the word"):
        assert heading not in text_of(answer)


def test_of_too_many_pasted_rows_the_first_are_taken(client):
    pasted = {"row": "crane:01002", "add": "slimy 00110\n" * 50}
    answer = client.get("/helper", query_string=pasted)
    assert answer.status_code == 200
    assert rows_of(answer) == ["crane:01002", *["slimy:00110"] * 9]
    assert "Only the first 10 rows were kept." in text_of(answer)
    full = client.get("/helper", query_string=[("row", "crane:01002")] * 10 + [("add", "slimy")])
    assert full.status_code == 422


def test_ones_own_guess_is_held_against_the_suggestion_by_that_figure(client):
    answer = client.get(f"{CRANE}&guess=liver")
    suggestion = data(answer, "suggestion").upper()
    found = re.search(
        rf"On average, LIVER takes ≈(\d\.\d\d) guesses to solve from here; "
        rf"{suggestion} takes ≈(\d\.\d\d)\.",
        text_of(answer),
    )
    assert float(found.group(1)) > float(found.group(2)) > 1


def test_a_screen_reader_is_told_how_good_ones_own_guess_is(client):
    best = data(client.get(CRANE), "suggestion")
    answer = client.get(f"{CRANE}&guess={best}")
    assert data(answer, "say").startswith(f"{best.upper()} is the best guess here. ")


def test_boards_side_by_side_can_be_read_by_the_helper_of_several(client):
    grid = "🟨⬜⬜🟩⬜ ⬜⬜⬜⬜🟨\n⬜🟨⬜⬜⬜ 🟩⬜⬜⬜⬜"
    refused = client.get("/helper", query_string={"mode": "pool", "add": grid})
    assert refused.status_code == 422
    url = next(link.address for link in Html(refused.text).links if link.text == "Read as 2 boards")
    answer = client.get(url)
    rows = "row=:10020.00001&row=:01000.20000"
    assert answer.headers["Location"] == f"/helper?boards=2&{rows}&mode=pool"


@pytest.mark.parametrize(
    ("rows", "told"),
    [
        (
            "row=crane:00001&row=moist:10001&row=fight:00002",
            "No matching word. Rows 2 and 3 contradict each other.",
        ),
        (
            "row=eerie:01000",
            "Impossible colors. Row 1: the first E would be yellow, and only a later one gray.",
        ),
    ],
)
def test_a_screen_reader_is_told_why_no_word_matches(client, rows, told):
    assert data(client.get(f"/helper?{rows}"), "say") == told


def test_one_of_the_ten_best_has_the_same_figure_as_ones_own_guess(client):
    words = re.findall(r'data-column="word" data-raw="([a-z]+)"', text_of(client.get(CRANE)))
    answer = client.get(f"{CRANE}&guess={words[3]}")
    assert f"{words[3].upper()} is no. 4 of the ten best guesses." in text_of(answer)
    own = re.search(r'figure-own-turns">.*?value">([^<]*)<', text_of(answer), re.S).group(1)
    assert own == column(answer, "turns")[3][1]


def test_the_colorings_come_largest_first_and_lead_to_their_counts(client):
    answer = client.get(f"{CRANE}&row=slide:00002")
    shown = links(answer, "helper-coloring")
    counts = [int(found[1]) for _, label in shown if (found := re.search(r"(\d+) word", label))]
    assert counts == sorted(counts, reverse=True)
    url, _label = shown[0]
    assert count(client.get(url)) == counts[0]


@pytest.mark.parametrize("query", ["row=crane:", "row=crane:01002&row=slide:"])
def test_a_row_without_colors_is_asked_for_them_and_nothing_is_said_of_it(client, query):
    answer = client.get(f"/helper?{query}&hard=1")
    word = query[-6:-1].upper()
    assert answer.status_code == 200
    assert data(answer, "candidate-count") == data(answer, "suggestion") == ""
    assert f'helper-count-main">Color {word}<' in text_of(answer)
    assert data(answer, "say").startswith(f"Color {word}. Tap its tiles")
    for absent in ("likely", "No matching", "Best next guess", "Not in our word list", "Rate a g"):
        assert absent not in text_of(answer)


@pytest.mark.parametrize(
    ("query", "links"),
    [
        ("row=crabe:", [("/helper?row=crane:", "CRANE?")]),
        ("row=crabe:01002", [("/helper?row=crane:01002", "CRANE?")]),
        ("draft=crabe", [("/helper?row=crane:", "CRANE?")]),
        ("boards=2&row=crabe:", [("/helper?boards=2&row=crane:", "CRANE?")]),
        ("try=crabe&row=slimy:00110", [("/helper?row=slimy:00110&row=crane:", "CRANE?")]),
    ],
)
def test_a_word_in_no_list_is_asked_for_as_soon_as_it_is_typed(client, query, links):
    answer = client.get(f"/helper?{query}", follow_redirects=True)
    question = text_of(answer).partition('data-fragment="helper-unknown"')[2]
    question = question.partition('data-fragment="helper-notices"')[0]
    found = re.findall(r'<a class="button" href="([^"]*)"[^>]*>([^<]*)<', question)
    assert set(links) <= set(found)
    assert "CRABE" in question


def test_words_of_the_list_ask_nothing(client):
    for query in ("row=crane:", "draft=crane", "draft=cra", CRANE[8:]):
        assert "our word list" not in text_of(client.get(f"/helper?{query}"))


def test_a_game_that_is_lost_has_no_seventh_guess(client):
    words = ["crane", "slide", "built", "mouse", "pouch", "vivid"]
    rows = [Turn(word, feedback(word, "forty")) for word in words]
    query = urlencode([("row", Row.of(turn).text) for turn in rows])
    page = text_of(client.get(f"/helper?{query}"))
    assert "All six guesses are used." in page
    assert data(client.get(f"/helper?{query}"), "suggestion") == ""
    for absent in ("Best next guess", "Ten best", "Guesses to solve", "Rate a guess"):
        assert absent not in page
    assert re.search(r"<li><span>forty</span>", page)


def test_nothing_is_said_that_says_nothing_before_the_first_guess(client):
    page = text_of(client.get("/helper"))
    assert "First guess" in page
    for absent in (" likely</span>", "Chance</span>", "helper-possible"):
        assert absent not in page


def test_a_solved_game_asks_for_no_guess(client):
    page = text_of(client.get(f"{CRANE}&row=there:22222"))
    assert re.search(r'data-fragment="helper-add-label" hidden>', page)


def test_what_is_known_is_there_before_a_row_has_its_colors(client):
    text = text_of(client.get(f"{CRANE}&row=slide:"))
    row = text.split('<div class="helper-row"')[2]
    assert re.findall(r'class="tile"[^>]*data-mark="(\w+)"', row) == ["typed"] * 4 + ["correct"]
    assert 'aria-label="Row 2, SLIDE, not colored yet"' in row
    assert "All others gray" in text
    assert "All gray" in text_of(client.get("/helper?row=crane:"))


@pytest.mark.parametrize(
    ("sort", "is_descending"), [("after", False), ("worst", False), ("bits", True)]
)
def test_the_ten_best_are_sorted_by_the_column_that_is_asked_for(client, sort, is_descending):
    answer = client.get(f"{CRANE}&sort={sort}")
    figures = [raw for raw, _ in column(answer, sort)]
    assert figures == sorted(figures, reverse=is_descending)
    assert len(set(figures)) > 1
    order = "descending" if is_descending else "ascending"
    assert f'data-column="{sort}" aria-sort="{order}"' in text_of(answer)


@pytest.mark.parametrize("row", ["", "&row=slide:"])
def test_the_likeliest_results_are_one_tap_away(client, row):
    answer = client.get(f"{CRANE}{row}")
    word = "slide" if row else data(answer, "suggestion")
    lexicon = load_lexicon("english-5")
    weights = belief_of(lexicon).weights
    chances = []
    offered = re.findall(r'<a class="helper-result-row" href="([^"]*)"', answer.text)
    assert len(offered) == (15 if row else 12)
    for url in map(unescape, offered):
        first, last = re.findall(r"row=(\w+:\d+)", url)
        assert (first, last[:6]) == ("crane:01002", f"{word}:")
        left = narrow(lexicon, [Turn.parse(first), Turn.parse(last)])
        chances.append(weights[left].sum())
    # The likeliest, in the order in which people look for theirs: by greens, then by yellows.
    digits = [re.findall(r":(\d+)", unescape(url))[-1] for url in offered]
    colors = [(each.count("2"), each.count("1")) for each in digits]
    assert colors == sorted(colors)
    labels = re.findall(r'<p class="helper-caption">(\d) in the right spot</p>', answer.text)
    assert labels == [str(greens) for greens in sorted({greens for greens, _ in colors})]
    candidates = narrow(lexicon, [Turn.parse("crane:01002")])
    by_result = defaultdict(float)
    for index in candidates:
        by_result[feedback(word, lexicon.words[index])] += weights[index]
    assert sorted(chances) == pytest.approx(sorted(by_result.values())[-len(offered) :])
    assert min(chances) > 0
    solved = client.get(f"/helper?row=crane:01002&row={word}:22222")
    assert count(solved) <= 1


def test_rows_that_are_wrong_by_themselves_are_named_and_can_be_colored_again(client):
    answer = client.get("/helper?row=speed:11111&row=eerie:22220")
    assert "Rows 1 and 2 match no word, each by itself." in text_of(answer)
    found = [(url, label.split("  ")[0]) for url, label in links(answer, "helper-fix")]
    assert [url for url, _ in found] == [
        "/helper?row=speed:&row=eerie:22220",
        "/helper?row=speed:11111&row=eerie:",
    ]
    assert [label.strip() for _, label in found] == ["Color row 1 again", "Color row 2 again"]


def test_a_board_that_contradicts_itself_names_rows_and_offers_a_press(client):
    rows = (
        "boards=4&row=slate:00000.02000.00210.00011&row=irony:02210.00000.00000.10000"
        "&row=aging:00010.00000.11120.01100"
    )
    answer = client.get(f"/helper?{rows}")
    assert "Rows 2 and 3 contradict each other." in text_of(answer)
    ((url, label),) = links(answer, "helper-fix")
    assert label.startswith("Color row 3 again")
    assert "row=aging:00010.00000..01100" in url


def test_hard_mode_offers_ways_out(client):
    answer = client.get(f"{CRANE}&row=slimy:00000&hard=1")
    assert "Hard mode doesn’t allow row 2: 5th letter must be E." in text_of(answer)
    ways = dict(reversed(each) for each in links(answer, "button"))
    assert ways["Remove row 2"] == f"{CRANE}&hard=1"
    assert ways["Turn off hard mode"] == f"{CRANE}&row=slimy:00000"


def test_no_result_is_offered_where_there_is_no_room_for_a_row(client):
    full = "&".join(["row=crane:01002"] * 10)
    assert "helper-result-row" not in text_of(client.get(f"/helper?{full}"))


def test_every_result_names_words_that_it_leaves(client):
    answer = client.get(f"{CRANE}&row=slide:00002")
    items = re.findall(r"<li>\s*<a class=\"helper-coloring\".*?</li>", answer.text, re.DOTALL)
    assert items
    for item in items:
        url = unescape(re.search(r'href="([^"]*)"', item).group(1))
        turns = [Turn.parse(row) for row in re.findall(r"row=(\w+:\d+)", url)]
        lexicon = load_lexicon("english-5")
        left = {lexicon.words[index] for index in narrow(lexicon, turns)}
        named = re.search(r'<p class="quiet small">(.*?)</p>', item)
        words = named.group(1).removesuffix(" …").split(", ") if named else []
        assert set(words) <= left
        assert len(words) == min(8, len(left)) or "solved" in item


def test_three_figures_come_first_and_the_others_are_folded(client):
    text = text_of(client.get(CRANE))
    before, _, after = text.partition('data-fold="more-after"')
    labels = r'helper-figure-label">([^<]*)<'
    assert re.findall(labels, before) == ["Words left (average)", "Guesses to solve", "Chance"]
    assert re.findall(labels, after)[:3] == ["Worst case", "Can be the answer", "Bits"]


def test_one_sentence_says_why(client):
    words = re.search(r'helper-why">([^<]*)<', text_of(client.get(CRANE))).group(1)
    suggestion = data(client.get(CRANE), "suggestion").upper()
    assert re.fullmatch(
        rf"{suggestion} (can be the answer and leaves|can’t be the answer, but it leaves only) "
        r"[\d.]+ of \d+ words on average\.",
        words,
    )
    last = client.get(f"{CRANE}&row=slimy:00110")
    assert "No other word fits your rows." in text_of(last)


HINTS = [
    ("1", 0, "Show the likeliest letter", "hint=2"),
    ("2", 1, "Show its spot", "hint=3"),
    ("3", 2, "Show the best guess", "hint=4"),
]


@pytest.mark.parametrize(("hint", "texts", "button", "next_hint"), HINTS)
def test_hints_come_by_degrees(client, hint, texts, button, next_hint):
    answer = client.get(f"{CRANE}&hint={hint}")
    text = text_of(answer)
    assert len(re.findall(r'class="helper-hint"', text)) == texts
    assert re.search(rf'href="[^"]*{next_hint}"[^>]*>{button}<', text)
    assert count(answer) == count(client.get(CRANE))
    assert data(answer, "suggestion") == ""
    for absent in ("Best next guess", "Ten best", "likely words", "Every possible", "Rate a guess"):
        assert absent not in text


def test_hints_are_offered_beside_the_best_guess(client):
    page = text_of(client.get(CRANE))
    assert re.search(r'<button [^>]*name="hint" value="1"[^>]*>Hints, step by step<', page)
    # The form has the choice among its options as well, which comes first.
    asked = text_of(client.get(f"{CRANE}&hint=0&hint=1"))
    assert "Show the likeliest letter" in asked
    assert 'name="hint" value="1"' not in asked


def test_the_last_hint_is_the_whole_answer(client):
    assert data(client.get(f"{CRANE}&hint=4"), "suggestion") == data(
        client.get(CRANE), "suggestion"
    )


def test_a_hint_is_true_of_the_words_left(client):
    text = text_of(client.get(f"{CRANE}&row=slimy:00000&mode=pool&hint=3"))
    letter, chance = re.search(r"Likeliest new letter: (\w) \((\d+)%\)", text).groups()
    place, there = re.search(rf"Likeliest spot for {letter}: (\d)\w+ \((\d+)%\)", text).groups()
    lexicon = load_lexicon("english-5")
    turns = [Turn.parse("crane:01002"), Turn.parse("slimy:00000")]
    weights = belief_of(lexicon, "pool").weights
    left = [lexicon.words[index].upper() for index in narrow(lexicon, turns) if weights[index] > 0]
    shares = {other: sum(other in word for word in left) for other in "BDFGHJKOPQTUVWXZ"}
    assert shares[letter] == max(shares.values())
    assert round(100 * shares[letter] / len(left)) == int(chance)
    at_place = sum(word[int(place) - 1] == letter for word in left)
    assert round(100 * at_place / len(left)) == int(there)


def test_where_all_letters_are_found_the_next_hint_is_the_word(client):
    text = text_of(client.get("/helper?row=steal:11111&hint=2"))
    assert "You have found all the letters. Only their order is left." in text
    assert re.search(r'hint=4"[^>]*>Show the best guess<', text)


def test_a_possible_answer_that_people_know_stands_beside_the_best_guess(client):
    text = text_of(client.get("/helper?row=slate:00101"))
    found = re.search(r'helper-possible">(.*?)</p>', text, re.DOTALL).group(1)
    line = re.sub(r"<[^>]+>", "", found)
    assert re.fullmatch(r"Well-known possible answer: [A-Z]{5} [\d.]+% likely, .*", line)
    assert re.search(r"costs (about \d\.\d\d|no) guesses$", line)
    url, word = re.search(r'href="([^"]*)"[^>]*>([A-Z]{5})<', found).groups()
    assert word.lower() in load_lexicon("english-5").pool("normal").words
    assert url == f"/helper?row=slate:00101&row={word.lower()}:"


def test_the_switch_to_possible_answers_stands_beside_it_and_works_without_a_script(client):
    for query, value, state in (("", "1", "false"), ("&only=1", "0", "true")):
        button = re.search(
            r"<button class=.helper-switch.[^>]*>", client.get(f"{CRANE}{query}").text
        )
        assert f'name="only" value="{value}"' in button.group()
        assert f'aria-checked="{state}"' in button.group()
    pressed = client.get(f"{CRANE}&only=0&add=&only=1")
    assert pressed.headers["Location"] == f"{CRANE}&only=1"


@pytest.mark.parametrize("rows", ["", "row=crane:01002", "row=crane:01002&row=slide:00002"])
def test_only_words_that_can_be_the_answer_are_suggested_where_the_player_wants_it(client, rows):
    answer = client.get(f"/helper?{rows}&only=1")
    words = re.findall(r'data-column="word" data-raw="([a-z]+)"', text_of(answer))
    lexicon = load_lexicon("english-5")
    turns = [Turn.parse(row) for row in re.findall(r"row=(\w+:\d+)", rows)]
    left = {lexicon.words[index] for index in narrow(lexicon, turns)}
    assert len(words) == min(10, len(left))
    assert {data(answer, "suggestion"), *words} <= left
    if rows == "row=crane:01002":
        assert data(client.get(CRANE), "suggestion") not in left
    assert "possible answers only" in text_of(answer)


def test_whether_only_possible_answers_are_suggested_is_remembered(app):
    visitor, form = Visitor(app), {"Sec-Fetch-Site": "same-origin"}
    visitor.get(f"{CRANE}&only=0&only=1&add=", headers=form)
    assert visitor.page.headers["Location"] == f"{CRANE}&only=1"
    visitor.get(CRANE)
    assert "possible answers only" in unescape(visitor.page.text)
    box = re.search(r'<input[^>]*name="answers_only"[^>]*>', visitor.get("/settings").text)
    assert " checked" in box.group()
    visitor.get(f"{CRANE}&only=0&add=", headers=form)
    assert visitor.page.headers["Location"] == CRANE
    visitor.get(CRANE)
    assert "possible answers only" not in visitor.page.text


@pytest.mark.parametrize("query", ["only=1", "only=0&only=1"])
@pytest.mark.parametrize("headers", [{}, {"Sec-Fetch-Site": "cross-site"}])
def test_a_link_of_somebody_else_changes_no_preference(app, query, headers):
    visitor = Visitor(app)
    assert "Set-Cookie" not in visitor.get(f"{CRANE}&{query}", headers=headers).headers
    assert "possible answers only" not in visitor.get(CRANE).text


def test_the_link_to_share_does_not_carry_what_the_player_prefers(client):
    text = text_of(client.get(f"{CRANE}&only=1&hint=2"))
    assert re.search(r'readonly value="http://localhost/helper\?row=crane:01002"', text)


def test_the_words_left_are_folded_and_likely_first(client):
    answer = client.get(f"{CRANE}&row=slide:00002")
    folds = re.findall(r"<details class=\"helper-fold\" data-fold=\"words-\d\">", text_of(answer))
    assert folds
    chances = re.findall(r"<li><span>\w+</span> <span[^>]*>(<?[\d.]+)%", text_of(answer))
    values = [float(chance.strip("<")) - 0.5 * chance.startswith("<") for chance in chances]
    assert values == sorted(values, reverse=True)


def test_up_to_twelve_words_left_are_not_folded_and_tell_past_answers(client):
    text = text_of(client.get("/helper?row=crane:20020&row=slimy:00000&mode=pool"))
    answer = text.partition("helper-offer")[0]
    words = re.findall(r"<li><span>(\w+)</span>", answer)
    assert len(words) == 2
    assert 'data-fold="words-' not in text
    text = text_of(client.get(f"/helper?row=crane:20020&row=slimy:00000&mode=pool&used={words[0]}"))
    answer = text.partition("helper-offer")[0]
    assert "1 of these was used" in answer
    assert re.findall(r"<li><span>(\w+)</span>", answer) == [words[1], words[0]]
    assert re.search(rf"<li><span>{words[0]}</span> <span[^>]*><span[^>]*>used</span>", answer)
    # Of the likely ones among many; the others stay folded.
    text = text_of(client.get(f"{CRANE}&row=toils:00000"))
    likely = int(re.search(r">(\d+) likely<", text).group(1))
    shown = re.findall(r"<li><span>(\w+)</span>", text.partition("helper-offer")[0])
    assert len(shown) == likely <= 12
    assert count(client.get(f"{CRANE}&row=toils:00000")) > 12


def test_a_fold_of_more_words_counts_them_in_the_plural(client):
    text = text_of(client.get(f"{CRANE}&mode=real"))
    assert re.search(r"<summary[^>]*>Show \d+ more words</summary>", text)


def test_the_first_page_stays_small_whatever_is_left(client):
    assert len(client.get("/helper").data) < 100_000


def test_the_solved_word_ends_it(client):
    answer = client.get(f"{CRANE}&row=there:22222")
    assert "THERE, solved in 2 guesses." in text_of(answer)
    assert data(answer, "candidate-count") == "1"


FIELDS = (
    "row row row length mode hard used guess sort add resize tap set delete clear draft text.1 x"
)
keys = st.sampled_from(FIELDS.split())
values = (
    st.text("abcerz:012_?!🟩⬛ ,.\x00<>&ßİé", max_size=14)
    | st.from_regex(r"\A[a-z]{5}:[012]{5}\Z")
    | st.sampled_from(["4", "6", "pool", "easy", "1.1", "1.5.2", "-1", "9" * 400, "\ud800", "%"])
    | st.text(max_size=30)
)


@settings(
    max_examples=150,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(st.lists(st.tuples(keys, values), max_size=8))
def test_no_address_at_all_is_answered_by_a_fault(client, pairs):
    query = "&".join(
        f"{key}={quote(value, safe='', encoding='utf-8', errors='surrogatepass')}"
        for key, value in pairs
    )
    answer = client.get(f"/helper?{query}")
    assert answer.status_code in {200, 303, 422}
    if answer.status_code == 303:
        assert client.get(answer.headers["Location"]).status_code in {200, 422}


def test_what_our_script_asks_for_is_answered_with_the_page_at_once(client):
    headers = {"X-Requested-With": "fetch"}
    answer = client.get("/helper?row=crane:01002&add=slimy+00110", headers=headers)
    assert answer.status_code == 200
    same = client.get("/helper?row=crane:01002&row=slimy:00110", headers=headers)
    assert answer.text == same.text
    assert "<header class" not in answer.text


@pytest.mark.parametrize("mode", ["easy", "pool"])
def test_the_chances_of_all_results_add_up_to_one(client, mode):
    state = HelperState(Position((Row("crane", ("01002",)),)), mode=mode)
    with client.application.test_request_context():
        found = helper_result(state)
    shown = found.patterns.shown
    assert len(shown) == found.patterns.total
    assert sum(each.probability for each in shown) == pytest.approx(1)
    assert sum(each.words for each in shown) == found.advice.boards[0].candidates
    sizes = [each.words for each in shown]
    assert sizes == sorted(sizes, reverse=True)


LAST = "row=crane:01002&row=slide:00002&row=build:00000&row=mouth:00000&row=fuzzy:00000"


def test_the_last_guess_shows_the_chance_to_win_and_only_possible_answers(client):
    answer = client.get(f"/helper?{LAST}")
    page = text_of(answer)
    assert data(answer, "suggestion") == "verge"
    assert "VERGE is the most likely answer." in page
    assert "Chance to win" in page
    for figure in ("Guesses to solve", "Words left (average)", "Worst case", "More figures"):
        assert figure not in page.partition("answer-heading")[2]
    heads = re.findall(r'<th scope="col" data-column="(\w+)"', page)
    assert heads == ["word", "chance"]
    assert len(re.findall(r'<th scope="row"', page)) == page.count('class="helper-can"') == 5
    mine = text_of(client.get(f"/helper?{LAST}&guess=slate"))
    assert "SLATE can’t be the answer." in mine
    assert "VERVE is" in text_of(client.get(f"/helper?{LAST}&guess=verve"))


def test_no_figure_holds_the_penalty_of_a_game_that_is_not_solved(client):
    rows = "hard=1&row=slate:10122&row=waste:02222"
    page = text_of(client.get(f"/helper?{rows}&guess=caste"))
    assert "Chance to solve" in page
    figures = [float(text) for text in re.findall(r"≈?(\d+\.\d\d)(?= guesses to solve|<)", page)]
    assert figures
    assert max(figures) <= 6
    assert "20 extra guesses" not in page


def test_each_tile_holds_its_label_for_every_mark(client):
    page = text_of(client.get(f"{CRANE}&row=:01000"))
    assert 'data-present="2nd letter R, present"' in page
    assert 'data-absent="1st letter C, absent"' in page
    assert 'data-correct="1st letter ?, correct"' in page


@pytest.mark.parametrize(("guess", "is_noted"), [("liver", False), ("zzzzz", True)])
def test_a_rated_guess_says_whether_we_know_it(client, guess, is_noted):
    page = text_of(client.get(f"{CRANE}&guess={guess}"))
    assert ("Not in our word list." in page) == is_noted


@pytest.mark.parametrize(
    ("rows", "reason"),
    [
        (["fuzzy:22220"], "Row 1 matches no word we know."),
        (["crane:01002", "thorp:02221"], "Row 2 matches no word we know."),
        (["quick:22000", "vivid:00200"], "Rows 1 and 2 together match no word we know."),
    ],
)
def test_the_rows_at_fault_are_named(client, rows, reason):
    page = text_of(client.get("/helper?" + urlencode([("row", row) for row in rows])))
    assert reason in page


@pytest.mark.parametrize(
    ("rows", "summary"),
    [
        ("row=crane:01002", "Show the 55 likely words"),
        ("row=crane:00200&mode=pool", "Show the 38 words"),
    ],
)
def test_likely_words_are_told_from_all(client, rows, summary):
    assert f"<summary>{summary}</summary>" in client.get(f"/helper?{rows}").text


def test_every_result_is_shown_where_there_are_two(client):
    page = text_of(client.get("/helper?row=crane:20020&row=slimy:00000&mode=pool"))
    assert "2 words left" in page
    assert "Every possible result" in page


@pytest.mark.parametrize("path", ["/helper?row=crane:01002", "/analysis?answer=truss&guess=:01002"])
def test_marks_without_letters_are_spoken_as_those_of_tiles(client, path: str) -> None:
    labels = re.findall(r'aria-label="([^"]*, [^"]*, [^"]*, [^"]*)"', client.get(path).text)
    spoken = {mark for label in labels for mark in label.rpartition(": ")[2].split(", ")}
    assert {"absent", "present"} < spoken <= {"absent", "present", "correct"}
