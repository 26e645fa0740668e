"""The published strategies: their rules, their openers on known words, and common properties."""

from dataclasses import replace
from string import ascii_lowercase

import numpy as np
import pytest

from wordle_web.engine import strategies
from wordle_web.engine.candidates import belief_of
from wordle_web.engine.feedback import feedback
from wordle_web.engine.hard_mode import HardMode, hard_mode_violation
from wordle_web.engine.knowledge import Turn, learn
from wordle_web.engine.lexicon import lexicon_of, load_lexicon
from wordle_web.engine.matrix import matrix_in_memory, matrix_of
from wordle_web.engine.partition import Measures
from wordle_web.engine.simulation import Player
from wordle_web.engine.strategies import STRATEGIES, State, measure_guesses

RANDOM = {"random", "distinct-letters", "common-letters", "position-elimination"}
RULES = {
    "candidate-frequency",
    "fixed-opener",
    "fresh-letters",
    "frequency-then-minimax",
    "letter-frequency",
    "place-frequency",
}
SEARCHES = {"entropy", "expected-remaining", "minimax", "most-partitions", "optimal"}
PUBLISHED = RANDOM | RULES | SEARCHES
ANSWERS_TEXT = """
abbey alert catch chess cello crane doses geese hatch hello later level maxim match nicer patch
prism robot round slate snake sound speed stare swiss those truss watch
"""
ANSWERS = tuple(ANSWERS_TEXT.split())
HELPERS_TEXT = "crimp champ fjord vibex waltz nymph roate soare blimp"
LEXICON = lexicon_of(ANSWERS, HELPERS_TEXT.split())
BELIEF, MATRIX = belief_of(LEXICON, "normal"), matrix_in_memory(LEXICON)


def turns_of(answer: str, *guesses: str) -> list[Turn]:
    return [Turn(guess, feedback(guess, answer)) for guess in guesses]


def state_of(*turns: Turn) -> State:
    words = [
        place
        for place, word in enumerate(LEXICON.words)
        if word in ANSWERS and all(feedback(t.guess, word) == t.pattern for t in turns)
    ]
    return State(MATRIX, BELIEF, turns, np.array(words), False, np.random.default_rng(1))


def choice(name: str, *turns: Turn) -> str:
    return LEXICON.words[STRATEGIES[name].choose(state_of(*turns))]


def test_every_published_strategy_is_registered() -> None:
    assert set(STRATEGIES) == PUBLISHED
    assert all("Source:" in str(strategy.choose.__doc__) for strategy in STRATEGIES.values())
    assert all(name == strategy.name for name, strategy in STRATEGIES.items())
    assert {name for name, strategy in STRATEGIES.items() if strategy.is_random} == RANDOM
    assert sorted(strategies.ENGLISH) == list(ascii_lowercase)
    assert sum(strategies.ENGLISH.values()) == pytest.approx(100, abs=0.5)


@pytest.mark.parametrize("name", sorted(PUBLISHED))
@pytest.mark.parametrize("hard", list(HardMode))
def test_every_strategy_solves_every_answer_within_the_rules(name: str, hard: HardMode) -> None:
    """Strategies never repeat a guess."""
    player = Player(STRATEGIES[name], MATRIX, BELIEF, hard=hard, seed=3)
    for answer in ANSWERS:
        path = player.tree([answer]).walk(answer)
        assert path[-1] == answer
        assert len(set(path)) == len(path)
        turns = turns_of(answer, *path)
        for number, guess in enumerate(path):
            assert hard_mode_violation(guess, turns[:number], hard) is None


@pytest.mark.parametrize(
    ("name", "answer", "guesses", "possible"),
    [
        # The word without repeats that has the most frequent letters.
        ("letter-frequency", "hatch", "", "stare"),
        # The only word left, although most of its letters have been tried.
        ("fresh-letters", "round", "sound", "round"),
        ("fixed-opener", "hatch", "", "prism"),
        # Only words that can be the answer.
        ("minimax", "hatch", "crane", "catch hatch match patch watch"),
        # Words with possible letters in the inferred positions.
        ("position-elimination", "match", "crane patch", "hatch match watch"),
        # One of two words left.
        *((name, "sound", "crane fjord", "sound") for name in sorted(SEARCHES - {"optimal"})),
        ("frequency-then-minimax", "catch", "later crimp", "catch"),
    ],
)
def test_each_strategy_plays_a_guess_that_follows_its_rule(
    name: str, answer: str, guesses: str, possible: str
) -> None:
    assert choice(name, *turns_of(answer, *guesses.split())) in possible.split()


def test_candidate_frequency_is_followed_by_minimax_when_few_words_are_left() -> None:
    words = load_lexicon("english-5")
    belief, rng = belief_of(words, "normal"), np.random.default_rng(1)
    for count, rule in ((500, "candidate-frequency"), (499, "minimax"), (50, "minimax"), (49, "")):
        candidates = np.sort(words.pool().indices[:count])
        state = State(matrix_of(words), belief, (), candidates, False, rng)
        guess = STRATEGIES["frequency-then-minimax"].choose(state)
        assert (guess in candidates) == bool(rule)
        assert not rule or guess == STRATEGIES[rule].choose(state)


def test_fresh_letters_strategy_switches_to_frequency_after_three_guesses() -> None:
    (turn,) = turns_of("later", "crane")
    for count in (1, 2):
        assert not set(choice("fresh-letters", *[turn] * count)) & set("crane")
    assert choice("fresh-letters", *[turn] * 3) in ("alert", "later")
    (turn,) = turns_of("hatch", "prism")
    assert not set(choice("fixed-opener", turn)) & set("prism")
    for name in ("distinct-letters", "common-letters"):
        assert len(set(choice(name))) == 5


# A word with two of the letters E T A O I N S R, else a word without repeats, else any word.
DRAWN = {
    "jumpy dumps crane dukes geese": {"crane", "dukes"},
    "jumpy dumps buddy": {"jumpy", "dumps"},
    "buddy mummy": {"buddy", "mummy"},
}


@pytest.mark.parametrize(("words", "drawn"), DRAWN.items())
def test_common_letters_strategy_prefers_words_with_common_letters(
    words: str, drawn: set[str]
) -> None:
    lexicon = lexicon_of(words.split())
    belief, matrix = belief_of(lexicon, "normal"), matrix_in_memory(lexicon)
    candidates, rng = np.arange(len(lexicon)), np.random.default_rng(1)
    state = State(matrix, belief, (), candidates, False, rng)
    choose = STRATEGIES["common-letters"].choose
    assert {lexicon.words[choose(state)] for _ in range(40)} == drawn


def test_all_guesses_are_measured_only_if_at_least_three_words_are_left() -> None:
    state = state_of()
    for left, guesses in ((2, 2), (3, len(LEXICON))):
        some = replace(state, candidates=state.candidates[:left])
        assert len(measure_guesses(some).guesses) == guesses
        assert len(measure_guesses(some, only_candidates=True).guesses) == left
    turns = turns_of("patch", "crane")
    for name in ("frequency-then-minimax", "expected-remaining", "entropy", "optimal"):
        assert choice(name, *turns) not in ANSWERS


@pytest.mark.parametrize(
    ("words", "guess"),
    [
        ("crane crate slate", "crate"),
        # A letter counts only in its own position, so the most common letters may lose.
        ("aabbb abaaa bbbba ccccc ccccd cccce", "ccccc"),
        # A repeated letter counts in each of its positions.
        ("eerie eerin corie", "eerie"),
        ("abide crimp", "abide"),  # of equally good words, the first in the alphabet
    ],
)
def test_place_frequency_counts_letters_of_remaining_words_by_position(
    words: str, guess: str
) -> None:
    lexicon = lexicon_of(sorted(words.split()))
    state = State(
        matrix_in_memory(lexicon),
        belief_of(lexicon, "normal"),
        (),
        np.arange(len(lexicon))[::-1],
        False,
        np.random.default_rng(1),
    )
    assert lexicon.words[STRATEGIES["place-frequency"].choose(state)] == guess


def test_position_elimination_draws_any_word_with_possible_letters() -> None:
    (turn,) = turns_of("hatch", "later")
    known = learn([turn], 5)
    fitting = {
        word
        for word in ANSWERS
        if all(letter in known.possible[place] for place, letter in enumerate(word))
        and set(known.must_contain) <= set(word)
    }
    state = state_of(turn)
    choose = STRATEGIES["position-elimination"].choose
    assert {LEXICON.words[choose(state)] for _ in range(20 * len(fitting))} == fitting
    assert 2 < len(fitting) < len(ANSWERS) / 2


@pytest.mark.parametrize("name", sorted(PUBLISHED - {"optimal"}))
@pytest.mark.parametrize("mode", [HardMode.ON, HardMode.ULTRA])
def test_every_strategy_follows_hard_mode_with_repeated_letters(name: str, mode: HardMode) -> None:
    """If a row showed two Es, the guess must contain both."""
    lexicon = load_lexicon("english-5")
    pool = belief_of(lexicon, "normal")
    player = Player(STRATEGIES[name], matrix_of(lexicon), pool, "eerie", hard=mode, seed=1)
    repeated = [word for word in lexicon.pool().words if word.count("e") > 1]
    for answer in repeated[::12]:
        turns: list[Turn] = []
        for guess in player.tree([answer]).walk(answer):
            assert hard_mode_violation(guess, turns, mode) is None
            turns.append(Turn(guess, feedback(guess, answer)))


def test_guesses_are_ranked_by_the_first_key_with_useless_guesses_last() -> None:
    cells, chances = np.array([1, 2, 2, 1, 2]), np.array([0.0, 0.0, 0.0, 0.5, 0.5])
    measures = Measures(cells, cells, np.zeros(5), np.zeros(5))
    measured = strategies.MeasuredGuesses(np.array([10, 11, 12, 13, 14]), measures, chances)
    for keys, guess in (
        ([[0, 1, 1, 2, 2]], 11),  # the first guess reveals nothing and cannot be the answer
        ([[0, 1, 1, 0, 2]], 13),  # this guess can be the answer
        ([[0, 1, 1, 1, 1]], 13),
        ([[0, 1, 1 - 1e-10, 2, 2]], 11),
        ([[0, 1, 1 - 1e-8, 2, 2]], 12),
        ([[0, 1, 1, 2, 2], [0, 1, 0, 0, 0]], 12),
    ):
        assert measured.best(*map(np.array, keys)) == guess
