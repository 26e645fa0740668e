"""Analysis of a game of several boards."""

from dataclasses import replace

import pytest

from wordle_web.engine.boards.simulation import PER_DOUBLING, BoardStep, analyze_boards
from wordle_web.engine.candidates import belief_of
from wordle_web.engine.feedback import feedback
from wordle_web.engine.lexicon import lexicon_of, load_lexicon

LEXICON = load_lexicon("english-5")
BELIEF = belief_of(LEXICON, "real")
ANSWERS = ("crane", "slimy", "fuzzy")
GUESSES = ("trace", "kudzu", "crane", "slimy", "fuzzy")


def test_guess_is_best_unless_another_guess_solves_or_narrows_more() -> None:
    guesses = analyze_boards(LEXICON, ANSWERS, GUESSES, belief=BELIEF, budget_ms=60_000).guesses
    own = guesses[0].own
    less = replace(own, guess="other", expected_remaining=own.expected_remaining - 0.1)
    assert replace(guesses[0], best=replace(own, guess="other")).is_best
    assert not replace(guesses[0], best=less).is_best
    assert replace(guesses[0], own=less, best=own).is_best
    sure = replace(own, guess="other", expected_solved=own.expected_solved + 0.1)
    assert not replace(guesses[0], best=sure).is_best
    assert replace(guesses[0], own=less, best=replace(own, guess=less.guess)).is_best
    assert not replace(guesses[0], best=None).is_best
    assert not replace(guesses[0], own=None).is_best


def test_cost_compares_solved_boards_and_words_left() -> None:
    guesses = analyze_boards(LEXICON, ANSWERS, GUESSES, belief=BELIEF, budget_ms=60_000).guesses
    for guess in guesses:
        assert guess.cost >= 0
        assert not (guess.is_best and guess.cost)
    (guess, own) = guesses[1], guesses[1].own
    sure = replace(own, guess="other", expected_solved=own.expected_solved + 0.25)
    assert replace(guess, best=sure).cost == pytest.approx(0.25)
    half = tuple(
        replace(board, expected_remaining=board.expected_remaining / 2) for board in own.prospects
    )
    fewer = replace(
        own, guess="other", prospects=half, expected_remaining=own.expected_remaining / 2
    )
    assert all(board.expected_remaining >= 1 for board in half)
    assert replace(guess, best=fewer).cost == pytest.approx(PER_DOUBLING * len(half))
    assert replace(guess, own=fewer, best=own).cost == 0
    assert replace(guess, best=None).cost == replace(guess, own=None).cost == 0


def test_guesses_after_the_last_board_do_not_count() -> None:
    whole = analyze_boards(LEXICON, ANSWERS, (*GUESSES, "trace"), belief=BELIEF)
    assert len(whole.guesses) == len(GUESSES)
    assert (whole.solved, whole.is_solved) == (3, True)
    part = analyze_boards(LEXICON, ANSWERS, GUESSES[:3], belief=BELIEF)
    assert (part.solved, part.is_solved) == (1, False)


def test_analysis_without_time_counts_guesses_but_does_not_compare_them() -> None:
    ticks = iter([0.0, 0.5, *[2.0] * 100])
    guesses = analyze_boards(
        LEXICON, ANSWERS, GUESSES, belief=BELIEF, budget_ms=1000, clock=lambda: next(ticks)
    ).guesses
    assert [guess.own is not None for guess in guesses] == [True, False, False, False, False]
    none = analyze_boards(LEXICON, ANSWERS, GUESSES, belief=BELIEF, budget_ms=0, clock=lambda: 0.0)
    assert [guess.own for guess in none.guesses] == [None] * len(GUESSES)
    full = analyze_boards(LEXICON, ANSWERS, GUESSES, belief=BELIEF, budget_ms=60_000).guesses
    assert [guess.steps for guess in guesses] == [guess.steps for guess in full]
    assert all(guess.own and guess.best for guess in full)


@pytest.mark.parametrize("in_turn", [False, True])
def test_steps_report_words_before_and_after_on_every_visible_board(in_turn: bool) -> None:
    words = ("crane", "crate", "fuzzy", "grate", "irate", "slate", "slimy", "trace")
    lexicon = lexicon_of(words, [*words, "kudzu"])
    guesses = analyze_boards(
        lexicon, ANSWERS, GUESSES, belief=belief_of(lexicon), in_turn=in_turn, budget_ms=0
    ).guesses
    made = [GUESSES[:number] for number in range(len(GUESSES) + 1)]
    # In sequential games, crane is solved by the third guess, slimy by the fourth.
    shown = [(0,), (0,), (0,), (1,), (2,)] if in_turn else [(0, 1, 2)] * 3 + [(1, 2), (2,)]

    def left(number: int, guesses: tuple[str, ...]) -> int:
        """Return how many words match a board's marks after the guesses, or 0 if it is solved."""
        answer = ANSWERS[number]
        fits = [w for w in words if all(feedback(g, w) == feedback(g, answer) for g in guesses)]
        return 0 if answer in guesses else len(fits)

    assert [guess.guess for guess in guesses] == list(GUESSES)
    changed = [[step and step.number for step in guess.changes] for guess in guesses]
    assert changed[2:] == [[0], [None, 1], [None, None, 2]]
    assert changed[:2] == ([[0], []] if in_turn else [[0, 1, 2], [None, 1, 2]])
    for turn, numbers in enumerate(shown):
        guess = GUESSES[turn]
        assert guesses[turn].steps == tuple(
            BoardStep(
                number,
                feedback(guess, ANSWERS[number]),
                # In sequential games, a board that becomes visible shows the marks of all earlier
                # guesses.
                left(number, made[turn]),
                left(number, made[turn + 1]),
                guess == ANSWERS[number],
            )
            for number in numbers
        )
