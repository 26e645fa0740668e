"""Numbers and sections round-trip, damaged ones are refused, and derived keys never change."""

import zlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wordle_web.game.codecs import ByteReader, section, subkey, unzigzag, varint, zigzag
from wordle_web.game.errors import HistoryError


@given(st.integers(0, 2**35 - 1), st.integers(-(10**6), 10**6))
def test_number_round_trips_through_varint_and_zigzag(number: int, signed: int) -> None:
    reader = ByteReader(varint(number))
    assert reader.varint(2**35) == number
    reader.end()
    assert unzigzag(zigzag(signed)) == signed
    assert 0 <= zigzag(signed) <= 2 * abs(signed)


def test_numbers_near_zero_have_short_encodings() -> None:
    assert [zigzag(number) for number in (0, -1, 1, -2, 2)] == [0, 1, 2, 3, 4]
    written = [varint(number).hex() for number in (0, 127, 128, 2**14)]
    assert written == ["00", "7f", "8001", "808001"]
    assert ByteReader(varint(100)).varint(100) == 100


@given(st.binary(max_size=300))
def test_section_round_trips(data: bytes) -> None:
    reader = ByteReader(section(data))
    assert reader.section(300) == data
    reader.end()


@given(st.binary(max_size=60), st.integers(0, 100))
def test_byte_reader_reads_or_refuses_any_bytes(data: bytes, most: int) -> None:
    for read in (lambda r: r.varint(most), lambda r: r.section(most), lambda r: r.take(most)):
        reader = ByteReader(data)
        try:
            read(reader)
        except HistoryError:
            continue


@pytest.mark.parametrize(
    "data", [varint(200), b"\xff" * 9, b"\x80" * 5 + b"\x01", b"\x80" * 5 + b"\0", b"\x80", b""]
)
def test_too_large_or_truncated_number_is_refused(data: bytes) -> None:
    with pytest.raises(HistoryError):
        ByteReader(data).varint(100)


@pytest.mark.parametrize(
    "junk", [b"", b"\xff\xff", zlib.compress(b"words"), section(b"words")[1:] + b"x"]
)
def test_malformed_or_too_large_section_is_refused(junk: bytes) -> None:
    bomb = section(bytes(20_000_000))
    assert len(bomb) < 20_000
    for data, most in ((varint(len(junk)) + junk, 100), (bomb, 40_000)):
        with pytest.raises(HistoryError):
            ByteReader(data).section(most)


def test_section_of_maximum_size_is_read_and_extra_bytes_are_refused() -> None:
    reader = ByteReader(section(b"words") + b"x")
    assert reader.section(5) == b"words"
    with pytest.raises(HistoryError):
        reader.end()
    with pytest.raises(HistoryError):
        ByteReader(section(b"words")).section(4)


def test_derived_keys_do_not_change_and_differ_by_purpose() -> None:
    known = "e44eab00ad938d650d23c34c60316733c723c4af2acb36567687ac14406d1de0"
    assert subkey(b"key", "daily", 3).hex() == known
    purposes = ((b"key",), (b"key", "daily"), (b"key", "daily", 1), (b"k", "daily"))
    keys = [subkey(*purpose) for purpose in purposes]
    assert len(set(keys)) == len(keys)
    assert {len(key) for key in keys} == {32}
