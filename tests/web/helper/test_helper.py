"""The helper's page by plain requests: responses, kept input, refusals."""

import re
from string import ascii_lowercase
from urllib.parse import urlencode

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from web_visitor import Clock, Visitor

from wordle_web import create_app
from wordle_web.config.settings import Settings
from wordle_web.engine.advice import letter_hint, pattern_counts
from wordle_web.engine.candidates import belief_of, candidates_after, narrow
from wordle_web.engine.feedback import digits_of, feedback
from wordle_web.engine.knowledge import Turn, learn
from wordle_web.engine.lexicon import load_lexicon
from wordle_web.engine.rating import GameState, rate_guesses
from wordle_web.engine.rows import Row
from wordle_web.engine.suggestion import familiarity

CRANE = "/helper?row=crane:01002"
ENGLISH = load_lexicon("english-5")
SCRIPT = {"X-Requested-With": "fetch"}
TWO_BOARDS = "boards=2&row=crane:01002.00000"
FULL = "&".join(["row=crane:01002"] * 10)


def count(answer):
    return int(answer.fact("candidate-count"))


def fixes(answer):
    return answer.links_of("helper-fix")


def figure(answer, key):
    return answer.first(f".//*[@data-fold='figure-{key}']").texts("helper-figure-value")[0]


def shown_number(text):
    return float(re.sub(r"[^\d.]", "", text))


def column(answer, key):
    cells = answer.all(f".//td[@data-column='{key}']")
    return [(shown_number(cell.visible_text), cell.visible_text) for cell in cells]


def ten_best(answer):
    return [cell.visible_text.split()[0] for cell in answer.all(".//th[@scope='row']")]


def words_left(answer):
    return [
        tuple(li.visible_text.split(maxsplit=1))
        for li in answer.all(".//ul[@class='helper-words']/li")
    ]


@pytest.mark.parametrize("rows", [["crane:01002", "slide:00002"], ["clxpt:00000", "zzzzz:00000"]])
def test_helper_counts_the_same_words_as_the_engine(client, rows):
    answer = client.get("/helper?" + urlencode([("row", row) for row in rows]))
    assert answer.status_code == 200
    assert count(answer) == len(narrow(ENGLISH, [Turn.parse(row) for row in rows]))
    assert answer.fact("suggestion") in ENGLISH
    for row in rows:
        notice = f"Not in our word list, but counted: {row[:5].upper()}"
        assert (notice in answer.visible_text) == (row[:5] not in ENGLISH)


@pytest.mark.parametrize(("mode", "pool"), [("pool", "normal"), ("easy", "easy"), ("hard", "hard")])
def test_pool_mode_counts_only_words_of_the_pool(client, mode, pool):
    weights = belief_of(ENGLISH, pool).weights
    left = narrow(ENGLISH, [Turn.parse("crane:01002")])
    assert count(client.get(f"{CRANE}&mode={mode}")) == int((weights[left] > 0).sum())


def test_helper_shows_known_letters_and_reasons_and_sets_no_cookie(client):
    answer = client.get(CRANE)
    marks = {key["data-key"]: key["data-mark"] for key in answer.of_class("key")}
    known = {"c": "absent", "r": "present", "a": "absent", "n": "absent", "e": "correct"}
    assert marks == dict.fromkeys(ascii_lowercase, "unknown") | known
    left = [raw for raw, _ in column(answer, "after")]
    assert min(left) < 0.9 * left[0]
    assert "leaves fewer words on average, but they are harder to tell apart" in answer.visible_text
    (why,) = answer.texts("helper-why")
    can = "(can be the answer and leaves|can’t be the answer, but leaves only)"
    figures = r"[\d.]+ words on average\."
    assert re.fullmatch(f"{answer.fact('suggestion').upper()} {can} {figures}", why)
    labels = answer.texts("helper-figure-label")
    assert labels[:3] == ["Words left (average)", "Guesses to solve", "Chance"]
    assert labels[3:] == ["Worst case", "Can be the answer", "Bits"]
    assert "Set-Cookie" not in answer.headers
    assert "csrf" not in answer.text.lower()


@pytest.mark.parametrize(
    ("query", "most"),
    [
        ("row=crane:02020&row=pilot:00000&row=sweep:00000", "1 word"),  # 0.01 words left on average
        ("row=crane:01000&row=pilot:00110&row=model:02101", "2 words"),  # 0.05
        ("row=crane:01000&row=south:10110", "5 words"),  # 0.18
        ("row=crane:00000&row=moist:00112", "1 word"),  # 0.67
    ],
)
def test_reason_names_the_worst_case_if_a_guess_leaves_less_than_one_word_on_average(
    client, query, most
):
    answer = client.get(f"/helper?{query}")
    best = answer.fact("suggestion").upper()
    assert answer.texts("helper-why") == [f"{best} can be the answer and leaves at most {most}."]
    values = dict(
        zip(answer.texts("helper-figure-label"), answer.texts("helper-figure-value"), strict=True)
    )
    assert float(values["Words left (average)"]) < 1
    assert values["Worst case"] == most.split()[0]


@pytest.mark.parametrize(
    ("query", "language", "headline", "rest"),
    [
        ("mode=pool", "en", "{} words left", ""),
        ("mode=pool", "pt-BR", "{} palavras restantes", ""),
        ("row=zesty:22220", "en", "1 word left", "a rare one"),
        ("row=zesty:22220", "pt-BR", "1 palavra restante", "mas rara"),
        ("row=crane:00000&row=built:00000&row=sloth:10000", "en", "{} words left", "all rare"),
        ("mode=real", "en", "{} words left", r"50 likely"),
        ("mode=real", "de", "{} Wörter übrig", "davon 50 wahrscheinlich"),
    ],
)
def test_headline_shows_the_number_of_words_left(client, query, language, headline, rest):
    query = query if "row" in query else f"row=crane:01002&{query}"
    answer = client.get(f"/helper?{query}", headers={"Accept-Language": language})
    (main,), (more,) = answer.texts("helper-count-main"), answer.texts("helper-count-rest")
    assert re.fullmatch(headline.format(count(answer)), main)
    assert more == rest.format(count(answer))
    assert answer.fact("say").startswith(f"{main}, {more}. " if more else f"{main}. ")


@pytest.mark.parametrize(
    "query",
    [
        "row=crane:01002",
        "row=crane:01002&row=slide:00002",
        "row=raise:00000",
        "boards=2&row=crane:01002.00000",
        "boards=4&row=crane:01002.00000.11000.20100",
        "boards=4&row=crane:01002.00000.11000.20100&row=slimy:00000.10000.00000.00100",
    ],
)
def test_all_counts_on_a_page_refer_to_the_same_words(client, query):
    page = client.get(f"/helper?{query}")
    pairs = [(page.texts("helper-count-main")[0], page.texts("helper-why")[0])]
    if "boards" in query:
        pairs = [card.texts("board-card-text") for card in page.of_class("board-card")]
    else:
        (likely,) = re.findall(r"^\d+ likely$", page.texts("helper-count-rest")[0])
        assert shown_number(likely) < count(page)
    for total, after in pairs:
        assert re.fullmatch(r"[\d,]+ words?( left)?", total)
        (left,) = re.findall(r"[A-Z]{5} .*?leaves (?:only )?([\d,.]+) words?", after)
        assert shown_number(left) <= shown_number(total)


def test_hostile_row_is_quoted_shortened_and_escaped(client):
    answer = client.get(f"/helper?row={'x' * 10_000}&row=%3Cscript%3E:01002&row=crane:01002")
    assert (answer.status_code, answer.values("row")) == (422, ["crane:01002"])
    assert "xxx…” was skipped: words have 5 letters here" in answer.visible_text
    assert "isn’t a valid row" in answer.visible_text
    assert "<script>:" not in answer.text


def test_word_of_another_length_is_refused_with_a_link_to_that_length(client):
    answer = client.get("/helper?add=planet")
    assert answer.status_code == 422
    assert client.get(answer.link("Switch to 6 letters")).values("row") == ["planet:"]
    assert "Switch to" not in client.get("/helper?add=plxnet").visible_text


def test_hard_mode_names_the_invalid_row_and_offers_fixes(client):
    query = f"{CRANE}&row=slimy:00000"
    answer = client.get(f"{query}&hard=1")
    assert "Hard mode doesn’t allow row 2: 5th letter must be E." in answer.visible_text
    assert answer.link("Delete row 2") == f"{CRANE}&hard=1"
    assert answer.link("Turn off hard mode") == query
    assert "Not allowed in hard mode: " in client.get(f"{query}&hard=1&guess=mount").visible_text


def test_ultra_hard_mode_names_the_color_that_a_row_ignores(client):
    assert "doesn’t allow" not in client.get(f"{CRANE}&row=shire:00012&hard=ultra").visible_text
    answer = client.get(f"{CRANE}&row=worse:00102&hard=ultra")
    assert "Ultra-hard mode doesn’t allow row 2. " not in answer.visible_text
    answer = client.get(f"{CRANE}&row=prize:02002&hard=ultra")
    text = "Ultra-hard mode doesn’t allow row 2. 2nd letter can’t be R: it was yellow there."
    assert text in answer.visible_text
    assert answer.link("Turn off hard mode") == f"{CRANE}&row=prize:02002"
    page = client.get(f"{CRANE}&hard=ultra&guess=prize")
    assert (
        "Not allowed in ultra-hard mode. 2nd letter can’t be R: it was yellow there."
        in page.visible_text
    )
    assert "ultra-hard mode" in page.visible_text


@pytest.mark.parametrize("marks", ["21222", "01222", "21221", "01221"])
def test_first_fix_of_a_row_keeps_the_greens_of_the_other_rows(client, marks):
    answer = client.get(f"/helper?row=crane:02002&row=doubt:10000&row=pride:{marks}")
    assert all(re.search(r" \d+ words?$", fix.text) for fix in fixes(answer) if "Row" in fix.text)
    first = client.get(fixes(answer)[0].address)
    assert int(first.fact("candidate-count")) > 0
    assert f"row=pride:{marks.replace('1', '2')}" in fixes(answer)[0].address


def test_first_fix_changes_the_row_that_was_added_last(client):
    """With likelier words, the gray R of the second row could also mean that the first is wrong."""
    answer = client.get("/helper?row=crane:02000&row=froth:00000")
    texts = [fix.text for fix in fixes(answer)]
    assert texts[0].startswith("Row 2: change the 2nd letter (R) to green")
    assert any(text.startswith("Row 1: ") for text in texts[1:])


def test_past_answers_listed_by_the_host_weigh_less(client, tmp_path):
    query = f"{CRANE}&row=slide:00002&guess=there"
    named = Settings(instance=tmp_path, rate_limits=False, used_words=("there", "planet"))
    host = Visitor(create_app(named, clock=Clock()))
    before, after = client.get(query), client.get(f"{query}&used=there")
    assert count(before) == count(after)

    def chance(answer):
        return float(figure(answer, "own-chance").strip("<%"))

    assert chance(before) > chance(after)
    assert chance(before) > chance(host.get(query))
    pool = f"{query}&mode=pool"
    assert chance(client.get(pool)) == chance(host.get(pool))


@pytest.mark.parametrize(
    ("language", "label"),
    [
        ("en", "Row 1: change the 1st letter (E) to yellow and change the 2nd letter (E) to gray"),
        ("pt-BR", "Linha 1: mudar a 1ª letra (E) para amarelo e mudar a 2ª letra (E) para cinza"),
    ],
)
def test_fix_describes_each_color_that_it_changes(client, language, label):
    answer = client.get("/helper?row=eerie:01000", headers={"Accept-Language": language})
    text = fixes(answer)[0].text
    assert re.fullmatch(rf"{re.escape(label)} 1[,.]202 (words|palavras)", text)


def test_fix_of_a_letter_names_its_row_and_both_words(client):
    answer = client.get("/helper?row=slimy:00000&row=graxe:22222")
    assert "Row 2: GRADE instead of GRAXE 1 word" in [label for _, label in fixes(answer)]


def test_impossible_marks_get_every_fix_that_leaves_words(client):
    answer = client.get("/helper?row=slate:00000&row=crony:22221")
    pages = [client.get(url) for url, _ in fixes(answer)]
    mended = [page.values("row")[-1] for page in pages]
    assert mended[0] == "crony:22220"
    assert "crony:22222" in mended[1:]
    assert len(mended) == len(set(mended))
    assert all(count(page) for page in pages[1:])


def test_rows_that_contradict_each_other_can_be_removed_together(client):
    query = "row=crane:01002&row=slimy:22220&row=moult:22222&row=pudgy:22200"
    answer = client.get(f"/helper?{query}")
    assert count(answer) == 0
    assert "Row 4 comes after the answer." in answer.visible_text
    url, label = fixes(answer)[-1]
    match = re.match(r"Remove rows ([\d, ]+) and (\d)\s+([\d,]+) words?$", label)
    mended = client.get(url)
    assert count(mended) == int(match.group(3).replace(",", "")) > 0
    assert len(mended.values("row")) == 4 - len(re.findall(r"\d+", f"{match[1]} {match[2]}"))


@pytest.mark.parametrize("query", ["", "mode=easy&hard=1&row=crane:01002", "length=8"])
def test_ten_best_guesses_show_the_value_they_are_sorted_by(client, query):
    answer = client.get(f"/helper?{query}")
    shown = column(answer, "turns")
    assert len(shown) == len(ten_best(answer)) > 0
    assert [raw for raw, _ in shown] == sorted(raw for raw, _ in shown)
    assert all(re.fullmatch(r"≈?\d+\.\d\d", text) for _, text in shown)
    assert answer.first(".//th[@aria-sort='ascending']")["data-column"] == "turns"
    assert figure(answer, "turns") == shown[0][1]


def test_only_the_first_ten_rows_are_kept(client):
    pasted = {"row": "crane:01002", "add": "slimy 00110\n" * 50}
    answer = client.get("/helper", query_string=pasted)
    assert answer.values("row") == ["crane:01002", *["slimy:00110"] * 9]
    assert "Only the first 10 rows were kept." in answer.visible_text
    assert client.get(f"/helper?{FULL}&add=slimy").status_code == 422


def test_entered_guess_shows_the_cost_that_the_analysis_computes(client):
    answer = client.get(f"{CRANE}&guess=liver")
    rated = rate_guesses(GameState(ENGLISH, (Turn.parse("crane:01002"),)), "liver")
    (verdict,) = answer.texts("helper-verdict")
    cost = f"LIVER costs ≈{rated.costs[0]:.2f} guesses more than {rated.best.upper()}."
    assert verdict.startswith(cost)
    left, best_left = (figure(answer, key) for key in ("own-after", "after"))
    words = f"On average, LIVER leaves {left} words, {rated.best.upper()} only {best_left}."
    assert words in verdict
    assert float(left) - float(best_left) >= 0.1
    # This figure would come from a shorter search.
    assert not answer.all(".//*[@data-fold='figure-own-turns']")
    assert figure(answer, "own-after")


def test_possible_answers_option_compares_an_entered_guess_by_expected_guesses(client):
    answer = client.get(f"{CRANE}&guess=liver&only=1")
    suggestion = answer.fact("suggestion").upper()
    match = re.fullmatch(
        rf"On average, LIVER takes ≈(\d\.\d\d) guesses to solve from here; "
        rf"{suggestion} takes ≈(\d\.\d\d)\.",
        answer.texts("helper-verdict")[0],
    )
    assert float(match.group(1)) > float(match.group(2)) > 1


def test_grid_of_boards_side_by_side_can_be_opened_as_several_boards(client):
    grid = "🟨⬜⬜🟩⬜ ⬜⬜⬜⬜🟨\n⬜🟨⬜⬜⬜ 🟩⬜⬜⬜⬜"
    refused = client.get("/helper", query_string={"mode": "pool", "add": grid})
    assert refused.status_code == 422
    answer = client.get(refused.link("Read as 2 boards"))
    rows = "row=:10020.00001&row=:01000.20000"
    assert answer.location == f"/helper?boards=2&{rows}&mode=pool"


def test_entered_guess_among_the_ten_best_shows_the_same_figure(client):
    words = ten_best(client.get(CRANE))
    answer = client.get(f"{CRANE}&guess={words[3]}")
    assert f"{words[3].upper()} is no. 4 of the ten best guesses." in answer.visible_text
    assert figure(answer, "own-turns") == column(answer, "turns")[3][1]
    best = client.get(f"{CRANE}&guess={words[0]}")
    assert best.fact("say").startswith(f"{words[0].upper()} is the best guess here. ")


def test_results_that_leave_the_most_words_come_first_and_list_examples(client):
    results = client.get(f"{CRANE}&row=slide:00002").all(".//ol[@class='helper-every']/li")
    counts = [
        int(match[1])
        for result in results
        if (match := re.search(r"(\d+) word", result.visible_text))
    ]
    assert counts == sorted(counts, reverse=True)
    assert count(client.get(results[0].first("a")["href"])) == counts[0]
    rows = re.findall(r"row=(\w+:\d+)", results[0].first("a")["href"])
    left = {ENGLISH.words[index] for index in narrow(ENGLISH, map(Turn.parse, rows))}
    words = (
        " ".join(paragraph.visible_text for paragraph in results[0].all("p"))
        .removesuffix(" …")
        .split(", ")
    )
    assert (set(words) <= left, len(words)) == (True, min(8, len(left)))


def test_sixty_words_are_listed_and_the_likeliest_come_first(client):
    page = client.get(CRANE)
    listed = page.all(".//ul[@class='helper-words']/li")
    chances = [item.visible_text.split()[-1].rstrip("%") for item in listed]
    values = [float(chance.strip("<")) - 0.5 * chance.startswith("<") for chance in chances]
    assert len(values) == 60
    assert f"And {count(page) - 60} more words." in page.visible_text
    assert values == sorted(values, reverse=True)


@pytest.mark.parametrize(
    ("query", "is_offered"),
    [
        ("row=crane:01100&row=potsy:01001&row=mayor:", True),
        ("row=crane:01100&row=potsy:01001&row=marry:", False),  # the answer contains an O
        ("row=crane:01002&row=slide:", False),  # the answer contains an R
        ("row=crane:", False),
    ],
)
def test_only_a_possible_answer_can_be_marked_as_solved_with_one_tap(client, query, is_offered):
    page = client.get(f"/helper?{query}")
    buttons = page.all(".//button[@name='solved'][@value='3']")
    assert len(buttons) == is_offered
    assert is_offered == bool(page.all(".//button[@name='solved']"))
    if is_offered:
        assert [button.visible_text for button in buttons] == ["Solved"]
        solved = client.get(f"/helper?{query}&solved=3", follow_redirects=True)
        assert "MAYOR, solved in 3 guesses." in solved.visible_text


ACCUSATIONS = ("No word fits", "No matching", "Impossible", "contradict")


def accusations(page):
    """Return what the page calls wrong, and its links that delete a row."""
    deletions = [link.text for link in page.links if link.text.startswith("Delete row")]
    return [
        text for text in ACCUSATIONS if text in page.visible_text + page.fact("say")
    ] + deletions


@pytest.mark.parametrize(
    ("query", "marks"),
    [
        ("row=crane:22220&row=crack:00000", "marks.2.1=2____"),
        ("row=crane:01002&row=query:00000", "marks.2.1=___1_"),
        ("row=eerie:00001", "marks.1.1=____1"),
        ("row=slide:00002&row=crane:22000", "marks.2.1=22___"),
        ("boards=2&row=crane:22220.00000&row=crack:00000.00000", "marks.2.1=2____"),
        (
            "boards=2&row=crane:22220.22220&row=crack:00000.00000",
            "marks.2.1=_2___&marks.2.2=__2__",
        ),
        ("boards=4&row=crane:22220.00000.00000.00000&row=crack:00000...", "marks.2.1=__2__"),
        (
            "boards=4&row=crack:00000.00000.00000.00000&row=crane:22220.00000.00000.00000&at=1",
            "marks.1.1=2____",
        ),
    ],
)
def test_untouched_tiles_of_a_row_are_not_reported_as_wrong(client, query, marks):
    done = client.get(f"/helper?{query}&{marks.replace('_', '0')}&add=", follow_redirects=True)
    assert accusations(done)
    page = client.get(f"/helper?{query}&{marks}&add=", headers=SCRIPT)
    assert page.status_code == 200
    assert not accusations(page)
    assert not page.all(".//*[@data-status='no-match']")
    assert [button.visible_text for button in page.all(".//*[@data-focus='gray']")] == ["Rest gray"]


CONFLICTS = {  # the colors that are set so far, and the notice about them
    "row=slate:00002&row=crony:&marks.2.1=____2": "Y and E can’t both be the 5th letter.",
    "row=slate:00002&row=crony:&marks.2.1=____1": "",
    "row=slate:00002&row=crane:&marks.2.1=____1": "No word fits. Check the 5th letter.",
    "row=slate:00002&row=eerie:&marks.2.1=____0": "No word fits. Check the 5th letter.",
    "row=slate:00000&row=crony:&marks.2.1=11___": "",
    "row=slate:00000&row=taunt:&marks.2.1=2____": "No word fits. Check the 1st letter.",
    "row=eerie:&marks.1.1=0___1": "No word fits. Check the 1st and 5th letters.",
    "row=slate:00002&row=crony:&marks.2.1=112__": "No word fits these colors. Check them.",
    "row=slate:22220&row=crane:22220&row=crony:&marks.3.1=2____": "",  # the rows above are at fault
    "boards=2&row=slate:00000.00002&row=crony:.&marks.2.2=____2": (
        "Board 2: Y and E can’t both be the 5th letter."
    ),
}


@pytest.mark.parametrize("query", CONFLICTS)
def test_impossible_colors_are_reported_during_coloring(client, query):
    page = client.get(f"/helper?{query}&add=", headers=SCRIPT)
    (prompt, *_) = page.texts("helper-prompt") or [""]
    assert prompt.startswith(CONFLICTS[query])
    assert bool(re.match("No word|Board|Y and E", prompt)) == bool(CONFLICTS[query])
    assert CONFLICTS[query] in page.fact("say")
    cards = [card.texts("board-card-text")[0] for card in page.all(".//*[@data-status='no-match']")]
    assert cards == ["No word fits"] * CONFLICTS[query].startswith("Board")
    assert len(page.all(".//p[@data-alert]")) == (not cards and bool(CONFLICTS[query]))
    quiet = page.all(".//button[@data-focus='gray'][@data-kind='quiet']")
    assert len(quiet) == bool(CONFLICTS[query])
    wrong = [tile["value"].rpartition(".")[2] for tile in page.all(".//button[@data-wrong]")]
    named = re.findall(r"(\d)(?:st|nd|rd|th)", CONFLICTS[query])
    assert wrong == (named or ["1", "2", "3"] * bool(CONFLICTS[query]))


@pytest.mark.parametrize(
    "marks",
    [
        "",
        "1.1=2222_",
        "9.1=0____",
        "2.9=____1",
        "2.1=_",
        "2.1=x____",
        "2.1=" + "_" * 999,
    ],
)
@pytest.mark.parametrize(
    "query",
    ["row=crane:22220&row=crack:00001", "boards=2&row=crane:22220.00000&row=crack:00001.00000"],
)
def test_wrong_rows_are_reported_while_another_row_is_colored(client, query, marks):
    page = client.get(f"/helper?{query}&marks.{marks}&add=", headers=SCRIPT)
    assert accusations(page)


ROWS = st.tuples(
    st.sampled_from(["", "crane", "crack", "crony", "zzzzz"]),
    st.text("012", min_size=5, max_size=5),
)
FIELDS = st.tuples(st.integers(0, 4), st.integers(0, 3), st.text("_012x", max_size=6))


@settings(max_examples=60)
@given(st.lists(ROWS, min_size=1, max_size=3), st.lists(FIELDS, max_size=2), st.integers(1, 2))
@example([("crane", "22220"), ("crack", "00001"), ("", "01000")], [(3, 1, "_1___")], 1)
@example([("crane", "22220"), ("crack", "00001"), ("", "01000")], [(3, 2, "_1___")], 2)
def test_no_marks_of_an_unfinished_row_cause_a_server_error(shipped, rows, fields, boards):
    """Rows of a pasted grid have marks but no word, and fields can name any row and board."""
    query = [("boards", str(boards))]
    query += [("row", f"{word}:{'.'.join([digits] * boards)}") for word, digits in rows]
    query += [(f"marks.{row}.{board}", text) for row, board, text in fields]
    page = shipped.test_client().get("/helper", query_string=query, headers=SCRIPT)
    assert page.status_code in {200, 422}


@pytest.mark.parametrize(
    ("query", "marks"), [("row=crane:01002", "1.1=_1_02"), (TWO_BOARDS, "1.2=0____")]
)
def test_suggestion_during_coloring_assumes_that_untouched_tiles_are_gray(client, query, marks):
    for field, rest in ((marks, ["if the rest is gray"]), (marks.replace("_", "0"), None)):
        page = client.get(f"/helper?{query}&marks.{field}&add=", headers=SCRIPT)
        assert page.fact("suggestion")
        assert (page.texts("helper-count-rest") == ["if the rest is gray"]) == bool(rest)


@pytest.mark.parametrize(
    ("query", "known"),
    [
        ("row=crane:00002", []),
        ("row=crane:00002&row=whole:", ["2.5"]),
        ("row=crane:00002&row=whole:01002", ["2.5"]),
        ("row=crane:00002&row=whole:01000", ["2.5"]),
        ("row=crane:02002&row=whole:01002&row=prose:", ["3.2", "3.5"]),
        ("boards=2&row=crane:00002.00000&row=whole:", ["2.1.5"]),
        ("boards=2&row=crane:00002.02000&row=prose:", ["2.1.5", "2.2.2"]),
        ("boards=2&row=crane:00002.02000&row=prose:&at=1", []),
    ],
)
def test_tiles_of_the_newest_row_say_which_colors_earlier_rows_imply(client, query, known):
    page = client.get(f"/helper?{query}")
    marked = page.all(".//button[@name='tap'][@data-known]")
    assert [tile["value"] for tile in marked] == known
    for tile in page.all(".//button[@name='tap']"):
        is_known = tile["value"] in known
        assert tile["data-correct"].endswith(", already known") == is_known
        is_labeled = is_known and tile["data-mark"] == "correct"
        assert tile["aria-label"].endswith(", already known") == is_labeled


@pytest.mark.parametrize("query", ["row=crane:", "row=crane:01002&row=slide:"])
def test_row_without_colors_asks_for_them_and_shows_no_figures(client, query):
    answer = client.get(f"/helper?{query}&hard=1")
    word = query[-6:-1].upper()
    assert answer.status_code == 200
    assert answer.fact("candidate-count") == answer.fact("suggestion") == ""
    assert answer.texts("helper-count-main") == [f"Color {word}"]
    how = "Tap its tiles" if query == "row=crane:" else "Known colors are set. Tap the rest"
    assert answer.fact("say").startswith(f"Color {word}. {how}")
    for absent in ("likely", "No matching", "Best next guess", "Not in our word list", "Rate a g"):
        assert absent not in answer.visible_text


@pytest.mark.parametrize(
    ("query", "links"),
    [
        ("row=crabe:01002", [("/helper?row=crane:01002", "CRANE?")]),
        ("draft=crabe", [("/helper?row=crane:", "CRANE?")]),
        ("boards=2&row=crabe:", [("/helper?boards=2&row=crane:", "CRANE?")]),
        ("try=crabe&row=slimy:00110", [("/helper?row=slimy:00110&row=crane:", "CRANE?")]),
        ("add=crabe+01002", [("/helper?row=crane:01002", "CRANE?")]),
        ("row=crabe:01002&mode=x", [("/helper?row=crane:01002", "CRANE?")]),
        ("add=crabe+0100", [("/helper?row=crane:", "CRANE?")]),
        (f"{'row=slimy:00110&' * 10}add=crabe", []),
    ],
)
def test_helper_asks_about_an_unlisted_word_immediately(client, query, links):
    answer = client.get(f"/helper?{query}", follow_redirects=True)
    (question,) = (
        notice for notice in answer.of_class("helper-notice") if notice["data-kind"] == "word"
    )
    assert set(links) <= set(question.links)
    assert "CRABE" in question.visible_text


@pytest.mark.parametrize(
    ("query", "message", "links"),
    [
        ("row=slimy:00110&row=crane:0", "“crane:0” needs 5 colors:", []),
        (
            "row=crane:22222&row=slimy:00110",
            "Row 2 comes after the answer.",
            [("/helper?row=crane:22222", "Delete row 2")],
        ),
        (
            "boards=2&row=crane:22222.22222&row=slimy:",
            "Row 2 comes after the answer.",
            [("/helper?boards=2&row=crane:22222.22222", "Delete row 2")],
        ),
    ],
)
def test_error_of_a_row_is_shown_once_below_the_rows(client, query, message, links):
    page = client.get(f"/helper?{query}")
    assert not page.first(".//*[@data-fragment='helper-rows']").of_class("helper-notice")
    notice = page.first(".//*[@data-fragment='helper-notices']").of_class("helper-notice")[0]
    assert notice.visible_text.startswith(message)
    assert notice.links == tuple(links)
    assert page.visible_text.count(message) == 1


def test_unlisted_word_without_similar_words_is_counted_and_can_be_deleted(client):
    page = client.get("/helper?row=crane:01002&add=xzqpl+00000", follow_redirects=True)
    _, row = page.first(".//*[@data-fragment='helper-rows']").all("./div")
    (notice,) = page.first(".//*[@data-fragment='helper-notices']").all("./div")
    assert "XZQPL" in row["aria-label"]
    assert "Not in our word list, but counted: XZQPL" in notice.visible_text
    assert notice.link("Delete row 2") == "/helper?row=crane:01002"


def test_changing_a_row_to_an_invalid_word_is_refused(client):
    page = client.get(f"{CRANE}&row=slide:00002&text.1=cranes")
    assert page.status_code == 422
    (notice,) = page.first(".//*[@data-fragment='helper-notices']").all("./div")
    assert notice.visible_text == "Enter a word of 5 letters, not “cranes”."


def test_helper_suggests_no_seventh_guess(client):
    words = ["crane", "slide", "built", "mouse", "pouch", "vivid"]
    rows = [Turn(word, feedback(word, "forty")) for word in words]
    query = urlencode([("row", Row.of(turn).text) for turn in rows])
    page = client.get(f"/helper?{query}")
    assert "All six guesses are used." in page.visible_text
    assert page.fact("suggestion") == ""
    for absent in ("Best next guess", "Ten best", "Guesses to solve", "Rate a guess"):
        assert absent not in page.visible_text
    assert "forty" in dict(words_left(page))


def test_known_letters_are_shown_before_a_row_has_its_colors(client):
    page = client.get(f"{CRANE}&row=slide:")
    first, second = page.of_class("helper-row")
    marks = [tile["data-mark"] for tile in second.of_class("tile")]
    assert marks == ["typed"] * 4 + ["correct"]
    assert second["aria-label"] == "Row 2, SLIDE, not colored yet"
    assert first["aria-label"] == "Row 1, CRANE"
    assert "Rest gray" in page.visible_text


@pytest.mark.parametrize(
    ("rows", "letters"),
    [
        ("row=crane:01001&row=posit:00000&row=bedel:", "E"),
        ("row=crane:01002&row=purge:", "R"),
        ("row=geese:01000&row=eerie:", "E"),
        ("row=lurid:10000&row=mealy:00212&row=slays:", "Y"),
        ("row=crane:01002&row=slide:", ""),
    ],
)
@pytest.mark.parametrize("boards", ["", "boards=2&"])
def test_gray_button_adds_no_yellow_and_contradictions_get_a_fix(client, boards, rows, letters):
    place = ".1" if boards else ""
    number = rows.count("row=")
    query = boards + (re.sub(r":(\d+)", r":\1.00000", rows) if boards else rows)
    page = client.get(f"/helper?{query}")
    assert page.all(f".//button[@value='{number}{place}'][@name='gray']")
    page = client.get(client.get(f"/helper?{query}&gray={number}{place}").location)
    marks = [
        tile["data-mark"]
        for tile in page.all(".//button[@name='tap']")
        if tile["value"].startswith(f"{number}{place}.")
    ]
    assert len(marks) == 5
    assert not {"present", "typed"} & set(marks)
    labels = [label for _, label in page.links_of("helper-fix")]
    fixes = [label for label in labels if label.startswith(f"Row {number}: change")]
    assert bool(fixes) is bool(letters)
    assert all(f"({letters}) to " in label for label in fixes)


@pytest.mark.parametrize(("sort", "falls"), [("after", False), ("worst", False), ("bits", True)])
def test_ten_best_guesses_are_sorted_by_the_requested_column(client, sort, falls):
    answer = client.get(f"{CRANE}&sort={sort}")
    figures = [raw for raw, _ in column(answer, sort)]
    assert figures == sorted(figures, reverse=falls)
    assert len(set(figures)) > 1
    order = "descending" if falls else "ascending"
    assert answer.first(f".//th[@aria-sort='{order}']")["data-column"] == sort


@pytest.mark.parametrize("row", ["", "&row=slide:"])
def test_likeliest_results_are_one_tap_away(client, row):
    answer = client.get(f"{CRANE}{row}")
    word = "slide" if row else answer.fact("suggestion")
    offered = [link.address for link in answer.links_of("helper-result-row")]
    assert all(url.startswith(f"{CRANE}&row={word}:") for url in offered)
    left = narrow(ENGLISH, [Turn.parse("crane:01002")])
    likeliest = pattern_counts(ENGLISH, left, belief_of(ENGLISH), word).likeliest(15 if row else 12)
    digits = [url.rpartition(":")[2] for url in offered]
    assert sorted(digits) == sorted(digits_of(counted.pattern, 5) for counted in likeliest)
    # Results are sorted as players look for theirs: by greens, then by yellows.
    colors = [(marks.count("2"), marks.count("1")) for marks in digits]
    assert colors == sorted(colors)
    labels = [text for text in answer.texts("helper-caption") if text.endswith("right spot")]
    greens = sorted({greens for greens, _ in colors})
    assert labels == [f"{green} in the right spot" for green in greens]


def test_each_impossible_row_can_be_colored_again(client):
    answer = client.get("/helper?row=speed:11111&row=eerie:22220")
    assert "Rows 1 and 2 don’t match any word, even separately." in answer.visible_text
    assert fixes(answer) == [
        ("/helper?row=speed:&row=eerie:22220", "Color row 1 again"),
        ("/helper?row=speed:11111&row=eerie:", "Color row 2 again"),
    ]


@pytest.mark.parametrize(
    ("query", "label", "more"),
    [
        ("row=crane:01002&row=slide:22222", "Make R gray in row 1", True),
        ("row=eerie:01000", "Fix row 1", True),
        ("row=grade:22222&row=graxe:22222", "Change row 2 to GRADE", True),
        ("row=speed:11111&row=eerie:22220", "Color row 1 again", True),
    ],
)
def test_likeliest_fix_has_a_short_button_and_is_also_in_the_list(client, query, label, more):
    answer = client.get(f"/helper?{query}")
    (button,) = answer.all(".//a[@data-focus='fix']")
    url, full = fixes(answer)[0]
    assert button["href"] == url
    short, _, spoken = button.visible_text.partition(" . ")
    assert short == label
    assert full.startswith(spoken or label)
    more_fixes = [link.address for link in answer.links_of("helper-more-fixes")]
    assert more_fixes == (["#fix-1"] if more else [])
    assert more == bool(fixes(answer)[1:])
    assert answer.first(".//*[@id='fix-1']").links_of("helper-fix")[0].address == url
    lead = answer.texts("helper-no-match-lead")
    assert answer.texts("helper-count-reason") == lead


def test_coloring_the_last_row_again_comes_before_deleting_an_earlier_row(client):
    answer = client.get("/helper?row=crane:01002&row=serve:00000")
    (again,) = answer.all(".//a[@data-focus='again']")
    assert (again["data-kind"], again.visible_text) == ("primary", "Color row 2 again")
    assert not answer.all(".//a[@data-focus='fix']")
    (url, label), (_, last) = fixes(answer)
    assert (url, label) == (again["href"], "Color row 2 again")
    assert last.startswith("Delete row 1")
    rows = "row=crane:01002.00000&row=serve:00000.00000"
    boards = client.get(f"/helper?boards=2&{rows}")
    (fix,) = boards.all(".//a[@data-focus='fix-1']")
    assert fix.visible_text.startswith("Color row 2 again")


def test_solved_board_names_a_row_that_does_not_fit(client):
    page = client.get("/helper?boards=2&row=crane:01002.00000&row=slide:22222.00000")
    assert "solved, but row 1 doesn’t fit" in page.visible_text
    page = client.get("/helper?boards=2&row=crane:00002.00000&row=slide:22222.00000")
    assert "solved in 2 guesses" in page.visible_text


@pytest.mark.parametrize("before", ["", "row=slate:00000&"])
def test_last_row_of_a_contradiction_can_be_colored_again(client, before):
    answer = client.get(f"/helper?{before}row=crane:01002&row=pilot:00002")
    (again,) = answer.all(".//a[@data-focus='again']")
    assert again.visible_text == f"Color row {3 if before else 2} again"
    assert again["href"] == f"/helper?{before}row=crane:01002&row=pilot:"
    assert "Color PILOT" in client.get(again["href"]).visible_text


def test_contradictory_board_names_its_rows_and_offers_a_fix(client):
    rows = (
        "boards=4&row=slate:00000.02000.00210.00011&row=irony:02210.00000.00000.10000"
        "&row=aging:00010.00000.11120.01100"
    )
    answer = client.get(f"/helper?{rows}")
    assert "I is gray in row 2, yellow in row 3." in answer.visible_text
    ((url, label),) = fixes(answer)
    assert label.startswith("Color row 3 again")
    assert "row=aging:00010.00000..01100" in url


@pytest.mark.parametrize(
    ("hint", "texts", "button"),
    [(1, 0, "Show the likeliest letter"), (2, 1, "Show its spot"), (3, 2, "Show the best guess")],
)
def test_last_helper_hint_shows_the_whole_advice(client, hint, texts, button):
    answer, plain = client.get(f"{CRANE}&hint={hint}"), client.get(CRANE)
    assert len(answer.texts("helper-hint")) == texts
    assert answer.link(button) == f"{CRANE}&hint={hint + 1}"
    assert count(answer) == count(plain)
    assert answer.fact("suggestion") == ""
    for absent in ("Best next guess", "Ten best", "likely words", "Every possible", "Rate a guess"):
        assert absent not in answer.visible_text
    assert client.get(f"{CRANE}&hint=4").fact("suggestion") == plain.fact("suggestion")


def test_hints_are_offered_beside_the_best_guess(client):
    button = client.get(CRANE).first(".//button[@name='hint']")
    assert (button.visible_text, button["value"]) == ("Hints, step by step", "1")
    # The options of the form include a field of this name, whose value comes before the button's.
    page = client.get(f"{CRANE}&hint=0&hint=1")
    assert "Show the likeliest letter" in page.visible_text
    assert not page.all(".//button[@name='hint']")


@pytest.mark.parametrize(
    "rows",
    [
        "row=clout:02200&row=burst:00000",
        "row=blaze:00002&row=quite:01002",
        "row=piano:00001&row=comfy:21000",
        "row=sport:10200&row=otter:10010",
    ],
)
def test_known_word_of_almost_the_same_cost_is_shown_beside_a_rare_best_guess(client, rows):
    page = client.get(f"/helper?{rows}")
    best, known = page.fact("suggestion"), familiarity(ENGLISH)
    assert not known[ENGLISH.index(best)]
    (word, note) = re.search(r"Or ([A-Z]{5}) \((.+)\)", page.texts("helper-why")[0]).groups()
    assert known[ENGLISH.index(word.lower())]
    assert note == "just as good" or re.fullmatch(r"about 0\.0[12] guesses worse", note)
    assert page.link(f"Or {word}") == f"/helper?{rows}&row={word.lower()}:"
    # The table of the ten best gives the same difference.
    turns = dict(zip(ten_best(page), column(page, "turns"), strict=True))
    mine, least = turns[word.lower()][0], turns[best][0]
    cost = 0.0 if note == "just as good" else float(note.split()[1])
    assert mine - least == pytest.approx(cost, abs=0.011)


@pytest.mark.parametrize(
    "rows",
    [
        "row=vault:00200&row=alive:00002",  # the best known word costs 0.14 guesses more
        "row=crane:01002",  # the best guess is a known word
        "row=crane:01002&row=south:00000&row=ridge:10002&row=query:00111&row=fable:00002",
        "boards=2&row=blaze:00002.00002",
        "",
    ],
)
def test_best_guess_is_shown_alone_if_no_familiar_word_costs_almost_the_same(client, rows):
    assert not any(
        re.search(r"Or [A-Z]{5} ", text)
        for text in client.get(f"/helper?{rows}").texts("helper-why")
    )


def test_letter_hint_shows_the_likeliest_letter_and_its_likeliest_spot(client):
    turns = [*map(Turn.parse, ("crane:01002", "slimy:00000"))]
    belief = belief_of(ENGLISH, "pool")
    hint = letter_hint(ENGLISH, candidates_after(ENGLISH, turns, belief), belief, learn(turns, 5))
    letter, there = hint.letter.upper(), ("1st", "2nd", "3rd", "4th", "5th")[hint.place]
    text = client.get(f"{CRANE}&row=slimy:00000&mode=pool&hint=3").visible_text
    assert f"Likeliest new letter: {letter} ({hint.probability:.0%})" in text
    assert f"Likeliest spot for {letter}: {there} ({hint.place_probability:.0%})" in text


def test_familiar_possible_answer_is_shown_beside_the_best_guess(client):
    (line,) = client.get("/helper?row=slate:00101").of_class("helper-possible")
    assert re.fullmatch(
        r"Well-known possible answer: [A-Z]{5} [\d.]+% likely, "
        r"(about \d\.\d\d guesses worse|just as good)",
        line.visible_text,
    )
    ((url, word),) = line.links
    assert word.lower() in ENGLISH.pool("normal").words
    assert url == f"/helper?row=slate:00101&row={word.lower()}:"


def test_possible_answers_switch_works_without_scripts(client):
    for query, value, state in (("", "1", "false"), ("&only=1", "0", "true")):
        switch = client.get(f"{CRANE}{query}").first(".//button[@role='switch']")
        assert (switch["name"], switch["value"], switch["aria-checked"]) == ("only", value, state)
    assert client.get(f"{CRANE}&only=0&add=&only=1").location == f"{CRANE}&only=1"


@pytest.mark.parametrize("rows", ["", "row=crane:01002", "row=crane:01002&row=slide:00002"])
def test_possible_answers_option_limits_the_ten_best(client, rows):
    answer = client.get(f"/helper?{rows}&only=1")
    words = ten_best(answer)
    turns = [Turn.parse(row) for row in re.findall(r"row=(\w+:\d+)", rows)]
    left = {ENGLISH.words[index] for index in narrow(ENGLISH, turns)}
    assert len(words) == min(10, len(left))
    assert {answer.fact("suggestion"), *words} <= left
    if rows == "row=crane:01002":
        assert client.get(CRANE).fact("suggestion") not in left
    assert "possible answers only" in answer.visible_text


def test_possible_answers_option_is_remembered(app):
    visitor, form = Visitor(app), {"Sec-Fetch-Site": "same-origin"}
    visitor.get(f"{CRANE}&only=0&only=1&add=", headers=form)
    assert visitor.page.location == f"{CRANE}&only=1"
    assert "possible answers only" in visitor.get(CRANE).visible_text
    assert visitor.get("/settings").all(".//input[@name='answers_only'][@checked]")
    visitor.get(f"{CRANE}&only=0&add=", headers=form)
    assert visitor.page.location == CRANE
    assert "possible answers only" not in visitor.get(CRANE).visible_text


@pytest.mark.parametrize("query", ["only=1", "only=0&only=1", "words=0"])
@pytest.mark.parametrize("headers", [{}, {"Sec-Fetch-Site": "cross-site"}])
def test_link_from_another_site_changes_no_preference(app, query, headers):
    visitor = Visitor(app)
    assert "Set-Cookie" not in visitor.get(f"{CRANE}&{query}", headers=headers).headers
    assert "possible answers only" not in visitor.get(CRANE).visible_text
    assert visitor.get("/settings").all(".//input[@name='words'][@checked]")


@pytest.mark.parametrize("address", [CRANE, "/helper?boards=2&row=crane:01002.00000"])
def test_words_stay_hidden_until_the_player_shows_them_again(client, address):
    visitor, form = Visitor(client.application), {"Sec-Fetch-Site": "same-origin"}
    assert "purge" in visitor.get(address).visible_text
    visitor.get(f"{address}&words=0&add=", headers=form)
    assert visitor.page.location == address
    hidden = visitor.get(address)
    assert "purge" not in hidden.visible_text
    assert hidden.fact("suggestion")
    assert "149 words" in hidden.visible_text
    assert not visitor.get("/settings").all(".//input[@name='words'][@checked]")
    (button,) = visitor.get(address).all(".//button[@name='words']")
    visitor.get(f"{address}&words={button['value']}", headers=form)
    assert "purge" in visitor.get(address).visible_text


def test_inferred_letters_are_visible_and_green_letters_are_folded(client):
    page = client.get("/helper?row=lurid:10000&row=mealy:00212")
    assert page.first(".//*[@data-fragment='helper-reasons']").of_class("helper-places")
    assert not page.all(".//details[@data-fold='known']")
    page = client.get(CRANE)
    assert page.all(".//details[@data-fold='known']")


@pytest.mark.parametrize("query", ["row=:01002&row=:00002", "boards=2&row=:01002.00000"])
def test_grid_without_words_asks_for_words_and_suggests_no_guess(client, query):
    page = client.get(f"/helper?{query}")
    assert page.fact("suggestion") == ""
    assert page.texts("helper-count-main") == ["Type the words of your rows"]
    for absent in ("Best first guess", "Best next guess", "Use ", "Hide words"):
        assert absent not in page.visible_text


def test_words_left_are_visible_and_past_answers_among_them_are_marked(client):
    two = "/helper?row=crane:20020&row=slimy:00000&mode=pool"
    page = client.get(two)
    (first, _), (second, _) = words_left(page)
    assert not page.all(".//details//ul[@class='helper-words']")
    page = client.get(f"{two}&used={first}")
    assert "1 of these was used" in page.visible_text
    (other, _), (used, note) = words_left(page)
    assert (other, used, note.split()[0]) == (second, first, "used")


def test_empty_helper_page_stays_below_100_kilobytes(client):
    assert len(client.get("/helper").data) < 100_000


LAST = "row=crane:01002&row=slide:00002&row=build:00000&row=mouth:00000&row=fuzzy:00000"


def test_last_guess_shows_the_chance_to_win_and_only_possible_answers(client):
    page = client.get(f"/helper?{LAST}")
    assert page.fact("suggestion") == "verge"
    assert "VERGE is the most likely answer." in page.visible_text
    assert page.texts("helper-figure-label") == ["Chance to win"]
    assert page.table()[0] == ["Word", "Chance"]
    assert len(ten_best(page)) == len(page.of_class("helper-can")) == 5
    assert "SLATE can’t be the answer." in client.get(f"/helper?{LAST}&guess=slate").visible_text
    assert "VERVE is" in client.get(f"/helper?{LAST}&guess=verve").visible_text


def test_figures_exclude_the_penalty_of_lost_games(client):
    rows = "hard=1&row=slate:10122&row=waste:02222"
    page = client.get(f"/helper?{rows}&guess=caste")
    assert "Chance to solve" in page.visible_text
    figures = [text for _, text in column(page, "turns")]
    figures += [figure(page, "turns"), figure(page, "own-turns")]
    assert max(float(text.removeprefix("≈")) for text in figures) <= 6


# By case: the address, and texts of the page; texts after `~` must be absent.
EXPECTED_TEXTS = {
    "no figures that say nothing before the first guess": (
        "",
        "Best first guess",
        "~ likely<",
        "~How likely this word is to be the answer.",
        "~Well-known possible answer",
    ),
    "nothing of a word of the list": ("row=crane:", "All gray", "~our word list"),
    "nothing of such a word being typed": ("draft=crane", "~our word list"),
    "nothing of half a word, which stays": ("draft=cra", 'value="cra"', "~our word list"),
    "how many words are likely": (
        "row=crane:01002",
        "149 words left<",
        "50 likely<",
        "~our word list",
    ),
    "more words in the plural": ("row=crane:00000", " more words.<"),
    "how many words of a pool are left": ("row=crane:00200&mode=pool", "37 words left"),
    "that a rated guess is unknown": ("row=crane:01002&guess=zzzzz", "Not in our word list."),
    "nothing of a known rated guess": ("row=crane:01002&guess=liver", "~Not in our word list."),
    "which places are deduced": (
        "row=lurid:10000&row=mealy:00212",
        'aria-label="2nd letter: L, deduced"',
        'aria-label="3rd letter: A"',
    ),
    "each tile for every mark": (
        "row=crane:01002&row=:01000",
        'data-present="2nd letter R, present"',
        'data-absent="1st letter C, absent"',
        'data-correct="1st letter ?, correct"',
    ),
    "every result where there are two": (
        "row=crane:20020&row=slimy:00000&mode=pool",
        "2 words left",
        "Every possible result",
    ),
    "the last word, not set against itself": (
        "row=crane:01002&row=slimy:00110",
        "The answer must be",
        "No other word fits your rows.",
        "~harder to tell apart",
    ),
    "the last word once": (
        "row=crane:20020&row=slimy:00000&row=chink:22022&mode=pool",
        "The answer must be",
        'data-candidate-count="1"',
        "~Other good guesses",
        "~Words left<",
        "~? Tap its colors",
        "~Rate a guess",
        "~What is known",
        "~Hints, step by step</button>",
    ),
    "the end, which asks for no guess": (
        "row=crane:01002&row=there:22222",
        "THERE, solved in 2 guesses.",
        'data-candidate-count="1"',
        'data-fragment="helper-add-label" hidden>',
    ),
    "no result where there is no room for a row": (FULL, "~? Tap its colors"),
    "that all letters are found and the next hint is the word": (
        "row=steal:11111&hint=2",
        "You’ve found all the letters. Only their order is left.",
        '&hint=4" ',
        ">Show the best guess<",
    ),
    "a link to share without what the player prefers": (
        "row=crane:01002&only=1&hint=2",
        'readonly value="http://localhost/helper?row=crane:01002"',
    ),
    "the wider list where a pool has nothing": (
        "row=aalii:22222&mode=easy",
        "No matching word on this site",
        "Search all words",
    ),
    "what is known of a word we lack": (
        "row=fuzzy:22220",
        'data-candidate-count="0"',
        "Row 1 matches no word we know.",
        "The answer may be missing from our word list.",
        'aria-label="1st letter: F"',
    ),
    "by voice which rows contradict each other": (
        "row=crane:00001&row=geese:01100&row=eerie:10000",
        'data-say="No matching word. Rows 2 and 3 contradict each other."',
    ),
    "by voice which colors of a letter contradict each other": (
        "row=crane:01000&row=moist:00000&row=stork:00000",
        'data-say="No matching word. R is yellow in row 1, gray in row 3."',
    ),
    "which colors of a letter contradict each other in one position": (
        "row=crane:00001&row=moist:10001&row=fight:00002&mode=easy",
        "As the 5th letter, T is yellow in row 2, green in row 3.",
    ),
    "which letters contradict each other": (
        "row=crane:22222&row=slimy:22222",
        "The 1st letter is C in row 1, S in row 2.",
    ),
    "by voice which colors are impossible": (
        "row=eerie:01000",
        'data-say="Impossible colors. Row 1: the first E would be yellow, and only a later one '
        'gray."',
    ),
    "no past answer of rows that contradict each other": (
        "row=crane:01002&row=slide:22222",
        "No matching word",
        "~to past answers",
    ),
    "no hint where nothing matches": (
        "row=crane:01002&row=slide:22222&hint=2",
        "No matching word",
        "~Likeliest new letter",
    ),
    "how a row is colored where no word fits": (
        "row=crane:22221&row=slide:",
        "Tap its tiles: once for yellow, twice for green.",
        "~tap the result you got",
    ),
    "how often a letter is contained": ("row=these:00101", "at least two Es"),
    "how often exactly": ("row=geese:01100", "exactly two Es"),
    "the row at fault": ("row=crane:01002&row=thorp:02221", "Row 2 matches no word we know."),
    "the rows at fault together": (
        "row=quick:22000&row=vivid:00200",
        "Rows 1 and 2 together match no word we know.",
    ),
}


@pytest.mark.parametrize("case", EXPECTED_TEXTS)
def test_helper_shows_the_texts_expected_for_each_query(client, case):
    query, *texts = EXPECTED_TEXTS[case]
    page = client.get(f"/helper?{query}").plain
    for text in texts:
        assert (text.removeprefix("~") in page) is not text.startswith("~"), text


@pytest.mark.parametrize("path", ["/helper?row=crane:01002", "/analysis?answer=truss&guess=:01002"])
def test_marks_without_letters_are_labeled_like_tiles(client, path):
    labels = re.findall(r'aria-label="([^"]*, [^"]*, [^"]*, [^"]*)"', client.get(path).text)
    spoken = {mark for label in labels for mark in label.rpartition(": ")[2].split(", ")}
    assert {"absent", "present"} < spoken <= {"absent", "present", "correct"}
