"""Many pictures of boards with unlisted guesses."""

from reading.pictures import unlisted_boards


def test_two_hundred_boards_with_unlisted_guesses_are_read_correctly() -> None:
    wrong = [(look, rows) for look, rows, expected in unlisted_boards(200, 58) if rows != expected]
    assert wrong == []
