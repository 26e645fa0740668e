"""Numbers as pages write them."""

import pytest
from flask import Flask

from wordle_web.web.ui.formatting import decimal, milliseconds_text, percent, percent_text


@pytest.mark.parametrize(
    ("number", "text"),
    [
        (0.0, "0.00"),
        (9.99, "9.99"),
        (9.995, "10.0"),
        (10.0, "10.0"),
        (99.94, "99.9"),
        (99.95, "100"),
        (1204.4, "1,204"),
    ],
)
def test_a_figure_has_three_digits(app: Flask, number: float, text: str) -> None:
    with app.test_request_context():
        assert decimal(number) == text


@pytest.mark.parametrize(
    ("share", "text"),
    [
        (0.0, "0%"),
        (0.0001, "<1%"),
        (0.0099, "<1%"),
        (0.01, "1%"),
        (0.014, "1%"),
        (0.995, "100%"),
        (1.0, "100%"),
    ],
)
def test_a_small_share_is_not_nothing(app: Flask, share: float, text: str) -> None:
    with app.test_request_context():
        assert percent(share) == text


@pytest.mark.parametrize(
    ("won", "text"), [(0.0, "0.0%"), (83.44, "83.4%"), (99.97, "99.9%"), (100.0, "100%")]
)
def test_all_games_are_won_only_if_all_are(app: Flask, won: float, text: str) -> None:
    with app.test_request_context():
        assert percent_text(won) == text


@pytest.mark.parametrize(
    ("milliseconds", "text"),
    [(0.04, "0.04"), (0.994, "0.99"), (0.995, "1.0"), (1.3, "1.3"), (9.94, "9.9"), (9.95, "10")],
)
def test_a_time_has_two_digits(app: Flask, milliseconds: float, text: str) -> None:
    with app.test_request_context():
        assert milliseconds_text(milliseconds) == text
