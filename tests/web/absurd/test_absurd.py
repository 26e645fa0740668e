"""The page of the game that avoids you."""

import csv
import io
import re

import pytest
from flask.testing import FlaskClient

from wordle_web.engine.lexicon import load_lexicon
from wordle_web.game.absurd import absurd_game


def whole_game() -> tuple[str, ...]:
    lexicon = load_lexicon("english-5")
    game = absurd_game(lexicon, lexicon.pool().indices, ["crane"])
    while not game.is_over:
        game = absurd_game(lexicon, lexicon.pool().indices, [*game.guesses, game.witness])
    return game.guesses


def test_every_ordinary_word_is_possible_at_first(client: FlaskClient) -> None:
    page = client.get("/absurd")
    assert page.status_code == 200
    assert page.fragment("status") == "1,928 words left"
    assert "data-answer" not in page.text
    assert "Set-Cookie" not in page.headers


@pytest.mark.parametrize(
    ("query", "address"),
    [
        ("played=crane&guess=Moist", "played=crane.moist"),
        ("length=7&words=all&guess=stained", "length=7&words=all&played=stained"),
    ],
)
def test_a_guess_leads_to_the_address_that_holds_it(
    client: FlaskClient, query: str, address: str
) -> None:
    page = client.get(f"/absurd?{query}")
    assert (page.status_code, page.location) == (303, f"/absurd?{address}")


def test_a_guess_of_our_script_is_answered_with_the_page_at_once(client: FlaskClient) -> None:
    headers = {"X-Requested-With": "fetch"}
    answer = client.get("/absurd?guess=crane", headers=headers)
    assert answer.status_code == 200
    assert 'data-address="/absurd?played=crane"' in answer.text
    assert answer.text == client.get("/absurd?played=crane", headers=headers).text


@pytest.mark.parametrize(
    ("guess", "reason"),
    [
        ("", "Not enough letters"),
        ("cra", "Not enough letters"),
        ("cranes", "Too many letters"),
        ("zzzzz", "Not in word list"),
        ("crane", "Already guessed"),
        ("cr4ne", "Use letters only"),
    ],
)
def test_a_refused_guess_is_kept_and_costs_nothing(
    client: FlaskClient, guess: str, reason: str
) -> None:
    page = client.get("/absurd", query_string={"played": "crane", "guess": guess})
    assert page.status_code == 422
    assert reason in page.text
    assert f'value="{guess}"' in page.text
    assert "Guess 2<" in page.text
    assert re.search(r'data-announcement="[^"]*words left', page.text)


def test_the_end_proves_that_no_reply_was_a_lie(client: FlaskClient) -> None:
    guesses = whole_game()
    page = client.get(f"/absurd?played={'.'.join(guesses)}")
    assert f'data-answer="{guesses[-1]}"' in page.text
    assert f"{len(guesses)} guesses" in page.text
    assert not re.search(r'data-announcement="[^"]*words left', page.text)
    assert f"{guesses[-1].upper()} fits every result you got" in page.text
    assert page.text.count('class="board mini-board"') == len(guesses)


def test_the_proof_can_be_had_as_a_file_after_the_end(client: FlaskClient) -> None:
    guesses = whole_game()
    page = client.get(f"/absurd?played={'.'.join(guesses)}").text
    table, objects = re.findall(r'<a href="([^"]*)" download>', page)
    rows = client.get(objects).json
    assert rows
    assert [(row["turn"], row["guess"]) for row in rows] == list(enumerate(guesses, 1))
    assert rows[-1]["row"] == f"{guesses[-1]}:22222"
    assert [row["words_before"] for row in rows[1:]] == [row["words_kept"] for row in rows[:-1]]
    read = list(csv.DictReader(io.StringIO(client.get(table).text, newline="")))
    assert [row["row"] for row in read] == [row["row"] for row in rows]
    assert client.get(table).headers["Content-Disposition"].endswith('"absurd.csv"')
    for unfinished in ("/absurd.json", "/absurd.json?played=crane", "/absurd.txt"):
        assert client.get(unfinished).status_code == 404


@pytest.mark.parametrize(("words", "mode"), [("normal", "pool"), ("all", "real")])
def test_the_helper_is_given_the_same_rows_and_counts_the_same_words(
    client: FlaskClient, words: str, mode: str
) -> None:
    page = client.get(f"/absurd?words={words}&played=crane.moist")
    left = re.search(r"([\d,]+) words left", page.text)
    (helper,) = {each.address for each in page.links if each.address.startswith("/helper?")}
    assert left
    assert re.fullmatch(
        rf"/helper\?row=crane:\d{{5}}&row=moist:\d{{5}}&length=5&mode={mode}", helper
    )
    assert client.get(helper).fact("candidate-count") == left[1].replace(",", "")


def test_a_long_game_ends_politely(client: FlaskClient) -> None:
    words = load_lexicon("english-5").words[:300]
    page = client.get("/absurd", query_string={"played": ".".join(words), "guess": "crane"})
    assert page.status_code == 422
    assert "Guess limit reached. Start a new game." in page.text
