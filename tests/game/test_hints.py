"""Hints: what each step tells, and that it tells no more."""

from dataclasses import replace
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wordle_web.engine.candidates import belief_of, candidates_after
from wordle_web.engine.hard_mode import hard_mode_violation
from wordle_web.engine.lexicon import Lexicon, load_lexicon
from wordle_web.game.hints import STEPS, Hint, current_hint, hint_board
from wordle_web.game.rules import MAX_HINTS, Game, ask_hint

ENGLISH, GERMAN = load_lexicon("english-5"), load_lexicon("german-6")
LEXICONS = st.sampled_from([ENGLISH, GERMAN, load_lexicon("portuguese-4")])


def test_a_record_has_room_for_every_step() -> None:
    assert len(STEPS) == MAX_HINTS


def hints_of(game: Game, lexicon: Lexicon, mode: str = "pool", board: int = 0) -> list[Hint]:
    """Return all hints for a board, one after another."""
    hints = []
    while not (hints and hints[-1].is_last):
        game = ask_hint(game, board)
        hint = current_hint(game, lexicon, belief_of(lexicon, mode))
        assert hint
        hints.append(hint)
    return hints


@st.composite
def games(draw: st.DrawFn) -> tuple[Lexicon, Game]:
    lexicon = draw(LEXICONS)
    words = st.sampled_from(lexicon.pool("normal").words)
    answer = draw(words)
    guesses = draw(st.lists(words.filter(lambda word: word != answer), max_size=4, unique=True))
    game = Game(answer, tuple(guesses), draw(st.booleans()))
    if game.hard and any(
        hard_mode_violation(guess, game.turns[:number]) for number, guess in enumerate(guesses)
    ):
        game = replace(game, hard=False)
    return lexicon, game


@given(games())
def test_steps_tell_count_letter_place_and_guess_in_this_order(
    played: tuple[Lexicon, Game],
) -> None:
    lexicon, game = played
    hints = hints_of(game, lexicon)
    steps = [hint.step for hint in hints]
    assert steps == [step for step in STEPS if step in steps]
    assert (steps[0], steps[-1]) == ("count", "guess")
    left = {
        lexicon.words[at]
        for at in candidates_after(lexicon, game.turns, belief_of(lexicon, "pool"))
    }
    told = {
        each for pattern, guess in zip(game.patterns, game.guesses, strict=True) for each in guess
    }
    for hint in hints:
        assert hint.count == len(left)
        assert (hint.letter != "") == (hint.step != "count" and len(steps) > 2)
        assert (hint.place is not None) == (hint.step in {"place", "guess"} and len(steps) > 2)
        if hint.letter:
            assert hint.letter in game.answer
        if hint.step == "letter" and not hint.is_repeated and hint.letter in told:
            pytest.fail("a letter that the marks have told already")
        if hint.place is not None:
            assert game.answer[hint.place] == hint.letter
            assert all(guess[hint.place] != hint.letter for guess in game.guesses)
        assert bool(hint.guesses) == (hint.step == "guess")


@given(games())
def test_best_guess_is_the_bare_answer_only_if_no_other_word_is_left(
    played: tuple[Lexicon, Game],
) -> None:
    lexicon, game = played
    hint = hints_of(game, lexicon)[-1]
    if hint.count == 1:
        assert hint.guesses == (game.answer,)
    else:
        assert hint.guesses != (game.answer,)
    if game.hard:
        assert not hard_mode_violation(hint.guesses[0], game.turns)


FIRST = ("stale", "crown"), ("abbey",), (), ("rotor", "mummy", "clasp")


@pytest.mark.parametrize("guesses", FIRST)
def test_each_step_depends_on_no_more_of_the_answer_than_it_tells(guesses: tuple[str, ...]) -> None:
    """Answers with the same marks get the same hint, but for the letter and place that it tells."""
    words = ENGLISH.pool("normal").words[::7]
    by_step: dict[tuple[object, ...], set[Hint]] = {}
    for answer in (word for word in words if word not in guesses):
        game = Game(answer, guesses)
        for hint in hints_of(game, ENGLISH):
            told = (game.patterns, hint.step, hint.letter, hint.place)
            by_step.setdefault(told, set()).add(hint)
    assert all(len(hints) == 1 for hints in by_step.values())
    # The count and the best guess are those of the marks alone.
    public = {(*told[:2],): set[object]() for told in by_step}
    for told, hints in by_step.items():
        public[told[:2]] |= {(hint.count, hint.guesses) for hint in hints}
    assert all(len(facts) == 1 for facts in public.values())


@pytest.mark.parametrize("answer", ["zebra", "fuzzy", "vixen"])
def test_the_letter_leaves_fewest_words(answer: str) -> None:
    hint = hints_of(Game(answer), ENGLISH)[1]
    words = ENGLISH.pool("normal").words
    fewest = min(sum(letter in word for word in words) for letter in answer)
    assert sum(hint.letter in word for word in words) == fewest


def test_a_letter_that_occurs_once_more_is_told_as_such() -> None:
    game = Game("geese", ("melon", "sugar"))  # E, S and G are known
    letter = hints_of(game, ENGLISH)[1]
    assert (letter.step, letter.letter, letter.is_repeated) == ("letter", "e", True)


def test_with_all_letters_known_the_place_comes_next() -> None:
    game = Game("angle", ("glean",))
    assert [hint.step for hint in hints_of(game, ENGLISH)] == ["count", "place", "guess"]


@pytest.mark.parametrize("mode", ["pool", "real"])
def test_an_answer_outside_of_every_list_gets_hints_too(mode: str) -> None:
    hints = hints_of(Game("qqxyz", ("slate", "crown")), ENGLISH, mode)
    assert [hint.step for hint in hints] == list(STEPS)
    assert hints[1].letter in "qxyz"
    nothing = hints_of(Game("qqxyz", ("qqxya",)), ENGLISH, mode)
    assert (nothing[0].count, nothing[-1].guesses) == (0, ())


def test_hint_is_for_the_board_wanted_or_the_first_unsolved_one() -> None:
    game = Game("crane", ("crane",), others=("slate", "truss"), tries=8)
    assert [hint_board(game, wanted) for wanted in (None, 0, 1, 2, 7)] == [1, 1, 1, 2, 1]
    in_turn = replace(game, in_turn=True)
    assert [hint_board(in_turn, wanted) for wanted in (None, 0, 2)] == [1, 1, 1]
    assert hint_board(Game("crane", ("crane",)), None) is None


def test_hints_of_one_board_tell_nothing_of_another() -> None:
    game = Game("crane", ("abbey",), others=("slate", "truss"), tries=8)
    belief = belief_of(ENGLISH, "pool")
    for boards in product(range(3), repeat=2):
        hinted = replace(game, hinted=True, hints=boards)
        hint = current_hint(hinted, ENGLISH, belief)
        board = game.boards[boards[-1]]
        alone = replace(board, hinted=True, hints=(0,) * boards.count(boards[-1]))
        expected = current_hint(alone, ENGLISH, belief)
        assert expected
        assert hint == replace(expected, board=boards[-1])
        first = current_hint(hinted, ENGLISH, belief, boards[0])
        assert first
        assert first.board == boards[0]
