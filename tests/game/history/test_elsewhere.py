"""Statistics of other sites, as JSON that people paste."""

import json

import pytest

from wordle_web.game.history.elsewhere import MAX_TEXT, read_statistics

GUESSES = {"1": 0, "2": 3, "3": 20, "4": 31, "5": 12, "6": 4, "fail": 2}
FLAT = {
    "currentStreak": 7,
    "maxStreak": 31,
    "guesses": GUESSES,
    "winPercentage": 97,
    "gamesPlayed": 72,
    "gamesWon": 70,
    "averageGuesses": 4,
}
WANTED = {
    **{"played": 72, "current_streak": 7, "max_streak": 31},
    **{"won_2": 3, "won_3": 20, "won_4": 31, "won_5": 12, "won_6": 4},
}
NESTED = {
    "id": 1,
    "player": {
        "stats": {
            "legacyStats": {**FLAT, "gamesPlayed": 10, "guesses": {"3": 9, "fail": 1}},
            "totalStats": {"gamesWon": 70, "gamesPlayed": 72, "guesses": GUESSES},
            "calculatedStats": {"currentStreak": 7, "maxStreak": 31, "hasPlayed": True},
        }
    },
}
READABLE = {
    "alone": json.dumps(FLAT),
    "with line breaks": json.dumps(FLAT, indent=2),
    "nested, beside older ones": json.dumps(NESTED),
    "a text within JSON": json.dumps({"nyt-wordle-statistics": json.dumps(FLAT), "theme": "dark"}),
    "twice a text": json.dumps({"storage": json.dumps({"statistics": json.dumps(FLAT)})}),
    "with the name of its key before it": f"nyt-wordle-statistics: {json.dumps(FLAT)}",
    "with a semicolon after it": f"{json.dumps(FLAT)};",
    "numbers as texts": json.dumps({**FLAT, "gamesPlayed": "72", "maxStreak": "31"}),
    "whole numbers with a fraction": json.dumps({**FLAT, "gamesPlayed": 72.0}),
    "no games played": json.dumps({k: v for k, v in FLAT.items() if k != "gamesPlayed"}),
    "in a list": json.dumps([{"game": "wordle", "stats": FLAT}]).join(["{", "}"])[1:-1],
    "beside another game": json.dumps({"mini": {"guesses": {}}, "wordle": FLAT}),
}


@pytest.mark.parametrize("text", READABLE.values(), ids=READABLE)
def test_statistics_are_found_anywhere_in_the_text(text: str) -> None:
    assert read_statistics(text) == WANTED


UNREADABLE = {
    "nothing": "",
    "another text": "Played 72, streak 7",
    "half of it": json.dumps(FLAT)[:-30],
    "no guesses": json.dumps({"gamesPlayed": 72, "currentStreak": 3}),
    "no games": json.dumps({"guesses": {"1": 0, "fail": 0}}),
    "words in place of numbers": json.dumps({"guesses": {"1": "many"}}),
    "negative": json.dumps({"guesses": {"1": -3}}),
    "true": json.dumps({"guesses": {"1": True}}),
    "huge": json.dumps({"guesses": {"1": 10**9}}),
    "nested deeply": '{"a":' * 2000 + "1" + "}" * 2000,
    "lists in lists": "{" + '"a":' + "[" * 2400 + "]" * 2400 + "}",
    "too long": json.dumps({**FLAT, "more": "x" * MAX_TEXT}),
}


@pytest.mark.parametrize("text", UNREADABLE.values(), ids=UNREADABLE)
def test_text_without_statistics_returns_none(text: str) -> None:
    assert read_statistics(text) is None
