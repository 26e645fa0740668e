"""Stored openings are used only for the words and rules for which they were computed."""

import random
import shutil
from collections import Counter
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from wordle_web.engine import openings
from wordle_web.engine.candidates import LIKELY, belief_of, candidates_after
from wordle_web.engine.datafiles import DATA_FOLDER
from wordle_web.engine.feedback import feedback, feedback_matrix, letter_codes
from wordle_web.engine.hard_mode import HardMode, hard_mode_violation
from wordle_web.engine.knowledge import Turn
from wordle_web.engine.lexicon import Lexicon, lexicon_names, lexicon_of, load_lexicon
from wordle_web.engine.matrix import matrix_in_memory
from wordle_web.engine.openings import Opening, Reply, find_opening, keep_opening, stored_reply
from wordle_web.engine.partition import estimated_guesses
from wordle_web.engine.planning import Outlook, plan, unhurried_size
from wordle_web.engine.suggestion import suggest

ANSWERS_TEXT = "batch catch hatch latch match patch watch bound found hound mound pound"
ANSWERS = tuple(ANSWERS_TEXT.split())
LEXICON = lexicon_of(ANSWERS, ["champ", "blimp", "crane"])
BELIEF, MATRIX = belief_of(LEXICON, "normal"), matrix_in_memory(LEXICON)
CRANE = Opening(Reply((("crane", None),), False))


@pytest.fixture
def lexicon(tmp_path: Path) -> Lexicon:
    return replace(LEXICON, openings_file=tmp_path / "openings" / "own-5.json")


@pytest.fixture(scope="module")
def opening(tmp_path_factory: pytest.TempPathFactory) -> Opening:
    lexicon = replace(LEXICON, openings_file=tmp_path_factory.mktemp("openings") / "own-5.json")
    openings.add_opening(lexicon, BELIEF, HardMode.OFF)
    return find_opening(lexicon, BELIEF, HardMode.OFF)


def test_stored_opening_round_trips(lexicon: Lexicon, opening: Opening) -> None:
    keep_opening(lexicon, BELIEF, HardMode.OFF, opening)
    stored = find_opening(lexicon, BELIEF, HardMode.OFF)
    assert stored.first.guesses[0][0] == opening.first.guesses[0][0]
    assert stored.replies.keys() == opening.replies.keys()
    assert find_opening(lexicon, BELIEF, HardMode.ON) is None
    assert find_opening(lexicon, belief_of(lexicon, "real"), HardMode.OFF) is None
    nowhere = replace(lexicon, openings_file=None)
    openings.drop_openings(nowhere, ())
    with pytest.raises(ValueError, match="own-5"):
        keep_opening(nowhere, BELIEF, HardMode.OFF, CRANE)
    assert find_opening(nowhere, BELIEF, HardMode.OFF) is None


def test_suggesting_only_answers_ignores_a_stored_opener_that_is_not_an_answer(
    lexicon: Lexicon,
) -> None:
    for hard in (HardMode.OFF, HardMode.ON):
        keep_opening(lexicon, BELIEF, hard, CRANE)
    assert suggest(lexicon, (), belief=BELIEF).guess == "crane"
    assert suggest(lexicon, (), belief=BELIEF, answers_only=True).guess in ANSWERS
    openings.drop_openings(lexicon, {openings.fingerprint(lexicon, BELIEF, HardMode.ON)})
    assert find_opening(lexicon, BELIEF, HardMode.OFF) is None
    assert find_opening(lexicon, BELIEF, HardMode.ON) == CRANE


def test_copied_lexicon_uses_the_built_in_openings(tmp_path: Path) -> None:
    shipped = load_lexicon("english-4")
    folder = tmp_path / "english-4"
    shutil.copytree(DATA_FOLDER / "english-4", folder)
    (folder / "manifest.json").unlink()
    copied = load_lexicon("english-4", tmp_path)
    assert copied.openings_file == tmp_path / "openings" / "english-4.json"
    for mode in ("real", "normal"):
        opening = find_opening(copied, belief_of(copied, mode), HardMode.OFF)
        assert opening
        assert opening == find_opening(shipped, belief_of(shipped, mode), HardMode.OFF)


def test_full_disk_leaves_no_partial_file(
    lexicon: Lexicon, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("wordle_web.engine.openings.Path.replace", full)
    with pytest.raises(OSError, match="No space left"):
        keep_opening(lexicon, BELIEF, HardMode.OFF, CRANE)
    assert list(lexicon.openings_file.parent.iterdir()) == []


NO_FILES = (b"", b"[]", b"{", b'{"x": 1}', b"\xff", b"null", b"[" * 100_000)
GOOD = '[0,"crane",2.5,0.25,"champ",null,null,"blimp",1,0,"batch",6,0.5]'


@pytest.mark.parametrize("content", NO_FILES, ids=lambda content: repr(content[:9]))
def test_damaged_openings_file_counts_as_missing(lexicon: Lexicon, content: bytes) -> None:
    lexicon.openings_file.parent.mkdir()
    lexicon.openings_file.write_bytes(content)
    assert find_opening(lexicon, BELIEF, HardMode.OFF) is None
    assert suggest(lexicon, [], belief=BELIEF).guess
    keep_opening(lexicon, BELIEF, HardMode.OFF, CRANE)
    assert find_opening(lexicon, BELIEF, HardMode.OFF)


@pytest.mark.parametrize(
    "content",
    [
        # No opening, or one without its replies.
        *("null", "7", '"text"', "[]", "{}", f"[{GOOD}]"),
        # Invalid replies.
        *(f"[{GOOD},[]]", f"[{GOOD},{{}},7]", f"[{GOOD},{{}},[{GOOD}]]"),
        *(f'[{GOOD},{{"0000x":{GOOD}}}]', f'[{GOOD},{{"":{GOOD}}}]', f'[{GOOD},{{"00000":null}}]'),
        f'[{GOOD},{{}},{{"champ":[]}}]',
        f'[{GOOD},{{}},{{"champ":{{"00000":[0]}}}}]',
        # No first guess, or an invalid one.
        *("[[],{}]", "[[0],{}]", "[null,{}]", '[[0,"crane"],{}]', "[[0,7,2.5,0],{}]"),
        *('[[0,"cranes",2.5,0],{}]', '[[0,"zzzzz",2.5,0],{}]', '[[0,["crane"],2.5,0],{}]'),
        '[[0,"\\ud800rane",2.5,0],{}]',
        # Missing or impossible figures.
        *('[[0,"crane",2.5],{}]', '[[0,"crane","2.5",0],{}]', '[[0,"crane",2.5,null],{}]'),
        *('[[0,"crane",2.5,1],{}]', '[[0,"crane",2.5,-0.1],{}]', '[[0,"crane",-1,0],{}]'),
        *('[[0,"crane",0.9,0],{}]', '[[0,"crane",6.1,0],{}]', '[[0,"crane",NaN,0],{}]'),
        *('[[0,"crane",Infinity,0],{}]', '[[0,"crane",1e999,0],{}]'),
        *('[[0,"crane",2.5,"champ",null],{}]', '[[0,"crane",2.5,0,"champ"],{}]'),
        '[[0,"crane",2.5,0,"champ",2.5],{}]',
    ],
)
@pytest.mark.parametrize("rows", [(), ("crane:00020",), ("champ:00000",)])
def test_invalid_openings_are_ignored(
    lexicon: Lexicon, content: str, rows: tuple[str, ...]
) -> None:
    lexicon.openings_file.parent.mkdir()
    normal, hard = (
        openings.fingerprint(lexicon, BELIEF, hard) for hard in (HardMode.OFF, HardMode.ON)
    )
    lexicon.openings_file.write_text(f'{{"{normal}":{content},"{hard}":[{GOOD},{{}}]}}')
    assert find_opening(lexicon, BELIEF, HardMode.OFF) is None
    opening = find_opening(lexicon, BELIEF, HardMode.ON)
    assert opening.first.guesses == (
        ("crane", Outlook(2.5, 0.75)),
        ("champ", None),
        ("blimp", Outlook(1.0, 1.0)),
        ("batch", Outlook(6.0, 0.5)),
    )
    assert (opening.first.is_exact, opening.replies, opening.other_firsts) == (False, {}, {})
    assert suggest(lexicon, [Turn.parse(row) for row in rows], belief=BELIEF).guess


def test_stored_opening_gives_the_same_costs_as_a_search(
    lexicon: Lexicon, opening: Opening
) -> None:
    keep_opening(lexicon, BELIEF, HardMode.OFF, opening)
    first = suggest(lexicon, [], belief=BELIEF)
    assert first.guess == opening.first.guesses[0][0]
    assert first.best[0].entropy_bits > 0
    for answer in {*ANSWERS} - {first.guess}:
        turns = [Turn(first.guess, feedback(first.guess, answer))]
        suggestion = suggest(lexicon, turns, belief=BELIEF)
        fresh = suggest(LEXICON, turns, belief=BELIEF)
        assert suggestion.expected_guesses == pytest.approx(fresh.expected_guesses)


# Hard-mode openings for games of other sites (`real`) take a long time to compute. So they exist
# only for English and for words of four letters, whose games are lost most often.
KEPT = [
    (name, mode, hard)
    for name in lexicon_names()
    for mode in ("real", "normal", "easy", "hard")
    for hard in (HardMode.OFF, HardMode.ON)
    if not (mode == "real" and hard) or name.startswith("english") or name.endswith("-4")
]


@pytest.mark.parametrize(("name", "mode", "hard"), KEPT)
def test_built_in_openings_match_the_built_in_words(name: str, mode: str, hard: HardMode) -> None:
    lexicon = load_lexicon(name)
    belief = belief_of(lexicon, mode)
    opening = find_opening(lexicon, belief, hard)
    assert opening, "run scripts/build_openings.py: words or pools have changed"
    guess = opening.first.guesses[0][0]
    candidates = candidates_after(lexicon, (), belief)
    patterns = feedback_matrix(letter_codes([guess]), lexicon.codes[candidates])[0]
    likely = patterns[: unhurried_size(belief.weights[candidates])]
    large = [
        pattern
        for pattern, words in enumerate(np.bincount(patterns).tolist())
        if words >= 40 and np.count_nonzero(likely == pattern) >= 20
    ]
    assert sorted(opening.replies) == large


def test_replies_to_openers_other_than_the_best_are_stored(
    lexicon: Lexicon, opening: Opening
) -> None:
    other = next(word for word in lexicon.words if word != opening.first.guesses[0][0])
    replies = openings.build_replies(MATRIX, BELIEF, other, min_words=2)
    keep_opening(lexicon, BELIEF, HardMode.OFF, replace(opening, other_firsts={other: replies}))
    stored = find_opening(lexicon, BELIEF, HardMode.OFF)
    assert stored.replies.keys() == opening.replies.keys()
    assert stored.other_firsts[other].keys() == replies.keys() != set()
    for pattern, reply in replies.items():
        read_reply = stored.reply([Turn(other, pattern)])
        assert [word for word, _ in read_reply.guesses] == [word for word, _ in reply.guesses]
        assert stored.reply([Turn(other, pattern), Turn(other, pattern)]) is None


@pytest.mark.parametrize("row", ["crane:00000", "adieu:00000", "raise:00000"])
def test_stored_replies_to_popular_openers_are_at_least_as_good_as_a_search(row: str) -> None:
    lexicon, turns = load_lexicon("english-5"), [Turn.parse(row)]
    belief = belief_of(lexicon, "real")
    opening = find_opening(lexicon, belief, HardMode.OFF)
    assert opening.reply(turns) is not None, "run scripts/build_openings.py"
    hurried = suggest(lexicon, turns, belief=belief, budget_ms=0)
    searched = suggest(lexicon, turns, belief=belief, guesses_left=6, budget_ms=200)
    assert hurried.best[0].solve_probability is not None
    assert (hurried.expected_guesses or 9) <= (searched.expected_guesses or 0) + 0.005


def likely_words(lexicon: Lexicon) -> list[str]:
    return [lexicon.words[index] for index in np.flatnonzero(lexicon.prior >= LIKELY)]


@pytest.mark.parametrize("name", lexicon_names())
@pytest.mark.parametrize("count", [1, 40, 1600])
def test_costs_of_a_stored_opening_are_adjusted_to_past_answers(name: str, count: int) -> None:
    lexicon = load_lexicon(name)
    likely = likely_words(lexicon)
    used_words = random.Random(count).sample(likely, min(count, len(likely)))
    before, belief = belief_of(lexicon), belief_of(lexicon, "real", used_words)
    stored = find_opening(lexicon, before, HardMode.OFF)
    for hard in (HardMode.OFF, HardMode.ON):
        reply = stored_reply(lexicon, (), belief, hard)
        assert {word for word, _ in reply.guesses} == {word for word, _ in stored.first.guesses}
        assert not reply.is_exact
        outlooks = [outlook for _, outlook in reply.guesses if outlook]
        assert len(outlooks) == len(reply.guesses)
        assert [outlook.cost for outlook in outlooks] == sorted(
            outlook.cost for outlook in outlooks
        )
        assert all(1 < outlook.guesses < 6 for outlook in outlooks)


def test_estimates_of_a_stored_opening_change_with_the_weights(lexicon: Lexicon) -> None:
    before, after = (
        belief_of(lexicon, "normal", used_words) for used_words in ((), ("batch", "hound"))
    )
    openings.add_opening(lexicon, before, HardMode.OFF)
    stored, weighted = (
        stored_reply(lexicon, (), belief, HardMode.OFF) for belief in (before, after)
    )
    old = dict(stored.guesses)
    for word, outlook in weighted.guesses:
        known, estimates = old[word], []
        for belief in (before, after):
            left = candidates_after(lexicon, (), belief)
            patterns = feedback_matrix(letter_codes([word]), lexicon.codes[left]).T
            estimates += estimated_guesses(patterns, belief.weights[left], 242).tolist()
        assert outlook.solved == known.solved
        change = estimates[1] - estimates[0]
        assert outlook.guesses - known.guesses == pytest.approx(change)
    assert len({word for word, _ in weighted.guesses}) == len(old) == 10
    costs = [outlook.cost for _, outlook in weighted.guesses if outlook]
    assert costs == sorted(costs)


def test_stored_opening_with_new_weights_is_as_good_as_a_long_search() -> None:
    lexicon = load_lexicon("english-4")
    matrix = matrix_in_memory(lexicon)
    used_words = random.Random(3).sample(likely_words(lexicon), 1000)
    belief = belief_of(lexicon, "real", used_words)
    reply = stored_reply(lexicon, (), belief, HardMode.OFF)
    candidates = candidates_after(lexicon, (), belief)
    weights = belief.weights[candidates]
    guess = lexicon.index(reply.guesses[0][0])
    planned = plan(matrix, candidates, weights, 6, first=[guess], max_nodes=2000)
    column = planned.guesses.tolist().index(guess)
    best, weighed = planned.outlook(planned.result.best.column), planned.outlook(column)
    assert weighed.cost <= best.cost + 0.01


def test_search_with_other_weights_evaluates_stored_replies_first() -> None:
    lexicon, turns = load_lexicon("english-5"), [Turn.parse("slate:00000")]
    belief = belief_of(lexicon, "real", ["crony", "moron"])
    stored = stored_reply(lexicon, turns, belief_of(lexicon), HardMode.OFF)
    assert stored_reply(lexicon, turns, belief, HardMode.OFF) is None
    first = openings.guesses_ignoring_used_words(lexicon, turns, belief, HardMode.OFF)
    assert [lexicon.words[index] for index in first] == [word for word, _ in stored.guesses[:4]]
    assert (
        openings.guesses_ignoring_used_words(lexicon, turns, belief_of(lexicon), HardMode.OFF) == ()
    )


@pytest.mark.parametrize("least", [2, 3, 4, 5])
def test_replies_are_stored_only_for_patterns_that_leave_enough_words(least: int) -> None:
    counts = Counter(feedback("champ", answer) for answer in ANSWERS)
    replies = openings.build_replies(MATRIX, BELIEF, "champ", min_words=least)
    assert replies.keys() == {pattern for pattern, count in counts.items() if count >= least}
    assert sorted(counts.values()) == [1, 1, 1, 1, 1, 1, 2, 4]


def test_stored_replies_in_hard_mode_use_every_hint() -> None:
    turn = Turn("batch", feedback("batch", "catch"))
    allowed = []
    for hard in (HardMode.OFF, HardMode.ON):
        replies = openings.build_replies(MATRIX, BELIEF, "batch", hard=hard, min_words=5)
        guesses = [guess for guess, _ in replies[turn.pattern].guesses]
        allowed.append([hard_mode_violation(guess, [turn]) is None for guess in guesses])
    assert not allowed[HardMode.OFF][0]
    assert all(allowed[HardMode.ON])


def test_added_opening_is_stored_and_hard_mode_falls_back_to_it(
    lexicon: Lexicon, opening: Opening
) -> None:
    assert stored_reply(lexicon, (), BELIEF, HardMode.ON) is None
    guess = openings.add_opening(lexicon, BELIEF, HardMode.OFF)
    assert guess == opening.first.guesses[0][0]
    # If hard mode has no opening, it uses the one for normal rules.
    normal, hard = (stored_reply(lexicon, (), BELIEF, hard) for hard in (HardMode.OFF, HardMode.ON))
    assert hard == replace(normal, is_exact=False)
    assert stored_reply(lexicon, (), BELIEF, HardMode.ULTRA) == hard
    assert stored_reply(lexicon, [Turn("champ", 0)], BELIEF, HardMode.ON) is None
    other = next(word for word in lexicon.words if word != guess)
    keep_opening(lexicon, BELIEF, HardMode.OFF, Opening(Reply(((other, Outlook(2.0, 1.0)),), True)))
    assert openings.add_opening(lexicon, BELIEF, HardMode.ON) == other
    assert openings.add_opening(lexicon, BELIEF, HardMode.OFF) == guess
    for hard, word in ((HardMode.OFF, guess), (HardMode.ON, other)):
        stored = find_opening(lexicon, BELIEF, hard)
        assert stored.first.guesses[0][0] == word
        assert stored.first.is_exact != hard  # in hard mode only some first guesses are compared
    # Ultra-hard mode has no openings of its own, and the replies of hard mode may break its rules.
    assert find_opening(lexicon, BELIEF, HardMode.ULTRA) is None
    first = stored_reply(lexicon, (), BELIEF, HardMode.ULTRA)
    assert first == replace(stored_reply(lexicon, (), BELIEF, HardMode.ON), is_exact=False)
    for mode in (HardMode.ON, HardMode.ULTRA):
        assert stored_reply(lexicon, [Turn("champ", 0)], BELIEF, mode) is None


def test_opening_keys_cover_each_belief_and_mode_with_and_without_used_words(
    lexicon: Lexicon,
) -> None:
    for words in ((), ("batch", "batches")):
        keys = list(openings.opening_keys(lexicon, belief_of(lexicon, "real", words)))
        names = [
            (name, hard) for name in ("real", "normal") for hard in (HardMode.OFF, HardMode.ON)
        ]
        assert [(belief.name, hard) for belief, hard in keys] == names
        used_words = [("batch",), ("batch",), (), ()] if words else [()] * 4
        assert [belief.used_words for belief, _ in keys] == used_words
