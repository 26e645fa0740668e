"""Written histories can be read after any sequence of events; `tests/soak` runs many more."""

from harness.browsers import check_sequences


def test_no_sequence_loses_a_day_or_writes_what_cannot_be_read(lexicons):
    check_sequences(lexicons, 40)  # a third of a second each; the soak tests run 2,000
