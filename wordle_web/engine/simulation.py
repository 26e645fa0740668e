"""Simulation of a strategy: its decision tree, and the guesses needed for each answer.

Games with the same turns so far are played together, so a strategy decides once per state. Random
strategies are played game by game, each with its own generator, so that a seed gives the same games
in any order.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Any, Final

import numpy as np

from wordle_web.engine.arrays import Patterns
from wordle_web.engine.candidates import Belief, belief_of, candidates_after
from wordle_web.engine.feedback import (
    LengthError,
    all_correct,
    check_case,
    check_is_list,
    digits_of,
    feedback,
    letter_codes,
    pattern_dtype,
    patterns_of,
)
from wordle_web.engine.hard_mode import HardMode, hard_mode_violation
from wordle_web.engine.knowledge import TRIES, Turn
from wordle_web.engine.lexicon import Lexicon
from wordle_web.engine.matrix import Matrix, matrix_in_memory
from wordle_web.engine.planning import Plan
from wordle_web.engine.search.solver import StoppedError
from wordle_web.engine.search.within import Prover
from wordle_web.engine.strategies import STRATEGIES, Choose, State, Strategy

# Limit for the patterns compared to prove that words cannot be solved in time: about ten minutes.
MAX_PROVING: Final = 4 * 10**11
FEW: Final = 64  # up to this many words, `feedback` is faster than `feedback_matrix`

DEFAULT_STRATEGY: Final = "optimal"
Progress = Callable[[int], None]
# A guess, whether it is proven to be the best, and the search that returned it.
_Decision = tuple[str, bool, Plan | None]


@dataclass(frozen=True, slots=True)
class DecisionTree:
    """A guess, and the tree below each of its patterns."""

    guess: str
    # The subtree for each pattern. None ends the game: it is won if the pattern is all correct;
    # otherwise no word is left.
    branches: Mapping[int, "DecisionTree | None"]
    # Whether no other tree with this first guess needs fewer guesses.
    is_proven: bool = False

    def walk(self, answer: str) -> tuple[str, ...]:
        """Return the guesses for an answer; the last one is the answer, unless the tree lacks it.

        Raises:
            LengthError: the answer is not as long as the words of the tree.

        >>> DecisionTree("ab", {8: None, 0: DecisionTree("cd", {8: None})}).walk("cd")
        ('ab', 'cd')
        """
        guesses: list[str] = []
        tree: DecisionTree | None = self
        while tree is not None:
            guesses.append(tree.guess)
            tree = tree.branches.get(feedback(tree.guess, answer))
        return tuple(guesses)

    def nested(self) -> dict[str, Any]:
        """Return the tree in a form for JSON: a guess, and for each pattern the next tree or null.

        >>> DecisionTree("ab", {8: None, 0: DecisionTree("cd", {8: None})}).nested()
        {'guess': 'ab', 'next': {'22': None, '00': {'guess': 'cd', 'next': {'22': None}}}}
        """
        length = len(self.guess)
        after = {
            digits_of(pattern, length): branch and branch.nested()
            for pattern, branch in self.branches.items()
        }
        return {"guess": self.guess, "next": after}

    def counts(self) -> dict[str, int]:
        """Return the number of guesses for each word that the tree solves."""
        counts: dict[str, int] = {}
        for pattern, branch in self.branches.items():
            if branch is not None:
                counts |= {word: count + 1 for word, count in branch.counts().items()}
            elif pattern == all_correct(len(self.guess)):
                counts[self.guess] = 1
        return counts


@dataclass(frozen=True, slots=True)
class Player:
    """A strategy with its words, belief and rules."""

    strategy: Strategy
    matrix: Matrix
    belief: Belief  # the strategy's belief; answers of games may be outside it
    opener: str | None = None  # the first guess; None leaves it to the strategy
    hard: HardMode = HardMode.OFF
    seed: int = 0
    within: int | None = None  # for `optimal`: the maximum number of guesses for every word
    effort: int = 1  # for `optimal`: multiplies the usual number of nodes of a search
    # Decisions of an earlier run, keyed by turns: the next guess, and whether it is proven.
    decisions: Mapping[tuple[Turn, ...], tuple[str, bool]] = field(default_factory=dict)
    # Called with every new decision that is not forced, so that a later run can continue.
    keep: Callable[[tuple[Turn, ...], str, bool], None] = lambda turns, guess, is_proven: None

    def simulate(
        self, answers: Sequence[str], progress: Progress = lambda games: None
    ) -> dict[str, int]:
        """Return the number of guesses for each answer; 0 if the strategy ran out of words.

        `progress` is called with the number of games that have ended since the last call.
        """
        groups = [[answer] for answer in answers] if self.strategy.is_random else [answers]
        counts: dict[str, int] = {}
        for group in groups:
            counts.update(self.tree(group, progress).counts())
        return {answer: counts.get(answer, 0) for answer in answers}

    def tree(self, answers: Sequence[str], progress: Progress = lambda games: None) -> DecisionTree:
        """Return the decision tree for `answers`; a random strategy needs a single answer."""
        candidates = candidates_after(self.matrix.lexicon, (), self.belief)
        # The answer is part of the seed, so earlier games have no influence.
        rng = np.random.default_rng([self.seed, *map(ord, answers[0])])
        rules = self.hard, rng, self.within, self.effort
        state = State(self.matrix, self.belief, (), candidates, *rules)
        decision = self._known(state, None) or self._choose(state)
        return self._grow(state, tuple(answers), decision, progress)

    def cannot_win(self) -> bool:
        """Return whether it is proven that no strategy can solve every word within the limit.

        The proof is given up after a fixed number of comparisons, about ten minutes; the result is
        then False.
        """
        words = candidates_after(self.matrix.lexicon, (), self.belief)
        patterns, selection = self.matrix.gather(words, hurried=False)
        won, left = all_correct(self.matrix.lexicon.length), self.within or TRIES
        prover = Prover(patterns, won, lambda: prover.scanned > MAX_PROVING)
        cells = [np.arange(len(words))]
        if self.opener is not None:
            after = _patterns(self.opener, [self.matrix.lexicon.words[index] for index in words])
            cells = [
                np.flatnonzero(after == pattern) for pattern in np.unique(after) if pattern != won
            ]
            left -= 1
        with suppress(StoppedError):
            return selection.is_complete and any(prover.is_hopeless(cell, left) for cell in cells)
        return False

    def _grow(
        self, state: State, answers: tuple[str, ...], decision: _Decision, progress: Progress
    ) -> DecisionTree:
        """Return the tree below a decision, for these answers only."""
        guess, is_proven, plan = decision
        lexicon = self.matrix.lexicon
        expected = _patterns(guess, [lexicon.words[index] for index in state.candidates.tolist()])
        played = _patterns(guess, answers)
        branches: dict[int, DecisionTree | None] = {}
        unknown = []
        for pattern in np.unique(played).tolist():
            cell = tuple(answers[i] for i in np.flatnonzero(played == pattern).tolist())
            matching = state.candidates[expected == pattern]
            branches[pattern] = None
            if pattern == all_correct(lexicon.length) or not len(matching):
                progress(len(cell))
                continue
            below = replace(state, turns=(*state.turns, Turn(guess, pattern)), candidates=matching)
            if known := self._known(below, plan):
                branches[pattern] = self._grow(below, cell, known, progress)
            else:
                unknown.append((pattern, below, cell))
        # Stored after all replies known from its search, so that a continued run without that
        # search gives the same tree.
        if state.turns not in self.decisions and len(state.candidates) > 1:
            self.keep(state.turns, guess, is_proven)
        del decision, plan  # frees the memory of the search
        for pattern, below, cell in unknown:
            branches[pattern] = self._grow(below, cell, self._choose(below), progress)
        proven = all(branch is None or branch.is_proven for branch in branches.values())
        return DecisionTree(guess, branches, is_proven and proven)

    def _known(self, state: State, plan: Plan | None) -> _Decision | None:
        """Return the decision if it needs no search; `plan` is from the previous decision."""
        words = self.matrix.lexicon.words
        if self.opener is not None and not state.turns:
            return self.opener, True, None
        if len(state.candidates) == 1:
            return words[state.candidates[0]], True, None
        if state.turns in self.decisions:
            return *self.decisions[state.turns], None
        if plan is None:
            return None
        reply = plan.proven_reply(state.candidates, state.left, state.allowed)
        return None if reply is None else (words[reply], True, plan)

    def _choose(self, state: State) -> _Decision:
        words = self.matrix.lexicon.words
        if self.strategy.prove is None:
            index = int(self.strategy.choose(state))
            if not 0 <= index < len(words):
                reason = f"returned {index}, which is no index of the {len(words):,} words"
                raise StrategyError(self.strategy.name, reason)
            # A repeated guess reveals nothing, so the strategy would repeat it forever.
            if any(turn.guess == words[index] for turn in state.turns):
                raise StrategyError(self.strategy.name, f"guessed {words[index]!r} twice")
            alphabet = self.matrix.lexicon.alphabet
            if hint := hard_mode_violation(words[index], state.turns, self.hard, alphabet):
                reason = f"guessed {words[index]!r} against {self.hard.label}: {hint}"
                raise StrategyError(self.strategy.name, reason)
            return words[index], False, None
        decision = self.strategy.prove(state)
        return words[decision.guess], decision.is_proven, decision.plan


class StrategyError(ValueError):
    """Raised for an unknown strategy, or one that chose a guess that can't be played."""

    def __init__(self, strategy: str, reason: str) -> None:
        """Store the strategy's name and the reason."""
        super().__init__(f"strategy {strategy!r} {reason}")
        self.strategy = strategy
        self.reason = reason


def solve(
    lexicon: Lexicon,
    answer: str,
    strategy: str | Strategy | Choose = DEFAULT_STRATEGY,
    *,
    belief: Belief | None = None,
    opener: str | None = None,
    hard: HardMode = HardMode.OFF,
    seed: int = 1,
) -> tuple[Turn, ...]:
    """Return the turns that a strategy needs for an answer.

    The game continues until the answer is guessed, with any number of guesses. If the last turn is
    not all correct, no word was left, because the belief excludes the answer.

    Args:
        lexicon: The allowed words.
        answer: Any word of the lexicon's length.
        strategy: A name among `STRATEGIES`, or a function from a `State` to the index of its guess.
        belief: How likely the strategy thinks each word to be the answer; by default the prior.
        opener: The first guess; by default the strategy chooses it.
        hard: The hints that guesses must use.
        seed: For strategies that choose at random.

    Raises:
        CaseError: a word has capital letters.
        LengthError: a word is not of the lexicon's length.
        StrategyError: there is no such strategy, or it chose a guess that can't be played.
    """
    check_length(answer, lexicon)
    player = _player(lexicon, strategy, belief, opener, hard=hard, seed=seed)
    guesses = player.tree([answer]).walk(answer)
    return tuple(Turn.of(guess, answer) for guess in guesses)


def simulate(
    lexicon: Lexicon,
    strategy: str | Strategy | Choose = DEFAULT_STRATEGY,
    answers: Iterable[str] | None = None,
    *,
    belief: Belief | None = None,
    opener: str | None = None,
    hard: HardMode = HardMode.OFF,
    seed: int = 1,
) -> dict[str, int]:
    """Return the number of guesses that a strategy needs for each of many answers.

    It is 0 if no word was left before the answer was guessed. A count above 6 means that a game
    with six guesses is lost. See `solve`.

    Args:
        lexicon: The allowed words.
        strategy: A name among `STRATEGIES`, or a function from a `State` to the index of its guess.
            It is asked once for each state, unless it is a `Strategy` with `is_random`.
        answers: Words of the lexicon's length; by default the normal pool of answers.
        belief: How likely the strategy thinks each word to be the answer; by default the prior.
        opener: The first guess; by default the strategy chooses it.
        hard: The hints that guesses must use.
        seed: For strategies that choose at random.

    Raises:
        CaseError: a word has capital letters.
        LengthError: a word is not of the lexicon's length.
        LexiconError: no answers are given, and the lexicon has no normal pool.
        StrategyError: there is no such strategy, or it chose a guess that can't be played.
        TypeError: `answers` is a string.
    """
    check_is_list(() if answers is None else answers, "answers")
    wanted = lexicon.pool().words if answers is None else tuple(dict.fromkeys(answers))
    for answer in wanted:
        check_length(answer, lexicon)
    player = _player(lexicon, strategy, belief, opener, hard=hard, seed=seed)
    return player.simulate(wanted) if wanted else {}


def check_length(word: str, lexicon: Lexicon) -> None:
    """Refuse a word that has capital letters or is not of the lexicon's length.

    Raises:
        CaseError: the word has capital letters.
        LengthError: the word is not of the lexicon's length.
    """
    check_case(word)
    if len(word) != lexicon.length:
        raise LengthError(lexicon.length, len(word))


def _player(
    lexicon: Lexicon,
    strategy: str | Strategy | Choose,
    belief: Belief | None,
    opener: str | None,
    *,
    hard: HardMode,
    seed: int,
) -> Player:
    if opener is not None:
        check_length(opener, lexicon)
    if isinstance(strategy, str):
        if strategy not in STRATEGIES:
            raise StrategyError(strategy, f"is not one of {', '.join(STRATEGIES)}")
        strategy = STRATEGIES[strategy]
    elif not isinstance(strategy, Strategy):
        strategy = Strategy(getattr(strategy, "__name__", "own"), strategy)
    matrix = matrix_in_memory(lexicon)
    return Player(strategy, matrix, belief or belief_of(lexicon), opener, hard, seed)


def _patterns(guess: str, words: Sequence[str]) -> Patterns:
    if len(words) <= FEW:
        dtype = pattern_dtype(len(guess))
        return np.fromiter((feedback(guess, word) for word in words), dtype, len(words))
    return patterns_of(guess, letter_codes(words))
