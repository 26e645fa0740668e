"""The page of absurd mode, whose word dodges the guesses."""

import pytest
from web_visitor import absurd_game, new_app

from wordle_web.engine.lexicon import load_lexicon


def test_absurd_game_starts_with_all_common_words_left(client):
    page = client.get("/absurd")
    assert page.status_code == 200
    assert page.fragment("status") == "1,768 words left"
    assert "data-answer" not in page.text
    assert "Set-Cookie" not in page.headers


@pytest.mark.parametrize(
    ("guess", "reason"),
    [
        ("cranes", "Too many letters"),
        ("zzzzz", "Not in word list"),
        ("crane", "Already guessed"),
        ("cr4ne", "Use letters only"),
    ],
)
def test_refused_guess_is_redisplayed_and_not_counted(client, guess, reason):
    page = client.get("/absurd", query_string={"played": "crane", "guess": guess})
    assert page.status_code == 422
    assert reason in page.fragment("refusal")
    assert page.guess_form.fields["guess"] == guess
    assert "Guess 2" in page.fragment("form")
    assert "words left" in page.fact("announcement")


def test_finished_absurd_game_proves_that_its_replies_were_consistent(client):
    guesses = absurd_game()
    page = client.get(f"/absurd?played={'.'.join(guesses)}")
    assert page.fact("answer") == guesses[-1]
    assert page.texts("praise") == [f"{len(guesses)} guesses"]
    assert "words left" not in page.fact("announcement")
    assert f"{guesses[-1].upper()} fits every result you got" in page.visible_text
    assert len(page.of_class("mini-board")) == len(guesses)


def test_absurd_mode_says_whether_the_word_can_still_change(client):
    guesses, states = absurd_game(), set()
    for count in range(len(guesses)):
        page = client.get(f"/absurd?played={'.'.join(guesses[:count])}")
        is_last = page.fragment("status") == "1 word left"
        assert ("can’t dodge any more" in page.fragment("idea")) == is_last
        states.add(is_last)
    assert states == {False, True}


@pytest.mark.parametrize(("words", "mode"), [("normal", "pool"), ("all", "real")])
def test_helper_opened_from_absurd_mode_counts_the_same_words(client, words, mode):
    page = client.get(f"/absurd?words={words}&played=crane.moist")
    left = page.fragment("status").removesuffix(" words left").replace(",", "")
    helper = page.link("Open in Helper")
    assert helper.endswith(f"&length=5&mode={mode}")
    assert client.get(helper).fact("candidate-count") == left


def test_absurd_game_at_the_guess_limit_suggests_a_new_game(client):
    words = load_lexicon("english-5").words[:300]
    page = client.get("/absurd", query_string={"played": ".".join(words), "guess": "crane"})
    assert page.status_code == 422
    assert "Guess limit reached. Start a new game." in page.visible_text


def test_damaged_link_keeps_the_guesses_before_the_damage(client):
    page = client.get("/absurd?played=crane.xxxxx.moist")
    assert "Part of this link couldn’t be read" in page.visible_text
    assert page.fact("address") == "/absurd?played=crane"


def test_guess_after_the_end_is_refused_with_a_notice(client):
    page = client.get(f"/absurd?played={'.'.join(absurd_game())}&guess=crane")
    assert page.status_code == 422
    assert page.texts("notice") == ["This game is over"]


def test_finished_game_links_to_the_address_for_reporting_words():
    client = new_app(None, reports="mailto:words@example.org").test_client()
    page = client.get(f"/absurd?played={'.'.join(absurd_game())}")
    assert "mailto:words@example.org" in page.text


def test_finished_game_offers_sharing_and_a_new_game(client):
    page = client.get(f"/absurd?played={'.'.join(absurd_game())}")
    line = page.first(".//div[@class='result-line']")
    kinds = [button.root.get("data-kind") for button in line.all(".//button")]
    assert [button.visible_text for button in line.all(".//button")] == ["Share", "Next game"]
    assert kinds == [None, "primary"]
    fields = {field["name"]: field["value"] for field in line.all(".//input")}
    assert fields == {"length": "5", "words": "normal"}
