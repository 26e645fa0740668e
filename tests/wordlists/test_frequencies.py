"""Lists of word frequencies, in wordfreq's format and as counts."""

import gzip
import math

import pytest

from wordle_web.wordlists.vocabulary import FrequencyError, read_frequencies

# {"format": "cB", "version": 1}, no words of 0 cB, two of -1 cB, one of -2 cB.
PACKED = (
    b"\xdc\x00\x04\x82\xa6format\xa2cB\xa7version\x01\x90\x92\xa3the\xa2of\x91\xd9\x03\xc3\xa4b"
)


def test_wordfreq_files_and_counts_become_zipf_frequencies() -> None:
    expected = {"the": 8.99, "of": 8.99, "äb": 8.98}
    for data in (PACKED, gzip.compress(PACKED)):
        assert read_frequencies(data) == pytest.approx(expected)
    frequencies = read_frequencies("Casa 3\ncasa 6\nvía 1\n".encode())
    assert frequencies == pytest.approx({"casa": 9 + math.log10(0.9), "vía": 8.0})


@pytest.mark.parametrize(
    "data",
    [b"", b"casa\n", b"casa 0\n", b"casa nan\n", b"la casa 3\n", b"\xff\xfe", PACKED[:-4],
     PACKED.replace(b"cB", b"xB"), gzip.compress(PACKED, mtime=0)[:-12]],
)  # fmt: skip
def test_invalid_frequency_file_is_refused_with_a_one_line_message(data: bytes) -> None:
    with pytest.raises(FrequencyError) as caught:
        read_frequencies(data)
    assert "\n" not in str(caught.value)
