"""Past answers of another game: saved from any text, in a cookie of their own, used at once."""

import random
from io import BytesIO
from itertools import compress
from urllib.parse import urlencode

import pytest
from web_visitor import SECRET_KEY, new_app

from wordle_web.engine import candidates
from wordle_web.engine.feedback import digits_of, feedback
from wordle_web.engine.lexicon import load_lexicon
from wordle_web.web.http.cookies import cookie_name
from wordle_web.web.http.word_lists import MAX_LISTS_BYTES

PAGE = "/helper/past-answers"
COOKIE = f"{cookie_name('wordle_web', SECRET_KEY)}-used"
LIKELY = {
    length: list(compress(lexicon.words, lexicon.prior >= candidates.LIKELY))
    for length in (4, 5, 6, 7, 8)
    for lexicon in (load_lexicon(f"english-{length}"),)
}


@pytest.fixture
def client(shipped):
    return shipped.test_client()


def token(client, path=PAGE):
    return client.get(path).fields["csrf_token"]


def save(client, text="", query="", **fields):
    """Send a text, read the page that shows its words, and save them."""
    answer = send(client, text, query, **fields)
    taken = answer.all(".//textarea[@hidden]") if answer.status_code == 200 else []
    if not taken:
        return answer
    checked = {"checked": "1", "list": fields.get("list", "used")}
    return send(client, taken[0].root.text, query, **checked)


def send(client, text="", query="", **fields):
    data = {"csrf_token": token(client), "text": text, **fields}
    return client.post(f"{PAGE}?{query}", data=data, content_type="multipart/form-data")


def saved(client, query=""):
    lists = client.get(f"{PAGE}?{query}").texts("past-words")
    return set(" ".join(lists[:1]).lower().split())


def text_of(client, address):
    return client.get(address).visible_text


def test_pasted_list_is_saved_and_skipped_words_are_named(client):
    answer = save(client, "2024-01-03: CRANE\n2024-01-04: slate, crane\nzzzzz aahed")
    assert answer.status_code == 303
    page = text_of(client, answer.location)
    assert "3 words saved." in page
    assert "Saved: 3 words" in page
    assert page.count("Nothing saved yet") == 1
    assert "Skipped, not in our word list: ZZZZZ" in page
    assert saved(client) == {"aahed", "crane", "slate"}
    for path in ("/helper", PAGE, "/helper?row=crane:22222"):  # viewing a page saves nothing
        assert COOKIE not in " ".join(client.get(path).headers.getlist("Set-Cookie"))


def test_words_of_a_text_are_shown_before_they_are_saved(client):
    text = "March 3, 2024 - crane\nMarch 4, 2024 - slate\nMarch 5, 2024 - zzzzz"
    page = send(client, text)
    assert page.status_code == 200
    assert "2 words were found in your text." in page.visible_text
    assert "CRANE SLATE" in page.visible_text
    assert "Not in our word list: ZZZZZ" in page.visible_text
    assert "MARCH" not in page.visible_text.replace(text.upper(), "")
    assert text in page.text  # the words can be changed
    assert saved(client) == set()
    assert page.first(".//section//button").visible_text == "Save 2 words"
    assert save(client, text).status_code == 303
    assert saved(client) == {"crane", "slate"}


def test_ages_of_past_answers_survive_confirmation(client):
    words = random.Random(2).sample(LIKELY[5], 600)
    rows = "\n".join(f'{{"solution": "{word}", "id": {n}}}' for n, word in enumerate(words))
    page = send(client, rows)
    assert "Their dates or numbers say which are old." in page.visible_text
    assert "Show the other words" in page.visible_text
    save(client, rows)
    assert "Your list has dates or numbers, so the 100 oldest words" in text_of(client, PAGE)


def test_words_of_a_file_are_added_to_the_saved_words(client):
    save(client, "crane")
    file = (BytesIO("\ufeffSLATE\r\nMOIST\r\n".encode()), "past.csv")
    assert save(client, file=file).status_code == 303
    assert saved(client) == {"crane", "slate", "moist"}


def test_saved_words_weigh_less_only_for_games_of_other_sites(client):
    query = "row=crane:01002&row=slide:00002&guess=there"

    def rated(mode):
        return client.get(f"/helper?{query}&mode={mode}").fragment("helper-own")

    before = rated("real"), rated("pool")
    save(client, "there")
    assert "1 past answer" in text_of(client, f"/helper?{query}")
    assert before[0] != rated("real")
    assert before[1] == rated("pool")


def test_api_ignores_saved_past_answers(client):
    path = "/api/v1/suggest?row=crane:01002&row=slide:00002&words=5"
    before = client.get(path).get_json()
    save(client, "there")
    assert before["words"] == client.get(path).get_json()["words"]


def test_each_length_has_a_separate_list_of_past_answers(client):
    save(client, "crane")
    save(client, "planet crane", "length=6")
    assert saved(client) == {"crane"}
    assert saved(client, "length=6") == {"planet"}


def test_answer_of_a_solved_game_is_added_with_one_tap(client):
    solved = "/helper?row=crane:01002&row=there:22222"
    page = client.get(solved)
    assert page.first(".//button[@name='word']").visible_text == "Add THERE to past answers"
    answer = client.post(
        f"{PAGE}?row=crane:01002&row=there:22222",
        data={"csrf_token": token(client, solved), "word": "there"},
    )
    assert (answer.status_code, answer.location) == (303, solved)
    answers = [client.get(f"{solved}{mode}") for mode in ("", "&mode=pool")]
    texts = [page.fragment("helper-reasons") for page in answers]
    assert "THERE is in your past answers." in texts[0]
    assert "past answers" not in texts[1]


def test_clearing_past_answers_takes_one_tap_and_deletes_the_cookie(client):
    save(client, "crane")
    answer = client.post(f"{PAGE}/clear?hard=1", data={"csrf_token": token(client)})
    assert (answer.status_code, answer.location) == (303, f"{PAGE}?hard=1")
    assert f"{COOKIE}=;" in answer.headers["Set-Cookie"]
    assert saved(client) == set()


def test_words_of_an_address_can_be_saved(client):
    assert (
        client.get(f"{PAGE}?used=crane,slate").all(".//textarea")[0].visible_text == "crane, slate"
    )
    answer = save(client, "crane, slate", "used=crane,slate&hard=1")
    assert answer.location.startswith(f"{PAGE}?added=2")
    assert "used=" not in answer.location


def cookie_of(answer):
    cookies = [
        cookie for cookie in answer.headers.getlist("Set-Cookie") if cookie.startswith(COOKIE)
    ]
    return cookies[0].partition(";")[0]


@pytest.mark.parametrize("share", [0.5, 1.0])
def test_lists_of_every_length_fit_or_the_oldest_is_dropped(client, share):
    dropped = []
    for length in (8, 7, 6, 5, 4):
        words = random.Random(length).sample(LIKELY[length], int(share * len(LIKELY[length])))
        answer = save(client, "\n".join(words), f"length={length}")
        assert len(cookie_of(answer)) <= MAX_LISTS_BYTES
        page = text_of(client, answer.location)
        assert saved(client, f"length={length}") == set(words)
        dropped += [
            size for size in (8, 7, 6, 5, 4) if f"your list of {size}-letter words was" in page
        ]
    remaining = [length for length in (8, 7, 6, 5, 4) if saved(client, f"length={length}")]
    assert dropped == [8, 7, 6, 5, 4][: len(dropped)]
    assert remaining == [8, 7, 6, 5, 4][len(dropped) :]
    assert len(dropped) == (2 if share == 0.5 else 0)


def test_list_saved_last_is_evicted_last(client):
    def put(length):
        words = random.Random(length).sample(LIKELY[length], len(LIKELY[length]) // 2)
        save(client, "\n".join(words), f"length={length}")

    put(8)
    put(7)
    save(client, LIKELY[8][0], "length=8")
    put(6)
    assert [length for length in (8, 7, 6) if saved(client, f"length={length}")] == [8, 6]


def test_past_answers_over_256_kilobytes_are_refused(client):
    text = ("x" * 99 + "\n") * 2600 + "crane"
    assert len(text) < 256 * 1024 < len(text) + 3000
    assert save(client, text[-200_000:]).status_code == 303
    assert saved(client) == {"crane"}
    assert save(client, "crane " * 50_000).status_code == 413
    assert client.post("/", data={"guess": "x" * 20_000}).status_code in {400, 413}


@pytest.mark.parametrize("data", [{}, {"text": "  \n"}, {"file": (BytesIO(b""), "")}])
def test_empty_list_is_refused_with_advice(client, data):
    answer = client.post(PAGE, data={"csrf_token": token(client), **data})
    assert answer.status_code == 422
    assert "Enter some words or choose a file first." in answer.announcements


def test_form_without_a_token_is_redisplayed_with_its_text(client):
    answer = client.post(f"{PAGE}?hard=1", data={"text": "crane slate"})
    assert answer.status_code == 400
    assert answer.all(".//textarea")[0].visible_text == "crane slate"
    assert saved(client) == set()


@pytest.mark.parametrize("content", [b"\x00" * 5000, "crane".encode("utf-16"), b"\xc3(" * 99])
def test_binary_file_causes_no_server_error(client, content):
    assert save(client, file=(BytesIO(content), "x.bin")).status_code in {303, 422}


def test_tampered_cookie_is_ignored(client, shipped):
    value = cookie_of(save(client, "crane slate")).partition("=")[2]
    for damaged in (
        value[1:],
        value[:-3],
        value.partition(".")[0],
        value * 9,
        "!",
        "...",
        "x" * 99,
    ):
        other = shipped.test_client()
        other.set_cookie(COOKIE, damaged)
        assert saved(other) == set()


def test_fallback_key_keeps_the_list_after_key_rotation(client):
    value = cookie_of(save(client, "crane slate")).partition("=")[2]
    new = "another secret key of the tests: 8sKq3-Zw1_xYpM5vRt"
    for fallbacks, remaining in (((SECRET_KEY,), {"crane", "slate"}), ((), set())):
        other = new_app(None, secret_key=new, secret_key_fallbacks=fallbacks).test_client()
        other.set_cookie(COOKIE, value)
        assert saved(other) == remaining


def test_over_https_the_cookie_is_bound_to_the_host():
    client = new_app(None, https="on").test_client()
    answer = client.get(PAGE, base_url="https://localhost")
    data = {"csrf_token": answer.fields["csrf_token"], "text": "crane", "checked": "1"}
    headers = {"Origin": "https://localhost"}
    answer = client.post(PAGE, data=data, base_url="https://localhost", headers=headers)
    cookie = next(cookie for cookie in answer.headers.getlist("Set-Cookie") if "used" in cookie)
    assert cookie.startswith(f"__Host-{COOKIE}=")
    assert all(part in cookie for part in ("Secure", "HttpOnly", "SameSite=Lax", "Path=/"))


@pytest.mark.parametrize(
    "fields",
    [
        {"added": "x", "unlikely": "-1", "unknown": "<b>,cr4ne,toolongaword", "dropped": "99"},
        {"added": "9" * 99, "unknown": "," * 500},
    ],
)
def test_damaged_address_after_saving_reports_no_saved_words(client, fields):
    answer = client.get(f"{PAGE}?{urlencode(fields)}")
    assert answer.status_code == 200
    assert "<b>" not in answer.text
    if "dropped" in fields:
        assert "0 words saved." in answer.visible_text


def test_all_skipped_words_are_listed(client):
    page = text_of(client, f"{PAGE}?added=1&unknown=zzzzz&unknown=yyyyy")
    assert "Skipped, not in our word list: ZZZZZ, YYYYY" in page


def test_list_of_possible_answers_replaces_the_prior_and_the_previous_list(client):
    words = [*LIKELY[5][:40], "aahed"]
    page = text_of(client, save(client, "\n".join(words), list="possible").location)
    assert "41 words saved." in page
    assert "Saved: 41 words" in page
    save(client, " ".join(words[:5]), list="possible")
    assert "Saved: 5 words" in text_of(client, PAGE)
    digits = digits_of(feedback(words[1], words[0]), 5)
    assert client.get(f"/helper?row={words[1]}:{digits}").fact("suggestion") == words[0]
    client.post(f"{PAGE}/clear", data={"csrf_token": token(client), "list": "possible"})
    assert "Saved: 5 words" not in text_of(client, PAGE)


def test_both_lists_of_a_length_fit_and_a_removed_list_is_reported(client):
    save(client, "\n".join(LIKELY[5]))
    answer = save(client, "\n".join(LIKELY[5]), list="possible")
    assert len(cookie_of(answer)) <= MAX_LISTS_BYTES
    assert text_of(client, PAGE).count(f"Saved: {len(LIKELY[5]):,} words") == 2
    every = load_lexicon("english-8").words
    answer = save(client, "\n".join(list(every)[:20_000]), "length=8", list="possible")
    assert "Saved: 0" not in text_of(client, PAGE)
    assert "your list of 8-letter words was removed" in text_of(client, answer.location)


def test_skipped_rare_words_are_counted(client):
    assert "2 rare words skipped" in client.get(f"{PAGE}?unlikely=2").text


def test_page_says_that_the_saved_list_has_dates_or_numbers(client):
    words = random.Random(2).sample(LIKELY[5], 600)
    save(client, "\n".join(f"{word},{number}" for number, word in enumerate(words)))
    assert "Your list has dates or numbers" in client.get(PAGE).text
