"""Chats with one damaged header: no result is credited to the wrong person.

There are twenty-two formats and six kinds of damage. The page may ask about a result or omit it,
but must not show it with a wrong name. Without damage, all results of each format are read.
"""

import re

import pytest
from game.league.tables import read

from wordle_web.game.league.reading import ChatReading
from wordle_web.game.league.table import UNSURE

# The beginnings of messages: {d} and {m} are the day and month, {t} the minutes, {n} the name.
FORMATS = {
    "android": "{d:02}.{m:02}.24, 21:{t} - {n}: ",
    "android, american": "{m}/{d}/24, 9:{t} PM - {n}: ",
    "iphone": "[{d:02}/{m:02}/2024, 21:{t}:05] {n}: ",
    "copied from a browser": "[21:{t}, {d}/{m}/2024] {n}: ",
    "telegram": "{n}, [{d:02}.{m:02}.2024 21:{t}]\n",
    "discord": "{n} — {d:02}/{m:02}/2024 21:{t}\n",
    "discord, today": "{n} — Today at 9:{t} PM\n",
    "discord, with a tag": "{n}\n[:3]\n — Yesterday at 2:{t} PM\n",
    "slack": "{n}  9:{t} PM\n",
    "slack, two lines": "{n}\n  9:{t} PM\n",
    "teams": "[{d:02}.{m:02}.2024 21:{t}] {n}\n",
    "signal": "{n}\t21:{t}\n",
    "a name and a date": "{n} {d:02}/{m:02}/2024 21:{t}\n",
    "an export of messages": "Jan {d}, 2024  9:{t}:05 PM\n{n}\n",
    "mail": "From: {n}\nSent: Mon, {d} Jan 2024 21:{t}:05 +0100\n",
    "line": "21:{t}\t{n}\t",
    "kakaotalk": "2024년 {m}월 {d}일 오후 9:{t}, {n} : ",
    "kakaotalk, copied": "[{n}] [오후 9:{t}] ",
    "internet relay chat": "[21:{t}] <{n}> ",
    "chinese": "2024/{m}/{d} 下午9:{t} - {n}: ",
    "month by name": "[{d:02}-Jan-24 09:{t} PM] {n}\n",
    "a comma": "{n}, 9:{t} PM\n",
}
GRID = "⬛🟨⬛⬛⬛\n⬛⬛🟩🟨⬛\n"
GROUPS = {
    "names": ("Ana", "Bob", "Cem", "Dana María") * 2,
    "small letters": ("ana", "bob", "cem", "dana maría") * 2,
    "other letters": ("alice_99", "x", "李雷", "Bob the 3rd") * 2,
}
Group = tuple[str, ...]
SIZE = 8  # results in a chat
TALK = {1: "well done", 4: "see you at 21:30", 6: "Late again"}


def shared(place: int) -> str:
    number, guesses = 926 + place // 4, 2 + (place * 3) % 5
    rows = "⬛🟨⬛⬛⬛\n" * (guesses - 1)
    return f"Wordle {number} {guesses}/6\n\n{rows}🟩🟩🟩🟩🟩"


def header(form: str, people: Group, place: int, minute: int) -> str:
    return form.format(d=1 + place // 4, m=1, t=minute, n=people[place])


def chat(form: str, people: Group, damage: str = "", damaged: int = 2) -> str:
    text, minute = "", 10
    for place in range(SIZE):
        if place in TALK:
            text += f"{header(form, people, place, minute)}{TALK[place]}\n"
            minute += 1
        begin = header(form, people, place, minute)
        if place == damaged and damage:
            begin = DAMAGES[damage](begin, people[place])
        if place == damaged and damage == "no line break":
            text = text.removesuffix("\n") + " "
        text += f"{begin}{shared(place)}\n"
        minute += 3
    return text


def without_time(begin: str, name: str) -> str:
    return re.sub(r"\S?\d{1,2}:\d{2}\S{0,4}( PM)?", "", begin)


def without_signs(begin: str, name: str) -> str:
    return re.sub(r"(?<!\d):|[\[\]<>—,|\t-]", " ", begin)


DAMAGES = {
    "no time": without_time,
    "no signs": without_signs,
    "no name": lambda begin, name: begin.replace(name, ""),
    "nothing left": lambda begin, name: "",
    "no line break": lambda begin, name: begin,
    "two lines": lambda begin, name: begin.replace(name, f"{name}\n", 1),
}


def truth(people: Group) -> dict[tuple[int, int], str]:
    values = {}
    for place, name in enumerate(people):
        number, guesses = re.search(r"(\d+) (\d)/6", shared(place)).groups()
        values[int(number), int(guesses)] = name
    assert len(values) == SIZE
    return values


def wrong(reading: ChatReading, people: Group) -> list[str]:
    """Return the results that are credited to the wrong person."""
    owners = truth(people)
    return [
        f"{key.person} {key.number} {guesses}/6"
        for key, values in reading.table.results.items()
        for guesses in values
        if not key.person.startswith(UNSURE) and owners[key.number, guesses] != key.person
    ]


@pytest.mark.parametrize("form", FORMATS.values(), ids=FORMATS)
def test_every_undamaged_format_is_read_completely(form: str) -> None:
    people = GROUPS["names"]
    reading = read(chat(form, people))
    assert wrong(reading, people) == []
    assert not reading.table.unsure
    assert len(reading.table.results) == SIZE


@pytest.mark.parametrize("people", GROUPS.values(), ids=GROUPS)
@pytest.mark.parametrize("damage", DAMAGES)
@pytest.mark.parametrize("form", FORMATS.values(), ids=FORMATS)
def test_damaged_header_does_not_credit_another_person(
    form: str, damage: str, people: Group
) -> None:
    for place in (0, 2, 3, 5, 7):
        text = chat(form, people, damage, place)
        reading = read(text)
        assert wrong(reading, people) == [], text
        # The rest of the chat is read as before, and the page asks about uncertain results.
        assert len(reading.table.results) >= SIZE - 1
