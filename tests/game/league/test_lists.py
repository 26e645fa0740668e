"""Handwritten lists: `Name: Game number tries/limit` on each line, and no other senders."""

import pytest
from game.league.corpus import GRID
from game.league.tables import as_lines, read

NINE = """
Ana: Wordle-web 697 3/6
Leo: Wordle-web 697 4/6
Mia Fernandes: Wordle-web 697 5/6
Ana: Wordle-web 698 4/6
Leo: Wordle-web 698 X/6
Mia Fernandes: Wordle-web 698 4/6
Zoé: Wordle-web 698 2/6
Ana: Wordle-web 699 5/6
Leo: Wordle-web 699 3/6
"""
LISTS = {
    "two people": (
        "Ana: Wordle-web 697 3/6\nLeo: Wordle-web 697 4/6",
        ("Ana | = | 697 | 3", "Leo | = | 697 | 4"),
    ),
    "a single line": ("Ana: Wordle 925 3/6", ("Ana | Wordle | 925 | 3",)),
    "a single line with its grid": (f"Ana: Wordle 925 3/6{GRID}\n", ("Ana | Wordle | 925 | 3",)),
    "three days of four people": (
        NINE,
        (
            "Ana | = | 697 | 3",
            "Leo | = | 697 | 4",
            "Mia Fernandes | = | 697 | 5",
            "Ana | = | 698 | 4",
            "Leo | = | 698 | X",
            "Mia Fernandes | = | 698 | 4",
            "Zoé | = | 698 | 2",
            "Ana | = | 699 | 5",
            "Leo | = | 699 | 3",
        ),
    ),
    "one person on three days": (
        "Ana: Wordle 925 3/6\nAna: Wordle 926 4/6\nAna: Wordle 927 4/6",
        ("Ana | Wordle | 925 | 3", "Ana | Wordle | 926 | 4", "Ana | Wordle | 927 | 4"),
    ),
    "names with spaces, accents, emoji, and of other scripts": (
        "Dana María: Wordle 925 3/6\nÉlodie 🎉: Wordle 925 4/6\n🦊: Wordle 925 5/6\n"
        "👩‍💻 Zoë O'Neil: Wordle 925 6/6\n李雷：Wordle 925 2/6\nЮля: Wordle 925 X/6",
        (
            "Dana María | Wordle | 925 | 3",
            "Élodie 🎉 | Wordle | 925 | 4",
            "🦊 | Wordle | 925 | 5",
            "👩‍💻 Zoë O'Neil | Wordle | 925 | 6",
            "李雷 | Wordle | 925 | 2",
            "Юля | Wordle | 925 | X",
        ),
    ),
    "telephone numbers": (
        "+351 912 345 678: Wordle 925 3/6\n(030) 123-4567: Wordle 925 4/6\n"
        "Leo +351912345679: Wordle 925 5/6\n+351912345678: Wordle 926 2/6",
        (
            "#1 | Wordle | 925 | 3",
            "#2 | Wordle | 925 | 4",
            "Leo | Wordle | 925 | 5",
            "#1 | Wordle | 926 | 2",
        ),
    ),
    "grids and links below": (
        f"Ana: Wordle-web 697 3/6{GRID}\nhttps://w.example/daily/697\n\n"
        f"Leo: Wordle-web 697 3/6 💡{GRID}\n\nAna: Wordle-web 698 4/6{GRID}",
        ("Ana | = | 697 | 3", "Leo | = | 697 | 3 💡", "Ana | = | 698 | 4"),
    ),
    "empty lines, and ends of lines of another system": (
        "\r\n\r\nAna: Wordle 925 3/6\r\n\r\n  Leo : Wordle 925 4/6  \r\n",
        ("Ana | Wordle | 925 | 3", "Leo | Wordle | 925 | 4"),
    ),
    "bold names and items of a list": (
        "*Ana*: Wordle 925 3/6\n- Leo: Wordle 925 4/6\n• Mia: Wordle 925 5/6\n"
        "4. Zoé: Wordle 925 6/6\n5) Yan: *Wordle* 925 2/6",
        (
            "Ana | Wordle | 925 | 3",
            "Leo | Wordle | 925 | 4",
            "Mia | Wordle | 925 | 5",
            "Zoé | Wordle | 925 | 6",
            "Yan | Wordle | 925 | 2",
        ),
    ),
    "several games": (
        "Ana: Wordle 1,234 3/6*\nAna: Wordle-web Português 364 4/6\nLeo: Wordle 1 234 X/6\n"
        "Leo: Framed #632 3/6\nMia: Wordle 1.234 🎉 5/6 what a word!",
        (
            "Ana | Wordle | 1234 | 3",
            "Ana | =pt/ | 364 | 4",
            "Leo | Wordle | 1234 | X",
            "Mia | Wordle | 1234 | 5",
        ),
    ),
    "several boards": (
        "Ana: Daily Quordle 707\n3️⃣5️⃣\n7️⃣8️⃣\nLeo: Daily Quordle 707\n4️⃣5️⃣\n7️⃣🟥\nLeo: Wordle 925 4/6",
        (
            "Ana | Daily Quordle | 707 | 8",
            "Leo | Daily Quordle | 707 | X",
            "Leo | Wordle | 925 | 4",
        ),
    ),
    "talk of the same people": (
        "Ana: Wordle 925 3/6\nLeo: Wordle 925 4/6\nAna: well done\nLeo: see you at 21:30",
        ("Ana | Wordle | 925 | 3", "Leo | Wordle | 925 | 4"),
    ),
    "talk of others": (
        "Ana: Wordle 925 3/6\nMia: well done\nLeo: Wordle 925 4/6\nYan: see you at 21:30",
        ("Ana | Wordle | 925 | 3", "Leo | Wordle | 925 | 4"),
    ),
    "headings": (
        "Our week\n\nMonday:\nAna: Wordle 925 3/6\nLeo: Wordle 925 4/6\n\n"
        f"Tuesday 30.12.\nAna: Wordle 926 3/6{GRID}\nLeo: Wordle 926 5/6\nMia: Wordle 926 5/6",
        (
            "Ana | Wordle | 925 | 3",
            "Leo | Wordle | 925 | 4",
            "Ana | Wordle | 926 | 3",
            "Leo | Wordle | 926 | 5",
            "Mia | Wordle | 926 | 5",
        ),
    ),
    "the same result twice": (
        "Ana: Wordle 925 3/6\nLeo: Wordle 925 4/6\nAna: Wordle 925 3/6",
        ("Ana | Wordle | 925 | 3", "Leo | Wordle | 925 | 4"),
    ),
}


@pytest.mark.parametrize(("text", "results"), LISTS.values(), ids=LISTS)
def test_handwritten_list_yields_the_results_of_each_person(
    text: str, results: tuple[str, ...]
) -> None:
    reading = read(text)
    assert as_lines(reading.table) == results
    assert reading.table.unconfirmed == ()
    assert reading.nameless == 0


def test_long_handwritten_list_is_read_completely() -> None:
    text = "".join(
        f"{name}: Wordle {day} {tries}/6{GRID}\n"
        for day in range(1, 1500)
        for name, tries in (("Ana", 3), ("Leo", 4), ("Dana María", 5))
    )
    reading = read(text)
    assert len(text) > 100_000
    assert len(reading.table.results) == 3 * 1499
    assert reading.table.unconfirmed == ()
    assert {(key.person, *values) for key, values in reading.table.results.items()} == {
        ("Ana", 3),
        ("Leo", 4),
        ("Dana María", 5),
    }


NO_LISTS = {
    "prose": ("Finally: Wordle 925 3/6", {"Finally"}),
    "a word before the name of a game": ("Daily: Wordle 925 3/6\nDaily: Wordle 926 4/6", {"Daily"}),
    "words of other languages": (
        "Heute: Wordle 925 3/6\nPor fin: Wordle 926 4/6\nEnfin: Wordle 927 5/6\n"
        "Hoje: Wordle 928 2/6",
        {"Heute", "Por fin", "Enfin", "Hoje"},
    ),
    "a game": ("Daily Wordle: Wordle 925 3/6\nWordle: Wordle 926 4/6", {"Daily Wordle", "Wordle"}),
    "two results of a day": (
        "Upper: Wordle 925 3/6\nUpper: Wordle 925 4/6\nLower: Wordle 925 2/6",
        {"Upper"},
    ),
    "a sentence": ("I finally had: Wordle 925 3/6", {"I finally had"}),
    "small letters": ("ana: Wordle 925 3/6", {"ana"}),
    "a date": ("31.12.2023: Wordle 925 3/6\n01.01.2024: Wordle 926 4/6", None),
    "a header with points in its time": ("29.01.2024 21.33 Ana: Wordle 925 3/6", None),
    "a name above": ("Ana\nWhoa: Wordle 925 3/6", {"Whoa", "Ana"}),
    "names above": (
        "Ana\nWhoa: Wordle 925 3/6\nBob\nLucky: Wordle 925 4/6",
        {"Whoa", "Ana", "Bob", "Lucky"},
    ),
    "names above in small letters": (
        "ana\nWhoa: Wordle 925 3/6\nbob\nLucky: Wordle 925 4/6",
        {"Whoa", "ana", "bob", "Lucky"},
    ),
    "a name above two results": ("Ana\nWhoa: Wordle 925 3/6\nLucky: Wordle 925 4/6", None),
    "a heading above one result": ("Our week\nWhoa: Wordle 925 3/6", None),
    "a note above": ("Note: it rained\nBlue: Wordle 925 3/6", None),
    "a field above": ("Mood: good\nBlue: Wordle 925 3/6\nBlue: Wordle 926 3/6", None),
    "mails without their times": (
        "From: Ana\nWhoa: Wordle 925 3/6\nFrom: Bob\nLucky: Wordle 925 4/6",
        None,
    ),
    "a word with an apostrophe": ("Yesterday\u2019s: Wordle 925 3/6", {"Yesterday\u2019s"}),
    "two people on a line": ("Ana: Wordle 925 3/6, Leo: Wordle 925 4/6", {"Ana", "Leo"}),
    "talk below": ("Blue: Wordle 925 3/6\nWhoa: Wordle 925 4/6\nsee you", None),
    "a header above": ("Ana — Today at 9:41 PM\nBob: Wordle 925 3/6\nCem: Wordle 925 4/6", None),
    "a damaged header above": ("31.12.23 2141 Ana\nBob: Wordle 925 3/6", {"Bob"}),
    "a line of talk above": ("see you\nWhoa: Wordle 925 3/6", {"Whoa"}),
    "a quoted line": ("> Ana: Wordle 925 3/6", None),
    "a quote": ("“Ana: Wordle 925 3/6”\nLeo: Wordle 925 4/6", None),
    "a mention": ("@Ana: Wordle 925 3/6", None),
    "a result without a name": ("Ana: Wordle 925 3/6\nWordle 925 4/6", None),
}


@pytest.mark.parametrize(("text", "doubted"), NO_LISTS.values(), ids=NO_LISTS)
def test_doubtful_name_needs_confirmation(text: str, doubted: set[str] | None) -> None:
    table = read(text).table
    doubtful = {"Finally", "Daily", "Upper", "Whoa", "Lucky", "Bob", "Cem", "Blue", "Ana"}
    doubtful |= {"ana", *(doubted or ())}
    assert not table.sure & doubtful - ({"Leo"} if doubted is None else set())
    if doubted is not None:
        names = {
            name[1:].rpartition(" ")[0] if name[0] == "*" else name for name in table.unconfirmed
        }
        assert names
        assert names <= doubted


QUOTED = "31.12.23, 21:40 - Ana: hi\n{}\n31.12.23, 21:50 - Cem: Wordle 925 5/6"


@pytest.mark.parametrize(
    "line", ["Bob: Wordle 925 3/6", "Finally: Wordle 925 3/6", "Daily: Wordle 925 3/6"]
)
def test_list_line_within_a_chat_is_credited_to_nobody(line: str) -> None:
    table = read(QUOTED.format(line)).table
    assert [key for key in table.by_person if key.person != "Cem"] == []
    assert [key.person for key in table.by_person] == ["Cem"]


def test_results_below_a_heading_are_credited_to_the_names_not_the_heading() -> None:
    reading = read(f"Smith Family\n{NINE}")
    assert reading.nameless == 0
    assert {*reading.table.unconfirmed} == {"Ana", "Leo", "Mia Fernandes", "Zoé"}
    assert len(reading.table.results) == 9
