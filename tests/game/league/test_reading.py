"""Chats: each text of the corpus yields its expected table, and hostile texts are read in time."""

import json
import struct
import zipfile
from dataclasses import replace
from datetime import date
from io import BytesIO

import pytest
from game.league.corpus import CHATS, GRID, Chat
from game.league.tables import as_lines, read, reader

from wordle_web.game.errors import LeagueError
from wordle_web.game.league.chats import blocks_of
from wordle_web.game.league.exports import messages_of_file
from wordle_web.game.league.names import clean_name
from wordle_web.game.league.reading import ChatReading, WrittenDate, game_name, ordinal_of
from wordle_web.game.league.table import ResultKey, Table

MOST = 8 << 20  # the maximum size of a chat in bytes
AT_TEN = "2023-12-31T22:00:00"
RICH = ["Wordle 925 ", {"type": "bold", "text": "4/6"}, "\n\n⬛🟩🟩🟩🟩"]
EXPORT = {
    "name": "Family",
    "type": "private_group",
    "messages": [
        {"id": 1, "type": "service", "actor": "Ana", "action": "create_group", "members": ["Bob"]},
        {"id": 2, "type": "message", "date": "2023-12-31T21:41:05", "from": "Ana", "text": RICH},
        {"id": 3, "date": AT_TEN, "from": "Bob", "text": "Wordle 925 3/6"},
        {"id": 3, "date": AT_TEN, "edited": AT_TEN, "from": "Bob", "text": "Wordle 925 5/6"},
        {"id": 4, "date": AT_TEN, "from": "Eva", "forwarded_from": "Ana", "text": "Wordle 925 4/6"},
        {"id": 5, "date": 5, "from": None, "text": {"a": 1}},
    ],
}
TELEGRAM = ("Ana | Wordle | 925 | 4", "Bob | Wordle | 925 | 5")


def read_file(data: bytes) -> ChatReading:
    return reader().read(messages_of_file(data))


def zipped(**files: bytes) -> bytes:
    """Return a zip archive of files; two underscores in a keyword stand for a period."""
    buffer = BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            archive.writestr(name.replace("__", "."), data)
    return buffer.getvalue()


@pytest.mark.parametrize("chat", CHATS, ids=lambda chat: chat.name)
def test_chat_yields_the_expected_table(chat: Chat) -> None:
    reading = read(chat.text)
    assert as_lines(reading.table) == chat.results
    unconfirmed = tuple(n for n in reading.table.unconfirmed if n not in reading.table.unsure)
    assert unconfirmed == chat.asked
    assert reading.nameless == chat.nameless
    assert reading.unranked == chat.unranked
    if chat.date is not None:
        result = next(iter(reading.table.results))
        epoch = reading.table.games[result.game].epoch
        assert str((epoch and date.fromordinal(epoch + result.number)) or "") == chat.date


SEALED = """
[31/12, 21:41] Ana: Wordle-web Português 364 4/6
https://w.example/pt/daily/364?a=1&seal=good
[31/12, 21:42] Bob: Wordle-web Português 364 3/6
https://w.example/pt/daily/364?seal=bad
[31/12, 21:43] Cem: Wordle-web Português 364 2/6
https://w.example/pt/daily/363?seal=good https://w.example/pt/daily/364?seal=old#seal=bad
[31/12, 21:44] Dan: pt/ 364 4/6
⬛⬛⬛⬛⬛
⬛⬛⬛⬛⬛
⬛⬛⬛⬛⬛
🟩🟩🟩🟩🟩
https://w.example/pt/daily/364?seal=good
[31/12, 21:45] Eva: Wordle-web Português 364 5/6
https://w.example/pt/daily/364?unseal=good seal=good
[31/12, 21:46] Ana: Wordle-web Português 364 4/6"""


def test_seal_proves_a_result_of_this_site_and_its_player() -> None:
    seen = []

    def check_seal(puzzle: str, seal: str, value: int, hinted: bool) -> bytes | None:
        assert not hinted
        seen.append((puzzle, seal, value))
        return {"good": b"player", "old": b""}.get(seal)

    table = read(SEALED, check_seal=check_seal).table
    assert seen == [("pt/daily/364", *facts) for facts in (("good", 4), ("bad", 3), ("old", 2))]
    assert [line.rpartition(" ")[2] for line in as_lines(table)] == ["4!", "3", "2!", "4", "5"]
    assert table.seals == {"Ana": {b"player"}}


def test_date_is_parsed_in_the_given_order() -> None:
    days = {("dmy", 31, 12, 23): "2023-12-31", ("mdy", 12, 31, 99): "2099-12-31"}
    days |= {("ymd", 2099, 12, 31): "2099-12-31", ("ymd", 100, 12, 31): "0100-12-31"}
    days |= dict.fromkeys((("dmy", 1, 1, 2100), ("dmy", 31, 12), ("dmy", 31, 13, 23)), "")
    for (order, *numbers), day in days.items():
        ordinal = ordinal_of(WrittenDate(tuple(numbers), "/"), order)
        assert ordinal == (date.fromisoformat(day).toordinal() if day else 0)


def test_concatenated_chats_of_the_corpus_are_read() -> None:
    reading = read("\n".join(chat.text for chat in CHATS if not chat.asked and not chat.nameless))
    keys = ("1 wordle", "1 semantle", "1 framed", "4 daily quordle", "8 daily octordle")
    assert [reading.table.games[key].limit for key in keys] == [6, 0, 6, 9, 13]


CLEAR = [chat for chat in CHATS if not chat.asked and not chat.nameless]


@pytest.mark.parametrize("chat", CLEAR, ids=lambda chat: chat.name)
def test_chat_below_a_line_of_text_yields_the_same_table(chat: Chat) -> None:
    assert as_lines(read(f"see you\n{chat.text.strip()}").table) == chat.results


def test_messages_do_not_depend_on_block_boundaries() -> None:
    talk = "31.12.23, 21:40 - Bob: nothing much\n" * 900
    text = f"{talk}31.12.23, 21:41 - Ana: Wordle 925 4/6{GRID}\n{talk}"
    for start in range(0, 72, 5):
        assert as_lines(read(text[start:]).table) == ("Ana | Wordle | 925 | 4",)
    text = "".join(f"{number}\n" for number in range(200_000))
    blocks = list(blocks_of(text))
    assert len(blocks) > 2
    assert "".join(blocks) == text
    assert all(block.endswith("\n") for block in blocks)


@pytest.mark.parametrize(("most", "count"), [(1, 0), (2, 1), (60, 1), (61, 0)])
def test_chat_result_is_read_if_its_game_allows_2_to_60_guesses(most: int, count: int) -> None:
    reading = read(f"31.12.23, 21:40 - Ana: Wordle 925 {most}/{most}")
    assert len(reading.table.results) == count


ANA, RESULT, BOARDS = "31.12.23, 21:41 - Ana: hi\n", "Wordle 925 4/6", "3️⃣5️⃣\n7️⃣8️⃣"


@pytest.mark.parametrize(
    ("text", "sign", "most"),
    [
        (f"{ANA}{{}}\n{RESULT}", "x", 16_380),  # the length of a message
        (f"31.12.23, 21:41 - A{{}}: hi\n{RESULT}", "n", 79),  # of a name in a header
        *((f"A{{}}{gap}9:41 PM\n{RESULT}", "n", 59) for gap in ("  ", "\n  ")),
        (f"{{}}\n{RESULT}", "A", 40),  # of a name above a result
        (f"Ana\n{{}}{RESULT}", "\n", 39),  # the number of empty lines between them
        (f"31.12.23, 21:41 - Bob: hi\nForwarded from Ana\n{{}}\n{RESULT}", "x", 980),
        (f"{ANA}{{}}{RESULT}", " ", 152),
        (f"{ANA}Wordle {{}} 4/6", "9", 7),
        (f"{ANA}Wordle 925 ({{}}) 4/6", "x", 30),
        (f"{ANA}{{}}Daily Quordle 707\n{BOARDS}", " ", 47),
        (f"{ANA}Q{{}} 707\n{BOARDS}", "u", 38),
        # The length of a line between title and grid.
        (f"{ANA}Daily Quordle 707\n{{}}\n{BOARDS}", "x", 60),
        (f"{ANA}Framed #632\n🎥 {{}}🟩", "🟥 ", 58),
    ],
    ids=range(14),
)
def test_result_is_credited_up_to_maximum_lengths_of_its_parts(text, sign: str, most: int) -> None:
    for count in (most, most + 1):
        results = read(text.format(sign * count)).table.results
        assert any(result.person.startswith("A") for result in results) == (count == most)


def test_decoration_is_removed_from_names_of_people_and_games() -> None:
    names = {
        " ~ Ana ": "Ana",
        "@everyone": "everyone",
        "<!here>": "\u2039!here\u203a",
        "a\u202e\u0000\u2066b\nc": "ab c",
        "x" * 100: "x" * 40,
        "👩‍💻": "👩‍💻",
        "\u200d\u200d": "",
    }
    assert {written: clean_name(written) for written in names} == names
    games = {"🧩 Wordle ": "Wordle", "# — Wordle ": "Wordle", "¡Palabra ": "¡Palabra", "# # ": ""}
    assert {written: game_name(written) for written in games} == games
    assert "912" not in repr(read("31.12.23, 21:41 - +351 912 345 678: Wordle 925 3/6").table)


def test_telegram_export_of_one_chat_or_all_is_read() -> None:
    for encoding in ("utf-16", "utf-8"):
        reading = read_file(json.dumps(EXPORT).encode(encoding))
        assert as_lines(reading.table) == TELEGRAM
    game = reading.table.games["1 wordle"]
    assert date.fromordinal(game.epoch + 925).isoformat() == "2023-12-31"
    whole = {"chats": {"list": [{"messages": []}, EXPORT]}}
    assert as_lines(read_file(json.dumps(whole, indent=1).encode()).table) == TELEGRAM


@pytest.mark.parametrize("name", ["_chat__txt", "WhatsApp Chat with Family__txt"])
def test_only_the_chat_in_a_whatsapp_zip_is_read(name: str) -> None:
    chat = f"[31/12/2023, 21:41:05] Ana: Wordle 925 4/6{GRID}".encode()
    other = b"[31/12/2023, 21:41:05] Bob: Wordle 925 3/6"
    data = zipped(**{"photo__jpg": b"\xff\xd8" * 999, "notes__txt": other, name: chat})
    assert as_lines(read_file(data).table) == ("Ana | Wordle | 925 | 4",)


@pytest.mark.parametrize(
    ("encoding", "name"),
    [("utf-8", "Zoé"), ("utf-8-sig", "Zoé"), ("utf-16", "Zoé"), ("latin-1", "Zo\ufffd")],
)
def test_text_file_is_read_in_any_encoding(encoding: str, name: str) -> None:
    data = "31.12.23, 21:41 - Zoé: Wordle 925 4/6".encode(encoding)
    assert as_lines(read_file(data).table) == (f"{name} | Wordle | 925 | 4",)


def deep(levels: int) -> bytes:
    return b'{"messages": [{"text": ' + b"[" * levels + b"]" * levels + b"}]}"


def encrypted() -> bytes:
    data = bytearray(zipped(_chat__txt=b"x"))
    place = data.rfind(b"PK\x01\x02") + 8
    struct.pack_into("<H", data, place, 1)
    return bytes(data)


NO_EXPORTS = {
    "too large": (b"x" * (MOST + 1), "size"),
    "zip of a large text": (zipped(_chat__txt=b"\n" * (MOST + 1)), "size"),
    "zip of too large a text": (zipped(_chat__txt=b"\0" * 50_000_000), "size"),
    "zip bomb": (zipped(_chat__txt=b"\n" * MOST), "archive"),
    "zip without a chat": (zipped(other__txt=b"x"), "zip"),
    "zip cut short": (zipped(_chat__txt=b"x" * 500)[:-10], "archive"),
    "start of a zip": (b"PK\x03\x04", "archive"),
    "zip of many files": (zipped(**{str(number): b"" for number in range(6000)}), "archive"),
    "encrypted zip": (encrypted(), "archive"),
    "nested": (deep(60), "nested"),
    "deeply nested": (deep(20_000), "nested"),
    "one long message": (b'{"messages": [{"text": "' + b"x" * 100_000 + b'"}]}', "nested"),
    "no json": (b'{"messages": [{"text": "x", ]}', "nested"),
    "picture": (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "format"),
}


@pytest.mark.parametrize(("data", "kind"), NO_EXPORTS.values(), ids=NO_EXPORTS)
def test_file_other_than_an_export_is_refused(data: bytes, kind: str) -> None:
    with pytest.raises(LeagueError) as refused:
        read_file(data)
    assert refused.value.kind == kind
    assert str(refused.value)


NO_MESSAGES = [b"", b"{}", b'{"messages": []}', b'{"messages": {}}', b"{"]
LARGEST = [b"\n" * MOST, zipped(_chat__txt=b"\n" * 100_000)]


@pytest.mark.parametrize("data", [*NO_MESSAGES, *LARGEST], ids=len)
def test_file_without_messages_yields_an_empty_table(data: bytes) -> None:
    assert read_file(data).table == Table()


@pytest.mark.parametrize(
    ("lines", "kind"),
    [
        ([f"[31/12, 21:41] P{n}: Wordle 925 4/6" for n in range(201)], "people"),
        ([f"P{n}\nWordle 925 4/6" for n in range(201)], "people"),
        ([f"[31/12, 21:41] Ana: G{n}dle 925 4/6" for n in range(101)], "games"),
        ([f"[31/12, 21:41] Ana: Wordle {n} 4/6" for n in range(1, 4002)], "days"),
        (["[31/12, 21:41] Ana: Wordle 925 4/6"] * 40_001, "results"),
        (["1 1/6"] * 80_001, "results"),  # texts that only look like results
    ],
)
def test_chat_over_a_limit_is_refused_with_a_message(lines: list[str], kind: str) -> None:
    read("\n".join(lines[1:]))
    with pytest.raises(LeagueError) as refused:
        read("\n".join(lines))
    assert refused.value.kind == kind
    assert "Choose a shorter part" in str(refused.value)


# A hundred blocks show as much as a thousand, so only one text has the maximum length.
LARGE = {
    "one line": ("x", MOST),
    "fractions": ("1/", MOST // 16),
    "results": ("12 3/6 ", 125_000),
    "brackets": ("[31.12.2023 21:41] ", 50_000),
    "cells": ("3️⃣🟥\n", 110_000),
    "numbers": ("1 234 567 ", 100_000),
    "times": ("hello 21:41 ", 75_000),
    "brackets below a result": ("Wordle 1,000 3/6\n" + "(" * 1250 + "." * 1250, 1),
    "signs before a number": ("a" + "#" * 155 + "a 1 3/6\n", 6_000),
    "a time and spaces": ("a1.00" + " " * 31_000 + "x\n", 30),
    "times alone": ("1:00\n", 125_000),
}


@pytest.mark.parametrize(("part", "count"), LARGE.values(), ids=LARGE)
def test_large_text_without_senders_has_only_uncertain_results(part: str, count: int) -> None:
    assert all(line.startswith("? |") for line in as_lines(read(part * count).table))


def test_spellings_of_a_game_share_a_key() -> None:
    table = read("[31/12, 21:41] Ana: WORDLE 925 4/6\n[31/12, 21:41] Bob: Wordle 925 4/6").table
    assert set(table.results) == {
        ResultKey("Ana", "1 wordle", 925),
        ResultKey("Bob", "1 wordle", 925),
    }
    assert table.games["1 wordle"].name == "WORDLE"


def test_confirmed_people_exclude_unconfirmed_and_left_out_people() -> None:
    chat = next(chat for chat in CHATS if chat.asked)
    other = "\n31.12.23, 21:41 - Zoe: Wordle 925 4/6\n31.12.23, 21:41 - Yan: Wordle 925 3/6"
    table = read(chat.text + other).table
    assert {"Zoe", "Yan"} <= set(table.confirmed)
    assert not set(table.unconfirmed) & set(table.confirmed)
    assert "Zoe" not in replace(table, left_out=frozenset({"Zoe"})).confirmed
