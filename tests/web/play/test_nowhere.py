"""No page reveals an answer before the end of a game: visits under two daily keys are equal.

The guesses share no letter with either answer, so even their marks are equal.
"""

import itertools
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from flask import Flask
from web_visitor import (
    DAILY_KEY,
    Clock,
    Visitor,
    answers_of_day,
    parts_of,
    site_settings,
    write_lexicon,
)

from wordle_web import create_app
from wordle_web.game.puzzles.days import daily_answers
from wordle_web.game.puzzles.tokens import challenge_id
from wordle_web.game.puzzles.variants import HOME, Variant

GUESSES = ("fuzzy", "kudzu")
PLACES = "/boards /history /history/download /today /daily/62 /nothing /daily/63"
# Enough words for a choice on 32 boards; none of their letters is guessed.
WORDS = tuple(map("".join, itertools.islice(itertools.permutations("aeginrst", 5), 0, None, 61)))
LINE = re.compile(
    r"""(?<=<p\ class="hint"\ role="status"\ data-hint>).*?(?=</p>)
    |(?<='Content-Length',\ ')\d+""",
    re.VERBOSE,
)
REVEALED = re.compile(r"contains [A-Z]|[1-5][a-z]{2}[ \xa0]letter:[ \xa0][A-Z]")
ANSWER = re.compile(r"answer is ([A-Z]{5})")
NOTHING = re.compile(r"(?!)")
KINDS = [Variant(boards=boards, in_turn=order) for boards in (2, 32) for order in (False, True)]


def app_under(lexicons: Path, key: str) -> Flask:
    """Return a site that differs from the others only in its daily key."""
    settings = site_settings(lexicons, daily_key=key)
    return create_app(settings, clock=Clock(), randbytes=lambda size: b"r" * size)


@pytest.fixture(scope="module")
def wide_words(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wide")
    write_lexicon(folder, "english-5", WORDS, (*GUESSES, "comby"))
    return folder


@pytest.fixture(scope="module")
def two_sites(wide_words: Path) -> tuple[Flask, Flask]:
    return app_under(wide_words, DAILY_KEY), app_under(wide_words, DAILY_KEY[::-1])


def visit(app: Flask, variant: Variant) -> Iterator[object]:
    """Yield all texts that a visit to games shows, without the tokens of its forms."""
    visitor, home = Visitor(app), f"/{variant.path}"
    random = visitor.begin(home)
    yield random
    for path in (home.rstrip("/") or "/", f"{home}daily/60", random):
        yield visitor.seen(path)
        for word in (*GUESSES, "zzzzz", "fuzzy", "x"):
            yield visitor.seen(visitor.guess(word, path))
            yield visitor.seen(visitor.page)
            yield visitor.session["h"]
        for query in ("board=2&typed=comby", f"board={variant.boards}"):
            yield visitor.seen(f"{path}?{query}")
        yield next(link.address for link in visitor.page.links if "helper" in link.address)
    for end in (*PLACES.split(), f"{home}archive", f"{random}/give-up"):
        yield visitor.seen(end)


@pytest.mark.parametrize("variant", [HOME, *KINDS])
def test_same_visit_looks_the_same_under_two_keys_and_hides_the_answer(two_sites, variant, caplog):
    answers = [answers_of_day(app, variant) for app in two_sites]
    assert set(answers[0]) != set(answers[1])
    with caplog.at_level(0):
        for one, other in zip(*(visit(app, variant) for app in two_sites), strict=True):
            assert one == other
            assert not any(answer in str(one).lower() for answer in answers[0])
    assert not any(answer in caplog.text.lower() for answer in answers[0])


@pytest.mark.parametrize("variant", [HOME, *KINDS])
def test_similar_words_do_not_depend_on_the_answer(two_sites, variant):
    home = f"/{variant.path.rstrip('/')}"
    for word in WORDS[:40]:
        texts = {Visitor(app).guess(f"{word[:4]}m", home).refusal for app in two_sites}
        assert len(texts) == 1
        assert "Similar words: " in texts.pop()


def hinted(app: Flask, variant: Variant) -> Iterator[tuple[str, str]]:
    """Yield the line of each hint, and the rest of its page."""
    visitor, home = Visitor(app), f"/{variant.path.rstrip('/')}"
    for word in GUESSES:
        visitor.guess(word, home)
        for number in range(1, 5):
            visitor.get(home)
            visitor.post(home, {"hint": str(number)})
            seen = visitor.seen(home)
            line = visitor.page.first(".//*[@data-hint]")
            yield line.visible_text, LINE.sub("", seen)


def shown_parts(letters: set[str]) -> re.Pattern[str]:
    """Return a pattern that matches the keys of some letters, and tiles that show them as known.

    It includes the button for the next hint, which depends on the number of words left.
    """
    if not letters:
        return NOTHING
    small, capital = "".join(letters).lower(), "".join(letters)
    return re.compile(
        rf"""<span\ class="key"[^>]*\ data-key="[{small}]".*?(?=</li>)
        |<button\ class="button\ hint-button".*?</button>
        |\ data-ghost="[{capital}]"|:\ [{capital}]\ is\ known""",
        re.VERBOSE,
    )


@pytest.mark.parametrize("variant", [HOME, *KINDS])
def test_hints_under_two_keys_differ_only_in_revealed_facts(two_sites, variant):
    """The texts depend only on the letter and its position, as the tests of hints show.

    The keys and tiles with hints depend only on these, too.
    """
    answers = [answers_of_day(app, variant) for app in two_sites]
    visits = [list(hinted(app, variant)) for app in two_sites]
    assert visits[0][0] == visits[1][0]
    revealed = set[str]()
    for (line, one), (other_line, other) in zip(*visits, strict=True):
        lines = f"{line}, {other_line}"
        revealed |= {fact[-1] for fact in REVEALED.findall(lines)}
        parts = shown_parts(revealed | set("".join(ANSWER.findall(lines))))
        assert parts.sub("", one) == parts.sub("", other)
    for lines, words in zip(visits, answers, strict=True):
        facts = set[str]()
        for line, _ in lines:
            facts |= set(REVEALED.findall(line))
            # The line may contain the answer only as the best guess, which follows from the facts
            # alone, or together with another word, unless no other word matches these facts.
            is_bare = words[0].upper() in line and not re.search(" or |best guess", line)
            assert not is_bare or "answer is" in line
            fitting = [word for word in WORDS if all(fits(word, fact) for fact in facts)]
            assert not is_bare or fitting == [words[0]]
            assert words[0] in fitting


def fits(word: str, fact: str) -> bool:
    """Whether a word has a letter that a hint revealed, in its position if that was revealed."""
    place, letter = fact[0], fact[-1].lower()
    return word[int(place) - 1] == letter if place.isdigit() else letter in word


def visit_challenge(app: Flask, variant: Variant, words: tuple[str, ...]) -> Iterator[str]:
    """Yield all texts that a friend sees of a challenge, without its token."""
    setter, friend = Visitor(app), Visitor(app)
    home = f"/{variant.path}challenge"
    made = setter.fill(home, {"word": " ".join(words), "name": "Ada", "clue": "five letters"})
    token = made.location.partition("made=")[2].partition("&")[0]
    digest = challenge_id(token).rpartition("/")[2]
    path = f"{home}/{token}"
    for word in ("", *GUESSES, "zzzzz"):
        friend.guess(word, path)
        for place in (
            f"{path}?board=1&typed=comby",
            "/history",
            "/history/download",
            f"{path}/give-up",
        ):
            yield friend.seen(place).replace(token, "token").replace(digest, "digest")
    assert friend.history.in_progress[0].guesses == GUESSES


@pytest.mark.parametrize("variant", [HOME, *KINDS])
def test_two_challenges_of_different_words_look_the_same(two_sites, variant):
    words = WORDS[: variant.boards], WORDS[-variant.boards :]
    visits = (visit_challenge(two_sites[0], variant, word) for word in words)
    for one, other in zip(*visits, strict=True):
        assert one == other
        assert not any(word in one.lower() for word in (*words[0], *words[1]))


def keys_alike(app: Flask, variant: Variant) -> tuple[str, str]:
    """Return two daily keys under which the first of today's boards has the same word."""
    epoch, words = parts_of(app).epochs[0], parts_of(app).lexicon()
    known: dict[str, str] = {}
    for number in itertools.count():
        key = f"{DAILY_KEY}{number}"
        epochs = (replace(epoch, key=key.encode()),)
        first = daily_answers(parts_of(app).today, epochs, words, variant)[0]
        if first in known:
            return known[first], key
        known[first] = key
    raise AssertionError


@pytest.mark.parametrize("variant", [variant for variant in KINDS if variant.in_turn])
def test_answers_of_hidden_boards_do_not_affect_any_page(two_sites, wide_words, variant):
    apps = [app_under(wide_words, key) for key in keys_alike(two_sites[0], variant)]
    (first, *hidden), (also_first, *others) = (answers_of_day(app, variant) for app in apps)
    assert first == also_first
    assert set(hidden) != set(others)
    visitors = [Visitor(app) for app in apps]
    home = f"/{variant.path.rstrip('/')}"
    for word in hidden:
        answers = [visitor.guess(word, home) for visitor in visitors]
        assert {answer.status_code for answer in answers} == {303}
        for path in (home, f"{home}?board=2&typed={hidden[0]}", "/history", "/history/download"):
            one, other = (visitor.seen(path) for visitor in visitors)
            assert one == other
    visitors[0].guess(first, home)
    assert visitors[0].page.state == "won"


def test_unlisted_word_of_a_challenge_must_be_allowed_explicitly(visitor):
    page = visitor.fill("/challenge", {"word": "zoela"})
    assert page.status_code == 422
    assert "This isn’t in our word list." in page.text
    assert "or allow it below" in page.text
    path = visitor.challenge("zoela", free="y")
    assert "Any letters are allowed" in visitor.get(path).text
    visitor.guess("zzzzz", visitor.challenge("crane"))
    assert visitor.page.refusal == (
        "Not in word list: ZZZZZ. The word to find is in our list. Try another word from it."
    )
    assert "Any letters count" not in visitor.page.text


def test_refusals_do_not_reveal_whether_a_word_is_listed(visitor, app):
    seen = []
    for word in ("zoela", "crane"):
        path = visitor.challenge(word, free="y")
        friend = Visitor(visitor.app)
        texts = []
        for guess in ("", "xxxxx", "ffffi", "xx", "x1xxx", "xxxxx"):
            if guess:
                friend.guess(guess, path)
            text = friend.get(path).text.replace(path.rpartition("/")[2], "token")
            texts.append(text.partition("csrf_token")[0])
        assert friend.history.in_progress[0].guesses == ("ffffi",)
        seen.append([text.replace(friend.history.in_progress[0].puzzle, "x") for text in texts])
    assert seen[0] == seen[1]
