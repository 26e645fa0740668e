"""The backup file of a history round-trips, and its content is never trusted."""

import functools
import json
import operator
from typing import Any

import pytest
from game.history.played import TOKEN, begun, finished, history_of
from hypothesis import example, given
from hypothesis import strategies as st

from wordle_web.engine.hard_mode import HardMode
from wordle_web.game.errors import HistoryError
from wordle_web.game.history.export import FORMAT, played_elsewhere, read_file, write_file
from wordle_web.game.history.history import History, SeriesLog
from wordle_web.game.history.records import Record, record_of
from wordle_web.game.puzzles.days import daily_id
from wordle_web.game.puzzles.tokens import challenge_id, random_id
from wordle_web.game.rules import Game, PastHints, Status

Contents = dict[str, Any]
SEALED = History(pseudonym=b"abcdef", series=(SeriesLog(b"12345678", b"\2\0\1"),))


@pytest.fixture
def contents() -> Contents:
    played = (
        record_of(daily_id(9), Game("crane", ("slate", "crane"), hard=HardMode.ON), 9),
        record_of(daily_id(3), Game("crane", ("crane",), hard=HardMode.ULTRA), 9),
        record_of(random_id(TOKEN), Game("crane", ("slate", "crane")), 9),
        record_of(challenge_id("x"), Game("crane", ("slate",), end=Status.LOST), 9),
        record_of(daily_id(10), Game("crane", ("slate",)), 10),
    )
    return json.loads(write_file(history_of(played)))


def changed(contents: Contents, path: list[Any], value: Any) -> str:
    functools.reduce(operator.getitem, path[:-1], contents)[path[-1]] = value
    return json.dumps(contents)


def test_backup_file_is_readable_and_hides_answers(contents: Contents) -> None:
    names = {"format", "version", "site", "day", "days", "games", "counts", "source"}
    assert set(contents) == names
    assert (contents["format"], contents["version"]) == (FORMAT, 1)
    assert write_file(History()).startswith('{\n "format"')
    assert contents["days"] == {"3": "1**a", "9": "2*"}
    assert contents["games"][0]["guesses"] == ["slate", "crane"]
    assert contents["games"][-1]["outcome"] == "under way"
    assert "crane" not in json.dumps(contents["games"][-1])
    spanish = record_of(daily_id(9), Game("señal", ("señal",)), 9)
    assert "señal" in write_file(History().with_record(spanish))


values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5) | st.just("won"),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=5,
)


@given(data=st.data(), value=values)
def test_backup_with_any_content_is_read_or_refused(data: st.DataObject, value: Any) -> None:
    contents = json.loads(write_file(history_of([finished(random_id(TOKEN), 2, 9)])))
    place = contents
    while isinstance(place, (dict, list)) and place:
        key = data.draw(st.sampled_from(sorted(place) if isinstance(place, dict) else [0]))
        if not isinstance(place[key], (dict, list)) or not place[key] or data.draw(st.booleans()):
            place[key] = value
            break
        place = place[key]
    try:
        backup = read_file(json.dumps(contents))
    except HistoryError:
        return
    assert isinstance(backup.history, History)
    assert played_elsewhere(backup, 50).in_progress == ()


@pytest.mark.parametrize(
    ("path", "value", "kind"),
    [
        (["format"], "other", "damaged"),
        (["version"], 2, "version"),
        (["days"], [], "day"),
        (["days"], None, "day"),
        (["days", "9"], "7", "day"),
        (["days", "9"], 4, "day"),
        (["days", "9"], "4***", "day"),
        (["days", "0"], "4", "day"),
        (["days", "-1"], "4", "day"),
        (["days", "9999999999999"], "4", "day"),
        (["games"], {}, "record"),
        (["games", 0], "slate", "record"),
        (["games", 0, "guesses"], ["slate", 5], "record"),
        (["games", 0, "guesses"], ["<script>"], "record"),
        (["games", 0, "length"], True, "record"),
        (["games", 0, "puzzle"], "daily/x", "record"),
        (["games", 0, "outcome"], "drawn", "record"),
        (["games", 0, "started"], 4_000_001, "record"),
        (["games", 1, "puzzle"], "daily/4000001", "record"),
        (["days", "40010"], "4", "day"),
        (["site"], "abc", "damaged"),
        (["site"], [5], "damaged"),
        (["day"], "5", "day"),
        (["day"], 10**9, "day"),
        (["games", 1, "puzzle"], "daily/9", "record"),
        (["games", 4, "answer"], "crane", "record"),
        (["counts"], None, "count"),
        (["counts", 0, "counts"], [1, 2], "count"),
        (["counts", 0, "counts"], [-1, 0, 0, 0, 0, 0, 0], "count"),
        (["counts", 0, "counts"], [100_001, 0, 0, 0, 0, 0, 0], "count"),
        (["counts", 0, "counts"], [True, 0, 0, 0, 0, 0, 0], "count"),
        (["counts", 0, "kind"], "daily", "count"),
        (["counts", 0, "pool"], "huge", "count"),
        (["counts", 0, "source"], "zz", "count"),
        (["counts", 0, "source"], "abcd", "count"),
        (["counts", 0, "source"], "", "count"),
        (["source"], None, "count"),
    ],
)
def test_backup_with_impossible_content_is_refused(
    contents: Contents, path: list[Any], value: Any, kind: str
) -> None:
    with pytest.raises(HistoryError) as refused:
        read_file(changed(contents, path, value))
    assert refused.value.kind == kind
    beginning = "This isn’t a backup " if kind == "damaged" else "This backup "
    assert str(refused.value).startswith(beginning)


@pytest.mark.parametrize(
    "value",
    [
        *(None, {}, "x", [0], [None], [[]], [[0, 0]], [[0, 0, 2, 0]], [[0, 0, True]]),
        *([[0, 0, "2"]], [[0, 0, 2.0]], [[1, 0, 2]], [[0, 1, 2]], [[0, 0, 9]], [[0, 0, 2]] * 2),
    ],
)
def test_impossible_past_hints_are_refused(contents: Contents, value: Any) -> None:
    game = contents["games"][4] | {"hint_count": 6}
    history = read_file(changed(contents, ["games", 4], game | {"told": [[0, 0, 2]]})).history
    assert history.in_progress[0].past_hints == (PastHints(0, 0, 2),)
    with pytest.raises(HistoryError):
        read_file(changed(contents, ["games", 4], game | {"told": value}))


@pytest.mark.parametrize("value", [None, {}, 2, ["2"], [True], [2.0], [[2]], [1], [9], [2, 2]])
def test_impossible_named_guesses_are_refused(contents: Contents, value: Any) -> None:
    words = ["moist", "crane", "slate"]
    game = contents["games"][4] | {"puzzle": "boards/2/daily/100", "hint_count": 6}
    game |= {"guesses": words, "hints": []}
    history = read_file(changed(contents, ["games", 4], game | {"named": [2, 3]})).history
    assert history.in_progress[0].named == (2, 3)
    with pytest.raises(HistoryError):
        read_file(changed(contents, ["games", 4], game | {"named": value}))


EARLIER = {"counts": [1] * 7, "current_streak": 6, "max_streak": 6, "day": 100}
POSSIBLE = [(["days", "101"], "6*a"), *((["games", game, "started"], 30_000) for game in (0, 2))]
POSSIBLE += [(["site"], ["ab", "cd"]), (["day"], 4), (["games", 1, "puzzle"], "daily/101")]
POSSIBLE += [(["counts", 0, "counts"], [100_000, 0, 0, 0, 0, 0, 0])]
POSSIBLE += [(["earlier"], EARLIER), (["earlier"], None)]


@pytest.mark.parametrize(("path", "value"), POSSIBLE)
def test_backup_with_extreme_but_possible_values_is_read(
    contents: Contents, path: list[Any], value: Any
) -> None:
    backup = read_file(changed(contents, path, value))
    again = json.loads(write_file(backup.history, sorted(backup.site), backup.day))
    assert {name: again.get(name) for name in contents} == contents
    assert all(record.is_restored for record in backup.history.recent)


def test_full_history_is_read_and_one_more_game_is_refused(contents: Contents) -> None:
    won = [finished(daily_id(day), started=day) for day in range(1, 41)]
    history = history_of([*won, *(begun(daily_id(day), started=day) for day in range(41, 53))])
    assert (len(history.recent), len(history.in_progress)) == (40, 12)
    assert read_file(write_file(history)).history == history
    more = json.loads(write_file(history))
    more["games"].append(0)
    with pytest.raises(HistoryError):
        read_file(json.dumps(more))
    contents["days"] = {str(number): "4*" for number in range(1, 3651)}  # ten years of results
    history = read_file(json.dumps(contents)).history
    assert len(history.days) == 3650
    assert isinstance(history.recent[0], Record)


@given(st.text())
@example("[" * 100_000)
@example("1" * 10_000)
@example(" " * 1_000_001)
@example('{"format": NaN}')
@example("null")
@example("[]")
@example("\ud800")
def test_text_that_is_not_a_backup_is_refused(text: str) -> None:
    with pytest.raises(HistoryError):
        read_file(text)


def boards_game(puzzle: str, guesses: int, outcome: str, **facts: object) -> dict[str, Any]:
    words = [f"abcd{chr(ord('a') + number)}" for number in range(guesses)]
    game = {"puzzle": puzzle, "length": 5, "started": 9, "guesses": words, "hard": ""}
    return {"games": [{**game, "outcome": outcome, **facts}]}


SECOND = {"format": "wordle-web history", "version": 1}
EMPTY = {**SECOND, "days": {}, "games": [], "counts": [], "source": ""}
CHALLENGE = "boards/2/challenge/0123456789abcdef"


@pytest.mark.parametrize(
    ("facts", "kind"),
    [
        (boards_game("boards/4/daily/9", 10, "lost"), "record"),
        (boards_game("boards/4/daily/9", 9, "under way"), "record"),
        (boards_game("boards/4/daily/9", 3, "won"), "record"),
        (boards_game("boards/4/daily/9", 4, "won", hard="*"), "record"),
        (boards_game("daily/9", 4, "won", hard="***"), "record"),
        (boards_game("daily/9", 4, "won", hard=True), "record"),
        (boards_game("boards/4/daily/9", 4, "won", answer="abcda abcdb abcdc abcdd"), "record"),
        (boards_game("boards/3/daily/9", 6, "lost"), "record"),
        (boards_game("boards/1/daily/9", 6, "lost"), "record"),
        (boards_game("boards/daily/9", 6, "lost"), "record"),
        (boards_game("in-turn/daily/9", 6, "lost"), "record"),
        (boards_game("boards/٤/daily/9", 6, "lost"), "record"),
        (boards_game("boards/4/boards/4/daily/9", 6, "lost"), "record"),
        (boards_game("boards/4/daily/9\n", 4, "won"), "record"),
        (boards_game(CHALLENGE, 2, "won"), "record"),
        (boards_game(CHALLENGE, 2, "won", answer="abcda"), "record"),
        (boards_game(CHALLENGE, 2, "won", answer="abcda abcdb abcdc"), "record"),
        (boards_game(CHALLENGE, 2, "under way", answer="abcda abcdb"), "record"),
        (boards_game(CHALLENGE, 0, "lost", length=9, answer="a" * 9 + " " + "b" * 9), "record"),
        ({"other_days": []}, "day"),
        ({"other_days": {"boards/4/": {"9": "10"}}}, "day"),
        ({"other_days": {"boards/4/": {"9": "3"}}}, "day"),
        ({"other_days": {"boards/4/": {"9": "4*"}}}, "day"),
        ({"other_days": {"": {"9": "4"}}}, "day"),
        ({"other_days": {"in-turn/": {"9": "4"}}}, "record"),
    ],
)
def test_backup_with_an_impossible_game_of_several_boards_is_refused(
    facts: dict[str, Any], kind: str
) -> None:
    with pytest.raises(HistoryError) as refused:
        read_file(json.dumps(EMPTY | facts))
    assert refused.value.kind == kind


def test_backup_with_a_possible_game_of_several_boards_is_read() -> None:
    possible = boards_game(CHALLENGE, 2, "won", answer="abcda abcdb")
    days = {"other_days": {"boards/4/in-turn/": {"9": "10"}}}
    assert read_file(json.dumps(EMPTY | possible | days)).history.recent


NAME, PLAYED, SERIES = "616263646566", "020001", "3132333435363738"
ODD_SEALS = [(NAME, "6162"), (NAME, "zz"), (PLAYED, "09"), (PLAYED, "01" * 32)]
ODD_SEALS += [(f'"{SERIES}"', "5"), (f'"{SERIES}",', ""), (SERIES, "3132")]


@pytest.mark.parametrize(("old", "new"), ODD_SEALS)
def test_backup_contains_seals_and_series_and_refuses_invalid_ones(old: str, new: str) -> None:
    text = write_file(SEALED)
    assert read_file(text).history == SEALED
    assert old in text
    with pytest.raises(HistoryError):
        read_file(text.replace(old, new))
