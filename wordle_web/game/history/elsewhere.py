"""Statistics of another site, as JSON that people copy from their browser.

The original game on the newspaper's site stores `gamesPlayed`, `currentStreak`, `maxStreak` and
`guesses`, at the top level or inside other objects, which may be strings that contain JSON.
"""

import json
from collections.abc import Iterator
from typing import Any, Final

from wordle_web.engine.knowledge import TRIES
from wordle_web.game.history.records import MAX_COUNT

MAX_TEXT: Final = 5000  # characters; even escaped, they fit into a small form body
MAX_DEPTH: Final = 12  # levels of nested objects and lists, including those in strings
FAILED: Final = "fail"  # the key of the losses in `guesses`


def read_statistics(text: str) -> dict[str, int] | None:
    """Return the fields of the statistics form; None if the text has no statistics.

    If it has several, those with the most games are used, since the others are probably older.

    >>> read_statistics('{"currentStreak":2,"maxStreak":3,"guesses":{"3":4,"fail":1}}')
    {'played': 5, 'current_streak': 2, 'max_streak': 3, 'won_3': 4}
    """
    if len(text) > MAX_TEXT:
        return None
    objects = list(_objects(text[text.find("{") : text.rfind("}") + 1], 0))
    candidates = [
        (_played(object), object) for object in objects if isinstance(object.get("guesses"), dict)
    ]
    candidates = [(played, candidate) for played, candidate in candidates if played]
    if not candidates:
        return None
    played, statistics = max(candidates, key=lambda pair: pair[0])
    # Newer versions store streaks in a separate object, which takes precedence.
    streaks = [
        object for object in objects if "currentStreak" in object and "guesses" not in object
    ]
    fields = {"played": played}
    for name, key in (("current_streak", "currentStreak"), ("max_streak", "maxStreak")):
        numbers = (_number(item.get(key)) for item in (*streaks, statistics, *objects))
        fields[name] = next((number for number in numbers if number is not None), 0)
    wins = {f"won_{n}": _number(statistics["guesses"].get(f"{n}")) for n in range(1, TRIES + 1)}
    return fields | {name: wins_in for name, wins_in in wins.items() if wins_in}


def _objects(text: str, depth: int) -> Iterator[dict[str, Any]]:
    """Yield all objects in a JSON text, including those in strings that contain JSON."""
    try:
        todo = [(json.loads(text), depth)]
    except (ValueError, RecursionError):
        return
    while todo:
        value, depth = todo.pop()
        if depth > MAX_DEPTH:
            continue
        if isinstance(value, dict):
            yield value
            todo += [(item, depth + 1) for item in value.values()]
        elif isinstance(value, list):
            todo += [(item, depth + 1) for item in value]
        elif isinstance(value, str) and value.lstrip()[:1] == "{":
            yield from _objects(value, depth + 1)


def _played(statistics: dict[str, Any]) -> int:
    """Return the number of games played: as stated, or the sum of wins and losses."""
    total = _number(statistics.get("gamesPlayed"))
    keys = (*map(str, range(1, TRIES + 1)), FAILED)
    return total or sum(_number(statistics["guesses"].get(key)) or 0 for key in keys)


def _number(value: object) -> int | None:
    if isinstance(value, str) and value.isascii() and value.isdigit() and len(value) <= 6:
        value = int(value)
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    is_number = isinstance(value, int) and not isinstance(value, bool)
    return value if is_number and isinstance(value, int) and 0 <= value <= MAX_COUNT else None
