"""Chats as messengers write them, each with the table that it must give; all made up.

Each case: its name, the chat, the results as `person | game | number | guesses` (X for a loss,
values of several boards added up), and where it matters the names that are asked for, the date of
the first result's day, and how many results are nobody's.
"""

from dataclasses import dataclass

GRID = "\n\n⬛🟨⬛⬛⬛\n⬛⬛🟩🟨⬛\n🟩🟩🟩🟩🟩"
WHITE = "\n\n⬜🟦⬜⬜⬜\n🟧🟧🟧🟧🟧"
LTR, NARROW, THIN, FIXED = "\u200e", "\u202f", "\u2009", "\u00a0"


@dataclass(frozen=True)
class Chat:
    """A chat and what it must give."""

    name: str
    text: str
    results: tuple[str, ...]
    asked: tuple[str, ...] = ()
    date: str = ""
    nameless: int = 0


WON = f"Wordle 925 4/6{GRID}"
A, S, T = "31.12.23, 21:41 - Ana: ", "[31/12, 21:41] Ana: ", "[31/12, 21:42] Bob: "
ANA = ("Ana | Wordle | 925 | 4",)
LAST = "2023-12-31"

HEADERS = (
    Chat("android, points", f"{A}{WON}", ANA, date=LAST),
    Chat("android, slashes", f"31/12/2023, 21:41 - Ana: {WON}", ANA, date=LAST),
    Chat("android, no comma", f"31/12/23 21:41 - Ana: {WON}", ANA, date=LAST),
    Chat("android, american", f"12/31/23, 9:41 PM - Ana: {WON}", ANA, date=LAST),
    Chat("android, narrow space", f"12/31/23, 9:41{NARROW}PM - Ana: {WON}", ANA, date=LAST),
    Chat("android, spanish", "31/12/23, 9:41 p. m. - Ana: Wordle 925 4/6", ANA, date=LAST),
    Chat("android, french", "31/12/2023 à 21:41 - Ana: Wordle 925 4/6", ANA, date=LAST),
    Chat("android, year first", "2023-12-31, 21:41 - Ana: Wordle 925 4/6", ANA, date=LAST),
    Chat("android, dashes", "31-12-2023 21:41 - Ana: Wordle 925 4/6", ANA, date=LAST),
    Chat("iphone", f"[31/12/2023, 21:41:05] Ana: {WON}", ANA, date=LAST),
    Chat("iphone, points", f"[31.12.23, 21:41:05] Ana: {WON}", ANA, date=LAST),
    Chat("iphone, american", f"[12/31/23, 9:41:05{NARROW}PM] Ana: Wordle 925 4/6", ANA, date=LAST),
    Chat("iphone, mark before", f"{LTR}[31/12/2023, 21:41:05] Ana: Wordle 925 4/6", ANA, date=LAST),
    Chat("iphone, mark within", f"[31/12/2023, 21:41:05] Ana: {LTR}Wordle 925 4/6", ANA, date=LAST),
    Chat("iphone, no contact", f"[31/12/2023, 21:41:05] ~{NARROW}Ana: Wordle 925 4/6", ANA),
    Chat("iphone, year first", "[2023-12-31, 21:41:05] Ana: Wordle 925 4/6", ANA, date=LAST),
    Chat("copied, time first", "[21:41, 31/12/2023] Ana: Wordle 925 4/6", ANA, date=LAST),
    Chat("copied, american", "[9:41 PM, 12/31/2023] Ana: Wordle 925 4/6", ANA, date=LAST),
    Chat("copied, no year", f"{S}{WON}", ANA),
    Chat("windows line ends", f"{A}Wordle 925 4/6\r\n\r\n⬛🟩🟩🟩🟩\r\n", ANA),
    Chat("telegram", f"Ana, [31.12.2023 21:41]\n{WON}", ANA, date=LAST),
    Chat("telegram, american", f"Ana, [12/31/2023 9:41 PM]\n{WON}", ANA, date=LAST),
    Chat("telegram, seconds", f"Ana, [31.12.23 21:41:05]\n{WON}", ANA, date=LAST),
    Chat("discord", f"Ana — 31/12/2023 21:41\n{WON}", ANA, date=LAST),
    Chat("discord, today", f"Ana — Today at 9:41 PM\n{WON}", ANA),
    Chat("discord, german", f"Ana — heute um 21:41 Uhr\n{WON}", ANA),
    Chat("discord, brackets", f"[9:41 PM]Ana: {WON}", ANA),
    Chat("slack", f"Ana  9:41 PM\n{WON}", ANA),
    Chat("slack, two lines", f"Ana\n  9:41 PM\n{WON}", ANA),
    Chat("teams", f"[31.12.2023 21:41] Ana\n{WON}", ANA, date=LAST),
    Chat("teams, american", f"[12/31 9:41 PM] Ana\n{WON}", ANA),
    Chat("signal", f"Ana\t21:41\n{WON}", ANA),
    Chat("name with date", f"Ana 31/12/2023 21:41\n{WON}", ANA, date=LAST),
)

PEOPLE = (
    Chat(
        "names with emoji",
        f"31.12.23, 21:41 - Zoé 🎉👩‍💻: Wordle 925 3/6{GRID}\n"
        f"31.12.23, 21:42 - 🦊: Wordle 925 5/6{GRID}",
        ("Zoé 🎉👩‍💻 | Wordle | 925 | 3", "🦊 | Wordle | 925 | 5"),
    ),
    Chat(
        "telephone numbers",
        "31.12.23, 21:41 - +351 912 345 678: Wordle 925 3/6\n"
        f"31.12.23, 21:42 - +351{FIXED}912{FIXED}345{FIXED}679: Wordle 925 4/6",
        ("#1 | Wordle | 925 | 3", "#2 | Wordle | 925 | 4"),
    ),
    Chat(
        "everyone",
        "[21:41, 31/12/2023] @everyone: Wordle 925 4/6",
        ("everyone | Wordle | 925 | 4",),
    ),
    Chat("direction marks", "[21:41, 31/12/2023] A\u202ena\u2069: Wordle 925 4/6", ANA),
    Chat(
        "no header at all",
        f"Ana\n{WON}\n\nBob:\nWordle 925 X/6{GRID}",
        ("Ana | Wordle | 925 | 4", "Bob | Wordle | 925 | X"),
        asked=("Ana", "Bob"),
    ),
    Chat(
        "no header, two games below one name",
        f"Ana\nDaily Quordle 12\n3️⃣4️⃣\n5️⃣6️⃣\n\n{WON}",
        ("Ana | Daily Quordle | 12 | 18", "Ana | Wordle | 925 | 4"),
        asked=("Ana",),
    ),
    Chat("nobody", f"{WON}", (), nameless=1),
    Chat(
        "system messages end a message",
        "31.12.23, 21:40 - Messages and calls are end-to-end encrypted.\n"
        f"{A}{WON}\n31.12.23, 21:42 - Ana added Bob",
        ANA,
    ),
)

TALK = (
    Chat("a number is no result", f"{A}Wordle 1,234 is hard", ()),
    Chat(
        "talk between results",
        "31.12.23, 21:40 - Bob: Wordle 1,234 is hard\n"
        f"{A}{WON}\n"
        "31.12.23, 21:42 - Bob: that was 4/6 for me too\n31.12.23, 21:43 - Bob: see you 24/7",
        ANA,
    ),
    Chat(
        "a sentence about a result", f"31.12.23, 21:40 - Bob: I had Wordle 925 2/6\n{A}{WON}", ANA
    ),
    Chat("quoted", f"{A}{WON}\n31.12.23, 21:42 - Bob: > Wordle 925 4/6\nwell done", ANA),
    Chat(
        "forwarded",
        f"Bob, [31.12.2023 21:50]\nForwarded from Ana\n{WON}\nAna, [31.12.2023 21:41]\n{WON}",
        ANA,
    ),
    Chat("forwarded, german", f"Bob, [31.12.2023 21:50]\nWeitergeleitet von Ana\n{WON}", ANA),
    Chat("sent twice", f"{A}{WON}\n31.12.23, 22:41 - Ana: {WON}", ANA),
    Chat(
        "edited, english",
        f"{A}Wordle 925 3/6\n31.12.23, 21:50 - Ana: {WON} <This message was edited>",
        ANA,
    ),
    Chat(
        "edited, five languages",
        f"{A}Wordle 925 3/6\n"
        "31.12.23, 21:42 - Ana: Wordle 925 5/6 <Diese Nachricht wurde bearbeitet.>\n"
        "31.12.23, 21:43 - Ana: Wordle 925 6/6 <Se editó este mensaje.>\n"
        "31.12.23, 21:44 - Ana: Wordle 925 2/6 <Ce message a été modifié>\n"
        "31.12.23, 21:45 - Ana: Wordle 925 4/6 <Mensagem editada>",
        ANA,
    ),
    Chat(
        "edited, both forms with the same time",
        "Ana, [31.12.2023 21:41:05]\nWordle 925 3/6\nAna, [31.12.2023 21:41:05]\nWordle 925 4/6",
        ANA,
    ),
    Chat(
        "two different results",
        f"{A}Wordle 925 3/6\n31.12.23, 21:50 - Ana: Wordle 925 4/6",
        ("Ana | Wordle | 925 | 3 4",),
    ),
    Chat("a remark behind the result", f"{A}Wordle 925 4/6 puh!{GRID}", ANA),
)

GAMES = (
    Chat("hard mode", f"{A}Wordle 925 4/6*", ANA),
    Chat("thousands, comma", f"{S}Wordle 1,234 4/6", ("Ana | Wordle | 1234 | 4",)),
    Chat("thousands, point", f"{S}Wordle 1.234 4/6", ("Ana | Wordle | 1234 | 4",)),
    Chat("thousands, thin space", f"{S}Wordle 1{THIN}234 X/6", ("Ana | Wordle | 1234 | X",)),
    Chat("thousands, narrow space", f"{S}Wordle 1{NARROW}234 4/6*", ("Ana | Wordle | 1234 | 4",)),
    Chat("fixed spaces", f"{S}Wordle{FIXED}1234{FIXED}4/6", ("Ana | Wordle | 1234 | 4",)),
    Chat("bold, no.", f"{S}*Wordle* No. 925 4/6", ANA),
    Chat(
        "other daily games",
        f"{S}#Worldle #712 (31.12.2023) 4/6 (100%)\n"
        f"[31/12, 21:42] Ana: Le Mot (@WordleFR) #725 3/6{GRID}\n"
        f"[31/12, 21:43] Ana: Termo #728 x/6{GRID}\n[31/12, 21:44] Ana: Nerdle 711 5/6{GRID}",
        (
            "Ana | Worldle | 712 | 4",
            "Ana | Le Mot (\uff20WordleFR) | 725 | 3",
            "Ana | Termo | 728 | X",
            "Ana | Nerdle | 711 | 5",
        ),
    ),
    Chat(
        "four boards elsewhere",
        f"{S}Daily Quordle 707\n3️⃣5️⃣\n7️⃣8️⃣\n{T}Daily Quordle 707\n3️⃣5️⃣\n7️⃣🟥",
        ("Ana | Daily Quordle | 707 | 23", "Bob | Daily Quordle | 707 | X"),
    ),
    Chat(
        "eight boards, with clocks",
        f"{S}Daily Octordle #707\n8️⃣4️⃣\n🔟6️⃣\n🕛🕚\n🕐5️⃣\nScore: 69",
        ("Ana | Daily Octordle | 707 | 69",),
    ),
    Chat(
        "sixteen boards, two digits",
        f"{S}Daily Sedecordle #707\n" + "0️⃣9️⃣ 1️⃣0️⃣ 2️⃣1️⃣ 0️⃣6️⃣\n" * 4,
        ("Ana | Daily Sedecordle | 707 | 184",),
    ),
    Chat(
        "thirty-two boards, a line between",
        f"{S}Daily Duotrigordle #707\nGuesses: X/37\n" + "0️⃣5️⃣ 1️⃣3️⃣ 2️⃣1️⃣ 🟥🟥\n" * 8,
        ("Ana | Daily Duotrigordle | 707 | X",),
    ),
    Chat(
        "ours",
        f"{S}Wordle-web 364 4/6*{WHITE}\n\nhttps://w.example/daily/364",
        ("Ana | = | 364 | 4",),
    ),
    Chat("ours, other words", f"{S}Wordle-web Português 364 4/6{GRID}", ("Ana | =pt/ | 364 | 4",)),
    Chat(
        "ours, four boards, english and german",
        f"{S}Wordle-web · 4 boards 364\n3️⃣4️⃣\n5️⃣6️⃣\nhttps://w.example/boards/4/daily/364\n"
        f"{T}Wordle-web · 4 Spielfelder 364\n3️⃣4️⃣\n5️⃣🟥",
        ("Ana | =boards/4/ | 364 | 18", "Bob | =boards/4/ | 364 | X"),
    ),
    Chat(
        "ours, in turn, french and spanish",
        f"{S}Wordle-web · 2 grilles à la suite 364\n3️⃣4️⃣\n"
        f"{T}Wordle-web · 2 tableros en serie 364 X/7\n🟥🟥",
        ("Ana | =boards/2/in-turn/ | 364 | 7", "Bob | =boards/2/in-turn/ | 364 | X"),
    ),
    Chat(
        "ours, absurd, which has no number",
        f"31.12.25, 21:41 - Ana: Wordle-web Absurd mode: Caught in 8 guesses{GRID}\n"
        f"31.12.25, 21:42 - Bob: Wordle-web Modo absurdo: en 9 intentos{GRID}",
        ("Ana | =absurd | 365 | 8", "Bob | =absurd | 365 | 9"),
    ),
    Chat("a random game is no day's", f"{S}Wordle-web, 5 letters, easy 4/6{GRID}", ()),
    Chat("a series", f"{S}Class 4b 3 4/6{GRID}", ("Ana | Class 4b | 3 | 4",)),
    Chat(
        "several games in a message",
        f"{A}{WON}\n\nWordle-web 364 3/6{GRID}\n\nDaily Quordle 707\n3️⃣5️⃣\n7️⃣8️⃣",
        ("Ana | Wordle | 925 | 4", "Ana | = | 364 | 3", "Ana | Daily Quordle | 707 | 23"),
    ),
)

DATES = (
    Chat(
        "days that could be months",
        "1/5/24, 9:41 PM - Ana: Wordle 930 4/6\n1/6/24, 9:41 PM - Ana: Wordle 931 4/6\n"
        "1/7/24, 9:41 PM - Ana: Wordle 932 4/6",
        ("Ana | Wordle | 930 | 4", "Ana | Wordle | 931 | 4", "Ana | Wordle | 932 | 4"),
        date="2024-01-05",
    ),
    Chat(
        "days that could be months, points",
        "05.01.24, 21:41 - Ana: Wordle 930 4/6\n06.01.24, 21:41 - Ana: Wordle 931 4/6",
        ("Ana | Wordle | 930 | 4", "Ana | Wordle | 931 | 4"),
        date="2024-01-05",
    ),
    Chat(
        "our own number tells",
        "02/01/2025, 21:41 - Ana: Wordle-web 2 4/6",
        ("Ana | = | 2 | 4",),
        date="2025-01-02",
    ),
    Chat(
        "sent after midnight",
        "01/01/2024, 00:10 - Bob: Wordle 925 5/6\n31/12/2023, 21:41 - Ana: Wordle 925 4/6\n"
        "01/01/2024, 21:41 - Ana: Wordle 926 4/6",
        ("Bob | Wordle | 925 | 5", "Ana | Wordle | 925 | 4", "Ana | Wordle | 926 | 4"),
        date=LAST,
    ),
    Chat("a date that is none", "45.13.2023, 21:41 - Ana: Wordle 925 4/6", ANA),
)

CHATS = (*HEADERS, *PEOPLE, *TALK, *GAMES, *DATES)
