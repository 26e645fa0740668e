"""Archives of chats: those that messengers write are opened, and nothing else is unpacked."""

import io
import zipfile

import pytest
from harness.oversized import CHAT, Member, archives, deflated, exported, packed
from hypothesis import given
from hypothesis import strategies as st

from wordle_web.game.errors import LeagueError
from wordle_web.game.league.archives import MAX_ENTRIES, unpack_chat

LIMIT = 8 * 1024 * 1024


class Pipe(io.RawIOBase):
    """A file without random access, so that `zipfile` writes sizes after the content."""

    def __init__(self) -> None:
        self.data = bytearray()

    def writable(self) -> bool:
        return True

    def write(self, data: object) -> int:
        self.data += bytes(data)  # type: ignore[call-overload]  # `zipfile` writes buffers
        return len(memoryview(data))  # type: ignore[arg-type]


@pytest.mark.parametrize("method", [zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED])
@pytest.mark.parametrize("name", ["_chat.txt", "WhatsApp Chat with Família 🟩.txt"])
@pytest.mark.parametrize("is_piped", [False, True])
@pytest.mark.parametrize("comment", [b"", b"PK\5 a comment"])
def test_exports_of_every_zip_writer_are_opened(method, name, is_piped, comment):
    file = Pipe() if is_piped else io.BytesIO()
    with zipfile.ZipFile(file, "w", method) as archive:
        archive.writestr("photo.jpg", b"\xff\xd8" * 900)
        archive.writestr(name, CHAT * 40)
        archive.writestr("notes.txt", b"no chat")
        archive.comment = comment
    data = bytes(file.data) if isinstance(file, Pipe) else file.getvalue()
    assert unpack_chat(data, LIMIT) == CHAT * 40


def test_chat_exported_by_a_phone_is_preferred_to_other_texts():
    members = [Member(b"other", name=b"WhatsApp.txt"), Member(b"another", name=b"WhatsApp x.txt")]
    assert unpack_chat(packed(members), LIMIT) == b"another"
    assert unpack_chat(packed([*members, Member(CHAT)]), LIMIT) == CHAT


@pytest.mark.parametrize("method", [*range(1, 8), *range(9, 21), *range(93, 100), 0xFFFF])
def test_archive_member_with_another_compression_method_is_refused(method):
    refused(packed([Member(CHAT, method=method)]), "archive")


@pytest.mark.parametrize("flag", [0, *range(4, 11), *range(12, 16)])
def test_encrypted_or_patched_member_is_refused(flag):
    refused(packed([Member(CHAT, flags=1 << flag)]), "archive")


def test_sizes_and_ratios_are_bounded_before_anything_is_unpacked():
    refused(packed([Member(deflated(b"\n", 7 << 20), method=8, size=7 << 20)]), "archive")
    refused(packed([Member(deflated(b"\n", 7 << 20), method=8, size=LIMIT + 1)]), "size")
    refused(packed([Member(CHAT)] * (MAX_ENTRIES + 1)), "archive")
    refused(packed([Member(CHAT, name=b"photo.jpg")]), "zip")
    assert unpack_chat(packed([Member(CHAT)] * MAX_ENTRIES), LIMIT) == CHAT


def refused(data: bytes, kind: str) -> None:
    assert opened(data) == kind


def opened(data: bytes) -> bytes | str:
    """Return the chat in an archive, or the reason why it is refused."""
    try:
        return unpack_chat(data, LIMIT)
    except LeagueError as error:
        return error.kind


ARCHIVES = dict(archives(60))
REFUSALS = {"archive", "size", "zip"}


@pytest.mark.parametrize("data", ARCHIVES.values(), ids=ARCHIVES)
def test_hostile_archives_are_refused_or_yield_text_within_the_limit(data):
    content = opened(data)
    assert content in REFUSALS or (isinstance(content, bytes) and len(content) <= LIMIT)


@given(
    edits=st.lists(st.tuples(st.integers(0, 900), st.integers(0, 255)), max_size=6),
    cut=st.integers(0, 900),
)
def test_damaged_archives_are_read_completely_or_refused(edits, cut):
    data = bytearray(exported())
    for place, value in edits:
        data[-place % len(data)] = value
    assert opened(bytes(data[: len(data) - cut])) in REFUSALS | {CHAT * 50}
