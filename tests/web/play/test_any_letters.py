"""Challenges with any letters: nothing tells which kind of word a game has."""

from web_visitor import Visitor


def test_a_word_outside_the_list_needs_a_decision(visitor):
    page = visitor.fill("/challenge", {"word": "zoela"})
    assert page.status_code == 422
    assert "This isn’t in our word list." in page.text
    assert "or allow it below" in page.text
    path = visitor.challenge("zoela", free="y")
    assert "Any letters count as a guess" in visitor.get(path).text
    visitor.guess("zzzzz", visitor.challenge("crane"))
    assert visitor.page.refusal == (
        "Not in word list: ZZZZZ. The word to find is in our list. Try another word from it."
    )
    assert "Any letters count" not in visitor.page.text


def test_no_refusal_tells_a_listed_word_from_another(visitor, app):
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
