"""The format of numbers on pages."""

import pytest

from wordle_web.web.ui.formatting import decimal, milliseconds_text, percent, percent_text


@pytest.mark.parametrize(
    ("write", "number", "text"),
    [
        (decimal, 0.0, "0.00"),  # at least three digits
        (decimal, 9.99, "9.99"),
        (decimal, 9.995, "10.0"),
        (decimal, 99.94, "99.9"),
        (decimal, 99.95, "100"),
        (decimal, 1204.4, "1,204"),
        (percent, 0.0, "0%"),  # a small share isn't rounded to 0%
        (percent, 0.0001, "<1%"),
        (percent, 0.0099, "<1%"),
        (percent, 0.01, "1%"),
        (percent, 0.995, "100%"),
        (percent_text, 0.0, "0.0%"),  # only 100 is shown as 100%
        (percent_text, 83.44, "83.4%"),
        (percent_text, 99.97, "99.9%"),
        (percent_text, 100.0, "100%"),
        # A time has two digits, but at most two decimals.
        (milliseconds_text, 0.04, "0.04\N{NO-BREAK SPACE}ms"),
        (milliseconds_text, 0.994, "0.99\N{NO-BREAK SPACE}ms"),
        (milliseconds_text, 0.995, "1.0\N{NO-BREAK SPACE}ms"),
        (milliseconds_text, 9.94, "9.9\N{NO-BREAK SPACE}ms"),
        (milliseconds_text, 9.95, "10\N{NO-BREAK SPACE}ms"),
    ],
)
def test_numbers_are_rounded_to_significant_digits(app, write, number, text):
    with app.test_request_context():
        assert write(number) == text
