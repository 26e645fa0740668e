"""Exports from any program: fields of JSON and CSV are identified by their contents."""

import csv
import io
import json
from contextlib import suppress
from typing import Any

import pytest
from game.league.tables import as_lines, reader

from wordle_web.game.errors import LeagueError
from wordle_web.game.league.exports import messages_of_file, messages_of_text
from wordle_web.game.league.reading import ChatReading

DAY = "2024-01-29T21:41:05"
EPOCH = 1706564465


def read_file(data: Any) -> ChatReading:
    data = data if isinstance(data, bytes) else json.dumps(data).encode()
    return reader().read(messages_of_file(data))


def table(rows: list[list[str]], delimiter: str = ",") -> bytes:
    out = io.StringIO()
    csv.writer(out, delimiter=delimiter).writerows(rows)
    return out.getvalue().encode()


def discord(name: str, text: str, number: int) -> dict[str, Any]:
    return {
        "id": f"{number}",
        "type": "Default",
        "timestamp": "2024-01-29T21:41:05.123+00:00",
        "timestampEdited": None,
        "content": text,
        "author": {"id": f"9{number}", "name": name.lower(), "nickname": name, "isBot": False},
        "attachments": [],
        "mentions": [{"id": "1", "name": "zoe", "nickname": "Zoe"}],
        "reference": {"messageId": "5", "channelId": "6", "guildId": None},
    }


A, B = "Wordle 954 4/6\n\n⬛🟨⬛⬛⬛", "Wordle 954 3/6"
SLACK = {"real_name": "Ana", "display_name": "Ana", "avatar_hash": "x"}
EXPORTS: dict[str, Any] = {
    "discord": {
        "guild": {"id": "1", "name": "Family"},
        "channel": {"id": "2", "name": "wordle 4/6"},
        "messages": [discord("Ana", A, 1), discord("Bob", B, 2), discord("Cem", "hi", 3)],
    },
    "slack": [
        {"user": "U0123ABCD", "type": "message", "ts": f"{EPOCH}.0002", "text": A}
        | {"user_profile": SLACK, "team": "T0123ABCD"},
        {"user": "U0123ABCE", "type": "message", "ts": f"{EPOCH}.0003", "text": B}
        | {"user_profile": {**SLACK, "real_name": "Bob", "display_name": "Bob"}},
    ],
    "facebook": {
        "participants": [{"name": "Ana"}, {"name": "Bob"}],
        "messages": [
            {"sender_name": "Ana", "timestamp_ms": EPOCH * 1000, "content": A},
            {"sender_name": "Bob", "timestamp_ms": EPOCH * 1000, "content": B},
        ],
    },
    "matrix": {
        "messages": [
            {"type": "m.room.message", "sender": name, "origin_server_ts": EPOCH * 1000}
            | {"content": {"msgtype": "m.text", "body": text}, "room_id": "!x:y"}
            for name, text in (("Ana", A), ("Bob", B))
        ]
    },
    "groupme": [
        {"name": "Ana", "user_id": "12", "created_at": EPOCH, "text": A, "group_id": "5"},
        {"name": "Bob", "user_id": "13", "created_at": EPOCH, "text": B, "group_id": "5"},
    ],
    "google": {
        "messages": [
            {
                "creator": {"name": name, "email": f"{name}@x.example", "user_type": "Human"},
                "created_date": "Monday, January 29, 2024 at 9:41:05 PM UTC",
                "text": text,
            }
            for name, text in (("Ana", A), ("Bob", B))
        ]
    },
    "a phone's messages": {
        "chats": [
            {"chat": "Family", "entries": [{"who": "Ana", "when": DAY, "said": A}]},
            {"chat": "Friends", "entries": [{"who": "Bob", "when": DAY, "said": B}]},
        ]
    },
    "author, message and date": [
        {"author": "Ana", "date": "29.01.2024 21:41", "message": A},
        {"author": "Bob", "date": "29.01.2024 21:44", "message": B},
    ],
    "json lines": b"\n".join(
        json.dumps({"from": name, "sent_at": DAY, "body": text}).encode()
        for name, text in (("Ana", A), ("Bob", B))
    ),
    "camel case": [
        {"senderName": "Ana", "sentAt": EPOCH, "messageText": A, "chatId": "x"},
        {"senderName": "Bob", "sentAt": EPOCH, "messageText": B, "chatId": "x"},
    ],
    "german": [
        {"Absender": "Ana", "Zeit": "29.01.2024 21:41", "Nachricht": A},
        {"Absender": "Bob", "Zeit": "29.01.2024 21:44", "Nachricht": B},
    ],
    "csv": table([["Date", "Author", "Content"], [DAY, "Ana", A], [DAY, "Bob", B]]),
    "csv of discord": table(
        [
            ["AuthorID", "Author", "Date", "Content", "Attachments", "Reactions"],
            ["91", "Ana", "2024-01-29T21:41:05.1230000+00:00", A, "", ""],
            ["92", "Bob", "2024-01-29T21:44:05.1230000+00:00", B, "", ""],
        ]
    ),
    "csv with semicolons": table(
        [["Zeit", "Absender", "Text"], ["29.01.2024 21:41", "Ana", A], ["29.01.2024", "Bob", B]],
        ";",
    ),
    "tabs": table([["time", "user", "text"], [DAY, "Ana", A], [DAY, "Bob", B]], "\t"),
}


@pytest.mark.parametrize("data", EXPORTS.values(), ids=EXPORTS)
def test_chat_export_with_unknown_field_names_is_read(data: Any) -> None:
    reading = read_file(data)
    assert as_lines(reading.table) == ("Ana | Wordle | 954 | 4", "Bob | Wordle | 954 | 3")
    assert not reading.table.unconfirmed
    pasted = data if isinstance(data, bytes) else json.dumps(data, indent=1).encode()
    again = reader().read(messages_of_text(pasted.decode()))
    assert again.table == reading.table


@pytest.mark.parametrize("name", sorted(set(EXPORTS) - {"a phone's messages"}))
def test_results_of_an_export_have_dates(name: str) -> None:
    game = read_file(EXPORTS[name]).table.games["1 wordle"]
    assert game.epoch == 738_914 - 954


def test_facebook_text_encoded_byte_by_byte_is_decoded() -> None:
    name = "Zoé 🎉".encode().decode("latin-1")
    text = "Wordle 954 4/6 \U0001f389".encode().decode("latin-1")
    reading = read_file({"messages": [{"sender_name": name, "timestamp_ms": 1, "content": text}]})
    assert as_lines(reading.table) == ("Zoé 🎉 | Wordle | 954 | 4",)


UNCLEAR: dict[str, Any] = {
    "no sender": [{"date": DAY, "text": A}, {"date": DAY, "text": B}],
    "a code in the place of some senders": [{"from": "", "text": A}, {"from": "", "text": B}],
    "two senders that differ": [
        {"from": "Ana", "author": "Bob", "text": A},
        {"from": "Bob", "author": "Ana", "text": B},
    ],
    "a receiver alone": [{"to": "Ana", "text": A}, {"to": "Bob", "text": B}],
    "a quoted message": [{"reply": {"author": "Ana"}, "text": A}, {"text": B}],
    "a column without a name": table([["Date", "user", "Text"], [DAY, "", A], [DAY, "", B]]),
}


@pytest.mark.parametrize("data", UNCLEAR.values(), ids=UNCLEAR)
def test_export_without_a_clear_sender_needs_confirmation(data: Any) -> None:
    reading = read_file(data)
    assert all(line.startswith("?") for line in as_lines(reading.table))
    assert len(reading.table.unsure) == reading.nameless == 2


HOSTILE = {
    "lists": b"[{" * 400_000,
    "lists with spaces": b"[" + b" " * 190 + b"{" + b'"a":' * 40_000,
    "objects": b'{"a":' * 200_000,
    "many fields": b"[{" + b",".join(b'"%d":"1/6"' % n for n in range(4000)) + b"}]",
    "empty objects": b"[" + b"{}," * 90_000 + b"{}]",
    "a table of one line": b"date,author,text\n" + b"x" * 1_000_000,
    "an open quote": b'date,author,text\n"' + b"x\n" * 500_000,
}


@pytest.mark.parametrize("data", HOSTILE.values(), ids=HOSTILE)
def test_hostile_export_is_refused_or_empty(data: bytes) -> None:
    with suppress(LeagueError):
        assert not read_file(data).table.results


def test_chat_with_commas_is_not_csv() -> None:
    text = "31/12/2023, 21:41 - Ana: date, time, author\n31/12/2023, 21:44 - Bob: Wordle 925 4/6"
    assert as_lines(reader().read(messages_of_text(text)).table) == ("Bob | Wordle | 925 | 4",)


PAGES = {
    "a page": "<!DOCTYPE html>\n<html><body>Ana: Wordle 925 4/6</body></html>",
    "a page with a long head": "\ufeff<html><style>" + "a{b:c}" * 9000 + "</style>Wordle 925 4/6",
    "a part of one": "<div>Ana</div><div>Wordle 925 4/6</div><div>Bob</div>",
    "markup": '<?xml version="1.0"?><chat><message from="Ana">Wordle 925 4/6</message></chat>',
}


@pytest.mark.parametrize("page", PAGES.values(), ids=PAGES)
def test_web_page_is_refused(page: str) -> None:
    with pytest.raises(LeagueError) as refused:
        read_file(page.encode())
    assert refused.value.kind == "html"
