"""The chats in `chats.toml`, and the tables expected for them."""

import tomllib
from dataclasses import dataclass
from pathlib import Path

GRID = "\n\n⬛🟨⬛⬛⬛\n⬛⬛🟩🟨⬛\n🟩🟩🟩🟩🟩"


@dataclass(frozen=True)
class Chat:
    name: str
    text: str
    results: tuple[str, ...]
    asked: tuple[str, ...] = ()
    date: str | None = None  # empty if the day has no date; None if its date is not checked
    nameless: int = 0
    unranked: tuple[str, ...] = ()


_GROUPS = tomllib.loads(Path(__file__).with_name("chats.toml").read_text("utf-8"))
CHATS = tuple(
    Chat(**{name: tuple(fact) if isinstance(fact, list) else fact for name, fact in chat.items()})
    for group in _GROUPS.values()
    for chat in group
)
