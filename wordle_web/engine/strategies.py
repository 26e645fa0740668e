"""Strategies published by players and authors, and the project's own search.

A strategy is a function that takes a `State` and returns the index of its guess. All strategies get
the same correct feedback and filtering. Unless a strategy says otherwise, candidates win ties, then
the first word in alphabetical order.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final, NamedTuple

import numpy as np

from wordle_web.engine.arrays import Codes, Counts, Flags, Floats, Indices
from wordle_web.engine.candidates import Belief
from wordle_web.engine.feedback import all_correct
from wordle_web.engine.hard_mode import HardMode, allowed_guesses
from wordle_web.engine.knowledge import TRIES, Turn, learn, tries_left
from wordle_web.engine.lexicon import Lexicon
from wordle_web.engine.matrix import Matrix
from wordle_web.engine.openings import guesses_ignoring_used_words, stored_reply
from wordle_web.engine.partition import Measures, joined, measure
from wordle_web.engine.planning import MAX_NODES, Plan, plan
from wordle_web.engine.search.solver import LOSS

COMMON: Final = "etaoinsr"
# Letter frequencies in English texts, in percent.
ENGLISH: Final = {
    **{"e": 13, "t": 9.1, "a": 8.2, "o": 7.5, "i": 7, "n": 6.7, "s": 6.3, "h": 6.1, "r": 6},
    **{"d": 4.3, "l": 4, "c": 2.8, "u": 2.8, "m": 2.4, "w": 2.4, "f": 2.2, "g": 2, "y": 2},
    **{"p": 1.9, "b": 1.5, "v": 0.98, "k": 0.77, "j": 0.15, "x": 0.15, "q": 0.095, "z": 0.074},
}
FRESH_TURNS: Final = 3
MIN_FREQUENCY_WORDS: Final = 500
MIN_CANDIDATE_WORDS: Final = 50
PRISM: Final = "prism"
# Extra guesses for a lost word, so that any detour is better than a loss.
NEVER_LOST: Final = 10_000.0


@dataclass(frozen=True, slots=True, eq=False)
class State:
    """The state before a guess, as strategies see it."""

    matrix: Matrix
    belief: Belief
    turns: tuple[Turn, ...]
    candidates: Indices  # indices of the words left, the heaviest first, intp; never empty
    hard: HardMode
    rng: np.random.Generator  # the generator for random strategies
    within: int | None = None  # the maximum number of guesses for every word; None in a usual game
    effort: int = 1  # multiplies the usual number of nodes of a search without a deadline

    @property
    def lexicon(self) -> Lexicon:
        """The lexicon of the matrix."""
        return self.matrix.lexicon

    @property
    def weights(self) -> Floats:
        """The weight of each word left, float64, (candidates,)."""
        return self.belief.weights[self.candidates]

    @property
    def left(self) -> int:
        """The number of guesses left, from 1; the maximum again once all of them are used."""
        return tries_left(self.turns, self.within or TRIES)

    @property
    def allowed(self) -> Flags | None:
        """Mask of the words that may be guessed, bool, (words,); None if all may."""
        return allowed_guesses(self.lexicon.codes, self.turns, self.hard)


Choose = Callable[[State], int]  # returns the index of the next guess in the lexicon


class Decision(NamedTuple):
    """The index of a guess in the lexicon, and whether no other guess can be better."""

    guess: int
    is_proven: bool
    plan: Plan | None = None  # the search that returned it and may know replies; None if stored


@dataclass(frozen=True, slots=True)
class Strategy:
    """A named way to choose guesses, from this module or from a caller."""

    name: str
    choose: Choose
    is_random: bool = False  # whether two games from the same state can differ
    # The same strategy, but it also returns whether no other guess can be better. None if it does
    # not know.
    prove: Callable[[State], Decision] | None = None


STRATEGIES: Final[dict[str, Strategy]] = {}


def strategy(
    *, is_random: bool = False, prove: Callable[[State], Decision] | None = None
) -> Callable[[Choose], Choose]:
    """Return a decorator that adds a function to `STRATEGIES`, with hyphens in its name."""

    def add(choose: Choose) -> Choose:
        name = choose.__name__.replace("_", "-")
        STRATEGIES[name] = Strategy(name, choose, is_random, prove)
        return choose

    return add


@strategy(is_random=True)
def random(state: State) -> int:
    """Guess any consistent word.

    Source: an author's comparison over 1,000 games: 49.7 % won, 4.1 guesses when won.
    """
    return int(state.rng.choice(np.sort(state.candidates)))


@strategy(is_random=True)
def distinct_letters(state: State) -> int:
    """Guess a consistent word without repeated letters, or any if there is none.

    Source: the comparison cited in `random`: 66.7 % won, 4.1 guesses when won.
    """
    return _any(state, _without_repeats(state.lexicon, state.candidates))


@strategy(is_random=True)
def common_letters(state: State) -> int:
    """Guess a consistent word without repeated letters, with two or more of "etaoinsr" if possible.

    Source: the comparison cited in `random`: 66.9 % won, 4.0 guesses when won.
    """
    single = _without_repeats(state.lexicon, state.candidates)
    common = _letter_sums(state.lexicon, single, dict.fromkeys(COMMON, 1.0))
    return _any(state, single[common >= 2] if (common >= 2).any() else single)


@strategy()
def letter_frequency(state: State) -> int:
    """Guess the consistent word without repeated letters that has the most frequent letters.

    If all words have repeated letters, they are compared too.

    Source: the comparison cited in `random`: 75 % won, 3.7 guesses when won.
    """
    return _most_frequent(state, state.candidates)


@strategy()
def fresh_letters(state: State) -> int:
    """Guess words of new, frequent letters on the first three turns, then use letter frequency.

    Source: the comparison cited in `random`: 76 % won, 3.8 guesses when won.
    """
    if len(state.turns) < FRESH_TURNS and len(state.candidates) > 1:
        tried = list({ord(letter) for turn in state.turns for letter in turn.guess})
        new = ~np.isin(state.lexicon.codes, tried).any(axis=1)
        if state.allowed is not None:
            new &= state.allowed
        if new.any():
            return _most_frequent(state, np.flatnonzero(new))
    return letter_frequency(state)


@strategy()
def fixed_opener(state: State) -> int:
    """Open with PRISM if it is in the lexicon, then use fresh letters.

    Source: the comparison cited in `random`, which tried every answer as opener: PRISM 83.4 % won,
    3.8 guesses when won; ROATE 78.1 %, SOARE 74.5 %.
    """
    opener = None if state.turns else state.lexicon.index(PRISM)
    return fresh_letters(state) if opener is None else opener


@strategy(is_random=True)
def position_elimination(state: State) -> int:
    """Guess any word that fits the possible letters of each position, inferred ones included.

    Source: an author's analysis, without a figure.
    """
    lexicon = state.lexicon
    known = learn(state.turns, lexicon.length, lexicon.alphabet)
    passes = state.belief.weights > 0
    for position, letters in enumerate(known.possible):
        passes &= np.isin(lexicon.codes[:, position], [ord(letter) for letter in letters])
    for letter in known.must_contain:
        passes &= (lexicon.codes == ord(letter)).any(axis=1)
    if state.allowed is not None:  # hard mode requires two Es if two were colored
        passes &= state.allowed
    guessed = [turn.guess for turn in state.turns]
    words = np.flatnonzero(passes)
    return _any(state, words[[lexicon.words[word] not in guessed for word in words.tolist()]])


@strategy()
def candidate_frequency(state: State) -> int:
    """Guess the consistent word whose distinct letters, in total, occur in the most words left.

    Source: an author's bot, which opens LATER, ALTER or ALERT.
    """
    letters, is_first = _distinct_letters(state.lexicon, state.candidates)
    distinct, counts = np.unique(letters[is_first], return_counts=True)
    values = dict(zip(map(chr, distinct), counts.tolist(), strict=True))
    return _highest(state.lexicon, state.candidates, values)


@strategy()
def place_frequency(state: State) -> int:
    """Guess the consistent word that shares the most letter positions with the words left.

    Source: an author's plan for his bot, which he expected to win over 90 % of games.
    """
    codes = state.lexicon.codes[state.candidates]
    sums = np.zeros(len(codes), dtype=np.int64)
    for letters in codes.T:
        _, kinds, counts = np.unique(letters, return_inverse=True, return_counts=True)
        sums += counts[kinds]
    return int(state.candidates[np.lexsort((state.candidates, -sums))[0]])


@strategy()
def minimax(state: State) -> int:
    """Guess the candidate with the smallest largest cell, then the fewest expected words left.

    Source: the bot cited in `candidate_frequency`.
    """
    measured = measure_guesses(state, only_candidates=True)
    return measured.best(measured.measures.worst, measured.measures.expected_remaining)


@strategy()
def frequency_then_minimax(state: State) -> int:
    """Guess by candidate frequency while 500 or more words are left, then by minimax.

    Minimax compares only the candidates, or all words if fewer than 50 candidates are left.

    Source: the bot cited in `candidate_frequency`, which solved CATCH in three guesses: LATER,
    CRIMP, CATCH.
    """
    if len(state.candidates) >= MIN_FREQUENCY_WORDS:
        return candidate_frequency(state)
    measured = measure_guesses(state, only_candidates=len(state.candidates) >= MIN_CANDIDATE_WORDS)
    return measured.best(measured.measures.worst, measured.measures.expected_remaining)


@strategy()
def expected_remaining(state: State) -> int:
    """Guess the word that leaves the fewest words on average.

    Source: a widely used measure; it opens with ROATE on the standard benchmark.
    """
    measured = measure_guesses(state)
    return measured.best(measured.measures.expected_remaining)


@strategy()
def entropy(state: State) -> int:
    """Guess the word whose pattern has the highest entropy.

    Source: 3Blue1Brown, "Solving Wordle using information theory" (2022).
    """
    measured = measure_guesses(state)
    return measured.best(-measured.measures.entropy_bits)


@strategy()
def most_partitions(state: State) -> int:
    """Guess the word with the most different patterns.

    Source: a widely used measure; it opens with TRACE on the standard benchmark.
    """
    measured = measure_guesses(state)
    return measured.best(-measured.measures.cells)


def optimal_decision(state: State, should_stop: Callable[[], bool] | None = None) -> Decision:
    """Return the search's guess, and whether it is proven to be the best; reuse stored openings.

    By default, the search has a fixed limit, so the result is the same on any machine.
    """
    reply = None
    if state.within is None:
        reply = stored_reply(state.lexicon, state.turns, state.belief, state.hard)
    index = state.lexicon.index(reply.guesses[0][0]) if reply else None
    if reply and index is not None:
        return Decision(index, reply.is_exact)
    planned = plan(
        state.matrix,
        state.candidates,
        state.weights,
        state.left,
        state.allowed,
        should_stop,
        hard=state.hard,
        first=guesses_ignoring_used_words(state.lexicon, state.turns, state.belief, state.hard),
        max_nodes=state.effort * MAX_NODES,
        loss=LOSS if state.within is None else NEVER_LOST,
    )
    return Decision(planned.guess, planned.is_exact, planned)


@strategy(prove=optimal_decision)
def optimal(state: State) -> int:
    """Guess the word with the fewest expected guesses, by the project's own search.

    Source: `search`. If it can finish, the guess is proven to be optimal.
    """
    return optimal_decision(state).guess


def _any(state: State, words: Indices) -> int:
    return int(state.rng.choice(np.sort(words))) if len(words) else random(state)


def _most_frequent(state: State, words: Indices) -> int:
    single = _without_repeats(state.lexicon, words)
    return _highest(state.lexicon, single if len(single) else words, ENGLISH)


@dataclass(frozen=True, slots=True, eq=False)
class MeasuredGuesses:
    """Guesses with their measures and their probabilities of being the answer."""

    guesses: Indices
    measures: Measures
    chances: Floats  # the probability that each guess is the answer, 0 to 1, float64, (guesses,)

    def best(self, *keys: Floats | Counts) -> int:
        """Return the index of the guess with the smallest keys, compared in order.

        Candidates win ties, then the first word in alphabetical order. Guesses that reveal nothing
        come last.
        """
        idle = (self.measures.cells < 2) & (self.chances == 0)
        rounded = [np.round(key, 9) for key in reversed(keys)]
        order = np.lexsort((self.guesses, self.chances == 0, *rounded, idle))
        return int(self.guesses[order[0]])


def measure_guesses(state: State, *, only_candidates: bool = False) -> MeasuredGuesses:
    """Return all allowed guesses, or only the candidates, with their measures.

    With two words left, both are the best guess by every measure, so no others are measured.
    """
    flags = state.allowed
    if only_candidates or len(state.candidates) <= 2:
        flags = np.zeros(len(state.lexicon), dtype=bool)
        flags[state.candidates] = True
    selection = state.matrix.select(state.candidates, flags, hurried=False)
    size = all_correct(state.lexicon.length)
    blocks = state.matrix.blocks(state.candidates, selection)
    measures = joined([measure(patterns, state.weights, size) for patterns in blocks])
    chances = np.zeros(len(selection.guesses))
    chances[selection.own] = state.weights / state.weights.sum()
    return MeasuredGuesses(selection.guesses, measures, chances)


def _highest(lexicon: Lexicon, words: Indices, values: Mapping[str, float]) -> int:
    """Return the index of the word with the highest letter sum; ties go by alphabetical order."""
    sums = _letter_sums(lexicon, words, values)
    return int(words[np.lexsort((words, -np.round(sums, 9)))[0]])


def _letter_sums(lexicon: Lexicon, words: Indices, values: Mapping[str, float]) -> Floats:
    """Return the sum of each word's letter values, counting a letter once, float64, (words,)."""
    table = np.zeros(ord(lexicon.alphabet[-1]) + 1)
    for letter in lexicon.alphabet:
        table[ord(letter)] = values.get(letter, 0.0)
    letters, is_first = _distinct_letters(lexicon, words)
    sums: Floats = (table[letters] * is_first).sum(axis=1)
    return sums


def _without_repeats(lexicon: Lexicon, words: Indices) -> Indices:
    _, is_first = _distinct_letters(lexicon, words)
    return words[is_first.all(axis=1)]


def _distinct_letters(lexicon: Lexicon, words: Indices) -> tuple[Codes, Flags]:
    """Return each word's letters, sorted, and a mask of their first occurrences."""
    letters = np.sort(lexicon.codes[words], axis=1)
    is_first = np.ones(letters.shape, dtype=bool)
    is_first[:, 1:] = letters[:, 1:] != letters[:, :-1]
    return letters, is_first
