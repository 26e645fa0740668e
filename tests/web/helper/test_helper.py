"""The helper's page by plain requests: what it answers, what it keeps, what it refuses."""

import re
from collections import defaultdict
from html import unescape
from string import ascii_lowercase
from urllib.parse import urlencode

import pytest
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


def data(answer, name):
    return answer.root.find(f".//*[@data-{name}]").get(f"data-{name}")


def count(answer):
    return int(data(answer, "candidate-count"))


def rows_of(answer):
    return re.findall(r'name="row" value="([^"]*)"', answer.plain)


def fixes(answer):
    return answer.links_of("helper-fix")


def own_chance(answer):
    """The chance in percent of the guess that was typed; under one counts as none."""
    found = re.findall(r"Chance</span>\s*<span[^>]*>(<?)([\d.]+)%", answer.plain)
    under, number = found[-1]
    return 0.0 if under else float(number)


@pytest.mark.parametrize(
    "rows",
    [
        ["crane:01002"],
        ["crane:01002", "slide:00002"],
        ["zzzzz:00000"],
        ["clxpt:00000", "zzzzz:00000"],
        ["soare:00000", "unlit:01010"],
    ],
)
def test_the_count_is_the_engines_and_words_that_it_lacks_count_with_a_notice(client, rows):
    answer = client.get("/helper?" + urlencode([("row", row) for row in rows]))
    lexicon = load_lexicon("english-5")
    assert answer.status_code == 200
    assert count(answer) == len(narrow(lexicon, [Turn.parse(row) for row in rows]))
    assert data(answer, "suggestion") in lexicon
    for row in rows:
        notice = f"Not in our word list, but counted: {row[:5].upper()}"
        assert (notice in answer.plain) == (row[:5] not in lexicon)


@pytest.mark.parametrize(("mode", "pool"), [("pool", "normal"), ("easy", "easy"), ("hard", "hard")])
def test_a_pool_counts_only_its_own_words(client, mode, pool):
    lexicon = with_pool_versions(load_lexicon("english-5"), frozenset({1}))
    weights = belief_of(lexicon, pool).weights
    left = narrow(lexicon, [Turn.parse("crane:01002")])
    assert count(client.get(f"{CRANE}&mode={mode}")) == int((weights[left] > 0).sum())


def test_a_first_row_says_what_is_known_and_why_and_its_address_alone_is_kept(client):
    answer = client.get(CRANE)
    letters = answer.root.iterfind(".//li[@class='helper-letter']")
    marks = {"".join(each.itertext()): each.get("data-mark") for each in letters}
    known = {"c": "absent", "r": "present", "a": "absent", "n": "absent", "e": "correct"}
    assert marks == dict.fromkeys(ascii_lowercase, "unknown") | known
    left = [raw for raw, _ in column(answer, "after")]
    assert min(left) < 0.9 * left[0]
    assert "leaves fewer words on average, but they are harder to tell apart" in answer.plain
    (why,) = answer.texts("helper-why")
    can = "(can be the answer and leaves|can’t be the answer, but it leaves only)"
    figures = r"[\d.]+ of \d+ words on average\."
    assert re.fullmatch(f"{data(answer, 'suggestion').upper()} {can} {figures}", why)
    before, _, after = answer.plain.partition('data-fold="more-after"')
    labels = r'helper-figure-label">([^<]*)<'
    assert re.findall(labels, before) == ["Words left (average)", "Guesses to solve", "Chance"]
    assert re.findall(labels, after)[:3] == ["Worst case", "Can be the answer", "Bits"]
    assert "Set-Cookie" not in answer.headers
    assert "csrf" not in answer.plain.lower()


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
        answer.plain,
    ).groups()
    assert re.fullmatch(headline.format(count(answer)), main)
    assert more == rest.format(count(answer))
    assert data(answer, "say").startswith(f"{main}, {more}. " if more else f"{main}. ")


@pytest.mark.parametrize(
    ("fields", "query"),
    [
        ("add=slide&gray=1", "?row=crane:01002&draft=slide"),
        ("row=slide:&gray=2", "?row=crane:01002&row=slide:00002"),
        ("row=slide:&tap=2.2", "?row=crane:01002&row=slide:01002"),
        ("hint=1&add=", "?row=crane:01002&hint=1"),
        ("hint=0&add=", "?row=crane:01002"),
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


@pytest.mark.parametrize(
    ("row", "said"),
    [
        ("x" * 10_000, "xxx…” was skipped: words have 5 letters here"),
        ("%3Cscript%3E:01002", "isn’t a valid row"),
    ],
)
def test_a_hostile_row_is_named_in_short_and_as_text(client, row, said):
    answer = client.get(f"/helper?row={row}&row=crane:01002")
    assert answer.status_code == 422
    assert rows_of(answer) == ["crane:01002"]
    assert said in answer.plain
    assert "<script>:" not in answer.text
    assert count(answer) > 0


def test_a_word_of_another_length_shows_the_way_to_its_length(client):
    answer = client.get("/helper?add=planet")
    assert answer.status_code == 422
    ((url, _label),) = re.findall(
        r'href="(/helper[^"]*)" data-follow>(Switch to 6 letters)', answer.plain
    )
    assert rows_of(client.get(url)) == ["planet:"]
    assert "Switch to" not in client.get("/helper?add=plxnet").plain


def test_hard_mode_says_which_row_it_would_refuse_and_offers_ways_out(client):
    query = f"{CRANE}&row=slimy:00000"
    answer = client.get(f"{query}&hard=1")
    assert "Hard mode doesn’t allow row 2: 5th letter must be E." in answer.plain
    ways = {text: address for address, text in answer.links_of("button")}
    assert ways["Delete row 2"] == f"{CRANE}&hard=1"
    assert ways["Turn off hard mode"] == query
    assert "Not allowed in hard mode: " in client.get(f"{query}&hard=1&guess=mount").plain


def test_words_used_elsewhere_weigh_less_and_a_host_can_name_them(client, tmp_path):
    query = f"{CRANE}&row=slide:00002&guess=there"
    named = Settings(instance=tmp_path, rate_limits=False, used_words=("there", "planet"))
    host = Visitor(create_app(named))
    before, after = client.get(query), client.get(f"{query}&used=there")
    assert count(before) == count(after)
    assert own_chance(before) > own_chance(after)
    assert own_chance(before) > own_chance(host.get(query))
    pool = f"{query}&mode=pool"
    assert own_chance(client.get(pool)) == own_chance(host.get(pool))


guesses = st.sampled_from(["crane", "slimy", "eerie", "geese", "moult", "abbey", "zzzzz"])
turns = st.tuples(guesses, st.text("012", min_size=5, max_size=5)).map(":".join)


@settings(max_examples=40, suppress_health_check=list(HealthCheck))
@given(st.lists(turns, min_size=1, max_size=3))
def test_whatever_was_entered_a_mend_gives_the_words_it_promises(client, rows):
    answer = client.get("/helper?" + urlencode([("row", row) for row in rows]))
    if count(answer):
        return
    for url, label in fixes(answer)[:3]:
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
        ("pt-BR", "Linha 1: mude a 1ª letra (E) para amarelo e mude a 2ª letra (E) para cinza"),
    ],
)
def test_a_fix_says_each_change_of_a_color(client, language, label):
    answer = client.get("/helper?row=eerie:01000", headers={"Accept-Language": language})
    text = fixes(answer)[0].text
    assert re.fullmatch(rf"{re.escape(label)} 1[,.]195 (words|palavras)", text)


def test_a_fix_of_a_letter_names_its_row_and_both_words(client):
    answer = client.get("/helper?row=slimy:00000&row=graxe:22222")
    assert "Row 2: GRADE instead of GRAXE 1 word" in [label for _, label in fixes(answer)]


def test_impossible_marks_are_offered_every_other_change_that_helps_too(client):
    answer = client.get("/helper?row=slate:00000&row=crony:22221")
    pages = [client.get(url) for url, _ in fixes(answer)]
    mended = [rows_of(page)[-1] for page in pages]
    assert mended[0] == "crony:22220"
    assert "crony:22222" in mended[1:]
    assert len(mended) == len(set(mended))
    assert all(count(page) for page in pages[1:])


def test_rows_that_are_wrong_together_can_be_left_out_together(client):
    query = "row=crane:01002&row=slimy:22220&row=moult:22222&row=pudgy:22200"
    answer = client.get(f"/helper?{query}")
    assert count(answer) == 0
    url, label = fixes(answer)[-1]
    said = re.match(r"Remove rows ([\d, ]+) and (\d)\s+([\d,]+) words?$", label)
    assert said
    assert count(client.get(url)) == int(said.group(3).replace(",", "")) > 0
    assert len(rows_of(client.get(url))) == 4 - len(re.findall(r"\d+", f"{said[1]} {said[2]}"))


def column(answer, key):
    """The figures of a column of the ten best, and how they are written."""
    pattern = rf'<td data-column="{key}" data-raw="([^"]*)">([^<]*)</td>'
    return [(float(raw), text) for raw, text in re.findall(pattern, answer.plain)]


@pytest.mark.parametrize(
    "query",
    ["", "mode=pool", "mode=easy&hard=1", "row=crane:00000", "row=crane:01002", "length=8",
     "row=crane:01002&row=slide:00002&row=build:00000&row=mouth:00000"],
)  # fmt: skip
def test_every_guess_of_the_ten_best_shows_the_figure_it_is_ranked_by(client, query):
    answer = client.get(f"/helper?{query}")
    shown = column(answer, "turns")
    rows = len(re.findall(r'<th scope="row"', answer.plain))
    assert len(shown) == rows > 0
    assert [raw for raw, _ in shown] == sorted(raw for raw, _ in shown)
    assert all(re.fullmatch(r"≈?\d+\.\d\d", text) for _, text in shown)
    assert re.search(r'data-column="turns" aria-sort="ascending"', answer.plain)
    first = re.search(
        r'data-fold="figure-turns">.*?helper-figure-value">([^<]*)<', answer.plain, re.S
    )
    assert first.group(1) == shown[0][1]


def test_of_too_many_pasted_rows_the_first_are_taken(client):
    pasted = {"row": "crane:01002", "add": "slimy 00110\n" * 50}
    answer = client.get("/helper", query_string=pasted)
    assert answer.status_code == 200
    assert rows_of(answer) == ["crane:01002", *["slimy:00110"] * 9]
    assert "Only the first 10 rows were kept." in answer.plain
    full = client.get("/helper", query_string=[("row", "crane:01002")] * 10 + [("add", "slimy")])
    assert full.status_code == 422


def test_ones_own_guess_is_held_against_the_suggestion_by_that_figure(client):
    answer = client.get(f"{CRANE}&guess=liver")
    suggestion = data(answer, "suggestion").upper()
    found = re.search(
        rf"On average, LIVER takes ≈(\d\.\d\d) guesses to solve from here; "
        rf"{suggestion} takes ≈(\d\.\d\d)\.",
        answer.plain,
    )
    assert float(found.group(1)) > float(found.group(2)) > 1


def test_boards_side_by_side_can_be_read_by_the_helper_of_several(client):
    grid = "🟨⬜⬜🟩⬜ ⬜⬜⬜⬜🟨\n⬜🟨⬜⬜⬜ 🟩⬜⬜⬜⬜"
    refused = client.get("/helper", query_string={"mode": "pool", "add": grid})
    assert refused.status_code == 422
    url = next(link.address for link in refused.links if link.text == "Read as 2 boards")
    answer = client.get(url)
    rows = "row=:10020.00001&row=:01000.20000"
    assert answer.headers["Location"] == f"/helper?boards=2&{rows}&mode=pool"


def test_one_of_the_ten_best_has_the_same_figure_as_ones_own_guess(client):
    words = re.findall(r'data-column="word" data-raw="([a-z]+)"', client.get(CRANE).plain)
    answer = client.get(f"{CRANE}&guess={words[3]}")
    assert f"{words[3].upper()} is no. 4 of the ten best guesses." in answer.plain
    own = re.search(r'figure-own-turns">.*?value">([^<]*)<', answer.plain, re.S).group(1)
    assert own == column(answer, "turns")[3][1]
    best = client.get(f"{CRANE}&guess={words[0]}")
    assert data(best, "say").startswith(f"{words[0].upper()} is the best guess here. ")


def test_results_come_largest_first_with_words_that_they_leave_and_words_likely_first(client):
    answer = client.get(f"{CRANE}&row=slide:00002")
    shown = answer.links_of("helper-coloring")
    counts = [int(found[1]) for _, label in shown if (found := re.search(r"(\d+) word", label))]
    assert counts == sorted(counts, reverse=True)
    assert count(client.get(shown[0].address)) == counts[0]
    items = re.findall(r"<li>\s*<a class=\"helper-coloring\".*?</li>", answer.text, re.DOTALL)
    lexicon = load_lexicon("english-5")
    for (url, _), item in zip(shown, items, strict=True):
        turns = [Turn.parse(row) for row in re.findall(r"row=(\w+:\d+)", url)]
        left = {lexicon.words[index] for index in narrow(lexicon, turns)}
        named = re.search(r'<p class="quiet small">(.*?)</p>', item)
        words = named.group(1).removesuffix(" …").split(", ") if named else []
        assert set(words) <= left
        assert len(words) == min(8, len(left)) or "solved" in item
    assert re.search(r"<details class=\"helper-fold\" data-fold=\"words-\d\">", answer.plain)
    chances = re.findall(r"<li><span>\w+</span> <span[^>]*>(<?[\d.]+)%", answer.plain)
    values = [float(chance.strip("<")) - 0.5 * chance.startswith("<") for chance in chances]
    assert values == sorted(values, reverse=True)


@pytest.mark.parametrize("query", ["row=crane:", "row=crane:01002&row=slide:"])
def test_a_row_without_colors_is_asked_for_them_and_nothing_is_said_of_it(client, query):
    answer = client.get(f"/helper?{query}&hard=1")
    word = query[-6:-1].upper()
    assert answer.status_code == 200
    assert data(answer, "candidate-count") == data(answer, "suggestion") == ""
    assert f'helper-count-main">Color {word}<' in answer.plain
    assert data(answer, "say").startswith(f"Color {word}. Tap its tiles")
    for absent in ("likely", "No matching", "Best next guess", "Not in our word list", "Rate a g"):
        assert absent not in answer.plain


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
    question = answer.plain.partition('data-fragment="helper-unknown"')[2]
    question = question.partition('data-fragment="helper-notices"')[0]
    found = re.findall(r'<a class="button" href="([^"]*)"[^>]*>([^<]*)<', question)
    assert set(links) <= set(found)
    assert "CRABE" in question


def test_a_game_that_is_lost_has_no_seventh_guess(client):
    words = ["crane", "slide", "built", "mouse", "pouch", "vivid"]
    rows = [Turn(word, feedback(word, "forty")) for word in words]
    query = urlencode([("row", Row.of(turn).text) for turn in rows])
    page = client.get(f"/helper?{query}").plain
    assert "All six guesses are used." in page
    assert data(client.get(f"/helper?{query}"), "suggestion") == ""
    for absent in ("Best next guess", "Ten best", "Guesses to solve", "Rate a guess"):
        assert absent not in page
    assert re.search(r"<li><span>forty</span>", page)


def test_what_is_known_is_there_before_a_row_has_its_colors(client):
    text = client.get(f"{CRANE}&row=slide:").plain
    row = text.split('<div class="helper-row"')[2]
    assert re.findall(r'class="tile"[^>]*data-mark="(\w+)"', row) == ["typed"] * 4 + ["correct"]
    assert 'aria-label="Row 2, SLIDE, not colored yet"' in row
    assert 'aria-label="Row 1, CRANE"' in text
    assert "All others gray" in text


@pytest.mark.parametrize(
    ("sort", "is_descending"), [("after", False), ("worst", False), ("bits", True)]
)
def test_the_ten_best_are_sorted_by_the_column_that_is_asked_for(client, sort, is_descending):
    answer = client.get(f"{CRANE}&sort={sort}")
    figures = [raw for raw, _ in column(answer, sort)]
    assert figures == sorted(figures, reverse=is_descending)
    assert len(set(figures)) > 1
    order = "descending" if is_descending else "ascending"
    assert f'data-column="{sort}" aria-sort="{order}"' in answer.plain


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
    assert "Rows 1 and 2 match no word, each by itself." in answer.plain
    assert fixes(answer) == [
        ("/helper?row=speed:&row=eerie:22220", "Color row 1 again"),
        ("/helper?row=speed:11111&row=eerie:", "Color row 2 again"),
    ]


def test_a_board_that_contradicts_itself_names_rows_and_offers_a_press(client):
    rows = (
        "boards=4&row=slate:00000.02000.00210.00011&row=irony:02210.00000.00000.10000"
        "&row=aging:00010.00000.11120.01100"
    )
    answer = client.get(f"/helper?{rows}")
    assert "Rows 2 and 3 contradict each other." in answer.plain
    ((url, label),) = fixes(answer)
    assert label.startswith("Color row 3 again")
    assert "row=aging:00010.00000..01100" in url


@pytest.mark.parametrize(
    ("hint", "texts", "button"),
    [
        (1, 0, "Show the likeliest letter"),
        (2, 1, "Show its spot"),
        (3, 2, "Show the best guess"),
    ],
)
def test_hints_come_by_degrees_and_the_last_is_the_whole_answer(client, hint, texts, button):
    answer, plain = client.get(f"{CRANE}&hint={hint}"), client.get(CRANE)
    assert len(answer.texts("helper-hint")) == texts
    assert re.search(rf'href="[^"]*hint={hint + 1}"[^>]*>{button}<', answer.plain)
    assert count(answer) == count(plain)
    assert data(answer, "suggestion") == ""
    for absent in ("Best next guess", "Ten best", "likely words", "Every possible", "Rate a guess"):
        assert absent not in answer.plain
    assert data(client.get(f"{CRANE}&hint=4"), "suggestion") == data(plain, "suggestion")


def test_hints_are_offered_beside_the_best_guess(client):
    page = client.get(CRANE).plain
    assert re.search(r'<button [^>]*name="hint" value="1"[^>]*>Hints, step by step<', page)
    # The form has the choice among its options as well, which comes first.
    asked = client.get(f"{CRANE}&hint=0&hint=1").plain
    assert "Show the likeliest letter" in asked
    assert 'name="hint" value="1"' not in asked


def test_a_hint_is_true_of_the_words_left(client):
    text = client.get(f"{CRANE}&row=slimy:00000&mode=pool&hint=3").plain
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


def test_a_possible_answer_that_people_know_stands_beside_the_best_guess(client):
    text = client.get("/helper?row=slate:00101").plain
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
    words = re.findall(r'data-column="word" data-raw="([a-z]+)"', answer.plain)
    lexicon = load_lexicon("english-5")
    turns = [Turn.parse(row) for row in re.findall(r"row=(\w+:\d+)", rows)]
    left = {lexicon.words[index] for index in narrow(lexicon, turns)}
    assert len(words) == min(10, len(left))
    assert {data(answer, "suggestion"), *words} <= left
    if rows == "row=crane:01002":
        assert data(client.get(CRANE), "suggestion") not in left
    assert "possible answers only" in answer.plain


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


def test_up_to_twelve_words_left_are_not_folded_and_tell_past_answers(client):
    text = client.get("/helper?row=crane:20020&row=slimy:00000&mode=pool").plain
    answer = text.partition("helper-offer")[0]
    words = re.findall(r"<li><span>(\w+)</span>", answer)
    assert len(words) == 2
    assert 'data-fold="words-' not in text
    text = client.get(f"/helper?row=crane:20020&row=slimy:00000&mode=pool&used={words[0]}").plain
    answer = text.partition("helper-offer")[0]
    assert "1 of these was used" in answer
    assert re.findall(r"<li><span>(\w+)</span>", answer) == [words[1], words[0]]
    assert re.search(rf"<li><span>{words[0]}</span> <span[^>]*><span[^>]*>used</span>", answer)
    # Of the likely ones among many; the others stay folded.
    text = client.get(f"{CRANE}&row=toils:00000").plain
    likely = int(re.search(r">(\d+) likely<", text).group(1))
    shown = re.findall(r"<li><span>(\w+)</span>", text.partition("helper-offer")[0])
    assert len(shown) == likely <= 12
    assert count(client.get(f"{CRANE}&row=toils:00000")) > 12


def test_the_first_page_stays_small_whatever_is_left(client):
    assert len(client.get("/helper").data) < 100_000


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
    page = answer.plain
    assert data(answer, "suggestion") == "verge"
    assert "VERGE is the most likely answer." in page
    assert "Chance to win" in page
    for figure in ("Guesses to solve", "Words left (average)", "Worst case", "More figures"):
        assert figure not in page.partition("answer-heading")[2]
    heads = re.findall(r'<th scope="col" data-column="(\w+)"', page)
    assert heads == ["word", "chance"]
    assert len(re.findall(r'<th scope="row"', page)) == page.count('class="helper-can"') == 5
    mine = client.get(f"/helper?{LAST}&guess=slate").plain
    assert "SLATE can’t be the answer." in mine
    assert "VERVE is" in client.get(f"/helper?{LAST}&guess=verve").plain


def test_no_figure_holds_the_penalty_of_a_game_that_is_not_solved(client):
    rows = "hard=1&row=slate:10122&row=waste:02222"
    page = client.get(f"/helper?{rows}&guess=caste").plain
    assert "Chance to solve" in page
    figures = [float(text) for text in re.findall(r"≈?(\d+\.\d\d)(?= guesses to solve|<)", page)]
    assert figures
    assert max(figures) <= 6
    assert "20 extra guesses" not in page


FULL = "&".join(["row=crane:01002"] * 10)
# By what is told: the address, and texts of the page, or after `~` texts that it has not.
TOLD = {
    "no figures that say nothing before the first guess": (
        "",
        "First guess",
        "~ likely</span>",
        "~Chance</span>",
        "~helper-possible",
    ),
    "nothing of a word of the list": ("row=crane:", "All gray", "~our word list"),
    "nothing of such a word being typed": ("draft=crane", "~our word list"),
    "nothing of half a word, which stays": ("draft=cra", 'value="cra"', "~our word list"),
    "how many of many words are likely": (
        "row=crane:01002",
        "<summary>Show the 55 likely words</summary>",
        "~our word list",
    ),
    "how many more words there are in the plural": (
        "row=crane:01002&mode=real",
        " more words</summary>",
        "~Show 1 more",
    ),
    "how many words of a pool are left": (
        "row=crane:00200&mode=pool",
        "<summary>Show the 38 words</summary>",
    ),
    "that a rated guess is unknown": ("row=crane:01002&guess=zzzzz", "Not in our word list."),
    "nothing of a rated guess that is known": (
        "row=crane:01002&guess=liver",
        "~Not in our word list.",
    ),
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
        "~Ten best guesses",
        "~Show the word",
    ),
    "the end, which asks for no guess": (
        "row=crane:01002&row=there:22222",
        "THERE, solved in 2 guesses.",
        'data-candidate-count="1"',
        'data-fragment="helper-add-label" hidden>',
    ),
    "no result where there is no room for a row": (FULL, "~helper-result-row"),
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
        "row=crane:00001&row=moist:10001&row=fight:00002",
        'data-say="No matching word. Rows 2 and 3 contradict each other."',
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
    "the row at fault": ("row=crane:01002&row=thorp:02221", "Row 2 matches no word we know."),
    "the rows at fault together": (
        "row=quick:22000&row=vivid:00200",
        "Rows 1 and 2 together match no word we know.",
    ),
}


@pytest.mark.parametrize("told", TOLD)
def test_a_page_tells(client, told):
    query, *texts = TOLD[told]
    page = client.get(f"/helper?{query}").plain
    for text in texts:
        assert (text.removeprefix("~") in page) is not text.startswith("~"), text


@pytest.mark.parametrize("path", ["/helper?row=crane:01002", "/analysis?answer=truss&guess=:01002"])
def test_marks_without_letters_are_spoken_as_those_of_tiles(client, path: str) -> None:
    labels = re.findall(r'aria-label="([^"]*, [^"]*, [^"]*, [^"]*)"', client.get(path).text)
    spoken = {mark for label in labels for mark in label.rpartition(": ")[2].split(", ")}
    assert {"absent", "present"} < spoken <= {"absent", "present", "correct"}
