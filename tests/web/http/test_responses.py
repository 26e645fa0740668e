"""Negotiation of content encodings: accepted encodings and their quality values."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from werkzeug.datastructures import Accept
from werkzeug.http import parse_accept_header

from wordle_web.web.http.responses import ENCODERS, best_encoding, qualities

ITEMS = st.tuples(
    st.sampled_from(["br", "gzip", "deflate", "identity", "x"]),
    st.sampled_from(["", ";q=0", ";q=0.5", ";q=0.501", ";q=1", "; q=0.9", ";q=1.000"]),
)


@given(items=st.lists(ITEMS, max_size=6, unique_by=lambda item: item[0]))
def test_best_encoding_agrees_with_werkzeug(items):
    header = ", ".join(map("".join, items))
    expected = parse_accept_header(header, Accept).best_match(ENCODERS)
    assert best_encoding(header) == expected


@pytest.mark.parametrize(
    ("header", "encoding"), [("*", "br"), ("*;q=0", None), ("br;q=0, *", "gzip"), ("GZIP", "gzip")]
)
def test_star_in_accept_encoding_matches_every_unnamed_encoding(header, encoding):
    assert best_encoding(header) == encoding


@pytest.mark.parametrize("quality", ["2", "-1", "nan", "inf", "1e3", "0.1234", "x", "1.5", "٣"])
def test_header_items_with_an_invalid_quality_are_ignored(quality):
    assert qualities(f"de;q={quality}, en") == {"en": 1.0}
