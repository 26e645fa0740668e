"""Tables in links: what fits, damaged links, and check marks, which cannot be forged."""

import contextlib
import random
from dataclasses import replace
from itertools import product

import pytest
from game.league.tables import read

from wordle_web.game.codecs import from_base64url, section, to_base64url, varint
from wordle_web.game.errors import LeagueError
from wordle_web.game.league.packing import MAX_NUMBER, VERSION, pack, unpack
from wordle_web.game.league.table import MAX_RENAMES, DailyGame, ResultKey, Table, merged
from wordle_web.game.share import seal, sealed_by

KEY, OTHER_KEY = b"a key of the tests, 32 bytes or so", b"another key, of another site, as long"
SOURCE = bytes(range(6))


def table_of(people: int, days: int, games: int, seed: int = 1) -> Table:
    """Return a table in which everybody has a result for every game and day, checked or not."""
    rng = random.Random(seed)
    played = [DailyGame(f"Game {n}", 1, 6, 739_000 + n) for n in range(games)]
    keys = [game.key for game in played]
    names = [f"Person {chr(65 + n % 26)}{n}" for n in range(people)]
    result_keys = product(names, keys, range(900, 900 + days))
    results = {ResultKey(*key): {rng.randrange(7): rng.random() < 0.5} for key in result_keys}
    seals = {name: frozenset({rng.randbytes(6)}) for name in names}
    hinted, hard = (frozenset(key for key in results if rng.random() < 0.1) for _ in range(2))
    games_by_key = dict(zip(keys, played, strict=True))
    return Table(games_by_key, results, seals, frozenset(names), hinted=hinted, hard=hard)


@pytest.mark.parametrize("seed", range(5))
def test_month_of_ten_people_and_two_games_fits_in_2000_characters(seed: int) -> None:
    table = table_of(10, 31, 2, seed)
    token, part = pack(table, KEY)
    assert part == table
    assert unpack(token, [KEY]) == (table, True)
    assert len(f"https://words.example.org/league?table={token}") <= 2000


def test_oldest_days_are_omitted_from_a_full_token() -> None:
    token, part = pack(table_of(30, 365, 2), KEY)
    assert len(token) <= 1960
    assert part.cut
    numbers = {result.number for result in part.results}
    assert numbers == set(range(900 + 365 - len(numbers), 900 + 365))
    assert len(numbers) >= 20
    assert unpack(token, [KEY]) == (part, True)
    # Days are compared by date, since the same number may be years apart in two games.
    old, new = DailyGame("Old", 1, 6, 738_000), DailyGame("New", 1, 6, 739_000)
    full = table_of(60, 60, 1)
    results = {ResultKey("Person A0", old.key, 900): {4: False}, **full.results}
    table = replace(full, games={**full.games, old.key: old, new.key: new}, results=results)
    assert old.key not in pack(table, KEY)[1].games


def test_more_names_than_fit_are_refused() -> None:
    names = [f"{random.Random(n).getrandbits(150):039x}" for n in range(200)]
    table = Table(sure=frozenset(), left_out=frozenset(names))
    with pytest.raises(LeagueError, match="people"):
        pack(table, KEY)
    table = replace(table_of(3, 9, 1), left_out=frozenset(names[:9]))
    bare = replace(table, games={}, results={}, hinted=frozenset(), hard=frozenset(), cut=True)
    least = len(pack(bare, KEY)[0])
    assert not pack(table, KEY, least)[1].results
    with pytest.raises(LeagueError, match="people"):
        pack(table, KEY, least - 1)


@pytest.mark.parametrize("place", range(0, 2600, 53))
def test_changed_bit_removes_all_check_marks_or_invalidates_the_link(place: int) -> None:
    data = bytearray(from_base64url(pack(table_of(5, 20, 2), KEY)[0]) or b"")
    data[place // 8 % len(data)] ^= 1 << place % 8
    with contextlib.suppress(LeagueError):
        unpacked, is_ours = unpack(to_base64url(bytes(data)), [KEY])
        assert not is_ours
        assert not any(any(values.values()) for values in unpacked.results.values())
        assert not unpacked.seals


FULL, _ = pack(table_of(10, 31, 2), KEY)


def link(content: bytes) -> str:
    return to_base64url(bytes([VERSION]) + section(content) + b"s" * 16)


ONE_RESULT = (
    b"\0\1\3Ana\0\0\0\1\6Wordle\1\6\0\1\0\1\1\x11"  # the content before hints and hard mode
)


def test_hints_and_hard_mode_round_trip() -> None:
    lists = ((b"\0", False), (b"\1\0", True))
    for (hints, is_hinted), (hard, is_hard) in product(lists, lists):
        table, _ = unpack(link(ONE_RESULT + hints + hard), [KEY])
        assert len(table.results) == 1
        assert (table.hinted == table.results.keys()) == is_hinted
        assert (table.hard == table.results.keys()) == is_hard


@pytest.mark.parametrize(
    "token",
    [
        *(pytest.param(FULL[:end], id=f"{end}") for end in (0, 1, 10, 21, 22, 100, 400)),
        *("x", "!" * 50, "A" * 3000, "A" * 100_000),
        pytest.param(link(b"\0" + varint(200) + b"\0" * 900_000), id="unpacks to very much"),
        # A person who is not in the link.
        pytest.param(link(b"\0\1\3Ana\0\0\1\1\0\0"), id="joined from"),
        pytest.param(link(b"\0\1\3Ana\0\0\1\0\1\0"), id="joined to"),
        pytest.param(link(b"\0\1\3Ana\0\0\0\1\6Wordle\1\6\0\1\1"), id="plays"),
        pytest.param(link(ONE_RESULT + b"\1\1"), id="hint of a result that is not there"),
        pytest.param(link(ONE_RESULT + b"\2\0\0"), id="more hints than results"),
        pytest.param(link(ONE_RESULT + b"\0\1\1"), id="hard mode of a result that is not there"),
    ],
)
def test_truncated_altered_or_missing_link_is_refused(token: str) -> None:
    with pytest.raises(LeagueError, match="damaged"):
        unpack(token, [KEY])


def test_table_from_another_site_has_no_check_marks() -> None:
    token, table = pack(table_of(3, 3, 1), OTHER_KEY)
    unpacked, is_ours = unpack(token, [KEY])
    assert not is_ours
    assert unpacked.results.keys() == table.results.keys()
    assert not unpacked.seals
    assert unpack(token, [KEY, OTHER_KEY])[1]


NO_GAMES = [(name, 1, 6) for name in ("=x/", "=boards/3/", " x", "a\u202eb", "")]


@pytest.mark.parametrize("game", [*NO_GAMES, ("x", 33, 6), ("x", 1, 61), ("x", 1, 6)])
def test_token_with_an_invalid_game_is_refused(game: tuple[str, int, int]) -> None:
    number = 10_000_000_000 if game == ("x", 1, 6) else 1
    most = DailyGame("x", 32, 60, 4_000_000)
    values = {ResultKey("Ana", most.key, 9_999_999_999): dict.fromkeys((1919, 1920), True)}
    table = Table({most.key: most}, values, {}, frozenset({"Ana"}))
    assert unpack(pack(table, KEY)[0], [KEY]) == (table, True)
    game = DailyGame(*game)
    table = Table(
        {game.key: game}, {ResultKey("Ana", game.key, number): {4: False}}, {}, frozenset({"Ana"})
    )
    with pytest.raises(LeagueError, match="damaged"):
        unpack(pack(table, KEY)[0], [KEY])


def check(puzzle: str, token: str, value: int, hinted: bool) -> bytes | None:
    return sealed_by(puzzle, token, value, [OTHER_KEY, KEY], hinted=hinted)


def sealed_text(*results: tuple[str, int, str, bytes]) -> str:
    """Return a chat with sealed results: name, day, guesses as shared, and the seal's secret."""
    lines = []
    for name, day, tries, source in results:
        token = seal(f"daily/{day}", int(tries) if tries != "X" else 0, source, KEY)
        post = f"Wordle-web {day} {tries}/6\n\n🟩🟩🟩🟩🟩\n\nhttps://w.example/daily/{day}?seal={token}"
        lines.append(f"[31/12, 21:{len(lines):02}] {name}: {post}")
    return "\n".join(lines)


def sealed_chat(*results: tuple[str, int, str, bytes]) -> Table:
    return read(sealed_text(*results), check_seal=check).table


def checked(table: Table) -> list[tuple[str, int, int]]:
    results = table.results.items()
    marks = [(result, *mark) for result, values in results for mark in values.items()]
    return [
        (result.person, result.number, value) for result, value, is_checked in marks if is_checked
    ]


def test_sealed_result_counts_as_verified_unless_altered() -> None:
    table = sealed_chat(("Ana", 3, "4", SOURCE), ("Bob", 3, "X", b"bobbob"))
    assert checked(table) == [("Ana", 3, 4), ("Bob", 3, 0)]
    assert len(table.seals["Ana"]) == 1
    assert table.aliases() == frozenset()
    text = sealed_text(("Ana", 3, "4", SOURCE))
    assert checked(read(text, check_seal=check).table) == [("Ana", 3, 4)]
    changes = ("4/6", "3/6"), ("-web 3 ", "-web 4 "), ("daily/3", "daily/4"), ("seal=", "seal=A")
    for change in changes:
        table = read(text.replace(*change), check_seal=check).table
        assert checked(table) == []
        assert not table.seals


@pytest.mark.parametrize("place", range(0, 15 * 8, 12))
def test_altered_seal_or_seal_of_another_variant_is_rejected(place: int) -> None:
    data = bytearray(from_base64url(seal("daily/3", 4, SOURCE, KEY)) or b"")
    data[place // 8] ^= 1 << place % 8
    assert sealed_by("daily/3", to_base64url(bytes(data)), 4, [KEY]) is None
    token = seal("boards/4/daily/3", 4, SOURCE, KEY)
    assert sealed_by("boards/4/daily/3", token, 4, [KEY])
    for puzzle in ("daily/3", "pt/boards/4/daily/3", "boards/4/in-turn/daily/3"):
        assert sealed_by(puzzle, token, 4, [KEY]) is None


def test_names_with_one_pseudonym_are_flagged_until_they_are_joined() -> None:
    table = sealed_chat(("Ana", 3, "4", SOURCE), ("Bob", 4, "3", SOURCE))
    assert table.aliases() == {"Ana", "Bob"}
    assert replace(table, joins=frozenset({("Bob", "Ana")})).aliases() == frozenset()
    # Two people who began on the same day are not joined.
    table = sealed_chat(("Ana", 3, "4", b"ana-s6"), ("Bob", 3, "4", b"bob-s6"))
    assert table.aliases() == frozenset()
    assert table.seals["Ana"] != table.seals["Bob"]


def test_two_sealed_results_of_a_day_both_remain_checked() -> None:
    results = ("Ana", 3, "4", SOURCE), ("Ana", 3, "3", SOURCE)
    table = sealed_chat(*results)
    assert table.results[ResultKey("Ana", "1 =", 3)] == {4: True, 3: True}
    assert merged(*map(sealed_chat, results)) == table


def test_adding_or_removing_the_hint_mark_removes_the_check_mark() -> None:
    for hinted in (False, True):
        token = seal("daily/3", 4, SOURCE, KEY, hinted=hinted)
        for claimed in (False, True):
            bulb = " 💡" * claimed
            grid = "🟩🟩🟩🟩🟩"
            post = f"Wordle-web 3 4/6{bulb}\n\n{grid}\n\nhttps://w.example/daily/3?seal={token}"
            table = read(f"[31/12, 21:00] Ana: {post}", check_seal=check).table
            assert len(table.hinted) == claimed
            assert bool(checked(table)) == (claimed == hinted)


def test_pseudonym_of_a_player_differs_between_sites() -> None:
    here, there = (from_base64url(seal("daily/3", 4, SOURCE, key)) for key in (KEY, OTHER_KEY))
    assert here[:6] != there[:6]
    assert SOURCE not in here


@pytest.mark.parametrize(
    ("post", "is_hard"),
    [
        ("Wordle-web 3 4/6", False),
        ("Wordle-web 3 4/6*", True),
        ("Wordle-web 3 4/6** 💡", True),
        ("*Wordle-web 3 4/6*", False),
        ("**Wordle-web** 3 4/6*", False),
        ("Wordle 3 4/6*", False),
    ],
)
def test_hard_mode_star_is_read_unless_it_is_bold_markup(post: str, is_hard: bool) -> None:
    table = read(f"[31/12, 21:00] Ana: {post}\n\n🟩🟩🟩🟩🟩").table
    assert len(table.results) == 1
    assert (table.hard == table.results.keys()) == is_hard


@pytest.mark.parametrize("count", [1, 2, MAX_RENAMES])
def test_renames_are_read_only_from_tokens_of_this_site(count: int) -> None:
    renames = {(f"Ana {number}", f"Ana {number + 1}"): 700 + number for number in range(count)}
    table = table_of(3, 3, 1).with_renames(renames)
    token, _ = pack(table, KEY)
    assert unpack(token, [KEY]) == (table, True)
    assert not unpack(token, [OTHER_KEY])[0].renames


@pytest.mark.parametrize(
    "renames",
    [
        {("", "Ana"): 1},
        {("Ana", ""): 1},
        {("@Ana", "Bob"): 1},
        {("Ana", "B\N{RIGHT-TO-LEFT OVERRIDE}"): 1},
        {("#001aa", "Ana"): 1},
        {("Ana", "x" * 41): 1},
        {("Ana", "Bob"): MAX_NUMBER + 1},
        {(f"Ana {number}", "Bob"): 1 for number in range(MAX_RENAMES + 1)},
    ],
)
def test_token_with_invalid_renames_is_refused(renames: dict[tuple[str, str], int]) -> None:
    token, _ = pack(replace(table_of(3, 3, 1), renames=renames), KEY)
    with pytest.raises(LeagueError, match="damaged"):
        unpack(token, [KEY])
