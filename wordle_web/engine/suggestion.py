"""The best next guess with its measures, the words left, and a rating of any other guess."""

import functools
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Final, NamedTuple

import numpy as np

from wordle_web.engine.arrays import Counts, Flags, Floats, Indices, Levels
from wordle_web.engine.candidates import Belief, belief_of, candidates_after
from wordle_web.engine.clock import Stopwatch, deadline, seconds
from wordle_web.engine.feedback import all_correct, feedback_matrix, letter_codes
from wordle_web.engine.hard_mode import HardMode, allowed_guesses
from wordle_web.engine.knowledge import Turn, tries_left
from wordle_web.engine.lexicon import Lexicon
from wordle_web.engine.matrix import matrix_of
from wordle_web.engine.openings import Reply, guesses_ignoring_used_words, reply_of, stored_reply
from wordle_web.engine.partition import estimated_guesses, measure
from wordle_web.engine.planning import Outlook, likely_size, plan

# Time reserved for ranking the result, in ms: a fixed part, and a part per word measured.
FINISH_MS: Final = 4.0
FINISH_MS_PER_WORD: Final = 0.0013
# With at most this many words left, guesses are measured against all of them; with more, against a
# sample (`_thinned`). English never has that many.
MAX_MEASURED: Final = 45_000
THINNED: Final = 20_000  # size of that sample
SAME: Final = 1e-9  # guesses; smaller differences in cost are rounding errors
MIN_PLAUSIBLE: Final = 0.02  # familiar words with at least this probability are worth a try
MAX_PLAUSIBLE: Final = 12  # maximum number of them that are compared by cost, the likeliest first


@dataclass(frozen=True, slots=True)
class RankedGuess:
    """One of the best guesses, or any other guess, with the figures that the helper shows."""

    guess: str
    expected_remaining: float  # expected number of words left after it
    entropy_bits: float  # expected information of its pattern, in bits
    worst: int  # number of words left in the worst case
    answer_probability: float  # probability of being the answer, 0 to 1
    is_candidate: bool
    # Expected guesses until the game is over, including this one. An unsolved game counts all its
    # guesses. None if no word is left.
    expected_guesses: float | None = None
    # Probability of solving the game with the guesses left, 0 to 1; None if the search did not
    # reach this guess.
    solve_probability: float | None = None
    # Whether the expected guesses and the probability are estimates, because the search did not
    # reach this guess or left out unlikely words.
    is_estimate: bool = False
    # Guesses are ranked by this: expected guesses, plus twenty for an unsolved game. Players do not
    # see it.
    cost: float = 0.0

    @property
    def outlook(self) -> Outlook | None:
        """The search's outlook for this guess; None if the search did not reach it."""
        if self.expected_guesses is None or self.solve_probability is None:
            return None
        return Outlook(self.expected_guesses, self.solve_probability)


@dataclass(frozen=True, slots=True)
class Suggestion:
    """The best next guess after some turns."""

    candidates: int  # number of words that can be the answer
    likely: int  # number of likely answers among them; all of them if a pool is used
    guess: str | None  # the best guess; None if no word is left
    expected_guesses: float | None  # expected guesses until the game is over; None without a guess
    # Probability of solving the game with the guesses left, 0 to 1; None if unknown.
    solve_probability: float | None
    guesses_left: int  # guesses left, the next one included
    exact: bool  # whether no other guess can be better
    milliseconds: float  # time taken, by the given clock
    best: tuple[RankedGuess, ...]  # the best guesses, the suggestion first
    # The best familiar word that may be the answer. If the suggestion is one, this is the likeliest
    # of these words instead, or None if that is the suggestion. None before the first turn.
    plausible: RankedGuess | None = None

    @property
    def is_last_guess(self) -> bool:
        """Whether only one guess is left; then only possible answers are ranked."""
        return self.guesses_left == 1


class Remaining(NamedTuple):
    """The likeliest words left, and their probabilities, which sum to 1 over all words left."""

    words: tuple[str, ...]
    probabilities: tuple[float, ...]


def suggest(
    lexicon: Lexicon,
    turns: Sequence[Turn] = (),
    *,
    belief: Belief | None = None,
    hard: HardMode = HardMode.OFF,
    answers_only: bool = False,
    budget_ms: float = 90.0,
    guesses_left: int | None = None,
    clock: Stopwatch = seconds,
    best: int = 10,
) -> Suggestion:
    """Return the best next guess after `turns`.

    Args:
        lexicon: The allowed words.
        turns: Guesses made, with their patterns; they need not be in the lexicon.
        belief: How likely each word is to be the answer; by default its prior.
        hard: The hints that guesses must use.
        answers_only: Whether this and all later guesses must be words that can be the answer.
        budget_ms: Time limit in ms; with `math.inf`, the search ends only when it is exact, which
            takes too long if many words are left.
        guesses_left: By default six minus the number of turns, or six again from six turns on.
        clock: Returns seconds.
        best: How many guesses to rank, from 1.

    Raises:
        LengthError: a guess is not of the lexicon's length.
        TypeError: a turn is a string.
        ValueError: `best` is below 1.
    """
    if best < 1:
        raise ValueError(f"best must be 1 or more, not {best}")
    began = clock()
    state = _State.after(lexicon, turns, belief, guesses_left)
    candidates, left = state.candidates, state.left
    if not len(candidates):
        return Suggestion(0, 0, None, None, None, left, True, 1000 * (clock() - began), ())
    measured = len(candidates) if len(candidates) <= MAX_MEASURED else THINNED
    finish = FINISH_MS + FINISH_MS_PER_WORD * measured
    should_stop = deadline(budget_ms - finish, clock)
    reply, is_whole = state.reply(best, hard, answers_only, should_stop)
    ranked = state.measured(reply.guesses[:best])
    if not is_whole:
        ranked = tuple(replace(guess, is_estimate=True) for guess in ranked)
    ranked = tuple(sorted(ranked, key=lambda guess: guess.cost))
    if turns:  # the best first guess stays first, because replies to it are stored
        ranked = _better_known_first(lexicon, ranked)
    return Suggestion(
        candidates=len(candidates),
        likely=int(state.belief.likely[candidates].sum()),
        guess=ranked[0].guess,
        expected_guesses=ranked[0].expected_guesses,
        solve_probability=ranked[0].solve_probability,
        guesses_left=left,
        exact=reply.is_exact,
        milliseconds=1000 * (clock() - began),
        best=ranked,
        plausible=state.plausible(ranked) if turns else None,
    )


@dataclass(frozen=True, slots=True, eq=False)
class _State:
    """The state in which guesses are to be ranked, with `left` guesses left."""

    lexicon: Lexicon
    turns: tuple[Turn, ...]
    belief: Belief
    candidates: Indices
    left: int

    @classmethod
    def after(
        cls, lexicon: Lexicon, turns: Sequence[Turn], belief: Belief | None, left: int | None = None
    ) -> "_State":
        belief = belief or belief_of(lexicon)
        candidates = candidates_after(lexicon, turns, belief)
        return cls(lexicon, tuple(turns), belief, candidates, left or tries_left(turns))

    def reply(
        self, best: int, hard: HardMode, answers_only: bool, stop: Callable[[], bool]
    ) -> tuple[Reply, bool]:
        """Return the best guesses, and whether unlikely answers were considered too."""
        lexicon, turns, candidates, belief = self.lexicon, self.turns, self.candidates, self.belief
        if self.left == 1:  # on the last guess, the likeliest words are the best
            likeliest = remaining(lexicon, candidates, belief, best)
            chances = zip(likeliest.words, likeliest.probabilities, strict=True)
            reply = Reply(tuple((word, Outlook(1.0, p)) for word, p in chances), is_exact=True)
            return reply, True  # words left out are less likely than these
        weights = belief.weights[candidates]
        if self.left == tries_left(turns):  # stored openings are for games of six guesses
            stored = stored_reply(lexicon, turns, belief, hard)
            if stored and answers_only:
                words = {lexicon.words[index] for index in candidates.tolist()}
                stored = Reply(tuple(guess for guess in stored.guesses if guess[0] in words), False)
            if stored and stored.guesses:
                return stored, likely_size(weights) == len(candidates)
        if answers_only:
            allowed: Flags | None = np.isin(np.arange(len(lexicon)), candidates)
            hard = HardMode.ULTRA
        else:
            allowed = allowed_guesses(lexicon.codes, turns, hard)
        first = guesses_ignoring_used_words(lexicon, turns, belief, hard)
        matrix = matrix_of(lexicon)
        planned = plan(
            matrix,
            candidates,
            weights,
            self.left,
            allowed,
            stop,
            hard=hard,
            top=best,
            first=first,
        )
        return reply_of(lexicon, planned, best), planned.is_whole

    def plausible(self, ranked: tuple[RankedGuess, ...]) -> RankedGuess | None:
        """Return the best familiar word that may be the answer.

        If the suggestion is such a word, return the likeliest one instead, or None if that is the
        suggestion.
        """
        lexicon, candidates, best = self.lexicon, self.candidates, ranked[0]
        weights = self.belief.weights[candidates]
        chances, known = weights / weights.sum(), familiarity(lexicon)[candidates] > 0
        places = np.flatnonzero(known & (chances >= MIN_PLAUSIBLE))  # likeliest first
        # If none is likely enough, compare all familiar words, or all words if none is familiar.
        if not len(places):
            places = np.flatnonzero(known) if known.any() else np.arange(len(candidates))
        words = [lexicon.words[index] for index in candidates[places[:MAX_PLAUSIBLE]].tolist()]
        if best.guess in words:
            # If the suggestion is a familiar possible answer, only a likelier word is worth
            # showing.
            words = words[: words.index(best.guess)][:1]
        if not words:
            return None
        rated = self.measured_beside(ranked, *words)
        return min((guess for guess in rated if guess.guess in words), key=lambda guess: guess.cost)

    def measured_beside(self, best: Sequence[RankedGuess], *words: str) -> tuple[RankedGuess, ...]:
        """Return the figures of ranked guesses, which calibrate estimates, and of other words."""
        outlooks = {guess.guess: guess.outlook for guess in best}
        for word in words:
            outlooks.setdefault(word, None)
        return self.measured(tuple(outlooks.items()))

    def measured(self, guesses: Sequence[tuple[str, Outlook | None]]) -> tuple[RankedGuess, ...]:
        """Return guesses with their figures, from the outlook if there is one, else estimated.

        If very many words are left, a sample represents them. Probabilities come from all words,
        since the sample may lack a guess.
        """
        lexicon, candidates = self.lexicon, self.candidates
        weights, won = self.belief.weights[candidates], all_correct(lexicon.length)
        words, outlooks = zip(*guesses, strict=True)
        counts, chances = None, None
        if len(candidates) > MAX_MEASURED:
            places = (np.flatnonzero(candidates == lexicon.index(word)) for word in words)
            chances = [float(weights[place].sum() / weights.sum()) for place in places]
            candidates, weights, counts = _thinned(candidates, weights)
        patterns = feedback_matrix(letter_codes(words), lexicon.codes[candidates]).T
        measures = measure(patterns, weights, won, counts)
        if chances is None:
            chances = (weights @ (patterns == won) / weights.sum()).tolist()
        if self.left == 1:  # only a word guessed now is solved
            outlooks = tuple(Outlook(1.0, chance) for chance in chances)
        estimates = estimated_guesses(patterns, weights, won)
        costs = completed([outlook and outlook.cost for outlook in outlooks], estimates)
        return tuple(
            RankedGuess(
                guess=word,
                expected_remaining=float(measures.expected_remaining[index]),
                entropy_bits=float(measures.entropy_bits[index]),
                worst=int(measures.worst[index]),
                answer_probability=chances[index],
                is_candidate=chances[index] > 0,
                # An unsolved game cannot use more guesses than are left.
                expected_guesses=outlook.guesses
                if outlook
                else min(costs[index], float(self.left)),
                solve_probability=outlook and outlook.solved,
                is_estimate=outlook is None,
                cost=costs[index],
            )
            for index, (word, outlook) in enumerate(zip(words, outlooks, strict=True))
        )


@functools.lru_cache(maxsize=32)  # up to 0.3 MB per lexicon; hosts may have many
def familiarity(lexicon: Lexicon) -> Levels:
    """Return the familiarity of each word, uint8, (words,).

    It is 2 in the easy pool, 1 in the normal pool, and 0 for all others, which few people know.
    """
    known = np.zeros(len(lexicon), dtype=np.uint8)
    for level, name in enumerate(("normal", "easy"), 1):
        for pool in lexicon.pools:
            if pool.name == name:
                known[pool.indices] = level
    known.setflags(write=False)
    return known


def _better_known_first(
    lexicon: Lexicon, ranked: tuple[RankedGuess, ...]
) -> tuple[RankedGuess, ...]:
    """Return ranked guesses with the most familiar of the best ones first.

    Only costs from the search are compared. An estimate may be too low, and then a longer search
    would suggest a worse guess than a shorter one.
    """
    known = familiarity(lexicon)

    def level(guess: RankedGuess) -> int:
        index = lexicon.index(guess.guess)
        return 0 if index is None else int(known[index])

    first, *others = ranked
    equal = [guess for guess in others if guess.outlook and guess.cost - first.cost < SAME]
    best = max((first, *equal), key=level)  # the first of several equally familiar words
    return (best, *(guess for guess in ranked if guess is not best))


def rank_guess(
    lexicon: Lexicon,
    turns: Sequence[Turn],
    guess: str,
    belief: Belief | None = None,
    beside: Sequence[RankedGuess] = (),
) -> RankedGuess:
    """Return the measures of any guess; it need not be in the lexicon.

    `beside` has the best guesses after the same turns, which calibrate the estimate. The belief is
    by default the prior of the lexicon.

    Raises:
        LengthError: the guess is not of the lexicon's length.
    """
    state = _State.after(lexicon, turns, belief)
    if not len(state.candidates):
        return RankedGuess(guess, 0.0, 0.0, 0, 0.0, False)
    known = next((guess_ for guess_ in beside if guess_.guess == guess), None)
    return known or state.measured_beside(beside, guess)[-1]


def measure_guesses(
    lexicon: Lexicon, turns: Sequence[Turn], belief: Belief, candidates: Indices, *guesses: str
) -> tuple[RankedGuess, ...]:
    """Return the measures of distinct guesses after `turns`, which left `candidates`."""
    state = _State(lexicon, tuple(turns), belief, candidates, tries_left(turns))
    return state.measured_beside((), *guesses)


def remaining(lexicon: Lexicon, candidates: Indices, belief: Belief, count: int) -> Remaining:
    """Return the first words of `candidates`, at most `count`, each with its probability."""
    weights = belief.weights[candidates]
    # Intern the words, since cached suggestions share many of them.
    words = tuple(sys.intern(lexicon.words[index]) for index in candidates[:count])
    return Remaining(words, tuple((weights[:count] / weights.sum()).tolist()) if words else ())


def _thinned(candidates: Indices, weights: Floats) -> tuple[Indices, Floats, Counts]:
    """Return a sample of the words left, its weights, and how many words each one represents.

    The likelier words represent only themselves. The others have almost no weight, but matter for
    the numbers of words left.
    """
    whole = THINNED // 2
    step = -(-(len(candidates) - whole) // (THINNED - whole))
    tail = np.arange(whole, len(candidates), step)
    places = np.concatenate([np.arange(whole), tail])
    counts = np.ones(len(places), dtype=np.int64)
    counts[whole:] = np.minimum(step, len(candidates) - tail)
    # A word has the total weight of the words that it represents.
    heavier = np.concatenate([weights[:whole], np.add.reduceat(weights, tail)])
    return candidates[places], heavier, counts


def completed(known: Sequence[float | None], estimates: Floats) -> tuple[float, ...]:
    """Return `known` with missing costs replaced by estimates.

    Estimates are corrected by their mean error on known costs, and are never below the first cost,
    which belongs to the best guess.

    >>> import numpy as np
    >>> [round(cost, 2) for cost in completed([2.5, None, 2.7], np.array([2.4, 2.7, 2.6]))]
    [2.5, 2.8, 2.7]
    """
    pairs = list(zip(known, estimates.tolist(), strict=True))
    off = [cost - estimate for cost, estimate in pairs if cost is not None]
    shift = sum(off) / len(off) if off else 0.0
    filled = [estimate + shift if cost is None else cost for cost, estimate in pairs]
    return tuple(max(filled[0], probability) for probability in filled)
