"""After any sequence of events, written histories can be read; `tests/soak` runs many more."""

from harness.browsers import check_sequences


def test_random_sequences_of_visits_lose_no_day_and_write_readable_cookies(lexicons):
    check_sequences(lexicons, 40)  # a third of a second each; the soak tests run 2,000
