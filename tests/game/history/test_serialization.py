"""Numbers and sections: read as they were written, and refused when they are damaged."""

import zlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wordle_web.game.errors import HistoryError
from wordle_web.game.history.serialization import ByteReader, section, unzigzag, varint, zigzag


@given(st.integers(0, 2**35 - 1))
def test_a_number_is_read_as_it_was_written(number: int) -> None:
    reader = ByteReader(varint(number))
    assert reader.varint(2**35) == number
    reader.end()


@given(st.integers(-(10**6), 10**6))
def test_a_number_is_unfolded_as_it_was_folded(number: int) -> None:
    assert unzigzag(zigzag(number)) == number
    assert 0 <= zigzag(number) <= 2 * abs(number)


def test_numbers_near_nothing_stay_small() -> None:
    assert [zigzag(number) for number in (0, -1, 1, -2, 2)] == [0, 1, 2, 3, 4]
    written = [varint(number).hex() for number in (0, 127, 128, 2**14)]
    assert written == ["00", "7f", "8001", "808001"]
    assert ByteReader(varint(100)).varint(100) == 100


@given(st.binary(max_size=300))
def test_a_section_is_read_as_it_was_written(data: bytes) -> None:
    reader = ByteReader(section(data))
    assert reader.section(300) == data
    reader.end()


@given(st.binary(max_size=60), st.integers(0, 100))
def test_any_bytes_are_read_or_refused(data: bytes, most: int) -> None:
    for read in (lambda r: r.varint(most), lambda r: r.section(most), lambda r: r.take(most)):
        reader = ByteReader(data)
        try:
            read(reader)
        except HistoryError:
            continue


@pytest.mark.parametrize(
    "data", [varint(200), b"\xff" * 9, b"\x80" * 5 + b"\x01", b"\x80" * 5 + b"\0", b"\x80", b""]
)
def test_a_number_that_is_too_large_or_cut_off_is_refused(data: bytes) -> None:
    with pytest.raises(HistoryError):
        ByteReader(data).varint(100)


def test_a_small_section_that_would_unpack_to_much_is_refused_before_it_does() -> None:
    bomb = section(bytes(20_000_000))
    assert len(bomb) < 20_000
    with pytest.raises(HistoryError):
        ByteReader(bomb).section(40_000)


@pytest.mark.parametrize(
    "junk", [b"", b"\xff\xff", zlib.compress(b"words"), section(b"words")[1:] + b"x"]
)
def test_a_section_that_is_none_or_has_something_after_its_end_is_refused(junk: bytes) -> None:
    with pytest.raises(HistoryError):
        ByteReader(varint(len(junk)) + junk).section(100)


def test_a_section_of_just_the_most_bytes_is_read_and_what_is_left_refused() -> None:
    reader = ByteReader(section(b"words") + b"x")
    assert reader.section(5) == b"words"
    with pytest.raises(HistoryError):
        reader.end()
    with pytest.raises(HistoryError):
        ByteReader(section(b"words")).section(4)
