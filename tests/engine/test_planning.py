"""The input and the result of a search."""

import numpy as np
import pytest

from wordle_web.engine.candidates import belief_of
from wordle_web.engine.hard_mode import HardMode
from wordle_web.engine.lexicon import lexicon_of
from wordle_web.engine.matrix import matrix_of
from wordle_web.engine.planning import (
    Outlook,
    hard_mode_outlooks,
    likely_size,
    plan,
    unhurried_size,
)
from wordle_web.engine.simulation import Player
from wordle_web.engine.strategies import STRATEGIES

ANSWERS = ("batch", "bound", "catch", "found", "hatch", "hound")
LEXICON = lexicon_of(ANSWERS, [*ANSWERS, "champ", "fjord"])
MATRIX = matrix_of(LEXICON)
INDICES = np.array([LEXICON.index(word) for word in ANSWERS])

SIZES = [
    *(([1.0] * 30, 30), ([90.0, 4.9, 4.9, 0.2], 3)),
    ([90.0, 5, 5], 2),  # the last word is in the last twentieth of the total weight
    ([10.0] * 19 + [1.0] * 10, 29),  # a tenth of the largest weight is not negligible
    ([10.0] * 19 + [0.5] * 20, 19),
]


@pytest.mark.parametrize(("weights", "size"), SIZES)
def test_words_with_negligible_weights_are_not_searched(weights: list[float], size: int) -> None:
    assert likely_size(np.array(weights)) == unhurried_size(np.array(weights)) == size


@pytest.mark.parametrize(("left", "searched"), [(6, 2), (5, 2), (4, 6), (1, 6)])
def test_search_includes_every_word_late_in_a_game(left: int, searched: int) -> None:
    weights = np.array([90.0, 6, 1, 1, 1, 1])
    planned = plan(MATRIX, INDICES, weights, left)
    assert planned.mass == weights[:searched].sum()
    assert planned.is_whole == planned.is_exact == (searched == 6)


@pytest.mark.parametrize("is_hurried", [False, True])
def test_large_search_is_limited_to_the_heaviest_words(
    is_hurried: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    most, other = ("MAX_SEARCHED", "MAX_UNHURRIED")[:: 1 if is_hurried else -1]
    monkeypatch.setattr(f"wordle_web.engine.planning.{most}", 4)
    monkeypatch.setattr(f"wordle_web.engine.planning.{other}", 2)
    weights = np.array([6.0, 5, 4, 3, 2, 1])
    planned = plan(MATRIX, INDICES, weights, 6, should_stop=(lambda: False) if is_hurried else None)
    assert (planned.mass, planned.is_whole) == (18.0, False)
    # The first of four words is solved at once; at worst, the others are solved one by one.
    outlook = planned.outlook(planned.result.best.column)
    assert 1 < outlook.guesses <= (6 + 2 * 5 + 3 * 4 + 4 * 3) / 18
    assert outlook.solved == 1


def test_search_without_a_deadline_stops_at_the_node_limit() -> None:
    lexicon = lexicon_of([f"{letter}atch" for letter in "bchlmpw"])
    given = matrix_of(lexicon), np.arange(7), np.ones(7), 6
    plans = [plan(*given, max_nodes=nodes) for nodes in (0, 20_000)]
    assert [plan.is_exact for plan in plans] == [False, True]
    assert Outlook(3.0, 0.75).cost == 8.0  # an unsolved game costs twenty extra guesses


def test_hard_mode_outlooks_of_first_guesses_equal_played_games() -> None:
    belief = belief_of(LEXICON, "pool")
    guesses = [LEXICON.words.index(word) for word in ("catch", "champ", "fjord")]
    outlooks = hard_mode_outlooks(MATRIX, INDICES, np.ones(len(ANSWERS)), guesses)
    assert list(outlooks) == guesses
    for guess, outlook in outlooks.items():
        player = Player(
            STRATEGIES["optimal"], MATRIX, belief, LEXICON.words[guess], hard=HardMode.ON
        )
        games = player.simulate(ANSWERS)
        assert outlook.guesses == pytest.approx(sum(games.values()) / len(games))
        assert outlook.solved == 1
