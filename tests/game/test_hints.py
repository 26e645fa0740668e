"""Hints: what each step reveals, and that it reveals nothing else."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from itertools import product
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wordle_web.engine.candidates import belief_of, candidates_after
from wordle_web.engine.hard_mode import HardMode, hard_mode_violation
from wordle_web.engine.lexicon import Lexicon, load_lexicon
from wordle_web.game.hints import (
    STEPS,
    Hint,
    current_hint,
    hint_board,
    lasting_hints,
    words_after_hints,
    words_named,
)
from wordle_web.game.rules import MAX_HINTS, Game, KnownLetter, PastHints, ask_hint, play

ENGLISH, GERMAN = load_lexicon("english-5"), load_lexicon("german-6")
LEXICONS = st.sampled_from([ENGLISH, GERMAN, load_lexicon("portuguese-4")])


def test_maximum_number_of_hints_equals_number_of_steps() -> None:
    assert len(STEPS) == MAX_HINTS


def hints_of(game: Game, lexicon: Lexicon, mode: str = "pool", board: int = 0) -> list[Hint]:
    """Return all hints for a board, one after another."""
    hints: list[Hint] = []
    while not (hints and hints[-1].following is None):
        game = ask_hint(game, board)
        hint = current_hint(game, lexicon, belief_of(lexicon, mode), board)
        assert hint
        hints.append(hint)
    return hints


@st.composite
def games(draw: st.DrawFn) -> tuple[Lexicon, Game]:
    """Return a game with hints before some of its guesses."""
    lexicon = draw(LEXICONS)
    words = st.sampled_from(lexicon.pool("normal").words)
    answer = draw(words)
    guesses = draw(st.lists(words.filter(lambda word: word != answer), max_size=4, unique=True))
    game = Game(answer, hard=draw(st.sampled_from(HardMode)))
    for guess in guesses:
        for _ in range(draw(st.integers(0, MAX_HINTS))):
            game = ask_hint(game, 0)
        if hard_mode_violation(guess, game.turns, game.hard):
            game = replace(game, hard=HardMode.OFF)
        game = play(lasting_hints(game, lexicon, belief_of(lexicon, "pool")), guess, lexicon)
    return lexicon, game


def words_of(game: Game, lexicon: Lexicon, hints: Iterable[Hint]) -> list[str]:
    """Return the words that match the marks and the hints, by brute force."""
    left = candidates_after(lexicon, game.turns, belief_of(lexicon, "pool"))
    words = [lexicon.words[index] for index in left]
    for hint in hints:
        if hint.step == "answer":
            words = [word for word in words if word in hint.guesses]
        elif hint.place is not None:
            words = [word for word in words if word[hint.place] == hint.letter]
        elif hint.letter and not hint.is_repeated:
            words = [word for word in words if hint.letter in word]
        for letter, least, place in hint.known:
            words = [word for word in words if word.count(letter) >= least]
            words = [word for word in words if place is None or word[place] == letter]
    return words


@given(games())
def test_hints_reveal_count_letter_place_and_guess_in_this_order(
    played: tuple[Lexicon, Game],
) -> None:
    lexicon, game = played
    hints = hints_of(game, lexicon)
    steps = [hint.step for hint in hints]
    assert steps[:-1] == [step for step in STEPS if step in steps[:-1]]
    assert steps[-1] in {"guess", "answer"}
    if len(hints) > 1 and not hints[0].is_settled:
        assert steps[0] == "count"
    # If the letter completes the answer, the hint shows the answer.
    spelled = steps[-1] == "answer" and hints[-1].letter != ""
    following = [hint.following for hint in hints]
    assert following[:-2] == steps[1:-1]
    assert following[-2:-1] in ([], [steps[-1]], *([["letter"], ["place"]] * spelled))
    assert following[-1] is None
    seen = {letter for guess in game.guesses for letter in guess}
    seen |= {letter for letter, _, _ in hints[0].known}
    for hint, before in zip(hints, [[], *(steps[:n] for n in range(1, len(steps)))], strict=True):
        revealing = {"letter", "place"} & {*before, hint.step}
        if hint.step != "answer":
            assert (hint.letter != "") == bool(revealing)
            assert (hint.place is not None) == ("place" in revealing)
        if hint.letter:
            assert hint.letter in game.answer
        if hint.step == "letter" and not hint.is_repeated and hint.letter in seen:
            pytest.fail("a letter that was known already")
        if hint.place is not None:
            assert game.answer[hint.place] == hint.letter
            assert all(guess[hint.place] != hint.letter for guess in game.guesses)
            assert (hint.letter, 1, hint.place) not in hint.known
        assert bool(hint.guesses) == (hint.step in {"guess", "answer"})


@given(games())
def test_hint_that_leaves_one_word_is_followed_only_by_the_answer(
    played: tuple[Lexicon, Game],
) -> None:
    lexicon, game = played
    for hint in hints_of(game, lexicon):
        if hint.step == "answer":
            assert (hint.count, hint.guesses, hint.following) == (1, (game.answer,), None)
        else:
            assert hint.count > 1 or hint.following == "answer"


@pytest.mark.parametrize("lexicon", [ENGLISH, GERMAN], ids=["english", "german"])
def test_hint_step_that_always_leaves_one_word_is_called_the_answer(lexicon: Lexicon) -> None:
    """The name of a step depends on the words left, not on which of them is the answer."""
    belief, source = belief_of(lexicon, "pool"), Random(1)
    words, told = lexicon.pool("normal").words, 0
    for _ in range(150):
        answer, *guesses = source.sample(words, 4)
        game = Game(answer, tuple(guesses))
        left = [lexicon.words[at] for at in candidates_after(lexicon, game.turns, belief)]
        if not 1 < len(left) < 5:
            continue
        by_answer = [hints_of(replace(game, answer=word), lexicon) for word in left]
        names = {hints[0].following for hints in by_answer}
        told += names == {"answer"}
        if names == {"answer"}:
            assert all(len(hints) == 2 for hints in by_answer)
        else:
            assert "answer" not in names
            assert any(hints[1].count > 1 for hints in by_answer)
    assert told


@given(games())
def test_hints_accumulate_revealed_letters(played: tuple[Lexicon, Game]) -> None:
    lexicon, game = played
    for hint in hints_of(game, lexicon):
        revealed = {(letter, place) for letter, _, place in hint.revealed}
        assert all(letter in game.answer for letter, _ in revealed)
        assert all(game.answer[place] == letter for letter, place in revealed if place is not None)
        if hint.step == "answer":
            assert {place for _, place in revealed} == {*range(game.length)}
        else:
            assert {(letter, place) for letter, _, place in hint.known} <= revealed
            assert not hint.letter or (hint.letter, hint.place) in revealed
            assert len(hint.revealed) == len(hint.known) + bool(hint.letter)


@given(games())
def test_hints_do_not_contradict_earlier_hints(played: tuple[Lexicon, Game]) -> None:
    """Words are counted and suggested as answers only if they match the revealed facts."""
    lexicon, game = played
    given_hints = list[Hint]()
    for hint in hints_of(game, lexicon):
        given_hints.append(hint)
        left = words_of(game, lexicon, given_hints)
        if not any(earlier.is_repeated for earlier in given_hints):
            assert hint.count == len(left)
        assert game.answer in left
        assert set(hint.guesses) <= set(left)
        shown = {"guess": 2 if hint.count == 2 else 1, "answer": 1}
        assert len(hint.guesses) == shown.get(hint.step or "", 0)
        assert hint.count <= given_hints[0].count
        assert hint.known == given_hints[0].known


@given(games())
def test_letters_of_earlier_hints_are_shown_until_marks_reveal_them(
    played: tuple[Lexicon, Game],
) -> None:
    lexicon, game = played
    hint = current_hint(game, lexicon, belief_of(lexicon, "pool"))
    letter_at = dict[int, str]()
    for earlier in game.past_hints:
        before = replace(game, guesses=game.guesses[: earlier.guesses], hints=(0,) * earlier.hints)
        before = replace(
            before, past_hints=tuple(turn for turn in game.past_hints if turn < earlier)
        )
        revealed = current_hint(before, lexicon, belief_of(lexicon, "pool"))
        assert revealed
        if revealed.step == "answer":
            letter_at |= enumerate(game.answer)
        elif revealed.place is not None:
            letter_at[revealed.place] = revealed.letter
    greens = {place for turn in game.turns for place in turn.greens}
    known = hint.known if hint else ()
    assert {place: letter for letter, _, place in known if place is not None} == {
        place: letter for place, letter in letter_at.items() if place not in greens
    }
    assert hint is None or hint.step is None or hint.following is None
    for letter, least, place in known:
        assert game.answer.count(letter) >= least
        assert place is None or game.answer[place] == letter


@given(games())
def test_last_hint_reveals_the_answer_only_if_no_other_word_is_left(
    played: tuple[Lexicon, Game],
) -> None:
    lexicon, game = played
    hint = hints_of(game, lexicon)[-1]
    assert (hint.step == "answer") == (hint.count == 1)
    if hint.count == 1:
        assert hint.guesses == (game.answer,)
    assert not hard_mode_violation(hint.guesses[0], game.turns, game.hard)


def test_hint_after_a_guess_uses_the_letter_revealed_before_the_guess() -> None:
    """Hints after a guess take into account the letter revealed before it."""
    game = Game("print", ("slate",))
    for _ in range(3):
        game = ask_hint(game, 0)
    first = current_hint(game, ENGLISH, belief_of(ENGLISH, "pool"))
    assert first
    game = play(game, "churn", ENGLISH)
    after = current_hint(game, ENGLISH, belief_of(ENGLISH, "pool"))
    assert after
    assert after.known == (KnownLetter(first.letter, place=first.place),)
    assert "front" not in hints_of(game, ENGLISH)[-1].guesses


FIRST = ("stale", "crown"), ("abbey",), (), ("rotor", "mummy", "clasp")


@pytest.mark.parametrize("earlier", [0, 2, 3])
@pytest.mark.parametrize("guesses", FIRST)
def test_hints_depend_only_on_marks_and_revealed_facts(
    guesses: tuple[str, ...], earlier: int
) -> None:
    """Answers with the same marks and the same revealed facts get the same hint.

    Only the letter and its position differ; the count and the best guess follow from these.
    """
    words = ENGLISH.pool("normal").words[::17]
    by_told: dict[tuple[object, ...], set[Hint]] = {}
    for answer in (word for word in words if word not in guesses):
        game, before = Game(answer), []
        for guess in guesses:
            for _ in range(earlier):
                game = ask_hint(game, 0)
            if earlier:
                before.append(current_hint(game, ENGLISH, belief_of(ENGLISH, "pool")))
            game = play(game, guess, ENGLISH)
        facts = (*((hint.letter, hint.is_repeated, hint.place) for hint in before if hint),)
        for hint in hints_of(game, ENGLISH):
            shown = hint.guesses if hint.step == "answer" else ()
            here = (hint.step, hint.letter, hint.is_repeated, hint.place, shown)
            by_told.setdefault((game.patterns, facts, here), set()).add(hint)
    assert all(len(hints) == 1 for hints in by_told.values())
    # Before a letter is revealed, the answer does not matter.
    counted = [
        hint for (_, _, here), hints in by_told.items() for hint in hints if here[0] == "count"
    ]
    assert len(counted) == len({key[:2] for key in by_told if key[2][0] == "count"})


@pytest.mark.parametrize("answer", ["zebra", "fuzzy", "vixen"])
def test_letter_hint_reveals_the_letter_that_leaves_the_most_words(answer: str) -> None:
    hint = hints_of(Game(answer), ENGLISH)[1]
    words = ENGLISH.pool("normal").words
    counts = [sum(letter in word for word in words) for letter in answer]
    assert sum(hint.letter in word for word in words) == max(counts) > 1


def test_letter_hint_reveals_a_letter_that_rules_out_some_words_if_possible() -> None:
    belief, pool = belief_of(ENGLISH, "pool"), ENGLISH.pool("normal").words
    for answer in pool[::40]:
        game = Game(answer, ("slate",))
        left = [ENGLISH.words[at] for at in candidates_after(ENGLISH, game.turns, belief)]
        hint = hints_of(game, ENGLISH)[1]
        if hint.step != "letter":
            continue
        new = set(answer) - set("slate")
        counts = {letter: sum(letter in word for word in left) for letter in new}
        if any(1 < count < len(left) for count in counts.values()):
            assert 1 < counts[hint.letter] < len(left)
            assert counts[hint.letter] == max(n for n in counts.values() if n < len(left))


def test_hint_marks_a_repeated_letter_as_repeated() -> None:
    game = Game("geese", ("melon", "sugar"))  # E, S and G are known
    letter = hints_of(game, ENGLISH)[1]
    assert (letter.step, letter.letter, letter.is_repeated) == ("letter", "e", True)


def test_hint_reveals_a_position_if_all_letters_are_known() -> None:
    game = Game("angle", ("glean",))
    assert [hint.step for hint in hints_of(game, ENGLISH)][:2] == ["count", "place"]


@pytest.mark.parametrize("mode", ["pool", "real"])
def test_game_with_an_unlisted_answer_has_hints(mode: str) -> None:
    hints = hints_of(Game("qqxyz", ("slate", "crown")), ENGLISH, mode)
    assert [hint.step for hint in hints] == ["count", "letter", "place"]
    assert hints[1].letter in "qxyz"
    assert hints[-1].count == 0  # so there is no best guess
    nothing = hints_of(Game("qqxyz", ("qqxya",)), ENGLISH, mode)
    assert (nothing[0].count, nothing[0].guesses) == (0, ())
    assert nothing[-1].guesses == ("qqxyz",)  # spelled by the marks and the letter


@pytest.mark.parametrize("mode", ["pool", "real"])
@pytest.mark.parametrize("answer", ["salsa", "moist", "eerie", "chest"])
@pytest.mark.parametrize("guess", ["crane", "fuzzy", "slimy"])
def test_best_guess_is_a_word_that_many_people_know(answer: str, guess: str, mode: str) -> None:
    best = hints_of(Game(answer, (guess,)), ENGLISH, mode)[-1]
    assert best.guesses[0] in ENGLISH.pool("normal").words
    assert all(word[best.place or 0] == answer[best.place or 0] for word in best.guesses)


def test_hint_is_for_the_requested_board_or_the_first_unsolved_board() -> None:
    game = Game("crane", ("crane",), others=("slate", "truss"), tries=8)
    assert [hint_board(game, wanted) for wanted in (None, 0, 1, 2, 7)] == [1, 1, 1, 2, 1]
    in_turn = replace(game, in_turn=True)
    assert [hint_board(in_turn, wanted) for wanted in (None, 0, 2)] == [1, 1, 1]
    known = Game("crane", ("brane", "crank"), others=("moist", "humid"))
    assert [hint_board(known, wanted) for wanted in (None, 0, 2)] == [1, 0, 2]
    only_known = Game("crane", ("brane", "crank", "moist"), others=("moist",))
    assert hint_board(only_known, None) == 0
    assert hint_board(Game("crane"), None) is None
    assert hint_board(Game("crane", ("crane",)), None) is None


def test_hints_for_one_board_reveal_nothing_about_other_boards() -> None:
    game = Game("crane", ("abbey",), others=("slate", "truss"), tries=8)
    belief = belief_of(ENGLISH, "pool")
    for boards in product(range(3), repeat=2):
        hinted = replace(game, hint_count=9, hints=boards)
        hint = current_hint(hinted, ENGLISH, belief, boards[-1])
        board = game.boards[boards[-1]]
        alone = replace(board, hint_count=9, hints=(0,) * boards.count(boards[-1]))
        expected = current_hint(alone, ENGLISH, belief)
        assert expected
        assert hint == replace(expected, board=boards[-1])
        others = {0, 1, 2} - {*boards}
        assert not any(current_hint(hinted, ENGLISH, belief, other) for other in others)


def told(hint: Hint | None, board: Game) -> set[tuple[object, ...]]:
    """Return all facts that the page shows about a board and that stay true, one by one."""
    facts: set[tuple[object, ...]] = {
        ("place", place, turn.guess[place]) for turn in board.turns for place in turn.greens
    }
    letters = Counter[str]()
    for guess in board.guesses:
        letters |= Counter(guess) & Counter(board.answer)
    if hint:
        places = [(place, letter) for letter, _, place in hint.revealed if place is not None]
        facts |= {("place", place, letter) for place, letter in places}
        for letter, least, _ in hint.revealed:
            letters[letter] = max(letters[letter], least)
        letters[hint.letter] += hint.is_repeated
        facts |= {("settled",)} if hint.is_settled else set()
        if hint.step == "answer":
            letters |= Counter(board.answer)
            facts |= {("answer",)}
    return facts | {("letter", one, n) for one in letters for n in range(1, letters[one] + 1)}


@pytest.mark.parametrize("boards", [1, 2, 4])
@pytest.mark.parametrize("seed", range(12))
def test_revealed_facts_of_hints_are_kept_and_not_repeated(boards: int, seed: int) -> None:
    """The games have random guesses, and hints for some or all boards at every turn."""
    source, belief = Random(seed), belief_of(ENGLISH, "pool")
    answer, *others = source.sample(ENGLISH.pool("normal").words, boards)
    game = Game(answer, tries=boards + 5, others=tuple(others))
    seen: dict[int, set[tuple[object, ...]]] = {board: set() for board in range(boards)}
    while True:
        guess = source.choice(ENGLISH.pool("normal").words)
        if guess in (*game.guesses, *game.answers):
            continue
        game = play(lasting_hints(game, ENGLISH, belief), guess, ENGLISH)
        if game.is_over:
            break
        for board in range(boards):
            hint = current_hint(game, ENGLISH, belief, board)
            assert seen[board] <= told(hint, game.boards[board])
            for _ in range(source.randint(0, MAX_HINTS)):
                if hint and hint.following is None:
                    break  # no further hint is offered
                before, earlier = told(hint, game.boards[board]), hint
                game = ask_hint(game, board)
                hint = current_hint(game, ENGLISH, belief, board)
                assert hint
                after = told(hint, game.boards[board])
                is_news = bool(after - before)
                # The number of words and the best guess are new at every turn.
                assert is_news or hint.step == "guess" or (hint.step == "count" and hint.count > 1)
                assert not earlier or earlier.step != "answer"
                seen[board] |= after


def test_answer_is_shown_when_a_guess_rules_out_the_other_word_of_a_hint() -> None:
    belief = belief_of(ENGLISH, "pool")
    source = Random(1)
    words, shown = ENGLISH.pool("normal").words, 0
    for answer in source.sample(words, 60):
        game = Game(answer, ("slate", "crony")) if answer not in {"slate", "crony"} else None
        last = hints_of(game, ENGLISH)[-1] if game else None
        if not (game and last and (last.step, last.count) == ("guess", 2)):
            continue
        for _ in range(MAX_HINTS):
            game = ask_hint(game, 0)
        (other,) = {*last.guesses} - {answer}
        game = play(lasting_hints(game, ENGLISH, belief), other, ENGLISH)
        hint = current_hint(game, ENGLISH, belief)
        assert hint
        assert (hint.step, hint.guesses, hint.following) == ("answer", (answer,), None)
        shown += 1
    assert shown


@given(games())
def test_words_after_hints_match_the_revealed_facts(
    played: tuple[Lexicon, Game],
) -> None:
    lexicon, game = played
    belief = belief_of(lexicon, "pool")
    masks = words_after_hints(game, lexicon, belief)
    assert len(masks) == len(game.guesses)
    for number, mask in enumerate(masks):
        earlier = tuple(hint for hint in game.past_hints if hint.guesses < number)
        now = sum(hint.hints for hint in game.past_hints if hint.guesses == number)
        before = replace(game, guesses=game.guesses[:number], past_hints=earlier, hints=(0,) * now)
        hint = current_hint(before, lexicon, belief)
        left = candidates_after(lexicon, before.turns, belief)
        fitting = left if mask is None else left[mask[left]]
        assert game.answer in {lexicon.words[index] for index in fitting}
        if hint:
            assert len(fitting) == hint.count
        else:
            assert mask is None or len(fitting) == len(left)


@pytest.mark.parametrize(
    ("hints", "named"),
    [
        ((), ((), (), ())),
        ((PastHints(1, 0, 3),), ((), (), ())),
        ((PastHints(1, 0, 4),), ((), ("gable",), ())),
        ((PastHints(2, 0, 4),), ((), (), ("maple", "maile"))),
        ((PastHints(1, 0, 4), PastHints(2, 0, 4)), ((), ("gable",), ("maple", "maile"))),
    ],
)
def test_words_named_before_each_guess_are_the_words_of_the_last_hint(
    hints: tuple[PastHints, ...], named: tuple[tuple[str, ...], ...]
) -> None:
    game = Game("maple", ("crane", "gable", "maple"), past_hints=hints)
    assert words_named(game, ENGLISH, belief_of(ENGLISH, "real")) == named


def test_word_pair_of_a_hint_stays_named_until_a_guess_rules_out_a_word() -> None:
    """No hint of a later turn is needed: the page still shows the words."""
    guesses = ("crane", "gable", "fuzzy", "maile", "maple")
    game = Game("maple", guesses, past_hints=(PastHints(2, 0, 4),))
    pair = ("maple", "maile")
    named = words_named(game, ENGLISH, belief_of(ENGLISH, "real"))
    assert named == ((), (), pair, pair, ("maple",))
